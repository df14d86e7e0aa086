//! Moves in the signs of China and Japan: which letters they stand for, and the moves of shogi that are written with them.
//!
//! Xiangqi: `炮二平五` is `C2=5` ([`super::relative`]). Shogi: where the piece comes to, the piece as it stood before, and what tells it
//! from others: `７六歩`, `２二角成`, `５五銀打`, `４九金右`, `７六歩(77)` (KIF, KI2); or both cells and the piece as it stands then,
//! `+7776FU` (CSA).
//!
//! Sources: the rules of the Japan Shogi Association for writing down moves; the CSA protocol's file format, version 2.2.

use super::naming::{Naming, ranks_from_the_top};
use super::read::named_by;
use super::shape::{Change, Shape};
use crate::game::Side;
use crate::rules::{KindId, Rules};

/// Signs, and the letters of other programs that they stand for: pieces, digits, and how the pieces of xiangqi go.
const LETTERS: &[(&str, char)] = &[
    ("车車俥", 'R'),
    ("马馬傌", 'H'),
    ("炮砲包", 'C'),
    ("相象", 'E'),
    ("仕士", 'A'),
    ("帅帥将將", 'K'),
    ("兵卒", 'P'),
    ("进進前", '+'),
    ("退后後", '-'),
    ("平", '='),
];

/// The digits from 1.
const DIGITS: [&str; 9] = ["一１1", "二２2", "三３3", "四４4", "五５5", "六６6", "七７7", "八８8", "九９9"];

/// The pieces of shogi: the letter, whether it is promoted, how it is written and in CSA.
const PIECES: &[(char, bool, &[&str], &str)] = &[
    ('P', false, &["歩", "步"], "FU"),
    ('L', false, &["香"], "KY"),
    ('N', false, &["桂"], "KE"),
    ('S', false, &["銀", "银"], "GI"),
    ('G', false, &["金"], "KI"),
    ('B', false, &["角"], "KA"),
    ('R', false, &["飛", "飞"], "HI"),
    ('K', false, &["玉", "王"], "OU"),
    ('P', true, &["と"], "TO"),
    ('L', true, &["成香", "杏"], "NY"),
    ('N', true, &["成桂", "圭"], "NK"),
    ('S', true, &["成銀", "全"], "NG"),
    ('B', true, &["馬", "马"], "UM"),
    ('R', true, &["龍", "竜", "龙"], "RY"),
];

/// What stands before a move of the first player, and of the second.
pub(in crate::notation) const MOVERS: [[char; 4]; 2] = [['▲', '☗', '▼', '+'], ['△', '☖', '▽', '-']];

/// The sign of the cell to which the move before came.
pub const SAME: char = '同';

/// The piece of shogi that a text begins with, by its letter and whether it is promoted, and how long its sign is.
pub(in crate::notation) fn piece_by_sign(text: &str) -> Option<((char, bool), usize)> {
    let pieces =
        PIECES.iter().flat_map(|&(letter, promoted, signs, _)| signs.iter().map(move |s| (letter, promoted, s)));
    let found = pieces.filter(|(.., sign)| text.starts_with(**sign)).max_by_key(|(.., sign)| sign.len());
    found.map(|(letter, promoted, sign)| ((letter, promoted), sign.len()))
}

/// The same by its code in CSA.
pub(in crate::notation) fn piece_by_code(code: &str) -> Option<(char, bool)> {
    PIECES.iter().find(|(.., csa)| *csa == code).map(|&(letter, promoted, ..)| (letter, promoted))
}

/// A digit from 1, in any of these signs.
pub(in crate::notation) fn digit(c: char) -> Option<u32> {
    (1..).zip(DIGITS).find(|(_, signs)| signs.contains(c)).map(|(digit, _)| digit)
}

/// The letter of a sign of xiangqi, and whatever is none itself.
pub(in crate::notation) fn letter(c: char) -> char {
    let known = LETTERS.iter().find(|(signs, _)| signs.contains(c)).map(|(_, letter)| *letter);
    known.or_else(|| digit(c).and_then(|digit| char::from_digit(digit, 10))).unwrap_or(c)
}

/// What tells a piece from others that could go to the same cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hint {
    Forward,
    Back,
    Sideways,
    Straight,
    Right,
    Left,
}

const HINTS: &[(&str, Hint)] = &[
    ("上行入", Hint::Forward),
    ("引", Hint::Back),
    ("寄", Hint::Sideways),
    ("直", Hint::Straight),
    ("右", Hint::Right),
    ("左", Hint::Left),
];

/// Where the piece comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Cell(usize),
    Hand,
    /// From the board, or from a hand where none on the board can go there.
    Unsaid,
    Board,
}

/// A move of shogi in these signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signs {
    to: usize,
    from: From,
    kind: KindId,
    /// Whether the piece becomes another; none where `kind` is what it is behind the move.
    promotes: Option<bool>,
    hints: Vec<Hint>,
    mover: Side,
}

