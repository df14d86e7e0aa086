//! Asks the other way round whether a few cells meet what many pieces reach: `(any (and K (or (step d X) (slide D Y …))))`
//! becomes steps and slides from the cells of K, met with X and Y. A king asks who attacks it instead of everybody
//! saying what they attack.

use crate::ir::{Block, Bool, Program, Set, SideCode, StepId, Stmt};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let inverse: Vec<Option<StepId>> = (0..program.steps.len()).map(|d| program.inverse(d)).collect();
    let (mut sides, mut marks) = (std::mem::take(&mut program.sides), std::mem::take(&mut program.marks));
    let mut pass = Pass { program, inverse };
    sides.iter_mut().for_each(|code| pass.side(code));
    marks.iter_mut().for_each(|mark| pass.truth(&mut mark.holds));
    (program.sides, program.marks) = (sides, marks);
}

struct Pass<'p> {
    program: &'p mut Program,
    inverse: Vec<Option<StepId>>,
}

impl Pass<'_> {
    fn side(&mut self, code: &mut SideCode) {
        code.blocks_mut().for_each(|block| self.block(block));
        code.legal.iter_mut().for_each(|c| self.truth(c));
        code.verdicts.iter_mut().for_each(|v| self.truth(&mut v.when));
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in block {
            if let Stmt::Guard(c) | Stmt::If(c, ..) = stmt {
                self.truth(c);
            }
            stmt.blocks_mut().for_each(|inner| self.block(inner));
        }
    }

    fn truth(&mut self, c: &mut Bool) {
        match c {
            Bool::Not(a) => self.truth(a),
            Bool::And(a, b) | Bool::Or(a, b) => {
                self.truth(a);
                self.truth(b);
            }
            Bool::Any(Set::And(a, b)) => {
                let (k, far) = if self.gain(b) > self.gain(a) { (a, b) } else { (b, a) };
                // Few cells on one side, much to be reached on the other.
                if self.gain(far) < 3 || self.gain(k) > 2 {
                    return;
                }
                let local = self.program.locals;
                self.program.locals += 1;
                let Some(all) = self.met(far, &Set::Local(local)).map(|all| absorb(&all)) else { return };
                *c = Bool::Any(Set::Collect { local, over: k.clone(), body: Box::new(all) });
            }
            Bool::Const(_) | Bool::Any(_) | Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) | Bool::History(_) => {
            }
        }
    }

    /// How many steps and slides are turned round; 0 if one of them can't be.
    fn gain(&self, e: &Set) -> usize {
        match e {
            Set::Step(d, _) if self.inverse[*d].is_some() => 1,
            Set::Slide { dirs, exactly: None, .. } if dirs.iter().all(|&d| self.inverse[d].is_some()) => 3 * dirs.len(),
            Set::Or(a, b) => self.gain(a) + self.gain(b),
            Set::And(a, _) if self.gain(a) > 0 => self.gain(a),
            Set::And(_, b) => self.gain(b),
            Set::When(_, a) => self.gain(a),
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => 0,
        }
    }

    /// A set that has a cell exactly if `k` lies in `e`; none where that can't be.
    fn met(&mut self, e: &Set, k: &Set) -> Option<Set> {
        let mut near = Vec::new();
        let rest = self.back(e, k, &mut near);
        let steps = near.into_iter().map(|(of, dirs)| {
            let rows = super::tables::image(self.program, &dirs);
            Set::And(Box::new(Set::Image(rows, Box::new(k.clone()))), Box::new(of))
        });
        steps.collect::<Vec<_>>().into_iter().chain(rest).reduce(or)
    }

    /// The same, apart from single steps: these are gathered by what they lead from.
    fn back(&mut self, e: &Set, k: &Set, near: &mut Vec<(Set, Vec<StepId>)>) -> Option<Set> {
        match e {
            Set::Or(a, b) => {
                let (a, b) = (self.back(a, k, near), self.back(b, k, near));
                a.into_iter().chain(b).reduce(or)
            }
            Set::Step(d, of) if self.inverse[*d].is_some() => {
                let r = self.inverse[*d].unwrap_or(*d);
                match near.iter_mut().find(|n| n.0 == **of) {
                    Some((_, dirs)) if dirs.contains(&r) => {}
                    Some((_, dirs)) => dirs.push(r),
                    None => near.push(((**of).clone(), vec![r])),
                }
                None
            }
            Set::Slide { dirs, of, through, exactly: None } if self.gain(e) > 0 => {
                let dirs = dirs.iter().filter_map(|&d| self.inverse[d]).collect();
                let ends = Set::Slide { dirs, of: Box::new(k.clone()), through: through.clone(), exactly: None };
                Some(Set::And(Box::new(ends), of.clone()))
            }
            Set::And(a, b) if self.gain(e) > 0 => {
                let (far, also) = if self.gain(a) > 0 { (a, b) } else { (b, a) };
                let all = self.met(far, k)?;
                let here = Bool::Any(Set::And(Box::new(k.clone()), also.clone()));
                Some(Set::When(Box::new(here), Box::new(all)))
            }
            Set::When(c, a) if self.gain(e) > 0 => Some(Set::When(c.clone(), Box::new(self.met(a, k)?))),
            other @ (Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::And(..)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. }) => Some(Set::And(Box::new(k.clone()), Box::new(other.clone()))),
        }
    }
}

/// Without the parts of a union that another part holds anyway.
fn absorb(e: &Set) -> Set {
    let parts = e.unites();
    let mut kept: Vec<&Set> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let mut others = parts[i + 1..].iter().chain(&kept);
        let absorbed = if let Set::When(_, a) = part {
            others.any(|o| **o == **a)
        } else if let Set::And(a, b) = part {
            others.any(|o| **o == **a || **o == **b)
        } else {
            others.any(|o| o == part)
        };
        if !absorbed {
            kept.push(part);
        }
    }
    kept.into_iter().cloned().reduce(or).unwrap_or(Set::Const(0))
}

fn or(a: Set, b: Set) -> Set {
    Set::Or(Box::new(a), Box::new(b))
}
