//! Endings that are more than a ply away: what must be true of a position so that no ply of a side makes a verdict hold.
//!
//! A ply changes few cells. So pieces of which there are more than that are not gone behind it (`no occupied except King`), and
//! where many are counted there are not few at once. Such a question to the position before is put once for all its plies.
//! It rests on nothing but that position: one that was set up may fulfil the verdict already, and is not far from it then.

use std::collections::BTreeMap;

use crate::game::Side;
use crate::ir::walk::cost;
use crate::ir::{Block, Bool, Int, Local, PlaneId, Program, Set, SideCode, Stmt, Turn, Within};
use crate::rules::{Arith, Compare};

/// What costs less is asked as it is.
const WORTH: usize = 12;
/// Of plies that may change more cells than this nothing is said.
const MOST_CELLS: usize = 12;

/// Runs the pass.
pub fn run(program: &mut Program) {
    if program.facts.extra_turns {
        return;
    }
    for side in Side::ALL {
        for rank in 0..program.sides[side].verdicts.len() {
            let v = &program.sides[side].verdicts[rank];
            if v.history || v.clock || v.stuck || v.since.is_some() || cost(&v.when) < WORTH {
                continue;
            }
            let plies = Plies { program, code: &program.sides[side] };
            let far = plies.far(&v.when).filter(|far| cost(far) < cost(&v.when));
            program.sides[side].verdicts[rank].far = far;
        }
    }
}

/// All plies of a side.
struct Plies<'p> {
    program: &'p Program,
    code: &'p SideCode,
}

impl Plies<'_> {
    /// What must be true before a ply so that a condition does not hold behind it.
    fn far(&self, e: &Bool) -> Option<Bool> {
        match e {
            Bool::Const(false) => Some(Bool::Const(true)),
            Bool::And(a, b) => self.far(a).or_else(|| self.far(b)),
            Bool::Or(a, b) => Some(Bool::And(Box::new(self.far(a)?), Box::new(self.far(b)?))),
            Bool::Not(inner) => match &**inner {
                Bool::Any(set) => self.more_than(Int::Count(Box::new(set.clone())), 0),
                Bool::Const(_)
                | Bool::Same(..)
                | Bool::Compare(..)
                | Bool::Not(_)
                | Bool::And(..)
                | Bool::Or(..)
                | Bool::Stuck(..)
                | Bool::History(_) => None,
            },
            Bool::Compare(Compare::Equal | Compare::LessEqual, n, Int::Const(most)) => self.more_than(n.clone(), *most),
            Bool::Compare(Compare::Less, n, Int::Const(above)) => self.more_than(n.clone(), above.checked_sub(1)?),
            Bool::Const(_) | Bool::Any(_) | Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) | Bool::History(_) => {
                None
            }
        }
    }

    /// What must be true before a ply so that a number is more than `least` behind it.
    fn more_than(&self, number: Int, least: i64) -> Option<Bool> {
        let least = least.checked_add(self.loss(&number)?)?;
        Some(Bool::Compare(Compare::Less, Int::Const(least), number))
    }

    /// By how much a ply lessens a number at most.
    fn loss(&self, e: &Int) -> Option<i64> {
        match e {
            Int::Const(_) => Some(0),
            Int::Count(set) => {
                let mut planes = Vec::new();
                let cellwise = set.is_cellwise(&mut |named| {
                    planes.extend(if let Set::Plane(id) = named { Some(*id) } else { None });
                    true
                });
                cellwise.then(|| self.changed(&planes))?
            }
            Int::Arith(Arith::Add, a, b) => Some(self.loss(a)? + self.loss(b)?),
            Int::Read(_)
            | Int::Local(_)
            | Int::SumTable(..)
            | Int::SumLane(..)
            | Int::SumStacked { .. }
            | Int::CountBelow(..)
            | Int::SumDistance { .. }
            | Int::Connection { .. }
            | Int::Groups(..)
            | Int::Largest(..)
            | Int::Windows(..)
            | Int::Mobility(..)
            | Int::Arith(..)
            | Int::If(..) => None,
        }
    }

    /// On how many cells a ply changes one of some planes at most.
    fn changed(&self, planes: &[PlaneId]) -> Option<i64> {
        let mut most = 0;
        let mut starts: Vec<&Block> = Vec::new();
        self.starts(&self.code.turn, &mut starts)?;
        for start in starts {
            let mut ply = Ply { planes, chosen: 0, locals: BTreeMap::new(), changed: Vec::new() };
            for block in [start, &self.code.finally, &self.code.end_ply] {
                ply.block(block)?;
            }
            let cells: usize = ply.changed.iter().map(|cells| self.size(cells)).sum();
            most = most.max(cells);
        }
        (most <= MOST_CELLS).then_some(most as i64)
    }

    /// What plies begin with.
    fn starts<'c>(&'c self, turn: &'c Turn, out: &mut Vec<&'c Block>) -> Option<()> {
        match turn {
            Turn::Groups(groups) => {
                let clauses = groups.iter().flat_map(|&group| &self.program.groups[group]);
                out.extend(clauses.map(|&clause| &self.code.clauses[clause]));
            }
            Turn::Pass(block) => out.push(block),
            Turn::Or(a, b) | Turn::Else(a, b) => {
                self.starts(a, out)?;
                self.starts(b, out)?;
            }
            Turn::Most(_, a) => self.starts(a, out)?,
            Turn::Repeat(..) => return None,
        }
        Some(())
    }

    /// How many cells [`Ply::within`] may mean by a set.
    fn size(&self, cells: &Set) -> usize {
        match cells {
            Set::Step(_, of) => self.size(of),
            Set::Const(id) => self.program.consts[*id].len(),
            // One that was chosen.
            Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Or(..)
            | Set::And(..)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
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
            | Set::Rotate { .. } => 1,
        }
    }
}

