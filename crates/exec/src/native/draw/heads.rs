//! How the plies of a side may begin, as [`super`] lays them out: the choices that are made for all cells at once.

use super::overlap::Rival;
use super::slots::{Cont, Slots};
use super::uneven::Part;
use super::{Draw, FEW_SLOTS};
use crate::ir::walk::cost_of_set;
use crate::ir::{ClauseId, Local, RecordShape, Set, StepId, Stmt, Turn, has_again};
use crate::native::emit::env::Env;
use crate::native::emit::{Res, SetV, Truth, Unsupported, Word, ZERO};
use crate::native::walk::pairs::{MANY, Pair};
use crate::proofs::bounds::Path;
use crate::proofs::turns::simple_rest;

/// So many cells for a second choice are worth to find the pairs of both choices set-wise, in at most so many shifts.
const PAIRED: u64 = 3;
/// As [`PAIRED`], where at most [`FEW_CLAUSES`] share the draws: most of what is found is drawn from.
const PAIRED_OF_FEW: u64 = 2;
const FEW_CLAUSES: usize = 6;
/// As [`PAIRED`], for slides.
const SLID: u64 = 8;
/// Sets that cost no more are looked at before others.
const CHEAP: usize = 8;
/// See [`PAIRED`].
const MOST_SHIFTS: usize = 16;
/// The most slots for a first choice: more would mean that nearly all miss.
const MOST_SLOTS: u64 = 1 << 14;

/// Plies that begin alike: those of a clause or a part of them, or a pass.
#[derive(Clone)]
pub struct Head<'a> {
    /// The clause.
    pub clause: Option<ClauseId>,
    /// Known after the statements before the first choice.
    pub env: Env,
    /// Whether these statements let it be played.
    pub open: Truth,
    /// The first choice, and the cells that it is among.
    pub pick: Option<(&'a Stmt, SetV)>,
    /// Those of its cells that may lead to a ply.
    pub cells: SetV,
    /// What comes after it.
    pub rest: &'a [Stmt],
    /// How many ways there are to begin: the cells of the first choice, or of the first two.
    pub ways: Word,
    /// The slots of each.
    pub slots: Word,
    /// All slots.
    pub mass: Word,
    /// The way to what comes after the first choice.
    pub path: Path<'a>,
    /// Where it is not all of the clause.
    pub part: Option<Part<'a>>,
    /// The second choices, where they have been found ahead.
    pub seconds: Option<Seconds<'a>>,
    /// Earlier clauses that may offer the same plies, which then are theirs.
    pub rivals: Vec<Rival<'a>>,
    /// Whether it may be played wherever its first choice has a cell.
    pub sure: bool,
}

impl Head<'_> {
    /// The local of the first choice.
    pub fn first(&self) -> Option<Local> {
        self.pick.as_ref().and_then(|(stmt, _)| if let Stmt::Pick { local, .. } = stmt { Some(*local) } else { None })
    }
}

/// Second choices that have been found ahead.
#[derive(Clone)]
pub struct Seconds<'a> {
    /// How.
    pub found: Found,
    /// What lies between the choices.
    pub between: &'a [Stmt],
    /// The second one.
    pub second: Local,
    /// What comes after it.
    pub rest: &'a [Stmt],
    /// The way there.
    pub path: Path<'a>,
}

/// How they have been found.
#[derive(Clone)]
pub enum Found {
    /// For all first cells at a distance.
    Shifts(Vec<(i32, SetV)>),
    /// For all first cells, as the pairs of a relation.
    Edges(usize, Word),
    /// For all first cells, by the direction that leads back to the nearest of them.
    Slides(Vec<(StepId, SetV)>, SetV),
}

impl<'a> Draw<'_, 'a, '_> {
    /// Finds the heads of a turn; says whether any of them may have a ply. Those that `listed` holds for must be listed.
    pub fn turn(&mut self, base: &Env, turn: &'a Turn, gate: Truth, listed: bool) -> Res<Truth> {
        match turn {
            Turn::Groups(groups) => {
                let program = self.e.program;
                let mut any = Truth::Const(false);
                for &clause in groups.iter().flat_map(|&g| &program.groups[g]) {
                    let block = &self.code.clauses[clause];
                    let one = self.begin(base, Some(clause), block, gate, listed)?;
                    any = self.e.either(any, one);
                }
                Ok(any)
            }
            Turn::Pass(_) => match self.code.turn.pass() {
                Some(block) => self.begin(base, None, block, gate, listed),
                None => Ok(Truth::Const(false)),
            },
            Turn::Or(a, b) => {
                let a = self.turn(base, a, gate, listed)?;
                let b = self.turn(base, b, gate, listed)?;
                Ok(self.e.either(a, b))
            }
            Turn::Else(a, b) => {
                let (heads, before) = (self.heads.len(), self.listed);
                let mut a = self.turn(base, a, gate, listed)?;
                if self.heads.len() == heads && before == Truth::Const(false) && self.listed != before {
                    // All that comes first must be listed: where there is any, nothing else is looked at.
                    let on = self.e.block();
                    self.e.branch(self.listed, self.place.list, on);
                    self.e.enter(on);
                    (a, self.listed) = (before, before);
                }
                let none = self.e.not(a);
                let gate = self.e.both(gate, none);
                let b = self.turn(base, b, gate, listed && !self.is_simple_rest(b))?;
                Ok(self.e.either(a, b))
            }
            Turn::Most(_, a) => self.turn(base, a, gate, true),
            Turn::Repeat(..) => Err(Unsupported("moves of several steps")),
        }
    }

