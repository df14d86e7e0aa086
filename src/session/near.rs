//! "Did you mean": the candidate that a mistyped word comes nearest to.

/// The candidate nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may be wrong, but never all of a short word's.
    let most = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(d, candidate)| d <= most || (word.len() >= 3 && candidate.starts_with(word)))
        .min_by_key(|&(d, _)| d)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be changed, added, left out or exchanged with their neighbour; case does not count.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().take(64).collect();
    let b: Vec<char> = b.to_lowercase().chars().take(64).collect();
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_forgiven_and_another_word_is_not() {
        let names = ["chess", "othello", "go", "gomoku"];
        assert_eq!(nearest("ches", names), Some("chess"));
        assert_eq!(nearest("otehllo", names), Some("othello"));
        assert_eq!(nearest("gomo", names), Some("gomoku"));
        assert_eq!(nearest("xiangqi", names), None);
        assert_eq!(nearest("", names), None);
    }
}
