//! How well tokens stand side by side, judged by the rest of a file and by the examples of the language's words: of edits that all
//! let a file be read, it tells the likelier ones.

use std::collections::HashMap;

use crate::source::Source;
use crate::syntax::tokens::{Token, TokenKind, tokens};
use crate::syntax::vocabulary::{self, WORDS};

/// What two and three neighbours cost that were never seen, or only others of their sort.
const STRANGE: (f64, f64) = (2.5, 1.0);
const ALIKE: (f64, f64) = (0.6, 0.3);

/// How much less each sighting costs, to a limit.
const SEEN: f64 = 0.15;

/// A token: the word itself, and its sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Seen {
    word: u32,
    sort: u32,
}

/// What stood beside what.
#[derive(Debug, Default)]
pub(super) struct Likely {
    ids: HashMap<String, u32>,
    /// What the files declare, by the word of its item.
    declared: HashMap<String, String>,
    pairs: HashMap<[u32; 2], u32>,
    triples: HashMap<[u32; 3], u32>,
    /// Words and signs that stood anywhere, and whether in the files.
    words: Vec<(String, bool)>,
}

impl Likely {
    /// What can be learned from a file, those that it extends, and the language.
    pub(super) fn of(source: &Source) -> Self {
        let mut likely = Likely::default();
        let mut next = Some(source);
        while let Some(file) = next {
            likely.read(&file.text, true);
            next = file.base().and_then(Result::ok);
        }
        WORDS.iter().for_each(|word| likely.read(word.example, false));
        likely
    }

    /// Words and signs that may stand in a file, each once.
    pub(super) fn words(&self) -> &[(String, bool)] {
        &self.words
    }

    fn read(&mut self, text: &str, own: bool) {
        let lexed = tokens(text);
        let word = |token: &Token| &text[token.span.start..token.span.end];
        for pair in lexed.list.windows(2) {
            let item = word(&pair[0]);
            if vocabulary::word(item).is_some_and(|item| item.is(vocabulary::role::NAMES)) {
                self.declared.insert(word(&pair[1]).to_string(), format!("<{item}>"));
            }
        }
        let all: Vec<Seen> = lexed.list.iter().map(|token| self.seen(word(token), token.kind)).collect();
        for token in lexed.list.iter().filter(|token| token.kind != TokenKind::Text) {
            if !self.words.iter().any(|(other, _)| other == word(token)) {
                self.words.push((word(token).to_string(), own));
            }
        }
        for pair in all.windows(2) {
            forms([pair[0], pair[1]]).into_iter().for_each(|pair| *self.pairs.entry(pair).or_default() += 1);
        }
        for three in all.windows(3) {
            let forms = forms([three[0], three[1], three[2]]);
            forms.into_iter().for_each(|three| *self.triples.entry(three).or_default() += 1);
        }
    }

    fn id(&mut self, text: &str) -> u32 {
        match self.ids.get(text) {
            Some(&id) => id,
            None => {
                let id = self.ids.len() as u32;
                self.ids.insert(text.to_string(), id);
                id
            }
        }
    }

    /// A token as it is counted.
    pub(super) fn seen(&mut self, word: &str, kind: TokenKind) -> Seen {
        let small = || word.starts_with(|c: char| c.is_ascii_lowercase());
        let cell = || small() && word.len() < 5 && word.ends_with(|c: char| c.is_ascii_digit());
        let sort = match kind {
            TokenKind::Sign => word,
            TokenKind::Number => "<number>",
            TokenKind::Text => "<text>",
            TokenKind::Capital => "<capital>",
            TokenKind::Word if vocabulary::word(word).is_some() => word,
            TokenKind::Word if cell() => "<cell>",
            TokenKind::Word => self.declared.get(word).map_or("<name>", String::as_str),
        };
        let sort = sort.to_string();
        Seen { word: self.id(word), sort: self.id(&sort) }
    }

    /// What it costs that tokens stand side by side. `once`: they are counted once themselves.
    pub(super) fn cost(&self, row: &[Seen], once: bool) -> f64 {
        let pairs = row.windows(2).map(|pair| {
            let counts = forms([pair[0], pair[1]]).map(|form| self.pairs.get(&form).copied().unwrap_or(0));
            weighed(counts, once, STRANGE.0, ALIKE.0)
        });
        let triples = row.windows(3).map(|three| {
            let counts =
                forms([three[0], three[1], three[2]]).map(|form| self.triples.get(&form).copied().unwrap_or(0));
            weighed(counts, once, STRANGE.1, ALIKE.1)
        });
        pairs.chain(triples).sum()
    }
}

/// Neighbours as they are counted: as they are, and by their sorts.
fn forms<const N: usize>(row: [Seen; N]) -> [[u32; N]; 2] {
    // Sorts and words have numbers of their own; where all are words, they are one.
    [row.map(|seen| seen.word), row.map(|seen| seen.sort)]
}

fn weighed(counts: [u32; 2], once: bool, strange: f64, alike: f64) -> f64 {
    // Where sorts are the words themselves, one place was counted twice.
    let [words, sorts] = counts.map(|count| count.saturating_sub(u32::from(once)));
    let less = |count: u32| SEEN * f64::from(count.min(8)).ln_1p();
    match (words, sorts) {
        (0, 0) => strange,
        (0, _) => alike - less(sorts) * alike,
        _ => -less(words) * alike,
    }
}
