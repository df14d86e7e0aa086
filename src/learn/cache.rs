//! What was learned, kept in the user's folder for such things: one small file for each game, of the latest games only. Where
//! there are no files it is kept by whoever carries the library.
//!
//! Nothing depends on it: what can't be read or written, or is not what it should be, is as none.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Grounds, Learned};
use crate::rules::Term;

/// So many games are kept.
const MOST_FILES: usize = 500;
/// A file is no longer than this.
const MOST_BYTES: u64 = 64 * 1024;

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
    cut: Option<u64>,
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
    /// Keeps a text, as far as that can be done.
    fn keep(&self, name: &str, text: &str);
}

/// Where it is kept beyond this process, if it is.
static SHELF: OnceLock<Box<dyn Shelf>> = OnceLock::new();

/// From now on what is learned is kept there. The first to say so is heard.
pub fn keep_on(shelf: Box<dyn Shelf>) {
    let _ = SHELF.set(shelf);
}

/// From now on keeps what is learned in files: `rulesmith/evaluations` in `XDG_CACHE_HOME`, or in `.cache` of the home
/// folder. Without this it is kept for as long as the process lives.
pub fn keep_in_files() {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = given("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    if let Some(base) = base.or_else(|| given("HOME").map(|home| home.join(".cache"))) {
        keep_on(Box::new(Folder(base.join("rulesmith").join("evaluations"))));
    }
}

fn name(key: u64) -> String {
    format!("{key:016x}")
}

/// A folder of the user's.
struct Folder(PathBuf);

impl Shelf for Folder {
    fn recall(&self, name: &str) -> Option<String> {
        let path = self.0.join(format!("{name}.json"));
        if std::fs::metadata(&path).ok()?.len() > MOST_BYTES {
            return None;
        }
        std::fs::read_to_string(path).ok()
    }

    fn keep(&self, name: &str, text: &str) {
        let folder = &self.0;
        if std::fs::create_dir_all(folder).is_err() {
            return;
        }
        make_room(folder);
        // Whole or not at all: another process may read meanwhile.
        let draft = folder.join(format!("{name}.{}", std::process::id()));
        if std::fs::write(&draft, text).is_err()
            || std::fs::rename(&draft, folder.join(format!("{name}.json"))).is_err()
        {
            let _ = std::fs::remove_file(&draft);
        }
    }
}

/// What was learned of a game whose rules suggest these terms.
pub fn read(key: u64, candidates: &[Term]) -> Option<Learned> {
    if let Some(learned) = known().lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(learned.clone());
    }
    let learned = understood(&SHELF.get()?.recall(&name(key))?, key, candidates)?;
    known().lock().unwrap_or_else(PoisonError::into_inner).insert(key, learned.clone());
    Some(learned)
}

fn understood(text: &str, key: u64, candidates: &[Term]) -> Option<Learned> {
    let kept: Kept = serde_json::from_str(text).ok()?;
    if kept.program != env!("CARGO_PKG_VERSION") || kept.key != name(key) {
        return None;
    }
    let terms = kept.terms.into_iter().map(|(at, text, weight)| {
        let term = candidates.get(at).filter(|term| term.text == text && weight.abs() < 1 << 22)?;
        Some(Term { weight, ..term.clone() })
    });
    let terms = terms.collect::<Option<Vec<Term>>>()?;
    let Kept { games, ended, decided, positions, told, guessed, matches, cut, .. } = kept;
    Some(Learned { terms, grounds: Grounds { games, ended, decided, positions, told, guessed, matches, cut } })
}

/// Keeps what was learned, as far as that can be done.
pub fn write(key: u64, candidates: &[Term], learned: &Learned) {
    known().lock().unwrap_or_else(PoisonError::into_inner).insert(key, learned.clone());
    let place = |term: &Term| {
        let at = candidates.iter().position(|c| c.number == term.number)?;
        Some((at, term.text.clone(), term.weight))
    };
    let Grounds { games, ended, decided, positions, told, guessed, matches, cut } = learned.grounds.clone();
    let kept = Kept {
        program: env!("CARGO_PKG_VERSION").to_string(),
        key: name(key),
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
        shelf.keep(&name(key), &text);
    }
}

/// Takes the oldest files away where there are too many.
fn make_room(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<_> =
        entries.flatten().filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
    if files.len() < MOST_FILES {
        return;
    }
    files.sort();
    let surplus = files.len() + 1 - MOST_FILES;
    files.iter().take(surplus).for_each(|(_, path)| {
        let _ = std::fs::remove_file(path);
    });
}
