//! IR in, something that plays out.
//!
//! The reference interpreter is the meaning of the IR: short, obvious, without a single fast path that could be wrong.
//! It is generic over the number of words of a set and otherwise knows sizes only from the program. It never searches,
//! and it never sees a name of the file.

mod bits;
mod interpreter;
mod machine;
#[cfg(feature = "jit")]
mod native;
mod ply;
mod record;
mod sinks;
mod stack;
mod trail;
mod value;

#[cfg(feature = "jit")]
pub use native::Report;
pub use record::ends;
pub use trail::Event;

use crate::board::SiteSet;
use crate::game::{Game, Overflow, Side};
use crate::ir::{Bool, ClauseId, Int, Program, Set};

/// A program that runs: a [`Game`], and what notation and queries ask beyond that.
pub trait Executor: Game + Send {
    /// The program.
    fn program(&self) -> &Program;
    /// The visible parts of a move, in order.
    fn events(&self, state: &[u64], record: &[u64]) -> Vec<Event>;
    /// Every way to play every legal move: equal results are not merged. For reading a move's text.
    ///
    /// # Errors
    /// See [`Overflow`].
    fn ways(&self, state: &[u64]) -> Result<Vec<Vec<Event>>, Overflow>;
    /// The legal moves whose visible parts are these.
    ///
    /// # Errors
    /// See [`Overflow`].
    fn find(&self, state: &[u64], events: &[Event]) -> Result<Option<Vec<u64>>, Overflow>;
    /// The clauses that a move uses, leg by leg.
    fn clauses_of(&self, state: &[u64], record: &[u64]) -> Vec<ClauseId>;
    /// The cells of a set expression, read as by `side`.
    fn ask_set(&self, state: &[u64], side: Side, e: &Set) -> SiteSet;
    /// The value of a number expression, read as by `side`.
    fn ask_int(&self, state: &[u64], side: Side, e: &Int) -> i64;
    /// The value of a truth expression, read as by `side`.
    fn ask_truth(&self, state: &[u64], side: Side, e: &Bool) -> bool;
    /// Each term of the chosen evaluation: weight, number for the mover, number for the opponent.
    fn terms(&self, state: &[u64]) -> Vec<(i64, i64, i64)>;
}

/// What runs a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// Machine code, and the interpreter where there is none.
    #[default]
    Native,
    /// The reference interpreter.
    Interpreter,
}

impl Backend {
    /// Its name on the command line and in answers.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Native => "native",
            Backend::Interpreter => "interpreter",
        }
    }
}

/// What runs a game, and why it is not what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendInfo {
    /// What runs it.
    pub backend: Backend,
    /// Why the interpreter runs what native code was asked for, in one line; the whole game or parts of it.
    pub note: Option<String>,
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// How long it took to compile.
    pub compile_time: std::time::Duration,
}

impl BackendInfo {
    fn interpreter(note: Option<String>) -> Self {
        let compile_time = std::time::Duration::ZERO;
        BackendInfo { backend: Backend::Interpreter, note, code_bytes: 0, compile_time }
    }
}

/// A program made ready to run. `evaluation` is the index of the evaluation to use.
pub fn executor(program: Program, evaluation: usize, backend: Backend) -> (Box<dyn Executor>, BackendInfo) {
    if backend == Backend::Interpreter {
        return (interpreter(program, evaluation), BackendInfo::interpreter(None));
    }
    native_or_interpreter(program, evaluation)
}

#[cfg(feature = "jit")]
fn native_or_interpreter(program: Program, evaluation: usize) -> (Box<dyn Executor>, BackendInfo) {
    match native::Native::new(program, evaluation) {
        Ok(game) => {
            let report = game.report();
            let parts: Vec<String> = report.interpreted.iter().map(|(what, why)| format!("{what} ({why})")).collect();
            let note = (!parts.is_empty()).then(|| format!("interpreted: {}", parts.join(", ")));
            let info = BackendInfo {
                backend: Backend::Native,
                note,
                code_bytes: report.code_bytes,
                compile_time: report.time,
            };
            (Box::new(game), info)
        }
        Err((program, why)) => (interpreter(program, evaluation), BackendInfo::interpreter(Some(why))),
    }
}

#[cfg(not(feature = "jit"))]
fn native_or_interpreter(program: Program, evaluation: usize) -> (Box<dyn Executor>, BackendInfo) {
    let note = "native code is not part of this build (feature `jit`)".to_string();
    (interpreter(program, evaluation), BackendInfo::interpreter(Some(note)))
}

/// The reference interpreter of a program. `evaluation` is the index of the evaluation to use.
pub fn interpreter(program: Program, evaluation: usize) -> Box<dyn Executor> {
    use interpreter::Interpreter;
    // The next size that is compiled in.
    match program.layout.set_words {
        1 => Box::new(Interpreter::<1>::new(program, evaluation)),
        2 => Box::new(Interpreter::<2>::new(program, evaluation)),
        4 => Box::new(Interpreter::<4>::new(program, evaluation)),
        6 => Box::new(Interpreter::<6>::new(program, evaluation)),
        10 => Box::new(Interpreter::<10>::new(program, evaluation)),
        _ => Box::new(Interpreter::<16>::new(program, evaluation)),
    }
}
