//! Quick games of a game with itself: at random, or by looking one ply ahead with a share of random moves.

use crate::game::time::Instant;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Stopped;
use super::journal::Tally;
use crate::compile::AnyExecutor;
use crate::game::{MoveList, Outcome, Position, Side};
use crate::rng::Rng;

/// How the players choose.
#[derive(Clone, Copy)]
pub enum Policy<'a> {
    /// Any legal move.
    Random,
    /// Mostly the move that leads to the position with the best evaluation by another reading of the game; one move in so many
    /// at random, and so are the first ones.
    Greedy {
        /// Who evaluates, for either player.
        judges: [&'a AnyExecutor; 2],
        /// One move in so many is random; 0 for none.
        random: usize,
        /// So many plies at the beginning are random.
        opening: usize,
        /// Whether the best reply to the moves that look best is looked for as well.
        replies: bool,
    },
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// The positions, the first one included, the last one not.
    pub states: Vec<Vec<u64>>,
    /// How it went for the first player: 1, 0 or -1; none if it was broken off.
    pub result: Option<i8>,
}

/// Plays games and counts what they cost.
pub struct Table<'g> {
    game: &'g AnyExecutor,
    rng: Rng,
    /// Positions whose moves were listed, and moves listed.
    pub listed: u64,
    pub moves: u64,
    /// Positions judged.
    pub judged: u64,
    /// Plies made.
    pub plies: u64,
    next: Vec<u64>,
    after: Vec<u64>,
    replies: MoveList,
    deadline: Option<Instant>,
    stop: &'g AtomicBool,
}

/// So many moves are looked at with the replies to them: those that look best without.
const NARROW: usize = 6;

/// What a decided game is worth.
const DECIDED: i64 = 1 << 40;

impl<'g> Table<'g> {
    /// A table for a game; equal seeds give equal games. At the deadline, or when it is told to stop, nothing more is played.
    pub fn new(game: &'g AnyExecutor, seed: u64, deadline: Option<Instant>, stop: &'g AtomicBool) -> Self {
        let (next, after) = (vec![0; game.state_words()], vec![0; game.state_words()]);
        let replies = MoveList::new(game.move_words());
        Table {
            game,
            rng: Rng::new(seed),
            listed: 0,
            moves: 0,
            judged: 0,
            plies: 0,
            next,
            after,
            replies,
            deadline,
            stop,
        }
    }

    /// How far it has come.
    pub fn tally(&mut self) -> Tally {
        Tally {
            chance: *self.rng.state(),
            listed: self.listed,
            moves: self.moves,
            judged: self.judged,
            plies: self.plies,
        }
    }

    /// Goes on as one that has come so far.
    pub fn resume(&mut self, tally: Tally) {
        self.rng = Rng::new(tally.chance);
        (self.listed, self.moves, self.judged, self.plies) = (tally.listed, tally.moves, tally.judged, tally.plies);
    }

    /// A number below another.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    /// Plays a game of at most so many plies, in which about so many moves are listed at most.
    ///
    /// # Errors
    /// If the moves of a position can't be listed, or it is interrupted.
    pub fn play(&mut self, policy: Policy<'_>, most: usize, most_moves: u64) -> Result<Played, Stopped> {
        let (game, before) = (self.game, self.moves);
        let mut position = Position::initial(game);
        let mut states = Vec::new();
        while states.len() < most && self.moves - before < most_moves {
            self.check()?;
            let by_position = position.ending_by_position();
            let by_history = || game.ending_by_history(position.state(), position.history());
            let told = if game.reads_history() { by_history() } else { None };
            let moves = position.moves()?;
            self.listed += 1;
            self.moves += moves.len() as u64;
            let stuck = moves.is_empty().then(|| game.ending_if_stuck(position.state()));
            let endings = [by_position, told, stuck.filter(|_| by_position.is_none())];
            if let Some(ending) = endings.into_iter().flatten().min_by_key(|ending| ending.rank) {
                return Ok(Played { states, result: Some(for_first(ending.outcome)) });
            }
            states.push(position.state().to_vec());
            let chosen = match policy {
                Policy::Random => self.rng.below(moves.len()),
                Policy::Greedy { judges, random, opening, replies } => {
                    let random = states.len() <= opening || random > 0 && self.rng.below(random) == 0;
                    match random {
                        true => self.rng.below(moves.len()),
                        false => self.best(judges, position.state(), &moves, replies)?,
                    }
                }
            };
            self.plies += 1;
            position.make(moves.get(chosen));
        }
        Ok(Played { states, result: None })
    }

