//! Positions as text, in the shape of chess FEN: `rows side fields move-number`.
//!
//! Rows go from the top, `/` between them, `|` before a further board; a letter is a piece, a number so many empty
//! cells, `(n)` a cell with n counted pieces, `(Ssk)` a stack from the top down. On boards of one colour the cells that aren't there count as empty.
//! Hands follow the rows in brackets. Then the side to move, every state variable and clock in file order, the number of
//! passes in a row if the rules ask for it, and the number of the move, which goes up after the second player.

use super::moves::TextError;
use crate::board::Drawing;
use crate::exec::Executor;
use crate::game::Side;
use crate::ir::{IntClass, Layout, PlaneClass, STACK_BITS, STACK_DEPTH};
use crate::rules::{KindId, Life, Rules, StateValue};
use crate::source::Span;

/// What lies on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Whose it is; none for neutral pieces.
    pub side: Option<Side>,
    /// The kind's name.
    pub kind: String,
    /// The letter of position texts; the case tells the side unless the file gives two letters.
    pub letter: char,
    /// How many: on counted cells, and where pieces lie in a stack.
    pub count: Option<u64>,
}

/// The pieces below the top of a cell, from the top down.
fn below(layout: &Layout, state: &[u64], site: usize) -> Vec<(Side, KindId)> {
    if layout.stacks == 0 {
        return Vec::new();
    }
    let word = state[layout.stack_at(site)];
    let pieces = (0..STACK_DEPTH).map(|i| word >> (i * STACK_BITS) & ((1 << STACK_BITS) - 1)).take_while(|p| *p > 0);
    pieces.map(|p| (Side::of((p - 1) as usize & 1), (p - 1) as usize >> 1)).collect()
}

fn has(state: &[u64], layout: &Layout, class: PlaneClass, site: usize) -> bool {
    layout.plane(class).is_some_and(|p| state[layout.plane_at(p) + site / 64] >> (site % 64) & 1 == 1)
}

/// The owner and kind of the piece on a cell.
fn piece(rules: &Rules, layout: &Layout, state: &[u64], site: usize) -> Option<(Option<Side>, KindId)> {
    let owner = [Side::First, Side::Second].into_iter().find(|&s| has(state, layout, PlaneClass::Side(s), site));
    if owner.is_none() && !has(state, layout, PlaneClass::Neutral, site) {
        return None;
    }
    let fits = |k: KindId| !rules.kinds[k].counted && rules.kinds[k].neutral == owner.is_none();
    let kinds = || (0..rules.kinds.len()).filter(|&k| fits(k));
    let kind = kinds().find(|&k| has(state, layout, PlaneClass::Kind(k), site)).or_else(|| kinds().next())?;
    Some((owner, kind))
}

fn lane(layout: &Layout, state: &[u64], lane: usize, site: usize) -> u64 {
    state[layout.lane_at(lane) + site / 8] >> (site % 8 * 8) & 0xFF
}

/// What lies on a cell.
pub fn content(rules: &Rules, game: &dyn Executor, state: &[u64], site: usize) -> Option<Content> {
    let layout = &game.program().layout;
    for (id, l) in layout.lanes.iter().enumerate() {
        let count = lane(layout, state, id, site);
        if count > 0 {
            let kind = &rules.kinds[l.kind];
            let letter = kind.letters[0];
            return Some(Content { side: None, kind: kind.name.clone(), letter, count: Some(count) });
        }
    }
    let (side, kind) = piece(rules, layout, state, site)?;
    let k = &rules.kinds[kind];
    let height = 1 + below(layout, state, site).len() as u64;
    let letter = k.letters[side.map_or(0, Side::index)];
    Some(Content { side, kind: k.name.clone(), letter, count: (height > 1).then_some(height) })
}

