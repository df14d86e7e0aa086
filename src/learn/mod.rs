//! What the terms of an evaluation are worth, learned from quick games: for files that have none of their own.
//!
//! In: a compiled game and the numbers that its rules suggest ([`crate::analysis::candidates`]). Games at random, then by
//! looking a ply ahead with what was learned so far, give positions with results; a logistic regression tells how the
//! numbers go along with winning; those that tell nothing, or cost more than they tell, are left out. At the end those who
//! learned play against who guessed, and the best of them is taken. All is counted in games and positions, never in
//! time: the same file gives the same evaluation on every machine.

mod cache;
mod choose;
mod costs;
pub mod fit;
mod games;
mod journal;
mod read;
mod seen;
mod trial;

use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

pub use cache::{Shelf, keep_in_files, keep_on};
pub use costs::costs_of;
pub use trial::rather_quiet;

use costs::Costs;
use fit::{Fit, Sample, chance, fit};
use games::{Policy, Table};
use journal::{Journal, Looked, Step, Taught};
use read::READINGS;

use crate::compile::Compiled;
use crate::exec::Executor;
use crate::game::time::Instant;
use crate::game::{Overflow, Side};
use crate::rules::{Number, Region, Term};

/// To be raised whenever equal games would give another evaluation.
const VERSION: u32 = 13;
/// What is mixed into the seed of the games: no part of it changes with the version, so that the games of whatever is learned as before
/// are those of before.
const SALT: u64 = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(4);

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
    /// Matches that were played between evaluations.
    pub matches: usize,
    /// That the time was over before all was played. What came out then depends on the machine; who learns again goes on with it.
    pub cut: bool,
    /// That it was cut and has taken so long that who has little time does not go on with it.
    pub gave_up: bool,
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
/// Games of the round that looks a ply ahead.
const GREEDY_GAMES: usize = 200;
/// So many games won say something.
const ENOUGH: usize = 40;
/// Pairs of games of a match between two evaluations.
const PAIRS: usize = 48;
/// Matches that are played at most: their games are counted before.
const MATCHES: usize = 24;
/// Games of the engine that are looked at, at least.
const ENGINE_GAMES: usize = 80;
/// Positions of a game that are looked at.
const SAMPLES: usize = 12;
/// The longest game.
const MOST_PLIES: usize = 300;
/// One that is taken to be no shorter.
const SHORT: u64 = 16;
/// What a round may cost, in nanoseconds as they are estimated.
const MOST_WORK: u64 = 150_000_000;
/// What a move costs there that is made to see where it leads.
const MADE: u64 = 100;
/// What a term may cost that is kept for being guessed, as far as play does not tell otherwise: this part of what a position
/// costs a search.
const CHEAP: u64 = 4;
/// So many candidates are tried, the first ones.
const MOST_CANDIDATES: usize = 48;
/// So far ahead, in standard deviations of what luck gives, an evaluation has to be in a match and in the one that confirms it: of several
/// that are no better one wins by luck. A single number is more likely to be right than a sum of many.
const SUMS: Bar = Bar { luck: 1.0, confirmed: 1.0, times: 1 };
const SINGLE: Bar = Bar { luck: 0.5, confirmed: 0.5, times: 1 };
/// What a number more is worth may show only where more is seen than in the shortest match.
const ADDED: Bar = Bar { luck: 1.0, confirmed: 1.0, times: DEEPER };

/// So many times as many positions are seen where a win is confirmed.
const DEEPER: u64 = 4;

/// Why no more was learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stopped {
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

/// Longer than this nobody waits, whatever the time: all is counted so that it is over long before, but in games where to list the moves
/// of a single position may take seconds.
const PATIENCE: Duration = Duration::from_secs(30);
/// After so long in vain a lesson is not gone on with in the time for a move; after so long in all nobody waits for it any more.
const ALL_PATIENCE: Duration = Duration::from_secs(60);

