//! Positions whose characters are set out: boards drawn in lines, as programs and conversations show them, rows with spaces
//! between all cells, the words of the Hub protocol. Each becomes a position text, with what was left out on the way.

use super::dialects::{like_castling, side_by_case};
use super::fields::{fields, is_number};
use super::lists::no_mover;
use super::read::{checks_given, read_side};
use super::rows::{letter, no_piece, places_of};
use super::seat::{Files, Seat, at_start, seen};
use super::tidied::tidied;
use super::{hands, side_letters};
use crate::board::Drawing;
use crate::exec::Executor;
use crate::game::Side;
use crate::ir::{IntClass, IntVar, Layout};
use crate::notation::is_unseen;
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// How empty cells are drawn, beside letters that no piece has.
pub(super) const EMPTY: &str = ".-_·⭘□◻⬜⬛";

/// What lines and corners of a frame are drawn with.
const FRAME: &str = "+-|=─│┌┐└┘├┤┬┴┼━┃╔╗╚╝═║";

/// What stands before each line of a diagram of Go.
const DIAGRAM: &str = "$$";

/// What stands behind the rank at whose edge sits who is to move.
const STAR: &str = "*";

/// What parts the cells of a row that is drawn with lines.
const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// A position text made of such a one, and what is to be said of it.
pub(super) struct Drawn {
    pub text: String,
    pub notes: Vec<TextError>,
}

impl Drawn {
    /// A text of which nothing was left out.
    pub fn plain(text: String) -> Drawn {
        Drawn { text, notes: Vec::new() }
    }
}

/// A text without what is not seen of it: marks of byte order and of how signs are drawn, spaces without width, colours of terminals;
/// and without the `$$` before each line of a diagram of Go. None where there are no such.
pub(super) fn unmarked(text: &str) -> Option<Drawn> {
    if text.trim_start().starts_with(DIAGRAM) {
        // `$$Wc9 Problem 3`: who begins, with signs for how it is shown.
        let begins = |line: &str| -> Option<String> {
            let head = line.split_whitespace().next().filter(|_| !line.starts_with(char::is_whitespace))?;
            let shown = |c: char| c.is_ascii_digit() || matches!(c, 'c' | 'm' | 'h');
            let side = head.trim_end_matches(shown);
            matches!(side, "B" | "W").then(|| format!("{side} to move"))
        };
        let lines = text.lines().map(|line| line.trim().trim_start_matches(DIAGRAM));
        let lines: Vec<String> = lines.map(|line| begins(line).unwrap_or_else(|| line.to_string())).collect();
        return Some(Drawn::plain(lines.join("\n")));
    }
    if !text.contains(is_unseen) && !text.contains('\u{1b}') {
        return None;
    }
    let mut parts = text.split('\u{1b}');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        // `[31m`: numbers to a letter.
        let code = part.strip_prefix('[').and_then(|code| code.find(|c: char| c.is_ascii_alphabetic()));
        out.push_str(code.map_or(part, |end| &part[end + 2..]));
    }
    Some(Drawn::plain(out.replace(is_unseen, "")))
}

/// The cells of a line, and what stands beside them.
pub(super) struct Row<'t> {
    cells: Vec<String>,
    /// What the rank is called at the edge.
    label: Option<&'t str>,
    /// What else stands in the line.
    rest: &'t str,
}

/// How many lines stand above the rows of a board, and these.
type Rows<'t> = (usize, Vec<Row<'t>>);

