//! Games of the engine with few positions a move: between two evaluations, to choose by, and to look at.
//!
//! What an evaluation is worth shows where it is searched with: one move ahead another one is good. Each pair of games has an
//! opening of its own, which follows from the seed and its number alone, whoever plays it and when.

use crate::game::time::Instant;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::Stopped;
use super::games::for_first;
use super::seen::Seen;
use crate::compile::AnyExecutor;
use crate::game::{Position, Side};
use crate::rng::Rng;
use crate::search::match_play::random_opening_from;
use crate::search::value::is_decisive;
use crate::search::{Ended, Limits, Options, Table, in_one_more_thread, search_with};

/// Searches as short as these have no use for more.
const BUCKETS: usize = 1 << 11;
/// Games that are played before it is asked how it stands: always as many, so that it does not depend on how many are played at
/// a time.
pub const WAVE: usize = 8;
/// So many games at a time at most.
const MOST_THREADS: usize = 8;

/// Who plays: an evaluation, and what it may spend on a move.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    /// Who evaluates.
    pub judge: &'a AnyExecutor,
    /// Positions that may be entered.
    pub nodes: u64,
}

/// Where games are played.
pub struct Trial<'a> {
    /// The rules.
    pub rules: &'a AnyExecutor,
    /// Equal seeds give equal games.
    pub seed: u64,
    /// Longer games are broken off.
    pub most_plies: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Whether to stop.
    pub stop: &'a AtomicBool,
}

/// A game of the engine.
pub struct Game {
    /// How it went for the first player: 1, 0 or -1; none if it was broken off.
    pub result: Option<i8>,
    /// How many plies were made by the engine.
    pub plies: usize,
    /// How many positions the two players of the match entered.
    pub nodes: [u64; 2],
    /// Quiet positions, each with the ply and what the search thought of it for the player to move.
    pub quiet: Vec<(usize, Vec<u64>, i32)>,
}

/// How far the first player of a match is ahead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lead {
    /// Games won, more than lost.
    won: f64,
    /// Of so many.
    games: f64,
}

impl Lead {
    /// Before the first game.
    pub const EVEN: Lead = Lead { won: 0.0, games: 0.0 };
    /// Of who has no opponent.
    pub const ALL: Lead = Lead { won: f64::INFINITY, games: 1.0 };
    /// Of who does not play.
    pub const NONE: Lead = Lead { won: f64::NEG_INFINITY, games: 1.0 };

    /// After one more game, which went so for whoever began; in those of odd numbers that is the second player.
    pub fn add(&mut self, number: usize, result: Option<i8>) {
        let for_first = f64::from(result.unwrap_or(0));
        self.won += if number.is_multiple_of(2) { for_first } else { -for_first };
        self.games += 1.0;
    }

    /// Whether it is clear enough how a match will end. Nobody waits for a loser.
    pub fn is_settled(self) -> bool {
        self.games >= 16.0 && !(-1.0..2.0).contains(&self.ahead())
    }

    /// By how many standard deviations of what luck gives.
    pub fn ahead(self) -> f64 {
        self.won / self.games.max(1.0).sqrt()
    }

    /// By how much of a game in each.
    pub fn each(self) -> f64 {
        self.won / self.games.max(1.0)
    }
}

impl Trial<'_> {
    /// The games of these numbers; in odd ones the second player begins. If one is not played to the end, those before it and
    /// why.
    pub fn wave(&self, players: [Player<'_>; 2], numbers: std::ops::Range<usize>) -> (Vec<Game>, Result<(), Stopped>) {
        let next = AtomicUsize::new(numbers.start);
        let found: Mutex<Vec<(usize, Result<Game, Stopped>)>> = Mutex::default();
        let worker = || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= numbers.end {
                    return;
                }
                let turned = number % 2 == 1;
                let players = if turned { [players[1], players[0]] } else { players };
                let mut game = self.game(players, number / 2);
                if let (true, Ok(game)) = (turned, &mut game) {
                    game.nodes.reverse();
                }
                found.lock().unwrap_or_else(PoisonError::into_inner).push((number, game));
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS));
        std::thread::scope(|scope| {
            for _ in 1..threads.min(numbers.len()) {
                if in_one_more_thread(scope, worker).is_none() {
                    break;
                }
            }
            worker();
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(number, _)| *number);
        let mut games = Vec::new();
        for (_, game) in found {
            match game {
                Ok(game) => games.push(game),
                Err(stopped) => return (games, Err(stopped)),
            }
        }
        (games, Ok(()))
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline) || self.stop.load(Relaxed)
    }

    fn game(&self, players: [Player<'_>; 2], opening: usize) -> Result<Game, Stopped> {
        // Who searches without any time left looks at each move all the same.
        if self.is_over() {
            return Err(Stopped::Interrupted);
        }
        let seen = players.map(|player| Seen { rules: self.rules, judge: player.judge });
        let mut rng = Rng::new(self.seed ^ (opening as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let root = Position::initial(&seen[0]);
        let plies = 2 + rng.below(6);
        let mut positions = [root.clone(), root.seen_as(&seen[1])];
        for record in random_opening_from(&root, plies, rng.next_u64()) {
            positions.iter_mut().for_each(|position| position.make(&record));
        }
        let tables = [Table::with_buckets(BUCKETS), Table::with_buckets(BUCKETS)];
        let options = Options::default();
        let mut game = Game { result: None, plies: 0, nodes: [0; 2], quiet: Vec::new() };
        let mut met = Vec::new();
        loop {
            if let Some(ending) = positions[0].ending()? {
                game.result = Some(for_first(ending.outcome));
                break;
            }
            if game.plies >= self.most_plies {
                break;
            }
            let side = positions[0].mover();
            let who = usize::from(side == Side::Second);
            let position = &positions[who];
            let limits = Limits { depth: Some(24), deadline: self.deadline, ..Limits::nodes(players[who].nodes) };
            let report = search_with(&tables[who], position, &limits, &options, self.stop, &mut ());
            if let Ended::Overflow(overflow) = report.ended {
                return Err(overflow.into());
            }
            let is_over = self.is_over();
            game.nodes[who] += report.nodes;
            let best = report.best.filter(|_| !is_over).ok_or(Stopped::Interrupted)?;
            if !is_decisive(report.score) {
                let is_quiet = !players[who].judge.hint(position.state(), &best).noisy;
                met.push(((game.plies, position.state().to_vec(), report.score), is_quiet));
            }
            positions.iter_mut().for_each(|position| position.make(&best));
            game.plies += 1;
        }
        game.quiet = rather_quiet(met);
        Ok(game)
    }
}

/// Those positions of a game that are quiet, for in the middle of an exchange an evaluation tells little; all where none is, as where every
/// move takes something.
pub fn rather_quiet<P>(mut positions: Vec<(P, bool)>) -> Vec<P> {
    if positions.iter().any(|(_, is_quiet)| *is_quiet) {
        positions.retain(|(_, is_quiet)| *is_quiet);
    }
    positions.into_iter().map(|(position, _)| position).collect()
}
