//! Lists of the shipped games, and a game told in words.

use serde_json::{Value, json};

use super::{board, columns, legend};
use crate::library::{Shipped, head};
use crate::rules::OptionValue;
use crate::session::{Entry, Telling};

/// Games by families, each with the sentence at the top of its file as far as it goes on a line.
pub fn games(list: &[&Shipped], width: usize) -> String {
    let widest = list.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let mut families: Vec<&str> = list.iter().map(|game| game.family).collect();
    families.sort_unstable();
    families.dedup();
    let mut text = String::new();
    for family in families {
        text += &format!("{family}\n");
        for game in list.iter().filter(|game| game.family == family) {
            let about = short(&about(game), width.saturating_sub(widest + 4));
            text += format!("  {:widest$}  {about}", game.name).trim_end();
            text.push('\n');
        }
    }
    text
}

/// The sentence of a game, without its name where it begins with that.
fn about(game: &Shipped) -> String {
    let about = head(game.text).about;
    match about.split_once(": ") {
        // `Hex: the players …`; a colon further on is a part of the sentence.
        Some((name, rest)) if name.split(' ').count() <= 4 && !name.contains('.') => rest.to_string(),
        _ => about,
    }
}

/// The beginning of a text, broken off between two words.
fn short(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let mut short = String::new();
    for word in text.split(' ') {
        if short.chars().count() + word.chars().count() + 3 > width {
            break;
        }
        short += word;
        short.push(' ');
    }
    short.trim_end_matches([' ', ',', ';', ':', '.']).to_string() + " …"
}

/// Lines filled up to a width, those after the first further in.
fn filled(text: &str, indent: usize, width: usize) -> String {
    let mut out = String::new();
    let mut line = " ".repeat(indent);
    for word in text.split(' ') {
        if line.chars().count() + word.chars().count() > width && line.trim() != "" && line.trim() != "-" {
            out += line.trim_end();
            out.push('\n');
            line = " ".repeat(indent + 2);
        }
        line += word;
        line.push(' ');
    }
    out + line.trim_end() + "\n"
}

/// A game in words, with its board at the start. `akin` are the games that the name finds beside it.
pub fn telling(telling: &Telling, akin: &[&str], width: usize) -> String {
    let mut text = telling.told.title.clone();
    if let Some(family) = telling.family {
        text += &format!(" ({family})");
    }
    text.push('\n');
    text += &filled(&telling.head.about, 2, width);
    if let Some(source) = &telling.head.source {
        text += &filled(&format!("Source: {source}"), 2, width);
    }
    for (heading, lines) in &telling.told.parts {
        text += &format!("\n{heading}\n");
        for (depth, line) in lines {
            text += &filled(&format!("- {line}"), 2 + 2 * depth, width);
        }
        if *heading == "Pieces" {
            let view = telling.session.board(&[]);
            text += &format!("\nAt the start\n{}{}", board(&view), legend(&view));
        }
    }
    let made: Vec<&str> = telling.told.mechanisms.iter().map(|m| m.text()).collect();
    text += &format!("\nMade of\n{}", filled(&made.join(", "), 2, width));
    if !akin.is_empty() {
        text += &format!("\nMore of the name\n{}", columns(akin, width));
    }
    text
}

/// A game of a list as JSON.
pub fn entry_json(entry: &Entry) -> Value {
    let head = head(entry.game.text);
    let made: Vec<&str> = entry.told.mechanisms.iter().map(|m| m.text()).collect();
    json!({
        "name": entry.game.name,
        "family": entry.game.family,
        "title": entry.told.title,
        "about": head.about,
        "source": head.source,
        "board": entry.told.board,
        "mechanisms": made,
    })
}

/// A game in words as JSON.
pub fn telling_json(telling: &Telling) -> Value {
    let compiled = telling.session.compiled();
    let options: Vec<Value> = compiled.options().iter().map(option).collect();
    let made: Vec<&str> = telling.told.mechanisms.iter().map(|m| m.text()).collect();
    let rules: Vec<Value> = telling
        .told
        .parts
        .iter()
        .map(|(heading, lines)| {
            let lines: Vec<Value> = lines.iter().map(|(depth, text)| json!({ "depth": depth, "text": text })).collect();
            json!({ "heading": heading, "lines": lines })
        })
        .collect();
    json!({
        "name": telling.name,
        "family": telling.family,
        "title": compiled.name(),
        "about": telling.head.about,
        "source": telling.head.source,
        "players": compiled.players().pair(),
        "board": telling.told.board,
        "mechanisms": made,
        "rules": rules,
        "start": telling.session.position_text(),
        "options": options,
        "evaluations": compiled.evaluations(),
    })
}

fn option(option: &OptionValue) -> Value {
    let number = |halves: i64| super::json::number(halves as f64 / 2.0);
    let (min, max) = (option.range.map(|range| number(range.least)), option.range.map(|range| number(range.most)));
    let step = option.range.and_then(|range| range.step).map(number);
    json!({ "name": option.name, "value": option.value, "min": min, "max": max, "step": step })
}
