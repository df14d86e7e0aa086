//! What choices can hold at most, whatever the position: how many cells, and whether two clauses can ever meet.
//!
//! Sets are bounded from above: planes by the whole board, rays by what they pass on an empty one.

use std::cell::Cell;
use std::rc::Rc;

use crate::board::SiteSet;
use crate::ir::walk::{Part, walk_set};
use crate::ir::{Local, PlaneId, Program, Set, Stmt};

/// So many cells may be looked at for one clause: a fraction of a second.
const WORK: u64 = 1 << 24;

/// A statement on the way to a choice that binds a local.
#[derive(Debug, Clone, Copy)]
pub enum Bind<'p> {
    /// A name for a set.
    Let(Local, &'p Set),
    /// A chosen cell.
    Pick(Local, &'p Set),
    /// Nothing is known of what it is bound to, or whether it is.
    Unknown(Local),
}

/// The statements that bind locals on one path from the start of a clause.
#[derive(Debug, Clone)]
pub struct Path<'p> {
    program: &'p Program,
    binds: Vec<Bind<'p>>,
    written: Vec<PlaneId>,
    /// Work that is left for this path and all that go on from it; without it every set may be the whole board.
    work: Rc<Cell<u64>>,
}

impl<'p> Path<'p> {
    /// The start.
    pub fn new(program: &'p Program) -> Self {
        Path { program, binds: Vec::new(), written: Vec::new(), work: Rc::new(Cell::new(WORK)) }
    }

    /// Goes past a statement that makes no choice of ways.
    pub fn pass(&mut self, stmt: &'p Stmt) {
        match stmt {
            Stmt::Let(local, e) => self.binds.push(Bind::Let(*local, e)),
            Stmt::Pick { local, from, .. } => self.binds.push(Bind::Pick(*local, from)),
            // What a path may bind or not is bounded by the board.
            other => other.each_bound(&mut |local| self.binds.push(Bind::Unknown(local))),
        }
        self.note_writes(stmt);
    }

    fn note_writes(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::SetPlane(id, _) => self.written.push(*id),
            Stmt::Tuck { .. } | Stmt::Pile { .. } => self.written.extend(0..self.program.layout.planes.len()),
            other => other.blocks().flatten().for_each(|s| self.note_writes(s)),
        }
    }

    /// Whether the path may write a plane.
    pub fn writes(&self, plane: PlaneId) -> bool {
        self.written.contains(&plane)
    }

    /// The most cells that a set can have here.
    pub fn most(&self, e: &Set) -> u64 {
        let mut locals = vec![SiteSet::full(self.program.sites); self.program.locals];
        let mut least = usize::MAX;
        for (index, bind) in self.binds.iter().enumerate() {
            self.bind(*bind, &mut locals);
            let Bind::Pick(local, _) = *bind else { continue };
            // However this choice falls: the others as they may be.
            let each = locals[local].iter().map(|site| {
                let mut given = locals.clone();
                given[local] = SiteSet::from_sites(self.program.sites, [site]);
                self.binds[index + 1..].iter().for_each(|b| self.bind(*b, &mut given));
                self.cells(e, &given).len()
            });
            least = least.min(each.max().unwrap_or(0));
        }
        least.min(self.cells(e, &locals).len()) as u64
    }

    /// For every cell that the first choice may give, the cells that a set can have here.
    pub fn by_first(&self, e: &Set) -> Vec<SiteSet> {
        let mut locals = vec![SiteSet::full(self.program.sites); self.program.locals];
        let first = self.binds.iter().position(|b| matches!(b, Bind::Pick(..))).unwrap_or(self.binds.len());
        self.binds[..first].iter().for_each(|b| self.bind(*b, &mut locals));
        let Some(Bind::Pick(local, from)) = self.binds.get(first) else { return Vec::new() };
        let from = self.cells(from, &locals);
        let sets = (0..self.program.sites).map(|site| {
            let mut given = locals.clone();
            given[*local] = SiteSet::from_sites(self.program.sites, [site]).and(&from);
            self.binds[first + 1..].iter().for_each(|b| self.bind(*b, &mut given));
            self.cells(e, &given)
        });
        sets.collect()
    }

    fn bind(&self, bind: Bind<'_>, locals: &mut [SiteSet]) {
        match bind {
            Bind::Let(local, e) | Bind::Pick(local, e) => locals[local] = self.cells(e, locals),
            Bind::Unknown(local) => locals[local] = SiteSet::full(self.program.sites),
        }
    }

    fn cells(&self, e: &Set, locals: &[SiteSet]) -> SiteSet {
        let program = self.program;
        if !self.spend(1 + program.sites as u64 / 8) {
            return SiteSet::full(program.sites);
        }
        let go = |e: &Set| self.cells(e, locals);
        match e {
            Set::Const(id) => program.consts[*id].clone(),
            Set::Local(id) => locals[*id].clone(),
            Set::Or(a, b) | Set::Else(a, b) => go(a).or(&go(b)),
            Set::And(a, b) => go(a).and(&go(b)),
            Set::Minus(a, b) => match &**b {
                Set::Const(id) => go(a).minus(&program.consts[*id]),
                _ => go(a),
            },
            Set::When(_, a) | Set::Was(a) | Set::Line { of: a, .. } => go(a),
            Set::Step(d, a) => self.reached(&[*d], &go(a), None),
            Set::Image(id, a) => {
                let empty = SiteSet::empty(program.sites);
                go(a).iter().fold(empty, |sum, site| sum.or(&program.images[*id][site]))
            }
            Set::Slide { dirs, of, through, .. }
            | Set::Ray { dirs, of, through, .. }
            | Set::Beyond { dirs, of, through } => self.reached(dirs, &go(of), Some(&go(through))),
            _ => SiteSet::full(program.sites),
        }
    }

    fn spend(&self, work: u64) -> bool {
        let left = self.work.get().checked_sub(work);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Where steps in some directions lead: one step, or as many as stay in `through` and one more.
    fn reached(&self, dirs: &[usize], of: &SiteSet, through: Option<&SiteSet>) -> SiteSet {
        let sites = self.program.sites;
        let mut out = SiteSet::empty(sites);
        for &d in dirs {
            for start in of.iter() {
                let mut at = start;
                for _ in 0..sites {
                    if !self.spend(1) {
                        return SiteSet::full(sites);
                    }
                    let Some(next) = self.program.steps[d][at] else { break };
                    at = usize::from(next);
                    out.insert(at);
                    if through.is_none_or(|t| !t.contains(at)) {
                        break;
                    }
                }
            }
        }
        out
    }
}

/// Whether an expression reads one of some locals.
pub fn depends(e: &Set, on: &dyn Fn(Local) -> bool) -> bool {
    let mut found = false;
    walk_set(e, &mut |part| {
        if let Part::Set(Set::Local(l)) = part {
            found |= on(*l);
        }
    });
    found
}
