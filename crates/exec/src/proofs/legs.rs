//! Turns of several legs: whether what comes after a leg is the last thing done, and whether plies of one leg lead to positions
//! of their own, read off the rules: each carries a piece of the mover from its first cell to its second, and no two ways of
//! doing so share both cells.

use super::bounds::{Path, second_cells};
use super::plain::origins;
use crate::board::SiteSet;
use crate::game::Side;
use crate::ir::{ClauseId, Program, SideCode, Stmt, Turn};

/// Whether every `again` in a block is the last thing that is done before the legs are over.
pub fn again_is_last(block: &[Stmt]) -> bool {
    block.iter().enumerate().all(|(i, s)| {
        let last = i + 1 == block.len();
        (last || !s.has_again()) && s.blocks().all(|inner| again_is_last(inner))
    })
}

/// Whether first legs of a turn that are the whole ply lead to different positions.
pub fn told_apart(program: &Program, code: &SideCode, side: Side, turn: &Turn) -> bool {
    let mut ways: Vec<(ClauseId, Vec<Stmt>)> = Vec::new();
    for clause in turn.clauses(&program.groups) {
        let mut all = Vec::new();
        flatten(&code.clauses[clause], &mut Vec::new(), &mut all);
        ways.extend(all.into_iter().map(|way| (clause, way)));
    }
    let Some(first) = origins(program, code, side, ways.iter().map(|w| &w.1[..])) else { return false };
    let second: Vec<Option<Vec<SiteSet>>> = ways.iter().map(|way| seconds(program, &way.1)).collect();
    let apart = |a: usize, b: usize| {
        ways[a].0 != ways[b].0 && !first[a].meets(&first[b])
            || second[a]
                .as_ref()
                .zip(second[b].as_ref())
                .is_some_and(|(a, b)| a.iter().zip(b).all(|(a, b)| a.and(b).is_empty()))
    };
    (0..ways.len()).all(|b| (0..b).all(|a| apart(a, b)))
}

/// The straight blocks that a block can be run as, without what asks for a further leg.
fn flatten(block: &[Stmt], so_far: &mut Vec<Stmt>, out: &mut Vec<Vec<Stmt>>) {
    let length = so_far.len();
    for (i, stmt) in block.iter().enumerate() {
        match stmt {
            Stmt::Choose(list) => {
                for alternative in list {
                    let body: Vec<Stmt> = alternative.body.iter().chain(&block[i + 1..]).cloned().collect();
                    flatten(&body, so_far, out);
                }
                so_far.truncate(length);
                return;
            }
            Stmt::Let(..)
            | Stmt::LetInt(..)
            | Stmt::Pick { .. }
            | Stmt::Guard(_)
            | Stmt::If(..)
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
            | Stmt::Decided => so_far.extend(without_legs(stmt)),
        }
    }
    out.push(so_far.clone());
    so_far.truncate(length);
}

fn without_legs(stmt: &Stmt) -> Option<Stmt> {
    let block = |block: &[Stmt]| block.iter().filter_map(without_legs).collect();
    match stmt {
        Stmt::Again { .. } => None,
        Stmt::If(c, a, b) => Some(Stmt::If(c.clone(), block(a), block(b))),
        other @ (Stmt::Let(..)
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
        | Stmt::Decided) => Some(other.clone()),
    }
}

/// For every first cell of a block, at least the cells that its second choice may have, whatever stands on the board.
fn seconds(program: &Program, block: &[Stmt]) -> Option<Vec<SiteSet>> {
    let first = block.iter().position(|stmt| matches!(stmt, Stmt::Pick { .. }))?;
    let mut path = Path::new(program);
    block[..=first].iter().for_each(|stmt| path.pass(stmt));
    second_cells(path, &block[first + 1..])
}

#[cfg(all(test, feature = "jit"))]
mod tests {
    use crate::game::Side;
    use crate::native::testing::program;
    use crate::proofs::legs::told_apart;
    use crate::proofs::turns::simple_rest;

    const ENGLISH: &str = include_str!("../../../../games/draughts/english-draughts.game");
    const INTERNATIONAL: &str = include_str!("../../../../games/draughts/international-draughts.game");

    fn apart(text: &str) -> bool {
        let program = program(text);
        let code = &program.sides[Side::First];
        let (first, _) = simple_rest(&program, code).expect("captures come first");
        told_apart(&program, code, Side::First, first)
    }

    #[test]
    fn captures_that_share_both_cells_are_found() {
        assert!(apart(ENGLISH) && apart(INTERNATIONAL));
        // Another clause of men that leads the same way.
        let twice =
            "move capture Man { hop forward-diagonal over enemy to empty { take over again } }\n\nmove quiet Man";
        assert!(!apart(&ENGLISH.replacen("move quiet Man", twice, 1)));
        // A king that steps two cells on where it took one, in any direction that leads there.
        let either = "hop diagonal over enemy to empty { take over again }\n  hop forward-diagonal over enemy to empty";
        assert!(!apart(&ENGLISH.replacen("hop diagonal over enemy to empty", either, 1)));
    }
}
