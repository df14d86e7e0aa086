//! Habits that a few words side by side tell, wherever they stand: a word left out or put in, two of them turned round.

use rulesmith_grammar::Rule;

use crate::parser::explain::Failure;
use crate::parser::is_a;
use crate::tokens::TokenKind;
use crate::words::{EFFECTS, is_direction};

/// What is at a cell, in a word.
const HELD: [&str; 2] = ["empty", "occupied"];
/// The cells of a move.
const OF_MOVE: [&str; 3] = ["from", "to", "over"];
/// What a cell is called elsewhere.
const CELL: [&str; 9] = ["cell", "cells", "field", "fields", "space", "spaces", "square", "squares", "tile"];
/// What stands before a condition or a part of one.
const ASKS: [&str; 7] = ["when", "if", "and", "or", "not", "require", "("];
/// Who has the turn, as others call it.
const TURN: [&str; 7] = ["turn", "player", "mover", "current", "side", "me", "who"];

impl Failure<'_> {
    /// What words around the place tell.
    pub(super) fn neighbours_habit(&self) -> Option<String> {
        self.asked_habit().or_else(|| self.way_habit()).or_else(|| self.counted_habit()).or_else(|| self.item_slip())
    }

    fn back(&self, n: usize) -> &str {
        self.at.checked_sub(n).map_or("", |i| self.view.word(i))
    }

    fn is_place(&self, word: &str) -> bool {
        OF_MOVE.contains(&word) || is_a(Rule::cell, word)
    }

    /// Conditions: `when d4 empty`, `turn = White`, `enemy without King`.
    fn asked_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, three) = (self.back(2), self.back(3));
        // In `end` the turn has passed.
        let mover = if self.view.word(0) == "end" { "enemy" } else { "own" };
        let turn_of = |player: &str| format!("whose turn it is, is asked by `{mover} = {player}`");
        Some(match found {
            // `d4 empty`, `to neighbours of own`; `empty d4`
            _ if HELD.contains(&found) && self.is_place(before) && ASKS.contains(&two) && self.complete() => {
                format!("where something is, is said with `on`: `{before} on {found}`")
            }
            _ if HELD.contains(&before) && self.is_place(found) && ASKS.contains(&two) && self.complete() => {
                format!("where something is, is said with `on`: `{found} on {before}`")
            }
            "neighbours" if self.is_place(before) && ASKS.contains(&two) => {
                format!("where something is, is said with `on`: `{before} on {}`", self.value(self.at))
            }
            // `when next to own King`
            "to" if before == "next" && ASKS.contains(&two) && two != "(" => {
                let of = self.operand_behind(self.at + 1);
                let of = if of.contains(' ') { format!("({of})") } else { of };
                let cell = if self.view.word(0) == "move" { "to" } else { "own" };
                format!("the cells beside others are their neighbours: `{cell} on neighbours of {of}`")
            }
            // `enemy without King`
            "without" if matches!(before, "own" | "enemy") && self.is_capital(self.at + 1) => {
                format!("what is not there is asked by `no`: `no {before} {next}`")
            }
            // `King own on far rank`
            "own" | "enemy"
                if self.capital_before() && ASKS.contains(&two) && two != "(" && !self.is_player(before) =>
            {
                format!("whose it is stands before it: `{found} {before}`")
            }
            // `enemy King stuck`
            "stuck" if self.capital_before() && matches!(two, "own" | "enemy") => {
                format!("who has no move at all is stuck, not a piece: `{two} stuck`")
            }
            "blocked" | "stuck" | "stalemated"
                if before == "is" && (self.is_player(two) || matches!(two, "own" | "enemy")) =>
            {
                format!("write `{two} stuck`")
            }
            // `own is White`: taken for a region of the player.
            _ if before == "is" && self.is_player(found) && (two == "own" || TURN.contains(&two)) => {
                format!("whose turn it is, is asked by `own = {found}`")
            }
            // `turn = White`, `player is White`
            "is" | "=" | "==" if (TURN.contains(&before) || before == "own") && self.is_player(next) => turn_of(next),
            _ if TURN.contains(&found) && self.is_player(self.view.word(self.at + 2)) && !self.complete() => {
                turn_of(self.view.word(self.at + 2))
            }
            // `quiet for 100`
            "for" | "reaches"
                if self.view.declared(&["clock"]).any(|clock| clock == before) && self.is_number(self.at + 1) =>
            {
                format!("write `{before} >= {next}`")
            }
            // `repeats >= 3`
            _ if before == "repeats" && self.is_number(self.at + 1) && matches!(found, ">" | ">=" | "=" | "==") => {
                format!("write `repeats {next}`")
            }
            // `own Goat in hand`
            "in" if self.capital_before() && next == "hand" => {
                let owner = if matches!(two, "own" | "enemy") { two } else { "own" };
                format!("what is in a hand is counted by `{owner} hand {before}`")
            }
            // `own hand not empty`
            "not" if before == "hand" && HELD.contains(&next) => format!("it is asked by its name alone: `{two} hand`"),
            "hand" if ASKS.contains(&before) && !matches!(next, "own" | "enemy") => {
                format!("say whose: `{before} own hand`")
            }
            // `to not on edge`
            "not" if OF_MOVE.contains(&before) && next == "on" => {
                format!("`not` stands before the whole: `not {before} {}`", self.value(self.at + 1))
            }
            // `win when captured King`
            _ if self.has(Rule::kw_wins)
                && self.capital_before()
                && matches!(two, "captured" | "taken" | "capture" | "capturing") =>
            {
                format!("a piece that is gone: `no enemy {before}`; what a ply took is not remembered")
            }

            // `rank 2 of own`
            "of" if self.number_before() && matches!(two, "rank" | "ranks") && matches!(next, "own" | "enemy") => {
                format!("whose it is stands before it: `{next} {two} {before}`")
            }
            // `east of from 3`
            _ if self.is_number(self.at) && self.complete() && two == "of" && is_direction(three) => {
                format!("the number stands behind the direction: `{three} {found} of {before}`")
            }
            // `a1 to h1`
            "to" if is_a(Rule::cell, before) && is_a(Rule::cell, next) && self.complete() => {
                format!("a range is written with two dots: `{before}..{next}`")
            }
            // `all without center`
            "without" if before == "all" => {
                format!("what is left out follows `except`: `all except {}`", self.value(self.at + 1))
            }
            _ => return None,
        })
    }

    /// Clauses and effects: `slide diagonal empty`, `slide any to empty 2`, `flip enemy to own`.
    fn way_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, verb) = (self.back(2), self.view.word(self.part));
        // The effect that the place is in, if it begins near.
        let start = (self.at.saturating_sub(5)..self.at).rev().find(|&i| EFFECTS.contains(&self.view.word(i)));
        let effect = start.map_or("", |start| self.view.word(start));
        let done = || self.words(start.unwrap_or(self.at), self.at);
        let way = matches!(verb, "step" | "slide" | "leap" | "hop") && self.view.word(0) == "move";
        let head = || self.words(self.part, self.at);
        Some(match found {
            // `slide diagonal empty or enemy`
            _ if let Some(help) = self.behind_the_end() => help,
            _ if way
                && self.has(Rule::kw_to)
                && (HELD.contains(&before) || matches!(before, "own" | "enemy"))
                && (is_direction(two) || self.view.kind(self.at.saturating_sub(2)) == Some(TokenKind::Number))
                && !(self.part..self.at).any(|i| self.view.word(i) == "to") =>
            {
                let start = self.at - 1;
                format!(
                    "`to` is missing before `{before}`: `{} to {}`",
                    self.words(self.part, start),
                    self.value(start)
                )
            }
            // `slide forward 2 when … to empty`
            "when" if way && self.has(Rule::kw_to) && !(self.part..self.at).any(|i| self.view.word(i) == "to") => {
                let to = (self.at..self.at + 24).find(|&i| self.view.word(i) == "to")?;
                let when = self.words(self.at + 1, to);
                format!("the condition stands behind the whole clause: `{} {} when {when}`", head(), self.value(to))
            }

            "," if next == "when" && self.complete() => {
                "leave the comma out: the condition follows at once".to_string()
            }
            "only" | "just" if matches!(next, "when" | "if") => format!("leave `{found}` out: `when …`"),
            // `to empty cell`, `to an empty square`
            _ if CELL.contains(&found)
                && (HELD.contains(&before) || matches!(before, "own" | "enemy"))
                && !self.view.is_declared(found) =>
            {
                format!("leave `{found}` out: `{before}` are cells")
            }
            "a" | "an"
                if matches!(before, "to" | "on" | "as" | "with" | "onto")
                    && (HELD.contains(&next) || matches!(next, "own" | "enemy") || self.is_capital(self.at + 1)) =>
            {
                format!("leave `{found}` out: `{before} {next}`")
            }
            "<=" if verb == "slide" && self.is_number(self.at + 1) => {
                format!("up to so many are `{} 1..{next} to …`", head())
            }
            _ if (CELL.contains(&found) || matches!(found, "step" | "steps"))
                && verb == "slide"
                && self.number_before() =>
            {
                format!("leave `{found}` out: `{} to …`", head())
            }
            // `move east to onto …`: `of` is missing
            _ if is_direction(before)
                && OF_MOVE.contains(&found)
                && self.has(Rule::kw_of)
                && !way
                && !(self.at.saturating_sub(4)..self.at).any(|i| matches!(self.view.word(i), "ray" | "beyond")) =>
            {
                format!("write `{before} of {found}`")
            }
            // `flip enemy to own`
            "to" if effect == "flip" && matches!(next, "own" | "enemy") => {
                format!("who is flipped changes sides: `{}` is all", done())
            }
            // `flip all enemy`
            _ if before == "all" && two == "flip" && matches!(found, "own" | "enemy") => {
                format!("leave `all` out: `flip {}`", self.value(self.at))
            }
            "as" if effect == "flip" => format!(
                "`flip` changes the owner, `promote` the kind: `promote {} {}`",
                self.words(start.unwrap_or(self.at) + 1, self.at),
                self.value(self.at)
            ),
            // `take enemy neighbours to`
            _ if before == "neighbours" && OF_MOVE.contains(&found) && matches!(two, "own" | "enemy") => {
                format!("write `{two} on neighbours of {found}`")
            }

            // `swap e4 e5`
            _ if self.back(3) == "swap" && self.is_place(before) && self.is_place(two) => {
                format!("write `swap {two} with {before}`")
            }
            // `set n + 1`, `set been or to`
            "+" | "-" | "or" | "except" if two == "set" && self.has(Rule::op_eq) && next != found && next != "=" => {
                format!("write `set {before} = {before} {found} {}`", self.value(self.at + 1))
            }

            "go" if next == "again" => "leave it out: `again`, or `extra turn` for another ply".to_string(),
            _ => return None,
        })
    }

    /// `slide any to empty through own`, `slide any to empty 2`: what stands before `to` in a clause, behind its end.
    fn behind_the_end(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let late =
            [self.at, self.at.checked_sub(1)?].into_iter().find(|&i| word(i) == "through" || self.is_number(i))?;
        let begins = |&i: &usize| matches!(word(i), "slide" | "hop");
        let verb = (late.saturating_sub(12)..late).rev().take_while(|&i| !matches!(word(i), "{" | "}")).find(begins)?;
        // `1 to 2` is a range.
        let to = (verb..late.checked_sub(1)?).find(|&i| word(i) == "to")?;
        let (head, end) = (self.words(verb, to), self.words(to, late));
        if (to..late)
            .any(|i| matches!(word(i), "when" | "on" | "of" | "except" | "rank" | "ranks" | "holding" | "through"))
        {
            return None;
        }
        Some(match word(late) {
            "through" => {
                format!("what it passes stands before `to`: `{head} through {} {end}`", self.operand_behind(late + 1))
            }
            number if word(verb) == "slide" => {
                format!("the number stands behind the directions: `{head} {number} {end}`")
            }
            _ => return None,
        })
    }

    /// Numbers of pieces: `when 3 Man on far rank`, `count own in 3..5`, `line of 4 own`.
    fn counted_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let two = self.back(2);
        Some(match found {
            // `count 3 own Man`
            _ if self.number_before()
                && two == "count"
                && (matches!(found, "own" | "enemy") || self.is_capital(self.at)) =>
            {
                format!("how many there are is compared: `count {} = {before}`", self.value(self.at))
            }
            // `win when 3 Man on far rank`: taken for a player.
            _ if self.capital_before()
                && self.view.kind(self.at.saturating_sub(2)) == Some(TokenKind::Number)
                && ASKS.contains(&self.back(3))
                && self.has(Rule::kw_wins)
                && !self.is_player(before)
                && found != "in" =>
            {
                format!("how many there are is counted: `count own {} = {two}`", self.value(self.at - 1))
            }
            // `count own in 3..5`
            "in" if self.is_number(self.at + 1)
                && self.view.word(self.at + 2) == ".."
                && self.is_number(self.at + 3) =>
            {
                let start = (0..self.at).rev().find(|&i| ASKS.contains(&self.view.word(i)))? + 1;
                let number = self.words(start, self.at);
                number
                    .starts_with("count")
                    .then(|| format!("write `{number} >= {next} and {number} <= {}`", self.view.word(self.at + 3)))?
            }
            // `own line 4`, `line of 4 own`
            "line" if matches!(before, "own" | "enemy") && self.is_number(self.at + 1) => {
                format!("whose it is stands behind: `line {next} of {before}`")
            }

            "of" if before == "line" && self.is_number(self.at + 1) => {
                format!(
                    "a line is written `line {next} of {}`",
                    match self.view.word(self.at + 2) {
                        "of" | "" => "own",
                        word => word,
                    }
                )
            }
            "or" if self.number_before() && two == "line" && matches!(next, "more" | "longer") => {
                format!("leave `or {next}` out: `line {before}` is so many or more")
            }

            _ => return None,
        })
    }

    /// Items: `counter quiet`, `legal unless …`, `turn { any } finally { … }`.
    fn item_slip(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let begins = self.at == 0 || self.view.indent(self.at) == Some(0);
        Some(match found {
            "of" if self.view.word(0) == "setup" && self.capital_before() && self.is_player(next) => {
                format!("whose it is stands before it: `{next} {before}`")
            }
            "counter" if begins => {
                format!("plies are counted by a `clock`: `clock {next}`; other numbers are a `state {next}: number`")
            }
            "finally" if self.view.word(0) == "turn" && before == "}" => {
                "it stands inside the braces: `turn { … finally { … } }`".to_string()
            }
            "unless" if before == "legal" => format!("write `legal when not ({})`", self.value(self.at + 1)),
            "unless" if self.complete() => format!("write `when not ({})`", self.value(self.at + 1)),
            "captured" if begins && self.view.word(self.at + 2) == "to" => "write `captives to hand`".to_string(),

            _ if before == "function" && self.back(2) == "define" => {
                format!("leave `function` out: `define {found} …`")
            }
            _ if self.back(2) == "state" && matches!(before, "number" | "cells") => {
                format!("the name comes first: `state {found}: {before}`")
            }
            "=" if self.view.word(0) == "link" && self.at == 2 && is_direction(next) => {
                format!(
                    "what is a step of the board already has a name by `define`: `define {before}(r) = {next} of r`"
                )
            }

            _ => return None,
        })
    }
}
