//! Odd requests: options that don't go together, files of other editors, moves of other notations.

use std::path::{Path, PathBuf};

use super::outside::{file, json, run, run_with};

const BREAKTHROUGH: &str = "tests/faces/breakthrough.game";
const TIC_TAC_TOE: &str = "tests/faces/tic-tac-toe.game";

/// What would be ignored is refused, with what to do instead.
#[test]
fn options_without_effect_are_refused() {
    let (b, t) = (BREAKTHROUGH, TIC_TAC_TOE);
    let tree = ["trace", "--tree", "(max 1 2)"];
    let openings = file("none.openings", b"# nothing yet\n\n");
    let openings = openings.to_str().unwrap();
    let minimax = |more: &[&'static str]| [&["best", t, "--algorithm", "minimax"], more].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (minimax(&["--multi", "2"]), "leave `--multi` out"),
        (minimax(&["--threads", "2"]), "leave `--threads` out"),
        (minimax(&["--hash", "8"]), "leave `--hash` out"),
        (minimax(&["--secondary", "1"]), "leave `--secondary` out"),
        (minimax(&["--with", "killers"]), "leave `--with` out"),
        (minimax(&["--without", "killers"]), "leave `--without` out"),
        (vec!["match", t, "depth=1", "algorithm=minimax,hash=8"], "player B: `hash` has no effect"),
        (vec!["match", t, "depth=1,depth=2", "depth=1"], "player A: `depth` is set twice"),
        (vec!["match", t, "eval=open lines", "eval=3X2+X1", "--eval", "open lines"], "`--eval` has no effect"),
        (vec!["match", t, "depth=1", "depth=1", "--opening", "b2", "--seed", "2"], "cannot be used with"),
        (vec!["match", t, "depth=1", "depth=1", "--random", "0", "--seed", "2"], "leave `--seed` out"),
        (vec!["match", t, "depth=1", "depth=1", "--openings", openings], "has no opening"),
        (vec!["best", t, "--book", "x.book", "--multi", "2"], "cannot be used with"),
        (vec!["book", t, "x.book", "--line", "b2", "--plies", "3"], "--from"),
        ([&tree[..], &["--moves", "b2"]].concat(), "cannot be used with"),
        ([&tree[..], &["--position", "x"]].concat(), "cannot be used with"),
        ([&tree[..], &["--eval", "x"]].concat(), "cannot be used with"),
        ([&tree[..], &["--set", "size=5"]].concat(), "cannot be used with"),
        ([&tree[..], &["--backend", "native"]].concat(), "cannot be used with"),
        (vec!["trace", "--compare", t, "--show", "9"], "cannot be used with"),
        (vec!["moves", b, "--eval", "x"], "unexpected argument '--eval'"),
        (vec!["perft", b, "1", "--eval", "x"], "unexpected argument '--eval'"),
        (vec!["dump", b, "--moves", "a2a3"], "unexpected argument '--moves'"),
        (vec!["solve", t, "--method", "exhaustion", "--threads", "2"], "leave `--threads` out"),
        (vec!["solve", t, "--method", "exhaustion", "--hash", "8"], "leave `--hash` out"),
        (vec!["solve", t, "--method", "proof-numbers", "--shortest"], "leave `--shortest` out"),
        (vec!["solve", "othello", "--set", "size=4", "--shortest"], "leave `--shortest` out"),
        (vec!["repl", "--backend", "interpreter"], "need a game"),
        (vec!["dump", b, "--stage", "ast", "--set", "size=5"], "take `--stage rules`"),
        (vec!["dump", b, "--backend", "interpreter"], "`--backend` has no effect"),
        (vec!["best", t, "--with", "killers", "--without", "wins,killers"], "switched on and off"),
        (vec!["book", t, "x.book", "--line", " "], "the line has no moves"),
        (vec!["book", t, "nosuch.book"], "`--line` or `--from` makes it"),
    ];
    for (arguments, part) in cases {
        let result = run(&arguments);
        assert_eq!((result.status, result.out.as_str()), (1, ""), "{arguments:?}\n{}", result.err);
        let said = result.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(part), "{arguments:?} should say `{part}`:\n{}", result.err);
        assert!(!said.contains("use '--"), "{said}");
    }
    let shown = json(&[&tree[..], &["--show", "4"]].concat(), 0);
    let events = |answer: &serde_json::Value| answer["events"].as_array().map_or(0, Vec::len);
    let whole = json(&tree, 0);
    // What was entered is left, too.
    assert!((4..events(&whole)).contains(&events(&shown)), "{shown}");
    assert_eq!((&shown["truncated"], &whole["truncated"]), (&true.into(), &false.into()));
    // The same options with what they are for.
    json(&["trace", "--tree", "(max 1 2)", "--depth", "1"], 0);
    json(&["solve", t, "--method", "proof-numbers", "--hash", "8"], 0);
    json(&["match", t, "depth=1", "depth=1", "--random", "1", "--seed", "2", "--games", "2"], 0);
    json(&["match", t, "depth=1", "eval=open lines,depth=1", "--eval", "3X2+X1", "--games", "2"], 0);
}

