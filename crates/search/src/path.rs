//! The states from the root to the node being searched, with the history behind them.

use super::value::INDEPENDENT;
use crate::game::{Ending, Game, History, Made, MoveList, Position, Rep, Repetition, Side};

/// A stack of states in one buffer; ply 0 is the root.
pub(crate) struct Path<'g, G: Game + ?Sized> {
    game: &'g G,
    words: usize,
    states: Vec<u64>,
    /// What `make` said of each state.
    endings: Vec<Option<Ending>>,
    /// The evaluations, as far as they were asked for.
    estimates: Vec<Option<i32>>,
    /// Whether something must be answered, as far as that was asked.
    threats: Vec<Option<bool>>,
    /// Who is to move in each state.
    movers: Vec<Side>,
    /// The ply that a null move led to, if the last one was that.
    passed: Option<usize>,
    ply: usize,
    /// The game before the root and the path; kept only if `tracks`.
    history: History,
    root_index: usize,
    tracks: bool,
    asks: bool,
    /// What stood before is part of the key.
    keyed: bool,
    /// Positions get their marks when one comes back; up to this ply they have them.
    late: bool,
    marked: usize,
}

impl<'g, G: Game + ?Sized> Path<'g, G> {
    /// A path that starts at the position's state.
    pub fn new(position: &Position<'g, G>) -> Self {
        let game = position.game();
        let (asks, keyed) = (game.reads_history() || game.legal_by_history(), game.legal_by_history());
        let history = position.history().clone();
        Path {
            game,
            words: game.state_words(),
            states: position.state().to_vec(),
            endings: vec![position.ending_by_position()],
            estimates: vec![None],
            threats: vec![None],
            movers: vec![game.mover(position.state())],
            passed: None,
            ply: 0,
            root_index: history.len() - 1,
            history,
            tracks: asks,
            asks,
            keyed,
            late: game.traits().late_marks && !keyed,
            marked: 0,
        }
    }

    /// A path for proofs: the history is kept where positions can come back, and part of the key where that may decide.
    pub fn exact(position: &Position<'g, G>) -> Self {
        let path = Path::new(position);
        let loops = can_loop(position.game());
        let keyed = path.keyed || decides_by_repetition(position.game());
        Path { tracks: path.tracks || loops, keyed, late: path.late && !keyed, ..path }
    }

    /// Whether the positions before this one are part of its key: then its value holds wherever the key is met.
    pub fn keyed(&self) -> bool {
        self.keyed
    }

    /// Whether the game so far is kept: the rules ask it, or whoever made the path does.
    pub fn tracks(&self) -> bool {
        self.tracks
    }

    /// Whether the game so far is asked of every state.
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// Whether the evaluation is no worse for the player to move than it was for him two plies ago, as far as that is known.
    pub fn rises(&self, estimate: i32) -> bool {
        let earlier = self.ply.checked_sub(2).filter(|&ply| self.movers[ply] == self.mover());
        let before = earlier.and_then(|ply| self.estimates[ply]);
        before.is_none_or(|before| estimate >= before)
    }

    /// The evaluation here, if it has been asked for.
    pub fn known(&self) -> Option<i32> {
        self.estimates[self.ply]
    }

    pub fn ply(&self) -> usize {
        self.ply
    }

    pub fn state(&self) -> &[u64] {
        &self.states[self.ply * self.words..(self.ply + 1) * self.words]
    }

    pub fn mover(&self) -> Side {
        self.movers[self.ply]
    }

    /// The index of this node in the history.
    pub fn index(&self) -> u32 {
        (self.root_index + self.ply) as u32
    }

    pub fn make(&mut self, record: &[u64]) {
        let game = self.game;
        self.step(|state, next| game.make(state, record, next));
    }

    /// As [`Path::make`], if the successor is known and what making the move reports.
    pub fn enter(&mut self, successor: &[u64], made: Made) {
        self.step(|_, next| {
            next.copy_from_slice(successor);
            made
        });
    }

