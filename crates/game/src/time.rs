//! Moments, read from a clock that may be given from outside: not every target has one.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// A moment, as the time that has passed since the clock's own beginning. Takes the place of [`std::time::Instant`],
/// which can't be asked on every target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

/// The clock that was given, if any.
static GIVEN: OnceLock<fn() -> Duration> = OnceLock::new();

/// From now on asks this clock: it gives the time since a moment of its choice and never goes back. In a browser that is
/// what `performance.now()` says. Gives back whether it was taken: only the first is, and none after a first look at
/// the clock of the system.
pub fn set_clock(clock: fn() -> Duration) -> bool {
    GIVEN.set(clock).is_ok()
}

/// The clock of the system.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn system() -> Duration {
    static BEGINNING: OnceLock<std::time::Instant> = OnceLock::new();
    BEGINNING.get_or_init(std::time::Instant::now).elapsed()
}

/// There is none: time stands still until [`set_clock`] brings one, and only limits of nodes and depth end a search.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn system() -> Duration {
    Duration::ZERO
}

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(GIVEN.get_or_init(|| system)())
    }

    /// The time since then, zero if it is still to come.
    pub fn elapsed(self) -> Duration {
        Instant::now().duration_since(self)
    }

    /// The time from an earlier moment to this one, zero if that is later.
    pub fn duration_since(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time from an earlier moment to this one, zero if that is later.
    pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// The moment so much later, if there is one.
    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }

    /// The moment so much earlier, if the clock knows it.
    pub fn checked_sub(self, time: Duration) -> Option<Instant> {
        self.0.checked_sub(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, time: Duration) -> Instant {
        Instant(self.0.saturating_sub(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_never_below_zero() {
        let before = Instant::now();
        let after = Instant::now();
        assert!(before <= after);
        assert_eq!(before.duration_since(after + Duration::from_secs(1)), Duration::ZERO);
        assert_eq!((after + Duration::from_secs(2)).duration_since(after), Duration::from_secs(2));
        assert_eq!(before - Duration::MAX, Instant(Duration::ZERO));
    }

    #[test]
    fn a_clock_that_comes_too_late_is_refused() {
        Instant::now();
        assert!(!set_clock(|| Duration::from_secs(1)));
    }
}
