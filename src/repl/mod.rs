//! A conversation about a game.
//!
//! [`Repl::step`] is a function from a line to an [`Effect`]; the line editor and the pipe in `shell` are thin shells
//! round it. A command that fails, or has a bug, leaves the session as it was.

mod command;
mod editor;
mod help;
mod shell;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub use shell::run;

use command::Command;

use crate::cli::DEFAULT_TIME;
use crate::cli::Opened;
use crate::compile::{Answer, Settings};
use crate::diag::{Diagnostic, counted, nearest};
use crate::draw;
use crate::game::perft::PerftOptions;
use crate::library;
use crate::render::{self, Style};
use crate::rules::OptionValue;
use crate::search::match_play::MatchSettings;
use crate::search::textbook::{Algorithm, Order, render_text};
use crate::session::{
    Contest, Error, Fault, Form, Limits, Reloaded, Session, Thinker, Thought, Watch, traced, write_whole,
};

/// How long a trace may be; the rest is folded.
const TRACE_LINES: usize = 40;

/// What a line leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// What to show.
    pub text: String,
    /// Whether the line could not be obeyed, or not all of it.
    pub failed: bool,
    /// How much of the text, from its start, says why: the rest is an answer.
    complaint: usize,
    /// Whether the conversation is over.
    pub quit: bool,
}

impl Effect {
    fn text(text: impl Into<String>) -> Effect {
        Effect { text: text.into(), failed: false, complaint: 0, quit: false }
    }

    fn complaint(text: String) -> Effect {
        Effect { complaint: text.len(), failed: true, ..Effect::text(text) }
    }

    /// What is wrong, and the answer.
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_at(self.complaint)
    }
}

/// A conversation.
pub struct Repl {
    session: Option<Opened>,
    /// A file that could not be loaded when the conversation began: `reload` tries it again.
    wanted: Option<String>,
    style: Style,
    /// Whether to tell of every finished depth while a search runs.
    live: bool,
}

/// Tells a person at the terminal how far a search has come.
struct Live(bool);

impl Watch for Live {
    fn thought(&mut self, thought: &Thought) {
        if self.0 {
            crate::cli::print(&format!("{}\n", render::thought_line(thought)));
        }
    }

    fn learning(&mut self, played: usize, all: usize) {
        if self.0 && played == 1 {
            crate::cli::print(&format!("learning an evaluation from up to {all} quick games\n"));
        }
    }
}

impl Repl {
    /// A conversation that begins with a session, or with none.
    pub fn new(session: Option<Session>, style: Style) -> Repl {
        Repl { session: session.map(Opened::from), wanted: None, style, live: false }
    }