impl<'t> Row<'t> {
    /// A line of so many cells, if it is one.
    pub(super) fn of(rules: &Rules, line: &'t str, width: usize) -> Option<Row<'t>> {
        Row::with_bars(rules, line, width).or_else(|| {
            let line = line.trim_matches(|c| BARS.contains(&c) || c == ' ');
            Row::spaced(rules, line, width).or_else(|| Row::grown(rules, line, width))
        })
    }

    /// `| r |   | b |`.
    fn with_bars(rules: &Rules, line: &'t str, width: usize) -> Option<Row<'t>> {
        let mut parts: Vec<&str> = line.split(BARS).map(str::trim).collect();
        // `|1 *`: who is to move sits there.
        let starred =
            parts.last().and_then(|last| last.strip_suffix(STAR)).map(str::trim_end).filter(|last| is_label(last));
        if let (Some(label), Some(last)) = (starred, parts.last_mut()) {
            *last = label;
        }
        let edge = |part: &str| part.is_empty() || is_label(part);
        let [first, last] = [*parts.first()?, *parts.last()?];
        // Ranks of shogi have letters, at the right.
        let is_behind = |part: &str| edge(part) || is_small_letter(part);
        let cells = match parts.len().checked_sub(width)? {
            2 if edge(first) && is_behind(last) => &parts[1..=width],
            1 if edge(last) && !is_label(first) => &parts[..width],
            1 if edge(first) => &parts[1..],
            0 if width > 1 => &parts[..],
            _ => return None,
        };
        let read = |part: &&str| match part.is_empty() {
            true => Some(".".to_string()),
            false => cell(rules, part).or_else(|| pair(rules, part)),
        };
        let cells = cells.iter().map(read).collect::<Option<Vec<String>>>()?;
        let label = [first, last].into_iter().find(|part| is_label(part) && parts.len() > width);
        let letter = Some(last).filter(|last| parts.len() == width + 2 && is_small_letter(last));
        // Behind a number at the other edge a letter says something else.
        let rest = match starred {
            Some(_) => STAR,
            None => letter.filter(|_| label.is_some()).unwrap_or_default(),
        };
        Some(Row { cells, label: label.or(letter), rest })
    }

    /// Words of a cell each, or of several, perhaps between labels, and more behind these.
    fn spaced(rules: &Rules, line: &'t str, width: usize) -> Option<Row<'t>> {
        let words = words(line);
        if let Some(row) = Row::in_pairs(rules, &words, width) {
            return Some(row);
        }
        let read = |from: usize| {
            let mut cells = Vec::new();
            let mut at = from;
            while cells.len() < width {
                match cell(rules, words.get(at)?) {
                    Some(cell) => cells.push(cell),
                    None => cells.extend(each(rules, words[at])?),
                }
                at += 1;
            }
            (cells.len() == width).then_some((cells, at))
        };
        // A letter before as many cells as there are is that of a rank of shogi.
        let lettered = |word: &&&str| words.len() == width + 1 && is_small_letter(word) && cell(rules, word).is_none();
        let first = words.first().filter(|word| is_label(word) || lettered(word));
        let (from, (cells, mut at)) = match first.and_then(|_| read(1)) {
            Some(found) => (1, found),
            None => (0, read(0)?),
        };
        let is_behind = |word: &&&str| is_label(word) || from == 0 && is_small_letter(word);
        let behind = words.get(at).filter(|word| is_behind(word) && (from == 1 || words.len() == at + 1));
        at += usize::from(behind.is_some());
        // Only behind labels more may follow: a sentence is no row.
        let rest = match words.get(at) {
            Some(_) if behind.is_none() && from == 0 => return None,
            Some(word) => &line[word.as_ptr() as usize - line.as_ptr() as usize..],
            None => "",
        };
        let label = if from == 1 { first } else { behind };
        Some(Row { cells, label: label.map(|label| trimmed(label)), rest })
    }

    /// `bR bN -- wP`: two signs for each cell, perhaps between labels.
    fn in_pairs(rules: &Rules, words: &[&'t str], width: usize) -> Option<Row<'t>> {
        let (label, cells) = between_labels(words);
        if cells.len() != width {
            return None;
        }
        let cells = cells.iter().map(|word| pair(rules, word)).collect::<Option<Vec<String>>>()?;
        Some(Row { cells, label: label.map(trimmed), rest: "" })
    }

    /// `8rnbqkbnr`: the number of the rank and its cells without a space.
    fn grown(rules: &Rules, line: &'t str, width: usize) -> Option<Row<'t>> {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let cells = each(rules, &line[digits..])?;
        let whole = cells.len() == width;
        (digits > 0 && whole).then_some(Row { cells, label: Some(&line[..digits]), rest: "" })
    }
}

/// What a drawn cell is in a position text.
pub(super) fn cell(rules: &Rules, drawn: &str) -> Option<String> {
    let promotes = |c: char| letter(rules, c).is_some_and(|(_, kind)| rules.kinds[kind].promotes_to.is_some());
    let mut chars = drawn.chars();
    match (chars.next()?, chars.next(), chars.next()) {
        (c, None, _) if letter(rules, c).is_some() => Some(drawn.to_string()),
        ('+', Some(c), None) if promotes(c) => Some(drawn.to_string()),
        // `+` and `,` mark points on boards of Go.
        (c, None, _) => (EMPTY.contains(c) || matches!(c, '+' | ',')).then(|| ".".to_string()),
        _ => None,
    }
}

/// A cell that is drawn with two signs: `bR`, `wp` with the colour, `-R` and `*R` of who moves second, `--` with nothing.
pub(super) fn pair(rules: &Rules, drawn: &str) -> Option<String> {
    let mut chars = drawn.chars();
    let (Some(colour), Some(sign), None) = (chars.next(), chars.next(), chars.next()) else { return None };
    if colour == sign && (EMPTY.contains(sign) || sign == '#') {
        return Some(".".to_string());
    }
    let side = match colour {
        '-' | '*' => Side::Second,
        _ => side_by_case(rules, &drawn[..colour.len_utf8()])?,
    };
    let kind = letter(rules, sign.to_ascii_uppercase()).or_else(|| letter(rules, sign))?.1;
    (!rules.kinds[kind].neutral).then(|| rules.kinds[kind].letters[side].to_string())
}

/// Cells that are drawn without anything between them.
fn each(rules: &Rules, drawn: &str) -> Option<Vec<String>> {
    drawn.chars().map(|c| cell(rules, c.encode_utf8(&mut [0; 4]))).collect()
}

/// What stands between spaces and bars.
pub(super) fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || BARS.contains(&c)).filter(|word| !word.is_empty()).collect()
}

fn trimmed(label: &str) -> &str {
    label.trim_end_matches(['.', ')', ':'])
}

/// The words between the numbers of a rank at the edges, and the first of these.
fn between_labels<'w, 't>(words: &'w [&'t str]) -> (Option<&'t str>, &'w [&'t str]) {
    let first = words.first().filter(|word| is_label(word));
    let rest = &words[usize::from(first.is_some())..];
    let last = rest.last().filter(|word| is_label(word));
    (first.or(last).copied(), &rest[..rest.len() - usize::from(last.is_some())])
}

/// Whether a line is a part of a frame.
pub(super) fn is_frame(line: &str) -> bool {
    line.chars().all(|c| FRAME.contains(c) || c == ' ')
}

fn is_small_letter(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'z'])
}

/// Whether a word may be what a rank is called.
fn is_label(word: &str) -> bool {
    is_number(trimmed(word))
}

/// The position of a board that is drawn in lines, a character for each cell, with ranks and files at the edges, and what is
/// said above and below.
///
/// # Errors
/// If somebody is said to be to move who does not play.
pub(super) fn drawn(rules: &Rules, game: &dyn Executor, text: &str) -> Option<Result<Drawn, TextError>> {
    let boards = rules.topology.rows();
    let [board] = &boards[..] else { return None };
    set_out(rules, game, board, text).or_else(|| {
        let (plain, notes) = tidied(rules, board, text)?;
        let read = match plain.contains('\n') {
            true => set_out(rules, game, board, &plain)?,
            false => Ok(Drawn::plain(plain)),
        };
        Some(read.map(|read| Drawn { notes: notes.into_iter().chain(read.notes).collect(), ..read }))
    })
}

/// The same of a board on which nothing is marked.
fn set_out<'t>(
    rules: &Rules,
    game: &dyn Executor,
    board: &[Vec<Option<usize>>],
    text: &'t str,
) -> Option<Result<Drawn, TextError>> {
    let all: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // A line of `-` alone may be a row of empty cells, too, if it is as long as one.
    let as_long = |line: &str| board.iter().any(|row| Row::of(rules, line, row.len()).is_some());
    let framed = |line: &&str| {
        let corners = || line.contains(['+', '─', '━', '═']) || !as_long(line);
        is_frame(line) && corners()
    };
    let without: Vec<&str> = all.iter().copied().filter(|line| !framed(line)).collect();
    if board.len() < 2 {
        return None;
    }
    let mut said = Said::new(rules, game);
    let in_lines = |lines: Vec<&'t str>| rows_in(rules, board, &lines).map(|found| (lines, found));
    let in_parts = || {
        // Of a board of one colour only the cells that there are may be drawn.
        let cells = |row: &Vec<Option<usize>>| row.iter().flatten().count();
        let widths = [board.iter().map(Vec::len).max()?, board.iter().map(cells).max()?];
        in_lines(said.parted(&without, &widths))
    };
    let found = lettered(rules, board, &without).or_else(|| in_lines(all));
    let (lines, (from, mut rows)) = found.or_else(|| in_lines(without.clone())).or_else(in_parts)?;
    // Some say the position below in words of their own.
    if let Some(fen) = lines.iter().find_map(|line| line.strip_prefix("Fen:").or_else(|| line.strip_prefix("FEN:"))) {
        return Some(Ok(Drawn::plain(fen.trim().to_string())));
    }
    let indents: Vec<usize> = lines[from..].iter().take(rows.len()).map(|line| indent(text, line)).collect();
    // `RNBQKBNR b`: a letter behind the last row alone is no rank.
    if let Some((last, others)) = rows.split_last_mut()
        && let Some(side) = last.label.filter(|label| is_small_letter(label)).and_then(|label| read_side(rules, label))
        && !others.iter().any(|row| row.label.is_some_and(is_small_letter))
    {
        (last.label, said.side) = (None, Some(side));
    }
    // The capital letters sit below.
    if let [first, .., last] = &rows[..]
        && (first.rest == STAR) != (last.rest == STAR)
    {
        said.side = side_by_case(rules, if last.rest == STAR { "w" } else { "b" });
    }
    let beside = rows.iter().map(|row| row.rest).filter(|rest| !rest.is_empty() && *rest != STAR);
    for line in lines[..from].iter().chain(&lines[from + rows.len()..]).copied().chain(beside) {
        said.line(line, board.iter().map(Vec::len).max().unwrap_or(0));
    }
    let mut cells: Vec<&[String]> = rows.iter().map(|row| &row.cells[..]).collect();
    let labels: Vec<Option<&str>> = rows.iter().map(|row| row.label).collect();
    let leans = leans_left(rules, &indents);
    let seen = seen(rules, game, said.files, &labels, leans, |seat| at_start(rules, board, &cells, seat));
    let Seat { mirrored, turned } = seen.seat;
    if turned {
        cells.reverse();
    }
    let seat = seen.perhaps.then(|| seat_taken(rules, seen.seat));
    let row = |cells: &[String]| if mirrored { cells.iter().rev().cloned().collect() } else { cells.concat() };
    let rows: Vec<String> = cells.into_iter().map(row).collect();
    Some(
        said.position(&rows.join("/"))
            .map(|read| Drawn { notes: seat.into_iter().chain(read.notes).collect(), ..read }),
    )
}

/// What is wrong with a board of as many lines as it should have, which can't be read for a sign that no piece has.
pub(super) fn strange(rules: &Rules, text: &str) -> Option<TextError> {
    let boards = rules.topology.rows();
    let [board] = &boards[..] else { return None };
    let width = board.iter().map(Vec::len).max().filter(|_| board.len() > 1)?;
    if let Some(error) = of_other_size(rules, board, text) {
        return Some(error);
    }
    let lines = text.lines().filter(|line| files(line, width).is_none_or(|files| !files.lettered));
    let rows: Vec<Vec<&str>> = lines.filter_map(|line| signs(line, width)).collect();
    if rows.len() < board.len() {
        return None;
    }
    if rows.iter().flatten().all(|sign| is_number(sign)) {
        let error = TextError::new(Span::new(0, text.len()), "digits are numbers of empty cells, and no pieces");
        return Some(error.help("write a letter for each piece, `.` for an empty cell"));
    }
    let sign = rows.into_iter().flatten().find(|sign| cell(rules, sign).is_none() && !is_label(sign))?;
    let at = sign.as_ptr() as usize - text.as_ptr() as usize;
    Some(no_piece(rules, sign.chars().next()?, Span::new(at, at + sign.len())))
}

/// That a drawn board has other numbers of rows and cells than this one.
fn of_other_size(rules: &Rules, board: &[Vec<Option<usize>>], text: &str) -> Option<TextError> {
    let width = board[0].len();
    let even = board.iter().all(|row| row.len() == width);
    // How many cells a line has, between labels.
    let cells = |line: &str| {
        let words = words(line);
        let (_, signs) = between_labels(&words);
        (signs.len() > 2 && signs.iter().all(|word| cell(rules, word).is_some())).then_some(signs.len())
    };
    // Rows with signs that no piece has are of no known size.
    let strange = |line: &str| {
        let words = words(line);
        let signs = words.len() > 2 && words.iter().all(|word| word.chars().count() == 1);
        signs && cells(line).is_none() && files(line, words.len()).is_none()
    };
    let counts: Vec<usize> = text.lines().filter_map(cells).collect();
    let have = *counts.first().filter(|_| counts.windows(2).all(|pair| pair[0] == pair[1]))?;
    if !even || text.lines().any(strange) || counts.len() < 3 || (counts.len(), have) == (board.len(), width) {
        return None;
    }
    let message =
        format!("this position has {} rows of {have} cells, the board has {} of {width}", counts.len(), board.len());
    let size = rules.options.iter().any(|option| option.name == "size") && counts.len() == have;
    let help = match size {
        true => format!("the board may have another size: `--set size={have}`"),
        false => "draw as many rows and cells as the board has, `.` for an empty one".to_string(),
    };
    Some(TextError::new(Span::new(0, text.trim_end().len()), message).help(help))
}

/// The signs of a line of so many cells, whatever they mean: in one word, or each between spaces, perhaps with labels.
fn signs(line: &str, width: usize) -> Option<Vec<&str>> {
    let words = words(line);
    let one = |word: &&str| word.chars().count() == 1 || is_label(word);
    match words[..] {
        [word] if word.chars().count() == width => Some(word.split("").filter(|sign| !sign.is_empty()).collect()),
        _ if (width..=width + 2).contains(&words.len()) && words.iter().all(one) => Some(words),
        _ => None,
    }
}

/// Whether a rhombus whose rows are indented so leans to the left, as boards of Hex are mostly drawn: then the first rank is at the top.
fn leans_left(rules: &Rules, indents: &[usize]) -> bool {
    let board = &rules.topology.boards[0];
    let rhombus = board.drawing == Drawing::Slanted && rules.topology.sites() == (board.width * board.height) as usize;
    rhombus && indents.windows(2).all(|pair| pair[0] < pair[1])
}

/// How far a line of a text is indented.
fn indent(text: &str, line: &str) -> usize {
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    start - text[..start].rfind('\n').map_or(0, |end| end + 1)
}

/// The lines without the letters of ranks, and the rows in them, where before each row stands such a letter, one after the other, and some
/// are letters of pieces, too: `g` of shogi.
fn lettered<'t>(rules: &Rules, board: &[Vec<Option<usize>>], lines: &[&'t str]) -> Option<(Vec<&'t str>, Rows<'t>)> {
    let width = board.iter().map(Vec::len).max()?;
    let first = |line: &&'t str| {
        let words = words(line);
        words.first().copied().filter(|word| words.len() == width + 1 && is_small_letter(word))
    };
    let next = |a: &str, b: &str, by: i16| i16::from(b.as_bytes()[0]) - i16::from(a.as_bytes()[0]) == by;
    let letters: Vec<Option<&str>> = lines.iter().map(first).collect();
    let (from, letters) = letters.windows(board.len()).enumerate().find_map(|(from, window)| {
        let window: Vec<&str> = window.iter().copied().collect::<Option<_>>()?;
        let in_order = |by: i16| window.windows(2).all(|pair| next(pair[0], pair[1], by));
        let some = (in_order(1) || in_order(-1)) && window.iter().any(|word| cell(rules, word).is_some());
        some.then_some((from, window))
    })?;
    let mut bare = lines.to_vec();
    for (line, letter) in bare[from..].iter_mut().zip(&letters) {
        *line = line.trim_start_matches(BARS).trim_start().strip_prefix(letter)?.trim_start();
    }
    let (above, mut rows) = rows_in(rules, board, &bare)?;
    rows.iter_mut().zip(letters).for_each(|(row, letter)| row.label = Some(letter));
    Some((bare, (above, rows)))
}

