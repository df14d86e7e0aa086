//! Effects, definitions of effects expanded.

use super::expr::bare;
use super::messages;
use super::scope::{Analyzer, Binding, InSowing, Place, Value};
use crate::board::SiteSet;
use crate::game::Side;
use crate::rules::{
    Branch, DirSet, Effect, KindId, Life, MOST_IN_A_STACK, Number, Region, Sowing, StateValue, TO, Truth,
};
use crate::source::Span;
use crate::syntax::ast::{self, DefineBody, EffectKind, Expr, ExprKind, Name, Owner};

/// Checked effects.
#[derive(Debug, Default)]
pub struct Effects {
    /// The effects.
    pub list: Vec<Effect>,
    /// Where an `again` stands in them, if one does.
    pub again: Option<Span>,
    /// Where a `relay` stands in them, if one does.
    pub relay: Option<Span>,
    /// The first one that lets the player choose.
    pub choice: Option<Span>,
}

impl Effects {
    /// What is known of two blocks of which one is done.
    fn either(&self, other: &Effects) -> Effects {
        let (again, relay) = (self.again.or(other.again), self.relay.or(other.relay));
        Effects { again, relay, choice: self.choice.or(other.choice), list: Vec::new() }
    }
}

/// Whether a region is all pieces or empty cells, of the board or of some cells: more than one but by chance.
fn is_crowd(region: &Region) -> bool {
    match region {
        Region::Empty | Region::Pieces { kinds: None, .. } => true,
        Region::Or(a, b) => is_crowd(a) || is_crowd(b),
        Region::Except(a, _) => is_crowd(a),
        Region::On(a, b) => {
            let many = |e: &Region| is_crowd(e) || matches!(e, Region::Const(cells) if cells.len() > 1);
            many(a) && many(b)
        }
        _ => false,
    }
}

