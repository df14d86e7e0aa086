//! Boards: cells, their names and places, and what lies next to what.
//!
//! A [`Topology`] is built from shapes and knows nothing of pieces or rules. It may hold several boards side by side;
//! a direction that exists on several of them is one table.

mod set;
mod shapes;
pub mod text;

pub use crate::syntax::words::{file_index, file_name};
pub use set::SiteSet;
pub use shapes::{MAX_SITES, Shape, ShapeError, build};

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its name, unique over all boards.
    pub name: String,
    /// Column, from 0.
    pub x: i32,
    /// Row, from 0 at the bottom.
    pub y: i32,
    /// Level, from 0; 0 on flat boards.
    pub z: i32,
    /// The board it lies on.
    pub board: usize,
}

/// A direction: where one step leads from every cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Direction {
    /// Its name, such as `north`.
    pub name: String,
    /// The step in columns, rows and levels; what turns into relative directions.
    pub vector: (i32, i32, i32),
    /// The cell one step on, for every cell.
    pub next: Vec<Option<u16>>,
    /// The index of the opposite direction, where there is one.
    pub reverse: Option<usize>,
    /// Whether a step crosses an edge between two cells (`neighbours`), or only a corner.
    pub adjacent: bool,
}

/// One board of a topology.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Its name; the main board has none.
    pub name: Option<String>,
    /// How it is drawn.
    pub drawing: Drawing,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Levels.
    pub depth: i32,
    /// Whether columns, rows and levels go round.
    pub wrapped: [bool; 3],
    /// Whether its cells are numbered from the bottom right, and not from the top left.
    pub numbered_up: bool,
    /// Whether its cells are points on lines, and not fields side by side.
    pub points: bool,
}

/// The ways to draw a board as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// Rows and columns.
    Grid,
    /// Rows shifted by half a cell each.
    Slanted,
    /// One row of numbered cells.
    Row,
    /// No rows: a list.
    List,
}

/// All boards of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topology {
    /// The boards.
    pub boards: Vec<Board>,
    /// The cells of all boards, board by board, row by row from the bottom, left to right.
    pub cells: Vec<Cell>,
    /// The directions.
    pub directions: Vec<Direction>,
    /// Whether rows and columns are hexagonal (six directions).
    pub hexagonal: bool,
}

impl Topology {
    /// The cells and rows of the main board, of which examples in messages speak.
    pub fn example_board(&self) -> Option<crate::diag::Board> {
        let board = self.boards.first()?;
        let cells = self.cells.iter().filter(|cell| cell.board == 0).map(|cell| cell.name.clone());
        Some(crate::diag::Board { cells: cells.collect(), files: board.width, ranks: board.height })
    }

    /// How many cells.
    pub fn sites(&self) -> usize {
        self.cells.len()
    }

    /// The rows of every board from the top: for each row its cells from left to right. Places without a cell are left out, but
    /// on a board of one colour they are none: texts of positions may count them.
    pub fn rows(&self) -> Vec<Vec<Vec<Option<usize>>>> {
        let of_board = |(id, board): (usize, &Board)| {
            let cells: Vec<usize> = (0..self.sites()).filter(|&s| self.cells[s].board == id).collect();
            // On a board of one colour, half of the places in every row are not cells.
            let places = (board.width * board.height * board.depth) as usize;
            let colour = |s: usize| (self.cells[s].x + self.cells[s].y) % 2;
            let checkered = board.drawing == Drawing::Grid
                && cells.len() * 2 <= places + 1
                && cells.windows(2).all(|pair| colour(pair[0]) == colour(pair[1]));
            let levels = (0..board.depth).rev().flat_map(|z| (0..board.height).rev().map(move |y| (y, z)));
            let row = |(y, z): (i32, i32)| -> Vec<Option<usize>> {
                let at = |x: i32| {
                    let here = |s: &usize| (self.cells[*s].x, self.cells[*s].y, self.cells[*s].z) == (x, y, z);
                    cells.iter().copied().find(here)
                };
                (0..board.width).map(at).filter(|c| checkered || c.is_some()).collect()
            };
            levels.map(row).filter(|row| row.iter().any(Option::is_some)).collect()
        };
        self.boards.iter().enumerate().map(of_board).collect()
    }

