//! A light view of the text: words, numbers, signs, texts and comments with their places.
//!
//! It splits files into items, finds the places of messages and feeds the formatter; the grammar proper is
//! `grammar/game.pest`. What can't be a token is reported here, in words, and blanked out in a copy of the text, so
//! that the grammar sees only what it knows and every byte keeps its place.

use super::words;
use crate::diag::{Diagnostic, Edit};
use crate::source::Span;

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word that starts with a small letter.
    Word,
    /// A word that starts with a capital.
    Capital,
    /// A number, or what starts like one (`8x8`, `7.5`).
    Number,
    /// A text in quotes.
    Text,
    /// A sign: one of `{ } ( ) , : | * + - = < > .. -> != <= >=`.
    Sign,
}

/// A token with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where.
    pub span: Span,
}

/// The tokens of a text.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    /// All tokens in order.
    pub list: Vec<Token>,
    /// All comments in order, without the end of the line.
    pub comments: Vec<Span>,
    /// The text with everything blanked that was reported.
    pub clean: String,
    /// What was reported.
    pub mistakes: Vec<Diagnostic>,
}

/// The greatest number that a file may hold.
pub const MAX_NUMBER: i64 = 1_000_000_000;

/// The codes of messages that say all there is to say about their place: what stands there may be read in any way.
pub const EXPLAINED: &[&str] = &["apostrophe", "minus-needs-spaces", "unclosed-text", "unquoted-text"];

/// How a comment is written.
const COMMENT: &str = "comments begin with `//` and go to the end of the line";

/// What is written for the `? :` of other languages.
pub const CONDITIONAL: &str = "effects are chosen by `if C { … } else { … }`; of two regions `A else B` is `B` where `A` is empty; \
                           `min(1, count A)` is 1 or 0 as a number";

