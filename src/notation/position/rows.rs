//! The first word of a position text: what stands on the boards, and the hands.

use super::dialects::{View, coloured, only_kind, other_letter, promoted_twin};
use super::fields::is_number;
use super::hands_share_letters;
use super::read::example;
use crate::board::MAX_SITES;
use crate::board::text::{Mark, by_kind, counts, fit, marks};
use crate::diag::counted;
use crate::exec::Executor;
use crate::game::{PerSide, Side};
use crate::ir::{IntClass, LaneId, Layout, PlaneClass, STACK_BITS, STACK_HEIGHT, piece};
use crate::notation::Numbering;
use crate::notation::moves::TextError;
use crate::rules::{Kind, KindId, OptionValue, Owned, Rules};
use crate::source::Span;

/// The most pieces of a kind in a hand: no game comes near, and sums of them stay small.
const MOST_IN_HAND: u64 = 100_000;

/// What reading a text tells beside the position.
pub(super) struct Told<'t> {
    /// What the game leaves out.
    pub notes: &'t mut Vec<TextError>,
    /// Where the text says what stands on a cell.
    pub places: &'t mut Vec<(usize, Span)>,
}

/// Reads the rows and the hands into an empty state; whether there were hands.
///
/// # Errors
/// What is wrong with them.
pub(super) fn place_pieces(
    rules: &Rules,
    game: &dyn Executor,
    state: &mut [u64],
    text: &str,
    span: Span,
    told: Told<'_>,
) -> Result<bool, TextError> {
    let layout = &game.program().layout;
    let all_rows = rules.topology.rows();
    let (rows_text, hand) = split_hand(rules, layout, &all_rows, text, span)?;
    let mut offset = span.start;
    // Beside numbers of empty cells `-` is no empty cell: other programs write holes and walls so.
    let spelled = !marks(rows_text, true).any(|(_, mark)| matches!(mark, Mark::Empty(_)));
    if let Some((at, c)) = doubtful(rules, rows_text) {
        return Err(no_piece(rules, c, Span::new(offset + at, offset + at + c.len_utf8())));
    }
    let boards: Vec<&str> = rows_text.split('|').collect();
    if boards.len() != all_rows.len() {
        let have = counted(boards.len(), "board", "boards");
        let message = format!("this position has {have}, the game has {}", all_rows.len());
        return Err(TextError::new(span, message).help(example(rules, game)));
    }
    for (board_text, board) in boards.iter().zip(&all_rows) {
        let mut lines: Vec<&str> = board_text.split('/').collect();
        // A single line may give all cells, row after row; what is shorter is a row.
        let widest = board.iter().map(Vec::len).max().unwrap_or(0);
        let all = lines.len() == 1 && places_of(rules, board_text, false) > widest;
        let flat = all.then(|| vec![in_one_line(rules, board, board_text)]);
        let expected = flat.as_ref().unwrap_or(board);
        if lines.len() != expected.len() {
            let have = counted(lines.len(), "row", "rows");
            let message = format!("this position has {have}, the board has {}", expected.len());
            let here = Span::new(offset, offset + board_text.len());
            let is_size = |option: &&OptionValue| option.name == "size" && option.value == expected.len().to_string();
            let help = match rules.options.iter().find(is_size).filter(|_| lines.len() > 2) {
                Some(_) => format!("the board may have another size: `--set size={}`", lines.len()),
                None => example(rules, game),
            };
            return Err(TextError::new(here, message).help(help));
        }
        for (line, row) in lines.drain(..).zip(expected) {
            read_row(rules, game, state, Line { text: line, spelled }, row, offset, told.places)?;
            offset += line.len() + 1;
        }
    }
    let Some(hand) = hand else { return Ok(false) };
    if !rules.hands {
        if !hand.contains(|c: char| c != '-') {
            return Ok(false);
        }
        let here = Span::new(span.start + rows_text.len(), span.end);
        // Programs that know no stones but from hands write a supply of them.
        if hand.chars().all(|c| only_kind(rules, c).is_some()) {
            told.notes.push(TextError::new(here, "this game has no hands: what stands in brackets is left out"));
            return Ok(false);
        }
        return Err(TextError::new(here, "this game has no hands").help("leave what stands in brackets out"));
    }
    let here = Span::new(span.start + rows_text.len(), span.end);
    read_hands(rules, layout, state, hand).map_err(|message| {
        // What was taken for a hand is rather a row too many.
        if !text.contains('[') {
            let (have, want) = (all_rows[0].len() + 1, all_rows[0].len());
            let message = format!("this position has {have} rows, the board has {want}");
            return TextError::new(here, message).help(example(rules, game));
        }
        TextError::new(here, message).help(HANDS)
    })?;
    Ok(true)
}

