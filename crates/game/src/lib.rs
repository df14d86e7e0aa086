//! The seam between what the rules are and how to play well.
//!
//! A [`Game`] offers flat states (`[u64]`), flat move records and the questions a player asks of them. Compiled rules
//! implement it, hand-written games and textbook trees do too; the search knows nothing else. This module never knows
//! the language.
//!
//! The contract (held by `contract::check` for every game):
//! - [`Game::generate`] emits exactly the legal moves, each once, in a fixed order; only moves that the *history* forbids
//!   (superko) are in the list as well, and [`Game::legal_by_history`] says whether that can happen.
//! - [`Game::make`] builds the successor and reports the endings that the position alone decides.
//! - An empty list is an ending, too: [`Game::ending_if_stuck`].
//! - The mover of the next ply is [`Game::mover`]: the same player may move twice in a row. Negate a value only when
//!   the mover changes.

pub mod rng;
pub mod time;

pub mod contract;

mod history;
mod moves;
mod per_side;
pub mod perft;
mod playout;
mod position;
mod successors;
mod trail;

pub use history::{History, Rep};
pub use moves::MoveList;
pub use per_side::PerSide;
pub use playout::Playout;
pub use position::{Position, Walk};
pub use successors::{Counted, Judged, Successors, answer};
pub use trail::Trail;

use crate::rng::Rng;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player named first in `players`, who starts.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// All players, in the order in which they take turns.
    pub const ALL: PerSide<Side> = PerSide::new(Side::First, Side::Second);

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side of an index: even is first.
    #[inline]
    pub fn of(index: usize) -> Side {
        if index & 1 == 0 { Side::First } else { Side::Second }
    }

    /// The opponent.
    #[must_use]
    #[inline]
    pub fn other(self) -> Side {
        Side::of(self.index() + 1)
    }
}

/// Who decides how it goes on from a position: what there is beside players (chance, several at once) would be said here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decides {
    /// This player, by choosing a legal move.
    Player(Side),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has.
    Draw,
    /// A scored game: the first player's score minus the second's, in units of 1/[`Game::score_scale`].
    Margin(i32),
}

impl Outcome {
    /// What the end is worth to each player: 1 for who has won and −1 for who has lost, nothing for a draw, by how much they are
    /// ahead in a scored game. They add up to nothing, which is why a search needs only one of them.
    #[inline]
    pub fn payoffs(self) -> PerSide<i32> {
        match self {
            Outcome::Win(side) => PerSide::from_mover(side, 1, -1),
            Outcome::Draw => PerSide::same(0),
            Outcome::Margin(margin) => PerSide::new(margin, margin.saturating_neg()),
        }
    }

    /// Who has come out ahead.
    #[inline]
    pub fn winner(self) -> Option<Side> {
        let payoffs = self.payoffs();
        Side::ALL.into_iter().find(|&side| payoffs[side] > 0)
    }
}

/// An ending with its rank among the verdicts of the rules: where several hold at once, the least rank counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The verdict's place in the rules, from 0; [`Ending::NO_VERDICT`] where no verdict covers the case.
    pub rank: u16,
    /// What it decides.
    pub outcome: Outcome,
}

impl Ending {
    /// The rank of the draw that stands in where a player has no move and no verdict says what that means.
    pub const NO_VERDICT: u16 = u16::MAX;
}

/// What [`Game::make`] reports of the successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Made {
    /// The ending that the successor's position alone decides, if any. Endings by history and by an empty move
    /// list are asked separately.
    pub ending: Option<Ending>,
    /// No position before this ply can ever come back: the history need not be searched further.
    pub irreversible: bool,
}

/// What a move looks like before it is made; for ordering and quiescence, never for correctness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hint {
    /// Worth of the enemy pieces that it takes and of its promotion, in units of the evaluation; 0 for a quiet move.
    pub gain: i32,
    /// Worth of the piece that moves, 0 where none does.
    pub risk: i32,
    /// Whether quiescence looks at it: it takes off pieces or promotes.
    pub noisy: bool,
    /// A dense class of the piece that moves, below [`Game::piece_classes`].
    pub piece: u16,
    /// The cell it leaves, or [`Hint::NO_SITE`].
    pub from: u16,
    /// The cell it arrives at, or [`Hint::NO_SITE`].
    pub to: u16,
}

