//! Habits with numbers, and with directions that are compared like them.

use rulesmith_grammar::Rule;

use crate::parser::explain::Failure;

/// Words that begin a number.
const NUMBERS: [&str; 6] = ["count", "sum", "groups", "largest", "fewest", "lines"];

impl Failure<'_> {
    /// `for n in 1..3 {`, `for n = 1 to 3 {`: nothing goes through numbers. `clauses`: they stand around clauses.
    pub(super) fn through_numbers(&self, start: usize, clauses: bool) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let begins = |&i: &usize| self.is_number(i) && matches!(word(i - 1), "in" | "=" | "from");
        let first = (start + 2..start + 6).find(begins)?;
        // On a track such numbers are cells, and there effects are done to all of them at once.
        let track = self.view.text.contains("track");
        if !matches!(word(first + 1), ".." | "to" | ",") || track {
            return None;
        }
        let name = self.view.before(first - 1);
        let open = (first..first + 8).find(|&i| word(i) == "{")?;
        let end = (open..open + 8).find(|&i| matches!(word(i), "to" | "through" | "}" | ""))?;
        let never = "`for each` goes through directions, never through numbers";
        Some(match clauses {
            true if word(open + 1) == "slide" && word(end - 1) == name => {
                let (slide, last) = (self.words(open + 1, end - 1), word(first + 2));
                format!("{never}: write `{slide} {}..{last} to …`", word(first))
            }
            true => format!("{never}: write a clause for each of them"),
            false => format!(
                "{never}: write the effects for each of them, or repeat them with a state that counts, \
                 `while n < {} {{ … set n = n + 1 }}`; what the player chooses is `either {{ … }} as one or {{ … }} as two`",
                word(first + 2)
            ),
        })
    }

    /// `slide any count own to empty`, `slide any 1..count own to empty`, `slide any max(1, n) to empty`
    pub(super) fn length_habit(&self) -> Option<String> {
        let (before, found) = (self.before(), self.found());
        let word = |i: usize| self.view.word(i);
        if word(self.part) != "slide" {
            return None;
        }
        let start = match found {
            "(" if matches!(before, "max" | "min") => self.at - 1,
            // `slide any 1-3` is rather a range.
            "-" if self.number_before() && self.is_number(self.at + 1) => return None,
            "+" | "-" | "*" | "div" | "mod" if self.has(Rule::kw_to) => self.at - 1,
            "own" | "enemy" if self.next() == "hand" || before == ".." => self.at,
            found if NUMBERS.contains(&found) => self.at,
            _ => return None,
        };
        // In `sum own by distance to rank 1` it ends further on.
        let ends = |&i: &usize| {
            matches!(word(i), "through" | "{" | "}" | "") || word(i) == "to" && self.view.before(i) != "distance"
        };
        let end = (start..).find(ends)?;
        let slide = |last: usize| self.words(self.part, last);
        if word(start - 1) == ".." {
            let (slide, n) = (slide(start - 2), self.words(start, end));
            return Some(format!(
                "the ends of a range are fixed, and in brackets where options make them: one length that is worked out is `{slide} ({n}) to …`, all lengths up to it are \
                 `{slide} to … when sum to by distance to from <= {n}`"
            ));
        }
        let ends_in_range = (start..end).any(|i| word(i) == "..");
        Some(match ends_in_range {
            true => format!("the ends of a range are fixed: `{} 1..3 to …`", slide(start)),
            false => format!(
                "a length that is worked out stands in brackets: `{} ({}) to …`",
                slide(start),
                self.words(start, end)
            ),
        })
    }

    /// `if dir = north`, `when dir in (north, south)`, `when north = dir`
    pub(super) fn compared_directions(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let sign = |i: usize| match word(i) {
            "=" | "==" | "is" => Some("="),
            "!=" => Some("!="),
            "in" | "on" => Some("on"),
            _ => None,
        };
        if !self.has(Rule::kw_of) || self.before() != "dir" {
            return None;
        }
        let back = |n: usize| self.at.checked_sub(n);
        let (first, sign, second) = match (sign(self.at), back(2).and_then(sign), back(3)) {
            (Some(sign), ..) => ("dir".to_string(), sign, self.ways(self.at + 1)?),
            (None, Some(sign), Some(other)) if self.is_direction(word(other)) => {
                (word(other).to_string(), sign, "dir".to_string())
            }
            _ => return None,
        };
        Some(format!(
            "directions are compared by the cells that they lead to: `{first} of from {sign} {second} of from`"
        ))
    }

    /// The direction at a place, or those in brackets there.
    fn ways(&self, at: usize) -> Option<String> {
        let way = |i: &usize| self.is_direction(self.view.word(*i)) || matches!(self.view.word(*i), "," | "or");
        let first = at + usize::from(self.view.word(at) == "(");
        if !way(&first) {
            return None;
        }
        if first == at {
            return Some(self.view.word(at).to_string());
        }
        let close = (first..).find(|i| !way(i)).filter(|&i| self.view.word(i) == ")")?;
        Some(format!("({})", self.words(first, close).replace(" or", ",")))
    }
}
