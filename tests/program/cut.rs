//! Positions and moves as they are cut from code, pages and tables.

use super::outside::{behind, file, moves_refused, refused, rows, run};

fn after(game: &str, moves: &str) -> String {
    behind(&[game, "--moves", moves]).0
}

const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn positions_in_code_and_between_tags() {
    for text in [
        FEN.replace('/', "\\/"),
        FEN.replace('/', "%2F").replace(' ', "%20"),
        format!("{FEN}\\n"),
        format!("Board('{FEN}')"),
        format!("chess.Board(\"{FEN}\")"),
        format!("const fen = \"{FEN}\";"),
        format!("[fen]{FEN}[/fen]"),
        format!("<fen>{FEN}</fen>"),
        format!("[[{FEN}]]"),
        format!("({FEN})"),
        format!("\\fenboard{{{FEN}}}"),
        format!("&quot;{FEN}&quot;"),
        FEN.replace("8/PPPP", "8/\nPPPP"),
        FEN.replace('/', " / "),
        format!("{FEN};D1 20;D2 400"),
    ] {
        let (position, _) = behind(&["chess", "--position", &text]);
        assert_eq!(position, FEN, "{text}");
    }
    // However often it is wrapped, it ends.
    for (open, close) in [("[[", "]]"), ("\\a{", "}"), ("Board('", "')")] {
        let wrapped = |times: usize| format!("{}{FEN}{}", open.repeat(times), close.repeat(times));
        for times in [20, 8_000] {
            let run = run(&["moves", "chess", "--position", &wrapped(times)]);
            assert!(matches!(run.status, 0 | 1), "{open} {times} times");
        }
    }
    // What is no position in quotes stays what it was.
    for text in ["Board('8/8/8')", "[fen]8/8[/fen]", "(rnbqkbnr)", "const fen = \"\";"] {
        let said = refused(&["moves", "chess", "--position", text]);
        assert!(said.contains("error:") && said.contains("help:"), "{text}: {said}");
    }
}

