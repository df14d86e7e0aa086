//! A condition on a chosen cell that can be asked of all cells at once restricts the choice itself:
//! `pick x in S  guard (any (ray D x through T until U))` becomes a choice from the cells of S that are reached the other
//! way round, from U through T. And `pick x in S  choose …` becomes a choice from the cells of S from which some
//! alternative goes on at all: no piece is tried that has nothing to take. And where nothing is written before
//! `guard (any (x and T))`, it is a choice from S and T. A part of a guard that costs something and does not ask for the cell
//! of a choice is asked before that choice: once, and not for each of its cells.

use crate::ir::walk::{cost, walk_truth};
use crate::ir::{Block, Bool, Local, Program, Set, Source, StepId, Stmt};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let dirs: Vec<Option<StepId>> =
        (0..program.steps.len()).map(|d| program.inverse(d).filter(|_| !program.leads_round(d))).collect();
    for code in &mut program.sides {
        for clause in &mut code.clauses {
            block(clause, &dirs);
        }
    }
}

fn block(stmts: &mut Block, dirs: &[Option<StepId>]) {
    advance(stmts);
    let mut i = 0;
    while i + 1 < stmts.len() {
        limit(stmts, i);
        if let Stmt::Pick { local, from, .. } = &stmts[i]
            && let Stmt::Guard(Bool::Any(condition)) = &stmts[i + 1]
            && let Some(good) = all_good(condition, *local, dirs)
        {
            let from = Set::And(Box::new(from.clone()), Box::new(good));
            if let Stmt::Pick { from: old, .. } = &mut stmts[i] {
                *old = from;
            }
            stmts.remove(i + 1);
            continue;
        }
        if let Stmt::Pick { local, .. } = stmts[i]
            && let Some(Stmt::Choose(_)) = stmts[i + 1..].iter().find(|s| !matches!(s, Stmt::Let(..)))
            && let Some(good) = (Ahead { local, dirs, lets: Vec::new() }).starts(&stmts[i + 1..])
            && let Stmt::Pick { from, .. } = &mut stmts[i]
        {
            *from = Set::And(Box::new(from.clone()), Box::new(good));
        }
        i += 1;
    }
    stmts.iter_mut().flat_map(Stmt::blocks_mut).for_each(|inner| block(inner, dirs));
}

/// A part of a guard goes ahead of a choice only if it costs as much as this: what is cheap may keep others from taking the
/// statements together.
const WORTH: usize = 12;

/// Guards, and the parts of one that are joined by `and`, go before the first of the choices ahead of them that they ask
/// nothing of.
fn advance(stmts: &mut Block) {
    let mut at = 0;
    while at < stmts.len() {
        if let Stmt::Guard(condition) = &stmts[at] {
            let parts: Vec<Bool> = condition.conjuncts().into_iter().cloned().collect();
            let places: Vec<Option<usize>> = parts.iter().map(|part| place_of(stmts, at, part)).collect();
            if places.iter().any(Option::is_some) {
                stmts.remove(at);
                let (moved, kept): (Vec<_>, Vec<_>) = parts.into_iter().zip(places).partition(|(_, to)| to.is_some());
                let kept = kept.into_iter().map(|(part, _)| part).reduce(|a, b| Bool::And(Box::new(a), Box::new(b)));
                if let Some(kept) = kept {
                    stmts.insert(at, Stmt::Guard(kept));
                }
                // From behind, so that places stay what they are.
                let mut moved: Vec<(usize, Bool)> =
                    moved.into_iter().filter_map(|(part, to)| Some((to?, part))).collect();
                moved.sort_by_key(|(to, _)| std::cmp::Reverse(*to));
                at += moved.len();
                moved.into_iter().for_each(|(to, part)| stmts.insert(to, Stmt::Guard(part)));
            }
        }
        at += 1;
    }
}

