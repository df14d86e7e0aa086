//! Positions in the letters and numbers of other programs, for games that few programs share.

use super::outside::{behind, refused, rows};

fn position(game: &str, text: &str) -> (String, String) {
    behind(&[game, "--position", text])
}

fn no_position(game: &str, text: &str) -> String {
    refused(&["moves", game, "--position", text])
}

#[test]
fn bare_numbers_are_seeds() {
    let (start, said) = position("kalah", "4 4 4 4 4 4 0 4 4 4 4 4 4 0");
    assert_eq!(start, behind(&["kalah"]).0);
    assert!(said.contains("in the order of sowing, `1` to `14`") && said.contains("who is to move"), "{said}");
    let sown = "(4)(4)1(5)(5)(5)(1)(4)(4)(4)(4)(4)(4)1 s";
    assert_eq!(rows("kalah", "[4,4,0,5,5,5,1,4,4,4,4,4,4,0]"), sown);
    assert_eq!(rows("kalah", "(4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0) South to move"), sown);
    // As OpenSpiel prints it.
    let (lines, said) = position("kalah", "-4-4-4-4-4-4-\n0-----------1\n-4-4-0-5-5-5-\nNorth to move");
    assert!(lines.starts_with("(4)(4)1(5)(5)(5)(1)(4)(4)(4)(4)(4)(4)1 n"), "{lines}");
    assert!(said.contains("North's houses backwards"), "{said}");
    for (game, start) in
        [("oware", "4 4 4 4 4 4 4 4 4 4 4 4"), ("toguz-korgool", "9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9")]
    {
        assert_eq!(position(game, start).0, behind(&[game]).0, "{game}");
    }
    let (stores, _) = position("oware", "[[4,4,4,0,5,5,0,5,4,4,4,4],[5,0]]");
    assert!(stores.starts_with("(4)(4)(4)1(5)(5)1(5)(4)(4)(4)(4)|(5)1 s"), "{stores}");
    let (_, said) = position("oware", "4,4,4,0,5,5,0,5,4,4,4,4");
    assert!(said.contains("here are 43 `Seed`, at the start 48") && said.contains("read as empty"), "{said}");
    let said = no_position("kalah", "4 4 4 4 4 4 0 4 4 4 4 4 4");
    assert!(said.contains("here are 13 numbers") && said.contains("write 14 numbers"), "{said}");
    let said = no_position("kalah", "[[4,4,4,4,4,4,0],[4,4,4,4,4,4,0]]");
    assert!(said.contains("how these lines follow each other"), "{said}");
}

#[test]
fn the_case_of_the_king_of_tafl() {
    let start = behind(&["brandubh"]).0;
    for text in [
        "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "3T3/3T3/3t3/TTtktTT/3t3/3T3/3T3",
        "3s3/3s3/3S3/ssSKSss/3S3/3s3/3s3",
        "3S3/3S3/3s3/SSsKsSS/3s3/3S3/3S3",
        "3a3/3a3/3d3/aadKdaa/3d3/3a3/3a3 a",
        "3A3/3A3/3D3/AADKDAA/3D3/3A3/3A3",
        ". . . A . . .\n. . . A . . .\n. . . D . . .\nA A D K D A A\n. . . D . . .\n. . . A . . .\n. . . A . . .",
        "3b3/3b3/3w3/bbwKwbb/3w3/3b3/3b3 b",
        "  a b c d e f g\n7 . . . b . . .\n6 . . . b . . .\n5 . . . w . . .\n4 b b w K w b b\n3 . . . w . . .\n\
         2 . . . b . . .\n1 . . . b . . .\n  a b c d e f g\nBlack to move",
    ] {
        assert_eq!(position("brandubh", text).0, start, "{text}");
    }
    let (_, said) = position("brandubh", "3s3/3s3/3S3/ssSKSss/3S3/3s3/3s3 a");
    assert!(said.contains("`s` is read as `Attackers Soldier`, and `S` as `Defenders Soldier`"), "{said}");
    let (white, _) = position("brandubh", "3b3/3b3/3w3/bbwKwbb/3w3/3b3/3b3 White to move");
    assert!(white.contains(" d "), "{white}");
    for wrong in ["3t3/3t3/7/7/7/7/K6", "3x3/3X3/7/7/7/7/7", "3a3/3A3/7/3t3/7/7/K6"] {
        assert!(no_position("brandubh", wrong).contains("there is no piece"), "{wrong}");
    }
}

