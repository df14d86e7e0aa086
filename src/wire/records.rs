//! Verbs about games written down.

use serde_json::{Value, json};

use super::ask::Ask;
use super::{Desk, error_value, fault_value};
use crate::session::{Error, Form, Origin, RecordedGame, games_of_record};
use crate::source::Source;

/// So many characters at the beginning tell a text from other files.
const FIRST: usize = 400;

/// So many games of a file are given.
const MOST: usize = 200;

/// A form by its ending.
fn form(name: &str) -> Result<Form, Error> {
    match name {
        "pgn" => Ok(Form::Pgn),
        "pdn" => Ok(Form::Pdn),
        "sgf" => Ok(Form::Sgf),
        "game" | "record" => Ok(Form::Record),
        _ => Err(Error::request(format!("there is no form `{name}`")).help("write `pgn`, `pdn`, `sgf` or `record`")),
    }
}

pub(super) fn record(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let session = ask.session(game.clone())?;
    let form = form(ask.needed("form")?)?;
    let name = |field| ask.text(field).map(|name| name.map(str::to_string));
    let ended = ask.text("result")?.map(|score| session.ended_by(score, ask.text("why")?.unwrap_or("agreed")));
    let text = session.record_with(form, [name("white")?, name("black")?], ended.transpose()?)?;
    let stem: String = game.compiled.name().to_lowercase();
    let stem: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let extension = if form == Form::Record { "record" } else { ask.needed("form")? };
    Ok(json!({ "text": text, "name": format!("{}.{extension}", stem.trim_matches('-')) }))
}

pub(super) fn open(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let text = ask.needed("record")?;
    // A replacement stands for what was no UTF-8.
    let odd = |c: char| c == '\0' || c == char::REPLACEMENT_CHARACTER;
    if text.chars().take(FIRST).any(|c| c == '\0') || text.chars().take(FIRST).filter(|c| odd(*c)).count() > FIRST / 20
    {
        return Err(Error::request(format!("`{}` is no text", ask.text("name")?.unwrap_or("the file")))
            .help("games are opened from texts: PGN, PDN, SGF, or a record of this program"));
    }
    // Moves alone are read as PGN has them.
    let name = ask.text("name")?.filter(|name| Form::of(name, text).is_some());
    let known = Form::of("", text).is_some();
    let source = Source::new(name.unwrap_or(if known { "the file" } else { "moves.pgn" }), text);
    let asked = ask.field("text").is_some() || ask.field("game").is_some();
    let current = if asked { Some(desk.game(ask)?) } else { None };
    let all = games_of_record(&source, current, MOST)?;
    let games: Vec<Value> = all
        .into_iter()
        .map(|game| {
            let RecordedGame { session, wrong, names: [white, black], ended } = game?;
            let loaded = session.loaded();
            let mut value = json!({
                "title": loaded.compiled.name(),
                "options": loaded.settings.options,
                "start": session.start_text(),
                "moves": session.played().collect::<Vec<_>>(),
                "white": white,
                "black": black,
                "result": ended,
            });
            match &loaded.origin {
                Origin::Shipped(name) => value["game"] = json!(name),
                _ => value["text"] = json!(loaded.source.text),
            }
            if let Some(wrong) = wrong {
                let told = error_value(&wrong);
                value["message"] = told["message"].clone();
                value["help"] = told["help"].clone();
            }
            value["doubts"] = session.doubts().iter().map(fault_value).collect();
            Ok(value)
        })
        .collect::<Result<_, Error>>()?;
    Ok(json!({ "games": games }))
}
