//! The frontier: nodes whose successors are leaves, in games without quiescence. These are built in one go and judged
//! where they are; none is entered as a node unless a win has to be stopped there.
//!
//! Nothing here changes a value. Every leaf that is judged before the node is decided counts as a node.

use super::MAX_PLY;
use super::node::{Stop, Worker};
use super::order::Ranked;
use super::table::record_hash;
use super::value::{INDEPENDENT, MATE, Value, clamp_evaluation};
use crate::game::{Game, Judged, Side};

/// So many leaves are judged at once, then twice as many, and so on: the first ones may be enough.
const FIRST_CHUNK: usize = 4;

/// So many moves are ranked in no time.
const FEW_MOVES: usize = 32;

/// A node while its leaves are judged.
pub(super) struct Frontier {
    pub value: Value,
    /// The place of the best move in the list of moves.
    pub best: usize,
    mover: Side,
    alpha: i32,
    beta: i32,
}

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    /// Whether a node of this depth is searched here: off the principal line, whose moves are wanted; not where the
    /// history forbids moves, nor where leaves are searched on. Where a cutoff is expected among few moves, all are ranked
    /// instead: one of the first is enough.
    pub(super) fn is_frontier(&self, depth: i32, on_line: bool) -> bool {
        let ply = self.path.ply();
        depth == 1
            && !on_line
            && ply > 0
            && ply + 1 < MAX_PLY
            && self.options.frontier
            && self.options.selective.blind_leaves
            && !self.quiescence
            && !self.threats
            && !self.game.legal_by_history()
            && (!self.cuts[ply] || self.lists[ply - 1].len() > FEW_MOVES)
    }

    /// Searches the node. None if it is not for here after all: its only move may be searched deeper.
    pub(super) fn frontier(&mut self, alpha: i32, beta: i32, tag: u32) -> Result<Option<Frontier>, Stop> {
        let ply = self.path.ply();
        self.prepare(ply + 1);
        self.trail[ply + 1] = self.memory.no_slot();
        self.cuts[ply + 1] = !self.cuts[ply];
        let value = Value::worst();
        let mut node = Frontier { value, best: 0, mover: self.path.mover(), alpha, beta };
        // 1. Where a cutoff is expected, the moves that cut off lately, before anything else is built.
        self.ranked[ply].clear();
        let mut tried = 0;
        if self.cuts[ply] {
            self.favourites(ply, tag)?;
            tried = self.ranked[ply].len();
            if self.lists[ply].len() < 2 {
                return Ok(None);
            }
            for at in 0..tried {
                let index = self.ranked[ply][at].index as usize;
                self.successors[ply].clear();
                self.successors[ply].push(self.game, self.path.state(), self.lists[ply].get(index));
                self.game.judge(&self.successors[ply], 0..1, &mut self.judged);
                if self.take_leaf(&mut node, index, 0, self.judged[0])? {
                    self.memory.learn(&self.ranked[ply], at, ply, 1, self.before(ply));
                    return Ok(Some(node));
                }
            }
            self.successors[ply].clear();
        }
        self.game.successors_in_order(self.path.state(), &mut self.successors[ply])?;
        let all = self.successors[ply].len();
        if all == 0 || all == 1 && self.options.selective.extend_forced {
            self.successors[ply].clear();
            return Ok(None);
        }
        // 2. The others in order.
        let (mut from, mut chunk) = (0, FIRST_CHUNK);
        while from < all {
            let to = all.min(from + chunk);
            self.game.judge(&self.successors[ply], from..to, &mut self.judged);
            for index in from..to {
                let judged = self.judged[index - from];
                if self.ranked[ply][..tried].iter().all(|r| r.index as usize != index)
                    && self.take_leaf(&mut node, index, index, judged)?
                {
                    self.cut_off(ply, index)?;
                    return Ok(Some(node));
                }
            }
            (from, chunk) = (to, 2 * chunk);
        }
        // 3. Those where a win must be stopped.
        for at in tried..self.ranked[ply].len() {
            let index = self.ranked[ply][at].index as usize;
            self.make(ply, index);
            let value = self.child(0, node.alpha, node.beta, self.path.mover() == node.mover)?;
            self.path.undo();
            if node.takes(value, index) {
                self.cut_off(ply, index)?;
                break;
            }
        }
        Ok(Some(node))
    }

    /// The move at `index` cut off: it is listed, and learnt where that was expected.
    fn cut_off(&mut self, ply: usize, index: usize) -> Result<(), Stop> {
        if !self.cuts[ply] {
            return self.generate(ply);
        }
        self.ranked[ply].clear();
        self.rank_one(ply, index, 0);
        self.memory.learn(&self.ranked[ply], 0, ply, 1, self.before(ply));
        Ok(())
    }

    /// Ranks the moves of the node that cut off lately, best first.
    fn favourites(&mut self, ply: usize, tag: u32) -> Result<(), Stop> {
        self.generate(ply)?;
        let ranking = self.memory.ranking(self.path.mover(), ply, tag, self.before(ply));
        for (index, record) in self.lists[ply].iter().enumerate() {
            if ranking.favours(record_hash(record)) {
                let hint = self.game.hint(self.path.state(), record);
                self.ranked[ply].push(ranking.rank(record, &hint, index));
            }
        }
        self.ranked[ply].sort_unstable_by_key(|r| (std::cmp::Reverse(r.score), r.index));
        Ok(())
    }

    /// Judges what the move at `index` leads to, which stands at `row` of the successors, as [`Worker::node`] judges a leaf;
    /// whether it is too good for the opponent to come here. One where a win must be stopped is left for later.
    fn take_leaf(&mut self, node: &mut Frontier, index: usize, row: usize, judged: Judged) -> Result<bool, Stop> {
        let ply = self.path.ply();
        let looks = self.wins && self.options.selective.leaf_wins;
        let list = &self.successors[ply];
        let same = self.game.mover(list.state(row)) == node.mover;
        let mut known = None;
        // What may be decided by more than the position itself is asked as of a node.
        if list.is_over(row) || self.path.asks() {
            self.make(ply, row);
            let told = self.at_sight(looks, false);
            self.path.undo();
            known = told?;
        } else if looks && judged.wins() {
            known = Some(Value::proved(MATE - ply as i32 - 2, INDEPENDENT));
        }
        if known.is_none() && looks && judged.pressed() && self.extension(true, 0) > 0 {
            self.ranked[ply].push(Ranked { index: index as u32, ..Ranked::default() });
            return Ok(false);
        }
        self.poll()?;
        let value = known.unwrap_or(Value::of_leaf(clamp_evaluation(judged.value())));
        Ok(node.takes(value.for_parent(same), index))
    }
}

impl Frontier {
    /// Takes in the value of a move; whether it is too good for the opponent to come here.
    fn takes(&mut self, value: Value, index: usize) -> bool {
        let best = &mut self.value;
        best.most &= value.most;
        best.whole &= value.whole;
        best.dep = best.dep.min(value.dep);
        if value.score > best.score {
            *best = Value { score: value.score, least: value.least, ..*best };
            self.best = index;
        } else if value.score == best.score {
            best.least |= value.least;
        }
        self.alpha = self.alpha.max(value.score);
        if self.alpha < self.beta {
            return false;
        }
        (best.most, best.whole) = (false, false);
        best.dep = value.dep;
        true
    }
}
