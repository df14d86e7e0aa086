//! Matches in parts: `match --shard`, `merge`.

use super::outside::{file, run};
use serde_json::Value;

const MATCH: [&str; 6] = ["match", "breakthrough", "depth=2", "depth=1", "--set", "size=5"];

/// The parts of a match as files.
fn parts(name: &str, of: usize, more: &[&str]) -> Vec<String> {
    let part = |index: usize| {
        let shard = format!("{index}/{of}");
        let run = run(&[&MATCH[..], more, &["--shard", &shard]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        file(&format!("{name}-{index}.jsonl"), run.out.as_bytes()).to_str().unwrap().to_string()
    };
    (1..=of).map(part).collect()
}

fn merged(files: &[String], more: &[&str]) -> super::outside::Run {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(&[&["merge"], &files[..], more].concat())
}

/// What is said of parts that don't make a match.
fn refused(files: &[String]) -> String {
    let run = merged(files, &[]);
    assert_eq!((run.status, run.out.as_str()), (1, ""), "{}", run.err);
    assert!(run.err.contains("help:"), "{}", run.err);
    run.err
}

#[test]
fn the_parts_give_what_one_run_gives() {
    for (name, of, more) in [
        ("few", 2, &["--games", "9", "--seed", "3"][..]),
        ("many", 5, &["--games", "6", "--seed", "4", "--parallel", "2"]),
        ("tested", 3, &["--games", "60", "--seed", "5", "--sprt", "0,600"]),
        ("repeated", 2, &["--games", "20", "--random", "0"]),
        ("short", 2, &["--games", "4", "--random", "60", "--plies", "30"]),
    ] {
        let mut files = parts(name, of, more);
        files.reverse();
        let whole = run(&[&MATCH[..], more].concat());
        let put = merged(&files, &[]);
        assert_eq!((put.status, &put.out), (0, &whole.out), "{name}: {}", put.err);
        // With several at a time games end in any order, and are told in that of their numbers.
        let whole = run(&[&MATCH[..], more, &["--format", "json"]].concat()).json();
        assert_eq!(merged(&files, &["--format", "json"]).json(), whole, "{name}");
        if name == "tested" {
            assert!(whole["games"].as_u64().unwrap() < 60, "the test is decided early: {whole}");
        }
    }
}

#[test]
fn parts_that_make_no_match() {
    let files = parts("whole", 3, &["--games", "8", "--seed", "6"]);
    assert!(refused(&files[..2]).contains("part 3 of 3 is missing"));
    assert!(refused(&files[..1]).contains("parts 2, 3 of 3 are missing"));
    let twice = [&files[..], &files[1..2]].concat();
    assert!(refused(&twice).contains("are both part 2 of 3"));
    for (name, more, said) in [
        ("seed", &["--games", "8", "--seed", "7"][..], "the seed is `6` and `7`"),
        ("games", &["--games", "10", "--seed", "6"], "the number of games is `8` and `10`"),
        ("long", &["--games", "8", "--seed", "6", "--plies", "100"], "the greatest length is"),
        ("test", &["--games", "8", "--seed", "6", "--sprt", "0,50"], "the sequential test is"),
        ("start", &["--games", "8", "--seed", "6", "--moves", "a2a3"], "the position is"),
    ] {
        let other = parts(&format!("other-{name}"), 3, more);
        let said_of = refused(&[files[0].clone(), other[1].clone(), files[2].clone()]);
        assert!(said_of.contains("not of one match") && said_of.contains(said), "{name}: {said_of}");
    }
    let two = parts("two", 2, &["--games", "8", "--seed", "6"]);
    assert!(refused(&[files[0].clone(), two[1].clone()]).contains("is one of 3 parts"));
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let changed = |name: &str, text: &str| {
        let path = file(name, text.as_bytes()).to_str().unwrap().to_string();
        refused(&[path, files[1].clone(), files[2].clone()])
    };
    let version = text.replacen(env!("CARGO_PKG_VERSION"), "0.0.1", 1);
    assert!(changed("version.jsonl", &version).contains("the version is"));
    let lines: Vec<&str> = text.lines().collect();
    assert!(changed("cut.jsonl", &text[..text.len() - 40]).contains("breaks off"));
    assert!(changed("half.jsonl", &lines[..2].join("\n")).contains("breaks off before its end"));
    assert!(changed("cut-game.jsonl", &format!("{}\n{}", lines[0], &lines[1][..20])).contains("breaks off in line 2"));
    let again = [&lines[..2], &lines[1..]].concat().join("\n");
    assert!(changed("game-twice.jsonl", &again).contains("there twice"));
    let fewer = [&lines[..1], &lines[2..]].concat().join("\n");
    assert!(changed("game-missing.jsonl", &fewer).contains("games, of"));
    assert!(changed("two-parts.jsonl", &format!("{text}{text}")).contains("stands behind the last one"));
    assert!(
        changed("no-result.jsonl", &text.replace("\"win\"", "\"won\"").replace("\"loss\"", "\"won\""))
            .contains("no result")
    );
    for (name, text) in
        [("empty", ""), ("words", "hello\n"), ("object", "{}\n"), ("list", "[1]\n"), ("number", "{\"shard\":0}\n")]
    {
        let said = changed(&format!("{name}.jsonl"), text);
        assert!(said.contains("no part of a match") || said.contains("none of a part"), "{name}: {said}");
    }
    assert!(merged(&["no-such-file.jsonl".to_string()], &[]).err.contains("no-such-file.jsonl"));
    for (bad, said) in [
        ("0/4", "the first part is 1"),
        ("5/4", "no part 5 of 4"),
        ("x", "such as 2/4"),
        ("1/0", "no part 1 of 0"),
        ("-1/4", "such as 2/4"),
    ] {
        let run = run(&[&MATCH[..], &["--shard", bad]].concat());
        assert!(run.status == 1 && run.err.contains(said), "{bad}: {}", run.err);
    }
}

/// Each line is an object by itself, so that what was played before a machine went down can be read.
#[test]
fn parts_are_lines_of_json() {
    let run = run(&[&MATCH[..], &["--games", "4", "--shard", "2/2"]].concat());
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["shard"].as_u64(), lines[0]["of"].as_u64(), lines.len()), (Some(2), Some(2), 4));
    assert_eq!((&lines[1]["game"], &lines[2]["game"], &lines[3]["games"]), (&3.into(), &4.into(), &2.into()));
}
