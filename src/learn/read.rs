//! What the games that were played say of the candidates: regressions in several readings.

use super::*;

/// So many numbers are tried by themselves.
const SINGLES: usize = 2;
/// So many numbers are tried on top of an evaluation, those that tell beyond it by so many standard errors.
const ADDITIONS: usize = 2;
const CERTAIN: f64 = 3.0;
/// What a number more may move an evaluation by at most, as a part of what moves it anyway.
const LARGEST: f64 = 2.0;
/// What a hunch moves an evaluation by, as a part of what moves it anyway.
const HUNCH: f64 = 0.5;
/// So many positions tell which numbers tell anything.
const CHOSEN_BY: usize = 3000;
/// The share of a label that is what the search thought rather than the result, where that tells.
const SEARCH_SHARE: f64 = 0.3;

/// How positions are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    /// Whether what was guessed is a number of its own.
    guess: bool,
    /// What of the price of dear terms is asked.
    price: f64,
    /// Which part of the games counts.
    part: Part,
}

/// Which part of the games counts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// All of it, the more the nearer the end, to which the result is due.
    Late,
    /// All but the end, which those who search see for themselves.
    Middle,
    /// The first two thirds.
    Early,
}

impl Part {
    /// What a position counts by how much of its game was over.
    fn weight(self, past: f64) -> f64 {
        match self {
            Part::Late => 0.25 + 0.75 * past,
            Part::Middle => f64::from(u8::from(past < 0.9)),
            Part::Early => f64::from(u8::from(past < 0.67)),
        }
    }
}

/// The readings that are tried.
pub(super) const READINGS: [Reading; 3] = [
    Reading { guess: true, price: 1.0, part: Part::Late },
    Reading { guess: true, price: 0.3, part: Part::Middle },
    Reading { guess: false, price: 0.3, part: Part::Early },
];

