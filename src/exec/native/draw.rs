//! A random ply made at once: no list, no record.
//!
//! The plies of a side are laid out in slots: each cell that a clause may choose first has as many slots as plies can
//! begin with it at most; each further choice divides its slots in the same way. A slot is drawn at random; where it
//! leads to no ply, or to one that is not legal, another is drawn. So each legal ply is as likely as any other. After
//! some misses, and where equal plies may be found in two ways, the caller lists the moves.
//!
//! A slot is no number but a fraction of all: a choice among k takes the integer part of k times the fraction, and the
//! rest is the fraction for what follows.

use std::collections::HashMap;
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, StackSlot, Value};
use cranelift_frontend::Variable;

use super::bounds::Path;
use super::emit::{Emit, Res, SetV, Truth, Unsupported, Word, ZERO};
use super::env::{Env, Reads};
use super::functions::{answer, entry, give, simple_rest};
use super::overlap::Rival;
use super::slots::{Cont, Slots, greater};
use super::straight::{decides, has_again};
use super::tail::{Answers, Tail};
use super::uneven::Part;
use crate::game::Side;
use crate::ir::{Bool, ClauseId, Local, RecordShape, SideCode, StepId, Stmt, Turn};

/// Misses before the moves are counted or listed.
const TRIES: u64 = 48;
/// The same where a first choice has more slots than [`FEW_SLOTS`]: nearly all may miss.
const FEW_TRIES: u64 = 8;
/// See [`FEW_TRIES`].
const FEW_SLOTS: u64 = 256;
/// So many cells for a second choice are worth to find the pairs of both choices set-wise, in at most so many shifts.
const PAIRED: u64 = 3;
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
    ways: Word,
    /// The slots of each.
    slots: Word,
    /// All slots.
    pub mass: Word,
    /// The way to what comes after the first choice.
    pub path: Path<'a>,
    /// Where it is not all of the clause.
    part: Option<Part<'a>>,
    /// The second choice for each cell of the first, where all have been gone through.
    seconds: Option<Seconds<'a>>,
    /// Earlier clauses that may offer the same plies, which then are theirs.
    pub rivals: Vec<Rival<'a>>,
}

impl Head<'_> {
    /// The local of the first choice.
    pub fn first(&self) -> Option<Local> {
        self.pick.as_ref().and_then(|(stmt, _)| if let Stmt::Pick { local, .. } = stmt { Some(*local) } else { None })
    }
}

/// Second choices that have been found ahead.
#[derive(Clone)]
struct Seconds<'a> {
    found: Found,
    /// What lies between the choices, the second one, and what comes after it.
    between: &'a [Stmt],
    second: Local,
    rest: &'a [Stmt],
    path: Path<'a>,
}

/// How they have been found.
#[derive(Clone)]
enum Found {
    /// For each first cell, in memory: rows of its number and the second cells.
    Rows(StackSlot),
    /// For all first cells at a distance.
    Shifts(Vec<(i32, SetV)>),
    /// For all first cells, by the direction that leads back to the nearest of them.
    Slides(Vec<(StepId, SetV)>, SetV),
}

/// A function that makes a random ply, as it is being built.
pub struct Draw<'e, 'a, 'f> {
    /// The function.
    pub e: &'e mut Emit<'a, 'f>,
    /// The rules.
    pub code: &'a SideCode,
    legal: Option<(FuncRef, Reads)>,
    /// How plies may begin.
    pub heads: Vec<Head<'a>>,
    /// Whether the moves must be listed.
    listed: Truth,
    /// Where a slot without a legal ply leads.
    pub miss: Block,
    /// Parameters of the function.
    state: Value,
    next: Value,
    tail: Rc<Tail>,
    /// Where the state is written for the conditions.
    spilled: Option<StackSlot>,
    /// Work that is left for counting slots.
    pub patience: usize,
    /// Bounds of choices that are known when the function runs, by choice; and the state that they are of.
    pub bounds: HashMap<*const Stmt, Word>,
    /// The state before the plies.
    pub base: Env,
    /// The part of the clause that is being compiled.
    pub part: Option<Part<'a>>,
    /// Earlier clauses that may offer the plies of the one that is being compiled.
    rivals: Vec<Rival<'a>>,
    /// The most ways to begin that have been gone through.
    gone_through: Word,
    /// Whether there is but one head.
    only: bool,
}

