//! The moves of a node of the solver: which are settled at sight, in what order the others are tried.

use super::{Known, Prover};
use crate::game::{Game, Side};
use crate::search::node::Stop;
use crate::search::order::{Ranked, is_tabled, select};
use crate::search::value::INDEPENDENT;

/// What a reply less is worth to the order of moves, in units of the evaluation.
const REPLY: i32 = 16;
/// Evaluations count up to this.
const WORTH: i32 = 50_000;
/// A unit of the evaluation on the scale of history scores, which are to tell apart what is worth the same.
const UNIT: i32 = 256;
const HISTORY: i32 = 1024;
/// Where so often (in 1/65536) a move wins at once, it is looked for.
const WINS: u32 = 1 << 13;

/// What a look at a successor shows: its key in the table, whether the mover is the same, whether the table is asked.
pub(super) struct Look {
    key: u64,
    same: bool,
    asks: bool,
}

/// What weighing a successor comes to, for the player who moves there.
enum Weighed {
    /// The game is over for want of a reply, with this score.
    Stuck(i32),
    /// So much does it promise.
    Worth(i32),
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

    /// What a move of the node's list leads to, for the node's mover.
    fn follow(&mut self, ply: usize, index: usize, t: i32, proves: bool) -> Result<Known, Stop> {
        let mover = self.path.mover();
        self.path.make(self.lists[ply].get(index));
        let same = self.path.mover() == mover;
        let known = if same { self.reach(t, proves)? } else { self.reach(1 - t, !proves)? };
        self.path.undo();
        Ok(known.for_parent(same))
    }

    /// Searches the moves as they come.
    pub(super) fn try_plainly(&mut self, ply: usize, t: i32, proves: bool) -> Result<Known, Stop> {
        self.ranked[ply].clear();
        let mut best = Known::NONE;
        for index in 0..self.lists[ply].len() {
            let known = self.follow(ply, index, t, proves)?;
            if known.score >= t {
                return Ok(known);
            }
            best = best.or(known);
        }
        Ok(best)
    }

    /// Ranks the moves, and looks at each once: some may reach `t` at sight, by an ending or a fact in the table, others
    /// are known to fail and dropped. Returns the best that is known, and whether that settles the node.
    pub(super) fn glance(&mut self, ply: usize, t: i32, tag: u32) -> Result<(Known, bool), Stop> {
        let mover = self.path.mover();
        let mut ranked = std::mem::take(&mut self.ranked[ply]);
        ranked.clear();
        for index in 0..self.lists[ply].len() {
            let record = self.lists[ply].get(index);
            let hint = self.game.hint(self.path.state(), record);
            ranked.push(self.memory.rank(mover, record, &hint, index, ply, tag, self.trail[ply]));
        }
        // What cut off elsewhere is looked at first.
        select(&mut ranked, 0);
        let mut best = Known::NONE;
        let mut settled = self.look_for_endings(ply, t, &mut ranked, &mut best)?;
        if settled.is_none() && self.habits[ply + 1].size >= self.effort.asks {
            settled = self.ask_the_table(ply, t, &mut ranked, &mut best);
        }
        if let Some((at, _)) = settled {
            self.memory.learn(&ranked, at, ply, 1, self.trail[ply]);
            ranked.swap(0, at);
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
        self.looks.clear();
        let mut kept = 0;
        for at in 0..ranked.len() {
            let record = self.lists[ply].get(ranked[at].index as usize);
            self.path.make(record);
            if !self.path.allowed(record) {
                self.path.undo();
                continue;
            }
            let same = self.path.mover() == mover;
            let mut known = self.ended(ply + 1)?;
            if known.is_none() && self.quick_wins {
                known = self.win_at_once(ply + 1);
            }
            // A position that comes back on the path is judged by the path.
            let asks = asks && known.is_none() && !(self.loops && self.path.recurrence(true).is_some());
            let key = if asks { self.key().0 } else { 0 };
            self.path.undo();
            if let Some(known) = known {
                let known = known.for_parent(same);
                if known.score >= t {
                    return Ok(Some((at, known)));
                }
                *best = best.or(known);
                continue;
            }
            if asks {
                self.table.prefetch(key);
            }
            self.looks.push(Look { key, same, asks });
            ranked.swap(kept, at);
            kept += 1;
        }
        ranked.truncate(kept);
        Ok(None)
    }

    /// The same by facts of the table, for the moves just looked at.
    fn ask_the_table(
        &mut self,
        ply: usize,
        t: i32,
        ranked: &mut Vec<Ranked>,
        best: &mut Known,
    ) -> Option<(usize, Known)> {
        let mut kept = 0;
        for at in 0..ranked.len() {
            let Look { key, same, asks } = self.looks[at];
            let wanted = if same { t } else { 1 - t };
            if asks && let Some(score) = self.recall(key, wanted, ply + 1).0 {
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
            self.path.make(self.lists[ply].get(ranked[at].index as usize));
            let weighed = self.weigh(mover);
            self.path.undo();
            match weighed? {
                Weighed::Stuck(score) => {
                    let known = Known { score, dep: INDEPENDENT };
                    if score >= t {
                        ranked.swap(0, at);
                        return Ok(Some((0, known)));
                    }
                    *best = best.or(known);
                }
                Weighed::Worth(worth) => {
                    // The table's move stays the first.
                    if !is_tabled(&ranked[at]) {
                        ranked[at].score = ranked[at].score / HISTORY + worth;
                    }
                    ranked.swap(kept, at);
                    kept += 1;
                }
            }
        }
        ranked.truncate(kept);
        Ok(None)
    }

    /// What the current node promises to the player who moved here: few replies and a good evaluation.
    fn weigh(&mut self, by: Side) -> Result<Weighed, Stop> {
        let ply = self.path.ply();
        let state = self.path.state();
        let same = self.path.mover() == by;
        let replies = self.game.count(state, &mut self.lists[ply])?.min(1000) as i32;
        if replies == 0 && !self.game.legal_by_history() {
            let score = self.result(self.game.ending_if_stuck(state).outcome);
            return Ok(Weighed::Stuck(if same { score } else { -score }));
        }
        let value = self.game.evaluate(state).clamp(-WORTH, WORTH);
        Ok(Weighed::Worth((if same { value } else { -value } - replies * REPLY) * UNIT))
    }

    /// Searches the moves that a glance left open, of which the others reach `best`.
    pub(super) fn try_moves(&mut self, ply: usize, t: i32, proves: bool, mut best: Known) -> Result<Known, Stop> {
        for at in 0..self.ranked[ply].len() {
            select(&mut self.ranked[ply], at);
            let Ranked { index, slot, .. } = self.ranked[ply][at];
            self.trail[ply + 1] = slot;
            let known = self.follow(ply, index as usize, t, proves)?;
            if known.score >= t {
                self.memory.learn(&self.ranked[ply], at, ply, 4, self.trail[ply]);
                self.ranked[ply].swap(0, at);
                return Ok(known);
            }
            best = best.or(known);
        }
        Ok(best)
    }
}
