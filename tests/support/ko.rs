//! A token on a random graph that may come to no node twice, as boards in Go. With a score both may also pass, and two passes end
//! the game; without one who can't move has lost, or won.

use rulesmith::game::{
    Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Rep, Repetition, Side, Traits,
};

use super::random::{Rng, mix};

pub struct Ko {
    /// Where each side may go from each node.
    pub arcs: [Vec<Vec<u64>>; 2],
    /// The margin at each node, where there is one.
    pub worth: Option<Vec<i32>>,
    /// Whether who can't move has won.
    pub misere: bool,
    /// Whether the solver is told that boards are all that counts.
    pub tells: bool,
}

impl Ko {
    pub fn random(rng: &mut Rng, nodes: usize, degree: usize, scored: bool) -> Self {
        let mut arcs = || {
            let to = |from: usize, rng: &mut Rng| {
                let mut to: Vec<u64> = (0..rng.below(degree + 1)).map(|_| rng.below(nodes) as u64).collect();
                to.retain(|&to| to != from as u64);
                to.sort_unstable();
                to.dedup();
                to
            };
            (0..nodes).map(|from| to(from, rng)).collect()
        };
        let arcs = [arcs(), arcs()];
        let worth = scored.then(|| (0..nodes).map(|_| rng.below(9) as i32 - 4).collect());
        Ko { arcs, worth, misere: rng.below(2) == 0, tells: true }
    }

    fn pass(&self) -> u64 {
        self.arcs[0].len() as u64
    }
}

// State: node, mover, passes in a row.
impl Game for Ko {
    fn state_words(&self) -> usize {
        3
    }
    fn move_words(&self) -> usize {
        1
    }
    fn initial(&self) -> Vec<u64> {
        vec![0, 0, 0]
    }
    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(Side::of(state[1] as usize))
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        if state[2] < 2 {
            self.arcs[state[1] as usize][state[0] as usize].iter().for_each(|&to| moves.push(&[to]));
            if self.worth.is_some() {
                moves.push(&[self.pass()]);
            }
        }
        Ok(())
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        let passes = record[0] >= self.pass();
        next[0] = if passes { state[0] } else { record[0] };
        next[1] = 1 - state[1];
        next[2] = if passes { state[2] + 1 } else { 0 };
        Made { ending: self.status(next), irreversible: false }
    }
    fn status(&self, state: &[u64]) -> Option<Ending> {
        let worth = self.worth.as_ref().filter(|_| state[2] >= 2)?;
        Some(Ending { rank: 0, outcome: Outcome::Margin(worth[state[0] as usize]) })
    }
    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        let mover = self.mover(state);
        Ending { rank: 1, outcome: Outcome::Win(if self.misere { mover } else { mover.other() }) }
    }
    fn ending_by_history(&self, _: &[u64], _: &History) -> Option<Ending> {
        None
    }
    fn legal_by_history(&self) -> bool {
        true
    }
    fn forbids_boards(&self) -> bool {
        self.tells
    }
    fn allowed_by_history(&self, _: &[u64], record: &[u64], history: &History) -> bool {
        record[0] >= self.pass() || history.board_is_new()
    }
    fn reads_history(&self) -> bool {
        true
    }
    fn rep(&self, state: &[u64]) -> Rep {
        Rep { position: mix(state[0] * 2 + state[1] + 1), board: mix(state[0] + 7_000_003), marks: 0 }
    }
    fn key(&self, state: &[u64], _: u32) -> u64 {
        self.rep(state).position ^ mix(state[2] + 1_000_003)
    }
    fn evaluate(&self, _: &[u64]) -> i32 {
        0
    }
    fn hint(&self, _: &[u64], record: &[u64]) -> Hint {
        Hint { from: Hint::NO_SITE, to: record[0] as u16, ..Hint::default() }
    }
    fn piece_classes(&self) -> usize {
        1
    }
    fn sites(&self) -> usize {
        self.arcs[0].len() + 1
    }
    fn has_noisy(&self) -> bool {
        false
    }
    fn score_scale(&self) -> Option<i32> {
        self.worth.as_ref().map(|_| 1)
    }
    fn traits(&self) -> Traits {
        Traits { repetition: Repetition::Ignored, ..Traits::default() }
    }
}
