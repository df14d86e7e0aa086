//! Pieces of both players that go one way only, which is home for one of them: `step north` where one faces south.

use super::super::messages;
use super::super::scope::Analyzer;
use super::names_player;
use crate::game::Side;
use crate::rules::visit;
use crate::rules::{Clause, DirSet, Effect, Group, KindId, Rules, Truth};

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    // Where effects move what was picked, a piece may go otherwise, too.
    let moves = |e: &Effect| matches!(e, Effect::Move { .. } | Effect::Swap { .. } | Effect::Pile { .. });
    if analyzer.scope.facing.is_none() || rules.clauses().any(|clause| Effect::any(&clause.effects, moves)) {
        return;
    }
    for kind in 0..rules.kinds.len() {
        let has = |side: Side| rules.setup.number(side, kind) > 0;
        if !Side::ALL.into_iter().all(has) {
            continue;
        }
        if let Some((clause, side)) = homeward(rules, kind) {
            let (player, kind, span) = (rules.players[side].clone(), rules.kinds[kind].name.clone(), clause.span);
            analyzer.report(messages::only_homeward(&player, &kind, span));
        }
    }
}

/// The first clause of a kind, and the player for whom all of its clauses lead home while they lead ahead for the other.
fn homeward(rules: &Rules, kind: KindId) -> Option<(&Clause, Side)> {
    let groups: Vec<&Group> = rules.groups.iter().filter(|group| group.kinds.contains(&kind)).collect();
    // Who may do what is told by the players' names.
    let names = |truth: &Option<Truth>| truth.as_ref().is_some_and(|truth| visit::has(truth, names_player));
    let clauses = groups.iter().flat_map(|group| &group.clauses).filter(|clause| clause.verb.moves());
    let clauses: Vec<&Clause> = clauses.collect();
    if groups.iter().any(|group| names(&group.when)) || clauses.iter().any(|clause| names(&clause.when)) {
        return None;
    }
    let dirs: Vec<&DirSet> = clauses.iter().map(|clause| clause.verb.dirs()).collect::<Option<_>>()?;
    if dirs.iter().any(|dirs| !dirs.plus.is_empty()) {
        return None;
    }
    let ways = |side: Side| {
        let steps = dirs.iter().flat_map(|dirs| &dirs.fixed[side]).flat_map(|&d| {
            let next = rules.topology.directions[d].next.iter().enumerate();
            next.filter_map(|(from, to)| Some((from, usize::from((*to)?))))
        });
        let gains = steps.map(|(from, to)| (rules.advance[side][to] - rules.advance[side][from]).signum());
        gains.fold((false, false), |(ahead, home), gain| (ahead || gain > 0, home || gain < 0))
    };
    let home = match [ways(Side::First), ways(Side::Second)] {
        [(true, false), (false, true)] => Side::Second,
        [(false, true), (true, false)] => Side::First,
        _ => return None,
    };
    Some((clauses.first()?, home))
}
