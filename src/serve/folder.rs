//! The folder of games that a page may read and write: nothing outside of it.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::compile::digest;
use crate::library;
use crate::session::{Error, Fault, Files, plain, read_named, write_whole};
use crate::source::Unread;
use crate::syntax::{Base, Bases};
use crate::wire::Ask;

/// So many files are listed.
const MOST_FILES: usize = 500;
/// So deep folders are looked into.
const DEEPEST: usize = 4;

/// The verbs that are answered here.
const VERBS: &[&str] = &["files", "read", "save"];

/// A folder with `.game` files.
pub struct Folder {
    /// Without detours.
    root: PathBuf,
    /// The file to begin with, as seen from there.
    first: Option<String>,
    /// One at a time writes: between looking and writing nothing changes but by others.
    writing: Mutex<()>,
}

impl Folder {
    /// A folder, or that of a file; without a name the current one.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(what: Option<&Path>) -> Result<Folder, Error> {
        let what = what.unwrap_or(Path::new("."));
        let shown = what.display();
        let whole = what.canonicalize().map_err(|why| {
            let name = what.to_str().unwrap_or_default();
            let error = Error::Environment(Fault::new(format!("can't read `{shown}`: {}", plain(&why))));
            match library::find(name) {
                Some(_) => error.help("shipped games are on the page anyway: `rulesmith serve`"),
                None => error.help("name a `.game` file or a folder"),
            }
        })?;
        let writing = Mutex::new(());
        if whole.is_dir() {
            return Ok(Folder { root: whole, first: None, writing });
        }
        let first = whole.file_name().map(|name| name.to_string_lossy().into_owned());
        if !is_game(&whole) {
            return Err(Error::request(format!("`{shown}` is no `.game` file")).help("name a `.game` file or a folder"));
        }
        Ok(Folder { root: whole.parent().map(Path::to_path_buf).unwrap_or_default(), first, writing })
    }

    /// The file of a path as a page writes it, `games/my.game`.
    ///
    /// # Errors
    /// If it leads out of the folder, or is no file of rules.
    fn inside(&self, path: &str) -> Result<PathBuf, Error> {
        let outside = || {
            Error::request(format!("`{path}` is not in the folder that is served"))
                .help("write a name such as `my.game`, or `games/my.game`")
        };
        let parts = Path::new(path);
        let plain = parts.components().all(|part| matches!(part, Component::Normal(_)));
        if path.is_empty() || !plain || path.contains(['\\', '\0']) {
            return Err(outside());
        }
        if !is_game(parts) {
            return Err(Error::request(format!("`{path}` is no file of rules")).help("its name ends with `.game`"));
        }
        let whole = self.root.join(parts);
        // A link may lead elsewhere.
        let known = match whole.canonicalize() {
            Ok(known) => known,
            Err(_) => match whole.parent().and_then(|parent| parent.canonicalize().ok()) {
                Some(parent) if !whole.is_symlink() => parent.join(whole.file_name().unwrap_or_default()),
                _ => return Err(outside().help("its folder must be there")),
            },
        };
        if known.starts_with(&self.root) { Ok(known) } else { Err(outside()) }
    }

    /// Answers the verbs about files; none of another verb.
    pub fn answer(&self, verb: &str, body: &str) -> Option<Result<Value, Error>> {
        if !VERBS.contains(&verb) {
            return None;
        }
        Some(Ask::read(body).and_then(|ask| match verb {
            "files" => Ok(self.files()),
            "read" => self.read(ask.needed("path")?),
            _ => self.save(&ask),
        }))
    }

    fn files(&self) -> Value {
        let mut found = Vec::new();
        list(&self.root, &self.root, DEEPEST, &mut found);
        found.sort();
        let file = |path: &String| {
            let text = read_named(&self.root.join(path).to_string_lossy(), "").map(|source| source.text);
            json!({ "path": path, "title": text.ok().and_then(|text| title(&text)) })
        };
        json!({
            "folder": self.root.display().to_string(),
            "first": self.first,
            "files": found.iter().map(file).collect::<Vec<_>>(),
        })
    }

    fn read(&self, path: &str) -> Result<Value, Error> {
        let source = read_named(&self.inside(path)?.to_string_lossy(), "a game's rules fit on a page or two")?;
        Ok(json!({ "text": source.text, "stamp": stamp(&source.text) }))
    }

    fn save(&self, ask: &Ask) -> Result<Value, Error> {
        let (path, text) = (ask.needed("path")?, ask.needed("text")?);
        let file = self.inside(path)?;
        ask.written()?;
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let before = ask.text("stamp")?;
        if file.exists() {
            let known = self.read(path)?;
            if known["stamp"].as_str() != before && known["text"].as_str() != Some(text) {
                return Ok(json!({ "changed": known }));
            }
        }
        write_whole(&file, text)?;
        Ok(json!({ "stamp": stamp(text) }))
    }
}

fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("game"))
}

/// What a text is known by.
fn stamp(text: &str) -> String {
    format!("{:016x}", digest(text.bytes()))
}

/// The title in a file, by a look at its lines.
fn title(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("game ").map(str::trim))?;
    Some(line.strip_prefix('"')?.split('"').next()?.to_string())
}

/// The games in a folder and those in it, as seen from the root.
fn list(root: &Path, folder: &Path, deep: usize, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        // Links are not followed: they may lead out, or in circles.
        let Ok(kind) = entry.file_type() else { continue };
        if found.len() >= MOST_FILES || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if kind.is_dir() && deep > 0 && name != "target" && name != "node_modules" {
            list(root, &path, deep - 1, found);
        } else if kind.is_file() && is_game(&path) {
            let parts: Option<Vec<&str>> =
                path.strip_prefix(root).ok().map(|path| path.iter().filter_map(|part| part.to_str()).collect());
            found.extend(parts.map(|parts| parts.join("/")));
        }
    }
}

/// The files that those of the folder extend: in it as well, or shipped.
pub struct Beside(pub Arc<Folder>);

impl Bases for Beside {
    fn base(&self, name: &str, beside: &str) -> Result<Base, Unread> {
        if let Some(game) = library::find(name) {
            return library::Shelf.base(game.name, "");
        }
        let unread = |error: Error| match error {
            Error::Request(fault) | Error::Environment(fault) => Unread { message: fault.message, help: fault.help },
            Error::File(report) => Unread { message: report.summary(), help: None },
        };
        let path = Path::new(beside).parent().unwrap_or(Path::new("")).join(name);
        let path = path.to_string_lossy().replace('\\', "/");
        let file = self.0.inside(&path).map_err(unread)?;
        let source = read_named(&file.to_string_lossy(), "").map_err(unread)?;
        Ok(Base { source: crate::source::Source::new(path.as_str(), source.text), path: Some(path) })
    }

    fn key(&self, path: &str) -> Option<String> {
        let file = self.0.inside(path).ok()?;
        Files.key(&file.to_string_lossy())
    }
}