impl Signs {
    /// Reads such a text, where cells are counted as in shogi.
    pub fn read(rules: &Rules, labels: &[String], text: &str, mover: Side) -> Option<Signs> {
        if text.is_ascii() && text.len() < 6 || !ranks_from_the_top(rules, labels) {
            return None;
        }
        let naming = Naming::by_digits(rules, labels)?;
        let [own, other] = [mover, mover.other()].map(|side| MOVERS[usize::from(side == Side::Second)]);
        if text.starts_with(other) {
            return None;
        }
        let text = text.trim_start_matches(own);
        let kind = |letter: char, promoted: bool| {
            let base = named_by(rules, mover, letter)?;
            if promoted { rules.kinds[base].promotes_to } else { Some(base) }
        };
        let cell = |digits: &str| naming.site(digits);
        // How long it took may follow: `+7776FU,T12`.
        let timed = text.split_once(",T").filter(|(_, time)| time.bytes().all(|b| b.is_ascii_digit()));
        let text = timed.map_or(text, |(text, _)| text);
        if let (Some(digits), Some(code)) = (text.get(..4), text.get(4..))
            && digits.bytes().all(|b| b.is_ascii_digit())
        {
            let (letter, promoted) = piece_by_code(code)?;
            let from = if digits.starts_with("00") { From::Hand } else { From::Cell(cell(&digits[..2])?) };
            let (to, kind) = (cell(&digits[2..])?, kind(letter, promoted)?);
            return Some(Signs { to, from, kind, promotes: None, hints: Vec::new(), mover });
        }
        let mut chars = text.chars();
        let digits: String =
            [chars.next()?, chars.next()?].iter().filter_map(|c| char::from_digit(digit(*c)?, 10)).collect();
        let to = cell(&digits)?;
        let rest = chars.as_str();
        let ((letter, promoted), length) = piece_by_sign(rest)?;
        let kind = kind(letter, promoted)?;
        let mut signs = Signs { to, from: From::Unsaid, kind, promotes: Some(false), hints: Vec::new(), mover };
        let mut rest = &rest[length..];
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match c {
                '不' if rest[length..].starts_with('成') => length += '成'.len_utf8(),
                '生' => {}
                '成' => signs.promotes = Some(true),
                '打' => signs.from = From::Hand,
                '(' => {
                    let end = rest.find(')')?;
                    signs.from = From::Cell(cell(&rest[1..end])?);
                    length = end + 1;
                }
                _ => {
                    signs.hints.push(HINTS.iter().find(|(signs, _)| signs.contains(c))?.1);
                    signs.from = From::Board;
                }
            }
            rest = &rest[length..];
        }
        Some(signs)
    }

    /// Whether a move is this one, but for what tells it from others; then whether it is a drop that the text leaves unsaid.
    pub fn fits(&self, shape: &Shape<'_>, change: impl FnOnce() -> Change) -> Option<bool> {
        if shape.end() != Some(self.to) {
            return None;
        }
        if shape.drops {
            let hand = matches!(self.from, From::Hand | From::Unsaid);
            return (hand && shape.kind == Some(self.kind)).then_some(self.from == From::Unsaid);
        }
        let origin = shape.origin.filter(|_| !shape.path.is_empty())?;
        let from = match self.from {
            From::Cell(cell) => origin == cell,
            From::Unsaid | From::Board => true,
            From::Hand => false,
        };
        // What does not stand there cannot have come from there.
        let before = self.promotes.is_none() || shape.kind == Some(self.kind);
        if !from || !before {
            return None;
        }
        let after = change().own_at(self.to);
        let fits = match self.promotes {
            Some(promotes) => promotes == (after != Some(self.kind)),
            None => after == Some(self.kind),
        };
        fits.then_some(false)
    }

    /// Which of these cells, from each of which such a move is legal, the text means.
    pub fn meant(&self, rules: &Rules, origins: &[usize]) -> Vec<usize> {
        let cell = |site: usize| (rules.topology.cells[site].x, rules.topology.cells[site].y);
        let ahead = |site: usize| rules.advance[self.mover][site];
        let last = rules.topology.sites() - 1;
        let north = ahead(last) > ahead(0);
        // From the left as the mover sees it.
        let across = |site: usize| if north { cell(site).0 } else { -cell(site).0 };
        let mut left = origins.to_vec();
        for hint in &self.hints {
            let steps = |site: usize| ahead(self.to) - ahead(site);
            let (most, least) = (left.iter().map(|s| across(*s)).max(), left.iter().map(|s| across(*s)).min());
            left.retain(|&site| match hint {
                Hint::Forward => steps(site) > 0,
                Hint::Back => steps(site) < 0,
                Hint::Sideways => steps(site) == 0,
                Hint::Straight => steps(site) == 1 && across(site) == across(self.to),
                Hint::Right => Some(across(site)) == most,
                Hint::Left => Some(across(site)) == least,
            });
        }
        left
    }
}

/// The cell to which a move came, by the digits that players of shogi call it by; none in other games.
pub fn came_to(rules: &Rules, labels: &[String], text: &str) -> Option<String> {
    let text = &text[..=text.rfind(|c: char| c.is_ascii_digit())?];
    let begins = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(|c: char| c.is_ascii_lowercase());
    let site = rules.topology.cell(&text[begins.len()..]).filter(|_| ranks_from_the_top(rules, labels))?;
    Some(Naming::by_digits(rules, labels)?.name(site).to_string())
}
