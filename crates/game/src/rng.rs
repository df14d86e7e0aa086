//! A small seeded generator of random numbers (SplitMix64): the same seed gives the same games everywhere.

/// The generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// The generator of this seed.
    #[inline]
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// Where its state lies: native code draws from it, too.
    #[inline]
    pub fn state(&mut self) -> &mut u64 {
        &mut self.0
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        // The high half of the product: even to within 2⁻⁶⁴ · bound.
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn the_published_first_numbers_of_splitmix64() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!([rng.next_u64(), rng.next_u64()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        (0..700).for_each(|_| seen[rng.below(7)] += 1);
        assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
    }
}
