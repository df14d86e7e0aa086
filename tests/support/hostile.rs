//! Texts as nobody means them: sound ones with signs changed at random.

use super::random::Rng;

/// What gets into a text by a slip, by a word processor or on purpose.
const SIGNS: &[&str] = &[
    "'",
    "\"",
    "«",
    "’",
    "“",
    "é",
    "\u{FEFF}",
    "\0",
    "😀",
    "\u{3000}",
    "\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "/",
    "-",
    "--",
    "//",
    "0",
    "99999999999999999999",
    "x",
    "=",
    "&&",
    "|",
    ";",
    ",",
    ".",
    "..",
    "#",
    "*",
    " ",
    "",
    "",
    "",
    "fen k/",
    "n't",
    ":",
    "+",
    "~",
    "!",
    "?",
    "%",
    "1",
    "7",
    "a1",
    "K",
];

/// The text with one to four of its signs left out, replaced by others, or others put behind them; a short text may lose its end.
pub fn changed(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=rng.below(4) {
        let sign = SIGNS[rng.below(SIGNS.len())];
        if chars.is_empty() {
            return sign.to_string();
        }
        let at = rng.below(chars.len());
        match rng.below(3) {
            0 => chars[at].push_str(sign),
            1 => chars[at] = sign.to_string(),
            _ if chars.len() < 200 => chars.truncate(at.max(1)),
            _ => chars[at].clear(),
        }
    }
    chars.concat()
}

/// The text with one or two of its words left out, replaced by others, or others put before them.
pub fn reworded(text: &str, words: &[&str], rng: &mut Rng) -> String {
    let mut parts: Vec<String> = text.split_inclusive(char::is_whitespace).map(String::from).collect();
    for _ in 0..=rng.below(2) {
        let at = rng.below(parts.len());
        match rng.below(4) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[rng.below(parts.len())].clone()),
            2 => parts[at] = parts[rng.below(parts.len())].clone(),
            _ => parts[at] = format!("{} ", words[rng.below(words.len())]),
        }
    }
    parts.concat()
}

/// So many, or as many as `HOSTILE=100000 cargo test …` asks for.
pub fn rounds(usual: usize) -> usize {
    std::env::var("HOSTILE").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}
