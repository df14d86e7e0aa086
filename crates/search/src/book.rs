//! An opening book: for positions, moves with weights; learnt from games or from given lines, kept as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::game::{Game, PerSide, Position};

/// Moves for positions, by the positions' keys. The rules that it was made for are named, so that no other game uses it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Book {
    /// Whatever identifies the rules, on one line.
    pub rules: String,
    positions: BTreeMap<u64, BTreeMap<Vec<u64>, i64>>,
    /// Digests of the games that it has learnt from.
    games: BTreeSet<u64>,
}

impl Book {
    /// What the text of a book begins with, before the number of the format.
    pub const HEAD: &str = "rulesmith-book ";

    /// An empty book for these rules.
    pub fn new(rules: impl Into<String>) -> Self {
        Book { rules: rules.into().replace('\n', " "), ..Book::default() }
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Notes the digest of a game, and tells whether it is new to the book: what is learnt twice says no more than once.
    pub fn note_game(&mut self, digest: u64) -> bool {
        self.games.insert(digest)
    }

    /// Adds `weight` to each of the first `plies` moves of a game. Of a game won by the first player give the winner's
    /// moves a positive and the loser's a negative weight by `weights`.
    pub fn learn<G: Game + ?Sized>(&mut self, game: &G, moves: &[Vec<u64>], plies: usize, weights: PerSide<i64>) {
        self.learn_from(&Position::initial(game), moves, plies, weights);
    }

    /// As [`Book::learn`], of a game that began with a position.
    pub fn learn_from<G: Game + ?Sized>(
        &mut self,
        start: &Position<G>,
        moves: &[Vec<u64>],
        plies: usize,
        weights: PerSide<i64>,
    ) {
        let mut position = start.clone();
        for record in moves.iter().take(plies) {
            let weight = weights[position.mover()];
            let entry = self.positions.entry(key(&position)).or_default();
            let total = entry.entry(record.clone()).or_default();
            *total = total.saturating_add(weight);
            position.make(record);
        }
    }

    /// The legal moves that the book knows for this position, the heaviest first; of equal ones the least record.
    pub fn moves<G: Game + ?Sized>(&self, position: &Position<G>) -> Vec<(Vec<u64>, i64)> {
        let Some(known) = self.positions.get(&key(position)) else { return Vec::new() };
        // Two positions may share a key by accident, and files may be edited: only legal moves are given.
        let Ok(legal) = position.clone().moves() else { return Vec::new() };
        let known = known.iter().filter(|(record, _)| legal.position(record).is_some());
        let mut found: Vec<_> = known.map(|(record, weight)| (record.clone(), *weight)).collect();
        found.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        found
    }

    /// The move to play, if one has a positive weight.
    pub fn best<G: Game + ?Sized>(&self, position: &Position<G>) -> Option<Vec<u64>> {
        self.moves(position).into_iter().next().filter(|(_, weight)| *weight > 0).map(|(record, _)| record)
    }

    /// The book as text: a line for the rules, then one for each move: key, weight, record, in hexadecimal but for the
    /// weight; then the digests of games.
    pub fn to_text(&self) -> String {
        let mut out = format!("{}1 {}\n", Book::HEAD, self.rules);
        for (key, moves) in &self.positions {
            for (record, weight) in moves {
                let words: Vec<String> = record.iter().map(|word| format!("{word:x}")).collect();
                let _ = writeln!(out, "{key:016x} {weight} {}", words.join(","));
            }
        }
        for game in &self.games {
            let _ = writeln!(out, "{GAME}{game:016x}");
        }
        out
    }

    /// Reads a book.
    ///
    /// # Errors
    /// The number of the first line that is none of a book's, from 1, and what is wrong with it.
    pub fn from_text(text: &str) -> Result<Book, (usize, String)> {
        let mut lines = text.lines().enumerate();
        let rules = lines.next().and_then(|(_, line)| line.strip_prefix(Book::HEAD)?.strip_prefix("1 "));
        let mut book = Book::new(rules.ok_or((1, "a book starts with `rulesmith-book 1` and the rules".to_string()))?);
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = || (number + 1, "expected `key weight record`, as in `00a1 3 1f,2`".to_string());
            if let Some(game) = line.strip_prefix(GAME) {
                book.games.insert(u64::from_str_radix(game.trim(), 16).map_err(|_| wrong())?);
                continue;
            }
            let mut words = line.split_whitespace();
            let (Some(key), Some(weight), Some(record), None) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                return Err(wrong());
            };
            let key = u64::from_str_radix(key, 16).map_err(|_| wrong())?;
            let weight = weight.parse().map_err(|_| wrong())?;
            let record: Result<Vec<u64>, _> = record.split(',').map(|word| u64::from_str_radix(word, 16)).collect();
            book.positions.entry(key).or_default().insert(record.map_err(|_| wrong())?, weight);
        }
        Ok(book)
    }
}

/// What stands before the digest of a game.
const GAME: &str = "game ";

/// What the book knows a position by: counters that are far from their limits don't matter.
fn key<G: Game + ?Sized>(position: &Position<G>) -> u64 {
    position.game().key(position.state(), 0)
}
