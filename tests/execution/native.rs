//! The interpreter is the meaning, native code must agree: on moves in order, successors, endings, hashes and values,
//! along seeded random games.

use std::sync::atomic::AtomicBool;

use crate::support::Rng;
use crate::support::games::{self, load, load_lazy, shipped};
use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::perft::{Leaves, PerftOptions, perft};
use rulesmith::game::{Game, MoveList, Position};
use rulesmith::library;
use rulesmith::lower;
use rulesmith::optimize::optimize;
use rulesmith::rules::{Evaluation, Rules};
use rulesmith::source::Source;

/// Plays random games and compares everything that a player can ask; says where the two differ first.
fn compare<A: Game + ?Sized, B: Game + ?Sized>(
    a: &A,
    b: &B,
    seed: u64,
    games: usize,
    plies: usize,
) -> Result<(), String> {
    let mut rng = Rng(seed);
    for number in 0..games {
        let mut state = a.initial();
        for ply in 0..plies {
            let at = |what: &str| Err(format!("game {number}, ply {ply}: {what}"));
            let mut moves = [MoveList::new(a.move_words()), MoveList::new(b.move_words())];
            let results = (a.generate(&state, &mut moves[0]), b.generate(&state, &mut moves[1]));
            if results.0 != results.1 {
                return at(&format!("overflow {results:?}"));
            }
            if results.0.is_err() {
                break;
            }
            if moves[0] != moves[1] {
                let lists = moves.each_ref().map(|m| m.iter().map(<[u64]>::to_vec).collect::<Vec<_>>());
                let differ = lists[0].iter().zip(&lists[1]).position(|(x, y)| x != y);
                return at(&format!("{} and {} moves, first difference {differ:?}", lists[0].len(), lists[1].len()));
            }
            let mut scratch = MoveList::new(b.move_words());
            if b.count(&state, &mut scratch) != Ok(moves[0].len() as u64) {
                return at("count");
            }
            if a.evaluate(&state) != b.evaluate(&state) {
                return at(&format!("evaluations {} and {}", a.evaluate(&state), b.evaluate(&state)));
            }
            if a.status(&state) != b.status(&state) {
                return at(&format!("status {:?} and {:?}", a.status(&state), b.status(&state)));
            }
            let mut hints = Vec::new();
            b.hints(&state, &moves[1], &mut hints);
            if !moves[0].iter().map(|record| a.hint(&state, record)).eq(hints.iter().copied())
                || !moves[0].iter().map(|record| b.hint(&state, record)).eq(hints)
            {
                return at("hints");
            }
            if a.threatened(&state) != b.threatened(&state) {
                return at("threatened");
            }
            if a.rep(&state) != b.rep(&state) {
                return at("rep");
            }
            for horizon in [0, 4, 90] {
                if a.key(&state, horizon) != b.key(&state, horizon) {
                    return at("key");
                }
                if ply % 4 == 0 && a.folded_key(&state, horizon) != b.folded_key(&state, horizon) {
                    return at("folded key");
                }
            }
            if moves[0].is_empty() {
                if a.ending_if_stuck(&state) != b.ending_if_stuck(&state) {
                    return at("ending if stuck");
                }
                break;
            }
            let chosen = rng.below(moves[0].len());
            let mut successor = vec![0; state.len()];
            // All successors now and then, one always.
            let all = ply % 8 == 3 && moves[0].len() < 500;
            for index in 0..moves[0].len() {
                if index != chosen && !all {
                    continue;
                }
                let record = moves[0].get(index);
                let mut next = [vec![0; state.len()], vec![!0; state.len()]];
                let made = (a.make(&state, record, &mut next[0]), b.make(&state, record, &mut next[1]));
                if next[0] != next[1] {
                    return at(&format!("successors of move {index}: {:x?}\n{:x?}", next[0], next[1]));
                }
                if made.0 != made.1 {
                    return at(&format!("made {made:?}"));
                }
                if a.hint(&state, record) != b.hint(&state, record) {
                    return at("hint");
                }
                if index == chosen {
                    successor.copy_from_slice(&next[0]);
                    if made.0.ending.is_some() && ply > 3 {
                        break;
                    }
                }
            }
            if successor == state {
                break;
            }
            state = successor;
        }
    }
    Ok(())
}

/// Games some of whose functions would be too much code, with these: they are interpreted.
const IN_PARTS: [(&str, &[&str]); 1] = [("chu-shogi", &["endings of a move (it would be too much code)"])];

