//! From games to weights: a logistic regression of results on what the candidates count.

use super::games::Outcomes;
use super::terms::{Candidates, Origin, term};
use crate::compile::{AnyExecutor, Compiled};
use crate::game::Side;
use crate::learn::fit::{Fit, Sample, chance, fit};
use crate::rules::Term;

/// The share of a label that is the search's value rather than the result, where the value tells.
const SEARCH_SHARE: f64 = 0.3;
/// So many positions are looked at, the latest.
const MOST_SAMPLES: usize = 24_000;
/// By so many of them it is chosen what to count.
const CHOSEN_BY: usize = 6_000;
/// So many nanoseconds a search spends on a position in most games: what a term costs is a share of that.
const USUAL_NODE: f64 = 800.0;
/// Games of an earlier round count so much less.
const AGE: f64 = 0.5;
/// What a position counts beside others of its game, which have the same result: of twelve, all say what three games' would.
const BESIDE_OTHERS: f64 = 0.25;

struct Row {
    round: u32,
    /// Whether the first player moves.
    first: bool,
    differences: Vec<f64>,
    /// For the player to move, from 0 to 1.
    result: f64,
    score: f64,
}

/// Positions with what the candidates count in them.
pub struct Table {
    teller: Box<AnyExecutor>,
    rows: Vec<Row>,
}

impl Table {
    /// An empty one.
    pub fn new(compiled: &Compiled, candidates: &Candidates) -> Table {
        let even: Vec<Term> = candidates.all.iter().map(|candidate| term(1, candidate)).collect();
        Table { teller: compiled.judge(even), rows: Vec::new() }
    }

    /// Positions in it.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Takes in a game that came to an end.
    pub fn add(&mut self, played: &Outcomes) {
        let Some(result) = played.result else { return };
        let mut out = Vec::new();
        for (state, score) in &played.positions {
            self.teller.differences(state, &mut out);
            let first = self.teller.mover(state) == Side::First;
            let sign = if first { 1.0 } else { -1.0 };
            let differences = out.iter().map(|&d| d.clamp(-1_000_000, 1_000_000) as f64).collect();
            let result = 0.5 + 0.5 * sign * f64::from(result);
            self.rows.push(Row { round: played.job.round, first, differences, result, score: f64::from(*score) });
        }
    }

    /// Whether what the rules suggest was the same for both players in all games, such as the number of kings: it is not worth its line.
    pub fn is_idle(&self, candidates: &Candidates, i: usize) -> bool {
        candidates.all[i].origin == Origin::Rules && self.rows.iter().all(|row| row.differences[i] == 0.0)
    }

    /// The weights that tell best who wins, beginning with those that are known. Of what the rules suggest it leaves out what
    /// does not tell so many times as much as usual for its cost.
    pub fn fitted(&self, candidates: &Candidates, known: &[f64], times: f64) -> Option<Vec<f64>> {
        let skip = self.rows.len().saturating_sub(MOST_SAMPLES);
        let rows = &self.rows[skip..];
        let last = rows.iter().map(|row| row.round).max()?;
        let n = candidates.all.len();
        let value = |row: &Row| row.differences.iter().zip(known).map(|(x, w)| x * w).sum::<f64>();
        let weight = |row: &Row| BESIDE_OTHERS * AGE.powi((last - row.round) as i32);
        let by = |column: &dyn Fn(&Row) -> f64| -> Fit {
            let sample = |row: &Row| {
                let (first, result, weight) = (row.first, row.result, weight(row));
                Sample { differences: vec![column(row)], first, result, weight }
            };
            fit(&rows.iter().map(sample).collect::<Vec<_>>(), &[0], 1)
        };
        let (alone, searched) = (by(&value), by(&|row| row.score));
        let share = if searched.certainty[0] > 5.0 { SEARCH_SHARE } else { 0.0 };
        let mut samples: Vec<Sample> = rows
            .iter()
            .map(|row| {
                let thought = chance(row.score * searched.weights[0]);
                let result = (1.0 - share) * row.result + share * thought;
                Sample { differences: row.differences.clone(), first: row.first, result, weight: weight(row) }
            })
            .collect();
        // What is known is one more number: what play says of the others is said beyond it.
        for (sample, row) in samples.iter_mut().zip(rows) {
            sample.differences.push(value(row));
        }
        let tells = alone.certainty[0] > 3.0;
        let mut used = different(&samples, n);
        if tells {
            used.push(n);
        }
        // What to count is chosen by some of them, each for as many.
        let stride = samples.len().div_ceil(CHOSEN_BY).max(1);
        let few: Vec<Sample> = samples
            .iter()
            .step_by(stride)
            .map(|sample| Sample { weight: sample.weight * stride as f64, ..sample.clone() })
            .collect();
        let total: f64 = few.iter().map(|s| s.weight).sum();
        used.retain(|&i| i >= n || !is_reference(candidates, i));
        for table in 0..candidates.tables.len() {
            let of = |i: usize| i < n && matches!(&candidates.all[i].origin, Origin::Class(t, _) if *t == table);
            let without: Vec<usize> = used.iter().copied().filter(|&i| !of(i)).collect();
            let classes = used.len() - without.len();
            if classes == 0 {
                continue;
            }
            // So many numbers tell something of any games: more than that is asked for.
            let gain = fit(&few, &without, n + 1).loss - fit(&few, &used, n + 1).loss;
            if 2.0 * gain * total * std::f64::consts::LN_2 < 2.0 * classes as f64 + 4.0 {
                used = without;
            }
        }
        let mut found = fit(&few, &used, n + 1);
        loop {
            let explained = (found.blind - found.loss).max(1e-6);
            let poor = |&&i: &&usize| {
                i < n && candidates.all[i].origin == Origin::Rules && {
                    let z = found.certainty[i];
                    let bits = z * z / 2.0 / std::f64::consts::LN_2 / total;
                    let price = 0.001 + 0.05 * (candidates.all[i].cost as f64 / USUAL_NODE).min(2.0);
                    z.abs() < 2.5 || bits / explained < times * price
                }
            };
            let mut out: Vec<usize> = used.iter().filter(poor).copied().collect();
            if out.is_empty() {
                break;
            }
            // The poorest ones first: what goes along with them may then tell more.
            out.sort_by(|&a, &b| found.certainty[a].abs().total_cmp(&found.certainty[b].abs()).then(b.cmp(&a)));
            out.truncate(out.len().div_ceil(3));
            used.retain(|i| !out.contains(i));
            found = fit(&few, &used, n + 1);
        }
        let found = fit(&samples, &used, n + 1);
        // What is not certain is as it was known to be.
        let shrunk = |i: usize| {
            let z = found.certainty[i] * found.certainty[i];
            found.weights[i] * z / (1.0 + z)
        };
        let base = found.weights[n];
        let weights: Vec<f64> =
            (0..n).map(|i| if self.is_idle(candidates, i) { 0.0 } else { shrunk(i) + base * known[i] }).collect();
        let most = (0..n).map(|i| (weights[i] * found.spread[i]).abs()).fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        // The scale stays where what was known tells; else what matters most moves an evaluation by some 150.
        let scale = if tells { 1.0 / alone.weights[0] } else { 150.0 / most };
        Some(weights.into_iter().map(|weight| (weight * scale).clamp(-1e6, 1e6)).collect())
    }
}

