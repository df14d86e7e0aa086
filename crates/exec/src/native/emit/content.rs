//! What tables hold: pure functions of a program. The code that reads them is elsewhere.

use crate::ir::{Local, Program, Set, StepId};

/// The classes of a direction: distance and the cells that go so far.
pub fn distances(program: &Program, d: StepId, n: usize) -> Vec<(i32, Vec<u64>)> {
    let mut out: Vec<(i32, Vec<u64>)> = Vec::new();
    for (site, next) in program.steps[d].iter().enumerate() {
        let Some(next) = next else { continue };
        let by = i32::from(*next) - site as i32;
        let at = out.iter().position(|c| c.0 == by).unwrap_or_else(|| {
            out.push((by, vec![0; n]));
            out.len() - 1
        });
        out[at].1[site / 64] |= 1 << (site % 64);
    }
    out
}

/// The cells from which the plain directions lead on, those that go equally far from every cell: each set once.
pub fn plain_sources(program: &Program, n: usize) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for d in 0..program.steps.len() {
        if let [(_, sources)] = &distances(program, d, n)[..]
            && !all.contains(sources)
        {
            all.push(sources.clone());
        }
    }
    all
}

/// The cells that follow those of each byte in some directions, or come before them.
pub fn steps_of_bytes(program: &Program, dirs: u64, back: bool) -> Box<[u64]> {
    let mut by_site = vec![0; program.sites.next_multiple_of(8)];
    for d in (0..program.steps.len().min(64)).filter(|d| dirs >> d & 1 == 1) {
        for (site, to) in program.steps[d].iter().enumerate() {
            if let Some(to) = to.map(usize::from) {
                let (at, bit) = if back { (to, site) } else { (site, to) };
                by_site[at] |= 1 << bit;
            }
        }
    }
    let sum = |cells: &[u64], byte: u64| (0..8).filter(|i| byte >> i & 1 == 1).fold(0, |sum, i| sum | cells[i]);
    by_site.chunks(8).flat_map(|cells| (0..256).map(move |byte| sum(cells, byte))).collect()
}

/// So many pairs of a relation are the bits of a word.
const MOST_PAIRS: usize = 64;
/// Sets of more bytes take as long as shifts.
const BYTES: usize = 4;

/// The pairs of a relation; none if there are too many.
pub fn edges(program: &Program, relation: usize) -> Option<Vec<(usize, usize)>> {
    let rows = program.images[relation].iter().enumerate();
    let pairs: Vec<_> = rows.flat_map(|(from, cells)| cells.iter().map(move |to| (from, to))).collect();
    (pairs.len() <= MOST_PAIRS && program.sites <= 8 * BYTES).then_some(pairs)
}

/// For every byte of a set the pairs that begin in it, or that end there.
pub fn edges_of_bytes(program: &Program, relation: usize, ends: bool) -> Box<[u64]> {
    let pairs = edges(program, relation).unwrap_or_default();
    let row = |row: usize| {
        let inside = |site: usize| site / 8 == row / 256 && row >> (site % 8) & 1 == 1;
        let meets = |&(_, &(from, to)): &(usize, &(usize, usize))| inside(if ends { to } else { from });
        pairs.iter().enumerate().filter(meets).fold(0, |sum, (number, _)| sum | 1 << number)
    };
    (0..256 * program.sites.div_ceil(8)).map(row).collect()
}

/// For every pair its first and its second cell.
pub fn edge_cells(program: &Program, relation: usize) -> Box<[u64]> {
    let mut cells: Vec<u64> =
        edges(program, relation).unwrap_or_default().iter().flat_map(|&(from, to)| [from as u64, to as u64]).collect();
    cells.resize(2 * MOST_PAIRS, 0);
    cells.into()
}

/// The rectangle round all cells of a program: the least column and row, and how many of each there are.
pub fn rectangle(program: &Program) -> (i32, i32, usize, usize) {
    let span = |of: fn(&(i32, i32)) -> i32| {
        let (low, high) = (program.places.iter().map(of).min(), program.places.iter().map(of).max());
        let (low, high) = (low.unwrap_or(0), high.unwrap_or(0));
        (low, high.abs_diff(low) as usize + 1)
    };
    let ((left, columns), (bottom, rows)) = (span(|p| p.0), span(|p| p.1));
    (left, bottom, columns, rows)
}

