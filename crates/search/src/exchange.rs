//! Static exchange evaluation: what a capture gains once the captures on its cell have been played out.
//!
//! It is played, not computed from attack tables: on each side the least valuable piece recaptures, or the side stops
//! where stopping is better. So pins, and pieces that stand behind others, count as the rules have it. It makes sense where
//! capturing pieces arrive at the cell of what they take and nothing is compulsory: [`crate::game::Traits::exchanges`].

use crate::game::{Game, Hint, MoveList};

/// No exchange is followed further.
const MOST_PLIES: usize = 32;

/// Buffers for exchanges, one for each ply of them.
#[derive(Debug, Default)]
pub struct Exchange {
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    state: Vec<u64>,
    moves: MoveList,
}

impl Exchange {
    /// Empty ones.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the side to move gains by the capture, in units of the evaluation; the least that both can hold it to. It is
    /// exact inside (alpha, beta) and a bound outside.
    pub fn value<G: Game + ?Sized>(
        &mut self,
        game: &G,
        (state, record): (&[u64], &[u64]),
        hint: &Hint,
        window: (i32, i32),
    ) -> i32 {
        self.play(game, (state, record), hint, window, (0, None))
    }

    fn play<G: Game + ?Sized>(
        &mut self,
        game: &G,
        (state, record): (&[u64], &[u64]),
        hint: &Hint,
        (alpha, beta): (i32, i32),
        (level, stood): (usize, Option<i32>),
    ) -> i32 {
        // A reply takes away.
        if level >= MOST_PLIES || hint.gain <= alpha {
            return hint.gain;
        }
        // But no more than what then stands on the cell: the piece that moved, and what it gained by promotion, which is
        // what it gained beyond the piece that stood there. (A reply that promotes as well is overlooked.)
        if let Some(stood) = stood
            && stood.saturating_sub(hint.risk) >= beta
        {
            return stood.saturating_sub(hint.risk);
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
            let arrive = here.moves.iter().filter(|record| game.arrival(&here.state, record) == hint.to);
            let recapture =
                arrive.map(|record| (record, game.hint(&here.state, record))).filter(|(_, other)| other.noisy);
            if let Some((record, other)) = recapture.min_by_key(|(_, other)| other.risk) {
                let window = (hint.gain.saturating_sub(beta), hint.gain.saturating_sub(alpha));
                reply = self.play(game, (&here.state, record), &other, window, (level + 1, Some(hint.risk))).max(0);
            }
        }
        self.levels[level] = here;
        hint.gain.saturating_sub(reply)
    }
}
