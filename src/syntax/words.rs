//! The words that open things, and the nearest word to a misspelt one.

/// The words that open items.
pub const ITEMS: &[&str] = &[
    "game", "players", "option", "board", "link", "facing", "region", "piece", "hand", "captives", "setup", "state",
    "clock", "table", "define", "move", "turn", "legal", "end", "eval",
];

/// The words that open clauses.
pub const VERBS: &[&str] = &["step", "slide", "leap", "hop", "place", "drop", "fly", "sow", "pass", "pick"];

/// The words that open effects.
pub const EFFECTS: &[&str] = &[
    "take", "put", "flip", "move", "swap", "promote", "set", "reset", "tuck", "rotate", "if", "may", "either", "pick",
    "do", "again", "extra",
];

/// The words that open verdicts, beside the names of players.
pub const VERDICTS: &[&str] = &["win", "lose", "draw", "score"];

/// The words for the shapes of boards.
pub const SHAPES: &[&str] =
    &["square", "rhombus", "hexagon", "triangle", "morris", "alquerque", "track", "row", "graph"];

/// The nearest of some words, if it is near enough to have been meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = match word.len() {
        0..=2 => return None,
        3..=4 => 1,
        5..=40 => 2,
        _ => return None,
    };
    let distances = known.into_iter().map(|other| (distance(word, other), other));
    distances.filter(|&(d, other)| d <= allowed && d < other.len()).min_by_key(|&(d, _)| d).map(|(_, other)| other)
}

/// How many letters must be put in, left out, exchanged or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let change = row[j] + usize::from(a[i] != b[j]);
            let mut best = change.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
