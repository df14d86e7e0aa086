//! Numbers to code: sums, distances, groups, arithmetic.

use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use super::tables::TableKey;
use super::{Emit, Res, SetV, Word, ZERO};
use crate::ir::StepId;
use crate::rules::Arith;

impl Emit<'_, '_> {
    pub fn sum_table(&mut self, id: usize, a: &SetV) -> Res<Word> {
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

    pub fn sum_distance(&mut self, of: &SetV, to: &SetV, dirs: &[StepId]) -> Res<Word> {
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
            let beside = e.beside(dirs, &near)?;
            let wider = e.set_or(&near, &beside);
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

    pub fn groups(&mut self, dirs: &[StepId], a: &SetV, largest: bool) -> Res<Word> {
        let found = self.variable(ZERO);
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
            let so_far = e.read(found);
            let with_it = if largest {
                let size = e.size(&group);
                let is_larger = e.compare(IntCC::UnsignedLessThan, so_far, size);
                e.select(is_larger, size, so_far)
            } else {
                e.add(so_far, Word::Const(1))
            };
            e.define(found, with_it);
            e.jump(next, &[]);
            e.enter(next);
            Ok(())
        })?;
        Ok(self.read(found))
    }

    /// Arithmetic, total as [`crate::ir::arith`].
    pub fn arith(&mut self, op: Arith, a: Word, b: Word) -> Word {
        match (op, a, b) {
            (_, Word::Const(x), Word::Const(y)) => Word::Const(crate::ir::arith(op, x as i64, y as i64) as u64),
            (Arith::Add, ..) => self.add(a, b),
            (Arith::Subtract, ..) => self.sub(a, b),
            (Arith::Multiply, ..) => self.mul(a, b),
            (Arith::Least | Arith::Greatest, ..) => {
                let less = self.compare(IntCC::SignedLessThan, a, b);
                let (if_less, otherwise) = if op == Arith::Least { (a, b) } else { (b, a) };
                self.select(less, if_less, otherwise)
            }
            (Arith::Divide | Arith::Modulo, ..) => self.divide(op, a, b),
        }
    }

    pub fn divide(&mut self, op: Arith, a: Word, b: Word) -> Word {
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
            Arith::Add | Arith::Subtract | Arith::Multiply | Arith::Modulo | Arith::Least | Arith::Greatest => {
                let more = self.add(rest, safe);
                let out = self.select(low, more, rest);
                self.select(odd, ZERO, out)
            }
        }
    }
}
