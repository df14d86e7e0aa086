//! The shapes: which cells a board has and which steps join them.

use super::{Board, Cell, Direction, Drawing, Topology, file_name};
use crate::syntax::words::{SHAPES, in_words};
use std::collections::BTreeMap;
use std::collections::{HashMap, HashSet};

/// The most cells that all boards of a game may have together.
pub const MAX_SITES: usize = 1024;

/// A board to build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The name of a further board.
    pub name: Option<String>,
    /// The shape word.
    pub word: String,
    /// The sizes.
    pub sizes: Vec<i64>,
    /// `dark`, `light`, `numbered-up`, `wrapped`, `wrapped-files`, `wrapped-ranks`.
    pub modifiers: Vec<String>,
    /// For `graph`: chains of joined cells.
    pub lines: Vec<Vec<String>>,
}

/// Why a board can't be built; the text says it to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeError {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
    /// The word behind the shape that is wrong, if it is one: a modifier, or a cell of a graph that stands twice in a row.
    pub word: Option<String>,
}

fn error<T>(message: impl Into<String>, help: impl Into<String>) -> Result<T, ShapeError> {
    Err(ShapeError { message: message.into(), help: help.into(), word: None })
}

/// The same about a word behind the shape.
fn error_at<T>(word: &str, message: impl Into<String>, help: impl Into<String>) -> Result<T, ShapeError> {
    Err(ShapeError { message: message.into(), help: help.into(), word: Some(word.to_string()) })
}

