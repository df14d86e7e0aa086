//! Statements that make no choice, or whose choices are read from a record: code that goes on in one place.

use cranelift_codegen::ir::Block;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::ir::{Bool, IntLocal, LEGS, Layout, Local, PlaneId, Stmt, Writes, choice_bits};
use crate::native::emit::env::{Env, Reads, numbers};
use crate::native::emit::lanes::words_of;
use crate::native::emit::{Emit, Res, SetV, Truth, Word, ZERO};

/// Whether a block writes what is read.
pub fn writes(block: &[Stmt], reads: &Reads) -> bool {
    let read = |writes: Writes| match writes {
        Writes::Nothing => false,
        Writes::Plane(id) => reads.planes[id],
        Writes::Number(id) => reads.ints[id],
        Writes::Lane(_) | Writes::Below | Writes::Stacks => true,
    };
    block.iter().any(|stmt| stmt.writes(&read))
}

/// One part of a ply that is read from a record: the surroundings after it, the next part's number, whether it was the last.
type Part = Res<(Env, Word, Truth)>;

impl Emit<'_, '_> {
    /// Runs a block to its end, choices read from the record in `env`.
    pub fn straight(&mut self, env: &mut Env, block: &[Stmt]) -> Res<()> {
        for stmt in block {
            self.check_size()?;
            match stmt {
                Stmt::Let(local, e) => env.locals[*local] = self.set(env, e)?,
                Stmt::LetInt(local, e) => env.int_locals[*local] = self.int(env, e)?,
                Stmt::SetPlane(plane, e) => env.planes[*plane] = self.set(env, e)?,
                Stmt::SetInt(int, e) => env.ints[*int] = self.int(env, e)?,
                // INVARIANT: a record was legal when it was made; a forged one makes some state.
                Stmt::Guard(_) | Stmt::Show(..) | Stmt::Decided => {}
                Stmt::Pick { local, .. } => {
                    let bits = self.program.record.site_bits;
                    let mut site = self.read_choice(env, bits)?;
                    if 1 << bits > 64 * self.n {
                        // Tables have no rows for what only a forged record says.
                        let there = self.compare(IntCC::UnsignedLessThan, site, Word::Const(64 * self.n as u64));
                        site = self.select(there, site, ZERO);
                    }
                    let one = self.single(site);
                    let board: Vec<u64> = self.board();
                    let words = one.words.iter().zip(&board).map(|(&w, &m)| self.and(w, Word::Const(m))).collect();
                    env.locals[*local] = SetV::one(words, site);
                }
                Stmt::If(c, a, b) => self.branches(env, c, a, b)?,
                Stmt::Choose(list) => {
                    let n = self.read_choice(env, choice_bits(list.len()))?;
                    let mut ends = Vec::new();
                    for (index, alternative) in list.iter().enumerate() {
                        let mut inside = env.clone();
                        let next = self.block();
                        // The last one takes whatever a forged record says.
                        if index + 1 < list.len() {
                            let body = self.block();
                            let this = self.compare_equal(n, index as u64);
                            self.branch(this, body, next);
                            self.enter(body);
                        } else {
                            self.jump(next, &[]);
                            self.enter(next);
                        }
                        self.straight(&mut inside, &alternative.body)?;
                        let end = self.block();
                        self.jump(end, &[]);
                        ends.push((end, inside));
                        if index + 1 < list.len() {
                            self.enter(next);
                        }
                    }
                    if !ends.is_empty() {
                        *env = self.merge(ends)?;
                    }
                }
                // The loop over legs is in `legs`: until then nothing else may follow.
                Stmt::Again { group, .. } => env.again = Word::Const(*group as u64 + 1),
                Stmt::MoveStack(from, to) => {
                    let (from, to) = (self.set(env, from)?, self.set(env, to)?);
                    self.move_stack(env, &from, &to);
                }
                Stmt::SwapStacks(a, b) => {
                    let (a, b) = (self.set(env, a)?, self.set(env, b)?);
                    self.swap_stacks(env, &a, &b);
                }
                Stmt::ClearStacks(at) => {
                    let at = self.set(env, at)?;
                    self.clear_stacks(env, &at);
                }
                Stmt::Pile { number, what, onto } => {
                    let number = self.int(env, number)?;
                    let (what, onto) = (self.set(env, what)?, self.set(env, onto)?);
                    self.pile(env, number, &what, &onto);
                }
                Stmt::Tuck { what, under } => {
                    let (what, under) = (self.set(env, what)?, self.set(env, under)?);
                    self.tuck(env, &what, &under);
                }
                Stmt::SetLane(lane, set, n) => {
                    let (set, n) = (self.set(env, set)?, self.int(env, n)?);
                    self.set_lane(env, *lane, &set, n);
                }
                Stmt::AddLane(lane, set, n) => {
                    let (set, n) = (self.set(env, set)?, self.int(env, n)?);
                    self.add_lane(env, *lane, &set, n);
                }
                Stmt::Sow { last, .. } => env.locals[*last] = self.sow(env, stmt)?,
                Stmt::Loop { body, goes_on, count, most } => {
                    self.again_and_again(env, body, (*goes_on, *count), *most)?
                }
            }
        }
        Ok(())
    }

