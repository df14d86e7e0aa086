//! What a word or a name means.

use std::ops::Range;

use super::names::{declared, name_at};
use crate::source::Source;
use crate::syntax::tokens::tokens;
use crate::syntax::vocabulary::{self, role};
use crate::syntax::{Bases, with_bases};

/// What is shown beside a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub range: Range<usize>,
    /// Text in Markdown.
    pub text: String,
}

/// An item is shown up to so many lines.
const LINES: usize = 8;

/// A word of the language: how it is written, what it means, an example.
fn meaning(word: &str) -> Option<String> {
    let level = || word.strip_prefix("up-").or_else(|| word.strip_prefix("down-"));
    let known = vocabulary::word(word).or_else(|| vocabulary::word(level()?).filter(|word| word.is(role::COMPASS)))?;
    let form = if known.form == known.text { word } else { known.form };
    Some(format!("`{form}`\n\n{}\n```\n{}\n```", known.says, known.example))
}

/// What stands at a place: of a name its declaration, of a word what it is for, with an example.
///
/// ```
/// let text = "piece Pawn\nmove Pawn { step north to empty }";
/// let pawn = rulesmith::ide::hover(text, 17, "", &()).unwrap();
/// assert_eq!((pawn.range, pawn.text.contains("piece Pawn")), (16..20, true));
/// ```
pub fn hover(text: &str, at: usize, path: &str, bases: &dyn Bases) -> Option<Hover> {
    let own = tokens(text);
    let (word, span) = name_at(&own, at)?;
    let range = span.start..span.end;
    let mut source = &with_bases(Source::new("rules", text), path, bases);
    let mut whose = None;
    loop {
        let all = declared(&source.text, &tokens(&source.text));
        let place = if whose.is_none() { at } else { usize::MAX };
        let same = || all.iter().filter(|symbol| symbol.name == word);
        if let Some(symbol) = same().rfind(|symbol| symbol.item.contains(&place)).or_else(|| same().next()) {
            let item = source.text.get(symbol.item.clone()).unwrap_or_default();
            let lines: Vec<&str> = item.lines().collect();
            let more = if lines.len() > LINES { "\n…" } else { "" };
            let from = whose.map_or(String::new(), |name: String| format!(" of `{name}`"));
            let shown = lines[..lines.len().min(LINES)].join("\n");
            return Some(Hover { range, text: format!("**{}**{from}\n```\n{shown}{more}\n```", symbol.kind.word()) });
        }
        match source.base() {
            Some(Ok(base)) => {
                whose = Some(base.name.clone());
                source = base;
            }
            _ => break,
        }
    }
    Some(Hover { range, text: meaning(word)? })
}
