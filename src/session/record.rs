//! A game on paper: saving, loading, and going on after the rules were edited.
//!
//! ```text
//! record of Breakthrough
//! file breakthrough
//! rules 0123456789abcdef
//! set size = 6
//! eval material
//! position ………/… w 0
//! moves a2a3 b5b4
//! ```
//!
//! Lines that begin with `#` are notes. A file of rules is named as it is seen from the record; `rules` is the digest of what
//! it said.

use std::io::Write;
use std::path::{Component, Path, PathBuf};

use super::Session;
use super::error::{Error, Fault};
use super::game::Loaded;
use super::keep::cannot_write;
use super::open::Origin;
use super::paper::Paper;
use crate::compile::Settings;
use crate::source::Source;

pub(super) const HEAD: &str = "record of ";

/// What became of the game so far when the rules were read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reloaded {
    /// How many moves were kept.
    pub kept: usize,
    /// Whether the position it began with had to be given up.
    pub start_lost: Option<String>,
    /// The first move that is not legal any more, and why.
    pub stopped: Option<(String, String)>,
}

/// Whether a text is a saved game rather than rules.
pub fn is_record(text: &str) -> bool {
    game_of(text).is_some()
}

/// The game of which a text is a record, if it is one.
pub fn game_of(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?.strip_prefix(HEAD)
}

/// How many games a text holds.
pub(super) fn games_in(text: &str) -> usize {
    if !is_record(text) {
        return 0;
    }
    text.lines().filter(|line| line.trim_start().starts_with(HEAD)).count()
}

pub(super) fn no_records(source: &Source, help: &str) -> Error {
    Error::request(format!("`{}` is not a file of records", source.name)).help(help)
}

/// A file as seen from a folder: with `..` where that leads to it, unless they have nothing in common.
fn seen_from(folder: &Path, file: &str) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (folder.canonicalize().ok()?, Path::new(file).canonicalize().ok()?);
    let common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if common <= 1 {
        return Some(file.display().to_string());
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(file.components().skip(common)).collect();
    Some(path.display().to_string())
}

impl Session {
    /// The game so far and these moves behind it, as a record with a note.
    pub(super) fn record_with(
        &self,
        folder: Option<&Path>,
        note: &str,
        moves: &[String],
        verdict: Option<&super::Verdict>,
    ) -> String {
        let moves: Vec<&str> = self.played().chain(moves.iter().map(String::as_str)).collect();
        let head = self.record_head(folder);
        let (first, rest) = head.split_once('\n').unwrap_or((&head, ""));
        let mut text = format!("{first}\n# {note}\n{rest}");
        for line in moves.chunks(10) {
            text += &format!("moves {}\n", line.join(" "));
        }
        text + &verdict.map_or_else(|| "# no result\n".to_string(), |v| format!("# {}\n", v.sentence()))
    }

    /// What a record says before the moves, if it is to lie in this folder.
    fn record_head(&self, folder: Option<&Path>) -> String {
        let file = match &self.loaded.origin {
            Origin::File(file) => folder.and_then(|folder| seen_from(folder, file)),
            Origin::Shipped(_) | Origin::Text => None,
        };
        let file = file.unwrap_or_else(|| self.loaded.name().to_string());
        let compiled = self.compiled();
        let mut text = format!("{HEAD}{}\nfile {file}\nrules {:016x}\n", compiled.name(), compiled.digest());
        for (name, value) in &self.loaded.settings.options {
            text += &format!("set {name} = {value}\n");
        }
        if let Some(name) = &self.loaded.settings.evaluation {
            text += &format!("eval {name}\n");
        }
        if let Some(start) = &self.start.text {
            text += &format!("position {start}\n");
        }
        text
    }

    /// The game so far as a text that [`Session::open`] reads.
    pub fn record(&self) -> String {
        self.record_in(None)
    }

