//! Random plies of breakthrough through the library's face, beside those of the innermost loop:
//! `cargo bench --bench facade`.
//!
//! Two ways each: moves that are listed, chosen and made one by one, and games that draw their moves. Medians of five rounds in
//! turn, in millions of plies a second.

use std::time::{Duration, Instant};

use rulesmith::Game;
use rulesmith::game::Playout;
use rulesmith::rng::Rng;

const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_millis(400);

/// Plies a second.
fn rate(mut plies: impl FnMut() -> u64) -> f64 {
    let (start, mut sum) = (Instant::now(), 0);
    while start.elapsed() < TIME {
        sum += plies();
    }
    sum as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    let game = Game::shipped("breakthrough").expect("it is shipped");
    let inner = game.loaded().compiled.game();
    inner.eager();
    let (start, first) = (game.start(), inner.initial());
    let mut rng = Rng::new(1);
    let mut listed = Playout::new(inner).from_lists();
    let mut drawn = Playout::new(inner);
    let mut seed = 0;
    let mut rounds: [Vec<f64>; 4] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(rate(|| u64::from(listed.play(&first, 400, &mut rng).expect("few moves"))));
        rounds[1].push(rate(|| {
            let mut position = start.clone();
            loop {
                let moves = position.legal_moves().expect("few moves");
                if moves.is_empty() {
                    return position.plies() as u64;
                }
                position.make(&moves.get(rng.below(moves.len())).expect("it is one of them"));
            }
        }));
        rounds[2].push(rate(|| u64::from(drawn.play(&first, 400, &mut rng).expect("few moves"))));
        rounds[3].push(rate(|| {
            seed += 1;
            start.random_games(100, 400, seed).expect("few moves").plies
        }));
    }
    let [listed, by_moves, drawn, random_games] = rounds.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[ROUNDS / 2] / 1e6
    });
    println!("| way | inside | through the face | ratio |\n|---|---|---|---|");
    println!("| listed, chosen, made | {listed:.2} | {by_moves:.2} | {:.2} |", by_moves / listed);
    println!("| drawn (`random_games`) | {drawn:.2} | {random_games:.2} | {:.2} |", random_games / drawn);
}
