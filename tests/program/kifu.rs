//! Moves in the signs of Japan and China, and games as programs of shogi keep them. The games here are made up.

use super::elsewhere::write;
use super::outside::{behind, moves_refused, refused, run};

const OPENING: &[&str] = &["shogi", "--moves", "c3c4 g7g6 b2h8+ g9h8"];

#[test]
fn moves_in_the_signs_of_japan() {
    let told = behind(OPENING);
    for moves in [
        "▲７六歩 △３四歩 ▲２二角成 △同銀",
        "▲７六歩△３四歩▲２二角成△同　銀",
        "☗7六歩 ☖3四歩 ☗2二角成 ☖2二銀",
        "７六歩(77) ３四歩(33) ２二角成(88) ２二銀(31)",
        "76歩 34歩 22角成 22銀",
        "   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)   ( 0:01/00:00:02)",
        "7776FU 3334FU 8822UM 3122GI",
        "+7776FU -3334FU +8822UM -3122GI",
        "+7776FU,T1\n-3334FU,T20\n+8822UM,T3\n-3122GI,T4",
    ] {
        assert_eq!(behind(&["shogi", "--moves", moves]), told, "{moves}");
    }
    // A drop says so, or nothing on the board can go there; what is promoted has another name.
    for (moves, same) in [
        ("5五角打", "Bishop@e5"),
        ("5五角", "Bishop@e5"),
        ("0055KA", "Bishop@e5"),
        ("５八金右", "f1e2"),
        ("５八金左", "d1e2"),
        ("５八金(49)", "f1e2"),
        ("４八銀", "g1f2"),
    ] {
        let [ours, theirs] = [same, moves].map(|last| format!("{} {last}", OPENING[2]));
        assert_eq!(behind(&["shogi", "--moves", &theirs]), behind(&["shogi", "--moves", &ours]), "{moves}");
    }
    let lances = "4k4/9/9/9/9/9/9/9/2L1K1L2[] b 1";
    let read = |moves: &str| behind(&["shogi", "--position", lances, "--moves", moves]).0;
    assert_eq!(read("７三香成"), read("c1c7+"));
    assert_eq!(read("７三香不成"), read("c1c7"));
    assert_eq!(read("7973NY"), read("c1c7+"));
    assert_eq!(read("7973KY"), read("c1c7"));
    moves_refused(&[("shogi", "9973NY", "is not a legal move here"), ("shogi", "７六香", "is not a legal move here")]);
}

#[test]
fn moves_in_the_signs_of_china() {
    let told = behind(&["xiangqi", "--moves", "C2=5 H8+7 H2+3 R9=8"]);
    for moves in
        ["炮二平五 马8进7 马二进三 车9平8", "1. 砲二平五 馬８進７ 2. 傌二進三 車９平８", "炮2平5 马8进7 马2进3 车9平8"]
    {
        assert_eq!(behind(&["xiangqi", "--moves", moves]).0, told.0, "{moves}");
    }
    let rooks = |moves: &str| behind(&["xiangqi", "--position", "3k5/9/9/9/9/R8/9/R8/9/4K4 w 1", "--moves", moves]).0;
    assert_eq!(rooks("前车进四"), rooks("a5a9"));
    assert_eq!(rooks("后车退二"), rooks("a3a1"));
    assert_eq!(rooks("後車平八"), rooks("a3b3"));
}

#[test]
fn games_of_programs_of_shogi() {
    let told = behind(OPENING).0;
    let record = |name: &str, text: &str| behind(&[&write(name, text)]).0;
    let kif = "# KIF\n手合割：平手　　\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*a comment\n\
               \u{20}  2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２二角成(88)   ( 0:01/00:00:17)\n   4 同　銀(31)   ( 0:01/00:00:02)\n";
    assert_eq!(record("a.kif", &format!("{kif}   5 投了\n変化：2手\n   2 ８四歩(83)\n")), told);
    assert_eq!(record("no-extension", kif), told);
    assert_eq!(record("a.ki2", "先手：A\n後手：B\n\n▲７六歩    △３四歩\n▲２二角成  △同　銀\nまで4手で中断\n"), told);
    let csa = "'a comment\nV2.2\nN+A\nN-B\n$EVENT:x\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n+8822UM,T3\n-3122GI,T4\n%TORYO\n";
    assert_eq!(record("a.csa", csa), told);
    assert_eq!(record("b.csa", &csa.replace("+8822UM", "'+8822KA\n+8822UM")), told);
    // Who gives pieces away begins.
    let given = record("b.kif", "手合割：二枚落ち\n上手：A\n下手：B\n   1 ６二銀(71)\n   2 ７六歩(77)\n");
    assert!(given.starts_with("ln1gkgsnl/3s5/ppppppppp/"), "{given}");
    for (name, text, part) in [
        ("c.kif", "手合割：その他\n   1 ６二銀(71)\n", "this start is not known"),
        ("d.kif", "後手の持駒：なし\n| ・ ・ ・|一\n手数----指手\n   1 ７六歩(77)\n", "is no line of such a board"),
        ("e.csa", "V2.2\nP1-KY-KE *\n+\n+7776FU\n", "is no line of such a board"),
        ("f.kif", "手合割：平手\n   1 ７七歩(77)\n", "is not a legal move"),
    ] {
        let said = refused(&["moves", &write(name, text)]);
        assert!(said.contains(part), "{name}: {said}");
    }
}

/// Players may be called as lines of CSA begin.
#[test]
fn rules_are_no_record_for_the_names_of_their_players() {
    for (one, two) in [("P1", "P2"), ("V2", "V3"), ("PI", "PX")] {
        let rules = format!(
            "players {one}, {two}\nboard square 3x3\npiece Man\nsetup {{ {one} Man on a1\n{two} Man on c3 }}\n\
             move Man {{ step any to empty }}\nend {{\n  {one} wins when {one} Man on c3\n  {two} wins when {two} Man on a1\n}}\n"
        );
        let file = write("named.game", &rules);
        assert_eq!(run(&["check", &file]).status, 0, "{rules}");
        assert!(behind(&[&file]).0.starts_with("2"), "{rules}");
    }
}
