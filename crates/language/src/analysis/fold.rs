//! Constant folding: what does not depend on the position is worked out once, here.

use crate::board::{SiteSet, Topology, as_few_steps};
use crate::game::{PerSide, Side};
use crate::rules::{Number, Region, Truth, Who};

/// A region whose parts are folded already, folded itself.
pub fn fold(topology: &Topology, region: Region) -> Region {
    if matches!(region, Region::Const(_)) {
        return region;
    }
    match (value(topology, &region, Side::First), value(topology, &region, Side::Second)) {
        (Some(first), Some(second)) if first == second => Region::Const(first),
        (Some(first), Some(second)) => Region::PerSide(Who::Own, Box::new(PerSide::new(first, second))),
        _ => simplify(topology, region),
    }
}

/// Drops operands that change nothing.
fn simplify(topology: &Topology, region: Region) -> Region {
    let none = |r: &Region| matches!(r, Region::Const(s) if s.is_empty());
    let all = |r: &Region| matches!(r, Region::Const(s) if s.len() == topology.sites());
    match region {
        Region::Or(a, b) if none(&a) => *b,
        Region::Or(a, b) if none(&b) => *a,
        Region::On(a, b) if all(&a) || none(&b) => *b,
        Region::On(a, b) if all(&b) || none(&a) => *a,
        Region::Except(a, b) if none(&b) || none(&a) => *a,
        Region::Else(a, b) if none(&a) => *b,
        Region::Else(a, b) if none(&b) => *a,
        Region::Step { of, .. } if none(&of) => *of,
        other => other,
    }
}

fn number(n: &Option<Box<Number>>) -> Option<Option<i64>> {
    match n {
        None => Some(None),
        Some(n) => match **n {
            Number::Const(v) => Some(Some(v)),
            _ => None,
        },
    }
}

/// The cells of a region whose parts are fixed, as a side sees them; `None` if it depends on the position. What needs no
/// board is [`Region::fixed`].
fn value(topology: &Topology, region: &Region, side: Side) -> Option<SiteSet> {
    let part = |r: &Region| r.fixed(side);
    match region {
        Region::Step { dirs, steps, of } => {
            if !dirs.plus.is_empty() || !dirs.minus.is_empty() {
                return None;
            }
            let steps = number(steps)?.unwrap_or(1);
            let from = part(of)?;
            let ends = dirs.fixed[side].iter().flat_map(|&d| {
                let from: Vec<usize> = from.iter().collect();
                from.into_iter().filter_map(move |s| walk(topology, s, d, steps))
            });
            Some(SiteSet::from_sites(topology.sites(), ends))
        }
        Region::Preimage { dir, of } => {
            let of = part(of)?;
            let next = &topology.directions[*dir].next;
            let leads = |s: &usize| next[*s].is_some_and(|t| of.contains(usize::from(t)));
            Some(SiteSet::from_sites(topology.sites(), (0..topology.sites()).filter(leads)))
        }
        Region::Table(rows, of) => {
            let of = part(of)?;
            Some(of.iter().fold(SiteSet::empty(topology.sites()), |all, s| all.or(&rows[s])))
        }
        Region::Ray { dirs, exactly, of, through, until } => {
            if !dirs.plus.is_empty() || !dirs.minus.is_empty() {
                return None;
            }
            let until = match until {
                Some(u) => Some(part(u)?),
                None => None,
            };
            let (of, through, exactly) = (part(of)?, part(through)?, number(exactly)?);
            let mut all = SiteSet::empty(topology.sites());
            for &d in &dirs.fixed[side] {
                for s in of.iter() {
                    ray(topology, d, s, exactly, &through, until.as_ref()).iter().for_each(|&c| all.insert(c));
                }
            }
            Some(all)
        }
        Region::Beyond { dirs, of, through } => {
            if !dirs.plus.is_empty() || !dirs.minus.is_empty() {
                return None;
            }
            let (of, through) = (part(of)?, part(through)?);
            let beyond = |d: usize, s: usize| {
                let next = &topology.directions[d].next;
                let last = ray(topology, d, s, None, &through, None).last().copied().unwrap_or(s);
                next[last].map(usize::from).filter(|&end| !through.contains(end))
            };
            let dirs = &dirs.fixed[side];
            let ends = of.iter().flat_map(|s| dirs.iter().filter_map(move |&d| beyond(d, s)));
            Some(SiteSet::from_sites(topology.sites(), ends))
        }
        Region::Flood { dirs, seed, within } => Some(flood(topology, &dirs.fixed[side], &part(seed)?, &part(within)?)),
        Region::Line { length, dirs, of } => {
            let of = part(of)?;
            let mut all = SiteSet::empty(topology.sites());
            for &d in &dirs.fixed[side] {
                for s in of.iter() {
                    let run = run(topology, d, s, &of);
                    if run.len() >= *length as usize {
                        run.iter().for_each(|&c| all.insert(c));
                    }
                }
            }
            Some(all)
        }
        other => other.fixed(side),
    }
}

