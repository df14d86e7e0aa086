//! Positions as other programs write them.

use super::outside::{json, run, run_with};
use super::positions::{ROWS, game, reads, refused, rules};

#[test]
fn x_fen_means_the_outermost_rook() {
    let mut session = game("chess960");
    let rows = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN";
    reads(&mut session, &format!("{rows} w KQkq - 0 1"), &format!("{rows} w BFbf - 0 1"));
    reads(&mut session, &format!("{rows} w BFbf - 0 1"), &format!("{rows} w BFbf - 0 1"));
    reads(&mut session, &format!("{rows} w Kq - 0 1"), &format!("{rows} w Fb - 0 1"));
    // Inner rooks need their file.
    let inner = "1r2k1r1/8/8/8/8/8/8/RR2KRR1";
    reads(&mut session, &format!("{inner} w KQ - 0 1"), &format!("{inner} w AG - 0 1"));
    reads(&mut session, &format!("{inner} w FB - 0 1"), &format!("{inner} w BF - 0 1"));
    refused(&mut session, "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "Q", "there is no `Q`");
    // Letters of files say the same in chess.
    let mut chess = game("chess");
    reads(&mut chess, &format!("{ROWS} w HAha - 0 1"), &format!("{ROWS} w KQkq - 0 1"));
    refused(&mut chess, &format!("{ROWS} w HBhb - 0 1"), "HBhb", "there is no `B`");
    let spaced = "r n b q k b n r/p p p p p p p p/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    refused(&mut chess, spaced, "r", "a space ends the rows");
    // As addresses have it.
    assert_eq!(reads(&mut chess, &format!("{ROWS}_w_KQ_-_0_1"), &format!("{ROWS} w KQ - 0 1")), "");
}

/// A king that stays on its cell has castled, too: it may not castle a second time.
#[test]
fn castling_ends_the_rights_where_the_king_stays() {
    for name in ["chess960", "atomic960", "extinction960"] {
        let mut session = game(name);
        session.set_position("1bnrq1kr/pppppppp/8/8/8/8/PPPPPPPP/1BNRQ1KR b DHdh - 0 1").expect("a position");
        session.play("g8h8").expect("legal");
        assert_eq!(session.position_text().split(' ').nth(2), Some("DH"), "{name}");
    }
}

/// Programs that know the pieces of chess alone write `p` or `q` for the only kind of a game, and a supply of it as hands.
#[test]
fn the_only_kind_is_written_as_programs_of_chess_do() {
    for (name, text, shown) in [
        ("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", "3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3 w 1"),
        ("ataxx", "P6/3p3/p6/pp3p1/7/7/2P2PP w - - 3 10", "X6/3O3/O6/OO3O1/7/7/2X2XX x"),
        ("clobber", "PPp1P/P2pp/1pPP1/pPppp/p1P2/pPP1P b - - 0 5", "SSs1S/S2ss/1sSS1/sSsss/s1S2/sSS1S b 5"),
        ("othello", "8/8/8/3pP3/3Pp3/8/8/8[PPPpp] w 0 1", "8/8/8/3BW3/3WB3/8/8/8 b 0 1"),
        ("fox-and-hounds", "3h3h/h5h1/8/8/8/8/1F6/8 b - - 5 3", "3h3h/h5h1/8/8/8/8/1F6/8 h 3"),
    ] {
        let mut session = game(name);
        session.set_position(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let read = session.position_text();
        assert!(read.starts_with(shown), "{name}: {read}");
    }
    let mut othello = game("othello");
    let start = "8/8/8/3pP3/3Pp3/8/8/8 b 0 1";
    othello.set_position(start).expect("the start");
    othello.play("P@d3").expect("a disc is placed");
    let said = reads(&mut othello, "8/8/8/3pP3/3Pp3/8/8/8[PPPpp] w 0 1", "8/8/8/3BW3/3WB3/8/8/8 b 0 1");
    assert!(said.contains("has no hands"), "{said}");
    assert!(said.contains("`w` is to move at the start: it is read as Black"), "{said}");
    let said = reads(&mut othello, "8/8/2P5/3PP3/3Pp3/8/8/8 b 0 1", "8/8/2W5/3WW3/3WB3/8/8/8 b 0 1");
    assert!(said.contains("only if a turn was passed"), "{said}");
    assert_eq!(reads(&mut othello, "8/8/2P5/3PP3/3Pp3/8/8/8 w 0 1", "8/8/2W5/3WW3/3WB3/8/8/8 w 0 1"), "");
    refused(&mut othello, "8/8/8/3pP3/3Pp3/8/8/8[N] w 0 1", "[N]", "leave what stands in brackets out");
    refused(&mut game("chess"), &format!("{ROWS}[P] w KQkq - 0 1"), "[P]", "leave what stands in brackets out");
}

/// Checks that are left, where the first one wins, and a promoted kind that begins on the board.
#[test]
fn variants_are_written_as_their_programs_do() {
    let mut ouk = game("ka-ouk");
    let rows = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
    let said = reads(&mut ouk, &format!("{rows} w DEde - 1+1 0 1"), &format!("{rows} w DEde 1"));
    assert!(said.contains("`1+1` is left out"), "{said}");
    refused(&mut ouk, &format!("{rows} w DEde - 3+3 0 1"), "3+3", "does not count");
    let mut kyoto = game("kyoto-shogi");
    kyoto.set_position("1+n1s+l/+p2k1/5/1L1K1/1S1+NP[] w - - 4 3").expect("a position");
    let mut kyoto = game("kyoto-shogi");
    kyoto.set_position("p1ks1/2+sl1/+N4/2N2/1LK1P[N] w - - 0 5").expect("a position");
    let start = kyoto.position_text();
    for (text, row) in [("+N@e3", "G3G"), ("N@e3", "G3N"), ("+N*e3", "G3G")] {
        kyoto.set_position(&start).expect("as it was printed");
        kyoto.play(text).expect("a drop with one side up");
        assert_eq!(kyoto.position_text().split('/').nth(2), Some(row), "{text}");
    }
}

/// A position that is the start of the rules is none to be written down.
#[test]
fn the_start_is_not_kept_as_a_position() {
    let mut session = game("english-draughts");
    session.set_position("B:W21-32:B1-12").expect("the start");
    assert_eq!(session.start_text(), None);
    session.set_position("W:W21-32:B1-12").expect("the other side to move");
    assert!(session.start_text().is_some());
}

#[test]
fn what_a_game_does_not_remember_is_left_out_with_a_warning() {
    let mut antichess = game("antichess");
    let shown = format!("{ROWS} w - 0 1");
    let said = reads(&mut antichess, &format!("{ROWS} w KQkq - 0 1"), &shown);
    assert!(said.contains("`KQkq` is left out"), "{said}");
    assert_eq!(reads(&mut antichess, &format!("{ROWS} w - - 0 1"), &shown), "");
    let passed = "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w";
    assert_eq!(reads(&mut antichess, &format!("{passed} - e6 0 3"), &format!("{passed} e6 0 3")), "");
    let mut breakthrough = game("breakthrough");
    let start = breakthrough.position_text();
    let rows = start.split(' ').next().unwrap().to_string();
    for (fields, words) in [
        ("KQkq - 0 1", "`KQkq` is left out"),
        ("- e3 0 1", "`e3` is left out"),
        ("KQkq e3 0 1", "`e3` is left out"),
        ("- - 0 1", ""),
        ("- - 5 1", ""),
    ] {
        let said = reads(&mut breakthrough, &format!("{rows} w {fields}"), &start);
        assert!(said.contains(words) && said.is_empty() == words.is_empty(), "{fields}: {said}");
    }
    for (fields, place) in [("- x3 0 1", "x3"), ("xyz - 0 1", "xyz"), ("- - - 0 1", "-"), ("- - 0 1 2 3", "-")] {
        refused(&mut breakthrough, &format!("{rows} w {fields}"), place, "");
    }
    // It is said on standard error, in JSON, and in a conversation.
    let text = format!("{rows} w KQkq - 0 1");
    let told = run(&["moves", "breakthrough", "--position", &text]);
    assert_eq!((told.status, told.err.contains("warning: ") && told.err.contains("`KQkq` is left out")), (0, true));
    let told = json(&["moves", "breakthrough", "--position", &text], 0);
    assert!(told["warnings"][0]["message"].as_str().unwrap().contains("`KQkq` is left out"), "{told}");
    assert_eq!(told["warnings"][0]["column"], rows.len() + 4);
    let told = run_with(&["repl", "breakthrough"], format!("position {text}\nposition\n").as_bytes());
    assert_eq!(told.err.matches("`KQkq` is left out").count(), 1, "{}", told.err);
}

#[test]
fn shogi_as_its_programs_write_it() {
    let mut shogi = game("shogi");
    let rows = "4k4/9/9/9/9/9/9/9/4K4";
    reads(&mut shogi, &format!("{rows} b S2Pb3p 1"), &format!("{rows}[2PS3pb] b 1"));
    reads(&mut shogi, &format!("{rows} b - 1"), &format!("{rows}[] b 1"));
    reads(&mut shogi, &format!("{rows}[-] b 1"), &format!("{rows}[] b 1"));
    // The number of SFEN counts plies.
    reads(&mut shogi, &format!("{rows} w - 2"), &format!("{rows}[] w 1"));
    reads(&mut shogi, &format!("{rows} b - 3"), &format!("{rows}[] b 2"));
    reads(&mut shogi, &format!("{rows} w - 1"), &format!("{rows}[] w 1"));
    refused(&mut shogi, &format!("{rows} b KQkq 1"), "KQkq", "no hand holds a piece");
    // A FEN calls the player of the capital letters white.
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for fen in ["w - - 0 1", "w 0 1"] {
        for hands in ["", "[]", "[-]"] {
            let said = reads(&mut shogi, &format!("{start}{hands} {fen}"), &format!("{start}[] b 1"));
            assert!(said.contains("`w` is read as in a FEN: Black"), "{fen}: {said}");
        }
    }
    let said = reads(&mut shogi, &format!("{start}[-] b - - 0 1"), &format!("{start}[] w 1"));
    assert!(said.contains("White has"), "{said}");
    // As this game writes it, and where nobody can tell.
    assert_eq!(reads(&mut shogi, &format!("{start}[] w 1"), &format!("{start}[] w 1")), "");
    assert_eq!(reads(&mut shogi, &format!("{start} w"), &format!("{start}[] w 1")), "");
    refused(&mut shogi, &format!("{start}[-] w - 1"), "-", "`w` may be Black or White");
    // Where the players have other names, the hands tell SFEN from a FEN.
    for name in ["minishogi", "tori-shogi"] {
        let mut game = game(name);
        let start = game.position_text();
        let (rows, _) = start.split_once('[').unwrap();
        reads(&mut game, &format!("{rows} b - 1"), &start);
        reads(&mut game, &format!("{rows} w - 2"), &start.replace(" s ", " g "));
        reads(&mut game, &format!("{rows}[-] w 0 1"), &start);
        reads(&mut game, &format!("{rows} w - - 0 1"), &start);
        refused(&mut game, &format!("{rows} b"), "b", "`b` may be Sente or Gote");
    }
}

#[test]
fn more_pieces_than_any_game_comes_to_are_told() {
    let mut chess = game("chess");
    let text = "QQ2k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1";
    assert!(reads(&mut chess, text, text).contains("18 pieces of `White`, the start has 16"));
    let text = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 b - - 0 1";
    assert!(reads(&mut chess, text, text).contains("9 `White Pawn`, the start has 8"));
    // What is promoted was a pawn.
    for (text, told) in [
        ("4k3/8/8/8/8/8/PPP5/QQQQKQQ1 b - - 0 1", ""),
        ("4k3/8/8/8/8/8/PPPPP3/RRRNKNBB b - - 0 1", ""),
        ("4k3/8/8/8/8/1Q6/PPPPP3/RRRNKNNB b - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/PPPPPPP1/QQQQKQQQ b - - 0 1",
            "here are 14 of `White Queen` and `White Pawn`, and of the start only 9",
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/BBB1K3 b - - 0 1",
            "here are 11 of `White Bishop` and `White Pawn`, and of the start only 10",
        ),
        ("4k3/8/8/8/8/8/PPPPPPP1/NNN1KBB1 b - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/PPPPPPP1/NNN1KBBB b - - 0 1",
            "`White Bishop` and `White Pawn` and `White Knight`, and of the start only 12",
        ),
    ] {
        let found = reads(&mut chess, text, text);
        assert!(found.contains(told) && (found.is_empty() || !told.is_empty()), "{text}: {found}");
    }
    // All of them may have been.
    let mut checkers = game("checkers-6x6");
    let kings = checkers.position_text().replace('M', "K");
    assert_eq!(reads(&mut checkers, &kings, &kings), "");
    // What is put, dropped or turned over may be more.
    for (name, text) in [
        ("othello", "BBBBBBBB/BBBBBBBB/8/3BW3/3WB3/8/8/8 b"),
        ("crazyhouse", "4k3/8/8/8/8/P7/PPPPPPPP/4K3[] b - - 0 1"),
    ] {
        let mut game = game(name);
        game.set_position(text).unwrap();
        let shown = game.position_text();
        assert_eq!(reads(&mut game, &shown, &shown), "", "{name}");
    }
}

#[test]
fn marks_of_chess_variants() {
    let mut crazyhouse = game("crazyhouse");
    let text = "r1bqkb1r/ppp2Q~pp/2n5/8/8/8/PPPPPPP1/RNBQKBNR[Pn] b KQkq - 0 9";
    crazyhouse.set_position(text).expect("a promoted queen");
    // What is taken comes back as a pawn.
    assert!(crazyhouse.query("enemy Pawnqueen on f7").unwrap() != crazyhouse.query("none").unwrap());
    let shown = crazyhouse.position_text();
    reads(&mut crazyhouse, &shown, &shown);
    for text in ["4k3/8/8/8/8/8/8/K~7 w - - 0 1", "4k3/8/8/8/8/8/8/~K7 w - - 0 1", "4k3/8/8/8/8/8/P~7/K7 w - - 0 1"] {
        assert!(crazyhouse.set_position(text).is_err(), "{text}");
    }
    assert!(game("shogi").set_position("4k4/9/9/9/9/9/9/9/G~3K4 b - 1").is_err());
    // Where promotion makes no difference later, the mark says nothing.
    reads(&mut game("makruk"), "4k3/8/3m~4/8/8/4M~3/8/4K3 w - - 0 1", "4k3/8/3m4/8/8/4M3/8/4K3 w 1");
    reads(&mut game("chess"), "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
    refused(&mut game("chess"), "4k3/8/8/8/8/8/P~7/4K3 w - - 0 1", "P", "no piece `~`");

    let mut seirawan = game("seirawan-chess");
    let start = seirawan.position_text();
    reads(&mut seirawan, &format!("{ROWS}[HEhe] w KQBCDFGkqbcdfg - 0 1"), &start);
    let rows = "reb1k2r/ppppqppp/2nb1n2/4p3/4P3/N1P2N2/PB1PQPPP/RE2KBHR[h]";
    reads(&mut seirawan, &format!("{rows} b KQkqc - 3 7"), &format!("{rows} b KQkq AEHaceh - 3 7"));
    refused(&mut seirawan, &format!("{ROWS}[HEhe] w KQBCXFGkqbcdfg - 0 1"), "KQBCXFGkqbcdfg", "there is no `X`");

    let mut checks = game("three-check");
    let shown = format!("{ROWS} w KQkq - 3 3 0 1");
    for fields in ["KQkq - 3+3 0 1", "KQkq - 0 1 +0+0", "KQkq - 0 1"] {
        reads(&mut checks, &format!("{ROWS} w {fields}"), &shown);
    }
    reads(&mut checks, &format!("{ROWS} w KQkq - 4 9 +1+2"), &format!("{ROWS} w KQkq - 2 1 4 9"));
    refused(&mut checks, &format!("{ROWS} w KQkq - 0 1 +4+0"), "+4+0", "does not count");
    // At the end, where the numbers can only be one of both.
    for (end, shown, read) in
        [("3+3", "3 3", "left"), ("3+1", "3 1", "left"), ("0+0", "3 3", "given"), ("0+2", "3 1", "given")]
    {
        let shown = format!("{ROWS} w KQkq - {shown} 4 9");
        let said = reads(&mut checks, &format!("{ROWS} w KQkq - 4 9 {end}"), &shown);
        assert!(said.contains(&format!("as the checks {read}")), "{end}: {said}");
    }
    for end in ["1+1", "0+3", "4+1"] {
        refused(&mut checks, &format!("{ROWS} w KQkq - 0 1 {end}"), end, "does not stand where");
    }
    refused(&mut checks, &format!("{ROWS} w KQkq - 0 1+2 1"), "1+2", "at the end, as `+1+2`");
    refused(&mut game("chess"), &format!("{ROWS} w KQkq - 0 1 +0+0"), "+0+0", "");
}

#[test]
fn chinese_letters_and_sides() {
    let mut xiangqi = game("xiangqi");
    let start = xiangqi.position_text();
    let rows = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
    for side in ["w", "r", "red", "w - - 0 1", "r - - 0 1"] {
        reads(&mut xiangqi, &format!("{rows} {side}"), &start);
    }
    assert_eq!(reads(&mut xiangqi, &format!("{rows} b - - 0 1"), &start.replace(" w ", " b ")), "");
    refused(&mut xiangqi, &format!("{rows} g"), "g", "is not a side");
    refused(&mut xiangqi, &rows.replace('e', "z"), "z", "no piece `z`");
    // Where a kind's own letter stands as well, the other one means something else.
    refused(&mut xiangqi, &rows.replace('a', "g").replace('A', "G"), "g", "no piece `g`");
    refused(&mut xiangqi, &rows.replacen('h', "n", 1), "h", "no piece `h`");
    // A letter that may be one of two kinds is none.
    let mut two = rules(
        "players White, Black\nboard square 3x3\npiece Hare \"A\", Horse \"B\"\nmove { step any to empty }\nend { draw when enemy stuck }\n",
    );
    refused(&mut two, "h2/3/3 w 1", "h", "no piece `h`");
}

#[test]
fn draughts_by_numbers() {
    let mut international = game("international-draughts");
    let start = international.position_text();
    reads(&mut international, "W:W31-50:B1-20", &start);
    reads(&mut international, "W:B1-20:W31-50.", &start);
    reads(&mut international, "\"W:W31-40,41-50:B1-10,11,12,13-20:H0:F1\"", &start);
    for text in ["W:W K31, 32 :BK1-K5;20", "W:WK31 32:BK1,K2 K3,K4,K5 20.", "W:WK31;32:BK1-5;20"] {
        reads(&mut international, text, "1k1k1k1k1k/10/10/8m1/10/10/1K1M6/10/10/10 w 0 0 1");
    }
    reads(&mut international, "W:WK31-K32:BK1-K2", "1k1k6/10/10/10/10/10/1K1K6/10/10/10 w 0 0 1");
    let (mut english, mut italian) = (game("english-draughts"), game("italian-draughts"));
    let (start, italian_start) = (english.position_text(), italian.position_text());
    reads(&mut english, "B:W21-32:B1-12", &start);
    reads(&mut italian, "W:W21-32:B1-12", &italian_start);
    // Square 1 of English draughts is g1 here, where Black's side is the first rank.
    reads(&mut english, "B:W18,24,27,K32:B12,K1", "1k6/2m5/1m6/4m3/8/M7/8/6K1 b 0 1");
    reads(&mut english, "W:Wb6, c7:Bg1,Ka3:F12", "8/2m5/1m6/8/8/K7/8/6M1 w 0 12");
    // International boards begin at b10, Italian ones at a8.
    reads(&mut international, "B:WK5:BK46", "9K/10/10/10/10/10/10/10/10/k9 b 0 0 1");
    reads(&mut italian, "B:WK1:BK32", "K7/8/8/8/8/8/8/7k b 0 1");
    for (text, place, part) in [
        ("X:W31-50:B1-20", "X", "is not a side"),
        ("W:W31-51:B1-20", "51", "numbers from 1 to 50"),
        ("W:W50-31:B1-20", "50-31", "lower to a higher"),
        ("W:W1-20:B20", "20", "two pieces"),
        ("W:WQ31:B1-20", "Q31", "no piece `Q`"),
        ("W:W31-:B1-20", "", "is not a cell"),
        ("W:W31-50:B1-20:F0x", "F0x", "is not a side"),
        ("W:W0:B1", "0", "numbers from 1 to 50"),
        ("W:W1-5-9:B1", "1-5-9", "is not a cell"),
        ("W:WK1-5-K9:B10", "1-5-K9", "is not a cell"),
        ("W:W1-K5:B10", "K5", "is not a cell"),
        ("W31-50:B1-20", "W31-50", "side to move is missing"),
        ("?:W31-50:B1-20", "?", "is not a side"),
    ] {
        let place = if part == "is not a side" && place.len() > 1 { &place[..1] } else { place };
        refused(&mut international, text, place, part);
    }
    reads(&mut game("checkers-6x6"), "B:W18:B1:H7:F3", "1m4/6/6/6/6/4M1 b 7 3");
    let said = reads(&mut game("czech-draughts"), "B:W18:B1:H7:F3", "1m6/8/8/8/3M4/8/8/8 b 3");
    assert!(said.contains("`H7`"), "{said}");
    refused(&mut game("chess"), "W:W31:B1", "31", "only boards of one colour have numbers");
    reads(&mut game("chess"), "W:WKe1,Qd1,a2:BKe8", "4k3/8/8/8/8/8/P7/3QK3 w - - 0 1");
}

/// Where no piece has the letter of a player, it stands for the only kind, or in two cases for man and king.
#[test]
fn letters_of_players_are_pieces() {
    let pawns = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 1";
    for text in [pawns.replace('p', "b").replace('P', "w"), pawns.replace('p', "B").replace('P', "W")] {
        reads(&mut game("breakthrough"), &text, pawns);
    }
    reads(&mut game("amazons"), "b9/10/10/10/*9/10/10/10/10/w9 w 1", "a9/10/10/10/*9/10/10/10/10/A9 w 1");
    let mut international = game("international-draughts");
    let start = international.position_text();
    let rows = start.split(' ').next().unwrap().replace('m', "b").replace('M', "w");
    reads(&mut international, &format!("{rows} w"), &start);
    // Each cell behind the side, as the Hub protocol has it.
    let (men, none) = ("b".repeat(20), "e".repeat(10));
    reads(&mut international, &format!("W{men}{none}{}", "w".repeat(20)), &start);
    let kings = format!("B{}B{}W", "e".repeat(4), "e".repeat(44));
    reads(&mut international, &kings, "9k/10/10/10/10/10/10/10/10/8K1 b 0 0 1");
    assert!(international.set_position(&format!("W{men}{none}{}", "w".repeat(21))).is_err());
    // Of more kinds, or of a letter that a piece has, it can't be said.
    refused(&mut game("chess"), "4k3/8/8/8/8/8/w7/4K3 w - - 0 1", "w", "no piece `w`");
    refused(&mut game("brandubh"), "1t5/7/7/3k3/7/7/7 a", "t", "no piece `t`");
    reads(&mut game("brandubh"), "1a5/7/7/3k3/7/7/7 a", "1S5/7/7/3k3/7/7/7 a 1");
}

#[test]
fn what_is_no_position_is_told_as_what_it_is() {
    for (name, text, part) in [
        ("chess", "e4 e5 Nf3", "these are moves: give them behind `--moves`"),
        ("chess", "1. e4 e5 2. Nf3", "these are moves"),
        ("othello", "f5d6c3", "these are moves"),
        ("connect-four", "4453", "these are moves"),
        ("chess", "e4 e5 Nf9", "a position is written like the start"),
        ("kalah", "4 4 4 4 4 4 0 4 4 4 4 4 4 0 1", "write 14 numbers in one line"),
        ("oware", "4,4,4,4,4,4/4,4,4,4,4,4", "how these lines follow each other is not said"),
        (
            "othello",
            "0000000000000000000000000002100000012000000000000000000000000000 1",
            "a letter for each piece, `.` for an empty cell",
        ),
    ] {
        let said = game(name).set_position(text).expect_err(text).to_string();
        assert!(said.contains(part), "{name}: {text}: {said}");
    }
    let oware = game("oware").position_text();
    reads(&mut game("oware"), &oware, &oware);
}

#[test]
fn what_stands_around_a_position_is_passed_over() {
    let mut chess = game("chess");
    let start = chess.position_text();
    for text in [
        format!("[FEN \"{start}\"]"),
        format!(" FEN: {start}"),
        format!("\"{start}\""),
        format!("“{start}”"),
        start.replace(" - ", " – "),
        start.replace(' ', "%20"),
        // A digit for each cell, or for some.
        start.replacen("/8/", "/44/", 1).replacen("/8/", "/11111111/", 1),
    ] {
        assert_eq!(reads(&mut chess, &text, &start), "", "{text}");
    }
    let passed = "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 3";
    reads(&mut chess, &passed.replace("c6", "C6"), passed);
    for nothing in ["", " ", "fen", "position", "\"\"", "[FEN \"\"]", "–"] {
        assert!(chess.set_position(nothing).is_err(), "{nothing}");
    }
    // What is wrong keeps its place.
    refused(&mut chess, &format!("[FEN \"{}\"]", start.replacen("/8/", "/45/", 1)), "45", "45 cells");
    refused(&mut chess, &start.replace(" - ", " – ").replace("KQkq", "KQxq"), "KQxq", "no `x`");
    let mut draughts = game("international-draughts");
    let start = draughts.position_text();
    reads(&mut draughts, "[FEN \"W:W31-50:B1-20\"]", &start);
    let mut russian = game("russian-draughts");
    reads(&mut russian, "W:WKA1,C1:BB8", "1m6/8/8/8/8/8/8/K1M5 w 0 0 0 0 1");
    refused(&mut game("shogi"), "4k4/9/9/9/9/9/9/9/4K4 b - 3 extra", "extra", "one field too many");
}

#[test]
fn boards_in_one_line() {
    let mut othello = game("othello");
    let start = othello.position_text();
    assert!(start.starts_with("8/8/8/3BW3/3WB3/8/8/8 b "), "{start}");
    let line = "---------------------------OX------XO---------------------------";
    for side in [" X", "X", " b", " B", " x", " 1", " X;"] {
        reads(&mut othello, &format!("{line}{side}"), &start);
    }
    for (black, white, empty) in [('*', 'O', '.'), ('x', 'o', '_')] {
        let of = |c: char| {
            if c == 'X' {
                black
            } else if c == 'O' {
                white
            } else {
                empty
            }
        };
        let other: String = line.chars().map(of).collect();
        reads(&mut othello, &format!("{other} {white}"), &start.replace(" b ", " w "));
    }
    // The same in the letters of this game: nobody who writes a line of cells has the last rank first.
    let own = line.replace('O', "W").replace('X', "B");
    reads(&mut othello, &format!("{own} b"), &start);
    // A line of a collection, with what it says of the moves.
    let said = reads(&mut othello, &format!("{line} X; F5:+2; C4:+2;"), &start);
    assert!(said.contains("left out"), "{said}");
    refused(&mut othello, &line.replacen('X', "Y", 1), "Y", "no piece `Y`");
    refused(&mut othello, &format!("{line}- X"), &format!("{line}-"), "65 cells");
    reads(&mut game("connect-four"), "7/7/7/7/3o3/3x3 x", "7/7/7/7/3O3/3X3 f 1");
    // Whose pieces such letters are is not known where White begins.
    refused(&mut game("breakthrough"), &"x".repeat(64), "x", "no piece `x`");
}

#[test]
fn operations_of_an_epd() {
    let mut chess = game("chess");
    let rows = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
    let shown = format!("{rows} 0 1");
    let said = reads(&mut chess, &format!("{rows} bm Qd1+; id \"BK.01\";"), &shown);
    assert!(said.contains("`bm Qd1+; id \"BK.01\"` says nothing"), "{said}");
    assert_eq!(reads(&mut chess, &format!("{rows} hmvc 4; fmvn 12;"), &format!("{rows} 4 12")), "");
    let said = reads(&mut chess, &format!("{rows} 0 1 ;D1 20 ;D2 400"), &shown);
    assert!(said.contains("D1 20; D2 400"), "{said}");
    let said = reads(&mut chess, &format!("{rows} ce 23; acd 12;"), &shown);
    assert!(said.contains("ce 23"), "{said}");
    refused(&mut chess, &format!("{rows} fmvn x;"), "x", "is not a move number");
    refused(&mut chess, &format!("{rows} hmvc -1;"), "-1", "counts plies");
    // Without a stop it is a field.
    assert!(reads(&mut chess, &format!("{rows} bm Qd1+"), &shown).contains("bm Qd1+"));
    refused(&mut chess, &format!("{rows} Qd1+"), "Qd1+", "");
}

#[test]
fn hyphens_are_empty_cells_only_where_all_are_spelt() {
    // Ataxx with holes is another game than that of the file.
    refused(&mut game("ataxx"), "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "-", "beside numbers of empty cells");
    let holes = "players X, O\nboard square 7x7\npiece Disc \"XO\", Hole \"-\" neutral\nmove { place Disc on empty }\nend { draw when no empty }\n";
    reads(&mut rules(holes), "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "X5O/7/2-1-2/7/2-1-2/7/O5X x 1");
    let mut walls = rules(
        "players X, O\nboard square 3x3\npiece Disc \"XO\", Wall neutral\nmove { place Disc on empty }\nend { draw when no empty }\n",
    );
    refused(&mut walls, "x1o/1-1/o1x x 1", "-", "beside numbers of empty cells");
    reads(&mut walls, "x-o/---/o.x x 1", "X1O/3/O1X x 1");
    reads(&mut walls, "x1o/1w1/o1x x 1", "X1O/1W1/O1X x 1");
}

/// Whose the pieces are, then each with its cell, as books print them.
#[test]
fn pieces_are_listed_by_sides() {
    let mut chess = game("chess");
    let shown = "6k1/7p/8/8/8/8/P7/5RK1 w - - 0 1";
    for text in [
        "White: Kg1, Rf1, Pa2; Black: Kg8, Ph7",
        "White: Kg1 Rf1 a2 / Black: Kg8 h7",
        "W: Kg1, Rf1, a2; B: Kg8, h7",
        "w:Kg1,Rf1,a2 b:Kg8,h7",
        "White: Kg1, Rf1, a2. Black: Kg8, h7.",
        "White:\n Kg1 Rf1 a2\nBlack:\n Kg8 h7",
        "White Kg1 Rf1 a2 Black Kg8 h7",
        "White: King g1, Rook f1, Pawns a2; Black: King g8, Pawn h7",
    ] {
        let said = reads(&mut chess, text, shown);
        assert!(said.contains("does not say who is to move: White is taken"), "{text}: {said}");
    }
    let shown = shown.replace(" w ", " b ");
    for text in [
        "White: Kg1, Rf1, a2. Black: Kg8, h7. Black to move",
        "Black to play. White: Kg1, Rf1, a2; Black: Kg8, h7",
        "Black: Kg8, h7; b to move; White: Kg1, Rf1, a2",
    ] {
        assert_eq!(reads(&mut chess, text, &shown), "", "{text}");
    }
    // As PDN has it still.
    assert_eq!(reads(&mut chess, "B:WKg1,Rf1,a2:BKg8,h7", &shown), "");
    reads(&mut chess, "White: Kg1, Rf1", "8/8/8/8/8/8/8/5RK1 w - - 0 1");
    let mut draughts = game("english-draughts");
    let shown = "3K4/8/8/6m1/8/6M1/8/4k3 w 0 1";
    assert_eq!(reads(&mut draughts, "White to move; White: 17, K2; Black: 9, K31", shown), "");
    reads(&mut game("othello"), "Black: e4 d5. White: d4 e5. Black to move", "8/8/8/3BW3/3WB3/8/8/8 b 0 1");
    reads(&mut game("xiangqi"), "Red: Ke1 Ra1; Black: Kd10", "3k5/9/9/9/9/9/9/9/9/R3K4 w 1");
}

#[test]
fn listed_pieces_that_mean_nothing_are_told() {
    let mut chess = game("chess");
    for (text, place, part) in [
        ("White: Kg1, Sf1; Black: Kg8", "Sf1", "there is no piece `S`"),
        ("White: Kg1, Rf9; Black: Kg8", "f9", "there is no cell `f9`: the last one of the board is `h8`"),
        ("White: Kg1, Rg1; Black: Kg8", "Rg1", "two pieces on `g1`"),
        ("White: Kg1, rf1; Black: Kg8", "rf1", "`rf1` is not a cell"),
        ("Weiss: Kg1; Schwarz: Kg8", "Weiss", "write `w` for White"),
        ("White: Kg1; Black: Kg8; Green to move", "Green", "`Green` is not a side"),
        ("White: Kg1, Kf1; Black: Kg8", "White:", "can't have more than one"),
        ("White: Kg1 in check; Black: Kg8", "in", "`in` is not a cell"),
        ("Kg1 Rf1 / Kg8", "Kg1 Rf1 / Kg8", "`White: Kg1 …; Black: …`"),
        ("Kg1, Rf1 - Kg8", "Kg1, Rf1 - Kg8", "say whose they are"),
        ("W:Kg1,Rf1:B:Kg8", "K", "`K` is not a side"),
    ] {
        refused(&mut chess, text, place, part);
    }
    refused(&mut game("go"), "Black: d4 q16; White: e4", "q16", "`--set size=…`");
    refused(&mut game("international-draughts"), "W:Wk27:Bk13", "k27", "`K27`");
    refused(&mut game("international-draughts"), "W:W46k:B5", "46k", "`K46`");
    // Which piece a cell alone has is known where one needs no letter.
    refused(&mut game("xiangqi"), "Red: e1, Ra1; Black: Kd10", "e1", "`K` General");
    refused(&mut game("shogi"), "Black: e1; White: Ke9; in hand: P", "e1", "which piece stands on `e1`");
    refused(&mut game("oware"), "South: 1 2; North: 7", "1", "no pieces of a player's");
}

/// How often kings have moved in a row is told where it is not nought, as it does not say which.
#[test]
fn moves_of_kings_in_frisian_draughts() {
    let mut frisian = game("frisian-draughts");
    let start = frisian.position_text();
    assert_eq!(reads(&mut frisian, "W:W31-50:B1-20:H0:F1:+0+0", &start), "");
    let said = reads(&mut frisian, "W:W31-50:B1-20:H0:F1:+2+0", &start);
    assert!(said.contains("`+2+0`") && said.contains("left out"), "{said}");
    refused(&mut frisian, "W:W31-50:B1-20:+9+x", "+", "`+` is not a side");
}

/// What no rule can bring into a hand is not held there.
#[test]
fn hands_hold_what_rules_bring_there() {
    let rows = "4k3/8/8/8/8/8/8/R3K3";
    reads(&mut game("crazyhouse"), &format!("{rows}[QP] w - - 0 1"), &format!("{rows}[PQ] w - - 0 1"));
    for text in [format!("{rows}[K] w - - 0 1"), format!("{rows}[Pk] w - - 0 1")] {
        refused(&mut game("crazyhouse"), &text, &text[rows.len()..text.find(' ').unwrap()], "no hand holds a piece");
    }
    refused(&mut game("shogi"), "4k4/9/9/9/9/9/9/9/4K4 b K 1", "K", "no hand holds a piece `K`");
    // Of a hand that is filled once, each has what it was given.
    refused(&mut game("tic-tac-toe"), "3/3/3[X] x", "[X]", "");
}
