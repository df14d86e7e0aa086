//! What other programs write in position texts, as data: their letters for the sides, for pieces and for rights to castle.
//! Nothing here knows a game; all is said of the letters and names that its rules have.

use super::side_letters;
use crate::game::{PerSide, Side};
use crate::ir::Layout;
use crate::notation::Numbering;
use crate::notation::moves::only_puts;
use crate::rules::{Effect, Kind, KindId, Life, Owned, Rules, StateId, StateValue};

/// How programs call the sides, by these names or their first letters: the player of the capital letters first (FEN, UCCI).
const SIDES: [[&str; 2]; 2] = [["white", "black"], ["red", "black"]];

/// What White and Black are called in other languages of draughts, as position texts begin with it.
const ABROAD: [&str; 2] = [
    "wit|weiß|weiss|blanc|blancs|blanches|blanca|blancas|белые|бел",
    "zwart|schwarz|noir|noirs|noires|negra|negras|чёрные|черные|чер",
];

/// How players of Japanese games call the sides: first the player of the capital letters (SFEN).
const JAPANESE: [&str; 2] = ["sente", "gote"];

/// How discs of one kind are written where Black begins, in both cases.
const DISCS: [(&str, Side); 2] = [("x*@●⚫⬤", Side::First), ("o○⚪", Side::Second)];

/// The signs of Unicode for men and kings of draughts, each with the letter that `coloured` knows it by.
const DRAUGHTS: [(char, char); 4] = [('⛀', 'w'), ('⛁', 'W'), ('⛂', 'b'), ('⛃', 'B')];

/// What programs that know the pieces of chess alone call the only kind there is.
const ONLY: [char; 2] = ['p', 'q'];

/// The letters of the two wings in a FEN, by the king's letter, and the way there: to rising or to falling files.
const WINGS: [(char, i32); 2] = [('k', 1), ('q', -1)];
/// All rights to castle of a FEN.
pub(super) const RIGHTS: &str = "KQkq";
/// The letter of a king.
pub(super) const KING: char = 'k';

fn is_side(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..1])
}

/// Whether a word means White, 0, or Black, 1.
pub(super) fn colour(word: &str) -> Option<usize> {
    SIDES[0].iter().position(|name| is_side(word, name))
}

/// The side that FENs call so: of a pair of names one player may have the other one; or else nobody has a letter of theirs, and
/// the first of the pair is the player of the capital letters.
pub(super) fn side_of_fen(rules: &Rules, word: &str) -> Option<Side> {
    let pairs = || SIDES.into_iter().filter(|pair| pair.iter().any(|name| is_side(word, name)));
    let partner = pairs().find_map(|pair| {
        let other = if is_side(word, pair[0]) { pair[1] } else { pair[0] };
        Side::ALL.into_iter().find(|&side| rules.players[side].eq_ignore_ascii_case(other))
    });
    let own = side_letters(rules);
    let known = SIDES.as_flattened().iter().any(|name| own.iter().any(|letter| is_side(letter, name)));
    match partner {
        Some(other) => Some(other.other()),
        None if known => None,
        None => pairs().next().map(|pair| by_case(rules, is_side(word, pair[0]))),
    }
}

/// The side that is called so where rows have crosses and rings of players who are called so: crosses are black.
pub(super) fn side_of_crosses(rules: &Rules, rows: &str, word: &str) -> Option<Side> {
    let own = side_letters(rules);
    let crosses = own.each_ref().map(String::as_str) == PerSide::new("x", "o") && rows.contains(['x', 'X', 'o', 'O']);
    let at = colour(word).filter(|_| crosses)?;
    Some(if at == 1 { Side::First } else { Side::Second })
}

