//! Where everything lies: for every cell its place and outline, the lines that join points, names at the edges, the
//! places of the hands. Plain data in abstract units, where a cell is [`CELL`] wide; down is the second coordinate.
//!
//! Each board, and each level of a board, is a block of its own ([`grid`], [`graph`], [`listed`]); the blocks are put
//! side by side here.

mod block;
mod graph;
mod grid;
mod listed;

use serde::Serialize;

use crate::board::{Drawing, SiteSet, Topology};
use crate::game::{PerSide, Side};
use crate::rules::{BoardLook, Looks, Rules};
use crate::session::Session;
use block::Block;

/// How wide a cell is.
pub const CELL: f64 = 100.0;

/// What lies between two blocks.
const GAP: f64 = 45.0;

/// A place: to the right, and down.
pub type Point = [f64; 2];

/// Where everything lies.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Layout {
    /// Width and height of all of it: everything lies between `[0, 0]` and this.
    pub size: Point,
    /// The cells, by index into the game's topology.
    pub cells: Vec<Place>,
    /// What lies behind the cells: outlines that are filled.
    pub back: Vec<Vec<Point>>,
    /// Whether all fields are of one colour, and what lies behind them of the other.
    pub one_colour: bool,
    /// The lines to draw.
    pub lines: Vec<Line>,
    /// The texts to write.
    pub labels: Vec<Label>,
    /// The places of the pieces in the hands of the first and of the second player.
    pub hands: [Vec<Slot>; 2],
    /// Whether it is seen from the other side: the second player's is at the bottom.
    pub flipped: bool,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// What the file calls it besides: what is written there instead of the name.
    pub title: Option<String>,
    /// The name of its board, if that is not the main one.
    pub board: Option<String>,
    /// Its middle.
    pub at: Point,
    /// How far a piece on it may reach.
    pub radius: f64,
    /// Its form.
    pub outline: Outline,
    /// Whether it is one of the dark fields, where fields are dark and light in turn.
    pub dark: bool,
    /// Whether the file wants a dot on it.
    pub dot: bool,
}

impl Place {
    /// What is written on it.
    pub fn written(&self) -> &str {
        self.title.as_ref().unwrap_or(&self.name)
    }

    /// What it is called where there is room: `tiger (deck1)`.
    pub fn told(&self) -> String {
        self.title.as_ref().map_or(self.name.clone(), |title| format!("{title} ({})", self.name))
    }
}

/// The form of a cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outline {
    /// A field with these corners.
    Polygon(Vec<Point>),
    /// A round field of this radius.
    Circle(f64),
    /// A point where lines meet; this radius is its own.
    Point(f64),
    /// None: the file hides it while nothing stands there.
    Hidden,
}

/// A line between two places.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Line {
    /// One end.
    pub from: Point,
    /// The other one.
    pub to: Point,
    /// What it says.
    pub kind: LineKind,
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// It joins two points.
    Edge,
    /// It marks an edge of the board that is joined to the opposite one.
    Joined,
    /// The file asks for it: it lies on the cells.
    Drawn,
}

/// A text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Label {
    /// What is written.
    pub text: String,
    /// Its middle.
    pub at: Point,
    /// The height of its letters.
    pub size: f64,
    /// What it names.
    pub kind: LabelKind,
}

/// What a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LabelKind {
    /// A file or a rank.
    Edge,
    /// A cell.
    Cell,
    /// A board or a level.
    Board,
}

/// The place of pieces of a kind in a hand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slot {
    /// The kind, by index into the rules' kinds.
    pub kind: usize,
    /// Its middle.
    pub at: Point,
    /// How far a piece on it may reach.
    pub radius: f64,
}

/// Which names are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Files and ranks at the edges, and on boards of draughts the numbers of the cells; of boards without them their names.
    #[default]
    Edges,
    /// The name of each cell on it.
    Cells,
    /// None.
    None,
}

