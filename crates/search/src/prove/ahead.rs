//! The order of moves by a search of the evaluation, some plies deep: where much lies below, a better order saves more
//! than it costs.

use super::Prover;
use super::moves::{REPLY, WORTH};
use crate::game::{Game, MoveList, Outcome, Side, Successors};
use crate::order::{Ranked, is_tabled};
use crate::value::of_outcome;

/// Nobody looks ahead before the search has taken 2^`SOON` positions: what is soon done is done sooner without.
const SOON: u32 = 20;
/// The greatest number of plies.
const DEEPEST: u32 = 6;
/// A ply more is expected to cost so many times as much.
const GROWTH: u64 = 4;
/// What a move could lead to at most or at least.
const ALL: i32 = 4 * WORTH;

/// A short search of the evaluation.
pub(super) struct Ahead {
    /// For each depth that is left the successors of a position.
    lists: Vec<Successors>,
    scratch: MoveList,
    /// Positions visited.
    pub visits: u64,
    /// How many may be.
    most: u64,
}

impl Ahead {
    pub fn new<G: Game + ?Sized>(game: &G) -> Self {
        Ahead { lists: Vec::new(), scratch: MoveList::new(game.move_words()), visits: 0, most: 0 }
    }

    /// What the position promises the player to move, so many plies on; none if it would take too long.
    fn value<G: Game + ?Sized>(&mut self, game: &G, state: &[u64], depth: usize, alpha: i32, beta: i32) -> Option<i32> {
        self.visits += 1;
        if self.visits > self.most {
            return None;
        }
        if depth == 0 {
            let choices = game.count(state, &mut self.scratch).ok()?.min(1000) as i32;
            return Some(game.promise(state).clamp(-WORTH, WORTH) + choices * REPLY);
        }
        while self.lists.len() <= depth {
            self.lists.push(Successors::new(game));
        }
        let mut list = std::mem::replace(&mut self.lists[depth], Successors::new(game));
        list.clear();
        let best = match game.successors_in_order(state, &mut list) {
            Ok(()) => self.best(game, state, &list, depth, alpha, beta),
            Err(_) => None,
        };
        self.lists[depth] = list;
        best
    }

    fn best<G: Game + ?Sized>(
        &mut self,
        game: &G,
        state: &[u64],
        list: &Successors,
        depth: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mover = game.mover(state);
        if list.is_empty() {
            return Some(worth(game.ending_if_stuck(state).outcome, mover));
        }
        let mut best = -ALL;
        for next in 0..list.len() {
            let state = list.state(next);
            let value = if let Some(ending) = list.made(next).ending {
                worth(ending.outcome, mover)
            } else if game.mover(state) == mover {
                self.value(game, state, depth - 1, alpha, beta)?
            } else {
                -self.value(game, state, depth - 1, -beta, -alpha)?
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// An ending on the scale of evaluations.
fn worth(outcome: Outcome, side: Side) -> i32 {
    of_outcome(outcome, side, 0).clamp(-ALL, ALL)
}

impl<G: Game + ?Sized> Prover<'_, '_, G> {
    /// Orders the moves of a node by what they promise some plies on, the more the more lies below, as long as that does
    /// not cost more than what lies below. The table's move stays the first.
    pub(super) fn look_ahead(&mut self, ply: usize, ranked: &mut [Ranked]) {
        let size = self.habits[ply].size;
        let soon = self.nodes >> SOON == 0 && self.effort.foresees > 0;
        if !self.foresees || soon || size < self.effort.foresees {
            return;
        }
        let (mover, list) = (self.path.mover(), &self.successors[ply]);
        self.ahead.most = self.ahead.visits + (2 << size.min(2 * DEEPEST + 4));
        let mut values = vec![0; ranked.len()];
        for depth in 1..=(size / 2).saturating_sub(2).clamp(1, DEEPEST) {
            let before = self.ahead.visits;
            for (value, ranked) in values.iter_mut().zip(&*ranked) {
                let state = list.state(ranked.index as usize);
                let Some(found) = self.ahead.value(self.game, state, depth as usize, -ALL, ALL) else { return };
                *value = if self.game.mover(state) == mover { found } else { -found };
            }
            let open = ranked.iter_mut().zip(&values).filter(|(ranked, _)| !is_tabled(ranked));
            open.for_each(|(ranked, value)| ranked.score = *value);
            if (self.ahead.visits - before) * GROWTH > self.ahead.most - self.ahead.visits {
                break;
            }
        }
    }
}
