//! Stacks: the planes hold the piece on top, a word for every cell what lies below it.

use crate::ir::{PlaneClass, STACK_BITS, STACK_DEPTH, STACK_HEIGHT, piece};
use crate::ply::Ply;
use crate::state::bits::Bits;

const MASK: u64 = (1 << STACK_BITS) - 1;

/// How many pieces a word of a stack has.
fn pieces(word: u64) -> u32 {
    (64 - word.leading_zeros()).div_ceil(STACK_BITS)
}

impl<const W: usize> Ply<'_, W> {
    /// The piece on top of a cell as it is written in a stack, 0 for none.
    fn top(&self, site: usize) -> u64 {
        let layout = &self.machine.program.layout;
        let on = |id: usize| Bits::<W>::from_words(&self.state()[layout.plane_at(id)..]).has(site);
        let (mut owner, mut neutral, mut kind) = (None, false, None);
        for (id, plane) in layout.planes.iter().enumerate() {
            match plane.class {
                PlaneClass::Side(side) if on(id) => owner = Some(side),
                PlaneClass::Neutral if on(id) => neutral = true,
                PlaneClass::Kind(k) if on(id) => kind = Some(k),
                PlaneClass::Side(_)
                | PlaneClass::Neutral
                | PlaneClass::Kind(_)
                | PlaneClass::State(_)
                | PlaneClass::ThisTurn(_) => {}
            }
        }
        let kind = kind.unwrap_or_else(|| layout.lone_kind(neutral));
        match owner {
            None if !neutral => 0,
            owner => piece(owner, kind),
        }
    }

    /// Puts a piece on top of a cell, in the place of what is there.
    fn set_top(&mut self, site: usize, piece: u64) {
        let machine = self.machine;
        let layout = &machine.program.layout;
        for (id, plane) in layout.planes.iter().enumerate() {
            let (owner, kind) = ((piece.wrapping_sub(1)) & 1, (piece.wrapping_sub(1) >> 1) as usize);
            let neutral = piece > 0 && layout.neutral_kinds[kind];
            let joins = match plane.class {
                PlaneClass::Side(side) => piece > 0 && !neutral && owner == side.index() as u64,
                PlaneClass::Kind(k) => piece > 0 && kind == k,
                PlaneClass::Neutral => neutral,
                PlaneClass::State(_) | PlaneClass::ThisTurn(_) => continue,
            };
            let word = &mut self.state_mut()[layout.plane_at(id) + site / 64];
            *word = *word & !(1 << (site % 64)) | u64::from(joins) << (site % 64);
        }
    }

    /// The top piece of `what` goes to the bottom of the stack on `under`; the next one of `what` comes up.
    pub fn tuck(&mut self, what: usize, under: usize) {
        let piece = self.top(what);
        if piece == 0 || what == under {
            return;
        }
        let layout = &self.machine.program.layout;
        let (from, to) = (layout.stack_at(what), layout.stack_at(under));
        let rest = self.state()[from];
        self.state_mut()[from] = rest >> STACK_BITS;
        self.set_top(what, rest & MASK);
        if self.top(under) == 0 {
            return self.set_top(under, piece);
        }
        let below = self.state()[to];
        let height = pieces(below);
        // The rules that lead here ask for room before: see `Guard` in `lower/effect.rs`.
        if height >= STACK_DEPTH {
            return;
        }
        self.state_mut()[to] = below | piece << (height * STACK_BITS);
    }

    /// The upper pieces of `what`, so many or all, go on top of what is on `onto`.
    pub fn pile(&mut self, number: i64, what: usize, onto: usize) {
        let (piece, covered) = (self.top(what), self.top(onto));
        let layout = &self.machine.program.layout;
        let (from, to) = (layout.stack_at(what), layout.stack_at(onto));
        let (rest, below) = (self.state()[from], self.state()[to]);
        let height = |top: u64, below: u64| u32::from(top > 0) + pieces(below);
        let all = height(piece, rest);
        let number = number.clamp(0, i64::from(all)) as u32;
        if number == 0 || what == onto {
            return;
        }
        if number + height(covered, below) > STACK_HEIGHT {
            return;
        }
        // Of the pieces that go all but the top one were below it.
        let bits = (number - 1) * STACK_BITS;
        let stays = rest.checked_shr(bits).unwrap_or(0);
        let goes = rest ^ stays.checked_shl(bits).unwrap_or(0);
        self.state_mut()[from] = stays >> STACK_BITS;
        self.set_top(what, stays & MASK);
        let under = covered | below << STACK_BITS;
        self.state_mut()[to] = goes | under.checked_shl(bits).unwrap_or(0);
        self.set_top(onto, piece);
    }

    /// Two cells change what lies below their tops.
    pub fn swap_stacks(&mut self, one: usize, other: usize) {
        let layout = &self.machine.program.layout;
        let (one, other) = (layout.stack_at(one), layout.stack_at(other));
        self.state_mut().swap(one, other);
    }

    /// How many pieces like this lie below the top of a cell.
    pub fn below_like(&self, site: usize, piece: u64) -> i64 {
        let word = self.reading()[self.machine.program.layout.stack_at(site)];
        (0..STACK_DEPTH).filter(|i| word >> (i * STACK_BITS) & MASK == piece).count() as i64
    }

    /// How many pieces lie below the top of a cell.
    pub fn below(&self, site: usize) -> i64 {
        let layout = &self.machine.program.layout;
        if layout.stacks == 0 { 0 } else { i64::from(pieces(self.reading()[layout.stack_at(site)])) }
    }
}
