//! Placement games for a line of k: tic-tac-toe, m,n,k-games, connect four with gravity, and their misère forms.

use rulesmith::game::{Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Rep, Side, Traits};

use super::random::fold;

/// A rectangle of up to 64 cells; the first to have `line` in a row wins.
pub struct Connect {
    pub width: usize,
    pub height: usize,
    pub line: usize,
    pub gravity: bool,
    pub misere: bool,
    pub lines: Vec<u64>,
}

impl Connect {
    pub fn new(width: usize, height: usize, line: usize, gravity: bool) -> Self {
        assert!(width * height <= 64);
        let mut lines = Vec::new();
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (ex, ey) = (x + dx * (line as i32 - 1), y + dy * (line as i32 - 1));
                    if ex < width as i32 && (0..height as i32).contains(&ey) {
                        let cell = |i: i32| 1u64 << ((y + i * dy) as usize * width + (x + i * dx) as usize);
                        lines.push((0..line as i32).map(cell).sum());
                    }
                }
            }
        }
        Connect { width, height, line, gravity, misere: false, lines }
    }

    pub fn tic_tac_toe() -> Self {
        Connect::new(3, 3, 3, false)
    }

    pub fn four(width: usize, height: usize) -> Self {
        Connect::new(width, height, 4, true)
    }

    fn full(&self) -> u64 {
        if self.width * self.height == 64 { u64::MAX } else { (1 << (self.width * self.height)) - 1 }
    }
}

// State: first's stones, second's stones. The mover follows from the counts.
impl Game for Connect {
    fn state_words(&self) -> usize {
        2
    }
    fn move_words(&self) -> usize {
        1
    }
    fn initial(&self) -> Vec<u64> {
        vec![0, 0]
    }
    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(Side::of((state[0] | state[1]).count_ones() as usize))
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        let occupied = state[0] | state[1];
        let mut targets = self.full() & !occupied;
        if self.gravity {
            let row = (1u64 << self.width) - 1;
            targets &= occupied << self.width | row;
        }
        while targets != 0 {
            moves.push(&[u64::from(targets.trailing_zeros())]);
            targets &= targets - 1;
        }
        Ok(())
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        let side = self.mover(state).index();
        next.copy_from_slice(state);
        next[side] |= 1 << (record[0] & 63);
        Made { ending: self.status(next), irreversible: true }
    }
    fn status(&self, state: &[u64]) -> Option<Ending> {
        for side in [Side::First, Side::Second] {
            let own = state[side.index()];
            if self.lines.iter().any(|&line| line & !own == 0) {
                let winner = if self.misere { side.other() } else { side };
                return Some(Ending { rank: 0, outcome: Outcome::Win(winner) });
            }
        }
        None
    }
    fn ending_if_stuck(&self, _: &[u64]) -> Ending {
        Ending { rank: 1, outcome: Outcome::Draw }
    }
    fn ending_by_history(&self, _: &[u64], _: &History) -> Option<Ending> {
        None
    }
    fn reads_history(&self) -> bool {
        false
    }
    fn rep(&self, state: &[u64]) -> Rep {
        Rep { position: fold(state), board: fold(state), marks: 0 }
    }
    fn key(&self, state: &[u64], _: u32) -> u64 {
        fold(state)
    }
    fn evaluate(&self, state: &[u64]) -> i32 {
        let open = |side: usize| {
            let other = state[1 - side];
            let live = self.lines.iter().filter(|&&line| line & other == 0);
            live.map(|line| (line & state[side]).count_ones().pow(2) as i32).sum::<i32>()
        };
        let mover = self.mover(state).index();
        open(mover) - open(1 - mover)
    }
    fn hint(&self, _: &[u64], record: &[u64]) -> Hint {
        Hint { from: Hint::NO_SITE, to: record[0] as u16, ..Hint::default() }
    }
    fn piece_classes(&self) -> usize {
        1
    }
    fn sites(&self) -> usize {
        self.width * self.height
    }
    fn has_noisy(&self) -> bool {
        false
    }
    fn score_scale(&self) -> Option<i32> {
        None
    }
    fn traits(&self) -> Traits {
        Traits { no_repetition: true, ..Traits::default() }
    }
}