pub fn agree(name: &str, text: &str, options: &[(&str, &str)], games: usize, plies: usize) -> Compiled {
    let interpreter = load(name, text, options, Backend::Interpreter);
    let native = load(name, text, options, Backend::Native);
    let info = native.code();
    println!("{name} {options:?}: {} bytes in {:?}", info.bytes, info.time);
    // No game falls back to the interpreter unnoticed.
    assert_eq!(native.backend().note, None, "{name}");
    let mut parts: Vec<&str> =
        info.interpreted.iter().flat_map(|parts| parts["interpreted: ".len()..].split(", ")).collect();
    parts.sort_unstable();
    let known = IN_PARTS.iter().find(|(game, _)| *game == name).map_or(&[][..], |(_, parts)| parts);
    assert_eq!(parts, known, "{name}");
    if let Err(difference) = compare(interpreter.game(), native.game(), 17, games, plies) {
        panic!("{name} {options:?}: {difference}");
    }
    native
}

fn agree_shipped(name: &str, options: &[(&str, &str)], games: usize, plies: usize) {
    let game = library::find(name).unwrap_or_else(|| panic!("no game {name}"));
    agree(name, game.text, options, games, plies);
}

#[test]
fn shipped_games_agree() {
    for &name in library::MEASURED {
        let games = if ["amazons", "go"].contains(&name) { 3 } else { 12 };
        agree_shipped(name, &[], games, 120);
    }
}

#[test]
fn other_sizes_agree() {
    for (name, options) in [
        ("amazons", ("size", "6")),
        ("amazons", ("size", "12")),
        ("breakthrough", ("size", "5")),
        ("breakthrough", ("size", "12")),
        ("go", ("size", "5")),
        ("go", ("size", "13")),
        ("gomoku", ("rows", "19")),
        ("gomoku", ("columns", "7")),
        ("hex", ("size", "5")),
        ("hex", ("size", "14")),
        ("international-draughts", ("size", "8")),
        ("international-draughts", ("size", "12")),
        ("othello", ("size", "6")),
        ("othello", ("size", "10")),
    ] {
        agree_shipped(name, &[options], 3, 60);
    }
}

/// Every value that an option of a shipped game may have, the others as they are.
#[test]
fn every_size_agrees() {
    let mut compared = 0;
    for &name in library::MEASURED {
        let text = library::find(name).unwrap().text;
        for option in shipped(name, &[], Backend::Interpreter).options() {
            let Some(range) = option.range else { continue };
            // Doubled, as values may be halves; without a step whole numbers will do.
            for value in (range.least..=range.most).step_by(range.step.unwrap_or(2) as usize) {
                let value = (value as f64 / 2.0).to_string();
                let load = |backend| {
                    let options = [(option.name.clone(), value.clone())].into();
                    let settings = Settings { options, evaluation: None, backend };
                    // Some go only with other values of other options, and the checker says so.
                    compile(&Source::new(name, text), &settings, &mut Diagnostics::default()).inspect(Compiled::eager)
                };
                let Some((interpreter, native)) = load(Backend::Interpreter).zip(load(Backend::Native)) else {
                    continue;
                };
                compared += 1;
                if let Err(difference) = compare(interpreter.game(), native.game(), 5, 1, 8) {
                    panic!("{name} with {} = {value}: {difference}", option.name);
                }
            }
        }
    }
    assert!(compared > 100, "only {compared} games were compared");
}

#[test]
fn sketches_agree() {
    for (name, text) in games::files("tests/games_syntax") {
        let mut diagnostics = Diagnostics::default();
        let source = Source::new(&name, text.clone());
        // A sketch may use what the checker refuses by now; the shipped games do not.
        let Some(game) = compile(&source, &Settings::default(), &mut diagnostics) else { continue };
        if name == "arimaa" {
            assert_eq!(game.backend().note.clone().or(game.code().interpreted), None, "{name}");
        } else {
            agree(&name, &text, &[], 3, 50);
        }
    }
}

/// A little game whose plies are several steps.
const STEPS: &str = "game \"steps\"\nplayers White, Black\nboard square 4x4\nfacing White north, Black south\n\
    piece Man, King\nstate marked: cells for this turn\n\
    setup { White Man on a1 b1  White King on c1  Black Man on c4 d4  Black King on b4 }\n\
    move play Man { step orthogonal to empty { if to on far rank { promote to as King } } }\n\
    move play King { step diagonal to empty { either { set marked = to } as stay or { flip enemy on north of to } as go } }\n\
    move play Man costs 2 { step forward-diagonal to enemy except marked }\n\
    move other King { leap 1,2 to enemy }\n\
    turn { 1..3 play }\nlegal when touched\n\
    end { win when no enemy Man  win when enemy stuck  draw when repeats 3 }\neval { 7 * count own Man  2 * mobility }\n";

