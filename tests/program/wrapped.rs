//! Texts that programs print around what is meant: lists, lines of protocols, boards of servers, addresses.

use super::outside::{behind, moves_refused, refused, run, run_with};

/// The position that a text gives, and what is said of it.
fn position(game: &str, text: &str) -> (String, String) {
    behind(&[game, "--position", text])
}

fn moves(game: &str, text: &str) -> (String, String) {
    behind(&[game, "--moves", text])
}

#[test]
fn lists_of_signs_are_rows() {
    let (one, _) = position("tic-tac-toe", "['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' ']");
    let (rows, _) = position("tic-tac-toe", "[[\"X\",\"O\",\"\"],[null,\"X\",\" \"],[\".\",\".\",\".\"]]");
    assert!(one.starts_with("XO1/1X1/3 "), "{one}");
    assert_eq!(one, rows);
    let row = |signs: &str| {
        let signs: Vec<String> =
            signs.chars().map(|c| if c == '1' { "\"\"".into() } else { format!("\"{c}\"") }).collect();
        format!("[{}]", signs.join(","))
    };
    let rows =
        ["rnbqkbnr", "pppppppp", "11111111", "11111111", "11111111", "11111111", "PPPPPPPP", "RNBQKBNR"].map(row);
    let (chess, _) = position("chess", &format!("[{}]", rows.join(",\n ")));
    assert!(chess.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), "{chess}");
    // Whose a number is nobody says.
    for text in ["[[0,1,0],[2,1,2],[0,0,0]]", "[[0 1 0]\n [2 1 2]\n [0 0 0]]", "[0,1,0,2,1,2,0,0,0]"] {
        let said = refused(&["moves", "tic-tac-toe", "--position", text]);
        assert!(said.contains("who began is not said") && said.contains("2 `1` and 2 `2`"), "{said}");
    }
    let three = "[[0,0,0,0],[0,1,2,0],[0,2,1,0],[0,0,0,0]]";
    let said = refused(&["moves", "othello", "--set", "size=4", "--position", three]);
    assert!(
        said.contains("which pieces the numbers stand for is not said") && said.contains("write letters"),
        "{said}"
    );
    // Another number of cells is no board.
    refused(&["moves", "tic-tac-toe", "--position", "['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ']"]);
}

#[test]
fn rows_may_stand_on_lines() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(position("chess", &fen.replace('/', "\n")), (position("chess", fen).0, String::new()));
    refused(&["moves", "chess", "--position", &fen.replace('/', "\n").replacen("8\n", "", 1)]);
}

#[test]
fn boards_of_servers_and_exchange_protocols_are_read() {
    let start = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let (othello, _) = position("othello", start);
    assert_eq!(othello, position("othello", "startpos").0);
    let hub = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    let (draughts, _) = position("international-draughts", &hub.replace('b', "z"));
    assert_eq!(draughts, position("international-draughts", &hub).0);
    let (gomoku, _) = position("gomoku", "BOARD\n7,7,1\n8,8,2\nDONE");
    assert_eq!(gomoku, position("gomoku", "Black: h8; White: i7; Black to move").0);
    for rows in ["8,99,2", "0,-2147483648,1", "65536,1,1", "7,7,3", "7,7"] {
        let said = refused(&["moves", "gomoku", "--position", &format!("BOARD\n7,7,1\n{rows}\nDONE")]);
        assert!(said.contains("error:") && said.contains("help:"), "{rows}: {said}");
    }
}

#[test]
fn a_position_may_have_its_moves_behind_it() {
    let plain = moves("chess", "e2e4 e7e5").0;
    for text in ["position startpos moves e2e4 e7e5", "startpos moves e2e4 e7e5"] {
        assert_eq!(position("chess", text).0, plain, "{text}");
        assert_eq!(moves("chess", text).0, plain, "{text}");
    }
    let fen = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7";
    assert!(position("chess", fen).0.starts_with("8/3k4/8/8/4P3/8/8/4K3 w"));
    let said = refused(&["moves", "chess", "--position", "startpos moves e2e4 e7e6 e4e6"]);
    assert!(said.contains("move 3 of the moves given: `e4e6`"), "{said}");
    // Behind a position of its own there is no other.
    refused(&["moves", "chess", "--position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--moves", fen]);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lines.txt");
    std::fs::write(&file, format!("startpos moves e2e4 e7e5\n{fen}\n")).unwrap();
    let played =
        run(&["match", "chess", "depth=1", "depth=1", "--openings", file.to_str().unwrap(), "--format", "pgn"]);
    assert_eq!(played.status, 0, "{}", played.err);
    assert_eq!(played.out.matches("1. e4 e5 2.").count(), 2, "{}", played.out);
    assert_eq!(played.out.matches("1. e4 Kd7 2.").count(), 2, "{}", played.out);
}

