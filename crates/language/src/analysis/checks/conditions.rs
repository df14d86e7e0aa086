//! Conditions that hold always or never, as far as the rules alone tell, and verdicts that ask what is over by then.

use super::super::cover::{covers, disjoint, is_fixed};
use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::{conjuncts, has_word, state_read};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{
    Arith, By, Clause, Compare, Effect, FROM, Group, Legal, Life, LocalId, Number, Region, Rules, StateId, StateValue,
    TO, Truth, Verb, Who,
};
use crate::source::{Source, Span};

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules, source: &Source) {
    for legal in rules.legal.iter().filter(|legal| legal.condition == Truth::Const(true)) {
        let by_option = rules.options.iter().any(|option| has_word(source.part(legal.span), &option.name));
        if !by_option {
            analyzer.report(messages::forbids_nothing(legal.span));
        }
    }
    let goes_on = rules.effects().iter().any(|e| matches!(e, Effect::ExtraTurn)) || rules.turn.repeats();
    for verdict in &rules.verdicts {
        // What options decide is meant to be fixed.
        if items.options.is_empty()
            && let Some((why, value)) = decided(rules, &verdict.when, &Bound::default())
            && !analyzer.says("always-empty", verdict.span)
        {
            analyzer.report(messages::decided(why, &format!("`{}`", verdict.text), value, verdict.span));
        }
        if !goes_on && let Some(state) = reset_by_then(rules, &verdict.when) {
            analyzer.report(messages::reset_by_then(&rules.states[state].name, verdict.span));
        }
    }
    if items.options.is_empty() {
        if !goes_on {
            forbidden(analyzer, rules);
            if !rules.has_legs() {
                over_by_then(analyzer, items, rules);
            }
        }
        before_moves(analyzer, items, rules);
    }
}

/// Verdicts that hold only where a `legal` line forbids the ply that leads there: both are asked with the same `own`.
fn forbidden(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let of_ply =
        |node: Node<'_>| rules.asks_ply(node) || matches!(node, Node::Truth(Truth::History(_) | Truth::BothPassed));
    for verdict in &rules.verdicts {
        let asked = conjuncts(&verdict.when);
        let forbids = |line: &&Legal| {
            let kept = conjuncts(&line.condition).into_iter().filter(|part| !visit::has(*part, of_ply));
            !contradict(rules, &asked) && contradict(rules, &asked.iter().copied().chain(kept).collect::<Vec<_>>())
        };
        if let Some(line) = rules.legal.iter().find(forbids) {
            analyzer.report(messages::verdict_forbidden(&verdict.text, verdict.span, line.span));
        }
    }
}

/// The conditions of groups and clauses.
fn before_moves(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    for (group, (item, _)) in rules.groups.iter().zip(&items.moves) {
        if let (Some(when), Some(written)) = (&group.when, &item.when) {
            let mover = group.clauses.iter().all(|clause| clause.verb.moves()).then(|| mover(rules, group)).flatten();
            let bound = Bound { from: mover, ..Bound::default() };
            told(analyzer, decided(rules, when, &bound), written.span);
        }
        for written in item.all_clauses() {
            let Some(expr) = &written.when else { continue };
            // `for each` writes a clause several times, and it may hold for one of them.
            let copies = group.clauses.iter().filter(|clause| clause.span == written.span);
            let mut all = copies.map(|clause| decided(rules, clause.when.as_ref()?, &Bound::of(rules, group, clause)));
            let first = all.next().flatten();
            if let Some((_, value)) = first
                && all.all(|other| other.is_some_and(|(_, other)| other == value))
            {
                told(analyzer, first, expr.span);
            }
        }
    }
}

fn told(analyzer: &mut Analyzer<'_>, decided: Option<(Decided, bool)>, span: Span) {
    if let Some((why, value)) = decided
        && !analyzer.is_told_of(span)
    {
        analyzer.report(messages::decided(why, "this condition", value, span));
    }
}

