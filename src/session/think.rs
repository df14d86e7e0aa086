//! Best moves and exact values, with moves as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::view::points;
use super::{Basis, Error, Fault, Session, Thinker};
use crate::compile::AnyExecutor;
use crate::game::time::Instant;
use crate::game::{Overflow, Position};
use crate::search::match_play::{PROCEDURE_DEPTH, Way, at_random};
use crate::search::mcts::{Growth, grow_tree};
use crate::search::opponent::{Mind, swindle};
use crate::search::textbook::{Algorithm, TraceError, choose};
use crate::search::value::{Meaning, is_decisive, meaning, proof_of};
use crate::search::{
    self, Book, Ended, GaveUp, Iteration, Method, Observer, Proof, SolveObserver, SolveOptions, TimeControl, Verdict,
};

/// What part of the time for a move may go into learning the evaluation, before the first.
const LEARNING: f64 = 0.6;

/// When to stop thinking; the first that is reached counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// A share of a clock, rather than a time.
    pub clock: Option<TimeControl>,
}

/// A proved result for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither can do better.
    Draw,
}

impl Proved {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Proved::Win => "win",
            Proved::Loss => "loss",
            Proved::Draw => "draw",
        }
    }
}

/// What thinking found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thought {
    /// The best move; none if the game is over.
    pub best: Option<String>,
    /// For the player to move, in units of the evaluation; proved results lie beyond ±1,000,000.
    pub score: i32,
    /// What is proved, if anything.
    pub outcome: Option<Proved>,
    /// How far away a proved win or loss is.
    pub plies_to_end: Option<u32>,
    /// In games with a score: the margin for the player to move, in points; proved if there is an `outcome`, else that at the
    /// end of the line.
    pub margin: Option<f64>,
    /// The last finished depth.
    pub depth: u32,
    /// Where none was finished, how many of the moves had been looked at, of how many: the best of these is the answer, or, if
    /// none had been, just the first.
    pub looked_at: Option<(usize, usize)>,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The line it expects, the best move first.
    pub line: Vec<String>,
    /// The best lines in order where several were asked for, the first included.
    pub lines: Vec<ThoughtLine>,
    /// What an opponent who errs makes of the move, where one was thought of.
    pub swindled: Option<Swindled>,
    /// Why it looked no deeper, where that is a position whose moves can't be listed.
    pub halted: Option<Fault>,
    /// What the score rests on.
    pub basis: Basis,
    /// Whether the move comes from an opening book: then nothing was searched.
    pub from_book: bool,
    /// Whether it was stopped before what was asked for was reached.
    pub stopped: bool,
}

impl Thought {
    /// With the first move of the line for the best one, and the time since `start`.
    fn named(self, start: Instant) -> Thought {
        Thought { best: self.line.first().cloned(), elapsed: start.elapsed(), ..self }
    }
}

/// What an opponent who errs makes of a move.
#[derive(Debug, Clone, PartialEq)]
pub struct Swindled {
    /// The opponent, as it is written.
    pub opponent: String,
    /// What to expect of the move: 1 for a win, -1 for a loss; an estimate counts for less than half of a win. In scored games,
    /// where it is exact, the margin in points. None where there was nothing to choose.
    pub expected: Option<f64>,
    /// Whether all that can be reached was looked at.
    pub exact: bool,
    /// How many moves were in the choice.
    pub candidates: usize,
    /// In a lost position how many of the opponent's replies keep the win, of how many.
    pub saving: Option<(usize, usize)>,
}

/// One of several lines.
#[derive(Debug, Clone, PartialEq)]
pub struct ThoughtLine {
    /// For the player to move.
    pub score: i32,
    /// What is proved, if anything.
    pub outcome: Option<Proved>,
    /// How far away a proved win or loss is.
    pub plies_to_end: Option<u32>,
    /// In games with a score: the margin for the player to move, in points; proved if there is an `outcome`, else that at the
    /// end of the line.
    pub margin: Option<f64>,
    /// The moves.
    pub line: Vec<String>,
}

