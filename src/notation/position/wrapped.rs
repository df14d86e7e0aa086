//! Rows as other programs wrap them: lists of signs as Python and JSON print them, rows on lines of their own, boards of servers of
//! Othello, coordinates of matches of gomoku. Each becomes a position text.

use serde_json::Value;

use super::dialects::{RIGHTS, side_by_case};
use super::drawn::{Drawn, cell, is_frame, of_hub, pair, side_said};
use super::fields::is_number;
use super::read::is_in_rows;
use super::rows::letter;
use super::side_letters;
use crate::game::Side;
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// The position text in such a wrapping; none where there is none.
pub(super) fn unwrapped(rules: &Rules, text: &str) -> Option<Result<Drawn, TextError>> {
    let boards = rules.topology.rows();
    let [board] = &boards[..] else { return None };
    let text = text.trim();
    if let Some(read) = listed(rules, board, text) {
        return Some(read);
    }
    let plain = on_lines(rules, board, text)
        .or_else(|| of_server(rules, board, text))
        .or_else(|| in_brackets(rules, board, text))
        .or_else(|| of_match(rules, text))
        .or_else(|| by_cells(rules, text))
        .or_else(|| one_by_one(rules, text))
        .or_else(|| of_style_12(rules, text));
    plain.map(Drawn::plain).or_else(|| of_exchange(rules, text)).map(Ok)
}

/// `[['X', 'O', ' '], …]`, `["X", "O", " ", …]`: the rows from the far one on, or all cells in one list.
fn listed(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Option<Result<Drawn, TextError>> {
    if !text.starts_with('[') || !text.ends_with(']') {
        return None;
    }
    // Python's quotes and nothing; numpy leaves commas out.
    let plain = text.replace('\'', "\"").replace("None", "null");
    let Ok(Value::Array(all)) = serde_json::from_str(&plain) else {
        let digits =
            text.chars().all(|c| c.is_whitespace() || c.is_ascii_digit() || matches!(c, '[' | ']' | ',' | '-' | '.'));
        let cells = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
        return (digits && cells == board.concat().len()).then(|| Err(whose_are_numbers(rules, text)));
    };
    let mut cells: Vec<Value> = Vec::new();
    for value in all {
        match value {
            Value::Array(row) => cells.extend(row),
            one => cells.push(one),
        }
    }
    if cells.len() != board.concat().len() {
        return None;
    }
    if cells.iter().all(Value::is_number) {
        return Some(Err(whose_are_numbers(rules, text)));
    }
    let signs: Vec<String> = cells.iter().map(|value| sign(rules, value)).collect::<Option<_>>()?;
    let mut rows: Vec<String> = Vec::new();
    let mut rest = &signs[..];
    for row in board {
        let (first, behind) = rest.split_at(row.len());
        rows.push(first.concat());
        rest = behind;
    }
    // As a board in lines, which is seen from the same side.
    Some(Ok(Drawn::plain(rows.join(if board.len() > 1 { "\n" } else { "/" }))))
}

/// The cell that a value of a list stands for.
fn sign(rules: &Rules, value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(".".to_string()),
        Value::String(text) if text.trim().is_empty() => Some(".".to_string()),
        Value::String(text) => cell(rules, text.trim()).or_else(|| pair(rules, text.trim())),
        _ => None,
    }
}

/// `{"e1": "wK", "e8": "bK"}`: what stands on cells, as libraries for pages have it.
fn by_cells(rules: &Rules, text: &str) -> Option<String> {
    let plain = text.replace('\'', "\"");
    let Ok(Value::Object(all)) = serde_json::from_str(&plain) else { return None };
    let mut held = [Vec::new(), Vec::new()];
    for (name, value) in &all {
        rules.topology.cell(name)?;
        let (owner, kind) = letter(rules, sign(rules, value)?.chars().next()?)?;
        let sign = rules.kinds[kind].letters[Side::First].to_uppercase();
        held[owner?.index()].push(format!("{sign}{name}"));
    }
    (!all.is_empty()).then(|| listing(rules, held))
}

