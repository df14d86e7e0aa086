//! Cells in rows: tracks, rows, cells that the file places one by one, and those that stand beside a board.

use super::block::Block;
use super::{CELL, Coordinates, Label, LabelKind, Outline, Place, Plan, Point, as_points, graph};
use crate::board::SiteSet;

/// The most cells of a track that stand in one row.
const LONGEST: usize = 10;

/// What the name of a cell takes between two rows.
const GUTTER: f64 = 26.0;

fn place(plan: &Plan<'_>, site: usize, at: Point) -> Place {
    let cell = &plan.topology.cells[site];
    let outline = if plan.pits { Outline::Circle(0.47 * CELL) } else { Outline::Polygon(field(at)) };
    let board = plan.topology.boards[cell.board].name.clone();
    let (name, title, dark) = (cell.name.clone(), plan.title(site), (cell.x + cell.y) % 2 == 0);
    Place { name, title, board, at, radius: 0.4 * CELL, outline, dark, dot: false }
}

fn field(at: Point) -> Vec<Point> {
    let half = CELL / 2.0;
    let corner = |dx: f64, dy: f64| [at[0] + dx * half, at[1] + dy * half];
    vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}

/// A row, or a track: a long track is wound in an even number of rows, so that its ends meet; a long row is broken like
/// a text. `width` is that of the main board, where it is another one.
pub(super) fn row(plan: &Plan<'_>, board: usize, cells: &[usize], width: Option<f64>) -> Block {
    let track = board == 0;
    let most = width.map_or(LONGEST, |width| ((width / CELL) as usize).max(8));
    let rows = match cells.len().div_ceil(most) {
        1 => 1,
        // Two long rows rather than many short ones.
        rows if track => (rows.div_ceil(2) * 2).min((cells.len() / 24 * 2).max(2)),
        rows => rows,
    };
    let columns = cells.len().div_ceil(rows);
    let gutter = if plan.coordinates == Coordinates::Edges { GUTTER } else { 0.0 };
    let pitch = CELL + gutter;
    let mut block = Block::default();
    for (index, &site) in cells.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let back = track && row % 2 == 1;
        let x = if back { columns - 1 - column } else { column };
        // Tracks begin at the bottom, as boards do; what is broken like a text at the top.
        let y = if track { -(row as f64) * pitch } else { row as f64 * pitch };
        block.cells.push((site, place(plan, site, [x as f64 * CELL, y])));
    }
    if plan.turned {
        block.turn();
    }
    name(plan, &mut block);
    block
}

/// The names of cells below them.
fn name(plan: &Plan<'_>, block: &mut Block) {
    match plan.coordinates {
        Coordinates::Edges => block.labels.extend(below(&block.cells, CELL / 2.0 + 13.0)),
        Coordinates::Cells => block.name_cells(),
        Coordinates::None => {}
    }
}

/// What is written below cells, in letters of one size, and no wider than a cell.
fn below(cells: &[(usize, Place)], depth: f64) -> Vec<Label> {
    let longest = cells.iter().map(|(_, cell)| cell.written().chars().count()).max().unwrap_or(0);
    let size = (1.5 * CELL / longest.max(1) as f64).min(24.0);
    let label = |(_, cell): &(usize, Place)| {
        let at = [cell.at[0], cell.at[1] + depth];
        Label { text: cell.written().to_string(), at, size, kind: LabelKind::Cell }
    };
    cells.iter().map(label).collect()
}

/// The cells that the file places, whatever boards they are of. The two that are nearest to each other are as far apart as
/// cells that touch.
pub(super) fn placed(plan: &Plan<'_>) -> Block {
    let places: Vec<_> = plan.looks.places.iter().filter(|(site, _)| !plan.hidden.contains(*site)).collect();
    let mut least = f64::MAX;
    for (index, (_, (x, y))) in places.iter().enumerate() {
        for (_, (u, v)) in &places[..index] {
            let distance = f64::from((x - u).pow(2) + (y - v).pow(2)).sqrt();
            least = if distance > 0.0 { least.min(distance) } else { least };
        }
    }
    let points = |site: usize| as_points(plan, plan.topology.cells[site].board);
    let lone = places.len() < 2;
    let unit = if lone { CELL } else { CELL / least } * if places.iter().any(|(s, _)| points(*s)) { 1.25 } else { 1.0 };
    let gutter = if plan.coordinates == Coordinates::Edges { 1.0 + GUTTER / CELL } else { 1.0 };
    let at = |(x, y): (i32, i32)| [f64::from(x) * unit, f64::from(y) * unit * if unit > CELL { 1.0 } else { gutter }];
    if places.iter().all(|(site, _)| points(*site)) {
        return graph::drawn(plan, places.iter().map(|(site, place)| (*site, at(*place))).collect());
    }
    let cells = places.iter().map(|(site, to)| (*site, place(plan, *site, at(*to)))).collect();
    let mut block = Block { cells, ..Block::default() };
    if plan.turned {
        block.turn();
    }
    name(plan, &mut block);
    block
}

/// Cells beside what lies between `low` and `high`, at its right or left, one below the other: each as high as there is room, and
/// with room for its name above the next.
pub(super) fn beside(plan: &Plan<'_>, cells: &SiteSet, low: Point, high: Point, right: bool) -> Option<Block> {
    const RADIUS: f64 = 0.47 * CELL;
    let cells: Vec<usize> = cells.iter().filter(|&site| !plan.hidden.contains(site)).collect();
    let named = plan.coordinates != Coordinates::None;
    let gutter = if cells.len() > 1 && named { GUTTER } else { 0.0 };
    let number = cells.len().max(1) as f64;
    let pitch = ((high[1] - low[1]) / number).max(CELL + gutter);
    let top = f64::midpoint(low[1], high[1]) - pitch * number / 2.0;
    let half = ((pitch - gutter - CELL) / 2.0 - 8.0).max(0.0);
    let x = if right { high[0] + 0.6 * CELL } else { low[0] - 0.6 * CELL };
    let mut block = Block::default();
    for (index, &site) in cells.iter().enumerate() {
        let at = [x, top + pitch * index as f64 + (pitch - gutter) / 2.0];
        let outline = Outline::Polygon(pill(at, RADIUS, half));
        let place = Place { outline, radius: 0.44 * CELL, ..place(plan, site, at) };
        block.cells.push((site, place));
    }
    if named {
        block.labels = below(&block.cells, half + RADIUS + 15.0);
    }
    (!block.cells.is_empty()).then_some(block)
}

/// Two half circles that are so far from the middle, and what lies between them.
fn pill(at: Point, radius: f64, half: f64) -> Vec<Point> {
    const STEPS: i32 = 12;
    let arc = |from: f64, shift: f64| {
        (0..=STEPS).map(move |i| {
            let angle = from + std::f64::consts::PI * f64::from(i) / f64::from(STEPS);
            [at[0] + radius * angle.cos(), at[1] + shift + radius * angle.sin()]
        })
    };
    arc(0.0, half).chain(arc(std::f64::consts::PI, -half)).collect()
}
