//! How far a piece has to go: by its own moves over the cells, whatever stands on them.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use std::collections::VecDeque;

use crate::board::{SiteSet, Topology};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{DirSet, Effect, FROM, KindId, Number, Region, Rules, TO, Verb, Who};

/// The fewest moves of its own that bring a piece of these kinds from each cell to a region; none where it never comes
/// there. What stands in its way is not asked, nor what it would take on the way.
pub fn moves_to(rules: &Rules, kinds: Option<&[KindId]>, side: Side, goal: &SiteSet) -> Vec<Option<i64>> {
    let sites = rules.topology.sites();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); sites];
    for (from, next) in ways(rules, kinds, side).into_iter().enumerate() {
        next.iter().for_each(|to| before[to].push(from));
    }
    let mut moves = vec![None; sites];
    goal.iter().for_each(|site| moves[site] = Some(0));
    let mut front: VecDeque<usize> = goal.iter().collect();
    while let Some(site) = front.pop_front() {
        for &from in &before[site] {
            if moves[from].is_none() {
                moves[from] = moves[site].map(|n: i64| n + 1);
                front.push_back(from);
            }
        }
    }
    moves
}

/// Where pieces of these kinds may go from each cell.
fn ways(rules: &Rules, kinds: Option<&[KindId]>, side: Side) -> Vec<SiteSet> {
    let t = &rules.topology;
    let moved = |group: &&crate::rules::Group| kinds.is_none_or(|kinds| group.kinds.iter().any(|k| kinds.contains(k)));
    let verbs: Vec<&Verb> = rules.groups.iter().filter(moved).flat_map(|g| &g.clauses).map(|c| &c.verb).collect();
    let peaceful: Vec<&Verb> = verbs
        .iter()
        .copied()
        .filter(|verb| {
            verb.arrival().is_some_and(quiet) && !matches!(verb, Verb::Hop { over, .. } if !may_be_empty(over))
        })
        .collect();
    // What needs somebody in the right place is a way only for those who have no other.
    let ways = by_verbs(t, if peaceful.is_empty() { &verbs } else { &peaceful }, side);
    if ways.iter().any(|way| !way.is_empty()) || !is_moved_by_effects(rules) {
        return ways;
    }
    let step = |site: usize| t.compass().into_iter().filter_map(move |d| t.directions[d].next[site].map(usize::from));
    (0..t.sites()).map(|site| SiteSet::from_sites(t.sites(), step(site))).collect()
}

/// Whether a region may be one where nobody stands.
pub fn may_be_empty(region: &Region) -> bool {
    visit::has(region, |node| matches!(node, Node::Region(Region::Empty)))
        || !visit::has(region, |node| matches!(node, Node::Region(Region::Pieces { .. })))
}

/// Whether a region may be one where no enemy stands.
fn quiet(region: &Region) -> bool {
    let enemy = |node: Node<'_>| matches!(node, Node::Region(Region::Pieces { who: Some(Who::Enemy), .. }));
    visit::has(region, |node| matches!(node, Node::Region(Region::Empty))) || !visit::has(region, enemy)
}

/// Whether clauses choose pieces and send them elsewhere.
fn is_moved_by_effects(rules: &Rules) -> bool {
    let moves = |e: &Effect| matches!(e, Effect::Move { .. } | Effect::Swap { .. } | Effect::Pile { .. });
    let puts = |e: &Effect| matches!(e, Effect::Put { .. });
    let takes = |e: &Effect| matches!(e, Effect::Take(_));
    // What is taken here and put down there has moved.
    let any =
        |effects: &[Effect]| Effect::any(effects, moves) || Effect::any(effects, puts) && Effect::any(effects, takes);
    rules.clauses().any(|c| matches!(c.verb, Verb::Pick(_)) && any(&c.effects))
}

