//! Drawn boards without what programs mark on them: the last move in brackets or by its number, cells of the other colour, points that
//! a game is about, cells that are called by their place.

use super::dialects::is_used;
use super::drawn::{Row, words};
use super::rows::letter;
use crate::notation::moves::{TextError, only_puts};
use crate::rules::Rules;
use crate::source::Span;

/// Signs of empty dark cells, and of points about which more is to be known.
const POINTS: [char; 3] = [':', 'x', 'X'];

/// The text with the rows of its board as they are read elsewhere, and what is said of it; none if there is nothing to be changed, or
/// the board is none that way.
pub(super) fn tidied(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Option<(String, Vec<TextError>)> {
    if let Some(joined) = blanks_and_slashes(board, text) {
        return Some((joined, Vec::new()));
    }
    let mut tidy = Tidy { rules, board, width: board.iter().map(Vec::len).max()?, rows: 0, point: None };
    let lines: Vec<String> = text.lines().map(|line| tidy.line(line)).collect();
    let changed = lines.join("\n");
    if tidy.rows < board.len() || changed == text.trim_end_matches('\n') {
        return None;
    }
    let note = tidy.point.map(|point| TextError::new(Span::default(), format!("`{point}` is read as an empty cell")));
    Some((changed, note.into_iter().collect()))
}

/// Rows on lines that end with `/`, or with blanks for empty cells, all of the same length.
fn blanks_and_slashes(board: &[Vec<Option<usize>>], text: &str) -> Option<String> {
    let text = text.trim_matches(['\n', '\r']);
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches('\r')).collect();
    let (_, others) = lines.split_last()?;
    if board.len() < 2 || lines.len() != board.len() {
        return None;
    }
    if others.iter().all(|line| line.trim_end().ends_with('/')) {
        return Some(lines.iter().map(|line| line.trim()).collect());
    }
    let whole = |(line, row): (&&str, &Vec<Option<usize>>)| line.chars().count() == row.len();
    let blank = lines.iter().any(|line| line.trim().is_empty());
    (blank && lines.iter().zip(board).all(whole)).then(|| text.replace(' ', "."))
}

struct Tidy<'r> {
    rules: &'r Rules,
    board: &'r [Vec<Option<usize>>],
    width: usize,
    /// So many rows were seen by now.
    rows: usize,
    /// A letter that is taken for an empty cell.
    point: Option<char>,
}

impl Tidy<'_> {
    /// A line as it is, or as the row that it is without its marks.
    fn line(&mut self, line: &str) -> String {
        let is_row = |line: &str| Row::of(self.rules, line.trim(), self.width).is_some();
        if is_row(line) {
            self.rows += 1;
            return line.to_string();
        }
        let plain = self.without_marks(line);
        let numbered = self.without_numbers(&plain);
        let blank = self.with_blanks(line);
        let (pointed, point) = self.without_points(&plain);
        let (both, point_of_both) = self.without_points(&blank);
        let ways = [(plain, None), (pointed, point), (numbered, None), (blank, None), (both, point_of_both)];
        let Some((found, point)) = ways.into_iter().find(|(changed, _)| is_row(changed)) else {
            return line.to_string();
        };
        self.rows += 1;
        self.point = self.point.or(point);
        found
    }

    /// With dots for points, and the letter that was one.
    fn without_points(&self, line: &str) -> (String, Option<char>) {
        let points = |c| self.is_point(c) && (c == ':' || self.is_painted(line, c));
        (line.replace(points, "."), line.chars().find(|c| c.is_alphabetic() && points(*c)))
    }

    /// Whether a letter stands on painted cells alone: as games draw the points that they are about.
    fn is_painted(&self, line: &str, letter: char) -> bool {
        let words = words(line);
        let label = usize::from(words.len() > self.width);
        let row = self.board.get(self.rows).map_or(&[][..], Vec::as_slice);
        let painted =
            |site: usize| self.rules.looks.areas.iter().any(|area| area.cells.iter().any(|cells| cells.contains(site)));
        let mut lettered = words.iter().skip(label).zip(row).filter(|(word, _)| word.chars().eq([letter]));
        lettered.all(|(_, site)| site.is_some_and(painted))
    }

    /// Whether an empty cell is drawn so, since no piece is.
    fn is_point(&self, c: char) -> bool {
        POINTS.contains(&c) && letter(self.rules, c).is_none()
    }

    /// Without the brackets about the last move, and without its number where stones are put: `(X)`, `X)`, `O12`.
    fn without_marks(&self, line: &str) -> String {
        let mut before = ' ';
        let numbered = only_puts(self.rules) && self.rules.kinds.len() == 1;
        let mut out = String::new();
        for c in line.chars() {
            let number = numbered && c.is_ascii_digit() && letter(self.rules, before).is_some();
            match c {
                '(' | ')' | '[' | ']' => out.push(' '),
                _ if number => out.push(' '),
                _ => {
                    out.push(c);
                    before = c;
                }
            }
        }
        out
    }

    /// With dots for the blanks between the bars of a frame that stand for empty cells: ` 6|  r     |`, each cell one sign, or with a
    /// blank before the next.
    fn with_blanks(&self, line: &str) -> String {
        let mut bars = line.match_indices('|').map(|(at, _)| at);
        let (Some(first), Some(last), None) = (bars.next(), bars.next(), bars.next()) else { return line.to_string() };
        let inner: Vec<char> = line[first + 1..last].chars().collect();
        let (from, step) = match inner.len() {
            length if length == self.width => (0, 1),
            length if length == 2 * self.width - 1 => (0, 2),
            length if length == 2 * self.width + 1 => (1, 2),
            _ => return line.to_string(),
        };
        let signs = inner.into_iter().skip(from).step_by(step).take(self.width).map(|c| if c == ' ' { '.' } else { c });
        let cells: Vec<String> = signs.map(String::from).collect();
        format!("{} {} {}", &line[..first], cells.join(" "), &line[last + 1..])
    }

    /// With empty cells that are drawn as nothing but `0`, nothing but `1` or the numbers of their places.
    fn without_numbers(&self, line: &str) -> String {
        let words = words(line);
        let nought = !is_used(self.rules, 'o') && letter(self.rules, 'o').is_none();
        let same = |digit: char| line.chars().all(|c| !c.is_ascii_digit() || c == digit);
        // As one word, or each between spaces.
        let alone = words.len() == self.width || words.len() == 1;
        if alone && (same('0') && nought || same('1') && words.len() == 1) {
            return line.replace(['0', '1'], ".");
        }
        let place = |(at, word): (usize, &&str)| {
            let place = self.rows * self.width + at + 1;
            **word == *place.to_string() || letter(self.rules, word.chars().next().unwrap_or(' ')).is_some()
        };
        if words.len() == self.width && words.iter().enumerate().all(place) {
            let sign =
                |word: &str| if word.starts_with(|c: char| c.is_ascii_digit()) { ".".into() } else { word.to_string() };
            return words.into_iter().map(sign).collect::<Vec<String>>().join(" ");
        }
        line.to_string()
    }
}
