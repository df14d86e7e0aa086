//! Sets of cells of any board, for compile time and for the faces; the executors have faster ones.

/// A set of cells, by index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteSet {
    sites: usize,
    words: Vec<u64>,
}

impl SiteSet {
    /// The empty set on a board of `sites` cells.
    pub fn empty(sites: usize) -> Self {
        SiteSet { sites, words: vec![0; sites.div_ceil(64).max(1)] }
    }

    /// All cells.
    pub fn full(sites: usize) -> Self {
        Self::from_sites(sites, 0..sites)
    }

    /// The set of some cells.
    pub fn from_sites(sites: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::empty(sites);
        for site in members {
            set.insert(site);
        }
        set
    }

    /// The set whose words these are; bits beyond the board are dropped.
    pub fn from_words(sites: usize, words: &[u64]) -> Self {
        Self::from_sites(sites, (0..sites).filter(|&s| words[s / 64] >> (s % 64) & 1 == 1))
    }

    /// Adds a cell.
    ///
    /// # Panics
    /// If it is off the board.
    #[inline]
    pub fn insert(&mut self, site: usize) {
        assert!(site < self.sites, "cell {site} is off the board");
        self.words[site / 64] |= 1 << (site % 64);
    }

    /// Whether a cell is in it.
    #[inline]
    pub fn contains(&self, site: usize) -> bool {
        site < self.sites && self.words[site / 64] >> (site % 64) & 1 == 1
    }

    /// How many cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether it has none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sites).filter(|&s| self.contains(s))
    }

    /// The least cell.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The words, 64 cells each, least first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Union.
    #[must_use]
    pub fn or(&self, other: &SiteSet) -> SiteSet {
        self.zip(other, |a, b| a | b)
    }

    /// Intersection.
    #[must_use]
    pub fn and(&self, other: &SiteSet) -> SiteSet {
        self.zip(other, |a, b| a & b)
    }

    /// Difference.
    #[must_use]
    pub fn minus(&self, other: &SiteSet) -> SiteSet {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &SiteSet, f: impl Fn(u64, u64) -> u64) -> SiteSet {
        debug_assert_eq!(self.sites, other.sites);
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| f(a, b)).collect();
        SiteSet { sites: self.sites, words }
    }
}
