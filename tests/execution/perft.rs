//! Perft: published counts, and equality with a recursion too plain to be wrong.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::support::random::random_position;
use crate::support::{Breakthrough, Connect, Graph, Kalah, Rng};
use rulesmith::game::perft::{Leaves, PerftObserver, PerftOptions, PerftReport, perft};
use rulesmith::game::{Game, Position};

fn run<G: Game>(position: &Position<'_, G>, options: PerftOptions) -> PerftReport {
    perft(position, options, &AtomicBool::new(false), &mut ()).unwrap()
}

/// The definition.
fn slow<G: Game>(position: &mut Position<'_, G>, left: u32, options: PerftOptions) -> u64 {
    if left == 0 {
        return 1;
    }
    let moves = position.moves().unwrap();
    if moves.is_empty() {
        return u64::from(options.finished_is_leaf);
    }
    let mut total = 0;
    for record in moves.iter() {
        let before = position.mover();
        position.make(record);
        let over = position.ending_by_position().is_some() || position.moves().unwrap().is_empty();
        let complete = !options.turns || over || position.mover() != before;
        total += slow(position, left - u32::from(complete), options);
        position.undo();
    }
    total
}

fn equals_the_definition<G: Game>(name: &str, game: &G, seed: u64, depth: u32) {
    let mut rng = Rng(seed);
    for number in 0..30 {
        let plies = rng.below(25);
        let mut position = random_position(game, &mut rng, plies);
        for (leaves, bits) in Leaves::ALL.into_iter().flat_map(|leaves| (0..4).map(move |bits| (leaves, bits))) {
            let [finished_is_leaf, turns] = [0, 1].map(|bit| bits >> bit & 1 == 1);
            let options = PerftOptions { depth, leaves, finished_is_leaf, turns };
            let report = run(&position, options);
            let expected: Vec<u64> = (1..=depth).map(|d| slow(&mut position, d, options)).collect();
            assert_eq!(report.counts, expected, "{name}, position {number}, {options:?}");
            if !report.divide.is_empty() {
                let sum: u64 = report.divide.iter().map(|d| d.1).sum();
                assert_eq!(Some(&sum), report.counts.last(), "{name}, position {number}: the shares add up");
            }
        }
    }
}

#[test]
fn every_way_to_count_is_its_definition() {
    equals_the_definition("tic-tac-toe", &Connect::tic_tac_toe(), 1, 4);
    equals_the_definition("breakthrough", &Breakthrough::new(4, 5), 2, 3);
    equals_the_definition("kalah", &Kalah::new(3, 2), 3, 3);
    equals_the_definition("a graph", &Graph::random(&mut Rng(4), 12, 3), 5, 5);
}

#[test]
fn tic_tac_toe_as_published() {
    let game = Connect::tic_tac_toe();
    let counts = run(&Position::initial(&game), PerftOptions::plies(9)).counts;
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    let all = PerftOptions { finished_is_leaf: true, ..PerftOptions::plies(9) };
    assert_eq!(run(&Position::initial(&game), all).counts[8], 255_168, "all games of tic-tac-toe");
}

#[test]
fn breakthrough_5x5_as_published() {
    let game = Breakthrough::new(5, 5);
    let counts = run(&Position::initial(&game), PerftOptions::plies(6)).counts;
    assert_eq!(counts, [13, 156, 1924, 23084, 289_828, 3_538_840]);
}

#[test]
fn stopping_keeps_the_finished_depths() {
    /// Raises the flag when the third depth is done.
    struct Third<'f>(&'f AtomicBool, AtomicU64);
    impl PerftObserver for Third<'_> {
        fn depth_done(&mut self, depth: u32, leaves: u64) {
            self.1.fetch_add(leaves, Ordering::Relaxed);
            self.0.store(depth == 3, Ordering::Relaxed);
        }
    }
    let game = Breakthrough::new(5, 5);
    let stop = AtomicBool::new(false);
    let mut third = Third(&stop, AtomicU64::new(0));
    let report = perft(&Position::initial(&game), PerftOptions::plies(1000), &stop, &mut third).unwrap();
    assert!(report.stopped);
    assert_eq!(report.counts, [13, 156, 1924]);
    assert_eq!(third.1.into_inner(), 13 + 156 + 1924);
}
