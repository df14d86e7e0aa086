//! `tune`: an evaluation made better by games.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rulesmith::compile::Settings;
use rulesmith::session::{Phase, Session, TuneOptions, TuneRound, TuneWatch};
use serde_json::Value;

/// A weight that is as wrong as can be.
const LITTLE: &str = "game \"Little draughts\"\r\nplayers White, Black\r\nboard square 6x6 dark\r\n\
    facing White north, Black south\r\npiece Man\r\nsetup { White Man on ranks 1..2  Black Man on ranks 5..6 }\r\n\
    move jump Man { hop forward-diagonal over enemy to empty { take over  again } }\r\n\
    move walk Man { step forward-diagonal to empty }\r\nturn { jump else walk }\r\n\
    end { win when own Man on far rank  win when enemy stuck }\r\n\r\n\
    // What is known.\r\neval {\r\n  // all\r\n  -100 * count own Man  // men\r\n}\r\n// The end.";

/// A folder of this test alone, with the rules in it.
fn place(name: &str, rules: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tuning-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("little.game");
    std::fs::write(&file, rules).unwrap();
    (folder, file.to_string_lossy().to_string())
}

fn run(cache: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulesmith"));
    command.arg("tune").args(arguments).env("XDG_CACHE_HOME", cache).output().unwrap()
}

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

const QUICK: &[&str] = &["--games", "200", "--threads", "1", "--nodes", "100", "--format", "json"];

#[test]
fn a_wrong_weight_is_found_and_the_rest_of_the_file_stays() {
    let (folder, file) = place("wrong", LITTLE);
    let first = run(&folder, &[&[file.as_str()], QUICK].concat());
    let told = answer(&first);
    assert_eq!(first.status.code(), Some(0), "{told}");
    let weight = told["terms"].as_array().unwrap().iter().find(|t| t["term"] == "count own Man").unwrap();
    assert!(weight["weight"].as_i64().unwrap() > 0, "{told}");
    assert!(told["better"] == true && told["match"]["games"].as_u64().unwrap() >= 20, "{told}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), LITTLE, "nothing was to be written");
    // Equal games give equal answers.
    let again = run(&folder, &[&[file.as_str(), "--fresh", "--write"], QUICK].concat());
    let mut written = answer(&again);
    written["written"] = Value::Null;
    assert_eq!(written, told);
    let text = std::fs::read_to_string(&file).unwrap();
    let (before, after) = (LITTLE.find("eval").unwrap(), "\r\n// The end.");
    assert!(text.starts_with(&LITTLE[..before]) && text.ends_with(after), "{text}");
    assert!(text.contains("  // all\r\n") && text.contains(" * count own Man  // men\r\n"), "{text}");
    // What was there is no more: another run has it to beat, and says whether it does.
    let third = run(&folder, &[&[file.as_str(), "--write"], QUICK].concat());
    let told = answer(&third);
    assert_eq!(told["resumed"], 0);
    assert_eq!(third.status.code(), Some(if told["better"] == true { 0 } else { 3 }));
    let same = std::fs::read_to_string(&file).unwrap() == text;
    assert_eq!(same, told["better"] != true, "{told}");
}

#[test]
fn a_later_run_goes_on_with_the_games_of_an_earlier_one() {
    let (folder, file) = place("resumed", LITTLE);
    let some = ["--games", "40", "--threads", "1", "--nodes", "50", "--format", "json"];
    let first = answer(&run(&folder, &[&[file.as_str()], &some[..]].concat()));
    let second = answer(&run(&folder, &[&[file.as_str()], &some[..]].concat()));
    assert_eq!(second["resumed"], first["games"]);
    assert!(second["games"].as_u64() > first["games"].as_u64(), "{second}");
    let fresh = answer(&run(&folder, &[&[file.as_str(), "--fresh"], &some[..]].concat()));
    assert_eq!(fresh, first);
}

/// Stops after so many games.
struct Stopper<'a>(&'a AtomicBool, AtomicUsize);

impl TuneWatch for Stopper<'_> {
    fn tuning(&mut self, phase: Phase, _: usize, _: f64) {
        if matches!(phase, Phase::Games(2..=9, _)) && self.1.fetch_add(1, Relaxed) > 5 {
            self.0.store(true, Relaxed);
        }
    }
    fn round(&mut self, _: &TuneRound) {}
}

#[test]
fn what_is_broken_off_keeps_what_it_found() {
    let (_, file) = place("stopped", LITTLE);
    let session = Session::open(&file, &Settings::default()).unwrap();
    let stop = AtomicBool::new(false);
    let options =
        TuneOptions { time: None, games: Some(400), nodes: 100, seed: 1, threads: 1, fresh: true, after: Vec::new() };
    let tuned = session.tune(&options, &stop, &mut Stopper(&stop, AtomicUsize::new(0))).unwrap();
    assert!(tuned.stopped && !tuned.better && tuned.games > 80, "{tuned:?}");
    assert!(tuned.made.is_some() && tuned.block.contains("eval {\n"), "{tuned:?}");
    assert_eq!(tuned.tally.games(), 0);
}

