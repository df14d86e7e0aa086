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

/// What a file says of itself in the comment at its top.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// What game it is, in a sentence or two.
    pub about: String,
    /// Where its rules come from, if it says so behind `Source:`.
    pub source: Option<String>,
}

/// The comment at the top of a file.
pub fn head(text: &str) -> Head {
    let (mut head, mut in_source) = (Head::default(), false);
    for line in text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim) {
        in_source &= !line.starts_with("Left out:");
        match (line.strip_prefix("Source:"), &mut head.source) {
            (Some(source), None) => (head.source, in_source) = (Some(source.trim().to_string()), true),
            (_, Some(source)) if in_source => *source += &format!(" {line}"),
            _ => head.about += &format!("{}{line}", if head.about.is_empty() { "" } else { " " }),
        }
    }
    head
}
