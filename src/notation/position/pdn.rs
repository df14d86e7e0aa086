//! Positions of draughts as PDN has them: `W:W31-50:B1-20`, `B:WK4,32:B13,20`: whose turn it is, then the pieces of each
//! side by the numbers (or names) of their cells, `K` before those of kings; ranges; `H` and `F` with the counters of a FEN.

use super::dialects::is_used;
use super::fields::cell_of;
use super::read::Reader;
use super::rows;
use crate::game::Side;
use crate::notation::Numbering;
use crate::notation::moves::{TextError, beside_the_board, letterless};
use crate::rules::Rules;
use crate::rules::{KindId, Life};
use crate::source::Span;

/// Whether a text is one of these: a letter or none, and a colon.
pub(super) fn is_pdn(text: &str) -> bool {
    let text = text.trim_start_matches(['"', ' ', '[']);
    let mut chars = text.chars();
    let first = chars.next();
    let mut colon = || chars.find(|c| !c.is_whitespace()) == Some(':');
    let turn = first == Some(':') || first.is_some_and(|c| c.is_alphabetic() || c == '?') && colon();
    turn || lacks_turn(text)
}

/// `W31-50:B1-20`: a list of pieces where the turn should stand.
fn lacks_turn(text: &str) -> bool {
    let (first, rest) = text.split_once(':').unwrap_or_default();
    let list = |part: &str| {
        let part = part.trim_start();
        let is_item = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '-' | ' ');
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.contains(|c: char| c.is_ascii_digit())
            && part.chars().all(is_item)
    };
    list(first) && rest.split(':').next().is_some_and(|part| list(part.trim_end_matches(['.', '"', ']', ' '])))
}

/// A part of the text, and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Part<'t>(pub &'t str, pub usize);

impl<'t> Part<'t> {
    pub(super) fn span(self) -> Span {
        Span::new(self.1, self.1 + self.0.len())
    }

    pub(super) fn split(self, at: impl Fn(char) -> bool) -> impl Iterator<Item = Part<'t>> {
        let Part(text, start) = self;
        text.split(at).map(move |part| Part(part, start + part.as_ptr() as usize - text.as_ptr() as usize).trimmed())
    }

    /// Without what is white space, quotes, or the stop at the end.
    fn trimmed(self) -> Part<'t> {
        let Part(text, start) = self;
        let off = |c: char| c.is_whitespace() || c == '"' || c == '.';
        let begun = text.trim_start_matches(off);
        Part(begun.trim_end_matches(off), start + text.len() - begun.len())
    }

    pub(super) fn from(self, at: usize) -> Part<'t> {
        Part(&self.0[at..], self.1 + at)
    }
}

/// The greatest number of a cell in such a text, by which boards are told apart; 0 in others.
pub fn greatest_number(text: &str) -> usize {
    if !is_pdn(text) {
        return 0;
    }
    // The numbers of moves and of plies are no cells.
    let cells = text.split(':').skip(1).filter(|part| !part.trim_start().starts_with(['F', 'H', '+']));
    let numbers = cells.flat_map(|part| part.split(|c: char| !c.is_ascii_digit()));
    numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(0)
}

