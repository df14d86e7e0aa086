//! The evaluation that a game without one is played by: learned when it is first asked for.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::{Loaded, Session, Watch};
use crate::compile::Compiled;
use crate::game::time::Instant;
use crate::learn::{Grounds, Progress, learned};

/// What was learned of a loaded game.
#[derive(Default)]
pub struct Lesson {
    /// The game as it is played from now on, and what that rests on.
    learned: OnceLock<(Compiled, Grounds)>,
    /// The same where there was not time enough to learn all.
    cut: OnceLock<(Compiled, Grounds)>,
    /// That there was no time to learn all.
    late: AtomicBool,
}

/// What a score rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Basis {
    /// An evaluation of the file, or one that was learned.
    #[default]
    Known,
    /// What was learned until the time for it was over.
    Cut,
    /// Guessed weights: there was no time to learn any.
    Guess,
    /// What came of all the time that learning may take, learned in part or guessed.
    GaveUp,
}

struct Relay<'a>(&'a mut dyn Watch);

impl Progress for Relay<'_> {
    fn games(&mut self, played: usize, all: usize) {
        self.0.learning(played, all);
    }
}

impl Loaded {
    /// The game as it is played: where its evaluation is derived, with what quick games say of it, which are played when this
    /// is first asked for and nothing is known of an earlier time. If the deadline passes or it is stopped before that is
    /// done, it is what was learned by then, or guessed; with a deadline it is tried once.
    pub fn playing(&self, deadline: Option<Instant>, stop: &AtomicBool, watch: &mut dyn Watch) -> &Compiled {
        let lesson = &self.lesson;
        let hopeless = lesson.late.load(Relaxed) && deadline.is_some();
        if !self.compiled.is_derived() || lesson.learned.get().is_some() || hopeless {
            return self.played();
        }
        match learned(&self.compiled, deadline, stop, &mut Relay(watch)) {
            Some(found) if found.grounds.cut.is_some() => {
                lesson.late.store(true, Relaxed);
                let _ = lesson.cut.set((self.compiled.with_terms(found.terms), found.grounds));
            }
            Some(found) => {
                let _ = lesson.learned.set((self.compiled.with_terms(found.terms), found.grounds));
            }
            None => lesson.late.store(true, Relaxed),
        }
        self.played()
    }

    /// What scores rest on now.
    pub fn basis(&self) -> Basis {
        let whole = !self.compiled.is_derived() || self.lesson.learned.get().is_some();
        match self.lesson.cut.get() {
            _ if whole => Basis::Known,
            Some((_, grounds)) if grounds.gave_up() => Basis::GaveUp,
            Some((_, grounds)) if !grounds.guessed => Basis::Cut,
            _ => Basis::Guess,
        }
    }

    fn lesson(&self) -> Option<&(Compiled, Grounds)> {
        self.lesson.learned.get().or_else(|| self.lesson.cut.get())
    }

    /// The game as it is played so far.
    pub(super) fn played(&self) -> &Compiled {
        self.lesson().map_or(&self.compiled, |learned| &learned.0)
    }

    /// What the evaluation rests on, if it was learned.
    pub fn grounds(&self) -> Option<&Grounds> {
        self.lesson().map(|learned| &learned.1).filter(|grounds| grounds.games > 0)
    }
}

impl Session {
    /// Learns the evaluation where it is derived; see [`Loaded::playing`]. Thinking and matches do so by
    /// themselves: this is for whoever wants to do it beforehand, or asks for the evaluation.
    pub fn learn(&self, stop: &AtomicBool, watch: &mut dyn Watch) {
        self.loaded.playing(None, stop, watch);
    }

    /// The same within a time: then what was learned by then is what it is played by.
    pub fn learn_within(&self, time: Duration, stop: &AtomicBool, watch: &mut dyn Watch) {
        self.loaded.playing(Instant::now().checked_add(time), stop, watch);
    }
}
