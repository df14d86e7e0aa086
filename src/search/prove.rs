//! The solver's inner question: can the player to move reach at least `t`? Alpha-beta with a null window to the end of
//! the game, no evaluation but for order.
//!
//! Values are results for the player to move: margins in scored games, else 1, 0, −1.
//!
//! Loops: one side is the prover, and a position that comes back on the path counts as not proved. What the prover
//! reaches all the same holds on every path (a proof never needs to come back to where it was), so it is stored.
//! What it fails to reach is stored only if no earlier position was used: elsewhere that loop might be missing.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::clock::Clock;
use super::node::Stop;
use super::order::{Memory, Ordering, Ranked, select};
use super::path::{Path, Repetition, repetition};
use super::table::{Bound, Entry, Table, move_tag, record_hash};
use super::value::INDEPENDENT;
use super::{Limits, MAX_PLY};
use crate::game::{Game, MoveList, Outcome, Position, Side};

/// A win where the game is scored, too: beyond every margin.
pub(crate) const WON: i32 = 3_000_000;

/// What is known of a node: a bound of its value and the oldest position on the path that it leans on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// At least `t`: a lower bound of the value. Below: an upper bound.
    pub score: i32,
    dep: u32,
}

/// The state of a proof search.
pub(crate) struct Prover<'a, 'g, G: Game + ?Sized> {
    pub game: &'g G,
    pub path: Path<'g, G>,
    pub table: Table,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    scored: bool,
    /// See [`can_loop`].
    loops: bool,
    pub nodes: u64,
    clock: Clock,
    /// Some branch was longer than `MAX_PLY`: refutations are then not to be trusted.
    pub too_deep: bool,
    memory: Memory,
    lists: Vec<MoveList>,
    ranked: Vec<Vec<Ranked>>,
    trail: Vec<u32>,
}

