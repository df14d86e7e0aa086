//! The moves of a node of the solver: which are settled at sight, in what order the others are tried.

use super::{Known, Prover};
use crate::game::Game;
use crate::node::Stop;
use crate::order::{Ranked, is_tabled, rank_first, select};
use crate::value::{INDEPENDENT, MATE, of_outcome};

/// What a reply less is worth to the order of moves, in units of the evaluation.
pub(super) const REPLY: i32 = 16;
/// A step nearer to the middle on the scale of what cut off elsewhere, which tells apart what is worth the same.
const UNIT: i32 = 256;
const HISTORY: i32 = 1 << 13;
/// Evaluations count up to this.
pub(super) const WORTH: i32 = 50_000;
/// Where so often (in 1/65536) a move wins at once, it is looked for.
const WINS: u32 = 1 << 13;

/// What a look at a successor shows: its key if the table is asked, and whether the mover is the same.
pub(super) struct Look {
    key: Option<u64>,
    same: bool,
}

impl<G: Game + ?Sized> Prover<'_, '_, G> {
    /// Whether the moves of a node at `ply` are best tried as they come: each is soon done, and none is likely to win at
    /// once.
    pub(super) fn is_plain(&self, ply: usize) -> bool {
        self.habits[ply + 1].size < self.effort.plain
            && self.habits[ply].wins < WINS
            && !self.quick_wins
            && !self.game.legal_by_history()
    }

    /// Enters what the move at `index` leads to.
    fn enter(&mut self, ply: usize, index: u32) {
        let (built, index) = (&self.successors[ply], index as usize);
        if built.is_empty() {
            self.path.make(self.lists[ply].get(index));
        } else {
            self.path.enter(built.state(index), built.made(index));
        }
    }

    /// What a move leads to, for the node's mover; none if `waits` and another thread is busy with it.
    fn follow(&mut self, ply: usize, index: u32, t: i32, proves: bool, waits: bool) -> Result<Option<Known>, Stop> {
        let mover = self.path.mover();
        self.enter(ply, index);
        let Some(claim) = self.claim(waits) else {
            self.path.undo();
            return Ok(None);
        };
        let same = self.path.mover() == mover;
        let known = if same { self.reach(t, proves) } else { self.reach(1 - t, !proves) };
        self.release(claim);
        let known = known?;
        self.path.undo();
        Ok(Some(known.for_parent(same)))
    }

    /// Searches the moves as they come.
    pub(super) fn try_plainly(&mut self, ply: usize, t: i32, proves: bool) -> Result<Known, Stop> {
        self.habits[ply + 1].asked = false;
        let mut best = Known::NONE;
        for index in 0..self.lists[ply].len() as u32 {
            let Some(known) = self.follow(ply, index, t, proves, false)? else { continue };
            if known.score >= t {
                return Ok(known);
            }
            best = best.or(known);
        }
        Ok(best)
    }

    /// Ranks the moves, and looks at each once: some may reach `t` at sight, by an ending or a fact in the table, others
    /// are known to fail and dropped. Returns the best that is known, and whether that settles the node. The move at
    /// `first` is tried first.
    pub(super) fn glance(&mut self, ply: usize, t: i32, first: Option<u32>) -> Result<(Known, bool), Stop> {
        let mut ranked = std::mem::take(&mut self.ranked[ply]);
        self.rank(ply, &mut ranked)?;
        first.into_iter().for_each(|first| rank_first(&mut ranked, first));
        // What cut off elsewhere is looked at first.
        select(&mut ranked, 0);
        let mut best = Known::NONE;
        let mut settled = self.look_for_endings(ply, t, &mut ranked, &mut best)?;
        self.habits[ply + 1].asked = self.habits[ply + 1].size >= self.effort.asks;
        if settled.is_none() && self.habits[ply + 1].asked {
            settled = self.ask_the_table(ply, t, &mut ranked, &mut best);
        }
        if let Some((at, _)) = settled {
            self.learn(ply, &ranked, at, 1);
            ranked.swap(0, at);
        } else if ranked.len() > 1 && self.threats {
            self.weigh_threats(ply, &mut ranked)?;
        } else if ranked.len() > 1 && self.habits[ply].size >= self.effort.weighs {
            settled = self.weigh_all(ply, t, &mut ranked, &mut best)?;
        }
        let open = !ranked.is_empty();
        self.ranked[ply] = ranked;
        if let Some((_, known)) = settled {
            return Ok((known, true));
        }
        if !open && best.score == i32::MIN {
            // History forbids them all.
            let outcome = self.game.ending_if_stuck(self.path.state()).outcome;
            best = Known { score: self.result(outcome), dep: INDEPENDENT };
        }
        Ok((best, !open))
    }

