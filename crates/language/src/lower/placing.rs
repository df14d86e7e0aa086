//! Pieces come, go, and change side or kind: the planes, lanes, stacks and hands that say what stands where.

use super::build::add;
use super::{Context, Lower};
use crate::game::Side;
use crate::ir::{Alternative, Block, Bool, Int, IntClass, PlaneClass, PlaneId, Set, Stmt, Tag, piece};
use crate::rules::{Arith, Compare, FROM, Kind, KindId, Region, TO, Who};

impl Lower<'_> {
    /// The planes that say what stands where.
    fn placements(&self) -> Vec<(PlaneId, PlaneClass)> {
        let planes = self.layout.planes.iter().enumerate();
        planes.filter(|(_, p)| p.class.is_placement()).map(|(id, p)| (id, p.class)).collect()
    }

    /// The piece on `from` goes to `to`; what stood there is taken.
    pub(super) fn displace(&mut self, kinds: &[KindId], to_is_empty: bool, cx: &mut Context) -> Block {
        let (from, to) = (Set::Local(FROM), Set::Local(TO));
        let neutral = kinds.iter().any(|&k| self.rules.kinds[k].neutral);
        let mut block = Vec::new();
        if !to_is_empty {
            // A piece of nobody's that flies to where it stands takes nothing.
            let others = if neutral { self.minus(to.clone(), from.clone()) } else { to.clone() };
            block.extend(self.captives(&others, cx));
        }
        let single = <[KindId; 1]>::try_from(kinds).ok();
        for (id, class) in self.placements() {
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
                Some(false) => without(id, to.clone()),
                _ if to_is_empty => without(id, from.clone()),
                _ => without(id, self.or(from.clone(), to.clone())),
            };
            let value = match mine {
                Some(false) => left,
                Some(true) => Set::Or(Box::new(left), Box::new(to.clone())),
                None => Set::Or(Box::new(left), Box::new(carried(id, &from, &to))),
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

    /// Asks for a piece in a player's hand, and takes it from there.
    pub(super) fn leave_hand(&self, kind: KindId, side: Side) -> (Stmt, Stmt) {
        let hand = self.layout.int(IntClass::Hand(side, kind));
        let hand = hand.expect("kinds that are dropped have hands");
        let less = Int::Arith(Arith::Subtract, Box::new(Int::Read(hand)), Box::new(Int::Const(1)));
        (Stmt::Guard(Bool::Compare(Compare::Less, Int::Const(0), Int::Read(hand))), Stmt::SetInt(hand, less))
    }

    /// New pieces on some cells: what stood there is taken, or added to where the kind is counted.
    pub(super) fn put(
        &mut self,
        kind: KindId,
        owner: Option<Side>,
        on: Set,
        number: Int,
        on_is_empty: bool,
        cx: &mut Context,
    ) -> Block {
        if let Some(lane) = self.layout.lane(kind) {
            let mut block = if on_is_empty { Vec::new() } else { self.make_room(&on, cx) };
            block.push(Stmt::AddLane(lane, on, number));
            return block;
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
            if joins {
                block.push(Stmt::SetPlane(id, Set::Or(Box::new(Set::Plane(id)), Box::new(on.clone()))));
            } else if !on_is_empty {
                block.push(Stmt::SetPlane(id, without(id, on.clone())));
            }
        }
        if !on_is_empty {
            block.extend(self.clear_lanes(&on));
            if self.layout.stacks > 0 {
                block.push(Stmt::ClearStacks(on));
            }
        }
        block
    }

    /// Other pieces go where counted ones come: they share no cell.
    pub(super) fn make_room(&mut self, cells: &Set, cx: &Context) -> Block {
        if self.rules.kinds.iter().all(|k| k.counted) {
            return Vec::new();
        }
        let mut block = self.captives_among(cells, cx, |k| !k.counted);
        block.extend(self.clear_pieces(cells));
        block
    }

    /// What stands on cells goes.
    pub(super) fn take(&mut self, cells: Set, cx: &Context) -> Block {
        let mut block = self.captives(&cells, cx);
        block.extend(self.clear_pieces(&cells));
        block.extend(self.clear_lanes(&cells));
        block
    }

    /// What a player takes off goes to the hand, where the rules say so. Own pieces do not.
    fn captives(&mut self, taken: &Set, cx: &Context) -> Block {
        self.captives_among(taken, cx, |_| true)
    }

    /// The same of some kinds: where counted pieces are added to, they are not taken.
    fn captives_among(&mut self, taken: &Set, cx: &Context, which: fn(&Kind) -> bool) -> Block {
        let mut block = Vec::new();
        if !self.rules.captives_to_hand {
            return block;
        }
        for (kind, k) in self.rules.kinds.iter().enumerate().filter(|(_, k)| which(k)) {
            let Some(hand) = self.layout.int(IntClass::Hand(cx.side, k.base)) else { continue };
            let gained = if let Some(lane) = self.layout.lane(kind) {
                Int::SumLane(lane, Box::new(taken.clone()))
            } else {
                let who = if k.neutral { None } else { Some(Who::Enemy) };
                let pieces = self.pieces(who, Some(&[kind]), cx.side);
                let tops = Int::Count(Box::new(self.and(taken.clone(), pieces)));
                let like = piece(who.map(|_| cx.side.other()), kind);
                match self.layout.stacks {
                    0 => tops,
                    _ => add(tops, Int::CountBelow(like, Box::new(taken.clone()))),
                }
            };
            block.push(Stmt::SetInt(hand, add(Int::Read(hand), gained)));
        }
        block
    }

    /// Pieces that are not counted go.
    fn clear_pieces(&self, cells: &Set) -> Block {
        let planes = self.placements().into_iter().map(|(id, _)| Stmt::SetPlane(id, without(id, cells.clone())));
        let stacks = (self.layout.stacks > 0).then(|| Stmt::ClearStacks(cells.clone()));
        planes.chain(stacks).collect()
    }

    fn clear_lanes(&self, cells: &Set) -> Block {
        (0..self.layout.lanes.len()).map(|l| Stmt::SetLane(l, cells.clone(), Int::Const(0))).collect()
    }

    /// Pieces change sides.
    pub(super) fn flip(&mut self, cells: &Set, block: &mut Block, cx: &mut Context) {
        let planes = [Side::First, Side::Second].map(|s| self.side_plane(s));
        let parts: Vec<Set> = planes
            .iter()
            .map(|p| self.keep(Set::And(Box::new(p.clone()), Box::new(cells.clone())), block, cx))
            .collect();
        for (this, other) in [(0, 1), (1, 0)] {
            let Set::Plane(id) = planes[this] else { continue };
            let value = Set::Or(Box::new(without(id, cells.clone())), Box::new(parts[other].clone()));
            block.push(Stmt::SetPlane(id, value));
        }
    }

    /// Two cells change contents.
    pub(super) fn swap(&mut self, what: &Set, with: &Set) -> Block {
        let mut block = Vec::new();
        for lane in 0..self.layout.lanes.len() {
            let [here, there] = [what, with].map(|cell| Int::SumLane(lane, Box::new(cell.clone())));
            let (here, there) = (self.once_number(here, &mut block), self.once_number(there, &mut block));
            block.push(Stmt::SetLane(lane, what.clone(), there));
            block.push(Stmt::SetLane(lane, with.clone(), here));
        }
        if self.layout.stacks > 0 {
            block.push(Stmt::SwapStacks(what.clone(), with.clone()));
        }
        let swapped = |(id, _): (PlaneId, PlaneClass)| {
            let both = Set::Or(Box::new(what.clone()), Box::new(with.clone()));
            let crossed = Set::Or(Box::new(carried(id, what, with)), Box::new(carried(id, with, what)));
            Stmt::SetPlane(id, Set::Or(Box::new(without(id, both)), Box::new(crossed)))
        };
        block.extend(self.placements().into_iter().map(swapped));
        block
    }

    /// A quarter turn of a square region.
    pub(super) fn rotate(&self, region: &Set, right: bool) -> Block {
        let rotated = |(id, _): (PlaneId, PlaneClass)| {
            let (what, region) = (Box::new(Set::Plane(id)), Box::new(region.clone()));
            Stmt::SetPlane(id, Set::Rotate { what, region, right })
        };
        self.placements().into_iter().map(rotated).collect()
    }

    /// All counted pieces on `what` go to `onto`.
    pub(super) fn pour(&mut self, what: &Set, onto: &Set) -> Block {
        let mut block = Vec::new();
        for lane in 0..self.layout.lanes.len() {
            let sum = self.once_number(Int::SumLane(lane, Box::new(what.clone())), &mut block);
            block.push(Stmt::SetLane(lane, what.clone(), Int::Const(0)));
            block.push(Stmt::AddLane(lane, onto.clone(), sum));
        }
        block
    }

    /// What stands on `what`, if it is not counted, goes to `onto`.
    pub(super) fn transfer(&mut self, what: &Set, onto: &Set, cx: &mut Context) -> Block {
        let mut block = Vec::new();
        if !self.rules.kinds.iter().all(|k| k.counted) {
            let others = self.minus(onto.clone(), what.clone());
            block.extend(self.captives_among(&others, cx, |k| !k.counted));
            if !self.layout.lanes.is_empty() {
                // Counted pieces are added to counted ones, and taken by others.
                let standing = self.standing();
                let comes = Bool::Any(self.and(what.clone(), standing));
                let mut taken = self.captives_among(&others, cx, |k| k.counted);
                taken.extend(self.clear_lanes(&others));
                block.push(Stmt::If(comes, taken, Vec::new()));
            }
        }
        for (id, _) in self.placements() {
            let ends = Set::Or(Box::new(what.clone()), Box::new(onto.clone()));
            let value = Set::Or(Box::new(without(id, ends)), Box::new(carried(id, what, onto)));
            block.push(Stmt::SetPlane(id, value));
        }
        if self.layout.stacks > 0 {
            block.push(Stmt::MoveStack(what.clone(), onto.clone()));
        }
        block
    }

    /// Pieces change kind: see [`crate::rules::Effect::Promote`].
    pub(super) fn promote(&mut self, what: &Region, to: &[KindId], block: &mut Block, cx: &mut Context) {
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
                    let arriving: Vec<Set> = ready.iter().filter(|r| r.0 == kind).map(|r| r.1.clone()).collect();
                    let arriving = self.union(arriving);
                    let value = self.or(without(id, all.clone()), arriving);
                    block.push(Stmt::SetPlane(id, value));
                }
                for (target, cells) in ready {
                    block.extend(self.change_owner(&cells, target, cx));
                }
            }
            [kind] => block.extend(self.become_kind(&cells, *kind, cx)),
            kinds => {
                let alternatives = kinds
                    .iter()
                    .map(|&k| Alternative { tag: Tag::Promotion(k), body: self.become_kind(&cells, k, cx) })
                    .collect();
                block.push(Stmt::If(Bool::Any(cells), vec![Stmt::Choose(alternatives)], Vec::new()));
            }
        }
    }

    fn become_kind(&mut self, cells: &Set, kind: KindId, cx: &Context) -> Block {
        let mut block = self.change_owner(cells, kind, cx);
        for (id, class) in self.placements() {
            let PlaneClass::Kind(k) = class else { continue };
            let joined = || Set::Or(Box::new(Set::Plane(id)), Box::new(cells.clone()));
            block.push(Stmt::SetPlane(id, if k == kind { joined() } else { without(id, cells.clone()) }));
        }
        block
    }

    /// What becomes a piece of nobody's has no owner any more; what was nobody's is the player's who plays.
    fn change_owner(&mut self, cells: &Set, kind: KindId, cx: &Context) -> Block {
        let mut block = Vec::new();
        let Some(nobodys) = self.layout.plane(PlaneClass::Neutral) else { return block };
        let free = Set::Plane(nobodys);
        if self.rules.kinds[kind].neutral {
            for (id, class) in self.placements() {
                if matches!(class, PlaneClass::Side(_)) {
                    block.push(Stmt::SetPlane(id, without(id, cells.clone())));
                }
            }
            block.push(Stmt::SetPlane(nobodys, Set::Or(Box::new(free), Box::new(cells.clone()))));
        } else if let Set::Plane(own) = self.side_plane(cx.side) {
            let gained = Set::And(Box::new(free), Box::new(cells.clone()));
            block.push(Stmt::SetPlane(own, Set::Or(Box::new(Set::Plane(own)), Box::new(gained))));
            block.push(Stmt::SetPlane(nobodys, without(nobodys, cells.clone())));
        }
        block
    }
}

/// A plane without some cells.
fn without(plane: PlaneId, cells: Set) -> Set {
    Set::Minus(Box::new(Set::Plane(plane)), Box::new(cells))
}

/// `to` where a plane has a cell of `from`, else nothing.
fn carried(plane: PlaneId, from: &Set, to: &Set) -> Set {
    let there = Bool::Any(Set::And(Box::new(Set::Plane(plane)), Box::new(from.clone())));
    Set::When(Box::new(there), Box::new(to.clone()))
}
