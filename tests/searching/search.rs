//! The engine against plain minimax, known values, and its manners: limits, stop flag, proofs.

use std::sync::atomic::AtomicBool;

use crate::support::plain::minimax;
use crate::support::random::{HashEval, forward, forward_usual, random_position};
use crate::support::{Breakthrough, Connect, Graph, Kalah, Rng};
use rulesmith::game::{Ending, Game, Hint, MoveList, Overflow, Position, Rep, Traits};
use rulesmith::search::{Ended, Limits, Options, Ordering, Proof, Report, Selective, search};

/// Behind a pointer, so that the engine is not compiled for each game of these tests.
fn run<G: Game>(position: &Position<G>, limits: Limits, options: &Options) -> Report {
    let game: &dyn Game = position.game();
    search(&position.seen_as(game), &limits, options, &AtomicBool::new(false), &mut ())
}

/// Each exact refinement alone, and all of them together, with a small table so that entries collide.
fn refinements() -> Vec<(&'static str, Options)> {
    let plain = Options { table_mib: 1, ..Options::plain() };
    vec![
        ("plain alpha-beta", plain.clone()),
        ("table", Options { table: true, null_windows: true, ..plain.clone() }),
        ("null windows", Options { null_windows: true, ..plain.clone() }),
        ("aspiration", Options { aspiration: true, ..plain.clone() }),
        ("mate distance", Options { mate_distance: true, ..plain.clone() }),
        ("internal deepening", Options { internal_deepening: true, table: true, ..plain.clone() }),
        ("enhanced cutoffs", Options { enhanced_cutoffs: true, table: true, null_windows: true, ..plain.clone() }),
        ("leaf table", Options { leaf_table: true, table: true, null_windows: true, ..plain.clone() }),
        ("ordering", Options { ordering: Ordering::ALL, ..plain }),
        ("all", Options { table_mib: 1, ..Options::exact() }),
    ]
}

/// Who has no time left looks at each move all the same, so that a win at once is not missed, nor a loss at once chosen.
#[test]
fn who_has_no_time_left_sees_what_is_won_at_once() {
    let (game, mut rng, mut wins) = (Connect::new(7, 6, 4, true), Rng(3), 0);
    for _ in 0..60 {
        let plies = 8 + rng.below(16);
        let mut position = random_position(&game, &mut rng, plies);
        if position.ending().unwrap().is_none() {
            let whole = run(&position, Limits::depth(1), &Options::default());
            let late = run(&position, Limits::time(std::time::Duration::ZERO), &Options::default());
            let outcome = |report: &Report| report.proof.filter(|proof| *proof == Proof::Win(1));
            assert!(late.looked_at.is_none_or(|(some, _)| some > 0), "{late:?}");
            assert_eq!(outcome(&late), outcome(&whole), "{late:?}");
            wins += usize::from(outcome(&whole).is_some());
        }
    }
    assert!(wins > 3, "{wins}");
}

fn equals_minimax<G: Game>(name: &str, game: &G, seed: u64, positions: usize, plies: usize, depth: u32) {
    equals_minimax_with(name, game, seed, positions, plies, depth, &refinements());
}

