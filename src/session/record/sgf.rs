//! Reading SGF: what is played on which board, stones that stand there before the first move, and the moves.
//!
//! Our own properties are called as our tags in PGN: `RULES`, `MARK`, `OPTIONS`, `EVAL`, `POSITION`.

use std::collections::BTreeSet;

use super::form::Form;
use super::kinds;
use super::paper::{Moves, Paper};
use crate::game::{PerSide, Side};
use crate::notation::TextError;
use crate::notation::sgf::{Line, Property, point};
use crate::session::error::{Error, Fault};
use crate::session::{Session, parse_setting};
use crate::source::{Source, Span};

/// Where the rows of points begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::session) enum Rows {
    /// At the top, as the form has it.
    Down,
    /// At the bottom: the first row of the players is shown at the top elsewhere, and at the bottom here.
    Up,
}

impl Rows {
    pub(super) fn turned(self) -> Rows {
        match self {
            Rows::Down => Rows::Up,
            Rows::Up => Rows::Down,
        }
    }

    /// The row of a board of this height that a point's row is, and the way back.
    pub(super) fn row(self, height: i32, y: i32) -> i32 {
        match self {
            Rows::Down => height - 1 - y,
            Rows::Up => y,
        }
    }
}

/// The properties of one letter: moves, comments, names, values, and the marks of older files. What else has one may be a move.
const ONE_LETTER: [&str; 7] = ["B", "W", "C", "N", "V", "L", "M"];

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
            // Of servers of Othello: the board as they write it.
            "BO" => drop(paper.only.entry("position").or_insert((value, place))),
            // As good as not said.
            "SZ" | "KM" if value.trim().is_empty() => {}
            "SZ" => match value.split_once(':') {
                Some((columns, rows)) => {
                    let sizes = [("columns", columns), ("rows", rows)];
                    paper.wishes.extend(sizes.map(|(name, value)| (name, value.trim().to_string(), place)));
                }
                None => paper.wishes.push(("size", value.trim().to_string(), place)),
            },
            "KM" => paper.wishes.push(("komi", komi(&value).0, place)),
            // Servers that give no `GM` name the game there: `hex.mc.2010.oct.1.11`.
            "EV" if paper.named.is_none() && !line.iter().any(|other| other.name(&source.text) == "GM") => {
                let name = kinds::of_event(&value);
                known = name.map_or(known, kinds::of_sgf);
                paper.named = name.map(|name| (name.to_string(), place));
            }
            "PW" => paper.names[0] = Some(value),
            "PB" => paper.names[1] = Some(value),
            "RE" => {
                paper.ended = Some(value.clone());
                paper.result = result(&value);
            }
            _ => {}
        }
    }
    if !paper.wishes.iter().any(|(name, ..)| matches!(*name, "size" | "columns")) {
        let known = known.map_or(&[][..], |(_, options)| options);
        let head = paper.head;
        paper.wishes.extend(known.iter().map(|(name, value)| (*name, (*value).to_string(), head)));
    }
    paper.moves = Moves::Nodes(line);
    Ok(paper)
}

/// The halves of a point that White and Black got.
pub(super) fn result(text: &str) -> Option<[u8; 2]> {
    match text.chars().next()? {
        'W' | 'w' => Some([2, 0]),
        'B' | 'b' => Some([0, 2]),
        '0' | 'D' | 'd' | 'J' | 'j' => Some([1, 1]),
        _ => None,
    }
}

/// `6.50` and `6,5` as `6.5`, and whether it had to be told from another count: some servers write hundredths (`650`), and
/// some count stones, each of which is two points (`3.75`, so `375`).
fn komi(text: &str) -> (String, bool) {
    let Ok(said) = text.trim().replace(',', ".").parse::<f64>() else { return (text.trim().to_string(), false) };
    let hundredths = said.abs() >= 100.0 && said.fract() == 0.0;
    let points = if hundredths { said / 100.0 } else { said };
    let stones = (points * 4.0).fract() == 0.0 && (points * 2.0).fract() != 0.0;
    ((if stones { points * 2.0 } else { points }).to_string(), hundredths || stones)
}

