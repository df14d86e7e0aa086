//! Directions as shifts of whole words: one step of all cells of a set at once, and many steps by doubling.

use super::content::distances;
use super::{Emit, Res, SetV, Word, ZERO};
use crate::ir::StepId;

impl Emit<'_, '_> {
    /// See [`distances`].
    pub fn distances(&self, d: StepId) -> Vec<(i32, Vec<u64>)> {
        distances(self.program, d, self.n)
    }

    /// Every cell's number grows by `by`.
    pub fn moved(&mut self, a: &SetV, by: i32) -> SetV {
        let n = self.n as i32;
        let words = (0..n)
            .map(|i| {
                let (far, bits) = (by.div_euclid(64), by.rem_euclid(64));
                let source = |i: i32| if (0..n).contains(&i) { a.words[i as usize] } else { ZERO };
                let main = self.shift(source(i - far), bits);
                if bits == 0 {
                    return main;
                }
                let carry = self.shift(source(i - far - 1), bits - 64);
                self.or(main, carry)
            })
            .collect();
        SetV::new(words)
    }

    pub fn masked(&mut self, a: &SetV, mask: &[u64]) -> SetV {
        SetV::new(a.words.iter().zip(mask).map(|(&w, &m)| self.and(w, Word::Const(m))).collect())
    }

    /// A mask for cells of the board that are about to move by `by`: it takes off those that would go astray, and keeps
    /// `kept`. What leaves the words on the way may stay on; and of several such masks one is chosen that other directions
    /// have in common.
    fn sieve(&self, kept: &[u64], by: i32) -> Vec<u64> {
        let (board, everything) = (self.board(), vec![u64::MAX; self.n]);
        let staying = moved_mask(&everything, -by);
        let astray: Vec<u64> = (0..self.n).map(|i| board[i] & !kept[i] & staying[i]).collect();
        let fits = |mask: &&Vec<u64>| (0..self.n).all(|i| kept[i] & !mask[i] == 0 && astray[i] & mask[i] == 0);
        let plain = self.tables.plain_sources(self.program, self.n);
        let found = std::iter::once(&everything).chain(plain).find(fits);
        found.map_or_else(|| kept.to_vec(), Vec::clone)
    }

    /// The cells of a set that are among `sources`, moved by `by`.
    pub fn moved_from(&mut self, sources: &[u64], a: &SetV, by: i32) -> SetV {
        let leaving = self.masked(a, &self.sieve(sources, by));
        self.moved(&leaving, by)
    }

    /// The cells among `sources` from which those of a set are `by` away.
    pub fn moved_back_to(&mut self, sources: &[u64], a: &SetV, by: i32) -> SetV {
        let back = self.moved(a, -by);
        self.masked(&back, sources)
    }

    /// The cells of a set, and all that are reached from them in a direction through `through`.
    pub fn fill(&mut self, d: StepId, of: &SetV, through: &SetV) -> Res<SetV> {
        if let Some((by, sources, longest)) = self.as_shift(d) {
            let open = self.entered(through, &sources, by);
            return Ok(self.doubled(of.clone(), open, by, longest));
        }
        self.grown(of, &mut |e, now| {
            let more = e.step(d, now)?;
            let more = e.set_and(&more, through);
            Ok(e.set_or(now, &more))
        })
    }

    /// The cells reached from those of a set in a direction through `through`, these included only where they are.
    pub fn run(&mut self, d: StepId, of: &SetV, through: &SetV) -> Res<SetV> {
        if let Some((by, sources, longest)) = self.as_shift(d).filter(|_| of.site.is_none()) {
            let open = self.entered(through, &sources, by);
            return Ok(self.run_in(of, open, by, longest));
        }
        let reached = self.slide(d, of, through)?;
        Ok(self.set_and(&reached, through))
    }

