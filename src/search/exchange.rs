//! Static exchange evaluation: what a capture gains once the captures on its cell have been played out.
//!
//! It is played, not computed from attack tables: on each side the least valuable piece recaptures, or the side stops
//! where stopping is better. So pins, and pieces that stand behind others, count as the rules have it. It makes sense where
//! capturing pieces arrive at the cell of what they take and nothing is compulsory: [`crate::game::Traits::exchanges`].

use crate::game::{Game, Hint, MoveList};

/// No exchange is followed further.
const MOST_PLIES: usize = 32;

/// Buffers for exchanges, one for each ply of them.
pub(crate) struct Exchange {
    levels: Vec<Level>,
}

struct Level {
    state: Vec<u64>,
    moves: MoveList,
}

impl Exchange {
    pub fn new() -> Self {
        Exchange { levels: Vec::new() }
    }

    /// What the side to move gains by the capture, in units of the evaluation; the least that both can hold it to.
    pub fn value<G: Game + ?Sized>(&mut self, game: &G, state: &[u64], record: &[u64], hint: &Hint) -> i32 {
        self.play(game, state, record, hint, 0)
    }

    fn play<G: Game + ?Sized>(&mut self, game: &G, state: &[u64], record: &[u64], hint: &Hint, level: usize) -> i32 {
        if level >= MOST_PLIES {
            return hint.gain;
        }
        if self.levels.len() <= level {
            self.levels.push(Level { state: vec![0; game.state_words()], moves: MoveList::new(game.move_words()) });
        }
        // The level is taken out while the next one is played.
        let none = Level { state: Vec::new(), moves: MoveList::new(game.move_words()) };
        let mut here = std::mem::replace(&mut self.levels[level], none);
        let ended = game.make(state, record, &mut here.state).ending.is_some();
        let mut reply = 0;
        here.moves.clear();
        if !ended && game.generate_noisy(&here.state, &mut here.moves).is_ok() {
            let recapture = here.moves.iter().map(|record| (record, game.hint(&here.state, record)));
            let recapture = recapture.filter(|(_, other)| other.noisy && other.to == hint.to);
            if let Some((record, other)) = recapture.min_by_key(|(_, other)| other.risk) {
                reply = self.play(game, &here.state, record, &other, level + 1).max(0);
            }
        }
        self.levels[level] = here;
        hint.gain.saturating_sub(reply)
    }
}