/// What is to be said of size and komi that a record gives, once its rules are there.
///
/// # Errors
/// If the record is of a board of another size, with the place that says so.
pub(super) fn doubts(session: &Session, text: &str, line: &Line) -> Result<Vec<Fault>, (Span, Fault)> {
    let compiled = session.compiled();
    let option = |name: &str| compiled.options().iter().find(|option| option.name == name).map(|o| o.value.as_str());
    let board = &compiled.topology().boards[0];
    let said = |name: &str| line.iter().any(|property| property.name(text) == name);
    // Servers that give no `GM` name the game elsewhere.
    let unnamed = !said("GM") && !said("RULES");
    let mut doubts = Vec::new();
    let mut strange = BTreeSet::new();
    let own = initials(session, text, line);
    for property in line {
        let name = property.name(text);
        let Some((value, span)) = property.values(text).next().filter(|(value, _)| !value.trim().is_empty()) else {
            continue;
        };
        let moves = own.is_some_and(|own| mover(own, &name).is_some());
        if name.len() == 1 && !moves && !ONE_LETTER.contains(&name.as_str()) && strange.insert(name.clone()) {
            let written = &text[property.span.start..property.span.end];
            let fault = Fault::new(format!("`{written}[{value}]` is left out: moves are `B[…]` and `W[…]`"));
            doubts.push(match unnamed {
                true => fault.help(format!("no `GM` says which game it is, and it is read as {}", compiled.name())),
                false => fault,
            });
        }
        match name.as_str() {
            "SZ" => {
                let (columns, rows) = value.split_once(':').unwrap_or((&value, &value));
                // Of a hexagon it is the option, of boards with cells between others how wide they are.
                let is = |said: &str, names: [&str; 2], length: i32| {
                    said.trim() == length.to_string() || names.into_iter().find_map(option) == Some(said.trim())
                };
                let square = !value.contains(':');
                let names = |name| if square { ["size", name] } else { [name, "size"] };
                if !is(columns, names("columns"), board.width) || !is(rows, names("rows"), board.height) {
                    let fault = Fault::new(format!("the record is of a board of size {}", value.trim()));
                    let here = format!(
                        "that of {} has {} columns and {} rows here",
                        compiled.name(),
                        board.width,
                        board.height
                    );
                    return Err((span, fault.help(here)));
                }
            }
            "EV" if unnamed && value.contains('.') && !value.contains(char::is_whitespace) => {
                let game = value.split('.').next().unwrap_or_default();
                let is_name = game.starts_with(char::is_alphabetic) && game.chars().all(char::is_alphanumeric);
                if kinds::of_event(&value).is_none() && is_name {
                    let fault =
                        Fault::new(format!("no game is known here as `{game}`: it is read as {}", compiled.name()));
                    doubts.push(fault.help("a record says its game by `GM[…]`"));
                }
            }
            "HA" if value.trim().parse().is_ok_and(|stones: u32| stones > 1) && !said("AB") => {
                let fault = Fault::new(format!("`HA[{}]` says a handicap, and no stones are set up", value.trim()));
                doubts.push(fault.help("stones that stand before the first move are `AB[dd][pp]`"));
            }
            "KM" => match (option("komi"), komi(&value)) {
                (None, (points, _)) if points != "0" => {
                    let fault =
                        Fault::new(format!("`KM[{}]` is left out: {} knows no komi", value.trim(), compiled.name()));
                    doubts.push(fault.help("an option `komi` in its rules would be set by it"));
                }
                (Some(known), (points, true)) if known == points => {
                    let fault = Fault::new(format!("`KM[{}]` is read as a komi of {points} points", value.trim()));
                    doubts
                        .push(fault.help(
                            "whole numbers from 100 are hundredths, and quarters are of stones, two points each",
                        ));
                }
                _ => {}
            },
            _ => {}
        }
    }
    Ok(doubts)
}

