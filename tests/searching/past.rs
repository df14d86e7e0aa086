//! Random small games in which it matters what stood before, how many plies were made, and who runs out of moves: the solver
//! and the engine never claim a proof that trying everything refutes.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use crate::support::Rng;
use crate::support::games::load;
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::{Game, Outcome, Position};
use rulesmith::search::{Limits, Method, Options, Proof, SolveOptions, Table, Verdict, search, search_with, solve};

/// Rules about the game so far, as lines of a file; `KEEPS` is where `end` has them.
const RULES: [(&str, &str); 13] = [
    ("lose when repeats 2", ""),
    ("win when repeats 2", ""),
    ("win when repeats 3", ""),
    ("draw when repeats 2", ""),
    ("draw when t >= 7", "clock t"),
    ("draw when t >= 9  win when t mod 5 = 0 and Token on 3", "clock t"),
    ("", "legal when not repeats 3"),
    // What always held since a position first stood is another thing on another way there.
    ("lose when repeats 2 and own always Token on 1..5  draw when repeats 3", ""),
    ("win when repeats 2 and enemy always Token on 1..5  lose when repeats 3", ""),
    ("win when repeats 3 and (Ann always Token on 2..6 or not Bob always Token on 1..4)  draw when repeats 3", ""),
    ("draw when repeats 2 and not own always no Token on 2  win when repeats 3 or Token on 4", ""),
    // In a condition on plies, beside what the ply is.
    ("draw when repeats 3", "legal when not repeats 2 or to on 2..4"),
    ("draw when repeats 3", "legal when not (repeats 2 and own always Token on 1..4)"),
];

/// One piece that both players move along random ways.
fn text(random: &mut Rng, (verdict, item): (&str, &str)) -> String {
    let cells = 6 + random.below(4);
    let mut links = String::new();
    let mut names = Vec::new();
    for name in ["p", "q", "r"] {
        let ways: Vec<String> = (1..=cells)
            .filter_map(|from| {
                let to = 1 + random.below(cells);
                (to != from && random.below(10) < 5).then(|| format!("{from} -> {to}"))
            })
            .collect();
        if !ways.is_empty() {
            let _ = writeln!(links, "link {name} {}", ways.join(", "));
            names.push(name);
        }
    }
    let one = |random: &mut Rng| 2 + random.below(cells - 1);
    let (lost, won, again) = (one(random), one(random), one(random));
    let extra = if random.below(3) == 0 { format!(" {{ if to on {again} {{ extra turn }} }}") } else { String::new() };
    let stuck = ["win", "lose", "draw"][random.below(3)];
    format!(
        "game \"Ways\"\nplayers Ann, Bob\nboard track {cells}\npiece Token neutral\nsetup {{ Token on 1 }}\n{links}{item}\n\
         move Token {{ step {} to empty{extra} }}\n\
         end {{\n  lose when Token on {lost}\n  win when Token on {won}\n  {verdict}\n  {stuck} when enemy stuck\n}}\n\
         eval {{ 1 * count own }}\n",
        names.join(", ")
    )
}

/// What the player to move can reach, by trying everything: 1, 0, −1. None if that takes too long.
fn truth(position: &mut Position<impl Game + ?Sized>, left: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let mover = position.mover();
    if let Some(ending) = position.ending().unwrap() {
        return Some(match ending.outcome {
            Outcome::Win(side) if side == mover => 1,
            Outcome::Win(_) => -1,
            _ => 0,
        });
    }
    let mut best = -1;
    for record in position.moves().unwrap().iter() {
        position.make(record);
        let same = position.mover() == mover;
        let value = truth(position, left);
        position.undo();
        best = best.max(if same { value? } else { -value? });
    }
    Some(best)
}

fn verdict_of(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Win => 1,
        Verdict::Loss => -1,
        _ => 0,
    }
}

fn proved(proof: Proof) -> i32 {
    match proof {
        Proof::Win(_) => 1,
        Proof::Loss(_) => -1,
        _ => 0,
    }
}

/// What is claimed about a position, by whom, and whether it counts as wrong if nothing is.
fn claims(game: &Compiled) -> Vec<(String, Option<i32>)> {
    let never = AtomicBool::new(false);
    let position = Position::initial(game.game());
    let mut all = Vec::new();
    for method in [None, Some(Method::AlphaBeta), Some(Method::ProofNumber), Some(Method::Exhaustion)] {
        let options = SolveOptions { table_mib: 1, method, ..SolveOptions::default() };
        let solved = solve(&position, &Limits::nodes(100_000), &options, &never, &mut ());
        all.push((format!("solve by {method:?}"), solved.verdict.map(verdict_of)));
    }
    for (depth, options) in
        [(6, Options::default()), (12, Options::default()), (30, Options::default()), (12, Options::exact())]
    {
        let options = Options { table_mib: 1, ..options };
        let limits = Limits { nodes: Some(20_000), ..Limits::depth(depth) };
        let proof = search(&position, &limits, &options, &never, &mut ()).proof;
        all.push((format!("best of depth {depth}"), proof.map(proved)));
    }
    all
}

#[test]
fn what_is_proved_is_so() {
    let mut random = Rng(17);
    let mut wrong = Vec::new();
    let (mut tried, mut told) = ([0; RULES.len()], 0);
    for (number, &rule) in RULES.iter().enumerate() {
        for _ in 0..60 {
            let text = text(&mut random, rule);
            let game = load("ways", &text, &[], Backend::Interpreter);
            let Some(truth) = truth(&mut Position::initial(game.game()), &mut 40_000) else { continue };
            tried[number] += 1;
            for (who, claimed) in claims(&game) {
                told += u32::from(claimed.is_some());
                if claimed.is_some_and(|claimed| claimed != truth) {
                    wrong.push(format!("{who} says {claimed:?}, it is {truth}:\n{text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
    assert!(tried.iter().all(|&tried| tried > 20) && told > 1000, "{tried:?} games, {told} claims");
}

/// The same of a table that is kept while a game goes on, is taken back and goes on otherwise.
#[test]
fn what_a_kept_table_proves_is_so() {
    let mut random = Rng(23);
    let (never, options) = (AtomicBool::new(false), Options::default());
    let mut told = [0; RULES.len()];
    for (number, &rule) in RULES.iter().enumerate() {
        for _ in 0..25 {
            let text = text(&mut random, rule);
            let game = load("ways", &text, &[], Backend::Interpreter);
            let (table, mut position) = (Table::with_buckets(1 << 12), Position::initial(game.game()));
            let mut plies = 0;
            for _ in 0..16 {
                let Some(truth) = truth(&mut position.clone(), &mut 20_000) else { break };
                let limits = Limits { nodes: Some(20_000), ..Limits::depth(12) };
                if let Some(proof) = search_with(&table, &position, &limits, &options, &never, &mut ()).proof {
                    told[number] += 1;
                    assert_eq!(proved(proof), truth, "after {plies} plies:\n{text}");
                }
                let moves = position.moves().unwrap();
                let over = position.ending().unwrap().is_some() || moves.is_empty();
                if plies > 0 && (over || random.below(3) == 0) {
                    let back = 1 + random.below(plies);
                    (0..back).for_each(|_| assert!(position.undo()));
                    plies -= back;
                } else if over {
                    break;
                } else {
                    position.make(moves.get(random.below(moves.len())));
                    plies += 1;
                }
            }
        }
    }
    assert!(told.iter().all(|&told| told > 40), "{told:?} claims");
}
