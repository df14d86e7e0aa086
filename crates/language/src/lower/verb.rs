//! Verbs: the choices that a leg is made of.

use super::clause::Leg;
use super::region::{fixed_number, only_empty};
use super::{Context, Lower};
use crate::ir::{ALLOWED, Alternative, Block, Bool, Int, Set, Show, Stmt, Tag};
use crate::rules::{Arith, Compare, DirId, DirSet, Effect, FROM, Group, KindId, LocalId, OVER, Region, TO, Verb};

/// How a cell of this name stands in the text of a move.
pub fn show(id: LocalId) -> Show {
    match id {
        FROM => Show::Origin,
        TO => Show::Arrival,
        _ => Show::Extra,
    }
}

impl Lower<'_> {
    /// What a clause's verb does, from the choice of where it ends on: with the guard and the effects of the clause.
    pub(super) fn verb(&mut self, leg: Leg<'_>, cx: &mut Context) -> Block {
        match &leg.clause.verb {
            Verb::Step { dirs, to } => self.along(leg, cx, dirs, to, |_, d| Set::Step(d, from())),
            Verb::Slide { dirs, exactly, through, to } => {
                let outer = cx.clone();
                self.along(leg, cx, dirs, to, |lower, d| {
                    let cx = outer.with_dir(d);
                    let through = lower.region(through, &cx);
                    match exactly.as_ref().and_then(fixed_number) {
                        // A fixed number of steps is so many steps, each through what lies between.
                        Some(n) => (1..n.max(1)).fold(Set::Step(d, from()), |at, _| {
                            let open = lower.and(at, through.clone());
                            Set::Step(d, Box::new(open))
                        }),
                        None => Set::Slide {
                            dirs: vec![d],
                            of: from(),
                            through: Box::new(through),
                            exactly: exactly.as_ref().map(|n| Box::new(lower.number(n, &cx))),
                        },
                    }
                })
            }
            Verb::Hop { dirs, before, over, after, to } => {
                let mut alternatives = Vec::new();
                for d in self.dirs(dirs, cx) {
                    let mut cx = cx.with_dir(d);
                    let mut body = self.allowed(leg, d);
                    let first = self.first_met(before.as_ref(), from(), d, &cx);
                    let over = self.region(over, &cx);
                    let over = self.and(first, over);
                    body.push(Stmt::Let(OVER, over));
                    body.push(Stmt::Guard(Bool::Any(Set::Local(OVER))));
                    let ends = self.landings(after.as_ref(), Box::new(Set::Local(OVER)), d, &cx);
                    body.extend(self.end_in(leg, &mut cx, ends, to, Show::Hop));
                    alternatives.push(Alternative { tag: Tag::Silent, body });
                }
                vec![Stmt::Choose(alternatives)]
            }
            Verb::Fly { to } => {
                let from = self.region(to, cx);
                let mut block = vec![Stmt::Pick { local: TO, from, show: Show::Arrival }];
                block.extend(self.arrive(leg, cx, to));
                block
            }
            Verb::Place { kinds, on } => {
                let tagged = kinds.len() > 1;
                self.supply(leg, cx, kinds, tagged, |lower, cx, kind| {
                    let from = lower.region(on, cx);
                    let mut body = vec![Stmt::Pick { local: TO, from, show: Show::Arrival }];
                    body.extend(lower.guard(leg.clause, cx));
                    body.extend(lower.new_piece(kind, only_empty(on), cx));
                    body
                })
            }
            Verb::Drop { kinds, on } => {
                let tagged = self.rules.names_drops();
                self.supply(leg, cx, kinds, tagged, |lower, cx, kind| {
                    let (in_hand, taken) = lower.leave_hand(kind, cx.side);
                    let from = lower.region(on, cx);
                    let mut body = vec![in_hand, Stmt::Pick { local: TO, from, show: Show::Arrival }];
                    body.extend(lower.guard(leg.clause, cx));
                    body.push(taken);
                    body.extend(lower.new_piece(kind, only_empty(on), cx));
                    body
                })
            }
            Verb::Sow { from } => self.sown(leg, cx, from),
            Verb::Pass => self.guarded_effects(leg, cx),
            Verb::Pick(picks) => {
                let mut block: Block = picks.iter().map(|(id, region)| self.pick(*id, region, cx)).collect();
                block.extend(self.guarded_effects(leg, cx));
                block
            }
        }
    }

    /// A verb along directions: one choice of a cell where the direction makes no difference afterwards, else a silent
    /// choice of the direction first.
    fn along(
        &mut self,
        leg: Leg<'_>,
        cx: &mut Context,
        dirs: &DirSet,
        to: &Region,
        ends: impl Fn(&mut Self, DirId) -> Set,
    ) -> Block {
        let all = self.dirs(dirs, cx);
        let restricted = leg.further && self.restricts(leg.group);
        if !leg.clause.uses_direction() && !restricted {
            let sets: Vec<Set> = all.iter().map(|&d| ends(self, d)).collect();
            let ends = self.join_slides(sets);
            return self.end_in(leg, cx, ends, to, Show::Arrival);
        }
        let mut alternatives = Vec::new();
        for d in all {
            let mut cx = cx.with_dir(d);
            let mut body = self.allowed(leg, d);
            let ends = ends(self, d);
            body.extend(self.end_in(leg, &mut cx, ends, to, Show::Arrival));
            alternatives.push(Alternative { tag: Tag::Silent, body });
        }
        vec![Stmt::Choose(alternatives)]
    }

    /// The choice of where the piece arrives, of the ends of its ways, and what comes of it.
    fn end_in(&mut self, leg: Leg<'_>, cx: &mut Context, ends: Set, to: &Region, show: Show) -> Block {
        let target = self.region(to, cx);
        let from = self.and(ends, target);
        let mut block = vec![Stmt::Pick { local: TO, from, show }];
        block.extend(self.arrive(leg, cx, to));
        block
    }

    /// The cells that a hop meets first: beside where it begins, or behind what it may pass before.
    pub(super) fn first_met(&mut self, before: Option<&Region>, of: Box<Set>, d: DirId, cx: &Context) -> Set {
        match before {
            None => Set::Step(d, of),
            Some(before) => Set::Beyond { dirs: vec![d], of, through: Box::new(self.region(before, cx)) },
        }
    }

    /// The cells that a hop may end on, its destination region apart: beside what it jumped, or as far as it may go on.
    pub(super) fn landings(&mut self, after: Option<&Region>, of: Box<Set>, d: DirId, cx: &Context) -> Set {
        match after {
            None => Set::Step(d, of),
            Some(after) => Set::Slide { dirs: vec![d], of, through: Box::new(self.region(after, cx)), exactly: None },
        }
    }

    /// The cell whose pieces are sown. How, the clause's effect says.
    fn sown(&mut self, leg: Leg<'_>, cx: &mut Context, from: &Region) -> Block {
        let [Effect::Sow(sowing)] = &leg.clause.effects[..] else { return vec![Stmt::Guard(Bool::Const(false))] };
        let (region, seeds) = (self.region(from, cx), self.kind(sowing.kind));
        let from = self.and(region, seeds);
        let mut block = self.pick_origin(from);
        block.extend(self.guarded_effects(leg, cx));
        block
    }

    fn pick(&mut self, id: LocalId, region: &Region, cx: &Context) -> Stmt {
        let from = self.region(region, cx);
        let local = self.named(id, cx);
        Stmt::Pick { local, from, show: show(id) }
    }

    /// Slides that differ in direction only are one.
    fn join_slides(&mut self, sets: Vec<Set>) -> Set {
        let mut out = self.nothing();
        let mut joined: Option<Set> = None;
        for set in sets {
            match (&mut joined, set) {
                (Some(Set::Slide { dirs, .. }), Set::Slide { dirs: more, .. }) => dirs.extend(more),
                (None, slide @ Set::Slide { .. }) => joined = Some(slide),
                (_, other) => out = self.or(out, other),
            }
        }
        match joined {
            Some(slide) => self.or(out, slide),
            None => out,
        }
    }

    /// Whether further legs of this group's label may be bound to directions.
    fn restricts(&self, group: &Group) -> bool {
        let bound = |e: &Effect| matches!(e, Effect::Again { dirs: Some(_), .. });
        let alike = self.rules.groups.iter().filter(|g| g.label == group.label);
        alike.flat_map(|g| &g.clauses).any(|c| Effect::any(&c.effects, bound))
    }

    /// In a further leg: only the directions that the leg before allows.
    fn allowed(&self, leg: Leg<'_>, d: DirId) -> Block {
        if !leg.further || !self.restricts(leg.group) || d >= 62 {
            return Vec::new();
        }
        let shifted = Int::Arith(Arith::Divide, Box::new(Int::Local(ALLOWED)), Box::new(Int::Const(1 << d)));
        let bit = Int::Arith(Arith::Modulo, Box::new(shifted), Box::new(Int::Const(2)));
        vec![Stmt::Guard(Bool::Compare(Compare::Equal, bit, Int::Const(1)))]
    }

    /// A new piece of one of several kinds.
    fn supply(
        &mut self,
        leg: Leg<'_>,
        cx: &mut Context,
        kinds: &[KindId],
        tagged: bool,
        each: impl Fn(&mut Self, &mut Context, KindId) -> Block,
    ) -> Block {
        let mut alternatives = Vec::new();
        for &kind in kinds {
            let mut cx = cx.clone();
            let mut body = each(self, &mut cx, kind);
            let rest = self.after(leg, &mut cx);
            body.extend(rest);
            let tag = if tagged { Tag::Dropped(kind) } else { Tag::Silent };
            alternatives.push(Alternative { tag, body });
        }
        match <[Alternative; 1]>::try_from(alternatives) {
            Ok([only]) if only.tag == Tag::Silent => only.body,
            Ok(one) => vec![Stmt::Choose(one.into())],
            Err(all) => vec![Stmt::Choose(all)],
        }
    }
}

fn from() -> Box<Set> {
    Box::new(Set::Local(FROM))
}