    /// The cell of this name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|c| c.name == name)
    }

    /// The cells for which `test` holds.
    pub fn select(&self, test: impl Fn(&Cell) -> bool) -> SiteSet {
        SiteSet::from_sites(self.sites(), (0..self.sites()).filter(|&s| test(&self.cells[s])))
    }

    /// The direction of this name.
    pub fn direction(&self, name: &str) -> Option<usize> {
        self.directions.iter().position(|d| d.name == name)
    }

    /// All directions of a shape (links of the file, which have no vector, left out).
    pub fn compass(&self) -> Vec<usize> {
        (0..self.directions.len()).filter(|&d| self.directions[d].vector != (0, 0, 0)).collect()
    }

    /// The directions that cross edges.
    pub fn neighbours(&self) -> Vec<usize> {
        self.compass().into_iter().filter(|&d| self.directions[d].adjacent).collect()
    }

    /// Adds a link: a direction without a vector, and its table.
    pub fn add_link(&mut self, name: &str, next: Vec<Option<u16>>) -> usize {
        self.directions.push(Direction {
            name: name.to_string(),
            vector: (0, 0, 0),
            next,
            reverse: None,
            adjacent: false,
        });
        self.directions.len() - 1
    }

    /// The way back of a direction, which is made where it has none yet. None if several cells lead to one.
    pub fn way_back(&mut self, dir: usize) -> Option<usize> {
        if let Some(back) = self.directions[dir].reverse {
            return Some(back);
        }
        let mut next = vec![None; self.sites()];
        for (from, to) in self.directions[dir].next.iter().enumerate() {
            if let Some(to) = to
                && next[usize::from(*to)].replace(from as u16).is_some()
            {
                return None;
            }
        }
        let back = self.add_link(&format!("inverse {}", self.directions[dir].name), next);
        self.directions[back].reverse = Some(dir);
        self.directions[dir].reverse = Some(back);
        Some(back)
    }

    /// Whether a direction is a link (or a leap): one without a vector.
    pub fn is_link(&self, dir: usize) -> bool {
        self.directions[dir].vector == (0, 0, 0)
    }

    /// The cell so many columns, rows and levels away, on the same board; wrapped edges are crossed.
    pub fn displaced(&self, site: usize, (dx, dy, dz): (i32, i32, i32)) -> Option<usize> {
        let c = &self.cells[site];
        let b = &self.boards[c.board];
        let size = (b.width, b.height, b.depth);
        let (x, y, z) = shapes::round((c.x + dx, c.y + dy, c.z + dz), size, b.wrapped);
        self.at(c.board, x, y, z).filter(|&t| t != site)
    }

    /// The cell at these coordinates.
    pub fn at(&self, board: usize, x: i32, y: i32, z: i32) -> Option<usize> {
        self.cells.iter().position(|c| c.board == board && c.x == x && c.y == y && c.z == z)
    }

    /// The cells of the main board's corners: those of a flat grid at its least and greatest column and row, and
    /// elsewhere the cells with the fewest neighbours.
    pub fn corners(&self) -> SiteSet {
        let b = &self.boards[0];
        if b.drawing == Drawing::Grid {
            let at = |v: i32, n: i32| v == 0 || v == n - 1;
            return self.select(|c| c.board == 0 && at(c.x, b.width) && at(c.y, b.height) && at(c.z, b.depth));
        }
        let degree = |s: usize| self.neighbours().iter().filter(|&&d| self.directions[d].next[s].is_some()).count();
        let main: Vec<usize> = (0..self.sites()).filter(|&s| self.cells[s].board == 0).collect();
        let least = main.iter().map(|&s| degree(s)).min().unwrap_or(0);
        SiteSet::from_sites(self.sites(), main.into_iter().filter(|&s| degree(s) == least))
    }

    /// The cells of the main board that are nearest to its middle: one, two or four (eight in three dimensions).
    pub fn center(&self) -> SiteSet {
        let main = || (0..self.sites()).filter(|&s| self.cells[s].board == 0);
        // Twice the distance to the middle of the cells that there are, so that it is whole.
        let bounds = |of: fn(&Cell) -> i32| {
            let (low, high) = (main().map(|s| of(&self.cells[s])).min(), main().map(|s| of(&self.cells[s])).max());
            low.unwrap_or(0) + high.unwrap_or(0)
        };
        let (x, y, z) = (bounds(|c| c.x), bounds(|c| c.y), bounds(|c| c.z));
        let off = |s: usize| {
            let c = &self.cells[s];
            (2 * c.x - x).abs().max((2 * c.y - y).abs()).max((2 * c.z - z).abs())
        };
        let least = main().map(off).min().unwrap_or(0);
        SiteSet::from_sites(self.sites(), main().filter(|&s| off(s) == least))
    }

    /// The same boards with some cells taken out.
    #[must_use]
    pub fn without(&self, holes: &SiteSet) -> Topology {
        let kept: Vec<usize> = (0..self.sites()).filter(|&s| !holes.contains(s)).collect();
        let mut moved = vec![None; self.sites()];
        for (new, &old) in kept.iter().enumerate() {
            moved[old] = Some(new as u16);
        }
        let directions = self.directions.iter().map(|d| Direction {
            next: kept.iter().map(|&s| d.next[s].and_then(|t| moved[usize::from(t)])).collect(),
            ..d.clone()
        });
        Topology {
            boards: self.boards.clone(),
            cells: kept.iter().map(|&s| self.cells[s].clone()).collect(),
            directions: directions.collect(),
            hexagonal: self.hexagonal,
        }
    }

    /// The cells of the main board that lack a neighbour in some direction.
    pub fn edge(&self) -> SiteSet {
        // Directions that only other boards have do not count.
        let on_main =
            |d: usize| (0..self.sites()).any(|s| self.cells[s].board == 0 && self.directions[d].next[s].is_some());
        let around: Vec<usize> = self.neighbours().into_iter().filter(|&d| on_main(d)).collect();
        let open = |s: usize| around.iter().any(|&d| self.directions[d].next[s].is_none());
        let main = (0..self.sites()).filter(|&s| self.cells[s].board == 0);
        SiteSet::from_sites(self.sites(), main.filter(|&s| open(s)))
    }

    /// The shortest number of edges from the cells of `from` to every cell; `None` where no way leads.
    pub fn distances(&self, from: &SiteSet) -> Vec<Option<u32>> {
        let around = self.neighbours();
        let mut distance = vec![None; self.sites()];
        let mut front: Vec<usize> = from.iter().collect();
        for &s in &front {
            distance[s] = Some(0);
        }
        let mut steps = 0;
        while !front.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for s in front {
                for &d in &around {
                    if let Some(t) = self.directions[d].next[s].map(usize::from)
                        && distance[t].is_none()
                    {
                        distance[t] = Some(steps);
                        next.push(t);
                    }
                }
            }
            front = next;
        }
        distance
    }
}

