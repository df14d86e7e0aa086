//! Pieces: discs and other forms, letters, stacks, counted ones. Nothing is told by colour alone: the second player's
//! pieces have a ring, neutral ones are square, and letters have the case of position texts.

use super::scene::{Figure, Scene};
use super::style::dark_ink;
use super::svg::Svg;
use super::{CELL, Outline, Place, Point};

/// So many seeds are drawn one by one.
const MOST_SEEDS: u64 = 12;

/// How far small pieces reach, as a part of how far others do.
const SMALL: f64 = 0.66;

/// So many layers of a stack are drawn below its top.
const MOST_LAYERS: usize = 7;

/// What the ring and the letter of a form look like.
fn ink(colour: &str) -> &'static str {
    if dark_ink(colour) { "on-light" } else { "on-dark" }
}

impl Scene {
    /// The colour of a figure.
    fn colour(&self, figure: Figure) -> &str {
        figure.side.map_or(self.kinds[figure.kind].colour.as_str(), |side| &self.colours[side & 1])
    }

    /// The classes that tell whose a figure is.
    pub(super) fn whose(&self, figure: Figure) -> String {
        match figure.side {
            None => "neutral".to_string(),
            Some(side) => {
                let mover = match self.to_move {
                    Some(mover) if mover == side => " own",
                    Some(_) => " enemy",
                    None => "",
                };
                format!("{}{mover}", ["first", "second"][side & 1])
            }
        }
    }

    /// A figure in words: `White King`, `4 Seed`.
    pub(super) fn named(&self, figure: Figure) -> String {
        let kind = &self.kinds[figure.kind].name;
        match figure.side {
            Some(side) => format!("{} {kind}", self.players[side & 1]),
            None if self.kinds[figure.kind].counted => format!("{} {kind}", figure.number),
            None => kind.clone(),
        }
    }

    /// What stands on a cell in words; nothing if it is empty.
    pub(super) fn told(&self, cell: &[Figure]) -> String {
        let names: Vec<String> = cell.iter().rev().map(|figure| self.named(*figure)).collect();
        match cell {
            [_, _, ..] if !self.kinds[cell[0].kind].counted => {
                format!("{} on a stack of {}: {}", names[0], cell.len(), names.join(", "))
            }
            _ => names.join(", "),
        }
    }
}

/// How the pieces on one place are drawn.
pub(super) struct Spot<'p> {
    pub at: Point,
    pub radius: f64,
    /// The form of the cell, if it is one.
    pub place: Option<&'p Place>,
    /// Which way is up for wedges.
    pub up: i32,
}

/// All that stands on a place.
pub(super) fn pieces(svg: &mut Svg, scene: &Scene, cell: &[Figure], spot: &Spot<'_>) {
    let Some(top) = cell.last() else { return };
    if scene.kinds[top.kind].counted {
        return counted(svg, scene, cell, spot);
    }
    let layers = cell.len().min(MOST_LAYERS + 1);
    if layers == 1 {
        return one(svg, scene, *top, spot, true);
    }
    // From the bottom up, each a little higher; the whole keeps within the radius.
    let step = (spot.radius * 0.5 / (layers as f64 - 1.0)).min(8.0);
    let radius = spot.radius - step * (layers as f64 - 1.0) / 2.0 - 2.0;
    for (index, figure) in cell[cell.len() - layers..].iter().enumerate() {
        let y = spot.at[1] + step * ((layers as f64 - 1.0) / 2.0 - index as f64);
        let spot = Spot { at: [spot.at[0], y], radius, place: None, up: spot.up };
        one(svg, scene, *figure, &spot, index + 1 == layers);
    }
    badge(svg, spot, &cell.len().to_string());
}

/// A number at the lower right of a place.
pub(super) fn badge(svg: &mut Svg, spot: &Spot<'_>, text: &str) {
    let radius = (spot.radius * 0.36).max(11.0);
    let at = [spot.at[0] + spot.radius * 0.64, spot.at[1] + spot.radius * 0.64];
    svg.circle("badge", at, radius);
    let size = if text.len() > 2 { radius } else { radius * 1.3 };
    svg.words("badge-number", at, size, text);
}

