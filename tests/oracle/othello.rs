//! Othello on 8×8: moves by parallel prefix, flips by carry and by leading zeros along the eight lines of a cell.

use super::{Hand, Random, Told, bits, cell_name, column_row, nth_bit};

/// Columns b to g: what a line along a rank or a diagonal may pass over.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The discs of the player to move, and the other ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Othello {
    own: u64,
    enemy: u64,
}

/// For each cell the cells beyond it: four lines of higher bits, then four of lower ones.
static LINES: [[u64; 8]; 64] = lines();

const fn lines() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut line = 0;
        while line < 8 {
            let (dx, dy) = STEPS[line];
            let (mut x, mut y) = (cell as i32 % 8 + dx, cell as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[cell][line] |= 1 << (8 * y + x);
                x += dx;
                y += dy;
            }
            line += 1;
        }
        cell += 1;
    }
    table
}

#[inline]
fn placements(own: u64, enemy: u64) -> u64 {
    let mut found = 0;
    for (shift, mask) in [(1, enemy & INNER), (8, enemy), (7, enemy & INNER), (9, enemy & INNER)] {
        // Runs of enemy discs from an own disc on: by 1, by 2 more, by 2 more, six in all.
        let mut up = mask & own << shift;
        let mut down = mask & own >> shift;
        up |= mask & up << shift;
        down |= mask & down >> shift;
        let (pairs_up, pairs_down) = (mask & mask << shift, mask & mask >> shift);
        up |= pairs_up & up << (2 * shift);
        down |= pairs_down & down >> (2 * shift);
        up |= pairs_up & up << (2 * shift);
        down |= pairs_down & down >> (2 * shift);
        found |= up << shift | down >> shift;
    }
    found & !(own | enemy)
}

#[inline]
fn flips(own: u64, enemy: u64, at: usize) -> u64 {
    let mut flipped = 0;
    let lines = &LINES[at];
    for mask in &lines[..4] {
        // The carry runs through the enemy discs to the first cell that is none.
        let end = (enemy | !mask).wrapping_add(1) & own & mask;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & mask;
    }
    for mask in &lines[4..] {
        let stops = mask & !enemy;
        let end = (1u64 << 63).checked_shr(stops.leading_zeros()).unwrap_or(0) & own;
        flipped |= end.wrapping_neg().wrapping_mul(2) & mask;
    }
    flipped
}

impl Hand for Othello {
    /// The cell; 64 for a pass.
    type Move = u8;

    const FINISHED_IS_LEAF: bool = true;

    fn start() -> Self {
        // d5 and e4 are black, and black begins: north is up here as in the rule file.
        let at = |cell: &str| column_row(cell);
        let bit = |cell: &str| 1u64 << (8 * at(cell).1 + at(cell).0);
        Othello { own: bit("d5") | bit("e4"), enemy: bit("d4") | bit("e5") }
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(u8)) {
        let moves = placements(self.own, self.enemy);
        if moves == 0 {
            if placements(self.enemy, self.own) != 0 {
                visit(64);
            }
            return;
        }
        bits(moves).for_each(|bit| visit(bit.trailing_zeros() as u8));
    }

    /// A finished game counts as one.
    #[inline]
    fn count(&self) -> u64 {
        u64::from(placements(self.own, self.enemy).count_ones()).max(1)
    }

    #[inline]
    fn nth(&self, n: u64) -> u8 {
        let moves = placements(self.own, self.enemy);
        if moves == 0 { 64 } else { nth_bit(moves, n).trailing_zeros() as u8 }
    }

    #[inline]
    fn make(&self, at: u8) -> Self {
        if at == 64 {
            return Othello { own: self.enemy, enemy: self.own };
        }
        let flipped = flips(self.own, self.enemy, usize::from(at));
        Othello { own: self.enemy ^ flipped, enemy: self.own ^ flipped | 1 << at }
    }

    #[inline]
    fn over(&self) -> bool {
        placements(self.own, self.enemy) == 0 && placements(self.enemy, self.own) == 0
    }

    #[inline]
    fn decided(&self) -> bool {
        false
    }

    fn playout(&self, random: &mut Random, most: u32) -> u32 {
        let (mut position, mut passed) = (*self, false);
        for ply in 0..most {
            let moves = placements(position.own, position.enemy);
            if moves == 0 {
                if passed {
                    return ply + 1;
                }
                passed = true;
                position = position.make(64);
                continue;
            }
            passed = false;
            let n = random.below(u64::from(moves.count_ones()));
            position = position.make(nth_bit(moves, n).trailing_zeros() as u8);
        }
        most
    }
}

impl Told for Othello {
    fn texts(&self, at: u8, _: usize) -> Vec<String> {
        vec![cell_name(u32::from(at) % 8, u32::from(at) / 8)]
    }

    fn content(&self, cell: &str, side: usize) -> Option<(usize, &'static str)> {
        let (column, row) = column_row(cell);
        let bit = 1 << (8 * row + column);
        let owner = [(self.own, side), (self.enemy, 1 - side)].into_iter().find(|(set, _)| set & bit != 0)?;
        Some((owner.1, "Disc"))
    }

    fn result(&self, side: usize, passes: u32) -> Option<i32> {
        let margin = self.own.count_ones() as i32 - self.enemy.count_ones() as i32;
        (passes == 2).then_some(if side == 0 { margin } else { -margin })
    }

    fn must_pass(&self) -> bool {
        placements(self.own, self.enemy) == 0
    }

    fn passed(&self) -> Self {
        self.make(64)
    }
}
