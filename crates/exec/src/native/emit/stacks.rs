//! Stacks: the planes hold the piece on top, a word for every cell what lies below it. As the interpreter's `exec/stack.rs`,
//! without branches.

use cranelift_codegen::ir::condcodes::IntCC;

use super::env::Env;
use super::{Emit, SetV, Truth, Word, ZERO};
use crate::ir::{PlaneClass, STACK_BITS, STACK_DEPTH, STACK_HEIGHT};

/// The most cells with stacks: their words are among the values of a position.
pub const MOST_CELLS: usize = 64;

impl Emit<'_, '_> {
    /// Where the words of stacks begin among the numbers of an [`Env`].
    fn first_stack(&self) -> usize {
        let layout = &self.program.layout;
        layout.ints.len() + layout.lanes.len() * layout.lane_words
    }

    /// The first cell of a set and whether it has one.
    pub(super) fn first_cell(&mut self, set: &SetV) -> (Word, Truth) {
        let some = self.any(set);
        if let Some(site) = set.site {
            return (site, some);
        }
        let mut first = ZERO;
        for (i, &word) in set.words.iter().enumerate().rev() {
            let (bit, here) = (self.lowest(word), self.not_zero(word));
            let site = self.add(bit, Word::Const(i as u64 * 64));
            first = self.select(here, site, first);
        }
        (first, some)
    }

    /// What lies below the top of a cell.
    fn stack(&mut self, env: &Env, site: Word) -> Word {
        let first = self.first_stack();
        let mut found = ZERO;
        for cell in 0..self.program.layout.stacks {
            let here = self.compare(IntCC::Equal, site, Word::Const(cell as u64));
            found = self.select(here, env.ints[first + cell], found);
        }
        found
    }

    /// Puts other pieces below the top of a cell, if a condition holds.
    fn set_stack(&mut self, env: &mut Env, site: Word, pieces: Word, when: Truth) {
        let first = self.first_stack();
        for cell in 0..self.program.layout.stacks {
            let here = self.compare(IntCC::Equal, site, Word::Const(cell as u64));
            let here = self.both(here, when);
            env.ints[first + cell] = self.select(here, pieces, env.ints[first + cell]);
        }
    }

    /// The piece on top of a cell as it is written in a stack, 0 for none.
    fn top(&mut self, env: &Env, one: &SetV) -> Word {
        let program = self.program;
        let lone = |neutral| Word::Const(program.layout.lone_kind(neutral) as u64);
        let (mut owner, mut kind) = (ZERO, lone(false));
        for (id, plane) in program.layout.planes.iter().enumerate() {
            let here = self.set_and(&env.planes[id], one);
            let here = self.any(&here);
            // The planes of kinds come last.
            match plane.class {
                PlaneClass::Side(side) => {
                    owner = self.select(here, Word::Const(1 + side.index() as u64), owner);
                }
                PlaneClass::Neutral => {
                    owner = self.select(here, Word::Const(1), owner);
                    kind = self.select(here, lone(true), kind);
                }
                PlaneClass::Kind(k) => kind = self.select(here, Word::Const(k as u64), kind),
                PlaneClass::State(_) | PlaneClass::ThisTurn(_) => {}
            }
        }
        let kinds = self.shift(kind, 1);
        let piece = self.add(kinds, owner);
        let some = self.not_zero(owner);
        self.select(some, piece, ZERO)
    }

    /// Puts a piece on top of a cell in the place of what is there, if a condition holds.
    fn set_top(&mut self, env: &mut Env, one: &SetV, piece: Word, when: Truth) {
        let program = self.program;
        let some = self.not_zero(piece);
        let number = self.sub(piece, Word::Const(1));
        let (owner, kind) = (self.and(number, Word::Const(1)), self.shift(number, -1));
        let mut neutral = Truth::Const(false);
        for (k, _) in program.layout.neutral_kinds.iter().enumerate().filter(|(_, neutral)| **neutral) {
            let is_it = self.compare(IntCC::Equal, kind, Word::Const(k as u64));
            neutral = self.either(neutral, is_it);
        }
        let owned = self.not(neutral);
        for (id, plane) in program.layout.planes.iter().enumerate() {
            let joins = match plane.class {
                PlaneClass::Side(side) => {
                    let is_theirs = self.compare(IntCC::Equal, owner, Word::Const(side.index() as u64));
                    self.both(is_theirs, owned)
                }
                PlaneClass::Kind(k) => self.compare(IntCC::Equal, kind, Word::Const(k as u64)),
                PlaneClass::Neutral => neutral,
                PlaneClass::State(_) | PlaneClass::ThisTurn(_) => continue,
            };
            let joins = self.both(joins, some);
            let rest = self.set_minus(&env.planes[id], one);
            let with = self.set_or(&rest, one);
            let changed = self.set_select(joins, &with, &rest);
            env.planes[id] = self.set_select(when, &changed, &env.planes[id]);
        }
    }