    fn record_in(&self, folder: Option<&Path>) -> String {
        let mut text = self.record_head(folder);
        let moves: Vec<&str> = self.played().collect();
        for line in moves.chunks(10) {
            text += &format!("moves {}\n", line.join(" "));
        }
        if let Ok(Some(verdict)) = self.verdict() {
            text += &format!("# {}\n", verdict.sentence());
        }
        text
    }

    /// Writes the game so far to a file, whole or not at all.
    ///
    /// # Errors
    /// If it can't be written, if another game would be lost, or there is no file of rules to refer to.
    pub fn save(&mut self, path: &Path) -> Result<(), Error> {
        self.refuse_unnamed()?;
        refuse_rules(path, "give the record another extension, such as `.record`")?;
        let text = self.record_in(path.parent());
        self.refuse_loss(path, &text)?;
        write_whole(path, &text)?;
        self.paper = path.canonicalize().ok();
        Ok(())
    }

    /// Rules without a name can't be referred to.
    pub(super) fn refuse_unnamed(&self) -> Result<(), Error> {
        if self.loaded.origin == Origin::Text {
            return Err(Error::request("a game read from standard input can't be saved")
                .help("a record names the file of its rules: save the rules first"));
        }
        Ok(())
    }

    /// The session that a record describes, up to the first move that can't be played, with what is wrong with that;
    /// `given` from outside goes before what the record says.
    ///
    /// # Errors
    /// What is wrong with the rest of the record or its rules.
    pub(super) fn from_record(
        source: &Source,
        number: usize,
        given: &Settings,
    ) -> Result<(Session, Option<Error>), Error> {
        let paper = Paper::read(source, number)?;
        let loaded = Loaded::open(&paper.rules()?, &paper.settings(given)).map_err(|error| paper.blame(error))?;
        let mut session = Session::new(loaded);
        let wrong = session.replay(&paper)?;
        session.paper = Path::new(&source.name).canonicalize().ok();
        Ok((session, wrong))
    }

    /// Plays what a record of this game says, up to the first move that can't be played, with what is wrong with that.
    ///
    /// # Errors
    /// What is wrong with its position or the mark of its rules.
    pub(super) fn replay(&mut self, paper: &Paper) -> Result<Option<Error>, Error> {
        self.restart();
        self.doubt = self.other_rules(paper)?;
        if let Some(&span) = paper.only.get("position") {
            self.set_position(paper.text(span)).map_err(|error| paper.wrong(span, error))?;
        }
        let mut position = self.position();
        let mut moves = Vec::new();
        let mut wrong = None;
        for &span in &paper.moves {
            let (read, fault) = self.read_moves(&mut position, paper.text(span));
            moves.extend(read);
            if let Some(mut fault) = fault {
                if fault.message.starts_with("`#") {
                    fault.help = Some("a note stands on a line of its own".to_string());
                } else if let Some(doubt) = &self.doubt {
                    fault.help = Some(doubt.message.clone());
                }
                wrong = Some(paper.wrong(span, Error::Request(fault)));
                break;
            }
        }
        self.played = moves;
        Ok(wrong)
    }

    /// That a record was made by other rules than these, if it tells.
    fn other_rules(&self, paper: &Paper) -> Result<Option<Fault>, Error> {
        let Some(&span) = paper.only.get("rules") else { return Ok(None) };
        let Ok(digest) = u64::from_str_radix(paper.text(span), 16) else {
            let fault = Fault::new("no mark of rules").help("it is a number in hexadecimal; leave the line out");
            return Err(paper.wrong(span, Error::Request(fault)));
        };
        if digest == self.compiled().digest() {
            return Ok(None);
        }
        let these = match &self.loaded.origin {
            Origin::Shipped(name) => format!("the shipped game `{name}`"),
            Origin::File(name) => format!("`{name}`"),
            Origin::Text => "this game".to_string(),
        };
        let message = format!("`{}` was written by other rules than those of {these}", paper.name());
        let help = "its moves are read by these; put its own rules beside it, or leave its line `rules …` out";
        Ok(Some(Fault::new(message).help(help)))
    }

