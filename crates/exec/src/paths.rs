//! A game in which equal results are not one move: every way to play counts, as some published tables of draughts count.

use std::collections::HashSet;

use super::Executor;
use crate::game::{Decides, Ending, Game, Hint, History, Made, MoveList, Overflow, Rep, Traits};

/// The same game, but captures that lead to equal positions on different paths are moves of their own.
///
/// For counting: all that a list of moves is not asked for goes to the game itself.
pub struct Paths<'g, E: Executor + ?Sized>(pub &'g E);

impl<E: Executor + ?Sized> Game for Paths<'_, E> {
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        if !self.0.program().facts.merge_results {
            return self.0.generate(state, moves);
        }
        let ways = self.0.ways(state)?;
        // Two clauses may offer the same path.
        let mut seen = HashSet::new();
        ways.iter().filter(|way| seen.insert(&way.events)).for_each(|way| moves.push(&way.record));
        Ok(())
    }

    fn state_words(&self) -> usize {
        self.0.state_words()
    }

    fn move_words(&self) -> usize {
        self.0.move_words()
    }

    fn initial(&self) -> Vec<u64> {
        self.0.initial()
    }

    fn decides(&self, state: &[u64]) -> Decides {
        self.0.decides(state)
    }

    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        self.0.make(state, record, next)
    }

    fn status(&self, state: &[u64]) -> Option<Ending> {
        self.0.status(state)
    }

    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        self.0.ending_if_stuck(state)
    }

    fn ending_by_history(&self, state: &[u64], history: &History) -> Option<Ending> {
        self.0.ending_by_history(state, history)
    }

    fn legal_by_history(&self) -> bool {
        self.0.legal_by_history()
    }

    fn forbids_boards(&self) -> bool {
        self.0.forbids_boards()
    }

    fn allowed_by_history(&self, state: &[u64], record: &[u64], history: &History) -> bool {
        self.0.allowed_by_history(state, record, history)
    }

    fn reads_history(&self) -> bool {
        self.0.reads_history()
    }

    fn rep(&self, state: &[u64]) -> Rep {
        self.0.rep(state)
    }

    fn key(&self, state: &[u64], horizon: u32) -> u64 {
        self.0.key(state, horizon)
    }

    fn more_time(&self, before: &[u64], now: &[u64]) -> bool {
        self.0.more_time(before, now)
    }

    fn stop_clocks(&self, state: &mut [u64]) -> Option<u32> {
        self.0.stop_clocks(state)
    }

    fn drawing_clock(&self) -> Option<(usize, u64)> {
        self.0.drawing_clock()
    }

    fn evaluate(&self, state: &[u64]) -> i32 {
        self.0.evaluate(state)
    }

    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        self.0.hint(state, record)
    }

    fn piece_classes(&self) -> usize {
        self.0.piece_classes()
    }

    fn sites(&self) -> usize {
        self.0.sites()
    }

    fn has_noisy(&self) -> bool {
        self.0.has_noisy()
    }

    fn score_scale(&self) -> Option<i32> {
        self.0.score_scale()
    }

    fn traits(&self) -> Traits {
        self.0.traits()
    }
}
