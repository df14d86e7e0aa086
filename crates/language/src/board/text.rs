//! Rows of position texts, as FEN has them: what stands in a row before anybody knows what its letters mean.

use super::MAX_SITES;
use crate::source::Span;

/// What a row says of its next places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark<'t> {
    /// So many empty places; no more than one above [`MAX_SITES`].
    Empty(usize),
    /// One place: the letter of a piece, or any other character.
    Letter(char),
    /// One place: `+` and the letter of what has been promoted.
    Promoted(char),
    /// One place: what stands in parentheses; [`None`] where they are not closed.
    Group(Option<&'t str>),
}

/// The marks of a row, each with the span of its first character. `plus_is_letter`: some piece is written `+`, so it says
/// nothing of promotion.
pub fn marks(row: &str, plus_is_letter: bool) -> impl Iterator<Item = (Span, Mark<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &row[at..];
        let first = rest.chars().next()?;
        let span = Span::new(at, at + first.len_utf8());
        let mark = if first.is_ascii_digit() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            at += digits;
            // Only too many digits fail here.
            Mark::Empty(rest[..digits].parse().unwrap_or(usize::MAX).min(MAX_SITES + 1))
        } else if first == '(' {
            let close = rest.find(')');
            at += close.map_or(rest.len(), |close| close + 1);
            Mark::Group(close.map(|close| &rest[1..close]))
        } else {
            at += first.len_utf8();
            match row[at..].chars().next().filter(|_| first == '+' && !plus_is_letter) {
                Some(letter) => {
                    at += letter.len_utf8();
                    Mark::Promoted(letter)
                }
                None => Mark::Letter(first),
            }
        };
        Some((span, mark))
    })
}

/// What a group says of counted pieces: numbers, each with the letter of the kind where one is written, such as `3` or
/// `3S2N`. [`None`] if it is anything else.
pub fn counts(group: &str) -> Option<Vec<(u64, Option<char>)>> {
    let mut out = Vec::new();
    let mut rest = group;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..digits].parse().ok()?;
        let letter = rest[digits..].chars().next();
        out.push((number, letter));
        rest = &rest[digits + letter.map_or(0, char::len_utf8)..];
    }
    (!out.is_empty()).then_some(out)
}

/// For each of these numbers the place of its letter among the letters of the counted kinds; without a letter that of the
/// only one. [`None`] if a letter is another's or comes twice, or a number is beyond 255.
pub fn by_kind(numbers: &[(u64, Option<char>)], letters: &[char]) -> Option<Vec<(usize, u64)>> {
    let mut out: Vec<(usize, u64)> = Vec::new();
    for &(number, letter) in numbers {
        let kind = match letter {
            None if letters.len() == 1 => 0,
            _ => letters.iter().position(|&own| letter == Some(own))?,
        };
        if number > 255 || out.iter().any(|known| known.0 == kind) {
            return None;
        }
        out.push((kind, number));
    }
    Some(out)
}

/// The cells of a row (see [`super::Topology::rows`]) that its `places` are: all, or only those that are cells where so many
/// are given. [`None`] if neither fits.
pub fn fit(row: &[Option<usize>], places: usize) -> Option<Vec<Option<usize>>> {
    let cells: Vec<Option<usize>> = row.iter().copied().filter(Option::is_some).collect();
    [cells, row.to_vec()].into_iter().find(|cells| cells.len() == places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(row: &str) -> Vec<(usize, Mark<'_>)> {
        marks(row, false).map(|(span, mark)| (span.start, mark)).collect()
    }

    #[test]
    fn rows_are_read_mark_by_mark() {
        use Mark::{Empty, Group, Letter, Promoted};
        assert_eq!(all("2p10"), [(0, Empty(2)), (1, Letter('p')), (2, Empty(10))]);
        assert_eq!(all("+r.é"), [(0, Promoted('r')), (2, Letter('.')), (3, Letter('é'))]);
        assert_eq!(all("(4)(Ssk)1"), [(0, Group(Some("4"))), (3, Group(Some("Ssk"))), (8, Empty(1))]);
        assert_eq!(all("a(12"), [(0, Letter('a')), (1, Group(None))]);
        assert_eq!(all("a+"), [(0, Letter('a')), (1, Letter('+'))]);
        let span = Span::new;
        assert_eq!(marks("+é", true).collect::<Vec<_>>(), [(span(0, 1), Letter('+')), (span(1, 3), Letter('é'))]);
        assert_eq!(marks("(12)", true).collect::<Vec<_>>(), [(span(0, 1), Group(Some("12")))]);
        assert_eq!(all(""), []);
    }

    #[test]
    fn counted_pieces_are_numbers_with_or_without_letters() {
        assert_eq!(counts("12"), Some(vec![(12, None)]));
        assert_eq!(counts("3S20n"), Some(vec![(3, Some('S')), (20, Some('n'))]));
        assert_eq!(counts("3Sé"), None);
        assert_eq!(counts("S3"), None);
        assert_eq!(counts(&"9".repeat(30)), None);
        assert_eq!(counts(""), None);
        assert_eq!(by_kind(&[(3, None)], &['S']), Some(vec![(0, 3)]));
        assert_eq!(by_kind(&[(255, Some('N')), (0, Some('S'))], &['S', 'N']), Some(vec![(1, 255), (0, 0)]));
        assert_eq!(by_kind(&[(3, None)], &['S', 'N']), None);
        assert_eq!(by_kind(&[(256, None)], &['S']), None);
        assert_eq!(by_kind(&[(3, Some('S')), (3, Some('S'))], &['S']), None);
        assert_eq!(by_kind(&[(3, Some('s'))], &['S']), None);
    }

    #[test]
    fn hostile_numbers_are_bounded() {
        let row = "9".repeat(1000);
        assert_eq!(all(&row), [(0, Mark::Empty(MAX_SITES + 1))]);
    }

    #[test]
    fn a_row_may_leave_out_what_is_no_cell() {
        let row = [None, Some(4), None, Some(5)];
        assert_eq!(fit(&row, 4), Some(row.to_vec()));
        assert_eq!(fit(&row, 2), Some(vec![Some(4), Some(5)]));
        assert_eq!(fit(&row, 3), None);
    }
}