/// A step of a shape: its name, its vector, and whether it crosses an edge.
type Step = (&'static str, (i32, i32, i32), bool);

const ORTHOGONAL: [Step; 4] =
    [("north", (0, 1, 0), true), ("east", (1, 0, 0), true), ("south", (0, -1, 0), true), ("west", (-1, 0, 0), true)];
const DIAGONAL: [Step; 4] = [
    ("northeast", (1, 1, 0), false),
    ("southeast", (1, -1, 0), false),
    ("southwest", (-1, -1, 0), false),
    ("northwest", (-1, 1, 0), false),
];
/// A hexagonal grid in skewed coordinates: the cells left above and right below are neighbours, too.
const HEXAGONAL: [Step; 6] = [
    ("north", (0, 1, 0), true),
    ("east", (1, 0, 0), true),
    ("southeast", (1, -1, 0), true),
    ("south", (0, -1, 0), true),
    ("west", (-1, 0, 0), true),
    ("northwest", (-1, 1, 0), true),
];

/// Builds all boards of a game; the first is the main board.
///
/// # Errors
/// The index of the shape that can't be built, and why.
pub fn build(shapes: &[Shape]) -> Result<Topology, (usize, ShapeError)> {
    let mut all = Topology { boards: Vec::new(), cells: Vec::new(), directions: Vec::new(), hexagonal: false };
    for (index, shape) in shapes.iter().enumerate() {
        let part = one(shape, index).map_err(|e| (index, e))?;
        all.hexagonal |= part.hexagonal;
        merge(&mut all, part);
        if all.cells.len() > MAX_SITES {
            return error(
                format!("the boards have {} cells, more than the {MAX_SITES} that a game may have", all.cells.len()),
                "make the board smaller",
            )
            .map_err(|e| (index, e));
        }
        if let Some(name) = &shape.name {
            named_apart(&all, index, name).map_err(|e| (index, e))?;
        }
    }
    link_reverses(&mut all);
    Ok(all)
}

/// Refuses a board whose cells are called like those of another one before it: `board b row 3` beside a `b1`.
fn named_apart(all: &Topology, index: usize, name: &str) -> Result<(), ShapeError> {
    let others: HashSet<&str> = all.cells.iter().filter(|c| c.board != index).map(|c| c.name.as_str()).collect();
    match all.cells.iter().find(|c| c.board == index && others.contains(c.name.as_str())) {
        Some(cell) => error(
            format!("`{}` would be a cell of two boards", cell.name),
            format!("give this board another name than `{name}`"),
        ),
        None => Ok(()),
    }
}

fn merge(all: &mut Topology, part: Topology) {
    let base = all.cells.len();
    let total = base + part.cells.len();
    all.boards.extend(part.boards);
    all.cells.extend(part.cells);
    for d in &mut all.directions {
        d.next.resize(total, None);
    }
    for new in part.directions {
        let moved = new.next.iter().map(|n| n.map(|t| t + base as u16));
        match all.directions.iter_mut().find(|d| d.name == new.name) {
            Some(old) => old.next.splice(base.., moved).for_each(drop),
            None => {
                let next = std::iter::repeat_n(None, base).chain(moved).collect();
                all.directions.push(Direction { next, ..new });
            }
        }
    }
}

fn link_reverses(all: &mut Topology) {
    let vectors: Vec<_> = all.directions.iter().map(|d| d.vector).collect();
    for d in &mut all.directions {
        let (x, y, z) = d.vector;
        d.reverse = vectors.iter().position(|&v| v == (-x, -y, -z));
    }
}

/// A cell from the outside: a size that is out of range is a message.
fn size(shape: &Shape, index: usize, least: i64) -> Result<i32, ShapeError> {
    let value = shape.sizes[index];
    if value < least {
        return error(format!("a board of size {value} is too small"), format!("write at least {least}"));
    }
    if value > MAX_SITES as i64 {
        return error(
            format!("a board of size {value} is too large"),
            format!("a game may have at most {MAX_SITES} cells"),
        );
    }
    Ok(value as i32)
}

fn expect_sizes(shape: &Shape, counts: &[usize], example: &str) -> Result<(), ShapeError> {
    if counts.contains(&shape.sizes.len()) {
        return Ok(());
    }
    error(format!("`{}` does not take {} sizes", shape.word, shape.sizes.len()), format!("write `board {example}`"))
}

/// The shapes whose edges can be joined, and of these the ones that have ranks.
const ROUND: &[&str] = &["square", "rhombus", "alquerque", "track", "row"];
const ROUND_RANKS: &[&str] = &["square", "rhombus", "alquerque"];

/// Refuses a modifier that would do nothing on a board of this shape.
fn expect_modifiers(shape: &Shape) -> Result<(), ShapeError> {
    let word = shape.word.as_str();
    for modifier in shape.modifiers.iter().map(String::as_str) {
        let boards = match modifier {
            "dark" | "light" | "numbered-up" => &["square"],
            "wrapped-ranks" => ROUND_RANKS,
            _ => ROUND,
        };
        if boards.contains(&word) {
            continue;
        }
        let names: Vec<String> = boards.iter().map(|b| format!("`{b}`")).collect();
        let help = match word {
            "track" | "row" if modifier == "wrapped-ranks" => "write `wrapped`: it joins the two ends".to_string(),
            _ if boards.len() == 1 => format!("it is for {}; leave it out, or take cells out by `without`", names[0]),
            "graph" => format!("it is for {}; write such steps as lines: `a1-b1-c1-a1`", names.join(", ")),
            _ => format!("it is for {}; leave it out, or write a `link`", names.join(", ")),
        };
        return error_at(modifier, format!("`{modifier}` does nothing on a board `{word}`"), help);
    }
    let has = |m: &str| shape.modifiers.iter().any(|x| x == m);
    match has("dark") && has("light") {
        true => error_at("light", "`dark` and `light` together leave all cells", "write one of them, or none"),
        false if has("numbered-up") && !has("dark") && !has("light") => error_at(
            "numbered-up",
            "`numbered-up` does nothing where the cells have no numbers",
            "boards of one colour have: write `dark` or `light` before it, or leave it out",
        ),
        false => Ok(()),
    }
}

fn one(shape: &Shape, index: usize) -> Result<Topology, ShapeError> {
    let has = |m: &str| shape.modifiers.iter().any(|x| x == m);
    expect_modifiers(shape)?;
    let mut grid = Grid::new(shape, index);
    grid.wrapped = ["wrapped-files", "wrapped-ranks", "wrapped"].map(|way| has("wrapped") || has(way));
    match shape.word.as_str() {
        "square" => {
            expect_sizes(shape, &[1, 2, 3], "square 8x8")?;
            let w = size(shape, 0, 1)?;
            let h = if shape.sizes.len() > 1 { size(shape, 1, 1)? } else { w };
            let d = if shape.sizes.len() > 2 { size(shape, 2, 1)? } else { 1 };
            grid.limit(i64::from(w) * i64::from(h) * i64::from(d))?;
            let keep = |x: i32, y: i32| match (has("dark"), has("light")) {
                (true, false) => (x + y) % 2 == 0,
                (false, true) => (x + y) % 2 == 1,
                _ => true,
            };
            grid.fill(w, h, d, |x, y, _| keep(x, y));
            let mut steps: Vec<Step> = ORTHOGONAL.into_iter().chain(DIAGONAL).collect();
            if d > 1 {
                return Ok(grid.finish_named(Drawing::Grid, &cube_steps()));
            }
            if has("dark") || has("light") {
                grid.closes("the colours of the cells")?;
                // On one colour the diagonal cells are the nearest there are, and straight steps do not exist.
                steps = DIAGONAL.into_iter().map(|(n, v, _)| (n, v, true)).collect();
                steps.extend(ORTHOGONAL.into_iter().map(|(n, v, _)| (n, v, false)));
            }
            Ok(grid.finish(Drawing::Grid, &steps))
        }
        "row" => {
            expect_sizes(shape, &[1], "row 16")?;
            let n = size(shape, 0, 1)?;
            grid.fill(n, 1, 1, |_, _, _| true);
            Ok(grid.finish(Drawing::Row, &[ORTHOGONAL[1], ORTHOGONAL[3]]))
        }
        "track" => {
            expect_sizes(shape, &[1], "track 14")?;
            let n = size(shape, 0, 1)?;
            grid.fill(n, 1, 1, |_, _, _| true);
            grid.numbered = true;
            Ok(grid.finish(Drawing::Row, &[ORTHOGONAL[1], ORTHOGONAL[3]]))
        }
        "rhombus" | "triangle" | "hexagon" => {
            expect_sizes(shape, &[1, 2], "rhombus 11")?;
            let w = size(shape, 0, 1)?;
            let h = if shape.sizes.len() > 1 { size(shape, 1, 1)? } else { w };
            grid.limit(i64::from(w) * i64::from(h))?;
            match shape.word.as_str() {
                "rhombus" => grid.fill(w, h, 1, |_, _, _| true),
                "triangle" => grid.fill(w, w, 1, |x, y, _| x + y < w),
                _ => grid.fill(2 * w - 1, 2 * w - 1, 1, |x, y, _| (w - 1..=3 * w - 3).contains(&(x + y))),
            }
            let mut board = grid.finish(Drawing::Slanted, &HEXAGONAL);
            board.hexagonal = true;
            Ok(board)
        }
        "alquerque" => {
            expect_sizes(shape, &[1, 2], "alquerque 5x5")?;
            let w = size(shape, 0, 1)?;
            let h = if shape.sizes.len() > 1 { size(shape, 1, 1)? } else { w };
            grid.limit(i64::from(w) * i64::from(h))?;
            grid.fill(w, h, 1, |_, _, _| true);
            grid.closes("points with slanted lines and those without")?;
            let steps: Vec<Step> = ORTHOGONAL.into_iter().chain(DIAGONAL.map(|(n, v, _)| (n, v, true))).collect();
            let mut board = grid.finish(Drawing::Grid, &steps);
            // The slanted lines pass through every other point.
            for d in board.directions.iter_mut().filter(|d| d.vector.0 != 0 && d.vector.1 != 0) {
                for (s, next) in d.next.iter_mut().enumerate() {
                    if (board.cells[s].x + board.cells[s].y) % 2 == 1 {
                        *next = None;
                    }
                }
            }
            Ok(board)
        }
        "morris" => {
            expect_sizes(shape, &[1], "morris 3")?;
            let rings = size(shape, 0, 1)?;
            if rings > 16 {
                return error(format!("this board has {rings} rings"), "a morris board may have at most 16 rings");
            }
            let middle = rings;
            // Rings around an empty middle: the cells on the two axes and the two diagonals.
            let width = 2 * rings + 1;
            let on = |x: i32, y: i32| {
                let (dx, dy) = ((x - middle).abs(), (y - middle).abs());
                (dx == 0) != (dy == 0) || (dx == dy && dx > 0)
            };
            grid.fill(width, width, 1, |x, y, _| on(x, y));
            let mut board = grid.finish(Drawing::Grid, &ORTHOGONAL);
            morris_lines(&mut board, middle);
            Ok(board)
        }
        "graph" => graph(shape, index),
        other => error(format!("there is no board `{other}`"), format!("the boards are {}", in_words(SHAPES))),
    }
}

/// All 26 steps of a cube, named by level, row and column.
fn cube_steps() -> Vec<(String, (i32, i32, i32), bool)> {
    let mut steps = Vec::new();
    for z in [0, 1, -1] {
        let flat = ORTHOGONAL.iter().chain(&DIAGONAL).map(|&(n, v, _)| (n, v));
        let level = ["down", "", "up"][(z + 1) as usize];
        if z != 0 {
            steps.push((level.to_string(), (0, 0, z), true));
        }
        for (name, (x, y, _)) in flat {
            let full = if z == 0 { name.to_string() } else { format!("{level}-{name}") };
            steps.push((full, (x, y, z), z == 0 && (x == 0 || y == 0)));
        }
    }
    steps
}

/// Joins the cells of a morris board: along its rings and through the middles of their sides, never across the centre.
fn morris_lines(board: &mut Topology, middle: i32) {
    for d in &mut board.directions {
        let (dx, dy, _) = d.vector;
        for (s, c) in board.cells.iter().enumerate() {
            // The nearest cell that way, unless the centre lies between.
            d.next[s] = (1..=2 * middle)
                .map(|k| (c.x + k * dx, c.y + k * dy))
                .take_while(|&at| at != (middle, middle))
                .find_map(|at| board.cells.iter().position(|t| (t.x, t.y) == at))
                .map(|t| t as u16);
        }
    }
}

/// A board given as lines of joined cells: two cells next to each other on a line are neighbours, and a line goes on
/// as the same direction.
fn graph(shape: &Shape, index: usize) -> Result<Topology, ShapeError> {
    let mut names: Vec<String> = Vec::new();
    for name in shape.lines.iter().flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    if names.is_empty() {
        return error("this graph has no cells", "write its lines: `board graph { a1-b1-c1  a1-a2 }`");
    }
    if names.len() > MAX_SITES {
        return error(
            format!("this graph has {} cells", names.len()),
            format!("a game may have at most {MAX_SITES} cells"),
        );
    }
    let at: HashMap<&str, usize> = names.iter().enumerate().map(|(i, n)| (n.as_str(), i)).collect();
    // Each part of a line is given the first pair of directions in which none of its cells has a step yet.
    let mut tables: Vec<(Table, Table)> = Vec::new();
    for line in &shape.lines {
        let cells: Vec<usize> = line.iter().map(|n| at[n.as_str()]).collect();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = &names[pair[0]];
            return error_at(name, format!("`{name}` is joined to itself here"), format!("write `{name}` once"));
        }
        for part in straight_parts(&cells, names.len()) {
            let free = tables
                .iter()
                .position(|(f, b)| part.iter().all(|&c| f[c].is_none() && b[c].is_none()))
                .unwrap_or_else(|| {
                    tables.push((vec![None; names.len()], vec![None; names.len()]));
                    tables.len() - 1
                });
            for pair in part.windows(2) {
                tables[free].0[pair[0]] = Some(pair[1] as u16);
                tables[free].1[pair[1]] = Some(pair[0] as u16);
            }
        }
    }
    let full = |name: &String| shape.name.as_ref().map_or(name.clone(), |board| format!("{board}-{name}"));
    let cells = names.iter().enumerate().map(|(i, n)| Cell { name: full(n), x: i as i32, y: 0, z: 0, board: index });
    let mut directions = Vec::new();
    for (i, (forth, back)) in tables.into_iter().enumerate() {
        let v = (1000 + i as i32, 0, 0);
        for (name, vector, next) in
            [(format!("line{}", i + 1), v, forth), (format!("line{}-back", i + 1), (-v.0, 0, 0), back)]
        {
            directions.push(Direction { name, vector, next, reverse: None, adjacent: true });
        }
    }
    let board = Board {
        name: shape.name.clone(),
        drawing: Drawing::List,
        width: names.len() as i32,
        height: 1,
        depth: 1,
        wrapped: [false; 3],
        numbered_up: false,
        points: true,
    };
    Ok(Topology { boards: vec![board], cells: cells.collect(), directions, hexagonal: false })
}

