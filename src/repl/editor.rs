//! What the line editor knows: completion, hints, colours.

use std::borrow::Cow;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::{Context, Helper, Result, Validator};

use super::Repl;
use super::command::{COMMANDS, names};
use super::help::TOPICS;
use crate::session::Files;
use crate::{ide, library};

/// More moves than this are not worth a list.
const MOST_MOVES: usize = 5_000;

/// Knows the commands, and the moves and names of the position.
#[derive(Helper, Validator, Default)]
pub(super) struct Assistant {
    moves: Vec<String>,
    /// The text of the rules, and its path.
    rules: (String, String),
    options: Vec<String>,
    evaluations: Vec<String>,
}

impl Assistant {
    /// Takes in what may be typed next.
    pub fn learn(&mut self, repl: &Repl) {
        let Some(session) = repl.session() else { return *self = Assistant::default() };
        let records = session.records();
        self.moves = match records {
            Ok(records) if records.len() <= MOST_MOVES => session.moves().unwrap_or_default(),
            _ => Vec::new(),
        };
        let source = &session.loaded().source;
        self.rules = (source.text.clone(), source.name.clone());
        self.options = session.compiled().options().iter().map(|o| format!("{}=", o.name)).collect();
        self.evaluations = session.compiled().evaluations();
    }

    /// What may stand at the end of `line`, and where that word begins.
    pub fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let begun = line.trim_start();
        let separator = |c: char| c.is_whitespace() || "?()+*,".contains(c);
        let start = line.rfind(separator).map_or(0, |i| i + line[i..].chars().next().map_or(1, char::len_utf8));
        let word = &line[start..];
        let moves = || self.moves.iter().map(String::as_str);
        let first = begun.split_whitespace().next().unwrap_or_default();
        let found = if begun.starts_with('?') {
            let question = begun.trim_start_matches('?');
            let (rules, path) = &self.rules;
            let found = ide::complete_question(question, rules, path, &Files);
            fitting(word, found.items.iter().map(|item| item.apply.as_str()))
        } else if line[..start].trim().is_empty() {
            fitting(word, names().chain(moves()))
        } else {
            match first {
                "help" => fitting(word, names().chain(TOPICS.iter().map(|t| t.0))),
                "set" => fitting(word, self.options.iter().map(String::as_str)),
                "eval" => fitting(word, self.evaluations.iter().map(String::as_str)),
                "load" => fitting(word, library::names()),
                "perft" => fitting(word, ["divide"].into_iter()),
                "moves" => fitting(word, moves()),
                _ => Vec::new(),
            }
        };
        (start, found)
    }
}

/// The words that go on from `word`.
fn fitting<'w>(word: &str, words: impl Iterator<Item = &'w str>) -> Vec<String> {
    words.filter(|w| w.starts_with(word)).map(str::to_string).collect()
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, context: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let (start, words) = self.candidates(&line[..position]);
        let mut pairs: Vec<Pair> = words.into_iter().map(|w| Pair { display: w.clone(), replacement: w }).collect();
        let first = line.split_whitespace().next().unwrap_or_default();
        if matches!(first, "load" | "save") && start > 0 {
            let (at, files) = FilenameCompleter::new().complete(line, position, context)?;
            if pairs.is_empty() {
                return Ok((at, files));
            }
            if at == start {
                pairs.extend(files);
            }
        }
        Ok((start, pairs))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    /// What a command takes, or the rest of the only word that it can become.
    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<String> {
        if position < line.len() || line.is_empty() {
            return None;
        }
        if let Some(command) = COMMANDS.iter().find(|c| line.trim_end() == c.name) {
            let rest = command.usage.strip_prefix(command.name)?.trim_start();
            let space = if line.ends_with(' ') { "" } else { " " };
            return (!rest.is_empty()).then(|| format!("{space}{rest}"));
        }
        let (start, words) = self.candidates(line);
        match &words[..] {
            [only] if start < line.len() => only.strip_prefix(&line[start..]).map(str::to_string),
            _ => None,
        }
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if let Some(query) = line.strip_prefix('?') {
            return Cow::Owned(format!("\x1b[35m?\x1b[0m{query}"));
        }
        let code = if names().any(|n| n == word) {
            "1;36"
        } else if self.moves.iter().any(|m| m == word) {
            "32"
        } else {
            return Cow::Borrowed(line);
        };
        Cow::Owned(line.replacen(word, &format!("\x1b[{code}m{word}\x1b[0m"), 1))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_come_next() {
        let words = |list: &[&str]| list.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        let assistant = Assistant {
            moves: words(&["e2e4", "e2e3", "b1c3"]),
            rules: ("players White, Black\npiece Pawn\nregion odd = rank 1".to_string(), String::new()),
            options: words(&["size="]),
            evaluations: words(&["material"]),
        };
        assert_eq!(assistant.candidates("b"), (0, words(&["board", "best", "b1c3"])));
        assert_eq!(assistant.candidates("? count o"), (8, words(&["occupied", "orthogonal", "over", "own", "odd"])));
        assert_eq!(assistant.candidates("?P"), (1, words(&["Pawn"])));
        assert_eq!(assistant.candidates("set s"), (4, words(&["size="])));
        assert_eq!(assistant.candidates("moves e"), (6, words(&["e2e4", "e2e3"])));
        assert_eq!(assistant.candidates("help q"), (5, words(&["quit", "queries"])));
        assert_eq!(assistant.candidates("é"), (0, vec![]));
    }
}
