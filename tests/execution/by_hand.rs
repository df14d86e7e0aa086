//! The compiled rule files against games written by hand: published counts, and equality along random games.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::oracle::{Breakthrough, Chess, Congklak, ConnectFour, Draughts, Gomoku, Hand, Kalah, Othello, Random, Told};
use crate::support::games;
use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::game::{Outcome, Position, Side};
use rulesmith::library;
use rulesmith::source::Source;

/// The counts of each way to count, from depth 1 on.
fn counts_as<H: Hand>(name: &str, start: &H, expected: &[u64]) {
    for (depth, &leaves) in (1..).zip(expected) {
        assert_eq!(start.bulk(depth), leaves, "{name}, depth {depth}, counted");
        assert_eq!(start.leaves::<false>(depth), leaves, "{name}, depth {depth}, made");
        assert_eq!(start.leaves::<true>(depth), leaves, "{name}, depth {depth}, made and tested");
    }
}

/// Counted by a program of its own, written from the rules.
const KALAH: [u64; 6] = [6, 35, 185, 942, 4685, 23169];
/// As in the perft file beside the game.
const CONGKLAK: [u64; 6] = [7, 36, 230, 1406, 8295, 48305];

// The figures and their sources are those of the perft files beside the games.
#[test]
fn the_hand_written_games_count_as_published() {
    counts_as("connect four", &ConnectFour::start(), &[7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
    counts_as("breakthrough", &Breakthrough::start(), &[22, 484, 11132, 256_036, 6_182_818]);
    let late = Breakthrough::from_ranks("1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P");
    counts_as("breakthrough, late", &late, &[21, 358, 6898, 121_264]);
    counts_as("Othello", &Othello::start(), &[4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]);
    counts_as("draughts", &Draughts::start(), &[7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680]);
    counts_as("Kalah", &Kalah::start(), &KALAH);
    counts_as("congklak", &Congklak::start(), &CONGKLAK);
    counts_as("gomoku", &Gomoku::start(), &[225, 225 * 224, 225 * 224 * 223]);
    counts_as("chess", &Chess::start(), &[20, 400, 8902, 197_281, 4_865_609]);
}

/// The first depth of English draughts at which a ring is run both ways: equal results are one move.
#[test]
fn equal_takings_are_counted_once() {
    assert_eq!(Draughts::start().bulk(12), 388_617_999);
}

fn shipped(name: &str) -> Compiled {
    let text = library::find(name).expect("a shipped game").text;
    compiled(name, text)
}

fn compiled(name: &str, text: &str) -> Compiled {
    let mut diagnostics = Diagnostics::new();
    let compiled = compile(&Source::new(name, text), &Settings::default(), &mut diagnostics);
    compiled.inspect(Compiled::eager).unwrap_or_else(|| panic!("{name}: {:?}", diagnostics.finish()))
}

/// Plays random games on both boards and compares everything that can be seen; the first difference, if any.
fn compare<H: Told>(game: &Compiled, games: u64, most: u32) -> Result<(), String> {
    let cells = &game.topology().cells;
    for seed in 0..games {
        let mut random = Random(seed);
        let (mut hand, mut position) = (H::start(), Position::initial(game.game()));
        let mut passes = 0;
        for ply in 0..most {
            let side = position.mover().index();
            let at = format!("game {seed}, ply {ply}, {}", game.position_text(position.state(), ply as usize));
            if side != ply as usize % 2 {
                return Err(format!("{at}: the wrong player moves"));
            }
            for (site, cell) in cells.iter().enumerate() {
                let here = game.contents(position.state(), site).pop().map(|c| (c.side.map(Side::index), c.kind));
                let there = hand.content(&cell.name, side).map(|(side, kind)| (Some(side), kind.to_string()));
                if here != there {
                    return Err(format!("{at}: on {} stands {here:?}, by hand {there:?}", cell.name));
                }
            }
            let by_history = game.game().ending_by_history(position.state(), position.history());
            let ending = position.ending().map_err(|e| format!("{at}: {e}"))?;
            let repeated = by_history
                .is_some_and(|e| game.reason(e) == "repetition" || game.reason(e).contains("repeats"))
                && ending == by_history;
            if repeated {
                break;
            }
            let result = ending.map(|ending| match ending.outcome {
                Outcome::Win(Side::First) => 1,
                Outcome::Win(Side::Second) => -1,
                Outcome::Draw => 0,
                Outcome::Margin(margin) => margin,
            });
            if result != hand.result(side, passes) {
                return Err(format!("{at}: the result is {result:?}, by hand {:?}", hand.result(side, passes)));
            }
            if result.is_some() {
                break;
            }
            let moves = position.moves().map_err(|e| format!("{at}: {e}"))?;
            let mut here = BTreeMap::new();
            for record in moves.iter() {
                here.insert(game.move_text(position.state(), record), record.to_vec());
            }
            if here.len() != moves.len() {
                return Err(format!("{at}: two moves have the same text"));
            }
            if hand.must_pass() {
                let only: Vec<&String> = here.keys().collect();
                if only != ["pass"] {
                    return Err(format!("{at}: by hand there is only a pass, not {only:?}"));
                }
                position.make(&here["pass"]);
                (hand, passes) = (hand.passed(), passes + 1);
                continue;
            }
            passes = 0;
            let mut there = Vec::new();
            hand.each(|m| there.push(m));
            let mut paired = Vec::new();
            for &m in &there {
                let texts = hand.texts(m, side);
                let Some(record) = texts.iter().find_map(|text| here.remove(text)) else {
                    return Err(format!("{at}: {texts:?} can be played by hand alone"));
                };
                paired.push((m, record));
            }
            if let Some(text) = here.keys().next() {
                return Err(format!("{at}: {text} can't be played by hand"));
            }
            if hand.count() != paired.len() as u64 {
                return Err(format!("{at}: by hand {} moves are counted", hand.count()));
            }
            let (m, record) = &paired[random.below(paired.len() as u64) as usize];
            position.make(record);
            hand = hand.make(*m);
        }
    }
    Ok(())
}

#[test]
fn connect_four_as_by_hand() {
    compare::<ConnectFour>(&shipped("connect-four"), 200, 50).unwrap();
}

#[test]
fn breakthrough_as_by_hand() {
    compare::<Breakthrough>(&shipped("breakthrough"), 100, 300).unwrap();
}

#[test]
fn othello_as_by_hand() {
    compare::<Othello>(&shipped("othello"), 100, 150).unwrap();
}

#[test]
fn english_draughts_as_by_hand() {
    compare::<Draughts>(&shipped("english-draughts"), 100, 300).unwrap();
}

#[test]
fn gomoku_as_by_hand() {
    compare::<Gomoku>(&shipped("gomoku"), 20, 300).unwrap();
}

#[test]
fn chess_as_by_another_library() {
    // The library knows no draw by want of pieces.
    let chess = games::shipped("chess", &[("dead-draws", "no")], Backend::Native);
    compare::<Chess>(&chess, 60, 300).unwrap();
}

/// The canary: a comparison that can't fail shows nothing. Each of these files has one mistake.
#[test]
fn a_wrong_rule_is_found() {
    let spoilt = |name: &str, right: &str, wrong: &str| {
        let text = library::find(name).expect("a shipped game").text;
        assert!(text.contains(right), "{name}: {right}");
        compiled(name, &text.replace(right, wrong))
    };
    let found = |result: Result<(), String>, words: &str| {
        let message = result.expect_err(words);
        assert!(message.contains(words), "{message}");
    };
    let few = spoilt("connect-four", "when line 4 of own", "when line 5 of own");
    found(compare::<ConnectFour>(&few, 50, 50), "the result is None, by hand Some");
    let greedy = spoilt("breakthrough", "step forward to empty", "step forward to empty or enemy");
    found(compare::<Breakthrough>(&greedy, 50, 300), "can't be played by hand");
    let timid = spoilt("breakthrough", "to empty or enemy", "to enemy");
    found(compare::<Breakthrough>(&timid, 50, 300), "can be played by hand alone");
    let proud = spoilt("english-draughts", "{ promote to on far rank as King }", "{ }");
    found(compare::<Draughts>(&proud, 50, 300), r#"by hand Some((Some(0), "King"))"#);
}

/// Sequences of placements on a board that is joined at its edges, where lines of `length` different cells win.
fn placements((columns, rows): (usize, usize), length: usize, marks: &mut Vec<u8>, mover: u8, depth: u32) -> u64 {
    let wins = |marks: &[u8], mover: u8| {
        let starts = (0..marks.len()).flat_map(|at| [(1, 0), (0, 1), (1, 1), (1, rows - 1)].map(|by| (at, by)));
        starts.into_iter().any(|(at, (right, up))| {
            let cell = |n: usize| (at / columns + n * up) % rows * columns + (at % columns + n * right) % columns;
            let cells: std::collections::BTreeSet<usize> = (0..length).map(cell).collect();
            cells.len() == length && cells.iter().all(|&c| marks[c] == mover)
        })
    };
    let mut found = 0;
    for at in 0..marks.len() {
        if marks[at] != 0 {
            continue;
        }
        marks[at] = mover;
        found += match depth {
            1 => 1,
            _ if wins(marks, mover) => 0,
            _ => placements((columns, rows), length, marks, 3 - mover, depth - 1),
        };
        marks[at] = 0;
    }
    found
}

#[test]
fn a_line_has_different_cells_also_where_a_loop_is_shorter() {
    for (columns, rows, length) in [(2, 6, 3), (6, 1, 3), (3, 4, 4), (3, 3, 3), (4, 3, 3)] {
        let text = format!(
            "game \"Round\"\nplayers X, O\nboard square {columns}x{rows} wrapped\npiece Stone \"XO\"\n\
             move {{ place Stone on empty }}\nend {{ win when line {length} of own  draw when no empty }}\n"
        );
        for backend in [Backend::Interpreter, Backend::Native] {
            let game = games::load("round", &text, &[], backend);
            let options = PerftOptions::plies(6);
            let report = perft(&Position::initial(game.game()), options, &AtomicBool::new(false), &mut ()).unwrap();
            let by_hand = |depth| placements((columns, rows), length, &mut vec![0; columns * rows], 1, depth);
            let expected: Vec<u64> = (1..=6).map(by_hand).collect();
            assert_eq!(report.counts, expected, "{columns}x{rows}, lines of {length}, {backend:?}");
        }
    }
}
