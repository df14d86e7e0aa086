//! Moves and positions as text, and back. Every move has one text that reads back, and every position too.

use std::borrow::Cow;

mod moves;
mod numbering;
pub mod pgn;
mod position;
pub mod sgf;

/// What typesetters make of a hyphen, and arrows in its place.
pub(crate) const DASHES: [char; 6] = ['‐', '‑', '–', '—', '−', '→'];

/// Signs without width that texts bring along from pages and pads: marks of byte order and of direction, joiners, soft hyphens.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{ad}' | '\u{fe0e}' | '\u{fe0f}')
}

/// A text without the signs that join what stands on both sides of them, and with full-width letters and digits as narrow ones.
pub(crate) fn narrow(text: &str) -> Cow<'_, str> {
    let joins = |c: char| {
        matches!(c, '\u{ad}' | '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{fe0e}' | '\u{fe0f}')
    };
    let wide = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}');
    if !text.contains(|c| joins(c) || wide(c)) {
        return Cow::Borrowed(text);
    }
    let narrow = |c: char| if wide(c) { char::from_u32(c as u32 - 0xfee0).unwrap_or(c) } else { c };
    Cow::Owned(text.chars().filter(|c| !joins(*c)).map(narrow).collect())
}

/// A text with blanks for what Markdown and mail put about it, each at its place: fences, with the name of a language behind the first of
/// several lines, and `>` before all lines. None where there is no such.
pub(crate) fn unfenced(text: &str) -> Option<String> {
    const FENCES: [&str; 2] = ["```", "~~~"];
    let is_quote = |c: char| c == '>' || c == ' ';
    let blanks = |part: &str| " ".repeat(part.len());
    let one_line = !text.trim().contains('\n');
    let mut full = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    let quoted = full.peek().is_some() && full.all(|line| line.trim_start().starts_with('>'));
    let plain = |line: &str| match FENCES.iter().any(|fence| line.trim_start().starts_with(fence)) {
        true if one_line => line.replace(['`', '~'], " "),
        true => blanks(line),
        false if quoted => {
            let inner = line.trim_start_matches(is_quote);
            blanks(&line[..line.len() - inner.len()]) + inner
        }
        false => line.to_string(),
    };
    let out = text.split('\n').map(plain).collect::<Vec<_>>().join("\n");
    (out != text).then_some(out)
}

/// A text in small letters with the letters of files, each before a number, as one who leaves `i` out means them; none if there
/// is an `i`.
pub(crate) fn without_i(text: &str) -> Option<String> {
    let small = text.to_ascii_lowercase();
    let bytes = small.as_bytes();
    let is = |at: Option<usize>, test: fn(&u8) -> bool| at.and_then(|at| bytes.get(at)).is_some_and(test);
    let letters = small.char_indices().map(|(at, c)| {
        let file = is(at.checked_sub(1), u8::is_ascii_alphabetic) || !is(Some(at + 1), u8::is_ascii_digit);
        match c {
            _ if file => Some(c),
            'i' => None,
            'j'..='z' => Some(char::from(c as u8 - 1)),
            _ => Some(c),
        }
    });
    letters.collect()
}

/// What is said, and advised, where a cell may be called as players of Go do who leave `i` out, and is read by our letters.
pub(crate) fn without_gap(written: &str, ours: &str, theirs: &str) -> (String, String) {
    let read =
        format!("`{written}` is read as `{ours}`, and so all files behind `h`: they are lettered without a gap here");
    (read, format!("what players of Go, who leave `i` out, call so is `{theirs}`"))
}

use moves::MOVERS;
pub use moves::{
    SAME, TextError, beside_the_board, came_to, checks, counts_from_zero, customary_text, is_pass, knows_check,
    move_text, only_puts, parse_move, suggestions, takes, text,
};
pub use numbering::Numbering;
pub use position::{
    Bounded, Content, Edit, Reading, Standing, Stands, Stray, Unbounded, contents, copy_states, edited_text, extras,
    greatest_number, is_address, position_text, read_position, standing,
};
