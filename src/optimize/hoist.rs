//! A condition on a chosen cell that can be asked of all cells at once restricts the choice itself:
//! `pick x in S  guard (any (ray D x through T until U))` becomes a choice from the cells of S that are reached the other
//! way round, from U through T.

use super::reverse::{inverse, leads_round};
use crate::ir::{Block, Bool, Local, Program, Set, StepId, Stmt};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let dirs: Vec<Option<StepId>> =
        (0..program.steps.len()).map(|d| inverse(program, d).filter(|_| !leads_round(program, d))).collect();
    for code in &mut program.sides {
        for clause in &mut code.clauses {
            block(clause, &dirs);
        }
    }
}

fn block(stmts: &mut Block, dirs: &[Option<StepId>]) {
    let mut i = 0;
    while i + 1 < stmts.len() {
        if let Stmt::Pick { local, from, .. } = &stmts[i]
            && let Stmt::Guard(Bool::Any(condition)) = &stmts[i + 1]
            && let Some(good) = all_good(condition, *local, dirs)
        {
            let from = Set::And(Box::new(from.clone()), Box::new(good));
            if let Stmt::Pick { from: old, .. } = &mut stmts[i] {
                *old = from;
            }
            stmts.remove(i + 1);
            continue;
        }
        i += 1;
    }
    for stmt in stmts {
        match stmt {
            Stmt::If(_, a, b) => {
                block(a, dirs);
                block(b, dirs);
            }
            Stmt::Choose(list) => list.iter_mut().for_each(|a| block(&mut a.body, dirs)),
            _ => {}
        }
    }
}

/// The cells for which the condition has a cell, if that can be asked of all at once.
fn all_good(e: &Set, local: Local, dirs: &[Option<StepId>]) -> Option<Set> {
    match e {
        Set::Or(a, b) => {
            let (a, b) = (all_good(a, local, dirs)?, all_good(b, local, dirs)?);
            Some(Set::Or(Box::new(a), Box::new(b)))
        }
        Set::Ray { dirs: along, of, through, until: Some(until), exactly: None } => {
            if **of != Set::Local(local) || mentions(through, local) || mentions(until, local) {
                return None;
            }
            // The cell that ends the ray is the first outside of `through`.
            let ends = Set::Minus(until.clone(), through.clone());
            let mut out = None;
            for &d in along {
                let back = dirs[d]?;
                let reached = Set::Slide {
                    dirs: vec![back],
                    of: Box::new(ends.clone()),
                    through: through.clone(),
                    exactly: None,
                };
                let passed = Set::And(Box::new(reached), through.clone());
                let start = Set::Step(back, Box::new(passed));
                out = Some(match out {
                    None => start,
                    Some(sum) => Set::Or(Box::new(sum), Box::new(start)),
                });
            }
            out
        }
        _ => None,
    }
}

/// Whether an expression reads a local, or might.
fn mentions(e: &Set, local: Local) -> bool {
    match e {
        Set::Local(l) => *l == local,
        Set::Const(_) | Set::Plane(_) => false,
        Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) => mentions(a, local) || mentions(b, local),
        Set::Step(_, a) => mentions(a, local),
        _ => true,
    }
}
