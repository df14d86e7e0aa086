//! Connect four on seven columns of six, in the layout of the solvers: seven bits a column, the top one always empty.

use super::{Hand, Told, cell_name, column_row, nth_bit};

const BOTTOM: u64 = 0x0000_0408_1020_4081 & ((1 << 49) - 1);
const FULL: u64 = BOTTOM * 0b11_1111;

/// The stones of the player to move, and all stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectFour {
    pub own: u64,
    pub all: u64,
}

impl ConnectFour {
    #[inline]
    fn open(self) -> u64 {
        (self.all + BOTTOM) & FULL
    }

    /// The empty cells that would complete four of a set.
    pub fn completing(self, set: u64) -> u64 {
        let mut found = 0;
        for shift in [1, 6, 7, 8] {
            let up = |n: u32| set << (n * shift);
            let down = |n: u32| set >> (n * shift);
            // Three below the cell, two and one, one and two, three above.
            found |= up(1) & up(2) & up(3)
                | up(1) & up(2) & down(1)
                | up(1) & down(1) & down(2)
                | down(1) & down(2) & down(3);
        }
        found & FULL & !self.all
    }

    #[inline]
    fn four(set: u64) -> bool {
        let along = |shift: u32| {
            let pairs = set & set >> shift;
            pairs & pairs >> (2 * shift)
        };
        along(1) | along(7) | along(6) | along(8) != 0
    }
}

impl Hand for ConnectFour {
    /// The cell, as a set.
    type Move = u64;

    fn start() -> Self {
        ConnectFour { own: 0, all: 0 }
    }

    #[inline]
    fn each(&self, visit: impl FnMut(u64)) {
        super::bits(self.open()).for_each(visit);
    }

    #[inline]
    fn count(&self) -> u64 {
        u64::from(self.open().count_ones())
    }

    #[inline]
    fn nth(&self, n: u64) -> u64 {
        nth_bit(self.open(), n)
    }

    #[inline]
    fn make(&self, cell: u64) -> Self {
        ConnectFour { own: self.own ^ self.all, all: self.all | cell }
    }

    #[inline]
    fn over(&self) -> bool {
        ConnectFour::four(self.own ^ self.all)
    }
}

impl Told for ConnectFour {
    fn texts(&self, cell: u64, _: usize) -> Vec<String> {
        let at = cell.trailing_zeros();
        vec![cell_name(at / 7, at % 7)]
    }

    fn content(&self, cell: &str, side: usize) -> Option<(usize, &'static str)> {
        let (column, row) = column_row(cell);
        let bit = 1 << (column * 7 + row);
        let owner = if self.own & bit != 0 { side } else { 1 - side };
        (self.all & bit != 0).then_some((owner, "Disc"))
    }

    fn result(&self, side: usize, _: u32) -> Option<i32> {
        if self.over() {
            return Some(if side == 1 { 1 } else { -1 });
        }
        (self.all == FULL).then_some(0)
    }
}
