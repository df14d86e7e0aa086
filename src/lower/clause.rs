//! Clauses as first and as further legs.

use super::effect::has_choice;
use super::region::{fixed_number, only_empty};
use super::{Context, LocalKey, Lower};
use crate::game::Side;
use crate::ir::{ALLOWED, Alternative, Block, Bool, ClauseId, Int, IntClass, Set, Show, Stmt, Tag, Turn, intern};
use crate::rules::{
    Arith, Clause, Compare, DirId, DirSet, Effect, FROM, Group, KindId, OVER, Region, Rules, TO, Truth, TurnKind, Verb,
    Who,
};

/// The clauses of every group, numbered through the file.
pub fn groups(rules: &Rules) -> Vec<Vec<ClauseId>> {
    let mut next = 0;
    let mut take = |n: usize| {
        next += n;
        (next - n..next).collect()
    };
    rules.groups.iter().map(|g| take(g.clauses.len())).collect()
}

/// Whether moves may have more than one leg: then equal results are one move.
pub fn has_legs(rules: &Rules) -> bool {
    let again = rules.clauses().any(|c| Effect::any(&c.effects, is_again));
    again || rules.turn.has(|kind| matches!(kind, TurnKind::Repeat(..)))
}

fn is_again(e: &Effect) -> bool {
    matches!(e, Effect::Again { .. })
}

/// Which leg of a ply a clause is lowered for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leg {
    First,
    Further,
}

