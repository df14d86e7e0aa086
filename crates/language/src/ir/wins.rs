//! Wins at once: whether a side has a ply that wins on the spot, as one question about the position instead of a list of
//! plies that are tried.
//!
//! It is derived where plies choose where a piece goes (and before that, which one) and the wins of the verdicts are
//! lines, goals or the last enemy piece: then the cells that would do are a set, and so are the cells that can be
//! reached. In doubt nothing is derived. `game::contract` holds the question equal to trying every ply.

use super::{Bool, Decision, Evaluation, Int, Local, PlaneId, Program, Set, SideCode, StepId, Stmt, Turn};
use crate::game::{PerSide, Side, THREAT};
use crate::rules::Compare;

/// What tells whether a side wins at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Wins {
    /// The verdict holds already: then nothing is told. (A position that was set up may be like that.)
    pub before: Bool,
    /// Otherwise, whether some ply makes it hold.
    pub now: Bool,
    /// How many cells that nobody holds complete a line that wins, whether or not a piece can come there yet; none where
    /// lines don't win.
    pub threats: Option<Int>,
}

/// The questions of both sides; none if there is one that can't be put.
pub fn wins(program: &Program) -> Option<PerSide<Wins>> {
    Some(PerSide::new(of_side(program, Side::First)?, of_side(program, Side::Second)?))
}

fn of_side(program: &Program, side: Side) -> Option<Wins> {
    let code = &program.sides[side];
    let facts = &program.facts;
    let conditions = code.legal.iter().all(|c| *c == Bool::Const(true)) && !program.forbids_by_history();
    let Turn::Groups(groups) = &code.turn else { return None };
    if !conditions || !code.finally.is_empty() || facts.merge_results || facts.extra_turns {
        return None;
    }
    // The verdicts that win come before all others, so that none of these can take a win away.
    let is_win = |v: &&super::Verdict| v.decides == Decision::Win(side) && !v.history && !v.clock && !v.stuck;
    let winning: Vec<&Bool> = code.verdicts.iter().take_while(is_win).map(|v| &v.when).collect();
    let later = code.verdicts.iter().skip(winning.len()).any(|v| v.decides == Decision::Win(side) && !v.stuck);
    if winning.is_empty() || later {
        return None;
    }
    let mut now = Bool::Const(false);
    for clause in groups.iter().flat_map(|&group| &program.groups[group]) {
        let ply = Ply::of(program, code, *clause)?;
        for verdict in &winning {
            now = or(now, ply.reaches(program, verdict)?);
        }
    }
    let threats = threats(program, &winning);
    Some(Wins { before: winning.into_iter().cloned().fold(Bool::Const(false), or), now, threats })
}

/// The evaluation of [`crate::game::Game::promise`], where lines win.
pub fn promise(wins: &PerSide<Wins>) -> Option<Evaluation> {
    let terms = |wins: &Wins| Some(vec![(i64::from(THREAT), wins.threats.clone()?)]);
    Some(Evaluation {
        shared: Vec::new(),
        terms: PerSide::new(terms(&wins[Side::First])?, terms(&wins[Side::Second])?),
    })
}

fn threats(program: &Program, winning: &[&Bool]) -> Option<Int> {
    let of_verdict = |verdict: &&Bool| match verdict {
        Bool::Any(Set::Line { length, dirs, of }) => completing_any(of, dirs, *length as usize),
        Bool::Const(_)
        | Bool::Any(_)
        | Bool::Same(..)
        | Bool::Compare(..)
        | Bool::Not(_)
        | Bool::And(..)
        | Bool::Or(..)
        | Bool::Stuck(..)
        | Bool::History(_) => None,
    };
    let cells = winning.iter().filter_map(of_verdict).reduce(either)?;
    let held = |plane: &super::Plane| plane.class.is_placement();
    let planes = program.layout.planes.iter().enumerate().filter(|(_, plane)| held(plane));
    let occupied = planes.map(|(id, _)| Set::Plane(id)).reduce(either)?;
    Some(Int::Count(Box::new(Set::Minus(Box::new(cells), Box::new(occupied)))))
}

fn or(a: Bool, b: Bool) -> Bool {
    match (a, b) {
        (Bool::Const(false), x) | (x, Bool::Const(false)) => x,
        (a, b) => Bool::Or(Box::new(a), Box::new(b)),
    }
}

