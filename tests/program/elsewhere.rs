//! Texts as other programs write them: each means one thing, or is refused, or what is dropped of it is told.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::outside::{behind, moves_refused, refused, run};
use rulesmith::render::Style;
use rulesmith::repl::Repl;

pub fn write(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("elsewhere");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

/// The same of a record in a file of this name.
fn record(name: &str, text: &str) -> (String, String) {
    behind(&[&write(name, text)])
}

#[test]
fn ranks_are_counted_alike_in_all_of_a_list() {
    let (position, said) = behind(&["xiangqi", "--moves", "b0a2 b7a7 h2e2 a9a8 h0g2 a8b8"]);
    assert!(position.starts_with("1nbakabnr/1r7/c6c1"), "{position}");
    assert_eq!(said, "");
    // A capital before a number is a file.
    for moves in ["B0-A2", "B0A2", "b0-a2", "b0a2"] {
        let (position, _) = behind(&["xiangqi", "--moves", moves]);
        assert_eq!(position, behind(&["xiangqi", "--moves", "b1a3"]).0, "{moves}");
    }
    // The tenth rank, or no zero at all, as the game counts.
    let (position, said) = behind(&["xiangqi", "--moves", "h3e3 h10g8 h1g3"]);
    assert_eq!((position, said.as_str()), (behind(&["xiangqi", "--moves", "C2=5 H8+7 H2+3"]).0, ""));
    let (position, said) = behind(&["xiangqi", "--moves", "h2e2 h9g7"]);
    assert_eq!((position, said.as_str()), (behind(&["xiangqi", "--moves", "C2=5 H8+7"]).0, ""));
    // What is legal only by the other count is wrong.
    let said = refused(&["moves", "xiangqi", "--moves", "b0a2 b10c8"]);
    assert!(said.contains("`b10c8`") && said.contains("counted from 0"), "{said}");
    let said = refused(&["moves", "xiangqi", "--moves", "b0a2 a10a9"]);
    assert!(said.contains("is not a legal move here"), "{said}");
    let pgn = "[Variant \"Xiangqi\"]\n\n1. b0a2 b7a7 2. h2e2 a9a8 3. h0g2 a8b8 *\n";
    assert!(record("ranks.pgn", pgn).0.starts_with("1nbakabnr/1r7/c6c1"));
    let pgn = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. B0-A2 B7-A7 2. H2-E2 A9-A8 3. H0-G2 A8-B8 *\n";
    assert!(record("iccs.pgn", pgn).0.starts_with("1nbakabnr/1r7/c6c1"));
    // Where both can be meant it is said.
    let both = ["xiangqi", "--position", "3k5/9/9/9/9/9/9/R8/R8/5K3 w 1", "--moves", "a2b2"];
    let (position, said) = behind(&both);
    assert!(position.starts_with("3k5/9/9/9/9/9/9/R8/1R7/5K3 b"), "{position}");
    assert!(said.contains("counted from 1") && said.contains("calls `a1` what is `a2` here"), "{said}");
}

#[test]
fn front_and_rear_of_two_on_a_file() {
    let white = "3k5/9/5C3/9/9/5C3/9/9/9/4K4 w";
    let black = "4k4/9/5c3/9/9/5c3/9/9/9/3K5 b";
    for (position, wxf, plain) in [
        (white, "C-=8", "f5b5"),
        (white, "C-=5", "f5e5"),
        (white, "C+=8", "f8b8"),
        (white, "-C=8", "f5b5"),
        (white, "C--1", "f5f4"),
        (black, "C-=5", "f8e8"),
        (black, "C-=8", "f8h8"),
        (black, "C+=8", "f5h5"),
    ] {
        let at = ["xiangqi", "--position", position, "--moves"];
        assert_eq!(behind(&[&at[..], &[wxf]].concat()).0, behind(&[&at[..], &[plain]].concat()).0, "{wxf}");
    }
}

#[test]
fn checks_that_are_left() {
    let rows = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let read = |fields: &str| behind(&["three-check", "--position", &format!("{rows} {fields}")]).0;
    assert_eq!(read("1+2"), read("1+2 0 1"));
    assert_eq!(read("1+2 hmvc 5;"), read("1+2 5 1"));
    assert_eq!(read("+1+2"), read("2+1 0 1"));
    assert_ne!(read("1+2"), read("3+3"));
}

#[test]
fn hands_behind_all_else() {
    let rows = "rnbqkbnr/ppppppp1/8/8/8/8/1PPPPPPP/RNBQKBNR";
    let read = |text: &str| behind(&["crazyhouse", "--position", text]);
    assert_eq!(read(&format!("{rows} w KQkq - 0 1 [Qp]")), read(&format!("{rows}[Qp] w KQkq - 0 1")));
    let twice = format!("{rows}[Q] w KQkq - 0 1 [p]");
    refused(&["moves", "crazyhouse", "--position", &twice]);
}

#[test]
fn a_king_that_stays_passes() {
    let at = "rnbaa1bnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBAA1BNR w - - 2 2";
    let read = |moves: &str| behind(&["janggi", "--position", at, "--moves", moves]).0;
    assert_eq!(read("Ke2"), read("pass"));
    assert_eq!(read("e2e2"), read("pass"));
    assert_ne!(read("e2e3"), read("pass"));
}

#[test]
fn what_is_taken_or_numbered_otherwise_than_it_is_said_is_told() {
    for (moves, said) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Nxd4 *", "`Nxd4` is read as `f3d4`, by which nothing is taken"),
        ("1. e4 e5 2. Nxf3", "`Nxf3` is read as `g1f3`"),
        ("1... e4 e5", "`1...` numbers a move of Black, and White is to move"),
    ] {
        let told = behind(&["chess", "--moves", moves]).1;
        assert!(told.contains(said), "{moves}: {told}");
    }
    assert!(record("taken.pgn", "1. e4 e5 2. Nxf3 *").1.contains("by which nothing is taken"));
    for (name, moves) in [
        ("chess", "1. e4 a6 2. e5 d5 3. exd6 exd6 4. Bxa6"),
        ("chess", "1. e4 e5 2. Nf3 (2. Nxf3) Nc6"),
        ("international-draughts", "32-28 19-23 28x19 14x23"),
        ("atomic", "Nf3 e5 Nxe5"),
    ] {
        assert_eq!(behind(&[name, "--moves", moves]).1, "", "{moves}");
    }
    // Dots behind a space.
    let later = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 34\"]\n\n34. ... Ke7 35. O-O *";
    assert_eq!(record("dots.pgn", later).1, "");
    let later = "[GameType \"20\"]\n[FEN \"B:W31-50:B1-20\"]\n\n1. ... 19-23 2. 32-28 *";
    assert_eq!(record("dots.pdn", later).1, "");
}

