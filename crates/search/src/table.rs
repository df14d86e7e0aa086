//! The transposition table: a fixed number of entries, shared by threads without locks.

use std::alloc::Layout;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored score bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
    /// Nothing is said of the value: the entry is there for its move.
    None,
}

impl Bound {
    /// What the score of a search in the window (`alpha`, `beta`) says of the value.
    #[inline]
    pub fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        match score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// One entry, unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Relative to the node (see `value::to_table`).
    pub score: i32,
    /// Remaining plies, or the worth of keeping it for the solver; 0..=255.
    pub depth: u8,
    pub bound: Bound,
    /// The flags of `Value`.
    pub least: bool,
    pub most: bool,
    /// [`move_tag`] of the best move, 0 for none.
    pub tag: u32,
}

/// The worth of an entry below which so many nodes were searched: the binary logarithm, times four.
#[inline]
pub(crate) fn effort(nodes: u64) -> u8 {
    nodes.max(1).ilog2() as u8 * 4
}

/// A hash of a whole move record.
#[inline]
pub(crate) fn record_hash(record: &[u64]) -> u64 {
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    };
    const START: u64 = 0x51_7C_C1_B7_27_22_0A_95;
    match *record {
        [word] => mix(START, word), // most records
        _ => record.iter().fold(START, |hash, &word| mix(hash, word)),
    }
}

const TAG_BITS: u32 = 24;

/// The part of a record's hash that an entry has room for; never 0. A wrong match only spoils the order of moves.
#[inline]
pub(crate) fn move_tag(hash: u64) -> u32 {
    ((hash >> (64 - TAG_BITS)) as u32).max(1)
}

const WAYS: usize = 4;

/// Entries that share a place: pairs of key ⊕ data and data, in one line of the cache.
type Bucket = [AtomicU64; 2 * WAYS];

/// Asks the system for large pages: a table is read here and there, and a small page's address is hardly ever at hand.
/// To be asked before the memory is touched.
fn in_large_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            fn madvise(start: *const std::ffi::c_void, bytes: usize, advice: i32) -> i32;
        }
        /// `MADV_HUGEPAGE` of `<sys/mman.h>`.
        const HUGE: i32 = 14;
        const LARGE: usize = 2 << 20;
        // Whole large pages inside of the memory.
        let start = words.as_ptr().addr().next_multiple_of(LARGE);
        let end = (words.as_ptr().addr() + size_of_val(words)) / LARGE * LARGE;
        if start < end {
            // SAFETY: advice on how to keep memory that is ours; it changes no content, and an error changes nothing.
            unsafe { madvise(words.as_ptr().with_addr(start).cast(), end - start, HUGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// Tables up to this size in MiB are soon used everywhere. A larger one that is new is not worth large pages: the system
/// fills each with zeros when it is first touched.
const SOON_TOUCHED: usize = 256;

/// So many words of zeros, which the system gives without writing them: what is never used costs nothing. None if there
/// is no memory.
fn zeros(len: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(len).ok()?;
    // SAFETY: the layout is not empty (a table has a bucket), all zeros is a valid word, and the box frees by this layout.
    unsafe {
        let start = std::alloc::alloc_zeroed(layout).cast::<AtomicU64>();
        (!start.is_null()).then(|| Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)))
    }
}

/// A transposition table. Entries are checked by their full 64-bit key; torn writes of two threads fail that check.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Where the first bucket begins: at a line of the cache.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// A table of about `mib` MiB (at least one bucket), of half that or less if there is no memory for more.
    pub fn new(mib: usize) -> Self {
        let sizes = std::iter::successors(Some(mib), |&mib| (mib > 0).then_some(mib / 2));
        let found = sizes.filter_map(|mib| Table::allocate((mib << 20) / (WAYS * 16), mib <= SOON_TOUCHED)).next();
        found.unwrap_or_else(|| Table::with_buckets(1))
    }

    /// Whether there is memory for a table of so many MiB.
    pub fn fits(mib: usize) -> bool {
        Table::allocate((mib << 20) / (WAYS * 16), false).is_some()
    }

    /// A table of so many buckets of four entries, for tests that want it crowded.
    pub fn with_buckets(buckets: usize) -> Self {
        Table::allocate(buckets, true).unwrap_or_else(|| panic!("no memory for {buckets} buckets"))
    }

    /// None if there is no memory for it.
    fn allocate(buckets: usize, large_pages: bool) -> Option<Self> {
        let buckets = buckets.max(1);
        let words = zeros((buckets + 1) * 2 * WAYS)?;
        if large_pages {
            in_large_pages(&words);
        }
        let first = words.as_ptr().addr().next_multiple_of(size_of::<Bucket>()) - words.as_ptr().addr();
        Some(Table { first: first / size_of::<AtomicU64>(), words, buckets, generation: AtomicU8::new(0) })
    }

    /// How many entries fit in.
    pub(crate) fn entries(&self) -> usize {
        self.buckets * WAYS
    }

    /// How many buckets of four entries it has.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Its size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets * size_of::<Bucket>()) >> 20
    }

    /// A table so many times as large with the same entries, if there is memory for it.
    pub(crate) fn grown(&self, times: usize) -> Option<Self> {
        let table = Table::allocate(self.buckets * times, true)?;
        table.generation.store(self.generation.load(Ordering::Relaxed), Ordering::Relaxed);
        for pair in self.entry_words() {
            let (check, data) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
            if data != 0 {
                table.store(check ^ data, unpack(data));
            }
        }
        Some(table)
    }

    /// Marks what is in the table as older than what follows.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// Tells how much of a sample is in use, in thousandths.
    pub fn permille_full(&self) -> u32 {
        let sample = self.entry_words().take(250 * WAYS);
        let (used, all) =
            sample.fold((0, 0), |(used, all), pair| (used + u32::from(pair[1].load(Ordering::Relaxed) != 0), all + 1));
        used * 1000 / all
    }

    /// The check and the data of every entry.
    fn entry_words(&self) -> impl Iterator<Item = &[AtomicU64]> {
        self.words[self.first..][..self.buckets * 2 * WAYS].chunks_exact(2)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits of the product spread any key evenly over any number of buckets.
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = ((u128::from(spread) * self.buckets as u128) >> 64) as usize;
        // SAFETY: `number` is less than `buckets`, so many buckets lie behind `first`.
        unsafe { &*self.words.as_ptr().add(self.first + number * 2 * WAYS).cast::<Bucket>() }
    }

    /// Says that the key will be asked for soon: what is in its place is fetched meanwhile.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint about an address inside of the table; it reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            (data != 0 && pair[0].load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let now = self.generation.load(Ordering::Relaxed) & GENERATIONS;
        let mut victim = 0;
        let mut least = i32::MAX;
        for i in (0..2 * WAYS).step_by(2) {
            let data = bucket[i + 1].load(Ordering::Relaxed);
            if data == 0 {
                victim = i;
                break;
            }
            if bucket[i].load(Ordering::Relaxed) ^ data == key {
                victim = i;
                break;
            }
            let age = i32::from(now.wrapping_sub(generation_of(data)) & GENERATIONS);
            let worth = i32::from(unpack(data).depth) - 8 * age;
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        let data = pack(&entry, now);
        bucket[victim].store(key ^ data, Ordering::Relaxed);
        bucket[victim + 1].store(data, Ordering::Relaxed);
    }
}

