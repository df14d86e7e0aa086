//! Symmetries of the rules: found where they are, given up where one cell spoils them, and true of positions.

use std::sync::atomic::AtomicBool;

use crate::support::Rng;
use rulesmith::compile::{Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::Position;
use rulesmith::ir::symmetries;
use rulesmith::search::{Limits, SolveOptions, Verdict, solve};
use rulesmith::source::Source;

fn compiled(text: &str, options: &[(&str, &str)]) -> Compiled {
    let mut settings = Settings::default();
    settings.options.extend(options.iter().map(|(k, v)| (k.to_string(), v.to_string())));
    let mut diagnostics = Diagnostics::new();
    let compiled = compile(&Source::new("test.game", text), &settings, &mut diagnostics);
    compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.finish()))
}

fn shipped(name: &str) -> &'static str {
    rulesmith::library::find(name).unwrap().text
}

fn count(text: &str, options: &[(&str, &str)]) -> usize {
    symmetries(compiled(text, options).game().program()).len()
}

#[test]
fn shipped_games() {
    assert_eq!(count(shipped("tic-tac-toe"), &[]), 7);
    assert_eq!(count(shipped("gomoku"), &[("columns", "4"), ("rows", "3"), ("length", "3")]), 3);
    assert_eq!(count(shipped("connect-four"), &[]), 1, "left and right");
    assert_eq!(count(shipped("breakthrough"), &[]), 1);
    assert_eq!(count(shipped("hex"), &[("size", "4")]), 1, "half a turn");
    assert_eq!(count(shipped("othello"), &[]), 7);
    assert_eq!(count(shipped("go"), &[]), 7, "the komi is no matter of cells");
    assert_eq!(count(shipped("chess"), &[]), 0, "castling is not the same on both wings");
}

/// Cells are the more remote, the farther their images are: by columns where left and right change places.
#[test]
fn remoteness_counts_from_the_middle() {
    let far = |text: &str| {
        let compiled = compiled(text, &[]);
        let (game, places) = (compiled.game(), &compiled.game().program().places);
        let mut far: Vec<_> = game.remoteness().into_iter().zip(places.iter().copied()).collect();
        far.sort_by_key(|&(_, (x, y))| (y, x));
        far.into_iter().map(|(far, _)| far).collect::<Vec<_>>()
    };
    let four = far(shipped("connect-four"));
    assert!(four.chunks(7).all(|row| row == [6, 4, 2, 0, 2, 4, 6]), "{four:?}");
    // Two reflections and two about the diagonals, two quarters of a turn and a half.
    let three = far(shipped("tic-tac-toe"));
    assert_eq!(three, [12, 8, 12, 8, 0, 8, 12, 8, 12]);
    assert!(far(shipped("chess")).is_empty());
}

#[test]
fn one_asymmetric_cell_spoils_them() {
    let plain = shipped("tic-tac-toe");
    assert_eq!(
        count(&plain.replace("place Mark on empty", "place Mark on empty except a1"), &[]),
        1,
        "one diagonal is left"
    );
    assert_eq!(count(&plain.replace("place Mark on empty", "place Mark on empty except b1"), &[]), 1);
    let spoilt = plain.replace("win when line 3 of own", "win when line 3 of own\n  win when own on a1 and own on b1");
    assert_eq!(count(&spoilt, &[]), 0, "{spoilt}");
    // A weight in an evaluation is only a matter of order.
    let weighed = plain.replace("1 * lines 3 without enemy", "1 * count own on a1");
    assert_eq!(count(&weighed, &[]), 7);
}

/// What a symmetry makes of a position has the images of its successors, and ends as it does.
#[test]
fn images_of_positions_play_alike() {
    for (name, options) in [
        ("tic-tac-toe", vec![]),
        ("connect-four", vec![("columns", "4"), ("rows", "4")]),
        ("hex", vec![("size", "4")]),
        ("othello", vec![("size", "4")]),
        ("breakthrough", vec![("size", "5")]),
        ("english-draughts", vec![]),
        ("nine-mens-morris", vec![]),
        ("go", vec![("size", "4")]),
    ] {
        let compiled = compiled(shipped(name), &options);
        let game = compiled.game();
        let maps = symmetries(game.program());
        let mut rng = Rng(7);
        for _ in 0..30 {
            let mut position = Position::initial(game);
            for _ in 0..rng.below(12) {
                let moves = position.moves().unwrap();
                if moves.is_empty() {
                    break;
                }
                position.make(moves.get(rng.below(moves.len())));
            }
            for map in &maps {
                let image = |state: &[u64]| {
                    let mut out = vec![0; state.len()];
                    rulesmith::exec::permute(&game.program().layout, state, map, &mut out);
                    out
                };
                let state = image(position.state());
                assert_eq!(game.folded_key(&state, 99).0, game.folded_key(position.state(), 99).0, "{name}");
                assert_eq!(game.status(&state), game.status(position.state()), "{name}");
                let after = |state: &[u64]| {
                    let mut position = Position::new(game, state);
                    let moves = position.moves().unwrap();
                    let next = |record: &[u64]| {
                        let mut next = vec![0; state.len()];
                        game.make(state, record, &mut next);
                        next
                    };
                    moves.iter().map(next).collect::<Vec<_>>()
                };
                let mut there: Vec<_> = after(position.state()).iter().map(|s| image(s)).collect();
                let mut here = after(&state);
                there.sort();
                here.sort();
                assert_eq!(here, there, "{name}");
            }
        }
    }
}

#[test]
fn values_stay_and_nodes_fall() {
    let whole = shipped("gomoku");
    let board = [("columns", "4"), ("rows", "3"), ("length", "3")];
    // The same game with a state that nothing reads but that spoils every symmetry.
    let spoilt = whole.replace("draw when no empty", "win when own on a1 and count own > 100\n  draw when no empty");
    let solved = |text: &str| {
        let compiled = compiled(text, &board);
        let position = Position::initial(compiled.game());
        solve(&position, &Limits::default(), &SolveOptions::default(), &AtomicBool::new(false), &mut ())
    };
    let (with, without) = (solved(whole), solved(&spoilt));
    assert_eq!((with.verdict, without.verdict), (Some(Verdict::Win), Some(Verdict::Win)));
    assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
}
