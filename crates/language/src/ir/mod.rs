//! The core language: expressions over sets of cells, explicit choice, and effects.
//!
//! Rules go in specialised for each player, without names; a printed form and a verifier come with it. The IR has no
//! jumps and no unbounded loop, and every operator is total: `lowest ∅` binds nothing, x div 0 = 0, steps off the board
//! lead nowhere.
//!
//! # Execution
//! A ply runs statements on a copy of the state. A choice ([`Stmt::Pick`], [`Stmt::Choose`]) runs *the rest* of the
//! ply once for each alternative; [`Stmt::Guard`] drops the alternative. What reaches the end of the ply is a move, and
//! its record is the choices that led there. *Generate*, *make*, *any* and the printing of moves are sinks of that
//! one enumeration: `make` takes the choices from a record instead of trying all.
//!
//! A ply is: the turn's block (with its legs), `finally`, the `legal` conditions, then `end_ply`, which passes the turn.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod account;
mod common;
mod expr;
mod gain;
mod join;
mod layout;
mod print;
mod record;
mod stmt;
mod symmetry;
mod verify;
pub mod walk;
mod wins;

pub use account::{Account, Flow, Source, Within, Writes, decides, has_again};
pub use common::common;
pub use expr::{Bool, HistoryTest, Int, Set, arith};
pub use gain::quiet_gain;
pub use join::{Chain, Joins};
pub use layout::{
    IntClass, IntVar, Lane, Layout, Plane, PlaneClass, STACK_BITS, STACK_DEPTH, STACK_HEIGHT, piece, set_words,
};
pub use print::{print, set as print_set, truth as print_truth};
pub use record::{MAX_WORDS, RecordShape, choice_bits};
pub use stmt::{Alternative, Block, Show, Stmt, Tag};
pub use symmetry::{SiteMap, remoteness, symmetries};
pub use verify::verify;
pub use wins::{Wins, promise, wins};

use crate::board::SiteSet;
use crate::game::{PerSide, Repetition, Side};

/// A set local. The first three are the verb's: from, to, over.
pub type Local = usize;
/// A number local.
pub type IntLocal = usize;
/// A plane of the state, by index into [`Layout::planes`].
pub type PlaneId = usize;
/// Numbers per cell, by index into [`Layout::lanes`].
pub type LaneId = usize;
/// A number of the state, by index into [`Layout::ints`].
pub type IntId = usize;
/// A direction table, by index into [`Program::steps`].
pub type StepId = usize;
/// A clause, by place in the file.
pub type ClauseId = usize;

/// The number local that counts the legs of a ply.
pub const LEGS: IntLocal = 0;
/// The number local with a bit for every direction that the next leg may take.
pub const ALLOWED: IntLocal = 1;
/// The number local that is 1 when the same side makes the next ply.
pub const EXTRA: IntLocal = 2;
/// The first number local that is free.
pub const FIRST_INT_LOCAL: IntLocal = 3;

/// A whole game, lowered.
#[derive(Debug, Clone)]
pub struct Program {
    /// How many cells.
    pub sites: usize,
    /// Column and row of every cell, for rotation; cells of different boards never share a place.
    pub places: Vec<(i32, i32)>,
    /// The state's parts.
    pub layout: Layout,
    /// The starting state.
    pub initial: Vec<u64>,
    /// Fixed sets.
    pub consts: Vec<SiteSet>,
    /// Direction tables: the next cell of every cell.
    pub steps: Vec<Vec<Option<u16>>>,
    /// For each direction table its inverse, if there is one.
    pub reverse: Vec<Option<StepId>>,
    /// Relations: a set for every cell.
    pub images: Vec<Vec<SiteSet>>,
    /// A number for every cell.
    pub numbers: Vec<Vec<i64>>,
    /// Windows of lines.
    pub windows: Vec<Vec<SiteSet>>,
    /// How many of them the rules read.
    pub of_rules: RuleTables,
    /// The code of each side.
    pub sides: PerSide<SideCode>,
    /// The evaluations; where a file has none, one that is derived from the rules.
    pub evaluations: Vec<Evaluation>,
    /// How many set locals a ply may use.
    pub locals: usize,
    /// How many number locals.
    pub int_locals: usize,
    /// How moves are recorded.
    pub record: RecordShape,
    /// Clauses as a search sees them, in file order.
    pub clauses: Vec<ClauseHint>,
    /// For every clause, by side: the cells where an arrival may gain something other than what stands there. In doubt, all.
    pub promoting: Vec<PerSide<SiteSet>>,
    /// The clauses of every group.
    pub groups: Vec<Vec<ClauseId>>,
    /// The labels that [`Tag::Label`] names.
    pub labels: Vec<String>,
    /// For each evaluation (and where there is none, one) what a kind is worth, in its units; for ordering.
    pub kind_values: Vec<Vec<i32>>,
    /// Conditions of which it is kept in which positions of the game they held.
    pub marks: Vec<Mark>,
    /// Facts about all plies.
    pub facts: Facts,
}

