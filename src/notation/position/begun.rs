//! Stones of which a text does not say whose they are, where players put one by turns on an empty board: numbers of lists, letters and
//! discs in colours that nobody has here. Who has one more has begun.

use std::ops::Range;

use super::areas::{areas, letters, rewritten, stones};
use super::coloured::{DISCS, SQUARES};
use super::drawn::Drawn;
use super::read::alternates;
use super::rows::letter;
use crate::game::{PerSide, Side};
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// An empty hole on boards of coloured discs, which else is White's.
const HOLE: char = '⚪';

/// The text with the letters of the players; none where others stand there, or the rules are other ones.
///
/// # Errors
/// If it can't be told who has begun, or how a list of cells goes.
pub(super) fn by_count(rules: &Rules, text: &str) -> Option<Result<Drawn, TextError>> {
    let boards = rules.topology.rows();
    let ([kind], [board], true) = (&rules.kinds[..], &boards[..], alternates(rules)) else { return None };
    let refused = |message: String| {
        let of = |side: Side| format!("`{}` for {}'s", kind.letters[side], rules.players[side]);
        let [a, b] = [of(Side::First), of(Side::Second)];
        let error = TextError::new(Span::new(0, text.trim_end().len()), message);
        Some(Err(error.help(format!("write {a}, {b} and `.` for an empty cell, the rows from the top"))))
    };
    let cells = board.concat().len();
    if in_a_table(text, cells) {
        return refused("whether this list goes by rows or by columns is not said".to_string());
    }
    let numbers = numbers(text).filter(|numbers| numbers.len() == cells);
    let found = match numbers {
        Some(numbers) => Stones::in_list(rules, &numbers, board[0].len()),
        None => Stones::in_text(rules, text),
    };
    let found = found?;
    let Some(first) = found.first() else {
        let signs: Vec<String> =
            found.signs.iter().map(|&sign| format!("{} `{}`", found.count(sign), found.shown(sign))).collect();
        let message = "who began is not said, nor does one stand there once more";
        return refused(format!("{message}: {}", signs.join(" and ")));
    };
    let text = found.rewritten(rules, kind.letters, first);
    let message =
        format!("`{}` is read as {}'s, who began: there is one more", found.shown(first), rules.players[Side::First]);
    Some(Ok(Drawn { text, notes: vec![TextError::new(Span::default(), message)] }))
}

/// Stones of two kinds that are no pieces here.
struct Stones {
    /// The text with a letter for each.
    text: String,
    /// What letters stand for.
    meant: Vec<(char, String)>,
    areas: Vec<Range<usize>>,
    all: Vec<char>,
    /// The letters, each once.
    signs: Vec<char>,
}

impl Stones {
    fn of(rules: &Rules, text: String, meant: Vec<(char, String)>) -> Option<Stones> {
        let areas = areas(rules, &text)?;
        let all = stones(&text, &areas);
        let signs = letters(all.clone());
        let strange = signs.iter().all(|&c| letter(rules, c).is_none());
        (signs.len() == 2 && strange).then_some(Stones { text, meant, areas, all, signs })
    }

    /// Those of a list of numbers, rows of so many.
    fn in_list(rules: &Rules, numbers: &[i16], width: usize) -> Option<Stones> {
        let mut free = ('a'..='z').filter(|&c| letter(rules, c).is_none());
        let mut meant: Vec<(char, String)> = Vec::new();
        let mut text = String::new();
        for row in numbers.chunks(width) {
            for number in row {
                let sign = number.to_string();
                let known = meant.iter().find(|(_, other)| *other == sign).map(|(c, _)| *c);
                text.push(match known {
                    _ if *number == 0 => '.',
                    Some(c) => c,
                    None => {
                        meant.push((free.next()?, sign));
                        meant.last()?.0
                    }
                });
            }
            text.push('\n');
        }
        Stones::of(rules, text, meant)
    }

    /// Those of a board in letters or discs.
    fn in_text(rules: &Rules, text: &str) -> Option<Stones> {
        let small = text.to_lowercase();
        let free = ('a'..='z').filter(|&c| letter(rules, c).is_none() && !small.contains(c));
        let discs = DISCS.iter().map(|disc| disc.0).filter(|&disc| disc != HOLE && text.contains(disc));
        let meant: Vec<(char, String)> = free.zip(discs.map(String::from)).collect();
        let plain = |c: char| match meant.iter().find(|(_, disc)| disc.chars().eq([c])) {
            _ if c == HOLE || SQUARES.contains(&c) => '.',
            Some((letter, _)) => *letter,
            None => c,
        };
        let text = text.chars().map(plain).collect();
        Stones::of(rules, text, meant)
    }

    fn shown(&self, sign: char) -> String {
        let meant = self.meant.iter().find(|(known, _)| *known == sign);
        meant.map_or(sign.to_ascii_uppercase().to_string(), |(_, shown)| shown.clone())
    }

    fn count(&self, sign: char) -> usize {
        self.all.iter().filter(|c| c.eq_ignore_ascii_case(&sign)).count()
    }

    /// Which stands there once more than the other.
    fn first(&self) -> Option<char> {
        self.signs.iter().copied().find(|&sign| 2 * self.count(sign) == self.all.len() + 1)
    }

    /// Whether a word is that of a sign: its letter, or the name of its colour.
    fn is_name(&self, sign: char, word: &str) -> bool {
        let is_letter = |word: &str| word.to_lowercase().chars().eq([sign]);
        let colour = DISCS.iter().find(|disc| disc.1.eq_ignore_ascii_case(word));
        is_letter(word)
            || colour.is_some_and(|(disc, name)| self.shown(sign).chars().eq([*disc]) || is_letter(&name[..1]))
    }

    /// The text with the letters and names of the players.
    fn rewritten(&self, rules: &Rules, own: PerSide<char>, first: char) -> String {
        let whose = |sign: char| if sign == first { Side::First } else { Side::Second };
        let sign = |c: char| own[whose(c.to_ascii_lowercase())];
        let word = |_: usize, word: &str| {
            let sign = self.signs.iter().find(|&&sign| self.is_name(sign, word))?;
            Some(rules.players[whose(*sign)].clone())
        };
        rewritten(&self.text, &self.areas, sign, word)
    }
}

/// The whole numbers of a list.
fn numbers(text: &str) -> Option<Vec<i16>> {
    let text = text.trim();
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | ',')).filter(|word| !word.is_empty());
    let whole = |word: &str| word.trim_end_matches('0').strip_suffix('.').unwrap_or(word).parse().ok();
    words.filter(|_| text.starts_with('[') && text.ends_with(']')).map(whole).collect()
}

/// `b,b,x,o,…,win`: a sign for each cell between commas, and perhaps a word behind them.
fn in_a_table(text: &str, cells: usize) -> bool {
    let words: Vec<&str> = text.trim().split(',').map(str::trim).collect();
    let one = |word: &&str| word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic());
    (cells..=cells + 1).contains(&words.len()) && words[..cells].iter().all(one)
}
