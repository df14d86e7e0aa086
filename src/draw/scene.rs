//! What is to be seen of a position, as plain data: who stands where, hands, counters, the last move.

use serde::Serialize;

use crate::board::SiteSet;
use crate::compile::{Standing, Stands};
use crate::game::{PerSide, Side};
use crate::rules::{BoardLook, PieceLook, Rules, Shape};
use crate::session::Session;

/// What is to be seen of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    /// The game's name.
    pub game: String,
    /// The players' names.
    pub players: [String; 2],
    /// The colours of their pieces, by the names of [`crate::rules::COLOURS`].
    pub colours: [String; 2],
    /// Who is to move; none if the game has ended.
    pub to_move: Option<usize>,
    /// How it ended.
    pub verdict: Option<String>,
    /// How the kinds of pieces look.
    pub kinds: Vec<KindLook>,
    /// For every cell its pieces from the bottom up.
    pub cells: Vec<Vec<Figure>>,
    /// For every cell the regions of the file, and what else is painted, with their colours.
    pub regions: Vec<Vec<Painted>>,
    /// What each player has in hand: kind and number.
    pub hands: [Vec<(usize, u64)>; 2],
    /// The states of the file that hold cells.
    pub marks: Vec<Mark>,
    /// The lines between cells that states of the file stand for.
    pub links: Vec<Link>,
    /// The states of the file that hold numbers, and clocks.
    pub counters: Vec<(String, i64)>,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// Whether dark and light fields are told apart.
    pub checkered: bool,
    /// Whether pieces are wedges, and which way those of each player point: up is -1.
    pub wedges: Option<[i32; 2]>,
}

/// A piece, or counted ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Whose it is.
    pub side: Option<usize>,
    /// Its kind, by index into [`Scene::kinds`].
    pub kind: usize,
    /// How many.
    pub number: u64,
}

/// How a kind of piece looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KindLook {
    /// Its name.
    pub name: String,
    /// What is written on it, for the first and the second player; nothing where it is known without.
    pub text: [String; 2],
    /// Whether the text stands alone, without a disc.
    pub bare: bool,
    /// Whether it is counted.
    pub counted: bool,
    /// Whether it is nobody's.
    pub neutral: bool,
    /// The colour of those that are nobody's, by the names of [`crate::rules::COLOURS`].
    pub colour: String,
    /// Whether its outline is square; else it is round.
    pub square: bool,
    /// Whether it is smaller than others.
    pub small: bool,
}

/// A region that a cell is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Painted {
    /// Its name; of cells that have none the text.
    pub name: String,
    /// The colour in which it is painted, if it is.
    pub colour: Option<String>,
    /// Whose it is, where it is painted in the colours of its owners.
    pub owner: Option<usize>,
}

/// A line between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Link {
    /// One end.
    pub from: usize,
    /// The other one.
    pub to: usize,
    /// Whose piece stands at the first end.
    pub side: Option<usize>,
}

/// Cells that a state of the file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The state's name.
    pub name: String,
    /// Its cells.
    pub cells: Vec<usize>,
    /// Its colour, if the file gives it one.
    pub colour: Option<String>,
}

/// What is to be seen of a session's position.
pub fn scene(session: &Session) -> Scene {
    let compiled = session.compiled();
    let rules = compiled.rules();
    let standing = session.standing();
    // Where moves can't be listed nothing is known of an ending.
    let verdict = session.verdict().ok().flatten().map(|verdict| verdict.sentence());
    let figure =
        |stands: &Stands| Figure { side: stands.side.map(Side::index), kind: stands.kind, number: stands.number };
    let colours = colours(rules);
    let links = links(rules, &standing);
    let hidden = |name: &String| rules.looks.hidden.contains(name);
    let marked =
        |(name, _): &(String, Vec<usize>)| !hidden(name) && !rules.looks.links.iter().any(|(linked, _)| linked == name);
    let mark = |(name, cells): (String, Vec<usize>)| {
        let colour = rules.looks.colour(&name).map(str::to_string);
        Mark { name, cells, colour }
    };
    Scene {
        game: compiled.name().to_string(),
        players: compiled.players().map(str::to_string).pair(),
        to_move: verdict.is_none().then(|| session.position().mover().index()),
        verdict,
        kinds: (0..rules.kinds.len()).map(|kind| look(rules, kind)).collect(),
        cells: standing.cells.iter().map(|all| all.iter().map(figure).collect()).collect(),
        regions: (0..rules.topology.sites()).map(|site| regions(rules, &colours, site)).collect(),
        colours,
        hands: standing.hands.pair(),
        marks: standing.marks.into_iter().filter(marked).map(mark).collect(),
        links,
        counters: standing.numbers.into_iter().filter(|(name, _)| !hidden(name)).collect(),
        last: session.last_move(),
        checkered: rules.looks.board == BoardLook::Checkered,
        wedges: (rules.looks.piece == PieceLook::Wedges).then(|| pointing(rules)),
    }
}

