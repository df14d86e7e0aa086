//! What is known of a position before its plies, and holds after each that changes little: floods, joins.

use super::env::Env;
use super::{Emit, Res, SetV, Truth};
use crate::ir::{Bool, PlaneId, Set};
use crate::proofs::plain::fan;

/// A flood as it is before a ply.
#[derive(Debug, Clone)]
pub struct Known {
    /// The expression.
    pub flood: Set,
    /// What it reaches.
    pub reached: SetV,
    /// The cells whose loss may change that.
    pub doubtful: SetV,
}

/// What is taken for granted of the flood of an index where a cell was lost: that it is as before, or that it is not.
#[derive(Debug, Clone, PartialEq)]
pub struct Assumed {
    pub index: usize,
    pub lost: SetV,
    pub same: bool,
}

/// A join of two sets by way of a plane, as it is before the plies of an enumeration.
#[derive(Debug, Clone)]
pub struct Join {
    /// The condition that asks for it.
    pub when: Bool,
    pub plane: PlaneId,
    /// The plane.
    pub base: SetV,
    /// Whether they are joined.
    pub had: Truth,
    /// The cells that join them once they belong to the plane.
    pub completing: SetV,
}

impl Emit<'_, '_> {
    /// Of a flood that is known from before the ply: its index, and the cell that has been lost since.
    pub fn lost(&mut self, env: &Env, e: &Set) -> Res<Option<(usize, SetV)>> {
        let Some(index) = self.known.iter().position(|k| k.flood == *e) else { return Ok(None) };
        let Set::Flood { seed, within, .. } = e else { return Ok(None) };
        let Some((_, of)) = fan(seed) else { return Ok(None) };
        let (of, within) = (self.set(env, of)?, self.set(env, within)?);
        Ok(match of.delta {
            Some(delta) if within.fixed && !delta.adds => Some((index, SetV::new(delta.cell.to_vec()))),
            _ => None,
        })
    }

    /// A flood that is taken to be what it was.
    pub fn same_flood(&mut self, env: &Env, e: &Set) -> Res<Option<SetV>> {
        let Some(assumed) = self.assumed.clone().filter(|a| a.same) else { return Ok(None) };
        let lost = self.lost(env, e)?;
        let is_it = lost.is_some_and(|(index, cell)| index == assumed.index && cell == assumed.lost);
        Ok(is_it.then(|| self.known[assumed.index].reached.clone()))
    }

    /// Whether a condition holds, if it asks for a join that is known from before the ply, and the ply added one cell.
    pub fn joined(&mut self, env: &Env, when: &Bool) -> Option<Truth> {
        let join = self.joins.iter().find(|j| j.when == *when)?.clone();
        let grown = env.planes[join.plane].grown.clone().filter(|g| g.base.words == join.base.words)?;
        let through = self.set_and(&grown.one, &join.completing);
        let through = self.any(&through);
        Some(self.either(join.had, through))
    }
}
