//! Clauses and verdicts that an earlier one leaves nothing to do.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::cover;
use super::super::messages;
use super::super::scope::Analyzer;
use super::{conjuncts, has_word};
use crate::game::Side;
use crate::rules::{Clause, Compare, DirSet, Effect, Group, Number, Region, Rules, Truth, Turn, TurnKind, Verb};

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    before_history(analyzer, rules);
    never_its_turn(analyzer, rules);
    let all: Vec<(&Group, &Clause)> = super::clauses(rules).collect();
    for (index, &(group, clause)) in all.iter().enumerate() {
        let hidden =
            all[..index].iter().find(|(g, c)| covers_group(g, group) && covers(c, clause, rules.topology.sites()));
        if let Some((_, earlier)) = hidden {
            analyzer.report(messages::shadowed_clause(clause.span, earlier.span));
        }
    }
    for (index, later) in rules.verdicts.iter().enumerate() {
        let conditions = conjuncts(&later.when);
        // What an option rules out is asked before nothing.
        if conditions.contains(&&Truth::Const(false)) {
            continue;
        }
        // So may what another value of an option makes different.
        let by_option = |text: &str| rules.options.iter().any(|option| has_word(text, &option.name));
        let hidden =
            rules.verdicts[..index].iter().filter(|v| !by_option(&v.text) && !by_option(&later.text)).find(|earlier| {
                // What always holds was told to end the game.
                if earlier.when == Truth::Const(true) {
                    return false;
                }
                let sites = rules.topology.sites();
                let implied = |c: &&Truth| conditions.iter().any(|condition| implies(condition, c, sites));
                conjuncts(&earlier.when).iter().all(implied)
            });
        if let Some(earlier) = hidden {
            analyzer.report(messages::shadowed_verdict(
                &earlier.text,
                earlier.text == later.text,
                later.span,
                earlier.span,
            ));
        }
    }
}

/// `put-in else walk`, where what is put down needs an empty cell alone, and who walks needs one as well.
fn never_its_turn(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let groups = |turn: &Turn| -> Vec<&Group> {
        if let TurnKind::Groups(list) = &turn.kind {
            list.iter().map(|&at| &rules.groups[at]).collect()
        } else {
            Vec::new()
        }
    };
    let always = |group: &&Group| {
        // What is done in some places alone forbids the others nothing.
        let free = |clause: &&Clause| clause.when.is_none() && !clause.effects.iter().any(Effect::may_fail);
        let anywhere = |clause: &Clause| matches!(clause.verb, Verb::Place { on: Region::Empty, .. });
        group.when.is_none() && group.clauses.iter().filter(free).any(anywhere)
    };
    let needs_room = |group: &&Group| {
        let arrives =
            |clause: &Clause| clause.verb.arrival().is_some_and(|to| to.conjuncts().contains(&&Region::Empty));
        !group.clauses.is_empty() && group.clauses.iter().all(arrives)
    };
    for part in rules.turn.parts().into_iter().filter(|_| rules.legal.is_empty()) {
        let TurnKind::Else(first, other) = &part.kind else { continue };
        let others = groups(other);
        if groups(first).iter().any(always) && !others.is_empty() && others.iter().all(needs_room) {
            analyzer.report(messages::never_its_turn(other.span));
        }
    }
}

/// Whether a condition holds whenever another one does: it is that one, asks for any of more cells, or for fewer things.
fn implies(condition: &Truth, other: &Truth, sites: usize) -> bool {
    match (condition, other) {
        (Truth::Some(narrow), Truth::Some(wide)) => cover::covers(wide, narrow, sites),
        // `count own >= 4` and `count own >= 3`, as `4 <= count own` and `3 <= count own`.
        (
            Truth::Compare(Compare::LessEqual, Number::Const(more), counted),
            Truth::Compare(Compare::LessEqual, Number::Const(fewer), others),
        ) => fewer <= more && counted == others,
        (a, b) => a == b,
    }
}

/// Whether one group is played whenever the other is, with all its pieces.
fn covers_group(earlier: &Group, later: &Group) -> bool {
    earlier.label == later.label
        && earlier.costs == later.costs
        && (earlier.when.is_none() || earlier.when == later.when)
        && later.kinds.iter().all(|k| earlier.kinds.contains(k))
}

/// Whether one clause offers all that the other does.
fn covers(earlier: &Clause, later: &Clause, sites: usize) -> bool {
    earlier.label == later.label
        && (earlier.when.is_none() || earlier.when == later.when)
        && (earlier.effects == later.effects || !Effect::any(&earlier.effects, Effect::may_fail))
        && reaches(&earlier.verb, &later.verb, sites)
}

fn reaches(earlier: &Verb, later: &Verb, sites: usize) -> bool {
    let holds = |wide: &Region, narrow: &Region| cover::covers(wide, narrow, sites);
    match (earlier, later) {
        (Verb::Step { dirs: d, to: t }, Verb::Step { dirs: e, to: u }) => all_of(d, e) && holds(t, u),
        (Verb::Slide { dirs: d, exactly: None, through: Region::Empty, to: t }, Verb::Step { dirs: e, to: u }) => {
            all_of(d, e) && holds(t, u)
        }
        (Verb::Slide { dirs: d, exactly, through, to: t }, Verb::Slide { dirs: e, exactly: f, through: s, to: u }) => {
            all_of(d, e) && holds(t, u) && through == s && (exactly == f || exactly.is_none())
        }
        (Verb::Fly { to: t }, Verb::Step { to: u, .. } | Verb::Slide { to: u, .. } | Verb::Fly { to: u }) => {
            holds(t, u)
        }
        (
            Verb::Hop { dirs: d, before, over, after, to: t },
            Verb::Hop { dirs: e, before: b, over: o, after: a, to: u },
        ) => all_of(d, e) && holds(t, u) && before == b && holds(over, o) && after == a,
        (Verb::Place { kinds: k, on: t }, Verb::Place { kinds: l, on: u })
        | (Verb::Drop { kinds: k, on: t }, Verb::Drop { kinds: l, on: u }) => {
            l.iter().all(|kind| k.contains(kind)) && holds(t, u)
        }
        (Verb::Pass, Verb::Pass) => true,
        (a, b) => a == b,
    }
}

fn all_of(all: &DirSet, some: &DirSet) -> bool {
    let side = |side: Side| some.fixed[side].iter().all(|d| all.fixed[side].contains(d));
    Side::ALL.into_iter().all(side) && all.plus == some.plus && all.minus == some.minus
}

/// `else` and `most` choose among the plies that the position allows; which of these the game so far forbids is asked of
/// what they leave.
fn before_history(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let Some(legal) = rules.legal.iter().find(|legal| legal.condition.asks_history()) else { return };
    for part in rules.turn.parts() {
        let (word, first) = match &part.kind {
            TurnKind::Else(first, _) => ("else", first),
            TurnKind::Most(Number::Legs, first) => ("longest", first),
            TurnKind::Most(_, first) => ("most", first),
            TurnKind::Groups(_) | TurnKind::Pass | TurnKind::Or(..) | TurnKind::Repeat(..) => continue,
        };
        // What comes from the hand makes new positions, unless it came there from the board.
        let clauses = first.groups().into_iter().flat_map(|group| &rules.groups[group].clauses);
        if !rules.captives_to_hand && clauses.into_iter().all(|clause| matches!(clause.verb, Verb::Drop { .. })) {
            continue;
        }
        analyzer.report(messages::before_history(word, part.span, legal.span));
    }
}
