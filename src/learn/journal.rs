//! What came of the costly steps of a lesson, in their order.
//!
//! A lesson does the same steps every time, so one that was cut goes on where it was: what is in its journal is not played or
//! worked out again, and from then on all is as if it had never been cut. Only a step that was begun and not done is lost.

use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The steps of a lesson, and how long it has taken.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Journal {
    /// How long all calls together have taken.
    pub spent: Duration,
    /// How long those have taken since the last step that was done.
    pub in_vain: Duration,
    /// What was done in this call, or done again from the journal.
    done: Vec<Step>,
    /// What was done in earlier calls and not come to yet.
    #[serde(skip)]
    ahead: VecDeque<Step>,
}

/// What came of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Step {
    /// A game.
    Game(Taught),
    /// Evaluations that were worked out, each by the places of candidates and their weights.
    Found(Vec<Vec<(usize, i64)>>),
    /// Candidates that are worth a try.
    Beyond(Vec<usize>),
}

/// What a game teaches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Taught {
    /// How it went for the first player: 1, 0 or -1; none if it was broken off.
    pub result: Option<i8>,
    pub plies: usize,
    /// How many positions the two players of a match entered.
    pub nodes: [u64; 2],
    /// How the table of quick games stands after it.
    pub tally: Tally,
    pub positions: Vec<Looked>,
}

/// How far a table of quick games has come: its chance, and what it has counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Where chance stands.
    pub chance: u64,
    /// Positions whose moves were listed, and moves listed.
    pub listed: u64,
    pub moves: u64,
    /// Positions judged.
    pub judged: u64,
    /// Plies made.
    pub plies: u64,
}

/// A position that was looked at: after how many plies, whether the first player moves there, how the game went for whoever does,
/// what a search thought of it, and the differences of the candidates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Looked(pub usize, pub bool, pub i8, pub Option<i32>, pub Vec<i32>);

impl Step {
    /// Whether it may come of a lesson with so many candidates.
    fn fits(&self, candidates: usize) -> bool {
        match self {
            Step::Game(game) => game.positions.iter().all(|looked| looked.4.len() == candidates),
            Step::Found(found) => found.iter().flatten().all(|&(at, _)| at < candidates),
            Step::Beyond(numbers) => numbers.iter().all(|&at| at < candidates),
        }
    }
}

impl Journal {
    /// Begins at the beginning, for a lesson with so many candidates. What can't be its own is dropped.
    pub fn rewind(&mut self, candidates: usize) {
        self.done.extend(std::mem::take(&mut self.ahead));
        self.ahead = std::mem::take(&mut self.done).into();
        if !self.ahead.iter().all(|step| step.fits(candidates)) {
            self.ahead.clear();
        }
    }

    /// The next step, if it is known. One of another kind than is asked for belongs to another lesson, as all behind it.
    fn next<T>(&mut self, kind: impl FnOnce(Step) -> Option<T>) -> Option<T> {
        let found = kind(self.ahead.pop_front()?);
        if found.is_none() {
            self.ahead.clear();
        }
        found
    }

    /// The game that is the next step, if it is known.
    pub fn game(&mut self) -> Option<Taught> {
        self.next(|step| if let Step::Game(game) = step { Some(game) } else { None })
    }

    /// The evaluations that come of the next step, if they are known.
    pub fn found(&mut self) -> Option<Vec<Vec<(usize, i64)>>> {
        self.next(|step| if let Step::Found(found) = step { Some(found) } else { None })
    }

    /// The candidates that come of the next step, if they are known.
    pub fn beyond(&mut self) -> Option<Vec<usize>> {
        self.next(|step| if let Step::Beyond(numbers) = step { Some(numbers) } else { None })
    }

    /// Keeps what came of a step.
    pub fn add(&mut self, step: Step) {
        self.done.push(step);
    }

    /// How many steps are known.
    pub fn len(&self) -> usize {
        self.done.len() + self.ahead.len()
    }
}
