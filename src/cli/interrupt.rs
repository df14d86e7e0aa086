//! Ctrl-C: stops what is running, and ends the program only when nothing is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::game::time::Instant;

/// The flag that searches look at.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether something runs that looks at the flag.
static BUSY: AtomicBool = AtomicBool::new(false);

/// Whether a conversation goes on, which only `quit` ends.
static STAY: AtomicBool = AtomicBool::new(false);

/// The exit status of a program that Ctrl-C ended, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Signals that come so close to each other are one: `timeout` sends its own to the program and to the program's group.
const ONE: Duration = Duration::from_millis(500);

/// When the first of the latest signals came.
static SINCE: Mutex<Option<Instant>> = Mutex::new(None);

/// Whether a signal is more than the rest of the one before.
fn is_another() -> bool {
    let mut since = SINCE.lock().unwrap_or_else(PoisonError::into_inner);
    let another = since.is_none_or(|since| since.elapsed() > ONE);
    if another {
        *since = Some(Instant::now());
    }
    another
}

/// Installs the handler, once. Where it can't be, Ctrl-C ends the program as ever.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        if !is_another() {
            return;
        }
        // The second time, or when nothing would look at the flag, it means: leave.
        let idle = !BUSY.load(Ordering::SeqCst);
        let again = STOP.swap(true, Ordering::SeqCst);
        if (idle || again) && !STAY.load(Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
    });
}

/// From now on Ctrl-C never ends the program.
pub fn never_leave() {
    STAY.store(true, Ordering::SeqCst);
}

/// Whether what ran last was stopped.
pub fn was_asked() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// Runs something that Ctrl-C may stop; a part of it is stopped with the whole.
pub fn stoppable<T>(run: impl FnOnce(&AtomicBool) -> T) -> T {
    if BUSY.load(Ordering::SeqCst) {
        return run(&STOP);
    }
    STOP.store(false, Ordering::SeqCst);
    BUSY.store(true, Ordering::SeqCst);
    let result = run(&STOP);
    BUSY.store(false, Ordering::SeqCst);
    result
}
