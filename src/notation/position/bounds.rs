//! Positions that are set up are held to where pieces may stand, and to what the states of the rules may hold.

use super::pieces;
use crate::board::SiteSet;
use crate::exec::{self, Executor};
use crate::game::{PerSide, Side};
use crate::ir::Layout;
use crate::lower::{BoundsCode, StateCode, lower_bounds};
use crate::rules::{Ground, Owned, Rules, StateId, StateValue};

/// Where pieces may stand and what the states may hold, made ready to be asked of positions.
pub struct Bounded {
    /// A program of their own: what plays the game has no use for them.
    game: Box<dyn Executor>,
    code: BoundsCode,
}

/// A piece where it may not stand.
pub struct Stray<'r> {
    /// The piece.
    pub piece: Owned,
    /// Where it stands.
    pub site: usize,
    /// What the rules say of its kind.
    pub ground: &'r Ground,
    /// Where it may stand in this position.
    pub cells: SiteSet,
}

/// A state that holds what it may not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbounded {
    /// Which.
    pub state: StateId,
    /// Cells that it should not hold; [`None`] if another value is wrong.
    pub cells: Option<SiteSet>,
}

impl Bounded {
    /// Those of a game; none if the rules say nothing of them.
    pub fn of(rules: &Rules) -> Option<Bounded> {
        let (program, code) = lower_bounds(rules)?;
        Some(Bounded { game: exec::interpreter(program, 0), code })
    }

    /// What is said of the states, as it is asked of a position: the player who is not to move is `own`.
    fn asked(&self, state: &[u64]) -> (&[StateCode], Side) {
        let own = Side::of(state[self.layout().int_at(Layout::MOVER)] as usize).other();
        (&self.code.states[own], own)
    }

    /// The first piece that stands where it may not.
    pub fn stray<'r>(&self, rules: &'r Rules, state: &[u64]) -> Option<Stray<'r>> {
        let sites = 0..self.game.program().sites;
        let pieces = |site| pieces(rules, self.layout(), state, site).into_iter().map(move |piece| (site, piece));
        let standing: Vec<(usize, Owned)> = sites.flat_map(pieces).collect();
        let ground_of = |(id, ground): (usize, &'r Ground)| {
            let cells = PerSide::of(|side| self.game.ask_set(state, side, &self.code.grounds[side][id]));
            // Of nobody's pieces both sides say the same.
            let fits = |(owner, _): Owned| &cells[owner.unwrap_or(Side::First)];
            let mut held = standing.iter().filter(|(_, piece)| ground.kinds.contains(&piece.1));
            let &(site, piece) = held.find(|&&(site, piece)| !fits(piece).contains(site))?;
            Some(Stray { piece, site, ground, cells: fits(piece).clone() })
        };
        rules.grounds.iter().enumerate().find_map(ground_of)
    }

    fn layout(&self) -> &Layout {
        &self.game.program().layout
    }

    fn cells(&self, state: &[u64], id: StateId) -> SiteSet {
        let layout = self.layout();
        let at = layout.plane_at(layout.state_plane(id));
        let sites = self.game.program().sites;
        SiteSet::from_sites(sites, (0..sites).filter(|s| state[at + s / 64] >> (s % 64) & 1 == 1))
    }

    /// Takes the cells out of states that make no difference there.
    pub fn trim(&self, state: &mut [u64]) {
        for (id, idle) in self.idle(state) {
            let at = self.layout().plane_at(self.layout().state_plane(id));
            idle.iter().for_each(|s| state[at + s / 64] &= !(1 << (s % 64)));
        }
    }

    /// The cells of states that make no difference there.
    fn idle(&self, state: &[u64]) -> Vec<(StateId, SiteSet)> {
        let (code, own) = self.asked(state);
        let counted = code.iter().filter_map(|code| Some((code.state, code.counts.as_ref()?)));
        counted
            .map(|(id, counts)| (id, self.cells(state, id).minus(&self.game.ask_set(state, own, counts))))
            .filter(|(_, idle)| !idle.is_empty())
            .collect()
    }

    /// The first state that holds what it may not.
    pub fn broken(&self, rules: &Rules, state: &[u64]) -> Option<Unbounded> {
        let (code, own) = self.asked(state);
        code.iter().find_map(|code| self.broken_one(rules, state, code, own))
    }

    fn broken_one(&self, rules: &Rules, state: &[u64], code: &StateCode, own: Side) -> Option<Unbounded> {
        let id = code.state;
        if let Some(cells) = &code.cells {
            let beyond = self.cells(state, id).minus(&self.game.ask_set(state, own, cells));
            if !beyond.is_empty() {
                return Some(Unbounded { state: id, cells: Some(beyond) });
            }
        }
        let other = Some(Unbounded { state: id, cells: None });
        if let Some((least, most)) = rules.states[id].bounds.numbers {
            let number = state[self.layout().int_at(self.layout().state_int(id))] as i64;
            if !(least..=most).contains(&number) {
                return other;
            }
        }
        let holds = code.when.as_ref().is_none_or(|when| self.game.ask_truth(state, own, when));
        if holds { None } else { other }
    }

    /// The same of a position that the rules led to, which keeps no cell that makes no difference either.
    pub fn broken_by_rules(&self, rules: &Rules, state: &[u64]) -> Option<Unbounded> {
        let idle = self.idle(state).into_iter().next();
        self.broken(rules, state).or_else(|| idle.map(|(state, cells)| Unbounded { state, cells: Some(cells) }))
    }

    /// A value that the state may hold there in place of a wrong one: what is left of it, nothing, or its start value. The
    /// position is changed to it.
    pub fn repair(&self, rules: &Rules, state: &mut [u64], wrong: &Unbounded) -> bool {
        let id = wrong.state;
        let layout = self.layout();
        let sites = self.game.program().sites;
        let values: Vec<StateValue> = match &rules.states[id].initial {
            StateValue::Cells(start) => {
                let left = wrong.cells.as_ref().map(|beyond| self.cells(state, id).minus(beyond));
                let values = left.into_iter().chain([SiteSet::empty(sites), start.clone()]);
                values.map(StateValue::Cells).collect()
            }
            StateValue::Number(start) => {
                let bounds = rules.states[id].bounds.numbers.map(|(least, most)| [least, most]);
                [*start, 0].into_iter().chain(bounds.into_iter().flatten()).map(StateValue::Number).collect()
            }
        };
        let (code, own) = self.asked(state);
        let Some(code) = code.iter().find(|code| code.state == id) else { return false };
        let before = state.to_vec();
        for value in values {
            match &value {
                StateValue::Cells(cells) => {
                    let at = layout.plane_at(layout.state_plane(id));
                    state[at..at + layout.set_words].fill(0);
                    cells.iter().for_each(|s| state[at + s / 64] |= 1 << (s % 64));
                }
                StateValue::Number(n) => state[layout.int_at(layout.state_int(id))] = *n as u64,
            }
            if self.broken_one(rules, state, code, own).is_none() {
                return true;
            }
        }
        state.copy_from_slice(&before);
        false
    }
}
