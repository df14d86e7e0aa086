//! Files of other systems: said in one message, instead of one for each of their signs.

use crate::diag::Diagnostic;
use crate::source::Span;

/// What a file in `.game` looks like, for those who come from elsewhere.
const LOOKS: &str =
    "a `.game` file is a list of items: `game \"Name\"  players White, Black  board square 8x8  piece Pawn  …`";

/// The message for a text that is a description in another system's language, told by how it begins.
pub(super) fn other_format(text: &str) -> Option<Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let mut lines = text[start..].lines();
    let first = lines.next().unwrap_or_default().trim_end();
    let word =
        |text: &str| text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_string();
    let what = match first.chars().next()? {
        '(' => match word(&first[1..]).as_str() {
            "game" if first.contains('"') => "Ludii's language (`.lud`)",
            "define" | "metadata" if first.contains('"') => "Ludii's language (`.lud`)",
            "game" | "variant" | "version" | "define" => "the language of Zillions of Games (`.zrf`)",
            _ => return None,
        },
        '[' if first.ends_with(']') => "a section of a `variants.ini`",
        '#' if first.contains('=')
            && matches!(word(&first[1..]).as_str(), "players" | "pieces" | "variables" | "board" | "rules") =>
        {
            "the language of Regular Boardgames (`.rbg`)"
        }
        '{' if matches!(
            first[1..].trim_start().chars().next().or_else(|| lines.next()?.trim_start().chars().next()),
            Some('"' | '}')
        ) =>
        {
            "JSON"
        }
        _ => return None,
    };
    let span = Span::new(start, start + first.len());
    Some(Diagnostic::error("other-format", span, format!("this is {what}, which is not read here")).help(LOOKS))
}
