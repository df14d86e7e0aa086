//! Tuning: an evaluation made better by games of the engine against itself, and held against what was there.
//!
//! Rounds of games at growing numbers of positions a move; after each a fit of what the file and its rules suggest to
//! the results, and a short match that decides whether what came of it leads the next round. At the end a sequential test
//! against the evaluation that was there before.

mod block;
mod fitting;
mod games;
mod parts;
mod state;
mod terms;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::{Error, Loaded, Origin, Session, read_named, with_bases};
use crate::compile::AnyExecutor;
use crate::game::time::Instant;
use crate::game::{Position, Side};
use crate::rules::Term;
use crate::search::match_play::{Contestant, MatchSettings, Seat, Sprt, Tally, play_match_from};
use crate::search::{Limits, Options, Table as Memory, search_with};
use crate::source::Source;
use fitting::Table;
use parts::Share;
use state::{Line, State};
use terms::Candidates;

pub use games::{Job, Outcomes, play_all};
pub use parts::TunePart;
pub use state::keep_in_files;
pub use terms::Made;

/// Fewer games of a short match say nothing.
const FEW_GAMES: u32 = 12;
/// Positions a move in the first round; each round has twice as many.
const FIRST_NODES: u64 = 100;
/// Rounds.
const ROUNDS: u32 = 5;
/// After so many games it is clear whether they come to an end and to a winner.
const ENOUGH: usize = 60;
/// Games of the short match after a round.
const SHORT_MATCH: usize = 80;
/// A longer game of a match is drawn.
const MOST_PLIES: usize = 400;
/// The parts of the time that rounds have for games and for their short match; the last match has the rest.
const FOR_GAMES: f64 = 0.4;
const FOR_SHORT: f64 = 0.2;
/// The part of the time in which it is found how far to go, and how far that may be: the whole way from what was there to what
/// was found, or less. What was found says too much where games of few positions a move mislead.
const FOR_WAY: f64 = 0.2;
const WAYS: [f64; 3] = [1.0, 0.5, 0.25];
/// What must tell so many times as much for its cost as usual, for an evaluation of few terms.
const FEW_TERMS: f64 = 10.0;
/// In less time there are fewer rounds.
const SHORT: Duration = Duration::from_secs(240);

/// How to tune.
#[derive(Debug, Clone, PartialEq)]
pub struct TuneOptions {
    /// How long.
    pub time: Option<Duration>,
    /// Games against itself, and as many of the last match.
    pub games: Option<usize>,
    /// Positions a move in the last match.
    pub nodes: u64,
    /// Of the games.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Whether what an earlier run left is forgotten.
    pub fresh: bool,
    /// Files with parts that were played elsewhere ([`Session::tune_part`]). With any, nothing else that was left is looked at,
    /// and nothing is kept.
    pub after: Vec<String>,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    /// Games of a round, with how many positions a move.
    Games(u32, u64),
    /// The short match behind a round.
    Short(u32),
    /// The short matches that tell how far to go: so many hundredths of the way.
    Way(u32),
    /// The last match.
    Last,
}

/// Is told how tuning goes.
pub trait TuneWatch: Send {
    /// What is done, how many games of it, and what part of the whole is done.
    fn tuning(&mut self, phase: Phase, games: usize, part: f64);
    /// A round is over: how many positions there are, the points of what it found in its short match.
    fn round(&mut self, round: &TuneRound);
}

impl TuneWatch for () {
    fn tuning(&mut self, _: Phase, _: usize, _: f64) {}
    fn round(&mut self, _: &TuneRound) {}
}

/// A round.
#[derive(Debug, Clone, PartialEq)]
pub struct TuneRound {
    /// Which, from 1.
    pub round: u32,
    /// Positions a move.
    pub nodes: u64,
    /// Games so far.
    pub games: usize,
    /// Positions looked at so far.
    pub positions: usize,
    /// The short match of what it found against the best so far; none if there was none.
    pub tally: Option<Tally>,
    /// Whether it is the best from now on.
    pub better: bool,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// Games against itself, those that came to an end, those that somebody won; by the first player.
    pub games: usize,
    /// Those that came to an end.
    pub ended: usize,
    /// Those that somebody won.
    pub decided: usize,
    /// Those that the first player won.
    pub by_first: usize,
    /// Games that an earlier run had played.
    pub resumed: usize,
    /// Positions looked at.
    pub positions: usize,
    /// Rounds.
    pub rounds: Vec<TuneRound>,
    /// The evaluation that was found; none if it is the one that was there.
    pub made: Option<Made>,
    /// The items of the language that say it.
    pub block: String,
    /// The whole file with it.
    pub text: String,
    /// The last match, of what was found against what was there.
    pub tally: Tally,
    /// The log-likelihood ratio of its sequential test, its bounds and its answer.
    pub sprt: (f64, (f64, f64), Option<bool>),
    /// Positions a move in it: of what was found, and of what was there.
    pub nodes: [u64; 2],
    /// Whether it is better for certain.
    pub better: bool,
    /// Whether it was broken off.
    pub stopped: bool,
}

