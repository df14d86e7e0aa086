//! What there is to say about a text, with what mends it.
//!
//! Messages bring edits where the checks know them; where they don't, the phrase that an advice says to write is laid over
//! what stands there. Each is tried before it is offered: the text then no longer gets this
//! message, and no new error.

use crate::compile::{Compiled, Settings, compile, trial};
use crate::diag::{Diagnostic, Diagnostics, Edit, Fix, Severity, apply};
use crate::source::{Source, Span};
use crate::syntax::tokens::{Tokens, tokens};
use crate::syntax::{Bases, laid_over, phrases, with_bases};

/// So many messages are looked at for fixes: each try is a check of the whole text.
const MOST_MENDED: usize = 6;
/// A longer text is not checked again and again.
const LONGEST: usize = 100_000;

/// So many edits are tried for a message.
const MOST_TRIED: usize = 6;

/// A message with what mends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The message.
    pub diagnostic: Diagnostic,
    /// Each alone removes it and brings no other.
    pub fixes: Vec<Fix>,
}

/// Everything there is to say about a text, what its first position tells included. `path` is the file that it is a draft of.
///
/// ```
/// let told = rulesmith::ide::diagnostics("game \"G\"\nplayers A, B\nbord square 3 x 3", "", &());
/// let fix = &told[0].fixes[0];
/// assert_eq!((fix.title.as_str(), fix.edits[0].span), ("Write `board`", rulesmith::ide::Span::new(22, 26)));
/// ```
pub fn diagnostics(text: &str, path: &str, bases: &dyn Bases) -> Vec<Told> {
    with_fixes(said(&read(text, path, bases), compile), text, path, bases)
}

/// The same of a text of which all that is to say is known.
pub fn with_fixes(all: Vec<Diagnostic>, text: &str, path: &str, bases: &dyn Bases) -> Vec<Told> {
    let source = read(text, path, bases);
    let before = all.clone();
    let mut mended = 0;
    let tokens = tokens(text);
    let told = |diagnostic: Diagnostic| {
        let mut fixes = Vec::new();
        if text.len() <= LONGEST && source.is_own(diagnostic.span) && mended < MOST_MENDED {
            let mut tried = 0;
            let mut mends = |fix: &Fix| {
                tried += 1;
                tried <= MOST_TRIED
                    && is_better(&before, &said(&read(&apply(text, &fix.edits), path, bases), trial), &diagnostic)
            };
            fixes = candidates(&source, &diagnostic);
            fixes.retain(&mut mends);
            if fixes.is_empty() {
                fixes.extend(by_phrase(&tokens, &diagnostic, &mut mends));
            }
            mended += usize::from(tried > 0);
        }
        Told { diagnostic, fixes }
    };
    all.into_iter().map(told).collect()
}

/// An edit that makes a phrase of a message's advice stand where it is about.
fn by_phrase(tokens: &Tokens, diagnostic: &Diagnostic, mends: &mut dyn FnMut(&Fix) -> bool) -> Option<Fix> {
    let at = tokens.list.partition_point(|token| token.span.end <= diagnostic.span.start);
    let near = at.saturating_sub(AROUND)..(at + AROUND).min(tokens.list.len());
    let (list, at) = (tokens.list.get(near.clone())?, at - near.start);
    let fix = |span: Span, text: &str| Fix {
        title: format!("Write `{text}`"),
        edits: vec![Edit { span, text: text.to_string() }],
    };
    let mut laid = |phrase: &str| laid_over(&tokens.clean, list, at, phrase, &mut |span, text| mends(&fix(span, text)));
    let help = diagnostic.help.as_ref()?;
    let laid = phrases(help).into_iter().find_map(&mut laid).map(|(span, text)| fix(span, &text));
    // The whole advice is what to write there: as much as there was, or the same letters.
    let whole = || {
        let text = help.strip_prefix("write `")?.strip_suffix('`').filter(|text| !text.contains(['`', '…']))?;
        let there = tokens.clean.get(diagnostic.span.start..diagnostic.span.end)?;
        let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        let number = |text: &str| self::tokens(text).list.len();
        let alike = number(there) == number(text) && !diagnostic.code.starts_with("no-");
        if !alike && letters(there) != letters(text) {
            return None;
        }
        Some(fix(diagnostic.span, text)).filter(|fix| mends(fix))
    };
    laid.or_else(whole)
}

/// So many tokens on each side tell whether a name of a phrase stands there.
const AROUND: usize = 30;

fn read(text: &str, path: &str, bases: &dyn Bases) -> Source {
    with_bases(Source::new(if path.is_empty() { "rules" } else { path }, text), path, bases)
}

fn said(source: &Source, compile: fn(&Source, &Settings, &mut Diagnostics) -> Option<Compiled>) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    let settings = Settings { backend: crate::compile::Backend::Interpreter, ..Settings::default() };
    let _ = compile(source, &settings, &mut diagnostics);
    diagnostics.finish()
}

/// Whether a message is gone and no other error has come. A text that can be read again may lack an item, which nobody could
/// tell before.
fn is_better(before: &[Diagnostic], after: &[Diagnostic], mended: &Diagnostic) -> bool {
    // Edits move the places.
    let number = |list: &[Diagnostic], of: &Diagnostic| {
        list.iter().filter(|told| told.severity == of.severity && told.message == of.message).count()
    };
    let errors = |list: &[Diagnostic]| list.iter().filter(|told| told.severity == Severity::Error).count();
    let fresh = after.iter().any(|told| {
        let lacks = MISSED.contains(&told.code);
        told.severity == Severity::Error && !lacks && number(after, told) > number(before, told)
    });
    number(after, mended) < number(before, mended) && (!fresh || errors(after) < errors(before))
}

/// That an item is missing.
const MISSED: &[&str] = &["no-board", "no-end", "no-moves", "no-pieces", "no-players"];

/// The fixes that a message brings, as far as they are in the text itself.
fn candidates(source: &Source, diagnostic: &Diagnostic) -> Vec<Fix> {
    let own = |edit: &Edit| {
        let Span { start, end } = edit.span;
        source.is_own(edit.span) && source.text.get(start..end).is_some()
    };
    let fixes = diagnostic.fixes.iter().filter(|fix| fix.edits.iter().all(own));
    let shown = |fix: &Fix| {
        let mut edits = fix.edits.clone();
        edits.sort_by_key(|edit| edit.span);
        edits.dedup();
        let mut letters = fix.title.chars();
        let title = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect();
        Fix { title, edits }
    };
    fixes.map(shown).collect()
}
