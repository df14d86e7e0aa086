//! The game so far, as the rules can ask about it.

/// What "the same position" means, in two senses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Rep {
    /// Placement, rights, hands and the mover: what `repeats` compares.
    pub position: u64,
    /// Placement alone: what `new board` compares.
    pub board: u64,
    /// Which of the conditions that the rules ask of every position (`P always C`) hold of this one, a bit each; all the same to
    /// what is compared.
    pub marks: u64,
}

/// The positions of a game from its start (or from the position it was set up with) to now.
///
/// Kept by the caller, one for each thread; the game before the root of a search is in it.
#[derive(Debug, Clone, Default)]
pub struct History {
    reps: Vec<Rep>,
    /// One for each of them.
    places: Vec<Place>,
    /// Whether a position had marks.
    marked: bool,
}

/// What is known of one position among the others.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The index of the oldest that could equal it.
    floor: usize,
    /// The sum of the mixed positions before it.
    before: u64,
}

impl History {
    /// The history of a game that starts here.
    pub fn starting_at(rep: Rep) -> Self {
        let mut history = History::default();
        history.push(rep, true);
        history
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.reps.clear();
        self.places.clear();
        self.marked = false;
    }

    /// Adds a position; `irreversible` if nothing before it can ever come back.
    #[inline]
    pub fn push(&mut self, rep: Rep, irreversible: bool) {
        let floor = if irreversible { self.reps.len() } else { self.floor() };
        self.places.push(Place { floor, before: self.sum() });
        self.reps.push(rep);
        self.marked |= rep.marks != 0;
    }

    /// Says of a position what its marks are, if it was added without.
    pub fn mark(&mut self, index: usize, marks: u64) {
        self.reps[index].marks = marks;
        self.marked |= marks != 0;
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.reps.pop();
        self.places.pop();
    }

    /// How many positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.reps.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.reps.is_empty()
    }

    /// The last position.
    #[inline]
    pub fn last(&self) -> Option<Rep> {
        self.reps.last().copied()
    }

    /// The index of the oldest that could equal the last.
    #[inline]
    fn floor(&self) -> usize {
        self.places.last().map_or(0, |place| place.floor)
    }

    /// Those from the oldest on that could equal the last.
    #[inline]
    pub fn recent(&self) -> &[Rep] {
        &self.reps[self.floor()..]
    }

    /// How often the last position has stood, itself included: 3 is a threefold repetition.
    #[inline]
    pub fn repetitions(&self) -> u32 {
        let Some(last) = self.last() else { return 0 };
        self.recent().iter().filter(|r| r.position == last.position).count() as u32
    }

    /// Whether the last position has stood at least so often, itself included.
    #[inline]
    pub fn repeats(&self, times: u32) -> bool {
        self.recent().len() >= times as usize && self.repetitions() >= times
    }

    /// Whether a condition held of all positions since the last one first stood, itself included: the bit of its mark.
    #[inline]
    pub fn always(&self, mark: u32) -> bool {
        let Some(last) = self.last() else { return true };
        let mut since = self.recent().iter().skip_while(|rep| rep.position != last.position);
        since.all(|rep| rep.marks >> mark & 1 == 1)
    }

    /// Whether the last placement never stood before.
    #[inline]
    pub fn board_is_new(&self) -> bool {
        let Some((last, before)) = self.recent().split_last() else { return true };
        !before.iter().any(|r| r.board == last.board)
    }

    /// The indices of the earlier entries with the last entry's position, the latest first.
    pub fn occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.last().unwrap_or_default();
        let end = self.reps.len().saturating_sub(1);
        (self.floor().min(end)..end).rev().filter(move |&i| self.reps[i].position == last.position)
    }

    /// The index of the oldest earlier entry that has the last entry's position or placement, if there is one.
    pub fn oldest_recurrence(&self) -> Option<usize> {
        let last = self.last()?;
        (self.floor()..self.reps.len() - 1)
            .find(|&i| self.reps[i].position == last.position || self.reps[i].board == last.board)
    }

    /// The sum of the mixed positions up to now.
    #[inline]
    fn sum(&self) -> u64 {
        let (Some(last), Some(place)) = (self.reps.last(), self.places.last()) else { return 0 };
        place.before.wrapping_add(mixed(last.position))
    }

    /// A digest of all positions so far: part of the key where what stood before matters.
    pub fn digest(&self) -> u64 {
        // The order does not matter to what is asked, so the digest is a sum.
        if self.marked {
            // What always held since a position is all that its marks and the later ones are asked for.
            let (mut sum, mut since) = (0_u64, u64::MAX);
            for rep in self.recent().iter().rev() {
                since &= rep.marks;
                sum = sum.wrapping_add(mixed(rep.position ^ mixed(since)));
            }
            return sum;
        }
        let before = self.places.get(self.floor()).map_or(0, |place| place.before);
        self.sum().wrapping_sub(before)
    }
}

/// A word with its bits spread.
#[inline]
fn mixed(word: u64) -> u64 {
    let mixed = (word ^ (word >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with their marks.
    fn history(of: &[(u64, u64)]) -> History {
        let mut history = History::default();
        of.iter().for_each(|&(position, marks)| history.push(Rep { position, board: position, marks }, false));
        history
    }

    #[test]
    fn what_always_held_counts_from_the_first_time() {
        let before = [(7, 0), (1, 1), (2, 1)];
        assert!(history(&[&before[..], &[(1, 1)]].concat()).always(0), "what was before does not matter");
        assert!(!history(&[&before[..], &[(3, 0), (1, 1)]].concat()).always(0));
        assert!(!history(&[&before[..], &[(1, 1), (3, 0), (1, 1)]].concat()).always(0), "the first time, not the last");
        assert!(history(&[(1, 0), (2, 2)]).always(1), "a position that stands for the first time is all there is");
        assert!(!history(&[(2, 2), (1, 0)]).always(1));
    }

    #[test]
    fn a_digest_tells_apart_what_may_be_asked() {
        let digest = |of: &[(u64, u64)]| history(of).digest();
        assert_eq!(digest(&[(1, 1), (2, 1), (3, 1)]), digest(&[(2, 1), (1, 1), (3, 1)]), "the order is not asked");
        assert_ne!(digest(&[(1, 1), (2, 0), (3, 1)]), digest(&[(2, 0), (1, 1), (3, 1)]), "but what held since is");
        assert_eq!(digest(&[(1, 0), (2, 0)]), history(&[(2, 0), (1, 0)]).digest());
    }
}
