//! What is known at a point of a function while it is compiled: the state's parts, the locals, the record so far.
//!
//! A choice compiles the rest of the ply with a copy of this; going back to the state before the choice is dropping the
//! copy.

use std::ops::Range;

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use super::{Emit, Res, SetV, Unsupported, Word, ZERO};
use crate::game::Side;
use crate::ir::walk::{Part, walk_int, walk_truth};
use crate::ir::{ALLOWED, Int, IntLocal, Layout, Local, PlaneId, Program, RecordShape, Show, Source, Tag};

/// Values by name.
#[derive(Debug, Clone)]
pub struct Env {
    /// The planes now.
    pub planes: Vec<SetV>,
    /// The numbers now; behind them the words of the numbers of cells and the stacks, see [`super::lanes`] and
    /// [`super::stacks`].
    pub ints: Vec<Word>,
    /// The planes at the start of the ply.
    pub old_planes: std::rc::Rc<Vec<SetV>>,
    /// The numbers at the start of the ply.
    pub old_ints: std::rc::Rc<Vec<Word>>,
    /// Set locals.
    pub locals: Vec<SetV>,
    /// What the terms of an evaluation have in common, while one is worked out.
    pub shared: Vec<SetV>,
    /// Number locals.
    pub int_locals: Vec<Word>,
    /// Whether expressions read the start of the ply.
    pub was: bool,
    /// The choices so far.
    pub record: Record,
    /// A side that is known to have no move, or to be taken to have one.
    pub stuck: Option<(Side, bool)>,
    /// What the ply has added to a plane, where no condition on it that is asked around plies held before.
    pub added: Option<(PlaneId, SetV)>,
    /// 1 + the group whose further legs may follow; 0 for none.
    pub again: Word,
}

/// A record as it grows, or as it is read.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its words, the fields of word 0 left out.
    pub words: Vec<Word>,
    /// The next free bit, or the next to be read.
    pub bit: u32,
    /// Where paths with different numbers of choices have met: the next bit to be read.
    pub place: Option<Word>,
    pub from: Option<Word>,
    pub to: Option<Word>,
    /// The clause field.
    pub clause: Word,
    /// See [`crate::state::record::Record::identity`].
    pub identity: Word,
    /// See [`crate::state::record::Record::shown`].
    pub shown: Word,
}

impl Record {
    /// An empty one.
    pub fn new(shape: RecordShape, clause: u64) -> Self {
        let words = vec![ZERO; shape.words];
        Record {
            words,
            bit: RecordShape::STREAM,
            place: None,
            from: None,
            to: None,
            clause: Word::Const(clause),
            identity: ZERO,
            shown: ZERO,
        }
    }
}

impl Env {
    /// The values of a state in memory that nothing writes meanwhile, as they are at the start of a ply.
    pub fn load(e: &mut Emit, state: Value) -> Env {
        let (program, n) = (e.program, e.n);
        let layout = &program.layout;
        let planes: Vec<SetV> = (0..layout.planes.len())
            .map(|id| SetV::new((0..n).map(|i| e.load_constant(state, layout.plane_at(id) + i)).collect()))
            .collect();
        let ints: Vec<Word> = (0..numbers(layout)).map(|id| e.load_constant(state, number_at(layout, id))).collect();
        Env::of(e, planes, ints)
    }

    /// The values of a state in memory as it is now.
    pub fn read(e: &mut Emit, state: Value) -> Env {
        let (program, n) = (e.program, e.n);
        let layout = &program.layout;
        let planes = (0..layout.planes.len())
            .map(|id| SetV::new((0..n).map(|i| e.load(state, layout.plane_at(id) + i)).collect()))
            .collect();
        let ints = (0..numbers(layout)).map(|id| e.load(state, number_at(layout, id))).collect();
        Env::of(e, planes, ints)
    }

    /// The start of a ply with these values.
    pub fn of(e: &Emit, planes: Vec<SetV>, ints: Vec<Word>) -> Env {
        let program = e.program;
        let mut int_locals = vec![ZERO; program.int_locals];
        int_locals[ALLOWED] = Word::Const(u64::MAX);
        Env {
            old_planes: planes.clone().into(),
            old_ints: ints.clone().into(),
            planes,
            ints,
            locals: vec![e.nothing(); program.locals],
            shared: Vec::new(),
            int_locals,
            was: false,
            stuck: None,
            added: None,
            record: Record::new(program.record, RecordShape::PASS),
            again: ZERO,
        }
    }

