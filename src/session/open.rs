//! From what a user calls a game to its text: a file, a shipped game's name, or `-` for standard input.

use std::ffi::OsStr;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use super::error::{Error, Fault};
use super::record::Form;
use crate::diag::nearest;
use crate::library;
use crate::search::Book;
use crate::source::{Source, Unread, with_newlines};
use crate::syntax::{self, Base, Bases};

/// The longest file that is read, unless it is one that grows with use.
pub const MAX_BYTES: u64 = 1 << 20;
/// The longest file of records and the longest book.
const MAX_GROWN: u64 = 1 << 28;

/// Among how many files of a folder a name is looked for.
const MOST_FILES: usize = 1_000;

/// What is said of rules that are too long.
const RULES: &str = "a game's rules fit on a page or two";

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file, which can be read again.
    File(String),
    /// A shipped game.
    Shipped(&'static str),
    /// Standard input, or a text given by a program.
    Text,
}

impl Origin {
    /// The name of the shipped game that it is.
    pub(super) fn shipped(&self) -> Option<&'static str> {
        match self {
            Origin::Shipped(name) => Some(name),
            Origin::File(_) | Origin::Text => None,
        }
    }
}

/// The text that `name` stands for, with all that it extends.
///
/// # Errors
/// A [`Error::Environment`] if the file can't be read, a [`Error::Request`] if it can't be a text of rules or no shipped
/// game has that name.
pub fn open(name: &str) -> Result<(Source, Origin), Error> {
    let (source, origin) = match name {
        "-" => (read_named(name, RULES)?, Origin::Text),
        _ => named(name, Path::new(""))?,
    };
    let path = match &origin {
        Origin::File(path) => Path::new(path),
        _ => Path::new(""),
    };
    Ok((with_bases(source, path), origin))
}

/// The text of a file as seen from a folder, or of a shipped game.
fn named(name: &str, folder: &Path) -> Result<(Source, Origin), Error> {
    let bare = Path::new(name).extension().is_none() && !name.contains(['/', '\\']);
    if bare && let Some(game) = library::find(name) {
        return Ok((Source::new(format!("{name}.game"), game.text), Origin::Shipped(game.name)));
    }
    let path = folder.join(name);
    if bare && !path.exists() {
        return Err(unknown_game(name));
    }
    let shown = path.display().to_string();
    Ok((Source::new(&shown, read_path(&path, RULES)?), Origin::File(shown)))
}

/// A text with the files that it extends; `path` is its own, or empty if it is in none. What can't be read of them is said
/// when the text is compiled.
pub fn with_bases(source: Source, path: &Path) -> Source {
    syntax::with_bases(source, &path.to_string_lossy(), &Files)
}

/// The files of the file system, and the shipped games.
pub struct Files;

impl Bases for Files {
    fn base(&self, name: &str, beside: &str) -> Result<Base, Unread> {
        match named(name, Path::new(beside).parent().unwrap_or(Path::new(""))) {
            Err(Error::Request(fault) | Error::Environment(fault)) => {
                Err(Unread { message: fault.message, help: fault.help })
            }
            Err(Error::File(report)) => Err(Unread { message: report.summary(), help: None }),
            Ok((source, Origin::File(file))) => Ok(Base { source, path: Some(file) }),
            Ok((base, _)) => Ok(library::as_base(base)),
        }
    }

    fn key(&self, path: &str) -> Option<String> {
        let known = Path::new(path).canonicalize().ok()?;
        Some(known.to_string_lossy().into_owned())
    }
}

/// Reads a text file, or standard input if it is called `-`; `advice` is for one that is too long.
///
/// # Errors
/// As [`open()`].
pub fn read_named(name: &str, advice: &str) -> Result<Source, Error> {
    match name {
        "-" => Ok(Source::new("standard input", read_text("standard input", std::io::stdin(), advice)?)),
        _ => Ok(Source::new(name, read_path(Path::new(name), advice)?)),
    }
}

/// Reads a file of records or a book.
///
/// # Errors
/// As [`open()`].
pub fn read_file(path: &Path) -> Result<String, Error> {
    read_path(path, "it does not begin as records and books do, which may be longer").map(with_newlines)
}