/// A file that is too long is told for what it is.
#[test]
fn long_files_are_answered_by_their_kind() {
    let long = |name: &str, head: &str, line: &str| {
        let path = file(name, format!("{head}{}", line.repeat((1 << 20) / line.len() + 1)).as_bytes());
        path.to_str().unwrap().to_string()
    };
    let t = TIC_TAC_TOE;
    let rules = long("long.game", "", "// more\n");
    for (arguments, help) in [
        (vec!["moves", &rules], "fit on a page or two"),
        (vec!["best", t, "--book", &rules], "as records and books do"),
        (vec!["trace", "--tree-file", &long("long.tree", "(max ", "1 ")], "a tree to be looked at"),
        (vec!["match", t, "", "", "--openings", &long("long.openings", "", "b2 a1\n")], "several files"),
    ] {
        let said = run(&arguments).err;
        assert!(said.contains("longer than 1024 KiB") && said.contains(help), "{arguments:?}: {said}");
    }
}

/// What must not be attacked is there at most once, unless the rules make more of it.
#[test]
fn positions_that_the_rules_lead_to_are_read() {
    let kings = "game \"Kings\"\nplayers White, Black\nboard square 8x8\nfacing White north, Black south\n\
                 piece Pawn, Rook, King\nsetup { White King on e1  White Pawn on b7  Black King on e8 }\n\
                 move Pawn { step forward to empty { promote to on far rank as Rook, King } }\n\
                 move Rook { slide orthogonal to empty or enemy }\nmove King { step any to empty or enemy }\n\
                 legal when no own King on attacked by enemy\n\
                 end { win when enemy stuck and enemy King on attacked by own  draw when enemy stuck  draw when repeats 3 }\n";
    let more = file("kings.game", kings.as_bytes());
    let once = file("king.game", kings.replace("as Rook, King", "as Rook").as_bytes());
    let none = file("none.game", kings.replace("end {", "end { win when no enemy King ").as_bytes());
    let path = |file: &PathBuf| file.to_str().expect("a plain name").to_string();
    for (game, text, read) in [
        (path(&more), "1K2k3/8/8/8/8/8/8/4K3 b", true),
        (path(&more), "1K2k3/8/8/8/8/8/8/8 b", true),
        (path(&more), "1R6/8/8/8/8/8/8/4K3 b", true),
        (path(&once), "1K2k3/8/8/8/8/8/8/4K3 b", false),
        (path(&none), "1R6/8/8/8/8/8/8/4K3 b", true),
        ("minishogi".to_string(), "rbsgk/P4/5/4B/KGS1R[P] g 3", true),
    ] {
        let said = run(&["moves", &game, "--position", text]);
        assert_eq!(said.status == 0, read, "{game}, {text}: {}", said.err);
        assert!(read || said.err.contains("can't have more than one"), "{game}, {text}: {}", said.err);
    }
}

