//! A position from its text.

use std::iter::Peekable;

use super::fields::{Field, fields};
use super::{piece, position_text, side_letters};
use crate::board::text::{Mark, fit, marks};
use crate::exec::Executor;
use crate::game::Side;
use crate::ir::{IntClass, Layout, PlaneClass, STACK_BITS, STACK_DEPTH};
use crate::notation::moves::TextError;
use crate::rules::{KindId, Life, Rules};
use crate::source::Span;

/// The state of a position text, and the number of plies made before it.
///
/// # Errors
/// What is wrong with it.
pub fn parse_position(rules: &Rules, game: &dyn Executor, text: &str) -> Result<(Vec<u64>, usize), TextError> {
    let layout = &game.program().layout;
    let mut state = vec![0; layout.words()];
    let mut words = split(text);
    let Some((placement, span)) = words.next() else {
        return Err(TextError::new(Span::new(0, text.len()), "this position is empty").help(example(rules, game)));
    };
    place_pieces(rules, game, &mut state, placement, span)?;
    let mut mover = Side::First;
    if let Some((word, span)) = words.next() {
        mover = read_side(rules, word).ok_or_else(|| {
            let [a, b] = side_letters(rules);
            TextError::new(span, format!("`{word}` is not a side"))
                .help(format!("write `{a}` for {} or `{b}` for {}", rules.players[0], rules.players[1]))
        })?;
    }
    state[layout.int_at(Layout::MOVER)] = mover.index() as u64;
    // What the text leaves out: no cells, and numbers as they are at the start.
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::State(_) | IntClass::ThisTurn(_) | IntClass::Clock(..) = var.class {
            state[layout.int_at(id)] = game.program().initial[layout.int_at(id)];
        }
    }
    let mut words = words.peekable();
    for field in fields(rules, layout) {
        if !matches!(field, Field::Cells(_)) {
            skip_dashes(&mut words);
        }
        let Some((word, span)) = words.next() else { break };
        field
            .read(rules, layout, &mut state, word)
            .map_err(|(message, help)| TextError::new(span, message).help(help))?;
    }
    skip_dashes(&mut words);
    let mut rest: Vec<(&str, Span)> = words.collect();
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    let has_clock = rules.states.iter().any(|s| matches!(s.life, Life::Clock));
    if !has_clock && (2..=3).contains(&rest.len()) && rest.iter().all(|(word, _)| is_number(word)) {
        // Counters of other programs' FENs.
        rest.drain(..rest.len() - 1);
    }
    let mut ply = mover.index();
    if let Some((word, span)) = rest.first() {
        let number: usize = word.parse().ok().filter(|n| *n <= 1_000_000).ok_or_else(|| {
            TextError::new(*span, format!("`{word}` is not a move number"))
                .help("the last field is the number of the move")
        })?;
        ply += number.saturating_sub(1) * 2;
    }
    if let Some((word, span)) = rest.get(1) {
        return Err(TextError::new(*span, format!("`{word}` is one field too many")).help(example(rules, game)));
    }
    check_guarded(rules, game, &state, span)?;
    check_legal(rules, game, &state, mover, text)?;
    Ok((state, ply))
}

/// Passes over fields of other programs' FENs (rights to castle, a cell skipped) that this game does not remember.
fn skip_dashes<'a>(words: &mut Peekable<impl Iterator<Item = (&'a str, Span)>>) {
    while words.next_if(|(word, _)| *word == "-").is_some() {}
}

fn example(rules: &Rules, game: &dyn Executor) -> String {
    format!("a position is written like the start: `{}`", position_text(rules, game, &game.initial(), 0))
}

/// The words of a text; numbers joined by `+`, as three-check chess has them, are words of their own.
fn split(text: &str) -> impl Iterator<Item = (&str, Span)> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = text.split_whitespace().flat_map(move |word| {
        let numbers = word.split('+').all(is_number);
        word.split(move |c| numbers && c == '+')
    });
    parts.map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, Span::new(start, start + word.len()))
    })
}

fn read_side(rules: &Rules, word: &str) -> Option<Side> {
    let letters = side_letters(rules);
    let is = |i: usize| {
        let name = &rules.players[i];
        let first_kind = rules.kinds.iter().find(|k| !k.neutral).map(|k| k.letters[i].to_string());
        word.eq_ignore_ascii_case(name)
            || word.eq_ignore_ascii_case(&letters[i])
            || word == (i + 1).to_string()
            || first_kind.is_some_and(|l| l == word)
    };
    match (is(0), is(1)) {
        (true, false) => Some(Side::First),
        (false, true) => Some(Side::Second),
        (true, true) => None,
        // As in FEN, where neither letter is a player's.
        (false, false) if letters.iter().any(|l| l == "w" || l == "b") => None,
        (false, false) => match word {
            "w" => Some(Side::First),
            "b" => Some(Side::Second),
            _ => None,
        },
    }
}

