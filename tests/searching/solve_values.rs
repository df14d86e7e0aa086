//! Published values of small games (`facts.json`), solved with the compiled rules.

use std::sync::atomic::AtomicBool;

use rulesmith::compile::Settings;
use rulesmith::search::{Effort, Limits, Method, SolveOptions, Verdict, solve};
use rulesmith::session::Session;

/// Solves a shipped game.
fn value(name: &str, options: &[(&str, i32)]) -> Verdict {
    value_by(name, options, Effort::default())
}

fn value_by(name: &str, options: &[(&str, i32)], effort: Effort) -> Verdict {
    let mut settings = Settings::default();
    settings.options.extend(options.iter().map(|(k, v)| (k.to_string(), v.to_string())));
    let session = Session::open(name, &settings).unwrap_or_else(|e| panic!("{name}: {e}"));
    let how = SolveOptions { effort, ..SolveOptions::default() };
    let solved = solve(&session.position(), &Limits::default(), &how, &AtomicBool::new(false), &mut ());
    solved.verdict.unwrap_or_else(|| panic!("{name} {options:?} was not solved"))
}

fn check(name: &str, values: &[(&[(&str, i32)], Verdict)]) {
    for (options, expected) in values {
        assert_eq!(value(name, options), *expected, "{name} {options:?}");
    }
}

#[test]
fn lines() {
    check("tic-tac-toe", &[(&[], Verdict::Draw)]);
    let board = |m, n, k| [("columns", m), ("rows", n), ("length", k)];
    check(
        "gomoku",
        &[
            (&board(3, 3, 3), Verdict::Draw),
            (&board(4, 3, 3), Verdict::Win),
            (&board(5, 3, 3), Verdict::Win),
            (&board(4, 4, 4), Verdict::Draw),
        ],
    );
    let four = |columns, rows| [("columns", columns), ("rows", rows)];
    check("connect-four", &[(&four(4, 4), Verdict::Draw), (&four(5, 4), Verdict::Draw), (&four(4, 5), Verdict::Draw)]);
    check("connect-four", &[(&four(4, 6), Verdict::Draw), (&four(5, 5), Verdict::Draw)]);
}

/// Positions of a published collection, by their columns from 1: for the player to move.
#[test]
fn connect_four_in_the_middle() {
    let moves = |columns: &str| {
        let mut heights = [0; 7];
        let place = |digit: char| {
            let column = digit as usize - '1' as usize;
            heights[column] += 1;
            format!("{}{}", (b'a' + column as u8) as char, heights[column])
        };
        columns.chars().map(place).collect::<Vec<_>>().join(" ")
    };
    for (columns, expected) in [
        ("2252576253462244111563365343671351441", Verdict::Loss),
        ("7422341735647741166133573473242566", Verdict::Win),
        ("71255763773133525731261364622167124446454", Verdict::Draw),
        ("65214673556155731566316327373221417", Verdict::Loss),
        ("6763525635134453444361412671365712", Verdict::Loss),
        ("211376455663355325112113664364524722", Verdict::Draw),
        ("67152117737262713366376314254", Verdict::Win),
        ("2762751722231276466633475674533", Verdict::Win),
        ("427566236745127177115664464254", Verdict::Win),
        ("12514726155174536522772517671", Verdict::Loss),
        ("6242432155656447531617622", Verdict::Draw),
        ("43745416472735", Verdict::Loss),
    ] {
        let mut session = Session::open("connect-four", &Settings::default()).unwrap();
        session.play_all(&moves(columns)).unwrap();
        let how = SolveOptions::default();
        let solved = solve(&session.position(), &Limits::default(), &how, &AtomicBool::new(false), &mut ());
        assert_eq!(solved.verdict, Some(expected), "{columns}");
    }
}

#[test]
fn connection() {
    check("hex", &[(&[("size", 2)], Verdict::Win), (&[("size", 3)], Verdict::Win), (&[("size", 4)], Verdict::Win)]);
}

