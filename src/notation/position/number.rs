//! How many pieces a position has: more than the start where no rule adds any, or more of some kinds than promotions can make of
//! those of the start.

use super::pieces;
use crate::exec::Executor;
use crate::game::Side;
use crate::rules::{Effect, KindId, Owned, Region, Rules, TO};

/// What a position has more of than any that the rules lead to; none if nothing is known to be too much.
pub fn too_many(rules: &Rules, game: &dyn Executor, state: &[u64]) -> Option<String> {
    let layout = &game.program().layout;
    let count = |state: &[u64]| -> Vec<Owned> {
        (0..rules.topology.sites()).flat_map(|site| pieces(rules, layout, state, site)).collect()
    };
    let (start, here) = (count(game.initial().as_slice()), count(state));
    let number = |of: &[Owned], test: &dyn Fn(&Owned) -> bool| of.iter().filter(|piece| test(piece)).count();
    let kinds = (0..rules.kinds.len()).filter(|&kind| !rules.kinds[kind].counted && !rules.makes(kind));
    let owners = |kind: KindId| match rules.kinds[kind].neutral {
        true => vec![None],
        false => vec![Some(Side::First), Some(Side::Second)],
    };
    let of_kind = kinds.flat_map(|kind| owners(kind).into_iter().map(move |owner| (owner, kind))).find_map(|piece| {
        let [have, most] = [&here, &start].map(|all| number(all, &|other| *other == piece));
        (have > most).then(|| (have, most, format!("`{}`", rules.name_of(piece))))
    });
    let of_side = || {
        Side::ALL.into_iter().filter(|_| !adds(rules)).find_map(|side| {
            let [have, most] = [&here, &start].map(|all| number(all, &|other| other.0 == Some(side)));
            (have > most).then(|| (have, most, format!("pieces of `{}`", rules.players[side])))
        })
    };
    if let Some((have, most, what)) = of_kind.or_else(of_side) {
        return Some(format!(
            "no game comes to this: here are {have} {what}, the start has {most}, and no rule adds one"
        ));
    }
    if adds(rules) {
        return None;
    }
    let becomes = becomes(rules);
    Side::ALL.into_iter().find_map(|side| {
        let of_kind = |all: &[Owned]| -> Vec<usize> {
            (0..rules.kinds.len()).map(|kind| number(all, &|other| *other == (Some(side), kind))).collect()
        };
        let (have, most, kinds) = not_made(&becomes, of_kind(&start), of_kind(&here))?;
        let kinds: Vec<String> =
            kinds.into_iter().map(|kind| format!("`{}`", rules.name_of((Some(side), kind)))).collect();
        let kinds = kinds.join(" and ");
        Some(format!("no game comes to this: here are {have} of {kinds}, and of the start only {most} may become one"))
    })
}

/// Whether a piece of one kind may have become one of another, or has always been it: `[from][to]`.
fn becomes(rules: &Rules) -> Vec<Vec<bool>> {
    let all: Vec<KindId> = (0..rules.kinds.len()).collect();
    let mut becomes: Vec<Vec<bool>> = all.iter().map(|&a| all.iter().map(|&b| a == b).collect()).collect();
    let clauses = rules.groups.iter().flat_map(|group| group.clauses.iter().map(move |clause| (group, clause)));
    let clauses = clauses.map(|(group, clause)| (clause.verb.moves().then_some(&group.kinds), &clause.effects));
    for (mover, effects) in clauses.chain([(None, &rules.finally)]) {
        // Where nothing else may have come to `to` it is the piece that has moved.
        let stays = !Effect::any(effects, |effect| {
            matches!(
                effect,
                Effect::Move { .. }
                    | Effect::Swap { .. }
                    | Effect::Rotate { .. }
                    | Effect::Tuck { .. }
                    | Effect::Pile { .. }
            )
        });
        for effect in Effect::below(effects) {
            let Effect::Promote { what, to } = effect else { continue };
            let arrived = mover.filter(|_| stays && what.conjuncts().contains(&&Region::Local(TO)));
            let from = all.iter().filter(|kind| match arrived {
                Some(kinds) => kinds.contains(kind),
                None => what.may_hold(**kind),
            });
            for &kind in from {
                to.iter().copied().chain(rules.kinds[kind].promotes_to.filter(|_| to.is_empty())).for_each(|to| {
                    becomes[kind][to] = true;
                });
            }
        }
    }
    // In several steps.
    for via in &all {
        for from in &all {
            if becomes[*from][*via] {
                all.iter().for_each(|&to| becomes[*from][to] |= becomes[*via][to]);
            }
        }
    }
    becomes
}

/// Kinds of which there are more than pieces of the start that may have become one of them: how many there are, how many of the
/// start may be them, and which. Each piece is given one of the start, as long as one is free or can be freed.
fn not_made(becomes: &[Vec<bool>], mut free: Vec<usize>, here: Vec<usize>) -> Option<(usize, usize, Vec<KindId>)> {
    let kinds = here.len();
    let start = free.clone();
    // How many of the start's `a` are `b` here.
    let mut given = vec![vec![0; kinds]; kinds];
    for wanted in (0..kinds).flat_map(|kind| std::iter::repeat_n(kind, here[kind])) {
        // The kinds that are short, each with what it would take a piece of the start from to give it to another.
        let mut short = vec![(wanted, None)];
        let mut at = 0;
        let found = loop {
            let Some(&(to, _)) = short.get(at) else { break None };
            let may_be = |from: &KindId| becomes[*from][to];
            if let Some(from) = (0..kinds).filter(may_be).find(|&from| free[from] > 0) {
                break Some((from, at));
            }
            for from in (0..kinds).filter(may_be) {
                let others = (0..kinds).filter(|&other| given[from][other] > 0);
                let others: Vec<KindId> = others.filter(|&other| short.iter().all(|(to, _)| *to != other)).collect();
                short.extend(others.into_iter().map(|other| (other, Some((from, at)))));
            }
            at += 1;
        };
        let Some((from, mut at)) = found else {
            let all: Vec<KindId> = short.into_iter().map(|(kind, _)| kind).collect();
            let may_be = |from: &KindId| all.iter().any(|&to| becomes[*from][to]);
            let most = (0..kinds).filter(may_be).map(|from| start[from]).sum();
            return Some((all.iter().map(|&kind| here[kind]).sum(), most, all));
        };
        free[from] -= 1;
        given[from][short[at].0] += 1;
        // What the one had goes to the one that asked it.
        while let (to, Some((from, asked))) = short[at] {
            given[from][to] -= 1;
            given[from][short[asked].0] += 1;
            at = asked;
        }
    }
    None
}

/// Whether a player may come to have one piece more on the board, of whatever kind.
fn adds(rules: &Rules) -> bool {
    let effects =
        rules.effects().into_iter().any(|e| matches!(e, Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_)));
    effects
        || rules.kinds.iter().any(|kind| kind.neutral)
        || rules.clauses().any(|clause| clause.verb.placing().is_some())
}
