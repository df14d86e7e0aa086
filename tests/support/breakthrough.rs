//! Breakthrough of any size up to 64 cells; with one row of pawns and straight steps only, hexapawn.

use rulesmith::game::{Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Rep, Side, Traits};

use super::random::fold;

/// Two rows of pawns each that step forward, straight or diagonally to the empty, and take diagonally.
pub struct Breakthrough {
    pub width: usize,
    pub height: usize,
    /// One row each, no diagonal steps, and who has no move loses (with breakthrough's rules nobody lacks one).
    pub hexapawn: bool,
    /// Vouches for null moves.
    pub passes: bool,
}

impl Breakthrough {
    pub fn new(width: usize, height: usize) -> Self {
        assert!(width * height < 64);
        Breakthrough { width, height, hexapawn: false, passes: false }
    }

    fn row(&self, y: usize) -> u64 {
        ((1u64 << self.width) - 1) << (y * self.width)
    }
}

// State: first's pawns, second's pawns, the mover. Move: from | to << 8.
impl Game for Breakthrough {
    fn state_words(&self) -> usize {
        3
    }
    fn move_words(&self) -> usize {
        1
    }
    fn initial(&self) -> Vec<u64> {
        let rows = if self.hexapawn { 1 } else { 2 };
        let first = (0..rows).map(|y| self.row(y)).sum();
        let second = (0..rows).map(|y| self.row(self.height - 1 - y)).sum();
        vec![first, second, 0]
    }
    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(Side::of(state[2] as usize))
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        let side = self.mover(state).index();
        let (own, enemy) = (state[side], state[1 - side]);
        let mut pawns = own;
        while pawns != 0 {
            let from = pawns.trailing_zeros() as usize;
            pawns &= pawns - 1;
            let (x, y) = ((from % self.width) as i32, (from / self.width) as i32);
            let y = if side == 0 { y + 1 } else { y - 1 };
            if y < 0 || y >= self.height as i32 {
                continue;
            }
            for dx in [-1, 0, 1] {
                if x + dx < 0 || x + dx >= self.width as i32 {
                    continue;
                }
                let to = (y * self.width as i32 + x + dx) as u64;
                let empty = (own | enemy) >> to & 1 == 0;
                let taken = enemy >> to & 1 == 1;
                let may = match dx {
                    0 => empty,
                    _ => taken || (empty && !self.hexapawn),
                };
                if may {
                    moves.push(&[from as u64 | to << 8]);
                }
            }
        }
        Ok(())
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        let side = self.mover(state).index();
        let (from, to) = (1u64 << (record[0] & 63), 1u64 << (record[0] >> 8 & 63));
        next[side] = (state[side] & !from) | to;
        next[1 - side] = state[1 - side] & !to;
        next[2] = 1 - side as u64;
        Made { ending: self.status(next), irreversible: true }
    }
    fn status(&self, state: &[u64]) -> Option<Ending> {
        let win = |side| Some(Ending { rank: 0, outcome: Outcome::Win(side) });
        if state[0] & self.row(self.height - 1) != 0 || state[1] == 0 {
            win(Side::First)
        } else if state[1] & self.row(0) != 0 || state[0] == 0 {
            win(Side::Second)
        } else {
            None
        }
    }
    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        Ending { rank: 1, outcome: Outcome::Win(self.mover(state).other()) }
    }
    fn ending_by_history(&self, _: &[u64], _: &History) -> Option<Ending> {
        None
    }
    fn reads_history(&self) -> bool {
        false
    }
    fn rep(&self, state: &[u64]) -> Rep {
        Rep { position: fold(state), board: fold(&state[..2]), marks: 0 }
    }
    fn key(&self, state: &[u64], _: u32) -> u64 {
        fold(state)
    }
    fn evaluate(&self, state: &[u64]) -> i32 {
        let worth = |side: usize| {
            (0..self.width * self.height)
                .filter(|cell| state[side] >> cell & 1 == 1)
                .map(|cell| {
                    let y = cell / self.width;
                    100 + 8 * (if side == 0 { y } else { self.height - 1 - y }) as i32
                })
                .sum::<i32>()
        };
        let mover = self.mover(state).index();
        worth(mover) - worth(1 - mover)
    }
    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        let (from, to) = ((record[0] & 63) as u16, (record[0] >> 8 & 63) as u16);
        let side = self.mover(state).index();
        let noisy = state[1 - side] >> to & 1 == 1;
        Hint { gain: i32::from(noisy) * 100, risk: 100, noisy, piece: 0, from, to }
    }
    fn piece_classes(&self) -> usize {
        1
    }
    fn sites(&self) -> usize {
        self.width * self.height
    }
    fn has_noisy(&self) -> bool {
        true
    }
    fn score_scale(&self) -> Option<i32> {
        None
    }
    fn pass(&self, state: &[u64], next: &mut [u64]) -> bool {
        next.copy_from_slice(state);
        next[2] = 1 - state[2];
        true
    }
    fn traits(&self) -> Traits {
        Traits { no_repetition: true, null_move: self.passes, ..Traits::default() }
    }
}
