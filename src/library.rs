//! The games that are shipped, embedded in the program and found by name.

/// A shipped game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Its name: the file's, without folder and extension.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("../games/", $name, ".game")) }),*]
    };
}

/// All of them, by name.
pub const GAMES: &[Shipped] = shipped![
    "amazons",
    "breakthrough",
    "chess",
    "connect-four",
    "english-draughts",
    "go",
    "gomoku",
    "hex",
    "international-draughts",
    "nine-mens-morris",
    "othello",
    "tic-tac-toe",
];

/// The shipped game of this name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    GAMES.iter().find(|game| game.name == name)
}

/// The names of all shipped games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name)
}
