//! Reading SGF: what is played on which board, stones that stand there before the first move, and the moves.
//!
//! Our own properties are called as our tags in PGN: `RULES`, `MARK`, `OPTIONS`, `EVAL`, `POSITION`.

use super::form::Form;
use super::kinds;
use super::paper::{Moves, Paper};
use crate::game::Side;
use crate::notation::TextError;
use crate::notation::sgf::{Line, Property, point};
use crate::session::error::{Error, Fault};
use crate::session::{Session, parse_setting};
use crate::source::{Source, Span};

/// The games of a file.
pub(super) fn games(source: &Source) -> impl Iterator<Item = Result<Paper<'_>, Error>> {
    crate::notation::sgf::games(&source.text).map(|line| match line {
        Ok(line) => of(source, line),
        Err(TextError { span, message, help }) => {
            Err(Error::in_file(source, "bad-record", span, Fault { message, help, excerpt: None }))
        }
    })
}

fn of(source: &Source, line: Line) -> Result<Paper<'_>, Error> {
    let mut paper = Paper::new(source, Form::Sgf);
    paper.head = line.first().map(|property| property.span).unwrap_or_default();
    let mut known = kinds::by_default(Form::Sgf, 0);
    for property in &line {
        let Some((value, place)) = property.values(&source.text).next() else { continue };
        match property.name(&source.text).as_str() {
            "RULES" => drop(paper.only.insert("file", (value, place))),
            "MARK" => drop(paper.only.insert("rules", (value, place))),
            "EVAL" => drop(paper.only.insert("eval", (value, place))),
            "POSITION" => drop(paper.only.insert("position", (value, place))),
            "OPTIONS" => {
                for word in value.split_whitespace() {
                    parse_setting(word, &mut paper.options).map_err(|error| paper.wrong(place, error))?;
                }
                paper.set.push(place);
            }
            "GM" => {
                known = kinds::of_sgf(&value);
                let name = known.map_or_else(|| format!("game {value}"), |(name, _)| name.to_string());
                paper.named = Some((name, place));
            }
            // As good as not said.
            "SZ" | "KM" if value.trim().is_empty() => {}
            "SZ" => match value.split_once(':') {
                Some((columns, rows)) => {
                    paper.wishes.extend([("columns", columns.trim().to_string()), ("rows", rows.trim().to_string())]);
                }
                None => paper.wishes.push(("size", value.trim().to_string())),
            },
            "KM" => paper.wishes.push(("komi", plain_number(&value))),
            "RE" => {
                paper.result = match value.chars().next() {
                    Some('W' | 'w') => Some([2, 0]),
                    Some('B' | 'b') => Some([0, 2]),
                    Some('0' | 'D' | 'd' | 'J' | 'j') => Some([1, 1]),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    if !paper.wishes.iter().any(|(name, _)| matches!(*name, "size" | "columns")) {
        let known = known.map_or(&[][..], |(_, options)| options);
        paper.wishes.extend(known.iter().map(|(name, value)| (*name, (*value).to_string())));
    }
    paper.moves = Moves::Nodes(line);
    Ok(paper)
}

/// `6.50` and `6,5` as `6.5`.
fn plain_number(text: &str) -> String {
    text.trim().replace(',', ".").parse::<f64>().map_or_else(|_| text.trim().to_string(), |number| number.to_string())
}

/// Whether a property is a move, and of which player: `B` is the first unless the players are called White and Black.
pub(super) fn mover(session: &Session, name: &str) -> Option<Side> {
    let letter = match name {
        "B" | "AB" => 'b',
        "W" | "AW" => 'w',
        _ => return None,
    };
    let players = session.compiled().players();
    let begins = |player: &str, letter: char| player.to_lowercase().starts_with(letter);
    let white_first = begins(players[Side::First], 'w') && begins(players[Side::Second], 'b');
    Some(if (letter == 'w') == white_first { Side::First } else { Side::Second })
}

/// What a value calls a move: the cell of a point, a pass, or itself.
pub(super) fn move_text(session: &Session, value: &str) -> String {
    let topology = session.compiled().topology();
    let board = &topology.boards[0];
    let cell = point(value).and_then(|(x, y)| topology.at(0, x as i32, board.height - 1 - y as i32, 0));
    match cell {
        Some(site) => topology.cells[site].name.clone(),
        // On boards of up to 19 by 19 a pass was written as a point beside them.
        None if value.trim().is_empty() || value == "tt" => "pass".to_string(),
        None => value.trim().to_string(),
    }
}

/// The text of the position that stones set up before the first move make; none if there are none.
///
/// # Errors
/// Which stone can't stand there, with its place.
pub(super) fn set_up(session: &Session, text: &str, line: &Line) -> Result<Option<String>, (Span, Fault)> {
    let called = |property: &Property, names: &[&str]| names.contains(&property.name(text).as_str());
    let first = line.iter().position(|property| called(property, &["B", "W"])).unwrap_or(line.len());
    let stones = |property: &&Property| called(property, &["AB", "AW", "AE"]);
    if let Some(late) = line[first..].iter().find(stones) {
        let fault = Fault::new("stones are set up in the middle of the game");
        return Err((
            late.span,
            fault.help("a game goes on by moves: begin a game at this place with a position of its own"),
        ));
    }
    let Some(set_up) = line[..first].iter().find(stones) else { return Ok(None) };
    let rules = session.compiled().rules();
    let [kind] = &rules.kinds[..] else {
        let fault = Fault::new("stones are set up, and this game has several kinds of pieces");
        return Err((set_up.span, fault.help("give the position by the property `POSITION[…]`")));
    };
    let mut owners = vec![None; rules.topology.sites()];
    for property in line[..first].iter().filter(stones) {
        // `AE` takes stones away.
        let side = mover(session, &property.name(text));
        for (value, span) in property.values(text) {
            for name in corners(&value).ok_or_else(|| (span, no_point(&value)))? {
                let site = rules.topology.cell(&move_text(session, &name)).ok_or_else(|| (span, no_point(&name)))?;
                owners[site] = side;
            }
        }
    }
    let to_move = line.get(first).and_then(|property| mover(session, &property.name(text)));
    let said = line.iter().find(|property| called(property, &["PL"])).and_then(|property| property.values(text).next());
    let said = said.and_then(|(value, _)| mover(session, &value.get(..1)?.to_uppercase()));
    let start = session.compiled().position_text(&session.compiled().game().initial(), 0);
    let mut words: Vec<&str> = start.split_whitespace().collect();
    let rows: Vec<String> = rules.topology.rows()[0]
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| cell.and_then(|site| owners[site]).map_or('.', |side| kind.letter(Some(side))))
                .collect()
        })
        .collect();
    let rows = rows.join("/");
    let side = (to_move.or(said).unwrap_or(Side::First).index() + 1).to_string();
    if words.len() > 1 {
        (words[0], words[1]) = (&rows, &side);
    }
    Ok(Some(words.join(" ")))
}

/// The points of a value: one, or those of a rectangle `aa:cc`.
fn corners(value: &str) -> Option<Vec<String>> {
    let Some((from, to)) = value.split_once(':') else { return Some(vec![value.trim().to_string()]) };
    let ((x0, y0), (x1, y1)) = (point(from.trim())?, point(to.trim())?);
    let letter = |index: usize| crate::notation::sgf::letter(index).unwrap_or('a');
    let all = (y0..=y1).flat_map(|y| (x0..=x1).map(move |x| format!("{}{}", letter(x), letter(y))));
    Some(all.collect())
}

fn no_point(value: &str) -> Fault {
    Fault::new(format!("there is no point `{value}` on this board"))
        .help("points are two letters, column and row from the upper left: `dd`")
}
