//! Long work waits its turn: no more goes on at once than there are processors for.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Who waits, and how many work.
pub struct Queue {
    now: Mutex<Now>,
    freed: Condvar,
}

#[derive(Default)]
struct Now {
    /// Places that are free.
    free: usize,
    /// Those who wait, the last who came last.
    waiting: Vec<u64>,
    next: u64,
}

/// A place at work, free again when it is dropped.
pub struct Turn<'q>(&'q Queue);

impl Queue {
    /// As many places as processors, and one more: a search for a page that is looked at need not wait for one that isn't.
    pub fn new() -> Queue {
        let places = std::thread::available_parallelism().map_or(1, usize::from) + 1;
        Queue { now: Mutex::new(Now { free: places, ..Now::default() }), freed: Condvar::new() }
    }

    /// Waits for a place; none if whoever asked is gone first. Whoever came last is first: that is where somebody looks.
    pub fn turn(&self, stop: &AtomicBool) -> Option<Turn<'_>> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let own = now.next;
        now.next += 1;
        now.waiting.push(own);
        while (now.free == 0 || now.waiting.last() != Some(&own)) && !stop.load(Relaxed) {
            let waited = self.freed.wait_timeout(now, Duration::from_millis(200));
            now = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        now.waiting.retain(|other| *other != own);
        let had = now.free > 0 && !stop.load(Relaxed);
        now.free -= usize::from(had);
        drop(now);
        // The next may be waiting for this one to be gone.
        self.freed.notify_all();
        had.then_some(Turn(self))
    }

    /// Whether somebody waits for a place.
    pub fn is_waited_for(&self) -> bool {
        !self.now.lock().unwrap_or_else(PoisonError::into_inner).waiting.is_empty()
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.now.lock().unwrap_or_else(PoisonError::into_inner).free += 1;
        self.0.freed.notify_all();
    }
}