/// The least common multiple of the lengths of the loops of a direction: so many steps lead from any cell on a loop back to
/// it. 0 where there is none. (Of loops whose multiple is beyond 65,536 it is that of the first ones.)
pub fn lap(next: &[Option<u16>]) -> usize {
    let mut seen = vec![usize::MAX; next.len()];
    let mut lap = 0;
    for start in 0..next.len() {
        let (mut at, mut steps) = (start, 0);
        while seen[at] == usize::MAX {
            seen[at] = start;
            let Some(to) = next[at] else { break };
            (at, steps) = (usize::from(to), steps + 1);
        }
        // Back on this way: the rest of it is a loop.
        if steps > 0 && seen[at] == start && next[at].is_some() {
            let mut length = 1;
            let mut round = usize::from(next[at].unwrap_or_default());
            while round != at {
                (round, length) = (usize::from(next[round].unwrap_or_default()), length + 1);
            }
            let both = if lap == 0 { length } else { lap / common(lap, length) * length };
            lap = if both <= 1 << 16 { both } else { lap };
        }
    }
    lap
}

/// The cells on loops of fewer than so many cells.
pub fn on_loops_below(next: &[Option<u16>], length: usize) -> SiteSet {
    let mut found = SiteSet::empty(next.len());
    for start in 0..next.len() {
        let mut at = next[start];
        for _ in 1..length {
            if at == Some(start as u16) {
                found.insert(start);
            }
            at = at.and_then(|at| next[usize::from(at)]);
        }
    }
    found
}

/// Their greatest common divisor.
fn common(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common(b, a % b) }
}

/// A number of steps that leads wherever `n` steps lead (none if `n` is negative), not much more than there are cells: where
/// so many have been made, one is on a loop.
pub fn as_few_steps(next: &[Option<u16>], n: i64) -> usize {
    let sites = next.len() as i64;
    if n <= sites {
        return n.max(0) as usize;
    }
    match lap(next) as i64 {
        0 => sites as usize,
        lap => (sites + (n - sites) % lap) as usize,
    }
}
