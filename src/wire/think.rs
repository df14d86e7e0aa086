//! Verbs for which the engine thinks.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use super::ask::Ask;
use super::{Desk, Lines};
use crate::game::Side;
use crate::game::time::Instant;
use crate::render;
use crate::search::SolveOptions;
use crate::session::{Error, Limits, Session, Thinker, Thought, ThoughtLine, TimeControl, Watch, Way};

/// How long it thinks where nothing else is said.
const TIME: Duration = Duration::from_secs(1);
/// Clocks show no more.
const LONGEST_GAME: Duration = Duration::from_secs(24 * 3600);
/// How long it may take where only depth or positions are bounded.
const MOST: Duration = Duration::from_secs(600);
/// The table of a search: many run side by side.
const TABLE_MIB: usize = 16;
/// The most lines.
const MOST_LINES: u64 = 10;

/// Tells of what is known so far, not more often than one can read.
struct Relay<'a, 'l> {
    session: &'a Session,
    lines: &'a mut Lines<'l>,
    /// What moves of lines are called that were told already.
    known: HashMap<Vec<String>, String>,
    learned: Option<Instant>,
    /// What was told last.
    last: Thought,
}

impl<'a, 'l> Relay<'a, 'l> {
    /// A thought as the wire has it.
    fn value(&mut self, thought: &Thought) -> Value {
        let mut value = render::json::best(thought);
        value["best"] = json!(thought.best);
        value["shown"] = json!(self.session.customary_line(&thought.line, &mut self.known));
        for (at, line) in thought.lines.iter().enumerate() {
            value["lines"][at]["shown"] = json!(self.session.customary_line(&line.line, &mut self.known));
        }
        value
    }

    fn new(session: &'a Session, lines: &'a mut Lines<'l>) -> Self {
        Relay { session, lines, known: HashMap::new(), learned: None, last: Thought::default() }
    }
}

impl Watch for Relay<'_, '_> {
    fn thought(&mut self, thought: &Thought) {
        self.last = thought.clone();
        let value = self.value(thought);
        self.lines.progress(&value);
    }

    fn lines(&mut self, lines: &[ThoughtLine]) {
        let mut thought = self.last.clone();
        thought.lines = lines.to_vec();
        self.thought(&thought);
    }

    fn learning(&mut self, played: usize, all: usize) {
        let due = self.learned.is_none_or(|last| last.elapsed() > Duration::from_millis(100));
        if due {
            self.learned = Some(Instant::now());
            self.lines.progress(&json!({ "learning": [played, all] }));
        }
    }
}

/// What the player's clock shows, and what a move adds to it.
fn clock(ask: &Ask) -> Result<Option<TimeControl>, Error> {
    let increment = ask.time("increment_ms")?;
    let Some(left) = ask.number("clock_ms", 0, LONGEST_GAME.as_millis() as u64)?.map(Duration::from_millis) else {
        return match increment {
            Some(_) => Err(super::ask::missing("clock_ms")),
            None => Ok(None),
        };
    };
    if ask.field("time_ms").is_some() {
        return Err(Error::request("`time_ms` and `clock_ms` don't go together").help("leave one of them out"));
    }
    Ok(Some(TimeControl { left, increment: increment.unwrap_or_default() }))
}

