//! Effects: what they write.

use super::build::add;
use super::layout::has_plane;
use super::region::only_empty;
use super::{Context, LocalKey, Lower};
use crate::game::Side;
use crate::ir::{
    ALLOWED, Alternative, Block, Bool, EXTRA, Int, IntClass, Layout, Local, PlaneClass, PlaneId, Set, Show, Stmt, Tag,
};
use crate::rules::{Arith, Compare, Effect, FROM, KindId, Life, Region, StateId, StateValue, TO, Who};

impl Effect {
    /// Whether a test holds for any effect in a list, nested ones included.
    pub fn any(list: &[Effect], test: &mut dyn FnMut(&Effect) -> bool) -> bool {
        list.iter().any(|e| {
            test(e)
                || match e {
                    Effect::If(_, a, b) => Effect::any(a, test) || Effect::any(b, test),
                    Effect::May(a) => Effect::any(a, test),
                    Effect::Either(branches) => branches.iter().any(|b| Effect::any(&b.effects, test)),
                    _ => false,
                }
        })
    }
}

/// Whether an effect makes a choice or can forbid the move.
pub fn has_choice(effect: &Effect) -> bool {
    Effect::any(std::slice::from_ref(effect), &mut |e| match e {
        Effect::May(_) | Effect::Either(_) | Effect::Pick(..) | Effect::Drop { .. } | Effect::Again { .. } => true,
        Effect::Promote { to, .. } => to.len() > 1,
        _ => false,
    })
}

