//! Long work waits its turn: no more goes on at once than there are processors for.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Who waits, and how many work.
pub struct Queue {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A place at work, free again when it is dropped.
pub struct Turn<'q>(&'q Queue);

impl Queue {
    /// As many places as processors, and one more: a search for a page that is looked at need not wait for one that isn't.
    pub fn new() -> Queue {
        let places = std::thread::available_parallelism().map_or(1, usize::from) + 1;
        Queue { free: Mutex::new(places), freed: Condvar::new() }
    }

    /// Waits for a place; none if whoever asked is gone first.
    pub fn turn(&self, stop: &AtomicBool) -> Option<Turn<'_>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            if stop.load(Relaxed) {
                return None;
            }
            let waited = self.freed.wait_timeout(free, Duration::from_millis(200));
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Some(Turn(self))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}