#[test]
fn comments_of_an_epd_are_left_out() {
    let (position, said) = behind(&["chess", "--position", "4k3/8/8/8/8/8/8/4K2R w K - c9 \"1/2-1/2\";"]);
    assert_eq!(position, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(said.contains("is left out"), "{said}");
    // A cell that a pawn has passed is none.
    let passed = "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 1";
    assert_eq!(behind(&["chess", "--position", passed]).0, passed);
}

#[test]
fn tables_with_numbered_columns_are_read_from_the_top() {
    let board = |first: usize| {
        let cells = ["rnbqkbnr", "pppppppp", "........", "........", "....P...", "........", "PPPP.PPP", "RNBQKBNR"];
        let spaced = |row: &str| row.split("").filter(|sign| !sign.is_empty()).collect::<Vec<_>>().join(" ");
        let columns: Vec<String> = (first..first + 8).map(|n| n.to_string()).collect();
        let lines: Vec<String> =
            cells.iter().enumerate().map(|(i, row)| format!("{} {}", i + first, spaced(row))).collect();
        format!("  {}\n{}\nBlack to move", columns.join(" "), lines.join("\n"))
    };
    let wanted = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b";
    assert_eq!(rows("chess", &board(0)), wanted);
    assert_eq!(rows("chess", &board(1)), wanted);
    // With files in letters the numbers are ranks, and the board is seen from the other side.
    let turned = board(1).replace("1 2 3 4 5 6 7 8\n", "a b c d e f g h\n");
    assert_eq!(rows("chess", &turned), "RNBQKBNR/PPPP1PPP/8/4P3/8/8/pppppppp/rnbqkbnr b");
}

#[test]
fn what_stands_behind_the_last_row_is_read() {
    let board = "rnbqkbnr\npppppppp\n........\n........\n....P...\n........\nPPPP.PPP\nRNBQKBNR";
    for behind_it in [" b", " b KQkq - 0 1", " Black to move", "\n**Black to move**", "\nBlack moves", "\nmove: b"] {
        let text = format!("{board}{behind_it}");
        assert!(rows("chess", &text).ends_with(" b"), "{text}");
    }
    assert_eq!(rows("chess", &format!("Move 1, Black to move\n{board}")).split(' ').nth(1), Some("b"));
    let (position, _) =
        behind(&["chess", "--position", &format!("{board}\n     Side:     black\n     Castling:  KQkq\n")]);
    assert_eq!(position.split(' ').skip(1).take(2).collect::<Vec<_>>(), ["b", "KQkq"]);
    // A line about something else names nobody.
    let (_, said) = behind(&["chess", "--position", &format!("{board}\n12 legal moves")]);
    assert!(said.contains("is left out") && said.contains("White is taken"), "{said}");
}

#[test]
fn who_has_one_stone_less_is_to_move() {
    for (game, text, side) in [
        ("tic-tac-toe", "X . O\n. X .\n. . .", "o"),
        ("tic-tac-toe", "X . O\n. . .\n. . .", "x"),
        ("gomoku", "Black: h8", "w"),
        ("hex", "Red: d4; Blue: e5", "r"),
    ] {
        let (position, said) = behind(&[game, "--position", text]);
        assert_eq!(position.split(' ').nth(1), Some(side), "{text}");
        assert!(said.contains("does not say who is to move"), "{said}");
    }
    // Where stones are taken, nobody can tell.
    assert_eq!(rows("go", "Black: e5").split(' ').nth(1), Some("b"));
}

#[test]
fn positions_in_messages() {
    let board = "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R";
    let quoted: Vec<String> = board.lines().map(|line| format!("> {line}")).collect();
    for text in [
        format!("```\n{FEN}\n```"),
        format!("```fen\n{FEN}\n```"),
        format!("```{FEN}```"),
        format!("> {FEN}"),
        format!("**FEN:** {FEN}"),
        format!("**FEN**: `{FEN}`"),
        format!("```text\n{board}\n```\nBlack to move"),
        format!("{}\n> Black to move", quoted.join("\n")),
    ] {
        assert_eq!(rows("chess", &text), FEN.split(' ').take(2).collect::<Vec<_>>().join(" "), "{text}");
    }
    // Discs by their colours, squares with nothing on them; the first rank of Othello is at the top.
    let discs =
        "🟩🟩🟩🟩🟩🟩🟩🟩\n".repeat(3) + "🟩🟩🟩⚪⚫🟩🟩🟩\n🟩🟩🟩⚫⚪🟩🟩🟩\n" + &"🟩🟩🟩🟩🟩🟩🟩🟩\n".repeat(3);
    assert_eq!(rows("othello", &format!("{discs}Black to move")), "8/8/8/3BW3/3WB3/8/8/8 b");
    assert_eq!(rows("tic-tac-toe", "❌⬜⭕\n⬜✖️⬜\n⬜⬜⬜\nO to move"), "X1O/1X1/3 o");
    // Nobody is called red or yellow there, and who has one more began.
    let holes = "⬜⬜⬜⬜⬜⬜⬜\n".repeat(5) + "⬜⬜🟡🔴⬜⬜⬜";
    assert!(refused(&["moves", "connect-four", "--position", &holes]).contains("who began is not said"));
}

/// Boards with bars that say by a star who is to move.
#[test]
fn a_star_behind_a_rank_says_who_is_to_move() {
    let bars = |star: usize| {
        let row = |(at, row): (usize, &str)| {
            let cells: Vec<String> = row.chars().map(|c| format!(" {c} ")).collect();
            format!("|{}|{}{}\n", cells.join("|"), 8 - at, if at == star { " *" } else { "" })
        };
        let rows = ["rnbqkbnr", "pppppppp", "        ", "        ", "    P   ", "        ", "PPPP PPP", "RNBQKBNR"];
        let frame = " +---+---+---+---+---+---+---+---+\n";
        rows.into_iter().enumerate().map(row).map(|row| format!("{frame} {row}")).collect::<String>() + frame
    };
    let plain = FEN.split(' ').next().unwrap();
    assert_eq!(rows("chess", &bars(0)), format!("{plain} b"));
    assert_eq!(rows("chess", &bars(7)), format!("{plain} w"));
}

#[test]
fn lists_of_moves_from_pages_and_protocols() {
    let plain = after("chess", "e4 e5");
    for moves in [
        "1. e4 e5\\n",
        "1. e4<br>e5",
        "“e4 e5”",
        "e4 e5 // Ruy Lopez",
        "1. e4 { open // sharp } e5",
        "```\n1. e4 e5\n```",
        "```1. e4 e5```",
        "> 1. e4\n> e5",
        "**1. e4** e5",
        "- e4\n- e5",
        "| # | White | Black |\n|---|---|---|\n| 1 | e4 | e5 |",
        "1. e4 | e5",
        "usermove e2e4 usermove e7e5",
        "[Event \"x\"]\n[Variant \"Standard\"]\n\n1. e4 e5 1-0",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n1. e4 e5",
        "1. е4 е5",
        "1. e4 e5 remis",
    ] {
        assert_eq!(after("chess", moves), plain, "{moves}");
    }
    assert_eq!(after("go", "B1: E5"), after("go", "E5"));
    assert_eq!(after("go", "E5 D4 B+R"), after("go", "E5 D4"));
    assert_eq!(after("go", "E5 D4 W+3.5"), after("go", "E5 D4"));
    assert_eq!(after("shogi", "７六歩 ３四歩 投了"), after("shogi", "７六歩 ３四歩"));
    assert_eq!(after("chess", "e4 e5 \u{2658}\u{fe0e}f3"), after("chess", "e4 e5 Nf3"));
    // A tag that says something else is told; a knight in Russian is no king.
    moves_refused(&[
        ("chess", "e4 e5 Кf3", "is a Cyrillic letter, and that of no piece"),
        ("chess", "[Variant \"Crazyhouse\"]\n1. e4 e5", "belongs to a file"),
        ("chess", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. e4 e5", "belongs to a file"),
    ]);
}

/// Who has taken a pawn may drop it: as the event says, it is not chess.
#[test]
fn an_event_may_name_the_game() {
    let of = |event: &str| {
        let text = format!("[Event \"{event}\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 *\n");
        file("event.pgn", text.as_bytes())
    };
    let path = of("FICS rated crazyhouse game");
    assert!(behind(&[path.to_str().unwrap()]).0.contains("4p3"), "the pawn is on e4");
    let path = of("FICS rated standard game");
    assert!(refused(&["moves", path.to_str().unwrap()]).contains("P@e4"));
}

#[test]
fn files_in_encodings_of_asia_are_refused() {
    // `手合割`, and a move that begins `７六歩`, in Shift_JIS.
    let kif = file("cut.kif", b"\x8e\xe8\x8d\x87\x8a\x84\n   1 \x82V\x98Z\x95\xe0(77)\n");
    let sgf = file("cut.sgf", b"(;GM[1]SZ[9]CA[Shift_JIS];B[ee]C[\x94\x5c];W[cc])");
    for path in [kif, sgf] {
        let said = refused(&["moves", path.to_str().unwrap()]);
        assert!(said.contains("is not UTF-8 text") && said.contains("save it as UTF-8"), "{said}");
    }
    // Latin-1 is what SGF is in where nothing is said.
    let latin = file("cut-latin.sgf", b"(;GM[1]SZ[9];B[ee]C[\xe9];W[cc])");
    assert_eq!(behind(&[latin.to_str().unwrap()]).0, "9/9/2W6/9/4B4/9/9/9/9 b 0 2");
}
