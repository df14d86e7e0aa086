//! The text of games as players of Go keep it (SGF): trees of nodes, of which the main line is read, and properties with
//! values.
//!
//! Source: Smart Game Format `FF[4]`, <https://www.red-bean.com/sgf/>.

use super::TextError;
use crate::source::Span;

/// A property of a node, by its places in the text: a file of games may be large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Property {
    /// Where the name stands.
    pub span: Span,
    /// Where its values end.
    end: usize,
}

impl Property {
    /// Its name in capitals, as `FF[4]` has it. Older files write names out; their capitals are the name, if there are any.
    pub fn name(&self, text: &str) -> String {
        let written = &text[self.span.start..self.span.end];
        let capitals: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if capitals.is_empty() { written.to_ascii_uppercase() } else { capitals }
    }

    /// Its values, freed of escapes, each with its place.
    pub fn values<'t>(&self, text: &'t str) -> impl Iterator<Item = (String, Span)> + 't {
        let mut reader = Reader { text: &text[..self.end], at: self.span.end, begins: false };
        std::iter::from_fn(move || reader.value()?.ok())
    }
}

/// A game: the properties of its main line, node after node.
pub type Line = Vec<Property>;

/// The main line of each game of a collection; where the text can't be taken apart, that is told in the place of the last.
pub fn games(text: &str) -> impl Iterator<Item = Result<Line, TextError>> + '_ {
    let mut reader = Reader { text, at: 0, begins: true };
    std::iter::from_fn(move || {
        let game = reader.game()?;
        if game.is_err() {
            reader.at = text.len();
        }
        Some(game)
    })
}

/// Whether a text begins as such games do.
pub fn is_collection(text: &str) -> bool {
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Whether a text looks like nodes of such a game, with the brackets around them or without; without `;`, like a move of one: `B[dd]`.
pub fn looks_like_nodes(text: &str) -> bool {
    let inside = text.trim_start().trim_start_matches('(').trim_start();
    let name = inside.strip_prefix(';').map_or(inside, str::trim_start);
    let value = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = name.len() - value.len();
    let moves = letters == 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
    letters > 0 && (name != inside || moves) && value.starts_with('[') && value.contains(']')
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Whether no game has been read yet.
    begins: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next game; none at the end of the text.
    fn game(&mut self) -> Option<Result<Line, TextError>> {
        self.space();
        // What servers put before the first game means nothing.
        if self.begins && self.peek()? != ';' {
            self.at += self.text[self.at..].find("(;").unwrap_or(0);
        }
        self.begins = false;
        if self.peek()? == '(' {
            return Some(self.tree());
        }
        let here = Span::new(self.at, self.text.len());
        let help = match self.peek() {
            Some(';') => "put its nodes into brackets: `(;GM[1];B[dd])`",
            _ => "leave what stands before it out",
        };
        Some(Err(TextError::new(here, "a game begins with `(;`").help(help)))
    }

    /// `( ;… ;… ( … ) ( … ) )`: of the variations the first goes on with the main line.
    fn tree(&mut self) -> Result<Line, TextError> {
        let mut line = Line::new();
        // Whether each open bracket has had a variation: what stands in a later one is passed over.
        let mut open: Vec<(usize, bool, bool)> = Vec::new();
        loop {
            self.space();
            let skipped = open.last().is_some_and(|(_, skipped, _)| *skipped);
            match self.peek() {
                Some('(') => {
                    let later = open.last_mut().is_some_and(|(_, _, had)| std::mem::replace(had, true));
                    open.push((self.at, skipped || later, false));
                    self.at += 1;
                }
                Some(')') => {
                    open.pop();
                    self.at += 1;
                    if open.is_empty() {
                        return Ok(line);
                    }
                }
                Some(';') => self.at += 1,
                Some(c) if c.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if !skipped {
                        line.push(property);
                    }
                }
                Some(c) => {
                    let error =
                        TextError::new(Span::new(self.at, self.at + c.len_utf8()), format!("`{c}` can't stand here"));
                    return Err(error.help("a node is written `;B[dd]C[a comment]`"));
                }
                None => {
                    let start = open.first().map_or(0, |(start, ..)| *start);
                    let error = TextError::new(Span::new(start, start + 1), "this game has no end");
                    return Err(error.help("close it with `)`"));
                }
            }
        }
    }

    /// `AB[dd][pp]`
    fn property(&mut self) -> Result<Property, TextError> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        let span = Span::new(start, self.at);
        while let Some(value) = self.value() {
            value?;
        }
        if self.at == span.end {
            let error = TextError::new(span, format!("`{}` has no value", &self.text[span.start..span.end]));
            return Err(error.help("a property is written `B[dd]`"));
        }
        Ok(Property { span, end: self.at })
    }

    /// The next value of a property; none behind the last.
    fn value(&mut self) -> Option<Result<(String, Span), TextError>> {
        let rest = &self.text[self.at..];
        let start = self.text.len() - rest.trim_start().strip_prefix('[')?.len();
        let mut value = String::new();
        let mut chars = self.text[start..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                ']' => {
                    self.at = start + at + 1;
                    return Some(Ok((value, Span::new(start, start + at))));
                }
                '\\' => value.extend(chars.next().map(|(_, c)| c)),
                c => value.push(c),
            }
        }
        let error = TextError::new(Span::new(start - 1, start), "this value has no end");
        Some(Err(error.help("close it with `]`")))
    }
}

/// The letters of a column or row, from 0: `a` … `z`, then `A` … `Z`.
pub fn letter(index: usize) -> Option<char> {
    let code = match index {
        0..26 => b'a' + index as u8,
        26..52 => b'A' + (index - 26) as u8,
        _ => return None,
    };
    Some(char::from(code))
}

/// Column and row of a point, from 0 at the upper left.
pub fn point(text: &str) -> Option<(usize, usize)> {
    let index = |b: u8| match b {
        b'a'..=b'z' => Some(usize::from(b - b'a')),
        b'A'..=b'Z' => Some(usize::from(b - b'A') + 26),
        _ => None,
    };
    match *text.as_bytes() {
        [x, y] => Some((index(x)?, index(y)?)),
        _ => None,
    }
}
