//! Pieces that never come to be or never move; chains that may never end.

use super::super::messages;
use super::super::scope::Analyzer;
use super::{clauses, may_hold_enemy};
use crate::rules::{Clause, Effect, Life, Rules, StateId, Verb};
use crate::source::Span;

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let appears = appearing(analyzer, rules);
    let some_move = rules.clauses().any(|c| c.verb.moves());
    let mut moving = vec![false; rules.kinds.len()];
    for (group, clause) in clauses(rules) {
        match &clause.verb {
            // Whatever is picked may be moved by the effects.
            Verb::Pick(_) if clause.effects.iter().any(|e| matches!(e, Effect::Move { .. } | Effect::Swap { .. })) => {
                moving.iter_mut().for_each(|m| *m = true);
            }
            _ if clause.verb.moves() => group.kinds.iter().for_each(|&k| moving[k] = true),
            _ => {}
        }
    }
    // What plies put down may be meant to stay.
    for effect in rules.effects() {
        if let Effect::Put { kind, .. } = effect {
            moving[*kind] = true;
        }
    }
    for clause in rules.clauses() {
        if let Verb::Place { kinds, .. } = &clause.verb {
            kinds.iter().for_each(|&k| moving[k] = true);
        }
    }
    rules.dropped().into_iter().for_each(|k| moving[k] = true);
    for kind in 0..rules.kinds.len() {
        let Some((name, span)) = declared(analyzer, kind) else { continue };
        if !appears[kind] {
            analyzer.report(messages::never_appears(&name, span));
        } else if some_move && !moving[kind] && !rules.kinds[kind].neutral {
            analyzer.report(messages::never_moves(&name, span));
        }
    }
    chains(analyzer, rules);
}

/// The name that stands for this kind alone.
fn declared(analyzer: &Analyzer<'_>, kind: usize) -> Option<(String, Span)> {
    let name = analyzer.scope.kind_names.iter().find(|k| k.kinds == [kind])?;
    Some((name.name.clone(), name.span))
}

fn appearing(analyzer: &Analyzer<'_>, rules: &Rules) -> Vec<bool> {
    let mut appears = vec![false; rules.kinds.len()];
    rules.setup.pieces.iter().for_each(|p| appears[p.2] = true);
    rules.setup.counts.iter().for_each(|c| appears[c.1] = true);
    for clause in rules.clauses() {
        if let Verb::Place { kinds, .. } = &clause.verb {
            kinds.iter().for_each(|&k| appears[k] = true);
        }
    }
    let dropped = rules.dropped();
    let given = |k: &&usize| rules.setup.hands.iter().any(|h| h[**k] > 0);
    dropped.iter().filter(given).for_each(|&k| appears[k] = true);
    // Promotions in a chain, and hands that they fill, need a few rounds.
    for _ in 0..rules.kinds.len() {
        for effect in rules.effects() {
            match effect {
                Effect::Put { kind, .. } => appears[*kind] = true,
                Effect::Promote { to, .. } if to.is_empty() => {
                    for kind in 0..rules.kinds.len() {
                        if let (true, Some(to)) = (appears[kind], rules.kinds[kind].promotes_to) {
                            appears[to] = true;
                        }
                    }
                }
                Effect::Promote { to, .. } => to.iter().for_each(|&k| appears[k] = true),
                _ => {}
            }
        }
        let captured = |k: &&usize| {
            let of = |other: usize| appears[other] && rules.kinds[other].base == **k;
            analyzer.droppable.contains(*k) && (0..appears.len()).any(of)
        };
        let new: Vec<usize> = dropped.iter().filter(captured).copied().collect();
        new.iter().for_each(|&k| appears[k] = true);
    }
    appears
}

/// A chain of legs ends if each leg takes something off, or adds to a region of this turn that it keeps away from.
fn chains(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    for clause in rules.clauses() {
        let (mut again, mut bounded) = (false, false);
        for effect in Effect::below(&clause.effects) {
            match effect {
                Effect::Again { .. } => again = true,
                Effect::Take(_) | Effect::Tuck { .. } | Effect::Flip(_) | Effect::Promote { .. } => bounded = true,
                Effect::SetCells(id, _) | Effect::SetNumber(id, _) => bounded |= this_turn(rules, *id),
                _ => {}
            }
        }
        let takes = clause.verb.arrival().is_some_and(may_hold_enemy);
        if again && !bounded && !takes && !only_advances(rules, clause) {
            analyzer.report(messages::endless_chain(clause.span));
        }
    }
}

/// Whether every step or slide of a clause brings the piece nearer to the far side.
fn only_advances(rules: &Rules, clause: &Clause) -> bool {
    let (Verb::Step { dirs, .. } | Verb::Slide { dirs, .. }) = &clause.verb else { return false };
    rules.only_advances(dirs)
}

fn this_turn(rules: &Rules, id: StateId) -> bool {
    rules.states[id].life == Life::ThisTurn
}
