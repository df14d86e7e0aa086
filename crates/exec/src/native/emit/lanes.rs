//! Numbers of cells: a byte each, eight to a word. All of a word at once, as in Warren's Hacker's Delight, chapter 2.

use cranelift_codegen::ir::condcodes::IntCC;

use super::env::Env;
use super::tables::{TableKey, bytes};
use super::{Emit, SetV, Word, ZERO};
use crate::ir::{LaneId, Layout};

/// The most words of numbers that a state may have: they stay in registers, or close by.
pub const MOST_WORDS: usize = 16;
/// 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = 0x8080_8080_8080_8080;
/// Every other byte.
const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
/// 1 in every other byte.
const PAIRS: u64 = 0x0001_0001_0001_0001;

/// Where the words of a lane stand among the numbers of an [`Env`].
pub fn words_of(layout: &Layout, lane: LaneId) -> std::ops::Range<usize> {
    let first = layout.ints.len() + lane * layout.lane_words;
    first..first + layout.lane_words
}

impl Emit<'_, '_> {
    /// The words of a lane as expressions read them.
    fn lane(&self, env: &Env, lane: LaneId) -> Vec<Word> {
        words_of(&self.program.layout, lane).map(|at| env.int(at)).collect()
    }

    /// All bits of the bytes of those cells that are in a set, for the word of this number.
    fn bytes_of(&mut self, set: &SetV, index: usize) -> Word {
        let bits = self.shift(set.words[index / 8], -(index as i32 % 8 * 8));
        let bits = self.and(bits, Word::Const(0xFF));
        if let Word::Const(bits) = bits {
            return Word::Const(bytes(bits));
        }
        let (program, n) = (self.program, self.n);
        let table = self.tables.get(program, n, TableKey::Bytes);
        self.row(table, 1, bits)[0]
    }

    /// The cells of which the highest bit of their byte is set.
    fn cells_of(&mut self, highs: &[Word]) -> SetV {
        let mut words = vec![ZERO; self.n];
        for (index, &high) in highs.iter().enumerate() {
            // The bits of the bytes come together in the highest one.
            let low = self.shift(high, -7);
            let bits = self.mul(low, Word::Const(0x0102_0408_1020_4080));
            let bits = self.shift(bits, -56);
            let bits = self.shift(bits, (index % 8 * 8) as i32);
            words[index / 8] = self.or(words[index / 8], bits);
        }
        let board = self.board();
        self.masked(&SetV::new(words), &board)
    }

    /// The highest bit of every byte of `a` that is at least as great as that of `b`.
    fn at_least(&mut self, a: Word, b: Word) -> Word {
        let (raised, low) = (self.or(a, Word::Const(HIGHS)), self.and(b, Word::Const(!HIGHS)));
        let rest = self.sub(raised, low);
        let (greater, differ) = (self.minus(a, b), self.xor(a, b));
        let same = self.minus(rest, differ);
        let either = self.or(greater, same);
        self.and(either, Word::Const(HIGHS))
    }

    /// The highest bit of every byte that is not 0.
    fn not_zeros(&mut self, a: Word) -> Word {
        let low = self.and(a, Word::Const(!HIGHS));
        let carried = self.add(low, Word::Const(!HIGHS));
        let either = self.or(carried, a);
        self.and(either, Word::Const(HIGHS))
    }

    /// A number no less than one bound and no greater than another.
    pub fn limited(&mut self, n: Word, low: i64, high: i64) -> Word {
        let (low, high) = (Word::Const(low as u64), Word::Const(high as u64));
        let below = self.compare(IntCC::SignedLessThan, n, low);
        let n = self.select(below, low, n);
        let above = self.compare(IntCC::SignedGreaterThan, n, high);
        self.select(above, high, n)
    }

