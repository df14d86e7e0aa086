//! What a search may want to know of clauses and kinds before it makes a ply.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::effect::has_choice;
use super::region::only_empty;
use super::verb::show;
use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::ir::{ClauseHint, Show};
use crate::rules::{Clause, DirSet, Effect, Group, Number, Region, Rules, TO, Term, Verb, Who};

/// What a search may want to know of every clause.
pub fn clauses(rules: &Rules) -> Vec<ClauseHint> {
    let all: Vec<(&Group, &Clause)> = rules.groups.iter().flat_map(|g| g.clauses.iter().map(move |c| (g, c))).collect();
    let mut meets = vec![false; all.len()];
    for (i, &one) in all.iter().enumerate() {
        for (j, &other) in all.iter().enumerate().skip(i + 1) {
            if !(meets[i] && meets[j]) && may_meet(rules, one, other) {
                (meets[i], meets[j]) = (true, true);
            }
        }
    }
    let offered = rules.turn.groups();
    let is_offered_twice = |group| offered.iter().filter(|&&id| std::ptr::eq(&rules.groups[id], group)).count() > 1;
    let hint = |(i, &(group, clause)): (usize, &(&Group, &Clause))| {
        let repeats_itself = is_offered_twice(group) || !told_apart(rules, clause);
        let effect = |test: fn(&Effect) -> bool| Effect::any(&clause.effects, test);
        ClauseHint {
            moves: clause.verb.moves(),
            replaces: clause.verb.arrival().is_some_and(|to| !only_empty(to)),
            takes: effect(|e| matches!(e, Effect::Take(_) | Effect::Flip(_))),
            promotes: effect(|e| matches!(e, Effect::Promote { .. })),
            passes: matches!(clause.verb, Verb::Pass),
            may_repeat: meets[i] || repeats_itself,
            repeats_itself,
        }
    };
    all.iter().enumerate().map(hint).collect()
}

/// For every clause, by side: the cells where an arrival may gain something other than what stands there. In doubt, all.
pub fn promoting(rules: &Rules) -> Vec<PerSide<SiteSet>> {
    let sites = rules.topology.sites();
    // What is done at the end of every ply is looked at as part of it.
    let finally = Effect::below(&rules.finally);
    // A ply of several steps arrives more than once.
    let of = |clause: &Clause, side: Side| {
        if rules.turn.repeats() {
            return SiteSet::full(sites);
        }
        let mut cells = SiteSet::empty(sites);
        for effect in Effect::below(&clause.effects).into_iter().chain(finally.iter().copied()) {
            match effect {
                Effect::Promote { what, .. } => cells = cells.or(&arrivals(what, side, sites)),
                Effect::SetCells(..) | Effect::SetNumber(..) | Effect::Reset(_) => {}
                Effect::ExtraTurn | Effect::Require(_) => {}
                Effect::If(..) | Effect::May(..) | Effect::Either(_) | Effect::While(..) => {}
                Effect::Take(_) | Effect::Put { .. } | Effect::Drop { .. } => return SiteSet::full(sites),
                Effect::Flip(_) | Effect::Move { .. } | Effect::Swap { .. } => return SiteSet::full(sites),
                Effect::Tuck { .. } | Effect::Pile { .. } | Effect::Rotate { .. } => return SiteSet::full(sites),
                Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } => return SiteSet::full(sites),
                Effect::Sow(_) | Effect::Relay { .. } => return SiteSet::full(sites),
            }
        }
        cells
    };
    let clauses = rules.groups.iter().flat_map(|g| &g.clauses);
    clauses.map(|clause| PerSide::of(|side| of(clause, side))).collect()
}

/// The cells where a piece has arrived if the region, which has no cell but its own, is not empty. In doubt, all.
fn arrivals(region: &Region, side: Side, sites: usize) -> SiteSet {
    let Region::On(a, b) = region else { return SiteSet::full(sites) };
    match (&**a, &**b) {
        (Region::Local(TO), other) | (other, Region::Local(TO)) => other.at_most(side, sites),
        _ => SiteSet::full(sites),
    }
}

