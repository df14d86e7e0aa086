//! Items that lack their word: a line at the left edge that fits nothing before it, and reads as an item with a word before it.
//!
//! In: what was taken for one item, or for none. Out: the items that it is by its lines, and which word each lacks.

use std::collections::HashSet;

use pest::Parser as _;
use rulesmith_grammar::{GameParser, Rule};

use super::build::Build;
use super::explain::meant_item;
use super::split::{ItemRange, View};
use crate::ast;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::Tokens;
use crate::words::{DECLARE, ITEMS, is_direction, is_known};

/// So many words are named.
const MOST_NAMED: usize = 3;

/// A longer item is not read again and again.
const LONGEST: usize = 5_000;

/// A longer text is not repeated.
const LONGEST_SHOWN: usize = 40;

/// What stands once in a file.
const ONCE: &[&str] = &["game", "extends", "players", "facing", "turn"];

/// What nearly every file has that extends none.
const USUAL: &[&str] = &["players", "board", "piece", "setup", "move", "end"];

/// The items of a range: more than one where a line at its left edge lacks the word of an item, and what stands before it can
/// be read without it.
pub(super) fn apart(lexed: &Tokens, range: ItemRange, opened: &HashSet<&str>) -> Vec<ItemRange> {
    if text(lexed, range).len() > LONGEST {
        return vec![range];
    }
    let starts = lines(lexed, range);
    if starts.is_empty() || range.missing > 0 || reads(text(lexed, range)) {
        return vec![range];
    }
    for (i, &start) in starts.iter().enumerate() {
        let ends = [starts.get(i + 1).copied(), Some(range.end)];
        let head = ItemRange { end: start, ..range };
        let sound = || if head.known { reads(text(lexed, head)) } else { !words(lexed, head, opened).is_empty() };
        let end = ends.into_iter().flatten().find(|&end| {
            let item = ItemRange { first: start, end, missing: 0, known: false };
            !words(lexed, item, opened).is_empty() && sound()
        });
        if let Some(end) = end {
            let rest = ItemRange { first: end, end: range.end, missing: 0, known: false };
            let rest = if end < range.end { apart(lexed, rest, opened) } else { Vec::new() };
            return [head, ItemRange { first: start, end, missing: 0, known: false }].into_iter().chain(rest).collect();
        }
    }
    vec![range]
}

/// The words with which a range is read as an item, the most likely ones alone. `opened`: those that open items of the file.
pub(super) fn words(lexed: &Tokens, range: ItemRange, opened: &HashSet<&str>) -> Vec<&'static str> {
    let item = text(lexed, range);
    // `mandatory = true` is a setting of other systems, and is told as that.
    let foreign = item.ends_with("true") || item.ends_with("false");
    if item.len() > LONGEST || range.missing > 0 || foreign || is_other_word(lexed, range) {
        return Vec::new();
    }
    let again = |word: &&&str| !(ONCE.contains(word) && opened.contains(**word));
    let view = View { text: &lexed.clean, list: &lexed.list };
    // The grammar reads `Coin gold` as what a player faces, `Man` as the only player, and nearly all as a look.
    let (used, behind) = (view.is_repeated(view.word(range.first)), view.word(range.first + 1));
    let means = |word: &&&str| match **word {
        "facing" => is_direction(behind),
        "players" => behind == ",",
        "look" => used || is_known(view.word(range.first)),
        _ => true,
    };
    let reading = ITEMS.iter().filter(again).filter(means).filter(|word| reads(&format!("{word} {item}")));
    let mut words: Vec<&str> = reading.copied().collect();
    // What an option has for its value is a number, and no cells.
    if words.contains(&"option") {
        words.retain(|word| *word != "region");
    }
    let lacking = |word: &str| USUAL.contains(&word) && !opened.contains(word) && !opened.contains("extends");
    let likely: [&dyn Fn(&str) -> bool; 4] = [
        &lacking,
        // `quiet`: what has a name is asked for elsewhere.
        &|word| word == "move" || DECLARE.contains(&word) == used,
        // The grammar takes nearly every name for a look.
        &|word| word != "look",
        &|word| ONCE.contains(&word),
    ];
    for likely in likely {
        if words.iter().any(|word| likely(word)) {
            words.retain(|word| likely(word));
        }
    }
    words
}

