//! Random plies that are made without a list: exactly the moves of the list come up, each as often as any other.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::random::{forward, forward_usual};
use crate::support::rulegen::rule_file;
use crate::support::{Connect, games};
use rulesmith::compile::{Backend, Compiled, Stage};
use rulesmith::game::{Drawn, Ending, Game, Hint, Made, MoveList, Overflow, Playout, Position, Rep, Trail, Traits};
use rulesmith::library;
use rulesmith::rng::Rng;

fn load(name: &str, text: &str, options: &[(&str, &str)]) -> Compiled {
    games::load(name, text, options, Backend::Native)
}

fn shipped(name: &str, options: &[(&str, &str)]) -> Compiled {
    games::shipped(name, options, Backend::Native)
}

/// Every successor with how many moves lead to it.
fn successors<G: Game + ?Sized>(game: &G, state: &[u64]) -> HashMap<Vec<u64>, (Made, u32)> {
    let mut moves = MoveList::new(game.move_words());
    game.generate(state, &mut moves).expect("its moves can be listed");
    let mut all = HashMap::new();
    for record in moves.iter() {
        let mut next = vec![0; state.len()];
        let made = game.make(state, record, &mut next);
        all.entry(next).or_insert((made, 0)).1 += 1;
    }
    all
}

/// How far a sum of squares lies above what chance gives, in standard deviations (Wilson and Hilferty).
fn deviation(square: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Pearson's sum of squares over counts that should stand as the weights do.
fn pearson(counts: &[(f64, f64)]) -> f64 {
    let drawn: f64 = counts.iter().map(|c| c.0).sum();
    let weights: f64 = counts.iter().map(|c| c.1).sum();
    counts.iter().map(|&(n, weight)| (n - drawn * weight / weights).powi(2) / (drawn * weight / weights)).sum()
}

/// What was seen of a game's draws.
#[derive(Debug, Default)]
pub struct Seen {
    plies: usize,
    listed: usize,
    tested: usize,
    /// Positions in which the game was over.
    over: usize,
}

/// How far a random game is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    /// To its end.
    End,
    /// To the last ply asked for, whatever has been decided before.
    Last,
}

/// Follows a random game; at each position draws some plies, and at a few so many that their shares can be judged.
fn follow<G: Game + ?Sized>(game: &G, seed: u64, plies: usize, each: usize, until: Until) -> Result<Seen, String> {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    let mut next = vec![0; state.len()];
    let mut seen = Seen::default();
    for ply in 0..plies {
        let at = |what: &str| Err(format!("ply {ply}: {what}"));
        let all = successors(game, &state);
        let many = ply % 9 == 4 && all.len() > 1 && all.len() <= 300;
        let each = if all.len() <= 40 { each } else { each / 3 };
        let draws = if many { each * all.len() } else { 8 };
        let mut counts: HashMap<Vec<u64>, f64> = HashMap::new();
        let mut chosen = None;
        for _ in 0..draws {
            match game.draw(&state, &mut next, &mut rng) {
                Drawn::Made(made, _) => {
                    let Some((known, _)) = all.get(&next) else { return at("no move leads to what was drawn") };
                    if known.ending != made.ending || game.reads_history() && *known != made {
                        return at(&format!("{made:?} but {known:?}"));
                    }
                    *counts.entry(next.clone()).or_default() += 1.0;
                    chosen = Some((next.clone(), made));
                }
                Drawn::Stuck if all.is_empty() => {}
                Drawn::Stuck => return at("stuck with moves"),
                Drawn::List => seen.listed += 1,
            }
        }
        seen.plies += draws;
        if many && !counts.is_empty() {
            let table: Vec<(f64, f64)> =
                all.iter().map(|(s, &(_, n))| (counts.get(s).copied().unwrap_or(0.0), f64::from(n))).collect();
            if deviation(pearson(&table), table.len() as f64 - 1.0) > 5.0 {
                return at(&format!("some moves are drawn too often: {table:?}"));
            }
            seen.tested += 1;
        }
        let (after, made) = match chosen {
            Some(chosen) => chosen,
            None => {
                let Some((next, &(made, _))) = all.iter().min_by_key(|s| s.0) else { break };
                (next.clone(), made)
            }
        };
        if made.ending.is_some() && until == Until::End {
            break;
        }
        seen.over += usize::from(made.ending.is_some());
        state = after;
    }
    Ok(seen)
}

