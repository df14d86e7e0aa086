//! Rulesmith as a WebAssembly module that speaks `docs/wire.md` with the worker that holds it (`web/src/worker.ts`).
//!
//! The worker gives it a clock and takes its lines; it has nothing else from outside. A request is put into memory got from
//! [`alloc`], and [`answer`] answers it. Whoever no longer wants an answer ends the worker.
#![cfg(target_family = "wasm")]

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rulesmith::Backend;
use rulesmith::game::time::set_clock;
use rulesmith::learn::{Shelf as Memory, keep_on};
use rulesmith::library::Shelf;
use rulesmith::wire::{Desk, Lines};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Takes a line of an answer, as long as it is called.
    fn line(at: *const u8, length: usize);
    /// Takes what a bug says before the module stops for good.
    fn complain(at: *const u8, length: usize);
    /// Keeps a text by a name beyond this worker.
    fn keep(name: *const u8, name_length: usize, text: *const u8, text_length: usize);
    /// The text of a name: puts it into room got from [`alloc`], and gives its place and length, each in half a number; 0 for none.
    fn recall(name: *const u8, name_length: usize) -> u64;
    /// Milliseconds since some moment: they never go back.
    safe fn now() -> f64;
}

/// Room for so many bytes, which the next [`answer`] takes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let room: Box<[u8]> = vec![0; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// The text that was put into room got from [`alloc`].
///
/// # Safety
/// `at` is what [`alloc`] gave for `length`, and this is asked once.
unsafe fn taken(at: *mut u8, length: usize) -> String {
    // SAFETY: the caller's promise: it is a box of that length, and nobody else's.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What was learned of games, kept by the page: a worker is ended with all that it knows.
struct Kept;

/// A browser has little room, so that a longer text is known to this worker alone.
const MOST_BYTES: usize = 2 << 20;

impl Memory for Kept {
    fn recall(&self, name: &str) -> Option<String> {
        // SAFETY: the name lives until the call is over.
        let found = unsafe { recall(name.as_ptr(), name.len()) };
        let (at, length) = ((found >> 32) as usize, (found & 0xFFFF_FFFF) as usize);
        // SAFETY: the worker has put the text into room of this length that it got for it.
        (found != 0).then(|| unsafe { taken(at as *mut u8, length) })
    }

    fn keep(&self, name: &str, text: &str) {
        if text.len() > MOST_BYTES {
            return;
        }
        // SAFETY: both texts live until the call is over.
        unsafe { keep(name.as_ptr(), name.len(), text.as_ptr(), text.len()) };
    }

    fn forget(&self, name: &str) {
        // Nothing is as none.
        self.keep(name, "");
    }
}

/// Answers a request: each line is given as soon as it is known, the last one with the result or the error.
///
/// # Safety
/// Both texts lie in room got from [`alloc`] for just so many bytes, each in its own, and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(verb: *mut u8, verb_length: usize, body: *mut u8, body_length: usize) {
    static DESK: OnceLock<Desk> = OnceLock::new();
    // SAFETY: the caller's promise.
    let (verb, body) = unsafe { (taken(verb, verb_length), taken(body, body_length)) };
    let desk = DESK.get_or_init(|| {
        set_clock(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            // SAFETY: the text lives until the call is over.
            unsafe { complain(text.as_ptr(), text.len()) };
        }));
        keep_on(Box::new(Kept));
        Desk::new(Box::new(Shelf), Backend::Interpreter, false)
    });
    // SAFETY: the line lives until the call is over.
    let mut give = |text: &str| unsafe { line(text.as_ptr(), text.len()) };
    desk.answer(&verb, &body, &mut Lines::new(&mut give, &AtomicBool::new(false)));
}