/// The players' colours: what the file says, else their names, else white and black.
fn colours(rules: &Rules) -> [String; 2] {
    let known = PerSide::of(|side| {
        let name = rules.players[side].to_lowercase();
        let named = crate::rules::COLOURS.iter().find(|colour| **colour == name).map(|c| (*c).to_string());
        rules.looks.players[side].clone().or(named)
    });
    let [first, second] = known.pair();
    let other = |taken: &Option<String>, wanted: [&str; 2]| {
        let free = if taken.as_deref() == Some(wanted[0]) { wanted[1] } else { wanted[0] };
        free.to_string()
    };
    let (a, b) = (first.clone(), second.clone());
    [first.unwrap_or_else(|| other(&b, ["white", "black"])), second.unwrap_or_else(|| other(&a, ["black", "white"]))]
}

/// Which way each player's pieces point on the screen, seen from the first player, who sits at the bottom.
fn pointing(rules: &Rules) -> [i32; 2] {
    let [first, second] = rules.advance.each_ref().pair();
    let alike = first == second && first.iter().any(|a| *a > 0);
    [-1, if alike { -1 } else { 1 }]
}

fn look(rules: &Rules, kind: usize) -> KindLook {
    let own = &rules.kinds[kind];
    // Where there is only one kind of its sort nobody needs its letter.
    let alike = rules.kinds.iter().filter(|other| other.neutral == own.neutral && other.counted == own.counted).count();
    let text = PerSide::of(|side| match rules.looks.symbol(kind, side) {
        Some(symbol) => symbol.to_string(),
        None if alike < 2 => String::new(),
        None => own.letters[side].to_string(),
    });
    let text = text.pair();
    let bare =
        rules.looks.piece == PieceLook::Bare && rules.looks.symbol(kind, Side::First).is_some_and(|s| !s.is_empty());
    let form = rules.looks.form(kind);
    KindLook {
        name: own.name.clone(),
        text,
        bare,
        counted: own.counted,
        neutral: own.neutral,
        colour: form.colour.unwrap_or_else(|| "grey".to_string()),
        square: form.shape.map_or(own.neutral, |shape| shape == Shape::Square),
        small: form.small,
    }
}

/// The regions that a cell is in, with their colours.
fn regions(rules: &Rules, colours: &[String; 2], site: usize) -> Vec<Painted> {
    let mut all = Vec::new();
    for area in &rules.looks.areas {
        let owned = area.cells.iter().map(|cells| cells.contains(site));
        match &area.colour {
            Some(colour) if owned.clone().any(|owned| owned) => {
                all.push(Painted { name: area.name.clone(), colour: Some(colour.clone()), owner: None });
            }
            Some(_) => {}
            None => all.extend(owned.enumerate().filter(|(_, owned)| *owned).map(|(side, _)| Painted {
                name: area.name.clone(),
                colour: Some(colours[side].clone()),
                owner: Some(side),
            })),
        }
    }
    let within = |(_, sets): &&(String, PerSide<SiteSet>)| sets.iter().any(|set| set.contains(site));
    let plain = |(name, _): &(String, PerSide<SiteSet>)| Painted { name: name.clone(), colour: None, owner: None };
    let painted = |name: &str| rules.looks.areas.iter().any(|area| area.name == name);
    all.extend(rules.regions.iter().filter(within).filter(|(name, _)| !painted(name)).map(plain));
    all
}

/// The lines that states stand for.
fn links(rules: &Rules, standing: &Standing) -> Vec<Link> {
    let mut links = Vec::new();
    for (name, dirs) in &rules.looks.links {
        let held = standing.marks.iter().filter(|(state, _)| state == name).flat_map(|(_, cells)| cells);
        for (&from, &dir) in held.flat_map(|from| dirs.iter().map(move |dir| (from, dir))) {
            let side = standing.cells[from].last().and_then(|top| top.side).map(Side::index);
            links.extend(rules.topology.directions[dir].next[from].map(|to| Link { from, to: usize::from(to), side }));
        }
    }
    links
}
