//! Boards that are given as joined cells, without places. Either the names of the cells are their places (`a1` left of
//! `b1`), or, where lines would then run over cells or cross more often, each pair of cells is drawn as far apart as there
//! are lines between them, as well as that goes (stress majorization after Gansner, Koren and North, 2004).
//!
//! No chance is in it: the same board is always drawn the same.

use super::block::Block;
use super::{CELL, Coordinates, Line, LineKind, Outline, Place, Plan, Point};
use crate::board::{Topology, file_index};

/// How far apart the nearest cells are.
const NEAREST: f64 = 1.3 * CELL;

/// The most pairs that are looked at in all rounds together.
const MOST_PAIRS: usize = 40_000_000;

/// The block of a graph's cells.
pub(super) fn block(plan: &Plan<'_>, cells: &[usize]) -> Block {
    let edges = joined(plan.topology, cells);
    let named = by_names(plan.topology, cells);
    let found = by_distances(cells.len(), &edges);
    let faults = |places: &[Point]| (over_cells(places, &edges), crossings(places, &edges));
    let (named_faults, found_faults) = (faults(&named), faults(&found));
    let places = if named_faults <= found_faults { named } else { found };
    let least = nearest(&places);
    let scale = if least > 0.0 { NEAREST / least } else { NEAREST };
    let places = cells.iter().zip(places).map(|(&site, p)| (site, [p[0] * scale, p[1] * scale]));
    drawn(plan, places.collect())
}

/// Points at these places, with the lines between them.
pub(super) fn drawn(plan: &Plan<'_>, places: Vec<(usize, Point)>) -> Block {
    let sites: Vec<usize> = places.iter().map(|(site, _)| *site).collect();
    let mut block = Block::default();
    for (a, b) in joined(plan.topology, &sites) {
        block.lines.push(Line { from: places[a].1, to: places[b].1, kind: LineKind::Edge });
    }
    for (site, at) in places {
        let cell = &plan.topology.cells[site];
        let board = plan.topology.boards[cell.board].name.clone();
        let (outline, title) = (Outline::Point(9.0), plan.title(site));
        let place = Place { name: cell.name.clone(), title, board, at, radius: 36.0, outline, dark: false, dot: false };
        block.cells.push((site, place));
    }
    if plan.turned {
        block.turn();
    }
    if plan.coordinates != Coordinates::None {
        block.name_cells();
    }
    // Names lie on it, too.
    let (low, high) = block.bounds();
    let (low, high) = (low.map(|v| v - 20.0), high.map(|v| v + 20.0));
    block.back.push(vec![low, [high[0], low[1]], high, [low[0], high[1]]]);
    block
}

