//! A list of move records of one length.

/// Move records, one after another in a flat buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveList {
    stride: usize,
    words: Vec<u64>,
}

impl MoveList {
    /// An empty list of records of `stride` words.
    ///
    /// # Panics
    /// If `stride` is 0.
    #[inline]
    pub fn new(stride: usize) -> Self {
        assert!(stride > 0, "a move record has at least one word");
        MoveList { stride, words: Vec::new() }
    }

    /// The length of a record.
    #[inline]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// How many records.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The record at `index`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, index: usize) -> &[u64] {
        &self.words[index * self.stride..(index + 1) * self.stride]
    }

    /// Puts a record in the place of the one at `index`.
    ///
    /// # Panics
    /// If there is none, or the record has another length.
    #[inline]
    pub fn replace(&mut self, index: usize, record: &[u64]) {
        self.words[index * self.stride..(index + 1) * self.stride].copy_from_slice(record);
    }

    /// The words of the record at `index`, and of all behind it.
    #[inline]
    pub fn from(&self, index: usize) -> &[u64] {
        &self.words[index * self.stride..]
    }

    /// Appends a record.
    #[inline]
    pub fn push(&mut self, record: &[u64]) {
        debug_assert_eq!(record.len(), self.stride);
        self.words.extend_from_slice(record);
    }

    /// Appends a record of zeros for `write` to fill; gives it back with `write`'s answer.
    #[inline]
    pub fn push_with<T>(&mut self, write: impl FnOnce(&mut [u64]) -> T) -> (&mut [u64], T) {
        let start = self.words.len();
        self.words.resize(start + self.stride, 0);
        let record = &mut self.words[start..];
        let answer = write(record);
        (record, answer)
    }

    /// How many further records fit without growing.
    #[inline]
    pub fn room(&self) -> usize {
        (self.words.capacity() - self.words.len()) / self.stride
    }

    /// Room for so many further records behind the list, to be written by [`MoveList::grow`]'s caller.
    #[inline]
    pub fn spare(&mut self, records: usize) -> *mut u64 {
        self.words.reserve(records * self.stride);
        self.words.spare_capacity_mut().as_mut_ptr().cast()
    }

    /// Takes in so many records that were written behind the list.
    ///
    /// # Safety
    /// They must have been written, to the room that [`MoveList::spare`] gave.
    #[inline]
    pub unsafe fn grow(&mut self, records: usize) {
        let len = self.words.len() + records * self.stride;
        debug_assert!(len <= self.words.capacity());
        // SAFETY: the caller's promise.
        unsafe { self.words.set_len(len) };
    }

    /// Drops all records from `len` on.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.words.truncate(len * self.stride);
    }

    /// Drops all records; the memory stays.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Drops the records `from..to`.
    #[inline]
    pub fn remove_range(&mut self, from: usize, to: usize) {
        self.words.drain(from * self.stride..to * self.stride);
    }

    /// Exchanges two records.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            for i in 0..self.stride {
                self.words.swap(a * self.stride + i, b * self.stride + i);
            }
        }
    }

    /// Keeps the records for which `keep` holds.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(&[u64]) -> bool) {
        let mut kept = 0;
        for i in 0..self.len() {
            if keep(self.get(i)) {
                self.swap(i, kept);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// The records in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride)
    }

    /// Where a record stands.
    #[inline]
    pub fn position(&self, record: &[u64]) -> Option<usize> {
        self.iter().position(|r| r == record)
    }
}