    /// All that lies below the top of a cell comes to another.
    pub fn move_stack(&mut self, env: &mut Env, from: &SetV, to: &SetV) {
        let ((from, some), (to, there)) = (self.first_cell(from), self.first_cell(to));
        let same = self.compare(IntCC::Equal, from, to);
        let apart = self.not(same);
        let both = self.both(some, there);
        let when = self.both(both, apart);
        let pieces = self.stack(env, from);
        self.set_stack(env, from, ZERO, when);
        self.set_stack(env, to, pieces, when);
    }

    /// Two cells change what lies below their tops.
    pub fn swap_stacks(&mut self, env: &mut Env, one: &SetV, other: &SetV) {
        let ((one, some), (other, there)) = (self.first_cell(one), self.first_cell(other));
        let when = self.both(some, there);
        let (ones, others) = (self.stack(env, one), self.stack(env, other));
        self.set_stack(env, one, others, when);
        self.set_stack(env, other, ones, when);
    }

    /// Nothing lies on some cells any more.
    pub fn clear_stacks(&mut self, env: &mut Env, at: &SetV) {
        let first = self.first_stack();
        for cell in 0..self.program.layout.stacks {
            let bit = self.bit_of(at, cell);
            // All bits where the cell is none of them.
            let kept = self.sub(bit, Word::Const(1));
            env.ints[first + cell] = self.and(env.ints[first + cell], kept);
        }
    }

    /// The piece on top of `what` goes to the bottom of the stack on `under`; the next one of `what` comes up.
    pub fn tuck(&mut self, env: &mut Env, what: &SetV, under: &SetV) {
        let ((from, some), (to, there)) = (self.first_cell(what), self.first_cell(under));
        let (what, under) = (self.single(from), self.single(to));
        let piece = self.top(env, &what);
        let same = self.compare(IntCC::Equal, from, to);
        let apart = self.not(same);
        let both = self.both(some, there);
        let mut when = self.both(both, apart);
        let is_piece = self.not_zero(piece);
        when = self.both(when, is_piece);
        let rest = self.stack(env, from);
        let fewer = self.shift(rest, -(STACK_BITS as i32));
        self.set_stack(env, from, fewer, when);
        let next = self.and(rest, Word::Const((1 << STACK_BITS) - 1));
        self.set_top(env, &what, next, when);
        let top = self.top(env, &under);
        let bare = self.is_zero(top);
        let on_top = self.both(when, bare);
        self.set_top(env, &under, piece, on_top);
        let below = self.stack(env, to);
        let bits = self.bits_taken(below);
        let full = self.compare(IntCC::Equal, bits, Word::Const(u64::from(STACK_DEPTH * STACK_BITS)));
        let covered = self.not(bare);
        let below_it = self.both(when, covered);
        let has_room = self.not(full);
        let goes_below = self.both(below_it, has_room);
        let bit = self.and(bits, Word::Const(63));
        let placed = self.up(piece, bit);
        let pieces = self.or(below, placed);
        self.set_stack(env, to, pieces, goes_below);
    }

    /// The upper pieces of `what`, so many or all, go on top of what is on `onto`.
    pub fn pile(&mut self, env: &mut Env, number: Word, what: &SetV, onto: &SetV) {
        let ((from, some), (to, there)) = (self.first_cell(what), self.first_cell(onto));
        let (what, onto) = (self.single(from), self.single(to));
        let (piece, covered) = (self.top(env, &what), self.top(env, &onto));
        let (rest, below) = (self.stack(env, from), self.stack(env, to));
        let (height, other) = (self.height(piece, rest), self.height(covered, below));
        let number = self.limited(number, 0, i64::from(STACK_HEIGHT));
        let fewer = self.compare(IntCC::UnsignedLessThan, height, number);
        let number = self.select(fewer, height, number);
        let same = self.compare(IntCC::Equal, from, to);
        let (apart, goes) = (self.not(same), self.not_zero(number));
        let both = self.both(some, there);
        let both = self.both(both, apart);
        let asked = self.both(both, goes);
        let together = self.add(number, other);
        let lost = self.compare(IntCC::UnsignedGreaterThan, together, Word::Const(u64::from(STACK_HEIGHT)));
        let has_room = self.not(lost);
        let when = self.both(asked, has_room);
        // Of the pieces that go all but the top one were below it. A shift by all bits is one by half of them, twice.
        let under_top = self.sub(number, Word::Const(1));
        let half = self.shift(under_top, STACK_BITS.trailing_zeros() as i32 - 1);
        let stays = self.down(rest, half);
        let stays = self.down(stays, half);
        let back = self.up(stays, half);
        let back = self.up(back, half);
        let above = self.xor(rest, back);
        let next = self.and(stays, Word::Const((1 << STACK_BITS) - 1));
        let stays = self.shift(stays, -(STACK_BITS as i32));
        self.set_top(env, &what, next, when);
        self.set_stack(env, from, stays, when);
        let lower = self.shift(below, STACK_BITS as i32);
        let lower = self.or(lower, covered);
        let lower = self.up(lower, half);
        let lower = self.up(lower, half);
        let pieces = self.or(above, lower);
        self.set_top(env, &onto, piece, when);
        self.set_stack(env, to, pieces, when);
    }

