//! What was learned, kept in the user's folder for such things: one small file for each game, of the latest games only, and the
//! journals of lessons that are not done. Where there are no files it is kept by whoever carries the library.
//!
//! Nothing depends on it: what can't be read or written, or is not what it should be, is as none.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::{Grounds, Learned};
use crate::compile::digest;
use crate::rules::Term;

/// Texts of a kind lie in a folder: so many at most.
struct Kind {
    folder: &'static str,
    most: usize,
}

/// What was learned.
const EVALUATIONS: Kind = Kind { folder: "evaluations", most: 500 };
/// Journals of lessons that are not done; so many are remembered by a process, too.
const LESSONS: Kind = Kind { folder: "lessons", most: 20 };
/// A file is no longer than this.
const MOST_BYTES: usize = 4 << 20;

/// What lies in a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    program: String,
    key: String,
    /// Which candidates, by their place and text, with their weights.
    terms: Vec<(usize, String, i64)>,
    games: usize,
    ended: usize,
    decided: usize,
    positions: usize,
    told: f64,
    guessed: bool,
    #[serde(default)]
    matches: usize,
    #[serde(default)]
    cut: bool,
}

/// What this process has learned or read.
fn known() -> &'static Mutex<HashMap<u64, Learned>> {
    static KNOWN: OnceLock<Mutex<HashMap<u64, Learned>>> = OnceLock::new();
    KNOWN.get_or_init(Mutex::default)
}

/// Where small texts are kept by their names.
pub trait Shelf: Send + Sync {
    /// The text of a name.
    fn recall(&self, name: &str) -> Option<String>;
    /// Keeps a text, as far as that can be done; those of lessons that are not done (`lessons/…`) may be long.
    fn keep(&self, name: &str, text: &str);
    /// Keeps no text of that name any longer.
    fn forget(&self, name: &str);
}

/// Where it is kept beyond this process, if it is.
static SHELF: OnceLock<Box<dyn Shelf>> = OnceLock::new();

/// From now on what is learned is kept there. The first to say so is heard.
pub fn keep_on(shelf: Box<dyn Shelf>) {
    let _ = SHELF.set(shelf);
}

/// From now on keeps what is learned in files: in `rulesmith` in `XDG_CACHE_HOME`, or in `.cache` of the home folder. Without this it is kept for as long as the process lives.
pub fn keep_in_files() {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = given("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    if let Some(base) = base.or_else(|| given("HOME").map(|home| home.join(".cache"))) {
        keep_on(Box::new(Folder(base.join("rulesmith"))));
    }
}

impl Kind {
    /// What a text of this kind is called.
    fn name(&self, key: u64) -> String {
        format!("{}/{key:016x}", self.folder)
    }
}

/// A folder of the user's.
struct Folder(PathBuf);

impl Shelf for Folder {
    fn recall(&self, name: &str) -> Option<String> {
        let path = self.0.join(format!("{name}.json"));
        if std::fs::metadata(&path).ok()?.len() > MOST_BYTES as u64 {
            return None;
        }
        std::fs::read_to_string(path).ok()
    }

    fn keep(&self, name: &str, text: &str) {
        let path = self.0.join(format!("{name}.json"));
        let Some(folder) = path.parent() else { return };
        if std::fs::create_dir_all(folder).is_err() {
            return;
        }
        let kind = if folder.ends_with(LESSONS.folder) { LESSONS } else { EVALUATIONS };
        make_room(folder, kind.most);
        // Whole or not at all: another process may read meanwhile.
        let draft = self.0.join(format!("{name}.{}", std::process::id()));
        if std::fs::write(&draft, text).is_err() || std::fs::rename(&draft, &path).is_err() {
            let _ = std::fs::remove_file(&draft);
        }
    }

    fn forget(&self, name: &str) {
        let _ = std::fs::remove_file(self.0.join(format!("{name}.json")));
    }
}

/// What was learned of a game whose rules suggest these terms.
pub fn read(key: u64, candidates: &[Term]) -> Option<Learned> {
    if let Some(learned) = known().lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(learned.clone());
    }
    let learned = understood(&SHELF.get()?.recall(&EVALUATIONS.name(key))?, key, candidates)?;
    known().lock().unwrap_or_else(PoisonError::into_inner).insert(key, learned.clone());
    Some(learned)
}