/// Where a step leads from each cell.
type Table = Vec<Option<u16>>;

/// A line of a graph as lines that leave no cell twice and come to none twice: each is one direction, with one way back. A
/// ring is such a line; one that comes back to its middle is not.
fn straight_parts(line: &[usize], cells: usize) -> Vec<&[usize]> {
    let mut parts = Vec::new();
    let (mut left, mut reached) = (vec![false; cells], vec![false; cells]);
    let mut start = 0;
    for (i, pair) in line.windows(2).enumerate() {
        if left[pair[0]] || reached[pair[1]] {
            parts.push(&line[start..=i]);
            start = i;
            left.fill(false);
            reached.fill(false);
        }
        (left[pair[0]], reached[pair[1]]) = (true, true);
    }
    parts.push(&line[start..]);
    parts
}

/// A place as it is where edges are joined.
pub(super) fn round((x, y, z): (i32, i32, i32), (w, h, d): (i32, i32, i32), joined: [bool; 3]) -> (i32, i32, i32) {
    let wrap = |v: i32, n: i32, on: bool| if on { v.rem_euclid(n) } else { v };
    (wrap(x, w, joined[0]), wrap(y, h, joined[1]), wrap(z, d, joined[2]))
}

/// Cells on integer coordinates, and the steps between them.
struct Grid<'s> {
    shape: &'s Shape,
    index: usize,
    size: (i32, i32, i32),
    cells: Vec<(i32, i32, i32)>,
    /// Whether files, ranks and levels go round.
    wrapped: [bool; 3],
    numbered: bool,
}