    fn step(&mut self, make: impl FnOnce(&[u64], &mut [u64]) -> Made) {
        let start = self.room();
        let (before, next) = self.states.split_at_mut(start);
        let next = &mut next[..self.words];
        let made = make(&before[start - self.words..], next);
        if self.tracks {
            self.history.push(rep(self.game, next, self.late), made.irreversible);
        }
        self.ply += 1;
        self.endings[self.ply] = made.ending;
        self.estimates[self.ply] = None;
        self.threats[self.ply] = None;
        self.movers[self.ply] = self.game.mover(next);
        if self.late && self.history.repeats(2) {
            self.mark();
        }
    }

    /// Gives the positions of the path the marks that they don't have yet.
    fn mark(&mut self) {
        for ply in self.marked + 1..=self.ply {
            let state = &self.states[ply * self.words..(ply + 1) * self.words];
            self.history.mark(self.root_index + ply, self.game.rep(state).marks);
        }
        self.marked = self.ply;
    }

    /// Makes room for the next state, and tells where it begins.
    fn room(&mut self) -> usize {
        let start = (self.ply + 1) * self.words;
        if self.states.len() < start + self.words {
            self.states.resize(start + self.words, 0);
            self.endings.resize(self.ply + 2, None);
            self.estimates.resize(self.ply + 2, None);
            self.threats.resize(self.ply + 2, None);
            self.movers.resize(self.ply + 2, Side::First);
        }
        start
    }

    /// The evaluation of the current state, for its mover.
    pub fn evaluate(&mut self) -> i32 {
        let known = self.estimates[self.ply].unwrap_or_else(|| self.game.evaluate(self.state()));
        self.estimates[self.ply] = Some(known);
        known
    }

    /// Whether the player to move must answer a threat; see [`Game::threatened`].
    pub fn threatened(&mut self) -> bool {
        let known = self.threats[self.ply].unwrap_or_else(|| self.game.threatened(self.state()));
        self.threats[self.ply] = Some(known);
        known
    }

    /// Gives the turn away without a move, where the game can and nothing must be answered; nothing before it counts as a repetition.
    pub fn make_pass(&mut self) -> bool {
        if self.threatened() {
            return false;
        }
        let start = self.room();
        let (before, next) = self.states.split_at_mut(start);
        let next = &mut next[..self.words];
        if !self.game.pass(&before[start - self.words..], next) {
            return false;
        }
        if self.tracks {
            self.history.push(rep(self.game, next, self.late), true);
        }
        self.ply += 1;
        self.endings[self.ply] = None;
        self.estimates[self.ply] = None;
        self.threats[self.ply] = None;
        self.movers[self.ply] = self.game.mover(next);
        self.passed = Some(self.ply);
        true
    }

    /// Whether a null move led here.
    pub fn passed(&self) -> bool {
        self.passed == Some(self.ply)
    }

    /// Back to the root, from wherever a stop left the path.
    pub fn rewind(&mut self) {
        while self.ply > 0 {
            self.undo();
        }
    }

    pub fn undo(&mut self) {
        debug_assert!(self.ply > 0);
        if self.passed() {
            self.passed = None;
        }
        self.ply -= 1;
        self.marked = self.marked.min(self.ply);
        if self.tracks {
            self.history.pop();
        }
    }

    /// Whether history allows the ply that led to the current state.
    pub fn allowed(&self, record: &[u64]) -> bool {
        !self.game.legal_by_history() || {
            let end = self.ply * self.words;
            self.game.allowed_by_history(&self.states[end - self.words..end], record, &self.history)
        }
    }

    /// Whether history allows none of these moves of the current state.
    pub fn allows_none(&mut self, moves: &MoveList) -> bool {
        moves.iter().all(|record| {
            self.make(record);
            let allowed = self.allowed(record);
            self.undo();
            !allowed
        })
    }

