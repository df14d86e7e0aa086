//! What follows the first leg of a ply, explored leg by leg: see [`crate::chains`].

use std::ops::Range;

use super::{Chains, Cont, Flow, Ply, Sink};
use crate::board::SiteSet;
use crate::chains::{Found, Result, Runner, explore};
use crate::game::Overflow;
use crate::ir::ClauseId;
use crate::state::bits::Bits;
use crate::state::hash::mix;
use crate::state::record::Record;

/// A leg that is done, after which another may or must follow.
pub struct End {
    work: Vec<u64>,
    record: Record,
    group: usize,
    may: bool,
}

/// Runs legs one by one.
struct Legs<'l, 'm, const W: usize> {
    ply: &'l mut Ply<'m, W>,
    /// What comes after the last leg.
    next: &'l Cont<'l>,
    everywhere: Bits<W>,
    /// The plies that were found last.
    last: Plies,
    /// The plies that are listed.
    kept: Vec<(Vec<u64>, Record)>,
}

/// Plies that are complete: what they did and what was chosen.
#[derive(Default)]
struct Plies {
    all: Vec<(Vec<u64>, Record)>,
    results: Vec<Result>,
}

impl<const W: usize> Sink<W> for Plies {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        self.all.push((ply.work.clone(), ply.record.clone()));
        self.results.push((ply.result(), u64::from(ply.record.shown())));
        Flow::On
    }
}

impl<const W: usize> Ply<'_, W> {
    /// Tries what follows a first leg, or explores it if that is much; where that can't be, every way is tried after all.
    pub(super) fn explore(&mut self, may: bool, group: usize, next: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        let machine = self.machine;
        let Some(rules) = &machine.been[self.side] else { return self.after_leg(may, group, next, sink) };
        let Chains::Explored(mut known) = std::mem::replace(&mut self.chains, Chains::Counted(0)) else {
            return self.after_leg(may, group, next, sink);
        };
        let (work, record, plies) = (self.work.clone(), self.record.clone(), self.plies);
        let mut tried = Plies::default();
        let flow = match known.expects(&work[self.been_at()]) {
            true => None,
            false => Some(self.after_leg(may, group, next, &mut tried)),
        };
        let found = match (flow, self.overflow) {
            (Some(Flow::On), _) => Ok(Some(tried.all)),
            (Some(Flow::Stop), Some(Overflow::Fuel | Overflow::Moves)) => Err(Flow::Stop),
            // Too many legs, one after the other or in all.
            (Some(Flow::Stop), None | Some(Overflow::Chain(_))) | (None, _) => {
                (self.overflow, self.unfinished) = (None, None);
                let first = End { work: work.clone(), record: record.clone(), group, may };
                let everywhere = Bits::from_words(SiteSet::full(machine.program.sites).words());
                let mut legs = Legs { ply: self, next, everywhere, last: Plies::default(), kept: Vec::new() };
                explore(&mut legs, rules, &mut known, first).map(|whole| whole.then_some(legs.kept))
            }
        };
        self.plies = plies;
        let flow = match found {
            Err(flow) => flow,
            Ok(Some(found)) => {
                self.chains = Chains::Explored(known);
                found.into_iter().fold(Flow::On, |flow, (work, record)| match flow {
                    Flow::Stop => Flow::Stop,
                    Flow::On => {
                        (self.work, self.record) = (work, record);
                        self.emit(sink)
                    }
                })
            }
            Ok(None) => {
                self.chains = Chains::Tried;
                (self.work, self.record) = (work.clone(), record.clone());
                self.after_leg(may, group, next, sink)
            }
        };
        (self.work, self.record) = (work, record);
        flow
    }

    /// Where the words are of the cells where a ply has been.
    fn been_at(&self) -> Range<usize> {
        let plane = self.machine.been[self.side].as_ref().map_or(0, |rules| rules.plane);
        let at = self.program().layout.plane_at(plane);
        at..at + W
    }

    /// Leaves what follows a leg to whoever explores.
    pub(super) fn leave(&mut self, may: bool, group: usize) -> Flow {
        if let Chains::Left(ends) = &mut self.chains {
            ends.push(End { work: self.work.clone(), record: self.record.clone(), group, may });
        }
        Flow::On
    }
}

impl<const W: usize> Legs<'_, '_, W> {
    fn been_at(&self) -> Range<usize> {
        self.ply.been_at()
    }
}

impl<const W: usize> Runner for Legs<'_, '_, W> {
    type End = End;
    type Stop = Flow;

    fn place(&self, end: &End) -> u64 {
        let (ply, been) = (&*self.ply, self.been_at());
        let state = (0..ply.old.len()).filter(|at| !been.contains(at));
        let rules = ply.machine.been[ply.side].as_ref();
        let sets = rules.iter().flat_map(|rules| &rules.locals).flat_map(|&local| ply.local_at(local));
        let numbers = rules.iter().flat_map(|rules| &rules.numbers).map(|&number| ply.int_local_at(number));
        let hash = state.chain(sets).chain(numbers).fold(0, |hash, at| mix(hash, end.work[at]));
        let clause: Option<ClauseId> = end.record.clause();
        [clause.map_or(0, |c| c as u64), end.group as u64, u64::from(end.may)].into_iter().fold(hash, mix)
    }

    fn parts(&self, end: &End) -> u64 {
        u64::from(end.record.shown())
    }

    fn asks(&self, end: &End) -> (usize, bool) {
        (end.group, end.may)
    }

    fn been<'e>(&self, end: &'e End) -> &'e [u64] {
        &end.work[self.been_at()]
    }

    fn same(&self, one: &End, other: &End) -> bool {
        one.record.is_as(&other.record)
    }

    fn everywhere(&self) -> &[u64] {
        &self.everywhere.0
    }

    fn run(&mut self, end: &End, been: &[u64]) -> std::result::Result<Found<End>, Flow> {
        let at = self.been_at();
        self.ply.work.copy_from_slice(&end.work);
        self.ply.work[at].copy_from_slice(been);
        self.ply.record = end.record.clone();
        self.ply.chains = Chains::Left(Vec::new());
        self.last = Plies::default();
        let flow = self.ply.after_leg(end.may, end.group, self.next, &mut self.last);
        if let Chains::Left(ends) = std::mem::replace(&mut self.ply.chains, Chains::Tried)
            && flow == Flow::On
        {
            return Ok(Found { ends, plies: self.last.results.clone() });
        }
        Err(Flow::Stop)
    }

    fn keep(&mut self) {
        self.kept.append(&mut self.last.all);
    }
}
