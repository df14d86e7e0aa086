//! Habits in what a file declares: players, boards, pieces, hands, `setup`, regions, links, options, states.

use rulesmith_grammar::Rule;

use crate::diag::{Diagnostic, nearest};
use crate::parser::explain::Failure;
use crate::parser::is_a;
use crate::tokens::TokenKind;
use crate::words::{ITEMS, OF_BOARD, OF_PIECE, SHAPES, VERDICTS};

impl Failure<'_> {
    pub(super) fn extends_habit(&self) -> Option<String> {
        let (found, listed) = (self.found(), (0..self.at).any(|i| self.view.word(i) == "without"));
        let help = match found {
            // `extends from "chess"`: the file is there.
            _ if self.at == 1 && self.view.kind(2) != Some(TokenKind::Text) => {
                format!("the file stands in quotes: `extends \"{}\"`", self.found_or("chess.game"))
            }
            "except" | "minus" | "with" | "but" if !listed => {
                format!("what is left out follows `without`: `without {}`", self.next())
            }
            "{" => "write the items below it, without braces".to_string(),
            "and" | "or" | "without" if listed => format!("write `, {}`", self.next()),
            found if listed && ITEMS.contains(&found) => format!("write a comma before it: `, {found}`"),
            found if VERDICTS.contains(&found) => "verdicts are left out together: `without end`".to_string(),
            found if listed && !is_a(Rule::reserved, found) && !found.is_empty() => {
                match nearest(found, ITEMS.iter().copied().filter(|&item| item != "extends")) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        let item = if self.is_capital(self.at) { "move" } else { "define" };
                        format!(
                            "say what it is, too, as in `{item} {found}`, `state {found}`; all items of a sort are its word \
                             alone: `end`"
                        )
                    }
                }
            }
            _ if listed => "an item is its word alone, such as `end`, or with one name: `move King`".to_string(),
            _ => return None,
        };
        Some(help)
    }

    pub(super) fn players_habit(&self) -> Option<String> {
        if self.at == 1 && self.view.kind(1) != Some(TokenKind::Word) {
            return Some("name the two: `players White, Black`".to_string());
        }
        let between = matches!(self.found(), "and" | "vs" | "against");
        between.then(|| format!("write `{}, {}`", self.before(), self.next()))
    }

    pub(super) fn board_habit(&self) -> Option<String> {
        // `board 6x6`
        if self.at == 1 && self.is_number(1) && self.view.word(1).contains('x') {
            return Some(format!("write `board square {}`", self.view.word(1)));
        }
        if self.view.word(1) == "graph" || self.view.word(2) == "graph" {
            return None;
        }
        let help = match self.found() {
            // `board track 2 * pits + 2`
            "+" | "-" | "*" | "div" | "mod" if self.worked_out() => {
                let end = (self.at..self.view.list.len()).find(|&i| {
                    self.view.indent(i).is_some()
                        || OF_BOARD.contains(&self.view.word(i))
                        || self.view.word(i) == "without"
                });
                let size = self.words(self.at - 1, end.unwrap_or(self.view.list.len()));
                format!("a size that is worked out stands in brackets: `board {} ({size})`", self.words(1, self.at - 1))
            }
            "by" | "*" | "," if self.number_before() => format!("write `{}x{}`", self.before(), self.next()),
            found if self.number_before() && self.is_number(self.at) && !self.before().contains('x') => {
                format!("write `{}x{found}`", self.before())
            }
            found if found.contains('X') && self.is_number(self.at) => format!("write `{}`", found.to_lowercase()),
            found if found.ends_with('x') && self.is_number(self.at) => format!("both sizes are given: `{found}8`"),
            _ if self.before() == "size" && self.is_number(self.at) => "leave `size` out".to_string(),
            "except" | "minus" => format!("write `without {}`", self.operand_behind(self.at + 1)),
            "cylinder" | "cylindrical" => "write `wrapped-files`".to_string(),
            "torus" | "toroidal" | "wrap" | "wraps" => "write `wrapped`".to_string(),
            "black" => "write `dark`".to_string(),
            name if self.complete()
                && self.view.kind(self.at) == Some(TokenKind::Word)
                && self.view.indent(self.at).is_none()
                && !is_a(Rule::reserved, name)
                && self.view.word(1) != "graph"
                && SHAPES.contains(&self.view.word(1))
                && name.len() > 2 =>
            {
                format!("a further board has its name before its shape: `board {name} {}`", self.words(1, self.at))
            }
            "white" => "write `light`".to_string(),
            _ => return None,
        };
        Some(help)
    }

    /// Whether a sign of a size is that of a calculation, and not between two sizes: `8 * 8`.
    fn worked_out(&self) -> bool {
        let more = matches!(self.view.word(self.at + 2), "+" | "-" | "*" | "div" | "mod");
        self.found() != "*" || more || !self.number_before() || !self.is_number(self.at + 1)
    }

    pub(super) fn piece_habit(&self) -> Option<String> {
        let (before, next) = (self.before(), self.next());
        let letter = before.chars().next().unwrap_or('M');
        let help = match self.found() {
            "{" if self.at == 1 => "kinds stand side by side: `piece Man, King`".to_string(),
            text if self.at == 1 && self.view.kind(1) == Some(TokenKind::Text) => {
                let name = text.trim_matches('"');
                if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    return Some("a kind has a name without quotes: `piece Rook`".to_string());
                }
                let mut letters = name.chars();
                let name: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
                format!("a kind has a name without quotes: `piece {}`", name.replace(' ', "-"))
            }
            text if before == "=" && self.view.kind(self.at) == Some(TokenKind::Text) => {
                format!("its letter stands right behind: `{} {text}`", self.view.word(self.at.saturating_sub(2)))
            }
            // `piece neutral Stone`, `piece Stone, neutral`
            word if OF_PIECE.contains(&word) && (self.at == 1 || matches!(before, "," | "=")) => {
                let kind = match self.at.checked_sub(2).filter(|_| !self.is_capital(self.at + 1)) {
                    Some(at) if self.is_capital(at) => self.view.word(at),
                    _ if self.is_capital(self.at + 1) => next,
                    _ => "Man",
                };
                format!("it follows the name, without a sign: `{kind} {word}`")
            }
            found if OF_PIECE.contains(&found) || self.view.kind(self.at) == Some(TokenKind::Text) => {
                return self.behind_ground();
            }
            _ if !self.capital_before() => return None,
            "on" | "at" | "within" | "inside" => {
                format!("where its pieces may stand is said by `in`: `{before} in {}`", self.rest(self.at + 1))
            }
            "(" | ":" | "is" | "are" if OF_PIECE.contains(&next) => {
                format!("it follows the name, without a sign: `{before} {next}`")
            }
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
            found
                if self.is_capital(self.at)
                    && found.len() == 1
                    && (before.len() > 1 || self.view.indent(self.at).is_none()) =>
            {
                format!("its letter stands in quotes right behind: `{before} \"{found}\"`")
            }
            "letter" | "symbol" | "glyph" if self.is_capital(self.at + 1) && next.len() == 1 => {
                format!("its letter stands in quotes right behind: `{before} \"{next}\"`")
            }
            "(" | ":" | "letter" | "symbol" | "glyph" => {
                format!("its letter stands in quotes right behind: `{before} \"{letter}\"`")
            }
            "->" => format!("what it promotes to is said by `{before} = {next}`"),
            found if self.is_capital(self.at) && self.is_player(before) => {
                format!("a kind is named once, for both players: `piece {found}`")
            }
            _ if let Some(cells) = self.confined() => {
                format!("where its pieces may stand is said by `in`: `{before} in {cells}`")
            }
            _ => return None,
        };
        Some(help)
    }

    /// `Pawn only in own ranks 2..7`, `Pawn never on edge`: the cells that stand behind `in`.
    fn confined(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        if self.view.kind(self.at) != Some(TokenKind::Word) || self.is_capital(self.at) {
            return None;
        }
        let on = |i: usize| match word(i) {
            "to" => matches!(word(i - 1), "restricted" | "confined" | "limited" | "bound"),
            word => matches!(word, "in" | "on" | "at" | "within" | "inside" | "outside"),
        };
        let behind = (self.at..self.at + 4).find(|&i| on(i)).filter(|&i| !word(i + 1).is_empty());
        let first = match behind {
            Some(at) => at + 1,
            None if matches!(self.found(), "only" | "never" | "except") => self.at + 1,
            None => return None,
        };
        let cells = self.rest(first);
        let negated = |i: usize| matches!(word(i), "not" | "never" | "cannot" | "except" | "outside");
        Some(match (self.at..first).any(negated) {
            _ if cells.is_empty() => "…".to_string(),
            true => format!("all except {cells}"),
            false => cells,
        })
    }

    /// `Pawn in own ranks 2..7 "P"`
    fn behind_ground(&self) -> Option<String> {
        let first = (0..self.at).rev().find(|&i| matches!(self.view.word(i), "piece" | ","))? + 1;
        let within = (first..self.at).find(|&i| self.view.word(i) == "in")?;
        let (kind, cells) = (self.words(first, within), self.words(within, self.at));
        Some(format!("the cells stand last: `{kind} {} {cells}`", self.found()))
    }

    pub(super) fn hand_habit(&self) -> Option<String> {
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
            "both" | "all" if before == "for" => format!("write `hand {number} {kind} each`"),
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

    pub(super) fn setup_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let help = match found {
            _ if self.at == 1 && self.view.kind(1) == Some(TokenKind::Text) => format!("write `setup fen {found}`"),
            // `setup for White { … }`, `setup { for White { … } }`
            _ if found == "for" && self.is_player(next) || self.at == 1 && self.is_player(found) => {
                let [first, second] = self.two_players();
                format!("each line names its owner: `setup {{ {first} … on …  {second} … on … }}`")
            }
            "hand" if self.is_player(before) => {
                let held = (1..4).map(|i| self.at + i).take_while(|&i| self.is_number(i) || self.is_capital(i));
                let held: Vec<&str> = held.map(|i| self.view.word(i)).collect();
                let held = if held.len() == 2 { held.join(" ") } else { "3 Man".to_string() };
                format!("hands stand outside of `setup`: `hand {held} for {before}`")
            }
            _ if self.at == 1 => "write `setup { White Man on rank 1  … }` or `setup fen \"…\"`".to_string(),
            _ if self.at > 2 && matches!(self.view.word(self.at - 2), "row" | "column" | "col") => {
                let row = if self.view.word(self.at - 2) == "row" { "rank" } else { "file" };
                format!("write `{row} {before}`")
            }
            _ if matches!(before, "row" | "column" | "col") => {
                format!("write `{} {found}`", if before == "row" { "rank" } else { "file" })
            }
            _ if before == "fen" && self.view.kind(self.at + 1) == Some(TokenKind::Text) => {
                format!("leave `{found}` out: `setup fen {next}`")
            }
            _ if before == "fen" => "the rows stand in quotes: `setup fen \"…\"`".to_string(),
            "," if self.complete() && self.is_list_of_cells() => {
                "cells stand side by side, without commas: `a1 b1`".to_string()
            }
            "," if self.complete() && self.is_capital(self.at + 1) => {
                let begins = "leave it out: each line of `setup` begins with its player or kind";
                match (0..self.at).rev().map(|i| self.view.word(i)).find(|&word| self.is_player(word)) {
                    Some(player) if !self.is_player(next) => {
                        format!("{begins}, `{player} {next} on …` where it is of {player}")
                    }
                    _ => begins.to_string(),
                }
            }
            "," if self.complete()
                && self.number_before()
                && self.is_number(self.at + 1)
                && matches!(self.view.word(self.at.saturating_sub(2)), "rank" | "ranks") =>
            {
                format!("write `ranks {before} {}`", self.next())
            }
            "," if self.complete() => {
                format!(
                    "regions are joined by `or`: `{} or {}`",
                    self.operand_before(self.at),
                    self.operand_behind(self.at + 1)
                )
            }
            "own" | "enemy" if self.complete() && self.is_capital(self.at + 1) => {
                let [first, second] = self.two_players();
                format!("nobody is on turn yet, so name the players: `{first} {next} on …  {second} {next} on …`")
            }
            times if !self.complete() && self.next() == "on" && times.starts_with(['x', '*']) => {
                format!("the cells tell how many: leave `{times}` out")
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
                match self.is_said_of(found, "neutral") {
                    true => {
                        format!("it is nobody's: leave `{before}` out, `{} {found} on …`", self.view.word(self.at - 2))
                    }
                    false => format!("the cells tell how many: leave the number out, `{before} {found} on …`"),
                }
            }
            ":" if self.capital_before() => {
                format!("each line names the owner anew, without a sign: `{before} {} on …`", self.next())
            }
            "to" if is_a(Rule::cell, before) => format!("a range of cells is written `{before}..{}`", self.next()),
            _ if self.capital_before() && self.is_number(self.at) => self.number_behind_owner(),
            "each" if self.capital_before() && self.is_number(self.at.saturating_sub(2)) => {
                format!("say where they lie: `{} {before} on all`", self.view.word(self.at - 2))
            }
            "each" if self.is_player(before) => {
                format!("`each` is one piece of each kind of nobody's; name what {before} has: `{before} … on …`")
            }
            "each" if self.capital_before() => {
                let [first, second] = self.two_players();
                format!("name the owners: `{first} {before} on …  {second} {before} on …`")
            }
            _ if is_a(Rule::cell, found) && self.capital_before() => {
                let end = if next == ".." { self.at + 3 } else { self.at + 1 };
                format!("write `{} on {}`", self.phrase(), self.words(self.at, end))
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
            "on" if self.number_before() && !self.complete() => {
                let place = self.operand_behind(self.at + 1);
                match self.counted_kind() {
                    Some(kind) => format!("say what lies there: `{before} {kind} on {place}`"),
                    None => {
                        let owner = self.two_players()[0];
                        format!("the cells tell how many, so say whose pieces and which: `{owner} … on {place}`")
                    }
                }
            }
            // `Seed on board 4`: the number was taken for the next line's.
            _ if self.has(Rule::capital) && !self.complete() && self.number_before() && self.at > self.part + 3 => {
                format!("how many comes first: `{before} {}`", self.words(self.part, self.at - 1))
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

    /// The kind of the file that is counted: the first, of several.
    fn counted_kind(&self) -> Option<&str> {
        let (before, _) = self.view.text.split_once("counted")?;
        let words = before.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        words.into_iter().find(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
    }

    pub(super) fn two_players(&self) -> [&str; 2] {
        match self.players()[..] {
            [first, second] => [first, second],
            _ => ["White", "Black"],
        }
    }

    /// `region goal = White rank 5, Black rank 1`: the cells of White's pieces would be a region, but not these two.
    pub(in crate::parser) fn region_of_each(&self) -> Option<Diagnostic> {
        let word = |i: usize| self.view.word(i);
        if word(0) != "region" || word(2) != "=" || !self.is_player(word(3)) || self.at < 4 {
            return None;
        }
        let report = Diagnostic::error("unexpected-token", self.view.list[2].span, "unexpected `=` before a player");
        let [first, second] = self.two_players();
        let other = if word(3) == first { second } else { first };
        let end = (4..self.at).find(|&i| word(i) == "," || self.is_player(word(i))).unwrap_or(self.at);
        let help = format!("leave it out: `region {} {}, {other} …`", word(1), self.words(3, end));
        Some(report.help(help).leave_out())
    }

    pub(super) fn region_habit(&self) -> Option<String> {
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
            found if before == "," && is_a(Rule::cell, found) && self.at > 3 => {
                format!("cells stand side by side, without commas: `{} {found}`", self.view.word(self.at - 2))
            }
            ":" if self.at == 2 && self.is_player(self.next()) => {
                format!("leave the sign out: `region {name} {cells} …`")
            }
            ":" if self.at == 2 => format!("write `region {name} = …`, or the name of each player and its cells"),
            "for" if self.is_player(self.next()) && self.view.word(2) == "=" => {
                let cells = self.words(3, self.at);
                format!("the cells follow the player: `region {name} {} {cells}, …`", self.next())
            }
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
            found
                if self.at == 2
                    && !found.is_empty()
                    && (self.view.word(3) == "=" || self.is_player(self.view.word(3)))
                    && !self.is_capital(2) =>
            {
                let value = self.rest(if self.view.word(3) == "=" { 4 } else { 3 });
                return Some(match self.view.word(3) {
                    "=" => format!("a name is one word: `region {name}-{found} = {value}`"),
                    _ => format!("a name is one word: `region {name}-{found} {first} …, {second} …`"),
                });
            }
            found if self.at == 2 && !found.is_empty() && !meant(found) => {
                format!("write `region {name} = {}`", self.rest(2))
            }
            found if self.complete() && self.is_player(found) => format!("write a comma before `{found}`"),
            _ => return None,
        };
        Some(help)
    }

    pub(super) fn define_habit(&self) -> Option<String> {
        let name = self.view.word(1);
        match self.found() {
            _ if self.before() == ")" && !self.complete() => {
                Some(format!("write `define {name}(…) = …`, or effects in `{{ … }}`"))
            }
            "return" => {
                Some(format!("a definition is its value: write `define {name} = …`, with its parameters in brackets"))
            }
            "as" | "is" | "to" | ":" | "be" if self.at == 2 => {
                Some(format!("write `define {name} = {}`", self.rest(3)))
            }
            // `define steps n) = n + 1`
            found if self.at == 2 && self.parameters().is_some() => {
                let (open, close) = (if found == "," { "…" } else { "" }, self.parameters()?);
                Some(format!("parameters stand in brackets: `define {name}({open}{}) …`", self.words(2, close)))
            }
            found if self.at == 2 && found != "(" => Some(format!("write `define {name} = {found} …`")),
            _ => None,
        }
    }

    /// Where a bracket closes that is not opened behind the name of a definition.
    fn parameters(&self) -> Option<usize> {
        let sign = |i: usize| matches!(self.view.word(i), "(" | ")" | "=" | "{" | "");
        (2..12).find(|&i| sign(i)).filter(|&i| self.view.word(i) == ")")
    }

    /// `in 4-12`, `(4..12)`, `from 4 to 12`
    pub(super) fn option_habit(&self) -> Option<String> {
        let (name, value) = (self.view.word(1), self.view.word(3));
        if self.at == 3 {
            return match self.found() {
                "on" => Some("write `yes`".to_string()),
                "off" => Some("write `no`".to_string()),
                text if self.view.kind(3) == Some(TokenKind::Text) => {
                    let inside = text.trim_matches('"');
                    let fits = matches!(inside, "yes" | "no") || inside.parse::<i64>().is_ok();
                    Some(match fits {
                        true => format!("a value stands without quotes: `{inside}`"),
                        false => format!("a value is a number, `yes` or `no`: `option {name} = yes`"),
                    })
                }
                _ => None,
            };
        }
        let numbers: Vec<&str> = (4..12).filter(|&i| self.is_number(i)).map(|i| self.view.word(i)).collect();
        let example = match numbers[..] {
            [least, most, step, ..] => format!("in {least}..{most} step {step}"),
            [least, most] => format!("in {least}..{most}"),
            _ => "in 4..12 step 2".to_string(),
        };
        (self.at > 3).then(|| format!("its bounds are written `option {name} = {value} {example}`"))
    }

    pub(super) fn facing_habit(&self) -> Option<String> {
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

    pub(super) fn link_habit(&self) -> Option<String> {
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

    pub(super) fn state_habit(&self) -> Option<String> {
        let name = self.view.word(1);
        let of_a_player = self.is_player(self.found()) || matches!(self.found(), "own" | "enemy" | "each");
        let of_each = of_a_player || self.found() == "for" && self.is_player(self.next());
        let help = match self.at {
            2.. if of_each || self.before() == "for" && of_a_player => {
                let [first, second] = self.states_of_players(name);
                let kind = if self.view.word(3) == "cells" { "cells" } else { "number" };
                format!("a state is one for both players: write two, `state {first}: {kind}  state {second}: {kind}`")
            }
            2 if self.found() == "," => {
                format!("each state is an item of its own: `state {name}: …  state {}: …`", self.next())
            }
            2 if self.found() == "=" => format!(
                "say what it is: `state {name}: cells = …`, or `state {name}: number = 1` (what is yes or no is 1 or 0)"
            ),
            2 if matches!(self.found(), "cells" | "number") => format!("write `state {name}: {}`", self.found()),
            2 => format!("say what it is: `state {name}: cells`, or `state {name}: number`"),
            3 if ["cell", "region", "square", "set", "point"].iter().any(|word| self.found().starts_with(word)) => {
                format!("write `state {name}: cells`")
            }
            3 => format!(
                "a state is cells or a number, and what is yes or no is the number 1 or 0: `state {name}: number = 1`"
            ),
            4 if self.is_number(4) => format!("write `state {name}: number = {}`", self.found()),
            _ if matches!(self.before(), "for" | "this" | "one") && !self.complete() || self.found() == "until" => {
                "it lasts `for one ply`, or `for this turn`, or else for the game".to_string()
            }
            _ => return None,
        };
        Some(help)
    }

    /// The names of two states instead of one for each player.
    pub(super) fn states_of_players(&self, name: &str) -> [String; 2] {
        self.two_players().map(|player| format!("{}-{name}", player.to_lowercase()))
    }

    /// What follows an item that was complete.
    pub(super) fn item_habit(&self) -> Option<String> {
        // What stands at the start of a line may lack the word of its item.
        if self.has(Rule::EOI) && self.view.indent(self.at).is_some() {
            let found = self.found();
            if matches!(found, "no" | "not" | "own" | "enemy" | "count") {
                return Some("a condition belongs to something: `legal when …` is what every move must leave behind, `end { win when … }` a verdict".to_string());
            }
            if self.view.kind(self.at) == Some(TokenKind::Text) && self.view.word(0) != "piece" {
                return Some(format!("the name of the game is `game {found}`"));
            }
            // `White faces north, Black faces south`
            if self.is_capital(self.at) && matches!(self.next(), "faces" | "facing" | "looks") {
                return Some(format!("write `facing {found} {}, …`", self.view.word(self.at + 2)));
            }
            if self.next() == ":" && matches!(self.view.word(self.at + 2), "cells" | "number") {
                return Some(format!("write `state {found}: {}`", self.view.word(self.at + 2)));
            }
            if SHAPES.contains(&found) {
                return Some(format!("write `board {found} …`"));
            }
            if found == "{" {
                return Some(
                    "a block has its word before it: `setup {`, `move {`, `turn {`, `end {` or `eval {`".to_string(),
                );
            }
        }
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
            if self.view.word(self.at + 3) == "in" {
                return Some(format!("write `option {name} = {} in …`", self.view.word(self.at + 2)));
            }
            let value = self.view.word(self.at + 2);
            return Some(match value {
                "true" | "false" | "yes" | "no" => {
                    let value = if matches!(value, "true" | "yes") { "yes" } else { "no" };
                    format!(
                        "rules are no settings but items; what may be chosen is an option: `option {name} = {value}`"
                    )
                }
                _ if self.view.kind(self.at + 2) == Some(TokenKind::Text) => {
                    "no item is a name and a text; the rows of a FEN are `setup fen \"…\"`".to_string()
                }
                _ => format!("write `define {name} = …`, or `region {name} = …` for cells that never change"),
            });
        }
        (ended && kinds).then(|| format!("write `move {} {{ … }}`", self.words(self.at, end)))
    }

    /// `own (King or Queen)`: the parts, each with its owner.
    pub(super) fn owner_of_each(&self) -> String {
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

    /// `look goal = gold`, `look King "♔", "♚"`, `look cells { a1 b1 }`
    pub(super) fn look_habit(&self) -> Option<String> {
        let text = self.view.kind(self.at) == Some(TokenKind::Text);
        match self.found() {
            _ if self.view.word(1) == "cells" && self.at > 2 && !text => {
                Some("each row is a text in quotes: `look cells { \"a1 b1\"  \"a2 b2\" }`".to_string())
            }
            _ if self.before() == ")" && self.view.word(1) == "(" => {
                Some("write what is painted there: `look (rank 1) gold`, `look (own rank 1) owners`".to_string())
            }
            "=" | ":" => Some("leave it out: `look goal gold`, `look King \"♔\" \"♚\"`".to_string()),
            "and" | "or" | "with" => Some("commas stand between looks: `look checkered, bare`".to_string()),
            found if self.before() == "is" => Some(format!("leave `is` out: `look {} {found}`", self.view.word(1))),
            found if text && self.before() == "," && self.is_capital(self.at + 1) => {
                Some(format!("the kind stands before its symbols: `{} {found}`", self.view.word(self.at + 1)))
            }
            found if text && self.before() == "," => {
                Some(format!("the symbols of both players stand side by side: `\"♔\" {found}`"))
            }
            _ if self.at == 1 => {
                Some("write how something looks: `look checkered`, `look White gold`, `look King \"♔\"`".to_string())
            }
            _ => None,
        }
    }
}
