//! Clauses as first and as further legs.

use super::effect::has_choice;
use super::region::only_empty;
use super::{Context, LocalKey, Lower};
use crate::game::Side;
use crate::ir::{Alternative, Block, Bool, ClauseId, Int, IntClass, Set, Show, Stmt, Tag, Turn, intern};
use crate::rules::{
    Arith, Clause, Compare, Effect, FROM, Group, KindId, Region, Rules, TO, Truth, TurnKind, Verb, Who,
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

/// A clause as a leg of a ply.
#[derive(Clone, Copy)]
pub struct Leg<'r> {
    /// The index of its group.
    pub index: usize,
    /// Its group.
    pub group: &'r Group,
    /// The clause.
    pub clause: &'r Clause,
    /// Whether a leg came before it.
    pub further: bool,
}

impl Lower<'_> {
    /// Every clause as a first leg.
    pub(super) fn first_legs(&mut self, side: Side) -> Vec<Block> {
        let rules = self.rules;
        let mut blocks = Vec::new();
        for (index, group) in rules.groups.iter().enumerate() {
            for clause in &group.clauses {
                let mut block = self.begin(matches!(clause.verb, Verb::Pass));
                block.extend(self.leg(Leg { index, group, clause, further: false }, side));
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
            let continues = this.clauses.iter().any(|c| Effect::any(&c.effects, Effect::is_again));
            for (index, group) in rules.groups.iter().enumerate() {
                if !continues || group.label != this.label {
                    continue;
                }
                for (clause, &id) in group.clauses.iter().zip(&ids[index]) {
                    let body = self.leg(Leg { index, group, clause, further: true }, side);
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

    fn leg(&mut self, leg: Leg<'_>, side: Side) -> Block {
        let mut cx = Context::of(side);
        let mut block = Vec::new();
        if let Some(when) = &leg.group.when {
            let when = self.truth(when, &cx);
            block.push(Stmt::Guard(when));
        }
        if leg.clause.verb.moves() {
            let own = self.movers(&leg.group.kinds, side);
            if leg.further {
                let here = self.and(Set::Local(TO), own);
                block.push(Stmt::Let(FROM, here));
                block.push(Stmt::Guard(Bool::Any(Set::Local(FROM))));
            } else {
                block.extend(self.pick_origin(own));
            }
        }
        block.extend(self.verb(leg, &mut cx));
        block
    }

    /// The choice of the cell that a ply begins with; it is kept where further legs or laps leave other cells.
    pub(super) fn pick_origin(&mut self, from: Set) -> Block {
        let mut block = vec![Stmt::Pick { local: FROM, from, show: Show::Origin }];
        if self.leaves_first_cell {
            let first = self.local(LocalKey::FirstFrom);
            block.push(Stmt::Let(first, Set::Local(FROM)));
        }
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

    /// `when` of the clause, and its label.
    pub(super) fn guard(&mut self, clause: &Clause, cx: &Context) -> Block {
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
    pub(super) fn arrive(&mut self, leg: Leg<'_>, cx: &mut Context, to: &Region) -> Block {
        let mut block = self.guard(leg.clause, cx);
        if self.decided_at(leg.clause, 0) {
            block.push(Stmt::Decided);
        }
        block.extend(self.displace(&leg.group.kinds, only_empty(to), cx));
        block.extend(self.after_from(leg, cx));
        block
    }

    /// The guard, then the effects.
    pub(super) fn guarded_effects(&mut self, leg: Leg<'_>, cx: &mut Context) -> Block {
        let mut block = self.guard(leg.clause, cx);
        block.extend(self.after(leg, cx));
        block
    }

    /// The effects, with the label before them and the mark after the last choice.
    pub(super) fn after(&mut self, leg: Leg<'_>, cx: &mut Context) -> Block {
        let mut block = Vec::new();
        if self.decided_at(leg.clause, 0) {
            block.push(Stmt::Decided);
        }
        block.extend(self.after_from(leg, cx));
        block
    }

    fn after_from(&mut self, leg: Leg<'_>, cx: &mut Context) -> Block {
        let clause = leg.clause;
        let mut body = Vec::new();
        for (i, effect) in clause.effects.iter().enumerate() {
            if i > 0 && self.decided_at(clause, i) {
                body.push(Stmt::Decided);
            }
            let more = self.effect(effect, leg.index, cx);
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
            && !self.has_legs
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
