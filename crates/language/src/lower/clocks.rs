//! What the rules read of clocks.

use crate::rules::visit::{self, Node};
use crate::rules::{Compare, Effect, Life, Number, Rules, StateId, Truth, VerdictKind};

/// From which value on a clock matters, which it comes to ply by ply: the least number that a verdict compares it with; 0 if
/// anything else reads it, or a ply may set it to any number.
pub fn limit(rules: &Rules, clock: StateId) -> i64 {
    let is_clock = |n: &Number| matches!(n, Number::State(id) if *id == clock);
    let mut limits = Vec::new();
    for verdict in &rules.verdicts {
        visit::node(&verdict.when, &mut |node| match node {
            Node::Truth(Truth::Compare(_, a, Number::Const(n)) | Truth::Compare(_, Number::Const(n), a))
                if is_clock(a) =>
            {
                limits.push(*n);
            }
            _ => {}
        });
    }
    let set = rules.effects().iter().any(|e| matches!(e, Effect::SetNumber(id, _) if *id == clock));
    if set || limits.len() < reads(rules, is_clock) { 0 } else { limits.into_iter().min().unwrap_or(i64::MAX) }
}

/// Whether a clock does more than to draw the game when it has run so far: then somebody may go round and gain by it.
pub fn decide(rules: &Rules) -> bool {
    let is_clock = |n: &Number| matches!(n, Number::State(id) if rules.states[*id].life == Life::Clock);
    let draws = rules.verdicts.iter().filter(|v| matches!(v.kind, VerdictKind::Draw));
    let mut harmless: usize = draws.map(|v| limits(&v.when, &is_clock)).sum();
    // Evaluations decide nothing.
    for term in rules.evaluations.iter().flat_map(|e| &e.terms) {
        visit::node(&term.number, &mut |node| harmless += usize::from(matches!(node, Node::Number(n) if is_clock(n))));
    }
    reads(rules, is_clock) > harmless
}

/// How often a condition asks that such a number has come to a limit. (What is denied asks that it has not.)
fn limits(when: &Truth, is_clock: &impl Fn(&Number) -> bool) -> usize {
    match when {
        Truth::And(a, b) | Truth::Or(a, b) => limits(a, is_clock) + limits(b, is_clock),
        Truth::Compare(Compare::Less | Compare::LessEqual, Number::Const(_), n) => usize::from(is_clock(n)),
        _ => 0,
    }
}

/// How often the rules read such a number.
fn reads(rules: &Rules, is_clock: impl Fn(&Number) -> bool) -> usize {
    let mut reads = 0;
    visit::rules(rules, &mut |node| reads += usize::from(matches!(node, Node::Number(n) if is_clock(n))));
    reads
}
