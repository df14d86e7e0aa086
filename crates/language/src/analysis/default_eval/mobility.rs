//! What a piece is worth by its moves: how many it has on the empty board.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use crate::board::{SiteSet, Topology};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{DirSet, KindId, Region, Rules, Verb, Who};

/// How many moves a piece has from an average cell of an empty board. A further cell of a slide counts less (something
/// will stand in the way), and so does a way that is open only to takings.
pub fn mobility(rules: &Rules, kind: KindId) -> f64 {
    /// How likely a cell on a slide is empty.
    const OPEN: f64 = 0.7;
    /// What a move counts that needs an enemy in the right place.
    const TAKING: f64 = 0.5;
    let t = &rules.topology;
    let mut sum = 0.0;
    for clause in rules.groups.iter().filter(|g| g.kinds.contains(&kind)).flat_map(|g| &g.clauses) {
        // What the number of free cells along a line is worth, of those where the piece may arrive.
        let rays = |dirs: &DirSet, to: &Region, worth: &dyn Fn(usize) -> f64| {
            let mut sum = 0.0;
            for site in 0..t.sites() {
                let bounds = alone(t, to, site);
                for &d in &dirs.fixed[Side::First] {
                    let (mut at, mut length) = (site, 0);
                    while let Some(next) = t.directions[d].next[at].map(usize::from) {
                        (at, length) = (next, length + 1);
                        let barred = length == 1 && bounds.as_ref().is_some_and(|b| !b.contains(next));
                        if next == site || length > t.sites() || barred {
                            length -= usize::from(barred);
                            break;
                        }
                    }
                    sum += worth(length);
                }
            }
            sum
        };
        let only_taking = |to: &Region| {
            let empty = visit::has(to, |node| matches!(node, Node::Region(Region::Empty)));
            if empty { 1.0 } else { TAKING }
        };
        // A move under a condition is a rare one.
        let often = if clause.when.is_some() { 0.1 } else { 1.0 };
        sum += often
            * match &clause.verb {
                Verb::Step { dirs, to } => only_taking(to) * rays(dirs, to, &|n| f64::from(u8::from(n > 0))),
                Verb::Slide { dirs, exactly: Some(_), to, .. } => {
                    only_taking(to) * OPEN * rays(dirs, &Region::Empty, &|n| f64::from(u8::from(n > 1)))
                }
                Verb::Slide { dirs, to, .. } => {
                    only_taking(to) * rays(dirs, to, &|n| (0..n).map(|i| OPEN.powi(i as i32)).sum())
                }
                Verb::Hop { dirs, before, .. } => {
                    // There is at most one victim in a line, however far away.
                    let reach = |n: usize| if before.is_some() && n > 2 { 2.0 } else { 1.0 };
                    TAKING * rays(dirs, &Region::Empty, &|n| if n > 1 { reach(n) } else { 0.0 })
                }
                Verb::Fly { to } => {
                    let reach = |site| alone(t, to, site).map_or(t.sites() as f64 / 2.0, |set| set.len() as f64);
                    (0..t.sites()).map(|site| OPEN * reach(site)).sum::<f64>()
                }
                Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => 0.0,
            };
    }
    sum / t.sites().max(1) as f64
}

/// What a region is to a piece that stands alone on a cell of the board of the first player, where enemies may be anywhere;
/// none where that can't be told.
fn alone(t: &Topology, region: &Region, site: usize) -> Option<SiteSet> {
    let of = |region: &Region| alone(t, region, site);
    let here = || SiteSet::from_sites(t.sites(), [site]);
    Some(match region {
        Region::Const(_) | Region::PerSide(..) => region.fixed(Side::First)?,
        Region::Pieces { who: Some(Who::Own), .. } => here(),
        Region::Empty | Region::Pieces { .. } => SiteSet::full(t.sites()),
        Region::Local(_) => here(),
        Region::Or(a, b) => of(a)?.or(&of(b)?),
        Region::On(a, b) => of(a)?.and(&of(b)?),
        Region::Except(a, b) => of(a)?.minus(&of(b)?),
        Region::Step { dirs, steps: None, of: from } => {
            let from = of(from)?;
            let next =
                dirs.fixed[Side::First].iter().flat_map(|&d| from.iter().filter_map(move |s| t.directions[d].next[s]));
            SiteSet::from_sites(t.sites(), next.map(usize::from))
        }
        Region::Table(rows, of_cells) => {
            let cells = of(of_cells)?;
            cells.iter().filter_map(|s| rows.get(s)).fold(SiteSet::empty(t.sites()), |all, row| all.or(row))
        }
        Region::State(_) | Region::Else(..) | Region::Step { .. } | Region::Preimage { .. } => return None,
        Region::Ray { .. } | Region::Beyond { .. } | Region::Flood { .. } | Region::Line { .. } => return None,
        Region::AttackedBy(..) | Region::Touched | Region::Was(_) | Region::StrongerThan(_) => return None,
        Region::WeakerThan(_) | Region::Holding(..) => return None,
    })
}
