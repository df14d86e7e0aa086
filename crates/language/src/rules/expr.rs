//! Checked expressions.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::visit::{self, Node};
use super::{DirId, FROM, KindId, LocalId, OVER, StateId, TO, Who};
use crate::board::SiteSet;
use crate::game::{PerSide, Side};

/// A set of cells.
#[derive(Debug, Clone, PartialEq)]
pub enum Region {
    /// Fixed cells.
    Const(SiteSet),
    /// Fixed cells that differ by player: `own pits`, `own rank 2`, `far rank` (which is `own`'s).
    PerSide(Who, Box<PerSide<SiteSet>>),
    /// Pieces: whose (none: anybody's, neutral ones included), and of which kinds (none: of any).
    Pieces {
        /// Whose.
        who: Option<Who>,
        /// Of which kinds.
        kinds: Option<Vec<KindId>>,
    },
    /// Cells without a piece.
    Empty,
    /// A state variable.
    State(StateId),
    /// A bound cell (or region, for parameters).
    Local(LocalId),
    /// Union.
    Or(Box<Region>, Box<Region>),
    /// Intersection.
    On(Box<Region>, Box<Region>),
    /// Difference.
    Except(Box<Region>, Box<Region>),
    /// The left one unless it is empty.
    Else(Box<Region>, Box<Region>),
    /// The cells that these directions lead to, `steps` on (1 where none is given).
    Step {
        /// The directions.
        dirs: DirSet,
        /// How many steps.
        steps: Option<Box<Number>>,
        /// From where.
        of: Box<Region>,
    },
    /// The cells that these directions lead to `of` from: the preimage, for links.
    Preimage {
        /// The direction.
        dir: DirId,
        /// Where to.
        of: Box<Region>,
    },
    /// The union of a table's rows: `ranks of R`, `files of R`.
    Table(std::sync::Arc<Vec<SiteSet>>, Box<Region>),
    /// The cells passed over.
    Ray {
        /// The directions.
        dirs: DirSet,
        /// Exactly so many; else as many as there are, at least one.
        exactly: Option<Box<Number>>,
        /// From where.
        of: Box<Region>,
        /// Through what.
        through: Box<Region>,
        /// Only if the next cell is in this.
        until: Option<Box<Region>>,
    },
    /// In each direction the first cell outside of `through`; the next one, if it is not in `through`.
    Beyond {
        /// The directions.
        dirs: DirSet,
        /// From where.
        of: Box<Region>,
        /// Past what.
        through: Box<Region>,
    },
    /// The cells of `within` that are joined to `seed` within it; seed cells outside of `within` don't count.
    Flood {
        /// How cells are joined.
        dirs: DirSet,
        /// The start.
        seed: Box<Region>,
        /// The bounds.
        within: Box<Region>,
    },
    /// All cells of complete lines of `length` or more cells.
    Line {
        /// How long.
        length: u32,
        /// Along these directions (and back).
        dirs: DirSet,
        /// Of what.
        of: Box<Region>,
    },
    /// `attacked by P`, by pieces of some kinds alone (none: of any).
    AttackedBy(Who, Option<Vec<KindId>>),
    /// Cells whose content differs from the start of the ply.
    Touched,
    /// The value at the start of the ply.
    Was(Box<Region>),
    /// Pieces stronger than the piece on a cell.
    StrongerThan(Box<Region>),
    /// Pieces weaker than the piece on a cell.
    WeakerThan(Box<Region>),
    /// Cells that hold from `.0` to `.1` counted pieces.
    Holding(Box<Number>, Box<Number>),
}

impl Number {
    /// How many cells of a region there are, or how many counted pieces where it is made of them.
    pub fn count(region: Region, is_counted: impl Fn(KindId) -> bool) -> Number {
        match region.counted(&is_counted) {
            Some(kinds) => Number::CountPieces(kinds, Box::new(region)),
            None => Number::Count(Box::new(region)),
        }
    }