/// `draw(state, next, random numbers) → answer`: makes a random ply of a side, unless it answers otherwise.
pub fn draw(e: &mut Emit, side: Side, legal: Option<(FuncRef, Reads)>) -> Res<()> {
    let code = &e.program.sides[side.index()];
    let params = entry(e);
    let (state, next, rng) = (params[0], params[1], params[2]);
    let mut base = Env::load(e, state);
    // What a plane has grown by is kept in mind.
    base.planes.iter_mut().for_each(|p| p.fixed = true);
    let tail = Rc::new(Tail::begin(e, &base, side, Answers { around: true, ..Answers::drawn(e.program) }));
    let miss = e.block();
    let mut d = Draw {
        e,
        code,
        legal,
        heads: Vec::new(),
        listed: Truth::Const(false),
        miss,
        state,
        next,
        tail,
        spilled: None,
        patience: 20_000,
        bounds: HashMap::new(),
        base: base.clone(),
        part: None,
        rivals: Vec::new(),
        gone_through: ZERO,
        only: false,
    };
    // Plies with equal results are one move.
    let merged = d.e.program.facts.merge_results;
    d.turn(&base, &code.turn, Truth::Const(true), merged)?;
    let conflict = d.conflict();
    let listed = d.e.either(d.listed, conflict);
    let heads = std::mem::take(&mut d.heads);
    d.only = heads.len() == 1;
    if listed == Truth::Const(true) || heads.is_empty() {
        return Err(Unsupported("its moves must be compared"));
    }
    let (list, none, some) = (d.e.block(), d.e.block(), d.e.block());
    let on = d.e.block();
    d.e.branch(listed, list, on);
    d.e.enter(on);
    let total = heads.iter().fold(ZERO, |sum, head| d.e.add(sum, head.mass));
    let any = d.e.not_zero(total);
    d.e.branch(any, some, none);
    d.e.enter(some);
    let many = heads.iter().any(|h| matches!(h.slots, Word::Const(n) if n > FEW_SLOTS));
    // To look at all ways to begin costs about as much as so many draws.
    let few = many || d.gone_through != ZERO;
    let tries = d.e.add(d.gone_through, Word::Const(if few { FEW_TRIES } else { TRIES }));
    let tries = d.e.variable(tries);
    let again = d.e.block();
    d.e.jump(again, &[]);
    d.e.b.switch_to_block(again);
    let bits = d.e.random(rng);
    let (mut slot, fraction) = if d.only { (ZERO, bits) } else { d.e.portion(bits, total) };
    let last = heads.len() - 1;
    for (index, head) in heads.into_iter().enumerate() {
        let after = d.e.block();
        if index < last {
            let here = d.e.block();
            let within = d.e.compare(IntCC::UnsignedLessThan, slot, head.mass);
            d.e.branch(within, here, after);
            d.e.enter(here);
        }
        let mass = head.mass;
        d.head(head, fraction)?;
        if index < last {
            d.e.enter(after);
            slot = d.e.sub(slot, mass);
        }
    }
    d.missed(tries, again, list);
    for (block, out) in [(list, answer::LIST), (none, answer::NONE)] {
        d.e.enter(block);
        give(d.e, Word::Const(out));
    }
    let Draw { e, tail, .. } = d;
    let out = tail.finish(e, &base)?;
    give(e, out);
    Ok(())
}

