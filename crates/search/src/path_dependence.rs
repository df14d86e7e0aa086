//! The rule that a value which leans on a repetition higher up is not stored (`Value::dep`) is needed, and it is enough
//! for what is proved: on random graphs with loops, where a repetition is a draw, every proof is true; without the rule
//! there is a graph whose win is missed.

use std::sync::atomic::AtomicBool;

use super::node::TRUSTING;
use super::{Limits, Options, Proof, Table, search_with};
use crate::game::{
    Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Position, Rep, Repetition, Side, Traits,
};
use crate::rng::Rng;

/// Both players move one token along arcs; who can't has lost. State: its node, the mover.
pub(super) struct Loops(pub Vec<Vec<u64>>);

impl Loops {
    fn random(rng: &mut Rng, nodes: usize) -> Self {
        let arcs = (0..nodes).map(|_| {
            // Few ends, so that wins are long and loops are met first.
            let degree = if rng.below(8) == 0 { 0 } else { 1 + rng.below(2) };
            let mut to: Vec<u64> = (0..degree).map(|_| rng.below(nodes) as u64).collect();
            to.sort_unstable();
            to.dedup();
            to
        });
        Loops(arcs.collect())
    }

    /// For each node 1 if the player to move there wins, −1 if they lose, 0 if nobody does: backwards from the ends.
    fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.0.len()];
        loop {
            let before = values.clone();
            for (value, arcs) in values.iter_mut().zip(&self.0) {
                let replies = || arcs.iter().map(|&to| before[to as usize]);
                *value = if replies().any(|v| v < 0) { 1 } else { -i32::from(replies().all(|v| v > 0)) };
            }
            if values == before {
                return values;
            }
        }
    }
}

impl Game for Loops {
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
        Decides::Player(Side::of(state[1] as usize))
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        self.0[state[0] as usize].iter().for_each(|&to| moves.push(&[to]));
        Ok(())
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        next.copy_from_slice(&[record[0] % self.0.len() as u64, 1 - state[1]]);
        Made::default()
    }
    fn status(&self, _: &[u64]) -> Option<Ending> {
        None
    }
    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        Ending { rank: 0, outcome: Outcome::Win(self.mover(state).other()) }
    }
    fn ending_by_history(&self, _: &[u64], history: &History) -> Option<Ending> {
        (history.repetitions() > 1).then_some(Ending { rank: 1, outcome: Outcome::Draw })
    }
    fn reads_history(&self) -> bool {
        true
    }
    fn rep(&self, state: &[u64]) -> Rep {
        let position = self.key(state, 0);
        Rep { position, board: position, marks: 0 }
    }
    fn key(&self, state: &[u64], _: u32) -> u64 {
        (2 * state[0] + state[1] + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
        self.0.len()
    }
    fn has_noisy(&self) -> bool {
        false
    }
    fn score_scale(&self) -> Option<i32> {
        None
    }
    fn traits(&self) -> Traits {
        Traits { repetition: Repetition::Draws, ..Traits::default() }
    }
}

/// What a search from a node proves: a win, a loss, nobody's; none if it proves nothing.
fn proved(game: &Loops, node: usize, trusting: bool) -> Option<i32> {
    TRUSTING.set(trusting);
    let position = Position::new(game, &[node as u64, 0]);
    let (table, never) = (Table::with_buckets(64), AtomicBool::new(false));
    let report = search_with(&table, &position, &Limits::depth(12), &Options::exact(), &never, &mut ());
    TRUSTING.set(false);
    report.proof.map(|proof| match proof {
        Proof::Win(_) => 1,
        Proof::Loss(_) => -1,
        _ => 0,
    })
}

#[test]
fn what_is_proved_holds_on_every_path() {
    let mut all = 0;
    for seed in 0..300 {
        let game = Loops::random(&mut Rng::new(seed), 10);
        for (node, value) in game.values().into_iter().enumerate() {
            let found = proved(&game, node, false);
            assert!(found.is_none_or(|found| found == value), "graph {seed}, node {node}: {found:?} for {value}");
            all += u32::from(found.is_some());
        }
    }
    assert!(all > 1000, "{all} proofs");
}

/// The canary. From 0 the way to 2 wins: it leads to 3 only, and from there 5 … 10 is a way on whose end the opponent is
/// stuck. But 2 is first met behind 1 and 3, where going back to 3 is a draw. Stored as if it held everywhere, that draw
/// hides the win.
#[test]
fn a_draw_that_leans_on_the_path_hides_a_win_if_it_is_stored() {
    let arcs: [&[u64]; 11] = [&[1, 2], &[3, 4], &[3], &[2, 5], &[6], &[7], &[4], &[8], &[9], &[10], &[]];
    let game = Loops(arcs.map(<[u64]>::to_vec).to_vec());
    assert_eq!(game.values()[0], 1);
    assert_eq!(proved(&game, 0, false), Some(1));
    assert_ne!(proved(&game, 0, true), Some(1));
}
