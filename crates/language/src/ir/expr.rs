//! Expressions: sets, numbers and truths.

use super::walk::{Part, walk_truth};
use super::{ClauseId, IntId, IntLocal, LaneId, Local, PlaneId, StepId};
use crate::game::Side;
use crate::rules::{Arith, Compare};

/// A set of cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Set {
    /// Fixed.
    Const(usize),
    /// A plane of the state.
    Plane(PlaneId),
    /// A local.
    Local(Local),
    /// A set that terms of the evaluation have in common; see [`super::Evaluation`].
    Shared(usize),
    /// Union.
    Or(Box<Set>, Box<Set>),
    /// Intersection.
    And(Box<Set>, Box<Set>),
    /// Difference.
    Minus(Box<Set>, Box<Set>),
    /// The left one unless it is empty.
    Else(Box<Set>, Box<Set>),
    /// The set if the condition holds, else nothing.
    When(Box<Bool>, Box<Set>),
    /// The same read from the state at the start of the ply.
    Was(Box<Set>),
    /// One step of every cell.
    Step(StepId, Box<Set>),
    /// So many steps of every cell.
    Steps(StepId, Box<Int>, Box<Set>),
    /// The cells whose step leads into the set.
    Preimage(StepId, Box<Set>),
    /// The union of a relation's sets.
    Image(usize, Box<Set>),
    /// Where slides end: all cells that can be reached along one of the directions through cells of `through`.
    Slide {
        /// Directions.
        dirs: Vec<StepId>,
        /// From where.
        of: Box<Set>,
        /// What lies between.
        through: Box<Set>,
        /// Exactly so many steps, if given.
        exactly: Option<Box<Int>>,
    },
    /// The cells that a ray passes.
    Ray {
        /// Directions.
        dirs: Vec<StepId>,
        /// From where.
        of: Box<Set>,
        /// What it passes through.
        through: Box<Set>,
        /// What must come next.
        until: Option<Box<Set>>,
        /// Exactly so many cells, if given.
        exactly: Option<Box<Int>>,
    },
    /// The first cell outside of `through` in each direction.
    Beyond {
        /// Directions.
        dirs: Vec<StepId>,
        /// From where.
        of: Box<Set>,
        /// What is passed.
        through: Box<Set>,
    },
    /// The cells of `within` that are joined to the seed.
    Flood {
        /// How cells are joined.
        dirs: Vec<StepId>,
        /// The start.
        seed: Box<Set>,
        /// The bounds.
        within: Box<Set>,
    },
    /// All cells of runs of `length` or more cells.
    Line {
        /// How long.
        length: u32,
        /// One direction of each axis.
        dirs: Vec<StepId>,
        /// Of what.
        of: Box<Set>,
    },
    /// The union of `body` for every cell of a set, bound to a local.
    Collect {
        /// The local.
        local: Local,
        /// The cells.
        over: Box<Set>,
        /// The set for each.
        body: Box<Set>,
    },
    /// Cells whose content differs from the start of the ply.
    Touched,
    /// Cells whose number lies between two bounds.
    Holding(LaneId, Box<Int>, Box<Int>),
    /// Cells whose pieces, one on top and those below it, number between two bounds.
    Stacked {
        /// Where a piece is on top.
        occupied: Box<Set>,
        /// At least so many.
        least: Box<Int>,
        /// At most so many.
        most: Box<Int>,
    },
    /// A quarter turn of the cells of `region`, if it is a square.
    Rotate {
        /// What is turned.
        what: Box<Set>,
        /// The square.
        region: Box<Set>,
        /// Clockwise.
        right: bool,
    },
}

