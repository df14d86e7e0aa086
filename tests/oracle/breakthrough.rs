//! Breakthrough on 8×8. The player to move always goes up: the board is turned after each ply, one instruction a side.

use super::{Hand, Told, bits, cell_name, column_row, nth_bit};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The pawns of the player to move, and the other ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Breakthrough {
    pub own: u64,
    pub enemy: u64,
}

impl Breakthrough {
    /// The cells reached to the left, straight on, to the right.
    #[inline]
    fn targets(self) -> [u64; 3] {
        let free = !self.own;
        [(self.own & !FILE_A) << 7 & free, self.own << 8 & free & !self.enemy, (self.own & !FILE_H) << 9 & free]
    }

    /// A position from its ranks, the eighth first, as in a FEN; upper case moves up and is to move.
    pub fn from_ranks(ranks: &str) -> Self {
        let (mut own, mut enemy) = (0, 0);
        for (down, rank) in ranks.split('/').enumerate() {
            let mut at = 8 * (7 - down);
            for c in rank.chars() {
                match c {
                    'P' => own |= 1 << at,
                    'p' => enemy |= 1 << at,
                    _ => {}
                }
                at += c.to_digit(10).unwrap_or(1) as usize;
            }
        }
        Breakthrough { own, enemy }
    }
}

impl Hand for Breakthrough {
    /// The cell left and the cell reached, as sets.
    type Move = (u64, u64);

    fn start() -> Self {
        Breakthrough { own: 0xFFFF, enemy: 0xFFFF << 48 }
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut((u64, u64))) {
        let [left, straight, right] = self.targets();
        bits(left).for_each(|to| visit((to >> 7, to)));
        bits(straight).for_each(|to| visit((to >> 8, to)));
        bits(right).for_each(|to| visit((to >> 9, to)));
    }

    #[inline]
    fn count(&self) -> u64 {
        self.targets().iter().map(|set| u64::from(set.count_ones())).sum()
    }

    #[inline]
    fn nth(&self, mut n: u64) -> (u64, u64) {
        for (shift, set) in (7..).zip(self.targets()) {
            let size = u64::from(set.count_ones());
            if n < size {
                let to = nth_bit(set, n);
                return (to >> shift, to);
            }
            n -= size;
        }
        unreachable!("n is below the count")
    }

    #[inline]
    fn make(&self, (from, to): (u64, u64)) -> Self {
        Breakthrough { own: (self.enemy & !to).swap_bytes(), enemy: (self.own ^ from ^ to).swap_bytes() }
    }

    #[inline]
    fn over(&self) -> bool {
        self.enemy & 0xFF != 0 || self.own == 0
    }
}

impl Told for Breakthrough {
    fn texts(&self, (from, to): (u64, u64), side: usize) -> Vec<String> {
        let name = |set: u64| {
            let at = set.trailing_zeros() ^ if side == 1 { 56 } else { 0 };
            cell_name(at % 8, at / 8)
        };
        vec![name(from) + &name(to)]
    }

    fn content(&self, cell: &str, side: usize) -> Option<(usize, &'static str)> {
        let (column, row) = column_row(cell);
        let bit = 1 << ((8 * row + column) ^ if side == 1 { 56 } else { 0 });
        let owner = [(self.own, side), (self.enemy, 1 - side)].into_iter().find(|(set, _)| set & bit != 0)?;
        Some((owner.1, "Pawn"))
    }

    fn result(&self, side: usize, _: u32) -> Option<i32> {
        self.over().then_some(if side == 1 { 1 } else { -1 })
    }
}
