//! Expressions to code.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use super::emit::{Emit, Res, SetV, Truth, Unsupported, Word, ZERO};
use super::env::Env;
use super::tables::TableKey;
use crate::ir::{Bool, Int, Set, StepId};
use crate::rules::{Arith, Compare};

/// A direction that leads from lower to higher numbers only, or the other way: rays by arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Up,
    Down,
    Mixed,
}

impl Emit<'_, '_> {
    /// A fixed set.
    pub fn constant(&mut self, id: usize) -> SetV {
        let words = self.program.consts[id].words();
        let n = self.n;
        SetV::new((0..n).map(|i| Word::Const(words.get(i).copied().unwrap_or(0))).collect())
    }

    /// The value of a set expression.
    pub fn set(&mut self, env: &Env, e: &Set) -> Res<SetV> {
        self.check_size()?;
        Ok(match e {
            Set::Const(id) => self.constant(*id),
            Set::Plane(id) => env.plane(*id).clone(),
            Set::Local(id) => env.locals[*id].clone(),
            Set::Or(a, b) => {
                let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                self.set_or(&a, &b)
            }
            Set::And(a, b) => {
                let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                self.set_and(&a, &b)
            }
            Set::Minus(a, b) => {
                let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                self.set_minus(&a, &b)
            }
            Set::Else(a, b) => {
                let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                let some = self.any(&a);
                self.set_select(some, &a, &b)
            }
            Set::When(c, a) => {
                let (c, a) = (self.truth(env, c)?, self.set(env, a)?);
                self.set_when(c, &a)
            }
            Set::Was(a) => {
                let before = Env { was: true, ..env.clone() };
                self.set(&before, a)?
            }
            Set::Step(d, a) => {
                let a = self.set(env, a)?;
                self.step(*d, &a)?
            }
            Set::Steps(d, n, a) => {
                let (n, a) = (self.int(env, n)?, self.set(env, a)?);
                self.many_steps(*d, n, &a, None)?
            }
            Set::Preimage(d, a) => {
                let a = self.set(env, a)?;
                self.preimage(*d, &a)?
            }
            Set::Image(id, a) => {
                let a = self.set(env, a)?;
                self.image(TableKey::Image(*id), &a)?
            }
            Set::Slide { dirs, of, through, exactly } => {
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let n = exactly.as_ref().map(|n| self.int(env, n)).transpose()?;
                let mut out = self.nothing();
                for &d in dirs {
                    let one = match n {
                        Some(n) => self.many_steps(d, n, &of, Some(&through))?,
                        None => self.slide(d, &of, &through)?,
                    };
                    out = self.set_or(&out, &one);
                }
                out
            }
            Set::Ray { dirs, of, through, until, exactly } => {
                if exactly.as_ref().is_some_and(|n| !matches!(**n, Int::Const(0..=16))) {
                    return Err(Unsupported("a ray of a length that varies"));
                }
                let exactly = exactly.as_ref().map(|n| if let Int::Const(n) = **n { n } else { 0 });
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let until = until.as_ref().map(|u| self.set(env, u)).transpose()?;
                if of.site.is_some() {
                    return self.rays(dirs, &of, &through, until.as_ref(), exactly);
                }
                self.union_over(&of, &mut |e, one| e.rays(dirs, &one, &through, until.as_ref(), exactly))?
            }
            Set::Beyond { dirs, of, through } => {
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let mut out = self.nothing();
                for &d in dirs {
                    let reached = self.slide(d, &of, &through)?;
                    let first = self.set_minus(&reached, &through);
                    out = self.set_or(&out, &first);
                }
                out
            }
            Set::Flood { dirs, seed, within } => {
                let (seed, within) = (self.set(env, seed)?, self.set(env, within)?);
                self.flood(dirs, &seed, &within)?
            }
            Set::Line { length, dirs, of } => {
                let of = self.set(env, of)?;
                let mut out = self.nothing();
                for &d in dirs {
                    let mut starts = self.runs(d, &of, *length)?;
                    for _ in 0..*length {
                        out = self.set_or(&out, &starts);
                        starts = self.step(d, &starts)?;
                    }
                }
                out
            }
            Set::Collect { local, over, body } => {
                let over = self.set(env, over)?;
                let mut inner = env.clone();
                self.union_over(&over, &mut |e, one| {
                    inner.locals[*local] = one;
                    e.set(&inner, body)
                })?
            }
            Set::Touched => {
                let mut out = self.nothing();
                for (id, plane) in self.program.layout.planes.iter().enumerate() {
                    if plane.class.is_placement() {
                        let changed = self.zip(&env.planes[id], &env.old_planes[id], Self::xor);
                        out = self.set_or(&out, &changed);
                    }
                }
                out
            }
            Set::Holding(..) => return Err(Unsupported("it reads numbers of cells")),
            Set::Rotate { .. } => return Err(Unsupported("it turns the board")),
        })
    }