/// A state may be any number that fits into 64 bits, and each is read as it is written.
#[test]
fn large_states_are_read_back() {
    let rules = "players White, Black\nboard row 3\npiece Man\nstate x: number = 7\nclock quiet\n\
        move { pass { set x = x * x * x } }\nend { win when x = 1  draw when quiet = 99 }\n";
    let rules = file("large.game", rules.as_bytes());
    let moves = |rest: &[&str]| run(&[&["moves", rules.to_str().unwrap(), "--format", "json"], rest].concat());
    let mut seen = Vec::new();
    for plies in 1..6 {
        let after = moves(&["--moves", &["pass"; 5][..plies].join(" ")]).json();
        let text = after["position"].as_str().unwrap();
        assert_eq!(moves(&["--position", text]).json(), after);
        seen.push(text.split(' ').nth(2).unwrap().parse::<i64>().unwrap());
    }
    assert!(seen.contains(&40_353_607) && seen.iter().any(|x| x.abs() > 1 << 60), "{seen:?}");
    for (text, message) in [
        ("3 w 99999999999999999999 0 1", "up to 18 digits"),
        ("3 w 7 -1 1", "`quiet` counts plies"),
        ("3 w 7 1000000001 1", "`quiet` counts plies"),
    ] {
        let said = moves(&["--position", text]);
        assert!(said.status == 1 && said.out.contains(message), "{}", said.out);
    }
}

#[test]
fn positions_that_are_none_are_explained() {
    const PAWNS: &str = "8/pppppppp/8/8/8/8/PPPPPPPP/8";
    for (game, text, message, help) in [
        ("chess", "ppp w", "this position has 1 row, the board has 8", "`rnbqkbnr/"),
        ("chess", "8/8/8/8/8/8/8/7 w", "this row has 7 cells; on the board it has 8", "`rnbqkbnr/"),
        ("chess", "X7/8/8/8/8/8/8/8 w", "there is no piece `X`", "`K` for White; `p`"),
        ("chess", "(3)7/8/8/8/8/8/8/8 w", "nothing is counted or stacked", "without brackets"),
        ("chess", &format!("{PAWNS}[P] w"), "this game has no hands", "leave"),
        ("chess", &PAWNS.replacen('8', "KK6", 1), "White has 2 `King`", "put one `King`"),
        ("othello", "8/8/8/3YO3/3OY3/8/8/8 b", "there is no piece `Y`", "`B` for Black; `W` for White"),
        ("connect-four", "7/7/7/7/7/7 z", "`z` is not a side", "`f` for First"),
        ("nine-mens-morris", "3/3/3/6/3/3/3 [9M9m] w", "the side to move is missing", "without a space"),
        ("nine-mens-morris", "3/3/3/6/3/3/3/3 w", "this position has 8 rows, the board has 7", "`3/3/3/6/3/3/3[9M9m]"),
        ("nine-mens-morris", "3/3/3/6/3/3/3[100001M] w", "no hand holds more than 100000", "a hand lists"),
        ("ultimate-tic-tac-toe", "9/9 c", "this position has 1 board, the game has 2", "`9/9/"),
        ("kalah", "x w", "there is no piece `x`", "`(4)` for four"),
        ("othello", "8/8/8/3WB3/3BW3/8/8/8 b 7 1", "`passes` can't be 7", "from 0 to 2"),
        ("chess", "4k3/8/8/8/8/8/P~7/4K3 w", "there is no piece `~`", "of its own kind"),
        ("seirawan-chess", "4k3/8/8/8/8/8/8/4K3[] w - - x 2", "is not a", "in this order, castling"),
    ] {
        let said = run(&["moves", game, "--position", text]).err;
        assert!(said.contains(message) && said.contains(help), "{game}, {text}: {said}");
    }
    assert_eq!(run(&["moves", "nine-mens-morris", "--position", "24[9M9m] w"]).status, 0, "all rows in one");
}