    /// The operands of a chain of one operation.
    pub fn operands(&self, op: Arith) -> Vec<&Number> {
        if let Number::Arith(other, a, b) = self
            && *other == op
        {
            return [a, b].into_iter().flat_map(|number| number.operands(op)).collect();
        }
        vec![self]
    }
}

impl Region {
    /// The cells, as a side sees them, where they are the same in every position.
    pub fn fixed(&self, side: Side) -> Option<SiteSet> {
        match self {
            Region::Const(set) => Some(set.clone()),
            Region::PerSide(who, sets) => Some(sets[who.side(side)].clone()),
            Region::Or(a, b) => Some(a.fixed(side)?.or(&b.fixed(side)?)),
            Region::On(a, b) => Some(a.fixed(side)?.and(&b.fixed(side)?)),
            Region::Except(a, b) => Some(a.fixed(side)?.minus(&b.fixed(side)?)),
            Region::Else(a, b) => a.fixed(side).and_then(|a| if a.is_empty() { b.fixed(side) } else { Some(a) }),
            Region::Pieces { .. } | Region::Empty | Region::State(_) | Region::Local(_) => None,
            Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) | Region::Ray { .. } => None,
            Region::Beyond { .. } | Region::Flood { .. } | Region::Line { .. } | Region::AttackedBy(..) => None,
            Region::Touched | Region::Was(_) | Region::StrongerThan(_) | Region::WeakerThan(_) => None,
            Region::Holding(..) => None,
        }
    }

    /// The counted kinds that it is made of, where it is made of such pieces.
    pub fn counted(&self, is_counted: &impl Fn(KindId) -> bool) -> Option<Vec<KindId>> {
        match self {
            Region::Pieces { kinds: Some(kinds), .. } => {
                let all = !kinds.is_empty() && kinds.iter().all(|&kind| is_counted(kind));
                all.then(|| kinds.clone())
            }
            Region::On(a, b) => a.counted(is_counted).or_else(|| b.counted(is_counted)),
            Region::Except(a, _) => a.counted(is_counted),
            Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::Empty | Region::State(_) => None,
            Region::Local(_) | Region::Or(..) | Region::Else(..) | Region::Step { .. } | Region::Preimage { .. } => {
                None
            }
            Region::Table(..) | Region::Ray { .. } | Region::Beyond { .. } | Region::Flood { .. } => None,
            Region::Line { .. } | Region::AttackedBy(..) | Region::Touched | Region::Was(_) => None,
            Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => None,
        }
    }

    /// The cells that it may have in any position, seen from a side. In doubt, all.
    pub fn at_most(&self, side: Side, sites: usize) -> SiteSet {
        match self {
            Region::Const(cells) => cells.clone(),
            Region::PerSide(who, cells) => cells[who.side(side)].clone(),
            Region::Or(a, b) | Region::Else(a, b) => a.at_most(side, sites).or(&b.at_most(side, sites)),
            Region::On(a, b) => a.at_most(side, sites).and(&b.at_most(side, sites)),
            Region::Except(a, _) => a.at_most(side, sites),
            Region::Pieces { .. } | Region::Empty | Region::State(_) | Region::Local(_) => SiteSet::full(sites),
            Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) => SiteSet::full(sites),
            Region::Ray { through: all, .. } | Region::Flood { within: all, .. } | Region::Line { of: all, .. } => {
                all.at_most(side, sites)
            }
            Region::Beyond { .. } | Region::AttackedBy(..) | Region::Touched | Region::Was(_) => SiteSet::full(sites),
            Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => SiteSet::full(sites),
        }
    }

    /// The operands of a chain of `or`.
    pub fn members(&self) -> Vec<&Region> {
        self.chain(|region| if let Region::Or(a, b) = region { Some([a, b]) } else { None })
    }

    /// The operands of a chain of `on`.
    pub fn conjuncts(&self) -> Vec<&Region> {
        self.chain(|region| if let Region::On(a, b) = region { Some([a, b]) } else { None })
    }

    fn chain(&self, split: fn(&Region) -> Option<[&Region; 2]>) -> Vec<&Region> {
        match split(self) {
            Some(operands) => operands.into_iter().flat_map(|operand| operand.chain(split)).collect(),
            None => vec![self],
        }
    }

    /// Whether it is one cell at most, as far as the rules tell.
    pub fn at_most_one(&self) -> bool {
        match self {
            Region::Const(cells) => cells.len() <= 1,
            Region::PerSide(_, cells) => cells.iter().all(|cells| cells.len() <= 1),
            Region::Local(id) => [FROM, TO, OVER].contains(id),
            Region::On(a, b) => a.at_most_one() || b.at_most_one(),
            Region::Or(a, b) => a == b && a.at_most_one(),
            Region::Else(a, b) => a.at_most_one() && b.at_most_one(),
            Region::Except(a, _) => a.at_most_one(),
            Region::Step { dirs, of, .. } => {
                dirs.fixed.iter().all(|fixed| fixed.len() + dirs.plus.len() <= 1) && of.at_most_one()
            }
            Region::Pieces { .. } | Region::Empty | Region::State(_) | Region::Preimage { .. } => false,
            Region::Table(..) | Region::Ray { .. } | Region::Beyond { .. } | Region::Flood { .. } => false,
            Region::Line { .. } | Region::AttackedBy(..) | Region::Touched | Region::Was(_) => false,
            Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => false,
        }
    }

    /// Whether a piece of this kind may stand in it, as far as it says itself.
    pub fn may_hold(&self, kind: KindId) -> bool {
        match self {
            Region::Pieces { kinds: Some(kinds), .. } => kinds.contains(&kind),
            Region::Empty => false,
            Region::Or(a, b) | Region::Else(a, b) => a.may_hold(kind) || b.may_hold(kind),
            Region::On(a, b) => a.may_hold(kind) && b.may_hold(kind),
            Region::Except(a, _) => a.may_hold(kind),
            Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::State(_) => true,
            Region::Local(_) | Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) => true,
            Region::Ray { .. } | Region::Beyond { .. } | Region::Flood { .. } | Region::Line { .. } => true,
            Region::AttackedBy(..) | Region::Touched | Region::Was(_) | Region::StrongerThan(_) => true,
            Region::WeakerThan(_) | Region::Holding(..) => true,
        }
    }
}

