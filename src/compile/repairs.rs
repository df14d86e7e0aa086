//! What one edit mends, where a file has errors: tokens around their places are left out, swapped, put in, or written otherwise, and
//! the edits with which nothing is wrong any more are told. What a message says to write becomes an edit, too, where it mends all.
//!
//! In: a file and what is said of it. Out: the same; where one edit mends all, one message with up to three of them. So much is
//! tried and no more, however long the text is, and nothing where many things are wrong.

use std::collections::HashSet;

use super::checked;
use super::likely::{Likely, Seen};
use crate::diag::{Diagnostic, Diagnostics, Label, Severity, apply};
use crate::settings::Settings;
use crate::source::{Source, Span};
use crate::syntax::tokens::{Token, TokenKind, tokens};
use crate::syntax::words::{ITEMS, OPENERS, is_known};
use crate::syntax::{laid_over, phrases, reader};

/// More errors than these are hardly one mistake, and a longer text is not checked again and again.
const MOST_ERRORS: usize = 8;
const LONGEST: usize = 40_000;

/// So far from a place its cause is looked for, in tokens, and at so many tokens in all.
const BACK: usize = 4;
const ON: usize = 3;
const MOST_PLACES: usize = 24;

/// So many edits are given to the grammar, and so many of those that it reads to all checks.
const MOST_READ: usize = 1_200;
const MOST_CHECKED: usize = 40;

/// So much text is read, and checked, for that.
const MOST_BYTES: usize = 600_000;

/// So many are told.
const MOST_TOLD: usize = 3;

/// What it costs to leave a token out, to swap two, to write one for another, and to put one in; and how much less it costs to
/// write a word for one that looks like it.
const COSTS: [f64; 4] = [1.0, 0.8, 1.0, 0.3];
const LOOKS_ALIKE: f64 = 2.0;

/// What a word costs more that the file and those below it don't have.
const FOREIGN: f64 = 1.5;

/// What each token costs that lies between an edit and the place of an error.
const FAR: f64 = 0.25;

/// What an edit may cost at most that is told beside an advice which has a cause of its own.
const LIKELY: f64 = -1.0;

/// So many tokens on each side tell whether a name of a phrase stands there, and at so many places a phrase is laid.
const PHRASE: usize = 30;
const MOST_LAID: usize = 6;

/// How much likelier it must be than what a message says that mends it, too.
const BETTER: f64 = 1.5;

/// How an advice begins that is none: a list of what the grammar takes there, or an example of it.
const LISTS: &[&str] = &["here may stand", "something is missing"];
const EXAMPLES: &[&str] = &["such as"];

/// The messages that know no cause, where their advice begins so.
const UNSURE: &[&str] = &[
    "expected-token",
    "misplaced-word",
    "reserved-name",
    "said-twice",
    "stray-brace",
    "unclosed-brace",
    "unexpected-token",
    "unknown-effect",
    "unknown-item",
    "unknown-name",
    "unknown-verb",
    "unknown-verdict",
    "unknown-word",
    "wrong-type",
];
const GENERAL: &[&str] = &[
    "a number has no `if`",
    "close the b",
    "did you mean",
    "how many cells it has",
    "items begin with",
    "regions are joined by",
    "take another name",
    "the verbs are",
    "there are",
    "write `}` where",
];

/// The items that stand before all others, in their order.
const HEAD: [&str; 6] = ["game", "extends", "option", "players", "board", "facing"];

/// What a warning costs that an edit brings.
const WARNING: f64 = 2.0;

/// An edit of the tokens of a text.
#[derive(Debug, Clone, PartialEq)]
enum Change {
    Without(usize),
    Swapped(usize),
    Instead(usize, String),
    Before(usize, String),
}

impl Change {
    fn at(&self) -> usize {
        match self {
            Change::Without(at) | Change::Swapped(at) | Change::Instead(at, _) | Change::Before(at, _) => *at,
        }
    }
}

