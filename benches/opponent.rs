//! Our search on compiled rules against the crate `minimax` on rules written by hand, at equal time on one thread.
//!
//! `cargo bench --bench opponent [-- --games 20 --time 100ms --play connect-four,breakthrough]`. Each random opening is
//! played twice with changed colours. It prints our points.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use oracle::{Breakthrough, ConnectFour, Random, Told};
use rulesmith::compile::{Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::{Outcome, Position, Side};
use rulesmith::search::match_play::{GameResult, Tally};
use rulesmith::search::{Limits, Options, Table, search_with};
use rulesmith::{library, source::Source};

/// Both engines get a table of this size.
const TABLE_MIB: usize = 32;

/// What `minimax` needs of a game beyond its rules.
trait Duel: Told {
    fn words(&self) -> [u64; 2];
    fn index(m: Self::Move) -> u16;
    fn evaluate(&self) -> i32;
    fn noisy(&self, m: Self::Move) -> bool;
}

impl Duel for ConnectFour {
    fn words(&self) -> [u64; 2] {
        [self.own, self.all]
    }
    fn index(m: u64) -> u16 {
        m.trailing_zeros() as u16
    }
    /// Cells that would complete four, and stones in the middle: what the crate's own example counts.
    fn evaluate(&self) -> i32 {
        let (own, enemy) = (self.own, self.own ^ self.all);
        let middle = 0x7F << 21;
        let worth = |set: u64| 10 * self.completing(set).count_ones() as i32 + (set & middle).count_ones() as i32;
        worth(own) - worth(enemy)
    }
    fn noisy(&self, _: u64) -> bool {
        false
    }
}

impl Duel for Breakthrough {
    fn words(&self) -> [u64; 2] {
        [self.own, self.enemy]
    }
    fn index((from, to): (u64, u64)) -> u16 {
        (from.trailing_zeros() * 64 + to.trailing_zeros()) as u16
    }
    /// The terms of the rule file.
    fn evaluate(&self) -> i32 {
        let worth = |set: u64| {
            let advance = (1..8).map(|rank| rank * (set >> (8 * rank) & 0xFF).count_ones() as i32).sum::<i32>();
            100 * set.count_ones() as i32 + 8 * advance
        };
        worth(self.own) - worth(self.enemy.swap_bytes())
    }
    fn noisy(&self, (_, to): (u64, u64)) -> bool {
        self.enemy & to != 0
    }
}

/// A game by hand as `minimax` wants it.
struct Rules<H>(PhantomData<H>);

impl<H: Duel> minimax::Game for Rules<H> {
    type S = H;
    type M = H::Move;

    fn generate_moves(state: &H, moves: &mut Vec<H::Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            state.each(|m| moves.push(m));
        }
        winner
    }
    fn apply(state: &mut H, m: H::Move) -> Option<H> {
        Some(state.make(m))
    }
    fn get_winner(state: &H) -> Option<Winner> {
        if state.over() {
            return Some(Winner::PlayerJustMoved);
        }
        (state.count() == 0).then_some(Winner::Draw)
    }
    fn zobrist_hash(state: &H) -> u64 {
        let [a, b] = state.words();
        let mixed = (a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB) ^ mixed >> 32
    }
    fn table_index(m: H::Move) -> u16 {
        H::index(m)
    }
    fn max_table_index() -> u16 {
        64 * 64 - 1
    }
}

struct Judge<H>(PhantomData<H>);

impl<H> Clone for Judge<H> {
    fn clone(&self) -> Self {
        Judge(PhantomData)
    }
}

impl<H: Duel> Evaluator for Judge<H> {
    type G = Rules<H>;

    fn evaluate(&self, state: &H) -> Evaluation {
        state.evaluate() as Evaluation
    }
    fn generate_noisy_moves(&self, state: &H, moves: &mut Vec<H::Move>) {
        state.each(|m| {
            if state.noisy(m) {
                moves.push(m);
            }
        });
    }
}

/// One game after a random opening; our result.
fn game<H: Duel>(ours: &Compiled, seed: u64, our_side: Side, time: Duration) -> GameResult
where
    H::Move: Eq,
{
    let mut random = Random(seed);
    let (mut hand, mut position) = (H::start(), Position::initial(ours.game()));
    let options = IterativeOptions::new()
        .with_table_byte_size(TABLE_MIB << 20)
        .with_null_window_search(true)
        .with_countermoves()
        .with_countermove_history()
        .with_quiescence_search_depth(8);
    let mut theirs = IterativeSearch::new(Judge::<H>(PhantomData), options);
    theirs.set_timeout(time);
    let table = Table::new(TABLE_MIB);
    let ours_options = Options { table_mib: TABLE_MIB, ..Options::default() };
    for ply in 0.. {
        if let Some(ending) = position.ending().expect("its moves can be listed") {
            return match ending.outcome {
                Outcome::Win(side) if side == our_side => GameResult::Won,
                Outcome::Win(_) => GameResult::Lost,
                _ => GameResult::Drawn,
            };
        }
        let mover = position.mover();
        let m = if ply < 4 {
            hand.nth(random.below(hand.count()))
        } else if mover == our_side {
            let limits = Limits::time(time);
            let report = search_with(&table, &position, &limits, &ours_options, &AtomicBool::new(false), &mut ());
            let text = ours.move_text(position.state(), &report.best.expect("the game is not over"));
            let mut found = None;
            hand.each(|m| {
                if hand.texts(m, mover.index()).contains(&text) {
                    found = Some(m);
                }
            });
            found.expect("both have the same moves")
        } else {
            theirs.choose_move(&hand).expect("the game is not over")
        };
        let text = &hand.texts(m, mover.index())[0];
        let record = ours.parse_move(position.state(), text).expect("both have the same moves");
        position.make(&record);
        hand = hand.make(m);
    }
    unreachable!("games end")
}

fn play<H: Duel>(name: &str, games: u64, time: Duration)
where
    H::Move: Eq,
{
    let text = library::find(name).expect("a shipped game").text;
    let mut diagnostics = Diagnostics::new();
    let compiled = compile(&Source::new(name, text), &Settings::default(), &mut diagnostics).expect("it compiles");
    let mut tally = Tally::default();
    for number in 0..games {
        tally.add(game::<H>(&compiled, number / 2, Side::of(number as usize), time));
    }
    let Tally { wins, draws, losses, .. } = tally;
    println!("| {name} | {games} | {time:?} | {wins} | {draws} | {losses} | **{:.0} %** |", 100.0 * tally.share());
}

fn main() {
    let (mut games, mut time, mut names) = (20, Duration::from_millis(100), "connect-four,breakthrough".to_string());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
        match argument.as_str() {
            // Cargo says this to every benchmark.
            "--bench" => {}
            "--games" => games = value().parse().expect("a number"),
            "--time" => time = rulesmith::cli::parse_duration(&value()).expect("a time"),
            "--play" => names = value(),
            _ => panic!("what is {argument}? --games 20, --time 100ms, --play connect-four,breakthrough"),
        }
    }
    println!("Against the crate `minimax` (IterativeSearch), tables of {TABLE_MIB} MiB each:\n");
    println!("| game | games | a move | won | drawn | lost | points |\n|---|---|---|---|---|---|---|");
    for name in names.split(',') {
        match name {
            "connect-four" => play::<ConnectFour>(name, games, time),
            "breakthrough" => play::<Breakthrough>(name, games, time),
            _ => panic!("{name} has no opponent"),
        }
    }
}