/// What games are played with.
struct Run<'s> {
    session: &'s Session,
    /// What was there.
    before: Vec<Term>,
    candidates: Candidates,
    options: &'s TuneOptions,
    start: Instant,
    stop: &'s AtomicBool,
    tuned: Tuned,
    seen: HashSet<(u32, u64)>,
    table: Table,
    /// Positions of games, to measure speed.
    states: Vec<Vec<u64>>,
    /// If only a part of a round is played.
    share: Option<Share<'s>>,
    part: Option<TunePart>,
}

/// How far to go, and to what: an evaluation that is tried.
struct Way {
    /// Of the whole way.
    part: f64,
    weights: Vec<f64>,
    terms: Vec<Term>,
    /// Positions a move: of it, and of what was there.
    nodes: [u64; 2],
    seed: u64,
    points: f64,
    games: f64,
}

impl Way {
    /// Its share of the points; none of its games say nothing.
    fn share(&self) -> f64 {
        (self.points + 0.5) / (self.games + 1.0)
    }
}

impl Session {
    /// Tunes the evaluation in use.
    ///
    /// # Errors
    /// What keeps it from being done: games without end or winner, a position that is decided, a file that can't be read.
    pub fn tune(&self, options: &TuneOptions, stop: &AtomicBool, watch: &mut dyn TuneWatch) -> Result<Tuned, Error> {
        let mut run = self.tuning(options, None, stop)?;
        run.rounds(watch)?;
        Ok(run.tuned)
    }

    /// Plays a part of the games of the round that comes after those of [`TuneOptions::after`]: the `shard.0`th (from 0) of
    /// `shard.1`. Each line of it is given to `write`; all parts of all rounds given to [`Session::tune`] come to what one run
    /// comes to. The number of games must be told.
    ///
    /// # Errors
    /// As [`Session::tune`]; parts that are missing, and that nothing is left to be played.
    pub fn tune_part(
        &self,
        options: &TuneOptions,
        shard: (usize, usize),
        stop: &AtomicBool,
        watch: &mut dyn TuneWatch,
        write: &mut (dyn FnMut(&str) + Send + Sync),
    ) -> Result<TunePart, Error> {
        let mut run = self.tuning(options, Some(Share::new(shard, write)), stop)?;
        run.rounds(watch)?;
        run.part.ok_or_else(|| {
            Error::request("all games of all rounds are played")
                .help("leave out `--shard`: `--after` alone tells what comes of them")
        })
    }

    fn tuning<'s>(
        &'s self,
        options: &'s TuneOptions,
        share: Option<Share<'s>>,
        stop: &'s AtomicBool,
    ) -> Result<Run<'s>, Error> {
        if options.time.is_some_and(|time| time.is_zero()) {
            return Err(Error::request("there is no time to tune in").help("some minutes do: `--time 5m`"));
        }
        if self.verdict()?.is_some() {
            return Err(Error::request("the game is over in this position: there is nothing to play"));
        }
        if self.compiled().is_derived() && self.loaded.settings.evaluation.is_some() {
            return Err(Error::request("`--eval` names an evaluation of the file that is to be tuned")
                .help("leave it out: what is derived plays a part anyway"));
        }
        self.refuse_solved(stop)?;
        let compiled = self.compiled();
        let before = self.loaded.playing(None, stop, &mut ()).terms().to_vec();
        let candidates = Candidates::of(compiled, &self.loaded.source, &self.loaded.settings);
        let table = Table::new(compiled, &candidates);
        let tuned = Tuned {
            games: 0,
            ended: 0,
            decided: 0,
            by_first: 0,
            resumed: 0,
            positions: 0,
            rounds: Vec::new(),
            made: None,
            block: String::new(),
            text: String::new(),
            tally: Tally::default(),
            sprt: (0.0, (0.0, 0.0), None),
            nodes: [options.nodes; 2],
            better: false,
            stopped: false,
        };
        let (seen, states, start) = (HashSet::new(), Vec::new(), Instant::now());
        let part = None;
        Ok(Run { session: self, before, candidates, options, start, stop, tuned, seen, table, states, share, part })
    }

    /// Where a few positions tell how the game goes, no evaluation makes it go better.
    fn refuse_solved(&self, stop: &AtomicBool) -> Result<(), Error> {
        let position = self.position();
        let limits = Limits::nodes(20_000);
        let report = search_with(&Memory::new(4), &position, &limits, &Options::default(), stop, &mut ());
        match report.proof {
            None => Ok(()),
            Some(_) => Err(Error::request(format!(
                "the engine sees this game to its end, in {} positions: an evaluation has nothing to add",
                report.nodes
            ))
            .help("`rulesmith solve` tells the result")),
        }
    }
}

