//! What people write by habit or by guessing, and what to write instead: `3 in a row`, `board 8 by 8`, `win White`, …
//!
//! In: where the grammar failed. Out: the advice, if what stands there is something that many write.

mod betza;
mod declarations;
mod expressions;
mod moves;
mod neighbours;
mod numbers;
mod phrases;
mod places;

use super::explain::Failure;
use crate::diag::Diagnostic;
use crate::tokens::TokenKind;
use crate::words::{EFFECTS, VERBS, VERDICTS, is_direction};

impl Failure<'_> {
    /// The message for a habit.
    pub(super) fn habit(&self) -> Option<Diagnostic> {
        let by_item = || match self.view.word(0) {
            item if item != "extends" && self.found() == "without" && self.view.indent(self.at).is_some() => {
                let gone = self.rest(self.at + 1);
                Some(format!("it stands behind the file that is extended: `extends \"…\" without {gone}`"))
            }
            "game" if self.at == 1 => {
                // `game: "Name"`
                if self.view.kind(2) == Some(TokenKind::Text) {
                    return Some(format!("leave `{}` out: `game {}`", self.found(), self.next()));
                }
                let end = (1..12).find(|&i| self.view.word(i).is_empty() || i > 1 && self.view.indent(i).is_some());
                let name = self.words(1, end.unwrap_or(2));
                Some(format!("write `game \"{}\"`", if name.is_empty() { "Name" } else { &name }))
            }
            "extends" => self.extends_habit(),
            "players" => self.players_habit(),
            "board" => self.board_habit(),
            "piece" => self.piece_habit(),
            "hand" => self.hand_habit(),
            "captives" if self.at > 0 => Some("write `captives to hand`".to_string()),
            "setup" => self.setup_habit(),
            "region" => self.region_habit(),
            "facing" => self.facing_habit(),
            "link" => self.link_habit(),
            "define" => self.braces_habit().or_else(|| self.define_habit()),
            "option" if self.at == 2 => {
                let value = if self.is_number(2) { self.found() } else { "8" };
                Some(format!("write `option {} = {value}`, with its bounds behind: `in 4..19`", self.view.word(1)))
            }
            "option" => self.option_habit(),
            "state" => self.state_habit(),
            "table" if self.found() == "=" && self.at == 2 => {
                if self.next() == "{" {
                    return Some(format!("leave it out: `table {} {{ … }}`", self.before()));
                }
                let numbers = self.rest_of_list(3);
                Some(format!("the numbers stand in braces, without signs: `table {} {{ {numbers} }}`", self.before()))
            }
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
            "eval" if self.at == 1 && self.next() == "{" && self.view.kind(1) == Some(TokenKind::Word) => {
                Some(format!("the name of an evaluation stands in quotes: `eval \"{}\" {{ … }}`", self.found()))
            }
            "eval"
                if self.at == 2 && self.view.kind(1) == Some(TokenKind::Text) && !matches!(self.found(), "{" | "") =>
            {
                Some(format!("the terms stand in braces: `eval {} {{ {} }}`", self.before(), self.rest(2)))
            }
            "eval" if self.at == 1 && self.found() != "{" => Some("write `eval { … }`".to_string()),
            "look" => self.look_habit(),
            "move" => self.head_habit().or_else(|| self.move_habit()),
            _ => None,
        };
        let help = self
            .set_habit()
            .or_else(|| self.loop_habit())
            .or_else(|| self.length_habit())
            .or_else(|| self.compared_directions())
            .or_else(by_item)
            .or_else(|| self.dirs_habit())
            .or_else(|| self.promote_habit())
            .or_else(|| self.effect_habit())
            .or_else(|| self.item_habit())
            .or_else(|| self.rows_to_a_name())
            .or_else(|| self.expression_habit())?;
        Some(self.told(help))
    }

    /// The message for what a few words side by side tell.
    pub(super) fn neighbours(&self) -> Option<Diagnostic> {
        let help = self.neighbours_habit().or_else(|| self.phrase_habit())?;
        // It has a cause of its own, beside which nothing else is told.
        Some(Diagnostic { code: "other-word", ..self.told(help) })
    }

    fn told(&self, help: String) -> Diagnostic {
        if !self.complete() {
            return self.missing().unwrap_or_else(|| self.unexpected()).help(help);
        }
        let message = match self.found() {
            "" => format!("something is missing{}", self.after()),
            found => format!("unexpected `{found}`{}", self.after()),
        };
        Diagnostic::error("unexpected-token", self.here(), message).help(help)
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
        let code = self.view.text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let Some((_, line)) = code.filter_map(|line| line.split_once("players")).next() else { return Vec::new() };
        line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).take(2).collect()
    }

    fn is_player(&self, word: &str) -> bool {
        self.players().contains(&word)
    }

    /// The words between two tokens, as they would be written on one line.
    pub(super) fn words(&self, from: usize, to: usize) -> String {
        let (first, last) = (self.view.list.get(from), to.checked_sub(1).and_then(|i| self.view.list.get(i)));
        let text = first.zip(last).and_then(|(a, b)| self.view.text.get(a.span.start..b.span.end));
        if let Some(text) = text.filter(|text| !text.contains("//")) {
            return text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let words = (from..to).map(|i| self.view.word(i)).collect::<Vec<_>>().join(" ");
        words.replace(" ,", ",").replace("( ", "(").replace(" )", ")")
    }

    /// What stands from a token on, up to a brace or to what begins an effect, a clause, a condition or a verdict.
    fn value(&self, from: usize) -> String {
        let begins =
            |word: &str| word == "when" || [EFFECTS, VERBS, VERDICTS].iter().any(|words| words.contains(&word));
        let ends = |i: &usize| matches!(self.view.word(*i), "{" | "}" | "") || *i > from && begins(self.view.word(*i));
        let end = (from..).find(ends).unwrap_or(from);
        match self.words(from, end) {
            text if text.is_empty() || text.len() > 40 => "…".to_string(),
            text => text,
        }
    }

    /// Whether a word is a direction, or a link of the file.
    fn is_direction(&self, word: &str) -> bool {
        is_direction(word) || self.view.declared(&["link"]).any(|link| link == word)
    }

    /// Numbers and words from a token on, without the commas and braces between them.
    fn rest_of_list(&self, from: usize) -> String {
        let all =
            (from..self.view.list.len()).map(|i| self.view.word(i)).filter(|word| !matches!(*word, "," | "{" | "}"));
        match all.collect::<Vec<_>>().join(" ") {
            text if text.is_empty() || text.len() > 40 => "…".to_string(),
            text => text,
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
}
