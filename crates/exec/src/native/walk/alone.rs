//! Turns of several legs in which no ply goes on after its first leg, as in most positions with a capture: these plies
//! are enumerated like any others, without frames, ranks and a search for equal results.
//!
//! That asks for two proofs. No ply goes on: asked of each first leg when it runs; if one does, all is left to the
//! functions of several legs. And no two plies lead to the same position, read off the rules: each carries a piece of the
//! mover from its first cell to its second, and no two ways of doing so share both cells.

use cranelift_codegen::ir::Block;

use super::possible::Chain;
use super::{Cont, Sink, Walk};
use crate::board::SiteSet;
use crate::game::Side;
use crate::ir::walk::cost_of_set;
use crate::ir::{ClauseId, Flow, Program, SideCode, Stmt, Turn, Writes, decides};
use crate::native::bounds::{Path, second_cells};
use crate::native::emit::env::Env;
use crate::native::emit::{Res, Unsupported, ZERO};
use crate::native::legal::filter::origins;

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

/// What a clause may cost whose plies are enumerated here.
const MOST_COST: usize = 700;

/// About how many operations the first legs of a clause take, with the question whether there is another.
fn cost(code: &SideCode, block: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| {
        if let Stmt::Again { group, .. } = stmt {
            return code.next_legs.get(*group).map_or(0, |next| questions(next));
        }
        let account = stmt.account();
        match account.flow {
            Flow::Branches(..) | Flow::Chooses(_) => 0,
            Flow::On | Flow::Picks(_) | Flow::MayDrop | Flow::Repeats(_) | Flow::Legs | Flow::IsDecided => {
                account.sets[0].map_or(1, cost_of_set)
            }
        }
    };
    let mut sum = 0;
    block.iter().for_each(|stmt| stmt.each(&mut |inner| sum += of(inner)));
    sum
}

/// As [`cost`], of what is asked before anything is written.
fn questions(block: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| {
        let account = stmt.account();
        match account.flow {
            Flow::Chooses(list) => list.iter().map(|way| questions(&way.body)).sum(),
            Flow::On | Flow::Picks(_) if account.writes == Writes::Nothing => account.sets[0].map_or(0, cost_of_set),
            Flow::On
            | Flow::Picks(_)
            | Flow::MayDrop
            | Flow::Branches(..)
            | Flow::Repeats(_)
            | Flow::Legs
            | Flow::IsDecided => 0,
        }
    };
    block.iter().map(of).sum()
}

impl<'a> Walk<'_, 'a, '_> {
    /// The compulsory part of a turn: if it has a ply, either all its plies are found here and nothing else is done, or
    /// control goes to `others`, since the plies may have several legs.
    pub fn unless_first(&mut self, env: &Env, first: &'a Turn, others: Block, alone: bool) -> Res<()> {
        let (sink, cursor, exits) = (self.sink, self.cursor, self.exits);
        let Ok(possible) = self.possible(env, first) else {
            let seen = self.e.variable(ZERO);
            (self.sink, self.cursor, self.exits) = (Sink::Any, seen, (others, exits.1));
            self.turn(env, first)?;
            (self.sink, self.cursor, self.exits) = (sink, cursor, exits);
            return Ok(());
        };
        let (some, none) = (self.e.block(), self.e.block());
        self.e.branch(possible, some, none);
        self.e.enter(some);
        if alone {
            self.alone = Some(others);
            self.turn(env, first)?;
            self.alone = None;
            self.e.jump(exits.0, &[]);
        } else {
            self.e.jump(others, &[]);
        }
        self.e.enter(none);
        Ok(())
    }

    /// Whether the plies of a clause are too much code to be enumerated here: then none may be possible.
    pub fn left_to_others(&mut self, env: &Env, clause: ClauseId) -> Res<bool> {
        let Some(others) = self.alone.filter(|_| cost(self.code, &self.code.clauses[clause]) > MOST_COST) else {
            return Ok(false);
        };
        let possible = self.chain(env.clone(), &self.code.clauses[clause], Chain::default())?;
        let none = self.e.block();
        self.e.branch(possible, others, none);
        self.e.enter(none);
        Ok(true)
    }

    /// A leg after which there may be another: gives up if there is one, else the ply is complete.
    pub fn again_alone(&mut self, env: Env, group: usize, cont: &Cont<'_>) -> Res<()> {
        let Some(others) = self.alone else { return Err(Unsupported("moves of several legs")) };
        if self.e.program.record.legs < 2 || decides(&self.code.finally) {
            return Err(Unsupported("moves of several legs"));
        }
        let code = self.code;
        let mut next = env.clone();
        self.e.count_leg(&mut next);
        let goes_on = match code.next_legs.get(group) {
            Some(block) => self.chain(next, block, Chain::default())?,
            None => return Err(Unsupported("")),
        };
        let on = self.e.block();
        self.e.branch(goes_on, others, on);
        self.e.enter(on);
        let mut last = env;
        last.push(self.e, ZERO, 1)?;
        self.after_legs(last, cont)
    }
}

#[cfg(test)]
mod tests {
    use super::told_apart;
    use crate::game::Side;
    use crate::native::functions::simple_rest;
    use crate::native::testing::program;

    const ENGLISH: &str = include_str!("../../../../../games/draughts/english-draughts.game");
    const INTERNATIONAL: &str = include_str!("../../../../../games/draughts/international-draughts.game");

    fn apart(text: &str) -> bool {
        let program = program(text);
        let code = &program.sides[0];
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
