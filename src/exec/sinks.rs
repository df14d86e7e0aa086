//! What is done with the plies that the enumeration finds.

use super::MOST_MOVES;
use super::hash::Seen;
use super::ply::{Flow, Ply, Sink, mix};
use super::trail::Event;
use crate::game::{MoveList, Overflow};
use crate::ir::{EXTRA, IntClass, PlaneClass};

/// Lists the legal moves, each once.
pub struct Generate<'a> {
    moves: &'a mut MoveList,
    /// Where the plies start that compete for the greatest number.
    base: usize,
    best: Option<i64>,
    seen: Seen,
    /// What was seen before the plies that compete.
    seen_before: Seen,
}

impl<'a> Generate<'a> {
    /// Appends to a list.
    pub fn new(moves: &'a mut MoveList) -> Self {
        let base = moves.len();
        Generate { moves, base, best: None, seen: Seen::default(), seen_before: Seen::default() }
    }
}

impl<const W: usize> Sink<W> for Generate<'_> {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        let program = &ply.machine.program;
        let is_new = if program.facts.merge_results {
            self.seen.insert(result(ply))
        } else if ply.record.clause().is_some_and(|c| program.clauses[c].may_repeat) {
            self.seen.insert(ply.record.identity())
        } else {
            true
        };
        if is_new {
            let (words, n) = ply.record.words();
            self.moves.push(&words[..n]);
            if self.moves.len() > MOST_MOVES {
                ply.overflow = Some(Overflow::Moves);
                return Flow::Stop;
            }
        }
        Flow::On
    }

    fn begin_most(&mut self) {
        self.base = self.moves.len();
        self.best = None;
        self.seen_before.clone_from(&self.seen);
    }

    fn most(&mut self, number: i64) -> bool {
        if self.best.is_none_or(|best| number > best) {
            self.best = Some(number);
            self.moves.truncate(self.base);
            self.seen.clone_from(&self.seen_before);
        }
        self.best == Some(number)
    }
}

/// What the position after a ply is, as far as moves with equal results are one move: who goes on, and all but the state
/// that is over if the turn passes.
fn result<const W: usize>(ply: &Ply<'_, W>) -> u64 {
    let program = &ply.machine.program;
    let layout = &program.layout;
    let state = ply.state();
    let mut hash = if program.facts.extra_turns { ply.int_local(EXTRA) as u64 } else { 0 };
    let passes = hash == 0;
    for (id, plane) in layout.planes.iter().enumerate() {
        if !(passes && matches!(plane.class, PlaneClass::ThisTurn(_))) {
            let at = layout.plane_at(id);
            hash = state[at..at + W].iter().fold(hash, |h, &w| mix(h, w));
        }
    }
    hash = state[layout.lane_at(0)..layout.int_at(0)].iter().fold(hash, |h, &w| mix(h, w));
    for (id, int) in layout.ints.iter().enumerate() {
        if !(passes && matches!(int.class, IntClass::ThisTurn(_))) {
            hash = mix(hash, state[layout.int_at(id)]);
        }
    }
    hash
}

/// Carries out one ply and keeps what it led to.
pub struct Once<'a> {
    /// The state after the ply, or what it was before if the record names no ply.
    pub next: &'a mut [u64],
    /// The visible parts.
    pub events: Vec<Event>,
    /// Whether the record named a ply.
    pub done: bool,
}

impl<'a> Once<'a> {
    /// Writes the new state to `next`.
    pub fn new(next: &'a mut [u64]) -> Self {
        Once { next, events: Vec::new(), done: false }
    }
}

impl<const W: usize> Sink<W> for Once<'_> {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        self.events.clone_from(&ply.trail);
        ply.finish();
        self.next.copy_from_slice(ply.state());
        self.done = true;
        Flow::Stop
    }
    fn whole(&self) -> bool {
        true
    }
}

/// Collects every way to play, with its record and result.
#[derive(Default)]
pub struct Ways {
    /// Visible parts, result, record.
    pub found: Vec<(Vec<Event>, u64, Vec<u64>)>,
    base: usize,
    best: Option<i64>,
}

impl<const W: usize> Sink<W> for Ways {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        let (words, n) = ply.record.words();
        self.found.push((ply.trail.clone(), result(ply), words[..n].to_vec()));
        if self.found.len() > MOST_MOVES {
            ply.overflow = Some(Overflow::Moves);
            return Flow::Stop;
        }
        Flow::On
    }
    fn whole(&self) -> bool {
        true
    }
    fn begin_most(&mut self) {
        self.base = self.found.len();
        self.best = None;
    }
    fn most(&mut self, number: i64) -> bool {
        if self.best.is_none_or(|best| number > best) {
            self.best = Some(number);
            self.found.truncate(self.base);
        }
        self.best == Some(number)
    }
}
