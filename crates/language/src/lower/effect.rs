//! Effects: what they write.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::build::{add, both, either, not};
use super::region::only_empty;
use super::{Context, LocalKey, Lower};
use crate::game::Side;
use crate::ir::{ALLOWED, Alternative, Block, Bool, EXTRA, Int, STACK_HEIGHT, Set, Show, Stmt, Tag};
use crate::rules::{Branch, Compare, Effect, FROM, KindId, LocalId, Number, Region};

/// Whether an effect makes a choice or can forbid the move.
pub fn has_choice(effect: &Effect) -> bool {
    Effect::any(std::slice::from_ref(effect), |e| match e {
        Effect::May(..) | Effect::Either(_) | Effect::Pick(..) | Effect::Drop { .. } | Effect::Again { .. } => true,
        Effect::Promote { to, .. } => to.len() > 1,
        Effect::Tuck { .. } | Effect::Pile { .. } | Effect::Require(_) => true,
        Effect::Take(_) | Effect::Put { .. } | Effect::Flip(_) | Effect::Move { .. } | Effect::Swap { .. } => false,
        Effect::SetCells(..) | Effect::SetNumber(..) | Effect::Reset(_) | Effect::Rotate { .. } => false,
        Effect::If(..) | Effect::Let(..) | Effect::Sow(_) | Effect::Relay { .. } => false,
        Effect::While(..) | Effect::ExtraTurn => false,
    })
}

/// Whether a region, the value of which is `cells`, is one cell.
pub fn is_one(region: &Region, cells: &Set) -> Bool {
    if region.at_most_one() {
        return Bool::Any(cells.clone());
    }
    Bool::Compare(Compare::Equal, Int::Count(Box::new(cells.clone())), Int::Const(1))
}

