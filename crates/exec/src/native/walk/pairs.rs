//! A choice of a cell and of one beside it, for all cells at once: where the order of the plies does not matter, the
//! second cells are found set-wise, one shift for each distance, and the first is the second one moved back.

use super::{Cont, Sink, Walk};
use crate::ir::{Bool, Set, Show, Stmt, decides};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, SetV, Truth, Word, ZERO};

/// A direction or relation as shifts: how far, and from which cells.
type Shifts = Vec<(i32, Vec<u64>)>;

/// Shifts one after the other, each with the sets that it must lead into.
#[derive(Clone)]
pub struct Path<'s>(Vec<(i32, Vec<u64>, Vec<&'s Set>)>);

impl Path<'_> {
    /// How far it leads.
    fn by(&self) -> i32 {
        self.0.iter().map(|leg| leg.0).sum()
    }
}

/// The most shifts of a pair whose plies are counted, and of one whose rest is compiled for each.
const MOST_COUNTED: usize = 24;
const MOST_COPIED: usize = 4;
/// So many shifts are worth the question whether there is a cell to shift.
pub const MANY: usize = 6;

/// Functions that are this large already get no further copies.
const LARGE: usize = 4_000;

/// What is known of a pair of choices.
pub struct Pair<'s> {
    /// The ways from the first cell to the second; no pair of cells is on two.
    pub paths: Vec<Path<'s>>,
    /// The relation that the ways are of, if they are of one.
    pub relation: Option<usize>,
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
        let Some(pair) = self.e.as_pair(local, rest) else { return Ok(false) };
        // A filter looks at each first cell that it does not spare.
        if let Some(doubtful) = self.tests.doubtful.clone().filter(|d| d.0 == local) {
            return self.pair_spared(env, first, doubtful, &pair, rest, cont);
        }
        let counted = self.is_decided(pair.rest, cont);
        let most = if counted { MOST_COUNTED } else { MOST_COPIED };
        if pair.paths.len() > most || !counted && self.e.nodes > LARGE {
            return Ok(false);
        }
        let special = if counted { Some(self.e.nothing()) } else { None };
        self.pair_all(env, (local, from, show), &pair, special.as_ref(), cont)?;
        Ok(true)
    }

    /// The plies of a pair that no condition is asked of are counted set-wise, and the others as ever; whether they were.
    fn pair_spared(
        &mut self,
        env: &Env,
        (local, from, show): (usize, &SetV, Show),
        doubtful: (usize, SetV),
        pair: &Pair<'_>,
        rest: &[Stmt],
        cont: &Cont<'_>,
    ) -> Res<bool> {
        if !matches!(self.sink, Sink::Any | Sink::Count) || pair.paths.len() > MOST_COUNTED {
            return Ok(false);
        }
        let Some(special) = self.special(pair, cont) else { return Ok(false) };
        let sure = self.e.set_minus(from, &doubtful.1);
        let spared = std::mem::replace(&mut self.tests.spared, Truth::Const(true));
        let filter = self.tests.doubtful.take();
        self.pair_all(env, (local, &sure, show), pair, Some(&special), cont)?;
        (self.tests.spared, self.tests.doubtful) = (spared, filter);
        let others = self.e.set_and(from, &doubtful.1);
        self.pick_each(env, local, &others, show, rest, cont)?;
        Ok(true)
    }

    /// The second cells for which something is chosen after both, if all others are one ply that no condition is asked of:
    /// where a piece is promoted, say.
    fn special(&self, pair: &Pair<'_>, cont: &Cont<'_>) -> Option<SetV> {
        // Parts of the set of the second cell: the cells for which they are not empty.
        let mut parts = vec![(pair.second, self.e.board())];
        let mut special = vec![0; self.e.n];
        for stmt in pair.rest {
            match stmt {
                Stmt::Let(local, e) => {
                    let all = e.conjuncts();
                    let whole = |e: &&Set| parts.iter().find(|p| **e == Set::Local(p.0)).map(|p| p.1.clone());
                    let part = all.iter().find_map(whole).map(|mut cells| {
                        for fixed in all.iter().filter_map(|e| if let Set::Const(id) = e { Some(*id) } else { None }) {
                            let words = self.e.program.consts[fixed].words();
                            cells.iter_mut().zip(words).for_each(|(c, w)| *c &= w);
                        }
                        cells
                    });
                    parts.retain(|p| p.0 != *local);
                    parts.extend(part.map(|cells| (*local, cells)));
                }
                Stmt::If(Bool::Any(Set::Local(local)), a, b) if decides(a) && !decides(b) => {
                    let cells = &parts.iter().find(|p| p.0 == *local)?.1;
                    special.iter_mut().zip(cells).for_each(|(s, c)| *s |= c);
                }
                other @ (Stmt::LetInt(..)
                | Stmt::Pick { .. }
                | Stmt::Choose(_)
                | Stmt::Guard(_)
                | Stmt::If(..)
                | Stmt::SetPlane(..)
                | Stmt::SetInt(..)
                | Stmt::SetLane(..)
                | Stmt::AddLane(..)
                | Stmt::Sow { .. }
                | Stmt::Loop { .. }
                | Stmt::MoveStack(..)
                | Stmt::SwapStacks(..)
                | Stmt::ClearStacks(_)
                | Stmt::Pile { .. }
                | Stmt::Tuck { .. }
                | Stmt::Show(..)
                | Stmt::Again { .. }
                | Stmt::Decided) => {
                    if other.decides() {
                        return None;
                    }
                    other.each_bound(&mut |local| parts.retain(|p| p.0 != local));
                }
            }
        }
        let special = SetV::new(special.into_iter().map(Word::Const).collect());
        self.has_chosen(&[], cont, true).then_some(special)
    }

    /// Compiles a pair: its second cells are counted, but for those that are `special`, if that is given; else the rest is
    /// compiled for each.
    fn pair_all(
        &mut self,
        env: &Env,
        (local, from, show): (usize, &SetV, Show),
        pair: &Pair<'_>,
        special: Option<&SetV>,
        cont: &Cont<'_>,
    ) -> Res<()> {
        // Kinds of pieces with many ways to go may have none on the board.
        let after = self.e.block();
        if special.is_some() && pair.paths.len() >= MANY {
            let some = self.e.block();
            let any = self.e.any(from);
            self.e.branch(any, some, after);
            self.e.enter(some);
        }
        for (by, mut arriving) in self.e.arriving(env, from, pair)? {
            if let Some(special) = special {
                let simple = self.e.set_minus(&arriving, special);
                self.take_all(&simple)?;
                arriving = self.e.set_and(&arriving, special);
                if arriving.is_nothing() {
                    continue;
                }
            }
            self.each(&arriving, &mut |walk, to| {
                let mut inside = env.clone();
                let bits = walk.e.program.record.site_bits;
                let back = walk.e.moved(&to, -by);
                let to_site = to.site.unwrap_or(ZERO);
                let site = walk.e.sub(to_site, Word::Const(by as i64 as u64));
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
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }
}

impl Emit<'_, '_> {
    /// What else the second cell of a pair must be in, if anything.
    pub fn within_all(&mut self, env: &Env, pair: &Pair<'_>) -> Res<Option<SetV>> {
        let mut within = None;
        for &set in &pair.within {
            let set = self.set(env, set)?;
            within = Some(match within {
                None => set,
                Some(so_far) => self.set_and(&so_far, &set),
            });
        }
        Ok(within)
    }

    /// The second cells of a pair whose first ones are among `from`, for each distance.
    pub fn arriving(&mut self, env: &Env, from: &SetV, pair: &Pair<'_>) -> Res<Vec<(i32, SetV)>> {
        let within = self.within_all(env, pair)?;
        let mut all = Vec::new();
        for path in &pair.paths {
            let mut arriving = from.clone();
            for (by, sources, into) in &path.0 {
                arriving = self.moved_from(sources, &arriving, *by);
                for set in into {
                    let set = self.set(env, set)?;
                    arriving = self.set_and(&arriving, &set);
                }
            }
            if let Some(within) = &within {
                arriving = self.set_and(&arriving, within);
            }
            all.push((path.by(), arriving));
        }
        Ok(all)
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
        let parts = from.conjuncts();
        let (mut paths, mut relation) = (None, None);
        let mut within = Vec::new();
        for part in parts {
            if !reads_local(part, &names) {
                within.push(part);
                continue;
            }
            relation = match part {
                Set::Image(id, of) if is_name(of, &names) => Some(*id),
                Set::Const(_)
                | Set::Plane(_)
                | Set::Local(_)
                | Set::Shared(_)
                | Set::Or(..)
                | Set::And(..)
                | Set::Minus(..)
                | Set::Else(..)
                | Set::When(..)
                | Set::Was(_)
                | Set::Step(..)
                | Set::Steps(..)
                | Set::Preimage(..)
                | Set::Image(..)
                | Set::Slide { .. }
                | Set::Ray { .. }
                | Set::Beyond { .. }
                | Set::Flood { .. }
                | Set::Line { .. }
                | Set::Collect { .. }
                | Set::Touched
                | Set::Holding(..)
                | Set::Stacked { .. }
                | Set::Rotate { .. } => None,
            };
            if paths.replace(self.paths(part, &names)?).is_some() {
                return None;
            }
        }
        Some(Pair {
            paths: paths?,
            relation,
            within,
            second: *second,
            show: *show,
            between: &rest[..between],
            rest: &rest[between + 1..],
        })
    }

    /// The ways from a named cell to those of a set.
    fn paths<'s>(&self, e: &'s Set, names: &[usize]) -> Option<Vec<Path<'s>>> {
        let single = |shifts: Shifts| shifts.into_iter().map(|(by, from)| Path(vec![(by, from, Vec::new())])).collect();
        match e {
            Set::Step(d, of) if is_name(of, names) => Some(single(self.distances(*d))),
            Set::Image(id, of) if is_name(of, names) => Some(single(self.relation(*id))),
            // A step leads to one cell, and so do several.
            Set::Step(d, of) if !matches!(**of, Set::Image(..)) => {
                let (from, into): (Vec<&Set>, Vec<&Set>) =
                    of.conjuncts().into_iter().partition(|p| reads_local(p, names));
                let [from @ Set::Step(..)] = from[..] else { return None };
                let mut all = Vec::new();
                for mut path in self.paths(from, names)? {
                    path.0.last_mut()?.2.extend(&into);
                    for (by, sources) in self.distances(*d) {
                        let mut longer = path.clone();
                        longer.0.push((by, sources, Vec::new()));
                        all.push(longer);
                    }
                }
                Some(all)
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Or(..)
            | Set::And(..)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => None,
        }
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

fn is_name(e: &Set, names: &[usize]) -> bool {
    matches!(e, Set::Local(l) if names.contains(l))
}

/// Whether an expression reads one of these locals.
fn reads_local(e: &Set, names: &[usize]) -> bool {
    e.reads(&|local| names.contains(&local))
}