impl<'a, 'g, G: Game + ?Sized> Prover<'a, 'g, G> {
    pub fn new(position: &Position<'g, G>, mib: usize, limits: &'a Limits, stop: &'a AtomicBool) -> Self {
        let game = position.game();
        let loops = can_loop(position);
        let memory = Memory::new(game, Ordering::ALL);
        Prover {
            game,
            path: Path::new(position, loops),
            table: Table::new(mib),
            limits,
            stop,
            scored: game.score_scale().is_some(),
            loops,
            nodes: 0,
            clock: Clock::new(limits.deadline),
            too_deep: false,
            trail: vec![memory.no_slot()],
            memory,
            lists: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// A result for `mover`.
    pub fn result(&self, outcome: Outcome, mover: Side) -> i32 {
        let win = if self.scored { WON } else { 1 };
        match outcome {
            Outcome::Win(side) if side == mover => win,
            Outcome::Win(_) => -win,
            Outcome::Draw => 0,
            Outcome::Margin(margin) if mover == Side::First => margin,
            Outcome::Margin(margin) => -margin,
        }
    }

    pub fn poll(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.stop.load(Relaxed) || self.limits.nodes.is_some_and(|limit| self.nodes > limit) || self.clock.late() {
            return Err(Stop::Interrupted);
        }
        Ok(())
    }

    fn prepare(&mut self, ply: usize) {
        while self.lists.len() <= ply + 1 {
            self.lists.push(MoveList::new(self.game.move_words()));
            self.ranked.push(Vec::new());
            self.trail.push(self.memory.no_slot());
        }
        self.lists[ply].clear();
    }

    fn none_allowed(&mut self, ply: usize) -> bool {
        (0..self.lists[ply].len()).all(|i| {
            self.path.make(self.lists[ply].get(i));
            let allowed = self.path.allowed(self.lists[ply].get(i));
            self.path.undo();
            !allowed
        })
    }

    /// How the game has ended here by position or history, if it has: for the player to move.
    pub fn ended(&mut self, ply: usize) -> Result<Option<Known>, Stop> {
        let Some((mut ending, mut dep)) = self.path.decided() else { return Ok(None) };
        let stuck = self.game.ending_if_stuck(self.path.state());
        if stuck.rank < ending.rank {
            self.prepare(ply);
            self.game.generate(self.path.state(), &mut self.lists[ply])?;
            if self.none_allowed(ply) {
                (ending, dep) = (stuck, INDEPENDENT);
            }
        }
        Ok(Some(Known { score: self.result(ending.outcome, self.path.mover()), dep }))
    }

    /// What the table already says of the current node in answer to `t`.
    pub fn recall(&self, key: u64, t: i32) -> (Option<Known>, u32) {
        let Some(entry) = self.table.probe(key) else { return (None, 0) };
        let answers = match entry.bound {
            Bound::Lower => entry.score >= t,
            Bound::Upper => entry.score < t,
            Bound::Exact => true,
            Bound::None => false,
        };
        (answers.then_some(Known { score: entry.score, dep: INDEPENDENT }), entry.tag)
    }

    /// Whether the player to move reaches `t`: a score of at least `t` if so, below if not. `proves` tells whether
    /// that player is the prover, against whom loops count.
    pub fn reach(&mut self, t: i32, proves: bool) -> Result<Known, Stop> {
        self.poll()?;
        let ply = self.path.ply();
        let against_prover = |dep| Known { score: if proves { t - 1 } else { t }, dep };
        // 1. The end of the game, or of the path.
        if ply > 0
            && let Some(known) = self.ended(ply)?
        {
            return Ok(known);
        }
        if ply > 0
            && self.loops
            && let Some(dep) = self.path.recurrence(true)
        {
            return Ok(against_prover(dep));
        }
        if ply >= MAX_PLY {
            self.too_deep = true;
            return Ok(against_prover(0));
        }
        // 2. Facts known already. The horizon is the whole game: counters are part of the key.
        let (key, own) = self.path.folded_key();
        let (known, tag) = self.recall(key, t);
        let tag = if own { tag } else { 0 };
        if let Some(known) = known
            && ply > 0
        {
            return Ok(known);
        }
        // 3. The moves.
        self.prepare(ply);
        self.game.generate(self.path.state(), &mut self.lists[ply])?;
        if self.lists[ply].is_empty() {
            let outcome = self.game.ending_if_stuck(self.path.state()).outcome;
            return Ok(Known { score: self.result(outcome, self.path.mover()), dep: INDEPENDENT });
        }
        let start = self.nodes;
        let answer = match self.glance(ply, t, tag)? {
            Some(known) => known,
            None => self.try_moves(ply, t, proves)?,
        };
        // 4. Remember it, if it holds beyond this path. A proved threshold of 1 or more needs no loop (a draw or less
        //    may be reached by one).
        let reached = answer.score >= t;
        let prover_did = self.loops && reached == proves && if proves { t >= 1 } else { t <= 0 };
        if prover_did || answer.dep >= self.path.index() || self.game.legal_by_history() {
            let effort = (self.nodes - start + 1).ilog2() as u8 * 4;
            let at = self.ranked[ply].first().map_or(tag, |first| move_tag(first.hash));
            let at = if own { at } else { 0 };
            let bound = if reached { Bound::Lower } else { Bound::Upper };
            let entry = Entry { score: answer.score, depth: effort, bound, least: reached, most: !reached, tag: at };
            self.table.store(key, entry);
        }
        Ok(answer)
    }

    /// Looks at each move once: some may reach `t` at sight, by an ending or a fact in the table; the others get their
    /// place in the order, also by what the evaluation says of the position they lead to.
    fn glance(&mut self, ply: usize, t: i32, tag: u32) -> Result<Option<Known>, Stop> {
        let (mover, before) = (self.path.mover(), self.trail[ply]);
        self.ranked[ply].clear();
        for index in 0..self.lists[ply].len() {
            let record = self.lists[ply].get(index);
            let hint = self.game.hint(self.path.state(), record);
            let mut ranked = self.memory.rank(mover, record, &hint, index, ply, tag, before);
            self.path.make(record);
            if !self.path.allowed(record) {
                self.path.undo();
                continue;
            }
            let same = self.path.mover() == mover;
            let wanted = if same { t } else { 1 - t };
            let mut known = self.ended(ply + 1)?;
            if known.is_none() && !(self.loops && self.path.recurrence(true).is_some()) {
                known = self.recall(self.path.folded_key().0, wanted).0;
            }
            let value = self.game.evaluate(self.path.state());
            self.path.undo();
            if let Some(known) = known {
                let score = if same { known.score } else { -known.score };
                if score >= t {
                    self.ranked[ply].clear();
                    self.ranked[ply].push(ranked);
                    return Ok(Some(Known { score, dep: known.dep }));
                }
                // It fails at once: nothing is lost by looking at it first, but the others may win sooner.
                ranked.score = i32::MIN / 2;
            } else {
                let value = if same { value } else { -value };
                ranked.score = (ranked.score / 4).saturating_add(value.clamp(-50_000, 50_000) * 256);
            }
            self.ranked[ply].push(ranked);
        }
        if self.ranked[ply].is_empty() {
            // History forbids them all.
            let outcome = self.game.ending_if_stuck(self.path.state()).outcome;
            return Ok(Some(Known { score: self.result(outcome, mover), dep: INDEPENDENT }));
        }
        Ok(None)
    }

    fn try_moves(&mut self, ply: usize, t: i32, proves: bool) -> Result<Known, Stop> {
        let mover = self.path.mover();
        let mut best = Known { score: i32::MIN, dep: INDEPENDENT };
        for at in 0..self.ranked[ply].len() {
            select(&mut self.ranked[ply], at);
            let Ranked { index, slot, .. } = self.ranked[ply][at];
            self.path.make(self.lists[ply].get(index as usize));
            self.trail[ply + 1] = slot;
            let same = self.path.mover() == mover;
            let known = if same { self.reach(t, proves)? } else { self.reach(1 - t, !proves)? };
            self.path.undo();
            let score = if same { known.score } else { -known.score };
            if score >= t {
                self.memory.learn(&self.ranked[ply], at, ply, 4, self.trail[ply]);
                self.ranked[ply].swap(0, at);
                return Ok(Known { score, dep: known.dep });
            }
            best = Known { score: best.score.max(score), dep: best.dep.min(known.dep) };
        }
        Ok(best)
    }

    /// A move of the current node that keeps its known `value`, and whether the mover changes with it; none at an
    /// ending.
    pub fn keeping(&mut self, value: i32) -> Result<Option<(Vec<u64>, bool)>, Stop> {
        let ply = self.path.ply();
        if ply > 0 && (self.ended(ply)?.is_some() || (self.loops && self.path.recurrence(true).is_some())) {
            return Ok(None);
        }
        let mut list = MoveList::new(self.game.move_words());
        self.game.generate(self.path.state(), &mut list)?;
        let mover = self.path.mover();
        let (key, own) = self.path.folded_key();
        let tag = self.table.probe(key).filter(|_| own).map_or(0, |entry| entry.tag);
        let first = list.iter().position(|record| move_tag(record_hash(record)) == tag);
        let order = first.into_iter().chain((0..list.len()).filter(|i| Some(*i) != first));
        for i in order {
            let record = list.get(i);
            self.path.make(record);
            let allowed = self.path.allowed(record);
            let changed = self.path.mover() != mover;
            // Nothing is worse than a loss: any move keeps it.
            let lost = value == if self.scored { -WON } else { -1 };
            // At least `value` for the mover: asked so that the prover is whoever wants more than a draw.
            let answer = match (allowed, changed) {
                (false, _) => Ok(None),
                (true, _) if lost => Ok(Some(true)),
                (true, false) => self.reach(value, value >= 1).map(|known| Some(known.score >= value)),
                (true, true) => self.reach(1 - value, value < 1).map(|known| Some(known.score < 1 - value)),
            };
            while self.path.ply() > ply {
                self.path.undo();
            }
            if answer? == Some(true) {
                return Ok(Some((record.to_vec(), changed)));
            }
        }
        Ok(None)
    }
}

/// Whether positions can come back, and the rules neither forbid it nor make it more than a draw.
pub(crate) fn can_loop<G: Game + ?Sized>(position: &Position<G>) -> bool {
    let game = position.game();
    !game.traits().no_repetition && !game.legal_by_history() && repetition(position) != Repetition::Decides
}