/// The cells of a board in the order of a text that gives all of them in one line: by their numbers where they have such and it gives
/// no others, else row after row as others see the board.
fn in_one_line(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Vec<Option<usize>> {
    let sites = board.iter().flatten().flatten().count();
    let numbers = Numbering::of(rules).filter(|_| places_of(rules, text, false) == sites);
    if let Some(numbers) = numbers {
        return (1..=numbers.greatest()).map(|number| numbers.site_of(number)).collect();
    }
    match View::of(rules) {
        View::Usual => board.concat(),
        View::FirstRankAbove => board.iter().rev().flatten().copied().collect(),
        View::Turned => board.iter().flatten().rev().copied().collect(),
    }
}

/// How hands are written.
pub(super) const HANDS: &str = "a hand lists letters of kinds, a number before a letter for several: `[9Mm]`";

/// A row of a text.
#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    /// Whether the text spells every cell, and has no numbers of empty ones.
    spelled: bool,
}

/// Whether a text has a place for each cell of the only board, in one line, and one more: the letter of a side.
pub(super) fn is_all_and_side(rules: &Rules, text: &str) -> bool {
    let boards = rules.topology.rows();
    !text.contains(['/', '[', '|'])
        && text.is_ascii()
        && boards.len() == 1
        && boards[0].len() > 1
        && [boards[0].concat().len(), rules.topology.sites()]
            .contains(&(places_of(rules, text, false).saturating_sub(1)))
}

/// The rows and the hand: what stands in square brackets, or, as some programs write it, in one row more than the board has.
fn split_hand<'t>(
    rules: &Rules,
    layout: &Layout,
    boards: &[Vec<Vec<Option<usize>>>],
    text: &'t str,
    span: Span,
) -> Result<(&'t str, Option<&'t str>), TextError> {
    if let Some((rows, hand)) = text.split_once('[') {
        let here = Span::new(span.start + rows.len(), span.end);
        return match hand.strip_suffix(']') {
            Some(hand) => Ok((rows, Some(hand))),
            None => Err(TextError::new(here, "this hand has no end").help("close it with `]`")),
        };
    }
    let as_many = |rows: &str| boards.len() == 1 && rows.split('/').count() == boards[0].len();
    // Where all rows are too long, too, it is one of a larger board.
    let widest = boards[0].iter().map(Vec::len).max().unwrap_or(0);
    let larger = |rows: &str| rows.split('/').all(|row| places_of(rules, row, false) > widest);
    Ok(match text.rsplit_once('/') {
        Some((rows, hand)) if layout.has_hands() && as_many(rows) && !larger(rows) => (rows, Some(hand)),
        // Some close the last row as well.
        Some((rows, "")) if as_many(rows) => (rows, None),
        _ => (text, None),
    })
}

/// How many places a number of empty ones is, which begins somewhere in a line: `11` are two where digits stand singly.
fn empties(line: &str, at: usize, number: usize, singly: bool) -> usize {
    let digits = line[at..].bytes().take_while(u8::is_ascii_digit);
    if singly { digits.map(|digit| usize::from(digit - b'0')).sum() } else { number }
}

/// How many places of the board a line fills.
pub(super) fn places_of(rules: &Rules, line: &str, singly: bool) -> usize {
    let is_letter = |c: char| letter(rules, c).is_some();
    let places = marks(line, is_letter('+')).map(|(first, mark)| match mark {
        Mark::Empty(number) => empties(line, first.start, number, singly),
        Mark::Letter('~') if !is_letter('~') => 0,
        _ => 1,
    });
    places.sum()
}

