//! The signature of the search, and the command `bench` from outside. No speed is asserted here: that is for `benches/`.

use std::sync::atomic::AtomicBool;

use super::outside::run;
use rulesmith::session::signature;

/// Regression signature: node counts of fixed searches, recorded from this program and true of nothing else.
const RECORDED: &str = "tests/bench_signature.txt";

/// A change of rules, evaluations or search alters the numbers, and its commit says so; nothing else may. `UPDATE=1
/// cargo test --test program bench` records them anew.
#[test]
fn the_search_visits_the_nodes_it_visited() {
    let counts = signature(&AtomicBool::new(false)).expect("the shipped games load").expect("nobody stops it");
    let total: u64 = counts.iter().map(|c| c.1).sum();
    let mut text = String::from("# regression signature: nodes of the searches of `rulesmith bench --signature`\n");
    for (name, nodes) in counts.iter().chain([&("all", total)]) {
        text += &format!("{name} {nodes}\n");
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(RECORDED, &text).expect("the file can be written");
    }
    let recorded = std::fs::read_to_string(RECORDED).expect("the file is there");
    assert_eq!(text, recorded, "if the search was meant to change, record it with UPDATE=1 and say so");
}

#[test]
fn a_stopped_signature_is_none() {
    assert_eq!(signature(&AtomicBool::new(true)).expect("the shipped games load"), None);
}

#[test]
fn every_figure_is_measured() {
    let run = run(&["bench", "tic-tac-toe", "connect-four", "--time-per-figure", "20ms", "--format", "json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let answer = run.json();
    let games = answer["games"].as_array().expect("games");
    assert!(games.len() >= 2, "{answer}");
    for game in games {
        for figure in [
            "load_seconds",
            "leaves_counted_per_second",
            "leaves_made_per_second",
            "leaves_judged_per_second",
            "evaluations_per_second",
            "random_games_per_second",
            "random_plies_per_second",
            "search_nodes_per_second",
        ] {
            assert!(game[figure].as_f64().is_some_and(|f| f > 0.0), "{figure}: {game}");
        }
    }
}

#[test]
fn one_back_end_may_be_measured_alone() {
    let measured = |backend: &[&str]| {
        let run = run(&[&["bench", "tic-tac-toe", "--time-per-figure", "1ms", "--format", "json"], backend].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let games = run.json()["games"].as_array().expect("games").clone();
        games.iter().map(|game| game["backend"].as_str().expect("a name").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(measured(&["--backend", "interpreter"]), ["interpreter"]);
    if cfg!(feature = "jit") {
        assert_eq!(measured(&["--backend", "native"]), ["native"]);
        assert_eq!(measured(&[]), ["native", "interpreter"]);
    } else {
        let none = run(&["bench", "tic-tac-toe", "--backend", "native"]);
        assert!(none.status == 1 && none.err.contains("there is no native code"), "{}", none.err);
    }
    assert_ne!(run(&["bench", "--signature", "--backend", "native"]).status, 0, "the signature is of no back end");
}

#[test]
fn a_wrong_request_is_refused_before_anything_is_measured() {
    let wrong = run(&["bench", "tic-tac-toe", "chekers", "--time-per-figure", "1h"]);
    assert_eq!((wrong.status, wrong.out.as_str()), (1, ""), "{}", wrong.err);
    assert_ne!(run(&["bench", "chess", "--signature"]).status, 0, "the signature is of all games");
}
