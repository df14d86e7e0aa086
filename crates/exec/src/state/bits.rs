//! Sets of cells in a fixed number of words.

/// A set of up to 64·W cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Self = Bits([0; W]);

    /// From the first W words; missing ones are 0.
    pub fn from_words(words: &[u64]) -> Self {
        let mut bits = Self::EMPTY;
        for (to, from) in bits.0.iter_mut().zip(words) {
            *to = *from;
        }
        bits
    }

    /// One cell.
    pub fn single(site: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.0[site / 64] = 1 << (site % 64);
        bits
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Whether it has this cell.
    pub fn has(&self, site: usize) -> bool {
        self.0[site / 64] >> (site % 64) & 1 == 1
    }

    /// How many cells.
    pub fn size(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// The least cell.
    pub fn first(&self) -> Option<usize> {
        self.0.iter().position(|&w| w != 0).map(|i| i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// Union.
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Intersection.
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Difference.
    pub fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Symmetric difference.
    pub fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self;
        for (a, b) in out.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        out
    }

    /// Every cell's number grows by `n`; those beyond the last word are lost.
    pub fn up(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n % 64);
        let mut out = Self::EMPTY;
        for i in (words..W).rev() {
            out.0[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                out.0[i] |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        out
    }

    /// Every cell's number shrinks by `n`; those below 0 are lost.
    pub fn down(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n % 64);
        let mut out = Self::EMPTY;
        for i in words..W {
            let at = i - words;
            out.0[at] = self.0[i] >> bits;
            if bits > 0 && i + 1 < W {
                out.0[at] |= self.0[i + 1] << (64 - bits);
            }
        }
        out
    }
}

impl<const W: usize> Iterator for Bits<W> {
    type Item = usize;

    /// Takes the least cell out.
    fn next(&mut self) -> Option<usize> {
        let site = self.first()?;
        self.0[site / 64] &= self.0[site / 64] - 1;
        Some(site)
    }
}

#[cfg(test)]
mod tests {
    use crate::state::bits::Bits;

    #[test]
    fn shifts_carry_across_words() {
        for n in [0, 1, 63, 64, 65, 127, 128, 130] {
            for site in [0, 1, 62, 63, 64, 65, 126, 127, 128, 191] {
                let one = Bits::<3>::single(site);
                let up = if site + n < 192 { Some(site + n) } else { None };
                assert_eq!(one.up(n).first(), up, "{site} up {n}");
                assert_eq!(one.down(n).first(), site.checked_sub(n), "{site} down {n}");
            }
        }
    }

    #[test]
    fn a_set_lists_its_cells_in_order() {
        let set = Bits::<2>::single(3).or(Bits::single(64)).or(Bits::single(127));
        assert_eq!(set.collect::<Vec<_>>(), [3, 64, 127]);
        assert_eq!(set.size(), 3);
    }
}
