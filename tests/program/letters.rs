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