    /// A block that is run as long as it leaves a number other than 0, and counted.
    fn again_and_again(
        &mut self,
        env: &mut Env,
        body: &[Stmt],
        (goes_on, count): (IntLocal, IntLocal),
        most: u32,
    ) -> Res<()> {
        let mut changed = vec![Place::Number(count)];
        body.iter().for_each(|stmt| changed_by(&self.program.layout, stmt, &mut changed));
        let shape = env.clone();
        let initial = changed.iter().flat_map(|place| place.words(env)).collect::<Vec<Word>>();
        let last = self.repeat(&initial, &mut |e, words| {
            let mut inside = shape.clone();
            Place::fill(&changed, &mut inside, words);
            e.straight(&mut inside, body)?;
            let asked = e.not_zero(inside.int_locals[goes_on]);
            let times = e.add(inside.int_locals[count], Word::Const(1));
            let room = e.compare(IntCC::UnsignedLessThan, times, Word::Const(u64::from(most)));
            let again = e.both(asked, room);
            inside.int_locals[count] = e.select(again, times, inside.int_locals[count]);
            let words = changed.iter().flat_map(|place| place.words(&inside)).collect();
            Ok((words, e.not(again)))
        })?;
        Place::fill(&changed, env, &last);
        Ok(())
    }

    /// A condition without choices of its own.
    fn branches(&mut self, env: &mut Env, c: &Bool, a: &[Stmt], b: &[Stmt]) -> Res<()> {
        let c = self.truth(env, c)?;
        if let Truth::Const(known) = c {
            return self.straight(env, if known { a } else { b });
        }
        let (yes, no) = (self.block(), self.block());
        self.branch(c, yes, no);
        let mut ends = Vec::new();
        for (block, stmts) in [(yes, a), (no, b)] {
            self.enter(block);
            let mut inside = env.clone();
            self.straight(&mut inside, stmts)?;
            let end = self.block();
            self.jump(end, &[]);
            ends.push((end, inside));
        }
        *env = self.merge(ends)?;
        Ok(())
    }

    /// Joins paths: each ends in an empty block of its own.
    pub fn merge(&mut self, ends: Vec<(Block, Env)>) -> Res<Env> {
        let mut out = ends[0].1.clone();
        let moved = |e: &(Block, Env)| e.1.record.place.is_some() || e.1.record.bit != ends[0].1.record.bit;
        let ends: Vec<(Block, Env)> = if ends.iter().any(moved) {
            let dynamic = |(block, mut env): (Block, Env)| {
                env.record.place.get_or_insert(Word::Const(u64::from(env.record.bit)));
                (block, env)
            };
            ends.into_iter().map(dynamic).collect()
        } else {
            ends
        };
        out.record.place = ends[0].1.record.place;
        let join = self.block();
        let mut places = Vec::new();
        let mut all: Vec<Vec<Word>> = ends.iter().map(|e| flat(&e.1)).collect();
        for at in 0..all[0].len() {
            if all.iter().any(|words| words[at] != all[0][at]) {
                places.push(at);
            }
        }
        for ((end, _), words) in ends.iter().zip(&all) {
            self.enter(*end);
            let args: Vec<Word> = places.iter().map(|&at| words[at]).collect();
            self.jump(join, &args);
        }
        for &at in &places {
            all[0][at] = Word::Value(self.b.append_block_param(join, cranelift_codegen::ir::types::I64));
        }
        self.enter(join);
        for (id, local) in out.locals.iter_mut().enumerate() {
            // One cell on every path, but perhaps not the same.
            if ends.iter().any(|e| e.1.locals[id].site != local.site) {
                local.site = None;
            }
        }
        unflat(&mut out, &all[0]);
        Ok(out)
    }

