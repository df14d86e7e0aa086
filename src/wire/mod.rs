//! What a page asks, and is answered: verbs with a JSON object in, lines of JSON out. `docs/wire.md` is the contract; `serve`
//! speaks it.
//!
//! A [`Desk`] keeps nothing between two requests but what it may forget: compiled games. It opens no file, and what it does is
//! bounded: the text of a request by whoever brings it, work by time.

mod ask;
mod places;
mod position;
mod records;
mod rules;
mod steps;
mod think;
mod tools;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::compile::{Backend, Settings};
use crate::diag::nearest;
use crate::session::{Entry, Error, Fault, Loaded, Recall, all_games};
use crate::syntax::Bases;
pub use ask::Ask;

/// So many compiled games are kept.
const KEPT: usize = 24;

/// How long the evaluation of a game may be learned where games run slowly: whoever plays waits for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Verbs that take long: they may be queued, and are stopped by whoever asked.
pub const LONG: &[&str] = &["think", "evaluate", "graph", "solve", "perft", "trial"];

/// The verbs that are answered at once.
const QUICK: &[&str] = &[
    "about",
    "games",
    "find",
    "source",
    "templates",
    "tell",
    "check",
    "complete",
    "hover",
    "definition",
    "references",
    "rename",
    "format",
    "show",
    "edit",
    "query",
    "threats",
    "record",
    "open",
];

/// Answers requests.
pub struct Desk {
    bases: Box<dyn Bases + Send + Sync>,
    /// What runs games.
    backend: Backend,
    /// Whether whoever brings the requests has a folder of files.
    files: bool,
    /// Those last asked for, the latest last.
    games: Mutex<Vec<(Key, Arc<Loaded>)>>,
    /// What the last search has found: the next one is likely of the same game.
    recall: Recall,
    /// The answer to `games`, which is always the same.
    library: OnceLock<Value>,
    /// What `find` looks through.
    shelf: OnceLock<Vec<Entry>>,
}

/// What a compiled game is found by again: its text with the files that it extends, and what is set.
#[derive(PartialEq)]
struct Key {
    source: crate::source::Source,
    settings: Settings,
}

/// What an answer is given to, line by line.
pub struct Lines<'l> {
    give: &'l mut dyn FnMut(&str),
    stop: &'l AtomicBool,
}

impl<'l> Lines<'l> {
    /// Gives each line, without its end, to a function; `stop` is set by whoever no longer wants the answer.
    pub fn new(give: &'l mut dyn FnMut(&str), stop: &'l AtomicBool) -> Lines<'l> {
        Lines { give, stop }
    }

    fn progress(&mut self, value: &Value) {
        (self.give)(&json!({ "progress": value }).to_string());
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

impl Desk {
    /// A desk for texts that may extend these files.
    pub fn new(bases: Box<dyn Bases + Send + Sync>, backend: Backend, files: bool) -> Desk {
        Desk {
            bases,
            backend,
            files,
            games: Mutex::default(),
            recall: Recall::default(),
            library: OnceLock::new(),
            shelf: OnceLock::new(),
        }
    }

    /// Answers a request: any number of lines of progress, and then one with the result or the error.
    pub fn answer(&self, verb: &str, body: &str, lines: &mut Lines<'_>) {
        let last = match self.result(verb, body, lines) {
            Ok(result) => json!({ "result": result }),
            Err(error) => json!({ "error": error_value(&error) }),
        };
        (lines.give)(&last.to_string());
    }

    fn result(&self, verb: &str, body: &str, lines: &mut Lines<'_>) -> Result<Value, Error> {
        let ask = Ask::read(body)?;
        match verb {
            "about" => {
                Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "native": self.native(), "files": self.files }))
            }
            "games" => Ok(self.library.get_or_init(rules::games).clone()),
            "find" => rules::find(self.shelf.get_or_init(all_games), &ask),
            "source" => rules::source(&ask),
            "templates" => Ok(rules::templates()),
            "tell" => rules::tell(self, &ask),
            "check" => rules::check(self, &ask),
            "complete" => rules::complete(self, &ask),
            "hover" => rules::hover(self, &ask),
            "definition" => rules::places_of(&ask, false),
            "references" => rules::places_of(&ask, true),
            "rename" => rules::rename(self, &ask),
            "format" => rules::format(&ask),
            "show" => position::show(self, &ask),
            "edit" => position::edit(self, &ask),
            "query" => position::query(self, &ask),
            "threats" => position::threats(self, &ask),
            "think" => think::think(self, &ask, lines),
            "evaluate" => think::evaluate(self, &ask, lines),
            "graph" => think::graph(self, &ask, lines),
            "solve" => think::solve(self, &ask, lines),
            "perft" => tools::perft(self, &ask, lines),
            "trial" => tools::trial(self, &ask, lines),
            "record" => records::record(self, &ask),
            "open" => records::open(self, &ask),
            _ => Err(no_verb(verb)),
        }
    }

    /// Whether games run as machine code.
    fn native(&self) -> bool {
        cfg!(feature = "jit") && self.backend != Backend::Interpreter
    }

    /// How long a game's evaluation may be learned; none: until all is learned.
    fn patience(&self) -> Option<Duration> {
        (!self.native()).then_some(PATIENCE)
    }

    /// The game that a request is about.
    fn game(&self, ask: &Ask) -> Result<Arc<Loaded>, Error> {
        let (source, origin) = ask.rules(&*self.bases)?;
        let settings = Settings { backend: self.backend, ..ask.settings()? };
        let key = Key { source, settings };
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = games.iter().position(|(known, _)| *known == key) {
            let found = games.remove(at);
            let game = found.1.clone();
            games.push(found);
            return Ok(game);
        }
        drop(games);
        let game = Arc::new(Loaded::compile(key.source.clone(), origin, key.settings.clone())?);
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.len() >= KEPT {
            games.remove(0);
        }
        games.push((key, game.clone()));
        Ok(game)
    }
}

/// What is said of a verb that there is none.
fn no_verb(verb: &str) -> Error {
    let known = || QUICK.iter().chain(LONG).copied();
    let error = Error::request(format!("there is no verb `{verb}`"));
    match nearest(verb, known()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("there are {}", known().collect::<Vec<_>>().join(", "))),
    }
}

/// An error as the wire has it.
pub fn error_value(error: &Error) -> Value {
    match error {
        Error::Request(fault) | Error::Environment(fault) => fault_value(fault),
        Error::File(report) => {
            let first = report.diagnostics.iter().find(|d| d.severity == crate::diag::Severity::Error);
            let message = first.map_or_else(|| error.to_string(), |first| first.message.clone());
            json!({
                "message": message,
                "help": first.and_then(|first| first.help.clone()),
                "diagnostics": places::diagnostics(&report.source, &report.diagnostics),
            })
        }
    }
}

/// A message about a request.
fn fault_value(fault: &Fault) -> Value {
    let mut value = json!({ "message": fault.message });
    if let Some(help) = &fault.help {
        value["help"] = json!(help);
    }
    if let Some(excerpt) = &fault.excerpt {
        let [from, to] = places::in_text(&excerpt.text, excerpt.span);
        value["excerpt"] = json!({ "text": excerpt.text, "from": from, "to": to });
    }
    value
}
