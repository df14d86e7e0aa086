//! One mistake, one message: a name that stands for nothing may be used in many places, and its cause is one. It is told
//! at the declaration, where that is what is misspelt, else at the first use; all other places are shown beside it.

use std::collections::HashMap;

use super::items::Items;
use super::messages;
use crate::diag::{Diagnostic, Diagnostics, Label, nearest_all};
use crate::source::{Source, Span};
use crate::syntax::words::{VALUES, is_direction};

/// A name that the file gives to something.
struct Declared<'s> {
    name: &'s str,
    span: Span,
    /// Where it is known: in all of the file, if nothing is said.
    within: Option<Span>,
}

/// `no no Man`, `Seed Seed on holes`: where a word that stands twice is read as something, what is wrong with that is the word.
pub fn doubled(source: &Source, diagnostics: &mut Diagnostics) {
    let words = words(source);
    let blank = |gap: &str| gap.chars().all(|c| c == ' ' || c == '\t');
    let twice = |pair: &[(&str, Span)]| {
        pair[0].0 == pair[1].0
            && !pair[0].0.starts_with(|c: char| c.is_ascii_digit())
            && blank(source.part(Span::new(pair[0].1.end, pair[1].1.start)))
    };
    let pairs: Vec<_> = words.windows(2).filter(|pair| twice(pair)).map(|pair| (pair[0].1, pair[1].1)).collect();
    for (first, second) in pairs {
        let of_it =
            |d: &Diagnostic| TAKEN_FOR_TWO.contains(&d.code) && (first.start..second.end).contains(&d.span.start);
        if !diagnostics.extract(of_it).is_empty() {
            diagnostics.put(messages::read_as_two(source.part(second), second));
        }
    }
}

/// What is said where a word that stands twice was read as two.
const TAKEN_FOR_TWO: &[&str] =
    &["unknown-name", "wrong-type", "unexpected-player", "direction-as-value", "wrong-arguments", "unknown-look"];

/// Gathers what was said of names that stand for nothing: one message for each name.
pub fn gather(items: &Items<'_>, source: &Source, diagnostics: &mut Diagnostics) {
    let mut unknown = diagnostics.extract(|d| matches!(d.code, "unknown-name" | "not-bound" | "other-word"));
    // What the grammar has told of a word is all there is to say.
    unknown.retain(|d| !diagnostics.says_of("capital-letter", d.span) && !diagnostics.says_of("unknown-word", d.span));
    if unknown.is_empty() {
        return;
    }
    let words = words(source);
    let mut uses: HashMap<&str, usize> = HashMap::new();
    words.iter().for_each(|(word, _)| *uses.entry(word).or_default() += 1);
    let declared = declared(items, source, &words);
    let mut same: Vec<(&str, Vec<Diagnostic>)> = Vec::new();
    for message in unknown {
        let word = source.part(message.span);
        // A cell of the move is missed in one item, whatever holds in others.
        let item =
            |d: &Diagnostic| items.order.iter().position(|item| item.start <= d.span.start && d.span.end <= item.end);
        let known = |(other, list): &&mut (&str, Vec<Diagnostic>)| {
            *other == word
                && list[0].code == message.code
                && (message.code != "not-bound" || item(&list[0]) == item(&message))
        };
        match same.iter_mut().find(known) {
            Some((_, list)) if list.iter().any(|d| d.span == message.span) => {}
            Some((_, list)) => list.push(message),
            None => same.push((word, vec![message])),
        }
    }
    for (index, (word, mut list)) in same.into_iter().enumerate() {
        if index >= MOST_NAMES {
            list.into_iter().for_each(|message| diagnostics.put(message));
            continue;
        }
        list.sort_by_key(|d| d.span);
        let here = list[0].span;
        let alike = |d: &&Declared<'_>| {
            let known = d.within.is_none_or(|item| item.start <= here.start && here.end <= item.end);
            known && d.span != here && d.name.starts_with(char::is_uppercase) == word.starts_with(char::is_uppercase)
        };
        let rivals: Vec<&str> = declared.iter().filter(alike).map(|d| d.name).collect();
        // What the language has is as near.
        let near = nearest_all(word, rivals.into_iter().chain(VALUES.iter().copied().filter(|value| *value != word)));
        let near = || near.iter().filter_map(|name| declared.iter().filter(alike).find(|d| d.name == *name));
        let idle = near().find(|d| uses.get(d.name) == Some(&1));
        let near = near().next();
        let spans: Vec<Span> = list.iter().map(|d| d.span).collect();
        let mut message = list.remove(0);
        let bound = message.code == "not-bound";
        match (idle, near) {
            // What is declared is used nowhere, and what is used often is declared nowhere.
            (Some(declared), _) if bound || uses.get(word).is_some_and(|&n| n > 1) => {
                message = messages::misspelt_declaration(declared.name, word, declared.span);
                for (i, span) in spans.into_iter().enumerate() {
                    message.labels.push(Label { span, text: messages::used(word, i) });
                }
            }
            (Some(declared), _) => {
                message.fixes.clear();
                message = message
                    .write(declared.name)
                    .fix(format!("call it `{word}` there"), [(declared.span, word.to_string())])
                    .label(declared.span, format!("`{}` is declared here, and used nowhere", declared.name))
                    .help(format!("spell both alike: `{}` here, or `{word}` there", declared.name));
            }
            (None, near) => {
                let told = |name: &str| message.help.as_ref().is_some_and(|help| help.contains(&format!("`{name}`")));
                let labels = std::mem::take(&mut message.labels);
                if let Some(near) = near.filter(|near| told(near.name)) {
                    message.labels.push(Label { span: near.span, text: format!("`{}` is declared here", near.name) });
                }
                message.labels.extend(labels);
                // What mends the first mends all of them.
                for fix in &mut message.fixes {
                    let same = list.iter().flat_map(|d| d.fixes.iter().filter(|other| other.title == fix.title));
                    let edits: Vec<_> = same.flat_map(|other| other.edits.clone()).collect();
                    fix.edits.extend(edits);
                }
                let others = spans.into_iter().skip(1);
                message.labels.extend(others.map(|span| Label { span, text: "and here".to_string() }));
            }
        }
        message.labels.truncate(MOST_PLACES);
        diagnostics.put(message);
    }
}