/// The first lines that are the rows of a board, one below the other, and how many lines stand above. Of a board of one colour
/// the places without a cell may be blank.
fn rows_in<'t>(rules: &Rules, board: &[Vec<Option<usize>>], lines: &[&'t str]) -> Option<Rows<'t>> {
    let all = |cells: &[Option<usize>]| cells.len();
    let sites = |cells: &[Option<usize>]| cells.iter().flatten().count();
    let found = |width: &dyn Fn(&[Option<usize>]) -> usize| {
        (0..=lines.len().checked_sub(board.len())?).find_map(|from| {
            let rows = board.iter().zip(&lines[from..]).map(|(cells, line)| Row::of(rules, line, width(cells)));
            Some((from, rows.collect::<Option<Vec<Row<'t>>>>()?))
        })
    };
    found(&all).or_else(|| found(&sites))
}

/// What stands above and below a drawn board.
struct Said<'r, 't> {
    rules: &'r Rules,
    layout: &'r Layout,
    side: Option<Side>,
    /// A side and the fields behind it, as in a FEN.
    tail: Option<&'t str>,
    /// By name.
    values: Vec<(&'t str, &'t str)>,
    /// What hands hold, as position texts have it.
    hands: String,
    files: Option<Files>,
    unknown: Vec<&'t str>,
}

impl<'r, 't> Said<'r, 't> {
    fn new(rules: &'r Rules, game: &'r dyn Executor) -> Self {
        let layout = &game.program().layout;
        Said {
            rules,
            layout,
            side: None,
            tail: None,
            values: Vec::new(),
            hands: String::new(),
            files: None,
            unknown: Vec::new(),
        }
    }

    /// Reads a line beside a board of this width.
    fn line(&mut self, line: &'t str, width: usize) {
        if self.is_heading(line) || is_frame(line) {
            return;
        }
        // Several things may be said in one line, far apart.
        let line = line.trim_matches(['*', '_', '#', '`', ' ']);
        let parts = apart(line);
        if parts.len() > 1 && files(line, width).is_none() && !self.is_tail(line) {
            parts.into_iter().for_each(|part| self.line(part, width));
            return;
        }
        // `Move 1, Black to move`
        let parts: Vec<&str> = line.split(", ").collect();
        if parts.len() > 1 && parts.iter().any(|part| side_said(self.rules, part).is_some() && part.contains(' ')) {
            parts.into_iter().for_each(|part| self.line(part, width));
            return;
        }
        if let Some(files) = files(line, width) {
            self.files = Some(files);
        } else if let Some(side) = side_said(self.rules, line) {
            self.side = Some(side);
        } else if self.is_tail(line) {
            self.tail = Some(line);
        } else if let Some(held) = hands_said(line) {
            self.hands.push_str(&held);
        } else if named_mover(line).is_some() {
            self.unknown.push(line);
        } else if let Some((name, value)) = line.split_once(": ") {
            self.values.push((name, value.trim_start()));
        } else {
            self.unknown.push(line);
        }
    }

    /// The lines with what stands behind a row on a line of its own: who is to move, fields of a FEN, hands.
    fn parted(&self, lines: &[&'t str], widths: &[usize]) -> Vec<&'t str> {
        let row = |line: &str| widths.iter().any(|&width| Row::of(self.rules, line, width).is_some());
        let most = 4 * widths.iter().max().copied().unwrap_or_default() + 8;
        let says = |rest: &str| {
            self.is_tail(rest)
                || side_said(self.rules, rest).is_some()
                || rest.starts_with('[') && hands_said(rest).is_some()
        };
        let parted = |line: &'t str| {
            // No row has more parts than a board that wide; every one of them is read from its beginning.
            let blanks = line.match_indices(' ').take(most).map(|(at, _)| (&line[..at], line[at..].trim_start()));
            let found = blanks.into_iter().find(|(before, rest)| row(before) && says(rest)).filter(|_| !row(line));
            found.map_or(vec![line], |(before, rest)| vec![before, rest])
        };
        lines.iter().copied().flat_map(parted).collect()
    }

    /// Whether it is what conversations show above a board: the name of the game, what its letters mean.
    fn is_heading(&self, line: &str) -> bool {
        let means = |part: &str| {
            let mut words = part.split(' ');
            let sign = words.next().is_some_and(|word| word.chars().count() == 1);
            sign && words.next_back().is_some_and(|word| self.rules.kinds.iter().any(|kind| kind.name == word))
        };
        self.rules.name == line || line.split(", ").all(means)
    }

    /// `b kQ - 0 1`: a side and words that are fields of a FEN.
    fn is_tail(&self, line: &str) -> bool {
        let field = |word: &str| {
            word == "-"
                || is_number(word)
                || like_castling(self.rules, word)
                || self.rules.topology.cell(word).is_some()
                || checks_given(word).is_some()
        };
        line.split_once(char::is_whitespace)
            .is_some_and(|(side, fields)| read_side(self.rules, side).is_some() && fields.split_whitespace().all(field))
    }

    /// The position of these rows.
    fn position(mut self, rows: &str) -> Result<Drawn, TextError> {
        if let Some(line) = self.unknown.iter().find(|line| named_mover(line).is_some()) {
            let [first, second] = self.rules.players.each_ref().pair();
            let error = TextError::new(Span::default(), format!("`{line}`: nobody is called so here"));
            return Err(error.help(format!("write `{first} to move` or `{second} to move`")));
        }
        let fields: Vec<String> = fields(self.rules, self.layout).iter().map(|field| field.name(self.rules)).collect();
        // `Castling rights: KQkq`
        let same = |said: &str, name: &str| {
            said.eq_ignore_ascii_case(name)
                || said.strip_suffix(" rights").is_some_and(|said| said.eq_ignore_ascii_case(name))
        };
        let value = |name: &str| self.values.iter().find(|(known, _)| same(known, name)).map(|(_, value)| *value);
        let in_hand = |name: &str| self.layout.ints.iter().position(|var| is_hand(self.rules, var, name));
        if self.hands.is_empty() {
            let said =
                |id: usize| self.values.iter().find(|(name, _)| in_hand(name) == Some(id)).map(|(_, value)| *value);
            self.hands = hands(self.rules, self.layout, |id| said(id).unwrap_or("0").to_string());
        }
        let is_hand = |name: &str| in_hand(name).is_some();
        let known = |name: &str| is_hand(name) || fields.iter().any(|field| same(name, field));
        let mut notes: Vec<TextError> = Vec::new();
        let strange =
            self.values.iter().filter(|(name, _)| !known(name)).map(|(name, value)| format!("{name}: {value}"));
        for line in self.unknown.iter().map(|line| line.to_string()).chain(strange) {
            let message = format!("`{line}` beside the board is left out");
            notes.push(TextError::new(Span::default(), message));
        }
        let mut text = rows.to_string();
        if !self.hands.is_empty() {
            text.push_str(&format!("[{}]", self.hands));
        }
        if let Some(tail) = self.tail {
            return Ok(Drawn { text: format!("{text} {tail}"), notes });
        }
        // Fields stand in order, and none behind one that is left out.
        let values = fields.iter().map_while(|field| value(field).map(|value| value.replace(", ", ",")));
        let values: Vec<String> = values.collect();
        // Rows alone say no side either.
        if self.side.is_none() && values.is_empty() {
            return Ok(Drawn { text, notes });
        }
        let mover = self.side.unwrap_or_else(|| {
            notes.push(no_mover(self.rules, Span::default()));
            Side::First
        });
        let words = [text, side_letters(self.rules)[mover].clone()];
        Ok(Drawn { text: words.into_iter().chain(values).collect::<Vec<_>>().join(" "), notes })
    }
}

/// Whether a name is that of a hand: as conversations show it, or `goats in hand` by its player or its pieces.
fn is_hand(rules: &Rules, var: &IntVar, name: &str) -> bool {
    let IntClass::Hand(side, kind) = var.class else { return false };
    let (player, kind) = (&rules.players[side], &rules.kinds[kind].name);
    let called = |short: &str| {
        let one = short.strip_suffix(['s', 'S']).unwrap_or(short);
        [short, one].iter().any(|short| short.eq_ignore_ascii_case(player) || short.eq_ignore_ascii_case(kind))
    };
    var.name == name || name.to_ascii_lowercase().strip_suffix(" in hand").is_some_and(called)
}

/// What stands far apart in a line: a name that ends with `:` is said of what follows.
fn apart(line: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in line.split("  ").map(str::trim).filter(|part| !part.is_empty()) {
        match parts.last_mut().filter(|last| last.ends_with(':')) {
            Some(last) => {
                let start = last.as_ptr() as usize - line.as_ptr() as usize;
                let end = part.as_ptr() as usize - line.as_ptr() as usize + part.len();
                *last = &line[start..end];
            }
            None => parts.push(part),
        }
    }
    parts
}

/// What the files along an edge of so many cells are called, in letters of either case or in numbers.
fn files(line: &str, width: usize) -> Option<Files> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() == width && words.iter().all(|word| is_number(word)) {
        let numbers: Vec<u32> = words.iter().map(|word| word.parse().unwrap_or(0)).collect();
        return Some(Files { lettered: false, falling: one_way(&numbers) == Some(true) });
    }
    let letters = words.concat().to_lowercase().into_bytes();
    let alone = words.iter().all(|word| word.len() == 1) || words.len() == 1;
    let falling = one_way(&letters)?;
    (width > 1 && letters.len() == width && alone && letters.iter().all(u8::is_ascii_lowercase))
        .then_some(Files { lettered: true, falling })
}

/// Whether each is less than the one before it; none if they go up and down.
fn one_way<T: PartialOrd>(all: &[T]) -> Option<bool> {
    let rising = all.windows(2).all(|pair| pair[0] < pair[1]);
    let falling = all.windows(2).all(|pair| pair[0] > pair[1]);
    (rising || falling).then_some(!rising)
}

/// That nothing at the edges says all of how a board lies.
fn seat_taken(rules: &Rules, seat: Seat) -> TextError {
    let message = match seat.mirrored {
        true => format!("the board is read as {} sees it: the last file at the left", rules.players[Side::Second]),
        false => "the board is read with the first file at the left, and the first rank at the top".to_string(),
    };
    TextError::new(Span::default(), message).help("letters of the files below it say how it lies: `a b c …`")
}

/// Who is to move, where a line says that and nothing else: `Black to move`, `White (o) to play:`, `turn: b`, `O's turn`.
pub(super) fn side_said(rules: &Rules, line: &str) -> Option<Side> {
    // Without what stands in brackets behind a name.
    let mut parts = line.split('(');
    let first = parts.next().unwrap_or_default();
    let plain = match first.trim() {
        "" => line.to_string(),
        _ => parts.fold(first.to_string(), |plain, part| plain + part.split_once(')').map_or(part, |(_, rest)| rest)),
    };
    let off = |c: char| matches!(c, '.' | ':' | '!' | '(' | ')') || c.is_whitespace();
    let plain = plain.trim_matches(off);
    if let Some(moved) = plain.strip_suffix(" just moved").or_else(|| plain.strip_suffix(" has moved")) {
        return read_side(rules, moved).map(Side::other);
    }
    // `12g`: the number of the turn, and whose it is.
    let numbered = plain.trim_start_matches(|c: char| c.is_ascii_digit());
    if numbered.len() < plain.len() && numbered.len() == 1 {
        return read_side(rules, numbered);
    }
    let lower = plain.to_ascii_lowercase();
    let perhaps = PERHAPS.iter().find_map(|end| lower.strip_suffix(end)).or_else(|| lower.strip_prefix("move: "));
    if let Some(side) = perhaps.and_then(|name| read_side(rules, name.trim())) {
        return Some(side);
    }
    match named_mover(plain) {
        Some(named) => read_side(rules, named),
        None if plain.contains(':') => None,
        None => read_side(rules, plain),
    }
}

/// How a line begins whose end is the name of who is to move.
const ASKS: [&str; 16] = [
    "to move",
    "to play",
    "side to move",
    "side",
    "turn",
    "current turn",
    "next",
    "next player",
    "player to move",
    "player",
    "current player",
    "active player",
    "active color",
    "active colour",
    "on move",
    "stm",
];

/// How a line ends that begins with the name of who is to move.
const ENDS: [&str; 8] =
    [" is to move", " is to play", " to move", " to play", "'s turn", "'s move", "’s turn", "’s move"];

/// The same, where the rest is a player: else they say other things, too.
const PERHAPS: [&str; 3] = [" moves", " plays", "s turn"];

/// The word that says who is to move in a line about that: `Black` of `Black to move`, of `turn: Black`.
fn named_mover(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let named = match lower.split_once([':', '=']) {
        Some((asked, _)) if ASKS.contains(&asked.trim().replace('_', " ").as_str()) => &line[asked.len() + 1..],
        Some(_) => return None,
        None => ENDS.into_iter().find_map(|end| lower.strip_suffix(end).and_then(|name| line.get(..name.len())))?,
    };
    let named = named.trim_start();
    let named = named.get(..6).filter(|it| it.eq_ignore_ascii_case("it is ")).map_or(named, |it| &named[it.len()..]);
    let named = named.trim().trim_matches(['"', '\'']);
    // `W White to play`
    let mut words = named.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(letter), Some(name), None) if letter.chars().count() == 1 => Some(name),
        (first, None, _) => first,
        _ => None,
    }
}

