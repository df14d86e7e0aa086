//! `extends "chess.game"`: the items of a file on top of those of another.
//!
//! What may be there once, or has a name, replaces what the other file has of it; `setup` and `hand` replace all of
//! theirs. Groups of moves and verdicts add up, the file's own before those of the other; `legal` lines all hold. What
//! comes out is a tree like that of one file: nothing behind this knows that there were several.

use std::collections::HashSet;

use super::ast::{
    self, DefineItem, Effect, EffectKind, EvalItem, ExtendsItem, File, Item, ItemKind, LeftOut, Name, TurnItem,
};
use super::parser;
use super::print::{aims, effect_text, item_text};
use super::tokens::{TokenKind, tokens};
use crate::diag::{Diagnostic, Diagnostics, nearest};
use crate::source::{Source, Span};

/// Parses a file with all that it extends. What could not be parsed is left out of the tree and reported.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> File {
    parse_from(source, 0, diagnostics)
}

fn parse_from(source: &Source, start: usize, diagnostics: &mut Diagnostics) -> File {
    let mut own = parser::parse(&source.text, start, &names_below(source), diagnostics);
    let mut extends = own.items.extract_if(.., |item| matches!(item.kind, ItemKind::Extends(_)));
    let first = extends.next();
    let again: Vec<Span> = extends.map(|item| item.span).collect();
    let Some(Item { kind: ItemKind::Extends(item), span }) = first else {
        own.baseless = own.unread.iter().any(|(item, _)| item == "extends");
        if !own.baseless {
            own.items.iter().filter_map(Item::adds_to).for_each(|eval| diagnostics.push(nothing_to_add_to(eval, None)));
        }
        return own;
    };
    for again in again {
        diagnostics.push(
            Diagnostic::error("section-twice", again, "a file extends one other only")
                .label(span, "it extends this one")
                .help("that one may extend another in its turn"),
        );
    }
    match source.base() {
        Some(Ok(base)) => {
            let told = diagnostics.errors();
            let base_file = parse_from(base, start + source.base_offset(), diagnostics);
            // What can't be read of the base may be what is to be left out.
            let sound = diagnostics.errors() == told;
            File { extends: Some(span), ..extend(base_file, own, &item, sound, diagnostics) }
        }
        Some(Err(unread)) => {
            let report = Diagnostic::error("no-base", item.file.span, &unread.message);
            diagnostics.push(match &unread.help {
                Some(help) => report.help(help),
                None => report,
            });
            File { baseless: true, ..own }
        }
        None => {
            let message = "this text was not read from a file: it can't extend one";
            diagnostics.push(Diagnostic::error("no-base", item.file.span, message));
            File { baseless: true, ..own }
        }
    }
}

/// A reader of variants of a file's items.
pub fn reader(source: &Source) -> parser::sound::Reader {
    let mut names = names_below(source);
    names.extend(parser::named::declared(&tokens(&source.text)));
    parser::reader(names)
}

/// The words of the language that are names in the files that a file extends.
fn names_below(source: &Source) -> HashSet<&'static str> {
    match source.base() {
        Some(Ok(base)) => {
            let mut names = names_below(base);
            names.extend(parser::named::declared(&tokens(&base.text)));
            names
        }
        _ => HashSet::new(),
    }
}

/// The file that a text extends, as it is called there. A look at its words: nothing is parsed.
pub fn extended(text: &str) -> Option<String> {
    // Most files extend none, and are not looked at twice.
    text.contains("extends").then_some(())?;
    let tokens = tokens(text);
    let word = |span: Span| &tokens.clean[span.start..span.end];
    let mut pairs = tokens.list.windows(2);
    let found = pairs.find(|pair| word(pair[0].span) == "extends" && pair[1].kind == TokenKind::Text)?;
    Some(word(found[1].span).trim().trim_matches('"').to_string())
}

/// By what somebody wins or loses.
fn aim_of(file: &File) -> Vec<String> {
    let ends = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::End(end) => Some(end),
        _ => None,
    });
    ends.flat_map(aims).collect()
}

