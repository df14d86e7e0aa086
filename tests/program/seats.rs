//! From which seat boards are drawn, and who is to move, where texts say it beside the rows.

use super::outside::{behind, moves_refused, refused, rows};

/// A board in lines, turned round as who sits at the other side sees it.
fn from_the_other_side(board: &str) -> String {
    let turned = |line: &str| line.split(' ').rev().collect::<Vec<_>>().join(" ");
    board.lines().rev().map(turned).collect::<Vec<_>>().join("\n")
}

/// With a label before each line.
fn labelled(board: &str, labels: impl IntoIterator<Item = char>) -> String {
    board.lines().zip(labels).map(|(line, label)| format!("{label} {line}")).collect::<Vec<_>>().join("\n")
}

const CHESS: &str = "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w";
const SHOGI: &str = "l n s g k g s n l\n. r . . . . . b .\np p p p p p . p p\n. . . . . . p . .\n. . . . . . . . .\n. . P . . . . . .\nP P . P P P P P P\n. B . . . . . R .\nL N S G K G S N L";
const OPENED: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] b";

#[test]
fn half_of_the_edges_tell_how_a_board_lies() {
    let turned = from_the_other_side(CHESS);
    for text in [
        CHESS.to_string(),
        format!("{}\n  h g f e d c b a", labelled(&turned, '1'..='8')),
        format!("h g f e d c b a\n{turned}"),
        labelled(&turned, '1'..='8'),
        labelled(CHESS, ('1'..='8').rev()),
        // With nothing at its edges it is the start that tells.
        turned.clone(),
    ] {
        assert_eq!(rows("chess", &text), AFTER_E4, "{text}");
    }
    // What lies as in a mirror is told by its pieces: the king is on e1.
    let naive: Vec<&str> = CHESS.lines().rev().collect();
    assert_eq!(rows("chess", &labelled(&naive.join("\n"), '1'..='8')), AFTER_E4);
    // Where the pieces don't tell it is said.
    let board = "w w w w w w w w\nw w . w w w w w\n. . . . . . . .\n. . w . . . . .\n. . . . . . . .\n. . . . . . . .\nb b b b b b b b\nb b b b b b b b";
    let (position, said) = behind(&["breakthrough", "--position", &labelled(board, '1'..='8')]);
    assert!(position.starts_with("pppppppp/pppppppp/8/8/5P2/8/PPPPP1PP/PPPPPPPP"), "{position}");
    assert!(said.contains("read as Black sees it"), "{said}");
}

#[test]
fn edges_of_boards_of_shogi_tell_how_they_lie() {
    let (files, turned) = ("  9 8 7 6 5 4 3 2 1", from_the_other_side(SHOGI));
    let back = "  1 2 3 4 5 6 7 8 9";
    let mirrored: Vec<String> = SHOGI.lines().map(|line| line.split(' ').rev().collect::<Vec<_>>().join(" ")).collect();
    for text in [
        format!("{files}\n{}", labelled(SHOGI, 'a'..='i')),
        // Letters from below, one of which is that of a piece.
        format!("{files}\n{}", labelled(SHOGI, ('a'..='i').rev())),
        format!("{back}\n{}", labelled(&turned, ('a'..='i').rev())),
        format!("{back}\n{}", labelled(&mirrored.join("\n"), 'a'..='i')),
    ] {
        assert_eq!(rows("shogi", &text), OPENED, "{text}");
    }
}

#[test]
fn the_side_beside_the_rows_is_read() {
    let dark = |side: &str| {
        let men = |c: char| [format!(" {}", [c; 5].map(String::from).join(" ")), [c; 5].map(String::from).join(" ")];
        let lines = [men('b'), men('b'), men('.'), men('w'), men('w')].concat();
        lines.join("\n") + side
    };
    let start = behind(&["international-draughts"]).0;
    let start: Vec<&str> = start.split_whitespace().take(2).collect();
    for side in ["", " w", " W"] {
        assert_eq!(rows("international-draughts", &dark(side)), start.join(" "), "{side}");
    }
    let framed = |last: &str| {
        let line = |n: usize, cells: &str| format!("{n} | {cells} |");
        let mut lines: Vec<String> = (2..=8).rev().map(|n| line(n, ". . . . . . . .")).collect();
        lines[0] = line(8, ". . . . k . . .");
        format!("{}\n{}{last}", lines.join("\n"), line(1, ". . . . K . . ."))
    };
    for (last, side) in [(" b", "b"), (" w", "w"), ("\nBTM", "b")] {
        assert_eq!(rows("chess", &framed(last)), format!("4k3/8/8/8/8/8/8/4K3 {side}"), "{last}");
    }
    for (words, side) in [
        ("BTM", "b"),
        ("wtm", "w"),
        ("Black is to move", "b"),
        ("Black mates in 2", "b"),
        ("White plays and wins.", "w"),
        ("Black's turn", "b"),
    ] {
        let text = format!("4k3/8/8/8/8/8/4P3/4K3 {words}");
        assert_eq!(rows("chess", &text).split(' ').nth(1), Some(side), "{text}");
    }
    assert_eq!(rows("chess", "Black to move 4k3/8/8/8/8/8/4P3/4K3"), "4k3/8/8/8/8/8/4P3/4K3 b");
    assert_eq!(
        rows("go", &format!("$$Wc9 Problem 3{}", "\n$$ . . X . . . O . .".repeat(9))).split(' ').nth(1),
        Some("w")
    );
    let (position, said) = behind(&["chess", "--position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ; Black to move"]);
    assert!(position.contains(" w ") && said.contains("contradicts the side before it"), "{said}");
    // Crosses are black.
    assert_eq!(rows("ataxx", "x5o/7/7/7/7/7/o5x b 0 1").split(' ').nth(1), Some("x"));
}

#[test]
fn a_piece_that_one_player_alone_has_is_that_players() {
    let board = "T . . . T\n. . . . .\n. . G . .\n. . . . .\nT . . . T\ntigers to move\ngoats in hand: 19";
    let (position, said) = behind(&["bagh-chal", "--position", board]);
    assert_eq!((position.as_str(), said.as_str()), ("t3t/5/2G2/5/t3t[19G] t 1", ""));
    let fox = rows("fox-and-hounds", "1h1h1h1h/8/8/8/8/8/8/4F3 f");
    assert_eq!(rows("fox-and-hounds", "1H1H1H1H/8/8/8/8/8/8/4f3 f"), fox);
}

#[test]
fn lists_of_moves_with_names() {
    for moves in ["Black: C3, D4; White: E5", "B: C3 D4", "B: E5 G7 W: C3"] {
        moves_refused(&[("go", moves, "is not said")]);
    }
    // A name without a colon names the next move as well.
    assert_eq!(behind(&["go", "--moves", "B: C3 W D4"]).0, behind(&["go", "--moves", "c3 d4"]).0);
    assert_eq!(behind(&["go", "--moves", "B: C3 W: D4"]).0, behind(&["go", "--moves", "c3 d4"]).0);
    // A protocol, whose small letters leave `i` out as its capitals do.
    let on19 = |moves: &str| behind(&["go", "--set", "size=19", "--moves", moves]).0;
    assert_eq!(on19("b q16 w d4"), on19("play b q16 play w d4"));
    assert!(refused(&["moves", "go", "--moves", "B: C3 D4"]).contains("`White: D4`"));
}