/// What the blocks ask for.
struct Plan<'r> {
    topology: &'r Topology,
    looks: &'r Looks,
    coordinates: Coordinates,
    /// Whether all is turned by half a turn.
    turned: bool,
    /// Whether there are counted pieces: their cells are pits.
    pits: bool,
    /// The cells that are not drawn.
    hidden: SiteSet,
}

impl Plan<'_> {
    /// What the file calls a cell.
    fn title(&self, site: usize) -> Option<String> {
        self.looks.title(site).map(str::to_string)
    }

    /// A cell that is not drawn.
    fn unseen(&self, site: usize) -> Place {
        let cell = &self.topology.cells[site];
        let board = self.topology.boards[cell.board].name.clone();
        let (name, title) = (cell.name.clone(), self.title(site));
        Place { name, title, board, at: [0.0; 2], radius: 0.0, outline: Outline::Hidden, dark: false, dot: false }
    }
}

/// Lays a game's boards out. `flip`: seen from the second player's side.
pub fn layout(session: &Session, flip: bool, coordinates: Coordinates) -> Layout {
    let compiled = session.compiled();
    let rules = compiled.rules();
    let turned = flip != first_faces_down(rules);
    let plan = Plan {
        topology: &rules.topology,
        looks: &rules.looks,
        coordinates,
        turned,
        pits: rules.kinds.iter().any(|kind| kind.counted),
        hidden: hidden(session),
    };
    let mut blocks = arranged(&plan, flip);
    // Players of draughts know the cells by their numbers, by which moves are told, too.
    if let (Coordinates::Edges, Some(numbering)) = (coordinates, compiled.numbering()) {
        let number = |site: usize, _: &Place| numbering.number_of(site).map(|number| number.to_string());
        blocks.iter_mut().for_each(|block| block.mark_cells(&number));
    }
    let mut out = Layout {
        size: [0.0; 2],
        cells: Vec::new(),
        back: Vec::new(),
        one_colour: blocks.iter().any(|block| block.one_colour),
        lines: Vec::new(),
        labels: Vec::new(),
        hands: PerSide::default().pair(),
        flipped: flip,
    };
    let mut cells: Vec<(usize, Place)> = Vec::new();
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    for block in blocks {
        let (from, to) = block.bounds();
        for axis in 0..2 {
            low[axis] = low[axis].min(from[axis]);
            high[axis] = high[axis].max(to[axis]);
        }
        cells.extend(block.cells);
        out.back.extend(block.back);
        out.lines.extend(block.lines);
        out.labels.extend(block.labels);
    }
    cells.extend(plan.hidden.iter().map(|site| (site, plan.unseen(site))));
    cells.sort_by_key(|(site, _)| *site);
    out.cells = cells.into_iter().map(|(_, place)| place).collect();
    out.dot(rules);
    for (from, dirs) in &rules.looks.lines {
        for (site, dir) in from.iter().flat_map(|site| dirs.iter().map(move |dir| (site, *dir))) {
            if let Some(next) = rules.topology.directions[dir].next[site].map(usize::from)
                && !plan.hidden.contains(site)
                && !plan.hidden.contains(next)
            {
                let (from, to) = (out.cells[site].at, out.cells[next].at);
                out.lines.push(Line { from, to, kind: LineKind::Drawn });
            }
        }
    }
    let hands = if rules.hands { hands(rules, high[0] - low[0]) } else { PerSide::default() };
    place_hands(&mut out, hands, low, &mut high);
    // What is near a corner of a field is not cut off.
    let margin = 6.0;
    out.shift([margin - low[0], margin - low[1]]);
    out.size = [0, 1].map(|axis| round(high[axis] - low[axis] + 2.0 * margin));
    out
}