/// What begins with a mark of UTF-8 is read as if it did not.
#[test]
fn a_mark_before_the_text_is_no_part_of_it() {
    let marked = |name: &str, text: &str| {
        let path = file(name, format!("\u{feff}{text}").as_bytes());
        path.to_str().unwrap().to_string()
    };
    let rules = marked("marked.game", &std::fs::read_to_string(TIC_TAC_TOE).unwrap());
    assert_eq!(json(&["moves", &rules], 0)["moves"].as_array().unwrap().len(), 9);
    let record = marked("marked.record", "record of Tic-tac-toe\nfile marked.game\nmoves b2 a1\n");
    assert_eq!(json(&["moves", &record], 0)["moves"].as_array().unwrap().len(), 7);
    assert_eq!(json(&["trace", "--tree-file", &marked("marked.tree", "(max 1 2)")], 0)["value"], 2);
    let openings = marked("marked.openings", "b2\na1\n");
    let result = json(&["match", &rules, "depth=1", "depth=1", "--openings", &openings, "--games", "4"], 0);
    assert_eq!(result["played"][2]["moves"][0], "a1");
    let book = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain.book");
    let _ = std::fs::remove_file(&book);
    json(&["book", &rules, book.to_str().unwrap(), "--line", "a3"], 0);
    let book = marked("marked.book", &std::fs::read_to_string(&book).unwrap());
    assert_eq!(json(&["best", &rules, "--book", &book], 0)["move"], "a3");
}

/// Between a word and the cell behind it stands a hyphen; as it was once written, without, it is still read.
#[test]
fn words_in_moves_end_before_the_next_cell() {
    let rules = "players White, Black\nboard square 3x5\npiece Man, King\n\
        setup { White Man on a1  Black Man on a4 }\n\
        move jump Man { hop north over enemy to empty { promote to as Man, King  again } }\n\
        move jump Man { step north to empty { either { } as calm or { promote to as King } as proud  again } }\n\
        end { win when enemy stuck }\n";
    let rules = file("words.game", rules.as_bytes());
    let rules = rules.to_str().unwrap();
    let moves = json(&["moves", rules], 0)["moves"].to_string();
    for text in ["a1a2/calm-a3/proud", "a1a2/calm-a3/calm-xa5=King"] {
        assert!(moves.contains(text), "{text}: {moves}");
        for text in [text.to_string(), text.replace('-', "")] {
            assert_eq!(run(&["moves", rules, "--moves", &text]).status, 0, "{text}");
        }
    }
}

#[test]
fn moves_of_chess_books_are_read_or_answered_with_those_that_come_near() {
    for moves in ["e4", "Nf3", "Nf3!", "1. e2e4", "1.e2e4", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 O-O", "e2e4 d7d5 exd5"] {
        let read = run(&["moves", "chess", "--moves", moves]);
        assert_eq!((read.status, read.err.as_str()), (0, ""), "{moves}");
    }
    let cases = [
        ("Qf3", "`f2f3`"),
        ("Qf3", "`g1f3`"),
        ("Nf6", "legal moves are"),
        ("O-O", "legal moves are"),
        ("e2e5", "legal moves are"),
        ("e2e4;e7e5", "spaces"),
    ];
    for (moves, part) in cases {
        let said = run(&["moves", "chess", "--moves", moves]).err;
        assert!(said.contains(part), "{moves}: {said}");
    }
    assert!(run(&["moves", TIC_TAC_TOE, "--moves", "b2 b2"]).err.contains("legal moves are"), "and here so is a cell");
    for (game, text, part) in [
        ("connect-four", "8", "legal moves are"),
        ("english-draughts", "9-12", "legal moves are"),
        ("crazyhouse", "N@e4", "legal moves are"),
        ("amazons", "d1d7", "`, …"),
    ] {
        let said = run(&["moves", game, "--moves", text]).err;
        assert!(said.contains(part), "{game}: {said}");
    }
    assert!(run(&["moves", "--help"]).out.contains("e7e8=Queen"));
    let typed = run_with(
        &["play", "chess", "--players", "human,human"],
        b"O-O\nhelp notation\nmvoes\nsave x\nf2f5\ne2e4 e7e5\n",
    );
    for part in ["did you mean `moves`?", "`rulesmith repl`", "legal moves are"] {
        assert!(typed.err.contains(part), "{part}: {}", typed.err);
    }
    assert!(typed.out.contains("e7e8=Queen") && typed.out.contains("e2e4 e7e5"));
}

