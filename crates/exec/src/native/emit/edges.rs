//! The pairs of a small board's relation as the bits of one word: those that lead from some cells to others are looked up by
//! whole bytes of both sets, and one of them is a row of a table.

use super::content::edges;
use super::tables::TableKey;
use super::{Emit, SetV, Word, ZERO};
use crate::canary::Canary;

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
