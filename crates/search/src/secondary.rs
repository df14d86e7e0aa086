//! Secondary search: the line that a search chose is looked at again from its end.
//!
//! A search that stops at a fixed depth may choose a move only because the loss lies just behind its horizon. So before
//! a move is believed, the end of its line is searched some plies further; if that disappoints, the next best move has
//! its turn. It costs one shallow search for each line looked at instead of a deeper search of everything.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::value::is_decisive;
use super::{Ended, Limits, Line, Observer, Options, Report, Table, search_with};
use crate::game::time::Instant;
use crate::game::{Game, Position};

/// How many root moves may be looked at again.
const CANDIDATES: usize = 8;

/// As [`search_with`], then searches `plies` further from the ends of the best lines; the score is then what the line
/// led to. With 0 plies a plain search.
pub fn search_twice<G: Game + ?Sized>(
    table: &Table,
    position: &Position<G>,
    limits: &Limits,
    options: &Options,
    plies: u32,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Report {
    if plies == 0 {
        return search_with(table, position, limits, options, stop, observer);
    }
    let start = Instant::now();
    let wide = Options { multi_pv: options.multi_pv.max(CANDIDATES), ..options.clone() };
    let mut report = search_with(table, position, &first_share(limits), &wide, stop, observer);
    if stop.load(Relaxed) || matches!(report.ended, Ended::Overflow(_)) {
        report.lines.truncate(options.multi_pv.max(1));
        return report;
    }
    let alone = Options { multi_pv: 1, ..options.clone() };
    let mut checked: Vec<Line> = Vec::new();
    for line in &report.lines {
        // The lines come best first: one that already holds better than the next one promises is the answer.
        if checked.iter().any(|c| c.score >= line.score) {
            break;
        }
        let nodes = limits.nodes.map(|limit| limit.saturating_sub(report.nodes));
        if nodes == Some(0) || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
        let further = Limits { depth: Some(plies), nodes, soft_deadline: None, ..*limits };
        let (line, nodes) = look_behind(table, position, line, &further, &alone, stop);
        report.nodes += nodes;
        checked.push(line);
    }
    checked.sort_by_key(|line| std::cmp::Reverse(line.score));
    let rest = report.lines.split_off(checked.len());
    report.lines = checked.into_iter().chain(rest).collect();
    // The answer is the best of those looked at; the others stand by what is known of them.
    report.lines.get_mut(1..).unwrap_or_default().sort_by_key(|line| std::cmp::Reverse(line.score));
    report.lines.truncate(options.multi_pv.max(1));
    if let Some(best) = report.lines.first() {
        report.best = best.moves.first().cloned();
        report.score = best.score;
        report.proof = best.proof;
        report.line.clone_from(&best.moves);
    }
    report.seconds = start.elapsed().as_secs_f64();
    report
}

/// What the search from the root may take: time and nodes are left for the ends of its lines.
fn first_share(limits: &Limits) -> Limits {
    let now = Instant::now();
    let share = |deadline: Instant| now + deadline.saturating_duration_since(now) * 2 / 3;
    Limits {
        nodes: limits.nodes.map(|nodes| nodes - nodes / 3),
        deadline: limits.deadline.map(share),
        soft_deadline: limits.soft_deadline.map(share),
        ..*limits
    }
}

/// The line with what a search from its end says of it.
fn look_behind<G: Game + ?Sized>(
    table: &Table,
    position: &Position<G>,
    line: &Line,
    limits: &Limits,
    options: &Options,
    stop: &AtomicBool,
) -> (Line, u64) {
    let mut end = position.clone();
    line.moves.iter().for_each(|record| end.make(record));
    if line.proof.is_some() || !matches!(end.ending(), Ok(None)) {
        return (line.clone(), 0);
    }
    let found = search_with(table, &end, limits, options, stop, &mut ());
    if found.depth == 0 {
        return (line.clone(), found.nodes);
    }
    // Distances of wins count from the root.
    let away = if is_decisive(found.score) { found.score.signum() * line.moves.len() as i32 } else { 0 };
    let score = found.score - away;
    let score = if end.mover() == position.mover() { score } else { -score };
    let moves = line.moves.iter().chain(&found.line).cloned().collect();
    (Line { score, proof: None, moves }, found.nodes)
}
