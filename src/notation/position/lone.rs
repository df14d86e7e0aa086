//! Rows of games in which one player alone has a kind of which the start has one, such as the king of tafl, and both have the other kind:
//! others write letters of their own for what both have, and the case of the king tells whose capital letters are.

use super::areas::{areas, letters, rewritten, stones};
use super::dialects::{colour, is_used};
use super::drawn::Drawn;
use super::side_letters;
use crate::game::Side;
use crate::notation::moves::TextError;
use crate::rules::{KindId, Rules};
use crate::source::Span;

/// The kind of which one player alone has one, whose that is, and the kind that both have.
struct Lone {
    owner: Side,
    kind: KindId,
    shared: KindId,
}

/// How the men of both players are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// By the case of a letter; whether the owner's letters are capitals.
    Case(bool),
    /// By the first letters of the players.
    Name,
    /// By those of colours.
    Colour,
}

/// The text with the letters of this game in its rows: those of one letter in both cases (`t`, `T`), the first letters of the players, or
/// `w` and `b`. None where they are that already, or others stand there, too.
pub(super) fn by_lone(rules: &Rules, text: &str) -> Option<Drawn> {
    let lone = Lone::of(rules)?;
    let areas = areas(rules, text)?;
    let king = rules.kinds[lone.kind].letters[lone.owner];
    let is_king = |c: &char| c.eq_ignore_ascii_case(&king);
    let (kings, men): (Vec<char>, Vec<char>) = stones(text, &areas).into_iter().partition(is_king);
    let [drawn] = kings[..] else { return None };
    let by = lone.told_by(rules, drawn, &men)?;
    let whose = |c: char| lone.whose(rules, by, c);
    // Our own letters: either as we write them, or only the king's is in the other case.
    let own = rules.kinds[lone.shared].letters;
    let more =
        |side: Side| men.iter().filter(|&&c| whose(c) == Some(side)).count() > rules.setup.number(side, lone.shared);
    let ours = own.into_iter().any(|letter| is_same(letter, men[0]));
    if ours && (drawn == king || Side::ALL.into_iter().any(more)) || men.iter().any(|&c| whose(c).is_none()) {
        return None;
    }
    let sign = |c: char| if is_king(&c) { king } else { whose(c).map_or(c, |side| own[side]) };
    // Who is to move is called as the pieces are; a letter before another is that of a file.
    let word = |at: usize, word: &str| {
        let behind = text[at + word.len()..].trim_start();
        let alone = behind.starts_with("to ") || !behind.starts_with(char::is_alphabetic);
        let said = colour(word).filter(|_| by == By::Colour && (alone || word.len() > 1));
        said.map(|at| rules.players[lone.of_colour(at)].clone())
    };
    let text = Some(rewritten(text, &areas, sign, word)).filter(|out| out != text)?;
    Some(Drawn { text, notes: lone.told(rules, by, drawn, men[0]) })
}

fn is_same(a: char, b: char) -> bool {
    a.eq_ignore_ascii_case(&b)
}

impl Lone {
    fn of(rules: &Rules) -> Option<Lone> {
        let plain = rules.kinds.len() == 2 && rules.kinds.iter().all(|kind| !kind.neutral && !kind.counted);
        let has = |side: Side, kind: KindId| rules.setup.number(side, kind);
        let is_lone =
            |side: Side, kind: KindId| (has(side, kind), has(side.other(), kind)) == (1, 0) && !rules.makes(kind);
        let find = |owner: Side| {
            let kind = (0..2).find(|&kind| is_lone(owner, kind))?;
            Some(Lone { owner, kind, shared: 1 - kind })
        };
        let found = Side::ALL.into_iter().find_map(|side| find(side).filter(|_| plain))?;
        Side::ALL.into_iter().all(|side| has(side, found.shared) > 0).then_some(found)
    }

    /// Whose men have a colour: in the usual sets of tafl the light ones stand about the king.
    fn of_colour(&self, at: usize) -> Side {
        if at == 0 { self.owner } else { self.owner.other() }
    }

    /// How these men are told apart beside this king.
    fn told_by(&self, rules: &Rules, king: char, men: &[char]) -> Option<By> {
        let initials = side_letters(rules);
        let unused = |test: &dyn Fn(&str) -> bool| {
            men.iter().all(|&c| !is_used(rules, c) && test(c.to_ascii_lowercase().encode_utf8(&mut [0; 4])))
        };
        let first = men.first()?;
        if unused(&|c| initials.iter().any(|initial| initial == c)) {
            return Some(By::Name);
        }
        let both = letters(men.to_vec()).len() == 1 && men.iter().any(|c| c.is_uppercase() != first.is_uppercase());
        match both {
            true => Some(By::Case(king.is_uppercase())),
            false => unused(&|c| colour(c).is_some()).then_some(By::Colour),
        }
    }

    fn whose(&self, rules: &Rules, by: By, c: char) -> Option<Side> {
        let small = c.to_ascii_lowercase().to_string();
        match by {
            By::Case(capital) => Some(if c.is_uppercase() == capital { self.owner } else { self.owner.other() }),
            By::Name => Side::ALL.into_iter().find(|&side| side_letters(rules)[side] == small),
            By::Colour => colour(&small).map(|at| self.of_colour(at)),
        }
    }

    /// What is said of the letters, where they are not those of names.
    fn told(&self, rules: &Rules, by: By, king: char, man: char) -> Vec<TextError> {
        let signs = match by {
            By::Name => return Vec::new(),
            By::Case(_) => [man.to_ascii_lowercase(), man.to_ascii_uppercase()],
            By::Colour => ['b', 'w'],
        };
        let sides = signs.map(|sign| self.whose(rules, by, sign).unwrap_or(self.owner));
        let [a, b] = sides.map(|side| rules.name_of((Some(side), self.shared)));
        let message = format!("`{}` is read as `{a}`, and `{}` as `{b}`", signs[0], signs[1]);
        let king_is = format!("`{king}` is `{}`", rules.name_of((Some(self.owner), self.kind)));
        let [a, b] = sides.map(|side| rules.kinds[self.shared].letters[side]);
        let help = format!("{king_is}; in this game's own texts they are `{a}` and `{b}`");
        vec![TextError::new(Span::default(), message).help(help)]
    }
}
