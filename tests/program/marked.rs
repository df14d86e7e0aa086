//! Boards as programs of other games print and mark them, and turns that are written piece by piece.

use super::outside::{behind, moves_refused, refused, rows};

fn position(game: &str, text: &str) -> (String, String) {
    behind(&[game, "--position", text])
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";

#[test]
fn marks_of_the_last_move_on_boards_of_go() {
    let katago = "MoveNum: 2 HASH: 5B4D1A\n   A B C D E F G H J\n 9 . . . . . . . . .\n 8 . . . . . . . . .\n 7 . . . . . . . . .\n \
        6 . . . . . . . . .\n 5 . . . . X1. . . .\n 4 . . . . . . . . .\n 3 . . . . . . O2. .\n 2 . . . . . . . . .\n \
        1 . . . . . . . . .\n\nNext player: Black\n";
    assert_eq!(rows("go", katago), "9/9/9/9/4B4/9/6W2/9/9 b");
    let leela = "Passes: 0            Black (X) Prisoners: 0\nWhite (O) to move    White (O) Prisoners: 0\n\n   \
        a b c d e f g h j \n 9 . . . . . . . . .  9\n 8 . . . . . . . . .  8\n 7 . . . . . . . . .  7\n \
        6 . . . . . . . . .  6\n 5 . . . .(X). . . .  5\n 4 . . . . . . . . .  4\n 3 . . . . . . . . .  3\n \
        2 . . . . . . . . .  2\n 1 . . . . . . . . .  1\n   a b c d e f g h j \n";
    assert_eq!(rows("go", leela), "9/9/9/9/4B4/9/9/9/9 w");
    let line = ". . . . . . . . .\n";
    let brackets = format!("{}. . . . (X) . . . .\n{}", line.repeat(4), line.repeat(4));
    assert_eq!(rows("go", &brackets), "9/9/9/9/4B4/9/9/9/9 b");
    // A sign more is no mark.
    let said = refused(&["moves", "go", "--position", &brackets.replace("(X)", "(Z)")]);
    assert!(said.contains("error:") && said.contains("help:"), "{said}");
}

#[test]
fn ranks_of_shogi_have_letters() {
    let signs = [
        "lnsgkgsnl",
        ".r.....b.",
        "ppppppppp",
        ".........",
        ".........",
        ".........",
        "PPPPPPPPP",
        ".B.....R.",
        "LNSGKGSNL",
    ];
    let apart = |row: &str, by: &str| row.split("").filter(|sign| !sign.is_empty()).collect::<Vec<_>>().join(by);
    let ranks = || signs.into_iter().zip('a'..='i');
    let plain: Vec<String> = ranks().map(|(row, rank)| format!("{rank}  {}", apart(row, " "))).collect();
    let frame = format!("+{}\n", "---+".repeat(9));
    let framed: Vec<String> =
        ranks().map(|(row, rank)| format!("| {} | {rank}\n", apart(&row.replace('.', " "), " | "))).collect();
    for board in [
        format!("   9 8 7 6 5 4 3 2 1\n{}", plain.join("\n")),
        format!("  9   8   7   6   5   4   3   2   1\n{frame}{}{frame}", framed.join(&frame)),
    ] {
        assert_eq!(rows("shogi", &board), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b", "{board}");
    }
}

#[test]
fn two_signs_for_a_cell() {
    let words =
        |letters: &str, colour: &str| -> Vec<String> { letters.chars().map(|c| format!("{colour}{c}")).collect() };
    let board = |white: &str, black: &str, empty: &str| -> Vec<Vec<String>> {
        let blank = || vec![empty.to_string(); 8];
        let men = ["RNBQKBNR", "PPPPPPPP"];
        let rows = [words(men[0], black), words(men[1], black), blank(), blank(), blank(), blank()];
        rows.into_iter().chain([words(men[1], white), words(men[0], white)]).collect()
    };
    let lines = |board: Vec<Vec<String>>, by: &str| board.iter().map(|row| row.join(by)).collect::<Vec<_>>().join("\n");
    assert_eq!(rows("chess", &lines(board("w", "b", "--"), " ")), START);
    assert_eq!(rows("chess", &format!("{:?}", board("w", "b", "--"))), START);
    let barred: Vec<String> = board("", "-", " ").iter().map(|row| format!("|{} |", row.join(" |"))).collect();
    assert_eq!(rows("chess", &barred.join("\n+---+---+\n")), START);
    let cells = "{\"e1\": \"wK\", \"d1\": \"wQ\", \"e8\": \"bK\"}";
    assert_eq!(rows("chess", cells), "4k3/8/8/8/8/8/8/3QK3 w");
    assert_eq!(rows("chess", "wKe1 wQd1 bKe8 Black to move"), "4k3/8/8/8/8/8/8/3QK3 b");
    // A colour that nobody has, a cell that is none.
    for text in [cells.replace("bK", "gK"), cells.replace("e8", "e9"), "wKe1 wQd9 bKe8".to_string()] {
        let said = refused(&["moves", "chess", "--position", &text]);
        assert!(said.contains("error:") && said.contains("help:"), "{text}: {said}");
    }
}

#[test]
fn empty_cells_that_are_drawn_otherwise() {
    let lines = START.replace(" w", "").replace('/', "\n");
    for row in ["        ", "11111111", "00000000", ": . : . : . : ."] {
        assert_eq!(rows("chess", &lines.replace('8', row)), START, "{row}");
    }
    assert_eq!(rows("chess", &lines.replace('\n', "/\n")), START);
    let board = "12g\n +-----------------+\n8| r r r r r r r r |\n7| h d c e m c d h |\n6| . . x . . x . . |\n5| . . . . . . . . |\n\
        4| . . . . . . . . |\n3| . . x . . x . . |\n2| H D C M E C D H |\n1| R R R R R R R R |\n +-----------------+\n";
    let (arimaa, said) = position("arimaa", &board.replace('g', "s"));
    assert!(arimaa.starts_with("rrrrrrrr/hdcemcdh/8/8/8/8/HDCMECDH/RRRRRRRR[] s "), "{arimaa}");
    assert!(said.contains("`x` is read as an empty cell"), "{said}");
    assert_eq!(rows("arimaa", &board.replace(['.', 'x'], " ")), "rrrrrrrr/hdcemcdh/8/8/8/8/HDCMECDH/RRRRRRRR[] g");
    let said =
        refused(&["moves", "arimaa", "--position", &board.replace("| . . . . . . . . |", "| . . . . x . . . |")]);
    assert!(said.contains("there is no piece `x`"), "{said}");
    // Cells that are called by their places; `0` may be a piece of who plays noughts.
    assert!(rows("tic-tac-toe", "X|2|3\n4|O|6\n7|8|9").starts_with("X2/1O1/3 "));
    let (_, said) = position("tic-tac-toe", "  X 2 3\n  4 O 6\n  7 8 9");
    assert!(!said.contains("empty cell"), "{said}");
    refused(&["moves", "tic-tac-toe", "--position", "X|2|3\n4|O|5\n7|8|9"]);
    refused(&["moves", "tic-tac-toe", "--position", "X 0 .\n. X .\n. . 0"]);
}

/// The first sign of a row may look like the letter of a rank.
#[test]
fn ranks_that_rise_from_the_top_turn_a_board_with_bars() {
    let rows: Vec<String> =
        START.replace(" w", "").replace('8', "........").split('/').rev().map(String::from).collect();
    let barred = |row: &String| row.split("").filter(|sign| !sign.is_empty()).collect::<Vec<_>>().join(" | ");
    let board: Vec<String> = rows.iter().zip(1..).map(|(row, rank)| format!("{} | {rank}", barred(row))).collect();
    assert_eq!(self::rows("chess", &board.join("\n")), START);
}

#[test]
fn boards_of_other_sizes_are_told() {
    let board = |size: usize| format!("{}\n", vec!["."; size].join(" ")).repeat(size);
    let said = refused(&["moves", "go", "--position", &board(19)]);
    assert!(said.contains("19 rows of 19 cells") && said.contains("--set size=19"), "{said}");
    let said = refused(&["moves", "chess", "--position", &board(7)]);
    assert!(said.contains("7 rows of 7 cells, the board has 8 of 8"), "{said}");
}

#[test]
fn what_stands_around_a_fen_is_left_out_and_told() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for behind in ["| +0.20", "[0.5]", "1-0", "(mate in 1)", "// test", "# a comment"] {
        let (read, said) = position("chess", &format!("{fen} {behind}"));
        assert_eq!(read, fen, "{behind}");
        assert!(said.contains("is left out") || behind.contains("mate"), "{behind}: {said}");
    }
    let (read, said) = position("chess", &format!("Fen: {fen}\nKey: 8F8F01D4562F59FB\nCheckers:"));
    assert_eq!(read, fen);
    assert!(said.contains("`Key: 8F8F01D4562F59FB` beside the position is left out"), "{said}");
    let style = "<12> rnbqkbnr pppp-ppp -------- ----p--- -------- -------- PPPPPPPP RNBQKBNR W 4 1 0 1 1 0 7 a b 1 2 12 39 39 119 \
        122 3 P/e7-e5 (0:06) e5 0";
    assert!(position("chess", style).0.starts_with("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 3"));
    let said = refused(&["moves", "go", "--position", "(;GM[1]FF[4]SZ[9]AB[ee]AW[gg]PL[B])"]);
    assert!(said.contains("this is SGF") && said.contains("--record"), "{said}");
}

#[test]
fn lists_of_pieces_as_people_write_them() {
    let plain = "White: Ke1, Qd1; Black: Ke8";
    for text in [
        format!("{plain}. Mate in 2"),
        format!("{plain}; #2"),
        "White pieces: Ke1, Qd1; Black pieces: Ke8".to_string(),
        "White = Ke1, Qd1; Black = Ke8".to_string(),
    ] {
        assert_eq!(rows("chess", &text), rows("chess", plain), "{text}");
    }
    assert_eq!(rows("chess", &format!("{plain}. Mate in 1 (Black to move)")), "4k3/8/8/8/8/8/8/3QK3 b");
    let draughts = rows("english-draughts", "B:W30,K22:B3,K5");
    assert_eq!(rows("english-draughts", "W: 30, K22 B: 3, K5 BTM"), draughts);
    assert_eq!(rows("english-draughts", "B : W30, K22 : B3, K5"), draughts);
    for text in ["White: K e1, Q d1; Black: K e8", "White: ke1 qd1; Black: ke8"] {
        assert_eq!(rows("chess", text), rows("chess", plain), "{text}");
    }
    assert_eq!(rows("chess", "White: K e1, d2; Black: Ke8"), rows("chess", "White: Ke1, Pd2; Black: Ke8"));
    let said = refused(&["moves", "chess", "--position", "White: Ke1, N; Black: Ke8"]);
    assert!(said.contains("the letter of a piece stands before its cell"), "{said}");
    let said = refused(&["moves", "crazyhouse", "--position", "White: Ke1, N in hand; Black: Ke8"]);
    assert!(said.contains("in brackets behind all else: `[N]`"), "{said}");
}

#[test]
fn turns_that_are_written_piece_by_piece() {
    let start = ["arimaa", "--position", "rrrrrrrr/hdcemcdh/8/8/8/8/HDCMECDH/RRRRRRRR[] g", "--moves"];
    let moves = |text: &str| behind(&[&start[..], &[text]].concat()).0;
    let ours = moves("e2e3,e3e4,e4e5,e5e6");
    assert_eq!(moves("Ee2n Ee3n Ee4n Ee5n"), ours);
    assert_eq!(moves("2g Ee2n Ee3n Ee4n Ee5n"), ours);
    assert_eq!(moves("Ee2n Ee3n Md2n pass"), moves("e2e3,e3e4,d2d3"));
    assert_eq!(moves("2g Ee2n Ee3n Ee4n Ee5n\n2s ed7s ed6s ed5s"), moves("e2e3,e3e4,e4e5,e5e6 d7d6,d6d5,d5d4"));
    let pushed = ["arimaa", "--position", "r7/8/3r4/3H4/8/8/8/R7[] g", "--moves"];
    let moves = |text: &str| behind(&[&pushed[..], &[text]].concat()).0;
    // Pushed onto a trap; pulled.
    assert_eq!(moves("2g rd6w rc6x Hd5n Ra1n pass"), moves("d5d6/c6,a1a2"));
    assert_eq!(moves("Hd5s rd6s"), moves("d5d4/d6/pull"));
    for (text, help) in [("Ef2n", "on `f2` stands `C`"), ("Ee4n", "`e4` is empty")] {
        let said = refused(&[&["moves"], &start[..], &[text]].concat());
        assert!(said.contains(help), "{said}");
    }
}

#[test]
fn what_engines_and_libraries_print_of_moves() {
    let plain = behind(&["chess", "--moves", "e2e4 e7e5"]);
    for text in [
        "info depth 10 score cp 30 pv e2e4 e7e5",
        "bestmove e2e4 ponder e7e5",
        "[Move.from_uci('e2e4'), Move.from_uci('e7e5')]",
    ] {
        assert_eq!(behind(&["chess", "--moves", text]), plain, "{text}");
    }
    let pass = ["othello", "--position", "WWWWWWW1/BBBBBBBB/8/8/8/8/8/8 b", "--moves"];
    assert_eq!(behind(&[&pass[..], &["pa"]].concat()), behind(&[&pass[..], &["pass"]].concat()));
    moves_refused(&[
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "give it by `--position`"),
        ("chess", "info depth 10 score cp 30", "`info` is not a legal move"),
        ("othello", "pa", "not a legal move"),
        // Nobody leaves `i` out on a board of hexagons.
        ("hex", "l1", "there is no cell `l1`"),
        ("yavalath", "j5", "there is no cell `j5`"),
    ]);
}
