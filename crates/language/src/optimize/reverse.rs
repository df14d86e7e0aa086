//! Asks the other way round whether a few cells meet what many pieces reach: `(any (and K (or (step d X) (slide D Y …))))`
//! becomes steps and slides from the cells of K, met with X and Y. A king asks who attacks it instead of everybody
//! saying what they attack. What is made piece by piece (a leg that may be blocked, a step that only some places allow) is turned
//! round for all pieces at once.

use crate::ir::{Block, Bool, Local, Program, Set, SideCode, StepId, Stmt};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let inverse: Vec<Option<StepId>> = (0..program.steps.len()).map(|d| program.inverse(d)).collect();
    let (mut sides, mut marks) = (std::mem::take(&mut program.sides), std::mem::take(&mut program.marks));
    let mut pass = Pass { program, inverse };
    sides.iter_mut().for_each(|code| pass.side(code));
    marks.iter_mut().for_each(|mark| pass.truth(&mut mark.holds));
    (program.sides, program.marks) = (sides, marks);
}

/// Less is not worth turning round: see [`Pass::gain`].
const WORTH: usize = 3;

/// A region with more origins than these is not turned round: each costs code.
const MOST_ORIGINS: usize = 32;

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
                if self.gain(far) < WORTH || self.gain(k) >= WORTH {
                    return;
                }
                let local = self.local();
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
            Set::Slide { dirs, .. } | Set::Beyond { dirs, .. } if self.backwards(dirs).is_some() => 3 * dirs.len(),
            Set::Collect { local, body, .. } if self.meeting(body, *local, &Set::Const(0)).is_some() => WORTH,
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

    /// The same directions the other way round, if there are such.
    fn backwards(&self, dirs: &[StepId]) -> Option<Vec<StepId>> {
        dirs.iter().map(|&d| self.inverse[d]).collect()
    }

    /// A set that has a cell exactly if `e` and `cells` have one in common. Where `e` itself can be asked the other way round, that is
    /// done for one of the cells after the other: few, where slides have met something.
    fn met_by(&mut self, e: &Set, cells: Set) -> Set {
        if self.gain(e) < WORTH {
            return Set::And(Box::new(cells), Box::new(e.clone()));
        }
        if let Set::And(a, b) = e {
            let (far, also) = if self.gain(a) > 0 { (a, b) } else { (b, a) };
            return self.met_by(far, Set::And(Box::new(cells), also.clone()));
        }
        let local = self.local();
        match self.met(e, &Set::Local(local)) {
            Some(all) => Set::Collect { local, over: Box::new(cells), body: Box::new(all) },
            None => Set::And(Box::new(cells), Box::new(e.clone())),
        }
    }

    fn local(&mut self) -> Local {
        self.program.locals += 1;
        self.program.locals - 1
    }

    /// The cells from which the set `e`, made of one cell at a time in the local `from`, meets `k`; none where that can't be told for
    /// all at once.
    fn meeting(&self, e: &Set, from: Local, k: &Set) -> Option<Set> {
        let origins = self.origins(e, from, k)?.into_iter().map(|origin| origin.within(from).map(Origin::set));
        origins.collect::<Option<Vec<_>>>()?.into_iter().reduce(or)
    }

    /// The parts of [`Pass::meeting`], with what conditions ask still apart.
    fn origins(&self, e: &Set, from: Local, k: &Set) -> Option<Vec<Origin>> {
        let boxed = |set: &Set| Box::new(set.clone());
        let varies = |set: &Set| set.reads(&|read| read == from);
        match e {
            Set::Local(local) if *local == from => Some(vec![Origin { when: Vec::new(), set: k.clone() }]),
            Set::Or(a, b) => {
                let mut all = self.origins(a, from, k)?;
                all.extend(self.origins(b, from, k)?);
                (all.len() <= MOST_ORIGINS).then_some(all)
            }
            Set::And(a, b) => {
                let (near, fixed) = if varies(b) { (b, a) } else { (a, b) };
                (!varies(fixed)).then_some(())?;
                self.origins(near, from, &Set::And(boxed(k), fixed.clone()))
            }
            Set::Minus(a, b) if !varies(b) => self.origins(a, from, &Set::Minus(boxed(k), b.clone())),
            Set::Step(d, a) => self.origins(a, from, &Set::Step(self.inverse[*d]?, boxed(k))),
            Set::When(c, a) => {
                let mut all = self.origins(a, from, k)?;
                all.iter_mut().for_each(|origin| origin.when.extend(c.conjuncts().into_iter().cloned()));
                Some(all)
            }
            Set::Collect { local, over, body } if varies(over) => {
                let mut all = Vec::new();
                for origin in self.origins(body, *local, k)? {
                    let Origin { when, set } = origin.within(*local)?;
                    if varies(&set) {
                        return None;
                    }
                    let outer = self.origins(over, from, &set)?;
                    all.extend(
                        outer.into_iter().map(|origin| Origin { when: [origin.when, when.clone()].concat(), ..origin }),
                    );
                    if all.len() > MOST_ORIGINS {
                        return None;
                    }
                }
                Some(all)
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::Was(_)
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
            | Set::Rotate { .. } => None,
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
            Set::Slide { dirs, of, through, exactly } if self.gain(e) > 0 => {
                let dirs = self.backwards(dirs)?;
                let (through, exactly) = (through.clone(), exactly.clone());
                let ends = Set::Slide { dirs, of: Box::new(k.clone()), through, exactly };
                Some(self.met_by(of, ends))
            }
            Set::Beyond { dirs, of, through } if self.gain(e) > 0 => {
                let dirs = self.backwards(dirs)?;
                let outside = Bool::Any(Set::Minus(Box::new(k.clone()), through.clone()));
                let ends = Set::Slide { dirs, of: Box::new(k.clone()), through: through.clone(), exactly: None };
                Some(Set::When(Box::new(outside), Box::new(self.met_by(of, ends))))
            }
            Set::Collect { local, over, body } if self.gain(e) > 0 => {
                Some(Set::And(Box::new(self.meeting(body, *local, k)?), over.clone()))
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

/// Cells from which something is met, as far as conditions hold.
struct Origin {
    when: Vec<Bool>,
    set: Set,
}

impl Origin {
    /// The same with what the conditions ask of the cell itself, which is in the local `of`, in the set; none if they ask more
    /// than where it lies.
    fn within(self, of: Local) -> Option<Origin> {
        let Origin { when, mut set } = self;
        let mut kept = Vec::new();
        for condition in when {
            match condition.place_of(of) {
                Some(place) => set = Set::And(Box::new(set), Box::new(place.clone())),
                None => kept.push(condition),
            }
        }
        let reads = |read| read == of;
        let asks_more = set.reads(&reads) || kept.iter().any(|condition| condition.reads(&reads));
        (!asks_more).then_some(Origin { when: kept, set })
    }

    /// Without conditions apart.
    fn set(self) -> Set {
        self.when.into_iter().fold(self.set, |set, c| Set::When(Box::new(c), Box::new(set)))
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
