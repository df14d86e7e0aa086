//! The parts of a state: planes, numbers per cell, numbers.

use super::{IntId, LaneId, PlaneId};
use crate::game::Side;
use crate::rules::{KindId, StateId};

/// A state is its planes (W words each), its lanes (one byte a cell), its stacks (one word a cell: what lies below the
/// piece on top, which the planes hold), then its numbers (one word each).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// Words of a set.
    pub set_words: usize,
    /// Words of a lane.
    pub lane_words: usize,
    /// Sets of cells.
    pub planes: Vec<Plane>,
    /// Numbers per cell.
    pub lanes: Vec<Lane>,
    /// Cells with stacks: none, or all of them. See [`STACK_BITS`].
    pub stacks: usize,
    /// Of each kind, whether its pieces are nobody's.
    pub neutral_kinds: Vec<bool>,
    /// Numbers.
    pub ints: Vec<IntVar>,
}

/// A piece in a stack takes so many bits, the one next to the top in the least: 1 + 2 · kind + owner (0 for
/// nobody), and 0 for none.
pub const STACK_BITS: u32 = 4;
/// A piece as it is written in a stack.
#[inline]
pub fn piece(owner: Option<Side>, kind: KindId) -> u64 {
    1 + 2 * kind as u64 + owner.map_or(0, Side::index) as u64
}
/// The most pieces that lie below a top.
pub const STACK_DEPTH: u32 = 64 / STACK_BITS;
/// The most pieces of a stack.
pub const STACK_HEIGHT: u32 = 1 + STACK_DEPTH;

/// A set of cells in the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plane {
    /// Its name in dumps.
    pub name: String,
    /// What it holds.
    pub class: PlaneClass,
}

/// What a plane holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaneClass {
    /// Pieces of a side.
    Side(Side),
    /// Pieces of nobody.
    Neutral,
    /// Pieces of a kind.
    Kind(KindId),
    /// A state variable.
    State(StateId),
    /// A state variable that is over when the turn passes: no part of what `repeats` compares.
    ThisTurn(StateId),
}

impl PlaneClass {
    /// Whether it says what stands where.
    pub fn is_placement(self) -> bool {
        matches!(self, PlaneClass::Side(_) | PlaneClass::Neutral | PlaneClass::Kind(_))
    }
}

/// Numbers per cell, one byte each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// Its name in dumps.
    pub name: String,
    /// How many pieces of this kind.
    pub kind: KindId,
}

/// A number in the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntVar {
    /// Its name in dumps.
    pub name: String,
    /// What it holds.
    pub class: IntClass,
}

/// What a number holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntClass {
    /// 0 if the first side moves, 1 if the second. Always the first number.
    Mover,
    /// Passes in a row, at most 2.
    Passes,
    /// Pieces in hand.
    Hand(Side, KindId),
    /// A state variable.
    State(StateId),
    /// A state variable that is over when the turn passes.
    ThisTurn(StateId),
    /// A clock, with the greatest number that the rules compare it with.
    Clock(StateId, i64),
}

impl Layout {
    /// The number that tells the mover.
    pub const MOVER: IntId = 0;

    /// Whether players have pieces in hand.
    pub fn has_hands(&self) -> bool {
        self.ints.iter().any(|int| matches!(int.class, IntClass::Hand(..)))
    }

    /// Where a plane starts in the state.
    #[inline]
    pub fn plane_at(&self, plane: PlaneId) -> usize {
        plane * self.set_words
    }

    /// Where a lane starts in the state.
    #[inline]
    pub fn lane_at(&self, lane: LaneId) -> usize {
        self.planes.len() * self.set_words + lane * self.lane_words
    }

    /// The kind of a piece on a cell where no plane tells it: the only one that is nobody's, or that is not.
    pub fn lone_kind(&self, neutral: bool) -> KindId {
        let fits = |&kind: &KindId| self.neutral_kinds[kind] == neutral && self.lane(kind).is_none();
        (0..self.neutral_kinds.len()).find(fits).unwrap_or(0)
    }

    /// Where the stack of a cell lies in the state.
    #[inline]
    pub fn stack_at(&self, site: usize) -> usize {
        self.lane_at(self.lanes.len()) + site
    }

    /// Where a number lies in the state.
    #[inline]
    pub fn int_at(&self, int: IntId) -> usize {
        self.stack_at(self.stacks) + int
    }

    /// The length of a state in words.
    #[inline]
    pub fn words(&self) -> usize {
        self.int_at(self.ints.len())
    }

    /// The plane of a class.
    pub fn plane(&self, class: PlaneClass) -> Option<PlaneId> {
        self.planes.iter().position(|p| p.class == class)
    }

    /// The number of a class.
    pub fn int(&self, class: IntClass) -> Option<IntId> {
        self.ints.iter().position(|i| i.class == class)
    }

    /// The plane of a state variable of cells.
    ///
    /// # Panics
    /// If the variable is a number.
    pub fn state_plane(&self, id: StateId) -> PlaneId {
        let plane = self.plane(PlaneClass::State(id)).or(self.plane(PlaneClass::ThisTurn(id)));
        plane.expect("a state variable of cells has a plane")
    }

    /// The number of a state variable or clock.
    ///
    /// # Panics
    /// If the variable holds cells.
    pub fn state_int(&self, id: StateId) -> IntId {
        let is = |class: IntClass| match class {
            IntClass::State(s) | IntClass::ThisTurn(s) | IntClass::Clock(s, _) => s == id,
            IntClass::Mover | IntClass::Passes | IntClass::Hand(..) => false,
        };
        self.ints.iter().position(|i| is(i.class)).expect("a state variable has a number")
    }

    /// The lane of a kind.
    pub fn lane(&self, kind: KindId) -> Option<LaneId> {
        self.lanes.iter().position(|l| l.kind == kind)
    }
}

/// The number of words that sets of so many cells get: the sizes that the executors are compiled for. Where the program is loaded over
/// a net, as WebAssembly, there are fewer: each is 84 kB.
#[inline]
pub fn set_words(sites: usize) -> usize {
    let sizes: &[usize] = if cfg!(target_family = "wasm") { &[1, 4] } else { &[1, 2, 4, 6, 10] };
    sizes.iter().copied().find(|words| sites <= words * 64).unwrap_or(16)
}
