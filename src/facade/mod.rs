//! Rulesmith from a program: check rules, play a game, ask for the best move.
//!
//! [`Rules`] is a text that may be right or wrong, [`Game`] one that can be played, [`Position`] a place in it that is owned,
//! copied and sent about, [`Move`] what leads on from there. All text goes in and out in the forms that the program itself
//! reads and writes. Nothing here needs a terminal or a file system, but for [`Game::open`].

mod game;
mod position;
mod rules;

pub use game::Game;
pub use position::{Move, Moves, Position, RandomGames};
pub use rules::Rules;