impl Analyzer<'_> {
    /// A block of effects. Choices made in it are known to what follows in it.
    pub fn effects(&mut self, effects: &[ast::Effect]) -> Effects {
        let (known, later) = (self.env.names.len(), self.env.later.len());
        let picks = effects.iter().filter_map(|effect| match &effect.kind {
            EffectKind::Pick { name, .. } => Some((name.text.clone(), name.span)),
            _ => None,
        });
        self.env.later.extend(picks);
        let mut all = Effects::default();
        let mut choices = Vec::new();
        for effect in effects {
            if let Some(again) = all.again {
                self.report(messages::after_again(effect.span, again));
                break;
            }
            if let Some(relay) = all.relay {
                self.report(messages::after_relay(effect.span, relay));
                break;
            }
            let some = self.deeper(effect.span, |this| Some(this.effect(effect)));
            if let Some(some) = some {
                if let (Some(choice), Some(relay)) = (all.choice, some.relay) {
                    self.report(messages::choice_in_lap(choice, relay));
                }
                all.list.extend(some.list);
                (all.again, all.relay) = (some.again, some.relay);
                all.choice = all.choice.or(some.choice);
            }
            if let (EffectKind::Pick { name, .. }, Some((_, Binding::Local(local)))) =
                (&effect.kind, self.env.names.last())
            {
                choices.push((name.clone(), *local));
            }
        }
        self.report_unasked(choices);
        self.env.names.truncate(known);
        self.env.later.truncate(later);
        all
    }

    fn effect(&mut self, effect: &ast::Effect) -> Effects {
        let span = effect.span;
        match &effect.kind {
            EffectKind::If { condition, then, otherwise } => return self.conditional(condition, then, otherwise),
            EffectKind::While { condition, effects } => return self.again_and_again(condition, effects, span),
            EffectKind::Either(branches) => return self.either(branches, span),
            EffectKind::Do { name, args } => return self.perform(name, args),
            EffectKind::Each(way, body) => return self.each_effect(way, body),
            EffectKind::May(inner) => {
                self.env.mays += 1;
                let number = self.env.mays;
                let inner = self.effects(std::slice::from_ref(inner));
                if inner.list.is_empty() {
                    return inner;
                }
                if let Some(relay) = inner.relay {
                    self.report(messages::choice_in_lap(span, relay));
                }
                return Effects { list: vec![Effect::May(inner.list, number)], choice: Some(span), ..inner };
            }
            EffectKind::Again { may, dirs } => {
                if self.env.place == Place::Finally {
                    self.report(messages::again_in_finally(span));
                }
                let again = Effects { again: Some(span), choice: Some(span), ..Effects::default() };
                let dirs = match dirs {
                    Some(dirs) => match self.dirs(dirs) {
                        Some(dirs) => Some(dirs),
                        None => return again,
                    },
                    None => None,
                };
                return Effects { list: vec![Effect::Again { may: *may, dirs }], ..again };
            }
            EffectKind::Sow { seeds, from, way, effects } => {
                if self.env.sowing == InSowing::Each {
                    self.report(messages::sow_in_each(span));
                }
                let what = self.some_cells(seeds);
                let kind = what.as_ref().and_then(|what| self.sown_kind(what, span));
                let start = self.start("sow", seeds, from.as_ref());
                let first = kind.zip(what).zip(start).map(|((kind, what), start)| (kind, what, start));
                return self.sowing(first, way, effects, false);
            }
            EffectKind::Relay { seeds, from, along } => {
                let relay = self.relay(seeds.as_ref(), from.as_ref(), along.as_ref(), span);
                return Effects { list: relay.into_iter().collect(), relay: Some(span), ..Effects::default() };
            }
            _ => {}
        }
        let choice = match &effect.kind {
            EffectKind::Pick { .. } | EffectKind::Drop { .. } => true,
            EffectKind::Promote { to, .. } => to.len() > 1,
            _ => false,
        };
        let list = self.plain(effect).into_iter().collect();
        Effects { list, choice: choice.then_some(span), ..Effects::default() }
    }

    /// The kind that is sown from some cells: the one that they name, else the first that is counted.
    pub(super) fn sown_kind(&mut self, seeds: &Region, span: Span) -> Option<KindId> {
        let counted = |kind: &KindId| self.scope.kinds[*kind].counted;
        let named = seeds.conjuncts().into_iter().find_map(|part| match part {
            Region::Pieces { kinds: Some(kinds), .. } => kinds.iter().copied().find(counted),
            _ => None,
        });
        let kind = named.or_else(|| (0..self.scope.kinds.len()).find(counted));
        if kind.is_none() {
            self.report_uncounted(messages::nothing_counted("sow", span), "`sow` needs it as well");
        }
        kind
    }

    /// The cell where a lap starts: where its pieces were, unless another is named.
    fn start(&mut self, word: &str, seeds: &Expr, from: Option<&Expr>) -> Option<Region> {
        let Some(from) = from else { return self.one_cell(word, seeds) };
        self.one_cell(&format!("{word} … from"), from)
    }

    /// The way of a sowing.
    fn one_way(&mut self, along: &ast::Dirs) -> Option<DirSet> {
        let dirs = self.dirs(along)?;
        if dirs.fixed.iter().any(|fixed| fixed.len() + dirs.plus.len() != 1) {
            self.report(messages::sow_one_way(along.span));
            return None;
        }
        Some(dirs)
    }

    /// A sowing, from its kind, what is sown first, and where that starts.
    pub(super) fn sowing(
        &mut self,
        first: Option<(KindId, Region, Region)>,
        way: &ast::Sown,
        effects: &[ast::Effect],
        verb: bool,
    ) -> Effects {
        let along = self.one_way(&way.along);
        let outside = (self.env.from, self.env.to, self.env.sowing);
        self.env.from = true;
        let except = match &way.except {
            Some(except) => self.region(except).map(Some),
            None => Some(None),
        };
        (self.env.to, self.env.sowing) = (true, InSowing::Each);
        let each = self.effects(&way.each);
        if let Some(again) = each.again {
            self.report(messages::again_in_lap(again));
        } else if let Some(choice) = each.choice {
            self.report(messages::choice_in_each(choice));
        }
        // Laps within laps would be a million.
        self.env.sowing = match outside.2 {
            InSowing::None | InSowing::Perhaps if !self.env.rounds => InSowing::Lap,
            _ => InSowing::Inner,
        };
        let after = self.effects(effects);
        (self.env.from, self.env.to, self.env.sowing) = outside;
        let list = first.zip(along).zip(except).map(|(((kind, seeds, from), along), except)| {
            let (each, effects) = (each.list, after.list);
            let itself = way.itself;
            Effect::Sow(Box::new(Sowing { kind, seeds, from, along, itself, except, each, effects, verb }))
        });
        Effects { list: list.into_iter().collect(), relay: None, ..after }
    }

    /// `relay R from C along L`
    fn relay(
        &mut self,
        seeds: Option<&Expr>,
        from: Option<&Expr>,
        along: Option<&ast::Dirs>,
        span: Span,
    ) -> Option<Effect> {
        let wrong = match self.env.sowing {
            InSowing::Inner if self.env.rounds => {
                Some("a sowing in what `while` does is one lap: there is no `relay` in it")
            }
            _ if self.env.rounds => Some("`while` has no `relay` in it: it is another lap of a sowing"),
            InSowing::Lap | InSowing::Perhaps => None,
            InSowing::None => Some("`relay` is another lap of a sowing, and here nothing is sown"),
            InSowing::Each => Some("in the middle of a lap there is no `relay`"),
            InSowing::Inner => Some("a sowing within the effects of another is one lap: there is no `relay` in it"),
        };
        if let Some(wrong) = wrong {
            self.report(messages::no_relay(wrong, span));
            return None;
        }
        let (what, start) = match seeds {
            Some(seeds) => (self.some_cells(seeds), self.start("relay", seeds, from)),
            None => (Some(Region::Local(TO)), Some(Region::Local(TO))),
        };
        let along = match along {
            Some(along) => Some(self.one_way(along)?),
            None => None,
        };
        Some(Effect::Relay { seeds: what?, from: start?, along })
    }

    /// The effects that are one effect.
    fn plain(&mut self, effect: &ast::Effect) -> Option<Effect> {
        let span = effect.span;
        Some(match &effect.kind {
            EffectKind::Take(what) => Effect::Take(self.pieces_on(what)?),
            EffectKind::Put { number, owner, kind, on } => self.put(number.as_ref(), owner.as_ref(), kind, on)?,
            EffectKind::Drop { kinds, on } => {
                let (kinds, on) = (self.dropped(kinds, span), self.some_cells(on));
                Effect::Drop { kinds: kinds?, on: on?, cell: self.fresh() }
            }
            EffectKind::Flip(what) => {
                let region = self.pieces_on(what)?;
                let neutral = |kind: KindId| self.scope.kinds[kind].neutral;
                if kinds_on(&region).is_some_and(|kinds| kinds.iter().all(|&kind| neutral(kind))) {
                    self.report(messages::without_effect("neutral pieces have no side to change", what.span));
                }
                Effect::Flip(region)
            }
            EffectKind::Move { what, onto } => {
                // Counted pieces are poured together.
                let pours = self.scope.kinds.iter().all(|kind| kind.counted);
                let from = if pours { self.some_cells(what) } else { self.one_cell("move", what) };
                let onto = self.one_cell("move … onto", onto);
                Effect::Move { what: from?, onto: onto? }
            }
            EffectKind::Swap { what, with } => {
                let (what, with) = (self.one_cell("swap", what), self.one_cell("swap", with));
                Effect::Swap { what: what?, with: with? }
            }
            EffectKind::Promote { what, to } => self.promote(what, to, span)?,
            EffectKind::Set { name, value } => self.set(name, value, span)?,
            EffectKind::Reset(name) => Effect::Reset(self.state_of(name)?),
            EffectKind::Tuck { what, under } => {
                self.needs_stacks(span);
                let (what, under) = (self.pieces_on(what), self.one_cell("tuck … under", under));
                Effect::Tuck { what: what?, under: under? }
            }
            EffectKind::Pile { number, what, onto } => {
                self.needs_stacks(span);
                if let Some(n) = number
                    && matches!(bare(n).kind, ExprKind::Number(0))
                {
                    self.report(messages::without_effect("no piece goes", n.span));
                }
                let number = number.as_ref().map(|n| self.number(n));
                let (what, onto) = (self.one_cell("pile", what), self.one_cell("pile … onto", onto));
                let number = match number {
                    Some(number) => number?,
                    None => Number::Const(MOST_IN_A_STACK as i64),
                };
                Effect::Pile { number, what: what?, onto: onto? }
            }
            EffectKind::Rotate { what, right } => {
                if self.scope.kinds.iter().any(|kind| kind.counted || kind.stacked) {
                    self.report(messages::rotate_single(span));
                }
                let region = self.region(what)?;
                if let Region::Const(set) = &region
                    && !super::boards::is_square(&self.scope.topology, set)
                {
                    self.report(messages::rotate_square(what.span));
                }
                Effect::Rotate { what: region, right: *right }
            }
            EffectKind::Pick { name, region } => {
                let region = self.picked_from(region);
                let names = self.env.names.clone();
                self.check_pick_name(name, &names);
                let local = self.fresh();
                let binding = if region.is_some() { Binding::Local(local) } else { Binding::Poison };
                self.env.names.push((name.text.clone(), binding));
                Effect::Pick(local, region?)
            }
            EffectKind::ExtraTurn => Effect::ExtraTurn,
            EffectKind::Require(condition) => Effect::Require(self.truth(condition)?),
            _ => unreachable!("composed effects are handled by their caller"),
        })
    }

    fn conditional(&mut self, condition: &Expr, then: &[ast::Effect], otherwise: &[ast::Effect]) -> Effects {
        let condition = self.truth(condition);
        let (then, otherwise) = (self.effects(then), self.effects(otherwise));
        let known = then.either(&otherwise);
        let list = match condition {
            // What an option decides is decided here.
            Some(Truth::Const(true)) => return then,
            Some(Truth::Const(false)) => return otherwise,
            Some(condition) => vec![Effect::If(condition, then.list, otherwise.list)],
            None => Vec::new(),
        };
        Effects { list, ..known }
    }

    /// `while C { … }`: nothing is chosen in it, and it is not done within anything else that is done again and again.
    fn again_and_again(&mut self, condition: &Expr, effects: &[ast::Effect], span: Span) -> Effects {
        let sowing = !matches!(self.env.sowing, InSowing::None | InSowing::Perhaps);
        if self.env.rounds || sowing {
            self.report(messages::rounds_in_rounds(sowing, span));
        }
        let outside = std::mem::replace(&mut self.env.rounds, true);
        let condition = self.truth(condition);
        let effects = self.effects(effects);
        self.env.rounds = outside;
        if let Some(choice) = effects.choice {
            self.report(messages::choice_in_rounds(choice));
        }
        let list = match condition {
            Some(Truth::Const(false)) | None => Vec::new(),
            Some(Truth::Const(true)) => {
                self.report(messages::endless_rounds(span));
                Vec::new()
            }
            Some(condition) => vec![Effect::While(condition, effects.list)],
        };
        Effects { list, ..Effects::default() }
    }

    fn either(&mut self, branches: &[ast::Branch], span: Span) -> Effects {
        let mut all = Effects { choice: Some(span), ..Effects::default() };
        let mut list = Vec::new();
        for branch in branches {
            let effects = self.effects(&branch.effects);
            if let Some(relay) = effects.relay {
                self.report(messages::choice_in_lap(span, relay));
            }
            all = all.either(&effects);
            let label = branch.label.as_ref().map(|label| self.label(label));
            list.push(Branch { label, effects: effects.list });
        }
        all.list = vec![Effect::Either(list)];
        all
    }

    /// `for each d in D { … }`: for one direction after the other.
    fn each_effect(&mut self, way: &ast::EachWay, body: &[ast::Effect]) -> Effects {
        let mut all = Effects::default();
        self.for_each(way, |this| {
            if let Some(again) = all.again {
                return this.report(messages::again_in_each(again));
            }
            if let Some(relay) = all.relay {
                return this.report(messages::relay_in_each(relay));
            }
            let some = this.effects(body);
            all.list.extend(some.list);
            (all.again, all.relay) = (some.again, some.relay);
            all.choice = all.choice.or(some.choice);
        });
        all
    }

    /// `do name(args)`: what the definition says, its parameters bound first.
    fn perform(&mut self, name: &Name, args: &[Expr]) -> Effects {
        let bindings: Vec<Binding> = args.iter().map(|argument| self.argument(argument)).collect();
        let Some(define) = self.definition(name, args.len(), true) else { return Effects::default() };
        let DefineBody::Effects(body) = &define.item.body else {
            self.report(messages::value_as_effects(&name.text, name.span));
            return Effects::default();
        };
        let mut list = Vec::new();
        let mut names = Vec::new();
        for (param, mut binding) in define.item.params.iter().zip(bindings) {
            // A region is read before the definition changes anything.
            if let Binding::Value(value, _) = &binding
                && let Value::Region(region) = &**value
                && !matches!(region, Region::Const(_) | Region::Local(_))
            {
                let local = self.fresh();
                list.push(Effect::Let(local, region.clone()));
                binding = Binding::Local(local);
            }
            names.push((param.text.clone(), binding));
        }
        let env = self.inside(name, names);
        let mut body = self.within(env, |this| this.effects(body));
        list.append(&mut body.list);
        Effects { list, ..body }
    }

    /// A region whose pieces something is done to.
    fn pieces_on(&mut self, expr: &Expr) -> Option<Region> {
        let region = self.some_cells(expr)?;
        if without_pieces(&region) {
            self.report(messages::without_effect("no piece stands on an empty cell", expr.span));
        }
        Some(region)
    }

    /// A region that is no use without cells.
    pub(super) fn some_cells(&mut self, expr: &Expr) -> Option<Region> {
        let region = self.region(expr)?;
        let literal = matches!(&bare(expr).kind, ExprKind::Name(word) if word == "none");
        // Arguments and options may well leave nothing to do; and what is empty for a reason was told.
        let given = |binding: &Binding| matches!(binding, Binding::Value(..) | Binding::Dirs(_));
        let argument = self.env.names.iter().any(|(_, binding)| given(binding));
        let told = self.says("always-empty", expr.span);
        if region == self.nothing() && (literal || self.scope.options.is_empty() && !argument && !told) {
            self.report(messages::nothing_in(expr.span));
        }
        Some(region)
    }

    /// What a choice is made from: cells, never numbers.
    pub(super) fn picked_from(&mut self, expr: &Expr) -> Option<Region> {
        let numbers = match &bare(expr).kind {
            ExprKind::Number(_) => self.are_numbers([bare(expr)]),
            ExprKind::Range(a, b) => self.are_numbers([&**a, &**b]),
            ExprKind::List(members) => self.are_numbers(members),
            _ => false,
        };
        if numbers {
            self.report(messages::number_picked(expr.span));
            return None;
        }
        self.some_cells(expr)
    }

    /// A region that is one cell, as far as that can be seen.
    fn one_cell(&mut self, word: &str, expr: &Expr) -> Option<Region> {
        let region = self.region(expr)?;
        let cells = match &region {
            Region::Const(set) => Some(set.len()),
            Region::PerSide(_, sets) => {
                let sizes = sets.each_ref().map(SiteSet::len);
                sizes.alike().then_some(sizes[Side::First])
            }
            _ => None,
        };
        // Counted pieces would be poured together.
        if self.told("not-counted") {
            return Some(region);
        }
        if let Some(cells) = cells.filter(|&cells| cells != 1) {
            self.report(messages::not_one_cell(word, cells, expr.span));
        } else if is_crowd(&region) {
            self.report(messages::hardly_one_cell(word, expr.span));
        }
        Some(region)
    }

    fn put(&mut self, number: Option<&Expr>, owner: Option<&Owner>, kind: &Name, on: &Expr) -> Option<Effect> {
        if let Some(number) = number.filter(|number| matches!(&number.kind, ExprKind::Name(word) if word == "neutral"))
        {
            self.report(messages::neutral_put(&kind.text, number.span));
            return None;
        }
        let amount = number.map(|n| (self.number(n), n.span));
        let id = self.kind_of(kind);
        let who = owner.map(|o| self.who(o, kind.span));
        let on = self.some_cells(on);
        let id = id?;
        let info = &self.scope.kinds[id];
        let (neutral, counted) = (info.neutral, info.counted);
        if neutral && owner.is_some() {
            self.report(messages::neutral_has_no_owner(&kind.text, kind.span));
            return None;
        }
        let amount = match amount {
            Some((amount, span)) => {
                if !counted {
                    self.several_of_one(kind, span);
                }
                amount?
            }
            None => Number::Const(1),
        };
        if let (Number::Const(0), Some(written)) = (&amount, number)
            && matches!(bare(written).kind, ExprKind::Number(_))
        {
            self.report(messages::without_effect("it puts none down", written.span));
        }
        let who = match who {
            Some(who) => Some(who?),
            None if neutral => None,
            None => Some(crate::rules::Who::Own),
        };
        Some(Effect::Put { number: amount, who, kind: id, on: on? })
    }

    fn promote(&mut self, what: &Expr, to: &[Name], span: Span) -> Option<Effect> {
        let place = what.span;
        let what = self.pieces_on(what);
        let mut kinds: Vec<KindId> = Vec::new();
        for name in to {
            let kind = self.kind_of(name)?;
            if kinds.contains(&kind) {
                self.report(messages::kind_twice(&name.text, name.span));
            }
            kinds.push(kind);
        }
        if to.is_empty() && self.scope.kinds.iter().all(|k| k.promotes_to.is_none()) {
            if !self.scope.lenient {
                self.report(messages::promotes_to_what(span));
            }
            return None;
        }
        let what = what?;
        if let Some(now) = kinds_on(&what) {
            let stays = |&kind: &KindId| match &kinds[..] {
                [] => self.scope.kinds[kind].promotes_to.is_none(),
                kinds => kinds == [kind],
            };
            if now.iter().all(stays) {
                self.report(messages::without_effect("these pieces stay what they are", place));
            }
        }
        Some(Effect::Promote { what, to: kinds })
    }

    fn set(&mut self, name: &Name, value: &Expr, span: Span) -> Option<Effect> {
        let state = self.state_of(name);
        if matches!(&bare(value).kind, ExprKind::Name(word) if *word == name.text) {
            self.report(messages::without_effect("it sets a state to what it is", name.span.to(value.span)));
        }
        let cells = state.is_none_or(|id| matches!(self.scope.states[id].initial, StateValue::Cells(_)));
        if state.is_none() {
            drop(self.value(value));
            return None;
        }
        if cells && matches!(&bare(value).kind, ExprKind::Name(word) if word == "empty") {
            self.report(messages::set_to_empty(&name.text, value.span));
        }
        let is_clock = state.is_some_and(|id| self.scope.states[id].life == Life::Clock);
        if is_clock && matches!(&bare(value).kind, ExprKind::Number(0)) {
            self.report(messages::clock_set_to_zero(&name.text, span));
        }
        match cells {
            true => self.region(value).map(|v| Effect::SetCells(state.unwrap_or(0), v)),
            false => self.number(value).map(|v| Effect::SetNumber(state.unwrap_or(0), v)),
        }
    }
}

/// Whether no piece can stand in a region, as its words tell.
fn without_pieces(region: &Region) -> bool {
    match region {
        Region::Empty => true,
        Region::On(a, b) => without_pieces(a) || without_pieces(b),
        Region::Except(a, _) => without_pieces(a),
        Region::Or(a, b) | Region::Else(a, b) => without_pieces(a) && without_pieces(b),
        _ => false,
    }
}

/// The kinds that alone can stand in a region, where its words tell.
fn kinds_on(region: &Region) -> Option<Vec<KindId>> {
    match region {
        Region::Pieces { kinds, .. } => kinds.clone(),
        Region::On(a, b) => kinds_on(a).or_else(|| kinds_on(b)),
        Region::Except(a, _) => kinds_on(a),
        Region::Or(a, b) | Region::Else(a, b) => Some([kinds_on(a)?, kinds_on(b)?].concat()),
        _ => None,
    }
}
