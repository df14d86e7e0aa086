//! A program made ready for sets of W words: constants, steps and relations in the form that evaluation wants.

use std::sync::Arc;

use crate::board::SiteSet;
use crate::game::PerSide;
use crate::ir::{Program, StepId};
use crate::proofs::been::Been;
use crate::state::bits::Bits;

/// A program with its tables as sets of W words.
pub struct Machine<const W: usize> {
    /// The program.
    pub program: Arc<Program>,
    /// Fixed sets.
    pub consts: Vec<Bits<W>>,
    /// Relations.
    pub images: Vec<Vec<Bits<W>>>,
    /// Windows of lines.
    pub windows: Vec<Vec<Bits<W>>>,
    /// What a side's plies of several legs remember that only forbids legs; none where every way is tried.
    pub been: PerSide<Option<Been>>,
    steps: Vec<Step<W>>,
}

/// A direction: by shifting where all its steps are equally long, else cell by cell.
enum Step<const W: usize> {
    Shift { sources: Bits<W>, by: i32 },
    Table,
}

impl<const W: usize> Machine<W> {
    /// Takes a program whose boards fit W words.
    pub fn new(program: Arc<Program>) -> Self {
        let set = |s: &SiteSet| Bits::<W>::from_words(s.words());
        let sets = |list: &[SiteSet]| list.iter().map(set).collect::<Vec<_>>();
        Machine {
            consts: sets(&program.consts),
            images: program.images.iter().map(|i| sets(i)).collect(),
            windows: program.windows.iter().map(|w| sets(w)).collect(),
            been: PerSide::of(|side| Been::of(&program, &program.sides[side])),
            steps: program.steps.iter().map(|t| Step::of(t)).collect(),
            program,
        }
    }

    /// The same, but every way to play is tried.
    pub fn in_full(self) -> Self {
        Machine { been: PerSide::of(|_| None), ..self }
    }

    /// One step of every cell of a set.
    pub fn step(&self, step: StepId, set: Bits<W>) -> Bits<W> {
        match self.steps[step] {
            Step::Shift { sources, by } if by >= 0 => set.and(sources).up(by as usize),
            Step::Shift { sources, by } => set.and(sources).down(-by as usize),
            Step::Table => {
                let next = &self.program.steps[step];
                let mut out = Bits::EMPTY;
                for site in set {
                    if let Some(to) = next[site] {
                        out = out.or(Bits::single(usize::from(to)));
                    }
                }
                out
            }
        }
    }

    /// How many operations a step of a set is.
    pub fn work_of_step(&self, step: StepId, set: Bits<W>) -> usize {
        match self.steps[step] {
            Step::Shift { .. } => W,
            Step::Table => (4 * W).min(set.size() as usize),
        }
    }

    /// The cells whose step leads into a set.
    pub fn preimage(&self, step: StepId, set: Bits<W>) -> Bits<W> {
        match self.steps[step] {
            Step::Shift { sources, by } if by >= 0 => set.down(by as usize).and(sources),
            Step::Shift { sources, by } => set.up(-by as usize).and(sources),
            Step::Table => {
                let next = &self.program.steps[step];
                let mut out = Bits::EMPTY;
                for (site, to) in next.iter().enumerate() {
                    if to.is_some_and(|t| set.has(usize::from(t))) {
                        out = out.or(Bits::single(site));
                    }
                }
                out
            }
        }
    }
}

impl<const W: usize> Step<W> {
    fn of(table: &[Option<u16>]) -> Self {
        let mut by = None;
        let mut sources = Bits::EMPTY;
        for (site, next) in table.iter().enumerate() {
            let Some(next) = next else { continue };
            let distance = i32::from(*next) - site as i32;
            if *by.get_or_insert(distance) != distance {
                return Step::Table;
            }
            sources = sources.or(Bits::single(site));
        }
        Step::Shift { sources, by: by.unwrap_or(0) }
    }
}