#[test]
fn races() {
    let board = |width, height| [("size", width), ("rows", height)];
    let (b24, b34, b44, b25) = (board(2, 4), board(3, 4), board(4, 4), board(2, 5));
    let (b35, b26) = (board(3, 5), board(2, 6));
    check(
        "breakthrough",
        &[
            (&b24, Verdict::Loss),
            (&b34, Verdict::Loss),
            (&b44, Verdict::Loss),
            (&b25, Verdict::Loss),
            (&b35, Verdict::Loss),
            (&b26, Verdict::Win),
        ],
    );
    check("hexapawn", &[(&[], Verdict::Loss)]);
}

#[test]
fn scores() {
    check("othello", &[(&[("size", 4)], Verdict::Margin(-8))]);
    for (columns, rows, margin) in [(1, 1, -1), (2, 1, 0), (3, 1, -1), (4, 1, 0), (2, 2, 2)] {
        check("dots-and-boxes", &[(&[("columns", columns), ("rows", rows)], Verdict::Margin(margin))]);
    }
    let kalah = |holes, seeds| [("pits", holes), ("seeds", seeds)];
    let margins =
        [(1, 1, 0), (1, 2, -2), (1, 3, 6), (2, 1, 2), (2, 2, -2), (2, 3, -2), (2, 4, -12), (2, 5, 6), (2, 6, 8)];
    for (holes, seeds, margin) in margins {
        check("kalah", &[(&kalah(holes, seeds), Verdict::Margin(margin))]);
    }
}

/// Games in which a move is the last one or not: no loops, no draws.
#[test]
fn taking_turns() {
    let win = |first: bool| if first { Verdict::Win } else { Verdict::Loss };
    for (n, first) in [(2, true), (4, true), (6, false), (8, true), (10, true), (12, true)] {
        check("clobber", &[(&[("columns", n), ("rows", 1)], win(first))]);
    }
    for (rows, columns, first) in
        [(1, 1, true), (1, 2, false), (1, 6, false), (2, 5, false), (3, 4, false), (4, 4, false)]
    {
        check("col", &[(&[("rows", rows), ("columns", columns)], win(first))]);
    }
    for (rows, columns) in [(2, 2), (3, 4), (5, 5), (3, 8)] {
        check("chomp", &[(&[("rows", rows), ("columns", columns)], Verdict::Win)]);
    }
    check("nim", &[(&[], Verdict::Win)]);
    check("misere-tic-tac-toe", &[(&[], Verdict::Draw)]);
}

/// Games that can go on for ever, solved backwards. The hounds win in 44 plies.
#[test]
fn games_with_loops() {
    check("l-game", &[(&[], Verdict::Draw)]);
}

/// `cargo test --release --test searching solve_values -- --ignored`: about ten seconds.
#[test]
#[ignore = "ten seconds"]
fn larger_boards() {
    let four = |columns, rows| [("columns", columns), ("rows", rows)];
    check("connect-four", &[(&four(6, 4), Verdict::Loss), (&four(5, 6), Verdict::Draw), (&four(6, 5), Verdict::Draw)]);
    let board = |size, rows| [("size", size), ("rows", rows)];
    let (b36, b45, b54) = (board(3, 6), board(4, 5), board(5, 4));
    check("breakthrough", &[(&b36, Verdict::Win), (&b45, Verdict::Loss), (&b54, Verdict::Loss)]);
    check("domineering", &[(&four(5, 5), Verdict::Loss), (&four(6, 4), Verdict::Win), (&four(6, 6), Verdict::Win)]);
    check("fox-and-hounds", &[(&[], Verdict::Loss)]);
    check("kalah", &[(&[("pits", 3), ("seeds", 6)], Verdict::Margin(-10))]);
}

