//! What a search may want to know of a move before it is made: as the interpreter's hints, without walking trees.

use std::cell::RefCell;

use super::game::Native;
use crate::exec::ends;
use crate::game::{Game, Hint, Side};
use crate::ir::{ClauseHint, PlaneClass, Program};

/// What a move has to be asked, by the clause that offers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Nothing: there is no such clause. It is a pass.
    Nothing,
    /// Nothing: its moves are quiet.
    Quiet,
    /// Whether an enemy piece stands where it arrives.
    Arrival,
    /// What the board is like behind it.
    Outcome,
}

impl Ask {
    fn of(clause: &ClauseHint) -> Ask {
        match clause {
            c if c.moves && (c.takes || c.promotes) => Ask::Outcome,
            c if c.replaces => Ask::Arrival,
            _ => Ask::Quiet,
        }
    }
}

/// Where owners and kinds lie in a state, and what kinds are worth.
pub struct Values {
    /// By the clause's field of a record.
    asks: [Ask; 256],
    sites: usize,
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
        let ask = |clause| program.clauses.get(clause).map_or(Ask::Nothing, Ask::of);
        Values {
            asks: std::array::from_fn(ask),
            sites: program.sites,
            owners: [owner(Side::First), owner(Side::Second)],
            kinds: kinds.collect(),
            only: worth(0),
            words: layout.set_words,
        }
    }

    /// The kind on a cell (0 where there is none) and its worth.
    #[inline]
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
    #[inline]
    pub(super) fn hint_of(&self, state: &[u64], record: &[u64]) -> Hint {
        let values = &self.values;
        let (from, to) = ends(record[0]);
        let site = |s: Option<usize>| s.filter(|&s| s < values.sites);
        let (from, to) = (site(from), site(to));
        let (piece, risk) = from.map_or((0, 0), |s| values.at(state, s));
        let mut hint = Hint {
            piece,
            from: from.map_or(Hint::NO_SITE, |s| s as u16),
            to: to.map_or(Hint::NO_SITE, |s| s as u16),
            risk,
            ..Hint::default()
        };
        match values.asks[(record[0] >> 24 & 0xFF) as usize] {
            Ask::Nothing => hint.risk = 0,
            Ask::Quiet => {}
            Ask::Arrival => {
                if let Some(to) = to
                    && values.has(state, 1 - self.side(state), to)
                {
                    hint.gain = values.at(state, to).1;
                    hint.noisy = true;
                }
            }
            Ask::Outcome => {
                hint.gain = self.gain_of(state, record);
                hint.noisy = hint.gain > 0;
            }
        }
        hint
    }

    /// What a move gains its player, as the board behind it shows.
    fn gain_of(&self, state: &[u64], record: &[u64]) -> i32 {
        let (values, mover) = (&self.values, self.side(state));
        NEXT.with_borrow_mut(|next| {
            next.resize(state.len(), 0);
            self.make(state, record, next);
            let lost = -values.change(state, next, 1 - mover);
            let won = values.change(state, next, mover);
            lost.max(0) + won.max(0)
        })
    }
}
