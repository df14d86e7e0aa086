//! Words that the grammar took for names, though they are none: `fewst empty from a to b through own`.
//!
//! In: where the grammar failed, which is behind such a word, often far. Out: the message at the word itself.

use pest::Parser as _;
use pest::error::InputLocation;
use rulesmith_grammar::{GameParser, Rule};

use super::explain::{Failure, Read};
use super::is_a;
use crate::diag::{Diagnostic, nearest};
use crate::tokens::TokenKind;
use crate::words::{
    EFFECTS, ENEMY, ITEMS, OWN, PREFIXES, SHAPES, VERBS, VERDICTS, everyday, is_known, minus_needs_spaces, other,
    other_prefix, other_word, subtracts,
};

/// So far back a misread word is looked for.
const MOST_BACK: usize = 16;

/// So many such words are tried.
const MOST_TRIED: usize = 2;

/// The words of [`PREFIXES`] that a number follows.
const TAKE_NUMBERS: &[&str] = &["rank", "ranks", "line", "lines", "holding", "repeats"];

impl Failure<'_> {
    /// Whether a word is neither the language's nor the file's, as far as the text tells.
    fn is_strange(&self, at: usize) -> bool {
        let word = self.view.word(at);
        let known = is_known(word) && !SHAPES.contains(&word) || self.declares(word);
        // `file a rank 1`; `my Pawn` means no name.
        let known = known || word.len() <= 2 && !OWN.contains(&word);
        !known && self.view.kind(at) == Some(TokenKind::Word) && !is_a(Rule::cell, word)
    }

    /// A misspelt word that something must follow: it was taken for a name, and what follows does not fit. It is told
    /// by what becomes of the text with the right word in its place.
    pub(super) fn misread(&self) -> Option<Diagnostic> {
        let back = (1.max(self.at.saturating_sub(MOST_BACK))..self.at).rev();
        // A question to a game has no word before its first.
        let first = (self.read.rule == Rule::only_expr && self.at <= MOST_BACK).then_some(0);
        let words = back.take_while(|&i| !matches!(self.view.word(i), "{" | "}")).chain(first);
        let strange = words.filter(|&i| self.is_strange(i)).filter_map(|i| Some((i, meant(self.view.word(i))?)));
        // `ransk 1..3` is rather `ranks` than `rank`.
        let several = |at: usize| self.view.word(at + 2) == "..";
        let mends = |(at, mut meant): (usize, Vec<&'static str>)| {
            meant.sort_by_key(|word| several(at) && !matches!(*word, "ranks" | "files"));
            meant.into_iter().find(|word| self.is_mended(at, word)).map(|word| (at, word))
        };
        let strange: Vec<(usize, Vec<&'static str>)> = strange.take(MOST_TRIED).collect();
        // `flood rnak 1  White …`: what fails behind the word is another mistake, and comes second.
        let counts = |(at, meant): (usize, Vec<&'static str>)| {
            let number = self.view.kind(at + 1) == Some(TokenKind::Number) && self.view.indent(at + 1).is_none();
            let here = self.view.list.get(self.at).map_or(usize::MAX, |failed| failed.span.start);
            let word = meant.into_iter().find(|word| TAKE_NUMBERS.contains(word) && self.reach(at, word) >= here);
            word.filter(|_| number).map(|word| (at, word))
        };
        let (at, prefix) = strange.iter().cloned().find_map(mends).or_else(|| strange.into_iter().find_map(counts))?;
        let (word, span) = (self.view.word(at), self.view.list[at].span);
        if other_prefix(word).is_some() {
            return Some(other_word(word, span));
        }
        if matches!(prefix, "own" | "enemy") {
            let report = Diagnostic::error("other-word", span, format!("`{word}` is not a word of the language here"));
            return Some(report.help(format!("write `{prefix}`")).write(prefix));
        }
        let report = Diagnostic::error("unknown-name", span, format!("there is no name `{word}`"));
        Some(report.did_you_mean([prefix]))
    }

    /// Whether with another word in the place of one the grammar does not fail, or only behind what now does not fit.
    pub(super) fn is_mended(&self, at: usize, word: &str) -> bool {
        self.progress(at, word).is_some()
    }

    /// How far the grammar comes so; nothing if no farther than now.
    pub(super) fn progress(&self, at: usize, word: &str) -> Option<usize> {
        let failed = self.view.list.get(self.at)?;
        Some(self.reach(at, word)).filter(|&place| place >= failed.span.end)
    }

    /// Where the grammar fails so, as a place of the text as it is; behind all of it, if it does not.
    fn reach(&self, at: usize, word: &str) -> usize {
        self.reach_over(at, at, word)
    }

    /// The same with a word in the place of several.
    pub(super) fn reach_over(&self, first: usize, last: usize, word: &str) -> usize {
        let Read { rule, text, base } = self.read;
        let old = self.view.list[first].span.to(self.view.list[last].span);
        let (before, behind) = (&text[..old.start - base], &text[old.end - base..]);
        match GameParser::parse(rule, &format!("{before}{word}{behind}")) {
            Ok(_) => usize::MAX,
            Err(error) => {
                let (InputLocation::Pos(place) | InputLocation::Span((place, _))) = error.location;
                (base + place + (old.end - old.start)).saturating_sub(word.len())
            }
        }
    }

    /// `take enemy behind to`: a word that is neither the language's nor the file's was taken for a name, and what
    /// stands behind it does not fit.
    pub(super) fn stranger(&self) -> Option<Diagnostic> {
        let at = self.at.checked_sub(1)?;
        let word = self.view.word(at);
        let operand = self.has(Rule::kw_on) || self.view.word(0) == "turn" && self.has(Rule::kw_or);
        // A question to a game knows only its own text.
        if !operand || !self.is_strange(at) || !ITEMS.contains(&self.view.word(0)) {
            return None;
        }
        // `repeat 3`; `own fills enemy` means no file.
        let found = self.found();
        let number = self.view.kind(self.at) == Some(TokenKind::Number) || matches!(found, "of" | "(");
        let prefix = nearest(word, PREFIXES.iter().copied()).filter(|near| match *near {
            "file" | "files" => number || found.len() == 1,
            "rank" | "ranks" | "line" | "lines" | "repeats" | "holding" => number,
            _ => true,
        });
        if prefix.is_some() {
            return None;
        }
        // What stands behind it may as well be the mistake, or belong to something new.
        let begins = [ITEMS, VERBS, EFFECTS, VERDICTS].iter().any(|words| words.contains(&found));
        let operand = !matches!(self.view.kind(self.at), None | Some(TokenKind::Sign));
        let misspelt = self.view.kind(self.at) == Some(TokenKind::Word) && self.near().1.is_some();
        if !operand || begins || misspelt || self.view.indent(self.at).is_some() {
            return None;
        }
        let span = self.view.list[at].span;
        if subtracts(word, |part| is_known(part) || self.declares(part)) {
            return Some(minus_needs_spaces(word, span));
        }
        let report = Diagnostic::error("unknown-name", span, format!("there is no name `{word}`"));
        if let Some(help) = other(word).or_else(|| everyday(word)) {
            return Some(report.help(help));
        }
        // `hWite King`, `own ook`
        if let Some(capital) = self.capital_near(word).filter(|capital| self.reads(span, capital)) {
            return Some(report.did_you_mean([capital.as_str()]));
        }
        // Of the names of another file nothing is known here.
        let alone = !self.view.has_word("extends");
        let stranger = format!("it is no word of the language, and nothing of the file is called `{word}`");
        // `win when no the enemy`
        Some(match alone && self.reads(span, "") {
            true => report.help(format!("leave it out: {stranger}")).leave_out(),
            false => report.help(stranger),
        })
    }
}

/// The words that may be meant by one that is none, the likeliest first.
fn meant(word: &str) -> Option<Vec<&'static str>> {
    for (words, owner) in [(OWN, "own"), (ENEMY, "enemy")] {
        if words.contains(&word) {
            return Some(vec![owner]);
        }
    }
    let first = other_prefix(word).or_else(|| nearest(word, PREFIXES.iter().copied()))?;
    // `lins 3 with 2 own`
    let others = PREFIXES.iter().copied().filter(|other| *other != first && nearest(word, [*other]).is_some());
    Some(std::iter::once(first).chain(others).collect())
}
