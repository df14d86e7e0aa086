//! A cell drawn on the rays from another without following them: each cell that the rays pass on an empty board is a
//! slot, and it is one of theirs if all on the way to it is open.

use super::Draw;
use super::slots::known;
use crate::ir::{Program, Set, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::tables::{TableKey, beams};
use crate::native::emit::{Res, SetV, Unsupported, Word};
use crate::proofs::bounds::Path;

/// The most words of a table.
const MOST_WORDS: usize = 1 << 15;

/// The rays that a choice is from.
pub struct Beams<'a> {
    /// The directions, as bits.
    dirs: u64,
    of: &'a Set,
    through: &'a Set,
    /// The most cells that the rays of any cell pass.
    pub most: u64,
}

impl<'a> Beams<'a> {
    /// The rays that a choice is from, if it is from nothing else and their slots fit into a table.
    pub fn of(program: &Program, pick: &'a Stmt) -> Option<Beams<'a>> {
        let Stmt::Pick { from: Set::Ray { dirs, of, through, until: None, exactly: None }, .. } = pick else {
            return None;
        };
        if !matches!(**of, Set::Local(_)) || dirs.iter().any(|&d| d >= 64) {
            return None;
        }
        let dirs = dirs.iter().fold(0, |all, d| all | 1 << d);
        let n = program.sites.div_ceil(64);
        let mut most = 0;
        for site in 0..program.sites {
            let mut cells: Vec<usize> = beams(program, dirs, site).into_iter().map(|(cell, _)| cell).collect();
            most = most.max(cells.len());
            cells.sort_unstable();
            // A cell that two rays pass would have two slots; and none may come round.
            if cells.contains(&site)
                || cells.windows(2).any(|pair| pair[0] == pair[1])
                || 64 * n * most * (n + 2) > MOST_WORDS
            {
                return None;
            }
        }
        (most > 0).then_some(Beams { dirs, of, through, most: most as u64 })
    }
}

impl<'a> Draw<'_, 'a, '_> {
    /// The cell of a slot; misses if the rays do not pass it.
    pub fn on_beams(&mut self, env: &Env, path: &Path<'a>, beams: &Beams<'a>, number: Word) -> Res<SetV> {
        let of = self.e.set(env, beams.of)?;
        let site = of.site.ok_or(Unsupported("a ray from no single cell"))?;
        let (n, program) = (self.e.n, self.e.program);
        let table = self.e.tables.get(program, n, TableKey::Beams(beams.dirs));
        let start = self.e.mul(site, Word::Const(beams.most));
        let row = self.e.add(start, number);
        let row = self.e.row(table, n + 2, row);
        let way = SetV::new(row[..n].to_vec());
        // What was closed before the ply and stays so is seen first: that waits for the least.
        let base = self.base.clone();
        let known = known(path, beams.through).map(|open| self.e.set(&base, &open)).transpose()?;
        let open = self.e.set(env, beams.through)?;
        for open in known.iter().chain([&open]) {
            let closed = self.e.set_minus(&way, open);
            let closed = self.e.any_word(&closed);
            let closed = self.e.or(closed, row[n + 1]);
            let free = self.e.is_zero(closed);
            self.go_on_if(free);
        }
        Ok(self.e.single(row[n]))
    }
}