/// The items of a file on top of those of another, without what it leaves out of these.
fn extend(mut base: File, own: File, item: &ExtendsItem, sound: bool, diagnostics: &mut Diagnostics) -> File {
    // Where only draws are others the aim is the same.
    let aim = item.without.iter().any(|gone| gone.item.text == "end").then(|| aim_of(&base));
    for gone in &item.without {
        if !leave_out(&mut base, gone) && sound {
            diagnostics.push(nothing_to_leave_out(&base, gone, &item.file.text));
        }
    }
    let evaluates = |file: &File| file.items.iter().any(|item| matches!(item.kind, ItemKind::Eval(_)));
    if let Some(end) = item.without.iter().find(|gone| gone.item.text == "end")
        && evaluates(&base)
        && !evaluates(&own)
        && aim != Some(aim_of(&own))
    {
        let message = format!("the evaluation stays that of `{}`, for what is the aim there", item.file.text);
        diagnostics.push(Diagnostic::warning("eval-of-other-aim", end.item.span, message).help(
            "leave it out, too, `without end, eval`, and one is derived from the rules; or write an `eval` here",
        ));
    }
    if let (Some((there, _)), Some((here, place))) = (turn(&base), turn(&own))
        && let Some(lost) = there.finally.iter().find(|effect| !does(here, effect))
    {
        diagnostics.push(finally_replaced(&item.file.text, lost, place));
    }
    let first = |item: &Item| matches!(item.kind, ItemKind::Move(_) | ItemKind::End(_) | ItemKind::Legal(_));
    // What is said of the looks of something that is gone goes with it.
    let looks_like = |gone: &&LeftOut| matches!(gone.item.text.as_str(), "piece" | "region" | "state");
    for gone in item.without.iter().filter(looks_like).filter_map(|gone| gone.name.as_ref()) {
        unlooked(&mut base.items, |subject| subject == gone.text);
    }
    let (mut items, rest): (Vec<Item>, Vec<Item>) = own.items.into_iter().partition(first);
    let mut rest: Vec<(Vec<String>, Option<Item>)> = rest.into_iter().map(|item| (keys(&item), Some(item))).collect();
    let mut replaced_effects = Vec::new();
    for mut old in base.items {
        if let ItemKind::Look(item) = &mut old.kind {
            let own = rest.iter().filter_map(|(_, item)| item.as_ref()).flat_map(looks);
            let own: HashSet<&str> = own.map(ast::Look::subject).collect();
            item.looks.retain(|look| !own.contains(look.subject()));
            if !item.looks.is_empty() {
                items.push(old);
            }
            continue;
        }
        let keys = keys(&old);
        let mut replaced = false;
        for (own_keys, own) in rest.iter_mut().filter(|(own, _)| own.iter().any(|key| keys.contains(key))) {
            replaced = true;
            if let (Some(Item { kind: ItemKind::Define(own), span }), ItemKind::Define(old)) = (own.as_ref(), &old.kind)
            {
                replaced_effects.push((own.name.text.clone(), sets_of(old), *span));
            }
            if let (Some(Item { kind: ItemKind::Eval(own), .. }), ItemKind::Eval(old)) = (own.as_mut(), &old.kind)
                && own.also.take().is_some()
            {
                own.terms.splice(..0, old.terms.iter().cloned());
            }
            items.extend(own.take());
            if let ItemKind::Piece(item) = &mut old.kind {
                item.pieces.retain(|piece| !piece.names.iter().any(|name| own_keys.contains(&name.text)));
            }
        }
        let left = matches!(&old.kind, ItemKind::Piece(item) if !item.pieces.is_empty());
        if !replaced || left {
            items.push(old);
        }
    }
    let rest: Vec<Item> = rest.into_iter().filter_map(|(_, item)| item).collect();
    if sound && !base.baseless {
        for eval in rest.iter().filter_map(Item::adds_to) {
            diagnostics.push(nothing_to_add_to(eval, Some((&item.file.text, &items))));
        }
    }
    items.extend(rest);
    for (name, sets, place) in replaced_effects.iter().filter(|_| sound) {
        if let Some(state) = sets.iter().find(|state| is_asked_but_not_set(&items, state)) {
            diagnostics.push(no_longer_set(&item.file.text, name, state, *place));
        }
    }
    let unread = own.unread.into_iter().chain(base.unread).collect();
    let mut left_out: Vec<Name> =
        item.without.iter().filter_map(|gone| gone.name.clone()).chain(base.left_out).collect();
    left_out.retain(|name| !items.iter().any(|item| item.names().contains(&name.text.as_str())));
    File { items, unread, baseless: base.baseless, left_out, ..File::default() }
}

