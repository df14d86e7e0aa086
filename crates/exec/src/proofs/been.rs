//! Turns of several legs that remember where they have been: whether a state does nothing but forbid further legs.
//!
//! From the first leg on such a state only grows; it is over before the result; and whatever a leg may do with more cells in
//! it, it may do with fewer. So two plies that differ in it alone have the same results ahead of them, but for legs that it
//! forbids one of them: `crate::chains` rests on that, and sees to the rest while it enumerates.

use super::legs::again_is_last;
use crate::ir::walk::{Part, walk_int, walk_set, walk_truth};
use crate::ir::{
    Account, Alternative, Bool, ClauseId, Flow, Int, IntLocal, LEGS, Local, PlaneClass, PlaneId, Program, Set,
    SideCode, Source, Stmt, Tag, Turn, Writes,
};

/// A state that only forbids further legs, and what else a leg leaves to those that follow it, apart from the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Been {
    /// The state.
    pub plane: PlaneId,
    /// Set locals that may be read after a leg.
    pub locals: Vec<Local>,
    /// Number locals that may be read after a leg.
    pub numbers: Vec<IntLocal>,
    /// For each group whether it forbids one of its further legs.
    pub forbids: Vec<bool>,
}

impl Been {
    /// That of a side's plies, if there is one.
    pub fn of(program: &Program, code: &SideCode) -> Option<Been> {
        let of_turn = |&id: &PlaneId| matches!(program.layout.planes[id].class, PlaneClass::ThisTurn(_));
        let mut planes = (0..program.layout.planes.len()).filter(of_turn).peekable();
        // Most games have none, and should not wait for what else is asked.
        planes.peek()?;
        let mut clauses = code.turn.clauses(&program.groups);
        let all = clauses.len();
        clauses.sort_unstable();
        clauses.dedup();
        let mut plain = program.facts.merge_results && clauses.len() == all;
        code.turn.each(&mut |turn| plain &= !matches!(turn, Turn::Most(..) | Turn::Repeat(..)));
        plain &= code.clauses.iter().chain(&code.next_legs).all(|block| again_is_last(block));
        plain &= !code.finally.iter().any(|stmt| stmt.any(&chooses));
        if !plain || !of_one_length(code) {
            return None;
        }
        let left = Left::by(code);
        if left.numbers.contains(&LEGS) {
            return None;
        }
        planes.find_map(|plane| forbids(program, code, &left, plane)).map(|(plane, forbids)| Been {
            plane,
            locals: left.locals.clone(),
            numbers: left.numbers.clone(),
            forbids,
        })
    }
}

/// Whether a statement itself chooses or asks for another leg.
fn chooses(stmt: &Stmt) -> bool {
    match stmt.account().flow {
        Flow::Picks(_) | Flow::Chooses(_) | Flow::Legs => true,
        Flow::On | Flow::MayDrop | Flow::Branches(..) | Flow::Repeats(_) | Flow::IsDecided => false,
    }
}

/// Whether all further legs have equally many parts in a move's text, and some.
fn of_one_length(code: &SideCode) -> bool {
    let ways = code.next_legs.iter().flatten().flat_map(|stmt| match stmt.account().flow {
        Flow::Chooses(ways) => ways.iter().map(|way| parts(&way.body)).collect(),
        Flow::On
        | Flow::Picks(_)
        | Flow::MayDrop
        | Flow::Branches(..)
        | Flow::Repeats(_)
        | Flow::Legs
        | Flow::IsDecided => vec![parts(std::slice::from_ref(stmt))],
    });
    let mut lengths = ways.peekable();
    let Some(&Some(first)) = lengths.peek() else { return false };
    first > 0 && lengths.all(|length| length == Some(first))
}

