//! How deeply an item is nested, before it is parsed: the parser and all that walks the tree are recursive.

use super::split::View;
use crate::source::Span;
use crate::tokens::TokenKind;
use crate::vocabulary::{number, role, with};
use crate::words::{EFFECTS, VERBS, VERDICTS};

/// Deeper than this is not read.
const MAX_DEPTH: usize = 100;

/// The words whose operand may begin with another of them.
const NESTING: &[&str] = &with::<{ number(role::NESTS) }>(role::NESTS);

/// The words that end every operand before them.
const ENDING: &[&str] = &with::<{ number(role::ENDS) }>(role::ENDS);

/// The signs that do.
const ENDING_SIGNS: &[&str] = &["=", "!=", "<", "<=", ">", ">=", "+", "*", ","];

/// Where the tokens are nested too deeply, if they are. An upper bound: brackets, and runs of prefix words within each.
pub(super) fn too_deep(view: View<'_>) -> Option<Span> {
    // For each open bracket the prefixes before it and the branches of an `else if` chain.
    let mut frames: Vec<(usize, usize)> = vec![(0, 0)];
    let mut depth = 0;
    for index in 0..view.list.len() {
        let word = view.word(index);
        let outermost = frames.len() == 1;
        let top = frames.last_mut()?;
        let chained = view.before(index) == "else";
        match word {
            "(" | "{" => {
                depth += 1;
                frames.push((0, 0));
            }
            ")" | "}" if !outermost => {
                depth -= 1;
                if let Some((prefixes, chain)) = frames.pop() {
                    depth -= prefixes + chain;
                }
                // A block ends the operands before it; a bracket may stand within them.
                if word == "}" {
                    let top = frames.last_mut()?;
                    depth -= std::mem::take(&mut top.0);
                }
            }
            "if" if chained => {
                top.1 += 1;
                depth += 1;
            }
            "else" => depth -= std::mem::take(&mut top.0),
            _ if ENDING_SIGNS.contains(&word) || ENDING.contains(&word) => depth -= std::mem::take(&mut top.0),
            // The sign of a number, as in a table, which holds nothing else.
            "-" if view.kind(index + 1) == Some(TokenKind::Number) => {}
            _ if word == "-" || NESTING.contains(&word) => {
                if word == "may" && view.before(index) != "may" {
                    depth -= std::mem::take(&mut top.0);
                }
                top.0 += 1;
                depth += 1;
            }
            _ if view.before(index) != "may"
                && (EFFECTS.contains(&word) || VERBS.contains(&word) || VERDICTS.contains(&word)) =>
            {
                depth -= std::mem::take(&mut top.0) + std::mem::take(&mut top.1);
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(view.list[index].span);
        }
    }
    None
}