/// The cells that the file hides as long as nothing stands there; never all of them.
fn hidden(session: &Session) -> SiteSet {
    let sites = session.compiled().rules().topology.sites();
    let Some(unseen) = &session.compiled().rules().looks.unseen else { return SiteSet::empty(sites) };
    let standing = session.standing();
    let hidden = SiteSet::from_sites(sites, unseen.iter().filter(|&site| standing.cells[site].is_empty()));
    if hidden.len() == sites { SiteSet::empty(sites) } else { hidden }
}

impl Layout {
    /// Dots where the file wants them; of the points of these boards no other has one.
    fn dot(&mut self, rules: &Rules) {
        let Some(dots) = &rules.looks.dots else { return };
        let board = |site: usize| rules.topology.cells[site].board;
        for (site, place) in self.cells.iter_mut().enumerate() {
            place.dot = dots.contains(site);
            if let Outline::Point(radius) = &mut place.outline
                && dots.iter().any(|dot| board(dot) == board(site))
            {
                *radius = 0.0;
            }
        }
    }

    fn shift(&mut self, by: Point) {
        let moved = |p: &mut Point| *p = [round(p[0] + by[0]), round(p[1] + by[1])];
        for cell in &mut self.cells {
            moved(&mut cell.at);
            if let Outline::Polygon(corners) = &mut cell.outline {
                corners.iter_mut().for_each(moved);
            }
        }
        self.back.iter_mut().flatten().for_each(moved);
        for line in &mut self.lines {
            moved(&mut line.from);
            moved(&mut line.to);
        }
        self.labels.iter_mut().for_each(|label| moved(&mut label.at));
        self.hands.iter_mut().flatten().for_each(|slot| moved(&mut slot.at));
    }
}

/// To a tenth: more digits only make files long.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Whether the first player looks down the board as it is laid out, so that all of it is turned round: who moves first sits
/// at the bottom.
fn first_faces_down(rules: &Rules) -> bool {
    let main = || (0..rules.topology.sites()).filter(|&s| rules.topology.cells[s].board == 0);
    let count = main().count().max(1) as i64;
    let middle: i64 = main().map(|s| i64::from(rules.topology.cells[s].y)).sum();
    main().map(|s| rules.advance[Side::First][s] * (i64::from(rules.topology.cells[s].y) * count - middle)).sum::<i64>()
        < 0
}

/// The blocks of all boards, side by side.
fn arranged(plan: &Plan<'_>, flip: bool) -> Vec<Block> {
    let given: Vec<usize> = plan.looks.places.iter().map(|(site, _)| *site).collect();
    let aside = |site: usize| plan.looks.aside.iter().flatten().any(|cells| cells.contains(site));
    let mut main: Option<Block> = None;
    let (mut below, mut beside): (Vec<Block>, Vec<Block>) = (Vec::new(), Vec::new());
    if !given.is_empty() {
        main = Some(listed::placed(plan));
    }
    for (index, board) in plan.topology.boards.iter().enumerate() {
        let of = |site: &usize| plan.topology.cells[*site].board == index;
        let cells = |z: i32| {
            let level = (0..plan.topology.sites()).filter(move |&s| plan.topology.cells[s].z == z);
            let elsewhere = |site: &usize| given.contains(site) || aside(*site) || plan.hidden.contains(*site);
            level.filter(of).filter(|site| !elsewhere(site)).collect::<Vec<usize>>()
        };
        let mut levels: Vec<Block> = Vec::new();
        for z in 0..board.depth.max(1) {
            let cells = cells(z);
            if cells.is_empty() {
                continue;
            }
            let mut block = match board.drawing {
                Drawing::Grid | Drawing::Slanted => grid::block(plan, index, &cells),
                Drawing::Row => listed::row(plan, index, &cells, main.as_ref().map(Block::width)),
                Drawing::List => graph::block(plan, &cells),
            };
            let level = (board.depth > 1).then(|| format!("level {}", crate::board::file_name(z)));
            let title: Vec<String> = board.name.iter().cloned().chain(level).collect();
            if !title.is_empty() {
                block.entitle(&title.join(", "));
            }
            levels.push(block);
        }
        let Some(mut block) = in_rows(levels) else { continue };
        match &main {
            None => main = Some(block),
            Some(main) if board.height * board.depth == 1 => {
                block.stack_below(below.last().unwrap_or(main), GAP);
                below.push(block);
            }
            Some(main) => {
                block.stack_right(beside.last().unwrap_or(main), GAP);
                beside.push(block);
            }
        }
    }
    let mut blocks: Vec<Block> = main.into_iter().chain(below).collect();
    if let Some(aside) = &plan.looks.aside {
        let (low, high) = block::bounds_of(&blocks);
        for (side, cells) in aside.iter().enumerate() {
            // At the right hand of each player.
            let right = (side == 0) != flip;
            blocks.extend(listed::beside(plan, cells, low, high, right));
        }
    }
    blocks.into_iter().chain(beside).collect()
}