/// The pairs of cells that are neighbours, by place in the list.
fn joined(topology: &Topology, cells: &[usize]) -> Vec<(usize, usize)> {
    let mut at = vec![None; topology.sites()];
    cells.iter().enumerate().for_each(|(index, &site)| at[site] = Some(index));
    let mut pairs = Vec::new();
    for dir in topology.neighbours() {
        for (index, &site) in cells.iter().enumerate() {
            let next = topology.directions[dir].next[site].and_then(|t| at[usize::from(t)]);
            pairs.extend(next.filter(|&other| other != index).map(|other| (index.min(other), index.max(other))));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The places that the names say: files to the right, ranks upwards.
fn by_names(topology: &Topology, cells: &[usize]) -> Vec<Point> {
    let place = |&site: &usize| {
        let name = topology.cells[site].name.rsplit('-').next().unwrap_or_default();
        let (file, rank) = name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()));
        let rank: i32 = rank.parse().unwrap_or(0);
        [f64::from(file_index(file).unwrap_or(0)), -f64::from(rank)]
    };
    // Files and ranks that no cell has take no room.
    let mut places: Vec<Point> = cells.iter().map(place).collect();
    for axis in 0..2 {
        let mut values: Vec<f64> = places.iter().map(|p| p[axis]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        for p in &mut places {
            p[axis] = values.iter().position(|v| *v == p[axis]).unwrap_or(0) as f64;
        }
    }
    places
}

/// The least distance between two places.
fn nearest(places: &[Point]) -> f64 {
    let mut least = f64::MAX;
    for (i, a) in places.iter().enumerate() {
        places[..i].iter().for_each(|b| least = least.min(apart(*a, *b)));
    }
    if least == f64::MAX { 1.0 } else { least }
}

fn apart(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// How many pairs of a line and a cell there are where the line runs over the cell.
fn over_cells(places: &[Point], edges: &[(usize, usize)]) -> usize {
    let near = 0.25 * nearest(places);
    let over = |&(a, b): &(usize, usize)| {
        let (from, to) = (places[a], places[b]);
        let length = apart(from, to).max(1e-9);
        let other = |(index, p): (usize, &Point)| {
            let along = ((p[0] - from[0]) * (to[0] - from[0]) + (p[1] - from[1]) * (to[1] - from[1])) / length;
            let across = ((p[0] - from[0]) * (to[1] - from[1]) - (p[1] - from[1]) * (to[0] - from[0])) / length;
            index != a && index != b && (0.0..=length).contains(&along) && across.abs() < near
        };
        places.iter().enumerate().filter(|place| other(*place)).count()
    };
    edges.iter().map(over).sum()
}

/// How many pairs of lines cross. Of very many lines only the first are looked at.
fn crossings(places: &[Point], edges: &[(usize, usize)]) -> usize {
    let turn = |a: Point, b: Point, c: Point| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let edges = &edges[..edges.len().min(1500)];
    let mut count = 0;
    for (i, &(a, b)) in edges.iter().enumerate() {
        for &(c, d) in &edges[..i] {
            let apart = a != c && a != d && b != c && b != d;
            let [p, q, r, s] = [a, b, c, d].map(|index| places[index]);
            count += usize::from(apart && turn(p, q, r) * turn(p, q, s) < 0.0 && turn(r, s, p) * turn(r, s, q) < 0.0);
        }
    }
    count
}

/// The numbers of lines between all pairs of cells; cells that are not joined are a little further apart than any that are.
fn distances(cells: usize, edges: &[(usize, usize)]) -> Vec<Vec<f64>> {
    let mut around = vec![Vec::new(); cells];
    for &(a, b) in edges {
        around[a].push(b);
        around[b].push(a);
    }
    let mut all = vec![vec![f64::NAN; cells]; cells];
    let mut most = 1.0_f64;
    for (start, row) in all.iter_mut().enumerate() {
        row[start] = 0.0;
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for &next in &around[at] {
                if row[next].is_nan() {
                    row[next] = row[at] + 1.0;
                    most = most.max(row[next]);
                    queue.push_back(next);
                }
            }
        }
    }
    all.iter_mut().flatten().filter(|d| d.is_nan()).for_each(|d| *d = most + 1.0);
    all
}

/// Places whose distances are near to the numbers of lines between them.
fn by_distances(cells: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let wanted = distances(cells, edges);
    let furthest = |from: usize| {
        (0..cells).max_by(|&a, &b| wanted[from][a].total_cmp(&wanted[from][b]).then(b.cmp(&a))).unwrap_or(0)
    };
    // Two cells that are far apart tell left and right, one that is far from both up and down; what is still alike is put
    // on a spiral.
    let left = furthest(0);
    let right = furthest(left);
    let top = (0..cells)
        .max_by(|&a, &b| {
            let far = |c: usize| wanted[left][c].min(wanted[right][c]);
            far(a).total_cmp(&far(b)).then(b.cmp(&a))
        })
        .unwrap_or(0);
    let mut places: Vec<Point> = (0..cells)
        .map(|c| {
            let angle = c as f64 * 2.4;
            let off = 0.3 * (c as f64 + 1.0).sqrt() / (cells as f64).sqrt();
            let x = (wanted[left][c] - wanted[right][c]) / 2.0;
            [x + off * angle.cos(), wanted[top][c] - wanted[top][left] / 2.0 + off * angle.sin()]
        })
        .collect();
    let rounds = (MOST_PAIRS / (cells * cells).max(1)).clamp(4, 300);
    for _ in 0..rounds {
        majorize(&mut places, &wanted);
    }
    spread(&mut places);
    upright(&mut places, edges);
    places
}

/// Moves each cell to where the others want it, in the mean; the nearer they are to be, the more they count.
fn majorize(places: &mut [Point], wanted: &[Vec<f64>]) {
    for i in 0..places.len() {
        let (mut sum, mut weights) = ([0.0; 2], 0.0);
        for j in 0..places.len() {
            let far = wanted[i][j];
            if i == j {
                continue;
            }
            let weight = 1.0 / (far * far);
            let now = apart(places[i], places[j]).max(1e-6);
            for axis in 0..2 {
                sum[axis] += weight * (places[j][axis] + far * (places[i][axis] - places[j][axis]) / now);
            }
            weights += weight;
        }
        if weights > 0.0 {
            places[i] = sum.map(|s| s / weights);
        }
    }
}

/// Pushes cells apart that came to lie close together.
fn spread(places: &mut [Point]) {
    const LEAST: f64 = 0.6;
    for _ in 0..60 {
        let mut moved = false;
        for i in 0..places.len() {
            for j in 0..i {
                let now = apart(places[i], places[j]);
                if now >= LEAST {
                    continue;
                }
                moved = true;
                let away = match now < 1e-6 {
                    true => [(i as f64).cos(), (i as f64).sin()],
                    false => [0, 1].map(|axis| (places[i][axis] - places[j][axis]) / now),
                };
                for axis in 0..2 {
                    let by = away[axis] * (LEAST - now) * 0.55;
                    places[i][axis] += by;
                    places[j][axis] -= by;
                }
            }
        }
        if !moved {
            return;
        }
    }
}

/// Turns all of it so that as many lines as can be run straight up or across.
fn upright(places: &mut [Point], edges: &[(usize, usize)]) {
    let (mut sin, mut cos) = (0.0, 0.0);
    for &(a, b) in edges {
        let angle = (places[b][1] - places[a][1]).atan2(places[b][0] - places[a][0]);
        sin += (4.0 * angle).sin();
        cos += (4.0 * angle).cos();
    }
    let (s, c) = (-sin.atan2(cos) / 4.0).sin_cos();
    places.iter_mut().for_each(|p| *p = [c * p[0] - s * p[1], s * p[0] + c * p[1]]);
}