/// What was learned of a game is kept by this number.
fn key(compiled: &Compiled) -> u64 {
    compiled.key() ^ u64::from(VERSION).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The evaluation of a game, from what is known of an earlier time or from play. If the time is over before all games are
/// played, or moves can't be listed, it is the best by then, the guess if there is none; nothing if no game was played in time.
/// Whoever asks again goes on where it was cut, and what comes of it in the end is the same however often it was.
pub fn learned(
    compiled: &Compiled,
    deadline: Option<Instant>,
    stop: &AtomicBool,
    progress: &mut dyn Progress,
) -> Option<Learned> {
    let candidates = compiled.candidates();
    let key = key(compiled);
    if let Some(known) = cache::read(key, &candidates) {
        return Some(known);
    }
    let start = Instant::now();
    let mut journal = cache::journal(key, &candidates);
    let known = journal.len();
    let deadline = if journal.in_vain >= ALL_PATIENCE { deadline.map(|_| start) } else { deadline };
    let seed = compiled.key() ^ SALT;
    let mut learned = learn(compiled, candidates.clone(), seed, deadline, stop, &mut journal, progress);
    let took = start.elapsed();
    journal.spent += took;
    journal.in_vain = if journal.len() > known { Duration::ZERO } else { journal.in_vain + took };
    // What has taken so long is not tried again.
    let is_last = took >= PATIENCE && journal.spent >= ALL_PATIENCE;
    match &mut learned {
        Some(learned) if is_last || !learned.grounds.cut => {
            learned.grounds.gave_up = learned.grounds.cut;
            cache::write(key, &candidates, learned);
        }
        found => {
            if let Some(learned) = found {
                learned.grounds.gave_up = journal.in_vain >= ALL_PATIENCE;
            }
            cache::keep_journal(key, &candidates, journal);
        }
    }
    learned
}

struct Learner<'c> {
    compiled: &'c Compiled,
    terms: Vec<Term>,
    /// What things cost in this game, each of the terms among them.
    costs: Costs,
    /// Plies of a game, as random play has it.
    length: u64,
    /// Games of the engine, and their plies.
    searched: (u64, u64),
    /// The candidates that were guessed to be worth something and cost little, weighed: a number of its own.
    guess: Vec<(usize, f64)>,
    /// The guess in another way, where there is one.
    steady: Vec<(usize, i64)>,
    /// Candidates that are tried whatever play tells, each with its sign.
    hunches: Vec<(usize, f64)>,
    /// Who tells all candidates, from when it is first asked.
    teller: OnceCell<Box<dyn Executor>>,
    /// What is known of earlier calls, and what is done in this one.
    journal: &'c mut Journal,
    table: Table<'c>,
    seed: u64,
    samples: Vec<Seen>,
    grounds: Grounds,
    deadline: Option<Instant>,
    stop: &'c AtomicBool,
    all_games: usize,
    played: usize,
    matches: usize,
    /// The evaluations that were no better than the best so far.
    beaten: Vec<Vec<Term>>,
    /// What they cost, in nanoseconds as they are estimated.
    spent: u64,
}

/// What an evaluation has to win by.
#[derive(Clone, Copy)]
struct Bar {
    luck: f64,
    confirmed: f64,
    /// So many times as many positions are seen as in the shortest match.
    times: u64,
}

/// The evaluation that is the best so far.
struct Best {
    terms: Vec<Term>,
    guessed: bool,
}