impl Hint {
    /// Where a move has no such cell.
    pub const NO_SITE: u16 = u16::MAX;
}

/// What came of a ply drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// It is made: and word 0 of its record, the clause alone.
    Made(Made, u64),
    /// There is no legal move.
    Stuck,
    /// It can't be drawn without the list of moves.
    List,
}

/// A list that would not fit, or a chain deeper than the rules' bound: an answer, never a truncation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// More moves than the cap allows.
    Moves,
    /// A chain of more legs than these: no more may be in a move, or its record can't hold them.
    Chain(u32),
    /// More work than one move list may cost.
    Fuel,
}

impl Overflow {
    /// What to do about it.
    pub fn advice(self) -> &'static str {
        match self {
            Overflow::Chain(_) => {
                "a chain (`again`) must come to an end by itself: each leg takes something, or adds to a `for this turn` \
                 state that its `to` avoids; or bound it by `legs < 10`"
            }
            Overflow::Moves | Overflow::Fuel => {
                "let a ply choose less at once: what is chosen one after the other can be several plies of the same player (`extra turn`)"
            }
        }
    }
}

impl std::fmt::Display for Overflow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Overflow::Moves => f.write_str("this position has more moves than a list may hold: about a million"),
            Overflow::Chain(legs) => {
                write!(
                    f,
                    "a move of this position has more than {legs} legs, which is more than a move record can hold"
                )
            }
            Overflow::Fuel => f.write_str("listing the moves of this position takes too many steps"),
        }
    }
}

impl std::error::Error for Overflow {}

