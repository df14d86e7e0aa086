//! Successors judged in one go, just above the leaves, give the values of those that are entered one by one; on both back
//! ends, and after as many nodes on both.

use std::sync::atomic::AtomicBool;

use crate::support::games::load;
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::{Game, Position};
use rulesmith::library;
use rulesmith::search::match_play::random_opening_from;
use rulesmith::search::{Limits, Options, Selective, search};

/// Score and nodes at a depth. The table holds nothing that was searched to another depth.
fn searched<G: Game + ?Sized>(position: &Position<G>, depth: u32, frontier: bool, leaf_wins: bool) -> (i32, u64) {
    let selective = Selective { leaf_wins, blind_leaves: true, ..Selective::NONE };
    let options = Options { frontier, selective, table_mib: 1, ..Options::exact() };
    let report = search(position, &Limits::depth(depth), &options, &AtomicBool::new(false), &mut ());
    (report.score, report.nodes)
}

/// Searches positions of random games of `a` with the frontier, and those of `b` without; how many values differ, and how
/// often the numbers of nodes did.
fn compare(a: &Compiled, b: &Compiled, positions: usize) -> (usize, usize) {
    let (mut values, mut nodes) = (0, 0);
    for seed in 0..positions {
        let mut position = Position::initial(a.game());
        let opening = random_opening_from(&position, 3 * seed, seed as u64);
        opening.iter().for_each(|record| position.make(record));
        let other = Position::new(b.game(), position.state());
        let mut position = Position::new(a.game(), position.state());
        let many = position.moves().map_or(0, |moves| moves.len()) > 60;
        for depth in 2..=if many { 2 } else { 4 } {
            for leaf_wins in [false, true] {
                let (on, off) =
                    (searched(&position, depth, true, leaf_wins), searched(&other, depth, false, leaf_wins));
                values += usize::from(on.0 != off.0);
                nodes += usize::from(on.1 != off.1);
            }
        }
    }
    (values, nodes)
}

/// Small enough for all depths.
const OPTIONS: &[(&str, &[(&str, &str)])] = &[
    ("amazons", &[("size", "5")]),
    ("breakthrough", &[("size", "5")]),
    ("go", &[("size", "3")]),
    ("gomoku", &[("columns", "5"), ("rows", "5"), ("length", "4")]),
    ("hex", &[("size", "7")]),
    ("othello", &[("size", "6")]),
];

fn games() -> impl Iterator<Item = (&'static str, &'static str, &'static [(&'static str, &'static str)])> {
    library::measured().map(|game| {
        let options = OPTIONS.iter().find(|(name, _)| *name == game.name).map_or(&[][..], |(_, options)| options);
        (game.name, game.text, options)
    })
}

#[test]
fn the_frontier_changes_no_value() {
    let mut fewer = 0;
    for (name, text, options) in games() {
        let game = load(name, text, options, Backend::Native);
        let (values, nodes) = compare(&game, &game, 4);
        assert_eq!(values, 0, "{name}");
        fewer += nodes;
    }
    assert!(fewer > 0, "it is never used");
}

#[test]
fn another_value_is_found() {
    let text = library::find("connect-four").unwrap().text;
    let other = text.replace("eval {", "eval {\n  1 * lines 4 with 2 own, 2 empty");
    assert_ne!(text, other);
    let [a, b] = [text, &other].map(|text| load("connect-four", text, &[], Backend::Native));
    assert!(compare(&a, &b, 4).0 > 0);
}

#[test]
fn both_back_ends_visit_the_same_nodes() {
    for (name, text, options) in games() {
        let [a, b] = [Backend::Native, Backend::Interpreter].map(|backend| load(name, text, options, backend));
        for seed in 0..3 {
            let mut position = Position::initial(a.game());
            random_opening_from(&position, 4 * seed, seed as u64).iter().for_each(|record| position.make(record));
            let other = Position::new(b.game(), position.state());
            let position = Position::new(a.game(), position.state());
            let both = [searched(&position, 2, true, true), searched(&other, 2, true, true)];
            assert_eq!(both[0], both[1], "{name}");
        }
    }
}
