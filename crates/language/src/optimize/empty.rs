//! Drops what does nothing: guards that always hold, what follows one that never does, conditions with two empty branches, planes written to themselves.

use crate::ir::{Block, Bool, Program, Set, Stmt};

/// Runs the pass.
pub fn run(program: &mut Program) {
    for code in &mut program.sides {
        code.blocks_mut().for_each(clean);
    }
}

fn clean(block: &mut Block) {
    block.iter_mut().flat_map(Stmt::blocks_mut).for_each(clean);
    if let Some(never) = block.iter().position(|stmt| matches!(stmt, Stmt::Guard(Bool::Const(false)))) {
        block.truncate(never + 1);
    }
    block.retain(|stmt| match stmt {
        Stmt::Guard(Bool::Const(true)) => false,
        Stmt::If(_, a, b) => !(a.is_empty() && b.is_empty()),
        Stmt::SetPlane(id, Set::Plane(same)) => id != same,
        Stmt::Let(..)
        | Stmt::LetInt(..)
        | Stmt::Pick { .. }
        | Stmt::Choose(_)
        | Stmt::Guard(_)
        | Stmt::SetPlane(..)
        | Stmt::SetInt(..)
        | Stmt::SetLane(..)
        | Stmt::AddLane(..)
        | Stmt::Sow { .. }
        | Stmt::Loop { .. }
        | Stmt::MoveStack(..)
        | Stmt::SwapStacks(..)
        | Stmt::ClearStacks(_)
        | Stmt::Pile { .. }
        | Stmt::Tuck { .. }
        | Stmt::Show(..)
        | Stmt::Again { .. }
        | Stmt::Decided => true,
    });
}