impl<'s> Grid<'s> {
    fn new(shape: &'s Shape, index: usize) -> Self {
        Grid { shape, index, size: (0, 0, 0), cells: Vec::new(), wrapped: [false; 3], numbered: false }
    }

    fn limit(&self, cells: i64) -> Result<(), ShapeError> {
        if cells <= MAX_SITES as i64 * 2 {
            return Ok(());
        }
        error(format!("this board has {cells} cells"), format!("a game may have at most {MAX_SITES} cells"))
    }

    fn fill(&mut self, w: i32, h: i32, d: i32, keep: impl Fn(i32, i32, i32) -> bool) {
        self.size = (w, h, d);
        for z in 0..d {
            for y in 0..h {
                self.cells.extend((0..w).filter(|&x| keep(x, y, z)).map(|x| (x, y, z)));
            }
        }
    }

    fn name(&self, (x, y, z): (i32, i32, i32)) -> String {
        let plain = match (self.numbered, self.size.2 > 1) {
            (true, _) => (x + 1).to_string(),
            (false, true) => format!("{}{}{}", file_name(x), file_name(z), y + 1),
            (false, false) => format!("{}{}", file_name(x), y + 1),
        };
        match &self.shape.name {
            None => plain,
            Some(board) if self.size.1 == 1 => format!("{board}{}", x + 1),
            Some(board) => format!("{board}-{plain}"),
        }
    }

