//! A textbook procedure as a player: the move that it would make.

use std::sync::atomic::AtomicBool;

use super::{Algorithm, GameTree, TraceError, TraceOptions, run};
use crate::game::{Game, Position};

/// What a procedure would play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// For the player to move; see [`crate::value`].
    pub value: i32,
    /// The line, the move to make first; empty if the game is over.
    pub line: Vec<Vec<u64>>,
    /// Positions entered.
    pub nodes: u64,
}

/// Runs a procedure on a game for its move; nothing is traced.
///
/// # Errors
/// As [`run`].
pub fn choose<G: Game + ?Sized>(
    position: &Position<G>,
    algorithm: Algorithm,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Chosen, TraceError> {
    // Moves are named by their records, so that the line can be read back.
    let name = |_: &[u64], record: &[u64]| record.iter().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(",");
    let tree = GameTree::new(position.clone(), &name);
    let options = TraceOptions { depth: Some(depth), keep_events: 0, node_limit: u64::MAX };
    let trace = run(&tree, algorithm, &options, stop)?;
    let words = |name: &String| name.split(',').filter_map(|word| u64::from_str_radix(word, 16).ok()).collect();
    Ok(Chosen { value: trace.value, line: trace.line.iter().map(words).collect(), nodes: trace.nodes })
}
