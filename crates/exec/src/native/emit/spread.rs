//! Steps in several directions at once, again and again: floods, and the distance between two edges.

use cranelift_codegen::ir::condcodes::IntCC;

use super::{Emit, Res, SetV, Word, ZERO};
use crate::ir::StepId;

impl Emit<'_, '_> {
    /// All cells one step from those of a set. Where a direction is two others one after the other (north-east is north
    /// of east), its step is made with that of the other: `north of (a or east of a)`.
    pub fn beside(&mut self, dirs: &[StepId], a: &SetV) -> Res<SetV> {
        let composed: Vec<StepId> = dirs.iter().copied().filter(|&d| self.composed(dirs, d).is_some()).collect();
        let plain: Vec<StepId> = dirs.iter().copied().filter(|d| !composed.contains(d)).collect();
        let mut steps: Vec<(StepId, SetV)> = plain.iter().map(|&d| (d, a.clone())).collect();
        for d in composed {
            match self.composed(&plain, d) {
                None => steps.push((d, a.clone())),
                Some((first, then)) => {
                    let moved = self.step(first, a)?;
                    if let Some((_, of)) = steps.iter_mut().find(|step| step.0 == then) {
                        *of = self.set_or(of, &moved);
                    }
                }
            }
        }
        let mut out = self.nothing();
        for (d, of) in steps {
            let moved = self.step(d, &of)?;
            out = self.set_or(&out, &moved);
        }
        Ok(out)
    }

    /// Two of the directions that one after the other are a third.
    fn composed(&self, dirs: &[StepId], d: StepId) -> Option<(StepId, StepId)> {
        let steps = &self.program.steps;
        let then = |a: StepId, b: StepId, s: usize| steps[a][s].and_then(|t| steps[b][usize::from(t)]);
        let same = |a: StepId, b: StepId| (0..self.program.sites).all(|s| then(a, b, s) == steps[d][s]);
        let others = || dirs.iter().copied().filter(|&other| other != d);
        others().flat_map(|a| others().map(move |b| (a, b))).find(|&(a, b)| same(a, b))
    }

    /// The cells of `within` that steps through it join to those of `seed` in it, these included.
    pub fn flood(&mut self, dirs: &[StepId], seed: &SetV, within: &SetV) -> Res<SetV> {
        let first = self.set_and(seed, within);
        self.grown(&first, &mut |e, now| {
            let more = e.beside(dirs, now)?;
            let next = e.set_or(now, &more);
            Ok(e.set_and(&next, within))
        })
    }

    /// See [`crate::ir::Int::Connection`]; the sets are one end, the other end, cells that count nothing, cells that count
    /// one.
    pub fn connection(&mut self, dirs: &[StepId], [from, to, own, open]: &[SetV; 4]) -> Res<Word> {
        let sites = Word::Const(self.program.sites as u64);
        let start = self.set_and(from, own);
        let mut initial = vec![ZERO];
        initial.extend_from_slice(&start.words);
        // Each round goes one step on for nothing, or, where that leads nowhere, pays for one.
        let end = self.repeat(&initial, &mut |e, words| {
            let (cost, reached) = (words[0], SetV::new(words[1..].to_vec()));
            let there = e.set_and(&reached, to);
            let joined = e.any(&there);
            let beside = e.beside(dirs, &reached)?;
            let free = e.set_and(&beside, own);
            let free = e.set_minus(&free, &reached);
            let paid = e.set_or(&beside, from);
            let paid = e.set_and(&paid, open);
            let paid = e.set_minus(&paid, &reached);
            let spreads = e.any(&free);
            let more = e.set_select(spreads, &free, &paid);
            let grows = e.any(&more);
            let stuck = e.not(grows);
            let dearer = e.add(cost, Word::Const(1));
            let next = e.select(spreads, cost, dearer);
            let failed = e.select(stuck, sites, next);
            let out = e.select(joined, cost, failed);
            let done = e.either(joined, stuck);
            let reached = e.set_or(&reached, &more);
            let mut words = vec![out];
            words.extend_from_slice(&reached.words);
            Ok((words, done))
        })?;
        let far = self.compare(IntCC::UnsignedLessThan, sites, end[0]);
        Ok(self.select(far, sites, end[0]))
    }
}