/// A text and its tokens.
struct Text<'t> {
    text: &'t str,
    list: Vec<Token>,
    /// The items in which edits are tried.
    items: Span,
}

impl<'t> Text<'t> {
    fn word(&self, at: usize) -> &'t str {
        self.list.get(at).map_or("", |token| &self.text[token.span.start..token.span.end])
    }

    /// What an edit does to the text.
    fn edit(&self, change: &Change) -> (Span, String) {
        let span = |at: usize| self.list[at].span;
        match change {
            Change::Without(at) => {
                // With the space on one side of it.
                let Span { start, end } = span(*at);
                let spaced = self.text[..start].ends_with(' ') && self.text[end..].starts_with([' ', '\n', ',', ')']);
                (Span::new(start - usize::from(spaced), end), String::new())
            }
            Change::Swapped(at) => {
                let (first, second) = (self.word(at + 1), self.word(*at));
                // A sign belongs to its number, and an item has a line of its own.
                let gap = match (first, self.list[*at].kind) {
                    ("-", TokenKind::Number) => "",
                    _ if ITEMS.contains(&second) => "\n",
                    _ => " ",
                };
                (span(*at).to(span(at + 1)), format!("{first}{gap}{second}"))
            }
            Change::Instead(at, word) => {
                (span(*at), format!("{}{word}{}", self.gap(*at, word), self.gap_behind(*at, word)))
            }
            Change::Before(at, word) if self.goes_behind(*at, word) => {
                let end = self.list[at - 1].span.end;
                (Span::new(end, end), format!(" {word}"))
            }
            Change::Before(at, word) => match self.list.get(*at) {
                Some(token) => {
                    let start = token.span.start;
                    (Span::new(start, start), format!("{}{word} ", self.gap(*at, word)))
                }
                None => (Span::new(self.text.trim_end().len(), self.text.trim_end().len()), format!(" {word}")),
            },
        }
    }

    /// Whether what is put before a token is rather put behind the one on the line above.
    fn goes_behind(&self, at: usize, word: &str) -> bool {
        let opens = OPENERS.contains(&word) || word.starts_with(|c: char| c.is_ascii_uppercase());
        let Some(before) = at.checked_sub(1) else { return false };
        let gap = self.list.get(at).map_or("\n", |token| &self.text[self.list[before].span.end..token.span.start]);
        !opens && gap.contains('\n')
    }

    /// A space, where a word would grow together with the one before.
    fn gap(&self, at: usize, word: &str) -> &'static str {
        let part = |c: char| c.is_ascii_alphanumeric();
        let before = self.text[..self.list[at].span.start].ends_with(part);
        if before && word.starts_with(part) { " " } else { "" }
    }

    fn gap_behind(&self, at: usize, word: &str) -> &'static str {
        let part = |c: char| c.is_ascii_alphanumeric();
        if self.text[self.list[at].span.end..].starts_with(part) && word.ends_with(part) { " " } else { "" }
    }

    fn edited(&self, change: &Change) -> String {
        self.part_edited(change, Span::new(0, self.text.len()))
    }

    /// The same of a part of the text.
    fn part_edited(&self, change: &Change, part: Span) -> String {
        let (span, new) = self.edit(change);
        let (before, behind) = (self.text.get(part.start..span.start), self.text.get(span.end..part.end));
        format!("{}{new}{}", before.unwrap_or_default(), behind.unwrap_or_default())
    }

    /// Whether a token is a word that stands here alone and means nothing.
    fn is_strange(&self, at: usize) -> bool {
        let word = self.word(at);
        let once = (0..self.list.len()).filter(|&i| self.word(i) == word).count() == 1;
        self.list.get(at).is_some_and(|token| token.kind == TokenKind::Word) && once && !is_known(word)
    }

    /// Where the items begin and end that have these tokens.
    fn items_around(&self, first: usize, last: usize) -> Span {
        let begins =
            |at: usize| ITEMS.contains(&self.word(at)) && self.text[..self.list[at].span.start].ends_with('\n');
        let start = (0..=first.min(self.list.len() - 1)).rev().find(|&at| begins(at));
        let end = (last + 1..self.list.len()).find(|&at| begins(at));
        Span::new(
            start.map_or(0, |at| self.list[at].span.start),
            end.map_or(self.text.len(), |at| self.list[at].span.start),
        )
    }

    /// The tokens near the place of a message that may be its cause, each with how far it is from there.
    fn around(&self, span: Span, out: &mut Vec<(usize, usize)>) {
        let first = self.list.partition_point(|token| token.span.end <= span.start);
        let last = self.list.partition_point(|token| token.span.start < span.end.max(span.start + 1));
        let last = last.saturating_sub(1).max(first);
        for at in first.saturating_sub(BACK)..=(last + ON).min(self.list.len()) {
            // Of a long place the ends tell most.
            let far = match () {
                () if at < first => first - at,
                () if at > last => at - last,
                () => (at - first).min(last - at),
            };
            if far <= BACK {
                out.push((at, far));
            }
        }
    }
}