/// How many of a program's tables its rules read: they are the first ones, those that only evaluations read come behind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleTables {
    /// Of the fixed sets.
    pub consts: usize,
    /// Of the numbers for every cell.
    pub numbers: usize,
    /// Of the windows.
    pub windows: usize,
}

/// Facts that lowering proves for all plies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// Some effect adds pieces to the board.
    pub adds: bool,
    /// Some effect takes pieces off the board.
    pub removes: bool,
    /// The numbers (of the first 64) that plies only lower, and that are part of the position: pieces in hand that never
    /// come back there. A bit each; none where the history is asked about the placement alone.
    pub falling: u64,
    /// The planes (of the first 64) that no two plies change and change back: men that only advance or leave the board. A
    /// bit each.
    pub advancing: u64,
    /// Equal resulting positions are one move (turns of several legs).
    pub merge_results: bool,
    /// See [`crate::game::Traits`].
    pub no_repetition: bool,
    /// See [`crate::game::Traits`].
    pub null_move: bool,
    /// See [`crate::game::Traits`].
    pub forced_captures: bool,
    /// See [`crate::game::Traits`].
    pub extra_turns: bool,
    /// See [`crate::game::Traits`].
    pub exchanges: bool,
    /// See [`crate::game::Traits`].
    pub repetition: Repetition,
    /// See [`crate::game::Game::score_scale`].
    pub score_scale: Option<i32>,
}

impl Facts {
    /// The numbers of [`Facts::falling`].
    pub fn falling(self) -> impl Iterator<Item = IntId> {
        ones(self.falling)
    }

    /// The planes of [`Facts::advancing`].
    pub fn advancing(self) -> impl Iterator<Item = PlaneId> {
        ones(self.advancing)
    }

    /// Whether something tells of a ply that nothing before it can come back.
    pub fn tells_irreversible(self) -> bool {
        self.one_way() || self.falling != 0 || self.advancing != 0
    }

    /// Whether plies only add pieces, or only take them off.
    pub fn one_way(self) -> bool {
        !(self.adds && self.removes)
    }
}

/// The places of a word's bits, the lowest first.
fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |bits: u64| (bits != 0).then_some(bits);
    std::iter::successors(rest(word), move |bits| rest(bits & (bits - 1))).map(|bits| bits.trailing_zeros() as usize)
}

/// What a search may want to know of a clause before it is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClauseHint {
    /// A piece moves from `from` to `to`.
    pub moves: bool,
    /// What stands on `to` is taken.
    pub replaces: bool,
    /// Its effects may take pieces off.
    pub takes: bool,
    /// Its effects may promote.
    pub promotes: bool,
    /// It is a pass.
    pub passes: bool,
    /// Another clause may offer a move with the same choices: the earlier one counts.
    pub may_repeat: bool,
    /// It may offer two moves with the same choices itself.
    pub repeats_itself: bool,
}

impl ClauseHint {
    /// Whether only the board behind a move tells what it gains.
    pub fn gains_by_effects(&self) -> bool {
        self.moves && (self.takes || self.promotes)
    }
}