#[test]
fn blocking() {
    // By rows and columns: who wins if Vertical begins.
    for (rows, columns, vertical) in [
        (2, 2, true),
        (2, 3, true),
        (2, 5, true),
        (3, 2, true),
        (3, 4, false),
        (4, 3, true),
        (4, 4, true),
        (5, 2, false),
    ] {
        let expected = if vertical { Verdict::Win } else { Verdict::Loss };
        check("domineering", &[(&[("rows", rows), ("columns", columns)], expected)]);
    }
}

/// Compiled rules with symmetries, quick wins and scores, with every refinement off, and on everywhere.
#[test]
fn values_do_not_depend_on_the_effort() {
    const NEVER: u32 = u32::MAX;
    let (off, everywhere) = (Effort::all_from(NEVER), Effort::all_from(0));
    for effort in
        [Effort { keeps: 0, ..off }, Effort { plain: 0, ..off }, everywhere, Effort { plain: NEVER, ..everywhere }]
    {
        let board = [("columns", 4), ("rows", 3), ("length", 3)];
        assert_eq!(value_by("gomoku", &board, effort), Verdict::Win, "{effort:?}");
        assert_eq!(value_by("tic-tac-toe", &[], effort), Verdict::Draw, "{effort:?}");
        assert_eq!(value_by("othello", &[("size", 4)], effort), Verdict::Margin(-8), "{effort:?}");
        assert_eq!(value_by("hex", &[("size", 3)], effort), Verdict::Win, "{effort:?}");
        assert_eq!(value_by("breakthrough", &[("size", 3), ("rows", 4)], effort), Verdict::Loss, "{effort:?}");
    }
}

/// Where the margin counts, moves are ordered by what the evaluation says some plies on: another order, the same value.
#[test]
fn looking_ahead_changes_no_margin() {
    let mut settings = Settings::default();
    settings.options.insert("size".into(), "6".into());
    let mut session = Session::open("othello", &settings).unwrap();
    session.play_all("c2 b4 d5 c1 a4 e5 e4 e3 f6 c5 b3 a3 c6 a5 d2 e6").unwrap();
    let solved = |foresees| {
        let how = SolveOptions { effort: Effort { foresees, ..Effort::default() }, ..SolveOptions::default() };
        solve(&session.position(), &Limits::default(), &how, &AtomicBool::new(false), &mut ())
    };
    let (without, always) = (solved(u32::MAX), solved(0));
    assert_eq!((without.verdict, always.verdict), (Some(Verdict::Margin(28)), Some(Verdict::Margin(28))));
    assert!(without.nodes < always.nodes, "its visits count among the positions");
}

/// Black loses by 4 (J. Feinstein, 1993). `cargo test --release --test searching othello_on_six -- --ignored`: half an
/// hour or so and 4 GiB.
#[test]
#[ignore = "half an hour"]
fn othello_on_six_by_six() {
    let mut settings = Settings::default();
    settings.options.insert("size".into(), "6".into());
    let session = Session::open("othello", &settings).unwrap();
    let how = SolveOptions { table_mib: 4096, threads: 2, ..SolveOptions::default() };
    let solved = solve(&session.position(), &Limits::default(), &how, &AtomicBool::new(false), &mut ());
    assert_eq!(solved.verdict, Some(Verdict::Margin(-4)));
}

/// The longest mates of a rook and of a queen take 16 and 10 moves of the winner, as every book of endings has it; the clock of
/// fifty moves, which runs in these rules, does not matter to them.
#[test]
fn longest_mates() {
    for (text, plies) in [("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 31), ("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 19)] {
        let mut session = Session::open("chess", &Settings::default()).unwrap();
        session.set_position(text).unwrap();
        let options = SolveOptions { method: Some(Method::Exhaustion), ..SolveOptions::default() };
        let solved = solve(&session.position(), &Limits::default(), &options, &AtomicBool::new(false), &mut ());
        assert_eq!((solved.verdict, solved.distance), (Some(Verdict::Win), Some(plies)), "{text}");
    }
}