    /// Reads the file of the rules again and keeps the game so far where it is still legal.
    ///
    /// # Errors
    /// What is wrong with the file now; the session is then as it was.
    pub fn reload(&mut self) -> Result<Reloaded, Error> {
        if self.loaded.origin == Origin::Text {
            return Err(Error::request("rules read from standard input can't be read again"));
        }
        let loaded = Loaded::open(self.loaded.name(), &self.loaded.settings)?;
        Ok(self.continue_with(loaded))
    }

    /// The same game with other settings, kept where it is still legal.
    ///
    /// # Errors
    /// What is wrong with the settings; the session is then as it was.
    pub fn set(&mut self, settings: Settings) -> Result<Reloaded, Error> {
        let loaded = self.loaded.with_settings(settings)?;
        Ok(self.continue_with(loaded))
    }

    fn continue_with(&mut self, loaded: Loaded) -> Reloaded {
        let mut fresh = Session::new(loaded);
        let mut report = Reloaded { kept: 0, start_lost: None, stopped: None };
        if let Some(text) = &self.start.text
            && let Err(error) = fresh.set_position(text)
        {
            report.start_lost = Some(error.to_string());
        }
        // Moves that an earlier reading lost may be possible again.
        let texts: Vec<String> = self.played.iter().map(|p| p.text.clone()).chain(self.lost.drain(..)).collect();
        for text in &texts {
            match fresh.play(text) {
                Ok(_) => report.kept += 1,
                Err(error) => {
                    report.stopped = Some((text.clone(), error.to_string()));
                    break;
                }
            }
        }
        fresh.lost = texts[report.kept..].to_vec();
        if report.stopped.is_none() {
            // Moves taken back can be played again, as far as they are still legal.
            let again = self.undone.iter().rev().take_while(|played| fresh.play(&played.text).is_ok()).count();
            (0..again).for_each(|_| drop(fresh.undo()));
        }
        fresh.paper = self.paper.take();
        *self = fresh;
        report
    }
}

/// Keeps rule files from being written over by what is none.
///
/// # Errors
/// If the name is that of a rule file; `advice` says what to call it.
pub fn refuse_rules(path: &Path, advice: &str) -> Result<(), Error> {
    if path.extension().is_some_and(|e| e == "game") {
        return Err(Error::request(format!("`{}` would be taken for rules", path.display())).help(advice));
    }
    Ok(())
}

/// Writes a file so that it is never seen half written. What is no ordinary file (a pipe, a device) is written to; of a
/// link, what it leads to.
///
/// # Errors
/// If it can't be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let cannot = |e: std::io::Error| cannot_write(path, &e);
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let open = std::fs::OpenOptions::new().write(true).open(path);
        return open.and_then(|mut file| file.write_all(text.as_bytes())).map_err(cannot);
    }
    // A link that leads nowhere yet can't be followed by its name: the system makes the file it leads to.
    if path.is_symlink() && !path.exists() {
        return std::fs::write(path, text).map_err(cannot);
    }
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let path = target.as_path();
    // It is replaced, which its own permissions would not forbid.
    if std::fs::metadata(path).is_ok_and(|known| known.is_file() && known.permissions().readonly()) {
        return Err(cannot(std::io::Error::from(std::io::ErrorKind::PermissionDenied)));
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    // Cut, since the name may be as long as names can be.
    let beside = path.with_file_name(format!(".{name:.40}.{}.tmp", std::process::id()));
    let written = std::fs::write(&beside, text).and_then(|()| {
        // The new file keeps the old one's permissions.
        if let Ok(old) = std::fs::metadata(path) {
            std::fs::set_permissions(&beside, old.permissions())?;
        }
        std::fs::rename(&beside, path)
    });
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        cannot(e)
    })
}