#[test]
fn what_can_not_be_tuned_says_why() {
    let (folder, file) = place("refused", LITTLE);
    let said = |arguments: &[&str]| {
        let output = run(&folder, arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).to_string())
    };
    let refused = |arguments: &[&str], status: i32, what: &str| {
        let (code, text) = said(arguments);
        assert!(code == Some(status) && text.contains(what), "{arguments:?}: {code:?} {text}");
    };
    refused(&[&file, "--time", "0s"], 1, "time");
    refused(&[&file, "--games", "3"], 1, "20");
    refused(&[&file, "--write", "--out", "x.game"], 1, "--out");
    refused(&["breakthrough", "--write"], 1, "shipped game");
    refused(&["tic-tac-toe", "--games", "20"], 1, "sees this game to its end");
    refused(&[&file, "--games", "20", "--eval", "derived"], 1, "leave it out");
    refused(&["no-such-game"], 1, "no-such-game");
    let wrong = folder.join("wrong.game");
    std::fs::write(&wrong, "players A, B\nboard square 3x3\npiece Man\nmove Man { step any to empty }\n").unwrap();
    refused(&[wrong.to_str().unwrap(), "--games", "20"], 1, "end");
    let endless = folder.join("endless.game");
    let text = "players A, B\nboard square 5x5\npiece Man\nsetup { A Man on a1 b1  B Man on d5 e5 }\n\
                move Man { step any to empty }\nend { win when line 4 of own  draw when enemy stuck }\n";
    std::fs::write(&endless, text).unwrap();
    refused(&[endless.to_str().unwrap(), "--games", "20", "--threads", "1"], 1, "came to an end");
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    refused(&[&file, "--write", "--games", "20"], 2, "may only be read");
}

/// Tunes in parts; the files of the parts by round.
fn in_parts(folder: &Path, file: &str, of: usize, some: &[&str]) -> Vec<Vec<String>> {
    let mut rounds: Vec<Vec<String>> = Vec::new();
    loop {
        let after = rounds.concat();
        let after: Vec<&str> = if after.is_empty() {
            Vec::new()
        } else {
            [&["--after"], &after.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat()
        };
        let mut parts = Vec::new();
        for part in 1..=of {
            let shard = format!("{part}/{of}");
            let output = run(folder, &[&[file, "--shard", &shard], some, &after[..]].concat());
            let told = String::from_utf8_lossy(&output.stderr);
            if output.status.code() == Some(1) {
                assert!(told.contains("all games of all rounds are played"), "{told}");
                assert!(parts.is_empty());
                return rounds;
            }
            assert!(told.starts_with(&format!("part {part} of {of} of round {} of 5", rounds.len() + 1)), "{told}");
            let path = folder.join(format!("{}-{part}.jsonl", rounds.len() + 1));
            std::fs::write(&path, &output.stdout).unwrap();
            parts.push(path.to_string_lossy().to_string());
        }
        rounds.push(parts);
    }
}

#[test]
fn the_parts_of_a_tuning_come_to_what_one_run_comes_to() {
    let (folder, file) = place("parts", LITTLE);
    let some = ["--games", "60", "--threads", "1", "--nodes", "50", "--seed", "3"];
    let whole = answer(&run(&folder, &[&[file.as_str(), "--format", "json"], &some[..]].concat()));
    let rounds = in_parts(&folder, &file, 3, &some);
    assert_eq!(rounds.len(), 5);
    let mut files = rounds.concat();
    // In whatever order they come.
    files.reverse();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let put = run(&folder, &[&[file.as_str(), "--format", "json"], &some[..], &["--after"], &files].concat());
    assert_eq!(answer(&put), whole);

    // What is no part of it, or not all of it.
    let refused = |arguments: &[&str], what: &str| {
        let output = run(&folder, &[&[file.as_str()], arguments].concat());
        let told = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(output.status.code() == Some(1) && told.contains(what) && told.contains("help:"), "{what}: {told}");
    };
    let one = rounds[0][0].as_str();
    let with = |more: &[&'static str], file: &str| -> Vec<String> {
        let mut all: Vec<String> = more.iter().map(|s| s.to_string()).collect();
        all.extend(["--after".to_string(), file.to_string()]);
        all
    };
    let refused_with = |more: &[&'static str], file: &str, what: &str| {
        let all = with(more, file);
        refused(&all.iter().map(String::as_str).collect::<Vec<_>>(), what);
    };
    refused_with(&["--games", "60", "--seed", "3", "--shard", "2/3"], one, "8 of 12 games of round 1 are missing");
    refused_with(&["--games", "60", "--seed", "4"], one, "another tuning");
    refused_with(&["--games", "70", "--seed", "3"], one, "tuning of 60 games, not 70");
    let text = std::fs::read_to_string(one).unwrap();
    let broken = folder.join("broken.jsonl");
    let broken = broken.to_str().unwrap();
    let cases = [
        (text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>(), "breaks off before its end"),
        (text[..text.len() - 20].to_string(), "breaks off in line"),
        (
            text.replacen("\"result\":1", "\"result\":0", 1).replacen("\"result\":-1", "\"result\":1", 1),
            "not as it was written",
        ),
        (format!("{text}{text}"), "stands behind the last one"),
        ("{}\n".to_string(), "no part of a tuning"),
        (String::new(), "no part of a tuning"),
        ("what\n".to_string(), "is none of a part of a tuning"),
        ("{\"shard\": 1}".to_string(), "part of a match"),
    ];
    for (text, what) in cases {
        std::fs::write(broken, text).unwrap();
        refused_with(&["--games", "60", "--seed", "3"], broken, what);
    }
    let merged = Command::new(env!("CARGO_BIN_EXE_rulesmith")).args(["merge", one]).output().unwrap();
    assert!(String::from_utf8_lossy(&merged.stderr).contains("tune FILE --games N --after"));
}
