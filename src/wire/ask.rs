//! Requests: their fields, each with what is said where it is not what it should be.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::compile::Settings;
use crate::library;
use crate::session::{Error, Fault, Loaded, MAX_BYTES, Origin, Session};
use crate::source::Source;
use crate::syntax::{self, Bases};

/// The longest time that anything may take.
const MOST_TIME: Duration = Duration::from_secs(600);
/// So many moves may be played.
const MOST_MOVES: usize = 5_000;

/// A request's object.
pub struct Ask(Map<String, Value>);

/// What is wrong with a field.
fn wrong(field: &str, wanted: &str) -> Error {
    Error::request(format!("`{field}` of the request is not {wanted}"))
}

/// What is said of a field that must be there.
pub(super) fn missing(field: &str) -> Error {
    Error::request(format!("the request has no `{field}`"))
}

impl Ask {
    /// Reads an object; none is an empty one.
    pub fn read(body: &str) -> Result<Ask, Error> {
        if body.trim().is_empty() {
            return Ok(Ask(Map::new()));
        }
        match serde_json::from_str(body) {
            Ok(Value::Object(fields)) => Ok(Ask(fields)),
            Ok(_) => Err(Error::request("a request is a JSON object").help("write `{ … }`")),
            Err(why) => Err(Error::request(format!("the request is no JSON: {why}"))),
        }
    }

    /// A field that is there and not null.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Error> {
        self.field(name).map(|value| value.as_str().ok_or_else(|| wrong(name, "a text"))).transpose()
    }

    /// A text that must be there.
    pub fn needed(&self, name: &str) -> Result<&str, Error> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// A whole number within bounds.
    pub fn number(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Error> {
        let within = |value: &Value| {
            let whole = value.as_u64().or_else(|| value.as_f64().filter(|n| *n >= 0.0).map(|n| n.round() as u64));
            let known = whole.filter(|n| (least..=most).contains(n));
            known.ok_or_else(|| wrong(name, &format!("a number from {least} to {most}")))
        };
        self.field(name).map(within).transpose()
    }

    /// A yes or no.
    pub fn flag(&self, name: &str) -> Result<bool, Error> {
        self.field(name).map_or(Ok(false), |value| value.as_bool().ok_or_else(|| wrong(name, "true or false")))
    }

    /// A list of texts.
    pub fn texts(&self, name: &str) -> Result<Vec<&str>, Error> {
        let Some(value) = self.field(name) else { return Ok(Vec::new()) };
        let all = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        all.ok_or_else(|| wrong(name, "a list of texts"))
    }

    /// Milliseconds.
    pub fn time(&self, name: &str) -> Result<Option<Duration>, Error> {
        let most = MOST_TIME.as_millis() as u64;
        Ok(self.number(name, 0, most)?.map(Duration::from_millis))
    }

    /// A text of rules: `text`, where it is given.
    pub fn written(&self) -> Result<Option<&str>, Error> {
        let text = self.text("text")?;
        if text.is_some_and(|text| text.len() as u64 > MAX_BYTES) {
            return Err(Error::request("the rules are too long").help("a game's rules fit on a page or two"));
        }
        Ok(text)
    }

    /// The rules.
    pub fn rules(&self, bases: &dyn Bases) -> Result<(Source, Origin), Error> {
        if let Some(text) = self.written()? {
            let path = self.text("path")?.unwrap_or("");
            let name = if path.is_empty() { "rules" } else { path };
            return Ok((syntax::with_bases(Source::new(name, text), path, bases), Origin::Text));
        }
        let name = self.text("game")?;
        let name = name.ok_or_else(|| Error::request("the request has neither `text` nor `game`"))?;
        let game = shipped(name)?;
        Ok((game.source(), Origin::Shipped(game.name)))
    }

    /// What is set.
    pub fn settings(&self) -> Result<Settings, Error> {
        let mut settings = Settings::default();
        if let Some(options) = self.field("options") {
            let options = options.as_object().ok_or_else(|| wrong("options", "an object"))?;
            for (name, value) in options {
                let text = match value {
                    Value::String(text) => text.clone(),
                    Value::Number(number) => number.to_string(),
                    Value::Bool(true) => "yes".to_string(),
                    Value::Bool(false) => "no".to_string(),
                    _ => return Err(wrong(name, "the value of an option")),
                };
                settings.options.insert(name.clone(), text);
            }
        }
        settings.evaluation = self.text("eval")?.map(str::to_string);
        Ok(settings)
    }

    /// The game at its start, and the moves to play from there.
    pub fn begin(&self, game: Arc<Loaded>) -> Result<(Session, Vec<&str>), Error> {
        let mut session = Session::new(game);
        if let Some(start) = self.text("start")? {
            session.set_position(start)?;
        }
        let moves = self.texts("moves")?;
        if moves.len() > MOST_MOVES {
            return Err(
                Error::request(format!("more than {MOST_MOVES} moves")).help("begin at a later position: `start`")
            );
        }
        Ok((session, moves))
    }

    /// The game where the moves have led.
    ///
    /// # Errors
    /// The first move that can't be played, too.
    pub fn session(&self, game: Arc<Loaded>) -> Result<Session, Error> {
        let (mut session, moves) = self.begin(game)?;
        for (at, text) in moves.iter().enumerate() {
            session.play(text).map_err(|error| match error {
                Error::Request(fault) => {
                    let message = format!("move {} of the moves given: {}", at + 1, fault.message);
                    Error::Request(Fault { message, ..fault })
                }
                other => other,
            })?;
        }
        Ok(session)
    }
}

/// A shipped game.
pub(super) fn shipped(name: &str) -> Result<&'static library::Shipped, Error> {
    Ok(library::look_up(name, "the library has all of them")?)
}
