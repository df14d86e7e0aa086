//! Plain minimax over any game: no window, no table, no order. What the engine is held equal to.

use rulesmith::game::{Game, Position};
use rulesmith::search::value::of_outcome;

/// The value for the player to move, `depth` plies deep. As in the engine a leaf is not asked for want of moves,
/// and the root is.
pub fn minimax<G: Game>(position: &mut Position<G>, depth: u32, ply: usize) -> i32 {
    let mover = position.mover();
    let over = if depth > 0 {
        position.ending().expect("lists fit")
    } else {
        let by_history = position.game().ending_by_history(position.state(), position.history());
        let found = [position.ending_by_position(), by_history].into_iter().flatten().min_by_key(|e| e.rank);
        let stuck = position.game().ending_if_stuck(position.state());
        if found.is_some_and(|found| stuck.rank < found.rank) { position.ending().expect("lists fit") } else { found }
    };
    if let Some(ending) = over {
        return of_outcome(ending.outcome, mover, ply);
    }
    if depth == 0 {
        return position.game().evaluate(position.state());
    }
    let moves = position.moves().expect("lists fit");
    let values = moves.iter().map(|record| {
        position.make(record);
        let value = minimax(position, depth - 1, ply + 1);
        let value = if position.mover() == mover { value } else { -value };
        position.undo();
        value
    });
    values.max().expect("not stuck")
}