/// The pieces that clauses of a group move, where they all are of one owner.
fn mover(rules: &Rules, group: &Group) -> Option<Region> {
    let neutral = |kind: &usize| rules.kinds[*kind].neutral;
    let owned = !group.kinds.is_empty() && !group.kinds.iter().any(neutral);
    owned.then(|| Region::Pieces { who: Some(Who::Own), kinds: Some(group.kinds.clone()) })
}

/// What is known of the cells that a condition before a move names.
#[derive(Default)]
struct Bound<'a> {
    /// The piece that moves.
    from: Option<Region>,
    /// The choices.
    locals: Vec<(LocalId, &'a Region)>,
    /// Whether the piece ends on another cell than it comes from.
    leaves: bool,
}

impl<'a> Bound<'a> {
    fn of(rules: &Rules, group: &Group, clause: &'a Clause) -> Self {
        let to = clause.verb.destination().map(|to| (TO, to));
        let locals = clause.verb.picks().into_iter().flatten().map(|(local, region)| (*local, region)).chain(to);
        let from = clause.verb.moves().then(|| mover(rules, group)).flatten();
        Bound { from, locals: locals.collect(), leaves: matches!(clause.verb, Verb::Step { .. }) }
    }

    /// The regions that a region lies in: its operands, those of a chosen cell with what it was chosen from.
    fn around<'r>(&'r self, region: &'r Region, all: &mut Vec<&'r Region>) {
        for part in region.conjuncts() {
            all.push(part);
            match part {
                Region::Local(FROM) if self.from.is_some() => all.extend(&self.from),
                Region::Local(id) => {
                    all.extend(self.locals.iter().filter(|l| l.0 == *id).flat_map(|l| l.1.conjuncts()));
                }
                _ => {}
            }
        }
    }

    /// Whether a region never has a cell.
    fn never_has(&self, rules: &Rules, region: &Region) -> bool {
        if let Region::Or(a, b) = region {
            return self.never_has(rules, a) && self.never_has(rules, b);
        }
        let mut parts = Vec::new();
        self.around(region, &mut parts);
        let apart = |i: usize| parts[..i].iter().any(|other| disjoint(other, parts[i]));
        let sites = rules.topology.sites();
        let nowhere = |side: Side| {
            let all = parts.iter().map(|part| part.at_most(side, sites));
            all.reduce(|all, part| all.and(&part)).is_some_and(|all| all.is_empty())
        };
        (0..parts.len()).any(apart) || Side::ALL.into_iter().all(nowhere)
    }

    /// Whether a region has a cell wherever the move can be made.
    fn always_has(&self, rules: &Rules, region: &Region) -> bool {
        self.from.as_ref().is_some_and(|from| covers(region, from, rules.topology.sites()))
    }
}

/// Why the value of a condition is known.
#[derive(Debug, Clone, Copy)]
pub enum Decided {
    /// A comparison of numbers, or of regions.
    Comparison,
    /// It asks for something and its opposite.
    Contradiction,
    /// It asks for the piece that moves not to be there.
    Mover,
    /// A region has no cell.
    Nowhere,
}

/// The part of a condition that is the same in every position, and its value.
fn decided(rules: &Rules, when: &Truth, bound: &Bound<'_>) -> Option<(Decided, bool)> {
    let parts = conjuncts(when);
    if contradict(rules, &parts) {
        return Some((Decided::Contradiction, false));
    }
    parts.into_iter().find_map(|part| match part {
        Truth::Compare(op, a, b) => Some((Decided::Comparison, compared(rules, *op, a, b)?)),
        Truth::Some(region) => bound.never_has(rules, region).then_some((Decided::Nowhere, false)),
        Truth::Not(inner) => match &**inner {
            Truth::Some(region) => bound.always_has(rules, region).then_some((Decided::Mover, false)),
            _ => None,
        },
        Truth::SameRegion(a, b) => (never_same(rules, a, b)
            || bound.leaves
                && matches!(
                    (a, b),
                    (Region::Local(FROM), Region::Local(TO)) | (Region::Local(TO), Region::Local(FROM))
                ))
        .then_some((Decided::Comparison, false)),
        Truth::Or(a, b) => match (decided(rules, a, bound), decided(rules, b, bound)) {
            (Some((why, false)), Some((_, false))) => Some((why, false)),
            _ => None,
        },
        _ => None,
    })
}

