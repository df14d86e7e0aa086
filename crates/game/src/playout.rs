//! Random games without a stack of positions: what benchmarks and playing blind ask for.

use super::{Drawn, Ending, Game, History, Made, MoveList, Overflow, Successors, Trail};
use crate::rng::Rng;

/// So many moves in a row are drawn that history forbids before the others are listed.
const FORBIDDEN: u32 = 8;

/// Buffers for random games of one game, used again and again.
pub struct Playout<'g, G: Game + ?Sized> {
    game: &'g G,
    state: Vec<u64>,
    next: Vec<u64>,
    moves: MoveList,
    successors: Successors,
    /// Only where the rules ask it, and the trail does not tell it.
    past: Option<Past>,
    /// Where [`Game::repeats_to_end`] says so, all that is asked of the game so far.
    trail: Trail,
    listed: bool,
    /// The clause of a drawn move.
    record: Vec<u64>,
    /// The last ply of a game that is over; none in it if there was no move.
    last: Option<Option<Made>>,
}

impl<'g, G: Game + ?Sized> Playout<'g, G> {
    /// Empty buffers.
    pub fn new(game: &'g G) -> Self {
        let words = game.state_words();
        let past = Past { history: History::default(), forbids: game.legal_by_history() };
        let past = (past.forbids || game.reads_history() && game.repeats_to_end().is_none()).then_some(past);
        let moves = MoveList::new(game.move_words());
        let record = vec![0; game.move_words()];
        let (state, next, successors) = (vec![0; words], vec![0; words], Successors::new(game));
        Playout {
            game,
            state,
            next,
            moves,
            successors,
            past,
            trail: Trail::default(),
            listed: false,
            record,
            last: None,
        }
    }

    /// Draws every move from the list: the slow way, to compare with.
    #[must_use]
    pub fn from_lists(self) -> Self {
        Playout { listed: true, ..self }
    }

    /// The position that the last game came to.
    pub fn state(&self) -> &[u64] {
        &self.state
    }

    /// How the last game ended; none if it was broken off. Whoever only counts plies need not wait for the answer.
    ///
    /// # Errors
    /// The [`Overflow`] of a position whose moves can't be listed.
    pub fn ending(&mut self) -> Result<Option<Ending>, Overflow> {
        match self.last {
            None => Ok(None),
            Some(None) => Ok(Some(self.game.ending_if_stuck(&self.state))),
            Some(Some(made)) => self.ending_after(made),
        }
    }

    /// Plays from a position that is not over, at most `most` plies. Every legal move is as likely as any other. Gives the
    /// number of plies.
    ///
    /// # Errors
    /// The [`Overflow`] of a position whose moves can't be listed.
    pub fn play(&mut self, start: &[u64], most: u32, rng: &mut Rng) -> Result<u32, Overflow> {
        self.state.copy_from_slice(start);
        if let Some(past) = &mut self.past {
            past.history.clear();
        }
        self.trail.clear();
        self.last = None;
        let mut ply = 0;
        while ply < most {
            let (plies, drawn) = match (&self.past, self.listed) {
                (_, true) => (0, Drawn::List),
                (Some(_), _) => self.draw_one(rng),
                (None, _) => self.game.draw_many(&mut self.state, &mut self.next, most - ply, rng, &mut self.trail),
            };
            ply += plies;
            let made = match drawn {
                Drawn::Made(made, _) => Some(made),
                Drawn::Stuck => None,
                Drawn::List => {
                    let made = self.list_one(rng)?;
                    ply += u32::from(made.is_some());
                    made
                }
            };
            if made.is_none_or(|made| made.ending.is_some() || self.ending_by_history().is_some()) {
                self.last = Some(made);
                return Ok(ply);
            }
        }
        Ok(most)
    }

    fn ending_by_history(&self) -> Option<Ending> {
        match (&self.past, self.game.repeats_to_end()) {
            (Some(past), _) => self.game.ending_by_history(&self.state, &past.history),
            (None, Some(n)) if self.trail.repetitions() >= n => {
                self.game.ending_by_history(&self.state, &self.trail.history())
            }
            (None, _) => None,
        }
    }