/// A set of directions, which may depend on the direction variable `dir` of the clause.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DirSet {
    /// Fixed ones, as each side sees them.
    pub fixed: PerSide<Vec<DirId>>,
    /// Those that follow `dir`.
    pub plus: Vec<VarDir>,
    /// Those taken away that follow `dir`.
    pub minus: Vec<VarDir>,
}

/// `dir` or `reverse dir`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VarDir {
    /// `dir`
    Dir,
    /// `reverse dir`
    Reverse,
}

/// A whole number.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// Fixed.
    Const(i64),
    /// A state variable or clock.
    State(StateId),
    /// How many pieces (of some kinds) a player has in hand.
    Hand(Who, Option<Vec<KindId>>),
    /// How many cells; on cells of counted pieces, how many pieces of these kinds (see `count`).
    Count(Box<Region>),
    /// How many counted pieces of these kinds lie on these cells.
    CountPieces(Vec<KindId>, Box<Region>),
    /// The sum of a number for each cell.
    Sum(Box<Region>, By),
    /// How many joined groups.
    Groups(DirSet, Box<Region>),
    /// How many cells the largest joined group has.
    Largest(DirSet, Box<Region>),
    /// How many windows of `length` cells in line (along all lines of the board) hold what is needed.
    Lines {
        /// How long.
        length: u32,
        /// What each must hold.
        need: Vec<WindowNeed>,
    },
    /// How many pseudo-legal moves these kinds (none: all) have.
    Mobility(Option<Vec<KindId>>),
    /// The least number of cells of `open` that must be added to `own` so that they join `from` with `to`; the number
    /// of cells of the board where that can't be.
    Connection(Box<Connection>),
    /// How many legs this ply has had.
    Legs,
    /// How many laps the sowing that it stands in has had before this one.
    Laps,
    /// An operation.
    Arith(Arith, Box<Number>, Box<Number>),
    /// 1 if it holds, else 0: for weights of a truth value.
    If(Box<Truth>, Box<Number>, Box<Number>),
}

