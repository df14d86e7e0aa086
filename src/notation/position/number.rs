//! How many pieces a position has: more than the start where no rule adds any.

use super::pieces;
use crate::exec::Executor;
use crate::game::Side;
use crate::rules::{Effect, KindId, Owned, Rules};

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
    let (have, most, what) = of_kind.or_else(of_side)?;
    Some(format!("no game comes to this: here are {have} {what}, the start has {most}, and no rule adds one"))
}

/// Whether a player may come to have one piece more on the board, of whatever kind.
fn adds(rules: &Rules) -> bool {
    let effects =
        rules.effects().into_iter().any(|e| matches!(e, Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_)));
    effects
        || rules.kinds.iter().any(|kind| kind.neutral)
        || rules.clauses().any(|clause| clause.verb.placing().is_some())
}
