//! Diagnostics as plain values.
//!
//! One message is one [`Diagnostic`]; stages add to a [`Diagnostics`] sink and never print. The faces (terminal,
//! JSON, tests) read the same values.

mod examples;
mod nearest;

pub use examples::{Board, Names};
pub use nearest::{is_slip, nearest, nearest_all};

use crate::source::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file can't be used.
    Error,
    /// The file can be used, and something in it is probably not meant.
    Warning,
}

/// A further place that helps to understand a message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What to say there.
    pub text: String,
}

/// Another text in the place of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; nothing where something is inserted.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// A text with some edits made, which are in its order.
///
/// ```
/// use rulesmith_syntax::diag::{Edit, apply};
/// use rulesmith_syntax::source::Span;
///
/// assert_eq!(apply("step any", &[Edit { span: Span::new(0, 4), text: "slide".to_string() }]), "slide any");
/// ```
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = text.to_string();
    for edit in edits.iter().rev() {
        out.replace_range(edit.span.start..edit.span.end, &edit.text);
    }
    out
}

/// A way to mend what a message is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a button says it.
    pub title: String,
    /// What changes, in the order of the text.
    pub edits: Vec<Edit>,
}

/// One message: place, cause and remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable kebab-case name of the kind of mistake, such as `unknown-name`.
    pub code: &'static str,
    /// The place.
    pub span: Span,
    /// What is wrong: lower case, no full stop, the user's text in backticks.
    pub message: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// What to write instead, or why.
    pub help: Option<String>,
    /// The same as edits, the likeliest first; empty where only the author knows.
    pub fixes: Vec<Fix>,
}

/// More places than these beside that of a message help nobody.
const MOST_LABELS: usize = 3;

impl Diagnostic {
    fn is_within(&self, place: Span) -> bool {
        place.start <= self.span.start && self.span.end <= place.end
    }

    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let (labels, fixes) = (Vec::new(), Vec::new());
        Diagnostic { severity: Severity::Error, code, span, message: message.into(), labels, help: None, fixes }
    }

    /// The error that a word or sign stands twice.
    pub fn stands_twice(word: &str, span: Span) -> Self {
        let told = Diagnostic::error("said-twice", span, format!("`{word}` stands here twice"));
        let told = told.help("leave one of the two out");
        // `Bishop, , Queen`
        match word {
            "," | "=" | "+" | "*" | "|" => told.or_help("write what is missing between them"),
            _ => told,
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with a way to mend it.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, edits: impl IntoIterator<Item = (Span, String)>) -> Self {
        let edits = edits.into_iter().map(|(span, text)| Edit { span, text }).collect();
        self.fixes.push(Fix { title: title.into(), edits });
        self
    }

    /// The same, mended by another text at the place of the message.
    #[must_use]
    pub fn write(self, text: impl Into<String>) -> Self {
        let span = self.span;
        self.write_at(span, text)
    }

    /// The same, mended by another text at some place.
    #[must_use]
    pub fn write_at(self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.fix(format!("write `{}`", text.trim()), [(span, text)])
    }

    /// The same, mended by leaving out what stands at the place of the message.
    #[must_use]
    pub fn leave_out(self) -> Self {
        let span = self.span;
        self.leave_out_at(span)
    }

    /// The same, mended by leaving out what stands at some place.
    #[must_use]
    pub fn leave_out_at(self, span: Span) -> Self {
        self.fix("leave it out", [(span, String::new())])
    }

    /// The same, with the words that may be meant by the one at its place.
    #[must_use]
    pub fn did_you_mean<'w>(self, words: impl IntoIterator<Item = &'w str> + Clone) -> Self {
        let all: Vec<&str> = words.clone().into_iter().collect();
        let told = self.help(format!("did you mean `{}`?", all.join("` or `")));
        words.into_iter().fold(told, |told, word| told.write(word))
    }

    /// The same with another way to mend it behind what is said already.
    #[must_use]
    pub fn or_help(self, text: impl std::fmt::Display) -> Self {
        let said = match &self.help {
            Some(asked) if asked.ends_with('?') => format!("{asked} Else "),
            Some(help) => format!("{help}, or "),
            None => String::new(),
        };
        self.help(format!("{said}{text}"))
    }

    /// The same with a further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }
}

