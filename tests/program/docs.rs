//! Every example of the documents is run.
//!
//! A fenced block's first word says what it is:
//! - `game [set=OPTION=VALUE] [perft=DEPTH:COUNT]`: a whole file, free of errors and warnings;
//! - `item`: items that replace those of [`BASE`] that begin with the same word; free of errors;
//! - `error CODE`: the same, but with this error or warning;
//! - `query`: lines `EXPR => EXPR` with equal values at the start of the game above;
//! - `moves`: lines `MOVES => all legal moves after them`, or `MOVES => some of them …`;
//! - `position`: lines `MOVES => text of the position after them`.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::outside::run_with;
use rulesmith::compile::{Answer, Compiled, compile};
use rulesmith::diag::{Diagnostic, Diagnostics, Severity};
use rulesmith::game::Position;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::session::with_bases;
use rulesmith::settings::Settings;
use rulesmith::source::Source;
use rulesmith::syntax::parse;
use rulesmith::syntax::vocabulary::{Reserved, WORDS, Word, role};

/// What surrounds the items of an example.
const BASE: &str = r#"game "Example"
players White, Black
board square 8x8
facing White north, Black south
piece Man, King
setup { White Man on ranks 1..2  Black Man on ranks 7..8 }
move Man { step forward to empty }
move King { step any to empty }
end { win when enemy stuck  draw when no empty }
"#;

/// The items of a text: first word, and text up to the next item.
fn items(text: &str) -> Vec<(String, String)> {
    let file = parse(&Source::new("", text), &mut Diagnostics::new());
    let starts: Vec<usize> = file.items.iter().map(|i| i.span.start).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let word = |item: &str| item.split_whitespace().next().unwrap_or_default().to_string();
    starts.iter().zip(ends).map(|(&a, b)| (word(&text[a..b]), text[a..b].to_string())).collect()
}

/// The items of an example, in [`BASE`].
fn in_base(example: &str) -> String {
    let own: Vec<String> = items(example).into_iter().map(|i| i.0).collect();
    let has = |word: &str| own.iter().any(|w| w == word);
    // On another board, or with other pieces, what the base says of them is gone, too.
    let other = has("board") || has("piece");
    let gone =
        |word: &str| has(word) || (other && matches!(word, "setup" | "move")) || (has("board") && word == "facing");
    let kept = items(BASE).into_iter().filter(|(word, _)| !gone(word));
    let mut text: String = kept.map(|i| i.1).collect();
    text.push_str(example);
    if other && !has("move") {
        let kind = items(example).into_iter().find(|i| i.0 == "piece");
        let kind = kind.and_then(|(_, t)| t.split_whitespace().nth(1).map(|k| k.trim_end_matches(',').to_string()));
        let _ = writeln!(text, "\nmove {{ place {} on empty }}", kind.as_deref().unwrap_or("Man"));
    }
    text
}

fn build(text: &str, settings: &Settings) -> (Option<Compiled>, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::new();
    let source = with_bases(Source::new("example", text), Path::new(""));
    let compiled = compile(&source, settings, &mut diagnostics);
    (compiled, diagnostics.finish())
}

fn list(messages: &[Diagnostic], text: &str) -> String {
    let mut out = String::new();
    for m in messages {
        let quoted = text.get(m.span.start..m.span.end).unwrap_or_default();
        let _ = write!(out, "\n    {:?} {}: {} at `{quoted}`", m.severity, m.code, m.message);
        let _ = m.help.as_ref().map(|h| write!(out, " ({h})"));
    }
    out
}

/// A block of a document.
struct Block<'d> {
    line: usize,
    info: &'d str,
    text: String,
}

fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut all: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for (number, line) in document.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(_), true) => open = false,
            (Some(info), false) => {
                open = true;
                all.push(Block { line: number + 1, info, text: String::new() });
            }
            (None, true) => {
                let text = &mut all.last_mut().expect("a block is open").text;
                text.push_str(line);
                text.push('\n');
            }
            (None, false) => {}
        }
    }
    all
}

/// Plays moves from the start.
fn played<'c>(game: &'c Compiled, moves: &str) -> Result<Position<'c, rulesmith::compile::AnyExecutor>, String> {
    let mut position = Position::initial(game.game());
    for word in moves.split_whitespace() {
        let record = game.parse_move(position.state(), word).map_err(|e| format!("{} ({:?})", e.message, e.help))?;
        position.make(&record);
    }
    Ok(position)
}

