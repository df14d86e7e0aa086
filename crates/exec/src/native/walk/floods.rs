//! Plies after which a flood may be what it was before, or not: what follows is compiled for either; see
//! [`crate::native::legal::liberties`].

use super::Walk;
use crate::ir::walk::{Part, walk_set};
use crate::ir::{Set, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::known::Assumed;
use crate::native::emit::{Res, Truth};

impl Walk<'_, '_, '_> {
    /// If a statement's flood may be what it was before the ply: goes on with it and what follows for either case, each
    /// in code of its own, and says so.
    pub fn in_either_case(&mut self, env: &Env, stmt: &Stmt, go_on: &mut dyn FnMut(&mut Self) -> Res<()>) -> Res<bool> {
        let (Stmt::Let(_, e) | Stmt::SetPlane(_, e)) = stmt else { return Ok(false) };
        if self.e.assumed.is_some() || self.e.known.is_empty() {
            return Ok(false);
        }
        let mut floods = Vec::new();
        walk_set(e, &mut |part| {
            if let Part::Set(flood @ Set::Flood { .. }) = part {
                floods.push(flood);
            }
        });
        for flood in floods {
            let Some((index, lost)) = self.e.lost(env, flood)? else { continue };
            let doubtful = self.e.known[index].doubtful.clone();
            let doubt = self.e.set_and(&lost, &doubtful);
            let doubt: Truth = self.e.any(&doubt);
            let (changed, same, after) = (self.e.block(), self.e.block(), self.e.block());
            self.e.branch(doubt, changed, same);
            for (block, same) in [(same, true), (changed, false)] {
                self.e.enter(block);
                self.e.assumed = Some(Assumed { index, lost: lost.clone(), same });
                go_on(self)?;
                self.e.jump(after, &[]);
            }
            self.e.assumed = None;
            self.e.enter(after);
            return Ok(true);
        }
        Ok(false)
    }
}
