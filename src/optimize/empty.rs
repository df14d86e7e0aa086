//! Drops what does nothing: guards that always hold, conditions with two empty branches, planes written to themselves.

use crate::ir::{Block, Bool, Program, Set, Stmt, Turn};

/// Runs the pass.
pub fn run(program: &mut Program) {
    for code in &mut program.sides {
        for block in code.clauses.iter_mut().chain(&mut code.next_legs) {
            clean(block);
        }
        clean(&mut code.finally);
        clean(&mut code.end_ply);
        turn(&mut code.turn);
    }
}

fn turn(t: &mut Turn) {
    match t {
        Turn::Pass(block) => clean(block),
        Turn::Or(a, b) | Turn::Else(a, b) => {
            turn(a);
            turn(b);
        }
        Turn::Most(_, a) => turn(a),
        Turn::Groups(_) | Turn::Repeat(..) => {}
    }
}

fn clean(block: &mut Block) {
    for stmt in block.iter_mut() {
        match stmt {
            Stmt::If(_, a, b) => {
                clean(a);
                clean(b);
            }
            Stmt::Choose(list) => list.iter_mut().for_each(|a| clean(&mut a.body)),
            _ => {}
        }
    }
    block.retain(|stmt| match stmt {
        Stmt::Guard(Bool::Const(true)) => false,
        Stmt::If(_, a, b) => !(a.is_empty() && b.is_empty()),
        Stmt::SetPlane(id, Set::Plane(same)) => id != same,
        _ => true,
    });
}
