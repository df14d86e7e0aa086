//! Boards that are drawn in lines, as programs, pages and our own conversations show them.

use super::positions::{ROWS, game, reads, refused, rules};
use crate::support::random::Rng;
use rulesmith::library::{GAMES, find};
use rulesmith::render;

#[test]
fn boards_that_are_drawn_are_read() {
    let plain = "r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R";
    let rows = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    let mut chess = game("chess");
    reads(&mut chess, plain, &format!("{rows} w - - 0 1"));
    reads(&mut chess, &plain.replace(' ', ""), &format!("{rows} w - - 0 1"));
    let ranks: Vec<String> =
        plain.lines().enumerate().map(|(i, line)| format!("  {} {line} {}", 8 - i, 8 - i)).collect();
    let edged = format!("    a b c d e f g h\n{}\n    a b c d e f g h\n", ranks.join("\n"));
    reads(&mut chess, &edged, &format!("{rows} w - - 0 1"));
    let shown = format!("{edged}  castling: KQkq\n  passed: -\n  quiet: 0\nBlack to move\n");
    reads(&mut chess, &shown, &format!("{rows} b KQkq - 0 1"));
    let symbols: String =
        plain.chars().map(|c| "KQRBNPkqrbnp".find(c).map_or(c, |at| "♔♕♖♗♘♙♚♛♜♝♞♟".chars().nth(at).unwrap())).collect();
    reads(&mut chess, &symbols, &format!("{rows} w - - 0 1"));
    reads(&mut chess, "♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &format!("{ROWS} w KQkq - 0 1"));
    assert!(chess.set_position(&plain.replacen("r n", "r z", 1)).is_err());
    let spaced = "r n b q k b n r / p p p p p p p p / 8 / 8 / 8 / 8 / P P P P P P P P / R N B Q K B N R w KQkq - 0 1";
    reads(&mut chess, spaced, &format!("{ROWS} w KQkq - 0 1"));
    refused(
        &mut chess,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPP PPPP/RNBQKBNR w",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPP",
        "a space ends",
    );
}

const NOBODY_CASTLES: &str = "the text does not say who may castle: nobody may";

/// A board of chess on which little stands, with a line above and one below.
fn chess_between(above: &str, below: &str) -> String {
    let empty = ". . . . . . . .\n".repeat(6);
    format!("{above}\nr . . . k . . .\n{empty}. . . . K . . R\n{below}")
}

#[test]
fn what_is_said_above_and_below_is_read() {
    let rows = "r3k3/8/8/8/8/8/8/4K2R";
    let mut chess = game("chess");
    for said in [
        "Black to move",
        "black to play:",
        "Black (r) to move.",
        "Black",
        "(Black)",
        "b",
        "turn: black",
        "Side to move: b",
        "Black's turn",
        "Black's move",
    ] {
        for text in [chess_between(said, ""), chess_between("", said)] {
            assert_eq!(reads(&mut chess, &text, &format!("{rows} b - - 0 1")), NOBODY_CASTLES, "{said}");
        }
    }
    for (below, shown) in [("b Kq - 3 9", "b Kq - 3 9"), ("black  K", "b K - 0 1"), ("w - -", "w - - 0 1")] {
        assert_eq!(reads(&mut chess, &chess_between("", below), &format!("{rows} {shown}")), "", "{below}");
    }
    let said = reads(&mut chess, &chess_between("", ""), &format!("{rows} w - - 0 1"));
    assert!(said.contains("does not say who is to move: White is taken"), "{said}");
    let said = reads(&mut chess, &chess_between("hello, black is to move", ""), &format!("{rows} b - - 0 1"));
    assert!(said.contains("`hello` beside the board is left out"), "{said}");
    let said = reads(&mut chess, &chess_between("", "b\nScore: 12"), &format!("{rows} b - - 0 1"));
    assert!(said.contains("`Score: 12` beside the board is left out"), "{said}");
    let empty = ". . . . . . . . .\n".repeat(7);
    let shogi = format!(". . . . k . . . .\n{empty}. . . . K . . +R .\n");
    let rows = "4k4/9/9/9/9/9/9/9/4K2D1";
    reads(&mut game("shogi"), &format!("{shogi}B*1 b*2\nWhite to move"), &format!("{rows}[B2b] w 1"));
}

#[test]
fn labels_at_the_edges_say_which_way_it_is_drawn() {
    let seen_by_black = "1 . K R . . . . .\n2 P P P . . . . .\n3 . . . . . . . .\n4 . . . . . . . .\n5 . . . . . . . .\n6 . . . . . . . .\n7 . . . . . p p p\n8 . . . k . . . r\n  h g f e d c b a\nw";
    let rows = "r3k3/ppp5/8/8/8/8/5PPP/5RK1";
    let mut chess = game("chess");
    assert_eq!(reads(&mut chess, seen_by_black, &format!("{rows} w - - 0 1")), NOBODY_CASTLES);
    let lines: Vec<&str> = seen_by_black.lines().collect();
    let turned: Vec<&str> = lines[..8].iter().rev().chain(&lines[8..]).copied().collect();
    reads(&mut chess, &turned.join("\n"), &format!("{rows} w - - 0 1"));
    let first_at_the_top = "White (o) to play:\n  a b c d e f g h\n1 - - - - - - - - 1\n2 - - - - - - - - 2\n3 - - x - - - - - 3\n4 - - - x x - - - 4\n5 - - - x o - - - 5\n6 - - - - - - - - 6\n7 - - - - - - - - 7\n8 - - - - - - - - 8\n  a b c d e f g h";
    assert_eq!(reads(&mut game("othello"), first_at_the_top, "8/8/8/3BW3/3BB3/2B5/8/8 w 0 1"), "");
    // Ranks of shogi are counted from the top, files from the right.
    let ranks: String = (1..=9)
        .map(|rank| format!("{rank} . . . . {} . . . .\n", "k.......K".chars().nth(rank - 1).unwrap()))
        .collect();
    reads(&mut game("shogi"), &format!("  9 8 7 6 5 4 3 2 1\n{ranks}Black to move"), "4k4/9/9/9/9/9/9/9/4K4[] b 1");
}

#[test]
fn frames_signs_and_colours_around_the_cells() {
    let mut chess = game("chess");
    let frame = format!("+{}\n", "---+".repeat(8));
    let row = |cells: &str| cells.chars().map(|c| format!("| {c} ")).collect::<String>();
    let empty: String = (2..=7).rev().map(|rank| format!("{} | {rank}\n{frame}", row("        "))).collect();
    let framed = format!(
        "{frame}{}| 8\n{frame}{empty}{}| 1\n{frame}  a   b   c   d   e   f   g   h\nb K - 0 1",
        row("r   k   "),
        row("    K  R")
    );
    reads(&mut chess, &framed, "r3k3/8/8/8/8/8/8/4K2R b K - 0 1");
    reads(&mut chess, &format!("{framed}\nFen: {ROWS} w KQkq - 0 1\nKey: 0"), &format!("{ROWS} w KQkq - 0 1"));
    let symbols = "♜ ⭘ ⭘ ⭘ ♚ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘ ⭘\n⭘ ⭘ ⭘ ⭘ ♔ ⭘ ⭘ ♖\nb";
    reads(&mut chess, symbols, "r3k3/8/8/8/8/8/8/4K2R b - - 0 1");
    let coloured = symbols.replace('♚', "\u{1b}[31mk\u{1b}[0m");
    reads(&mut chess, &coloured, "r3k3/8/8/8/8/8/8/4K2R b - - 0 1");
    reads(&mut chess, &format!("\u{feff}{ROWS} b KQkq - 0 1"), &format!("{ROWS} b KQkq - 0 1"));
    // Points are marked, and prisoners counted behind the rank.
    let go = "   A B C D E F G H J\n9 . . . . . . . . . 9\n8 . . . . . . . . . 8\n7 . . + . . . + . . 7\n6 . . . . . . . . . 6\n5 . . . . X . . . . 5     WHITE (O) has captured 0 stones\n4 . . . . . . . . . 4\n3 . . + . . . O . . 3\n2 . . . . . . . . . 2\n1 . . . . . . . . . 1\n   A B C D E F G H J\nBlack to play";
    let said = reads(&mut game("go"), go, "9/9/9/9/4B4/9/6W2/9/9 b 0 1");
    assert!(said.contains("`WHITE (O) has captured 0 stones` beside the board is left out"), "{said}");
}

/// Discs are called as their players in this game: they are no list of pieces without cells.
#[test]
fn cells_in_one_line_are_cells() {
    let mut session = game("tic-tac-toe");
    reads(&mut session, "X O X . O . . . . x", "XOX/1O1/3 x 1");
    reads(&mut session, "X O X . O . . . .", "XOX/1O1/3 x 1");
    refused(&mut session, "X X X", "X", "this position has 1 row");
}

/// What a conversation shows is read as the position that it shows, or refused: nothing of it is lost.
#[test]
fn what_conversations_show_is_read() {
    let mut rng = Rng(5);
    let (mut read, mut refused) = (0, 0);
    for shipped in GAMES {
        let mut session = game(shipped.name);
        for _ in 0..12 {
            let moves = session.moves().expect("a list");
            if moves.is_empty() {
                break;
            }
            session.play(&moves[rng.below(moves.len())]).expect("legal");
        }
        let view = session.board(&[]);
        let mover = &session.compiled().players()[session.position().mover()];
        let shown = format!("{}\n{}{}{mover} to move\n", shipped.name, render::legend(&view), render::board(&view));
        let numberless = |text: String| text.rsplit_once(' ').map(|(rest, _)| rest.to_string());
        let before = numberless(session.position_text());
        match session.set_position(&shown) {
            Ok(()) => {
                assert_eq!(numberless(session.position_text()), before, "{}\n{shown}", shipped.name);
                read += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > refused, "{read} were read, {refused} refused");
}

/// Where nothing at the edges says how a board lies, it lies as others draw it.
#[test]
fn boards_without_labels_lie_as_they_are_drawn_elsewhere() {
    // After f5, with the first rank at the top.
    let mut othello = game("othello");
    let after_f5 = text_of("othello", "8/8/8/3BBB2/3WB3/8/8/8 w");
    let lines = ["........", "........", "........", "...OX...", "...XXX..", "........", "........", "........"];
    for (black, white) in [('X', 'O'), ('*', 'O'), ('B', 'W'), ('@', 'O'), ('●', '○'), ('⚫', '⚪')] {
        let with = |text: String| text.replace('X', &black.to_string()).replace('O', &white.to_string());
        let text = with(format!("{}\nWhite to move", lines.join("\n")));
        reads(&mut othello, &text, &after_f5);
        let line = with(format!("{} O", lines.concat()));
        reads(&mut othello, &line, &after_f5);
    }
    // Men of Black stand above, as those know who draw checkers.
    let mut checkers = game("english-draughts");
    let empty = ". . . . . . . .\n";
    let men = format!("{empty}. . b . . . . .\n{}w . . . . . . .\n{empty}{empty}", empty.repeat(3));
    for (text, numbers) in [
        (&*format!("{men}Black to move"), "B:W21:B6"),
        ("Beeeeeebeeeeeeeeeeeeeweeeeeeeeeee", "B:W21:B7"),
        ("bbbbbbbbbbbb--------wwwwwwwwwwww b", "B:W21-32:B1-12"),
    ] {
        reads(&mut checkers, text, &text_of("english-draughts", numbers));
    }
    // Go is seen from Black's side, whatever the letters.
    let mut go = game("go");
    let rows = [
        "..X......",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "........O",
    ];
    let black = rows.concat().replace('X', "B").replace('O', "W");
    go.set_position(&format!("{black} b")).unwrap();
    let shown = go.position_text();
    for text in [rows.concat() + " b", rows.join("\n") + "\nBlack to move"] {
        reads(&mut go, &text, &shown);
    }
    // A rhombus may lean to the left.
    let mut hex = rules(&find("hex").unwrap().text.replace("size = 11", "size = 3"));
    reads(&mut hex, ". R .\n R . B\n  R . B\nRed to move", "R1B/R1B/1R1 r 1");
    reads(&mut hex, "  . R .\n R . B\nR . B\nRed to move", "1R1/R1B/R1B r 1");
}

/// The text that another one is read as.
fn text_of(name: &str, text: &str) -> String {
    let mut session = game(name);
    session.set_position(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    session.position_text()
}

#[test]
fn frames_diagrams_and_blanks_are_read() {
    let mut chess = game("chess");
    let rule = "  -----------------\n";
    let board: String =
        ROWS.replace('8', ".".repeat(8).as_str()).split('/').enumerate().fold(rule.to_string(), |text, (i, row)| {
            let cells: Vec<String> = row.chars().map(|c| c.to_string().replace('.', " ")).collect();
            format!("{text}{} |{}|\n{rule}", 8 - i, cells.join("|"))
        });
    reads(&mut chess, &format!("{board}    a b c d e f g h\nw KQkq - 0 1"), &format!("{ROWS} w KQkq - 0 1"));
    let mut tictactoe = game("tic-tac-toe");
    for text in [
        "-------------\n| X | O |   |\n-------------\n|   | X |   |\n-------------\n|   |   |   |\n-------------\nO to move",
        " X | O | \n-----------\n   | X | \n-----------\n   |   | \nO to move",
    ] {
        reads(&mut tictactoe, text, "XO1/1X1/3 o 1");
    }
    let mut go = game("go");
    let text = "$$B\n$$ ---------------------\n$$ | . . X . . . . . . |\n$$ | . . . . , . . . . |\n";
    let more = "$$ | . . . . . . . . . |\n".repeat(6) + "$$ | . . . . . . . . O |\n$$ ---------------------\n";
    reads(&mut go, &format!("{text}{more}"), &text_of("go", "2B6/9/9/9/9/9/9/9/8W b"));
    // Of shogi, with the ranks at the right.
    let mut shogi = game("shogi");
    let rows = ["l n s g k g s n l", ". r . . . . . b .", "p p p p p p p p p"];
    let back = ["P P P P P P P P P", ". B . . . . . R .", "L N S G K G S N L"];
    let all = rows.iter().copied().chain([". . . . . . . . ."; 3]).chain(back).zip('a'..);
    let text: String = all.map(|(row, rank)| format!("{row} {rank}\n")).collect();
    let start = text_of("shogi", "startpos");
    for (said, side) in [("Sente to move", "b"), ("Gote to move", "w")] {
        let shown = start.replacen(" b ", &format!(" {side} "), 1);
        reads(&mut shogi, &format!("9 8 7 6 5 4 3 2 1\n{text}{said}"), &shown);
    }
    // Whoever is to move plays.
    refused(&mut shogi, &format!("{text}Purple to move"), format!("{text}Purple to move").as_str(), "`Black to move`");
    // Places without a cell may be blank.
    let mut checkers = game("english-draughts");
    let shown = format!("{}Black to move\n", render::board(&checkers.board(&[])));
    reads(&mut checkers, &shown, &text_of("english-draughts", "startpos"));
    // Men and kings as signs.
    let signs = text_of("english-draughts", "startpos").replace('m', "⛀").replace('M', "⛂");
    reads(&mut checkers, &signs, &text_of("english-draughts", "startpos"));
}

#[test]
fn a_sign_that_no_piece_has_is_named() {
    for (name, text, sign) in [
        ("tic-tac-toe", "X O #\n. X .\n. . .\nX to move", "#"),
        ("connect-four", &*format!("{}. . . ⬛ Z . .", ". . . . . . .\n".repeat(5)), "Z"),
        ("go", &*format!("{}....♥....", ".........\n".repeat(8)), "♥"),
        ("chess", &*format!("a b c d e f g h\n8 r . . . k . . x\n{}", "7 . . . . . . . .\n".repeat(7)), "x"),
    ] {
        refused(&mut game(name), text, sign, &format!("there is no piece `{sign}`"));
    }
    for (name, rows) in [("go", "000000000\n".repeat(9)), ("othello", "0 0 0 1 2 0 0 0\n".repeat(8))] {
        let mut session = game(name);
        let fault = format!("{:?}", session.set_position(&rows).expect_err("digits"));
        assert!(
            fault.contains("digits are numbers of empty cells") && fault.contains("a letter for each piece"),
            "{fault}"
        );
    }
}

#[test]
fn who_may_castle_is_said_where_a_text_leaves_it_out() {
    let mut chess = game("chess");
    for text in [chess_between("", "White to move"), "White: Ke1, Rh1; Black: Ke8, Ra8. White to move".to_string()] {
        let said = reads(&mut chess, &text, "r3k3/8/8/8/8/8/8/4K2R w - - 0 1");
        assert_eq!(said, NOBODY_CASTLES);
        assert_eq!(chess.notes()[0].help.as_deref(), Some("a FEN says it behind the side: `w Kq`"));
    }
    for text in ["r3k3/8/8/8/8/8/8/4K2R w - - 0 1", "r2k4/8/8/8/8/8/8/4K1R1 w"] {
        chess.set_position(text).unwrap();
        assert!(chess.notes().is_empty(), "{text}");
    }
}
