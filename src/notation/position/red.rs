//! Red where nobody is called so: in checkers it is the other side than the one that the text names, White or Black.

use super::areas::{areas, letters, rewritten, stones};
use super::dialects::{is_red, is_used};
use super::drawn::Drawn;
use super::pdn::is_pdn;
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// What Red is called.
const RED: &str = "red";

/// The text with the name or letters of the side that is meant. None where Red is somebody's name, or the text does not call the other
/// side White or Black alone.
pub(super) fn renamed(rules: &Rules, text: &str) -> Option<Drawn> {
    let called = |name: &str| rules.players.iter().any(|player| player.eq_ignore_ascii_case(name));
    if !is_red(rules, RED) || !called("white") || !called("black") {
        return None;
    }
    let areas = areas(rules, text).unwrap_or_default();
    let listed = is_pdn(text) && text.contains(":R");
    let [name, other] = meant(text, &letters(stones(text, &areas)), listed)?;
    if !areas.is_empty() && is_used(rules, 'r') {
        return None;
    }
    let initial = name.chars().next()?;
    let sign = |c: char| match c {
        'r' => initial.to_ascii_lowercase(),
        'R' => initial,
        c => c,
    };
    let word = |at: usize, word: &str| match word {
        // `:RK1,2`
        _ if listed && word.starts_with('R') && (at == 0 || text[..at].ends_with(':')) => {
            Some(format!("{initial}{}", &word[1..]))
        }
        _ if word.eq_ignore_ascii_case(RED) => Some(name.to_string()),
        _ if word.eq_ignore_ascii_case(&RED[..1]) => Some(initial.to_string()),
        _ => None,
    };
    let text = Some(rewritten(text, &areas, sign, word)).filter(|out| out != text)?;
    let note = TextError::new(Span::default(), format!("Red is read as {name}, since the text has {other}, too"));
    Some(Drawn { text, notes: vec![note] })
}

/// Whom Red means, and the other side, by the letters in the rows or, where there are no rows, by the names that the text has.
fn meant(text: &str, signs: &[char], listed: bool) -> Option<[&'static str; 2]> {
    const SIDES: [&str; 2] = ["Black", "White"];
    let has = |word: &str| text.split(|c: char| !c.is_alphabetic()).any(|other| other.eq_ignore_ascii_case(word));
    let named = has(RED) && has(SIDES[1]) && !has(SIDES[0]) || listed && text.contains(":W");
    match signs {
        ['r', 'w'] => Some(SIDES),
        ['b', 'r'] => Some([SIDES[1], SIDES[0]]),
        [] => Some(SIDES).filter(|_| named),
        _ => None,
    }
}
