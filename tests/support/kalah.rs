//! Kalah(m, n) with the rules as published figures have them: extra turns, a score, empty captures count.

use rulesmith::game::{Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Rep, Side, Traits};

use super::random::fold;

/// m holes a side, n counters in each.
pub struct Kalah {
    pub holes: usize,
    pub counters: u64,
    /// A bug: keys forget what is in the stores.
    pub forgetful: bool,
}

impl Kalah {
    pub fn new(holes: usize, counters: u64) -> Self {
        Kalah { holes, counters, forgetful: false }
    }

    fn side_empty(&self, state: &[u64], side: usize) -> bool {
        let start = side * (self.holes + 1);
        state[start..start + self.holes].iter().all(|&n| n == 0)
    }
}

// State: first's holes, first's store, second's holes, second's store, the mover: one word each. Move: the hole's
// number counted from 1 (so that records differ from zeros).
impl Game for Kalah {
    fn state_words(&self) -> usize {
        2 * self.holes + 3
    }
    fn move_words(&self) -> usize {
        1
    }
    fn initial(&self) -> Vec<u64> {
        let mut state = vec![self.counters; 2 * self.holes + 3];
        state[self.holes] = 0;
        state[2 * self.holes + 1] = 0;
        state[2 * self.holes + 2] = 0;
        state
    }
    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(Side::of(state[2 * self.holes + 2] as usize))
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        if self.status(state).is_none() {
            let start = self.mover(state).index() * (self.holes + 1);
            for hole in (0..self.holes).filter(|hole| state[start + hole] > 0) {
                moves.push(&[hole as u64 + 1]);
            }
        }
        Ok(())
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        next.copy_from_slice(state);
        let (m, ring) = (self.holes, 2 * self.holes + 2);
        let side = self.mover(state).index();
        let (start, skipped) = (side * (m + 1), (1 - side) * (m + 1) + m);
        let mut at = start + (record[0].wrapping_sub(1) as usize) % m;
        let in_hand = std::mem::take(&mut next[at]);
        for _ in 0..in_hand {
            at = (at + 1) % ring;
            if at == skipped {
                at = (at + 1) % ring;
            }
            next[at] += 1;
        }
        if at != start + m {
            next[ring] = 1 - side as u64;
        }
        if (start..start + m).contains(&at) && next[at] == 1 {
            let opposite = 2 * m - at;
            next[start + m] += next[opposite] + 1;
            next[opposite] = 0;
            next[at] = 0;
        }
        // Not every ply moves a counter on for good (a hole can be refilled), but the stores only grow.
        let irreversible = next[m] + next[2 * m + 1] > state[m] + state[2 * m + 1];
        Made { ending: self.status(next), irreversible }
    }
    fn status(&self, state: &[u64]) -> Option<Ending> {
        if !self.side_empty(state, 0) && !self.side_empty(state, 1) {
            return None;
        }
        let total =
            |side: usize| state[side * (self.holes + 1)..=side * (self.holes + 1) + self.holes].iter().sum::<u64>();
        Some(Ending { rank: 0, outcome: Outcome::Margin(total(0) as i32 - total(1) as i32) })
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
        Rep { position: fold(state), board: fold(&state[..state.len() - 1]), marks: 0 }
    }
    fn key(&self, state: &[u64], _: u32) -> u64 {
        let mut state = state.to_vec();
        if self.forgetful {
            (state[self.holes], state[2 * self.holes + 1]) = (0, 0);
        }
        fold(&state)
    }
    fn evaluate(&self, state: &[u64]) -> i32 {
        let margin = state[self.holes] as i32 - state[2 * self.holes + 1] as i32;
        10 * if self.mover(state) == Side::First { margin } else { -margin }
    }
    fn hint(&self, _: &[u64], record: &[u64]) -> Hint {
        Hint { from: record[0] as u16 - 1, to: Hint::NO_SITE, piece: record[0] as u16 - 1, ..Hint::default() }
    }
    fn piece_classes(&self) -> usize {
        self.holes
    }
    fn sites(&self) -> usize {
        self.holes
    }
    fn has_noisy(&self) -> bool {
        false
    }
    fn score_scale(&self) -> Option<i32> {
        Some(1)
    }
    fn traits(&self) -> Traits {
        Traits { extra_turns: true, no_repetition: true, ..Traits::default() }
    }
}