    /// The session, if a game is loaded.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_deref()
    }

    /// Obeys a line. `stop` stops what takes long.
    pub fn step(&mut self, line: &str, stop: &AtomicBool) -> Effect {
        // Commands change the session only by their last step, so a panic leaves it whole.
        let effect = catch_unwind(AssertUnwindSafe(|| self.obey(line, stop)));
        self.session.iter_mut().for_each(Opened::say);
        match effect {
            Ok(Ok(effect)) => effect,
            Ok(Err(error)) => Effect::complaint(self.complaint(&error)),
            Err(panic) => {
                let what = panic.downcast_ref::<String>().map(String::as_str);
                let what = what.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no more is known");
                let fault = Fault::new(format!("this is a bug in rulesmith: {what}"))
                    .help("the game goes on as it was; please report the bug with the line that you typed");
                Effect::complaint(render::fault(&fault, self.style))
            }
        }
    }

    fn complaint(&self, error: &Error) -> String {
        match error {
            // A query is one line: its messages need no frame.
            Error::File(report) if report.source.name == "query" => report
                .diagnostics
                .iter()
                .map(|d| {
                    let excerpt = crate::session::Excerpt { text: report.source.text.clone(), span: d.span };
                    let fault = Fault { message: d.message.clone(), help: asked(d), excerpt: Some(excerpt) };
                    render::fault(&fault, self.style)
                })
                .collect(),
            _ => render::error(error, self.style),
        }
    }

    fn obey(&mut self, line: &str, stop: &AtomicBool) -> Result<Effect, Error> {
        let command = command::parse(line).map_err(Error::Request)?;
        let width = self.style.width;
        let text = match command {
            Command::Nothing => String::new(),
            Command::Quit => return Ok(Effect { quit: true, ..Effect::text("") }),
            Command::Help(topic) => help::help(topic.as_deref()).map_err(Error::Request)?,
            Command::Games(words) if words.is_empty() => render::columns(&library::names().collect::<Vec<_>>(), width),
            Command::Games(words) => {
                let all = crate::session::all_games();
                let found = crate::session::find_games(&all, &words)?;
                render::games(&found.iter().map(|entry| entry.game).collect::<Vec<_>>(), width)
            }
            Command::Load { file, options } => {
                let backend = self.session.as_ref().map(|s| s.loaded().settings.backend).unwrap_or_default();
                let settings = Settings { options, evaluation: None, backend };
                return self.open(&file, &settings);
            }
            Command::Reload if self.session.is_none() && self.wanted.is_some() => {
                let file = self.wanted.clone().unwrap_or_default();
                return self.open(&file, &Settings::default());
            }
            Command::Reload => {
                let before = self.loaded()?.played().count();
                let report = self.loaded()?.reload()?;
                format!("read again{}{}\n", kept(&report, before), self.warned()) + &self.scene()?
            }
            Command::Set(options) => {
                let session = self.loaded()?;
                let mut settings = session.loaded().settings.clone();
                settings.options.extend(options);
                let before = session.played().count();
                let report = session.set(settings)?;
                format!("set{}\n", kept(&report, before)) + &self.scene()?
            }
            Command::Options => self.options()?,
            Command::Eval(name) => {
                let session = self.loaded()?;
                let before = session.loaded().settings.clone();
                let chosen = name.is_some();
                if chosen {
                    session.set(Settings { evaluation: name, ..before.clone() })?;
                }
                session.learn(stop, &mut ());
                let value = session.evaluation();
                if value.is_err() && chosen {
                    session.set(before)?;
                }
                let (score, terms) = value?;
                render::evaluation(score, &terms, &session.to_move(), session.loaded().grounds().as_ref())
            }
            Command::Save(path) => {
                self.loaded()?.save(Path::new(&path))?;
                format!("saved as {path}\n")
            }
            Command::Draw(path) => {
                let svg = draw::draw(self.loaded()?, &draw::Options::default());
                write_whole(Path::new(&path), &svg)?;
                format!("drawn as {path}\n")
            }
            Command::Record(form) => {
                let form = match form.as_str() {
                    "" => Form::Record,
                    name => Form::named(Path::new(&format!("a.{name}"))).ok_or_else(|| {
                        Error::request(format!("`{name}` is no form of records"))
                            .help("write `record`, `record pgn`, `record pdn` or `record sgf`")
                    })?,
                };
                self.loaded()?.record(form)?
            }
            Command::New => {
                self.loaded()?.restart();
                self.scene()?
            }
            Command::Board => {
                let scene = self.scene()?;
                render::legend(&self.loaded()?.board(&[])) + &scene
            }
            Command::Position(None) => format!("{}\n", self.loaded()?.position_text()),
            Command::Position(Some(text)) => {
                self.loaded()?.set_position(&text)?;
                self.scene()?
            }
            Command::Moves(prefix) => self.moves(&prefix)?,
            Command::Undo(n) => self.back_and_forth(n, "there is no move to take back", Session::undo)?,
            Command::Redo(n) => self.back_and_forth(n, "there is no move to play again", Session::redo)?,
            Command::Best(limits) => {
                let limits =
                    if limits == Limits::default() { Limits { time: Some(DEFAULT_TIME), ..limits } } else { limits };
                let mut live = Live(self.live);
                let session = self.loaded()?;
                render::thought(&session.think(limits, stop, &mut live)?, session.verdict()?.as_ref())
            }
            Command::Trace(name, depth) => {
                let algorithm = name.as_deref().map_or(Ok(Algorithm::AlphaBeta), traced).map_err(Error::Request)?;
                let trace = self.loaded()?.trace(algorithm, depth.unwrap_or(2), Order::Generated, None, stop)?;
                render_text(&trace, TRACE_LINES)
            }
            Command::Solve(time) => {
                let session = self.loaded()?;
                render::solution(&session.solve(time, stop)?, &session.to_move())
            }
            Command::Match { a, b, games } => self.contest([&a, &b], games, stop)?,
            Command::Perft { depth, divide } => {
                let result = self.loaded()?.perft(PerftOptions::plies(depth), stop, &mut ())?;
                render::perft(&result, divide)
            }
            Command::Query(text) => self.query(&text)?,
            Command::Play(text) => {
                self.play(&text)?;
                self.scene()?
            }
        };
        Ok(Effect::text(text))
    }

    /// Loads a game or a record, of which only the beginning may be good.
    fn open(&mut self, file: &str, settings: &Settings) -> Result<Effect, Error> {
        let (session, wrong) = match by_rules(file) {
            Some((rules, record)) => {
                let mut session = Session::open(rules, settings)?;
                let wrong = session.replay_record(record)?;
                (session, wrong)
            }
            None => Session::open_so_far(file, settings)?,
        };
        let wrong = wrong.map(|error| crate::cli::so_far(&session, &error, self.style)).unwrap_or_default();
        self.session = Some(session.into());
        let (complaint, failed) = (wrong.len(), !wrong.is_empty());
        Ok(Effect { failed, complaint, ..Effect::text(wrong + &self.welcome()) })
    }

    /// The session; without one there is nothing to ask.
    fn loaded(&mut self) -> Result<&mut Session, Error> {
        self.session.as_deref_mut().ok_or_else(|| {
            Error::request("no game is loaded")
                .help("`load chess` loads a shipped game, `load my.game` a file; `games` lists them")
        })
    }
}

