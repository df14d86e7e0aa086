//! Messages with the place underlined, through miette.

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, MietteError, MietteSpanContents, Report,
    SourceCode, SourceSpan, SpanContents,
};

use super::Style;
use crate::diag::{Diagnostic, Severity};
use crate::session::{Error, Excerpt, Fault};
use crate::source::{Source, Span};

/// So many messages are shown; whoever has more will mend these first.
const MOST_SHOWN: usize = 40;

/// A longer line is not shown whole.
const LONGEST_LINE: usize = 300;

/// All messages of a file.
pub fn diagnostics(source: &Source, list: &[Diagnostic], style: Style) -> String {
    let mut text = String::new();
    for diagnostic in list.iter().take(MOST_SHOWN) {
        text += &one(source, diagnostic, style);
    }
    if list.len() > MOST_SHOWN {
        text += &format!("… and {} more\n", list.len() - MOST_SHOWN);
    }
    text
}

/// An error of a session.
pub fn error(error: &Error, style: Style) -> String {
    match error {
        Error::File(report) => diagnostics(&report.source, &report.diagnostics, style),
        Error::Request(f) | Error::Environment(f) => fault(f, style),
    }
}

/// A message about a request.
pub fn fault(fault: &Fault, style: Style) -> String {
    told(paint("error", "1;31", style), fault, style)
}

/// A message about a request that was obeyed all the same.
pub fn warning(fault: &Fault, style: Style) -> String {
    told(paint("warning", "1;33", style), fault, style)
}

fn told(what: String, fault: &Fault, style: Style) -> String {
    let mut text = format!("{what}: {}\n", fault.message);
    if let Some(excerpt) = &fault.excerpt {
        text += &underlined(excerpt);
    }
    if let Some(help) = &fault.help {
        text += &format!("  {}: {help}\n", paint("help", "36", style));
    }
    text
}

fn paint(word: &str, code: &str, style: Style) -> String {
    if style.color { format!("\x1b[{code}m{word}\x1b[0m") } else { word.to_string() }
}

/// A place less what stands before its file.
fn less(span: Span, start: usize) -> Span {
    Span::new(span.start - start, span.end.saturating_sub(start))
}

/// A text of the user with the offending part underlined; nothing if that is all of it. Of several lines the one where it
/// begins, with its number; of a long line what is near.
fn underlined(excerpt: &Excerpt) -> String {
    /// How much of a long line is shown on each side.
    const NEAR: usize = 30;
    let text = &excerpt.text;
    let Span { start, end } = within(text, excerpt.span);
    if start == 0 && end == text.trim_end().len() {
        return String::new();
    }
    let first = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let last = text[start..].find('\n').map_or(text.len(), |i| start + i);
    let end = end.min(last);
    let (mut before, mut after) = (text[first..start].to_string(), text[end..last].trim_end().to_string());
    if last - first > LONGEST_LINE {
        let behind = before.chars().count().saturating_sub(NEAR);
        if behind > 0 {
            before = format!("…{}", before.chars().skip(behind).collect::<String>());
        }
        if after.chars().count() > NEAR {
            after = format!("{}…", after.chars().take(NEAR).collect::<String>());
        }
    }
    let part: String = text[start..end].chars().take(LONGEST_LINE).collect();
    let row = match text.trim_end().contains('\n') {
        true => format!("{} ", text[..first].matches('\n').count() + 1),
        false => String::new(),
    };
    let (gap, length) = (" ".repeat(before.chars().count()), part.chars().count().max(1));
    format!("  {row}| {before}{part}{after}\n  {}| {gap}{}\n", " ".repeat(row.len()), "^".repeat(length))
}