/// The tokens of a text, which is what it means.
fn meaning(text: &str) -> Vec<&str> {
    tokens(text).list.iter().map(|token| &text[token.span.start..token.span.end]).collect()
}

/// Tells what mends a file.
pub(super) fn tell(source: &Source, settings: &Settings, diagnostics: &mut Diagnostics) {
    let errors: Vec<&Diagnostic> = diagnostics.errors_in_order().collect();
    let hopeless = |told: &Diagnostic| matches!(told.code, "no-base" | "text-too-long");
    let own = errors.iter().any(|told| source.is_own(told.span));
    if !own || errors.len() > MOST_ERRORS || source.text.len() > LONGEST || errors.iter().any(|told| hopeless(told)) {
        return;
    }
    let lexed = tokens(&source.text);
    if lexed.list.is_empty() || !lexed.mistakes.is_empty() {
        return;
    }
    let mut text = Text { text: &source.text, list: lexed.list, items: Span::default() };
    let places = places(&text, &errors);
    let (first, last) = (places.iter().map(|(at, _)| *at).min(), places.iter().map(|(at, _)| *at).max());
    text.items = text.items_around(first.unwrap_or(0), last.unwrap_or(0));
    let mends = |edited: &str| {
        let mut again = source.clone();
        again.text = edited.to_string();
        checked(&again, settings, &mut Diagnostics::new()).is_some()
    };
    let mended = mending(&text, source, settings, places);
    if mended.is_empty() {
        // What a single message says to write may be what mends it.
        if errors.len() == 1 {
            let told = diagnostics.extract(|told| told.severity == Severity::Error);
            told.into_iter().for_each(|told| diagnostics.put(with_its_advice(told, source, &text, &mends)));
        }
        return;
    }
    // It was one mistake: of its messages that which stands nearest to the edit says it.
    let place = text.edit(&mended[0].1).0;
    let far = |told: &Diagnostic| {
        let spans = [told.span].into_iter().chain(told.labels.iter().map(|label| label.span));
        spans.map(|span| place.start.saturating_sub(span.end) + span.start.saturating_sub(place.end)).min().unwrap_or(0)
    };
    let mut all = diagnostics.extract(|told| told.severity == Severity::Error);
    all.retain(|told| source.is_own(told.span));
    let Some(nearest) = (0..all.len()).min_by_key(|&i| (far(&all[i]), i)) else { return };
    let told = with_changes(all.swap_remove(nearest), &text, &mended, &mends);
    diagnostics.put(with_its_advice(told, source, &text, &mends));
}

