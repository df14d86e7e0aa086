//! The program run from outside.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the program gave.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The one object that it wrote.
    pub fn json(&self) -> Value {
        assert_eq!(self.out.trim_end().lines().count(), 1, "one object on one line:\n{}\n{}", self.out, self.err);
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}

/// Runs the program with this on its standard input; it never panics.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may have gone by now: that is for the status to tell.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    let run = Run { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!run.err.contains("panicked"), "{arguments:?}\n{}", run.err);
    run
}

/// The same with nothing to read.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Runs with `--format json`, expects this status.
pub fn json(arguments: &[&str], status: i32) -> Value {
    let run = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, status, "{arguments:?}\n{}\n{}", run.out, run.err);
    run.json()
}

/// The position behind some moves, and what is said of them.
pub fn behind(arguments: &[&str]) -> (String, String) {
    let run = run(&[&["moves"], arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, 0, "{arguments:?}: {}{}", run.out, run.err);
    (run.json()["position"].as_str().unwrap().to_string(), run.err)
}

/// The rows of the position that a text gives, and who is to move.
pub fn rows(game: &str, text: &str) -> String {
    let (position, _) = behind(&[game, "--position", text]);
    position.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// What is said of a request that is wrong, on standard error and nowhere else.
pub fn refused(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.out.as_str()), (1, ""), "{arguments:?}\n{}", run.err);
    run.err
}

/// Moves of games that are refused, each with a part of what is said.
pub fn moves_refused(cases: &[(&str, &str, &str)]) {
    for (game, moves, part) in cases {
        let said = refused(&["moves", game, "--moves", moves]);
        assert!(said.contains(part), "{game}, {moves}: {said}");
    }
}

/// A file for one test.
pub fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}