    /// How the game ended with a ply, if it has: by the verdict that the rules name first.
    fn ending_after(&mut self, made: Made) -> Result<Option<Ending>, Overflow> {
        let found = [made.ending, self.ending_by_history()].into_iter().flatten().min_by_key(|e| e.rank);
        let Some(found) = found else {
            return Ok(None);
        };
        let stuck = self.game.ending_if_stuck(&self.state);
        if stuck.rank < found.rank {
            self.moves.clear();
            self.game.generate(&self.state, &mut self.moves)?;
            if self.moves.is_empty() {
                return Ok(Some(stuck));
            }
        }
        Ok(Some(found))
    }

    fn add_to_trail(&mut self, made: Made) {
        let hash = |state: &[u64]| self.game.rep(state).position;
        if self.game.repeats_to_end().is_some() {
            self.trail.add(|| hash(&self.state), || hash(&self.next), made.irreversible);
        }
    }

    /// One ply that history allows.
    fn draw_one(&mut self, rng: &mut Rng) -> (u32, Drawn) {
        let Some(past) = &mut self.past else { return (0, Drawn::List) };
        for _ in 0..FORBIDDEN {
            let drawn = self.game.draw(&self.state, &mut self.next, rng);
            let Drawn::Made(made, word) = drawn else { return (0, drawn) };
            self.record[0] = word;
            // Drawn again until one is allowed: each of the allowed moves is equally likely.
            if past.takes(self.game, &self.state, &self.record, (&self.next, made)) {
                std::mem::swap(&mut self.state, &mut self.next);
                return (1, drawn);
            }
        }
        (0, Drawn::List)
    }

    /// One ply from the list of moves: what came of it; none if there is no move.
    fn list_one(&mut self, rng: &mut Rng) -> Result<Option<Made>, Overflow> {
        let game = self.game;
        if !self.listed && !self.past.as_ref().is_some_and(|past| past.forbids) {
            let drawn = game.draw_from_list(&self.state, &mut self.next, &mut self.successors, rng)?;
            let Some(made) = drawn else { return Ok(None) };
            match &mut self.past {
                Some(past) => past.add(game, &self.state, (&self.next, made)),
                None => self.add_to_trail(made),
            }
            std::mem::swap(&mut self.state, &mut self.next);
            return Ok(Some(made));
        }
        self.moves.clear();
        game.generate(&self.state, &mut self.moves)?;
        while !self.moves.is_empty() {
            let chosen = rng.below(self.moves.len());
            let record = self.moves.get(chosen);
            let made = game.make(&self.state, record, &mut self.next);
            if let Some(past) = &mut self.past
                && !past.takes(game, &self.state, record, (&self.next, made))
            {
                // Drawn again from the others: each of the allowed moves stays equally likely.
                let last = self.moves.len() - 1;
                self.moves.swap(chosen, last);
                self.moves.truncate(last);
                continue;
            }
            self.add_to_trail(made);
            std::mem::swap(&mut self.state, &mut self.next);
            return Ok(Some(made));
        }
        Ok(None)
    }
}

/// The game so far.
struct Past {
    /// Without the last position if nothing before it can come back: mostly it is left for good, too.
    history: History,
    /// Whether history forbids moves.
    forbids: bool,
}

impl Past {
    /// Adds a position after another one.
    fn add<G: Game + ?Sized>(&mut self, game: &G, state: &[u64], (next, made): (&[u64], Made)) {
        if made.irreversible && !self.forbids {
            self.history.clear();
            return;
        }
        if self.history.is_empty() {
            self.history.push(game.rep(state), true);
        }
        self.history.push(game.rep(next), made.irreversible);
    }

    /// The same if history allows the ply that leads there.
    fn takes<G: Game + ?Sized>(
        &mut self,
        game: &G,
        state: &[u64],
        record: &[u64],
        (next, made): (&[u64], Made),
    ) -> bool {
        self.add(game, state, (next, made));
        let allowed = !self.forbids || game.allowed_by_history(state, record, &self.history);
        if !allowed {
            self.history.pop();
        }
        allowed
    }
}
