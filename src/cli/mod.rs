//! The command line: arguments in, an exit status out. Every command is a request to the session and a rendering of its
//! answer; no rules, no search, no formats of its own.

pub mod args;
mod bench;
mod check;
pub mod draw;
mod files;
pub mod interrupt;
mod output;
mod play;
mod position;
pub mod serve;
mod study;
pub mod study_args;
pub mod tune;

pub use args::{parse_clock, parse_duration};
pub use output::{complain, print};
pub use position::DEFAULT_TIME;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, FromArgMatches};

use args::{BackendArg, Cli, Command, Format, RulesArgs, SetupArgs, StartArgs};
use output::Output;

use crate::compile::Settings;
use crate::diag::nearest;
use crate::library;
use crate::render::{self, Style};
use crate::session::{Error, Fault, Form, Session, parse_setting};

/// Holds a conversation; given by the caller, since `repl` builds on this module.
pub type Converse = fn(Option<args::ReplArgs>) -> u8;

/// Runs the program and gives its exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>, converse: Converse) -> u8 {
    let arguments = joined(arguments);
    // Clap asks the environment in a way of its own.
    let color = if Style::terminal().color { ColorChoice::Auto } else { ColorChoice::Never };
    let mut command = Cli::command().color(color);
    let matches = command.try_get_matches_from_mut(&arguments);
    match matches.and_then(|matches| Cli::from_arg_matches(&matches).map_err(|e| e.format(&mut command))) {
        Ok(cli) => dispatch(cli.command, converse),
        Err(error) => misuse(error, &arguments),
    }
}

fn dispatch(command: Option<Command>, converse: Converse) -> u8 {
    interrupt::install();
    crate::learn::keep_in_files();
    crate::session::keep_tuning_in_files();
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
        Command::Merge(args) => study::merge(&args, output),
        Command::Book(args) => study::book(&args, output),
        Command::Tune(args) => tune::tune(&args, output),
        Command::Solve(args) => position::solve(&args, output),
        Command::Eval(args) => position::eval(&args, output),
        Command::Play(args) => play::play(&args, output),
        Command::Fmt(args) => files::fmt(&args, output),
        Command::Dump(args) => files::dump(&args, output),
        Command::Bench(args) => bench::bench(&args, output),
        Command::Games(args) => files::games(&args, output),
        Command::Draw(args) => draw::draw(&args),
        Command::Serve(args) => serve::serve(&args),
        Command::Repl(args) => Ok(converse(Some(args))),
    };
    result.unwrap_or_else(|error| output.error(&error))
}

fn format_of(command: &Command) -> Format {
    match command {
        Command::Check(a) => a.format.format,
        Command::Moves(a) => a.format.format,
        Command::Perft(a) => a.format.format,
        Command::Best(a) => a.format.format,
        Command::Trace(a) => a.format.plain(),
        Command::Match(a) => a.format.format.plain(),
        Command::Merge(a) => a.format.format,
        Command::Book(a) => a.format.format,
        Command::Tune(a) => a.format.format,
        Command::Solve(a) => a.format.format,
        Command::Eval(a) => a.format.format,
        Command::Play(a) => a.format.format.plain(),
        Command::Fmt(a) => a.format.format,
        Command::Dump(a) => a.format.format,
        Command::Bench(a) => a.format.format,
        Command::Games(a) => a.format.format,
        Command::Draw(a) if a.format == draw::PictureFormat::Json => Format::Json,
        Command::Draw(_) | Command::Serve(_) | Command::Repl(_) => Format::Text,
    }
}

/// A number below zero behind an option is the option's value, and the option says what is wrong with it; alone it would
/// be taken for an option itself.
fn joined(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        let negative = argument.to_str().and_then(|text| text.strip_prefix('-'));
        let negative = negative.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        match joined.last_mut() {
            Some(option)
                if negative
                    && option.to_str().is_some_and(|o| o.len() > 2 && o.starts_with("--") && !o.contains('=')) =>
            {
                option.push("=");
                option.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Help and version are answers; anything else that clap stops at is a wrong request.
fn misuse(mut error: clap::Error, arguments: &[OsString]) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // Clap knows whether the terminal has colours.
        return match error.print() {
            Ok(()) => 0,
            Err(_) => 2,
        };
    }
    // Nothing that begins with a hyphen is a file or a depth, also behind `--`.
    error.remove(ContextKind::Suggested);
    // What clap finds alike may be far from it.
    if let (Some(ContextValue::String(given)), Some(ContextValue::String(near))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg))
        && nearest(given, [near.as_str()]).is_none()
    {
        error.remove(ContextKind::SuggestedArg);
    }
    if let Some(tip) = meant(&error, arguments) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        error.remove(ContextKind::SuggestedSubcommand);
    }
    let json = arguments.windows(2).any(|w| w[0] == "--format" && w[1] == "json");
    if json || arguments.iter().any(|a| a == "--format=json") {
        let text = error.render().to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        let message = lines.join(" ");
        let message = message.trim_start_matches("error: ");
        let help = text.lines().map(str::trim).find_map(|l| l.strip_prefix("tip: ")).map(str::to_string);
        let fault = Fault { message: message.to_string(), help, excerpt: None };
        return Output { format: Format::Json }.error(&Error::Request(fault));
    }
    let _ = error.print();
    1
}

