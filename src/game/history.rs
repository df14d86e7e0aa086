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
    /// One for each of them.
    marks: Vec<Mark>,
}

/// What is known of one position among the others.
#[derive(Debug, Clone, Copy)]
struct Mark {
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
        self.marks.clear();
    }

    /// Adds a position; `irreversible` if nothing before it can ever come back.
    pub fn push(&mut self, rep: Rep, irreversible: bool) {
        let floor = if irreversible { self.reps.len() } else { self.floor() };
        self.marks.push(Mark { floor, before: self.sum() });
        self.reps.push(rep);
    }

    /// Takes the last position back.
    pub fn pop(&mut self) {
        self.reps.pop();
        self.marks.pop();
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

    /// The index of the oldest that could equal the last.
    fn floor(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.floor)
    }

    /// Those from the oldest on that could equal the last.
    pub(crate) fn recent(&self) -> &[Rep] {
        &self.reps[self.floor()..]
    }

    /// How often the last position has stood, itself included: 3 is a threefold repetition.
    pub fn repetitions(&self) -> u32 {
        let Some(last) = self.last() else { return 0 };
        self.recent().iter().filter(|r| r.position == last.position).count() as u32
    }

    /// Whether the last position has stood at least so often, itself included.
    pub fn repeats(&self, times: u32) -> bool {
        self.recent().len() >= times as usize && self.repetitions() >= times
    }

    /// Whether the last placement never stood before.
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
    fn sum(&self) -> u64 {
        let (Some(last), Some(mark)) = (self.reps.last(), self.marks.last()) else { return 0 };
        let mixed = (last.position ^ (last.position >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mark.before.wrapping_add(mixed ^ (mixed >> 32))
    }

    /// A digest of all positions so far: part of the key where what stood before matters.
    pub fn digest(&self) -> u64 {
        // The order does not matter to what is asked, so the digest is a sum.
        let before = self.marks.get(self.floor()).map_or(0, |mark| mark.before);
        self.sum().wrapping_sub(before)
    }
}
