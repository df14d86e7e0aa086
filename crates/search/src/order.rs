//! The order in which moves are tried. Nothing here can change a value, only how soon a cutoff comes.

use super::table::{move_tag, record_hash};
use super::value::is_decisive;
use crate::game::{Game, Hint, MoveList, Side};

/// A move of a node's list with what ordering knows of it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ranked {
    pub score: i32,
    /// Where the record stands in the node's list.
    pub index: u32,
    pub hash: u64,
    pub noisy: bool,
    /// It takes more than it puts at risk.
    pub favourable: bool,
    /// What it takes, in units of the evaluation.
    pub gain: i32,
    /// The move's place in the history table.
    pub slot: u32,
}

/// Which sources of order are used; each can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ordering {
    /// Captures and promotions first, the most valuable victim and the least valuable attacker first.
    pub gains: bool,
    /// Two quiet moves per ply that cut off lately, and a few moves that did just above the leaves.
    pub killers: bool,
    /// The quiet move that last refuted the move before.
    pub counters: bool,
    /// How often a piece class arriving at a cell cut off.
    pub history: bool,
    /// How often it did so behind the move before it, and behind the one before that.
    pub follow_ups: bool,
    /// History scores fade from iteration to iteration.
    pub ageing: bool,
    /// Quiet moves by the evaluation of the position behind them.
    pub foresight: bool,
    /// Captures that the exchange on their cell makes a loss come last.
    pub exchanges: bool,
}

impl Ordering {
    /// Everything on.
    pub const ALL: Ordering = Ordering {
        gains: true,
        killers: true,
        counters: true,
        history: true,
        follow_ups: true,
        ageing: true,
        foresight: true,
        exchanges: true,
    };
    /// Moves as generated.
    pub const NONE: Ordering = Ordering {
        gains: false,
        killers: false,
        counters: false,
        history: false,
        follow_ups: false,
        ageing: false,
        foresight: false,
        exchanges: false,
    };
}

const HASH_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const COUNTER: i32 = 1 << 26;
const HISTORY_LIMIT: i32 = 1 << 20;
/// So many pairs of moves are told apart, at most.
const MOST_PAIRS: usize = 1 << 20;
const LOSING_CAPTURE: i32 = -(1 << 24);
const LOST: i32 = -(1 << 26);

/// A unit of the evaluation on the scale of history scores, and the greatest change that counts.
const FORESIGHT_UNIT: i32 = 256;
const FORESIGHT_LIMIT: i32 = 60_000;

/// So many moves that cut off just above the leaves are kept for each ply.
const REFUTERS: usize = 6;

/// So many changes of the evaluation tell what is usual.
const ENOUGH_CHANGES: u64 = 1000;

/// Moves of at least this score are killers, refutations, captures, the table's.
pub(crate) const PROMISING: i32 = COUNTER / 2;

/// What a look at a move's successor shows, for the player who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foresight {
    /// The score of an ending.
    Ending(i32),
    /// By how much the evaluation changes.
    Change(i32),
}

/// Whether a move is ordered by what is known of quiet moves.
#[inline]
pub(crate) fn is_quiet(ranked: &Ranked) -> bool {
    !ranked.noisy && ranked.score < HASH_MOVE
}

/// Whether it is the table's move.
#[inline]
pub(crate) fn is_tabled(ranked: &Ranked) -> bool {
    ranked.score >= HASH_MOVE
}

/// Makes the move at `index` of the list the first to be tried.
#[inline]
pub(crate) fn rank_first(ranked: &mut [Ranked], index: u32) {
    ranked.iter_mut().filter(|r| r.index == index).for_each(|r| r.score = HASH_MOVE);
}

/// Whether the exchange on its cell should be played out before this move is tried: it puts more at risk than it takes, and that
/// has not been done.
#[inline]
pub(crate) fn is_doubtful(ranked: &Ranked) -> bool {
    ranked.noisy && !ranked.favourable && ranked.score < HASH_MOVE && ranked.score > LOSING_CAPTURE
}

