//! What is done with the plies that the enumeration finds.

use crate::MOST_MOVES;
use crate::game::{MoveList, Overflow};
use crate::ply::{Flow, Ply, Sink};
use crate::state::hash::{By, Seen};
use crate::state::trail::Event;

/// Lists the legal moves, each once.
pub struct Generate<'a> {
    moves: &'a mut MoveList,
    /// Where the plies start that compete for the greatest number.
    base: usize,
    best: Option<i64>,
    seen: Found,
    /// What was seen before the plies that compete.
    seen_before: Found,
    /// The moves before these in whose places some of these are: they come back if these are dropped.
    displaced: Vec<(usize, Vec<u64>)>,
}

/// What tells whether a ply is one that was found before.
#[derive(Default, Clone)]
struct Found {
    identities: Seen,
    /// Where the move of each result is in the list, and how many parts its text has.
    results: By<(usize, u32)>,
}

impl<'a> Generate<'a> {
    /// Appends to a list.
    pub fn new(moves: &'a mut MoveList) -> Self {
        let base = moves.len();
        let (seen, seen_before) = (Found::default(), Found::default());
        Generate { moves, base, best: None, seen, seen_before, displaced: Vec::new() }
    }
}

impl<const W: usize> Sink<W> for Generate<'_> {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        let program = &ply.machine.program;
        let (words, n) = ply.record.words();
        let record = &words[..n];
        let is_new = if program.facts.merge_results {
            let (place, shown) = (self.moves.len(), ply.record.shown());
            let known = self.seen.results.entry(ply.result()).or_insert((place, shown));
            if shown < known.1 {
                known.1 = shown;
                if known.0 < self.base {
                    self.displaced.push((known.0, self.moves.get(known.0).to_vec()));
                }
                self.moves.replace(known.0, record);
            }
            known.0 == place
        } else if ply.record.clause().is_some_and(|c| program.clauses[c].may_repeat) {
            self.seen.identities.insert(ply.record.identity())
        } else {
            true
        };
        if is_new {
            self.moves.push(record);
            if self.moves.len() > MOST_MOVES {
                return ply.give_up(Overflow::Moves);
            }
        }
        Flow::On
    }

    fn merges(&self) -> bool {
        true
    }

    fn begin_most(&mut self) {
        self.base = self.moves.len();
        self.best = None;
        self.seen_before.clone_from(&self.seen);
        self.displaced.clear();
    }

    fn most(&mut self, number: i64) -> bool {
        if self.best.is_none_or(|best| number > best) {
            self.best = Some(number);
            self.moves.truncate(self.base);
            self.displaced.drain(..).rev().for_each(|(at, record)| self.moves.replace(at, &record));
            self.seen.clone_from(&self.seen_before);
        }
        self.best == Some(number)
    }
}

/// Carries out one ply and asks whether the game so far allows it.
#[derive(Default)]
pub struct Allowed {
    /// Whether it does.
    pub holds: bool,
}

impl<const W: usize> Sink<W> for Allowed {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        let conditions = &ply.machine.program.sides[ply.side].by_history;
        self.holds = conditions.iter().all(|condition| ply.truth(condition));
        Flow::Stop
    }
    fn whole(&self) -> bool {
        true
    }
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
        self.found.push((ply.trail.clone(), ply.result(), words[..n].to_vec()));
        if self.found.len() > MOST_MOVES {
            return ply.give_up(Overflow::Moves);
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