/// Words that stand before an item on its line. `rook board square 8x8`: the item is read without it, so it is one too many.
/// `space define(c) = …`: it is read with the two in the other order, and read on so.
pub(super) fn before_items(lexed: &mut Tokens, ranges: &mut Vec<ItemRange>, mistakes: &mut Vec<Diagnostic>) {
    for at in (1..ranges.len()).rev() {
        let (alone, item) = (ranges[at - 1], ranges[at]);
        let view = View { text: &lexed.clean, list: &lexed.list };
        let stray = !alone.known && alone.first + 1 == alone.end && item.first == alone.end && item.known;
        if !stray || item.missing > 0 || view.indent(item.first).is_some() {
            continue;
        }
        let (word, opener) = (lexed.list[alone.first], lexed.list[item.first]);
        let (written, behind) = (view.word(alone.first).to_string(), view.word(item.first).to_string());
        let rest = &text(lexed, item)[behind.len()..];
        let told = Diagnostic::error("unknown-item", word.span, format!("no item begins with `{written}`"));
        let (both, ordered) = (word.span.to(opener.span), format!("{behind} {written}"));
        let swapped = reads(&format!("{ordered} {rest}"));
        let told = if swapped { told.help(format!("write `{ordered}`")).write_at(both, ordered) } else { told };
        if reads(text(lexed, item)) {
            let whole = text(lexed, item).trim_end();
            // Without the player it would be for both.
            let told = if behind == "hand" && written.starts_with(|c: char| c.is_ascii_uppercase()) {
                let (place, owned) =
                    (Span::new(word.span.start, opener.span.start + whole.len()), format!("{whole} for {written}"));
                told.help(format!("whose it is stands behind: `{owned}`")).write_at(place, owned)
            } else {
                let told = told.or_help(format_args!("leave it out before `{behind}`, which begins an item"));
                told.leave_out_at(Span::new(word.span.start, opener.span.start))
            };
            mistakes.push(told);
            ranges.remove(at - 1);
        } else if swapped {
            mistakes.push(told);
            let gap = lexed.clean[word.span.end..opener.span.start].to_string();
            lexed.clean.replace_range(both.start..both.end, &format!("{behind}{gap}{written}"));
            lexed.list[alone.first].kind = opener.kind;
            lexed.list[alone.first].span = Span::new(both.start, both.start + behind.len());
            lexed.list[item.first].kind = word.kind;
            lexed.list[item.first].span = Span::new(both.end - written.len(), both.end);
            ranges[at] = ItemRange { first: alone.first, ..item };
            ranges.remove(at - 1);
        }
    }
}

/// The message for an item that lacks its word.
pub(super) fn told(lexed: &Tokens, range: ItemRange, words: &[&str]) -> Diagnostic {
    let view = View { text: &lexed.clean, list: &lexed.list };
    let span = lexed.list[range.first].span;
    if let Some(told) = condition_first(view, range).or_else(|| type_first(view, range)) {
        return told;
    }
    let shown = shown(view, range);
    let named: Vec<String> = words.iter().take(MOST_NAMED).map(|word| format!("`{word} {shown}`")).collect();
    let report = Diagnostic::error("unknown-item", span, format!("no item begins with `{}`", view.word(range.first)))
        .help(format!("the word of the item is missing: write {}", named.join(" or ")));
    let start = Span::new(span.start, span.start);
    words
        .iter()
        .take(MOST_NAMED)
        .fold(report, |told, word| told.fix(format!("put `{word}` before it"), [(start, format!("{word} "))]))
}

/// `when both passed end { … }`: the condition of an item before it.
fn condition_first(view: View<'_>, range: ItemRange) -> Option<Diagnostic> {
    let item = view.word(range.end);
    if view.word(range.first) != "when" || !matches!(item, "move" | "end") || view.indent(range.end).is_some() {
        return None;
    }
    let brace = (range.end..).take_while(|&i| !view.word(i).is_empty()).find(|&i| view.word(i) == "{")?;
    let text = |from: usize, to: usize| &view.text[view.list[from].span.start..view.list[to - 1].span.end];
    let (when, head) = (text(range.first, range.end), text(range.end, brace));
    let span = view.list[range.first].span;
    let edits = [
        (Span::new(span.start, view.list[range.end].span.start), String::new()),
        (Span::new(view.list[brace].span.start, view.list[brace].span.start), format!("{when} ")),
    ];
    let write = format!("write `{head} {when} {{ … }}`");
    let told = Diagnostic::error("unknown-item", span, "no item begins with `when`");
    Some(told.help(format!("a condition stands behind what it is said of: {write}")).fix(write, edits))
}