/// A list of pieces as books print it, of what each player has.
fn listing(rules: &Rules, held: [Vec<String>; 2]) -> String {
    let listed =
        Side::ALL.into_iter().zip(held).map(|(side, held)| format!("{}: {}", rules.players[side], held.join(" ")));
    listed.collect::<Vec<_>>().join("; ")
}

fn whose_are_numbers(rules: &Rules, text: &str) -> TextError {
    let [first, second] = rules.players.each_ref().pair();
    let error = TextError::new(Span::new(0, text.len()), "which pieces the numbers stand for is not said");
    error.help(format!("write letters for them, of {first} and of {second}, and `.` for an empty cell"))
}

/// The rows of a FEN, each on a line of its own; its fields behind the last.
fn on_lines(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (last, others) = lines.split_last()?;
    let is_row = |word: &str| !word.is_empty() && !word.contains('/') && word.chars().all(|c| is_in_rows(rules, c));
    let rows = lines.len() == board.len() && board.len() > 1 && others.iter().all(|line| is_row(line));
    // Rows with a character for each cell are drawn.
    let short = lines
        .iter()
        .zip(board)
        .any(|(line, row)| line.split_whitespace().next().is_some_and(|word| word.chars().count() < row.len()));
    (rows && short && last.split_whitespace().next().is_some_and(is_row)).then(|| lines.join("/"))
}

/// `8 -------- … ---O*--- … *`: the size, the cells from the first rank on, who is to move.
fn of_server(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let is_size = words.next()?.parse() == Ok(board.len());
    let side = words.next_back()?;
    let cells: String = words.collect();
    let whole = cells.chars().count() == board.iter().map(Vec::len).sum::<usize>();
    let known = |c: char| cell(rules, c.encode_utf8(&mut [0; 4])).is_some();
    (is_size && whole && cells.chars().all(known)).then(|| format!("{cells} {side}"))
}

/// `setposition g [rrrr…]`, `7s […]`: who is to move, and all cells in brackets with blanks for empty ones, as protocols and logs have it.
fn in_brackets(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Option<String> {
    let (head, cells) = text.strip_suffix(']')?.split_once('[')?;
    let side = side_said(rules, head.trim().trim_start_matches("setposition").trim())?;
    let read = |c: char| cell(rules, &String::from(if c == ' ' { '.' } else { c }));
    let cells: Vec<String> = cells.chars().map(read).collect::<Option<_>>()?;
    let whole = cells.len() == board.concat().len() && board.len() > 1;
    whole.then(|| format!("{} {}", cells.concat(), side_letters(rules)[side]))
}

/// `wKe2 wRh2 bKe5`: the colour before each piece, and perhaps who is to move behind them.
fn one_by_one(rules: &Rules, text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|w| !w.is_empty()).collect();
    let piece = |word: &&str| {
        let (colour, rest) = word.split_at_checked(1)?;
        let side = side_by_case(rules, colour).filter(|_| colour == colour.to_lowercase())?;
        let (kind, cell) = rest.split_at_checked(1)?;
        let known = kind.chars().all(|c| c.is_ascii_uppercase() && letter(rules, c).is_some());
        (known && rules.topology.cell(cell).is_some()).then(|| (side, rest.to_string()))
    };
    let pieces: Vec<(Side, String)> = words.iter().map_while(piece).collect();
    let behind = words[pieces.len()..].join(" ");
    if pieces.len() < 2 || !(behind.is_empty() || behind.contains(" to ")) {
        return None;
    }
    let mut held = [Vec::new(), Vec::new()];
    pieces.into_iter().for_each(|(side, piece)| held[side.index()].push(piece));
    Some(format!("{}. {behind}", listing(rules, held)))
}

