//! Endings around the last ply: a line, or a chain that joins sets of cells, that was not there before a ply has a cell in it that the
//! ply added. Such a verdict is told what must be true of that cell, so that the board is looked at only where it is.
//!
//! That nothing was there before is true along a game: the verdict was asked after the side's last ply, and nothing since
//! then has added to the plane. Of a position that was set up it must be asked first.

use super::tables::image;
use crate::board::SiteSet;
use crate::game::Side;
use crate::ir::{Block, Bool, Chain, PlaneId, Program, Set, SideCode, Since, StepId, Stmt, Turn, Verdict, intern};

/// On smaller boards to ask the whole one costs no more.
const SMALL: usize = 64;

/// Runs the pass.
pub fn run(program: &mut Program) {
    if program.sites <= SMALL || program.facts.extra_turns || !program.layout.lanes.is_empty() {
        return;
    }
    for side in Side::ALL {
        for rank in 0..program.sides[side].verdicts.len() {
            let since = since(program, side, rank);
            program.sides[side].verdicts[rank].since = since;
        }
    }
}

fn since(program: &mut Program, side: Side, rank: usize) -> Option<Since> {
    let Verdict { when, history: false, clock: false, stuck: false, .. } = &program.sides[side].verdicts[rank] else {
        return None;
    };
    let when = when.clone();
    let since = if let Bool::Any(Set::Line { length: length @ 2.., dirs, of }) = &when {
        line(program, *length, dirs, of)?
    } else {
        joined(program, &when)?
    };
    only_shrinks(&program.sides[side.other()], since.plane()).then_some(since)
}

fn line(program: &mut Program, length: u32, dirs: &[StepId], of: &Set) -> Option<Since> {
    let &Set::Plane(plane) = of else { return None };
    // Round a board the cells of a line may be fewer than its length.
    if dirs.iter().any(|&d| program.leads_round(d)) {
        return None;
    }
    let near = dirs.iter().map(|&d| near(program, d, length - 1)).collect();
    Some(Since::Line { plane, near, least: length - 1 })
}

/// The relation of cells that lie at most so many steps apart in a direction, either way.
fn near(program: &mut Program, d: StepId, steps: u32) -> usize {
    let mut rows = vec![SiteSet::empty(program.sites); program.sites];
    for start in 0..program.sites {
        let mut at = start;
        for _ in 0..steps {
            let Some(next) = program.steps[d][at] else { break };
            at = usize::from(next);
            rows[start].insert(at);
            rows[at].insert(start);
        }
    }
    intern(&mut program.images, rows)
}

fn joined(program: &mut Program, when: &Bool) -> Option<Since> {
    let chain = Chain::of(when)?;
    let beside = image(program, &chain.dirs);
    let rows = &program.images[beside];
    let both_ways = rows.iter().enumerate().all(|(site, row)| row.iter().all(|next| rows[next].contains(site)));
    // A cell without a neighbour, in one of the sets, must not be enough.
    let enough = |end| chain.joins.hold(&|other| other == end);
    let joins = !chain.joins.ends().into_iter().any(enough);
    (both_ways && joins).then_some(Since::Joined { chain, beside })
}

/// Whether nothing that a side does adds to a plane.
fn only_shrinks(code: &SideCode, plane: PlaneId) -> bool {
    code.blocks().all(|block| takes_only(block, plane)) && !matches!(code.turn, Turn::Repeat(..))
}

fn takes_only(block: &Block, plane: PlaneId) -> bool {
    block.iter().all(|stmt| {
        let takes = matches!(stmt, Stmt::SetPlane(id, e) if *id == plane && e.is_part_of(&Set::Plane(plane)));
        (takes || !stmt.account().writes.may_change(plane)) && stmt.blocks().all(|inner| takes_only(inner, plane))
    })
}