fn learn(
    compiled: &Compiled,
    mut terms: Vec<Term>,
    seed: u64,
    deadline: Option<Instant>,
    stop: &AtomicBool,
    journal: &mut Journal,
    progress: &mut dyn Progress,
) -> Option<Learned> {
    terms.truncate(MOST_CANDIDATES);
    let guess: Vec<Term> = terms.iter().filter(|term| term.weight != 0).cloned().collect();
    journal.rewind(terms.len());
    let place = |(number, more): (Number, bool)| {
        Some((terms.iter().position(|term| term.number == number)?, if more { 1.0 } else { -1.0 }))
    };
    let steady = compiled.steady().unwrap_or_default().into_iter().map(|term| term.weight).enumerate();
    let steady = steady.take(terms.len()).filter(|&(_, weight)| weight != 0).collect();
    let hunches = compiled.hunches().into_iter().filter_map(place).collect();
    // Who has all the time waits for machine code; for others it comes beside what goes on.
    if deadline.is_none() {
        compiled.eager();
    }
    let patience = Instant::now().checked_add(PATIENCE);
    let deadline = [deadline, patience].into_iter().flatten().min();
    let mut learner = Learner {
        compiled,
        costs: Costs::default(),
        length: 0,
        searched: (0, 0),
        guess: Vec::new(),
        steady,
        hunches,
        teller: OnceCell::new(),
        journal,
        table: Table::new(compiled.game(), seed, deadline, stop),
        seed,
        samples: Vec::new(),
        grounds: Grounds::default(),
        deadline,
        stop,
        all_games: RANDOM_GAMES + GREEDY_GAMES + ENGINE_GAMES + MATCHES * 2 * PAIRS,
        played: 0,
        matches: 0,
        beaten: Vec::new(),
        spent: 0,
        terms,
    };
    let mut best = Best { terms: guess, guessed: true };
    let ended = learner.rounds(&mut best, progress);
    match ended {
        Err(Stopped::Interrupted) if learner.grounds.games == 0 => return None,
        Err(Stopped::Interrupted) => learner.grounds.cut = true,
        // Such moves can't be listed the next time, either.
        Ok(()) | Err(Stopped::Overflow) => {}
    }
    learner.grounds.told = learner.told(&best.terms);
    learner.grounds.guessed = best.guessed;
    learner.grounds.matches = learner.matches;
    learner.grounds.positions = learner.samples.len();
    Some(Learned { terms: best.terms, grounds: learner.grounds })
}

/// A position of a game that was played.
struct Seen {
    /// In which round.
    round: usize,
    /// How much of its game was over: 0 to 1.
    past: f64,
    /// What a search thought of it for the player to move, where one did.
    thought: Option<f64>,
    sample: Sample,
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

    /// What the quick games so far have cost, where to judge a position costs so much.
    fn work(&self, cost: u64) -> u64 {
        self.table.listed * self.costs.list + self.table.judged * (MADE + cost)
    }

    /// Plays all rounds; the best evaluation so far is what was found, however it ends.
    fn rounds(&mut self, best: &mut Best, progress: &mut dyn Progress) -> Result<(), Stopped> {
        let watch = (self.deadline, self.stop);
        self.costs = Costs::of(self.compiled, &self.terms, self.seed.rotate_left(20), watch)?;
        // Where not even short games could be compared nothing that is learned could be chosen.
        self.length = SHORT;
        if !best.terms.is_empty() && self.means(&best.terms, &best.terms, 1).is_none() {
            return Ok(());
        }
        let random = self.round(0, &|| Policy::Random, RANDOM_GAMES, 0, progress)?;
        self.length = (self.table.plies / random.games.max(1) as u64).clamp(SHORT, MOST_PLIES as u64 / 2);
        let cheap = self.costs.node / CHEAP;
        self.guess = self.terms.iter().map(|term| term.weight as f64).enumerate().collect();
        self.guess.retain(|&(at, weight)| weight != 0.0 && self.costs.terms[at] <= cheap);
        // Where random play does not come to an end, or hardly ever to a win, what was guessed leads the first games.
        let tells = random.decided >= ENOUGH && random.decided * 4 >= random.games;
        if tells {
            let first = self.found(|learner| Ok(vec![learner.fitted(0, READINGS[1])?]))?;
            self.choose(best, first, (0, SUMS), progress)?;
        }
        // Looking a move ahead.
        let (compiled, judge) = (self.compiled, OnceCell::new());
        let judge = || &**judge.get_or_init(|| compiled.judge(best.terms.clone()));
        let cost = self.nanoseconds(&best.terms);
        // Who sees the reply blunders less, and results tell more; but that must be had for what a round may cost.
        let replies = self.cost_of_replies(cost) * ENOUGH as u64 <= MOST_WORK;
        let policy = || Policy::Greedy { judges: [judge(), judge()], random: 16, opening: 6, replies };
        let played = self.round(1, &policy, GREEDY_GAMES, cost, progress)?;
        self.simplify(best, progress)?;
        if played.decided >= ENOUGH / 2 {
            let readings = self.found(|learner| learner.readings(1))?;
            self.choose(best, readings, (1, SUMS), progress)?;
            let singles = self.found(|learner| learner.singles(1))?;
            self.choose(best, singles, (1, SINGLE), progress)?;
        }
        // Games of the engine itself, those of the matches among them.
        let searched = self.engine_games(best, progress)?;
        if searched {
            let readings = self.found(|learner| learner.readings(2))?;
            self.choose(best, readings, (2, SUMS), progress)?;
            if played.decided < ENOUGH / 2 {
                let singles = self.found(|learner| learner.singles(2))?;
                self.choose(best, singles, (2, SINGLE), progress)?;
            }
        }
        self.grow(best, 1 + usize::from(searched), progress)?;
        progress.games(self.all_games, self.all_games);
        Ok(())
    }