fn understood(text: &str, key: u64, candidates: &[Term]) -> Option<Learned> {
    let kept: Kept = serde_json::from_str(text).ok()?;
    if kept.program != env!("CARGO_PKG_VERSION") || kept.key != format!("{key:016x}") {
        return None;
    }
    let terms = kept.terms.into_iter().map(|(at, text, weight)| {
        let term = candidates.get(at).filter(|term| term.text == text && weight.abs() < 1 << 22)?;
        Some(Term { weight, ..term.clone() })
    });
    let terms = terms.collect::<Option<Vec<Term>>>()?;
    let Kept { games, ended, decided, positions, told, guessed, matches, cut, .. } = kept;
    Some(Learned {
        terms,
        grounds: Grounds { games, ended, decided, positions, told, guessed, matches, cut, gave_up: cut },
    })
}

/// Keeps what was learned, as far as that can be done. Its lesson is done.
pub fn write(key: u64, candidates: &[Term], learned: &Learned) {
    known().lock().unwrap_or_else(PoisonError::into_inner).insert(key, learned.clone());
    let place = |term: &Term| {
        let at = candidates.iter().position(|c| c.number == term.number)?;
        Some((at, term.text.clone(), term.weight))
    };
    let Grounds { games, ended, decided, positions, told, guessed, matches, cut, .. } = learned.grounds.clone();
    let kept = Kept {
        program: env!("CARGO_PKG_VERSION").to_string(),
        key: format!("{key:016x}"),
        terms: learned.terms.iter().filter_map(place).collect(),
        games,
        ended,
        decided,
        positions,
        told,
        guessed,
        matches,
        cut,
    };
    if let (Some(shelf), Ok(text)) = (SHELF.get(), serde_json::to_string_pretty(&kept)) {
        shelf.keep(&EVALUATIONS.name(key), &text);
        if shelf.recall(&LESSONS.name(key)).is_some() {
            shelf.forget(&LESSONS.name(key));
        }
    }
}

/// The journals of lessons that this process has begun and not ended, the latest last.
static BEGUN: Mutex<Vec<(u64, Journal)>> = Mutex::new(Vec::new());

/// Takes the journal of the lesson of a game out, to go on with it; that of none is empty.
pub fn journal(key: u64, candidates: &[Term]) -> Journal {
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = begun.iter().position(|(known, _)| *known == key) {
        return begun.remove(at).1;
    }
    drop(begun);
    let text = SHELF.get().and_then(|shelf| shelf.recall(&LESSONS.name(key)));
    text.and_then(|text| opened(&text, key, candidates)).unwrap_or_default()
}

/// Keeps the journal of a lesson, as far as that can be done.
pub fn keep_journal(key: u64, candidates: &[Term], journal: Journal) {
    if let Some(shelf) = SHELF.get()
        && let Some(text) = sealed(&journal, key, candidates).filter(|text| text.len() <= MOST_BYTES)
    {
        shelf.keep(&LESSONS.name(key), &text);
    }
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    // Who learned the same beside it may have come further.
    match begun.iter_mut().find(|(known, _)| *known == key) {
        Some((_, other)) if other.len() >= journal.len() => {}
        Some((_, other)) => *other = journal,
        None => begun.push((key, journal)),
    }
    let surplus = begun.len().saturating_sub(LESSONS.most);
    begun.drain(..surplus);
}

/// The text of a journal, with a seal before it by which one that is damaged, or of another game or program, is known.
pub fn sealed(journal: &Journal, key: u64, candidates: &[Term]) -> Option<String> {
    let text = serde_json::to_string(journal).ok()?;
    Some(format!("{:016x}\n{text}", seal(&text, key, candidates)))
}

/// The journal of a text, if its seal is right.
pub fn opened(text: &str, key: u64, candidates: &[Term]) -> Option<Journal> {
    let (found, text) = text.split_once('\n')?;
    let is_sealed = found == format!("{:016x}", seal(text, key, candidates));
    serde_json::from_str(text).ok().filter(|_| is_sealed)
}

fn seal(text: &str, key: u64, candidates: &[Term]) -> u64 {
    let terms = candidates.iter().map(|term| format!("{} {}", term.weight, term.text));
    let parts = [env!("CARGO_PKG_VERSION").to_string(), key.to_string()].into_iter().chain(terms);
    digest(parts.flat_map(|part| format!("{part}\n").into_bytes()).chain(text.bytes()))
}

/// Takes the oldest files away where there are too many.
fn make_room(folder: &Path, most: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<_> =
        entries.flatten().filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
    if files.len() < most {
        return;
    }
    files.sort();
    let surplus = files.len() + 1 - most;
    files.iter().take(surplus).for_each(|(_, path)| {
        let _ = std::fs::remove_file(path);
    });
}
