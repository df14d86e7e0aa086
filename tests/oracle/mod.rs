//! Games written by hand as an expert would write them for speed: bitboards, no lists where a count will do.
//!
//! Shared by `tests/execution/by_hand.rs`, where they say what the compiled rule files must do, and by `benches/`, where they are
//! the yardstick. Nothing here knows the compiler.
#![allow(dead_code, unused_imports)]

pub mod breakthrough;
pub mod chess;
pub mod connect_four;
pub mod draughts;
pub mod gomoku;
pub mod othello;
pub mod sowing;

pub use breakthrough::Breakthrough;
pub use chess::Chess;
pub use connect_four::ConnectFour;
pub use draughts::Draughts;
pub use gomoku::Gomoku;
pub use othello::Othello;
pub use sowing::{Congklak, Kalah};

use std::hint::black_box;

/// A game by hand. The provided counts suit games whose positions are a few words; others bring their own.
pub trait Hand: Clone {
    /// A move.
    type Move: Copy;

    /// Whether a finished game that perft meets early counts as a leaf.
    const FINISHED_IS_LEAF: bool = false;

    /// The starting position.
    fn start() -> Self;

    /// Visits every legal move; the game is not over.
    fn each(&self, visit: impl FnMut(Self::Move));

    /// How many legal moves there are, without listing them.
    fn count(&self) -> u64;

    /// The `n`th move in any fixed order.
    fn nth(&self, n: u64) -> Self::Move;

    /// The position after a move.
    #[must_use]
    fn make(&self, m: Self::Move) -> Self;

    /// Whether the game has ended.
    fn over(&self) -> bool;

    /// The same, where moves may still be generated; a game that ends for want of moves shows that by having none.
    fn decided(&self) -> bool {
        self.over()
    }

    /// Leaves at this depth, the last ply counted.
    fn bulk(&self, depth: u32) -> u64 {
        if depth == 1 {
            return self.count();
        }
        let mut leaves = 0;
        let mut stuck = true;
        self.each(|m| {
            stuck = false;
            let next = self.make(m);
            leaves += if next.decided() { u64::from(Self::FINISHED_IS_LEAF) } else { next.bulk(depth - 1) };
        });
        if stuck { u64::from(Self::FINISHED_IS_LEAF) } else { leaves }
    }

    /// The same, each last move made; with `END` each last position is tested for the end of the game as well.
    fn leaves<const END: bool>(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        let mut stuck = true;
        self.each(|m| {
            stuck = false;
            let next = self.make(m);
            leaves += if depth == 1 {
                // The result has to exist, or the optimiser would make nothing.
                if END {
                    black_box(next.over());
                }
                black_box(&next);
                1
            } else if next.decided() {
                u64::from(Self::FINISHED_IS_LEAF)
            } else {
                next.leaves::<END>(depth - 1)
            };
        });
        if stuck { u64::from(Self::FINISHED_IS_LEAF) } else { leaves }
    }

    /// Plays a random game and gives its length in plies, at most `most`.
    fn playout(&self, random: &mut Random, most: u32) -> u32 {
        let mut position = self.clone();
        for ply in 0..most {
            let moves = position.count();
            if moves == 0 {
                return ply;
            }
            position = position.make(position.nth(random.below(moves)));
            if position.decided() {
                return ply + 1;
            }
        }
        most
    }
}

/// What the comparison with a compiled game asks beyond that; it need not be fast.
pub trait Told: Hand {
    /// Every text that may stand for a move of the player with this index.
    fn texts(&self, m: Self::Move, side: usize) -> Vec<String>;

    /// Who stands on a cell, and the name of the piece; `side` is the player to move.
    fn content(&self, cell: &str, side: usize) -> Option<(usize, &'static str)>;

    /// How the game ended: 1, 0 or −1 for the first player's win, draw, loss, in scored games the margin; `side` is the
    /// player to move, `passes` how many of the last plies were passes.
    fn result(&self, side: usize, passes: u32) -> Option<i32>;

    /// Whether the player to move can only pass. Then there is nothing else to compare.
    fn must_pass(&self) -> bool {
        false
    }

    /// The position with the turn passed.
    #[must_use]
    fn passed(&self) -> Self {
        self.clone()
    }
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// A number below `n`.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }
}

/// The `n`th bit of a set that has more than `n`.
#[inline]
pub fn nth_bit(mut set: u64, n: u64) -> u64 {
    for _ in 0..n {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}

/// The bits of a set, one at a time.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Column and row of a cell such as `c4`, from 0.
pub fn column_row(cell: &str) -> (u32, u32) {
    let column = u32::from(cell.as_bytes()[0] - b'a');
    (column, cell[1..].parse::<u32>().expect("a row") - 1)
}

/// The name of a cell.
pub fn cell_name(column: u32, row: u32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}