    /// What it costs to judge by some terms, in nanoseconds as they are estimated.
    fn nanoseconds(&self, terms: &[Term]) -> u64 {
        let cost =
            |term: &Term| self.terms.iter().position(|t| t.number == term.number).map_or(0, |at| self.costs.terms[at]);
        terms.iter().map(cost).sum()
    }

    /// About what a game costs where replies are looked for.
    fn cost_of_replies(&self, cost: u64) -> u64 {
        let (moves, plies) = (self.table.moves, self.table.plies.max(1));
        let many = moves as f64 / plies as f64;
        let length = plies as f64 / self.grounds.games.max(1) as f64;
        // The replies to six moves are listed, and the first of them judged.
        (length * (7.0 * self.costs.list as f64 + 3.0 * many * (MADE + cost) as f64)) as u64
    }

    /// What comes of a step that plays no games: what is known of it, or what is worked out now.
    fn worked_out<T: Clone>(
        &mut self,
        known: impl FnOnce(&mut Journal) -> Option<T>,
        step: impl FnOnce(T) -> Step,
        work: impl FnOnce(&Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let found = match known(self.journal) {
            Some(found) => found,
            None => work(self)?,
        };
        self.journal.add(step(found.clone()));
        Ok(found)
    }

    /// Evaluations that are worked out.
    fn found(
        &mut self,
        work: impl FnOnce(&Self) -> Result<Vec<Vec<Term>>, Stopped>,
    ) -> Result<Vec<Vec<Term>>, Stopped> {
        let place = |learner: &Self, term: &Term| {
            Some((learner.terms.iter().position(|t| t.number == term.number)?, term.weight))
        };
        let places = |learner: &Self| {
            let found = work(learner)?;
            Ok(found.iter().map(|terms| terms.iter().filter_map(|term| place(learner, term)).collect()).collect())
        };
        let found: Vec<Vec<(usize, i64)>> = self.worked_out(Journal::found, Step::Found, places)?;
        let term = |(at, weight): (usize, i64)| Term { weight, ..self.terms[at].clone() };
        Ok(found.into_iter().map(|terms| terms.into_iter().map(term).collect()).collect())
    }

    fn round<'p>(
        &mut self,
        round: usize,
        policy: &dyn Fn() -> Policy<'p>,
        games: usize,
        cost: u64,
        progress: &mut dyn Progress,
    ) -> Result<Round, Stopped> {
        let before = self.work(cost);
        let mut result = Round::default();
        let mut plies = MOST_PLIES;
        for number in 0..games {
            if self.work(cost) - before > MOST_WORK {
                break;
            }
            let game = match self.known_game() {
                Some(known) => known,
                None => {
                    self.check()?;
                    // A single game may be too much where a position has thousands of moves.
                    let most_moves = 2 * MOST_WORK / (self.costs.list / self.costs.moves.max(1)).max(1);
                    let played = self.table.play(policy(), plies, most_moves)?;
                    self.tell(progress, 1);
                    let plies = played.states.len();
                    let positions =
                        played.states.into_iter().enumerate().map(|(ply, state)| (ply, state, None)).collect();
                    self.taught(played.result, plies, positions)
                }
            };
            result.games += 1;
            result.decided += usize::from(game.result.is_some_and(|result| result != 0));
            self.note(round, game);
            // Games that never end tell nothing, however long they are.
            if number == 11 && result.decided == 0 {
                plies = MOST_PLIES / 3;
            }
        }
        Ok(result)
    }

    /// The next game, if an earlier call has played it.
    fn known_game(&mut self) -> Option<Taught> {
        let game = self.journal.game()?;
        self.table.resume(game.tally);
        self.played += 1;
        Some(game)
    }

    fn tell(&mut self, progress: &mut dyn Progress, games: usize) {
        self.played += games;
        progress.games(self.played.min(self.all_games), self.all_games);
    }

