//! The pairs of a small board's relation as the bits of one word: those that lead from some cells to others are looked up by
//! whole bytes of both sets, and one of them is a row of a table.

use super::tables::TableKey;
use super::{Emit, SetV, Word, ZERO};
use crate::canary::Canary;
use crate::ir::Program;

/// So many pairs are the bits of a word.
const MOST: usize = 64;
/// Sets of more bytes take as long as shifts.
const BYTES: usize = 4;

/// The pairs of a relation; none if there are too many.
fn edges(program: &Program, relation: usize) -> Option<Vec<(usize, usize)>> {
    let rows = program.images[relation].iter().enumerate();
    let pairs: Vec<_> = rows.flat_map(|(from, cells)| cells.iter().map(move |to| (from, to))).collect();
    (pairs.len() <= MOST && program.sites <= 8 * BYTES).then_some(pairs)
}

/// For every byte of a set the pairs that begin in it, or that end there.
pub fn bytes_table(program: &Program, relation: usize, ends: bool) -> Box<[u64]> {
    let pairs = edges(program, relation).unwrap_or_default();
    let row = |row: usize| {
        let inside = |site: usize| site / 8 == row / 256 && row >> (site % 8) & 1 == 1;
        let meets = |&(_, &(from, to)): &(usize, &(usize, usize))| inside(if ends { to } else { from });
        pairs.iter().enumerate().filter(meets).fold(0, |sum, (number, _)| sum | 1 << number)
    };
    (0..256 * program.sites.div_ceil(8)).map(row).collect()
}

/// For every pair its first and its second cell.
pub fn cells_table(program: &Program, relation: usize) -> Box<[u64]> {
    let mut cells: Vec<u64> =
        edges(program, relation).unwrap_or_default().iter().flat_map(|&(from, to)| [from as u64, to as u64]).collect();
    cells.resize(2 * MOST, 0);
    cells.into()
}

impl Emit<'_, '_> {
    /// The pairs of a relation from cells of one set to cells of another, as a word; none if there are too many.
    pub fn edges(&mut self, relation: usize, from: &SetV, to: &SetV) -> Option<Word> {
        edges(self.program, relation)?;
        let to = if Canary::PairsAnywhere.sings() { from } else { to };
        let [from, to] = [(from, false), (to, true)].map(|(cells, ends)| self.edges_at(relation, cells, ends));
        Some(self.and(from, to))
    }

    fn edges_at(&mut self, relation: usize, cells: &SetV, ends: bool) -> Word {
        let table = self.tables.get(self.program, 1, TableKey::Edges { relation, ends });
        (0..self.program.sites.div_ceil(8)).fold(ZERO, |sum, index| {
            let byte = self.shift(cells.words[0], -8 * index as i32);
            let byte = self.and(byte, Word::Const(0xFF));
            let row = self.add(byte, Word::Const(256 * index as u64));
            let part = self.row(table, 1, row)[0];
            self.or(sum, part)
        })
    }

    /// The cells of the pair that has `index` of these pairs before it.
    pub fn nth_edge(&mut self, relation: usize, pairs: Word, index: Word) -> [SetV; 2] {
        let number = self.nth_bit(pairs, index);
        let table = self.tables.get(self.program, 1, TableKey::EdgeCells(relation));
        let cells = self.row(table, 2, number);
        [cells[0], cells[1]].map(|site| self.single(site))
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::draws_what_is_no_move;

    #[test]
    fn pairs_that_lead_elsewhere_are_found() {
        let text = include_str!("../../../../../games/lines/nine-mens-morris.game")
            .replace("hand 9 Man each", "hand 5 Man each");
        assert!(!draws_what_is_no_move(&text));
        let found = Canary::PairsAnywhere.during(|| draws_what_is_no_move(&text));
        assert!(found, "men slide onto others, and nobody notices");
    }
}
