//! What words of everyday speech mean in clauses and effects, by what stands around them.

use rulesmith_grammar::Rule;

use crate::parser::explain::Failure;
use crate::words::{EFFECTS, FARTHEST, VERBS};

impl Failure<'_> {
    /// What a word of everyday speech means in a clause or an effect, where that is more than it is elsewhere.
    pub(in crate::parser) fn other_word_here(&self, at: usize) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        // `win when count own Man in line >= 3`
        if self.in_line(at) {
            return Some(
                "a line is written `line 3 of own`, and its cells are counted: `count line 3 of own`".to_string(),
            );
        }
        let verb = (0..at).rev().find(|&i| VERBS.contains(&word(i)) || EFFECTS.contains(&word(i)))?;
        match word(at) {
            // `slide any to last empty`, `slide any to the last empty`
            far if FARTHEST.contains(&far) && word(verb) == "slide" => {
                let to = (at.saturating_sub(2)..at).rev().find(|&i| word(i) == "to")?;
                let (head, cells) = (self.words(verb, to + 1), self.operand_behind(at + 1));
                Some(format!("as far as it goes is `{head} {cells} when no {cells} on dir of to`"))
            }
            "then" if self.has(Rule::clause) || word(0) == "move" && self.view.before(at) == "}" => {
                self.second_part(at)
            }
            // `move Ball in dir`
            "in" if word(verb) == "move" && self.has(Rule::kw_onto) => {
                let (what, dir) = (self.words(verb + 1, at), word(at + 1));
                let of = if what.contains(' ') { format!("({what})") } else { what.clone() };
                Some(match word(at + 2) {
                    "of" => format!("write `move {what} onto {}`", self.value(at + 1)),
                    _ if self.is_direction(dir) || self.goes_through(dir) => {
                        format!("where it goes is one step from where it is: `move {what} onto {dir} of {of}`")
                    }
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    /// `step any to empty { … } then { place Stone on empty }`
    fn second_part(&self, then: usize) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let verb = self.clause_before(then)?;
        let clause = self.words(verb, (verb..then).find(|&i| matches!(word(i), "{" | "}")).unwrap_or(then));
        let first = then + 1 + usize::from(word(then + 1) == "{");
        if word(first) == "place" && self.is_capital(first + 1) && word(first + 2) == "on" {
            let (kind, cells) = (word(first + 1), self.value(first + 3));
            return Some(format!(
                "a second part is an effect of the clause, and where it goes is picked: \
                 `{clause} {{ pick spot in {cells}  put {kind} on spot }}`"
            ));
        }
        let effect = self.value(first);
        (first > then + 1).then(|| format!("a second part is an effect of the clause: `{clause} {{ {effect} }}`"))
    }

    /// The verb of the last clause before a place, which may be in the effects of that.
    fn clause_before(&self, at: usize) -> Option<usize> {
        // For each open brace the last clause in it, or the one whose effects it holds.
        let mut open: Vec<Option<usize>> = vec![None];
        let mut last = None;
        for i in 0..at {
            let inside = open.iter().rev().nth(1).copied().flatten();
            match self.view.word(i) {
                "{" => open.push(open.last().copied().flatten()),
                "}" => drop(open.pop()),
                word if VERBS.contains(&word) && inside.is_none() => {
                    last = Some(i);
                    if let Some(clause) = open.last_mut() {
                        *clause = last;
                    }
                }
                _ => {}
            }
        }
        last
    }

    /// Whether a word is the direction of a `for each` before the place.
    pub(super) fn goes_through(&self, name: &str) -> bool {
        let word = |i: usize| self.view.word(i);
        (3..self.at).any(|i| word(i) == "in" && word(i - 1) == name && word(i - 2) == "each" && word(i - 3) == "for")
    }

    /// The direction that effects at the place know by a name; `north` where they know none.
    pub(super) fn way_here(&self) -> &str {
        let word = |i: usize| self.view.word(i);
        let each = (3..self.at).rev().find(|&i| word(i) == "in" && word(i - 2) == "each" && word(i - 3) == "for");
        let verb = (0..self.at).rev().map(word).find(|word| VERBS.contains(word) || *word == "define");
        match (each, verb) {
            (Some(each), _) => word(each - 1),
            (None, Some("step" | "slide" | "hop")) => "dir",
            (None, _) => "north",
        }
    }
}
