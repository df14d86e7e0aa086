//! An edit for a message whose advice is the phrase as it should stand: `write \`legal when …\``, `leave it out: \`look goal
//! gold\``. The phrase is laid over the text by its outer words, and what comes of it is tried: here by the grammar, which must
//! read the item to its end; by whoever has the whole text, by all checks.

use pest::Parser as _;
use rulesmith_grammar::{GameParser, Rule};

use super::expected::{Called, called, word};
use super::explain::{Failure, Read};
use super::split::View;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::{Token, TokenKind, tokens as scan};
use crate::words::is_known;

/// How an advice begins whose first phrase is what should stand there.
const SAYS_WHAT: &[&str] = &["write `", "leave it out", "leave `", "the word is `", "give it a line of its own: `"];

/// So far from the place the phrase may begin and end, in tokens.
const NEAR: usize = 12;

/// So many words and signs of the text may be gone, and one name of a player or kind: more would be lost.
const GONE: usize = 2;

/// So many others may come: more would be invented.
const COME: usize = 3;

/// A longer item is not read again and again.
const LONGEST: usize = 5_000;

/// The phrases of an advice that may stand in the place of what it is about: those that are said to be what to write.
pub fn phrases(help: &str) -> Vec<&str> {
    if !SAYS_WHAT.iter().any(|says| help.starts_with(says)) && !help.contains(": `") {
        return Vec::new();
    }
    // What is left out stands in backticks, too.
    help.split('`').skip(1).step_by(2).filter(|phrase| phrase.contains(' ')).take(2).collect()
}

/// Where a phrase goes in a text with these tokens, near the one at `at`, and what of it: the first place that is accepted. A
/// phrase with names that do not stand there is an example, and goes nowhere.
pub fn laid_over(
    text: &str,
    tokens: &[Token],
    at: usize,
    phrase: &str,
    accepts: &mut dyn FnMut(Span, &str) -> bool,
) -> Option<(Span, String)> {
    let view = View { text, list: tokens };
    let open = phrase.find('…');
    if open.is_some_and(|at| phrase[at..].trim_end_matches([' ', '}', ')']) != "…") {
        return None;
    }
    let written = phrase[..open.unwrap_or(phrase.len())].trim_end();
    let mut parts = written.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let stands = |part: &str| (0..tokens.len()).any(|i| view.word(i).trim_matches('"') == part);
    if !parts.all(|part| part.is_empty() || part == "-" || is_known(part) || stands(part)) {
        return None;
    }
    // A brace that is opened here is closed who knows where.
    if written.matches('{').count() != written.matches('}').count() {
        return None;
    }
    let scanned = scan(written);
    let new: Vec<&str> = scanned.list.iter().map(|token| &written[token.span.start..token.span.end]).collect();
    let (first, last) = (*new.first()?, *new.last()?);
    let is_small = |start: usize, end: usize| {
        let gone = (start..=end).filter(|&i| !new.contains(&view.word(i))).count();
        let come = new.iter().filter(|word| (start..=end).all(|i| view.word(i) != **word)).count();
        let longer = new.len().saturating_sub(end + 1 - start);
        let capitals =
            (start..=end).filter(|&i| view.kind(i) == Some(TokenKind::Capital) && !new.contains(&view.word(i)));
        capitals.count() <= 1 && gone <= GONE && come <= COME && longer <= COME
    };
    let mut places: Vec<Span> = Vec::new();
    for start in (at.saturating_sub(NEAR)..=at).rev().filter(|&i| view.word(i) == first) {
        // Up to the same last word, or to where it fails, with what stands there or without.
        let ends = at.saturating_sub(3)..(at + NEAR).min(tokens.len());
        let same = ends.filter(|&i| open.is_none() && i > start && view.word(i) == last);
        let other = [at, at.wrapping_sub(1)].into_iter().filter(|&i| i >= start && i < tokens.len());
        for end in same.chain(other) {
            places.extend(is_small(start, end).then(|| tokens[start].span.to(tokens[end].span)));
        }
    }
    let mut fits = |span: Span| !text[span.start..span.end].contains("//") && accepts(span, written);
    let span = places.into_iter().find(|span| fits(*span))?;
    Some((span, written.to_string()))
}

impl Failure<'_> {
    /// The same message, with an edit if its advice is one.
    pub(super) fn with_edit(&self, told: Diagnostic) -> Diagnostic {
        if !told.fixes.is_empty() || self.read.text.len() > LONGEST {
            return told;
        }
        let help = told.help.clone().unwrap_or_default();
        if help.starts_with("leave it out") && self.reads(self.here(), "") {
            return told.leave_out_at(self.here());
        }
        let laid = |phrase: &str| {
            laid_over(self.view.text, self.view.list, self.at, phrase, &mut |span, text| self.reads(span, text))
        };
        match phrases(&help).into_iter().find_map(laid) {
            Some((span, text)) => told.write_at(span, text),
            None => self.with_one_more(told),
        }
    }

    /// The same message, mended by the only word, or comma, that is missing: with it the item is read to its end.
    fn with_one_more(&self, told: Diagnostic) -> Diagnostic {
        let before = self.view.list.get(self.at.wrapping_sub(1)).map_or(self.here().start, |token| token.span.end);
        let gap = Span::new(before, before);
        let fits = |rule: &Rule| {
            let text = match called(*rule) {
                Called::Sign(",") => ",".to_string(),
                Called::Word => word(*rule),
                _ => return None,
            };
            self.reads(gap, &format!(" {text} ")).then_some(text)
        };
        let fitting: Vec<String> = self.expected.iter().filter_map(fits).collect();
        // An advice that says otherwise is right.
        let phrases = phrases(told.help.as_deref().unwrap_or_default());
        let said = |one: &str| {
            let here = format!("{one} {}", self.found());
            one == "," || phrases.is_empty() || phrases.iter().any(|phrase| phrase.contains(&here))
        };
        match &fitting[..] {
            [one] if said(one) && (told.code == "expected-token" || one == ",") => self.insert(told, one),
            _ => told,
        }
    }

    /// Whether the item is read with another text at a place.
    pub(super) fn reads(&self, span: Span, text: &str) -> bool {
        let Read { rule, text: all, base } = self.read;
        let (Some(before), Some(behind)) = (
            span.start.checked_sub(base).and_then(|at| all.get(..at)),
            span.end.checked_sub(base).and_then(|at| all.get(at..)),
        ) else {
            return false;
        };
        GameParser::parse(rule, &format!("{before}{text}{behind}")).is_ok()
    }
}
