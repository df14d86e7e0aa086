//! Where the `legal` conditions need not be asked: the pins of a position, found once, and the moves of other pieces.

use super::emit::{Emit, Res, SetV, Truth, Word};
use super::env::Env;
use super::filter::plain_clauses;
use crate::ir::{Bool, Local, Set, SideCode};

/// What one enumeration knows of its `legal` conditions.
pub struct Filter {
    /// Plies of plain clauses are legal if their first cell is not one of these: the pins, or all cells where the
    /// conditions do not hold before the ply.
    pins: SetV,
    /// For every clause the local of its first cell, if it is plain.
    plain: Vec<Option<Local>>,
}

impl Filter {
    /// The filter of the conditions in the state of `env`, if it spares anything.
    ///
    /// # Errors
    /// What native code can't do.
    pub fn new(e: &mut Emit, env: &Env, code: &SideCode, conditions: &[Bool]) -> Res<Option<Filter>> {
        let plain = plain_clauses(e.program, code, conditions);
        if plain.iter().all(Option::is_none) {
            return Ok(None);
        }
        let mut holds = Truth::Const(true);
        let mut pins = e.nothing();
        for c in conditions {
            let one = e.truth(env, c)?;
            holds = e.both(holds, one);
            let more = e.pins_of_truth(env, c)?;
            pins = e.set_or(&pins, &more);
        }
        let all = SetV::new(e.board().into_iter().map(Word::Const).collect());
        let pins = e.set_select(holds, &pins, &all);
        Ok(Some(Filter { pins, plain }))
    }

    /// The local of a clause's first cell, if the filter speaks of the clause.
    pub fn first_cell(&self, clause: usize) -> Option<Local> {
        self.plain[clause]
    }

    /// Whether plies that begin with this cell are legal for sure.
    pub fn spares(&self, e: &mut Emit, first: &SetV) -> Truth {
        let pinned = e.set_and(first, &self.pins);
        let pinned = e.any(&pinned);
        e.not(pinned)
    }
}

impl Emit<'_, '_> {
    fn pins_of_truth(&mut self, env: &Env, c: &Bool) -> Res<SetV> {
        match c {
            Bool::And(a, b) | Bool::Or(a, b) => {
                let (a, b) = (self.pins_of_truth(env, a)?, self.pins_of_truth(env, b)?);
                Ok(self.set_or(&a, &b))
            }
            Bool::Not(a) => match &**a {
                Bool::Any(e) => self.pins(env, e, None),
                Bool::Not(a) => self.pins_of_truth(env, a),
                _ => Ok(self.nothing()),
            },
            _ => Ok(self.nothing()),
        }
    }

    /// The cells that, if they became space to slide through, could make a region gain cells of `within`.
    fn pins(&mut self, env: &Env, e: &Set, within: Option<&SetV>) -> Res<SetV> {
        if !slides(e) {
            return Ok(self.nothing());
        }
        match e {
            Set::Or(a, b) => {
                let (a, b) = (self.pins(env, a, within)?, self.pins(env, b, within)?);
                Ok(self.set_or(&a, &b))
            }
            Set::And(a, b) if slides(a) && slides(b) => {
                let (a, b) = (self.pins(env, a, within)?, self.pins(env, b, within)?);
                Ok(self.set_or(&a, &b))
            }
            Set::And(a, b) => {
                let (far, near) = if slides(a) { (a, b) } else { (b, a) };
                // It gains nothing by a plain ply: see `filter`.
                let near = self.set(env, near)?;
                let within = within.map_or(near.clone(), |w| self.set_and(w, &near));
                self.pins(env, far, Some(&within))
            }
            Set::Minus(a, _) => self.pins(env, a, within),
            Set::When(c, a) => {
                let c = self.truth(env, c)?;
                let pins = self.pins(env, a, within)?;
                Ok(self.set_when(c, &pins))
            }
            Set::Collect { local, over, body } => {
                let over = self.set(env, over)?;
                let mut inner = env.clone();
                self.union_over(&over, &mut |e, one| {
                    inner.locals[*local] = one;
                    e.pins(&inner, body, within)
                })
            }
            Set::Slide { dirs, of, through, .. } | Set::Ray { dirs, of, through, .. } => {
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let is_slide = matches!(e, Set::Slide { .. });
                let mut out = self.nothing();
                for &d in dirs {
                    let reached = self.slide(d, &of, &through)?;
                    let mut first = self.set_minus(&reached, &through);
                    if self.n == 1 && of.site.is_some() {
                        // One cell or none; of none, what is found below is not used.
                        let site = self.lowest(first.words[0]);
                        first.site = Some(self.and(site, Word::Const(63)));
                    }
                    let pin = match within {
                        Some(within) if is_slide => {
                            let beyond = self.slide(d, &first, &through)?;
                            let met = self.set_and(&beyond, within);
                            let met = self.any(&met);
                            self.set_when(met, &first)
                        }
                        _ => first,
                    };
                    out = self.set_or(&out, &pin);
                }
                out.site = None;
                Ok(out)
            }
            _ => Ok(self.nothing()),
        }
    }
}

/// Whether a region asks for slides where a pin may matter.
fn slides(e: &Set) -> bool {
    match e {
        Set::Slide { .. } | Set::Ray { .. } => true,
        Set::Or(a, b) | Set::And(a, b) => slides(a) || slides(b),
        Set::Minus(a, _) | Set::When(_, a) => slides(a),
        Set::Collect { body, .. } => slides(body),
        _ => false,
    }
}

/// Nothing is known: every ply is tested.
pub const UNKNOWN: Truth = Truth::Const(false);
