//! A layout and a scene as SVG.

use std::collections::BTreeSet;

use super::figures::{self, Spot};
use super::layout::{Coordinates, LabelKind, Layout, LineKind, Outline, Place, layout};
use super::paint;
use super::scene::{Figure, Scene, scene};
use super::style;
use super::svg::{Svg, number};
use super::{CELL, Point};
use crate::session::Session;

/// How a position is drawn.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// From the second player's side.
    pub flip: bool,
    /// Which names are written.
    pub coordinates: Coordinates,
    /// The pairs of cells between which arrows run.
    pub arrows: Vec<(usize, usize)>,
    /// The cells that are marked.
    pub highlight: Vec<usize>,
    /// For light or dark screens.
    pub theme: Theme,
    /// Whether the lines below the board are left out: who is to move, counters.
    pub bare: bool,
}

/// For which screens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's screen is.
    #[default]
    Auto,
    /// Light ones.
    Light,
    /// Dark ones.
    Dark,
}

/// The position of a session as SVG.
pub fn draw(session: &Session, options: &Options) -> String {
    picture(&layout(session, options.flip, options.coordinates), &scene(session), options)
}

/// A layout with a scene on it as SVG.
pub fn picture(layout: &Layout, scene: &Scene, options: &Options) -> String {
    let status = if options.bare { Status::default() } else { Status::of(scene, layout.size) };
    let margin = CELL * 0.1;
    let (width, height) = (layout.size[0] + 2.0 * margin, layout.size[1] + 2.0 * margin + status.height);
    let view = format!("{} {} {} {}", number(-margin), number(-margin), number(width), number(height));
    let mut svg = Svg::default();
    let class = match (scene.checkered, layout.one_colour) {
        (true, _) => "rulesmith checkered",
        (false, true) => "rulesmith one-colour",
        (false, false) => "rulesmith",
    };
    svg.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", class),
            ("viewBox", &view),
            ("width", &number(width)),
            ("height", &number(height)),
            ("role", "img"),
        ],
    );
    let head = status.lines.first().cloned().unwrap_or_default();
    let title = if head.is_empty() { scene.game.clone() } else { format!("{}: {head}", scene.game) };
    svg.text("title", &[], &title);
    svg.text("desc", &[], &description(layout, scene));
    svg.text("style", &[], "");
    let mut colours: BTreeSet<String> = scene.colours.iter().cloned().collect();
    colours.insert("grey".to_string());
    colours.extend(scene.kinds.iter().map(|kind| kind.colour.clone()));
    colours.extend(scene.regions.iter().flatten().filter_map(|region| region.colour.clone()));
    colours.extend(scene.marks.iter().filter_map(|mark| mark.colour.clone()));
    let middle = [width / 2.0 - margin, height / 2.0 - margin];
    svg.rectangle("paper", middle, [width / 2.0, height / 2.0], 0.0);
    board(&mut svg, layout, scene, options);
    hands(&mut svg, layout, scene);
    status.write(&mut svg, scene, layout.size[1]);
    let text = svg.finish();
    // The style sheet is no text of a user: `>` in it stays.
    text.replacen("<style></style>", &format!("<style>\n{}</style>", style::sheet(options.theme, &colours)), 1)
}

/// What stands where, for those who don't see it.
fn description(layout: &Layout, scene: &Scene) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (place, cell) in layout.cells.iter().zip(&scene.cells) {
        if !cell.is_empty() {
            parts.push(format!("{}: {}", place.told(), scene.told(cell)));
        }
    }
    for (side, hand) in scene.hands.iter().enumerate() {
        let held: Vec<String> = hand
            .iter()
            .filter(|(_, number)| *number > 0)
            .map(|(kind, number)| format!("{number} {}", scene.kinds[*kind].name))
            .collect();
        if !held.is_empty() {
            parts.push(format!("in hand of {}: {}", scene.players[side], held.join(", ")));
        }
    }
    if parts.is_empty() { "an empty board".to_string() } else { parts.join("; ") }
}

/// A shape of the form of a cell.
pub(super) fn form(svg: &mut Svg, class: &str, place: &Place) {
    match &place.outline {
        Outline::Polygon(corners) => svg.polygon(class, corners),
        Outline::Circle(radius) => svg.circle(class, place.at, *radius),
        Outline::Point(_) => svg.circle(class, place.at, place.radius + 3.0),
        Outline::Hidden => {}
    }
}

