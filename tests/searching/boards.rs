//! Where boards that have stood may not come back, a proof is taken from one game so far to another.

use std::sync::atomic::AtomicBool;

use crate::support::plain::minimax;
use crate::support::{Ko, Rng};
use rulesmith::compile::Settings;
use rulesmith::game::{Game, Position};
use rulesmith::search::value::{Proof, proof_of};
use rulesmith::search::{Limits, Method, SolveOptions, Solved, Verdict, solve};
use rulesmith::session::Session;

fn solved<G: Game + ?Sized>(position: &Position<G>, table_mib: usize) -> Solved {
    // Without looking for short wins first.
    let options = SolveOptions { table_mib, method: Some(Method::AlphaBeta), ..SolveOptions::default() };
    solve(position, &Limits::default(), &options, &AtomicBool::new(false), &mut ())
}

/// On random graphs, at the start and some plies on: what is found is what minimax says, which knows every game so far.
#[test]
fn proofs_behind_other_games_are_what_minimax_finds() {
    let (mut seen, mut nodes) = ([0; 3], [0, 0]);
    for seed in 0..1000 {
        let mut rng = Rng(seed);
        let scored = seed % 3 != 0;
        let size = if scored { 7 } else { 12 };
        let mut game = Ko::random(&mut rng, size, 3, scored);
        for tells in [true, false] {
            game.tells = tells;
            let mut rng = Rng(seed + 1000);
            let mut position = Position::initial(&game);
            for ply in 0..3 {
                if position.clone().ending().unwrap().is_some() {
                    break;
                }
                let found = solved(&position, 1);
                let value = minimax(&mut position, u32::MAX, 0);
                let expected = match proof_of(value, scored) {
                    Proof::Win(_) => Verdict::Win,
                    Proof::Loss(_) => Verdict::Loss,
                    Proof::Draw => Verdict::Draw,
                    Proof::Margin(margin) => Verdict::Margin(margin),
                };
                assert_eq!(found.verdict, Some(expected), "seed {seed}, ply {ply}, tells {tells}");
                seen[(value.signum() + 1) as usize] += 1;
                nodes[usize::from(tells)] += found.nodes;
                // Its line is a game with that end.
                if scored && tells {
                    let mut after = position.clone();
                    for record in &found.line {
                        assert!(after.moves().unwrap().position(record).is_some(), "seed {seed}, ply {ply}: legal");
                        after.make(record);
                    }
                    let turned = after.mover() != position.mover();
                    let end = minimax(&mut after, 0, 0);
                    assert!(after.ending().unwrap().is_some(), "seed {seed}, ply {ply}: {:?}", found.line);
                    assert_eq!(if turned { -end } else { end }, value, "seed {seed}, ply {ply}");
                }
                let moves = position.moves().unwrap();
                position.make(moves.get(rng.below(moves.len())));
            }
        }
    }
    eprintln!("{seen:?}, {nodes:?} nodes");
    assert!(seen.iter().all(|&n| n > 50), "all results occur: {seen:?}");
}

/// Published values of Go on small boards (E. van der Werf, J. Uiterwijk and J. van den Herik, 2003), under positional superko.
#[test]
fn go_on_small_boards() {
    for (columns, rows, margin) in [(2, 1, 0), (3, 1, 3), (4, 1, 4), (2, 2, 1), (3, 2, 0)] {
        let mut settings = Settings::default();
        for (name, value) in [("columns", columns), ("rows", rows), ("komi", 0)] {
            settings.options.insert(name.into(), value.to_string());
        }
        let session = Session::open("go", &settings).unwrap();
        let found = solved(&session.position(), 64);
        let scale = session.position().game().score_scale().unwrap();
        assert_eq!(found.verdict, Some(Verdict::Margin(margin * scale)), "{columns}x{rows}");
    }
}
