//! Positions cut from code, pages and files of data: with escaped signs, as a string in quotes, between tags, broken between rows. Each
//! becomes the text that it stands for.

use super::read::unescaped;
use super::rows::letter;
use crate::notation::unfenced;
use crate::rules::Rules;

/// More letters than these around a string are no code about it.
const MOST_AROUND: usize = 60;

/// No position in code is longer. What is wrapped again and again ends by that.
const LONGEST: usize = 600;

/// The text that is meant; none if it is that already.
pub(super) fn plain(rules: &Rules, text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let boards = rules.topology.rows();
    let slashes = boards.first()?.len().checked_sub(1).filter(|slashes| *slashes > 0)?;
    let rows = |text: &str| text.matches('/').count() == slashes;
    let mut out = without_escapes(text);
    if let Some(inner) = in_quotes(&out).filter(|inner| rows(inner)) {
        out = inner.to_string();
    }
    if let Some(inner) = in_tags(out.trim()).filter(|inner| rows(inner)) {
        out = inner.to_string();
    }
    if let Some(whole) = rejoined(&out).filter(|_| rows(&out)) {
        out = whole;
    }
    (out != text).then_some(out)
}

/// A text without the marks of Markdown and mail: fences about it, `>` before its lines, `**` about what is said of it. None if it has none.
pub(super) fn without_markdown(rules: &Rules, text: &str) -> Option<String> {
    // A piece may be called so.
    if letter(rules, '>').is_none()
        && let Some(inner) = unfenced(text)
    {
        return Some(inner);
    }
    let bold = |line: &str| line.starts_with("**") && (line.contains(":**") || line.contains("**:"));
    let plain = |line: &str| if bold(line) { line.replace("**", "") } else { line.to_string() };
    text.lines().any(bold).then(|| text.lines().map(plain).collect::<Vec<_>>().join("\n"))
}

/// `\/`, `%2F`, `&quot;`, `\n` as the signs that they stand for, `;D1 20` with a blank before it.
fn without_escapes(text: &str) -> String {
    let mut out = text.to_string();
    if !text.contains(char::is_whitespace) && text.to_ascii_lowercase().contains("%2f") {
        out = unescaped(&out);
    }
    if text.contains('\\') && text.contains('/') {
        out = out.replace("\\/", "/").replace("\\n", "\n").replace("\\\"", "\"");
    }
    if text.contains('&') {
        out = out.replace("&quot;", "\"").replace("&#39;", "'").replace("&nbsp;", " ");
    }
    // Counts of moves behind a test position: with a blank they are operations of an EPD.
    if text.contains(";D1 ") && !text.contains(" ;D1 ") { out.replace(";D", " ;D") } else { out }
}

/// What stands in quotes, where code is about it: `Board('…')`, `const fen = "…";`.
fn in_quotes(text: &str) -> Option<&str> {
    let text = text.trim();
    // Lists and tags are read elsewhere.
    if text.starts_with(['[', '{', '<', '"', '\'', '`']) || text.contains('\n') {
        return None;
    }
    let quote = text.find(['"', '\'', '`']).map(|at| &text[at..=at])?;
    let (before, rest) = text.split_once(quote)?;
    let (inner, behind) = rest.rsplit_once(quote)?;
    let code = |part: &str| !part.contains('/') && part.len() < MOST_AROUND;
    (code(before) && code(behind) && before.contains(char::is_alphabetic)).then_some(inner)
}

/// What stands between `[fen]` and `[/fen]`, `<fen>` and `</fen>`, within `[[…]]`, `(…)` or `\fenboard{…}`.
fn in_tags(text: &str) -> Option<&str> {
    if let Some(inner) = text.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")) {
        return Some(inner);
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return Some(inner).filter(|inner| !inner.contains(['(', ')']));
    }
    if let Some(rest) = text.strip_prefix('\\') {
        let (word, inner) = rest.split_once('{')?;
        return inner.strip_suffix('}').filter(|_| word.chars().all(char::is_alphabetic));
    }
    [('[', ']'), ('<', '>')].into_iter().find_map(|(open, close)| {
        let (name, rest) = text.strip_prefix(open)?.split_once(close)?;
        let word = !name.is_empty() && name.chars().all(char::is_alphabetic);
        rest.strip_suffix(&format!("{open}/{name}{close}")).filter(|_| word)
    })
}

/// Rows that are broken, or have blanks, at their slashes: as one word.
fn rejoined(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.trim().split('/').collect();
    let (last, others) = parts.split_last()?;
    let broken = others.iter().any(|row| row.trim() != *row) || last.starts_with(char::is_whitespace);
    let whole = others.iter().all(|row| !row.trim().is_empty() && !row.trim().contains(char::is_whitespace));
    (broken && whole).then(|| parts.iter().map(|row| row.trim()).collect::<Vec<_>>().join("/"))
}
