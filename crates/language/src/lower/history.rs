//! What the game so far is asked: marks of positions, and conditions on plies.

use super::build::{both, either, not};
use super::{Context, Lower};
use crate::ir::{Bool, HistoryTest, Mark, intern};
use crate::rules;

impl Lower<'_> {
    /// A question to the game so far.
    pub(super) fn history(&mut self, test: &rules::HistoryTest, cx: &Context) -> Bool {
        Bool::History(match test {
            rules::HistoryTest::NewBoard => HistoryTest::NewBoard,
            rules::HistoryTest::Repeats(times) => HistoryTest::Repeats(*times),
            rules::HistoryTest::Always(who, of) => {
                let holds = self.truth(of, &Context::of(cx.side));
                let mark = Mark { of: who.side(cx.side), holds };
                HistoryTest::Always(intern(&mut self.marks, mark))
            }
        })
    }
}

/// The parts of a condition on plies: what must be true of the position, whatever the game so far says, and all that asks the
/// game so far.
pub fn apart(condition: Bool) -> (Bool, Vec<Bool>) {
    let (mut open, mut position, mut history) = (vec![condition], Bool::Const(true), Vec::new());
    while let Some(next) = open.pop() {
        match next {
            Bool::And(a, b) => open.extend([*b, *a]),
            other => {
                position = both(position, at_best(&other, true));
                if other.asks_history() {
                    history.push(other);
                }
            }
        }
    }
    (position, history)
}

/// A condition if the game so far says whatever makes it come to `wanted`.
fn at_best(condition: &Bool, wanted: bool) -> Bool {
    match condition {
        Bool::History(_) => Bool::Const(wanted),
        Bool::Not(a) => not(at_best(a, !wanted)),
        Bool::And(a, b) => both(at_best(a, wanted), at_best(b, wanted)),
        Bool::Or(a, b) => either(at_best(a, wanted), at_best(b, wanted)),
        other => other.clone(),
    }
}
