//! The text of games as chess players and draughts players keep it (PGN, PDN): tags, move numbers, moves, comments,
//! variations, results.
//!
//! A list of moves is such a text, too. Whatever stands between white space and is nothing else is the text of a move: which
//! one, the game tells.
//!
//! Sources: S. J. Edwards, Portable Game Notation Specification, 1994; PDN 3.0.

use super::{DASHES, MOVERS, TextError, is_unseen};
use crate::source::Span;

/// A part of such a text that means something; comments, variations and marks of good and bad moves are passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// `[Name "value"]`, with the place of the value.
    Tag(String, String, Span),
    /// The number of a move: `12.`, or `12...` (then true) before one of the second player.
    Number(usize, bool),
    /// The text of a move.
    Move,
    /// How the game ended: the halves of a point that each player got; none if nothing is known.
    Result(Option<[u8; 2]>),
}

/// Reads such a text part by part.
#[derive(Debug, Clone)]
pub struct Parts<'t> {
    text: &'t str,
    at: usize,
    /// See [`Parts::is_behind_move`].
    behind_move: bool,
}

/// How results are written: for chess by points, for draughts also by two points for a win.
const RESULTS: [(&str, Option<[u8; 2]>); 24] = [
    ("1-0", Some([2, 0])),
    ("0-1", Some([0, 2])),
    ("1/2-1/2", Some([1, 1])),
    ("½-½", Some([1, 1])),
    ("½", Some([1, 1])),
    ("draw", Some([1, 1])),
    ("drawn", Some([1, 1])),
    ("1/2", Some([1, 1])),
    ("0.5-0.5", Some([1, 1])),
    ("2-0", Some([2, 0])),
    ("0-2", Some([0, 2])),
    ("1-1", Some([1, 1])),
    // By a road or by flat stones, in Tak.
    ("r-0", Some([2, 0])),
    ("0-r", Some([0, 2])),
    ("f-0", Some([2, 0])),
    ("0-f", Some([0, 2])),
    ("*", None),
    // In words, it is behind the name of a player.
    ("resign", None),
    ("resigns", None),
    ("resigned", None),
    ("wins", None),
    ("投了", None),
    ("中断", None),
    ("remis", Some([1, 1])),
];

/// Whether a tag says something of the rules or the start of a game, and not only who played it, where and when.
pub fn is_of_game(tag: &str) -> bool {
    ["fen", "setup", "variant", "gametype", "position", "tps", "rules", "rulesmark", "options", "eval", "size"]
        .iter()
        .any(|known| tag.eq_ignore_ascii_case(known))
}

/// What people put around the value of a tag in place of plain quotes.
const QUOTES: [char; 8] = ['“', '”', '„', '«', '»', '\'', '‘', '’'];

/// The result that a word stands for, if it is one.
pub fn result(word: &str) -> Option<Option<[u8; 2]>> {
    let word = word.replace(DASHES, "-").replace(':', "-").to_ascii_lowercase();
    // `B+R`, `W+3.5`, as records of Go have it; the last line of a record of shogi.
    let by = word.strip_prefix(['b', 'w']).and_then(|rest| rest.strip_prefix('+'));
    let of_go = |by: &str| matches!(by, "r" | "resign" | "t" | "time") || by.contains('.') && by.parse::<f64>().is_ok();
    if by.is_some_and(of_go) || word.starts_with("まで") {
        return Some(None);
    }
    RESULTS.iter().find(|(known, _)| *known == word).map(|(_, result)| *result)
}

/// What stands behind a move and says what somebody thought of it, or how it took.
pub(super) const MARKS: [&str; 27] = [
    "e.p.",
    "ep",
    "ep.",
    "(ep)",
    "(e.p.)",
    "+-",
    "-+",
    "+=",
    "=+",
    "+/=",
    "=/+",
    "=/∞",
    "=",
    "+/-",
    "-/+",
    "±",
    "∓",
    "∞",
    "⩲",
    "⩱",
    "□",
    "TN",
    "mate",
    "checkmate",
    "check",
    "ch",
    "ch.",
];

/// Whether a word is what a program thought of the move before it, and how deep it looked: `+0.31/12`, `-M3/20`.
fn is_evaluation(word: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let score = |text: &str| match text.trim_start_matches(['+', '-', '−']).split_once('.') {
        Some((whole, parts)) => number(whole) && number(parts),
        None => text.trim_start_matches(['+', '-', '−']).strip_prefix(['M', '#']).is_some_and(number),
    };
    word.split_once('/').is_some_and(|(before, depth)| score(before) && number(depth))
}

/// The parts of a text.
pub fn parts(text: &str) -> Parts<'_> {
    Parts { text, at: 0, behind_move: false }
}

impl Iterator for Parts<'_> {
    type Item = Result<(Token, Span), TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.read();
        if let Some(Ok((token, _))) = &found {
            self.behind_move = matches!(token, Token::Move);
        }
        // What follows a mistake means nothing.
        if matches!(found, Some(Err(_))) {
            self.at = self.text.len();
        }
        found
    }
}

