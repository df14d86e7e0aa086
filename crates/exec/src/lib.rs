//! IR in, something that plays out.
//!
//! The reference interpreter is the meaning of the IR: short, obvious, without a fast path that could be wrong but the one of
//! `chains`, which [`in_full`] leaves off. It is generic over the number of words of a set and otherwise knows sizes only from the program. It never searches,
//! and it never sees a name of the file.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use rulesmith_game::{self as game, rng};
use rulesmith_language::{board, ir, rules, settings};
// What tests need to make a program of a file.
#[cfg(all(test, feature = "jit"))]
use rulesmith_language::{analysis, lower, optimize};
#[cfg(all(test, feature = "jit"))]
use rulesmith_syntax::{self as syntax, diag, source};

// Each uses only those above it; `tests/layers.rs` holds that.
mod canary;

mod state;

pub mod proofs;

mod chains;

mod ply;

mod interpreter;

mod paths;

#[cfg(feature = "jit")]
mod native;

pub use crate::settings::Backend;
pub use interpreter::permute;
pub use paths::Paths;
pub use state::record::ends;
pub use state::trail::Event;

use std::sync::Arc;

use crate::board::SiteSet;
use crate::game::{Game, Overflow, Side};
use crate::ir::{Bool, ClauseId, Int, Program, Set};

/// The most moves that a list may have.
const MOST_MOVES: usize = 1 << 20;

/// A way to play a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Its visible parts, in order.
    pub events: Vec<Event>,
    /// A record of its own: where equal results are one move, not always that of the list.
    pub record: Vec<u64>,
}

/// A program that runs: a [`Game`], and what notation and queries ask beyond that.
pub trait Executor: Game + Send {
    /// The machine code, if there is any; what has not been needed yet is compiled.
    fn code(&self) -> Option<CodeInfo> {
        None
    }
    /// From now on interprets nothing that can be compiled: the first positions wait for their code, too.
    fn eager(&self) {}
    /// The same rules, as a program that differs in its evaluations, with one of these: what is compiled is there already. None
    /// where nothing is compiled, or these are other rules.
    fn with_evaluation(&self, _program: &Arc<Program>, _evaluation: usize) -> Option<Box<dyn Executor>> {
        None
    }
    /// What the interpreter had to do so far though there is machine code for other things, with the reasons; in one line.
    fn interpreted(&self) -> Option<String> {
        None
    }
    /// The program.
    fn program(&self) -> &Program;
    /// The visible parts of a move, in order.
    fn events(&self, state: &[u64], record: &[u64]) -> Vec<Event>;
    /// Every way to play every legal move: equal results are not merged. For reading a move's text, and for counting paths.
    ///
    /// # Errors
    /// See [`Overflow`].
    fn ways(&self, state: &[u64]) -> Result<Vec<Way>, Overflow>;
    /// The legal moves whose visible parts are these.
    ///
    /// # Errors
    /// See [`Overflow`].
    fn find(&self, state: &[u64], events: &[Event]) -> Result<Option<Vec<u64>>, Overflow>;
    /// The clause with which the play begins that keeps the moves of a position from being listed, or those that either player
    /// would have there; none if they can be listed, or it is a pass.
    fn unfinished(&self, state: &[u64]) -> Option<ClauseId>;
    /// How many operations, on a word of a set or a number, the reference interpreter does to list the moves of a position: what that
    /// costs, counted, whatever runs it. About a tenth of a nanosecond each in machine code.
    fn work_of_moves(&self, state: &[u64]) -> u64;
    /// How many of them it does to see whether the game has ended by what stands in a position.
    fn work_of_endings(&self, state: &[u64]) -> u64;
    /// How many of them it does to work out an evaluation of the program.
    fn work_of_evaluation(&self, state: &[u64], evaluation: usize) -> u64;
    /// The clauses that a move uses, leg by leg.
    fn clauses_of(&self, state: &[u64], record: &[u64]) -> Vec<ClauseId>;
    /// The cells of a set expression, read as by `side`.
    fn ask_set(&self, state: &[u64], side: Side, e: &Set) -> SiteSet;
    /// The value of a number expression, read as by `side`.
    fn ask_int(&self, state: &[u64], side: Side, e: &Int) -> i64;
    /// The value of a truth expression, read as by `side`.
    fn ask_truth(&self, state: &[u64], side: Side, e: &Bool) -> bool;
    /// Whether the player to move has no legal move, for certain.
    fn is_stuck(&self, state: &[u64]) -> bool;
    /// Each term of the chosen evaluation: weight, number for the mover, number for the opponent.
    fn terms(&self, state: &[u64]) -> Vec<(i64, i64, i64)>;
    /// The number for the mover minus that for the opponent, term by term, instead of what `out` held.
    fn differences(&self, state: &[u64], out: &mut Vec<i64>) {
        out.clear();
        out.extend(self.terms(state).into_iter().map(|(_, own, enemy)| own.saturating_sub(enemy)));
    }
}