/// Plies of several steps: what steps cost, when the mover may stop, choices in them, conditions on what they come to.
#[test]
fn several_steps_agree() {
    for turn in [
        "1..3 play",
        "2..3 play",
        "3..3 play",
        "1..1 play",
        "other else 1..2 play",
        "1..2 play or other",
        "other or pass or 2..3 play",
        "1..2 play  finally { promote own Man on edge as King }",
    ] {
        for legal in
            ["legal when touched", "legal when not (no own King)", "legal when own on far rank or own on edge", ""]
        {
            let text = STEPS.replace("1..3 play", turn).replace("legal when touched", legal);
            agree(turn, &text, &[], 3, 40);
        }
    }
    let arimaa = games::files("tests/games_syntax").into_iter().find(|g| g.0 == "arimaa").unwrap().1;
    agree("arimaa", &arimaa.replace("1..4 play", "1..2 play"), &[], 2, 50);
}

/// Stacks: piled up until there is no room, moved, taken, in chains of captures, on boards of one word.
#[test]
fn stacks_agree() {
    let file = |rest: &str| {
        format!(
            "game \"piles\"\nplayers White, Black\nboard square 5x5\npiece Man, King stacked\nhand 3 Man each\n\
             setup {{ White Man on ranks 1..4  Black Man on a5  Black King on b5 }}\n\
             move pile {{ pick a in own except c3 {{ tuck a under c3 }} }}\n{rest}\nend {{ draw when both passed }}\n"
        )
    };
    for rest in [
        "turn { pile else pass }",
        "move bring { drop Man on empty }\nmove gather Man { step any to own { tuck from under to  take to on edge } }\n\
         turn { pile or bring or gather or pass }",
        "move walk { step any to empty or enemy { promote to on edge as King } }\nturn { 1..2 walk }",
        "move jump { hop any over enemy to empty { tuck over under to  may again } }\nmove walk { step any to empty }\n\
         turn { jump else walk }",
    ] {
        agree(rest, &file(rest), &[], 4, 60);
    }
    let lasca = games::files("tests/games_syntax").into_iter().find(|g| g.0 == "lasca").unwrap().1;
    for (board, effect) in
        [("7x7 dark", "take over"), ("9x9 dark", "tuck over under to"), ("7x7", "tuck over under to")]
    {
        let text = lasca.replace("7x7 dark", board).replace("tuck over under to", effect);
        agree(board, &text, &[], 3, 120);
    }
}

/// A stack of 17 is read as it is written; where a move would make a higher one, that is told.
#[test]
fn the_highest_stack() {
    let lasca = games::files("tests/games_syntax").into_iter().find(|g| g.0 == "lasca").unwrap().1;
    for backend in [Backend::Interpreter, Backend::Native] {
        let game = load("lasca", &lasca, &[], backend);
        let highest = "7/7/4s2/7/7/3(SSSSSSSSSSSSSSSSs)3/7 b 1";
        let (state, ply) = game.parse_position(highest).unwrap();
        assert_eq!(game.position_text(&state, ply), highest);
        let at = |text: &str| game.parse_position(text).map(|p| game.game().generate(&p.0, &mut moves_of(&game)));
        assert_eq!(at("7/7/7/7/2s4/1(SSSSSSSSSSSSSSSS)5/7 w 1").unwrap(), Ok(()));
        let over = "7/7/4s2/7/2s4/1(SSSSSSSSSSSSSSSS)5/7 w 1";
        // The second leg would tuck an 18th man under: it is no leg.
        let (state, _) = game.parse_position(over).unwrap();
        let mut moves = moves_of(&game);
        game.game().generate(&state, &mut moves).unwrap();
        let texts: Vec<_> = moves.iter().map(|record| game.move_text(&state, record)).collect();
        assert_eq!(texts, ["b2xd4"]);
        assert!(game.parse_move(&state, "b2xd4xf6").is_err());
        let error = at("7/7/7/7/7/3(SSSSSSSSSSSSSSSSSs)3/7 b 1").unwrap_err();
        assert!(error.message.contains("this stack has 18 pieces"), "{error:?}");
    }
}

fn moves_of(game: &Compiled) -> MoveList {
    MoveList::new(game.game().move_words())
}