// Layout of the data word, from bit 0: tag 24, score 24, depth 8, bound 2, least 1, most 1, generation 4 (in the top
// nibble). A used word is never 0: an entry has a bound, or else (0) the tag of a move, which is not 0.
const GENERATIONS: u8 = 15;

fn pack(entry: &Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::None => 0u64,
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.tag & 0x00FF_FFFF)
        | (u64::from(entry.score as u32 & 0x00FF_FFFF) << 24)
        | (u64::from(entry.depth) << 48)
        | (bound << 56)
        | (u64::from(entry.least) << 58)
        | (u64::from(entry.most) << 59)
        | (u64::from(generation) << 60)
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> 60) as u8
}

fn unpack(data: u64) -> Entry {
    Entry {
        tag: data as u32 & 0x00FF_FFFF,
        score: ((data >> 24) as u32 as i32) << 8 >> 8,
        depth: (data >> 48) as u8,
        bound: match (data >> 56) & 3 {
            0 => Bound::None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        least: data >> 58 & 1 != 0,
        most: data >> 59 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::with_buckets(1);
        for (i, score) in [0, 1, -1, 4_000_000, -4_000_000, 999_999].into_iter().enumerate() {
            let bound = [Bound::Lower, Bound::Upper, Bound::Exact][i % 3];
            let entry =
                Entry { score, depth: 200 + i as u8, bound, least: i % 2 == 0, most: i % 3 == 0, tag: 0xABCDEF };
            table.store(i as u64 * 77, entry);
            assert_eq!(table.probe(i as u64 * 77), Some(entry));
        }
        assert_eq!(table.probe(12345), None, "another key of the same bucket is no hit");
    }

    #[test]
    fn the_shallowest_of_a_full_bucket_goes_first() {
        let table = Table::with_buckets(1);
        let entry = |depth| Entry { score: 5, depth, bound: Bound::Exact, least: false, most: false, tag: 1 };
        for depth in 1..=5 {
            table.store(u64::from(depth), entry(depth));
        }
        assert!(table.probe(1).is_none() && table.probe(2).is_some() && table.probe(5).is_some());
    }
}