/// The cell `steps` on.
pub fn walk(topology: &Topology, from: usize, dir: usize, steps: i64) -> Option<usize> {
    let next = &topology.directions[dir].next;
    (0..as_few_steps(next, steps)).try_fold(from, |at, _| next[at].map(usize::from))
}

fn run(topology: &Topology, dir: usize, from: usize, of: &SiteSet) -> Vec<usize> {
    let mut cells = vec![from];
    while let Some(next) = topology.directions[dir].next[cells[cells.len() - 1]].map(usize::from) {
        // A wrapped board leads back to the start.
        if !of.contains(next) || next == from || cells.len() > topology.sites() {
            break;
        }
        cells.push(next);
    }
    cells
}

fn ray(
    topology: &Topology,
    dir: usize,
    from: usize,
    exactly: Option<i64>,
    through: &SiteSet,
    until: Option<&SiteSet>,
) -> Vec<usize> {
    let next = &topology.directions[dir].next;
    let exactly = exactly.map(|n| n.max(0) as usize);
    let mut cells = Vec::new();
    let mut ahead = next[from].map(usize::from);
    // Round a loop it goes until it comes to where it has been.
    while let Some(s) = ahead.filter(|s| exactly != Some(cells.len()) && through.contains(*s) && !cells.contains(s)) {
        cells.push(s);
        ahead = next[s].map(usize::from);
    }
    let long_enough = exactly.is_none_or(|n| n == cells.len());
    let ends = until.is_none_or(|u| ahead.is_some_and(|s| u.contains(s)));
    if long_enough && ends { cells } else { Vec::new() }
}

fn flood(topology: &Topology, dirs: &[usize], seed: &SiteSet, within: &SiteSet) -> SiteSet {
    let mut reached = seed.and(within);
    let mut front: Vec<usize> = reached.iter().collect();
    while let Some(s) = front.pop() {
        for &d in dirs {
            if let Some(t) = topology.directions[d].next[s].map(usize::from)
                && within.contains(t)
                && !reached.contains(t)
            {
                reached.insert(t);
                front.push(t);
            }
        }
    }
    reached
}

/// The number of cells of the longest straight line along a direction.
pub fn longest_line(topology: &Topology, dir: usize) -> usize {
    let all = SiteSet::full(topology.sites());
    (0..topology.sites()).map(|s| run(topology, dir, s, &all).len()).max().unwrap_or(0)
}

/// Both.
pub fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::Const(true), x) | (x, Truth::Const(true)) => x,
        (Truth::Const(false), _) | (_, Truth::Const(false)) => Truth::Const(false),
        (a, b) => Truth::And(Box::new(a), Box::new(b)),
    }
}

/// Either.
pub fn or(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::Const(false), x) | (x, Truth::Const(false)) => x,
        (Truth::Const(true), _) | (_, Truth::Const(true)) => Truth::Const(true),
        (a, b) => Truth::Or(Box::new(a), Box::new(b)),
    }
}

/// Not.
pub fn not(a: Truth) -> Truth {
    match a {
        Truth::Const(value) => Truth::Const(!value),
        Truth::Not(inner) => *inner,
        other => Truth::Not(Box::new(other)),
    }
}

/// Whether a region has a cell.
pub fn some(region: Region) -> Truth {
    match region {
        Region::Const(set) => Truth::Const(!set.is_empty()),
        other => Truth::Some(other),
    }
}
