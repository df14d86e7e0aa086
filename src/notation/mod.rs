//! Moves and positions as text, and back. Every move has one text that reads back, and every position too.

mod moves;
mod numbering;
pub mod pgn;
mod position;
pub mod sgf;

/// What typesetters make of a hyphen, and arrows in its place.
pub(crate) const DASHES: [char; 6] = ['‐', '‑', '–', '—', '−', '→'];

/// Signs without width that texts bring along from pages and pads: marks of byte order and of direction, joiners, soft hyphens.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{ad}' | '\u{fe0f}')
}

pub use moves::{
    TextError, checks, counts_from_zero, customary_text, is_pass, move_text, only_puts, parse_move, suggestions, takes,
    text,
};
pub use numbering::Numbering;
pub use position::{
    Bounded, Content, Edit, Reading, Standing, Stands, Stray, Unbounded, contents, copy_states, edited_text, extras,
    greatest_number, position_text, read_position, standing,
};