    /// The word at a place of the state, if it is one of a plane or a number.
    pub fn word(&self, layout: &Layout, at: usize) -> Word {
        word(layout, &self.planes, &self.ints, at)
    }

    /// As [`Env::word`], at the start of the ply.
    pub fn old_word(&self, layout: &Layout, at: usize) -> Word {
        word(layout, &self.old_planes, &self.old_ints, at)
    }

    /// Writes the state to memory.
    pub fn store(&self, e: &mut Emit, at: Value) {
        let (program, n) = (e.program, e.n);
        let layout = &program.layout;
        for (id, plane) in self.planes.iter().enumerate() {
            for i in 0..layout.set_words {
                let word = if i < n { plane.words[i] } else { ZERO };
                e.store(word, at, layout.plane_at(id) + i);
            }
        }
        for (id, &int) in self.ints.iter().enumerate() {
            e.store(int, at, number_at(layout, id));
        }
    }

    /// Writes what is read of the state to its place in memory.
    pub fn store_some(&self, e: &mut Emit, at: Value, reads: &Reads) {
        let layout = &e.program.layout;
        for (id, plane) in self.planes.iter().enumerate().filter(|(id, _)| reads.planes[*id]) {
            for (i, &word) in plane.words.iter().enumerate() {
                e.store(word, at, layout.plane_at(id) + i);
            }
        }
        for (id, &int) in self.ints.iter().enumerate().filter(|(id, _)| reads.ints[*id]) {
            e.store(int, at, number_at(layout, id));
        }
    }

    /// A plane as expressions read it.
    pub fn plane(&self, id: usize) -> &SetV {
        if self.was { &self.old_planes[id] } else { &self.planes[id] }
    }

    /// A number as expressions read it.
    pub fn int(&self, id: usize) -> Word {
        if self.was { self.old_ints[id] } else { self.ints[id] }
    }

    /// Writes a choice to the record.
    pub fn push(&mut self, e: &mut Emit, value: Word, bits: u32) -> Res<()> {
        if bits == 0 {
            return Ok(());
        }
        if let Some(place) = self.record.place {
            return self.push_at(e, place, value, bits);
        }
        let (word, bit) = ((self.record.bit / 64) as usize, self.record.bit % 64);
        self.record.bit += bits;
        if self.record.bit as usize > self.record.words.len() * 64 {
            return Err(Unsupported("a move may be longer than a record"));
        }
        let low = e.shift(value, bit as i32);
        self.record.words[word] = e.or(self.record.words[word], low);
        if bit + bits > 64 {
            let high = e.shift(value, bit as i32 - 64);
            self.record.words[word + 1] = e.or(self.record.words[word + 1], high);
        }
        Ok(())
    }

    /// Writes a choice where only the running code knows. What does not fit is lost: the number of legs is bounded so
    /// that it does.
    fn push_at(&mut self, e: &mut Emit, place: Word, value: Word, bits: u32) -> Res<()> {
        let (index, bit) = (e.shift(place, -6), e.and(place, Word::Const(63)));
        let low = e.up(value, bit);
        // value >> (64 − bit), in two steps: a shift by 64 would be one by 0.
        let rest = e.sub(Word::Const(63), bit);
        let high = e.shift(value, -1);
        let high = e.down(high, rest);
        for i in 0..self.record.words.len() {
            let here = e.compare(IntCC::Equal, index, Word::Const(i as u64));
            let part = e.select(here, low, ZERO);
            self.record.words[i] = e.or(self.record.words[i], part);
            if i + 1 < self.record.words.len() {
                let part = e.select(here, high, ZERO);
                self.record.words[i + 1] = e.or(self.record.words[i + 1], part);
            }
        }
        self.record.place = Some(e.add(place, Word::Const(u64::from(bits))));
        Ok(())
    }

    /// Everything that a further leg needs, to memory; [`Frame`] tells where its parts are.
    pub fn store_frame(&self, e: &mut Emit, at: Value) {
        for (i, word) in self.frame().into_iter().enumerate() {
            e.store(word, at, i);
        }
    }