/// A kind may be written small or by its letter; one that can't be chosen is told with those that can.
#[test]
fn promotions_as_they_are_written_elsewhere() {
    let promote = |text: &str| run(&["moves", "chess", "--position", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "--moves", text]);
    let queened = promote("a7a8=Queen");
    assert_eq!(queened.status, 0);
    for text in ["a7a8=queen", "a7a8q", "a7a8=Q", "a7-a8=QUEEN", "a7a8(q)"] {
        assert_eq!(promote(text).out, queened.out, "{text}");
    }
    for (text, part) in [
        ("a7a8=Qeen", "did you mean `a7a8=Queen`?"),
        ("a7a8=King", "write one of `a7a8=Queen`, `a7a8=Rook`, `a7a8=Bishop`, `a7a8=Knight`"),
        ("a1a2=Queen", "legal moves are"),
    ] {
        assert!(promote(text).err.contains(part), "{text}: {}", promote(text).err);
    }
}

#[test]
fn mobility_has_no_value_where_moves_cannot_be_listed() {
    let rules = "game \"Many\"\nplayers A, B\nboard square 19x19\npiece Stone\nmove { place Stone on empty }\n\
                 turn { 3..3 play }\nend { draw when no empty }\n";
    let many = |name: &str, term: &str| {
        let rules = rules.replace("move {", "move play {") + &format!("eval {{ {term} }}\n");
        file(name, rules.as_bytes()).to_str().unwrap().to_string()
    };
    let said = run(&["eval", &many("many.game", "2 * mobility")]);
    assert!(said.status == 1 && said.err.contains("`mobility` has no value here"), "{}{}", said.out, said.err);
    assert_eq!(json(&["eval", &many("counted.game", "2 * count own")], 0)["score"], 0);
}

/// What costs is told at its place.
#[test]
fn what_is_slow_is_told() {
    let stroll = "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Man\nsetup { White Man on c1  \
                  Black Man on c5 }\nstate been: cells for this turn\nmove Man { step any to empty except been { set been = been or from  \
                  if legs < 5 { may again } } }\nend { win when own Man on far rank  win when enemy stuck  draw when repeats 3 }\n";
    let stroll = file("stroll.game", stroll.as_bytes());
    let said = run(&["check", stroll.to_str().unwrap(), "--play", "2"]);
    let said = said.out + &said.err;
    for part in ["slow-moves", "ways to play for", ":7:12", "bound the legs"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Where the state only keeps it from where it has been, not every way is tried.
    let free = "players White, Black\nboard square 4x3\nfacing White north, Black south\npiece Man\nsetup { White Man on b1  Black Man \
                on c3 }\nstate been: cells for this turn\nmove Man { step any to empty except been { set been = been or from  may again } }\n\
                end { win when own Man on far rank  win when enemy stuck  draw when repeats 3 }\n";
    let free = file("free.game", free.as_bytes());
    let said = run(&["check", free.to_str().unwrap(), "--play", "2"]);
    assert!(!(said.out + &said.err).contains("slow-moves"));
    // A thousand cells to look along for each line of nine, and four to play on.
    let lines = "players White, Black\nboard square 32x32\npiece Man\nmove { place Man on empty on corners }\n\
                 end { win when line 9 of own  draw when enemy stuck }\n";
    let lines = file("lines.game", lines.as_bytes());
    let said = run(&["check", lines.to_str().unwrap(), "--play", "2"]);
    // Where a line is broken depends on how many digits the figure has.
    let said = (said.out + &said.err).replace("\n  | ", " ");
    for part in ["slow-evaluation", "times as long as the list of moves: `lines 9 with", ":5:7", "terms that are quick"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let quiet = run(&["check", BREAKTHROUGH, "--play", "2"]);
    assert!(!(quiet.out + &quiet.err).contains("slow"));
}

/// A game that native code does not run says so, and what keeps it from that.
#[cfg(feature = "jit")]
#[test]
fn what_is_interpreted_is_told() {
    let piles = "players White, Black\nboard square 9x9\nfacing White north, Black south\npiece Man stacked\n\
                 setup { White Man on rank 1  Black Man on rank 9 }\nmove Man { step forward to empty }\nend { win when enemy stuck }\n";
    let piles = file("piles.game", piles.as_bytes());
    let said = run(&["check", piles.to_str().unwrap()]);
    let said = said.out + &said.err;
    for part in ["interpreted", "stacks on so many cells", ":4:11"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
