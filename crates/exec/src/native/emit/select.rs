//! Random numbers and the n-th cell of a set, without branches.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Value};

use super::tables::TableKey;
use super::{Emit, SetV, Word, ZERO};

/// 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The cells of every set are in a table on boards of at most so many: 4 bits a cell, 32 KiB.
pub const SMALL: usize = 12;

impl Emit<'_, '_> {
    /// The next 64 random bits of the generator whose state lies at `rng`, as [`crate::rng::Rng::next_u64`].
    pub fn random(&mut self, rng: Value) -> Word {
        let state = self.load(rng, 0);
        let state = self.add(state, Word::Const(0x9E37_79B9_7F4A_7C15));
        self.store(state, rng, 0);
        let mut z = state;
        for (by, factor) in [(-30, 0xBF58_476D_1CE4_E5B9), (-27, 0x94D0_49BB_1331_11EB)] {
            let high = self.shift(z, by);
            z = self.xor(z, high);
            z = self.mul(z, Word::Const(factor));
        }
        let high = self.shift(z, -31);
        self.xor(z, high)
    }

    /// Divides fractions of 2⁶⁴ among `all`: the number of the one that a fraction falls to, below `all`, and the
    /// fraction that it is of that one. Even to within 2⁻⁶⁴ · `all`.
    pub fn portion(&mut self, fraction: Word, all: Word) -> (Word, Word) {
        if let Word::Const(0 | 1) = all {
            return (ZERO, fraction);
        }
        (self.mul_high(fraction, all), self.mul(fraction, all))
    }

    /// The cell of a set that has `index` cells before it; some number below 64·W if there is none.
    pub fn nth_cell(&mut self, set: &SetV, index: Word) -> SetV {
        if self.program.sites <= SMALL {
            let (program, n) = (self.program, self.n);
            let table = self.tables.get(program, n, TableKey::Cells);
            let all = self.and(set.words[0], Word::Const((1 << program.sites) - 1));
            let cells = self.row(table, 1, all)[0];
            let place = self.shift(index, 2);
            let cell = self.down(cells, place);
            let cell = self.and(cell, Word::Const(15));
            return self.single(cell);
        }
        let (mut word, mut below, mut sum, mut number) = (set.words[0], ZERO, ZERO, ZERO);
        for i in 1..self.n {
            let count = self.count(set.words[i - 1]);
            sum = self.add(sum, count);
            let before = self.compare(IntCC::UnsignedLessThan, index, sum);
            word = self.select(before, word, set.words[i]);
            below = self.select(before, below, sum);
            number = self.select(before, number, Word::Const(i as u64));
        }
        let rest = self.sub(index, below);
        let bit = self.nth_bit(word, rest);
        let one = self.up(Word::Const(1), bit);
        let base = self.shift(number, 6);
        let site = self.or(base, bit);
        self.single_of(number, one, site)
    }

    /// A cell of a set of `size` cells drawn by a fraction, and the rest of the fraction; goes to `none` if it has none. One
    /// of all cells of the board is tried first: it most often is a hit, and waits for nothing that the set is made of.
    pub fn probe(&mut self, set: &SetV, size: Word, fraction: Word, none: Block) -> (SetV, Word) {
        let sites = Word::Const(self.program.sites as u64);
        let (site, fraction) = self.portion(fraction, sites);
        let (index, fraction) = self.portion(fraction, size);
        let one = self.single(site);
        let (hit, exact, some, end) = (self.block(), self.block(), self.block(), self.block());
        let found: Vec<Word> = (0..=self.n).map(|_| self.parameter(end)).collect();
        let here = self.set_and(&one, set);
        let here = self.any(&here);
        self.branch(here, hit, exact);
        self.enter(hit);
        let mut words = one.words.to_vec();
        words.push(site);
        self.jump(end, &words);
        self.enter(exact);
        let any = self.not_zero(size);
        self.branch(any, some, none);
        self.enter(some);
        let one = self.nth_cell(set, index);
        let mut words = one.words.to_vec();
        words.push(one.site.unwrap_or(ZERO));
        self.jump(end, &words);
        self.enter(end);
        (SetV::one(found[..self.n].to_vec(), found[self.n]), fraction)
    }

    /// The number of the bit of a word that has `index` bits before it; something below 64 if there is none.
    pub fn nth_bit(&mut self, x: Word, index: Word) -> Word {
        // Bits in pairs, in fours, in bytes, then in all bytes up to each: Knuth 7.1.3, Vigna 2008. Then a table.
        let odd = self.shift(x, -1);
        let odd = self.and(odd, Word::Const(0x5555_5555_5555_5555));
        let s = self.sub(x, odd);
        let pairs = Word::Const(0x3333_3333_3333_3333);
        let (low, high) = (self.and(s, pairs), self.shift(s, -2));
        let high = self.and(high, pairs);
        let s = self.add(low, high);
        let high = self.shift(s, -4);
        let s = self.add(s, high);
        let s = self.and(s, Word::Const(0x0F0F_0F0F_0F0F_0F0F));
        let sums = self.mul(s, Word::Const(ONES));
        let byte = self.bytes_up_to(sums, index);
        let at = self.shift(byte, 3);
        let at = self.and(at, Word::Const(63));
        let before = self.shift(sums, 8);
        let before = self.down(before, at);
        let before = self.and(before, Word::Const(0xFF));
        let rest = self.sub(index, before);
        let bits = self.down(x, at);
        let bits = self.and(bits, Word::Const(0xFF));
        let (program, n) = (self.program, self.n);
        let table = self.tables.get(program, n, TableKey::Bits);
        let places = self.row(table, 1, bits)[0];
        let place = self.shift(rest, 2);
        let bit = self.down(places, place);
        let bit = self.and(bit, Word::Const(7));
        self.or(at, bit)
    }

    /// How many bytes of `sums`, each below 128, are at most `n`, which is below 128.
    fn bytes_up_to(&mut self, sums: Word, n: Word) -> Word {
        let all = self.mul(n, Word::Const(ONES));
        let all = self.or(all, Word::Const(HIGHS));
        let rest = self.sub(all, sums);
        let reached = self.and(rest, Word::Const(HIGHS));
        self.count(reached)
    }
}
