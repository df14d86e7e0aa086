//! A region that is missing at the end of a line: what begins the next line is read in its place, and does not fit. The
//! mistake is where the region should stand, not where the reader came upon it.

use super::messages;
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use crate::syntax::tokens::{TokenKind, Tokens, tokens};

/// The words that a region follows.
const TAKE_REGIONS: &[&str] = &["on", "except", "of", "in", "through", "over", "onto", "under", "than", "from", "to"];

/// Tells what was said of the first thing on a line where the line before lacks its region.
pub fn gather(source: &Source, diagnostics: &mut Diagnostics) {
    // On a board of numbers it may be the number of a cell that is not there.
    let region = |d: &Diagnostic| match d.code {
        "wrong-type" => d.message.starts_with("expected a region"),
        code => matches!(code, "not-constant" | "cell-off-the-board"),
    };
    let mut read: Option<(usize, Tokens)> = None;
    for told in diagnostics.extract(region) {
        let (file, start) = source.file_at(told.span.start);
        // The files that this one extends are read when something is said of them.
        let (_, lexed) = match read.take().filter(|(of, _)| *of == start) {
            Some(same) => read.insert(same),
            None => read.insert((start, tokens(&file.text))),
        };
        diagnostics.put(match ends_before(&file.text, lexed, told.span.start - start) {
            Some(word) => {
                let end = word.end + start;
                messages::region_behind(&file.text[word.start..word.end], Span::new(end, end), told.span)
            }
            None => told,
        });
    }
}

/// The word that lacks its region at the end of the line before a place.
fn ends_before(text: &str, lexed: &Tokens, place: usize) -> Option<Span> {
    let at = lexed.list.partition_point(|token| token.span.start < place);
    let word = lexed.list.get(at.checked_sub(1)?).filter(|token| token.kind == TokenKind::Word)?.span;
    let between = text.get(word.end..place)?;
    (between.contains('\n') && TAKE_REGIONS.contains(&&text[word.start..word.end])).then_some(word)
}