/// What is before every row of [`sown_from`]: the most pieces that need no further round, how many a round
/// takes, the most pieces that have a row of their own, and the first of these rows.
pub const HEAD: usize = 4;

/// A way of sowing whose cells are known beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Way {
    step: StepId,
    /// The fixed set of cells that are left out.
    except: Option<usize>,
    /// Whether the cell behind which the pieces begin is left out.
    skips_start: bool,
}

impl Way {
    /// The way of a statement.
    pub fn of(step: StepId, except: &Set, from: Local) -> Option<Way> {
        let plain = Way { step, except: None, skips_start: false };
        let start = |e: &Set| *e == Set::Local(from);
        match except {
            Set::Const(id) => Some(Way { except: Some(*id), ..plain }),
            e if start(e) => Some(Way { skips_start: true, ..plain }),
            Set::Or(a, b) => match (&**a, &**b) {
                (Set::Const(id), e) | (e, Set::Const(id)) if start(e) => {
                    Some(Way { except: Some(*id), skips_start: true, ..plain })
                }
                _ => None,
            },
            Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::And(..)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => None,
        }
    }

    fn route(self, program: &Program, start: usize) -> Route {
        let except = self.except.map(|id| &program.consts[id]);
        let left_out = |at: usize| except.is_some_and(|cells| cells.contains(at)) || self.skips_start && at == start;
        Route::from(&program.steps[self.step], start, left_out)
    }
}

/// Where pieces fall that are sown from a cell.
struct Route {
    /// One cell after the other, each once.
    cells: Vec<usize>,
    /// The place of the one that follows the last.
    back: Option<usize>,
    /// Where the last piece is taken to fall if there are more, and no way back.
    end: usize,
}

impl Route {
    /// As [`crate::interpreter`] goes.
    fn from(next: &[Option<u16>], start: usize, left_out: impl Fn(usize) -> bool) -> Route {
        let (mut cells, mut at) = (Vec::new(), start);
        loop {
            let mut round = 0;
            loop {
                let Some(to) = next[at] else { return Route { cells, back: None, end: at } };
                at = usize::from(to);
                round += 1;
                if !left_out(at) {
                    break;
                }
                if round > next.len() {
                    return Route { cells, back: None, end: start };
                }
            }
            if let Some(back) = cells.iter().position(|&cell| cell == at) {
                return Route { cells, back: Some(back), end: at };
            }
            cells.push(at);
        }
    }

    /// The most pieces that have a row of their own.
    fn most(&self) -> usize {
        self.cells.len() + usize::from(self.back.is_none())
    }
}

/// 1 in the bytes of some cells.
fn bytes_of(cells: &[usize], words: usize) -> Vec<u64> {
    let mut all = vec![0; words];
    cells.iter().for_each(|cell| all[cell / 8] |= 1 << (cell % 8 * 8));
    all
}

/// For every cell of a board of `n` words how it is sown from: see [`HEAD`], and what a round adds.
pub fn sown_from(program: &Program, n: usize, way: Way) -> Box<[u64]> {
    let words = program.layout.lane_words;
    let mut first = 0;
    let row = |start: usize| {
        if start >= program.sites {
            return vec![0; HEAD + words];
        }
        let route = way.route(program, start);
        let most = route.most();
        let (limit, round) = match route.back {
            Some(back) => (most as u64, &route.cells[back..]),
            None => (i64::MAX as u64, &[][..]),
        };
        let head = [limit, round.len() as u64, most as u64, first];
        first += most as u64 + 1;
        head.into_iter().chain(bytes_of(round, words)).collect()
    };
    (0..n * 64).flat_map(row).collect()
}

/// For every cell and every number of pieces what they add, and where the last one falls.
pub fn sown(program: &Program, way: Way) -> Box<[u64]> {
    let words = program.layout.lane_words;
    let of_start = |start: usize| {
        let route = way.route(program, start);
        let row = |pieces: usize| {
            let cells = &route.cells[..pieces.min(route.cells.len())];
            let last = match pieces {
                0 => start,
                _ if pieces > route.cells.len() => route.end,
                _ => route.cells[pieces - 1],
            };
            let mut row = bytes_of(cells, words);
            row.push(last as u64);
            row
        };
        (0..=route.most()).flat_map(row).collect::<Vec<u64>>()
    };
    (0..program.sites).flat_map(of_start).collect()
}
