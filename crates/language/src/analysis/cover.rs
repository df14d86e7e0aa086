//! What is known of two regions from their words alone: that one holds all of the other, or nothing of it.

use crate::board::SiteSet;
use crate::game::Side;
use crate::rules::{KindId, Region, Who};

/// Whether a region has all cells of another, as far as their words tell. `sites`: how many cells there are.
pub fn covers(wide: &Region, narrow: &Region, sites: usize) -> bool {
    let covers = |wide: &Region, narrow: &Region| covers(wide, narrow, sites);
    if wide == narrow {
        return true;
    }
    match (wide, narrow) {
        (Region::Const(cells), _) if within(narrow, cells, sites) => true,
        (Region::Or(a, b), _) if covers(a, narrow) || covers(b, narrow) => true,
        (Region::On(a, b), _) if covers(a, narrow) && covers(b, narrow) => true,
        (Region::Except(a, b), _) if covers(a, narrow) && disjoint(b, narrow) => true,
        (_, Region::Or(a, b)) => covers(wide, a) && covers(wide, b),
        (_, Region::On(a, b)) => covers(wide, a) || covers(wide, b),
        (_, Region::Except(a, _)) => covers(wide, a),
        // All cells of lines so long or longer.
        (Region::Line { length: a, dirs, of }, Region::Line { length: b, dirs: others, of: all }) => {
            a <= b && dirs == others && covers(of, all)
        }
        (Region::Pieces { who, kinds }, Region::Pieces { who: other, kinds: some }) => {
            let has = |kind: &KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
            let same_kinds = kinds == some || some.as_ref().is_some_and(|some| some.iter().all(has));
            (who.is_none() || who == other) && (kinds.is_none() || same_kinds)
        }
        _ => false,
    }
}

/// Whether a region is a part of these fixed cells, whoever's turn it is.
fn within(region: &Region, cells: &SiteSet, sites: usize) -> bool {
    [Side::First, Side::Second].iter().all(|&side| region.at_most(side, sites).minus(cells).is_empty())
}

/// Whether two regions can never have a cell in common.
pub fn disjoint(a: &Region, b: &Region) -> bool {
    use Region::{Empty, Flood, Line, Pieces, Ray};
    match (a, b) {
        // None of them leaves what it is within.
        (Ray { through: all, .. } | Flood { within: all, .. } | Line { of: all, .. }, other)
        | (other, Ray { through: all, .. } | Flood { within: all, .. } | Line { of: all, .. }) => disjoint(all, other),
        (Empty, Pieces { .. }) | (Pieces { .. }, Empty) => true,
        (Pieces { who: Some(a), kinds: k }, Pieces { who: Some(b), kinds: l }) => {
            let other_side = matches!((a, b), (Who::Own, Who::Enemy) | (Who::Enemy, Who::Own))
                || matches!((a, b), (Who::Side(a), Who::Side(b)) if a != b);
            other_side || no_common(k.as_deref(), l.as_deref())
        }
        (Pieces { kinds: k, .. }, Pieces { kinds: l, .. }) => no_common(k.as_deref(), l.as_deref()),
        _ => false,
    }
}

/// Whether a region is the same in every position: it may be another one for the other player.
pub fn is_fixed(region: &Region) -> bool {
    matches!(region, Region::Const(_) | Region::PerSide(..))
}

/// Whether two fixed regions have no cell in common, whoever's turn it is.
pub fn fixed_apart(a: &Region, b: &Region, sites: usize) -> bool {
    let apart = |side: Side| a.at_most(side, sites).and(&b.at_most(side, sites)).is_empty();
    is_fixed(a) && is_fixed(b) && Side::ALL.into_iter().all(apart)
}

fn no_common(a: Option<&[KindId]>, b: Option<&[KindId]>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if !a.iter().any(|k| b.contains(k)))
}
