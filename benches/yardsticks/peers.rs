//! Compiled rules beside other systems that run rules from a description, by way of one program that anyone can run.
//!
//! Their figures were measured once (`go perft 5` of chess by Fairy-Stockfish 11.1 then gave 14 million leaves a second)
//! and are scaled by what the same program does now, between our own measurements.

use crate::Wishes;
use crate::clock::{deepest, median, millions, rate, rate_for, ratio};
use crate::external::Stockfish;
use crate::ours::{BATCH, Ours};
use rulesmith::game::perft::Leaves;

/// Leaves a second of the unit when the figures below were measured.
const UNIT_THEN: f64 = 14e6;

/// What the others do with a game.
struct Peer {
    game: &'static str,
    /// Regular Boardgames' generated C++: leaves counted and leaves made, in units.
    rbg_bulk: Option<f64>,
    rbg_leaf: Option<f64>,
    /// Random games a second: Regular Boardgames, Ludii.
    rbg_games: Option<f64>,
    ludii_games: Option<f64>,
}

const fn peer(game: &'static str, bulk: f64, leaf: f64, games: f64, ludii: f64) -> Peer {
    Peer { game, rbg_bulk: Some(bulk), rbg_leaf: Some(leaf), rbg_games: Some(games), ludii_games: Some(ludii) }
}

/// Ludii played Go on 9×9, so its figure is left out here.
const PEERS: [Peer; 12] = [
    peer("tic-tac-toe", 1.6, 1.0, 1_804_000.0, 238_000.0),
    peer("connect-four", 8.7, 1.8, 616_000.0, 33_900.0),
    peer("breakthrough", 8.2, 4.6, 40_800.0, 2_600.0),
    peer("othello", 0.47, 0.25, 15_000.0, 1_190.0),
    peer("english-draughts", 0.97, 0.45, 48_400.0, 3_260.0),
    peer("international-draughts", 0.13, 0.11, 3_480.0, 1_110.0),
    peer("chess", 0.65, 0.37, 712.0, 86.0),
    peer("nine-mens-morris", 4.6, 2.1, 30_900.0, 1_990.0),
    peer("amazons", 10.9, 4.3, 2_660.0, 1_920.0),
    peer("hex", 23.8, 2.7, 15_500.0, 8_330.0),
    peer("gomoku", 26.0, 5.0, 13_700.0, 15_100.0),
    Peer { ludii_games: None, ..peer("go", 3.7, 0.11, 306.0, 0.0) },
];

/// The table, a row a game.
pub fn run(wishes: &Wishes) {
    println!("## Against other systems that run descriptions\n");
    let Some(mut stockfish) = Stockfish::start() else {
        println!("`fairy-stockfish` is not installed: nothing to measure by.");
        return;
    };
    println!(
        "In units of `fairy-stockfish` `go perft 5` of chess, measured in the same rounds; × RBG and × Ludii by the"
    );
    println!("figures that were measured beside the same unit.\n");
    println!(
        "| game | back end | counted, units | × RBG | made, units | × RBG | made + end, units | × RBG | random games/s | × RBG | × Ludii |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut units = Vec::new();
    for peer in &PEERS {
        if wishes.wants(peer.game) {
            row(peer, wishes, &mut stockfish, &mut units);
        }
    }
    if !units.is_empty() {
        println!("\nThe unit: {} million leaves a second.\n", millions(median(units)));
    }
}

fn row(peer: &Peer, wishes: &Wishes, stockfish: &mut Stockfish, units: &mut Vec<f64>) {
    let mut ours = Ours::new(peer.game, wishes.backend);
    let time = wishes.time;
    let [bulk_depth, made_depth, judged_depth] =
        Leaves::ALL.map(|leaves| deepest(time, 30, |d| ours.perft(d, leaves, false)));
    let (mut bulk, mut made, mut judged, mut games, mut scaled) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..wishes.rounds {
        let Some(unit) = stockfish.rate() else { return };
        units.push(unit);
        bulk.push(rate(|| ours.perft(bulk_depth, Leaves::Counted, false)) / unit);
        made.push(rate(|| ours.perft(made_depth, Leaves::Made, false)) / unit);
        judged.push(rate(|| ours.perft(judged_depth, Leaves::Judged, false)) / unit);
        let played = rate_for(time / 2, || {
            ours.playouts(BATCH);
            BATCH
        });
        games.push(played);
        scaled.push(played * UNIT_THEN / unit);
    }
    let [bulk, made, judged, games, scaled] = [bulk, made, judged, games, scaled].map(median);
    let times = |ours: f64, theirs: Option<f64>| theirs.map_or("-".to_string(), |t| format!("**{}**", ratio(ours / t)));
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {games:.0} | {} | {} |",
        peer.game,
        ours.backend(),
        ratio(bulk),
        times(bulk, peer.rbg_bulk),
        ratio(made),
        times(made, peer.rbg_leaf),
        ratio(judged),
        times(judged, peer.rbg_leaf),
        times(scaled, peer.rbg_games),
        times(scaled, peer.ludii_games),
    );
}
