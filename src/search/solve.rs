//! Exact values: the game searched to its end.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::exhaust::exhaust;
use super::node::Stop;
use super::proof_number::ProofNumber;
use super::prove::{Prover, WON, can_loop};
use super::{Ended, Limits};
use crate::game::{Game, Position};

/// The exact result for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither can force a win.
    Draw,
    /// A scored game: the margin for the player to move, in units of 1/`score_scale` points.
    Margin(i32),
}

/// How the value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The game was over.
    Rules,
    /// Every reachable state, backwards from the endings.
    Exhaustion,
    /// Alpha-beta with a table to the end of the game.
    AlphaBeta,
    /// Depth-first proof-number search.
    ProofNumber,
}

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveOptions {
    /// Size of the transposition table in MiB.
    pub table_mib: usize,
    /// Games whose positions can come back are solved by exhaustion up to so many reachable states, else by
    /// alpha-beta; 0 never exhausts.
    pub exhaust_states: usize,
    /// Use proof-number search where it applies: games that neither loop nor end by score.
    pub proof_number: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions { table_mib: 64, exhaust_states: 2_000_000, proof_number: false }
    }
}

/// What solving found.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// The value for the player to move, if it was found.
    pub verdict: Option<Verdict>,
    /// What the player to move reaches at least; equal to `at_most` when solved. None if nothing is known yet.
    pub at_least: Option<Verdict>,
    /// What the player to move reaches at most.
    pub at_most: Option<Verdict>,
    /// Plies to the end under best play; only exhaustion counts them.
    pub distance: Option<u32>,
    /// A line of best play by both as far as it was worked out; the first record is a best move.
    pub line: Vec<Vec<u64>>,
    /// Nodes searched or states visited.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// How it was done.
    pub method: Method,
    /// Why it ended: `Decided` if the verdict is there.
    pub ended: Ended,
}

/// Is told how far solving has come.
pub trait SolveObserver {
    /// The bounds have moved: the value for the player to move lies between them.
    fn bounds(&mut self, at_least: Option<Verdict>, at_most: Option<Verdict>, nodes: u64);
}

impl SolveObserver for () {
    fn bounds(&mut self, _: Option<Verdict>, _: Option<Verdict>, _: u64) {}
}

/// The exact value of a position, or bounds as far as limits allow (of `limits`, depth plays no part).
pub fn solve<G: Game + ?Sized>(
    position: &Position<G>,
    limits: &Limits,
    options: &SolveOptions,
    stop: &AtomicBool,
    observer: &mut dyn SolveObserver,
) -> Solved {
    let start = Instant::now();
    let game = position.game();
    let scored = game.score_scale().is_some();
    let mut solved = Solved {
        verdict: None,
        at_least: None,
        at_most: None,
        distance: None,
        line: Vec::new(),
        nodes: 0,
        seconds: 0.0,
        method: Method::AlphaBeta,
        ended: Ended::Decided,
    };
    let mut prover = Prover::new(position, options.table_mib, limits, stop);
    let outcome = match position.clone().ending() {
        Err(overflow) => Err(Stop::Overflow(overflow)),
        Ok(Some(ending)) => {
            solved.method = Method::Rules;
            solved.distance = Some(0);
            let value = prover.result(ending.outcome, position.mover());
            settle(&mut solved, value, scored);
            Ok(())
        }
        Ok(None) => by_search(position, limits, options, stop, observer, &mut prover, &mut solved),
    };
    solved.ended = match outcome {
        Err(Stop::Overflow(overflow)) => Ended::Overflow(overflow),
        Err(Stop::Interrupted) => Ended::Interrupted,
        Ok(()) if solved.verdict.is_none() => Ended::Depth,
        Ok(()) => Ended::Decided,
    };
    solved.nodes += prover.nodes;
    solved.seconds = start.elapsed().as_secs_f64();
    solved
}

fn verdict(value: i32, scored: bool) -> Verdict {
    match value {
        _ if scored && value.abs() < WON => Verdict::Margin(value),
        0 => Verdict::Draw,
        1.. => Verdict::Win,
        _ => Verdict::Loss,
    }
}

fn settle(solved: &mut Solved, value: i32, scored: bool) {
    let found = Some(verdict(value, scored));
    (solved.verdict, solved.at_least, solved.at_most) = (found, found, found);
}

fn by_search<G: Game + ?Sized>(
    position: &Position<G>,
    limits: &Limits,
    options: &SolveOptions,
    stop: &AtomicBool,
    observer: &mut dyn SolveObserver,
    prover: &mut Prover<G>,
    solved: &mut Solved,
) -> Result<(), Stop> {
    let game = position.game();
    let scored = game.score_scale().is_some();
    // 1. Where positions can come back and nothing forbids it, exhaustion has no trouble with loops.
    if can_loop(position)
        && !scored
        && options.exhaust_states > 0
        && let Some(found) = exhaust(position, options.exhaust_states, limits, stop)?
    {
        solved.method = Method::Exhaustion;
        solved.nodes = found.len() as u64;
        solved.distance = (found.values[0] != 0).then_some(found.distances[0]);
        solved.line = found.line(game.move_words());
        settle(solved, i32::from(found.values[0]), false);
        return Ok(());
    }
    // 2. Questions of the form "at least t?", each answer a bound, until the bounds meet. Loops count against
    //    whoever wants more than a draw.
    let (mut low, mut high) = if scored { (-WON, WON) } else { (-1, 1) };
    let by_numbers = options.proof_number && !scored && !can_loop(position);
    if by_numbers {
        solved.method = Method::ProofNumber;
    }
    let mut t = 1;
    while low < high {
        let score = if by_numbers {
            let answer = ProofNumber::new(prover, options.table_mib / 2).reaches(t);
            answer.map(|reached| if reached == Some(true) { t } else { t - 1 })
        } else {
            prover.reach(t, t >= 1).map(|known| known.score)
        };
        let score = match score {
            Ok(score) => score,
            Err(stop) => {
                prover.path.rewind();
                return Err(stop);
            }
        };
        let reached = score >= t;
        if prover.too_deep && (by_numbers || reached != (t >= 1)) {
            return Ok(()); // Only that the prover failed within MAX_PLY: no bound.
        }
        if reached {
            low = low.max(score);
            solved.at_least = Some(verdict(low, scored));
            t = low + 1;
        } else {
            high = high.min(score);
            solved.at_most = Some(verdict(high, scored));
            t = high;
        }
        observer.bounds(solved.at_least, solved.at_most, prover.nodes);
    }
    settle(solved, low, scored);
    observer.bounds(solved.at_least, solved.at_most, prover.nodes);
    // 3. A line: of each node a move that keeps its value, asked of the table that is full of facts by now.
    solved.line = proof_line(prover, low);
    Ok(())
}

/// Best play by both from the root, whose value for its mover is `value`.
fn proof_line<G: Game + ?Sized>(prover: &mut Prover<G>, value: i32) -> Vec<Vec<u64>> {
    let budget = prover.nodes + prover.nodes / 2 + 100_000;
    let mut line = Vec::new();
    let mut value = value;
    while line.len() < 400 && prover.nodes < budget {
        let Ok(Some((record, changed))) = prover.keeping(value) else { break };
        prover.path.make(&record);
        line.push(record);
        value = if changed { -value } else { value };
    }
    prover.path.rewind();
    line
}
