//! A game seen with another evaluation: its own rules, which are compiled once, and whoever judges positions.

use crate::compile::AnyExecutor;
use crate::game::{
    Decides, Drawn, Ending, Game, Hint, History, Made, MoveList, Overflow, Rep, Side, Successors, Traits,
};
use crate::rng::Rng;

/// The rules of one game with the evaluation of another, whose states and records are the same.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Whose rules are asked.
    pub rules: &'a AnyExecutor,
    /// Who evaluates.
    pub judge: &'a AnyExecutor,
}

impl Game for Seen<'_> {
    fn state_words(&self) -> usize {
        self.rules.state_words()
    }

    fn move_words(&self) -> usize {
        self.rules.move_words()
    }

    fn initial(&self) -> Vec<u64> {
        self.rules.initial()
    }

    fn decides(&self, state: &[u64]) -> Decides {
        self.rules.decides(state)
    }

    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        self.rules.generate(state, moves)
    }

    fn generate_noisy(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        self.rules.generate_noisy(state, moves)
    }

    fn count(&self, state: &[u64], scratch: &mut MoveList) -> Result<u64, Overflow> {
        self.rules.count(state, scratch)
    }

    fn count_allowed(&self, state: &[u64], history: &mut History, scratch: &mut Successors) -> Result<u64, Overflow> {
        self.rules.count_allowed(state, history, scratch)
    }

    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        self.rules.make(state, record, next)
    }

    fn successors(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        self.rules.successors(state, out)
    }

    fn successors_in_order(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        self.rules.successors_in_order(state, out)
    }

    fn successors_of(&self, state: &[u64], moves: &MoveList, out: &mut Successors) -> Result<(), Overflow> {
        self.rules.successors_of(state, moves, out)
    }

    fn draw(&self, state: &[u64], next: &mut [u64], rng: &mut Rng) -> Drawn {
        self.rules.draw(state, next, rng)
    }

    fn make_nth(&self, state: &[u64], number: u64, next: &mut [u64]) -> Drawn {
        self.rules.make_nth(state, number, next)
    }

    fn status(&self, state: &[u64]) -> Option<Ending> {
        self.rules.status(state)
    }

    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        self.rules.ending_if_stuck(state)
    }

    fn ending_by_history(&self, state: &[u64], history: &History) -> Option<Ending> {
        self.rules.ending_by_history(state, history)
    }

    fn legal_by_history(&self) -> bool {
        self.rules.legal_by_history()
    }

    fn forbids_boards(&self) -> bool {
        self.rules.forbids_boards()
    }

    fn allowed_by_history(&self, state: &[u64], record: &[u64], history: &History) -> bool {
        self.rules.allowed_by_history(state, record, history)
    }

    fn reads_history(&self) -> bool {
        self.rules.reads_history()
    }

    fn rep(&self, state: &[u64]) -> Rep {
        self.rules.rep(state)
    }

    fn unmarked(&self, state: &[u64]) -> Rep {
        self.rules.unmarked(state)
    }

    fn key(&self, state: &[u64], horizon: u32) -> u64 {
        self.rules.key(state, horizon)
    }

    fn more_time(&self, before: &[u64], now: &[u64]) -> bool {
        self.rules.more_time(before, now)
    }

    fn stop_clocks(&self, state: &mut [u64]) -> Option<u32> {
        self.rules.stop_clocks(state)
    }

    fn drawing_clock(&self) -> Option<(usize, u64)> {
        self.rules.drawing_clock()
    }

    fn key_of(&self, state: &[u64], rep: Rep, horizon: u32) -> u64 {
        self.rules.key_of(state, rep, horizon)
    }

    fn folded_key(&self, state: &[u64], horizon: u32) -> (u64, bool) {
        self.rules.folded_key(state, horizon)
    }

    fn remoteness(&self) -> Vec<i32> {
        self.rules.remoteness()
    }

    fn evaluate(&self, state: &[u64]) -> i32 {
        self.judge.evaluate(state)
    }

    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        self.judge.hint(state, record)
    }

    fn arrival(&self, state: &[u64], record: &[u64]) -> u16 {
        self.rules.arrival(state, record)
    }

    fn hints(&self, state: &[u64], moves: &MoveList, out: &mut Vec<Hint>) {
        self.judge.hints(state, moves, out);
    }

    fn piece_classes(&self) -> usize {
        self.rules.piece_classes()
    }

    fn sites(&self) -> usize {
        self.rules.sites()
    }

    fn has_noisy(&self) -> bool {
        self.rules.has_noisy()
    }

    fn score_scale(&self) -> Option<i32> {
        self.rules.score_scale()
    }

    fn pass(&self, state: &[u64], next: &mut [u64]) -> bool {
        self.rules.pass(state, next)
    }

    fn threatened(&self, state: &[u64]) -> bool {
        self.rules.threatened(state)
    }

    fn wins_at_once(&self, state: &[u64], side: Side) -> Option<bool> {
        self.rules.wins_at_once(state, side)
    }

    fn quiet_gain(&self) -> Option<i32> {
        self.judge.quiet_gain()
    }

    fn traits(&self) -> Traits {
        self.rules.traits()
    }
}