/// The `turn` of a file, and its place.
fn turn(file: &File) -> Option<(&TurnItem, Span)> {
    file.items
        .iter()
        .find_map(|item| if let ItemKind::Turn(turn) = &item.kind { Some((turn, item.span)) } else { None })
}

/// Whether a turn ends with an effect, be it within others.
fn does(turn: &TurnItem, effect: &Effect) -> bool {
    let wanted = effect_text(effect);
    turn.finally.iter().any(|effect| effect_text(effect).contains(&wanted))
}

/// The message for a `turn` that is silent on what that of the other file does at the end of each ply.
fn finally_replaced(file: &str, lost: &Effect, turn: Span) -> Diagnostic {
    let (what, again) = match &lost.kind {
        EffectKind::Do { name, .. } => (format!("do {}", name.text), format!("write `do {}`", name.text)),
        _ => ("…".to_string(), "do so".to_string()),
    };
    let message = format!("this replaces the `turn` of `{file}`: its `finally {{ {what} }}` is not done any more");
    let help = format!("{again} in a `finally` here, too; if it is not to be, `without turn` says so");
    Diagnostic::warning("finally-replaced", turn, message).help(help)
}

/// The states that a definition of effects sets.
fn sets_of(define: &DefineItem) -> Vec<String> {
    let ast::DefineBody::Effects(effects) = &define.body else { return Vec::new() };
    let texts: Vec<String> = effects.iter().map(effect_text).collect();
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split(['(', ')', ' '])).collect();
    let set = words.windows(2).filter(|pair| matches!(pair[0], "set" | "reset")).map(|pair| pair[1].to_string());
    set.collect()
}

/// Whether rules ask for a state that none of them sets.
fn is_asked_but_not_set(items: &[Item], state: &str) -> bool {
    let declares = |item: &&Item| matches!(item.kind, ItemKind::State(_) | ItemKind::Look(_));
    let text: String = items.iter().filter(|item| !declares(item)).map(item_text).collect();
    let words: Vec<&str> = text.split(['(', ')', ' ', '\n']).filter(|word| !word.is_empty()).collect();
    let set = words.windows(2).any(|pair| matches!(pair[0], "set" | "reset") && pair[1] == state);
    words.contains(&state) && !set
}

/// The message for a definition in whose place nothing changes a state any more.
fn no_longer_set(file: &str, name: &str, state: &str, place: Span) -> Diagnostic {
    let message =
        format!("this replaces `{name}` of `{file}`, and nothing changes `{state}` any more, which is asked for");
    let help = format!("say here, too, what `{name}` does with `{state}` there, or leave out what asks for it");
    Diagnostic::warning("no-longer-set", place, message).help(help)
}

/// What an item says of looks.
fn looks(item: &Item) -> &[ast::Look] {
    if let ItemKind::Look(item) = &item.kind { &item.looks } else { &[] }
}

/// Takes out what is said of the looks of some things.
fn unlooked(items: &mut Vec<Item>, gone: impl Fn(&str) -> bool) {
    items.retain_mut(|item| match &mut item.kind {
        ItemKind::Look(item) => {
            item.looks.retain(|look| !gone(look.subject()));
            !item.looks.is_empty()
        }
        _ => true,
    });
}

/// What an item replaces.
fn keys(item: &Item) -> Vec<String> {
    match &item.kind {
        ItemKind::Setup(_) | ItemKind::SetupFen(_) | ItemKind::Hand(_) => vec![item.word().to_string()],
        ItemKind::Eval(eval) => vec![format!("eval {}", eval.name.as_ref().map_or("", |name| &name.text))],
        _ => item.declares().into_iter().map(str::to_string).collect(),
    }
}