/// The first choice of several cells that a part of the guard at a place may go ahead of, if that is worth it.
fn place_of(stmts: &Block, at: usize, part: &Bool) -> Option<usize> {
    let (mut reads, mut counts) = (Vec::new(), false);
    walk_truth(part, &mut |node| {
        reads.extend(if let Source::Local(local) = node.source() { Some(local) } else { None });
        counts |= matches!(node.source(), Source::NumberLocal(_));
    });
    if counts || cost(part) < WORTH {
        return None;
    }
    let mut found = None;
    for (place, stmt) in stmts[..at].iter().enumerate().rev() {
        match stmt {
            Stmt::Pick { local, .. } | Stmt::Let(local, _) if reads.contains(local) => break,
            Stmt::Pick { from, .. } if ways(from) > 1 => found = Some(place),
            Stmt::Pick { .. } | Stmt::Let(..) | Stmt::Guard(_) => {}
            Stmt::LetInt(..)
            | Stmt::Choose(_)
            | Stmt::If(..)
            | Stmt::SetPlane(..)
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
            | Stmt::Again { .. }
            | Stmt::Decided => break,
        }
    }
    found
}

/// About how many cells a choice may have, beside each other cell that was chosen before.
fn ways(from: &Set) -> usize {
    const MANY: usize = 16;
    match from {
        Set::Local(_) => 1,
        Set::Or(a, b) => ways(a) + ways(b),
        Set::And(a, b) => ways(a).min(ways(b)),
        Set::Minus(a, _) | Set::Step(_, a) | Set::Steps(_, _, a) | Set::Preimage(_, a) => ways(a),
        Set::Slide { dirs, of, exactly: Some(_), .. } | Set::Beyond { dirs, of, .. } => dirs.len() * ways(of),
        Set::Const(_)
        | Set::Plane(_)
        | Set::Shared(_)
        | Set::Else(..)
        | Set::When(..)
        | Set::Was(_)
        | Set::Image(..)
        | Set::Slide { .. }
        | Set::Ray { .. }
        | Set::Flood { .. }
        | Set::Line { .. }
        | Set::Collect { .. }
        | Set::Touched
        | Set::Holding(..)
        | Set::Stacked { .. }
        | Set::Rotate { .. } => MANY,
    }
}

/// Limits a choice to the cells that later guards ask for, as far as these cells are the same for every choice.
fn limit(stmts: &mut Block, at: usize) {
    let Stmt::Pick { local, .. } = stmts[at] else { return };
    let mut bound = vec![local];
    let mut next = at + 1;
    while next < stmts.len() {
        let mut wanted = Vec::new();
        match &mut stmts[next] {
            Stmt::Let(other, _) | Stmt::Pick { local: other, .. } if *other != local => bound.push(*other),
            Stmt::Guard(condition) => take_wanted(condition, local, &bound, &mut wanted),
            Stmt::Let(..)
            | Stmt::LetInt(..)
            | Stmt::Pick { .. }
            | Stmt::Choose(_)
            | Stmt::If(..)
            | Stmt::SetPlane(..)
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
            | Stmt::Again { .. }
            | Stmt::Decided => return,
        }
        if let Stmt::Pick { from, .. } = &mut stmts[at] {
            wanted.into_iter().for_each(|cells| *from = Set::And(Box::new(from.clone()), Box::new(cells)));
        }
        if let Stmt::Guard(Bool::Const(true)) = &stmts[next] {
            stmts.remove(next);
        } else {
            next += 1;
        }
    }
}

/// Takes the parts of a condition that ask of a cell only to be in a set in which no `bound` local is read.
fn take_wanted(condition: &mut Bool, local: Local, bound: &[Local], wanted: &mut Vec<Set>) {
    if let Bool::And(a, b) = condition {
        take_wanted(a, local, bound, wanted);
        take_wanted(b, local, bound, wanted);
    } else if let Some(cells) = condition.place_of(local)
        && !cells.reads(&|read| bound.contains(&read))
    {
        wanted.push(cells.clone());
        *condition = Bool::Const(true);
    }
}

