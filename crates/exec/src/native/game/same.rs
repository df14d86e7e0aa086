//! Moves of a list that are one: of those with equal choices or equal results one is kept.

use std::cell::RefCell;

use crate::game::MoveList;
use crate::native::game::Native;
use crate::native::walk::UNRANKED;
use crate::native::walk::chains::RANK_WORDS;

thread_local! {
    static NUMBERS: RefCell<Numbers> = const { RefCell::new(Numbers::NONE) };
}

/// The numbers of hashes in a list. Its memory is kept from list to list, and no more of it is cleared than a list needs.
struct Numbers {
    /// The hash in each place, 0 where there is none, and its number.
    places: Vec<(u64, u32)>,
    mask: usize,
}

impl Numbers {
    const NONE: Numbers = Numbers { places: Vec::new(), mask: 0 };

    /// Forgets all, and has room for so many from now on.
    fn begin(&mut self, most: usize) {
        let wanted = (2 * most).next_power_of_two();
        if self.places.len() < wanted {
            self.places.resize(wanted, (0, 0));
        }
        self.places[..wanted].fill((0, 0));
        self.mask = wanted - 1;
    }

    /// The number of a hash: this one, if it has none yet.
    fn number(&mut self, hash: u64, number: usize) -> usize {
        let hash = hash.max(1);
        let mut at = hash as usize & self.mask;
        loop {
            let (known, its) = &mut self.places[at];
            if *known == hash {
                return *its as usize;
            }
            if *known == 0 {
                (*known, *its) = (hash, number as u32);
                return number;
            }
            at = (at + 1) & self.mask;
        }
    }
}

impl Native {
    /// Of moves with equal choices by different clauses, the first is the move.
    pub(super) fn drop_repeated(&self, start: usize, identities: &[u64], moves: &mut MoveList) {
        let program = &*self.program;
        NUMBERS.with_borrow_mut(|numbers| {
            numbers.begin(moves.len() - start);
            let mut kept = start;
            for index in start..moves.len() {
                let clause = (moves.get(index)[0] >> 24 & 0xFF) as usize;
                let flagged = program.clauses.get(clause).is_some_and(|c| c.may_repeat);
                if !flagged || numbers.number(identities[index - start], index) == index {
                    moves.swap(index, kept);
                    kept += 1;
                }
            }
            moves.truncate(kept);
        });
    }

    /// Of moves with ranks those with the greatest; of equal results the one with the shortest text, of several the first.
    pub(super) fn keep_best(start: usize, ranks: &[u64], moves: &mut MoveList) {
        let most = moves.len() - start;
        if most < 2 {
            return;
        }
        NUMBERS.with_borrow_mut(|numbers| {
            numbers.begin(most);
            let mut kept = start;
            // How many parts the texts have of those that are kept.
            let mut lengths: Vec<u64> = Vec::with_capacity(most);
            let mut best = None;
            for index in start..moves.len() {
                let (rank, result, length) = match ranks[RANK_WORDS * (index - start)..] {
                    [rank, result, length, ..] => (rank as i64, result, length),
                    _ => return,
                };
                if rank != UNRANKED {
                    if best.is_none_or(|best| rank > best) {
                        if kept > start {
                            numbers.begin(most);
                        }
                        best = Some(rank);
                        kept = start;
                        lengths.clear();
                    }
                    if best != Some(rank) {
                        continue;
                    }
                }
                let number = lengths.len();
                let known = numbers.number(result, number);
                if known == number {
                    lengths.push(length);
                    moves.swap(index, kept);
                    kept += 1;
                } else if length < lengths[known] {
                    lengths[known] = length;
                    moves.swap(index, start + known);
                }
            }
            moves.truncate(kept);
        });
    }
}
