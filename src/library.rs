//! The games that are shipped, embedded in the program and found by name. They lie in `games/FAMILY/NAME.game`; `build.rs`
//! lists them. Their text stays where the program's file has it until it is asked for: a start reads none of it.

use crate::diag::nearest;
use crate::source::{Source, Unread};
use crate::syntax::{Base, Bases, with_bases};

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

/// The texts of all of them, one behind the other.
const TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/games.txt"));

/// The text that begins there and is so long.
const fn part(start: usize, length: usize) -> &'static str {
    TEXTS.split_at(start).1.split_at(length).0
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

impl Shipped {
    /// Its rules, with the games that it extends.
    pub fn source(&self) -> Source {
        with_bases(Source::new(format!("{}.game", self.name), self.text), "", &Shelf)
    }
}

/// The shipped game of this name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    GAMES.binary_search_by(|game| game.name.cmp(name)).ok().map(|at| &GAMES[at])
}

/// The shipped game of this name, or what is said where there is none; `advice` is for a name that is near to no other.
///
/// # Errors
/// That there is none.
pub fn look_up(name: &str, advice: &str) -> Result<&'static Shipped, Unread> {
    find(name).ok_or_else(|| {
        let near = nearest(name, names()).map(|near| format!("did you mean `{near}`?"));
        let help = Some(near.unwrap_or_else(|| advice.to_string()));
        Unread { message: format!("there is no shipped game `{name}`"), help }
    })
}

/// The shipped games as files that others extend: nothing else is found.
pub struct Shelf;

impl Bases for Shelf {
    fn base(&self, name: &str, _: &str) -> Result<Base, Unread> {
        let game = look_up(name, "here a text can extend the shipped games alone, such as `extends \"chess\"`")?;
        Ok(as_base(Source::new(format!("{name}.game"), game.text)))
    }
}

/// A shipped game's text as one that others extend, with the shipped games that it extends in its turn.
pub(crate) fn as_base(game: Source) -> Base {
    let source = Source::new(format!("{} (shipped)", game.name), game.text);
    Base { source: with_bases(source, "", &Shelf), path: None }
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
