//! Several threads at one question. They share the table, and each leaves alone what another is busy with as long as
//! there is something else to do; whoever has the answer first ends it for all.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Known, Prover};
use crate::game::{Game, Position};
use crate::in_one_more_thread;
use crate::node::Stop;
use crate::solve::SolveOptions;

/// What the threads share, beside the table.
pub(super) struct Team {
    done: AtomicBool,
    /// Keys of positions that a thread is busy with, each in the one place where it can be; 0 for none. One that another
    /// has driven out is just searched twice.
    busy: Vec<AtomicU64>,
}

/// Places for keys; a power of two.
const PLACES: usize = 1 << 14;

impl Team {
    fn new() -> Self {
        Team { done: AtomicBool::new(false), busy: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether somebody has the answer.
    pub fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key >> 32) as usize % PLACES]
    }
}

impl<'g, G: Game + ?Sized> Prover<'_, 'g, G> {
    /// Whether nodes at this ply are large enough to be shared with other threads.
    pub(super) fn shares(&self, ply: usize) -> bool {
        self.team.is_some() && self.habits[ply].size >= self.effort.shares
    }

    /// Tells the others that this thread is busy with the current node: the key to be released, 0 for none. None if
    /// `waits` and another thread is busy with it.
    pub(super) fn claim(&self, waits: bool) -> Option<u64> {
        let Some(team) = self.team.as_ref().filter(|_| self.shares(self.path.ply())) else { return Some(0) };
        let key = self.key().0;
        let place = team.place(key);
        if waits && place.load(Relaxed) == key {
            return None;
        }
        place.store(key, Relaxed);
        Some(key)
    }

    /// The others may go where this thread was busy.
    pub(super) fn release(&self, key: u64) {
        if let Some(team) = self.team.as_ref().filter(|_| key != 0) {
            team.place(key).store(0, Relaxed);
        }
    }

    /// As [`Prover::reach`], with all the threads of the options; `position` is that of the root.
    pub fn reach_together(
        &mut self,
        position: &Position<'g, G>,
        options: &SolveOptions,
        t: i32,
    ) -> Result<Known, Stop> {
        // From now on the table stays as it is.
        self.grow_table(self.table_mib / self.table.mib().max(1));
        let threads = options.threads;
        let (start, budget) = (self.nodes, self.budget);
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.positions()));
        let share = left.min(budget.saturating_sub(start)) / threads as u64;
        let team = Arc::new(Team::new());
        let mut helpers: Vec<Prover<'_, 'g, G>> = (1..threads)
            .map(|_| {
                let mut helper = Prover::new(position, options, self.limits, self.stop);
                (helper.table, helper.table_mib) = (self.table.clone(), self.table.mib());
                (helper.team, helper.budget) = (Some(team.clone()), share);
                helper
            })
            .collect();
        (self.team, self.budget) = (Some(team.clone()), start.saturating_add(share));
        let run = |prover: &mut Self| {
            let known = prover.reach(t, t >= 1);
            if known.is_ok() {
                team.done.store(true, Relaxed);
            }
            known
        };
        let answers: Vec<_> = std::thread::scope(|scope| {
            let helpers = helpers.iter_mut();
            let running: Vec<_> = helpers.map_while(|helper| in_one_more_thread(scope, || run(helper))).collect();
            let own = run(self);
            let others = running.into_iter().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(own).chain(others).collect()
        });
        (self.team, self.budget) = (None, budget);
        self.path.rewind();
        self.nodes += helpers.iter().map(|helper| helper.nodes).sum::<u64>();
        self.ahead.visits += helpers.iter().map(|helper| helper.ahead.visits).sum::<u64>();
        self.cut |= helpers.iter().any(|helper| helper.cut);
        // Whose answer it is tells what it is worth.
        let first = answers.iter().position(Result::is_ok).unwrap_or(0);
        if let Some(helper) = first.checked_sub(1).map(|at| &helpers[at]) {
            self.too_deep = helper.too_deep;
        }
        answers[first]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_dependence::Loops;
    use crate::{Effort, Limits};

    #[test]
    fn what_another_thread_is_busy_with_waits_while_there_is_a_choice() {
        let game = Loops(vec![vec![1], vec![]]);
        let (position, limits, stop) = (Position::initial(&game), Limits::default(), AtomicBool::new(false));
        let options = SolveOptions { effort: Effort { shares: 0, ..Effort::default() }, ..SolveOptions::default() };
        let team = Arc::new(Team::new());
        let prover = || {
            let mut prover = Prover::new(&position, &options, &limits, &stop);
            prover.team = Some(team.clone());
            prover
        };
        let (one, mut other) = (prover(), prover());
        let claim = one.claim(true).expect("nobody is there");
        assert_eq!(other.claim(true), None);
        assert_eq!(other.claim(false), Some(claim), "nothing else is left to do");
        one.release(claim);
        assert_eq!(other.claim(true), Some(claim));
        other.release(claim);
        // Alone nobody has to wait.
        other.team = None;
        assert_eq!((other.claim(true), other.claim(true)), (Some(0), Some(0)));
    }
}