impl Run<'_> {
    fn part(&self) -> f64 {
        self.options.time.map_or(0.0, |time| (self.start.elapsed().as_secs_f64() / time.as_secs_f64()).min(1.0))
    }

    /// Whether this part of the whole time is over.
    fn late(&self, part: f64) -> bool {
        self.options.time.is_some() && self.part() >= part
    }

    fn root<'g>(&self, game: &'g AnyExecutor) -> Position<'g, AnyExecutor> {
        self.session.position_of(game)
    }

    fn key(&self) -> u64 {
        let terms = self.before.iter().map(|term| format!("{} {};", term.weight, term.text)).collect::<String>();
        let text = format!("{terms}{:?}{}", self.session.position().state(), self.options.seed);
        self.session.compiled().key() ^ crate::compile::digest(text.bytes())
    }

    /// Where what is played is kept, what an earlier run left there, and the games of parts.
    fn known(&self) -> Result<(State, Vec<Line>, Vec<Outcomes>), Error> {
        let (key, options) = (self.key(), self.options);
        if self.share.is_none() && options.after.is_empty() {
            let (state, lines) = State::open(key, options.fresh);
            return Ok((state, lines, Vec::new()));
        }
        let games = options.games.ok_or_else(|| {
            Error::request("parts are of a number of games").help("say how many it is: `--games 2000`")
        })?;
        let words = self.session.compiled().game().state_words();
        let games = parts::read(&options.after, &parts::name(key), games, words)?;
        Ok((State::none(), Vec::new(), games))
    }

    fn rounds(&mut self, watch: &mut dyn TuneWatch) -> Result<(), Error> {
        let compiled = self.session.compiled();
        let (mut state, lines, parts) = self.known()?;
        let before = self.before.clone();
        let mut best = self.candidates.weights_of(&before);
        let mut changed = false;
        let mut first = 1;
        for line in lines {
            match line {
                Line::Game(game) => self.take(&game),
                Line::Round(round, weights, better) => {
                    first = round + 1;
                    if better {
                        let known: HashMap<String, f64> = weights.into_iter().collect();
                        let weight = |c: &terms::Candidate| known.get(&c.text).copied().unwrap_or(0.0);
                        best = self.candidates.all.iter().map(weight).collect();
                        changed = true;
                    }
                }
                Line::Head(_) => {}
            }
        }
        self.tuned.resumed = self.tuned.games;
        // A later run goes on where rounds are longest.
        let all = if self.options.time.is_some_and(|time| time < SHORT) { ROUNDS - 2 } else { ROUNDS };
        let rounds = first..first.max(all - 1) + 2;
        let many = rounds.len();
        for (number, round) in rounds.enumerate() {
            let nodes = FIRST_NODES << (round - 1).min(4);
            let terms = if changed { self.terms(&best) } else { before.clone() };
            let judge = compiled.judge(terms.clone());
            let each = (FOR_GAMES + FOR_SHORT) / many as f64;
            let until = each * number as f64 + FOR_GAMES / many as f64;
            // What comes of a round follows from its games and those before.
            parts.iter().filter(|game| game.job.round == round).for_each(|game| self.take(game));
            if self.share.is_some() {
                self.play_part(&*judge, round, nodes, many, watch)?;
                if self.part.is_some() {
                    return Ok(());
                }
            }
            self.play_round(&*judge, round, nodes, until, many, &mut state, watch)?;
            if self.stop.load(Relaxed) && self.tuned.games < ENOUGH {
                break;
            }
            self.refuse_untold()?;
            let found = self.table.fitted(&self.candidates, &best, 1.0);
            let mut told = TuneRound {
                round,
                nodes,
                games: self.tuned.games,
                positions: self.table.len(),
                tally: None,
                better: false,
            };
            if let Some(found) = found.filter(|found| self.candidates.made(found) != self.candidates.made(&best)) {
                let new = self.terms(&found);
                // A broken-off run keeps what its games say; it was not held against anything.
                let tally = self.short_match([&new, &terms], round, nodes, each * (number + 1) as f64, watch);
                // It rests on more games than what it is held against: it is taken unless it seems to lose. A few games say
                // nothing either way, and then what there was stays.
                let enough = tally.games() >= FEW_GAMES || self.stop.load(Relaxed);
                told.better = enough && tally.superiority() >= 0.3;
                told.tally = Some(tally);
                if told.better {
                    best = found;
                    changed = true;
                }
            }
            if !self.stop.load(Relaxed) {
                let weights = self.candidates.all.iter().zip(&best).filter(|(_, w)| **w != 0.0);
                let weights = weights.map(|(c, w)| (c.text.clone(), *w)).collect();
                state.write(&Line::Round(round, weights, told.better));
            }
            watch.round(&told);
            self.tuned.rounds.push(told);
            if self.stop.load(Relaxed) {
                break;
            }
        }
        self.tuned.positions = self.table.len();
        self.tuned.stopped = self.stop.load(Relaxed);
        if self.share.is_none()
            && let Some(best) = self.way(&best, &before, watch)
        {
            self.finish(&best, &before, watch)?;
        }
        Ok(())
    }

    fn terms(&self, weights: &[f64]) -> Vec<Term> {
        let made = self.candidates.made(weights);
        self.candidates.terms(self.session.compiled(), &made).unwrap_or_default()
    }

    /// Takes in a game.
    fn take(&mut self, game: &Outcomes) {
        if !self.seen.insert((game.job.round, game.job.game)) {
            return;
        }
        let tuned = &mut self.tuned;
        tuned.games += 1;
        tuned.ended += usize::from(game.result.is_some());
        tuned.decided += usize::from(game.result.is_some_and(|result| result != 0));
        tuned.by_first += usize::from(game.result == Some(1));
        if self.states.len() < 24 {
            self.states.extend(game.positions.first().map(|position| position.0.clone()));
        }
        self.table.add(game);
    }

    /// How many games a round has, and those that are not played yet.
    fn jobs(&self, round: u32, nodes: u64, many: usize) -> (usize, Vec<Job>) {
        let wanted = self.options.games.map_or(1_000_000, |games| games.div_ceil(many));
        let missing = (0..wanted as u64).filter(|&game| !self.seen.contains(&(round, game)));
        (wanted, missing.map(|game| Job { seed: self.options.seed, round, game, nodes }).collect())
    }

    /// Plays a part of a round, unless all its games are known.
    fn play_part(
        &mut self,
        judge: &AnyExecutor,
        round: u32,
        nodes: u64,
        many: usize,
        watch: &mut dyn TuneWatch,
    ) -> Result<(), Error> {
        let (wanted, jobs) = self.jobs(round, nodes, many);
        if jobs.is_empty() {
            return Ok(());
        }
        if jobs.len() < wanted {
            let what = format!("{} of {wanted} games of round {round} are missing", jobs.len());
            return Err(Error::request(what)
                .help(format!("give all parts of round {round} to `--after`, or none of them to play one again")));
        }
        let tuning = parts::name(self.key());
        let Some(share) = &mut self.share else { return Ok(()) };
        let jobs: Vec<Job> = jobs.into_iter().filter(|job| share.plays(job.game)).collect();
        share.begin(&tuning, self.options.games.unwrap_or(0), round);
        let root = self.session.position_of(judge);
        let mut played = 0;
        play_all(&root, &jobs, self.options.threads, self.stop, &mut |game| {
            played += 1;
            share.game(&game);
            watch.tuning(Phase::Games(round, nodes), played, played as f64 / jobs.len() as f64);
            true
        });
        let stopped = played < jobs.len();
        if !stopped {
            share.end();
        }
        self.part = Some(TunePart { round, rounds: many as u32, games: played, stopped });
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn play_round(
        &mut self,
        judge: &AnyExecutor,
        round: u32,
        nodes: u64,
        until: f64,
        many: usize,
        state: &mut State,
        watch: &mut dyn TuneWatch,
    ) -> Result<(), Error> {
        let (wanted, jobs) = self.jobs(round, nodes, many);
        let known = wanted - jobs.len();
        let root = self.root(judge);
        let mut played: Vec<Outcomes> = Vec::new();
        let mut broken = 0;
        let (start, options, ended) = (self.start, self.options, self.tuned.ended);
        let part = || options.time.map_or(0.0, |t| (start.elapsed().as_secs_f64() / t.as_secs_f64()).min(1.0));
        play_all(&root, &jobs, options.threads, self.stop, &mut |game| {
            broken += usize::from(game.result.is_none());
            state.write(&Line::Game(game.clone()));
            played.push(game);
            let counted = (known + played.len()) as f64 / wanted as f64;
            let by_games = (f64::from(round - 1) + counted) / many as f64 * (FOR_GAMES + FOR_SHORT);
            watch.tuning(Phase::Games(round, nodes), played.len(), part().max(by_games.min(1.0)));
            let endless = broken >= ENOUGH && broken == played.len() && ended == 0;
            !endless && (part() < until || options.time.is_none())
        });
        // The order in which they ended is a matter of luck.
        played.sort_by_key(|game| game.job.game);
        played.iter().for_each(|game| self.take(game));
        if played.is_empty() && !self.stop.load(Relaxed) && self.tuned.games == 0 && !self.late(until) {
            return Err(Error::request("no game can be played: the moves of a position can't be listed")
                .help("`rulesmith check FILE --play` tells where"));
        }
        Ok(())
    }

    /// Games without an end, without a winner, or with always the same one tell nothing.
    fn refuse_untold(&self) -> Result<(), Error> {
        let Tuned { games, ended, decided, by_first, .. } = self.tuned;
        if games == 0 {
            return Err(Error::request("no game came to an end in this time").help("take more: `--time 10m`"));
        }
        if ended == 0 {
            return Err(Error::request(format!("none of {games} games came to an end: results tell nothing"))
                .help("a clock or `draw when repeats 3` ends games: `rulesmith check FILE --play` tells more"));
        }
        if decided == 0 && games >= ENOUGH {
            return Err(Error::request(format!("nobody won any of {games} games: results tell nothing"))
                .help("begin from another position: `--position`, or `--moves`"));
        }
        if games >= ENOUGH && (by_first == 0 || by_first == games) {
            let winner = self.session.player(if by_first == 0 { Side::Second } else { Side::First });
            if decided == games {
                return Err(Error::request(format!("{winner} won all of {games} games: results tell nothing"))
                    .help("begin from a position that both can win: `--position`, or `--moves`"));
            }
        }
        Ok(())
    }

    /// A short match: is the new one at least as good?
    fn short_match(&self, terms: [&[Term]; 2], round: u32, nodes: u64, until: f64, watch: &mut dyn TuneWatch) -> Tally {
        let games = self.options.games.map_or(SHORT_MATCH, |games| (games / 8).clamp(10, SHORT_MATCH) & !1);
        self.contest(terms, [2 * nodes; 2], games, 7 * u64::from(round), None, until, &mut |games| {
            watch.tuning(Phase::Short(round), games, self.part());
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn contest(
        &self,
        terms: [&[Term]; 2],
        nodes: [u64; 2],
        games: usize,
        seed: u64,
        sprt: Option<Sprt>,
        until: f64,
        told: &mut (dyn FnMut(usize) + Send),
    ) -> Tally {
        let compiled = self.session.compiled();
        let judges = terms.map(|terms| compiled.judge(terms.to_vec()));
        let roots = [self.root(&*judges[0]), self.root(&*judges[1])];
        let options = Options { table_mib: 1, ..Options::default() };
        let contestants =
            nodes.map(|nodes| Contestant { nodes: Some(nodes), options: options.clone(), ..Contestant::default() });
        let seats = [0, 1].map(|i: usize| Seat { contestant: &contestants[i], root: &roots[i], other: None });
        let settings = MatchSettings {
            games,
            opening_plies: 6,
            seed: self.options.seed.wrapping_mul(1_000_003).wrapping_add(seed << 20),
            max_plies: MOST_PLIES,
            threads: self.options.threads,
            ..MatchSettings::default()
        };
        play_match_from(&seats, &[], &settings, self.stop, &mut |tally, _| {
            told(tally.games() as usize);
            let paired = tally.games() % 2 == 0;
            let decided = paired && sprt.is_some_and(|sprt| sprt.decision(tally).is_some());
            !decided && !self.late(until)
        })
    }

    /// Goes as far from what was there to what was found, to what all games say at once, to what can be said in few terms, or to what was
    /// guessed before anything was learned, as does best for its cost: by sequential halving (Karnin, Koren, Somekh 2013), short
    /// matches of all that may do, then of the better half, and so on. None where nothing differs from what was there.
    fn way(&self, best: &[f64], before: &[Term], watch: &mut dyn TuneWatch) -> Option<Vec<f64>> {
        let old = self.candidates.weights_of(before);
        if self.stop.load(Relaxed) {
            // What was broken off keeps what its games say.
            return Some(best.to_vec()).filter(|best| self.candidates.made(best) != self.candidates.made(&old));
        }
        let [all, few] = [1.0, FEW_TERMS].map(|times| self.table.fitted(&self.candidates, &old, times));
        let idle: Vec<bool> = (0..old.len()).map(|i| self.table.is_idle(&self.candidates, i)).collect();
        let telling = |weights: Vec<f64>| -> Vec<f64> {
            weights.into_iter().zip(&idle).map(|(weight, &idle)| if idle { 0.0 } else { weight }).collect()
        };
        // Without what is idle it plays as before.
        let mut known = vec![self.candidates.made(&telling(old.clone()))];
        let mut left: Vec<Way> = Vec::new();
        let guess = self.session.compiled().is_derived().then(|| self.session.compiled().candidates());
        let guess = guess.map(|terms| self.candidates.weights_of(&terms));
        for end in [Some(best), all.as_deref(), few.as_deref(), guess.as_deref()].into_iter().flatten() {
            let nodes = self.nodes(&self.terms(end), before);
            for part in WAYS {
                let weights = telling(end.iter().zip(&old).map(|(new, old)| old + part * (new - old)).collect());
                let made = self.candidates.made(&weights);
                if !known.contains(&made) {
                    known.push(made);
                    let seed = 90 + left.len() as u64;
                    left.push(Way { part, terms: self.terms(&weights), weights, nodes, seed, points: 0.0, games: 0.0 });
                }
            }
        }
        let stages = left.len().max(2).next_power_of_two().ilog2();
        let most = self.options.games.map_or(SHORT_MATCH, |games| (games / 8).clamp(10, SHORT_MATCH));
        for stage in 0..stages {
            // As much time for each stage, as many more games for each of the fewer ways.
            let games = (most >> (stages - 1 - stage)).max(4).next_multiple_of(2);
            let many = left.len();
            for (number, way) in left.iter_mut().enumerate() {
                let done = f64::from(stage) + (number + 1) as f64 / many as f64;
                let until = FOR_GAMES + FOR_SHORT + FOR_WAY * done / f64::from(stages);
                let seed = way.seed + 100 * u64::from(stage);
                let tally = self.contest([&way.terms, before], way.nodes, games, seed, None, until, &mut |games| {
                    watch.tuning(Phase::Way((way.part * 100.0) as u32), games, self.part());
                });
                way.games += f64::from(tally.games());
                way.points += tally.share() * f64::from(tally.games());
            }
            left.sort_by(|a, b| b.share().total_cmp(&a.share()));
            left.truncate(left.len().div_ceil(2));
        }
        left.into_iter().next().map(|way| way.weights)
    }

    /// Writes what was found, and holds it against what was there.
    fn finish(&mut self, best: &[f64], before: &[Term], watch: &mut dyn TuneWatch) -> Result<(), Error> {
        let session = self.session;
        let (source, origin) = (&session.loaded.source, &session.loaded.origin);
        let made = self.candidates.made(best);
        let written = session.compiled().written_evaluation();
        let place = written.as_ref().map(|w| w.0).filter(|place| source.is_own(*place));
        let name = session.compiled().evaluation_name().filter(|_| written.is_some());
        let block = block::block(&made, &self.candidates, name, block::part(source, place));
        let raw = match origin {
            Origin::File(path) => std::fs::read_to_string(path).unwrap_or_else(|_| source.text.clone()),
            _ => source.text.clone(),
        };
        let text = block::placed(&raw, place, &block);
        // It must say what was tuned: the text is read as any file is.
        let path = match origin {
            Origin::File(path) => path.clone(),
            _ => String::new(),
        };
        let again = with_bases(
            Source::new(source.name.clone(), text.trim_start_matches(block::BOM)),
            std::path::Path::new(&path),
        );
        let again = Loaded::compile(again, origin.clone(), session.loaded.settings.clone())?;
        let new = self.candidates.terms(session.compiled(), &made).unwrap_or_default();
        let (read, meant) =
            (session.compiled().judge(again.compiled.terms().to_vec()), session.compiled().judge(new.clone()));
        if let Some(state) = self.states.iter().find(|state| read.evaluate(state) != meant.evaluate(state)) {
            let text = session.compiled().position_text(state, 0);
            return Err(Error::request(format!("what was found can't be said in this file: it differs in `{text}`")));
        }
        let tuned = &mut self.tuned;
        (tuned.made, tuned.block, tuned.text) = (Some(made), block, text);
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let nodes = self.nodes(&new, before);
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let games = self.options.games.map_or(100_000, |games| games.max(20).div_ceil(2) * 2);
        let tally = self.contest([&new, before], nodes, games, 99, Some(sprt), 1.0, &mut |games| {
            watch.tuning(Phase::Last, games, self.part());
        });
        let tuned = &mut self.tuned;
        tuned.nodes = nodes;
        tuned.tally = tally;
        tuned.sprt = (sprt.llr(&tally), sprt.bounds(), sprt.decision(&tally));
        tuned.stopped = self.stop.load(Relaxed);
        let clear = tally.games() >= 20 && tally.elo().low > 0.0;
        tuned.better = tuned.sprt.2 == Some(true) || tuned.sprt.2.is_none() && clear;
        Ok(())
    }

    /// Positions a move of the last match, and of those that tell how far to go.
    fn nodes(&self, new: &[Term], before: &[Term]) -> [u64; 2] {
        let nodes = self.options.nodes;
        if self.options.time.is_some() { [self.weighed(new, before, nodes), nodes] } else { [nodes; 2] }
    }

    /// As many positions for a move as the one evaluation sees in the time in which the other sees so many.
    fn weighed(&self, new: &[Term], before: &[Term], nodes: u64) -> u64 {
        let compiled = self.session.compiled();
        let judges = [new, before].map(|terms| compiled.judge(terms.to_vec()));
        let mut cost = [0.0; 2];
        for state in self.states.iter().rev().take(8) {
            // Of each the quickest of some times, in turns: what else the machine does must say nothing. The first time is for their
            // code to be made.
            let mut least = [f64::INFINITY; 2];
            for turn in 0..4 {
                for who in 0..2 {
                    let memory = Memory::new(1);
                    let position = Position::new(&*judges[who], state);
                    let limits = Limits::nodes(2 * nodes);
                    let start = Instant::now();
                    let report = search_with(&memory, &position, &limits, &Options::default(), self.stop, &mut ());
                    if turn > 0 {
                        least[who] = least[who].min(start.elapsed().as_secs_f64() / report.nodes.max(1) as f64);
                    }
                }
            }
            (0..2).for_each(|who| cost[who] += least[who]);
        }
        // Not more than the other: that it is quicker must not be what it wins by.
        let rate = if cost[0] > 0.0 { (cost[1] / cost[0]).clamp(0.1, 1.0) } else { 1.0 };
        (nodes as f64 * rate).round().max(1.0) as u64
    }
}

/// Refuses to write where nothing can be written, before hours are spent.
///
/// # Errors
/// Why not.
pub fn refuse_unwritable(session: &Session) -> Result<(), Error> {
    match &session.loaded.origin {
        Origin::File(path) => {
            let known = std::fs::metadata(path).ok();
            if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
                return Err(Error::Environment(super::Fault::new(format!(
                    "can't write `{path}`: it may only be read"
                )))
                .help("let another file hold what is found: `--out my.game`"));
            }
            read_named(path, "").map(|_| ())
        }
        origin => {
            let what = if *origin == Origin::Text { "standard input" } else { "a shipped game" };
            Err(Error::request(format!("`--write` writes into the file, and this is {what}"))
                .help("let a file hold what is found: `--out my.game`"))
        }
    }
}
