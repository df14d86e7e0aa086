//! Boards of rows and columns: squares, hexagons, points on lines.

use std::collections::BTreeMap;

use super::block::Block;
use super::{CELL, Coordinates, Label, LabelKind, Line, LineKind, Outline, Place, Plan, Point, as_points};
use crate::board::{Drawing, file_name};

/// How wide a narrow file is.
const THIN: f64 = 30.0;

/// From a row of hexagons to the next.
const ROW: f64 = CELL * 0.866_025_403_784;

/// The block of these cells, which lie on one level of a board.
pub(super) fn block(plan: &Plan<'_>, board: usize, cells: &[usize]) -> Block {
    let slanted = plan.topology.boards[board].drawing == Drawing::Slanted;
    let points = as_points(plan, board);
    let mut block = Block::default();
    let widths = Widths::of(plan, board);
    for &site in cells {
        let cell = &plan.topology.cells[site];
        let (at, size) = match slanted {
            true => ([CELL * (f64::from(cell.x) + f64::from(cell.y) / 2.0), -ROW * f64::from(cell.y)], [CELL; 2]),
            false => widths.cell(cell.x, cell.y),
        };
        let outline = match (slanted, points) {
            (true, _) => Outline::Polygon(hexagon(at)),
            (false, true) => Outline::Point(6.0),
            (false, false) => Outline::Polygon(rectangle(at, size)),
        };
        let radius = match points && plan.topology.boards[board].points {
            true => 0.34 * CELL,
            false if points => 0.45 * CELL,
            false => 0.4 * size[0].min(size[1]),
        };
        let (title, board) = (plan.title(site), plan.topology.boards[board].name.clone());
        let dark = (cell.x + cell.y) % 2 == 0;
        block
            .cells
            .push((site, Place { name: cell.name.clone(), title, board, at, radius, outline, dark, dot: false }));
    }
    block.one_colour = !slanted && !points && of_one_colour(plan, cells);
    if block.one_colour || points {
        let (low, high) = whole(plan, board, &widths);
        block.back.push(vec![low, [high[0], low[1]], high, [low[0], high[1]]]);
    }
    if points {
        block.lines = edges(plan, board, &block);
    }
    joined(plan, board, &mut block, &widths);
    if plan.turned {
        block.turn();
    }
    match plan.coordinates {
        Coordinates::Edges if slanted => name_slanted(plan, &mut block),
        Coordinates::Edges => name_edges(plan, board, &mut block, &widths),
        Coordinates::Cells => block.name_cells(),
        Coordinates::None => {}
    }
    if plan.coordinates == Coordinates::Edges {
        block.entitle_cells();
    }
    block
}

/// Where the files and ranks of a board begin.
struct Widths {
    files: Vec<f64>,
    ranks: Vec<f64>,
}

impl Widths {
    fn of(plan: &Plan<'_>, board: usize) -> Widths {
        let (columns, rows) = (plan.topology.boards[board].width, plan.topology.boards[board].height);
        let thin = |fits: &dyn Fn(i32, i32) -> bool| {
            let cells = plan.looks.thin.iter().flat_map(|thin| thin.iter());
            cells.map(|s| &plan.topology.cells[s]).any(|c| c.board == board && fits(c.x, c.y))
        };
        let width = |narrow: bool| if narrow { THIN } else { CELL };
        let sums = |sizes: Vec<f64>| {
            let mut at = vec![0.0];
            sizes.into_iter().for_each(|size| at.push(at[at.len() - 1] + size));
            at
        };
        Widths {
            files: sums((0..columns).map(|x| width(thin(&|cx, _| cx == x))).collect()),
            ranks: sums((0..rows).map(|y| width(thin(&|_, cy| cy == y))).collect()),
        }
    }

    /// The middle and the size of a cell.
    fn cell(&self, x: i32, y: i32) -> (Point, Point) {
        let (x, y) = (x as usize, y as usize);
        let (left, right, low, high) = (self.files[x], self.files[x + 1], self.ranks[y], self.ranks[y + 1]);
        ([f64::midpoint(left, right), -f64::midpoint(low, high)], [right - left, high - low])
    }
}

fn rectangle(at: Point, size: Point) -> Vec<Point> {
    let corner = |dx: f64, dy: f64| [at[0] + dx * size[0] / 2.0, at[1] + dy * size[1] / 2.0];
    vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}