pub fn check(name: &str, compiled: &Compiled, games: u64, plies: usize) -> Seen {
    let mut all = Seen::default();
    for seed in 0..games {
        let seen = follow(compiled.game(), seed + 1, plies, 60, Until::End)
            .unwrap_or_else(|e| panic!("{name}, game {seed}, {e}"));
        all.plies += seen.plies;
        all.listed += seen.listed;
        all.tested += seen.tested;
    }
    let shown = name.lines().next().unwrap_or_default();
    println!("{shown} {} of {} draws listed, {} positions judged", all.listed, all.plies, all.tested);
    all
}

/// Random plies from the start, at most so many: how many, what came of the last, and the position.
type Row = (u32, Drawn, Vec<u64>);

/// Drawn one at a time.
fn one_by_one<G: Game + ?Sized>(game: &G, most: u32, seed: u64) -> Row {
    let (mut rng, mut state) = (Rng::new(seed), game.initial());
    let (mut next, mut last) = (vec![0; state.len()], Drawn::List);
    for ply in 0..most {
        last = game.draw(&state, &mut next, &mut rng);
        let Drawn::Made(made, _) = last else { return (ply, last, state) };
        std::mem::swap(&mut state, &mut next);
        if made.ending.is_some() {
            return (ply + 1, last, state);
        }
    }
    (most, last, state)
}

/// Drawn in a row.
fn in_a_row<G: Game + ?Sized>(game: &G, most: u32, seed: u64) -> Row {
    let (mut rng, mut state) = (Rng::new(seed), game.initial());
    let (mut next, mut trail) = (vec![0; state.len()], Trail::default());
    let (mut plies, mut last) = (0, Drawn::List);
    while plies < most {
        let (more, drawn) = game.draw_many(&mut state, &mut next, most - plies, &mut rng, &mut trail);
        (plies, last) = (plies + more, drawn);
        // They also stop where a position may have stood before.
        let Drawn::Made(Made { ending: None, .. }, _) = drawn else { break };
    }
    (plies, last, state)
}

/// Plies drawn in a row are those of one at a time.
pub fn same(name: &str, compiled: &Compiled) {
    let game = compiled.game();
    for (most, seed) in [(1, 1), (2, 2), (9, 3), (500, 4), (500, 5)] {
        assert_eq!(in_a_row(game, most, seed), one_by_one(game, most, seed), "{name}: {most} plies, seed {seed}");
    }
}

#[test]
fn other_plies_are_told_apart() {
    let hex = shipped("hex", &[]);
    assert_ne!(in_a_row(hex.game(), 9, 1), one_by_one(hex.game(), 9, 2));
}

#[test]
fn shipped_games_draw_evenly() {
    for &name in library::MEASURED {
        let games = if ["amazons", "go"].contains(&name) { 2 } else { 4 };
        let compiled = shipped(name, &[]);
        check(name, &compiled, games, 150);
        same(name, &compiled);
    }
}

#[test]
fn other_sizes_draw_evenly() {
    for (name, option) in [
        ("amazons", ("size", "6")),
        ("breakthrough", ("size", "12")),
        ("go", ("size", "5")),
        ("gomoku", ("columns", "7")),
        ("hex", ("size", "5")),
        ("international-draughts", ("size", "8")),
        ("othello", ("size", "6")),
    ] {
        check(name, &shipped(name, &[option]), 3, 120);
    }
}

#[test]
fn generated_games_draw_evenly() {
    let mut drawn = 0;
    for seed in 0..60 {
        let text = rule_file(seed);
        let compiled = load("generated", &text, &[]);
        let seen = check(&format!("file {seed}:\n{text}"), &compiled, 1, 25);
        same(&format!("file {seed}"), &compiled);
        drawn += seen.plies - seen.listed;
    }
    assert!(drawn > 0, "nothing was drawn");
}

