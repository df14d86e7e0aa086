//! Transcripts of conversations, through the function from a line to its effect.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rulesmith::compile::Settings;
use rulesmith::render::Style;
use rulesmith::repl::{Effect, Repl};
use rulesmith::session::Session;

fn conversation(file: &str, settings: &[(&str, &str)]) -> Repl {
    let options = settings.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let session = Session::open(file, &Settings { options, ..Settings::default() });
    Repl::new(Some(session.unwrap_or_else(|e| panic!("{e}"))), Style::PLAIN)
}

fn small() -> Repl {
    conversation("tests/faces/breakthrough.game", &[("size", "4")])
}

fn step(repl: &mut Repl, line: &str) -> Effect {
    repl.step(line, &AtomicBool::new(false))
}

/// Types every line after `> ` of the transcript and compares what is shown.
fn transcript(repl: &mut Repl, expected: &str) {
    let mut actual = String::new();
    for line in expected.lines().filter_map(|l| l.strip_prefix("> ")) {
        let effect = step(repl, line);
        actual += &format!("> {line}\n{}", effect.text);
    }
    assert_eq!(actual, expected, "\n--- shown\n{actual}\n--- expected\n{expected}");
}

#[test]
fn moves_as_they_stand() {
    transcript(
        &mut small(),
        "\
> moves
  a2b3  b2a3  b2c3  c2b3  c2d3  d2c3
> moves c
  c2b3  c2d3
> moves x
no move begins with `x`
> a2b3
  4 p p p p
  3 p P p p
  2 . P P P
  1 P P P P
    a b c d
Black to move
> position
pppp/pPpp/1PPP/PPPP b 1
",
    );
}

#[test]
fn counted_pieces_are_drawn_with_their_kind_where_there_are_several() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-counted.game");
    let moves = "move { pick it in all { put Nut on it } }";
    let pieces = "piece Seed counted neutral\npiece Nut counted neutral\nsetup { 3 Seed on rank 1 }";
    let rules = format!(
        "game \"Two\"\nplayers White, Black\nboard square 2\n{pieces}\n{moves}\nend {{ draw when enemy stuck }}\n"
    );
    std::fs::write(&file, rules).unwrap();
    let mut repl = conversation(file.to_str().unwrap(), &[]);
    transcript(
        &mut repl,
        "\
> a1
  2    .    .
  1 3S1N   3S
       a    b
Black to move
",
    );
}

#[test]
fn words_of_other_programs_are_answered() {
    let mut repl = small();
    for line in ["go depth 5", "analyze", "depth 3"] {
        let shown = step(&mut repl, line).text;
        assert!(shown.contains("`best 6` (plies)"), "{line}: {shown}");
    }
    let shown = step(&mut repl, "xyz").text;
    assert!(!shown.contains("best"), "{shown}");
}

#[test]
fn hands_show_what_they_may_hold() {
    let text = "players A, B  board square 2x2  piece Man, King  hand 1 Man for A
        setup { A King on a1  B King on b2 }  move { drop Man on empty }  move King { step any to empty }
        end { win when no enemy }";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hands.game");
    std::fs::write(&path, text).unwrap();
    let mut repl = conversation(path.to_str().unwrap(), &[]);
    let shown = step(&mut repl, "a1a2").text;
    assert_eq!(shown.matches("hand").count(), 1, "{shown}");
    assert!(shown.contains("A hand Man: 1"), "{shown}");
}

#[test]
fn a_match_from_the_position() {
    let mut repl = conversation("tests/faces/tic-tac-toe.game", &[]);
    step(&mut repl, "b2 a1");
    let shown = step(&mut repl, "match depth=7 \"algorithm=minimax, depth=1\" 4").text;
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[..2], ["A: depth=7", "B: algorithm=minimax, depth=1"]);
    // Each opening is played twice, so whoever sees to the end has at least half of the points.
    let all: Vec<&str> = lines[5].split_whitespace().collect();
    assert_eq!(all[..4], ["A", "in", "all", "4"], "{shown}");
    assert!(all[7].parse::<f64>().expect("points") >= 50.0, "{shown}");
    assert_eq!(step(&mut repl, "record").text.lines().last(), Some("moves b2 a1"), "the game stays as it was");
    for (line, part) in
        [("match depth=0 depth=1", "depth=4"), ("match deep=1 depth=1", "depth"), ("match x y", "setting")]
    {
        let effect = step(&mut repl, line);
        assert!(effect.failed && effect.text.contains(part), "{line}: {}", effect.text);
    }
    let stopped = repl.step("match time=10s time=10s", &AtomicBool::new(true));
    assert!(stopped.text.ends_with("stopped early\n"), "{}", stopped.text);
}