fn read_row(
    rules: &Rules,
    game: &dyn Executor,
    state: &mut [u64],
    line: Line<'_>,
    row: &[Option<usize>],
    offset: usize,
    said: &mut Vec<(usize, Span)>,
) -> Result<(), TextError> {
    let layout = &game.program().layout;
    let Line { text: line, spelled } = line;
    let here = Span::new(offset, offset + line.len());
    let plus_is_letter = letter(rules, '+').is_some();
    // Some write a digit for each cell or two: `44`, `11111111`. Where only that fits the board it is meant.
    let fits = |singly| fit(row, places_of(rules, line, singly)).is_some();
    let singly = !line.contains('0') && !fits(false) && fits(true);
    // What the line puts on its places, in order.
    let mut places: Vec<Option<(Span, Item)>> = Vec::new();
    for (first, mark) in marks(line, plus_is_letter) {
        let spot = Span::new(offset + first.start, offset + first.end);
        let item = match mark {
            Mark::Empty(number) => {
                places.extend(std::iter::repeat_n(None, empties(line, first.start, number, singly)));
                continue;
            }
            Mark::Group(inside) => read_group(rules, layout, inside, spot)?,
            Mark::Letter('-') if !spelled && letter(rules, '-').is_none() => {
                return Err(no_dash(rules, spot, fits(singly)));
            }
            Mark::Letter(c @ ('.' | '-' | '_')) if letter(rules, c).is_none() => {
                places.push(None);
                continue;
            }
            Mark::Letter('~') if letter(rules, '~').is_none() => {
                let Some(Some((spot, Item::Piece(_, kind)))) = places.last_mut() else {
                    return Err(no_piece(rules, '~', spot));
                };
                // Where what is promoted moves on as any other of its kind, the mark says nothing.
                let plain = Some(*kind).filter(|kind| !rules.hands && rules.makes(*kind));
                *kind = promoted_twin(rules, *kind).or(plain).ok_or_else(|| no_piece(rules, '~', *spot))?;
                continue;
            }
            Mark::Letter(c) => {
                let (owner, kind) = letter(rules, c).ok_or_else(|| no_piece(rules, c, spot))?;
                Item::Piece(owner, kind)
            }
            Mark::Promoted(c) => {
                let (owner, kind) = letter(rules, c).ok_or_else(|| no_piece(rules, c, spot))?;
                let promoted = rules.kinds[kind].promotes_to.ok_or_else(|| {
                    let name = &rules.kinds[kind].name;
                    TextError::new(spot, format!("`{name}` promotes to nothing")).help("leave the `+` out")
                })?;
                Item::Piece(owner, promoted)
            }
        };
        places.push(Some((spot, item)));
    }
    let Some(row) = fit(row, places.len()) else {
        let more = if places.len() > MAX_SITES { "more than " } else { "" };
        let have = places.len().min(MAX_SITES);
        let message = format!("this row has {more}{have} cells; on the board it has {}", row.len());
        let error = TextError::new(here, message);
        if line.len() == row.iter().flatten().count() && line.len() > 1 && is_number(line) {
            return Err(
                error.help("a number is so many empty cells: write a letter for each piece, `.` for an empty cell")
            );
        }
        return Err(error.help(example(rules, game)));
    };
    for (item, cell) in places.into_iter().zip(row) {
        said.extend(item.as_ref().zip(cell).map(|((spot, _), site)| (site, *spot)));
        match (item, cell) {
            (None, _) => {}
            (Some((spot, _)), None) => {
                return Err(
                    TextError::new(spot, "there is no cell here").help("on this board every other place is no cell")
                );
            }
            (Some((_, Item::Count(numbers))), Some(site)) => {
                for (lane, n) in numbers {
                    state[layout.lane_at(lane) + site / 8] |= n << (site % 8 * 8);
                }
            }
            (Some((_, item)), Some(site)) => {
                let pieces = match item {
                    Item::Stack(pieces) => pieces,
                    Item::Piece(owner, kind) => vec![(owner, kind)],
                    Item::Count(_) => continue,
                };
                for (i, &(owner, kind)) in pieces[1..].iter().enumerate() {
                    state[layout.stack_at(site)] |= piece(owner, kind) << (i as u32 * STACK_BITS);
                }
                let (owner, kind) = pieces[0];
                let mut set = |class: PlaneClass| {
                    if let Some(p) = layout.plane(class) {
                        state[layout.plane_at(p) + site / 64] |= 1 << (site % 64);
                    }
                };
                set(owner.map_or(PlaneClass::Neutral, PlaneClass::Side));
                set(PlaneClass::Kind(kind));
            }
        }
    }
    Ok(())
}