/// Puts the capture in the place `from`, which loses so much, behind the quiet moves; the best of the others comes there.
#[inline]
pub(crate) fn postpone(ranked: &mut [Ranked], from: usize, loss: i32) {
    ranked[from].score = LOSING_CAPTURE + loss.max(LOSING_CAPTURE);
    if from < ONE_BY_ONE {
        select(ranked, from);
    } else {
        sort(&mut ranked[from..]);
    }
}

/// Puts a move that loses at once last.
#[inline]
pub(crate) fn give_up(ranked: &mut Ranked) {
    ranked.score = LOST;
}

/// What has been learnt of moves in this search.
pub(crate) struct Memory {
    use_: Ordering,
    classes: usize,
    sites: usize,
    /// For each (side, piece class, arrival): a score within ±[`HISTORY_LIMIT`].
    history: Vec<i32>,
    /// As `history`, of such moves behind another one: a row for each of these, see [`Memory::row`]; none where nothing
    /// has been learnt, for a short search learns of few.
    pairs: Vec<Vec<i32>>,
    /// For each (side, piece class, arrival) of the move before: the hash of its refutation.
    counters: Vec<u64>,
    /// For each ply two hashes.
    killers: Vec<[u64; 2]>,
    /// For each ply the hashes of the moves that cut off just above the leaves, the latest first.
    refuters: Vec<[u64; REFUTERS]>,
    /// How much quiet moves change the evaluation: the sum of the changes seen, and how many.
    changes: (u64, u64),
}

impl Memory {
    pub fn new<G: Game + ?Sized>(game: &G, use_: Ordering) -> Self {
        let (classes, sites) = (game.piece_classes().max(1), game.sites() + 1);
        let size = 2 * classes * sites;
        let rows = (MOST_PAIRS / size).clamp(1, size + 1);
        Memory {
            use_,
            classes,
            sites,
            history: vec![0; size],
            pairs: vec![Vec::new(); rows],
            counters: vec![0; size + 1],
            killers: Vec::new(),
            refuters: Vec::new(),
            changes: (0, 0),
        }
    }

    /// A new iteration begins: what was learnt before counts half.
    pub fn age(&mut self) {
        if self.use_.ageing {
            self.history.iter_mut().for_each(|score| *score /= 2);
            self.pairs.iter_mut().flatten().for_each(|score| *score /= 2);
        }
    }

    /// Which row tells how well moves did behind that of the slot: they lie side by side, for a node asks for all of its
    /// moves. In games with many kinds and cells some moves share a row.
    #[inline]
    fn row(&self, before: u32) -> usize {
        before as usize % self.pairs.len()
    }

    /// The slot of "no move before": it never has a refutation.
    #[inline]
    pub fn no_slot(&self) -> u32 {
        self.history.len() as u32
    }

    /// Whether two moves, given by their slots, arrive at the same cell: the second may be a recapture.
    #[inline]
    pub fn same_arrival(&self, a: u32, b: u32) -> bool {
        let site = |slot: u32| slot as usize % self.sites;
        a != self.no_slot() && b != self.no_slot() && site(a) == site(b) && site(a) + 1 != self.sites
    }

    #[inline]
    fn first_slot(&self, side: Side) -> usize {
        side.index() * self.classes * self.sites
    }