    fn compare_equal(&mut self, a: Word, b: u64) -> Truth {
        self.compare(IntCC::Equal, a, Word::Const(b))
    }

    /// The cells of the board, as words.
    pub fn board(&self) -> Vec<u64> {
        let sites = self.program.sites;
        (0..self.n).map(|i| if sites >= (i + 1) * 64 { u64::MAX } else { (1 << (sites - i * 64)) - 1 }).collect()
    }

    /// The next choice of the record.
    pub fn read_choice(&mut self, env: &mut Env, bits: u32) -> Res<Word> {
        if bits == 0 {
            return Ok(ZERO);
        }
        let get = |i: usize| env.record.words.get(i).copied().unwrap_or(ZERO);
        let mask = Word::Const((1 << bits) - 1);
        if let Some(place) = env.record.place {
            let (index, bit) = (self.shift(place, -6), self.and(place, Word::Const(63)));
            let (mut low, mut high) = (ZERO, ZERO);
            for i in 0..env.record.words.len() {
                let here = self.compare_equal(index, i as u64);
                low = self.select(here, get(i), low);
                high = self.select(here, get(i + 1), high);
            }
            let low = self.down(low, bit);
            // In two steps: a shift by 64 would be one by 0.
            let rest = self.sub(Word::Const(63), bit);
            let high = self.shift(high, 1);
            let high = self.up(high, rest);
            let all = self.or(low, high);
            env.record.place = Some(self.add(place, Word::Const(u64::from(bits))));
            return Ok(self.and(all, mask));
        }
        let (word, bit) = ((env.record.bit / 64) as usize, env.record.bit % 64);
        env.record.bit += bits;
        let low = self.shift(get(word), -(bit as i32));
        let all = if bit + bits > 64 {
            let high = self.shift(get(word + 1), 64 - bit as i32);
            self.or(low, high)
        } else {
            low
        };
        Ok(self.and(all, mask))
    }

    /// Runs parts of a ply that is read from a record until the body says that it is done; `number` goes from one to the next.
    pub fn repeat_ply(
        &mut self,
        env: &mut Env,
        number: Word,
        body: &mut dyn FnMut(&mut Self, Env, Word) -> Part,
    ) -> Res<()> {
        env.record.place.get_or_insert(Word::Const(u64::from(env.record.bit)));
        env.locals.iter_mut().for_each(|l| l.site = None);
        let mut shape = env.clone();
        let mut initial = flat(env);
        initial.push(number);
        let end = self.repeat(&initial, &mut |e, words| {
            let (&number, words) = words.split_last().unwrap_or((&ZERO, words));
            let mut inside = shape.clone();
            unflat(&mut inside, words);
            let (out, number, done) = body(e, inside, number)?;
            shape.record = out.record.clone();
            let mut words = flat(&out);
            words.push(number);
            Ok((words, done))
        })?;
        unflat(env, &end[..end.len() - 1]);
        Ok(())
    }

    /// The further legs of a ply whose first leg has run.
    pub fn legs(&mut self, env: &mut Env, next_legs: &[crate::ir::Block]) -> Res<()> {
        if env.again == ZERO {
            return Ok(());
        }
        let most = Word::Const(u64::from(self.program.record.legs) + 1);
        self.repeat_ply(env, ZERO, &mut |e, mut inside, count| {
            // Nobody asked for a leg: the record is not read.
            let asked = e.not_zero(inside.again);
            let mut peek = inside.clone();
            let bit = e.read_choice(&mut peek, 1)?;
            let goes_on = e.not_zero(bit);
            let goes_on = e.both(asked, goes_on);
            let place = e.select(asked, peek.record.place.unwrap_or(ZERO), inside.record.place.unwrap_or(ZERO));
            inside.record.place = Some(place);
            let (leg, stop) = (e.block(), e.block());
            e.branch(goes_on, leg, stop);
            let mut ends = Vec::new();
            e.enter(leg);
            for (group, block) in next_legs.iter().enumerate() {
                if matches!(&block[..], [Stmt::Choose(list)] if list.is_empty()) {
                    continue;
                }
                let (this, other) = (e.block(), e.block());
                let here = e.compare_equal(inside.again, group as u64 + 1);
                e.branch(here, this, other);
                e.enter(this);
                let mut ply = inside.clone();
                ply.again = ZERO;
                e.count_leg(&mut ply);
                e.straight(&mut ply, block)?;
                let end = e.block();
                e.jump(end, &[]);
                ends.push((end, ply));
                e.enter(other);
            }
            for at in [None, Some(stop)] {
                if let Some(stop) = at {
                    e.enter(stop);
                }
                let mut ply = inside.clone();
                ply.again = ZERO;
                let end = e.block();
                e.jump(end, &[]);
                ends.push((end, ply));
            }
            let out = e.merge(ends)?;
            let count = e.add(count, Word::Const(1));
            let over = e.compare(IntCC::UnsignedLessThan, most, count);
            let none = e.is_zero(out.again);
            let done = e.either(over, none);
            Ok((out, count, done))
        })?;
        Ok(())
    }

