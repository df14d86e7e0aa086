//! Texts of rules, and what there is to say about them.

use crate::compile::{self, Settings};
use crate::diag::{Diagnostic, Diagnostics};
use crate::library::Shelf;
use crate::source::Source;
use crate::syntax::{self, Bases};

/// A text of rules, right or wrong, with the files that it extends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub(super) source: Source,
}

impl Rules {
    /// A text that may extend shipped games.
    pub fn new(text: impl Into<String>) -> Rules {
        Rules::on("rules", text, &Shelf)
    }

    /// A text at a path, which messages show, and beside which the files are that it extends.
    pub fn on(path: &str, text: impl Into<String>, bases: &dyn Bases) -> Rules {
        Rules { source: syntax::with_bases(Source::new(path, text), path, bases) }
    }

    /// What there is to say about a text: errors and warnings in the order of their places. Nothing is compiled or played, so
    /// what only play shows (a game that is over at its start) is not among it: see [`Game::warnings`](super::Game::warnings).
    ///
    /// ```
    /// let told = rulesmith::Rules::check("game \"G\"\nplayers A, B\nbord square 3 x 3");
    /// assert_eq!(told[0].message, "no item begins with `bord`");
    /// assert_eq!(told[0].help.as_deref(), Some("did you mean `board`?"));
    /// ```
    pub fn check(text: &str) -> Vec<Diagnostic> {
        Rules::new(text).diagnostics(&Settings::default())
    }

    /// The same of these rules, with options set.
    pub fn diagnostics(&self, settings: &Settings) -> Vec<Diagnostic> {
        let mut diagnostics = Diagnostics::new();
        compile::check(&self.source, settings, &mut diagnostics);
        diagnostics.finish()
    }

    /// The text with the files that it extends: what the places of diagnostics are in.
    pub fn source(&self) -> &Source {
        &self.source
    }
}
