//! Places in texts: bytes here, UTF-16 code units on the wire, as JavaScript counts.

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Severity};
use crate::source::{Source, Span};

/// Counts the code units of one text.
pub struct Units<'t> {
    text: &'t str,
    /// Whether bytes are code units.
    plain: bool,
}

impl<'t> Units<'t> {
    /// Of this text.
    pub fn of(text: &'t str) -> Units<'t> {
        Units { text, plain: text.is_ascii() }
    }

    /// The code units before a byte.
    pub fn at(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        if self.plain {
            return byte;
        }
        let whole = |at: &usize| self.text.is_char_boundary(*at);
        let byte = (0..=byte).rev().find(whole).unwrap_or(0);
        self.text[..byte].encode_utf16().count()
    }

    /// The place of a span.
    pub fn span(&self, span: Span) -> [usize; 2] {
        [self.at(span.start), self.at(span.end)]
    }

    /// The place of a range.
    pub fn range(&self, range: &std::ops::Range<usize>) -> [usize; 2] {
        [self.at(range.start), self.at(range.end)]
    }

    /// The byte before which so many code units are.
    pub fn byte(&self, units: usize) -> usize {
        if self.plain {
            return units.min(self.text.len());
        }
        let mut counted = 0;
        for (at, letter) in self.text.char_indices() {
            if counted >= units {
                return at;
            }
            counted += letter.len_utf16();
        }
        self.text.len()
    }
}

/// A place in a text.
pub fn in_text(text: &str, span: Span) -> [usize; 2] {
    Units::of(text).span(span)
}

/// What there is to say about rules. What is about a file that they extend is told at the line that extends it.
pub fn diagnostics(source: &Source, list: &[Diagnostic]) -> Value {
    let units = Units::of(&source.text);
    let extends = source.text.find("extends").map_or(Span::default(), |at| Span::new(at, at + "extends".len()));
    let own = |span: Span| units.span(if source.is_own(span) { span } else { extends });
    let value = |told: &Diagnostic| {
        let [from, to] = own(told.span);
        let also: Vec<Value> = told
            .labels
            .iter()
            .filter(|label| source.is_own(label.span))
            .map(|label| {
                let [from, to] = units.span(label.span);
                json!({ "from": from, "to": to, "label": label.text })
            })
            .collect();
        let severity = if told.severity == Severity::Error { "error" } else { "warning" };
        let message = match source.is_own(told.span) {
            true => told.message.clone(),
            false => format!("in `{}`: {}", source.file_at(told.span.start).0.name, told.message),
        };
        json!({
            "code": told.code, "severity": severity, "message": message, "help": told.help,
            "from": from, "to": to, "also": also, "fixes": [],
        })
    };
    list.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::Units;

    #[test]
    fn places_count_as_javascript_does() {
        let text = "aé♔𝄞b";
        let units = Units::of(text);
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| units.at(at)).collect();
        assert_eq!(starts, [0, 1, 2, 3, 5]);
        assert_eq!((units.at(text.len()), units.at(99)), (6, 6));
        for (at, _) in text.char_indices() {
            assert_eq!(units.byte(units.at(at)), at);
        }
        assert_eq!(units.byte(99), text.len());
        // Inside of a letter: before it.
        assert_eq!(units.at(2), 1);
    }
}
