//! Whether players are ever without a move, in games of few positions.

use std::collections::HashSet;

use super::AnyExecutor;
use crate::game::Successors;

/// So many positions are looked at: some hundredths of a second.
const MOST_POSITIONS: usize = 4_000;
/// And so many moves.
const MOST_MOVES: usize = 40_000;

/// Whether in all positions that can be reached before the game is over whoever is to move has a move; `false` where there are too
/// many to look at all.
pub(super) fn nobody_ever_is(game: &AnyExecutor) -> bool {
    // What the history forbids is no move.
    if game.legal_by_history() {
        return false;
    }
    let mut found = HashSet::from([game.initial()]);
    let mut open = vec![game.initial()];
    let mut list = Successors::new(game);
    let mut moves = 0;
    while let Some(state) = open.pop() {
        list.clear();
        if game.successors(&state, &mut list).is_err() || list.is_empty() {
            return false;
        }
        moves += list.len();
        for index in (0..list.len()).filter(|&index| !list.is_over(index)) {
            if found.insert(list.state(index).to_vec()) {
                open.push(list.state(index).to_vec());
            }
        }
        if found.len() > MOST_POSITIONS || moves > MOST_MOVES {
            return false;
        }
    }
    true
}