impl Lower<'_> {
    /// The planes that say what stands where.
    fn placements(&self) -> Vec<(PlaneId, PlaneClass)> {
        let planes = self.layout.planes.iter().enumerate();
        planes.filter(|(_, p)| p.class.is_placement()).map(|(id, p)| (id, p.class)).collect()
    }

    /// The piece on `from` goes to `to`; what stood there is taken.
    pub(super) fn displace(&mut self, kinds: &[KindId], to_is_empty: bool, cx: &mut Context) -> Block {
        let (from, to) = (Set::Local(FROM), Set::Local(TO));
        let mut block = Vec::new();
        if !to_is_empty {
            block.extend(self.captives(&to, cx));
        }
        let neutral = kinds.iter().any(|&k| self.rules.kinds[k].neutral);
        let single = <[KindId; 1]>::try_from(kinds).ok();
        for (id, class) in self.placements() {
            let here = Set::Plane(id);
            // Whether the mover's piece is certainly on this plane, certainly not, or perhaps.
            let mine = match class {
                PlaneClass::Side(side) if !neutral => Some(side == cx.side),
                PlaneClass::Neutral if !neutral => Some(false),
                PlaneClass::Kind(k) => match single {
                    Some([only]) => Some(k == only),
                    None if !kinds.contains(&k) => Some(false),
                    None => None,
                },
                _ => None,
            };
            let left = match mine {
                Some(false) if to_is_empty => continue,
                Some(false) => Set::Minus(Box::new(here.clone()), Box::new(to.clone())),
                _ => {
                    let ends = self.or(from.clone(), to.clone());
                    let rest = if to_is_empty { from.clone() } else { ends };
                    Set::Minus(Box::new(here.clone()), Box::new(rest))
                }
            };
            let value = match mine {
                Some(false) => left,
                Some(true) => Set::Or(Box::new(left), Box::new(to.clone())),
                None => {
                    let was_here = Set::And(Box::new(here), Box::new(from.clone()));
                    let arrives = Set::When(Box::new(Bool::Any(was_here)), Box::new(to.clone()));
                    Set::Or(Box::new(left), Box::new(arrives))
                }
            };
            block.push(Stmt::SetPlane(id, value));
        }
        if !to_is_empty {
            block.extend(self.clear_lanes(&to));
        }
        if self.layout.stacks > 0 {
            block.push(Stmt::MoveStack(from, to));
        }
        block
    }

    /// A new piece of the mover's (or of nobody's) on `to`.
    pub(super) fn new_piece(&mut self, kind: KindId, to_is_empty: bool, cx: &mut Context) -> Block {
        self.put(kind, Some(cx.side), Set::Local(TO), Int::Const(1), to_is_empty, cx)
    }

    fn put(
        &mut self,
        kind: KindId,
        owner: Option<Side>,
        on: Set,
        number: Int,
        on_is_empty: bool,
        cx: &mut Context,
    ) -> Block {
        if let Some(lane) = self.layout.lane(kind) {
            return vec![Stmt::AddLane(lane, on, number)];
        }
        let mut block = Vec::new();
        if !on_is_empty {
            block.extend(self.captives(&on, cx));
        }
        let owner = if self.rules.kinds[kind].neutral { None } else { owner };
        for (id, class) in self.placements() {
            let joins = match class {
                PlaneClass::Side(side) => owner == Some(side),
                PlaneClass::Neutral => owner.is_none(),
                PlaneClass::Kind(k) => k == kind,
                _ => false,
            };
            let here = Box::new(Set::Plane(id));
            if joins {
                block.push(Stmt::SetPlane(id, Set::Or(here, Box::new(on.clone()))));
            } else if !on_is_empty {
                block.push(Stmt::SetPlane(id, Set::Minus(here, Box::new(on.clone()))));
            }
        }
        if self.layout.stacks > 0 && !on_is_empty {
            block.push(Stmt::ClearStacks(on));
        }
        block
    }

    /// What a player takes off goes to the hand, where the rules say so. Own pieces do not.
    fn captives(&mut self, taken: &Set, cx: &Context) -> Block {
        let mut block = Vec::new();
        if !self.rules.captives_to_hand {
            return block;
        }
        for (kind, k) in self.rules.kinds.iter().enumerate() {
            let Some(hand) = self.layout.int(IntClass::Hand(cx.side, k.base)) else { continue };
            let gained = if let Some(lane) = self.layout.lane(kind) {
                Int::SumLane(lane, Box::new(taken.clone()))
            } else {
                let who = if k.neutral { None } else { Some(Who::Enemy) };
                let pieces = self.pieces(who, Some(&[kind]), cx.side);
                Int::Count(Box::new(self.and(taken.clone(), pieces)))
            };
            block.push(Stmt::SetInt(hand, add(Int::Read(hand), gained)));
        }
        block
    }

    fn clear_lanes(&self, cells: &Set) -> Block {
        (0..self.layout.lanes.len()).map(|l| Stmt::SetLane(l, cells.clone(), Int::Const(0))).collect()
    }

    /// Evaluates a region once.
    fn once(&mut self, e: &Region, block: &mut Block, cx: &mut Context) -> Set {
        let value = self.region(e, cx);
        if matches!(value, Set::Local(_) | Set::Const(_)) {
            return value;
        }
        let temp = self.temp(cx);
        block.push(Stmt::Let(temp, value));
        Set::Local(temp)
    }

    fn keep(&mut self, value: Set, block: &mut Block, cx: &mut Context) -> Set {
        let temp: Local = self.temp(cx);
        block.push(Stmt::Let(temp, value));
        Set::Local(temp)
    }

    fn effects(&mut self, list: &[Effect], group: usize, cx: &mut Context) -> Block {
        list.iter().flat_map(|e| self.effect(e, group, cx)).collect()
    }

    /// One effect of a clause in a group.
    pub(super) fn effect(&mut self, effect: &Effect, group: usize, cx: &mut Context) -> Block {
        let mut block = Vec::new();
        match effect {
            Effect::Take(cells) => {
                let cells = self.once(cells, &mut block, cx);
                block.extend(self.captives(&cells, cx));
                for (id, _) in self.placements() {
                    let rest = Set::Minus(Box::new(Set::Plane(id)), Box::new(cells.clone()));
                    block.push(Stmt::SetPlane(id, rest));
                }
                block.extend(self.clear_lanes(&cells));
                if self.layout.stacks > 0 {
                    block.push(Stmt::ClearStacks(cells));
                }
            }
            Effect::Put { number, who, kind, on } => {
                let number = self.number(number, cx);
                let is_empty = only_empty(on);
                let on = self.once(on, &mut block, cx);
                let owner = who.map(|w| w.side(cx.side));
                block.extend(self.put(*kind, owner, on, number, is_empty, cx));
            }
            Effect::Drop { kinds, on, cell } => {
                let tagged = self.rules.dropped().len() > 1;
                let local = self.named(*cell, cx);
                let mut alternatives = Vec::new();
                for &kind in kinds {
                    let (in_hand, taken) = self.leave_hand(kind, cx.side);
                    let from = self.region(on, cx);
                    let mut body = vec![in_hand, Stmt::Pick { local, from, show: Show::Extra }, taken];
                    let side = Some(cx.side);
                    body.extend(self.put(kind, side, Set::Local(local), Int::Const(1), only_empty(on), cx));
                    alternatives.push(Alternative { tag: if tagged { Tag::Dropped(kind) } else { Tag::Silent }, body });
                }
                block.push(Stmt::Choose(alternatives));
            }
            Effect::Flip(cells) => {
                let cells = self.once(cells, &mut block, cx);
                let planes = [Side::First, Side::Second].map(|s| self.side_plane(s));
                let parts: Vec<Set> = planes
                    .iter()
                    .map(|p| self.keep(Set::And(Box::new(p.clone()), Box::new(cells.clone())), &mut block, cx))
                    .collect();
                for (this, other) in [(0, 1), (1, 0)] {
                    let Set::Plane(id) = planes[this] else { continue };
                    let rest = Set::Minus(Box::new(planes[this].clone()), Box::new(cells.clone()));
                    let value = Set::Or(Box::new(rest), Box::new(parts[other].clone()));
                    block.push(Stmt::SetPlane(id, value));
                }
            }
            Effect::Move { what, onto } => {
                let what = self.once(what, &mut block, cx);
                let onto = self.once(onto, &mut block, cx);
                let body = self.transfer(&what, &onto, cx);
                block.push(Stmt::If(Bool::Any(what), body, Vec::new()));
            }
            Effect::Swap { what, with } => {
                let what = self.once(what, &mut block, cx);
                let with = self.once(with, &mut block, cx);
                for (id, _) in self.placements() {
                    let here = Set::Plane(id);
                    let both = Set::Or(Box::new(what.clone()), Box::new(with.clone()));
                    let rest = Set::Minus(Box::new(here.clone()), Box::new(both));
                    let cross = |a: &Set, b: &Set| {
                        let there = Bool::Any(Set::And(Box::new(here.clone()), Box::new(a.clone())));
                        Set::When(Box::new(there), Box::new(b.clone()))
                    };
                    let crossed = Set::Or(Box::new(cross(&what, &with)), Box::new(cross(&with, &what)));
                    block.push(Stmt::SetPlane(id, Set::Or(Box::new(rest), Box::new(crossed))));
                }
            }
            Effect::Promote { what, to } => self.promote(what, to, &mut block, cx),
            Effect::SetCells(id, value) => {
                let value = self.once(value, &mut block, cx);
                self.set_cells(*id, value, &mut block);
            }
            Effect::SetNumber(id, value) => {
                let value = self.number(value, cx);
                self.set_number(*id, value, &mut block);
            }
            Effect::Reset(id) => match self.rules.states[*id].initial.clone() {
                StateValue::Cells(cells) => {
                    let value = self.fixed(&cells);
                    self.set_cells(*id, value, &mut block);
                }
                // A clock goes up once more at the end of the ply.
                StateValue::Number(n) => {
                    let value = if self.rules.states[*id].life == Life::Clock { -1 } else { n };
                    self.set_number(*id, Int::Const(value), &mut block);
                }
            },
            Effect::Tuck { what, under } => {
                let what = self.once(what, &mut block, cx);
                let under = self.once(under, &mut block, cx);
                block.push(Stmt::Tuck { what, under });
            }
            Effect::Rotate { what, right } => {
                let region = self.once(what, &mut block, cx);
                for (id, _) in self.placements() {
                    let (what, region) = (Box::new(Set::Plane(id)), Box::new(region.clone()));
                    block.push(Stmt::SetPlane(id, Set::Rotate { what, region, right: *right }));
                }
            }
            Effect::If(condition, then, otherwise) => {
                let condition = self.truth(condition, cx);
                let then = self.effects(then, group, cx);
                let otherwise = self.effects(otherwise, group, cx);
                match condition {
                    Bool::Const(true) => block.extend(then),
                    Bool::Const(false) => block.extend(otherwise),
                    _ => block.push(Stmt::If(condition, then, otherwise)),
                }
            }
            Effect::May(effects) => {
                let changes = self.changes(effects, cx);
                let tag = Tag::Label(self.label("+"));
                let body = self.effects(effects, group, cx);
                let choice =
                    Stmt::Choose(vec![Alternative { tag, body }, Alternative { tag: Tag::Silent, body: Vec::new() }]);
                block.push(match changes {
                    Bool::Const(true) => choice,
                    changes => Stmt::If(changes, vec![choice], Vec::new()),
                });
            }
            Effect::Either(branches) => {
                let mut alternatives = Vec::new();
                for branch in branches {
                    let tag = match &branch.label {
                        Some(label) => Tag::Label(self.label(label)),
                        None => Tag::Silent,
                    };
                    alternatives.push(Alternative { tag, body: self.effects(&branch.effects, group, cx) });
                }
                block.push(Stmt::Choose(alternatives));
            }
            Effect::Pick(id, region) => {
                let from = self.region(region, cx);
                let local = self.named(*id, cx);
                block.push(Stmt::Pick { local, from, show: Show::Extra });
            }
            Effect::Let(id, region) => {
                let value = self.region(region, cx);
                let local = self.named(*id, cx);
                block.push(Stmt::Let(local, value));
            }
            Effect::Again { may, dirs } => {
                let allowed = match dirs {
                    None => -1,
                    Some(dirs) => self.dirs(dirs, cx).iter().filter(|&&d| d < 62).fold(0, |mask, d| mask | 1 << d),
                };
                block.push(Stmt::LetInt(ALLOWED, Int::Const(allowed)));
                block.push(Stmt::Again { may: *may, group });
            }
            Effect::ExtraTurn => block.push(Stmt::LetInt(EXTRA, Int::Const(1))),
        }
        block
    }

    /// Everything on `what` goes to `onto`.
    fn transfer(&mut self, what: &Set, onto: &Set, cx: &mut Context) -> Block {
        let mut block = Vec::new();
        for lane in 0..self.layout.lanes.len() {
            let local = self.int_locals;
            self.int_locals += 1;
            block.push(Stmt::LetInt(local, Int::SumLane(lane, Box::new(what.clone()))));
            block.push(Stmt::SetLane(lane, what.clone(), Int::Const(0)));
            block.push(Stmt::AddLane(lane, onto.clone(), Int::Local(local)));
        }
        if !self.rules.kinds.iter().all(|k| k.counted) {
            let others = self.minus(onto.clone(), what.clone());
            block.extend(self.captives_but_counted(&others, cx));
        }
        for (id, _) in self.placements() {
            let here = Set::Plane(id);
            let ends = Set::Or(Box::new(what.clone()), Box::new(onto.clone()));
            let rest = Set::Minus(Box::new(here.clone()), Box::new(ends));
            let there = Bool::Any(Set::And(Box::new(here), Box::new(what.clone())));
            let arrives = Set::When(Box::new(there), Box::new(onto.clone()));
            block.push(Stmt::SetPlane(id, Set::Or(Box::new(rest), Box::new(arrives))));
        }
        if self.layout.stacks > 0 {
            block.push(Stmt::MoveStack(what.clone(), onto.clone()));
        }
        block
    }

    fn captives_but_counted(&mut self, taken: &Set, cx: &Context) -> Block {
        // Counted pieces are added to, not taken.
        self.captives(taken, cx).into_iter().filter(|s| !matches!(s, Stmt::SetInt(_, Int::SumLane(..)))).collect()
    }

    fn promote(&mut self, what: &Region, to: &[KindId], block: &mut Block, cx: &mut Context) {
        let what = self.region(what, cx);
        let occupied = self.occupied();
        let value = self.and(what, occupied);
        let cells = self.keep(value, block, cx);
        match to {
            [] => {
                let kinds = self.rules.kinds.clone();
                let ready: Vec<(KindId, Set)> = kinds
                    .iter()
                    .enumerate()
                    .filter_map(|(id, k)| Some((id, k.promotes_to?)))
                    .map(|(id, target)| {
                        let of_kind = self.kind(id);
                        let here = self.and(cells.clone(), of_kind);
                        (target, self.keep(here, block, cx))
                    })
                    .collect();
                let all: Vec<Set> = ready.iter().map(|r| r.1.clone()).collect();
                let all = self.union(all);
                for (id, class) in self.placements() {
                    let PlaneClass::Kind(kind) = class else { continue };
                    let rest = Set::Minus(Box::new(Set::Plane(id)), Box::new(all.clone()));
                    let arriving: Vec<Set> = ready.iter().filter(|r| r.0 == kind).map(|r| r.1.clone()).collect();
                    let arriving = self.union(arriving);
                    let value = self.or(rest, arriving);
                    block.push(Stmt::SetPlane(id, value));
                }
            }
            [kind] => block.extend(self.become_kind(&cells, *kind)),
            kinds => {
                let alternatives = kinds
                    .iter()
                    .map(|&k| Alternative { tag: Tag::Promotion(k), body: self.become_kind(&cells, k) })
                    .collect();
                block.push(Stmt::If(Bool::Any(cells), vec![Stmt::Choose(alternatives)], Vec::new()));
            }
        }
    }

    fn become_kind(&mut self, cells: &Set, kind: KindId) -> Block {
        debug_assert!(has_plane(self.rules, kind) || self.rules.kinds.len() == 1);
        let mut block = Vec::new();
        for (id, class) in self.placements() {
            let PlaneClass::Kind(k) = class else { continue };
            let here = Box::new(Set::Plane(id));
            let cells = Box::new(cells.clone());
            block.push(Stmt::SetPlane(id, if k == kind { Set::Or(here, cells) } else { Set::Minus(here, cells) }));
        }
        block
    }

    /// Whether effects would change anything.
    fn changes(&mut self, effects: &[Effect], cx: &Context) -> Bool {
        let mut any = Bool::Const(false);
        for effect in effects {
            let one = match effect {
                Effect::Promote { what, to } if to.is_empty() => {
                    let kinds: Vec<KindId> =
                        (0..self.rules.kinds.len()).filter(|&k| self.rules.kinds[k].promotes_to.is_some()).collect();
                    let ready = Region::Pieces { who: None, kinds: Some(kinds) };
                    Bool::Any(self.region(&Region::On(Box::new(what.clone()), Box::new(ready)), cx))
                }
                Effect::Promote { what, .. } | Effect::Take(what) | Effect::Flip(what) | Effect::Move { what, .. } => {
                    let pieces = Region::Pieces { who: None, kinds: None };
                    Bool::Any(self.region(&Region::On(Box::new(what.clone()), Box::new(pieces)), cx))
                }
                Effect::If(condition, then, otherwise) => {
                    let condition = self.truth(condition, cx);
                    let then = super::build::both(condition.clone(), self.changes(then, cx));
                    let otherwise = super::build::both(super::build::not(condition), self.changes(otherwise, cx));
                    super::build::either(then, otherwise)
                }
                _ => Bool::Const(true),
            };
            any = super::build::either(any, one);
        }
        any
    }

    fn set_cells(&mut self, id: StateId, value: Set, block: &mut Block) {
        let Set::Plane(plane) = self.state_plane(id) else { return };
        if self.rules.states[id].life == Life::OnePly {
            let next = self.local(LocalKey::NextPly(id));
            block.push(Stmt::Let(next, value.clone()));
        }
        block.push(Stmt::SetPlane(plane, value));
    }

    fn set_number(&mut self, id: StateId, value: Int, block: &mut Block) {
        block.push(Stmt::SetInt(self.state_int(id), value));
        if self.rules.states[id].life == Life::OnePly {
            let shadow = self.int_shadow(id);
            block.push(Stmt::LetInt(shadow, Int::Read(self.state_int(id))));
        }
    }

    fn int_shadow(&mut self, id: StateId) -> usize {
        let next = self.int_locals;
        let shadow = *self.int_shadows.entry(id).or_insert(next);
        self.int_locals = self.int_locals.max(shadow + 1);
        shadow
    }

    /// At the start of a ply: what `for one ply` variables are in the next one unless they are set.
    pub(super) fn next_ply_defaults(&mut self) -> Block {
        let mut block = Vec::new();
        let states: Vec<(StateId, StateValue)> = self.one_ply_states();
        for (id, initial) in states {
            match initial {
                StateValue::Cells(cells) => {
                    let value = self.fixed(&cells);
                    let next = self.local(LocalKey::NextPly(id));
                    block.push(Stmt::Let(next, value));
                }
                StateValue::Number(n) => {
                    let shadow = self.int_shadow(id);
                    block.push(Stmt::LetInt(shadow, Int::Const(n)));
                }
            }
        }
        block
    }

    fn one_ply_states(&self) -> Vec<(StateId, StateValue)> {
        let states = self.rules.states.iter().enumerate().filter(|(_, s)| s.life == Life::OnePly);
        states.map(|(id, s)| (id, s.initial.clone())).collect()
    }

    /// Once at the end of every ply.
    pub(super) fn finally(&mut self, side: Side) -> Block {
        let mut block = Vec::new();
        if super::clause::has_legs(self.rules) && !self.rules.finally.is_empty() {
            let first = self.local(LocalKey::FirstFrom);
            block.push(Stmt::Let(FROM, Set::Local(first)));
        }
        let mut cx = Context::of(side);
        cx.temp = 1000;
        let effects = self.effects(&self.rules.finally, 0, &mut cx);
        block.extend(effects);
        block
    }

    /// Passes the turn.
    pub(super) fn end_ply(&mut self, side: Side) -> Block {
        let mut over = Vec::new();
        let mut block = Vec::new();
        for (id, state) in self.rules.states.iter().enumerate() {
            match (state.life, &state.initial) {
                (Life::Game, _) => {}
                (Life::ThisTurn, StateValue::Cells(cells)) => {
                    let value = self.fixed(cells);
                    if let Set::Plane(plane) = self.state_plane(id) {
                        over.push(Stmt::SetPlane(plane, value));
                    }
                }
                (Life::ThisTurn, StateValue::Number(n)) => {
                    over.push(Stmt::SetInt(self.state_int(id), Int::Const(*n)));
                }
                (Life::OnePly, StateValue::Cells(_)) => {
                    let next = self.local(LocalKey::NextPly(id));
                    if let Set::Plane(plane) = self.state_plane(id) {
                        block.push(Stmt::SetPlane(plane, Set::Local(next)));
                    }
                }
                (Life::OnePly, StateValue::Number(_)) => {
                    let shadow = self.int_shadow(id);
                    block.push(Stmt::SetInt(self.state_int(id), Int::Local(shadow)));
                }
                (Life::Clock, _) => {
                    let clock = self.state_int(id);
                    let next = Int::Arith(Arith::Add, Box::new(Int::Read(clock)), Box::new(Int::Const(1)));
                    block.push(Stmt::SetInt(clock, next));
                }
            }
        }
        over.push(Stmt::SetInt(Layout::MOVER, Int::Const(side.other().index() as i64)));
        if super::facts::facts(self.rules).extra_turns {
            let passes = Bool::Compare(Compare::Equal, Int::Local(EXTRA), Int::Const(0));
            block.push(Stmt::If(passes, over, Vec::new()));
        } else {
            block.extend(over);
        }
        block
    }
}
