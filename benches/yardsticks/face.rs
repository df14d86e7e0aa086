//! Random plies of breakthrough through the library's face, beside those of the innermost loop: moves that are listed, chosen
//! and made one by one, and games that draw their moves.

use rulesmith::Game;
use rulesmith::game::Playout;
use rulesmith::rng::Rng;

use crate::Wishes;
use crate::clock::{median, millions, rate_for, ratio};

/// Longer games are broken off; there are none.
const LONGEST: u32 = 400;
/// Games between two looks at the clock, which takes as long as some games.
const GAMES: usize = 100;

/// Measures, and prints the table.
pub fn run(wishes: &Wishes) {
    if !wishes.wants("breakthrough") {
        return;
    }
    let start = Game::shipped("breakthrough").expect("it is shipped").start();
    let game = start.game();
    let inside = game.loaded().compiled.game();
    inside.eager();
    let first = inside.initial();
    let (mut listed, mut drawn) = (Playout::new(inside).from_lists(), Playout::new(inside));
    let (mut rng, mut seed) = (Rng::new(1), 0);
    let mut rates: [Vec<f64>; 4] = Default::default();
    for _ in 0..wishes.rounds {
        let by_moves = |rng: &mut Rng| {
            let mut position = start.clone();
            loop {
                let moves = position.legal_moves().expect("they are few");
                if moves.is_empty() {
                    return position.plies() as u64;
                }
                position.make(&moves.get(rng.below(moves.len())).expect("it is one of them"));
            }
        };
        let play = |playout: &mut Playout<'_, _>, rng: &mut Rng| {
            let mut game = |_| u64::from(playout.play(&first, LONGEST, rng).expect("its moves can be listed"));
            (0..GAMES).map(&mut game).sum()
        };
        rates[0].push(rate_for(wishes.time, || play(&mut listed, &mut rng)));
        rates[1].push(rate_for(wishes.time, || (0..GAMES).map(|_| by_moves(&mut rng)).sum()));
        rates[2].push(rate_for(wishes.time, || play(&mut drawn, &mut rng)));
        rates[3].push(rate_for(wishes.time, || {
            seed += 1;
            start.random_games(GAMES, LONGEST, seed).expect("its moves can be listed").plies
        }));
    }
    let [listed, by_moves, drawn, random_games] = rates.map(median);
    println!("\n| random plies of breakthrough | inside | through the face | ratio |\n|---|---|---|---|");
    for (way, inside, face) in
        [("listed (`legal_moves`, `make`)", listed, by_moves), ("drawn (`random_games`)", drawn, random_games)]
    {
        println!("| {way} | {} | {} | {} |", millions(inside), millions(face), ratio(face / inside));
    }
}
