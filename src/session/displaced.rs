//! Turns that are written piece by piece, `Ee2n Ee3n rd6w Hd5n`: the letter of a piece, its cell, and where it goes from there, `x` where
//! it is gone. Source: the notation of Arimaa, <https://arimaa.com/arimaa/learn/notation.html>

use super::{Played, Session};
use crate::compile::AnyExecutor;
use crate::game::{Position, Side};
use crate::notation::pgn;

/// The ways, by their letters: files to the right, ranks upwards.
const WAYS: [(char, i32, i32); 4] = [('n', 0, 1), ('s', 0, -1), ('e', 1, 0), ('w', -1, 0)];

/// More words than a turn has.
const MOST_WORDS: usize = 16;

/// A piece that leaves its cell.
struct Displaced {
    letter: char,
    from: usize,
    /// None if it is gone.
    to: Option<usize>,
}

impl Session {
    /// What such a word says; none if it is no such word.
    fn displaced(&self, word: &str) -> Option<Displaced> {
        let topology = self.compiled().topology();
        let mut letters = word.chars();
        let (letter, way) = (letters.next().filter(char::is_ascii_alphabetic)?, letters.next_back()?);
        let from = topology.cell(letters.as_str())?;
        if way == 'x' {
            return Some(Displaced { letter, from, to: None });
        }
        let (_, x, y) = WAYS.iter().find(|known| known.0 == way)?;
        let here = &topology.cells[from];
        let to = topology
            .cells
            .iter()
            .position(|cell| (cell.board, cell.x, cell.y) == (here.board, here.x + x, here.y + y))?;
        Some(Displaced { letter, from, to: Some(to) })
    }

    /// What to say of such a word that is no move here for what stands on its cell.
    pub(super) fn not_displaced(&self, position: &Position<'_, AnyExecutor>, word: &str) -> Option<String> {
        let Displaced { letter, from, .. } = self.displaced(word)?;
        let cell = &self.compiled().topology().cells[from].name;
        match self.compiled().contents(position.state(), from).first() {
            None => Some(format!("`{cell}` is empty")),
            Some(content) if content.letter != letter => Some(format!("on `{cell}` stands `{}`", content.letter)),
            Some(_) => None,
        }
    }

    /// Whether a word is the number of a turn with the letter of who makes it, `2g`, before such words: then it says nothing more.
    pub(super) fn numbers_a_turn(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        word: &str,
        text: &str,
        parts: &pgn::Parts<'_>,
    ) -> bool {
        let (number, side) = word.split_at(word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len()));
        let players = self.compiled().players();
        let known = ["w", "b"].contains(&side)
            || Side::ALL.into_iter().any(|player| players[player].to_lowercase().starts_with(side));
        // Before it the pieces are put on their cells: `1g Ra1 Rb1`.
        let mut is_put =
            |next: &str| next.starts_with(char::is_alphabetic) && self.read_exactly(position, next).is_ok();
        let mut next =
            || next_move(text, &mut parts.clone()).is_some_and(|next| self.displaced(next).is_some() || is_put(next));
        !number.is_empty() && side.len() == 1 && known && next()
    }

    /// The turn that begins with this word and after which the pieces stand as these words say, of as many of them as can be one turn;
    /// and what stands behind it.
    pub(super) fn read_displaced<'t>(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        first: &str,
        text: &'t str,
        parts: &pgn::Parts<'t>,
    ) -> Option<(Played, pgn::Parts<'t>)> {
        let letters = |state: &[u64]| -> Vec<Option<char>> {
            let sites = 0..self.compiled().topology().sites();
            sites.map(|site| self.compiled().contents(state, site).first().map(|content| content.letter)).collect()
        };
        let mut cells = letters(position.state());
        // How the pieces stand behind each of the words.
        let mut behind: Vec<(Vec<Option<char>>, pgn::Parts<'t>)> = Vec::new();
        let (mut word, mut parts) = (first, parts.clone());
        while let Some(Displaced { letter, from, to }) = self.displaced(word).filter(|_| behind.len() < MOST_WORDS) {
            if cells[from] != Some(letter) || to.is_some_and(|to| cells[to].is_some()) {
                break;
            }
            cells[from] = None;
            if let Some(to) = to {
                cells[to] = Some(letter);
            }
            behind.push((cells.clone(), parts.clone()));
            match next_move(text, &mut parts) {
                Some(next) => word = next,
                None => break,
            }
        }
        if behind.is_empty() {
            return None;
        }
        let legal = position.moves().ok()?;
        let mut best: Option<(usize, &[u64])> = None;
        for record in legal.iter() {
            position.make(record);
            let now = letters(position.state());
            position.undo();
            let found = behind.iter().rposition(|(cells, _)| *cells == now);
            if found.is_some() && found > best.map(|(words, _)| words) {
                best = found.map(|words| (words, record));
            }
        }
        let (words, record) = best?;
        let record = record.to_vec();
        let played = self.compiled().move_text(position.state(), &record);
        let mut rest = behind.swap_remove(words).1;
        // Some say that the rest of a turn is passed.
        let mut passed = rest.clone();
        if next_move(text, &mut passed).is_some_and(|next| next.eq_ignore_ascii_case("pass")) {
            rest = passed;
        }
        Some((Played { record, text: played }, rest))
    }
}

/// The next word of a list, if it is one of a move.
fn next_move<'t>(text: &'t str, parts: &mut pgn::Parts<'t>) -> Option<&'t str> {
    match parts.next() {
        Some(Ok((pgn::Token::Move, span))) => Some(&text[span.start..span.end]),
        _ => None,
    }
}
