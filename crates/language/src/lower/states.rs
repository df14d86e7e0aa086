//! State variables: what writes them, and what becomes of them when a ply or a turn is over.

use super::{LocalKey, Lower};
use crate::game::Side;
use crate::ir::{Block, Bool, EXTRA, Int, IntLocal, Layout, Set, Stmt};
use crate::rules::{Arith, Compare, Life, StateId, StateValue};

impl Lower<'_> {
    /// Writes a variable of cells.
    pub(super) fn set_cells(&mut self, id: StateId, value: Set, block: &mut Block) {
        let plane = self.layout.state_plane(id);
        if self.rules.states[id].life == Life::OnePly {
            let next = self.local(LocalKey::NextPly(id));
            block.push(Stmt::Let(next, value.clone()));
        }
        block.push(Stmt::SetPlane(plane, value));
    }

    /// Writes a number or a clock.
    pub(super) fn set_number(&mut self, id: StateId, value: Int, block: &mut Block) {
        let int = self.layout.state_int(id);
        block.push(Stmt::SetInt(int, value));
        if self.rules.states[id].life == Life::OnePly {
            let shadow = self.int_shadow(id);
            block.push(Stmt::LetInt(shadow, Int::Read(int)));
        }
    }

    /// Back to the start value.
    pub(super) fn reset(&mut self, id: StateId, block: &mut Block) {
        match &self.rules.states[id].initial {
            StateValue::Cells(cells) => {
                let value = self.fixed(cells);
                self.set_cells(id, value, block);
            }
            // A clock goes up once more at the end of the ply.
            StateValue::Number(n) => {
                let value = if self.rules.states[id].life == Life::Clock { -1 } else { *n };
                self.set_number(id, Int::Const(value), block);
            }
        }
    }

    /// What a number that lasts `for one ply` will be in the next ply.
    fn int_shadow(&mut self, id: StateId) -> IntLocal {
        let next = self.int_locals;
        let shadow = *self.int_shadows.entry(id).or_insert(next);
        self.int_locals = self.int_locals.max(shadow + 1);
        shadow
    }

    /// At the start of a ply: what `for one ply` variables are in the next one unless they are set.
    pub(super) fn next_ply_defaults(&mut self) -> Block {
        let mut block = Vec::new();
        let rules = self.rules;
        for (id, state) in rules.states.iter().enumerate().filter(|(_, s)| s.life == Life::OnePly) {
            match &state.initial {
                StateValue::Cells(cells) => {
                    let value = self.fixed(cells);
                    let next = self.local(LocalKey::NextPly(id));
                    block.push(Stmt::Let(next, value));
                }
                StateValue::Number(n) => {
                    let shadow = self.int_shadow(id);
                    block.push(Stmt::LetInt(shadow, Int::Const(*n)));
                }
            }
        }
        block
    }

    /// Passes the turn.
    pub(super) fn end_ply(&mut self, side: Side) -> Block {
        let mut over = Vec::new();
        let mut block = Vec::new();
        for (id, state) in self.rules.states.iter().enumerate() {
            match (state.life, &state.initial) {
                (Life::Game, _) => {}
                (Life::ThisTurn, StateValue::Cells(cells)) => {
                    over.push(Stmt::SetPlane(self.layout.state_plane(id), self.fixed(cells)));
                }
                (Life::ThisTurn, StateValue::Number(n)) => {
                    over.push(Stmt::SetInt(self.layout.state_int(id), Int::Const(*n)));
                }
                (Life::OnePly, StateValue::Cells(_)) => {
                    let next = self.local(LocalKey::NextPly(id));
                    block.push(Stmt::SetPlane(self.layout.state_plane(id), Set::Local(next)));
                }
                (Life::OnePly, StateValue::Number(_)) => {
                    let shadow = self.int_shadow(id);
                    block.push(Stmt::SetInt(self.layout.state_int(id), Int::Local(shadow)));
                }
                (Life::Clock, _) => {
                    let clock = self.layout.state_int(id);
                    let next = Int::Arith(Arith::Add, Box::new(Int::Read(clock)), Box::new(Int::Const(1)));
                    block.push(Stmt::SetInt(clock, next));
                }
            }
        }
        over.push(Stmt::SetInt(Layout::MOVER, Int::Const(side.other().index() as i64)));
        if self.rules.extra_turns() {
            let passes = Bool::Compare(Compare::Equal, Int::Local(EXTRA), Int::Const(0));
            block.push(Stmt::If(passes, over, Vec::new()));
        } else {
            block.extend(over);
        }
        block
    }
}
