//! `attacked by P`: the cells c such that, if a piece of P's opponent stood on c, some displacement of P's whose
//! destination includes `enemy` could arrive there. The `legal` conditions, the turn's priorities, clocks and
//! promotions play no part.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::{Context, LocalKey, Lower};
use crate::board::SiteSet;
use crate::game::Side;
use crate::ir::{Local, Set};
use crate::rules::visit::{self, Node};
use crate::rules::{Clause, DirId, FROM, KindId, OVER, Region, TO, Verb, Who};

impl Lower<'_> {
    /// The cells that a side attacks, with pieces of some kinds alone if any are given.
    pub(super) fn attacked(&mut self, by: Side, with: Option<&[KindId]>) -> Set {
        let rules = self.rules;
        let mut out = self.nothing();
        self.attacks += 1;
        for group in &rules.groups {
            let cx = Context::of(by);
            let kinds = group.kinds.iter().filter(|kind| with.is_none_or(|with| with.contains(kind)));
            let sets: Vec<Set> = kinds.map(|&k| self.pieces(Some(Who::Own), Some(&[k]), by)).collect();
            if sets.is_empty() {
                continue;
            }
            let from = self.union(sets);
            let guard = group.when.as_ref().map(|w| self.truth(w, &cx));
            for clause in &group.clauses {
                let mut part = self.attacked_by_clause(clause, &from, &cx);
                if let Some(guard) = &guard {
                    part = self.when(guard.clone(), part);
                }
                out = self.or(out, part);
            }
        }
        self.attacks -= 1;
        out
    }

    fn attacked_by_clause(&mut self, clause: &Clause, from: &Set, cx: &Context) -> Set {
        let Some(to) = clause.verb.arrival() else { return self.nothing() };
        let to = with_enemy_there(to, self.rules.topology.sites());
        let probe = self.region(&to, cx);
        if self.is_nothing(&probe) {
            return probe;
        }
        // Where nothing depends on which piece moves, all pieces are asked at once.
        if !needs_choice(clause) {
            let ends = self.ends(&clause.verb, from, cx);
            return self.and(ends, probe);
        }
        let mut cx = cx.clone();
        let (origin, target) = (self.scratch(0), self.scratch(1));
        cx.renamed.insert(FROM, origin);
        cx.renamed.insert(TO, target);
        let mut all = self.nothing();
        for d in self.choices(&clause.verb, &cx) {
            let cx = d.map_or(cx.clone(), |d| cx.with_dir(d));
            let ends = match (d, &clause.verb) {
                (Some(d), verb) => self.ends_along(verb, &Set::Local(origin), &cx, &[d]),
                (None, verb) => self.ends(verb, &Set::Local(origin), &cx),
            };
            let region = self.region(&to, &cx);
            let ends = self.and(ends, region);
            let body = match &clause.when {
                None => ends,
                Some(when) => {
                    let when = self.truth(when, &cx);
                    let reached = self.when(when, Set::Local(target));
                    Set::Collect { local: target, over: Box::new(ends), body: Box::new(reached) }
                }
            };
            all = self.or(all, body);
        }
        Set::Collect { local: origin, over: Box::new(from.clone()), body: Box::new(all) }
    }

    /// The directions to tell apart: none where the clause does not follow its direction.
    fn choices(&self, verb: &Verb, cx: &Context) -> Vec<Option<DirId>> {
        match verb.dirs() {
            Some(dirs) => self.dirs(dirs, cx).into_iter().map(Some).collect(),
            None => vec![None],
        }
    }

    fn ends(&mut self, verb: &Verb, from: &Set, cx: &Context) -> Set {
        let dirs = verb.dirs().map_or(Vec::new(), |dirs| self.dirs(dirs, cx));
        self.ends_along(verb, from, cx, &dirs)
    }

    /// Where a verb leads from a set of cells, its destination region apart.
    fn ends_along(&mut self, verb: &Verb, from: &Set, cx: &Context, dirs: &[DirId]) -> Set {
        let of = Box::new(from.clone());
        match verb {
            Verb::Step { .. } => {
                let steps: Vec<Set> = dirs.iter().map(|&d| Set::Step(d, of.clone())).collect();
                self.union(steps)
            }
            Verb::Slide { exactly, through, .. } => {
                let through = Box::new(self.region(through, cx));
                let exactly = exactly.as_ref().map(|n| Box::new(self.number(n, cx)));
                Set::Slide { dirs: dirs.to_vec(), of, through, exactly }
            }
            Verb::Hop { before, over, after, .. } => {
                let over = self.region(over, cx);
                let mut out = self.nothing();
                for &d in dirs {
                    let first = self.first_met(before.as_ref(), of.clone(), d, cx);
                    let jumped = Box::new(self.and(first, over.clone()));
                    let ends = self.landings(after.as_ref(), jumped, d, cx);
                    out = self.or(out, ends);
                }
                out
            }
            Verb::Fly { .. } => self.board(),
            Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => self.nothing(),
        }
    }

    /// A local of its own: the question may be asked in the middle of a clause, or of another such question.
    fn scratch(&mut self, n: usize) -> Local {
        self.local(LocalKey::Temp(usize::MAX - 2 * self.attacks - n))
    }
}

