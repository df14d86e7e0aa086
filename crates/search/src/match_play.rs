//! Games between two settings of the engine, and what their results say about strength.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::mcts::{Growth, grow_tree};
use super::opponent::{Level, Mind, Model, swindle};
use super::secondary::search_twice;
use super::table::record_hash;
use super::textbook::{Algorithm, choose};
use super::{Book, Limits, Options, Table, TimeControl};
use crate::game::time::Instant;
use crate::game::{Game, Outcome, Position, Side};
use crate::rng::Rng;

/// Results of the first of two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games with one opening by the points that they gave: none, half a point, … two. The games of a pair are not
    /// independent of each other: an opening that is good for one side gives a win and a loss.
    pub pairs: [u32; 5],
}

/// A difference in strength on Elo's scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The estimate; infinite if one side took every point.
    pub difference: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Tally {
    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1; one half without games.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games())
    }

    /// The independent results with how often each came up: pairs, by their points a game, or games if more than a last one are
    /// without a pair.
    fn samples(&self) -> Vec<(f64, f64)> {
        let paired = 2 * self.pairs.iter().sum::<u32>();
        if paired > 0 && paired + 1 >= self.games() {
            return self.pairs.iter().zip(0u8..).map(|(&n, points)| (f64::from(points) / 4.0, f64::from(n))).collect();
        }
        [(1.0, self.wins), (0.5, self.draws), (0.0, self.losses)].map(|(x, n)| (x, f64::from(n))).to_vec()
    }

    /// The difference in strength that the results suggest.
    pub fn elo(&self) -> Elo {
        let (samples, mean) = (self.samples(), self.share());
        let n = samples.iter().map(|sample| sample.1).sum::<f64>().max(1.0);
        let variance = samples.iter().map(|(x, count)| count / n * (x - mean).powi(2)).sum::<f64>();
        // Where every game went the same way the results have no variance of their own: a third of one is taken to have
        // gone otherwise, so that a few wins in a row don't look like certainty.
        let least = (1.0 / 3.0) * (n - 1.0 / 3.0) / (n * n);
        let margin = 1.959_964 * (variance.max(least.min(0.25)) / n).sqrt();
        Elo { difference: elo_of_share(mean), low: elo_of_share(mean - margin), high: elo_of_share(mean + margin) }
    }

    /// The probability that the first player is the stronger one, given what was not split evenly.
    pub fn superiority(&self) -> f64 {
        let samples = self.samples();
        let sum = |power: i32| samples.iter().map(|(x, n)| n * (x - 0.5).powi(power)).sum::<f64>();
        if sum(2) == 0.0 { 0.5 } else { normal(sum(1) / sum(2).sqrt()) }
    }

    /// Counts a game.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Won => self.wins += 1,
            GameResult::Drawn => self.draws += 1,
            GameResult::Lost => self.losses += 1,
        }
    }

    /// Tells of two games, counted already, that they had one opening.
    pub fn pair(&mut self, results: [GameResult; 2]) {
        let points = results.map(|result| match result {
            GameResult::Won => 2,
            GameResult::Drawn => 1,
            GameResult::Lost => 0,
        });
        self.pairs[points[0] + points[1]] += 1;
    }
}

fn elo_of_share(share: f64) -> f64 {
    match share {
        share if share <= 0.0 => f64::NEG_INFINITY,
        share if share >= 1.0 => f64::INFINITY,
        share => -400.0 * (1.0 / share - 1.0).log10(),
    }
}

/// The t for which the results, weighted with 1 / (1 + t (x − s)), have the mean s.
fn tilt(counts: &[(f64, f64)], s: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..100 {
        let t = (low + high) / 2.0;
        let excess: f64 = counts.iter().map(|&(x, n)| n * (x - s) / (1.0 + t * (x - s))).sum();
        if excess > 0.0 { low = t } else { high = t }
    }
    (low + high) / 2.0
}

fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution function (Abramowitz and Stegun 7.1.26, error below 1.5e−7).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - polynomial * (-z * z).exp();
    0.5 * (1.0 + if x < 0.0 { -erf } else { erf })
}

