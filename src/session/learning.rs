//! The evaluation that a game without one is played by: learned when it is first asked for.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::{Loaded, Session, Watch};
use crate::compile::Compiled;
use crate::game::time::Instant;
use crate::learn::{Grounds, Learned, Progress, learned};

/// What was learned of a loaded game so far.
#[derive(Default)]
pub struct Lesson {
    /// The first game that is played otherwise than the one before anything was learned.
    next: Next,
    /// What the last of them rests on.
    grounds: Mutex<Option<Grounds>>,
}

/// What came of a lesson when it went on. Those before it stay: whoever plays by one of them still does.
type Next = OnceLock<Box<Part>>;

struct Part {
    /// The game as it is played from now on.
    game: Compiled,
    next: Next,
}

impl Lesson {
    fn grounds(&self) -> MutexGuard<'_, Option<Grounds>> {
        self.grounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last game that came of it, and the place behind.
    fn last(&self) -> (Option<&Compiled>, &Next) {
        let (mut game, mut next) = (None, &self.next);
        while let Some(part) = next.get() {
            (game, next) = (Some(&part.game), &part.next);
        }
        (game, next)
    }
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
    /// done, it is what was learned by then, or guessed; who asks again goes on with it.
    pub fn playing(&self, deadline: Option<Instant>, stop: &AtomicBool, watch: &mut dyn Watch) -> &Compiled {
        let is_done = |grounds: &Grounds| !grounds.cut || deadline.is_some() && grounds.gave_up;
        if self.compiled.is_derived()
            && !self.lesson.grounds().as_ref().is_some_and(is_done)
            && let Some(found) = learned(&self.compiled, deadline, stop, &mut Relay(watch))
        {
            self.take(found);
        }
        self.played()
    }

    /// Plays by what was learned from now on, unless somebody else has learned more meanwhile.
    fn take(&self, found: Learned) {
        let mut grounds = self.lesson.grounds();
        if grounds.as_ref().is_some_and(|known| !known.cut || known.games > found.grounds.games) {
            return;
        }
        let (last, next) = self.lesson.last();
        if last.unwrap_or(&self.compiled).terms() != found.terms {
            next.get_or_init(|| Box::new(Part { game: self.compiled.with_terms(found.terms), next: Next::new() }));
        }
        *grounds = Some(found.grounds);
    }

    /// What scores rest on now.
    pub fn basis(&self) -> Basis {
        match &*self.lesson.grounds() {
            _ if !self.compiled.is_derived() => Basis::Known,
            Some(grounds) if !grounds.cut => Basis::Known,
            Some(grounds) if grounds.gave_up => Basis::GaveUp,
            Some(grounds) if !grounds.guessed => Basis::Cut,
            _ => Basis::Guess,
        }
    }

    /// The game as it is played so far.
    pub(super) fn played(&self) -> &Compiled {
        self.lesson.last().0.unwrap_or(&self.compiled)
    }

    /// What the evaluation rests on, if it was learned, or that it can't be.
    pub fn grounds(&self) -> Option<Grounds> {
        self.lesson.grounds().clone().filter(|grounds| grounds.games > 0 || !grounds.cut)
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
