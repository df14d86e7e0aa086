//! What the terms of an evaluation are worth, learned from quick games: for files that have none of their own.
//!
//! In: a compiled game and the numbers that its rules suggest ([`crate::analysis::candidates`]). Games at random, then by
//! looking a ply ahead with what was learned so far, give positions with results; a logistic regression tells how the
//! numbers go along with winning; those that tell nothing, or cost more than they tell, are left out. At the end those who
//! learned play against who guessed, and the best of them is taken. All is counted in games and positions, never in
//! time: the same file gives the same evaluation on every machine.

mod cache;
pub mod fit;
mod games;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use cache::keep_in_files;

use fit::{Fit, Sample, fit};
use games::{Played, Policy, Table};

use crate::compile::{Compiled, Interpreter};
use crate::exec::Executor;
use crate::game::time::Instant;
use crate::game::{Overflow, Side};
use crate::rules::{Number, Term};

/// To be raised whenever equal games would give another evaluation.
const VERSION: u32 = 1;

/// An evaluation and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The terms with their weights.
    pub terms: Vec<Term>,
    /// What they rest on.
    pub grounds: Grounds,
}

/// What an evaluation rests on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grounds {
    /// Games played, and how many of them came to an end, and how many of those were won by somebody.
    pub games: usize,
    /// Those that came to an end.
    pub ended: usize,
    /// Those that somebody won.
    pub decided: usize,
    /// Positions looked at.
    pub positions: usize,
    /// How much is known of a game's result by the evaluation of one of its positions, in bits of 1.
    pub told: f64,
    /// Whether what was guessed did better than what was learned, so that it stayed.
    pub guessed: bool,
}

/// Is told how learning goes.
pub trait Progress {
    /// So many games of so many have been played.
    fn games(&mut self, played: usize, all: usize);
}

/// Looks away.
impl Progress for () {
    fn games(&mut self, _: usize, _: usize) {}
}

/// Games at random.
const RANDOM_GAMES: usize = 300;
/// Games of each round that looks a ply ahead.
const GREEDY_GAMES: usize = 150;
/// Rounds of those.
const ROUNDS: usize = 2;
/// So many games won say something.
const ENOUGH: usize = 40;
/// Games of a match between two evaluations.
const MATCH_GAMES: usize = 24;
/// Positions of a game that are looked at.
const SAMPLES: usize = 12;
/// The longest game.
const MOST_PLIES: usize = 300;
/// Moves that may be listed, and positions that may be judged (each as much as it costs), in a round.
const MOST_WORK: u64 = 1_000_000;
/// What a term may cost that is kept for being guessed, as far as play does not tell otherwise.
const CHEAP: u64 = 60;
/// So many candidates are tried, the first ones.
const MOST_CANDIDATES: usize = 48;

/// Why nothing was learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The time was over, or somebody said so.
    Interrupted,
    /// The moves of a position can't be listed.
    Overflow,
}

impl From<Overflow> for Stopped {
    fn from(_: Overflow) -> Self {
        Stopped::Overflow
    }
}

/// The evaluation of a game, from what is known of an earlier time or from play.
///
/// # Errors
/// Why nothing was learned.
pub fn learned(
    compiled: &Compiled,
    deadline: Option<Instant>,
    stop: &AtomicBool,
    progress: &mut dyn Progress,
) -> Result<Learned, Stopped> {
    let candidates = compiled.candidates();
    let key = compiled.key() ^ u64::from(VERSION).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    if let Some(known) = cache::read(key, &candidates) {
        return Ok(known);
    }
    let learned = learn(compiled, candidates.clone(), key, deadline, stop, progress)?;
    cache::write(key, &candidates, &learned);
    Ok(learned)
}

struct Learner<'c> {
    compiled: &'c Compiled,
    terms: Vec<Term>,
    costs: Vec<u64>,
    /// What it costs to list a move.
    move_cost: u64,
    /// The candidates that were guessed to be worth something and cost little, weighed: a number of its own.
    guess: Vec<(usize, f64)>,
    /// Who tells all candidates.
    teller: Box<dyn Executor>,
    table: Table<'c>,
    samples: Vec<(usize, Sample)>,
    grounds: Grounds,
    deadline: Option<Instant>,
    stop: &'c AtomicBool,
    all_games: usize,
    played: usize,
}

