//! One token of a shipped file left out, doubled, moved or made another one: whether the message stands there and names the repair.
//!
//! `MUTATIONS=2000 MUTATIONS_SEED=7 cargo test --test analysis mutations -- --nocapture` measures; `MUTATIONS_SHOW=replaced:20` prints
//! that many which are told badly, of all kinds with `all:20`.

use std::fmt::Write as _;

use rulesmith::compile::{Settings, check};
use rulesmith::diag::{Diagnostic, Diagnostics, Edit, Severity, apply};
use rulesmith::library::{GAMES, Shelf};
use rulesmith::source::{Source, Span};
use rulesmith::syntax::tokens::{Token, TokenKind, tokens};
use rulesmith::syntax::with_bases;

use crate::support::random::Rng;

/// So many are tried where nothing else is said.
const TRIED: usize = 70;

const KINDS: [&str; 7] = ["misspelt", "deleted", "doubled", "inserted", "swapped", "replaced", "sign"];

const SIGNS: [&str; 10] = ["{", "}", "(", ")", ",", ":", "=", "..", "*", "+"];

/// A text with one token changed.
struct Mutation {
    /// What is wanted back.
    was: String,
    /// What stands there instead.
    now: String,
    text: String,
    place: Span,
}

/// A word with one letter changed, left out, or swapped with the next one.
fn misspelt(word: &str, rng: &mut Rng) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 2 || !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let at = rng.below(letters.len());
    match rng.below(3) {
        0 => letters[at] = char::from(b'a' + rng.below(26) as u8),
        1 => drop(letters.remove(at)),
        _ if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => return None,
    }
    Some(letters.into_iter().collect())
}

/// Changes one token of a text in some way; none where it can't be, or makes no difference.
fn mutated(text: &str, list: &[Token], kind: &str, rng: &mut Rng) -> Option<Mutation> {
    let word = |i: usize| &text[list[i].span.start..list[i].span.end];
    let at = rng.below(list.len());
    let some = word(rng.below(list.len())).to_string();
    let (span, was) = (list[at].span, word(at));
    if list[at].kind == TokenKind::Text {
        return None;
    }
    let (place, now) = match kind {
        "misspelt" => (span, misspelt(was, rng)?),
        "deleted" => (span, String::new()),
        "doubled" => (Span::new(span.start, span.start), format!("{was} ")),
        "inserted" => (Span::new(span.start, span.start), format!("{some} ")),
        "swapped" if at + 1 < list.len() => (span.to(list[at + 1].span), format!("{} {was}", word(at + 1))),
        "replaced" => (span, some),
        "sign" if list[at].kind == TokenKind::Sign => (span, SIGNS[rng.below(SIGNS.len())].to_string()),
        _ => return None,
    };
    let was = text[place.start..place.end].to_string();
    // Two words never become one.
    let part = |c: char| c.is_ascii_alphanumeric();
    let gap = |apart: bool| if apart && !now.is_empty() { " " } else { "" };
    let before = gap(text[..place.start].ends_with(part) && now.starts_with(part));
    let behind = gap(text[place.end..].starts_with(part) && now.ends_with(part));
    let changed = format!("{}{before}{now}{behind}{}", &text[..place.start], &text[place.end..]);
    // What is gone was between its neighbours.
    let (first, last) = match now.is_empty() {
        true => (at.saturating_sub(1), (at + 1).min(list.len() - 1)),
        false => (at, at),
    };
    let start = if first < at { list[first].span.end } else { place.start + before.len() };
    let end = if last > at { list[last].span.start - was.len() } else { place.start + before.len() + now.len() };
    Some(Mutation { was, now: now.trim().to_string(), text: changed, place: Span::new(start.min(end), end) })
}

/// A text as its tokens, which is all that it means.
fn meaning(text: &str) -> Vec<String> {
    tokens(text).list.iter().map(|token| text[token.span.start..token.span.end].to_string()).collect()
}

/// Whether something is quoted in a text as a word, or several, of its own.
fn quotes(text: &str, wanted: &str) -> bool {
    let wanted = meaning(wanted);
    let named = wanted == [","] && text.contains("comma");
    named
        || text.split('`').skip(1).step_by(2).any(|said| meaning(said).windows(wanted.len()).any(|some| some == wanted))
}

/// Whether a message names the repair: by an edit that gives back what stood there, or by quoting that.
fn names(told: &Diagnostic, mutation: &Mutation, original: &[String]) -> bool {
    let fixed = |edits: &[Edit]| {
        let own = edits.iter().all(|edit| edit.span.end <= mutation.text.len());
        own && meaning(&apply(&mutation.text, edits)) == original
    };
    if told.fixes.iter().any(|fix| fixed(&fix.edits)) {
        return true;
    }
    let help = told.help.as_deref().unwrap_or_default();
    if !mutation.was.is_empty() {
        return quotes(help, &mutation.was) || quotes(&told.message, &mutation.was);
    }
    // What is one too many is to be left out; it may be said by its place.
    let here = told.span.start <= mutation.place.end && mutation.place.start <= told.span.end;
    // A row of numbers tells that one is too many.
    let row = help.contains("1 number less") && mutation.now.parse::<u32>().is_ok();
    row || help.contains("leave")
        && (quotes(help, &mutation.now) || here && (help.contains("leave it") || help.contains("leave one of")))
}

