//! Which moves can't change the answer of the `legal` conditions, read off the rules.
//!
//! A ply of a clause changes three sorts of cells: the one that its first choice binds (A), the one that its second
//! choice binds (B), and, by its further effects, any other. For every content that a cell of each sort may have before
//! the ply, the effects are run on that one cell with three truth values; what a cell's neighbours decide is unknown.
//! That says of every region in a condition whether it may gain or lose cells, and of which sort.
//!
//! A condition `no E` that held before the ply can only fail after it if E gains a cell. Where no region gains any, it
//! holds. Where only the space that a slide passes through gains cells, and only of sort A, it can fail only if A was
//! the first obstacle of such a slide: those cells are the *pins*, found once per position (see `native::legal::pins`).
//!
//! And where E is what of P no chain of P joins to a neighbour of Q (stones without a liberty), P gains A alone and loses
//! nothing, and Q loses A alone: then E stays empty if A has a neighbour in Q. That cell stays in Q, so A is joined to
//! it, and so is whatever needed A itself as a cell of Q.
//!
//! Whatever is not proved here is tested, move by move.
//!
//! INVARIANT of states, which lowering relies on as well: a piece has one owner and at most one kind, and cells without
//! a piece are in no kind's plane; and a region that every ply leaves empty is empty before it.

use crate::game::Side;
use crate::ir::walk::{Part, walk_set, walk_truth};
use crate::ir::{Block, Bool, Flow, Local, PlaneClass, PlaneId, Program, Set, SideCode, Source, StepId, Stmt, Turn};

/// What is known of a bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bit {
    No,
    Yes,
    Unknown,
}

impl Bit {
    fn of(yes: bool) -> Bit {
        if yes { Bit::Yes } else { Bit::No }
    }

    fn and(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::No, _) | (_, Bit::No) => Bit::No,
            (Bit::Yes, Bit::Yes) => Bit::Yes,
            _ => Bit::Unknown,
        }
    }

    fn not(self) -> Bit {
        match self {
            Bit::No => Bit::Yes,
            Bit::Yes => Bit::No,
            Bit::Unknown => Bit::Unknown,
        }
    }

    fn or(self, other: Bit) -> Bit {
        self.not().and(other.not()).not()
    }

    fn join(self, other: Bit) -> Bit {
        if self == other { self } else { Bit::Unknown }
    }
}

/// How a region may gain cells by a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gain {
    /// It may not.
    Never,
    /// Only if A is a pin.
    ByPin,
    /// It may.
    Perhaps,
}

/// A cell before and after a ply: its bit in every plane and local.
#[derive(Debug, Clone)]
struct Cell {
    is_first: bool,
    is_second: bool,
    old: Vec<Bit>,
    planes: Vec<Bit>,
    locals: Vec<Bit>,
}

/// The cells of a ply.
#[derive(Clone)]
struct World<'p> {
    program: &'p Program,
    cells: Vec<Cell>,
    written: Vec<bool>,
    /// The locals of the choices.
    picks: Vec<Local>,
}

/// What the effects do is not understood.
struct Unclear;

/// State planes that are told apart cell by cell: each doubles the contents.
const MOST_FREE: usize = 5;
/// Planes that are looked at: more are not worth the time.
const MOST_PLANES: usize = 40;

/// A clause of whose plies most can't change the conditions.
#[derive(Debug, Clone, PartialEq)]
pub struct Plain {
    /// The local of the first choice.
    pub first: Local,
    /// Its cell must lie in all of these (and be no pin).
    pub within: Vec<Set>,
}

/// What is plain of every clause, for these conditions.
pub fn plain_clauses(program: &Program, code: &SideCode, conditions: &[Bool]) -> Vec<Option<Plain>> {
    let none = vec![None; code.clauses.len()];
    let legs = !code.next_legs.iter().all(no_legs);
    if legs || program.layout.planes.len() > MOST_PLANES || conditions.iter().any(names_a_choice) {
        return none;
    }
    let Some(start) = World::new(program, code, conditions) else { return none };
    let plain = |block: &Block| -> Option<Plain> {
        let mut world = start.clone();
        world.run(block).ok()?;
        world.run(&code.finally).ok()?;
        let mut plain = Plain { first: *world.picks.first()?, within: Vec::new() };
        for c in conditions {
            match world.joined(c) {
                Some(liberties) => plain.within.push(liberties),
                None if world.stays(c) => {}
                None => return None,
            }
        }
        Some(plain)
    };
    code.clauses.iter().map(plain).collect()
}