fn learn(
    compiled: &Compiled,
    mut terms: Vec<Term>,
    seed: u64,
    deadline: Option<Instant>,
    stop: &AtomicBool,
    progress: &mut dyn Progress,
) -> Result<Learned, Stopped> {
    terms.truncate(MOST_CANDIDATES);
    let guess: Vec<Term> = terms.iter().filter(|term| term.weight != 0).cloned().collect();
    let even: Vec<Term> = terms.iter().map(|term| Term { weight: 1, ..term.clone() }).collect();
    let teller = compiled.judge(even);
    compiled.eager();
    let costs = compiled.costs(&terms);
    let mut learner = Learner {
        compiled,
        move_cost: compiled.cost_of_moves(),
        guess: terms
            .iter()
            .enumerate()
            .filter(|(at, term)| term.weight != 0 && costs[*at] <= CHEAP)
            .map(|(at, term)| (at, term.weight as f64))
            .collect(),
        costs,
        teller,
        table: Table::new(compiled.game(), seed),
        samples: Vec::new(),
        grounds: Grounds::default(),
        deadline,
        stop,
        all_games: RANDOM_GAMES + ROUNDS * (GREEDY_GAMES + 2 * MATCH_GAMES),
        played: 0,
        terms,
    };
    let random = learner.round(0, Policy::Random, RANDOM_GAMES, 1, progress)?;
    // Where random play does not come to an end, or hardly ever to a win, what was guessed leads the first games.
    let tells = random.decided >= ENOUGH && random.decided * 4 >= random.games;
    let mut best = guess.clone();
    let mut guessed = true;
    if tells {
        let first = learner.fitted(1);
        if learner.is_better(&first, &best, progress)? {
            (best, guessed) = (first, false);
        }
    }
    for round in 1..=ROUNDS {
        let judge = compiled.judge(best.clone());
        let cost = learner.cost_of(&best);
        // Who sees the reply blunders less, and results tell more; but that must be had for what a round may cost.
        let replies = learner.cost_of_replies(cost) * ENOUGH as u64 <= MOST_WORK;
        let policy = Policy::Greedy { judges: [&*judge, &*judge], random: 16, opening: 6, replies };
        let played = learner.round(round, policy, GREEDY_GAMES, cost, progress)?;
        if played.decided < ENOUGH / 2 {
            continue;
        }
        let next = learner.fitted(round);
        if learner.is_better(&next, &best, progress)? {
            (best, guessed) = (next, false);
        }
    }
    learner.grounds.told = learner.told(&best);
    learner.grounds.guessed = guessed;
    learner.grounds.positions = learner.samples.len();
    Ok(Learned { terms: best, grounds: learner.grounds })
}

/// What came of a round.
#[derive(Debug, Clone, Copy, Default)]
struct Round {
    games: usize,
    decided: usize,
}

