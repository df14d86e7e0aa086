//! A look at all successors before one of them is entered: the table may already refute the node, and what the
//! successors are worth at sight is a good order for quiet moves. Nothing here changes a value.

use super::node::Worker;
use super::order::{Foresight, is_quiet};
use super::value::{INDEPENDENT, Value, of_outcome};
use crate::game::Game;

/// Successors are looked up in the table from so many plies above the leaves on …
pub(crate) const LOOKAHEAD_DEPTH: i32 = 4;

/// … and evaluated from so many on.
pub(crate) const FORESIGHT_DEPTH: i32 = 2;

/// What a survey is asked for.
pub(crate) struct Survey {
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
    /// Makes each move of `ply` and takes it back. Gives the value of the node with the place of a move that refutes it,
    /// if the table knows one.
    ///
    /// The successor's value is what entering it would give: it is asked for an ending and for a recurrence before
    /// the table is, as there.
    pub fn survey(&mut self, ply: usize, asked: &Survey) -> Option<(Value, usize)> {
        let mover = self.path.mover();
        let here = if asked.foresight { self.evaluate() } else { 0 };
        for at in 0..self.ranked[ply].len() {
            let ranked = self.ranked[ply][at];
            self.path.make(self.lists[ply].get(ranked.index as usize));
            let same = self.path.mover() == mover;
            let mut seen = None;
            if self.path.allowed(self.lists[ply].get(ranked.index as usize)) {
                if let Some((ending, _)) = self.path.decided() {
                    let score = of_outcome(ending.outcome, mover, 0);
                    seen = Some(Foresight::Ending(score));
                } else {
                    if asked.lookahead
                        && let Some(value) = self.refuted(ply + 1, asked, same)
                    {
                        self.path.undo();
                        return Some((value, at));
                    }
                    if asked.foresight && is_quiet(&ranked) {
                        let value = Value::estimate(self.evaluate()).for_parent(same);
                        seen = Some(Foresight::Change(value.score.saturating_sub(here)));
                    }
                }
            }
            self.path.undo();
            if asked.foresight
                && let Some(seen) = seen
            {
                self.memory.foresee(&mut self.ranked[ply][at], seen);
            }
        }
        None
    }

    /// The parent's value if the table holds a bound of the current node that cuts the parent off.
    fn refuted(&self, ply: usize, asked: &Survey, same: bool) -> Option<Value> {
        if self.recurs() {
            return None;
        }
        let entry = self.table.probe(self.path.key(self.horizon(asked.deeper)))?;
        let (alpha, beta) = if same { (asked.alpha, asked.beta) } else { (-asked.beta, -asked.alpha) };
        let value = self.usable(&entry, asked.deeper, ply, alpha, beta)?.for_parent(same);
        (value.score >= asked.beta).then_some(Value { most: false, dep: INDEPENDENT, ..value })
    }
}
