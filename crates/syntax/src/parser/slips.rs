//! Slips that are told by the words around them, and not by what the grammar would have taken: a name in two words, a second
//! `either`, what is no cell of a graph.
//!
//! In: where the grammar failed. Out: the message at what is wrong.

use rulesmith_grammar::Rule;

use super::explain::Failure;
use super::is_a;
use crate::diag::{Diagnostic, nearest};
use crate::source::Span;
use crate::tokens::TokenKind;
use crate::words::{EFFECTS, ITEMS, VERBS};

impl Failure<'_> {
    /// Where two words stand that are one name of the file, if with it the grammar comes farther.
    pub(super) fn two_words(&self) -> Option<usize> {
        let here = self.view.list.get(self.at)?.span;
        let begins = self.at.saturating_sub(2).max(1)..=self.at;
        begins.into_iter().filter(|&at| self.is_pair(at)).find(|&at| {
            let name = self.hyphened(at);
            self.view.has_word(&name) && self.reach_over(at, at + 1, &name) >= here.end
        })
    }

    fn is_pair(&self, at: usize) -> bool {
        let is_word = |i: usize| self.view.kind(i) == Some(TokenKind::Word);
        is_word(at) && is_word(at + 1) && self.view.indent(at + 1).is_none()
    }

    fn hyphened(&self, at: usize) -> String {
        format!("{}-{}", self.view.word(at), self.view.word(at + 1))
    }

    /// `do after ply`, where the file has `after-ply`; `do after ply`, where it has neither.
    pub(super) fn in_two_words(&self) -> Option<Diagnostic> {
        let told = |at: usize| {
            let (first, second) = (self.view.word(at), self.view.word(at + 1));
            let span = self.view.list[at].span.to(self.view.list[at + 1].span);
            Diagnostic::error("unexpected-token", span, format!("`{first} {second}` are two words"))
        };
        if let Some(at) = self.two_words() {
            let name = self.hyphened(at);
            return Some(told(at).help(format!("the name is one: `{name}`")).write(name));
        }
        // `define must end { … }`: what opens an item can't be a parameter.
        let item = ITEMS.contains(&self.found());
        if self.at == 2 && item && self.is_pair(1) && matches!(self.view.word(3), "{" | "(" | "=" | ":") {
            return Some(told(1).help(format!("the name is one: `{} {}`", self.view.word(0), self.hyphened(1))));
        }
        let at = self.at.checked_sub(1).filter(|&at| self.is_pair(at) && self.view.before(at) == "do")?;
        let free = |word: &str| !is_a(Rule::reserved, word) || item && word == self.found();
        let meant = free(self.before()) && free(self.found()) && !self.declares(self.before());
        let effect = nearest(self.found(), EFFECTS.iter().copied()).is_some();
        let help = || format!("a name is one word, with a hyphen inside: `do {}`", self.hyphened(at));
        (meant && !effect).then(|| told(at).help(help()))
    }

    /// `step any to empty  pick shot in empty  put Stone on shot`: what is picked was taken for a clause of its own.
    pub(super) fn brace_before_pick(&self) -> Option<Diagnostic> {
        let word = |i: usize| self.view.word(i);
        let verb = |end: usize| {
            (0..end).rev().take_while(|&i| !matches!(word(i), "{" | "}")).find(|&i| VERBS.contains(&word(i)))
        };
        let mut pick = verb(self.at)?;
        let mut clause = pick;
        while word(clause) == "pick" {
            pick = clause;
            clause = verb(clause)?;
        }
        // A clause of its own says where it begins.
        if word(pick) != "pick" || matches!(word(pick + 1), "from" | "to") {
            return None;
        }
        let end = self.view.list[pick - 1].span.end;
        let message = format!("expected `{{` after `{}`", self.words(clause, pick));
        let help = format!(
            "what a clause does stands behind it, in braces: `{{ {}  {} … }}`",
            self.words(pick, self.at),
            self.found()
        );
        Some(Diagnostic::error("expected-token", Span::new(end, end), message).help(help))
    }

    /// A brace that is missing before an effect that may as well be meant as something else: `if` on a line of its own behind a
    /// clause; and before what stands in the block of `board graph` and `look cells`.
    pub(super) fn brace_missing(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before(), self.found());
        // A brace that closes nothing, which is blank by now, tells it from a condition of the clause.
        let unopened =
            || self.after.is_some_and(|next| self.view.text[next.span.start..next.span.end].trim().is_empty());
        let own_line = self.view.indent(self.at).is_some() || unopened();
        let head = match (self.view.word(0), before) {
            ("board", "graph") | ("look", "cells") if self.at == 2 && found != "{" => self.words(0, 2),
            ("move", _) if found == "if" && own_line && self.has(Rule::clause) && !matches!(before, "{" | "}") => {
                let verb = (0..self.at).rev().find(|&i| VERBS.contains(&self.view.word(i)))?;
                Some(self.words(verb, self.at)).filter(|text| text.len() <= 60).unwrap_or_else(|| before.to_string())
            }
            _ => return None,
        };
        let help = match found {
            "if" => {
                "what a clause does stands behind it, in braces: `{ if … }`; a condition of the clause itself is `when`"
                    .to_string()
            }
            _ => format!("write `{head} {{ … }}`"),
        };
        Some(Diagnostic::error("expected-token", self.gap(), format!("expected `{{` after `{head}`")).help(help))
    }

    /// `win when King on`, with a verdict on the next line: its player was taken for the region.
    pub(super) fn region_before_verdict(&self) -> Option<Diagnostic> {
        let player = self.at.checked_sub(1).filter(|&i| self.view.kind(i) == Some(TokenKind::Capital))?;
        let word = self.view.before(player);
        let lacks = matches!(self.found(), "wins" | "loses") && self.view.indent(player).is_some();
        if !lacks || !matches!(word, "on" | "except" | "or" | "and" | "of" | "in") {
            return None;
        }
        let end = self.view.list[player - 1].span.end;
        let report =
            Diagnostic::error("expected-token", Span::new(end, end), format!("expected a region after `{word}`"));
        let report = report.label(self.view.list[player].span, "this was read as one");
        Some(report.help(format!("write the cells behind `{word}`, or leave it out")))
    }

    /// `either { … } either { … }`, `either { … } or either { … }`
    pub(super) fn next_branch(&self) -> Option<Diagnostic> {
        if self.found() != "either" {
            return None;
        }
        let message = "`either` begins a choice, and its further branches begin with `or`";
        let report = Diagnostic::error("expected-token", self.here(), message);
        if self.has(Rule::kw_or) && self.has(Rule::kw_as)
            || self.has(Rule::kw_or) && self.view.before(self.at - 1) == "as"
        {
            return Some(
                report
                    .help("write `or { … }` here; a choice of its own begins where this one has two branches")
                    .write("or"),
            );
        }
        let behind = self.before() == "or" && self.has(Rule::brace_open);
        behind.then(|| report.help("leave it out: `either { … } or { … } or { … }`").leave_out())
    }

    /// `board graph { p1-centre }`: what is no name of a cell, alone or joined to others.
    pub(super) fn graph_cell(&self) -> Option<Diagnostic> {
        let graph = self.view.word(0) == "board" && (1..self.at).any(|i| self.view.word(i) == "graph");
        let inside = self.has(Rule::graph_line) || self.has(Rule::graph_cell);
        let found = self.found();
        if !graph || !inside && found != "-" || matches!(found, "" | "{" | "}") {
            return None;
        }
        let start = self.here().start;
        // `p1 - p2`
        if found.starts_with('-') {
            let (before, next) = (self.before(), self.view.word(self.at + 1));
            let report = Diagnostic::error("unexpected-token", self.here(), "the `-` that joins cells has no spaces");
            return Some(report.help(format!("write `{before}-{next}`")));
        }
        let part = found.split('-').find(|part| !is_a(Rule::graph_cell, part))?;
        let from = start + found.find(part)?;
        let span = Span::new(from, from + part.len());
        let message = format!("`{part}` can't be the name of a cell");
        let help = "a cell is called by a small letter or two and a number, such as `c1` or `ab12`; each `-` joins two cells, \
                    as in `a1-b1-c1`";
        Some(Diagnostic::error("bad-cell-name", span, message).help(help))
    }
}
