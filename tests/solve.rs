//! Exact values against published ones and against retrograde analysis.

mod support;

use std::sync::atomic::AtomicBool;

use rulesmith::game::{Game, Position};
use rulesmith::search::{Limits, SolveOptions, Solved, Verdict, solve};
use support::{Breakthrough, Connect, Graph, Kalah, Rng};

fn solved<G: Game>(game: &G) -> Solved {
    let options = SolveOptions { table_mib: 16, ..SolveOptions::default() };
    let solved = solve(&Position::initial(game), &Limits::default(), &options, &AtomicBool::new(false), &mut ());
    eprintln!("{:?} {} nodes {:.2} s, line {}", solved.verdict, solved.nodes, solved.seconds, solved.line.len());
    solved
}

fn value<G: Game>(game: &G) -> Verdict {
    solved(game).verdict.expect("it is small")
}

#[test]
fn lines() {
    for ((width, height, line), expected) in
        [((3, 3, 3), Verdict::Draw), ((4, 3, 3), Verdict::Win), ((4, 4, 4), Verdict::Draw)]
    {
        assert_eq!(value(&Connect::new(width, height, line, false)), expected, "{width},{height},{line}");
    }
    assert_eq!(value(&Connect { misere: true, ..Connect::tic_tac_toe() }), Verdict::Draw);
}

#[test]
fn connect_four() {
    for (width, height, expected) in [(4, 4, Verdict::Draw), (5, 4, Verdict::Draw), (4, 5, Verdict::Draw)] {
        assert_eq!(value(&Connect::four(width, height)), expected, "{width}x{height}");
    }
    assert_eq!(value(&Connect::four(6, 4)), Verdict::Loss);
}

#[test]
fn breakthrough_and_hexapawn() {
    for (width, height, first_wins) in
        [(2, 4, false), (3, 4, false), (4, 4, false), (3, 5, false), (3, 6, true), (5, 4, false)]
    {
        let expected = if first_wins { Verdict::Win } else { Verdict::Loss };
        assert_eq!(value(&Breakthrough::new(width, height)), expected, "{width}x{height}");
    }
    assert_eq!(value(&Breakthrough { hexapawn: true, ..Breakthrough::new(3, 3) }), Verdict::Loss);
}

#[test]
fn kalah_margins() {
    for ((holes, counters), margin) in [((1, 1), 0), ((1, 3), 6), ((2, 2), -2), ((2, 4), -12), ((2, 6), 8)] {
        assert_eq!(value(&Kalah::new(holes, counters)), Verdict::Margin(margin), "{holes},{counters}");
    }
    assert!(matches!(value(&Kalah::new(3, 3)), Verdict::Margin(1..)), "the first player wins");
    assert!(matches!(value(&Kalah::new(3, 6)), Verdict::Margin(..0)), "the second player wins");
}

#[test]
fn loops() {
    let expected = |value: i32| match value {
        1 => Verdict::Win,
        -1 => Verdict::Loss,
        _ => Verdict::Draw,
    };
    let mut seen = [0; 3];
    for seed in 0..300 {
        let game = Graph::random(&mut Rng(seed), 9, 3);
        let (value, distance) = game.retrograde()[0];
        seen[(value + 1) as usize] += 1;
        let position = Position::initial(&game);
        for exhaust_states in [1000, 0] {
            let options = SolveOptions { table_mib: 1, exhaust_states };
            let solved = solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
            assert_eq!(solved.verdict, Some(expected(value)), "seed {seed}, exhaustion up to {exhaust_states}");
            if value != 0 && exhaust_states > 0 {
                assert_eq!(solved.distance, Some(distance), "seed {seed}");
                assert_eq!(solved.line.len(), distance as usize, "seed {seed}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 10), "all results occur: {seen:?}");
}