    /// Whether there is time to go on.
    ///
    /// # Errors
    /// If there is none, or it is told to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.load(Relaxed) { Err(Stopped::Interrupted) } else { Ok(()) }
    }

    /// The move with the best value a ply ahead, or two; among equal ones any.
    fn best(
        &mut self,
        judges: [&AnyExecutor; 2],
        state: &[u64],
        moves: &MoveList,
        replies: bool,
    ) -> Result<usize, Stopped> {
        let mover = self.game.mover(state);
        let judge = judges[mover.index()];
        let mut values: Vec<(i64, usize)> = Vec::with_capacity(moves.len());
        let mut next = std::mem::take(&mut self.next);
        for (index, record) in moves.iter().enumerate() {
            let made = self.game.make(state, record, &mut next);
            let worth = match made.ending {
                Some(ending) => decided(ending.outcome, mover),
                None => self.judge(judge, &next, mover),
            };
            // A position may have very many moves.
            if index % 64 == 63 {
                self.check()?;
            }
            values.push((worth, index));
        }
        values.sort_by_key(|&(value, index)| (std::cmp::Reverse(value), index));
        let mut best = values.first().map_or(i64::MIN, |first| first.0);
        let mut listed = Ok(());
        if replies && best < DECIDED {
            best = i64::MIN;
            for at in 0..values.len() {
                // What looks worse than many others is left out, unless all of those lose.
                if at >= NARROW && best > -DECIDED {
                    values.truncate(at);
                    break;
                }
                if let Err(stopped) = self.check() {
                    listed = Err(stopped);
                    break;
                }
                let made = self.game.make(state, moves.get(values[at].1), &mut next);
                if made.ending.is_none() && self.game.mover(&next) != mover {
                    match self.worst_reply(judge, &next, mover, best) {
                        Ok(worth) => values[at].0 = worth,
                        Err(overflow) => listed = Err(overflow),
                    }
                }
                best = best.max(values[at].0);
            }
        }
        self.next = next;
        listed?;
        let equal: Vec<usize> = values.iter().filter(|(value, _)| *value == best).map(|(_, index)| *index).collect();
        Ok(equal[self.rng.below(equal.len())])
    }

    /// What is left behind the opponent's best reply, as far as it is more than `least`.
    fn worst_reply(&mut self, judge: &AnyExecutor, state: &[u64], mover: Side, least: i64) -> Result<i64, Stopped> {
        let mut replies = std::mem::replace(&mut self.replies, MoveList::new(self.game.move_words()));
        replies.clear();
        let listed = self.game.generate(state, &mut replies);
        let mut worst = i64::MAX;
        if listed.is_ok() {
            self.listed += 1;
            self.moves += replies.len() as u64;
            if replies.is_empty() {
                worst = decided(self.game.ending_if_stuck(state).outcome, mover);
            }
            let mut after = std::mem::take(&mut self.after);
            for record in replies.iter() {
                let made = self.game.make(state, record, &mut after);
                let value = match made.ending {
                    Some(ending) => decided(ending.outcome, mover),
                    None => self.judge(judge, &after, mover),
                };
                worst = worst.min(value);
                if worst < least {
                    break;
                }
            }
            self.after = after;
        }
        self.replies = replies;
        listed?;
        Ok(worst)
    }

    /// What a position is worth to a player.
    fn judge(&mut self, judge: &AnyExecutor, state: &[u64], player: Side) -> i64 {
        self.judged += 1;
        let value = i64::from(judge.evaluate(state));
        if self.game.mover(state) == player { value } else { -value }
    }
}

fn decided(outcome: Outcome, player: Side) -> i64 {
    let result = i64::from(for_first(outcome)) * DECIDED;
    if player == Side::First { result } else { -result }
}

/// A result for the first player.
pub fn for_first(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Side::First) => 1,
        Outcome::Win(Side::Second) => -1,
        Outcome::Draw => 0,
        Outcome::Margin(margin) => margin.signum() as i8,
    }
}
