//! What takes long for each of many things, on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What a function makes of each, in their order.
pub fn side_by_side<T: Sync, R: Send>(all: &[T], made: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = std::iter::from_fn(|| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            Some((at, made(all.get(at)?)))
        });
        taken.collect::<Vec<_>>()
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut parts: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    parts.sort_by_key(|(at, _)| *at);
    parts.into_iter().map(|(_, made)| made).collect()
}