fn read_path(path: &Path, advice: &str) -> Result<String, Error> {
    let shown = path.display().to_string();
    let cannot = |why: String| Error::Environment(Fault::new(format!("can't read `{shown}`: {why}")));
    if path.is_dir() {
        return Err(cannot("it is a folder".to_string()).help("name a file in it"));
    }
    match std::fs::File::open(path) {
        Ok(file) => read_text(&shown, file, advice),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let error = cannot("there is no such file".to_string());
            if let Some(help) = written_otherwise(&shown) {
                return Err(error.help(help));
            }
            let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
            let near = file_near(path);
            Err(match (library::find(stem), near) {
                (_, Some(near)) => error.help(format!("did you mean `{}`?", near.display())),
                (Some(game), None) => {
                    error.help(format!("the shipped game is called `{}`, without folder and extension", game.name))
                }
                (None, None) => error,
            })
        }
        Err(e) => Err(cannot(plain(&e))),
    }
}

/// The file beside a missing one that is called nearly so, behind the last dot too.
fn file_near(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = std::fs::read_dir(folder).ok()?.take(MOST_FILES).filter_map(Result::ok);
    let near = |a: Option<&OsStr>, b: Option<&OsStr>| match (a.and_then(OsStr::to_str), b.and_then(OsStr::to_str)) {
        (Some(a), Some(b)) => a == b || nearest(a, [b]).is_some(),
        (a, b) => a == b,
    };
    let files = files.map(|file| path.with_file_name(file.file_name()));
    files.filter(|file| near(path.file_stem(), file.file_stem()) && near(path.extension(), file.extension())).min()
}

/// How a file is called that is there, where a name has quotes around it or the number of a game behind it.
fn written_otherwise(name: &str) -> Option<String> {
    let bare = name.replace(['"', '\''], "");
    if bare != name && Path::new(&bare).is_file() {
        return Some(format!("write the name without quotes: `{bare}`"));
    }
    let ends = bare.char_indices().filter(|(_, c)| matches!(c, ' ' | '#' | ':' | ',' | '('));
    let (file, behind) = ends
        .map(|(at, _)| bare.split_at(at))
        .find(|(file, _)| Form::named(Path::new(file)).is_some() && Path::new(file).is_file())?;
    let digits = behind.trim_matches(|c: char| !c.is_ascii_digit());
    Some(match digits.parse::<usize>() {
        Ok(number) => format!("game {number} of `{file}` is `{file}#{number}`"),
        Err(_) => format!("`#` and a number choose a game of a file of several: `{file}#2`"),
    })
}

/// Where a record is named in the place of what it says, such as a position: how it is read.
pub(super) fn instead_of_a_record(text: &str) -> Option<String> {
    let name = text.trim().trim_matches('"');
    let (file, _) = super::record::numbered(name);
    Form::named(Path::new(file))?;
    Some(format!(
        "`{file}` is the name of a record: `--record {name}`, or in a conversation `load {name}`, goes on from its end"
    ))
}

/// Reads a text of bounded length.
fn read_text(shown: &str, reader: impl Read, advice: &str) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let cannot = |e| Error::Environment(Fault::new(format!("can't read `{shown}`: {}", plain(&e))));
    // One byte more than allowed tells a file that is too long from one that is just not.
    let mut reader = reader.take(MAX_BYTES + 1);
    reader.read_to_end(&mut bytes).map_err(cannot)?;
    let start = with_newlines(String::from_utf8_lossy(&bytes).into_owned());
    let start = start.trim_start_matches(BOM);
    let form = Form::of(shown, start);
    if let (None, Some(name)) = (form, Form::unread(Path::new(shown))) {
        let error = Error::request(format!("`{shown}` is a record in {name}, which is not read"));
        return Err(
            error.help("records are read in PGN, PDN, SGF, KIF and CSA: other programs turn one form into another")
        );
    }
    let (most, advice) = match () {
        () if form.is_some() => (MAX_GROWN, "put its games into several files"),
        () if start.starts_with(Book::HEAD) => {
            (MAX_GROWN, "make the book of fewer games, or of fewer plies (`--plies`)")
        }
        () => (MAX_BYTES, advice),
    };
    if reader.limit() == 0 && most > MAX_BYTES {
        reader.set_limit(MAX_GROWN - MAX_BYTES);
        reader.read_to_end(&mut bytes).map_err(cannot)?;
    }
    if bytes.len() as u64 > most {
        return Err(Error::request(format!("`{shown}` is longer than {} KiB", most / 1024)).help(advice));
    }
    // Some editors put a mark of UTF-8 before the text.
    if bytes.starts_with(BOM.as_bytes()) {
        bytes.drain(..BOM.len());
    }
    if is_utf_16(&bytes) {
        return Err(Error::request(format!("`{shown}` is text in UTF-16")).help("save the file as UTF-8"));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let line = bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        return Err(
            Error::request(format!("`{shown}` is no text: line {line} has a byte 0")).help("save the file as UTF-8")
        );
    }
    // Which of the encodings of Asia it is, nobody can tell from such a file.
    let asian = || form == Some(Form::Kifu) || form == Some(Form::Sgf) && !says_latin(&bytes);
    if std::str::from_utf8(&bytes).is_err() && asian() {
        let error = Error::request(format!("`{shown}` is not UTF-8 text"));
        return Err(error.help("open it in the program that wrote it, or in an editor, and save it as UTF-8"));
    }
    // The standard of PGN is older than UTF-8.
    if form.is_some_and(|form| form != Form::Record) && std::str::from_utf8(&bytes).is_err() {
        return Ok(bytes.into_iter().map(char::from).collect());
    }
    String::from_utf8(bytes).map_err(|e| {
        let good = e.as_bytes()[..e.utf8_error().valid_up_to()].to_vec();
        let good = with_newlines(String::from_utf8(good).unwrap_or_default());
        let line = good.matches('\n').count() + 1;
        Error::request(format!("`{shown}` is not UTF-8 text: line {line} has a byte that can't stand there"))
            .help("save the file as UTF-8")
    })
}

