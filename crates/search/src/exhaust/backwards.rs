//! From the endings backwards, round by round: who wins which states in how many plies, and how far a clock may have run
//! then.
//!
//! Instead of a state for every value of a clock that draws the game there is one with a number, its room: with so many
//! values of the clock, 0 first, its winner wins. More time never hurts who wants to win, since the moves are the same and
//! draws come later; so these are all values with which somebody does. A ply that lets the clock run leads to a room that
//! is one less, and one that resets it to all the room there is. (In tables of endings a state has the plies until the
//! clock is reset, and a second table what comes then: K. Thompson, 1986; G. Huntington and G. Haworth, 2005. Rounds
//! need no order of resets, which may here be taken back.)

use crate::game::Side;

/// All the room there is.
pub const ENDLESS: u32 = u32::MAX;

/// Of an arc: that the clock is reset on the way.
pub const RESETS: u32 = 1 << 31;

/// Where an arc leads.
pub fn target(arc: u32) -> usize {
    (arc & !RESETS) as usize
}

/// States and the ways between them.
#[derive(Default)]
pub struct Ways {
    /// Arcs of each state: `arcs[starts[i]..starts[i + 1]]`, in the order of generation.
    pub starts: Vec<u32>,
    pub arcs: Vec<u32>,
    pub movers: Vec<Side>,
    /// Who has won states that are over.
    pub ended: Vec<Option<Side>>,
    /// From which value of the clock on a state is drawn, at the most.
    pub drawn: Vec<u32>,
}

impl Ways {
    pub fn arcs_of(&self, state: usize) -> &[u32] {
        &self.arcs[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// A round that gave a state room.
struct Step {
    plies: u32,
    room: u32,
    /// The step before it of the same state, or `NONE`.
    before: u32,
}

const NONE: u32 = u32::MAX;

/// What is won.
pub struct Wins {
    winners: Vec<Option<Side>>,
    /// The last step of each state, or `NONE`.
    last: Vec<u32>,
    steps: Vec<Step>,
}

impl Wins {
    /// Who wins a state with the clock at this value, and how many plies that takes under best play of both.
    pub fn of(&self, state: usize, clock: u32) -> Option<(Side, u32)> {
        let step = |at: u32| self.steps.get(at as usize).filter(|step| step.room > clock);
        let mut found = step(self.last[state])?;
        while let Some(earlier) = step(found.before) {
            found = earlier;
        }
        Some((self.winners[state]?, found.plies))
    }

    fn room(&self, state: usize) -> u32 {
        self.steps.get(self.last[state] as usize).map_or(0, |step| step.room)
    }

    /// The room that a side has before an arc that leads to `to`.
    fn before(&self, to: usize, resets: bool, side: Side) -> u32 {
        match self.room(to) {
            room if room == 0 || self.winners[to] != Some(side) => 0,
            room if resets || room == ENDLESS => ENDLESS,
            room => room - 1,
        }
    }

    fn add(&mut self, state: usize, side: Side, plies: u32, room: u32) {
        debug_assert!(self.winners[state].is_none_or(|winner| winner == side));
        self.winners[state] = Some(side);
        self.steps.push(Step { plies, room, before: self.last[state] });
        self.last[state] = self.steps.len() as u32 - 1;
    }
}

/// Works out who wins, until it is known of state 0 with the clock at this value. None if there are more steps than `most`.
///
/// A round looks at the states from which an arc leads to what the round before has given room. Each takes what it can have
/// in so many plies: the mover the most that an arc leads to, the other one the least. What is never reached goes round
/// for ever, or runs out of time.
pub fn backwards(ways: &Ways, clock: u32, most: usize) -> Option<Wins> {
    let n = ways.movers.len();
    let (ends, before) = turned(ways);
    let before = |i: usize| &before[if i == 0 { 0 } else { ends[i - 1] as usize }..ends[i] as usize];
    let mut wins = Wins { winners: vec![None; n], last: vec![NONE; n], steps: Vec::new() };
    // How many arcs lead to what nobody wins: as long as there is one, the mover has not lost.
    let mut open: Vec<u32> = (0..n).map(|i| ways.starts[i + 1] - ways.starts[i]).collect();
    let mut found: Vec<(u32, Side, u32)> = Vec::new();
    for (state, winner) in ways.ended.iter().enumerate() {
        found.extend(winner.map(|side| (state as u32, side, ways.drawn[state])));
    }
    // In which round all arcs of a state were looked at last.
    let mut looked = vec![0_u32; n];
    for plies in 0.. {
        if found.is_empty() || wins.steps.len() + found.len() > most.min(NONE as usize) {
            return found.is_empty().then_some(wins);
        }
        for &(state, side, room) in &found {
            let at = state as usize;
            if wins.winners[at].is_none() {
                before(at).iter().for_each(|&arc| open[target(arc)] -= 1);
            }
            if room > wins.room(at) {
                wins.add(at, side, plies, room);
            }
        }
        if wins.of(0, clock).is_some() {
            break;
        }
        let mut next = Vec::new();
        for &(to, side, _) in &found {
            for &arc in before(to as usize) {
                let from = target(arc);
                let room = if ways.movers[from] == side {
                    wins.before(to as usize, arc & RESETS != 0, side)
                } else if open[from] == 0 && looked[from] <= plies && wins.room(from) < ways.drawn[from] {
                    looked[from] = plies + 1;
                    let arcs = ways.arcs_of(from).iter();
                    arcs.map(|&arc| wins.before(target(arc), arc & RESETS != 0, side)).min().unwrap_or(0)
                } else {
                    0
                };
                let room = room.min(ways.drawn[from]);
                if room > wins.room(from) {
                    next.push((from as u32, side, room));
                }
            }
        }
        found = next;
    }
    Some(wins)
}

/// The arcs turned round, sorted by where they lead: those to state i end where the first list says.
fn turned(ways: &Ways) -> (Vec<u32>, Vec<u32>) {
    let n = ways.movers.len();
    let mut ends = vec![0_u32; n + 1];
    ways.arcs.iter().for_each(|&arc| ends[target(arc) + 1] += 1);
    (0..n).for_each(|i| ends[i + 1] += ends[i]);
    let mut before = vec![0_u32; ways.arcs.len()];
    for from in 0..n {
        for &arc in ways.arcs_of(from) {
            let end = &mut ends[target(arc)];
            before[*end as usize] = from as u32 | arc & RESETS;
            *end += 1;
        }
    }
    // Filling in has moved every end on to the next.
    (ends, before)
}