impl Lower<'_> {
    /// Every clause as a first leg.
    pub(super) fn first_legs(&mut self, side: Side) -> Vec<Block> {
        let rules = self.rules;
        let mut blocks = Vec::new();
        for (g, group) in rules.groups.iter().enumerate() {
            for clause in &group.clauses {
                let mut block = self.begin(matches!(clause.verb, Verb::Pass));
                block.extend(self.leg(g, group, clause, side, Leg::First));
                blocks.push(block);
            }
        }
        blocks
    }

    /// Further legs, for every group: any clause of the groups with its label, by the piece that has just arrived.
    pub(super) fn next_legs(&mut self, side: Side) -> Vec<Block> {
        let rules = self.rules;
        let ids = groups(rules);
        let mut blocks = Vec::new();
        for this in &rules.groups {
            let mut alternatives = Vec::new();
            let continues = this.clauses.iter().any(|c| Effect::any(&c.effects, is_again));
            for (g, group) in rules.groups.iter().enumerate() {
                if !continues || group.label != this.label {
                    continue;
                }
                for (clause, &id) in group.clauses.iter().zip(&ids[g]) {
                    let body = self.leg(g, group, clause, side, Leg::Further);
                    alternatives.push(Alternative { tag: Tag::Clause(id), body });
                }
            }
            blocks.push(vec![Stmt::Choose(alternatives)]);
        }
        blocks
    }

    /// What may be played.
    pub(super) fn turn(&mut self, turn: &crate::rules::Turn, cx: &Context) -> Turn {
        match &turn.kind {
            TurnKind::Groups(groups) => Turn::Groups(groups.clone()),
            TurnKind::Pass => Turn::Pass(self.begin(true)),
            TurnKind::Or(a, b) => Turn::Or(Box::new(self.turn(a, cx)), Box::new(self.turn(b, cx))),
            TurnKind::Else(a, b) => Turn::Else(Box::new(self.turn(a, cx)), Box::new(self.turn(b, cx))),
            TurnKind::Most(n, a) => Turn::Most(self.number(n, cx), Box::new(self.turn(a, cx))),
            TurnKind::Repeat(least, most, a) => {
                let groups = match self.turn(a, cx) {
                    Turn::Groups(groups) => groups,
                    _ => Vec::new(),
                };
                let with_costs = groups.into_iter().map(|g| (g, self.rules.groups[g].costs)).collect();
                Turn::Repeat(*least, *most, with_costs)
            }
        }
    }

    /// What every ply starts with.
    fn begin(&mut self, passes: bool) -> Block {
        let mut block = self.next_ply_defaults();
        if let Some(count) = self.layout.int(IntClass::Passes) {
            let value = match passes {
                true => Int::If(
                    Box::new(Bool::Compare(Compare::Less, Int::Read(count), Int::Const(2))),
                    Box::new(Int::Arith(Arith::Add, Box::new(Int::Read(count)), Box::new(Int::Const(1)))),
                    Box::new(Int::Const(2)),
                ),
                false => Int::Const(0),
            };
            block.push(Stmt::SetInt(count, value));
        }
        block
    }

    fn leg(&mut self, g: usize, group: &Group, clause: &Clause, side: Side, leg: Leg) -> Block {
        let mut cx = Context::of(side);
        let mut block = Vec::new();
        if let Some(when) = &group.when {
            let when = self.truth(when, &cx);
            block.push(Stmt::Guard(when));
        }
        if clause.verb.moves() {
            let own = self.movers(&group.kinds, side);
            match leg {
                Leg::First => {
                    block.push(Stmt::Pick { local: FROM, from: own, show: Show::Origin });
                    if has_legs(self.rules) {
                        let first = self.local(LocalKey::FirstFrom);
                        block.push(Stmt::Let(first, Set::Local(FROM)));
                    }
                }
                Leg::Further => {
                    let here = self.and(Set::Local(TO), own);
                    block.push(Stmt::Let(FROM, here));
                    block.push(Stmt::Guard(Bool::Any(Set::Local(FROM))));
                }
            }
        }
        let rest = self.verb(g, group, clause, &mut cx, leg);
        block.extend(rest);
        block
    }

    /// The pieces that a group moves.
    fn movers(&mut self, kinds: &[KindId], side: Side) -> Set {
        let mut sets = Vec::new();
        for &k in kinds {
            let neutral = self.rules.kinds[k].neutral || self.rules.kinds[k].counted;
            sets.push(self.pieces(if neutral { None } else { Some(Who::Own) }, Some(&[k]), side));
        }
        self.union(sets)
    }

    fn verb(&mut self, g: usize, group: &Group, clause: &Clause, cx: &mut Context, leg: Leg) -> Block {
        match &clause.verb {
            Verb::Step { dirs, to } => self.along(g, group, clause, cx, dirs, to, leg, |_, d| Set::Step(d, from())),
            Verb::Slide { dirs, exactly, through, to } => {
                let narrow = |lower: &mut Self, cx: &Context, d: DirId| {
                    let through = lower.region(through, cx);
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
                            exactly: exactly.as_ref().map(|n| Box::new(lower.number(n, cx))),
                        },
                    }
                };
                let cx2 = cx.clone();
                self.along(g, group, clause, cx, dirs, to, leg, |lower, d| {
                    let cx = cx2.with_dir(d);
                    narrow(lower, &cx, d)
                })
            }
            Verb::Hop { dirs, before, over, after, to } => {
                let mut alternatives = Vec::new();
                for d in self.dirs(dirs, cx) {
                    let mut cx = cx.with_dir(d);
                    let mut body = self.allowed(group, d, leg);
                    let first = match before {
                        None => Set::Step(d, from()),
                        Some(before) => {
                            let through = Box::new(self.region(before, &cx));
                            Set::Beyond { dirs: vec![d], of: from(), through }
                        }
                    };
                    let over = self.region(over, &cx);
                    let over = self.and(first, over);
                    body.push(Stmt::Let(OVER, over));
                    body.push(Stmt::Guard(Bool::Any(Set::Local(OVER))));
                    let of = Box::new(Set::Local(OVER));
                    let ends = match after {
                        None => Set::Step(d, of),
                        Some(after) => {
                            let through = Box::new(self.region(after, &cx));
                            Set::Slide { dirs: vec![d], of, through, exactly: None }
                        }
                    };
                    let target = self.region(to, &cx);
                    let from = self.and(ends, target);
                    body.push(Stmt::Pick { local: TO, from, show: Show::Hop });
                    let rest = self.arrive(g, group, clause, &mut cx, to);
                    body.extend(rest);
                    alternatives.push(Alternative { tag: Tag::Silent, body });
                }
                vec![Stmt::Choose(alternatives)]
            }
            Verb::Fly { to } => {
                let from = self.region(to, cx);
                let mut block = vec![Stmt::Pick { local: TO, from, show: Show::Arrival }];
                block.extend(self.arrive(g, group, clause, cx, to));
                block
            }
            Verb::Place { kinds, on } => {
                let tagged = kinds.len() > 1;
                self.supply(g, clause, cx, kinds, tagged, |lower, cx, kind| {
                    let from = lower.region(on, cx);
                    let mut body = vec![Stmt::Pick { local: TO, from, show: Show::Arrival }];
                    body.extend(lower.guard(clause, cx));
                    body.extend(lower.new_piece(kind, only_empty(on), cx));
                    body
                })
            }
            Verb::Drop { kinds, on } => {
                let tagged = self.rules.dropped().len() > 1;
                self.supply(g, clause, cx, kinds, tagged, |lower, cx, kind| {
                    let (in_hand, taken) = lower.leave_hand(kind, cx.side);
                    let from = lower.region(on, cx);
                    let mut body = vec![in_hand, Stmt::Pick { local: TO, from, show: Show::Arrival }];
                    body.extend(lower.guard(clause, cx));
                    body.push(taken);
                    body.extend(lower.new_piece(kind, only_empty(on), cx));
                    body
                })
            }
            Verb::Sow { from, along, except } => {
                let Some(lane) = (!self.layout.lanes.is_empty()).then_some(0) else { return vec![never()] };
                let Some(&step) = self.dirs(along, cx).first() else { return vec![never()] };
                let region = self.region(from, cx);
                let seeds = self.kind(self.layout.lanes[lane].kind);
                let from = self.and(region, seeds);
                let mut block = vec![Stmt::Pick { local: FROM, from, show: Show::Origin }];
                if has_legs(self.rules) {
                    let first = self.local(LocalKey::FirstFrom);
                    block.push(Stmt::Let(first, Set::Local(FROM)));
                }
                block.extend(self.guard(clause, cx));
                let except = match except {
                    Some(e) => self.region(e, cx),
                    None => self.nothing(),
                };
                block.push(Stmt::Sow { lane, from: FROM, step, except, last: TO });
                block.extend(self.after(g, clause, cx));
                block
            }
            Verb::Pass => {
                let mut block = self.guard(clause, cx);
                block.extend(self.after(g, clause, cx));
                block
            }
            Verb::Pick(picks) => {
                let mut block = Vec::new();
                for (id, region) in picks {
                    let from = self.region(region, cx);
                    let local = self.named(*id, cx);
                    let show = match *id {
                        FROM => Show::Origin,
                        TO => Show::Arrival,
                        _ => Show::Extra,
                    };
                    block.push(Stmt::Pick { local, from, show });
                }
                block.extend(self.guard(clause, cx));
                block.extend(self.after(g, clause, cx));
                block
            }
        }
    }

    /// A verb along directions: one choice of a cell where the direction makes no difference afterwards, else a silent
    /// choice of the direction first.
    #[allow(clippy::too_many_arguments)]
    fn along(
        &mut self,
        g: usize,
        group: &Group,
        clause: &Clause,
        cx: &mut Context,
        dirs: &DirSet,
        to: &Region,
        leg: Leg,
        ends: impl Fn(&mut Self, DirId) -> Set,
    ) -> Block {
        let all = self.dirs(dirs, cx);
        let restricted = leg == Leg::Further && self.restricts(group);
        if !clause.uses_direction() && !restricted {
            let sets: Vec<Set> = all.iter().map(|&d| ends(self, d)).collect();
            let ends = self.join_slides(sets);
            let target = self.region(to, cx);
            let from = self.and(ends, target);
            let mut block = vec![Stmt::Pick { local: TO, from, show: Show::Arrival }];
            block.extend(self.arrive(g, group, clause, cx, to));
            return block;
        }
        let mut alternatives = Vec::new();
        for d in all {
            let mut cx = cx.with_dir(d);
            let mut body = self.allowed(group, d, leg);
            let ends = ends(self, d);
            let target = self.region(to, &cx);
            let from = self.and(ends, target);
            body.push(Stmt::Pick { local: TO, from, show: Show::Arrival });
            let rest = self.arrive(g, group, clause, &mut cx, to);
            body.extend(rest);
            alternatives.push(Alternative { tag: Tag::Silent, body });
        }
        vec![Stmt::Choose(alternatives)]
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
    fn allowed(&self, group: &Group, d: DirId, leg: Leg) -> Block {
        if leg == Leg::First || !self.restricts(group) || d >= 62 {
            return Vec::new();
        }
        let shifted = Int::Arith(Arith::Divide, Box::new(Int::Local(ALLOWED)), Box::new(Int::Const(1 << d)));
        let bit = Int::Arith(Arith::Modulo, Box::new(shifted), Box::new(Int::Const(2)));
        vec![Stmt::Guard(Bool::Compare(Compare::Equal, bit, Int::Const(1)))]
    }

    /// A new piece of one of several kinds.
    fn supply(
        &mut self,
        g: usize,
        clause: &Clause,
        cx: &mut Context,
        kinds: &[KindId],
        tagged: bool,
        each: impl Fn(&mut Self, &mut Context, KindId) -> Block,
    ) -> Block {
        let mut alternatives = Vec::new();
        for &kind in kinds {
            let mut cx = cx.clone();
            let mut body = each(self, &mut cx, kind);
            let rest = self.after(g, clause, &mut cx);
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

    /// `when` of the clause, and its label.
    fn guard(&mut self, clause: &Clause, cx: &Context) -> Block {
        let mut block = Vec::new();
        if let Some(when) = &clause.when {
            let when = self.truth(when, cx);
            if when != Bool::Const(true) {
                block.push(Stmt::Guard(when));
            }
        }
        block
    }

    /// From the chosen arrival on: the guard, what stood there, the piece itself, the effects.
    fn arrive(&mut self, g: usize, group: &Group, clause: &Clause, cx: &mut Context, to: &Region) -> Block {
        let mut block = self.guard(clause, cx);
        if self.decided_at(clause, 0) {
            block.push(Stmt::Decided);
        }
        block.extend(self.displace(&group.kinds, only_empty(to), cx));
        block.extend(self.after_from(g, clause, cx));
        block
    }

    /// The effects, with the label before them and the mark after the last choice.
    fn after(&mut self, g: usize, clause: &Clause, cx: &mut Context) -> Block {
        let mut block = Vec::new();
        if self.decided_at(clause, 0) {
            block.push(Stmt::Decided);
        }
        block.extend(self.after_from(g, clause, cx));
        block
    }

    fn after_from(&mut self, g: usize, clause: &Clause, cx: &mut Context) -> Block {
        let mut body = Vec::new();
        for (i, effect) in clause.effects.iter().enumerate() {
            if i > 0 && self.decided_at(clause, i) {
                body.push(Stmt::Decided);
            }
            let more = self.effect(effect, g, cx);
            body.extend(more);
        }
        if !clause.effects.is_empty() && self.decided_at(clause, clause.effects.len()) {
            body.push(Stmt::Decided);
        }
        match &clause.label {
            None => body,
            Some(label) => {
                let tag = Tag::Label(self.label(label));
                vec![Stmt::Choose(vec![Alternative { tag, body }])]
            }
        }
    }

    /// Whether all choices are made before effect `at`, and were not before the effect before it; and nothing after
    /// can forbid the move.
    fn decided_at(&self, clause: &Clause, at: usize) -> bool {
        let open = |from: usize| clause.effects.get(from..).is_some_and(|e| e.iter().any(has_choice));
        let unconditional = self.rules.legal.iter().all(|l| l.condition == Truth::Const(true))
            && !has_legs(self.rules)
            && !self.rules.turn.has(|kind| matches!(kind, TurnKind::Most(..)))
            && !self.rules.finally.iter().any(has_choice)
            && clause.label.is_none();
        unconditional && !open(at) && (at == 0 || open(at - 1))
    }

    /// The index of a label.
    pub(super) fn label(&mut self, label: &str) -> usize {
        intern(&mut self.labels, label.to_string())
    }
}

fn from() -> Box<Set> {
    Box::new(Set::Local(FROM))
}

fn never() -> Stmt {
    Stmt::Guard(Bool::Const(false))
}
