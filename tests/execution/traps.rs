//! The traps of a general game engine, each with the test that catches it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use crate::support::games;
use rulesmith::compile::{AnyExecutor, Backend, Compiled, Settings, Stage, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::game::{Ending, MoveList, Outcome, Position, Side};
use rulesmith::ir::PlaneClass;
use rulesmith::library;
use rulesmith::search::{Limits, Options, search};
use rulesmith::source::Source;

fn game_with(text: &str, options: &[(&str, &str)]) -> Compiled {
    let settings = Settings {
        options: options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        ..Settings::default()
    };
    let mut diagnostics = Diagnostics::new();
    let compiled = compile(&Source::new("test.game", text), &settings, &mut diagnostics);
    compiled.inspect(Compiled::eager).unwrap_or_else(|| panic!("{:#?}", diagnostics.finish()))
}

fn game(text: &str) -> Compiled {
    game_with(text, &[])
}

fn source(name: &str) -> &'static str {
    library::find(name).expect("a shipped game").text
}

fn shipped(name: &str) -> Compiled {
    game(source(name))
}

fn at<'c>(compiled: &'c Compiled, position: &str, moves: &str) -> Position<'c, AnyExecutor> {
    let state = match position {
        "start" => compiled.game().initial(),
        text => compiled.parse_position(text).unwrap_or_else(|e| panic!("{e:?}")).0,
    };
    let mut position = Position::new(compiled.game(), &state);
    for text in moves.split_whitespace() {
        let record = compiled.parse_move(position.state(), text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        position.make(&record);
    }
    position
}

fn texts(compiled: &Compiled, position: &mut Position<'_, AnyExecutor>) -> Vec<String> {
    let list = position.moves().expect("a list");
    list.iter().map(|r| compiled.move_text(position.state(), r)).collect()
}

fn outcome(position: &mut Position<'_, AnyExecutor>) -> Option<Outcome> {
    position.ending().expect("a list").map(|e: Ending| e.outcome)
}

/// All states after so many plies, one for each order of moves.
fn walk(position: &mut Position<'_, AnyExecutor>, plies: u32, visit: &mut dyn FnMut(&Position<'_, AnyExecutor>)) {
    if plies == 0 {
        return visit(position);
    }
    for record in position.moves().expect("a list").iter() {
        position.make(record);
        walk(position, plies - 1, visit);
        position.undo();
    }
}

/// Trap 1: rights that nobody can use must not tell positions apart. 72,078 positions after four plies of chess is a
/// published figure (OEIS A083276).
#[test]
fn equal_positions_of_chess_have_equal_keys() {
    let chess = shipped("chess");
    let mut keys = HashSet::new();
    walk(&mut at(&chess, "start", ""), 4, &mut |p| {
        keys.insert(chess.game().rep(p.state()).position);
    });
    assert_eq!(keys.len(), 72_078);
}

/// Trap 1: knights out and back twice is a threefold repetition.
#[test]
fn knights_out_and_back_repeat_the_start() {
    let chess = shipped("chess");
    let once = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(outcome(&mut at(&chess, "start", once)), None);
    assert_eq!(outcome(&mut at(&chess, "start", &format!("{once} {once}"))), Some(Outcome::Draw));
}

/// Trap 2: a key must tell apart whatever differs in the state, for every shipped game.
#[test]
fn keys_tell_states_apart() {
    for &name in library::MEASURED {
        let compiled = shipped(name);
        let mut seen: HashMap<u64, Vec<u64>> = HashMap::new();
        let mut seed = 1;
        for _ in 0..20 {
            let mut position = Position::initial(compiled.game());
            for _ in 0..60 {
                let state = position.state().to_vec();
                // With a horizon beyond every limit, counters are part of the key.
                let key = compiled.game().key(&state, 1_000);
                let known = seen.entry(key).or_insert_with(|| state.clone());
                assert_eq!(known, &state, "{name}: one key for two states");
                let list = position.moves().expect("a list");
                if list.is_empty() {
                    break;
                }
                position.make(list.get(random(&mut seed) % list.len()));
            }
        }
    }
}

fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// Trap 5: a king on a slider's line may not step back along it; a castling king may not cross an attacked cell.
#[test]
fn a_king_does_not_hide_in_its_own_shadow() {
    let chess = shipped("chess");
    let moves = texts(&chess, &mut at(&chess, "4r3/8/8/8/4K3/8/8/7k w - - 0 1", ""));
    assert!(!moves.contains(&"e4e3".to_string()), "{moves:?}");
    let moves = texts(&chess, &mut at(&chess, "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""));
    assert!(!moves.contains(&"e1g1".to_string()) && moves.contains(&"e1c1".to_string()), "{moves:?}");
}

/// Trap 6: mate on the hundredth quiet ply wins; without mate the same ply draws.
#[test]
fn mate_goes_before_the_fifty_moves() {
    let chess = shipped("chess");
    let position = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    assert_eq!(outcome(&mut at(&chess, position, "a1a8")), Some(Outcome::Win(Side::First)));
    assert_eq!(outcome(&mut at(&chess, position, "a1b1")), Some(Outcome::Draw));
}

/// Trap 7: a king that captures in a ring ends where it began: its origin is vacant, and it takes all four.
#[test]
fn a_ring_of_captures_closes() {
    let draughts = shipped("english-draughts");
    let mut position = at(&draughts, "8/8/1m1m4/8/1m1m4/2K5/8/8 b", "");
    // c3 over b4, b6, d6 and d4, and back to c3, in either direction: one move, since the result is the same.
    assert_eq!(texts(&draughts, &mut position), ["c3xe5xc7xa5xc3"]);
    for other_way in ["c3xe5xc7xa5xc3", "c3xa5xc7xe5xc3"] {
        assert!(draughts.parse_move(position.state(), other_way).is_ok(), "{other_way}");
    }
}

/// Trap 8: captures that take the same pieces by two ways are one move, whose other text is understood.
#[test]
fn equal_captures_are_one_move() {
    let draughts = shipped("international-draughts");
    let mut states = HashSet::new();
    // Woldouby's position.
    let position = at(&draughts, "10/10/1m1m1m3m/2m5m1/1M1m3m2/m1m1M3M1/1M3M1M2/M1M1M1M3/10/10 w", "");
    let mut list = MoveList::new(draughts.game().move_words());
    draughts.game().generate(position.state(), &mut list).expect("a list");
    for record in list.iter() {
        let mut next = vec![0; position.state().len()];
        draughts.game().make(position.state(), record, &mut next);
        assert!(states.insert(next), "two moves with one result");
    }
    assert!(!list.is_empty());
}

/// Trap 9: a position that is set up with a line in it is over before a move is made.
#[test]
fn a_line_that_stands_already_counts() {
    let gomoku = game_with(source("gomoku"), &[("columns", "7"), ("rows", "7")]);
    let mut position = at(&gomoku, "BBBBB2/7/7/7/7/7/WWWW3 w", "");
    assert_eq!(outcome(&mut position), Some(Outcome::Win(Side::First)));
    assert!(position.moves().expect("a list").is_empty());
}

/// Trap 10: lists longer than the start's are given whole: this middle game has more moves than the opening's 2,176.
#[test]
fn long_lists_are_whole() {
    let amazons = shipped("amazons");
    let position = at(&amazons, "a8a/10/2A4A2/10/10/10/10/2A4A2/10/a8a w", "");
    let mut list = MoveList::new(amazons.game().move_words());
    amazons.game().generate(position.state(), &mut list).expect("a list");
    let distinct: HashSet<&[u64]> = list.iter().collect();
    assert_eq!(distinct.len(), list.len());
    assert!(list.len() > 2_176, "{} moves", list.len());
}

/// Trap 11: any words at all may be given as a move; nothing panics, and the state keeps to the board.
#[test]
fn forged_records_do_no_harm() {
    for &name in library::MEASURED {
        let compiled = shipped(name);
        let game = compiled.game();
        let state = game.initial();
        let mut seed = 7;
        for _ in 0..2_000 {
            let record: Vec<u64> = (0..game.move_words())
                .map(|_| (random(&mut seed) as u64) << 33 ^ (random(&mut seed) as u64) << 11 ^ random(&mut seed) as u64)
                .collect();
            let mut next = vec![0; state.len()];
            game.make(&state, &record, &mut next);
            no_ghosts(&compiled, &next, name);
        }
    }
}

/// Trap 13: no plane ever holds a cell that is not there.
fn no_ghosts(compiled: &Compiled, state: &[u64], name: &str) {
    let program = compiled.game().program();
    let layout = &program.layout;
    for (id, plane) in layout.planes.iter().enumerate() {
        let at = layout.plane_at(id);
        for cell in program.sites..layout.set_words * 64 {
            assert_eq!(state[at + cell / 64] >> (cell % 64) & 1, 0, "{name}: {} has cell {cell}", plane.name);
        }
        let _: PlaneClass = plane.class;
    }
}

/// Trap 14: a pass is always allowed, though the board stands as before; a stone that takes itself is not.
#[test]
fn superko_lets_pass_and_forbids_a_lone_suicide() {
    let go = game_with(source("go"), &[("size", "3"), ("suicide", "yes")]);
    let mut position = at(&go, "1W1/W1W/1W1 b", "");
    let moves = texts(&go, &mut position);
    assert!(moves.contains(&"pass".to_string()), "{moves:?}");
    assert!(!moves.contains(&"b2".to_string()), "{moves:?}");
}

/// Trap 20: weights beyond all measure are clamped, and never look like a proved result.
#[test]
fn huge_weights_are_no_proof() {
    let text = source("breakthrough").replace(" * count own Pawn", " * 50000 * count own");
    let compiled = game(&text);
    let position = at(&compiled, "8/8/8/p7/8/8/PPPPPPPP/PPPPPPPP w", "");
    let value = compiled.game().evaluate(position.state());
    assert_eq!(value, rulesmith::game::EVAL_LIMIT - 1);
    let stop = AtomicBool::new(false);
    let report = search(&position, &Limits::depth(1), &Options::default(), &stop, &mut ());
    assert!(report.proof.is_none(), "{:?}", report.proof);
}

/// Trap 23: a line that the opponent's own move completes for me is mine, in whatever order the verdicts stand; misère.
#[test]
fn whose_line_it_is() {
    let misere = source("tic-tac-toe").replace("win when line", "lose when line");
    let misere = game(&misere);
    assert_eq!(
        outcome(&mut at(&misere, "start", "a1 b1 a2 b2 a3")),
        Some(Outcome::Win(Side::Second)),
        "three in a row loses"
    );
    let given = game(
        "game \"Gift\" players X, O board square 3x3 piece Mark \"XO\"
         move { place Mark on empty { put enemy Mark on north of to on empty } }
         end { lose when line 3 of enemy  win when line 3 of own  draw when no empty }",
    );
    let mut position = at(&given, "1O1/O1O/3 x", "b1");
    assert_eq!(outcome(&mut position), Some(Outcome::Win(Side::Second)), "X has filled O's row");
}

/// Trap 25: two repetitions before the root count: the search sees that the third one draws.
#[test]
fn the_game_before_the_root_counts() {
    let chess = shipped("chess");
    // Black is a queen down; to go back into the corner once more draws.
    let moves = "d1d2 h8g8 d2d1 g8h8 d1d2 h8g8 d2d1";
    let mut position = at(&chess, "7k/8/8/8/8/8/8/K2Q4 w - - 0 1", moves);
    assert_eq!(outcome(&mut position), None);
    let stop = AtomicBool::new(false);
    let report = search(&position, &Limits::depth(3), &Options::exact(), &stop, &mut ());
    assert_eq!(chess.move_text(position.state(), &report.best.expect("a move")), "g8h8");
    assert_eq!(report.score, 0);
    position.make(&chess.parse_move(position.state(), "g8h8").expect("legal"));
    assert_eq!(outcome(&mut position), Some(Outcome::Draw));
}

/// Stacks: whatever is jumped, tucked and freed again, no piece is ever lost or made.
#[test]
fn stacks_lose_no_piece() {
    let lasca = game(include_str!("../games_syntax/lasca.game"));
    let letters = |text: &str| text.split(' ').next().unwrap_or("").chars().filter(|c| c.is_alphabetic()).count();
    let mut seed = 3;
    for _ in 0..30 {
        let mut position = Position::initial(lasca.game());
        for ply in 0..80 {
            let text = lasca.position_text(position.state(), ply);
            assert_eq!(letters(&text), 22, "{text}");
            let (again, _) = lasca.parse_position(&text).expect("reads back");
            assert_eq!(again, position.state(), "{text}");
            let list = position.moves().expect("a list");
            if list.is_empty() {
                break;
            }
            position.make(list.get(random(&mut seed) % list.len()));
        }
    }
}

/// A start may be written as the program writes positions, with pieces of nobody in either hand.
#[test]
fn a_start_is_read_as_positions_are() {
    let compiled = game(
        "players White, Black\nboard square 4x4\npiece Man, Ball \"O\" neutral\ncaptives to hand\n\
         setup fen \"3m/3O/O3/M3[2Oo]\"\nmove Man { step any to empty or Ball }\n\
         move { drop Ball on empty }\nend { win when own hand > 5  draw when enemy stuck }\n",
    );
    let text = compiled.position_text(&compiled.game().initial(), 0);
    assert!(text.starts_with("3m/3O/O3/M3[2Oo] "), "{text}");
}

/// What the value of an option rules out hides no verdict.
#[test]
fn verdicts_of_other_options_hide_none() {
    let text = "players White, Black\nboard square 4x4\npiece Man\noption who = 1 in 1..3\n\
                setup { White Man on rank 1  Black Man on rank 4 }\nmove Man { step any to empty or enemy }\n\
                end { lose when count own = 3 and who = 2  draw when count enemy = 2 and who = 3  win when enemy stuck }\n";
    let mut diagnostics = Diagnostics::new();
    compile(&Source::new("test.game", text), &Settings::default(), &mut diagnostics).expect("rules");
    assert_eq!(diagnostics.finish(), []);
}

/// `score White E` is as White sees it, whoever has moved last.
#[test]
fn a_score_of_a_player_is_as_that_player_sees_it() {
    let compiled = game(
        "players White, Black\nboard square 3x3\nfacing White north, Black south\npiece Man\n\
         table worth { 9 0 0  0 0 0  0 0 5 }\nsetup { White Man on a2 a3  Black Man on c3 }\n\
         move { pass }\n\
         end when both passed { score White 100 * (sum White by advance) + 10 * (sum own by worth) + count enemy }\n",
    );
    for moves in ["pass pass", "pass pass pass"] {
        let mut position = at(&compiled, "start", "");
        for (n, text) in moves.split(' ').enumerate() {
            let record = compiled.parse_move(position.state(), text).unwrap_or_else(|e| panic!("{n}: {e:?}"));
            position.make(&record);
        }
        let ending = position.ending().unwrap().expect("both have passed");
        assert_eq!(ending.outcome, Outcome::Margin(100 * 3 + 10 * 9 + 1), "after {moves}");
    }
}

/// Effects for one cell do nothing where there are several: no piece is doubled or lost, and none changes.
#[test]
fn effects_for_one_cell_keep_the_pieces() {
    let after = |effects: &str| {
        let compiled = game(&format!(
            "players A, B\nboard square 5x2\npiece Man, King\n\
             setup {{ A Man on a1 b1  B Man on c1  A King on d1  B King on e1  A Man on a2 }}\n\
             move {{ pick from in own on rank 2 {{ {effects} }} }}\nend {{ draw when repeats 3  draw when enemy stuck }}\n"
        ));
        let position = at(&compiled, "start", "a2");
        compiled.position_text(position.state(), 1).split(' ').next().unwrap_or_default().to_string()
    };
    let before = "M4/MMmKk";
    for effects in [
        "move own Man on rank 1 onto c2",
        "move King onto b2",
        "move own King onto King",
        "move own King onto file c on King",
        "move file c on King onto b2",
        "swap own Man on rank 1 with c1",
        "swap King with a1",
        "swap c1 with file e on own",
    ] {
        assert_eq!(after(effects), before, "{effects}");
    }
    assert_eq!(after("move own King onto b2"), "MK3/MMm1k");
    assert_eq!(after("move enemy Man onto a2"), "m4/MM1Kk");
    assert_eq!(after("swap own King with enemy King"), "M4/MMmkK");
}

/// `for each`, and definitions with directions, are what they would be written out, for both players.
#[test]
fn for_each_is_its_clauses_and_effects_one_by_one() {
    let rules = |moves: &str| {
        game(&format!(
            "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Man\n\
             setup {{ White Man on rank 1 or a2  Black Man on rank 5 or e4 }}\n{moves}\n\
             end {{ win when own Man on far rank  win when enemy stuck  draw when repeats 3 }}\n"
        ))
    };
    let short = rules(
        "define behind(d) = enemy on reverse d of to\n\
         define shove(c, d) { move enemy on d of c onto d of (d of c) }\n\
         move Man {\n\
           for each d in forward, sideways {\n\
             step d to empty as d { for each e in north, east, south { if empty on e of (e of to) { do shove(to, e) } } }\n\
             for each s in axis forward-left { hop d over own to empty when no behind(s) { take s of from } }\n\
           }\n\
         }",
    );
    let mut written = String::from("move Man {\n");
    for (d, label) in [("forward", "forward"), ("left", "left"), ("right", "right")] {
        written += &format!("step {d} to empty as {label} {{\n");
        for e in ["north", "east", "south"] {
            written +=
                &format!("if empty on {e} of ({e} of to) {{ move enemy on {e} of to onto {e} of ({e} of to) }}\n");
        }
        written += "}\n";
        for (s, back) in [("forward-left", "backward-right"), ("backward-right", "forward-left")] {
            written += &format!("hop {d} over own to empty when no (enemy on {back} of to) {{ take {s} of from }}\n");
        }
    }
    let long = rules(&format!("{written}}}"));
    /// All lines of so many plies, with the positions that they lead to.
    fn lines(compiled: &Compiled, state: &[u64], plies: u32, line: &str, all: &mut Vec<String>) {
        let mut list = MoveList::new(compiled.game().move_words());
        compiled.game().generate(state, &mut list).expect("moves");
        for record in list.iter() {
            let line = format!("{line} {}", compiled.move_text(state, record));
            let mut next = vec![0; state.len()];
            compiled.game().make(state, record, &mut next);
            if plies == 1 {
                all.push(format!("{line}: {}", compiled.position_text(&next, 1)));
            } else {
                lines(compiled, &next, plies - 1, &line, all);
            }
        }
    }
    let [short, long] = [short, long].map(|compiled| {
        let mut all = Vec::new();
        lines(&compiled, &compiled.game().initial(), 3, "", &mut all);
        all.sort();
        all
    });
    assert!(short.len() > 400, "{} lines", short.len());
    assert_eq!(short, long);
}

/// What a condition asks of the origin alone is asked before the arrival is chosen, unless it is cheap or there is but
/// one arrival; and the moves are the same.
#[test]
fn conditions_on_the_origin_are_asked_once() {
    let rules = |dirs: &str, condition: &str| {
        format!(
            "players White, Black\nboard square 6x6\npiece Man\n\
             setup {{ White Man on a1 b1 d1 e1  Black Man on a6 b6 b5 f5 }}\n\
             move Man {{ slide {dirs} to empty or enemy when {condition} }}\nend {{ draw when enemy stuck }}\n"
        )
    };
    let counts = |text: &str, backend: Backend| {
        let compiled = games::load("origin", text, &[], backend);
        let position = Position::new(compiled.game(), &compiled.game().initial());
        perft(&position, PerftOptions::plies(3), &AtomicBool::new(false), &mut ()).expect("counts").counts
    };
    let costly = "no (beyond any of from through empty) on enemy";
    let of_arrival = "no (beyond any of to through empty) on enemy";
    for (dirs, condition, ahead) in [
        ("any", costly.to_string(), true),
        ("any", format!("to on light and {costly}"), true),
        ("any", format!("{of_arrival} and {costly}"), true),
        ("north 2", costly.to_string(), false),
        ("any", of_arrival.to_string(), false),
        ("any", "no enemy on north of from".to_string(), false),
    ] {
        let text = rules(dirs, &condition);
        let optimized = game(&text).dump(Stage::Optimized);
        let clause = &optimized[optimized.find("clause 0").expect("a clause")..];
        let at = |what: &str| clause.find(what).unwrap_or(usize::MAX);
        assert_eq!(at("guard") < at(" arrival"), ahead, "{dirs} when {condition}");
        // The same origin, said so that it can't be asked for ahead.
        let behind = rules(dirs, &condition.replace("from", "(from on (from or to))"));
        let expected = counts(&behind, Backend::Interpreter);
        assert!(expected[0] > 0, "{dirs} when {condition}");
        for backend in [Backend::Interpreter, Backend::Native] {
            assert_eq!(counts(&text, backend), expected, "{dirs} when {condition}, {backend:?}");
        }
    }
}

/// `most … of B` forgets the plies of `B` that are beaten, and nothing of what was listed before them.
#[test]
fn most_keeps_what_was_listed_before() {
    let rules = |turn: &str| {
        format!(
            "players White, Black board row 4 piece Man setup {{ White Man on a1 }}
             move other Man {{ step west to empty {{ again }} }}
             move two Man {{ slide east 2 to empty }}
             move sweep Man {{ slide east to empty }}
             turn {{ {turn} }} end {{ win when enemy stuck }}"
        )
    };
    let listed = |turn: &str| {
        let game = game(&rules(turn));
        texts(&game, &mut at(&game, "start", ""))
    };
    assert_eq!(listed("most (count own on file c) of sweep"), ["a1c1"]);
    // The greatest is the ply that `two` has offered already; `a1b1`, beaten by it, was listed first.
    assert_eq!(listed("two or most (count own on file c) of sweep"), ["a1c1"]);
    assert_eq!(listed("other or two or most (count own on file d) of sweep"), ["a1c1", "a1d1"]);
}

/// Where a walk over cells that it has not seen yet can end, if it goes on as long as it can.
fn ends_of_walks(at: (i32, i32), seen: &mut Vec<(i32, i32)>, size: (i32, i32), ends: &mut HashSet<(i32, i32)>) {
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| (at.0 + x, at.1 + y));
    let free = |cell: &(i32, i32)| (0..size.0).contains(&cell.0) && (0..size.1).contains(&cell.1);
    let next: Vec<_> = beside.into_iter().filter(|cell| free(cell) && !seen.contains(cell)).collect();
    if next.is_empty() {
        ends.insert(at);
    }
    for cell in next {
        seen.push(cell);
        ends_of_walks(cell, seen, size, ends);
        seen.pop();
    }
}

/// A chain that takes nothing may visit all cells of a small board: a record has room for it. Walks with the same end are
/// one move.
#[test]
fn chains_have_room_for_every_cell() {
    for size in [(2, 2), (3, 3), (4, 3), (20, 1)] {
        let text = format!(
            "game \"Snake\"\nplayers White, Black\nboard square {}x{}\npiece Man\nsetup {{ White Man on a1 }}\n\
             state been: cells for this turn\n\
             move Man {{ step orthogonal to empty except been {{ set been = been or from  again }} }}\n\
             end {{ win when enemy stuck }}\n",
            size.0, size.1
        );
        let compiled = game(&text);
        let mut ends = HashSet::new();
        ends_of_walks((0, 0), &mut vec![(0, 0)], size, &mut ends);
        let mut position = at(&compiled, "start", "");
        assert_eq!(position.moves().unwrap().len(), ends.len(), "{size:?}");
    }
}

/// Trap: what is left out of a text must not make another cell of two: `1-2` is not `12`.
#[test]
fn two_numbers_are_not_one() {
    let rules = "players A, B\nboard track 12\npiece Stone \"XO\"\n";
    let place = game(&format!("{rules}move {{ place Stone on empty }}\nend {{ draw when no empty }}"));
    let start = place.game().initial();
    for text in ["1-2", "1 2", "(1)2", "1(2)", "1-1", "-1-2"] {
        assert!(place.parse_move(&start, text).is_err(), "{text}");
    }
    let read = |game: &Compiled, text: &str| {
        let state = game.game().initial();
        game.parse_move(&state, text).map(|record| game.move_text(&state, &record)).map_err(|e| e.message)
    };
    assert_eq!(read(&place, "12"), Ok("12".to_string()));
    // Where `1-12` and `11-2` are moves, `112` is neither or both, and never one of them unasked.
    let men = "setup { A Stone on 1 11  B Stone on 6 }\nlink away (i) -> (i + 10) mod 12 + 1\n";
    let step = "move { step east, away to empty  hop east over enemy to empty { take over } }\n";
    let steps = game(&format!("{rules}{men}{step}end {{ draw when no empty }}"));
    assert_eq!(read(&steps, "1-2"), Ok("1-2".to_string()));
    assert_eq!(read(&steps, "11-12"), Ok("11-12".to_string()));
    assert_eq!(read(&steps, "1-12"), Ok("1-12".to_string()));
    for text in ["112", "1112", "1-1-2", "11-1-2"] {
        assert!(read(&steps, text).is_err(), "{text}: {:?}", read(&steps, text));
    }
}

/// Boards whose edges are joined: as many steps each way as cells, wherever that means something.
#[test]
fn joined_edges_lead_round() {
    let steps = |board: &str, of: &str| {
        let rules = format!(
            "players A, B\nboard {board}\npiece Man\nsetup {{ A Man on {of} }}\nmove Man {{ step any to empty }}\n\
             end {{ draw when enemy stuck }}"
        );
        let compiled = game(&rules);
        let mut position = Position::initial(compiled.game());
        let mut texts: Vec<String> = texts(&compiled, &mut position)
            .iter()
            .map(|text| text[of.len()..].trim_start_matches('-').to_string())
            .collect();
        texts.sort();
        texts.join(" ")
    };
    for (board, of, expected) in [
        ("rhombus 4 wrapped", "a1", "a2 a4 b1 b4 d1 d2"),
        ("rhombus 4 wrapped-files", "a1", "a2 b1 d1 d2"),
        ("rhombus 4x5 wrapped-ranks", "a1", "a2 a5 b1 b5"),
        ("rhombus 4", "a1", "a2 b1"),
        ("alquerque 4x4 wrapped", "a1", "a2 a4 b1 b2 b4 d1 d2 d4"),
        ("alquerque 4x4 wrapped", "b1", "a1 b2 b4 c1"),
        ("alquerque 4x5 wrapped-files", "a1", "a2 b1 b2 d1 d2"),
        ("track 6 wrapped", "1", "2 6"),
        ("track 6 wrapped-files", "6", "1 5"),
        ("track 6", "1", "2"),
        ("row 5 wrapped", "a1", "b1 e1"),
        ("row 5", "e1", "d1"),
        ("square 1x4 wrapped", "a1", "a2 a4"),
        ("square 2x1 wrapped", "a1", "b1"),
        ("square 4x4 dark wrapped", "a1", "b2 b4 d2 d4"),
        ("square 3x3x3 wrapped-files", "aa1", "aa2 ab1 ab2 ba1 ba2 bb1 bb2 ca1 ca2 cb1 cb2"),
    ] {
        assert_eq!(steps(board, of), expected, "{board}");
    }
    // All others of a cube whose edges, levels included, are joined.
    assert_eq!(steps("square 3x3x3 wrapped", "aa1").split(' ').count(), 26);
}

/// A chain of a graph joins each of its cells with the next one, wherever it has been before.
#[test]
fn a_chain_has_an_edge_for_each_pair() {
    let ways = |lines: &str, board: &str, of: &str| {
        let rules = format!(
            "players A, B\n{board} graph {{ {lines} }}\npiece Man\nsetup {{ A Man on {of} }}\nmove Man {{ step any to empty }}\n\
             end {{ draw when enemy stuck }}"
        );
        let compiled = game(&rules);
        texts(&compiled, &mut Position::initial(compiled.game())).join(" ")
    };
    for (lines, of, expected) in [
        ("a1-b1-c1-d1-b1-e1", "b1", "b1a1 b1c1 b1d1 b1e1"),
        ("a1-b1-c1-d1-b1-e1", "d1", "d1b1 d1c1"),
        ("a1-b1-c1-a1", "a1", "a1b1 a1c1"),
        ("a1-b1-a1", "a1", "a1b1"),
        ("a1-b1-a1-c1-a1-d1", "a1", "a1b1 a1c1 a1d1"),
        ("a1-b1-c1-d1-a1-c1  b1-d1", "a1", "a1b1 a1c1 a1d1"),
        ("a1-b1  a1-b1", "a1", "a1b1"),
    ] {
        let mut found: Vec<String> = ways(lines, "board", of).split(' ').map(str::to_string).collect();
        found.sort();
        assert_eq!(found.join(" "), expected, "{lines}");
    }
    // The cells of a further board carry its name.
    let two = ways("a1-b1", "board graph { a1-c1 }\nboard web", "web-a1");
    assert_eq!(two, "web-a1-web-b1");
}

/// Ranks as players face are those of every board.
#[test]
fn each_board_has_a_last_rank() {
    let rules = "players White, Black\nboard square 3x4\nboard glass square 3x3\nboard shelf row 4\n\
                 facing White north, Black south\npiece Man, King\n\
                 setup { White Man on glass-a2 or a3  Black Man on glass-c2 or c2  White King on shelf1 }\n\
                 move Man { step forward to empty { promote to on far rank as King } }\n\
                 end { win when own King on far rank  draw when enemy stuck }";
    let compiled = game(rules);
    for (text, wins) in [("glass-a2-glass-a3", true), ("a3a4", true)] {
        let mut position = at(&compiled, "start", "");
        let record = compiled.parse_move(position.state(), text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        position.make(&record);
        assert_eq!(outcome(&mut position), wins.then_some(Outcome::Win(Side::First)), "{text}");
    }
    // The shelf has one rank, which is neither the first nor the last: the king there has won nothing.
    assert_eq!(outcome(&mut at(&compiled, "start", "")), None);
    let query = |text: &str| {
        let position = Position::initial(compiled.game());
        format!("{:?}", compiled.query(&position, text).unwrap_or_else(|e| panic!("{text}: {e:?}")))
    };
    for (a, b) in [
        ("far rank", "rank 4 or glass-a3..glass-c3"),
        ("own rank 1", "rank 1 or glass-a1..glass-c1"),
        ("enemy ranks 1..2", "ranks 3..4 or glass-a2..glass-c3"),
        ("own rank 4", "rank 4"),
        ("rank 1", "a1..c1"),
        ("far rank on shelf", "none"),
    ] {
        assert_eq!(query(a), query(b), "{a}");
    }
}
