//! Text and places in it.
//!
//! A [`Source`] is the text of one `.game` file with its name, on top of those it extends; a [`Span`] is a byte range in it. Every
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

/// What ends the lines of a text. `\r` alone is a line end as well as `\n` and `\r\n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LineEnd {
    /// `\n`, as nearly everywhere.
    #[default]
    Lf,
    /// `\r\n`, as on Windows.
    CrLf,
    /// `\r`, as on old machines.
    Cr,
}

impl LineEnd {
    fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::Cr => "\r",
        }
    }

    /// What ends most lines of a text, and whether all.
    fn of(text: &str) -> (LineEnd, bool) {
        let both = text.matches("\r\n").count();
        let alone = |end| text.matches(end).count() - both;
        let mut numbers = [(alone('\n'), LineEnd::Lf), (both, LineEnd::CrLf), (alone('\r'), LineEnd::Cr)];
        // The first of equal ones stays first.
        numbers.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
        (numbers[0].1, numbers[1].0 == 0)
    }
}

/// The same text, of the same length, with a `\n` for each `\r` that ends a line by itself: all that reads lines looks for
/// `\n` alone.
pub fn with_newlines(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let mut bytes = text.into_bytes();
    for at in 0..bytes.len() {
        if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            bytes[at] = b'\n';
        }
    }
    // Only ASCII took the place of ASCII.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The text of a file and the name it is shown under, with the files that it extends. A place in one of these counts on
/// from the end of the one before: see [`Source::base_offset`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file's name as messages show it.
    pub name: String,
    /// The whole text, see [`with_newlines`].
    pub text: String,
    /// What ended its lines, and whether all of them.
    ends: (LineEnd, bool),
    base: Option<Box<Result<Source, Unread>>>,
}

/// Why a file that another one extends could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// What is wrong.
    pub message: String,
    /// What to do instead.
    pub help: Option<String>,
}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ends = LineEnd::of(&text);
        Source { name: name.into(), text: with_newlines(text), ends, base: None }
    }

    /// A text whose lines end as those of this file do.
    pub fn in_its_line_ends(&self, text: &str) -> String {
        let (end, _) = self.ends;
        text.lines().flat_map(|line| [line, end.text()]).collect()
    }

    /// Whether that is what the file says, line ends included.
    pub fn says(&self, text: &str) -> bool {
        self.ends.1 && self.text == with_newlines(text.to_string())
    }

    /// The same with the file that it extends.
    #[must_use]
    pub fn on(self, base: Result<Source, Unread>) -> Self {
        Source { base: Some(Box::new(base)), ..self }
    }

    /// The file that it extends, if it was looked for.
    pub fn base(&self) -> Option<Result<&Source, &Unread>> {
        self.base.as_ref().map(|base| base.as_ref().as_ref())
    }

    /// What to add to a place in the file that it extends. The end of this one is a place, too.
    pub fn base_offset(&self) -> usize {
        self.text.len() + 1
    }

    /// Whether a place is in this file and not in one that it extends.
    pub fn is_own(&self, span: Span) -> bool {
        span.start < self.base_offset()
    }

    /// The file in which a place is, and what to take off the place for one in that file's own text.
    pub fn file_at(&self, offset: usize) -> (&Source, usize) {
        match self.base() {
            Some(Ok(base)) if offset >= self.base_offset() => {
                let (file, start) = base.file_at(offset - self.base_offset());
                (file, start + self.base_offset())
            }
            _ => (self, 0),
        }
    }

    /// What stands at a place; nothing if it is none.
    pub fn part(&self, span: Span) -> &str {
        let (file, start) = self.file_at(span.start);
        span.end.checked_sub(start).and_then(|end| file.text.get(span.start - start..end)).unwrap_or_default()
    }

    /// Line and column (both from 1, the column in characters) of a byte offset, in its file; an offset past the end is the
    /// end.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let (Source { text, .. }, start) = self.file_at(offset);
        let mut offset = (offset - start).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        (line, before[start..].chars().count() + 1)
    }
}