/// `number still`: the type of a state before its name.
fn type_first(view: View<'_>, range: ItemRange) -> Option<Diagnostic> {
    let (sort, name) = (view.word(range.first), view.word(range.first + 1));
    if !matches!(sort, "number" | "cells" | "int") || range.first + 2 != range.end {
        return None;
    }
    let span = view.list[range.first].span.to(view.list[range.first + 1].span);
    let written = format!("state {name}: {}", if sort == "cells" { "cells" } else { "number" });
    let told = Diagnostic::error("unknown-item", view.list[range.first].span, format!("no item begins with `{sort}`"));
    Some(told.help(format!("write `{written}`")).write_at(span, written))
}

/// An item as it is with a word before it, so that what it declares is known.
pub(super) fn as_meant(lexed: &Tokens, range: ItemRange, word: &str) -> Option<ast::Item> {
    let text = format!("{word} {}", text(lexed, range));
    let first = lexed.list[range.first].span.start;
    // The word has no place of its own: it is taken to stand where the text before is.
    let base = first.checked_sub(word.len() + 1)?;
    let mut pairs = GameParser::parse(Rule::only_item, &text).ok()?;
    let mut mistakes = Vec::new();
    let tokens = &lexed.list[range.first..range.end];
    let mut build = Build { base, tokens, sound: true, operators: 0, mistakes: &mut mistakes };
    let kind = build.item(pairs.next()?.into_inner().next()?.into_inner().next()?)?;
    let item = ast::Item { kind, span: Span::new(first, lexed.list[range.end - 1].span.end) };
    mistakes.is_empty().then_some(item)
}

/// The tokens behind the first of a range that begin a line no farther in than it, outside of all brackets.
fn lines(lexed: &Tokens, range: ItemRange) -> Vec<usize> {
    let view = View { text: &lexed.clean, list: &lexed.list };
    let edge = view.indent(range.first).unwrap_or(0);
    let (mut open, mut starts) = (0usize, Vec::new());
    for index in range.first..range.end {
        let begins = index > range.first && open == 0 && view.indent(index).is_some_and(|indent| indent <= edge);
        starts.extend(begins.then_some(index));
        match view.word(index) {
            "{" | "(" => open += 1,
            "}" | ")" => open = open.saturating_sub(1),
            _ => {}
        }
    }
    starts
}

fn text(lexed: &Tokens, range: ItemRange) -> &str {
    &lexed.clean[lexed.list[range.first].span.start..lexed.list[range.end - 1].span.end]
}

fn reads(text: &str) -> bool {
    GameParser::parse(Rule::only_item, text).is_ok()
}

/// Whether an item opens with a word of other systems, or a misspelt one, and is read with the one that is meant.
fn is_other_word(lexed: &Tokens, range: ItemRange) -> bool {
    let (item, first) = (text(lexed, range), lexed.list[range.first].span);
    let word = &lexed.clean[first.start..first.end];
    meant_item(word).is_some_and(|meant| reads(&format!("{meant}{}", &item[word.len()..])))
}

/// What stands in a range, up to its block or value if it is long.
fn shown(view: View<'_>, range: ItemRange) -> String {
    let words = |end: usize| {
        let text = &view.text[view.list[range.first].span.start..view.list[end - 1].span.end];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let whole = words(range.end);
    if whole.len() <= LONGEST_SHOWN && !whole.contains("//") {
        return whole;
    }
    match (range.first..range.end).find(|&i| matches!(view.word(i), "{" | "=" | "->")) {
        Some(i) if view.word(i) == "{" && i == range.first => "{ … }".to_string(),
        Some(i) if view.word(i) == "{" => format!("{} {{ … }}", words(i)),
        Some(i) => format!("{} …", words(i + 1)),
        None => format!("{} …", view.word(range.first)),
    }
}
