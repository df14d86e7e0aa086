//! Boards of coloured signs, as people send them in messages: `⬛🟩🔴`. Each sign becomes the letter that it stands for.

use super::drawn::Drawn;
use super::rows::letter;
use crate::game::Side;
use crate::rules::Rules;

/// Discs, by what their colour is called.
pub(super) const DISCS: [(char, &str); 9] = [
    ('⚪', "white"),
    ('⚫', "black"),
    ('🔴', "red"),
    ('🟡', "yellow"),
    ('🔵', "blue"),
    ('🟢', "green"),
    ('🟠', "orange"),
    ('🟣', "purple"),
    ('🟤', "brown"),
];

/// Squares, on which nothing stands.
pub(super) const SQUARES: [char; 7] = ['🟥', '🟧', '🟨', '🟩', '🟦', '🟪', '🟫'];

/// What is a letter in another form.
const LETTERS: [(char, char); 5] = [('❌', 'X'), ('❎', 'X'), ('✖', 'X'), ('✕', 'X'), ('⭕', 'O')];

/// The text with letters in the place of such signs; none where there are none of them, or some of them may stand for anything.
pub(super) fn in_letters(rules: &Rules, text: &str) -> Option<Drawn> {
    let is_sign = |c: char| {
        let known = SQUARES.contains(&c) || colour(c).is_some() || LETTERS.iter().any(|(sign, _)| *sign == c);
        known && letter(rules, c).is_none()
    };
    if !text.contains('\n') || !text.contains(is_sign) {
        return None;
    }
    let meant = |c: char| if is_sign(c) { stands_for(rules, text, c) } else { Some(c) };
    text.chars().map(meant).collect::<Option<String>>().map(Drawn::plain)
}

fn colour(c: char) -> Option<&'static str> {
    DISCS.iter().find(|(sign, _)| *sign == c).map(|(_, colour)| *colour)
}

fn stands_for(rules: &Rules, text: &str, c: char) -> Option<char> {
    if SQUARES.contains(&c) {
        return Some('.');
    }
    if let Some((_, meant)) = LETTERS.iter().find(|(sign, _)| *sign == c) {
        return letter(rules, *meant).map(|_| *meant);
    }
    let of = |colour: &str| Side::ALL.into_iter().find(|&side| is_of(rules, side, colour));
    match of(colour(c)?) {
        Some(side) => disc(rules, side),
        // Where others have the discs, a white one is an empty hole.
        None => {
            let others = text.chars().filter(|other| *other != c).filter_map(colour);
            (c == '⚪' && others.into_iter().all(|colour| of(colour).is_some())).then_some('.')
        }
    }
}

/// Whether a player is called so, or has pieces of this colour.
fn is_of(rules: &Rules, side: Side, colour: &str) -> bool {
    let looks = rules.looks.players[side].as_deref();
    rules.players[side].eq_ignore_ascii_case(colour) || looks == Some(colour)
}

/// The letter of a player's pieces, where there is one kind, or all that stand at the start are of one.
fn disc(rules: &Rules, side: Side) -> Option<char> {
    let at_start = rules.setup.pieces.iter().filter(|piece| piece.1 == Some(side)).map(|piece| piece.2);
    let mut kinds: Vec<usize> = at_start.collect();
    if kinds.is_empty() {
        kinds = (0..rules.kinds.len()).filter(|&kind| !rules.kinds[kind].neutral).collect();
    }
    kinds.dedup();
    let [kind] = kinds[..] else { return None };
    Some(rules.kinds[kind].letters[side])
}