/// The exact value of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// For the player to move; none if it was stopped before it knew.
    pub value: Option<Proved>,
    /// In games with a score: the margin for the player to move, in points.
    pub score: Option<f64>,
    /// What the player to move reaches at least, as far as that is known.
    pub at_least: Option<Proved>,
    /// What the player to move reaches at most, as far as that is known.
    pub at_most: Option<Proved>,
    /// Why the method gave up by itself and what to do instead, if it did.
    pub gave_up: Option<Fault>,
    /// Plies to the end under best play, where the method counts them.
    pub plies_to_end: Option<u32>,
    /// Optimal play.
    pub line: Vec<String>,
    /// How it was found, in a word or two.
    pub method: &'static str,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// Is told of every finished depth.
pub trait Watch {
    /// What is known now.
    fn thought(&mut self, thought: &Thought);
    /// What is known of the depth that was just told of: the best lines so far, in order, where several were asked for.
    fn lines(&mut self, lines: &[ThoughtLine]) {
        let _ = lines;
    }
    /// The evaluation is being learned: so many quick games of so many have been played.
    fn learning(&mut self, played: usize, all: usize) {
        let _ = (played, all);
    }
}

/// Looks away.
impl Watch for () {
    fn thought(&mut self, _: &Thought) {}
}

struct Relay<'a> {
    session: &'a Session,
    position: &'a Position<'a, AnyExecutor>,
    watch: &'a mut dyn Watch,
    /// Those of the depth that is being searched.
    lines: Vec<ThoughtLine>,
}

impl Observer for Relay<'_> {
    fn iteration(&mut self, iteration: &Iteration) {
        let line = self.session.line_text(self.position, &iteration.line.moves);
        let (outcome, plies_to_end, margin) = self.session.proved(iteration.line.proof, iteration.line.score);
        if iteration.rank == 1 {
            self.lines.clear();
        }
        let score = iteration.line.score;
        self.lines.push(ThoughtLine { score, outcome, plies_to_end, margin, line: line.clone() });
        if iteration.rank != 1 {
            return self.watch.lines(&self.lines);
        }
        self.watch.thought(&Thought {
            best: line.first().cloned(),
            score: iteration.line.score,
            outcome,
            plies_to_end,
            margin,
            depth: iteration.depth,
            looked_at: None,
            nodes: iteration.nodes,
            elapsed: Duration::from_secs_f64(iteration.seconds),
            line,
            lines: Vec::new(),
            swindled: None,
            halted: None,
            from_book: false,
            stopped: false,
            basis: Basis::Known,
        });
    }
}