impl Learner<'_> {
    /// What the positions so far say by each way to read them, each answer once.
    pub(super) fn readings(&self, round: usize) -> Result<Vec<Vec<Term>>, Stopped> {
        let mut readings: Vec<Vec<Term>> = Vec::new();
        for reading in READINGS {
            let terms = self.fitted(round, reading)?;
            if !terms.is_empty() && !readings.contains(&terms) {
                readings.push(terms);
            }
        }
        Ok(readings)
    }

    /// The positions of the rounds so far; those of earlier ones count less. What a search thought of them counts, too, where it
    /// tells.
    fn recent(&self, round: usize, part: Part) -> Vec<Sample> {
        let round = self.samples.iter().map(|s| s.round).max().unwrap_or(0).min(round);
        let thoughts: Vec<Sample> = self
            .samples
            .iter()
            .filter_map(|seen| Some(Sample { differences: vec![seen.thought?], ..seen.sample.clone() }))
            .collect();
        let searched = fit(&thoughts, &[0], 1);
        let share = if searched.certainty[0] > 5.0 { SEARCH_SHARE } else { 0.0 };
        let weighted = |seen: &Seen| {
            let age = round - seen.round;
            let result = match seen.thought {
                Some(score) => (1.0 - share) * seen.sample.result + share * chance(score * searched.weights[0]),
                None => seen.sample.result,
            };
            let weight = part.weight(seen.past) * seen.sample.weight * 0.4_f64.powi(age as i32);
            Sample { weight, result, ..seen.sample.clone() }
        };
        let known = self.samples.iter().filter(|seen| seen.round <= round);
        known.map(weighted).filter(|sample| sample.weight > 0.0).collect()
    }

    /// The terms that tell who wins, with weights: what was guessed as far as it tells, and what play says beyond that.
    pub(super) fn fitted(&self, round: usize, reading: Reading) -> Result<Vec<Term>, Stopped> {
        self.check()?;
        let mut samples = self.recent(round, reading.part);
        let numbers = self.terms.len();
        let mut used: Vec<usize> = self.different(&samples);
        // The guess as a whole is one more number.
        let by_guess = |s: &Sample| self.guess.iter().map(|&(at, weight)| weight * s.differences[at]).sum::<f64>();
        for sample in &mut samples {
            let value = by_guess(sample);
            sample.differences.push(value);
        }
        let guess = numbers;
        // What tells is chosen by some of them, each for as many.
        let few = thinned(&samples);
        let total = few.iter().map(|s| s.weight).sum::<f64>();
        let helps = fit(&few, &[guess], numbers + 1).certainty[guess] > 1.0;
        // Alone it may say too much of one thing and nothing of others; with all of them nobody knows which says it.
        if helps && reading.guess {
            used.push(guess);
        }
        let mut found = fit(&few, &used, numbers + 1);
        loop {
            let explained = (found.blind - found.loss).max(1e-6);
            // What a term explains of all that is explained, against what it costs.
            let gain = |found: &Fit, i: usize| {
                let z = found.certainty[i];
                let bits = z * z / 2.0 / std::f64::consts::LN_2 / total;
                (z.abs(), bits / explained)
            };
            let price = |i: usize| {
                0.002 + 0.05 * reading.price * (self.costs.terms[i] as f64 / self.costs.node as f64).min(2.0)
            };
            let poor = |found: &Fit, i: usize| {
                let (z, share) = gain(found, i);
                z < 3.0 || share < price(i)
            };
            let mut out: Vec<usize> = used.iter().copied().filter(|&i| i != guess && poor(&found, i)).collect();
            if out.is_empty() || used.len() <= 1 {
                break;
            }
            out.sort_by(|&a, &b| gain(&found, a).1.total_cmp(&gain(&found, b).1).then(b.cmp(&a)));
            self.check()?;
            // The poorest ones first: what goes along with them may then tell more.
            out.truncate(out.len().div_ceil(3).min(used.len() - 1));
            used.retain(|i| !out.contains(i));
            found = fit(&few, &used, numbers + 1);
        }
        self.check()?;
        let mut found = if few.len() < samples.len() { fit(&samples, &used, numbers + 1) } else { found };
        // A guess that play contradicts is forgotten.
        if found.weights[guess] > 0.0 {
            for &(at, weight) in &self.guess {
                found.weights[at] += found.weights[guess] * weight;
                if !used.contains(&at) {
                    used.push(at);
                }
            }
        }
        used.retain(|&i| i != guess);
        used.sort_unstable();
        Ok(self.whole(&found.weights, &found.spread, &used))
    }

    /// The candidates that differ at all, each once.
    fn different(&self, samples: &[Sample]) -> Vec<usize> {
        let column = |i: usize| samples.iter().map(move |s| s.differences[i]);
        let mut used: Vec<usize> = Vec::new();
        for i in 0..self.terms.len() {
            let differs = column(i).any(|x| x != 0.0);
            let twin = used.iter().any(|&j| {
                column(i).zip(column(j)).all(|(a, b)| a == b) || column(i).zip(column(j)).all(|(a, b)| a == -b)
            });
            if differs && !twin {
                used.push(i);
            }
        }
        used
    }

    /// Whole weights: the term that matters most moves an evaluation by some 150 as a rule.
    fn whole(&self, weights: &[f64], spread: &[f64], used: &[usize]) -> Vec<Term> {
        let most = used.iter().map(|&i| (weights[i] * spread[i]).abs()).fold(0.0, f64::max);
        if most <= 0.0 {
            return Vec::new();
        }
        let least = used.iter().map(|&i| weights[i].abs()).fold(f64::INFINITY, f64::min);
        // Small weights of numbers that vary much are not to be rounded away.
        let scale = (150.0 / most).max((3.0 / least).min(3000.0 / most));
        let term = |&i: &usize| Term { weight: (weights[i] * scale).round() as i64, ..self.terms[i].clone() };
        used.iter().map(term).filter(|term| term.weight != 0).collect()
    }

    /// The numbers that tell most by themselves, each as an evaluation: sometimes that is all there is to know. Moves are tried
    /// wherever they can be counted.
    pub(super) fn singles(&self, round: usize) -> Result<Vec<Vec<Term>>, Stopped> {
        let samples = self.recent(round, Part::Middle);
        let certainty = |at: usize| fit(&samples, &[at], self.terms.len()).certainty[at];
        let mut found = self.each(self.different(&samples), certainty)?;
        found.retain(|(z, _)| z.abs() > 2.5);
        found.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()).then(a.1.cmp(&b.1)));
        let moves = |at: &usize| matches!(self.terms[*at].number, Number::Mobility(None));
        let mut chosen: Vec<(f64, usize)> = found.iter().copied().take(SINGLES).collect();
        if let Some(at) = (0..self.terms.len()).find(moves).filter(|&at| chosen.iter().all(|c| c.1 != at)) {
            let known = found.iter().find(|c| c.1 == at).copied();
            chosen.extend(known.or((self.terms[at].weight != 0).then_some((self.terms[at].weight as f64, at))));
        }
        let spread = self.spread();
        let single = |(z, at): (f64, usize)| {
            let mut weights = vec![0.0; self.terms.len()];
            weights[at] = z.signum();
            self.whole(&weights, &spread, &[at])
        };
        Ok(chosen.into_iter().map(single).collect())
    }

    /// What is found of each of some candidates, and which it is of.
    fn each(&self, all: Vec<usize>, of: impl Fn(usize) -> f64) -> Result<Vec<(f64, usize)>, Stopped> {
        let known = |at| self.check().map(|()| (of(at), at));
        all.into_iter().map(known).collect()
    }

    /// What pieces are worth by what was guessed, without all else that was; none where nothing else was.
    pub(super) fn material(guess: &[Term]) -> Option<Vec<Term>> {
        let counts = |term: &&Term| match &term.number {
            Number::Hand(..) => true,
            Number::Count(region) => matches!(**region, Region::Pieces { .. }),
            _ => false,
        };
        let material: Vec<Term> = guess.iter().filter(counts).cloned().collect();
        (!material.is_empty() && material.len() < guess.len()).then_some(material)
    }

    /// The numbers that tell most of what an evaluation does not know, then those that are worth a try anyway.
    pub(super) fn beyond(&self, best: &[Term], round: usize) -> Result<Vec<usize>, Stopped> {
        let samples = self.with_value_of(best, round);
        let places = self.places(best);
        let mut others = self.different(&samples);
        others.retain(|&at| places.iter().all(|known| known.0 != at));
        let certainty = |at: usize| fit(&samples, &[self.terms.len(), at], self.terms.len() + 1).certainty[at].abs();
        let mut found = self.each(others, certainty)?;
        found.retain(|(z, _)| *z > CERTAIN);
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut numbers: Vec<usize> = found.into_iter().take(ADDITIONS).map(|(_, at)| at).collect();
        for &(at, _) in &self.hunches {
            if !numbers.contains(&at) && places.iter().all(|known| known.0 != at) {
                numbers.push(at);
            }
        }
        Ok(numbers)
    }

    /// An evaluation with a number on top, as much as play says; where that says nothing, as much as a hunch has it.
    pub(super) fn with(&self, best: &[Term], at: usize, round: usize) -> Option<Vec<Term>> {
        let value = self.terms.len();
        let samples = self.with_value_of(best, round);
        let told = fit(&samples, &[value, at], value + 1);
        let hunch = self.hunches.iter().find(|hunch| hunch.0 == at).map(|hunch| hunch.1);
        let each = match hunch {
            _ if told.certainty[at].abs() > CERTAIN && told.certainty[value] > CERTAIN => {
                told.in_units_of(value, at, LARGEST)
            }
            Some(sign) if told.certainty[at] * sign > -CERTAIN && told.spread[at] > 0.0 => {
                sign * HUNCH * told.spread[value] / told.spread[at]
            }
            _ => return None,
        };
        let mut weights = vec![0.0; value];
        self.places(best).into_iter().for_each(|(at, weight)| weights[at] = weight);
        weights[at] += each;
        let used: Vec<usize> = (0..value).filter(|&at| weights[at] != 0.0).collect();
        Some(self.whole(&weights, &self.spread(), &used)).filter(|terms| !terms.is_empty())
    }

    /// Some of the positions, with what an evaluation says of them as one more number.
    fn with_value_of(&self, best: &[Term], round: usize) -> Vec<Sample> {
        let places = self.places(best);
        let mut samples = thinned(&self.recent(round, Part::Middle));
        for sample in &mut samples {
            let value = places.iter().map(|&(at, weight)| weight * sample.differences[at]).sum();
            sample.differences.push(value);
        }
        samples
    }

    /// The mean of two evaluations, each as far as it tells positions apart.
    pub(super) fn mean(&self, terms: &[Term], others: &[Term]) -> Vec<Term> {
        let value = |terms: &[Term]| -> Vec<f64> {
            let values = self.values(terms);
            let squares: f64 = values.iter().map(|value| value * value).sum();
            let spread = (squares / values.len().max(1) as f64).sqrt().max(1e-6);
            let mut weights = vec![0.0; self.terms.len()];
            self.places(terms).into_iter().for_each(|(at, weight)| weights[at] = weight / spread);
            weights
        };
        let weights: Vec<f64> = value(terms).iter().zip(value(others)).map(|(a, b)| a + b).collect();
        let used: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] != 0.0).collect();
        self.whole(&weights, &self.spread(), &used)
    }

    /// How much each number varies.
    fn spread(&self) -> Vec<f64> {
        let count = self.samples.len().max(1) as f64;
        let square = |at: usize| self.samples.iter().map(|s| s.sample.differences[at].powi(2)).sum::<f64>();
        (0..self.terms.len()).map(|at| (square(at) / count).sqrt()).collect()
    }

    /// What an evaluation says of the positions so far.
    pub(super) fn values(&self, terms: &[Term]) -> Vec<f64> {
        let places = self.places(terms);
        let value = |seen: &Seen| places.iter().map(|&(at, weight)| weight * seen.sample.differences[at]).sum();
        self.samples.iter().map(value).collect()
    }

    /// Where the terms of an evaluation stand among the candidates, with their weights.
    pub(super) fn places(&self, terms: &[Term]) -> Vec<(usize, f64)> {
        let place = |term: &Term| {
            let at = self.terms.iter().position(|t| t.number == term.number)?;
            Some((at, term.weight as f64))
        };
        terms.iter().filter_map(place).collect()
    }

    /// How much an evaluation tells of the results, in bits of 1.
    pub(super) fn told(&self, terms: &[Term]) -> f64 {
        let last = self.samples.iter().map(|s| s.round).max().unwrap_or(0);
        let places = self.places(terms);
        let of = |sample: &Sample| {
            let value = places.iter().map(|&(at, weight)| weight * sample.differences[at]).sum();
            Sample { differences: vec![value], ..sample.clone() }
        };
        let samples: Vec<Sample> = self.samples.iter().filter(|s| s.round == last).map(|s| of(&s.sample)).collect();
        let found = fit(&samples, &[0], 1);
        (found.blind - found.loss).max(0.0)
    }
}

/// Some of many samples, each for as many.
fn thinned(samples: &[Sample]) -> Vec<Sample> {
    let stride = samples.len().div_ceil(CHOSEN_BY).max(1);
    let for_all = |sample: &Sample| Sample { weight: sample.weight * stride as f64, ..sample.clone() };
    samples.iter().step_by(stride).map(for_all).collect()
}
