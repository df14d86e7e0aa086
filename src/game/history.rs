//! The game so far, as the rules can ask about it.

/// What "the same position" means, in two senses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Rep {
    /// Placement, rights, hands and the mover: what `repeats` compares.
    pub position: u64,
    /// Placement alone: what `new board` compares.
    pub board: u64,
}

/// The positions of a game from its start (or from the position it was set up with) to now.
///
/// Kept by the caller, one for each thread; the game before the root of a search is in it.
#[derive(Debug, Clone, Default)]
pub struct History {
    reps: Vec<Rep>,
    /// For each entry the index of the oldest entry that could equal it.
    floor: Vec<u32>,
    /// For each entry the sum of the mixed positions before it.
    sums: Vec<u64>,
}

impl History {
    /// The history of a game that starts here.
    pub fn starting_at(rep: Rep) -> Self {
        let mut history = History::default();
        history.push(rep, true);
        history
    }

    /// Forgets everything: a game starts here.
    pub fn start_at(&mut self, rep: Rep) {
        self.reps.clear();
        self.floor.clear();
        self.sums.clear();
        self.push(rep, true);
    }

    /// Adds a position; `irreversible` if nothing before it can ever come back.
    pub fn push(&mut self, rep: Rep, irreversible: bool) {
        let here = self.reps.len() as u32;
        let floor = if irreversible { here } else { self.floor.last().copied().unwrap_or(here) };
        self.sums.push(self.sum());
        self.reps.push(rep);
        self.floor.push(floor);
    }

    /// Takes the last position back.
    pub fn pop(&mut self) {
        self.reps.pop();
        self.floor.pop();
        self.sums.pop();
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.reps.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.reps.is_empty()
    }

    /// The last position.
    pub fn last(&self) -> Option<Rep> {
        self.reps.last().copied()
    }

    /// Those from the oldest on that could equal the last.
    pub(crate) fn recent(&self) -> &[Rep] {
        let floor = self.floor.last().map_or(0, |&f| f as usize);
        &self.reps[floor..]
    }

    /// How often the last position has stood, itself included: 3 is a threefold repetition.
    pub fn repetitions(&self) -> u32 {
        let Some(last) = self.last() else { return 0 };
        self.recent().iter().filter(|r| r.position == last.position).count() as u32
    }

    /// Whether the last placement never stood before.
    pub fn board_is_new(&self) -> bool {
        let Some(last) = self.last() else { return true };
        let recent = self.recent();
        !recent[..recent.len() - 1].iter().any(|r| r.board == last.board)
    }

    /// The index of the latest earlier entry with the last entry's position, if there is one.
    pub fn previous_occurrence(&self) -> Option<usize> {
        let last = self.last()?;
        let floor = self.floor.last().map_or(0, |&f| f as usize);
        let end = self.reps.len() - 1;
        (floor..end).rev().find(|&i| self.reps[i].position == last.position)
    }

    /// The index of the oldest earlier entry that has the last entry's position or placement, if there is one.
    pub fn oldest_recurrence(&self) -> Option<usize> {
        let last = self.last()?;
        let floor = self.floor.last().map_or(0, |&f| f as usize);
        (floor..self.reps.len() - 1)
            .find(|&i| self.reps[i].position == last.position || self.reps[i].board == last.board)
    }

    /// The sum of the mixed positions up to now.
    fn sum(&self) -> u64 {
        let (Some(last), Some(before)) = (self.reps.last(), self.sums.last()) else { return 0 };
        let mixed = (last.position ^ (last.position >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        before.wrapping_add(mixed ^ (mixed >> 32))
    }

    /// A digest of all positions so far: part of the key where what stood before matters.
    pub fn digest(&self) -> u64 {
        // The order does not matter to what is asked, so the digest is a sum.
        let before = self.floor.last().map_or(0, |&floor| self.sums[floor as usize]);
        self.sum().wrapping_sub(before)
    }
}