/// A two-player game of perfect information without chance.
///
/// Methods take `&self`: the rules are data read at run time, not a type. Implementations are pure: the same
/// arguments give the same answer, and nothing is kept between calls.
pub trait Game: Sync {
    /// The length of a state in words.
    fn state_words(&self) -> usize;
    /// The length of a move record in words, at least 1. Word 0 orders and hints; the whole record is the identity.
    fn move_words(&self) -> usize;
    /// The starting position.
    fn initial(&self) -> Vec<u64>;
    /// Who decides on the next ply.
    fn decides(&self, state: &[u64]) -> Decides;
    /// The player who makes the next ply.
    #[inline]
    fn mover(&self, state: &[u64]) -> Side {
        match self.decides(state) {
            Decides::Player(side) => side,
        }
    }
    /// Appends the legal moves to the list (moves forbidden by history included).
    ///
    /// # Errors
    /// An [`Overflow`] if the list can't be given whole; what the list then holds is unspecified.
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow>;
    /// Appends at least the noisy ones (see [`Hint::noisy`]) of the moves that [`Game::generate`] would, in its order.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn generate_noisy(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        self.generate(state, moves)
    }
    /// How many moves [`Game::generate`] would append. `scratch` is a list to work with, left as it was.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn count(&self, state: &[u64], scratch: &mut MoveList) -> Result<u64, Overflow> {
        let before = scratch.len();
        self.generate(state, scratch)?;
        let found = scratch.len() - before;
        scratch.truncate(before);
        Ok(found as u64)
    }
    /// How many of the moves that [`Game::generate`] would append the history allows; it includes `state` itself. It and
    /// the list to work with are left as they were.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn count_allowed(&self, state: &[u64], history: &mut History, scratch: &mut Successors) -> Result<u64, Overflow> {
        scratch.appended(|list| {
            let before = list.len();
            self.successors(state, list)?;
            list.reject_by_history(self, state, history, before);
            Ok(())
        })
    }
    /// Builds the successor of `state` after `record` in `next`. A record that `generate` did not give for this state
    /// does no harm and makes some state.
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made;
    /// Appends the successors of all legal moves (moves forbidden by history included), in any order.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn successors(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        out.expand(self, state)
    }
    /// As [`Game::successors`], in the order of [`Game::generate`].
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn successors_in_order(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        out.expand(self, state)
    }
    /// As [`Game::successors_in_order`], where all legal moves have been listed.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn successors_of(&self, state: &[u64], moves: &MoveList, out: &mut Successors) -> Result<(), Overflow> {
        moves.iter().for_each(|record| out.push(self, state, record));
        Ok(())
    }
    /// What a search asks of leaves, for those of a list in this range, instead of what `out` held.
    ///
    /// # Panics
    /// If the range is not inside the list.
    fn judge(&self, list: &Successors, range: std::ops::Range<usize>, out: &mut Vec<Judged>) {
        Judged::each(self, false, list, range, out);
    }
    /// What the position promises the player to move, to a search that asks for proofs alone: with [`Traits::threats`] by
    /// how many cells more than the opponent it threatens to complete a line, [`THREAT`] each; else the evaluation.
    fn promise(&self, state: &[u64]) -> i32 {
        self.evaluate(state)
    }
    /// As [`Game::judge`], with [`Game::promise`] for the evaluation.
    ///
    /// # Panics
    /// As [`Game::judge`].
    fn judge_for_proof(&self, list: &Successors, range: std::ops::Range<usize>, out: &mut Vec<Judged>) {
        Judged::each(self, true, list, range, out);
    }
    /// How many [`Game::successors`] would append; each is built whole, with its ending if it is to be `judged`, and
    /// forgotten. `scratch` is a list to work with, left as it was.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn build_each(&self, state: &[u64], judged: bool, scratch: &mut Successors) -> Result<u64, Overflow> {
        let _ = judged;
        scratch.appended(|list| self.successors(state, list))
    }
    /// How many sequences of so many plies there are, in one go; unless they are only counted, the position after the last
    /// ply is built as [`Game::build_each`] does. None where that is not quicker than one by one.
    fn plies_below(
        &self,
        state: &[u64],
        plies: u32,
        leaves: perft::Leaves,
        scratch: &mut Successors,
    ) -> Option<Result<Counted, Overflow>> {
        let _ = (state, plies, leaves, scratch);
        None
    }
    /// Makes a legal move drawn at random in `next`, each as likely as any other (moves forbidden by history included).
    /// Equal seeds give equal moves under the same back end.
    fn draw(&self, state: &[u64], next: &mut [u64], rng: &mut Rng) -> Drawn {
        let _ = (state, next, rng);
        Drawn::List
    }
    /// As [`Game::draw`], by way of a list; none if there is no move. `scratch` is a list to work with.
    ///
    /// # Errors
    /// As [`Game::generate`].
    fn draw_from_list(
        &self,
        state: &[u64],
        next: &mut [u64],
        scratch: &mut Successors,
        rng: &mut Rng,
    ) -> Result<Option<Made>, Overflow> {
        scratch.draw_move(self, state, next, rng)
    }
    /// Makes the move that has so many before it in the list, without a list: [`Drawn::List`] where that can't be
    /// done. Asked only where no move comes up twice in an enumeration.
    fn make_nth(&self, state: &[u64], number: u64, next: &mut [u64]) -> Drawn {
        let _ = (state, number, next);
        Drawn::List
    }
    /// Makes random moves from `state`, at most `most`, for as long as [`Game::draw`] makes them and they end nothing:
    /// how many, and what came of the last; the last position comes to stand in `state`. `next` is room for another.
    /// Where [`Game::repeats_to_end`] says so, the plies are added to the trail, and one after which a position may have stood
    /// before is the last. Nothing else is asked of the history.
    fn draw_many(
        &self,
        state: &mut Vec<u64>,
        next: &mut Vec<u64>,
        most: u32,
        rng: &mut Rng,
        trail: &mut Trail,
    ) -> (u32, Drawn) {
        let _ = trail;
        let mut last = Drawn::List;
        for ply in 0..most {
            last = self.draw(state, next, rng);
            let Drawn::Made(made, _) = last else { return (ply, last) };
            std::mem::swap(state, next);
            if made.ending.is_some() {
                return (ply + 1, last);
            }
        }
        (most, last)
    }
    /// The ending that this position alone decides, found without a last move.
    fn status(&self, state: &[u64]) -> Option<Ending>;
    /// What it means that the mover has no move: a verdict of the rules or a draw without one.
    fn ending_if_stuck(&self, state: &[u64]) -> Ending;
    /// The ending that the game so far decides (repetition, move counters). `history` includes `state` itself.
    fn ending_by_history(&self, state: &[u64], history: &History) -> Option<Ending>;
    /// How often a position must have stood to end the game, where nothing else of the game so far ends it or forbids moves,
    /// and [`Game::draw_many`] keeps a trail.
    fn repeats_to_end(&self) -> Option<u32> {
        None
    }
    /// Whether moves can be forbidden by history.
    fn legal_by_history(&self) -> bool {
        false
    }
    /// Whether all that history forbids is that a board comes back ([`Rep::board`]), so that any ply to a new one is allowed. There
    /// may be plies that it never forbids.
    fn forbids_boards(&self) -> bool {
        false
    }
    /// Whether history allows this ply from `state`. `history` includes the position that it leads to.
    fn allowed_by_history(&self, state: &[u64], record: &[u64], history: &History) -> bool {
        let _ = (state, record, history);
        true
    }
    /// Whether repetition or counters can end the game or forbid moves at all: without it nothing asks the history.
    fn reads_history(&self) -> bool;
    /// What "the same position" means to the rules.
    fn rep(&self, state: &[u64]) -> Rep;
    /// As [`Game::rep`], without its marks: those of [`Traits::late_marks`] are seldom asked for.
    fn unmarked(&self, state: &[u64]) -> Rep {
        Rep { marks: 0, ..self.rep(state) }
    }
    /// The key of the transposition table: everything that the future depends on, the mover included. A counter
    /// that can reach its limit within `horizon` plies is part of it.
    fn key(&self, state: &[u64], horizon: u32) -> u64;
    /// Whether a counter that ends the game stands lower in `now` than in `before`: there is more time than there was.
    fn more_time(&self, before: &[u64], now: &[u64]) -> bool {
        let _ = (before, now);
        false
    }
    /// Winds all counters back that may end the game as a draw, and nothing else; after how many plies from `state` on the first of
    /// them may do so. None if there are none, or if they do more.
    fn stop_clocks(&self, state: &mut [u64]) -> Option<u32> {
        let _ = state;
        None
    }
    /// The word of a state that holds the only counter which may end the game, as a draw and from some value on ever after,
    /// and the least value with which it may. Each ply takes it one on, or back to 0. None where there are several, or it does
    /// more.
    fn drawing_clock(&self) -> Option<(usize, u64)> {
        None
    }
    /// As [`Game::key`], for a caller that knows already what [`Game::rep`] says of the position.
    fn key_of(&self, state: &[u64], rep: Rep, horizon: u32) -> u64 {
        let _ = rep;
        self.key(state, horizon)
    }
    /// A key that positions share which a symmetry of the rules turns into each other, and whether this position is the
    /// one of them that a move in the table belongs to. Without known symmetries the key itself.
    fn folded_key(&self, state: &[u64], horizon: u32) -> (u64, bool) {
        (self.key(state, horizon), true)
    }
    /// For each cell that [`Hint::to`] names how far it is from where the symmetries of the rules take it, all together, in
    /// steps: the less, the nearer it is to the middle. Empty without known symmetries.
    fn remoteness(&self) -> Vec<i32> {
        Vec::new()
    }
    /// The static evaluation for the player to move, strictly between −[`EVAL_LIMIT`] and [`EVAL_LIMIT`].
    fn evaluate(&self, state: &[u64]) -> i32;
    /// What the move looks like.
    fn hint(&self, state: &[u64], record: &[u64]) -> Hint;
    /// The cell that the move arrives at, as its hint tells.
    fn arrival(&self, state: &[u64], record: &[u64]) -> u16 {
        self.hint(state, record).to
    }
    /// What each of these moves looks like, instead of what `out` held.
    fn hints(&self, state: &[u64], moves: &MoveList, out: &mut Vec<Hint>) {
        out.clear();
        out.extend(moves.iter().map(|record| self.hint(state, record)));
    }
    /// How many piece classes [`Hint::piece`] can name, at least 1.
    fn piece_classes(&self) -> usize;
    /// How many cells [`Hint::from`] and [`Hint::to`] can name.
    fn sites(&self) -> usize;
    /// Whether any move can be noisy.
    fn has_noisy(&self) -> bool;
    /// Whether games end by score (then values are margins), and the unit: a margin of `score_scale` is one point.
    fn score_scale(&self) -> Option<i32>;
    /// For null-move pruning: builds in `next` the same position with the turn given to the opponent, no move made;
    /// `false` where the game has no such thing (then `next` is unspecified). Asked only where
    /// [`Traits::null_move`] holds and the mover is not [`Game::threatened`].
    fn pass(&self, state: &[u64], next: &mut [u64]) -> bool {
        let _ = (state, next);
        false
    }
    /// Whether a ply that changed nothing would be illegal here: the player to move is in check, as it were, and every
    /// legal move is an answer to a threat. `false` where it can't be told.
    fn threatened(&self, state: &[u64]) -> bool {
        let _ = state;
        false
    }
    /// Whether `side` wins at once if it is its turn here: has a ply after which the position alone says that it has won.
    /// None where the rules don't let that be told quicker than by trying every ply. With [`Traits::quick_wins`] it is
    /// told of nearly every position.
    fn wins_at_once(&self, state: &[u64], side: Side) -> Option<bool> {
        let _ = (state, side);
        None
    }
    /// The most that a quiet move (no capture, no promotion) adds to the evaluation for the player who makes it, if the
    /// evaluation tells.
    fn quiet_gain(&self) -> Option<i32> {
        None
    }
    /// What passing and force mean to a search.
    fn traits(&self) -> Traits;
}