    /// The cells that rays from the cells of a set pass, where many steps of a set are little code.
    pub fn rays_at_once(
        &mut self,
        dirs: &[StepId],
        of: &SetV,
        through: &SetV,
        until: Option<&SetV>,
    ) -> Res<Option<SetV>> {
        let mut out = self.nothing();
        for &d in dirs {
            let back = self.back(d);
            if self.as_shift(d).is_none() || until.is_some() && back.is_none() {
                return Ok(None);
            }
            let mut passed = self.run(d, of, through)?;
            if let (Some(until), Some(back)) = (until, back) {
                // The same cells from the other end.
                let ends = self.set_minus(until, through);
                let before_ends = self.run(back, &ends, through)?;
                passed = self.set_and(&passed, &before_ends);
            }
            out = self.set_or(&out, &passed);
        }
        Ok(Some(out))
    }

    /// One step of a [`run`](Emit::run) in its direction.
    pub fn behind_run(&mut self, d: StepId, of: &SetV, through: &SetV) -> Res<SetV> {
        if let Some((by, sources, longest)) = self.as_shift(d).filter(|_| of.site.is_none()) {
            // A cell that leads nowhere ends a run, and nothing comes of it.
            let open = self.entered(through, &sources, by);
            let open = self.masked(&open, &self.sieve(&sources, by));
            let run = self.run_in(of, open, by, longest - 1);
            return Ok(self.moved(&run, by));
        }
        let run = self.run(d, of, through)?;
        self.step(d, &run)
    }

    /// The distance of a direction, the cells from which it leads on, and the most steps, where many steps of a set are
    /// little code.
    fn as_shift(&self, d: StepId) -> Option<(i32, Vec<u64>, usize)> {
        let [(by, sources)] = &self.distances(d)[..] else { return None };
        let longest = self.longest(d).filter(|_| self.n <= 2)?;
        Some((*by, sources.clone(), longest))
    }

    /// The cells of `through` that can be entered by a step.
    fn entered(&mut self, through: &SetV, sources: &[u64], by: i32) -> SetV {
        let arrivals = moved_mask(sources, by);
        self.masked(through, &self.sieve(&arrivals, -by))
    }

    /// The open cells in a row from `of` on, these left out, at most `most`.
    fn run_in(&mut self, of: &SetV, open: SetV, by: i32, most: usize) -> SetV {
        let next = self.moved(of, by);
        let next = self.set_and(&next, &open);
        self.doubled(next, open, by, most.saturating_sub(1))
    }

    /// `filled` and at least `most` open cells in a row behind each of its cells.
    fn doubled(&mut self, mut filled: SetV, mut open: SetV, mut by: i32, most: usize) -> SetV {
        // Open where the `window` cells up to there are.
        let (mut reach, mut window) = (0, 1);
        while reach < most {
            let more = self.moved(&filled, by);
            let more = self.set_and(&more, &open);
            filled = self.set_or(&filled, &more);
            reach += window;
            if reach + window < most {
                let also = self.moved(&open, by);
                open = self.set_and(&open, &also);
                (window, by) = (2 * window, 2 * by);
            }
        }
        filled
    }

    /// The most steps that can be made in a direction; none if it goes round.
    pub fn longest(&self, d: StepId) -> Option<usize> {
        let table = &self.program.steps[d];
        let mut most = 0;
        for start in 0..table.len() {
            let (mut at, mut steps) = (start, 0);
            while let Some(next) = table[at] {
                at = usize::from(next);
                steps += 1;
                if steps > table.len() {
                    return None;
                }
            }
            most = most.max(steps);
        }
        Some(most)
    }
}

/// The cells of a mask, moved by `by`; those that leave the words are lost.
pub fn moved_mask(mask: &[u64], by: i32) -> Vec<u64> {
    let mut out = vec![0; mask.len()];
    for bit in 0..mask.len() as i32 * 64 {
        let to = bit + by;
        if mask[bit as usize / 64] >> (bit % 64) & 1 == 1 && to >= 0 && (to as usize) < mask.len() * 64 {
            out[to as usize / 64] |= 1 << (to % 64);
        }
    }
    out
}
