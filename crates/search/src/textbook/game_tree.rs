//! A game as a tree for the procedures: MAX is the player to move at the root.

use super::Tree;
use crate::game::{EVAL_LIMIT, Ending, Game, Overflow, Position, Side};
use crate::value::of_outcome;

/// A game from a position on. Positions have no names of their own, moves are named by `name_move`.
pub struct GameTree<'a, 'g, G: Game + ?Sized> {
    root: Position<'g, G>,
    name_move: &'a dyn Fn(&[u64], &[u64]) -> String,
}

impl<'a, 'g, G: Game + ?Sized> GameTree<'a, 'g, G> {
    /// The game from this position; `name_move` names a move, given the state before it and its record.
    pub fn new(root: Position<'g, G>, name_move: &'a dyn Fn(&[u64], &[u64]) -> String) -> Self {
        GameTree { root, name_move }
    }

    fn for_max(&self, mover: Side, value: i32) -> i32 {
        if mover == self.root.mover() { value } else { -value }
    }

    fn of_ending(&self, node: &Position<G>, ending: Ending) -> i32 {
        of_outcome(ending.outcome, self.root.mover(), node.plies() - self.root.plies())
    }
}

impl<'g, G: Game + ?Sized> Tree for GameTree<'_, 'g, G> {
    type Node = Position<'g, G>;

    fn root(&self) -> Self::Node {
        self.root.clone()
    }

    fn maximizes(&self, node: &Self::Node) -> bool {
        node.mover() == self.root.mover()
    }

    fn successors(&self, node: &Self::Node) -> Result<Vec<(String, Self::Node)>, Overflow> {
        let mut position = node.clone();
        if position.ending()?.is_some() {
            return Ok(Vec::new());
        }
        let moves = position.moves()?;
        let successor = |record: &[u64]| {
            let mut next = node.clone();
            next.make(record);
            ((self.name_move)(node.state(), record), next)
        };
        Ok(moves.iter().map(successor).collect())
    }

    /// Where the game is over, for want of moves too, what came of it.
    fn static_value(&self, node: &Self::Node) -> Result<i32, Overflow> {
        Ok(match node.clone().ending()? {
            Some(ending) => self.of_ending(node, ending),
            None => {
                let value = node.game().evaluate(node.state()).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
                self.for_max(node.mover(), value)
            }
        })
    }

    fn name(&self, _: &Self::Node) -> String {
        String::new()
    }
}