/// The code of one side: everything here reads `own` as this side. By default it is of no rules.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SideCode {
    /// What may be played.
    pub turn: Turn,
    /// Every clause as a first leg, its group's guard included.
    pub clauses: Vec<Block>,
    /// Further legs, for every group: a choice among the clauses that `again` in that group runs.
    pub next_legs: Vec<Block>,
    /// Once at the end of every ply.
    pub finally: Block,
    /// Conditions after `finally`, as far as the position tells.
    pub legal: Vec<Bool>,
    /// Conditions at the same time that ask the game so far, the position after the ply included.
    pub by_history: Vec<Bool>,
    /// Passes the turn: counters, state that is over, the mover.
    pub end_ply: Block,
    /// The verdicts for positions in which the *other* side is to move.
    pub verdicts: Vec<Verdict>,
}

/// An evaluation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evaluation {
    /// Sets that its terms have in common; each may read those before it.
    pub shared: Vec<Set>,
    /// The terms of each side: weight and number.
    pub terms: PerSide<Vec<(i64, Int)>>,
}

impl SideCode {
    /// All statements.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let ends = [&self.finally, &self.end_ply];
        self.clauses.iter().chain(&self.next_legs).chain(ends).chain(self.turn.pass())
    }

    /// All statements, to rewrite them.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let ends = [&mut self.finally, &mut self.end_ply];
        self.clauses.iter_mut().chain(&mut self.next_legs).chain(ends).chain(self.turn.pass_mut())
    }
}

/// What may be played.
#[derive(Debug, Clone, PartialEq)]
pub enum Turn {
    /// These groups.
    Groups(Vec<usize>),
    /// A pass.
    Pass(Block),
    /// Either.
    Or(Box<Turn>, Box<Turn>),
    /// The right one only if the left has no legal move.
    Else(Box<Turn>, Box<Turn>),
    /// Those with the greatest number at the end of the ply.
    Most(Int, Box<Turn>),
    /// From `.0` to `.1` steps of these groups; a leg of a group costs so many steps.
    Repeat(u32, u32, Vec<(usize, u32)>),
}

/// The index of an entry in one of a program's tables, where it is put if it is not there yet.
pub fn intern<T: PartialEq>(table: &mut Vec<T>, entry: T) -> usize {
    table.iter().position(|known| *known == entry).unwrap_or_else(|| {
        table.push(entry);
        table.len() - 1
    })
}

impl Program {
    /// So many marks has a position.
    pub const MOST_MARKS: usize = 64;

    /// Whether the game so far may forbid plies.
    #[inline]
    pub fn forbids_by_history(&self) -> bool {
        self.sides.iter().any(|side| !side.by_history.is_empty())
    }

    /// Whether another program differs in nothing but its evaluations, and in what only these read.
    pub fn has_rules_of(&self, other: &Program) -> bool {
        let read = self.of_rules;
        // Relations are added when the code of the rules is optimised, too: all that both have must be the same.
        let mut images = self.images.iter().zip(&other.images);
        self.layout == other.layout
            && self.record == other.record
            && self.initial == other.initial
            && self.facts == other.facts
            && self.clauses == other.clauses
            && self.groups == other.groups
            && self.marks == other.marks
            && self.sides == other.sides
            && self.steps == other.steps
            && read == other.of_rules
            && self.consts[..read.consts] == other.consts[..read.consts]
            && self.numbers[..read.numbers] == other.numbers[..read.numbers]
            && self.windows[..read.windows] == other.windows[..read.windows]
            && images.all(|(a, b)| a == b)
    }

    /// How many kinds of pieces there are.
    #[inline]
    pub fn kinds(&self) -> usize {
        self.kind_values.first().map_or(0, Vec::len)
    }

    /// What a piece of a kind is worth by an evaluation.
    #[inline]
    pub fn kind_value(&self, evaluation: usize, kind: usize) -> i32 {
        self.kind_values.get(evaluation).and_then(|values| values.get(kind)).copied().unwrap_or(0)
    }
}

impl Default for Turn {
    /// Nothing to play.
    fn default() -> Self {
        Turn::Groups(Vec::new())
    }
}