/// A condition may ask for what the ply chose: here a pawn that is dropped may not mate.
#[test]
fn conditions_on_choices_agree() {
    let games = [Backend::Interpreter, Backend::Native].map(|backend| shipped("shogi", &[], backend));
    let start = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3[RBGSNLP3g3n17p] b";
    let texts = |game: &Compiled, plies: &[&str]| {
        let (state, _) = game.parse_position(start).unwrap();
        let mut position = Position::new(game.game(), &state);
        for text in plies {
            let record = game.parse_move(position.state(), text).unwrap();
            position.make(&record);
        }
        let moves = position.moves().unwrap();
        let count = game.game().count(position.state(), &mut MoveList::new(game.game().move_words())).unwrap();
        assert_eq!(count, moves.len() as u64);
        moves.iter().map(|record| game.move_text(position.state(), record)).collect::<Vec<_>>()
    };
    for (plies, mates) in [(vec![], false), (vec!["Silver@g7", "Gold@i2"], true)] {
        let [slow, fast] = games.each_ref().map(|game| texts(game, &plies));
        assert_eq!(slow, fast, "{plies:?}");
        assert_eq!(!slow.contains(&"Pawn@i7".to_string()), mates, "{plies:?}");
    }
}

/// What native code does not handle is told.
#[test]
fn what_is_interpreted_is_told() {
    let stacks = games::files("tests/games_syntax").into_iter().find(|g| g.0 == "lasca").unwrap().1;
    let large = load("lasca", &stacks.replace("square 7x7 dark", "square 12x12 dark"), &[], Backend::Native);
    assert!(large.backend().note.as_ref().is_some_and(|note| note.contains("stacks on so many cells")));
}

/// Seeds: bounds, and how many fit on a cell.
#[test]
fn counted_pieces_agree() {
    for pits in ["1", "2", "3", "4", "8", "9", "10"] {
        for seeds in ["1", "5", "12"] {
            agree_shipped("kalah", &[("pits", pits), ("seeds", seeds)], 2, 60);
        }
    }
    let file = |effect: &str, setup: u32| {
        format!(
            "game \"seeds\"\nplayers South, North\nboard track 20\nlink next (i) -> i + 1\nlink round (i) -> i mod 20 + 1\n\
             link back (i) -> (i + 18) mod 20 + 1\npiece Seed counted neutral, Nut counted neutral\n\
             setup {{ {setup} Seed on 1..4 10..18  {setup} Nut on 5..9 }}\nmove {{ {effect} }}\n\
             end {{ draw when no Seed on 1..18 }}\neval {{ 1 * (count Seed on 1..9 - count Nut on holding 2..3) }}\n"
        )
    };
    for effect in [
        "sow 1..18 along next",
        "sow 1..18 along next except 3..6 { put 200 Nut on to }",
        "sow 1..18 along round except from { put 2 Seed on touched on 8..20 }",
        "sow 1..18 along round except (2..20 except from)",
        "sow 1..18 along round { if to on holding 2..5 { take to  put 100 Seed on 1 or 11 } }",
        "sow 1..18 along back { if count Nut on to > 250 { take to } put 127 Nut on touched }",
        "sow 1..18 along round from itself { if count Seed on to > 1 { relay } }",
        "sow 1..18 along round from itself except from or 3..5 { if count Seed on to > 2 { relay round of to } }",
        "sow 1..18 along round each { if to on holding 4 { take to } } { if count Seed on to > 1 { relay } else { take 1 } }",
        "sow 1..18 along next { if laps < 5 { relay 1..9 from from along round } else { require Seed on 2 } }",
        "sow 1..18 along round { if count Seed on to > 1 { relay } else { pick x in Seed  take x } }",
        "sow 1..18 along round except Nut { if to on holding 2..3 { relay 4..6 from 7 along inverse round } else { extra turn } }",
        "pick x in 1..9 { sow x along round { if to on 4..9 { relay } } sow 10..12 from x along back each { take to on 2 } }",
    ] {
        for setup in [1, 7, 250] {
            agree(effect, &file(effect, setup), &[], 2, 40);
        }
    }
}

/// Code outlives its users: a thread goes on with a game that everybody else has dropped.
#[test]
fn a_thread_keeps_the_code() {
    let game = std::sync::Arc::new(shipped("othello", &[], Backend::Native));
    let held = game.clone();
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        receiver.recv().unwrap();
        let position = Position::initial(held.game());
        perft(&position, PerftOptions::plies(5), &AtomicBool::new(false), &mut ()).unwrap().counts
    });
    drop(game);
    sender.send(()).unwrap();
    assert_eq!(thread.join().unwrap(), [4, 12, 56, 244, 1396]);
}

