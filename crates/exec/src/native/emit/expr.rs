//! Expressions to code.

use crate::ir::walk::{cost, cost_of_set};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types;

use super::env::Env;
use super::{Address, Emit, Helper, Res, SetV, Truth, Unsupported, Word, ZERO};
use crate::game::Side;
use crate::ir::{Bool, Int, Layout, Set, StepId, common};
use crate::rules::Compare;

/// A part of a condition of so many operations is not worked out twice.
const DEAR: usize = 100;

/// The directions, the origin and the cells that are passed, of the cells in a row behind others: a slide without where it ends.
fn as_run(e: &Set) -> Option<(&[StepId], &Set, &Set)> {
    let Set::And(a, b) = e else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(slide, within)| match &**slide {
        Set::Slide { dirs, of, through, exactly: None } if through == within => Some((&dirs[..], &**of, &**through)),
        Set::Const(_)
        | Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
        | Set::Or(..)
        | Set::And(..)
        | Set::Minus(..)
        | Set::Else(..)
        | Set::When(..)
        | Set::Was(_)
        | Set::Step(..)
        | Set::Steps(..)
        | Set::Preimage(..)
        | Set::Image(..)
        | Set::Slide { .. }
        | Set::Ray { .. }
        | Set::Beyond { .. }
        | Set::Flood { .. }
        | Set::Line { .. }
        | Set::Collect { .. }
        | Set::Touched
        | Set::Holding(..)
        | Set::Stacked { .. }
        | Set::Rotate { .. } => None,
    })
}

impl Emit<'_, '_> {
    /// A fixed set.
    pub fn constant(&mut self, id: usize) -> SetV {
        let words = self.program.consts[id].words();
        let n = self.n;
        let words = (0..n).map(|i| Word::Const(words.get(i).copied().unwrap_or(0))).collect();
        SetV { fixed: true, ..SetV::new(words) }
    }

