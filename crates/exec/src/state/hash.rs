//! Hashes of states: the exclusive or of one number for each word, which is mixed with where the word stands.
//!
//! So the hash of a successor follows from that of its parent and the words that changed, whatever the rules do, and
//! the numbers of many words are worked out side by side.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::game::Repetition;
use crate::ir::{Facts, IntClass, Layout, PlaneClass};
use crate::rng::Rng;

/// Hashes that have been seen.
pub type Seen = HashSet<u64, BuildHasherDefault<Mixed>>;

/// What is known by hashes.
pub type By<T> = HashMap<u64, T, BuildHasherDefault<Mixed>>;

/// Takes hashes for what they are.
#[derive(Debug, Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What a word of the state is mixed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Salt {
    /// Added to it, without carries.
    pub mask: u64,
    /// What the sum is multiplied by; odd.
    pub factor: u64,
}

impl Salt {
    /// That of a place in the state.
    pub fn of(at: usize) -> Salt {
        let mut rng = Rng::new(at as u64);
        Salt { mask: rng.next_u64(), factor: rng.next_u64() | 1 }
    }

    /// The word's share of a hash: a product whose halves are folded together.
    pub fn mix(self, word: u64) -> u64 {
        let product = u128::from(word ^ self.mask) * u128::from(self.factor);
        (product as u64) ^ (product >> 64) as u64
    }
}

/// Mixes a word into a hash: a multiplication whose halves are folded together.
pub fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * u128::from(0xD6E8_FEB8_6659_FD93_u64 ^ hash << 1);
    (product as u64) ^ (product >> 64) as u64
}

/// The hash of the words at these places.
pub fn hash(state: &[u64], places: impl Iterator<Item = usize>) -> u64 {
    places.fold(0, |hash, at| hash ^ Salt::of(at).mix(state[at]))
}

/// Where the words of the planes stand for which `kept` holds.
pub fn plane_words<'l>(layout: &'l Layout, kept: impl Fn(PlaneClass) -> bool + 'l) -> impl Iterator<Item = usize> + 'l {
    let planes = (0..layout.planes.len()).filter(move |&id| kept(layout.planes[id].class));
    planes.flat_map(|id| layout.plane_at(id)..layout.plane_at(id) + layout.set_words)
}

/// Where the words stand that tell one placement from another.
pub fn board_words(layout: &Layout) -> impl Iterator<Item = usize> + '_ {
    plane_words(layout, PlaneClass::is_placement).chain(layout.lane_at(0)..layout.int_at(0))
}

/// Where the words stand that tell one position from another and no placement.
pub fn right_words(layout: &Layout) -> impl Iterator<Item = usize> + '_ {
    let counts = |c: IntClass| matches!(c, IntClass::Mover | IntClass::Hand(..) | IntClass::State(_));
    let ints = (0..layout.ints.len()).filter(move |&id| counts(layout.ints[id].class)).map(|id| layout.int_at(id));
    plane_words(layout, |p| !p.is_placement() && !matches!(p, PlaneClass::ThisTurn(_))).chain(ints)
}

/// Where the words stand that tell nothing of the position but count for the game; for a counter of moves also the
/// number at which it ends the game.
pub fn other_words(layout: &Layout) -> impl Iterator<Item = (usize, Option<i64>)> + '_ {
    let planes = plane_words(layout, |p| matches!(p, PlaneClass::ThisTurn(_))).map(|at| (at, None));
    let ints = layout.ints.iter().enumerate().filter_map(|(id, int)| match int.class {
        IntClass::Mover | IntClass::Hand(..) | IntClass::State(_) => None,
        IntClass::Clock(_, limit) => Some((layout.int_at(id), Some(limit))),
        IntClass::Passes | IntClass::ThisTurn(_) => Some((layout.int_at(id), None)),
    });
    planes.chain(ints)
}

/// See [`crate::game::Game::more_time`].
pub fn more_time(layout: &Layout, before: &[u64], now: &[u64]) -> bool {
    other_words(layout).any(|(at, limit)| limit.is_some() && (now[at] as i64) < before[at] as i64)
}

/// See [`crate::game::Game::stop_clocks`].
pub fn stop_clocks(layout: &Layout, facts: &Facts, state: &mut [u64]) -> Option<u32> {
    let clocks = other_words(layout).filter_map(|(at, limit)| limit.map(|limit| (at, limit)));
    let clocks = clocks.filter(|_| facts.repetition != Repetition::Decides);
    let left = |(at, limit): (usize, i64)| limit.saturating_sub(std::mem::take(&mut state[at]) as i64);
    clocks.map(left).min().map(|plies| u32::try_from(plies.max(0)).unwrap_or(u32::MAX))
}

/// See [`crate::game::Game::drawing_clock`].
pub fn drawing_clock(layout: &Layout, facts: &Facts) -> Option<(usize, u64)> {
    let mut clocks = other_words(layout).filter_map(|(at, limit)| Some((at, limit.filter(|&limit| limit < i64::MAX)?)));
    let (at, limit) = clocks.next()?;
    let alone = clocks.next().is_none() && facts.repetition != Repetition::Decides;
    // With 0 anything may set it.
    (alone && limit > 0).then_some((at, limit as u64))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_states_have_hashes_of_their_own() {
        // Up to two bits in each of two words: all that few stones on a small board can be.
        let bits = || (0..64).map(|i| 1_u64 << i);
        let words: Vec<u64> =
            bits().flat_map(|a| bits().filter(move |&b| b >= a).map(move |b| a | b)).chain([0]).collect();
        let mut seen = HashSet::new();
        for &a in words.iter().step_by(5) {
            for &b in &words {
                assert!(seen.insert(hash(&[a, b], 0..2)), "{a:x} {b:x}");
            }
        }
        // The low bits alone are spread evenly: a table that is indexed by them fills up.
        let low: HashSet<u64> = seen.iter().map(|h| h & 0xFFFF).collect();
        assert!(low.len() > 0xFF00, "{} of 65536", low.len());
    }
}
