//! The pipeline on one screen: text → tree → rules → IR → a game that can be played.

use crate::board::Topology;
use crate::diag::{Diagnostic, Diagnostics};
use crate::exec::Interpreter;
use crate::game::{Ending, Position, Side};
use crate::source::{Source, Span};

pub use crate::settings::Settings;

/// A checked rule book that can be played.
pub struct Compiled {
    game: Interpreter,
}

/// A text that is not a legal move, a position or a value, with what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The offending part of the text, in bytes.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// What lies on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Whose it is; none for neutral pieces.
    pub side: Option<Side>,
    /// The kind's name.
    pub kind: String,
    /// The letter of position texts; the case tells the side unless the file gives two letters.
    pub letter: char,
    /// How many, on counted cells.
    pub count: Option<u64>,
}

/// One term of an evaluation, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermValue {
    /// The term as it is written.
    pub term: String,
    /// Its weight.
    pub weight: i64,
    /// What it counts for the player to move, before the weight.
    pub own: i64,
    /// What it counts for the opponent.
    pub enemy: i64,
    /// weight · (own − enemy)
    pub value: i64,
}

/// An answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Cells, by index into [`Compiled::topology`].
    Region(Vec<usize>),
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
}

/// A clause of the rules, for reports of what was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseInfo {
    /// Its place in the file.
    pub span: Span,
    /// Its first words, such as `step forward to empty`.
    pub text: String,
}

/// The printed forms of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The syntax tree.
    Ast,
    /// The checked rules.
    Rules,
    /// The lowered program.
    Ir,
    /// The program after the optimiser.
    Optimized,
}

/// Compiles a file. Everything there is to say goes to `diagnostics`; `None` if there was an error.
pub fn compile(source: &Source, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<Compiled> {
    let _ = (source, settings, diagnostics);
    todo!()
}

impl Compiled {
    /// The game itself.
    pub fn game(&self) -> &Interpreter {
        &self.game
    }
    /// Its name.
    pub fn name(&self) -> &str {
        todo!()
    }
    /// The players' names, the first to move first.
    pub fn players(&self) -> [&str; 2] {
        todo!()
    }
    /// The boards.
    pub fn topology(&self) -> &Topology {
        todo!()
    }
    /// The options with their values as set: name, value, and the range if there is one.
    pub fn options(&self) -> Vec<(String, String, Option<(i64, i64)>)> {
        todo!()
    }
    /// The names of the evaluations of the file.
    pub fn evaluations(&self) -> Vec<String> {
        todo!()
    }
    /// The clauses of all move groups, in file order.
    pub fn clauses(&self) -> Vec<ClauseInfo> {
        todo!()
    }
    /// The index into [`Compiled::clauses`] of every clause that a move uses (several for a chain).
    pub fn clauses_of(&self, state: &[u64], record: &[u64]) -> Vec<usize> {
        let _ = (state, record);
        todo!()
    }
    /// The text of a legal move.
    pub fn move_text(&self, state: &[u64], record: &[u64]) -> String {
        let _ = (state, record);
        todo!()
    }
    /// The legal move of this text (any way to write it that is unambiguous).
    ///
    /// # Errors
    /// What is wrong with it, with the legal moves that come near.
    pub fn parse_move(&self, state: &[u64], text: &str) -> Result<Vec<u64>, TextError> {
        let _ = (state, text);
        todo!()
    }
    /// The text of a position; `ply` is the number of plies made before it.
    pub fn position_text(&self, state: &[u64], ply: usize) -> String {
        let _ = (state, ply);
        todo!()
    }
    /// The state of a position text, and the number of plies made before it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_position(&self, text: &str) -> Result<(Vec<u64>, usize), TextError> {
        let _ = text;
        todo!()
    }
    /// What lies on a cell.
    pub fn content(&self, state: &[u64], site: usize) -> Option<Content> {
        let _ = (state, site);
        todo!()
    }
    /// What lies off the board or is kept beside it: hands, counters and state, as name and value.
    pub fn extras(&self, state: &[u64]) -> Vec<(String, String)> {
        let _ = state;
        todo!()
    }
    /// Why a game ended, in words: the verdict's own text, such as `win when no enemy`.
    pub fn reason(&self, ending: Ending) -> String {
        let _ = ending;
        todo!()
    }
    /// The evaluation, term by term, for the player to move.
    pub fn evaluation(&self, state: &[u64]) -> Vec<TermValue> {
        let _ = state;
        todo!()
    }
    /// The value of an expression of the language in a position; `own` is the player to move.
    ///
    /// # Errors
    /// What is wrong with the expression; spans are in `text`.
    pub fn query(&self, position: &Position<'_, Interpreter>, text: &str) -> Result<Answer, Vec<Diagnostic>> {
        let _ = (position, text);
        todo!()
    }
    /// A printed form of the compiled game.
    pub fn dump(&self, stage: Stage) -> String {
        let _ = stage;
        todo!()
    }
    /// All names that a query may use, for completion.
    pub fn names(&self) -> Vec<String> {
        todo!()
    }
}
