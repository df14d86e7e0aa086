//! Solving by exhaustion: every state that can be reached, then backwards from the endings. For games whose positions
//! can come back: loops need no care here, whoever can't force more goes round for ever, which is a draw.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

mod backwards;

use self::backwards::{ENDLESS, RESETS, Ways, Wins, backwards, target};
use super::Limits;
use super::clock::Clock;
use super::node::Stop;
use super::table::record_hash;
use crate::game::{Game, History, MoveList, Outcome, Overflow, Position, Side};

/// What states and the ways between them may take, in words.
const MEMORY: usize = 64 << 20;

/// The exact values of all states that can be reached.
pub(crate) struct Exhausted {
    ways: Ways,
    wins: Wins,
    /// The counter that was left standing and is told apart: where the start has it.
    clock: u32,
    counted: bool,
}

impl Exhausted {
    /// Who wins the start, and in how many plies under best play of both; none if it is drawn.
    pub fn win(&self) -> Option<(Side, u32)> {
        self.wins.of(0, self.clock)
    }

    /// The line of best play from the start: the quickest win, the slowest loss, any draw (until it comes round).
    pub fn line<G: Game + ?Sized>(&self, position: &Position<G>) -> Result<Vec<Vec<u64>>, Overflow> {
        let game = position.game();
        let (mut state, mut next) = (position.state().to_vec(), vec![0; game.state_words()]);
        let mut list = MoveList::new(game.move_words());
        let mut line = Vec::new();
        let mut history = position.history().clone();
        let (mut at, mut clock, mut seen) = (0, self.clock, vec![false; self.ways.movers.len()]);
        // A win gets nearer with every ply, also where it comes back to a state with the clock reset.
        while self.wins.of(at, clock).is_some() || !std::mem::replace(&mut seen[at], true) {
            let after = |arc: u32| if self.counted && arc & RESETS == 0 { clock + 1 } else { 0 };
            let wanted = self.wins.of(at, clock).map(|(side, plies)| (side, plies.wrapping_sub(1)));
            let arcs = self.ways.arcs_of(at);
            let leads = |&arc: &u32| self.wins.of(target(arc), after(arc)) == wanted;
            let Some(index) = arcs.iter().position(leads) else { break };
            list.clear();
            game.generate(&state, &mut list)?;
            let record = list.get(index).to_vec();
            let made = game.make(&state, &record, &mut next);
            std::mem::swap(&mut state, &mut next);
            line.push(record);
            (at, clock) = (target(arcs[index]), after(arcs[index]));
            // A draw may come sooner than round, and a clock that was left standing draws, too.
            history.push(game.rep(&state), made.irreversible);
            let by_history = game.reads_history() && game.ending_by_history(&state, &history).is_some();
            if by_history || self.ways.drawn[at] <= clock {
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

/// No counter comes so far: between two resets the quickest win meets no state twice, and memory holds fewer.
const FAR: u64 = 1 << 30;

/// What came of it.
pub(crate) enum Exhaustion {
    Solved(Exhausted),
    /// There are more states than were to be looked at, or than memory holds: so many were found.
    TooMany(usize),
}

/// What is done with counters that end the game as a draw, and with nothing else.
enum Clocks {
    /// They run as they do in the game.
    Run,
    /// None ever runs: the start with all of them wound back.
    Stand(Vec<u64>),
    /// None ever runs, but of each state it is told how far the only one may have run: where it stands, and from which value on it
    /// may end the game.
    Counted(Vec<u64>, usize, u64),
}

/// Solves every state reachable from the position, if there are not more than `cap` and memory holds them. `looked_at` is
/// how many it has come to, also where it is stopped.
///
/// Counters that end the game as a draw are left standing: there are as many fewer states as a counter has values. One of
/// them is counted with the wins. Where there are several, whoever can't win then can't win while they run; and a win before
/// the first of them has run down stays one. Otherwise all is looked at again while they run.
pub(crate) fn exhaust<G: Game + ?Sized>(
    position: &Position<G>,
    cap: usize,
    limits: &Limits,
    stop: &AtomicBool,
    looked_at: &mut u64,
) -> Result<Exhaustion, Stop> {
    let game = position.game();
    let mut state = position.state().to_vec();
    if let Some(time) = game.stop_clocks(&mut state) {
        let one = game.drawing_clock().filter(|&(at, limit)| position.state()[at].max(limit) < FAR / 2);
        let clocks = match one {
            Some((at, limit)) => Clocks::Counted(state, at, limit),
            None => Clocks::Stand(state),
        };
        let found = explore(position, clocks, cap, limits, stop, looked_at)?;
        let running_helps = match &found {
            Exhaustion::Solved(found) => one.is_none() && found.win().is_some_and(|(_, plies)| plies >= time),
            // The game may be over before it comes to many positions.
            Exhaustion::TooMany(_) => time <= SOON,
        };
        if !running_helps {
            return Ok(found);
        }
    }
    explore(position, Clocks::Run, cap, limits, stop, looked_at)
}

fn explore<G: Game + ?Sized>(
    position: &Position<G>,
    clocks: Clocks,
    cap: usize,
    limits: &Limits,
    stop: &AtomicBool,
    looked_at: &mut u64,
) -> Result<Exhaustion, Stop> {
    let mut time = Clock::new(limits.deadline);
    let game = position.game();
    let words = game.state_words();
    // What stood before is a step nearer to what repetition brings.
    let mut history = position.history().clone();
    let mut ways = Ways { starts: vec![0], ..Ways::default() };
    let before = *looked_at;
    let (runs, counted, mut states) = match clocks {
        Clocks::Run => (true, None, position.state().to_vec()),
        Clocks::Stand(start) => (false, None, start),
        Clocks::Counted(start, at, limit) => (false, Some((at, limit)), start),
    };
    let mut index = Index::new(words);
    index.number(&mut states);
    let mut list = MoveList::new(game.move_words());
    let mut next = vec![0; words];
    // 1. Forwards, breadth first, in the order of generation: the numbering is always the same.
    let mut at = 0;
    while at * words < states.len() {
        if stop.load(Relaxed) || limits.nodes.is_some_and(|limit| before + at as u64 >= limit) || time.late() {
            return Err(Stop::Interrupted);
        }
        let mut state = states[at * words..(at + 1) * words].to_vec();
        list.clear();
        game.generate(&state, &mut list)?;
        let ending = ending_of(game, &state, &mut history, at == 0, list.is_empty());
        ways.movers.push(game.mover(&state));
        ways.ended.push(match ending {
            Some(Outcome::Win(side)) => Some(side),
            _ => None,
        });
        if ending.is_none() {
            for record in list.iter() {
                game.make(&state, record, &mut next);
                let goes_on = counted.is_some_and(|(clock, _)| std::mem::take(&mut next[clock]) > 0);
                if !runs {
                    game.stop_clocks(&mut next);
                }
                states.extend_from_slice(&next);
                let resets = if counted.is_some() && !goes_on { RESETS } else { 0 };
                ways.arcs.push(index.number(&mut states) | resets);
            }
        }
        ways.starts.push(ways.arcs.len() as u32);
        ways.drawn.push(match counted {
            Some((clock, limit)) if ending != Some(Outcome::Draw) => drawn_from(limit, |value| {
                state[clock] = value;
                ending_of(game, &state, &mut history, at == 0, list.is_empty()) == Some(Outcome::Draw)
            }),
            _ => ENDLESS,
        });
        at += 1;
        *looked_at = before + at as u64;
        let known = states.len() / words;
        if known > cap || states.len() + ways.arcs.len() / 2 > MEMORY {
            return Ok(Exhaustion::TooMany(known));
        }
    }
    drop((index, states));
    // 2. Backwards from the endings.
    let clock = counted.map_or(0, |(clock, _)| position.state()[clock] as u32);
    Ok(match backwards(&ways, clock, MEMORY) {
        Some(wins) => Exhaustion::Solved(Exhausted { ways, wins, clock, counted: counted.is_some() }),
        None => Exhaustion::TooMany(at),
    })
}

/// From which value of a clock on the rules say that a state is drawn, which they say of no value below `limit`.
fn drawn_from(limit: u64, mut is_drawn: impl FnMut(u64) -> bool) -> u32 {
    if is_drawn(limit) {
        return limit as u32;
    }
    if !is_drawn(FAR) {
        return ENDLESS;
    }
    let (mut below, mut from) = (limit, FAR);
    while from - below > 1 {
        let middle = below.midpoint(from);
        *(if is_drawn(middle) { &mut from } else { &mut below }) = middle;
    }
    from as u32
}

/// The ending of a state that comes up after the game so far: by position, by a counter that is part of the state, or
/// because it has stood before. (Whoever can win can do so without coming back to any other state.) The start stands
/// there already; `stuck` if there is no move.
fn ending_of<G: Game + ?Sized>(
    game: &G,
    state: &[u64],
    history: &mut History,
    start: bool,
    stuck: bool,
) -> Option<Outcome> {
    let mut by_history = None;
    if game.reads_history() {
        if !start {
            history.push(game.rep(state), false);
        }
        by_history = game.ending_by_history(state, history);
        if !start {
            history.pop();
        }
    }
    let stuck = stuck.then(|| game.ending_if_stuck(state));
    let endings = [game.status(state), by_history, stuck];
    endings.into_iter().flatten().min_by_key(|ending| ending.rank).map(|ending| ending.outcome)
}
