//! Habits in moves, turns, effects and verdicts.

use rulesmith_grammar::Rule;

use crate::parser::explain::{Failure, small};
use crate::parser::is_a;
use crate::tokens::{CONDITIONAL, TokenKind};
use crate::words::{EFFECTS, PREFIXES, VALUES, VERBS, VERDICTS, is_direction};

/// What is swapped by who takes over the first move of the other player.
const SIDES: [&str; 4] = ["sides", "colours", "colors", "players"];

/// How that is written.
const PIE_RULE: &str = "the pie rule is a pass that turns all pieces over: with `clock plies`, \
                        `move pie when plies = 1 { pass { flip all } }`";

/// Whether a word says that a piece was taken.
fn is_gone(word: &str) -> bool {
    matches!(word, "captured" | "taken" | "dead" | "gone" | "eliminated")
}

/// What stands for cells where effects are.
const CELLS: [&str; 6] = ["from", "to", "over", "own", "enemy", "empty"];

impl Failure<'_> {
    /// What effects stand in, in a definition.
    pub(super) fn braces_habit(&self) -> Option<String> {
        let (before, found) = (self.before(), self.found());
        let effect = EFFECTS.contains(&found);
        if (0..self.at).any(|i| self.view.word(i) == "{") && !(before == "{" && self.at <= 8) {
            return None;
        }
        // `define n = if C then 1 else 0`
        if found == "if" && before == "=" && !(self.at..self.view.list.len()).any(|i| self.view.word(i) == "{") {
            return Some(CONDITIONAL.to_string());
        }
        if found == "{" && before == "=" || effect && before == "=" && self.at > 2 {
            let head = self.words(0, self.at - 1);
            return Some(format!("effects stand in braces, without `=`: `{head} {{ … }}`"));
        }
        if found == ")" && before == "(" && self.at == 3 {
            let body = if self.view.word(4) == "{" { "{ … }" } else { "= …" };
            return Some(format!("without parameters there are no brackets: `define {} {body}`", self.view.word(1)));
        }
        // `define big(x) { count x > 3 }`
        if before == "{" && self.at > 2 && (VALUES.contains(&found) || PREFIXES.contains(&found)) {
            let head = self.words(0, self.at - 1);
            return Some(format!("a value has `=` and no braces: `{head} = …`"));
        }
        if !self.has(Rule::op_eq) || self.complete() {
            return None;
        }
        let name = self.view.kind(self.at) == Some(TokenKind::Word) && !is_a(Rule::reserved, found);
        match found {
            _ if self.at == 2 && name && matches!(self.next(), "=" | "{") => {
                Some(format!("parameters stand in brackets: `{}({found}) {} …`", self.words(0, 2), self.next()))
            }
            _ if before == ")" && found != "->" && !effect => Some(format!("write `{} = …`", self.words(0, self.at))),
            _ if effect => Some(format!("effects stand in braces: `{} {{ {found} … }}`", self.words(0, self.at))),
            ":" => {
                let head = self.words(0, self.at);
                Some(format!("write `{head} = …`, or `{head} {{ … }}` with effects in the braces"))
            }
            _ => None,
        }
    }

    pub(super) fn turn_habit(&self) -> Option<String> {
        let (before, found) = (self.before(), self.found());
        let help = match found {
            _ if before == "finally" && found != "{" => {
                let found = if EFFECTS.contains(&found) { format!("{found} …") } else { "…".to_string() };
                format!("effects stand in braces: `finally {{ {found} }}`")
            }
            _ if self.is_capital(self.at) && self.is_player(found) => {
                "players take turns by themselves: `turn` says which groups of moves may be played".to_string()
            }
            _ if self.at == 1 => "write `turn { … }`".to_string(),
            _ if self.is_capital(self.at) && self.at > 1 => format!(
                "a group of moves is named by its label: `move {} {found} {{ … }}` and here `{}`",
                small(found),
                small(found)
            ),
            "," if self.complete() && matches!(self.next(), "else" | "or") => {
                format!("leave `,` out: `{} {} …`", self.phrase(), self.next())
            }
            "else" | "or" if before == "{" && self.declares(self.next()) => {
                let second = self.view.word(self.at + 2);
                let second = if self.declares(second) { second } else { "…" };
                format!("it stands between the two: `{} {found} {second}`", self.next())
            }
            "," | "|" | "||" if self.complete() && (is_a(Rule::name, self.next()) || self.next() == "pass") => {
                format!("write `{before} or {}`", self.next())
            }
            "and" if self.complete() => format!(
                "write `{before} or {}` if either may be played; what one ply does altogether are effects of one clause",
                self.next()
            ),
            "," if self.complete() => format!("write `{before} or …`"),
            "of" if before == "longest" => format!("leave it out: `longest {}`", self.next()),
            "when" | "if" if self.complete() || before == "{" => {
                "a group has its condition itself: `move quiet Man when … { … }`".to_string()
            }
            "x" | "*" if self.complete() && self.is_number(self.at + 1) => format!("write `{} {before}`", self.next()),
            "to" | "-" if self.number_before() && self.is_number(self.at + 1) => {
                format!("write `{before}..{}`", self.next())
            }
            "to" if before == "up" && self.is_number(self.at + 1) => format!("write `1..{}`", self.next()),
            _ if self.complete() && self.declares(found) && self.declares(before) => {
                format!("write `{before} or {found}`, or `{before} else {found}` where `{before}` goes first")
            }
            "may" => format!("write `{before} or {}`", self.next()),
            "otherwise" if self.complete() => format!("write `{before} else {}`", self.next()),
            "then" => {
                "parts of one ply are effects of one clause, or legs (`2 any`); `extra turn` is a ply more".to_string()
            }
            "first" => format!("what goes first has the rest behind `else`: `{before} else any`"),
            "twice" => format!("write `2 {before}`"),
            _ if self.is_number(self.at) && self.complete() && self.next() == ".." => {
                format!("write `{found}..{} {before}`", self.view.word(self.at + 2))
            }
            _ if self.is_number(self.at) && self.complete() => format!("write `{found} {before}`"),
            _ => return None,
        };
        Some(help)
    }

    pub(super) fn end_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let verdict = self.view.word(self.part);
        let help = match found {
            "if" if self.at == 1 => format!("write `end when {} {{ … }}`", self.value(2)),
            _ if self.at == 1 => "write `end { win when … }`".to_string(),
            _ if self.view.word(1) == "when"
                && self.has(Rule::brace_open)
                && !(1..self.at).any(|i| self.view.word(i) == "{") =>
            {
                let when = self.words(1, self.at);
                format!("the verdict stands in braces: `end {{ win {when} }}`")
            }
            // `win when is Line 3`, where `Line` is taken for a player.
            _ if self.has(Rule::kw_wins)
                && self.capital_before()
                && self.view.word(self.at.saturating_sub(2)) == "is" =>
            {
                "leave `is` out: a region is a condition itself, such as `line 3 of own`".to_string()
            }
            // `enemy stuck, own King on edge`
            "," if self.complete() && !VERDICTS.contains(&next) && self.at > self.part + 1 => {
                format!("conditions are joined by `and`: `{before} and {}`", self.value(self.at + 1))
            }
            // `win when captures King`
            _ if self.has(Rule::kw_wins)
                && self.capital_before()
                && !self.players().is_empty()
                && !self.is_player(before) =>
            {
                format!("`{before}` is no player; of pieces it is said whose they are: `enemy {before}`")
            }
            // `Swedes win when …`; such a word may also begin the next verdict.
            "win" | "lose" if self.has(Rule::kw_wins) => format!("write `{before} {found}s`"),
            "own" | "player" | "mover"
                if matches!(next, "win" | "lose") && (before == "{" || self.view.indent(self.at).is_some()) =>
            {
                format!("leave it out: `{next} when …`")
            }
            "player" | "mover" if matches!(next, "wins" | "loses") => {
                format!("write `{} when …`", next.trim_end_matches('s'))
            }
            "tie" | "remis" if self.at == self.part => "write `draw when …`".to_string(),
            "otherwise" | "default" if VERDICTS.contains(&next) || VERDICTS.contains(&before) => {
                "leave it out: a verdict without `when` always holds".to_string()
            }
            "," if self.complete() && VERDICTS.contains(&next) => {
                "leave it out: each begins with a word of its own".to_string()
            }
            "captured" | "taken" | "gone" if self.number_before() => {
                "what is gone is told by what is left: `count enemy <= 6`".to_string()
            }
            "times" if self.number_before() => "leave it out: `repeats 3`".replace('3', before),
            "repeats" if before == "position" => format!("leave `position` out: `repeats {next}`"),
            "repeats" if self.number_before() => format!("write `repeats {before}`"),
            ":" | "on" if matches!(before, "win" | "lose" | "draw") => format!("write `{before} when …`"),
            "no" | "own" | "enemy" | "count" | "not" | "line"
                if matches!(before, "win" | "lose" | "draw") && self.view.indent(self.at).is_none() =>
            {
                format!("write `{before} when {found} …`")
            }
            "own" | "enemy" if matches!(next, "wins" | "loses") => {
                let wins = (found == "own") == (next == "wins");
                format!("write `{} when …`: `own` is who has just moved", if wins { "win" } else { "lose" })
            }
            // `if own Man on far rank { win }`
            "if" if self.complete() && matches!(before, "wins" | "loses") => "write `when`".to_string(),
            "if" if self.complete() && self.at == self.part && !VERDICTS.contains(&before) => {
                let when = self.value(self.at + 1);
                let when = when.strip_suffix(" then").unwrap_or(&when);
                let verdict = (self.at..).map(|i| self.view.word(i)).take_while(|word| !matches!(*word, "" | "}"));
                let verdict = verdict.into_iter().find(|word| VERDICTS.contains(word)).unwrap_or("win");
                format!("the verdict comes first: `{verdict} when {when}`")
            }
            "when" if self.complete() && (before == "{" || self.view.indent(self.at).is_some()) => {
                let verdict =
                    (self.at..).find(|&i| VERDICTS.contains(&self.view.word(i)) || self.view.word(i).is_empty());
                let verdict = verdict.filter(|&i| !self.view.word(i).is_empty() && self.view.word(i + 1) != "when");
                // `when no enemy { win }`
                let when = self.value(self.at);
                match verdict.filter(|_| when != "…").map(|i| (self.view.word(i), self.value(i + 1))) {
                    Some(("score", number)) => format!("the verdict comes first: `score {number} {when}`"),
                    Some((verdict, _)) => format!("the verdict comes first: `{verdict} {when}`"),
                    None => "a verdict comes first: `win when …`, `lose when …` or `draw when …`".to_string(),
                }
            }
            _ if self.capital_before() && (is_gone(found) && self.complete() || found == "is" && is_gone(next)) => {
                format!("a piece that is gone: `no enemy {before}`; what a ply took is not remembered")
            }
            "moves" | "plies" | "turns" if self.number_before() => {
                "plies without progress are counted by a `clock`: `draw when quiet >= 100`".to_string()
            }
            _ if self.number_before() && found == "in" => format!("a row of {before} is `line {before} of own`"),
            "for" if matches!(before, "win" | "lose") && matches!(next, "own" | "enemy") => {
                let own = (next == "own") == (before != "lose");
                format!("write `{} when …`: `own` is who has just moved", if own { "win" } else { "lose" })
            }
            "for" if before == "draw" => "a draw is one for both: `draw when …`".to_string(),
            "for" if VERDICTS.contains(&before) => format!("write `{next} {before}s`"),
            "win" | "lose" | "draw" if self.view.word(1) == "when" && self.has(Rule::brace_open) => {
                format!("write `end {{ {found} {} }}`", self.words(1, self.at))
            }
            _ if self.is_capital(self.at) && VERDICTS.contains(&before) && before != "score" => {
                format!("write `{found} {}`", if before == "lose" { "loses" } else { "wins" })
            }
            _ if self.capital_before() && matches!(verdict, "win" | "lose") && self.at == self.part + 2 => {
                format!("write `{before} {verdict}s`")
            }
            _ if before == "else" && VERDICTS.contains(&found) => {
                "leave `else` out: the first verdict that holds decides".to_string()
            }
            "wins" | "loses" if matches!(self.view.before(self.at.saturating_sub(1)), "or" | "and") => {
                format!("leave `{}` out: each verdict stands for itself", self.view.before(self.at.saturating_sub(1)))
            }
            "wins" | "loses" | "draws" if self.at == self.part => {
                format!("write `{} when …`", found.trim_end_matches('s'))
            }
            "|" | "||" => format!("write `{before} or {next}`"),
            // `win "checkmate" when …`, `win as "checkmate" when …`: what it is called comes last.
            _ if self.view.kind(self.at) == Some(TokenKind::Text) && next == "when" && before != "as" => {
                format!("what it is called comes last: `{before} when {} as {found}`", self.value(self.at + 2))
            }
            "when" if self.at > 1 && self.view.word(self.at - 2) == "as" => {
                let (verdict, when) = (self.view.before(self.at - 2), self.value(self.at + 1));
                format!("what it is called comes last: `{verdict} when {when} as {before}`")
            }
            // `as rank "home"`: the name is there.
            _ if before == "as" && self.view.kind(self.at + 1) != Some(TokenKind::Text) => {
                format!("in quotes: `as \"{found}\"`")
            }
            "when" if self.complete() => "a verdict has one condition: join them with `and`".to_string(),
            "wins" | "loses" if self.view.kind(self.at - 1) == Some(TokenKind::Word) => {
                "players are written with a capital, as in `players`".to_string()
            }
            _ if matches!(next, "wins" | "loses")
                && self.view.kind(self.at) == Some(TokenKind::Word)
                && !is_a(Rule::reserved, found) =>
            {
                let player = self.players().into_iter().find(|p| p.eq_ignore_ascii_case(found));
                format!("write `{} {next}`", player.unwrap_or("White"))
            }
            _ => return None,
        };
        Some(help)
    }

    /// `move Man quiet { … }`, `move quiet of Man { … }`: what stands between `move` and its brace.
    pub(super) fn head_habit(&self) -> Option<String> {
        let name = |i: usize| {
            let word = self.view.word(i);
            (self.view.kind(i) == Some(TokenKind::Word) && !is_a(Rule::reserved, word)).then_some(word)
        };
        let kinds = (1..8).take_while(|&i| !matches!(self.view.word(i), "{" | "when" | "costs" | ""));
        let kinds: Vec<&str> = kinds.filter(|&i| self.is_capital(i)).map(|i| self.view.word(i)).collect();
        if !self.has(Rule::brace_open) || (1..self.at).any(|i| self.view.word(i) == "{") {
            return None;
        }
        let (found, next) = (self.found(), self.next());
        let guarded = (1..self.at).any(|i| matches!(self.view.word(i), "when" | "costs"));
        if found == "if" && !guarded {
            return Some(format!("write `{} when {} {{ … }}`", self.words(0, self.at), self.value(self.at + 1)));
        }
        // `move (Man, King) {`
        if found == "(" && self.at < 3 && self.is_capital(self.at + 1) && !kinds.is_empty() {
            return Some(format!(
                "kinds stand without brackets: `{} {} {{ … }}`",
                self.words(0, self.at),
                kinds.join(", ")
            ));
        }
        if found == "pass" && next == "{" && self.at == 1 {
            return Some(
                "`pass` can't be a label, since it is a word of `turn`: take another, such as `pass-move`".to_string(),
            );
        }
        if VERBS.contains(&found) && !guarded {
            let braces = format!("clauses stand in braces: `{} {{ {found} … }}`", self.words(0, self.at));
            // `move Man place { … }`: meant as a label.
            return Some(match self.next() {
                "{" => format!("{braces}; a label stands before the kinds: `move {found} …`"),
                _ => braces,
            });
        }
        if kinds.is_empty() {
            return None;
        }
        let label = match name(1) {
            Some(label) if self.at == 2 && matches!(found, "of" | "for" | "own" | "=" | ":" | "(") => label.to_string(),
            _ if self.at == 1 && self.view.kind(1) == Some(TokenKind::Text) => {
                found.trim_matches('"').to_lowercase().replace(' ', "-")
            }
            _ if self.capital_before() && matches!(next, "{" | "when" | "costs") => name(self.at)?.to_string(),
            _ => return None,
        };
        Some(format!("the label stands right behind `move`: `move {label} {} {{ … }}`", kinds.join(", ")))
    }

    pub(super) fn move_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let verb = self.view.word(self.part);
        let clause = self.has(Rule::clause) || self.has(Rule::guard);
        let help = match found {
            "own" if self.at == 1 => format!("a group moves own pieces anyway: `move {next} {{ … }}`"),
            "{" => return None,
            _ if self.at == 2 && self.is_capital(2) && self.is_player(before) => {
                format!(
                    "rules are the same for both players: `move {found} {{ … }}`; who moves in another way has a kind of its own"
                )
            }
            _ if self.is_capital(self.at)
                && !self.complete()
                && self.has(Rule::brace_open)
                && (1..self.at).any(|i| self.view.word(i) == "when") =>
            {
                format!("the kinds stand before `when`: `move {found} when … {{ … }}`")
            }
            ":" if self.at <= 3 => format!("write `move {before} {{ … }}`"),
            "," if self.complete() && (VERBS.contains(&next) || EFFECTS.contains(&next)) => {
                "leave it out: each begins with a word of its own".to_string()
            }
            "," if clause && self.complete() && is_direction(before) && is_direction(next) => {
                format!("directions before `of` stand in brackets: `({before}, {next}) of …`")
            }
            // `step forward to empty, capture diagonal`
            "," if clause && self.complete() && !is_direction(next) && self.is_direction(self.view.word(self.at + 2)) => {
                let dir = self.view.word(self.at + 2);
                format!("each way to move is a clause of its own, without a comma before it: `step {dir} to enemy`")
            }
            // `pick from in own, to in empty`
            "," if self.view.word(self.at + 2) == "in"
                && (self.part.min(self.at.saturating_sub(8))..self.at).any(|i| self.view.word(i) == "pick") =>
            {
                format!("each choice has its own word: `pick {next} in {}`", self.operand_behind(self.at + 3))
            }
            "," if clause && self.complete() => match self.view.word(self.at.saturating_sub(2)) {
                of @ ("file" | "files" | "rank" | "ranks") => {
                    format!("write `{}s {before} {next}`", of.trim_end_matches('s'))
                }
                _ => format!("write `{before} or {next}`"),
            },
            _ if self.has(Rule::clause) && (before == "{" || self.view.indent(self.at).is_some() || self.is_capital(self.at))
                && !VERBS.contains(&next) && self.betza_habit().is_some() =>
            {
                self.betza_habit()?
            }
            "(" if self.has(Rule::clause) && VERBS.contains(&next) => {
                format!("a clause stands without brackets: `{}`", self.value(self.at + 1).trim_end_matches([')', ' ']))
            }
            "by" if before == "blocked" && verb == "slide" => {
                let head = self.words(self.part, self.at - 1);
                format!("a slide ends before what it can't pass, whatever that is: `{head} to empty or enemy`")
            }
            "until" if verb == "slide" && self.has(Rule::kw_to) => {
                let head = self.words(self.part, self.at);
                let place = self.operand_behind(self.at + 1);
                format!("a slide goes over empty cells as far as it can; say where it may end: `{head} to {place}`, or `{head} to empty or {place}`")
            }
            "|" | "||" if clause => format!("write `{before} or {next}`"),
            _ if next == "=" && self.has_brace() && CELLS.contains(&found) && !self.is_capital(self.at + 2) => {
                "cells are no states: a piece goes by `move from onto b2`, leaves by `take to`, comes by `put Man on to`"
                    .to_string()
            }
            // `move Man { … } when own King`
            "when" if before == "}" && self.complete() && !self.has(Rule::effect) => {
                "the `when` of a group stands before its block, that of a clause behind its region".to_string()
            }
            _ if next == "=" && self.has_brace() && self.view.declared(&["clock"]).any(|clock| clock == found) => {
                format!("a clock counts by itself, and starts again by `reset {found}`")
            }
            "=" if self.view.kind(self.at - 1) == Some(TokenKind::Word)
                && !is_a(Rule::reserved, before)
                && self.has_brace() =>
            {
                format!("a state is changed by `set {before} = {}`", self.value(self.at + 1))
            }
            _ if next == "=" && self.has_brace() && self.is_capital(self.at + 2) && !self.declares(found) => {
                format!("a piece becomes another by `promote {found} as {}`", self.view.word(self.at + 2))
            }
            _ if next == "=" && self.has_brace() => {
                format!("a state is changed by `set {found} = {}`", self.value(self.at + 2))
            }
            _ if verb == "slide" && self.number_behind(before) => {
                let number = match next {
                    ".." => self.words(self.at, self.at + 3),
                    _ => format!("1..{found}"),
                };
                format!("write `{} {number} to empty`, or a `step` for one cell", self.words(self.part, self.at - 1))
            }
            "own" | "enemy" if matches!(before, "rank" | "ranks") => format!("write `{found} {before} {next}`"),
            _ if matches!(before, "file" | "rank") && self.view.word(self.at.saturating_sub(2)) != "far" => {
                format!("several are `{before}s {}`", if before == "file" { "a..c" } else { "3..8" })
            }
            "move" if before == "first" => {
                "a piece that has not moved yet is told by its place, as in `when from on own rank 2`, or by a `state`"
                    .to_string()
            }
            _ if verb == "place" && self.is_capital(self.at) && self.is_player(before) => {
                format!("a piece that is placed is the mover's own: `place {found} on empty`")
            }
            "to" if before == "except" && is_direction(self.view.word(self.at.saturating_sub(2))) => {
                "say which directions not: `step any except north to empty`".to_string()
            }
            "a" | "an" | "the" if matches!(verb, "place" | "drop") && self.is_capital(self.at + 1) => {
                format!("leave `{found}` out: `{verb} {next} on empty`")
            }
            _ if before == "to" && !self.has_brace() && self.at > 2 && matches!(self.view.word(self.at - 2), "or" | "and") => {
                let end = self.at - 2;
                let to = (0..end).rev().find(|&i| self.view.word(i) == "to")?;
                format!("say `to` once: `to {} or {found}`", self.words(to + 1, end))
            }
            "count" | "sum" | "own" | "groups" | "largest" if is_direction(before) && self.has(Rule::kw_of) => {
                let of = (self.at..self.at + 12).find(|&i| self.view.word(i) == "of" && self.view.word(i - 1) != "ray");
                let number = of.map_or("…".to_string(), |of| self.words(self.at, of));
                format!("a number that is worked out stands in brackets: `{before} ({number}) of …`")
            }
            _ if is_direction(before) && next == "(" && self.declares(found) && self.has(Rule::kw_of) => {
                let close = (self.at..self.at + 12).find(|&i| self.view.word(i) == ")");
                let number = close.map_or(format!("{found}(…)"), |close| self.words(self.at, close + 1));
                format!("a number that is worked out stands in brackets: `{before} ({number}) of …`")
            }
            "cells" if self.complete() => "leave it out: `empty`, `own` and the like are cells".to_string(),
            _ if verb == "hop" && before == verb && self.is_number(self.at) => {
                format!("say in which directions, and over what: `hop any {} to empty`", self.over_behind())
            }
            _ if verb == "hop" && self.is_number(self.at) => format!(
                "a hop is over one cell; over more of them goes `slide {} {found} through own to empty`",
                self.view.word(self.part + 1)
            ),
            _ if verb == "slide"
                && self.number_before()
                && self.has(Rule::kw_to)
                && self.view.word(self.at.saturating_sub(2)) == "through" =>
            {
                let head = self.words(self.part, self.at - 2);
                format!("the number stands behind the directions: `{head} {before} through {found} to …`")
            }
            _ if verb == "slide" && before == verb && self.is_number(self.at) => {
                let last = if next == ".." { self.at + 3 } else { self.at + 1 };
                let number = self.words(self.at, last);
                format!("the number stands behind the directions: `slide {} {number} to empty`", self.view.word(last))
            }
            _ if verb == "step" && self.is_number(self.at) && next == "," => {
                format!("a jump by two distances is a leap: `leap {} to empty`", self.words(self.at, self.at + 3))
            }
            "direction" | "directions" if self.has(Rule::kw_to) => {
                format!("all directions are `any`: `{verb} any to empty`")
            }
            _ if verb == "step" && self.is_number(self.at) => {
                format!("a step is one cell; so many are `slide forward {found} to empty`")
            }
            "or" if self.number_before() && verb == "slide" && self.is_number(self.at + 1) => {
                format!("write `{}..{next} to …`", self.phrase())
            }
            // `slide any 1-3 to empty`
            "-" if self.number_before() && verb == "slide" && self.is_number(self.at + 1) => {
                format!("write `{before}..{next} to …`")
            }
            // `slide any up to 3 to empty`
            "to" if self.number_before() && self.at > 3 && self.view.word(self.at - 3) == "up" => {
                format!("write `1..{before} to …`")
            }
            // `slide forward 1 to 2 to empty`
            "to" if self.number_before() && self.at > 3 && self.is_number(self.at - 3) => {
                format!("write `{}..{before} to …`", self.view.word(self.at - 3))
            }
            _ if verb == "leap" => return self.leap_habit(),
            "captures" | "capture" | "takes" if self.has(Rule::clause) => {
                "taking is arriving on an enemy, `step forward-diagonal to enemy`, or an effect, `{ take over }`"
                    .to_string()
            }
            "ride" | "rides" | "glide" | "move-any" if self.has(Rule::clause) => {
                format!("the verb is `slide`, as in `slide {next} to empty or enemy`")
            }
            "and" | "or" if before == "either" => return None,
            "if" if self.has(Rule::clause) && self.clause_in_if().is_some() => {
                let (when, clause) = self.clause_in_if()?;
                format!("a clause has its condition behind it: `{clause} when {when}`")
            }
            "when" if before == "and" => {
                let phrase = self.phrase();
                format!("leave `and` out: `{} when …`", phrase.strip_suffix(" and").unwrap_or("…"))
            }
            "when" if self.has(Rule::paren_close) => {
                "`when` stands behind the whole clause, outside of brackets: `step any to empty when …`".to_string()
            }
            "swap" if self.has(Rule::clause) && SIDES.contains(&next) => PIE_RULE.to_string(),
            // `step any to empty then take …`, `step any to enemy then take …`, where the word is taken for a name.
            _ if self.has(Rule::clause)
                && (found == "then" && EFFECTS.contains(&next) || before == "then" && EFFECTS.contains(&found)) =>
            {
                let then = if found == "then" { self.at } else { self.at - 1 };
                let verb = (0..then).rev().find(|&i| VERBS.contains(&self.view.word(i))).unwrap_or(then);
                let (clause, effect) = (self.words(verb, then), self.value(then + 1));
                format!("effects stand in braces behind their clause: `{clause} {{ {effect} }}`")
            }
            _ if EFFECTS.contains(&found)
                && !VERBS.contains(&found)
                && self.has(Rule::kw_to)
                && matches!(verb, "hop" | "step" | "slide" | "leap") =>
            {
                let (phrase, what) = (self.phrase(), if next == "over" { "over" } else { "…" });
                let clause = phrase.strip_suffix(" then").unwrap_or(&phrase);
                format!("effects stand in braces behind the whole clause: `{clause} to empty {{ {found} {what} }}`")
            }
            _ if self.is_number(self.at) && VERBS.contains(&next) && self.has(Rule::clause) => {
                format!("a clause is about one piece; so many of them in one ply are a turn: `turn {{ {found} any }}`")
            }
            "own" | "can" | "may" | "must" if VERBS.contains(&next) && self.has(Rule::clause) => {
                format!("leave it out: a clause begins with its verb, `{next} …`")
            }
            _ if before == "as" && self.view.kind(self.at) == Some(TokenKind::Text) => {
                format!("a label has no quotes: `as {}`", small(found.trim_matches('"')))
            }
            // `move { Pawn step forward to empty }`
            _ if self.is_capital(self.at) && VERBS.contains(&next) && self.has(Rule::clause) => {
                format!("which pieces move stands before the brace: `move {found} {{ {next} … }}`")
            }
            "and" if self.capital_before() && self.has(Rule::brace_open) && self.is_capital(self.at + 1) => {
                format!("write `{before}, {next}`")
            }
            "when" if matches!(before, "{" | "}") && self.has(Rule::clause) => {
                let verb = (self.at..).map(|i| self.view.word(i)).find(|word| VERBS.contains(word) || word.is_empty());
                let verb = verb.filter(|verb| !verb.is_empty()).unwrap_or("step");
                format!("`when` stands behind its clause and before the effects: `{verb} … when … {{ … }}`")
            }
            _ => return None,
        };
        Some(help)
    }

    /// Whether a number stands here behind a word that many put before it, where the number alone says how far.
    fn number_behind(&self, word: &str) -> bool {
        let far = ["upto", "up-to", "within", "max", "maximum", "distance", "range", "length"];
        self.is_number(self.at) && far.contains(&word)
    }

    /// `if C { step … }`: the condition and the clause, if it is one alone.
    fn clause_in_if(&self) -> Option<(String, String)> {
        let word = |i: usize| self.view.word(i);
        let open = (self.at..self.at + 20).find(|&i| word(i) == "{").filter(|&i| VERBS.contains(&word(i + 1)))?;
        let clause = self.value(open + 1);
        Some((self.words(self.at + 1, open), clause))
    }

    /// Whether a word would say which clauses a further leg is made by.
    fn names_a_leg(&self, word: &str) -> bool {
        VERBS.contains(&word)
            || matches!(word, "jump" | "jumps" | "hops" | "capture" | "captures" | "leap" | "walk")
            || self.view.declared(&["move"]).any(|label| label == word)
    }

    /// What a further leg is made by.
    fn further_legs(&self) -> String {
        match self.view.word(1) {
            label if self.view.kind(1) == Some(TokenKind::Word) && !is_a(Rule::reserved, label) => {
                format!("`again` stands alone: the next leg is any clause of the groups labelled `{label}`")
            }
            _ => "`again` stands alone: the next leg is any clause of this group; groups that go on with each other have one label, as \
                  in `move jump Man { … }`"
                .to_string(),
        }
    }

    /// `hop forward sideways over …`, `hop (forward, sideways) over …`, `again orthogonal`
    pub(super) fn dirs_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let sign = |word: &str| matches!(word, "," | "and" | "or" | "except" | "axis" | "reverse" | "(");
        if before == "again" && self.has(Rule::kw_in) {
            let dir = if matches!(found, "along" | "to" | "towards" | "on") { next } else { found };
            if self.is_direction(dir) {
                return Some(format!("write `again in {dir}`"));
            }
            // `again hop over enemy`, `again jump`, `again with jump`; on a line of its own a clause is one.
            let word = if matches!(found, "with" | "by" | "as" | "using") { next } else { found };
            return (self.view.indent(self.at).is_none() && self.names_a_leg(word)).then(|| self.further_legs());
        }
        // `may jump again`
        if before == "may" && next == "again" && self.names_a_leg(found) {
            return Some(format!("write `may again`; {}", self.further_legs()));
        }
        if found == "not" && self.list() == "a direction" {
            return Some(format!("write `any except {next}`"));
        }
        // `again in Rook`
        if before == "in" && self.view.word(self.at.saturating_sub(2)) == "again" && self.is_capital(self.at) {
            return Some("the piece that moved goes on: write `again`; behind `in` stands a direction".to_string());
        }
        if before == "may" && found == "in" && self.view.word(self.at.saturating_sub(2)) == "again" {
            return Some(format!("write `may again in {next}`"));
        }
        if found == "(" && self.list() == "a direction" {
            let close = (self.at + 1..self.at + 24).find(|&i| matches!(self.view.word(i), ")" | ""))?;
            let inside = self.words(self.at + 1, close).replace(" and ", ", ").replace(" or ", ", ");
            return Some(match before {
                "reverse" | "axis" => {
                    let each: Vec<String> = inside.split(", ").map(|dir| format!("{before} {dir}")).collect();
                    format!("`{before}` is of one direction: `{}`", each.join(", "))
                }
                _ if self.is_number(self.at + 1) || self.next() == "-" => {
                    format!("a way by distances is a leap: `leap {inside} to empty`")
                }
                _ => format!("directions stand without brackets: `{before} {inside}`"),
            });
        }
        if self.has(Rule::comma) && self.is_direction(before) {
            let dir = if matches!(found, "and" | "or") { next } else { found };
            return self.is_direction(dir).then(|| format!("write `{before}, {dir}`"));
        }
        // `open(from, orthogonal except axis d)`
        if matches!(found, ")" | ",") && self.has(Rule::kw_of) && self.in_call() {
            let one = "one word, a link, `reverse d`, `axis d` or `any except d`";
            return Some(format!("a direction that is an argument is {one}: let the definition say the rest"));
        }
        // `((north, east) except axis dir) of from`
        if before == ")" && matches!(found, "except" | "," | "or" | "and") && self.has(Rule::kw_of) {
            let open = (0..self.at).rev().find(|&i| self.view.word(i) == "(")?;
            let dir = |i: &usize| sign(self.view.word(*i)) || self.is_direction(self.view.word(*i));
            let end = (self.at + 1..self.at + 12).find(|i| !dir(i))?;
            let joined = if found == "except" { " except" } else { "," };
            let (first, rest) = (self.words(open + 1, self.at - 1), self.words(self.at + 1, end));
            let behind = matches!(self.view.word(end), ")" | "of") && !first.contains("except");
            return behind
                .then(|| format!("directions stand in one pair of brackets: `({first}{joined} {rest}) of …`"));
        }
        None
    }

    /// Whether the place is among the arguments of a definition.
    fn in_call(&self) -> bool {
        let mut closed = 0;
        let open = (0..self.at).rev().find(|&i| match self.view.word(i) {
            ")" => {
                closed += 1;
                false
            }
            "(" if closed == 0 => true,
            "(" => {
                closed -= 1;
                false
            }
            _ => false,
        });
        let name = open.and_then(|open| open.checked_sub(1)).filter(|&i| self.view.kind(i) == Some(TokenKind::Word));
        name.is_some_and(|i| self.view.list[i].span.end == self.view.list[i + 1].span.start)
    }

    /// The part of a hop that says over what.
    fn over_behind(&self) -> String {
        let over = (self.at..self.at + 4).find(|&i| self.view.word(i) == "over");
        let end = over.and_then(|over| (over..over + 12).find(|&i| matches!(self.view.word(i), "to" | "}" | "")));
        over.zip(end).map_or("over enemy".to_string(), |(over, end)| self.words(over, end))
    }

    /// What an effect is called that is no word of the language.
    pub(in crate::parser) fn misnamed_effect(&self) -> Option<String> {
        let (found, next) = (self.found(), self.next());
        Some(match found {
            name if matches!(next, "+" | "-" | "*") && self.view.word(self.at + 2) == "=" => {
                format!("write `set {}`", self.changed(name, next, self.at + 3))
            }
            "choose" | "select" | "chooses" => format!("the word is `pick`: `pick {}`", self.value(self.at + 1)),
            "extra-turn" | "extraturn" => "write `extra turn`".to_string(),
            "push" | "pushes" | "shove" => {
                let (what, dir) = (self.value(self.at + 1), self.way_here());
                let what = if what == "…" || what.contains(' ') { "R" } else { &what };
                format!("what is pushed is moved a step, the one in front first: `move {what} onto {dir} of {what}`")
            }
            "call" | "perform" | "run" if next != "}" => format!("effects with a name are done by `do {next}`"),
            _ => return None,
        })
    }

    pub(super) fn effect_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let start = (0..self.at).rev().find(|&i| EFFECTS.contains(&self.view.word(i))).unwrap_or(0);
        let effect = self.view.word(start);
        let help = match found {
            _ if before == "either" => "each branch stands in braces: `either { … } or { … }`".to_string(),
            "on" if matches!(before, "own" | "enemy") && self.view.word(self.part) == "put" => {
                format!("say of which kind: `put {before} Man on {next}`")
            }
            _ if before == "extra" => "write `extra turn`".to_string(),
            _ if effect == "flip" && self.complete() && (self.is_player(found) || matches!(found, "own" | "enemy")) => {
                let what = self.words(start + 1, self.at);
                let what = what.strip_suffix(" to").filter(|what| *what != "to" || before == "to").unwrap_or(&what);
                format!("who is flipped changes sides: `flip {what}` is all")
            }
            "turn" if next == "extra" => "write `extra turn`".to_string(),
            "optional" | "optionally" if EFFECTS.contains(&next) => format!("write `may {next}`"),
            // `take one enemy`
            _ if effect == "take" && self.at == start + 2 && matches!(before, "1" | "one" | "a" | "an" | "any") => {
                format!("one of several is a choice: `pick gone in {}  take gone`", self.value(self.at))
            }
            ":" if self.view.word(self.part) == "if" => {
                format!(
                    "what `if` decides about stands in braces: `{} {{ {} }}`",
                    self.phrase(),
                    self.value(self.at + 1)
                )
            }
            "clockwise" | "counterclockwise" | "anticlockwise" if effect == "rotate" => {
                let turn = if found == "clockwise" { "right" } else { "left" };
                format!("write `{} {turn}`", self.words(start, self.at))
            }
            "again" if before == "move" => "a further leg is `again`, or `may again`".to_string(),
            "a" | "an" | "the" if before == "put" && self.is_capital(self.at + 1) => {
                format!("leave `{found}` out: `put {next} on to`")
            }
            _ if before == "put" && is_a(Rule::cell, found) && self.is_capital(self.at + 1) => {
                format!("the piece comes first: `put {next} on {found}`")
            }
            "," if self.complete()
                && matches!(effect, "take" | "flip")
                && !EFFECTS.contains(&next)
                && self.view.kind(self.at + 1) == Some(TokenKind::Word) =>
            {
                format!("regions are joined by `or`: `{} or {next}`", self.words(start, self.at))
            }
            "or" if self.complete() && self.capital_before() && self.is_capital(self.at + 1) => {
                format!("kinds to choose from stand with commas: `{before}, {next}`")
            }
            "," | "to" if self.view.word(self.part) == "swap" && self.has(Rule::kw_with) => {
                format!("write `{} with {}`", self.phrase(), if found == "," { next } else { found })
            }
            "of" if self.view.word(self.part) == "pile" && self.has(Rule::kw_onto) => {
                format!("write `pile top {before} of …`")
            }
            // `move to to from`
            "to" if effect == "move" && self.at > start + 1 && self.has(Rule::kw_onto) && !self.has(Rule::clause) => {
                format!("write `{} onto {}`", self.words(start, self.at), self.value(self.at + 1))
            }
            _ if self.has(Rule::kw_onto) && !self.has(Rule::clause) && self.phrase().matches(" on ").count() == 1 => {
                format!("write `{}`", self.phrase().replace(" on ", " onto "))
            }
            _ if self.view.word(self.part) == "swap" && SIDES.contains(&before) => PIE_RULE.to_string(),
            _ if self.view.word(self.part) == "swap"
                && self.has(Rule::kw_with)
                && self.phrase().matches(" and ").count() == 1 =>
            {
                format!("write `{}`", self.phrase().replace(" and ", " with "))
            }
            "and" if self.view.word(self.part) == "swap" && self.has(Rule::kw_with) => {
                format!("write `{} with {next}`", self.phrase())
            }
            _ if before == "or" && EFFECTS.contains(&found) && !self.has(Rule::clause) => {
                let last = self.at.saturating_sub(1);
                let first = (0..last).rev().find(|&i| EFFECTS.contains(&self.view.word(i)));
                let first = first.map_or("…".to_string(), |first| self.words(first, last));
                let plain = |text: &str| !text.contains(['{', '}']);
                match (first, self.value(self.at)) {
                    (first, second) if plain(&first) && plain(&second) => {
                        format!("a choice of effects is `either {{ {first} }} or {{ {second} }}`")
                    }
                    _ => "a choice of effects is `either { … } or { … }`".to_string(),
                }
            }
            _ if before == "and" && EFFECTS.contains(&found) && !self.has(Rule::clause) => {
                format!("leave `{before}` out: effects follow each other")
            }
            _ => return None,
        };
        Some(help)
    }

    /// `for each c in R { flip c }` as an effect on `R`.
    /// `for d in any {`, `foreach d in any {`; `for each cell in own {`, where no direction follows.
    pub(super) fn loop_habit(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let start =
            [self.at, self.part].into_iter().find(|&i| matches!(word(i), "for" | "foreach" | "forall" | "each"))?;
        if word(start) == "for" && matches!(word(start + 2), "direction" | "way") && word(start + 4) == "{" {
            return Some(format!("write `for each {} in any {{ … }}`", word(start + 3)));
        }
        let depth = (0..start).fold(0, |depth, i| match word(i) {
            "{" => depth + 1,
            "}" => depth - 1,
            _ => depth,
        });
        let clauses = self.view.word(0) == "move" && depth == 1;
        if let Some(help) = self.through_numbers(start, clauses) {
            return Some(help);
        }
        let inside = (start + 1..start + 5).find(|&i| word(i) == "in")?;
        let open = (inside..inside + 12).find(|&i| word(i) == "{")?;
        let (name, what, opener) = (word(inside - 1), self.words(inside + 1, open), word(open + 1));
        if !matches!(self.view.word(0), "move" | "turn" | "define") || start == 0 {
            return Some("`for each` stands around clauses in `move { … }`, and among effects".to_string());
        }
        // The name itself is none: it is said why.
        if self.at == inside - 1 && word(start) == "for" && word(start + 1) == "each" {
            return None;
        }
        let first = word(inside + 1);
        if (is_direction(first) || matches!(first, "reverse" | "axis")) && !(inside..open).any(|i| word(i) == "of") {
            return (self.at < inside).then(|| format!("write `for each {name} in {what} {{ … }}`"));
        }
        if clauses {
            return Some(format!(
                "`for each` goes through directions, and a clause is for every cell that it asks for: `pick {name} in {what}`"
            ));
        }
        let alone = word(open + 2) == name && word(open + 3) == "}";
        let all = match opener {
            "if" | "}" => "flip own on edge".to_string(),
            _ if alone => format!("{opener} {what}"),
            _ => format!("{opener} {what} …"),
        };
        Some(format!("`for each` goes through directions; effects are done to all cells of a region at once: `{all}`"))
    }

    /// `set last := to`, `set n += 1`, `reset clock quiet`
    pub(super) fn set_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        // `rotate own left`: taken for a region of the player, `own left`.
        if self.view.word(self.part) == "rotate" && matches!(before, "left" | "right") && self.has(Rule::kw_left) {
            let what = self.words(self.part + 1, self.at.saturating_sub(1));
            if what.is_empty() {
                return Some(format!("the cells come first: `rotate ({found}) {before}`"));
            }
            return Some(format!(
                "`{}` belongs to `{before}` here: write `rotate ({what}) {before}`",
                self.view.before(self.at - 1)
            ));
        }
        if before == "set" && found == "extra" {
            return Some("it is an effect of its own: `extra turn`".to_string());
        }
        let word = |i: usize| self.view.word(i);
        let is_name = |i: usize| self.view.kind(i) == Some(TokenKind::Word) && !is_a(Rule::reserved, word(i));
        let two = self.at.checked_sub(2).map_or("", word);
        let help = match found {
            _ if before == "set"
                && (matches!(found, "own" | "enemy") || self.is_player(found))
                && is_name(self.at + 1) =>
            {
                let [first, second] = self.states_of_players(next);
                format!("a state is one for both players: declare two, `{first}` and `{second}`, and set one by `if`")
            }
            _ if matches!(before, "set" | "reset") && is_a(Rule::reserved, found) && is_name(self.at + 1) => {
                format!("write `{before} {next}`")
            }
            _ if before == "reset" && !is_name(self.at) => {
                let clock = self.view.declared(&["clock"]).next();
                let name = clock.or_else(|| self.view.declared(&["state"]).next()).unwrap_or("quiet");
                format!("say what is reset: `reset {name}`")
            }
            "+" | "-" if found == before && is_name(self.at.saturating_sub(2)) => format!("write `{two} {found} 1`"),
            _ if two != "set" || !self.has(Rule::op_eq) => return None,
            "+" | "-" if next == found => format!("write `set {before} = {before} {found} 1`"),
            "+" | "-" | "*" if next == "=" => format!("write `set {}`", self.changed(before, found, self.at + 2)),
            ":" if next == "=" => format!("write `set {before} = {}`", self.value(self.at + 2)),
            "to" if !matches!(next, "}" | "") && !EFFECTS.contains(&next) => {
                format!("write `set {before} = {}`", self.value(self.at + 1))
            }
            "}" | "" => format!("say what it is set to: `set {before} = …`"),
            _ => format!("write `set {before} = {}`", self.value(self.at)),
        };
        Some(help)
    }

    /// `been += from`, written out: of cells it is `or` and `except`.
    fn changed(&self, name: &str, sign: &str, value: usize) -> String {
        let value = self.value(value);
        let text = |at: usize| self.view.text[at..].split_once(':').map_or("", |(_, kind)| kind.trim_start());
        let head = format!("state {name}");
        let cells = self.view.text.match_indices(&head).any(|(at, _)| text(at).starts_with("cells"));
        match (cells, sign) {
            (true, "-") => format!("{name} = {name} except {value}"),
            (true, _) => format!("{name} = {name} or {value}"),
            (false, _) => format!("{name} = {name} {sign} {value}"),
        }
    }

    pub(super) fn promote_habit(&self) -> Option<String> {
        let (before, found) = (self.before(), self.found());
        if before == "promote" {
            return match found {
                "on" => Some("the piece that has arrived is `to`: `promote to on …`".to_string()),
                "as" => Some(format!("the piece that has arrived is `to`: `promote to as {}`", self.next())),
                "}" => Some("the piece that has arrived is `to`: `promote to`, or `promote to as …`".to_string()),
                _ => None,
            };
        }
        let verb = (self.at.saturating_sub(6)..self.at).rev().find(|&i| self.view.word(i) == "promote");
        if let Some(verb) = verb.filter(|_| matches!(found, "on" | "when" | "if") && self.capital_before()) {
            let what = self.words(verb, self.at.saturating_sub(2));
            let end = (self.at + 1..self.at + 6).find(|&i| matches!(self.view.word(i), "}" | "," | "{" | ""));
            let region = end.map_or_else(|| "…".to_string(), |end| self.words(self.at + 1, end));
            return (self.view.word(self.at.saturating_sub(2)) == "as" && found == "on")
                .then(|| format!("the cells come first: `{what} on {region} as {before}`"));
        }
        if self.at < 3 || self.view.word(self.at - 2) != "promote" {
            return None;
        }
        match (found, before) {
            (_, "to") if self.is_capital(self.at) => {
                Some(format!("`to` is the cell of the arrival; write `promote to as {found}`"))
            }
            ("to", _) => Some(format!("the new kind follows `as`: `promote {before} as {}`", self.next())),
            _ => None,
        }
    }

    /// Whether effects may stand here: in the braces of a clause.
    fn has_brace(&self) -> bool {
        (0..self.at).filter(|&i| self.view.word(i) == "{").count() > 1
    }

    fn leap_habit(&self) -> Option<String> {
        // `leap 2x1 to empty`
        if let ("leap", Some((a, b))) = (self.before(), self.found().split_once('x'))
            && [a, b].iter().all(|n| n.parse::<u32>().is_ok())
        {
            return Some(format!("write `leap {a},{b}`"));
        }
        let (before, found) = (self.before(), self.found());
        let help = match found {
            "(" => "write it without brackets: `leap 1,2 to empty or enemy`".to_string(),
            "or" | "and" if self.view.kind(self.at.wrapping_sub(1)) == Some(TokenKind::Number) => {
                format!("several distances stand side by side: `{} 2,2 to …`", self.phrase())
            }
            _ if before == "leap" && self.is_capital(self.at) => {
                "say how far it leaps: a knight's is `leap 1,2`".to_string()
            }
            _ if self.view.word(self.at.saturating_sub(2)) == "leap" && self.is_number(self.at) => {
                format!("write `leap {before},{found}`")
            }
            _ if self.view.word(self.at.saturating_sub(2)) == "leap" && found != "," => {
                format!(
                    "a leap has two distances: a knight's is `leap 1,2`, two cells straight ahead `leap 0,{}`",
                    if self.number_before() { before } else { "2" }
                )
            }
            _ => return None,
        };
        Some(help)
    }
}
