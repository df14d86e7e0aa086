//! Plain minimax over any game: no window, no table, no order. What the engine is held equal to.

use rulesmith::game::{Game, Position};
use rulesmith::search::value::of_outcome;

/// The value for the player to move, `depth` plies deep.
pub fn minimax<G: Game + ?Sized>(position: &mut Position<G>, depth: u32, ply: usize) -> i32 {
    let mover = position.mover();
    if let Some(ending) = position.ending().expect("lists fit") {
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