/// Whether a clause must be asked piece by piece: something in it names the origin, the destination, the jumped cell
/// or the direction, or a guard filters it.
fn needs_choice(clause: &Clause) -> bool {
    let mut found = clause.when.is_some() || matches!(clause.verb, Verb::Fly { .. });
    visit::verb(&clause.verb, &mut |node| match node {
        Node::Region(Region::Local(id)) => found |= [FROM, TO, OVER].contains(id),
        Node::Dirs(dirs) => found |= !dirs.plus.is_empty() || !dirs.minus.is_empty(),
        Node::Region(_) | Node::Number(_) | Node::Truth(_) | Node::Effect(_) => {}
    });
    found
}

/// A region as it would be read on a cell that holds an enemy piece: membership in `empty` and `own` fails there, in
/// `enemy` it holds; all else is read as it is.
fn with_enemy_there(e: &Region, sites: usize) -> Region {
    let again = |e: &Region| Box::new(with_enemy_there(e, sites));
    match e {
        Region::Empty | Region::Pieces { who: Some(Who::Own), .. } => Region::Const(SiteSet::empty(sites)),
        Region::Pieces { who: Some(Who::Enemy) | None, .. } => Region::Const(SiteSet::full(sites)),
        Region::Or(a, b) | Region::Else(a, b) => Region::Or(again(a), again(b)),
        Region::On(a, b) => Region::On(again(a), again(b)),
        // What is excepted is read strictly: only what certainly holds there is taken away.
        Region::Except(a, b) => {
            let never = matches!(&**b, Region::Pieces { who: Some(Who::Own), .. } | Region::Empty);
            let always = matches!(&**b, Region::Pieces { who: Some(Who::Enemy) | None, kinds: None });
            match (never, always) {
                (true, _) => *again(a),
                (_, true) => Region::Const(SiteSet::empty(sites)),
                (false, false) => Region::Except(again(a), b.clone()),
            }
        }
        other @ (Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::State(_)) => other.clone(),
        other @ (Region::Local(_) | Region::Step { .. } | Region::Preimage { .. }) => other.clone(),
        other @ (Region::Table(..) | Region::Ray { .. } | Region::Beyond { .. }) => other.clone(),
        other @ (Region::Flood { .. } | Region::Line { .. } | Region::AttackedBy(..)) => other.clone(),
        other @ (Region::Touched | Region::Was(_) | Region::StrongerThan(_) | Region::WeakerThan(_)) => other.clone(),
        other @ Region::Holding(..) => other.clone(),
    }
}