#[test]
fn forced_passes_are_left_out() {
    // Black has no move behind the eighth.
    let told = behind(&["othello", "--moves", "c4 c3 f5 b4 a4 a5 b2 a3 pass c1"]);
    for moves in [
        "c4 c3 f5 b4 a4 a5 b2 a3 c1",
        "c4c3f5b4a4a5b2a3c1",
        "C4C3F5B4A4A5B2A3C1",
        "c4c3f5b4 a4a5b2a3 c1",
        "c4c3f5b4a4a5b2a3 c1",
        "1. c4 c3 2. f5 b4 3. a4 a5 4. b2 a3 5. c1",
        "1. c4 c3 2. f5 b4 3. a4 a5 4. b2 a3 5. -- c1",
        "B c4 W c3 B f5 W b4 B a4 W a5 B b2 W a3 W c1",
    ] {
        assert_eq!(behind(&["othello", "--moves", moves]), told, "{moves}");
    }
    assert_eq!(record("pass.pgn", "[Variant \"Othello\"]\n\n1. c4 c3 2. f5 b4 3. a4 a5 4. b2 a3 5. c1 *\n"), told);
    // What is wrong in many cells has its place.
    let said = refused(&["moves", "othello", "--moves", "c4c3f5b4a4a5b2a3h8"]);
    assert!(said.contains("move 9 of the moves given: `h8` is not a legal move here"), "{said}");
    let said = refused(&["moves", "othello", "--moves", "c4c3h8f5"]);
    assert!(said.contains("move 3 of the moves given: `h8` is not a legal move here"), "{said}");
}