/// The engine as a request wants it.
fn thinker(desk: &Desk, ask: &Ask) -> Result<Thinker, Error> {
    let time = ask.time("time_ms")?;
    let depth = ask.number("depth", 1, 1000)?.map(|depth| depth as u32);
    let nodes = ask.number("nodes", 1, u64::MAX >> 1)?;
    let bounded = time.is_some() || depth.is_some() || nodes.is_some();
    let time = time.unwrap_or(if bounded { MOST } else { TIME });
    let mut thinker = Thinker::limited(Limits { depth, nodes, time: Some(time), clock: None });
    if let Some(level) = ask.number("level", 1, 10)? {
        thinker.set("level", &level.to_string()).map_err(Error::Request)?;
        thinker.seed = ask.number("seed", 0, u64::MAX >> 11)?.unwrap_or(0);
        // The others have limits of their own.
        if level < 10 {
            thinker.limits = Limits::default();
        }
    }
    thinker.learning = desk.patience();
    if let Some(clock) = clock(ask)? {
        // Nobody's clock runs down while the game is learned.
        thinker.learning = thinker.learning.into_iter().chain([clock.left / 10]).min();
        match thinker.level() {
            Some(level) if level.number < 10 => {
                // Those that are the engine with less to spend heed the clock, too; the others are quick.
                if let Some(nodes) = level.nodes() {
                    thinker.way = Way::Engine;
                    thinker.limits = Limits { nodes: Some(nodes), clock: Some(clock), ..Limits::default() };
                }
            }
            _ => thinker.limits = Limits { depth, nodes, time: None, clock: Some(clock) },
        }
    }
    thinker.options.table_mib = TABLE_MIB;
    thinker.options.multi_pv = ask.number("lines", 1, MOST_LINES)?.unwrap_or(1) as usize;
    Ok(thinker)
}

pub(super) fn think(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let session = ask.session(desk.game(ask)?)?.recalling(&desk.recall);
    let thinker = thinker(desk, ask)?;
    let stop = lines.stop;
    let mut relay = Relay::new(&session, lines);
    let thought = session.think_with(&thinker, None, stop, &mut relay)?;
    Ok(relay.value(&thought))
}

/// Learns the evaluation where it is derived, as long as one waits for it.
fn learn(desk: &Desk, session: &Session, stop: &AtomicBool, lines: &mut Lines<'_>) {
    match desk.patience() {
        Some(time) => session.learn_within(time, stop, &mut Relay::new(session, lines)),
        None => session.learn(stop, &mut Relay::new(session, lines)),
    }
}

pub(super) fn evaluate(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let session = ask.session(desk.game(ask)?)?;
    let stop = lines.stop;
    learn(desk, &session, stop, lines);
    let (score, terms) = session.evaluation()?;
    Ok(render::json::eval(score, &terms, session.loaded().grounds().as_ref()))
}

/// What the engine thinks of each position of a game, for the first player.
pub(super) fn graph(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let (mut session, moves) = ask.begin(desk.game(ask)?)?;
    let time = ask.time("time_ms")?.unwrap_or(Duration::from_millis(50));
    let mut thinker = Thinker::limited(Limits { time: Some(time), ..Limits::default() });
    thinker.options.table_mib = TABLE_MIB;
    let stop = lines.stop;
    learn(desk, &session, stop, lines);
    let mut scores: Vec<Option<i32>> = Vec::new();
    for ply in 0..=moves.len() {
        if lines.stopped() {
            break;
        }
        let score = score(&session, &thinker, lines)?;
        lines.progress(&json!({ "ply": ply, "score": score }));
        scores.push(score);
        if let Some(text) = moves.get(ply) {
            session.play(text)?;
        }
    }
    Ok(json!({ "scores": scores }))
}

/// For the first player; of a game that is over what a proved result is worth.
fn score(session: &Session, thinker: &Thinker, lines: &mut Lines<'_>) -> Result<Option<i32>, Error> {
    if let Some(verdict) = session.verdict()? {
        let first = session.player(Side::First);
        let sign = verdict.winner.as_ref().map_or(0, |winner| if *winner == first { 1 } else { -1 });
        return Ok(Some(sign * crate::search::value::MATE));
    }
    let thought = session.think_with(thinker, None, lines.stop, &mut ())?;
    let sign = if session.position().mover() == Side::First { 1 } else { -1 };
    Ok(thought.best.map(|_| sign * thought.score))
}

pub(super) fn solve(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let session = ask.session(desk.game(ask)?)?;
    let time = Some(ask.time("time_ms")?.unwrap_or(Duration::from_secs(10)));
    let limits = Limits { time, ..Limits::default() };
    let solution = session.solve_with(limits, &SolveOptions::default(), lines.stop, &mut ())?;
    let mut value = render::json::solve(&solution);
    value["shown"] = json!(session.customary_line(&solution.line, &mut HashMap::new()));
    Ok(value)
}
