//! What is read off a turn and the endings behind it: in which order its parts count, which of them can be listed apart, and
//! what a position alone decides.

use super::plain::distinct;
use crate::game::Side;
use crate::ir::{Bool, ClauseId, Int, PlaneId, Program, Set, SideCode, Since, Stmt, Turn, Verdict};

/// `A else B` where only A has plies of several legs, and no two plies of B lead to the same position: A and B.
pub fn simple_rest<'a>(program: &Program, code: &'a SideCode) -> Option<(&'a Turn, &'a Turn)> {
    let Turn::Else(first, rest) = &code.turn else { return None };
    let (side, _) = program.sides.by_side().find(|(_, s)| std::ptr::eq(*s, code))?;
    let mut legal = code.legal.iter();
    (legal.all(|c| *c == Bool::Const(true)) && distinct(program, code, side, rest)).then_some((first, rest))
}

/// The number that plies of several legs are ranked by.
pub fn most_of(turn: &Turn) -> Option<&Int> {
    match turn {
        Turn::Most(number, _) => Some(number),
        Turn::Or(a, b) | Turn::Else(a, b) => most_of(a).or_else(|| most_of(b)),
        Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..) => None,
    }
}

/// The clauses whose plies no number ranks.
pub fn unranked_clauses(turn: &Turn, groups: &[Vec<ClauseId>]) -> Vec<ClauseId> {
    match turn {
        Turn::Most(..) => Vec::new(),
        Turn::Or(a, b) | Turn::Else(a, b) => {
            let mut all = unranked_clauses(a, groups);
            all.extend(unranked_clauses(b, groups));
            all
        }
        other @ (Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..)) => other.clauses(groups),
    }
}

/// Whether ranked plies, if there are any, come before all others.
pub fn most_comes_first(turn: &Turn) -> bool {
    match turn {
        Turn::Or(a, b) | Turn::Else(a, b) => most_comes_first(a) && most_of(b).is_none(),
        Turn::Most(_, a) => most_of(a).is_none(),
        Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..) => true,
    }
}

/// Whether a part of the turn is only there where another offers nothing.
pub fn has_else(turn: &Turn) -> bool {
    match turn {
        Turn::Else(..) => true,
        Turn::Or(a, b) => has_else(a) || has_else(b),
        Turn::Most(_, a) => has_else(a),
        Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..) => false,
    }
}

/// The verdicts that a position alone decides, with their ranks.
pub fn by_position(all: &[Verdict]) -> impl Iterator<Item = (usize, &Verdict)> {
    if_stuck(all).filter(|(_, v)| !v.stuck)
}

/// Those and the ones that ask whether the mover is stuck.
pub fn if_stuck(all: &[Verdict]) -> impl Iterator<Item = (usize, &Verdict)> {
    all.iter().enumerate().filter(|(_, v)| !v.history && !v.clock)
}

/// The planes that the endings after plies of a side are asked around.
pub fn since_planes(program: &Program, side: Side) -> Vec<PlaneId> {
    let verdicts = by_position(&program.sides[side].verdicts);
    let mut planes: Vec<PlaneId> = verdicts.filter_map(|(_, v)| v.since.as_ref()).map(Since::plane).collect();
    planes.sort_unstable();
    planes.dedup();
    planes
}

/// How plies of a clause are told that may be noisy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noise {
    /// By the cell where they arrive, which is the last choice; or, where that is not so, by what they did.
    Arrival {
        /// The arrivals have been cut down.
        cut: bool,
    },
    /// By what they did.
    Effects {
        /// Pieces may have changed their kinds.
        kinds: bool,
    },
}

/// Whether the noisy plies of a turn can be listed apart: no ply of another result may stand for one of them, and it is
/// asked of no part whether it has a ply at all.
pub fn separable(program: &Program, turn: &Turn) -> bool {
    match turn {
        Turn::Groups(_) | Turn::Pass(_) => !program.facts.merge_results,
        Turn::Or(a, b) => separable(program, a) && separable(program, b),
        Turn::Else(..) | Turn::Most(..) | Turn::Repeat(..) => false,
    }
}

/// How the noisy plies of a clause are told; none if it has none. As the hints of a move say.
pub fn noise_of(program: &Program, clause: ClauseId) -> Option<Noise> {
    let hint = &program.clauses[clause];
    if hint.gains_by_effects() {
        Some(Noise::Effects { kinds: hint.promotes })
    } else {
        hint.replaces.then_some(Noise::Arrival { cut: false })
    }
}

/// Whether each ply of a side begins with a choice among the cells of a set, as its rules are written: none if it is empty.
pub fn needs(program: &Program, code: &SideCode, set: &Set) -> bool {
    let begins = |clause: ClauseId| {
        let block = &code.clauses[clause];
        let first = block.iter().find(|s| !matches!(s, Stmt::Let(..) | Stmt::LetInt(..) | Stmt::Guard(_)));
        matches!(first, Some(Stmt::Pick { from, .. }) if from.conjuncts().contains(&set))
    };
    fn all(program: &Program, turn: &Turn, begins: &dyn Fn(ClauseId) -> bool) -> bool {
        match turn {
            Turn::Groups(groups) => groups.iter().flat_map(|&g| &program.groups[g]).all(|&c| begins(c)),
            Turn::Or(a, b) | Turn::Else(a, b) => all(program, a, begins) && all(program, b, begins),
            Turn::Most(_, a) => all(program, a, begins),
            Turn::Pass(_) | Turn::Repeat(..) => false,
        }
    }
    all(program, &code.turn, &begins)
}
