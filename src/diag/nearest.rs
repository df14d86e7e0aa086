//! "Did you mean": the word that a mistyped one comes nearest to.

/// The nearest of some words, if it is near enough to have been meant. Capitals do not count; the first letters of a
/// word are near to it.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // One letter resembles every other, and nothing is a slip of very much.
    let slips = match word.chars().count() {
        0 | 65.. => return None,
        1..=2 => 0,
        3..=4 => 1,
        letters => (letters / 3).max(2),
    };
    let word = word.to_lowercase();
    let near = |other: &'a str| {
        let lower = other.to_lowercase();
        let distance = strsim::osa_distance(&word, &lower);
        let begun = word.len() >= 3 && lower.starts_with(&word);
        (begun || distance <= slips && distance < lower.chars().count()).then_some((distance, other))
    };
    known.into_iter().filter_map(near).min().map(|(_, other)| other)
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
        assert_eq!(nearest("Go", names), Some("go"));
        assert_eq!(nearest("xiangqi", names), None);
        assert_eq!(nearest("g", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"o".repeat(100_000), names), None);
    }
}