/// What a window of a line must hold: from `least` to `most` cells of `region`.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowNeed {
    /// Of what.
    pub region: Region,
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// What is to be joined; see [`Number::Connection`].
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// How cells are joined.
    pub dirs: DirSet,
    /// One end.
    pub from: Region,
    /// The other end.
    pub to: Region,
    /// Cells that count nothing.
    pub own: Region,
    /// Cells that count one.
    pub open: Region,
}

/// What `sum` adds for a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum By {
    /// A table for each side.
    Table(Box<PerSide<Vec<i64>>>),
    /// The pieces that lie on one another.
    Height,
    /// Steps to the nearest cell of a region; the number of cells of the board where there is no way.
    DistanceTo(Box<Region>),
}

/// Arithmetic, total: wrapping, and x div 0 = x mod 0 = 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arith {
    /// +
    Add,
    /// −
    Subtract,
    /// ·
    Multiply,
    /// Rounded toward minus infinity.
    Divide,
    /// The remainder of that, never negative for a positive divisor.
    Modulo,
    /// The less of two.
    Least,
    /// The greater of two.
    Greatest,
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compare {
    /// =
    Equal,
    /// !=
    NotEqual,
    /// <
    Less,
    /// <=
    LessEqual,
}

impl Compare {
    /// Its value where it follows from the ranges of two numbers, each from the least to the greatest.
    pub fn of_ranges(self, (least, most): (i64, i64), (low, high): (i64, i64)) -> Option<bool> {
        let apart = most < low || high < least;
        let (always, never) = match self {
            Compare::Less => (most < low, least >= high),
            Compare::LessEqual => (most <= low, least > high),
            Compare::Equal => (false, apart),
            Compare::NotEqual => (apart, false),
        };
        (always != never).then_some(always)
    }
}

/// True or false.
#[derive(Debug, Clone, PartialEq)]
pub enum Truth {
    /// Fixed.
    Const(bool),
    /// The region has a cell.
    Some(Region),
    /// Both regions are the same.
    SameRegion(Region, Region),
    /// A comparison.
    Compare(Compare, Number, Number),
    /// Both.
    And(Box<Truth>, Box<Truth>),
    /// Either.
    Or(Box<Truth>, Box<Truth>),
    /// Not.
    Not(Box<Truth>),
    /// If it were this player's turn now, there would be no legal turn. The number: only the first so many `legal`
    /// conditions count (all, outside of `legal`).
    Stuck(Who, usize),
    /// The last two plies were passes.
    BothPassed,
    /// What the game so far is asked; in `legal` and `end` only.
    History(HistoryTest),
}

/// A question to the game so far.
#[derive(Debug, Clone, PartialEq)]
pub enum HistoryTest {
    /// This placement never stood before; in `legal` a pass always counts as new.
    NewBoard,
    /// The position has stood so often or more, this time included.
    Repeats(u32),
    /// The condition held in every position with this player not to move, from the first time that this position stood until
    /// now.
    Always(Who, Box<Truth>),
}

impl Truth {
    /// The operands of a chain of `and`.
    pub fn conjuncts(&self) -> Vec<&Truth> {
        let Truth::And(a, b) = self else { return vec![self] };
        [a, b].into_iter().flat_map(|part| part.conjuncts()).collect()
    }

    /// The region that it asks to be without cells: `no R`, `count R = 0`.
    pub fn none_of(&self) -> Option<&Region> {
        if let Truth::Not(inner) = self
            && let Truth::Some(region) = &**inner
        {
            return Some(region);
        }
        if let Truth::Compare(Compare::Equal, Number::Count(region), Number::Const(0)) = self {
            return Some(region);
        }
        None
    }

    /// Whether the game so far is asked.
    pub fn asks_history(&self) -> bool {
        visit::has(self, |node| matches!(node, Node::Truth(Truth::History(_))))
    }
}
