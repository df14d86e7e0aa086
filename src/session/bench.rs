//! How fast a game runs: each figure measured for about the time that is asked for. And a number that says whether the
//! search still does what it did: see [`SIGNATURE`].

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Error, Loaded, Session};
use crate::compile::{AnyExecutor, Settings};
use crate::game::perft::{Leaves, PerftObserver, PerftOptions, perft};
use crate::game::time::Instant;
use crate::game::{MoveList, Overflow, Playout, Position};
use crate::rng::Rng;
use crate::search::{self, Limits, Options, Table};

/// What to measure, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchOptions {
    /// About so long for each figure.
    pub time_per_figure: Duration,
}

/// What was measured; a figure is missing if it was stopped or the position has nothing to measure.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// What ran it.
    pub backend: &'static str,
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// From text to the first list of moves, the median.
    pub load: Option<Duration>,
    /// Perft leaves a second, the last ply counted.
    pub counted: Option<f64>,
    /// Perft leaves a second, each made.
    pub made: Option<f64>,
    /// Perft leaves a second, each made and judged.
    pub judged: Option<f64>,
    /// Evaluations a second, of positions from random games.
    pub evaluations: Option<f64>,
    /// Random games a second.
    pub random_games: Option<f64>,
    /// Plies of random games a second.
    pub random_plies: Option<f64>,
    /// Search nodes a second, on one thread.
    pub search: Option<f64>,
}

/// Random games are cut off after so many plies.
const LONGEST_GAME: u32 = 2_000;
/// A game is first tried for so many.
const FIRST_PLIES: u32 = 16;
/// A figure is tried so often at most before it is measured.
const MOST_WARMING: usize = 5;
/// So many plies of random games between two looks at the clock.
const BETWEEN_LOOKS: u64 = 500;
/// So many positions are evaluated in turn: more than a processor could remember the way through.
const EVALUATED: usize = 256;

impl Session {
    /// Measures the game from the position now.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn bench(&self, options: BenchOptions, stop: &AtomicBool) -> Result<Figures, Error> {
        let mut position = self.position();
        let (game, time) = (position.game(), options.time_per_figure);
        let name = self.compiled().backend().backend.name();
        self.compiled().eager();
        let code_bytes = self.compiled().code().bytes;
        let mut figures = Figures { backend: name, code_bytes, ..Figures::default() };
        figures.load = self.load_time(time, stop);
        if position.ending()?.is_none() {
            let leaves = |leaves: Leaves| warmed(time, |time| perft_rate(&position, leaves, time, stop));
            figures.counted = leaves(Leaves::Counted)?;
            figures.made = leaves(Leaves::Made)?;
            figures.judged = leaves(Leaves::Judged)?;
            let longest = plies_in(game, position.state(), time)?;
            let state = position.state();
            figures.evaluations = warmed(time, |time| evaluations(game, state, longest, time, stop))?;
            (figures.random_games, figures.random_plies) =
                warmed(time, |time| random_games(game, state, longest, time, stop))?;
            figures.search = warmed(time, |time| Ok(search_rate(&position, time, stop)))?;
        }
        Ok(figures)
    }

    fn load_time(&self, time: Duration, stop: &AtomicBool) -> Option<Duration> {
        let loaded = self.loaded();
        let began = Instant::now();
        let mut times = Vec::new();
        while times.len() < 3 || (times.len() < 101 && began.elapsed() < time) {
            if stopped(stop) {
                return None;
            }
            let (source, origin) = (loaded.source.clone(), loaded.origin.clone());
            let started = Instant::now();
            let again = Loaded::compile(source, origin, loaded.settings.clone());
            // Code is compiled when it is first asked for.
            if let Ok(again) = &again {
                let game = again.compiled.game();
                let _ = black_box(game.generate(&game.initial(), &mut MoveList::new(game.move_words())));
            }
            times.push(started.elapsed());
            drop(black_box(again));
        }
        times.sort_unstable();
        Some(times[times.len() / 2])
    }
}

/// Measures for parts of the time until one takes no longer than it should, then once more: what is compiled when it is
/// first needed, at one depth or the next, is compiled by then.
fn warmed<T>(time: Duration, measure: impl Fn(Duration) -> Result<T, Overflow>) -> Result<T, Overflow> {
    for _ in 0..MOST_WARMING {
        let began = Instant::now();
        measure(time / 10)?;
        if began.elapsed() < time / 5 {
            break;
        }
    }
    measure(time)
}