/// A sink for messages.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    unread: Vec<(Span, bool)>,
    names: Names,
}

impl Diagnostics {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one message, unless it is about a place that could not be read: the mistake there has its message, and what
    /// stands before it was meant as a part of it. A name that stands for nothing is rather the cause, unless the
    /// mistake is fully explained.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let span = diagnostic.span;
        let named = diagnostic.code == "unknown-name";
        let about = |u: &Span| u.start < span.end && span.start < u.end;
        if !self.unread.iter().any(|(u, explained)| about(u) && (*explained || !named)) {
            self.list.push(diagnostic);
        }
    }

    /// Adds a place to the message of one of these kinds, if there is one: what it says is then said for all of them.
    pub fn also(&mut self, codes: &[&str], span: Span, text: impl Into<String>) -> bool {
        let Some(first) = self.list.iter_mut().find(|d| codes.contains(&d.code)) else { return false };
        let known = first.span == span || first.labels.iter().any(|label| label.span == span);
        if !known && first.labels.len() < MOST_LABELS {
            first.labels.push(Label { span, text: text.into() });
        }
        true
    }

    /// Whether a message of this kind was given.
    pub fn says(&self, code: &str) -> bool {
        self.list.iter().any(|d| d.code == code)
    }

    /// Whether a message of this kind was given about just this place.
    pub fn says_of(&self, code: &str, place: Span) -> bool {
        self.list.iter().any(|d| d.code == code && d.span == place)
    }

    /// Marks a place that could not be read, for what is pushed from now on, and whether the message there says it all.
    pub fn unread(&mut self, span: Span, explained: bool) {
        self.unread.push((span, explained));
    }

    /// What was said about parts of a place.
    pub fn about(&self, place: Span) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().filter(move |d| d.is_within(place))
    }

    /// Whether anything was said about a part of a place.
    pub fn is_about(&self, place: Span) -> bool {
        self.about(place).next().is_some()
    }

    /// The same, leaving out what has this code.
    pub fn is_about_but(&self, place: Span, code: &str) -> bool {
        self.about(place).any(|d| d.code != code)
    }

    /// Takes back the warnings about a part of a place.
    pub fn forget_warnings(&mut self, place: Span) {
        self.forget(|d| d.is_within(place));
    }

    /// Makes one message of those with the same cause: the first of them, with the places of some others.
    pub fn gather(&mut self, same: impl Fn(&Diagnostic) -> bool) -> Option<&mut Diagnostic> {
        let first = self.list.iter().position(&same)?;
        let mut rest: Vec<Span> = self.list.extract_if(first + 1.., |d| same(d)).map(|d| d.span).collect();
        let gathered = &mut self.list[first];
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|&span| span != gathered.span);
        let label = |span| Label { span, text: "and here".to_string() };
        gathered.labels.extend(rest.into_iter().take(MOST_LABELS).map(label));
        Some(gathered)
    }

    /// Takes out the messages for which `test` holds, to be put back otherwise.
    pub fn extract(&mut self, test: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
        self.list.extract_if(.., |d| test(d)).collect()
    }

    /// Puts a message back that [`Diagnostics::push`] has let in before.
    pub fn put(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Takes back the warnings for which `idle` holds.
    pub fn forget(&mut self, idle: impl Fn(&Diagnostic) -> bool) {
        self.list.retain(|d| d.severity == Severity::Error || !idle(d));
    }

    /// The errors, in the order in which they were found.
    pub fn errors_in_order(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().filter(|d| d.severity == Severity::Error)
    }

    /// Whether an error was reported.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// How many errors were reported.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// Examples in all messages speak of these pieces and players.
    pub fn speak_of(&mut self, names: Names) {
        self.names = names;
    }

    /// They speak of cells and rows of this board, too.
    pub fn speak_of_board(&mut self, board: Board) {
        self.names.know(board);
    }

    /// All messages, sorted by place, each once.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.iter_mut().for_each(|told| self.names.put_into(told));
        self.list
            .sort_by(|a, b| (a.span, a.severity, a.code, &a.message).cmp(&(b.span, b.severity, b.code, &b.message)));
        self.list.dedup_by(|a, b| a.span == b.span && a.code == b.code && a.message == b.message);
        self.list
    }
}

/// A number with its noun.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