/// The capital letters, which names of properties are.
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The letters of both players, the first player's first, where moves of a record are called by other letters than `B` and `W`,
/// all of them the first of the players' names: `r[…]` and `b[…]` of Red and Blue.
fn initials(session: &Session, text: &str, line: &Line) -> Option<PerSide<&'static str>> {
    let names = || line.iter().map(|property| property.name(text)).filter(|name| name.len() == 1);
    let strange = |name: &String| !ONE_LETTER.contains(&name.as_str());
    let used: BTreeSet<String> = names().filter(|name| matches!(name.as_str(), "B" | "W") || strange(name)).collect();
    let letter = |side: Side| {
        let at = CAPITALS.find(session.compiled().players()[side].chars().next()?.to_ascii_uppercase())?;
        CAPITALS.get(at..=at)
    };
    let (first, second) = (letter(Side::First)?, letter(Side::Second)?);
    let own = used.iter().any(strange) && used.iter().all(|name| name == first || name == second);
    (own && first != second).then(|| PerSide::new(first, second))
}

/// Who makes the first move of a record whose moves are called by the initials of the players; none where stones stand before it.
pub(super) fn begins(session: &Session, text: &str, line: &Line) -> Option<Side> {
    let initials = initials(session, text, line)?;
    let first = line.iter().map(|property| property.name(text)).find(|name| mover(initials, name).is_some())?;
    mover(initials, &first).filter(|side| initials[*side] == first)
}

/// The properties of moves and stones of each player, the first player's first: `B` and `W`, or their initials. Where nobody is
/// called black or white, who moves first in the record is the first player; without a record, Black is. Many have Black begin,
/// whoever does by the rules: then a record that begins with a move of Black's calls the first player so.
pub(super) fn colours(session: &Session, record: Option<(&str, &Line)>) -> PerSide<&'static str> {
    if let Some(initials) = record.and_then(|(text, line)| initials(session, text, line)) {
        return initials;
    }
    let players = session.compiled().players();
    let begins_with_black = |(text, line): (&str, &Line)| {
        let names: Vec<String> = line.iter().map(|property| property.name(text)).collect();
        let set_up = names.iter().any(|name| matches!(name.as_str(), "AB" | "AW" | "PL" | "POSITION" | "RULES"));
        !set_up && names.iter().find(|name| matches!(name.as_str(), "B" | "W")).is_some_and(|name| name == "B")
    };
    let called = |side: Side, colour: char| players[side].to_lowercase().starts_with(colour);
    let white_first = if called(Side::First, 'w') && called(Side::Second, 'b') {
        !record.is_some_and(begins_with_black)
    } else if Side::ALL.iter().any(|&side| called(side, 'b') && called(side.other(), 'w')) {
        false
    } else {
        let names = record.into_iter().flat_map(|(text, line)| line.iter().map(|property| property.name(text)));
        names.into_iter().find(|name| matches!(name.as_str(), "B" | "W" | "AB" | "AW")).is_some_and(|name| name == "W")
    };
    if white_first { PerSide::new("W", "B") } else { PerSide::new("B", "W") }
}

/// The player of a property that is a move or sets up stones.
pub(super) fn mover(colours: PerSide<&str>, name: &str) -> Option<Side> {
    let colour = name.strip_prefix('A').unwrap_or(name);
    Side::ALL.into_iter().find(|&side| colours[side] == colour)
}

/// The player of the colour `B` or `W`, where no record says more.
pub(in crate::session) fn colour_of(session: &Session, colour: &str) -> Option<Side> {
    mover(colours(session, None), colour)
}

/// A move of a record.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) side: Side,
    pub(super) text: String,
    /// Whether it was written as a point, so that the letters of files are ours.
    pub(super) is_point: bool,
    /// Where it stands.
    pub(super) place: Span,
}

