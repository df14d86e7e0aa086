//! Stacks: the planes hold the piece on top, a word for every cell what lies below it.

use super::bits::Bits;
use super::ply::Ply;
use crate::game::{Overflow, Side};
use crate::ir::{PlaneClass, STACK_BITS, STACK_DEPTH, STACK_HEIGHT};

const MASK: u64 = (1 << STACK_BITS) - 1;

impl<const W: usize> Ply<'_, W> {
    /// The piece on top of a cell as it is written in a stack, 0 for none.
    fn top(&self, site: usize) -> u64 {
        let layout = &self.machine.program.layout;
        let on = |id: usize| Bits::<W>::from_words(&self.state()[layout.plane_at(id)..]).has(site);
        let (mut owner, mut kind) = (None, 0);
        for (id, plane) in layout.planes.iter().enumerate() {
            match plane.class {
                PlaneClass::Side(side) if on(id) => owner = Some(side),
                PlaneClass::Kind(k) if on(id) => kind = k as u64,
                _ => {}
            }
        }
        owner.map_or(0, |side: Side| 1 + 2 * kind + side.index() as u64)
    }

    /// Puts a piece on top of a cell, in the place of what is there.
    fn set_top(&mut self, site: usize, piece: u64) {
        let machine = self.machine;
        let layout = &machine.program.layout;
        for (id, plane) in layout.planes.iter().enumerate() {
            let (owner, kind) = ((piece.wrapping_sub(1)) & 1, piece.wrapping_sub(1) >> 1);
            let joins = match plane.class {
                PlaneClass::Side(side) => piece > 0 && owner == side.index() as u64,
                PlaneClass::Kind(k) => piece > 0 && kind == k as u64,
                PlaneClass::Neutral => false,
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
        let height = (64 - below.leading_zeros()).div_ceil(STACK_BITS);
        if height >= STACK_DEPTH {
            self.overflow = Some(Overflow::Stack(STACK_HEIGHT));
            return;
        }
        self.state_mut()[to] = below | piece << (height * STACK_BITS);
    }
}
