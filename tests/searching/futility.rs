//! Futility: what a quiet move adds to an evaluation is bounded, and the search that leans on it is smaller.

use std::sync::atomic::AtomicBool;

use crate::support::{Rng, games};
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::{EVAL_LIMIT, MoveList, Position};
use rulesmith::search::{Limits, Options, Proof, Selective, search};

/// Pieces that step, with an evaluation.
fn with_terms(terms: &str) -> Compiled {
    let text = format!(
        "players White, Black\nboard square 4x5\nfacing White north, Black south\npiece Man\npiece Lord\nstate turns: number\n\
         setup {{ White Man on rank 1  White Lord on a2  Black Man on rank 5  Black Lord on d4 }}\n\
         move {{ step any to empty or enemy {{ set turns = turns + 1 }} }}\n\
         end {{ win when no enemy Lord }}\neval {{ {terms} }}\n"
    );
    games::load("steps", &text, &[], Backend::Interpreter)
}

#[test]
fn bounds_are_read_off_the_terms() {
    for (terms, bound) in [
        // A piece stays what it is.
        ("100 * count own Man", Some(0)),
        ("100 * count own Man  30 * count enemy Lord", Some(0)),
        // Four ranks from the first to the last.
        ("7 * sum own Man by advance", Some(28)),
        ("-7 * sum own Man by advance", Some(28)),
        // One piece more or less on some cells.
        ("3 * count own on rank 1", Some(3)),
        // Two cells differ, and so do theirs.
        ("5 * count north of own", Some(20)),
        ("2 * count own Man  3 * count own on rank 1", Some(3)),
        // Two cells differ in their eight neighbours, for either player.
        ("1 * count attacked by own", Some(32)),
        ("1 * mobility", Some(800)),
        // What stands nowhere in particular is as many as before, of both players, too.
        ("9 * count Man * count own Lord", Some(0)),
        ("30 * (count own Man >= 2)", Some(0)),
        // Four ranks, times as many as may stand on the board; two cells.
        ("1 * sum own Man by advance * count own", Some(80)),
        ("1 * (sum own Man by advance) * min(3, count own)", Some(12)),
        ("1 * (2 * sum own Man by advance) div 3", Some(3)),
        ("1 * (count own on rank 1) * (count own on rank 1)", Some(40)),
        // One or the other, which may change.
        ("8 * (count own on rank 1 >= 2)", Some(8)),
        ("1 * (count own on rank 1) mod 3", Some(2)),
        ("1 * turns * count own on rank 1", None),
        // Values have a limit.
        ("1000000 * mobility", Some(2 * EVAL_LIMIT)),
        ("1 * turns", None),
    ] {
        assert_eq!(with_terms(terms).game().quiet_gain(), bound, "{terms}");
    }
    // Placing a piece adds one.
    for name in ["gomoku", "othello", "go", "nine-mens-morris"] {
        assert_eq!(games::shipped(name, &[], Backend::Interpreter).game().quiet_gain(), None, "{name}");
    }
}

/// The greatest gain of a quiet move in random games.
fn greatest_gain(game: &Compiled, plays: usize) -> i32 {
    let (game, mut rng, mut greatest) = (game.game(), Rng(7), i32::MIN);
    let (mut moves, mut next) = (MoveList::new(game.move_words()), game.initial());
    for _ in 0..plays {
        let mut state = game.initial();
        for _ in 0..60 {
            moves.clear();
            game.generate(&state, &mut moves).unwrap();
            if moves.is_empty() || game.status(&state).is_some() {
                break;
            }
            for record in moves.iter().filter(|record| !game.hint(&state, record).noisy) {
                game.make(&state, record, &mut next);
                greatest = greatest.max(-game.evaluate(&next) - game.evaluate(&state));
            }
            game.make(&state, moves.get(rng.below(moves.len())), &mut next);
            state.copy_from_slice(&next);
        }
    }
    greatest
}

#[test]
fn no_quiet_move_adds_more() {
    let mut told = 0;
    for (name, text) in games::all() {
        let game = games::load(&name, &text, &[], Backend::Native);
        let Some(bound) = game.game().quiet_gain() else { continue };
        told += 1;
        let seen = greatest_gain(&game, 4);
        assert!(seen <= bound, "{name}: {seen} is more than {bound}");
    }
    assert!(told >= 20, "{told} games have a bound");
}

#[test]
fn a_bound_that_is_too_small_is_found() {
    let game = with_terms("7 * sum own Man by advance");
    assert_eq!(greatest_gain(&game, 4), 7, "a step forward");
    let near = with_terms("5 * count north of own");
    assert!(greatest_gain(&near, 4) > 0);
}

#[test]
fn it_makes_chess_smaller_and_hardly_differs() {
    let futility = Selective { futility: true, ..Selective::NONE };
    let (nodes, equal) = beside_plain("chess", futility, 7);
    assert!(5 * nodes[0] < 4 * nodes[1], "{nodes:?}");
    assert!(equal >= 3, "{equal} of 6 have the same value");
}

#[test]
fn so_does_delta_pruning() {
    let delta = Selective { delta: true, ..Selective::NONE };
    let (nodes, equal) = beside_plain("chess", delta, 6);
    assert!(20 * nodes[0] < 19 * nodes[1], "{nodes:?}");
    assert!(equal >= 4, "{equal} of 6 have the same value");
}

#[test]
fn leads_that_no_win_at_once_upsets_make_breakthrough_smaller() {
    let futility = Selective { futility: true, ..Selective::NONE };
    let (nodes, equal) = beside_plain("breakthrough", futility, 7);
    assert!(5 * nodes[0] < 4 * nodes[1], "{nodes:?}");
    assert!(equal >= 3, "{equal} of 6 have the same value");
}

/// A lead is an estimate: White, who loses with three pawns on five ranks, must not be proved to hold out.
#[test]
fn what_is_proved_does_not_lean_on_leads() {
    let sizes = [("size", "3"), ("rows", "5")];
    let game = games::shipped("breakthrough", &sizes, Backend::Native);
    let position = Position::initial(game.game());
    let never = AtomicBool::new(false);
    let report = search(&position, &Limits::depth(24), &Options::default(), &never, &mut ());
    assert!(matches!(report.proof, Some(Proof::Loss(18..))), "{:?}", report.proof);
}

/// Nodes with a selection and without any, in six middle games, and how many values are equal.
fn beside_plain(name: &str, selective: Selective, depth: u32) -> ([u64; 2], u32) {
    let game = games::shipped(name, &[], Backend::Native);
    let mut rng = Rng(8);
    let (mut nodes, mut equal) = ([0, 0], 0);
    for _ in 0..6 {
        let mut position = Position::initial(game.game());
        for _ in 0..12 + rng.below(20) {
            let moves = position.moves().unwrap();
            position.make(moves.get(rng.below(moves.len())));
            if position.ending().unwrap().is_some() {
                position.undo();
                break;
            }
        }
        let [with, without] = [selective, Selective::NONE].map(|selective| {
            let options = Options { selective, ..Options::default() };
            search(&position, &Limits::depth(depth), &options, &AtomicBool::new(false), &mut ())
        });
        equal += u32::from(with.score == without.score);
        nodes[0] += with.nodes;
        nodes[1] += without.nodes;
    }
    (nodes, equal)
}
