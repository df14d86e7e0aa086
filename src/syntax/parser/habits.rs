//! What people write by habit or by guessing, and what to write instead: `3 in a row`, `board 8 by 8`, `win White`, …
//!
//! In: where the grammar failed. Out: the advice, if what stands there is something that many write.

use rulesmith_grammar::Rule;

use super::explain::{Failure, small};
use super::is_a;
use crate::diag::Diagnostic;
use crate::syntax::tokens::TokenKind;
use crate::syntax::words::{EFFECTS, VERBS, VERDICTS, is_direction, other};

impl Failure<'_> {
    /// The message for a habit.
    pub(super) fn habit(&self) -> Option<Diagnostic> {
        let help = match self.view.word(0) {
            _ if self.set_habit().is_some() => self.set_habit(),
            "game" => (self.at == 1).then(|| format!("write `game \"{}\"`", self.found_or("Name"))),
            "players" => self.players_habit(),
            "board" => self.board_habit(),
            "piece" => self.piece_habit(),
            "hand" => self.hand_habit(),
            "captives" if self.at > 0 => Some("write `captives to hand`".to_string()),
            "setup" => self.setup_habit(),
            "region" => self.region_habit(),
            "facing" => self.facing_habit(),
            "link" => self.link_habit(),
            "define" if self.braces_habit().is_some() => self.braces_habit(),
            "define" if self.before() == ")" && !self.complete() => {
                Some(format!("write `define {}(…) = …`, or effects in `{{ … }}`", self.view.word(1)))
            }
            "define" if self.found() == "return" => Some(format!(
                "a definition is its value: write `define {} = …`, with its parameters in brackets",
                self.view.word(1)
            )),
            "define" if self.at == 2 && self.found() != "(" => {
                Some(format!("write `define {} = {} …`", self.view.word(1), self.found()))
            }
            "option" if self.at == 2 => {
                let value = if self.is_number(2) { self.found() } else { "8" };
                Some(format!("write `option {} = {value}`, with its bounds behind: `in 4..19`", self.view.word(1)))
            }
            "option" => self.option_habit(),
            "state" => self.state_habit(),
            "clock" if self.found() == "=" && self.at > 1 => Some("leave it out: a clock starts at 0".to_string()),
            "clock" if self.found() == "," => {
                Some(format!("each clock is an item of its own: `clock {}  clock {}`", self.before(), self.next()))
            }
            "clock" if self.at > 1 => Some(format!("a clock is its name alone: `clock {}`", self.view.word(1))),
            "clock" if self.at == 1 && !self.is_capital(1) => {
                Some("a clock has a name and counts by itself: `clock quiet`, `draw when quiet >= 100`".to_string())
            }
            "legal" if self.at == 1 => Some(match self.found() {
                "{" => "write `legal when …`, without braces".to_string(),
                _ => "write `legal when …`".to_string(),
            }),
            "turn" => self.turn_habit(),
            "end" => self.end_habit(),
            "eval" if self.at == 1 && self.found() != "{" => Some("write `eval { … }`".to_string()),
            "move" => self.head_habit().or_else(|| self.move_habit()),
            _ => None,
        };
        let help = help
            .or_else(|| self.dirs_habit())
            .or_else(|| self.promote_habit())
            .or_else(|| self.effect_habit())
            .or_else(|| self.item_habit())
            .or_else(|| self.rows_to_a_name())
            .or_else(|| self.expression_habit())?;
        if !self.complete() {
            return Some(self.missing().unwrap_or_else(|| self.unexpected()).help(help));
        }
        let message = match self.found() {
            "" => format!("something is missing{}", self.after()),
            found => format!("unexpected `{found}`{}", self.after()),
        };
        Some(Diagnostic::error("unexpected-token", self.here(), message).help(help))
    }

    fn is_number(&self, index: usize) -> bool {
        self.view.kind(index) == Some(TokenKind::Number)
    }

    fn is_capital(&self, index: usize) -> bool {
        self.view.kind(index) == Some(TokenKind::Capital)
    }

    fn number_before(&self) -> bool {
        self.at.checked_sub(1).is_some_and(|i| self.is_number(i))
    }

    fn capital_before(&self) -> bool {
        self.at.checked_sub(1).is_some_and(|i| self.is_capital(i))
    }

    fn next(&self) -> &str {
        self.view.word(self.at + 1)
    }

    fn found_or<'b>(&'b self, other: &'b str) -> &'b str {
        if self.found().is_empty() { other } else { self.found() }
    }

    /// The players, as far as the file names them.
    fn players(&self) -> Vec<&str> {
        let Some((_, rest)) = self.view.text.split_once("players") else { return Vec::new() };
        let line = rest.lines().next().unwrap_or_default();
        line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).take(2).collect()
    }

    fn is_player(&self, word: &str) -> bool {
        self.players().contains(&word)
    }

    /// The words between two tokens, as they would be written on one line.
    fn words(&self, from: usize, to: usize) -> String {
        let (first, last) = (self.view.list.get(from), to.checked_sub(1).and_then(|i| self.view.list.get(i)));
        let text = first.zip(last).and_then(|(a, b)| self.view.text.get(a.span.start..b.span.end));
        if let Some(text) = text.filter(|text| !text.contains("//")) {
            return text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let words = (from..to).map(|i| self.view.word(i)).collect::<Vec<_>>().join(" ");
        words.replace(" ,", ",").replace("( ", "(").replace(" )", ")")
    }

    /// Whether a word is a direction, or a link of the file.
    fn is_direction(&self, word: &str) -> bool {
        is_direction(word) || self.view.text.contains(&format!("link {word} "))
    }

    fn players_habit(&self) -> Option<String> {
        if self.at == 1 && self.view.kind(1) != Some(TokenKind::Word) {
            return Some("name the two: `players White, Black`".to_string());
        }
        let between = matches!(self.found(), "and" | "vs" | "against");
        between.then(|| format!("write `{}, {}`", self.before(), self.next()))
    }

    fn board_habit(&self) -> Option<String> {
        let help = match self.found() {
            "by" | "*" | "," if self.number_before() => format!("write `{}x{}`", self.before(), self.next()),
            found if self.number_before() && self.is_number(self.at) && !self.before().contains('x') => {
                format!("write `{}x{found}`", self.before())
            }
            found if found.contains('X') && self.is_number(self.at) => format!("write `{}`", found.to_lowercase()),
            found if found.ends_with('x') && self.is_number(self.at) => format!("both sizes are given: `{found}8`"),
            _ if self.before() == "size" && self.is_number(self.at) => "leave `size` out".to_string(),
            "except" | "minus" => format!("write `without {}`", self.operand_behind(self.at + 1)),
            "," if is_a(Rule::cell, self.before()) && is_a(Rule::cell, self.next()) => {
                format!("cells stand side by side, without commas: `{} {}`", self.before(), self.next())
            }
            "cylinder" | "cylindrical" => "write `wrapped-files`".to_string(),
            "torus" | "toroidal" | "wrap" | "wraps" => "write `wrapped`".to_string(),
            "black" => "write `dark`".to_string(),
            "white" => "write `light`".to_string(),
            _ => return None,
        };
        Some(help)
    }

    fn piece_habit(&self) -> Option<String> {
        let (before, next) = (self.before(), self.next());
        let letter = before.chars().next().unwrap_or('M');
        let help = match self.found() {
            "{" if self.at == 1 => "kinds stand side by side: `piece Man, King`".to_string(),
            _ if !self.capital_before() => return None,
            "{" => format!("how it moves is said by `move {before} {{ … }}`"),
            "and" => format!("write `{before}, {next}`"),
            "strength" | "value" if self.is_number(self.at + 1) => {
                format!("a strength is the number alone: `{before} {next}`")
            }
            "promotes" | "promotes-to" | "becomes" => {
                let kind = (self.at..)
                    .map(|i| (i, self.view.word(i)))
                    .find(|&(i, word)| self.is_capital(i) || word.is_empty());
                let kind = kind.map_or("Queen", |(_, word)| if word.is_empty() { "Queen" } else { word });
                format!("what it promotes to is said by `{before} = {kind}`")
            }
            found if self.is_capital(self.at) && found.len() == 1 && self.view.indent(self.at).is_none() => {
                format!("its letter stands in quotes right behind: `{before} \"{found}\"`")
            }
            "(" | ":" => format!("its letter stands in quotes right behind: `{before} \"{letter}\"`"),
            "->" => format!("what it promotes to is said by `{before} = {next}`"),
            found if self.is_capital(self.at) && self.is_player(before) => {
                format!("a kind is named once, for both players: `piece {found}`")
            }
            found if self.is_capital(self.at) && found.len() == 1 && before.len() > 1 => {
                format!("its letter stands in quotes right behind: `{before} \"{found}\"`")
            }
            _ => return None,
        };
        Some(help)
    }

    fn hand_habit(&self) -> Option<String> {
        if self.complete() && self.is_number(self.at) {
            return Some(format!("write a comma before `{}`", self.found()));
        }
        if self.before() == "for" && self.found() == "each" {
            return Some("`each` stands alone: leave `for` out".to_string());
        }
        if let Some(help) = self.hand_owner() {
            return Some(help);
        }
        let kind = (1..4).map(|i| i + self.at - self.at.min(1)).find(|&i| self.is_capital(i));
        let kind = kind.map_or("Man", |i| self.view.word(i));
        if self.at == 1 && self.is_capital(1) {
            let number = (2..4).find(|&i| self.is_number(i)).map_or("9", |i| self.view.word(i));
            if self.is_player(self.found()) {
                let kind = (2..5).find(|&i| self.is_capital(i)).map_or("Man", |i| self.view.word(i));
                return Some(format!("write `hand {number} {kind} for {}`", self.found()));
            }
            return Some(format!("write `hand {number} {kind} each`"));
        }
        let word = self.view.kind(2) == Some(TokenKind::Word) && !is_a(Rule::reserved, self.found());
        let number = self.at == 2 && !self.is_capital(2) && !word;
        number.then(|| format!("say what they are: `hand {} Man each`", self.before()))
    }

    /// Whose hand it is, in other words.
    fn hand_owner(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let number = (1..5).find(|&i| self.is_number(i)).map_or("9", |i| self.view.word(i));
        let kind = (1..7).find(|&i| self.is_capital(i) && !self.is_player(self.view.word(i)));
        let kind = kind.map_or("Man", |i| self.view.word(i));
        let player = (1..7).map(|i| self.view.word(i)).find(|word| self.is_player(word));
        let help = match found {
            "both" | "all" if self.capital_before() => "write `each`".to_string(),
            "and" if self.is_player(before) && self.is_player(next) => "for both it is `each`".to_string(),
            "player" | "side" if before == "each" => format!("leave `{found}` out"),
            "each" if before == "," => "`each` follows without a comma".to_string(),
            _ if self.capital_before() && self.is_player(found) && !self.is_player(before) => {
                format!("write `{before} for {found}`")
            }
            "for" if self.at == 2 => format!("write `hand {number} {kind} for {}`", player.unwrap_or("White")),
            "each" | "own" | "enemy" | ":" | "=" | "{" if self.at == 1 => format!("write `hand {number} {kind} each`"),
            _ => return None,
        };
        Some(help)
    }

    fn setup_habit(&self) -> Option<String> {
        let (before, found) = (self.before(), self.found());
        let help = match found {
            _ if self.at == 1 && self.view.kind(1) == Some(TokenKind::Text) => format!("write `setup fen {found}`"),
            _ if self.at == 1 => "write `setup { White Man on rank 1  … }` or `setup fen \"…\"`".to_string(),
            _ if before == "fen" => "the rows stand in quotes: `setup fen \"…\"`".to_string(),
            "," if self.complete() && self.is_list_of_cells() => {
                "cells stand side by side, without commas: `a1 b1`".to_string()
            }
            "," if self.complete() && self.is_capital(self.at + 1) => {
                "leave it out: each line of `setup` begins with its player or kind".to_string()
            }
            "," if self.complete() => {
                format!(
                    "regions are joined by `or`: `{} or {}`",
                    self.operand_before(self.at),
                    self.operand_behind(self.at + 1)
                )
            }
            "on" if before == "{" => "what is put there comes first: `White Man on rank 1`".to_string(),
            "{" if before == "on" => "cells stand without braces: `a1 b1`".to_string(),
            "{" if self.capital_before() => format!("each line names the owner anew: `{before} {} on …`", self.next()),
            "," if self.capital_before() && self.is_capital(self.at + 1) => {
                let owner = self.phrase();
                let owner = owner.strip_suffix(before).unwrap_or_default();
                format!("each kind has a line of its own: `{owner}{before} on …  {owner}{} on …`", self.next())
            }
            ":" | "=" if self.capital_before() && !self.is_capital(self.at + 1) => {
                format!("write `{} on {}`", self.phrase(), self.operand_behind(self.at + 1))
            }
            _ if self.is_capital(self.at)
                && self.is_player(before)
                && self.at > 2
                && self.is_number(self.at - 2)
                && (self.view.word(self.at - 3) == "{" || self.view.indent(self.at - 2).is_some()) =>
            {
                format!("the cells tell how many: leave the number out, `{before} {found} on …`")
            }
            ":" if self.capital_before() => {
                format!("each line names the owner anew, without a sign: `{before} {} on …`", self.next())
            }
            "to" if is_a(Rule::cell, before) => format!("a range of cells is written `{before}..{}`", self.next()),
            _ if self.capital_before() && self.is_number(self.at) => self.number_behind_owner(),
            "each" if self.capital_before() && self.is_number(self.at.saturating_sub(2)) => {
                format!("say where they lie: `{} {before} on all`", self.view.word(self.at - 2))
            }
            "each" if self.capital_before() => {
                let [first, second] = self.two_players();
                format!("name the owners: `{first} {before} on …  {second} {before} on …`")
            }
            _ if is_a(Rule::cell, found) && self.capital_before() => {
                format!("write `{} on {found}`", self.phrase())
            }
            // `White Man on A1`
            _ if is_a(Rule::cell, &small(before)) && self.capital_before() => {
                format!("cells are written small: `{}`", small(before))
            }
            _ if is_a(Rule::cell, &small(found)) && self.is_capital(self.at) => {
                format!("cells are written small: `{}`", small(found))
            }
            // `on rank 1 2 }`: the second number was taken for a count.
            _ if self.has(Rule::capital)
                && !self.complete()
                && self.number_before()
                && self.at > 2
                && self.is_number(self.at - 2)
                && matches!(self.view.word(self.at - 3), "rank" | "file") =>
            {
                format!(
                    "several of them are `{}s {} {before}`",
                    self.view.word(self.at - 3),
                    self.view.word(self.at - 2)
                )
            }
            // `on rank 1 2 Black Man`: the second number was taken for a count.
            _ if self.capital_before() && self.is_player(before) && self.at > 3 => {
                let (second, first) = (self.view.word(self.at - 2), self.view.word(self.at - 3));
                if !(self.is_number(self.at - 2) && self.is_number(self.at - 3)) {
                    return None;
                }
                format!("several rows are `ranks {first} {second}`")
            }
            _ => return None,
        };
        Some(help)
    }

    /// Whether there are only cells from the last `on` to here, and behind.
    fn is_list_of_cells(&self) -> bool {
        let words = (0..self.at).rev().map(|i| self.view.word(i)).take_while(|&word| word != "on");
        words.chain([self.next()]).all(|word| is_a(Rule::cell, word))
    }

    /// `South 4 Seed on …`, `Seed 4 on …`, `White 8 Pawn on …`
    fn number_behind_owner(&self) -> String {
        let (before, found, next) = (self.before(), self.found(), self.next());
        if !self.is_capital(self.at + 1) {
            return format!("write `{found} {before} on …`");
        }
        match self.view.text.contains("counted") {
            true => format!("counted pieces belong to nobody: leave the player out, `{found} {next} on …`"),
            false => format!("the cells tell how many: leave the number out, `{before} {next} on …`"),
        }
    }

    fn two_players(&self) -> [&str; 2] {
        match self.players()[..] {
            [first, second] => [first, second],
            _ => ["White", "Black"],
        }
    }

    fn region_habit(&self) -> Option<String> {
        let (name, before) = (self.view.word(1), self.before());
        let cells = self.rest(self.at + 1);
        let meant = |found: &str| self.players().iter().any(|player| player.eq_ignore_ascii_case(found));
        let [first, second] = self.two_players();
        let help = match self.found() {
            "{" if self.at == 2 => {
                format!("leave the braces out: `region {name} = …`, or `region {name} {first} …, {second} …`")
            }
            ":" | "=" if self.capital_before() => {
                format!(
                    "the cells follow the player without a sign: `region {name} {before} {}`",
                    self.rest(self.at + 1)
                )
            }
            ":" if self.at == 2 => format!("write `region {name} = …`, or the name of each player and its cells"),
            "own" | "enemy" if self.at == 2 => {
                format!("name the players: `region {name} {first} …, {second} …`, and ask for `own {name}`")
            }
            "(" if self.at == 2 => format!("what depends on something is a definition: `define {name}(…) = …`"),
            "for" if self.at == 2 => format!("write `region {name} {first} …, {second} …`"),
            "is" | "are" | "as" | "on" | "at" | "of" | "in" if self.at == 2 => {
                format!("write `region {name} = {cells}`")
            }
            "" if self.at == 2 => format!("say which cells: `region {name} = a1 b1`"),
            _ if self.at == 1
                && !is_a(Rule::reserved, self.found())
                && !self.is_capital(1)
                && self.found().len() < 2 =>
            {
                "a region has a name: `region camp = …`".to_string()
            }
            "," if self.complete() && self.view.word(2) == "=" && self.is_player(self.view.word(3)) => {
                format!("leave `=` out: `region {name} {}, …`", self.rest(3))
            }
            found if self.at == 2 && !found.is_empty() && !meant(found) => {
                format!("write `region {name} = {}`", self.rest(2))
            }
            found if self.complete() && self.is_player(found) => format!("write a comma before `{found}`"),
            _ => return None,
        };
        Some(help)
    }

    /// `in 4-12`, `(4..12)`, `from 4 to 12`
    fn option_habit(&self) -> Option<String> {
        let (name, value) = (self.view.word(1), self.view.word(3));
        if self.at == 3 {
            return match self.found() {
                "on" => Some("write `yes`".to_string()),
                "off" => Some("write `no`".to_string()),
                text if self.view.kind(3) == Some(TokenKind::Text) => {
                    Some(format!("a value stands without quotes: `{}`", text.trim_matches('"')))
                }
                _ => None,
            };
        }
        let numbers: Vec<&str> = (4..12).filter(|&i| self.is_number(i)).map(|i| self.view.word(i)).collect();
        let example = match numbers[..] {
            [least, most, ..] => format!("in {least}..{most}"),
            _ => "in 4..12 step 2".to_string(),
        };
        (self.at > 3).then(|| format!("its bounds are written `option {name} = {value} {example}`"))
    }

    fn facing_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let [first, second] = self.two_players();
        let help = match found {
            ":" | "=" | "->" | "to" | "is" if self.capital_before() => format!("write `{before} {next}`"),
            _ if self.is_player(found) && self.complete() => format!("write a comma before `{found}`"),
            _ if self.at == 1 && !self.is_capital(1) && self.is_player(next) => format!("write `{next} {found}`"),
            _ if self.at == 1 && !self.players().iter().any(|player| player.eq_ignore_ascii_case(found)) => {
                format!("say it for each player: `facing {first} north, {second} south`")
            }
            _ => return None,
        };
        Some(help)
    }

    fn link_habit(&self) -> Option<String> {
        let (name, found) = (self.view.word(1), self.found());
        let help = match found {
            "=" if self.before() == ")" && self.next() == ">" => {
                format!("write `{} -> {}`", self.phrase(), self.rest(self.at + 2))
            }
            "=" | ":" if self.before() == ")" => {
                let from = self.phrase();
                format!("write `{from} -> {}`", self.rest(self.at + 1))
            }
            "=" | ":" if self.at == 2 => format!("leave it out: `link {name} {}`", self.rest(3)),
            "(" if self.at == 1 => format!("a link has a name: `link next {}`", self.rest(1)),
            "{" if self.at == 2 => format!("pairs stand without braces: `link {name} a1 -> b1, b1 -> c1`"),
            "->" if self.at == 2 => {
                format!("say from where: `link {name} a1 -> b1`, or `link {name} (x, y) -> (x + 1, y)` for all cells")
            }
            "->" if self.complete() => {
                let (to, on) = (self.before(), self.next());
                format!("each step is a pair of its own, with a comma: `… -> {to}, {to} -> {on}`")
            }
            "to" if !self.complete() => format!("write `{} -> {}`", self.before(), self.next()),
            "<" if self.next() == "->" || self.next() == "-" => {
                let (from, to) = (self.before(), self.view.word(self.at + 2).trim_start_matches('>'));
                format!("each way is a pair of its own: `{from} -> {to}, {to} -> {from}`")
            }
            "," if self.at == 3 && self.view.word(2).len() == 1 => {
                format!(
                    "a formula has its numbers in brackets: `link {name} ({}, {}) -> …`",
                    self.before(),
                    self.next()
                )
            }
            "," if self.view.word(2) == "(" && self.complete() => {
                "two numbers stand in brackets: `-> (x, y)`, file and rank".to_string()
            }
            _ if self.at > 3 && self.view.word(3) == "->" && self.view.word(2).len() == 1 => {
                let letter = self.view.word(2);
                format!("a formula has its numbers in brackets: `link {name} ({letter}) -> {}`", self.rest(4))
            }
            _ => return None,
        };
        Some(help)
    }

    /// The first word from a place on, with the number behind `rank` and the like.
    fn operand_behind(&self, at: usize) -> String {
        match self.view.word(at) {
            row @ ("rank" | "file" | "ranks" | "files") => format!("{row} {}", self.view.word(at + 1)),
            first if self.view.word(at + 1) == ".." => format!("{first}..{}", self.view.word(at + 2)),
            word => word.to_string(),
        }
    }

    /// What stands from a token on, to the end of its line or of its part, if that is short.
    fn rest(&self, from: usize) -> String {
        let count = |i: usize, sign: &str| (from..i).filter(|&j| self.view.word(j) == sign).count();
        let comma = |i: usize| self.view.word(i) == "," && count(i, "(") == count(i, ")");
        let ends = |i: usize| i > from && self.view.indent(i).is_some() || comma(i);
        let end = (from..self.view.list.len()).find(|&i| ends(i)).unwrap_or(self.view.list.len());
        let (Some(first), Some(last)) = (self.view.list.get(from), end.checked_sub(1).map(|i| self.view.list[i]))
        else {
            return "…".to_string();
        };
        let text = self.view.text.get(first.span.start..last.span.end).unwrap_or_default();
        match text.split_whitespace().collect::<Vec<_>>().join(" ") {
            text if text.is_empty() || text.len() > 40 => "…".to_string(),
            text => text,
        }
    }

    fn state_habit(&self) -> Option<String> {
        let name = self.view.word(1);
        let help = match self.at {
            2 if self.found() == "," => {
                format!("each state is an item of its own: `state {name}: …  state {}: …`", self.next())
            }
            2 if self.found() == "=" => format!(
                "say what it is: `state {name}: cells = …`, or `state {name}: number = 1` (what is yes or no is 1 or 0)"
            ),
            2 => format!("say what it is: `state {name}: cells`, or `state {name}: number`"),
            3 if ["cell", "region", "square", "set", "point"].iter().any(|word| self.found().starts_with(word)) => {
                format!("write `state {name}: cells`")
            }
            3 => format!(
                "a state is cells or a number, and what is yes or no is the number 1 or 0: `state {name}: number = 1`"
            ),
            4 if self.is_number(4) => format!("write `state {name}: number = {}`", self.found()),
            _ if matches!(self.before(), "for" | "this" | "one") && !self.complete() => {
                "it lasts `for one ply`, or `for this turn`, or else for the game".to_string()
            }
            _ if self.found() == "in" => "a state has no bounds: leave them out".to_string(),
            _ => return None,
        };
        Some(help)
    }

    /// What effects stand in, in a definition.
    fn braces_habit(&self) -> Option<String> {
        let (before, found) = (self.before(), self.found());
        let effect = EFFECTS.contains(&found);
        if (0..self.at).any(|i| self.view.word(i) == "{") {
            return None;
        }
        if found == "{" && before == "=" || effect && before == "=" && self.at > 2 {
            let head = self.words(0, self.at - 1);
            return Some(format!("effects stand in braces, without `=`: `{head} {{ … }}`"));
        }
        if found == ")" && before == "(" && self.at == 3 {
            return Some(format!("without parameters there are no brackets: `define {} = …`", self.view.word(1)));
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

    fn turn_habit(&self) -> Option<String> {
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
            "," | "|" | "||" if self.complete() && is_a(Rule::name, self.next()) => {
                format!("write `{before} or {}`", self.next())
            }
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
            "then" => {
                "parts of one ply are effects of one clause, or legs (`2 any`); `extra turn` is a ply more".to_string()
            }
            "first" => format!("what goes first has the rest behind `else`: `{before} else any`"),
            "twice" => format!("write `2 {before}`"),
            _ if self.is_number(self.at) && self.complete() => format!("write `{found} {before}`"),
            _ => return None,
        };
        Some(help)
    }

    fn end_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let verdict = self.view.word(self.part);
        let help = match found {
            _ if self.at == 1 => "write `end { win when … }`".to_string(),
            // `Swedes win when …`; such a word may also begin the next verdict.
            "win" | "lose" if self.has(Rule::kw_wins) => format!("write `{before} {found}s`"),
            "own" | "player" | "mover" if matches!(next, "win" | "lose") => format!("leave it out: `{next} when …`"),
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
            "when" if self.complete() && (before == "{" || self.view.indent(self.at).is_some()) => {
                let verdict =
                    (self.at..).find(|&i| VERDICTS.contains(&self.view.word(i)) || self.view.word(i).is_empty());
                let verdict = verdict.filter(|&i| !self.view.word(i).is_empty() && self.view.word(i + 1) != "when");
                match verdict.map(|i| (self.view.word(i), self.words(self.at, i))) {
                    Some((verdict, when)) if when.len() < 40 => format!("the verdict comes first: `{verdict} {when}`"),
                    _ => "a verdict comes first: `win when …`".to_string(),
                }
            }
            "captured" | "taken" | "dead" | "gone" | "eliminated" if self.complete() && self.capital_before() => {
                "a piece that is gone: `no enemy King`; what a ply took is not remembered".replace("King", before)
            }
            "is" if matches!(next, "captured" | "taken" | "dead" | "gone" | "eliminated") && self.capital_before() => {
                "a piece that is gone: `no enemy King`; what a ply took is not remembered".replace("King", before)
            }
            "moves" | "plies" | "turns" if self.number_before() => {
                "plies without progress are counted by a `clock`: `draw when quiet >= 100`".to_string()
            }
            _ if self.number_before() && found == "in" => format!("a row of {before} is `line {before} of own`"),
            "for" if VERDICTS.contains(&before) => format!("write `{next} {before}s`"),
            _ if self.is_capital(self.at) && VERDICTS.contains(&before) && before != "score" => {
                format!("write `{found} {}`", if before == "lose" { "loses" } else { "wins" })
            }
            _ if self.capital_before() && matches!(verdict, "win" | "lose") && self.at == self.part + 2 => {
                format!("write `{before} {verdict}s`")
            }
            _ if before == "else" && VERDICTS.contains(&found) => {
                "leave `else` out: the first verdict that holds decides".to_string()
            }
            "wins" | "loses" | "draws" if self.at == self.part => {
                format!("write `{} when …`", found.trim_end_matches('s'))
            }
            "|" | "||" => format!("write `{before} or {next}`"),
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
    fn head_habit(&self) -> Option<String> {
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
        if VERBS.contains(&found) && !guarded {
            return Some(format!("clauses stand in braces: `{} {{ {found} … }}`", self.words(0, self.at)));
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

    fn move_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let verb = self.view.word(self.part);
        let clause = self.has(Rule::clause) || self.has(Rule::guard);
        let help = match found {
            "own" if self.at == 1 => format!("a group moves own pieces anyway: `move {next} {{ … }}`"),
            "{" => return None,
            _ if VERBS.contains(&found)
                && self.has(Rule::brace_open)
                && self.has(Rule::kw_when) == self.has(Rule::kw_costs)
                && (2..=3).contains(&self.at) =>
            {
                format!("what the group may do stands in braces: `{} {{ {found} … }}`", self.phrase())
            }
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
            "," if clause && self.complete() => match self.view.word(self.at.saturating_sub(2)) {
                of @ ("file" | "files" | "rank" | "ranks") => {
                    format!("write `{}s {before} {next}`", of.trim_end_matches('s'))
                }
                _ => format!("write `{before} or {next}`"),
            },
            "|" | "||" if clause => format!("write `{before} or {next}`"),
            "=" if self.view.kind(self.at - 1) == Some(TokenKind::Word)
                && !is_a(Rule::reserved, before)
                && self.has_brace() =>
            {
                format!("a state is changed by `set {before} = {next}`")
            }
            _ if next == "=" && self.has_brace() => {
                format!("a state is changed by `set {found} = {}`", self.view.word(self.at + 2))
            }
            _ if matches!(before, "upto" | "up-to" | "within") && verb == "slide" => format!(
                "write one clause for each number of cells: `slide any {found} to empty`, or a `step` for one cell"
            ),
            _ if matches!(before, "file" | "rank") && self.view.word(self.at.saturating_sub(2)) != "far" => {
                format!("several are `{before}s {}`", if before == "file" { "a..c" } else { "3..8" })
            }
            "move" if before == "first" => {
                "a piece that has not moved yet is told by its place, as in `when from on own rank 2`, or by a `state`"
                    .to_string()
            }
            "cells" if self.complete() => "leave it out: `empty`, `own` and the like are cells".to_string(),
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
                format!("the number stands behind the directions: `slide {next} {found} to empty`")
            }
            _ if verb == "step" && self.is_number(self.at) => {
                format!("a step is one cell; so many are `slide forward {found} to empty`")
            }
            ".." | "or" if self.number_before() && verb == "slide" => {
                format!("that is exactly so many cells: write one clause for each number, `{} to empty`", self.phrase())
            }
            "to" if verb == "slide" && self.number_before() && self.view.word(self.at - 2) == "to" => {
                "`slide` has one number of cells: write one clause for each".to_string()
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

    /// `hop forward sideways over …`, `hop (forward, sideways) over …`, `again orthogonal`
    fn dirs_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let sign = |word: &str| matches!(word, "," | "and" | "or" | "except" | "axis" | "reverse" | "(");
        if before == "again" && self.has(Rule::kw_in) {
            let dir = if matches!(found, "along" | "to" | "towards" | "on") { next } else { found };
            return self.is_direction(dir).then(|| format!("write `again in {dir}`"));
        }
        if found == "not" && self.list() == "a direction" {
            return Some(format!("write `any except {next}`"));
        }
        if before == "may" && found == "in" && self.view.word(self.at.saturating_sub(2)) == "again" {
            return Some(format!("write `may again in {next}`"));
        }
        if found == "(" && self.list() == "a direction" {
            let words = (self.at + 1..).map(|i| self.view.word(i)).take_while(|word| !matches!(*word, ")" | ""));
            let dirs: Vec<&str> = words.filter(|word| !sign(word)).take(8).collect();
            return Some(format!("directions stand without brackets: `{before} {}`", dirs.join(", ")));
        }
        if self.has(Rule::comma) && self.is_direction(before) {
            let dir = if matches!(found, "and" | "or") { next } else { found };
            return self.is_direction(dir).then(|| format!("write `{before}, {dir}`"));
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

    fn effect_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let help = match found {
            _ if before == "either" => "each branch stands in braces: `either { … } or { … }`".to_string(),
            "on" if matches!(before, "own" | "enemy") && self.view.word(self.part) == "put" => {
                format!("say of which kind: `put {before} Man on {next}`")
            }
            _ if before == "extra" => "write `extra turn`".to_string(),
            "and" if self.view.word(self.part) == "swap" && self.has(Rule::kw_with) => {
                format!("write `{} with {next}`", self.phrase())
            }
            _ if matches!(before, "and" | "or") && EFFECTS.contains(&found) && !self.has(Rule::clause) => {
                format!("leave `{before}` out: effects follow each other")
            }
            _ => return None,
        };
        Some(help)
    }

    /// `set last := to`, `set n += 1`, `reset clock quiet`
    fn set_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let word = |i: usize| self.view.word(i);
        let is_name = |i: usize| self.view.kind(i) == Some(TokenKind::Word) && !is_a(Rule::reserved, word(i));
        let two = self.at.checked_sub(2).map_or("", word);
        let help = match found {
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
            "+" | "-" | "*" if next == "=" => format!("write `set {before} = {before} {found} {}`", word(self.at + 2)),
            ":" if next == "=" => format!("write `set {before} = {}`", word(self.at + 2)),
            "to" if !matches!(next, "}" | "") && !EFFECTS.contains(&next) => format!("write `set {before} = {next}`"),
            "}" | "" => format!("say what it is set to: `set {before} = …`"),
            _ => format!("write `set {before} = {found}`"),
        };
        Some(help)
    }

    fn promote_habit(&self) -> Option<String> {
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
        let (before, found) = (self.before(), self.found());
        let help = match found {
            "(" => "write it without brackets: `leap 1,2 to empty or enemy`".to_string(),
            "or" | "and" => format!("several distances stand side by side: `{} 2,2 to …`", self.phrase()),
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

    /// What follows an item that was complete.
    fn item_habit(&self) -> Option<String> {
        // `quiet Man, King {`
        let head = (self.at..self.at + 8).take_while(|&i| !matches!(self.view.word(i), "{" | ""));
        let head: Vec<usize> = head.take_while(|&i| i == self.at || self.view.indent(i).is_none()).collect();
        let end = self.at + head.len();
        let kinds = head.iter().any(|&i| self.is_capital(i)) && !is_a(Rule::reserved, self.found());
        let ended = self.has(Rule::EOI) && self.view.indent(self.at).is_some() && self.view.word(end) == "{";
        // `f = empty`
        let named = self.has(Rule::EOI) && self.view.kind(self.at) == Some(TokenKind::Word) && self.next() == "=";
        if named && self.view.indent(self.at).is_some() && !is_a(Rule::reserved, self.found()) {
            let name = self.found();
            return Some(format!("write `define {name} = …`, or `region {name} = …` for cells that never change"));
        }
        (ended && kinds).then(|| format!("write `move {} {{ … }}`", self.words(self.at, end)))
    }

    /// `ranks 1 size`: a list goes on with numbers only, since a name may begin what comes next.
    fn rows_to_a_name(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let setup = word(0) == "setup";
        let is_name = |i: usize| self.view.kind(i) == Some(TokenKind::Word) && !is_a(Rule::reserved, word(i));
        let listed = |i: &usize| matches!(word(i - 2), "ranks" | "files") && self.is_number(i - 1) && is_name(*i);
        // In `setup` it was taken for the number of what comes next.
        let behind = if setup { 2 } else { 0 };
        let at = (self.at.saturating_sub(behind).max(2)..=self.at).find(listed)?;
        if setup && !(self.is_player(word(at + 1)) || word(at + 1) == "}") {
            return None;
        }
        let (rows, first, last) = (word(at - 2), word(at - 1), word(at));
        Some(format!("write `{rows} {first}..{last}`, or `{rows} {first} ({last})` for these two alone"))
    }

    /// `own (King or Queen)`: the parts, each with its owner.
    fn owner_of_each(&self) -> String {
        let owner = self.before();
        let inside: Vec<&str> =
            (self.at + 1..).map(|i| self.view.word(i)).take_while(|w| !matches!(*w, ")" | "")).collect();
        let kinds = inside.iter().step_by(2).all(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        let joined = inside.iter().skip(1).step_by(2).all(|word| matches!(*word, "or" | "," | "|"));
        let parts: Vec<String> = match kinds && joined && inside.len() < 12 {
            true => inside.iter().step_by(2).map(|kind| format!("{owner} {kind}")).collect(),
            false => vec![format!("{owner} A"), format!("{owner} B")],
        };
        format!("each part names its owner: `({})`", parts.join(" or "))
    }

    /// Whether a word stands for cells, as far as the text tells.
    fn known_region(&self, word: &str) -> bool {
        const WORDS: [&str; 12] = [
            "corners", "edge", "center", "dark", "light", "empty", "occupied", "own", "enemy", "neutral", "all", "none",
        ];
        let small = word.starts_with(|c: char| c.is_ascii_lowercase());
        !small
            || WORDS.contains(&word)
            || is_a(Rule::cell, word)
            || is_a(Rule::reserved, word)
            || self.view.is_declared(word)
    }

    /// Regions, numbers and conditions.
    fn expression_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let help = match found {
            "not" if self.complete() && next == "attacked" => {
                let owner = self.view.word(self.at.saturating_sub(2));
                let owner = if matches!(owner, "own" | "enemy") { format!("{owner} ") } else { String::new() };
                format!("write `no {owner}{before} on attacked by …`")
            }
            "in" if matches!(next, "check" | "mate" | "checkmate") => {
                "a piece in check is on `attacked by enemy`: `own King on attacked by enemy`".to_string()
            }
            "not" if self.complete() => format!("write `no {before} {next} …`, or `not` before the whole condition"),
            "of" if is_direction(before) && self.complete() && self.at > 1 => {
                let whose = self.view.word(self.at - 2);
                format!("write `{whose} on {before} of {next}`")
            }
            _ if is_direction(before)
                && !is_direction(found)
                && self.has(Rule::kw_on)
                && self.view.word(self.at.saturating_sub(2)) == "on"
                && self.view.indent(self.at).is_none()
                && (self.is_capital(self.at) || matches!(found, "from" | "to" | "over" | "own" | "enemy" | "(")) =>
            {
                format!("write `{before} of {found}`")
            }
            // `f()`
            ")" if before == "(" && self.view.kind(self.at.saturating_sub(2)) == Some(TokenKind::Word) => {
                let name = self.view.word(self.at - 2);
                match is_a(Rule::reserved, name) {
                    true => return None,
                    false if self.view.text.contains(&format!("define {name}(")) => {
                        format!("what it is about stands in the brackets, as in `{name}(to)`")
                    }
                    false => format!("without anything in them they are left out: `{name}`"),
                }
            }
            "hand" if !self.complete() && self.list().starts_with("a region") => {
                let kind = if self.is_capital(self.at + 1) { format!(" {next}") } else { String::new() };
                let no = if before == "no" { "no " } else { "" };
                let owner = if next == "enemy" { "enemy" } else { "own" };
                format!("say whose: `{no}{owner} hand{kind}`")
            }
            // `when turn = 1`, `when first turn`
            "turn" if !self.complete() && self.list().starts_with("a region") || before == "first" => {
                "plies are counted by a `clock`: with `clock plies` the first one is `plies = 0`".to_string()
            }
            "of" if matches!(before, "count" | "groups" | "no" | "sum") => format!("leave it out: `{before} {next}`"),
            "far" if before == "rank" => "write `far rank`".to_string(),
            "file" | "files" if before == "far" => {
                "only a rank is far, as its player sees it: `far rank`; a file has a letter, `file a`".to_string()
            }
            "empty" if before == "hand" => "an empty hand is `no own hand`".to_string(),
            "<" | "<=" | ">" | ">=" | "=" if self.complete() => return self.chained_comparison(),
            "<" | ">" if before == "=" => format!("write `{found}=`"),
            "(" if self.complete() && (matches!(before, "own" | "enemy") || self.is_player(before)) => {
                self.owner_of_each()
            }
            "stuck" if before == "is" => format!("write `{} stuck`", self.view.word(self.at.saturating_sub(2))),
            "attacked" if self.complete() && (self.capital_before() || matches!(before, "own" | "enemy")) => {
                let owner = self.view.word(self.at.saturating_sub(2));
                let owned = self.capital_before() && matches!(owner, "own" | "enemy");
                let piece = if owned { format!("{owner} {before}") } else { before.to_string() };
                let by = if piece.starts_with("enemy") { "own" } else { "enemy" };
                format!("write `{piece} on attacked by {by}`")
            }
            _ if self.is_capital(self.at)
                && self.complete()
                && matches!(before, "my" | "our" | "friendly" | "mine") =>
            {
                format!("write `own {found}`")
            }
            _ if self.is_capital(self.at) && self.complete() && matches!(before, "their" | "opponent" | "opposing") => {
                format!("write `enemy {found}`")
            }
            // `(forward-left 2, forward-right 2) of from`
            _ if self.is_number(self.at) && self.has(Rule::paren_close) && is_a(Rule::dir_word, before) => {
                format!("the number stands behind the bracket, for all directions in it: `({before}, …) {found} of …`")
            }
            "ranks" if before == "far" => {
                "`far rank` is one rank; several are `enemy ranks 1..2`, in `setup` those of a player: `White ranks 1..2`"
                    .to_string()
            }
            "{" if !self.complete() && is_a(Rule::cell, next) => format!("cells stand without braces: `{next} …`"),
            "," if is_a(Rule::cell, before) && is_a(Rule::cell, next) => {
                format!("cells stand side by side, without commas: `{before} {next}`")
            }
            "," if self.complete() && matches!(self.view.word(0), "region" | "define") => {
                format!(
                    "regions are joined by `or`: `{} or {}`",
                    self.operand_before(self.at),
                    self.operand_behind(self.at + 1)
                )
            }
            "rank" | "ranks" | "file" | "files"
                if self.complete()
                    && self.has(Rule::kw_or)
                    && other(before).is_none()
                    && self.stranger().is_none()
                    && next.len() < 3 =>
            {
                let (first, second) = (self.operand_before(self.at), format!("{found} {next}"));
                match first.strip_prefix(found).filter(|_| matches!(found, "rank" | "file")) {
                    Some(row) => {
                        format!("regions are joined by `or`: `{first} or {second}`, or shorter `{found}s{row} {next}`")
                    }
                    None => format!("regions are joined by `or`: `{first} or {second}`"),
                }
            }
            _ if self.complete()
                && self.is_number(self.at)
                && self.number_before()
                && matches!(self.view.word(self.at.saturating_sub(2)), "rank" | "file") =>
            {
                format!("several of them are `{}s {before} {found}`", self.view.word(self.at - 2))
            }
            _ if self.complete() && self.has(Rule::kw_or) && self.view.has_params(before) => {
                format!("what a definition is given stands in brackets: `{before}({found})`")
            }
            _ if self.complete() && self.has(Rule::kw_or) && is_a(Rule::cell, found) && self.known_region(before) => {
                format!("regions are joined by `or`: `{} or {found}`", self.operand_before(self.at))
            }
            "of" if before == "count" => format!("leave it out: `count {next}`"),
            _ if before == ".." && is_a(Rule::cell, found) && self.at > 1 => {
                let first = self.view.word(self.at - 2);
                let (board, _) = first.rsplit_once('-')?;
                format!("each end has the name of its board: `{first}..{board}-{found}`")
            }
            ":" if is_a(Rule::cell, before) && is_a(Rule::cell, next) => {
                format!("a range of cells is written `{before}..{next}`")
            }
            "count" | "sum" if before == "put" => {
                format!("a number that is worked out stands in brackets: `put ({found} …) Seed on …`")
            }
            "clock" if !self.complete() && !self.has(Rule::name) => {
                let clock = self.view.declared(&["clock"]).next().unwrap_or("quiet");
                format!("a clock is asked by its name: `{clock} >= 100`")
            }
            "to" if self.complete() && self.number_before() && self.is_number(self.at + 1) => {
                format!("a range is written with two dots: `{before}..{next}`")
            }
            "at" if self.complete() && self.has(Rule::kw_on) => {
                "where something is, is said with `on`, as in `to on far rank`".to_string()
            }
            "of" | "own" | "enemy" if before == "line" => "a line is written `line 3 of own`".to_string(),
            "line" if self.complete() => format!("a line is written `line 3 of {before}`"),
            _ if matches!(before, "all" | "each")
                && self.complete()
                && !matches!(self.view.word(0), "hand" | "setup")
                && other(found).is_none() =>
            {
                "all of `A` are on `B` if none is elsewhere: `no A except B`".to_string()
            }
            _ if before == "any"
                && self.has(Rule::kw_of)
                && self.at > 1
                && matches!(self.view.word(self.at - 2), "to" | "on") =>
            {
                "`any` is every direction; every cell is `all`, or `all except own`".to_string()
            }
            _ if matches!(before, "repetition" | "repetitions" | "repeated") && self.is_number(self.at) => {
                format!("write `repeats {found}`")
            }
            _ if matches!(before, "connected" | "connects" | "connect" | "joins" | "joined") && self.complete() => {
                "what is joined to `A` inside `B` is `flood A in B`: `flood own on rank 1 in own on rank 8`".to_string()
            }
            _ => return None,
        };
        Some(help)
    }

    /// `1 < a < 3` as two comparisons, as far as can be seen where the second one begins.
    fn chained_comparison(&self) -> Option<String> {
        const COMPARISONS: [&str; 5] = ["<", "<=", ">", ">=", "="];
        let begins = |word: &str| matches!(word, "when" | "if" | "and" | "or" | "not" | "(" | "{" | "=");
        let words = |from: usize, to: usize| (from..to).map(|i| self.view.word(i)).collect::<Vec<_>>().join(" ");
        let first = (1..self.at).rev().find(|&i| COMPARISONS.contains(&self.view.word(i)))?;
        let start = (0..first).rev().find(|&i| begins(self.view.word(i)))? + 1;
        let middle = words(first + 1, self.at);
        let joined = ["and", "or", "when", "{", "}"].iter().any(|&word| middle.split(' ').any(|w| w == word));
        let last = if self.is_number(self.at + 1) { self.next() } else { "…" };
        let found = self.found();
        (!joined).then(|| format!("write `{} and {middle} {found} {last}`", words(start, self.at)))
    }
}
