//! Stacks: the planes hold the piece on top, a word for every cell what lies below it. As the interpreter's `exec/stack.rs`,
//! without branches.

use cranelift_codegen::ir::condcodes::IntCC;

use super::emit::{Emit, SetV, Truth, Word, ZERO};
use super::env::Env;
use crate::ir::{PlaneClass, STACK_BITS, STACK_DEPTH};

/// The most cells with stacks: their words are among the values of a position.
pub const MOST_CELLS: usize = 64;

impl Emit<'_, '_> {
    /// Notes from now on whether a stack had no room for a piece: then the interpreter must say what is wrong.
    pub fn watch_stacks(&mut self) {
        if self.program.layout.stacks > 0 {
            self.overfull = Some(self.variable(ZERO));
        }
    }

    /// Where the words of stacks begin among the numbers of an [`Env`].
    fn first_stack(&self) -> usize {
        let layout = &self.program.layout;
        layout.ints.len() + layout.lanes.len() * layout.lane_words
    }

    /// The first cell of a set and whether it has one.
    fn first_cell(&mut self, set: &SetV) -> (Word, Truth) {
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
        let (mut owner, mut kind) = (ZERO, ZERO);
        for (id, plane) in program.layout.planes.iter().enumerate() {
            let number = match plane.class {
                PlaneClass::Side(side) => 1 + side.index() as u64,
                PlaneClass::Kind(kind) => kind as u64,
                _ => continue,
            };
            let here = self.set_and(&env.planes[id], one);
            let here = self.any(&here);
            let told = if matches!(plane.class, PlaneClass::Side(_)) { &mut owner } else { &mut kind };
            *told = self.select(here, Word::Const(number), *told);
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
        for (id, plane) in program.layout.planes.iter().enumerate() {
            let joins = match plane.class {
                PlaneClass::Side(side) => self.compare(IntCC::Equal, owner, Word::Const(side.index() as u64)),
                PlaneClass::Kind(k) => self.compare(IntCC::Equal, kind, Word::Const(k as u64)),
                PlaneClass::Neutral => Truth::Const(false),
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

    /// Nothing lies on some cells any more.
    pub fn clear_stacks(&mut self, env: &mut Env, at: &SetV) {
        let first = self.first_stack();
        for cell in 0..self.program.layout.stacks {
            let bit = self.shift(at.words[cell / 64], -((cell % 64) as i32));
            let bit = self.and(bit, Word::Const(1));
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
        let zeros = self.leading_zeros(below);
        let bits = self.sub(Word::Const(63 + u64::from(STACK_BITS)), zeros);
        let bits = self.and(bits, Word::Const(!u64::from(STACK_BITS - 1)));
        let full = self.compare(IntCC::Equal, bits, Word::Const(u64::from(STACK_DEPTH * STACK_BITS)));
        let covered = self.not(bare);
        let below_it = self.both(when, covered);
        let lost = self.both(below_it, full);
        if let Some(overfull) = self.overfull {
            let so_far = self.read(overfull);
            let lost = self.number(lost);
            let more = self.or(so_far, lost);
            self.define(overfull, more);
        }
        let has_room = self.not(full);
        let goes_below = self.both(below_it, has_room);
        let bit = self.and(bits, Word::Const(63));
        let placed = self.up(piece, bit);
        let pieces = self.or(below, placed);
        self.set_stack(env, to, pieces, goes_below);
    }
}
