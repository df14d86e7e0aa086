//! Positions as books print them: whose the pieces are, then each with its cell, and perhaps who is to move:
//! `White: Kg1, Rf1, a2; Black: Kg8`, `W: Ke1 / B: Ke8`, `Black: 1, 2, K3. White: 21, 22. Black to move`.

use super::fields::cell_of;
use super::pdn::{Part, pieces, side};
use super::read::Reader;
use super::rows::letter;
use crate::game::Side;
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

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
            let word = words.get(at).map_or("", |word| word.0.trim_end_matches([',', ';']));
            known.iter().any(|known| word.eq_ignore_ascii_case(known))
        };
        let mut list = List { sides: Vec::new(), mover: None };
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            at += 1;
            if is(at, &["to"]) && is(at + 1, &["move", "play"]) {
                list.mover = Some(word);
                at += 2;
                // `… and win.`: what is asked of who solves it.
                if is(at, &["and"]) {
                    let ends =
                        |word: &Part<'_>| text[word.1 + word.0.len()..].starts_with('.') || word.0.ends_with('.');
                    at = words[at..].iter().position(ends).map_or(words.len(), |end| at + end + 1);
                }
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
    let list = List::of(reader.rules, text)?;
    let lettered = as_players_of_go(reader, &list, text);
    let list = match &lettered {
        Some(text) => List::of(reader.rules, text)?,
        None => list,
    };
    Some(read_list(reader, &list, Span::new(0, text.trim_end().len())))
}

/// The text with the letters of this board, where the cells of the list are called as players of Go do, who leave `i` out: where
/// only so all of them are there. Where both may be meant that is told.
fn as_players_of_go(reader: &mut Reader<'_>, list: &List<'_>, text: &str) -> Option<String> {
    let off = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.');
    let held = list.sides.iter().flat_map(|(_, held)| held.split(off)).filter(|part| !part.0.is_empty());
    let held: Vec<Part<'_>> = held.collect();
    let is_cell = |part: &Part<'_>| {
        part.0.starts_with(|c: char| c.is_ascii_uppercase() && c != 'I')
            && part.0.get(1..).is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit()))
    };
    let late = |part: &&Part<'_>| part.0.as_bytes()[0] > b'I';
    let first = held.iter().find(late)?;
    if !held.iter().all(is_cell) || reader.rules.kinds.len() > 1 {
        return None;
    }
    let mut meant = text.to_string();
    for part in held.iter().filter(late) {
        let letter = char::from(part.0.as_bytes()[0] - 1);
        meant.replace_range(part.1..=part.1, letter.encode_utf8(&mut [0; 4]));
    }
    let there =
        |text: &str| held.iter().all(|part| cell_of(reader.rules, &text[part.1..part.1 + part.0.len()]).is_some());
    if !there(text) {
        return there(&meant).then_some(meant);
    }
    let (said, other) = (first.0.to_lowercase(), meant[first.1..first.1 + first.0.len()].to_lowercase());
    let message = format!("`{}` is read as `{said}`: files are lettered without a gap here", first.0);
    let note = TextError::new(Span::new(first.1, first.1 + first.0.len()), message);
    reader.notes.push(note.help(format!("what players of Go, who leave `i` out, call so is `{other}`")));
    None
}

fn read_list(reader: &mut Reader<'_>, list: &List<'_>, whole: Span) -> Result<usize, TextError> {
    for (label, held) in &list.sides {
        let owner = side(reader, *label)?;
        pieces(reader, owner, *held)?;
    }
    let mover = match list.mover {
        Some(word) => side(reader, word)?,
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
