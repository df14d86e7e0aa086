//! Positions of Tak as its players write them: `x5/x3,12,2S/x,1C,x3/x5/x5 1 26`. Rows from the top, commas between cells, `x` and a
//! number for empty ones; a stack from the bottom up by the numbers of the players, `S` or `C` behind it for what is no flat stone on top;
//! then who is to move, and the number of the move. Source: Tak Positional System, <https://ustak.org/tak-positional-system-tps>.

use super::drawn::Drawn;
use super::rows::letter;
use super::side_letters;
use crate::exec::Executor;
use crate::game::Side;
use crate::notation::moves::plain_kind;
use crate::rules::{KindId, Rules};

/// No board has more cells in a row.
const MOST_EMPTY: usize = 26;

/// The position text of such a one; none if it is none.
pub(super) fn of_tps(rules: &Rules, game: &dyn Executor, text: &str) -> Option<Drawn> {
    let plain = plain_kind(rules, Side::First).filter(|_| game.program().layout.stacks > 0)?;
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let inner = inner.trim_start_matches("TPS").trim_start_matches(':').trim().trim_matches('"');
    let mut words = inner.split_whitespace();
    let rows = words.next().filter(|rows| rows.contains('/') && rows.contains(['x', ',']))?;
    let cell = |cell: &str| {
        let Some(number) = cell.strip_prefix('x') else { return stack(rules, plain, cell) };
        let number = if number.is_empty() { 1 } else { number.parse().ok().filter(|number| *number <= MOST_EMPTY)? };
        Some(".".repeat(number))
    };
    let row = |row: &str| row.split(',').map(cell).collect::<Option<String>>();
    let rows = rows.split('/').map(row).collect::<Option<Vec<String>>>()?;
    let rest: Vec<String> = match words.next() {
        Some(side) => {
            let side = Side::ALL.into_iter().find(|of| side == (of.index() + 1).to_string())?;
            [side_letters(rules)[side].clone()].into_iter().chain(words.map(str::to_string)).collect()
        }
        None => Vec::new(),
    };
    Some(Drawn::plain(format!("{} {}", rows.join("/"), rest.join(" "))))
}

/// `121S`: the pieces of a cell, the top one last.
fn stack(rules: &Rules, plain: KindId, text: &str) -> Option<String> {
    let numbers = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let top = match text[numbers.len()..].chars().collect::<Vec<char>>()[..] {
        [] => plain,
        [c] => letter(rules, c)?.1,
        _ => return None,
    };
    let piece = |(at, number): (usize, char)| {
        let side = Side::ALL.into_iter().find(|side| number.to_digit(10) == Some(side.index() as u32 + 1))?;
        Some(rules.kinds[if at + 1 == numbers.len() { top } else { plain }].letters[side])
    };
    let pieces: Vec<char> = numbers.chars().enumerate().map(piece).collect::<Option<_>>()?;
    match pieces[..] {
        [] => None,
        [only] => Some(only.to_string()),
        _ => Some(format!("({})", pieces.iter().rev().collect::<String>())),
    }
}
