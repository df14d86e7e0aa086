//! The generic search: any [`Game`](crate::game::Game) in; the best move, its value and the line out.
//!
//! In: a [`Position`](crate::game::Position) with its history, [`Limits`], [`Options`], a stop flag, an [`Observer`]. Out: a [`Report`].
//! Nothing here prints, reads input or knows the language; the only clock is the deadline that it is given.
//!
//! - [`search`]: the engine, principal variation search under iterative deepening;
//! - [`solve`](fn@solve): the exact value, by searching to the end;
//! - [`match_play`]: games between two settings, and what the results say; [`Book`]: an opening book;
//! - [`mcts`]: Monte Carlo tree search;
//! - [`opponent`]: opponents who err, and players who do;
//! - [`textbook`]: the procedures as printed, traced;
//! - [`value`]: the scale of scores and what is proved.
//!
//! Refinements come in two kinds, kept apart by name. The exact ones (table, null windows, aspiration, order) never
//! change a value: with [`Options::exact`] a search returns what plain minimax returns at the same depth. The
//! [`Selective`] ones do and are judged by matches.

use rulesmith_game::{self as game, rng};

pub mod match_play;
pub mod mcts;
pub mod opponent;
pub mod textbook;
pub mod value;

mod boards;
mod book;
mod clock;
mod engine;
mod exchange;
mod exhaust;
mod frontier;
mod look_ahead;
mod node;
mod order;
mod path;
#[cfg(test)]
mod path_dependence;
mod proof_number;
mod prove;
mod quiesce;
mod secondary;
mod selective;
mod solve;
mod stages;
mod switches;
mod table;
mod threat;
mod time_control;

pub use book::Book;
pub use engine::{search, search_with};
pub use exchange::Exchange;
pub use order::Ordering;
pub use secondary::search_twice;
pub use solve::{Effort, GaveUp, Method, SolveObserver, SolveOptions, Solved, Verdict, applies, solve};
pub use table::Table;
use table::record_hash;
pub use time_control::TimeControl;
pub use value::Proof;

use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::game::Overflow;
use crate::game::time::Instant;

/// The deepest that a search may recurse, in plies; beyond it positions are only evaluated.
pub const MAX_PLY: usize = 600;

/// The greatest depth of an iteration.
pub const MAX_DEPTH: u32 = 250;

/// When to stop. The first that is reached counts; without any, a search goes on until the result is proved or
/// [`MAX_DEPTH`] is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Plies of the last iteration, at least 1.
    pub depth: Option<u32>,
    /// Nodes visited by one thread.
    pub nodes: Option<u64>,
    /// The moment by which the answer has to be there.
    pub deadline: Option<Instant>,
    /// The moment after which no new iteration begins.
    pub soft_deadline: Option<Instant>,
}

impl Limits {
    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So long from now.
    pub fn time(time: Duration) -> Self {
        Limits { deadline: Some(Instant::now() + time), ..Limits::default() }
    }

    /// A share of a clock: `remaining` time for the moves to come, `increment` added after each, `moves_to_go` until
    /// more time comes (none: sudden death). Keeps a margin for the messages between programs.
    pub fn from_clock(remaining: Duration, increment: Duration, moves_to_go: Option<u32>) -> Self {
        let now = Instant::now();
        let usable = remaining.saturating_sub(Duration::from_millis(30)).max(Duration::from_millis(1));
        let moves = moves_to_go.unwrap_or(30).clamp(1, 60);
        let share = (usable / moves + increment * 3 / 4).min(usable * 4 / 5);
        let hard = (share * 3).min(usable * 4 / 5);
        Limits { deadline: Some(now + hard), soft_deadline: Some(now + share * 6 / 10), ..Limits::default() }
    }
}

/// Refinements that can change a value: pruning and reductions by experience, and what is not in the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selective {
    /// Give the turn away where the rules vouch for it; if that is still too good, so is some move.
    pub null_move: bool,
    /// Leave out quiet moves that cannot make up for what is missing, and nodes that they cannot spoil; where wins at once are
    /// told, nodes with a lead.
    pub futility: bool,
    /// Leave captures out of quiescence that cannot make up for what is missing.
    pub delta: bool,
    /// Search late quiet moves less deep unless they surprise; none of the few answers to a threat.
    pub late_move_reductions: bool,
    /// Leave out late quiet moves a few plies above the leaves.
    pub late_moves: bool,
    /// Search a ply less deep where no move is known to begin with.
    pub reduce_unknown: bool,
    /// Search a ply deeper where there is only one move: against the horizon effect.
    pub extend_forced: bool,
    /// Search a ply deeper where few moves answer a threat (check), and all moves in quiescence.
    pub extend_threats: bool,
    /// Take the second occurrence of a position for the draw that the third would be.
    pub two_fold_draw: bool,
    /// Search the table's move a ply deeper where every other move is worse by far.
    pub extend_singular: bool,
    /// Quiescence leaves out captures that the exchange on their cell makes a loss.
    pub prune_losing_captures: bool,
    /// A leaf is no leaf where the player to move wins at once, or has to answer the threat of such a win.
    pub leaf_wins: bool,
    /// A leaf is not asked whether there are moves: a mate or stalemate at the very end of a line is not seen.
    pub blind_leaves: bool,
    /// Take what the table knows of a position by a deeper search than is asked for. Without it an entry must be proved or
    /// searched exactly as deep, and a depth-limited value equals plain minimax.
    pub deeper_entries: bool,
}

