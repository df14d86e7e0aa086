//! What is known at a point of a function while it is compiled: the state's parts, the locals, the record so far.
//!
//! A choice compiles the rest of the ply with a copy of this; going back to the state before the choice is dropping the
//! copy.

use cranelift_codegen::ir::Value;

use super::emit::{Emit, Res, SetV, Unsupported, Word, ZERO};
use crate::ir::{ALLOWED, Int, Program, RecordShape, Set, Show, Tag};

/// Values by name.
#[derive(Debug, Clone)]
pub struct Env {
    /// The planes now.
    pub planes: Vec<SetV>,
    /// The numbers now.
    pub ints: Vec<Word>,
    /// The planes at the start of the ply.
    pub old_planes: std::rc::Rc<Vec<SetV>>,
    /// The numbers at the start of the ply.
    pub old_ints: std::rc::Rc<Vec<Word>>,
    /// Set locals.
    pub locals: Vec<SetV>,
    /// Number locals.
    pub int_locals: Vec<Word>,
    /// Whether expressions read the start of the ply.
    pub was: bool,
    /// The choices so far.
    pub record: Record,
}

/// A record as it grows, or as it is read.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its words, the fields of word 0 left out.
    pub words: Vec<Word>,
    /// The next free bit, or the next to be read.
    pub bit: u32,
    pub(super) from: Option<Word>,
    pub(super) to: Option<Word>,
    /// The clause field.
    pub clause: u64,
    /// See [`crate::exec::record::Record::identity`].
    pub identity: Word,
}

impl Record {
    /// An empty one.
    pub fn new(shape: RecordShape, clause: u64) -> Self {
        let words = vec![ZERO; shape.words];
        Record { words, bit: RecordShape::STREAM, from: None, to: None, clause, identity: ZERO }
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
        let ints: Vec<Word> = (0..layout.ints.len()).map(|id| e.load_constant(state, layout.int_at(id))).collect();
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
            int_locals,
            was: false,
            record: Record::new(program.record, RecordShape::PASS),
        }
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
            e.store(int, at, layout.int_at(id));
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

    /// Notes a chosen cell.
    pub fn site(&mut self, e: &mut Emit, show: Show, site: Word) {
        match show {
            Show::Origin if self.record.from.is_none() => self.record.from = Some(site),
            Show::Arrival | Show::Hop => self.record.to = Some(site),
            _ => {}
        }
        let shown = e.or(site, Word::Const((show as u64) << 32));
        self.record.identity = e.mix(self.record.identity, shown);
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
    }

    /// The finished record.
    pub fn finished(&self, e: &mut Emit) -> Vec<Word> {
        let mut words = self.record.words.clone();
        let none = Word::Const(RecordShape::NONE);
        let from = e.shift(self.record.from.unwrap_or(none), 12);
        let fields = e.or(from, Word::Const(self.record.clause << 24));
        let fields = e.or(fields, self.record.to.unwrap_or(none));
        words[0] = e.or(words[0], fields);
        words
    }
}

/// Which parts of the state expressions read.
#[derive(Debug, Clone, Default)]
pub struct Reads {
    /// Planes.
    pub planes: Vec<bool>,
    /// Numbers.
    pub ints: Vec<bool>,
    /// Whether the start of the ply is read as well.
    pub old: bool,
}

impl Reads {
    /// Nothing.
    pub fn none(program: &Program) -> Self {
        Reads {
            planes: vec![false; program.layout.planes.len()],
            ints: vec![false; program.layout.ints.len()],
            old: false,
        }
    }

    /// What a truth expression reads.
    pub fn truth(&mut self, e: &crate::ir::Bool) {
        super::cost::walk_truth(e, &mut |part| self.part(part));
    }

    /// What a number expression reads.
    pub fn int(&mut self, e: &Int) {
        super::cost::walk_int(e, &mut |part| self.part(part));
    }

    fn part(&mut self, part: super::cost::Part<'_>) {
        match part {
            super::cost::Part::Set(Set::Plane(id)) => self.planes[*id] = true,
            super::cost::Part::Set(Set::Was(_) | Set::Touched) => {
                self.old = true;
                self.planes.fill(true);
            }
            super::cost::Part::Int(Int::Read(id)) => self.ints[*id] = true,
            super::cost::Part::Int(Int::Mobility(..)) | super::cost::Part::Truth(crate::ir::Bool::Stuck(..)) => {
                self.planes.fill(true);
                self.ints.fill(true);
            }
            _ => {}
        }
    }
}