fn either(a: Set, b: Set) -> Set {
    Set::Or(Box::new(a), Box::new(b))
}

fn and(a: Set, b: Set) -> Set {
    Set::And(Box::new(a), Box::new(b))
}

/// What becomes of a plane on one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Keeps,
    Sets,
    Clears,
}

/// A clause that lets a piece arrive at one of some cells.
struct Ply {
    /// Where.
    arrivals: Set,
    /// For each plane what becomes of the cell that is left and of the cell where the piece arrives.
    changes: Vec<(Change, Change)>,
}

impl Ply {
    fn of(program: &Program, code: &SideCode, clause: usize) -> Option<Ply> {
        let (mut picks, mut effects) = (Vec::new(), Vec::new());
        for stmt in &code.clauses[clause] {
            match stmt {
                // All choices are made before anything changes.
                Stmt::Pick { local, from, .. } if effects.is_empty() => picks.push((*local, from)),
                Stmt::SetPlane(plane, to) => effects.push((*plane, to)),
                Stmt::Decided => {}
                Stmt::Let(..)
                | Stmt::LetInt(..)
                | Stmt::Pick { .. }
                | Stmt::Choose(_)
                | Stmt::Guard(_)
                | Stmt::If(..)
                | Stmt::SetInt(..)
                | Stmt::SetLane(..)
                | Stmt::AddLane(..)
                | Stmt::Sow { .. }
                | Stmt::Loop { .. }
                | Stmt::MoveStack(..)
                | Stmt::SwapStacks(..)
                | Stmt::ClearStacks(_)
                | Stmt::Pile { .. }
                | Stmt::Tuck { .. }
                | Stmt::Show(..)
                | Stmt::Again { .. } => return None,
            }
        }
        let (left, arrived, arrivals) = match picks[..] {
            [(to, cells)] => (None, to, cells.clone()),
            [(from, origins), (to, cells)] => (Some(from), to, union(cells, from, origins)?),
            _ => return None,
        };
        let mut changes = vec![(Change::Keeps, Change::Keeps); program.layout.planes.len()];
        for (at, &(plane, to)) in effects.iter().enumerate() {
            // Each effect may read no plane but its own, and that once.
            if effects[..at].iter().any(|e| e.0 == plane) {
                return None;
            }
            let on = |is_left, is_arrived| change(to, plane, (left, is_left), (arrived, is_arrived));
            if on(false, false)? != Change::Keeps {
                return None;
            }
            let (on_left, on_arrived) = (on(true, false)?, on(false, true)?);
            // A piece may arrive where it stood.
            if left.is_some() && on(true, true)? != on_arrived {
                return None;
            }
            changes[plane] = (if left.is_some() { on_left } else { Change::Keeps }, on_arrived);
        }
        Some(Ply { arrivals, changes })
    }

    /// Whether a condition that does not hold yet can be made to hold.
    fn reaches(&self, program: &Program, condition: &Bool) -> Option<Bool> {
        match condition {
            Bool::Any(Set::Line { length, dirs, of }) => {
                let &Set::Plane(plane) = &**of else { return None };
                let straight = !dirs.iter().any(|&d| program.leads_round(d));
                if self.changes[plane] != (Change::Keeps, Change::Sets) || !straight || *length < 2 {
                    return None;
                }
                let cells = completing_any(of, dirs, *length as usize)?;
                Some(Bool::Any(and(self.arrivals.clone(), cells)))
            }
            Bool::Any(set) => {
                // Cells that are in all of some planes and fixed sets: the one where the piece arrives may become one.
                let mut goal = self.arrivals.clone();
                let mut planes = 0;
                for part in set.conjuncts().into_iter().rev() {
                    match part {
                        Set::Const(_) => goal = and(goal, part.clone()),
                        &Set::Plane(plane) => {
                            planes += 1;
                            match self.changes[plane] {
                                (Change::Sets, _) | (_, Change::Keeps) => return None,
                                (_, Change::Clears) => return Some(Bool::Const(false)),
                                (_, Change::Sets) => {}
                            }
                        }
                        Set::Local(_)
                        | Set::Shared(_)
                        | Set::Or(..)
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
                        | Set::Rotate { .. } => return None,
                    }
                }
                (planes > 0).then_some(Bool::Any(goal))
            }
            Bool::Not(inner) => {
                // The last one of a plane may be taken by arriving on it.
                let Bool::Any(Set::Plane(plane)) = **inner else { return None };
                match self.changes[plane] {
                    (Change::Keeps, Change::Clears) => {
                        let count = Int::Count(Box::new(Set::Plane(plane)));
                        let last = Bool::Compare(Compare::Equal, count, Int::Const(1));
                        let taken = Bool::Any(and(self.arrivals.clone(), Set::Plane(plane)));
                        Some(Bool::And(Box::new(last), Box::new(taken)))
                    }
                    (Change::Clears, _) => None,
                    _ => Some(Bool::Const(false)),
                }
            }
            Bool::Const(_)
            | Bool::Same(..)
            | Bool::Compare(..)
            | Bool::And(..)
            | Bool::Or(..)
            | Bool::Stuck(..)
            | Bool::History(_) => None,
        }
    }
}

