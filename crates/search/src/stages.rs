//! The stages in which the moves of a node come up: the table's move alone, for it may be enough; then all others, ordered
//! by what is known of moves and by a look at their successors.

use super::look_ahead::{FORESIGHT_DEPTH, LOOKAHEAD_DEPTH, LookAhead};
use super::node::Worker;
use super::order::{is_doubtful, postpone, select};
use super::table::{move_tag, record_hash};
use super::value::Value;
use super::{MAX_PLY, Options};
use crate::game::Game;

/// The node whose moves are ordered.
pub(crate) struct Stage {
    pub depth: i32,
    /// The depth that the successors will be searched to.
    pub deeper: i32,
    pub alpha: i32,
    pub beta: i32,
    /// The tag of the table's move.
    pub tag: u32,
    /// Whether the table may end the node.
    pub may_end: bool,
}

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    /// Makes the table's move the only ranked move of `ply`, if it is in the list.
    pub fn rank_first(&mut self, ply: usize, tag: u32) -> bool {
        self.ranked[ply].clear();
        if tag == 0 {
            return false;
        }
        let found = self.lists[ply].iter().position(|record| move_tag(record_hash(record)) == tag);
        found.into_iter().for_each(|index| self.rank_one(ply, index, tag));
        found.is_some()
    }

    /// Ranks the moves of `ply` that are not ranked yet: all, or all but the first that was tried.
    pub fn rank(&mut self, ply: usize, tag: u32) {
        let first = self.ranked[ply].first().map(|ranked| ranked.index as usize);
        let (list, memory, before, side) = (&self.lists[ply], &self.memory, self.before(ply), self.path.mover());
        self.game.hints(self.path.state(), list, &mut self.hints);
        memory.ranking(side, ply, tag, before).rank_all(list, &self.hints, first, &mut self.ranked[ply]);
    }

    pub fn rank_one(&mut self, ply: usize, index: usize, tag: u32) {
        let (state, record) = (self.path.state(), self.lists[ply].get(index));
        let hint = self.game.hint(state, record);
        let ranking = self.memory.ranking(self.path.mover(), ply, tag, self.before(ply));
        self.ranked[ply].push(ranking.rank(record, &hint, index));
    }

    /// Ranks the moves of `ply` that may be noisy: those of a threatened player all count.
    pub fn rank_noisy(&mut self, ply: usize, all: bool) {
        let (list, memory, before, side) = (&self.lists[ply], &self.memory, self.before(ply), self.path.mover());
        self.game.hints(self.path.state(), list, &mut self.hints);
        let moves = list.iter().zip(&self.hints).enumerate().filter(|(_, (_, hint))| all || hint.noisy);
        let ranking = memory.ranking(side, ply, 0, before);
        self.ranked[ply].clear();
        self.ranked[ply].extend(moves.map(|(index, (record, hint))| ranking.rank(record, hint, index)));
    }

    /// Orders the moves of `ply` from the place `from` on. Gives the value of the node with the place of a move that
    /// refutes it, if the table knows one.
    pub fn order(&mut self, ply: usize, from: usize, stage: &Stage) -> Option<(Value, usize)> {
        if self.ranked[ply].len() < self.lists[ply].len() {
            self.rank(ply, stage.tag);
        }
        let Options { enhanced_cutoffs, table, ordering, .. } = *self.options;
        let lookahead =
            enhanced_cutoffs && table && stage.may_end && stage.depth >= LOOKAHEAD_DEPTH && ply + 1 < MAX_PLY;
        // Where no cutoff is expected, all moves will be searched anyway.
        let hopeful = !stage.may_end || self.cuts[ply];
        let foresight = ordering.foresight && stage.depth >= FORESIGHT_DEPTH && hopeful;
        let &Stage { deeper, alpha, beta, .. } = stage;
        let look_ahead = LookAhead { deeper, alpha, beta, lookahead, foresight };
        if lookahead || foresight { self.look_ahead(ply, from, &look_ahead) } else { None }
    }

    /// Brings the best move of `ply` from the place `at` on to that place. A capture is weighed when its turn comes: one that loses by
    /// the exchange on its cell waits behind the quiet moves.
    #[inline]
    pub fn bring_up(&mut self, ply: usize, at: usize, depth: i32) {
        select(&mut self.ranked[ply], at);
        // Just above leaves where nobody takes back no capture loses.
        if self.exchanges && self.options.ordering.exchanges && (depth >= 2 || self.quiescence) {
            while let Some(loss) = self.loss(ply, at, i32::MIN) {
                postpone(&mut self.ranked[ply], at, loss);
            }
        }
    }

    /// What the capture in place `at` of the moves of `ply` loses by the exchange on its cell, if it does; no more is
    /// worked out than whether it is as bad as `least`.
    pub fn loss(&mut self, ply: usize, at: usize, least: i32) -> Option<i32> {
        let ranked = &self.ranked[ply][at];
        if !is_doubtful(ranked) {
            return None;
        }
        let (state, record) = (self.path.state(), self.lists[ply].get(ranked.index as usize));
        let hint = self.game.hint(state, record);
        let value = self.exchange.value(self.game, (state, record), &hint, (least, 0));
        (value < 0).then_some(value)
    }
}
