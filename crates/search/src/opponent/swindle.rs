//! Of moves that are about as good the one that an opponent who errs answers worst.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Mind;
use super::exact::{Expected, expected};
use super::plain::Halt;
use crate::game::time::Instant;
use crate::game::{EVAL_LIMIT, Game, Position};
use crate::value::{Meaning, Proof, meaning};
use crate::{Ended, Limits, Line, Observer, Options, Report, Table, search_with};

/// More candidates than these are not looked at.
const CANDIDATES: usize = 24;

/// So many positions, at most, go into telling exactly what to expect before anything is estimated.
const EXACTLY: u64 = 60_000;

/// What became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Swindled {
    /// What is to be expected of the move: 1 for a win, −1 for a loss. None where there was nothing to choose.
    pub expected: Option<f64>,
    /// Whether that is exact: all that can be reached was looked at.
    pub exact: bool,
    /// How many moves were in the choice.
    pub candidates: usize,
    /// In a lost position how many of the opponent's replies to the move keep the win, as far as was looked, and of how many.
    pub saving: Option<(usize, usize)>,
}

/// A move in the choice.
struct Candidate {
    line: Line,
    expected: f64,
    saving: Option<(usize, usize)>,
}

/// Searches, and among the moves within `within` of the best chooses the one that the opponent answers worst. What is proved is
/// never given away: a draw not for an estimate, a win for nothing. In lost positions, where distances count as the scores
/// do, among those as long.
pub fn swindle<'g, G: Game + ?Sized>(
    table: &Table,
    position: &Position<'g, G>,
    (mind, within): (&mut Mind<'g, G>, i32),
    limits: &Limits,
    options: &Options,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> (Report, Option<Swindled>) {
    let start = Instant::now();
    let most = limits.nodes.map_or(EXACTLY, |nodes| (nodes / 4).min(EXACTLY));
    let fifth = |deadline: Instant| start + deadline.saturating_duration_since(start) / 5;
    let bound = Limits { nodes: Some(most), deadline: limits.deadline.map(fifth), ..Limits::default() };
    mind.nodes = 0;
    let known = expected(position, mind, position.mover(), &bound, stop).ok();
    let used = mind.nodes;
    // Half of what there is for the values, the rest for the replies.
    let share = |deadline: Instant| start + deadline.saturating_duration_since(start) / 2;
    let first = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(used) / 2).map(|nodes| nodes.max(1)),
        deadline: limits.deadline.map(share),
        soft_deadline: limits.soft_deadline.map(share),
        ..*limits
    };
    let wide = Options { multi_pv: usize::MAX, within: Some(within), ..options.clone() };
    let mut report = search_with(table, position, &first, &wide, stop, observer);
    let asked = options.multi_pv.max(1);
    let Some(best) = report.lines.first().cloned() else { return (report, None) };
    if matches!(report.ended, Ended::Overflow(_)) {
        return (report, None);
    }
    let mut lines: Vec<Line> = report.lines.iter().filter(|line| holds(&best, line, within)).cloned().collect();
    lines.truncate(CANDIDATES);
    let lost = matches!(best.proof, Some(Proof::Loss(_)));
    let estimates = lines.iter().map(|line| line.score.abs()).filter(|&score| score < EVAL_LIMIT);
    let scale = estimates.max().unwrap_or(0).max(1);
    let mut swindled = Swindled { expected: None, exact: false, candidates: lines.len(), saving: None };
    // A longer line to a loss is more than what is known of the end without distances.
    let serves = |known: &Expected| {
        let may = lines.iter().any(|line| line.moves.first().is_some_and(|first| known.moves.contains(first)));
        !lost || known.best.value > known.value && may
    };
    if let Some(known) = known.filter(serves)
        && let Some(record) = known.moves.first()
    {
        // All that can be reached is known: what is equal there is equal.
        let line = lines.iter().find(|line| line.moves.first().is_some_and(|first| known.moves.contains(first)));
        let line = line.cloned().unwrap_or(Line { moves: vec![record.clone()], ..best.clone() });
        swindled = Swindled { expected: Some(known.best.value), exact: true, ..swindled };
        if lost {
            let rest = Limits { depth: Some(report.depth.max(2)), ..rest(limits, &report, 1) };
            let look = Look { table, position, options, stop, depth: report.depth, lost, scale };
            swindled.saving = candidate(&look, mind, &line, &rest, &mut report.nodes).and_then(|found| found.saving);
        }
        take(&mut report, line, asked, start);
        report.nodes += used;
        return (report, Some(swindled));
    }
    if lines.len() < 2 && !lost {
        take(&mut report, best, asked, start);
        return (report, None);
    }
    mind.nodes = 0;
    let mut candidates: Vec<Candidate> = Vec::new();
    let look = Look { table, position, options, stop, depth: report.depth, lost, scale };
    for (index, line) in lines.iter().enumerate() {
        let rest = rest(limits, &report, lines.len() - index);
        if stop.load(Relaxed) || rest.nodes == Some(0) || rest.deadline.is_some_and(|d| Instant::now() >= d) {
            break;
        }
        candidates.extend(candidate(&look, mind, line, &rest, &mut report.nodes));
    }
    report.nodes += mind.nodes;
    // The first of equal ones: the best of the search.
    let order = |candidate: &Candidate| {
        let (saving, replies) = candidate.saving.unwrap_or((0, 0));
        (Reverse((candidate.expected * 1e6).round() as i64), Reverse(far(&candidate.line)), saving, Reverse(replies))
    };
    if let Some(chosen) = candidates.into_iter().min_by_key(order) {
        swindled = Swindled { expected: Some(chosen.expected), saving: chosen.saving, ..swindled };
        take(&mut report, chosen.line, asked, start);
    } else {
        take(&mut report, best, asked, start);
    }
    (report, Some(swindled))
}

