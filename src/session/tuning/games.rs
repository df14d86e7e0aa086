//! The games of tuning: the engine against itself, with few positions a move, from random openings.
//!
//! Each is a job of its own: which game it is follows from the seed, the round and its number alone, whoever plays it and when.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::compile::AnyExecutor;
use crate::game::{Position, Side};
use crate::learn::rather_quiet;
use crate::rng::Rng;
use crate::search::match_play::random_opening_from;
use crate::search::value::is_decisive;
use crate::search::{Limits, Options, Table, in_one_more_thread, search_with};

/// Positions of a game that are looked at.
const SAMPLES: usize = 12;
/// A longer game is broken off.
const MOST_PLIES: usize = 300;
/// The refinements that need much room are not worth it in so short searches.
const BUCKETS: usize = 1 << 12;

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Of which run.
    pub seed: u64,
    /// Of which round: each has its own evaluation.
    pub round: u32,
    /// Which game of it, from 0.
    pub game: u64,
    /// Positions that may be entered for a move.
    pub nodes: u64,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcomes {
    /// Which.
    pub job: Job,
    /// 1 if the first player won, -1 if the second did, 0 for a draw; none if it was broken off.
    pub result: Option<i8>,
    /// How many plies it had.
    pub plies: usize,
    /// Quiet positions in it, word by word, with what the search thought of each for the player to move.
    pub positions: Vec<(Vec<u64>, i32)>,
}

impl Job {
    fn rng(&self) -> Rng {
        let mut rng = Rng::new(self.seed);
        let mixed = rng.next_u64() ^ (u64::from(self.round) << 48) ^ self.game;
        Rng::new(mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Plays it from a position; none if it is stopped, or the moves of a position can't be listed.
    pub fn play(&self, root: &Position<'_, AnyExecutor>, stop: &AtomicBool) -> Option<Outcomes> {
        let game = root.game();
        let mut rng = self.rng();
        let mut position = root.clone();
        let plies = 2 + rng.below(8);
        for record in random_opening_from(root, plies, rng.next_u64()) {
            position.make(&record);
        }
        let table = Table::with_buckets(BUCKETS);
        let options = Options::default();
        let limits = Limits { depth: Some(24), ..Limits::nodes(self.nodes) };
        let mut seen = Vec::new();
        let mut made = 0;
        let result = loop {
            if let Some(ending) = position.ending().ok()? {
                break Some(ending.outcome.payoffs()[Side::First].signum() as i8);
            }
            if made >= MOST_PLIES {
                break None;
            }
            let report = search_with(&table, &position, &limits, &options, stop, &mut ());
            if stop.load(Relaxed) {
                return None;
            }
            let best = report.best?;
            if !is_decisive(report.score) {
                let is_quiet = !game.hint(position.state(), &best).noisy;
                seen.push(((position.state().to_vec(), report.score), is_quiet));
            }
            position.make(&best);
            made += 1;
        };
        let quiet = rather_quiet(seen);
        let mut positions = Vec::new();
        let wanted = SAMPLES.min(quiet.len());
        for number in 0..wanted {
            // One of each stretch.
            let (low, high) = (number * quiet.len() / wanted, (number + 1) * quiet.len() / wanted);
            positions.push(quiet[low + rng.below((high - low).max(1))].clone());
        }
        Some(Outcomes { job: *self, result, plies: made, positions })
    }
}

/// Plays jobs in several threads for as long as `next` is told of each and wants more.
pub fn play_all(
    root: &Position<'_, AnyExecutor>,
    jobs: &[Job],
    threads: usize,
    stop: &AtomicBool,
    next: &mut (dyn FnMut(Outcomes) -> bool + Send),
) {
    let at = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let shared = Mutex::new(next);
    let worker = || {
        while !over.load(Relaxed) && !stop.load(Relaxed) {
            let Some(job) = jobs.get(at.fetch_add(1, Relaxed)) else { return };
            let Some(played) = job.play(root, stop) else { return };
            let mut next = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if !over.load(Relaxed) && !next(played) {
                over.store(true, Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            if in_one_more_thread(scope, worker).is_none() {
                break;
            }
        }
        worker();
    });
}