/// The side of White's or Black's name in another language, where a player is called so in English. Pieces with letters have others
/// there, too, some of which are letters of other pieces here; those of draughts and single kinds have none.
pub(super) fn side_abroad(rules: &Rules, word: &str) -> Option<Side> {
    if rules.kinds.len() > 1 && Numbering::of(rules).is_none() {
        return None;
    }
    let small = word.to_lowercase();
    let at = ABROAD.iter().position(|names| names.split('|').any(|name| name == small))?;
    Side::ALL.into_iter().find(|&side| rules.players[side].eq_ignore_ascii_case(SIDES[0][at]))
}

/// Whether a word means Red where neither player is called so.
pub(super) fn is_red(rules: &Rules, word: &str) -> bool {
    let red = SIDES[1][0];
    is_side(word, red) && !side_letters(rules).iter().any(|letter| is_side(letter, red))
}

/// Whether a word means White or Black where neither player is called so, nor is it the letter of either.
pub(super) fn is_colour(rules: &Rules, word: &str) -> bool {
    let called = |name: &str| rules.players.iter().any(|player| player.eq_ignore_ascii_case(name));
    let own = side_letters(rules).iter().any(|letter| letter.eq_ignore_ascii_case(word));
    SIDES[0].iter().any(|name| is_side(word, name)) && !SIDES[0].iter().any(|name| called(name)) && !own
}

/// The side that is called `Sente` or `Gote`, where the case of letters tells whose a piece is.
pub(super) fn side_in_japanese(rules: &Rules, word: &str) -> Option<Side> {
    let at = JAPANESE.iter().position(|name| word.eq_ignore_ascii_case(name))?;
    rules.kinds.iter().any(in_two_cases).then(|| by_case(rules, at == 0))
}

/// The side that a FEN means by `w` or `b`, whatever the players are called: the capital letters are white.
pub(super) fn side_by_case(rules: &Rules, word: &str) -> Option<Side> {
    colour(word).map(|at| by_case(rules, at == 0))
}

fn by_case(rules: &Rules, capital: bool) -> Side {
    if capital { capitals(rules) } else { capitals(rules).other() }
}

/// Whether this game calls its sides `w` and `b` the other way round than a FEN does.
pub(super) fn sides_are_swapped(rules: &Rules) -> bool {
    let own = side_letters(rules);
    let called = |side: Side, name: &str| is_side(&own[side], name);
    let [white, black] = SIDES[0];
    let cased = rules.kinds.iter().any(in_two_cases);
    cased && called(capitals(rules), black) && called(capitals(rules).other(), white)
}

/// Whose letters are capitals.
fn capitals(rules: &Rules) -> Side {
    let kind = rules.kinds.iter().find(|kind| in_two_cases(kind));
    if kind.is_some_and(|kind| kind.letters[Side::Second].is_uppercase()) { Side::Second } else { Side::First }
}

/// Whether the case of its letter tells whose a piece is.
fn in_two_cases(kind: &Kind) -> bool {
    let [a, b] = kind.letters.pair();
    !kind.neutral && !kind.counted && a != b && a.eq_ignore_ascii_case(&b)
}

/// What a letter stands for that no piece of the game has: the first letter of the name of just one kind, or a disc.
pub(in crate::notation) fn other_letter(rules: &Rules, c: char) -> Option<Owned> {
    let same = |a: char| a.eq_ignore_ascii_case(&c);
    if is_used(rules, c) {
        return None;
    }
    let named = |kind: &Kind| !kind.counted && in_two_cases(kind) && kind.name.starts_with(same);
    let mut named = rules.kinds.iter().enumerate().filter(|(_, kind)| named(kind));
    if let (Some((id, kind)), None) = (named.next(), named.next()) {
        let first = kind.letters[Side::First].is_uppercase() == c.is_uppercase();
        return Some((Some(if first { Side::First } else { Side::Second }), id));
    }
    disc(rules, c).map(|side| (Some(side), 0)).or_else(|| only_kind(rules, c))
}

