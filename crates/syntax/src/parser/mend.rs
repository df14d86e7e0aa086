//! An edit for a message whose advice is the phrase as it should stand: `write \`legal when …\``, `leave it out: \`look goal
//! gold\``. The phrase is laid over the text by its outer words, and what comes of it must be read by the grammar to the end.

use pest::Parser as _;
use rulesmith_grammar::GameParser;

use super::explain::{Failure, Read};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::words::is_known;

/// How an advice begins whose first phrase is what should stand there.
const SAYS_WHAT: &[&str] = &["write `", "leave it out", "leave `", "the word is `", "give it a line of its own: `"];

/// So far from the place the phrase may begin and end, in tokens.
const NEAR: usize = 12;

/// A longer item is not read again and again.
const LONGEST: usize = 5_000;

impl Failure<'_> {
    /// The same message, with an edit if its advice is one.
    pub(super) fn with_edit(&self, told: Diagnostic) -> Diagnostic {
        let Some(help) = told.help.clone().filter(|_| told.fixes.is_empty() && self.read.text.len() <= LONGEST) else {
            return told;
        };
        if !SAYS_WHAT.iter().any(|says| help.starts_with(says)) && !help.contains(": `") {
            return told;
        }
        if help.starts_with("leave it out") && self.reads(self.here(), "") {
            return told.fix("leave it out", [(self.here(), String::new())]);
        }
        // What is left out stands in backticks, too.
        let phrases = help.split('`').skip(1).step_by(2).filter(|phrase| phrase.contains(' '));
        let edit = phrases.take(2).find_map(|phrase| self.laid_over(phrase));
        match edit {
            Some((span, text)) => told.write_at(span, text),
            None => told,
        }
    }

    /// Whether the item is read with another text at a place.
    fn reads(&self, span: Span, text: &str) -> bool {
        let Read { rule, text: all, base } = self.read;
        let (Some(before), Some(behind)) = (
            span.start.checked_sub(base).and_then(|at| all.get(..at)),
            span.end.checked_sub(base).and_then(|at| all.get(at..)),
        ) else {
            return false;
        };
        GameParser::parse(rule, &format!("{before}{text}{behind}")).is_ok()
    }

    /// Where a phrase goes, and what of it.
    fn laid_over(&self, phrase: &str) -> Option<(Span, String)> {
        let open = phrase.find('…');
        if open.is_some_and(|at| !phrase[at..].trim_end_matches([' ', '}', ')']).ends_with('…')) {
            return None;
        }
        let text = phrase[..open.unwrap_or(phrase.len())].trim_end();
        let (first, last) = (text.split_whitespace().next()?, text.split_whitespace().next_back()?);
        let tokens = self.view.list;
        // A phrase with names that do not stand here is an example.
        let mut parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        let stands = |part: &str| (0..tokens.len()).any(|i| self.view.word(i).trim_matches('"') == part);
        if !parts.all(|part| part.is_empty() || part == "-" || is_known(part) || stands(part)) {
            return None;
        }
        let starts = (self.at.saturating_sub(NEAR)..=self.at).rev().filter(|&i| self.view.word(i) == first);
        for start in starts {
            // Up to the same last word, or to where it fails, with what stands there or without.
            let ends = self.at.saturating_sub(1)..(self.at + NEAR).min(tokens.len());
            let same = ends.filter(|&i| open.is_none() && i > start && self.view.word(i) == last);
            let other = [self.at, self.at.wrapping_sub(1)].into_iter().filter(|&i| i >= start && i < tokens.len());
            for end in same.chain(other) {
                let span = tokens[start].span.to(tokens[end].span);
                if !self.view.text[span.start..span.end].contains("//") && self.reads(span, text) {
                    return Some((span, text.to_string()));
                }
            }
        }
        None
    }
}
