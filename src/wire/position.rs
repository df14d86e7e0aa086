//! Verbs about a position: what there is to see, what may be played, what is changed by hand, what is asked.

use serde_json::{Value, json};

use super::ask::Ask;
use super::steps::steps;
use super::{Desk, fault_value, places};
use crate::compile::{Answer, Compiled, Edit};
use crate::draw::{self, Coordinates, Options};
use crate::game::{MoveList, Outcome, Side};
use crate::render;
use crate::rules::OptionValue;
use crate::session::{Error, Session};

/// Of more moves than these only their own text is given: the customary one takes looking at all others.
const MOST_NAMED: usize = 300;

/// So many threats are told.
const MOST_THREATS: usize = 50;

/// The cell of a name.
fn site(compiled: &Compiled, name: &str) -> Result<usize, Error> {
    let cells = &compiled.topology().cells;
    cells.iter().position(|cell| cell.name == name).ok_or_else(|| {
        let example = cells.first().map_or("a1", |cell| &cell.name);
        Error::request(format!("there is no cell `{name}`")).help(format!("cells have names such as `{example}`"))
    })
}

/// A list of cells.
fn cells(compiled: &Compiled, names: &[&str]) -> Result<Vec<usize>, Error> {
    names.iter().map(|name| site(compiled, name)).collect()
}

/// How it is to be drawn.
fn options(compiled: &Compiled, ask: &Ask) -> Result<Options, Error> {
    let coordinates = match ask.text("coordinates")? {
        None | Some("edges") => Coordinates::Edges,
        Some("cells") => Coordinates::Cells,
        Some("none") => Coordinates::None,
        Some(other) => {
            let error = Error::request(format!("`coordinates` can't be `{other}`"));
            return Err(error.help("write `edges`, `cells` or `none`"));
        }
    };
    let pair = |value: &Value| {
        let names: Option<Vec<&str>> = value.as_array().and_then(|pair| pair.iter().map(Value::as_str).collect());
        match names.as_deref() {
            Some([from, to]) => Ok((site(compiled, from)?, site(compiled, to)?)),
            _ => Err(Error::request("`arrows` of the request are not pairs of cells")),
        }
    };
    let arrows = ask.field("arrows").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    Ok(Options {
        flip: ask.flag("flip")?,
        coordinates,
        arrows: arrows.iter().map(pair).collect::<Result<_, _>>()?,
        highlight: cells(compiled, &ask.texts("highlight")?)?,
        bare: ask.flag("bare")?,
        ..Options::default()
    })
}

pub(super) fn show(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let (mut session, moves) = ask.begin(game.clone())?;
    let compiled = &game.compiled;
    let mut lost = Value::Null;
    for (at, text) in moves.iter().enumerate() {
        match session.play(text) {
            Ok(_) => {}
            Err(Error::Request(fault)) => {
                let rest: Vec<&str> = moves[at..].to_vec();
                lost = json!({ "moves": rest, "message": fault.message, "help": fault.help });
                break;
            }
            Err(other) => return Err(other),
        }
    }
    let played: Vec<Value> = session
        .customary_moves()
        .into_iter()
        .zip(session.played())
        .map(|((shown, by), text)| json!({ "text": text, "shown": shown, "by": by.index() }))
        .collect();
    let verdict = session.verdict()?;
    let to_move = verdict.is_none().then(|| session.position().mover().index());
    let verdict = verdict.map(|verdict| {
        let mut value = render::json::ended(Some(&verdict));
        value["text"] = json!(verdict.sentence());
        value
    });
    let extras = compiled.extras(session.position().state());
    Ok(json!({
        "title": compiled.name(),
        "players": compiled.players().pair(),
        "svg": draw::draw(&session, &options(compiled, ask)?),
        "cells": compiled.topology().cells.iter().map(|cell| &cell.name).collect::<Vec<_>>(),
        "to_move": to_move,
        "mover": session.position().mover().index(),
        "threatened": to_move.is_some() && compiled.game().threatened(session.position().state()),
        "verdict": verdict,
        "position": session.position_text(),
        "played": played,
        "lost": lost,
        "legal": legal(&session)?,
        "counters": extras.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
        "palette": palette(compiled),
        "options": compiled.options().iter().map(option).collect::<Vec<_>>(),
        "forms": session.forms().into_iter().map(|form| form.name().to_lowercase()).collect::<Vec<_>>(),
        "evaluations": compiled.evaluations(),
        "warnings": places::diagnostics(&game.source, session.warnings()),
        "notes": session.notes().iter().map(fault_value).collect::<Vec<_>>(),
    }))
}

/// An option with its value, and the numbers that it may be.
fn option(option: &OptionValue) -> Value {
    let mut value = json!({ "name": option.name, "value": option.value });
    if let Some(range) = option.range {
        let plain = |doubled: i64| doubled as f64 / 2.0;
        value["least"] = json!(plain(range.least));
        value["most"] = json!(plain(range.greatest()));
        value["step"] = json!(range.step.map(plain));
    }
    value
}