/// What is said of a mistake in a question: what to write into a file is of no use there.
fn asked(mistake: &Diagnostic) -> Option<String> {
    let meaning = || mistake.help.as_deref().is_some_and(|help| help.starts_with("give it a meaning"));
    match mistake.code {
        "history-inside" => Some("a question is about the position alone, not about the game before it".to_string()),
        "unknown-name" if meaning() => Some("`help queries` tells what can be asked".to_string()),
        _ => mistake.help.clone(),
    }
}

/// `my.game x.pgn`: rules and a record that is read by them, where no file has that name.
fn by_rules(text: &str) -> Option<(&str, &str)> {
    let (rules, record) = text.rsplit_once(' ')?;
    let file = record.rsplit_once('#').map_or(record, |(file, _)| file);
    (!Path::new(text).exists() && Form::named(Path::new(file)).is_some()).then(|| (rules.trim_end(), record))
}

/// What became of the moves when the rules were read again.
fn kept(report: &Reloaded, before: usize) -> String {
    let mut text = String::new();
    if let Some(why) = &report.start_lost {
        text += &format!("; the position it began with is not possible any more: {why}");
    }
    match &report.stopped {
        Some((at, why)) => text += &format!("; {} of {before} moves kept, then `{at}`: {why}", report.kept),
        None if before > 0 => text += &format!(", {} kept", counted(before, "move", "moves")),
        None => {}
    }
    text
}

// What commands show.
impl Repl {
    /// The board, and who is to move or how the game ended. A position whose moves can't be listed is still one: why is
    /// said below it.
    fn scene(&mut self) -> Result<String, Error> {
        let session = self.loaded()?;
        let board = render::board(&session.board(&[]));
        Ok(match session.verdict() {
            Ok(Some(verdict)) => board + &render::over(&verdict),
            Ok(None) => format!("{board}{} to move\n", session.to_move()),
            Err(error) => board + &self.complaint(&error),
        })
    }

    /// What is shown when a game has been loaded.
    fn welcome(&mut self) -> String {
        self.wanted = None;
        let warned = self.warned();
        let Some(session) = &self.session else { return String::new() };
        let legend = render::legend(&session.board(&[]));
        let head = format!("{}{warned}\n{legend}", session.compiled().name());
        head + &self.scene().unwrap_or_default()
    }

    fn warned(&self) -> String {
        match self.session.as_ref().map_or(0, |s| s.warnings().len()) {
            0 => String::new(),
            n => format!(" ({}: see `rulesmith check`)", counted(n, "warning", "warnings")),
        }
    }

    fn options(&mut self) -> Result<String, Error> {
        let compiled = self.loaded()?.compiled();
        let mut text = String::new();
        for OptionValue { name, value, range } in compiled.options() {
            let range = range.map_or(String::new(), |range| format!(" in {range}"));
            text += &format!("  {name} = {value}{range}\n");
        }
        let evaluations = compiled.evaluations();
        if !evaluations.is_empty() {
            text += &format!("  evaluations: {}\n", evaluations.join(", "));
        }
        Ok(if text.is_empty() { "  this game has no options\n".to_string() } else { text })
    }

