//! Rows as other programs wrap them: lists of signs as Python and JSON print them, rows on lines of their own, boards of servers of
//! Othello, coordinates of matches of gomoku. Each becomes a position text.

use serde_json::Value;

use super::drawn::{Drawn, cell, of_hub};
use super::read::is_in_rows;
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
    let plain =
        on_lines(rules, board, text).or_else(|| of_server(rules, board, text)).or_else(|| of_match(rules, text));
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
    let sign = |value: &Value| match value {
        Value::Null => Some(".".to_string()),
        Value::String(text) if text.trim().is_empty() => Some(".".to_string()),
        Value::String(text) => cell(rules, text.trim()),
        _ => None,
    };
    let signs: Vec<String> = cells.iter().map(sign).collect::<Option<_>>()?;
    let mut rows: Vec<String> = Vec::new();
    let mut rest = &signs[..];
    for row in board {
        let (first, behind) = rest.split_at(row.len());
        rows.push(first.concat());
        rest = behind;
    }
    Some(Ok(Drawn::plain(rows.join("/"))))
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
    let names = [mover, mover.other()].map(|side| &rules.players[side]);
    let listed = names.iter().zip(&held).map(|(name, held)| format!("{name}: {}", held.join(" ")));
    Some(format!("{}; {} to move", listed.collect::<Vec<_>>().join("; "), names[0]))
}

/// The words of the exchange protocol of draughts: as those of the Hub protocol, with `z` for what is Black's.
fn of_exchange(rules: &Rules, text: &str) -> Option<Drawn> {
    let known = text.contains(['z', 'Z']) && text.chars().all(|c| "wWzZeE".contains(c));
    let side = if text.starts_with('Z') { "B" } else { "W" };
    known.then(|| text.get(1..)).flatten().and_then(|cells| {
        of_hub(rules, &format!("{side}{}", cells.replace('z', "b").replace('Z', "B").replace('E', "e")))
    })
}
