//! Depth-first proof-number search (df-pn): always expands where a proof seems nearest. Good where play is forced and
//! evaluations say little.
//!
//! Where positions can come back, only wins are found: a position that comes back on the path counts against whoever
//! wants more than a draw, so a win that is proved holds on every path, while a refutation may lean on this one.
//!
//! The question is as in `prove`: can the player to move reach `t`? A node's proof number is the least count of leaves
//! that would have to be settled to prove it, its disproof number the same for "no". A move by which the mover changes
//! exchanges the two.

use super::MAX_PLY;
use super::node::Stop;
use super::prove::Prover;
use super::table::{Bound, Entry, effort};
use crate::game::{Game, MoveList};

/// Settled: the other number of the pair is then 0.
const INFINITE: u32 = u32::MAX / 2;

/// Proof and disproof number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn of(reached: bool) -> Self {
        if reached { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    fn word(self) -> u64 {
        u64::from(self.proof) << 32 | u64::from(self.disproof)
    }

    fn of_word(word: u64) -> Self {
        Numbers { proof: (word >> 32) as u32, disproof: word as u32 }
    }

    /// For a parent of another mover.
    fn exchanged(self) -> Self {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

/// Numbers of nodes that are not settled yet; settled ones are in the prover's table, where everyone finds them.
pub(crate) struct Estimates {
    /// A key and a pair of numbers in two halves; a pair of zeros where there is none. Words of zeros: the system gives
    /// such memory only where it is written.
    entries: Vec<[u64; 2]>,
}

const WAYS: usize = 4;

impl Estimates {
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / 16).max(WAYS).next_multiple_of(WAYS);
        Estimates { entries: vec![[0; 2]; count] }
    }

    fn start(&self, key: u64) -> usize {
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(spread) * (self.entries.len() / WAYS) as u128) >> 64) as usize * WAYS
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let start = self.start(key);
        let found = self.entries[start..start + WAYS].iter().find(|entry| entry[0] == key && entry[1] != 0);
        found.map(|entry| Numbers::of_word(entry[1]))
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let start = self.start(key);
        // The same key, else the entry that cost least.
        let ways = &mut self.entries[start..start + WAYS];
        let worth = |entry: &[u64; 2]| match Numbers::of_word(entry[1]) {
            _ if entry[0] == key => 0,
            numbers => 1 + numbers.proof.saturating_add(numbers.disproof),
        };
        if let Some(slot) = ways.iter_mut().min_by_key(|entry| worth(entry)) {
            *slot = [key, numbers.word()];
        }
    }
}

/// A move of a node that is being expanded.
struct Child {
    index: u32,
    same: bool,
    /// For the node's own mover.
    numbers: Numbers,
}

/// The longest line where positions can come back: a dive leads nowhere.
const LONGEST: usize = 200;

/// A proof-number search on top of a prover's path and table.
pub(crate) struct ProofNumber<'p, 'a, 'g, G: Game + ?Sized> {
    prover: &'p mut Prover<'a, 'g, G>,
    estimates: &'p mut Estimates,
    scratch: MoveList,
}

impl<'p, 'a, 'g, G: Game + ?Sized> ProofNumber<'p, 'a, 'g, G> {
    /// Numbers found earlier about the same game are gone on from.
    pub fn new(prover: &'p mut Prover<'a, 'g, G>, estimates: &'p mut Estimates) -> Self {
        let scratch = MoveList::new(prover.game.move_words());
        ProofNumber { prover, estimates, scratch }
    }

    /// Whether the player to move at the root reaches `t`; none if some line is longer than `MAX_PLY`, or if a win is
    /// not proved where positions can come back.
    pub fn reaches(&mut self, t: i32) -> Result<Option<bool>, Stop> {
        let numbers = self.expand(t, INFINITE, INFINITE)?;
        Ok((numbers.settled() && self.holds(t, numbers)).then_some(numbers.proof == 0))
    }

    /// Whether a settled answer holds on every path: where positions can come back, one that somebody wins.
    fn holds(&self, t: i32, numbers: Numbers) -> bool {
        !self.prover.loops || (numbers.proof == 0) == (t >= 1)
    }

