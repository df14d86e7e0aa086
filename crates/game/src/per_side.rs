//! Something of each player's.

use std::ops::Index;

use crate::Side;

/// Something that each player has, asked for by [`Side`] and never by a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerSide<T>([T; 2]);

impl<T> PerSide<T> {
    /// What the first player has, then what the second.
    #[inline]
    pub const fn new(first: T, second: T) -> Self {
        PerSide([first, second])
    }

    /// What the mover and the opponent have, by whose turn it is.
    #[inline]
    pub fn from_mover(mover: Side, own: T, enemy: T) -> Self {
        match mover {
            Side::First => PerSide([own, enemy]),
            Side::Second => PerSide([enemy, own]),
        }
    }
}

impl<T: Clone> PerSide<T> {
    /// Both have this.
    #[inline]
    pub fn same(both: T) -> Self {
        PerSide([both.clone(), both])
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IntoIterator for PerSide<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::PerSide;
    use crate::Side;

    #[test]
    fn each_has_their_own() {
        let worth = PerSide::new(1, 7);
        assert_eq!((worth[Side::First], worth[Side::Second]), (1, 7));
        assert_eq!(worth.into_iter().collect::<Vec<_>>(), [1, 7]);
        for side in Side::ALL {
            assert_eq!(PerSide::from_mover(side, worth[side], worth[side.other()]), worth);
        }
        assert_eq!(PerSide::same(3), PerSide::new(3, 3));
    }
}
