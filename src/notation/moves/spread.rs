//! Stacks that are spread along a line, as players of Tak write it: `3c3>21` takes three pieces up from `c3` and leaves two on the next
//! cell to the right and one on that behind it; `c3>` goes with one. Source: Portable Tak Notation, <https://ustak.org/portable-tak-notation>.

use crate::exec::Executor;
use crate::notation::position::height;
use crate::rules::Rules;

/// The ways, by their signs: files to the right, ranks upwards.
const WAYS: [(char, i32, i32); 4] = [('+', 0, 1), ('-', 0, -1), ('>', 1, 0), ('<', -1, 0)];

/// A stack that is spread.
pub(super) struct Spread {
    /// What the height of each cell that it touches is changed by.
    changes: Vec<(usize, i64)>,
}

impl Spread {
    /// The text as such a move; none if it is no such text, or nothing is stacked.
    pub fn read(rules: &Rules, game: &dyn Executor, text: &str) -> Option<Spread> {
        if game.program().layout.stacks == 0 {
            return None;
        }
        // What stands on top may follow.
        let text = text.trim_end_matches(['!', '?', '\'', '"', '*']).trim_end_matches(|c: char| c.is_ascii_uppercase());
        let (from, left) = text.split_once(WAYS.map(|way| way.0))?;
        let (_, x, y) = *WAYS.iter().find(|way| text[from.len()..].starts_with(way.0))?;
        let number = |digit: char| digit.to_digit(10).map(i64::from);
        let taken = from.chars().next().and_then(number);
        let cell = rules.topology.cell(&from[usize::from(taken.is_some())..])?;
        let mut left: Vec<i64> = left.chars().map(number).collect::<Option<_>>()?;
        if left.is_empty() {
            left.push(taken.unwrap_or(1));
        }
        let mut changes = vec![(cell, -taken.unwrap_or(1))];
        let here = &rules.topology.cells[cell];
        let mut at = (here.x, here.y);
        for number in &left {
            at = (at.0 + x, at.1 + y);
            changes.push((rules.topology.at(here.board, at.0, at.1, here.z)?, *number));
        }
        (left.iter().sum::<i64>() == taken.unwrap_or(1)).then_some(Spread { changes })
    }

    /// Whether a move does this to the stacks.
    pub fn fits(&self, rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> bool {
        let layout = &game.program().layout;
        let mut next = vec![0; state.len()];
        game.make(state, record, &mut next);
        let change =
            |site: usize| height(rules, layout, &next, site) as i64 - height(rules, layout, state, site) as i64;
        let told = |site: usize| self.changes.iter().find(|(at, _)| *at == site).map_or(0, |(_, by)| *by);
        (0..rules.topology.sites()).all(|site| change(site) == told(site))
    }
}