/// Runs a document: how many examples it has, and what is wrong with them.
fn run(document: &str) -> (usize, Vec<String>) {
    let mut count = 0;
    let mut wrong = Vec::new();
    let mut last: Option<Compiled> = None;
    for block in blocks(document) {
        let mut words = block.info.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let directives: Vec<&str> = words.collect();
        let mut fail = |line: usize, what: String| wrong.push(format!("line {}: {what}", block.line + line));
        match kind {
            "game" | "item" => {
                count += 1;
                let mut settings = Settings::default();
                for set in directives.iter().filter_map(|d| d.strip_prefix("set=")) {
                    let (option, value) = set.split_once('=').expect("set=OPTION=VALUE");
                    settings.options.insert(option.to_string(), value.to_string());
                }
                let text = if kind == "game" { block.text.clone() } else { in_base(&block.text) };
                let (compiled, messages) = build(&text, &settings);
                let bad = |m: &&Diagnostic| kind == "game" || m.severity == Severity::Error;
                if messages.iter().any(|m| bad(&m)) {
                    fail(0, format!("messages{}", list(&messages, &text)));
                }
                for wanted in directives.iter().filter_map(|d| d.strip_prefix("perft=")) {
                    count += 1;
                    let (depth, expected) = wanted.split_once(':').expect("perft=DEPTH:COUNT");
                    let Some(game) = &compiled else { continue };
                    let options = PerftOptions::plies(depth.parse().unwrap());
                    let report = perft(&Position::initial(game.game()), options, &AtomicBool::new(false), &mut ());
                    let counts = report.unwrap().counts;
                    if counts.last().map(u64::to_string).as_deref() != Some(expected) {
                        fail(0, format!("perft is {counts:?}"));
                    }
                }
                last = compiled;
            }
            "error" => {
                count += 1;
                let text = in_base(&block.text);
                let messages = build(&text, &Settings::default()).1;
                if !messages.iter().any(|m| m.code == directives[0]) {
                    fail(0, format!("no message `{}`{}", directives[0], list(&messages, &text)));
                }
            }
            "query" | "moves" | "position" => {
                for (number, line) in block.text.lines().enumerate().filter(|l| !l.1.trim().is_empty()) {
                    count += 1;
                    let Some((left, right)) = line.split_once("=>") else {
                        fail(number + 1, format!("no `=>` in `{line}`"));
                        continue;
                    };
                    let Some(game) = &last else { continue };
                    if let Err(message) = line_holds(game, kind, left.trim(), right.trim()) {
                        fail(number + 1, format!("`{}`: {message}", line.trim()));
                    }
                }
            }
            "sh" | "console" | "text" => {}
            _ => fail(0, format!("a block of unknown kind `{kind}`")),
        }
    }
    (count, wrong)
}

fn line_holds(game: &Compiled, kind: &str, left: &str, right: &str) -> Result<(), String> {
    match kind {
        "query" => {
            let position = Position::initial(game.game());
            let value = |text: &str| game.query(&position, text).map_err(|m| format!("`{text}`{}", list(&m, text)));
            let found = value(left)?;
            let cells = |a: &Answer| matches!(a, Answer::Region(_)).then(|| shown(game, a));
            let holds = match (right, &found) {
                ("yes" | "no", Answer::Truth(t)) => *t == (right == "yes"),
                ("yes" | "no", Answer::Region(cells)) => cells.is_empty() == (right == "no"),
                // On a track a number is a cell.
                _ if cells(&found).is_some_and(|c| c == right) => true,
                _ => found == value(right)?,
            };
            if holds { Ok(()) } else { Err(format!("is {}", shown(game, &found))) }
        }
        "moves" => {
            let mut position = played(game, left)?;
            let over = position.ending().map_err(|e| e.to_string())?.is_some();
            let records = position.moves().map_err(|e| e.to_string())?;
            let records = records.iter().filter(|_| !over);
            let mut legal: Vec<String> = records.map(|r| game.move_text(position.state(), r)).collect();
            let mut wanted: Vec<&str> = right.split_whitespace().collect();
            let all = wanted.last() != Some(&"…");
            wanted.retain(|w| *w != "…");
            legal.sort_unstable();
            wanted.sort_unstable();
            let holds = if all { legal == wanted } else { wanted.iter().all(|w| legal.iter().any(|l| l == w)) };
            if holds { Ok(()) } else { Err(format!("the moves are {}", legal.join(" "))) }
        }
        _ => {
            let position = played(game, left)?;
            let text = game.position_text(position.state(), position.turns_passed());
            if text == right { Ok(()) } else { Err(format!("the position is {text}")) }
        }
    }
}