/// How many parts a block adds to a move's text, if that is the same whatever is chosen.
fn parts(block: &[Stmt]) -> Option<u32> {
    block.iter().try_fold(0, |sum, stmt| {
        let own = match stmt.account().flow {
            Flow::Picks(_) => 1,
            Flow::Branches(then, otherwise) => parts(then).filter(|&n| parts(otherwise) == Some(n))?,
            Flow::Chooses(ways) => {
                let of = |way: &Alternative| {
                    let shows = !matches!(way.tag, Tag::Silent | Tag::Clause(_));
                    Some(parts(&way.body)? + u32::from(shows))
                };
                let first = of(ways.first()?)?;
                ways.iter().all(|way| of(way) == Some(first)).then_some(first)?
            }
            Flow::On | Flow::MayDrop | Flow::Repeats(_) | Flow::Legs | Flow::IsDecided => 0,
        };
        Some(sum + own)
    })
}

/// The locals that may be read after a leg before anything binds them.
#[derive(Debug, Default)]
struct Left {
    locals: Vec<Local>,
    numbers: Vec<IntLocal>,
}

impl Left {
    fn by(code: &SideCode) -> Left {
        let mut left = Left::default();
        for block in code.next_legs.iter().chain([&code.finally, &code.end_ply]) {
            left.block(block, &mut (Vec::new(), Vec::new()));
        }
        for condition in code.legal.iter().chain(&code.by_history) {
            let mut asked = Vec::new();
            walk_truth(condition, &mut |part| asked.push(part));
            left.parts(&asked, &(Vec::new(), Vec::new()));
        }
        left
    }

    /// Notes what a block reads; `bound` are the locals that are bound before it, and in the end also those that it always binds.
    fn block(&mut self, block: &[Stmt], bound: &mut (Vec<Local>, Vec<IntLocal>)) {
        for stmt in block {
            let Account { sets, number, condition, reads, reads_number, binds, counts, writes: _, flow } =
                stmt.account();
            let mut asked = Vec::new();
            sets.into_iter().flatten().for_each(|set| walk_set(set, &mut |part| asked.push(part)));
            number.into_iter().for_each(|number| walk_int(number, &mut |part| asked.push(part)));
            condition.into_iter().for_each(|truth| walk_truth(truth, &mut |part| asked.push(part)));
            self.parts(&asked, bound);
            reads.into_iter().for_each(|local| self.source(Source::Local(local), bound));
            match flow {
                // What a loop leaves is bound by its first round.
                Flow::Repeats(body) => self.block(body, bound),
                Flow::Branches(..) | Flow::Chooses(_) => {
                    stmt.blocks().for_each(|inner| self.block(inner, &mut bound.clone()));
                }
                Flow::On | Flow::Picks(_) | Flow::MayDrop | Flow::Legs | Flow::IsDecided => {}
            }
            reads_number.into_iter().for_each(|local| self.source(Source::NumberLocal(local), bound));
            bound.0.extend(binds);
            bound.1.extend(counts);
        }
    }

    /// Notes what the parts of expressions read that they do not bind themselves.
    fn parts(&mut self, parts: &[Part<'_>], bound: &(Vec<Local>, Vec<IntLocal>)) {
        let within = |local| parts.iter().any(|p| matches!(p, Part::Set(Set::Collect { local: l, .. }) if *l == local));
        for source in parts.iter().map(|part| part.source()) {
            if !matches!(source, Source::Local(local) if within(local)) {
                self.source(source, bound);
            }
        }
    }

    fn source(&mut self, source: Source, bound: &(Vec<Local>, Vec<IntLocal>)) {
        match source {
            Source::Local(local) if !bound.0.contains(&local) && !self.locals.contains(&local) => {
                self.locals.push(local)
            }
            Source::NumberLocal(local) if !bound.1.contains(&local) && !self.numbers.contains(&local) => {
                self.numbers.push(local);
            }
            Source::Nothing
            | Source::Plane(_)
            | Source::Number(_)
            | Source::Lane(_)
            | Source::Below
            | Source::Start
            | Source::Changes
            | Source::Position
            | Source::Game
            | Source::Local(_)
            | Source::NumberLocal(_)
            | Source::Shared(_) => {}
        }
    }
}

/// How a value depends on the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Not at all.
    Nothing,
    /// It is the state together with what does not depend on it.
    Itself,
    /// The more cells the state has, the more has the value; or it is true.
    Rises,
    /// The more cells the state has, the fewer has the value; or it is false.
    Falls,
    /// Somehow.
    Somehow,
}

