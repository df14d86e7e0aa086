//! A game that is loaded: its file, its settings and what the compiler made of them.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::error::{Error, Fault, FileReport};
use super::learning::Lesson;
use super::open::{Origin, open};
use crate::analysis::{DERIVED, GUESSED};
use crate::compile::{AnyExecutor, Compiled, Settings, compile};
use crate::diag::{Diagnostic, Diagnostics, Severity, nearest};
use crate::source::Source;

/// A compiled game with where it came from.
pub struct Loaded {
    /// The text.
    pub source: Source,
    /// Where it came from.
    pub origin: Origin,
    /// What was set from outside.
    pub settings: Settings,
    /// The compiled game.
    pub compiled: Compiled,
    /// What the compiler had to say.
    pub warnings: Vec<Diagnostic>,
    /// What was learned of it.
    pub(super) lesson: Lesson,
}

impl Loaded {
    /// Reads and compiles a game.
    ///
    /// # Errors
    /// What is wrong with the name, the file or the settings.
    pub fn open(name: &str, settings: &Settings) -> Result<Loaded, Error> {
        let (source, origin) = open(name)?;
        Loaded::compile(source, origin, settings.clone())
    }

    /// Compiles a text.
    ///
    /// # Errors
    /// The messages of the compiler, if one of them is an error, and settings that the game does not offer.
    pub fn compile(source: Source, origin: Origin, settings: Settings) -> Result<Loaded, Error> {
        let mut diagnostics = Diagnostics::new();
        let compiled = compile(&source, &settings, &mut diagnostics);
        let diagnostics = diagnostics.finish();
        let Some(compiled) = compiled else {
            // What is wrong with the file itself comes before what is wrong with the options.
            if !settings.options.is_empty() || settings.evaluation.is_some() {
                let mut alone = Diagnostics::new();
                if compile(&source, &Settings::default(), &mut alone).is_none() {
                    return Err(Error::File(FileReport { source, diagnostics: alone.finish() }));
                }
            }
            let request = |d: &Diagnostic, message| Fault { message, help: d.help.clone(), excerpt: None };
            if let Some(d) = diagnostics.iter().find(|d| blames_settings(d, &settings)) {
                return Err(Error::Request(request(d, d.message.clone())));
            }
            // A file that is good without the options is not to blame for what they make of it.
            if let (Some(d), false) =
                (diagnostics.iter().find(|d| d.severity == Severity::Error), settings.options.is_empty())
            {
                let set: Vec<String> =
                    settings.options.iter().map(|(name, value)| format!("`{name}={value}`")).collect();
                return Err(Error::Request(request(d, format!("with {}: {}", set.join(" "), d.message))));
            }
            return Err(Error::File(FileReport { source, diagnostics }));
        };
        check_settings(&compiled, &settings)?;
        Ok(Loaded { source, origin, settings, compiled, warnings: diagnostics, lesson: Lesson::default() })
    }

    /// The same game with other settings.
    ///
    /// # Errors
    /// As [`Loaded::compile`].
    pub fn with_settings(&self, settings: Settings) -> Result<Loaded, Error> {
        Loaded::compile(self.source.clone(), self.origin.clone(), settings)
    }

    /// What a user would type to open it.
    pub fn name(&self) -> &str {
        match &self.origin {
            Origin::File(path) => path,
            Origin::Shipped(name) => name,
            Origin::Text => "-",
        }
    }
}

/// A loaded game as it is played, kept rather than lent.
#[derive(Clone)]
pub struct Playable(pub Arc<Loaded>);

impl Deref for Playable {
    type Target = AnyExecutor;

    fn deref(&self) -> &AnyExecutor {
        self.0.compiled.game()
    }
}

/// Whether a message is about what was set from outside and not about the file: what follows from it is noise then.
fn blames_settings(diagnostic: &Diagnostic, settings: &Settings) -> bool {
    let value = |text: &String| diagnostic.message.contains(text.as_str());
    match diagnostic.code {
        "bad-setting" | "unknown-option" => true,
        "option-out-of-range" => settings.options.values().any(value),
        _ => settings.evaluation.is_some() && diagnostic.message.starts_with("there is no evaluation"),
    }
}

/// The compiler may let settings pass that the file does not know; the user who mistyped one must hear of it.
fn check_settings(compiled: &Compiled, settings: &Settings) -> Result<(), Error> {
    let options = compiled.options();
    for name in settings.options.keys() {
        if !options.iter().any(|o| &o.name == name) {
            let error = Error::request(format!("{} has no option `{name}`", compiled.name()));
            return Err(error.help(offer(name, options.iter().map(|o| o.name.as_str()), "it has no options")));
        }
    }
    let evaluations = compiled.evaluations();
    match &settings.evaluation {
        Some(name) if !evaluations.contains(name) => {
            let error = Error::request(format!("{} has no evaluation `{name}`", compiled.name()));
            let known = evaluations.iter().map(String::as_str).filter(|known| ![DERIVED, GUESSED].contains(known));
            Err(error.help(offer(name, known.chain([DERIVED, GUESSED]), "its evaluation has no name")))
        }
        _ => Ok(()),
    }
}

/// The nearest of some names, or all of them.
fn offer<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone, nothing: &str) -> String {
    if let Some(near) = nearest(name, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<String> = known.map(|n| format!("`{n}`")).collect();
    if all.is_empty() { nothing.to_string() } else { format!("it has {}", all.join(", ")) }
}

/// Reads `option=value` into a table of options.
///
/// # Errors
/// If it is not of that form, or names an option twice.
pub fn parse_setting(text: &str, options: &mut BTreeMap<String, String>) -> Result<(), Error> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let Some((name, value)) = parts.filter(|(name, value)| !name.is_empty() && !value.is_empty()) else {
        return Err(Error::request(format!("`{text}` is not a setting")).help("write `option=value`, such as `size=6`"));
    };
    if options.insert(name.to_string(), value.to_string()).is_some() {
        return Err(Error::request(format!("option `{name}` is set twice")).help("set each option once"));
    }
    Ok(())
}
