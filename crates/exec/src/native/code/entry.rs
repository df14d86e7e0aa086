//! What can be compiled, and how each function is called.

use crate::game::Judged;
use crate::game::perft::Leaves;
use crate::ir::Program;
use crate::native::legal::allowed::Past;

/// `generate(state, list, limit, identities, info) → end of the list`
pub type ListFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `count(state, info) → number`
pub type CountFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `count allowed(state, past, info) → number`; see [`crate::native::legal::allowed`].
pub type AllowedFn = unsafe extern "C" fn(*const u64, *const Past, *mut u64) -> u64;
/// `make(state, record, next) → answer`
pub type MakeFn = unsafe extern "C" fn(*const u64, *const u64, *mut u64) -> u64;
/// `successors(state, rows, limit, info) → end of the rows`
pub type StatesFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `built(state, place, info) → number`
pub type BuiltFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `below(state, scratch, info) → number`; see [`crate::native::walk::successors::below`].
pub type BelowFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `list legs(state, shared)`; see [`crate::native::walk::chains::shared`].
pub type LegsFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `draw(state, next, state of the random numbers) → answer`
pub type DrawFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `plies(state, state of the random numbers, most, number, trail) → answer`
pub type PliesFn = unsafe extern "C" fn(*mut u64, *mut u64, u64, *mut u64, *mut u64) -> u64;
/// `nth(state, next, number) → answer`
pub type NthFn = unsafe extern "C" fn(*const u64, *mut u64, u64) -> u64;
/// `legal(state, start of the ply) → 0 or 1`
pub type LegalFn = unsafe extern "C" fn(*const u64, *const u64) -> u64;
/// `judge(rows, end, judged) → 0`
pub type JudgeFn = unsafe extern "C" fn(*const u64, *const u64, *mut Judged) -> u64;
/// `terms(state, differences) → 0`
pub type TermsFn = unsafe extern "C" fn(*const u64, *mut i64) -> u64;
/// `f(state) → answer`
pub type StateFn = unsafe extern "C" fn(*const u64) -> u64;

/// What can be compiled, by the side to move (0 or 1) where there are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// Lists the moves.
    List(usize),
    /// Lists the moves that may be noisy.
    Noisy(usize),
    /// Lists the moves where they may have several legs.
    Legs(usize),
    /// Counts the moves.
    Count(usize),
    /// Counts the moves that the history allows.
    Allowed(usize),
    /// Whether the `legal` conditions hold.
    Legal(usize),
    /// Lists the successors.
    States(usize),
    /// Lists the successors in the order of the moves.
    InOrder(usize),
    /// Builds the successors in one place; with their endings, if so.
    Built(usize, bool),
    /// Lists the successors where moves may have several legs.
    StatesLegs(usize),
    /// Counts the moves of the successors, or builds the successors that they have.
    Below(usize, Leaves),
    /// The same a ply further on.
    Deeper(usize, Leaves),
    /// Makes a move and answers the endings.
    Make(usize),
    /// Makes a move.
    PlainMake(usize),
    /// Makes a random move.
    Draw(usize),
    /// Makes random moves in a row.
    Plies,
    /// Makes the move of a number.
    Nth(usize),
    /// Whether a side wins at once.
    Wins(usize),
    /// What it means that the mover has no move.
    Stuck,
    /// The ending that a position decides.
    Status,
    /// Which marks a position has.
    Marks,
    /// The evaluation.
    Evaluate,
    /// What a search asks of leaves; for a proof, if so.
    Judge(bool),
    /// The terms of the evaluation, one by one.
    Terms,
    /// Whether no ending that is asked around plies is there already.
    Open,
    /// What an expression asks, by index into [`super::Code::helpers`].
    Helper(usize),
}

impl Entry {
    /// How many there are, apart from helpers.
    pub const FIXED: usize = 53;

