//! Phases of a game: which clauses may be played at all is asked ahead, once, so that random plies are laid out of these
//! alone (first men are placed, then they slide, and few of them fly).

use super::Draw;
use crate::canary::Canary;
use crate::ir::walk::cost;
use crate::ir::{Bool, Program, SideCode, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, Truth};

/// So many conditions tell phases apart at most, among so many clauses: a clause is compiled for each phase it may be
/// played in.
const MOST_ASKED: usize = 2;
const MOST_CLAUSES: usize = 6;
/// Conditions that cost more are asked where they stand.
const DEAR: usize = 16;

/// Conditions, and whether they hold.
pub type Known<'a> = Vec<(&'a Bool, bool)>;

/// Compiles `body` for each phase of a side, in which some conditions of the state before the ply are known.
pub fn each_phase<'a>(
    e: &mut Emit<'a, '_>,
    base: &Env,
    code: &'a SideCode,
    known: &mut Known<'a>,
    body: &mut dyn FnMut(&mut Emit<'a, '_>, &Known<'a>) -> Res<()>,
) -> Res<()> {
    let Some(asked) = next_asked(e.program, code, known) else { return body(e, known) };
    let holds = e.truth(base, asked)?;
    let blocks = [(e.block(), true), (e.block(), false)];
    e.branch(holds, blocks[0].0, blocks[1].0);
    for (block, value) in blocks {
        e.enter(block);
        let value = value != Canary::PhaseContrary.sings();
        known.push((asked, value));
        each_phase(e, base, code, known, body)?;
        known.pop();
    }
    Ok(())
}

/// A condition that some clauses ask which may still be played and others do not, if it is worth a phase.
fn next_asked<'a>(program: &Program, code: &'a SideCode, known: &Known<'a>) -> Option<&'a Bool> {
    let clauses = code.turn.clauses(&program.groups);
    if known.len() >= MOST_ASKED || clauses.len() > MOST_CLAUSES {
        return None;
    }
    let mut open: Vec<Vec<(&Bool, bool)>> = clauses.iter().map(|&c| asked_first(&code.clauses[c])).collect();
    open.retain(|all| all.iter().all(|&(c, value)| known.iter().all(|k| *k.0 != *c || k.1 == value)));
    let parts = |c: &Bool| {
        let asked = |all: &&Vec<_>, value| all.contains(&(c, value));
        [true, false].map(|value| open.iter().filter(|all| asked(all, value)).count())
    };
    let fresh = open.iter().flatten().map(|a| a.0).filter(|c| known.iter().all(|k| k.0 != *c));
    let worth = fresh.filter(|c| parts(c).iter().all(|&n| n < open.len()) && cost(c) <= DEAR);
    // Best is what some ask for and others for its contrary.
    worth.max_by_key(|c| parts(c).into_iter().min())
}

/// What a clause asks before anything else, and the answers that let it be played.
fn asked_first(block: &[Stmt]) -> Vec<(&Bool, bool)> {
    let mut all = Vec::new();
    for stmt in block {
        let Stmt::Guard(c) = stmt else { break };
        conditions(c, &mut all);
    }
    all
}

fn conditions<'a>(c: &'a Bool, out: &mut Vec<(&'a Bool, bool)>) {
    match c {
        Bool::And(a, b) => {
            conditions(a, out);
            conditions(b, out);
        }
        Bool::Not(c) => out.push((c, false)),
        c @ (Bool::Const(_)
        | Bool::Any(_)
        | Bool::Same(..)
        | Bool::Compare(..)
        | Bool::Or(..)
        | Bool::Stuck(..)
        | Bool::History(_)) => out.push((c, true)),
    }
}

impl Draw<'_, '_, '_> {
    /// Whether a condition holds that is asked before anything else.
    pub fn asked(&mut self, env: &Env, c: &Bool) -> Res<Truth> {
        if let Some(&(_, value)) = self.phase.iter().find(|k| k.0 == c) {
            return Ok(Truth::Const(value));
        }
        match c {
            Bool::And(a, b) => {
                let (a, b) = (self.asked(env, a)?, self.asked(env, b)?);
                Ok(self.e.both(a, b))
            }
            Bool::Not(c) => {
                let holds = self.asked(env, c)?;
                Ok(self.e.not(holds))
            }
            c @ (Bool::Const(_)
            | Bool::Any(_)
            | Bool::Same(..)
            | Bool::Compare(..)
            | Bool::Or(..)
            | Bool::Stuck(..)
            | Bool::History(_)) => self.e.truth(env, c),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::draws_what_is_no_move;

    #[test]
    fn plies_of_another_phase_are_found() {
        let text = include_str!("../../../../../games/lines/nine-mens-morris.game");
        assert!(!draws_what_is_no_move(text));
        let found = Canary::PhaseContrary.during(|| draws_what_is_no_move(text));
        assert!(found, "men slide or fly before all are placed, and nobody notices");
    }
}
