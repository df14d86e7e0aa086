//! Rows of games in which one player alone has a kind of which the start has one, such as the king of tafl, and both have the other kind:
//! others write letters of their own for what both have, and the case of the king tells whose capital letters are.

use std::ops::Range;

use super::dialects::is_used;
use super::drawn::{Drawn, EMPTY};
use super::side_letters;
use crate::game::Side;
use crate::notation::moves::TextError;
use crate::rules::{KindId, Rules};
use crate::source::Span;

/// The colours of the sides: first the one that has the king. Source: the usual sets of tafl, light men about the king.
const COLOURS: [&str; 2] = ["white", "black"];

/// The text with the letters of this game in its rows: those of one letter in both cases (`t`, `T`), the first letters of the players, or
/// `w` and `b`. None where they are that already, or others stand there, too.
pub(super) fn by_lone(rules: &Rules, text: &str) -> Option<Drawn> {
    let (owner, lone, shared) = lone_kind(rules)?;
    let areas = areas(rules, text)?;
    let signs: String = areas.iter().map(|area| &text[area.clone()]).collect();
    let is_king = |c: &char| c.eq_ignore_ascii_case(&rules.kinds[lone].letters[owner]);
    let (kings, men): (Vec<char>, Vec<char>) = signs.chars().filter(|c| c.is_alphabetic()).partition(is_king);
    let ([king], [first, ..]) = (&kings[..], &men[..]) else { return None };
    let same = |c: &char| c.eq_ignore_ascii_case(first);
    let both = men.iter().all(same) && men.iter().any(|c| c.is_uppercase() != first.is_uppercase());
    let own = rules.kinds[shared].letters;
    if *king == rules.kinds[lone].letters[owner] && own.into_iter().any(|letter| letter == *first) {
        return None;
    }
    let small = |c: char| c.to_ascii_lowercase().to_string();
    let initials = side_letters(rules);
    let colour = |word: &str| {
        COLOURS.iter().position(|name| word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..1]))
    };
    let of_colour = |at: usize| if at == 0 { owner } else { owner.other() };
    let all = |test: &dyn Fn(&str) -> bool| men.iter().all(|&c| !is_used(rules, c) && test(&small(c)));
    let named = all(&|c| initials.iter().any(|initial| initial == c));
    let coloured = !named && !both && all(&|c| colour(c).is_some());
    let whose = |c: char| match both {
        _ if named => Side::ALL.into_iter().find(|&side| initials[side] == small(c)),
        true => Some(if c.is_uppercase() == king.is_uppercase() { owner } else { owner.other() }),
        false => colour(&small(c)).filter(|_| coloured).map(of_colour),
    };
    // Our own letters, and only the king's is in the other case.
    let more = |side: Side| men.iter().filter(|&&c| whose(c) == Some(side)).count() > rules.setup.number(side, shared);
    if both && own.into_iter().any(|letter| same(&letter)) && Side::ALL.into_iter().any(more) {
        return None;
    }
    let mut notes = Vec::new();
    if !named {
        let signs = if both { [first.to_ascii_lowercase(), first.to_ascii_uppercase()] } else { ['b', 'w'] };
        let sides = [whose(signs[0])?, whose(signs[1])?];
        let [a, b] = sides.map(|side| rules.name_of((Some(side), shared)));
        let message = format!("`{}` is read as `{a}`, and `{}` as `{b}`", signs[0], signs[1]);
        let king_is = format!("`{king}` is `{}`", rules.name_of((Some(owner), lone)));
        let help = format!("{king_is}; in this game's own texts they are `{}` and `{}`", own[sides[0]], own[sides[1]]);
        notes.push(TextError::new(Span::default(), message).help(help));
    }
    // Who is to move is called as the pieces are; many letters are those of files.
    let name = |word: &str, alone: bool| match colour(word).filter(|_| coloured && (alone || word.len() > 1)) {
        Some(at) => rules.players[of_colour(at)].clone(),
        None => word.to_string(),
    };
    let said_in = |line: &str| -> String {
        let alone = line.split_whitespace().count() < 4;
        line.split_inclusive(char::is_whitespace)
            .map(|part| {
                let end = part.trim_end().len();
                name(&part[..end], alone) + &part[end..]
            })
            .collect()
    };
    let said = |part: &str| part.split_inclusive('\n').map(said_in).collect::<String>();
    let mut out = String::new();
    let mut at = 0;
    for area in areas {
        out.push_str(&said(&text[at..area.start]));
        for c in text[area.clone()].chars() {
            out.push(match c {
                c if is_king(&c) => rules.kinds[lone].letters[owner],
                c if c.is_alphabetic() => own[whose(c)?],
                c => c,
            });
        }
        at = area.end;
    }
    out.push_str(&said(&text[at..]));
    (out != text).then(|| Drawn { text: out, notes })
}

/// Who alone has a kind, that kind, and the other one, which both have.
fn lone_kind(rules: &Rules) -> Option<(Side, KindId, KindId)> {
    let plain = rules.kinds.iter().all(|kind| !kind.neutral && !kind.counted);
    let has = |side: Side, kind: KindId| rules.setup.number(side, kind);
    let is_lone = |side: Side, kind: KindId| (has(side, kind), has(side.other(), kind)) == (1, 0) && !rules.makes(kind);
    let find = |side: Side| (0..2).find(|&kind| is_lone(side, kind)).map(|kind| (side, kind, 1 - kind));
    let found = Side::ALL.into_iter().find_map(|side| find(side).filter(|_| plain && rules.kinds.len() == 2));
    found.filter(|(_, _, shared)| Side::ALL.into_iter().all(|side| has(side, *shared) > 0))
}

/// Where the rows of the board stand: one word with slashes, or lines with a sign for each cell.
pub(super) fn areas(rules: &Rules, text: &str) -> Option<Vec<Range<usize>>> {
    let rows = rules.topology.rows();
    let [board] = &rows[..] else { return None };
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let first = text.split_whitespace().next()?;
    if first.matches('/').count() + 1 >= board.len() && board.len() > 1 {
        return Some(vec![place(first)]);
    }
    let is_row = |line: &&str| {
        let signs: Vec<char> = line.chars().filter(|&c| c.is_alphabetic() || EMPTY.contains(c)).collect();
        let mut letters: Vec<char> = signs.iter().copied().filter(|c| c.is_alphabetic()).collect();
        letters.iter_mut().for_each(|c| c.make_ascii_lowercase());
        letters.sort_unstable();
        letters.dedup();
        // More letters are those of files.
        letters.len() <= 3 && board.iter().any(|row| row.len() == signs.len())
    };
    let lines: Vec<&str> = text.lines().filter(is_row).collect();
    (lines.len() == board.len()).then(|| lines.into_iter().map(place).collect())
}