/// `B*1 b*1`, `[2Pp]`: what hands hold, as position texts have it.
fn hands_said(line: &str) -> Option<String> {
    if let Some(held) = line.strip_prefix('[').and_then(|held| held.strip_suffix(']')) {
        return Some(held.to_string());
    }
    let held = line.split_whitespace().map(|word| {
        let (letter, number) = word.split_once('*')?;
        let one = letter.chars().count() == 1 && letter.chars().all(char::is_alphabetic);
        (one && is_number(number)).then(|| format!("{number}{letter}"))
    });
    held.collect()
}

/// The position of rows in which spaces stand between all characters: `r n b q / p p p p …`, `X O X . O . . . .`.
pub(super) fn spaced(rules: &Rules, text: &str) -> Option<Drawn> {
    let boards = rules.topology.rows();
    let [board] = &boards[..] else { return None };
    let lines: Vec<Vec<&str>> = text.split('/').map(|line| line.split_whitespace().collect()).collect();
    let (last, others) = lines.split_last()?;
    let single = |line: &Vec<&str>| line.iter().all(|word| word.chars().count() == 1);
    // All cells in one line.
    let cells = board.concat().len();
    if others.is_empty()
        && !text.trim().contains('\n')
        && board.len() > 1
        && last.len() >= cells
        && last[..cells].iter().all(|word| cell(rules, word).is_some())
    {
        return Some(Drawn::plain(format!("{} {}", last[..cells].concat(), last[cells..].join(" "))));
    }
    if lines.len() != board.len() || !others.iter().all(single) || others.iter().all(|line| line.len() < 2) {
        return None;
    }
    let width = board.last()?.len();
    let end = (1..=last.len()).find(|&end| places_of(rules, &last[..end].concat(), false) >= width)?;
    let mut rows: Vec<String> = others.iter().map(|line| line.concat()).collect();
    rows.push(last[..end].concat());
    Some(Drawn::plain(format!("{} {}", rows.join("/"), last[end..].join(" "))))
}

/// A position of the Hub protocol of draughts, the side and then each cell: `Wbbbeee…www`, `e` for an empty one.
pub(super) fn of_hub(rules: &Rules, text: &str) -> Option<Drawn> {
    let (side, cells) = text.trim().split_at_checked(1)?;
    let known = cells.len() == rules.topology.sites() && cells.chars().all(|c| "wWbBe".contains(c));
    (known && matches!(side, "W" | "B") && letter(rules, 'e').is_none())
        .then(|| Drawn::plain(format!("{} {}", cells.replace('e', "."), side.to_lowercase())))
}