/// A hexagon that stands on a corner.
fn hexagon(at: Point) -> Vec<Point> {
    let long = CELL / 3.0_f64.sqrt();
    let corners = [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5)];
    corners.into_iter().map(|(dx, dy)| [at[0] + dx * CELL, at[1] + dy * long]).collect()
}

/// The corners of a board from the outside.
fn whole(plan: &Plan<'_>, board: usize, widths: &Widths) -> (Point, Point) {
    let size = &plan.topology.boards[board];
    ([0.0, -widths.ranks[size.height as usize]], [widths.files[size.width as usize], 0.0])
}

fn of_one_colour(plan: &Plan<'_>, cells: &[usize]) -> bool {
    let colour = |site: &usize| (plan.topology.cells[*site].x + plan.topology.cells[*site].y) % 2;
    cells.len() > 2 && cells.windows(2).all(|pair| colour(&pair[0]) == colour(&pair[1]))
}

/// The lines between points: along each direction that crosses edges. Where a step goes round the board, a line leads off
/// both of its edges.
fn edges(plan: &Plan<'_>, board: usize, block: &Block) -> Vec<Line> {
    let own = plan.topology.boards[board].points;
    let at: BTreeMap<usize, Point> = block.cells.iter().map(|(site, place)| (*site, place.at)).collect();
    let mut lines = Vec::new();
    for dir in plan.topology.compass() {
        let direction = &plan.topology.directions[dir];
        let (dx, dy, dz) = direction.vector;
        if !direction.adjacent || dz != 0 || (!own && dx != 0 && dy != 0) {
            continue;
        }
        for (&site, &from) in &at {
            let Some(next) = direction.next[site].map(usize::from) else { continue };
            let Some(&to) = at.get(&next) else { continue };
            let (a, b) = (&plan.topology.cells[site], &plan.topology.cells[next]);
            let (x, y) = (b.x - a.x, b.y - a.y);
            if x * dx + y * dy > 0 && x * dy == y * dx {
                if site < next {
                    lines.push(Line { from, to, kind: LineKind::Edge });
                }
            } else {
                let to = [from[0] + 0.48 * CELL * f64::from(dx), from[1] - 0.48 * CELL * f64::from(dy)];
                lines.push(Line { from, to, kind: LineKind::Edge });
            }
        }
    }
    lines
}

/// Chevrons beside edges that are joined, between two names: one for left and right, two for bottom and top.
fn joined(plan: &Plan<'_>, board: usize, block: &mut Block, widths: &Widths) {
    let shape = &plan.topology.boards[board];
    let [files, ranks, _] = shape.wrapped;
    if as_points(plan, board) {
        return; // Their lines lead off the board.
    }
    let (columns, rows) = (shape.width as usize, shape.height as usize);
    let slanted = shape.drawing == Drawing::Slanted;
    // A place so many files and ranks from the lower left corner, in the board's own measures.
    let place = |file: f64, rank: f64| match slanted {
        true => [CELL * (file - 0.5 + (rank - 0.5) / 2.0), -ROW * (rank - 0.5)],
        false => {
            let along = |sums: &[f64], at: f64| match at {
                at if at < 0.0 => at * CELL,
                at if at > (sums.len() - 1) as f64 => sums[sums.len() - 1] + (at - (sums.len() - 1) as f64) * CELL,
                at => sums[at as usize],
            };
            [along(&widths.files, file), -along(&widths.ranks, rank)]
        }
    };
    let up = if slanted { [0.5, -0.866] } else { [0.0, -1.0] };
    let mut chevron = |at: Point, along: Point, by: f64| {
        let tip = [0, 1].map(|i| at[i] + by * along[i]);
        for side in [-1.0, 1.0] {
            let across = [-along[1] * side, along[0] * side];
            let from = [0, 1].map(|i| tip[i] - 12.0 * along[i] + 12.0 * across[i]);
            block.lines.push(Line { from, to: tip, kind: LineKind::Joined });
        }
    };
    let away = if slanted { 0.3 } else { 0.15 };
    if files {
        let middle = (rows / 2) as f64;
        [-away, columns as f64 + away].into_iter().for_each(|file| chevron(place(file, middle), up, 6.0));
    }
    if ranks {
        let middle = (columns / 2) as f64;
        for rank in [-away, rows as f64 + away] {
            [-2.0, 14.0].into_iter().for_each(|by| chevron(place(middle, rank), [1.0, 0.0], by));
        }
    }
}