/// The legal moves with their steps.
fn legal(session: &Session) -> Result<Vec<Value>, Error> {
    let (compiled, position) = (session.compiled(), session.position());
    let state = position.state();
    let moves = session.records()?;
    let named: Vec<(Vec<u64>, String)> =
        moves.iter().map(|record| (record.to_vec(), compiled.move_text(state, record))).collect();
    let shown = |record: &[u64], text: &str| match moves.len() <= MOST_NAMED {
        true => compiled.customary_text(state, record),
        false => text.to_string(),
    };
    let value = |((record, text), steps): (&(Vec<u64>, String), Vec<super::steps::Step>)| {
        let steps: Vec<Value> = steps.iter().map(super::steps::Step::value).collect();
        json!({ "text": text, "shown": shown(record, text), "steps": steps })
    };
    Ok(named.iter().zip(steps(compiled, state, &named)).map(value).collect())
}

/// The pieces that a position may hold.
fn palette(compiled: &Compiled) -> Vec<Value> {
    let mut all = Vec::new();
    for kind in &compiled.rules().kinds {
        let owned = [Some(Side::First), Some(Side::Second)];
        for &side in if kind.neutral || kind.counted { &[None][..] } else { &owned } {
            let letter = kind.letter(side);
            all.push(json!({ "letter": letter.to_string(), "kind": kind.name, "side": side.map(Side::index) }));
        }
    }
    all
}

pub(super) fn edit(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let session = ask.session(game.clone())?;
    let compiled = &game.compiled;
    let wrong =
        || Error::request("`change` of the request is no change").help("write `{ \"cell\": …, \"letter\": … }`");
    let change = ask.field("change").and_then(Value::as_object).ok_or_else(wrong)?;
    let edit = match (change.get("cell"), change.get("to_move")) {
        (Some(cell), _) => {
            let at = site(compiled, cell.as_str().ok_or_else(wrong)?)?;
            let letter = change.get("letter").and_then(Value::as_str).and_then(|text| text.chars().next());
            let known = |letter| compiled.rules().kinds.iter().any(|kind| kind.whose(letter).is_some());
            if let Some(letter) = letter.filter(|letter| !known(*letter)) {
                return Err(Error::request(format!("no piece has the letter `{letter}`")));
            }
            Edit::Put(at, letter)
        }
        (None, Some(side)) => Edit::Mover(Side::of(side.as_u64().filter(|side| *side < 2).ok_or_else(wrong)? as usize)),
        (None, None) if change.get("clear").and_then(Value::as_bool) == Some(true) => Edit::Clear,
        (None, None) => return Err(wrong()),
    };
    let text = session.edited_text(&edit);
    let mut told = Session::new(game.clone());
    told.set_position(&text)?;
    Ok(json!({ "position": told.position_text() }))
}

pub(super) fn query(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let session = ask.session(game.clone())?;
    Ok(match session.query(ask.needed("question")?)? {
        Answer::Region(sites) => {
            let cells: Vec<&str> =
                sites.iter().map(|&site| game.compiled.topology().cells[site].name.as_str()).collect();
            let text = if cells.is_empty() { "no cell".to_string() } else { cells.join(" ") };
            json!({ "text": text, "cells": cells })
        }
        Answer::Number(number) => json!({ "text": number.to_string(), "number": number }),
        Answer::Truth(truth) => json!({ "text": if truth { "yes" } else { "no" }, "truth": truth }),
    })
}

/// What the opponent would take, or win by, if it were their turn.
pub(super) fn threats(desk: &Desk, ask: &Ask) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let session = ask.session(game.clone())?;
    let compiled = &game.compiled;
    let mover = session.position().mover();
    let text = compiled.other_to_move(session.position().state(), mover);
    let (mut cells, mut moves, mut shown) = (Vec::new(), Vec::new(), Vec::new());
    // Where the same position can't be the other's to move there is nothing to say.
    if session.verdict()?.is_none()
        && let Ok((state, _)) = compiled.parse_position(&text)
    {
        let before = compiled.standing(&state);
        let mut list = MoveList::new(compiled.game().move_words());
        let over = compiled.game().status(&state).is_some();
        if !over {
            compiled.game().generate(&state, &mut list)?;
        }
        for record in list.iter() {
            let mut next = vec![0; state.len()];
            let made = compiled.game().make(&state, record, &mut next);
            let after = compiled.standing(&next);
            let own = |stands: &[crate::compile::Stands]| stands.last().is_some_and(|top| top.side == Some(mover));
            let lost = |site: &usize| own(&before.cells[*site]) && !own(&after.cells[*site]);
            let taken: Vec<usize> = (0..before.cells.len()).filter(lost).collect();
            let wins = made.ending.is_some_and(|ending| ending.outcome == Outcome::Win(mover.other()));
            if wins || !taken.is_empty() {
                if moves.len() < MOST_THREATS {
                    moves.push(compiled.move_text(&state, record));
                    shown.push(compiled.customary_text(&state, record));
                }
                cells.extend(taken);
            }
            if wins {
                cells.extend(compiled.cells_of(&state, record).last());
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    let cells: Vec<&str> = cells.iter().map(|&site| compiled.topology().cells[site].name.as_str()).collect();
    Ok(json!({ "cells": cells, "moves": moves, "shown": shown }))
}
