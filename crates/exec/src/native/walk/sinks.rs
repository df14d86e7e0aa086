//! What becomes of the plies that an enumeration finds.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};

use super::{Making, Needs, Sink, Walk};
use crate::native::emit::env::Env;
use crate::native::emit::{Res, Unsupported, Word};

impl Walk<'_, '_, '_> {
    pub fn read_cursor(&mut self) -> Value {
        let at = self.e.read(self.cursor);
        self.e.value(at)
    }

    /// A legal ply: it counts if no number ranks it, or the greatest.
    pub fn found(&mut self, env: &Env) -> Res<()> {
        let (Some(number), Some(greatest)) = (self.ranking.most, self.ranking.greatest) else {
            return self.counts(env);
        };
        let (rank, best) = (self.e.int(env, number)?, self.e.read(greatest.best));
        if greatest.only_ranked {
            let less = self.e.compare(IntCC::SignedLessThan, best, rank);
            let best = self.e.select(less, rank, best);
            self.e.define(greatest.best, best);
            return Ok(());
        }
        let is_best = self.e.compare(IntCC::Equal, rank, best);
        let (yes, after) = (self.e.block(), self.e.block());
        self.e.branch(is_best, yes, after);
        self.e.enter(yes);
        self.counts(env)?;
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// A ply that counts.
    fn counts(&mut self, env: &Env) -> Res<()> {
        if let (Some(number), Some(_)) = (self.ranking.most, self.alone) {
            // Plies of one leg are the greatest if they are all of one rank.
            let rank = self.e.int(env, number)?;
            if !matches!(rank, Word::Const(_)) || self.ranking.rank.replace(rank).is_some_and(|other| other != rank) {
                return Err(Unsupported("only the greatest moves count"));
            }
        }
        match self.sink {
            Sink::Nth => self.make_nth(env)?,
            Sink::Any => {
                self.e.define(self.cursor, Word::Const(1));
                self.e.jump(self.exits.0, &[]);
                // What follows can't be reached; Cranelift drops it.
                let dead = self.e.block();
                self.e.enter(dead);
            }
            Sink::Count => self.count_one(),
            Sink::List | Sink::States if self.legs.is_some() => self.list_ranked(env)?,
            Sink::States | Sink::InOrder | Sink::List => {
                let at = self.read_cursor();
                // Behind the limit all go to one spare place; the cursor counts on.
                let place = match self.room.limit {
                    Some(limit) => self.e.b.ins().umin(at, limit),
                    None => at,
                };
                if let Some((list, base)) = self.room.identities {
                    self.note_identity(env, place, list, base);
                }
                self.put(env, at, place)?;
            }
            Sink::Built => {
                if let Some(place) = self.room.limit {
                    self.write_successor(env, place)?;
                }
                self.count_one();
            }
            Sink::Below => self.go_below(env)?,
            Sink::Allowed => self.count_allowed(env)?,
        }
        Ok(())
    }

    /// Writes the record of a ply, or its successor, to `place`; the cursor, which stands at `at`, goes on.
    pub fn put(&mut self, env: &Env, at: Value, place: Value) -> Res<()> {
        let words = match self.needs.rows() {
            Some(rows) => {
                self.write_successor(env, place)?;
                rows.words
            }
            None => {
                let record = env.finished(self.e);
                for (i, &word) in record.iter().enumerate() {
                    self.e.store(word, place, i);
                }
                record.len()
            }
        };
        let next = self.e.add(Word::Value(at), Word::Const(words as u64 * 8));
        self.e.define(self.cursor, next);
        Ok(())
    }

    fn count_one(&mut self) {
        let so_far = self.e.read(self.cursor);
        let sum = self.e.add(so_far, Word::Const(1));
        self.e.define(self.cursor, sum);
    }

    /// Writes the identity of a record where another clause may offer the same.
    fn note_identity(&mut self, env: &Env, place: Value, list: Value, base: Value) {
        let program = self.e.program;
        let Word::Const(clause) = env.record.clause else { return };
        if !program.clauses.get(clause as usize).is_some_and(|c| c.may_repeat) {
            return;
        }
        let offset = self.e.sub(Word::Value(place), Word::Value(base));
        let words = program.record.words as u64;
        let offset = match words.is_power_of_two() {
            true => self.e.shift(offset, -(words.trailing_zeros() as i32)),
            false => {
                let (a, b) = (self.e.value(offset), self.e.value(Word::Const(words)));
                Word::Value(self.e.b.ins().udiv(a, b))
            }
        };
        let offset = self.e.value(offset);
        let at = self.e.b.ins().iadd(list, offset);
        let identity = self.e.value(env.record.identity);
        self.e.b.ins().store(MemFlagsData::trusted(), identity, at, 0);
    }

    /// Makes the ply if its number is up.
    fn make_nth(&mut self, env: &Env) -> Res<()> {
        let Needs::Made(Making { next, epilogue, chosen }) = self.needs else { return Ok(()) };
        let after = self.e.block();
        let number = self.e.read(self.cursor);
        if !chosen {
            let here = self.e.block();
            let is_it = self.e.is_zero(number);
            self.e.branch(is_it, here, after);
            self.e.enter(here);
        }
        let mut env = env.clone();
        self.e.straight(&mut env, &self.code.end_ply)?;
        epilogue.leave(self.e, &env, Some(next), env.record.clause);
        self.e.enter(after);
        let left = self.e.sub(number, Word::Const(1));
        self.e.define(self.cursor, left);
        Ok(())
    }
}
