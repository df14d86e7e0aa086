//! Reading a record: its lines by their places, so that what is wrong is shown there, and where its rules are.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::{Error, Fault};
use super::parse_setting;
use super::record::{HEAD, is_record, no_records};
use crate::compile::Settings;
use crate::library;
use crate::source::{Source, Span, lines};

const LINES: &str = "a record has lines that begin with `file`, `rules`, `set`, `eval`, `position`, `moves` or `#`";

/// A game of a file of records, read: each part by its place.
pub(super) struct Paper<'s> {
    source: &'s Source,
    head: Span,
    /// What `file`, `rules`, `eval` and `position` say.
    pub only: BTreeMap<&'static str, Span>,
    options: BTreeMap<String, String>,
    /// The lines that set them.
    set: Vec<Span>,
    pub moves: Vec<Span>,
}

/// The lines of each game of a file; what stands before the first belongs to it.
pub(super) fn games(source: &Source) -> Vec<Vec<Span>> {
    let mut games: Vec<Vec<Span>> = Vec::new();
    if !is_record(&source.text) {
        return games;
    }
    let mut before = Vec::new();
    for line in lines(&source.text) {
        if source.text[line.start..line.end].starts_with(HEAD) {
            games.push(std::mem::take(&mut before));
        }
        games.last_mut().unwrap_or(&mut before).push(line);
    }
    games
}

impl<'s> Paper<'s> {
    /// The game of this number, from 1.
    pub fn read(source: &'s Source, number: usize) -> Result<Self, Error> {
        let games = games(source);
        if games.is_empty() {
            return Err(no_records(source, "`#` and a number choose a game of a file that `match --keep` wrote"));
        }
        let Some(lines) = number.checked_sub(1).and_then(|index| games.get(index)) else {
            let has = if games.len() == 1 { "it has one".to_string() } else { format!("it has {}", games.len()) };
            return Err(Error::request(format!("`{}` has no game {number}", source.name)).help(has));
        };
        Paper::of(source, lines)
    }

    /// The game of these lines.
    pub fn of(source: &'s Source, lines: &[Span]) -> Result<Self, Error> {
        let mut paper = Paper {
            source,
            head: Span::default(),
            only: BTreeMap::new(),
            options: BTreeMap::new(),
            set: Vec::new(),
            moves: Vec::new(),
        };
        lines.iter().try_for_each(|&line| paper.line(line))?;
        Ok(paper)
    }

    /// What the file is called.
    pub fn name(&self) -> &'s str {
        &self.source.name
    }

    /// What it sets; `given` from outside goes before that.
    pub fn settings(&self, given: &Settings) -> Settings {
        let mut settings = given.clone();
        settings.options = self.options.clone();
        settings.options.extend(given.options.clone());
        if settings.evaluation.is_none() {
            settings.evaluation = self.only.get("eval").map(|&span| self.text(span).to_string());
        }
        settings
    }

    pub fn text(&self, span: Span) -> &'s str {
        &self.source.text[span.start..span.end]
    }

    fn line(&mut self, line: Span) -> Result<(), Error> {
        let text = self.text(line);
        let word = text.split_whitespace().next().unwrap_or_default();
        let rest = Span::new(line.end - text[word.len()..].trim_start().len(), line.end);
        match word {
            "" => {}
            _ if word.starts_with('#') => {}
            "record" => self.head = line,
            "set" => {
                parse_setting(self.text(rest), &mut self.options).map_err(|error| self.wrong(line, error))?;
                self.set.push(rest);
            }
            "moves" => self.moves.push(rest),
            _ => {
                let Some(only) = ["file", "rules", "eval", "position"].into_iter().find(|known| *known == word) else {
                    let fault = Fault::new(format!("`{word}` means nothing in a record"));
                    let place = Span::new(line.start, line.start + word.len());
                    return Err(self.wrong(place, Error::Request(fault.help(LINES))));
                };
                if rest.start == rest.end {
                    let fault = Fault::new(format!("`{word}` says nothing")).help(format!("write `{word} …`"));
                    return Err(self.wrong(line, Error::Request(fault)));
                }
                if self.only.insert(only, rest).is_some() {
                    let fault = Fault::new(format!("a second `{word}`")).help("leave one of them out");
                    return Err(self.wrong(line, Error::Request(fault)));
                }
            }
        }
        Ok(())
    }

    /// A wrong request that a part of the record makes; what is wrong elsewhere is wrong there.
    pub fn wrong(&self, part: Span, error: Error) -> Error {
        match error {
            Error::Request(fault) => Error::in_file(self.source, "bad-record", part, fault),
            other => other,
        }
    }

    /// What is wrong with the settings for these rules, where the record makes them.
    pub fn blame(&self, error: Error) -> Error {
        let Error::Request(fault) = &error else { return error };
        let named = |span: Span| {
            let name = self.text(span).split('=').next().unwrap_or_default().trim();
            fault.message.contains(&format!("`{name}`")) || fault.message.contains(&format!("`{name}="))
        };
        match self.set.iter().chain(self.only.get("eval")).find(|span| named(**span)) {
            Some(&span) => self.wrong(span, error),
            None => error,
        }
    }

    /// The file of the rules: as seen from the record's folder, from the current one, beside the record, or a shipped game.
    pub fn rules(&self) -> Result<String, Error> {
        let Some(&place) = self.only.get("file") else {
            let fault = Fault::new("the record does not name its rules").help("add a line `file NAME`");
            return Err(self.wrong(self.head, Error::Request(fault)));
        };
        let name = Path::new(self.text(place));
        let stem = name.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if let (true, Some(game)) = (name.as_os_str() == stem, library::find(stem)) {
            return Ok(game.name.to_string());
        }
        let folder = Path::new(&self.source.name).parent().unwrap_or(Path::new(""));
        let mut tried = vec![folder.join(name), name.to_path_buf()];
        tried.extend(name.file_name().map(|file| folder.join(file)));
        if let Some(found) = tried.iter().find(|path| path.is_file()) {
            return Ok(seen_from_here(found));
        }
        if let Some(game) = library::find(stem) {
            return Ok(game.name.to_string());
        }
        let mut shown: Vec<String> = Vec::new();
        for path in tried.iter().map(|path| format!("`{}`", path.display())) {
            if !shown.contains(&path) {
                shown.push(path);
            }
        }
        let fault = Fault::new(format!("the rules of this record, `{}`, are not there", name.display()));
        let help = format!(
            "there is no file {}, and no shipped game `{stem}`: say where the rules are, or put them beside the record",
            shown.join(" or ")
        );
        Err(self.wrong(place, Error::Request(fault.help(help))))
    }
}

/// A path without detours, from the current folder on if it lies in there.
fn seen_from_here(path: &Path) -> String {
    let whole = path.canonicalize().ok();
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let inside = whole.as_ref().zip(here).and_then(|(whole, here)| whole.strip_prefix(here).ok());
    inside.unwrap_or(path).display().to_string()
}
