//! What choices can hold at most, whatever the position: how many cells, and whether two clauses can ever meet.
//!
//! Sets are bounded from above: planes by the whole board, rays by what they pass on an empty one.

use std::cell::Cell;
use std::rc::Rc;

use crate::board::SiteSet;
use crate::ir::{Flow, Local, PlaneId, Program, Set, Stmt, Within};

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
        if let Stmt::Let(local, e) = stmt {
            self.binds.push(Bind::Let(*local, e));
        } else if let Stmt::Pick { local, from, .. } = stmt {
            self.binds.push(Bind::Pick(*local, from));
        } else {
            // What a path may bind or not is bounded by the board.
            stmt.each_bound(&mut |local| self.binds.push(Bind::Unknown(local)));
        }
        let planes = 0..self.program.layout.planes.len();
        self.written.extend(planes.filter(|&plane| stmt.writes(&|writes| writes.may_change(plane))));
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
        match e.within() {
            Within::Named => {
                let all = || SiteSet::full(program.sites);
                let fixed = if let Set::Const(id) = e { Some(&program.consts[*id]) } else { None };
                let bound = if let Set::Local(id) = e { Some(&locals[*id]) } else { None };
                fixed.or(bound).cloned().unwrap_or_else(all)
            }
            Within::Either(a, b) => go(a).or(&go(b)),
            Within::Both(a, b) => go(a).and(&go(b)),
            Within::One(a) => {
                let Set::Minus(_, taken) = e else { return go(a) };
                let Set::Const(id) = **taken else { return go(a) };
                go(a).minus(&program.consts[id])
            }
            Within::Earlier(a) => go(a),
            Within::Step(d, a) => self.reached(&[d], &go(a), None),
            Within::Image(id, a) => {
                let empty = SiteSet::empty(program.sites);
                go(a).iter().fold(empty, |sum, site| sum.or(&program.images[id][site]))
            }
            Within::Lines(dirs, of, through) => self.reached(dirs, &go(of), Some(&go(through))),
            Within::Board => SiteSet::full(program.sites),
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

/// For every cell that the first choice on a path may give, the cells that the next choice of a block may have; none if
/// something else decides before it.
pub fn second_cells<'p>(mut path: Path<'p>, block: &'p [Stmt]) -> Option<Vec<SiteSet>> {
    for stmt in block {
        match stmt.account().flow {
            Flow::Picks(from) => return Some(path.by_first(from)),
            Flow::MayDrop => {}
            _ if stmt.decides() => return None,
            Flow::On | Flow::Branches(..) | Flow::Repeats(_) | Flow::IsDecided => path.pass(stmt),
            Flow::Chooses(_) | Flow::Legs => return None,
        }
    }
    None
}
