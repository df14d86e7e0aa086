//! What a game is in memory: sets of cells as bits, hashes of states, records of moves, what the game so far says.

pub mod bits;
pub mod hash;
pub mod history;
pub mod record;
pub mod trail;
