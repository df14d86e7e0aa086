//! Files beside the rules: records of games, openings, books. What is wrong with one is shown at its place in it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::outside::{refused, run, run_with};
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
    let lost = refused(&["moves", &record("f.record", "gone/mine.game")]);
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
        let said = refused(&["moves", &record]);
        assert!(said.contains(&format!("wrong.record{at}")) && said.contains(part), "{lines}: {said}");
    }
    // In a file of several games the line is that of the file.
    let two = format!("{head}moves b2\n\n{head}moves a1 a1\n");
    let two = write(&place, "two.record", &two);
    assert_eq!(moves(&two), 8);
    assert!(refused(&["moves", &format!("{two}#2")]).contains("two.record:7:10"));
    assert!(refused(&["moves", &format!("{two}#3")]).contains("it has 2"));
    let nameless = write(&place, "nameless.record", "record of X\nmoves b2\n");
    assert!(refused(&["moves", &nameless]).contains("nameless.record:1:1"));
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
fn a_damaged_book_is_told_with_what_to_do() {
    let place = folder("damaged");
    let (head, line) = ("rulesmith-book 1 Tic-tac-toe", "00a1 3 1f");
    for (text, part) in [
        (format!("{head}\n{line}\n00a1 three 1f\n"), "leave this line out"),
        ("e2e4 e7e5\n".to_string(), "`rulesmith book` makes one"),
        (String::new(), "`rulesmith book` makes one"),
    ] {
        let book = write(&place, "a.book", &text);
        for asked in [["book", "tic-tac-toe", &book].as_slice(), &["best", "tic-tac-toe", "--book", &book]] {
            let said = refused(asked);
            assert!(said.contains(part), "{text}: {said}");
        }
    }
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
    assert!(refused(&["repl", &record, "--moves", "a3"]).contains("a.record:3:16"));
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
        refused(&args.each_ref().map(String::as_str))
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
    let said = refused(&args(&chess).each_ref().map(String::as_str));
    assert!(said.contains("it holds games of Chess"), "{said}");
    assert_eq!(moves(&chess), 20);
    let none = write(&place, "none.record", "my notes\n");
    assert!(refused(&args(&none).each_ref().map(String::as_str)).contains("no record of games"));
    assert_eq!(std::fs::read_to_string(&none).unwrap(), "my notes\n");
}

#[test]
fn games_are_kept_behind_those_that_are_there() {
    let place = folder("behind");
    let own = place.join("own.record");
    let own = own.to_str().unwrap();
    let keep = |file: &str, games: &str, more: &[&str]| {
        let args = ["match", "tic-tac-toe", "depth=1", "depth=2", "--games", games, "--keep", file];
        run(&[&args[..], more].concat())
    };
    let text = || std::fs::read_to_string(own).unwrap();
    let first = keep(own, "2", &[]);
    assert_eq!((first.status, first.err.as_str()), (0, ""), "a new file needs no note");
    let before = text();
    let second = keep(own, "4", &["--seed", "7", "--parallel", "2"]);
    assert!(second.status == 0 && second.err.contains("own.record#3"), "{}", second.err);
    assert!(text().starts_with(&before), "what was there stays");
    let notes: Vec<String> = text().lines().filter(|l| l.starts_with("# game")).map(str::to_string).collect();
    let numbers: Vec<&str> = notes.iter().map(|note| note.split([' ', ':']).nth(2).unwrap()).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"]);
    for number in 1..=6 {
        assert_eq!(run(&["moves", &format!("{own}#{number}")]).status, 0);
    }
    assert!(refused(&["moves", &format!("{own}#7")]).contains("it has 6"));
    // A record without a line end at its end is one all the same.
    let cut = write(&place, "cut.record", "record of Tic-tac-toe\nfile tic-tac-toe\nmoves b2");
    assert_eq!(keep(&cut, "2", &[]).status, 0);
    assert_eq!((moves(&cut), run(&["moves", &format!("{cut}#3")]).status), (8, 0));
}

/// What can't be written is told before a match, and a match that does not begin leaves nothing.
#[test]
fn a_file_for_games_is_tried_first() {
    let place = folder("tried");
    let lost = place.join("nowhere/a.record");
    let long = ["match", "go", "time=60s", "time=60s", "--keep", lost.to_str().unwrap()];
    let said = run(&long);
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(said.err.contains("can't write"), "{}", said.err);
    let kept = place.join("a.record");
    let over = ["match", "tic-tac-toe", "", "", "--moves", "a1 b1 a2 b2 a3", "--keep", kept.to_str().unwrap()];
    assert!(refused(&over).contains("nothing to play"));
    assert!(!kept.exists());
}

