//! "Did you mean": the word that a mistyped one comes nearest to.

/// So many words that are equally near are named.
const MOST: usize = 3;

/// The nearest of some words, if it is near enough to have been meant. Capitals do not count; the first letters of a
/// word are near to it.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, known).into_iter().min().map(|(_, other)| other)
}

/// All words that are as near as the nearest, in the order of the alphabet; a few at most. Of two letters one may be wrong, or gone.
pub fn nearest_all<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Vec<&'a str> {
    let mut all = near(word, known.clone());
    if word.len() <= 2 && all.is_empty() {
        let short = known.into_iter().filter(|other| (2..=word.len() + 1).contains(&other.len()));
        all = short.map(|other| (strsim::osa_distance(word, other), other)).filter(|(slips, _)| *slips == 1).collect();
    }
    all.sort_unstable();
    all.dedup();
    let least = all.first().map_or(0, |(distance, _)| *distance);
    let as_near = all.into_iter().filter(|(distance, _)| *distance == least).map(|(_, other)| other);
    as_near.take(MOST).collect()
}

/// The words that are near enough, with their distances.
fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    // One letter resembles every other, and nothing is a slip of very much.
    let slips = match word.chars().count() {
        0 | 65.. => return Vec::new(),
        1..=2 => 0,
        3..=4 => 1,
        letters => (letters / 3).clamp(2, 3),
    };
    let word = word.to_lowercase();
    let near = |other: &'a str| {
        let lower = other.to_lowercase();
        let distance = strsim::osa_distance(&word, &lower);
        let begun = word.len() >= 3 && lower.starts_with(&word);
        (begun || distance <= slips && distance < lower.chars().count()).then_some((distance, other))
    };
    known.into_iter().filter_map(near).collect()
}

/// Whether a word is another one with one letter wrong, where that is hardly by intent: short words, the first letter, a
/// number or an `s` at the end make words of their own (`lift`, `eight`, `line2`, `rooks`).
pub fn is_slip(word: &str, other: &str) -> bool {
    let other = other.to_lowercase();
    let letters = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let least = if word.chars().count() == other.chars().count() { 5 } else { 4 };
    (least..=64).contains(&word.chars().count())
        && word.chars().next() == other.chars().next()
        && letters(word) != letters(&other)
        && word.strip_suffix('s') != Some(&other)
        && other.strip_suffix('s') != Some(word)
        && strsim::osa_distance(word, &other) == 1
}

#[cfg(test)]
mod tests {
    use super::{is_slip, nearest, nearest_all};

    #[test]
    fn a_slip_is_forgiven_and_another_word_is_not() {
        let names = ["chess", "othello", "go", "gomoku"];
        assert_eq!(nearest("ches", names), Some("chess"));
        assert_eq!(nearest("otehllo", names), Some("othello"));
        assert_eq!(nearest("gomo", names), Some("gomoku"));
        assert_eq!(nearest("Go", names), Some("go"));
        assert_eq!(nearest("xiangqi", names), None);
        // Another word of two, however long they are together.
        assert_eq!(nearest("turkish-draughts", ["english-draughts", "spanish-draughts"]), None);
        assert_eq!(nearest("internatoinal-drauhgts", ["international-draughts"]), Some("international-draughts"));
        assert_eq!(nearest("g", names), None);
        assert_eq!(nearest_all("est", ["west", "east", "north"]), ["east", "west"]);
        assert_eq!(nearest_all("wn", ["own", "enemy"]), ["own"]);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"o".repeat(100_000), names), None);
    }

    #[test]
    fn a_slip_is_one_wrong_letter() {
        for slip in ["rightt", "rigt", "rihgt", "rignt"] {
            assert!(is_slip(slip, "right"), "{slip}");
        }
        for (word, other) in
            [("right", "right"), ("eight", "right"), ("lift", "left"), ("rooks", "Rook"), ("go1", "go2")]
        {
            assert!(!is_slip(word, other), "{word}");
        }
    }
}