    /// Ranks the moves by what cut off elsewhere; where threats tell more, as they come.
    fn rank(&mut self, ply: usize, ranked: &mut Vec<Ranked>) -> Result<(), Stop> {
        ranked.clear();
        let count = self.successors[ply].len();
        if self.quick_wins {
            self.game.judge_for_proof(&self.successors[ply], 0..count, &mut self.judged);
        }
        if self.threats {
            let slot = self.memory.no_slot();
            ranked.extend((0..count as u32).map(|index| Ranked { index, slot, ..Ranked::default() }));
        } else {
            let (state, side, before) = (self.path.state(), self.path.mover(), self.trail[ply]);
            let list = &mut self.lists[ply];
            self.game.generate(state, list)?;
            self.game.hints(state, list, &mut self.hints);
            self.memory.ranking(side, ply, 0, (before, before)).rank_all(list, &self.hints, None, ranked);
        }
        Ok(())
    }

    /// Learns that the move in place `at` was enough, where moves have been ranked.
    fn learn(&mut self, ply: usize, ranked: &[Ranked], at: usize, depth: i32) {
        if ranked[at].slot != self.memory.no_slot() {
            self.memory.learn(ranked, at, ply, depth, (self.trail[ply], self.trail[ply]));
        }
    }

    /// Endings after one ply, and wins of the opponent after two: a move that reaches `t` by one (with its place), or the
    /// best of those that fail, which are dropped. What the table has to say of the others is sent for meanwhile.
    fn look_for_endings(
        &mut self,
        ply: usize,
        t: i32,
        ranked: &mut Vec<Ranked>,
        best: &mut Known,
    ) -> Result<Option<(usize, Known)>, Stop> {
        let mover = self.path.mover();
        let asks = self.habits[ply + 1].size >= self.effort.asks;
        // Where the game so far has no say, and no image is looked for, successors are judged without being entered.
        let enters = self.path.tracks() || asks && self.folds(ply + 1);
        self.looks.clear();
        let mut kept = 0;
        for at in 0..ranked.len() {
            let index = ranked[at].index as usize;
            let list = &self.successors[ply];
            let same = self.game.mover(list.state(index)) == mover;
            let (mut known, key);
            if !enters && !list.is_over(index) {
                known = None;
                key = asks.then(|| self.game.key(list.state(index), u32::MAX));
            } else {
                self.enter(ply, index as u32);
                if !self.path.allowed(self.successors[ply].record(index)) {
                    self.path.undo();
                    continue;
                }
                known = self.ended(ply + 1)?;
                // A position that comes back on the path is judged by the path.
                let asks = asks && known.is_none() && !(self.loops && self.path.came_back().is_some());
                key = asks.then(|| self.key().0);
                self.path.undo();
            }
            if known.is_none() && self.quick_wins && self.judged[index].wins() {
                known = Some(Known { score: MATE - ply as i32 - 2, dep: INDEPENDENT });
            }
            if let Some(known) = known {
                let known = known.for_parent(same);
                if known.score >= t {
                    return Ok(Some((at, known)));
                }
                *best = best.or(known);
                continue;
            }
            let key = key.filter(|key| self.uses(ply + 1, *key));
            key.into_iter().for_each(|key| self.table.prefetch(key));
            self.looks.push(Look { key, same });
            ranked.swap(kept, at);
            kept += 1;
        }
        ranked.truncate(kept);
        Ok(None)
    }

    /// Drops the moves, of those just looked at, that the table has the answer of; gives one that proves the node, with its
    /// place.
    fn ask_the_table(
        &mut self,
        ply: usize,
        t: i32,
        ranked: &mut Vec<Ranked>,
        best: &mut Known,
    ) -> Option<(usize, Known)> {
        let mut kept = 0;
        for at in 0..ranked.len() {
            let Look { key, same } = self.looks[at];
            let wanted = if same { t } else { 1 - t };
            let found = key.map(|key| self.recall(key, wanted, ply + 1).0);
            if let Some(found) = found {
                self.habits[ply + 1].saw_table(found.is_some());
            }
            if let Some(score) = found.flatten() {
                let known = Known { score, dep: INDEPENDENT }.for_parent(same);
                if known.score >= t {
                    return Some((at, known));
                }
                *best = best.or(known);
                continue;
            }
            ranked.swap(kept, at);
            kept += 1;
        }
        ranked.truncate(kept);
        None
    }

