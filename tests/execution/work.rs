//! What a position and a number cost: counted by the reference interpreter, so the same whatever runs the game.

use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::MoveList;
use rulesmith::learn::costs_of;
use rulesmith::source::Source;

fn compiled(text: &str, backend: Backend) -> Compiled {
    let settings = Settings { backend, ..Settings::default() };
    compile(&Source::new("test", text), &settings, &mut Diagnostics::new()).expect("it is right")
}

fn shipped(name: &str, backend: Backend) -> Compiled {
    compiled(rulesmith::library::find(name).expect("a shipped game").text, backend)
}

/// A game on a board of 8 by 8 whose only move has this body.
fn placing(body: &str) -> Compiled {
    compiled(
        &format!(
            "game \"Placing\"\nplayers White, Black\nboard square 8x8\npiece Man\nmove {{ {body} }}\n\
             end {{ win when count own > 9 }}\nend when enemy stuck {{ draw }}\n"
        ),
        Backend::Interpreter,
    )
}

fn work_of_moves(game: &Compiled) -> u64 {
    let game = game.game();
    game.work_of_moves(&game.initial())
}

/// Machine code is never asked, and the games that are looked at are the same.
#[test]
fn both_back_ends_cost_the_same() {
    for name in ["amazons", "hex", "lines-of-action", "oware", "tzaar"] {
        let [native, interpreter] = [Backend::Native, Backend::Interpreter].map(|backend| {
            let game = shipped(name, backend);
            (work_of_moves(&game), costs_of(&game, &game.candidates()))
        });
        assert!(native.0 > 0 && native.1.iter().all(|&cost| cost > 0), "{name}: {native:?}");
        assert_eq!(native, interpreter, "{name}");
    }
}

/// To count the work changes nothing: the moves are those of the position.
#[test]
fn to_count_the_work_does_not_change_what_is_listed() {
    let game = shipped("chess", Backend::Interpreter);
    let state = game.game().initial();
    let before = work_of_moves(&game);
    let mut moves = MoveList::new(game.game().move_words());
    game.game().generate(&state, &mut moves).expect("it has an end");
    assert_eq!((moves.len(), work_of_moves(&game)), (20, before));
}

/// A list holds choices: what follows from them is worked out by whoever makes the move, unless something is asked of it.
#[test]
fn what_is_done_after_the_last_choice_is_not_counted() {
    let plain = work_of_moves(&placing("place Man on empty"));
    let busy = "place Man on empty { take neighbours of to on enemy  take neighbours of to on own }";
    assert_eq!(work_of_moves(&placing(busy)), plain);
    let asked = work_of_moves(&placing(&busy.replace("take neighbours of to on own", "require enemy or to on edge")));
    assert!(asked > 2 * plain, "{asked} and {plain}");
    // More cells to choose from are more moves to note.
    let fewer = work_of_moves(&placing("place Man on empty on rank 1"));
    assert!(4 * fewer < plain, "{fewer} and {plain}");
}

/// What takes many steps costs more than a count, and what a number says twice is worked out once.
#[test]
fn numbers_cost_what_is_done_for_them() {
    let game = shipped("chess", Backend::Interpreter);
    let of = |text: &str| {
        let number = game.number(text).unwrap_or_else(|| panic!("`{text}` is a number"));
        let term = game.candidates().into_iter().next().expect("some candidate");
        costs_of(&game, &[rulesmith::rules::Term { number, ..term }])[0]
    };
    let [count, attacked, twice, mobility, groups] = [
        "count own Pawn",
        "count attacked by own",
        "count attacked by own + count enemy on attacked by own",
        "mobility",
        "groups any own",
    ]
    .map(of);
    assert!(count < attacked && attacked < mobility && count < groups, "{count} {attacked} {mobility} {groups}");
    assert!(twice < attacked + attacked / 2, "{attacked} once, {twice} twice");
}