    fn frame(&self) -> Vec<Word> {
        let sets = self.planes.iter().chain(&self.locals).flat_map(|s| s.words.iter().copied());
        let ints = self.ints.iter().chain(&self.int_locals).chain(&self.record.words).copied();
        let none = Word::Const(RecordShape::NONE);
        let record = &self.record;
        let place = record.place.unwrap_or(Word::Const(u64::from(record.bit)));
        let rest = [place, record.from.unwrap_or(none), record.to.unwrap_or(none), record.clause, record.shown];
        sets.chain(ints).chain(rest).collect()
    }

    /// What `store_frame` wrote, in a ply that began with another state.
    pub fn load_frame(e: &mut Emit, at: Value, old: Value) -> Env {
        let mut env = Env::load(e, old);
        let mut next = 0;
        let mut word = |e: &mut Emit| {
            next += 1;
            e.load_constant(at, next - 1)
        };
        for set in env.planes.iter_mut().chain(&mut env.locals) {
            *set = SetV::new((0..e.n).map(|_| word(e)).collect());
        }
        for int in env.ints.iter_mut().chain(&mut env.int_locals).chain(&mut env.record.words) {
            *int = word(e);
        }
        env.record.place = Some(word(e));
        env.record.from = Some(word(e));
        env.record.to = Some(word(e));
        env.record.clause = word(e);
        env.record.shown = word(e);
        env
    }

    /// The state as a number; see [`crate::ply::Ply::result`].
    pub fn result(&self, e: &mut Emit) -> Word {
        let words = self.planes.iter().flat_map(|set| set.words.iter()).chain(&self.ints);
        words.fold(ZERO, |hash, &word| e.mix(hash, word))
    }

    /// Notes a chosen cell.
    pub fn site(&mut self, e: &mut Emit, show: Show, site: Word) {
        match show {
            Show::Origin => {
                self.record.from = Some(match self.record.from {
                    None => site,
                    // Of a ply that comes out of a frame only the running code knows.
                    Some(from) if self.record.place.is_some() => {
                        let none = e.compare(IntCC::Equal, from, Word::Const(RecordShape::NONE));
                        e.select(none, site, from)
                    }
                    Some(from) => from,
                });
            }
            Show::Arrival | Show::Hop => self.record.to = Some(site),
            Show::Extra => {}
        }
        let show = show.stands(self.record.identity == ZERO);
        let shown = e.or(site, Word::Const((show as u64) << 32));
        self.record.identity = e.mix(self.record.identity, shown);
        self.record.shown = e.add(self.record.shown, Word::Const(1));
    }

    /// Notes an alternative, if it shows.
    pub fn tag(&mut self, e: &mut Emit, tag: Tag) {
        let shown = match tag {
            Tag::Silent | Tag::Clause(_) => return,
            Tag::Label(l) => 1 << 40 | l as u64,
            Tag::Promotion(k) => 2 << 40 | k as u64,
            Tag::Dropped(k) => 3 << 40 | k as u64,
        };
        self.record.identity = e.mix(self.record.identity, Word::Const(shown));
        self.record.shown = e.add(self.record.shown, Word::Const(1));
    }

    /// The finished record.
    pub fn finished(&self, e: &mut Emit) -> Vec<Word> {
        let mut words = self.record.words.clone();
        let none = Word::Const(RecordShape::NONE);
        let from = e.shift(self.record.from.unwrap_or(none), 12);
        let clause = e.shift(self.record.clause, 24);
        let fields = e.or(from, clause);
        let fields = e.or(fields, self.record.to.unwrap_or(none));
        words[0] = e.or(words[0], fields);
        words
    }
}

/// Where the parts of a frame are, by word; see [`Env::store_frame`].
#[derive(Debug, Clone)]
pub struct Frame {
    /// How many words a set takes.
    n: usize,
    planes: usize,
    int_locals: usize,
    /// The numbers of the state.
    pub ints: Range<usize>,
    /// What was chosen: the words of the record and the next bit.
    pub chosen: Range<usize>,
    /// The clause field of the record.
    pub clause: usize,
    /// How many parts the text has.
    pub shown: usize,
    /// How many words there are.
    pub words: usize,
}