#[test]
fn moves_may_have_commas_alone_between_them() {
    assert_eq!(moves("chess", "e2e4,e7e5,g1f3"), moves("chess", "e2e4 e7e5 g1f3"));
    assert_eq!(moves("gomoku", "h8,i9,g7").0, moves("gomoku", "h8 i9 g7").0);
    assert_eq!(moves("connect-four", "[4, 4, 5, 3]").0, moves("connect-four", "4 4 5 3").0);
    // What has a comma itself is one move.
    let said = refused(&["moves", "chess", "--moves", "e2e4,e7e4"]);
    assert!(said.contains("`e7e4`"), "{said}");
}

#[test]
fn signs_that_are_not_seen_and_wide_ones_make_no_difference() {
    let plain = moves("chess", "1. e4 e5 2. Nf3").0;
    for text in ["1. e4 e5 2. N\u{ad}f3", "1. e4 e5 2. N\u{2060}f3", "１．ｅ４ ｅ５ ２．Ｎｆ３"] {
        assert_eq!(moves("chess", text).0, plain, "{text}");
    }
}

#[test]
fn lines_of_the_go_protocol_have_no_i() {
    let wanted = behind(&["go", "--set", "size=19", "--moves", "p16 d4"]).0;
    for text in ["play b q16\nplay w d4", "play B Q16\nplay W D4"] {
        assert_eq!(behind(&["go", "--set", "size=19", "--moves", text]), (wanted.clone(), String::new()), "{text}");
    }
}

/// `+` is a blank in a value alone, and there only where no other sign is one.
#[test]
fn a_plus_in_an_address_is_what_it_is() {
    let rows = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let (wanted, _) = position("three-check", &format!("{rows} w KQkq - 0 1 +0+0"));
    for address in [
        format!("https://lichess.org/analysis/threeCheck/{rows}_w_KQkq_-_0_1_+0+0"),
        format!("https://lichess.org/editor/{rows}_w_KQkq_-_0_1_+0+0?variant=threeCheck"),
        format!("https://lichess1.org/export/fen.gif?fen={rows}_w_KQkq_-_0_1_%2B0%2B0"),
        format!("https://example.org/?fen={rows}+w+KQkq+-+0+1+%2B0%2B0"),
    ] {
        assert_eq!(position("three-check", &address), (wanted.clone(), String::new()), "{address}");
    }
    let shogi = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124";
    let (wanted, _) = position("shogi", shogi);
    let address = format!("https://lishogi.org/analysis/standard/{}", shogi.replace(' ', "_"));
    assert_eq!(position("shogi", &address).0, wanted);
}

#[test]
fn an_address_of_another_game_is_told() {
    let address = "https://lichess.org/analysis/atomic/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    let (_, said) = position("chess", address);
    assert!(said.contains("the address is of a game of atomic") && said.contains("take `atomic"), "{said}");
    assert_eq!(position("chess", &address.replace("atomic", "standard")).1, "");
}

#[test]
fn a_side_that_is_listed_twice_is_told() {
    for text in ["White: K10. White: K22", "W:WK10:WK22"] {
        let said = refused(&["moves", "english-draughts", "--position", text]);
        assert!(said.contains("White is listed twice, and Black not at all"), "{said}");
    }
    // Men and kings may be listed apart.
    position("english-draughts", "W:W22:WK30:B1,2");
    // Red is the first of some games and the second of others: beside White it is Black.
    for text in ["Red: K10, K15. White: K22. White to move", "W:RK10,K15:WK22"] {
        let (read, said) = position("english-draughts", text);
        assert_eq!(read, position("english-draughts", "W:BK10,K15:WK22").0, "{text}");
        assert!(said.contains("Red is read as Black"), "{said}");
    }
    let (_, said) = position("english-draughts", "Black: 10, 15. White: 22. Red to move");
    assert!(said.contains("`Red` is read as White"), "{said}");
    let (_, said) = position("english-draughts", "Red: 22; Black: 10, 15");
    assert!(said.contains("`Red` is read as White"), "{said}");
}