    /// The ending that the position or the game so far decides (not want of moves), with what it leans on.
    pub fn decided(&self) -> Option<(Ending, u32)> {
        let by_position = self.endings[self.ply].map(|ending| (ending, INDEPENDENT));
        if !self.asks {
            return by_position;
        }
        let by_history = self.game.ending_by_history(self.state(), &self.history).map(|ending| {
            // A recurrence may be why it ended: lean on its oldest occurrence. Without one it was a counter, which
            // is part of the key.
            (ending, self.history.oldest_recurrence().map_or(INDEPENDENT, |i| i as u32))
        });
        [by_position, by_history].into_iter().flatten().min_by_key(|(ending, _)| ending.rank)
    }

    /// The index of the latest earlier occurrence of this position on the path, the root and the game before it never
    /// counted.
    pub fn recurrence(&self) -> Option<u32> {
        debug_assert!(self.tracks);
        self.history.occurrences().next().filter(|&found| found > self.root_index).map(|found| found as u32)
    }

    /// The index of the latest state of the path, the root included, that is this one in all that matters: also in what
    /// `repeats` does not compare, such as a pass before it. (That a clock has gone on may only draw the game sooner.)
    pub fn came_back(&self) -> Option<u32> {
        debug_assert!(self.tracks);
        // Seldom asked: few positions on a path stood before.
        let is_this = |index: usize| {
            let start = (index - self.root_index) * self.words;
            let (before, now) = (&self.states[start..start + self.words], self.state());
            self.game.key(before, 0) == self.game.key(now, 0) && !self.game.more_time(before, now)
        };
        self.history.occurrences().take_while(|&i| i >= self.root_index).find(|&i| is_this(i)).map(|i| i as u32)
    }

    /// The placement here, as far as `new board` compares it. To be asked where the history is kept; so what follows.
    pub fn board(&self) -> u64 {
        debug_assert!(self.tracks);
        self.history.last().unwrap_or_default().board
    }

    /// The placements that may come back, the one here among them.
    pub fn boards(&self) -> impl Iterator<Item = u64> + '_ {
        self.history.recent().iter().map(|rep| rep.board)
    }

    /// The index of the latest position before this one with the same placement.
    pub fn board_stood(&self) -> Option<usize> {
        let recent = self.history.recent();
        let (last, before) = recent.split_last()?;
        let found = before.iter().rposition(|rep| rep.board == last.board)?;
        Some(self.history.len() - recent.len() + found)
    }

    /// The key of the position alone, whatever stood before.
    pub fn key_here(&self) -> u64 {
        self.game.key_of(self.state(), self.history.last().unwrap_or_default(), u32::MAX)
    }

    /// The key for the solver's table, the same for positions that symmetries turn into each other, and whether a move
    /// found with it is a move of this position.
    pub fn folded_key(&self) -> (u64, bool) {
        if self.keyed { (self.key(u32::MAX), true) } else { self.game.folded_key(self.state(), u32::MAX) }
    }

    /// The table key; `horizon` as in [`Game::key`].
    pub fn key(&self, horizon: u32) -> u64 {
        let key = match self.history.last() {
            Some(rep) if self.tracks => self.game.key_of(self.state(), rep, horizon),
            _ => self.game.key(self.state(), horizon),
        };
        if self.keyed { key ^ self.history.digest() } else { key }
    }
}

/// What tells a state from others; without its marks where these come late.
fn rep<G: Game + ?Sized>(game: &G, state: &[u64], late: bool) -> Rep {
    if late { game.unmarked(state) } else { game.rep(state) }
}

/// Whether a position that comes back may win or lose.
pub(crate) fn decides_by_repetition<G: Game + ?Sized>(game: &G) -> bool {
    !game.traits().no_repetition && game.traits().repetition == Repetition::Decides
}

/// Whether positions can come back, and the rules neither forbid it nor make it more than a draw.
pub(crate) fn can_loop<G: Game + ?Sized>(game: &G) -> bool {
    !game.traits().no_repetition && !game.legal_by_history() && !decides_by_repetition(game)
}
