//! Fifteen by fifteen, five in a row: each line of the board in each direction is a word of sixteen bits, moves are
//! made in place and taken back, and only the four lines through the last stone are looked at.

use std::hint::black_box;

use super::{Hand, Random, Told, cell_name, column_row};

const SIZE: usize = 15;
const CELLS: usize = SIZE * SIZE;
/// Ranks, files, rising and falling diagonals.
const LINES: usize = 2 * SIZE + 2 * (2 * SIZE - 1);

/// For each cell its four lines and its place in each.
static PLACES: [[(u8, u8); 4]; CELLS] = places();

const fn places() -> [[(u8, u8); 4]; CELLS] {
    let mut table = [[(0, 0); 4]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (x, y) = (cell % SIZE, cell / SIZE);
        let diagonals = 2 * SIZE;
        table[cell] = [
            (y as u8, x as u8),
            ((SIZE + x) as u8, y as u8),
            ((diagonals + x + SIZE - 1 - y) as u8, x as u8),
            ((diagonals + 2 * SIZE - 1 + x + y) as u8, x as u8),
        ];
        cell += 1;
    }
    table
}

/// The lines of both players, the empty cells, who moves, and whether the last stone made five.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gomoku {
    lines: [[u16; LINES]; 2],
    empty: [u64; 4],
    stones: u32,
    won: bool,
}

impl Gomoku {
    #[inline]
    fn side(&self) -> usize {
        self.stones as usize & 1
    }

    #[inline]
    fn put(&mut self, cell: usize) {
        let side = self.side();
        for (line, place) in PLACES[cell] {
            self.lines[side][usize::from(line)] |= 1 << place;
        }
        self.empty[cell / 64] ^= 1 << (cell % 64);
        self.stones += 1;
    }

    #[inline]
    fn unput(&mut self, cell: usize) {
        self.stones -= 1;
        let side = self.side();
        for (line, place) in PLACES[cell] {
            self.lines[side][usize::from(line)] ^= 1 << place;
        }
        self.empty[cell / 64] ^= 1 << (cell % 64);
    }

    /// Whether the stone just put on this cell made five.
    #[inline]
    fn five(&self, cell: usize) -> bool {
        let lines = &self.lines[1 - self.side()];
        let mut found = 0;
        for (line, _) in PLACES[cell] {
            let line = lines[usize::from(line)];
            let pairs = line & line >> 1;
            found |= pairs & pairs >> 2 & line >> 4;
        }
        found != 0
    }

    #[inline]
    fn cells(&self, mut visit: impl FnMut(usize)) {
        for word in 0..4 {
            super::bits(self.empty[word]).for_each(|bit| visit(64 * word + bit.trailing_zeros() as usize));
        }
    }

    fn bulk_in_place(&mut self, depth: u32) -> u64 {
        if depth == 1 {
            return self.count();
        }
        let mut leaves = 0;
        for word in 0..4 {
            for bit in super::bits(self.empty[word]) {
                let cell = 64 * word + bit.trailing_zeros() as usize;
                self.put(cell);
                if !self.five(cell) {
                    leaves += self.bulk_in_place(depth - 1);
                }
                self.unput(cell);
            }
        }
        leaves
    }

    fn leaves_in_place<const END: bool>(&mut self, depth: u32) -> u64 {
        let mut leaves = 0;
        for word in 0..4 {
            for bit in super::bits(self.empty[word]) {
                let cell = 64 * word + bit.trailing_zeros() as usize;
                self.put(cell);
                if depth == 1 {
                    if END {
                        black_box(self.five(cell));
                    }
                    black_box(&*self);
                    leaves += 1;
                } else if !self.five(cell) {
                    leaves += self.leaves_in_place::<END>(depth - 1);
                }
                self.unput(cell);
            }
        }
        leaves
    }
}

impl Hand for Gomoku {
    /// The cell.
    type Move = usize;

    fn start() -> Self {
        let last = CELLS - 3 * 64;
        let empty = [u64::MAX, u64::MAX, u64::MAX, (1 << last) - 1];
        Gomoku { lines: [[0; LINES]; 2], empty, stones: 0, won: false }
    }

    #[inline]
    fn each(&self, visit: impl FnMut(usize)) {
        self.cells(visit);
    }

    #[inline]
    fn count(&self) -> u64 {
        CELLS as u64 - u64::from(self.stones)
    }

    fn nth(&self, n: u64) -> usize {
        let (mut left, mut found) = (n, 0);
        self.cells(|cell| {
            if left == 0 {
                found = cell;
            }
            left = left.wrapping_sub(1);
        });
        found
    }

    fn make(&self, cell: usize) -> Self {
        let mut next = self.clone();
        next.put(cell);
        next.won = next.five(cell);
        next
    }

    #[inline]
    fn over(&self) -> bool {
        self.won
    }

    fn bulk(&self, depth: u32) -> u64 {
        self.clone().bulk_in_place(depth)
    }

    fn leaves<const END: bool>(&self, depth: u32) -> u64 {
        self.clone().leaves_in_place::<END>(depth)
    }

    fn playout(&self, random: &mut Random, most: u32) -> u32 {
        let mut position = self.clone();
        let (mut cells, mut left) = ([0; CELLS], 0);
        self.cells(|cell| {
            cells[left] = cell;
            left += 1;
        });
        for ply in 0..most {
            if left == 0 {
                return ply;
            }
            let chosen = random.below(left as u64) as usize;
            let cell = cells[chosen];
            left -= 1;
            cells[chosen] = cells[left];
            position.put(cell);
            if position.five(cell) {
                return ply + 1;
            }
        }
        most
    }
}

impl Told for Gomoku {
    fn texts(&self, cell: usize, _: usize) -> Vec<String> {
        vec![cell_name((cell % SIZE) as u32, (cell / SIZE) as u32)]
    }

    fn content(&self, cell: &str, _: usize) -> Option<(usize, &'static str)> {
        let (column, row) = column_row(cell);
        let owner = (0..2).find(|&side| self.lines[side][row as usize] >> column & 1 == 1)?;
        Some((owner, "Stone"))
    }

    fn result(&self, side: usize, _: u32) -> Option<i32> {
        if self.won {
            return Some(if side == 1 { 1 } else { -1 });
        }
        (self.stones as usize == CELLS).then_some(0)
    }
}
