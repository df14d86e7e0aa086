//! Moves and positions as text, and back. Every move has one text that reads back, and every position too.

mod moves;
mod numbering;
mod position;

pub use moves::{TextError, move_text, parse_move, suggestions, text};
pub use numbering::Numbering;
pub use position::{Bounded, Content, Reading, Unbounded, contents, extras, position_text, read_position};