/// The piece that a letter stands for because players have one kind: White's, or the first player's, where it is a capital.
pub(super) fn only_kind(rules: &Rules, c: char) -> Option<Owned> {
    let mut kinds = rules.kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral && !kind.counted);
    let (Some((id, _)), None) = (kinds.next(), kinds.next()) else { return None };
    let white = side_of_fen(rules, SIDES[0][0]).unwrap_or(Side::First);
    let known = ONLY.contains(&c.to_ascii_lowercase()) && !is_used(rules, c);
    known.then_some((Some(if c.is_uppercase() { white } else { white.other() }), id))
}

/// The piece that the letter of its player stands for, where no piece has the letter: in games of one kind; in those of two,
/// where one becomes the other, the small letter is that of what is not promoted.
pub(super) fn coloured(rules: &Rules, c: char) -> Option<Owned> {
    let letters = side_letters(rules);
    let c = DRAUGHTS.iter().find(|(sign, _)| *sign == c).map_or(c, |(_, letter)| *letter);
    let is = |side: &Side| letters[*side].chars().eq(c.to_lowercase());
    let side = Side::ALL.into_iter().find(is).filter(|_| c.is_alphabetic() && !is_used(rules, c))?;
    let kinds = (0..rules.kinds.len()).filter(|&id| !rules.kinds[id].neutral && !rules.kinds[id].counted);
    let kind = match kinds.collect::<Vec<_>>()[..] {
        [only] => only,
        [a, b] if rules.makes(a) != rules.makes(b) => {
            if rules.makes(a) == c.is_uppercase() {
                a
            } else {
                b
            }
        }
        _ => return None,
    };
    Some((Some(side), kind))
}

/// Whether a piece has this letter, in either case.
pub(super) fn is_used(rules: &Rules, c: char) -> bool {
    rules.kinds.iter().any(|kind| kind.letters.into_iter().any(|letter| letter.eq_ignore_ascii_case(&c)))
}

/// Whose disc a letter is, where there is one kind of pieces, Black begins, and no piece has the letter.
pub(super) fn disc(rules: &Rules, c: char) -> Option<Side> {
    let [kind] = &rules.kinds[..] else { return None };
    let discs = !kind.neutral
        && !is_used(rules, c)
        && side_letters(rules).each_ref().map(String::as_str) == PerSide::new("b", "w");
    let known = DISCS.iter().find(|disc| disc.0.contains(c.to_ascii_lowercase()));
    known.filter(|_| discs).map(|disc| disc.1)
}

/// How others see a board where nothing at its edges says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// The first rank at the bottom, the first file at the left.
    Usual,
    /// The first rank at the top.
    FirstRankAbove,
    /// The first rank at the top, the first file at the right.
    Turned,
}

impl View {
    /// Othello and its like, in which discs are placed and turned over, have the first rank at the top. Draughts are seen from
    /// White's side.
    pub fn of(rules: &Rules) -> View {
        let flips = || rules.effects().into_iter().any(|effect| matches!(effect, Effect::Flip(_)));
        if rules.kinds.len() == 1 && flips() && only_puts(rules) {
            return View::FirstRankAbove;
        }
        let white = Side::ALL.into_iter().find(|&side| side_letters(rules)[side] == "w");
        let advance = |white: Side, site: usize| rules.advance[white][site];
        let sites = rules.topology.sites();
        match white.filter(|_| Numbering::of(rules).is_some()) {
            Some(white) if advance(white, sites - 1) < advance(white, 0) => View::Turned,
            _ => View::Usual,
        }
    }
}

/// The kind that pieces of this kind are written as with `~` behind: one that others are promoted to, and that moves by the
/// same rules. [`None`] unless there is just one.
pub(super) fn promoted_twin(rules: &Rules, kind: KindId) -> Option<KindId> {
    let moves = |kind: KindId| -> Vec<bool> { rules.groups.iter().map(|group| group.kinds.contains(&kind)).collect() };
    let mut twins = (0..rules.kinds.len())
        .filter(|&other| other != kind && rules.kinds[other].base != other && moves(other) == moves(kind));
    twins.next().filter(|_| twins.next().is_none() && rules.kinds[kind].base == kind)
}

