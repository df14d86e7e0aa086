//! Verbs that count and try.

use std::time::Duration;

use serde_json::{Value, json};

use super::ask::Ask;
use super::{Desk, Lines, places};
use crate::diag::Diagnostic;
use crate::game::perft::PerftOptions;
use crate::game::time::Instant;
use crate::session::{Error, PerftWatch, TrialOptions};

/// So often progress is told.
const EVERY: Duration = Duration::from_millis(200);

struct Relay<'a, 'l> {
    lines: &'a mut Lines<'l>,
    told: Instant,
}

impl PerftWatch for Relay<'_, '_> {
    fn progress(&mut self, depth: u32, done: usize, all: usize, leaves: u64) {
        if self.told.elapsed() > EVERY {
            self.told = Instant::now();
            self.lines.progress(&json!({ "depth": depth, "done": done, "all": all, "count": leaves }));
        }
    }
}

pub(super) fn perft(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let session = ask.session(desk.game(ask)?)?;
    let most = ask.number("depth", 1, 60)?.unwrap_or(3) as u32;
    let stop = lines.stop;
    let mut depths = Vec::new();
    for depth in 1..=most {
        let mut relay = Relay { lines: &mut *lines, told: Instant::now() };
        let result = session.perft(PerftOptions::plies(depth), stop, &mut relay)?;
        let Some(count) = result.counts.last().filter(|_| result.counts.len() == depth as usize) else { break };
        depths.push(json!({ "depth": depth, "count": count, "seconds": result.last.as_secs_f64() }));
        lines.progress(&json!({ "depths": depths }));
        if lines.stopped() {
            break;
        }
    }
    Ok(json!({ "depths": depths }))
}

/// The random games of `check --play`.
pub(super) fn trial(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let session = ask.session(game.clone())?;
    let games = ask.number("games", 1, 10_000)?.unwrap_or(100) as u32;
    let (stop, mut told) = (lines.stop, Instant::now());
    let trial = session.trial_watched(TrialOptions { games, ..TrialOptions::default() }, stop, &mut |played| {
        if told.elapsed() > EVERY {
            told = Instant::now();
            lines.progress(&json!({ "played": played, "all": games }));
        }
    });
    // What was never played has a list of its own.
    let told: Vec<Diagnostic> = trial.diagnostics.into_iter().filter(|told| told.code != "never-played").collect();
    Ok(json!({
        "games": trial.games,
        "mean_plies": trial.mean_plies,
        "mean_branching": trial.mean_branching,
        "wins": [trial.first_player_wins, trial.second_player_wins],
        "draws": trial.draws,
        "cut_off": trial.cut_off,
        "endings": trial.endings,
        "unused": trial.unused_rules,
        "diagnostics": places::diagnostics(&game.source, &told),
    }))
}
