//! The games that are shipped, embedded in the program and found by name. They lie in `games/FAMILY/NAME.game`; `build.rs`
//! lists them. Their text stays where the program's file has it until it is asked for: a start reads none of it.

/// A shipped game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Its name: the file's, without folder and extension. No two games share one.
    pub name: &'static str,
    /// The folder it lies in: `chess`, `draughts`, `mancala` …
    pub family: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// All of them, by name.
pub const GAMES: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The games whose speed, searches and lengths the documents give; what takes long is asked of these alone.
pub const MEASURED: &[&str] = &[
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
    GAMES.binary_search_by(|game| game.name.cmp(name)).ok().map(|at| &GAMES[at])
}

/// The names of all shipped games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name)
}

/// The games of [`MEASURED`].
pub fn measured() -> impl Iterator<Item = &'static Shipped> {
    MEASURED.iter().filter_map(|name| find(name))
}