/// Whether a line may be chosen instead of the best.
fn holds(best: &Line, line: &Line, within: i32) -> bool {
    match (best.proof, line.proof) {
        // Of wins the quickest is as good as any.
        (Some(Proof::Win(_)), _) | (Some(Proof::Margin(_)), Some(Proof::Margin(_))) => line.score == best.score,
        (Some(Proof::Draw | Proof::Margin(_)), None) => false,
        (Some(Proof::Draw), Some(proof)) => matches!(proof, Proof::Draw | Proof::Win(_)),
        _ => line.score >= best.score.saturating_sub(within),
    }
}

/// How far away a loss is.
fn far(line: &Line) -> u32 {
    if let Some(Proof::Loss(plies)) = line.proof { plies } else { 0 }
}

/// What is left for each of so many candidates.
fn rest(limits: &Limits, report: &Report, candidates: usize) -> Limits {
    let now = Instant::now();
    let part = |deadline: Instant| now + deadline.saturating_duration_since(now) / candidates.max(1) as u32;
    Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes) / candidates.max(1) as u64),
        deadline: limits.deadline.map(part),
        ..Limits::default()
    }
}

/// The line comes first in the report.
fn take(report: &mut Report, line: Line, asked: usize, start: Instant) {
    report.best = line.moves.first().cloned();
    (report.score, report.proof) = (line.score, line.proof);
    report.line.clone_from(&line.moves);
    report.lines.retain(|other| other.moves.first() != line.moves.first());
    report.lines.insert(0, line);
    report.lines.truncate(asked);
    report.seconds = start.elapsed().as_secs_f64();
}

/// What candidates are looked at with.
struct Look<'a, 'g, G: Game + ?Sized> {
    table: &'a Table,
    position: &'a Position<'g, G>,
    options: &'a Options,
    stop: &'a AtomicBool,
    depth: u32,
    lost: bool,
    /// What an estimate is measured by.
    scale: i32,
}

/// What the opponent makes of a move; none if it could not be looked at.
fn candidate<'g, G: Game + ?Sized>(
    look: &Look<'_, 'g, G>,
    mind: &mut Mind<'g, G>,
    line: &Line,
    limits: &Limits,
    nodes: &mut u64,
) -> Option<Candidate> {
    let us = look.position.mover();
    let mut behind = look.position.clone();
    behind.make(line.moves.first()?);
    let alone = |expected| Some(Candidate { line: line.clone(), expected, saving: None });
    let Ok(moves) = behind.moves_or_ending().ok()? else { return alone(utility(line.score, look.scale)) };
    if behind.mover() == us {
        return alone(utility(line.score, look.scale));
    }
    let answers = match mind.replies(&behind, look.stop) {
        Ok(answers) => answers,
        Err(Halt::Interrupted | Halt::Overflow(_)) => return None,
    };
    let mut values = Vec::new();
    let (mut saving, mut replies) = (0, 0);
    let share = |left: usize| left.max(1) as u64;
    let wanted = if look.lost { moves.len() } else { answers.len() };
    for record in moves.iter() {
        let answered = answers.iter().any(|answer| answer == record);
        if !answered && !look.lost {
            continue;
        }
        let mut after = behind.clone();
        after.make(record);
        let now = Instant::now();
        let left = share(wanted - replies);
        let each = Limits {
            depth: Some(look.depth.saturating_sub(2).max(1)),
            nodes: limits.nodes.map(|nodes| (nodes / wanted.max(1) as u64).max(1)),
            deadline: limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / left as u32),
            ..Limits::default()
        };
        let one = Options { multi_pv: 1, threads: 1, within: None, ..look.options.clone() };
        let found = search_with(look.table, &after, &each, &one, look.stop, &mut ());
        *nodes += found.nodes;
        let ours = if after.mover() == us { found.score } else { -found.score };
        let proved_loss = match found.proof {
            Some(Proof::Loss(_)) => after.mover() == us,
            Some(Proof::Win(_)) => after.mover() != us,
            _ => false,
        };
        replies += 1;
        saving += usize::from(proved_loss);
        if answered {
            values.push(ours);
        }
    }
    let expected = values.iter().map(|v| utility(*v, look.scale)).sum::<f64>() / values.len().max(1) as f64;
    Some(Candidate { line: line.clone(), expected, saving: look.lost.then_some((saving, replies)) })
}

/// A value as a share of a win: estimates count for half of one at most.
fn utility(score: i32, scale: i32) -> f64 {
    match meaning(score) {
        Meaning::Win(_) => 1.0,
        Meaning::Loss(_) => -1.0,
        Meaning::Margin(margin) => {
            f64::from(margin.signum()) * (0.5 + 0.5 * f64::from(margin.abs()) / (f64::from(margin.abs()) + 64.0))
        }
        Meaning::Estimate(value) => 0.5 * f64::from(value) / (f64::from(value.abs()) + f64::from(scale.max(1))),
    }
}
