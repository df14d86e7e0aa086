//! Steps, slides, rays and floods to code.

use cranelift_codegen::ir::condcodes::IntCC;

use super::env::Env;
use super::tables::TableKey;
use super::{Emit, Grown, Res, SetV, Truth, Word, ZERO};
use crate::board::{SiteSet, lap};
use crate::canary::Canary;
use crate::ir::{Local, Set, StepId};
use crate::rules::Arith;

/// So many steps of a whole set are less work than a look at each of its cells.
pub const FEW_STEPS: usize = 4;

/// Rays of so many cells are unrolled.
const UNROLLED: u64 = 16;

/// A direction that leads from lower to higher numbers only, or the other way: rays by arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Up,
    Down,
    Mixed,
}

impl Emit<'_, '_> {
    /// One step of every cell.
    pub fn step(&mut self, d: StepId, a: &SetV) -> Res<SetV> {
        let classes = self.distances(d);
        if a.site.is_some() && classes.len() > FEW_STEPS {
            return self.image(TableKey::Next(d), a);
        }
        if let Some(stepped) = self.step_by_bytes(&[d], false, a) {
            return Ok(stepped);
        }
        if classes.len() > 10 {
            return self.image(TableKey::Next(d), a);
        }
        let mut out = self.nothing();
        for (by, sources) in classes {
            let to = self.moved_from(&sources, a, by);
            out = self.set_or(&out, &to);
        }
        Ok(out)
    }

    pub fn preimage(&mut self, d: StepId, a: &SetV) -> Res<SetV> {
        if let Some(stepped) = self.step_by_bytes(&[d], true, a) {
            return Ok(stepped);
        }
        let classes = self.distances(d);
        if classes.len() > 40 {
            return Err(super::Unsupported("a direction is too irregular"));
        }
        let mut out = self.nothing();
        for (by, sources) in classes {
            let from = self.moved_back_to(&sources, a, by);
            out = self.set_or(&out, &from);
        }
        Ok(out)
    }

    /// A relation as a few directions, if it is their union.
    pub fn as_steps(&self, relation: usize) -> Option<Vec<StepId>> {
        let program = self.program;
        let sets = &program.images[relation];
        let part = |d: &StepId| {
            let table = &program.steps[*d];
            table.iter().zip(sets).all(|(to, set)| to.is_none_or(|to| set.contains(usize::from(to))))
        };
        let mut dirs = Vec::new();
        let mut sum = vec![SiteSet::empty(program.sites); program.sites];
        for d in (0..program.steps.len()).filter(part) {
            let before: usize = sum.iter().map(SiteSet::len).sum();
            for (set, to) in sum.iter_mut().zip(&program.steps[d]) {
                to.iter().for_each(|&to| set.insert(usize::from(to)));
            }
            if sum.iter().map(SiteSet::len).sum::<usize>() > before {
                dirs.push(d);
            }
        }
        (sum == *sets && dirs.len() <= FEW_STEPS).then_some(dirs)
    }

    /// Whether stepping a whole set in these directions is little code.
    pub fn few_steps(&self, dirs: &[StepId]) -> bool {
        dirs.len() <= FEW_STEPS && dirs.iter().all(|&d| self.distances(d).len() <= FEW_STEPS)
    }

    /// Where a relation leads from any cell of a set: step by step where it is a few directions, or else cell by cell.
    pub fn related(&mut self, relation: usize, a: &SetV) -> Res<SetV> {
        let dirs = if a.site.is_none() { self.as_steps(relation) } else { None };
        match dirs.filter(|dirs| self.few_steps(dirs)) {
            None => self.image(TableKey::Image(relation), a),
            Some(dirs) => {
                let mut out = self.nothing();
                for d in dirs {
                    let one = self.step(d, a)?;
                    out = self.set_or(&out, &one);
                }
                Ok(out)
            }
        }
    }

