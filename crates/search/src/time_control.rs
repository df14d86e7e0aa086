//! Clocks of whole games: so much time for all moves, and some more after each.

use std::time::Duration;

use super::Limits;

/// How much time a player has: what is left for all moves to come, and what is added after each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// What the clock shows.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// How long to think about the next move, so that the time lasts.
    pub fn limits(&self) -> Limits {
        Limits::from_clock(self.left, self.increment, None)
    }

    /// Takes off the time of a move, and adds the increment; `false` if it took longer than there was.
    #[must_use]
    pub fn spend(&mut self, time: Duration) -> bool {
        let in_time = time <= self.left;
        self.left = self.left.saturating_sub(time) + self.increment;
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let seconds = Duration::from_secs;
        let mut clock = TimeControl { left: seconds(10), increment: seconds(2) };
        assert!(clock.spend(seconds(4)));
        assert_eq!(clock.left, seconds(8));
        assert!(clock.spend(seconds(8)));
        assert_eq!(clock.left, seconds(2));
        assert!(!clock.spend(seconds(3)));
    }

    /// What is taken of a clock is a small share of it while there is much, and never all of it.
    #[test]
    fn a_share_leaves_time_for_the_moves_to_come() {
        for (left, increment) in [(60_000, 0), (60_000, 1_000), (500, 0), (40, 0), (1, 0), (100, 5_000)] {
            let clock = TimeControl { left: Duration::from_millis(left), increment: Duration::from_millis(increment) };
            let now = crate::game::time::Instant::now();
            let limits = clock.limits();
            let (soft, hard) = (limits.soft_deadline.unwrap(), limits.deadline.unwrap());
            assert!(soft <= hard);
            let most = Duration::from_millis(left.max(2));
            // The moment of the question itself is a little later than `now`.
            assert!(hard.duration_since(now) <= most + Duration::from_millis(5), "{left}+{increment}");
            if left == 60_000 && increment == 0 {
                assert!(hard.duration_since(now) < Duration::from_secs(10));
            }
        }
    }
}