/// The cells for which the condition has a cell, if that can be asked of all at once.
fn all_good(e: &Set, local: Local, dirs: &[Option<StepId>]) -> Option<Set> {
    match e {
        Set::Or(a, b) => {
            let (a, b) = (all_good(a, local, dirs)?, all_good(b, local, dirs)?);
            Some(Set::Or(Box::new(a), Box::new(b)))
        }
        Set::Ray { dirs: along, of, through, until: Some(until), exactly: None } => {
            if **of != Set::Local(local) || through.reads(&|read| read == local) || until.reads(&|read| read == local) {
                return None;
            }
            // The cell that ends the ray is the first outside of `through`.
            let ends = Set::Minus(until.clone(), through.clone());
            let mut out = None;
            for &d in along {
                let back = dirs[d]?;
                let reached = Set::Slide {
                    dirs: vec![back],
                    of: Box::new(ends.clone()),
                    through: through.clone(),
                    exactly: None,
                };
                let passed = Set::And(Box::new(reached), through.clone());
                let start = Set::Step(back, Box::new(passed));
                out = Some(match out {
                    None => start,
                    Some(sum) => Set::Or(Box::new(sum), Box::new(start)),
                });
            }
            out
        }
        Set::Const(_)
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
        | Set::Rotate { .. } => None,
    }
}

/// Looks ahead from the choice of a cell.
#[derive(Clone)]
struct Ahead<'p> {
    /// The cell.
    local: Local,
    dirs: &'p [Option<StepId>],
    /// What was bound since.
    lets: Vec<(Local, Set)>,
}

impl Ahead<'_> {
    /// Cells that the choice may be limited to: from all others nothing goes on. None if that can't be said.
    fn starts(mut self, stmts: &[Stmt]) -> Option<Set> {
        let mut found = None;
        for stmt in stmts {
            match stmt {
                Stmt::Let(local, e) => self.lets.push((*local, e.clone())),
                // What comes later is asked of fewer cells.
                Stmt::Guard(Bool::Any(e)) | Stmt::Pick { from: e, .. } => found = self.leading_to(e, None).or(found),
                Stmt::Guard(_) => {}
                Stmt::Choose(list) => {
                    let all: Option<Vec<Set>> = list.iter().map(|a| self.clone().starts(&a.body)).collect();
                    let any = all?.into_iter().reduce(|a, b| Set::Or(Box::new(a), Box::new(b)));
                    return any.or(found);
                }
                Stmt::LetInt(..)
                | Stmt::If(..)
                | Stmt::SetPlane(..)
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
                | Stmt::Again { .. }
                | Stmt::Decided => break,
            }
            // The cell that was chosen now is another one.
            if let Stmt::Pick { local, .. } = stmt {
                self.lets.push((*local, Set::Touched));
            }
        }
        found
    }

    /// The cells for which a set meets the target (has a cell, if there is none).
    fn leading_to(&self, e: &Set, target: Option<Set>) -> Option<Set> {
        match e {
            Set::Local(l) => match self.lets.iter().rev().find(|(local, _)| local == l) {
                Some((_, bound)) => self.leading_to(bound, target),
                None => (*l == self.local).then_some(target?),
            },
            Set::And(a, b) => {
                let (near, fixed) = if self.is_fixed(b) { (a, b) } else { (b, a) };
                self.is_fixed(fixed).then_some(())?;
                self.leading_to(near, Some(meet(target, fixed)))
            }
            Set::Step(d, a) => {
                let back = self.dirs[*d]?;
                self.leading_to(a, Some(Set::Step(back, Box::new(target?))))
            }
            Set::Beyond { dirs, of, through } if dirs.len() == 1 && self.is_fixed(through) => {
                let outside = Set::Minus(Box::new(target?), through.clone());
                self.leading_to(of, Some(self.slide_back(dirs[0], outside, through)?))
            }
            Set::Slide { dirs, of, through, exactly: None } if dirs.len() == 1 && self.is_fixed(through) => {
                self.leading_to(of, Some(self.slide_back(dirs[0], target?, through)?))
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Shared(_)
            | Set::Or(..)
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
            | Set::Rotate { .. } => None,
        }
    }

    fn slide_back(&self, d: StepId, of: Set, through: &Set) -> Option<Set> {
        let dirs = vec![self.dirs[d]?];
        Some(Set::Slide { dirs, of: Box::new(of), through: Box::new(through.clone()), exactly: None })
    }

    /// Whether a set is the same for every cell.
    fn is_fixed(&self, e: &Set) -> bool {
        !e.reads(&|read| read == self.local || self.lets.iter().any(|(local, _)| *local == read))
    }
}

fn meet(a: Option<Set>, b: &Set) -> Set {
    match a {
        None => b.clone(),
        Some(a) => Set::And(Box::new(a), Box::new(b.clone())),
    }
}
