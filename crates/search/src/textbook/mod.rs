//! The procedures as the textbooks print them, by name and traced step by step; over any game and over explicit trees.
//!
//! In: a [`Tree`], an [`Algorithm`], a depth. Out: a [`Trace`] with value, line, counts and events, which
//! [`render_text`] and [`render_svg`] draw and [`compare`](fn@compare) sets beside each other. They are for seeing and
//! as oracles; nothing here is fast.

mod choose;
mod compare;
mod explicit;
mod game_tree;
mod procedures;
mod record;
mod shape;
mod svg;
mod text;

pub use choose::{Chosen, choose};
pub use compare::{Comparison, Order, Row, arranged, compare, minimal_leaves, render_table};
pub use explicit::{Explicit, TreeError, materialize};
pub use game_tree::GameTree;
pub use record::{Cutoff, Event, Kind, Trace};
pub use svg::render_svg;
pub use text::render_text;

use std::sync::atomic::AtomicBool;

use crate::game::Overflow;

/// Larger than any value: the books' "Large", "the least value that STATIC can give" with its sign turned.
pub const LARGE: i32 = super::value::INFINITY;

/// What the procedures walk on: positions with two players, MAX and MIN.
pub trait Tree {
    /// A position.
    type Node: Clone;
    /// The position to be valued.
    fn root(&self) -> Self::Node;
    /// Whether MAX is to move.
    fn maximizes(&self, node: &Self::Node) -> bool;
    /// MOVE-GEN: each move's name and the position behind it; none at the end of the game.
    ///
    /// # Errors
    /// See [`Overflow`].
    fn successors(&self, node: &Self::Node) -> Result<Vec<(String, Self::Node)>, Overflow>;
    /// STATIC, from MAX's point of view, strictly between −[`LARGE`] and [`LARGE`]; at the end of the game its result.
    ///
    /// # Errors
    /// If it is not known whether the game is over there.
    fn static_value(&self, node: &Self::Node) -> Result<i32, Overflow>;
    /// How to call a position; empty if only the moves have names.
    fn name(&self, node: &Self::Node) -> String;
    /// Whether every position at this depth has a static value; if not, what to say.
    ///
    /// # Errors
    /// A message for the user.
    fn check_depth(&self, depth: u32) -> Result<(), String> {
        let _ = depth;
        Ok(())
    }
}

/// A procedure by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// MINIMAX(Position, Depth, Player), values inverted at each change of player.
    Minimax,
    /// Minimax by a list of states, without recursion.
    MinimaxList,
    /// MINIMAX-A-B(Position, Depth, Player, Use-Thresh, Pass-Thresh).
    MinimaxAB,
    /// MAX and MIN nodes with α and β.
    AlphaBeta,
    /// Alpha-beta in one function for both players, values outside the window kept.
    Negamax,
    /// Principal variation search: later moves are only shown to be no better.
    Pvs,
}

impl Algorithm {
    /// All, in the order of the chapters.
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Minimax,
        Algorithm::MinimaxList,
        Algorithm::MinimaxAB,
        Algorithm::AlphaBeta,
        Algorithm::Negamax,
        Algorithm::Pvs,
    ];

    /// The name that [`Algorithm::of_name`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::MinimaxList => "minimax-list",
            Algorithm::MinimaxAB => "minimax-a-b",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::Negamax => "negamax",
            Algorithm::Pvs => "pvs",
        }
    }

    /// The procedure of that name.
    pub fn of_name(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Whether it prunes.
    pub fn prunes(self) -> bool {
        !matches!(self, Algorithm::Minimax | Algorithm::MinimaxList)
    }
}

/// How far to go and how much to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceOptions {
    /// DEEP-ENOUGH: positions so many plies below the root get their static value. None: to the ends of the tree.
    pub depth: Option<u32>,
    /// Events beyond so many are counted, not kept.
    pub keep_events: usize,
    /// Give up after so many nodes.
    pub node_limit: u64,
}

impl Default for TraceOptions {
    fn default() -> Self {
        TraceOptions { depth: None, keep_events: 20_000, node_limit: 100_000_000 }
    }
}

/// Why there is no trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceError {
    /// The rules could not list the moves of some position.
    Overflow(Overflow),
    /// The stop flag, or the limit of nodes.
    Interrupted,
    /// This tree can't be cut off at this depth; why.
    Depth(String),
}

impl From<Overflow> for TraceError {
    fn from(overflow: Overflow) -> Self {
        TraceError::Overflow(overflow)
    }
}

impl std::fmt::Display for TraceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TraceError::Overflow(overflow) => overflow.fmt(f),
            TraceError::Interrupted => f.write_str("the procedure was stopped before it had a value"),
            TraceError::Depth(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for TraceError {}

/// Runs a procedure on a tree.
///
/// # Errors
/// If it was stopped, a move list overflowed, or a depth was asked for at which the tree has no values.
pub fn run<T: Tree>(
    tree: &T,
    algorithm: Algorithm,
    options: &TraceOptions,
    stop: &AtomicBool,
) -> Result<Trace, TraceError> {
    let depth = options.depth.unwrap_or(super::MAX_DEPTH).min(super::MAX_DEPTH);
    if options.depth.is_some() {
        tree.check_depth(depth).map_err(TraceError::Depth)?;
    }
    procedures::run(tree, algorithm, depth, options, stop)
}