fn board(svg: &mut Svg, layout: &Layout, scene: &Scene, options: &Options) {
    svg.open("g", &[("class", "board")]);
    for corners in &layout.back {
        svg.polygon("back", corners);
    }
    paint::points(svg, layout, scene);
    for line in layout.lines.iter().filter(|line| line.kind != LineKind::Drawn) {
        let class = if line.kind == LineKind::Edge { "edge" } else { "joined" };
        svg.line(class, line.from, line.to);
    }
    for site in 0..layout.cells.len() {
        cell(svg, site, layout, scene);
    }
    for line in layout.lines.iter().filter(|line| line.kind == LineKind::Drawn) {
        svg.line("edge", line.from, line.to);
    }
    let marked = |list: &[usize]| -> Vec<usize> { list.iter().copied().filter(|&s| s < layout.cells.len()).collect() };
    for site in marked(&scene.last) {
        form(svg, "last-move", &layout.cells[site]);
    }
    for site in marked(&options.highlight) {
        form(svg, "highlight", &layout.cells[site]);
    }
    paint::links(svg, layout, scene);
    for (site, place) in layout.cells.iter().enumerate() {
        let Some(all) = scene.cells.get(site).filter(|all| !all.is_empty()) else { continue };
        let top = all[all.len() - 1];
        let class = format!("piece {}", scene.whose(top));
        let mut attributes = vec![("class", class.as_str()), ("data-cell", &place.name)];
        attributes.extend(place.title.as_ref().map(|title| ("data-title", title.as_str())));
        attributes.push(("data-kind", &scene.kinds[top.kind].name));
        svg.open("g", &attributes);
        figures::pieces(svg, scene, all, &spot(layout, place));
        svg.close();
    }
    marks(svg, layout, scene);
    for &(from, to) in &options.arrows {
        let seen = |site: usize| layout.cells.get(site).filter(|place| place.outline != Outline::Hidden);
        if let (Some(from), Some(to)) = (seen(from), seen(to)) {
            svg.polygon("arrow", &figures::arrow(from.at, to.at));
        }
    }
    for label in &layout.labels {
        let class = match label.kind {
            LabelKind::Edge => "label edge-name",
            LabelKind::Cell => "label cell-name",
            LabelKind::Board => "label board-name",
        };
        svg.words(class, label.at, label.size, &label.text);
    }
    svg.close();
}

fn spot<'p>(layout: &Layout, place: &'p Place) -> Spot<'p> {
    let up = if layout.flipped { -1 } else { 1 };
    Spot { at: place.at, radius: place.radius, place: Some(place), up }
}

/// A cell with its regions; what stands on it is in its title.
fn cell(svg: &mut Svg, site: usize, layout: &Layout, scene: &Scene) {
    let place = &layout.cells[site];
    if place.outline == Outline::Hidden {
        return;
    }
    let regions = scene.regions.get(site).map_or(&[][..], Vec::as_slice);
    let mut class = format!("cell {}", if place.dark { "dark" } else { "light" });
    let mut names: Vec<&str> = regions.iter().map(|region| region.name.as_str()).collect();
    names.dedup();
    // Cells that are painted without a name are told by a text in brackets.
    for region in names.iter().filter(|name| !name.starts_with('(')) {
        class += &format!(" region-{region}");
    }
    let mut attributes = vec![("class", class.as_str()), ("data-cell", place.name.as_str())];
    if let Some(board) = &place.board {
        attributes.push(("data-board", board));
    }
    attributes.extend(place.title.as_ref().map(|title| ("data-title", title.as_str())));
    svg.open("g", &attributes);
    let told = scene.cells.get(site).map(|cell| scene.told(cell)).filter(|told| !told.is_empty());
    svg.text("title", &[], &told.map_or(place.told(), |told| format!("{}: {told}", place.told())));
    if let Outline::Point(radius) = place.outline {
        svg.circle("touch", place.at, place.radius);
        if radius > 0.0 {
            svg.circle("spot", place.at, radius);
        }
    } else {
        form(svg, "form", place);
    }
    paint::field(svg, site, layout, scene);
    if place.dot {
        svg.circle("spot", place.at, DOT);
    }
    svg.close();
}

/// How large the dots are that a file wants.
const DOT: f64 = 0.11 * CELL;

/// The signs of states that hold cells.
const SIGNS: [char; 4] = ['◆', '■', '▲', '●'];