    /// Orders the moves by the threats they leave; of those that leave the same the one nearest to the middle comes first,
    /// and of equals what cut off elsewhere.
    fn weigh_threats(&mut self, ply: usize, ranked: &mut [Ranked]) -> Result<(), Stop> {
        let (state, list, before) = (self.path.state(), &self.successors[ply], self.trail[ply]);
        self.game.generate(state, &mut self.lists[ply])?;
        let mover = self.game.mover(state);
        let ranking = self.memory.ranking(mover, ply, 0, (before, before));
        for ranked in ranked.iter_mut() {
            let index = ranked.index as usize;
            let record = self.lists[ply].get(index);
            let hint = self.game.hint(state, record);
            let known = ranking.rank(record, &hint, index);
            let value = self.judged[index].value();
            let value = if self.game.mover(list.state(index)) == mover { value } else { -value };
            let far = self.remoteness.get(usize::from(hint.to)).copied().unwrap_or(0);
            let score = if is_tabled(ranked) { ranked.score } else { (value - far) * UNIT + known.score / HISTORY };
            *ranked = Ranked { score, ..known };
        }
        Ok(())
    }

    /// Orders the moves by what they promise; the same for those after which there is no reply.
    fn weigh_all(
        &mut self,
        ply: usize,
        t: i32,
        ranked: &mut Vec<Ranked>,
        best: &mut Known,
    ) -> Result<Option<(usize, Known)>, Stop> {
        let mover = self.path.mover();
        let mut kept = 0;
        for at in 0..ranked.len() {
            self.in_time()?;
            let state = self.successors[ply].state(ranked[at].index as usize);
            let same = self.game.mover(state) == mover;
            let replies = self.game.count(state, &mut self.scratch)?.min(1000) as i32;
            if replies == 0 && !self.game.legal_by_history() {
                let outcome = self.game.ending_if_stuck(state).outcome;
                let score = of_outcome(outcome, self.game.mover(state), ply + 1);
                let known = Known { score, dep: INDEPENDENT }.for_parent(same);
                if known.score >= t {
                    ranked.swap(0, at);
                    return Ok(Some((0, known)));
                }
                *best = best.or(known);
                continue;
            }
            // The table's move stays the first.
            if !is_tabled(&ranked[at]) {
                let value = self.game.promise(state).clamp(-WORTH, WORTH);
                ranked[at].score = if same { value } else { -value } - replies * REPLY;
            }
            ranked.swap(kept, at);
            kept += 1;
        }
        ranked.truncate(kept);
        if ranked.len() > 1 {
            self.look_ahead(ply, ranked);
        }
        Ok(None)
    }

    /// Searches the moves that a glance left open, of which the others reach `best`. What another thread is busy with is
    /// put off until there is nothing else to do.
    pub(super) fn try_moves(&mut self, ply: usize, t: i32, proves: bool, mut best: Known) -> Result<Known, Stop> {
        let shares = self.shares(ply + 1);
        let count = self.ranked[ply].len();
        let mut put_off = Vec::new();
        let mut next = 0;
        loop {
            let at = if next < count {
                select(&mut self.ranked[ply], next);
                next
            } else if let Some(&at) = put_off.get(next - count) {
                at
            } else {
                return Ok(best);
            };
            if shares
                && next > 0
                && let Some(score) = self.recall(self.key().0, t, ply).0
            {
                return Ok(Known { score, dep: INDEPENDENT }); // Another thread was quicker.
            }
            let Ranked { index, slot, .. } = self.ranked[ply][at];
            self.trail[ply + 1] = slot;
            let waits = shares && (1..count).contains(&next);
            next += 1;
            let Some(known) = self.follow(ply, index, t, proves, waits)? else {
                put_off.push(at);
                continue;
            };
            if known.score >= t {
                let ranked = std::mem::take(&mut self.ranked[ply]);
                self.learn(ply, &ranked, at, 4);
                self.ranked[ply] = ranked;
                self.ranked[ply].swap(0, at);
                return Ok(known);
            }
            best = best.or(known);
        }
    }
}