    /// The union of a set for every cell.
    fn union_over(&mut self, over: &SetV, body: &mut dyn FnMut(&mut Self, SetV) -> Res<SetV>) -> Res<SetV> {
        let vars: Vec<_> = (0..self.n).map(|_| self.variable(ZERO)).collect();
        self.for_each(over, &mut |e, one| {
            let more = body(e, one)?;
            for (&var, &w) in vars.iter().zip(&*more.words) {
                let so_far = e.read(var);
                let sum = e.or(so_far, w);
                e.define(var, sum);
            }
            Ok(())
        })?;
        Ok(SetV::new(vars.iter().map(|&v| self.read(v)).collect()))
    }

    /// The classes of a direction: distance and the cells that go so far.
    fn distances(&self, d: StepId) -> Vec<(i32, Vec<u64>)> {
        let mut out: Vec<(i32, Vec<u64>)> = Vec::new();
        for (site, next) in self.program.steps[d].iter().enumerate() {
            let Some(next) = next else { continue };
            let by = i32::from(*next) - site as i32;
            let at = out.iter().position(|c| c.0 == by).unwrap_or_else(|| {
                out.push((by, vec![0; self.n]));
                out.len() - 1
            });
            out[at].1[site / 64] |= 1 << (site % 64);
        }
        out
    }

    /// Every cell's number grows by `by`.
    fn moved(&mut self, a: &SetV, by: i32) -> SetV {
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

    fn masked(&mut self, a: &SetV, mask: &[u64]) -> SetV {
        SetV::new(a.words.iter().zip(mask).map(|(&w, &m)| self.and(w, Word::Const(m))).collect())
    }

    /// One step of every cell.
    pub fn step(&mut self, d: StepId, a: &SetV) -> Res<SetV> {
        let classes = self.distances(d);
        if classes.len() > 10 {
            return self.image(TableKey::Next(d), a);
        }
        let mut out = self.nothing();
        for (by, sources) in classes {
            let from = self.masked(a, &sources);
            let to = self.moved(&from, by);
            out = self.set_or(&out, &to);
        }
        Ok(out)
    }

    fn preimage(&mut self, d: StepId, a: &SetV) -> Res<SetV> {
        let classes = self.distances(d);
        if classes.len() > 40 {
            return Err(Unsupported("a direction is too irregular"));
        }
        let mut out = self.nothing();
        for (by, sources) in classes {
            let back = self.moved(a, -by);
            let from = self.masked(&back, &sources);
            out = self.set_or(&out, &from);
        }
        Ok(out)
    }

    fn image(&mut self, key: TableKey, a: &SetV) -> Res<SetV> {
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, key);
        if let Some(site) = a.site {
            return Ok(SetV::new(self.row(table, n, site)));
        }
        self.union_over(a, &mut |e, one| Ok(SetV::new(e.row(table, n, one.site.unwrap_or(ZERO)))))
    }