    /// The cells whose number lies between two bounds.
    pub fn holding(&mut self, env: &Env, lane: LaneId, least: Word, most: Word) -> SetV {
        let too_great = self.compare(IntCC::SignedGreaterThan, least, Word::Const(255));
        let too_small = self.compare(IntCC::SignedLessThan, most, ZERO);
        let none = self.either(too_great, too_small);
        let (low, high) = (self.limited(least, 0, 255), self.limited(most, 0, 255));
        let (lows, highs) = (self.mul(low, Word::Const(ONES)), self.mul(high, Word::Const(ONES)));
        let mut found = Vec::new();
        for word in self.lane(env, lane) {
            let enough = match low {
                Word::Const(0) => Word::Const(HIGHS),
                Word::Const(1) => self.not_zeros(word),
                Word::Const(_) | Word::Value(_) => self.at_least(word, lows),
            };
            let few = if high == Word::Const(255) { Word::Const(HIGHS) } else { self.at_least(highs, word) };
            found.push(self.and(enough, few));
        }
        let cells = self.cells_of(&found);
        let nothing = self.nothing();
        self.set_select(none, &nothing, &cells)
    }

    /// The sum of a lane over a set.
    pub fn sum_lane(&mut self, env: &Env, lane: LaneId, set: &SetV) -> Word {
        let mut pairs = ZERO;
        for (index, word) in self.lane(env, lane).into_iter().enumerate() {
            let bytes = self.bytes_of(set, index);
            let word = self.and(word, bytes);
            let odd = self.shift(word, -8);
            for half in [word, odd] {
                let half = self.and(half, Word::Const(EVEN));
                pairs = self.add(pairs, half);
            }
        }
        let sum = self.mul(pairs, Word::Const(PAIRS));
        self.shift(sum, -48)
    }

    /// The cells whose number differs from that at the start of the ply.
    pub fn recounted(&mut self, env: &Env) -> SetV {
        let mut all = self.nothing();
        for lane in 0..self.program.layout.lanes.len() {
            let mut highs = Vec::new();
            for at in words_of(&self.program.layout, lane) {
                let changed = self.xor(env.ints[at], env.old_ints[at]);
                highs.push(self.not_zeros(changed));
            }
            let cells = self.cells_of(&highs);
            all = self.set_or(&all, &cells);
        }
        all
    }

    /// Writes the number of every cell of a set.
    pub fn set_lane(&mut self, env: &mut Env, lane: LaneId, set: &SetV, n: Word) {
        let n = self.limited(n, 0, 255);
        let all = self.mul(n, Word::Const(ONES));
        self.write_lane(env, lane, set, &mut |_, _| all);
    }

    /// Adds to the number of every cell of a set; it stays between 0 and 255.
    pub fn add_lane(&mut self, env: &mut Env, lane: LaneId, set: &SetV, n: Word) {
        // Two bytes for each, and 256 more than the sum, which lies between −255 and 510.
        let n = self.limited(n, -255, 255);
        let n = self.add(n, Word::Const(256));
        let all = self.mul(n, Word::Const(PAIRS));
        self.write_lane(env, lane, set, &mut |e, word| {
            let odd = e.shift(word, -8);
            let [even, odd] = [word, odd].map(|half| {
                let half = e.and(half, Word::Const(EVEN));
                let sum = e.add(half, all);
                let (in_range, above) = (e.shift(sum, -8), e.shift(sum, -9));
                let above = e.and(above, Word::Const(PAIRS));
                let in_range = e.and(in_range, Word::Const(PAIRS));
                let in_range = e.minus(in_range, above);
                let (kept, most) = (e.mul(in_range, Word::Const(255)), e.mul(above, Word::Const(255)));
                let kept = e.and(kept, sum);
                e.or(kept, most)
            });
            let odd = e.shift(odd, 8);
            e.or(even, odd)
        });
    }

    fn write_lane(
        &mut self,
        env: &mut Env,
        lane: LaneId,
        set: &SetV,
        changed: &mut dyn FnMut(&mut Self, Word) -> Word,
    ) {
        for (index, at) in words_of(&self.program.layout, lane).enumerate() {
            let bytes = self.bytes_of(set, index);
            if bytes == ZERO {
                continue;
            }
            let new = changed(self, env.ints[at]);
            let (new, rest) = (self.and(new, bytes), self.minus(env.ints[at], bytes));
            env.ints[at] = self.or(new, rest);
        }
    }
}
