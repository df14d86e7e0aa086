//! A token on a random directed graph with cycles: who must leave a sink has lost; the third occurrence is a draw.

use std::time::Duration;

use rulesmith::game::{
    Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Rep, Repetition, Side, Traits,
};

use super::random::{Rng, mix};

/// Node `i` leads to `arcs[i]`; both players move the same token.
pub struct Graph {
    pub arcs: Vec<Vec<u64>>,
    /// The token's node at the start.
    pub start: u64,
    /// How many occurrences of a position (node and mover) are a draw; 0 if the rules never ask.
    pub draw_at: u32,
    /// Repeating a position is forbidden instead of a draw (superko).
    pub superko: bool,
    /// The game is a draw after so many plies without a sink being reached, if any.
    pub ply_limit: Option<u64>,
    /// The evaluation of each node for the first player; of those left out 0.
    pub worth: Vec<i32>,
    /// How long it takes to list the moves of a position.
    pub pause: Duration,
}

impl Graph {
    pub fn random(rng: &mut Rng, nodes: usize, degree: usize) -> Self {
        let arcs = (0..nodes)
            .map(|_| {
                let mut to: Vec<u64> = (0..rng.below(degree + 1)).map(|_| rng.below(nodes) as u64).collect();
                to.sort_unstable();
                to.dedup();
                to
            })
            .collect();
        Graph { arcs, start: 0, draw_at: 3, superko: false, ply_limit: None, worth: Vec::new(), pause: Duration::ZERO }
    }

    /// The value for the mover at `node` by retrograde analysis: 1 wins, −1 loses, 0 goes round for ever. With the
    /// distance in plies under best play of both.
    pub fn retrograde(&self) -> Vec<(i32, u32)> {
        let mut values = vec![None; self.arcs.len()];
        for distance in 0..=2 * self.arcs.len() as u32 {
            let before = values.clone();
            for (node, arcs) in self.arcs.iter().enumerate().filter(|(node, _)| before[*node].is_none()) {
                let all_won = arcs.iter().all(|&to| matches!(before[to as usize], Some((1, _))));
                if arcs.iter().any(|&to| before[to as usize] == Some((-1, distance.wrapping_sub(1)))) {
                    values[node] = Some((1, distance));
                } else if all_won {
                    values[node] = Some((-1, distance));
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or((0, 0))).collect()
    }
}

// State: node, mover, plies made (only where they are limited).
impl Game for Graph {
    fn state_words(&self) -> usize {
        3
    }
    fn move_words(&self) -> usize {
        1
    }
    fn initial(&self) -> Vec<u64> {
        vec![self.start, 0, 0]
    }
    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(Side::of(state[1] as usize))
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        if !self.pause.is_zero() {
            std::thread::sleep(self.pause);
        }
        self.arcs[state[0] as usize].iter().for_each(|&to| moves.push(&[to]));
        Ok(())
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        next[0] = record[0] % self.arcs.len() as u64;
        next[1] = 1 - state[1];
        next[2] = if self.ply_limit.is_some() { state[2] + 1 } else { 0 };
        Made { ending: None, irreversible: false }
    }
    fn status(&self, _: &[u64]) -> Option<Ending> {
        None
    }
    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        Ending { rank: 0, outcome: Outcome::Win(self.mover(state).other()) }
    }
    fn ending_by_history(&self, state: &[u64], history: &History) -> Option<Ending> {
        let repeated = self.draw_at > 0 && history.repetitions() >= self.draw_at;
        let late = self.ply_limit.is_some_and(|limit| state[2] >= limit);
        (repeated || late).then_some(Ending { rank: 1, outcome: Outcome::Draw })
    }
    fn legal_by_history(&self) -> bool {
        self.superko
    }
    fn allowed_by_history(&self, _: &[u64], _: &[u64], history: &History) -> bool {
        history.board_is_new()
    }
    fn reads_history(&self) -> bool {
        self.draw_at > 0 || self.superko || self.ply_limit.is_some()
    }
    fn rep(&self, state: &[u64]) -> Rep {
        let position = mix(state[0] * 2 + state[1] + 1);
        Rep { position, board: position, marks: 0 }
    }
    fn key(&self, state: &[u64], horizon: u32) -> u64 {
        let near = self.ply_limit.is_some_and(|limit| state[2] + u64::from(horizon) >= limit);
        self.rep(state).position ^ if near { mix(state[2] + 1_000_003) } else { 0 }
    }
    fn evaluate(&self, state: &[u64]) -> i32 {
        let worth = self.worth.get(state[0] as usize).copied().unwrap_or(0);
        if self.mover(state) == Side::First { worth } else { -worth }
    }
    fn hint(&self, _: &[u64], record: &[u64]) -> Hint {
        Hint { from: Hint::NO_SITE, to: record[0] as u16, ..Hint::default() }
    }
    fn piece_classes(&self) -> usize {
        1
    }
    fn sites(&self) -> usize {
        self.arcs.len()
    }
    fn has_noisy(&self) -> bool {
        false
    }
    fn score_scale(&self) -> Option<i32> {
        None
    }
    fn traits(&self) -> Traits {
        let repetition = if self.draw_at > 0 { Repetition::Draws } else { Repetition::Ignored };
        Traits { repetition, ..Traits::default() }
    }
}