/// That `-` stands beside numbers of empty cells, where it may be one of the cells that are not empty, if the row is whole with it.
fn no_dash(rules: &Rules, spot: Span, whole: bool) -> TextError {
    let dash = "`-` beside numbers of empty cells";
    if !whole {
        return TextError::new(spot, format!("{dash} may be a hole, a wall or nothing"))
            .help("write a number for empty cells, or else every cell by a character of its own, `-` for empty ones");
    }
    let error = TextError::new(spot, format!("{dash} is a cell that is not empty, as a wall"));
    let nobodys: Vec<String> = rules
        .kinds
        .iter()
        .filter(|kind| kind.neutral && !kind.counted)
        .map(|kind| format!("`{}`", kind.letter(None)))
        .collect();
    error.help(match nobodys.is_empty() {
        true => "these rules have no walls: this position can't be set up here".to_string(),
        false => format!("what is nobody's is written {} here", nobodys.join(", ")),
    })
}

#[derive(Clone)]
enum Item {
    Piece(Option<Side>, KindId),
    Stack(Vec<(Option<Side>, KindId)>),
    /// Of each kind how many.
    Count(Vec<(LaneId, u64)>),
}

/// What stands in parentheses: numbers of counted pieces, or a stack.
fn read_group(rules: &Rules, layout: &Layout, inside: Option<&str>, spot: Span) -> Result<Item, TextError> {
    let numbers = inside.and_then(counts).filter(|_| !layout.lanes.is_empty());
    if numbers.is_none() && layout.stacks > 0 {
        let pieces: Option<Vec<_>> = inside.and_then(|text| text.chars().map(|c| letter(rules, c)).collect());
        let Some(pieces) = pieces.filter(|pieces| !pieces.is_empty()) else {
            let error = TextError::new(spot, "this is not a stack");
            return Err(error.help("write the letters of a stack from the top down, such as `(Ssk)`"));
        };
        if pieces.len() > STACK_HEIGHT as usize {
            let error = TextError::new(spot, format!("this stack has {} pieces", pieces.len()));
            return Err(error.help(format!("a stack has up to {STACK_HEIGHT}")));
        }
        return Ok(Item::Stack(pieces));
    }
    let letters: Vec<char> = layout.lanes.iter().map(|lane| rules.kinds[lane.kind].letter(None)).collect();
    let help = match letters[..] {
        [] => {
            let error = TextError::new(spot, "nothing is counted or stacked in this game");
            return Err(error.help("write the letter of a piece, or a number of empty cells, without brackets"));
        }
        [_] => "write `(4)` for a cell that holds four, up to 255".to_string(),
        [first, second, ..] => {
            format!(
                "write `(4{first})` for a cell that holds four of that kind, up to 255; `(4{first}2{second})` for two kinds"
            )
        }
    };
    let numbers = numbers.and_then(|numbers| by_kind(&numbers, &letters));
    numbers.map(Item::Count).ok_or_else(|| TextError::new(spot, "this is not a number of counted pieces").help(help))
}

/// The owner and kind of a letter; one whose case fits nothing is read in the other case, and one that no piece has as other
/// programs may mean it.
pub(super) fn letter(rules: &Rules, c: char) -> Option<Owned> {
    let exact = |c: char| {
        rules.kinds.iter().enumerate().filter(|(_, k)| !k.counted).find_map(|(id, k)| Some((k.whose(c)?, id)))
    };
    let in_a_case = exact(c).or_else(|| exact(c.to_ascii_uppercase())).or_else(|| exact(c.to_ascii_lowercase()));
    let found =
        in_a_case.or_else(|| other_letter(rules, c)).or_else(|| symbol(rules, c)).or_else(|| coloured(rules, c));
    found.map(|(side, kind)| (side.map(|side| who_has(rules, side, kind)), kind))
}

