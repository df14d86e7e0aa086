//! Red where nobody is called so: in checkers it is the other side than the one that the text names, White or Black.

use super::dialects::{is_red, is_used};
use super::drawn::Drawn;
use super::lone::areas;
use super::pdn::is_pdn;
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// What Red is called: the word, its letter, and those of the other colours.
const RED: &str = "red";

/// The text with the name or letters of the side that is meant. None where Red is somebody's name, or the text does not call the other
/// side White or Black alone.
pub(super) fn renamed(rules: &Rules, text: &str) -> Option<Drawn> {
    let called = |name: &str| rules.players.iter().any(|player| player.eq_ignore_ascii_case(name));
    if !is_red(rules, RED) || !called("white") || !called("black") {
        return None;
    }
    let has = |word: &str| text.split(|c: char| !c.is_alphabetic()).any(|other| other.eq_ignore_ascii_case(word));
    let in_rows = areas(rules, text).filter(|_| !is_used(rules, 'r')).unwrap_or_default();
    let signs: String = in_rows.iter().map(|area| text[area.clone()].to_ascii_lowercase()).collect();
    let only = |other: char| {
        signs.contains('r')
            && signs.contains(other)
            && !signs.contains(|c: char| c.is_alphabetic() && c != 'r' && c != other)
    };
    let listed = is_pdn(text) && text.contains(":R");
    let (name, letters) = match () {
        () if only('w') => ("Black", ['b', 'B']),
        () if only('b') => ("White", ['w', 'W']),
        () if signs.is_empty() && (has(RED) && has("white") && !has("black") || listed && text.contains(":W")) => {
            ("Black", ['b', 'B'])
        }
        () => return None,
    };
    let is_name = |word: &str| word.eq_ignore_ascii_case(RED) || word.eq_ignore_ascii_case(&RED[..1]);
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()).max(c.len_utf8());
        let next = match in_rows.iter().find(|area| area.contains(&at)) {
            Some(_) => {
                out.push(match c {
                    'r' => letters[0],
                    'R' => letters[1],
                    c => c,
                });
                c.len_utf8()
            }
            // `:R1,2`, `:RK3`
            None if listed && c == 'R' && (at == 0 || text[..at].ends_with(':')) => {
                out.push_str(&name[..1]);
                1
            }
            None if is_name(&rest[..end]) => {
                out.push_str(if end == 1 { &name[..1] } else { name });
                end
            }
            None => {
                out.push_str(&rest[..end]);
                end
            }
        };
        rest = &rest[next..];
    }
    let other = if name == "Black" { "White" } else { "Black" };
    let note = TextError::new(Span::default(), format!("Red is read as {name}, since the text has {other}, too"));
    (out != text).then(|| Drawn { text: out, notes: vec![note] })
}
