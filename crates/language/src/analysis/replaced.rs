//! One mistake, one message: a file that puts another board below the rules it extends is told once, at that board, of
//! everything in them that does not fit on it.

use super::items::Items;
use super::messages;
use crate::diag::{Diagnostic, Diagnostics, Severity};
use crate::source::{Source, Span};

/// What is said of rules whose board is not the one that they were written for.
const OF_THE_BOARD: &[&str] = &[
    "bad-link",
    "bad-position-text",
    "cell-off-the-board",
    "each-does-not-fit",
    "file-off-the-board",
    "no-colours",
    "no-such-direction",
    "rank-off-the-board",
    "table-length",
];

/// As many are told one by one.
const FEW: usize = 3;

/// So many places are shown, and so many items named.
const SHOWN: usize = 3;
const NAMED: usize = 6;

/// Gathers what was said of the rules that a board was put below.
pub fn gather(items: &Items<'_>, source: &Source, diagnostics: &mut Diagnostics) {
    let Some(&(_, board)) = items.boards.iter().find(|(item, _)| item.name.is_none()) else { return };
    if !source.is_own(board) {
        return;
    }
    let of_board =
        |d: &Diagnostic| d.severity == Severity::Error && OF_THE_BOARD.contains(&d.code) && !source.is_own(d.span);
    let mut told = diagnostics.extract(of_board);
    if told.len() <= FEW {
        return told.into_iter().for_each(|message| diagnostics.put(message));
    }
    told.sort_by_key(|message| message.span);
    let around = |span: Span| items.order.iter().find(|item| item.start <= span.start && span.end <= item.end);
    let mut places: Vec<Span> = told.iter().filter_map(|message| around(message.span)).copied().collect();
    places.dedup();
    let mut named = names(places.into_iter().map(|place| name(source.part(place))));
    let more = named.split_off(named.len().min(NAMED)).len();
    let shown = told.iter().take(SHOWN).map(|message| (message.span, message.message.as_str()));
    diagnostics.put(messages::board_does_not_fit(told.len(), &named, more, board, shown));
}

/// Items as a sentence lists them: many of one word by how many there are.
fn names<'s>(items: impl Iterator<Item = (&'s str, Option<&'s str>)>) -> Vec<String> {
    let mut words: Vec<(&str, Vec<Option<&str>>)> = Vec::new();
    for (word, name) in items {
        match words.iter_mut().find(|(other, _)| *other == word) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => words.push((word, vec![name])),
        }
    }
    let listed = |(word, names): (&str, Vec<Option<&str>>)| match names.len() {
        ..=FEW => names
            .into_iter()
            .map(|name| format!("`{}`", [word].into_iter().chain(name).collect::<Vec<_>>().join(" ")))
            .collect(),
        many => vec![format!("{many} of `{word}`")],
    };
    words.into_iter().flat_map(listed).collect()
}

/// The word of an item, and the name that it gives to something.
fn name(item: &str) -> (&str, Option<&str>) {
    let mut words = item.split_whitespace();
    let word = words.next().unwrap_or_default();
    let named =
        matches!(word, "define" | "region" | "state" | "clock" | "table" | "link" | "move" | "piece" | "option");
    let name = words.next().and_then(|next| next.split(['(', ':', ',', '{', '"']).next());
    (word, name.filter(|name| named && !name.is_empty()))
}
