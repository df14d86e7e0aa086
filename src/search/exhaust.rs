//! Solving by exhaustion: every state that can be reached, then backwards from the endings. For games whose positions
//! can come back: loops need no care here, whoever can't force more goes round for ever, which is a draw.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Limits;
use super::clock::Clock;
use super::node::Stop;
use super::table::record_hash;
use crate::game::{Ending, Game, History, MoveList, Outcome, Overflow, Position, Side};

/// What states and the ways between them may take, in words.
const MEMORY: usize = 64 << 20;

/// The exact values of all states that can be reached.
pub(crate) struct Exhausted {
    /// Successors of each state: `arcs[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    arcs: Vec<u32>,
    /// For the mover of each state: 1, 0, −1.
    pub values: Vec<i8>,
    /// Who wins each state.
    winners: Vec<Option<Side>>,
    /// Plies to the end under best play of both; of a draw 0.
    pub distances: Vec<u32>,
}

impl Exhausted {
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The line of best play from the start: the quickest win, the slowest loss, any draw (until it comes round).
    pub fn line<G: Game + ?Sized>(&self, position: &Position<G>) -> Result<Vec<Vec<u64>>, Overflow> {
        let game = position.game();
        let (mut state, mut next) = (position.state().to_vec(), vec![0; game.state_words()]);
        let mut list = MoveList::new(game.move_words());
        let mut line = Vec::new();
        let mut history = position.history().clone();
        let (mut at, mut seen) = (0usize, vec![false; self.len()]);
        while !std::mem::replace(&mut seen[at], true) {
            let (start, end) = (self.starts[at] as usize, self.starts[at + 1] as usize);
            let next_arc = (start..end).find(|&arc| {
                let to = self.arcs[arc] as usize;
                let nearer = self.winners[at].is_none() || self.distances[to] + 1 == self.distances[at];
                self.winners[to] == self.winners[at] && nearer
            });
            let Some(arc) = next_arc else { break };
            list.clear();
            game.generate(&state, &mut list)?;
            let record = list.get(arc - start).to_vec();
            let made = game.make(&state, &record, &mut next);
            std::mem::swap(&mut state, &mut next);
            line.push(record);
            at = self.arcs[arc] as usize;
            // A draw may come sooner than round, and a clock that was left standing draws, too.
            history.push(game.rep(&state), made.irreversible);
            if game.reads_history() && game.ending_by_history(&state, &history).is_some() {
                break;
            }
        }
        Ok(line)
    }
}

/// Where each known state stands, found by its content.
struct Index {
    /// Numbers of states, or `FREE`; a power of two of them, at most half in use.
    slots: Vec<u32>,
    words: usize,
}

const FREE: u32 = u32::MAX;

impl Index {
    fn new(words: usize) -> Self {
        Index { slots: vec![FREE; 1024], words }
    }

    fn hash(state: &[u64]) -> usize {
        let hash = record_hash(state);
        (hash ^ (hash >> 32)) as usize
    }

