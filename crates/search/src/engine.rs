//! Iterative deepening: the root of the engine, its windows, lines and threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use super::node::{Stop, Worker};
use super::table::{Table, move_tag, record_hash};
use super::value::{INFINITY, Value, is_decisive, of_outcome, proof_of};
use super::{Ended, Iteration, Limits, Line, MAX_DEPTH, Observer, Options, Proof, Report, in_one_more_thread};
use crate::game::time::Instant;
use crate::game::{EVAL_LIMIT, Game, Position};

/// Searches for the best move with a fresh table.
pub fn search<G: Game + ?Sized>(
    position: &Position<G>,
    limits: &Limits,
    options: &Options,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Report {
    let table = if options.table { Table::new(options.table_mib) } else { Table::with_buckets(1) };
    search_with(&table, position, limits, options, stop, observer)
}

/// Searches with a table that is kept between the moves of a game. The table must not be used for another game.
pub fn search_with<G: Game + ?Sized>(
    table: &Table,
    position: &Position<G>,
    limits: &Limits,
    options: &Options,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Report {
    let start = Instant::now();
    table.age();
    let mut root = position.clone();
    let mut report = Report {
        best: None,
        score: 0,
        proof: None,
        depth: 0,
        looked_at: None,
        nodes: 0,
        line: Vec::new(),
        lines: Vec::new(),
        seconds: 0.0,
        ended: Ended::Decided,
    };
    let moves = match root.ending().and_then(|ending| Ok((ending, root.moves()?))) {
        Err(overflow) => {
            report.ended = Ended::Overflow(overflow);
            return report;
        }
        Ok((Some(ending), _)) => {
            report.score = of_outcome(ending.outcome, position.mover(), 0);
            report.proof = Some(proof_of(report.score, position.game().score_scale().is_some()));
            return report;
        }
        Ok((None, moves)) => moves,
    };
    // Whatever happens, there is a legal move to answer with.
    report.best = moves.iter().next().map(<[u64]>::to_vec);
    report.line = report.best.iter().cloned().collect();

    // Together they visit no more than was asked for.
    let helpers = options.threads.max(1) as u64 - 1;
    let share = limits.nodes.map(|nodes| nodes / (helpers + 1));
    let limits = &Limits { nodes: limits.nodes.zip(share).map(|(nodes, share)| nodes - helpers * share), ..*limits };
    let rest = AtomicBool::new(false);
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..=helpers)
            .map_while(|number| {
                let rest = &rest;
                let helper = move || {
                    // A helper fills the shared table; its own answer is dropped. Odd ones run a ply ahead.
                    let alone = Options { multi_pv: 1, ..options.clone() };
                    let free = Limits { depth: None, nodes: share, ..*limits };
                    let mut worker = Worker::new(position, table, &alone, &free, rest);
                    for depth in 1..=MAX_DEPTH {
                        let depth = depth + (number as u32 & 1);
                        if deepen(&mut worker, depth, None).is_err() {
                            break;
                        }
                    }
                    worker.nodes
                };
                in_one_more_thread(scope, helper)
            })
            .collect();
        let mut worker = Worker::new(position, table, options, limits, stop);
        drive(&mut worker, moves.len(), start, &mut report, observer);
        report.looked_at = (report.depth == 0).then_some((worker.root_searched, moves.len()));
        rest.store(true, Relaxed);
        report.nodes = worker.nodes + helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>();
    });
    report.seconds = start.elapsed().as_secs_f64();
    report
}