    /// Its place among all entries.
    #[inline(always)]
    pub fn index(self) -> usize {
        match self {
            Entry::List(side) => side,
            Entry::Legs(side) => 2 + side,
            Entry::Count(side) => 4 + side,
            Entry::Legal(side) => 6 + side,
            Entry::Make(side) => 8 + side,
            Entry::PlainMake(side) => 10 + side,
            Entry::Status => 12,
            Entry::Evaluate => 13,
            Entry::Draw(side) => 14 + side,
            Entry::Nth(side) => 16 + side,
            Entry::Stuck => 18,
            Entry::States(side) => 19 + side,
            Entry::StatesLegs(side) => 21 + side,
            Entry::Below(side, leaves) => 23 + side + 2 * leaves as usize,
            Entry::Allowed(side) => 29 + side,
            Entry::Open => 31,
            Entry::Wins(side) => 32 + side,
            Entry::InOrder(side) => 34 + side,
            Entry::Judge(proof) => 36 + usize::from(proof),
            Entry::Noisy(side) => 38 + side,
            Entry::Plies => 40,
            Entry::Built(side, judged) => 41 + side + 2 * usize::from(judged),
            Entry::Deeper(side, leaves) => 45 + side + 2 * leaves as usize,
            Entry::Marks => 51,
            Entry::Terms => 52,
            Entry::Helper(index) => Self::FIXED + index,
        }
    }

    /// Whether nothing is interpreted for the lack of it.
    pub fn is_short_cut(self) -> bool {
        use Entry::{Allowed, Below, Built, Deeper, Draw, InOrder, Judge, Noisy, Nth, Open, Plies, States, StatesLegs};
        matches!(
            self,
            Allowed(_)
                | Built(..)
                | States(_)
                | InOrder(_)
                | Judge(_)
                | Noisy(_)
                | StatesLegs(_)
                | Below(..)
                | Deeper(..)
                | Draw(_)
                | Nth(_)
                | Open
                | Plies
        )
    }

    /// Whether it is waited for: random games have no time to keep to, and without code they would be lists of moves; and to
    /// interpret turns of several steps takes far longer than to compile them.
    pub fn is_waited_for(self, program: &Program) -> bool {
        match self {
            Entry::Draw(_) | Entry::Plies | Entry::Nth(_) | Entry::Open | Entry::Terms | Entry::Helper(_) => true,
            Entry::List(side) | Entry::Legs(side) | Entry::Count(side) => program.sides[side].turn.repeats(),
            Entry::Noisy(_)
            | Entry::Allowed(_)
            | Entry::Legal(_)
            | Entry::States(_)
            | Entry::InOrder(_)
            | Entry::Built(..)
            | Entry::StatesLegs(_)
            | Entry::Below(..)
            | Entry::Deeper(..)
            | Entry::Make(_)
            | Entry::PlainMake(_)
            | Entry::Wins(_)
            | Entry::Stuck
            | Entry::Status
            | Entry::Marks
            | Entry::Evaluate
            | Entry::Judge(_) => false,
        }
    }

    /// What it is called where it is missing.
    pub fn name(self) -> &'static str {
        match self {
            Entry::List(_) | Entry::Noisy(_) | Entry::Legs(_) => "generate",
            Entry::Count(_) | Entry::Allowed(_) => "count",
            Entry::Legal(_) => "legal",
            Entry::States(_) | Entry::InOrder(_) | Entry::Built(..) | Entry::StatesLegs(_) => "successors",
            Entry::Below(..) | Entry::Deeper(..) => "plies in a row",
            Entry::Make(_) => "endings of a move",
            Entry::PlainMake(_) => "make",
            Entry::Draw(_) | Entry::Plies | Entry::Nth(_) => "random moves",
            Entry::Wins(_) => "wins at once",
            Entry::Stuck => "endings without a move",
            Entry::Status | Entry::Open => "status",
            Entry::Marks => "marks of positions",
            Entry::Evaluate | Entry::Terms | Entry::Judge(_) => "evaluate",
            Entry::Helper(_) => "count in an expression",
        }
    }
}
