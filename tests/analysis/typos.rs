//! One token of a sound file broken at random: the message is at the place, and names what stood there.
//!
//! `TYPOS=5000 cargo test --test analysis typos -- --nocapture` tries more of them, and prints those that are told badly.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rulesmith::compile::{Backend, Settings, compile};
use rulesmith::diag::{Diagnostic, Diagnostics};
use rulesmith::session::with_bases;
use rulesmith::source::{Source, Span};
use rulesmith::syntax::words::{VALUES, is_direction, is_known};

use crate::support::{random::Rng, side_by_side};

/// So many typos a run tries where nothing else is said.
const TRIED: usize = 500;

/// A way to break a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    LetterLeftOut,
    LetterDoubled,
    LettersSwapped,
    LetterReplaced,
    WrongCapital,
    WordLeftOut,
    WordDoubled,
    OtherWord,
    SignLeftOut,
}

const SLIPS: [Slip; 9] = [
    Slip::LetterLeftOut,
    Slip::LetterDoubled,
    Slip::LettersSwapped,
    Slip::LetterReplaced,
    Slip::WrongCapital,
    Slip::WordLeftOut,
    Slip::WordDoubled,
    Slip::OtherWord,
    Slip::SignLeftOut,
];

impl Slip {
    /// Whether the word that results is none: then there is always something to say.
    fn makes_no_word(self) -> bool {
        !matches!(self, Slip::WordLeftOut | Slip::WordDoubled | Slip::OtherWord | Slip::SignLeftOut)
    }
}

/// The words and signs of a text, without what stands in comments and quotes.
fn tokens(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let part = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            b'"' => {
                at += 2 + text[at + 1..].find('"').unwrap_or(text.len() - at - 2);
                continue;
            }
            b if part(b) => {
                while at < bytes.len()
                    && (part(bytes[at]) || bytes[at] == b'-' && bytes.get(at + 1).is_some_and(|&b| part(b)))
                {
                    at += 1;
                }
            }
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                let two = matches!(bytes.get(at..at + 2), Some(b".." | b"->" | b"!=" | b"<=" | b">="));
                at += if two { 2 } else { text[at..].chars().next().map_or(1, char::len_utf8) };
            }
        }
        found.push(Span::new(start, at));
    }
    found
}

/// A file with one token broken.
struct Typo {
    /// The token as it was.
    was: String,
    text: String,
    /// Where the broken token stands; what stands beside it, if it is gone.
    place: Span,
}

/// Breaks a token of a text in some way; none where that way gives a word of the language, or of the file.
fn broken(text: &str, list: &[Span], at: usize, slip: Slip, known: &HashSet<String>, rng: &mut Rng) -> Option<Typo> {
    let token = list[at];
    let was = &text[token.start..token.end];
    let is_word = was.len() > 1 && was.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') && was != "->";
    let letters: Vec<char> = was.chars().collect();
    let new = match slip {
        Slip::SignLeftOut => (!was.starts_with(|c: char| c.is_ascii_alphanumeric())).then(String::new)?,
        _ if !is_word => return None,
        Slip::WordLeftOut => String::new(),
        Slip::WordDoubled => format!("{was} {was}"),
        Slip::OtherWord => {
            let near = known.iter().filter(|other| *other != was && is_near(was, other));
            let mut near: Vec<&String> = near.collect();
            near.sort();
            if near.is_empty() {
                return None;
            }
            near[rng.below(near.len())].clone()
        }
        Slip::WrongCapital => {
            let other = match letters[0].is_ascii_uppercase() {
                true => letters[0].to_ascii_lowercase(),
                false => letters[0].to_ascii_uppercase(),
            };
            std::iter::once(other).chain(letters[1..].iter().copied()).collect()
        }
        _ => {
            let i = rng.below(letters.len());
            let mut new = letters.clone();
            match slip {
                Slip::LetterLeftOut => drop(new.remove(i)),
                Slip::LetterDoubled => new.insert(i, letters[i]),
                Slip::LettersSwapped => new.swap(i.min(letters.len() - 2), i.min(letters.len() - 2) + 1),
                _ => new[i] = char::from(b'a' + rng.below(26) as u8),
            }
            new.into_iter().collect()
        }
    };
    let strange =
        slip.makes_no_word() && (known.contains(&new) || new.starts_with('-') || new.ends_with('-') || new.len() < 2);
    if new == was || strange {
        return None;
    }
    let changed = format!("{}{new}{}", &text[..token.start], &text[token.end..]);
    // What is gone was between its neighbours.
    let place = match new.is_empty() {
        true => Span::new(
            at.checked_sub(1).map_or(token.start, |i| list[i].start),
            list.get(at + 1).map_or(token.start, |next| next.end - was.len()),
        ),
        false => Span::new(token.start, token.start + new.len()),
    };
    Some(Typo { was: was.to_string(), text: changed, place })
}

/// A typo in one of the files.
struct Tried<'f> {
    path: &'f Path,
    slip: Slip,
    typo: Typo,
    /// How often the token stood in the file.
    uses: usize,
    /// The line in which it is broken.
    line: String,
}

/// Whether one word could be written for another.
fn is_near(word: &str, other: &str) -> bool {
    rulesmith::diag::nearest(word, [other]).is_some()
}

/// The rule files below some folders, in order.
fn files(folders: &[&str]) -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> = folders
        .iter()
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .filter(|p| p.exists())
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "game") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn said(text: &str, path: &Path) -> (Source, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::new();
    let source = with_bases(Source::new("typo.game", text), path);
    let settings = Settings { backend: Backend::Interpreter, ..Settings::default() };
    compile(&source, &settings, &mut diagnostics);
    (source, diagnostics.finish())
}

