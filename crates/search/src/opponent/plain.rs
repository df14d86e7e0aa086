//! A plain alpha-beta search with eyes of its own: what it overlooks and how it judges. It models opponents and plays the
//! levels for people.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{Game, Hint, MoveList, Overflow, Position};
use crate::value::{INFINITY, clamp_evaluation, of_outcome};

/// What a player sees of a game.
pub(super) trait Sight<G: Game + ?Sized> {
    /// Whether the move is not thought of; `wins` tells of one that wins at once.
    fn overlooks(&self, state: &[u64], record: &[u64], hint: &Hint, wins: bool) -> bool;
    /// The static value for the player to move.
    fn judge(&self, game: &G, state: &[u64]) -> i32;
}

/// Sees everything, and judges by the game's evaluation.
pub(super) struct Clear;

impl<G: Game + ?Sized> Sight<G> for Clear {
    fn overlooks(&self, _: &[u64], _: &[u64], _: &Hint, _: bool) -> bool {
        false
    }

    fn judge(&self, game: &G, state: &[u64]) -> i32 {
        clamp_evaluation(game.evaluate(state))
    }
}

/// Why a search has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The stop flag, or the limit of nodes.
    Interrupted,
    /// The moves of a position can't be listed.
    Overflow(Overflow),
}

impl From<Overflow> for Halt {
    fn from(overflow: Overflow) -> Self {
        Halt::Overflow(overflow)
    }
}

/// A search from one position.
pub(super) struct Plain<'a, 'g, G: Game + ?Sized, S: Sight<G>> {
    pub position: Position<'g, G>,
    pub sight: S,
    /// Positions entered.
    pub nodes: u64,
    /// No more than these.
    pub limit: u64,
    /// Whether a quick win is better than a slow one.
    pub distances: bool,
    pub stop: &'a AtomicBool,
}

/// Moves with their values, for the player to move.
pub(super) type Valued = Vec<(Vec<u64>, i32)>;

impl<'g, G: Game + ?Sized, S: Sight<G>> Plain<'_, 'g, G, S> {
    /// Each move that is thought of with its value at this depth, at least 1; those that are worse than the best before them have
    /// just a bound below it. What was `known` to be good comes first. Where the limit comes up those that were looked at, and
    /// `false`.
    pub fn values(&mut self, depth: u32, known: &Valued) -> Result<(Valued, bool), Halt> {
        let Some(moves) = self.listed()? else { return Ok((Vec::new(), true)) };
        let mover = self.position.mover();
        let mut best = -INFINITY;
        let mut values: Valued = Vec::new();
        let mut thought_of = self.thought_of(&moves);
        let value = |record: &Vec<u64>| known.iter().find(|(other, _)| other == record).map(|(_, value)| *value);
        thought_of.sort_by_cached_key(|record| std::cmp::Reverse(value(record)));
        for record in thought_of {
            let alpha = (best - 1).max(-INFINITY);
            match self.behind(&record, mover, (depth - 1, 1), (alpha, INFINITY)) {
                Ok(value) => {
                    best = best.max(value);
                    values.push((record, value));
                }
                Err(Halt::Interrupted) if !self.stop.load(Relaxed) => return Ok((values, false)),
                Err(halt) => return Err(halt),
            }
        }
        Ok((values, true))
    }

    /// The moves; none if the game is over.
    fn listed(&mut self) -> Result<Option<MoveList>, Overflow> {
        Ok(self.position.moves_or_ending()?.ok())
    }

    /// The moves that are thought of, what takes most first: never none.
    fn thought_of(&mut self, moves: &MoveList) -> Vec<Vec<u64>> {
        let game = self.position.game();
        let mut hints = Vec::new();
        game.hints(self.position.state(), moves, &mut hints);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(hints[index].gain));
        let state = self.position.state().to_vec();
        let mut next = vec![0; state.len()];
        let mut seen = |index: usize| {
            let (record, hint) = (moves.get(index), &hints[index]);
            if !self.sight.overlooks(&state, record, hint, false) {
                return true;
            }
            let made = game.make(&state, record, &mut next);
            let wins = made.ending.is_some_and(|ending| of_outcome(ending.outcome, game.mover(&state), 0) > 0);
            wins && !self.sight.overlooks(&state, record, hint, true)
        };
        let mut all: Vec<usize> = order.iter().copied().filter(|&index| seen(index)).collect();
        if all.is_empty() {
            all.extend(order.first());
        }
        all.into_iter().map(|index| moves.get(index).to_vec()).collect()
    }

    /// The value of a move, for the player who makes it; `(depth, ply)` of the position behind it.
    fn behind(
        &mut self,
        record: &[u64],
        mover: crate::game::Side,
        (depth, ply): (u32, usize),
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Halt> {
        self.position.make(record);
        let value = if self.position.mover() == mover {
            self.value(depth, ply, alpha, beta)
        } else {
            self.value(depth, ply, -beta, -alpha).map(|value| -value)
        };
        self.position.undo();
        value
    }

    /// The value for the player to move; outside of the window a bound.
    fn value(&mut self, depth: u32, ply: usize, mut alpha: i32, beta: i32) -> Result<i32, Halt> {
        self.nodes += 1;
        if self.nodes > self.limit || self.stop.load(Relaxed) {
            return Err(Halt::Interrupted);
        }
        let mover = self.position.mover();
        let moves = match self.position.moves_or_ending()? {
            Err(ending) => return Ok(of_outcome(ending.outcome, mover, if self.distances { ply } else { 0 })),
            Ok(moves) => moves,
        };
        if depth == 0 {
            return Ok(self.sight.judge(self.position.game(), self.position.state()));
        }
        let mut best = -INFINITY;
        for record in self.thought_of(&moves) {
            let value = self.behind(&record, mover, (depth - 1, ply + 1), (alpha, beta))?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
