//! Random games without a stack of positions: what benchmarks and playing blind ask for.

use super::{Game, History, MoveList, Overflow};

/// Buffers for random games of one game, used again and again.
pub struct Playout<'g, G: Game + ?Sized> {
    game: &'g G,
    state: Vec<u64>,
    next: Vec<u64>,
    moves: MoveList,
    /// Asked only where the rules ask it.
    history: Option<History>,
}

impl<'g, G: Game + ?Sized> Playout<'g, G> {
    /// Empty buffers.
    pub fn new(game: &'g G) -> Self {
        let words = game.state_words();
        let history = (game.reads_history() || game.legal_by_history()).then(History::default);
        let moves = MoveList::new(game.move_words());
        Playout { game, state: vec![0; words], next: vec![0; words], moves, history }
    }

    /// The position that the last game came to.
    pub fn state(&self) -> &[u64] {
        &self.state
    }

    /// Plays from a position that is not over, at most `most` plies; `below(n)` gives a number below n. Every legal move
    /// is as likely as any other. Gives the number of plies.
    ///
    /// # Errors
    /// The [`Overflow`] of a position whose moves can't be listed.
    pub fn play(&mut self, start: &[u64], most: u32, below: &mut dyn FnMut(usize) -> usize) -> Result<u32, Overflow> {
        let game = self.game;
        self.state.copy_from_slice(start);
        if let Some(history) = &mut self.history {
            *history = History::starting_at(game.rep(start));
        }
        for ply in 0..most {
            self.moves.clear();
            game.generate(&self.state, &mut self.moves)?;
            loop {
                if self.moves.is_empty() {
                    return Ok(ply);
                }
                let chosen = below(self.moves.len());
                let record = self.moves.get(chosen);
                let made = game.make(&self.state, record, &mut self.next);
                let Some(history) = &mut self.history else {
                    std::mem::swap(&mut self.state, &mut self.next);
                    if made.ending.is_some() {
                        return Ok(ply + 1);
                    }
                    break;
                };
                history.push(game.rep(&self.next), made.irreversible);
                if game.legal_by_history() && !game.allowed_by_history(record, &self.next, history) {
                    // Drawn again from the others: each of the allowed moves stays equally likely.
                    history.pop();
                    let last = self.moves.len() - 1;
                    self.moves.swap(chosen, last);
                    self.moves.truncate(last);
                    continue;
                }
                std::mem::swap(&mut self.state, &mut self.next);
                if made.ending.is_some() || game.ending_by_history(&self.state, history).is_some() {
                    return Ok(ply + 1);
                }
                break;
            }
        }
        Ok(most)
    }
}
