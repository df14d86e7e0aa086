//! A look at all successors before one of them is entered: the table may already refute the node, and what the
//! successors are worth at sight is a good order for quiet moves. Nothing here changes a value.

use super::node::Worker;
use super::order::{Foresight, Ranked, is_quiet};
use super::value::{INDEPENDENT, Value, clamp_evaluation, of_outcome};
use crate::game::{Game, Side};

/// Successors are looked up in the table from so many plies above the leaves on …
pub(crate) const LOOKAHEAD_DEPTH: i32 = 4;

/// … and evaluated from so many on.
pub(crate) const FORESIGHT_DEPTH: i32 = 2;

/// What is asked of the successors.
pub(crate) struct LookAhead {
    /// The depth that the successors would be searched to.
    pub deeper: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Look for a successor that the table knows to be too good.
    pub lookahead: bool,
    /// Evaluate the successors.
    pub foresight: bool,
}

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    /// Looks at what each move of `ply` from the place `from` on leads to. Gives the value of the node with the place of a
    /// move that refutes it, if the table knows one.
    ///
    /// The successor's value is what entering it would give: as where a node is entered, it is asked for an
    /// ending and for a recurrence before the table is.
    pub fn look_ahead(&mut self, ply: usize, from: usize, asked: &LookAhead) -> Option<(Value, usize)> {
        let mover = self.path.mover();
        let here = if asked.foresight { self.evaluate() } else { 0 };
        // At the root moves may have been left out of the list; where the game so far is asked, each has to be entered anyway.
        if ply > 0 && !self.path.asks() {
            let (state, out) = (self.path.state(), &mut self.successors[ply]);
            if self.game.successors_of(state, &self.lists[ply], out).is_err() {
                out.clear();
            }
        }
        // Without a key to be looked up nothing has to be entered.
        let built = !asked.lookahead && !self.successors[ply].is_empty();
        self.keys.clear();
        for at in from..self.ranked[ply].len() {
            let ranked = self.ranked[ply][at];
            let seen = if built { self.glance(ply, &ranked, here) } else { self.look(ply, at, asked, here, mover) };
            if asked.foresight
                && let Some(seen) = seen
            {
                self.memory.foresee(&mut self.ranked[ply][at], seen);
            }
        }
        let mut keys = self.keys.iter();
        keys.find_map(|&(key, at, same)| Some((self.refuted(key, ply + 1, asked, same)?, at)))
    }

    /// What a successor that has been built shows: its ending, or how it changes the evaluation.
    #[inline]
    fn glance(&self, ply: usize, ranked: &Ranked, here: i32) -> Option<Foresight> {
        let (list, index, mover) = (&self.successors[ply], ranked.index as usize, self.path.mover());
        if list.is_over(index) {
            let ending = list.made(index).ending?;
            return Some(Foresight::Ending(of_outcome(ending.outcome, mover, 0)));
        }
        is_quiet(ranked).then(|| {
            let state = list.state(index);
            let value = Value::estimate(clamp_evaluation(self.game.evaluate(state)));
            let value = value.for_parent(self.game.mover(state) == mover);
            Foresight::Change(value.score.saturating_sub(here))
        })
    }

    /// What a successor is worth at sight, with its key noted if the table is to be asked.
    fn look(&mut self, ply: usize, at: usize, asked: &LookAhead, here: i32, mover: Side) -> Option<Foresight> {
        let ranked = self.ranked[ply][at];
        self.make(ply, ranked.index as usize);
        let same = self.path.mover() == mover;
        let mut seen = None;
        if self.path.allowed(self.lists[ply].get(ranked.index as usize)) {
            if let Some((ending, _)) = self.path.decided() {
                let score = of_outcome(ending.outcome, mover, 0);
                seen = Some(Foresight::Ending(score));
            } else {
                if asked.lookahead && !self.recurs() {
                    let key = self.path.key(self.horizon(asked.deeper));
                    self.table.prefetch(key);
                    self.keys.push((key, at, same));
                }
                if asked.foresight && is_quiet(&ranked) {
                    let value = Value::estimate(self.evaluate()).for_parent(same);
                    seen = Some(Foresight::Change(value.score.saturating_sub(here)));
                }
            }
        }
        self.path.undo();
        seen
    }

    /// The parent's value if the table holds a bound of a successor that cuts the parent off.
    #[inline]
    fn refuted(&self, key: u64, ply: usize, asked: &LookAhead, same: bool) -> Option<Value> {
        let entry = self.table.probe(key)?;
        let (alpha, beta) = if same { (asked.alpha, asked.beta) } else { (-asked.beta, -asked.alpha) };
        let value = self.usable(&entry, asked.deeper, ply, alpha, beta)?.for_parent(same);
        (value.score >= asked.beta).then_some(Value { most: false, dep: INDEPENDENT, ..value })
    }
}
