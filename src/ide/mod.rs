//! What an editor asks about a text of rules: pure functions of the text, right or wrong, and of the files that it extends.
//!
//! Places are byte ranges of the text. Everything is total: a text that no rules are in has no names, and its words are coloured all
//! the same.

mod complete;
mod fixes;
mod hover;
mod names;

use std::collections::HashMap;
use std::ops::Range;

pub use crate::diag::{Edit, Fix, apply};
pub use crate::source::Span;
pub use complete::{Completion, Item, complete, complete_question};
pub use fixes::{Told, diagnostics, with_fixes};
pub use hover::{Hover, hover};
pub use names::{Kind, Symbol, definition, references, rename, symbols};

use crate::diag::Diagnostic;
use crate::source::Source;
use crate::syntax::tokens::{TokenKind, tokens};
use crate::syntax::{self, words};

/// What a part of a text is, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A word of the language.
    Keyword,
    /// A name, and what the text declares it as, if it does.
    Name(Option<Kind>),
    /// A number.
    Number,
    /// A text in quotes.
    Text,
    /// A comment.
    Comment,
    /// A sign.
    Sign,
    /// The name of a cell, such as `e4`.
    Cell,
}

impl Class {
    /// Its name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Class::Keyword => "keyword",
            Class::Name(_) => "name",
            Class::Number => "number",
            Class::Text => "string",
            Class::Comment => "comment",
            Class::Sign => "operator",
            Class::Cell => "cell",
        }
    }
}

/// The parts of a text with their classes, in order, none over another. White space is in none.
///
/// ```
/// use rulesmith::ide::{Class, highlight};
///
/// let parts = highlight("piece Pawn // a comment");
/// let kind = Class::Name(Some(rulesmith::ide::Kind::Piece));
/// assert_eq!(parts, [(0..5, Class::Keyword), (6..10, kind), (11..23, Class::Comment)]);
/// ```
pub fn highlight(text: &str) -> Vec<(Range<usize>, Class)> {
    let tokens = tokens(text);
    let declared = names::declared(text, &tokens);
    let kinds: HashMap<&str, Kind> = declared.iter().map(|symbol| (symbol.name.as_str(), symbol.kind)).collect();
    let places: HashMap<usize, Kind> = declared.iter().map(|symbol| (symbol.at.start, symbol.kind)).collect();
    let class = |kind, word: &str| match kind {
        TokenKind::Number => Class::Number,
        TokenKind::Text => Class::Text,
        TokenKind::Sign => Class::Sign,
        TokenKind::Word | TokenKind::Capital => match kinds.get(word) {
            // A word of the language is a name where it is declared: elsewhere it may be either.
            Some(_) if words::is_known(word) => Class::Keyword,
            Some(kind) => Class::Name(Some(*kind)),
            None if words::is_known(word) => Class::Keyword,
            None if is_cell(word) => Class::Cell,
            None => Class::Name(None),
        },
    };
    let mut parts: Vec<(Range<usize>, Class)> = tokens
        .list
        .iter()
        .map(|token| {
            let range = token.span.start..token.span.end;
            let declared = places.get(&range.start).map(|kind| Class::Name(Some(*kind)));
            (range.clone(), declared.unwrap_or_else(|| class(token.kind, &tokens.clean[range])))
        })
        .collect();
    parts.extend(tokens.comments.iter().map(|span| (span.start..span.end, Class::Comment)));
    parts.sort_by_key(|(range, _)| (range.start, range.end));
    parts
}

/// Whether a word reads like a cell of a board with files and ranks.
fn is_cell(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    (1..=2).contains(&letters) && letters < word.len() && word.bytes().skip(letters).all(|b| b.is_ascii_digit())
}

/// The text in canonical form.
///
/// ```
/// assert_eq!(rulesmith::ide::format("players  A,B").unwrap(), "players A, B\n");
/// ```
///
/// # Errors
/// The syntax errors of the text: what can't be read can't be rewritten.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    syntax::format(&Source::new("rules", text))
}