impl Learner<'_> {
    fn check(&self) -> Result<(), Stopped> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.load(Relaxed) { Err(Stopped::Interrupted) } else { Ok(()) }
    }

    /// Work done so far, where a position judged costs so much.
    fn work(&self, cost: u64) -> u64 {
        self.table.moves * self.move_cost + self.table.judged * cost
    }

    /// What it costs to judge by some terms, in moves listed.
    fn cost_of(&self, terms: &[Term]) -> u64 {
        let cost = |term: &Term| self.terms.iter().position(|t| t.number == term.number).map_or(0, |at| self.costs[at]);
        1 + terms.iter().map(cost).sum::<u64>() / 100
    }

    /// About what a game costs where replies are looked for.
    fn cost_of_replies(&self, cost: u64) -> u64 {
        let (moves, plies) = (self.table.moves, self.table.plies.max(1));
        let many = moves as f64 / plies as f64;
        let length = plies as f64 / self.grounds.games.max(1) as f64;
        // The replies to six moves are listed, and the first of them judged.
        (length * many * (7 * self.move_cost + 3 * cost) as f64) as u64
    }

    fn round(
        &mut self,
        round: usize,
        policy: Policy<'_>,
        games: usize,
        cost: u64,
        progress: &mut dyn Progress,
    ) -> Result<Round, Stopped> {
        let before = self.work(cost);
        let mut result = Round::default();
        let mut plies = MOST_PLIES;
        for game in 0..games {
            self.check()?;
            if self.work(cost) - before > MOST_WORK {
                break;
            }
            let played = self.table.play(policy, plies)?;
            self.tell(progress, 1);
            result.games += 1;
            result.decided += usize::from(played.result.is_some_and(|result| result != 0.0));
            self.grounds.games += 1;
            self.grounds.ended += usize::from(played.result.is_some());
            self.grounds.decided += usize::from(played.result.is_some_and(|result| result != 0.0));
            self.sample(round, &played);
            // Games that never end tell nothing, however long they are.
            if game == 11 && result.decided == 0 {
                plies = MOST_PLIES / 3;
            }
        }
        self.played = match round {
            0 => RANDOM_GAMES,
            round => RANDOM_GAMES + round * GREEDY_GAMES + (round - 1) * 2 * MATCH_GAMES,
        };
        Ok(result)
    }

    fn tell(&mut self, progress: &mut dyn Progress, games: usize) {
        self.played += games;
        progress.games(self.played.min(self.all_games), self.all_games);
    }

    /// Takes some positions of a game that ended.
    fn sample(&mut self, round: usize, played: &Played) {
        let Some(result) = played.result else { return };
        let plies = played.states.len();
        let mut out = Vec::new();
        let wanted = SAMPLES.min(plies);
        for number in 0..wanted {
            // One of each stretch of the game.
            let (low, high) = (number * plies / wanted, (number + 1) * plies / wanted);
            let ply = low + self.table.below((high - low).max(1));
            let state = &played.states[ply];
            self.teller.differences(state, &mut out);
            let mover = self.compiled.game().mover(state);
            let for_mover = if mover == Side::First { result } else { -result };
            // The nearer the end, the more the result is due to the position.
            let weight = (0.25 + 0.75 * ply as f64 / plies as f64) * 4.0 / wanted as f64;
            let differences = out.iter().map(|&d| d.clamp(-1_000_000, 1_000_000) as f64).collect();
            self.samples.push((round, Sample { differences, result: 0.5 + 0.5 * for_mover, weight }));
        }
    }

    /// The positions of the rounds so far; those of earlier ones count less.
    fn recent(&self, round: usize) -> Vec<Sample> {
        let last = self.samples.iter().map(|s| s.0).max().unwrap_or(0).min(round);
        let weighted = |(of, sample): &(usize, Sample)| {
            let age = last.saturating_sub(*of) as i32;
            Sample { weight: sample.weight * 0.4_f64.powi(age), ..sample.clone() }
        };
        self.samples.iter().map(weighted).collect()
    }

    /// The terms that tell who wins, with weights: what was guessed as far as it tells, and what play says beyond that.
    fn fitted(&self, round: usize) -> Vec<Term> {
        let mut samples = self.recent(round);
        let numbers = self.terms.len();
        let mut used: Vec<usize> = self.different(&samples);
        // The guess as a whole is one more number.
        let by_guess = |s: &Sample| self.guess.iter().map(|&(at, weight)| weight * s.differences[at]).sum::<f64>();
        for sample in &mut samples {
            let value = by_guess(sample);
            sample.differences.push(value);
        }
        let (total, guess) = (samples.iter().map(|s| s.weight).sum::<f64>(), numbers);
        let helps = fit(&samples, &[guess], numbers + 1).certainty[guess] > 1.0;
        // Alone it may say too much of one thing and nothing of others; with all of them nobody knows which says it.
        if helps {
            used.push(guess);
        }
        let mut found = fit(&samples, &used, numbers + 1);
        loop {
            let explained = (found.blind - found.loss).max(1e-6);
            // What a term explains of all that is explained, against what it costs.
            let gain = |found: &Fit, i: usize| {
                let z = found.certainty[i];
                let bits = z * z / 2.0 / std::f64::consts::LN_2 / total;
                (z.abs(), bits / explained)
            };
            let price = |i: usize| 0.002 + 0.03 * (self.costs[i] as f64 / 200.0).min(3.0);
            let poor = |found: &Fit, i: usize| {
                let (z, share) = gain(found, i);
                z < 2.5 || share < price(i)
            };
            let mut out: Vec<usize> = used.iter().copied().filter(|&i| i != guess && poor(&found, i)).collect();
            if out.is_empty() || used.len() <= 1 {
                break;
            }
            out.sort_by(|&a, &b| gain(&found, a).1.total_cmp(&gain(&found, b).1).then(b.cmp(&a)));
            // The poorest ones first: what goes along with them may then tell more.
            out.truncate(out.len().div_ceil(3).min(used.len() - 1));
            used.retain(|i| !out.contains(i));
            found = fit(&samples, &used, numbers + 1);
        }
        // A guess that play contradicts is forgotten.
        if found.weights[guess] > 0.0 {
            for &(at, weight) in &self.guess {
                found.weights[at] += found.weights[guess] * weight;
                if !used.contains(&at) {
                    used.push(at);
                }
            }
        }
        used.retain(|&i| i != guess);
        used.sort_unstable();
        self.whole(&found, &used)
    }

    /// The candidates that differ at all, each once.
    fn different(&self, samples: &[Sample]) -> Vec<usize> {
        let column = |i: usize| samples.iter().map(move |s| s.differences[i]);
        let mut used: Vec<usize> = Vec::new();
        for i in 0..self.terms.len() {
            let differs = column(i).any(|x| x != 0.0);
            let twin = used.iter().any(|&j| {
                column(i).zip(column(j)).all(|(a, b)| a == b) || column(i).zip(column(j)).all(|(a, b)| a == -b)
            });
            if differs && !twin {
                used.push(i);
            }
        }
        used
    }

    /// Whole weights: the term that matters most moves an evaluation by some 150 as a rule.
    fn whole(&self, found: &Fit, used: &[usize]) -> Vec<Term> {
        let most = used.iter().map(|&i| (found.weights[i] * found.spread[i]).abs()).fold(0.0, f64::max);
        if most <= 0.0 {
            return Vec::new();
        }
        let least = used.iter().map(|&i| found.weights[i].abs()).fold(f64::INFINITY, f64::min);
        // Small weights of numbers that vary much are not to be rounded away.
        let scale = (150.0 / most).max((3.0 / least).min(3000.0 / most));
        let term = |&i: &usize| Term { weight: (found.weights[i] * scale).round() as i64, ..self.terms[i].clone() };
        used.iter().map(term).filter(|term| term.weight != 0).collect()
    }

    /// Whether one evaluation wins a match against another.
    fn is_better(&mut self, terms: &[Term], than: &[Term], progress: &mut dyn Progress) -> Result<bool, Stopped> {
        if terms.is_empty() {
            return Ok(false);
        }
        if than.is_empty() {
            return Ok(true);
        }
        let (a, b) = (self.compiled.judge(terms.to_vec()), self.compiled.judge(than.to_vec()));
        let judges: [&Interpreter; 2] = [&*a, &*b];
        let cost = self.cost_of(terms).max(self.cost_of(than));
        let before = self.work(cost);
        let mut points = 0.0;
        let mut games = 0_u32;
        for game in 0..MATCH_GAMES {
            self.check()?;
            if self.work(cost) - before > 2 * MOST_WORK {
                break;
            }
            let judges = if game % 2 == 0 { judges } else { [judges[1], judges[0]] };
            let policy = Policy::Greedy { judges, random: 0, opening: 4, replies: true };
            let played = self.table.play(policy, MOST_PLIES / 2)?;
            self.tell(progress, 1);
            let for_first = played.result.unwrap_or(0.0);
            points += if game % 2 == 0 { for_first } else { -for_first };
            games += 1;
        }
        // Few games must be clear.
        Ok(points >= if games as usize >= MATCH_GAMES / 2 { 0.0 } else { 2.5 * f64::from(games).sqrt() })
    }

    /// How much an evaluation tells of the results, in bits of 1.
    fn told(&self, terms: &[Term]) -> f64 {
        let last = self.samples.iter().map(|s| s.0).max().unwrap_or(0);
        let places: Vec<(usize, f64)> = terms
            .iter()
            .filter_map(|term| {
                let at = self.terms.iter().position(|t| t.number == term.number)?;
                Some((at, term.weight as f64))
            })
            .collect();
        let of = |sample: &Sample| {
            let value = places.iter().map(|&(at, weight)| weight * sample.differences[at]).sum();
            Sample { differences: vec![value], ..sample.clone() }
        };
        let samples: Vec<Sample> = self.samples.iter().filter(|s| s.0 == last).map(|s| of(&s.1)).collect();
        let found = fit(&samples, &[0], 1);
        (found.blind - found.loss).max(0.0)
    }
}

impl Learned {
    /// Whether a number is counted in it.
    pub fn counts(&self, test: impl Fn(&Number) -> bool) -> bool {
        self.terms.iter().any(|term| test(&term.number))
    }
}
