//! A game on paper: saving, loading, and going on after the rules were edited.
//!
//! ```text
//! record of Breakthrough
//! file breakthrough
//! set size = 6
//! eval material
//! position ………/… w 0
//! moves a2a3 b5b4
//! ```
//!
//! Lines that begin with `#` are notes.

use std::io::Write;
use std::path::Path;

use super::error::{Error, Fault};
use super::game::Loaded;
use super::open::{Origin, plain};
use super::{Session, parse_setting};
use crate::compile::Settings;
use crate::source::Source;

const HEAD: &str = "record of ";

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
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .is_some_and(|l| l.starts_with(HEAD))
}

/// How many games a file of records holds.
///
/// # Errors
/// If it can't be read or is no such file.
pub fn count_records(path: &Path) -> Result<usize, Error> {
    let shown = path.display().to_string();
    let source = Source::new(shown, super::read_file(path)?);
    pick(&source, 1)?;
    Ok(records(&source))
}

fn records(source: &Source) -> usize {
    source.text.lines().filter(|line| line.trim_start().starts_with(HEAD)).count()
}

/// The game of this number, from 1, of a file of records; what stands before the first belongs to it.
pub(super) fn pick(source: &Source, number: usize) -> Result<Source, Error> {
    let games = if is_record(&source.text) { records(source) } else { 0 };
    if games == 0 {
        return Err(Error::request(format!("`{}` is not a file of records", source.name))
            .help("`#` and a number choose a game of a file that `match --keep` wrote"));
    }
    if number == 0 || number > games {
        return Err(Error::request(format!("`{}` has no game {number}", source.name)).help(format!("it has {games}")));
    }
    let mut seen = 0;
    let wanted = source.text.lines().filter(|line| {
        seen += usize::from(line.trim_start().starts_with(HEAD));
        seen.max(1) == number
    });
    let text: Vec<&str> = wanted.collect();
    Ok(Source::new(source.name.clone(), text.join("\n") + "\n"))
}

impl Session {
    /// The game so far and these moves behind it, as a record with a note.
    pub(super) fn record_with(&self, note: &str, moves: &[String], verdict: Option<&super::Verdict>) -> String {
        let moves: Vec<&str> = self.played().chain(moves.iter().map(String::as_str)).collect();
        let head = self.record_head();
        let (first, rest) = head.split_once('\n').unwrap_or((&head, ""));
        let mut text = format!("{first}\n# {note}\n{rest}");
        for line in moves.chunks(10) {
            text += &format!("moves {}\n", line.join(" "));
        }
        text + &verdict.map_or_else(|| "# no result\n".to_string(), |v| format!("# {}\n", v.sentence()))
    }

    /// What a record says before the moves.
    fn record_head(&self) -> String {
        let mut text = format!("{HEAD}{}\nfile {}\n", self.compiled().name(), self.loaded.name());
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
        let mut text = self.record_head();
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
    /// If it can't be written, or there is no file of rules to refer to.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        if self.loaded.origin == Origin::Text {
            return Err(Error::request("a game read from standard input can't be saved")
                .help("a record names the file of its rules: save the rules first"));
        }
        refuse_rules(path, "give the record another extension, such as `.record`")?;
        write_whole(path, &self.record())
    }

    /// The session that a record describes; `settings` given from outside go before those of the record.
    ///
    /// # Errors
    /// What is wrong with the record or its rules.
    pub(super) fn from_record(source: &Source, given: &Settings) -> Result<Session, Error> {
        let mut settings = Settings::default();
        let (mut file, mut position, mut moves) = (None, None, Vec::new());
        for (index, line) in source.text.lines().enumerate() {
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.trim();
            match word {
                "" | "record" => {}
                _ if word.starts_with('#') => {}
                "file" => file = Some(rest),
                "set" => parse_setting(rest, &mut settings.options)?,
                "eval" => settings.evaluation = Some(rest.to_string()),
                "position" => position = Some(rest),
                "moves" => moves.push(rest),
                _ => {
                    return Err(Error::request(format!(
                        "line {} of `{}`: `{word}` means nothing",
                        index + 1,
                        source.name
                    ))
                    .help("a record has lines that begin with `file`, `set`, `eval`, `position`, `moves` or `#`"));
                }
            }
        }
        let Some(file) = file else {
            return Err(
                Error::request(format!("`{}` does not name its rules", source.name)).help("add a line `file NAME`")
            );
        };
        settings.options.extend(given.options.clone());
        settings.evaluation = given.evaluation.clone().or(settings.evaluation);
        // A record and its rules may lie in one folder, which need not be this one.
        let beside = Path::new(&source.name).with_file_name(file);
        let beside = beside.to_str().filter(|b| !Path::new(file).exists() && Path::new(b).is_file());
        let mut session = Session::new(Loaded::open(beside.unwrap_or(file), &settings)?);
        if let Some(text) = position {
            session.set_position(text)?;
        }
        session.play_all(&moves.join(" "))?;
        Ok(session)
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
    let cannot =
        |e: std::io::Error| Error::Environment(Fault::new(format!("can't write `{}`: {}", path.display(), plain(&e))));
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let open = std::fs::OpenOptions::new().write(true).open(path);
        return open.and_then(|mut file| file.write_all(text.as_bytes())).map_err(cannot);
    }
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let path = target.as_path();
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
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
