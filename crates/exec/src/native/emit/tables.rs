//! Tables that the code reads: built once, kept as long as the code.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::content::{self, Way};
use crate::board::SiteSet;
use crate::ir::{Program, StepId};

/// What a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableKey {
    /// All cells in a direction.
    Ray(StepId),
    /// As [`TableKey::Ray`], with an empty row before all others and one after them.
    Behind(StepId),
    /// For every cell and every number below the most cells that rays of some directions pass on an empty board: the cells
    /// on the way to the one of this number, its own number, and 1 where there is none.
    Beams(u64),
    /// All cells in some directions, the bits of a number.
    Star(u64),
    /// The tables of rays of some directions, one after another.
    Rays(u64),
    /// The next cell in a direction, as a set.
    Next(StepId),
    /// One more than the number of the next cell in a direction, 0 where there is none.
    Way(StepId),
    /// For every cell how it is sown from along a way; see [`content::sown_from`].
    SownFrom(Way),
    /// What pieces that are sown from it add; see [`content::sown`].
    Sown(Way),
    /// For every byte of a small board's set the cells that follow in some directions, the bits of a number, or come before.
    ByBytes {
        /// The directions.
        dirs: u64,
        /// Whether it is a step back.
        back: bool,
    },
    /// For every byte of a small board's set the pairs of a relation that begin in it, or that end there.
    Edges {
        /// The relation.
        relation: usize,
        /// Whether they end there.
        ends: bool,
    },
    /// For every pair of a relation its cells.
    EdgeCells(usize),
    /// A relation.
    Image(usize),
    /// A number for every cell.
    Numbers(usize),
    /// Column and row of every cell in the rectangle round the board.
    Places,
    /// One more than the cell at each place of that rectangle, column by column; 0 where there is none.
    Cell,
    /// Windows of lines.
    Windows(usize),
    /// For every set of a small board its cells in order, 4 bits each.
    Cells,
    /// For every byte the places of its bits in order, 4 bits each.
    Bits,
    /// For every byte the word whose bytes are full where its bits are set.
    Bytes,
}

/// Tables by what they hold. Every table has a row for each bit of a set (or for each set or byte of a small board), so that no
/// index leads outside. Before its first row stands where that lies.
#[derive(Debug, Default)]
pub struct Tables {
    all: Mutex<HashMap<TableKey, Box<[u64]>>>,
    plain_sources: OnceLock<Vec<Vec<u64>>>,
}

impl Tables {
    /// See [`content::plain_sources`]; found once.
    pub fn plain_sources(&self, program: &Program, n: usize) -> &[Vec<u64>] {
        self.plain_sources.get_or_init(|| content::plain_sources(program, n))
    }

    /// A table, built when first asked for. Rows are sets of `n` words, except for numbers.
    pub fn get(&self, program: &Program, n: usize, key: TableKey) -> *const u64 {
        let mut all = self.lock();
        let table = all.entry(key).or_insert_with(|| {
            let mut table: Box<[u64]> = std::iter::once(0).chain(build(program, n, key)).collect();
            table[0] = table[1..].as_ptr() as u64;
            table
        });
        table[1..].as_ptr()
    }