/// How high letters at the edge of a board are: of large boards they are larger, as these are drawn smaller.
fn size_of_names(cells: i32) -> f64 {
    (30.0 + 1.2 * f64::from((cells - 8).max(0))).min(48.0)
}

/// The files below the board, the ranks left of it.
fn name_edges(plan: &Plan<'_>, board: usize, block: &mut Block, widths: &Widths) {
    let shape = &plan.topology.boards[board];
    let size = size_of_names(shape.width.max(shape.height));
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    let corners = block.cells.iter().flat_map(|(_, place)| match &place.outline {
        Outline::Polygon(corners) => corners.clone(),
        _ => vec![
            [place.at[0] - place.radius, place.at[1] - place.radius],
            [place.at[0] + place.radius, place.at[1] + place.radius],
        ],
    });
    for p in corners.chain(block.back.iter().flatten().copied()) {
        for axis in 0..2 {
            low[axis] = low[axis].min(p[axis]);
            high[axis] = high[axis].max(p[axis]);
        }
    }
    let files: BTreeMap<i32, f64> =
        block.cells.iter().map(|(s, place)| (plan.topology.cells[*s].x, place.at[0])).collect();
    let ranks: BTreeMap<i32, f64> =
        block.cells.iter().map(|(s, place)| (plan.topology.cells[*s].y, place.at[1])).collect();
    // Between fields, narrow files have no room for a name; those beside them tell enough.
    let wide = |sums: &[f64], index: i32| sums[index as usize + 1] - sums[index as usize] > THIN;
    let gap = size * 0.75;
    let letters = (shape.height).to_string().len() as f64;
    for (x, at) in files.into_iter().filter(|(x, _)| wide(&widths.files, *x)) {
        let at = [at, high[1] + gap];
        block.labels.push(Label { text: file_name(x), at, size, kind: LabelKind::Edge });
    }
    for (y, at) in ranks.into_iter().filter(|(y, _)| wide(&widths.ranks, *y)) {
        let at = [low[0] - gap * 0.6 - letters * size * 0.25, at];
        block.labels.push(Label { text: (y + 1).to_string(), at, size, kind: LabelKind::Edge });
    }
}

/// The files of hexagons below their lowest cells, along the slant; the ranks at the left, or at the right where the left
/// edges are those of the files.
fn name_slanted(plan: &Plan<'_>, block: &mut Block) {
    let place = |site: usize| (plan.topology.cells[site].x, plan.topology.cells[site].y);
    let mut lowest: BTreeMap<i32, Point> = BTreeMap::new();
    let (mut left, mut right): (BTreeMap<i32, Point>, BTreeMap<i32, Point>) = (BTreeMap::new(), BTreeMap::new());
    for (site, cell) in &block.cells {
        let (x, y) = place(*site);
        let at = cell.at;
        let note = |map: &mut BTreeMap<i32, Point>, key: i32, better: &dyn Fn(Point) -> bool| {
            let known = map.entry(key).or_insert(at);
            if better(*known) {
                *known = at;
            }
        };
        note(&mut lowest, x, &|known| at[1] > known[1]);
        note(&mut left, y, &|known| at[0] < known[0]);
        note(&mut right, y, &|known| at[0] > known[0]);
    }
    let shared = left.values().filter(|at| lowest.values().any(|other| other == *at)).count();
    let size = size_of_names(lowest.len().max(left.len()) as i32);
    let (ranks, side) = if shared > 1 { (right, 1.0) } else { (left, -1.0) };
    let away = 0.5 * CELL + size * 0.7;
    for (x, at) in lowest {
        let at = [at[0] - 0.5 * away, at[1] + 0.866 * away];
        block.labels.push(Label { text: file_name(x), at, size, kind: LabelKind::Edge });
    }
    for (y, at) in ranks {
        let text = (y + 1).to_string();
        // A name stands with its middle there: a longer one farther away.
        let longer = 0.3 * size * (text.len() - 1) as f64;
        block.labels.push(Label { text, at: [at[0] + side * (away + longer), at[1]], size, kind: LabelKind::Edge });
    }
}
