//! Habits that a few words side by side tell, wherever they stand: a word left out or put in, two of them turned round.

use rulesmith_grammar::Rule;

use super::expressions::IN_WORDS;
use crate::parser::explain::Failure;
use crate::parser::is_a;
use crate::tokens::TokenKind;
use crate::words::{EFFECTS, VERBS, both_ways, is_direction};

/// What is at a cell, in a word.
pub(super) const HELD: [&str; 2] = ["empty", "occupied"];
/// The cells of a move.
pub(super) const OF_MOVE: [&str; 3] = ["from", "to", "over"];
/// What a cell is called elsewhere.
const CELL: [&str; 9] = ["cell", "cells", "field", "fields", "space", "spaces", "square", "squares", "tile"];
/// What stands before a condition or a part of one.
pub(super) const ASKS: [&str; 7] = ["when", "if", "and", "or", "not", "require", "("];
/// Who has the turn, as others call it.
const TURN: [&str; 7] = ["turn", "player", "mover", "current", "side", "me", "who"];

/// Ranks, counted in words.
const RANKS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
/// Directions as other programs shorten them.
const COMPASS: [(&str, &str); 8] = [
    ("n", "north"),
    ("ne", "northeast"),
    ("e", "east"),
    ("se", "southeast"),
    ("s", "south"),
    ("sw", "southwest"),
    ("w", "west"),
    ("nw", "northwest"),
];
/// Cells of one colour, and what others call them.
const COLOURS: [(&str, &str); 4] = [("white", "light"), ("black", "dark"), ("light", "light"), ("dark", "dark")];