/// A sequential test: is the first player stronger by `elo1` rather than by `elo0`?
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The hypothesis to be rejected.
    pub elo0: f64,
    /// The hypothesis to be accepted.
    pub elo1: f64,
    /// How often `elo1` may be accepted though `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted though `elo1` is true.
    pub beta: f64,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the two hypotheses, each with the shares of all possible results of a pair
    /// (of a game where not all are paired) that explain the results best.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let seen = tally.samples();
        // What is to be expected has half a one of each result besides, so that none is impossible.
        let counts: Vec<(f64, f64)> = seen.iter().map(|&(x, n)| (x, n + 0.5)).collect();
        let (s0, s1) = (share_of_elo(self.elo0), share_of_elo(self.elo1));
        let (t0, t1) = (tilt(&counts, s0), tilt(&counts, s1));
        // A result x has the probability p̂ / (1 + t (x − s)) under a hypothesis with mean s (empirical likelihood). The
        // normal approximation would call a handful of wins in a row a proof.
        seen.iter().map(|&(x, n)| n * ((1.0 + t0 * (x - s0)) / (1.0 + t1 * (x - s1))).ln()).sum()
    }

    /// The bounds of the ratio: at the lower `elo0` is accepted, at the upper `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// `Some(true)` once `elo1` is accepted, `Some(false)` once `elo0` is. To be asked when both have had each colour
    /// equally often.
    pub fn decision(&self, tally: &Tally) -> Option<bool> {
        let (llr, (low, high)) = (self.llr(tally), self.bounds());
        if llr >= high {
            Some(true)
        } else if llr <= low {
            Some(false)
        } else {
            None
        }
    }
}

/// Who finds the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Way {
    /// The engine.
    #[default]
    Engine,
    /// A textbook procedure.
    Textbook(Algorithm),
    /// Monte Carlo tree search, with so many plies at random.
    Mcts(u32),
    /// A strength for people: see [`Level`].
    Level(u8),
    /// The lot.
    Random,
}

/// An opponent who errs, and how much worse than the best a move may be that it answers badly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swindle {
    /// How it answers.
    pub model: Model,
    /// In units of the evaluation; 0: only moves that are as good as the best.
    pub within: i32,
}

/// A player: a textbook procedure or the engine with its settings, and what it may spend on a move.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contestant {
    /// Who finds its moves.
    pub way: Way,
    /// Of what is drawn by lot; with the number of the game, so that games differ.
    pub seed: u64,
    /// The opponent that the engine thinks of.
    pub swindle: Option<Swindle>,
    /// Plies of secondary search behind the engine's line; 0 for none.
    pub secondary: u32,
    /// How it searches.
    pub options: Options,
    /// Plies, if limited.
    pub depth: Option<u32>,
    /// Nodes for a move, if limited.
    pub nodes: Option<u64>,
    /// Time for a move, if limited.
    pub time: Option<Duration>,
    /// Time for a whole game, if limited, rather than for each move.
    pub clock: Option<TimeControl>,
    /// The opening book that it asks before it thinks.
    pub book: Option<Arc<Book>>,
}

/// How deep a procedure searches if nothing is said.
pub const PROCEDURE_DEPTH: u32 = 3;

impl Contestant {
    /// The move that it makes here; none if it was stopped or a move list overflows.
    fn play<'g, G: Game + ?Sized>(
        &self,
        table: &Table,
        (position, other): (&Position<'g, G>, Option<&'g G>),
        (clock, game): (Option<TimeControl>, u64),
        stop: &AtomicBool,
    ) -> Option<Vec<u64>> {
        if let Some(record) = self.book.as_ref().and_then(|book| book.best(position)) {
            return Some(record);
        }
        let seed = self.seed.wrapping_add(game);
        let limits = self.limits(clock);
        match (self.way, self.swindle) {
            (Way::Textbook(algorithm), _) => {
                let depth = self.depth.unwrap_or(PROCEDURE_DEPTH);
                choose(position, algorithm, depth, stop).ok()?.line.into_iter().next()
            }
            (Way::Level(number), _) => {
                Level { number, seed }.play(position, &limits, &self.options, stop).map(|(record, ..)| record)
            }
            (Way::Mcts(playout), _) => grow_tree(position, &limits, &self.options, Growth { playout, seed }, stop).best,
            (Way::Random, _) => at_random(position, seed),
            (Way::Engine, Some(Swindle { model, within })) => {
                let mut mind = Mind::new(model, other.unwrap_or(position.game()));
                swindle(table, position, (&mut mind, within), &limits, &self.options, stop, &mut ()).0.best
            }
            (Way::Engine, None) => {
                search_twice(table, position, &limits, &self.options, self.secondary, stop, &mut ()).best
            }
        }
    }

    /// The limits of one move, where the clock shows what it shows.
    fn limits(&self, clock: Option<TimeControl>) -> Limits {
        let time = match (clock, self.time) {
            (Some(clock), _) => clock.limits(),
            (None, Some(time)) => Limits::time(time),
            (None, None) => Limits::default(),
        };
        // Without any limit a game would not end.
        let unlimited = self.nodes.is_none() && time.deadline.is_none();
        let depth = if unlimited { self.depth.or(Some(4)) } else { self.depth };
        Limits { depth, nodes: self.nodes, ..time }
    }
}