/// Reads the text into an empty position; the number of plies made before it.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(reader: &mut Reader<'_>, text: &str) -> Result<usize, TextError> {
    // A sentence behind the stop, which says no cell.
    let is_sentence = |rest: &&str| rest.contains(char::is_alphabetic) && !rest.contains([':', ',']);
    let behind = text.split_once(". ").map(|(_, rest)| rest.trim()).filter(is_sentence);
    let text = behind.map_or(text, |rest| &text[..rest.as_ptr() as usize - text.as_ptr() as usize]);
    let mut parts = Part(text, 0).trimmed().split(|c| c == ':');
    let turn = parts.next().unwrap_or(Part("", 0));
    if lacks_turn(text) {
        let error = TextError::new(turn.span(), "the side to move is missing");
        return Err(error.help(format!("begin with it and a colon: `{}:{}…`", &turn.0[..1], turn.0)));
    }
    let mover = reader.named_side(turn.0, turn.span())?;
    reader.set_mover(mover);
    if let Some(remark) = behind {
        reader.note_left_out(remark, Some(mover), Span::new(text.len(), text.len() + remark.len()));
    }
    let mut number = 1;
    for part in parts {
        let counter = part.0.get(1..).filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        match (part.0.chars().next(), counter) {
            (Some('F'), Some(_)) => number = reader.move_number(part.from(1).0, part.span())?,
            (Some('H'), Some(n)) => halfmoves(reader, n, part)?,
            // `+1+2`, `W33=2`: how often a king has moved in a row, in Frisian draughts.
            (Some(first), _) if first == '+' && plus(part.0) || part.0.get(1..).is_some_and(is_counter) => {
                if plus_says(part.0) {
                    let message = format!("this game does not count what `{}` says: it is left out", part.0);
                    reader.notes.push(TextError::new(part.span(), message));
                }
            }
            (Some('G'), Some(_)) if !is_used(reader.rules, 'G') => ghost(reader, part),
            (Some(colour), _) => {
                let at = colour.len_utf8();
                let name = Part(&part.0[..at], part.1);
                let owner = reader.lister(name.0, name.span())?;
                pieces(reader, owner, part.from(at).trimmed())?;
            }
            (None, _) => {}
        }
    }
    reader.listed_twice(Span::new(0, text.trim_end().len()))?;
    Ok((number - 1) * 2 + mover.index())
}

/// `+1+2`: numbers behind such signs.
fn plus(part: &str) -> bool {
    part.split('+').skip(1).all(|n| n.parse::<u32>().is_ok())
}

/// Whether a count is more than none.
fn plus_says(part: &str) -> bool {
    part.contains(|c: char| c.is_ascii_digit() && c != '0')
}

/// `33=2`: a cell and a number.
fn is_counter(part: &str) -> bool {
    part.split_once('=').is_some_and(|(cell, n)| cell.parse::<u16>().is_ok() && n.parse::<u16>().is_ok())
}

/// `G24`: what a chain that is not at its end has jumped over.
fn ghost(reader: &mut Reader<'_>, item: Part<'_>) {
    let message = format!("`{}` is a piece that was jumped over in a capture that goes on: it is left out", item.0);
    reader.notes.push(TextError::new(item.span(), message));
}

/// The text with this game's letter for kings that are called `D` (dam, dame), where no piece has that letter and other cells have
/// numbers alone: else it is the name of a file. None if there are none.
pub(super) fn with_kings(rules: &Rules, text: &str) -> Option<String> {
    let off = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | ':');
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    // `WD45`: behind the letter of a side of PDN.
    let is_king = |word: &str| {
        word.strip_prefix("WD")
            .or_else(|| word.strip_prefix("BD"))
            .or_else(|| word.strip_prefix('D'))
            .is_some_and(is_digits)
    };
    let kings: Vec<usize> = (0..rules.kinds.len()).filter(|&kind| rules.makes(kind)).collect();
    let ([king], 2, Some(_)) = (&kings[..], rules.kinds.len(), Numbering::of(rules)) else { return None };
    let letter =
        rules.kinds[*king].letters.into_iter().map(|letter| letter.to_ascii_uppercase()).find(char::is_ascii)?;
    let words = || text.split(off).map(|word| word.trim_start_matches(['W', 'B']));
    if is_used(rules, 'D') || !text.split(off).any(is_king) || !words().any(is_digits) {
        return None;
    }
    let word = |word: &str| {
        let end = word.trim_end_matches(off).len();
        if is_king(&word[..end]) { word.replacen('D', &letter.to_string(), 1) } else { word.to_string() }
    };
    Some(text.split_inclusive(off).map(word).collect())
}

/// `H12`: plies without progress, if just one clock counts such.
fn halfmoves(reader: &mut Reader<'_>, n: &str, part: Part<'_>) -> Result<(), TextError> {
    let clocks = reader.rules.states.iter().enumerate().filter(|(_, state)| state.life == Life::Clock);
    match clocks.map(|(id, _)| id).collect::<Vec<_>>()[..] {
        [clock] => reader.read_number(clock, n, part.from(1).span()),
        _ => {
            if n.bytes().any(|b| b != b'0') {
                let message = format!("no clock of this game counts what `{}` counts: it is left out", part.0);
                reader.notes.push(TextError::new(part.span(), message));
            }
            Ok(())
        }
    }
}

/// What stands between the name of a piece and its cells.
const FILLERS: [&str; 3] = ["on", "at", "and"];

