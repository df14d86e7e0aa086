//! What the game so far says, as conditions ask it.

use crate::game::History;
use crate::ir::{Bool, HistoryTest, Int, Layout};
use crate::rules::Compare;

/// The game so far, as a condition asks it.
#[derive(Debug, Clone, Copy)]
pub struct Past<'h> {
    /// The positions, the one that is asked about included.
    pub history: &'h History,
    /// Whether a pass led to it, of which `new board` is true.
    pub passed: bool,
}

impl Past<'_> {
    /// Whether a test holds.
    #[inline]
    pub fn holds(self, test: HistoryTest) -> bool {
        match test {
            HistoryTest::NewBoard => self.passed || self.history.board_is_new(),
            HistoryTest::Repeats(times) => self.history.repeats(times),
            HistoryTest::Always(mark) => self.history.always(mark as u32),
        }
    }

    /// Whether a condition holds, as far as the game so far and counters in the state tell.
    pub fn tells(self, condition: &Bool, state: Option<(&Layout, &[u64])>) -> Option<bool> {
        match condition {
            Bool::Const(value) => Some(*value),
            Bool::History(test) => Some(self.holds(*test)),
            Bool::Compare(Compare::LessEqual, Int::Const(n), Int::Read(id)) => {
                state.map(|(layout, state)| *n <= state[layout.int_at(*id)] as i64)
            }
            Bool::Not(a) => self.tells(a, state).map(|value| !value),
            Bool::And(a, b) | Bool::Or(a, b) => {
                let decisive = matches!(condition, Bool::Or(..));
                match self.tells(a, state) {
                    Some(value) if value == decisive => Some(value),
                    Some(_) => self.tells(b, state),
                    None => self.tells(b, state).filter(|&value| value == decisive),
                }
            }
            Bool::Any(_) | Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) => None,
        }
    }
}