/// A number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Int {
    /// Fixed.
    Const(i64),
    /// A number of the state.
    Read(IntId),
    /// A local.
    Local(IntLocal),
    /// Population count.
    Count(Box<Set>),
    /// The sum of a table over a set.
    SumTable(usize, Box<Set>),
    /// The sum of a lane over a set.
    SumLane(LaneId, Box<Set>),
    /// The pieces on the cells of a set, those below others included.
    SumStacked {
        /// On which cells.
        of: Box<Set>,
        /// Where a piece is on top.
        occupied: Box<Set>,
    },
    /// How many pieces like this (see [`super::piece`]) lie below the tops of the cells of a set.
    CountBelow(u64, Box<Set>),
    /// The sum over `of` of the steps to the nearest cell of `to`.
    SumDistance {
        /// Over these cells.
        of: Box<Set>,
        /// To these.
        to: Box<Set>,
        /// How cells are joined.
        dirs: Vec<StepId>,
    },
    /// The least number of cells of `open` that must be added to `own` so that they join `from` with `to`; the number
    /// of cells of the board where that can't be.
    Connection {
        /// How cells are joined.
        dirs: Vec<StepId>,
        /// One end, the other end, cells that count nothing, cells that count one.
        sets: Box<[Set; 4]>,
    },
    /// Connected groups.
    Groups(Vec<StepId>, Box<Set>),
    /// How many cells the largest connected group has.
    Largest(Vec<StepId>, Box<Set>),
    /// How many windows hold from least to most cells of each set.
    Windows(usize, Vec<(Set, u32, u32)>),
    /// How many moves a side has, the `legal` conditions apart; of these clauses only, if given.
    Mobility(Side, Option<Vec<ClauseId>>),
    /// An operation.
    Arith(Arith, Box<Int>, Box<Int>),
    /// A choice of values.
    If(Box<Bool>, Box<Int>, Box<Int>),
}

/// A truth value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Bool {
    /// Fixed.
    Const(bool),
    /// A set has a cell.
    Any(Set),
    /// Two sets are equal.
    Same(Set, Set),
    /// A comparison.
    Compare(Compare, Int, Int),
    /// Not.
    Not(Box<Bool>),
    /// Both.
    And(Box<Bool>, Box<Bool>),
    /// Either.
    Or(Box<Bool>, Box<Bool>),
    /// The side would have no legal move, judged by its first so many `legal` conditions.
    Stuck(Side, usize),
    /// What the game so far says; in verdicts and [`super::SideCode::by_history`] only.
    History(HistoryTest),
}

/// A question to the game so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HistoryTest {
    /// This placement never stood before; in conditions on plies a pass always counts as new.
    NewBoard,
    /// The position has stood so often or more, this time included.
    Repeats(u32),
    /// A condition held of every position since this one first stood: by index into [`super::Program::marks`].
    Always(usize),
}

impl Bool {
    /// Whether the game so far is asked.
    pub fn asks_history(&self) -> bool {
        self.history_tests().next().is_some()
    }

    /// What the game so far is asked.
    pub fn history_tests(&self) -> impl Iterator<Item = HistoryTest> {
        let mut tests = Vec::new();
        walk_truth(self, &mut |part| {
            if let Part::Truth(Bool::History(test)) = part {
                tests.push(*test);
            }
        });
        tests.into_iter()
    }

    /// Whether the game so far is all that is asked.
    pub fn is_of_history(&self) -> bool {
        match self {
            Bool::Const(_) | Bool::History(_) => true,
            Bool::Not(a) => a.is_of_history(),
            Bool::And(a, b) | Bool::Or(a, b) => a.is_of_history() && b.is_of_history(),
            Bool::Any(_) | Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) => false,
        }
    }

    /// How often the position must have stood at least so that this can hold.
    pub fn repetitions(&self) -> u32 {
        match self {
            Bool::History(HistoryTest::Repeats(n)) => *n,
            Bool::And(a, b) => a.repetitions().max(b.repetitions()),
            Bool::Or(a, b) => a.repetitions().min(b.repetitions()),
            Bool::Const(_)
            | Bool::Any(_)
            | Bool::Same(..)
            | Bool::Compare(..)
            | Bool::Not(_)
            | Bool::Stuck(..)
            | Bool::History(_) => 0,
        }
    }
}

/// Arithmetic, total: wrapping, division rounds down, and anything div or mod 0 is 0.
pub fn arith(op: Arith, a: i64, b: i64) -> i64 {
    match op {
        Arith::Add => a.wrapping_add(b),
        Arith::Subtract => a.wrapping_sub(b),
        Arith::Multiply => a.wrapping_mul(b),
        Arith::Divide if b == 0 => 0,
        Arith::Divide => {
            let q = a.wrapping_div(b);
            if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { q.wrapping_sub(1) } else { q }
        }
        Arith::Least => a.min(b),
        Arith::Greatest => a.max(b),
        Arith::Modulo if b == 0 => 0,
        Arith::Modulo => {
            let r = a.wrapping_rem(b);
            if r != 0 && (r < 0) != (b < 0) { r.wrapping_add(b) } else { r }
        }
    }
}
