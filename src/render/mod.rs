//! From plain values to what a person or a program reads: messages, boards, tables, JSON.
//!
//! The only place that knows miette. It never asks the game anything: what it draws was given to it.

mod bench;
mod board;
mod columns;
mod diagnostics;
pub mod json;
mod study;
mod text;

pub use bench::{bench, signature};
pub use board::{board, legend};
pub use columns::columns;
pub use diagnostics::{diagnostics, error, fault};
pub use study::{book, compared, contest, contest_line};
pub use text::{duration, evaluation, mean, over, perft, score, solution, thought, thought_line, thousands, trial};

/// How to write for the reader at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// With colours.
    pub color: bool,
    /// With line-drawing characters.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Style {
    /// For files, pipes and tests.
    pub const PLAIN: Style = Style { color: false, unicode: false, width: 100 };

    /// For a terminal.
    pub fn terminal() -> Style {
        let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        let color = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        Style { color, unicode: true, width: columns.unwrap_or(100).clamp(40, 200) }
    }
}
