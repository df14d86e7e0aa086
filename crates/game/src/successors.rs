//! The states one ply further on, without the moves that lead there: what counting to a depth needs.

use std::ops::Range;

use super::{Ending, Game, History, Made, MoveList, Outcome, Overflow, Side};
use crate::rng::Rng;

/// What became of a ply in one word: [`Made`] as lists keep it and generated code gives it.
pub mod answer {
    /// The ending's rank + 1; 0 for none.
    pub const RANK: u64 = 0xFFFF;
    /// Who won (0, 1), a draw (2), or a margin (3).
    pub const OUTCOME: u32 = 16;
    /// Nothing before can come back.
    pub const IRREVERSIBLE: u64 = 1 << 20;
    /// A margin, signed.
    pub const MARGIN: u32 = 32;
}

impl Made {
    /// In one word; see [`answer`].
    #[inline]
    pub fn word(self) -> u64 {
        let ending = self.ending.map_or(0, |e| {
            let outcome = match e.outcome {
                Outcome::Win(side) => side.index() as u64,
                Outcome::Draw => 2,
                Outcome::Margin(_) => 3,
            };
            let margin = if let Outcome::Margin(m) = e.outcome { u64::from(m as u32) } else { 0 };
            (u64::from(e.rank) + 1) | outcome << answer::OUTCOME | margin << answer::MARGIN
        });
        ending | if self.irreversible { answer::IRREVERSIBLE } else { 0 }
    }

    /// From one word.
    #[inline]
    pub fn of_word(word: u64) -> Made {
        let rank = word & answer::RANK;
        let outcome = || match word >> answer::OUTCOME & 3 {
            0 => Outcome::Win(Side::First),
            1 => Outcome::Win(Side::Second),
            2 => Outcome::Draw,
            _ => Outcome::Margin((word >> answer::MARGIN) as u32 as i32),
        };
        let ending = (rank != 0).then(|| Ending { rank: rank as u16 - 1, outcome: outcome() });
        Made { ending, irreversible: word & answer::IRREVERSIBLE != 0 }
    }
}

/// Successors of a state, each with what [`Game::make`] reports of it.
///
/// A row is the state's words, the answer, and the record of the move where the history may forbid it.
#[derive(Debug, Clone)]
pub struct Successors {
    state_words: usize,
    rows: MoveList,
    /// To work with.
    moves: MoveList,
}

impl Successors {
    /// An empty list of states of this game.
    pub fn new<G: Game + ?Sized>(game: &G) -> Self {
        let state_words = game.state_words();
        let record_words = if game.legal_by_history() { game.move_words() } else { 0 };
        let rows = MoveList::new(state_words + 1 + record_words);
        Successors { state_words, rows, moves: MoveList::new(game.move_words()) }
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The state at `index`.
    ///
    /// # Panics
    /// If there is none; so the others that take an index.
    #[inline]
    pub fn state(&self, index: usize) -> &[u64] {
        &self.rows.get(index)[..self.state_words]
    }

    /// What making the move reports. Whether it is irreversible is told only where the history may forbid moves or end
    /// games.
    #[inline]
    pub fn made(&self, index: usize) -> Made {
        Made::of_word(self.rows.get(index)[self.state_words])
    }

    /// Whether the position alone ends the game there.
    #[inline]
    pub fn is_over(&self, index: usize) -> bool {
        self.rows.get(index)[self.state_words] & answer::RANK != 0
    }

    /// The move that leads there; empty where the history forbids none.
    #[inline]
    pub fn record(&self, index: usize) -> &[u64] {
        &self.rows.get(index)[self.state_words + 1..]
    }

    /// Appends the successor of `state` after a move.
    pub fn push<G: Game + ?Sized>(&mut self, game: &G, state: &[u64], record: &[u64]) {
        let (row, made) = self.rows.push_with(|row| game.make(state, record, &mut row[..self.state_words]));
        row[self.state_words] = made.word();
        let place = &mut row[self.state_words + 1..];
        place.copy_from_slice(&record[..place.len()]);
    }

    /// Drops all; the memory stays.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// How many `list` appends; they are dropped again.
    ///
    /// # Errors
    /// Those of `list`.
    pub fn appended(&mut self, list: impl FnOnce(&mut Self) -> Result<(), Overflow>) -> Result<u64, Overflow> {
        let before = self.len();
        list(self)?;
        let found = self.len() - before;
        self.truncate(before);
        Ok(found as u64)
    }

    /// Drops all but the first `len`.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.rows.truncate(len);
    }