/// A message without a fix with its own advice as one, if that mends everything.
fn with_its_advice(told: Diagnostic, source: &Source, text: &Text<'_>, mends: &dyn Fn(&str) -> bool) -> Diagnostic {
    if !told.fixes.is_empty() || !source.is_own(told.span) {
        return told;
    }
    match advised(&told, text, mends) {
        Some((span, new)) => told.write_at(span, new),
        None => told,
    }
}

/// What an advice says to write and where, if that mends everything: a phrase laid over the text; a word for what stands at the place
/// of the message, or for that and what stands beside it; an item of its own before those that come behind its like.
fn advised(told: &Diagnostic, text: &Text<'_>, mends: &dyn Fn(&str) -> bool) -> Option<(Span, String)> {
    if let Some(found) = laid_advice(told, text, mends) {
        return Some(found);
    }
    let help = told.help.as_deref().unwrap_or_default();
    let quoted = || help.split('`').skip(1).step_by(2).filter(|word| !word.contains('…')).take(MOST_TOLD);
    let with = |(span, new): &(Span, String)| {
        let (before, behind) = (text.text.get(..span.start), text.text.get(span.end..));
        before.zip(behind).is_some_and(|(before, behind)| mends(&format!("{before}{new}{behind}")))
    };
    let at = text.list.partition_point(|token| token.span.end <= told.span.start);
    let token = |at: usize| text.list.get(at).map(|token| token.span);
    let beside = || {
        let (here, behind) = (token(at), token(at + 1));
        let before = at.checked_sub(1).and_then(token);
        [here.zip(behind), before.zip(here), before.zip(behind)].into_iter().flatten().map(|(a, b)| a.to(b))
    };
    let guess = help.starts_with("did you mean `");
    let write = help.starts_with("write `");
    if guess || write || help.contains(" is `") {
        let spans: Vec<Span> = [told.span].into_iter().chain(beside().filter(|_| !guess)).collect();
        let edits = quoted().flat_map(|word| spans.iter().map(move |span| (*span, word.to_string())));
        if let Some(found) = edits.into_iter().find(with) {
            return Some(found);
        }
    }
    let item = quoted().next().filter(|_| write)?;
    let rank = |word: &str| HEAD.iter().position(|head| *head == word);
    let own = rank(item.split(' ').next()?)?;
    let later = (0..text.list.len()).find(|&at| {
        let start = text.list[at].span.start;
        let begins = text.text[..start].ends_with('\n') || start == 0;
        begins && ITEMS.contains(&text.word(at)) && rank(text.word(at)).is_none_or(|rank| rank > own)
    })?;
    let start = text.list[later].span.start;
    Some((Span::new(start, start), format!("{item}\n"))).filter(with)
}

