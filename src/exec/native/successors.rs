//! Successors built where they are found: the effects of a ply run inside of its enumeration, on values that are at
//! hand; no record is written and read again.

use cranelift_codegen::ir::{FuncRef, Value};

use super::emit::{Res, Word};
use super::env::Env;
use super::functions::{irreversible, verdicts};
use super::walk::Walk;
use crate::ir::Program;

/// A row of a list of successors: the state, what is decided there, and the record where the history may forbid the
/// move.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// How many words.
    pub words: usize,
    /// Whether the record is in it.
    recorded: bool,
    /// A function that says what is decided, where that is not judged in place.
    status: Option<FuncRef>,
}

impl Rows {
    /// The rows of a program's successors.
    pub fn new(program: &Program, status: Option<FuncRef>) -> Self {
        let recorded = !program.history_legal.is_empty();
        let record = if recorded { program.record.words } else { 0 };
        Rows { words: program.layout.words() + 1 + record, recorded, status }
    }
}

impl Walk<'_, '_, '_> {
    /// Writes the row of a ply to `place`, where the list stands at `at`.
    pub fn write_successor(&mut self, env: &Env, at: Value, place: Value) -> Res<()> {
        let Some(rows) = self.rows else { return Ok(()) };
        let start = Env { planes: env.old_planes.to_vec(), ints: env.old_ints.to_vec(), ..env.clone() };
        let mut after = env.clone();
        self.e.straight(&mut after, &self.code.end_ply)?;
        after.store(self.e, place);
        after = Env { old_planes: after.planes.clone().into(), old_ints: after.ints.clone().into(), ..after };
        let mut out = match rows.status {
            Some(status) => self.e.call(status, &[place]),
            None => verdicts(self.e, &after)?,
        };
        let words = self.e.program.layout.words();
        if rows.recorded {
            let bit = irreversible(self.e, &start, &after);
            out = self.e.or(out, bit);
            for (i, word) in env.finished(self.e).into_iter().enumerate() {
                self.e.store(word, place, words + 1 + i);
            }
        }
        self.e.store(out, place, words);
        let next = self.e.add(Word::Value(at), Word::Const(rows.words as u64 * 8));
        self.e.define(self.cursor, next);
        Ok(())
    }
}