    /// How many bits the pieces of a stack's word take.
    fn bits_taken(&mut self, word: Word) -> Word {
        let zeros = self.leading_zeros(word);
        let bits = self.sub(Word::Const(63 + u64::from(STACK_BITS)), zeros);
        self.and(bits, Word::Const(!u64::from(STACK_BITS - 1)))
    }

    /// How many pieces a stack's word has.
    fn pieces(&mut self, word: Word) -> Word {
        let bits = self.bits_taken(word);
        self.shift(bits, -(STACK_BITS.trailing_zeros() as i32))
    }

    /// How many pieces there are with the one on top, if any.
    fn height(&mut self, top: Word, below: Word) -> Word {
        let on_top = self.not_zero(top);
        let (on_top, below) = (self.number(on_top), self.pieces(below));
        self.add(on_top, below)
    }

    /// The cells whose pieces, one where `occupied` has the cell and those below, number between two bounds.
    pub fn stacked(&mut self, env: &Env, occupied: &SetV, least: Word, most: Word) -> SetV {
        let first = self.first_stack();
        let mut words = vec![ZERO; occupied.words.len()];
        for cell in 0..self.program.layout.stacks {
            let below = self.pieces(env.int(first + cell));
            let height = self.bit_of(occupied, cell);
            let height = self.add(height, below);
            let enough = self.compare(IntCC::SignedLessThanOrEqual, least, height);
            let few = self.compare(IntCC::SignedLessThanOrEqual, height, most);
            let between = self.both(enough, few);
            let bit = self.number(between);
            let bit = self.shift(bit, (cell % 64) as i32);
            words[cell / 64] = self.or(words[cell / 64], bit);
        }
        SetV::new(words)
    }

    /// The cells where other pieces lie below the top than at the start of the ply.
    pub fn restacked(&mut self, env: &Env) -> SetV {
        let first = self.first_stack();
        let mut words = self.nothing().words.to_vec();
        for cell in 0..self.program.layout.stacks {
            let changed = self.xor(env.ints[first + cell], env.old_ints[first + cell]);
            let changed = self.not_zero(changed);
            let bit = self.number(changed);
            let bit = self.shift(bit, (cell % 64) as i32);
            words[cell / 64] = self.or(words[cell / 64], bit);
        }
        SetV::new(words)
    }

    /// The pieces on the cells of a set.
    pub fn sum_stacked(&mut self, env: &Env, of: &SetV, occupied: &SetV) -> Word {
        let first = self.first_stack();
        let tops = self.set_and(of, occupied);
        let mut sum = self.size(&tops);
        if let Some(site) = of.site {
            let below = self.stack(env, site);
            let below = self.pieces(below);
            // The site means nothing where the set has no cell.
            let some = self.any(of);
            let below = self.select(some, below, ZERO);
            return self.add(sum, below);
        }
        for cell in 0..self.program.layout.stacks {
            let below = self.pieces(env.int(first + cell));
            let bit = self.bit_of(of, cell);
            let counts = self.sub(ZERO, bit);
            let below = self.and(below, counts);
            sum = self.add(sum, below);
        }
        sum
    }

    /// How many pieces like this lie below the tops of the cells of a set.
    pub fn count_below(&mut self, env: &Env, piece: u64, of: &SetV) -> Word {
        // A digit for every piece, 0 where it is this one; then the top bit of each digit that is not 0.
        const LOW: u64 = 0x7777_7777_7777_7777;
        let first = self.first_stack();
        let mut sum = ZERO;
        for cell in 0..self.program.layout.stacks {
            let differs = self.xor(env.int(first + cell), Word::Const(piece * 0x1111_1111_1111_1111));
            let low = self.and(differs, Word::Const(LOW));
            let carried = self.add(low, Word::Const(LOW));
            let other = self.or(carried, differs);
            let other = self.or(other, Word::Const(LOW));
            let same = self.xor(other, Word::Const(u64::MAX));
            let bit = self.bit_of(of, cell);
            let counts = self.sub(ZERO, bit);
            let same = self.and(same, counts);
            let number = self.size(&SetV::new(vec![same]));
            sum = self.add(sum, number);
        }
        sum
    }

    /// 1 where a set has the cell, else 0.
    fn bit_of(&mut self, set: &SetV, cell: usize) -> Word {
        let bit = self.shift(set.words[cell / 64], -((cell % 64) as i32));
        self.and(bit, Word::Const(1))
    }
}