#[test]
fn hands_of_which_nothing_is_said_are_told() {
    for (game, text) in [
        ("nine-mens-morris", "White: a7 d7; Black: b2 b4"),
        ("nine-mens-morris", "3/3/3/6/3/3/3 w"),
        ("bagh-chal", "t3t/5/5/5/t3t g"),
        ("placement-chess", "8/pppppppp/8/8/8/8/PPPPPPPP/8 w"),
    ] {
        let (_, said) = position(game, text);
        assert!(said.contains("the text does not say what is in hand: nothing is"), "{game} {text}: {said}");
    }
    // What is taken fills hands that are empty at the start.
    for (game, text) in [
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("nine-mens-morris", "3/3/3/6/3/3/3[] w 1"),
    ] {
        assert_eq!(position(game, text).1, "", "{game} {text}");
    }
}

/// What is strange in a list of moves is told of one that is typed alone, too.
#[test]
fn moves_that_are_typed_are_told_like_lists() {
    let typed = |arguments: &[&str], lines: &str| {
        let run = run_with(arguments, lines.as_bytes());
        format!("{}{}", run.out, run.err)
    };
    assert!(
        typed(&["play", "go", "--set", "size=19", "--players", "human,human"], "Q16\nquit\n").contains("leave `i` out")
    );
    assert!(typed(&["repl", "go", "--set", "size=19"], "Q16\nquit\n").contains("leave `i` out"));
    assert!(typed(&["repl", "chess"], "Nxf3\nquit\n").contains("by which nothing is taken"));
    let played = typed(&["play", "chess", "--players", "human,human"], "1. e4\n1... e5\n2. Nf3 Nc6\nquit\n");
    assert!(played.contains("g1f3 b8c6") && !played.contains("is not a legal move"), "{played}");
    let engine = typed(&["play", "chess", "--players", "human,engine", "--depth", "1"], "e4 e5\nquit\n");
    assert!(engine.contains("the engine makes every other one"), "{engine}");
}

const ROWS: &str = "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R\n";

/// Otherwise the wrong player would be on move.
#[test]
fn lines_beside_a_board_say_who_is_to_move() {
    for line in [
        "Current player: Black",
        "Player: black",
        "Side: BLACK",
        "It is Black's turn",
        "to_move = b",
        "stm: b",
        "turn=BLACK",
        "on move: b",
        "Black is to move",
        "White just moved",
        "Active color: \"b\"",
    ] {
        let (position, said) = behind(&["chess", "--position", &format!("{ROWS}{line}")]);
        assert!(position.contains(" b "), "{line}: {position}");
        assert!(!said.contains("left out") && !said.contains("who is to move"), "{line}: {said}");
    }
    let (position, _) = behind(&["chess", "--position", &format!("{ROWS}Side to move: Black\nCastling rights: KQkq")]);
    assert!(position.contains(" b KQkq "), "{position}");
    let (position, _) = behind(&["chess", "--position", &format!("{ROWS}Castling: Kq")]);
    assert!(position.contains(" w Kq "), "{position}");
    let said = refused(&["moves", "chess", "--position", &format!("{ROWS}Current player: Green")]);
    assert!(said.contains("nobody is called so here"), "{said}");
}

#[test]
fn a_fen_within_other_signs() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for text in [
        format!("{{\"fen\":\"{fen}\"}}"),
        format!("{{'fen': '{fen}'}}"),
        format!("\"fen\": \"{fen}\","),
        format!("fen = \"{fen}\""),
        format!("FEN={fen}"),
        format!("setboard {fen}"),
        format!("<{fen}>"),
        fen.replace(' ', "+"),
        format!("https://lichess.org/editor?fen={fen}"),
        format!("https://www.chess.com/analysis?fen={fen}&flip=true"),
    ] {
        assert_eq!(behind(&["chess", "--position", &text]), (fen.to_string(), String::new()), "{text}");
    }
    let rows = "8/8/8/4k3/8/8/4K2R/8";
    let told = behind(&["chess", "--position", &format!("{rows} white to move")]);
    assert_eq!(behind(&["chess", "--position", &format!("{rows}, white to move")]).0, told.0);
    // Of promoted pieces of shogi the sign stays.
    let [shogi, ours] = ["+P4", "T4"].map(|row| format!("4k4/9/9/9/4{row}/9/9/9/4K4[] b 1"));
    assert_eq!(behind(&["shogi", "--position", &shogi]).0, ours);
}