/// Whether the plies of a turn lead to different positions, each to one of its own: every one takes a piece of the side
/// from its first cell to its second, and no two clauses do that for the same content of the first.
pub fn distinct(program: &Program, code: &SideCode, side: Side, turn: &Turn) -> bool {
    let Turn::Groups(groups) = turn else { return false };
    let blocks = || groups.iter().flat_map(|&g| &program.groups[g]).map(|&clause| &code.clauses[clause][..]);
    if blocks().any(chooses) {
        return false;
    }
    origins(program, code, side, blocks())
        .is_some_and(|all| all.iter().enumerate().all(|(i, one)| all[..i].iter().all(|other| !one.meets(other))))
}

/// What the first cell of a ply may hold before it.
pub struct Origin(Vec<Vec<Bit>>);

impl Origin {
    /// Whether a cell may be both.
    pub fn meets(&self, other: &Origin) -> bool {
        self.0.iter().any(|content| other.0.contains(content))
    }
}

/// For blocks that each take a piece of the side from their first cell to their second, and leave all other cells of the
/// side alone: what the first cell may hold; none if a block may do anything else.
pub fn origins<'b>(
    program: &Program,
    code: &SideCode,
    side: Side,
    blocks: impl Iterator<Item = &'b [Stmt]>,
) -> Option<Vec<Origin>> {
    let own = program.layout.plane(PlaneClass::Side(side))?;
    let start = World::new(program, code, &[])?;
    blocks
        .map(|block| {
            let mut world = start.clone();
            world.run(block).ok()?;
            world.run(&code.finally).ok()?;
            let carries = world.cells.iter().all(|cell| match (cell.is_first, cell.is_second) {
                (true, false) => cell.old[own] == Bit::Yes && cell.planes[own] == Bit::No,
                (false, true) => cell.old[own] == Bit::No && cell.planes[own] == Bit::Yes,
                (false, false) => cell.old[own] == cell.planes[own],
                (true, true) => false,
            });
            let firsts = world.cells.iter().filter(|c| c.is_first).map(|c| c.old.clone());
            (carries && world.picks.len() == 2).then(|| Origin(firsts.collect()))
        })
        .collect()
}

/// Whether a block chooses among alternatives.
fn chooses(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| stmt.any(&|stmt| matches!(stmt.account().flow, Flow::Chooses(list) if list.len() > 1)))
}

/// Whether a further leg has nothing to choose from.
fn no_legs(block: &Block) -> bool {
    block.is_empty() || matches!(&block[..], [Stmt::Choose(list)] if list.is_empty())
}

/// Whether a condition reads a local that it does not bind itself: a choice of the ply, or how many legs it has.
pub fn names_a_choice(c: &Bool) -> bool {
    let (mut bound, mut read, mut numbers) = (Vec::new(), Vec::new(), false);
    walk_truth(c, &mut |part| {
        if let Part::Set(Set::Collect { local, .. }) = part {
            bound.push(*local);
        }
        read.extend(if let Source::Local(local) = part.source() { Some(local) } else { None });
        numbers |= matches!(part.source(), Source::NumberLocal(_));
    });
    numbers || read.iter().any(|local| !bound.contains(local))
}

/// Whether a plane is empty before every ply: at the start, and as every ply of both sides leaves it so.
fn ends_with_the_ply(program: &Program, plane: PlaneId) -> bool {
    let nothing = |c: usize| program.consts[c].is_empty();
    let clears = |stmt: &Stmt| matches!(stmt, Stmt::SetPlane(id, Set::Const(c)) if *id == plane && nothing(*c));
    let at = program.layout.plane_at(plane);
    let at_first = &program.initial[at..at + program.layout.set_words];
    at_first.iter().all(|&w| w == 0) && program.sides.iter().all(|side| side.end_ply.iter().any(clears))
}