/// Whether two clauses may offer the same choices. When in doubt, they may.
fn may_meet(rules: &Rules, (ga, a): (&Group, &Clause), (gb, b): (&Group, &Clause)) -> bool {
    // A branch of the effects may have the label that the other clause has.
    let branches = |e: &Effect| matches!(e, Effect::Either(branches) if branches.iter().any(|b| b.label.is_some()));
    let told_apart = match (&a.label, &b.label) {
        (Some(a), Some(b)) => a != b,
        (Some(_), None) => !Effect::any(&b.effects, branches),
        (None, Some(_)) => !Effect::any(&a.effects, branches),
        (None, None) => false,
    };
    if told_apart || !may_read_alike(rules, a, b) {
        return false;
    }
    if a.verb.moves() && b.verb.moves() && !ga.kinds.iter().any(|k| gb.kinds.contains(k)) {
        return false;
    }
    if let (Some(x), Some(y)) = (a.verb.destination(), b.verb.destination())
        && disjoint(x, y)
    {
        return false;
    }
    match (fixed_ways(&a.verb), fixed_ways(&b.verb)) {
        (Some(a), Some(b)) => Side::ALL.into_iter().any(|side| {
            (0..rules.topology.sites()).any(|from| {
                let mut reached = SiteSet::empty(rules.topology.sites());
                any_end(rules, a, side, from, &mut |to| {
                    reached.insert(to);
                    false
                });
                any_end(rules, b, side, from, &mut |to| reached.contains(to))
            })
        }),
        _ => true,
    }
}

/// Whether the texts of moves of two clauses may be the same, by what kind of choice comes after what.
fn may_read_alike(rules: &Rules, a: &Clause, b: &Clause) -> bool {
    let (x, y) = (choices(rules, &a.verb), choices(rules, &b.verb));
    if x.iter().zip(&y).any(|(x, y)| x != y) {
        return false;
    }
    let (shorter, next) = if x.len() < y.len() { (a, &y[x.len()..]) } else { (b, &x[y.len()..]) };
    match next {
        [] => true,
        // Effects choose further cells, and legs that go on arrive.
        [Some(Show::Extra), ..] => shorter.effects.iter().any(has_choice),
        _ => Effect::any(&shorter.effects, Effect::is_again),
    }
}

/// The choices that a verb shows: cells by how they stand in the text; none for a kind.
fn choices(rules: &Rules, verb: &Verb) -> Vec<Option<Show>> {
    let mut cells = match verb {
        Verb::Step { .. } | Verb::Slide { .. } | Verb::Fly { .. } => vec![Show::Origin, Show::Arrival],
        Verb::Hop { .. } => vec![Show::Origin, Show::Hop],
        Verb::Place { .. } | Verb::Drop { .. } => vec![Show::Arrival],
        Verb::Sow { .. } => vec![Show::Origin],
        Verb::Pass => Vec::new(),
        Verb::Pick(picks) => picks.iter().map(|(id, _)| show(*id)).collect(),
    };
    let names_kind = verb.placing().is_some_and(|placing| match placing.from_hand {
        true => rules.names_drops(),
        false => placing.kinds.len() > 1,
    });
    if let Some(first) = cells.first_mut() {
        *first = first.stands(!names_kind);
    }
    names_kind.then_some(None).into_iter().chain(cells.into_iter().map(Some)).collect()
}

/// The directions of a verb that goes straight, and how many cells it goes, unless that varies.
fn fixed_ways(verb: &Verb) -> Option<(&DirSet, Option<i64>)> {
    match verb {
        Verb::Step { dirs, .. } if dirs.plus.is_empty() => Some((dirs, Some(1))),
        Verb::Slide { dirs, exactly: None, .. } if dirs.plus.is_empty() => Some((dirs, None)),
        Verb::Slide { dirs, exactly: Some(Number::Const(n)), .. } if dirs.plus.is_empty() && *n > 0 => {
            Some((dirs, Some(*n)))
        }
        Verb::Step { .. } | Verb::Slide { .. } | Verb::Hop { .. } | Verb::Fly { .. } => None,
        Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => None,
    }
}

