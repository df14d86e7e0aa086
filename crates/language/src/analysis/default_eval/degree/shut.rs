//! How near pieces are to having no way out.

use super::Degrees;
use crate::analysis::default_eval::on;
use crate::game::PerSide;
use crate::rules::{DirSet, Region};

impl Degrees<'_> {
    /// What pieces that have to be out of some regions must have none of, as who is surrounded: where steps lead to one of these from some
    /// cells, those of the cells that the steps lead back to.
    pub(super) fn ways_out(&self, pieces: &Region, out: &Region) -> Vec<Region> {
        if !pieces.conjuncts().iter().any(|part| matches!(part, Region::Pieces { .. })) {
            return Vec::new();
        }
        let way_out = |part: &Region| {
            let Region::Step { dirs, steps: None, of } = part else { return None };
            let near = Region::Step { dirs: self.way_back(dirs)?, steps: None, of: Box::new(pieces.clone()) };
            Some(on((**of).clone(), near))
        };
        out.members().into_iter().filter_map(way_out).collect()
    }

    /// Pieces on what is out of such regions, as these pieces without them.
    pub(super) fn shut_on(&self, pieces: &Region, at: &Region) -> Option<Region> {
        let Region::Except(all, out) = at else { return None };
        let everywhere = all.fixed(self.side).is_some_and(|cells| cells.len() == self.rules.topology.sites());
        let wherever = everywhere || matches!(**all, Region::Pieces { who: None, kinds: None });
        let pieces = if wherever { pieces.clone() } else { on(pieces.clone(), (**all).clone()) };
        let is_shut = !self.ways_out(&pieces, out).is_empty();
        is_shut.then(|| Region::Except(Box::new(pieces), out.clone()))
    }

    /// The directions by which steps lead back; none where there are no such.
    fn way_back(&self, dirs: &DirSet) -> Option<DirSet> {
        let all = &self.rules.topology.directions;
        let back = PerSide::of(|side| {
            let these = &dirs.fixed[side];
            let leads =
                |from: u16, to: usize| these.iter().any(|&d| all[d].next[usize::from(from)] == u16::try_from(to).ok());
            let lead_back =
                |&d: &usize| all[d].next.iter().enumerate().all(|(from, to)| to.is_none_or(|to| leads(to, from)));
            // Those of neighbours do so themselves.
            if these.iter().all(lead_back) {
                Some(these.clone())
            } else {
                these.iter().map(|&d| all[d].reverse).collect()
            }
        });
        let [Some(first), Some(second)] = back.pair() else { return None };
        let follows = !dirs.plus.is_empty() || !dirs.minus.is_empty();
        (!follows).then(|| DirSet { fixed: PerSide::new(first, second), ..DirSet::default() })
    }
}