#[allow(clippy::too_many_arguments)]
fn equals_minimax_with<G: Game>(
    name: &str,
    game: &G,
    seed: u64,
    positions: usize,
    plies: usize,
    depth: u32,
    refinements: &[(&'static str, Options)],
) {
    let mut rng = Rng(seed);
    for number in 0..positions {
        let plies = rng.below(plies + 1);
        let mut position = random_position(game, &mut rng, plies);
        if position.ending().unwrap().is_some() {
            continue;
        }
        let expected = minimax(&mut position, depth, 0);
        for (what, options) in refinements {
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
    for seed in 0..150 {
        let mut rng = Rng(seed);
        let arcs = Graph::random(&mut rng, 7, 3).arcs;
        if !arcs[0].is_empty() {
            // Without sinks, so that nothing but evaluations and the second occurrence decides.
            let mut endless = arcs.clone();
            (0..7).for_each(|i| endless[i].extend([(i as u64 + 1) % 7, (i as u64 + 3) % 7]));
            endless.iter_mut().for_each(|arcs| (arcs.sort_unstable(), arcs.dedup()).1);
            let twofold = Graph { draw_at: 2, arcs: endless, ..Graph::random(&mut rng, 2, 1) };
            // No table: values that a loop elsewhere would change can't be told from the others.
            let mut tableless = refinements();
            tableless.iter_mut().for_each(|(_, options)| options.table = false);
            equals_minimax_with("second occurrence", &HashEval(twofold, 200), seed, 2, 3, 6, &tableless);
            let counted = Graph { ply_limit: Some(7), arcs, ..Graph::random(&mut rng, 2, 1) };
            equals_minimax("counter", &HashEval(counted, 20), seed, 2, 3, 6);
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

/// The test above must be able to fail: an engine that negates where the mover stays gives other values.
#[test]
fn canary_a_wrong_sign_is_caught() {
    fn wrong<G: Game>(position: &mut Position<G>, depth: u32) -> i32 {
        if position.ending().unwrap().is_some() || depth == 0 {
            return position.game().evaluate(position.state());
        }
        let moves = position.moves().unwrap();
        let values = moves.iter().map(|record| {
            position.make(record);
            let value = -wrong(position, depth - 1);
            position.undo();
            value
        });
        values.max().unwrap()
    }
    let game = HashEval(Kalah::new(3, 3), 40);
    let mut rng = Rng(6);
    let caught = (0..40).filter(|_| {
        let mut position = random_position(&game, &mut rng, 6);
        position.ending().unwrap().is_none() && wrong(&mut position, 4) != minimax(&mut position, 4, 0)
    });
    assert!(caught.count() > 10);
}

/// And a window that is one too narrow is caught by the comparison with plain minimax.
#[test]
fn canary_a_broken_window_is_caught() {
    fn narrow<G: Game>(position: &mut Position<G>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let mover = position.mover();
        if position.ending().unwrap().is_some() || depth == 0 {
            return position.game().evaluate(position.state());
        }
        let moves = position.moves().unwrap();
        let mut best = i32::MIN;
        for record in moves.iter() {
            position.make(record);
            let same = position.mover() == mover;
            // The bug: the bounds are not exchanged.
            let value = if same {
                narrow(position, depth - 1, alpha, beta)
            } else {
                -narrow(position, depth - 1, -alpha, -beta)
            };
            position.undo();
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
    let game = HashEval(Connect::four(5, 4), 300);
    let mut rng = Rng(2);
    let caught = (0..20).filter(|_| {
        let mut position = random_position(&game, &mut rng, 4);
        narrow(&mut position, 4, -1_000_000, 1_000_000) != minimax(&mut position, 4, 0)
    });
    assert!(caught.count() > 5);
}

#[test]
fn wins_are_as_short_as_they_can_be() {
    // Connect four 7x6 after 4,4,3 for the second player … first threatens; and small graphs by retrograde analysis.
    for seed in 0..200 {
        let game = Graph::random(&mut Rng(seed), 8, 3);
        let (value, distance) = game.retrograde()[0];
        if value == 0 || distance == 0 {
            continue;
        }
        for options in [Options::default(), Options { table: false, ..Options::default() }, Options::exact()] {
            let report = run(&Position::initial(&game), Limits::depth(20), &options);
            let expected = if value > 0 { Proof::Win(distance) } else { Proof::Loss(distance) };
            assert_eq!(report.proof, Some(expected), "seed {seed}");
            assert_eq!(report.line.len(), distance as usize, "seed {seed}: the whole line is told");
        }
    }
}

#[test]
fn endless_games_are_no_wins() {
    for seed in 0..200 {
        let game = Graph::random(&mut Rng(seed), 8, 3);
        if game.retrograde()[0].0 == 0 {
            let report = run(&Position::initial(&game), Limits::depth(14), &Options::default());
            assert_eq!(report.score, 0, "seed {seed}: {report:?}");
        }
    }
}

#[test]
fn the_game_before_the_root_counts() {
    // Two nodes that lead to each other, and a way out that the second player does not have.
    let game = Graph { arcs: vec![vec![1, 2], vec![0], vec![0]], ..Graph::random(&mut Rng(1), 1, 0) };
    let mut position = Position::initial(&game);
    for node in [1, 0, 1] {
        position.make(&[node]);
    }
    let report = run(&position, Limits::depth(1), &Options::exact());
    assert_eq!((report.proof, report.best), (Some(Proof::Draw), Some(vec![0])), "the third time");
    let bare = Position::new(&game, position.state());
    assert_eq!(run(&bare, Limits::depth(1), &Options::exact()).proof, None, "without that game nothing is repeated");
}

#[test]
fn counters_near_their_limit_are_not_mixed_up() {
    // The same graph with 3 to 12 plies left, one table for all of them.
    use rulesmith::search::{Table, search_with};
    for seed in 0..80 {
        let mut rng = Rng(seed);
        let table = Table::new(1);
        let base = Graph::random(&mut rng, 8, 3);
        if base.arcs[0].is_empty() {
            continue;
        }
        let game = Graph { ply_limit: Some(40), draw_at: 0, ..base };
        for left in [30, 3, 12, 5, 1, 8] {
            let mut position = Position::new(&game as &dyn Game, &[0, 0, 40 - left]);
            let expected = minimax(&mut position, 9, 0);
            let stop = AtomicBool::new(false);
            let report = search_with(&table, &position, &Limits::depth(9), &Options::exact(), &stop, &mut ());
            assert_eq!(report.score, expected, "seed {seed}, {left} plies left");
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = Breakthrough::new(7, 7);
    let position = Position::initial(&game);
    let report = run(&position, Limits::nodes(5000), &Options::default());
    assert!(report.nodes == 5000 && report.best.is_some() && report.depth >= 1, "{report:?}");
    assert_eq!(report.ended, Ended::Interrupted);

    let again = run(&position, Limits::nodes(5000), &Options::default());
    assert_eq!((&report.line, report.score, report.nodes), (&again.line, again.score, again.nodes), "deterministic");

    let start = std::time::Instant::now();
    let report = run(&position, Limits::time(std::time::Duration::from_millis(60)), &Options::default());
    assert!(start.elapsed().as_millis() < 300 && report.best.is_some(), "{:?}", start.elapsed());

    let stop = AtomicBool::new(true);
    let seen = position.seen_as(&game as &dyn Game);
    let report = search(&seen, &Limits::default(), &Options::default(), &stop, &mut ());
    assert!(report.best.is_some(), "stopped at once, there is still a legal move");
    assert_eq!(report.depth, 0);
}

#[test]
fn deep_recursion_is_bounded() {
    // A ring without an end: every search goes as deep as it is let.
    let arcs = (0..50u64).map(|i| vec![(i + 1) % 50]).collect();
    let game = Graph { arcs, draw_at: 0, ..Graph::random(&mut Rng(1), 1, 0) };
    let report = run(&Position::initial(&game), Limits::default(), &Options::default());
    assert_eq!(report.score, 0);
    let options = rulesmith::search::SolveOptions { table_mib: 1, exhaust_states: 0, ..Default::default() };
    let position = Position::initial(&game as &dyn Game);
    let solved = rulesmith::search::solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
    assert_eq!(solved.verdict, Some(rulesmith::search::Verdict::Draw));

    // So long that it does not come round within the bound: no value, and no overflow of the stack.
    let arcs = (0..2000u64).map(|i| vec![(i + 1) % 2000]).collect();
    let game = Graph { arcs, draw_at: 0, ..Graph::random(&mut Rng(1), 1, 0) };
    let position = Position::initial(&game as &dyn Game);
    let solved = rulesmith::search::solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
    assert_eq!((solved.verdict, solved.ended), (None, Ended::Depth));
}

#[test]
fn several_lines_are_different_and_sorted() {
    let game = Connect::four(6, 5);
    let report = run(&Position::initial(&game), Limits::depth(6), &Options { multi_pv: 3, ..Options::exact() });
    assert_eq!(report.lines.len(), 3);
    assert!(report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].moves[0] != pair[1].moves[0]));
    assert_eq!(Some(&report.lines[0].moves[0]), report.best.as_ref());
}

/// A list that an end of nodes breaks off is that of the last whole iteration, or what there is in order.
#[test]
fn several_lines_are_sorted_wherever_they_stop() {
    let game = Connect::four(6, 5);
    let mut whole = 0;
    for nodes in (50..6000).step_by(170) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = run(&Position::initial(&game), limits, &Options { multi_pv: 4, ..Options::default() });
        let scores: Vec<i32> = report.lines.iter().map(|line| line.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?} after {nodes} nodes");
        assert_eq!(report.lines.first().map(|line| &line.moves[0]), report.best.as_ref());
        whole += u32::from(scores.len() == 4);
    }
    assert!(whole > 20, "{whole} whole lists");
}

#[test]
fn threads_find_the_same_proof() {
    let game = Breakthrough::new(4, 4);
    let report = run(&Position::initial(&game), Limits::default(), &Options { threads: 3, ..Options::default() });
    assert!(matches!(report.proof, Some(Proof::Loss(_))), "{report:?}");
}

#[test]
fn quiescence_is_nearer_to_the_truth() {
    // What a shallow search says against a deeper one: in the middle of exchanges plain leaves err by a pawn.
    let game = Breakthrough::new(6, 6);
    let mut rng = Rng(11);
    let (mut error, mut plain_error, mut most) = (0, 0, 0);
    for _ in 0..60 {
        let position = random_position(&game, &mut rng, 16);
        let truth = run(&position, Limits::depth(7), &Options::exact()).score;
        let quiet = Options { selective: Selective::NONE, ..Options::default() };
        let (with, plain) =
            (run(&position, Limits::depth(1), &quiet), run(&position, Limits::depth(1), &Options::exact()));
        if truth.abs() < 100_000 && plain.score.abs() < 100_000 && with.score.abs() < 100_000 {
            error += (with.score - truth).abs();
            plain_error += (plain.score - truth).abs();
        }
        most = most.max(with.nodes);
    }
    assert!(most < 400, "{most} nodes: it stays small");
    assert!(error * 3 < plain_error * 2, "{error} against {plain_error}");
}

#[test]
fn quiescence_has_one_value_whatever_the_window() {
    let game = HashEval(Breakthrough::new(5, 5), 300);
    let mut rng = Rng(21);
    for number in 0..25 {
        let position = random_position(&game, &mut rng, 18);
        let quiet = |options: &Options| Options { quiescence_plies: 6, ..options.clone() };
        let all: Vec<_> = refinements();
        let expected = run(&position, Limits::depth(3), &quiet(&all[0].1)).score;
        for (what, options) in &all[1..] {
            let report = run(&position, Limits::depth(3), &quiet(options));
            assert_eq!(report.score, expected, "position {number}, {what}");
        }
    }
}

#[test]
fn null_moves_are_made_only_where_the_game_vouches_for_them() {
    let with = Breakthrough { passes: true, ..Breakthrough::new(6, 6) };
    let without = Breakthrough::new(6, 6);
    let options = Options {
        selective: Selective { late_move_reductions: false, ..Options::default().selective },
        ..Options::default()
    };
    let nodes = |game: &Breakthrough| run(&Position::initial(game), Limits::depth(7), &options).nodes;
    assert!(nodes(&with) < nodes(&without));
    let small = Breakthrough { passes: true, ..Breakthrough::new(4, 4) };
    let report = run(&Position::initial(&small), Limits::default(), &Options::default());
    assert!(matches!(report.proof, Some(Proof::Loss(_))), "a pass proves nothing: {report:?}");
}

/// A game whose lists overflow below the root.
struct Overflowing(Connect);

impl Game for Overflowing {
    forward_usual!();
    forward! {
        status(state: &[u64]) -> Option<Ending>;
        ending_if_stuck(state: &[u64]) -> Ending;
        rep(state: &[u64]) -> Rep;
        key(state: &[u64], horizon: u32) -> u64;
        evaluate(state: &[u64]) -> i32;
        hint(state: &[u64], record: &[u64]) -> Hint;
        traits() -> Traits;
    }

    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        if (state[0] | state[1]).count_ones() == 3 { Err(Overflow::Moves) } else { self.0.generate(state, moves) }
    }
}

#[test]
fn an_overflow_ends_the_search_with_an_answer() {
    let game = Overflowing(Connect::tic_tac_toe());
    let position = Position::initial(&game);
    let report = run(&position, Limits::depth(9), &Options::default());
    assert_eq!(report.ended, Ended::Overflow(Overflow::Moves));
    assert_eq!(report.depth, 3, "the iterations before are kept");
    assert!(report.best.is_some());
    let stop = AtomicBool::new(false);
    let position = position.seen_as(&game as &dyn Game);
    let solved = rulesmith::search::solve(&position, &Limits::default(), &Default::default(), &stop, &mut ());
    assert_eq!((solved.verdict, solved.ended), (None, Ended::Overflow(Overflow::Moves)));
}
