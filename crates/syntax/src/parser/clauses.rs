//! Clauses and effects: pairs → tree.

use pest::iterators::Pair;
use rulesmith_grammar::Rule;

use super::build::{Build, Kids};
use crate::ast::{Branch, Clause, EachWay, Effect, EffectKind, Expr, ExprKind, Name, Owner, Repeated, Sown, Verb};
use crate::diag::Diagnostic;

impl Build<'_> {
    /// A clause of a move group, or `for each d in D` with its clauses.
    pub fn repeated(&mut self, pair: Pair<'_, Rule>) -> Option<Repeated> {
        if pair.as_rule() == Rule::clause {
            return self.clause(pair).map(|clause| Repeated::Once(Box::new(clause)));
        }
        let mut kids = Kids::of(pair);
        let way = self.each_way(kids.next()?)?;
        let clauses = kids.filter(|kid| matches!(kid.as_rule(), Rule::clause | Rule::each_clause));
        Some(Repeated::Each(way, clauses.map(|kid| self.repeated(kid)).collect::<Option<_>>()?))
    }

    fn each_way(&mut self, pair: Pair<'_, Rule>) -> Option<EachWay> {
        let mut parts = pair.into_inner().filter(|kid| matches!(kid.as_rule(), Rule::name | Rule::dirs));
        Some(EachWay { name: self.name(&parts.next()?), dirs: self.dirs(parts.next()?)? })
    }

    fn clause(&mut self, pair: Pair<'_, Rule>) -> Option<Clause> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let mut clause = Clause { verb: self.verb(kids.next()?)?, when: None, label: None, effects: Vec::new(), span };
        for kid in kids {
            let span = self.span(&kid);
            match kid.as_rule() {
                Rule::guard => {
                    let twice = clause.when.replace(self.last_expr(kid)?).is_some();
                    self.once(twice, span);
                }
                Rule::clause_label => {
                    let twice = clause.label.replace(self.name(&kid.into_inner().last()?)).is_some();
                    self.once(twice, span);
                }
                _ => clause.effects = self.some_effects(kid)?,
            }
        }
        Some(clause)
    }

    fn verb(&mut self, pair: Pair<'_, Rule>) -> Option<Verb> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        if rule == Rule::verb_picks {
            let mut picks = Vec::new();
            for pick in kids.every(Rule::pick) {
                picks.push(self.pick(pick)?);
            }
            return Some(Verb::Pick(picks));
        }
        let _verb = kids.next()?;
        Some(match rule {
            Rule::verb_step => Verb::Step { dirs: self.dirs(kids.next()?)?, to: self.slot(&mut kids, Rule::slot_to)? },
            Rule::verb_slide => {
                let dirs = self.dirs(kids.next()?)?;
                let exactly = match kids.opt(Rule::amount) {
                    Some(amount) => Some(self.expr(amount)?),
                    None => None,
                };
                let (exactly, most) = match exactly {
                    // A bracket takes a range's second end to itself.
                    Some(Expr { kind: ExprKind::Range(least, most), .. }) => (Some(*least), Some(*most)),
                    _ if kids.eat(Rule::dots) => (exactly, Some(self.expr(kids.next()?)?)),
                    _ => (exactly, None),
                };
                let through = self.some_slot(&mut kids, Rule::slot_through)?;
                Verb::Slide { dirs, exactly, most, through, to: self.slot(&mut kids, Rule::slot_to)? }
            }
            Rule::verb_leap => {
                let mut offsets = Vec::new();
                for offset in kids.every(Rule::offset) {
                    offsets.push(self.offset(offset)?);
                }
                Verb::Leap { offsets, to: self.slot(&mut kids, Rule::slot_to)? }
            }
            Rule::verb_hop => Verb::Hop {
                dirs: self.dirs(kids.next()?)?,
                before: self.some_slot(&mut kids, Rule::slot_through)?,
                over: self.slot(&mut kids, Rule::slot_over)?,
                after: self.some_slot(&mut kids, Rule::slot_through)?,
                to: self.slot(&mut kids, Rule::slot_to)?,
            },
            Rule::verb_place => {
                let kinds = self.names(kids.next()?.into_inner());
                Verb::Place { kinds, on: self.slot(&mut kids, Rule::slot_on)? }
            }
            Rule::verb_drop => {
                let (kinds, on) = self.dropped(kids)?;
                Verb::Drop { kinds, on }
            }
            Rule::verb_fly => Verb::Fly { to: self.slot(&mut kids, Rule::slot_to)? },
            Rule::verb_sow => {
                let from = self.expr(kids.next()?)?;
                Verb::Sow { from, way: self.sown(&mut kids)? }
            }
            Rule::verb_pass => Verb::Pass,
            _ => return None,
        })
    }

    /// `along L [from itself] [except R] [each { … }]`
    fn sown(&mut self, kids: &mut Kids<'_>) -> Option<Sown> {
        kids.eat(Rule::kw_along);
        let along = self.dirs(kids.next()?)?;
        let itself = kids.eat(Rule::sow_itself);
        let except = if kids.eat(Rule::kw_except) { Some(self.expr(kids.next()?)?) } else { None };
        let each = match kids.opt(Rule::sow_each) {
            Some(each) => self.some_effects(each.into_inner().last()?)?,
            None => Vec::new(),
        };
        Some(Sown { along, itself, except, each })
    }

    fn slot(&mut self, kids: &mut Kids<'_>, rule: Rule) -> Option<Expr> {
        self.last_expr(kids.opt(rule)?)
    }

    fn some_slot(&mut self, kids: &mut Kids<'_>, rule: Rule) -> Option<Option<Expr>> {
        match kids.opt(rule) {
            Some(slot) => Some(Some(self.last_expr(slot)?)),
            None => Some(None),
        }
    }

    fn pick(&mut self, pair: Pair<'_, Rule>) -> Option<(Name, Expr)> {
        let mut kids = Kids::of(pair);
        kids.eat(Rule::kw_pick);
        let name = self.name(&kids.next()?.into_inner().next()?);
        kids.eat(Rule::kw_in);
        Some((name, self.expr(kids.next()?)?))
    }

    /// `{ effects }`
    pub fn effects(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Effect>> {
        pair.into_inner().filter(|kid| kid.as_rule() == Rule::effect).map(|kid| self.effect(kid)).collect()
    }

    /// `{ effects }` where without them the same would be done.
    pub fn some_effects(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Effect>> {
        let span = self.span(&pair);
        let effects = self.effects(pair)?;
        if effects.is_empty() && self.sound {
            let report = Diagnostic::warning("without-effect", span, "nothing is done here");
            self.mistakes.push(report.help("write what is to be done, or leave it out"));
        }
        Some(effects)
    }

    fn effect(&mut self, pair: Pair<'_, Rule>) -> Option<Effect> {
        self.effect_of(pair.into_inner().next()?)
    }

    /// An effect from the pair of its own rule.
    fn effect_of(&mut self, pair: Pair<'_, Rule>) -> Option<Effect> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::pick {
            let (name, region) = self.pick(pair)?;
            return Some(Effect { kind: EffectKind::Pick { name, region }, span });
        }
        let mut kids = Kids::of(pair);
        let opener = kids.next()?;
        let kind = match rule {
            Rule::each_effect => EffectKind::Each(self.each_way(opener)?, self.some_effects(kids.next()?)?),
            Rule::take => EffectKind::Take(self.expr(kids.next()?)?),
            Rule::flip => EffectKind::Flip(self.expr(kids.next()?)?),
            Rule::put => self.put(kids)?,
            Rule::verb_drop => {
                let (kinds, on) = self.dropped(kids)?;
                EffectKind::Drop { kinds, on }
            }
            Rule::move_onto => {
                let (what, onto) = self.two(kids, Rule::kw_onto)?;
                EffectKind::Move { what, onto }
            }
            Rule::swap => {
                let (what, with) = self.two(kids, Rule::kw_with)?;
                EffectKind::Swap { what, with }
            }
            Rule::tuck => {
                let (what, under) = self.two(kids, Rule::kw_under)?;
                EffectKind::Tuck { what, under }
            }
            Rule::pile => {
                let number = match kids.opt(Rule::topmost) {
                    Some(topmost) => Some(self.expr(topmost.into_inner().nth(1)?)?),
                    None => None,
                };
                let (what, onto) = self.two(kids, Rule::kw_onto)?;
                EffectKind::Pile { number, what, onto }
            }
            Rule::promote => {
                let what = self.expr(kids.next()?)?;
                let kinds = kids.find(|kid| kid.as_rule() == Rule::kinds);
                EffectKind::Promote { what, to: kinds.map_or_else(Vec::new, |kinds| self.names(kinds.into_inner())) }
            }
            Rule::set => {
                let name = self.name(&kids.next()?);
                kids.eat(Rule::op_eq);
                EffectKind::Set { name, value: self.expr(kids.next()?)? }
            }
            Rule::reset => EffectKind::Reset(self.name(&kids.next()?)),
            Rule::rotate => {
                let what = self.expr(kids.next()?)?;
                EffectKind::Rotate { what, right: kids.eat(Rule::kw_right) }
            }
            Rule::if_else => {
                let condition = self.expr(kids.next()?)?;
                let first = kids.opt(Rule::effects)?;
                let (then, otherwise) = match kids.last() {
                    // `if C { } else { … }`: what is done where it does not hold.
                    Some(kid) if kid.as_rule() == Rule::if_else => (self.effects(first)?, vec![self.effect_of(kid)?]),
                    Some(kid) => (self.effects(first)?, self.some_effects(kid)?),
                    None => (self.some_effects(first)?, Vec::new()),
                };
                EffectKind::If { condition, then, otherwise }
            }
            Rule::while_holds => {
                let condition = self.expr(kids.next()?)?;
                EffectKind::While { condition, effects: self.some_effects(kids.next()?)? }
            }
            Rule::may => {
                let inner = self.effect(kids.next()?)?;
                match inner.kind {
                    EffectKind::Again { may: false, dirs } => EffectKind::Again { may: true, dirs },
                    _ => EffectKind::May(Box::new(inner)),
                }
            }
            Rule::either => {
                let mut branches = Vec::new();
                for kid in kids.filter(|kid| kid.as_rule() == Rule::branch) {
                    let mut kid = Kids::of(kid);
                    let effects = self.effects(kid.next()?)?;
                    branches.push(Branch { effects, label: kid.last().map(|name| self.name(&name)) });
                }
                EffectKind::Either(branches)
            }
            Rule::do_it => {
                let name = self.name(&kids.next()?);
                let args = match kids.opt(Rule::args) {
                    Some(args) => self.args(args)?,
                    None => Vec::new(),
                };
                EffectKind::Do { name, args }
            }
            Rule::again => {
                let dirs = match kids.find(|kid| kid.as_rule() == Rule::dirs) {
                    Some(dirs) => Some(self.dirs(dirs)?),
                    None => None,
                };
                EffectKind::Again { may: false, dirs }
            }
            Rule::extra_turn => EffectKind::ExtraTurn,
            Rule::require => EffectKind::Require(self.expr(kids.next()?)?),
            Rule::sow_effect => EffectKind::Sow {
                seeds: self.expr(kids.next()?)?,
                from: self.some_slot(&mut kids, Rule::sow_from)?,
                way: self.sown(&mut kids)?,
                effects: match kids.opt(Rule::effects) {
                    Some(effects) => self.some_effects(effects)?,
                    None => Vec::new(),
                },
            },
            Rule::relay => {
                let seeds = match kids.opt(Rule::expr) {
                    Some(seeds) => Some(self.expr(seeds)?),
                    None => None,
                };
                let from = self.some_slot(&mut kids, Rule::sow_from)?;
                let along = if kids.eat(Rule::kw_along) { Some(self.dirs(kids.next()?)?) } else { None };
                EffectKind::Relay { seeds, from, along }
            }
            _ => return None,
        };
        Some(Effect { kind, span })
    }

    /// Two operands with a word between them.
    fn two(&mut self, mut kids: Kids<'_>, word: Rule) -> Option<(Expr, Expr)> {
        let first = self.expr(kids.next()?)?;
        kids.eat(word);
        Some((first, self.expr(kids.next()?)?))
    }

    /// The kinds, none for any, and the region of a `drop`.
    fn dropped(&mut self, mut kids: Kids<'_>) -> Option<(Vec<Name>, Expr)> {
        // `any` has no names in it.
        let kinds = self.names(kids.next()?.into_inner());
        Some((kinds, self.slot(&mut kids, Rule::slot_on)?))
    }

    fn put(&mut self, mut kids: Kids<'_>) -> Option<EffectKind> {
        let number = match kids.opt(Rule::amount) {
            Some(amount) => Some(self.expr(amount)?),
            None => None,
        };
        let first = kids.next()?;
        let (owner, kind) = match first.as_rule() {
            Rule::kw_own => (Some(Owner::Own), kids.next()?),
            Rule::kw_enemy => (Some(Owner::Enemy), kids.next()?),
            _ => match kids.opt(Rule::capital) {
                Some(kind) => (Some(Owner::Player(self.name(&first))), kind),
                None => (None, first),
            },
        };
        kids.eat(Rule::kw_on);
        Some(EffectKind::Put { number, owner, kind: self.name(&kind), on: self.expr(kids.next()?)? })
    }
}
