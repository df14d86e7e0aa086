//! Verbs about texts of rules.

use serde_json::{Value, json};

use super::ask::{Ask, missing, shipped};
use super::places::Units;
use super::{Desk, places};
use crate::diag::{Diagnostics, Severity};
use crate::ide;
use crate::library::{GAMES, head};
use crate::session::{Entry, Error, FileReport, find_games};
use crate::source::Source;
use crate::syntax;
use crate::tell::{Told, tell as tell_file};

/// What a new game may begin with.
const TEMPLATES: &[(&str, &str, &str)] = &[
    ("race", "A race of pieces that step and take", include_str!("templates/race.game")),
    ("line", "Stones are placed; a line wins", include_str!("templates/line.game")),
    ("chase", "Kings move and leave holes; the last to move wins", include_str!("templates/chase.game")),
];

pub(super) fn games() -> Value {
    let game = |game| {
        let entry = Entry::of(game);
        let mechanisms: Vec<&str> = entry.told.mechanisms.iter().map(|mechanism| mechanism.text()).collect();
        json!({
            "name": game.name, "title": entry.told.title, "family": game.family, "board": entry.told.board,
            "mechanisms": mechanisms, "shows": head(game.text).about, "players": entry.told.players,
        })
    };
    json!({ "games": GAMES.iter().map(game).collect::<Vec<_>>() })
}

pub(super) fn find(all: &[Entry], ask: &Ask) -> Result<Value, Error> {
    match find_games(all, &[ask.needed("words")?.to_string()]) {
        Ok(found) => Ok(json!({ "names": found.iter().map(|entry| entry.game.name).collect::<Vec<_>>() })),
        // What is not there is no mistake of who asks.
        Err(Error::Request(fault)) => {
            Ok(json!({ "names": [], "near": fault.help.filter(|help| help.starts_with("did you mean")) }))
        }
        Err(other) => Err(other),
    }
}

pub(super) fn source(ask: &Ask) -> Result<Value, Error> {
    let game = shipped(ask.needed("game")?)?;
    Ok(json!({ "name": game.name, "text": game.text }))
}

pub(super) fn templates() -> Value {
    let template = |(name, title, text): &(&str, &str, &str)| json!({ "name": name, "title": title, "text": text });
    json!({ "templates": TEMPLATES.iter().map(template).collect::<Vec<_>>() })
}

pub(super) fn tell(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let (source, _) = ask.rules(&*desk.bases)?;
    let told = told(&source);
    let about = head(&source.text);
    let part = |(title, lines): &(&str, Vec<(usize, String)>)| {
        let lines: Vec<Value> = lines.iter().map(|(depth, text)| json!({ "depth": depth, "text": text })).collect();
        json!({ "title": title, "lines": lines })
    };
    Ok(json!({
        "title": told.title,
        "head": { "about": about.about, "source": about.source },
        "paragraphs": told.parts.iter().map(part).collect::<Vec<_>>(),
    }))
}

fn told(source: &Source) -> Told {
    tell_file(&syntax::parse(source, &mut Diagnostics::new()))
}

/// The text of a request that must have one, and the path that it is a draft of.
fn draft(ask: &Ask) -> Result<(&str, &str), Error> {
    let text = ask.written()?.ok_or_else(|| missing("text"))?;
    Ok((text, ask.text("path")?.unwrap_or("")))
}

/// The byte of a text that a request speaks of.
fn place(ask: &Ask, text: &str) -> Result<usize, Error> {
    let at = ask.number("at", 0, u64::MAX >> 1)?.ok_or_else(|| missing("at"))?;
    Ok(Units::of(text).byte(at as usize))
}

