//! The game so far where only positions that stand again end it: what native code keeps of it from ply to ply.

use super::{History, Rep};

/// The positions since the last ply that nothing before it can come back after, by their hashes, in one block of words.
///
/// Each hash falls to a slot, which knows the last position that fell to it: so most positions are seen at once to stand
/// for the first time. What slots know from before is told by the position that they name: it falls to another slot, or is
/// not there yet.
#[derive(Debug, Clone)]
pub struct Trail {
    words: Vec<u64>,
}

impl Default for Trail {
    fn default() -> Self {
        Trail { words: vec![0; Trail::HASHES] }
    }
}

impl Trail {
    /// Where the number of positions stands.
    pub const LEN: usize = 0;
    /// Where the slots stand: each knows the number of a position, counted from the oldest.
    pub const SLOT: usize = 1;
    /// How many slots there are: a hash falls to the one of its lowest bits.
    pub const SLOTS: usize = 1 << 10;
    /// Where the hashes stand, the oldest first.
    pub const HASHES: usize = Trail::SLOT + Trail::SLOTS;

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.words[Trail::LEN] = 0;
    }

    /// Room for so many plies more, for code that adds them: one that is not irreversible adds two positions if it is the
    /// first.
    #[inline]
    pub fn room(&mut self, plies: u32) -> *mut u64 {
        let wanted = Trail::HASHES + self.len() + plies as usize + 1;
        if self.words.len() < wanted {
            self.words.resize(wanted, 0);
        }
        self.words.as_mut_ptr()
    }

    /// A ply led from one position to another; `irreversible` if nothing before can come back. Whether the position may
    /// have stood before.
    pub fn add(&mut self, from: impl FnOnce() -> u64, to: impl FnOnce() -> u64, irreversible: bool) -> bool {
        if irreversible {
            self.clear();
            return false;
        }
        if self.len() == 0 {
            self.push(from());
        }
        self.push(to())
    }

    fn push(&mut self, hash: u64) -> bool {
        let len = self.len();
        self.room(0);
        let slot = hash as usize % Trail::SLOTS;
        let last = self.words[Trail::SLOT + slot] as usize;
        let again = last < len && self.words[Trail::HASHES + last] as usize % Trail::SLOTS == slot;
        self.words[Trail::HASHES + len] = hash;
        self.words[Trail::SLOT + slot] = len as u64;
        self.words[Trail::LEN] += 1;
        again
    }

    fn len(&self) -> usize {
        self.words[Trail::LEN] as usize
    }

    fn hashes(&self) -> &[u64] {
        &self.words[Trail::HASHES..Trail::HASHES + self.len()]
    }

    /// How often the last position has stood, itself included; 0 if it is the only one.
    #[inline]
    pub fn repetitions(&self) -> u32 {
        let Some(last) = self.hashes().last() else { return 0 };
        self.hashes().iter().filter(|&hash| hash == last).count() as u32
    }

    /// The same as a history; of placements alone it tells nothing.
    pub fn history(&self) -> History {
        let mut history = History::default();
        self.hashes().iter().for_each(|&position| history.push(Rep { position, ..Rep::default() }, false));
        history
    }
}
