//! The order in which moves are tried. Nothing here can change a value, only how soon a cutoff comes.

use super::table::{move_tag, record_hash};
use crate::game::{Game, Hint, Side};

/// A move of a node's list with what ordering knows of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranked {
    pub score: i32,
    /// Where the record stands in the node's list.
    pub index: u32,
    pub hash: u64,
    pub noisy: bool,
    /// It takes more than it puts at risk.
    pub favourable: bool,
    /// The move's place in the history table.
    pub slot: u32,
}

/// Which sources of order are used; each can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ordering {
    /// Captures and promotions first, the most valuable victim and the least valuable attacker first.
    pub gains: bool,
    /// Two quiet moves per ply that cut off lately.
    pub killers: bool,
    /// The quiet move that last refuted the move before.
    pub counters: bool,
    /// How often a piece class arriving at a cell cut off.
    pub history: bool,
    /// History scores fade from iteration to iteration.
    pub ageing: bool,
}

impl Ordering {
    /// Everything on.
    pub const ALL: Ordering = Ordering { gains: true, killers: true, counters: true, history: true, ageing: true };
    /// Moves as generated.
    pub const NONE: Ordering =
        Ordering { gains: false, killers: false, counters: false, history: false, ageing: false };
}

const HASH_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const COUNTER: i32 = 1 << 26;
const HISTORY_LIMIT: i32 = 1 << 20;

/// Moves of at least this score are killers, refutations, captures, the table's.
pub(crate) const PROMISING: i32 = COUNTER / 2;

/// What has been learnt of moves in this search.
pub(crate) struct Memory {
    use_: Ordering,
    classes: usize,
    sites: usize,
    /// For each (side, piece class, arrival): a score within ±[`HISTORY_LIMIT`].
    history: Vec<i32>,
    /// For each (side, piece class, arrival) of the move before: the hash of its refutation.
    counters: Vec<u64>,
    /// For each ply two hashes.
    killers: Vec<[u64; 2]>,
}

impl Memory {
    pub fn new<G: Game + ?Sized>(game: &G, use_: Ordering) -> Self {
        let (classes, sites) = (game.piece_classes().max(1), game.sites() + 1);
        let size = 2 * classes * sites;
        Memory { use_, classes, sites, history: vec![0; size], counters: vec![0; size + 1], killers: Vec::new() }
    }

    /// A new iteration begins: what was learnt before counts half.
    pub fn age(&mut self) {
        if self.use_.ageing {
            self.history.iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// The slot of "no move before": it never has a refutation.
    pub fn no_slot(&self) -> u32 {
        self.history.len() as u32
    }

    /// Whether two moves, given by their slots, arrive at the same cell: the second may be a recapture.
    pub fn same_arrival(&self, a: u32, b: u32) -> bool {
        let site = |slot: u32| slot as usize % self.sites;
        a != self.no_slot() && b != self.no_slot() && site(a) == site(b) && site(a) + 1 != self.sites
    }

    fn slot(&self, side: Side, hint: &Hint) -> u32 {
        let piece = usize::from(hint.piece).min(self.classes - 1);
        let site = usize::from(hint.to).min(self.sites - 1);
        ((side.index() * self.classes + piece) * self.sites + site) as u32
    }

    /// Scores one move. `tag` is the table's move, `before` the slot of the move that led here.
    #[expect(clippy::too_many_arguments, reason = "all of them are numbers of one node")]
    pub fn rank(
        &self,
        side: Side,
        record: &[u64],
        hint: &Hint,
        index: usize,
        ply: usize,
        tag: u32,
        before: u32,
    ) -> Ranked {
        let hash = record_hash(record);
        let slot = self.slot(side, hint);
        let mut score = 0;
        if tag == move_tag(hash) {
            score = HASH_MOVE;
        } else if self.use_.gains && hint.noisy {
            score = NOISY + hint.gain.clamp(-60_000, 60_000) * 1024 - hint.risk.clamp(0, 1_000_000) / 64;
        } else {
            if self.use_.killers && self.killers.get(ply).is_some_and(|killers| killers.contains(&hash)) {
                score += KILLER;
            }
            if self.use_.counters && self.counters[before as usize] == hash {
                score += COUNTER;
            }
            if self.use_.history {
                score += self.history[slot as usize];
            }
        }
        Ranked { score, index: index as u32, hash, noisy: hint.noisy, favourable: hint.gain > hint.risk, slot }
    }

    /// Learns that `ranked[at]` cut off at `ply`, the moves before it having failed to.
    pub fn learn(&mut self, ranked: &[Ranked], at: usize, ply: usize, depth: i32, before: u32) {
        let best = ranked[at];
        let bonus = (depth * depth).clamp(1, 1 << 12) * 16;
        if !best.noisy {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [0; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != best.hash {
                *killers = [best.hash, killers[0]];
            }
            if before != self.no_slot() {
                self.counters[before as usize] = best.hash;
            }
        }
        bump(&mut self.history[best.slot as usize], bonus);
        for tried in ranked[..at].iter().filter(|tried| !tried.noisy && tried.slot != best.slot) {
            bump(&mut self.history[tried.slot as usize], -bonus);
        }
    }
}

/// Moves a history score towards ±[`HISTORY_LIMIT`], the slower the nearer it is: old lessons fade.
fn bump(score: &mut i32, bonus: i32) {
    let pull = (i64::from(*score) * i64::from(bonus.abs()) / i64::from(HISTORY_LIMIT)) as i32;
    *score += bonus - pull;
}

/// Brings the best of `ranked[from..]` to `from`; of equal ones the first generated, so that the order is fixed.
pub(crate) fn select(ranked: &mut [Ranked], from: usize) {
    let best = (from..ranked.len()).max_by_key(|&i| (ranked[i].score, std::cmp::Reverse(ranked[i].index)));
    if let Some(best) = best {
        ranked.swap(from, best);
    }
}