fn stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Counts leaves until the time is over, and knows how many there were at its last look at the clock.
struct Meter<'s> {
    /// The user's wish.
    stop: &'s AtomicBool,
    /// Ends the count.
    enough: &'s AtomicBool,
    began: Instant,
    time: Duration,
    /// Leaves of finished depths.
    finished: u64,
    /// Leaves and time at the last look.
    seen: (u64, Duration),
    /// Leaves of the depth before, and when it was done.
    before: (u64, Duration),
    first_moves: usize,
    /// No deeper: there the tree grows thin.
    deepest: u32,
}

impl PerftObserver for Meter<'_> {
    fn depth_done(&mut self, depth: u32, leaves: u64) {
        self.finished += leaves;
        let now = self.began.elapsed();
        self.seen = (self.finished, now);
        let took = now.saturating_sub(self.before.1);
        let growth = leaves as f64 / self.before.0.max(1) as f64;
        // Clocks are read between first moves only, so the work below one must not take much longer than there is time.
        let next = took.as_secs_f64() * growth / self.first_moves.max(1) as f64;
        let thins = depth > 1 && leaves < self.before.0;
        if thins {
            self.deepest = depth - 1;
        }
        let left = self.time.saturating_sub(now).as_secs_f64();
        if thins || next > left + 0.05 || stopped(self.stop) {
            self.enough.store(true, Ordering::Relaxed);
        }
        self.before = (leaves, now);
    }

    fn progress(&mut self, _: u32, _: usize, all: usize, leaves: u64) {
        self.first_moves = all;
        let now = self.began.elapsed();
        self.seen = (self.finished + leaves, now);
        if now >= self.time || stopped(self.stop) {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

/// Leaves a second over whole and partial counts of growing depth.
fn perft_rate(
    position: &Position<'_, AnyExecutor>,
    leaves: Leaves,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<f64>, Overflow> {
    // What it needs is compiled before the clock runs.
    perft(position, PerftOptions { leaves, ..PerftOptions::plies(1) }, stop, &mut ())?;
    let began = Instant::now();
    let (mut found, mut spent, mut deepest) = (0, Duration::ZERO, 60);
    while found == 0 || began.elapsed() < time {
        let enough = AtomicBool::new(false);
        let mut meter = Meter {
            stop,
            enough: &enough,
            began: Instant::now(),
            time: time.saturating_sub(began.elapsed()),
            finished: 0,
            seen: (0, Duration::ZERO),
            before: (1, Duration::ZERO),
            first_moves: 1,
            deepest,
        };
        perft(position, PerftOptions { leaves, ..PerftOptions::plies(deepest) }, &enough, &mut meter)?;
        if stopped(stop) {
            return Ok(None);
        }
        found += meter.seen.0;
        spent += meter.seen.1;
        deepest = meter.deepest;
        if meter.seen.0 == 0 {
            break;
        }
    }
    Ok((found > 0).then(|| found as f64 / spent.as_secs_f64().max(1e-9)))
}

/// How many plies of a random game take a part of this time, up to [`LONGEST_GAME`].
fn plies_in(game: &AnyExecutor, start: &[u64], time: Duration) -> Result<u32, Overflow> {
    let mut playout = Playout::new(game);
    let mut most = FIRST_PLIES;
    // What it needs is compiled before the clock runs.
    playout.play(start, 2, &mut Rng::new(1))?;
    loop {
        let began = Instant::now();
        playout.play(start, most, &mut Rng::new(1))?;
        if most >= LONGEST_GAME || began.elapsed() > time / 16 {
            return Ok(most.min(LONGEST_GAME));
        }
        most *= 2;
    }
}

/// Positions from random games: always the same, unless there is no time for so many.
fn samples(
    game: &AnyExecutor,
    start: &[u64],
    longest: u32,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Vec<Vec<u64>>, Overflow> {
    let (began, mut rng) = (Instant::now(), Rng::new(1));
    let mut playout = Playout::new(game);
    let longest = playout.play(start, longest, &mut rng)?.max(1);
    let mut samples = Vec::with_capacity(EVALUATED);
    while samples.is_empty() || samples.len() < EVALUATED && began.elapsed() < time && !stopped(stop) {
        let plies = rng.below(longest as usize) as u32;
        playout.play(start, plies, &mut rng)?;
        samples.push(playout.state().to_vec());
    }
    Ok(samples)
}

fn evaluations(
    game: &AnyExecutor,
    start: &[u64],
    longest: u32,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<f64>, Overflow> {
    let samples = samples(game, start, longest, time, stop)?;
    let (began, mut calls) = (Instant::now(), 0);
    while !stopped(stop) {
        for state in &samples {
            black_box(game.evaluate(black_box(state)));
        }
        calls += samples.len();
        let spent = began.elapsed();
        if spent >= time {
            return Ok(Some(calls as f64 / spent.as_secs_f64()));
        }
    }
    Ok(None)
}

/// Games and plies a second, of games of `longest` plies at most; no games where there is no time for a whole one.
fn random_games(
    game: &AnyExecutor,
    start: &[u64],
    longest: u32,
    time: Duration,
    stop: &AtomicBool,
) -> Result<(Option<f64>, Option<f64>), Overflow> {
    let mut rng = Rng::new(1);
    let mut playout = Playout::new(game);
    let (began, mut games, mut plies, mut seen) = (Instant::now(), 0_u32, 0, 0);
    while !stopped(stop) {
        let played = playout.play(start, longest, &mut rng)?;
        plies += u64::from(played);
        games += u32::from(played < longest || longest == LONGEST_GAME);
        // Reading the clock takes as long as a short game.
        let work = plies + u64::from(games);
        if longest == LONGEST_GAME && work - seen < BETWEEN_LOOKS {
            continue;
        }
        seen = work;
        let spent = began.elapsed();
        if spent >= time {
            let rate = |n: f64| Some(n / spent.as_secs_f64().max(1e-9));
            return Ok((rate(f64::from(games)).filter(|_| games > 0), rate(plies as f64)));
        }
    }
    Ok((None, None))
}

fn search_rate(position: &Position<'_, AnyExecutor>, time: Duration, stop: &AtomicBool) -> Option<f64> {
    let options = Options::default();
    let mut table = Table::new(options.table_mib);
    let deadline = Instant::now() + time;
    let (mut nodes, mut seconds) = (0, 0.0);
    // A game that is solved before the time is over is solved again.
    while !stopped(stop) {
        // The table is as good as new, and its memory at hand: getting that is no part of the figure.
        table.clear();
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let report = search::search_with(&table, position, &limits, &options, stop, &mut ());
        nodes += report.nodes;
        seconds += report.seconds;
        if Instant::now() >= deadline || report.nodes == 0 {
            return (nodes > 0).then(|| nodes as f64 / seconds.max(1e-9));
        }
        // Clearing a large table takes longer than a short search, and leaves nothing at hand for the next.
        table = Table::with_buckets((report.nodes as usize).min(table.buckets()));
    }
    None
}

/// The searches whose nodes are counted: the shipped games, each to a depth that takes a moment.
pub const SIGNATURE: [(&str, u32); 12] = [
    ("amazons", 1),
    ("breakthrough", 6),
    ("chess", 3),
    ("connect-four", 8),
    ("english-draughts", 6),
    ("go", 1),
    ("gomoku", 2),
    ("hex", 2),
    ("international-draughts", 5),
    ("nine-mens-morris", 3),
    ("othello", 5),
    ("tic-tac-toe", 9),
];

/// The nodes of each search of [`SIGNATURE`].
pub type Signature = Vec<(&'static str, u64)>;

/// Searches the shipped games to fixed depths on one thread; none if it was stopped. The counts depend on the rules, the
/// evaluation and the search alone: not on the machine, the time or the back end.
///
/// # Errors
/// If a shipped game does not load.
pub fn signature(stop: &AtomicBool) -> Result<Option<Signature>, Error> {
    let mut counts = Vec::new();
    for (name, depth) in SIGNATURE {
        let loaded = Loaded::open(name, &Settings::default())?;
        let position = Position::initial(loaded.compiled.game());
        let report = search::search(&position, &Limits::depth(depth), &Options::default(), stop, &mut ());
        if stopped(stop) {
            return Ok(None);
        }
        counts.push((name, report.nodes));
    }
    Ok(Some(counts))
}
