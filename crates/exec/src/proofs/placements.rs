//! Games in which a ply only adds a cell to a plane, and what their endings ask around that cell.

use std::ops::Range;

use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::ir::{Bool, Int, Layout, PlaneId, Program, Set, Since, Stmt};

/// The plies of a side: one of the cells of a set joins a plane, and the turn passes.
pub struct Placement<'a> {
    pub from: &'a Set,
    pub plane: PlaneId,
}

impl<'a> Placement<'a> {
    /// Those of both sides, if that is all there is.
    pub fn of(program: &'a Program) -> Option<PerSide<Placement<'a>>> {
        let layout = &program.layout;
        if program.sites <= 64 || !layout.lanes.is_empty() || layout.stacks > 0 {
            return None;
        }
        Some(PerSide::new(Placement::of_side(program, Side::First)?, Placement::of_side(program, Side::Second)?))
    }

    fn of_side(program: &'a Program, side: Side) -> Option<Placement<'a>> {
        let code = &program.sides[side];
        let [clause] = code.turn.clauses(&program.groups)[..] else { return None };
        let stmts: Vec<&Stmt> = code.clauses[clause].iter().filter(|s| !matches!(s, Stmt::Decided)).collect();
        let [Stmt::Pick { local, from, .. }, Stmt::SetPlane(plane, Set::Or(a, b))] = stmts[..] else { return None };
        let passes = [Stmt::SetInt(Layout::MOVER, Int::Const(side.other().index() as i64))];
        let simple = **a == Set::Plane(*plane)
            && **b == Set::Local(*local)
            && from.is_cellwise(&mut |_| true)
            && matches!(code.turn, crate::ir::Turn::Groups(_))
            && code.finally.is_empty()
            && code.legal.iter().all(|c| *c == Bool::Const(true))
            && code.end_ply == passes;
        simple.then_some(Placement { from, plane: *plane })
    }
}

/// What lies around each cell, as a condition asks for it: the words of a set that hold it, from a byte on that depends on
/// the cell.
pub struct Around {
    pub relations: Vec<usize>,
    pub words: usize,
    pub starts: Vec<usize>,
}

impl Around {
    /// What a condition asks for; none if a cell may lie around itself.
    pub fn of(program: &Program, since: &Since) -> Option<Around> {
        let relations = match since {
            Since::Line { near, .. } => near.clone(),
            Since::Joined { beside, .. } => vec![*beside],
        };
        let rows = |site: usize| relations.iter().map(move |&id| &program.images[id][site]);
        if (0..program.sites).any(|site| rows(site).any(|row| row.contains(site))) {
            return None;
        }
        let n = program.sites.div_ceil(64);
        let bytes = |site: usize| -> Option<Range<usize>> {
            let cells = || rows(site).flat_map(SiteSet::iter);
            Some(cells().min()? / 8..cells().max()? / 8 + 1)
        };
        // All words together always hold it.
        (1..=n).find_map(|words| {
            let last = (n - words) * 8;
            let start = |site| match bytes(site) {
                Some(bytes) => (bytes.end <= bytes.start.min(last) + 8 * words).then_some(bytes.start.min(last)),
                None => Some(0),
            };
            let starts = (0..program.sites).map(start).collect::<Option<Vec<_>>>()?;
            Some(Around { relations: relations.clone(), words, starts })
        })
    }

    /// A row of its table: the first byte, then the words of each relation.
    pub fn row(&self, program: &Program, site: usize) -> Vec<u64> {
        let start = self.starts[site];
        let mut row = vec![start as u64];
        for &id in &self.relations {
            let cells = &program.images[id][site];
            row.extend((0..self.words).map(|word| {
                let first = start * 8 + word * 64;
                cells.iter().filter(|c| (first..first + 64).contains(c)).fold(0, |sum, c| sum | 1_u64 << (c - first))
            }));
        }
        row
    }

    /// Whether no two cells of a row of a relation have the same place in their words.
    pub fn is_apart(&self, program: &Program, relation: usize) -> bool {
        (0..program.sites).all(|site| {
            let row = &self.row(program, site)[1 + relation * self.words..][..self.words];
            let all = row.iter().fold(0, |all, word| all | word);
            all.count_ones() == row.iter().map(|word| word.count_ones()).sum::<u32>()
        })
    }
}

/// The rows of what lies around each cell, as a table.
pub fn rows(program: &Program, side: Side, rank: usize) -> Vec<Vec<u64>> {
    let since = program.sides[side].verdicts[rank].since.as_ref();
    let around = since.and_then(|since| Around::of(program, since));
    around.map_or(Vec::new(), |a| (0..program.sites).map(|site| a.row(program, site)).collect())
}
