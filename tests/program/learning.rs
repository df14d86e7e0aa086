//! Evaluations that are learned from quick games, and where they are kept.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rulesmith::Backend;
use rulesmith::compile::Settings;
use rulesmith::session::{Basis, Loaded, Origin, Session};
use rulesmith::source::Source;
use serde_json::Value;

const SEEDS: &str = "game \"Seeds\"\nplayers South, North\nboard track 6\nboard store row 2\n\
                     link next (i) -> i mod 6 + 1\nregion pits South 1..3, North 4..6\n\
                     region home South store1, North store2\npiece Seed counted neutral\nsetup { 3 Seed on 1..6 }\n\
                     move { sow own pits along next { if to on enemy pits { move to onto own home } } }\n\
                     end { win when count Seed on own home > 9  lose when count Seed on enemy home > 9 }\n\
                     end when enemy stuck { draw }\nend { draw when repeats 3 }\n";

/// A folder of this test alone, with the rules in it.
fn place(name: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learning-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let rules = folder.join("seeds.game");
    std::fs::write(&rules, SEEDS).unwrap();
    (folder, rules.to_string_lossy().to_string())
}

fn run(cache: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
        .args(arguments)
        .args(["--format", "json"])
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn kept(cache: &Path) -> Vec<PathBuf> {
    let folder = cache.join("rulesmith").join("evaluations");
    std::fs::read_dir(folder).map_or_else(|_| Vec::new(), |files| files.flatten().map(|f| f.path()).collect())
}

fn weight(eval: &Value, term: &str) -> i64 {
    let terms = eval["terms"].as_array().unwrap();
    terms.iter().find(|t| t["term"] == term).map_or(0, |t| t["weight"].as_i64().unwrap())
}

#[test]
fn quick_games_tell_what_seeds_in_the_store_are_worth() {
    let (folder, rules) = place("worth");
    let learned = run(&folder, &["eval", &rules]);
    assert!(weight(&learned, "count Seed on own home") > 0, "{learned}");
    assert!(learned["learned"]["games"].as_u64().unwrap() >= 100, "{learned}");
    // What runs the rules plays no part in it.
    let other = folder.join("other");
    let slow = run(&other, &["eval", &rules, "--backend", "interpreter"]);
    assert_eq!(slow, learned);
    let guessed = run(&folder, &["eval", &rules, "--eval", "guessed"]);
    assert_eq!(guessed["learned"], Value::Null);
}

#[test]
fn what_was_learned_is_kept_and_nothing_depends_on_it() {
    let (folder, rules) = place("kept");
    for command in [&["moves", &rules][..], &["check", &rules], &["perft", &rules, "3"]] {
        run(&folder, command);
        assert!(kept(&folder).is_empty(), "{command:?}");
    }
    let first = run(&folder, &["best", &rules, "--depth", "2"]);
    let files = kept(&folder);
    assert_eq!(files.len(), 1, "{files:?}");
    // Read the second time: what is changed there is what is shown.
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let mut changed: Value = serde_json::from_str(&text).unwrap();
    changed["terms"][0][2] = 4321.into();
    std::fs::write(&files[0], changed.to_string()).unwrap();
    let shown = run(&folder, &["eval", &rules]);
    assert!(shown["terms"].as_array().unwrap().iter().any(|t| t["weight"] == 4321), "{shown}");
    // Other rules, other options: learned anew.
    let more = SEEDS.replace("3 Seed", "2 Seed").replace("> 9", "> 6");
    std::fs::write(&rules, more).unwrap();
    run(&folder, &["eval", &rules]);
    assert_eq!(kept(&folder).len(), 2);
    std::fs::write(&rules, SEEDS).unwrap();
    // Broken files are as none.
    let mut terms = changed.clone();
    terms["terms"][0][1] = "count none".into();
    for broken in ["", "{", "[]", "null", &"x".repeat(100_000), &terms.to_string()] {
        std::fs::write(&files[0], broken).unwrap();
        let again = run(&folder, &["best", &rules, "--depth", "2"]);
        assert_eq!((&again["move"], &again["score"]), (&first["move"], &first["score"]), "{broken:.20}");
        assert_eq!(std::fs::read_to_string(&files[0]).unwrap(), text);
    }
    // So is a folder that can't be written to.
    let nowhere = folder.join("seeds.game");
    let again = run(&nowhere, &["best", &rules, "--depth", "2"]);
    assert_eq!((&again["move"], &again["score"]), (&first["move"], &first["score"]));
}

#[test]
fn an_answer_that_rests_on_the_guess_says_so() {
    let (folder, rules) = place("late");
    // Six tenths of a millisecond are not enough to learn in.
    let late = run(&folder, &["best", &rules, "--time", "1ms"]);
    assert_eq!(late["evaluation"], "guessed", "{late}");
    // What is kept of it is not taken for what is learned.
    let again = run(&folder, &["best", &rules, "--time", "1ms"]);
    assert_eq!(again["evaluation"], "guessed", "{again}");
    let learned = run(&folder, &["best", &rules, "--depth", "1"]);
    assert_eq!(learned["evaluation"], Value::Null, "{learned}");
    // What was learned once is there at once.
    let known = run(&folder, &["best", &rules, "--time", "1s"]);
    assert_eq!(known["evaluation"], Value::Null, "{known}");
}

/// What one process had no time for is gone on with by the next, and comes to what a single one would have learned.
#[test]
fn a_lesson_that_was_cut_is_gone_on_with() {
    let (folder, rules) = place("on");
    let other = folder.join("other");
    run(&other, &["eval", &rules]);
    let lessons = || {
        let files = std::fs::read_dir(folder.join("rulesmith").join("lessons"));
        files.map_or_else(|_| Vec::new(), |files| files.flatten().map(|f| f.path()).collect())
    };
    let first = run(&folder, &["best", &rules, "--time", "150ms"]);
    assert_ne!(first["evaluation"], Value::Null, "{first}");
    let journal: PathBuf = lessons().pop().expect("it was cut");
    // A damaged one is as none.
    std::fs::write(&journal, std::fs::read_to_string(&journal).unwrap().replacen(",0,", ",1,", 1)).unwrap();
    let mut time = 150;
    while !run(&folder, &["best", &rules, "--time", &format!("{time}ms")])["evaluation"].is_null() {
        assert!(kept(&folder).is_empty() && lessons().len() == 1);
        time += 50;
    }
    assert!(lessons().is_empty());
    let text = |folder: &Path| std::fs::read_to_string(kept(folder).pop().expect("it is learned")).unwrap();
    assert_eq!(text(&folder), text(&other));
}

/// So it is by the next call of a conversation, which plays by what was learned so far.
#[test]
fn a_conversation_goes_on_learning() {
    let loaded = |name| {
        let text = SEEDS.replace("Seeds", name);
        let settings = Settings { backend: Backend::Interpreter, ..Settings::default() };
        Loaded::compile(Source::new(name, &text), Origin::Text, settings).unwrap_or_else(|e| panic!("{e:?}"))
    };
    let stop = AtomicBool::new(false);
    let session = Session::new(loaded("Talk"));
    let mut games = Vec::new();
    while session.loaded().basis() != Basis::Known {
        session.learn_within(Duration::from_millis(60 + 20 * games.len() as u64), &stop, &mut ());
        games.push(session.loaded().grounds().map_or(0, |grounds| grounds.games));
    }
    assert!(games.len() > 1 && games.is_sorted(), "{games:?}");
    // All is known now, to whoever loads it anew as well.
    let again = Session::new(loaded("Talk"));
    again.learn_within(Duration::ZERO, &stop, &mut ());
    assert_eq!(again.loaded().grounds(), session.loaded().grounds());
    assert_eq!(again.loaded().basis(), Basis::Known);
}

/// A chain that takes nothing may wander about: to count its moves is a search of its own.
#[test]
fn moves_of_chains_that_wander_are_not_counted() {
    let (folder, _) = place("wander");
    let shown = run(&folder, &["eval", "halma", "--eval", "guessed"]);
    let terms = shown["terms"].as_array().unwrap();
    assert!(!terms.is_empty() && terms.iter().all(|t| t["term"] != "mobility"), "{shown}");
}

/// A hand for one kind of piece is one number, however it is named.
#[test]
fn a_hand_of_one_kind_is_counted_once() {
    let (folder, _) = place("hand");
    let shown = run(&folder, &["eval", "nine-mens-morris", "--eval", "guessed"]);
    let hands = shown["terms"].as_array().unwrap().iter().filter(|t| t["term"].as_str().unwrap().contains("hand"));
    assert_eq!(hands.count(), 1, "{shown}");
}
