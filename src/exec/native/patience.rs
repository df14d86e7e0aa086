//! When it is worth to compile: the first questions of a kind are left to the interpreter, and where the code for an answer
//! is large, as many more as take about as long as it takes to compile it. So a few plies wait for no code, and no
//! question takes more than twice as long as it had to, whatever is asked after it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// So many questions of a kind are answered before code is asked for.
const FIRST: i64 = 32;

/// To interpret an answer takes no longer as a rule.
const USUAL: Duration = Duration::from_micros(100);

/// To compile an operation takes about so long (measured: 6 to 9 microseconds).
const OPERATION: Duration = Duration::from_micros(8);

/// Code of so many operations is compiled when it is first asked for: it takes some 50 ms.
pub const AT_ONCE: usize = 6_000;

/// What is asked of a game, each kind answered by code of its own; the value comes last.
#[derive(Debug, Clone, Copy)]
pub enum Question {
    Moves,
    Number,
    Noisy,
    Successors,
    InOrder,
    Make,
    Ending,
    IfStuck,
    Wins,
    Threats,
    Value,
}

/// How many questions of each kind are still answered without code.
#[derive(Debug)]
pub struct Patience {
    left: [AtomicI64; Question::Value as usize + 1],
    /// Code is waited for.
    ended: AtomicBool,
}

impl Patience {
    /// Where there are stacks, every one of them is looked at wherever one is meant: the more code there will be.
    pub fn new(stacks: usize) -> Self {
        let first = FIRST * (1 + stacks as i64);
        Patience { left: std::array::from_fn(|_| AtomicI64::new(first)), ended: AtomicBool::new(false) }
    }

    /// Whether code is asked for.
    pub fn was_over(&self, question: Question) -> bool {
        self.left[question as usize].load(Ordering::Relaxed) <= 0
    }

    /// The same, and a question is asked.
    pub fn is_over(&self, question: Question) -> bool {
        self.was_over(question) || self.left[question as usize].fetch_sub(1, Ordering::Relaxed) <= 0
    }

    /// What takes long to interpret counts more than once.
    pub fn spend(&self, question: Question, time: Duration) {
        let times = (time.as_micros() / USUAL.as_micros()).min(1 << 32);
        self.left[question as usize].fetch_sub(times as i64, Ordering::Relaxed);
    }

    /// The code for an answer has so many operations: they are worth as much time as they take.
    pub fn postpone(&self, question: Question, operations: usize) {
        let time = OPERATION.as_micros() as i64 * operations as i64;
        self.left[question as usize].store(time / USUAL.as_micros() as i64, Ordering::Relaxed);
    }

    /// From now on code is waited for.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.left.iter().for_each(|left| left.store(0, Ordering::Relaxed));
    }

    /// Whether that is so.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

thread_local! {
    /// The most operations that this thread compiles now, while it compiles.
    static AT_ONCE_HERE: Cell<Option<usize>> = const { Cell::new(None) };
    /// The most operations of a unit that it has put off in what it compiles, or compiled last.
    static PUT_OFF: Cell<usize> = const { Cell::new(0) };
}

/// Compiles no more than so many operations of a unit.
pub fn within<T>(most: usize, work: impl FnOnce() -> T) -> T {
    let before = AT_ONCE_HERE.replace(Some(most));
    if before.is_none() {
        PUT_OFF.set(0);
    }
    let done = work();
    AT_ONCE_HERE.set(before);
    done
}

/// How many that are, while something is compiled.
pub fn at_once() -> Option<usize> {
    AT_ONCE_HERE.get()
}

/// Whether a unit of so many operations is too large now; then that is remembered.
pub fn puts_off(operations: usize) -> bool {
    let too_large = at_once().is_some_and(|most| operations > most);
    if too_large {
        PUT_OFF.set(PUT_OFF.get().max(operations));
    }
    too_large
}

/// How large a unit was put off in what is compiled now, or was compiled last; 0 if none was.
pub fn put_off_lately() -> usize {
    PUT_OFF.get()
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::super::testing;
    use super::*;

    #[test]
    fn large_code_is_put_off_for_as_long_as_it_takes() {
        let program = testing::program(include_str!("../../../tests/games/frisian-draughts.game"));
        let code = Code::new(&program, 0).expect("native code");
        let asked = || (0..FIRST).filter(|_| !code.patience.is_over(Question::Moves)).count() as i64;
        assert_eq!(asked(), FIRST);
        assert!(code.legs(0).is_none(), "its captures are large");
        assert_eq!(asked(), FIRST, "more questions are left to the interpreter");
        code.patience.spend(Question::Moves, Duration::from_secs(60));
        assert!(code.patience.is_over(Question::Moves));
        assert!(code.legs(0).is_some());
    }

    #[test]
    fn small_code_is_not() {
        let program = testing::program(include_str!("../../../games/chess.game"));
        let code = Code::new(&program, 0).expect("native code");
        assert!(code.list(0).is_some() && code.in_order(0).is_some() && code.make(1).is_some());
    }
}