#[test]
fn pieces_of_the_only_kind_that_a_player_has_need_no_letter() {
    let (hounds, _) = behind(&["fox-and-hounds", "--position", "Fox: e1; Hounds: b8 d8 f8 h8. Hounds to move"]);
    assert!(hounds.starts_with("1h1h1h1h/8/8/8/8/8/8/4F3 h"), "{hounds}");
    let (tigers, _) = behind(&["bagh-chal", "--position", "Tigers: a1 a5 e1 e5; Goats: c3. Tigers to move [19G]"]);
    assert!(tigers.starts_with("t3t/5/2G2/5/t3t[19G] t"), "{tigers}");
}

#[test]
fn hands_behind_a_list_of_pieces() {
    let (listed, said) = behind(&["crazyhouse", "--position", "White: Ke1, Qd1; Black: Ke8. White to move [Nn]"]);
    assert!(listed.starts_with("4k3/8/8/8/8/8/8/3QK3[Nn] w "), "{listed}");
    assert!(!said.contains("in hand"), "{said}");
    let morris = behind(&["nine-mens-morris", "--position", "White: a7 d7; Black: b2 b4 [7M7m]"]);
    assert!(morris.0.contains("[7M7m] w"), "{morris:?}");
    let said = refused(&["moves", "crazyhouse", "--position", "White: Ke1; Black: Ke8 [Xn]"]);
    assert!(said.contains("no hand holds a piece `X`"), "{said}");
}

#[test]
fn colours_that_are_nobodys_name_are_told() {
    for (game, position, player) in [
        ("hex", "11/11/11/11/11/5B5/6R4/11/11/11/11 Black to move", "`Black` is read as Blue"),
        ("ataxx", "Black: a7 g1; White: a1 g7. White to move", "`Black` is read as O"),
        (
            "hnefatafl",
            "3MMMMM3/5M5/11/M4m4M/M3mmm3M/MM1mmkmm1MM/M3mmm3M/M4m4M/11/5M5/3MMMMM3 b",
            "`b` is read as Defenders",
        ),
    ] {
        let said = behind(&[game, "--position", position]).1;
        assert!(said.contains(player), "{game}: {said}");
    }
    for (game, position) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R Black to move"),
        ("hex", "11/11/11/11/11/5B5/6R4/11/11/11/11 b"),
        ("hnefatafl", "3MMMMM3/5M5/11/M4m4M/M3mmm3M/MM1mmkmm1MM/M3mmm3M/M4m4M/11/5M5/3MMMMM3 d"),
    ] {
        let said = behind(&[game, "--position", position]).1;
        assert!(!said.contains("is read as"), "{game}: {said}");
    }
}

#[test]
fn heads_of_files_and_players_before_moves() {
    let told = behind(&["chess", "--moves", "e4 e5"]);
    for moves in ["[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5 *", "White: e4 Black: e5", "1.- e4 e5", "1.-e4 e5"] {
        assert_eq!(behind(&["chess", "--moves", moves]), told, "{moves}");
    }
    moves_refused(&[
        ("chess", "[Variant \"Atomic\"]\n\n1. e4 e5", "`--record FILE`"),
        ("chess", "[FEN \"8/8/8/4k3/8/8/4K2R/8 w - - 0 1\"]\n\n1. Rh5", "`--record FILE`"),
        ("chess", "1. e4 [White \"a\"] e5", "tags stand before the moves"),
    ]);
    let said = refused(&["moves", "go", "--position", &format!("{}19 b", "19/".repeat(18))]);
    assert!(said.contains("`--set size=19`"), "{said}");
    let pass = ["othello", "--position", "WWWWWWW1/BBBBBBBB/8/8/8/8/8/8 b", "--moves"];
    for moves in ["PS", "@@"] {
        assert_eq!(behind(&[&pass[..], &[moves]].concat()), behind(&[&pass[..], &["pass"]].concat()), "{moves}");
    }
}