    /// What a game teaches that went so for the first player after so many plies: some of its positions.
    fn taught(&mut self, result: Option<i8>, plies: usize, positions: Vec<(usize, Vec<u64>, Option<i32>)>) -> Taught {
        let (compiled, terms) = (self.compiled, &self.terms);
        let teller = self
            .teller
            .get_or_init(|| compiled.judge(terms.iter().map(|term| Term { weight: 1, ..term.clone() }).collect()));
        let wanted = if result.is_some() { SAMPLES.min(positions.len()) } else { 0 };
        let (mut out, mut looked) = (Vec::new(), Vec::new());
        for number in 0..wanted {
            // One of each stretch of the game.
            let (low, high) = (number * positions.len() / wanted, (number + 1) * positions.len() / wanted);
            let (ply, state, thought) = &positions[low + self.table.below((high - low).max(1))];
            teller.differences(state, &mut out);
            let for_first = result.unwrap_or(0);
            let first = compiled.game().mover(state) == Side::First;
            let for_mover = if first { for_first } else { -for_first };
            let differences = out.iter().map(|&d| d.clamp(-1_000_000, 1_000_000) as i32).collect();
            looked.push(Looked(*ply, first, for_mover, *thought, differences));
        }
        Taught { result, plies, nodes: [0; 2], tally: self.table.tally(), positions: looked }
    }

    /// Counts a game and looks at what it teaches.
    fn note(&mut self, round: usize, game: Taught) {
        self.grounds.games += 1;
        self.grounds.ended += usize::from(game.result.is_some());
        self.grounds.decided += usize::from(game.result.is_some_and(|result| result != 0));
        for Looked(ply, first, for_mover, thought, differences) in &game.positions {
            let sample = Sample {
                differences: differences.iter().map(|&d| f64::from(d)).collect(),
                first: *first,
                result: 0.5 + 0.5 * f64::from(*for_mover),
                weight: 4.0 / game.positions.len() as f64,
            };
            let past = *ply as f64 / game.plies.max(1) as f64;
            self.samples.push(Seen { round, past, thought: thought.map(f64::from), sample });
        }
        self.journal.add(Step::Game(game));
    }
}

impl Learned {
    /// Whether a number is counted in it.
    pub fn counts(&self, test: impl Fn(&Number) -> bool) -> bool {
        self.terms.iter().any(|term| test(&term.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Settings, compile};
    use crate::diag::Diagnostics;
    use crate::source::Source;

    /// Seeds in the store decide, which games at random show.
    const SEEDS: &str = "game \"Seeds\"\nplayers South, North\nboard track 4\nboard store row 2\n\
                         link next (i) -> i mod 4 + 1\nregion pits South 1..2, North 3..4\n\
                         region home South store1, North store2\npiece Seed counted neutral\n\
                         setup { 2 Seed on 1..4 }\n\
                         move { sow own pits along next { if to on enemy pits { move to onto own home } } }\n\
                         end { win when count Seed on own home > 4  lose when count Seed on enemy home > 4 }\n\
                         end when enemy stuck { draw }\nend { draw when repeats 3 }\n";

    fn compiled(text: &str) -> Compiled {
        compile(&Source::new("test", text), &Settings::default(), &mut Diagnostics::new()).expect("it is right")
    }

    fn seeds() -> Compiled {
        compiled(SEEDS)
    }

    /// Says stop after so many games, and counts them.
    struct Until<'a> {
        stop: &'a AtomicBool,
        last: usize,
        played: usize,
    }

    impl Progress for Until<'_> {
        fn games(&mut self, played: usize, _: usize) {
            self.played = played;
            self.stop.store(played >= self.last, Relaxed);
        }
    }

    /// What is learned, where nothing is guessed, if somebody says stop after so many games.
    fn learned_until(last: usize) -> Option<Learned> {
        let (compiled, stop) = (seeds(), AtomicBool::new(false));
        let mut progress = Until { stop: &stop, last, played: 0 };
        let unknown = |term: Term| Term { weight: 0, ..term };
        let terms = compiled.candidates().into_iter().map(unknown).collect();
        learn(&compiled, terms, 1, None, &stop, &mut Journal::default(), &mut progress)
    }

