//! Text and places in it.
//!
//! A [`Source`] is the text of one `.game` file with its name; a [`Span`] is a byte range in it. Every
//! stage before the IR carries spans and nothing after it does.

/// A byte range in a source text: `start` inclusive, `end` exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// The places of the words of a text, which white space parts.
pub fn words(text: &str) -> Vec<Span> {
    parts(text, text.split_whitespace())
}

/// The places of the lines of a text, without the white space around them.
pub fn lines(text: &str) -> Vec<Span> {
    parts(text, text.lines().map(str::trim))
}

/// The places of some parts of a text.
fn parts<'t>(text: &'t str, parts: impl Iterator<Item = &'t str>) -> Vec<Span> {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    parts.map(|part| Span::new(place(part), place(part) + part.len())).collect()
}

/// The text of a file and the name it is shown under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file's name as messages show it.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into() }
    }

    /// Line and column (both from 1, the column in characters) of a byte offset; an offset past the end is the end.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        (line, before[start..].chars().count() + 1)
    }
}