    /// Searches below the current node until its numbers reach one of the thresholds.
    fn expand(&mut self, t: i32, most_proof: u32, most_disproof: u32) -> Result<Numbers, Stop> {
        self.prover.poll()?;
        let start = self.prover.nodes;
        let key = self.prover.path.folded_key().0 ^ (t as u32 as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let game = self.prover.game;
        let mover = self.prover.path.mover();
        let mut list = MoveList::new(game.move_words());
        game.generate(self.prover.path.state(), &mut list)?;
        // 1. The children, with what is known of them: endings, facts, earlier numbers; else one leaf each.
        let mut children = Vec::with_capacity(list.len());
        for index in 0..list.len() {
            self.prover.in_time()?;
            let record = list.get(index);
            self.prover.path.make(record);
            if self.prover.path.allowed(record) {
                let same = self.prover.path.mover() == mover;
                let numbers = self.glance(if same { t } else { 1 - t })?;
                let numbers = if same { numbers } else { numbers.exchanged() };
                children.push(Child { index: index as u32, same, numbers });
            }
            self.prover.path.undo();
            if children.last().is_some_and(|child| child.numbers.proof == 0) {
                break;
            }
        }
        if children.is_empty() {
            let outcome = game.ending_if_stuck(self.prover.path.state()).outcome;
            return Ok(Numbers::of(self.prover.result(outcome) >= t));
        }
        loop {
            // 2. One child proves the node, all together disprove it.
            let proof = children.iter().map(|child| child.numbers.proof).min().unwrap_or(INFINITE);
            let disproofs = || children.iter().map(|child| child.numbers.disproof);
            let (sum, most) = disproofs().fold((0u32, 0), |(sum, most), n| (sum.saturating_add(n), most.max(n)));
            // Where positions can come back, most lie below many others: sums of what is the same would grow without end. So
            // the hardest stands for all (weak proof numbers: T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida, 2008).
            let others = disproofs().filter(|&n| n > 0).count().saturating_sub(1) as u32;
            let disproof = if self.prover.loops { most.saturating_add(others) } else { sum };
            let numbers = Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) };
            if numbers.settled() {
                let best = children.iter().min_by_key(|child| child.numbers.proof).map_or(0, |child| child.index);
                let settled = Numbers::of(numbers.proof == 0);
                if self.holds(t, settled) {
                    self.settle(numbers.proof == 0, t, best, effort(self.prover.nodes - start + 1));
                } else {
                    self.estimates.put(key, settled);
                }
                return Ok(settled);
            }
            if numbers.proof >= most_proof || numbers.disproof >= most_disproof {
                self.estimates.put(key, numbers);
                return Ok(numbers);
            }
            if self.prover.loops && self.prover.path.ply() >= LONGEST {
                return Ok(Numbers::of(t < 1));
            }
            if self.prover.path.ply() + 1 >= MAX_PLY {
                self.prover.too_deep = true;
                return Ok(numbers);
            }
            // 3. On with the child that is nearest to a proof, until it is clearly farther than the next.
            let (mut best, mut second) = (0, INFINITE);
            for (i, child) in children.iter().enumerate().skip(1) {
                if child.numbers.proof < children[best].numbers.proof {
                    second = children[best].numbers.proof;
                    best = i;
                } else {
                    second = second.min(child.numbers.proof);
                }
            }
            let child = &children[best];
            let near = second.saturating_add(second / 4).saturating_add(1).min(most_proof);
            let far = if self.prover.loops {
                most_disproof - others.min(most_disproof - 1)
            } else {
                (most_disproof - numbers.disproof).saturating_add(child.numbers.disproof).min(INFINITE)
            };
            self.prover.path.make(list.get(child.index as usize));
            let found =
                if child.same { self.expand(t, near, far)? } else { self.expand(1 - t, far, near)?.exchanged() };
            self.prover.path.undo();
            children[best].numbers = found;
            if self.prover.too_deep {
                return Ok(Numbers { proof: 1, disproof: 1 });
            }
        }
    }

    /// What is known of the current node at sight.
    fn glance(&mut self, t: i32) -> Result<Numbers, Stop> {
        let ply = self.prover.path.ply();
        if let Some(known) = self.prover.ended(ply)? {
            return Ok(Numbers::of(known.score >= t));
        }
        if self.prover.loops && self.prover.path.came_back().is_some() {
            return Ok(Numbers::of(t < 1));
        }
        let key = self.prover.path.folded_key().0;
        if let (Some(score), _) = self.prover.recall(key, t, ply) {
            return Ok(Numbers::of(score >= t));
        }
        let key = key ^ (t as u32 as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        if let Some(numbers) = self.estimates.get(key) {
            return Ok(numbers);
        }
        // At first one move is enough for a proof, and all have to be refuted.
        let state = self.prover.path.state();
        let moves = self.prover.game.count(state, &mut self.scratch)?;
        if moves == 0 && !self.prover.game.legal_by_history() {
            let outcome = self.prover.game.ending_if_stuck(state).outcome;
            return Ok(Numbers::of(self.prover.result(outcome) >= t));
        }
        Ok(Numbers { proof: 1, disproof: moves.clamp(1, 1 << 20) as u32 })
    }

    /// Stores a fact about the current node, with the place of a move and what it has cost: where the table is full, what is soon
    /// found again gives way (A. Nagai, 2002). For estimates, which stand for what is left to do, their own size tells more.
    fn settle(&mut self, reached: bool, t: i32, best: u32, effort: u8) {
        let bound = if reached { Bound::Lower } else { Bound::Upper };
        let score = if reached { t } else { t - 1 };
        let (key, own) = self.prover.path.folded_key();
        let tag = if own { best + 1 } else { 0 };
        let entry = Entry { score, depth: effort, bound, least: reached, most: !reached, tag };
        self.prover.remember(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_come_back_as_they_were() {
        let mut estimates = Estimates::new(0);
        let numbers = |proof, disproof| Numbers { proof, disproof };
        assert_eq!(estimates.get(0), None, "nothing is there at first, not even of key 0");
        let costs = [numbers(1, INFINITE), numbers(7, 3), numbers(INFINITE, 1), numbers(2, 2)];
        for (key, cost) in (0..).zip(costs) {
            estimates.put(key, cost);
        }
        (0..).zip(costs).for_each(|(key, cost)| assert_eq!(estimates.get(key), Some(cost)));
        // A fifth takes the place of the one that cost least.
        estimates.put(9, numbers(5, 5));
        assert_eq!((estimates.get(9), estimates.get(3)), (Some(numbers(5, 5)), None));
    }
}
