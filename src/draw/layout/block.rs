//! A part of a layout that is placed as a whole: a board, a level, a row of cells.

use super::{CELL, Label, LabelKind, Line, Outline, Place, Point};

/// A part of a layout.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    pub cells: Vec<(usize, Place)>,
    pub back: Vec<Vec<Point>>,
    /// Whether what lies behind the cells is of the other colour of a board.
    pub one_colour: bool,
    pub lines: Vec<Line>,
    pub labels: Vec<Label>,
}

impl Block {
    /// All points, one after the other.
    fn points(&mut self, mut change: impl FnMut(&mut Point)) {
        for (_, cell) in &mut self.cells {
            change(&mut cell.at);
            if let Outline::Polygon(corners) = &mut cell.outline {
                corners.iter_mut().for_each(&mut change);
            }
        }
        self.back.iter_mut().flatten().for_each(&mut change);
        for line in &mut self.lines {
            change(&mut line.from);
            change(&mut line.to);
        }
        self.labels.iter_mut().for_each(|label| change(&mut label.at));
    }

    /// The same seen from the other side.
    pub fn turn(&mut self) {
        self.points(|p| *p = [-p[0], -p[1]]);
    }

    /// Moves all of it.
    pub fn shift(&mut self, by: Point) {
        self.points(|p| *p = [p[0] + by[0], p[1] + by[1]]);
    }

    /// The least rectangle around all of it.
    pub fn bounds(&self) -> (Point, Point) {
        bounds_of(std::slice::from_ref(self))
    }

    /// How wide its cells are together.
    pub fn width(&self) -> f64 {
        let (low, high) = self.bounds();
        high[0] - low[0]
    }

    /// A line above all of it.
    pub fn entitle(&mut self, text: &str) {
        let (low, high) = self.bounds();
        let at = [f64::midpoint(low[0], high[0]), low[1] - 30.0];
        self.labels.push(Label { text: text.to_string(), at, size: 32.0, kind: LabelKind::Board });
    }

    /// Moves it to the right of another one, the middles of their cells level.
    pub fn stack_right(&mut self, other: &Block, gap: f64) {
        let ((low, _), (_, to)) = (self.bounds(), other.bounds());
        self.shift([to[0] + gap - low[0], other.level() - self.level()]);
    }

    /// How high the middle of its cells lies.
    fn level(&self) -> f64 {
        let heights = || self.cells.iter().map(|(_, cell)| cell.at[1]);
        f64::midpoint(heights().fold(f64::MAX, f64::min), heights().fold(f64::MIN, f64::max))
    }

    /// Moves it below another one, middles in line.
    pub fn stack_below(&mut self, other: &Block, gap: f64) {
        let ((low, high), (from, to)) = (self.bounds(), other.bounds());
        let middle = |a: Point, b: Point| f64::midpoint(a[0], b[0]);
        self.shift([middle(from, to) - middle(low, high), to[1] + gap - low[1]]);
    }

    /// Takes another one over.
    pub fn absorb(&mut self, other: Block) {
        self.cells.extend(other.cells);
        self.back.extend(other.back);
        self.one_colour |= other.one_colour;
        self.lines.extend(other.lines);
        self.labels.extend(other.labels);
    }

    /// The name of a cell on it, where pieces leave room.
    pub fn name_cells(&mut self) {
        self.mark_cells(&|_, cell| Some(cell.written().to_string()));
    }

    /// The titles of those cells that have one.
    pub fn entitle_cells(&mut self) {
        self.mark_cells(&|_, cell| cell.title.clone());
    }

    /// A short text on each cell that has one, where pieces leave room.
    pub fn mark_cells(&mut self, text: &dyn Fn(usize, &Place) -> Option<String>) {
        for (site, cell) in &self.cells {
            let Some(name) = text(*site, cell) else { continue };
            let length = name.chars().count() as f64;
            let size = if length > 3.0 { 16.0 } else { 20.0 };
            let reach = match cell.outline {
                Outline::Polygon(_) => [(-0.37 * CELL + 5.0 * (length - 2.0)).min(0.0), 0.38 * CELL],
                Outline::Circle(r) | Outline::Point(r) => [0.0, r.max(cell.radius) + 15.0],
                Outline::Hidden => continue,
            };
            let at = [cell.at[0] + reach[0], cell.at[1] + reach[1]];
            self.labels.push(Label { text: name, at, size, kind: LabelKind::Cell });
        }
    }
}

/// The least rectangle around several blocks.
pub(super) fn bounds_of(blocks: &[Block]) -> (Point, Point) {
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    let mut note = |p: Point, [w, h]: Point| {
        for (axis, reach) in [w, h].into_iter().enumerate() {
            low[axis] = low[axis].min(p[axis] - reach);
            high[axis] = high[axis].max(p[axis] + reach);
        }
    };
    for block in blocks {
        for (_, cell) in &block.cells {
            match &cell.outline {
                Outline::Polygon(corners) => corners.iter().for_each(|&p| note(p, [0.0; 2])),
                Outline::Circle(r) | Outline::Point(r) => note(cell.at, [r.max(cell.radius); 2]),
                Outline::Hidden => {}
            }
        }
        block.back.iter().flatten().for_each(|&p| note(p, [0.0; 2]));
        block.lines.iter().flat_map(|line| [line.from, line.to]).for_each(|p| note(p, [0.0; 2]));
        for label in &block.labels {
            note(label.at, [label.text.chars().count() as f64 * label.size * 0.31, label.size * 0.6]);
        }
    }
    if low[0] > high[0] { ([0.0; 2], [0.0; 2]) } else { (low, high) }
}