/// A piece; `signed`: with its letter.
fn one(svg: &mut Svg, scene: &Scene, figure: Figure, spot: &Spot<'_>, signed: bool) {
    let kind = &scene.kinds[figure.kind];
    let side = figure.side.unwrap_or(0) & 1;
    let text = kind.text[side].as_str();
    if kind.bare {
        let class = format!("symbol {}", ["first", "second"].get(figure.side.unwrap_or(9)).unwrap_or(&"neutral"));
        return svg.words(&class, [spot.at[0], spot.at[1]], spot.radius * 2.1, &as_text(text));
    }
    let colour = scene.colour(figure);
    let (body, ring) = (format!("body tone-{colour} {}", ink(colour)), format!("ring {}", ink(colour)));
    let (at, radius) = (spot.at, (spot.radius - 2.0) * if kind.small { SMALL } else { 1.0 });
    let square = |svg: &mut Svg, class: &str, radius: f64| svg.rectangle(class, at, [radius * 0.8; 2], radius * 0.2);
    let narrow = if kind.neutral { spot.place.and_then(narrow_half) } else { None };
    match (scene.wedges, narrow) {
        (Some(pointing), _) if !kind.neutral => svg.polygon(&body, &wedge(at, radius, pointing[side] * spot.up)),
        (_, Some(half)) => svg.rectangle(&body, at, half, 4.0),
        _ => {
            let form = |svg: &mut Svg, class: &str, radius: f64| match kind.square {
                true => square(svg, class, radius),
                false => svg.circle(class, at, radius),
            };
            form(svg, &body, radius);
            if figure.side == Some(1) {
                form(svg, &ring, radius * if text.is_empty() { 0.68 } else { 0.86 });
            }
        }
    }
    if signed && !text.is_empty() {
        let size = match text.chars().count() {
            0 | 1 => radius * 1.15,
            2 => radius * 0.85,
            _ => radius * 0.62,
        };
        svg.words(&format!("sign {}", ink(colour)), at, size, &as_text(text));
    }
}

/// Half the sides of a narrow field; none if it is no such field.
fn narrow_half(place: &Place) -> Option<Point> {
    let Outline::Polygon(corners) = &place.outline else { return None };
    let half = [0, 1].map(|axis| {
        let reach = corners.iter().map(|p| (p[axis] - place.at[axis]).abs());
        reach.fold(0.0, f64::max)
    });
    (corners.len() == 4 && half[0].min(half[1]) < 0.3 * CELL).then_some([half[0] - 2.0, half[1] - 2.0])
}

/// A piece with five corners that points up (-1) or down.
fn wedge(at: Point, radius: f64, pointing: i32) -> Vec<Point> {
    let up = f64::from(-pointing);
    let corners = [(0.0, -1.0), (0.62, -0.62), (0.74, 0.68), (-0.74, 0.68), (-0.62, -0.62)];
    corners.into_iter().map(|(x, y)| [at[0] + x * radius, at[1] + up * y * radius]).collect()
}

/// Seeds around their number; of several kinds the numbers with their letters.
fn counted(svg: &mut Svg, scene: &Scene, cell: &[Figure], spot: &Spot<'_>) {
    let several = scene.kinds.iter().filter(|kind| kind.counted).count() > 1;
    if several {
        let size = spot.radius * 0.72;
        for (index, figure) in cell.iter().enumerate() {
            let y = spot.at[1] + size * 1.1 * (index as f64 - (cell.len() as f64 - 1.0) / 2.0);
            let text = format!("{}{}", figure.number, scene.kinds[figure.kind].text[0]);
            svg.words("number", [spot.at[0], y], size, &text);
        }
        return;
    }
    let number = cell[0].number;
    let seeds = number.min(MOST_SEEDS);
    for index in 0..seeds {
        let angle = std::f64::consts::TAU * (index as f64 / seeds.max(5) as f64 - 0.25);
        let away = spot.radius * 0.84;
        svg.circle("seed", [spot.at[0] + away * angle.cos(), spot.at[1] + away * angle.sin()], spot.radius * 0.15);
    }
    svg.words("number", spot.at, spot.radius * if number > 99 { 0.72 } else { 0.95 }, &number.to_string());
}

/// A symbol that is not to be taken for an emoji.
fn as_text(symbol: &str) -> String {
    let mut chars = symbol.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if ('\u{2600}'..'\u{2800}').contains(&c) => format!("{c}\u{FE0E}"),
        _ => symbol.to_string(),
    }
}

/// An arrow from one place to another: its corners.
pub(super) fn arrow(from: Point, to: Point) -> Vec<Point> {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1.0);
    let along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    let point = |forth: f64, aside: f64| {
        [from[0] + forth * along[0] - aside * along[1], from[1] + forth * along[1] + aside * along[0]]
    };
    let (half, wide) = (CELL * 0.07, CELL * 0.2);
    let tip = length - CELL * 0.06;
    let neck = (tip - CELL * 0.32).max(tip * 0.4);
    let tail = (CELL * 0.16).min(neck * 0.5);
    vec![
        point(tail, half),
        point(neck, half),
        point(neck, wide),
        point(tip, 0.0),
        point(neck, -wide),
        point(neck, -half),
        point(tail, -half),
    ]
}