    #[test]
    fn who_is_interrupted_has_the_best_so_far() {
        let hardly = learned_until(1).unwrap();
        assert!(hardly.grounds.guessed && hardly.grounds.cut && hardly.terms.is_empty());
        let whole = learned_until(usize::MAX).unwrap();
        assert!(!whole.grounds.cut);
        let cut = learned_until(whole.grounds.games * 3 / 4).unwrap();
        assert!(cut.grounds.cut && cut.grounds.games < whole.grounds.games);
        assert!(!cut.grounds.guessed && !cut.terms.is_empty());
        // What is worked out from games takes its time, too.
        let unread = learned_until(RANDOM_GAMES).unwrap();
        assert!(unread.grounds.games == RANDOM_GAMES && unread.terms.is_empty(), "{unread:?}");
    }

    /// Where moves can't be listed it is the guess, and nobody tries again.
    #[test]
    fn moves_that_cant_be_listed_teach_nothing_once() {
        let crowded = compiled(
            "game \"Crowd\"\nplayers White, Black\nboard square 20x20\npiece Man\nsetup { White Man on a1  Black Man on b1 }\n\
             move { pick x in empty pick y in empty pick z in empty { put own Man on x  put own Man on y  put own Man on z } }\n\
             end { win when count own > 9 }\nend when enemy stuck { draw }\n",
        );
        let guess: Vec<Term> = crowded.candidates().into_iter().filter(|term| term.weight != 0).collect();
        let learned = learned(&crowded, None, &AtomicBool::new(false), &mut ()).expect("the guess");
        assert_eq!((&learned.terms, learned.grounds.cut), (&guess, false));
        assert_eq!(cache::read(key(&crowded), &crowded.candidates()), Some(learned));
    }

    /// Stones in a row win.
    const LINES: &str = "game \"Lines\"\nplayers Cross, Nought\nboard square 4x4\npiece Stone\nmove { place Stone on empty }\n\
                         end { win when line 3 of own  draw when no empty }\n";

    /// Men take each other on their way to the other side.
    const RACE: &str = "game \"Race\"\nplayers White, Black\nboard square 4x5\nfacing White north, Black south\npiece Man\n\
                        setup { White Man on rank 1  Black Man on rank 5 }\n\
                        move Man { step forward to empty  step forward-diagonal to empty or enemy }\n\
                        end { win when own Man on far rank  win when no enemy }\nend when enemy stuck { win }\n";