    /// So many steps of every cell; if given, all but the first from cells of `through` only.
    fn many_steps(&mut self, d: StepId, n: Word, a: &SetV, through: Option<&SetV>) -> Res<SetV> {
        let most = Word::Const(self.program.sites as u64);
        let negative = self.compare(IntCC::SignedLessThan, n, ZERO);
        let large = self.compare(IntCC::SignedGreaterThan, n, most);
        let n = self.select(large, most, n);
        let n = self.select(negative, ZERO, n);
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

    fn ray_table(&mut self, d: StepId, site: Word) -> SetV {
        let (n, program) = (self.n, self.program);
        let table = self.tables.get(program, n, TableKey::Ray(d));
        SetV::new(self.row(table, n, site))
    }

    /// From one cell: the cells through `through` and the first one outside.
    fn reach(&mut self, d: StepId, of: &SetV, site: Word, through: &SetV, order: Order) -> SetV {
        let ray = self.ray_table(d, site);
        let stops = self.set_minus(&ray, through);
        if order == Order::Up {
            // Subtracting twice the origin's bit flips what lies below the first stop, and it.
            let twice = self.moved(of, 1);
            let mut borrow = ZERO;
            let mut words = Vec::new();
            for i in 0..self.n {
                let (a, b) = (stops.words[i], twice.words[i]);
                let once = self.sub(a, b);
                let less = self.sub(once, borrow);
                if i + 1 < self.n {
                    let under = self.compare(IntCC::UnsignedLessThan, a, b);
                    let under_again = self.compare(IntCC::UnsignedLessThan, once, borrow);
                    let any = self.either(under, under_again);
                    borrow = self.number(any);
                }
                let flipped = self.xor(a, less);
                words.push(self.and(flipped, ray.words[i]));
            }
            return SetV::new(words);
        }
        // The highest stop, and everything above it on the ray.
        let mut words = vec![ZERO; self.n];
        let mut above = Truth::Const(false);
        for i in (0..self.n).rev() {
            let stop = stops.words[i];
            let some = self.or(stop, Word::Const(1));
            let zeros = self.leading_zeros(some);
            let place = self.sub(Word::Const(63), zeros);
            let mask = self.up(Word::Const(u64::MAX), place);
            // Without a stop the mask keeps all: its lowest bit is set by the bit put in above.
            let kept = self.and(ray.words[i], mask);
            words[i] = self.select(above, ZERO, kept);
            if i > 0 {
                let here = self.not_zero(stop);
                above = self.either(above, here);
            }
        }
        SetV::new(words)
    }

    /// Where slides end.
    fn slide(&mut self, d: StepId, of: &SetV, through: &SetV) -> Res<SetV> {
        let order = self.order(d);
        if let Some(site) = of.site
            && order != Order::Mixed
        {
            return Ok(self.reach(d, of, site, through, order));
        }
        let filled = self.fill(d, of, through)?;
        self.step(d, &filled)
    }

    /// The cells of a set, and all that are reached from them in a direction through `through`.
    fn fill(&mut self, d: StepId, of: &SetV, through: &SetV) -> Res<SetV> {
        let classes = self.distances(d);
        let longest = self.longest(d);
        if let ([(by, sources)], true) = (&classes[..], self.n <= 2 && longest.is_some()) {
            let arrivals = self.shifted_mask(sources, *by);
            let mut open = self.masked(through, &arrivals);
            let mut filled = of.clone();
            let (mut by, mut reach) = (*by, 1);
            let longest = longest.unwrap_or(0);
            loop {
                let more = self.moved(&filled, by);
                let more = self.set_and(&more, &open);
                filled = self.set_or(&filled, &more);
                reach *= 2;
                if reach > longest {
                    return Ok(filled);
                }
                let also = self.moved(&open, by);
                open = self.set_and(&open, &also);
                by *= 2;
            }
        }
        let initial: Vec<Word> = of.words.to_vec();
        let end = self.repeat(&initial, &mut |e, words| {
            let now = SetV::new(words.to_vec());
            let more = e.step(d, &now)?;
            let more = e.set_and(&more, through);
            let next = e.set_or(&now, &more);
            let changed = e.zip(&next, &now, Self::xor);
            let any = e.any(&changed);
            let done = e.not(any);
            Ok((next.words.to_vec(), done))
        })?;
        Ok(SetV::new(end))
    }

    /// The most steps that can be made in a direction; none if it goes round.
    fn longest(&self, d: StepId) -> Option<usize> {
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

    fn shifted_mask(&self, mask: &[u64], by: i32) -> Vec<u64> {
        let mut out = vec![0; mask.len()];
        for bit in 0..mask.len() as i32 * 64 {
            let to = bit + by;
            if mask[bit as usize / 64] >> (bit % 64) & 1 == 1 && to >= 0 && (to as usize) < mask.len() * 64 {
                out[to as usize / 64] |= 1 << (to % 64);
            }
        }
        out
    }

    /// The cells that rays from one cell pass.
    fn rays(
        &mut self,
        dirs: &[StepId],
        of: &SetV,
        through: &SetV,
        until: Option<&SetV>,
        exactly: Option<i64>,
    ) -> Res<SetV> {
        let mut out = self.nothing();
        for &d in dirs {
            let order = self.order(d);
            let one = match (exactly, of.site) {
                (None, Some(site)) if order != Order::Mixed => {
                    let reached = self.reach(d, of, site, through, order);
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
                (Some(n), _) => self.counted_ray(d, of, through, until, n)?,
                _ => self.walked_ray(d, of, through, until)?,
            };
            out = self.set_or(&out, &one);
        }
        Ok(out)
    }

    fn counted_ray(
        &mut self,
        d: StepId,
        of: &SetV,
        through: &SetV,
        until: Option<&SetV>,
        n: i64,
    ) -> Res<SetV> {
        let (mut at, mut passed) = (of.clone(), self.nothing());
        for _ in 0..n {
            let next = self.step(d, &at)?;
            let next = self.set_and(&next, through);
            at = self.set_minus(&next, &passed);
            passed = self.set_or(&passed, &at);
        }
        let arrived = self.any(&at);
        let good = match until {
            None => arrived,
            Some(until) => {
                let beyond = self.step(d, &at)?;
                let well = self.set_and(&beyond, until);
                self.any(&well)
            }
        };
        Ok(self.set_when(good, &passed))
    }

    fn walked_ray(&mut self, d: StepId, of: &SetV, through: &SetV, until: Option<&SetV>) -> Res<SetV> {
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

    fn flood(&mut self, dirs: &[StepId], seed: &SetV, within: &SetV) -> Res<SetV> {
        let first = self.set_and(seed, within);
        let initial = first.words.to_vec();
        let end = self.repeat(&initial, &mut |e, words| {
            let now = SetV::new(words.to_vec());
            let mut next = now.clone();
            for &d in dirs {
                let more = e.step(d, &now)?;
                next = e.set_or(&next, &more);
            }
            let next = e.set_and(&next, within);
            let changed = e.zip(&next, &now, Self::xor);
            let any = e.any(&changed);
            let done = e.not(any);
            Ok((next.words.to_vec(), done))
        })?;
        Ok(SetV::new(end))
    }

    /// The cells from which so many cells in a row lie in a set.
    fn runs(&mut self, d: StepId, of: &SetV, length: u32) -> Res<SetV> {
        let mut starts = of.clone();
        for _ in 1..length {
            let before = self.preimage(d, &starts)?;
            starts = self.set_and(of, &before);
        }
        Ok(starts)
    }

    /// The value of a number expression.
    pub fn int(&mut self, env: &Env, e: &Int) -> Res<Word> {
        self.check_size()?;
        Ok(match e {
            Int::Const(n) => Word::Const(*n as u64),
            Int::Read(id) => env.int(*id),
            Int::Local(id) => env.int_locals[*id],
            Int::Count(a) => {
                let a = self.set(env, a)?;
                self.size(&a)
            }
            Int::SumTable(id, a) => {
                let a = self.set(env, a)?;
                self.sum_table(*id, &a)?
            }
            Int::SumDistance { of, to, dirs } => {
                let (of, to) = (self.set(env, of)?, self.set(env, to)?);
                self.sum_distance(&of, &to, dirs)?
            }
            Int::Groups(dirs, a) => {
                let a = self.set(env, a)?;
                self.groups(dirs, &a)?
            }
            Int::Windows(id, needs) => {
                let sets: Vec<(SetV, u32, u32)> =
                    needs.iter().map(|(s, a, b)| Ok((self.set(env, s)?, *a, *b))).collect::<Res<_>>()?;
                self.count_windows(*id, &sets)?
            }
            Int::Arith(op, a, b) => {
                let (a, b) = (self.int(env, a)?, self.int(env, b)?);
                self.arith(*op, a, b)
            }
            Int::If(c, a, b) => {
                let c = self.truth(env, c)?;
                let (a, b) = (self.int(env, a)?, self.int(env, b)?);
                self.select(c, a, b)
            }
            Int::SumLane(..) => return Err(Unsupported("it reads numbers of cells")),
            Int::Mobility(..) => return Err(Unsupported("it counts moves in an expression")),
        })
    }

    fn sum_table(&mut self, id: usize, a: &SetV) -> Res<Word> {
        let numbers = &self.program.numbers[id];
        let mut values: Vec<i64> = numbers.clone();
        values.sort_unstable();
        values.dedup();
        values.retain(|&v| v != 0);
        if values.len() <= 12 {
            let mut sum = ZERO;
            for v in values {
                let mut mask = vec![0; self.n];
                numbers.iter().enumerate().filter(|n| *n.1 == v).for_each(|(s, _)| mask[s / 64] |= 1 << (s % 64));
                let cells = self.masked(a, &mask);
                let count = self.size(&cells);
                let part = self.mul(count, Word::Const(v as u64));
                sum = self.add(sum, part);
            }
            return Ok(sum);
        }
        let (program, n) = (self.program, self.n);
        let table = self.tables.get(program, n, TableKey::Numbers(id));
        let sum = self.variable(ZERO);
        self.for_each(a, &mut |e, one| {
            let number = e.row(table, 1, one.site.unwrap_or(ZERO))[0];
            let so_far = e.read(sum);
            let next = e.add(so_far, number);
            e.define(sum, next);
            Ok(())
        })?;
        Ok(self.read(sum))
    }

    fn sum_distance(&mut self, of: &SetV, to: &SetV, dirs: &[StepId]) -> Res<Word> {
        let n = self.n;
        let sites = self.program.sites as u64;
        let mut initial = vec![ZERO, ZERO];
        initial.extend_from_slice(&of.words);
        initial.extend_from_slice(&to.words);
        let end = self.repeat(&initial, &mut |e, words| {
            let (steps, sum) = (words[0], words[1]);
            let (of, near) = (SetV::new(words[2..2 + n].to_vec()), SetV::new(words[2 + n..].to_vec()));
            let reached = e.set_and(&of, &near);
            let count = e.size(&reached);
            let part = e.mul(count, steps);
            let sum = e.add(sum, part);
            let left = e.set_minus(&of, &near);
            let mut wider = near.clone();
            for &d in dirs {
                // Each direction starts from what the ones before have reached.
                let more = e.step(d, &wider)?;
                wider = e.set_or(&wider, &more);
            }
            let steps = e.add(steps, Word::Const(1));
            let any = e.any(&left);
            let none = e.not(any);
            let far = e.compare(IntCC::UnsignedLessThan, steps, Word::Const(sites));
            let far = e.not(far);
            let done = e.either(none, far);
            let mut out = vec![steps, sum];
            out.extend_from_slice(&left.words);
            out.extend_from_slice(&wider.words);
            Ok((out, done))
        })?;
        let left = SetV::new(end[2..2 + n].to_vec());
        let count = self.size(&left);
        let rest = self.mul(count, Word::Const(sites));
        Ok(self.add(end[1], rest))
    }

    fn groups(&mut self, dirs: &[StepId], a: &SetV) -> Res<Word> {
        let count = self.variable(ZERO);
        let seen: Vec<_> = (0..self.n).map(|_| self.variable(ZERO)).collect();
        self.for_each(a, &mut |e, one| {
            let known = SetV::new(seen.iter().map(|&v| e.read(v)).collect());
            let again = e.set_and(&one, &known);
            let is_known = e.any(&again);
            let (fresh, next) = (e.block(), e.block());
            e.branch(is_known, next, fresh);
            e.enter(fresh);
            let group = e.flood(dirs, &one, a)?;
            for (&var, &w) in seen.iter().zip(&*group.words) {
                let so_far = e.read(var);
                let sum = e.or(so_far, w);
                e.define(var, sum);
            }
            let so_far = e.read(count);
            let more = e.add(so_far, Word::Const(1));
            e.define(count, more);
            e.jump(next, &[]);
            e.enter(next);
            Ok(())
        })?;
        Ok(self.read(count))
    }

    fn count_windows(&mut self, id: usize, needs: &[(SetV, u32, u32)]) -> Res<Word> {
        let (program, n) = (self.program, self.n);
        let all = program.windows[id].len() as u64;
        if all == 0 {
            return Ok(ZERO);
        }
        let table = self.tables.get(program, n, TableKey::Windows(id));
        let end = self.repeat(&[ZERO, ZERO], &mut |e, words| {
            let window = SetV::new(e.row(table, n, words[0]));
            let mut holds = Truth::Const(true);
            for (set, least, most) in needs {
                let here = e.set_and(set, &window);
                let size = e.size(&here);
                let enough = e.compare(IntCC::UnsignedLessThan, size, Word::Const(u64::from(*least)));
                let enough = e.not(enough);
                let few = e.compare(IntCC::UnsignedLessThan, size, Word::Const(u64::from(*most) + 1));
                let good = e.both(enough, few);
                holds = e.both(holds, good);
            }
            let one = e.number(holds);
            let count = e.add(words[1], one);
            let next = e.add(words[0], Word::Const(1));
            let more = e.compare(IntCC::UnsignedLessThan, next, Word::Const(all));
            let done = e.not(more);
            Ok((vec![next, count], done))
        })?;
        Ok(end[1])
    }

    /// Arithmetic, total as [`crate::ir::arith`].
    fn arith(&mut self, op: Arith, a: Word, b: Word) -> Word {
        match (op, a, b) {
            (_, Word::Const(x), Word::Const(y)) => Word::Const(crate::ir::arith(op, x as i64, y as i64) as u64),
            (Arith::Add, ..) => self.add(a, b),
            (Arith::Subtract, ..) => self.sub(a, b),
            (Arith::Multiply, ..) => self.mul(a, b),
            (Arith::Divide | Arith::Modulo, ..) => self.divide(op, a, b),
        }
    }

    fn divide(&mut self, op: Arith, a: Word, b: Word) -> Word {
        let zero = self.is_zero(b);
        let minus_one = self.compare(IntCC::Equal, b, Word::Const(u64::MAX));
        let odd = self.either(zero, minus_one);
        let safe = self.select(odd, Word::Const(1), b);
        let (x, y) = (self.value(a), self.value(safe));
        self.nodes += 20;
        let quotient = Word::Value(self.b.ins().sdiv(x, y));
        let product = self.mul(quotient, safe);
        let rest = self.sub(a, product);
        let some = self.not_zero(rest);
        let signs = self.xor(a, safe);
        let differ = self.compare(IntCC::SignedLessThan, signs, ZERO);
        let low = self.both(some, differ);
        match op {
            Arith::Divide => {
                let less = self.number(low);
                let floor = self.sub(quotient, less);
                let negated = self.sub(ZERO, a);
                let out = self.select(minus_one, negated, floor);
                self.select(zero, ZERO, out)
            }
            _ => {
                let more = self.add(rest, safe);
                let out = self.select(low, more, rest);
                self.select(odd, ZERO, out)
            }
        }
    }

    /// The value of a truth expression.
    pub fn truth(&mut self, env: &Env, e: &Bool) -> Res<Truth> {
        self.check_size()?;
        Ok(match e {
            Bool::Const(b) => Truth::Const(*b),
            Bool::Any(Set::Line { length, dirs, of }) => {
                let of = self.set(env, of)?;
                let mut all = ZERO;
                for &d in dirs {
                    let starts = self.runs(d, &of, *length)?;
                    let word = self.any_word(&starts);
                    all = self.or(all, word);
                }
                self.not_zero(all)
            }
            Bool::Any(a) => {
                let a = self.set(env, a)?;
                self.any(&a)
            }
            Bool::Same(a, b) => {
                let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                let differ = self.zip(&a, &b, Self::xor);
                let any = self.any(&differ);
                self.not(any)
            }
            Bool::Compare(op, a, b) => {
                let (a, b) = (self.int(env, a)?, self.int(env, b)?);
                let cc = match op {
                    Compare::Equal => IntCC::Equal,
                    Compare::NotEqual => IntCC::NotEqual,
                    Compare::Less => IntCC::SignedLessThan,
                    Compare::LessEqual => IntCC::SignedLessThanOrEqual,
                };
                self.compare(cc, a, b)
            }
            Bool::Not(a) => {
                let a = self.truth(env, a)?;
                self.not(a)
            }
            Bool::And(a, b) => self.join(env, a, b, true)?,
            Bool::Or(a, b) => self.join(env, a, b, false)?,
            Bool::Stuck(..) => return Err(Unsupported("it asks who is stuck")),
        })
    }

    /// Both or either; what costs much is only asked if it matters.
    fn join(&mut self, env: &Env, a: &Bool, b: &Bool, both: bool) -> Res<Truth> {
        let (a, b) = if super::cost::cost(a) > super::cost::cost(b) { (b, a) } else { (a, b) };
        let first = self.truth(env, a)?;
        if first == Truth::Const(!both) {
            return Ok(first);
        }
        if super::cost::cost(b) < 25 || first == Truth::Const(both) {
            let second = self.truth(env, b)?;
            return Ok(if both { self.both(first, second) } else { self.either(first, second) });
        }
        let (more, end) = (self.block(), self.block());
        let result = self.b.append_block_param(end, types::I64);
        let skip = self.block();
        if both { self.branch(first, more, skip) } else { self.branch(first, skip, more) }
        self.enter(skip);
        self.jump(end, &[Word::Const(u64::from(!both))]);
        self.enter(more);
        let second = self.truth(env, b)?;
        let second = self.number(second);
        self.jump(end, &[second]);
        self.enter(end);
        Ok(self.not_zero(Word::Value(result)))
    }
}