/// The rows of every board from the top: for each row its cells from left to right, none where no cell is.
fn rows(rules: &Rules) -> Vec<Vec<Vec<Option<usize>>>> {
    let t = &rules.topology;
    let mut out = Vec::new();
    for (id, board) in t.boards.iter().enumerate() {
        let cells = || (0..t.sites()).filter(move |&s| t.cells[s].board == id);
        // On a board of one colour, half of the places in every row are not cells.
        let places = (board.width * board.height * board.depth) as usize;
        let checkered = board.drawing == Drawing::Grid
            && cells().count() * 2 <= places + 1
            && cells().all(|s| {
                (t.cells[s].x + t.cells[s].y) % 2
                    == (t.cells[cells().next().unwrap_or(0)].x + t.cells[cells().next().unwrap_or(0)].y) % 2
            });
        let mut board_rows = Vec::new();
        for z in (0..board.depth).rev() {
            for y in (0..board.height).rev() {
                let at = |x: i32| cells().find(|&s| (t.cells[s].x, t.cells[s].y, t.cells[s].z) == (x, y, z));
                let row: Vec<Option<usize>> = (0..board.width).map(at).filter(|c| checkered || c.is_some()).collect();
                if row.iter().any(Option::is_some) {
                    board_rows.push(row);
                }
            }
        }
        out.push(board_rows);
    }
    out
}

/// The text of a position; `ply` is the number of plies made before it.
pub fn position_text(rules: &Rules, game: &dyn Executor, state: &[u64], ply: usize) -> String {
    let layout = &game.program().layout;
    let mut boards = Vec::new();
    for board in rows(rules) {
        let mut lines = Vec::new();
        for row in board {
            let mut line = String::new();
            let mut empty = 0;
            for cell in row {
                let Some(content) = cell.and_then(|site| content(rules, game, state, site)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    line.push_str(&empty.to_string());
                    empty = 0;
                }
                match content.count {
                    Some(_) if layout.stacks > 0 => {
                        let under = cell.map(|site| below(layout, state, site)).unwrap_or_default();
                        let letters = under.iter().map(|&(side, kind)| rules.kinds[kind].letters[side.index()]);
                        line.push_str(&format!("({}{})", content.letter, letters.collect::<String>()));
                    }
                    Some(n) => line.push_str(&format!("({n})")),
                    None => line.push(content.letter),
                }
            }
            if empty > 0 {
                line.push_str(&empty.to_string());
            }
            lines.push(line);
        }
        boards.push(lines.join("/"));
    }
    let mut out = boards.join("|");
    if rules.hands {
        out.push_str(&format!("[{}]", hands(rules, layout, state)));
    }
    let mover = Side::of(state[layout.int_at(Layout::MOVER)] as usize);
    out.push(' ');
    out.push_str(&side_letters(rules)[mover.index()]);
    for field in fields(rules, layout) {
        out.push(' ');
        out.push_str(&field.text(rules, layout, state));
    }
    out.push_str(&format!(" {}", ply / 2 + 1));
    out
}

fn hands(rules: &Rules, layout: &Layout, state: &[u64]) -> String {
    let mut out = String::new();
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::Hand(side, kind) = var.class {
            let letter = rules.kinds[kind].letters[side.index()];
            // A neutral kind has one letter: the second player's pieces are told apart by the other case.
            let letter = match (rules.kinds[kind].neutral, side) {
                (true, Side::Second) => letter.to_ascii_lowercase(),
                _ => letter,
            };
            match state[layout.int_at(id)] {
                0 => {}
                1 => out.push(letter),
                n => out.push_str(&format!("{n}{letter}")),
            }
        }
    }
    out
}

/// How the sides are written: the first letter of the name in small, or 1 and 2 if that is the same.
fn side_letters(rules: &Rules) -> [String; 2] {
    let letter = |i: usize| rules.players[i].chars().take(1).collect::<String>().to_lowercase();
    if letter(0) == letter(1) { ["1".to_string(), "2".to_string()] } else { [letter(0), letter(1)] }
}

/// A field of a position text after the side.
#[derive(Debug, Clone, Copy)]
enum Field {
    Cells(usize),
    Number(usize),
    Passes,
}

fn fields(rules: &Rules, layout: &Layout) -> Vec<Field> {
    let keeps = rules.states.iter().enumerate().filter(|(_, s)| s.life != Life::ThisTurn || extra_turns(rules));
    let mut out: Vec<Field> = keeps
        .map(|(id, s)| match s.initial {
            StateValue::Cells(_) => Field::Cells(id),
            StateValue::Number(_) => Field::Number(id),
        })
        .collect();
    if layout.int(IntClass::Passes).is_some() {
        out.push(Field::Passes);
    }
    out
}

fn extra_turns(rules: &Rules) -> bool {
    let effects = rules.groups.iter().flat_map(|g| &g.clauses).map(|c| &c.effects);
    effects
        .chain([&rules.finally])
        .any(|list| crate::rules::Effect::any(list, &mut |e| matches!(e, crate::rules::Effect::ExtraTurn)))
}

