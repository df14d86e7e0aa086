//! Files of other systems: said in one message, instead of one for each of their signs.

use crate::diag::Diagnostic;
use crate::source::Span;

/// What a file in `.game` looks like, for those who come from elsewhere.
const LOOKS: &str = "a `.game` file is a list of items: `game \"Name\"  players White, Black  board square 8x8  piece Pawn  …`; \
                     docs/language.md says which, `rulesmith games` lists games to begin with";

/// What to do with a game that was played.
const PLAYED: &str = "name the rules instead, such as `chess`, and give the moves by their cells: `--moves \"e2e4 e7e5\"`, or type \
                      them in `rulesmith repl chess`";

/// The message for a text that is a description in another system's language, told by how it begins.
pub(super) fn other_format(text: &str) -> Option<Diagnostic> {
    let start = begin(text);
    let mut lines = text[start..].lines();
    let first = lines.next().unwrap_or_default().trim_end();
    let word =
        |text: &str| text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_string();
    let span = Span::new(start, start + first.len());
    let told = |what: &str, help: &str| Diagnostic::error("other-format", span, format!("this is {what}")).help(help);
    // The lines that every record has, near its start.
    let digest = |line: &str| {
        line.trim().strip_prefix("rules ").is_some_and(|d| d.len() == 16 && d.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    if matches!(word(first).as_str(), "file" | "rules" | "") && text[start..].lines().take(6).any(digest) {
        let help = "its first line is gone: write `record of` and the name of the game above it";
        return Some(told("a record of a game that was played, not the rules of one", help));
    }
    let what = match first.chars().next()? {
        '(' if first[1..].starts_with(';') => {
            return Some(told("a game that was played (`.sgf`), not the rules of one", PLAYED));
        }
        '(' => {
            let opener = word(&first[1..]);
            let behind = text[start + 1..].trim_start().strip_prefix(&*opener).unwrap_or_default().trim_start();
            match opener.as_str() {
                "game" | "define" if behind.starts_with('"') => "Ludii's language (`.lud`)",
                "metadata" | "ludemeplex" => "Ludii's language (`.lud`)",
                "game" | "variant" | "version" | "define" | "include" | "translate" => {
                    "the language of Zillions of Games (`.zrf`)"
                }
                _ => return None,
            }
        }
        '[' if first.ends_with("\"]") => {
            return Some(told("a game that was played (`.pgn`), not the rules of one", PLAYED));
        }
        '1' if first.strip_prefix("1.").is_some_and(|rest| word(rest).starts_with(char::is_alphabetic)) => {
            return Some(told("the moves of a game that was played, not the rules of one", PLAYED));
        }
        'r' | 'R' if first.to_lowercase().starts_with("record of ") => {
            let help = "its rules are those that its line `file` names; `play`, `repl`, `moves` and `best` read a record, which begins with \
                        `record of` in small letters";
            return Some(told("a record of a game that was played, not the rules of one", help));
        }
        'r' if first.starts_with("rulesmith-book ") => {
            return Some(told("an opening book, not the rules of a game", "name the game, and the book with `--book`"));
        }
        '[' if first.ends_with(']') => "a section of a `variants.ini`",
        // Comments before the first section.
        '#' if text[start..]
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty() && !line.starts_with('#'))
            .is_some_and(|line| line.starts_with('[') && line.ends_with(']')) =>
        {
            "a `variants.ini`"
        }
        '<' if first[1..].starts_with(|c: char| c == '!' || c.is_ascii_alphabetic()) && first.contains('>') => "HTML",
        _ if is_rows(word_of(first)) => {
            let help = "it goes with a game: `--position \"…\"`; in a file it is `setup fen \"…\"`";
            return Some(told("a position, not the rules of a game", help));
        }
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
    Some(told(&format!("{what}, which is not read here"), LOOKS))
}

/// The first word of a line, whatever signs are in it.
fn word_of(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Whether a word is the rows of a position, as a FEN begins.
fn is_rows(word: &str) -> bool {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '+' | '~' | '[' | ']');
    !word.starts_with('/') && word.matches('/').count() > 3 && word.chars().all(sign)
}

/// Where a text begins. Before a bracket, which opens no item, there may be comments as other systems write them.
fn begin(text: &str) -> usize {
    let blank = |from: usize| text.len() - text[from..].trim_start().len();
    let first = blank(0);
    let mut at = first;
    while text[at..].starts_with(';') || text[at..].starts_with("//") {
        at = blank(at + text[at..].find('\n').unwrap_or(text.len() - at));
    }
    if text[at..].starts_with('(') { at } else { first }
}
