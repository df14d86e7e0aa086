//! The command line: arguments in, an exit status out. Every command is a request to the session and a rendering of its
//! answer; no rules, no search, no formats of its own.

pub mod args;
mod bench;
mod check;
mod files;
pub mod interrupt;
mod output;
mod play;
mod position;
mod study;
pub mod study_args;

pub use args::{parse_clock, parse_duration};
pub use output::{complain, print};
pub use position::DEFAULT_TIME;

use std::ffi::OsString;
use std::ops::{Deref, DerefMut};

use clap::Parser;
use clap::error::ErrorKind;

use args::{BackendArg, Cli, Command, Format, SetupArgs};
use output::Output;

use crate::compile::Settings;
use crate::session::{Error, Fault, Session, parse_setting};

/// Holds a conversation; given by the caller, since `repl` builds on this module.
pub type Converse = fn(Option<args::ReplArgs>) -> u8;

/// Runs the program and gives its exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>, converse: Converse) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => dispatch(cli.command, converse),
        Err(error) => misuse(&error, &arguments),
    }
}

fn dispatch(command: Option<Command>, converse: Converse) -> u8 {
    interrupt::install();
    let Some(command) = command else { return converse(None) };
    let format = format_of(&command);
    let output = Output { format };
    let result = match command {
        Command::Check(args) => Ok(check::check(&args, output)),
        Command::Moves(args) => position::moves(&args, output),
        Command::Perft(args) => position::perft(&args, output),
        Command::Best(args) => position::best(&args, output),
        Command::Trace(args) => study::trace(&args, output),
        Command::Match(args) => study::contest(&args, output),
        Command::Book(args) => study::book(&args, output),
        Command::Solve(args) => position::solve(&args, output),
        Command::Eval(args) => position::eval(&args, output),
        Command::Play(args) => play::play(&args, output),
        Command::Fmt(args) => files::fmt(&args, output),
        Command::Dump(args) => files::dump(&args, output),
        Command::Bench(args) => bench::bench(&args, output),
        Command::Games(_) => files::games(output),
        Command::Repl(args) => Ok(converse(Some(args))),
    };
    result.unwrap_or_else(|error| output.error(&error))
}

fn format_of(command: &Command) -> Format {
    match command {
        Command::Check(a) => a.setup.format,
        Command::Moves(a) | Command::Eval(a) => a.setup.format,
        Command::Perft(a) => a.setup.format,
        Command::Best(a) => a.setup.format,
        Command::Trace(a) => a.format.plain(),
        Command::Match(a) => a.setup.format,
        Command::Book(a) => a.setup.format,
        Command::Solve(a) => a.setup.format,
        Command::Play(a) => a.setup.format,
        Command::Fmt(a) => a.format.format,
        Command::Dump(a) => a.setup.format,
        Command::Bench(a) => a.format.format,
        Command::Games(a) => a.format,
        Command::Repl(_) => Format::Text,
    }
}

/// Help and version are answers; anything else that clap stops at is a wrong request.
fn misuse(error: &clap::Error, arguments: &[OsString]) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // Clap knows whether the terminal has colours.
        return match error.print() {
            Ok(()) => 0,
            Err(_) => 2,
        };
    }
    let json = arguments.windows(2).any(|w| w[0] == "--format" && w[1] == "json");
    if json || arguments.iter().any(|a| a == "--format=json") {
        let text = error.render().to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let help = text.lines().map(str::trim).find_map(|l| l.strip_prefix("tip: ")).map(str::to_string);
        let fault = Fault { message: message.to_string(), help, excerpt: None };
        return Output { format: Format::Json }.error(&Error::Request(fault));
    }
    let _ = error.print();
    1
}

/// The settings that the arguments ask for.
fn settings(set: &[String], eval: Option<&str>, backend: BackendArg) -> Result<Settings, Error> {
    let evaluation = eval.map(str::to_string);
    let mut settings = Settings { evaluation, backend: backend.into(), ..Settings::default() };
    for text in set {
        parse_setting(text, &mut settings.options)?;
    }
    Ok(settings)
}

/// The session that the arguments ask for: game, settings, position, moves.
fn open(file: &str, setup: &SetupArgs) -> Result<Opened, Error> {
    let settings = settings(&setup.set, setup.eval.as_deref(), setup.backend)?;
    Ok(open_game(file, &settings, setup.position.as_deref(), setup.moves.as_deref())?.into())
}

/// A session that says on standard error, in one line, what the interpreter runs although native code was asked for: at
/// once if it is all, else when it is known. Functions are compiled when they are first needed.
pub struct Opened {
    session: Session,
    said: Option<String>,
}

impl From<Session> for Opened {
    fn from(session: Session) -> Self {
        // A build without native code never promised any.
        if let (true, Some(note)) = (cfg!(feature = "jit"), &session.compiled().backend().note) {
            complain(&format!("note: the interpreter runs this game: {note}\n"));
        }
        Opened { session, said: None }
    }
}

impl Opened {
    /// Says what is not said yet.
    pub fn say(&mut self) {
        let parts = self.session.compiled().interpreted();
        if let Some(parts) = parts.filter(|parts| self.said.as_ref() != Some(parts)) {
            complain(&format!("note: the interpreter runs parts of this game: {parts}\n"));
            self.said = Some(parts);
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.say();
    }
}

impl Deref for Opened {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl DerefMut for Opened {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

/// Opens a game, sets up a position and plays moves from it.
///
/// # Errors
/// As [`Session::open`], or what is wrong with the position or the moves.
pub fn open_game(
    file: &str,
    settings: &Settings,
    position: Option<&str>,
    moves: Option<&str>,
) -> Result<Session, Error> {
    let mut session = Session::open(file, settings)?;
    if let Some(text) = position {
        session.set_position(text)?;
    }
    if let Some(text) = moves {
        session.play_all(text)?;
    }
    Ok(session)
}

/// The session that the arguments of `repl` ask for.
///
/// # Errors
/// What is wrong with them.
pub fn open_for_repl(args: &args::ReplArgs) -> Result<Option<Session>, Error> {
    let Some(file) = &args.file else {
        let none = args.set.is_empty() && args.position.is_none() && args.moves.is_none() && args.eval.is_none();
        return if none { Ok(None) } else { Err(Error::request("settings need a game").help("name it before them")) };
    };
    let settings = settings(&args.set, args.eval.as_deref(), args.backend)?;
    open_game(file, &settings, args.position.as_deref(), args.moves.as_deref()).map(Some)
}