#[test]
fn redo_after_undo() {
    let mut repl = small();
    step(&mut repl, "a2b3");
    let one = step(&mut repl, "board").text;
    step(&mut repl, "c3b2");
    let two = step(&mut repl, "board").text;
    assert_ne!(one, two);
    assert!(step(&mut repl, "undo").text.starts_with("c3b2\n"));
    assert_eq!(step(&mut repl, "board").text, one);
    assert!(step(&mut repl, "redo").text.starts_with("c3b2\n"));
    assert_eq!(step(&mut repl, "board").text, two);
    assert!(step(&mut repl, "undo 9").text.starts_with("c3b2 a2b3\n"));
    // Other rules or another evaluation take nothing from it.
    for line in ["eval derived", "set size=4", "reload"] {
        let effect = step(&mut repl, line);
        assert!(!effect.failed, "{line}: {}", effect.text);
        assert!(step(&mut repl, "redo").text.starts_with("a2b3\n"), "{line}");
        assert!(step(&mut repl, "redo").text.starts_with("c3b2\n"), "{line}");
        step(&mut repl, "undo 2");
    }
    step(&mut repl, "b2a3");
    assert!(step(&mut repl, "redo").failed, "a new move forgets what was taken back");
}

#[test]
fn queries_are_shown_on_the_board() {
    transcript(
        &mut small(),
        "\
> ? own on file a
  4 p p p p
  3 p p p p
  2[P]P P P
  1[P]P P P
    a b c d
2 cells: a1 a2
> ? count own + 1
9
> ? no enemy
no
> ? own on enemy
  4 p p p p
  3 p p p p
  2 P P P P
  1 P P P P
    a b c d
no cells
",
    );
    let mut repl = small();
    let wrong = step(&mut repl, "? count owm");
    assert!(wrong.failed && wrong.text.contains("`owm`") && wrong.text.contains("^^^"), "{}", wrong.text);
}

#[test]
fn what_fails_changes_nothing() {
    let mut repl = small();
    step(&mut repl, "a2b3");
    let before = step(&mut repl, "record").text;
    let lines = [
        "a2a9",
        "c3b2 a1a1",
        "load nosuch.game",
        "load tests",
        "load nothing-like-it",
        "set size=99",
        "set colour=3",
        "position nonsense",
        "save src",
        "eval nosuch",
        "perft x",
        "best soon",
        "undo x",
        "? (",
        "frobnicate",
        "redo",
        "help frob",
    ];
    for line in lines {
        let effect = step(&mut repl, line);
        assert!(effect.failed && !effect.quit && effect.text.starts_with("error"), "{line}: {}", effect.text);
        assert_eq!(step(&mut repl, "record").text, before, "{line}");
    }
}

#[test]
fn slips_are_answered_with_what_was_meant() {
    let mut repl = small();
    for (line, part) in [
        ("mvoes", "`moves`"),
        ("bord", "`board`"),
        ("help prft", "`help perft`"),
        ("help foo", "`help queries`"),
        ("quti", "`quit`"),
    ] {
        let effect = step(&mut repl, line);
        assert!(effect.failed && effect.text.contains(part), "{line}: {}", effect.text);
    }
    let mut empty = Repl::new(None, Style::PLAIN);
    for line in ["moves", "best", "? own", "undo", "save x", "reload", "e2e4"] {
        let effect = step(&mut empty, line);
        assert!(effect.failed && effect.text.contains("help:"), "{line}: {}", effect.text);
    }
    assert!(!step(&mut empty, "help").failed && !step(&mut empty, "").failed && !step(&mut empty, "games").failed);
    assert!(step(&mut empty, "quit").quit);
}

