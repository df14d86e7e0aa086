//! What tuning has done so far, in the user's folder for such things: JSON lines, so that a run that is broken off leaves
//! all its games, and games of several machines can be put behind each other.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::games::Outcomes;

/// A line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// What the file is about: of what program, rules, evaluation and seed.
    Head(String),
    /// A game.
    Game(Outcomes),
    /// The evaluation that came of a round: weights of candidates that have one, and whether it is the best so far.
    Round(u32, Vec<(String, f64)>, bool),
}

/// The file.
pub struct State {
    file: Option<File>,
}

/// Where files are kept, if they are.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// From now on keeps what tuning has done in files: `rulesmith/tuning` in `XDG_CACHE_HOME`, or in `.cache` of the home folder.
pub fn keep_in_files() {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = given("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    if let Some(base) = base.or_else(|| given("HOME").map(|home| home.join(".cache"))) {
        let _ = FOLDER.set(base.join("rulesmith").join("tuning"));
    }
}

/// Where a file lies, if files are kept.
fn path(key: u64) -> Option<PathBuf> {
    Some(FOLDER.get()?.join(format!("{key:016x}.jsonl")))
}

impl State {
    /// Keeps nothing.
    pub fn none() -> State {
        State { file: None }
    }

    /// What an earlier run left, and where to go on writing. What is not there, or of something else, is as none.
    pub fn open(key: u64, fresh: bool) -> (State, Vec<Line>) {
        let head = format!("rulesmith {} {key:016x}", env!("CARGO_PKG_VERSION"));
        let Some(path) = path(key) else { return (State::none(), Vec::new()) };
        let known = if fresh { None } else { read(&path, &head) };
        let new = known.is_none();
        let _ = path.parent().map(std::fs::create_dir_all);
        let file = OpenOptions::new().create(true).append(!new).write(true).truncate(new).open(&path).ok();
        let mut state = State { file };
        if new {
            state.write(&Line::Head(head));
        }
        (state, known.unwrap_or_default())
    }

    /// Writes a line, as far as that can be done.
    pub fn write(&mut self, line: &Line) {
        if let (Some(file), Ok(text)) = (&mut self.file, serde_json::to_string(line)) {
            let _ = file.write_all(format!("{text}\n").as_bytes());
        }
    }
}

/// The lines of a file with this head. A line that was broken off is left out.
fn read(path: &Path, head: &str) -> Option<Vec<Line>> {
    let mut lines = BufReader::new(File::open(path).ok()?).lines();
    let first: Line = serde_json::from_str(&lines.next()?.ok()?).ok()?;
    let Line::Head(of) = first else { return None };
    (of == head).then(|| lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect())
}
