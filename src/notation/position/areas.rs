//! Where the rows of the board stand in a text, and the text with other signs there and other names beside.

use std::ops::Range;

use super::drawn::EMPTY;
use crate::rules::Rules;

/// A line with more letters than these is one of files, or a sentence.
const MOST_LETTERS: usize = 3;

/// Where the rows stand: in one word with slashes, or on lines with a sign for each cell.
pub(super) fn areas(rules: &Rules, text: &str) -> Option<Vec<Range<usize>>> {
    let rows = rules.topology.rows();
    let [board] = &rows[..] else { return None };
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let first = text.split_whitespace().next()?;
    if first.matches('/').count() + 1 >= board.len() && board.len() > 1 {
        return Some(vec![place(first)]);
    }
    let is_row = |line: &&str| {
        let signs: Vec<char> = line.chars().filter(|&c| c.is_alphabetic() || EMPTY.contains(c)).collect();
        board.iter().any(|row| row.len() == signs.len()) && letters(signs).len() <= MOST_LETTERS
    };
    let lines: Vec<&str> = text.lines().filter(is_row).collect();
    (lines.len() == board.len()).then(|| lines.into_iter().map(place).collect())
}

/// The different letters among signs, in small.
pub(super) fn letters(signs: Vec<char>) -> Vec<char> {
    let mut letters: Vec<char> = signs.into_iter().filter(|c| c.is_alphabetic()).collect();
    letters.iter_mut().for_each(|c| c.make_ascii_lowercase());
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// The letters that stand in the rows.
pub(super) fn stones(text: &str, areas: &[Range<usize>]) -> Vec<char> {
    areas.iter().flat_map(|area| text[area.clone()].chars()).filter(|c| c.is_alphabetic()).collect()
}

/// The text with other letters in its rows, and with other words beside them, each of which is told where it stands.
pub(super) fn rewritten(
    text: &str,
    areas: &[Range<usize>],
    sign: impl Fn(char) -> char,
    word: impl Fn(usize, &str) -> Option<String>,
) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let inside = areas.iter().any(|area| area.contains(&at));
        let letters = text[at..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - at);
        if inside || letters == 0 {
            out.push(if inside && c.is_alphabetic() { sign(c) } else { c });
            at += c.len_utf8();
        } else {
            let name = &text[at..at + letters];
            out.push_str(&word(at, name).unwrap_or(name.to_string()));
            at += letters;
        }
    }
    out
}
