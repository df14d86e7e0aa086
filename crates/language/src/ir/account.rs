//! The account that every statement and expression gives of itself: what it reads, binds, writes, decides and may end; what
//! a set lies within; which conditions must hold together; which directions lead back.
//!
//! Each of these questions is answered here, once, by matches without a wildcard. Analyses ask here, so that a new statement
//! or expression does not compile until it has answered; where they must look for themselves, a lint holds them to the same.

use super::walk::{Part, walk_set, walk_truth};
use super::{Alternative, Block, Bool, Int, IntId, IntLocal, LaneId, Local, PlaneId, Program, Set, StepId, Stmt};

/// What a statement does itself; what its blocks do, their statements answer for.
#[derive(Debug, Clone, Copy)]
pub struct Account<'s> {
    /// The sets that it asks for.
    pub sets: [Option<&'s Set>; 2],
    /// The number that it asks for.
    pub number: Option<&'s Int>,
    /// The condition that it asks.
    pub condition: Option<&'s Bool>,
    /// The set local that it reads, apart from those in its sets.
    pub reads: Option<Local>,
    /// The number local that it reads, apart from those in its numbers.
    pub reads_number: Option<IntLocal>,
    /// The set local that it binds.
    pub binds: Option<Local>,
    /// The number local that it binds.
    pub counts: Option<IntLocal>,
    /// The part of the state that it writes.
    pub writes: Writes,
    /// What becomes of the ply.
    pub flow: Flow<'s>,
}

/// The part of a state that a statement writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writes {
    /// None.
    Nothing,
    /// A plane.
    Plane(PlaneId),
    /// A number.
    Number(IntId),
    /// Numbers of cells.
    Lane(LaneId),
    /// What lies below tops.
    Below,
    /// What lies below tops, and since another piece may come up, any plane that says what stands where.
    Stacks,
}

impl Writes {
    /// Whether a plane may be another one afterwards.
    pub fn may_change(self, plane: PlaneId) -> bool {
        match self {
            Writes::Plane(id) => id == plane,
            Writes::Stacks => true,
            Writes::Nothing | Writes::Number(_) | Writes::Lane(_) | Writes::Below => false,
        }
    }
}