/// Whether some of these conditions ask for something and others for its opposite.
pub(super) fn contradict(rules: &Rules, parts: &[&Truth]) -> bool {
    let negated = |truth: &Truth| {
        let Truth::Not(inner) = truth else { return false };
        parts.iter().any(|part| match (&**inner, part) {
            (Truth::Some(none), Truth::Some(some)) => covers(none, some, rules.topology.sites()),
            (inner, part) => inner == *part,
        })
    };
    parts.iter().any(|part| negated(part)) || excluded(parts) || elsewhere(rules, parts)
}

/// Whether one cell is to be in two places: `to on rank 1 and to on rank 8`.
fn elsewhere(rules: &Rules, parts: &[&Truth]) -> bool {
    let sites = rules.topology.sites();
    let placed = parts.iter().filter_map(|part| match part {
        Truth::Some(region) => {
            let cell = region.conjuncts().into_iter().find(|part| matches!(part, Region::Local(_)))?;
            Some((cell, region))
        }
        _ => None,
    });
    let placed: Vec<(&Region, &Region)> = placed.collect();
    let apart = |(a, first): &(&Region, &Region), (b, second): &(&Region, &Region)| {
        let nowhere = |side: Side| first.at_most(side, sites).and(&second.at_most(side, sites)).is_empty();
        a == b && Side::ALL.into_iter().all(nowhere)
    };
    (0..placed.len()).any(|i| placed[..i].iter().any(|other| apart(other, &placed[i])))
}

/// Whether two comparisons of one number leave it no value.
fn excluded(parts: &[&Truth]) -> bool {
    let compared = parts.iter().filter_map(|part| match part {
        Truth::Compare(op, Number::Const(n), a) => Some((a, at_least(*op, *n)?)),
        Truth::Compare(op, a, Number::Const(n)) => Some((a, at_most(*op, *n)?)),
        _ => None,
    });
    let ranges: Vec<(&Number, (i64, i64))> = compared.collect();
    let apart = |(a, (least, most)): &(&Number, (i64, i64)), (b, (low, high)): &(&Number, (i64, i64))| {
        a == b && (most < low || high < least)
    };
    (0..ranges.len()).any(|i| ranges[..i].iter().any(|other| apart(other, &ranges[i])))
}

/// The numbers that stand to the left of a constant in a comparison that holds.
fn at_most(op: Compare, n: i64) -> Option<(i64, i64)> {
    match op {
        Compare::Equal => Some((n, n)),
        Compare::Less => Some((i64::MIN, n.saturating_sub(1))),
        Compare::LessEqual => Some((i64::MIN, n)),
        Compare::NotEqual => None,
    }
}

/// The numbers that stand to the right of it.
fn at_least(op: Compare, n: i64) -> Option<(i64, i64)> {
    match op {
        Compare::Equal => Some((n, n)),
        Compare::Less => Some((n.saturating_add(1), i64::MAX)),
        Compare::LessEqual => Some((n, i64::MAX)),
        Compare::NotEqual => None,
    }
}

/// Whether a fixed region has a cell that the other one never has, whoever's turn it is.
fn never_same(rules: &Rules, a: &Region, b: &Region) -> bool {
    let sites = rules.topology.sites();
    let beyond = |a: &Region, b: &Region| {
        let beyond = |side: Side| !a.at_most(side, sites).minus(&b.at_most(side, sites)).is_empty();
        is_fixed(a) && Side::ALL.into_iter().all(beyond)
    };
    beyond(a, b) || beyond(b, a)
}

/// The value of a comparison, where bounds decide it.
fn compared(rules: &Rules, op: Compare, a: &Number, b: &Number) -> Option<bool> {
    if a == b {
        return Some(matches!(op, Compare::Equal | Compare::LessEqual));
    }
    op.of_ranges(bounds(rules, a)?, bounds(rules, b)?)
}