/// Whether it is a word of the language that is neither a region nor a direction.
fn is_connective(word: &str) -> bool {
    is_known(word) && !VALUES.contains(&word) && !is_direction(word)
}

/// Whether something names a token: as a word of its own.
fn names(text: &str, token: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match token.starts_with(part) {
        true => text.split(|c: char| !part(c)).any(|word| word == token),
        false => text.contains(token) || token == "," && text.contains("comma"),
    }
}

#[derive(Default)]
struct Tally {
    tried: usize,
    asked: usize,
    located: usize,
    named: usize,
    alone: usize,
}

#[test]
fn typos_are_told_at_their_place_with_the_repair() {
    let wanted: usize = std::env::var("TYPOS").ok().and_then(|n| n.parse().ok()).unwrap_or(TRIED);
    let seed = std::env::var("TYPOS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(31);
    let shows = std::env::var_os("TYPOS").is_some();
    let files = files(&["games", "tests/games"]);
    let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let known: HashSet<String> = texts
        .iter()
        .flat_map(|text| tokens(text).into_iter().map(|token| text[token.start..token.end].to_string()))
        .filter(|word| word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter(|word| !word.ends_with(|c: char| c.is_ascii_digit()))
        .collect();
    let mut rng = Rng(seed);
    let typos = (0..wanted * 20).filter_map(|_| {
        let file = rng.below(files.len());
        let text = &texts[file];
        let list = tokens(text);
        let (at, slip) = (rng.below(list.len()), SLIPS[rng.below(SLIPS.len())]);
        let typo = broken(text, &list, at, slip, &known, &mut rng)?;
        let uses = list.iter().filter(|t| text[t.start..t.end] == typo.was).count();
        let start = typo.text[..list[at].start].rfind('\n').map_or(0, |i| i + 1);
        let line = typo.text[start..].lines().next().unwrap_or_default().trim().to_string();
        Some(Tried { path: &files[file], slip, typo, uses, line })
    });
    // Some are rules, too: of those that are left over nothing is asked.
    let typos: Vec<Tried> = typos.take(wanted + wanted / 4).collect();
    let all_said = side_by_side(&typos, |tried| said(&tried.typo.text, tried.path));
    let mut tallies: BTreeMap<Slip, Tally> = BTreeMap::new();
    let (mut silent, mut bad) = (String::new(), String::new());
    let mut tried = 0;
    for (Tried { path, slip, typo, uses, line }, (source, messages)) in typos.iter().zip(all_said) {
        if tried == wanted {
            break;
        }
        let slip = *slip;
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if messages.is_empty() {
            // A name that stands nowhere else may be any other one.
            if slip.makes_no_word() && *uses > 1 {
                let _ = writeln!(silent, "{name}: {slip:?} `{}`: {line}", typo.was);
            }
            continue;
        }
        tried += 1;
        let tally = tallies.entry(slip).or_default();
        let here = |span: Span| span.start <= typo.place.end && typo.place.start <= span.end && source.is_own(span);
        let located = messages.iter().any(|m| here(m.span) || m.labels.iter().any(|label| here(label.span)));
        let named = messages
            .iter()
            .any(|m| names(m.help.as_deref().unwrap_or_default(), &typo.was) || names(&m.message, &typo.was));
        tally.tried += 1;
        tally.located += usize::from(located);
        // Which name or region was left out, and which other word stood there, nobody can tell.
        let asked = slip != Slip::OtherWord && (slip != Slip::WordLeftOut || is_connective(&typo.was));
        let named = named || !asked;
        tally.asked += usize::from(asked);
        tally.named += usize::from(named && asked);
        tally.alone += usize::from(messages.len() == 1);
        if shows && (!located || !named || messages.len() > 1) {
            let flags = format!("{}{}{}", if located { "" } else { "L" }, if named { "" } else { "N" }, messages.len());
            let _ = writeln!(bad, "[{flags}] {slip:?} {name} `{}`: {line}", typo.was);
            for m in messages.iter().take(4) {
                let (row, column) = source.line_column(m.span.start);
                let labels: Vec<String> =
                    m.labels.iter().map(|l| format!("{}@{}", l.text, source.line_column(l.span.start).0)).collect();
                let _ = writeln!(
                    bad,
                    "      {}:{row}:{column} `{}` {} | {} | {}",
                    m.code,
                    source.part(m.span).lines().next().unwrap_or_default(),
                    m.message,
                    m.help.as_deref().unwrap_or(""),
                    labels.join("; ")
                );
            }
        }
    }
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let mut table = String::new();
    let mut all = Tally::default();
    for (slip, tally) in &tallies {
        let _ = writeln!(
            table,
            "{:<16}{:>6} located {:.3} named {:.3} alone {:.3}",
            format!("{slip:?}"),
            tally.tried,
            share(tally.located, tally.tried),
            share(tally.named, tally.asked),
            share(tally.alone, tally.tried)
        );
        all.tried += tally.tried;
        all.asked += tally.asked;
        all.located += tally.located;
        all.named += tally.named;
        all.alone += tally.alone;
    }
    let (located, named) = (share(all.located, all.tried), share(all.named, all.asked));
    println!(
        "{bad}{silent}{table}all {} located {located:.3} named {named:.3} alone {:.3}",
        all.tried,
        share(all.alone, all.tried)
    );
    assert!(silent.is_empty(), "silent:\n{silent}");
    assert!(located >= 0.97 && named >= 0.93, "{table}");
}
