//! An evaluation as text, and its place in a file: everything else of the file stays byte for byte.

use super::terms::{Candidates, Made};
use crate::source::{Source, Span};
use crate::syntax;

/// The mark that some programs put before a text in UTF-8.
pub const BOM: char = '\u{feff}';

/// The items that say an evaluation: its tables, then the terms. `name` is that of the evaluation, `old` what stood there.
pub fn block(made: &Made, candidates: &Candidates, name: Option<&str>, old: &str) -> String {
    let mut text = String::new();
    for (table, values) in &made.tables {
        text += &format!("table {table} {{\n");
        let mut at = 0;
        for &row in &candidates.rows {
            let numbers: Vec<String> = values[at..at + row].iter().map(i64::to_string).collect();
            text += &format!("  {}\n", numbers.join(" "));
            at += row;
        }
        text += "}\n\n";
    }
    let name = name.map_or(String::new(), |name| format!("\"{name}\" "));
    text += &format!("eval {name}{{\n");
    let (mut notes, alone) = notes(old);
    for note in alone {
        text += &format!("  {note}\n");
    }
    for (weight, term) in &made.terms {
        let note = notes.iter().position(|(of, _)| of == term).map(|at| notes.remove(at).1);
        text += &format!("  {weight} * {term}{}\n", note.map_or(String::new(), |note| format!("  {note}")));
    }
    // What was said of a term that is no more.
    for (of, note) in notes {
        text += &format!("  {note}  ({of})\n");
    }
    text.push('}');
    // Where numbers stand in rows and lines are broken is known to the formatter.
    let source = Source::new("", &text);
    syntax::format(&source).map_or(text, |formatted| formatted.trim_end().to_string())
}

/// The notes of an evaluation: those behind a term, and those on lines of their own.
fn notes(old: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (mut behind, mut alone) = (Vec::new(), Vec::new());
    for line in old.lines() {
        let Some((code, note)) = line.split_once("//") else { continue };
        let note = format!("//{}", note.trim_end());
        let term = code.trim();
        let term = term.split_once('*').map_or(term, |(weight, rest)| {
            if weight.trim().trim_start_matches(['-', '+']).trim().bytes().all(|b| b.is_ascii_digit()) {
                rest.trim()
            } else {
                term
            }
        });
        match term.is_empty() || term.contains(['{', '}']) {
            true => alone.push(note),
            false => behind.push((term.to_string(), note)),
        }
    }
    (behind, alone)
}

/// A file's text with a block in place of what stands at `place`, or behind all else. Places count without a mark of UTF-8.
pub fn placed(raw: &str, place: Option<Span>, block: &str) -> String {
    if let Some(rest) = raw.strip_prefix(BOM) {
        return format!("{BOM}{}", placed(rest, place, block));
    }
    let end = if raw.contains("\r\n") {
        "\r\n"
    } else if raw.contains('\r') {
        "\r"
    } else {
        "\n"
    };
    let block = block.replace('\n', end);
    match place {
        // Line ends are unified byte by byte: a place in the source is the same place in the file.
        Some(span) => format!("{}{block}{}", &raw[..span.start], &raw[span.end..]),
        None => {
            let gap = if raw.is_empty() || raw.ends_with(['\n', '\r']) { "" } else { end };
            format!("{raw}{gap}{end}{block}{end}")
        }
    }
}

/// What stands at a place of a source.
pub fn part(source: &Source, place: Option<Span>) -> &str {
    place.map_or("", |span| source.part(span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::with_newlines;

    #[test]
    fn the_rest_of_a_file_stays_byte_for_byte() {
        let raw = "\u{feff}game \"é\"\r\neval {\r\n  1 * count own // why\r\n}\r\n// end";
        let unified = with_newlines(raw.trim_start_matches(BOM).to_string());
        let start = unified.find("eval").unwrap();
        let span = Span::new(start, unified.find('}').unwrap() + 1);
        let new = placed(raw, Some(span), "eval {\n  2 * count own\n}");
        assert_eq!(new, "\u{feff}game \"é\"\r\neval {\r\n  2 * count own\r\n}\r\n// end");
        assert_eq!(placed("a", None, "b\nc"), "a\n\nb\nc\n");
        assert_eq!(placed("a\r\n", None, "b\nc"), "a\r\n\r\nb\r\nc\r\n");
    }

    /// As `fmt` writes it: numbers below one another, long lines broken.
    #[test]
    fn it_is_canonical() {
        let long = format!("count ({})", ["own on edge"; 12].join(" or "));
        let made = Made { terms: vec![(-7, long)], tables: vec![("places".to_string(), vec![1, -20, 300, 4, 5])] };
        let text = block(&made, &Candidates::of_table("places", vec![2, 3]), Some("quick"), "");
        assert!(text.starts_with("table places {\n    1 -20\n  300   4   5\n}\n\neval \"quick\" {\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert_eq!(syntax::format(&Source::new("", &text)).unwrap(), format!("{text}\n"));
    }

    #[test]
    fn notes_stay_with_their_terms() {
        let old = "eval {\n  // all\n  100 * count own // men\n  -3 * count own on edge // edge\n}";
        let made = Made { terms: vec![(90, "count own".to_string())], tables: Vec::new() };
        let none = Candidates { all: Vec::new(), tables: Vec::new(), given: Vec::new(), rows: Vec::new() };
        let text = block(&made, &none, None, old);
        assert_eq!(text, "eval {\n  // all\n  90 * count own  // men\n  // edge  (count own on edge)\n}");
    }
}