/// Every sign that is taken for a quote.
const QUOTES: [char; 11] =
    ['"', '\'', '`', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{201E}', '\u{201F}', '\u{AB}', '\u{BB}'];

/// More mistakes than these are not reported: the text is no `.game` file.
const MAX_MISTAKES: usize = 50;

/// Reads all tokens of a text.
pub fn tokens(text: &str) -> Tokens {
    let mut scanner = Scanner {
        text,
        at: 0,
        out: Tokens::default(),
        clean: text.as_bytes().to_vec(),
        unseen_told: false,
        wide_told: false,
    };
    while scanner.at < text.len() {
        scanner.next();
    }
    let Scanner { mut out, clean, .. } = scanner;
    // Only whole characters were replaced, each by as many ASCII bytes: this can't fail, and must not panic.
    out.clean = String::from_utf8(clean).unwrap_or_else(|_| " ".repeat(text.len()));
    out
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    out: Tokens,
    clean: Vec<u8>,
    /// A sign that can't be seen has been reported.
    unseen_told: bool,
    /// Whether a sign of twice the width was told.
    wide_told: bool,
}

impl<'a> Scanner<'a> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let mut chars = rest.chars();
        let (Some(first), second) = (chars.next(), chars.next()) else { return };
        match first {
            ' ' | '\t' | '\r' | '\n' | '\u{FEFF}' => self.at += first.len_utf8(),
            '/' if second == Some('/') => {
                let length = line_length(rest);
                self.out.comments.push(Span::new(self.at, self.at + rest[..length].trim_end().len()));
                self.at += length;
            }
            'a'..='z' => self.token(TokenKind::Word, word_length(rest)),
            'A'..='Z' => self.token(TokenKind::Capital, word_length(rest)),
            '0'..='9' => self.number(rest),
            '"' => self.quoted(rest),
            '-' if rest.starts_with("-- ") => self.mistake(rest, first, second),
            _ => match sign_length(rest) {
                Some(length) => self.token(TokenKind::Sign, length),
                None => self.mistake(rest, first, second),
            },
        }
    }

    fn token(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.out.list.push(Token { kind, span });
        self.at += length;
        if kind == TokenKind::Word {
            self.check_minus(span);
            self.check_rows(span);
        }
    }

    /// `setup fen k7/8/8`: the rest of the line is a text without its quotes.
    fn check_rows(&mut self, span: Span) {
        let word = |t: &Token| &self.clean[t.span.start..t.span.end];
        let setup = self.out.list.iter().rev().nth(1).is_some_and(|t| word(t) == b"setup");
        if !setup || &self.text[span.start..span.end] != "fen" {
            return;
        }
        let rest = &self.text[self.at..];
        let rows = rest[..line_length(rest)].trim();
        // `setup fen = "…"`
        if rows.contains('"') {
            return;
        }
        if !rows.contains('/') || rows.starts_with('/') || rows.starts_with(QUOTES) {
            return;
        }
        let start = self.at + rest.find(rows).unwrap_or(0);
        let end = start + rows.len();
        let report = Diagnostic::error("unquoted-text", Span::new(start, end), "the rows of a position are a text");
        self.report(report.help(format!("set it in quotes: `setup fen \"{rows}\"`")).write(format!("\"{rows}\"")));
        // The quotes take the place of the outer signs: what the rows say is not read.
        let last = rows.chars().next_back().map_or(1, char::len_utf8);
        self.quote(Span::new(start, end), end - last);
    }

    /// Letters follow a hyphen in a name: in `size-1` almost certainly a subtraction was meant. (Whether `own-count` is a name
    /// is known when names are looked up.)
    fn check_minus(&mut self, span: Span) {
        let word = &self.text[span.start..span.end];
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !word.split('-').skip(1).any(is_number) {
            return;
        }
        let text = |span: Span| &self.text[span.start..span.end];
        let before = self.out.list.iter().rev().nth(1).map_or("", |token| text(token.span));
        let declared = |m: &&mut Diagnostic| m.code == "number-behind-hyphen" && text(m.span) == word;
        if before != "move" && before != "board" && words::DECLARE.contains(&before) {
            let name = word.replace('-', "_");
            self.report(
                Diagnostic::error("number-behind-hyphen", span, format!("`{word}` can't be a name"))
                    .help(format!("in a name a letter follows a hyphen: write `{name}`"))
                    .write(name),
            );
        } else if let Some(told) = self.out.mistakes.iter_mut().find(declared) {
            let name = word.replace('-', "_");
            told.fixes.iter_mut().for_each(|fix| fix.edits.push(Edit { span, text: name.clone() }));
        } else {
            self.report(words::minus_needs_spaces(word, span));
        }
        for i in span.start..span.end {
            if self.clean[i] == b'-' {
                self.clean[i] = b'_';
            }
        }
    }

    fn number(&mut self, rest: &str) {
        let mut length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let bytes = rest.as_bytes();
        if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit) {
            length += 1 + rest[length + 1..].bytes().take_while(u8::is_ascii_digit).count();
        }
        let start = self.at;
        let whole = rest[..length].split('.').next().unwrap_or_default();
        self.token(TokenKind::Number, length);
        let large = |digits: &str| !digits.parse::<i64>().is_ok_and(|n| n <= MAX_NUMBER);
        if whole.split('x').any(|part| part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty() && large(part)) {
            self.report(
                Diagnostic::error("number-too-large", Span::new(start, start + length), "this number is too large")
                    .help(format!("numbers go up to {MAX_NUMBER}")),
            );
            self.blank(start, start + length);
            // A great one all the same, so that nothing else seems wrong with a bound.
            match whole.len() == length && !whole.contains('x') {
                true => self.clean[start..start + 9].fill(b'9'),
                false => self.clean[start] = b'1',
            }
        }
    }

    fn quoted(&mut self, rest: &str) {
        let ends = rest[1..].find(['"', '\n']).map(|i| i + 1);
        if let Some(close) = ends.filter(|&i| rest.as_bytes()[i] == b'"') {
            return self.token(TokenKind::Text, close + 1);
        }
        let line = rest[..ends.unwrap_or(rest.len())].trim_end();
        let (start, end) = (self.at, self.at + line.len());
        self.report(
            Diagnostic::error("unclosed-text", Span::new(start, end), "this text has no closing quote")
                .help("a text ends on its line: write `\"` after it")
                .fix("write `\"` after it", [(Span::new(end, end), "\"".to_string())]),
        );
        self.blank(start, end);
        match line[1..].char_indices().next_back() {
            Some((last, _)) => self.quote(Span::new(start, end), start + 1 + last),
            None => self.at = end,
        }
    }

    /// Reports what can't be a token and blanks it.
    fn mistake(&mut self, rest: &str, first: char, second: Option<char>) {
        let pair = |c: char| second == Some(c);
        let start = self.at;
        let sign = |code, text: &str, help: &str| {
            Diagnostic::error(
                code,
                Span::new(start, start + text.len()),
                format!("`{text}` is not a sign of the language"),
            )
            .help(help)
        };
        match first {
            '/' if pair('*') => {
                let length = rest.find("*/").map_or(rest.len(), |i| i + 2);
                self.skip(length, sign("comment-sign", "/*", COMMENT));
            }
            // `look White #ffffff`
            '#' if self.out.list.iter().rev().take(4).any(|t| &self.text[t.span.start..t.span.end] == "look") => {
                let help = "colours have names: `white` `black` `grey` `silver` `red` `orange` `gold` `yellow` `green` `teal` `blue` \
                            `purple` `pink` `brown`";
                self.skip(1 + word_length(&rest[1..]), sign("unknown-character", "#", help));
            }
            '#' => self.skip(line_length(rest), sign("comment-sign", "#", COMMENT).write("//")),
            '?' => {
                let report = sign("conditional-sign", "?", CONDITIONAL);
                self.conditional(rest, report);
            }
            ';' => {
                let before = self.text[..self.at].rsplit('\n').next().unwrap_or_default();
                // What follows on a line of its own is no rule.
                if before.trim().is_empty() && rest[1..].trim_start_matches(' ').starts_with(char::is_alphabetic) {
                    return self.skip(line_length(rest), sign("comment-sign", ";", COMMENT).write("//"));
                }
                let help = "leave it out: each clause ends where the next one begins (a comment begins with `//`)";
                self.skip(1, sign("unexpected-semicolon", ";", help).leave_out());
            }
            '&' if pair('&') => {
                let report = sign("use-and", "&&", "write `and` between conditions, `on` between regions");
                self.stand_in("or", report.write("and").write("on"));
            }
            '|' => self.stand_in("or", sign("use-or", "||", "write `or`").write("or")),
            '=' => {
                self.stand_in("=", sign("use-equal", "==", "write `=`: one sign both defines and compares").write("="))
            }
            '!' => self.skip(
                1,
                sign(
                    "use-not",
                    "!",
                    "write `not` before a condition; the cells that are not in a region are `all except …`",
                )
                .write("not ")
                .write("all except "),
            ),
            '\'' | '\u{2019}' if self.within_word(&rest[first.len_utf8()..]) => self.apostrophe(rest),
            '-' => self.skip(line_length(rest), sign("comment-sign", "--", COMMENT).write("//")),
            _ if typographic(first) == Some(DASH) && self.opens_comment(&rest[first.len_utf8()..]) => {
                let sign = &rest[..first.len_utf8()];
                let message = format!("`{sign}` is {DASH}, and no sign of the language");
                let report = Diagnostic::error("comment-sign", Span::new(start, start + sign.len()), message);
                self.skip(line_length(rest), report.help(COMMENT).write("//"));
            }
            '\u{2018}' | '\u{2019}' | '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\'' | '`' => {
                self.foreign_quote(rest, first);
            }
            _ => self.unknown(rest, first),
        }
    }

    /// `C ? a : b`: the whole expression is left out, as far as it stands on the line, so that nothing is said of its parts.
    fn conditional(&mut self, rest: &str, report: Diagnostic) {
        let line = rest.find([')', '}', '\n']).unwrap_or(rest.len());
        let end = rest[..line].find("//").unwrap_or(line);
        if !rest[..end].contains(':') {
            return self.skip(1, report);
        }
        let first = self.text[..self.at].rfind('\n').unwrap_or(0);
        let mut start = self.at;
        let mut depth = 0_usize;
        while let Some(token) = self.out.list.last().filter(|token| token.span.start >= first) {
            match &self.text[token.span.start..token.span.end] {
                ")" => depth += 1,
                "(" if depth > 0 => depth -= 1,
                "=" | "->" | "(" | "{" | "}" | "," | "when" | "if" | "require" => break,
                _ => {}
            }
            start = token.span.start;
            self.out.list.pop();
        }
        self.report(report);
        self.blank(start, self.at + end);
        self.at += end;
    }

    fn foreign_quote(&mut self, rest: &str, first: char) {
        let start = self.at;
        let width = first.len_utf8();
        let line = &rest[..line_length(rest)];
        let close = line[width..].find(QUOTES).map(|i| i + width);
        let report =
            Diagnostic::error("foreign-quote", Span::new(start, start + width), format!("`{first}` is not a quote"))
                .help("texts stand between two `\"`");
        let Some(close) = close else { return self.skip(width, report) };
        // The text between them is kept: nothing more need be said about it.
        let end = close + rest[close..].chars().next().map_or(1, char::len_utf8);
        let place = |from: usize, to: usize| (Span::new(start + from, start + to), "\"".to_string());
        self.report(report.fix("write `\"` around it", [place(0, width), place(close, end)]));
        self.quote(Span::new(start, start + end), start + close);
    }

    /// Reads all of `span` as a text whose first character, and whose last, at `last`, stand for its quotes.
    fn quote(&mut self, span: Span, last: usize) {
        let first = self.text[span.start..].chars().next().map_or(1, char::len_utf8);
        self.blank(span.start, span.start + first);
        self.blank(last, span.end);
        self.clean[span.start + first - 1] = b'"';
        self.clean[last] = b'"';
        self.out.list.push(Token { kind: TokenKind::Text, span });
        self.at = span.end;
    }

    /// `can't`: the word ends before its apostrophe.
    fn apostrophe(&mut self, rest: &str) {
        let Some(last) = self.out.list.last_mut() else { return };
        let sign = rest.chars().next().map_or(1, char::len_utf8);
        let (start, end) = (last.span.start, self.at + sign + word_length(&rest[sign..]));
        let word = &self.text[start..end].replace('\u{2019}', "'");
        let report = Diagnostic::error("apostrophe", Span::new(start, end), format!("`{word}` has an apostrophe"));
        let help = match word.as_str() {
            "can't" | "won't" => "words have none; a player who has no move is `enemy stuck`",
            "isn't" | "don't" | "doesn't" | "mustn't" => {
                "words have none; write `not` before a condition, `no` before a region"
            }
            _ => "words have none; a player's pieces are `White`, or `White Pawn`",
        };
        self.report(report.help(help));
        self.blank(self.at, end);
        self.at = end;
    }

    /// Whether a letter stands right before this place and right behind.
    fn within_word(&self, rest: &str) -> bool {
        let touches = self.out.list.last().is_some_and(|t| t.span.end == self.at && t.kind != TokenKind::Text);
        touches && rest.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    /// Whether a dash opens a comment: first on its line, or behind a block, where nothing is subtracted.
    fn opens_comment(&self, behind: &str) -> bool {
        let before = self.text[..self.at].rsplit('\n').next().unwrap_or_default();
        let word = behind.trim_start_matches(' ');
        let word = &word[..word_length(word)];
        let operand = word.is_empty()
            || word.starts_with(|c: char| c.is_ascii_digit())
            || words::VALUES.contains(&word)
            || words::PREFIXES.contains(&word);
        let ends = before.trim_end().ends_with('}');
        (before.is_empty() || ends || before.trim().is_empty() && !operand) && !self.within_sum()
    }

    /// Whether terms or numbers stand here: in the block of an evaluation, or in brackets.
    fn within_sum(&self) -> bool {
        // Who has so many mistakes is told no more of them.
        if self.out.mistakes.len() >= MAX_MISTAKES {
            return false;
        }
        let word = |i: usize| self.out.list.get(i).map_or("", |t| &self.text[t.span.start..t.span.end]);
        let mut closed = 0_usize;
        for i in (0..self.out.list.len()).rev() {
            match word(i) {
                "}" | ")" => closed += 1,
                "{" | "(" if closed > 0 => closed -= 1,
                "(" => return true,
                "{" => return (i.saturating_sub(2)..i).any(|i| word(i) == "eval"),
                _ => {}
            }
        }
        false
    }

    /// Whatever else: one message for a run of such characters.
    fn unknown(&mut self, rest: &str, first: char) {
        let known =
            |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || "\"(){},:|*+-=<>;#!/&".contains(c);
        let length = rest.char_indices().find(|&(i, c)| i > 0 && known(c)).map_or(rest.len(), |(i, _)| i);
        let span = Span::new(self.at, self.at + first.len_utf8());
        let wide = matches!(first, '\u{FF01}'..='\u{FF5E}' | '\u{3001}');
        let unseen = first.is_whitespace() || matches!(first, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{AD}');
        let bullet = typographic(first) == Some(BULLET);
        // It is told once: whoever has one of them has many.
        if unseen && std::mem::replace(&mut self.unseen_told, true)
            || wide && std::mem::replace(&mut self.wide_told, true)
            || bullet && self.bullet_told(span)
        {
            self.blank(self.at, self.at + length);
            self.at += length;
            return;
        }
        let message = if first.is_control() || unseen {
            format!("the character U+{:04X} can't stand here", u32::from(first))
        } else {
            match typographic(first) {
                Some(what) => format!("`{first}` is {what}, and no sign of the language"),
                None => format!("`{first}` is not a sign of the language"),
            }
        };
        let report = Diagnostic::error("unknown-character", span, message);
        let owner = self.out.list.last().map_or("", |t| &self.text[t.span.start..t.span.end]);
        let owned = matches!(owner, "own" | "enemy") || owner.starts_with(|c: char| c.is_ascii_uppercase());
        if first == '.' && owned && self.within_word(&rest[1..]) {
            let what = &rest[1..=word_length(&rest[1..])];
            let message =
                Diagnostic::error("unknown-character", span, "no dot stands between an owner and what is owned");
            return self.skip(length, message.help(format!("write `{owner} {what}`")).write(" "));
        }
        // What closes a bracket that was told of is no news.
        let opened = |m: &Diagnostic| m.code == "unknown-character" && self.text[m.span.start..].starts_with('[');
        if first == ']'
            && let Some(told) = self.out.mistakes.last_mut().filter(|told| opened(told))
        {
            told.fixes.iter_mut().for_each(|fix| fix.edits.push(Edit { span, text: ")".to_string() }));
            self.blank(self.at, self.at + length);
            self.at += length;
            return;
        }
        let line = self.text[..self.at].rfind('\n').map_or(0, |newline| newline + 1);
        let alike = looks_like(first);
        let help = match first {
            '/' if self.text[line..].starts_with("players") => {
                Some("the two stand with a comma: `players White, Black`")
            }
            '[' if self.text[line..].starts_with("table") => {
                Some("the numbers stand in braces, with nothing between them: `table worth { 1 2 3 }`")
            }
            '[' if words::is_direction(&rest[1..=word_length(&rest[1..])])
                || self.text[line..].starts_with("players") =>
            {
                Some("a list stands without brackets, with commas: leave them out")
            }
            '[' | ']' => Some("brackets are round: `(` and `)`"),
            '%' => Some("write `mod`"),
            '/' if owner.bytes().all(|b| b.is_ascii_digit())
                && self.text[..self.at].ends_with(&format!("leap {owner}")) =>
            {
                Some("two distances stand with a comma: `leap 1,2`")
            }
            '/' if rest[1..].starts_with('2')
                && owner == "1"
                && self.text[..self.at].trim_end_matches('1').ends_with(' ') =>
            {
                Some("a half is written with a point, as in `7.5`")
            }
            '/' if self.within_word(&rest[1..]) => Some("write `,` between directions, `or` between regions"),
            '/' | '\u{F7}' => Some("write `div`; comments begin with `//`"),
            '&' if words::is_direction(owner) => Some("write `,` between directions"),
            '&' => Some("write `and` between conditions, `on` between regions"),
            '\u{2010}'..='\u{2015}'
                if owner.ends_with(|c: char| c.is_ascii_digit())
                    && rest[first.len_utf8()..].starts_with(|c: char| c.is_ascii_alphanumeric()) =>
            {
                Some("a range is written with two dots: `1..2`, `a1..c1`")
            }
            '\u{2026}' => Some("a range is written with two dots: `1..6`, `a1..h1`"),
            '^' => Some("powers are written out: `n * n`"),
            _ if typographic(first) == Some(DASH) => {
                Some("a minus is `-`, with spaces on both sides; a comment begins with `//`")
            }
            '\u{2212}' => Some("write `-`, with spaces on both sides"),
            _ if bullet => Some("leave it out: each item, clause and effect begins with a word of its own"),
            '\u{D7}' => Some("write `*`, or `x` between sizes"),
            '\u{2260}' => Some("write `!=`"),
            '\u{2264}' => Some("write `<=`"),
            '\u{2265}' => Some("write `>=`"),
            '~' => Some("write `not` before a condition, `all except` before a region"),
            _ if wide => Some("it is a wide sign: write the plain one of ASCII, here and wherever else it stands"),
            _ if unseen => Some("it can't be seen: put a plain space in its place, here and wherever else it stands"),
            '.' if self.text[..self.at].ends_with("..") => Some("a range is written with two dots: `1..6`, `a1..h1`"),
            '.' if self.within_word(&rest[1..]) => Some("where something is, is said with `on`, as in `to on rank 8`"),
            '.' if rest[1..].starts_with(char::is_whitespace) || rest.len() == 1 => {
                Some("leave it out: nothing ends a sentence here")
            }
            '.' => Some("a range is written with two dots: `1..6`"),
            '_' => Some("names begin with a letter"),
            '\u{2192}' | '\u{21D2}' => Some("write `->`"),
            _ if alike.is_some() => Some("it looks like a letter of English, and is one of Cyrillic: type it anew"),
            c if c.is_alphabetic() => Some("names are made of the letters a to z, digits and hyphens"),
            _ => None,
        };
        let report = meant(first).iter().fold(report, |told, text| told.write(*text));
        let report = if bullet { report.leave_out() } else { report };
        let report = alike.into_iter().fold(report, |told, letter| told.write(letter));
        self.report(match help {
            Some(help) => report.help(help),
            None => report,
        });
        self.blank(self.at, self.at + length);
        self.at += length;
    }

    /// Whether such a sign was told of: what mends the first mends all of them.
    fn bullet_told(&mut self, span: Span) -> bool {
        let text = self.text;
        let first =
            |told: &&mut Diagnostic| text[told.span.start..].chars().next().and_then(typographic) == Some(BULLET);
        let Some(told) = self.out.mistakes.iter_mut().find(first) else { return false };
        told.fixes.iter_mut().for_each(|fix| fix.edits.push(Edit { span, text: String::new() }));
        true
    }

    /// Reports and blanks the next `length` bytes.
    fn skip(&mut self, length: usize, report: Diagnostic) {
        self.report(report);
        self.blank(self.at, self.at + length);
        self.at += length;
    }

    /// Reports a two-byte sign and reads it as what was probably meant.
    fn stand_in(&mut self, meant: &str, report: Diagnostic) {
        self.report(report);
        let (start, end) = (self.at, self.at + 2);
        self.blank(start, end);
        self.clean[start..start + meant.len()].copy_from_slice(meant.as_bytes());
        let kind = if meant == "=" { TokenKind::Sign } else { TokenKind::Word };
        self.out.list.push(Token { kind, span: Span::new(start, start + meant.len()) });
        self.at = end;
    }

    fn blank(&mut self, start: usize, end: usize) {
        for byte in &mut self.clean[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }

    fn report(&mut self, report: Diagnostic) {
        if self.out.mistakes.len() < MAX_MISTAKES {
            self.out.mistakes.push(report);
        }
    }
}

/// What [`typographic`] calls a dash, which stands for a minus, a range or a comment.
const DASH: &str = "a dash of typography";

/// What it calls the sign before the entries of a list.
const BULLET: &str = "a bullet of lists";

/// What a sign is called that programs for text write by themselves.
fn typographic(character: char) -> Option<&'static str> {
    match character {
        '\u{2010}'..='\u{2015}' => Some(DASH),
        '\u{2212}' => Some("the minus sign of typography"),
        '\u{2022}' | '\u{2023}' | '\u{2043}' | '\u{25AA}' | '\u{25CF}' | '\u{25E6}' | '\u{B7}' => Some(BULLET),
        '\u{2026}' => Some("an ellipsis"),
        '\u{D7}' => Some("the multiplication sign of typography"),
        '\u{2192}' | '\u{21D2}' => Some("an arrow of typography"),
        _ => None,
    }
}

/// What may be written for a character that is none of the language.
fn meant(character: char) -> &'static [&'static str] {
    match character {
        '%' => &[" mod "],
        '\u{F7}' => &[" div "],
        '/' => &[" div ", ", ", " or "],
        '&' => &[" and ", " on "],
        '\u{2010}'..='\u{2015}' => &["..", " - "],
        '\u{2212}' => &[" - "],
        '\u{2026}' => &[".."],
        '\u{D7}' => &["*", "x"],
        '\u{2260}' => &["!="],
        '\u{2264}' => &["<="],
        '\u{2192}' | '\u{21D2}' => &["->"],
        '\u{2265}' => &[">="],
        '~' => &["not ", "all except "],
        '[' => &["("],
        ']' => &[")"],
        _ => &[],
    }
}