/// The declaration of so many names is looked for.
const MOST_NAMES: usize = 50;

/// So many places are shown beside that of a message.
const MOST_PLACES: usize = 5;

/// The names of a file: those of its items, the labels of its moves, and those that are known within an item.
fn declared<'s>(items: &Items<'_>, source: &'s Source, words: &[(&'s str, Span)]) -> Vec<Declared<'s>> {
    let pieces = items.pieces.iter().flat_map(|item| &item.0.pieces);
    let kinds = pieces.flat_map(|piece| piece.names.iter().chain(piece.promotes_to.iter().map(|to| &to.kind)));
    let names = items.players.iter().flat_map(|item| item.0).chain(kinds);
    let names = names.chain(items.options.iter().map(|item| &item.0.name));
    let names = names.chain(items.boards.iter().filter_map(|item| item.0.name.as_ref()));
    let names = names.chain(items.links.iter().map(|item| &item.0.name));
    let names = names.chain(items.regions.iter().map(|item| &item.0.name));
    let names = names.chain(items.states.iter().map(|item| &item.0.name));
    let names = names.chain(items.clocks.iter().map(|item| item.0));
    let names = names.chain(items.tables.iter().map(|item| &item.0.name));
    let names = names.chain(items.defines.iter().map(|item| &item.0.name));
    let names = names.chain(items.moves.iter().filter_map(|item| item.0.label.as_ref()));
    let spans = names.map(|name| (name.span, None));
    let params = items.defines.iter().flat_map(|(item, span)| item.params.iter().map(|name| (name.span, Some(*span))));
    let chosen = words.windows(2).filter(|pair| matches!(pair[0].0, "pick" | "each")).map(|pair| pair[1].1);
    let item = |place: Span| items.order.iter().find(|item| item.start <= place.start && place.end <= item.end);
    let chosen = chosen.filter_map(|span| Some((span, Some(*item(span)?))));
    let all = spans.chain(params).chain(chosen);
    let named = all.map(|(span, within)| Declared { name: source.part(span), span, within });
    named.filter(|d| !is_direction(d.name) && !VALUES.contains(&d.name)).collect()
}

/// The words of a file and of those that it extends, without comments and quoted texts.
fn words(source: &Source) -> Vec<(&str, Span)> {
    let mut all = Vec::new();
    let (mut file, mut start) = (source, 0);
    loop {
        words_of(&file.text, start, &mut all);
        start += file.base_offset();
        match file.base() {
            Some(Ok(base)) => file = base,
            _ => return all,
        }
    }
}

fn words_of<'s>(text: &'s str, start: usize, all: &mut Vec<(&'s str, Span)>) {
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
            c if c.is_ascii_alphanumeric() => {
                let word = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
                all.push((word, Span::new(start + at, start + at + word.len())));
                word.len()
            }
            c => c.len_utf8(),
        };
        at += length;
    }
}
