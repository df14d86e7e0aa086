//! Statements.

use super::account::Flow;
use super::{Bool, ClauseId, Int, IntId, IntLocal, LaneId, Local, PlaneId, Set, StepId};
use crate::rules::KindId;

/// Statements.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// Binds a set.
    Let(Local, Set),
    /// Binds a number.
    LetInt(IntLocal, Int),
    /// A choice of a cell.
    Pick {
        /// Binds it.
        local: Local,
        /// The cells to choose from.
        from: Set,
        /// What it is in the move's text.
        show: Show,
    },
    /// A choice of a way to go on.
    Choose(Vec<Alternative>),
    /// Goes on only if it holds.
    Guard(Bool),
    /// A condition.
    If(Bool, Block, Block),
    /// Writes a plane.
    SetPlane(PlaneId, Set),
    /// Writes a number.
    SetInt(IntId, Int),
    /// Writes the number of every cell of a set.
    SetLane(LaneId, Set, Int),
    /// Adds to the number of every cell of a set.
    AddLane(LaneId, Set, Int),
    /// Adds one piece each to so many cells along a link, leaving some out; binds the last cell, which is the first one if
    /// there is no piece, or no cell to put one on.
    Sow {
        /// The pieces.
        lane: LaneId,
        /// The cell behind which they begin: one cell.
        from: Local,
        /// How many.
        seeds: Int,
        /// The way.
        step: StepId,
        /// The cells that are left out.
        except: Set,
        /// Binds the last cell.
        last: Local,
    },
    /// Runs a block, which makes no choice and forbids nothing, and again as long as it leaves a number other than 0, up to
    /// so many times.
    Loop {
        /// The block.
        body: Block,
        /// The number that it leaves.
        goes_on: IntLocal,
        /// Counts the times it has run before; it is set to 0 ahead of the loop.
        count: IntLocal,
        /// How many times at most.
        most: u32,
    },
    /// What lies below the top of a cell goes below the top of another; what lay there is gone.
    MoveStack(Set, Set),
    /// Two cells change what lies below their tops.
    SwapStacks(Set, Set),
    /// Nothing lies below the tops of these cells.
    ClearStacks(Set),
    /// The upper pieces of one cell go on top of another cell's stack: so many, all if there are fewer; none if both are the same.
    Pile {
        /// How many.
        number: Int,
        /// Whose upper pieces.
        what: Set,
        /// Onto which stack.
        onto: Set,
    },
    /// The top piece of one cell goes to the bottom of another cell's stack; the next piece comes up.
    Tuck {
        /// Whose top piece.
        what: Set,
        /// Under which stack.
        under: Set,
    },
    /// What a leg shows in the move's text although it was no choice.
    Show(Show, Local),
    /// The next leg, by the clauses of `group`'s further legs; if there is none, or `may`, the ply goes on without.
    Again {
        /// Whether it may stop.
        may: bool,
        /// Which.
        group: usize,
    },
    /// All choices are made and nothing can forbid the move: *generate* emits here.
    Decided,
}

impl Stmt {
    /// The blocks inside of it.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (branches, ways): (_, &[Alternative]) = match self.account().flow {
            Flow::Branches(then, otherwise) => ([Some(then), Some(otherwise)], &[]),
            Flow::Repeats(body) => ([Some(body), None], &[]),
            Flow::Chooses(ways) => ([None, None], ways),
            Flow::On | Flow::Picks(_) | Flow::MayDrop | Flow::Legs | Flow::IsDecided => ([None, None], &[]),
        };
        branches.into_iter().flatten().chain(ways.iter().map(|way| &way.body))
    }

    /// The blocks inside of it, to rewrite them.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (branches, ways): (_, &mut [Alternative]) = match self {
            Stmt::If(_, then, otherwise) => ([Some(then), Some(otherwise)], &mut []),
            Stmt::Loop { body, .. } => ([Some(body), None], &mut []),
            Stmt::Choose(ways) => ([None, None], ways),
            Stmt::Let(..)
            | Stmt::LetInt(..)
            | Stmt::Pick { .. }
            | Stmt::Guard(_)
            | Stmt::SetPlane(..)
            | Stmt::SetInt(..)
            | Stmt::SetLane(..)
            | Stmt::AddLane(..)
            | Stmt::Sow { .. }
            | Stmt::MoveStack(..)
            | Stmt::SwapStacks(..)
            | Stmt::ClearStacks(_)
            | Stmt::Pile { .. }
            | Stmt::Tuck { .. }
            | Stmt::Show(..)
            | Stmt::Again { .. }
            | Stmt::Decided => ([None, None], &mut []),
        };
        branches.into_iter().flatten().chain(ways.iter_mut().map(|way| &mut way.body))
    }
}

/// One way to go on.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// What it is in the move's text.
    pub tag: Tag,
    /// What it does.
    pub body: Block,
}

/// What a choice of alternatives is in a move's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// Nothing.
    Silent,
    /// A clause of the file as a further leg; nothing in the text.
    Clause(ClauseId),
    /// `/label`
    Label(usize),
    /// `=Kind`
    Promotion(KindId),
    /// `Kind@`
    Dropped(KindId),
}

/// What a chosen cell is in a move's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Show {
    /// Where a piece comes from.
    Origin,
    /// Where it goes.
    Arrival,
    /// Where it goes with a hop: `x` stands before it.
    Hop,
    /// A further choice: `/` stands before it.
    Extra,
}

impl Show {
    /// How a cell stands in the text of a move: the first one stands bare, whatever it is to the ply.
    #[must_use]
    pub fn stands(self, is_first: bool) -> Show {
        if is_first { Show::Arrival } else { self }
    }
}
