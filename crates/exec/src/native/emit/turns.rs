//! Quarter turns of a part of the board.

use cranelift_codegen::ir::condcodes::IntCC;

use super::content::rectangle;
use super::tables::TableKey;
use super::{Emit, Res, SetV, Unsupported, Word, ZERO};

/// The most places of a rectangle round the board, cells or not.
const MOST_PLACES: usize = 1 << 14;

impl Emit<'_, '_> {
    /// A quarter turn of the cells of `region`, if it is a square; see [`crate::ir::Set::Rotate`].
    pub fn rotate(&mut self, what: &SetV, region: &SetV, right: bool) -> Res<SetV> {
        let (program, n) = (self.program, self.n);
        let (_, _, columns, rows) = rectangle(program);
        if columns.saturating_mul(rows) > MOST_PLACES {
            return Err(Unsupported("it turns a board with room for many cells"));
        }
        let (columns, rows) = (Word::Const(columns as u64), Word::Const(rows as u64));
        let places = self.tables.get(program, n, TableKey::Places);
        let cells = self.tables.get(program, n, TableKey::Cell);
        let (left, bottom) = (self.variable(columns), self.variable(rows));
        let (last, top) = (self.variable(ZERO), self.variable(ZERO));
        self.for_each(region, &mut |e, one| {
            let place = e.row(places, 2, one.site.unwrap_or(ZERO));
            let bounds =
                [(left, place[0], true), (bottom, place[1], true), (last, place[0], false), (top, place[1], false)];
            for (var, at, least) in bounds {
                let so_far = e.read(var);
                let less = e.compare(IntCC::UnsignedLessThan, at, so_far);
                let new = if least { e.select(less, at, so_far) } else { e.select(less, so_far, at) };
                e.define(var, new);
            }
            Ok(())
        })?;
        let (left, bottom, last, top) = (self.read(left), self.read(bottom), self.read(last), self.read(top));
        let (width, height) = (self.sub(last, left), self.sub(top, bottom));
        // What is no square is not turned.
        let equal = self.compare(IntCC::Equal, width, height);
        let side = self.add(width, Word::Const(1));
        let (full, size) = (self.mul(side, side), self.size(region));
        let full = self.compare(IntCC::Equal, full, size);
        let is_square = self.both(equal, full);
        let turned = self.set_and(what, region);
        let turned = self.union_over(&turned, &mut |e, one| {
            let place = e.row(places, 2, one.site.unwrap_or(ZERO));
            let (dx, dy) = (e.sub(place[0], left), e.sub(place[1], bottom));
            let (dx, dy) = match right {
                true => (dy, e.sub(width, dx)),
                false => (e.sub(width, dy), dx),
            };
            let (x, y) = (e.add(left, dx), e.add(bottom, dy));
            let there = [(x, columns), (y, rows)].map(|(at, end)| e.compare(IntCC::UnsignedLessThan, at, end));
            let inside = e.both(there[0], there[1]);
            let index = e.mul(x, rows);
            let index = e.add(index, y);
            let index = e.select(inside, index, ZERO);
            let cell = e.row(cells, 1, index)[0];
            let some = e.not_zero(cell);
            let some = e.both(inside, some);
            let site = e.sub(cell, Word::Const(1));
            let one = e.single(site);
            Ok(e.set_when(some, &SetV::new(one.words.to_vec())))
        })?;
        let rest = self.set_minus(what, region);
        let turned = self.set_or(&rest, &turned);
        Ok(self.set_select(is_square, &turned, what))
    }
}