/// The edits that mend everything, the likeliest first.
fn mending(text: &Text<'_>, source: &Source, settings: &Settings, places: Vec<(usize, usize)>) -> Vec<(f64, Change)> {
    let mut likely = Likely::of(source);
    let mut reader = reader(source);
    let mut tried: HashSet<String> = HashSet::new();
    let mut found: Vec<(f64, Change)> = Vec::new();
    let mut checked_texts = 0;
    let most_checked = MOST_CHECKED.min(MOST_BYTES / whole_length(source).max(1));
    let most_read = MOST_READ.min(MOST_BYTES / (text.items.end - text.items.start).max(1));
    for (cost, change) in changes(text, &mut likely, places).into_iter().take(most_read) {
        if checked_texts == most_checked {
            break;
        }
        let part = text.part_edited(&change, text.items);
        let means = meaning(&part).join(" ");
        if !tried.insert(means) || !reader.reads(&part) {
            continue;
        }
        checked_texts += 1;
        let edited = text.edited(&change);
        let mut said = Diagnostics::new();
        let mut again = source.clone();
        again.text = edited;
        if checked(&again, settings, &mut said).is_some() {
            found.push((cost + WARNING * said.finish().len() as f64, change));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    found
}

/// How long a text is with those that it extends.
fn whole_length(source: &Source) -> usize {
    source.text.len() + source.base().and_then(Result::ok).map_or(0, whole_length)
}

/// Tokens near the errors, each with how far it is from there.
fn places(text: &Text<'_>, errors: &[&Diagnostic]) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for told in errors.iter().filter(|told| told.span.end <= text.text.len()) {
        text.around(told.span, &mut places);
        told.labels.iter().for_each(|label| text.around(label.span, &mut places));
    }
    places.sort_by_key(|&(at, far)| (far, at));
    let mut seen = HashSet::new();
    places.retain(|(at, _)| seen.insert(*at));
    places.truncate(MOST_PLACES);
    places
}

/// Edits near the errors, the likeliest first; those that need no word before the others.
fn changes(text: &Text<'_>, likely: &mut Likely, places: Vec<(usize, usize)>) -> Vec<(f64, Change)> {
    let row: Vec<Seen> = (0..text.list.len()).map(|at| likely.seen(text.word(at), text.list[at].kind)).collect();
    let words: Vec<(String, Seen, f64)> = likely
        .words()
        .to_vec()
        .into_iter()
        .map(|(word, own)| {
            let seen = likely.seen(&word, kind_of(&word));
            (word, seen, if own { 0.0 } else { FOREIGN })
        })
        .collect();
    let mut found: Vec<(f64, Change)> = Vec::new();
    for (at, far) in places {
        let far = FAR * far as f64;
        let gain = |first: usize, end: usize, new: &[Seen]| {
            let (from, to) = (first.saturating_sub(2), (end + 2).min(row.len()));
            let old = likely.cost(&row[from..to], true);
            likely.cost(&[&row[from..first], new, &row[end..to]].concat(), false) - old + far
        };
        for (word, seen, own) in &words {
            found.push((gain(at, at, &[*seen]) + COSTS[3] + own, Change::Before(at, word.clone())));
        }
        if at >= row.len() {
            continue;
        }
        found.push((gain(at, at + 1, &[]) + COSTS[0], Change::Without(at)));
        if at + 1 < row.len() && row[at] != row[at + 1] {
            found.push((gain(at, at + 2, &[row[at + 1], row[at]]) + COSTS[1], Change::Swapped(at)));
        }
        for (word, seen, own) in words.iter().filter(|(word, ..)| word != text.word(at)) {
            let alike = if is_alike(text.word(at), word) { LOOKS_ALIKE } else { 0.0 };
            found.push((gain(at, at + 1, &[*seen]) + COSTS[2] + own - alike, Change::Instead(at, word.clone())));
        }
    }
    let wordless = |change: &Change| matches!(change, Change::Without(_) | Change::Swapped(_));
    found.sort_by(|(a, one), (b, other)| (!wordless(one)).cmp(&!wordless(other)).then(a.total_cmp(b)));
    found
}

/// Whether one word may be written for another by a slip.
fn is_alike(word: &str, other: &str) -> bool {
    word.len().min(other.len()) > 1 && strsim::osa_distance(word, other) == 1
}

fn kind_of(word: &str) -> TokenKind {
    tokens(word).list.first().map_or(TokenKind::Sign, |token| token.kind)
}

/// Whether the advice of a message says an edit already.
fn says(told: &Diagnostic, text: &Text<'_>, change: &Change) -> bool {
    let help = told.help.as_deref().unwrap_or_default();
    let quotes = |words: &str| {
        let wanted = meaning(words);
        let said = |said: &str| meaning(said).windows(wanted.len().max(1)).any(|some| some == wanted);
        help.split('`').skip(1).step_by(2).any(said)
    };
    match change {
        Change::Without(at) => {
            let there = text.text.get(told.span.start..told.span.end) == Some(text.word(*at));
            help.contains("leave") && (there || quotes(text.word(*at)))
        }
        Change::Swapped(at) => quotes(&format!("{} {}", text.word(at + 1), text.word(*at))),
        Change::Instead(_, word) | Change::Before(_, word) => quotes(word),
    }
}

/// The phrase that an advice says to write, and where, if it mends everything where it is laid over the text.
fn laid_advice(told: &Diagnostic, text: &Text<'_>, mends: &dyn Fn(&str) -> bool) -> Option<(Span, String)> {
    let help = told.help.as_deref().unwrap_or_default();
    let with = |span: Span, new: &str| format!("{}{new}{}", &text.text[..span.start], &text.text[span.end..]);
    let at = text.list.partition_point(|token| token.span.end <= told.span.start);
    let near = at.saturating_sub(PHRASE)..(at + PHRASE).min(text.list.len());
    let (list, at) = (&text.list[near.clone()], at - near.start);
    let mut left = MOST_LAID;
    let mut accepts = |span: Span, new: &str| {
        left = left.saturating_sub(1);
        left > 0 && mends(&with(span, new))
    };
    let whole = help.strip_prefix("write `").and_then(|help| help.split('`').next()).filter(|text| !text.contains('…'));
    let laid = phrases(help).into_iter().find_map(|phrase| laid_over(text.text, list, at, phrase, &mut accepts));
    laid.or_else(|| whole.filter(|new| accepts(told.span, new)).map(|new| (told.span, new.to_string())))
}

/// A message with edits that mend what it is about, unless it has them already.
fn with_changes(
    mut told: Diagnostic,
    text: &Text<'_>,
    mended: &[(f64, Change)],
    mends: &dyn Fn(&str) -> bool,
) -> Diagnostic {
    let result = |change: &Change| meaning(&text.edited(change)).join(" ");
    let fixes = told.fixes.iter().filter(|fix| fix.edits.iter().all(|edit| edit.span.end <= text.text.len()));
    let with_fixes: Vec<String> = fixes.map(|fix| apply(text.text, &fix.edits)).collect();
    let fixed: Vec<String> = with_fixes.iter().map(|fixed| meaning(fixed).join(" ")).collect();
    let said = |change: &Change| fixed.contains(&result(change)) || says(&told, text, change);
    let begins =
        |list: &[&str]| told.help.as_ref().is_none_or(|help| list.iter().any(|begins| help.starts_with(begins)));
    // What the message says already may be what mends it, in words of its own.
    let proven = || with_fixes.iter().any(|fixed| mends(fixed)) || laid_advice(&told, text, mends).is_some();
    let own = mended.iter().find(|(_, change)| said(change)).map(|(cost, _)| *cost);
    // A list of what the grammar takes there gives way to what mends everything.
    let unsure = UNSURE.contains(&told.code);
    // So does an advice to leave something out that does not mend it.
    let leaves = told.help.as_deref().is_some_and(|help| help.starts_with("leave `") && help.ends_with("` out"));
    let refuted = own.is_none() && unsure && leaves && !proven();
    let listed = begins(LISTS) && own.is_none_or(|cost| cost > mended[0].0) || refuted;
    let (most, limit) = match own {
        _ if listed => (MOST_TOLD + 1, f64::INFINITY),
        // What is meant is known; what else makes a sound file is something else.
        _ if told.code == "other-word" => (0, 0.0),
        // It says the likeliest one already.
        Some(_) if begins(LISTS) => (0, 0.0),
        _ if begins(LISTS) || begins(EXAMPLES) => (MOST_TOLD, f64::INFINITY),
        Some(cost) => (1, cost - BETTER),
        None if proven() => (0, 0.0),
        None if !unsure => (0, 0.0),
        None if begins(GENERAL) => (MOST_TOLD, f64::INFINITY),
        None => (1, LIKELY),
    };
    let sure = limit < f64::INFINITY;
    // Which of many numbers is meant nobody can tell.
    let numbers: Vec<&(f64, Change)> = mended.iter().filter(|(_, change)| is_number(change)).collect();
    let any_number = if numbers.len() > MOST_TOLD && !sure { Some(&numbers[0].1) } else { None };
    let fresh: Vec<&Change> = mended
        .iter()
        .filter(|(cost, change)| *cost <= limit && (!sure || goes_beside_a_cause(text, change)))
        .map(|(_, change)| change)
        .filter(|change| any_number.is_none_or(|first| !is_number(change) || *change == first))
        .filter(|change| listed || !said(change))
        .take(most)
        .collect();
    let Some(first) = fresh.first() else { return told };
    // What else may stand there tells less than what mends it.
    if listed {
        told.help = None;
        told.fixes.clear();
    }
    // On another line the place of the edit needs to be shown.
    let place = text.edit(first).0;
    let line = |at: usize| text.text[..at.min(text.text.len())].matches('\n').count();
    let near = |span: Span| line(span.start) <= line(place.end) && line(place.start) <= line(span.end);
    if !near(told.span) && !told.labels.iter().any(|label| near(label.span)) {
        let token = text.list.get(first.at()).or(text.list.last()).map_or(place, |token| token.span);
        told.labels.push(Label { span: token, text: "the cause may be here".to_string() });
    }
    for advice in advices(&fresh, text, any_number) {
        told = told.or_help(advice);
    }
    for change in fresh {
        let (span, new) = text.edit(change);
        told = if new.is_empty() { told.leave_out_at(span) } else { told.write_at(span, new) };
    }
    told
}

/// Whether it is a slip of the pen, and not another way to say something: beside an advice that has a cause of its own others only distract.
fn goes_beside_a_cause(text: &Text<'_>, change: &Change) -> bool {
    match change {
        Change::Swapped(_) => true,
        // A word that nothing knows is the other way itself.
        Change::Without(at) => !text.is_strange(*at),
        Change::Instead(at, word) => is_alike(text.word(*at), word),
        Change::Before(..) => false,
    }
}

/// Whether it writes a number.
fn is_number(change: &Change) -> bool {
    matches!(change, Change::Instead(_, word) | Change::Before(_, word) if word.starts_with(|c: char| c.is_ascii_digit()))
}

/// What to do, in words; what goes to one place is said at once.
fn advices(changes: &[&Change], text: &Text<'_>, any_number: Option<&Change>) -> Vec<String> {
    let mut parts: Vec<(String, Vec<String>, String)> = Vec::new();
    for change in changes {
        let (begins, word, ends) = match change {
            Change::Without(at) => ("leave".to_string(), text.word(*at).to_string(), " out".to_string()),
            Change::Swapped(at) => {
                ("write".to_string(), format!("{} {}", text.word(at + 1), text.word(*at)), String::new())
            }
            Change::Instead(at, word) => {
                ("write".to_string(), word.clone(), format!(" instead of `{}`", text.word(*at)))
            }
            Change::Before(at, word) => {
                let ends = match text.goes_behind(*at, word) || *at == text.list.len() {
                    true => format!(" behind `{}`", text.word(at - 1)),
                    false => format!(" before `{}`", text.word(*at)),
                };
                ("put".to_string(), word.clone(), ends)
            }
        };
        match parts.iter_mut().find(|(first, _, last)| *first == begins && *last == ends) {
            Some((_, words, _)) => words.push(word),
            None => parts.push((begins, vec![word], ends)),
        }
    }
    let any = any_number.map(|number| match number {
        Change::Instead(_, word) | Change::Before(_, word) => word.as_str(),
        _ => "",
    });
    let said = |(begins, words, ends): (String, Vec<String>, String)| {
        if any.is_some_and(|any| words[0] == any) {
            return format!("{begins} a number such as `{}`{ends}", words.join("` or `"));
        }
        format!("{begins} `{}`{ends}", words.join("` or `"))
    };
    parts.into_iter().map(said).collect()
}