/// Leaves something out of a file; whether there was anything.
fn leave_out(file: &mut File, gone: &LeftOut) -> bool {
    let Some(name) = gone.name.as_ref().map(|name| name.text.as_str()) else {
        let before = file.items.len();
        file.items.retain(|item| item.word() != gone.item.text);
        return file.items.len() < before;
    };
    let mut found = false;
    file.items.retain_mut(|item| {
        if item.word() != gone.item.text {
            return true;
        }
        let here = named(item).contains(&name);
        found |= here;
        match &mut item.kind {
            // Only what has that name of a list of several.
            ItemKind::Piece(item) if here => {
                item.pieces.retain(|piece| !piece.names.iter().any(|other| other.text == name));
                !item.pieces.is_empty()
            }
            ItemKind::Look(item) if here => {
                item.looks.retain(|look| look.subject() != name);
                !item.looks.is_empty()
            }
            ItemKind::Move(item) if here && item.label.as_ref().is_none_or(|label| label.text != name) => {
                item.kinds.retain(|kind| kind.text != name);
                !item.kinds.is_empty()
            }
            _ => !here,
        }
    });
    found
}

/// The names by which an item may be left out.
fn named(item: &Item) -> Vec<&str> {
    match &item.kind {
        ItemKind::Move(item) => item.label.iter().chain(&item.kinds).map(|name| name.text.as_str()).collect(),
        ItemKind::Eval(item) => item.name.iter().map(|name| name.text.as_str()).collect(),
        ItemKind::Look(item) => item.looks.iter().map(ast::Look::subject).collect(),
        _ => item.names(),
    }
}

/// The message for an `eval also` that finds none of its name below: what file that is, and what there is of it.
fn nothing_to_add_to(eval: &EvalItem, below: Option<(&str, &[Item])>) -> Diagnostic {
    let also = eval.also.unwrap_or_default();
    let eval = match &eval.name {
        Some(name) => written("eval", &name.text),
        None => "eval".to_string(),
    };
    let alone = format!("write `{eval} {{ … }}`");
    let Some((file, items)) = below else {
        let message = "`also` adds to the evaluation of a file that is extended, and this one extends none";
        return Diagnostic::error("nothing-to-add-to", also, message).help(alone);
    };
    let message = match eval.as_str() {
        "eval" => format!("`{file}` has no evaluation without a name that this could add to"),
        _ => format!("`{file}` has no `{eval}` that this could add to"),
    };
    let there = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Eval(other) => {
            Some(other.name.as_ref().map_or("eval also".to_string(), |n| format!("eval also \"{}\"", n.text)))
        }
        _ => None,
    });
    let there: Vec<String> = there.map(|other| format!("`{other}`")).collect();
    Diagnostic::error("nothing-to-add-to", also, message).help(match there.is_empty() {
        true => alone,
        false => format!("{alone}, or add to what there is: {}", there.join(", ")),
    })
}

/// The message for `without` what the other file does not have.
fn nothing_to_leave_out(base: &File, gone: &LeftOut, file: &str) -> Diagnostic {
    let word = gone.item.text.as_str();
    let (what, span) = match &gone.name {
        Some(name) => (written(word, &name.text), gone.item.span.to(name.span)),
        None => (word.to_string(), gone.item.span),
    };
    let report = Diagnostic::error("nothing-to-leave-out", span, format!("`{file}` has no `{what}`"));
    let same = || base.items.iter().filter(|item| item.word() == word);
    let mut names: Vec<&str> = same().flat_map(named).collect();
    names.sort_unstable();
    names.dedup();
    let wanted = gone.name.as_ref().map_or("", |name| &name.text);
    let elsewhere = base.items.iter().find(|item| named(item).contains(&wanted));
    match (nearest(wanted, names.iter().copied()), elsewhere) {
        (Some(near), _) => report.did_you_mean([written(word, near).as_str()]),
        (None, Some(other)) => {
            report.help(format!("there it is a `{}`: `without {} {wanted}`", other.word(), other.word()))
        }
        (None, None) if !names.is_empty() => {
            let all: Vec<String> = names.iter().map(|name| format!("`{}`", written(word, name))).collect();
            report.help(format!("it has {}", all.join(", ")))
        }
        (None, None) if gone.name.is_some() && same().next().is_some() => {
            report.help(format!("`without {word}` leaves out all of it"))
        }
        _ => report.help("leave that out here"),
    }
}

/// An item as `without` names it.
fn written(word: &str, name: &str) -> String {
    if word == "eval" { format!("eval \"{name}\"") } else { format!("{word} {name}") }
}
