//! Regions and truths.

use super::build::{both, either, not};
use super::layout::has_plane;
use super::{Context, LocalKey, Lower};
use crate::board::{SiteSet, as_few_steps, on_loops_below};
use crate::game::Side;
use crate::ir::{Bool, Int, IntClass, PlaneClass, Set, intern};
use crate::rules::{Compare, DirId, DirSet, KindId, LocalId, Number, Region, Truth, VarDir, Who};

impl Lower<'_> {
    /// A region of the rules.
    pub(super) fn region(&mut self, e: &Region, cx: &Context) -> Set {
        match e {
            Region::Const(set) => self.fixed(set),
            Region::PerSide(who, sets) => self.fixed(&sets[who.side(cx.side)]),
            Region::Pieces { who, kinds } => self.pieces(*who, kinds.as_deref(), cx.side),
            Region::Empty => self.empty(),
            Region::State(id) => Set::Plane(self.layout.state_plane(*id)),
            Region::Local(id) => Set::Local(self.named(*id, cx)),
            Region::Or(a, b) => {
                let (a, b) = (self.region(a, cx), self.region(b, cx));
                self.or(a, b)
            }
            Region::On(a, b) => {
                let (a, b) = (self.region(a, cx), self.region(b, cx));
                self.and(a, b)
            }
            Region::Except(a, b) => {
                let (a, b) = (self.region(a, cx), self.region(b, cx));
                self.minus(a, b)
            }
            Region::Else(a, b) => Set::Else(Box::new(self.region(a, cx)), Box::new(self.region(b, cx))),
            Region::Step { dirs, steps, of } => {
                let of = self.region(of, cx);
                let steps = steps.as_ref().map(|n| self.number(n, cx));
                let mut out = self.nothing();
                for d in self.dirs(dirs, cx) {
                    let one = match &steps {
                        None => Set::Step(d, Box::new(of.clone())),
                        Some(Int::Const(n)) => {
                            let n = as_few_steps(&self.rules.topology.directions[d].next, *n);
                            (0..n).fold(of.clone(), |at, _| Set::Step(d, Box::new(at)))
                        }
                        Some(n) => Set::Steps(d, Box::new(n.clone()), Box::new(of.clone())),
                    };
                    out = self.or(out, one);
                }
                out
            }
            Region::Preimage { dir, of } => Set::Preimage(*dir, Box::new(self.region(of, cx))),
            Region::Table(rows, of) => {
                let of = Box::new(self.region(of, cx));
                Set::Image(intern(&mut self.images, rows.to_vec()), of)
            }
            Region::Ray { dirs, exactly, of, through, until } => Set::Ray {
                dirs: self.dirs(dirs, cx),
                of: Box::new(self.region(of, cx)),
                through: Box::new(self.region(through, cx)),
                until: until.as_ref().map(|u| Box::new(self.region(u, cx))),
                exactly: exactly.as_ref().map(|n| Box::new(self.number(n, cx))),
            },
            Region::Beyond { dirs, of, through } => Set::Beyond {
                dirs: self.dirs(dirs, cx),
                of: Box::new(self.region(of, cx)),
                through: Box::new(self.region(through, cx)),
            },
            Region::Flood { dirs, seed, within } => Set::Flood {
                dirs: self.dirs(dirs, cx),
                seed: Box::new(self.region(seed, cx)),
                within: Box::new(self.region(within, cx)),
            },
            Region::Line { length, dirs, of } => {
                let (dirs, of) = (self.dirs(dirs, cx), self.region(of, cx));
                self.lines(*length, self.axes(&dirs), of)
            }
            Region::AttackedBy(who, kinds) => self.attacked(who.side(cx.side), kinds.as_deref()),
            Region::Touched => Set::Touched,
            Region::Was(a) => Set::Was(Box::new(self.region(a, cx))),
            Region::StrongerThan(a) => self.compared(a, cx, |other, this| other > this),
            Region::WeakerThan(a) => self.compared(a, cx, |other, this| other < this),
            Region::Holding(least, most) => {
                let (least, most) = (self.number(least, cx), self.number(most, cx));
                let lanes = 0..self.layout.lanes.len();
                let mut sets: Vec<Set> =
                    lanes.map(|l| Set::Holding(l, Box::new(least.clone()), Box::new(most.clone()))).collect();
                if self.layout.stacks > 0 {
                    let (occupied, least, most) = (Box::new(self.occupied()), Box::new(least), Box::new(most));
                    sets.push(Set::Stacked { occupied, least, most });
                }
                self.union(sets)
            }
        }
    }

    /// The local of a name.
    pub(super) fn named(&mut self, id: LocalId, cx: &Context) -> usize {
        cx.renamed.get(&id).copied().unwrap_or_else(|| self.local(LocalKey::Rule(id)))
    }

    pub(super) fn side_plane(&self, side: Side) -> Set {
        Set::Plane(self.layout.plane(PlaneClass::Side(side)).expect("each side has a plane"))
    }

    /// All pieces of a side (neutral ones for nobody).
    fn owned(&mut self, owner: Option<Side>) -> Set {
        match owner {
            Some(side) => self.side_plane(side),
            None => match self.layout.plane(PlaneClass::Neutral) {
                Some(plane) => Set::Plane(plane),
                None => self.nothing(),
            },
        }
    }

    /// Pieces of one kind, whoever has them.
    pub(super) fn kind(&mut self, kind: KindId) -> Set {
        if let Some(lane) = self.layout.lane(kind) {
            return Set::Holding(lane, Box::new(Int::Const(1)), Box::new(Int::Const(255)));
        }
        if let Some(plane) = self.layout.plane(PlaneClass::Kind(kind)) {
            return Set::Plane(plane);
        }
        debug_assert!(!has_plane(self.rules, kind));
        if self.rules.kinds[kind].neutral {
            return self.owned(None);
        }
        let (a, b) = (self.side_plane(Side::First), self.side_plane(Side::Second));
        self.or(a, b)
    }

    /// Pieces by owner and kind.
    pub(super) fn pieces(&mut self, who: Option<Who>, kinds: Option<&[KindId]>, side: Side) -> Set {
        match (who, kinds) {
            (None, None) => self.occupied(),
            (Some(who), None) => self.owned(Some(who.side(side))),
            (None, Some(kinds)) => {
                let sets: Vec<Set> = kinds.iter().map(|&k| self.kind(k)).collect();
                self.union(sets)
            }
            (Some(who), Some(kinds)) => {
                let owner = self.owned(Some(who.side(side)));
                let mut sets = Vec::new();
                for &k in kinds {
                    // Neutral and counted pieces are nobody's.
                    if self.rules.kinds[k].neutral || self.rules.kinds[k].counted {
                        continue;
                    }
                    let of_kind = if has_plane(self.rules, k) { self.kind(k) } else { self.board() };
                    sets.push(of_kind);
                }
                let kinds = self.union(sets);
                self.and(owner, kinds)
            }
        }
    }

    /// All pieces.
    pub(super) fn occupied(&mut self) -> Set {
        let counted: Vec<KindId> = self.layout.lanes.iter().map(|l| l.kind).collect();
        let mut sets = vec![self.standing()];
        sets.extend(counted.into_iter().map(|k| self.kind(k)));
        self.union(sets)
    }

    /// The cells with a piece that is not counted.
    pub(super) fn standing(&mut self) -> Set {
        let sets = vec![self.side_plane(Side::First), self.side_plane(Side::Second), self.owned(None)];
        self.union(sets)
    }

    pub(super) fn empty(&mut self) -> Set {
        let (board, occupied) = (self.board(), self.occupied());
        self.minus(board, occupied)
    }

    /// The directions of a set, as this side and the clause's direction make them.
    pub(super) fn dirs(&self, dirs: &DirSet, cx: &Context) -> Vec<DirId> {
        let variable = |v: &VarDir| match v {
            VarDir::Dir => cx.dir,
            VarDir::Reverse => cx.dir.and_then(|d| self.rules.topology.directions[d].reverse),
        };
        let mut all = dirs.fixed[cx.side].clone();
        all.extend(dirs.plus.iter().filter_map(variable));
        let minus: Vec<DirId> = dirs.minus.iter().filter_map(variable).collect();
        let mut out = Vec::new();
        for d in all {
            if !minus.contains(&d) && !out.contains(&d) {
                out.push(d);
            }
        }
        out
    }

    /// One direction of each axis.
    pub(super) fn axes(&self, dirs: &[DirId]) -> Vec<DirId> {
        let mut out: Vec<DirId> = Vec::new();
        for &d in dirs {
            let reverse = self.rules.topology.directions[d].reverse;
            if !out.contains(&d) && !reverse.is_some_and(|r| out.contains(&r)) {
                out.push(d);
            }
        }
        out
    }

    /// The lines along some directions: as many different cells, so there is none on a loop of fewer.
    fn lines(&mut self, length: u32, dirs: Vec<DirId>, of: Set) -> Set {
        let line = |dirs, of| Set::Line { length, dirs, of: Box::new(of) };
        let next = |d: DirId| &self.rules.topology.directions[d].next;
        let loops: Vec<SiteSet> = dirs.iter().map(|&d| on_loops_below(next(d), length as usize)).collect();
        if loops.iter().all(SiteSet::is_empty) {
            return line(dirs, of);
        }
        let all = SiteSet::full(self.rules.topology.sites());
        let mut out = self.nothing();
        for (d, loops) in dirs.into_iter().zip(loops) {
            let elsewhere = self.fixed(&all.minus(&loops));
            let there = self.and(of.clone(), elsewhere);
            if !self.is_nothing(&there) {
                out = self.or(out, line(vec![d], there));
            }
        }
        out
    }

    /// Pieces whose strength stands in a relation to that of the piece on a cell.
    fn compared(&mut self, cell: &Region, cx: &Context, holds: impl Fn(i64, i64) -> bool) -> Set {
        let cell = self.region(cell, cx);
        let kinds: Vec<(KindId, i64)> =
            self.rules.kinds.iter().enumerate().filter_map(|(i, k)| Some((i, k.strength?))).collect();
        let mut out = self.nothing();
        for &(kind, strength) in &kinds {
            let others: Vec<Set> = kinds.iter().filter(|k| holds(k.1, strength)).map(|k| self.kind(k.0)).collect();
            let others = self.union(others);
            if self.is_nothing(&others) {
                continue;
            }
            let this = self.kind(kind);
            let here = self.and(cell.clone(), this);
            let part = self.when(Bool::Any(here), others);
            out = self.or(out, part);
        }
        out
    }

    /// A truth of the rules.
    pub(super) fn truth(&mut self, e: &Truth, cx: &Context) -> Bool {
        match e {
            Truth::Const(b) => Bool::Const(*b),
            Truth::Some(a) => {
                let set = self.region(a, cx);
                match &set {
                    Set::Const(id) => Bool::Const(!self.consts[*id].is_empty()),
                    _ => Bool::Any(set),
                }
            }
            Truth::SameRegion(a, b) => Bool::Same(self.region(a, cx), self.region(b, cx)),
            Truth::Compare(op, a, b) => match (self.number(a, cx), self.number(b, cx)) {
                (Int::Const(a), Int::Const(b)) => Bool::Const(match op {
                    Compare::Equal => a == b,
                    Compare::NotEqual => a != b,
                    Compare::Less => a < b,
                    Compare::LessEqual => a <= b,
                }),
                (a, b) => Bool::Compare(*op, a, b),
            },
            Truth::And(a, b) => both(self.truth(a, cx), self.truth(b, cx)),
            Truth::Or(a, b) => either(self.truth(a, cx), self.truth(b, cx)),
            Truth::Not(a) => not(self.truth(a, cx)),
            Truth::History(test) => self.history(test, cx),
            Truth::Stuck(who, conditions) => Bool::Stuck(who.side(cx.side), *conditions),
            Truth::BothPassed => match self.layout.int(IntClass::Passes) {
                Some(passes) => Bool::Compare(Compare::LessEqual, Int::Const(2), Int::Read(passes)),
                None => Bool::Const(false),
            },
        }
    }
}

/// Whether a region can only hold empty cells.
pub fn only_empty(e: &Region) -> bool {
    match e {
        Region::Empty => true,
        Region::Const(set) => set.is_empty(),
        Region::Or(a, b) | Region::Else(a, b) => only_empty(a) && only_empty(b),
        Region::On(a, b) => only_empty(a) || only_empty(b),
        Region::Except(a, b) => only_empty(a) || matches!(**b, Region::Pieces { who: None, kinds: None }),
        _ => false,
    }
}

/// Whether a number is fixed.
pub fn fixed_number(e: &Number) -> Option<i64> {
    match e {
        Number::Const(n) => Some(*n),
        _ => None,
    }
}