/// A small sign in the corner of the cells that a state holds.
fn marks(svg: &mut Svg, layout: &Layout, scene: &Scene) {
    for (index, mark) in scene.marks.iter().enumerate() {
        let seen = |place: &&Place| place.outline != Outline::Hidden;
        for place in mark.cells.iter().filter_map(|&site| layout.cells.get(site)).filter(seen) {
            let away = place.radius * 0.78;
            let size = (place.radius * 0.28).max(4.0);
            let at = [place.at[0] + away, place.at[1] - away + size * 2.2 * (index / SIGNS.len()) as f64];
            let class = format!("mark state-{}", mark.name);
            let corners: &[Point] = match index % SIGNS.len() {
                0 => &[[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]],
                1 => &[[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]],
                2 => &[[0.0, -0.9], [0.9, 0.8], [-0.9, 0.8]],
                _ => &[[-0.4, -0.9], [0.4, -0.9], [0.9, 0.0], [0.4, 0.9], [-0.4, 0.9], [-0.9, 0.0]],
            };
            let corners: Vec<Point> = corners.iter().map(|p| [at[0] + p[0] * size, at[1] + p[1] * size]).collect();
            svg.polygon(&class, &corners);
        }
    }
}

fn hands(svg: &mut Svg, layout: &Layout, scene: &Scene) {
    for (side, slots) in layout.hands.iter().enumerate() {
        if slots.is_empty() {
            continue;
        }
        let class = format!("hand {}", ["first", "second"][side]);
        svg.open("g", &[("class", &class)]);
        for slot in slots {
            let number = scene.hands[side].iter().find(|(kind, _)| *kind == slot.kind).map_or(0, |(_, n)| *n);
            let Some(kind) = scene.kinds.get(slot.kind) else { continue };
            let class = if number == 0 { "held none" } else { "held" };
            let figure = Figure { side: (!kind.neutral).then_some(side), kind: slot.kind, number: 1 };
            svg.open("g", &[("class", class), ("data-hand", &scene.players[side]), ("data-kind", &kind.name)]);
            svg.text("title", &[], &format!("{}, in hand: {number} {}", scene.players[side], kind.name));
            svg.rectangle("slot", slot.at, [slot.radius + 8.0; 2], 8.0);
            let spot = Spot { at: slot.at, radius: slot.radius, place: None, up: if layout.flipped { -1 } else { 1 } };
            figures::pieces(svg, scene, &[figure], &spot);
            if number > 0 {
                figures::badge(svg, &spot, &number.to_string());
            }
            svg.close();
        }
        svg.close();
    }
}

/// The lines below the board.
#[derive(Default)]
struct Status {
    /// Who is to move or how it ended, then what else is to be known.
    lines: Vec<String>,
    /// How high the letters are.
    size: f64,
    /// How much room all of it takes.
    height: f64,
}

impl Status {
    fn of(scene: &Scene, [width, height]: Point) -> Status {
        let size = (width.max(0.75 * height) / 21.0).clamp(16.0, 70.0);
        let mut words = Vec::new();
        for (index, mark) in scene.marks.iter().enumerate().filter(|(_, mark)| !mark.cells.is_empty()) {
            words.push(format!("{} {}", SIGNS[index % SIGNS.len()], mark.name));
        }
        words.extend(scene.counters.iter().map(|(name, value)| format!("{name} {value}")));
        let head = match (&scene.verdict, scene.to_move) {
            (Some(verdict), _) => verdict.clone(),
            (None, Some(side)) => format!("{} to move", scene.players[side & 1]),
            (None, None) => String::new(),
        };
        let room = |indent: f64| ((width - indent) / (size * 0.56)).max(8.0) as usize;
        let mut lines = filled(head.split(' ').map(str::to_string), " ", room(size * 1.6));
        lines.extend(filled(words.into_iter(), "   ", room(0.0)));
        let height = size * (1.45 * lines.len() as f64 + 0.3);
        Status { lines, size, height }
    }

    fn write(&self, svg: &mut Svg, scene: &Scene, top: f64) {
        if self.lines.is_empty() {
            return;
        }
        svg.open("g", &[("class", "status")]);
        for (index, line) in self.lines.iter().enumerate() {
            let y = top + self.size * (1.45 * index as f64 + 0.9);
            let mut x = 0.0;
            if let (0, Some(side)) = (index, scene.to_move) {
                let at = [self.size * 0.62, y];
                let colour = &scene.colours[side & 1];
                let ink = if style::dark_ink(colour) { "on-light" } else { "on-dark" };
                svg.circle(&format!("body tone-{colour} {ink}"), at, self.size * 0.46);
                if side == 1 {
                    svg.circle(&format!("ring {ink}"), at, self.size * 0.28);
                }
                x = self.size * 1.5;
            }
            svg.anchored("words", [x, y], self.size, "start", line);
        }
        svg.close();
    }
}

/// Words in lines of at most so many letters.
fn filled(words: impl Iterator<Item = String>, between: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + between.len() + word.chars().count() <= most => {
                line.push_str(between);
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}
