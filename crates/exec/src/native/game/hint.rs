//! What a search may want to know of a move before it is made: as the interpreter's hints, without walking trees.

use std::cell::RefCell;

use crate::board::SiteSet;
use crate::game::{Game, Hint, MoveList, PerSide, Side};
use crate::ir::{ClauseHint, PlaneClass, Program};
use crate::native::game::Native;
use crate::state::record::fields;

/// What a move has to be asked, by the clause that offers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Nothing: there is no such clause. It is a pass.
    Nothing,
    /// Nothing: its moves are quiet.
    Quiet,
    /// Whether an enemy piece stands where it arrives.
    Arrival,
    /// What the board is like behind it, where it arrives on a cell where it may gain more than what stands there.
    Outcome,
}

impl Ask {
    fn of(clause: &ClauseHint) -> Ask {
        match clause {
            c if c.gains_by_effects() => Ask::Outcome,
            c if c.replaces => Ask::Arrival,
            _ => Ask::Quiet,
        }
    }
}

/// Where owners and kinds lie in a state, and what kinds are worth.
pub struct Values {
    /// By the clause's field of a record.
    asks: [Ask; 256],
    /// Whether some clause must be asked for its outcome.
    asks_outcomes: bool,
    sites: usize,
    /// The first word of each side's plane.
    owners: PerSide<Option<usize>>,
    /// The first word of each kind's plane, the kind and its worth.
    kinds: Vec<(usize, u16, i32)>,
    /// By the clause's field of a record and by side: those cells, for clauses that are asked so.
    promoting: Vec<PerSide<SiteSet>>,
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
            PlaneClass::Side(_) | PlaneClass::Neutral | PlaneClass::State(_) | PlaneClass::ThisTurn(_) => None,
        });
        let owner = |s| layout.plane(PlaneClass::Side(s)).map(|id| layout.plane_at(id));
        let ask = |clause| program.clauses.get(clause).map_or(Ask::Nothing, Ask::of);
        Values {
            asks: std::array::from_fn(ask),
            asks_outcomes: program.clauses.iter().any(|clause| Ask::of(clause) == Ask::Outcome),
            sites: program.sites,
            owners: PerSide::of(owner),
            kinds: kinds.collect(),
            promoting: program.promoting.clone(),
            only: worth(0),
            words: layout.set_words,
        }
    }

    /// The kind on a cell (0 where there is none) and its worth.
    #[inline(always)]
    fn at(&self, state: &[u64], site: usize) -> (u16, i32) {
        let found = self.kinds.iter().find(|k| has(state, k.0, site));
        found.map_or((0, self.only), |k| (k.1, k.2))
    }

    /// A cell as hints tell it.
    fn site(&self, field: usize) -> u16 {
        if field < self.sites { field as u16 } else { Hint::NO_SITE }
    }

    /// The cell that a move arrives at, by word 0 of its record.
    pub fn arrival(&self, word: u64) -> u16 {
        self.site(fields(word).2)
    }

    /// What is known of a move by word 0 of its record; `enemy` is where the enemy's plane begins.
    #[inline(always)]
    fn hint(&self, state: &[u64], enemy: Option<usize>, word: u64) -> Hint {
        let (clause, from, to) = fields(word);
        let mut hint = Hint { from: self.site(from), to: self.site(to), ..Hint::default() };
        let ask = self.asks[clause];
        if from < self.sites && ask != Ask::Nothing {
            (hint.piece, hint.risk) = self.at(state, from);
        }
        let takes = to < self.sites && enemy.is_some_and(|at| has(state, at, to));
        if takes && (ask == Ask::Arrival || ask == Ask::Outcome) {
            hint.gain = self.at(state, to).1;
            hint.noisy = ask == Ask::Arrival || hint.gain > 0;
        }
        hint
    }

    /// How much more the pieces of a side are worth in `next` than in `state`.
    fn change(&self, state: &[u64], next: &[u64], side: Side) -> i32 {
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

/// Whether the plane that begins at `plane` has a cell.
#[inline(always)]
fn has(state: &[u64], plane: usize, site: usize) -> bool {
    state[plane + site / 64] >> (site % 64) & 1 == 1
}

thread_local! {
    /// The position after a move that is only looked at.
    static NEXT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Native {
    /// See [`Game::hints`].
    pub(super) fn hints_of(&self, state: &[u64], moves: &MoveList, out: &mut Vec<Hint>) {
        let (values, enemy) = (&self.values, self.enemy(state));
        out.clear();
        out.extend(moves.iter().map(|record| values.hint(state, enemy, record[0])));
        // Apart, so that the loop above calls nothing.
        if values.asks_outcomes {
            for (record, hint) in moves.iter().zip(out) {
                self.add_outcome(state, record, hint);
            }
        }
    }

    /// See [`Game::hint`].
    pub(super) fn hint_of(&self, state: &[u64], record: &[u64]) -> Hint {
        let mut hint = self.values.hint(state, self.enemy(state), record[0]);
        self.add_outcome(state, record, &mut hint);
        hint
    }

    /// The first word of the enemy's plane.
    fn enemy(&self, state: &[u64]) -> Option<usize> {
        self.values.owners[self.side(state).other()]
    }

    /// Adds what only the board behind a move tells.
    fn add_outcome(&self, state: &[u64], record: &[u64], hint: &mut Hint) {
        let (clause, _, to) = fields(record[0]);
        if self.values.asks[clause] != Ask::Outcome {
            return;
        }
        if to >= self.values.sites || self.values.promoting[clause][self.side(state)].contains(to) {
            hint.gain = self.gain_of(state, record);
            hint.noisy = hint.gain > 0;
        }
    }

    /// What a move gains its player, as the board behind it shows.
    fn gain_of(&self, state: &[u64], record: &[u64]) -> i32 {
        let (values, mover) = (&self.values, self.side(state));
        NEXT.with_borrow_mut(|next| {
            next.resize(state.len(), 0);
            self.make(state, record, next);
            let lost = -values.change(state, next, mover.other());
            let won = values.change(state, next, mover);
            lost.max(0) + won.max(0)
        })
    }
}
