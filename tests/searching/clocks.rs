//! Clocks that draw the game, counted with the wins instead of told apart state by state.

use std::sync::atomic::AtomicBool;

use crate::support::{Rng, Timed};
use rulesmith::compile::{Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::{Game, Position};
use rulesmith::search::{Limits, Method, SolveOptions, Solved, Verdict, solve};
use rulesmith::source::Source;

fn solved<G: Game + ?Sized>(game: &G, state: &[u64], method: Method) -> Solved {
    let options = SolveOptions { table_mib: 4, method: Some(method), ..SolveOptions::default() };
    solve(&Position::new(game, state), &Limits::default(), &options, &AtomicBool::new(false), &mut ())
}

fn verdict(value: i32) -> Option<Verdict> {
    Some([Verdict::Loss, Verdict::Draw, Verdict::Win][(value + 1) as usize])
}

/// On random graphs, with every value of the clock: what is found is what a state for each of them says, plies and all; and
/// the line is a game of so many plies.
#[test]
fn a_counted_clock_is_as_good_as_one_that_runs() {
    // Of wins without a clock, how many it leaves, draws out, and draws.
    let (mut won, mut later, mut drawn) = (0, 0, 0);
    for seed in 0..3000 {
        let mut rng = Rng(seed);
        let nodes = 6 + rng.below(18);
        let mut game = Timed::random(&mut rng, nodes, if seed % 2 == 0 { 3 } else { 2 });
        let (expected, free) = (game.retrograde(), game.graph.retrograde());
        for clock in 0..=game.last() {
            let (value, distance) = expected[0][clock as usize];
            game.clock = clock;
            let start = game.initial();
            let late = game.ending_by_history(&start, Position::initial(&game).history()).is_some();
            if late || game.graph.arcs[0].is_empty() {
                continue;
            }
            match (value, free[0]) {
                (0, (0, _)) => {}
                (0, _) => drawn += 1,
                (_, (_, plies)) if distance > plies => later += 1,
                _ => won += 1,
            }
            // A clock that runs and never draws has no end of values.
            let ends = game.limits.iter().all(Option::is_some);
            for tells in if ends { vec![true, false] } else { vec![true] } {
                game.tells = tells;
                let found = solved(&game, &start, Method::Exhaustion);
                let by = format!("seed {seed}, clock {clock}, {}", if tells { "counted" } else { "running" });
                assert_eq!(found.verdict, verdict(value), "{by}");
                assert_eq!(found.distance, (value != 0).then_some(distance), "{by}");
                let mut position = Position::new(&game, &start);
                for record in &found.line {
                    assert!(position.clone().ending().unwrap().is_none(), "{by}: the line goes on behind the end");
                    position.make(record);
                }
                if value != 0 {
                    assert_eq!(found.line.len(), distance as usize, "{by}");
                    assert!(position.ending().unwrap().is_some(), "{by}: the line goes to the end");
                }
            }
            game.tells = true;
            if seed % 8 == 0 && ends {
                assert_eq!(
                    solved(&game, &start, Method::AlphaBeta).verdict,
                    verdict(value),
                    "seed {seed}, clock {clock}"
                );
            }
        }
    }
    eprintln!("{won} won in time, {later} by a longer way, {drawn} drawn");
    assert!(won > 300 && later > 20 && drawn > 300, "{won} won in time, {later} by a longer way, {drawn} drawn");
}

/// A king and a pawn against a king on a small board: the pawn sets the clock back. Some wins are in time only if it steps
/// before the king has gone the quickest way.
#[test]
fn what_sets_the_clock_back_wins_time() {
    let game = |limit: u32| {
        let text = format!(
            "game \"Pawn\"\nplayers White, Black\nboard square 4x5\nfacing White north, Black south\n\
             piece Pawn, King\nclock quiet\nsetup {{ White King on a1  White Pawn on b2  Black King on c5 }}\n\
             move Pawn {{ step forward to empty {{ reset quiet }} }}\nmove King {{ step any to empty or enemy }}\n\
             legal when no own King on attacked by enemy\n\
             end {{ win when own Pawn on far rank  win when no enemy  draw when enemy stuck\n\
             draw when no Pawn  draw when quiet >= {limit} }}"
        );
        compile(&Source::new("pawn", text), &Settings::default(), &mut Diagnostics::new()).unwrap()
    };
    let (mut wins, mut draws) = (0, 0);
    for limit in [2, 3, 5, 9, 30] {
        let counted = game(limit);
        assert_eq!(counted.game().drawing_clock().map(|(_, least)| least), Some(u64::from(limit)));
        for text in ["2k1/4/4/1P2/K3 w", "2k1/4/4/KP2/4 w", "4/1k2/4/1P2/3K w", "k3/4/2K1/2P1/4 b", "4/k3/4/3P/K3 b"] {
            for clock in 0..limit.min(6) {
                let (state, _) = counted.parse_position(&format!("{text} {clock} 1")).unwrap();
                let by_states = solved(counted.game(), &state, Method::Exhaustion);
                let by_tree = solved(counted.game(), &state, Method::AlphaBeta);
                assert_eq!(by_states.verdict, by_tree.verdict, "{text}, {clock} of {limit}");
                *(if by_states.verdict == Some(Verdict::Draw) { &mut draws } else { &mut wins }) += 1;
            }
        }
    }
    assert!(wins > 20 && draws > 20, "{wins} wins, {draws} draws");
}