/// The moves of a record.
pub(super) fn moves(session: &Session, text: &str, line: &Line, rows: Rows) -> Vec<Move> {
    let colours = colours(session, Some((text, line)));
    let read = line.iter().filter_map(|property| {
        let name = property.name(text);
        let side = Side::ALL.into_iter().find(|&side| colours[side] == name)?;
        let (value, place) = property.values(text).next()?;
        // Little Golem has how a game ended as its last move.
        if value == "resign" {
            return None;
        }
        Some(Move {
            side,
            text: move_text(session, &value, rows),
            is_point: points(session, move_alone(&value), rows).is_some(),
            place,
        })
    });
    read.collect()
}

/// The value of a move, without the offer of a draw that Little Golem has behind it.
fn move_alone(value: &str) -> &str {
    value.strip_suffix("|draw").unwrap_or(value)
}

/// What a value calls a move: the cell of a point, a pass, or itself.
pub(super) fn move_text(session: &Session, value: &str, rows: Rows) -> String {
    let value = move_alone(value);
    match points(session, value, rows) {
        Some(cells) => cells,
        // On boards of up to 19 by 19 a pass was written as a point beside them.
        None if value.trim().is_empty() || value == "tt" => "pass".to_string(),
        None => without_thoughts(session, value.trim()).to_string(),
    }
}

/// The cells of a move: of one point, or of several where a piece goes from one to the other (Amazons: `djddgd`).
fn points(session: &Session, value: &str, rows: Rows) -> Option<String> {
    let topology = session.compiled().topology();
    let board = &topology.boards[0];
    let cell = |value: &str| {
        let (x, y) = point(value)?;
        let site = topology.at(0, x as i32, rows.row(board.height, y as i32), 0)?;
        Some(topology.cells[site].name.as_str())
    };
    // Words of four letters, which are no points.
    let several = value.len() <= 8 && value.is_ascii() && !["swap", "pass", "draw"].contains(&value);
    if value.len() < 4 || !several {
        return cell(value).map(str::to_string);
    }
    value.as_bytes().chunks(2).map(|pair| cell(std::str::from_utf8(pair).ok()?)).collect()
}

/// A move without what its program thought of it and the time it took, as servers of Othello have them: `F5//0.01`, `PA/-3`.
fn without_thoughts<'v>(session: &Session, value: &'v str) -> &'v str {
    let Some((cell, behind)) = value.split_once('/') else { return if value == "PA" { "pass" } else { value } };
    let numbers = behind.chars().all(|c| c.is_ascii_digit() || matches!(c, '/' | '.' | '+' | '-'));
    let known = cell.starts_with(|c: char| c.is_ascii_alphabetic())
        && session.compiled().topology().cell(&cell.to_ascii_lowercase()).is_some();
    match cell {
        "PA" | "pass" if numbers => "pass",
        _ if numbers && known => cell,
        _ => value,
    }
}

/// The text of the position that stones set up before the first move make; none if there are none.
///
/// # Errors
/// Which stone can't stand there, with its place.
pub(super) fn set_up(
    session: &Session,
    text: &str,
    line: &Line,
    counted: Rows,
) -> Result<Option<String>, (Span, Fault)> {
    let called = |property: &Property, names: &[&str]| names.contains(&property.name(text).as_str());
    let colours = colours(session, Some((text, line)));
    let moves = [colours[Side::First], colours[Side::Second]];
    let first = line.iter().position(|property| called(property, &moves)).unwrap_or(line.len());
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
        let side = mover(colours, &property.name(text));
        for (value, span) in property.values(text) {
            for name in corners(&value).ok_or_else(|| (span, no_point(&value)))? {
                let site =
                    rules.topology.cell(&move_text(session, &name, counted)).ok_or_else(|| (span, no_point(&name)))?;
                owners[site] = side;
            }
        }
    }
    let to_move = line.get(first).and_then(|property| mover(colours, &property.name(text)));
    let said = line.iter().find(|property| called(property, &["PL"])).and_then(|property| property.values(text).next());
    let said = said.and_then(|(value, _)| mover(colours, &value.get(..1)?.to_uppercase()));
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