#[test]
fn a_game_is_saved_and_comes_back() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved.record");
    let name = path.to_str().unwrap();
    let mut repl = small();
    step(&mut repl, "a2b3 c3b2 c1b2");
    let board = step(&mut repl, "board").text;
    let record = step(&mut repl, "record").text;
    assert!(record.contains("set size = 4\n") && record.contains("moves a2b3 c3b2 c1b2\n"), "{record}");
    assert!(!step(&mut repl, &format!("save {name}")).failed);
    let mut fresh = Repl::new(None, Style::PLAIN);
    assert!(!step(&mut fresh, &format!("load {name}")).failed);
    assert_eq!(step(&mut fresh, "board").text, board);
    assert_eq!(step(&mut fresh, "record").text, record);
    assert!(!step(&mut fresh, "undo").failed, "the moves came back, not only the position");
}

#[test]
fn an_edited_file_keeps_the_game() {
    let rules = std::fs::read_to_string("tests/faces/breakthrough.game").unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edited.game");
    std::fs::write(&path, &rules).unwrap();
    let mut repl = conversation(path.to_str().unwrap(), &[]);
    step(&mut repl, "a2a3 a7a6 b2a3");
    step(&mut repl, "a2a3 a7a6 b2b3");
    let kept = step(&mut repl, "reload");
    assert!(kept.text.starts_with("read again, 3 moves kept\n"), "{}", kept.text);
    // Without straight steps not even the first move is legal.
    std::fs::write(&path, rules.replace("step forward to empty", "")).unwrap();
    let stopped = step(&mut repl, "reload");
    assert!(stopped.text.starts_with("read again; 0 of 3 moves kept, then `a2a3`: "), "{}", stopped.text);
    step(&mut repl, "a2b3");
    let before = step(&mut repl, "record").text;
    std::fs::write(&path, "game (").unwrap();
    assert!(step(&mut repl, "reload").failed);
    assert_eq!(step(&mut repl, "record").text, before, "a file that is broken now changes nothing");
}

#[test]
fn thinking_counting_and_solving() {
    let mut repl = conversation("tests/faces/tic-tac-toe.game", &[]);
    step(&mut repl, "a1 a2 b1 b2");
    let best = step(&mut repl, "best 2").text;
    assert!(best.starts_with("c1  win in 1 ply\n"), "{best}");
    assert!(step(&mut repl, "solve").text.starts_with("X wins"));
    let counts = step(&mut repl, "perft 2 divide").text;
    assert!(counts.contains("  1   5\n  2  16\n"), "{counts}");
    assert!(step(&mut repl, "c1").text.ends_with("the game is over: X wins: win when line 3 of own\n"));
    assert!(step(&mut repl, "c2").text.contains("the game is over"));
    let none = step(&mut repl, "perft 99").text;
    assert!(none.starts_with("  1  0\nthe game is over: there are no moves to count\n"), "{none}");
    assert!(step(&mut repl, "best").text.starts_with("the game is over: X wins: "));
    assert!(!step(&mut repl, "undo").failed);
    let named = step(&mut repl, "eval open lines").text;
    assert!(named.contains("lines 3 without enemy"), "{named}");
}

#[test]
fn an_interrupt_shows_what_there_is() {
    let mut repl = small();
    let stop = AtomicBool::new(true);
    let counts = repl.step("perft 900", &stop).text;
    assert!(counts.contains("stopped at depth") && !counts.contains("leaves a second"), "{counts}");
    let best = repl.step("best", &stop);
    assert!(!best.failed, "there is always a legal move to show: {}", best.text);
    assert!(repl.step("solve", &stop).text.starts_with("not solved yet"));
    assert!(!step(&mut repl, "a2b3").failed);
}

#[test]
fn several_options_are_set_at_once() {
    let mut repl = Repl::new(None, Style::PLAIN);
    step(&mut repl, "load connect-four");
    assert!(!step(&mut repl, "set columns=5 rows = 4").failed);
    assert_eq!(step(&mut repl, "options").text, "  columns = 5 in 1..16\n  rows = 4 in 1..16\n");
    let wrong = [
        ("set columns=6 rows=99", "rows"),
        ("set columns=6 rows", "option=value"),
        ("set columns=6 columns=7", "set twice"),
        ("load connect-four columns=6 columns=7", "set twice"),
    ];
    for (line, part) in wrong {
        let effect = step(&mut repl, line);
        assert!(effect.failed && effect.text.contains(part), "{line}: {}", effect.text);
    }
    assert_eq!(step(&mut repl, "options").text, "  columns = 5 in 1..16\n  rows = 4 in 1..16\n", "all or none");
}