impl<'a> Draw<'_, 'a, '_> {
    /// Finds the heads of a turn; says whether any of them may have a ply. Those that `listed` holds for must be listed.
    fn turn(&mut self, base: &Env, turn: &'a Turn, gate: Truth, listed: bool) -> Res<Truth> {
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
                let a = self.turn(base, a, gate, listed)?;
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
                }
                Stmt::Pick { from, .. } => {
                    let cells = self.e.set(&env, from)?;
                    path.pass(stmt);
                    rest = &block[index + 1..];
                    pick = Some((stmt, cells));
                    break;
                }
                _ if decides(std::slice::from_ref(stmt)) => {
                    rest = &block[index..];
                    break;
                }
                _ => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
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
        };
        let mut possible = gate;
        if let (Some(first), false) = (head.first(), listed)
            && let Some(useful) = self.e.useful(&head.env, first, rest, None)?
        {
            head.cells = self.e.set_and(&head.cells, &useful);
        }
        if let Some(first) = head.first() {
            let some = self.e.any(&head.cells);
            possible = self.e.both(possible, some);
            let on = self.e.lift(&head.env, (first, &head.cells), rest, listed)?;
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

    /// Gives a head its slots.
    fn lay_out(&mut self, mut head: Head<'a>, possible: Truth) -> Res<Truth> {
        self.part = head.part.clone();
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        let Slots { most, now } = self.slots(&head.path, head.rest, &Cont::Leg(&finally))?;
        head.slots = now;
        let mut possible = possible;
        if self.pair(&mut head)? || most > FEW_SLOTS && self.slides(&mut head)? {
            if let Some(Found::Slides(..)) = head.seconds.as_ref().map(|s| &s.found) {
                self.gone_through = self.e.add(self.gone_through, head.ways);
            }
            let some = self.e.not_zero(head.ways);
            possible = self.e.both(possible, some);
        } else if most > FEW_SLOTS && self.go_through(&mut head)? {
            self.gone_through = self.e.add(self.gone_through, head.ways);
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
        if self.most(&path, &head.rest[place]).most < PAIRED {
            return Ok(false);
        }
        path.pass(&head.rest[place]);
        // Without the cells from which nothing is reached: of them there are no pairs anyway.
        let first = if self.part.as_ref().is_some_and(|p| p.second.is_none()) { &head.cells } else { from };
        let mut all = self.e.arriving(&head.env, first, &pair)?;
        if let Some(part) = self.part.clone().filter(|p| p.second.is_some()) {
            all.iter_mut().for_each(|(_, cells)| *cells = self.e.within(cells, &part));
        }
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        head.slots = self.slots(&path, pair.rest, &Cont::Leg(&finally))?.now;
        self.count_ways(head, all.iter().map(|(_, cells)| cells));
        let (between, second, rest) = (pair.between, pair.second, pair.rest);
        head.seconds = Some(Seconds { found: Found::Shifts(all), between, second, rest, path });
        Ok(true)
    }

    /// Finds the first two choices by direction, if they are a piece and where it slides to; whether it did.
    fn slides(&mut self, head: &mut Head<'a>) -> Res<bool> {
        let Some((Stmt::Pick { local, from, .. }, _)) = &head.pick else { return Ok(false) };
        let Some(slides) = self.e.as_slides(*local, from, head.rest) else { return Ok(false) };
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

    /// Finds the cells of the second choice for each of the first, where that is all there is between them and their
    /// slots can't be told otherwise; whether it did.
    fn go_through(&mut self, head: &mut Head<'a>) -> Res<bool> {
        let Some(first) = head.first() else { return Ok(false) };
        let place = head.rest.iter().position(|s| !matches!(s, Stmt::Let(..) | Stmt::Show(..))).unwrap_or(0);
        let Some(stmt @ Stmt::Pick { local: second, from, .. }) = head.rest.get(place) else { return Ok(false) };
        let width = self.e.n + 1;
        if self.is_known(&head.path, stmt) || self.e.program.sites * width > MOST_SLOTS as usize {
            return Ok(false);
        }
        let (between, rest) = (&head.rest[..place], &head.rest[place + 1..]);
        let mut path = head.path.clone();
        head.rest[..=place].iter().for_each(|s| path.pass(s));
        let rows = self.e.slot(self.e.program.sites * width);
        let (sum, row) = (self.e.variable(ZERO), self.e.variable(ZERO));
        let part = self.part.clone().filter(|p| p.second.is_some());
        self.e.for_each(&head.cells, &mut |e, one| {
            let mut env = head.env.clone();
            let site = one.site.unwrap_or(ZERO);
            env.locals[first] = one;
            e.straight(&mut env, between)?;
            let mut cells = e.set(&env, from)?;
            if let Some(part) = &part {
                cells = e.within(&cells, part);
            }
            let (base, offset) = (e.slot_address(rows), e.read(row));
            let at = e.address(base, offset);
            e.store(site, at, 0);
            cells.words.iter().enumerate().for_each(|(i, &w)| e.store(w, at, i + 1));
            let next = e.add(offset, Word::Const(width as u64));
            e.define(row, next);
            let (so_far, more) = (e.read(sum), e.size(&cells));
            let all = e.add(so_far, more);
            e.define(sum, all);
            Ok(())
        })?;
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        head.slots = self.slots(&path, rest, &Cont::Leg(&finally))?.now;
        head.ways = self.e.read(sum);
        head.seconds = Some(Seconds { found: Found::Rows(rows), between, second: *second, rest, path });
        Ok(true)
    }

    /// A slot of a head.
    fn head(&mut self, head: Head<'a>, fraction: Word) -> Res<()> {
        self.part = head.part.clone();
        self.rivals = head.rivals.clone();
        let mut env = head.env.clone();
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        let cont = Cont::Leg(&finally);
        let first = head.first();
        if let (Some(first), None, true) = (first, &head.seconds, self.only) {
            let (cell, fraction) = self.e.probe(&head.cells, head.ways, fraction);
            env.locals[first] = cell;
            return self.run(env, &head.path, head.rest, &cont, fraction);
        }
        let (index, fraction) = self.e.portion(fraction, head.ways);
        let Some(first) = first else { return self.run(env, &head.path, head.rest, &cont, fraction) };
        let Some(seconds) = &head.seconds else {
            env.locals[first] = self.e.nth_cell(&head.cells, index);
            return self.run(env, &head.path, head.rest, &cont, fraction);
        };
        let (one, two) = match &seconds.found {
            Found::Rows(rows) => self.in_rows(*rows, index)?,
            Found::Shifts(all) => {
                let distances = all.iter().map(|(by, cells)| (i64::from(*by) as u64, cells));
                let (distance, two) = self.among(distances, index);
                let site = self.e.sub(two.site.unwrap_or(ZERO), distance);
                (self.e.single(site), two)
            }
            Found::Slides(all, pieces) => {
                let places = all.iter().enumerate().map(|(place, (_, cells))| (place as u64, cells));
                let (place, two) = self.among(places, index);
                let dirs = all.iter().fold(0, |dirs, (back, _)| dirs | 1 << back);
                (self.e.nearest(dirs, place, two.site.unwrap_or(ZERO), pieces), two)
            }
        };
        env.locals[first] = one;
        self.e.straight(&mut env, seconds.between)?;
        env.locals[seconds.second] = two;
        self.not_a_rivals(&env)?;
        self.run(env, &seconds.path, seconds.rest, &cont, fraction)
    }

    /// Both cells of the pair of a number, where second cells are in memory for each first one.
    fn in_rows(&mut self, rows: StackSlot, index: Word) -> Res<(SetV, SetV)> {
        let n = self.e.n;
        let rows = self.e.slot_address(rows);
        let mut initial = vec![ZERO, index];
        initial.extend(vec![ZERO; n + 1]);
        let found = self.e.repeat(&initial, &mut |e, words| {
            let at = e.address(rows, words[0]);
            let row: Vec<Word> = (0..=n).map(|i| e.load(at, i)).collect();
            let size = e.size(&SetV::new(row[1..].to_vec()));
            let here = e.compare(IntCC::UnsignedLessThan, words[1], size);
            let (next, rest) = (e.add(words[0], Word::Const(n as u64 + 1)), e.sub(words[1], size));
            let mut out = vec![next, e.select(here, words[1], rest)];
            out.extend(row);
            Ok((out, here))
        })?;
        let one = self.e.single(found[2]);
        Ok((one, self.e.nth_cell(&SetV::new(found[3..].to_vec()), found[1])))
    }

    /// The cell of a number among all cells of some sets, and what goes with its set.
    fn among<'s>(&mut self, all: impl Iterator<Item = (u64, &'s SetV)>, index: Word) -> (Word, SetV) {
        let (mut cells, mut label, mut before, mut sum) = (self.e.nothing(), ZERO, ZERO, ZERO);
        for (here, set) in all {
            let within = self.e.compare(IntCC::UnsignedLessThan, index, sum);
            cells = self.e.set_select(within, &cells, set);
            label = self.e.select(within, label, Word::Const(here));
            before = self.e.select(within, before, sum);
            let size = self.e.size(set);
            sum = self.e.add(sum, size);
        }
        let index = self.e.sub(index, before);
        (label, self.e.nth_cell(&cells, index))
    }

    /// Runs the ply of a slot to its end; every path ends in a jump.
    fn run(&mut self, mut env: Env, path: &Path<'a>, block: &'a [Stmt], cont: &Cont<'_, 'a>, slot: Word) -> Res<()> {
        let mut path = path.clone();
        for (index, stmt) in block.iter().enumerate() {
            self.e.check_size()?;
            let rest = &block[index + 1..];
            match stmt {
                Stmt::Guard(c) => {
                    let holds = self.e.truth(&env, c)?;
                    self.go_on_if(holds);
                }
                Stmt::Pick { local, from, .. } => {
                    let most = self.most(&path, stmt).now;
                    path.pass(stmt);
                    let (number, slot) = self.e.portion(slot, most);
                    // Most misses are seen without following rays.
                    if let Some(roughly) = self.e.roughly(&env, from)? {
                        let size = self.e.size(&roughly);
                        let there = self.e.compare(IntCC::UnsignedLessThan, number, size);
                        self.go_on_if(there);
                    }
                    let mut cells = self.e.set(&env, from)?;
                    if let Some(part) = self.part.clone().filter(|p| p.is_second(stmt)) {
                        cells = self.e.within(&cells, &part);
                    }
                    let size = self.e.size(&cells);
                    let there = self.e.compare(IntCC::UnsignedLessThan, number, size);
                    self.go_on_if(there);
                    env.locals[*local] = self.e.nth_cell(&cells, number);
                    if self.rivals.first().is_some_and(|r| r.second == *local) {
                        self.not_a_rivals(&env)?;
                    }
                    return self.run(env, &path, rest, cont, slot);
                }
                Stmt::Choose(list) => {
                    let next = Cont::Block(rest, cont);
                    let mut slots = Vec::new();
                    for alternative in list {
                        slots.push(self.slots(&path, &alternative.body, &next)?.now);
                    }
                    let total = slots.iter().fold(ZERO, |sum, &n| self.e.add(sum, n));
                    let (mut number, slot) = self.e.portion(slot, total);
                    for (alternative, slots) in list.iter().zip(slots) {
                        let (here, other) = (self.e.block(), self.e.block());
                        let within = self.e.compare(IntCC::UnsignedLessThan, number, slots);
                        self.e.branch(within, here, other);
                        self.e.enter(here);
                        self.run(env.clone(), &path, &alternative.body, &next, slot)?;
                        self.e.enter(other);
                        number = self.e.sub(number, slots);
                    }
                    let miss = self.miss;
                    self.e.jump(miss, &[]);
                    return Ok(());
                }
                Stmt::If(c, a, b) if decides(a) || decides(b) => {
                    let next = Cont::Block(rest, cont);
                    if self.part.as_ref().is_some_and(|p| p.decides(stmt) && !p.may_hold) {
                        return self.run(env, &path, b, &next, slot);
                    }
                    let c = self.e.truth(&env, c)?;
                    let (of_a, of_b) = (self.slots(&path, a, &next)?, self.slots(&path, b, &next)?);
                    let most = greater(self.e, of_a.now, of_b.now);
                    let (yes, no) = (self.e.block(), self.e.block());
                    self.e.branch(c, yes, no);
                    for (block, stmts, slots) in [(yes, a, of_a.now), (no, b, of_b.now)] {
                        self.e.enter(block);
                        let mut slot = slot;
                        if slots != most {
                            let (number, rest) = self.e.portion(slot, most);
                            let within = self.e.compare(IntCC::UnsignedLessThan, number, slots);
                            self.go_on_if(within);
                            slot = rest;
                        }
                        self.run(env.clone(), &path, stmts, &next, slot)?;
                    }
                    return Ok(());
                }
                Stmt::Again { .. } => return Err(Unsupported("moves of several legs")),
                _ => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
            }
            path.pass(stmt);
        }
        match *cont {
            Cont::Block(more, next) => self.run(env, &path, more, next, slot),
            Cont::Leg(next) => {
                self.e.count_leg(&mut env);
                self.run(env, &path, &[], next, slot)
            }
            Cont::End => self.end(env),
        }
    }

    /// Misses if the first two choices are those of an earlier clause as well.
    fn not_a_rivals(&mut self, env: &Env) -> Res<()> {
        for rival in self.rivals.clone() {
            let theirs = rival.offers(self.e, env)?;
            let ours = self.e.not(theirs);
            self.go_on_if(ours);
        }
        Ok(())
    }

    /// The ply is complete: the conditions, and it is made.
    fn end(&mut self, mut env: Env) -> Res<()> {
        let code = self.code;
        if !code.legal.iter().all(|c| *c == Bool::Const(true)) {
            let holds = match self.legal.clone() {
                Some((function, reads)) => {
                    let at = self.spill(&env, &reads);
                    let answer = self.e.call(function, &[at, self.state]);
                    self.e.not_zero(answer)
                }
                None => {
                    let mut holds = Truth::Const(true);
                    for c in &code.legal {
                        let one = self.e.truth(&env, c)?;
                        holds = self.e.both(holds, one);
                    }
                    holds
                }
            };
            self.go_on_if(holds);
        }
        self.e.straight(&mut env, &code.end_ply)?;
        let next = self.next;
        self.tail.leave(self.e, &env, next, env.record.clause);
        Ok(())
    }

    /// Writes what a function reads of the state to the stack.
    fn spill(&mut self, env: &Env, reads: &Reads) -> Value {
        let layout = &self.e.program.layout;
        let slot = *self.spilled.get_or_insert_with(|| self.e.slot(layout.words()));
        let at = self.e.slot_address(slot);
        env.store_some(self.e, at, reads);
        at
    }

    fn go_on_if(&mut self, holds: Truth) {
        if holds == Truth::Const(true) {
            return;
        }
        let on = self.e.block();
        self.e.branch(holds, on, self.miss);
        self.e.enter(on);
    }

    /// Another slot, if there were few misses.
    fn missed(&mut self, tries: Variable, again: Block, list: Block) {
        let miss = self.miss;
        self.e.enter(miss);
        let left = self.e.read(tries);
        let left = self.e.sub(left, Word::Const(1));
        self.e.define(tries, left);
        let more = self.e.not_zero(left);
        self.e.branch(more, again, list);
        self.e.b.seal_block(again);
    }
}