/// Where a field lies in the state, in words, and whether it is a plane.
fn place(field: Field, layout: &Layout) -> usize {
    match field {
        Field::Cells(id) => {
            let plane = layout.plane(PlaneClass::State(id)).or(layout.plane(PlaneClass::ThisTurn(id)));
            layout.plane_at(plane.expect("a state variable of cells has a plane"))
        }
        Field::Number(id) => {
            let is = |c: IntClass| match c {
                IntClass::State(s) | IntClass::ThisTurn(s) | IntClass::Clock(s, _) => s == id,
                _ => false,
            };
            let int = layout.ints.iter().position(|i| is(i.class));
            layout.int_at(int.expect("a state variable has a number"))
        }
        Field::Passes => layout.int_at(layout.int(IntClass::Passes).expect("passes are counted")),
    }
}

impl Field {
    fn name(self, rules: &Rules) -> String {
        match self {
            Field::Cells(id) | Field::Number(id) => rules.states[id].name.clone(),
            Field::Passes => "passes".to_string(),
        }
    }

    fn text(self, rules: &Rules, layout: &Layout, state: &[u64]) -> String {
        let at = place(self, layout);
        let Field::Cells(id) = self else { return (state[at] as i64).to_string() };
        let on = |site: usize| state[at + site / 64] >> (site % 64) & 1 == 1;
        let letters = &rules.states[id].letters;
        let text: String = if letters.is_empty() {
            let cells = (0..rules.topology.sites()).filter(|&s| on(s));
            cells.map(|s| rules.topology.cells[s].name.as_str()).collect::<Vec<_>>().join(",")
        } else {
            letters.iter().filter(|(site, _)| on(*site)).map(|(_, letter)| *letter).collect()
        };
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// Reads the field into the state.
    fn read(self, rules: &Rules, layout: &Layout, state: &mut [u64], text: &str) -> Result<(), (String, String)> {
        let at = place(self, layout);
        let name = self.name(rules);
        let Field::Cells(id) = self else {
            let n: i64 =
                text.parse().map_err(|_| (format!("`{text}` is not a number"), format!("`{name}` is a number")))?;
            if !(-1_000_000_000..=1_000_000_000).contains(&n) {
                return Err((format!("{n} is too large"), format!("`{name}` is a number below a billion")));
            }
            state[at] = n as u64;
            return Ok(());
        };
        state[at..at + layout.set_words].fill(0);
        let mut set = |site: usize| state[at + site / 64] |= 1 << (site % 64);
        if text == "-" {
            return Ok(());
        }
        let letters = &rules.states[id].letters;
        if !letters.is_empty() {
            for c in text.chars() {
                let known: String = letters.iter().map(|l| l.1).collect();
                let site = letters.iter().find(|l| l.1 == c).map(|l| l.0);
                set(site.ok_or((
                    format!("there is no `{c}` in `{name}`"),
                    format!("write letters of `{known}`, or `-`"),
                ))?);
            }
            return Ok(());
        }
        for cell in text.split(',') {
            let unknown = || {
                (
                    format!("`{cell}` is not a cell"),
                    format!("write the cells of `{name}` with commas between them, or `-`"),
                )
            };
            set(rules.topology.cell(cell).ok_or_else(unknown)?);
        }
        Ok(())
    }
}

/// What lies off the board or is kept beside it: hands, counters and state, as name and value.
pub fn extras(rules: &Rules, game: &dyn Executor, state: &[u64]) -> Vec<(String, String)> {
    let layout = &game.program().layout;
    let mut out = Vec::new();
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::Hand(..) = var.class {
            out.push((var.name.clone(), state[layout.int_at(id)].to_string()));
        }
    }
    out.extend(fields(rules, layout).into_iter().map(|f| (f.name(rules), f.text(rules, layout, state))));
    out
}

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
    for field in fields(rules, layout) {
        let Some((word, span)) = words.next() else { break };
        field
            .read(rules, layout, &mut state, word)
            .map_err(|(message, help)| TextError::new(span, message).help(help))?;
    }
    let mut ply = mover.index();
    if let Some((word, span)) = words.next() {
        let number: usize = word.parse().ok().filter(|n| *n <= 1_000_000).ok_or_else(|| {
            TextError::new(span, format!("`{word}` is not a move number"))
                .help("the last field is the number of the move")
        })?;
        ply += number.saturating_sub(1) * 2;
    }
    if let Some((word, span)) = words.next() {
        return Err(TextError::new(span, format!("`{word}` is one field too many")).help(example(rules, game)));
    }
    check_guarded(rules, game, &state, span)?;
    check_legal(rules, game, &state, mover, text)?;
    Ok((state, ply))
}

