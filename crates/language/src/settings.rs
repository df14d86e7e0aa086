//! What a user sets from outside the file.

use std::collections::BTreeMap;

/// What a user sets from outside the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// `option` values by name, as text: `8`, `yes`, `7.5`.
    pub options: BTreeMap<String, String>,
    /// The named evaluation to use; the file's first one (or a derived one) by default.
    pub evaluation: Option<String>,
    /// What runs the game.
    pub backend: Backend,
}

/// What runs a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// Machine code, and the interpreter where there is none.
    #[default]
    Native,
    /// The reference interpreter.
    Interpreter,
}

impl Backend {
    /// Its name on the command line and in answers.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Native => "native",
            Backend::Interpreter => "interpreter",
        }
    }
}
