//! `attacked by`: only for games in which a piece takes what stands where it arrives, and never in a circle: a clause that
//! decides what is attacked may ask for what kinds attack whose own clauses don't ask.

use super::super::scope::Analyzer;
use super::super::{Query, messages};
use super::{clauses, conjuncts, may_hold_enemy, names_enemy};
use crate::diag::Diagnostic;
use crate::rules::visit::{self, Node};
use crate::rules::{Clause, Effect, Group, KindId, Region, Rules, Truth, Verb, VerdictKind, Who};
use crate::source::Span;

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let mut asked = false;
    visit::rules(rules, &mut |node| asked |= matches!(node, Node::Region(Region::AttackedBy(..))));
    if !asked {
        return;
    }
    by_the_wrong_player(analyzer, rules);
    if let Some(clause) = takes_by_hops(rules) {
        return analyzer.report(messages::attacked_by_hops(clause.span));
    }
    // Kinds with a clause that decides what is attacked and asks for it.
    let asking = |(group, clause): &(&Group, &Clause)| asks_in(group, clause, |_| true);
    let askers: Vec<KindId> = deciding(rules).filter(asking).flat_map(|(group, _)| group.kinds.clone()).collect();
    // What they ask for must be decided without a question; of all kinds together it is not.
    let by_askers = |kinds: Option<&[KindId]>| kinds.is_none_or(|kinds| kinds.iter().any(|k| askers.contains(k)));
    let mut deciders = deciding(rules).flat_map(|(group, _)| &group.kinds);
    let free = deciders.find(|kind| !askers.contains(kind)).map(|&kind| rules.kinds[kind].name.as_str());
    for (_, clause) in deciding(rules).filter(|(group, clause)| asks_in(group, clause, by_askers)) {
        analyzer.report(messages::attacked_in_circle(clause.span, free));
    }
    if !takes_by_arriving(rules) {
        let span = attacked_span(rules);
        return analyzer.report(messages::attacked_by_nothing(span));
    }
    // Nor is anything attacked by kinds that never take so.
    for (kinds, span) in std::mem::take(&mut analyzer.attackers) {
        let takes =
            |(group, clause): (&Group, &Clause)| arrives(clause) && group.kinds.iter().any(|k| kinds.contains(k));
        if !clauses(rules).any(takes) {
            let names: Vec<&str> = kinds.iter().map(|&kind| rules.kinds[kind].name.as_str()).collect();
            analyzer.report(messages::attacked_by_none_of(&names, span));
        }
    }
}

/// `legal when no own King on attacked by own`, `win when enemy stuck and own King on attacked by enemy`: the words of check and mate, of
/// the wrong player.
fn by_the_wrong_player(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    // The kinds of whom, attacked by whom.
    let attacked = |truth: &Truth| -> Option<(Who, String, Who)> {
        let Truth::Some(Region::On(pieces, by)) = truth else { return None };
        let (Region::Pieces { who: Some(who), kinds: Some(kinds) }, Region::AttackedBy(by, None)) = (&**pieces, &**by)
        else {
            return None;
        };
        Some((*who, rules.kinds[*kinds.first()?].name.clone(), *by))
    };
    for legal in &rules.legal {
        for condition in conjuncts(&legal.condition) {
            if let Truth::Not(inner) = condition
                && let Some((Who::Own, kind, Who::Own)) = attacked(inner)
            {
                analyzer.report(messages::attacked_by_its_own(&kind, legal.span));
            }
        }
    }
    for verdict in rules.verdicts.iter().filter(|verdict| verdict.kind == VerdictKind::Win(Who::Own)) {
        let all = conjuncts(&verdict.when);
        if all.iter().any(|part| matches!(part, Truth::Stuck(Who::Enemy, _)))
            && let Some((whose, kind, by)) = all.iter().find_map(|part| attacked(part))
        {
            match (whose, by) {
                (Who::Own, Who::Enemy) => analyzer.report(messages::mates_itself(&kind, verdict.span)),
                (Who::Enemy, Who::Enemy) => analyzer.report(messages::mate_by_its_own(&kind, verdict.span)),
                _ => {}
            }
        }
    }
}

/// What is said of a question for attacks where the rules could not ask for them.
pub fn check_query(rules: &Rules, query: &Query, span: Span) -> Option<Diagnostic> {
    let asks = |node: Node<'_>| matches!(node, Node::Region(Region::AttackedBy(..)));
    let asked = match query {
        Query::Region(region) => visit::has(region, asks),
        Query::Number(number) => visit::has(number, asks),
        Query::Truth(truth) => visit::has(truth, asks),
    };
    if !asked {
        return None;
    }
    match takes_by_hops(rules) {
        Some(clause) => Some(messages::asked_for_attacks_by_hops(&clause.text, span)),
        None => (!takes_by_arriving(rules)).then(|| messages::attacked_by_nothing(span)),
    }
}

/// The clauses that decide what is attacked.
fn deciding(rules: &Rules) -> impl Iterator<Item = (&Group, &Clause)> {
    clauses(rules).filter(|(_, clause)| clause.verb.arrival().is_some_and(may_hold_enemy))
}

/// Whether a clause asks for attacks by kinds (all, if none are named) of which `of` holds, or for want of moves.
fn asks_in(group: &Group, clause: &Clause, of: impl Fn(Option<&[KindId]>) -> bool) -> bool {
    let mut asks = false;
    let mut look = |node: Node<'_>| match node {
        Node::Region(Region::AttackedBy(_, kinds)) => asks |= of(kinds.as_deref()),
        Node::Truth(Truth::Stuck(..)) => asks = true,
        _ => {}
    };
    group.when.iter().chain(&clause.when).for_each(|t| visit::node(t, &mut look));
    visit::verb(&clause.verb, &mut look);
    asks
}

/// A clause whose piece takes what it hops over.
fn takes_by_hops(rules: &Rules) -> Option<&Clause> {
    let takes = |clause: &&Clause| clause.effects.iter().any(|e| matches!(e, Effect::Take(_)));
    rules.clauses().filter(|clause| matches!(clause.verb, Verb::Hop { .. })).find(takes)
}

fn takes_by_arriving(rules: &Rules) -> bool {
    rules.clauses().any(arrives)
}

/// Whether a clause takes what stands where it arrives.
fn arrives(clause: &Clause) -> bool {
    clause.verb.arrival().is_some_and(|to| may_hold_enemy(to) && names_enemy(to))
}

/// The first rule that asks for attacks.
fn attacked_span(rules: &Rules) -> Span {
    let asks = |t: &Truth| visit::has(t, |n| matches!(n, Node::Region(Region::AttackedBy(..))));
    let legal = rules.legal.iter().find(|l| asks(&l.condition)).map(|l| l.span);
    let verdict = || rules.verdicts.iter().find(|v| asks(&v.when)).map(|v| v.span);
    let clause = || clauses(rules).find(|(_, c)| c.when.as_ref().is_some_and(asks)).map(|(_, c)| c.span);
    legal.or_else(verdict).or_else(clause).or(rules.groups.first().map(|g| g.span)).unwrap_or_default()
}
