//! Games of sowing: seeds in bytes, one after the other, round by a table. Kalah is one lap; congklak goes on from pit to pit.

use super::{Hand, nth_bit};

/// Houses and stores as they follow each other: the first player's houses, the store, the second's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sowing<const HOUSES: usize, const SEEDS: u8, const RELAY: bool> {
    pits: [u8; 16],
    mover: u8,
}

/// Six houses a side, four seeds in each.
pub type Kalah = Sowing<6, 4, false>;

/// Seven houses a side, seven seeds in each.
pub type Congklak = Sowing<7, 7, true>;

/// After so many laps a sowing stops.
const MOST_LAPS: u32 = 1000;

impl<const HOUSES: usize, const SEEDS: u8, const RELAY: bool> Sowing<HOUSES, SEEDS, RELAY> {
    const RING: usize = 2 * HOUSES + 2;

    /// For each player the pit that follows each: the other's store is passed over.
    const NEXT: [[u8; 16]; 2] = {
        let mut next = [[0; 16]; 2];
        let mut at = 0;
        while at < Self::RING {
            let mut side = 0;
            while side < 2 {
                let one = (at + 1) % Self::RING;
                let passed = (1 - side) * (HOUSES + 1) + HOUSES;
                next[side][at] = (if one == passed { (one + 1) % Self::RING } else { one }) as u8;
                side += 1;
            }
            at += 1;
        }
        next
    };

    #[inline]
    fn first(&self) -> usize {
        usize::from(self.mover) * (HOUSES + 1)
    }

    /// The own houses with seeds, a bit each.
    #[inline]
    fn full(&self) -> u64 {
        let houses = &self.pits[self.first()..self.first() + HOUSES];
        houses.iter().enumerate().fold(0, |all, (house, &n)| all | u64::from(n != 0) << house)
    }
}

impl<const HOUSES: usize, const SEEDS: u8, const RELAY: bool> Hand for Sowing<HOUSES, SEEDS, RELAY> {
    /// The number of a house.
    type Move = u8;

    fn start() -> Self {
        let mut pits = [0; 16];
        for side in 0..2 {
            pits[side * (HOUSES + 1)..side * (HOUSES + 1) + HOUSES].fill(SEEDS);
        }
        Sowing { pits, mover: 0 }
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(u8)) {
        super::bits(self.full()).for_each(|bit| visit(bit.trailing_zeros() as u8));
    }

    #[inline]
    fn count(&self) -> u64 {
        u64::from(self.full().count_ones())
    }

    #[inline]
    fn nth(&self, n: u64) -> u8 {
        nth_bit(self.full(), n).trailing_zeros() as u8
    }

    #[inline]
    fn make(&self, house: u8) -> Self {
        let mut next = *self;
        let first = self.first();
        let (houses, store) = (first..first + HOUSES, first + HOUSES);
        let ring = &Self::NEXT[usize::from(self.mover)];
        let mut at = first + usize::from(house);
        for _ in 0..if RELAY { MOST_LAPS } else { 1 } {
            let hand = std::mem::take(&mut next.pits[at]);
            for _ in 0..hand {
                at = usize::from(ring[at]);
                next.pits[at] += 1;
            }
            if at == store || next.pits[at] == 1 {
                break;
            }
        }
        let opposite = 2 * HOUSES - at.min(2 * HOUSES);
        // In Kalah the last seed goes home even if nothing lies across.
        if houses.contains(&at) && next.pits[at] == 1 && (!RELAY || next.pits[opposite] > 0) {
            next.pits[store] += 1 + next.pits[opposite];
            (next.pits[at], next.pits[opposite]) = (0, 0);
        }
        if at != store {
            next.mover = 1 - self.mover;
        }
        next
    }

    /// Kalah ends as soon as either side is empty, congklak when a player has nothing to sow.
    #[inline]
    fn over(&self) -> bool {
        let other = Sowing { mover: 1 - self.mover, ..*self };
        self.full() == 0 || !RELAY && other.full() == 0
    }
}
