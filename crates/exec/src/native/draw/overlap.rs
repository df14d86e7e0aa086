//! Heads of random draws that may offer the same plies: those of the earlier clause count.

use super::Draw;
use super::heads::Head;
use crate::board::SiteSet;
use crate::ir::{Local, Set, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, SetV, Truth};
use crate::proofs::bounds::second_cells;

/// The first two choices of a clause, for a later clause that goes on after them in the same way.
#[derive(Clone)]
pub struct Rival<'a> {
    open: Truth,
    env: Env,
    first: Local,
    cells: SetV,
    between: &'a [Stmt],
    /// The local of the second choice, in both.
    pub second: Local,
    from: &'a Set,
}

impl<'a> Rival<'a> {
    /// The clause of `a` as a rival of that of `b`, if the choices tell whether a ply is of both.
    fn new(a: &Head<'a>, b: &Head<'a>) -> Option<Rival<'a>> {
        let ((Stmt::Pick { local, show, .. }, cells), (Stmt::Pick { local: other, show: shown, .. }, _)) =
            (a.pick.as_ref()?, b.pick.as_ref()?)
        else {
            return None;
        };
        let place = a.rest.iter().position(|s| !matches!(s, Stmt::Let(..)))?;
        let Stmt::Pick { local: second, from, show: also } = a.rest.get(place)? else { return None };
        let Stmt::Pick { local: theirs, show: shown_also, .. } = b.rest.get(place)? else { return None };
        let alike = (local, show, second, also) == (other, shown, theirs, shown_also)
            && a.rest[..place] == b.rest[..place]
            && a.rest[place + 1..] == b.rest[place + 1..]
            // Nothing was done before the choices.
            && a.env.planes == b.env.planes
            && a.env.ints == b.env.ints
            && a.env.locals == b.env.locals
            && a.env.int_locals == b.env.int_locals;
        alike.then(|| Rival {
            open: a.open,
            env: a.env.clone(),
            first: *local,
            cells: cells.clone(),
            between: &a.rest[..place],
            second: *second,
            from,
        })
    }

    /// Whether it can make the two choices that have been made.
    pub fn offers(&self, e: &mut Emit, made: &Env) -> Res<Truth> {
        let mut env = self.env.clone();
        let (one, two) = (&made.locals[self.first], &made.locals[self.second]);
        env.locals[self.first] = one.clone();
        e.straight(&mut env, self.between)?;
        let second = e.set(&env, self.from)?;
        let mut both = self.open;
        for (cell, cells) in [(one, &self.cells), (two, &second)] {
            let common = e.set_and(cell, cells);
            let common = e.any(&common);
            both = e.both(both, common);
        }
        Ok(both)
    }
}

impl Draw<'_, '_, '_> {
    /// Whether two heads may offer the same move in this position, as far as their choices do not tell.
    pub fn conflict(&mut self) -> Truth {
        let program = self.e.program;
        let mut conflict = Truth::Const(false);
        if program.facts.merge_results {
            // Those that are not listed have been proved distinct.
            return conflict;
        }
        let mut heads = std::mem::take(&mut self.heads);
        let hint = |h: &Head| h.clause.map(|c| program.clauses[c]).unwrap_or_default();
        for index in 0..heads.len() {
            let (before, from) = heads.split_at_mut(index);
            let b = &mut from[0];
            let some = self.e.not_zero(b.mass);
            if hint(b).repeats_itself {
                conflict = self.e.either(conflict, some);
            }
            let mut settled = Vec::new();
            for a in before {
                let apart = a.clause == b.clause || !(hint(a).may_repeat && hint(b).may_repeat) || apart(a, b);
                if apart || settled.contains(&a.clause) {
                    continue;
                }
                if let Some(rival) = Rival::new(a, b) {
                    settled.push(a.clause);
                    b.rivals.push(rival);
                    continue;
                }
                let other = self.e.not_zero(a.mass);
                let mut meet = self.e.both(some, other);
                if a.pick.is_some() && b.pick.is_some() {
                    let common = self.e.set_and(&a.cells, &b.cells);
                    let common = self.e.any(&common);
                    meet = self.e.both(meet, common);
                }
                conflict = self.e.either(conflict, meet);
            }
        }
        self.heads = heads;
        conflict
    }
}

/// Whether two heads can't choose the same two cells, whatever the position.
fn apart(a: &Head, b: &Head) -> bool {
    let (Some(a), Some(b)) = (second(a), second(b)) else { return false };
    !a.is_empty() && a.iter().zip(&b).all(|(x, y)| x.and(y).is_empty())
}

/// For every cell that a head may choose first, the cells that it may choose next.
fn second(head: &Head) -> Option<Vec<SiteSet>> {
    second_cells(head.path.clone(), head.rest)
}
