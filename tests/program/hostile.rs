//! Hostile commands, positions, moves, queries, trees, records and books: always an answer, never a panic, and what could
//! not be obeyed changes nothing.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::support::hostile::{changed, rounds};
use crate::support::random::Rng;
use rulesmith::compile::{Backend, Settings};
use rulesmith::library;
use rulesmith::render::Style;
use rulesmith::repl::Repl;
use rulesmith::search::Book;
use rulesmith::session::{self, Form, Session};

/// Commands that every game understands; those that search are stopped at once.
const COMMANDS: &[&str] = &[
    "moves a",
    "undo 2",
    "redo 1",
    "board",
    "best 3",
    "best 5m+3s",
    "best 1000 nodes",
    "eval open lines",
    "perft 2 divide",
    "trace minimax-a-b 2",
    "solve 1s",
    "match depth=1 depth=2,eval=\"open lines\" 2",
    "position",
    "record",
    "options",
    "set rows=4",
    "load tic-tac-toe size=4",
    "games",
    "help queries",
    "? count own on rank 1..2",
    "? all except (own or enemy on attacked by own)",
    "? no from and not quiet >= 4 or (line 3 of own and enemy stuck)",
    "? sum (x * 7.5 - 2) div 3 by x",
    "legal",
    "new",
];

fn interpreter() -> Settings {
    Settings { backend: Backend::Interpreter, ..Settings::default() }
}

/// A session some moves into the game, with the text of the position and the moves.
fn some_way(name: &str, rng: &mut Rng) -> Session {
    let mut session = Session::open(name, &interpreter()).unwrap_or_else(|e| panic!("{name}: {e}"));
    for _ in 0..rng.below(8) {
        let moves = session.moves().expect("lists fit");
        if moves.is_empty() {
            break;
        }
        session.play(&moves[rng.below(moves.len())]).expect("it is legal");
    }
    session
}

#[test]
fn lines_of_a_conversation() {
    let mut rng = Rng(20_261_122);
    let stop = AtomicBool::new(true);
    let (mut obeyed, mut refused) = (0, 0);
    for entry in library::measured() {
        let moves = some_way(entry.name, &mut rng).moves().expect("lists fit");
        let mut lines: Vec<String> = COMMANDS.iter().map(|line| line.to_string()).collect();
        lines.extend(moves.iter().take(10).cloned());
        for _ in 0..4 {
            lines.push(format!("position {}", some_way(entry.name, &mut rng).position_text()));
        }
        let mut repl = Repl::new(None, Style::PLAIN);
        for round in 0..rounds(1200) / 12 {
            // A line may load another game.
            if round % 25 == 0 {
                repl = Repl::new(Some(some_way(entry.name, &mut rng)), Style::PLAIN);
            }
            let before = repl.session().map(|s| (s.position_text(), s.record(Form::Record).unwrap()));
            let line = changed(&lines[rng.below(lines.len())], &mut rng);
            let effect = repl.step(&line, &stop);
            assert!(!effect.failed || !effect.text.is_empty(), "{line:?} fails without a word");
            if effect.failed {
                refused += 1;
                assert_eq!(
                    repl.session().map(|s| (s.position_text(), s.record(Form::Record).unwrap())),
                    before,
                    "{line:?} failed"
                );
            } else {
                obeyed += 1;
            }
        }
    }
    assert!(obeyed > refused / 20 && refused > obeyed / 20, "{obeyed} obeyed, {refused} refused");
}

#[test]
fn positions_are_what_they_say_or_refused() {
    let mut rng = Rng(7);
    let mut taken = 0;
    for name in library::names().filter(|name| !library::MEASURED.contains(name)) {
        let mut session = some_way(name, &mut rng);
        let start = session.position_text();
        for _ in 0..rounds(1200) / 60 {
            let text = changed(&start, &mut rng);
            if session.set_position(&text).is_err() {
                continue;
            }
            taken += 1;
            let shown = session.position_text();
            session.set_position(&shown).unwrap_or_else(|e| panic!("{name}: {text:?} is shown as {shown:?}: {e}"));
            assert_eq!(session.position_text(), shown, "{name}: {text:?}");
            session.moves().unwrap_or_else(|e| panic!("{name}: {text:?}: {e}"));
            session.restart();
        }
    }
    assert!(taken > 20, "only {taken} of the positions were sound");
}

#[test]
fn trees_records_and_books() {
    let mut rng = Rng(20_261_123);
    let tree = "(max root (min a 3 12 8) (min b 2 4 (max 6 -1)) (min 14 5 2))";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.record");
    let mut session = some_way("breakthrough", &mut rng);
    let mut book = session.new_book();
    session.learn_game(&mut book, 4).expect("it is legal");
    let (record, book) = (session.record(Form::Record).unwrap(), book.to_text());
    session.restart();
    for _ in 0..rounds(1200) {
        if let Err(error) = session::parse_tree(&changed(tree, &mut rng)) {
            assert!(!error.to_string().is_empty());
        }
        if let Err((line, what)) = Book::from_text(&changed(&book, &mut rng)) {
            assert!(line <= book.lines().count() + 4 && !what.is_empty());
        }
    }
    let mut read = 0;
    for _ in 0..rounds(1200) / 8 {
        std::fs::write(&file, changed(&record, &mut rng)).expect("a folder for the tests");
        match Session::open(&file.to_string_lossy(), &interpreter()) {
            Ok(session) => {
                read += 1;
                session.moves().expect("lists fit");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(read > 0, "no changed record was read");
}