/// `31-50`, `K4,32`, `a1,Kc3`, `King c3`: cells with the letter of a kind or behind its name; without, they hold what needs none.
pub(super) fn pieces(reader: &mut Reader<'_>, owner: Side, list: Part<'_>) -> Result<(), TextError> {
    let rules = reader.rules;
    let numbering = Numbering::of(rules);
    let mut of_players =
        (0..rules.kinds.len()).filter(|&kind| !rules.kinds[kind].neutral && !rules.kinds[kind].counted);
    let man = match (of_players.next(), of_players.next()) {
        _ if let Some(kind) = only_kind_of(rules, owner) => Some(kind),
        (first, Some(_)) if numbering.is_some() => first,
        (_, Some(_)) => letterless(rules),
        (only, None) => only,
    };
    if let Some(at) = list.0.find("..") {
        let error = TextError::new(Span::new(list.1 + at, list.1 + at + 2), "a range of cells is not written so");
        return Err(error.help("join its ends by `-`, such as `31-50`"));
    }
    let mut named: Option<KindId> = None;
    let items: Vec<Part<'_>> = list
        .split(|c| matches!(c, ',' | ';' | '/' | '.') || c.is_whitespace())
        .filter(|item| !item.0.is_empty())
        .collect();
    // The kind of the next cell alone: `K g1`.
    let mut next: Option<KindId> = None;
    for (at, &item) in items.iter().enumerate() {
        if FILLERS.contains(&item.0) {
            continue;
        }
        if item.0.strip_prefix('G').is_some_and(|n| n.parse::<u16>().is_ok())
            && numbering.is_some()
            && !is_used(rules, 'G')
        {
            ghost(reader, item);
            continue;
        }
        let known = rules.kinds.iter().position(|kind| {
            let many = kind.name.strip_suffix("an").map(|start| format!("{start}en"));
            let rest = item.0.get(kind.name.len()..);
            let one = rest.is_some_and(|rest| {
                matches!(rest, "" | "s") && item.0[..kind.name.len()].eq_ignore_ascii_case(&kind.name)
            });
            one || many.is_some_and(|many| item.0.eq_ignore_ascii_case(&many))
        });
        if known.is_some() {
            named = known;
            continue;
        }
        let is_cell = |word: &str| cell_of(rules, word).is_some();
        // Among capitals a small letter would be the other player's.
        let small = |c: char| {
            let all = !list.0.contains(|c: char| c.is_ascii_uppercase()) && numbering.is_none();
            all && c.is_ascii_lowercase() && is_used(rules, c) && is_cell(&item.0[1..]) && !is_cell(item.0)
        };
        if matches!(item.0.as_bytes(), [b'A'..=b'Z']) && items.get(at + 1).is_some_and(|next| is_cell(next.0)) {
            next = item
                .0
                .chars()
                .next()
                .filter(|&c| is_used(rules, c))
                .and_then(|c| rows::letter(rules, c))
                .map(|known| known.1);
            if next.is_some() {
                continue;
            }
        }
        let (kind, cells): (Option<KindId>, Part<'_>) = match item.0.chars().next() {
            // `kg1`
            Some(c)
                if small(c)
                    && let Some((_, kind)) = rows::letter(rules, c) =>
            {
                (Some(kind), item.from(1))
            }
            Some(c) if c.is_ascii_uppercase() && cell_of(rules, item.0).is_none() => {
                // A player's letter is no piece's, unless a piece is written so.
                if !is_used(rules, c) && reader.side(&item.0[..1]).is_some() {
                    let message = format!("the pieces of the other side begin with `:{c}`");
                    return Err(TextError::new(item.span(), message).help(format!("write `:{}`", item.0)));
                }
                let kind = rows::letter(rules, c).map(|known| known.1);
                (Some(kind.ok_or_else(|| rows::no_piece(rules, c, item.span()))?), item.from(1))
            }
            _ => (next.take().or(named).or(man), item),
        };
        if cells.0.is_empty() {
            return Err(lone_letter(rules, list, item));
        }
        let cell = |name: Part<'_>| {
            let number = || numbering.as_ref()?.site_of(name.0.parse().ok()?);
            cell_of(rules, name.0).or_else(number).ok_or_else(|| no_cell(rules, numbering.as_ref(), name))
        };
        let sites = match cells.0.split_once('-') {
            None => vec![cell(cells)?],
            Some(_) => {
                let ends: Vec<Part<'_>> = cells.split(|c| c == '-').collect();
                let number = |end: &Part<'_>| numbering.as_ref()?.number_of(cell(*end).ok()?);
                match ends[..] {
                    [first, last] => {
                        // `K1-K5`: the letter may stand before both ends.
                        let again = last.0.chars().next() == item.0.chars().next() && item.1 != cells.1;
                        let last = last.from(usize::from(again));
                        cell(first)?;
                        cell(last)?;
                        let (low, high) = (number(&first), number(&last));
                        let numbers = low.zip(high).filter(|(low, high)| low <= high);
                        let (low, high) = numbers.ok_or_else(|| {
                            TextError::new(cells.span(), format!("`{}` is no range of cells", cells.0))
                                .help("a range goes from a lower to a higher number, such as `31-50`")
                        })?;
                        (low..=high).filter_map(|n| numbering.as_ref()?.site_of(n)).collect()
                    }
                    _ => return Err(no_cell(rules, numbering.as_ref(), cells)),
                }
            }
        };
        let Some(kind) = kind else {
            let message = format!("which piece stands on `{}` is not said", cells.0);
            let letters = rules.kinds.iter().filter(|kind| !kind.neutral && !kind.counted);
            let letters: Vec<String> =
                letters.map(|kind| format!("`{}` {}", kind.letters[Side::First], kind.name)).collect();
            let help = match letters.is_empty() {
                true => "this game has no pieces of a player's".to_string(),
                false => format!("the letter of its kind stands before the cell: {}", letters.join(", ")),
            };
            return Err(TextError::new(item.span(), message).help(help));
        };
        for site in sites {
            if reader.piece(site).is_some() {
                let message = format!("there are two pieces on `{}`", cells.0);
                return Err(TextError::new(item.span(), message).help("name each cell once"));
            }
            reader.put(site, Some(owner), kind, item.span());
        }
    }
    Ok(())
}