#[derive(Default, Clone, Copy)]
struct Tally {
    tried: usize,
    located: usize,
    named: usize,
    silent: usize,
    /// Those that are rules, too.
    legal: usize,
    /// Messages beyond the first of each.
    more: usize,
}

impl Tally {
    fn line(&self, kind: &str) -> String {
        let share = |count: usize| count as f64 / self.tried.max(1) as f64;
        let Tally { tried, silent, legal, more, .. } = *self;
        let (located, named) = (share(self.located), share(self.named));
        format!("{kind:<9}{tried:>6} located {located:.3} named {named:.3} silent {silent} legal {legal} more {more}\n")
    }

    fn add(&mut self, other: Tally) {
        self.tried += other.tried;
        self.located += other.located;
        self.named += other.named;
        self.silent += other.silent;
        self.legal += other.legal;
        self.more += other.more;
    }
}

fn shown(source: &Source, mutation: &Mutation, flags: &str, all: &[Diagnostic]) -> String {
    let (row, column) = source.line_column(mutation.place.start);
    let line = mutation.text.lines().nth(row - 1).unwrap_or_default().trim();
    let mut out = format!("[{flags}] {}:{row}:{column} `{}` → `{}`: {line}\n", source.name, mutation.was, mutation.now);
    for told in all.iter().take(4) {
        let (row, column) = source.line_column(told.span.start);
        let help = told.help.as_deref().unwrap_or_default();
        let _ = writeln!(out, "      {row}:{column} {}: {} | {help}", told.code, told.message);
        for label in &told.labels {
            let _ = writeln!(out, "        {}: {}", source.line_column(label.span.start).0, label.text);
        }
    }
    out
}

#[test]
fn a_changed_token_is_told_at_its_place_with_the_repair() {
    let asked = |name: &str| std::env::var(name).ok();
    let count = asked("MUTATIONS").and_then(|n| n.parse().ok()).unwrap_or(TRIED);
    let mut rng = Rng(asked("MUTATIONS_SEED").and_then(|n| n.parse().ok()).unwrap_or(11));
    let wanted = asked("MUTATIONS_SHOW").unwrap_or_default();
    let (wanted, most) = wanted.split_once(':').unwrap_or(("", "0"));
    let mut most: usize = most.parse().expect("a number of those to be shown");
    let mut tallies = [Tally::default(); KINDS.len()];
    let mut tried = 0;
    while tried < count {
        let (game, kind) = (&GAMES[rng.below(GAMES.len())], tried % KINDS.len());
        let (lexed, original) = (tokens(game.text), meaning(game.text));
        let Some(mutation) = mutated(game.text, &lexed.list, KINDS[kind], &mut rng) else { continue };
        if meaning(&mutation.text) == original {
            continue;
        }
        tried += 1;
        let source = with_bases(Source::new(format!("{}.game", game.name), &*mutation.text), "", &Shelf);
        let mut diagnostics = Diagnostics::new();
        let sound = check(&source, &Settings::default(), &mut diagnostics);
        let mut all = diagnostics.finish();
        all.retain(|told| told.severity == Severity::Error);
        let tally = &mut tallies[kind];
        if sound {
            tally.legal += 1;
            continue;
        }
        let line = |at: usize| mutation.text[..at.min(mutation.text.len())].matches('\n').count();
        let here = |span: Span| {
            let lines = line(mutation.place.start)..=line(mutation.place.end);
            source.is_own(span) && line(span.start) <= *lines.end() && *lines.start() <= line(span.end)
        };
        let located = all.iter().any(|told| here(told.span) || told.labels.iter().any(|label| here(label.span)));
        let named = all.iter().any(|told| names(told, &mutation, &original));
        tally.add(Tally {
            tried: 1,
            located: usize::from(located),
            named: usize::from(named),
            silent: usize::from(all.is_empty()),
            legal: 0,
            more: all.len().saturating_sub(1),
        });
        if most > 0 && (!located || !named) && (wanted == "all" || wanted == KINDS[kind]) {
            most -= 1;
            let flags = format!("{}{}", if located { "" } else { "L" }, if named { "" } else { "N" });
            print!("{} {}", KINDS[kind], shown(&source, &mutation, &flags, &all));
        }
    }
    let mut table = String::new();
    let mut all = Tally::default();
    for (kind, tally) in KINDS.iter().zip(tallies) {
        table += &tally.line(kind);
        all.add(tally);
    }
    table += &all.line("all");
    println!("{table}");
    assert_eq!(all.silent, 0, "{table}");
}
