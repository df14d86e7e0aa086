//! Perft on the session's position, timed and with moves as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Error, Session};
use crate::compile::{Backend, Paths};
use crate::game::perft::{PerftObserver, PerftOptions, perft};
use crate::game::time::Instant;
use crate::game::{Game, Position};

/// Counts, with the time they took.
#[derive(Debug, Clone, PartialEq)]
pub struct PerftResult {
    /// The leaves at depth 1, 2, …; as many as were completed.
    pub counts: Vec<u64>,
    /// The time of the whole.
    pub elapsed: Duration,
    /// The time that the deepest complete count took alone.
    pub last: Duration,
    /// Each first move's share of the deepest count.
    pub divide: Vec<(String, u64)>,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// What ran it.
    pub backend: &'static str,
}

impl PerftResult {
    /// Leaves a second, from the deepest complete count.
    pub fn rate(&self) -> f64 {
        let leaves = self.counts.last().copied().unwrap_or(0) as f64;
        let seconds = self.last.as_secs_f64();
        if seconds > 0.0 { leaves / seconds } else { 0.0 }
    }
}

/// Is told how far the count has come.
pub trait PerftWatch {
    /// At this depth, `done` of `all` first moves are counted, with so many leaves.
    fn progress(&mut self, depth: u32, done: usize, all: usize, leaves: u64);
}

/// Looks away.
impl PerftWatch for () {
    fn progress(&mut self, _: u32, _: usize, _: usize, _: u64) {}
}

struct Stopwatch<'w> {
    watch: &'w mut dyn PerftWatch,
    started: Instant,
    last: Duration,
}

impl PerftObserver for Stopwatch<'_> {
    fn depth_done(&mut self, _: u32, _: u64) {
        self.last = self.started.elapsed();
        self.started = Instant::now();
    }
    fn progress(&mut self, depth: u32, done: usize, all: usize, leaves: u64) {
        self.watch.progress(depth, done, all, leaves);
    }
}

impl Session {
    /// Counts the sequences of moves from the position.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn perft(
        &self,
        options: PerftOptions,
        stop: &AtomicBool,
        watch: &mut dyn PerftWatch,
    ) -> Result<PerftResult, Error> {
        let backend = self.compiled().backend().backend.name();
        self.counted(&self.position(), backend, options, stop, watch)
    }

    /// The same, but captures that lead to equal positions on different paths are moves of their own.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn perft_of_paths(
        &self,
        options: PerftOptions,
        stop: &AtomicBool,
        watch: &mut dyn PerftWatch,
    ) -> Result<PerftResult, Error> {
        let game = Paths(self.compiled().game());
        self.counted(&self.position_of(&game), Backend::Interpreter.name(), options, stop, watch)
    }

    fn counted<G: Game + ?Sized>(
        &self,
        position: &Position<'_, G>,
        backend: &'static str,
        options: PerftOptions,
        stop: &AtomicBool,
        watch: &mut dyn PerftWatch,
    ) -> Result<PerftResult, Error> {
        let started = Instant::now();
        let mut stopwatch = Stopwatch { watch, started, last: Duration::ZERO };
        let report = perft(position, options, stop, &mut stopwatch)?;
        let text = |record: &[u64]| self.compiled().move_text(position.state(), record);
        Ok(PerftResult {
            counts: report.counts,
            elapsed: started.elapsed(),
            last: stopwatch.last,
            divide: report.divide.iter().map(|(record, leaves)| (text(record), *leaves)).collect(),
            stopped: report.stopped,
            backend,
        })
    }
}