/// A legal move by lot; none if the game is over or its moves can't be listed.
pub fn at_random<G: Game + ?Sized>(position: &Position<G>, seed: u64) -> Option<Vec<u64>> {
    let moves = position.clone().moves_or_ending().ok()?.ok()?;
    // Another draw at every ply, a position that comes back included.
    let mut rng = Rng::new(record_hash(position.state()) ^ seed.rotate_left(32) ^ position.plies() as u64);
    Some(moves.get(rng.below(moves.len())).to_vec())
}

/// How a game went for the first contestant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// Won, or more points.
    Won,
    /// Drawn, or stopped as a draw by length.
    Drawn,
    /// Lost, or fewer points.
    Lost,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Which game of the match, from 0: games 2k and 2k + 1 share an opening, colours exchanged.
    pub number: usize,
    /// Which side the first contestant had.
    pub side: Side,
    /// How it went for the first contestant.
    pub result: GameResult,
    /// How the game ended; none if it was stopped at `max_plies`.
    pub outcome: Option<Outcome>,
    /// It ended because the loser's time was over.
    pub on_time: bool,
    /// All moves, the opening included.
    pub moves: Vec<Vec<u64>>,
    /// How many of them are the opening.
    pub opening: usize,
}

/// What a pair of games begins with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opening {
    /// The state that they begin with, if it is not the one where the match does.
    pub start: Option<Vec<u64>>,
    /// The moves from there.
    pub moves: Vec<Vec<u64>>,
}

/// What is played.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchSettings {
    /// How many games; an even number is fair.
    pub games: usize,
    /// Random plies at the start of each pair of games.
    pub opening_plies: usize,
    /// Of the random openings.
    pub seed: u64,
    /// Longer games are draws.
    pub max_plies: usize,
    /// Games at the same time.
    pub threads: usize,
    /// Only a part of the match, such as the first (0) of four parts: every fourth pair of games.
    pub shard: Option<(usize, usize)>,
}

impl MatchSettings {
    /// Whether the game of this number, from 0, is to be played here. Games of one opening stay together.
    pub fn plays(&self, number: usize) -> bool {
        self.shard.is_none_or(|(index, of)| number / 2 % of == index)
    }

    /// How many games are to be played here.
    pub fn games_here(&self) -> usize {
        (0..self.games).filter(|&number| self.plays(number)).count()
    }
}

impl Default for MatchSettings {
    fn default() -> Self {
        MatchSettings { games: 100, opening_plies: 4, seed: 1, max_plies: 400, threads: 1, shard: None }
    }
}

/// A player at the board: the same rules for both, but each may see them with an evaluation of its own.
pub struct Seat<'a, 'g, G: Game + ?Sized> {
    /// How it plays.
    pub contestant: &'a Contestant,
    /// Where the games begin, in a game whose states and records are those of the other seat's.
    pub root: &'a Position<'g, G>,
    /// The game with the evaluation of the opponent that it thinks of, if that has one of its own.
    pub other: Option<&'g G>,
}

/// Plays a match from the starting position; see [`play_match_from`].
pub fn play_match<G: Game + ?Sized>(
    game: &G,
    contestants: [&Contestant; 2],
    openings: &[Opening],
    settings: &MatchSettings,
    stop: &AtomicBool,
    after_game: &mut (dyn FnMut(&Tally, &Played) -> bool + Send),
) -> Tally {
    let root = Position::initial(game);
    let seats = contestants.map(|contestant| Seat { contestant, root: &root, other: None });
    play_match_from(&seats, openings, settings, stop, after_game)
}

