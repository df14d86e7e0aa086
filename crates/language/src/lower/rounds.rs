//! What is done again and again: loops that come to an end, and choose and forbid nothing before.

use super::{Context, Lower};
use crate::ir::{Block, Bool, Int, IntLocal, Stmt};
use crate::rules::{Compare, Effect, MOST_ROUNDS, Truth};

impl Lower<'_> {
    /// A new local number.
    pub(super) fn int_local(&mut self) -> IntLocal {
        self.int_locals += 1;
        self.int_locals - 1
    }

    /// What is done again as long as a condition holds, which is asked before each round.
    pub(super) fn rounds(&mut self, condition: &Truth, effects: &[Effect], group: usize, cx: &mut Context) -> Block {
        let [goes_on, count] = [self.int_local(), self.int_local()];
        let first = self.truth(condition, cx);
        let mut body = vec![Stmt::LetInt(goes_on, Int::Const(0))];
        body.extend(self.effects(effects, group, cx));
        body.push(Stmt::If(self.truth(condition, cx), vec![Stmt::LetInt(goes_on, Int::Const(1))], Vec::new()));
        let mut all = vec![Stmt::LetInt(count, Int::Const(0))];
        all.extend(self.repeat(body, goes_on, count, MOST_ROUNDS));
        vec![Stmt::If(first, all, Vec::new())]
    }

    /// A loop. What may forbid the move in its body does so behind it.
    pub(super) fn repeat(&mut self, mut body: Block, goes_on: IntLocal, count: IntLocal, most: u32) -> Block {
        let forbids = self.int_locals;
        let mut block = Vec::new();
        if note_guards(&mut body, forbids) {
            self.int_locals += 1;
            block.push(Stmt::LetInt(forbids, Int::Const(0)));
            block.push(Stmt::Loop { body, goes_on, count, most });
            block.push(Stmt::Guard(Bool::Compare(Compare::Equal, Int::Local(forbids), Int::Const(0))));
        } else {
            block.push(Stmt::Loop { body, goes_on, count, most });
        }
        block
    }
}

/// Puts a note into a local in the place of guards; whether there are any.
fn note_guards(block: &mut Block, forbids: IntLocal) -> bool {
    let mut found = false;
    for stmt in block {
        if let Stmt::Guard(condition) = stmt {
            let condition = std::mem::replace(condition, Bool::Const(true));
            *stmt = Stmt::If(condition, Vec::new(), vec![Stmt::LetInt(forbids, Int::Const(1))]);
            found = true;
            continue;
        }
        stmt.blocks_mut().for_each(|inner| found |= note_guards(inner, forbids));
    }
    found
}