    /// The number of the last state of `states`, which is taken off again if it was known before.
    fn number(&mut self, states: &mut Vec<u64>) -> u32 {
        let known = states.len() / self.words - 1;
        if 2 * known >= self.slots.len() {
            let mut slots = vec![FREE; 2 * self.slots.len()];
            for n in 0..known {
                let mut slot = Self::hash(&states[n * self.words..(n + 1) * self.words]) & (slots.len() - 1);
                while slots[slot] != FREE {
                    slot = (slot + 1) & (slots.len() - 1);
                }
                slots[slot] = n as u32;
            }
            self.slots = slots;
        }
        let (before, last) = states.split_at(known * self.words);
        let mut slot = Self::hash(last) & (self.slots.len() - 1);
        loop {
            let found = self.slots[slot];
            if found == FREE {
                self.slots[slot] = known as u32;
                return known as u32;
            }
            let at = found as usize * self.words;
            if before[at..at + self.words] == *last {
                states.truncate(known * self.words);
                return found;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// So few plies before a counter ends the game, there are not many positions.
const SOON: u32 = 16;

/// What came of it.
pub(crate) enum Exhaustion {
    Solved(Exhausted),
    /// There are more states than were to be looked at, or than memory holds: so many were found.
    TooMany(usize),
}

/// Solves every state reachable from the position, if there are not more than `cap` and memory holds them. `looked_at` is
/// how many it has come to, also where it is stopped.
///
/// Counters that end the game as a draw are left standing at first: there are as many fewer states as a counter has values.
/// Whoever can't win then can't win while they run; and a win before the first of them has run down stays one.
pub(crate) fn exhaust<G: Game + ?Sized>(
    position: &Position<G>,
    cap: usize,
    limits: &Limits,
    stop: &AtomicBool,
    looked_at: &mut u64,
) -> Result<Exhaustion, Stop> {
    let mut state = position.state().to_vec();
    if let Some(time) = position.game().stop_clocks(&mut state) {
        let found = explore(position, Some(state), cap, limits, stop, looked_at)?;
        let running_helps = match &found {
            Exhaustion::Solved(found) => found.winners[0].is_some() && found.distances[0] >= time,
            // The game may be over before it comes to many positions.
            Exhaustion::TooMany(_) => time <= SOON,
        };
        if !running_helps {
            return Ok(found);
        }
    }
    explore(position, None, cap, limits, stop, looked_at)
}

/// The same with the counters running, or from `stopped` on, the position with all of them wound back, with none that ever runs.
fn explore<G: Game + ?Sized>(
    position: &Position<G>,
    stopped: Option<Vec<u64>>,
    cap: usize,
    limits: &Limits,
    stop: &AtomicBool,
    looked_at: &mut u64,
) -> Result<Exhaustion, Stop> {
    let mut clock = Clock::new(limits.deadline);
    let game = position.game();
    let words = game.state_words();
    // What stood before is a step nearer to what repetition brings.
    let mut history = position.history().clone();
    let mut found =
        Exhausted { starts: vec![0], arcs: Vec::new(), values: Vec::new(), winners: Vec::new(), distances: Vec::new() };
    let (runs, before) = (stopped.is_none(), *looked_at);
    let mut states = stopped.unwrap_or_else(|| position.state().to_vec());
    let mut index = Index::new(words);
    index.number(&mut states);
    let mut movers: Vec<Side> = Vec::new();
    let mut endings: Vec<Option<Outcome>> = Vec::new();
    let mut list = MoveList::new(game.move_words());
    let mut next = vec![0; words];
    // 1. Forwards, breadth first, in the order of generation: the numbering is always the same.
    let mut at = 0;
    while at * words < states.len() {
        if stop.load(Relaxed) || limits.nodes.is_some_and(|limit| before + at as u64 >= limit) || clock.late() {
            return Err(Stop::Interrupted);
        }
        let state = states[at * words..(at + 1) * words].to_vec();
        list.clear();
        let decided = if at == 0 { game.status(&state) } else { ending_after(game, &state, &mut history) };
        game.generate(&state, &mut list)?;
        let stuck = list.is_empty().then(|| game.ending_if_stuck(&state));
        let ending = [decided, stuck].into_iter().flatten().min_by_key(|ending| ending.rank);
        movers.push(game.mover(&state));
        endings.push(ending.map(|ending| ending.outcome));
        if ending.is_none() {
            for record in list.iter() {
                game.make(&state, record, &mut next);
                if !runs {
                    game.stop_clocks(&mut next);
                }
                states.extend_from_slice(&next);
                found.arcs.push(index.number(&mut states));
            }
        }
        found.starts.push(found.arcs.len() as u32);
        at += 1;
        *looked_at = before + at as u64;
        let known = states.len() / words;
        if known > cap || states.len() + found.arcs.len() / 2 > MEMORY {
            return Ok(Exhaustion::TooMany(known));
        }
    }
    drop(index);
    backwards(&mut found, &movers, &endings);
    Ok(Exhaustion::Solved(found))
}

/// The ending of a state that comes up after the game so far: by position, by a counter that is part of the state, or
/// because it has stood before. (Whoever can win can do so without coming back to any other state.)
fn ending_after<G: Game + ?Sized>(game: &G, state: &[u64], history: &mut History) -> Option<Ending> {
    let mut by_history = None;
    if game.reads_history() {
        history.push(game.rep(state), false);
        by_history = game.ending_by_history(state, history);
        history.pop();
    }
    [game.status(state), by_history].into_iter().flatten().min_by_key(|ending| ending.rank)
}

/// 2. Backwards from the endings in order of distance: a state is won by an arc to a state that its mover wins, and
///    lost when all its arcs lead to states that the other wins. What is never reached goes round for ever.
fn backwards(found: &mut Exhausted, movers: &[Side], endings: &[Option<Outcome>]) {
    let n = movers.len();
    // The arcs turned round, sorted by where they lead.
    let mut ends = vec![0_u32; n + 1];
    found.arcs.iter().for_each(|&to| ends[to as usize + 1] += 1);
    (0..n).for_each(|i| ends[i + 1] += ends[i]);
    let mut before = vec![0_u32; found.arcs.len()];
    for from in 0..n {
        for arc in found.starts[from]..found.starts[from + 1] {
            let end = &mut ends[found.arcs[arc as usize] as usize];
            before[*end as usize] = from as u32;
            *end += 1;
        }
    }
    // Filling in has moved every end on to the next.
    let before = |i: usize| &before[if i == 0 { 0 } else { ends[i - 1] as usize }..ends[i] as usize];
    let mut open: Vec<u32> = (0..n).map(|i| found.starts[i + 1] - found.starts[i]).collect();
    found.winners = vec![None; n];
    let winner = &mut found.winners;
    found.distances = vec![0; n];
    let mut queue = std::collections::VecDeque::new();
    for (i, ending) in endings.iter().enumerate() {
        if let Some(Outcome::Win(side)) = ending {
            winner[i] = Some(*side);
            queue.push_back(i);
        }
    }
    while let Some(to) = queue.pop_front() {
        let Some(side) = winner[to] else { continue };
        for &from in before(to) {
            let from = from as usize;
            if winner[from].is_some() {
                continue;
            }
            open[from] -= 1;
            if movers[from] == side || open[from] == 0 {
                // All other arcs of a lost state led to wins of `side` as well, or it would not have run out: an arc
                // to a win of the mover decides at once.
                winner[from] = Some(side);
                found.distances[from] = found.distances[to] + 1;
                queue.push_back(from);
            }
        }
    }
    let value = |i: usize| winner[i].map_or(0, |side| if side == movers[i] { 1 } else { -1 });
    found.values = (0..n).map(value).collect();
}
