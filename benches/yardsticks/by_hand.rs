//! Compiled rules beside the games written by hand.

use std::hint::black_box;

use crate::Wishes;
use crate::clock::{deepest, median, millions, rate, rate_for, ratio};
use crate::oracle::{Breakthrough, Chess, Congklak, ConnectFour, Draughts, Gomoku, Hand, Kalah, Othello, Random};
use crate::ours::{BATCH, LONGEST, Ours};
use rulesmith::game::perft::Leaves;

/// The table, a row a game.
pub fn run(wishes: &Wishes) {
    println!("## Against games written by hand\n");
    println!(
        "Millions a second, then ours divided by theirs. *made* writes the position after each last move; *made + end*"
    );
    println!(
        "also tests it for the end of the game. Chess by hand is the crate `cozy-chess`. Random games are compared by"
    );
    println!("plies: by hand no repetition is looked for.\n");
    println!(
        "| game | back end | counted: ours | by hand | ratio | made: ours | by hand | ratio | made + end: ours | by hand | ratio | random plies: ours | by hand | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    row::<ConnectFour>("connect-four", wishes);
    row::<Breakthrough>("breakthrough", wishes);
    row::<Othello>("othello", wishes);
    row::<Draughts>("english-draughts", wishes);
    row::<Gomoku>("gomoku", wishes);
    row::<Chess>("chess", wishes);
    row::<Kalah>("kalah", wishes);
    row::<Congklak>("congklak", wishes);
    println!();
}

/// Rates of one round: ours and theirs, in pairs.
#[derive(Default)]
struct Pairs {
    ours: Vec<f64>,
    theirs: Vec<f64>,
}

impl Pairs {
    fn add(&mut self, ours: f64, theirs: f64) {
        self.ours.push(ours);
        self.theirs.push(theirs);
    }

    fn ratio(&self) -> String {
        ratio(median(self.ours.iter().zip(&self.theirs).map(|(a, b)| a / b).collect()))
    }

    fn cells(&self) -> String {
        format!(
            "{} | {} | **{}**",
            millions(median(self.ours.clone())),
            millions(median(self.theirs.clone())),
            self.ratio()
        )
    }
}

fn row<H: Hand>(name: &str, wishes: &Wishes) {
    if !wishes.wants(name) {
        return;
    }
    let (mut ours, start, time) = (Ours::new(name, wishes.backend), H::start(), wishes.time);
    let leaf = H::FINISHED_IS_LEAF;
    // Each side to the depth that fills the time: with a slow back end the same depth would be too little for one of them.
    let our_bulk = deepest(time, 30, |d| ours.perft(d, Leaves::Counted, leaf));
    let our_leaf = deepest(time, 30, |d| ours.perft(d, Leaves::Judged, leaf));
    let hand_bulk = deepest(time, 30, |d| black_box(&start).bulk(d));
    let hand_leaf = deepest(time, 30, |d| black_box(&start).leaves::<true>(d));
    let (mut bulk, mut made, mut judged, mut random) =
        (Pairs::default(), Pairs::default(), Pairs::default(), Pairs::default());
    for round in 0..wishes.rounds {
        bulk.add(rate(|| ours.perft(our_bulk, Leaves::Counted, leaf)), rate(|| black_box(&start).bulk(hand_bulk)));
        let our_rate = |leaves| rate(|| ours.perft(our_leaf, leaves, leaf));
        made.add(our_rate(Leaves::Made), rate(|| black_box(&start).leaves::<false>(hand_leaf)));
        judged.add(our_rate(Leaves::Judged), rate(|| black_box(&start).leaves::<true>(hand_leaf)));
        let mut numbers = Random(round as u64);
        let our_plies = rate_for(time / 2, || ours.playouts(BATCH));
        let mut hand = || (0..BATCH).map(|_| u64::from(start.playout(&mut numbers, LONGEST))).sum();
        random.add(our_plies, rate_for(time / 2, &mut hand));
    }
    let cells = [bulk, made, judged, random].map(|pairs| pairs.cells());
    println!("| {name} | {} | {} |", ours.backend(), cells.join(" | "));
}
