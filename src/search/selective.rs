//! Pruning, reductions and extensions by experience: they can change a value and are judged by matches.

use super::node::{Stop, Worker};
use super::order::{PROMISING, Ranked};
use super::table::{Bound, Entry};
use super::value::{Value, from_table, is_decisive};
use crate::game::Game;

/// Moves are tried for being singular from so many plies above the leaves on.
const SINGULAR_DEPTH: i32 = 6;

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    pub fn try_null_move(&mut self, depth: i32, beta: i32, on_line: bool) -> Result<Option<Value>, Stop> {
        let ply = self.path.ply();
        if !self.options.selective.null_move
            || on_line
            || ply == 0
            || depth < 3
            || is_decisive(beta)
            || self.path.passed()
            || !self.game.traits().null_move
            || self.evaluate() < beta
        {
            return Ok(None);
        }
        let mover = self.path.mover();
        if !self.path.make_pass() {
            return Ok(None);
        }
        self.trail[ply + 1] = self.memory.no_slot();
        let same = self.path.mover() == mover;
        let value = self.child(depth - 3 - depth / 6, beta - 1, beta, same)?;
        self.path.undo();
        // A win behind a pass is no win: only the bound is taken, without any proof.
        Ok((value.score >= beta).then_some(Value { dep: value.dep, ..Value::estimate(beta) }))
    }

    pub fn extension(&self, forced: bool, depth: i32) -> i32 {
        let room = (self.path.ply() as i32) < 2 * self.root_depth && depth < self.root_depth + 1;
        i32::from(forced && room)
    }

    /// Whether the table's move is better by far than all others: a search half as deep without it stays below what the
    /// table says of it by a margin.
    pub fn singular(&mut self, entry: Option<Entry>, depth: i32, ply: usize) -> Result<bool, Stop> {
        let Some(entry) = entry else { return Ok(false) };
        let score = from_table(entry.score, ply);
        if !self.options.selective.extend_singular
            || depth < SINGULAR_DEPTH
            || entry.tag == 0
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || i32::from(entry.depth) < depth - 3
            || is_decisive(score)
        {
            return Ok(false);
        }
        let bound = score - depth * self.memory.swing() / 2;
        self.skip = entry.tag;
        let value = self.node(depth / 2, bound - 1, bound)?;
        self.prepare(ply);
        Ok(value.score < bound)
    }

    /// How many plies less deep a late quiet move is searched first: the more, the later it comes and the deeper the search
    /// is; none for moves that cut off lately.
    pub fn reduction(&self, depth: i32, searched: usize, ranked: &Ranked, on_line: bool) -> i32 {
        if !self.options.selective.late_move_reductions
            || depth < 3
            || searched < 3
            || ranked.noisy
            || ranked.score >= PROMISING
        {
            return 0;
        }
        let plies = f64::from(depth).ln() * (searched as f64).ln() / 2.25 + 0.5;
        (plies as i32 - i32::from(on_line)).clamp(0, depth - 2)
    }
}
