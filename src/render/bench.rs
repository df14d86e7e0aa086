//! Figures of speed as a table.

use super::text::{duration, thousands};
use crate::session::{Figures, Signature};

const HEADINGS: [&str; 10] =
    ["game", "back end", "load", "counted/s", "made/s", "judged/s", "evals/s", "games/s", "plies/s", "nodes/s"];

/// Figures of several games, a row each; names to the left, numbers to the right.
pub fn bench(rows: &[(String, Figures)]) -> String {
    let mut cells = vec![HEADINGS.map(str::to_string)];
    cells.extend(rows.iter().map(|(name, f)| row(name, f)));
    let widths: Vec<usize> =
        (0..HEADINGS.len()).map(|i| cells.iter().map(|row| row[i].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &cells {
        let line: Vec<String> = (row.iter().zip(&widths).enumerate())
            .map(|(i, (cell, &width))| if i < 2 { format!("{cell:width$}") } else { format!("{cell:>width$}") })
            .collect();
        text += line.join("  ").trim_end();
        text.push('\n');
    }
    text
}

fn row(name: &str, f: &Figures) -> [String; 10] {
    let none = || "-".to_string();
    let rate = |figure: Option<f64>| figure.map_or_else(none, short);
    [
        name.to_string(),
        f.backend.to_string(),
        f.load.map_or_else(none, duration),
        rate(f.counted),
        rate(f.made),
        rate(f.judged),
        rate(f.evaluations),
        rate(f.random_games),
        rate(f.random_plies),
        rate(f.search),
    ]
}

/// Three digits, more would only be noise: `1.23 M`.
fn short(figure: f64) -> String {
    let (value, unit) = match figure {
        f if f >= 999_500.0 => (f / 1e6, " M"),
        f if f >= 999.5 => (f / 1e3, " k"),
        f => (f, "  "),
    };
    let digits = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.digits$}{unit}")
}

/// The nodes of the fixed searches, and their sum.
pub fn signature(counts: &Signature) -> String {
    let widest = counts.iter().map(|c| c.0.len()).max().unwrap_or(0);
    let line = |(name, nodes): &(&str, u64)| format!("{name:widest$}  {:>9}\n", thousands(*nodes));
    let total: u64 = counts.iter().map(|c| c.1).sum();
    counts.iter().map(line).collect::<String>() + &line(&("all", total))
}

#[cfg(test)]
mod tests {
    use super::{bench, short};
    use crate::session::Figures;

    #[test]
    fn three_digits() {
        let shown = [0.5, 12.34, 999.4, 999.6, 12_345.0, 123_456.0, 999_900.0, 2.5e9].map(short);
        assert_eq!(shown, ["0.50  ", "12.3  ", "999  ", "1.00 k", "12.3 k", "123 k", "1.00 M", "2500 M"]);
    }

    #[test]
    fn what_was_not_measured_is_a_dash() {
        let figures = Figures { backend: "interpreter", counted: Some(1e6), ..Figures::default() };
        let text = bench(&[("chess".to_string(), figures)]);
        assert_eq!(
            text.lines().nth(1),
            Some("chess  interpreter     -     1.00 M       -         -        -        -        -        -")
        );
    }
}
