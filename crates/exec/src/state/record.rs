//! Move records: the clause, the cells for ordering, and the choices as a stream of bits.

use crate::ir::{ClauseId, MAX_WORDS, RecordShape, Show, Tag};
use crate::state::hash::mix;

/// A record as it grows.
#[derive(Debug, Clone)]
pub struct Record {
    shape: RecordShape,
    words: [u64; MAX_WORDS],
    at: Mark,
}

/// A place in a record to come back to.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    bit: u32,
    from: u64,
    to: u64,
    clause: u64,
    identity: u64,
    shown: u32,
}

impl Record {
    /// An empty record.
    pub fn new(shape: RecordShape) -> Self {
        let at = Mark {
            bit: RecordShape::STREAM,
            from: RecordShape::NONE,
            to: RecordShape::NONE,
            clause: RecordShape::PASS,
            identity: 0,
            shown: 0,
        };
        Record { shape, words: [0; MAX_WORDS], at }
    }

    /// Starts a ply with a clause, or with a pass.
    pub fn begin(&mut self, clause: Option<ClauseId>) {
        *self = Record::new(self.shape);
        self.at.clause = clause.map_or(RecordShape::PASS, |c| c as u64);
    }

    /// This place.
    pub fn mark(&self) -> Mark {
        self.at
    }

    /// Back to a place.
    pub fn reset(&mut self, mark: Mark) {
        self.at = mark;
    }

    /// The clause of the first leg; none for a pass.
    pub fn clause(&self) -> Option<ClauseId> {
        (self.at.clause != RecordShape::PASS).then_some(self.at.clause as usize)
    }

    /// What the choices look like to a person, as a number: equal for two clauses that offer the same choices, so that the
    /// texts of their moves are equal.
    pub fn identity(&self) -> u64 {
        self.at.identity
    }

    /// How many parts the text of the move has so far: of several ways to the same result the shortest is the move.
    pub fn shown(&self) -> u32 {
        self.at.shown
    }

    /// Whether the same was chosen as in another.
    pub fn is_as(&self, other: &Record) -> bool {
        self.at.bit == other.at.bit && self.words().0 == other.words().0
    }

    /// Whether more was written than fits.
    pub fn is_full(&self) -> bool {
        self.at.bit > self.shape.words as u32 * 64
    }

    /// Writes a choice.
    pub fn push(&mut self, value: u64, bits: u32) {
        for i in 0..bits {
            let at = self.at.bit + i;
            if at < (MAX_WORDS * 64) as u32 {
                let (word, bit) = (at as usize / 64, at % 64);
                self.words[word] = self.words[word] & !(1 << bit) | (value >> i & 1) << bit;
            }
        }
        self.at.bit += bits;
    }

    /// Notes a chosen cell.
    pub fn site(&mut self, show: Show, site: usize) {
        match show {
            Show::Origin if self.at.from == RecordShape::NONE => self.at.from = site as u64,
            Show::Arrival | Show::Hop => self.at.to = site as u64,
            Show::Origin | Show::Extra => {}
        }
        let shown = show.stands(self.at.identity == 0) as u64;
        self.at.identity = mix(self.at.identity, shown << 32 | site as u64);
        self.at.shown += 1;
    }

    /// Notes an alternative, if it shows.
    pub fn tag(&mut self, tag: Tag) {
        let shown = match tag {
            Tag::Silent | Tag::Clause(_) => return,
            Tag::Label(l) => 1 << 40 | l as u64,
            Tag::Promotion(k) => 2 << 40 | k as u64,
            Tag::Dropped(k) => 3 << 40 | k as u64,
        };
        self.at.identity = mix(self.at.identity, shown);
        self.at.shown += 1;
    }

    /// The finished record.
    pub fn words(&self) -> ([u64; MAX_WORDS], usize) {
        let mut words = self.words;
        for (i, word) in words.iter_mut().enumerate() {
            let used = self.at.bit.saturating_sub(i as u32 * 64).min(64);
            *word = if used == 64 { *word } else { *word & ((1 << used) - 1) };
        }
        words[0] = words[0] >> RecordShape::STREAM << RecordShape::STREAM
            | self.at.clause << 24
            | self.at.from << 12
            | self.at.to;
        (words, self.shape.words)
    }
}

/// A record as it is read back. Past its end it reads zeros.
#[derive(Debug, Clone)]
pub struct Reader {
    words: [u64; MAX_WORDS],
    bit: u32,
}

impl Reader {
    /// Reads from words.
    pub fn new(record: &[u64]) -> Self {
        let mut words = [0; MAX_WORDS];
        for (to, from) in words.iter_mut().zip(record) {
            *to = *from;
        }
        Reader { words, bit: RecordShape::STREAM }
    }

    /// The clause of the first leg; none for a pass.
    pub fn clause(&self) -> Option<ClauseId> {
        let clause = self.words[0] >> 24 & 0xFF;
        (clause != RecordShape::PASS).then_some(clause as usize)
    }

    /// The next choice.
    pub fn read(&mut self, bits: u32) -> u64 {
        let mut value = 0;
        for i in 0..bits {
            let at = self.bit + i;
            if at < (MAX_WORDS * 64) as u32 {
                value |= (self.words[at as usize / 64] >> (at % 64) & 1) << i;
            }
        }
        self.bit = self.bit.saturating_add(bits);
        value
    }
}

/// The clause of a record, the cell that it leaves first, and the one it arrives at last, as they are written in word 0.
pub fn fields(word: u64) -> (usize, usize, usize) {
    ((word >> 24 & 0xFF) as usize, (word >> 12 & 0xFFF) as usize, (word & 0xFFF) as usize)
}

/// The cell that a record leaves first, and the one it arrives at last.
pub fn ends(word: u64) -> (Option<usize>, Option<usize>) {
    let cell = |field: usize| (field as u64 != RecordShape::NONE).then_some(field);
    let (_, from, to) = fields(word);
    (cell(from), cell(to))
}
