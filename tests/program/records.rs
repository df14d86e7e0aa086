//! Files beside the rules: records of games, openings, books. What is wrong with one is shown at its place in it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::outside::{Run, run, run_with};
use rulesmith::render::Style;
use rulesmith::repl::Repl;

const RULES: &str = "tests/faces/tic-tac-toe.game";

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

fn refused(arguments: &[&str]) -> Run {
    let run = run(arguments);
    assert_eq!((run.status, run.out.as_str()), (1, ""), "{arguments:?}\n{}", run.err);
    run
}

/// How many moves there are behind a record.
fn moves(record: &str) -> usize {
    let run = run(&["moves", record, "--format", "json"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    run.json()["moves"].as_array().unwrap().len()
}

fn step(repl: &mut Repl, line: &str) -> String {
    repl.step(line, &AtomicBool::new(false)).text
}

#[test]
fn a_record_finds_its_rules() {
    let place = folder("found");
    let text = std::fs::read_to_string(RULES).unwrap();
    write(&place, "rules/mine.game", &text);
    let record = |name: &str, file: &str| write(&place, name, &format!("record of X\nfile {file}\nmoves b2 a1\n"));
    assert_eq!(moves(&record("rules/a.record", "mine.game")), 7, "beside the record");
    assert_eq!(moves(&record("games/b.record", "../rules/mine.game")), 7, "as seen from the record");
    assert_eq!(moves(&record("c.record", RULES)), 7, "as seen from the current folder");
    assert_eq!(moves(&record("rules/d.record", "gone/mine.game")), 7, "moved together");
    assert_eq!(moves(&record("e.record", "gone/tic-tac-toe.game")), 7, "a shipped game");
    let lost = refused(&["moves", &record("f.record", "gone/mine.game")]).err;
    for part in ["f.record:2:6", "gone/mine.game", "beside the record"] {
        assert!(lost.contains(part), "{part}: {lost}");
    }
}

#[test]
fn a_record_is_saved_as_seen_from_its_folder() {
    let place = folder("saved");
    let rules = write(&place, "rules/mine.game", &std::fs::read_to_string(RULES).unwrap());
    let (saved, kept) = (place.join("games/a.record"), place.join("games/b.record"));
    std::fs::create_dir_all(place.join("games")).unwrap();
    let (saved, kept) = (saved.to_str().unwrap(), kept.to_str().unwrap());
    let talk = run_with(&["repl", &rules], format!("b2\nsave {saved}\n").as_bytes());
    assert!(talk.out.contains("saved as"), "{}", talk.out);
    run(&["match", &rules, "depth=1", "depth=1", "--games", "2", "--keep", kept]);
    for record in [saved, kept] {
        let text = std::fs::read_to_string(record).unwrap();
        assert!(text.contains("\nfile ../rules/mine.game\n"), "{text}");
        assert_eq!(run(&["moves", record]).status, 0);
    }
    // Both can be moved.
    let moved = folder("moved");
    std::fs::remove_dir_all(&moved).unwrap();
    std::fs::rename(&place, &moved).unwrap();
    assert_eq!(moves(moved.join("games/a.record").to_str().unwrap()), 8);
    let nameless = run_with(
        &["match", "-", "depth=1", "depth=1", "--games", "2", "--keep", "never.record"],
        std::fs::read(RULES).unwrap().as_slice(),
    );
    assert!(nameless.status == 1 && nameless.err.contains("save the rules first"), "{}", nameless.err);
}

#[test]
fn what_is_wrong_in_a_record_is_shown_there() {
    let place = folder("wrong");
    let head = "record of Tic-tac-toe\nfile tic-tac-toe\n";
    let cases = [
        ("moves b2 a1\nmoves c1 b2 a3\n", ":4:10", "`b2` is not a legal move here"),
        ("moves b2 # mine\n", ":3:10", "a note stands on a line of its own"),
        ("mvoes b2\n", ":3:1", "a record has lines that begin with"),
        ("set size\n", ":3:1", "write `option=value`"),
        ("position 9/?\n", ":3:", "help"),
        ("eval\n", ":3:1", "write `eval"),
        ("eval nope\n", ":3:6", "open lines"),
        ("set size = 9\n", ":3:5", "no option `size`"),
        ("file othello\n", ":3:1", "leave one of them out"),
    ];
    for (lines, at, part) in cases {
        let record = write(&place, "wrong.record", &format!("{head}{lines}"));
        let said = refused(&["moves", &record]).err;
        assert!(said.contains(&format!("wrong.record{at}")) && said.contains(part), "{lines}: {said}");
    }
    // In a file of several games the line is that of the file.
    let two = format!("{head}moves b2\n\n{head}moves a1 a1\n");
    let two = write(&place, "two.record", &two);
    assert_eq!(moves(&two), 8);
    assert!(refused(&["moves", &format!("{two}#2")]).err.contains("two.record:7:10"));
    assert!(refused(&["moves", &format!("{two}#3")]).err.contains("it has 2"));
    let nameless = write(&place, "nameless.record", "record of X\nmoves b2\n");
    assert!(refused(&["moves", &nameless]).err.contains("nameless.record:1:1"));
}

/// Rules are short; files of records and books grow with use.
#[test]
fn many_games_stand_in_one_record() {
    let place = folder("many");
    let game = "record of Tic-tac-toe\nfile tic-tac-toe\nmoves b2\n";
    let many = write(&place, "many.record", &game.repeat(30_000));
    assert!(std::fs::metadata(&many).unwrap().len() > 1 << 20);
    assert_eq!(moves(&format!("{many}#29999")), 8);
    let book = format!("rulesmith-book 1 Tic-tac-toe\n{}", "00a1 3 1f\n".repeat(120_000));
    let book = write(&place, "many.book", &book);
    assert_eq!(run(&["book", "tic-tac-toe", &book]).status, 0);
}

#[test]
fn the_moves_before_a_wrong_one_are_kept() {
    let place = folder("kept");
    let record = write(&place, "a.record", "record of T\nfile tic-tac-toe\nmoves b2 a1 c1 b2 a3\n");
    let mut repl = Repl::new(None, Style::PLAIN);
    let loaded = step(&mut repl, &format!("load {record}"));
    assert!(loaded.contains("a.record:3:16") && loaded.contains("the 3 moves before it are played"), "{loaded}");
    assert!(step(&mut repl, "record").ends_with("moves b2 a1 c1\n"));
    let talk = run_with(&["repl", &record], b"position\n");
    assert!(talk.err.contains("the 3 moves before it") && talk.out.contains("O to move"), "{}{}", talk.out, talk.err);
    let game = run_with(&["play", &record, "--players", "human,human", "--format", "json"], b"");
    assert!(game.err.contains("the 3 moves before it"), "{}", game.err);
    assert_eq!(game.json()["moves"].as_array().unwrap().len(), 3);
    // Nothing goes on behind a gap.
    assert!(refused(&["repl", &record, "--moves", "a3"]).err.contains("a.record:3:16"));
}

#[test]
fn what_is_wrong_in_openings_is_shown_there() {
    let place = folder("openings");
    let args = |file: &str| {
        ["match", "tic-tac-toe", "depth=1", "depth=1", "--games", "2", "--openings", file].map(str::to_string)
    };
    let said = |text: &str| {
        let file = write(&place, "some.txt", text);
        let args = args(&file);
        refused(&args.each_ref().map(String::as_str)).err
    };
    let illegal = said("# mine\nb2\n\n  a1 a1\n");
    assert!(illegal.contains("some.txt:4:6") && illegal.contains("`a1` is not a legal move"), "{illegal}");
    assert!(said("b2\na1 b1 a2 b2 a3\n").contains("ends the game"));
    assert!(said("\n# none\n").contains("has no opening"));
    let piped = run_with(&args("-").each_ref().map(String::as_str), b"b2\n");
    assert_eq!(piped.status, 0, "{}", piped.err);
    let tree = run_with(&["trace", "--tree-file", "-", "--format", "json"], b"(max 1 2)");
    assert_eq!(tree.json()["value"], 2);
}

#[test]
fn what_was_kept_is_not_lost_for_other_games() {
    let place = folder("unlost");
    let chess = write(&place, "chess.record", "record of Chess\nfile chess\nmoves e2e4\n");
    let args =
        |file: &str| ["match", "tic-tac-toe", "depth=1", "depth=1", "--games", "2", "--keep", file].map(str::to_string);
    let said = refused(&args(&chess).each_ref().map(String::as_str)).err;
    assert!(said.contains("it holds games of Chess"), "{said}");
    assert_eq!(moves(&chess), 20);
    let own = place.join("own.record");
    for _ in 0..2 {
        assert_eq!(run(&args(own.to_str().unwrap()).each_ref().map(String::as_str)).status, 0);
    }
}

#[test]
fn a_book_learns_only_games_of_its_own_rules() {
    let place = folder("learnt");
    let book = place.join("a.book");
    let small = write(&place, "small.record", "record of B\nfile breakthrough\nset size = 5\nmoves a2a3\n");
    let learn =
        |more: &[&str]| run(&[&["book", "breakthrough", book.to_str().unwrap(), "--from", &small], more].concat());
    let other = learn(&[]);
    assert_eq!(other.status, 1);
    for part in ["game 1 of `", "size=5", "the book is one of Breakthrough"] {
        assert!(other.err.contains(part), "{part}: {}", other.err);
    }
    assert_eq!(learn(&["--set", "size=5"]).status, 0);
}

#[test]
fn a_book_of_other_rules_is_refused() {
    let place = folder("books");
    let text = std::fs::read_to_string(RULES).unwrap();
    let rules = write(&place, "mine.game", &text);
    let book = place.join("mine.book");
    let book = book.to_str().unwrap();
    let read = || run(&["book", &rules, book]);
    assert_eq!(run(&["book", &rules, book, "--line", "b2 a1"]).status, 0);
    // Neither a note nor an evaluation is a rule.
    write(&place, "mine.game", &format!("// mine\n{text}\neval \"new\" {{ count own }}\n"));
    assert_eq!(read().status, 0, "{}", read().err);
    let other = text.replace("line 3 of own", "line 2 of own");
    assert_ne!(other, text);
    write(&place, "mine.game", &other);
    let said = refused(&["best", &rules, "--book", book]).err;
    assert!(said.contains("had other rules") && said.contains("let its first line be `rulesmith-book 1 "), "{said}");
    // Who knows better follows the advice.
    let line = said.split('`').find(|part| part.starts_with("rulesmith-book")).unwrap();
    let kept = std::fs::read_to_string(book).unwrap();
    let (_, entries) = kept.split_once('\n').unwrap();
    std::fs::write(book, format!("{line}\n{entries}")).unwrap();
    assert_eq!(read().status, 0);
    // A book of former times does not tell, and tells when it is written again.
    let old = line.split(" rules:").next().unwrap();
    std::fs::write(book, format!("{old}\n{entries}")).unwrap();
    assert_eq!(read().status, 0);
    assert_eq!(run(&["book", &rules, book, "--line", "a2"]).status, 0);
    assert!(std::fs::read_to_string(book).unwrap().starts_with(line));
}
