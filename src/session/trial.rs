//! Trial games: seeded random play that shows what the rules do, and which of them nothing ever uses.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Session;
use super::costs;
use super::view::Verdict;
use crate::compile::ClauseInfo;
use crate::diag::Diagnostic;
use crate::game::{PerSide, Repetition, Side};
use crate::rng::Rng;
use crate::source::Span;

/// So many positions are searched for plays that are left out: it takes all ways to play.
const LOOKED_AT: u32 = 1_000;

/// Every so manieth position is one of those whose costs are looked at.
const APART: u64 = 17;

/// A clause that one player played so often, and the other never, is hardly meant to be one player's.
const OFTEN: u32 = 30;

/// Messages that say why no game gets anywhere, and those that say why a clause in which they stand is never played.
const OVER: &[&str] = &["over-at-start", "ends-at-once", "no-setup"];
const NEVER: &[&str] = &["always-empty", "always-false", "asked-too-early", "never-appears", "never-in-hand"];

/// What to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialOptions {
    /// How many games.
    pub games: u32,
    /// The same seed plays the same games.
    pub seed: u64,
    /// A game is cut off after so many plies.
    pub most_plies: u32,
}

impl Default for TrialOptions {
    fn default() -> Self {
        TrialOptions { games: 100, seed: 1, most_plies: 2_000 }
    }
}

/// What was seen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trial {
    /// Games played.
    pub games: u32,
    /// Mean length.
    pub mean_plies: f64,
    /// Mean number of moves to choose from.
    pub mean_branching: f64,
    /// Games that the first player won.
    pub first_player_wins: u32,
    /// Games that the second player won.
    pub second_player_wins: u32,
    /// Games that nobody won, endings for want of a verdict included.
    pub draws: u32,
    /// Games that were cut off for their length.
    pub cut_off: u32,
    /// How often each verdict ended a game, the most frequent first.
    pub endings: Vec<(String, u32)>,
    /// The clauses that no move used, by their first words.
    pub unused_rules: Vec<String>,
    /// What a reader of the rules should look at.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether it was stopped early.
    pub stopped: bool,
}

impl Session {
    /// Plays random games from the position.
    ///
    /// Where the moves of a position can't be listed, the game is cut off and a message says so.
    pub fn trial(&self, options: TrialOptions, stop: &AtomicBool) -> Trial {
        self.trial_watched(options, stop, &mut |_| ())
    }