/// What a search may assume of the rules; each is proved from the rules or left at the careful value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits {
    /// A player who could pass would never be worse off for having to move: null move is sound enough.
    pub null_move: bool,
    /// Some moves are compulsory while others exist (captures): no standing pat.
    pub forced_captures: bool,
    /// Every ply is irreversible (placement games): no repetition is possible.
    pub no_repetition: bool,
    /// The same player may make two plies in a row.
    pub extra_turns: bool,
    /// Pieces take by arriving at the cell of what they take, and nobody has to: exchanges on a cell can be weighed.
    pub exchanges: bool,
    /// A win at once is quick to see: [`Game::wins_at_once`] is worth asking.
    pub quick_wins: bool,
    /// Lines win, and wins at once are told: [`Game::promise`] counts threats.
    pub threats: bool,
    /// What comes of positions that come back.
    pub repetition: Repetition,
    /// [`Rep::marks`] are asked only where a position has stood before, of those since.
    pub late_marks: bool,
}

/// What the rules make of a position that comes back again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repetition {
    /// Nothing: the game goes on.
    Ignored,
    /// A draw at most.
    Draws,
    /// It may win or lose, or a counter that goes on meanwhile may: what a position is worth depends on what has stood
    /// before. The careful value.
    #[default]
    Decides,
}

/// What [`Game::promise`] counts a threat for: more than all steps on a board, which tell equal moves apart.
pub const THREAT: i32 = 1 << 12;

/// Margins are cut to ±this, in their own units.
pub const MOST_MARGIN: i32 = 1_000_000;

/// Evaluations lie strictly between −`EVAL_LIMIT` and `EVAL_LIMIT`; proved results lie outside.
pub const EVAL_LIMIT: i32 = 1_000_000;