impl Frame {
    /// That of a program.
    pub fn of(program: &Program) -> Self {
        let (n, planes) = (words_of_set(program), program.layout.planes.len());
        let ints = (planes + program.locals) * n;
        let int_locals = ints + numbers(&program.layout);
        let record = int_locals + program.int_locals;
        // The next bit, the cells of departure and arrival, the clause, the parts of the text.
        let rest = record + program.record.words;
        let (ints, chosen) = (ints..int_locals, record..rest + 1);
        Frame { n, planes, int_locals, ints, chosen, clause: rest + 3, shown: rest + 4, words: rest + 5 }
    }

    /// A plane.
    pub fn plane(&self, id: PlaneId) -> Range<usize> {
        id * self.n..(id + 1) * self.n
    }

    /// A set local.
    pub fn local(&self, id: Local) -> Range<usize> {
        self.plane(self.planes + id)
    }

    /// A number local.
    pub fn int_local(&self, id: IntLocal) -> Range<usize> {
        self.int_locals + id..self.int_locals + id + 1
    }
}

/// How many words a set takes.
pub fn words_of_set(program: &Program) -> usize {
    program.sites.div_ceil(64).max(1)
}

/// How many numbers, words of numbers of cells and stacks a state has.
pub fn numbers(layout: &Layout) -> usize {
    layout.ints.len() + layout.lanes.len() * layout.lane_words + layout.stacks
}

/// Where such a number or word lies in the state: stacks lie behind the words of numbers of cells.
pub fn number_at(layout: &Layout, id: usize) -> usize {
    id.checked_sub(layout.ints.len()).map_or_else(|| layout.int_at(id), |word| layout.lane_at(0) + word)
}

/// Which parts of the state expressions read.
#[derive(Debug, Clone, Default)]
pub struct Reads {
    /// Planes.
    pub planes: Vec<bool>,
    /// Numbers, as in [`Env::ints`].
    pub ints: Vec<bool>,
    /// Where the words of numbers of cells begin among these, and how many there are for each kind.
    lane_words: (usize, usize),
    /// Where the words of stacks begin among these.
    stacks: usize,
    /// Whether the start of the ply is read as well.
    pub old: bool,
}

impl Reads {
    /// Nothing.
    pub fn none(program: &Program) -> Self {
        Reads {
            planes: vec![false; program.layout.planes.len()],
            ints: vec![false; numbers(&program.layout)],
            lane_words: (program.layout.ints.len(), program.layout.lane_words),
            stacks: numbers(&program.layout) - program.layout.stacks,
            old: false,
        }
    }

    /// What a truth expression reads.
    pub fn truth(&mut self, e: &crate::ir::Bool) {
        walk_truth(e, &mut |part| self.part(part));
    }

    /// What a number expression reads.
    pub fn int(&mut self, e: &Int) {
        walk_int(e, &mut |part| self.part(part));
    }

    fn part(&mut self, part: Part<'_>) {
        match part.source() {
            Source::Plane(id) => self.planes[id] = true,
            Source::Number(id) => self.ints[id] = true,
            Source::Start | Source::Changes => {
                self.old = true;
                self.planes.fill(true);
                self.ints[self.lane_words.0..].fill(true);
            }
            Source::Lane(lane) => {
                let (first, words) = self.lane_words;
                self.ints[first + lane * words..][..words].fill(true);
            }
            Source::Below => self.ints[self.stacks..].fill(true),
            Source::Position => {
                self.planes.fill(true);
                self.ints.fill(true);
            }
            // What shared sets read is noted where they are worked out; the game so far is no part of a state.
            Source::Nothing | Source::Local(_) | Source::NumberLocal(_) | Source::Shared(_) | Source::Game => {}
        }
    }
}

/// The word at a place of a state without numbers of cells or stacks.
fn word(layout: &Layout, planes: &[SetV], ints: &[Word], at: usize) -> Word {
    match at.checked_sub(layout.int_at(0)) {
        Some(int) => ints[int],
        None => planes[at / layout.set_words].words.get(at % layout.set_words).copied().unwrap_or(ZERO),
    }
}