/// A span that lies inside a text, whatever it was.
fn within(text: &str, span: Span) -> Span {
    let floor = |mut i: usize| {
        i = i.min(text.len());
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let start = floor(span.start);
    Span::new(start, floor(span.end).max(start))
}

fn one(source: &Source, diagnostic: &Diagnostic, style: Style) -> String {
    let spans = std::iter::once(diagnostic.span).chain(diagnostic.labels.iter().map(|l| l.span));
    let unshown = |span: Span| {
        let (file, start) = source.file_at(span.start);
        file.text.is_empty() || on_long_line(&file.text, less(span, start))
    };
    if spans.into_iter().any(unshown) {
        return plain(source, diagnostic, style);
    }
    let theme = match (style.unicode, style.color) {
        (true, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (false, true) => GraphicalTheme { characters: miette::ThemeCharacters::ascii(), ..GraphicalTheme::unicode() },
        (false, false) => GraphicalTheme::none(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(style.width).with_links(false);
    let place = |span: Span| {
        let (file, start) = source.file_at(span.start);
        let span = within(&file.text, less(span, start));
        let span = Span::new(span.start + start, span.end + start);
        SourceSpan::from((span.start, span.end - span.start))
    };
    // The head shows the place of the primary one.
    let main = LabeledSpan::new_primary_with_span(None, place(diagnostic.span));
    let labels = diagnostic.labels.iter().map(|l| LabeledSpan::new_with_span(Some(l.text.clone()), place(l.span)));
    let mut shown = MietteDiagnostic::new(&diagnostic.message)
        .with_code(diagnostic.code)
        .with_severity(match diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
        .with_labels(std::iter::once(main).chain(labels));
    if let Some(help) = &diagnostic.help {
        shown = shown.with_help(help);
    }
    let report = Report::from(shown).with_source_code(Shown(source.clone()));
    let mut text = String::new();
    match handler.render_report(&mut text, report.as_ref()) {
        Ok(()) => text.trim_start_matches('\n').to_string() + "\n",
        Err(_) => plain(source, diagnostic, style),
    }
}

/// A source as miette reads it, with columns in characters: it counts bytes.
struct Shown(Source);

impl SourceCode for Shown {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let Shown(source) = self;
        let (file, start) = source.file_at(span.offset());
        // Places in two files are not shown as one part of a text.
        let inside = SourceSpan::from((span.offset() - start, span.len()));
        let part = file.text.read_span(&inside, before, after)?;
        let place = part.span().offset() + start;
        let column = source.line_column(place).1 - 1;
        Ok(Box::new(MietteSpanContents::new_named(
            file.name.clone(),
            part.data(),
            SourceSpan::from((place, part.span().len())),
            part.line(),
            column,
            part.line_count(),
        )))
    }
}

fn on_long_line(text: &str, span: Span) -> bool {
    let span = within(text, span);
    let start = text[..span.start].rfind('\n').map_or(0, |i| i + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |i| span.end + i);
    text[start..end].lines().any(|line| line.len() > LONGEST_LINE)
}

/// One or two lines, for what has no line to show.
fn plain(source: &Source, diagnostic: &Diagnostic, style: Style) -> String {
    let (line, column) = source.line_column(diagnostic.span.start);
    let word = match diagnostic.severity {
        Severity::Error => paint("error", "1;31", style),
        Severity::Warning => paint("warning", "1;33", style),
    };
    let file = |span: Span| &source.file_at(span.start).0.name;
    let name = file(diagnostic.span);
    let mut text = format!("{name}:{line}:{column}: {word}: {} ({})\n", diagnostic.message, diagnostic.code);
    for label in &diagnostic.labels {
        let (line, column) = source.line_column(label.span.start);
        let other = if file(label.span) == name { String::new() } else { format!("{}:", file(label.span)) };
        text += &format!("  {other}{line}:{column}: {}\n", label.text);
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("  {}: {help}\n", paint("help", "36", style));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_underlined() {
        let source = Source::new("x.game", "game \"X\"\nboard sqare 8x8\n");
        let d =
            Diagnostic::error("unknown-board", Span::new(15, 20), "there is no board `sqare`").help("write `square`");
        let text = diagnostics(&source, &[d], Style::PLAIN);
        for part in ["there is no board `sqare`", "x.game:2:7", "board sqare 8x8", "write `square`", "unknown-board"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        assert!(!text.contains('\x1b') && text.is_ascii(), "{text}");
    }

    #[test]
    fn the_head_shows_the_main_place_in_characters() {
        let source = Source::new("x.game", "game \"A\"\nx game \"B\"\ngame \"日本語 🎲\" players\n");
        let at = |word: &str| {
            let start = source.text.rfind(word).expect("a word of the text");
            Span::new(start, start + word.len())
        };
        let twice = Diagnostic::error("c", at("game \"B"), "twice").label(Span::new(0, 4), "the first one is here");
        let text = diagnostics(&source, &[twice], Style::PLAIN);
        assert!(text.contains("x.game:2:3"), "{text}");
        let text = diagnostics(&source, &[Diagnostic::error("c", at("players"), "no")], Style::PLAIN);
        assert!(text.contains("x.game:3:14"), "{text}");
    }

    #[test]
    fn a_line_of_a_megabyte_is_not_shown() {
        let source = Source::new("x.game", "x".repeat(1 << 20));
        let d = Diagnostic::error("c", Span::new(5, 1 << 20), "no");
        assert!(diagnostics(&source, &[d], Style::PLAIN).len() < 200);
    }

    #[test]
    fn spans_off_the_text_do_no_harm() {
        let source = Source::new("x.game", "é\n");
        for (start, end) in [(1, 1), (0, 99), (50, 60), (3, 3), (1, 2)] {
            let d = Diagnostic::warning("c", Span::new(start, end), "no");
            assert!(diagnostics(&source, &[d], Style::PLAIN).contains("no"));
        }
    }

    #[test]
    fn many_messages_are_cut_short() {
        let source = Source::new("x.game", "x\n");
        let d = Diagnostic::error("c", Span::new(0, 1), "no");
        assert!(diagnostics(&source, &vec![d; 100], Style::PLAIN).contains("… and 60 more"));
    }
}
