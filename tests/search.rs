//! The engine against plain minimax, known values, and its manners: limits, stop flag, proofs.

mod support;

use std::sync::atomic::AtomicBool;

use rulesmith::game::{Game, Position};
use rulesmith::search::{Limits, Options, Ordering, Proof, Report, search};
use support::plain::minimax;
use support::random::{HashEval, random_position};
use support::{Breakthrough, Connect, Graph, Kalah, Rng};

fn run<G: Game>(position: &Position<G>, limits: Limits, options: &Options) -> Report {
    search(position, &limits, options, &AtomicBool::new(false), &mut ())
}

/// Each exact refinement alone, and all of them together, with a small table so that entries collide.
fn refinements() -> Vec<(&'static str, Options)> {
    let plain = Options { table_mib: 1, ..Options::plain() };
    vec![
        ("plain alpha-beta", plain.clone()),
        ("table", Options { table: true, ..plain.clone() }),
        ("null windows", Options { null_windows: true, ..plain.clone() }),
        ("aspiration", Options { aspiration: true, ..plain.clone() }),
        ("mate distance", Options { mate_distance: true, ..plain.clone() }),
        ("internal deepening", Options { internal_deepening: true, table: true, ..plain.clone() }),
        ("ordering", Options { ordering: Ordering::ALL, ..plain }),
        ("all", Options { table_mib: 1, ..Options::exact() }),
    ]
}

fn equals_minimax<G: Game>(name: &str, game: &G, seed: u64, positions: usize, plies: usize, depth: u32) {
    let mut rng = Rng(seed);
    let refinements = refinements();
    for number in 0..positions {
        let plies = rng.below(plies + 1);
        let mut position = random_position(game, &mut rng, plies);
        if position.ending().unwrap().is_some() {
            continue;
        }
        let expected = minimax(&mut position, depth, 0);
        for (what, options) in &refinements {
            let report = run(&position, Limits::depth(depth), options);
            // A proof may end the search before the depth: then the value is the true one, and minimax has it too.
            assert_eq!(report.score, expected, "{name}, position {number}, depth {depth}, {what}");
            let best = report.best.expect("a move");
            position.make(&best);
            let value = minimax(&mut position, depth - 1, 1);
            position.undo();
            let mut after = position.clone();
            after.make(&best);
            let value = if after.mover() == position.mover() { value } else { -value };
            assert_eq!(value, expected, "{name}, position {number}, {what}: the best move's value");
        }
    }
}

#[test]
fn exact_refinements_equal_minimax_in_placement_games() {
    equals_minimax("tic-tac-toe", &HashEval(Connect::tic_tac_toe(), 50), 1, 40, 6, 5);
    equals_minimax("connect four", &HashEval(Connect::four(5, 4), 300), 2, 25, 12, 6);
    let misere = Connect { misere: true, ..Connect::tic_tac_toe() };
    equals_minimax("misère", &HashEval(misere, 5), 3, 25, 6, 5);
}

#[test]
fn exact_refinements_equal_minimax_in_breakthrough() {
    equals_minimax("breakthrough", &HashEval(Breakthrough::new(5, 5), 300), 4, 20, 20, 4);
    let hexapawn = Breakthrough { hexapawn: true, ..Breakthrough::new(4, 4) };
    equals_minimax("hexapawn", &HashEval(hexapawn, 10), 5, 30, 4, 6);
}

#[test]
fn exact_refinements_equal_minimax_with_extra_turns_and_scores() {
    equals_minimax("kalah 3,3", &HashEval(Kalah::new(3, 3), 40), 6, 40, 12, 6);
    equals_minimax("kalah 4,2", &HashEval(Kalah::new(4, 2), 3), 7, 40, 12, 6);
}

#[test]
fn exact_refinements_equal_minimax_with_repetition() {
    // Threefold needs eight plies on a path; the table would be wrong here if path-dependent values were stored.
    for seed in 0..60 {
        let mut rng = Rng(seed);
        let game = Graph { draw_at: 2, ..Graph::random(&mut rng, 7, 3) };
        if !game.arcs[0].is_empty() {
            let limited = Graph { ply_limit: Some(7), arcs: game.arcs.clone(), ..Graph::random(&mut rng, 2, 1) };
            equals_minimax("counter", &HashEval(limited, 20), seed, 2, 3, 6);
        }
    }
}

#[test]
fn known_values() {
    let game = Connect::tic_tac_toe();
    let report = run(&Position::initial(&game), Limits::default(), &Options::default());
    assert_eq!((report.score, report.proof), (0, Some(Proof::Draw)));
    assert!(report.depth <= 13, "{}", report.depth);

    let hexapawn = Breakthrough { hexapawn: true, ..Breakthrough::new(3, 3) };
    let report = run(&Position::initial(&hexapawn), Limits::default(), &Options::default());
    assert!(matches!(report.proof, Some(Proof::Loss(_))), "{report:?}");

    for (size, first_wins) in [((3, 4), false), ((2, 6), true), ((4, 4), false)] {
        let game = Breakthrough::new(size.0, size.1);
        let report = run(&Position::initial(&game), Limits::default(), &Options::default());
        assert_eq!(matches!(report.proof, Some(Proof::Win(_))), first_wins, "{size:?}: {report:?}");
    }
    for ((m, n), margin) in [((2, 2), -2), ((2, 6), 8), ((1, 3), 6), ((2, 4), -12)] {
        let game = Kalah::new(m, n);
        let report = run(&Position::initial(&game), Limits::default(), &Options::default());
        assert_eq!(report.proof, Some(Proof::Margin(margin)), "kalah {m},{n}: {report:?}");
    }
}
