//! Plies that the history may forbid, counted where they are found; see [`crate::native::legal::allowed`].

use super::{Needs, Walk};
use crate::ir::RecordShape;
use crate::native::emit::env::Env;
use crate::native::emit::{Res, Unsupported, Word, ZERO};
use crate::native::legal::allowed::word;
use crate::state::hash::{board_words, right_words};

impl Walk<'_, '_, '_> {
    /// Counts a ply, unless the history forbids it.
    pub fn count_allowed(&mut self, env: &Env) -> Res<()> {
        let Needs::History(ask) = &self.needs else { return Ok(()) };
        let ask = ask.clone();
        let Word::Const(clause) = env.record.clause else { return Err(Unsupported("")) };
        let clauses = &self.e.program.clauses;
        let passes = clause == RecordShape::PASS || clauses.get(clause as usize).is_some_and(|c| c.passes);
        let mut after = env.clone();
        self.e.straight(&mut after, &self.code.end_ply)?;
        let layout = &self.e.program.layout;
        let mut stood = ZERO;
        let here = self.e.load_constant(ask.past, word::BOARD);
        let board = self.e.moved_hash(here, &after, board_words(layout));
        if ask.forbids.boards && !passes {
            stood = self.e.has_stood(ask.past, word::BOARD - word::POSITION, board)?;
        }
        if ask.forbids.positions {
            let here = self.e.load_constant(ask.past, word::POSITION);
            let position = self.e.moved_hash(here, &after, board_words(layout).chain(right_words(layout)));
            let again = self.e.has_stood(ask.past, 0, position)?;
            stood = self.e.or(stood, again);
        }
        let so_far = self.e.read(self.cursor);
        let sum = self.e.add(so_far, Word::Const(1));
        let sum = self.e.sub(sum, stood);
        self.e.define(self.cursor, sum);
        Ok(())
    }
}