#[test]
fn a_saved_game_takes_no_other_games_place() {
    let place = folder("place");
    let file = place.join("a.record");
    let save = format!("save {}", file.display());
    let mut repl = Repl::new(None, Style::PLAIN);
    let mut says = |line: &str| step(&mut repl, line);
    says("load tic-tac-toe");
    says("b2");
    // The same game may be saved again and again, also when moves were taken back.
    for line in ["a1", "undo", "c1"] {
        assert!(says(&save).contains("saved as"), "{line}");
        says(line);
    }
    assert!(says(&save).contains("saved as"));
    says("new");
    says("a1");
    assert!(says(&save).contains("it holds another game"));
    assert_eq!(moves(file.to_str().unwrap()), 7);
    // What a record holds may go on, and so may a game that was loaded.
    says("load tic-tac-toe");
    says("b2 c1 a3");
    assert!(says(&save).contains("saved as"));
    says(&format!("load {}", file.display()));
    says("undo 2");
    assert!(says(&save).contains("saved as"));
    let game = "record of Tic-tac-toe\nfile tic-tac-toe\nmoves b2\n";
    let two = write(&place, "two.record", &format!("{game}\n{game}"));
    says(&format!("load {two}#2"));
    assert!(says(&format!("save {two}")).contains("it holds 2 games"));
    let notes = write(&place, "notes.txt", "mine\n");
    assert!(says(&format!("save {notes}")).contains("no record of a game"));
    let kept = refused(&["trace", "tic-tac-toe", "--depth", "1", "--out", &two]);
    assert!(kept.contains("it is a record of games"), "{kept}");
    assert_eq!(run(&["trace", "tic-tac-toe", "--depth", "1", "--out", &notes]).status, 0);
}

/// A record tells by which rules it was made, wherever they are found.
#[cfg(unix)]
#[test]
fn names_as_long_as_names_can_be_and_links_are_saved_under() {
    let place = folder("names");
    let mut repl = Repl::new(None, Style::PLAIN);
    step(&mut repl, "load tic-tac-toe");
    step(&mut repl, "b2");
    let long = place.join(format!("{}.record", "n".repeat(240)));
    let shown = step(&mut repl, &format!("save {}", long.display()));
    assert!(shown.starts_with("saved as"), "{shown}");
    assert_eq!(moves(long.to_str().unwrap()), 8);
    // A link that leads to no file yet.
    let (link, file) = (place.join("link.record"), place.join("file.record"));
    std::os::unix::fs::symlink("file.record", &link).unwrap();
    let shown = step(&mut repl, &format!("save {}", link.display()));
    assert!(shown.starts_with("saved as") && link.is_symlink(), "{shown}");
    assert_eq!(moves(file.to_str().unwrap()), 8);
    assert_eq!(std::fs::read_dir(&place).unwrap().count(), 3, "nothing else is left there");
}

#[test]
fn other_rules_than_those_of_the_record_are_told() {
    let place = folder("digest");
    let text = std::fs::read_to_string(RULES).unwrap();
    let rules = write(&place, "mine/tic-tac-toe.game", &text.replace("line 3 of own", "line 2 of own"));
    let record = place.join("a.record");
    let record = record.to_str().unwrap();
    run_with(&["repl", &rules], format!("b2 a1\nsave {record}\n").as_bytes());
    let read = || run(&["moves", record]);
    assert_eq!(read().err, "", "by its own rules");
    // Notes and evaluations are no rules.
    write(&place, "mine/tic-tac-toe.game", &format!("// mine\n{}", text.replace("line 3 of own", "line 2 of own")));
    assert_eq!(read().err, "");
    std::fs::remove_dir_all(place.join("mine")).unwrap();
    let other = read();
    assert_eq!(other.status, 0, "{}", other.err);
    assert!(other.err.contains("other rules than those of the shipped game `tic-tac-toe`"), "{}", other.err);
    let book = place.join("a.book");
    let learn = refused(&["book", "tic-tac-toe", book.to_str().unwrap(), "--from", record]);
    assert!(learn.contains("game 1 of") && learn.contains("other rules") && !book.exists(), "{learn}");
    let marked = std::fs::read_to_string(record).unwrap();
    let (before, mark) = marked.split_once("rules ").unwrap();
    let (_, after) = mark.split_once('\n').unwrap();
    write(&place, "a.record", &format!("{before}{after}"));
    assert_eq!(read().err, "", "a record without a mark is believed");
    assert_eq!(run(&["book", "tic-tac-toe", book.to_str().unwrap(), "--from", record]).status, 0);
    write(&place, "a.record", &format!("{before}rules mine\n{after}"));
    assert!(refused(&["moves", record]).contains("a.record:3:7"));
    // A move that these rules don't know is blamed on them.
    write(&place, "a.record", &format!("{before}rules 1\nmoves b2 b2\n"));
    assert!(refused(&["moves", record]).contains("other rules than those"));
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
    // Games by different rules may stand in one file: each is held to those of the book.
    let mixed =
        "record of B\nfile breakthrough\nset size = 5\nmoves a2a3\n\nrecord of B\nfile breakthrough\nmoves a2a3\n";
    write(&place, "small.record", mixed);
    let other = learn(&["--set", "size=6"]);
    assert!(other.status == 1 && other.err.contains("is a book of"), "{}", other.err);
    let both = learn(&["--set", "size=5"]);
    assert_eq!(both.status, 0, "the options of the book go before those of the record: {}", both.err);
    assert!(both.out.contains("0 games learnt, 2 games known already"), "{}", both.out);
    write(
        &place,
        "small.record",
        "record of B\nfile breakthrough\nmoves a2a3\nrecord of B\nfile breakthrough\nmoves a2a9\n",
    );
    assert!(learn(&["--set", "size=5"]).err.contains("small.record:6:7"));
}

