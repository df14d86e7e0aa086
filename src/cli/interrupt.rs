//! Ctrl-C: stops what is running, and ends the program only when nothing is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// The flag that searches look at.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(false)));

/// Whether something runs that looks at the flag.
static BUSY: AtomicBool = AtomicBool::new(false);

/// The exit status of a program that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// Installs the handler, once. Where it can't be, Ctrl-C ends the program as ever.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        // The second time, or when nothing would look at the flag, it means: leave.
        if !BUSY.load(Ordering::SeqCst) || STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    });
}

/// Runs something that Ctrl-C may stop.
pub fn stoppable<T>(run: impl FnOnce(&AtomicBool) -> T) -> T {
    STOP.store(false, Ordering::SeqCst);
    BUSY.store(true, Ordering::SeqCst);
    let result = run(&STOP);
    BUSY.store(false, Ordering::SeqCst);
    result
}

/// The flag, for a conversation that keeps it.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}
