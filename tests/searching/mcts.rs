//! Monte Carlo tree search on hand-written games: proofs against minimax, repeatability, limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::plain::minimax;
use crate::support::{Breakthrough, Connect, Kalah};
use rulesmith::game::{Game, Position};
use rulesmith::search::mcts::{Growth, grow_tree};
use rulesmith::search::value::Proof;
use rulesmith::search::{Ended, Limits, Options, Report};

fn grown<G: Game>(position: &Position<G>, limits: &Limits, growth: Growth) -> Report {
    let game: &dyn Game = position.game();
    grow_tree(&position.seen_as(game), limits, &Options::default(), growth, &AtomicBool::new(false))
}

/// Positions of a game that random moves lead to.
fn some<G: Game>(game: &G, number: u64) -> Vec<Position<'_, G>> {
    let opening = |seed: u64| {
        let mut position = Position::initial(game);
        let plies = seed as usize % 7;
        let moves = rulesmith::search::match_play::random_opening(game, plies, seed);
        moves.iter().for_each(|record| position.make(record));
        position
    };
    (0..number).map(opening).collect()
}

/// What is proved is what minimax finds: the distance of a win is no less than the shortest.
#[test]
fn proofs_agree_with_minimax() {
    let game = Connect::tic_tac_toe();
    let (mut all, mut proofs, mut wins) = (0, 0, 0);
    for (seed, mut position) in some(&game, 60).into_iter().enumerate() {
        let value = minimax(&mut position, 9, 0);
        for playout in [0, 4, 50] {
            let growth = Growth { playout, seed: seed as u64 };
            let report = grown(&position, &Limits::nodes(60_000), growth);
            all += 1;
            let Some(proof) = report.proof else { continue };
            assert_eq!(value.signum(), report.score.signum(), "{seed}: {proof:?}");
            proofs += 1;
            wins += usize::from(proof != Proof::Draw);
            assert_eq!(report.ended, Ended::Decided);
            // The move keeps the value.
            let mut next = position.clone();
            next.make(&report.best.expect("a move"));
            let sign = if next.mover() == position.mover() { 1 } else { -1 };
            assert_eq!((sign * minimax(&mut next, 9, 0)).signum(), value.signum(), "{seed}");
        }
    }
    assert!(3 * proofs > 2 * all && wins > 20, "{proofs} of {all}, {wins} of them wins");
}

/// Players who move twice in a row, and games with a score.
#[test]
fn extra_turns_and_scores() {
    let game = Kalah::new(2, 2);
    for mut position in some(&game, 12) {
        let value = minimax(&mut position, 30, 0);
        let report = grown(&position, &Limits::nodes(200_000), Growth::default());
        if report.ended == Ended::Decided {
            assert_eq!(value.signum(), report.score.signum());
        }
    }
}

#[test]
fn the_same_tree_for_the_same_seed() {
    let game = Breakthrough::new(5, 6);
    let position = Position::initial(&game);
    let tree = |seed| {
        let report = grown(&position, &Limits::nodes(5_000), Growth { playout: 4, seed });
        (report.best, report.score, report.line, report.nodes)
    };
    assert_eq!(tree(1), tree(1));
    assert_ne!(tree(1), tree(2));
}

#[test]
fn there_is_always_a_legal_move() {
    let game = Breakthrough::new(5, 6);
    let mut position = Position::initial(&game);
    let legal = position.moves().unwrap();
    let is_legal = |report: &Report| legal.position(report.best.as_ref().expect("a move")).is_some();
    for limits in [Limits::nodes(1), Limits::nodes(2), Limits::time(Duration::ZERO), Limits::default()] {
        assert!(is_legal(&grown(&position, &limits, Growth::default())), "{limits:?}");
    }
    let stopped = AtomicBool::new(true);
    let position = position.seen_as(&game as &dyn Game);
    assert!(is_legal(&grow_tree(&position, &Limits::default(), &Options::default(), Growth::default(), &stopped)));
    // Where the memory is full the tree grows no more, and goes on.
    let small = Options { table_mib: 1, threads: 2, multi_pv: 3, ..Options::default() };
    let report = grow_tree(&position, &Limits::nodes(120_000), &small, Growth::default(), &AtomicBool::new(false));
    assert!(is_legal(&report) && report.lines.len() == 3 && report.nodes >= 60_000, "{report:?}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let game = Connect::tic_tac_toe();
    for mut position in some(&game, 40) {
        while let Ok(Ok(moves)) = position.moves_or_ending() {
            let record = moves.get(0).to_vec();
            position.make(&record);
        }
        let report = grown(&position, &Limits::nodes(100), Growth::default());
        assert!(report.best.is_none() && report.proof.is_some());
    }
}
