//! How many positions the search enters to finish a depth, beside the fewest that any procedure can do with: the table of
//! `docs/performance.md`.
//!
//! `cargo bench --bench nodes [-- --games chess,othello --depth 6 --without killers]`. The numbers
//! repeat exactly on any machine.

use std::sync::atomic::AtomicBool;

use rulesmith::compile::{Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::Position;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::search::{Limits, Options, Selective, search};
use rulesmith::{library, source::Source};

/// Each game to an even depth that takes seconds at most.
const GAMES: [(&str, u32); 12] = [
    ("go", 4),
    ("gomoku", 4),
    ("hex", 4),
    ("amazons", 2),
    ("chess", 4),
    ("breakthrough", 4),
    ("international-draughts", 6),
    ("english-draughts", 6),
    ("othello", 6),
    ("connect-four", 6),
    ("nine-mens-morris", 4),
    ("tic-tac-toe", 6),
];

struct Wishes {
    games: Vec<String>,
    depth: Option<u32>,
    without: Vec<String>,
}

fn load(name: &str) -> Compiled {
    let text = library::find(name).unwrap_or_else(|| panic!("no game {name}")).text;
    let mut diagnostics = Diagnostics::new();
    compile(&Source::new(name, text), &Settings::default(), &mut diagnostics).expect("it compiles")
}

/// The leaves and all positions of the minimal trees of depths 1 to `depth`, added up: of the positions k plies deep any
/// procedure needs b^⌈k/2⌉ + b^⌊k/2⌋ − 1 (Knuth and Moore).
fn least(b: f64, depth: u32) -> (f64, f64) {
    let (mut leaves, mut tree, mut positions) = (0.0, 1.0, 0.0);
    for k in 1..=depth as i32 {
        let level = b.powi((k + 1) / 2) + b.powi(k / 2) - 1.0;
        leaves += level;
        tree += level;
        positions += tree;
    }
    (leaves, positions)
}

fn row(name: &str, depth: u32, wishes: &Wishes) {
    let never = AtomicBool::new(false);
    let compiled = load(name);
    let position = Position::initial(compiled.game());
    let counted = perft(&position, PerftOptions::plies(depth), &never, &mut ());
    let counts = counted.expect("its moves can be listed").counts;
    let leaves = *counts.last().expect("a depth") as f64;
    let b = leaves.powf(1.0 / f64::from(depth));
    let (least_leaves, least) = least(b, depth);
    // Leaves are judged where they are: who asks them for moves as well lists these for nothing else.
    let selective = Selective { blind_leaves: true, ..Selective::NONE };
    let mut options = Options { quiescence_plies: 0, selective, ..Options::default() };
    for refinement in &wishes.without {
        *options.switch(refinement).unwrap_or_else(|| panic!("no refinement {refinement}")) = false;
    }
    let nodes = search(&position, &Limits::depth(depth), &options, &never, &mut ()).nodes;
    println!(
        "| {name} | {depth} | {leaves} | {b:.1} | {least_leaves:.0} | {least:.0} | {nodes} | {:.2} | {:.2} |",
        nodes as f64 / least_leaves,
        nodes as f64 / least
    );
}

fn main() {
    let mut wishes = Wishes { games: Vec::new(), depth: None, without: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
        let list = |text: String| text.split(',').map(str::to_string).collect();
        match argument.as_str() {
            // Cargo says this to every benchmark.
            "--bench" => {}
            "--games" => wishes.games = list(value()),
            "--depth" => wishes.depth = Some(value().parse().expect("a number")),
            "--without" => wishes.without = list(value()),
            _ => panic!("what is {argument}? --games chess,othello --depth 6 --without killers"),
        }
    }
    println!(
        "| game | d | full tree (leaves) | b | least leaves | least | engine | engine / least leaves | engine / least |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, depth) in GAMES {
        if wishes.games.is_empty() || wishes.games.iter().any(|game| game == name) {
            row(name, wishes.depth.unwrap_or(depth), &wishes);
        }
    }
}