    /// Exchanges two.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.rows.swap(a, b);
    }

    /// Drops those from `first` on that the history forbids, which includes the state `from` that they come from and is left
    /// as it was.
    pub fn reject_by_history<G: Game + ?Sized>(&mut self, game: &G, from: &[u64], history: &mut History, first: usize) {
        let mut kept = first;
        for index in first..self.len() {
            let state = self.state(index);
            history.push(game.rep(state), self.made(index).irreversible);
            let allowed = game.allowed_by_history(from, self.record(index), history);
            history.pop();
            if allowed {
                self.swap(index, kept);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Makes a random move of a list; none if there is no move. The successors stay as they are.
    ///
    /// # Errors
    /// As [`Game::generate`].
    pub fn draw_move<G: Game + ?Sized>(
        &mut self,
        game: &G,
        state: &[u64],
        next: &mut [u64],
        rng: &mut Rng,
    ) -> Result<Option<Made>, Overflow> {
        self.moves.clear();
        game.generate(state, &mut self.moves)?;
        let moves = &self.moves;
        Ok((!moves.is_empty()).then(|| game.make(state, moves.get(rng.below(moves.len())), next)))
    }

    /// Appends the successors of all legal moves, made one by one.
    ///
    /// # Errors
    /// As [`Game::generate`].
    pub fn expand<G: Game + ?Sized>(&mut self, game: &G, state: &[u64]) -> Result<(), Overflow> {
        let stride = self.moves.stride();
        let mut moves = std::mem::replace(&mut self.moves, MoveList::new(stride));
        moves.clear();
        let listed = game.generate(state, &mut moves);
        if listed.is_ok() {
            moves.iter().for_each(|record| self.push(game, state, record));
        }
        self.moves = moves;
        listed
    }

    /// The words of the row at `index`, and of all behind it.
    #[inline]
    pub fn rows_from(&self, index: usize) -> &[u64] {
        self.rows.from(index)
    }

    /// How many words a row has.
    #[inline]
    pub fn stride(&self) -> usize {
        self.rows.stride()
    }

    /// The rows as a list, for code that writes them itself.
    #[inline]
    pub fn rows(&mut self) -> &mut MoveList {
        &mut self.rows
    }

    /// The rows, and a list of moves to work with.
    #[inline]
    pub fn parts(&mut self) -> (&mut MoveList, &mut MoveList) {
        (&mut self.rows, &mut self.moves)
    }
}

/// What a search asks of a leaf, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Judged(u64);

impl Judged {
    /// The bit for [`Judged::wins`]; below it is the evaluation.
    pub const WINS: u32 = 32;
    /// The bit for [`Judged::pressed`].
    pub const PRESSED: u32 = 33;

    /// Of this state, one question after the other.
    pub fn of<G: Game + ?Sized>(game: &G, state: &[u64]) -> Self {
        Judged::with(game, state, game.evaluate(state))
    }

    /// The same with this in the place of the evaluation.
    pub fn with<G: Game + ?Sized>(game: &G, state: &[u64], value: i32) -> Self {
        let mover = game.mover(state);
        let wins = |side| u64::from(game.wins_at_once(state, side) == Some(true));
        let value = u64::from(value as u32);
        Judged(value | wins(mover) << Self::WINS | wins(mover.other()) << Self::PRESSED)
    }

    /// Of those of a list in a range, instead of what `out` held; for a proof as [`Game::judge_for_proof`] has it.
    pub fn each<G: Game + ?Sized>(game: &G, proof: bool, list: &Successors, range: Range<usize>, out: &mut Vec<Self>) {
        let value = |state| if proof { game.promise(state) } else { game.evaluate(state) };
        out.clear();
        out.extend(range.map(|index| Judged::with(game, list.state(index), value(list.state(index)))));
    }

    /// The static evaluation for the player to move.
    #[inline]
    pub fn value(self) -> i32 {
        self.0 as i32
    }

    /// Whether it is known that the player to move wins at once: see [`Game::wins_at_once`].
    #[inline]
    pub fn wins(self) -> bool {
        self.0 >> Self::WINS & 1 == 1
    }

    /// Whether it is known that the opponent would, if it were their turn.
    #[inline]
    pub fn pressed(self) -> bool {
        self.0 >> Self::PRESSED & 1 == 1
    }
}

/// How many sequences of plies there are from a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Sequences of the full length.
    pub moves: u64,
    /// Positions on the way that are over, or have no move.
    pub without: u64,
}
