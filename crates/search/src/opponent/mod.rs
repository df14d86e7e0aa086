//! "The opponent plays best": the chapter's assumption questioned. Models of opponents who err, what to expect against
//! them, the moves that they answer worst, and players that err themselves.
//!
//! - [`Model`], [`Mind`]: what an opponent answers, with which probability;
//! - [`expected`]: exact expectations over the whole tree;
//! - [`swindle`]: of moves that are about as good the one that the opponent answers worst;
//! - [`Level`]: strengths for people.

mod exact;
mod level;
mod plain;
mod swindle;

pub use exact::{Exact, Expected, Unknown, expected};
pub(super) use level::swing;
pub use level::{LEVELS, Level};
pub use plain::Halt;
pub use swindle::{Swindled, swindle};

use std::sync::atomic::AtomicBool;

use super::{Limits, Options, Table, search_with};
use crate::game::{Game, Position};
use plain::{Clear, Plain};

/// How an opponent answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// With any legal move, each as likely as any other.
    Random,
    /// By minimax so many plies deep; among equal moves with any. Of wins and losses the distance does not count.
    Depth(u32),
    /// As the engine does with so many positions.
    Nodes(u64),
}

/// An opponent: a model, and the game as it evaluates it.
pub struct Mind<'g, G: Game + ?Sized> {
    /// How it answers.
    pub model: Model,
    /// With the evaluation that it judges by.
    pub game: &'g G,
    /// Positions that were entered to find its answers.
    pub nodes: u64,
}

/// Moves that are equally likely.
type Replies = Vec<Vec<u64>>;

impl<'g, G: Game + ?Sized> Mind<'g, G> {
    /// An opponent that has not thought yet.
    pub fn new(model: Model, game: &'g G) -> Self {
        Mind { model, game, nodes: 0 }
    }

    /// What it answers here: each of these moves is as likely as any other of them. None if the game is over.
    ///
    /// # Errors
    /// If it was stopped, or moves can't be listed.
    pub fn replies<H: Game + ?Sized>(&mut self, position: &Position<H>, stop: &AtomicBool) -> Result<Replies, Halt> {
        let mut position = position.seen_as(self.game);
        match self.model {
            Model::Random => {
                let moves = position.moves_or_ending()?;
                Ok(moves.map_or_else(|_| Vec::new(), |moves| moves.iter().map(<[u64]>::to_vec).collect()))
            }
            Model::Depth(depth) => {
                let mut plain = Plain { position, sight: Clear, nodes: 0, limit: u64::MAX, distances: false, stop };
                let values = plain.values(depth.max(1), &Vec::new());
                self.nodes += plain.nodes;
                let (values, _) = values?;
                let best = values.iter().map(|(_, value)| *value).max();
                Ok(values.into_iter().filter(|(_, value)| Some(*value) == best).map(|(record, _)| record).collect())
            }
            Model::Nodes(nodes) => {
                let table = Table::new(1);
                let options = Options { table_mib: 1, ..Options::default() };
                let report = search_with(&table, &position, &Limits::nodes(nodes), &options, stop, &mut ());
                self.nodes += report.nodes;
                Ok(report.best.into_iter().collect())
            }
        }
    }
}