impl Session {
    /// Looks for the best move with the engine as it is.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn think(&self, limits: Limits, stop: &AtomicBool, watch: &mut dyn Watch) -> Result<Thought, Error> {
        self.think_with(&Thinker::limited(limits), None, stop, watch)
    }

    /// Looks for the best move in some way, in the book first. (The evaluation is that of the session.)
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn think_with(
        &self,
        thinker: &Thinker,
        book: Option<&Book>,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<Thought, Error> {
        let start = Instant::now();
        let position = self.position();
        if let Some(record) = book.and_then(|book| book.best(&position)) {
            let line = self.line_text(&position, &[record]);
            return Ok(Thought { line, from_book: true, ..Thought::default() }.named(start));
        }
        let spare = match (thinker.limits.time, thinker.limits.clock) {
            (Some(time), _) => Some(time.mul_f64(LEARNING)),
            (None, Some(clock)) => Some(clock.left / 10),
            (None, None) => None,
        };
        let spare = spare.into_iter().chain(thinker.learning).min();
        let playing = self.loaded().playing(spare.and_then(|spare| start.checked_add(spare)), stop, watch);
        let position = self.position_of(playing.game());
        if let Way::Textbook(algorithm) = thinker.way {
            let depth = thinker.limits.depth.unwrap_or(PROCEDURE_DEPTH);
            return self.follow(&position, algorithm, depth, start, stop);
        }
        let time = match thinker.limits.clock {
            Some(clock) => clock.limits(),
            None => {
                let deadline = thinker.limits.time.and_then(|time| start.checked_add(time));
                search::Limits { deadline, ..search::Limits::default() }
            }
        };
        let limits = search::Limits { depth: thinker.limits.depth, nodes: thinker.limits.nodes, ..time };
        let mut relay = Relay { session: self, position: &position, watch, lines: Vec::new() };
        let options = &thinker.options;
        let table = self.recall.table(&self.loaded, playing, options, &thinker.limits);
        if !matches!(thinker.way, Way::Engine | Way::Mcts(_)) {
            let found = match thinker.level() {
                Some(level) => level.play(&position, &limits, options, stop),
                None => at_random(&position, thinker.seed).map(|record| (record, 0, 0)),
            };
            let Some((record, score, nodes)) = found else { return Ok(Thought::default().named(start)) };
            let line = self.line_text(&position, &[record]);
            return Ok(Thought { score, nodes, line, ..Thought::default() }.named(start));
        }
        let (report, swindled) = match (thinker.way, &thinker.opponent) {
            (Way::Mcts(playout), _) => {
                let growth = Growth { playout, seed: thinker.seed };
                (grow_tree(&position, &limits, options, growth, stop), None)
            }
            (_, None) => {
                (search::search_twice(&table, &position, &limits, options, thinker.secondary, stop, &mut relay), None)
            }
            (_, Some(opponent)) => {
                let other = self.with_evaluation(opponent.evaluation.as_deref())?;
                let judge = other.as_ref().map_or(playing, |other| other.playing(None, stop, &mut ()));
                let mut mind = Mind::new(opponent.model, judge.game());
                let position = self.position_of(playing.game());
                // One lifetime for both readings of the game.
                let chosen = (&mut mind, thinker.swindle);
                let (report, swindled) = swindle(&table, &position, chosen, &limits, options, stop, &mut relay);
                let swindled = swindled.map(|swindled| Swindled {
                    opponent: opponent.text(),
                    expected: swindled.expected,
                    exact: swindled.exact,
                    candidates: swindled.candidates,
                    saving: swindled.saving,
                });
                (report, swindled)
            }
        };
        let halted = match report.ended {
            // Of this position itself no move is known.
            Ended::Overflow(overflow) if report.best.is_none() => {
                return Err(Error::Request(self.unlisted(&self.position(), overflow)));
            }
            Ended::Overflow(overflow) => Some(further_on(overflow)),
            _ => None,
        };
        let (outcome, plies_to_end, margin) = self.proved(report.proof, report.score);
        let lines = if options.multi_pv > 1 { report.lines.as_slice() } else { &[] };
        let line = |line: &search::Line| {
            let (outcome, plies_to_end, margin) = self.proved(line.proof, line.score);
            let moves = self.line_text(&position, &line.moves);
            ThoughtLine { score: line.score, outcome, plies_to_end, margin, line: moves }
        };
        Ok(Thought {
            best: report.best.as_ref().map(|record| self.compiled().move_text(position.state(), record)),
            score: report.score,
            outcome,
            plies_to_end,
            margin,
            depth: report.depth,
            looked_at: report.looked_at,
            nodes: report.nodes,
            elapsed: Duration::from_secs_f64(report.seconds),
            line: self.line_text(&position, &report.line),
            lines: lines.iter().map(line).collect(),
            swindled,
            halted,
            basis: self.loaded().basis(),
            from_book: false,
            stopped: stop.load(std::sync::atomic::Ordering::Relaxed),
        })
    }

    /// What a textbook procedure would play.
    fn follow(
        &self,
        position: &Position<'_, AnyExecutor>,
        algorithm: Algorithm,
        depth: u32,
        start: Instant,
        stop: &AtomicBool,
    ) -> Result<Thought, Error> {
        let chosen = choose(position, algorithm, depth, stop).map_err(|error| match error {
            TraceError::Overflow(overflow) => Error::from(overflow),
            _ => Error::Environment(Fault::new(error.to_string()).help("take a smaller depth")),
        })?;
        // At full width a won or lost value is a proof: every leaf behind it is an ending. So is that of a game that is over.
        let over = chosen.line.is_empty() && self.verdict()?.is_some();
        let scored = position.game().score_scale().is_some();
        let proof = (over || is_decisive(chosen.value)).then(|| proof_of(chosen.value, scored));
        let (outcome, plies_to_end, margin) = self.proved(proof, chosen.value);
        let line = self.line_text(position, &chosen.line);
        let (score, nodes) = (chosen.value, chosen.nodes);
        Ok(Thought { score, outcome, plies_to_end, margin, depth, nodes, line, ..Thought::default() }.named(start))
    }

    /// Finds the exact value of the position, however long it takes or within `time`.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn solve(&self, time: Option<Duration>, stop: &AtomicBool) -> Result<Solution, Error> {
        let limits = Limits { time, ..Limits::default() };
        self.solve_with(limits, &SolveOptions::default(), stop, &mut ())
    }

    /// Finds the exact value of the position in some way, within a time or so many nodes.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn solve_with(
        &self,
        limits: Limits,
        options: &SolveOptions,
        stop: &AtomicBool,
        observer: &mut dyn SolveObserver,
    ) -> Result<Solution, Error> {
        let position = self.position();
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let limits = search::Limits { deadline, nodes: limits.nodes, ..search::Limits::default() };
        if let Some(Err(why)) = options.method.map(|method| search::applies(position.game(), method)) {
            let message = format!("that method does not apply here: {why}");
            return Err(Error::request(message).help("leave `--method` out, or take `--method alpha-beta`"));
        }
        if options.shortest && position.game().score_scale().is_some() {
            return Err(Error::request("`--shortest` has no effect: this game ends by a score, not by a win alone")
                .help("leave `--shortest` out"));
        }
        let solved = search::solve(&position, &limits, options, stop, observer);
        let halted = match solved.ended {
            Ended::Overflow(overflow) => {
                self.records()?;
                Some(further_on(overflow))
            }
            _ => None,
        };
        let known = |verdict: Option<Verdict>| match verdict {
            None => (None, None),
            Some(Verdict::Win) => (Some(Proved::Win), None),
            Some(Verdict::Loss) => (Some(Proved::Loss), None),
            Some(Verdict::Draw) => (Some(Proved::Draw), None),
            Some(Verdict::Margin(margin)) => self.by_margin(margin),
        };
        let (value, score) = known(solved.verdict);
        Ok(Solution {
            value,
            score,
            at_least: known(solved.at_least).0,
            at_most: known(solved.at_most).0,
            gave_up: halted.or(solved.gave_up.map(gave_up)),
            plies_to_end: solved.distance,
            line: self.line_text(&position, &solved.line),
            method: match solved.method {
                Method::Rules => "the rules",
                Method::ShortWin => "short wins",
                Method::Exhaustion => "exhaustion",
                Method::AlphaBeta => "alpha-beta",
                Method::ProofNumber => "proof numbers",
            },
            nodes: solved.nodes,
            elapsed: Duration::from_secs_f64(solved.seconds),
        })
    }

    /// Moves as text along a line.
    pub(super) fn line_text(&self, position: &Position<'_, AnyExecutor>, records: &[Vec<u64>]) -> Vec<String> {
        let mut position = position.clone();
        let mut texts = Vec::with_capacity(records.len());
        for record in records {
            texts.push(self.compiled().move_text(position.state(), record));
            position.make(record);
        }
        texts
    }

    /// A proof in a user's terms: the result, its distance, its margin in points. Without a proof the margin that the line
    /// ends with, if it ends the game.
    fn proved(&self, proof: Option<Proof>, score: i32) -> (Option<Proved>, Option<u32>, Option<f64>) {
        match proof {
            None => match meaning(score) {
                Meaning::Margin(margin) => (None, None, self.by_margin(margin).1),
                _ => (None, None, None),
            },
            Some(Proof::Win(plies)) => (Some(Proved::Win), Some(plies), None),
            Some(Proof::Loss(plies)) => (Some(Proved::Loss), Some(plies), None),
            Some(Proof::Draw) => (Some(Proved::Draw), None, None),
            Some(Proof::Margin(margin)) => {
                let (result, points) = self.by_margin(margin);
                (result, None, points)
            }
        }
    }

    /// A margin for the player to move as a result, and in points.
    fn by_margin(&self, margin: i32) -> (Option<Proved>, Option<f64>) {
        let result = match margin.signum() {
            1 => Proved::Win,
            -1 => Proved::Loss,
            _ => Proved::Draw,
        };
        (Some(result), Some(points(margin, self.compiled().game().score_scale())))
    }
}

/// What is said where the moves of a position behind this one can't be listed.
fn further_on(overflow: Overflow) -> Fault {
    Fault::new(format!("it stopped at a position further on: {overflow}")).help(overflow.advice())
}

/// In a user's words.
fn gave_up(why: GaveUp) -> Fault {
    let otherwise = "leave `--method` out, or take `--method alpha-beta`";
    match why {
        GaveUp::TooMany => {
            Fault::new("exhaustion stopped at its bound: more positions can be reached than it holds").help(otherwise)
        }
        GaveUp::NoWin => Fault::new("no win was found, and proof numbers prove no draw where positions can come back")
            .help(otherwise),
        GaveUp::TooLong => Fault::new("a line is longer than can be followed"),
    }
}
