//! What is painted on the board: regions in colours, those of players with a second line in the second player's, and lines
//! between cells. On points the fields between them are painted, else the lines that join them, else the points.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Layout, LineKind, Outline, Place};
use super::picture::form;
use super::scene::Scene;
use super::svg::Svg;
use super::{CELL, Point};

/// Half the width of what is painted along a line.
const STRIP: f64 = 0.2 * CELL;

/// Half the width of a line between two cells.
const LINK: f64 = 0.08 * CELL;

/// How far inside the line of the second player lies.
const INNER: f64 = 0.84;

/// What is painted in one colour.
struct Paint<'s> {
    colour: &'s str,
    owner: Option<usize>,
    cells: BTreeSet<usize>,
}

/// All that is painted.
fn paints(scene: &Scene) -> Vec<Paint<'_>> {
    let mut regions: BTreeMap<(&str, Option<usize>), Paint<'_>> = BTreeMap::new();
    for (site, all) in scene.regions.iter().enumerate() {
        for region in all {
            let Some(colour) = &region.colour else { continue };
            let new = || Paint { colour, owner: region.owner, cells: BTreeSet::new() };
            regions.entry((&region.name, region.owner)).or_insert_with(new).cells.insert(site);
        }
    }
    let states = scene.marks.iter().filter_map(|mark| {
        let colour = mark.colour.as_ref()?;
        Some(Paint { colour, owner: None, cells: mark.cells.iter().copied().collect() })
    });
    regions.into_values().chain(states).collect()
}

/// What is painted on points, behind the lines.
pub(super) fn points(svg: &mut Svg, layout: &Layout, scene: &Scene) {
    let key = |p: Point| (p[0].round() as i64, p[1].round() as i64);
    for paint in paints(scene) {
        let point = |site: &&usize| matches!(layout.cells[**site].outline, Outline::Point(_));
        let at: BTreeMap<(i64, i64), Point> =
            paint.cells.iter().filter(point).map(|&site| (key(layout.cells[site].at), layout.cells[site].at)).collect();
        if at.is_empty() {
            continue;
        }
        let class = format!("paint tone-{}", paint.colour);
        svg.open("g", &[("class", "strip")]);
        let mut done: BTreeSet<(i64, i64)> = BTreeSet::new();
        for p in at.values() {
            let corners = [[0.0, 0.0], [CELL, 0.0], [CELL, CELL], [0.0, CELL]].map(|by| [p[0] + by[0], p[1] + by[1]]);
            if corners.iter().all(|corner| at.contains_key(&key(*corner))) {
                svg.polygon(&class, &corners);
                done.extend(corners.map(key));
                if paint.owner == Some(1) {
                    svg.polygon("inner", &shrunk(&corners, INNER));
                }
            }
        }
        let joined = layout.lines.iter().filter(|line| line.kind == LineKind::Edge);
        let ends =
            joined.map(|line| [line.from, line.to]).filter(|ends| ends.iter().all(|p| at.contains_key(&key(*p))));
        let ends: Vec<[Point; 2]> = ends.filter(|ends| !ends.iter().all(|p| done.contains(&key(*p)))).collect();
        for [from, to] in &ends {
            svg.polygon(&class, &strip(*from, *to, STRIP));
        }
        // The hollow of the second player lies on all of it.
        for [from, to] in ends.iter().filter(|_| paint.owner == Some(1)) {
            svg.polygon("hollow", &strip(*from, *to, STRIP * 0.4));
        }
        done.extend(ends.iter().flatten().map(|p| key(*p)));
        for (_, p) in at.iter().filter(|(key, _)| !done.contains(key)) {
            svg.circle(&class, *p, 0.38 * CELL);
            if paint.owner == Some(1) {
                svg.circle("inner", *p, 0.38 * CELL * INNER);
            }
        }
        svg.close();
    }
}

