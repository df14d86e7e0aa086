//! Positions and moves as the players of one game alone write them: Arimaa, Tak, shogi, xiangqi.

use super::elsewhere::write;
use super::outside::{behind, refused};
use super::positions::game;

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