/// A ply as its statements are read.
struct Ply<'p> {
    planes: &'p [PlaneId],
    /// How many cells have been chosen.
    chosen: Local,
    /// Which cells a local may have: chosen ones ([`Set::Local`] by number of the choice), steps from them, fixed ones.
    locals: BTreeMap<Local, Vec<Set>>,
    /// Where planes may have been changed, in the same way.
    changed: Vec<Set>,
}

impl Ply<'_> {
    fn block(&mut self, block: &Block) -> Option<()> {
        block.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<()> {
        match stmt {
            Stmt::Let(local, set) => match self.within(set) {
                Some(cells) => {
                    self.locals.insert(*local, cells);
                }
                // It may be large; whoever writes it to a plane is not understood.
                None => {
                    self.locals.remove(local);
                }
            },
            Stmt::Pick { local, .. } | Stmt::Sow { last: local, .. } => {
                self.locals.insert(*local, vec![Set::Local(self.chosen)]);
                self.chosen += 1;
            }
            Stmt::Choose(ways) => self.either(ways.iter().map(|way| &way.body))?,
            Stmt::If(_, then, otherwise) => self.either([then, otherwise].into_iter())?,
            Stmt::SetPlane(plane, to) => {
                if self.planes.contains(plane) {
                    self.change(to, *plane)?;
                }
            }
            Stmt::LetInt(..)
            | Stmt::Guard(_)
            | Stmt::SetInt(..)
            | Stmt::SetLane(..)
            | Stmt::AddLane(..)
            | Stmt::Show(..)
            | Stmt::Decided => {}
            Stmt::Loop { .. }
            | Stmt::MoveStack(..)
            | Stmt::SwapStacks(..)
            | Stmt::ClearStacks(_)
            | Stmt::Pile { .. }
            | Stmt::Tuck { .. }
            | Stmt::Again { .. } => return None,
        }
        Some(())
    }

    /// One of some blocks: behind them a local may have what it has behind any.
    fn either<'b>(&mut self, blocks: impl Iterator<Item = &'b Block>) -> Option<()> {
        let before = self.locals.clone();
        let mut after: Option<BTreeMap<Local, Vec<Set>>> = None;
        for block in blocks {
            self.locals.clone_from(&before);
            self.block(block)?;
            let here = std::mem::take(&mut self.locals);
            after = Some(match after {
                None => here,
                Some(mut all) => {
                    // What one of them does not know is not known.
                    all.retain(|local, _| here.contains_key(local));
                    for (local, cells) in &mut all {
                        add(cells, here[local].clone());
                    }
                    all
                }
            });
        }
        self.locals = after.unwrap_or(before);
        Some(())
    }

    /// A plane gets a value: on which cells may it differ from the one before?
    fn change(&mut self, to: &Set, plane: PlaneId) -> Option<()> {
        match to {
            Set::Plane(id) if *id == plane => {}
            Set::Minus(a, b) => {
                let cells = self.within(b)?;
                self.change(a, plane)?;
                add(&mut self.changed, cells);
            }
            Set::Or(a, b) => {
                let (rest, cells) = match self.within(b) {
                    Some(cells) => (a, cells),
                    None => (b, self.within(a)?),
                };
                self.change(rest, plane)?;
                add(&mut self.changed, cells);
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::And(..)
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
            | Set::Rotate { .. } => return None,
        }
        Some(())
    }

    /// Cells that a set has no others than, if they are few.
    fn within(&self, e: &Set) -> Option<Vec<Set>> {
        Some(match e.within() {
            Within::Named => {
                if let Set::Local(local) = e {
                    return self.locals.get(local).cloned();
                }
                let Set::Const(_) = e else { return None };
                vec![e.clone()]
            }
            Within::Step(d, of) => self.within(of)?.into_iter().map(|one| Set::Step(d, Box::new(one))).collect(),
            Within::One(a) => self.within(a)?,
            Within::Both(a, b) => self.within(a).or_else(|| self.within(b))?,
            Within::Either(a, b) => {
                let mut cells = self.within(a)?;
                add(&mut cells, self.within(b)?);
                cells
            }
            Within::Earlier(_) | Within::Image(..) | Within::Lines(..) | Within::Board => return None,
        })
    }
}

/// Puts sets to others, each once.
fn add(cells: &mut Vec<Set>, more: Vec<Set>) {
    for one in more {
        if !cells.contains(&one) {
            cells.push(one);
        }
    }
}