#[test]
fn draughts_in_words_and_in_other_languages() {
    let same = |game: &str, text: &str, pdn: &str| {
        let read = position(game, text).0;
        assert_eq!(read, position(game, pdn).0, "{text}");
    };
    let book = "White men on 22, 30, king on 15. Black men on 3, 7, king on 20. White to move and win.";
    same("russian-draughts", book, "W:W22,30,K15:B3,7,K20");
    let game = "international-draughts";
    for text in [
        "White (2): 31,32 Black (2): 1,2",
        "Wit: 31 32 Zwart: 1 2",
        "Blancs: 31, 32; Noirs: 1, 2",
        "Weiß: 31, 32. Schwarz: 1, 2. Weiß am Zug",
        "Blancas: 31, 32; negras: 1, 2",
        "Белые: 31, 32; чёрные: 1, 2",
    ] {
        same(game, text, "W:W31,32:B1,2");
    }
    same(game, "Wit: 27, D4. Zwart: D6. Zwart aan zet", "B:W27,K4:BK6");
    same(game, "W:WD45,32:B12,D3", "W:WK45,32:B12,K3");
    // Cells by their names.
    same(game, "Wit: D4. Zwart: D6.", "White: d4. Black: d6.");
    for (text, left) in
        [("B:W28,K5:B12,13:G24", "`G24`"), ("B:W28,K5:B12,13,G24", "`G24`"), ("B:W28,K5:B12,13:W5=2", "`W5=2`")]
    {
        let (read, said) = position(game, text);
        assert_eq!(read, position(game, "B:W28,K5:B12,13").0, "{text}");
        assert!(said.contains(left) && said.contains("left out"), "{said}");
    }
    // Letters of pieces are others there, too: `R` is a king.
    let said = no_position("chess", "Blancs: Rg1; Noirs: Rg8");
    assert!(said.contains("`Blancs` is not a side"), "{said}");
}

#[test]
fn draughts_that_can_only_be_turned() {
    let start = behind(&["english-draughts"]).0;
    let rows = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b";
    let labelled = "   a b c d e f g h\n8  . b . b . b . b\n7  b . b . b . b .\n6  . b . b . b . b\n5  . . . . . . . .\n\
        4  . . . . . . . .\n3  w . w . w . w .\n2  . w . w . w . w\n1  w . w . w . w .\nBlack to move";
    for text in [rows, labelled] {
        let (read, said) = position("english-draughts", text);
        assert_eq!(read, start, "{text}");
        assert!(said.contains("only turned can this be a position"), "{said}");
    }
    // A list has the numbers of its cells.
    let said = no_position("english-draughts", "W:W1,2:B12");
    assert!(said.contains("may stand on"), "{said}");
    let said = no_position("english-draughts", &rows.replace("8/8", "1w6/8"));
    assert!(said.contains("there is no cell here"), "{said}");
}

#[test]
fn red_is_the_other_side_than_the_one_that_is_named() {
    let game = "english-draughts";
    let (read, said) = position(game, "Red: 3, 7; White: 22, 30; White to move");
    assert_eq!(read, position(game, "W:W22,30:B3,7").0);
    assert!(said.contains("Red is read as Black"), "{said}");
    assert_eq!(position(game, "R:W22,30:R3,7").0, position(game, "B:W22,30:B3,7").0);
    assert_eq!(position(game, "Red: 22, 30; Black: 3, 7; Red to move").0, position(game, "W:W22,30:B3,7").0);
    let rows = ". r . r . r . r\nr . r . r . r .\n. r . r . r . r\n. . . . . . . .\n. . . . . . . .\n\
        w . w . w . w .\n. w . w . w . w\nw . w . w . w .\nRed to move";
    assert_eq!(position(game, rows).0, behind(&[game]).0);
    assert!(no_position(game, &rows.replace('w', ".")).contains("there is no piece `r`"));
}

#[test]
fn who_has_one_more_has_begun() {
    let game = "connect-four";
    let start = "7/7/7/7/3X3/2OX3 s";
    let empty = ". . . . . . .\n".repeat(4);
    let letters = format!("{empty}. . . R . . .\n. . Y R . . .");
    let discs = format!("{}⚪⚪⚪🔴⚪⚪⚪\n⚪⚪🟡🔴⚪⚪⚪", "⚪⚪⚪⚪⚪⚪⚪\n".repeat(4));
    let numbers = format!("[{}[0,0,0,1,0,0,0],[0,0,2,1,0,0,0]]", "[0,0,0,0,0,0,0],".repeat(4));
    let flat = numbers.replace('2', "-1").replace("],[", ",");
    for text in [&letters, &discs, &numbers, &flat, "7/7/7/7/3R3/2YR3", &format!("{letters}\nYellow to move")] {
        let (read, said) = position(game, text);
        assert!(read.starts_with(start), "{text}: {read}");
        assert!(said.contains("is read as First's, who began"), "{said}");
    }
    assert!(position(game, &format!("{letters}\nRed to move")).0.starts_with("7/7/7/7/3X3/2OX3 f"));
    for text in [letters.replacen('R', ".", 1), discs.replacen('🔴', "⚪", 1), numbers.replacen('1', "0", 1)] {
        let said = no_position(game, &text);
        assert!(said.contains("who began is not said") && said.contains("write `X` for First's"), "{said}");
    }
    // Columns or rows, first or last: a table does not say.
    let said = no_position(game, &format!("{}x,o,win", "b,".repeat(40)));
    assert!(said.contains("by rows or by columns"), "{said}");
    assert!(no_position(game, &letters.replace(". Y", "Z Y")).contains("there is no piece"));
}

#[test]
fn walls_are_not_lost() {
    let said = no_position("ataxx", "x5o/7/2-1-2/7/2-1-2/7/o5x o 3 1");
    assert!(said.contains("a cell that is not empty") && said.contains("these rules have no walls"), "{said}");
    assert!(no_position("ataxx", "x5o/7/2-3-2/7/7/7/o5x o").contains("a hole, a wall or nothing"));
    assert!(no_position("amazons", "3-6/10/10/10/10/10/10/10/10/10 w").contains("is written `*` here"));
}