/// The least and the most that a number can be; none where that is not known.
fn bounds(rules: &Rules, number: &Number) -> Option<(i64, i64)> {
    let sites = rules.topology.sites();
    match number {
        Number::Const(n) => Some((*n, *n)),
        Number::Count(region) => {
            let most = |side| region.at_most(side, sites).len() as i64;
            Some((0, most(Side::First).max(most(Side::Second))))
        }
        Number::Groups(..) | Number::Largest(..) => Some((0, sites as i64)),
        Number::State(id) if rules.states[*id].life == Life::Clock => Some((0, i64::MAX)),
        Number::State(id) => written(rules, *id),
        Number::Hand(..) | Number::CountPieces(..) | Number::Sum(_, By::Height) => Some((0, i64::MAX)),
        Number::Arith(op, a, b) => {
            let ((a, b), (c, d)) = (bounds(rules, a)?, bounds(rules, b)?);
            match op {
                Arith::Add => Some((a.saturating_add(c), b.saturating_add(d))),
                Arith::Subtract => Some((a.saturating_sub(d), b.saturating_sub(c))),
                Arith::Least => Some((a.min(c), b.min(d))),
                Arith::Greatest => Some((a.max(c), b.max(d))),
                Arith::Multiply | Arith::Divide | Arith::Modulo => None,
            }
        }
        _ => None,
    }
}

/// The least and the most that effects ever write into a number, and what it begins with; none where nothing changes it.
fn written(rules: &Rules, id: StateId) -> Option<(i64, i64)> {
    let state = &rules.states[id];
    let StateValue::Number(initial) = state.initial else { return None };
    if state.bounds.numbers.is_some() {
        return state.bounds.numbers;
    }
    let effects = rules.effects().into_iter();
    let values = effects.filter_map(|effect| match effect {
        Effect::SetNumber(set, value) if *set == id => Some(value_range(rules, value)),
        _ => None,
    });
    values.reduce(hull).map(|all| hull(all, (initial, initial)))
}

/// The least and the most of two ranges.
fn hull((a, b): (i64, i64), (c, d): (i64, i64)) -> (i64, i64) {
    (a.min(c), b.max(d))
}

/// The least and the most of a value that is written; of what depends on numbers of the state nothing is known.
fn value_range(rules: &Rules, value: &Number) -> (i64, i64) {
    let unknown = (i64::MIN, i64::MAX);
    let of = |number: &Number| value_range(rules, number);
    match value {
        Number::Arith(op @ (Arith::Least | Arith::Greatest), a, b) => {
            let ((a, b), (c, d)) = (of(a), of(b));
            if *op == Arith::Least { (a.min(c), b.min(d)) } else { (a.max(c), b.max(d)) }
        }
        Number::If(_, a, b) => hull(of(a), of(b)),
        Number::State(_) | Number::Arith(..) => unknown,
        _ => bounds(rules, value).unwrap_or(unknown),
    }
}

/// States for one turn that clauses ask, in games in which nothing of the same turn asks for what was set: the next turn begins anew.
fn over_by_then(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    for (id, state) in rules.states.iter().enumerate().filter(|(_, state)| state.life == Life::ThisTurn) {
        let reads = |node: Node<'_>| state_read(node) == Some(id);
        let asked_first = |clause: &Clause| {
            let mut found = clause.when.as_ref().is_some_and(|when| visit::has(when, reads));
            visit::verb(&clause.verb, &mut |node| found |= reads(node));
            found
        };
        let sets =
            |effect: &&Effect| matches!(effect, Effect::SetCells(set, _) | Effect::SetNumber(set, _) if *set == id);
        let in_effects = rules.clauses().map(|clause| &clause.effects).chain([&rules.finally]).flatten();
        let asked_later = in_effects.into_iter().any(|effect| visit::has(effect, reads))
            || rules.legal.iter().any(|legal| visit::has(&legal.condition, reads))
            || rules.verdicts.iter().any(|verdict| visit::has(&verdict.when, reads));
        if !asked_later && rules.clauses().any(asked_first) && rules.effects().iter().any(sets) {
            let place =
                items.states.iter().find(|item| item.0.name.text == state.name).map_or(state.bounds.span, |s| s.1);
            analyzer.report(messages::over_by_then(&state.name, place));
        }
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