/// What becomes of a ply by a statement.
#[derive(Debug, Clone, Copy)]
pub enum Flow<'s> {
    /// It goes on.
    On,
    /// It goes on with each cell of a set: with none, it is dropped.
    Picks(&'s Set),
    /// It goes on with each of these: with none, it is dropped.
    Chooses(&'s [Alternative]),
    /// It goes on or is dropped.
    MayDrop,
    /// It goes on by one of two blocks, as a condition says.
    Branches(&'s Block, &'s Block),
    /// A block runs again and again.
    Repeats(&'s Block),
    /// There may be a further leg.
    Legs,
    /// All is chosen.
    IsDecided,
}

impl Flow<'_> {
    /// Whether a statement itself makes a choice or may drop the ply.
    pub fn decides(self) -> bool {
        match self {
            Flow::Picks(_) | Flow::Chooses(_) | Flow::MayDrop | Flow::Legs => true,
            Flow::On | Flow::Branches(..) | Flow::Repeats(_) | Flow::IsDecided => false,
        }
    }
}

impl Stmt {
    /// What it does.
    pub fn account(&self) -> Account<'_> {
        let nothing = Account {
            sets: [None, None],
            number: None,
            condition: None,
            reads: None,
            reads_number: None,
            binds: None,
            counts: None,
            writes: Writes::Nothing,
            flow: Flow::On,
        };
        match self {
            Stmt::Let(local, e) => Account { sets: [Some(e), None], binds: Some(*local), ..nothing },
            Stmt::LetInt(local, n) => Account { number: Some(n), counts: Some(*local), ..nothing },
            Stmt::Pick { local, from, show: _ } => {
                Account { sets: [Some(from), None], binds: Some(*local), flow: Flow::Picks(from), ..nothing }
            }
            Stmt::Choose(list) => Account { flow: Flow::Chooses(list), ..nothing },
            Stmt::Guard(c) => Account { condition: Some(c), flow: Flow::MayDrop, ..nothing },
            Stmt::If(c, a, b) => Account { condition: Some(c), flow: Flow::Branches(a, b), ..nothing },
            Stmt::SetPlane(plane, e) => Account { sets: [Some(e), None], writes: Writes::Plane(*plane), ..nothing },
            Stmt::SetInt(id, n) => Account { number: Some(n), writes: Writes::Number(*id), ..nothing },
            Stmt::SetLane(lane, at, n) | Stmt::AddLane(lane, at, n) => {
                Account { sets: [Some(at), None], number: Some(n), writes: Writes::Lane(*lane), ..nothing }
            }
            Stmt::Sow { lane, from, seeds, step: _, except, last } => Account {
                sets: [Some(except), None],
                number: Some(seeds),
                reads: Some(*from),
                binds: Some(*last),
                writes: Writes::Lane(*lane),
                ..nothing
            },
            Stmt::Loop { body, goes_on, count, most: _ } => {
                Account { reads_number: Some(*goes_on), counts: Some(*count), flow: Flow::Repeats(body), ..nothing }
            }
            Stmt::MoveStack(a, b) | Stmt::SwapStacks(a, b) => {
                Account { sets: [Some(a), Some(b)], writes: Writes::Below, ..nothing }
            }
            Stmt::ClearStacks(at) => Account { sets: [Some(at), None], writes: Writes::Below, ..nothing },
            Stmt::Pile { number, what, onto } => {
                Account { sets: [Some(what), Some(onto)], number: Some(number), writes: Writes::Stacks, ..nothing }
            }
            Stmt::Tuck { what, under } => {
                Account { sets: [Some(what), Some(under)], writes: Writes::Stacks, ..nothing }
            }
            Stmt::Show(_, local) => Account { reads: Some(*local), ..nothing },
            Stmt::Again { may: _, group: _ } => Account { flow: Flow::Legs, ..nothing },
            Stmt::Decided => Account { flow: Flow::IsDecided, ..nothing },
        }
    }

    /// Visits it and the statements inside of it.
    pub fn each<'s>(&'s self, f: &mut dyn FnMut(&'s Stmt)) {
        f(self);
        self.blocks().flatten().for_each(|inner| inner.each(f));
    }

    /// Whether one of these is so: itself, and the statements inside of it.
    pub fn any(&self, test: &dyn Fn(&Stmt) -> bool) -> bool {
        test(self) || self.blocks().flatten().any(|inner| inner.any(test))
    }

    /// Whether it makes a choice or may drop the ply.
    pub fn decides(&self) -> bool {
        self.any(&|stmt| stmt.account().flow.decides())
    }

    /// Whether it can drop the ply. A further leg can't: without one the ply goes on.
    pub fn may_drop(&self) -> bool {
        self.any(&|stmt| match stmt.account().flow {
            Flow::Picks(_) | Flow::MayDrop => true,
            Flow::Chooses(list) => list.is_empty(),
            Flow::On | Flow::Branches(..) | Flow::Repeats(_) | Flow::Legs | Flow::IsDecided => false,
        })
    }

    /// Whether it asks for a further leg.
    pub fn has_again(&self) -> bool {
        self.any(&|stmt| matches!(stmt.account().flow, Flow::Legs))
    }

    /// Whether it writes a part of the state of which `test` is true.
    pub fn writes(&self, test: &dyn Fn(Writes) -> bool) -> bool {
        self.any(&|stmt| test(stmt.account().writes))
    }

    /// Calls `f` for the set locals that it may bind, those of the blocks inside of it included.
    pub fn each_bound(&self, f: &mut dyn FnMut(Local)) {
        self.each(&mut |stmt| stmt.account().binds.into_iter().for_each(&mut *f));
    }
}