    /// Whether the plies of a part of the turn are proved to lead to different positions.
    fn is_simple_rest(&self, turn: &Turn) -> bool {
        simple_rest(self.e.program, self.code).is_some_and(|(_, rest)| std::ptr::eq(rest, turn))
    }

    /// Runs a clause up to its first choice.
    fn begin(
        &mut self,
        base: &Env,
        clause: Option<ClauseId>,
        block: &'a [Stmt],
        mut gate: Truth,
        listed: bool,
    ) -> Res<Truth> {
        let program = self.e.program;
        let listed = listed || has_again(block);
        let (mut env, mut path) = (base.clone(), Path::new(program));
        env.record.clause = Word::Const(clause.map_or(RecordShape::PASS, |c| c as u64));
        let (mut pick, mut rest) = (None, &block[block.len()..]);
        for (index, stmt) in block.iter().enumerate() {
            match stmt {
                Stmt::Guard(c) => {
                    let holds = self.e.truth(&env, c)?;
                    gate = self.e.both(gate, holds);
                    if gate == Truth::Const(false) {
                        return Ok(gate);
                    }
                }
                Stmt::Pick { local, from, .. } if listed => {
                    return self.list_from(&env, gate, (*local, from), &block[index + 1..]);
                }
                Stmt::Pick { from, .. } => {
                    let cells = self.e.set(&env, from)?;
                    path.pass(stmt);
                    rest = &block[index + 1..];
                    pick = Some((stmt, cells));
                    break;
                }
                _ if stmt.decides() => {
                    rest = &block[index..];
                    break;
                }
                Stmt::Let(..)
                | Stmt::LetInt(..)
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
                | Stmt::Decided => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
            }
            path.pass(stmt);
        }
        let cells = pick.as_ref().map_or(self.e.nothing(), |p| p.1.clone());
        let mut head = Head {
            clause,
            env,
            open: gate,
            pick,
            cells,
            rest,
            ways: Word::Const(1),
            slots: ZERO,
            mass: ZERO,
            path,
            part: None,
            seconds: None,
            rivals: Vec::new(),
            sure: false,
        };
        let mut possible = gate;
        if let Some(first) = head.first()
            && let Some(useful) = self.e.useful(&head.env, first, rest, None)?
        {
            head.cells = self.e.set_and(&head.cells, &useful);
        }
        if let Some(first) = head.first() {
            let some = self.e.any(&head.cells);
            possible = self.e.both(possible, some);
            let on = self.e.lift(&head.env, (first, &head.cells), rest, false)?;
            head.sure = self.e.both(gate, on) == Truth::Const(true);
            possible = self.e.both(possible, on);
        }
        if listed {
            self.listed = self.e.either(self.listed, possible);
            return Ok(possible);
        }
        let parts = self.parts(&head)?;
        if parts.is_empty() {
            return self.lay_out(head, possible);
        }
        for part in parts {
            let mut head = Head { part: Some(part.clone()), ..head.clone() };
            if let Some(first) = head.first() {
                match part.second {
                    None => head.cells = self.e.within(&head.cells, &part),
                    Some(_) => {
                        let mut board = SetV::new(self.e.board().into_iter().map(Word::Const).collect());
                        board = self.e.within(&board, &part);
                        if let Some(useful) = self.e.useful(&head.env, first, rest, Some(board))? {
                            head.cells = self.e.set_and(&head.cells, &useful);
                        }
                    }
                }
            }
            self.lay_out(head, possible)?;
        }
        Ok(possible)
    }