/// Whether any cell where such a way from a cell may end passes a test.
fn any_end(
    rules: &Rules,
    (dirs, length): (&DirSet, Option<i64>),
    side: Side,
    from: usize,
    test: &mut dyn FnMut(usize) -> bool,
) -> bool {
    for &d in &dirs.fixed[side] {
        let mut at = from;
        // A way that leads round is back after as many steps as there are cells.
        for n in 1..=rules.topology.sites() {
            let Some(next) = rules.topology.directions[d].next[at].map(usize::from) else { break };
            at = next;
            if length.is_none_or(|wanted| n as i64 == wanted) {
                if test(at) {
                    return true;
                }
                if length.is_some() {
                    break;
                }
            }
        }
    }
    false
}

/// Whether two ways may lead from one cell to the same other cell.
fn leads_round(rules: &Rules) -> bool {
    let t = &rules.topology;
    let compass = t.compass();
    compass.iter().any(|&d| t.directions[d].vector.0.abs() > 1)
        || (0..t.sites()).any(|s| {
            compass.iter().any(|&d| {
                let dir = &t.directions[d];
                let Some(next) = dir.next[s].map(usize::from) else { return false };
                let (c, n) = (&t.cells[s], &t.cells[next]);
                (n.x - c.x).signum() != dir.vector.0.signum() || (n.y - c.y).signum() != dir.vector.1.signum()
            })
        })
}

/// Whether the choices of a clause tell its moves apart: not where the direction matters and is no choice that shows.
fn told_apart(rules: &Rules, clause: &Clause) -> bool {
    match &clause.verb {
        Verb::Hop { .. } => !leads_round(rules),
        Verb::Step { .. } | Verb::Slide { .. } => !clause.uses_direction() || !leads_round(rules),
        Verb::Fly { .. } | Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => {
            true
        }
    }
}

/// Whether two regions can't share a cell.
fn disjoint(a: &Region, b: &Region) -> bool {
    match (a, b) {
        (Region::Or(x, y), other) | (other, Region::Or(x, y)) => disjoint(x, other) && disjoint(y, other),
        (Region::On(x, y), other) | (other, Region::On(x, y)) => disjoint(x, other) || disjoint(y, other),
        (Region::Except(x, y), other) | (other, Region::Except(x, y)) => **y == *other || disjoint(x, other),
        (Region::Empty, Region::Pieces { .. }) | (Region::Pieces { .. }, Region::Empty) => true,
        (Region::Pieces { who: Some(x), .. }, Region::Pieces { who: Some(y), .. }) => {
            matches!((x, y), (Who::Own, Who::Enemy) | (Who::Enemy, Who::Own))
        }
        (Region::Const(x), Region::Const(y)) => x.and(y).is_empty(),
        _ => false,
    }
}

/// What a piece of every kind is worth by each evaluation (or by none): what its terms that count pieces of a kind say,
/// wherever they stand; 100 where none does.
pub fn kind_values(rules: &Rules) -> Vec<Vec<i32>> {
    let by = |terms: &[Term]| {
        let mut values: Vec<Option<i64>> = vec![None; rules.kinds.len()];
        for term in terms {
            let Number::Count(counted) = &term.number else { continue };
            let Region::Pieces { who: Some(Who::Own), kinds } = &**counted else { continue };
            let all = || (0..rules.kinds.len()).collect();
            for kind in kinds.clone().unwrap_or_else(all) {
                values[kind] = Some(values[kind].unwrap_or(0).saturating_add(term.weight));
            }
        }
        values.into_iter().map(|value| value.unwrap_or(100).clamp(0, 100_000) as i32).collect()
    };
    match &rules.evaluations[..] {
        [] => vec![by(&[])],
        all => all.iter().map(|evaluation| by(&evaluation.terms)).collect(),
    }
}