/// Several levels as one block, in a few rows of as many.
fn in_rows(levels: Vec<Block>) -> Option<Block> {
    let count = levels.len();
    let columns = if count <= 4 { count.max(1) } else { ((count as f64 * 1.5).sqrt().ceil() as usize).max(1) };
    let mut whole: Option<Block> = None;
    let mut levels = levels.into_iter();
    loop {
        let mut row: Option<Block> = None;
        for mut block in levels.by_ref().take(columns) {
            match &mut row {
                None => row = Some(block),
                Some(row) => {
                    block.stack_right(row, GAP);
                    row.absorb(block);
                }
            }
        }
        let Some(mut row) = row else { return whole };
        match &mut whole {
            None => whole = Some(row),
            Some(whole) => {
                row.stack_below(whole, GAP);
                whole.absorb(row);
            }
        }
    }
}

/// The kinds that each player may have in hand, in places side by side from `[0, 0]` on.
fn hands(rules: &Rules, width: f64) -> PerSide<Vec<Slot>> {
    const PITCH: f64 = 92.0;
    let columns = ((width / PITCH).floor() as usize).max(3);
    PerSide::of(|side| {
        let kinds = (0..rules.kinds.len()).filter(|&kind| rules.may_be_in_hand_of(side, kind));
        let place = |(index, kind): (usize, usize)| {
            let at = [(index % columns) as f64 * PITCH + PITCH / 2.0, (index / columns) as f64 * PITCH + PITCH / 2.0];
            Slot { kind, at, radius: 34.0 }
        };
        kinds.enumerate().map(place).collect()
    })
}

/// Puts the hand of the player at the bottom below all boards, the other one above them.
fn place_hands(out: &mut Layout, hands: PerSide<Vec<Slot>>, low: Point, high: &mut Point) {
    const AROUND: f64 = 46.0;
    let bottom = usize::from(out.flipped);
    let [mut first, mut second] = hands.pair();
    let (under, over) = if bottom == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
    if let Some(last) = over.last().map(|slot| slot.at[1]) {
        let raised = last + AROUND + 12.0;
        let top = low[1];
        out.shift([0.0, raised]);
        over.iter_mut().for_each(|slot| slot.at = [slot.at[0] + low[0], slot.at[1] + top]);
        high[1] += raised;
    }
    if let Some(last) = under.last().map(|slot| slot.at[1]) {
        let top = high[1] + 12.0;
        under.iter_mut().for_each(|slot| slot.at = [slot.at[0] + low[0], slot.at[1] + top]);
        high[1] = top + last + AROUND;
    }
    let widest = first.iter().chain(&second).map(|slot| slot.at[0] + AROUND).fold(high[0], f64::max);
    high[0] = widest;
    out.hands = [first, second];
}

/// Whether the cells of a board are drawn as points.
fn as_points(plan: &Plan<'_>, board: usize) -> bool {
    let board_of = &plan.topology.boards[board];
    board_of.points || board == 0 && plan.looks.board == BoardLook::Points && board_of.drawing == Drawing::Grid
}