    /// One leg more.
    pub fn count_leg(&mut self, env: &mut Env) {
        env.int_locals[LEGS] = self.add(env.int_locals[LEGS], Word::Const(1));
    }
}

/// A part of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Plane(PlaneId),
    Local(Local),
    /// A number of the state, or a word of numbers of cells or of stacks.
    State(usize),
    Number(IntLocal),
}

impl Place {
    fn words(self, env: &Env) -> Vec<Word> {
        match self {
            Place::Plane(id) => env.planes[id].words.to_vec(),
            Place::Local(id) => env.locals[id].words.to_vec(),
            Place::State(id) => vec![env.ints[id]],
            Place::Number(id) => vec![env.int_locals[id]],
        }
    }

    fn fill(places: &[Place], env: &mut Env, words: &[Word]) {
        let mut next = words.iter().copied();
        let mut word = || next.next().unwrap_or(ZERO);
        for place in places {
            match *place {
                Place::Plane(id) => env.planes[id] = SetV::new(env.planes[id].words.iter().map(|_| word()).collect()),
                Place::Local(id) => env.locals[id] = SetV::new(env.locals[id].words.iter().map(|_| word()).collect()),
                Place::State(id) => env.ints[id] = word(),
                Place::Number(id) => env.int_locals[id] = word(),
            }
        }
    }
}

/// The parts of an environment that a statement without choices may change.
fn changed_by(layout: &Layout, stmt: &Stmt, all: &mut Vec<Place>) {
    let stacks = || (numbers(layout) - layout.stacks..numbers(layout)).map(Place::State);
    let account = stmt.account();
    let mut found: Vec<Place> = match account.writes {
        Writes::Nothing => Vec::new(),
        Writes::Plane(plane) => vec![Place::Plane(plane)],
        Writes::Number(int) => vec![Place::State(int)],
        Writes::Lane(lane) => words_of(layout, lane).map(Place::State).collect(),
        Writes::Below => stacks().collect(),
        // The piece that comes up is on the planes.
        Writes::Stacks => (0..layout.planes.len()).map(Place::Plane).chain(stacks()).collect(),
    };
    found.extend(account.binds.map(Place::Local));
    found.extend(account.counts.map(Place::Number));
    found.retain(|place| !all.contains(place));
    all.extend(found);
    stmt.blocks().flatten().for_each(|inner| changed_by(layout, inner, all));
}

/// All values of an environment that a path can change, in a fixed order.
fn flat(env: &Env) -> Vec<Word> {
    let sets = env.planes.iter().chain(&env.locals).flat_map(|s| s.words.iter().copied());
    sets.chain(env.ints.iter().copied())
        .chain(env.int_locals.iter().copied())
        .chain(env.record.place)
        .chain([env.again])
        .collect()
}

fn unflat(env: &mut Env, words: &[Word]) {
    let mut next = words.iter().copied();
    for set in env.planes.iter_mut().chain(&mut env.locals) {
        let site = set.site;
        let words: Vec<Word> = set.words.iter().map(|_| next.next().unwrap_or(ZERO)).collect();
        *set = SetV { site, ..SetV::new(words) };
    }
    for word in env.ints.iter_mut().chain(&mut env.int_locals).chain(&mut env.record.place).chain([&mut env.again]) {
        *word = next.next().unwrap_or(ZERO);
    }
}
