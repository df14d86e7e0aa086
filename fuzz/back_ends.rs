//! Rule files nobody would write, and texts of their positions, through both back ends: they must agree, and nothing may panic. A libFuzzer target.
//!
//! The first eight bytes seed a generated file, or name a shipped one; the others put lines, words and digits in the place of
//! others. What does not compile has only to be told so. From the root, with a C++ compiler; the flags mark what this file,
//! the generator and the comparison run through:
//!
//! ```sh
//! cargo rustc --release --package rulesmith-fuzz --features link --bin back_ends -- -Cpasses=sancov-module \
//!   -Cllvm-args=-sanitizer-coverage-level=3 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
//!   -Cllvm-args=-sanitizer-coverage-pc-table --cfg fuzzing
//! mkdir -p fuzz/corpus && target/release/back_ends -max_total_time=300 -timeout=60 -max_len=26 fuzz/corpus
//! ```

#![cfg_attr(feature = "link", no_main)]

#[allow(dead_code, unused_imports)]
#[path = "../tests/support/random.rs"]
mod random;
#[path = "../tests/support/rulegen.rs"]
mod rulegen;
#[path = "../tests/support/same.rs"]
mod same;
#[path = "../tests/support/texts.rs"]
mod texts;

use rulesmith::compile::{Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::exec;
use rulesmith::game::MoveList;
use rulesmith::library;
use rulesmith::source::Source;
use same::{Effort, same};
use texts::{Rules, texts};

/// So many texts of positions are read.
const ROUNDS: usize = 6;
const EFFORT: Effort = Effort { games: 1, plies: 24, tried: 3 };
/// Longer lists are left out: they say nothing that short ones do not.
const MOST_MOVES: usize = 3_000;

#[cfg(feature = "link")]
libfuzzer_sys::fuzz_target!(|data: &[u8]| run(data));

/// Tries the inputs in files: without libFuzzer, such as it has kept can still be tried again.
#[cfg(not(feature = "link"))]
fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        eprintln!("give it files of inputs, or build it with libFuzzer, as its first lines say");
    }
    for path in paths {
        match std::fs::read(&path) {
            Ok(data) => run(&data),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
}

fn run(data: &[u8]) {
    let (seed, edits) = data.split_at(data.len().min(8));
    let seed = seed.iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    // Some begin with a shipped game.
    let text = match library::GAMES.get((seed % 512) as usize) {
        Some(game) => game.text.to_string(),
        None => rulegen::rule_file(seed),
    };
    let text = edited(&text, edits);
    let mut diagnostics = Diagnostics::new();
    let Some(game) = compile(&Source::new("fuzz", &text), &Settings::default(), &mut diagnostics) else { return };
    let plain = exec::interpreter(game.lowered().clone(), 0);
    let mut moves = MoveList::new(plain.move_words());
    if plain.generate(&plain.initial(), &mut moves).is_err() || moves.len() > MOST_MOVES {
        return;
    }
    if let Err(difference) = same(&*plain, game.game(), EFFORT) {
        panic!("{difference}\n{text}");
    }
    // Nor may a text of a position be one that plays unlike those that moves lead to.
    if let Err(fault) = texts(&game, Rules::Any, &mut random::Rng(seed), ROUNDS) {
        panic!("{fault}\n{text}");
    }
}

/// A text with lines and words put in the places of others: three bytes an edit.
fn edited(text: &str, edits: &[u8]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for edit in edits.chunks_exact(3).take(6) {
        let [what, to, from] = [edit[0], edit[1], edit[2]].map(usize::from);
        let (to, count) = (to % lines.len(), lines.len());
        match what % 4 {
            0 => lines[to] = lines[from % count].clone(),
            1 => lines.swap(to, from % count),
            2 => {
                let words: Vec<&str> = lines[to].split(' ').collect();
                let all: Vec<&str> = text.split_whitespace().collect();
                let at = what / 4 % words.len();
                let word = all[(from * 7 + what) % all.len()];
                let changed: Vec<&str> =
                    words.iter().enumerate().map(|(i, w)| if i == at { word } else { *w }).collect();
                lines[to] = changed.join(" ");
            }
            _ => {
                let changed: String =
                    lines[to].chars().map(|c| if c.is_ascii_digit() { digit(from) } else { c }).collect();
                lines[to] = changed;
            }
        }
    }
    lines.join("\n") + "\n"
}

fn digit(n: usize) -> char {
    char::from(b'0' + (n % 10) as u8)
}