    /// The plies of a clause that must be listed: whether there may be any, given its first choice.
    fn list_from(&mut self, env: &Env, open: Truth, first: (Local, &'a Set), rest: &'a [Stmt]) -> Res<Truth> {
        let (local, from) = first;
        // Without any piece of the right kind nothing else is looked at.
        let mut pieces = SetV::new(self.e.board().into_iter().map(Word::Const).collect());
        for part in from.conjuncts().into_iter().filter(|part| cost_of_set(part) <= CHEAP) {
            let part = self.e.set(env, part)?;
            pieces = self.e.set_and(&pieces, &part);
        }
        let some = self.e.any(&pieces);
        let may = self.e.both(open, some);
        let possible = self.e.only_if(may, &mut |e| {
            let cells = e.set(env, from)?;
            let some = e.any(&cells);
            // Mostly there is none, and that is all that need be asked.
            e.only_if(some, &mut |e| e.lift(env, (local, &cells), rest, true))
        })?;
        self.listed = self.e.either(self.listed, possible);
        Ok(possible)
    }

    /// Gives a head its slots.
    fn lay_out(&mut self, mut head: Head<'a>, possible: Truth) -> Res<Truth> {
        self.part = head.part.clone();
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        let Slots { most, now } = self.slots(&head.path, head.rest, &Cont::Leg(&finally))?;
        head.slots = now;
        let mut possible = possible;
        if self.pair(&mut head)? || self.slides(&mut head)? {
            if most > FEW_SLOTS {
                // To look at all ways to begin costs about as much as so many draws.
                let twice = self.e.shift(head.ways, 1);
                self.tries = self.e.add(self.tries, twice);
            }
            let some = self.e.not_zero(head.ways);
            possible = self.e.both(possible, some);
        } else if most > MOST_SLOTS {
            self.listed = self.e.either(self.listed, possible);
            return Ok(possible);
        } else if head.pick.is_some() {
            head.ways = self.e.size(&head.cells);
        }
        let mass = self.e.mul(head.ways, head.slots);
        head.mass = self.e.select(possible, mass, ZERO);
        self.heads.push(head);
        Ok(possible)
    }

    /// Finds the first two choices set-wise, if they are a pair of which draws one by one would often miss; whether it
    /// did.
    fn pair(&mut self, head: &mut Head<'a>) -> Res<bool> {
        let Some((Stmt::Pick { local, .. }, from)) = &head.pick else { return Ok(false) };
        let Some(pair) = self.e.as_pair(*local, head.rest) else { return Ok(false) };
        if pair.paths.len() > MOST_SHIFTS {
            return Ok(false);
        }
        let (place, mut path) = (pair.between.len(), head.path.clone());
        pair.between.iter().for_each(|s| path.pass(s));
        let worth = if self.code.clauses.len() > FEW_CLAUSES { PAIRED } else { PAIRED_OF_FEW };
        if self.most(&path, &head.rest[place]).most < worth {
            return Ok(false);
        }
        path.pass(&head.rest[place]);
        // Without the cells from which nothing is reached: of them there are no pairs anyway.
        let first = if self.part.as_ref().is_some_and(|p| p.second.is_none()) { &head.cells } else { from };
        let found = self.found(&head.env, first, &pair)?;
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        head.slots = self.slots(&path, pair.rest, &Cont::Leg(&finally))?.now;
        match &found {
            Found::Edges(_, pairs) => head.ways = self.e.count(*pairs),
            Found::Shifts(all) => self.count_ways(head, all.iter().map(|(_, cells)| cells)),
            Found::Slides(all, _) => self.count_ways(head, all.iter().map(|(_, cells)| cells)),
        }
        let (between, second, rest) = (pair.between, pair.second, pair.rest);
        head.seconds = Some(Seconds { found, between, second, rest, path });
        Ok(true)
    }

    /// The pairs whose first cells are among some.
    fn found(&mut self, env: &Env, first: &SetV, pair: &Pair<'_>) -> Res<Found> {
        let part = self.part.clone().filter(|p| p.second.is_some());
        if let Some(relation) = pair.relation.filter(|_| pair.paths.len() >= MANY) {
            let board = SetV::new(self.e.board().into_iter().map(Word::Const).collect());
            let mut second = self.e.within_all(env, pair)?.unwrap_or(board);
            if let Some(part) = &part {
                second = self.e.within(&second, part);
            }
            if let Some(pairs) = self.e.edges(relation, first, &second) {
                return Ok(Found::Edges(relation, pairs));
            }
        }
        let mut all = self.e.arriving(env, first, pair)?;
        if let Some(part) = part {
            all.iter_mut().for_each(|(_, cells)| *cells = self.e.within(cells, &part));
        }
        Ok(Found::Shifts(all))
    }

    /// Finds the first two choices by direction, if they are a piece and where it slides to; whether it did.
    fn slides(&mut self, head: &mut Head<'a>) -> Res<bool> {
        let Some((Stmt::Pick { local, from, .. }, _)) = &head.pick else { return Ok(false) };
        let Some(slides) = self.e.as_slides(*local, from, head.rest) else { return Ok(false) };
        if self.most(&head.path, &head.rest[0]).most < SLID {
            return Ok(false);
        }
        let mut all = self.e.slid(&head.env, &head.cells, &slides)?;
        if let Some(part) = self.part.clone().filter(|p| p.second.is_some()) {
            all.iter_mut().for_each(|(_, cells)| *cells = self.e.within(cells, &part));
        }
        all.sort_by_key(|(back, _)| *back);
        self.count_ways(head, all.iter().map(|(_, cells)| cells));
        let mut path = head.path.clone();
        path.pass(&head.rest[0]);
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        head.slots = self.slots(&path, slides.rest, &Cont::Leg(&finally))?.now;
        let (second, rest, found) = (slides.second, slides.rest, Found::Slides(all, head.cells.clone()));
        head.seconds = Some(Seconds { found, between: &[], second, rest, path });
        Ok(true)
    }

    fn count_ways<'s>(&mut self, head: &mut Head<'a>, all: impl Iterator<Item = &'s SetV>) {
        head.ways = ZERO;
        for cells in all {
            let size = self.e.size(cells);
            head.ways = self.e.add(head.ways, size);
        }
    }
}