impl Lower<'_> {
    /// Evaluates two regions once, each with whether it is one cell.
    fn each_once(&mut self, regions: [&Region; 2], block: &mut Block, cx: &mut Context) -> [(Set, Bool); 2] {
        regions.map(|region| {
            let cells = self.once(region, block, cx);
            let one = is_one(region, &cells);
            (cells, one)
        })
    }

    /// Evaluates a region once.
    pub(super) fn once(&mut self, e: &Region, block: &mut Block, cx: &mut Context) -> Set {
        let value = self.region(e, cx);
        if matches!(value, Set::Local(_) | Set::Const(_)) { value } else { self.keep(value, block, cx) }
    }

    /// Evaluates a set once.
    pub(super) fn keep(&mut self, value: Set, block: &mut Block, cx: &mut Context) -> Set {
        let temp = self.temp(cx);
        block.push(Stmt::Let(temp, value));
        Set::Local(temp)
    }

    /// Once at the end of every ply.
    pub(super) fn finally(&mut self, side: Side) -> Block {
        let mut block = Vec::new();
        if self.leaves_first_cell && !self.rules.finally.is_empty() {
            let first = self.local(LocalKey::FirstFrom);
            block.push(Stmt::Let(FROM, Set::Local(first)));
        }
        let mut cx = Context::of(side);
        cx.temp = 1000;
        let effects = self.effects(&self.rules.finally, 0, &mut cx);
        block.extend(effects);
        block
    }

    pub(super) fn effects(&mut self, list: &[Effect], group: usize, cx: &mut Context) -> Block {
        list.iter().flat_map(|e| self.effect(e, group, cx)).collect()
    }

    /// One effect of a clause in a group.
    pub(super) fn effect(&mut self, effect: &Effect, group: usize, cx: &mut Context) -> Block {
        let mut block = Vec::new();
        match effect {
            Effect::Take(cells) => {
                let cells = self.once(cells, &mut block, cx);
                block.extend(self.take(cells, cx));
            }
            Effect::Put { number, who, kind, on } => {
                let number = self.number(number, cx);
                let is_empty = only_empty(on);
                let on = self.once(on, &mut block, cx);
                let owner = who.map(|w| w.side(cx.side));
                block.extend(self.put(*kind, owner, on, number, is_empty, cx));
            }
            Effect::Drop { kinds, on, cell } => block.push(self.drop_one(kinds, on, *cell, cx)),
            Effect::Flip(cells) => {
                let cells = self.once(cells, &mut block, cx);
                self.flip(&cells, &mut block, cx);
            }
            Effect::Move { what, onto } => {
                let [(what, one), (onto, one_onto)] = self.each_once([what, onto], &mut block, cx);
                let seeds = self.pour(&what, &onto);
                if !seeds.is_empty() {
                    block.push(Stmt::If(both(Bool::Any(what.clone()), one_onto.clone()), seeds, Vec::new()));
                }
                let pieces = self.transfer(&what, &onto, cx);
                block.push(Stmt::If(both(one, one_onto), pieces, Vec::new()));
            }
            Effect::Swap { what, with } => {
                let [(what, one), (with, other)] = self.each_once([what, with], &mut block, cx);
                block.push(Stmt::If(both(one, other), self.swap(&what, &with), Vec::new()));
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
            Effect::Reset(id) => self.reset(*id, &mut block),
            Effect::Tuck { what, under } => {
                let [(what, one), (under, other)] = self.each_once([what, under], &mut block, cx);
                let stacks = both(one, other);
                let occupied = self.occupied();
                let piece = Bool::Any(self.and(what.clone(), occupied));
                block.push(self.has_room(Int::Const(1), [&what, &under], both(stacks.clone(), piece)));
                block.push(Stmt::If(stacks, vec![Stmt::Tuck { what, under }], Vec::new()));
            }
            Effect::Pile { number, what, onto } => {
                let number = self.number(number, cx);
                let [(what, one), (onto, other)] = self.each_once([what, onto], &mut block, cx);
                let number = self.once_number(number, &mut block);
                let stacks = both(one, other);
                let height = self.height(what.clone());
                let height = self.once_number(height, &mut block);
                let fewer = Bool::Compare(Compare::Less, number.clone(), height.clone());
                let goes = Int::If(Box::new(fewer), Box::new(number.clone()), Box::new(height));
                block.push(self.has_room(goes, [&what, &onto], stacks.clone()));
                block.push(Stmt::If(stacks, vec![Stmt::Pile { number, what, onto }], Vec::new()));
            }
            Effect::Rotate { what, right } => {
                let region = self.once(what, &mut block, cx);
                block.extend(self.rotate(&region, *right));
            }
            Effect::If(condition, then, otherwise) => {
                let condition = self.truth(condition, cx);
                let then = self.effects(then, group, cx);
                let otherwise = self.effects(otherwise, group, cx);
                if let Bool::Const(known) = condition {
                    block.extend(if known { then } else { otherwise });
                } else {
                    block.push(Stmt::If(condition, then, otherwise));
                }
            }
            Effect::May(effects, number) => block.push(self.may(effects, *number, group, cx)),
            Effect::Either(branches) => block.push(self.branches(branches, group, cx)),
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
            Effect::Require(condition) => block.push(Stmt::Guard(self.truth(condition, cx))),
            Effect::Sow(sowing) => block.extend(self.sow(sowing, group, cx)),
            Effect::Relay { seeds, from, along } => block.extend(self.relay(seeds, from, along.as_ref(), cx)),
            Effect::While(condition, effects) => block.extend(self.rounds(condition, effects, group, cx)),
            Effect::ExtraTurn => block.push(Stmt::LetInt(EXTRA, Int::Const(1))),
        }
        block
    }

    /// A stack that would be too high is no move: so many pieces go from one cell to another, if they do.
    fn has_room(&mut self, goes: Int, [from, to]: [&Set; 2], when: Bool) -> Stmt {
        let together = add(goes, self.height(to.clone()));
        let fits = Bool::Compare(Compare::LessEqual, together, Int::Const(i64::from(STACK_HEIGHT)));
        Stmt::Guard(either(not(when), either(Bool::Same(from.clone(), to.clone()), fits)))
    }

    /// A piece from the mover's hand: which one and where to are chosen.
    fn drop_one(&mut self, kinds: &[KindId], on: &Region, cell: LocalId, cx: &mut Context) -> Stmt {
        let tagged = self.rules.dropped().len() > 1;
        let local = self.named(cell, cx);
        let mut alternatives = Vec::new();
        for &kind in kinds {
            let (in_hand, taken) = self.leave_hand(kind, cx.side);
            let from = self.region(on, cx);
            let mut body = vec![in_hand, Stmt::Pick { local, from, show: Show::Extra }, taken];
            let side = Some(cx.side);
            body.extend(self.put(kind, side, Set::Local(local), Int::Const(1), only_empty(on), cx));
            alternatives.push(Alternative { tag: if tagged { Tag::Dropped(kind) } else { Tag::Silent }, body });
        }
        Stmt::Choose(alternatives)
    }

    fn may(&mut self, effects: &[Effect], number: usize, group: usize, cx: &mut Context) -> Stmt {
        let changes = self.changes(effects, cx);
        let tag = Tag::Label(match number {
            0 | 1 => self.label("+"),
            _ => self.label(&format!("+{number}")),
        });
        let body = self.effects(effects, group, cx);
        let choice = Stmt::Choose(vec![Alternative { tag, body }, Alternative { tag: Tag::Silent, body: Vec::new() }]);
        if changes == Bool::Const(true) { choice } else { Stmt::If(changes, vec![choice], Vec::new()) }
    }

    fn branches(&mut self, branches: &[Branch], group: usize, cx: &mut Context) -> Stmt {
        let mut alternatives = Vec::new();
        for branch in branches {
            let tag = match &branch.label {
                Some(label) => Tag::Label(self.label(label)),
                None => Tag::Silent,
            };
            alternatives.push(Alternative { tag, body: self.effects(&branch.effects, group, cx) });
        }
        Stmt::Choose(alternatives)
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
                Effect::Promote { what, to } => {
                    let others = |k: KindId| !self.rules.kinds[k].counted && to[..] != [k];
                    self.some_of(what, Some(others), cx)
                }
                Effect::Flip(what) => {
                    let owned = |k: KindId| !self.rules.kinds[k].counted && !self.rules.kinds[k].neutral;
                    self.some_of(what, Some(owned), cx)
                }
                Effect::Take(what) => self.some_of(what, None::<fn(KindId) -> bool>, cx),
                Effect::Move { what, onto } => {
                    let there = self.some_of(what, None::<fn(KindId) -> bool>, cx);
                    let counted = self.rules.kinds.iter().any(|k| k.counted);
                    let (from, to) = (self.region(what, cx), self.region(onto, cx));
                    // Men go from one cell to one cell; counted pieces come from several, too.
                    let one = if counted { Bool::Const(true) } else { is_one(what, &from) };
                    let goes = both(one, both(is_one(onto, &to), not(Bool::Same(from, to))));
                    both(there, goes)
                }
                Effect::SetCells(id, value) => {
                    let (value, before) = (self.region(value, cx), self.region(&Region::State(*id), cx));
                    not(Bool::Same(value, before))
                }
                Effect::SetNumber(id, value) => {
                    let (value, before) = (self.number(value, cx), self.number(&Number::State(*id), cx));
                    not(Bool::Compare(Compare::Equal, value, before))
                }
                Effect::If(condition, then, otherwise) => {
                    let condition = self.truth(condition, cx);
                    let then = both(condition.clone(), self.changes(then, cx));
                    let otherwise = both(not(condition), self.changes(otherwise, cx));
                    either(then, otherwise)
                }
                Effect::Put { .. } | Effect::Drop { .. } | Effect::Swap { .. } => Bool::Const(true),
                Effect::Reset(_) | Effect::Tuck { .. } | Effect::Pile { .. } => Bool::Const(true),
                Effect::Rotate { .. } | Effect::May(..) | Effect::Either(_) | Effect::Pick(..) => Bool::Const(true),
                Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) | Effect::Relay { .. } => Bool::Const(true),
                Effect::While(..) | Effect::ExtraTurn | Effect::Require(_) => Bool::Const(true),
            };
            any = either(any, one);
        }
        any
    }

    /// Whether some cells hold a piece, of some kinds.
    fn some_of(&mut self, what: &Region, which: Option<impl Fn(KindId) -> bool>, cx: &Context) -> Bool {
        let kinds = which.map(|which| (0..self.rules.kinds.len()).filter(|&k| which(k)).collect());
        let pieces = Region::Pieces { who: None, kinds };
        Bool::Any(self.region(&Region::On(Box::new(what.clone()), Box::new(pieces)), cx))
    }
}