    /// The same; `played` is told after each game how many there were.
    pub fn trial_watched(&self, options: TrialOptions, stop: &AtomicBool, played: &mut dyn FnMut(u32)) -> Trial {
        let compiled = self.compiled();
        let clauses = compiled.clauses();
        // How often each player played each clause.
        let mut used = vec![PerSide::same(0u32); clauses.len()];
        // The first and the last ply of a game at which anybody did.
        let mut between: Vec<Option<(usize, usize)>> = vec![None; clauses.len()];
        let mut rng = Rng::new(options.seed);
        let mut trial = Trial::default();
        let (mut plies, mut choices, mut longest) = (0u64, 0u64, 0);
        let mut dead_end: Option<String> = None;
        let (mut left_out, mut looked_at) = (None, 0);
        let (mut unlisted, mut broken_off) = (None, 0);
        let mut unbounded: Option<(Diagnostic, String)> = None;
        let mut seen: Vec<Vec<u64>> = Vec::new();
        while trial.games < options.games && !stop.load(Ordering::Relaxed) {
            trial.games += 1;
            let mut position = self.position();
            let mut length = 0;
            let overflow = loop {
                if unbounded.is_none()
                    && let Some(wrong) = compiled.unbounded(position.state())
                {
                    unbounded = Some((wrong, self.text_of(&position)));
                }
                let ending = match position.ending() {
                    Ok(ending) => ending,
                    Err(overflow) => break Some(overflow),
                };
                if let Some(ending) = ending {
                    let verdict = Verdict::new(compiled, ending);
                    match ending.outcome.winner() {
                        Some(Side::First) => trial.first_player_wins += 1,
                        Some(Side::Second) => trial.second_player_wins += 1,
                        None => trial.draws += 1,
                    }
                    if verdict.without_verdict && dead_end.is_none() {
                        dead_end = Some(self.text_of(&position));
                    }
                    count(&mut trial.endings, &verdict.reason);
                    break None;
                }
                if length >= options.most_plies as usize || stop.load(Ordering::Relaxed) {
                    trial.cut_off += 1;
                    break None;
                }
                if left_out.is_none() && looked_at < LOOKED_AT {
                    left_out = compiled.left_out(position.state()).ok().flatten();
                    looked_at += 1;
                }
                // A few of each game, wherever in it.
                if seen.len() < costs::LOOKED_AT && plies % APART == 0 {
                    seen.push(position.state().to_vec());
                }
                let moves = match position.moves() {
                    Ok(moves) => moves,
                    Err(overflow) => break Some(overflow),
                };
                choices += moves.len() as u64;
                plies += 1;
                length += 1;
                longest = longest.max(length);
                let record = moves.get(rng.below(moves.len()));
                let mover = position.mover();
                for clause in compiled.clauses_of(position.state(), record) {
                    used[clause][mover] += 1;
                    let (first, last) = between[clause].unwrap_or((length, length));
                    between[clause] = Some((first.min(length), last.max(length)));
                }
                position.make(record);
            };
            if let Some(overflow) = overflow {
                trial.cut_off += 1;
                broken_off += 1;
                unlisted.get_or_insert_with(|| {
                    (compiled.unlisted(position.state(), overflow), overflow, self.text_of(&position))
                });
            }
            played(trial.games);
        }
        trial.stopped = trial.games < options.games;
        trial.mean_plies = ratio(plies, u64::from(trial.games));
        trial.mean_branching = ratio(choices, plies);
        // What no game ended by is as telling.
        for verdict in compiled.verdicts() {
            if !trial.endings.iter().any(|(known, _)| known == verdict) {
                trial.endings.push((verdict.to_string(), 0));
            }
        }
        trial.endings.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let games = trial.games;
        // What the file writes as one clause may be several.
        let uses = |side: Side, alike: &dyn Fn(&ClauseInfo) -> bool| -> u32 {
            clauses.iter().zip(&used).filter(|(c, _)| alike(c)).map(|(_, used)| used[side]).sum()
        };
        let by = |side: Side, clause: &ClauseInfo| uses(side, &|c| c.span == clause.span);
        let mut told = HashSet::new();
        let own = |clause: &&ClauseInfo| self.loaded.source.is_own(clause.span);
        let each: Vec<&ClauseInfo> = clauses.iter().filter(own).filter(|clause| told.insert(clause.span)).collect();
        let unused = each.iter().filter(|clause| Side::ALL.into_iter().all(|side| by(side, clause) == 0));
        // Where no game got anywhere, or it was said already why, what they did not play says nothing.
        let over = self.warnings().iter().any(|told| OVER.contains(&told.code));
        let within = |span: Span, clause: &ClauseInfo| clause.span.start <= span.start && span.end <= clause.span.end;
        let known = |clause: &ClauseInfo| {
            self.warnings().iter().any(|told| NEVER.contains(&told.code) && within(told.span, clause))
        };
        let meant = |clause: &&&ClauseInfo| !compiled.ruled_out_by_options(clause.span) && !known(clause);
        for clause in unused.filter(meant).filter(|_| broken_off < games && plies > 0 && !over) {
            trial.unused_rules.push(clause.text.clone());
            let message = format!("no move of {games} random games used `{}`", clause.text);
            let options = compiled.options_of(&self.loaded.source, clause.span);
            let help = match &options[..] {
                [] => "random play may miss what is rare; if more games don't help, its conditions may never hold"
                    .to_string(),
                options => format!("it asks for options: this is with {}", options.join(", ")),
            };
            trial.diagnostics.push(Diagnostic::warning("never-played", clause.span, message).help(help));
        }
        // What one player does often and the other never, who has the same pieces, is hardly meant.
        let equals = if compiled.begins_alike() { &each[..] } else { &[] };
        // A ply of the game, such as the first, is always the same player's: `drop Man on edge when no occupied`.
        let at_one_ply = |clause: &ClauseInfo| {
            let mut plies = clauses.iter().zip(&between).filter(|(c, _)| c.span == clause.span).filter_map(|(_, p)| *p);
            plies.next().is_some_and(|(first, last)| first == last && plies.all(|other| other == (first, last)))
        };
        for clause in equals.iter().filter(|clause| !at_one_ply(clause)) {
            for side in Side::ALL {
                let group = uses(side.other(), &|c| c.group == clause.group);
                if by(side, clause) >= OFTEN && by(side.other(), clause) == 0 && group >= OFTEN {
                    trial.diagnostics.push(self.one_sided(clause, side, games));
                }
            }
        }
        trial.diagnostics.extend(left_out);
        if let Some((wrong, text)) = unbounded {
            let help = wrong.help.clone().unwrap_or_default();
            trial.diagnostics.push(wrong.help(format!("{help}; the position is `{text}`")));
        }
        if !trial.stopped {
            trial.diagnostics.extend(self.costs(&seen));
        }
        if let Some(text) = dead_end {
            trial.diagnostics.push(
                Diagnostic::warning(
                    "no-verdict",
                    self.end_place(),
                    "a player had no move, and no verdict says what that means",
                )
                .help(format!(
                    "it counts as a draw; add a verdict such as `lose when enemy stuck`; the position is `{text}`"
                )),
            );
        }
        if let Some((told, overflow, text)) = unlisted {
            let message = format!("{broken_off} of {games} random games could not go on: {overflow}");
            let help = format!("{}; the position is `{text}`", overflow.advice());
            trial.diagnostics.push(Diagnostic { message, ..told }.help(help));
        }
        if let ([(reason, n), ..], true) = (&trial.endings[..], plies == u64::from(games) && longest == 1)
            && trial.cut_off == 0
        {
            let others = if *n < games { ", most of them" } else { "" };
            let message = format!("each of {games} random games was over after its first ply{others} by `{reason}`");
            trial.diagnostics.push(Diagnostic::warning("over-at-once", self.end_place(), message).help(
                "`end` is asked after every ply, and `own` is who has just moved: let its condition ask for what comes later",
            ));
        }
        let endless = trial.cut_off - broken_off;
        if endless > 0 && !trial.stopped {
            let message = format!("{endless} of {games} random games were cut off after {} plies", options.most_plies);
            trial.diagnostics.push(Diagnostic::warning("no-end", self.end_place(), message).help(
                if compiled.ends_by_clock() {
                    "random play wanders about: the clock of the rules needs longer games, which `--plies` allows"
                } else if compiled.game().traits().repetition == Repetition::Ignored {
                    "if play can go on for ever, end it: `draw when repeats 3`, or a clock"
                } else {
                    "random play wanders about; a clock would end it: `clock quiet`, `draw when quiet >= 100`"
                },
            ));
        }
        trial
    }

    fn one_sided(&self, clause: &ClauseInfo, side: Side, games: u32) -> Diagnostic {
        let [who, other] = [side, side.other()].map(|side| self.player(side));
        let message = format!("only {who} played `{}` in {games} random games, {other} never", clause.text);
        Diagnostic::warning("one-sided", clause.span, message)
            .help("if both are to play it: `rank 2` and `north` are the same for both players, `own rank 2` and `forward` each one's own")
    }

    /// Where the file says how the game ends; its beginning where it leaves that to the file that it extends.
    fn end_place(&self) -> Span {
        let ends = self.compiled().end_items();
        ends.into_iter().find(|&end| self.loaded.source.is_own(end)).unwrap_or_default()
    }
}

fn count(endings: &mut Vec<(String, u32)>, reason: &str) {
    match endings.iter_mut().find(|(known, _)| known == reason) {
        Some((_, n)) => *n += 1,
        None => endings.push((reason.to_string(), 1)),
    }
}

/// A mean, to two places: more would only be noise.
fn ratio(sum: u64, number: u64) -> f64 {
    if number == 0 { 0.0 } else { (sum as f64 / number as f64 * 100.0).round() / 100.0 }
}
