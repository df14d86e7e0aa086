//! What may be written at a place.

use std::ops::Range;

use super::names::{Kind, Symbol, declared};
use crate::rules::{COLOURS, FORMS, PLACES, STYLES};
use crate::source::Source;
use crate::syntax::tokens::tokens;
use crate::syntax::vocabulary::{WORDS, Word, role};
use crate::syntax::{Bases, Wanted, wanted, with_bases};

/// What may be written, in place of what was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What was begun.
    pub range: Range<usize>,
    /// What it may become: words of the language first, then names, each in the order of the alphabet.
    pub items: Vec<Item>,
}

/// A word or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// As it is shown.
    pub label: String,
    /// `keyword`, or what the name is declared as.
    pub kind: &'static str,
    /// An example of a word; nothing for a name.
    pub detail: Option<&'static str>,
    /// What is written in place of the range.
    pub apply: String,
}

/// What may stand at a place: the words that the grammar takes there, and the names of the text and of the files that it
/// extends. The rest of the text may be wrong.
///
/// ```
/// let text = "piece Pawn\nmove Pawn {\n  st";
/// let found = rulesmith::ide::complete(text, text.len(), "", &());
/// assert_eq!(found.range, text.len() - 2..text.len());
/// assert!(found.items.iter().any(|item| item.label == "step"));
/// assert!(!found.items.iter().any(|item| item.label == "players"));
/// ```
pub fn complete(text: &str, at: usize, path: &str, bases: &dyn Bases) -> Completion {
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let start = text[..at].trim_end_matches(letters).len();
    let wanted = wanted(text, start);
    let mut words: Vec<&Word> = wanted.words.clone();
    let roles = [
        (wanted.operand, role::VALUE | role::PREFIX | role::PHRASE | role::FUNCTION),
        (wanted.operand, role::DIRECTION | role::COMPASS | role::TURNS),
        (wanted.direction, role::DIRECTION | role::COMPASS | role::TURNS),
    ];
    for (_, roles) in roles.iter().filter(|(wanted, _)| *wanted) {
        words.extend(WORDS.iter().filter(|word| word.is(*roles)));
    }
    words.sort_by_key(|word| word.text);
    words.dedup();
    // How things look are words of the analysis alone.
    let looks =
        if wanted.look || wanted.before == "look" { [COLOURS, STYLES, PLACES, FORMS].concat() } else { Vec::new() };
    let mut names = names_of(text, at, path, bases);
    names.retain(|(_, kind)| fits(*kind, &wanted));
    let word = |word: &Word| Item {
        label: word.text.to_string(),
        kind: "keyword",
        detail: Some(word.example),
        apply: word.text.to_string(),
    };
    let colour = |look: &str| Item { label: look.to_string(), kind: "keyword", detail: None, apply: look.to_string() };
    let name =
        |(name, kind): (String, Kind)| Item { label: name.clone(), kind: kind.word(), detail: None, apply: name };
    Completion {
        range: start..at,
        items: words
            .into_iter()
            .map(word)
            .chain(looks.iter().map(|look| colour(look)))
            .chain(names.into_iter().map(name))
            .collect(),
    }
}

/// What may stand at the end of a question to a game, `count own` for example, whose rules are this text.
///
/// ```
/// let rules = "players A, B\nregion goal = rank 5";
/// let found = rulesmith::ide::complete_question("count own on go", rules, "", &());
/// assert_eq!(found.range, 13..15);
/// assert!(found.items.iter().any(|item| item.label == "goal"));
/// ```
pub fn complete_question(question: &str, rules: &str, path: &str, bases: &dyn Bases) -> Completion {
    let before = format!("{rules}\nlegal when ");
    let found = complete(&format!("{before}{question}"), before.len() + question.len(), path, bases);
    let range = found.range.start.saturating_sub(before.len())..question.len();
    Completion { range, ..found }
}

/// Whether a name of this kind may stand there.
fn fits(kind: Kind, wanted: &Wanted) -> bool {
    match (kind, wanted.before.as_str()) {
        (_, "region" | "define" | "clock" | "table" | "option" | "state" | "game") => false,
        (Kind::Definition, "do") | (Kind::State | Kind::Clock, "set" | "reset") | (Kind::Link, "inverse") => true,
        (_, "do" | "set" | "reset" | "inverse") => false,
        (Kind::Player, _) => wanted.player || wanted.operand,
        (Kind::Piece, _) => wanted.kind || wanted.operand,
        (Kind::Moves, _) => wanted.label,
        (Kind::Link, _) => wanted.direction || wanted.operand,
        (Kind::Parameter | Kind::Local, _) => wanted.operand || wanted.direction || wanted.name,
        (Kind::Option, _) => wanted.operand || wanted.name,
        (Kind::Board | Kind::Region | Kind::State | Kind::Clock | Kind::Table | Kind::Definition, _) => {
            let owned = matches!(&*wanted.before, "own" | "enemy") || wanted.before.starts_with(char::is_uppercase);
            wanted.operand || wanted.look || wanted.name && (owned || wanted.before == "by")
        }
    }
}

/// The names of a text and of those that it extends; what is known in one item only is left out elsewhere.
fn names_of(text: &str, at: usize, path: &str, bases: &dyn Bases) -> Vec<(String, Kind)> {
    let mut source = &with_bases(Source::new("rules", text), path, bases);
    let mut names: Vec<(String, Kind)> = Vec::new();
    let mut own = true;
    loop {
        let known = |symbol: &Symbol| match symbol.kind {
            Kind::Local | Kind::Parameter => own && symbol.item.start <= at && at <= symbol.item.end + 1,
            _ => !own || symbol.at.end != at,
        };
        let all = declared(&source.text, &tokens(&source.text));
        names.extend(all.into_iter().filter(known).map(|symbol| (symbol.name, symbol.kind)));
        match source.base() {
            Some(Ok(base)) => (source, own) = (base, false),
            _ => break,
        }
    }
    names.sort();
    names.dedup_by(|a, b| a.0 == b.0);
    names
}
