//! A position as data: what stands where, what is in the hands, what is remembered.

use super::{below, lane, piece};
use crate::exec::Executor;
use crate::game::{PerSide, Side};
use crate::ir::{IntClass, Layout, PlaneClass};
use crate::rules::{KindId, Life, Rules};

/// A position as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// For every cell its pieces from the bottom up; counted pieces by kind.
    pub cells: Vec<Vec<Stands>>,
    /// What each player has in hand: kind and number, kinds with none included where the rules know hands.
    pub hands: PerSide<Vec<(KindId, u64)>>,
    /// The states that hold cells, with these; without those that last for a ply only, and those whose cells have letters:
    /// these are rights of pieces.
    pub marks: Vec<(String, Vec<usize>)>,
    /// The states that hold numbers, and the clocks.
    pub numbers: Vec<(String, i64)>,
}

/// A piece on a cell, or counted ones of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stands {
    /// Whose it is; none for neutral pieces.
    pub side: Option<Side>,
    /// What it is.
    pub kind: KindId,
    /// How many: more than one of counted pieces only.
    pub number: u64,
}

/// A state of the game as data.
pub fn standing(rules: &Rules, game: &dyn Executor, state: &[u64]) -> Standing {
    let layout = &game.program().layout;
    let sites = rules.topology.sites();
    let mut hands: PerSide<Vec<_>> = PerSide::default();
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::Hand(side, kind) = var.class {
            hands[side].push((kind, state[layout.int_at(id)]));
        }
    }
    let (mut marks, mut numbers) = (Vec::new(), Vec::new());
    for (id, plane) in layout.planes.iter().enumerate() {
        let (PlaneClass::State(of) | PlaneClass::ThisTurn(of)) = plane.class else { continue };
        let kept = &rules.states[of];
        if kept.life == Life::OnePly || !kept.letters.is_empty() {
            continue;
        }
        let at = layout.plane_at(id);
        let on = (0..sites).filter(|site| state[at + site / 64] >> (site % 64) & 1 == 1).collect();
        marks.push((kept.name.clone(), on));
    }
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::State(of) | IntClass::ThisTurn(of) | IntClass::Clock(of, _) = var.class {
            numbers.push((rules.states[of].name.clone(), state[layout.int_at(id)] as i64));
        }
    }
    Standing { cells: (0..sites).map(|site| on_cell(rules, layout, state, site)).collect(), hands, marks, numbers }
}

fn on_cell(rules: &Rules, layout: &Layout, state: &[u64], site: usize) -> Vec<Stands> {
    let Some((side, kind)) = piece(rules, layout, state, site) else {
        let counted = layout.lanes.iter().enumerate();
        let counted = counted.map(|(id, l)| Stands { side: None, kind: l.kind, number: lane(layout, state, id, site) });
        return counted.filter(|stands| stands.number > 0).collect();
    };
    let one = |side, kind| Stands { side, kind, number: 1 };
    // What lies below has no owner of its own in the state where its kind is nobody's.
    let owner = |(side, kind): (Side, KindId)| one((!rules.kinds[kind].neutral).then_some(side), kind);
    let mut all: Vec<Stands> = below(layout, state, site).into_iter().map(owner).rev().collect();
    all.push(one(side, kind));
    all
}