/// Whether a class of cells is the first rank, or the first file, of its table: with all of them nobody knows which says it.
fn is_reference(candidates: &Candidates, i: usize) -> bool {
    let group = |i: usize| match candidates.all.get(i).map(|c| (&c.origin, &c.text)) {
        Some((Origin::Class(table, _), text)) => {
            let last = text.rsplit(' ').find(|word| word.bytes().any(|b| b.is_ascii_alphabetic()));
            Some((*table, last.unwrap_or_default().to_string()))
        }
        _ => None,
    };
    group(i).is_some_and(|own| !(0..i).any(|before| group(before).as_ref() == Some(&own)))
}

/// The candidates that differ at all, each once.
fn different(samples: &[Sample], numbers: usize) -> Vec<usize> {
    let mut used: Vec<usize> = Vec::new();
    for i in 0..numbers {
        let column = |i: usize| samples.iter().map(move |s| s.differences[i]);
        let differs = column(i).any(|x| x != 0.0);
        let twin = used
            .iter()
            .any(|&j| column(i).zip(column(j)).all(|(a, b)| a == b) || column(i).zip(column(j)).all(|(a, b)| a == -b));
        if differs && !twin {
            used.push(i);
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::games::Job;
    use super::*;
    use crate::compile::Settings;
    use crate::diag::Diagnostics;
    use crate::game::Position;
    use crate::source::Source;

    /// Of a piece that is never lost nothing can be told.
    #[test]
    fn what_no_game_tells_apart_is_left_out() {
        let rules = "players White, Black\nboard square 6x6\nfacing White north, Black south\npiece Man, Guard\n\
                     setup { White Guard on b1  White Man on rank 2  Black Guard on b6  Black Man on rank 5 }\n\
                     move Man { step forward to empty  step forward-diagonal to enemy Man }\n\
                     move Guard { step any to empty }\nend { win when own Man on far rank  win when enemy stuck }\n";
        let (source, settings) = (Source::new("a.game", rules), Settings::default());
        let compiled = crate::compile::compile(&source, &settings, &mut Diagnostics::new()).expect("it has no errors");
        let candidates = Candidates::of(&compiled, &source, &settings);
        let mut table = Table::new(&compiled, &candidates);
        let root = Position::initial(compiled.game());
        for game in 0..200 {
            let job = Job { seed: 1, round: 1, game, nodes: 50 };
            table.add(&job.play(&root, &AtomicBool::new(false)).expect("nobody stops it"));
        }
        let at = |text: &str| candidates.all.iter().position(|c| c.text == text).expect("it is one of them");
        let found =
            table.fitted(&candidates, &vec![100.0; candidates.all.len()], 1.0).expect("there is something to tell");
        assert!(found[at("count own Man")] != 0.0 && found[at("count own Guard")] == 0.0, "{found:?}");
    }
}