/// What an effect does to its plane on a cell that is, or is not, the one left and the one where the piece arrives.
fn change(e: &Set, plane: PlaneId, left: (Option<Local>, bool), arrived: (Local, bool)) -> Option<Change> {
    let on = |had: bool| member(e, plane, had, left, arrived);
    Some(match (on(false)?, on(true)?) {
        (false, true) => Change::Keeps,
        (true, true) => Change::Sets,
        (false, false) => Change::Clears,
        (true, false) => return None,
    })
}

fn member(e: &Set, plane: PlaneId, had: bool, left: (Option<Local>, bool), arrived: (Local, bool)) -> Option<bool> {
    let part = |e: &Set| member(e, plane, had, left, arrived);
    Some(match e {
        Set::Plane(p) if *p == plane => had,
        Set::Local(l) if Some(*l) == left.0 => left.1,
        Set::Local(l) if *l == arrived.0 => arrived.1,
        Set::Or(a, b) => part(a)? | part(b)?,
        Set::And(a, b) => part(a)? & part(b)?,
        Set::Minus(a, b) => part(a)? & !part(b)?,
        Set::Const(_)
        | Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
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
    })
}

/// The union of a set over all cells of `over` in the place of a local: the same with `over` itself, where each cell of the
/// set comes of one cell of the local.
fn union(e: &Set, local: Local, over: &Set) -> Option<Set> {
    let reads = |e: &Set| e.reads(&|read| read == local);
    let inside = |e: &Set| union(e, local, over).map(Box::new);
    Some(match e {
        Set::Local(l) if *l == local => over.clone(),
        Set::Step(d, a) => Set::Step(*d, inside(a)?),
        Set::Image(table, a) => Set::Image(*table, inside(a)?),
        Set::Or(a, b) if reads(a) && reads(b) => Set::Or(inside(a)?, inside(b)?),
        Set::And(a, b) if !reads(b) => Set::And(inside(a)?, b.clone()),
        Set::And(a, b) if !reads(a) => Set::And(a.clone(), inside(b)?),
        Set::Minus(a, b) if !reads(b) => Set::Minus(inside(a)?, b.clone()),
        Set::Const(_)
        | Set::Plane(_)
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
    })
}

/// The cells that complete a line of a plane along one of some directions.
fn completing_any(of: &Set, dirs: &[StepId], length: usize) -> Option<Set> {
    let &Set::Plane(plane) = of else { return None };
    dirs.iter().flat_map(|&d| completing(plane, d, length)).reduce(either)
}

/// The cells that complete a line along a direction with so many cells of a plane behind them and the rest ahead, for every
/// such number.
fn completing(plane: PlaneId, d: StepId, length: usize) -> Vec<Set> {
    let chain = |n: usize, ahead: bool| -> Option<Set> {
        (0..n).fold(None, |so_far, _| {
            let cells = so_far.map_or(Set::Plane(plane), |s| and(Set::Plane(plane), s));
            Some(if ahead { Set::Preimage(d, Box::new(cells)) } else { Set::Step(d, Box::new(cells)) })
        })
    };
    let place = |behind: usize| match (chain(behind, false), chain(length - 1 - behind, true)) {
        (Some(a), Some(b)) => Some(and(a, b)),
        (a, b) => a.or(b),
    };
    (0..length).filter_map(place).collect()
}
