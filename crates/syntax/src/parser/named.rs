//! Words of the language as names of the file's own: `state turn: number`, `define swap(c, d) { … }`.
//!
//! A word that only opens something (a clause, an effect, a verdict, an item) may be a name, too: where a name or an
//! operand must stand, nothing opens. It is one only in a file that declares it, so that elsewhere a word too few stays a
//! word too few. In the text that the grammar reads such a name has a spelling of its own, of the same length: `sWAP`.

use std::collections::HashSet;

use super::split::View;
use crate::tokens::{TokenKind, Tokens};
use crate::vocabulary::{self, role};
use crate::words::{OPENERS, SHAPES};

/// Behind these signs an operand must stand.
const BEFORE_OPERANDS: &[&str] = &["=", "(", ",", "+", "-", "*", "<", ">", "<=", ">=", "!=", "->", ".."];

/// The signs that go on with an operand, or end it.
const BEHIND_OPERANDS: &[&str] = &[")", "}", "{", ",", "..", "+", "-", "*", "=", "<", ">", "<=", ">=", "!=", ""];

/// Whether a word of the language has one of these roles.
fn has(word: &str, roles: u32) -> bool {
    vocabulary::word(word).is_some_and(|word| word.is(roles))
}

/// Whether it goes on with an operand, or ends it.
fn is_behind_operands(word: &str) -> bool {
    BEHIND_OPERANDS.contains(&word) || has(word, role::BEHIND_OPERAND)
}

/// Such words as a text makes names.
pub fn declared(tokens: &Tokens) -> HashSet<&'static str> {
    let view = View { text: &tokens.clean, list: &tokens.list };
    let opener = |at: usize| OPENERS.iter().copied().find(|word| *word == view.word(at));
    (1..view.list.len()).filter(|&at| declares(view, at)).filter_map(opener).collect()
}

/// The tokens that are words of the language by their spelling, and names where they stand; `known`: those that are names
/// in the files that this one extends.
pub fn names(tokens: &Tokens, known: &HashSet<&'static str>) -> Vec<usize> {
    let view = View { text: &tokens.clean, list: &tokens.list };
    let mut declared = declared(tokens);
    declared.extend(known);
    if declared.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<usize> = Vec::new();
    for at in (1..view.list.len()).filter(|&at| declared.contains(view.word(at))) {
        // Behind a name something else goes on, or begins: `take set  set x = 1`.
        let behind_name = names.last().is_some_and(|&last| last + 1 == at);
        if declares(view, at) || !behind_name && is_operand(view, at) {
            names.push(at);
        }
    }
    names
}

/// The tokens of a text that are words of the language by their spelling, and names where they stand.
pub fn names_of(tokens: &Tokens) -> Vec<usize> {
    names(tokens, &HashSet::new())
}

/// The same in an expression that stands alone: what a file declares is not known.
pub fn names_in_expression(tokens: &Tokens) -> Vec<usize> {
    let view = View { text: &tokens.clean, list: &tokens.list };
    let alone = |at: usize| at == 0 && is_behind_operands(view.word(1));
    let is_name = |at: &usize| OPENERS.contains(&view.word(*at)) && (alone(*at) || is_operand(view, *at));
    (0..view.list.len()).filter(is_name).collect()
}

/// Writes these tokens so that the grammar takes them for names.
pub fn respell(tokens: &mut Tokens, names: &[usize]) {
    for &at in names {
        let span = tokens.list[at].span;
        let word = &tokens.clean[span.start..span.end];
        let spelt = respelt(word);
        tokens.clean.replace_range(span.start..span.end, &spelt);
    }
}

/// A word as the grammar takes it for a name.
pub fn respelt(word: &str) -> String {
    word[..1].to_string() + &word[1..].to_uppercase()
}

/// A name as the file has it.
pub fn plain(name: &str) -> String {
    // Every name comes by here: only the word that has its letters is spelt anew.
    let word = OPENERS.iter().find(|word| word.eq_ignore_ascii_case(name) && respelt(word) == name);
    word.map_or(name, |word| word).to_string()
}

/// Whether something gets this name here.
fn declares(view: View<'_>, at: usize) -> bool {
    let (before, next) = (view.before(at), view.word(at + 1));
    if view.indent(at).is_some() {
        return false;
    }
    match before {
        "region" => next == "=" || view.kind(at + 1) == Some(TokenKind::Capital),
        "define" => matches!(next, "=" | "(" | "{"),
        "state" => next == ":",
        "table" => next == "{",
        "option" => next == "=",
        "link" => next == "(" || view.kind(at + 1) == Some(TokenKind::Word) && view.word(at + 2) == "->",
        "board" => SHAPES.contains(&next),
        // In `take clock  set x = 1` it is a name itself.
        "clock" => !is_operand(view, at - 1),
        "pick" | "each" => next == "in",
        // `define near(step) = …`
        "(" | "," => {
            let open = (0..at).rev().find(|&i| {
                view.word(i) == "(" || !matches!(view.kind(i), Some(TokenKind::Word)) && view.word(i) != ","
            });
            let head = open.filter(|&open| open >= 2 && view.word(open) == "(").map(|open| view.word(open - 2));
            matches!(head, Some("define" | "link")) && matches!(next, "," | ")")
        }
        _ => false,
    }
}

/// Whether an operand or a direction stands here.
fn is_operand(view: View<'_>, at: usize) -> bool {
    let (before, next) = (view.before(at), view.word(at + 1));
    let owner = at.checked_sub(1).and_then(|i| view.kind(i)) == Some(TokenKind::Capital);
    if BEFORE_OPERANDS.contains(&before) || has(before, role::OPERAND_FOLLOWS | role::DIRECTION_FOLLOWS) {
        return true;
    }
    // `move step onto to`, where `move step Man {` has a label.
    if before == "move" {
        return matches!(next, "onto" | "on" | "except" | "of" | "or");
    }
    // `swap(from, to)` is called, `take (over or to)` is an effect.
    let called = next == "(" && view.list[at].span.end == view.list[at + 1].span.start;
    let ends = called || is_behind_operands(next);
    ends && (owner || has(before, role::OPERAND_MAY_FOLLOW)) && view.indent(at).is_none()
}