impl By {
    /// How something depends that grows with both.
    fn with(self, other: By) -> By {
        match (self, other) {
            (By::Nothing, By::Nothing) => By::Nothing,
            (By::Falls, By::Nothing | By::Falls) | (By::Nothing, By::Falls) => By::Falls,
            (By::Rises | By::Itself, By::Nothing | By::Rises | By::Itself) | (By::Nothing, By::Rises | By::Itself) => {
                By::Rises
            }
            _ => By::Somehow,
        }
    }

    /// How something depends that shrinks with it.
    fn less(self) -> By {
        match self {
            By::Nothing => By::Nothing,
            By::Itself | By::Rises => By::Falls,
            By::Falls => By::Rises,
            By::Somehow => By::Somehow,
        }
    }
}

/// Whether a state only forbids legs of these plies: for each group, whether it does, if it is worth the trouble.
fn forbids(program: &Program, code: &SideCode, left: &Left, plane: PlaneId) -> Option<(PlaneId, Vec<bool>)> {
    let new = || Reading { plane, locals: vec![By::Nothing; program.locals], asked: false, legs: true };
    let settled = |reading: &Reading| left.locals.iter().all(|&local| reading.locals[local] == By::Nothing);
    let mut groups = Vec::new();
    // Legs that take can't come back to the same position: there is nothing to be gained.
    let mut quiet = false;
    for block in &code.next_legs {
        let mut asked = false;
        for stmt in block {
            let Stmt::Choose(ways) = stmt else { return None };
            for Alternative { tag, body } in ways {
                let mut reading = new();
                if !reading.block(body, &settled) || !settled(&reading) {
                    return None;
                }
                asked |= reading.asked;
                quiet |= reading.asked && matches!(tag, Tag::Clause(clause) if is_quiet(program, *clause));
            }
        }
        groups.push(asked);
    }
    let mut reading = Reading { legs: false, ..new() };
    if !reading.block(&code.finally, &settled) || !code.legal.iter().all(|c| reading.truth(c) == By::Nothing) {
        return None;
    }
    // The state is over when the turn has passed, whatever it was.
    let over = |stmt: &Stmt| matches!(stmt, Stmt::SetPlane(id, e) if *id == plane && reading.set(e) == By::Nothing);
    let ends = code.end_ply.iter().any(over);
    let idle = code
        .end_ply
        .iter()
        .all(|stmt| over(stmt) || Reading { legs: false, ..new() }.block(std::slice::from_ref(stmt), &settled));
    (quiet && ends && idle).then_some((plane, groups))
}

/// Whether a clause leaves all pieces on the board.
fn is_quiet(program: &Program, clause: ClauseId) -> bool {
    program.clauses.get(clause).is_some_and(|hint| !hint.takes && !hint.replaces)
}

/// What is known of values at a place of a block.
struct Reading {
    plane: PlaneId,
    locals: Vec<By>,
    /// Whether something was forbidden.
    asked: bool,
    /// Whether it may forbid something.
    legs: bool,
}

impl Reading {
    /// Reads a block; whether all that it does and forbids is as it must be. `settled` is true of what may be left to other legs.
    fn block(&mut self, block: &[Stmt], settled: &dyn Fn(&Reading) -> bool) -> bool {
        block.iter().all(|stmt| {
            let before = self.locals.clone();
            let account = stmt.account();
            let asked = match account.flow {
                Flow::Picks(from) => self.set(from),
                Flow::MayDrop => account.condition.map_or(By::Somehow, |c| self.truth(c)),
                Flow::Branches(..) => account.condition.map_or(By::Somehow, |c| self.truth(c)),
                Flow::On | Flow::Chooses(_) | Flow::Repeats(_) | Flow::Legs | Flow::IsDecided => By::Nothing,
            };
            let fine = match account.flow {
                Flow::Picks(_) | Flow::MayDrop => asked == By::Nothing || asked == By::Falls && self.legs,
                Flow::Branches(..) => asked == By::Nothing,
                Flow::Legs => settled(self),
                Flow::On => self.writes(stmt),
                Flow::Chooses(_) | Flow::Repeats(_) | Flow::IsDecided => true,
            };
            self.asked |= asked == By::Falls;
            if let (Some(local), Flow::Picks(_)) = (account.binds, account.flow) {
                self.locals[local] = By::Nothing;
            }
            // Of several blocks only what all know stays known.
            let mut after: Option<Vec<By>> = None;
            let inner = stmt.blocks().all(|block| {
                let start = self.locals.clone();
                let fine = self.block(block, settled);
                let end = std::mem::replace(&mut self.locals, start);
                let merged = match after.take() {
                    None => end,
                    Some(other) => {
                        other.iter().zip(&end).map(|(&a, &b)| if a == b { a } else { By::Somehow }).collect()
                    }
                };
                after = Some(merged);
                fine
            });
            if let Some(after) = after {
                // A loop may run once more with what it has left.
                let same = matches!(account.flow, Flow::Repeats(_)) && after != before;
                self.locals = after;
                return fine && inner && !same;
            }
            fine && inner
        })
    }

