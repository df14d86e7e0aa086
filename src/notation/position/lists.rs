//! Positions as books print them: whose the pieces are, then each with its cell, and perhaps who is to move:
//! `White: Kg1, Rf1, a2; Black: Kg8`, `W: Ke1 / B: Ke8`, `Black: 1, 2, K3. White: 21, 22. Black to move`.

use super::drawn::Drawn;
use super::fields::{cell_of, is_number};
use super::pdn::{Part, pieces};
use super::read::Reader;
use super::rows::letter;
use crate::game::Side;
use crate::notation::moves::{TextError, counts_from_zero, ranks_from_the_top};
use crate::notation::{without_gap, without_i};
use crate::rules::Rules;
use crate::source::Span;

/// The words behind the name of who is to move.
const MOVES: [(&str, &[&str]); 3] = [("to", &["move", "play"]), ("aan", &["zet"]), ("am", &["zug"])];

/// Such a text, cut at the words that say whose the pieces behind them are.
struct List<'t> {
    /// The word of a side, and its pieces.
    sides: Vec<(Part<'t>, Part<'t>)>,
    /// The word of the side to move.
    mover: Option<Part<'t>>,
}

impl<'t> List<'t> {
    fn of(rules: &Rules, text: &'t str) -> Option<List<'t>> {
        let words = Part(text, 0).split(char::is_whitespace).filter(|word| !word.0.is_empty());
        let words: Vec<Part<'t>> = words.collect();
        let is_player = |word: &str| Side::ALL.iter().any(|&side| word.eq_ignore_ascii_case(&rules.players[side]));
        let is = |at: usize, known: &[&str]| {
            let word = words.get(at).map_or("", |word| word.0.trim_end_matches([',', ';', '.', ')']));
            known.iter().any(|known| word.eq_ignore_ascii_case(known))
        };
        let mut list = List { sides: Vec::new(), mover: None };
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            at += 1;
            if MOVES.iter().any(|(first, second)| is(at, &[first]) && is(at + 1, second)) {
                list.mover = Some(word.from(usize::from(word.0.starts_with('('))));
                at += 2;
                continue;
            }
            // `BTM`
            if word.0.len() == 3 && word.0.to_ascii_lowercase().ends_with("tm") && !list.sides.is_empty() {
                list.mover = Some(Part(&word.0[..1], word.1));
                continue;
            }
            // `White pieces:`, `White = …`, `White (2):`
            let number = word.0.strip_prefix('(').and_then(|rest| rest.strip_suffix("):")).is_some_and(is_number);
            let filler = number || ["=", "pieces:", "men:"].iter().any(|filler| word.0.eq_ignore_ascii_case(filler));
            if filler && list.sides.last().is_some_and(|(_, pieces)| pieces.0.is_empty()) {
                let (_, pieces) = list.sides.last_mut()?;
                *pieces = word.from(word.0.len());
                continue;
            }
            let label = word.0.split_once(':').map(|(label, _)| label);
            match label.filter(|label| !label.is_empty() && label.chars().all(char::is_alphabetic)) {
                Some(label) => list.sides.push((Part(label, word.1), word.from(label.len() + 1))),
                None if is_player(word.0) => list.sides.push((word, word.from(word.0.len()))),
                None => {
                    let pieces = &mut list.sides.last_mut()?.1;
                    *pieces = Part(&text[pieces.1..word.1 + word.0.len()], pieces.1);
                }
            }
        }
        // Of one letter, the first alone is the side to move of PDN, which has more colons.
        let [(first, _), others @ ..] = &list.sides[..] else { return None };
        let pdn = first.0.chars().count() == 1 && others.is_empty();
        // Discs that are called as their players are no words of sides.
        let some = list.sides.iter().any(|(_, pieces)| !pieces.0.is_empty());
        (some && !pdn && list.sides.iter().all(|(_, pieces)| !pieces.0.contains(':'))).then_some(list)
    }
}

/// Reads the text into an empty position; the number of plies made before it. None if it is no such list.
pub(super) fn read(reader: &mut Reader<'_>, text: &str) -> Option<Result<usize, TextError>> {
    let whole = Span::new(0, text.trim_end().len());
    // `White: Ke1; Black: Ke8 [Nn]`
    let held = text.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once('['));
    let (text, held) = held.filter(|_| reader.rules.hands).map_or((text, None), |(text, held)| (text, Some(held)));
    let list = List::of(reader.rules, text)?;
    note_ranks(reader, text);
    let lettered = as_players_of_go(reader, &list, text);
    let list = match &lettered {
        Some(text) => List::of(reader.rules, text)?,
        None => list,
    };
    let ply = read_list(reader, &list, Span::new(0, text.trim_end().len()));
    let place = Span::new(text.len(), whole.end);
    Some(ply.and_then(|ply| held.map_or(Ok(()), |held| reader.hands(held, place)).map(|()| ply)))
}