    fn moves(&mut self, prefix: &str) -> Result<String, Error> {
        let width = self.style.width;
        let session = self.loaded()?;
        let mut moves = session.moves()?;
        moves.retain(|text| text.starts_with(prefix));
        Ok(match session.verdict()? {
            Some(verdict) => render::over(&verdict),
            None if moves.is_empty() => format!("no move begins with `{prefix}`\n"),
            None => render::columns(&moves, width),
        })
    }

    /// A match from the position; at a terminal every game is told as it ends.
    fn contest(&mut self, settings: [&str; 2], games: usize, stop: &AtomicBool) -> Result<String, Error> {
        let live = self.live;
        let session = self.loaded()?;
        let [a, b] = settings.map(Thinker::parse);
        let thinkers = [a.map_err(Error::Request)?, b.map_err(Error::Request)?];
        let contest = Contest { settings: MatchSettings { games, ..MatchSettings::default() }, ..Contest::default() };
        let result = session.contest([&thinkers[0], &thinkers[1]], &contest, stop, &mut |game, tally| {
            if live {
                crate::cli::print(&format!("{}\n", render::contest_line(game, tally)));
            }
        })?;
        Ok(render::contest(&result, settings, session.compiled().players().pair()))
    }

    fn back_and_forth(
        &mut self,
        times: usize,
        nothing: &str,
        step: fn(&mut Session) -> Option<String>,
    ) -> Result<String, Error> {
        let session = self.loaded()?;
        let texts: Vec<String> = (0..times).map_while(|_| step(session)).collect();
        if texts.is_empty() {
            return Err(Error::request(nothing));
        }
        Ok(format!("{}\n{}", texts.join(" "), self.scene()?))
    }

    fn query(&mut self, text: &str) -> Result<String, Error> {
        let session = self.loaded()?;
        if session.query(text).is_err() && session.read(text).is_ok() {
            let error = Error::request(format!("`{text}` is a move, and `?` asks for a value"));
            return Err(error.help(format!("`{text}` alone plays it")));
        }
        Ok(match session.query(text)? {
            Answer::Number(number) => format!("{number}\n"),
            Answer::Truth(truth) => format!("{}\n", if truth { "yes" } else { "no" }),
            Answer::Region(sites) => {
                let names: Vec<&str> =
                    sites.iter().map(|&s| session.compiled().topology().cells[s].name.as_str()).collect();
                let count = match names.len() {
                    0 => "no cells\n".to_string(),
                    1 => format!("1 cell: {}\n", names[0]),
                    n => format!("{n} cells: {}\n", names.join(" ")),
                };
                render::board(&session.board(&sites)) + &count
            }
        })
    }

    /// Plays what is no command; if it is no move either, says what it comes nearest to.
    fn play(&mut self, text: &str) -> Result<(), Error> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let Some(session) = &mut self.session else {
            return Err(neither(word, &format!("`{word}` is not a command"), "`help` lists the commands"));
        };
        // One word may be several moves: `f5d6c3`.
        let nodes = crate::notation::sgf::looks_like_nodes(text);
        let result = match word == text && !nodes {
            true => session.play_typed(text).or_else(|_| session.play(text).map(drop)),
            false => session.play_all(text),
        };
        result.map_err(|error| match error {
            Error::Request(_) if !nodes && !session.is_like_a_move(word) => {
                let what = format!("`{word}` is neither a command nor a legal move");
                if word != text && session.query(text).is_ok() {
                    return Error::request(what).help(format!("`? {text}` asks what it is"));
                }
                neither(word, &what, "`help` lists the commands, `moves` the moves")
            }
            error => error,
        })
    }
}

/// What other programs call `best`.
const ELSEWHERE: &[&str] = &["analyse", "analyze", "depth", "go", "search", "think"];

fn neither(word: &str, what: &str, otherwise: &str) -> Error {
    if ELSEWHERE.contains(&word) {
        return Error::request(what).help("the best move is found by `best`, `best 6` (plies) or `best 5s`");
    }
    match nearest(word, command::names()) {
        Some(near) => Error::request(what).help(format!("did you mean `{near}`?")),
        None => Error::request(what).help(otherwise),
    }
}