/// Everything there is to say about a text, what the first positions tell included.
pub(super) fn check(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let (text, path) = draft(ask)?;
    let told = ide::diagnostics(text, path, &*desk.bases);
    let units = Units::of(text);
    let tokens = ide::highlight(text)
        .into_iter()
        .map(|(range, class)| json!([units.at(range.start), units.at(range.end), class.name()]));
    let symbols = ide::symbols(text).into_iter().map(|symbol| {
        let [from, to] = units.range(&symbol.at);
        json!({ "name": symbol.name, "kind": symbol.kind.word(), "from": from, "to": to })
    });
    let errors = told.iter().any(|told| told.diagnostic.severity == Severity::Error);
    let source =
        syntax::with_bases(Source::new(if path.is_empty() { "rules" } else { path }, text), path, &*desk.bases);
    let file = syntax::parse(&source, &mut Diagnostics::new());
    let list: Vec<_> = told.iter().map(|told| told.diagnostic.clone()).collect();
    let mut diagnostics = places::diagnostics(&source, &list);
    for (value, told) in diagnostics.as_array_mut().into_iter().flatten().zip(&told) {
        value["fixes"] =
            told.fixes.iter().map(|fix| json!({ "title": fix.title, "edits": edits(&units, &fix.edits) })).collect();
    }
    Ok(json!({
        "ok": !errors,
        "title": file.items.iter().find_map(|item| match &item.kind {
            syntax::ast::ItemKind::Game(title) => Some(title.text.clone()),
            _ => None,
        }),
        "options": file.items.iter().filter_map(|item| match &item.kind {
            syntax::ast::ItemKind::Option(option) => Some(option.name.text.clone()),
            _ => None,
        }).collect::<Vec<_>>(),
        "diagnostics": diagnostics,
        "tokens": tokens.collect::<Vec<_>>(),
        "symbols": symbols.collect::<Vec<_>>(),
    }))
}

fn edits(units: &Units<'_>, list: &[ide::Edit]) -> Value {
    let edit = |edit: &ide::Edit| {
        let [from, to] = units.span(edit.span);
        json!({ "from": from, "to": to, "text": edit.text })
    };
    list.iter().map(edit).collect()
}

pub(super) fn complete(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let (text, path) = draft(ask)?;
    let found = ide::complete(text, place(ask, text)?, path, &*desk.bases);
    let [from, to] = Units::of(text).range(&found.range);
    let item = |item: &ide::Item| json!({ "label": item.label, "kind": item.kind, "detail": item.detail });
    Ok(json!({ "from": from, "to": to, "items": found.items.iter().map(item).collect::<Vec<_>>() }))
}

pub(super) fn hover(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let (text, path) = draft(ask)?;
    let found = ide::hover(text, place(ask, text)?, path, &*desk.bases);
    Ok(found.map_or(Value::Null, |hover| {
        let [from, to] = Units::of(text).range(&hover.range);
        json!({ "from": from, "to": to, "text": hover.text })
    }))
}

pub(super) fn places_of(ask: &Ask, all: bool) -> Result<Value, Error> {
    let (text, _) = draft(ask)?;
    let at = place(ask, text)?;
    let list = if all { ide::references(text, at) } else { ide::definition(text, at).into_iter().collect() };
    let units = Units::of(text);
    let place = |range: &std::ops::Range<usize>| {
        let [from, to] = units.range(range);
        json!({ "from": from, "to": to })
    };
    Ok(json!({ "places": list.iter().map(place).collect::<Vec<_>>() }))
}

pub(super) fn rename(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let (text, _) = draft(ask)?;
    let list = ide::rename(text, place(ask, text)?, ask.needed("name")?, &*desk.bases).map_err(Error::request)?;
    Ok(json!({ "edits": edits(&Units::of(text), &list) }))
}

pub(super) fn format(ask: &Ask) -> Result<Value, Error> {
    let source = Source::new("rules", ask.needed("text")?);
    match syntax::format(&source) {
        Ok(text) => Ok(json!({ "text": text })),
        Err(diagnostics) => Err(Error::File(FileReport { source, diagnostics })),
    }
}