/// What runs a game, and why it is not what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendInfo {
    /// What runs it.
    pub backend: Backend,
    /// What was asked for.
    pub asked: Backend,
    /// Why the interpreter runs what native code was asked for, in one line.
    pub note: Option<String>,
}

/// What compiling a whole game to machine code takes, and what the interpreter still does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CodeInfo {
    /// Bytes of machine code.
    pub bytes: usize,
    /// Bytes of tables that the code reads.
    pub table_bytes: usize,
    /// How long it took.
    pub time: std::time::Duration,
    /// The functions that the interpreter runs, with the reasons, in one line.
    pub interpreted: Option<String>,
}

/// A program made ready to run. `evaluation` is the index of the evaluation to use.
pub fn executor(
    program: impl Into<Arc<Program>>,
    evaluation: usize,
    backend: Backend,
) -> (Box<dyn Executor>, BackendInfo) {
    let program = program.into();
    let note = match backend {
        Backend::Interpreter => None,
        Backend::Native => match native(&program, evaluation) {
            Ok(game) => return (game, BackendInfo { backend: Backend::Native, asked: backend, note: None }),
            Err(why) => Some(why),
        },
    };
    (interpreter(program, evaluation), BackendInfo { backend: Backend::Interpreter, asked: backend, note })
}

/// As [`executor`], for the rules of another one with evaluations of its own: what is compiled of the rules is compiled once.
pub fn with_evaluation(
    other: &dyn Executor,
    program: Program,
    evaluation: usize,
    backend: Backend,
) -> (Box<dyn Executor>, BackendInfo) {
    let program = Arc::new(program);
    match other.with_evaluation(&program, evaluation).filter(|_| backend == Backend::Native) {
        Some(game) => (game, BackendInfo { backend, asked: backend, note: None }),
        None => executor(program, evaluation, backend),
    }
}

#[cfg(feature = "jit")]
fn native(program: &Arc<Program>, evaluation: usize) -> Result<Box<dyn Executor>, String> {
    Ok(Box::new(native::Native::new(program, evaluation)?))
}

#[cfg(not(feature = "jit"))]
fn native(_: &Arc<Program>, _: usize) -> Result<Box<dyn Executor>, String> {
    Err("native code is not part of this build (feature `jit`)".to_string())
}

/// The reference interpreter of a program. `evaluation` is the index of the evaluation to use.
pub fn interpreter(program: impl Into<Arc<Program>>, evaluation: usize) -> Box<dyn Executor> {
    by_width(program.into(), evaluation, false)
}

/// As [`interpreter`], but plies of several legs are enumerated way by way: what `chains.rs` is held equal to.
pub fn in_full(program: impl Into<Arc<Program>>, evaluation: usize) -> Box<dyn Executor> {
    by_width(program.into(), evaluation, true)
}

fn by_width(program: Arc<Program>, evaluation: usize, in_full: bool) -> Box<dyn Executor> {
    fn of<const W: usize>(program: Arc<Program>, evaluation: usize, in_full: bool) -> Box<dyn Executor> {
        let game = interpreter::Interpreter::<W>::new(program, evaluation);
        Box::new(if in_full { game.in_full() } else { game })
    }
    // The sizes that `set_words` gives.
    match program.layout.set_words {
        1 => of::<1>(program, evaluation, in_full),
        #[cfg(not(target_family = "wasm"))]
        2 => of::<2>(program, evaluation, in_full),
        4 => of::<4>(program, evaluation, in_full),
        #[cfg(not(target_family = "wasm"))]
        6 => of::<6>(program, evaluation, in_full),
        #[cfg(not(target_family = "wasm"))]
        10 => of::<10>(program, evaluation, in_full),
        _ => of::<16>(program, evaluation, in_full),
    }
}
