//! Pairs of the grammar → syntax tree: what all builders share.
//!
//! The grammar guarantees the shape of every pair, so a builder that misses something returns nothing and never
//! panics; the item is then reported as a whole.

use pest::iterators::{Pair, Pairs};
use rulesmith_grammar::Rule;

use super::named;
use crate::ast::{Name, Text};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::{MAX_NUMBER, Token, TokenKind};

/// Where the pairs stand in the file, and the messages.
pub(super) struct Build<'a> {
    /// What to add to a place in the parsed text.
    pub base: usize,
    /// The tokens of the file.
    pub tokens: &'a [Token],
    /// Whether nothing was left out that can't be read.
    pub sound: bool,
    /// How many operators stand around the place where the builder is.
    pub operators: usize,
    /// What was found wrong.
    pub mistakes: &'a mut Vec<Diagnostic>,
}

/// More operators than these, one within the operand of the other, are not read: a chain leans to the left, and later
/// stages walk the tree recursively.
const MAX_OPERATORS: usize = 200;

impl Build<'_> {
    /// Enters a chain of so many operators; false, and reported, if that is too many.
    pub fn enter(&mut self, operators: usize, span: Span) -> bool {
        let fits = self.operators + operators <= MAX_OPERATORS;
        if fits {
            self.operators += operators;
        } else {
            self.mistakes.push(
                Diagnostic::error("too-complicated", span, "this has too many parts")
                    .help("name parts of it with `define`"),
            );
        }
        fits
    }

    /// The place of a pair, without the white space that pest includes at its end. A text takes all of its token:
    /// quotes of more than a byte, which the scanner replaced, too.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let (start, end) = (pair.as_span().start() + self.base, pair.as_span().end() + self.base);
        let text = |token: &&Token| token.kind == TokenKind::Text;
        let first = self.tokens.partition_point(|token| token.span.end <= start);
        let after = self.tokens.partition_point(|token| token.span.start < end);
        let start = self.tokens.get(first).filter(text).map_or(start, |token| token.span.start.min(start));
        let last = after.checked_sub(1).map(|i| self.tokens[i]);
        let end = last.map_or(start, |token| if text(&&token) { token.span.end } else { token.span.end.min(end) });
        Span::new(start, end.max(start))
    }

    /// A name with its place.
    pub fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: named::plain(pair.as_str()), span: self.span(pair) }
    }

    /// A text without its quotes.
    pub fn text(&self, pair: &Pair<'_, Rule>) -> Text {
        let inside = self.base + pair.as_span().start() + 1;
        Text { text: pair.as_str().trim_matches('"').to_string(), span: self.span(pair), inside }
    }

    /// Every name among the pairs.
    pub fn names(&self, pairs: Pairs<'_, Rule>) -> Vec<Name> {
        pairs.filter(|pair| matches!(pair.as_rule(), Rule::name | Rule::capital)).map(|pair| self.name(&pair)).collect()
    }

    /// A whole number.
    pub fn whole(&mut self, text: &str, span: Span) -> i64 {
        match text.parse::<i64>() {
            Ok(number) if number.abs() <= MAX_NUMBER => number,
            _ => {
                self.mistakes.push(
                    Diagnostic::error("number-too-large", span, "this number is too large")
                        .help(format!("numbers go up to {MAX_NUMBER}")),
                );
                0
            }
        }
    }

    /// Twice the value of a number that may have a half.
    pub fn halves(&mut self, text: &str, span: Span) -> i64 {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let negative = whole.starts_with('-');
        let whole = self.whole(whole, span) * 2;
        match part.trim_end_matches('0') {
            "" => whole,
            "5" if negative => whole - 1,
            "5" => whole + 1,
            _ => {
                self.mistakes.push(
                    Diagnostic::error("only-halves", span, format!("`{text}` is neither a whole number nor a half"))
                        .help("after the point only `5` or `0` may stand"),
                );
                whole
            }
        }
    }
}

/// The children of a pair.
pub(super) struct Kids<'i> {
    pairs: std::iter::Peekable<Pairs<'i, Rule>>,
}

impl<'i> Kids<'i> {
    /// Those of a pair.
    pub fn of(pair: Pair<'i, Rule>) -> Self {
        Kids { pairs: pair.into_inner().peekable() }
    }

    /// The next child if it is of this rule.
    pub fn opt(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }

    /// Whether the next child was of this rule; it is gone then.
    pub fn eat(&mut self, rule: Rule) -> bool {
        self.opt(rule).is_some()
    }

    /// All children of this rule that come next, without the commas between.
    pub fn every(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        let mut found = Vec::new();
        loop {
            self.eat(Rule::comma);
            match self.opt(rule) {
                Some(pair) => found.push(pair),
                None => return found,
            }
        }
    }
}

impl<'i> Iterator for Kids<'i> {
    type Item = Pair<'i, Rule>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next()
    }
}