/// Plays a match; `after_game` is told each game as it ends and may stop the match by returning `false`.
///
/// Each game has its own tables, so that with limits of depth or nodes its moves do not depend on the other games.
pub fn play_match_from<G: Game + ?Sized>(
    seats: &[Seat<G>; 2],
    openings: &[Opening],
    settings: &MatchSettings,
    stop: &AtomicBool,
    after_game: &mut (dyn FnMut(&Tally, &Played) -> bool + Send),
) -> Tally {
    let next = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let halves: HashMap<usize, GameResult> = HashMap::new();
    let shared = Mutex::new((Tally::default(), halves, after_game));
    let worker = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= settings.games || over.load(Relaxed) || stop.load(Relaxed) {
                return;
            }
            if !settings.plays(number) {
                continue;
            }
            let random =
                || random_opening_from(seats[0].root, settings.opening_plies, settings.seed + number as u64 / 2);
            let opening = match openings {
                [] => Opening { start: None, moves: random() },
                _ => openings[number / 2 % openings.len()].clone(),
            };
            let Some(played) = play_game(seats, number, opening, settings.max_plies, stop) else { return };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (tally, halves, after_game) = &mut *shared;
            // Games that were under way when the match was decided don't count: which they are is a matter of luck.
            if over.load(Relaxed) {
                return;
            }
            tally.add(played.result);
            match halves.remove(&(number / 2)) {
                Some(other) => tally.pair([other, played.result]),
                None => drop(halves.insert(number / 2, played.result)),
            }
            if !after_game(tally, &played) {
                over.store(true, Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads.max(1) {
            if super::in_one_more_thread(scope, worker).is_none() {
                break;
            }
        }
        worker();
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner).0
}

/// Plays one game; none if it was stopped or some move list overflows.
fn play_game<G: Game + ?Sized>(
    seats: &[Seat<G>; 2],
    number: usize,
    Opening { start, mut moves }: Opening,
    max_plies: usize,
    stop: &AtomicBool,
) -> Option<Played> {
    let side = Side::of(number);
    let mut positions = seats.each_ref().map(|seat| match &start {
        Some(state) => Position::new(seat.root.game(), state),
        None => seat.root.clone(),
    });
    let opening = moves.len();
    for position in &mut positions {
        moves.iter().for_each(|record| position.make(record));
    }
    let tables = [0, 1].map(|who: usize| Table::new(seats[who].contestant.options.table_mib));
    let mut clocks = [0, 1].map(|who: usize| seats[who].contestant.clock);
    let mut on_time = false;
    let outcome = loop {
        if let Some(ending) = positions[0].ending().ok()? {
            break Some(ending.outcome);
        }
        if moves.len() >= max_plies {
            break None;
        }
        let mover = positions[0].mover();
        let who = usize::from(mover != side);
        let start = Instant::now();
        let best = {
            let seat = &seats[who];
            let game = number as u64 / 2;
            seat.contestant.play(&tables[who], (&positions[who], seat.other), (clocks[who], game), stop)
        };
        if stop.load(Relaxed) {
            return None;
        }
        if let Some(clock) = &mut clocks[who]
            && !clock.spend(start.elapsed())
        {
            on_time = true;
            break Some(Outcome::Win(mover.other()));
        }
        let best = best?;
        positions.iter_mut().for_each(|position| position.make(&best));
        moves.push(best);
    };
    let result = match outcome.map_or(0, |outcome| outcome.payoffs()[side].signum()) {
        1 => GameResult::Won,
        0 => GameResult::Drawn,
        _ => GameResult::Lost,
    };
    Some(Played { number, side, result, outcome, on_time, moves, opening })
}

/// A random opening of at most so many plies that does not end the game; the same for the same seed.
pub fn random_opening<G: Game + ?Sized>(game: &G, plies: usize, seed: u64) -> Vec<Vec<u64>> {
    random_opening_from(&Position::initial(game), plies, seed)
}

/// A random opening from any position.
pub fn random_opening_from<G: Game + ?Sized>(root: &Position<G>, plies: usize, seed: u64) -> Vec<Vec<u64>> {
    let mut position = root.clone();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut opening = Vec::new();
    for _ in 0..plies {
        let Ok(moves) = position.moves() else { break };
        if moves.is_empty() {
            break;
        }
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let pick = (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as usize % moves.len();
        let record = moves.get(pick).to_vec();
        position.make(&record);
        if !matches!(position.ending(), Ok(None)) {
            break;
        }
        opening.push(record);
    }
    opening
}