    /// The value of a set expression.
    pub fn set(&mut self, env: &Env, e: &Set) -> Res<SetV> {
        self.check_size()?;
        Ok(match e {
            Set::Const(id) => self.constant(*id),
            Set::Plane(id) => env.plane(*id).clone(),
            Set::Local(id) => env.locals[*id].clone(),
            Set::Shared(id) => env.shared[*id].clone(),
            Set::Or(a, b) => {
                if let Some((dirs, of)) = e.as_steps() {
                    let of = self.set(env, of)?;
                    if let Some(stepped) = self.step_by_bytes(&dirs, false, &of) {
                        return Ok(stepped);
                    }
                }
                let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                self.set_or(&a, &b)
            }
            Set::And(a, b) | Set::And(b, a)
                if is_few(b) && matches!(&**a, Set::Slide { dirs, exactly: None, .. } if dirs.len() > 1) =>
            {
                let Set::Slide { dirs, of, .. } = &**a else { return Ok(self.nothing()) };
                let (of, near) = (self.set(env, of)?, self.set(env, b)?);
                self.if_met(dirs, (&of, &near), &mut |e| {
                    let reached = e.set(env, a)?;
                    Ok(e.set_and(&reached, &near))
                })?
            }
            Set::And(..) if let Some((dirs, of, through)) = as_run(e) => {
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let mut out = self.nothing();
                for &d in dirs {
                    let one = self.run(d, &of, &through)?;
                    out = self.set_or(&out, &one);
                }
                out
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
            Set::Step(d, a)
                if let Some(([along], of, through)) = as_run(a)
                    && along == d =>
            {
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                self.behind_run(*d, &of, &through)?
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
                self.related(*id, &a)?
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
                let exactly = exactly.as_ref().map(|n| self.int(env, n)).transpose()?;
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let until = until.as_ref().map(|u| self.set(env, u)).transpose()?;
                if of.site.is_some() {
                    return self.rays(dirs, &of, &through, until.as_ref(), exactly);
                }
                if exactly.is_none()
                    && let Some(passed) = self.rays_at_once(dirs, &of, &through, until.as_ref())?
                {
                    return Ok(passed);
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
                if let Some(same) = self.same_flood(env, e)? {
                    return Ok(same);
                }
                let (seed, within) = (self.set(env, seed)?, self.set(env, within)?);
                self.flood(dirs, &seed, &within)?
            }
            Set::Line { length, dirs, of } => {
                let of = self.set(env, of)?;
                self.lines(&of, dirs, *length)?
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
                let (lanes, stacks) = (self.recounted(env), self.restacked(env));
                let mut out = self.set_or(&lanes, &stacks);
                for (id, plane) in self.program.layout.planes.iter().enumerate() {
                    if plane.class.is_placement() {
                        let changed = self.zip(&env.planes[id], &env.old_planes[id], Self::xor);
                        out = self.set_or(&out, &changed);
                    }
                }
                out
            }
            Set::Holding(lane, least, most) => {
                let (least, most) = (self.int(env, least)?, self.int(env, most)?);
                self.holding(env, *lane, least, most)
            }
            Set::Stacked { occupied, least, most } => {
                let occupied = self.set(env, occupied)?;
                let (least, most) = (self.int(env, least)?, self.int(env, most)?);
                self.stacked(env, &occupied, least, most)
            }
            Set::Rotate { what, region, right } => {
                let (what, region) = (self.set(env, what)?, self.set(env, region)?);
                self.rotate(&what, &region, *right)?
            }
        })
    }

    /// The value of a set expression, whose dear parts are worked out once each.
    fn set_once(&mut self, env: &Env, e: &Set) -> Res<SetV> {
        // Within an evaluation that has been done.
        if !env.shared.is_empty() || cost_of_set(e) < 2 * DEAR {
            return self.set(env, e);
        }
        let mut rest = e.clone();
        let mut env = env.clone();
        for part in common(DEAR, &mut |f| f(&mut rest)) {
            let part = self.set(&env, &part)?;
            env.shared.push(part);
        }
        self.set(&env, &rest)
    }

    /// The union of a set for every cell.
    pub fn union_over(&mut self, over: &SetV, body: &mut dyn FnMut(&mut Self, SetV) -> Res<SetV>) -> Res<SetV> {
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
            Int::SumStacked { of, occupied } => {
                let (of, occupied) = (self.set(env, of)?, self.set(env, occupied)?);
                self.sum_stacked(env, &of, &occupied)
            }
            Int::CountBelow(piece, of) => {
                let of = self.set(env, of)?;
                self.count_below(env, *piece, &of)
            }
            Int::SumDistance { of, to, dirs } => {
                let (of, to) = (self.set(env, of)?, self.set(env, to)?);
                self.sum_distance(&of, &to, dirs)?
            }
            Int::Groups(dirs, a) => {
                let a = self.set(env, a)?;
                self.groups(dirs, &a, false)?
            }
            Int::Largest(dirs, a) => {
                let a = self.set(env, a)?;
                self.groups(dirs, &a, true)?
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
            Int::Connection { dirs, sets } => {
                let [a, b, c, d] = &**sets;
                let sets = [self.set(env, a)?, self.set(env, b)?, self.set(env, c)?, self.set(env, d)?];
                self.connection(dirs, &sets)?
            }
            Int::SumLane(lane, a) => {
                let a = self.set(env, a)?;
                self.sum_lane(env, *lane, &a)
            }
            Int::Mobility(side, only) => {
                let function = self.resolved(&Helper::Mobility(*side, only.clone()))?;
                self.ask(env, Some(*side), function)
            }
        })
    }

    /// The value of a truth expression.
    pub fn truth(&mut self, env: &Env, e: &Bool) -> Res<Truth> {
        self.check_size()?;
        Ok(match e {
            Bool::Const(b) => Truth::Const(*b),
            Bool::Any(Set::Line { length, dirs, of }) => {
                let of = self.set(env, of)?;
                if let Some(grown) = of.grown.clone().filter(|g| g.base.fixed && self.ends_everywhere(dirs)) {
                    return self.line_through(&grown, dirs, *length);
                }
                if let Some(lines) = self.lines_one_by_one(&of, dirs, *length) {
                    return Ok(self.any(&lines));
                }
                let mut all = ZERO;
                for &d in dirs {
                    let starts = self.runs(d, &of, *length)?;
                    let word = self.any_word(&starts);
                    all = self.or(all, word);
                }
                self.not_zero(all)
            }
            Bool::Any(a) => {
                if let Some(in_line) = self.in_line(env, a)? {
                    return Ok(in_line);
                }
                let a = self.set_once(env, a)?;
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
            Bool::History(_) => return Err(Unsupported("the game so far is asked within a condition")),
            Bool::Stuck(side, conditions) => {
                if let Some((known, stuck)) = env.stuck
                    && known == *side
                {
                    return Ok(Truth::Const(stuck));
                }
                let function = self.resolved(&Helper::Any(*side, *conditions))?;
                let any = self.ask(env, Some(*side), function);
                self.is_zero(any)
            }
        })
    }

    /// The function that enumerates.
    fn resolved(&self, helper: &Helper) -> Res<Address> {
        (self.resolve)(helper).ok_or(Unsupported("a count of moves within a count of moves"))
    }

    /// Asks a function of the state as it is now, or with a side to move.
    fn ask(&mut self, env: &Env, side: Option<Side>, function: Address) -> Word {
        let slot = self.slot(self.program.layout.words());
        let at = self.slot_address(slot);
        let mut now = if env.was {
            let (planes, ints) = (env.old_planes.to_vec(), env.old_ints.to_vec());
            Env { planes, ints, ..env.clone() }
        } else {
            env.clone()
        };
        if let Some(side) = side {
            now.ints[Layout::MOVER] = Word::Const(side.index() as u64);
        }
        now.store(self, at);
        let info = self.slot(2);
        let info = self.slot_address(info);
        self.store(ZERO, info, 0);
        self.call_at(function, &[at, info])
    }

    /// A part of a condition, asked of its function if it has one.
    fn part(&mut self, env: &Env, e: &Bool) -> Res<Truth> {
        match (self.resolve)(&Helper::Truth(e.clone())) {
            Some(function) => {
                let holds = self.ask(env, None, function);
                Ok(self.not_zero(holds))
            }
            None => self.truth(env, e),
        }
    }

    /// Both or either; what costs much is only asked if it matters.
    pub fn join(&mut self, env: &Env, a: &Bool, b: &Bool, both: bool) -> Res<Truth> {
        let (a, b) = if cost(a) > cost(b) { (b, a) } else { (a, b) };
        let first = self.truth(env, a)?;
        if first == Truth::Const(!both) {
            return Ok(first);
        }
        if cost(b) < 25 || first == Truth::Const(both) {
            let second = self.truth(env, b)?;
            return Ok(if both { self.both(first, second) } else { self.either(first, second) });
        }
        if both {
            return self.only_if(first, &mut |e| e.part(env, b));
        }
        let neither = self.not(first);
        let neither = self.only_if(neither, &mut |e| {
            let second = e.part(env, b)?;
            Ok(e.not(second))
        })?;
        Ok(self.not(neither))
    }

    /// A condition and a second one that is only looked at where the first holds.
    pub fn only_if(&mut self, first: Truth, second: &mut dyn FnMut(&mut Self) -> Res<Truth>) -> Res<Truth> {
        if let Truth::Const(known) = first {
            return if known { second(self) } else { Ok(first) };
        }
        let (more, skip, end) = (self.block(), self.block(), self.block());
        let result = self.b.append_block_param(end, types::I64);
        self.branch(first, more, skip);
        self.enter(skip);
        self.jump(end, &[ZERO]);
        self.enter(more);
        let second = second(self)?;
        let second = self.number(second);
        self.jump(end, &[second]);
        self.enter(end);
        Ok(self.not_zero(Word::Value(result)))
    }
}

/// Whether a set is likely to be small: some pieces of a side.
fn is_few(e: &Set) -> bool {
    match e {
        Set::Or(a, b) => is_few(a) && is_few(b),
        Set::And(a, b) => matches!((&**a, &**b), (Set::Plane(_), Set::Plane(_))) || is_few(a) || is_few(b),
        Set::Const(_)
        | Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
        | Set::Minus(..)
        | Set::Else(..)
        | Set::When(..)
        | Set::Was(_)
        | Set::Step(..)
        | Set::Steps(..)
        | Set::Preimage(..)
        | Set::Image(..)
        | Set::Slide { .. }
        | Set::Ray { .. }
        | Set::Beyond { .. }
        | Set::Flood { .. }
        | Set::Line { .. }
        | Set::Collect { .. }
        | Set::Touched
        | Set::Holding(..)
        | Set::Stacked { .. }
        | Set::Rotate { .. } => false,
    }
}
