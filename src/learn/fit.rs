//! Logistic regression: how the differences of some numbers tell who wins.
//!
//! Newton's method (iteratively reweighted least squares) with a little ridge, on numbers divided by how much they vary. All
//! sums are made in one order and the exponential is our own, so that the same games give the same weights on every machine.

/// A position of a game: what each number counts for the player to move minus the opponent, and how the game went for that
/// player, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The differences.
    pub differences: Vec<f64>,
    /// Whether the first player moves.
    pub first: bool,
    /// 1 won, 0 lost.
    pub result: f64,
    /// How much it counts.
    pub weight: f64,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// What one more of each number adds to the logarithm of the odds; 0 for those that are left out.
    pub weights: Vec<f64>,
    /// By how many standard errors each of them differs from 0.
    pub certainty: Vec<f64>,
    /// How much each number varies.
    pub spread: Vec<f64>,
    /// The mean loss of a prediction, in bits: 1 where nothing is known.
    pub loss: f64,
    /// The same of who predicts by who moves, and whether that is the first player, alone.
    pub blind: f64,
}

impl Fit {
    /// What one more of a number is worth in units of another one, for which it moves an evaluation at most so many times as much: beside
    /// what tells next to nothing anything would be much.
    pub fn in_units_of(&self, unit: usize, at: usize, most: f64) -> f64 {
        let most = most * self.spread[unit] / self.spread[at];
        (self.weights[at] / self.weights[unit]).clamp(-most, most)
    }
}

/// Keeps weights finite where a number tells all.
const RIDGE: f64 = 1.0;

/// Fits the numbers in `used` to some samples.
pub fn fit(samples: &[Sample], used: &[usize], numbers: usize) -> Fit {
    let total: f64 = samples.iter().map(|s| s.weight).sum::<f64>().max(1e-9);
    // Numbers are told beyond their mean at each player's turn: what one of them always has more of says nothing.
    let mut means = [vec![0.0; numbers], vec![0.0; numbers]];
    for (side, means) in means.iter_mut().enumerate() {
        let of = || samples.iter().filter(|sample| usize::from(sample.first) == side);
        let all: f64 = of().map(|sample| sample.weight).sum::<f64>().max(1e-9);
        for sample in of() {
            means.iter_mut().zip(&sample.differences).for_each(|(sum, x)| *sum += sample.weight * x);
        }
        means.iter_mut().for_each(|sum| *sum /= all);
    }
    let mut spread = vec![0.0; numbers];
    for sample in samples {
        let means = &means[usize::from(sample.first)];
        for ((sum, x), mean) in spread.iter_mut().zip(&sample.differences).zip(means) {
            *sum += sample.weight * (x - mean) * (x - mean);
        }
    }
    // What differs by less than a rounding does not differ.
    spread.iter_mut().for_each(|sum| *sum = Some((*sum / total).sqrt()).filter(|&spread| spread > 1e-6).unwrap_or(0.0));
    let used: Vec<usize> = used.iter().copied().filter(|&i| spread[i] > 0.0).collect();
    // The last columns are the turn and the side: whoever moves may be better off for it, and so may one of the players, above all
    // where they have different pieces and aims.
    let n = used.len() + 2;
    let row = |sample: &Sample| -> Vec<f64> {
        let means = &means[usize::from(sample.first)];
        let scaled = used.iter().map(|&i| (sample.differences[i] - means[i]) / spread[i]);
        scaled.chain([1.0, if sample.first { 1.0 } else { -1.0 }]).collect()
    };
    // One after the other: they are gone through again and again.
    let rows: Vec<f64> = samples.iter().flat_map(row).collect();
    let mut w = vec![0.0; n];
    let mut hessian = Vec::new();
    for _ in 0..12 {
        let mut gradient: Vec<f64> = w.iter().map(|w| RIDGE * w).collect();
        hessian = vec![0.0; n * n];
        for i in 0..n {
            hessian[i * n + i] = RIDGE;
        }
        for (x, sample) in rows.chunks_exact(n).zip(samples) {
            let p = chance(dot(&w, x));
            let error = sample.weight * (p - sample.result);
            let curve = sample.weight * (p * (1.0 - p)).max(1e-6);
            for (i, (gradient, hessian)) in gradient.iter_mut().zip(hessian.chunks_exact_mut(n)).enumerate() {
                *gradient += error * x[i];
                // Many numbers are the same for both players in most positions.
                if x[i] != 0.0 {
                    let scaled = curve * x[i];
                    hessian[..=i].iter_mut().zip(x).for_each(|(sum, x)| *sum += scaled * x);
                }
            }
        }
        let factor = cholesky(&hessian, n);
        let step = solve(&factor, n, &gradient);
        let most = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
        // Far from the solution a whole step may lead astray.
        let part = if most > 2.0 { 2.0 / most } else { 1.0 };
        w.iter_mut().zip(&step).for_each(|(w, s)| *w -= part * s);
        if most < 1e-6 {
            break;
        }
    }
    let factor = cholesky(&hessian, n);
    let mut found = Fit {
        weights: vec![0.0; numbers],
        certainty: vec![0.0; numbers],
        spread: spread.clone(),
        loss: loss(&rows, samples, &w),
        blind: 0.0,
    };
    for (at, &i) in used.iter().enumerate() {
        let mut unit = vec![0.0; n];
        unit[at] = 1.0;
        let variance = solve(&factor, n, &unit)[at];
        found.weights[i] = w[at] / spread[i];
        found.certainty[i] = w[at] / variance.max(1e-12).sqrt();
    }
    found.blind = if used.is_empty() { found.loss } else { fit(samples, &[], numbers).loss };
    found
}