    /// Reads a statement that goes on; whether it writes only what it may.
    fn writes(&mut self, stmt: &Stmt) -> bool {
        let account = stmt.account();
        let sets: Vec<By> = account.sets.into_iter().flatten().map(|set| self.set(set)).collect();
        let free = sets.iter().all(|&by| by == By::Nothing)
            && account.number.is_none_or(|number| self.number(number))
            && account.reads.is_none_or(|local| self.locals[local] == By::Nothing);
        match (stmt, account.writes) {
            (Stmt::Let(local, _), _) => {
                self.locals[*local] = sets[0];
                true
            }
            (_, Writes::Plane(plane)) if plane == self.plane => sets[0] == By::Itself,
            _ => {
                account.binds.into_iter().for_each(|local| self.locals[local] = By::Nothing);
                free
            }
        }
    }

    /// Whether a part reads the state itself.
    fn reads(&self, part: Part<'_>) -> bool {
        match part.source() {
            Source::Plane(id) => id == self.plane,
            Source::Local(local) => self.locals[local] != By::Nothing,
            Source::Position => true,
            Source::Nothing
            | Source::Number(_)
            | Source::Lane(_)
            | Source::Below
            | Source::Start
            | Source::Changes
            | Source::Game
            | Source::NumberLocal(_)
            | Source::Shared(_) => false,
        }
    }

    fn number(&self, e: &Int) -> bool {
        let mut free = true;
        walk_int(e, &mut |part| free &= !self.reads(part));
        free
    }

    fn set(&self, e: &Set) -> By {
        let mut reads = false;
        walk_set(e, &mut |part| reads |= self.reads(part));
        if !reads {
            return By::Nothing;
        }
        match e {
            Set::Plane(_) => By::Itself,
            Set::Local(local) => self.locals[*local],
            Set::Or(a, b) => match (self.set(a), self.set(b)) {
                (By::Itself, By::Nothing | By::Itself) | (By::Nothing, By::Itself) => By::Itself,
                (a, b) => a.with(b),
            },
            Set::And(a, b) => self.set(a).with(self.set(b)),
            Set::Minus(a, b) => self.set(a).with(self.set(b).less()),
            Set::When(c, a) => self.truth(c).with(self.set(a)),
            Set::Step(_, a) | Set::Preimage(_, a) | Set::Image(_, a) => self.set(a).with(By::Nothing),
            Set::Const(_)
            | Set::Shared(_)
            | Set::Else(..)
            | Set::Was(_)
            | Set::Steps(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => By::Somehow,
        }
    }

    fn truth(&self, e: &Bool) -> By {
        let mut reads = false;
        walk_truth(e, &mut |part| reads |= self.reads(part));
        if !reads {
            return By::Nothing;
        }
        match e {
            // It has a cell from the first leg on: only such plies are compared.
            Bool::Any(set) => match self.set(set) {
                By::Itself => By::Nothing,
                by @ (By::Nothing | By::Rises | By::Falls | By::Somehow) => by,
            },
            Bool::Not(a) => self.truth(a).less(),
            Bool::And(a, b) | Bool::Or(a, b) => self.truth(a).with(self.truth(b)),
            Bool::Const(_) | Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) | Bool::History(_) => By::Somehow,
        }
    }
}