/// Runs the iterations of the main thread.
fn drive<G: Game + ?Sized>(
    worker: &mut Worker<G>,
    moves: usize,
    start: Instant,
    report: &mut Report,
    observer: &mut dyn Observer,
) {
    let limits = worker.limits;
    let scored = worker.game.score_scale().is_some();
    let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let wanted = worker.options.multi_pv.clamp(1, moves);
    for depth in 1..=deepest {
        let mut lines: Vec<Line> = Vec::new();
        worker.excluded.clear();
        worker.memory.age();
        while lines.len() < wanted {
            let rank = lines.len();
            let before = report.lines.get(rank);
            let first = before.and_then(|line| line.moves.first());
            worker.root_tag = first.map_or(0, |record| move_tag(record_hash(record)));
            let outcome = deepen(worker, depth, before.map(|line| line.score));
            let width = worker.game.move_words();
            let split = |words: &[u64]| words.chunks_exact(width).map(<[u64]>::to_vec).collect::<Vec<_>>();
            match outcome {
                Ok(value) => {
                    let Some((_, words)) = worker.root_best.take() else { break };
                    let proof = proved(value, scored);
                    let line = Line { score: value.score, proof, moves: split(&words) };
                    let seconds = start.elapsed().as_secs_f64();
                    let (nodes, line_) = (worker.nodes, line.clone());
                    observer.iteration(&Iteration { depth, rank: rank + 1, line: line_, nodes, seconds });
                    worker.excluded.push(line.moves[0].clone());
                    lines.push(line);
                    let far = |within| lines[0].score.saturating_sub(lines[rank].score) > within;
                    if worker.options.within.is_some_and(far) {
                        break;
                    }
                }
                Err(stop) => {
                    worker.path.rewind();
                    report.ended = match stop {
                        Stop::Interrupted => Ended::Interrupted,
                        Stop::Overflow(overflow) => Ended::Overflow(overflow),
                    };
                    // Of several lines those of the last whole iteration are told: scores of two depths don't compare.
                    if wanted > 1 && !report.lines.is_empty() {
                        return;
                    }
                    // What the unfinished iteration found counts if it beat the move that was tried first.
                    if let (0, Some((value, words))) = (rank, worker.root_best.take()) {
                        lines.push(Line { score: value.score, proof: proved(value, scored), moves: split(&words) });
                    }
                    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
                    if let Some(line) = lines.first() {
                        adopt(report, line);
                        report.lines = lines;
                    }
                    return;
                }
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        if let Some(line) = lines.first() {
            adopt(report, line);
        }
        report.lines = lines;
        report.depth = depth;
        report.ended = Ended::Depth;
        if report.lines.iter().all(|line| settled(line, depth)) {
            report.ended = Ended::Decided;
            return;
        }
        // On a clock an only move is played at once.
        let only = moves == 1 && depth >= 2;
        if limits.soft_deadline.is_some_and(|deadline| only || Instant::now() >= deadline) {
            report.ended = Ended::Interrupted;
            return;
        }
    }
}

fn adopt(report: &mut Report, line: &Line) {
    report.best = line.moves.first().cloned();
    report.score = line.score;
    report.proof = line.proof;
    report.line = line.moves.clone();
}

/// Whether a deeper iteration could tell nothing new: a win or loss is shortest once the depth has reached it.
fn settled(line: &Line, depth: u32) -> bool {
    match line.proof {
        Some(Proof::Win(plies) | Proof::Loss(plies)) => plies <= depth,
        Some(_) => true,
        None => false,
    }
}

/// What a root value proves.
fn proved(value: Value, scored: bool) -> Option<Proof> {
    let holds = match value.score {
        score if is_decisive(score) && score > 0 => value.least,
        score if is_decisive(score) => value.most,
        _ => value.least && value.most,
    };
    holds.then(|| proof_of(value.score, scored))
}

/// One iteration for one line. With a score to expect it starts with a narrow window; a value at or outside the
/// window is only a bound, so the window is widened until the value lies inside: exact as the full window.
fn deepen<G: Game + ?Sized>(worker: &mut Worker<G>, depth: u32, expected: Option<i32>) -> Result<Value, Stop> {
    worker.root_depth = depth as i32;
    if depth == 2 {
        worker.keep_deadline();
    }
    // As wide as a few quiet moves may change the value, so that it is seldom missed.
    let mut width = 24.max(4 * worker.memory.swing());
    let (mut alpha, mut beta) = (-INFINITY, INFINITY);
    if let Some(expected) = expected
        && worker.options.aspiration
        && depth >= 3
        && expected.abs() < EVAL_LIMIT
    {
        (alpha, beta) = (expected - width, expected + width);
    }
    (worker.root_best, worker.root_searched) = (None, 0);
    loop {
        // What was too good for a narrow window stands until the wider one has found something.
        let value = worker.node(depth as i32, alpha, beta)?;
        if value.score <= alpha && alpha > -INFINITY {
            worker.root_best = None;
            width *= 4;
            alpha = if width > 8000 { -INFINITY } else { value.score.saturating_sub(width).max(-INFINITY) };
        } else if value.score >= beta && beta < INFINITY {
            width *= 4;
            beta = if width > 8000 { INFINITY } else { value.score.saturating_add(width).min(INFINITY) };
            if let Some((_, words)) = &worker.root_best {
                worker.root_tag = move_tag(record_hash(&words[..worker.game.move_words()]));
            }
        } else {
            return Ok(value);
        }
    }
}
