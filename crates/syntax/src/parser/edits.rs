//! Where nothing certain is known: what stands near the place where the grammar failed and may be in the wrong order, one too
//! many, or in the place of another word.
//!
//! In: a message that tells what was found, and what may be missing. Out: the same, with each edit of what stands there that
//! lets the item be read to its end.

use rulesmith_grammar::Rule;

use super::explain::{Failure, Read};
use super::is_a;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::TokenKind;
use crate::words::{VALUES, is_direction, is_known};

/// So far back, and so far on, what stands there is tried.
const MOST_BACK: usize = 2;
const MOST_ON: usize = 2;

/// So many are named.
const MOST_NAMED: usize = 2;

/// A longer text is not read again and again.
const LONGEST: usize = 20_000;

impl Failure<'_> {
    /// The same message with such edits behind what is said already.
    pub(super) fn or_one_edit(&self, told: Diagnostic) -> Diagnostic {
        let help = told.help.as_deref().unwrap_or_default();
        // What is misspelt stands where it should.
        let misspelt = help.starts_with("did you mean") && told.code != "unexpected-token";
        if self.read.text.len() > LONGEST || matches!(told.code, "said-twice" | "unknown-item") || misspelt {
            return told;
        }
        // A word with which all is read is rather missing than those around it are out of order.
        let exact = help.starts_with("write `") && !help.contains('…');
        let moved = if exact { None } else { self.out_of_order() };
        let said = help.contains("leave ");
        let gone = if said { Vec::new() } else { self.one_too_many() };
        // What else might stand here, and an example, tell less.
        let listed = help.starts_with("here may stand");
        let unsure = listed || help.is_empty() || help.starts_with("such as");
        let missing = if listed || help.is_empty() { self.one_thing_more() } else { None };
        let other = if unsure && moved.is_none() && gone.is_empty() { self.one_other() } else { None };
        let found = moved.is_some() || !gone.is_empty() || other.is_some() || missing.is_some();
        // `-3 by 4` in a table: that a number stands there says more.
        let number = help.contains("a number or `}`");
        let told = match listed && found && !number {
            true => Diagnostic { help: None, ..told },
            false => told,
        };
        let told = match moved {
            Some((span, text)) => told.or_help(format_args!("write `{text}`")).write_at(span, text),
            None => told,
        };
        let told = match other {
            Some((at, words)) => self.or_instead(told, at, &words),
            None => told,
        };
        let told = match missing {
            Some((at, what, example)) => {
                told.or_help(format_args!("put {what} before `{}`, such as `{example}`", self.view.word(at)))
            }
            None => told,
        };
        self.or_without(told, gone)
    }

    /// The same message with what may be left out.
    fn or_without(&self, told: Diagnostic, gone: Vec<Span>) -> Diagnostic {
        if gone.is_empty() {
            return told;
        }
        let words = gone.iter().map(|span| format!("`{}`", &self.view.text[span.start..span.end]));
        let told = told.or_help(format_args!("leave {} out", words.collect::<Vec<_>>().join(" or ")));
        gone.into_iter().fold(told, |told, span| {
            let beside = told.span.start <= span.end && span.start <= told.span.end;
            let seen = beside || told.labels.iter().any(|label| label.span == span);
            let told = told.leave_out_at(span);
            if seen { told } else { told.label(span, "this may be one too many") }
        })
    }

    /// The same message with words that a token may stand for.
    fn or_instead(&self, told: Diagnostic, at: usize, words: &[&str]) -> Diagnostic {
        let span = self.view.list[at].span;
        let told = told.or_help(format_args!("write `{}` instead of `{}`", words.join("` or `"), self.view.word(at)));
        words.iter().fold(told, |told, word| told.write_at(span, *word))
    }

    /// `move , Queen {`, `-20 - 22` in a table: a kind or a number that may be missing, before what, and an example.
    fn one_thing_more(&self) -> Option<(usize, &'static str, &str)> {
        let kind = self.view.declared(&["piece"]).next().unwrap_or("King");
        let places = [self.at, self.at + 1].into_iter().filter(|&at| at < self.view.list.len());
        let things = [("a number", "1"), ("a kind", kind)];
        let tried = places.flat_map(|at| things.map(|(what, example)| (at, what, example)));
        tried.into_iter().find(|&(at, _, example)| {
            let start = self.view.list[at].span.start;
            self.reads(Span::new(start, start), &format!("{example} "))
        })
    }

    /// `count Man own`, `step to empty forward`: a word that stands too early or too late, and how all of it reads with the word
    /// in its place.
    fn out_of_order(&self) -> Option<(Span, String)> {
        let (first, last) = (self.at.saturating_sub(MOST_BACK).max(1), self.view.list.len().checked_sub(1)?);
        let last = last.min(self.at + MOST_ON);
        let near = first..=last;
        let mut moves: Vec<(usize, usize)> =
            near.clone().flat_map(|from| near.clone().map(move |to| (from, to))).collect();
        // Of two neighbours it is the same which one moves.
        moves.retain(|(from, to)| from != to && from + 1 != *to);
        let brace = |i: usize| matches!(self.view.word(i), "{" | "}");
        moves.retain(|&(from, to)| from.abs_diff(to) == 1 || !(from.min(to)..=from.max(to)).any(brace));
        moves.sort_by_key(|(from, to)| (from.abs_diff(*to), from.max(to).abs_diff(self.at)));
        moves.into_iter().find_map(|(from, to)| {
            let (first, last) = (from.min(to), from.max(to));
            let mut order: Vec<usize> = (first..=last).collect();
            let word = order.remove(from - first);
            order.insert(to - first, word);
            let around: Vec<usize> = [&[first - 1][..], &order, &[last + 1]].concat();
            let sound = order.iter().all(|&i| self.has_meaning(i))
                && around.windows(2).all(|pair| self.go_together(pair[0], pair[1]));
            // What a bracket is put before belongs to it.
            let open = order.last().is_some_and(|&i| self.view.word(i) == "(") && last + 1 < self.view.list.len();
            let last = if open { last + 1 } else { last };
            order.extend(open.then_some(last));
            let text = self.joined(&order);
            let span = self.view.list[first].span.to(self.view.list[last].span);
            (sound && self.reads(span, &format!(" {text} "))).then_some((span, text))
        })
    }

    /// Whether a token is a word of the language, a name of the file, or no word at all.
    fn has_meaning(&self, at: usize) -> bool {
        let word = self.view.word(at);
        // `deck16` is a cell of the board `deck`.
        let board = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let named = self.declares(word) || self.declares(board) || is_a(Rule::cell, word);
        self.view.kind(at) != Some(TokenKind::Word) || is_known(word) || named
    }

    /// Tokens as they are written one behind the other: the bracket of a call stands at its name.
    fn joined(&self, order: &[usize]) -> String {
        let mut text = String::new();
        for &i in order {
            let word = self.view.word(i);
            let close =
                matches!(word, "," | ")") || word == "(" && self.view.has_params(text.rsplit(' ').next().unwrap_or(""));
            let space = if text.is_empty() || text.ends_with('(') || close { "" } else { " " };
            text += space;
            text += word;
        }
        text
    }

    /// Whether one token may well stand before another one: the grammar takes any name for a direction.
    fn go_together(&self, first: usize, second: usize) -> bool {
        let (word, next) = (self.view.word(first), self.view.word(second));
        let way = is_direction(word) || !VALUES.contains(&word);
        // `enemy empty`, `count 1`
        let number = self.view.kind(second) == Some(TokenKind::Number);
        if matches!(word, "own" | "enemy") && VALUES.contains(&next) || matches!(word, "count" | "no") && number {
            return false;
        }
        // A condition is no region: `on no enemy`.
        let region = !matches!(word, "on" | "of" | "to" | "except") || !matches!(next, "no" | "not" | "count");
        self.leads(word, second) && region && (next != "of" || way)
    }

    /// What may be left out, so that the item is read to its end: `step any to = empty`.
    fn one_too_many(&self) -> Vec<Span> {
        let last = self.view.list.len().saturating_sub(1);
        let near = (self.at.saturating_sub(MOST_BACK).max(1)..=self.at.min(last)).rev();
        let near = near.filter(|&i| self.has_meaning(i) && self.go_together(i - 1, i + 1));
        // `for to: this turn`
        let colon = |i: usize| {
            let word = self.view.kind(i) == Some(TokenKind::Word) && self.view.word(i + 1) == ":";
            word.then(|| self.view.list[i].span.to(self.view.list[i + 1].span))
        };
        let spans = near.flat_map(|i| [Some(self.view.list[i].span), colon(i)]).flatten().chain(self.open_bracket());
        let mut found: Vec<Span> = Vec::new();
        for span in spans.filter(|span| self.reads(*span, " ") || self.reads_unopened(*span)) {
            // Of two that are alike either one may go.
            let word = |span: Span| &self.view.text[span.start..span.end];
            if found.iter().all(|other| word(*other) != word(span)) {
                found.push(span);
            }
        }
        found.truncate(MOST_NAMED);
        found
    }

    /// Whether the item is read to its end without a brace that nothing closes, and without the one that was put there for it.
    fn reads_unopened(&self, brace: Span) -> bool {
        let Read { text, base, .. } = self.read;
        let rest = text.strip_suffix(" }").and_then(|text| text.get(brace.end - base..));
        let opens = &self.view.text[brace.start..brace.end] == "{";
        opens && rest.is_some_and(|rest| self.reads(Span::new(brace.start, base + text.len()), &format!(" {rest}")))
    }
}