/// The letter of ASCII that one of Cyrillic looks like.
pub fn looks_like(character: char) -> Option<char> {
    const ALIKE: [(&str, &str); 2] = [
        ("\u{430}\u{435}\u{43E}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}", "aeopcyxijs"),
        ("\u{410}\u{412}\u{415}\u{41A}\u{41C}\u{41D}\u{41E}\u{420}\u{421}\u{422}\u{425}", "ABEKMHOPCTX"),
    ];
    ALIKE
        .iter()
        .find_map(|(others, letters)| others.chars().zip(letters.chars()).find(|(other, _)| *other == character))
        .map(|(_, letter)| letter)
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn word_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let mut length = 0;
    while bytes.get(length).is_some_and(part)
        || (bytes.get(length) == Some(&b'-') && bytes.get(length + 1).is_some_and(part))
    {
        length += 1;
    }
    length
}

/// The length of the sign at the start; none for what is not one, with `==`, `||` and `!` among these.
fn sign_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let second = bytes.get(1).copied().unwrap_or(b' ');
    match (bytes[0], second) {
        (b'=', b'=') | (b'|', b'|') => None,
        (b'.', b'.') | (b'-', b'>') | (b'!' | b'<' | b'>', b'=') => Some(2),
        (b'{' | b'}' | b'(' | b')' | b',' | b':' | b'|' | b'*' | b'+' | b'-' | b'=' | b'<' | b'>', _) => Some(1),
        _ => None,
    }
}