    /// Says stop when it has been told so many times of games that were played.
    struct Times<'a> {
        stop: &'a AtomicBool,
        left: usize,
    }

    impl Progress for Times<'_> {
        fn games(&mut self, _: usize, _: usize) {
            self.left = self.left.saturating_sub(1);
            self.stop.store(self.left == 0, Relaxed);
        }
    }

    /// Learns in calls, each of which is told when to stop, the journal read and written between them; gives what came of the last
    /// one, and how many there were.
    fn in_pieces(text: &str, times: usize, most: impl Fn(u64) -> Option<Duration>) -> (Learned, u64) {
        let compiled = compiled(text);
        let (stop, candidates) = (AtomicBool::new(false), compiled.candidates());
        let mut text = cache::sealed(&Journal::default(), 1, &candidates).unwrap();
        let mut calls = 0;
        loop {
            calls += 1;
            stop.store(false, Relaxed);
            let mut journal = cache::opened(&text, 1, &candidates).expect("it was just written");
            let known = journal.len();
            let deadline = most(calls).and_then(|most| Instant::now().checked_add(most));
            let mut progress = Times { stop: &stop, left: times };
            let learned = learn(&compiled, candidates.clone(), 1, deadline, &stop, &mut journal, &mut progress);
            match learned {
                Some(learned) if !learned.grounds.cut => return (learned, calls),
                _ => assert!(deadline.is_some() || journal.len() > known, "call {calls} gets on"),
            }
            text = cache::sealed(&journal, 1, &candidates).unwrap();
        }
    }

    /// However a lesson is cut, what comes of it is the same.
    #[test]
    fn a_lesson_in_pieces_is_the_whole_lesson() {
        for text in [SEEDS, LINES, RACE] {
            let (whole, calls) = in_pieces(text, usize::MAX, |_| None);
            assert!(calls == 1 && whole.grounds.matches > 0, "{whole:?}");
            for times in [40, 150] {
                let (pieces, calls) = in_pieces(text, times, |_| None);
                assert_eq!(pieces, whole, "{times} at a time");
                assert!(calls > 3, "{calls} calls, {times} at a time");
            }
            // Cut in the midst of games, and of games that are played beside each other.
            let (pieces, calls) = in_pieces(text, usize::MAX, |call| Some(Duration::from_millis(50 + 20 * call)));
            assert_eq!(pieces, whole, "{calls} calls against time");
        }
    }

    /// A journal that is damaged, or of another game, is as none; one that is not, but can't be of this lesson, too.
    #[test]
    fn a_damaged_journal_is_ignored() {
        let compiled = seeds();
        let (stop, candidates) = (AtomicBool::new(false), compiled.candidates());
        let mut journal = Journal::default();
        let mut progress = Times { stop: &stop, left: 350 };
        assert!(learn(&compiled, candidates.clone(), 1, None, &stop, &mut journal, &mut progress).is_some());
        let text = cache::sealed(&journal, 1, &candidates).unwrap();
        assert_eq!(cache::opened(&text, 1, &candidates).map(|opened| opened.len()), Some(journal.len()));
        // Another key; other candidates; a byte more or less; another number.
        assert_eq!(cache::opened(&text, 2, &candidates), None);
        assert_eq!(cache::opened(&text, 1, &candidates[1..]), None);
        let other = text.replacen(",0,", ",1,", 1);
        assert_ne!(other, text);
        for damaged in ["", "\n", "[]", &text[1..], &text[..text.len() - 1], &format!("{text} "), &other] {
            assert_eq!(cache::opened(damaged, 1, &candidates), None, "{damaged:.40}");
        }
        // The games of one lesson in the journal of another.
        let (whole, _) = in_pieces(LINES, usize::MAX, |_| None);
        let lines = super::tests::compiled(LINES);
        stop.store(false, Relaxed);
        let learned = learn(&lines, lines.candidates(), 1, None, &stop, &mut journal, &mut ());
        assert_eq!(learned, Some(whole));
    }

    /// What there was too little time for is gone on with by whoever asks again; what is whole is not learned again.
    #[test]
    fn a_lesson_goes_on_until_it_is_whole() {
        let compiled = compiled(RACE);
        let mut calls = 0;
        let mut told = |times| {
            let stop = AtomicBool::new(false);
            let mut progress = Times { stop: &stop, left: times };
            let deadline = Instant::now().checked_add(Duration::from_secs(1000));
            let learned = learned(&compiled, deadline, &stop, &mut progress).expect("some games were played");
            calls += 1;
            (learned, times - progress.left)
        };
        let mut games = 0;
        let (whole, played) = loop {
            let (learned, played) = told(200);
            if !learned.grounds.cut {
                break (learned, played);
            }
            // It begins where the last one ended.
            assert!(played == 200 && learned.grounds.games > games, "{learned:?}");
            games = learned.grounds.games;
        };
        assert!(played < 200 && whole.grounds.games > games);
        assert_eq!(told(200), (whole, 0));
        assert!(calls > 3);
    }

    /// What nothing comes of is left be by those who have little time, and not by those who wait.
    #[test]
    fn a_lesson_that_does_not_get_on_is_left_to_those_who_wait() {
        let compiled = seeds();
        let mut journal = Journal::default();
        journal.in_vain = ALL_PATIENCE;
        cache::keep_journal(key(&compiled), &compiled.candidates(), journal);
        let told = |deadline, times| {
            let stop = AtomicBool::new(false);
            let mut progress = Times { stop: &stop, left: times };
            let learned = learned(&compiled, deadline, &stop, &mut progress);
            (learned.map(|learned| learned.grounds), times - progress.left)
        };
        let soon = Instant::now().checked_add(Duration::from_secs(1000));
        assert_eq!(told(soon, 50), (None, 0));
        let (grounds, played) = told(None, 50);
        assert!(grounds.is_some_and(|grounds| grounds.cut && !grounds.gave_up) && played == 50);
        // It gets on now.
        let (grounds, played) = told(soon, 50);
        assert!(grounds.is_some_and(|grounds| grounds.games > 50) && played == 50);
    }
}
