//! Turns of several legs in which no ply goes on after its first leg, as in most positions with a capture: these plies
//! are enumerated like any others, without frames, ranks and a search for equal results.
//!
//! That asks for two proofs. No ply goes on: asked of each first leg when it runs; if one does, all is left to the
//! functions of several legs. And no two plies lead to the same position, read off the rules: each carries a piece of the
//! mover from its first cell to its second, and no two ways of doing so share both cells.

use cranelift_codegen::ir::Block;

use super::possible::Chain;
use super::{Cont, Sink, Walk};
use crate::ir::walk::cost_of_set;
use crate::ir::{ClauseId, Flow, SideCode, Stmt, Turn, Writes, decides};
use crate::native::emit::env::Env;
use crate::native::emit::{Res, Unsupported, ZERO};

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