/// Reads the rows and the hands.
fn place_pieces(
    rules: &Rules,
    game: &dyn Executor,
    state: &mut [u64],
    text: &str,
    span: Span,
) -> Result<(), TextError> {
    let layout = &game.program().layout;
    let all_rows = rules.topology.rows();
    let (rows_text, hand) = split_hand(layout, &all_rows, text, span)?;
    let mut offset = span.start;
    let boards: Vec<&str> = rows_text.split('|').collect();
    if boards.len() != all_rows.len() {
        let message = format!("this position has {} boards, the game has {}", boards.len(), all_rows.len());
        return Err(TextError::new(span, message).help(example(rules, game)));
    }
    for (board_text, board) in boards.iter().zip(&all_rows) {
        let mut lines: Vec<&str> = board_text.split('/').collect();
        let flat: Vec<Vec<Option<usize>>> = vec![board.concat()];
        // A single line may give all cells, row after row.
        let expected = if lines.len() == 1 && board.len() > 1 { &flat } else { board };
        if lines.len() != expected.len() {
            let message = format!("this position has {} rows, the board has {}", lines.len(), expected.len());
            let here = Span::new(offset, offset + board_text.len());
            return Err(TextError::new(here, message).help(example(rules, game)));
        }
        for (line, row) in lines.drain(..).zip(expected) {
            read_row(rules, game, state, line, row, offset)?;
            offset += line.len() + 1;
        }
    }
    if let Some(hand) = hand {
        let here = Span::new(span.start + rows_text.len(), span.end);
        read_hands(rules, layout, state, hand).map_err(|message| {
            TextError::new(here, message)
                .help("a hand lists letters of kinds, a number before a letter for several: `[9Mm]`")
        })?;
    }
    Ok(())
}

/// The rows and the hand: what stands in square brackets, or, as some programs write it, in one row more than the board has.
fn split_hand<'t>(
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
    let has_hands = layout.ints.iter().any(|var| matches!(var.class, IntClass::Hand(..)));
    Ok(match text.rsplit_once('/') {
        Some((rows, hand)) if has_hands && boards.len() == 1 && rows.split('/').count() == boards[0].len() => {
            (rows, Some(hand))
        }
        _ => (text, None),
    })
}

