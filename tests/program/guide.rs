//! The guides in `docs/` say what the program says: every `$ rulesmith …` in them is run and its answer compared.
//!
//! `UPDATE=1 cargo test --test program guide` writes the answers of the program into the guide. Times, which differ from run to
//! run, are shown and compared as `… ms`; a line `…` stands for any lines that were left out.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The words of a command line, with quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => (quoted, any) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if any || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => word.push(c),
        }
    }
    if any || !word.is_empty() {
        words.push(word);
    }
    words
}

/// Times are not the program's doing.
fn timeless(text: &str) -> String {
    let mut out = Vec::new();
    for line in text.lines() {
        let mut words: Vec<&str> = line.split(' ').collect();
        let time = |w: &str| w.parse::<f64>().is_ok();
        for i in 1..words.len() {
            if matches!(words[i], "ms" | "s") && time(words[i - 1]) {
                (words[i - 1], words[i]) = ("…", "ms");
            }
        }
        out.push(words.join(" ").trim_end().to_string());
    }
    out.join("\n")
}

fn answer(line: &str, folder: &Path) -> String {
    let mut words = words(line);
    assert_eq!(words.remove(0), "rulesmith", "{line}");
    let output = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(&words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    timeless(String::from_utf8(text).unwrap().trim_end())
}

/// Whether a text is what the guide shows, `…` standing for any lines.
fn shows(shown: &[&str], said: &[&str]) -> bool {
    match (shown, said) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=said.len()).any(|skip| shows(rest, &said[skip..])),
        ([a, shown @ ..], [b, said @ ..]) => a == b && shows(shown, said),
        _ => false,
    }
}

/// Runs the commands of a guide in order, in a folder of its own, and gives the guide with their answers.
fn guide(name: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("guide-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let update = std::env::var_os("UPDATE").is_some();
    let mut out = String::new();
    let mut wrong = Vec::new();
    let mut lines = text.lines().peekable();
    let mut ran = 0;
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        let mut shown: Vec<&str> = Vec::new();
        let mut command = lines.next().and_then(|l| l.strip_prefix("$ "));
        while let Some(wanted) = command.take() {
            while let Some(next) = lines.next_if(|l| *l != "```" && !l.starts_with("$ ")) {
                shown.push(next);
            }
            ran += 1;
            let said = answer(wanted, &folder);
            let said: Vec<&str> = said.lines().collect();
            out += &format!("$ {wanted}\n");
            let fits = shows(&shown, &said);
            if !fits {
                wrong.push(format!("$ {wanted}\n{}", said.join("\n")));
            }
            let kept = if fits || !update { &shown } else { &said };
            kept.iter().for_each(|l| out += &format!("{l}\n"));
            shown.clear();
            command = lines.next_if(|l| l.starts_with("$ ")).and_then(|l| l.strip_prefix("$ "));
        }
    }
    assert!(ran > 0, "{name} has no commands");
    if update {
        std::fs::write(&path, out).unwrap();
    } else {
        assert!(wrong.is_empty(), "{name} does not say what the program says:\n\n{}", wrong.join("\n\n"));
    }
}

#[test]
fn search() {
    guide("search.md");
}
