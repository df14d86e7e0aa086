//! Positions and moves as the players of one game alone write them: Arimaa, Tak, shogi, xiangqi.

use super::elsewhere::write;
use super::outside::{behind, refused};
use super::positions::{game, reads};

/// A board of Arimaa as arimaa.com prints it, with blanks for empty cells.
const ARIMAA: &str = " +-----------------+\n8| r r r r r r r r |\n7| d h c e m c h d |\n6|     x     x     |\n5|                 |\n\
    4|                 |\n3|     x     x     |\n2| D H C M E C H D |\n1| R R R R R R R R |\n +-----------------+\n   a b c d e f g h\n";

#[test]
fn boards_of_arimaa_are_read() {
    let start = "rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR[]";
    let mut session = game("arimaa");
    let blank = " ".repeat(32);
    for (head, side) in [("7g", "g"), ("7w", "g"), ("12b", "s"), ("12s", "s"), ("setposition g", "g"), ("g", "g")] {
        let protocol = format!("{head} [rrrrrrrrdhcemchd{blank}DHCMECHDRRRRRRRR]");
        for text in [format!("{head}\n{ARIMAA}"), format!("{head}\n{}", ARIMAA.replace('x', "X")), protocol] {
            session.set_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(session.position_text(), format!("{start} {side} 1"), "{text}");
        }
    }
    // A cell too few, and a sign that is none.
    for wrong in ["g [rrrrrrrrdhcemchd DHCMECHDRRRRRRRR]", &format!("g [zrrrrrrrdhcemchd{blank}DHCMECHDRRRRRRRR]")] {
        assert!(session.set_position(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn animals_of_arimaa_are_put_one_by_one() {
    let gold = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Dh2";
    let silver = "1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 da7 hb7 cc7 ed7 me7 cf7 hg7 dh7";
    for gold in [gold, &gold.replace("1g", "1w")] {
        let mut session = game("arimaa");
        session.play_all(gold).expect("all are put");
        assert!(session.position_text().starts_with("8/8/8/8/8/8/DHCMECHD/RRRRRRRR[8r2c2d2hme] s"));
        session.play_all(silver).expect("all are put");
        assert!(session.position_text().starts_with("rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR[] g"));
    }
    // Where pieces move as well, what comes from the hand has a sign.
    let hand = "4k2r/8/8/8/8/8/8/4K2R[N] w - - 0 1";
    let said = refused(&["moves", "crazyhouse", "--position", hand, "--moves", "Nf3"]);
    assert!(said.contains("write `Knight@f3`"), "{said}");
}

#[test]
fn moves_of_tak_are_read() {
    let (position, said) = behind(&["tak", "--moves", "1. a1 e5 2. c3 Cc2 3. Sc4 c2+"]);
    assert!(position.starts_with("4F/2S2/2(cF)2/5/f4[18FC20f] w"), "{position}");
    assert!(said.contains("`c3` is read as `Flat@c3`") && said.contains("`Cap@c3` is another move"), "{said}");
    let spread = behind(&["tak", "--moves", "a1 e5 Cc3 c4 c3+ d4 2c4>11"]).0;
    assert!(spread.starts_with("4F/3(ff)C/5/5/f4"), "{spread}");
    assert_eq!(behind(&["tak", "--moves", "a1 e5 Cc3 c4 c3+ d4 c4d4/two,d4e4/one"]).0, spread);
    // As many as are taken are left behind; a cell that a stack could go to as well is that of a flat stone.
    refused(&["moves", "tak", "--moves", "a1 e5 Cc3 c4 c3+ d4 2c4>12"]);
    assert!(behind(&["tak", "--moves", "a1 e5 c3 c2 d3"]).0.starts_with("4F/5/2FF1/2f2/f4"));
    assert!(behind(&["tak", "--moves", "a1 e5 c3 c2 c3>"]).0.starts_with("4F/5/3F1/2f2/f4"));
}

#[test]
fn positions_of_tak_are_read() {
    let (position, said) = behind(&["tak", "--position", "x5/x3,12,2S/x,22S,121C,11,21/x5/1,x4 2 26"]);
    assert!(position.starts_with("5/3(fF)s/1(sf)(CfF)(FF)(Ff)/5/F4[15F15fc] b 26"), "{position}");
    assert!(said.contains("all that is not on the board is"), "{said}");
    assert_eq!(behind(&["tak", "--position", "[TPS \"x5/x5/x5/x5/x5 1 1\"]"]).0, behind(&["tak"]).0);
    let said = refused(&["moves", "tak", "--position", "x6/x6/x6/x6/x6/x6 1 1"]);
    assert!(said.contains("6 rows, the board has 5") && said.contains("--set size=6"), "{said}");
    for wrong in
        ["x5/x5/x5/x5/x2,3,x2 1 1", "x5/x5/x5/x5/x2,1Q,x2 1 1", "x5/x5/x5/x5/x9999999999 1 1", "x5/x5/x5/x5/x5 3 1"]
    {
        refused(&["moves", "tak", "--position", wrong]);
    }
}

#[test]
fn records_of_tak_are_read() {
    let head = "[Site \"PlayTak.com\"]\n[Player1 \"alice\"]\n[Player2 \"bob\"]\n[Result \"R-0\"]\n[Size \"6\"]\n\n";
    let (position, _) =
        behind(&[&write("game.ptn", &format!("{head}1. a6 f1\n2. d3 c4 3. Cd4 c3 4. c2 Sd2 5. d3< R-0\n"))]);
    assert!(position.starts_with("f5/6/2fC2/2(Ff)3/2Fs2/5F[27F26fc] b"), "{position}");
    // From a position of theirs.
    let head = "[Player1 \"a\"]\n[Player2 \"b\"]\n[Size \"5\"]\n[TPS \"x5/x5/x2,1,x2/x5/2,x4 1 5\"]\n\n";
    let (position, _) = behind(&[&write("start.ptn", &format!("{head}5. c4 *\n"))]);
    assert!(position.starts_with("5/2F2/2F2/5/f4[19FC20fc] b"), "{position}");
}

/// A position of shogi as CSA has it: 7g7f has been played.
const CSA: &str = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA *\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n\
    P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  * +FU *  *  *  *  *  * \n\
    P7+FU+FU * +FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n-";

/// One as programs of Japan draw it.
const BOD: &str = "後手の持駒：飛　角　金二　歩十二\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
    |v香v桂 ・ ・v玉 ・ ・v桂v香|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ 龍 ・ ・ ・ ・ ・ ・|三\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・v馬 ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ と ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n\
    +---------------------------+\n先手の持駒：なし\n後手番\n";

const PLAYED: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] w";
const DRAWN: &str = "ln2k2nl/9/2D6/9/9/4h4/7T1/9/LNSGKGSNL[12p2gbr] w";

#[test]
fn positions_of_shogi_in_signs_and_codes_are_read() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b 1";
    let mut shogi = game("shogi");
    assert_eq!(reads(&mut shogi, CSA, &format!("{PLAYED} 1")), "");
    assert_eq!(reads(&mut shogi, BOD, &format!("{DRAWN} 1")), "");
    assert_eq!(reads(&mut shogi, "V2.2\nPI\n+", start), "");
    let given = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w 1";
    assert_eq!(reads(&mut shogi, "PI82HI22KA\n-", given), "");
    let rest = "8k/9/9/9/4D4/9/9/9/K8[2PG16p4l4n4s3g2br] b 1";
    assert_eq!(reads(&mut shogi, "P+55RY00FU00FU00KI\nP-11OU00AL\nP+99OU\n+", rest), "");
    // Who is to move is told; what else stands there, too.
    let said = reads(&mut shogi, &BOD.replace("後手番", "手数＝34"), &format!("{} b 1", &DRAWN[..DRAWN.len() - 2]));
    assert!(said.contains("left out") && said.contains("does not say who is to move"), "{said}");
    for wrong in [
        "P1-KY-KE-XX",
        "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n+",
        "P+55RY\nP-55OU\n+",
        "PI82KA\n-",
        "P+00XX",
        "P+5",
        "P1*",
        &BOD.replace("|v香v桂", "|v猫v桂"),
        &BOD.replace("| ・ ・ 龍", "| ・ 龍"),
    ] {
        assert!(shogi.set_position(wrong).is_err(), "{wrong}");
    }
    let said = refused(&["moves", "shogi", "--position", &BOD.replace("|v香v桂", "|v猫v桂")]);
    assert!(said.contains("|v猫v桂") && said.contains("is no line of such a board"), "{said}");
    // Lists have the names of cells that moves have.
    reads(&mut shogi, "Sente: K5i, G5c; Gote: K5a. Sente to move", "4k4/9/4G4/9/9/9/9/9/4K4[] b 1");
}

#[test]
fn records_of_shogi_may_begin_elsewhere() {
    let kif = format!("# KIF\n手合割：その他\n{BOD}手数----指手\n   1 ５二玉(51)\n");
    assert!(behind(&[&write("drawn.kif", &kif)]).0.starts_with("ln5nl/4k4/2D6/9/9/4h4/7T1/9/LNSGKGSNL[12p2gbr] b"));
    let csa = format!("V2.2\n{CSA}\n-3334FU\n+8822UM\n");
    assert!(
        behind(&[&write("drawn.csa", &csa)])
            .0
            .starts_with("lnsgkgsnl/1r5H1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[B] w")
    );
}

#[test]
fn boards_of_xiangqi_in_signs_are_read() {
    let board = "車馬象士將士象馬車\n．．．．．．．．．\n．砲．．．．．砲．\n卒．卒．卒．卒．卒\n．．．．．．．．．\n楚河　　漢界\n．．．．．．．．．\n\
        兵．兵．兵．兵．兵\n．炮．．．．．炮．\n．．．．．．．．．\n俥傌相仕帥仕相傌俥\n";
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let mut xiangqi = game("xiangqi");
    let said = reads(&mut xiangqi, &format!("{board}Black to move"), &format!("{start} b 1"));
    assert!(said.contains("帥 and the signs of its side are read as White's"), "{said}");
    reads(&mut xiangqi, &format!("{}Black to move", board.replace('．', "－")), &format!("{start} b 1"));
    // Signs of both sides.
    let simple = "车马象士将士象马车\n．．．．．．．．．\n．炮．．．．．炮．\n卒．卒．卒．卒．卒\n．．．．．．．．．\n．．．．．．．．．\n\
        兵．兵．兵．兵．兵\n．炮．．．．．炮．\n．．．．．．．．．\n车马相仕帅仕相马车\n";
    let said = refused(&["moves", "xiangqi", "--position", simple]);
    assert!(said.contains("`车` does not tell whose the piece is") && said.contains("`R` and `r`"), "{said}");
    reads(&mut xiangqi, &format!("{board}黑先"), &format!("{start} b 1"));
    // In lists the words tell it.
    let said = reads(&mut xiangqi, "红：帅d1，车h8；黑：将e9。红先", "9/4k4/7R1/9/9/9/9/9/9/3K5 w 1");
    assert!(said.contains("`d1` is read with ranks counted from 1"), "{said}");
    let said = reads(&mut xiangqi, "红：帅d0，车h8；黑：将e9。黑先", "4k4/7R1/9/9/9/9/9/9/9/3K5 b 1");
    assert!(!said.contains("counted from"), "{said}");
    reads(&mut xiangqi, "Red: Kd0, Rh8; Black: Ke9. Red to move", "4k4/7R1/9/9/9/9/9/9/9/3K5 w 1");
    let said = reads(&mut xiangqi, "Red: Kd1, Rh8; Black: Ke10. Red to move", "4k4/9/7R1/9/9/9/9/9/9/3K5 w 1");
    assert!(!said.contains("counted from"), "{said}");
}
