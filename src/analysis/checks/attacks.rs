//! `attacked by`: only for games in which a piece takes what stands where it arrives, and never in a circle.

use super::super::messages;
use super::super::scope::Analyzer;
use super::{clauses, may_hold_enemy, names_enemy};
use crate::rules::visit::{self, Node};
use crate::rules::{Effect, Region, Rules, Truth, Verb};

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let mut asked = false;
    visit::rules(rules, &mut |node| asked |= matches!(node, Node::Region(Region::AttackedBy(_))));
    if !asked {
        return;
    }
    let mut attacking = false;
    for (group, clause) in clauses(rules) {
        if let Verb::Hop { .. } = clause.verb
            && clause.effects.iter().any(|e| matches!(e, Effect::Take(_)))
        {
            analyzer.report(messages::attacked_by_hops(clause.span));
            return;
        }
        if !clause.verb.arrival().is_some_and(may_hold_enemy) {
            continue;
        }
        attacking |= clause.verb.arrival().is_some_and(names_enemy);
        let mut circular = false;
        let mut look = |n: Node<'_>| {
            circular |= matches!(n, Node::Region(Region::AttackedBy(_)) | Node::Truth(Truth::Stuck(..)));
        };
        group.when.iter().chain(&clause.when).for_each(|t| visit::node(t, &mut look));
        visit::verb(&clause.verb, &mut look);
        if circular {
            analyzer.report(messages::attacked_in_circle(clause.span));
        }
    }
    if !attacking {
        let span = attacked_span(rules);
        analyzer.report(messages::attacked_by_nothing(span));
    }
}

/// The first rule that asks for attacks.
fn attacked_span(rules: &Rules) -> crate::source::Span {
    let asks = |t: &Truth| visit::has(t, |n| matches!(n, Node::Region(Region::AttackedBy(_))));
    let legal = rules.legal.iter().find(|l| asks(&l.condition)).map(|l| l.span);
    let verdict = || rules.verdicts.iter().find(|v| asks(&v.when)).map(|v| v.span);
    let clause = || clauses(rules).find(|(_, c)| c.when.as_ref().is_some_and(asks)).map(|(_, c)| c.span);
    legal.or_else(verdict).or_else(clause).or(rules.groups.first().map(|g| g.span)).unwrap_or_default()
}