    /// How many bytes all tables take.
    pub fn bytes(&self) -> usize {
        self.lock().values().map(|t| t.len() * 8).sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableKey, Box<[u64]>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn build(program: &Program, n: usize, key: TableKey) -> Box<[u64]> {
    let rows = |row: &dyn Fn(usize) -> Vec<u64>| -> Box<[u64]> {
        (0..n * 64)
            .flat_map(|site| {
                let mut words = if site < program.sites { row(site) } else { Vec::new() };
                words.resize(n, 0);
                words
            })
            .collect()
    };
    match key {
        TableKey::Ray(d) => rows(&|site| ray(program, d, site)),
        TableKey::Beams(dirs) => {
            let all: Vec<_> = (0..program.sites).map(|site| beams(program, dirs, site)).collect();
            let most = all.iter().map(Vec::len).max().unwrap_or(0);
            let slot = |site: usize, number: usize| -> Vec<u64> {
                let found = all.get(site).and_then(|cells| cells.get(number));
                let (cell, way) = found.map_or((0, Vec::new()), |(cell, way)| (*cell, way.words().to_vec()));
                let mut row = way;
                row.resize(n, 0);
                row.extend([cell as u64, u64::from(found.is_none())]);
                row
            };
            (0..n * 64 * most).flat_map(|row| slot(row / most, row % most)).collect()
        }
        TableKey::Star(dirs) => rows(&|site| {
            let rays = (0..64).filter(|d| dirs >> d & 1 == 1).map(|d| ray(program, d, site));
            rays.fold(vec![0; n], |sum, one| sum.iter().zip(one).map(|(a, b)| a | b).collect())
        }),
        TableKey::Rays(dirs) => {
            let dirs = (0..64).filter(|d| dirs >> d & 1 == 1);
            dirs.flat_map(|d| rows(&|site| ray(program, d, site))).collect()
        }
        TableKey::Behind(d) => {
            let (rays, none) = (rows(&|site| ray(program, d, site)), vec![0; n]);
            none.iter().chain(&rays).chain(&none).copied().collect()
        }
        TableKey::Next(d) => rows(&|site| {
            let next = program.steps[d][site].map(usize::from);
            SiteSet::from_sites(program.sites, next).words().to_vec()
        }),
        TableKey::ByBytes { dirs, back } => content::steps_of_bytes(program, dirs, back),
        TableKey::Edges { relation, ends } => content::edges_of_bytes(program, relation, ends),
        TableKey::EdgeCells(relation) => content::edge_cells(program, relation),
        TableKey::Image(id) => rows(&|site| program.images[id][site].words().to_vec()),
        TableKey::Windows(id) => program.windows[id]
            .iter()
            .flat_map(|w| {
                let mut words = w.words().to_vec();
                words.resize(n, 0);
                words
            })
            .collect(),
        TableKey::Cells => (0..1 << program.sites).map(places).collect(),
        TableKey::Bits => (0..1 << 8).map(places).collect(),
        TableKey::Places | TableKey::Cell => {
            let (left, bottom, columns, rows) = content::rectangle(program);
            let place = |&(x, y): &(i32, i32)| [x.abs_diff(left) as usize, y.abs_diff(bottom) as usize];
            let places = program.places.iter().map(place);
            if key == TableKey::Places {
                let mut all: Vec<u64> = places.flatten().map(|n| n as u64).collect();
                all.resize(2 * n * 64, 0);
                return all.into();
            }
            let mut cells = vec![0; columns * rows];
            // Of two cells at one place the first counts.
            for (site, [x, y]) in places.enumerate().rev() {
                cells[x * rows + y] = site as u64 + 1;
            }
            cells.into()
        }
        TableKey::Bytes => (0..1 << 8).map(bytes).collect(),
        TableKey::Way(d) => {
            let way = |site: usize| program.steps[d].get(site).copied().flatten().map_or(0, |next| 1 + u64::from(next));
            (0..n * 64).map(way).collect()
        }
        TableKey::SownFrom(way) => content::sown_from(program, n, way),
        TableKey::Sown(way) => content::sown(program, way),
        TableKey::Numbers(id) => {
            (0..n * 64).map(|site| program.numbers[id].get(site).copied().unwrap_or(0) as u64).collect()
        }
    }
}

/// The cells that rays of some directions, the bits of a number, pass on an empty board, each with all on the way to it
/// and itself.
pub fn beams(program: &Program, dirs: u64, site: usize) -> Vec<(usize, SiteSet)> {
    let mut all = Vec::new();
    for d in (0..program.steps.len().min(64)).filter(|d| dirs >> d & 1 == 1) {
        let (mut at, mut way) = (site, SiteSet::empty(program.sites));
        while let Some(next) = program.steps[d][at].map(usize::from) {
            if way.contains(next) {
                break;
            }
            way.insert(next);
            at = next;
            all.push((at, way.clone()));
        }
    }
    all
}

/// All cells in a direction from one.
fn ray(program: &Program, d: StepId, site: usize) -> Vec<u64> {
    let mut cells = SiteSet::empty(program.sites);
    let mut at = site;
    while let Some(next) = program.steps[d][at].map(usize::from) {
        if cells.contains(next) {
            break;
        }
        cells.insert(next);
        at = next;
    }
    cells.words().to_vec()
}

/// The word whose bytes are full where the bits of a number below 2⁸ are set.
pub fn bytes(set: u64) -> u64 {
    (0..8).filter(|bit| set >> bit & 1 == 1).fold(0, |sum, bit| sum | 0xFF << (8 * bit))
}

/// The places of the bits of a number below 2¹⁶ in order, 4 bits each.
fn places(set: u64) -> u64 {
    let bits = (0..16).filter(|bit| set >> bit & 1 == 1);
    bits.enumerate().fold(0, |row, (place, bit)| row | bit << (4 * place))
}
