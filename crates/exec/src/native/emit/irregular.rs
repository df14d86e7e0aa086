//! Small boards on which a direction leads differently from cell to cell (nine men's morris): where shifting the cells of
//! each distance would take many operations, whole bytes of a set are looked up, and lines are looked at one by one.

use cranelift_codegen::ir::condcodes::IntCC;

use super::tables::TableKey;
use super::{Emit, SetV, Word, ZERO};
use crate::board::SiteSet;
use crate::ir::{Program, StepId};

/// About how many operations one byte takes, and one distance, and one line.
const BYTE: usize = 4;
const DISTANCE: usize = 3;
const LINE: usize = 5;
/// Boards of so many cells are read byte by byte.
const MOST_SITES: usize = 64;

/// The lines of so many cells in these directions, each once.
fn lines(program: &Program, dirs: &[StepId], length: u32) -> Vec<SiteSet> {
    let mut lines: Vec<SiteSet> = Vec::new();
    for (&d, start) in dirs.iter().flat_map(|d| (0..program.sites).map(move |start| (d, start))) {
        let next = |site: &usize| program.steps[d][*site].map(usize::from);
        let cells: Vec<usize> = std::iter::successors(Some(start), next).take(length as usize).collect();
        let line = SiteSet::from_sites(program.sites, cells.iter().copied());
        if cells.len() == length as usize && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

impl Emit<'_, '_> {
    /// One step of every cell in any of these directions, or one step back, if whole bytes are the shorter way.
    pub fn step_by_bytes(&mut self, dirs: &[StepId], back: bool, a: &SetV) -> Option<SetV> {
        let program = self.program;
        if program.sites > MOST_SITES || dirs.iter().any(|&d| d >= 64) {
            return None;
        }
        let distances: usize = dirs.iter().map(|&d| self.distances(d).len()).sum();
        let bytes = program.sites.div_ceil(8);
        if BYTE * bytes >= DISTANCE * distances || matches!(a.words[0], Word::Const(_)) {
            return None;
        }
        let dirs = dirs.iter().fold(0, |sum, d| sum | 1 << d);
        let table = self.tables.get(program, 1, TableKey::ByBytes { dirs, back });
        let mut out = ZERO;
        for index in 0..bytes {
            let byte = self.shift(a.words[0], -8 * index as i32);
            let byte = self.and(byte, Word::Const(0xFF));
            let row = self.add(byte, Word::Const(256 * index as u64));
            let part = self.row(table, 1, row)[0];
            out = self.or(out, part);
        }
        Some(SetV::new(vec![out]))
    }

    /// The lines, if to look at each is the shorter way.
    fn few_lines(&self, dirs: &[StepId], length: u32) -> Option<Vec<u64>> {
        let program = self.program;
        if program.sites > MOST_SITES || length < 2 {
            return None;
        }
        let step = |&d: &StepId| (DISTANCE * self.distances(d).len()).min(BYTE * program.sites.div_ceil(8));
        let steps = dirs.iter().map(step).sum::<usize>() * (2 * length as usize - 2);
        let lines = lines(program, dirs, length);
        (LINE * lines.len() < steps).then(|| lines.iter().map(|line| line.words()[0]).collect())
    }

    /// As [`Emit::lines`], one by one.
    pub fn lines_one_by_one(&mut self, of: &SetV, dirs: &[StepId], length: u32) -> Option<SetV> {
        let mut out = ZERO;
        for line in self.few_lines(dirs, length)? {
            let line = Word::Const(line);
            let have = self.and(of.words[0], line);
            let full = self.compare(IntCC::Equal, have, line);
            let cells = self.select(full, line, ZERO);
            out = self.or(out, cells);
        }
        Some(SetV::new(vec![out]))
    }

    /// As [`Emit::completing`], one by one.
    pub fn completing_one_by_one(&mut self, of: &SetV, dirs: &[StepId], length: u32) -> Option<(Word, SetV)> {
        let (mut had, mut completing) = (ZERO, ZERO);
        for line in self.few_lines(dirs, length)? {
            let missing = self.minus(Word::Const(line), of.words[0]);
            let less = self.sub(missing, Word::Const(1));
            let second = self.and(missing, less);
            let one = self.is_zero(second);
            let cells = self.select(one, missing, ZERO);
            completing = self.or(completing, cells);
            let full = self.is_zero(missing);
            let full = self.select(full, Word::Const(line), ZERO);
            had = self.or(had, full);
        }
        // In a full line each cell has all the others.
        let completing = self.or(completing, had);
        Some((had, SetV::new(vec![completing])))
    }
}
