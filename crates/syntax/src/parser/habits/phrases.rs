//! Phrases of everyday speech, of two or three words, and what to write instead.

use super::neighbours::{ASKS, HELD, OF_MOVE, compass};
use crate::parser::explain::Failure;
use crate::words::{both_ways, is_direction};

/// Regions that are one word.
const PLACES: [&str; 9] = ["rank", "ranks", "file", "files", "corner", "corners", "edge", "center", "centre"];

impl Failure<'_> {
    /// What a phrase around the place stands for.
    pub(super) fn phrase_habit(&self) -> Option<String> {
        self.phrase_of_item().or_else(|| self.phrase_of_clause()).or_else(|| self.phrase_of_condition())
    }

    /// Items and what is declared: `group capture Man {`, `facing White NE`, `state flag per player: number`.
    fn phrase_of_item(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let begins = self.at == 0 || self.view.indent(self.at) == Some(0);
        Some(match found {
            "group" if begins => format!("the word is `move`: `move {}`", self.value(self.at + 1)),
            "per" if self.view.word(0) == "state" => {
                let player = self.players().first().map_or("white".to_string(), |name| name.to_lowercase());
                format!("a state is the whole game's: name one for each player, `state {player}-{before}: …`")
            }
            ":" if self.view.word(0) == "eval" && self.capital_before() => {
                format!("how many there are is counted: `{next} * count own {before}`")
            }
            _ if matches!(before, "color" | "colour") && self.view.word(0) == "look" => {
                format!("leave `{before}` out: `{} {found}`", self.words(0, self.at.saturating_sub(1)))
            }
            // `facing White north east`, `facing White NE`
            _ if self.view.word(0) == "facing"
                && let Some(way) = both_ways(before, found) =>
            {
                format!("one direction is one word: `{way}`")
            }
            _ if self.view.word(0) == "facing"
                && self.is_capital(self.at)
                && let Some(way) = compass(found) =>
            {
                format!("directions are written in whole: `{way}`")
            }
            _ => return None,
        })
    }

    /// Clauses and effects: `step forward if empty`, `place Man from hand`, `pick x in enemy { … }`.
    fn phrase_of_clause(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, verb) = (self.back(2), self.view.word(self.part));
        let inside = |word: &str| (self.part..self.at).any(|i| self.view.word(i) == word);
        let in_move = self.view.word(0) == "move";
        Some(match found {
            "if" if HELD.contains(&next) && matches!(verb, "step" | "slide") && !inside("to") => {
                format!("write `{} to {}`", self.words(self.part, self.at), self.value(self.at + 1))
            }
            "from" if next == "hand" && matches!(two, "place" | "put") && self.capital_before() => {
                format!("what comes from a hand is dropped: `drop {before} …`")
            }
            "{" if in_move && (self.at.saturating_sub(4)..self.at).any(|i| self.view.word(i) == "pick") => {
                let effect = self.view.word(self.at + 1);
                format!("`pick` has no braces of its own: the effects follow at once, `… {before}  {effect} …`")
            }
            _ if in_move && self.is_player(found) && matches!(next, "wins" | "loses") => {
                format!("verdicts stand in an item of their own: `end {{ {found} {next} when … }}`")
            }
            "can" | "could" if next == "again" => "write `may again`".to_string(),
            // `ray any to through …`, `ray any 2 to …`
            "through" | "to" if OF_MOVE.contains(&if found == "to" { found } else { before }) && inside("ray") => {
                let last = if found == "to" { self.at } else { self.at - 1 };
                let number = usize::from(self.is_number(last.checked_sub(1)?));
                let way = last.checked_sub(1 + number)?;
                let ray = self.view.word(way.checked_sub(1)?) == "ray" && is_direction(self.view.word(way));
                ray.then(|| format!("write `ray {} of {} …`", self.words(way, last), self.view.word(last)))?
            }
            "until" if inside("ray") && !inside("through") => {
                "the way stands before its end: `through … until …`".to_string()
            }
            // `opposite to onto …`, where `opposite` is a link
            "to" | "from" if self.view.declared(&["link"]).any(|link| link == before) => {
                format!("write `{before} of {found}`")
            }
            _ => return None,
        })
    }

    /// Conditions and verdicts: `two passes`, `all occupied`, `empty rank 8`.
    fn phrase_of_condition(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let two = self.back(2);
        Some(match found {
            "passes" | "pass" if matches!(before, "two" | "2" | "both") => {
                "two passes in a row are `both passed`".to_string()
            }
            "if" if before == "require" && (self.at..self.at + 16).any(|i| self.view.word(i) == "then") => {
                "`if A then B` is `not (A) or B`: `require not (…) or …`".to_string()
            }
            "occupied" | "full" if before == "all" && ASKS.contains(&two) => "write `no empty`".to_string(),
            "own" | "enemy"
                if before == "all" && ASKS.contains(&two) && matches!(next, "captured" | "gone" | "dead") =>
            {
                format!("write `no {found}`")
            }
            "the" if self.is_capital(self.at + 1) => format!("leave `the` out: `{next} …`"),
            "rank" if matches!(before, "top" | "back" | "bottom") => {
                "ranks have numbers, from the bottom: `rank 8`; the last one as a player sees it is `far rank`"
                    .to_string()
            }
            // `to empty rank 8`, `to enemy corners`
            _ if PLACES.contains(&found)
                && (HELD.contains(&before) || matches!(before, "own" | "enemy"))
                && self.complete()
                && !(found == "rank" && matches!(before, "own" | "enemy")) =>
            {
                let place = match found {
                    "corner" => "corners".to_string(),
                    "centre" => "center".to_string(),
                    _ => self.operand_behind(self.at),
                };
                format!("the cells that are in both are joined by `on`: `{before} on {place}`")
            }
            _ => return None,
        })
    }
}