/// Whether a collection of SGF says no encoding (then it is Latin-1, by its standard), or says that.
fn says_latin(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let said = text.split_once("CA[").map(|(_, rest)| rest.split(']').next().unwrap_or_default().to_ascii_lowercase());
    said.is_none_or(|said| said.contains("8859") || said.contains("latin") || said.contains("1252"))
}

/// The mark that some programs put before a text in UTF-8.
const BOM: &str = "\u{feff}";

/// Whether a text begins with the mark of UTF-16.
fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF])
}

/// The lines of an input, each as soon as it has come: for conversations. As [`open()`] reads text, whatever ends its lines,
/// with or without a mark of UTF-8.
pub struct Lines<R> {
    input: R,
    /// Whether nothing has been read yet.
    first: bool,
    /// Whether a `\n` that comes next belongs to the end of the line before.
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input from its start.
    pub fn new(input: R) -> Self {
        Lines { input, first: true, after_cr: false }
    }

    fn read(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let mut bytes = self.input.fill_buf()?;
            if std::mem::take(&mut self.after_cr) && bytes.first() == Some(&b'\n') {
                self.input.consume(1);
                bytes = self.input.fill_buf()?;
            }
            if bytes.is_empty() {
                return Ok((!line.is_empty()).then_some(line));
            }
            let end = bytes.iter().position(|b| matches!(b, b'\n' | b'\r'));
            line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            self.after_cr = end.is_some_and(|end| bytes[end] == b'\r');
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let cannot = |e| Error::Environment(Fault::new(format!("can't read standard input: {}", plain(&e))));
        let line = match self.read() {
            Ok(line) => line?,
            Err(e) => return Some(Err(cannot(e))),
        };
        let first = std::mem::take(&mut self.first);
        if first && is_utf_16(&line) {
            return Some(Err(Error::request("standard input is text in UTF-16").help("write it as UTF-8")));
        }
        let line = String::from_utf8_lossy(&line);
        let line = if first { line.trim_start_matches(BOM) } else { &line };
        Some(Ok(line.to_string()))
    }
}

/// An I/O error in words, without the number of the operating system.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn unknown_game(name: &str) -> Error {
    let error = Error::request(format!("there is no game `{name}`"));
    // A slip is likelier than a part of a name, which many may have.
    if let Some(near) = nearest(name, library::names()) {
        return error.help(format!("did you mean `{near}`?"));
    }
    let wanted = name.trim().to_lowercase();
    let kinds: Vec<_> = library::names().filter(|known| !wanted.is_empty() && known.contains(&wanted)).collect();
    match kinds.len() {
        0 => (),
        1..=5 => return error.help(format!("did you mean `{}`?", kinds.join("` or `"))),
        many => {
            return error.help(format!("{many} games have it in their names: `rulesmith games {wanted}` lists them"));
        }
    }
    if Path::new(&format!("{name}.game")).is_file() {
        return error.help(format!("did you mean the file `{name}.game`?"));
    }
    error.help("name a `.game` file or a shipped game: `rulesmith games` lists them")
}