impl Turn {
    /// Visits the turns that it is composed of, itself first.
    pub fn each<'t>(&'t self, visit: &mut dyn FnMut(&'t Turn)) {
        visit(self);
        match self {
            Turn::Or(a, b) | Turn::Else(a, b) => {
                a.each(visit);
                b.each(visit);
            }
            Turn::Most(_, a) => a.each(visit),
            Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..) => {}
        }
    }

    /// The first of these of which `test` makes something.
    fn find<'t, T>(&'t self, test: &dyn Fn(&'t Turn) -> Option<T>) -> Option<T> {
        let mut found = None;
        self.each(&mut |turn| found = found.take().or_else(|| test(turn)));
        found
    }

    /// The block of the turn's pass, if it has one.
    pub fn pass(&self) -> Option<&Block> {
        self.find(&|turn| if let Turn::Pass(block) = turn { Some(block) } else { None })
    }

    fn pass_mut(&mut self) -> Option<&mut Block> {
        match self {
            Turn::Pass(block) => Some(block),
            Turn::Or(a, b) | Turn::Else(a, b) => a.pass_mut().or_else(|| b.pass_mut()),
            Turn::Most(_, a) => a.pass_mut(),
            Turn::Groups(_) | Turn::Repeat(..) => None,
        }
    }

    /// Whether some plies are several steps.
    pub fn repeats(&self) -> bool {
        self.find(&|turn| matches!(turn, Turn::Repeat(..)).then_some(())).is_some()
    }

    /// The part of the turn in which a clause is a step among several, if it is.
    pub fn repeat_with(&self, clause: ClauseId, groups: &[Vec<ClauseId>]) -> Option<&Turn> {
        let is_step = |list: &[(usize, u32)]| list.iter().any(|(g, _)| groups[*g].contains(&clause));
        self.find(&|turn| matches!(turn, Turn::Repeat(_, _, list) if is_step(list)).then_some(turn))
    }

    /// All clauses that the turn may begin with.
    pub fn clauses(&self, groups: &[Vec<ClauseId>]) -> Vec<ClauseId> {
        match self {
            Turn::Groups(list) => list.iter().flat_map(|&g| groups[g].clone()).collect(),
            Turn::Repeat(_, _, list) => list.iter().flat_map(|&(g, _)| groups[g].clone()).collect(),
            Turn::Or(a, b) | Turn::Else(a, b) => {
                let mut all = a.clauses(groups);
                all.extend(b.clauses(groups));
                all
            }
            Turn::Most(_, a) => a.clauses(groups),
            Turn::Pass(_) => Vec::new(),
        }
    }
}

/// A condition on positions that the rules may ask of the whole game.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// It is asked of positions in which the other side is to move; it holds of all others.
    pub of: Side,
    /// What it says of the position.
    pub holds: Bool,
}

/// A verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// When.
    pub when: Bool,
    /// Whether `when` asks the game so far.
    pub history: bool,
    /// What is decided.
    pub decides: Decision,
    /// Whether `when` asks for a clock: then it counts as decided by history.
    pub clock: bool,
    /// Whether `when` holds only if the player to move is stuck: then it is not asked of a position alone.
    pub stuck: bool,
    /// Whether `when` holds of a stuck player if it would hold of him with a move: then a position is asked as if he had one,
    /// and all verdicts again if it turns out that he has none.
    pub spared: bool,
    /// What else must be true of a ply that makes `when` hold, where that is known.
    pub since: Option<Since>,
    /// What may be true of a position so that no ply from there makes `when` hold, whatever held before.
    pub far: Option<Bool>,
}

/// How a ply can make a condition hold that did not hold before any ply of the game so far: by way of a cell that it
/// adds to a plane.
#[derive(Debug, Clone, PartialEq)]
pub enum Since {
    /// So many other cells of the plane lie near the cell along one of some axes.
    Line {
        /// The plane.
        plane: PlaneId,
        /// For each axis a relation: what lies near a cell along it.
        near: Vec<usize>,
        /// How many.
        least: u32,
    },
    /// The cell joins sets by way of the plane: cells of the plane beside it, and sets that it is in, are two or more.
    Joined {
        /// The condition as one on chains.
        chain: Chain,
        /// The relation of cells that lie beside each other.
        beside: usize,
    },
}

impl Since {
    /// The plane.
    pub fn plane(&self) -> PlaneId {
        match self {
            Since::Line { plane, .. } => *plane,
            Since::Joined { chain, .. } => chain.plane,
        }
    }
}

/// What a verdict decides.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// This side has won.
    Win(Side),
    /// Nobody has.
    Draw,
    /// The first player's margin.
    Margin(Int),
}
