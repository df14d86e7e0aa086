//! Plain data for whoever draws: the board and the verdict.

use crate::board::Topology;
use crate::compile::{Compiled, Content, Standing};
use crate::game::{Ending, Outcome};

use super::Session;

/// How a game ended, in the players' names.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The winner's name; none for a draw.
    pub winner: Option<String>,
    /// In games with a score: the first player's points minus the second's.
    pub score: Option<f64>,
    /// Why, in the words of the rules.
    pub reason: String,
    /// Whether it is the draw that stands in where the rules say nothing.
    pub without_verdict: bool,
}

impl Verdict {
    /// An ending in names.
    pub fn new(compiled: &Compiled, ending: Ending) -> Verdict {
        let winner = ending.outcome.winner().map(|side| compiled.players()[side].to_string());
        let score = match ending.outcome {
            Outcome::Win(_) | Outcome::Draw => None,
            Outcome::Margin(margin) => Some(points(margin, compiled.game().score_scale())),
        };
        let without_verdict = ending.rank == Ending::NO_VERDICT;
        Verdict { winner, score, reason: compiled.reason(ending), without_verdict }
    }

    /// The other player had no time left.
    pub fn on_time(winner: String) -> Verdict {
        Verdict::told(Some(winner), "the other's time is over")
    }

    /// What the rules don't know.
    pub fn told(winner: Option<String>, reason: &str) -> Verdict {
        Verdict { winner, score: None, reason: reason.to_string(), without_verdict: false }
    }

    /// Such as `White wins: win when no enemy`.
    pub fn sentence(&self) -> String {
        let who = match &self.winner {
            Some(name) => format!("{name} wins"),
            None => "a draw".to_string(),
        };
        let by = match (self.score, &self.winner) {
            (Some(score), Some(_)) => format!(" by {}", score.abs()),
            _ => String::new(),
        };
        format!("{who}{by}: {}", self.reason)
    }
}

/// A margin in points.
pub fn points(margin: i32, scale: Option<i32>) -> f64 {
    f64::from(margin) / f64::from(scale.unwrap_or(1).max(1))
}

/// What is to be drawn.
pub struct BoardView<'s> {
    /// The boards.
    pub topology: &'s Topology,
    /// What lies on each cell.
    pub contents: Vec<Vec<Content>>,
    /// The cells to mark.
    pub marked: Vec<usize>,
    /// Whether the case of a letter tells whose piece it is.
    pub players: [String; 2],
    /// What lies beside the board, as name and value.
    pub extras: Vec<(String, String)>,
}

impl Session {
    /// The board now, with some cells marked.
    pub fn board(&self, marked: &[usize]) -> BoardView<'_> {
        let position = self.position();
        let compiled = self.compiled();
        let topology = compiled.topology();
        BoardView {
            topology,
            contents: (0..topology.sites()).map(|site| compiled.contents(position.state(), site)).collect(),
            marked: marked.to_vec(),
            players: compiled.players().map(str::to_string).pair(),
            extras: compiled.extras(position.state()),
        }
    }

    /// The position now as data.
    pub fn standing(&self) -> Standing {
        self.compiled().standing(self.position().state())
    }

    /// The cells that the last move names, and those where it changed what stands there.
    pub fn last_move(&self) -> Vec<usize> {
        let Some(last) = self.played.last() else { return Vec::new() };
        let compiled = self.compiled();
        let mut position = self.position();
        position.undo();
        let (old, mut cells) = (compiled.standing(position.state()), compiled.cells_of(position.state(), &last.record));
        position.make(&last.record);
        let new = compiled.standing(position.state());
        cells.extend((0..old.cells.len()).filter(|&site| old.cells[site] != new.cells[site]));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
