//! Whether pieces that are only moved can be hemmed in at all: few of them on a small board can't.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use crate::board::SiteSet;
use crate::game::Side;
use crate::rules::{Effect, KindId, Region, Rules, Truth, Verb, Who};

/// So many ways to put the pieces of a player on the board are tried.
const MOST_WAYS: usize = 100_000;

/// Whether a player always has a move, as the pieces that could stand in the way are too few.
pub fn is_enough(rules: &Rules) -> bool {
    let takes = |to: &Region| (0..rules.kinds.len()).any(|kind| to.may_hold(kind));
    let some_take = rules.clauses().filter_map(|clause| clause.verb.arrival()).any(takes);
    stays(rules)
        && Side::ALL.into_iter().all(|side| match some_take {
            false => !own(rules, side).is_empty() && never_hemmed_in(rules, side),
            true => told_without_pieces(rules) && never_in_own_way(rules, side),
        })
}

/// Whether all pieces of the start stay what and whose they are, as long as they are there, each on a cell of its own, and
/// nothing forbids a move.
fn stays(rules: &Rules) -> bool {
    let harmless = |e: &&Effect| {
        matches!(
            e,
            Effect::SetCells(..)
                | Effect::SetNumber(..)
                | Effect::Reset(_)
                | Effect::ExtraTurn
                | Effect::If(..)
                | Effect::While(..)
        )
    };
    rules.legal.is_empty()
        && !rules.turn.repeats()
        && !rules.kinds.iter().any(|kind| kind.counted || kind.stacked)
        && rules.effects().iter().all(harmless)
        && rules.clauses().all(|clause| clause.verb.moves())
}

/// Whether a verdict says what happens to a player who has no pieces left.
fn told_without_pieces(rules: &Rules) -> bool {
    let none = |truth: &Truth| {
        let Truth::Not(inner) = truth else { return false };
        matches!(&**inner, Truth::Some(Region::Pieces { who: Some(Who::Enemy), .. }))
    };
    rules.verdicts.iter().any(|verdict| none(&verdict.when))
}

/// The kinds of a player's pieces at the start, one for each piece.
fn own(rules: &Rules, side: Side) -> Vec<KindId> {
    rules.setup.pieces.iter().filter(|piece| piece.1 == Some(side)).map(|piece| piece.2).collect()
}

/// Whether the other pieces are too few to stand on all cells around the player's own.
fn never_hemmed_in(rules: &Rules, side: Side) -> bool {
    let sites = rules.topology.sites();
    let own = own(rules, side);
    let others = rules.setup.pieces.len() - own.len();
    let around = ways(rules, side, &own, &|to| to.contains(&&Region::Empty));
    let hemmed_in = &mut |cells: &SiteSet, next: &SiteSet| next.minus(cells).len() <= others;
    let none = SiteSet::empty(sites);
    some_choice(own.len(), 0, (&none, &none), &around, &mut 0, hemmed_in) == Some(false)
}

/// Whether the player's own pieces, which alone stand in each other's way, are too few for that: fewer than the cells to which
/// steps lead from any cell.
fn never_in_own_way(rules: &Rules, side: Side) -> bool {
    let own = own(rules, side);
    let enemy = Region::Pieces { who: Some(Who::Enemy), kinds: None };
    let around = ways(rules, side, &own, &|to| to.contains(&&Region::Empty) && to.contains(&&enemy));
    let reached = |from: usize| {
        let mut all = SiteSet::from_sites(around.len(), [from]);
        let mut open = vec![from];
        while let Some(site) = open.pop() {
            let new = around[site].minus(&all);
            all = all.or(&new);
            open.extend(new.iter());
        }
        all.len()
    };
    !rules.kinds.iter().any(|kind| kind.neutral) && (0..around.len()).all(|from| reached(from) > own.len())
}

/// Whether a test holds for some choice of cells, and for what is around them; none if there are too many to try.
fn some_choice(
    more: usize,
    first: usize,
    (cells, next): (&SiteSet, &SiteSet),
    around: &[SiteSet],
    tried: &mut usize,
    test: &mut dyn FnMut(&SiteSet, &SiteSet) -> bool,
) -> Option<bool> {
    *tried += 1;
    if *tried > MOST_WAYS {
        return None;
    }
    if more == 0 {
        return Some(test(cells, next));
    }
    for site in first..around.len() {
        let mut cells = cells.clone();
        cells.insert(site);
        if some_choice(more - 1, site + 1, (&cells, &next.or(&around[site])), around, tried, test)? {
            return Some(true);
        }
    }
    Some(false)
}

/// For each cell those to which a piece of any of these kinds can go, unless something stands there that a clause whose `to` has
/// these members does not go to.
fn ways(rules: &Rules, side: Side, kinds: &[KindId], goes: &dyn Fn(&[&Region]) -> bool) -> Vec<SiteSet> {
    let sites = rules.topology.sites();
    let offered = rules.turn.groups();
    let of_kind = |kind: KindId, from: usize| {
        let mut cells = SiteSet::empty(sites);
        for group in offered.iter().map(|&index| &rules.groups[index]) {
            let moves = group.when.is_none() && (group.kinds.is_empty() || group.kinds.contains(&kind));
            for clause in group.clauses.iter().filter(|clause| moves && clause.when.is_none()) {
                // Of a slide the first cell alone: nothing lies between.
                if let Verb::Step { dirs, to } | Verb::Slide { dirs, exactly: None, to, .. } = &clause.verb
                    && goes(&to.members())
                    && dirs.minus.is_empty()
                {
                    let steps = dirs.fixed[side].iter().filter_map(|&dir| rules.topology.directions[dir].next[from]);
                    steps.for_each(|site| cells.insert(usize::from(site)));
                }
            }
        }
        cells
    };
    let common = |from: usize| {
        let all = kinds.iter().map(|&kind| of_kind(kind, from)).reduce(|all, one| all.and(&one));
        all.unwrap_or_else(|| SiteSet::empty(sites))
    };
    (0..sites).map(common).collect()
}