/// Whose a piece is by its letter, or the other player's, where both have pieces and only that one ever has such: a tiger in either case.
fn who_has(rules: &Rules, side: Side, kind: KindId) -> Side {
    let has = |side: Side, kind: KindId| rules.setup.hands[side][kind] > 0 || rules.setup.number(side, kind) > 0;
    let others = !has(side, kind) && has(side.other(), kind) && !rules.makes(kind);
    if others && (0..rules.kinds.len()).any(|kind| has(side, kind)) { side.other() } else { side }
}

/// A letter that is read as a piece of which the rows have the own letter, too: it stands for something else.
fn doubtful(rules: &Rules, rows: &str) -> Option<(usize, char)> {
    rows.char_indices().find(|&(_, c)| {
        other_letter(rules, c).is_some_and(|(owner, kind)| rows.contains(rules.kinds[kind].letter(owner)))
    })
}

/// The piece that is drawn as this sign.
fn symbol(rules: &Rules, c: char) -> Option<Owned> {
    let is = |text: &String| text.chars().eq([c]);
    let whose = |both: &PerSide<String>| {
        let mut sides = Side::ALL.into_iter().filter(|&side| is(&both[side]));
        sides.next().filter(|_| sides.next().is_none())
    };
    rules.looks.symbols.iter().find_map(|(kind, both)| Some((Some(whose(both)?), *kind)))
}

pub(super) fn no_piece(rules: &Rules, c: char, spot: Span) -> TextError {
    let error = TextError::new(spot, format!("there is no piece `{c}`"));
    if c == '~' {
        return error.help("a piece that was promoted has the letter of its own kind here, or `+` before its old one");
    }
    let letters = |whose: String, of: &dyn Fn(&Kind) -> Option<char>| {
        let known: Vec<String> = rules.kinds.iter().filter_map(of).map(|letter| format!("`{letter}`")).collect();
        (!known.is_empty()).then(|| format!("{} {whose}", known.join(", ")))
    };
    let owned = |side: Side| {
        letters(format!("for {}", rules.players[side]), &move |kind| {
            (!kind.counted && !kind.neutral).then_some(kind.letters[side])
        })
    };
    let neutral =
        letters("for nobody's".to_string(), &|kind| (kind.neutral && !kind.counted).then_some(kind.letter(None)));
    let known: Vec<String> = [owned(Side::First), owned(Side::Second), neutral].into_iter().flatten().collect();
    match known.is_empty() {
        true => error.help("write numbers of empty cells, and `(4)` for four counted pieces on a cell"),
        false => error.help(format!("the letters are {}", known.join("; "))),
    }
}

/// What a text says of hands. Where a letter may be of either hand, the second player's follow `|`.
pub(super) fn read_hands(rules: &Rules, layout: &Layout, state: &mut [u64], text: &str) -> Result<(), String> {
    let mut number: Option<u64> = None;
    let shared = hands_share_letters(rules, layout);
    let mut whose = shared.then_some(Side::First);
    for c in text.chars() {
        if c == '|' && number.is_none() && whose == Some(Side::First) {
            whose = Some(Side::Second);
            continue;
        }
        if c == '-' && number.is_none() && !is_in_hand(rules, layout, c) {
            continue;
        }
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(u64::from(digit)));
            continue;
        }
        let found = layout.ints.iter().position(|var| match var.class {
            IntClass::Hand(side, kind) => {
                whose.is_none_or(|whose| whose == side)
                    && rules.kinds[kind].hand_letter(side) == c
                    && rules.may_be_in_hand_of(side, kind)
            }
            _ => false,
        });
        let Some(int) = found else { return Err(format!("no hand holds a piece `{c}`")) };
        let held = &mut state[layout.int_at(int)];
        *held = held.saturating_add(number.take().unwrap_or(1));
        if *held > MOST_IN_HAND {
            return Err(format!("no hand holds more than {MOST_IN_HAND} pieces of a kind"));
        }
    }
    if number.is_some() { Err("a number stands before nothing".to_string()) } else { Ok(()) }
}

/// Whether a hand may hold a piece of this letter.
fn is_in_hand(rules: &Rules, layout: &Layout, c: char) -> bool {
    layout.ints.iter().any(|var| match var.class {
        IntClass::Hand(side, kind) => rules.kinds[kind].hand_letter(side) == c,
        _ => false,
    })
}