/// What is painted on a field.
pub(super) fn field(svg: &mut Svg, site: usize, layout: &Layout, scene: &Scene) {
    let place = &layout.cells[site];
    if matches!(place.outline, Outline::Point(_) | Outline::Hidden) {
        return;
    }
    let regions = scene.regions.get(site).map_or(&[][..], Vec::as_slice);
    let states = scene.marks.iter().filter(|mark| mark.cells.contains(&site)).filter_map(|mark| mark.colour.as_ref());
    for region in regions {
        let Some(colour) = &region.colour else { continue };
        let Some(owner) = region.owner else {
            form(svg, &format!("paint tone-{colour}"), place);
            continue;
        };
        let shared = regions.iter().any(|other| other.name == region.name && other.owner == Some(1 - owner));
        let mut corners = outline(place);
        if shared {
            let towards = apart(site, layout, scene, &region.name);
            let sign = if owner == 0 { -1.0 } else { 1.0 };
            corners = half(&corners, place.at, towards.map(|part| sign * part));
        }
        svg.polygon(&format!("paint owned tone-{colour}"), &corners);
        if owner == 1 {
            svg.polygon("inner", &shrunk(&corners, INNER));
        }
    }
    for colour in states {
        form(svg, &format!("paint tone-{colour}"), place);
    }
}

/// Lines between the pieces that states join.
pub(super) fn links(svg: &mut Svg, layout: &Layout, scene: &Scene) {
    let seen = |site: usize| layout.cells[site].outline != Outline::Hidden;
    for link in scene.links.iter().filter(|link| seen(link.from) && seen(link.to)) {
        let (from, to) = (layout.cells[link.from].at, layout.cells[link.to].at);
        let colour = link.side.map_or("grey", |side| scene.colours[side & 1].as_str());
        svg.polygon(&format!("link tone-{colour}"), &strip(from, to, LINK));
        if link.side == Some(1) {
            svg.polygon("core", &strip(from, to, LINK * 0.3));
        }
    }
}

/// The corners of a field.
fn outline(place: &Place) -> Vec<Point> {
    match &place.outline {
        Outline::Polygon(corners) => corners.clone(),
        Outline::Circle(radius) | Outline::Point(radius) => (0..24)
            .map(|i| std::f64::consts::TAU * f64::from(i) / 24.0)
            .map(|angle| [place.at[0] + radius * angle.cos(), place.at[1] + radius * angle.sin()])
            .collect(),
        Outline::Hidden => Vec::new(),
    }
}

/// The same around its middle, smaller.
fn shrunk(corners: &[Point], by: f64) -> Vec<Point> {
    let count = corners.len().max(1) as f64;
    let middle = [0, 1].map(|axis| corners.iter().map(|p| p[axis]).sum::<f64>() / count);
    corners.iter().map(|p| [0, 1].map(|axis| middle[axis] + by * (p[axis] - middle[axis]))).collect()
}

/// What lies around a line.
fn strip(from: Point, to: Point, half: f64) -> Vec<Point> {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1.0);
    let along = [0, 1].map(|axis| half * (to[axis] - from[axis]) / length);
    let across = [-along[1], along[0]];
    let corner =
        |end: Point, forth: f64, aside: f64| [0, 1].map(|axis| end[axis] + forth * along[axis] + aside * across[axis]);
    vec![corner(from, -1.0, -1.0), corner(to, 1.0, -1.0), corner(to, 1.0, 1.0), corner(from, -1.0, 1.0)]
}

/// From the nearest cells of the first player alone to those of the second: where a cell of both is cut.
fn apart(site: usize, layout: &Layout, scene: &Scene, name: &str) -> Point {
    let at = layout.cells[site].at;
    let nearest = |side: usize| {
        let owns = |site: usize, side| scene.regions[site].iter().any(|r| r.name == name && r.owner == Some(side));
        let alone = (0..layout.cells.len()).filter(|&other| owns(other, side) && !owns(other, 1 - side));
        let far = |p: Point| (p[0] - at[0]).hypot(p[1] - at[1]);
        alone.map(|other| layout.cells[other].at).min_by(|a, b| far(*a).total_cmp(&far(*b)))
    };
    match (nearest(0), nearest(1)) {
        (Some(a), Some(b)) if a != b => [b[0] - a[0], b[1] - a[1]],
        _ => [1.0, 0.0],
    }
}

/// What lies on one side of a line through a point.
fn half(corners: &[Point], at: Point, side: Point) -> Vec<Point> {
    let depth = |p: Point| (p[0] - at[0]) * side[0] + (p[1] - at[1]) * side[1];
    let mut out = Vec::new();
    for (index, &p) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        let (here, there) = (depth(p), depth(next));
        if here >= 0.0 {
            out.push(p);
        }
        if here * there < 0.0 {
            let share = here / (here - there);
            out.push([0, 1].map(|axis| p[axis] + share * (next[axis] - p[axis])));
        }
    }
    out
}
