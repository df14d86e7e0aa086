//! A word that is none, near the place where the grammar failed: what it was meant to be is told by what becomes of the
//! text with another word in its place. Also a word too many, and one too few.
//!
//! In: where the grammar failed. Out: the message at the word itself, or what may be missing.

use rulesmith_grammar::Rule;

use super::explain::Failure;
use super::is_a;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::TokenKind;
use crate::vocabulary::{WORDS, number, role, with};
use crate::words::{ENEMY, OWN, is_direction, is_known, other};

/// So far back such a word is looked for.
const MOST_BACK: usize = 5;

/// So many words are tried in the place of one.
const MOST_TRIED: usize = 8;

/// So many are named.
const MOST_NAMED: usize = 3;

/// A longer text is not read again and again.
const LONGEST: usize = 20_000;

/// Words that may be missing between two operands, before one, or behind one; and signs that may.
const MISSING: &[&str] = &with::<{ number(role::JOINS) }>(role::JOINS);
const SIGNS: &[&str] = &[",", "<", "=", "+", "-", "*", "->", ".."];

impl Failure<'_> {
    /// Such a word, with what may be meant.
    pub(super) fn repaired(&self) -> Option<Diagnostic> {
        let (at, meant) = self.repair()?;
        let (word, span) = (self.view.word(at), self.view.list[at].span);
        if meant[0] == word.to_lowercase() {
            let message = format!("`{word}` begins with a capital, which only players and kinds do");
            let report = Diagnostic::error("capital-letter", span, message).help(format!("write `{}`", meant[0]));
            return Some(report.write(meant[0].as_str()));
        }
        // A word that opens something, where one is expected, is told by what is expected there.
        if at == self.at && self.near().1.is_some_and(|near| near == meant[0]) {
            return self.misspelt();
        }
        let report = Diagnostic::error("unknown-word", span, format!("there is no word `{word}`"));
        Some(report.did_you_mean(meant.iter().map(String::as_str)))
    }

    /// The place of such a word, and the words that let the grammar go on.
    fn repair(&self) -> Option<(usize, Vec<String>)> {
        if self.read.text.len() > LONGEST {
            return None;
        }
        let last = self.view.list.len().saturating_sub(1);
        let first = self.at.saturating_sub(MOST_BACK).max(usize::from(self.read.rule == Rule::only_item));
        let back = (first..=self.at.min(last)).rev();
        let back = back.take_while(|&i| i == self.at || !matches!(self.view.word(i), "{" | "}"));
        // `move west 2 fo to onto …`: that a number of steps begins is seen at its `of`.
        let words = back.chain(self.at + 1..=(self.at + 2).min(last));
        words.filter(|&i| self.is_no_word(i)).find_map(|at| {
            let meant = self.meant(at).into_iter();
            let mends: Vec<(usize, String)> =
                meant.filter_map(|word| Some((self.progress(at, &word)?, word))).collect();
            // Those with which the grammar comes farthest.
            let farthest = mends.iter().map(|(place, _)| *place).max()?;
            let best = mends.into_iter().filter(|(place, _)| *place == farthest).map(|(_, word)| word);
            Some((at, best.take(MOST_NAMED).collect()))
        })
    }

    /// `and Black Black King on rank 8`
    pub(super) fn twice(&self) -> Option<Diagnostic> {
        let back = self.at.saturating_sub(3).max(2)..=self.at.min(self.view.list.len().saturating_sub(1));
        let twice = |&i: &usize| self.view.word(i) == self.view.before(i) && self.view.kind(i) != Some(TokenKind::Sign);
        let at = back.rev().filter(twice).find(|&i| self.is_mended(i, ""))?;
        let message = format!("`{}` stands here twice", self.view.word(at));
        let report = Diagnostic::error("said-twice", self.view.list[at].span, message);
        Some(report.help("leave one of the two out").leave_out())
    }

    /// What may be missing before the place, if a word or sign there lets the grammar go on.
    pub(super) fn left_out(&self) -> Option<(String, Vec<&'static str>)> {
        let token = self.view.list.get(self.at).filter(|_| self.at > 0 && self.read.text.len() <= LONGEST)?;
        let found = &self.view.text[token.span.start..token.span.end];
        let fits = |word: &&str| self.is_mended(self.at, &format!("{word} {found}"));
        // Before a number rather a sign than a word.
        let number = token.kind == TokenKind::Number;
        let (first, rest) = if number { (SIGNS, MISSING) } else { (MISSING, SIGNS) };
        let fitting: Vec<&str> = first.iter().chain(rest).copied().filter(fits).collect();
        let before = self.before();
        match fitting[..] {
            [] => None,
            // `neighbours from`
            _ if is_direction(before) && fitting.contains(&"of") => {
                Some((format!("write `{before} of {found}`"), vec!["of"]))
            }
            [one] => Some((format!("write `{before} {one} {found}`"), fitting)),
            [one, ref rest @ ..] => {
                let others: Vec<&str> = rest.iter().take(MOST_NAMED).copied().collect();
                let help = format!("something is missing before `{found}`, such as `{one}`, `{}`", others.join("`, `"));
                Some((help, [&[one][..], &others].concat()))
            }
        }
    }

    /// The same message, mended by a word or sign before its place.
    pub(super) fn insert(&self, told: Diagnostic, word: &str) -> Diagnostic {
        let before = self.view.list.get(self.at.wrapping_sub(1)).map_or(self.here().start, |token| token.span.end);
        let space = if word == "," { "" } else { " " };
        told.fix(format!("put `{word}` before it"), [(Span::new(before, before), format!("{space}{word}"))])
    }

    /// Whether a token is a word that neither the language has nor the file, and that has no advice of its own.
    fn is_no_word(&self, at: usize) -> bool {
        let word = self.view.word(at);
        if word.len() < 2 {
            return false;
        }
        let advised = || other(word).is_some() || OWN.contains(&word) || ENEMY.contains(&word);
        match self.view.kind(at) {
            Some(TokenKind::Word) => !self.declares(word) && !is_known(word) && !is_a(Rule::cell, word) && !advised(),
            // `Of`, `When`: what is written with a capital once may be a player's or a kind's.
            Some(TokenKind::Capital) => {
                let small = word.to_lowercase();
                is_known(&small) || self.declares(&small)
            }
            _ => false,
        }
    }

    /// What may be meant by such a word, the nearest first.
    fn meant(&self, at: usize) -> Vec<String> {
        let small = self.view.word(at).to_lowercase();
        if self.view.kind(at) == Some(TokenKind::Capital) {
            return vec![small];
        }
        let slips = if small.len() > 5 { 2 } else { 1 };
        // Names of the compass are told by the analysis, with those that the board has.
        let words = WORDS.iter().filter(|word| !word.is(role::COMPASS)).map(|word| word.text);
        let distance = |other: &str| strsim::osa_distance(&small, other);
        let mut near: Vec<(usize, &str)> =
            words.map(|word| (distance(word), word)).filter(|(n, _)| *n <= slips).collect();
        near.sort_by_key(|(n, word)| (*n, word.len().abs_diff(small.len())));
        near.dedup();
        near.into_iter().map(|(_, word)| word.to_string()).take(MOST_TRIED).collect()
    }
}
