//! Placeholder of the executor: the reference interpreter implements [`crate::game::Game`].

/// The reference interpreter of a compiled game. (`Game` is implemented for it in a later commit.)
pub struct Interpreter;

use crate::game::{Ending, Game, Hint, History, Made, MoveList, Overflow, Rep, Side, Traits};

impl Game for Interpreter {
    fn state_words(&self) -> usize {
        todo!()
    }
    fn move_words(&self) -> usize {
        todo!()
    }
    fn initial(&self) -> Vec<u64> {
        todo!()
    }
    fn mover(&self, _state: &[u64]) -> Side {
        todo!()
    }
    fn generate(&self, _state: &[u64], _moves: &mut MoveList) -> Result<(), Overflow> {
        todo!()
    }
    fn make(&self, _state: &[u64], _record: &[u64], _next: &mut [u64]) -> Made {
        todo!()
    }
    fn status(&self, _state: &[u64]) -> Option<Ending> {
        todo!()
    }
    fn ending_if_stuck(&self, _state: &[u64]) -> Ending {
        todo!()
    }
    fn ending_by_history(&self, _state: &[u64], _history: &History) -> Option<Ending> {
        todo!()
    }
    fn reads_history(&self) -> bool {
        todo!()
    }
    fn rep(&self, _state: &[u64]) -> Rep {
        todo!()
    }
    fn key(&self, _state: &[u64], _horizon: u32) -> u64 {
        todo!()
    }
    fn evaluate(&self, _state: &[u64]) -> i32 {
        todo!()
    }
    fn hint(&self, _state: &[u64], _record: &[u64]) -> Hint {
        todo!()
    }
    fn piece_classes(&self) -> usize {
        todo!()
    }
    fn sites(&self) -> usize {
        todo!()
    }
    fn has_noisy(&self) -> bool {
        todo!()
    }
    fn score_scale(&self) -> Option<i32> {
        todo!()
    }
    fn traits(&self) -> Traits {
        todo!()
    }
}