#[test]
fn a_difference_is_found() {
    let a = shipped("breakthrough", &[], Backend::Interpreter);
    let b = shipped("breakthrough", &[("size", "8"), ("rows", "8")], Backend::Native);
    assert_eq!(compare(a.game(), b.game(), 1, 2, 30), Ok(()));
    let text = library::find("breakthrough").unwrap().text.replace(" * count own Pawn", " * 2 * count own Pawn");
    let other = load("spoilt", &text, &[], Backend::Native);
    assert!(compare(a.game(), other.game(), 1, 2, 30).is_err(), "another weight shows");
}

#[test]
fn forged_records_do_no_harm() {
    for &name in library::MEASURED {
        let native = shipped(name, &[], Backend::Native);
        let game = native.game();
        let mut rng = Rng(5);
        let mut state = game.initial();
        for _ in 0..3000 {
            let mut record: Vec<u64> = (0..game.move_words()).map(|_| rng.next()).collect();
            if rng.below(2) == 0 {
                // A clause that exists.
                record[0] = record[0] & !0xFF00_0000 | (rng.below(native.clauses().len()) as u64) << 24;
            }
            let mut next = vec![0; state.len()];
            game.make(&state, &record, &mut next);
            let _ = game.evaluate(&next);
            if rng.below(20) == 0 {
                let mut moves = MoveList::new(game.move_words());
                let _ = game.generate(&next, &mut moves);
            }
            state = if rng.below(30) == 0 { game.initial() } else { next };
        }
    }
}

#[test]
fn perft_is_the_same() {
    for (name, depth) in [("chess", 3), ("amazons", 1), ("othello", 5), ("english-draughts", 5), ("go", 2), ("hex", 2)]
    {
        let counts = [Backend::Interpreter, Backend::Native].map(|backend| {
            let compiled = shipped(name, &[], backend);
            Leaves::ALL.map(|leaves| {
                let options = PerftOptions { leaves, ..PerftOptions::plies(depth) };
                let position = Position::initial(compiled.game());
                perft(&position, options, &AtomicBool::new(false), &mut ()).unwrap().counts
            })
        });
        assert_eq!(counts[0], counts[1], "{name}");
        assert!(counts[0].iter().all(|count| *count == counts[0][0]), "{name}");
    }
}

/// Functions are compiled when they are first asked for: all threads get the same ones.
#[test]
fn threads_may_ask_first() {
    for name in ["chess", "english-draughts", "othello"] {
        let (slow, fast) = (shipped(name, &[], Backend::Interpreter), shipped(name, &[], Backend::Native));
        let count = |compiled: &Compiled| {
            let position = Position::initial(compiled.game());
            perft(&position, PerftOptions::plies(3), &AtomicBool::new(false), &mut ()).unwrap().counts
        };
        let wanted = count(&slow);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert_eq!(count(&fast), wanted, "{name}"));
            }
        });
        let code = fast.code();
        if cfg!(feature = "jit") {
            assert!(code.bytes > 0 && code.interpreted.is_none(), "{name}: {code:?}");
        }
        assert_eq!(fast.code(), code, "{name}: nothing is compiled twice");
    }
}

/// Code size and compile time, with room to spare: what grows beyond this is a mistake.
#[test]
fn code_stays_small() {
    let measured = |name: &str, options: &[(&str, &str)]| {
        let compiled = shipped(name, options, Backend::Native);
        // Functions are compiled when they are asked for.
        let position = Position::initial(compiled.game());
        perft(&position, PerftOptions::plies(2), &AtomicBool::new(false), &mut ()).unwrap();
        compiled.game().evaluate(position.state());
        let code = compiled.code();
        (code.bytes, code.time)
    };
    for &name in library::MEASURED {
        let (bytes, time) = measured(name, &[]);
        println!("{name}: {bytes} bytes, {time:?}");
        assert!((1..200_000).contains(&bytes), "{name}: {bytes} bytes");
    }
    let (small, _) = measured("amazons", &[]);
    let (large, _) = measured("amazons", &[("size", "12")]);
    assert!(large <= 2 * small, "amazons grows from {small} to {large} bytes");
}

/// The rules are lowered to the same code whatever is learned to stand beside them, so that what is compiled of them serves all.
#[test]
fn rules_are_the_same_beside_any_derived_evaluation() {
    let mut tried = 0;
    for (name, text) in games::all() {
        let compiled = load_lazy(&name, &text, &[], Backend::Interpreter);
        for part in 0..if compiled.is_derived() { 2 } else { 0 } {
            let terms = compiled.candidates().into_iter().skip(part).step_by(2).collect();
            let evaluations = vec![Evaluation { name: None, terms }];
            let other = optimize(lower::lower(&Rules { evaluations, ..compiled.rules().clone() }));
            assert!(compiled.game().program().has_rules_of(&other), "{name}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}
