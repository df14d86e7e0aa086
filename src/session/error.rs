//! What can go wrong in a session, as plain values.

use crate::compile::TextError;
use crate::diag::{Diagnostic, Severity, counted};
use crate::game::Overflow;
use crate::source::{Source, Span, Unread};

/// Why a request was not carried out. The session is then as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The `.game` file has errors.
    File(FileReport),
    /// The request is wrong: an illegal move, an option out of range.
    Request(Fault),
    /// It could not be run: a file can't be read or written.
    Environment(Fault),
}

/// A file with what there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// The file.
    pub source: Source,
    /// The messages, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl FileReport {
    /// How many messages are of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == severity).count()
    }

    /// How many errors the file has: `` `my.game` has 2 errors``.
    pub fn summary(&self) -> String {
        let errors = self.count(Severity::Error);
        format!("`{}` has {}", self.source.name, counted(errors, "error", "errors"))
    }

    /// A message in a line: `my.game:13:19: there is no name `emty`; did you mean `empty`?`. Lines and columns count from 1.
    pub fn line(&self, diagnostic: &Diagnostic) -> String {
        let (file, _) = self.source.file_at(diagnostic.span.start);
        let (line, column) = self.source.line_column(diagnostic.span.start);
        let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        format!("{}:{line}:{column}: {}{help}", file.name, diagnostic.message)
    }
}

/// One message about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// What to do instead.
    pub help: Option<String>,
    /// Where in a text of the user it is wrong.
    pub excerpt: Option<Excerpt>,
}

/// A place in a text of the user: a position, a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// The place in it.
    pub span: Span,
}

impl Fault {
    /// A message without advice.
    pub fn new(message: impl Into<String>) -> Self {
        Fault { message: message.into(), help: None, excerpt: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What the compiler says about a part of `text`.
    pub fn of_text(text: &str, error: TextError) -> Self {
        let excerpt = Some(Excerpt { text: text.to_string(), span: error.span });
        Fault { message: error.message, help: error.help, excerpt }
    }
}

impl Error {
    /// A wrong request.
    pub fn request(message: impl Into<String>) -> Self {
        Error::Request(Fault::new(message))
    }

    /// A message about a part of a file that holds no rules: a record, openings. What the fault says of a part of that text is
    /// then said of the file.
    pub(super) fn in_file(source: &Source, code: &'static str, part: Span, fault: Fault) -> Self {
        let text = &source.text[part.start..part.end];
        let within = fault.excerpt.filter(|excerpt| excerpt.text == text).map(|excerpt| excerpt.span);
        let span = within.map_or(part, |w| Span::new(part.start + w.start, part.start + w.end));
        let diagnostic = Diagnostic { help: fault.help, ..Diagnostic::error(code, span, fault.message) };
        Error::File(FileReport { source: source.clone(), diagnostics: vec![diagnostic] })
    }

    /// The same with advice; the messages of a file speak for themselves.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        match self {
            Error::Request(fault) => Error::Request(fault.help(help)),
            Error::Environment(fault) => Error::Environment(fault.help(help)),
            Error::File(report) => Error::File(report),
        }
    }

    /// The exit status of a program that ends with it.
    pub fn status(&self) -> u8 {
        match self {
            Error::File(_) | Error::Request(_) => 1,
            Error::Environment(_) => 2,
        }
    }
}

impl From<Unread> for Error {
    fn from(Unread { message, help }: Unread) -> Self {
        Error::Request(Fault { message, help, excerpt: None })
    }
}

impl From<Overflow> for Error {
    fn from(overflow: Overflow) -> Self {
        Error::Request(Fault::new(overflow.to_string()).help(overflow.advice()))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Request(fault) | Error::Environment(fault) => {
                f.write_str(&fault.message)?;
                fault.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
            }
            // The first error, and how many more there are.
            Error::File(report) => {
                let mut errors = report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let Some(first) = errors.next() else { return f.write_str(&report.summary()) };
                f.write_str(&report.line(first))?;
                match errors.count() {
                    0 => Ok(()),
                    more => write!(f, " (and {})", counted(more, "more error", "more errors")),
                }
            }
        }
    }
}

impl std::error::Error for Error {}
