//! How many positions the search enters to finish a depth, beside the fewest that any procedure can do with: the table of
//! `docs/performance.md`.
//!
//! `cargo bench --bench nodes [-- --games chess,othello --depth 6 --without killers --plain-limit 1000000]`. The numbers
//! repeat exactly on any machine.

use std::sync::atomic::AtomicBool;

use rulesmith::compile::{Compiled, Interpreter, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::Position;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::search::textbook::{Algorithm, GameTree, TraceOptions, run};
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
    /// Plain alpha-beta is given up after so many positions; 0 leaves it out.
    plain_limit: u64,
}

fn load(name: &str) -> Compiled {
    let text = library::find(name).unwrap_or_else(|| panic!("no game {name}")).text;
    let mut diagnostics = Diagnostics::new();
    compile(&Source::new(name, text), &Settings::default(), &mut diagnostics).expect("it compiles")
}

/// The positions of the minimal tree to a depth whose levels have these branching factors, summed over all depths up to
/// it: of the positions k plies deep any procedure needs b₁b₃b₅… + b₂b₄b₆… − 1 (Knuth and Moore).
fn least(branching: &[f64]) -> f64 {
    let (mut odd, mut even, mut tree, mut sum) = (1.0, 1.0, 1.0, 0.0);
    for (level, b) in branching.iter().enumerate() {
        if level % 2 == 0 { odd *= b } else { even *= b }
        tree += odd + even - 1.0;
        sum += tree;
    }
    sum
}

fn plain(position: &Position<Interpreter>, depth: u32, limit: u64) -> String {
    let name = |_: &[u64], _: &[u64]| String::new();
    let tree = GameTree::new(position.clone(), &name);
    let options = TraceOptions { depth: Some(depth), keep_events: 0, node_limit: limit };
    match run(&tree, Algorithm::AlphaBeta, &options, &AtomicBool::new(false)) {
        Ok(trace) => trace.nodes.to_string(),
        Err(_) => format!("> {limit}"),
    }
}

fn row(name: &str, depth: u32, wishes: &Wishes) {
    let never = AtomicBool::new(false);
    let compiled = load(name);
    let position = Position::initial(compiled.game());
    let counted = perft(&position, PerftOptions::plies(depth), &never, &mut ());
    let counts = counted.expect("its moves can be listed").counts;
    let leaves = *counts.last().expect("a depth") as f64;
    let b = leaves.powf(1.0 / f64::from(depth));
    let uniform = least(&vec![b; depth as usize]);
    let before = std::iter::once(&1).chain(&counts);
    let by_level = least(&counts.iter().zip(before).map(|(&here, &above)| here as f64 / above as f64).collect::<Vec<_>>());
    let mut options = Options { quiescence_plies: 0, selective: Selective::NONE, ..Options::default() };
    for refinement in &wishes.without {
        *options.switch(refinement).unwrap_or_else(|| panic!("no refinement {refinement}")) = false;
    }
    let nodes = search(&position, &Limits::depth(depth), &options, &never, &mut ()).nodes;
    let plain = if wishes.plain_limit == 0 { "–".into() } else { plain(&position, depth, wishes.plain_limit) };
    let ratio = |least: f64| nodes as f64 / least;
    println!(
        "| {name} | {depth} | {leaves} | {b:.1} | {plain} | {nodes} | {uniform:.0} | {by_level:.0} | {:.2} | {:.2} |",
        ratio(uniform),
        ratio(by_level)
    );
}

fn main() {
    let mut wishes = Wishes { games: Vec::new(), depth: None, without: Vec::new(), plain_limit: 3_000_000 };
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
            "--plain-limit" => wishes.plain_limit = value().parse().expect("a number"),
            _ => panic!("what is {argument}? --games chess,othello --depth 6 --without killers --plain-limit 1000000"),
        }
    }
    println!("| game | d | leaves of the full tree | b | alpha-beta | engine | least | least by level | engine / least | by level |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, depth) in GAMES {
        if wishes.games.is_empty() || wishes.games.iter().any(|game| game == name) {
            row(name, wishes.depth.unwrap_or(depth), &wishes);
        }
    }
}