    /// What is known of the moves of a node. `tag` is the table's move, `before` the slot of the move that led here.
    #[inline]
    pub fn ranking(&self, side: Side, ply: usize, tag: u32, (before, earlier): (u32, u32)) -> Ranking<'_> {
        let killers = if self.use_.killers { self.killers.get(ply).copied() } else { None };
        let refuters = if self.use_.killers { self.refuters.get(ply).copied() } else { None };
        let counter = if self.use_.counters { self.counters[before as usize] } else { 0 };
        let first_slot = self.first_slot(side);
        let (killers, refuters) = (killers.unwrap_or_default(), refuters.unwrap_or_default());
        let behind = [before, earlier].map(|before| &self.pairs[self.row(before)][..]);
        Ranking { memory: self, first_slot, tag, killers, refuters, counter, behind }
    }

    /// By how much a quiet move changes the evaluation on average, at least 1: the unit of what is much.
    #[inline]
    pub fn swing(&self) -> i32 {
        (self.changes.0.checked_div(self.changes.1).unwrap_or(0) as i32).max(1)
    }

    /// As [`Self::swing`], once enough has been seen.
    #[inline]
    pub fn usual_change(&self) -> Option<i32> {
        (self.changes.1 >= ENOUGH_CHANGES).then(|| self.swing())
    }

    /// What a quiet move hardly ever adds to the evaluation: so many `times` the average change, once that is known, and
    /// never more than `bound`, the most that is possible.
    #[inline]
    pub fn most_usual(&self, bound: i32, times: i32) -> i32 {
        self.usual_change().map_or(bound, |change| bound.min(times * change))
    }

    /// Takes in what a look at the successor has shown.
    #[inline]
    pub fn foresee(&mut self, ranked: &mut Ranked, seen: Foresight) {
        match seen {
            Foresight::Ending(score) if is_decisive(score) => ranked.score = if score > 0 { i32::MAX } else { LOST },
            Foresight::Ending(_) => {}
            Foresight::Change(by) => {
                self.changes.0 += u64::from(by.unsigned_abs().min(FORESIGHT_LIMIT as u32));
                self.changes.1 += 1;
                ranked.score += by.clamp(-FORESIGHT_LIMIT, FORESIGHT_LIMIT) * FORESIGHT_UNIT;
            }
        }
    }

    /// Learns that a move of this hash cut off just above the leaves, or would have.
    #[inline]
    pub fn learn_refuter(&mut self, hash: u64, ply: usize) {
        if self.refuters.len() <= ply {
            self.refuters.resize(ply + 1, [0; REFUTERS]);
        }
        let refuters = &mut self.refuters[ply];
        let place = refuters.iter().position(|&known| known == hash).unwrap_or(REFUTERS - 1);
        refuters[..=place].rotate_right(1);
        refuters[0] = hash;
    }

    /// Learns that a move is the best of a node on the principal line: it may refute the siblings of that node, too. The
    /// lowest plies have cutoffs enough to learn from, but for the first of many siblings just above the leaves.
    #[inline]
    pub fn learn_best(&mut self, best: Ranked, ply: usize, depth: i32, before: (u32, u32)) {
        match depth {
            1 => self.learn_refuter(best.hash, ply),
            2 => {}
            _ => self.learn(&[best], 0, ply, depth, before),
        }
    }

    /// Learns that `ranked[at]` cut off at `ply`, the moves before it having failed to.
    pub fn learn(&mut self, ranked: &[Ranked], at: usize, ply: usize, depth: i32, (before, earlier): (u32, u32)) {
        let best = ranked[at];
        if depth == 1 {
            self.learn_refuter(best.hash, ply);
        }
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
        self.learn_slot(best.slot, bonus, before, earlier);
        for tried in ranked[..at].iter().filter(|tried| !tried.noisy && tried.slot != best.slot) {
            self.learn_slot(tried.slot, -bonus, before, earlier);
        }
    }

    #[inline]
    fn learn_slot(&mut self, slot: u32, bonus: i32, before: u32, earlier: u32) {
        bump(&mut self.history[slot as usize], bonus);
        if self.use_.follow_ups {
            for before in [before, earlier] {
                let (row, size) = (self.row(before), self.history.len());
                let row = &mut self.pairs[row];
                row.resize(size, 0);
                bump(&mut row[slot as usize], bonus);
            }
        }
    }
}