#[test]
fn names_of_games_however_they_are_parted() {
    for (name, game) in [
        ("Hoppelpoppel", "hoppel-poppel"),
        ("Kyotoshogi", "kyoto-shogi"),
        ("Torishogi", "tori-shogi"),
        ("losalamos", "los-alamos"),
        ("newzealand", "new-zealand-chess"),
        ("tencubed", "ten-cubed-chess"),
        ("pocketknight", "pocket-knight-chess"),
        ("duckchess", "duck-chess"),
        ("Mini shogi", "minishogi"),
        ("chu", "chu-shogi"),
        ("960", "chess960"),
        ("wild/fr", "chess960"),
        ("?", "chess"),
        ("", "chess"),
    ] {
        let title = |name: &str| run(&["moves", name]);
        let file = write("name.pgn", &format!("[Variant \"{name}\"]\n\n*\n"));
        // Its start is one of many, and the record says none.
        let known = match game {
            "chess960" => {
                run(&["moves", game, "--position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
            }
            _ => title(game),
        };
        let read = title(&file);
        assert_eq!((read.status, read.out), (0, known.out), "{name}: {}", read.err);
    }
}

#[test]
fn which_game_a_record_is_of() {
    // The numbers of a position tell the board of draughts, and what was assumed is told of a wrong move.
    let ten = |(position, _): (String, String)| assert_eq!(position.split('/').count(), 10, "{position}");
    ten(record("numbers.pdn", "[FEN \"W:W28,32,K41:B10,14\"]\n1. 28-22 14-20 *"));
    ten(record("range.pdn", "[FEN \"W:W31-50:B1-20.\"]\n1. 32-28 *"));
    let said = refused(&["moves", &write("assumed.pdn", "1. 32-28 19-23 2. 28x19 *")]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("does not say which game it is, and is read as English draughts"), "{said}");
    assert!(said.contains("--record"), "{said}");
    for tags in ["[Variant \"Standard\"]\n[GameType \"20\"]", "[GameType \"20\"]\n[Variant \"Standard\"]"] {
        ten(record("type.pdn", &format!("{tags}\n1. 32-28 19-23 *")));
        ten(record("type.pgn", &format!("{tags}\n1. 32-28 19-23 *")));
    }
    for (number, game) in [
        (3, "chess"),
        (5, "nine-mens-morris"),
        (7, "xiangqi"),
        (8, "shogi"),
        (9, "lines-of-action"),
        (10, "ataxx"),
        (18, "amazons"),
        (21, "twixt"),
        (37, "dvonn"),
    ] {
        let read = record("number.sgf", &format!("(;FF[4]GM[{number}])"));
        assert_eq!(read, behind(&[game]), "{number}");
    }
    // What may be a move of a game that is not named is not dropped without a word.
    let little = "(;FF[4]EV[twixt.in.DEFAULT.35.36.37]PB[a]PW[b]SZ[24];r[ps|draw];b[mq];r[lo])";
    let read = record("little.sgf", little);
    assert_eq!(read.0, behind(&["twixt", "--moves", "p6 m8 l10"]).0);
    let said = record("little.sgf", &little.replace("twixt", "friends")).1;
    assert!(said.contains("`r[ps|draw]` is left out") && said.contains("no `GM` says which game it is"), "{said}");
    assert_eq!(record("go.sgf", "(;SZ[9]C[x]V[1]N[y];B[dd])").1, "");
    // Servers of Othello write what they think behind a move, and words before the game.
    let ggf = "a game of last night\n(;GM[Othello]PB[a]PW[b]TY[8];B[F5//0.01]W[d6/-1.5/2];B[C3])";
    assert_eq!(record("server.sgf", ggf).0, behind(&["othello", "--moves", "f5 d6 c3"]).0);
    // Their games may begin with other boards.
    let board = format!("8 *{}O*------*O{} *", "-".repeat(26), "-".repeat(27));
    let other = format!("(;GM[Othello]PB[a]PW[b]TY[s8r16]BO[{board}]B[d3//0.01]W[c3//0.02];)");
    let read = record("other.sgf", &other);
    let plain = behind(&["othello", "--moves", "d3 c3"]).0;
    assert_eq!(read.0, plain.replace("/8 b", "/B7 b"));
    // Records of Tak say the size of the board, and may give a position in a form of their own.
    assert_eq!(
        record("six.ptn", "[Game \"Tak\"]\n[Size \"6\"]\n\n1. a1 f6\n").0,
        behind(&["tak", "--set", "size=6", "--moves", "a1 f6"]).0
    );
    let tps = "[Game \"Tak\"]\n[Size \"6\"]\n[TPS \"x6/x6/x6/x6/x6/x6 1 1\"]\n\n1. a1 f6\n";
    assert_eq!(record("six.ptn", tps).0, behind(&["tak", "--set", "size=6", "--moves", "a1 f6"]).0);
    for name in ["a.jkf", "a.gib"] {
        let said = refused(&["moves", &write(name, "{\"header\": {}}\n")]);
        assert!(said.contains("which is not read") && said.contains("PGN, PDN, SGF, KIF and CSA"), "{said}");
        assert!(!said.contains("error 2"), "{said}");
    }
    let said = refused(&["moves", &write("cut.pgn", "[Event \"x\"]\n[Termi")]);
    assert!(said.contains("this tag has no end"), "{said}");
}

#[test]
fn marks_and_results_of_other_programs() {
    let told = behind(&["chess", "--moves", "e4 e5 Nf3 Nc6"]);
    for moves in ["e4 e5 Nf3 Nc6 ⩲", "e4 e5 Nf3 Nc6⩲", "e4 e5 Nf3 Nc6 0:1", "e4 e5 Nf3 Nc6 □ *"] {
        assert_eq!(behind(&["chess", "--moves", moves]), told, "{moves}");
    }
    let mate = behind(&["chess", "--moves", "f3 e5 g4 Qh4"]);
    assert_eq!(behind(&["chess", "--moves", "f3 e5 g4 Qh4 mate"]), mate);
    let file = write("twice.pgn", "1. e4 e5 1-0 *\n\n1. d4 d5 *\n");
    assert!(run(&["moves", &file]).err.contains("holds 2 games"));
    let frisian = "W:WK31,50:BK1,20:+1+2";
    let said = behind(&["frisian-draughts", "--position", frisian]).1;
    assert!(said.contains("does not count what `+1+2` says"), "{said}");
}

#[test]
fn fields_that_the_game_does_not_have() {
    let (_, said) = behind(&["makruk", "--position", "8/8/4k3/8/3K4/3R4/8/8 w - 16 10 30"]);
    assert!(said.contains("does not count what `16 10` says: it is left out"), "{said}");
    assert_eq!(behind(&["makruk", "--position", "8/8/4k3/8/3K4/3R4/8/8 w - 0 0 30"]).1, "");
    let rows = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w";
    let said = refused(&["moves", "chess", "--position", &format!("{rows} KQkq e3 0 1")]);
    assert!(said.contains("write `-`: it is what the last move left"), "{said}");
    assert!(!said.contains("takers"), "{said}");
    let said = refused(&["moves", "chess", "--position", &format!("{rows} KK - 0 1")]);
    assert!(said.contains("`K` stands twice in `castling`"), "{said}");
    let shuffled = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
    let said = refused(&["moves", "chess", "--position", shuffled]);
    assert!(said.contains("chess960"), "{said}");
}

#[test]
fn conversations_take_what_protocols_say() {
    let mut repl = Repl::new(None, Style::PLAIN);
    let mut step = |line: &str| repl.step(line, &AtomicBool::new(false)).text;
    step("load chess");
    let start = step("position");
    step("e4");
    step("position startpos");
    assert_eq!(step("position"), start);
    step("e4");
    step("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(step("position"), start);
    for (line, said) in [
        ("? e2e4", "`e2e4` alone plays it"),
        ("? repeats 3", "about the position alone"),
        ("own King", "`? own King`"),
        ("draw x.png", "is no name of an SVG picture"),
    ] {
        let told = step(line);
        assert!(told.contains(said), "{line}: {told}");
    }
}

#[test]
fn commands_say_what_they_can_not_do() {
    let said = refused(&["solve", "tic-tac-toe", "--depth", "3"]);
    assert!(!said.contains("similar") && said.contains("`--time` and `--nodes`"), "{said}");
    let game = write("mine.game", &std::fs::read_to_string("tests/faces/tic-tac-toe.game").unwrap());
    let said = run(&["check", game.strip_suffix('e').unwrap()]).out;
    assert!(said.contains("did you mean") && said.contains("mine.game`"), "{said}");
    for form in ["bmp", "jpg", "pdf"] {
        let said = refused(&["draw", "hexapawn", "--out", &format!("{game}.{form}")]);
        assert!(said.contains("it writes SVG"), "{said}");
    }
    let said = refused(&["play", "hexapawn", "--players", "human,human", "--time", "1s"]);
    assert!(said.contains("no engine plays"), "{said}");
}

#[test]
fn a_pass_in_any_case() {
    let passed = behind(&["go", "--moves", "d4 pass"]);
    assert_eq!(passed.1, "");
    for moves in ["d4 Pass", "D4 PASS", "d4 pAss"] {
        assert_eq!(behind(&["go", "--moves", moves]), passed, "{moves}");
    }
    assert_eq!(record("pass.sgf", "(;GM[1]SZ[9];B[df];W[Pass])").0, passed.0);
    let mut repl = Repl::new(None, Style::PLAIN);
    repl.step("load go", &AtomicBool::new(false));
    repl.step("Pass", &AtomicBool::new(false));
    let said = repl.step("Pass", &AtomicBool::new(false)).text;
    assert!(said.contains("the game is over"), "{said}");
}

#[test]
fn a_tag_that_stands_twice_is_no_new_game() {
    let twice = "[Event \"x\"]\n[EventDate \"2020\"]\n[White \"a\"]\n[EventDate \"2021\"]\n\n1. e4 e5 *\n";
    let (position, said) = record("twice-tagged.pgn", twice);
    assert_eq!(position, behind(&["chess", "--moves", "e4 e5"]).0);
    assert!(said.contains("line 4: the tag `EventDate` stands there twice") && !said.contains("holds"), "{said}");
    let two = write("two.pgn", "[White \"a\"]\n\n[White \"b\"]\n\n1. e4 *\n");
    assert!(run(&["moves", &two]).err.contains("holds 2 games"));
}

#[test]
fn a_start_of_many_that_is_not_given_is_told() {
    let (position, said) = record("unsaid.pgn", "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 *\n");
    assert!(position.starts_with("rnbqkb1r/"), "{position}");
    assert!(said.contains("the usual array is taken") && said.contains("[FEN"), "{said}");
    let shuffled = write("shuffled.pgn", "[Variant \"Chess960\"]\n\n1. Nb3 Nf6 *\n");
    let said = refused(&["moves", &shuffled]);
    assert!(said.contains("say the start by a tag `[FEN"), "{said}");
    let given =
        "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. Nd3 *\n";
    assert_eq!(record("given.pgn", given).1, "");
}

#[test]
fn results_that_contradict_each_other_are_told() {
    let said = record("results.pgn", "[Result \"0-1\"]\n\n1. e4 e5 1-0\n").1;
    assert!(said.contains("its tag says `0-1`, and behind its moves stands `1-0`"), "{said}");
    let mate = |result: &str| format!("[Result \"{result}\"]\n\n1. f3 e5 2. g4 Qh4# {result}\n");
    let file = write("mate.pgn", &mate("1-0"));
    let said = run(&["moves", &file]).err;
    assert!(said.contains("says that White won; by the rules Black wins"), "{said}");
    let file = write("mate.pgn", &mate("0-1"));
    assert_eq!(run(&["moves", &file]).err, "");
}

#[test]
fn what_stands_behind_a_result_is_told() {
    let told = behind(&["chess", "--moves", "e4 e5"]);
    for moves in [
        "e4 e5 White resigns",
        "e4 e5 White wins",
        "e4 e5 resigns",
        "e4 e5 White Resigns",
        "e4 e5 1-0 White resigns",
        "e4 e5 1-0 *",
    ] {
        assert_eq!(behind(&["chess", "--moves", moves]), told, "{moves}");
    }
    assert_eq!(record("resigns.pgn", "1. e4 e5 White resigns\n"), told);
    moves_refused(&[
        ("chess", "e4 1-0 e5 foo bar", "`e5` stands behind the result `1-0`"),
        ("chess", "e4 e5 1-0 White", "`White` stands behind the result"),
        ("chess", "e4 e5 White", "`White` is not a legal move"),
        ("go", ";B[pd];W[dp]", "this is SGF"),
        ("go", "(;B[ee];W[cc])", "--record FILE"),
    ]);
}

#[test]
fn numbers_that_do_not_go_up_with_the_moves_are_told() {
    let said = |game: &str, moves: &str| behind(&[game, "--moves", moves]).1;
    assert!(said("chess", "12. Nf3 Nf6 13. Ng1").contains("numbered 12, and is move 1 here"));
    assert!(said("chess", "1. e4 e5 3. Nf3").contains("numbered 3, and is move 2 here"));
    assert!(said("go", "1. d4 2. e5 4. c3").contains("numbered 4, and is move 3 here"));
    for (game, moves) in [
        ("chess", "1. e4 1... e5 2. Nf3"),
        ("chess", "1. e4 e5 2. Nf3"),
        ("go", "1. d4 2. e5 3. c3"),
        ("go", "1. d4 e5 2. c3"),
    ] {
        assert_eq!(said(game, moves), "", "{moves}");
    }
    let later = ["chess", "--position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 12", "--moves", "12. e4 Kd7 13. e5"];
    assert_eq!(behind(&later).1, "");
    let said = refused(&["moves", "chess", "--moves", "1... e5"]);
    assert!(said.contains("`1...` numbers a move of Black, and White is to move"), "{said}");
    let said = refused(&["moves", "chess", "--moves", "e4 e5 2... Nc6"]);
    assert!(said.contains("`2...` numbers a move of Black, and White is to move"), "{said}");
}

#[test]
fn players_of_sgf_by_other_letters_and_whoever_begins() {
    let told = behind(&["twixt", "--moves", "l8 o13"]).0;
    for text in ["(;GM[twixt]SZ[24];r[l8];b[o13])", "(;GM[twixt]SZ[24];R[l8|draw];B[o13])"] {
        assert_eq!(record("letters.sgf", text), (told.clone(), String::new()), "{text}");
    }
    let (position, said) = record("left-out.sgf", "(;GM[1]SZ[9];B[dd];r[ee])");
    assert!(said.contains("`r[ee]` is left out"), "{position} {said}");
    // Black begins there, whatever the players are called here.
    let told = behind(&["havannah", "--set", "size=8", "--moves", "e5 e6"]).0;
    for text in ["(;GM[havannah]SZ[8];B[E5];W[E6])", "(;GM[havannah]SZ[8];W[E5];B[E6])"] {
        assert_eq!(record("begins.sgf", text).0, told, "{text}");
    }
    let told = behind(&["amazons", "--moves", "d1d7/g7"]).0;
    assert_eq!(record("begins.sgf", "(;FF[4]GM[18]SZ[10];B[d1-d7/g7])").0, told);
    for swap in ["swap", "swap-pieces"] {
        let file = write("swap.sgf", &format!("(;GM[11]SZ[11];B[a2];W[{swap}];B[f6])"));
        let said = refused(&["moves", &file]);
        assert!(said.contains(&format!("these rules have no `{swap}` here")), "{said}");
    }
    // Where an option has it, it is told, and read with it.
    let said = refused(&["moves", "havannah", "--moves", "e5 swap"]);
    assert!(said.contains("`--set pie=yes`"), "{said}");
    let with_pie = |moves| behind(&["havannah", "--set", "pie=yes", "--moves", moves]).0;
    assert_eq!(with_pie("e5 swap"), with_pie("e5 pass"));
}

#[test]
fn signs_of_databases_and_moves_in_other_alphabets() {
    let told = behind(&["chess", "--moves", "e4 e5 Nf3 Nc6"]);
    for moves in ["e4 e5 Nf3N Nc6", "e4 e5 Nf3 D Nc6 N", "e4 D e5 Nf3D Nc6"] {
        assert_eq!(behind(&["chess", "--moves", moves]), told, "{moves}");
    }
    moves_refused(&[
        ("shogi", "+7776FUX", "it would be `c3c4`"),
        ("go", "dd", "it would be `d6`"),
        ("go", "pd", "beside this board, which has 9 columns"),
        ("chess", "Sf3", "`S` is the letter of no piece"),
        ("chess", "D", "is not a legal move"),
    ]);
    let broken = write("broken.pgn", "[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. e4 {never *\n");
    let said = refused(&["moves", &format!("{broken}#9")]);
    assert!(said.contains("has no game 9") && said.contains("it has 2"), "{said}");
    assert!(refused(&["moves", &format!("{broken}#2")]).contains("this comment has no end"));
    let rows = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let tags = format!("[SetUp \"1\"] [FEN \"{rows}\"]");
    assert_eq!(behind(&["chess", "--position", &tags]).0, rows);
}

#[test]
fn signs_of_check_and_mate_by_which_there_is_none_are_told() {
    let said = |game: &str, moves: &str| behind(&[game, "--moves", moves]).1;
    assert!(said("chess", "e4 e5 Nf3+").contains("`Nf3+` is read as `g1f3`, which gives no check"));
    assert!(said("chess", "e4 f6 Qh5#").contains("gives no mate"));
    for (game, moves) in [
        ("chess", "e4 f6 Qh5+ g6"),
        ("chess", "f3 e5 g4 Qh4#"),
        ("chess", "f3 e5 g4 Qh4+"),
        ("chess", "e4 e5 Nf3 =+"),
        ("shogi", "P-7f P-3d Bx2b+"),
    ] {
        assert_eq!(said(game, moves), "", "{moves}");
    }
}

#[test]
fn conversations_know_sgf_and_swaps() {
    let mut repl = Repl::new(None, Style::PLAIN);
    let mut step = |line: &str| repl.step(line, &AtomicBool::new(false)).text;
    step("load hex");
    for (line, part) in
        [(";B[ee];W[cc]", "this is SGF"), ("(;B[ee];W[cc])", "this is SGF"), ("swap", "these rules have no `swap`")]
    {
        let said = step(line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

/// Letters of pieces before the cells that they go to, where letters are those of ranks or files, too.
#[test]
fn capital_letters_are_pieces() {
    let last = |game: &str, position: &str, moves: &str| behind(&[game, "--position", position, "--moves", moves]).0;
    // `c3` is a cell, and `C3` a cannon of the third rank.
    let two = "3k5/9/9/7C1/9/9/9/2R4C1/9/5K3 w";
    assert_eq!(last("xiangqi", two, "C3e3"), last("xiangqi", two, "h3e3"));
    assert_eq!(last("xiangqi", two, "c3e3"), last("xiangqi", two, "Re3"));
    let advisors = "3k1a3/9/5a3/9/9/9/9/9/9/4KA3 b";
    assert_eq!(last("xiangqi", advisors, "A10e9"), last("xiangqi", advisors, "f10e9"));
    // Ranks of shogi are small letters.
    let gold = "lns1k1bnl/2rg1gs2/ppppppp2/7pp/9/3PP4/PPP1SPPPP/1B3R3/LN1GKGSNL b 15";
    assert_eq!(last("shogi", gold, "G-6h"), last("shogi", gold, "d1d2"));
    for moves in ["G-7f", "C-7f", "P-7f C-3d"] {
        let said = refused(&["moves", "shogi", "--moves", moves]);
        assert!(said.contains("is not a legal move here"), "{moves}: {said}");
    }
    assert_eq!(behind(&["shogi", "--moves", "P-7f P-3d"]), behind(&["shogi", "--moves", "c3c4 g7g6"]));
    // What comes from a hand is named where others move.
    let chess = ["pocket-knight-chess", "--moves", "e4 e5 Nf3 N@c6"];
    assert_eq!(behind(&chess), behind(&["pocket-knight-chess", "--moves", "e2e4 e7e5 g1f3 Knight@c6"]));
    assert_eq!(behind(&["chess", "--moves", "E2E4 E7-E5"]), behind(&["chess", "--moves", "e4 e5"]));
    let said = refused(&["moves", "chess", "--moves", "B2b4"]);
    assert!(said.contains("legal moves are `b2b4`"), "{said}");
}

/// Moves of draughts with all that they take, passes of kings, castling in two digits.
#[test]
fn moves_of_protocols() {
    let draughts = |moves: &str| behind(&["international-draughts", "--moves", moves]);
    assert_eq!(draughts("32-28 19-23 28x19x23"), draughts("32-28 19-23 28x19"));
    let said = refused(&["moves", "international-draughts", "--moves", "32-28 19-23 28x19x24"]);
    assert!(said.contains("is not a legal move here"), "{said}");
    let janggi = |moves: &str| behind(&["janggi", "--moves", moves]);
    assert_eq!(janggi("Ke2-e2"), janggi("pass"));
    for moves in ["Ké9", "Ke2-é2"] {
        let said = refused(&["moves", "janggi", "--moves", moves]);
        assert!(said.contains("is not a legal move here"), "{moves}: {said}");
    }
    let chess = |moves: &str| behind(&["chess", "--moves", moves]);
    assert_eq!(chess("e4 e5 Nf3 Nc6 Bc4 Bc5 00"), chess("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"));
}

#[test]
fn wrong_marks_in_positions_of_draughts() {
    for (text, part) in [
        ("W:W31-35,B1-5", "write `:B1-5`"),
        ("W:W31-35;B1-5", "write `:B1-5`"),
        ("W:WW31:BB1", "write `:W31`"),
        ("W:W31..35:B1..5", "join its ends by `-`"),
    ] {
        let said = refused(&["moves", "international-draughts", "--position", text]);
        assert!(said.contains(part), "{text}: {said}");
    }
}

/// A swap in Hex is played by rules that have it.
#[test]
fn hex_is_swapped() {
    let moves = "(;FF[4]GM[11]PB[a]PW[b]SZ[11];B[cj];W[swap];B[dh])";
    let said = refused(&["moves", &write("swap.sgf", moves)]);
    assert!(said.contains("`move swap-sides when … { pass { … } }`"), "{said}");
    let page = std::fs::read_to_string("docs/language.md").unwrap();
    let shown = page.split("**Swap**").nth(1).expect("a recipe").lines().take(12);
    let added: Vec<&str> =
        shown.filter(|line| line.starts_with("link mirror") || line.starts_with("move swap-sides")).collect();
    let rules = write("swapped.game", &format!("extends \"hex\"\n{}\n", added.join("\n")));
    let swapped = "11/11/11/11/11/11/11/3R7/1B9/11/11 b 2";
    assert_eq!(behind(&[&rules, "--moves", "c2 swap d4"]).0, swapped);
    let record = moves.replace("GM[11]", "RULES[swapped.game]");
    assert_eq!(behind(&[&write("swapped.sgf", &record)]).0, swapped);
    // Once, and by the second player alone.
    for moves in ["swap", "c2 d4 swap", "c2 swap swap"] {
        refused(&["moves", &rules, "--moves", moves]);
    }
}

/// The row of a point of Hex is the number of its cell, whose first row is at the top for all others.
#[test]
fn points_of_hex_are_its_cells() {
    let won = "B[b1];W[c3];B[a2];W[c2];B[a3]";
    for moves in [won, "B[ba];W[cc];B[ab];W[cb];B[ac]"] {
        let (position, said) = record("hex.sgf", &format!("(;FF[4]EV[hex.mc]SZ[3];{moves})"));
        assert_eq!(said, "", "{moves}");
        assert!(position.starts_with("R1B/R1B/1R1 "), "{moves}: {position}");
    }
    let file = write("kept.sgf", "");
    std::fs::remove_file(&file).unwrap();
    run(&["match", "hex", "nodes=1", "nodes=1", "--games", "1", "--set", "size=3", "--keep", &file]);
    let kept = std::fs::read_to_string(&file).expect("it was kept");
    let first = kept.split(";B[").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    assert!(first.len() == 2 && first.ends_with(['1', '2', '3']), "{kept}");
}

#[test]
fn a_match_is_not_played_for_files_that_can_not_hold_it() {
    let file = write("never.sgf", "");
    std::fs::remove_file(&file).unwrap();
    for game in ["chess", "nine-mens-morris", "amazons"] {
        for how in [["--keep", &*file], ["--format", "sgf"]] {
            let said = refused(&[&["match", game, "nodes=1", "nodes=1", "--games", "1"], &how[..]].concat());
            assert!(said.contains("can't be kept as SGF"), "{said}");
        }
    }
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn records_as_servers_and_people_write_them() {
    // Servers of Othello write the board row by row.
    let rows = "--------\n--------\n--------\n---O*---\n---*O---\n--------\n--------\n--------";
    for board in [format!("8\n{rows}\n*"), format!("8 {} *", rows.replace('\n', " "))] {
        let ggf = format!("(;GM[Othello]BO[{board}]B[D3/0.01/1]W[C5//0.01]B[F6]W[F5])");
        assert_eq!(record("rows.ggf", &ggf), record("plain.sgf", "(;GM[2];B[d3];W[c5];B[f6];W[f5])"));
    }
    let (_, said) = record("dots.sgf", "(;FF[4]EV[dots.in.8];B[aa])");
    assert!(said.contains("no game is known here as `dots`: it is read as Go"), "{said}");
    // A capture with a colon at the start of a line is no tag.
    let at = "[FEN \"1r5k/8/8/8/8/8/8/1R5K w - - 0 1\"]\n\n";
    assert_eq!(record("colon.pgn", &format!("{at}1.\nR:b8 Kh7 *")), record("x.pgn", &format!("{at}1. Rxb8+ Kh7 *")));
    let quoted = "[Event \"The \"Big\" Open\"]\n[White \"A \\\"B\\\" C\"]\n\n1. e4 e5 *";
    assert_eq!(record("quotes.pgn", quoted), record("none.pgn", "[Event \"x\"]\n\n1. e4 e5 *"));
    let marks = "1.\u{200b}e4 TN e5 2. Qh5 += Nc6 3. Qxf7 ch Kxf7 =/+ 0.5-0.5";
    let plain = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 1/2-1/2";
    assert_eq!(record("marks.pgn", marks).0, record("plain.pgn", plain).0);
}

#[test]
fn lists_as_programs_print_them() {
    let plain = behind(&["chess", "--moves", "e2e4 e7e5 g1f3"]);
    for text in
        ["['e2e4', 'e7e5', 'g1f3']", "['e2e4','e7e5','g1f3']", "(\"e2e4\", \"e7e5\", \"g1f3\")", "1: e4 e5 2: Nf3"]
    {
        assert_eq!(behind(&["chess", "--moves", text]), plain, "{text}");
    }
    // The sign of a drop is no quote; what stands behind `;` inside a comment is no other one.
    let dropped = behind(&["shogi", "--position", "4k4/9/9/9/9/9/9/9/4K4[P] b", "--moves", "P*45"]).0;
    assert_eq!(behind(&["shogi", "--position", "4k4/9/9/9/9/9/9/9/4K4[P] b", "--moves", "'45"]).0, dropped);
    let (_, said) = behind(&["chess", "--moves", "e4 {good ; better} e5"]);
    assert_eq!(said, "");
    let wrong = refused(&["moves", "chess", "--moves", "['e2e4', 'e7e6e5']"]);
    assert!(wrong.contains("| ['e2e4', 'e7e6e5']") && wrong.contains("`e7e6e5`"), "{wrong}");
    // What is played of nothing but comments and variations is told.
    for text in ["(e2e4, e7e5)", "{e2e4 e7e5}"] {
        let (_, said) = behind(&["chess", "--moves", text]);
        assert!(said.contains("nothing is played"), "{text}: {said}");
    }
}

#[test]
fn a_piece_apart_from_its_move_and_what_is_left_of_figures() {
    // `N` behind a move is a new move; alone before a pawn's cell it is a knight.
    for (moves, wanted) in [
        ("1. e4 e5 2. N f3", "write `Nf3`"),
        ("e4 e5 N f3", "write `Nf3`"),
        ("1. e4 e5 2. Nf3 B c5", "write `Bc5`"),
        ("1. e4 e5 2. ♘ f3", "write `♘f3`"),
        ("1. d4 ?f6", "`?f6` is not a legal move"),
        ("1. e4 e5 2. $N f3", "`$N` is not a legal move"),
        ("1. e4 e5 2. #f3", "`#f3` is not a legal move"),
        ("e4 \u{1}e5", "is not a legal move"),
        ("1. e4 e5 2. N", "`N` is not a legal move"),
        ("e4 e5 2. ! Nf3", "`!` is not a legal move"),
    ] {
        let said = refused(&["moves", "chess", "--moves", moves]);
        assert!(said.contains(wanted), "{moves}: {said}");
    }
    let plain = behind(&["chess", "--moves", "e2e4 e7e5 g1f3"]);
    for moves in [
        "e4 N e5 Nf3 N",
        "1. e4 N e5 ! 2. Nf3N",
        "e4 =/∞ e5 $14 Nf3 $1 ?!",
        "1 e4 2 e5 3 Nf3",
        "\u{200e}e4 e5\u{200b} \u{2060}Nf3",
    ] {
        assert_eq!(behind(&["chess", "--moves", moves]), plain, "{moves}");
    }
    // In games of one kind of piece a letter is a player's.
    assert_eq!(behind(&["go", "--moves", "B d4 W e5"]).0, behind(&["go", "--moves", "d4 e5"]).0);
    let (_, said) = behind(&["chess", "--moves", "e4 ; e5 ; Nf3"]);
    assert!(said.contains("is passed over: it is a comment"), "{said}");
    let cut = write("cut.pgn", "[Event \"x\"]\n\n1. e4 e5 2. N");
    assert!(refused(&["moves", &cut]).contains("`N` is not a legal move"));
    for (game, moves) in [("gomoku", "(8,8) (9,9)"), ("othello", "(f5) (d6)"), ("chess", "(1. e4 e5)")] {
        let (_, said) = behind(&[game, "--moves", moves]);
        assert!(
            said.contains("nothing is played: all that stands there is a comment or a variation"),
            "{moves}: {said}"
        );
    }
    for text in ["P-K4", "Kt-KB3", "PxP"] {
        let said = refused(&["moves", "chess", "--moves", text]);
        assert!(said.contains("descriptive notation"), "{text}: {said}");
    }
    let said = refused(&["moves", "chess", "--moves", "e4 e5 Кf3"]);
    assert!(said.contains("is a Cyrillic letter, and that of no piece"), "{said}");
    // The example of the specification of SGF for Amazons: from, to, and where the arrow goes.
    let plain = behind(&["amazons", "--moves", "d1d7/g7 a7d4/a7"]).0;
    for moves in ["B[djddgd];W[addgad]", "W[djddgd];B[addgad]"] {
        assert_eq!(record("amazons.sgf", &format!("(;GM[18]FF[4];{moves})")).0, plain, "{moves}");
    }
}

#[test]
fn records_that_name_their_game_otherwise() {
    let thai = write("thai.pgn", "[Game \"Thai Chess\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    assert!(refused(&["moves", &thai]).contains("Thai Chess"));
    // What kind of an encounter it was is no game.
    let plain = record("plain.pgn", "[Event \"x\"]\n\n1. e4 e5 *");
    assert_eq!(record("casual.pgn", "[Game \"Casual game\"]\n\n1. e4 e5 *"), plain);
    assert_eq!(record("spaced.pgn", "[Player 1 Name \"abc\"]\n[Player 2 Name \"def\"]\n\n1. e4 e5 *"), plain);
    for name in ["LOA", "Lines of Action"] {
        let found = record("loa.pgn", &format!("[Game \"{name}\"]\n\n1. b1b3 *"));
        assert_eq!(found.0, behind(&["lines-of-action", "--moves", "b1b3"]).0, "{name}");
    }
    let (_, said) = record("loa8.sgf", "(;FF[4]EV[zoa8.mc.2010.jan.1.1];B[c3])");
    assert!(said.contains("no game is known here as `zoa8`: it is read as Go"), "{said}");
    assert_eq!(record("hex13.sgf", "(;FF[4]EV[hex5.ch.1]SZ[5];B[cc])").0, record("hex.sgf", "(;GM[11]SZ[5];B[cc])").0);
    // Draughts by the names of cells are Russian.
    let russian = behind(&["russian-draughts", "--moves", "c3-d4 d6-c5 b2-c3"]).0;
    assert_eq!(record("names.pdn", "1. c3-d4 d6-c5 2. b2-c3 *").0, russian);
    let zillions = write("game.zsg", "VariantFile=Hex.zrf\n");
    assert!(refused(&["moves", &zillions]).contains("Zillions"));
}

#[test]
fn positions_say_in_words_who_is_to_move() {
    let position = |game: &str, text: &str| behind(&[game, "--position", text]);
    let rows = "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1";
    let (plain, _) = position("chess", &format!("{rows} b"));
    for words in ["Black to move", "black to play.", "(Black to play and win)", "Black to move and mate in 3"] {
        assert_eq!(position("chess", &format!("{rows} {words}")).0, plain, "{words}");
    }
    let list = "Black: 1, 2. White: 21, 22.";
    let white = position("english-draughts", &format!("{list} White to play")).0;
    for words in ["White to play and draw.", "White to play and win"] {
        assert_eq!(position("english-draughts", &format!("{list} {words}")).0, white, "{words}");
    }
    let first = position("english-draughts", &format!("White to play and win. {list}"));
    assert_eq!(first.0, white);
    // Nobody is said to be to move.
    for (game, text) in [("chess", rows), ("tic-tac-toe", "X........")] {
        let (_, said) = position(game, text);
        assert!(said.contains("does not say who is to move"), "{text}: {said}");
    }
    // Players of Go leave `i` out.
    let go = |text: &str| behind(&["go", "--set", "size=19", "--position", text]);
    let own = go("Black: d4, s16; White: d16, p4; Black to move").0;
    assert_eq!(go("Black: D4, T16; White: D16, Q4; Black to move").0, own);
    let (_, said) = go("Black: D4, Q16; White: D16, Q4; Black to move");
    assert!(said.contains("what players of Go, who leave `i` out, call so is `p16`"), "{said}");
}

#[test]
fn players_by_their_initials_and_passes_that_are_none() {
    let moves = |game: &str, moves: &str| behind(&[game, "--moves", moves]).0;
    for text in ["R a1 B b2 R c3", "Red a1 Blue b2 Red c3", "B a1 W b2 B c3"] {
        assert_eq!(moves("hex", text), moves("hex", "a1 b2 c3"), "{text}");
    }
    let passes = [("chess", "Z0"), ("chess", "--"), ("chess", "null"), ("hex", "0000"), ("gomoku", "pass")];
    moves_refused(&passes.map(|(game, pass)| (game, pass, "nobody may pass here")));
}