/// What a game in place of a command, or a move or a number behind the game, was meant for.
fn meant(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(given)) => Some(given.as_str()),
        _ => None,
    };
    if let Some(game) = given(ContextKind::InvalidSubcommand) {
        let known = library::find(game).is_some() || Path::new(game).is_file();
        return known
            .then(|| format!("a command goes before a game: `rulesmith play {game}`, `rulesmith repl {game}` …"));
    }
    let text = given(ContextKind::InvalidArg)?;
    let before = arguments.windows(2).find(|pair| pair[1] == text).and_then(|pair| pair[0].to_str());
    if let (Some(file), Ok(number)) = (before, text.trim_start_matches('#').parse::<usize>())
        && Form::named(Path::new(file)).is_some()
    {
        return Some(format!("game {number} of `{file}` is `{file}#{number}`"));
    }
    // `best chess 2s`, `best chess 5`
    if arguments.get(1).is_some_and(|command| command == "best") {
        if text.parse::<u32>().is_ok() {
            return Some(format!("so many plies are `--depth {text}`, seconds `--time {text}`"));
        }
        if parse_duration(text).is_ok() {
            return Some(format!("a time is given as `--time {text}`"));
        }
    }
    if text == "--depth" && arguments.get(1).is_some_and(|command| command == "solve") {
        return Some("what is solved is followed to its end: `--time` and `--nodes` bound it".to_string());
    }
    let like_a_move = text.starts_with(|c: char| c.is_alphabetic()) && text.contains(|c: char| c.is_ascii_digit());
    (like_a_move && !text.contains('=')).then(|| format!("moves are given as `--moves \"{text}\"`"))
}

/// The settings that the arguments ask for.
fn settings(rules: &RulesArgs, eval: Option<&str>) -> Result<Settings, Error> {
    let evaluation = eval.map(str::to_string);
    let mut settings = Settings { evaluation, backend: rules.backend.into(), ..Settings::default() };
    for text in &rules.set {
        parse_setting(text, &mut settings.options)?;
    }
    Ok(settings)
}

/// A session that says on standard error, in one line, what the interpreter runs although native code was asked for: at
/// once if it is all, else when it is known. Functions are compiled when they are first needed.
pub struct Opened {
    session: Session,
    said: Option<String>,
    /// What was said of the text of the position.
    noted: Vec<Fault>,
}

impl From<Session> for Opened {
    fn from(session: Session) -> Self {
        // A build without native code never promised any.
        if let (true, Some(note)) = (cfg!(feature = "jit"), &session.compiled().backend().note) {
            complain(&format!("note: the interpreter runs this game: {note}\n"));
        }
        for doubt in session.doubts() {
            let help = doubt.help.as_ref().map_or_else(String::new, |help| format!("  help: {help}\n"));
            complain(&format!("warning: {}\n{help}", doubt.message));
        }
        let mut opened = Opened { session, said: None, noted: Vec::new() };
        opened.note();
        opened
    }
}

impl Opened {
    /// Says how the text of the position was read, if that is not said yet.
    fn note(&mut self) {
        if self.noted != self.session.notes() {
            self.noted = self.session.notes().to_vec();
            let style = if std::io::stderr().is_terminal() { Style::terminal() } else { Style::PLAIN };
            self.noted.iter().for_each(|note| complain(&render::warning(note, style)));
        }
    }

    /// Says what is not said yet.
    pub fn say(&mut self) {
        self.note();
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

/// The session that the arguments ask for: game, settings, position, moves.
fn open(file: &str, start: &StartArgs, eval: Option<&str>) -> Result<Opened, Error> {
    match open_so_far(file, start, eval)? {
        (session, None) => Ok(session),
        (_, Some(error)) => Err(error),
    }
}

/// The same, but of a record with a move that can't be played the moves before it, with what is wrong. Nothing can be put
/// behind such moves.
fn open_so_far(file: &str, start: &StartArgs, eval: Option<&str>) -> Result<(Opened, Option<Error>), Error> {
    let (mut session, mut wrong) = Session::open_so_far(file, &settings(&start.rules, eval)?)?;
    if let Some(record) = &start.record {
        wrong.take().map_or(Ok(()), Err)?;
        wrong = session.replay_record(record)?;
    }
    if start.position.is_some() || start.moves.is_some() {
        wrong.take().map_or(Ok(()), Err)?;
        if let Some(text) = &start.position {
            session.set_position(text)?;
        }
        session.play_all(start.moves.as_deref().unwrap_or_default())?;
    }
    Ok((session.into(), wrong))
}

/// What is wrong with a record, and how much of it was kept.
pub fn so_far(session: &Session, error: &Error, style: Style) -> String {
    let kept = match session.played().count() {
        0 => "no move before it".to_string(),
        1 => "the move before it is played".to_string(),
        n => format!("the {n} moves before it are played"),
    };
    format!("{}{kept}\n", render::error(error, style))
}

/// The session that the arguments of `repl` ask for, and what is wrong with a record of which only the beginning was kept.
///
/// # Errors
/// What is wrong with them.
pub fn open_for_repl(args: &args::ReplArgs) -> Result<Option<(Opened, Option<Error>)>, Error> {
    let SetupArgs { start, eval } = &args.setup;
    let Some(file) = &args.file else {
        let rules = start.rules.set.is_empty() && start.rules.backend == BackendArg::Native;
        let none =
            rules && start.position.is_none() && start.record.is_none() && start.moves.is_none() && eval.is_none();
        return if none { Ok(None) } else { Err(Error::request("settings need a game").help("name it before them")) };
    };
    open_so_far(file, start, eval.as_deref()).map(Some)
}