/// That the letter of a piece stands by itself.
fn lone_letter(rules: &Rules, list: Part<'_>, item: Part<'_>) -> TextError {
    let error = TextError::new(item.span(), format!("the cell of `{}` is missing", item.0));
    let behind = list.0[item.1 + item.0.len() - list.1..].trim_start();
    let next = behind.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).next().unwrap_or_default();
    error.help(match next {
        "in" if rules.hands => format!("what is in hand stands in brackets behind all else: `[{}]`", item.0),
        _ => "the letter of a piece stands before its cell".to_string(),
    })
}

/// The kind of a player who begins with one alone, of which the other has none: hounds against a fox.
fn only_kind_of(rules: &Rules, owner: Side) -> Option<KindId> {
    let has = |side: Side, kind: KindId| {
        let stands = rules.setup.number(side, kind) > 0;
        stands || rules.setup.hands[side][kind] > 0
    };
    let mut kinds = (0..rules.kinds.len()).filter(|&kind| has(owner, kind));
    kinds.next().filter(|&kind| kinds.next().is_none() && !has(owner.other(), kind))
}

fn no_cell(rules: &Rules, numbering: Option<&Numbering>, name: Part<'_>) -> TextError {
    let error = |message: String| TextError::new(name.span(), message);
    let no_cell = || error(format!("`{}` is not a cell", name.0));
    if let Some(numbering) = numbering {
        // `k27`, `46k`: a king.
        let number = name.0.trim_matches(|c: char| c.is_ascii_alphabetic());
        let is_cell = number.parse().ok().and_then(|number| numbering.site_of(number)).is_some();
        let letter = name.0.replace(number, "").to_ascii_uppercase();
        return no_cell().help(match is_cell && !letter.is_empty() {
            true => format!("the letter of a piece is a capital, and stands before its cell: `{letter}{number}`"),
            false => format!("the cells of this board have numbers from 1 to {}", numbering.greatest()),
        });
    }
    match beside_the_board(rules, name.0) {
        Some((message, size)) => error(message).help(size.unwrap_or_else(|| {
            "cells are a letter for the file, from the left, and a number for the rank".to_string()
        })),
        None => no_cell().help("only boards of one colour have numbers: write the names of cells, or rows as in a FEN"),
    }
}