impl<'t> Parts<'t> {
    /// Whether what was read last is a move, and not a number.
    pub fn is_behind_move(&self) -> bool {
        self.behind_move
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn read(&mut self) -> Option<Result<(Token, Span), TextError>> {
        loop {
            if let Err(error) = self.skip() {
                return Some(Err(error));
            }
            let first = self.rest().chars().next()?;
            let here = Span::new(self.at, self.at + first.len_utf8());
            let alone = |closes: char| {
                let open = if closes == ')' { '(' } else { '{' };
                let error = TextError::new(here, format!("`{closes}` closes nothing"));
                Some(Err(error.help(format!("leave it out, or put the `{open}` that it closes before it"))))
            };
            match first {
                '[' if self.is_tag() => return Some(self.tag()),
                '[' if let Some((name, value)) = self.unquoted() => {
                    let line = Span::new(self.at, self.at + self.rest().find(']').map_or(1, |end| end + 1));
                    let error = TextError::new(line, "the value of a tag stands in quotes");
                    return Some(Err(error.help(format!("write `[{name} \"{value}\"]`"))));
                }
                '[' if self.is_cut_tag() => {
                    let line = self.rest().lines().next().unwrap_or_default();
                    let error = TextError::new(Span::new(self.at, self.at + line.len()), "this tag has no end");
                    return Some(Err(error.help("a tag is written `[Name \"…\"]`, on one line")));
                }
                '(' => {
                    if let Err(error) = self.variation() {
                        return Some(Err(error));
                    }
                }
                ')' | '}' => return alone(first),
                _ if let Some((name, value)) = self.unbracketed() => {
                    let line = self.rest().lines().next().unwrap_or_default();
                    let error =
                        TextError::new(Span::new(self.at, self.at + line.len()), "a tag stands in square brackets");
                    return Some(Err(error.help(format!("write `[{name} \"{value}\"]`"))));
                }
                _ => match self.word() {
                    Some(token) => return Some(Ok(token)),
                    None => continue,
                },
            }
        }
    }

    /// Passes over white space and comments: `{ … }`, `; …` and `% …` to the end of the line.
    fn skip(&mut self) -> Result<(), TextError> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || is_unseen(c));
            self.at += rest.len() - trimmed.len();
            let begins_line = self.at == 0 || self.text[..self.at].ends_with(['\n', '\r']);
            match trimmed.chars().next() {
                Some('{') => match trimmed.find('}') {
                    Some(end) => self.at += end + 1,
                    None => {
                        let error = TextError::new(Span::new(self.at, self.at + 1), "this comment has no end");
                        return Err(error.help("close it with `}`"));
                    }
                },
                Some(c) if c == ';' || c == '%' && begins_line => {
                    self.at += trimmed.find(['\n', '\r']).unwrap_or(trimmed.len());
                }
                _ => return Ok(()),
            }
        }
    }

    /// Passes over `( … )`, with all that stands inside.
    fn variation(&mut self) -> Result<(), TextError> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            self.skip()?;
            match self.rest().chars().next() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(c) => {
                    self.at += c.len_utf8();
                    continue;
                }
                None => {
                    let error = TextError::new(Span::new(start, start + 1), "this variation has no end");
                    return Err(error.help("close it with `)`"));
                }
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Whether a tag begins here.
    fn is_tag(&self) -> bool {
        let inside = self.rest()[1..].trim_start();
        // Some have names of several words.
        let spaced = self.begins_line();
        let of_name = |c: char| c.is_alphanumeric() || c == '_' || spaced && c == ' ';
        let name = inside.len() - inside.trim_start_matches(of_name).len();
        name > 0 && inside[name..].trim_start().starts_with('"')
    }

    /// Whether a line begins as a tag does and ends before its value.
    fn is_cut_tag(&self) -> bool {
        let line = self.rest().lines().next().unwrap_or_default();
        let inside = line[1..].trim();
        self.begins_line()
            && inside.starts_with(|c: char| c.is_ascii_uppercase())
            && inside.chars().all(|c| c.is_alphanumeric() || c == '_')
    }

    /// Name and value of a tag without quotes: `[Name value]`, alone on its line.
    fn unquoted(&self) -> Option<(&'t str, &'t str)> {
        let line = self.rest().lines().next()?.trim_end();
        let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.trim().split_once([' ', '\t'])?;
        let named =
            name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let bare = value.trim().trim_matches(QUOTES);
        (named && self.begins_line() && !value.contains(['[', ']', '"'])).then_some((name, bare))
    }

    /// Name and value of a tag without brackets, alone on its line: `Name "value"` or `Name: value`.
    fn unbracketed(&self) -> Option<(&'t str, &'t str)> {
        if !self.begins_line() {
            return None;
        }
        let line = self.rest().lines().next()?.trim_end();
        let (name, value) = line.split_once([' ', '\t', ':'])?;
        let quoted = || value.trim().strip_prefix('"')?.strip_suffix('"');
        let value = if line[name.len()..].starts_with(':') { value.trim() } else { quoted()? };
        // `White: e4 Black: e5`, `White: e4 Nf3`; an opening is no move.
        let is_move = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_alphabetic())
                && word.trim_end_matches(['+', '#']).ends_with(|c: char| c.is_ascii_digit())
        };
        let mut words = value.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
        let moves = name != "ECO" && words.peek().is_some() && words.all(is_move);
        if value.contains(": ") || moves {
            return None;
        }
        // `R:b8` takes something.
        let named = name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(char::is_alphabetic);
        let bare = value.trim_matches(|c| c == '"' || QUOTES.contains(&c));
        (named && !bare.is_empty() && !bare.contains(['[', ']', '"'])).then_some((name, bare))
    }

    /// Whether nothing but white space stands before this place on its line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches(|c| matches!(c, ' ' | '\t') || is_unseen(c));
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// `[Name "value"]`, in which `\` stands before a quote or another `\`.
    fn tag(&mut self) -> Result<(Token, Span), TextError> {
        let start = self.at;
        let open = self.rest().find('"').map_or(self.text.len(), |quote| start + quote);
        let name = self.text[start + 1..open].trim().to_string();
        let mut value = String::new();
        let mut chars = self.text[open + 1..].char_indices();
        let line = self.rest().find(['\n', '\r']).map_or(self.text.len(), |end| start + end);
        let unclosed = || {
            let error = TextError::new(Span::new(start, line), "this tag has no end");
            error.help(format!("a tag is written `[{name} \"…\"]`, on one line"))
        };
        let ends = |at: usize| self.text[at..].trim_start_matches([' ', '\t']).starts_with(']');
        let end = loop {
            match chars.next() {
                // Some leave out the `\` before a quote.
                Some((at, '"')) if ends(open + 2 + at) => break open + 1 + at,
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                None | Some((_, '\n' | '\r')) => return Err(unclosed()),
                Some((_, c)) => value.push(c),
            }
        };
        let behind = self.text[end + 1..].trim_start_matches([' ', '\t']);
        self.at = self.text.len() - behind.len() + 1;
        Ok((Token::Tag(name, value, Span::new(open + 1, end)), Span::new(start, self.at)))
    }

    /// What stands between white space; none if it says nothing of the game.
    fn word(&mut self) -> Option<(Token, Span)> {
        let rest = self.rest();
        let mut depth = 0_usize;
        let mut ends = |c: char| {
            match c {
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ')' => return true,
                _ => {}
            }
            c.is_whitespace() || is_unseen(c) || matches!(c, '{' | '}' | '$')
        };
        // A sign that tells who moves begins a word: `▲７六歩△３四歩`.
        let begins = |c: char| !c.is_ascii() && MOVERS.as_flattened().contains(&c);
        // A mark begins with what ends a word.
        let length = match rest.starts_with('$') {
            true if !rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                rest.find(char::is_whitespace).unwrap_or(rest.len())
            }
            true => 1 + rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1),
            false => {
                let found = rest.char_indices().find(|&(at, c)| ends(c) || at > 0 && begins(c));
                found.map_or(rest.len(), |(at, _)| at)
            }
        };
        let word = &rest[..length];
        let start = self.at;
        if is_evaluation(word) {
            self.at += length;
            return None;
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let behind = word[digits..].trim_start_matches(['.', '…']);
        let dots = &word[digits..word.len() - behind.len()];
        if !dots.is_empty() && result(word).is_none() {
            self.at += digits + dots.len();
            // `1.-e4`, as Spanish books number.
            let rest = self.rest();
            if dots.len() == 1 && rest.starts_with('-') && !rest[1..].starts_with(['-', '0', '1']) {
                self.at += 1;
            }
            // `34. ... Ke7`
            let apart = self.rest().trim_start();
            let more = apart.len() - apart.trim_start_matches(['.', '…']).len();
            if digits > 0 && more > 0 {
                self.at += self.rest().len() - apart.len() + more;
            }
            // Dots alone say what is known by then.
            let number = word[..digits].parse().ok()?;
            return Some((Token::Number(number, dots.len() > 1 || more > 0), Span::new(start, self.at)));
        }
        self.at += length;
        // `1) e4`: nothing is open that it would close. `1: e4`
        let closed = usize::from(digits == word.len() && rest[length..].starts_with(')'));
        if let (Ok(number), true) = (word[..digits].parse(), closed == 1 || &word[digits..] == ":") {
            self.at += closed;
            return Some((Token::Number(number, false), Span::new(start, self.at)));
        }
        // What is thought of a move stands behind it; elsewhere such a sign is what is left of something else.
        let mark = word.starts_with('$') || word.trim_matches(['!', '?']).is_empty() || MARKS.contains(&word);
        let says_nothing = mark && self.behind_move;
        let token = result(word).map_or(Token::Move, Token::Result);
        (!says_nothing).then_some((token, Span::new(start, start + length)))
    }
}

/// The places of the moves of a text, as far as there is nothing wrong with it.
///
/// # Errors
/// Where the text can't be taken apart.
pub fn moves(text: &str) -> Result<Vec<Span>, TextError> {
    let places = parts(text).filter_map(|part| match part {
        Ok((Token::Move, span)) => Some(Ok(span)),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    });
    places.collect()
}
