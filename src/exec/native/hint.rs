//! What a search may want to know of a move before it is made: as the interpreter's hints, without walking trees.

use std::cell::RefCell;

use super::game::Native;
use crate::exec::ends;
use crate::game::{Game, Hint, Side};
use crate::ir::{PlaneClass, Program, RecordShape};

/// Where owners and kinds lie in a state, and what kinds are worth.
pub struct Values {
    /// The first word of each side's plane.
    owners: [Option<usize>; 2],
    /// The first word of each kind's plane, the kind and its worth.
    kinds: Vec<(usize, u16, i32)>,
    /// The worth of a piece that no plane gives a kind: the only kind of its game.
    only: i32,
    words: usize,
}

impl Values {
    /// Those of a program by an evaluation.
    pub fn of(program: &Program, evaluation: usize) -> Self {
        let layout = &program.layout;
        let worth = |k: usize| program.kind_value(evaluation, k);
        let kinds = layout.planes.iter().enumerate().filter_map(|(id, p)| match p.class {
            PlaneClass::Kind(k) => Some((layout.plane_at(id), k as u16, worth(k))),
            _ => None,
        });
        let owner = |s| layout.plane(PlaneClass::Side(s)).map(|id| layout.plane_at(id));
        Values {
            owners: [owner(Side::First), owner(Side::Second)],
            kinds: kinds.collect(),
            only: worth(0),
            words: layout.set_words,
        }
    }

    /// The kind on a cell (0 where there is none) and its worth.
    fn at(&self, state: &[u64], site: usize) -> (u16, i32) {
        let (word, bit) = (site / 64, site % 64);
        let found = self.kinds.iter().find(|k| state[k.0 + word] >> bit & 1 == 1);
        found.map_or((0, self.only), |k| (k.1, k.2))
    }

    fn has(&self, state: &[u64], side: usize, site: usize) -> bool {
        self.owners[side].is_some_and(|at| state[at + site / 64] >> (site % 64) & 1 == 1)
    }

    /// How much more the pieces of a side are worth in `next` than in `state`.
    fn change(&self, state: &[u64], next: &[u64], side: usize) -> i32 {
        let Some(owner) = self.owners[side] else { return 0 };
        let mut sum = 0;
        // Few cells differ.
        let mut add = |before: u64, after: u64, worth: i32| {
            if before != after {
                sum += (after.count_ones() as i32 - before.count_ones() as i32) * worth;
            }
        };
        for i in 0..self.words {
            let (mut before, mut after) = (state[owner + i], next[owner + i]);
            for &(at, _, worth) in &self.kinds {
                add(before & state[at + i], after & next[at + i], worth);
                before &= !state[at + i];
                after &= !next[at + i];
            }
            add(before, after, self.only);
        }
        sum
    }
}

thread_local! {
    /// The position after a move that is only looked at.
    static NEXT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Native {
    /// See [`Game::hint`].
    pub(super) fn hint_of(&self, state: &[u64], record: &[u64]) -> Hint {
        let (program, values) = (&*self.program, &self.values);
        let (from, to) = ends(record[0]);
        let site = |s: Option<usize>| s.filter(|&s| s < program.sites);
        let (from, to) = (site(from), site(to));
        let mover = self.side(state);
        let (piece, risk) = from.map_or((0, 0), |s| values.at(state, s));
        let mut hint = Hint {
            piece,
            from: from.map_or(Hint::NO_SITE, |s| s as u16),
            to: to.map_or(Hint::NO_SITE, |s| s as u16),
            ..Hint::default()
        };
        let field = record[0] >> 24 & 0xFF;
        let clause = (field != RecordShape::PASS).then_some(field as usize);
        let Some(clause) = clause.and_then(|c| program.clauses.get(c)) else { return hint };
        hint.risk = risk;
        if clause.moves && (clause.takes || clause.promotes) {
            NEXT.with_borrow_mut(|next| {
                next.resize(state.len(), 0);
                self.make(state, record, next);
                let lost = -values.change(state, next, 1 - mover);
                let won = values.change(state, next, mover);
                hint.gain = lost.max(0) + won.max(0);
                hint.noisy = hint.gain > 0;
            });
        } else if clause.replaces
            && let Some(to) = to
            && values.has(state, 1 - mover, to)
        {
            hint.gain = values.at(state, to).1;
            hint.noisy = true;
        }
        hint
    }
}
