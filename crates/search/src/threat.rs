//! Wins at once, where the rules let them be told without trying each move: a node in which one is there is decided, and
//! where the opponent threatens one, only moves that leave it none are worth a search.

use super::node::{Stop, Worker};
use super::order::give_up;
use super::value::{INDEPENDENT, MATE, Value};
use crate::game::{Game, Outcome};

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    /// The value of a node whose player wins at once; with the move on the principal line.
    pub fn win_at_once(&mut self, ply: usize, on_line: bool) -> Result<Option<Value>, Stop> {
        if !self.mover_wins() {
            return Ok(None);
        }
        if on_line {
            let win = Outcome::Win(self.path.mover());
            self.generate(ply)?;
            for index in 0..self.lists[ply].len() {
                self.path.make(self.lists[ply].get(index));
                let decided = self.path.decided();
                self.path.undo();
                if decided.is_some_and(|(ending, _)| ending.outcome == win) {
                    self.lines[ply + 1].clear();
                    self.extend_line(ply, index);
                    break;
                }
            }
        }
        Ok(Some(Value::proved(MATE - ply as i32 - 1, INDEPENDENT)))
    }

    /// Whether the player to move wins at once.
    pub fn mover_wins(&self) -> bool {
        self.game.wins_at_once(self.path.state(), self.path.mover()) == Some(true)
    }

    /// Whether the opponent would win at once if the player to move did nothing.
    pub fn pressed(&self) -> bool {
        self.game.wins_at_once(self.path.state(), self.path.mover().other()) == Some(true)
    }

    /// Puts the moves of `ply` that let the opponent win at once behind the others, and says whether there are others.
    pub fn defences(&mut self, ply: usize) -> bool {
        let mut others = false;
        for at in 0..self.ranked[ply].len() {
            self.path.make(self.lists[ply].get(self.ranked[ply][at].index as usize));
            let loses = self.path.decided().is_none() && self.mover_wins();
            self.path.undo();
            if loses {
                give_up(&mut self.ranked[ply][at]);
            } else {
                others = true;
            }
        }
        others
    }

    /// The value of a node all of whose moves let the opponent win at once.
    pub fn lost_at_once(ply: usize) -> Value {
        Value::proved(ply as i32 + 2 - MATE, INDEPENDENT)
    }
}