/// A list whose cells are called as other programs of such games call them, by our names: in shogi's kin by a file from the right and the
/// letter of a rank from the top (`K5i`), in xiangqi with ranks from 0, where one is 0. None if it is no such list.
pub(super) fn named_otherwise(rules: &Rules, labels: &[String], text: &str) -> Option<Drawn> {
    if !text.contains(':') || text.contains('/') {
        return None;
    }
    let board = rules.topology.boards.first()?;
    let (like_shogi, from_zero) = (ranks_from_the_top(rules, labels), counts_from_zero(rules));
    let is_zero = |cell: &Part<'_>| cell.0.ends_with('0') && !cell.0.ends_with("10");
    let mut out = String::new();
    let mut end = 0;
    let cells: Vec<Part<'_>> = cells_of(text, like_shogi).collect();
    if !(like_shogi || from_zero && cells.iter().any(is_zero)) {
        return None;
    }
    for cell in &cells {
        out += &text[end..cell.1];
        end = cell.1 + cell.0.len();
        out += &match like_shogi {
            true => {
                let (file, rank) = (cell.0[..1].parse::<i32>().ok()?, i32::from(cell.0.as_bytes()[1] - b'a'));
                let site = rules.topology.at(0, board.width - file, board.height - 1 - rank, 0)?;
                rules.topology.cells[site].name.clone()
            }
            // Of capitals the rank is counted as here.
            false => format!("{}{}", cell.0[..1].to_ascii_uppercase(), cell.0[1..].parse::<i32>().ok()? + 1),
        };
    }
    (!cells.is_empty()).then(|| Drawn::plain(out + &text[end..]))
}

/// The parts of a text that are a small letter and a number, or a digit and a small letter, and no part of a longer word but for the letter
/// of a piece before it.
fn cells_of(text: &str, digit_first: bool) -> impl Iterator<Item = Part<'_>> {
    let words = Part(text, 0).split(|c| !c.is_ascii_alphanumeric());
    words.filter_map(move |word| {
        let cell = word.from(usize::from(word.0.starts_with(|c: char| c.is_ascii_uppercase())));
        let [first, rest @ ..] = cell.0.as_bytes() else { return None };
        let known = match digit_first {
            true => first.is_ascii_digit() && matches!(rest, [b'a'..=b'i']),
            false => {
                first.is_ascii_lowercase() && !rest.is_empty() && rest.len() < 3 && rest.iter().all(u8::is_ascii_digit)
            }
        };
        known.then_some(cell)
    })
}

/// That ranks which other programs count from 0 are counted from 1, where no cell of the list says that.
fn note_ranks(reader: &mut Reader<'_>, text: &str) {
    let first = cells_of(text, false).next().filter(|_| counts_from_zero(reader.rules));
    let last = reader.rules.topology.boards[0].height.to_string();
    let (Some(cell), false) = (first, cells_of(text, false).any(|cell| cell.0[1..] == *last)) else { return };
    let rank = cell.0[1..].parse::<i32>().map_or(0, |rank| rank - 1);
    let message = format!("`{}` is read with ranks counted from 1", cell.0);
    let help = format!("who counts them from 0 calls `{}{rank}` what is `{}` here", &cell.0[..1], cell.0);
    reader.notes.push(TextError::new(cell.span(), message).help(help));
}

/// The text with the letters of this board, where the cells of the list are called as players of Go do, who leave `i` out: where
/// only so all of them are there. Where both may be meant that is told.
fn as_players_of_go(reader: &mut Reader<'_>, list: &List<'_>, text: &str) -> Option<String> {
    let off = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.');
    let held = list.sides.iter().flat_map(|(_, held)| held.split(off)).filter(|part| !part.0.is_empty());
    let places: Vec<Span> = held.map(|part| Span::new(part.1, part.1 + part.0.len())).collect();
    let cell = |place: &Span, text: &'_ str| cell_of(reader.rules, &text[place.start..place.end]).is_some();
    let capital = |place: &Span| text[place.start..place.end].starts_with(|c: char| c.is_ascii_uppercase());
    let meant = without_i(text).filter(|_| reader.rules.kinds.len() == 1 && places.iter().all(capital))?;
    if !places.iter().all(|place| cell(place, text)) {
        return places.iter().all(|place| cell(place, &meant)).then_some(meant);
    }
    let small = text.to_ascii_lowercase();
    let of = |text: &str, place: &Span| text[place.start..place.end].to_string();
    let other = *places.iter().find(|place| of(&small, place) != of(&meant, place))?;
    let (message, help) = without_gap(&of(text, &other), &of(&small, &other), &of(&meant, &other));
    reader.notes.push(TextError::new(other, message).help(help));
    None
}

fn read_list(reader: &mut Reader<'_>, list: &List<'_>, whole: Span) -> Result<usize, TextError> {
    for (label, held) in &list.sides {
        let owner = reader.lister(label.0, label.span())?;
        pieces(reader, owner, *held)?;
    }
    reader.listed_twice(whole)?;
    let mover = match list.mover {
        Some(word) => reader.named_side(word.0, word.span())?,
        None => {
            reader.notes.push(no_mover(reader.rules, whole));
            Side::First
        }
    };
    reader.set_mover(mover);
    Ok(mover.index())
}

/// Nobody is said to be to move.
pub(super) fn no_mover(rules: &Rules, whole: Span) -> TextError {
    let player = &rules.players[Side::First];
    let message = format!("the text does not say who is to move: {player} is taken");
    TextError::new(whole, message).help(format!("`{player} to move` behind it says so"))
}

/// `Kg1 Rf1 / Kg8`: pieces with their cells, and not whose they are.
pub(super) fn without_sides(rules: &Rules, text: &str) -> Option<TextError> {
    let part = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '-');
    let words: Vec<&str> = text.split(part).filter(|word| !word.is_empty()).collect();
    let is_piece = |word: &&str| {
        let kind = word.chars().next().filter(char::is_ascii_uppercase);
        kind.is_some_and(|c| letter(rules, c).is_some() && cell_of(rules, &word[1..]).is_some())
    };
    (words.len() > 1 && words.iter().all(is_piece)).then(|| {
        let [first, second] = rules.players.each_ref().pair();
        let error = TextError::new(Span::new(0, text.trim_end().len()), "these pieces are nobody's");
        error.help(format!("say whose they are: `{first}: {} …; {second}: …`", words[0]))
    })
}