fn shown(game: &Compiled, answer: &Answer) -> String {
    match answer {
        Answer::Region(cells) => {
            let names = cells.iter().map(|&c| game.topology().cells[c].name.as_str());
            names.collect::<Vec<_>>().join(" ")
        }
        other => format!("{other:?}"),
    }
}

/// The conversation of a block as it really goes: lines that begin with `> ` are typed.
fn conversation(game: &str, typed: &[&str]) -> String {
    let run = run_with(&["repl", game], (typed.join("\n") + "\n").as_bytes());
    run.out + &run.err
}

#[test]
fn the_tour_of_the_readme_is_real() {
    let readme = include_str!("../../README.md");
    let (count, wrong) = run(readme);
    assert!(wrong.is_empty() && count >= 2, "{wrong:#?}");
    let tours: Vec<_> = blocks(readme).into_iter().filter(|b| b.info.starts_with("console repl ")).collect();
    assert!(!tours.is_empty());
    for tour in tours {
        let game = tour.info.split_whitespace().last().unwrap();
        let typed: Vec<&str> = tour.text.lines().filter_map(|l| l.strip_prefix("> ")).collect();
        let shown: Vec<&str> = tour.text.lines().filter(|l| !l.starts_with("> ")).collect();
        let real = conversation(game, &typed);
        // The greeting, and the messages that go to standard error, stand elsewhere in a pipe.
        let missing: Vec<&&str> = shown.iter().filter(|line| !real.lines().any(|r| r == **line)).collect();
        assert!(missing.is_empty(), "not said: {missing:#?}\nbut:\n{real}");
    }
}

#[test]
fn every_example_of_the_language_page_holds() {
    let (count, wrong) = run(include_str!("../../docs/language.md"));
    assert!(wrong.is_empty(), "{} examples are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 80, "only {count} examples");
}

/// The words, as the page lists them, in lines of its width.
fn listed(words: impl Iterator<Item = &'static str>) -> String {
    let mut lines = vec![String::new()];
    for word in words.map(|word| format!("`{word}`")) {
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = word,
            Some(line) if line.len() + word.len() < 105 => *line += &format!(" {word}"),
            _ => lines.push(word),
        }
    }
    lines.join("\n")
}

/// The lists of words on the page are those of the table. `UPDATE=1 cargo test` writes them anew.
#[test]
fn the_words_of_the_table_are_listed() {
    let sorted = |mut words: Vec<&'static str>| {
        words.sort_unstable();
        listed(words.into_iter())
    };
    let fixed = WORDS.iter().filter(|word| word.reserved == Reserved::Everywhere);
    let (openers, others): (Vec<&Word>, Vec<&Word>) = fixed.partition(|word| word.is(role::OPENER));
    let texts = |words: Vec<&Word>| words.iter().map(|word| word.text).collect();
    let stands = |word: &&Word| word.is(role::VALUE) && word.reserved != Reserved::Everywhere;
    let values: Vec<String> = WORDS.iter().filter(stands).map(|word| format!("`{}`", word.text)).collect();
    let lists = [
        ("so:\n\n", sorted(texts(others)), "\n\nThese"),
        ("makes it a name:\n\n", sorted(texts(openers)), "\n\nNor"),
        ("something everywhere: ", values.join(" "), ", and the"),
    ];
    let page = std::fs::read_to_string("docs/language.md").unwrap();
    let start = page.find("## 20. Words").unwrap();
    let mut new = page.clone();
    for (before, list, behind) in lists {
        let from = start + new[start..].find(before).unwrap_or_else(|| panic!("no `{before}`")) + before.len();
        let to = from + new[from..].find(behind).unwrap_or_else(|| panic!("no `{behind}`"));
        new.replace_range(from..to, &list);
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write("docs/language.md", &new).unwrap();
    } else {
        assert!(new == page, "the lists of words in docs/language.md are not those of the table: UPDATE=1 writes them");
    }
}

/// What the checks are worth: a document with one mistake of each sort.
#[test]
fn a_wrong_example_is_found() {
    let document = r#"
```game perft=1:3
players A, B board row 2 piece Stone
move { place Stone on empty }
end { draw when no empty }
```
```item
move Man { step forward to emty }
```
```item
board row 2
```
```query
count all => 3
```
```moves
=> a1
```
```position
a1 => 2 w 1
```
```error unknown-name
define two = 2
```
```gaem
```
"#;
    let (count, wrong) = run(document);
    assert_eq!((count, wrong.len()), (8, 7), "{wrong:#?}");
}
