//! Quiescence: beyond the depth only what is noisy is searched.

use super::MAX_PLY;
use super::node::{Stop, Worker};
use super::order::{Ranked, select};
use super::selective::UNUSUAL;
use super::value::{Value, is_decisive};
use crate::game::Game;

/// How many plies of quiescence answer threats with every move.
const THREAT_PLIES: u32 = 2;

/// How many plies of quiescence look at every noisy move.
const FREE_PLIES: u32 = 2;

/// How many compulsory captures may be looked at, so many plies deep in quiescence.
fn forced_width(deep: u32) -> usize {
    match deep {
        0 => usize::MAX,
        1..=3 => 3,
        _ => 1,
    }
}

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    /// Searches on while moves are noisy, so that nothing is judged in the middle of an exchange. The first call
    /// has asked whether the game is over.
    pub fn quiesce(&mut self, mut alpha: i32, beta: i32, deep: u32) -> Result<Value, Stop> {
        let ply = self.path.ply();
        if deep > 0 {
            self.poll()?;
            self.prepare(ply);
            if let Some(value) = self.ended(ply)? {
                return Ok(value);
            }
        }
        // 1. Standing pat: where nothing is compulsory some quiet move is taken to be worth the evaluation.
        //    A threat must be answered first, by any move.
        let threatened = self.threats && deep < THREAT_PLIES && self.path.threatened();
        let compulsory = threatened || self.forced_captures;
        let estimate = Value::estimate(self.evaluate());
        if deep >= self.options.quiescence_plies || ply >= MAX_PLY {
            return Ok(estimate);
        }
        if !compulsory && estimate.score >= beta {
            return Ok(estimate);
        }
        // 2. Whoever may stand pat looks at nothing else.
        self.lists[ply].clear();
        match compulsory {
            true => self.game.generate(self.path.state(), &mut self.lists[ply])?,
            false => self.game.generate_noisy(self.path.state(), &mut self.lists[ply])?,
        }
        if self.lists[ply].is_empty() || self.all_forbidden(ply) {
            // Whoever may stand pat does not look for want of moves: the value must not depend on the window.
            return Ok(if compulsory { self.stuck_value() } else { estimate });
        }
        self.rank_noisy(ply, threatened);
        let all = self.lists[ply].len();
        // 3. After the first plies only exchanges are played out: recaptures, and what takes more than it risks. A rule of
        //    the position alone, so the value does not depend on the window.
        if !compulsory && deep >= FREE_PLIES {
            let (memory, before) = (&self.memory, self.trail[ply]);
            self.ranked[ply].retain(|ranked| ranked.favourable || memory.same_arrival(ranked.slot, before));
        }
        // 4. Where captures are compulsory the position is unquiet only while all its moves are captures; then all are
        //    searched and nobody stands pat.
        //    Where there is much to choose from again and again, captures are simply how the game is played.
        let forced = compulsory && self.ranked[ply].len() == all;
        if compulsory && !forced || forced && !threatened && all > forced_width(deep) {
            return Ok(estimate);
        }
        let mut best = if forced { Value { whole: false, ..Value::worst() } } else { estimate };
        alpha = alpha.max(best.score);
        let weighs = !compulsory && self.exchanges && self.options.selective.prune_losing_captures;
        let delta = !compulsory && self.options.selective.delta;
        let usual = self.quiet_gain.filter(|_| delta).map(|gain| self.memory.most_usual(gain, UNUSUAL));
        let mover = self.path.mover();
        for at in 0..self.ranked[ply].len() {
            select(&mut self.ranked[ply], at);
            let Ranked { index, slot, gain, .. } = self.ranked[ply][at];
            // 5. Not exact (delta pruning): what this move takes, and all that a move usually adds besides, is too little;
            //    so it is of those that follow, which take less.
            if let Some(usual) = usual {
                let most = estimate.score + gain + usual;
                if most <= alpha && !is_decisive(alpha) {
                    best.most = false;
                    if most > best.score {
                        best = Value { score: most, least: false, ..best };
                    }
                    break;
                }
            }
            // 6. So is what loses by the exchange on its cell: a rule of the position alone.
            if weighs && self.loss(ply, at, -1).is_some() {
                continue;
            }
            self.path.make(self.lists[ply].get(index as usize));
            if !self.path.allowed(self.lists[ply].get(index as usize)) {
                self.path.undo();
                continue;
            }
            self.trail[ply + 1] = slot;
            let same = self.path.mover() == mover;
            let value =
                if same { self.quiesce(alpha, beta, deep + 1)? } else { self.quiesce(-beta, -alpha, deep + 1)? };
            let value = value.for_parent(same);
            self.path.undo();
            best.most &= value.most;
            best.dep = best.dep.min(value.dep);
            if value.score > best.score {
                best = Value { score: value.score, least: value.least, ..best };
            }
            if value.score > alpha {
                alpha = value.score;
                self.extend_line(ply, index as usize);
            }
            if alpha >= beta {
                return Ok(Value { most: false, dep: value.dep, ..best });
            }
        }
        Ok(best)
    }
}
