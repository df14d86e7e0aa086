//! The pipeline on generated rule files: they compile, keep the contract of a game, and mean the same at every stage.

use std::path::Path;

use crate::support::rulegen::rule_file;
use crate::support::same::{Effort, same};
#[cfg(feature = "jit")]
use crate::support::texts::{Rules, texts as of_texts};
use crate::support::{Rng, games};
use rulesmith::compile::{Answer, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::exec;
use rulesmith::game::{Position, contract};
use rulesmith::library;
use rulesmith::session::with_bases;
use rulesmith::source::Source;
use std::collections::HashMap;

/// So many files; `GENERATED=5000 cargo test --test execution generated` looks further.
fn files() -> u64 {
    std::env::var("GENERATED").ok().and_then(|n| n.parse().ok()).unwrap_or(120)
}

fn compiled(name: &str, text: &str) -> Result<Compiled, String> {
    let mut diagnostics = Diagnostics::new();
    let compiled = compile(&with_bases(Source::new(name, text), Path::new("")), &Settings::default(), &mut diagnostics);
    compiled.inspect(Compiled::eager).ok_or_else(|| format!("{:?}\n{text}", diagnostics.finish()))
}

fn generated(seed: u64) -> Compiled {
    compiled("generated", &rule_file(seed)).unwrap_or_else(|e| panic!("file {seed}: {e}"))
}

#[test]
fn the_same_seed_gives_the_same_file() {
    assert_eq!(rule_file(7), rule_file(7));
    assert_ne!(rule_file(7), rule_file(8));
}

#[test]
fn generated_files_compile() {
    let wrong: Vec<String> = (0..files())
        .filter_map(|seed| compiled("generated", &rule_file(seed)).err().map(|e| format!("{seed}: {e}")))
        .collect();
    assert!(wrong.is_empty(), "{} files have errors\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn some_files_drop_pieces_beside_a_move() {
    let with = (0..400).filter(|&seed| rule_file(seed).contains("{ drop ")).count();
    assert!(with >= 3, "only {with} of 400");
}

/// Where the rules let pieces only come, only go or only advance, no position comes back; `contract::check` holds them to it.
#[test]
fn games_in_which_no_position_comes_back() {
    let file = |name: &str| library::find(name).expect("a shipped game").text.to_string();
    let never = |text: &str| compiled("test", text).expect("it compiles").game().traits().no_repetition;
    for (name, expected) in [
        ("nim", true),
        ("chomp", true),
        ("clobber", true),
        ("domineering", true),
        ("hexapawn", true),
        ("ataxx", false),
        ("fox-and-hounds", false),
        ("shatranj", false),
    ] {
        assert_eq!(never(&file(name)), expected, "{name}");
        let compiled = compiled(name, &file(name)).expect("it compiles");
        contract::check(compiled.game(), 1, 3).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    // What is taken must be there, must not come again, and who goes forward must not turn round.
    assert!(!never(&file("nim").replace("take flood north to in all", "take north of to")));
    assert!(!never(
        &file("clobber").replace("step orthogonal to enemy", "step orthogonal to enemy { put Stone on from }")
    ));
    assert!(!never(&file("clobber").replace("to enemy", "to enemy or empty")));
    assert!(!never(&file("hexapawn").replace("step forward to empty", "step forward to empty { flip enemy }")));
}

/// Where men only advance or leave the board, their plies are irreversible; `contract::check` holds games to it.
#[test]
fn men_that_only_advance_do_not_come_back() {
    let file = |name: &str| library::find(name).expect("a shipped game").text.to_string();
    let irreversible = |text: &str, ply: &str| {
        let compiled = compiled("test", text).expect("it compiles");
        contract::check(compiled.game(), 1, 3).unwrap_or_else(|e| panic!("{e}"));
        let (game, state) = (compiled.game(), compiled.game().initial());
        let record = compiled.parse_move(&state, ply).expect("it is legal");
        game.make(&state, &record, &mut vec![0; game.state_words()]).irreversible
    };
    let english = file("english-draughts");
    assert!(irreversible(&english, "c3d4"));
    let kings = english.replace("Black Man on ranks 1..3", "Black King on ranks 1..3");
    assert!(!irreversible(&kings, "c3d4"));
    // They take backwards, but then there are fewer.
    let international = file("international-draughts");
    assert!(irreversible(&international, "b4c5"));
    assert!(!irreversible(&international.replace("finally {\n", "finally { reset taken "), "b4c5"));
    for (from, to) in [
        ("step forward-diagonal", "step diagonal"),
        (
            "move quiet King {\n  step diagonal to empty",
            "move quiet King {\n  step diagonal to empty { promote to as Man }",
        ),
        (
            "move quiet King {\n  step diagonal to empty",
            "move quiet King {\n  step diagonal to empty { put own Man on from }",
        ),
        (
            "move quiet King {\n  step diagonal to empty",
            "move quiet King {\n  step diagonal to empty { flip all on own Man }",
        ),
    ] {
        assert!(english.contains(from), "{from}");
        assert!(!irreversible(&english.replace(from, to), "c3d4"), "{to}");
    }
}

#[test]
fn generated_games_keep_the_contract() {
    for seed in 0..files() {
        let game = generated(seed);
        if let Err(message) = contract::check(game.game(), seed, 3) {
            panic!("file {seed}: {message}\n{}", rule_file(seed));
        }
    }
}

const EFFORT: Effort = Effort { games: 3, plies: 60, tried: 5 };

#[test]
fn optimized_means_the_same_as_unoptimized() {
    for seed in 0..files() {
        let game = generated(seed);
        let plain = exec::interpreter(game.lowered().clone(), 0);
        if let Err(message) = same(&*plain, game.game(), EFFORT) {
            panic!("file {seed}: {message}\n{}", rule_file(seed));
        }
    }
    for shipped in library::measured() {
        let game = compiled(shipped.name, shipped.text).expect("a shipped game");
        let plain = exec::interpreter(game.lowered().clone(), 0);
        let effort = Effort { games: 1, plies: 20, tried: 3 };
        same(&*plain, game.game(), effort).unwrap_or_else(|message| panic!("{}: {message}", shipped.name));
    }
}

/// The verdict that ends a game is the first that holds if all are asked one by one, each as a query about the position.
#[test]
fn verdicts_hold_where_their_conditions_do() {
    let mut held = HashMap::new();
    for seed in 0..files() {
        let game = generated(seed);
        for ending in 0..4 {
            let mut position = Position::initial(game.game());
            let mut rng = Rng(seed * 4 + ending);
            for _ in 0..40 {
                let Ok(moves) = position.moves() else { break };
                let actual = position.ending().expect("its moves can be listed").map(|e| usize::from(e.rank));
                match first_that_holds(&game, &position) {
                    // What asks for earlier positions comes last in these files.
                    Ok(expected) => {
                        let by_history = actual.filter(|&rank| game.verdicts().nth(rank).unwrap().contains("repeats"));
                        assert!(
                            actual == expected || expected.is_none() && by_history.is_some(),
                            "file {seed}: {actual:?}, not {expected:?}, in {}\n{}",
                            game.position_text(position.state(), 0),
                            rule_file(seed)
                        );
                        if let Some(rank) = expected {
                            let stuck = game.verdicts().nth(rank).unwrap().contains("stuck");
                            let somebody = matches!(game.query(&position, "own stuck"), Ok(Answer::Truth(true)));
                            *held.entry((stuck, somebody)).or_insert(0) += 1;
                        }
                    }
                    Err(_) => break,
                }
                if actual.is_some() || moves.is_empty() {
                    break;
                }
                position.make(moves.get(rng.below(moves.len())));
            }
        }
    }
    assert!(held.len() == 4, "(asks who is stuck, somebody is): how often {held:?}");
}

/// The first verdict that holds, or a condition that can't be said from the other side.
fn first_that_holds(
    game: &Compiled,
    position: &Position<'_, rulesmith::compile::AnyExecutor>,
) -> Result<Option<usize>, String> {
    for (rank, verdict) in game.verdicts().enumerate() {
        let (_, when) = verdict.split_once(" when ").expect("a condition");
        if when.contains("repeats") {
            continue;
        }
        // A query sees the board as the player to move, a verdict as the other.
        if ["far rank", "forward", "own rank"].iter().any(|word| when.contains(word)) {
            return Err(when.to_string());
        }
        let swapped = when.replace("own", "\n").replace("enemy", "own").replace('\n', "enemy");
        match game.query(position, &swapped) {
            Ok(Answer::Truth(true)) => return Ok(Some(rank)),
            Ok(Answer::Truth(false)) => {}
            Ok(Answer::Region(cells)) if cells.is_empty() => {}
            Ok(Answer::Region(_)) => return Ok(Some(rank)),
            other => panic!("{swapped}: {other:?}"),
        }
    }
    Ok(None)
}

/// Machine code and interpreter agree to the last bit.
#[cfg(feature = "jit")]
#[test]
fn native_means_the_same_as_interpreted() {
    use rulesmith::compile::Backend;
    let mut compiled_to_code = 0;
    for seed in 0..files() {
        let game = generated(seed);
        compiled_to_code += u64::from(game.backend().backend == Backend::Native);
        let slow = exec::interpreter(game.game().program().clone(), 0);
        if let Err(message) = same(&*slow, game.game(), EFFORT) {
            panic!("file {seed}: {message}\n{}", rule_file(seed));
        }
    }
    assert!(compiled_to_code > 0, "nothing was compared");
}

/// A position text is refused or stands for a position like those that moves lead to: it is written as it was read, and both back
/// ends play it alike, within what the states may hold.
#[cfg(feature = "jit")]
#[test]
fn positions_from_texts_are_like_those_from_moves() {
    let shipped = ["chess", "crazyhouse", "three-check", "nine-mens-morris", "frisian-draughts", "chess960", "go"];
    let shipped = shipped.map(|name| library::find(name).expect("a shipped game").text.to_string());
    let bounded = (0..files()).map(rule_file).filter(|text| text.contains("state turns"));
    let (mut passed, mut refused) = (0, 0);
    for (index, text) in shipped.into_iter().chain(bounded).enumerate() {
        let game = compiled("texts", &text).unwrap_or_else(|e| panic!("{e}"));
        let told = of_texts(&game, Rules::Sound, &mut Rng(index as u64), 12).unwrap_or_else(|e| panic!("{e}\n{text}"));
        passed += told[0];
        refused += told[1];
    }
    assert!(passed > 100 && refused > 20, "{passed} texts passed, {refused} did not");
}

/// So do games that nobody meant: sound ones with words changed at random, where these are still games.
#[cfg(feature = "jit")]
#[test]
fn changed_games_mean_the_same_as_interpreted() {
    use crate::support::{Rng, games, hostile};
    let texts: Vec<String> = games::all().into_iter().chain(games::files("tests/games_syntax")).map(|g| g.1).collect();
    let words: Vec<&str> = texts.iter().flat_map(|t| t.split_whitespace()).collect();
    let mut rng = Rng(20_261_124);
    let mut sound = 0;
    // About one in ten is still a game: twice the files that are expected to give as many as are asked for.
    for _ in 0..hostile::rounds(120) {
        let text = hostile::reworded(&texts[rng.below(texts.len())], &words, &mut rng);
        let Ok(game) = compiled("changed", &text) else { continue };
        sound += 1;
        let slow = exec::interpreter(game.game().program().clone(), 0);
        let effort = Effort { games: 1, plies: 20, tried: 3 };
        same(&*slow, game.game(), effort).unwrap_or_else(|message| panic!("{message}\n{text}"));
        of_texts(&game, Rules::Any, &mut rng, 4).unwrap_or_else(|message| panic!("{message}\n{text}"));
    }
    assert!(sound > hostile::rounds(60) / 10, "{sound} changed files are games: is anything tried here?");
}

/// The canary: programs that differ a little are told apart.
#[test]
fn a_difference_is_found() {
    let text = library::find("breakthrough").expect("a shipped game").text;
    let right = compiled("right", text).expect("a shipped game");
    for (from, to, words) in [
        ("step forward to empty", "step forward to empty except a3", "the list of moves"),
        ("win when own Pawn on far rank", "lose when own Pawn on far rank", "the verdict"),
        (" * sum", " * 2 * sum", "the evaluation"),
        ("White Pawn on ranks 1..2", "White Pawn on ranks 1..2 except a1", "the start"),
    ] {
        assert!(text.contains(from));
        let wrong = compiled("wrong", &text.replace(from, to)).expect("a game all the same");
        let effort = Effort { games: 40, plies: 200, tried: 5 };
        let message = same(right.game(), wrong.game(), effort).expect_err(words);
        assert!(message.contains(words), "{words}: {message}");
    }
}

/// The first text that stands for two moves of one position, along random games.
fn ambiguous(compiled: &Compiled, seed: u64, shorten: impl Fn(String) -> String) -> Option<String> {
    let mut rng = Rng(seed);
    for _ in 0..2 {
        let mut position = Position::initial(compiled.game());
        for _ in 0..30 {
            let Ok(moves) = position.moves() else { break };
            if moves.is_empty() || !matches!(position.ending(), Ok(None)) {
                break;
            }
            let mut records = HashMap::new();
            for record in moves.iter().take(300) {
                let text = shorten(compiled.move_text(position.state(), record));
                if let Some(other) = records.insert(text.clone(), record)
                    && other != record
                {
                    // Where moves with equal results are one, it is told at least.
                    let told = compiled.left_out(position.state()).unwrap();
                    if told.is_none_or(|told| told.code != "moves-alike") {
                        return Some(text);
                    }
                }
            }
            let text = compiled.move_text(position.state(), moves.get(rng.below(moves.len())));
            let record = compiled.parse_move(position.state(), &text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert_eq!(compiled.move_text(position.state(), &record), text);
            position.make(&record);
        }
    }
    None
}

/// Plies whose choices read the same: of each pair the first is a move.
const ALIKE: [(&str, &str, usize); 5] = [
    ("square 3x3", "step orthogonal to empty } move { pick from in own pick to in empty { put enemy Man on to }", 8),
    (
        "square 3x3",
        "step orthogonal to empty as one } move { pick from in own pick to in empty { either { put enemy Man on to } as one or { } as two }",
        16,
    ),
    ("track 3", "pick x in empty { put enemy Man on x } } move { place Man on empty { flip all }", 2),
    ("track 12", "pick x in own pick to in empty { take x put Man on to } } move { place Man on empty", 22),
    ("track 3", "pick x in empty pick y in empty { put Man on y } } move { pick to in empty", 6),
];

#[test]
fn texts_tell_moves_apart() {
    let check = |name: &str, text: &str| {
        let compiled = compiled(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(ambiguous(&compiled, 1, |text| text), None, "{name}\n{text}");
        compiled
    };
    games::all().iter().for_each(|(name, text)| drop(check(name, text)));
    (0..files()).for_each(|seed| drop(check(&format!("file {seed}"), &rule_file(seed))));
    for (board, clauses, moves) in ALIKE {
        let first = if board.starts_with("track") { "1" } else { "a1" };
        let group = if clauses.starts_with("step") { "move Man" } else { "move" };
        let text = format!(
            "players A, B\nboard {board}\npiece Man\nsetup {{ A Man on {first} }}\n{group} {{ {clauses} }}\nend {{ draw when enemy stuck  draw when repeats 3 }}\n"
        );
        let compiled = check(clauses, &text);
        assert_eq!(Position::initial(compiled.game()).moves().unwrap().len(), moves, "{clauses}");
    }
    // A text that says too little is found.
    let game = compiled("breakthrough", library::find("breakthrough").unwrap().text).unwrap();
    assert!(ambiguous(&game, 1, |text| text[2..].to_string()).is_some());
}