fn by_verbs(t: &Topology, verbs: &[&Verb], side: Side) -> Vec<SiteSet> {
    let mut ways = vec![SiteSet::empty(t.sites()); t.sites()];
    for verb in verbs {
        let Some(to) = verb.arrival() else { continue };
        for (site, way) in ways.iter_mut().enumerate() {
            let within = possible(t, to, site, side);
            let mut add = |cells: &[usize]| {
                cells.iter().filter(|&&cell| cell != site && within.contains(cell)).for_each(|&cell| way.insert(cell));
            };
            let lines =
                |dirs: &DirSet| -> Vec<Vec<usize>> { dirs.fixed[side].iter().map(|&d| line(t, d, site)).collect() };
            match verb {
                Verb::Step { dirs, .. } => lines(dirs).iter().for_each(|line| add(&line[..line.len().min(1)])),
                Verb::Slide { dirs, exactly: Some(Number::Const(n)), .. } => {
                    let n = usize::try_from(*n).unwrap_or(0);
                    lines(dirs).iter().filter(|line| n > 0 && line.len() >= n).for_each(|line| add(&line[n - 1..n]));
                }
                Verb::Slide { dirs, .. } => lines(dirs).iter().for_each(|line| add(line)),
                Verb::Hop { dirs, before, after, .. } => {
                    // Over cells that may be empty it goes far; pieces seldom stand in long rows.
                    let far = before.iter().chain(after).any(may_be_empty);
                    let short = if before.is_some() || after.is_some() { 3 } else { 2 };
                    let last = |line: &Vec<usize>| if far { line.len() } else { line.len().min(short) };
                    lines(dirs).iter().filter(|line| line.len() > 1).for_each(|line| add(&line[1..last(line)]));
                }
                Verb::Fly { .. } => add(&within.iter().collect::<Vec<_>>()),
                Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => {}
            }
        }
    }
    ways
}

/// The cells in a direction, in order.
fn line(t: &Topology, d: usize, site: usize) -> Vec<usize> {
    let next = |at: &usize| t.directions[d].next[*at].map(usize::from).filter(|&next| next != site);
    std::iter::successors(next(&site), next).take(t.sites()).collect()
}

/// What a region may be to a piece that moves from a cell, whoever stands elsewhere; in doubt, all.
fn possible(t: &Topology, region: &Region, site: usize, side: Side) -> SiteSet {
    let of = |region: &Region| possible(t, region, site, side);
    let here = || SiteSet::from_sites(t.sites(), [site]);
    match region {
        Region::Const(_) | Region::PerSide(..) => region.fixed(side).unwrap_or_else(|| SiteSet::full(t.sites())),
        Region::Local(FROM) => here(),
        Region::Local(id) if *id != TO => here(),
        Region::Or(a, b) | Region::Else(a, b) => of(a).or(&of(b)),
        Region::On(a, b) => of(a).and(&of(b)),
        Region::Except(a, b) if matches!(**b, Region::Pieces { who: Some(Who::Own), .. }) => of(a).minus(&here()),
        Region::Except(a, b) => b.fixed(side).map_or_else(|| of(a), |b| of(a).minus(&b)),
        Region::Step { dirs, steps, of: from } => {
            let steps = match steps.as_deref() {
                None => 1,
                Some(Number::Const(n)) => usize::try_from(*n).unwrap_or(0).min(t.sites()),
                Some(_) => return SiteSet::full(t.sites()),
            };
            let mut cells = SiteSet::empty(t.sites());
            for &d in &dirs.fixed[side] {
                let mut now = of(from);
                for _ in 0..steps {
                    let next = now.iter().filter_map(|s| t.directions[d].next[s]).map(usize::from);
                    now = SiteSet::from_sites(t.sites(), next);
                }
                cells = cells.or(&now);
            }
            cells
        }
        Region::Preimage { dir, of: to } => {
            let to = of(to);
            let leads = |s: &usize| t.directions[*dir].next[*s].is_some_and(|next| to.contains(usize::from(next)));
            SiteSet::from_sites(t.sites(), (0..t.sites()).filter(leads))
        }
        Region::Table(rows, cells) => {
            let cells = of(cells);
            cells.iter().filter_map(|s| rows.get(s)).fold(SiteSet::empty(t.sites()), |all, row| all.or(row))
        }
        Region::Ray { dirs, of: from, .. } | Region::Beyond { dirs, of: from, .. } => {
            let from = of(from);
            let cells = dirs.fixed[side].iter().flat_map(|&d| from.iter().flat_map(move |s| line(t, d, s)));
            SiteSet::from_sites(t.sites(), cells)
        }
        Region::Pieces { .. } | Region::Empty | Region::State(_) | Region::Local(_) => SiteSet::full(t.sites()),
        Region::Flood { .. } | Region::Line { .. } | Region::AttackedBy(..) => SiteSet::full(t.sites()),
        Region::Touched | Region::Was(_) | Region::StrongerThan(_) => SiteSet::full(t.sites()),
        Region::WeakerThan(_) | Region::Holding(..) => SiteSet::full(t.sites()),
    }
}
