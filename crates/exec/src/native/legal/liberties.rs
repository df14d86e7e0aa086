//! Floods from the neighbours of a region that loses one cell: most cells can be lost without a change.
//!
//! Let F be what a flood reaches within P from the neighbours of E, and T the cells of P that have two neighbours in E or
//! more. Whatever single cell E loses, T keeps a neighbour, and so all that the flood reaches from T is still reached. If
//! the lost cell has no other neighbours in P than these, each cell of P that was next to E is reached as before, and F
//! is what it was. (Stones in groups of which one stone has two liberties live through any one stone.)
//!
//! So F is computed once per position, and the cells whose loss may change it. That E has lost one cell, and P is as it
//! was, is noted on the values: see [`SetV::delta`].

use crate::canary::Canary;
use crate::ir::walk::{Part, walk_set};
use crate::ir::{Set, SideCode, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::known::Known;
use crate::native::emit::{Emit, Res, SetV};
use crate::proofs::plain::fan;

impl Emit<'_, '_> {
    /// Looks at the floods in the effects of a side as they are before its plies.
    ///
    /// # Errors
    /// What native code can't do.
    pub fn learn_floods(&mut self, env: &Env, code: &SideCode) -> Res<()> {
        let mut floods: Vec<Set> = Vec::new();
        let mut note = |part: Part<'_>| {
            if let Part::Set(flood @ Set::Flood { .. }) = part
                && !floods.contains(flood)
            {
                floods.push(flood.clone());
            }
        };
        for stmt in code.clauses.iter().flatten() {
            stmt.each(&mut |stmt| {
                if let Stmt::Let(_, e) | Stmt::SetPlane(_, e) = stmt {
                    walk_set(e, &mut note);
                }
            });
        }
        for flood in floods {
            let Set::Flood { dirs, seed, within } = &flood else { continue };
            let Some((ways, of)) = fan(seed) else { continue };
            // Two ways to a cell must come from two cells.
            let next = |d: usize, s: usize| self.program.steps[d][s];
            let apart = |s: usize| {
                ways.iter()
                    .enumerate()
                    .all(|(i, &d)| ways[..i].iter().all(|&e| next(d, s).is_none() || next(d, s) != next(e, s)))
            };
            if !(0..self.program.sites).all(apart) {
                continue;
            }
            let (of, within) = (self.set(env, of)?, self.set(env, within)?);
            if !of.fixed || !within.fixed {
                continue;
            }
            let (mut once, mut twice) = (self.nothing(), self.nothing());
            for &d in &ways {
                let to = self.step(d, &of)?;
                let again = self.set_and(&once, &to);
                twice = self.set_or(&twice, &again);
                once = self.set_or(&once, &to);
            }
            let reached = self.flood(dirs, &once, &within)?;
            let sure = self.flood(dirs, &twice, &within)?;
            let rest = self.set_minus(&within, &sure);
            let mut doubtful = self.nothing();
            for &d in &ways {
                let near = self.preimage(d, &rest)?;
                doubtful = self.set_or(&doubtful, &near);
            }
            if Canary::FloodKept.sings() {
                doubtful = self.nothing();
            }
            let reached = SetV { fixed: true, ..reached };
            self.known.push(Known { flood: flood.clone(), reached, doubtful });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::successors_differ;

    #[test]
    fn a_flood_wrongly_kept_is_found() {
        let text = include_str!("../../../../../games/territory/go.game").replace("size = 9", "size = 4");
        assert!(!successors_differ(&text, 30, 60));
        let found = Canary::FloodKept.during(|| successors_differ(&text, 30, 60));
        assert!(found, "stones without a liberty stay, and nobody notices");
    }
}