/// The mean loss of predictions, in bits.
fn loss(rows: &[f64], samples: &[Sample], w: &[f64]) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (x, sample) in rows.chunks_exact(w.len()).zip(samples) {
        let p = chance(dot(w, x)).clamp(1e-9, 1.0 - 1e-9);
        sum -= sample.weight * (sample.result * ln(p) + (1.0 - sample.result) * ln(1.0 - p));
        total += sample.weight;
    }
    sum / f64::max(total, 1e-9) / ln(2.0)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The chance of winning at these odds.
pub fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds.clamp(-30.0, 30.0)))
}

/// The lower triangle of a positive definite matrix, of which the lower half is given.
fn cholesky(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
            let rest = matrix[i * n + j] - sum;
            l[i * n + j] = if i == j { rest.max(1e-12).sqrt() } else { rest / l[j * n + j] };
        }
    }
    l
}

/// The solution for a right side, by way of that triangle.
fn solve(l: &[f64], n: usize, right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| l[i * n + k] * x[k]).sum();
        x[i] = (x[i] - sum) / l[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
        x[i] = (x[i] - sum) / l[i * n + i];
    }
    x
}

/// The exponential by operations that are rounded alike everywhere: those of a mathematical library may differ.
fn exp(x: f64) -> f64 {
    /// 1 / 9!, 1 / 8!, and so on.
    const SERIES: [f64; 10] = [
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        1.0 / 2.0,
        1.0,
        1.0,
    ];
    // e^x = (e^(x / 256))^256.
    let y = x / 256.0;
    let sum = SERIES.iter().fold(0.0, |sum, c| sum * y + c);
    (0..8).fold(sum, |power, _| power * power)
}

/// The natural logarithm of a number in (0, 1], by such operations: of a power of two and of what is left, by the series of the inverse
/// hyperbolic tangent.
fn ln(x: f64) -> f64 {
    const SERIES: [f64; 9] =
        [1.0 / 17.0, 1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0];
    let (mut power, mut rest) = (0.0, x);
    while rest < std::f64::consts::FRAC_1_SQRT_2 {
        (power, rest) = (power - 1.0, rest * 2.0);
    }
    let t = (rest - 1.0) / (rest + 1.0);
    let series = SERIES.iter().fold(0.0, |sum, c| sum * (t * t) + c);
    power * std::f64::consts::LN_2 + 2.0 * t * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn exponentials_and_logarithms_are_those_of_the_library() {
        for x in [-30.0, -3.5, -0.1, 0.0, 0.3, 1.0, 17.0, 30.0_f64] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-11, "{x}");
        }
        for x in [1e-9, 0.01, 0.3, 0.5, 0.999, 1.0_f64] {
            assert!((ln(x) - x.ln()).abs() < 1e-9, "{x}");
        }
    }

    /// Results drawn by known weights give those weights, and nothing to what plays no part.
    #[test]
    fn the_weights_that_made_the_results_are_found() {
        let mut rng = Rng::new(5);
        // What somebody loses who knows the weights, in bits.
        let mut least = 0.0;
        let mut unit = || rng.below(1 << 20) as f64 / f64::from(1 << 20);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let x: Vec<f64> = (0..3).map(|_| (unit() * 9.0).floor() - 4.0).collect();
                let p = chance(0.5 * x[0] - 0.25 * x[1]);
                let result = f64::from(u8::from(unit() < p));
                least -= if result > 0.0 { p.log2() } else { (1.0 - p).log2() };
                Sample { differences: x, first: true, result, weight: 1.0 }
            })
            .collect();
        let fit = fit(&samples, &[0, 1, 2], 3);
        assert!((fit.weights[0] - 0.5).abs() < 0.05 && (fit.weights[1] + 0.25).abs() < 0.05, "{fit:?}");
        assert!(fit.certainty[0] > 20.0 && fit.certainty[2].abs() < 3.0, "{fit:?}");
        let least = least / samples.len() as f64;
        assert!((fit.loss - least).abs() < 0.01 && least < 0.8 && fit.blind > 0.99, "{fit:?}, {least}");
    }

    /// What one player always has more of, who wins more often, says nothing; what more of it than usual is worth, says all.
    #[test]
    fn what_only_tells_the_players_apart_is_worth_nothing() {
        let mut rng = Rng::new(7);
        let mut unit = || rng.below(1 << 20) as f64 / f64::from(1 << 20);
        let samples: Vec<Sample> = (0..4000)
            .map(|number| {
                let first = number % 2 == 0;
                let sign = if first { 1.0 } else { -1.0 };
                let more = (unit() * 5.0).floor() - 2.0;
                let p = chance(sign - 0.5 * more);
                let result = f64::from(u8::from(unit() < p));
                Sample { differences: vec![8.0 * sign, 20.0 * sign + more], first, result, weight: 1.0 }
            })
            .collect();
        let found = fit(&samples, &[1], 2);
        assert!((found.weights[1] + 0.5).abs() < 0.1, "{found:?}");
        assert!(fit(&samples, &[0], 2).certainty[0].abs() < 2.0 && found.blind < 0.9, "{found:?}");
    }

    #[test]
    fn a_number_is_told_in_units_of_another() {
        let told = |weights: [f64; 2]| Fit {
            weights: weights.to_vec(),
            certainty: vec![9.0, 9.0],
            spread: vec![100.0, 2.0],
            loss: 0.5,
            blind: 1.0,
        };
        assert_eq!(told([0.02, 0.5]).in_units_of(0, 1, 2.0), 25.0);
        // As much as twice what moves it anyway, and no more.
        assert_eq!(told([0.0001, 0.5]).in_units_of(0, 1, 2.0), 100.0);
        assert_eq!(told([0.0001, -0.5]).in_units_of(0, 1, 2.0), -100.0);
    }
}