/// Where a line or a join stands already, whoever is to move, endings are not asked around the ply alone.
#[test]
fn positions_that_are_over_draw_evenly() {
    for (name, option, plies) in [("gomoku", ("length", "3"), 90), ("hex", ("size", "9"), 80)] {
        let compiled = shipped(name, &[option]);
        let mut over = 0;
        for seed in 0..4 {
            let seen = follow(compiled.game(), seed + 1, plies, 60, Until::Last);
            over += seen.unwrap_or_else(|e| panic!("{name}, game {seed}, {e}")).over;
        }
        assert!(over > 10, "{name}: {over} positions with a line or a join");
    }
}

/// A file for a game of five in a row on a board of more than one word.
fn five(effect: &str) -> String {
    format!(
        "game \"five\"\nplayers Black, White\nboard square 9x9\npiece Stone \"BW\"\nmove {{ place Stone on empty {effect} }}\n\
         end {{ win when line 5 of own }}\n"
    )
}

/// Endings are asked around the ply only where nothing else can have made them hold.
#[test]
fn endings_are_asked_around_plies_where_only_these_add() {
    let asked = |text: &str| load("five", text, &[]).dump(Stage::Optimized).contains("since p");
    assert!(asked(&five("")));
    assert!(asked(library::find("hex").unwrap().text));
    // Here a ply adds to what the other player has.
    let flips = five("{ flip ray any of to through own }");
    assert!(!asked(&flips));
    for text in [five(""), five("{ take ray any of to through enemy until own }"), flips] {
        for seed in 0..3 {
            let compiled = load("five", &text, &[]);
            let seen = follow(compiled.game(), seed + 1, 60, 60, Until::Last);
            seen.unwrap_or_else(|e| panic!("{text}, game {seed}, {e}"));
        }
    }
}

/// The moves by number are those of the list, in its order.
fn by_number(name: &str, compiled: &Compiled, plies: usize) -> usize {
    let game = compiled.game();
    let mut rng = Rng::new(4);
    let mut state = game.initial();
    let mut compared = 0;
    for ply in 0..plies {
        let mut moves = MoveList::new(game.move_words());
        game.generate(&state, &mut moves).expect("its moves can be listed");
        if moves.is_empty() {
            break;
        }
        let mut next = [vec![0; state.len()], vec![!0; state.len()]];
        // One move more than the list has: some come up twice, and the numbers are not those of the list.
        let twice = matches!(game.make_nth(&state, moves.len() as u64, &mut next[1]), Drawn::Made(..));
        assert!(!twice || name == "nine-mens-morris", "{name}, ply {ply}");
        let tried = |n: usize| !twice && (moves.len() < 200 || n % 97 == ply);
        for (number, record) in moves.iter().enumerate().filter(|(n, _)| tried(*n)) {
            let made = game.make(&state, record, &mut next[0]);
            match game.make_nth(&state, number as u64, &mut next[1]) {
                Drawn::Made(found, _) => {
                    assert_eq!((found.ending, &next[1]), (made.ending, &next[0]), "{name}, ply {ply}, move {number}");
                    compared += 1;
                }
                Drawn::List => {}
                Drawn::Stuck => panic!("{name}: stuck with moves"),
            }
        }
        let made = game.make(&state, moves.get(rng.below(moves.len())), &mut next[0]);
        state.copy_from_slice(&next[0]);
        if made.ending.is_some() {
            break;
        }
    }
    compared
}

#[test]
fn moves_by_number_are_those_of_the_list() {
    for &name in library::MEASURED {
        let compared = by_number(name, &shipped(name, &[]), 90);
        // Moves with equal results are found by comparing lists, and chess has queens that two clauses move.
        let compares = ["english-draughts", "international-draughts"].contains(&name);
        assert_eq!(compared > 0, !compares, "{name}: {compared} moves");
    }
    for (name, option) in [("othello", ("size", "10")), ("hex", ("size", "14")), ("amazons", ("size", "6"))] {
        assert!(by_number(name, &shipped(name, &[option]), 60) > 0, "{name}");
    }
}

