//! From plain values to what a person or a program reads: messages, boards, tables, JSON.
//!
//! The only place that knows miette. It never asks the game anything: what it draws was given to it.

mod bench;
mod board;
mod columns;
#[cfg(feature = "cli")]
mod diagnostics;
mod games;
pub mod json;
mod study;
mod text;
mod tuning;

pub use bench::{bench, signature};
pub use board::{board, legend};
pub use columns::columns;
#[cfg(feature = "cli")]
pub use diagnostics::{diagnostics, error, fault, warning};
pub use games::{entry_json, games, telling, telling_json};
pub use study::{book, compared, contest, contest_line};
pub use text::{
    against, duration, evaluation, mean, over, perft, score, solution, thought, thought_line, thousands, trial,
};
pub use tuning::{json as tuned_json, tune_round, tuned};

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

/// Whether colours are wanted and can be shown, by variables of the environment: `NO_COLOR` with any value says no, and so
/// does a `TERM` that names no terminal with colours. Windows sets none, and has them.
fn colors(variable: impl Fn(&str) -> Option<String>) -> bool {
    let wanted = variable("NO_COLOR").is_none_or(|value| value.is_empty());
    let shown = variable("TERM").map_or(cfg!(windows), |term| !matches!(term.as_str(), "" | "dumb"));
    wanted && shown
}

impl Style {
    /// For files, pipes and tests.
    pub const PLAIN: Style = Style { color: false, unicode: false, width: 100 };

    /// For a terminal.
    pub fn terminal() -> Style {
        let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        Style {
            color: colors(|name| std::env::var(name).ok()),
            unicode: true,
            width: columns.unwrap_or(100).clamp(40, 200),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::colors;

    #[test]
    fn colours_are_for_terminals_that_have_them() {
        let with = |set: &[(&str, &str)]| {
            colors(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()))
        };
        assert!(with(&[("TERM", "xterm-256color")]));
        assert!(with(&[("TERM", "linux"), ("NO_COLOR", "")]));
        for none in [&[("TERM", "dumb")][..], &[("TERM", "")], &[("TERM", "xterm"), ("NO_COLOR", "1")]] {
            assert!(!with(none), "{none:?}");
        }
        assert_eq!(with(&[]), cfg!(windows));
    }
}