impl Selective {
    /// All on.
    pub const ALL: Selective = Selective {
        null_move: true,
        futility: true,
        delta: true,
        late_move_reductions: true,
        late_moves: true,
        reduce_unknown: true,
        extend_forced: true,
        extend_threats: true,
        two_fold_draw: true,
        extend_singular: true,
        prune_losing_captures: true,
        leaf_wins: true,
        blind_leaves: true,
        deeper_entries: true,
    };
    /// All off.
    pub const NONE: Selective = Selective {
        null_move: false,
        futility: false,
        delta: false,
        late_move_reductions: false,
        late_moves: false,
        reduce_unknown: false,
        extend_forced: false,
        extend_threats: false,
        two_fold_draw: false,
        extend_singular: false,
        prune_losing_captures: false,
        leaf_wins: false,
        blind_leaves: false,
        deeper_entries: false,
    };
}

/// How to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub table_mib: usize,
    /// Threads that share the table; with 1 the search is deterministic.
    pub threads: usize,
    /// How many root moves get a line of their own, at least 1.
    pub multi_pv: usize,
    /// Of several lines only those are wanted that are worse than the best by no more than this.
    pub within: Option<i32>,
    /// How many plies quiescence may look beyond the depth; 0 switches it off.
    pub quiescence_plies: u32,
    /// Use the transposition table.
    pub table: bool,
    /// Show by null windows that later moves are no better.
    pub null_windows: bool,
    /// Start each iteration with a window around the last value.
    pub aspiration: bool,
    /// Cut windows to the wins that are still possible.
    pub mate_distance: bool,
    /// Find a first move for the principal line by a shallower search.
    pub internal_deepening: bool,
    /// End a node where the table knows a successor that is too good, before any is searched (enhanced transposition
    /// cutoffs).
    pub enhanced_cutoffs: bool,
    /// Keep what quiescence finds at a leaf in the table.
    pub leaf_table: bool,
    /// Ask for wins at once before anything is listed, where the rules let that be told.
    pub wins: bool,
    /// Build the successors of a node above the leaves in one go and judge them where they are.
    pub frontier: bool,
    /// The order of moves.
    pub ordering: Ordering,
    /// What is not exact.
    pub selective: Selective,
}

impl Default for Options {
    /// What plays best.
    fn default() -> Self {
        Options {
            table_mib: 32,
            threads: 1,
            multi_pv: 1,
            within: None,
            quiescence_plies: 12,
            table: true,
            null_windows: true,
            aspiration: true,
            mate_distance: true,
            internal_deepening: true,
            enhanced_cutoffs: true,
            leaf_table: true,
            wins: true,
            frontier: true,
            ordering: Ordering::ALL,
            // Singular extensions gained nothing in matches: see docs/search.md.
            selective: Selective { extend_singular: false, ..Selective::ALL },
        }
    }
}

impl Options {
    /// Every exact refinement and nothing else: the value is that of plain minimax at the same depth.
    pub fn exact() -> Self {
        Options { quiescence_plies: 0, selective: Selective::NONE, ..Options::default() }
    }

    /// Plain alpha-beta in the order of generation: the yardstick for node counts.
    pub fn plain() -> Self {
        Options {
            table: false,
            null_windows: false,
            aspiration: false,
            mate_distance: false,
            internal_deepening: false,
            enhanced_cutoffs: false,
            leaf_table: false,
            wins: false,
            frontier: false,
            ordering: Ordering::NONE,
            ..Options::exact()
        }
    }
}

/// Where a line begins, what it is worth and how it goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// For the player to move; see [`value`].
    pub score: i32,
    /// What is proved about it, if anything.
    pub proof: Option<Proof>,
    /// Move records from the root on; the first is the move to make.
    pub moves: Vec<Vec<u64>>,
}

/// A finished iteration, as told to an [`Observer`].
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// Depth in plies.
    pub depth: u32,
    /// Which of the lines asked for, from 1.
    pub rank: usize,
    /// What was found.
    pub line: Line,
    /// Nodes so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
}

/// Is told how a search goes.
pub trait Observer {
    /// Called after each finished iteration, once for each line.
    fn iteration(&mut self, iteration: &Iteration);
}

/// Listens to nothing.
impl Observer for () {
    fn iteration(&mut self, _: &Iteration) {}
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The game is over at the root, or there is no more to find out.
    Decided,
    /// The depth asked for was reached.
    Depth,
    /// A limit of nodes or time, or the stop flag.
    Interrupted,
    /// The rules could not list the moves of some position.
    Overflow(Overflow),
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The best move's record; none if the game is over or its moves can't be listed.
    pub best: Option<Vec<u64>>,
    /// For the player to move; see [`value`].
    pub score: i32,
    /// What is proved about the position, if anything.
    pub proof: Option<Proof>,
    /// The last finished iteration, 0 if none was.
    pub depth: u32,
    /// Where none was, how many moves of the root had been searched, of how many: the best of these is the answer, or, if none
    /// had been, just the first.
    pub looked_at: Option<(usize, usize)>,
    /// Nodes visited, by all threads.
    pub nodes: u64,
    /// The principal line, from `best` on.
    pub line: Vec<Vec<u64>>,
    /// The best lines in order, as many as were asked for and exist.
    pub lines: Vec<Line>,
    /// Time used.
    pub seconds: f64,
    /// Why it ended.
    pub ended: Ended,
}

impl Report {
    /// Nodes per second.
    pub fn rate(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}

/// Works in one more thread, if the system gives one; where it does not, the threads that there are do all the work.
pub fn in_one_more_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    thread::Builder::new().spawn_scoped(scope, work).ok()
}
