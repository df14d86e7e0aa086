//! Something of each player's.

use std::ops::{Index, IndexMut};

use crate::Side;

/// Something that each player has, asked for by [`Side`] and never by a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct PerSide<T>([T; 2]);

impl<T> PerSide<T> {
    /// What the first player has, then what the second.
    #[inline]
    pub const fn new(first: T, second: T) -> Self {
        PerSide([first, second])
    }

    /// What each player has, worked out for one after the other.
    #[inline]
    pub fn of(each: impl FnMut(Side) -> T) -> Self {
        PerSide(Side::ALL.0.map(each))
    }

    /// As [`PerSide::of`], where it may fail.
    ///
    /// # Errors
    /// That of the first player who has none.
    #[inline]
    pub fn try_of<E>(mut each: impl FnMut(Side) -> Result<T, E>) -> Result<Self, E> {
        Ok(PerSide([each(Side::First)?, each(Side::Second)?]))
    }

    /// What the mover and the opponent have, by whose turn it is.
    #[inline]
    pub fn from_mover(mover: Side, own: T, enemy: T) -> Self {
        match mover {
            Side::First => PerSide([own, enemy]),
            Side::Second => PerSide([enemy, own]),
        }
    }

    /// Something worked out from what each has.
    #[inline]
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> PerSide<U> {
        PerSide(self.0.map(each))
    }

    /// References to what each has.
    #[inline]
    pub const fn each_ref(&self) -> PerSide<&T> {
        let [first, second] = &self.0;
        PerSide([first, second])
    }

    /// What each has, the first player's first.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// As [`PerSide::iter`], to be altered.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// What each has, with whose it is.
    #[inline]
    pub fn by_side(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::ALL.into_iter().zip(&self.0)
    }

    /// What each has becomes the other's.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Self {
        let [first, second] = self.0;
        PerSide([second, first])
    }

    /// What the first player has, and what the second: for what is said about two.
    #[inline]
    pub fn pair(self) -> [T; 2] {
        self.0
    }
}

impl<T: PartialEq> PerSide<T> {
    /// Whether both have the same.
    #[inline]
    pub fn alike(&self) -> bool {
        self.0[0] == self.0[1]
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

impl<T> IndexMut<Side> for PerSide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
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

impl<'a, T> IntoIterator for &'a PerSide<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut PerSide<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::PerSide;
    use crate::Side;

    #[test]
    fn each_has_their_own() {
        let mut worth = PerSide::of(|side| side.index() + 1);
        assert_eq!(worth, PerSide::new(1, 2));
        worth[Side::Second] += 5;
        assert_eq!((worth[Side::First], worth[Side::Second]), (1, 7));
        assert_eq!(worth.by_side().collect::<Vec<_>>(), [(Side::First, &1), (Side::Second, &7)]);
        assert_eq!(worth.map(|n| n * 2).swapped().pair(), [14, 2]);
        assert!(PerSide::same(3).alike() && !worth.alike());
        for side in Side::ALL {
            assert_eq!(PerSide::from_mover(side, worth[side], worth[side.other()]), worth);
        }
        assert_eq!(PerSide::same(3), PerSide::new(3, 3));
        assert_eq!(PerSide::try_of(Ok::<_, ()>), Ok(Side::ALL));
        assert_eq!(PerSide::try_of(|side| if side == Side::First { Ok(1) } else { Err("none") }), Err("none"));
    }
}
