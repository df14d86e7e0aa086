//! A position with its history: what sessions, perft and the search's root walk on.

use std::ops::Deref;

use super::{Ending, Game, History, MoveList, Overflow, Side};

/// A stack of states with the history that led there, of a game that `P` leads to: a reference where the walk lives as
/// long as the game is lent ([`Position`]), an [`Arc`](std::sync::Arc) or the like where it is kept and sent about.
#[derive(Clone)]
pub struct Walk<P> {
    game: P,
    states: Vec<u64>,
    endings: Vec<Option<Ending>>,
    history: History,
}

/// A walk through a game that is lent.
pub type Position<'g, G> = Walk<&'g G>;

impl<G: Game + ?Sized, P: Deref<Target = G> + Clone> Walk<P> {
    /// The starting position.
    pub fn initial(game: P) -> Self {
        let start = game.initial();
        Walk::new(game, &start)
    }

    /// A position that is set up, without a history.
    ///
    /// # Panics
    /// If the state has another length than [`Game::state_words`].
    pub fn new(game: P, state: &[u64]) -> Self {
        assert_eq!(state.len(), game.state_words());
        let (endings, history) = (vec![game.status(state)], History::starting_at(game.rep(state)));
        Walk { game, states: state.to_vec(), endings, history }
    }

    /// The same position in another game whose states and records are those of this one: one that only evaluates otherwise.
    ///
    /// # Panics
    /// If states have another length there.
    pub fn seen_as<'h, H: Game + ?Sized>(&self, game: &'h H) -> Position<'h, H> {
        assert_eq!(self.game.state_words(), game.state_words());
        let (states, endings, history) = (self.states.clone(), self.endings.clone(), self.history.clone());
        Walk { game, states, endings, history }
    }

    /// The game.
    pub fn game(&self) -> P {
        self.game.clone()
    }

    /// The state now.
    pub fn state(&self) -> &[u64] {
        let n = self.game.state_words();
        &self.states[self.states.len() - n..]
    }

    /// The state that it began with.
    pub fn start(&self) -> &[u64] {
        &self.states[..self.game.state_words()]
    }

    /// The history, the state now included.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// How often the turn has passed on this stack: as often as plies were made, but for those with an extra turn.
    pub fn turns_passed(&self) -> usize {
        let words = self.game.state_words();
        let movers: Vec<Side> = self.states.chunks_exact(words).map(|state| self.game.mover(state)).collect();
        movers.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// How many plies were made on this stack.
    pub fn plies(&self) -> usize {
        self.endings.len() - 1
    }

    /// Who moves.
    pub fn mover(&self) -> Side {
        self.game.mover(self.state())
    }

    /// Makes a move that [`Position::moves`] gave.
    pub fn make(&mut self, record: &[u64]) {
        let n = self.game.state_words();
        let old = self.states.len() - n;
        self.states.resize(old + 2 * n, 0);
        let (before, next) = self.states.split_at_mut(old + n);
        let made = self.game.make(&before[old..], record, next);
        let rep = self.game.rep(next);
        self.history.push(rep, made.irreversible);
        self.endings.push(made.ending);
    }

    /// Takes the last move back; `false` at the first position.
    pub fn undo(&mut self) -> bool {
        if self.plies() == 0 {
            return false;
        }
        let n = self.game.state_words();
        self.states.truncate(self.states.len() - n);
        self.endings.pop();
        self.history.pop();
        true
    }

    /// The legal moves, history obeyed; none where the position alone has decided the game.
    ///
    /// # Errors
    /// See [`Overflow`].
    pub fn moves(&mut self) -> Result<MoveList, Overflow> {
        let mut list = MoveList::new(self.game.move_words());
        if self.endings.last().copied().flatten().is_none() {
            self.game.generate(self.state(), &mut list)?;
            self.reject_by_history(&mut list);
        }
        Ok(list)
    }

    /// The legal moves, or how the game has ended: as [`Position::ending`] and [`Position::moves`] in one go.
    ///
    /// # Errors
    /// See [`Overflow`].
    pub fn moves_or_ending(&mut self) -> Result<Result<MoveList, Ending>, Overflow> {
        let by_position = self.ending_by_position();
        let by_history = self.game.ending_by_history(self.state(), &self.history);
        let found = [by_position, by_history].into_iter().flatten().min_by_key(|e| e.rank);
        if let Some(ending) = found.filter(|e| e.rank == 0) {
            return Ok(Err(ending));
        }
        let mut list = MoveList::new(self.game.move_words());
        self.game.generate(self.state(), &mut list)?;
        self.reject_by_history(&mut list);
        let stuck = list.is_empty().then(|| self.game.ending_if_stuck(self.state()));
        let ending = [found, stuck].into_iter().flatten().min_by_key(|e| e.rank);
        Ok(ending.map_or(Ok(list), Err))
    }

    /// Drops the moves that the history forbids.
    pub fn reject_by_history(&mut self, list: &mut MoveList) {
        if self.game.legal_by_history() {
            let from = self.state().to_vec();
            list.retain(|record| {
                self.make(record);
                let allowed = self.game.allowed_by_history(&from, record, &self.history);
                self.undo();
                allowed
            });
        }
    }

    /// The ending decided by the position alone, as [`Game::make`] or [`Game::status`] reported it.
    pub fn ending_by_position(&self) -> Option<Ending> {
        self.endings.last().copied().flatten()
    }

    /// Whether and how the game has ended: by position, by history or for want of a move. Where several hold, the
    /// verdict that the rules name first counts.
    ///
    /// # Errors
    /// See [`Overflow`].
    pub fn ending(&mut self) -> Result<Option<Ending>, Overflow> {
        Ok(self.moves_or_ending()?.err())
    }
}