impl<'p> World<'p> {
    /// A cell of every content that matters.
    fn new(program: &'p Program, code: &SideCode, conditions: &[Bool]) -> Option<Self> {
        let planes = &program.layout.planes;
        let class = |id: usize| planes[id].class;
        let owners = || (0..planes.len()).filter(|&id| matches!(class(id), PlaneClass::Side(_) | PlaneClass::Neutral));
        let kinds = || (0..planes.len()).filter(|&id| matches!(class(id), PlaneClass::Kind(_)));
        let mut contents = vec![vec![Bit::No; planes.len()]];
        for owner in owners() {
            let mut content = vec![Bit::No; planes.len()];
            content[owner] = Bit::Yes;
            contents.push(content.clone());
            for kind in kinds() {
                let mut content = content.clone();
                content[kind] = Bit::Yes;
                contents.push(content);
            }
        }
        let mut read = vec![false; planes.len()];
        let mut note = |part: Part<'_>| {
            if let Part::Set(Set::Plane(id)) = part {
                read[*id] = true;
            }
        };
        conditions.iter().for_each(|c| walk_truth(c, &mut note));
        for stmt in code.clauses.iter().chain([&code.finally]).flatten() {
            stmt.each(&mut |stmt| {
                if let Flow::Picks(from) = stmt.account().flow {
                    walk_set(from, &mut note);
                }
            });
        }
        let free: Vec<usize> = (0..planes.len()).filter(|&id| read[id] && !class(id).is_placement()).collect();
        if free.len() > MOST_FREE {
            return None;
        }
        for id in free {
            let with = contents.iter().map(|c| {
                let mut c = c.clone();
                c[id] = Bit::Yes;
                c
            });
            contents.extend(with.collect::<Vec<_>>());
        }
        for id in (0..planes.len()).filter(|&id| ends_with_the_ply(program, id)) {
            contents.retain(|c| c[id] != Bit::Yes);
            contents.iter_mut().for_each(|c| c[id] = Bit::No);
        }
        // What nobody asks for in a condition or choice may be anything.
        for (id, read) in read.iter().enumerate() {
            if !read && !class(id).is_placement() && !ends_with_the_ply(program, id) {
                contents.iter_mut().for_each(|c| c[id] = Bit::Unknown);
            }
        }
        let cell = |old: Vec<Bit>| Cell {
            is_first: false,
            is_second: false,
            planes: old.clone(),
            old,
            locals: vec![Bit::Unknown; program.locals],
        };
        let cells = contents.into_iter().map(cell).collect();
        Some(World { program, cells, written: vec![false; program.layout.ints.len()], picks: Vec::new() })
    }

    fn run(&mut self, block: &[Stmt]) -> Result<(), Unclear> {
        for stmt in block {
            match stmt {
                Stmt::Let(local, e) => {
                    let bits: Vec<Bit> = self.cells.iter().map(|c| self.bit(c, e, false)).collect();
                    self.cells.iter_mut().zip(bits).for_each(|(c, b)| c.locals[*local] = b);
                }
                Stmt::SetPlane(plane, e) => {
                    let bits: Vec<Bit> = self.cells.iter().map(|c| self.bit(c, e, false)).collect();
                    self.cells.iter_mut().zip(bits).for_each(|(c, b)| c.planes[*plane] = b);
                }
                Stmt::SetInt(id, _) => self.written[*id] = true,
                Stmt::Pick { local, from, .. } => self.pick(*local, from)?,
                Stmt::If(c, a, b) => match self.truth(c) {
                    Bit::Yes => self.run(a)?,
                    Bit::No => self.run(b)?,
                    Bit::Unknown => self.either(&[a, b])?,
                },
                Stmt::Choose(list) => {
                    let blocks: Vec<&Block> = list.iter().map(|a| &a.body).collect();
                    self.either(&blocks)?;
                }
                Stmt::Guard(_) | Stmt::Show(..) | Stmt::Decided | Stmt::LetInt(..) => {}
                Stmt::SetLane(..)
                | Stmt::AddLane(..)
                | Stmt::Sow { .. }
                | Stmt::Loop { .. }
                | Stmt::MoveStack(..)
                | Stmt::SwapStacks(..)
                | Stmt::ClearStacks(_)
                | Stmt::Pile { .. }
                | Stmt::Tuck { .. }
                | Stmt::Again { .. } => return Err(Unclear),
            }
        }
        Ok(())
    }

    /// The cell of a choice is one that may lie in the set.
    fn pick(&mut self, local: Local, from: &Set) -> Result<(), Unclear> {
        let second = match self.picks.len() {
            0 => false,
            1 => true,
            _ => return Err(Unclear),
        };
        self.picks.push(local);
        let chosen = |c: &Cell| Cell { is_first: c.is_first || !second, is_second: second, ..c.clone() };
        let mut new: Vec<Cell> =
            self.cells.iter().filter(|c| self.bit(c, from, false) != Bit::No).map(chosen).collect();
        new.iter_mut().for_each(|c| c.locals[local] = Bit::Yes);
        self.cells.iter_mut().for_each(|c| c.locals[local] = Bit::No);
        self.cells.extend(new);
        Ok(())
    }

    /// One of several blocks runs.
    fn either(&mut self, blocks: &[&Block]) -> Result<(), Unclear> {
        let start = self.clone();
        let mut joined: Option<World<'p>> = None;
        for block in blocks {
            let mut one = start.clone();
            one.run(block)?;
            // A choice makes other cells: they could not be told which is which.
            if one.picks != start.picks {
                return Err(Unclear);
            }
            match &mut joined {
                None => joined = Some(one),
                Some(all) => {
                    for (x, y) in all.cells.iter_mut().zip(&one.cells) {
                        let bits = |x: &mut Vec<Bit>, y: &[Bit]| x.iter_mut().zip(y).for_each(|(x, y)| *x = x.join(*y));
                        bits(&mut x.planes, &y.planes);
                        bits(&mut x.locals, &y.locals);
                    }
                    all.written.iter_mut().zip(&one.written).for_each(|(x, y)| *x |= y);
                }
            }
        }
        if let Some(joined) = joined {
            *self = joined;
        }
        Ok(())
    }

    /// Whether a set has this cell, as far as the cell alone says.
    fn bit(&self, cell: &Cell, e: &Set, was: bool) -> Bit {
        let bit = |e: &Set| self.bit(cell, e, was);
        match e {
            Set::Const(id) => match &self.program.consts[*id] {
                all if all.len() == self.program.sites => Bit::Yes,
                none if none.is_empty() => Bit::No,
                _ => Bit::Unknown,
            },
            Set::Plane(id) => {
                if was {
                    cell.old[*id]
                } else {
                    cell.planes[*id]
                }
            }
            Set::Local(id) => cell.locals[*id],
            Set::Or(a, b) => match bit(a) {
                Bit::Yes => Bit::Yes,
                here @ (Bit::No | Bit::Unknown) => here.or(bit(b)),
            },
            Set::And(a, b) => match bit(a) {
                Bit::No => Bit::No,
                here @ (Bit::Yes | Bit::Unknown) => here.and(bit(b)),
            },
            Set::Minus(a, b) => match bit(a) {
                Bit::No => Bit::No,
                here @ (Bit::Yes | Bit::Unknown) => here.and(bit(b).not()),
            },
            // The condition is asked of all cells: that comes last.
            Set::When(c, a) => match bit(a) {
                Bit::No => Bit::No,
                here @ (Bit::Yes | Bit::Unknown) => here.and(if was { Bit::Unknown } else { self.truth(c) }),
            },
            Set::Was(a) => self.bit(cell, a, true),
            Set::Shared(_)
            | Set::Else(..)
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
            | Set::Rotate { .. } => Bit::Unknown,
        }
    }

    /// A condition of an effect.
    fn truth(&self, c: &Bool) -> Bit {
        match c {
            Bool::Const(b) => Bit::of(*b),
            Bool::Not(a) => self.truth(a).not(),
            Bool::And(a, b) => self.truth(a).and(self.truth(b)),
            Bool::Or(a, b) => self.truth(a).or(self.truth(b)),
            // Of a sort of cells there is one, whatever it holds.
            Bool::Any(e) => {
                let sure = |sort: fn(&Cell) -> bool| {
                    let mut some = self.cells.iter().filter(|c| sort(c)).peekable();
                    some.peek().is_some() && some.all(|c| self.bit(c, e, false) == Bit::Yes)
                };
                if self.cells.iter().all(|c| self.bit(c, e, false) == Bit::No) {
                    Bit::No
                } else if sure(|c| c.is_first) || sure(|c| c.is_second) {
                    Bit::Yes
                } else {
                    Bit::Unknown
                }
            }
            Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) | Bool::History(_) => Bit::Unknown,
        }
    }

    /// Whether a condition that held before the ply holds after it, unless A is a pin.
    fn stays(&self, c: &Bool) -> bool {
        match c {
            Bool::Const(_) => true,
            Bool::And(a, b) | Bool::Or(a, b) => self.stays(a) && self.stays(b),
            Bool::Any(e) => !self.loses(e),
            Bool::Not(a) => match &**a {
                Bool::Any(e) => self.gains(e) != Gain::Perhaps,
                Bool::Not(a) => self.stays(a),
                other @ (Bool::Const(_)
                | Bool::Same(..)
                | Bool::Compare(..)
                | Bool::And(..)
                | Bool::Or(..)
                | Bool::Stuck(..)
                | Bool::History(_)) => self.same_truth(other),
            },
            other @ (Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) | Bool::History(_)) => self.same_truth(other),
        }
    }

    /// For `no P that no chain of P joins to a neighbour of Q`: the neighbours of Q, if it is enough that A is one.
    fn joined(&self, c: &Bool) -> Option<Set> {
        let Bool::Not(not) = c else { return None };
        let Bool::Any(Set::Minus(p, alive)) = &**not else { return None };
        let Set::Flood { dirs, seed, within } = &**alive else { return None };
        let (ways, q) = fan(seed)?;
        let moves = |d: StepId| (0..self.program.sites).all(|s| self.program.steps[d][s].map(usize::from) != Some(s));
        let reverse = |&d: &StepId| moves(d) && dirs.iter().any(|&r| moves(r) && self.program.are_inverse(d, r));
        let closed = dirs.iter().all(reverse) && ways.iter().all(|d| dirs.contains(d)) && ways.len() == dirs.len();
        let only_first = |c: &Cell| c.is_first && !c.is_second;
        let understood = self.cells.iter().all(|c| {
            let p = (self.bit(c, p, true), self.bit(c, p, false));
            let q = (self.bit(c, q, true), self.bit(c, q, false));
            match only_first(c) {
                true => p.1 == Bit::Yes,
                false => p.0 == p.1 && p.0 != Bit::Unknown && (q.0 == Bit::No || q.1 == Bit::Yes),
            }
        });
        (p == within && self.is_local(p) && self.is_local(q) && closed && understood).then(|| (**seed).clone())
    }

    /// How a region may gain cells.
    fn gains(&self, e: &Set) -> Gain {
        if let Some(gain) = self.cell_by_cell(e, true) {
            return if gain == Gain::Never { gain } else { Gain::Perhaps };
        }
        let strict = |gain: Gain| if gain == Gain::Never { gain } else { Gain::Perhaps };
        let by_loss = |e: &Set| if self.loses(e) { Gain::Perhaps } else { Gain::Never };
        match e {
            Set::Const(_) | Set::Was(_) | Set::Local(_) => Gain::Never,
            Set::Or(a, b) | Set::And(a, b) => self.gains(a).max(self.gains(b)),
            Set::Minus(a, b) => self.gains(a).max(by_loss(b)),
            Set::When(c, a) => {
                let opens = match &**c {
                    Bool::Any(e) => strict(self.gains(e)),
                    c if self.same_truth(c) => Gain::Never,
                    Bool::Const(_)
                    | Bool::Same(..)
                    | Bool::Compare(..)
                    | Bool::Not(_)
                    | Bool::And(..)
                    | Bool::Or(..)
                    | Bool::Stuck(..)
                    | Bool::History(_) => Gain::Perhaps,
                };
                opens.max(self.gains(a))
            }
            Set::Step(_, a) | Set::Preimage(_, a) | Set::Image(_, a) => strict(self.gains(a)),
            Set::Slide { of, through, exactly: None, .. } => strict(self.gains(of)).max(self.opens(through)),
            Set::Ray { of, through, until, exactly: None, .. } => {
                let until = match until {
                    None => Gain::Never,
                    // A cell of both might stop a ray that went on before.
                    Some(u) if self.overlap(through, u) => Gain::Perhaps,
                    Some(u) => strict(self.gains(u)),
                };
                strict(self.gains(of)).max(until).max(self.opens(through))
            }
            Set::Collect { over, body, .. } => strict(self.gains(over)).max(self.gains(body)),
            other if self.same(other) => Gain::Never,
            Set::Plane(_)
            | Set::Shared(_)
            | Set::Else(..)
            | Set::Steps(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => Gain::Perhaps,
        }
    }

    /// How the space of slides may gain cells.
    fn opens(&self, through: &Set) -> Gain {
        self.cell_by_cell(through, true).unwrap_or(if self.same(through) { Gain::Never } else { Gain::Perhaps })
    }

    fn loses(&self, e: &Set) -> bool {
        if let Some(loss) = self.cell_by_cell(e, false) {
            return loss != Gain::Never;
        }
        match e {
            Set::Or(a, b) | Set::And(a, b) => self.loses(a) || self.loses(b),
            Set::Minus(a, b) => self.loses(a) || self.gains(b) != Gain::Never,
            Set::Step(_, a) | Set::Preimage(_, a) | Set::Image(_, a) => self.loses(a),
            Set::Const(_) | Set::Was(_) | Set::Local(_) => false,
            other @ (Set::Plane(_)
            | Set::Shared(_)
            | Set::Else(..)
            | Set::When(..)
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
            | Set::Rotate { .. }) => !self.same(other),
        }
    }

    /// How a set that every cell decides for itself may gain (or lose) cells; none if it is not such a set.
    fn cell_by_cell(&self, e: &Set, gain: bool) -> Option<Gain> {
        if !self.is_local(e) {
            return None;
        }
        let mut most = Gain::Never;
        for cell in &self.cells {
            let (before, after) = (self.bit(cell, e, true), self.bit(cell, e, false));
            let (from, to) = if gain { (before, after) } else { (after, before) };
            if from != Bit::Yes && to != Bit::No {
                most = most.max(if cell.is_first && !cell.is_second { Gain::ByPin } else { Gain::Perhaps });
            }
        }
        Some(most)
    }

    /// Whether every cell decides for itself, by planes alone, if it is in a set.
    fn is_local(&self, e: &Set) -> bool {
        e.is_cellwise(&mut |named| {
            let Set::Const(id) = named else { return true };
            let set = &self.program.consts[*id];
            set.is_empty() || set.len() == self.program.sites
        })
    }

    /// Whether two sets may share a cell, before or after the ply.
    fn overlap(&self, a: &Set, b: &Set) -> bool {
        if !self.is_local(a) || !self.is_local(b) {
            return true;
        }
        let shares = |c: &Cell, was: bool| self.bit(c, a, was).and(self.bit(c, b, was)) != Bit::No;
        self.cells.iter().any(|c| shares(c, true) || shares(c, false))
    }

    /// Whether a set is certainly the same before and after.
    fn same(&self, e: &Set) -> bool {
        let mut same = true;
        walk_set(e, &mut |part| same &= self.same_part(part));
        same
    }

    fn same_truth(&self, c: &Bool) -> bool {
        let mut same = true;
        walk_truth(c, &mut |part| same &= self.same_part(part));
        same
    }

    fn same_part(&self, part: Part<'_>) -> bool {
        match part.source() {
            Source::Plane(id) => self.cells.iter().all(|c| c.old[id] == c.planes[id] && c.old[id] != Bit::Unknown),
            Source::Number(id) => !self.written[id],
            // What it reads of the start of the ply, its parts answer for.
            Source::Nothing | Source::Local(_) | Source::Start => true,
            Source::Lane(_)
            | Source::Below
            | Source::Changes
            | Source::Position
            | Source::Game
            | Source::NumberLocal(_)
            | Source::Shared(_) => false,
        }
    }
}

/// The directions of a union of steps from one set, each once, and that set.
pub fn fan(e: &Set) -> Option<(Vec<StepId>, &Set)> {
    let (mut all, of) = e.as_steps()?;
    let mut ways: Vec<StepId> = Vec::new();
    all.retain(|d| {
        let is_new = !ways.contains(d);
        ways.push(*d);
        is_new
    });
    Some((all, of))
}
