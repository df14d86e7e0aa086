//! Keeping: games go behind those that a file holds, and a game that is saved takes no other's place.

use std::collections::BTreeMap;
use std::fs::{File, Metadata, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::{Error, Fault};
use super::record::{Form, Paper, papers, refuse_rules};
use super::{ContestGame, Session, plain, read_file};
use crate::search::Book;
use crate::source::Source;

/// A file of records that the games of a match are put behind.
pub struct Keeper {
    path: PathBuf,
    file: File,
    /// How many games were there before.
    before: usize,
    /// Whether the file is only there because of this match.
    made: bool,
    /// Games that ended before those that had begun earlier.
    waiting: BTreeMap<usize, String>,
    written: usize,
    /// Why it could not be written any more.
    failed: Option<Error>,
}

impl Keeper {
    /// Opens a file for the games of a session, or makes it: what can't be written is told before anything is played.
    ///
    /// # Errors
    /// If it can't be written, or holds what is no record, or games of another kind.
    pub fn open(session: &Session, path: &Path) -> Result<Keeper, Error> {
        refuse_rules(path, "keep games in a `.record` file")?;
        let known = std::fs::metadata(path).ok();
        let mut before = 0;
        if known.as_ref().is_some_and(holds_something) {
            let source = source_of(path)?;
            let form = Form::of(&source.name, &source.text);
            let mut other = None;
            for paper in form.iter().flat_map(|&form| papers(&source, form)) {
                before += 1;
                let another = |paper: Paper<'_>| paper.of_another(session).or(paper.of_another_by_default(session));
                other = other.or_else(|| paper.ok().and_then(another));
            }
            let other = match (form, Form::to_write(path)) {
                (None, _) => Some("it is no record of games".to_string()),
                (Some(form), to_write) if (form == Form::Record) != (to_write == Form::Record) => {
                    Some(format!("it holds games in another form: {}", form.name()))
                }
                _ => other.map(|game| format!("it holds games of {game}")),
            };
            if let Some(other) = other {
                return Err(there(path, &other).help("keep the games in another file"));
            }
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(|e| cannot_write(path, &e))?;
        let (waiting, path) = (BTreeMap::new(), path.to_path_buf());
        Ok(Keeper { path, file, before, made: known.is_none(), waiting, written: 0, failed: None })
    }

    /// How many games the file held before.
    pub fn before(&self) -> usize {
        self.before
    }

    /// Writes a game, and those that waited for it: they stand in the order in which they began.
    pub fn add(&mut self, game: &ContestGame) {
        self.waiting.insert(game.number, game.record.clone());
        while let Some(record) = self.waiting.remove(&(self.written + 1)) {
            self.write(&record);
        }
    }

    fn write(&mut self, record: &str) {
        self.written += 1;
        let gap = if self.before + self.written > 1 { "\n" } else { "" };
        // In one piece, so that two matches may keep their games in the same file.
        if self.failed.is_none()
            && let Err(e) = self.file.write_all(format!("{gap}{record}").as_bytes())
        {
            self.failed = Some(cannot_write(&self.path, &e));
        }
    }

    /// Writes what waited for games that were broken off.
    ///
    /// # Errors
    /// If not all could be written.
    pub fn finish(mut self) -> Result<(), Error> {
        for record in std::mem::take(&mut self.waiting).into_values() {
            self.write(&record);
        }
        self.failed.take().map_or(Ok(()), Err)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // Nothing was played: no trace of it stays.
        if self.made && self.written == 0 {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Session {
    /// Keeps a game from being lost for this one: a file is written over if it is where this one was saved or loaded, or
    /// if this one is how the other went on.
    pub(super) fn refuse_loss(&self, path: &Path, new: &str) -> Result<(), Error> {
        if !std::fs::metadata(path).is_ok_and(|known| holds_something(&known)) {
            return Ok(());
        }
        let help = "give the game another name, or delete the file";
        let old = source_of(path)?;
        let Some(form) = Form::of(&old.name, &old.text) else {
            return Err(there(path, "it is no record of a game").help(help));
        };
        let new = Source::new(old.name.clone(), new);
        let before: Vec<_> = papers(&old, form).collect();
        match &before[..] {
            [_] if self.paper.is_some() && self.paper == path.canonicalize().ok() => Ok(()),
            [Ok(before)] => {
                let ((old, before), own) = (before.content(), papers(&new, Form::to_write(path)).next());
                let own = own.and_then(Result::ok);
                if own
                    .as_ref()
                    .map(|own| own.content())
                    .is_some_and(|(own, moves)| old == own && moves.starts_with(&before))
                {
                    return Ok(());
                }
                Err(there(path, "it holds another game").help(help))
            }
            [] | [_] => Err(there(path, "it holds another game").help(help)),
            games => Err(there(path, &format!("it holds {} games", games.len())).help(help)),
        }
    }
}

/// Keeps other processes from changing a file between its reading and its writing for as long as what is returned lives,
/// where the system has such locks. It is the folder that is locked, since the file is replaced.
pub fn alone_with(path: &Path) -> Option<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// A file that is there.
fn source_of(path: &Path) -> Result<Source, Error> {
    Ok(Source::new(path.display().to_string(), read_file(path)?))
}

/// Keeps records and books from being written over by what is neither.
///
/// # Errors
/// If a file of this name is one.
pub fn refuse_kept(path: &Path, advice: &str) -> Result<(), Error> {
    if !std::fs::metadata(path).is_ok_and(|known| holds_something(&known)) {
        return Ok(());
    }
    // What is no text is neither.
    let Ok(text) = read_file(path) else { return Ok(()) };
    match Form::of(&path.display().to_string(), &text) {
        Some(_) => Err(there(path, "it is a record of games").help(advice)),
        None if text.starts_with(Book::HEAD) => Err(there(path, "it is a book").help(advice)),
        None => Ok(()),
    }
}

/// Whether there is something to lose.
fn holds_something(known: &Metadata) -> bool {
    known.is_file() && known.len() > 0
}

fn there(path: &Path, what: &str) -> Error {
    Error::request(format!("`{}` is there, and {what}", path.display()))
}

pub(super) fn cannot_write(path: &Path, e: &std::io::Error) -> Error {
    Error::Environment(Fault::new(format!("can't write `{}`: {}", path.display(), plain(e))))
}
