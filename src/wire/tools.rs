//! Verbs that count and try.

use std::time::Duration;

use serde_json::{Value, json};

use super::ask::Ask;
use super::{Desk, Lines, places};
use crate::game::perft::PerftOptions;
use crate::game::time::Instant;
use crate::session::{Error, PerftWatch, TrialOptions};

/// So often progress is told.
const EVERY: Duration = Duration::from_millis(200);
/// The games of a trial that are played in one go.
const AT_ONCE: u32 = 20;

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

/// Random games in several goes, so that progress can be told and it can be stopped.
pub(super) fn trial(desk: &Desk, ask: &Ask, lines: &mut Lines<'_>) -> Result<Value, Error> {
    let game = desk.game(ask)?;
    let session = ask.session(game.clone())?;
    let games = ask.number("games", 1, 10_000)?.unwrap_or(100) as u32;
    let mut first = 0;
    let mut sum = Sum::default();
    while first < games && !lines.stopped() {
        let some = AT_ONCE.min(games - first);
        let options = TrialOptions { games: some, seed: 1 + u64::from(first), ..TrialOptions::default() };
        sum.add(&session.trial(options, lines.stop));
        first += some;
        lines.progress(&json!({ "played": first, "all": games }));
    }
    let mut value = sum.value();
    value["diagnostics"] = places::diagnostics(&game.source, &sum.diagnostics);
    Ok(value)
}

/// What several goes have shown together.
#[derive(Default)]
struct Sum {
    games: u32,
    plies: f64,
    choices: f64,
    wins: [u32; 2],
    draws: u32,
    cut_off: u32,
    endings: Vec<(String, u32)>,
    unused: Option<Vec<String>>,
    diagnostics: Vec<crate::diag::Diagnostic>,
}

impl Sum {
    fn add(&mut self, trial: &crate::session::Trial) {
        let games = f64::from(trial.games);
        self.games += trial.games;
        self.plies += trial.mean_plies * games;
        self.choices += trial.mean_branching * trial.mean_plies * games;
        self.wins[0] += trial.first_player_wins;
        self.wins[1] += trial.second_player_wins;
        self.draws += trial.draws;
        self.cut_off += trial.cut_off;
        for (text, number) in &trial.endings {
            match self.endings.iter_mut().find(|(known, _)| known == text) {
                Some((_, sum)) => *sum += number,
                None => self.endings.push((text.clone(), *number)),
            }
        }
        self.unused = Some(match self.unused.take() {
            None => trial.unused_rules.clone(),
            Some(unused) => unused.into_iter().filter(|rule| trial.unused_rules.contains(rule)).collect(),
        });
        // What all goes say; of what no game showed each go knows only its own.
        let lasting = |told: &crate::diag::Diagnostic| told.code != "never-played" && !self.diagnostics.contains(told);
        let fresh: Vec<_> = trial.diagnostics.iter().filter(|told| lasting(told)).cloned().collect();
        self.diagnostics.extend(fresh);
    }

    fn value(&self) -> Value {
        let games = f64::from(self.games.max(1));
        json!({
            "games": self.games,
            "mean_plies": self.plies / games,
            "mean_branching": self.choices / self.plies.max(1.0),
            "wins": self.wins,
            "draws": self.draws,
            "cut_off": self.cut_off,
            "endings": self.endings,
            "unused": self.unused.clone().unwrap_or_default(),
        })
    }
}
