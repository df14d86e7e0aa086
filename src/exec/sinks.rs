//! What is done with the plies that the enumeration finds.

use super::hash::Seen;
use super::ply::{Flow, Ply, Sink, mix};
use super::record::Reader;
use super::trail::Event;
use crate::game::{MoveList, Overflow};
use crate::ir::PlaneClass;

/// The most moves that a list may have.
const CAP: usize = 1 << 20;

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
            if self.moves.len() > CAP {
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

    fn count(&self) -> usize {
        self.moves.len()
    }
}

/// What the position after a ply is, as far as moves with equal results are one move: all but the state that is over
/// when the turn passes.
fn result<const W: usize>(ply: &Ply<'_, W>) -> u64 {
    let layout = &ply.machine.program.layout;
    let state = ply.state();
    let mut hash = 0;
    for (id, plane) in layout.planes.iter().enumerate() {
        if !matches!(plane.class, PlaneClass::ThisTurn(_)) {
            let at = layout.plane_at(id);
            hash = state[at..at + W].iter().fold(hash, |h, &w| mix(h, w));
        }
    }
    state[layout.lane_at(0)..].iter().fold(hash, |h, &w| mix(h, w))
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
    fn count(&self) -> usize {
        usize::from(self.done)
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
        if self.found.len() > CAP {
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
    fn count(&self) -> usize {
        self.found.len()
    }
}

/// A record to read back.
pub fn reader(record: &[u64]) -> Reader {
    Reader::new(record)
}
