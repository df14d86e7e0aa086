//! Static checks of rules that are otherwise sound: what can be told from the rules alone, without playing.

mod attacks;
mod endings;
mod pieces;
mod shadow;
mod symmetry;
mod unused;

use super::items::Items;
use super::scope::Analyzer;
use crate::rules::visit::{self, Node};
use crate::rules::{Clause, Effect, Group, Region, Rules, Truth, Turn, TurnKind, Verb, Who};

/// Runs all checks.
pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    unused::check(analyzer, items, rules);
    pieces::check(analyzer, rules);
    shadow::check(analyzer, rules);
    attacks::check(analyzer, rules);
    endings::check(analyzer, items, rules);
    symmetry::check(analyzer, rules);
}

/// All clauses with their groups.
fn clauses(rules: &Rules) -> impl Iterator<Item = (&Group, &Clause)> {
    rules.groups.iter().flat_map(|g| g.clauses.iter().map(move |c| (g, c)))
}

/// All effects of clauses and of `finally`.
fn effects(rules: &Rules) -> Vec<&Effect> {
    let mut all = Vec::new();
    for (_, clause) in clauses(rules) {
        all.extend(effects_below(&clause.effects));
    }
    all.extend(effects_below(&rules.finally));
    all
}

/// Effects and those inside of them.
fn effects_below(list: &[Effect]) -> Vec<&Effect> {
    let mut all = Vec::new();
    list.iter().for_each(|effect| {
        visit::node(effect, &mut |node| {
            if let Node::Effect(effect) = node {
                all.push(effect);
            }
        });
    });
    all
}

/// Where a clause's piece arrives.
fn arrival(verb: &Verb) -> Option<&Region> {
    match verb {
        Verb::Step { to, .. } | Verb::Slide { to, .. } | Verb::Hop { to, .. } | Verb::Fly { to } => Some(to),
        _ => None,
    }
}

/// Whether a clause moves a piece of its group.
fn moves(clause: &Clause) -> bool {
    arrival(&clause.verb).is_some()
}

/// Whether enemy pieces may be in a region, as far as its words tell.
fn may_hold_enemy(region: &Region) -> bool {
    match region {
        Region::Pieces { who, .. } => !matches!(who, Some(Who::Own)),
        Region::Const(set) => !set.is_empty(),
        Region::PerSide(..) => true,
        Region::Empty => false,
        Region::Or(a, b) | Region::Else(a, b) => may_hold_enemy(a) || may_hold_enemy(b),
        Region::On(a, b) => may_hold_enemy(a) && may_hold_enemy(b),
        Region::Except(a, _) => may_hold_enemy(a),
        _ => true,
    }
}

/// Whether a region is meant to have enemy pieces in it: its words say so.
fn names_enemy(region: &Region) -> bool {
    match region {
        Region::Pieces { who, .. } => !matches!(who, Some(Who::Own)),
        Region::Or(a, b) | Region::Else(a, b) | Region::On(a, b) => names_enemy(a) || names_enemy(b),
        Region::Except(a, _) => names_enemy(a),
        _ => false,
    }
}

/// The operands of a chain of `and`.
fn conjuncts(truth: &Truth) -> Vec<&Truth> {
    match truth {
        Truth::And(a, b) => {
            let mut all = conjuncts(a);
            all.extend(conjuncts(b));
            all
        }
        Truth::Const(true) => Vec::new(),
        other => vec![other],
    }
}

/// The groups that a turn uses.
fn groups_of(turn: &Turn, all: &mut Vec<usize>) {
    match &turn.kind {
        TurnKind::Groups(groups) => all.extend(groups),
        TurnKind::Pass => {}
        TurnKind::Or(a, b) | TurnKind::Else(a, b) => {
            groups_of(a, all);
            groups_of(b, all);
        }
        TurnKind::Most(_, inner) | TurnKind::Repeat(_, _, inner) => groups_of(inner, all),
    }
}

/// Whether a turn has `pass` in it.
fn has_pass(turn: &Turn) -> bool {
    match &turn.kind {
        TurnKind::Groups(_) => false,
        TurnKind::Pass => true,
        TurnKind::Or(a, b) | TurnKind::Else(a, b) => has_pass(a) || has_pass(b),
        TurnKind::Most(_, inner) | TurnKind::Repeat(_, _, inner) => has_pass(inner),
    }
}
