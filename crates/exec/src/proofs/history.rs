//! What is asked of the game so far, where that is little enough to be kept beside the position.

use crate::ir::walk::{Part, walk_int};
use crate::ir::{Bool, HistoryTest, Program};

/// How often a position must have stood to end the game, where nothing else of the game so far ends it or forbids plies.
pub fn repeats_to_end(program: &Program) -> Option<u32> {
    let verdicts = || program.sides.iter().flat_map(|s| &s.verdicts);
    let mut tests = verdicts().flat_map(|v| v.when.history_tests());
    if program.forbids_by_history()
        || verdicts().any(|v| v.clock)
        || tests.any(|test| !matches!(test, HistoryTest::Repeats(_)))
    {
        return None;
    }
    verdicts().filter(|v| v.history).map(|v| v.when.repetitions()).min().filter(|&n| n > 1)
}

/// Whether what held of all positions since one first stood is asked only of a position that has stood before.
pub fn late_marks(program: &Program) -> bool {
    let asks = |truth: &Bool| truth.history_tests().any(|test| matches!(test, HistoryTest::Always(_)));
    let mut verdicts = program.sides.iter().flat_map(|s| &s.verdicts);
    let mut evaluated = false;
    for (_, number) in program.evaluations.iter().flat_map(|e| e.terms.iter().flatten()) {
        let always = |part: &Part<'_>| matches!(part, Part::Truth(Bool::History(HistoryTest::Always(_))));
        walk_int(number, &mut |part| evaluated |= always(&part));
    }
    !program.marks.is_empty()
        && !program.forbids_by_history()
        && !evaluated
        && verdicts.all(|v| !asks(&v.when) || v.when.repetitions() > 1)
}

/// What the history is asked of each ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbids {
    /// Whether boards must be new.
    pub boards: bool,
    /// Whether positions must be new.
    pub positions: bool,
}

impl Forbids {
    /// What the rules ask; none if it is more than what is new.
    pub fn of(program: &Program) -> Option<Forbids> {
        let mut asked = Forbids { boards: false, positions: false };
        for condition in program.sides.iter().flat_map(|side| &side.by_history) {
            if *condition == Bool::History(HistoryTest::NewBoard) {
                asked.boards = true;
            } else if let Bool::Not(a) = condition
                && **a == Bool::History(HistoryTest::Repeats(2))
            {
                asked.positions = true;
            } else {
                return None;
            }
        }
        Some(asked)
    }
}
