//! Steps from a single cell along several directions become one look-up: `(or (step d0 x) (step d1 x) …)` is the image
//! of x under one relation.

use crate::board::SiteSet;
use crate::ir::{Block, Program, Set, StepId, Stmt, intern};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let mut sides = std::mem::take(&mut program.sides);
    for code in &mut sides {
        for block in code.clauses.iter_mut().chain(&mut code.next_legs) {
            rewrite(program, block);
        }
    }
    program.sides = sides;
}

fn rewrite(program: &mut Program, block: &mut Block) {
    for stmt in block {
        if let Stmt::Pick { from, .. } = stmt {
            set(program, from);
        }
        stmt.blocks_mut().for_each(|inner| rewrite(program, inner));
    }
}

fn set(program: &mut Program, e: &mut Set) {
    if let Some((dirs, &Set::Local(local))) = e.as_steps()
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

/// The relation that steps in any of these directions.
pub(super) fn image(program: &mut Program, dirs: &[StepId]) -> usize {
    let row = |s: usize| {
        let next = dirs.iter().filter_map(|&d| program.steps[d][s].map(usize::from));
        SiteSet::from_sites(program.sites, next)
    };
    let rows: Vec<SiteSet> = (0..program.sites).map(row).collect();
    intern(&mut program.images, rows)
}