fn read_row(
    rules: &Rules,
    game: &dyn Executor,
    state: &mut [u64],
    line: &str,
    row: &[Option<usize>],
    offset: usize,
) -> Result<(), TextError> {
    let layout = &game.program().layout;
    let here = Span::new(offset, offset + line.len());
    let plus_is_letter = letter(rules, '+').is_some();
    // What the line puts on its places, in order.
    let mut places: Vec<Option<(usize, Item)>> = Vec::new();
    for (at, mark) in marks(line, plus_is_letter) {
        let first = line[at..].chars().next().map_or(1, char::len_utf8);
        let spot = Span::new(offset + at, offset + at + first);
        let item = match mark {
            Mark::Empty(number) => {
                places.extend(std::iter::repeat_n(None, number));
                continue;
            }
            Mark::Group(inside) if layout.stacks > 0 => {
                let pieces: Option<Vec<_>> = inside.and_then(|text| text.chars().map(|c| letter(rules, c)).collect());
                let Some(pieces) = pieces.filter(|p| !p.is_empty() && p.len() <= STACK_DEPTH as usize) else {
                    let error = TextError::new(spot, "this is not a stack");
                    return Err(error.help("write the letters of a stack from the top down, such as `(Ssk)`"));
                };
                Item::Stack(pieces)
            }
            Mark::Group(inside) => {
                let number = inside.and_then(|text| text.parse().ok()).filter(|n| *n <= 255);
                let Some(number) = number.filter(|_| !layout.lanes.is_empty()) else {
                    let error = TextError::new(spot, "this is not a number of counted pieces");
                    return Err(error.help("write `(4)` for a cell that holds four, up to 255"));
                };
                Item::Count(number)
            }
            Mark::Letter(c @ ('.' | '-' | '_')) if letter(rules, c).is_none() => {
                places.push(None);
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
        places.push(Some((at, item)));
    }
    let Some(row) = fit(row, places.len()) else {
        let message = format!("this row has {} cells, the board has {}", places.len(), row.len());
        return Err(TextError::new(here, message).help(example(rules, game)));
    };
    for (item, cell) in places.into_iter().zip(row) {
        match (item, cell) {
            (None, _) => {}
            (Some((at, _)), None) => {
                let spot = Span::new(offset + at, offset + at + 1);
                return Err(
                    TextError::new(spot, "there is no cell here").help("on this board every other place is no cell")
                );
            }
            (Some((_, Item::Count(n))), Some(site)) => {
                state[layout.lane_at(0) + site / 8] |= n << (site % 8 * 8);
            }
            (Some((_, item)), Some(site)) => {
                let pieces = match item {
                    Item::Stack(pieces) => pieces,
                    Item::Piece(owner, kind) => vec![(owner, kind)],
                    Item::Count(_) => continue,
                };
                for (i, &(owner, kind)) in pieces[1..].iter().enumerate() {
                    let code = 1 + 2 * kind as u64 + owner.map_or(0, Side::index) as u64;
                    state[layout.stack_at(site)] |= code << (i as u32 * STACK_BITS);
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

#[derive(Clone)]
enum Item {
    Piece(Option<Side>, KindId),
    Stack(Vec<(Option<Side>, KindId)>),
    Count(u64),
}

/// The owner and kind of a letter; a letter whose case fits nothing is read in the other case.
fn letter(rules: &Rules, c: char) -> Option<(Option<Side>, KindId)> {
    let exact = |c: char| {
        rules.kinds.iter().enumerate().filter(|(_, k)| !k.counted).find_map(|(id, k)| {
            let side = k.letters.iter().position(|&l| l == c)?;
            Some((if k.neutral { None } else { Some(Side::of(side)) }, id))
        })
    };
    exact(c).or_else(|| exact(c.to_ascii_uppercase())).or_else(|| exact(c.to_ascii_lowercase()))
}

fn no_piece(rules: &Rules, c: char, spot: Span) -> TextError {
    let known: Vec<String> = rules.kinds.iter().filter(|k| !k.counted).map(|k| format!("`{}`", k.letters[0])).collect();
    TextError::new(spot, format!("there is no piece `{c}`")).help(format!(
        "the letters are {}; small ones (or the second of two) for {}",
        known.join(", "),
        rules.players[1]
    ))
}

fn read_hands(rules: &Rules, layout: &Layout, state: &mut [u64], text: &str) -> Result<(), String> {
    let mut number: Option<u64> = None;
    for c in text.chars() {
        if c == '-' {
            continue;
        }
        if let Some(digit) = c.to_digit(10) {
            number = Some((number.unwrap_or(0) * 10 + u64::from(digit)).min(100_000));
            continue;
        }
        let found = layout.ints.iter().position(|var| match var.class {
            IntClass::Hand(side, kind) => {
                let k = &rules.kinds[kind];
                let letter = k.letters[side.index()];
                if k.neutral && side == Side::Second { letter.to_ascii_lowercase() == c } else { letter == c }
            }
            _ => false,
        });
        let Some(int) = found else { return Err(format!("no hand holds a piece `{c}`")) };
        state[layout.int_at(int)] += number.take().unwrap_or(1);
    }
    if number.is_some() { Err("a number stands before nothing".to_string()) } else { Ok(()) }
}

/// A kind that a `legal` condition guards, and of which each player has one at the start, is there once for each player:
/// nobody can lose it or get another.
fn check_guarded(rules: &Rules, game: &dyn Executor, state: &[u64], span: Span) -> Result<(), TextError> {
    use crate::rules::visit::{self, Node};
    use crate::rules::{Region, Who};
    let layout = &game.program().layout;
    let mut guarded: Vec<KindId> = Vec::new();
    for legal in &rules.legal {
        visit::truth(&legal.condition, &mut |node| {
            if let Node::Region(Region::Pieces { who: Some(Who::Own), kinds: Some(kinds) }) = node
                && let [kind] = kinds[..]
            {
                guarded.push(kind);
            }
        });
    }
    for kind in guarded {
        for side in [Side::First, Side::Second] {
            let at_start = rules.setup.pieces.iter().filter(|p| (p.1, p.2) == (Some(side), kind)).count();
            let sites = 0..rules.topology.sites();
            let here = sites.filter(|&s| piece(rules, layout, state, s) == Some((Some(side), kind))).count();
            if at_start == 1 && here != 1 {
                let (player, name) = (&rules.players[side.index()], &rules.kinds[kind].name);
                let message = format!("{player} has {here} pieces `{name}`, and can only have one");
                return Err(
                    TextError::new(span, message).help(format!("put exactly one `{name}` of {player}'s on the board"))
                );
            }
        }
    }
    Ok(())
}

/// A position is only possible if the player who has just moved kept to the `legal` conditions.
fn check_legal(rules: &Rules, game: &dyn Executor, state: &[u64], mover: Side, text: &str) -> Result<(), TextError> {
    use crate::rules::visit::{self, Node};
    use crate::rules::{Region, Truth};
    let before = mover.other();
    for (legal, code) in rules.legal.iter().zip(&game.program().sides[before.index()].legal) {
        // Only conditions on the position itself: not on the move that led there.
        let mut about_move = false;
        visit::truth(&legal.condition, &mut |node| {
            about_move |= matches!(
                node,
                Node::Region(Region::Local(_) | Region::Touched | Region::Was(_)) | Node::Truth(Truth::Stuck(..))
            );
        });
        if !about_move && !game.ask_truth(state, before, code) {
            let message =
                format!("{} has just moved, and may not have left this position", rules.players[before.index()]);
            return Err(TextError::new(Span::new(0, text.trim_end().len()), message).help(
                "a `legal when` condition of the rules does not hold for that player: is the other side to move?",
            ));
        }
    }
    Ok(())
}