/// Whether a block makes a choice or may drop the ply.
pub fn decides(block: &[Stmt]) -> bool {
    block.iter().any(Stmt::decides)
}

/// Whether a block asks for another leg.
pub fn has_again(block: &[Stmt]) -> bool {
    block.iter().any(Stmt::has_again)
}

/// What a set has no cells outside of, whatever the position.
#[derive(Debug, Clone, Copy)]
pub enum Within<'e> {
    /// It is as large as what it names, which only its reader knows: a fixed set, a plane, a local, a shared set.
    Named,
    /// Another set.
    One(&'e Set),
    /// Each of two.
    Both(&'e Set, &'e Set),
    /// Two together.
    Either(&'e Set, &'e Set),
    /// Another set, read before the ply.
    Earlier(&'e Set),
    /// Where a step leads from one.
    Step(StepId, &'e Set),
    /// Where a relation leads from one.
    Image(usize, &'e Set),
    /// Where one step in each of some directions, or more by way of a second set, lead from one.
    Lines(&'e [StepId], &'e Set, &'e Set),
    /// The board.
    Board,
}

impl Set {
    /// What it has no cells outside of.
    pub fn within(&self) -> Within<'_> {
        match self {
            Set::Const(_) | Set::Plane(_) | Set::Local(_) | Set::Shared(_) => Within::Named,
            Set::Or(a, b) | Set::Else(a, b) => Within::Either(a, b),
            Set::And(a, b) => Within::Both(a, b),
            Set::Minus(a, _) | Set::When(_, a) => Within::One(a),
            // Runs of cells of a set.
            Set::Line { length: _, dirs: _, of } => Within::One(of),
            Set::Was(a) => Within::Earlier(a),
            Set::Step(d, a) => Within::Step(*d, a),
            Set::Image(id, a) => Within::Image(*id, a),
            Set::Slide { dirs, of, through, exactly: _ }
            | Set::Ray { dirs, of, through, until: _, exactly: _ }
            | Set::Beyond { dirs, of, through } => Within::Lines(dirs, of, through),
            Set::Steps(..)
            | Set::Preimage(..)
            | Set::Flood { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => Within::Board,
        }
    }

    /// Whether it is a part of another set, as they are written.
    pub fn is_part_of(&self, whole: &Set) -> bool {
        self == whole
            || match self.within() {
                Within::One(a) => a.is_part_of(whole),
                Within::Both(a, b) => a.is_part_of(whole) || b.is_part_of(whole),
                Within::Either(a, b) => a.is_part_of(whole) && b.is_part_of(whole),
                Within::Named
                | Within::Earlier(_)
                | Within::Step(..)
                | Within::Image(..)
                | Within::Lines(..)
                | Within::Board => false,
            }
    }

    /// Whether it has no cell in common with another set, as they are written: the other takes away what it lies in.
    pub fn is_apart_from(&self, other: &Set) -> bool {
        let Set::Minus(_, taken) = other else { return false };
        taken.unites().into_iter().any(|gone| self.is_part_of(gone))
    }

    /// Whether each cell is told of by itself: it is made, by union, intersection and difference, of sets of which `named`
    /// is true. Those may be fixed sets and planes.
    pub fn is_cellwise(&self, named: &mut dyn FnMut(&Set) -> bool) -> bool {
        match self {
            Set::Const(_) | Set::Plane(_) => named(self),
            Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) => a.is_cellwise(named) && b.is_cellwise(named),
            Set::Local(_)
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
            | Set::Rotate { .. } => false,
        }
    }

    /// The sets that it is the intersection of.
    pub fn conjuncts(&self) -> Vec<&Set> {
        if let Set::And(a, b) = self { [a.conjuncts(), b.conjuncts()].concat() } else { vec![self] }
    }

    /// The sets that it is the union of.
    pub fn unites(&self) -> Vec<&Set> {
        if let Set::Or(a, b) = self { [a.unites(), b.unites()].concat() } else { vec![self] }
    }

    /// If it is a union of single steps from one set: their directions, in order, and that set.
    pub fn as_steps(&self) -> Option<(Vec<StepId>, &Set)> {
        let mut from = None;
        let dirs = self.unites().into_iter().map(|part| {
            let Set::Step(d, of) = part else { return None };
            (*from.get_or_insert(&**of) == &**of).then_some(*d)
        });
        let dirs = dirs.collect::<Option<Vec<StepId>>>()?;
        Some((dirs, from?))
    }

    /// Whether it reads a local of which `test` is true.
    pub fn reads(&self, test: &dyn Fn(Local) -> bool) -> bool {
        let mut found = false;
        walk_set(self, &mut |part| found |= matches!(part.source(), Source::Local(local) if test(local)));
        found
    }

    /// Whether it reads a number local of which `test` is true.
    pub fn reads_number(&self, test: &dyn Fn(IntLocal) -> bool) -> bool {
        let mut found = false;
        walk_set(self, &mut |part| found |= matches!(part.source(), Source::NumberLocal(local) if test(local)));
        found
    }
}

/// What a part of an expression reads itself, its own parts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Nothing: it is fixed, or made of its parts.
    Nothing,
    /// A plane.
    Plane(PlaneId),
    /// A number.
    Number(IntId),
    /// Numbers of cells.
    Lane(LaneId),
    /// What lies below tops.
    Below,
    /// The state at the start of the ply, in the place of the one that its parts would read.
    Start,
    /// What differs between the state at the start of the ply and now.
    Changes,
    /// The whole position.
    Position,
    /// The game so far.
    Game,
    /// A set local.
    Local(Local),
    /// A number local.
    NumberLocal(IntLocal),
    /// A set that terms share.
    Shared(usize),
}

impl Part<'_> {
    /// What it reads.
    pub fn source(self) -> Source {
        match self {
            Part::Set(e) => match e {
                Set::Plane(id) => Source::Plane(*id),
                Set::Local(local) => Source::Local(*local),
                Set::Shared(id) => Source::Shared(*id),
                Set::Was(_) => Source::Start,
                Set::Touched => Source::Changes,
                Set::Holding(lane, ..) => Source::Lane(*lane),
                Set::Stacked { .. } => Source::Below,
                Set::Const(_)
                | Set::Or(..)
                | Set::And(..)
                | Set::Minus(..)
                | Set::Else(..)
                | Set::When(..)
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
                | Set::Rotate { .. } => Source::Nothing,
            },
            Part::Int(e) => match e {
                Int::Read(id) => Source::Number(*id),
                Int::Local(local) => Source::NumberLocal(*local),
                Int::SumLane(lane, _) => Source::Lane(*lane),
                Int::SumStacked { .. } | Int::CountBelow(..) => Source::Below,
                Int::Mobility(..) => Source::Position,
                Int::Const(_)
                | Int::Count(_)
                | Int::SumTable(..)
                | Int::SumDistance { .. }
                | Int::Connection { .. }
                | Int::Groups(..)
                | Int::Largest(..)
                | Int::Windows(..)
                | Int::Arith(..)
                | Int::If(..) => Source::Nothing,
            },
            Part::Truth(e) => match e {
                Bool::Stuck(..) => Source::Position,
                Bool::History(_) => Source::Game,
                Bool::Const(_)
                | Bool::Any(_)
                | Bool::Same(..)
                | Bool::Compare(..)
                | Bool::Not(_)
                | Bool::And(..)
                | Bool::Or(..) => Source::Nothing,
            },
        }
    }
}

impl Bool {
    /// The conditions that hold together exactly if it holds.
    pub fn conjuncts(&self) -> Vec<&Bool> {
        if let Bool::And(a, b) = self { [a.conjuncts(), b.conjuncts()].concat() } else { vec![self] }
    }

    /// If it asks of the cell in a local only to be in a set: that set.
    pub fn place_of(&self, cell: Local) -> Option<&Set> {
        let Bool::Any(Set::And(a, b)) = self else { return None };
        match (&**a, &**b) {
            (Set::Local(local), place) | (place, Set::Local(local)) if *local == cell => Some(place),
            _ => None,
        }
    }

    /// Whether it reads a local of which `test` is true.
    pub fn reads(&self, test: &dyn Fn(Local) -> bool) -> bool {
        let mut found = false;
        walk_truth(self, &mut |part| found |= matches!(part.source(), Source::Local(local) if test(local)));
        found
    }
}

impl Program {
    /// Whether every step in one direction is undone by one in another.
    pub fn leads_back(&self, there: StepId, back: StepId) -> bool {
        let next = |d: StepId, site: usize| self.steps[d][site].map(usize::from);
        (0..self.sites).all(|site| next(there, site).is_none_or(|to| next(back, to) == Some(site)))
    }

    /// Whether two directions undo each other.
    pub fn are_inverse(&self, a: StepId, b: StepId) -> bool {
        self.leads_back(a, b) && self.leads_back(b, a)
    }

    /// The direction that leads back from everywhere, if there is one. Leaps come in pairs, too, though nobody says so.
    pub fn inverse(&self, d: StepId) -> Option<StepId> {
        self.reverse[d].into_iter().chain(0..self.steps.len()).find(|&back| self.are_inverse(d, back))
    }

    /// Whether a direction comes back to where it started.
    pub fn leads_round(&self, d: StepId) -> bool {
        let next = |site: usize| self.steps[d][site].map(usize::from);
        (0..self.sites).any(|start| (0..=self.sites).try_fold(start, |site, _| next(site)).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(e: Set) -> Box<Set> {
        Box::new(e)
    }

    #[test]
    fn what_blocks_do_is_found_inside_of_them() {
        let inner = vec![Stmt::Let(3, Set::Touched), Stmt::SetPlane(2, Set::Touched)];
        let outer = Stmt::If(
            Bool::Const(true),
            Vec::new(),
            vec![Stmt::Choose(vec![Alternative { tag: super::super::Tag::Silent, body: inner }])],
        );
        let mut bound = Vec::new();
        outer.each_bound(&mut |local| bound.push(local));
        assert_eq!(bound, [3]);
        assert!(outer.writes(&|w| w.may_change(2)) && !outer.writes(&|w| w.may_change(1)));
        assert!(outer.decides() && !outer.may_drop() && !outer.has_again());
        assert!(Stmt::Choose(Vec::new()).may_drop());
        assert!(Stmt::Tuck { what: Set::Touched, under: Set::Touched }.writes(&|w| w.may_change(7)));
    }

    #[test]
    fn parts_and_steps_are_read_as_written() {
        let (plane, other) = (Set::Plane(0), Set::Plane(1));
        let part = Set::Or(
            boxed(Set::And(boxed(other.clone()), boxed(plane.clone()))),
            boxed(Set::Minus(boxed(plane.clone()), boxed(other.clone()))),
        );
        assert!(part.is_part_of(&plane) && !part.is_part_of(&other));
        let free = Set::Minus(boxed(Set::Const(0)), boxed(Set::Or(boxed(other.clone()), boxed(plane.clone()))));
        assert!(part.is_apart_from(&free) && !Set::Touched.is_apart_from(&free));
        assert!(!Set::Was(boxed(plane.clone())).is_part_of(&plane));
        let step = |d, of: &Set| Set::Step(d, boxed(of.clone()));
        let both = Set::Or(boxed(step(4, &plane)), boxed(step(1, &plane)));
        assert_eq!(both.as_steps(), Some((vec![4, 1], &plane)));
        assert_eq!(Set::Or(boxed(step(4, &plane)), boxed(step(1, &other))).as_steps(), None);
    }
}