    pub fn image(&mut self, key: TableKey, a: &SetV) -> Res<SetV> {
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, key);
        if let Some(site) = a.site {
            return Ok(SetV::new(self.row(table, n, site)));
        }
        self.union_over(a, &mut |e, one| Ok(SetV::new(e.row(table, n, one.site.unwrap_or(ZERO)))))
    }

    /// So many steps of every cell; if given, all but the first from cells of `through` only.
    pub fn many_steps(&mut self, d: StepId, n: Word, a: &SetV, through: Option<&SetV>) -> Res<SetV> {
        let n = self.as_few_steps(d, n);
        let mut initial = vec![ZERO];
        initial.extend_from_slice(&a.words);
        // Each round does a step if one is left.
        let end = self.repeat(&initial, &mut |e, words| {
            let at = SetV::new(words[1..].to_vec());
            let first = e.is_zero(words[0]);
            let open = match through {
                None => at.clone(),
                Some(through) => {
                    let inside = e.set_and(&at, through);
                    e.set_select(first, &at, &inside)
                }
            };
            let stepped = e.step(d, &open)?;
            let left = e.compare(IntCC::UnsignedLessThan, words[0], n);
            let next = e.set_select(left, &stepped, &at);
            let count = e.add(words[0], Word::Const(1));
            let mut out = vec![count];
            out.extend_from_slice(&next.words);
            let done = e.compare(IntCC::UnsignedLessThan, count, n);
            let done = e.not(done);
            Ok((out, done))
        })?;
        let out = SetV::new(end[1..].to_vec());
        if through.is_some() {
            // A slide of no steps ends nowhere.
            let some = self.not_zero(n);
            return Ok(self.set_when(some, &out));
        }
        Ok(out)
    }

    /// See [`crate::board::as_few_steps`].
    fn as_few_steps(&mut self, d: StepId, n: Word) -> Word {
        let (sites, lap) = (Word::Const(self.program.sites as u64), lap(&self.program.steps[d]));
        let negative = self.compare(IntCC::SignedLessThan, n, ZERO);
        let large = self.compare(IntCC::SignedGreaterThan, n, sites);
        let more = match lap {
            0 => sites,
            lap => {
                let beyond = self.sub(n, sites);
                let rest = self.divide(Arith::Modulo, beyond, Word::Const(lap as u64));
                self.add(sites, rest)
            }
        };
        let n = self.select(large, more, n);
        self.select(negative, ZERO, n)
    }

    fn order(&self, d: StepId) -> Order {
        let table = &self.program.steps[d];
        let all = |test: fn(usize, usize) -> bool| {
            table.iter().enumerate().all(|(s, to)| to.is_none_or(|t| test(s, usize::from(t))))
        };
        if all(|s, t| t > s) {
            Order::Up
        } else if all(|s, t| t < s) {
            Order::Down
        } else {
            Order::Mixed
        }
    }

    pub fn ray_table(&mut self, d: StepId, site: Word) -> SetV {
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, TableKey::Ray(d));
        SetV::new(self.row(table, n, site))
    }

    /// From one cell: the cells through `through` and the first one outside.
    fn reach(&mut self, d: StepId, site: Word, through: &SetV, order: Order) -> SetV {
        let ray = self.ray_table(d, site);
        let stops = self.set_minus(&ray, through);
        if self.n > 1 {
            let after = self.behind_first(d, &stops, order);
            return self.set_minus(&ray, &after);
        }
        let (stop, all) = (stops.words[0], ray.words[0]);
        if order == Order::Up {
            // Taking away 1 turns all bits up to the first stop, and it; without a stop, all.
            let less = self.sub(stop, Word::Const(1));
            let turned = self.xor(stop, less);
            return SetV::new(vec![self.and(turned, all)]);
        }
        // The highest stop, and everything above it on the ray. Without a stop the mask keeps all: its lowest bit is set
        // by the bit put in.
        let some = self.or(stop, Word::Const(1));
        let zeros = self.leading_zeros(some);
        let place = self.sub(Word::Const(63), zeros);
        let mask = self.up(Word::Const(u64::MAX), place);
        SetV::new(vec![self.and(all, mask)])
    }

    /// From one cell of a board of one word: the cells through `through` up to the first one outside, if that is in `until`.
    fn enclosed(&mut self, d: StepId, site: Word, through: &SetV, until: &SetV, order: Order) -> SetV {
        let ray = self.ray_table(d, site).words[0];
        let stops = self.minus(ray, through.words[0]);
        let passed = if order == Order::Up {
            let negative = self.sub(ZERO, stops);
            let stop = self.and(stops, negative);
            let below = self.sub(stop, Word::Const(1));
            let passed = self.and(ray, below);
            let end = self.and(stop, until.words[0]);
            let ends_well = self.not_zero(end);
            self.select(ends_well, passed, ZERO)
        } else {
            // Without a stop the highest bit is taken for it, above which there is nothing.
            let zeros = self.leading_zeros(stops);
            let stop = self.down(Word::Const(1 << 63), zeros);
            let end = self.and(stop, until.words[0]);
            let negative = self.sub(ZERO, end);
            let above = self.add(negative, negative);
            self.and(ray, above)
        };
        SetV::new(vec![passed])
    }

    /// The ray from the first one of the stops on a ray.
    fn behind_first(&mut self, d: StepId, stops: &SetV, order: Order) -> SetV {
        let row = self.first_stop(stops, order);
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, TableKey::Behind(d));
        SetV::new(self.row(table, n, row))
    }

    /// 1 + the number of the first one of the stops on a ray.
    fn first_stop(&mut self, stops: &SetV, order: Order) -> Word {
        // The first and the last row of a table are for no stop.
        let mut row = Word::Const(if order == Order::Up { 64 * self.n as u64 + 1 } else { 0 });
        for i in 0..self.n {
            // The nearest is the lowest one on the way up, the highest on the way down.
            let i = if order == Order::Up { self.n - 1 - i } else { i };
            let word = stops.words[i];
            let here = match order {
                Order::Up => {
                    let zeros = self.lowest(word);
                    self.add(zeros, Word::Const(64 * i as u64 + 1))
                }
                Order::Down | Order::Mixed => {
                    let zeros = self.leading_zeros(word);
                    self.sub(Word::Const(64 * i as u64 + 64), zeros)
                }
            };
            let some = self.not_zero(word);
            row = self.select(some, here, row);
        }
        row
    }

    /// Whether slides of many cells in a direction are found at once at little cost, and numbers only rise on the way, or
    /// only fall.
    pub fn slides_at_once(&self, d: StepId) -> bool {
        self.distances(d).len() == 1 && self.order(d) != Order::Mixed
    }

    /// The nearest cell of a set on a ray of one of some directions; the direction by its place among them.
    pub fn nearest(&mut self, dirs: u64, place: Word, site: Word, set: &SetV) -> SetV {
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, TableKey::Rays(dirs));
        let start = self.mul(place, Word::Const(64 * n as u64));
        let row = self.add(start, site);
        let ray = SetV::new(self.row(table, n, row));
        let stops = self.set_and(&ray, set);
        let (up, down) = (self.first_stop(&stops, Order::Up), self.first_stop(&stops, Order::Down));
        let rising = (0..64).filter(|d| dirs >> d & 1 == 1).map(|d| self.order(d) == Order::Up);
        let rising = rising.enumerate().fold(0, |all, (place, up)| all | u64::from(up) << place);
        let bit = self.down(Word::Const(rising), place);
        let bit = self.and(bit, Word::Const(1));
        let rises = self.not_zero(bit);
        let found = self.select(rises, up, down);
        let found = self.sub(found, Word::Const(1));
        let found = self.and(found, Word::Const(64 * n.next_power_of_two() as u64 - 1));
        self.single(found)
    }

    /// What `slides` says of slides from a cell, where only those count that meet a set: nothing, if the set has no cell on
    /// the empty board's rays from it.
    pub fn if_met(
        &mut self,
        dirs: &[StepId],
        (of, near): (&SetV, &SetV),
        slides: &mut dyn FnMut(&mut Self) -> Res<SetV>,
    ) -> Res<SetV> {
        let Some(site) = of.site.filter(|_| dirs.len() > 1 && dirs.iter().all(|&d| d < 64)) else {
            return slides(self);
        };
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, TableKey::Star(dirs.iter().fold(0, |all, d| all | 1 << d)));
        let rays = SetV::new(self.row(table, n, site));
        let met = self.set_and(&rays, near);
        let met = self.any(&met);
        let found: Vec<_> = (0..n).map(|_| self.variable(ZERO)).collect();
        let (yes, after) = (self.block(), self.block());
        self.branch(met, yes, after);
        self.enter(yes);
        let all = slides(self)?;
        found.iter().zip(&*all.words).for_each(|(&var, &word)| self.define(var, word));
        self.jump(after, &[]);
        self.enter(after);
        Ok(SetV::new(found.iter().map(|&var| self.read(var)).collect()))
    }

    /// Where slides end.
    pub fn slide(&mut self, d: StepId, of: &SetV, through: &SetV) -> Res<SetV> {
        let order = self.order(d);
        if let Some(site) = of.site
            && order != Order::Mixed
        {
            return Ok(self.reach(d, site, through, order));
        }
        let filled = self.fill(d, of, through)?;
        self.step(d, &filled)
    }

    /// The cells that rays from one cell pass.
    pub fn rays(
        &mut self,
        dirs: &[StepId],
        of: &SetV,
        through: &SetV,
        until: Option<&SetV>,
        exactly: Option<Word>,
    ) -> Res<SetV> {
        let mut out = self.nothing();
        for &d in dirs {
            let order = self.order(d);
            let one = match (exactly, of.site) {
                (None, Some(site))
                    if let Some(until) = until
                        && order != Order::Mixed
                        && self.n == 1 =>
                {
                    self.enclosed(d, site, through, until, order)
                }
                (None, Some(site)) if order != Order::Mixed => {
                    let reached = self.reach(d, site, through, order);
                    let passed = self.set_and(&reached, through);
                    match until {
                        None => passed,
                        Some(until) => {
                            let stop = self.set_minus(&reached, through);
                            let good = self.set_and(&stop, until);
                            let ends_well = self.any(&good);
                            self.set_when(ends_well, &passed)
                        }
                    }
                }
                (Some(Word::Const(n)), _) if n <= UNROLLED => self.short_ray(d, of, through, until, n)?,
                (Some(n), _) => self.counted_ray(d, of, through, until, n)?,
                _ => self.walked_ray(d, of, through, until)?,
            };
            out = self.set_or(&out, &one);
        }
        Ok(out)
    }

    /// A ray of few cells, one step after the other.
    fn short_ray(&mut self, d: StepId, of: &SetV, through: &SetV, until: Option<&SetV>, n: u64) -> Res<SetV> {
        let (mut at, mut passed) = (of.clone(), self.nothing());
        for _ in 0..n {
            (at, passed) = self.farther(d, &at, &passed, through)?;
        }
        self.ending_well(d, &at, &passed, until)
    }

    /// A ray of `n` cells.
    fn counted_ray(&mut self, d: StepId, of: &SetV, through: &SetV, until: Option<&SetV>, n: Word) -> Res<SetV> {
        // A ray passes no cell twice.
        let (sets, n) = (self.n, self.limited(n, 0, self.program.sites as i64 + 1));
        let mut initial = vec![ZERO];
        initial.extend_from_slice(&of.words);
        initial.extend(vec![ZERO; sets]);
        // Each round goes a cell on if one is left.
        let end = self.repeat(&initial, &mut |e, words| {
            let at = SetV::new(words[1..=sets].to_vec());
            let passed = SetV::new(words[sets + 1..].to_vec());
            let (next, now) = e.farther(d, &at, &passed, through)?;
            let left = e.compare(IntCC::UnsignedLessThan, words[0], n);
            let (next, now) = (e.set_select(left, &next, &at), e.set_select(left, &now, &passed));
            let count = e.add(words[0], Word::Const(1));
            let more = e.compare(IntCC::UnsignedLessThan, count, n);
            let done = e.not(more);
            let out = [count].into_iter().chain(next.words.iter().copied()).chain(now.words.iter().copied());
            Ok((out.collect(), done))
        })?;
        let (at, passed) = (SetV::new(end[1..=sets].to_vec()), SetV::new(end[sets + 1..].to_vec()));
        self.ending_well(d, &at, &passed, until)
    }

    /// The next cell of a ray, if it is in `through` and not passed yet, and all cells passed then.
    fn farther(&mut self, d: StepId, at: &SetV, passed: &SetV, through: &SetV) -> Res<(SetV, SetV)> {
        let next = self.step(d, at)?;
        let next = self.set_and(&next, through);
        let next = self.set_minus(&next, passed);
        let now = self.set_or(passed, &next);
        Ok((next, now))
    }

    /// The cells passed, if the ray has come to a cell `at` and the one after it is in `until`.
    fn ending_well(&mut self, d: StepId, at: &SetV, passed: &SetV, until: Option<&SetV>) -> Res<SetV> {
        let good = match until {
            None => self.any(at),
            Some(until) => {
                let beyond = self.step(d, at)?;
                let well = self.set_and(&beyond, until);
                self.any(&well)
            }
        };
        Ok(self.set_when(good, passed))
    }

    pub fn walked_ray(&mut self, d: StepId, of: &SetV, through: &SetV, until: Option<&SetV>) -> Res<SetV> {
        let n = self.n;
        let mut initial = of.words.to_vec();
        initial.extend(vec![ZERO; 2 * n]);
        let end = self.repeat(&initial, &mut |e, words| {
            let at = SetV::new(words[..n].to_vec());
            let passed = SetV::new(words[n..2 * n].to_vec());
            let beyond = e.step(d, &at)?;
            let inside = e.set_and(&beyond, through);
            let next = e.set_minus(&inside, &passed);
            let now = e.set_or(&passed, &next);
            let more = e.any(&next);
            let done = e.not(more);
            let out = [&next, &now, &beyond].iter().flat_map(|s| s.words.to_vec()).collect();
            Ok((out, done))
        })?;
        let (passed, beyond) = (SetV::new(end[n..2 * n].to_vec()), SetV::new(end[2 * n..].to_vec()));
        let Some(until) = until else { return Ok(passed) };
        let well = self.set_and(&beyond, until);
        let good = self.any(&well);
        Ok(self.set_when(good, &passed))
    }

    /// What a set comes to, step by step, when it changes no more.
    pub fn grown(&mut self, first: &SetV, step: &mut dyn FnMut(&mut Self, &SetV) -> Res<SetV>) -> Res<SetV> {
        let end = self.repeat(&first.words, &mut |e, words| {
            let now = SetV::new(words.to_vec());
            let next = step(e, &now)?;
            let changed = e.zip(&next, &now, Self::xor);
            let any = e.any(&changed);
            let done = e.not(any);
            Ok((next.words.to_vec(), done))
        })?;
        Ok(SetV::new(end))
    }

    /// The cells from which so many cells in a row lie in a set.
    pub fn runs(&mut self, d: StepId, of: &SetV, length: u32) -> Res<SetV> {
        let mut starts = of.clone();
        for _ in 1..length {
            let before = self.preimage(d, &starts)?;
            starts = self.set_and(of, &before);
        }
        Ok(starts)
    }

    /// The cells that are in runs.
    pub fn lines(&mut self, of: &SetV, dirs: &[StepId], length: u32) -> Res<SetV> {
        if let Some(lines) = self.lines_one_by_one(of, dirs, length) {
            return Ok(lines);
        }
        let mut out = self.nothing();
        for &d in dirs {
            let mut starts = self.runs(d, of, length)?;
            for _ in 0..length {
                out = self.set_or(&out, &starts);
                starts = self.step(d, &starts)?;
            }
        }
        Ok(out)
    }

    /// Whether a set that has grown by a cell has a run: one through the cell, or one that it had before. What only the
    /// set decides is the same for all cells and computed ahead of the loop over them. Directions may not go round: a
    /// run would meet the cell twice.
    pub fn line_through(&mut self, grown: &Grown, dirs: &[StepId], length: u32) -> Res<Truth> {
        let (had, completing) = self.completing(&grown.base, dirs, length)?;
        // Where there was a run before, any cell will do; this, too, is decided ahead of the loop.
        let had = self.not_zero(had);
        let all = self.select(had, Word::Const(u64::MAX), ZERO);
        let words = completing.words.iter().map(|&w| self.or(w, all)).collect();
        let through = self.set_and(&SetV::new(words), &grown.one);
        Ok(self.any(&through))
    }

    /// Whether a set has a cell, if it asks for a chosen cell in runs of a plane that has just grown by it. What the rest of
    /// the plane decides is computed ahead of the loop over the cells.
    pub fn in_line(&mut self, env: &Env, e: &Set) -> Res<Option<Truth>> {
        let Some((one, &Set::Plane(id), dirs, length)) = chosen_in_line(e) else { return Ok(None) };
        let (one, of) = (&env.locals[one], env.plane(id));
        let Some(grown) = of.grown.as_ref().filter(|g| g.one.words == one.words && self.ends_everywhere(dirs)) else {
            return Ok(None);
        };
        let (_, completing) = self.completing(&grown.base, dirs, length)?;
        let through = self.set_and(&completing, one);
        Ok(Some(self.any(&through)))
    }

    /// Whether none of these directions goes round.
    pub fn ends_everywhere(&self, dirs: &[StepId]) -> bool {
        dirs.iter().all(|&d| self.longest(d).is_some())
    }

    /// Whether a set has a run, as a word, and the cells that are in one once they belong to it. Directions may not go
    /// round.
    pub fn completing(&mut self, base: &SetV, dirs: &[StepId], length: u32) -> Res<(Word, SetV)> {
        let (had, completing) = match self.completing_one_by_one(base, dirs, length) {
            Some(found) => found,
            None => self.completing_by_steps(base, dirs, length)?,
        };
        let completing = if Canary::LineOverlooked.sings() { self.nothing() } else { completing };
        Ok((had, completing))
    }

    fn completing_by_steps(&mut self, base: &SetV, dirs: &[StepId], length: u32) -> Res<(Word, SetV)> {
        let (mut had, mut completing) = (ZERO, self.nothing());
        for &d in dirs {
            // By k: the cells that k cells of the set lie before, and those that k cells come after.
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for k in 1..length as usize {
                let (a, b) = match k {
                    1 => (base.clone(), base.clone()),
                    _ => (self.set_and(base, &before[k - 2]), self.set_and(base, &after[k - 2])),
                };
                before.push(self.step(d, &a)?);
                after.push(self.preimage(d, &b)?);
            }
            let all = length as usize - 1;
            for k in 0..=all {
                let here = match (k, all - k) {
                    (0, 0) => SetV::new(self.board().into_iter().map(Word::Const).collect()),
                    (0, b) => after[b - 1].clone(),
                    (a, 0) => before[a - 1].clone(),
                    (a, b) => self.set_and(&before[a - 1], &after[b - 1]),
                };
                completing = self.set_or(&completing, &here);
            }
            let run = match all {
                0 => base.clone(),
                _ => self.set_and(base, &before[all - 1]),
            };
            let run = self.any_word(&run);
            had = self.or(had, run);
        }
        Ok((had, completing))
    }
}

/// A chosen cell, where a set has it if it is in a line: and of what, in which directions, and how long.
pub fn chosen_in_line(e: &Set) -> Option<(Local, &Set, &[StepId], u32)> {
    let Set::And(a, b) = e else { return None };
    match (&**a, &**b) {
        (Set::Local(one), Set::Line { length, dirs, of }) | (Set::Line { length, dirs, of }, Set::Local(one)) => {
            Some((*one, of, dirs, *length))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::successors_differ;

    /// The mill that a man completes takes an enemy man, whether it was placed, has slid there or flown.
    #[test]
    fn a_line_that_is_overlooked_is_found() {
        let text = include_str!("../../../../../games/lines/nine-mens-morris.game");
        let flies = text.replace("hand 9 Man each", "hand 4 Man each");
        for text in [text, &*flies] {
            assert!(!successors_differ(text, 3, 60));
            let found = Canary::LineOverlooked.during(|| successors_differ(text, 3, 60));
            assert!(found, "mills are completed, and nobody notices");
        }
    }
}
