//! Steps from a single cell along several directions become one look-up: `(or (step d0 x) (step d1 x) …)` is the image
//! of x under one relation.

use crate::board::SiteSet;
use crate::ir::{Block, Program, Set, StepId, Stmt};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let mut sides = std::mem::replace(&mut program.sides, [empty(), empty()]);
    for code in &mut sides {
        for block in code.clauses.iter_mut().chain(&mut code.next_legs) {
            rewrite(program, block);
        }
    }
    program.sides = sides;
}

fn empty() -> crate::ir::SideCode {
    crate::ir::SideCode {
        turn: crate::ir::Turn::Groups(Vec::new()),
        clauses: Vec::new(),
        next_legs: Vec::new(),
        finally: Vec::new(),
        legal: Vec::new(),
        end_ply: Vec::new(),
        verdicts: Vec::new(),
        evaluations: Vec::new(),
    }
}

fn rewrite(program: &mut Program, block: &mut Block) {
    for stmt in block {
        match stmt {
            Stmt::Pick { from, .. } => set(program, from),
            Stmt::If(_, a, b) => {
                rewrite(program, a);
                rewrite(program, b);
            }
            Stmt::Choose(list) => list.iter_mut().for_each(|a| rewrite(program, &mut a.body)),
            _ => {}
        }
    }
}

fn set(program: &mut Program, e: &mut Set) {
    let mut dirs = Vec::new();
    if let Some(local) = fan(e, &mut dirs)
        && dirs.len() > 1
    {
        *e = Set::Image(image(program, &dirs), Box::new(Set::Local(local)));
        return;
    }
    if let Set::And(a, b) | Set::Minus(a, b) | Set::Or(a, b) = e {
        set(program, a);
        set(program, b);
    }
}

/// The local that all parts of a union step from, with their directions.
fn fan(e: &Set, dirs: &mut Vec<StepId>) -> Option<usize> {
    match e {
        Set::Step(d, of) => match **of {
            Set::Local(local) => {
                dirs.push(*d);
                Some(local)
            }
            _ => None,
        },
        Set::Or(a, b) => {
            let (a, b) = (fan(a, dirs)?, fan(b, dirs)?);
            (a == b).then_some(a)
        }
        _ => None,
    }
}

fn image(program: &mut Program, dirs: &[StepId]) -> usize {
    let row = |s: usize| {
        let next = dirs.iter().filter_map(|&d| program.steps[d][s].map(usize::from));
        SiteSet::from_sites(program.sites, next)
    };
    let rows: Vec<SiteSet> = (0..program.sites).map(row).collect();
    program.images.iter().position(|i| *i == rows).unwrap_or_else(|| {
        program.images.push(rows);
        program.images.len() - 1
    })
}
