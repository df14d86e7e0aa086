//! A deadline that is kept without asking for the time at every node.

use std::time::Duration;

use crate::game::time::Instant;

/// Between two looks at the clock there should pass no more than this.
const SPAN: Duration = Duration::from_micros(500);

/// The most nodes between two looks. Nodes differ by a factor of thousands even within one game, so that a pace of the
/// past says little.
const MOST: u32 = 32;

/// Tells when a deadline has passed.
#[derive(Debug)]
pub(crate) struct Clock {
    deadline: Option<Instant>,
    looked: Instant,
    /// How many nodes pass between two looks, and how many are left until the next.
    every: u32,
    left: u32,
}

impl Clock {
    /// A clock for this deadline; without one it is never late.
    pub fn new(deadline: Option<Instant>) -> Self {
        Clock { deadline, looked: Instant::now(), every: 1, left: 1 }
    }

    /// Whether it is late; to be asked once a node. Looks seldom while nodes are quick, at each while they are slow.
    pub fn late(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.look()
    }

    fn look(&mut self) -> bool {
        let Some(deadline) = self.deadline else {
            self.left = u32::MAX;
            return false;
        };
        let now = Instant::now();
        let slow = now.duration_since(self.looked) > SPAN;
        self.every = if slow { 1 } else { (self.every * 2).min(MOST) };
        self.left = self.every;
        self.looked = now;
        now >= deadline
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_after_the_deadline_within_the_span_of_nodes() {
        let mut clock = Clock::new(Some(Instant::now()));
        assert!((0..MOST).any(|_| clock.late()));
        let mut clock = Clock::new(None);
        assert!((0..10 * MOST).all(|_| !clock.late()));
    }

    #[test]
    fn slow_nodes_are_watched_one_by_one() {
        let now = Instant::now();
        let long_ago = now.checked_sub(2 * SPAN).unwrap_or(now);
        let mut clock = Clock { deadline: Some(now + 1000 * SPAN), looked: long_ago, every: MOST, left: 1 };
        assert!(!clock.late());
        assert_eq!((clock.every, clock.left), if long_ago < now { (1, 1) } else { (MOST, MOST) });
    }
}
