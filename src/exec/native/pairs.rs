//! A choice of a cell and of one beside it, for all cells at once: where the order of the plies does not matter, the
//! second cells are found set-wise, one shift for each distance, and the first is the second one moved back.

use super::cost::{Part, walk_set};
use super::emit::{Emit, Res, SetV};
use super::env::Env;
use super::walk::{Cont, Walk};
use crate::ir::{Set, Show, Stmt};

/// A direction or relation as shifts: how far, and from which cells.
pub type Shifts = Vec<(i32, Vec<u64>)>;

/// The most shifts of a pair whose plies are counted, and of one whose rest is compiled for each.
const MOST_COUNTED: usize = 24;
const MOST_COPIED: usize = 4;

/// Functions that are this large already get no further copies.
const LARGE: usize = 4_000;

/// What is known of a pair of choices.
pub struct Pair<'s> {
    /// How the second cell lies from the first: each way once.
    pub shifts: Shifts,
    /// What else the second cell must be in.
    within: Vec<&'s Set>,
    /// The local of the second choice.
    pub second: usize,
    show: Show,
    /// Statements between the choices, which only name the first cell.
    pub between: &'s [Stmt],
    /// What comes after both.
    pub rest: &'s [Stmt],
}

impl Walk<'_, '_, '_> {
    /// Compiles a choice of `first` from `from` together with the choice that follows, if the two are a pair; whether
    /// they were.
    pub fn pair(&mut self, env: &Env, first: (usize, &SetV, Show), rest: &[Stmt], cont: &Cont<'_>) -> Res<bool> {
        if !self.sink.is_unordered() || self.legs.is_some() {
            return Ok(false);
        }
        let (local, from, show) = first;
        // A filter looks at each first cell.
        if self.doubtful.as_ref().is_some_and(|d| d.0 == local) {
            return Ok(false);
        }
        let Some(pair) = self.e.as_pair(local, rest) else { return Ok(false) };
        let counted = self.is_decided(pair.rest, cont);
        let most = if counted { MOST_COUNTED } else { MOST_COPIED };
        if pair.shifts.len() > most || !counted && self.e.nodes > LARGE {
            return Ok(false);
        }
        for (by, arriving) in &self.e.arriving(env, from, &pair)? {
            if counted {
                self.take_all(arriving)?;
                continue;
            }
            self.each(arriving, &mut |walk, to| {
                let mut inside = env.clone();
                let bits = walk.e.program.record.site_bits;
                let back = walk.e.moved(&to, -by);
                let to_site = to.site.unwrap_or(super::emit::ZERO);
                let site = walk.e.sub(to_site, super::emit::Word::Const(*by as i64 as u64));
                inside.push(walk.e, site, bits)?;
                inside.site(walk.e, show, site);
                inside.locals[local] = SetV { site: Some(site), ..back };
                walk.e.straight(&mut inside, pair.between)?;
                inside.push(walk.e, to_site, bits)?;
                inside.site(walk.e, pair.show, to_site);
                inside.locals[pair.second] = to;
                walk.run(inside, pair.rest, cont)
            })?;
        }
        Ok(true)
    }
}

impl Emit<'_, '_> {
    /// The second cells of a pair whose first ones are among `from`, for each distance.
    pub fn arriving(&mut self, env: &Env, from: &SetV, pair: &Pair<'_>) -> Res<Vec<(i32, SetV)>> {
        let mut within = None;
        for &set in &pair.within {
            let set = self.set(env, set)?;
            within = Some(match within {
                None => set,
                Some(so_far) => self.set_and(&so_far, &set),
            });
        }
        let all = pair.shifts.iter().map(|(by, sources)| {
            let leaving = self.masked(from, sources);
            let arriving = self.moved(&leaving, *by);
            match &within {
                None => (*by, arriving),
                Some(within) => (*by, self.set_and(&arriving, within)),
            }
        });
        Ok(all.collect())
    }

    /// A choice and the statements after it as a pair, if they are one.
    pub fn as_pair<'s>(&self, first: usize, rest: &'s [Stmt]) -> Option<Pair<'s>> {
        let mut names = vec![first];
        let mut between = 0;
        while let Some(Stmt::Let(name, Set::Local(what))) = rest.get(between) {
            if !names.contains(what) || names.contains(name) {
                return None;
            }
            names.push(*name);
            between += 1;
        }
        let Some(Stmt::Pick { local: second, from, show }) = rest.get(between) else { return None };
        let mut parts = Vec::new();
        conjuncts(from, &mut parts);
        let mut shifts = None;
        let mut within = Vec::new();
        for part in parts {
            if !reads_local(part, &names) {
                within.push(part);
                continue;
            }
            let found = match part {
                Set::Step(d, of) if is_name(of, &names) => self.distances(*d),
                Set::Image(id, of) if is_name(of, &names) => self.relation(*id),
                _ => return None,
            };
            if shifts.replace(found).is_some() {
                return None;
            }
        }
        Some(Pair {
            shifts: shifts?,
            within,
            second: *second,
            show: *show,
            between: &rest[..between],
            rest: &rest[between + 1..],
        })
    }

    /// The classes of a relation: each of its pairs is in exactly one.
    fn relation(&self, id: usize) -> Shifts {
        let mut out: Shifts = Vec::new();
        for (site, cells) in self.program.images[id].iter().enumerate() {
            for to in cells.iter() {
                let by = to as i32 - site as i32;
                let at = out.iter().position(|c| c.0 == by).unwrap_or_else(|| {
                    out.push((by, vec![0; self.n]));
                    out.len() - 1
                });
                out[at].1[site / 64] |= 1 << (site % 64);
            }
        }
        out
    }
}

/// The sets that a set is the intersection of.
pub fn conjuncts<'s>(e: &'s Set, out: &mut Vec<&'s Set>) {
    match e {
        Set::And(a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

fn is_name(e: &Set, names: &[usize]) -> bool {
    matches!(e, Set::Local(l) if names.contains(l))
}

/// Whether an expression reads one of these locals.
fn reads_local(e: &Set, names: &[usize]) -> bool {
    let mut reads = false;
    walk_set(e, &mut |part| reads |= matches!(part, Part::Set(Set::Local(l)) if names.contains(l)));
    reads
}