/// Whether a word is like the rights to castle of a FEN: letters of kings, queens and files.
pub(super) fn like_castling(rules: &Rules, word: &str) -> bool {
    let files = rules.topology.boards[0].width.min(26) as u8;
    let letter = |c: char| {
        let c = c.to_ascii_lowercase();
        WINGS.iter().any(|wing| wing.0 == c) || c.is_ascii_lowercase() && (c as u8) - b'a' < files
    };
    !word.is_empty() && word.chars().all(letter) && rules.topology.cell(word).is_none()
}

/// The cell of a right to castle in a letter that the state does not have: the file of a rook (Shredder-FEN), or `K` and `Q`
/// for the outermost rook on that side of the king (X-FEN). Rooks are what stands on the cells of the state at the start.
pub(super) fn castling_cell(rules: &Rules, layout: &Layout, state: &[u64], id: StateId, c: char) -> Option<usize> {
    let cells = &rules.topology.cells;
    let lettered = || rules.states[id].letters.iter().map(|letter| letter.0);
    let own = if c.is_uppercase() { capitals(rules) } else { capitals(rules).other() };
    let nearer = |s: usize| rules.advance[own][s] < rules.advance[own.other()][s];
    let small = c.to_ascii_lowercase();
    let Some((_, way)) = WINGS.iter().find(|wing| wing.0 == small) else {
        let file = i32::from(small as u8).checked_sub(i32::from(b'a'))?;
        return lettered().find(|&s| cells[s].x == file && nearer(s));
    };
    let at = |s: usize| super::piece(rules, layout, state, s);
    let is_king = |s: &usize| {
        let king = |kind: KindId| rules.kinds[kind].letters[own].eq_ignore_ascii_case(&KING);
        at(*s).is_some_and(|(owner, kind)| owner == Some(own) && king(kind))
    };
    let king = (0..cells.len()).find(is_king)?;
    let at_start = |s: usize| rules.setup.pieces.iter().find(|piece| piece.0 == s).map(|piece| piece.2);
    let StateValue::Cells(start) = &rules.states[id].initial else { return None };
    let rooks: Vec<KindId> = start.iter().filter_map(at_start).collect();
    lettered()
        .filter(|&s| cells[s].y == cells[king].y && nearer(s) && (cells[s].x - cells[king].x) * way > 0)
        .filter(|&s| at(s).is_some_and(|(owner, kind)| owner == Some(own) && rooks.contains(&kind)))
        .max_by_key(|&s| cells[s].x * way)
}

/// The king that a right to castle in this letter is of.
pub(super) fn castling_king(rules: &Rules, layout: &Layout, state: &[u64], c: char) -> Option<usize> {
    let own = if c.is_uppercase() { capitals(rules) } else { capitals(rules).other() };
    let king = |kind: KindId| rules.kinds[kind].letters[own].eq_ignore_ascii_case(&KING);
    let is_king = |s: &usize| {
        super::piece(rules, layout, state, *s).is_some_and(|(owner, kind)| owner == Some(own) && king(kind))
    };
    WINGS
        .iter()
        .any(|wing| wing.0 == c.to_ascii_lowercase())
        .then(|| (0..rules.topology.sites()).find(is_king))
        .flatten()
}

/// The states that have the first two fields of a FEN: cells with letters (rights to castle), and cells for one ply (where a
/// pawn has passed).
pub(super) fn fen_states(rules: &Rules) -> [Option<StateId>; 2] {
    let find = |test: &dyn Fn(&crate::rules::State) -> bool| {
        rules.states.iter().position(|state| matches!(state.initial, StateValue::Cells(_)) && test(state))
    };
    [
        find(&|state| state.life == Life::Game && !state.letters.is_empty()),
        find(&|state| state.life == Life::OnePly && state.letters.is_empty()),
    ]
}
