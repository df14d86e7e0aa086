//! Stones of which a text does not say whose they are, where players put one by turns on an empty board: numbers of lists, letters and
//! discs in colours that nobody has here. Who has one more has begun.

use super::coloured::{DISCS, SQUARES};
use super::drawn::Drawn;
use super::lone::areas;
use super::read::alternates;
use super::rows::letter;
use crate::game::Side;
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// The text with the letters of the players; none where others stand there, or the rules are other ones.
///
/// # Errors
/// If it can't be told who has begun, or how a list of cells goes.
pub(super) fn by_count(rules: &Rules, text: &str) -> Option<Result<Drawn, TextError>> {
    let boards = rules.topology.rows();
    let ([kind], [board], true) = (&rules.kinds[..], &boards[..], alternates(rules)) else { return None };
    let cells = board.concat().len();
    let error = |message: String| TextError::new(Span::new(0, text.trim_end().len()), message);
    let own = kind.letters;
    let letters = format!(
        "write `{}` for {}'s and `{}` for {}'s",
        own[Side::First],
        rules.players[Side::First],
        own[Side::Second],
        rules.players[Side::Second]
    );
    if in_a_table(text, cells) {
        let help = format!("{letters}, `.` for an empty cell, and `/` between rows from the top");
        return Some(Err(error("whether this list goes by rows or by columns is not said".to_string()).help(help)));
    }
    // Letters in the place of numbers and discs, each with what it stands for.
    let mut meant: Vec<(char, String)> = Vec::new();
    let mut free = ('a'..='z').filter(|&c| letter(rules, c).is_none() && !text.to_ascii_lowercase().contains(c));
    let mut stand_in = |sign: String| -> Option<char> {
        let known = meant.iter().find(|(_, other)| *other == sign).map(|(c, _)| *c);
        known.or_else(|| {
            let c = free.next()?;
            meant.push((c, sign));
            Some(c)
        })
    };
    let mut plain = String::new();
    match numbers(text).filter(|numbers| numbers.len() == cells) {
        Some(numbers) => {
            for (at, number) in numbers.into_iter().enumerate() {
                if at > 0 && at % board[0].len() == 0 {
                    plain.push('\n');
                }
                plain.push(if number == 0 { '.' } else { stand_in(number.to_string())? });
            }
        }
        None => {
            for c in text.chars() {
                let is_disc = DISCS.iter().any(|disc| disc.0 == c);
                plain.push(match c {
                    // Beside others a white one is a hole.
                    '⚪' => '.',
                    _ if SQUARES.contains(&c) => '.',
                    _ if is_disc => stand_in(c.to_string())?,
                    _ => c,
                });
            }
        }
    }
    let areas = areas(rules, &plain)?;
    let stones: Vec<char> = areas
        .iter()
        .flat_map(|area| plain[area.clone()].chars())
        .filter(|c| c.is_alphabetic())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let mut signs = stones.clone();
    signs.sort_unstable();
    signs.dedup();
    if signs.is_empty() || signs.len() > 2 || signs.iter().any(|&c| letter(rules, c).is_some()) {
        return None;
    }
    let shown = |c: char| {
        meant.iter().find(|(known, _)| *known == c).map_or(c.to_ascii_uppercase().to_string(), |(_, sign)| sign.clone())
    };
    let names = |sign: char, word: &str| {
        let colour = DISCS.iter().find(|disc| disc.1.eq_ignore_ascii_case(word));
        let same = |name: &str| name.to_lowercase().chars().eq([sign]);
        same(word) || colour.is_some_and(|(disc, name)| shown(sign) == disc.to_string() || same(&name[..1]))
    };
    let inside = |at: usize| areas.iter().any(|area| area.contains(&at));
    let count = |sign: char| stones.iter().filter(|c| **c == sign).count();
    let other = |sign: char| signs.iter().copied().find(|c| *c != sign);
    let more = signs.iter().copied().find(|&sign| count(sign) == 1 + other(sign).map_or(0, count));
    let Some(first) = more else {
        let signs: Vec<String> = signs.iter().map(|&sign| format!("{} `{}`", count(sign), shown(sign))).collect();
        let message = format!("who began is not said, nor does one stand there once more: {}", signs.join(" and "));
        return Some(Err(error(message).help(format!("{letters}, and `.` for an empty cell"))));
    };
    let whose = |c: char| if c.eq_ignore_ascii_case(&first) { Side::First } else { Side::Second };
    let mut out = String::new();
    let mut rest = &plain[..];
    while let Some(c) = rest.chars().next() {
        let at = plain.len() - rest.len();
        let end = match inside(at) {
            true => c.len_utf8(),
            false => rest.find(|c: char| !c.is_alphabetic()).filter(|end| *end > 0).unwrap_or(c.len_utf8()),
        };
        let word = &rest[..end];
        match signs.iter().find(|&&sign| names(sign, word)) {
            Some(_) if inside(at) => out.push(own[whose(c)]),
            Some(&sign) => out.push_str(&rules.players[whose(sign)]),
            None => out.push_str(word),
        }
        rest = &rest[end..];
    }
    let message = format!(
        "`{}` is read as {}'s, since it has begun: there is one more",
        shown(first),
        rules.players[Side::First]
    );
    (out != text).then(|| Ok(Drawn { text: out, notes: vec![TextError::new(Span::default(), message)] }))
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