impl Failure<'_> {
    /// What words around the place tell.
    pub(super) fn neighbours_habit(&self) -> Option<String> {
        self.asked_habit()
            .or_else(|| self.asked_slip())
            .or_else(|| self.way_habit())
            .or_else(|| self.way_slip())
            .or_else(|| self.effect_slip())
            .or_else(|| self.counted_habit())
            .or_else(|| self.item_slip())
            .or_else(|| self.declared_slip())
    }

    pub(super) fn back(&self, n: usize) -> &str {
        self.at.checked_sub(n).map_or("", |i| self.view.word(i))
    }

    fn is_place(&self, word: &str) -> bool {
        OF_MOVE.contains(&word) || is_a(Rule::cell, word)
    }

    /// What to write for ranks that are counted as a player sees them, where somebody is on turn; else as the board counts them.
    fn of_player(&self, ranks: &str, owner: &str) -> String {
        match self.view.word(0) {
            "setup" | "region" | "piece" => format!("write `{ranks}`"),
            _ => format!("write `{owner} {ranks}`, or `{ranks}` for both players"),
        }
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
                // `> 2` is the third time.
                let times = next.parse::<u32>().ok()?.saturating_add(u32::from(found == ">"));
                format!("write `repeats {times}`")
            }
            // `own Goat in hand`, `goats in hand`
            "in" if next == "hand"
                && let Some(kind) =
                    if self.capital_before() { Some(before.to_string()) } else { self.kind_like(before) } =>
            {
                let owner = if matches!(two, "own" | "enemy") { two } else { "own" };
                format!("what is in a hand is counted by `{owner} hand {kind}`")
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

    /// Conditions again: what joins them, and what stands between cells and what is on them.
    fn asked_slip(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, three) = (self.back(2), self.back(3));
        let inside = |word: &str| (self.at.saturating_sub(12)..self.at).any(|i| self.view.word(i) == word);
        Some(match found {
            // `enemy stuck, enemy King on …`
            "," if self.complete()
                && (inside("when") || inside("if"))
                && (matches!(next, "no" | "not" | "count")
                    || matches!(next, "own" | "enemy") && (before == "stuck" || self.number_before())) =>
            {
                let stuck = usize::from(before == "stuck");
                let first = self.words(self.at.saturating_sub(1 + stuck), self.at);
                format!("conditions are joined by `and`: `{first} and {}`", self.value(self.at + 1))
            }
            // `been is empty`
            "is" if HELD.contains(&next) && self.view.declared(&["state"]).any(|state| state == before) => match next {
                "empty" => format!("whether it holds no cell is asked by `no {before}`"),
                _ => format!("whether it holds a cell is asked by its name alone: `{before}`"),
            },
            // `enemy on d to`, within `for each d in …`
            "d" | "dir" | "direction" | "way"
                if before == "on" && OF_MOVE.contains(&next) && self.goes_through(found) =>
            {
                format!("the cell it leads to is `{found} of {next}`")
            }
            "from" | "to" | "over" if two == "on" && self.goes_through(before) => {
                format!("the cell it leads to is `{before} of {found}`")
            }
            // `from on second rank`, `own first rank`
            "rank" if let Some(number) = RANKS.iter().position(|rank| *rank == before) => self
                .of_player(&format!("rank {}", number + 1), if matches!(two, "own" | "enemy") { two } else { "own" }),
            "ranks" if two == "first" && IN_WORDS.contains(&before) => {
                let number = IN_WORDS.iter().position(|word| *word == before)? + 2;
                self.of_player(&format!("ranks 1..{number}"), "own")
            }
            // `if from was Man`
            "was" if OF_MOVE.contains(&before) => {
                format!("write `{before} on was {}`", self.operand_behind(self.at + 1))
            }
            // `own on all corners`
            _ if before == "all"
                && two == "on"
                && !matches!(found, "except" | "on" | "or" | "and")
                && self.complete() =>
            {
                format!("all of them are, if none is elsewhere: `no {found} except {three}`")
            }
            // `when forward empty`
            _ if HELD.contains(&found) && is_direction(before) && ASKS.contains(&two) && two != "(" => {
                format!("the cell it leads to is `{before} of to`: `{before} of to on {found}`")
            }
            // `to e8 empty`
            _ if HELD.contains(&found) && is_a(Rule::cell, before) && two == "to" => {
                format!("write `{before} on {found}`")
            }
            // `own with height 3`
            "with" if matches!(next, "height" | "heights") && self.is_number(self.at + 2) => {
                format!("write `{before} on holding {}`", self.view.word(self.at + 2))
            }
            // `sum own height > 8`
            _ if before == "height" && three == "sum" && self.has(Rule::kw_by) => {
                format!("write `sum {two} by height`")
            }
            // `holding to = 1`
            "to" if before == "holding" && next == "=" && self.is_number(self.at + 2) => {
                format!("write `holding {} on to`", self.view.word(self.at + 2))
            }
            // `ranks 1..2 files a..c`
            "file" | "files"
                if self.number_before()
                    && (matches!(two, "rank" | "ranks" | "..") && (inside("rank") || inside("ranks"))) =>
            {
                format!("the cells that are in both are joined by `on`: `… on {}`", self.operand_behind(self.at))
            }
            // `ray any c through`
            "through" if is_direction(two) && three == "ray" && self.has(Rule::kw_of) => {
                format!("write `ray {two} of {before} …`")
            }
            // `ray … through empty to own`
            "to" if self.has(Rule::kw_until) && inside("ray") && inside("through") => {
                format!("where a ray ends is said with `until`: `until {}`", self.value(self.at + 1))
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

    /// Clauses again: directions, numbers and words that another verb has.
    fn way_slip(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, three, verb) = (self.back(2), self.back(3), self.view.word(self.part));
        let inside = |word: &str| (self.part..self.at).any(|i| self.view.word(i) == word);
        Some(match found {
            // `step forward diagonal`
            _ if matches!(verb, "step" | "slide" | "hop")
                && let Some(way) = both_ways(before, found) =>
            {
                format!("one direction is one word: `{way}`")
            }
            // `step NE`, `step n ne nw`
            _ if matches!(verb, "step" | "slide" | "hop")
                && !inside("to")
                && let Some(named) = compass(found)
                && (before == verb || before == "," || compass(before).is_some()) =>
            {
                let first = (self.part + 1..self.at).find(|&i| compass(self.view.word(i)).is_some()).unwrap_or(self.at);
                let all: Vec<&str> = (first..).map_while(|i| compass(self.view.word(i))).collect();
                match all[..] {
                    [] | [_] => format!("directions are written in whole: `{named}`"),
                    _ => format!("directions are written in whole, with commas between them: `{}`", all.join(", ")),
                }
            }
            // `step like king`
            _ if before == "like" => {
                "it goes in directions: as a king `step any to …`, as a rook `slide orthogonal to …`, \
                                      as a bishop `slide diagonal to …`, as a knight `leap 1,2 to …`"
                    .to_string()
            }
            "moves" | "goes" | "walks" | "walk" | "go" if is_direction(next) && self.view.word(0) == "move" => {
                format!("one cell far is `step {next} to …`, any number of cells `slide {next} to …`")
            }
            // `slide any over empty to enemy`
            "over" if verb == "slide" && !inside("to") => {
                format!(
                    "what it passes is said with `through`: `{} through {}`",
                    self.words(self.part, self.at),
                    self.value(self.at + 1)
                )
            }
            // `leap any over enemy to empty`
            _ if before == "leap"
                && (found == "over"
                    || is_direction(found) && (next == "over" || self.view.word(self.at + 2) == "over")) =>
            {
                let over = (self.at..self.at + 3).find(|&i| self.view.word(i) == "over")?;
                let way = if over == self.at { "any" } else { found };
                format!("over a piece it is `hop`: `hop {way} {}`", self.value(over))
            }
            // `leap forward 2`
            _ if two == "leap" && is_direction(before) && self.is_number(self.at) => {
                format!(
                    "so many cells in a direction are `slide {before} {found} …`; over what stands between, `leap` has two distances: `leap 0,{found}`"
                )
            }
            // `over adjacent enemy`
            "adjacent" | "neighbouring" | "neighboring" if before == "over" => {
                format!("leave it out: `over {next}` is beside it already")
            }
            // `over 1 enemy`
            "own" | "enemy" | "occupied" if two == "over" && self.number_before() => {
                format!("leave `{before}` out: it hops over one cell, `over {found}`")
            }
            "through" if before == "any" && two == "over" => "over any piece is `over occupied`".to_string(),
            _ if before == "exactly"
                && self.is_number(self.at)
                && (matches!(next, "own" | "enemy") || self.is_capital(self.at + 1)) =>
            {
                format!("how many there are is compared: `count {} = {found}`", self.value(self.at + 1))
            }
            _ if before == "exactly" && self.is_number(self.at) => {
                format!("leave `exactly` out: `{two} {found}` is just so many")
            }
            // `up to 2 to empty`
            "to" if self.number_before() && two == "to" && three == "up" => {
                let verb = (0..self.at).rev().find(|&i| VERBS.contains(&self.view.word(i)))?;
                let head = self.words(verb, self.at.saturating_sub(3));
                format!("up to so many is a range: `{head} 1..{before} {}`", self.value(self.at))
            }
            // `slide any or leap 1,2 to …`
            "or" if VERBS.contains(&next) && matches!(verb, "step" | "slide" | "hop") && !inside("to") => {
                format!("each way to move is a clause of its own: `{} to …  {next} …`", self.words(self.part, self.at))
            }
            // `place enemy King on empty`
            "enemy" if before == "place" && self.is_capital(self.at + 1) => {
                format!(
                    "`place` puts down own pieces; one of the enemy comes by an effect: `pick spot in … {{ put enemy {next} on spot }}`"
                )
            }
            // `place King or Man on empty`, `move King or Man {`
            "or" if self.capital_before()
                && self.is_capital(self.at + 1)
                && (matches!(two, "place" | "drop") || self.view.word(0) == "move" && self.at < 4) =>
            {
                format!("several kinds have a comma between them: `{before}, {next}`")
            }
            // `hop … over enemy on empty {`
            "{" | "" if verb == "hop" && HELD.contains(&before) && two == "on" && inside("over") && !inside("to") => {
                format!(
                    "where it comes to is said with `to`: `{} to {before}`",
                    self.words(self.part, self.at.saturating_sub(2))
                )
            }
            // `sow from own pits`
            _ if two == "sow" && before == "from" => {
                let owned = matches!(found, "own" | "enemy");
                format!("leave `from` out: `sow {} …`", self.words(self.at, self.at + 1 + usize::from(owned)))
            }
            // `along next of to`
            "of" if two == "along" => format!("leave `of {next}` out: a sowing goes on from where it is taken up"),
            // `as "jump"`
            _ if before == "as"
                && self.view.kind(self.at) == Some(TokenKind::Text)
                && VERBS.contains(&verb)
                && self.view.word(0) == "move" =>
            {
                format!("a label is a word without quotes: `as {}`", found.trim_matches('"').replace(' ', "-"))
            }
            _ if CELL.contains(&found)
                && let Some((_, colour)) = COLOURS.iter().find(|(word, _)| *word == before)
                && self.view.word(0) != "board" =>
            {
                let held = if two == "to" { format!(": `empty on {colour}`") } else { String::new() };
                format!("the cells of one colour are `{colour}`{held}")
            }
            _ => return None,
        })
    }

    /// Effects: `promote to far rank as King`, `take enemy not alive(enemy)`.
    fn effect_slip(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let two = self.back(2);
        let cells = |word: &str| HELD.contains(&word) || matches!(word, "own" | "enemy");
        Some(match found {
            // `promote to far rank as King`
            "far" | "rank" | "edge" if OF_MOVE.contains(&before) && two == "promote" => {
                format!("write `promote {before} on {}`", self.value(self.at))
            }
            "if" if before == "promote" && next == "on" => format!("write `promote to {}`", self.value(self.at + 1)),
            // `{ King }`
            _ if before == "{"
                && next == "}"
                && self.is_capital(self.at)
                && (0..self.at).any(|i| VERBS.contains(&self.view.word(i))) =>
            {
                format!("a piece becomes another by `promote to as {found}`")
            }
            // `add Man on from`, `add Stone on empty`
            "add" if self.is_capital(self.at + 1) => match self.has(Rule::clause) || self.has(Rule::kw_place) {
                true => format!("the word is `place`: `place {}`", self.value(self.at + 1)),
                false => format!("the word is `put`: `put {}`", self.value(self.at + 1)),
            },
            // `take enemy not alive(enemy)`, `to empty without corners`
            "not" | "without" if cells(before) && matches!(two, "take" | "flip" | "to" | "in") => {
                let behind = self.at + 1 + usize::from(next == "on");
                format!("what is left out follows `except`: `{before} except {}`", self.value(behind))
            }
            // `take enemy when not alive(enemy)`
            "when" if cells(before) && two == "take" && next == "not" => {
                format!("what is not taken follows `except`: `take {before} except {}`", self.value(self.at + 2))
            }
            // `take over, then again`
            "," if next == "then" => "leave both out: effects follow each other in their braces".to_string(),
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
                let number = match word(late + 1) {
                    ".." if self.is_number(late + 2) => format!("{number}..{}", word(late + 2)),
                    _ => number.to_string(),
                };
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
            // `exactly line 3`
            "line" if before == "exactly" && self.is_number(self.at + 1) => {
                let n: u32 = next.parse().ok()?;
                format!("a line that is no longer is `(line {n} of own) except line {} of own`", n.saturating_add(1))
            }
            // `1 line 3 of own`
            "line" if before == "1" && self.is_number(self.at + 1) => "leave `1` out: one is enough".to_string(),
            // `line 3 of own diagonal`
            "diagonal" | "orthogonal" | "north" | "east"
                if let Some(line) = (self.at.saturating_sub(5)..self.at).find(|&i| self.view.word(i) == "line")
                    && self.is_number(line + 1)
                    && self.view.word(line + 2) == "of" =>
            {
                let of = self.words(line + 2, self.at);
                format!("directions stand behind the number: `line {} {found} {of}`", self.view.word(line + 1))
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
            // `turn { any except pass }`, `turn { not pass }`
            "except" if self.view.word(0) == "turn" && next == "pass" => {
                "leave `except pass` out: who has a move must move, where `turn` has no `pass`".to_string()
            }
            "not" | "no" if self.view.word(0) == "turn" && next == "pass" => {
                "leave it out: who has a move must move, where `turn` has no `pass`: `turn { any }`".to_string()
            }
            "unless" if before == "legal" => format!("write `legal when not ({})`", self.value(self.at + 1)),
            "unless" if self.has(Rule::effect) && self.view.word(0) == "move" => {
                format!("what an effect hangs on stands before it: `if not ({}) {{ … }}`", self.value(self.at + 1))
            }
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

    /// What is declared: `board dark square 8x8`, `region camp White on d1..f3`, `move capture, Man {`.
    fn declared_slip(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, item) = (self.back(2), self.view.word(0));
        let label = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase());
        Some(match item {
            "board" if self.at == 1 && matches!(found, "dark" | "light") => {
                format!("it stands behind the size: `board {} {found}`", self.words(2, self.view.list.len().min(4)))
            }
            "board" if found == "(" && matches!(next, "dark" | "light") => {
                format!("leave the brackets out: `{} {next}`", self.words(0, self.at))
            }
            "board" if CELL.contains(&found) && matches!(before, "dark" | "light") => {
                format!("leave `{found}` out: `{}`", self.words(0, self.at))
            }
            "region" if found == "on" && self.is_player(before) => {
                format!("leave `on` out: `{before} {}`", self.operand_behind(self.at + 1))
            }
            "region" if found == "to" && self.number_before() && label(next) => {
                format!("a range is written with two dots: `{before}..{next}`")
            }
            "move" if self.at == 2 && found == "," && label(before) && self.is_capital(3) => {
                format!("leave the comma out: `move {before} {next}`")
            }
            "move" if self.at == 3 && before == "," && self.is_capital(1) && label(found) && next == "{" => {
                format!("the label stands first: `move {found} {two}`")
            }
            "legal" if self.at == 1 && self.is_capital(1) && next == "{" => {
                format!("clauses stand in `move`: `move {found} {{ … }}`")
            }
            "end" if self.at == 1 && found == "both" && next == "passed" => {
                "a condition of all verdicts follows `when`: `end when both passed { … }`".to_string()
            }
            "setup" if matches!(found, "rank" | "ranks") && self.capital_before() && self.is_number(self.at + 1) => {
                format!("where they stand is said with `on`: `{before} on {}`", self.operand_behind(self.at))
            }
            "setup" if found == ".." && self.number_before() && matches!(two, "row" | "rows") => {
                format!("rows of the board are ranks: `on ranks {before}..{next}`")
            }
            "setup" if two == "the" && self.back(3) == "on" => format!("leave `the` out: `on {before}`"),
            "hand" if self.is_capital(1) && self.is_number(2) && self.view.word(3) == "for" => {
                format!(
                    "how many comes first: `hand {} {} for {}`",
                    self.view.word(2),
                    self.view.word(1),
                    self.view.word(4)
                )
            }
            // `option height = 5, 6, 7`
            "option"
                if found == ","
                    && self.number_before()
                    && self.is_number(self.at + 1)
                    && self.view.word(self.at + 2) == "," =>
            {
                let last = (self.at..).take_while(|&i| self.view.word(i) == "," || self.is_number(i)).last()?;
                format!("what it may be set to is a range: `{before} in {before}..{}`", self.view.word(last))
            }
            "option" if found == "," && self.number_before() && self.is_number(self.at + 1) && self.at == 4 => {
                format!("parts of a number stand behind a point: `{before}.{next}`")
            }
            _ => return None,
        })
    }
}

/// The direction that other programs shorten so.
pub(super) fn compass(word: &str) -> Option<&'static str> {
    let known = COMPASS.iter().find(|(short, _)| word.eq_ignore_ascii_case(short));
    known.map(|(_, named)| *named)
}
