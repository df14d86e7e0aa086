//! Conditions that hold always or never, as far as bounds of their numbers tell, and verdicts that ask what is over by then.

use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::{conjuncts, state_read};
use crate::game::Side;
use crate::rules::visit;
use crate::rules::{Compare, Effect, Life, Number, Rules, StateId, Truth};

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let goes_on = rules.effects().iter().any(|e| matches!(e, Effect::ExtraTurn)) || rules.turn.repeats();
    for verdict in &rules.verdicts {
        // What options decide is meant to be fixed.
        if items.options.is_empty()
            && let Some((condition, value)) = decided(rules, &verdict.when)
        {
            let (text, span) = (&verdict.text, verdict.span);
            analyzer.report(match condition {
                Decided::Contradiction => messages::contradiction(text, span),
                Decided::Comparison => messages::decided_comparison(text, value, span),
            });
        }
        if !goes_on && let Some(state) = reset_by_then(rules, &verdict.when) {
            analyzer.report(messages::reset_by_then(&rules.states[state].name, verdict.span));
        }
    }
}

/// Why the value of a condition is known.
enum Decided {
    Comparison,
    Contradiction,
}

/// The part of a condition that is the same in every position, and its value.
fn decided(rules: &Rules, when: &Truth) -> Option<(Decided, bool)> {
    let parts = conjuncts(when);
    let negated = |truth: &Truth| matches!(truth, Truth::Not(inner) if parts.contains(&&**inner));
    if parts.iter().any(|part| negated(part)) {
        return Some((Decided::Contradiction, false));
    }
    parts.into_iter().find_map(|part| {
        let Truth::Compare(op, a, b) = part else { return None };
        Some((Decided::Comparison, compared(rules, *op, a, b)?))
    })
}

/// The value of a comparison, where bounds decide it.
fn compared(rules: &Rules, op: Compare, a: &Number, b: &Number) -> Option<bool> {
    if a == b {
        return Some(matches!(op, Compare::Equal | Compare::LessEqual));
    }
    let ((least_a, most_a), (least_b, most_b)) = (bounds(rules, a)?, bounds(rules, b)?);
    let decide = |always: bool, never: bool| (always != never).then_some(always);
    match op {
        Compare::Less => decide(most_a < least_b, least_a >= most_b),
        Compare::LessEqual => decide(most_a <= least_b, least_a > most_b),
        Compare::Equal => decide(false, most_a < least_b || least_a > most_b),
        Compare::NotEqual => decide(most_a < least_b || least_a > most_b, false),
    }
}

/// The least and the most that a number can be; none where that is not known.
fn bounds(rules: &Rules, number: &Number) -> Option<(i64, i64)> {
    match number {
        Number::Const(n) => Some((*n, *n)),
        Number::Count(region) => {
            let most = |side| region.at_most(side, rules.topology.sites()).len() as i64;
            Some((0, most(Side::First).max(most(Side::Second))))
        }
        Number::State(id) if rules.states[*id].life == Life::Clock => Some((0, i64::MAX)),
        Number::Hand(..) => Some((0, i64::MAX)),
        _ => None,
    }
}

/// A state for one turn that a verdict asks.
fn reset_by_then(rules: &Rules, when: &Truth) -> Option<StateId> {
    let mut found = None;
    visit::node(when, &mut |node| {
        found = state_read(node).filter(|&id| rules.states[id].life == Life::ThisTurn).or(found);
    });
    found
}