#[test]
fn books_that_learn_at_the_same_time_lose_nothing() {
    let place = folder("learning");
    let book = place.join("all.book");
    let book = book.to_str().unwrap();
    let moves = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3"];
    std::thread::scope(|scope| {
        for text in moves {
            scope.spawn(move || assert_eq!(run(&["book", "breakthrough", book, "--line", text]).status, 0));
        }
    });
    let known = run(&["book", "breakthrough", book, "--format", "json"]).json();
    assert_eq!(known["moves"].as_array().unwrap().len(), moves.len(), "{known}");
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
    let said = refused(&["best", &rules, "--book", book]);
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

/// Who writes which game of a file is meant in another way, or a record where something else stands, is told how it is written.
#[test]
fn other_ways_to_name_a_game_of_a_file_are_told_the_right_one() {
    let place = folder("other-ways");
    let file = write(&place, "two.pgn", "[White \"a\"]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. d4 d5 0-1\n");
    let third = format!("game 3 of `{file}` is `{file}#3`");
    let number = format!("`#` and a number choose a game of a file of several: `{file}#2`");
    let quotes = format!("write the name without quotes: `{file}`");
    for (behind, help) in [
        (" 3", &third),
        (":3", &third),
        (" game 3", &third),
        ("#two", &number),
        ("#", &number),
        (" the second", &number),
    ] {
        let name = format!("{file}{behind}");
        let said = run_with(&["repl", "chess"], format!("load {name}\n").as_bytes()).err;
        assert!(said.contains(help), "{name}: {said}");
        let said = run(&["best", &name]).err;
        assert!(said.contains(help), "{name}: {said}");
    }
    let said = run(&["moves", &file, "3"]).err;
    assert!(said.contains(&third), "{said}");
    let said = run_with(&["repl", "chess"], format!("load \"{file}\"\n").as_bytes()).err;
    assert!(said.contains(&quotes), "{said}");
    for option in ["--position", "--moves"] {
        let said = refused(&["moves", "chess", option, &format!("{file}#2")]);
        assert!(said.contains(&format!("`--record {file}#2`")), "{said}");
    }
    let said = run_with(&["repl", "chess"], format!("position {file}\n").as_bytes()).err;
    assert!(said.contains(&format!("`load {file}`")), "{said}");
}

/// Names of tags in small letters, names of variants without `chess`, a result with a dash; a symbol that is no piece's is refused.
#[test]
fn records_are_read_as_others_write_them() {
    let place = folder("as-others-write");
    let position = |name: &str, text: &str| {
        let run = run(&["moves", &write(&place, name, text), "--format", "json"]);
        assert_eq!(run.status, 0, "{name}: {}{}", run.out, run.err);
        run.json()["position"].as_str().unwrap().to_string()
    };
    let small = position("small.pgn", "[variant \"atomic\"]\n[fen \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q *\n");
    assert!(small.starts_with("Q6k/"), "{small}");
    for (index, name) in ["Losers", "Seirawan", "S-Chess", "chess-960", "Grand", "Three_Check"].iter().enumerate() {
        position(&format!("named{index}.pgn"), &format!("[Variant \"{name}\"]\n\n*\n"));
    }
    // A player without a move and with more pieces has lost in suicide chess, and won in antichess.
    let stuck = |variant: &str| {
        let file = write(
            &place,
            "stuck.pgn",
            &format!("[Variant \"{variant}\"]\n[FEN \"8/8/8/p7/8/P7/P7/8 b - - 0 1\"]\n\n1... a4 *\n"),
        );
        run(&["moves", &file]).out
    };
    assert!(
        stuck("Suicide").contains("Black wins") && stuck("Suicide Chess").contains("Black wins"),
        "{}",
        stuck("Suicide")
    );
    assert!(
        stuck("Giveaway").contains("White wins") && stuck("Antichess").contains("White wins"),
        "{}",
        stuck("Giveaway")
    );
    assert!(position("dash.pgn", "[Event \"?\"]\n\n1. e4 e5 1–0\n").contains(" w "));
    let strange = refused(&["moves", &write(&place, "strange.pgn", "[Event \"?\"]\n\n1. e4 e5 2. ☺f3 *\n")]);
    assert!(strange.contains("strange.pgn:3:") && strange.contains("`☺f3` is not a legal move"), "{strange}");
}