/// `<12> rnbqkbnr … RNBQKBNR W -1 1 1 1 1 0 7 …`: what servers of chess send to programs: rows, the side, the file to which a pawn
/// made a double step or -1, four rights to castle, plies without progress; behind that players, clocks and the number of the move.
/// Source: the server's help on "style12".
fn of_style_12(rules: &Rules, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let height = rules.topology.boards[0].height;
    let (&head, rest) = words.split_first()?;
    let (rows, rest) = rest.split_at_checked(usize::try_from(height).ok()?)?;
    let [side @ ("W" | "B"), file, rights @ .., quiet] = rest.get(..7)? else { return None };
    if head != "<12>" {
        return None;
    }
    let castling: String = RIGHTS.chars().zip(rights).filter(|(_, has)| **has == "1").map(|(right, _)| right).collect();
    let castling = if castling.is_empty() { "-".to_string() } else { castling };
    // The pawn has passed the third row of who made the step.
    let rank = if *side == "W" { height - 2 } else { 3 };
    let file = file.parse::<u8>().ok().filter(|file| *file < 26);
    let passed = file.map_or("-".to_string(), |file| format!("{}{rank}", char::from(b'a' + file)));
    let number = rest.get(17).filter(|number| is_number(number)).unwrap_or(&"1");
    Some(format!("{} {} {castling} {passed} {quiet} {number}", rows.join("/"), side.to_lowercase()))
}

/// `BOARD 7,7,1 8,8,2 DONE`: files and ranks from 0 on, from the top, and whose the stone is: 1 of who is to move.
fn of_match(rules: &Rules, text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    if words.next() != Some("BOARD") {
        return None;
    }
    let height = rules.topology.boards[0].height;
    let mut held = [Vec::new(), Vec::new()];
    for word in words.take_while(|word| *word != "DONE") {
        let numbers: Vec<u16> = word.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let [x, y, whose @ 1..=2] = numbers[..] else { return None };
        let file = u8::try_from(x).ok().filter(|x| *x < 26)?;
        held[usize::from(whose) - 1].push(format!("{}{}", char::from(b'a' + file), height - i32::from(y)));
    }
    // Who has as many stones began, and moves.
    let mover = if held[0].len() == held[1].len() { Side::First } else { Side::Second };
    if mover == Side::Second {
        held.swap(0, 1);
    }
    Some(format!("{}; {} to move", listing(rules, held), rules.players[mover]))
}

/// `Fen: … ⏎ Key: …`: what engines print about a position without its board.
pub(super) fn behind_fen(text: &str) -> Option<Drawn> {
    let fen = |line: &str| {
        let (name, fen) = line.split_once(':')?;
        (name.trim().eq_ignore_ascii_case("fen") && fen.contains('/')).then(|| fen.trim().to_string())
    };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let at = lines.iter().position(|line| fen(line).is_some()).filter(|_| lines.len() > 1)?;
    // The board that is drawn above it says the same.
    let drawn =
        |line: &str| is_frame(line) || line.starts_with('|') || line.split_whitespace().all(|word| word.len() == 1);
    let others = lines.iter().enumerate().filter(|(other, line)| *other != at && !drawn(line));
    let left_out = |(_, line): (usize, &&str)| {
        TextError::new(Span::default(), format!("`{line}` beside the position is left out"))
    };
    Some(Drawn { text: fen(lines[at])?, notes: others.map(left_out).collect() })
}

/// The words of the exchange protocol of draughts: as those of the Hub protocol, with `z` for what is Black's.
fn of_exchange(rules: &Rules, text: &str) -> Option<Drawn> {
    let known = text.contains(['z', 'Z']) && text.chars().all(|c| "wWzZeE".contains(c));
    let side = if text.starts_with('Z') { "B" } else { "W" };
    known.then(|| text.get(1..)).flatten().and_then(|cells| {
        of_hub(rules, &format!("{side}{}", cells.replace('z', "b").replace('Z', "B").replace('E', "e")))
    })
}
