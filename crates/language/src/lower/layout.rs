//! Which planes and numbers the state has, and what they are at the start.

use super::clocks;
use crate::board::Topology;
use crate::game::Side;
use crate::ir::{IntClass, IntVar, Lane, Layout, Plane, PlaneClass, STACK_BITS, STACK_HEIGHT, piece};
use crate::rules::{KindId, Life, MOST_IN_A_STACK, Rules, StateValue};

const _: () = assert!(MOST_IN_A_STACK == STACK_HEIGHT as usize, "stacks that the rules allow fit");

/// Whether kinds of this sort need planes of their own: where there is only one, whose pieces they are tells the kind.
pub fn has_plane(rules: &Rules, kind: KindId) -> bool {
    let alike = |k: &&crate::rules::Kind| !k.counted && k.neutral == rules.kinds[kind].neutral;
    !rules.kinds[kind].counted && rules.kinds.iter().filter(alike).count() > 1
}

/// The state of a game.
pub fn layout(rules: &Rules, words: usize) -> Layout {
    let sites = rules.topology.sites();
    let mut layout = Layout {
        set_words: words,
        lane_words: sites.div_ceil(8),
        neutral_kinds: rules.kinds.iter().map(|kind| kind.neutral).collect(),
        ..Layout::default()
    };
    let mut plane = |name: &str, class| layout.planes.push(Plane { name: name.to_string(), class });
    for side in Side::ALL {
        plane(&rules.players[side], PlaneClass::Side(side));
    }
    if rules.kinds.iter().any(|k| k.neutral && !k.counted) {
        plane("neutral", PlaneClass::Neutral);
    }
    for (id, kind) in rules.kinds.iter().enumerate() {
        if has_plane(rules, id) {
            plane(&kind.name, PlaneClass::Kind(id));
        }
    }
    for (id, state) in rules.states.iter().enumerate() {
        if let StateValue::Cells(_) = state.initial {
            let this_turn = state.life == Life::ThisTurn;
            plane(&state.name, if this_turn { PlaneClass::ThisTurn(id) } else { PlaneClass::State(id) });
        }
    }
    for (id, kind) in rules.kinds.iter().enumerate() {
        if kind.counted {
            layout.lanes.push(Lane { name: kind.name.clone(), kind: id });
        }
    }
    if rules.kinds.iter().any(|k| k.stacked) {
        layout.stacks = sites;
    }
    let mut int = |name: String, class| layout.ints.push(IntVar { name, class });
    int("mover".to_string(), IntClass::Mover);
    if rules.counts_passes {
        int("passes".to_string(), IntClass::Passes);
    }
    if rules.hands {
        for side in Side::ALL {
            for (id, kind) in rules.kinds.iter().enumerate() {
                if kind.base == id {
                    int(format!("{} hand {}", rules.players[side], kind.name), IntClass::Hand(side, id));
                }
            }
        }
    }
    for (id, state) in rules.states.iter().enumerate() {
        if let StateValue::Number(_) = state.initial {
            let class = match state.life {
                Life::Clock => IntClass::Clock(id, clocks::limit(rules, id)),
                Life::ThisTurn => IntClass::ThisTurn(id),
                Life::Game | Life::OnePly => IntClass::State(id),
            };
            int(state.name.clone(), class);
        }
    }
    layout
}

/// The starting state.
pub fn initial(rules: &Rules, layout: &Layout) -> Vec<u64> {
    let mut state = vec![0; layout.words()];
    let mut set = |class: PlaneClass, site: usize| {
        if let Some(plane) = layout.plane(class) {
            state[layout.plane_at(plane) + site / 64] |= 1 << (site % 64);
        }
    };
    for &(site, owner, kind) in &rules.setup.pieces {
        set(owner.map_or(PlaneClass::Neutral, PlaneClass::Side), site);
        set(PlaneClass::Kind(kind), site);
    }
    for (id, var) in rules.states.iter().enumerate() {
        if let StateValue::Cells(cells) = &var.initial {
            for site in cells.iter() {
                set(PlaneClass::State(id), site);
                set(PlaneClass::ThisTurn(id), site);
            }
        }
    }
    for (site, under) in &rules.setup.under {
        for (depth, &(owner, kind)) in under.iter().enumerate() {
            state[layout.stack_at(*site)] |= piece(owner, kind) << (depth as u32 * STACK_BITS);
        }
    }
    for &(site, kind, count) in &rules.setup.counts {
        if let Some(lane) = layout.lane(kind) {
            state[layout.lane_at(lane) + site / 8] |= (count.clamp(0, 255) as u64) << (site % 8 * 8);
        }
    }
    for (id, var) in layout.ints.iter().enumerate() {
        let value = match var.class {
            IntClass::Mover | IntClass::Passes => 0,
            IntClass::Hand(side, kind) => rules.setup.hands[side].get(kind).copied().unwrap_or(0),
            IntClass::State(s) | IntClass::ThisTurn(s) | IntClass::Clock(s, _) => match rules.states[s].initial {
                StateValue::Number(n) => n,
                StateValue::Cells(_) => 0,
            },
        };
        state[layout.int_at(id)] = value as u64;
    }
    state
}

/// Where cells lie, boards side by side.
pub fn places(topology: &Topology) -> Vec<(i32, i32)> {
    let shift = |board: usize| topology.boards[..board].iter().map(|b| b.width * b.depth + 1).sum::<i32>();
    let place = |c: &crate::board::Cell| (c.x + shift(c.board) + c.z * topology.boards[c.board].width, c.y);
    topology.cells.iter().map(place).collect()
}