/// A draw that favours the first move is seen.
#[test]
fn a_skewed_draw_is_found() {
    let mut rng = Rng::new(3);
    let mut table = |first: usize| {
        let mut counts = [(0.0, 1.0); 20];
        (0..20 * 60).for_each(|_| counts[rng.below(20 + first).min(19)].0 += 1.0);
        deviation(pearson(&counts), 19.0)
    };
    assert!(table(0) < 5.0);
    assert!(table(3) > 5.0, "one move comes up four times as often");
}

/// Games that draw and games that list are as long, on the average.
#[test]
fn games_are_as_long_as_from_lists() {
    for name in ["breakthrough", "connect-four", "nine-mens-morris", "chess"] {
        let compiled = shipped(name, &[]);
        let game = compiled.game();
        let start = game.initial();
        let number = if name == "chess" { 150 } else { 600 };
        let [drawn, listed] = [false, true].map(|listed| {
            let mut rng = Rng::new(8);
            let playout = Playout::new(game);
            let mut playout = if listed { playout.from_lists() } else { playout };
            let plies = (0..number).map(|_| f64::from(playout.play(&start, 400, &mut rng).unwrap()));
            let plies: Vec<f64> = plies.collect();
            let mean = plies.iter().sum::<f64>() / f64::from(number);
            let variance = plies.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / f64::from(number);
            (mean, variance / f64::from(number))
        });
        let error = (drawn.1 + listed.1).sqrt();
        assert!((drawn.0 - listed.0).abs() < 4.0 * error, "{name}: {drawn:?} {listed:?}");
    }
}

/// A game at random ends as its last position says, or else by what stood before.
#[test]
fn games_at_random_end_as_their_positions_say() {
    let mut by_history = 0;
    for name in ["breakthrough", "connect-four", "othello", "nine-mens-morris", "chess", "xiangqi", "go", "oware"] {
        let compiled = shipped(name, &[]);
        let game = compiled.game();
        let (start, mut rng) = (game.initial(), Rng::new(5));
        for from_lists in [false, true] {
            let playout = Playout::new(game);
            let mut playout = if from_lists { playout.from_lists() } else { playout };
            for _ in 0..40 {
                let plies = playout.play(&start, 300, &mut rng).unwrap();
                let said = Position::new(game, playout.state()).ending().unwrap();
                match playout.ending().unwrap() {
                    None => assert!(plies == 300 && said.is_none(), "{name}: broken off after {plies} plies, {said:?}"),
                    Some(ending) if said.is_none() => {
                        assert!(game.reads_history(), "{name}: {ending:?}, and nothing says so");
                        by_history += 1;
                    }
                    Some(ending) => assert_eq!(Some(ending), said, "{name}"),
                }
            }
        }
    }
    assert!(by_history > 0, "no game ended by what stood before");
}

/// A game that counts how often it is asked how it ends without a move.
struct Asked(Connect, AtomicUsize);

impl Game for Asked {
    forward_usual!();
    forward! {
        generate(state: &[u64], moves: &mut MoveList) -> Result<(), Overflow>;
        status(state: &[u64]) -> Option<Ending>;
        rep(state: &[u64]) -> Rep;
        key(state: &[u64], horizon: u32) -> u64;
        evaluate(state: &[u64]) -> i32;
        hint(state: &[u64], record: &[u64]) -> Hint;
        traits() -> Traits;
    }

    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.ending_if_stuck(state)
    }
}

/// Which verdict comes first is worked out only for whoever asks: a short game takes no longer than the question.
#[test]
fn games_at_random_are_not_asked_for_endings_nobody_wants() {
    let game = Asked(Connect::tic_tac_toe(), AtomicUsize::new(0));
    let (mut playout, mut rng) = (Playout::new(&game), Rng::new(1));
    for _ in 0..50 {
        playout.play(&game.initial(), 20, &mut rng).unwrap();
    }
    assert_eq!(game.1.load(Ordering::Relaxed), 0);
    assert!(playout.ending().unwrap().is_some() && game.1.load(Ordering::Relaxed) > 0);
}