    /// Refuses to join edges where what changes from cell to cell would not go on behind them.
    fn closes(&self, what: &str) -> Result<(), ShapeError> {
        let (w, h, _) = self.size;
        for (joined, size, ways) in [(self.wrapped[0], w, "files"), (self.wrapped[1], h, "ranks")] {
            if joined && size % 2 == 1 {
                return error(
                    format!("{size} {ways} can't go round: {what} take turns"),
                    format!("join the edges of an even number of {ways}"),
                );
            }
        }
        Ok(())
    }

    fn finish(self, drawing: Drawing, steps: &[Step]) -> Topology {
        let steps: Vec<_> = steps.iter().map(|&(n, v, a)| (n.to_string(), v, a)).collect();
        self.finish_named(drawing, &steps)
    }

    fn finish_named(self, drawing: Drawing, steps: &[(String, (i32, i32, i32), bool)]) -> Topology {
        let at: BTreeMap<_, u16> = self.cells.iter().enumerate().map(|(i, &c)| (c, i as u16)).collect();
        let (w, h, d) = self.size;
        let next = |&(x, y, z): &(i32, i32, i32), (dx, dy, dz): (i32, i32, i32)| {
            let to = round((x + dx, y + dy, z + dz), self.size, self.wrapped);
            // Where there is one file, its edges are joined, and a step along the rank leads nowhere.
            at.get(&to).copied().filter(|_| to != (x, y, z))
        };
        let directions = steps.iter().map(|(name, vector, adjacent)| Direction {
            name: name.clone(),
            vector: *vector,
            next: self.cells.iter().map(|c| next(c, *vector)).collect(),
            reverse: None,
            adjacent: *adjacent,
        });
        let numbered_up = self.shape.modifiers.iter().any(|word| word == "numbered-up");
        let cells = self.cells.iter().map(|&(x, y, z)| Cell { name: self.name((x, y, z)), x, y, z, board: self.index });
        let board = Board {
            name: self.shape.name.clone(),
            drawing,
            width: w,
            height: h,
            depth: d,
            wrapped: self.wrapped,
            numbered_up,
            points: matches!(self.shape.word.as_str(), "morris" | "alquerque"),
        };
        Topology { boards: vec![board], cells: cells.collect(), directions: directions.collect(), hexagonal: false }
    }
}
