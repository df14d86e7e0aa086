//! The games that are shipped, as a reader looks through them; and any game told in words.

use super::open::Origin;
use super::{Error, Loaded, Session, open};
use crate::compile::Settings;
use crate::diag::{Diagnostics, nearest};
use crate::library::{self, Head, Shipped, head};
use crate::source::Source;
use crate::syntax;
use crate::tell::{Told, tell};

/// A shipped game with what is looked for in it.
pub struct Entry {
    /// The game.
    pub game: &'static Shipped,
    /// Its file in words.
    pub told: Told,
}

impl Entry {
    /// Reads a shipped game's file; nothing is compiled.
    pub fn of(game: &'static Shipped) -> Entry {
        Entry { game, told: told(&game.source()) }
    }

    /// The words that it is found by: family, board, mechanisms.
    fn words(&self) -> Vec<&str> {
        let mut words = vec![self.game.family];
        words.extend(self.told.board.split(' '));
        if words.iter().any(|word| matches!(*word, "rhombus" | "hexagon" | "triangle")) {
            words.push("hexagonal");
        }
        for word in self.told.mechanisms.iter().flat_map(|mechanism| mechanism.words()) {
            words.push(word);
        }
        words
    }

    /// How well a word, in small letters, fits, the less the better; none if it does not. Of several things one is enough.
    fn fits(&self, word: &str) -> Option<usize> {
        let one = word.strip_suffix('s').filter(|one| one.len() > 2 && !one.ends_with('s'));
        self.fits_as_it_is(word).or_else(|| self.fits_as_it_is(one?))
    }

    /// From the best on: as its name or title, the beginning of one, that of a word of one, another part of one, the beginning of a
    /// word that it is found by, that of a word of the comment at the top of its file.
    fn fits_as_it_is(&self, word: &str) -> Option<usize> {
        let names = || [self.game.name.to_string(), self.told.title.to_lowercase()].into_iter();
        let begins = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(word));
        let said = || {
            let Head { about, source } = head(self.game.text);
            [about, source.unwrap_or_default()].iter().any(|text| begins(&text.to_lowercase()))
        };
        match () {
            () if names().any(|name| name == word) => Some(0),
            () if names().any(|name| name.starts_with(word)) => Some(1),
            () if names().any(|name| begins(&name)) => Some(2),
            () if names().any(|name| name.contains(word)) => Some(3),
            () if self.words().iter().any(|known| known.starts_with(word)) => Some(4),
            () if said() => Some(5),
            () => None,
        }
    }
}

fn told(source: &Source) -> Told {
    tell(&syntax::parse(source, &mut Diagnostics::new()))
}

/// All shipped games.
pub fn all_games() -> Vec<Entry> {
    library::GAMES.iter().map(Entry::of).collect()
}

/// Those of the games that all the words fit: parts of names, families, boards (`hexagon`, `8x8`), what the games
/// are made of (`sow`, `stacks`, `hands`) and what their files say of them (`checkers`). Those that they fit better come first.
///
/// # Errors
/// A request that finds nothing, with what may have been meant.
pub fn find_games<'a>(all: &'a [Entry], words: &[String]) -> Result<Vec<&'a Entry>, Error> {
    let wanted: Vec<String> = words.iter().flat_map(|w| w.split_whitespace()).map(str::to_lowercase).collect();
    if wanted.is_empty() {
        let error = Error::request("an empty word finds no game");
        return Err(error.help("`rulesmith games` alone lists all of them"));
    }
    let known: Vec<&str> = all.iter().flat_map(|entry| entry.words().into_iter().chain([entry.game.name])).collect();
    for word in &wanted {
        if !all.iter().any(|entry| entry.fits(word).is_some()) {
            let error = Error::request(format!("no shipped game has to do with `{word}`"));
            return Err(match nearest(word, known.iter().copied()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error
                    .help("`rulesmith games` lists them; a word is a part of a name, a family, a board or a mechanism"),
            });
        }
    }
    let fit = |entry: &Entry| wanted.iter().map(|word| entry.fits(word)).sum::<Option<usize>>();
    let mut found: Vec<(usize, &Entry)> = all.iter().filter_map(|entry| Some((fit(entry)?, entry))).collect();
    found.sort_by_key(|(fit, _)| *fit);
    let found: Vec<&Entry> = found.into_iter().map(|(_, entry)| entry).collect();
    match found.is_empty() {
        true => {
            let error = Error::request(format!("no shipped game has to do with all of `{}`", wanted.join("`, `")));
            Err(error.help("leave a word out"))
        }
        false => Ok(found),
    }
}

/// A game told in words.
pub struct Telling {
    /// What a user would type to open it.
    pub name: String,
    /// Its family, if it is shipped.
    pub family: Option<&'static str>,
    /// What its file says of itself.
    pub head: Head,
    /// The rules.
    pub told: Told,
    /// The game at its start.
    pub session: Session,
}

/// Tells the rules of a shipped game, or of a file.
///
/// # Errors
/// As [`Session::open`].
pub fn tell_game(name: &str) -> Result<Telling, Error> {
    let (source, origin) = open(name)?;
    let family = match origin {
        Origin::Shipped(name) => library::find(name).map(|game| game.family),
        _ => None,
    };
    let (head, told) = (head(&source.text), told(&source));
    let session = Session::new(Loaded::compile(source, origin, Settings::default())?);
    Ok(Telling { name: session.loaded().name().to_string(), family, head, told, session })
}