/// What is known of the moves of one node; see [`Memory::ranking`].
pub(crate) struct Ranking<'m> {
    memory: &'m Memory,
    /// The first slot of the player's moves.
    first_slot: usize,
    tag: u32,
    /// Hashes of moves; 0 for none.
    killers: [u64; 2],
    refuters: [u64; REFUTERS],
    counter: u64,
    /// How well moves did behind the last one and behind the one before it.
    behind: [&'m [i32]; 2],
}

impl Ranking<'_> {
    /// Whether a move of this hash is the table's, or cut off lately, just above the leaves or elsewhere.
    #[inline]
    pub fn favours(&self, hash: u64) -> bool {
        let known = self.killers.contains(&hash) || self.refuters.contains(&hash);
        known || self.counter == hash || self.tag == move_tag(hash)
    }

    /// Scores one move.
    #[inline(always)]
    pub fn rank(&self, record: &[u64], hint: &Hint, index: usize) -> Ranked {
        let hash = record_hash(record);
        let Memory { classes, sites, .. } = *self.memory;
        let piece = usize::from(hint.piece).min(classes - 1);
        let slot = self.first_slot + piece * sites + usize::from(hint.to).min(sites - 1);
        let mut score = 0;
        if self.tag == move_tag(hash) {
            score = HASH_MOVE;
        } else if self.memory.use_.gains && hint.noisy {
            score = NOISY + hint.gain.clamp(-60_000, 60_000) * 1024 - hint.risk.clamp(0, 1_000_000) / 64;
        } else {
            if self.killers.contains(&hash) {
                score += KILLER;
            }
            if self.counter == hash {
                score += COUNTER;
            }
            if self.memory.use_.history {
                score += self.memory.history[slot];
            }
            if self.memory.use_.follow_ups {
                score += self.behind.iter().filter_map(|row| row.get(slot)).sum::<i32>();
            }
        }
        let favourable = hint.gain > hint.risk;
        Ranked { score, index: index as u32, hash, noisy: hint.noisy, favourable, gain: hint.gain, slot: slot as u32 }
    }

    /// Scores the moves of a list, but the one at `left_out`.
    #[inline]
    pub fn rank_all(&self, list: &MoveList, hints: &[Hint], left_out: Option<usize>, out: &mut Vec<Ranked>) {
        let start = out.len();
        let moves = list.iter().zip(hints).enumerate();
        out.extend(moves.map(|(index, (record, hint))| self.rank(record, hint, index)));
        if let Some(index) = left_out {
            out.swap_remove(start + index);
        }
    }
}

/// Moves a history score towards ±[`HISTORY_LIMIT`], the slower the nearer it is: old lessons fade.
#[inline]
fn bump(score: &mut i32, bonus: i32) {
    let pull = (i64::from(*score) * i64::from(bonus.abs()) / i64::from(HISTORY_LIMIT)) as i32;
    *score += bonus - pull;
}

/// So many moves are brought up one by one; where none of them is enough, most often none is, and the rest is sorted.
const ONE_BY_ONE: usize = 3;

/// Brings the best of `ranked[from..]` to `from`; of equal ones the first generated, so that the order is fixed. To be
/// called for one place after the other.
#[inline]
pub(crate) fn select(ranked: &mut [Ranked], from: usize) {
    if from < ONE_BY_ONE {
        if let Some(best) = (from..ranked.len()).max_by_key(|&i| worth(&ranked[i])) {
            ranked.swap(from, best);
        }
    } else if from == ONE_BY_ONE {
        sort(&mut ranked[from..]);
    }
}

#[inline]
fn worth(ranked: &Ranked) -> i64 {
    i64::from(ranked.score) << 32 | i64::from(!ranked.index)
}

fn sort(ranked: &mut [Ranked]) {
    ranked.sort_unstable_by_key(|ranked| std::cmp::Reverse(worth(ranked)));
}