fn example(rules: &Rules, game: &dyn Executor) -> String {
    format!("a position is written like the start: `{}`", position_text(rules, game, &game.initial(), 0))
}

fn split(text: &str) -> impl Iterator<Item = (&str, Span)> {
    text.split_whitespace().map(move |word| {
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
        _ => None,
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
    let (rows_text, hand) = match text.split_once('[') {
        Some((rows, hand)) => (rows, Some(hand)),
        None => (text, None),
    };
    let mut offset = span.start;
    let boards: Vec<&str> = rows_text.split('|').collect();
    let all_rows = rows(rules);
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
        let Some(hand) = hand.strip_suffix(']') else {
            return Err(TextError::new(here, "this hand has no end").help("close it with `]`"));
        };
        read_hands(rules, layout, state, hand).map_err(|message| {
            TextError::new(here, message)
                .help("a hand lists letters of kinds, a number before a letter for several: `[9Mm]`")
        })?;
    }
    Ok(())
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
    // What the line puts on its places, in order.
    let mut places: Vec<Option<(usize, Item)>> = Vec::new();
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let spot = Span::new(offset + at, offset + at + c.len_utf8());
        if c.is_ascii_digit() {
            let mut n = c as usize - '0' as usize;
            while let Some(&(_, d)) = chars.peek().filter(|p| p.1.is_ascii_digit()) {
                n = (n * 10 + d as usize - '0' as usize).min(100_000);
                chars.next();
            }
            places.extend(std::iter::repeat_n(None, n.min(crate::board::MAX_SITES + 1)));
        } else if c == '(' && layout.stacks > 0 {
            let letters: String = std::iter::from_fn(|| chars.next_if(|p| p.1 != ')')).map(|p| p.1).collect();
            let closed = chars.next_if(|p| p.1 == ')').is_some();
            let pieces: Option<Vec<(Option<Side>, KindId)>> = letters.chars().map(|c| letter(rules, c)).collect();
            match pieces.filter(|p| closed && !p.is_empty() && p.len() <= STACK_DEPTH as usize) {
                Some(pieces) => places.push(Some((at, Item::Stack(pieces)))),
                None => {
                    let error = TextError::new(spot, "this is not a stack");
                    return Err(error.help("write the letters of a stack from the top down, such as `(Ssk)`"));
                }
            }
        } else if c == '(' {
            let digits: String = std::iter::from_fn(|| chars.next_if(|p| p.1.is_ascii_digit())).map(|p| p.1).collect();
            let closed = chars.next_if(|p| p.1 == ')').is_some();
            match digits.parse::<u64>().ok().filter(|n| closed && *n <= 255) {
                Some(n) if !layout.lanes.is_empty() => places.push(Some((at, Item::Count(n)))),
                _ => {
                    let error = TextError::new(spot, "this is not a number of counted pieces");
                    return Err(error.help("write `(4)` for a cell that holds four, up to 255"));
                }
            }
        } else if matches!(c, '.' | '-' | '_') && letter(rules, c).is_none() {
            places.push(None);
        } else {
            let Some(found) = letter(rules, c) else {
                let known: Vec<String> =
                    rules.kinds.iter().filter(|k| !k.counted).map(|k| format!("`{}`", k.letters[0])).collect();
                return Err(TextError::new(spot, format!("there is no piece `{c}`")).help(format!(
                    "the letters are {}; small ones (or the second of two) for {}",
                    known.join(", "),
                    rules.players[1]
                )));
            };
            places.push(Some((at, Item::Piece(found.0, found.1))));
        }
    }
    let cells: Vec<Option<usize>> = row.iter().copied().filter(Option::is_some).collect();
    let row = if places.len() == cells.len() { &cells[..] } else { row };
    if places.len() != row.len() {
        let message = format!("this row has {} cells, the board has {}", places.len(), row.len());
        return Err(TextError::new(here, message).help(example(rules, game)));
    }
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
                    state[layout.stack_at(*site)] |= code << (i as u32 * STACK_BITS);
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
