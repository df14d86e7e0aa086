//! What never comes about, as follows from where pieces may ever stand and whose plies may take them off: clauses that can't be played,
//! verdicts that can't hold, or hold for one player whatever happens, or are asked a ply late. Told where nothing else is, since it may
//! all follow from that.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::super::standing::{Ply, Standing};
use super::conditions::Decided;
use super::endings::{always_passes, passing};
use super::{clauses, conjuncts, is_anything_told};
use crate::board::SiteSet;
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{
    Clause, Compare, Effect, Group, HistoryTest, KindId, Number, Owned, Placing, Region, Rules, Truth, Verb, Verdict,
    VerdictKind, Who,
};
use crate::source::Span;
use crate::syntax::ast;

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    // What options decide is meant to be so.
    if !items.options.is_empty() || is_anything_told(analyzer) {
        return;
    }
    let Some(standing) = Standing::of(rules) else { return };
    let of = Of { rules, standing: &standing };
    links(analyzer, items, rules);
    of.clauses(analyzer);
    of.placements(analyzer);
    of.hands(analyzer, items);
    if is_anything_told(analyzer) {
        return;
    }
    of.effects(analyzer, items);
    rules.verdicts.iter().for_each(|verdict| of.verdict(analyzer, verdict));
    of.legal(analyzer);
    passes_and_repetitions(analyzer, rules);
}

/// Players who are stuck though they may pass, and positions that come again in games that only go on.
fn passes_and_repetitions(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let goes_on = only_goes_on(rules);
    let passes = rules.legal.is_empty() && always_passes(rules);
    for legal in rules.legal.iter().filter(|legal| goes_on && legal.condition.asks_history()) {
        analyzer.report(messages::never_comes_again(legal.span));
    }
    // A law against positions that stand so often leaves no verdict on them.
    let laws = rules.legal.iter().flat_map(|legal| conjuncts(&legal.condition));
    let forbidden = laws.filter_map(|law| forbidden_repeats(rules, law)).min();
    for verdict in &rules.verdicts {
        for part in conjuncts(&verdict.when) {
            if matches!(part, Truth::History(HistoryTest::Repeats(n)) if forbidden.is_some_and(|often| often <= *n)) {
                analyzer.report(messages::repetition_is_forbidden(verdict.span));
            } else if goes_on && matches!(part, Truth::History(HistoryTest::Repeats(_))) {
                analyzer.report(messages::never_comes_again(verdict.span));
            } else if let (true, Truth::Stuck(who, _)) = (passes, part) {
                let asked = if *who == Who::Own { "own" } else { "enemy" };
                analyzer.report(messages::who_passes_is_not_stuck(asked, verdict.span));
            }
        }
    }
}

/// How often a position never stands by this law.
fn forbidden_repeats(rules: &Rules, law: &Truth) -> Option<u32> {
    if *law == Truth::History(HistoryTest::NewBoard) {
        // A pass leaves the board as it is.
        return (!passing(rules)).then_some(2);
    }
    let Truth::Not(inner) = law else { return None };
    if let Truth::History(HistoryTest::Repeats(often)) = **inner { Some(often) } else { None }
}

/// Whether no position ever comes again, since every ply adds a piece that stays, or brings one of the player's nearer to the far rank.
fn only_goes_on(rules: &Rules) -> bool {
    let stays = |effect: &&Effect| {
        matches!(
            effect,
            Effect::SetCells(..) | Effect::SetNumber(..) | Effect::Reset(_) | Effect::If(..) | Effect::Require(_)
        ) || matches!(effect, Effect::ExtraTurn | Effect::Again { .. } | Effect::Pick(..) | Effect::Let(..))
    };
    let takes = |effect: &&Effect| matches!(effect, Effect::Take(_));
    let places = |clause: &Clause| {
        let empty = |placing: Placing<'_>| placing.on.conjuncts().contains(&&Region::Empty);
        clause.verb.placing().is_some_and(empty)
    };
    let ahead = |(group, clause): (&Group, &Clause)| {
        clause.verb.dirs().is_some_and(|dirs| rules.only_advance(&group.kinds, dirs))
    };
    let effects = rules.effects();
    !passing(rules)
        && (rules.clauses().all(places) && effects.iter().all(stays)
            || clauses(rules).all(ahead) && effects.iter().all(|effect| stays(effect) || takes(effect)))
}

struct Of<'r> {
    rules: &'r Rules,
    standing: &'r Standing<'r>,
}

impl<'r> Of<'r> {
    fn ply(&self, side: Side) -> Ply<'r> {
        Ply::of(side, self.rules.topology.sites())
    }

    /// Clauses that neither player can ever play with any piece that there may be.
    fn clauses(&self, analyzer: &mut Analyzer<'_>) {
        let mut last = None;
        for (group, clause) in clauses(self.rules) {
            if !clause.verb.moves() || group.when == Some(Truth::Const(false)) || last == Some(clause.span) {
                continue;
            }
            last = Some(clause.span);
            // `for each` writes a clause several times.
            let copies = || group.clauses.iter().filter(|copy| copy.span == clause.span);
            let movers = || Side::ALL.into_iter().flat_map(|side| group.kinds.iter().map(move |&kind| (side, kind)));
            let there = |(side, kind)| !self.standing.cells_of(self.standing.piece(side, kind)).is_empty();
            let played = |(side, kind)| copies().any(|copy| self.standing.ply(group, copy, side, kind).is_some());
            if movers().any(there) && !movers().any(played) {
                analyzer.report(messages::clause_never_played(matches!(clause.verb, Verb::Hop { .. }), clause.span));
            }
        }
    }

    /// Conditions of effects that never hold, whoever plays the clause.
    fn effects(&self, analyzer: &mut Analyzer<'_>, items: &Items<'_>) {
        let written: Vec<&ast::Clause> = items.moves.iter().flat_map(|item| item.0.all_clauses()).collect();
        let mut last = None;
        for (group, clause) in clauses(self.rules) {
            let Some(written) = written.iter().find(|written| written.span == clause.span) else { continue };
            if last.replace(clause.span) == Some(clause.span) {
                continue;
            }
            let mut places = Vec::new();
            written_conditions(&written.effects, &mut places);
            // `for each` writes a clause several times.
            let copies = group.clauses.iter().filter(|copy| copy.span == clause.span);
            let copies: Vec<(Vec<Ply<'_>>, Vec<&Truth>)> = copies
                .map(|copy| {
                    let (plies, effects) = self.plies(group, copy);
                    let mut asked = Vec::new();
                    conditions(effects, &mut asked);
                    (plies, asked)
                })
                .collect();
            // Definitions have conditions of their own, and `for each` may write effects several times, too.
            if copies.iter().all(|(plies, _)| plies.is_empty())
                || copies.iter().any(|(_, asked)| asked.len() != places.len())
            {
                continue;
            }
            for (at, place) in places.into_iter().enumerate() {
                // Men of one player may well go where the other one's never do; pits are alike.
                let sows = matches!(clause.verb, Verb::Sow { .. });
                let never = |side: Side| {
                    let of_side = |(plies, asked): &(Vec<Ply<'_>>, Vec<&Truth>)| {
                        plies.iter().filter(|ply| ply.side == side).all(|ply| self.never(asked[at], ply))
                    };
                    copies.iter().all(of_side)
                };
                match [Side::First, Side::Second].map(never) {
                    [true, true] => analyzer.report(messages::never_ends_there(None, sows, place)),
                    [false, false] => {}
                    [first, _] if sows => {
                        let side = if first { Side::First } else { Side::Second };
                        analyzer.report(messages::never_ends_there(Some(&self.rules.players[side]), sows, place));
                    }
                    [_, _] => {}
                }
            }
        }
    }

    /// A clause as the players may play it, and the effects in which `to` is where it ends.
    fn plies(&self, group: &'r Group, clause: &'r Clause) -> (Vec<Ply<'r>>, &'r [Effect]) {
        if clause.verb.moves() {
            let kinds = Side::ALL.into_iter().flat_map(|side| group.kinds.iter().map(move |&kind| (side, kind)));
            let plies = kinds.filter_map(|(side, kind)| self.standing.ply(group, clause, side, kind));
            return (plies.collect(), &clause.effects);
        }
        if let Verb::Sow { .. } = clause.verb {
            let sown: Vec<_> = Side::ALL.into_iter().filter_map(|side| self.standing.sowing(clause, side)).collect();
            let effects = sown.first().map_or(&[][..], |(_, sowing)| &sowing.effects);
            return (sown.into_iter().map(|(ply, _)| ply).collect(), effects);
        }
        (Vec::new(), &[])
    }

    /// Pieces that are put where others stand already, and so never come to most of the board.
    fn placements(&self, analyzer: &mut Analyzer<'_>) {
        let placings = || clauses(self.rules).filter(|(_, clause)| clause.verb.placing().is_some());
        if self.rules.clauses().any(|clause| clause.verb.placing().is_none() && clause.verb != Verb::Pass) {
            return;
        }
        let main = self.rules.topology.select(|cell| cell.board == 0);
        let never = main.minus(&self.standing.taken());
        let follows = |region: &Region| visit::has(region, |node| matches!(node, Node::Region(Region::Step { .. })));
        let Some((_, clause)) = placings().find(|(_, clause)| clause.verb.placing().is_some_and(|p| follows(p.on)))
        else {
            return;
        };
        if !never.is_empty() && never.len() * 2 > main.len() {
            let cell = never.first().map_or("", |site| &self.rules.topology.cells[site].name);
            analyzer.report(messages::never_reached(never.len(), main.len(), cell, clause.span));
        }
    }

    fn verdict(&self, analyzer: &mut Analyzer<'_>, verdict: &Verdict) {
        let parts = conjuncts(&verdict.when);
        if let Some(cell) = parts.iter().find_map(|part| self.stays_empty(part)) {
            return analyzer.report(messages::never_filled(&verdict.text, cell, verdict.span));
        }
        // Asked of both, whoever has moved.
        if let Some(part) =
            parts.iter().find(|part| Side::ALL.into_iter().all(|side| self.never(part, &self.ply(side))))
        {
            let stands = matches!(part, Truth::Some(_) | Truth::Or(..));
            return analyzer.report(messages::verdict_never_holds(&verdict.text, stands, verdict.span));
        }
        if let Some(kinds) = parts.iter().find_map(|part| self.never_lost(part)) {
            let kept = kinds.iter().any(|&kind| self.rules.is_out_of_reach(kind));
            let kinds = self.names(kinds);
            return analyzer.report(messages::nothing_takes_these(&verdict.text, &kinds, kept, verdict.span));
        }
        if parts.len() == 1
            && matches!(verdict.kind, VerdictKind::Win(_))
            && let Some((side, kinds)) = self.always_of_one(parts[0])
        {
            // Whose enemy has such pieces, wins by their loss.
            let of_enemy = matches!(Self::gone(parts[0]), Some((Some(Who::Enemy), _)));
            let [player, winner] = [side, if of_enemy { side.other() } else { side }].map(|s| &*self.rules.players[s]);
            let kinds = self.names(kinds);
            return analyzer.report(messages::holds_for_one(&verdict.text, [player, winner], &kinds, verdict.span));
        }
        // What else is asked may well come about by this move.
        if let (VerdictKind::Win(_), [part]) = (&verdict.kind, &parts[..])
            && !self.asked_elsewhere(verdict)
            && let Some(own) = self.late(part)
        {
            analyzer.report(messages::a_ply_late(own, verdict.span));
        }
    }

    /// A cell that always is empty, of those that a condition asks to be filled.
    fn stays_empty(&self, part: &Truth) -> Option<&'r str> {
        let asked = part.none_of()?.conjuncts();
        let others: Vec<&&Region> = asked.iter().filter(|part| ***part != Region::Empty).collect();
        let never = SiteSet::full(self.rules.topology.sites()).minus(&self.standing.taken());
        let always = |side: Side| {
            let fixed = others.iter().map(|part| part.fixed(side)).collect::<Option<Vec<_>>>()?;
            Some(fixed.iter().fold(never.clone(), |cells, part| cells.and(part)))
        };
        let [first, second] = [Side::First, Side::Second].map(always);
        let cell = first?.and(&second?).first().filter(|_| others.len() < asked.len())?;
        Some(&self.rules.topology.cells[cell].name)
    }

    fn names(&self, kinds: &[KindId]) -> Vec<&str> {
        kinds.iter().map(|&kind| self.rules.kinds[kind].name.as_str()).collect()
    }

    /// Whether a condition never holds in a ply, as far as this is known.
    fn never(&self, truth: &Truth, ply: &Ply<'_>) -> bool {
        match truth {
            Truth::Some(region) => self.standing.cells(region, ply).is_empty(),
            Truth::And(a, b) => self.never(a, ply) || self.never(b, ply),
            Truth::Or(a, b) => self.never(a, ply) && self.never(b, ply),
            Truth::Compare(..) => self.compared(truth, ply) == Some(false),
            Truth::SameRegion(a, b) => {
                let more = |fixed: &Region, other: &Region| {
                    fixed.fixed(ply.side).is_some_and(|cells| cells.len() as i64 > self.standing.most(other, ply))
                };
                more(a, b) || more(b, a)
            }
            Truth::Const(_) | Truth::Not(_) | Truth::Stuck(..) | Truth::BothPassed | Truth::History(_) => false,
        }
    }

    /// The value of a comparison of numbers of pieces, where it is always the same.
    fn compared(&self, truth: &Truth, ply: &Ply<'_>) -> Option<bool> {
        let Truth::Compare(op, a, b) = truth else { return None };
        op.of_ranges(self.range(a, ply)?, self.range(b, ply)?)
    }

    /// `when no enemy hand`, where the enemy of whoever can play this never has any.
    fn hands(&self, analyzer: &mut Analyzer<'_>, items: &Items<'_>) {
        let empty = |who: Who, kinds: &Option<Vec<KindId>>, side: Side| {
            let all = || 0..self.rules.kinds.len();
            let asked = |kind: &usize| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
            !all().filter(asked).any(|kind| self.rules.may_be_in_hand_of(who.side(side), kind))
        };
        for (group, clause) in clauses(self.rules) {
            let sides: Vec<Side> = self.plies(group, clause).0.iter().map(|ply| ply.side).collect();
            for part in clause.when.iter().flat_map(conjuncts) {
                let (asked, none) =
                    if let Truth::Not(inner) = part { (&**inner, Compare::NotEqual) } else { (part, Compare::Equal) };
                let Truth::Compare(compare, Number::Hand(who, kinds), Number::Const(0)) = asked else { continue };
                let written = items.moves.iter().flat_map(|item| item.0.all_clauses());
                let place =
                    written.filter(|written| written.span == clause.span).find_map(|written| written.when.as_ref());
                if let (Some(place), false) = (place, sides.is_empty())
                    && *compare == none
                    && sides.iter().all(|&side| empty(*who, kinds, side))
                {
                    analyzer.report(messages::hand_of_nobody(*who == Who::Enemy, place.span));
                }
            }
        }
    }

    /// `legal when count own <= 16`, where there are never more.
    fn legal(&self, analyzer: &mut Analyzer<'_>) {
        for legal in &self.rules.legal {
            let always =
                |part: &&Truth| Side::ALL.into_iter().all(|side| self.compared(part, &self.ply(side)) == Some(true));
            if conjuncts(&legal.condition).iter().any(always) {
                analyzer.report(messages::decided(Decided::Comparison, "this condition", true, legal.span));
            }
        }
    }

    /// The least and the most that a number of pieces may be.
    fn range(&self, number: &Number, ply: &Ply<'_>) -> Option<(i64, i64)> {
        match number {
            Number::Const(n) => Some((*n, *n)),
            Number::Count(region) | Number::Groups(_, region) | Number::Largest(_, region) => {
                Some((0, self.standing.most(region, ply)))
            }
            Number::State(_) | Number::Hand(..) | Number::CountPieces(..) | Number::Sum(..) | Number::Lines { .. } => {
                None
            }
            Number::Mobility(_) | Number::Connection(_) | Number::Legs | Number::Laps => None,
            Number::Arith(..) | Number::If(..) => None,
        }
    }

    /// The owner, as a player who has just moved sees it, and the kinds of the pieces that a condition asks to be gone.
    fn gone(truth: &Truth) -> Option<(Option<Who>, &[KindId])> {
        let Region::Pieces { who, kinds: Some(kinds) } = truth.none_of()? else { return None };
        Some((*who, kinds))
    }

    /// Those of these kinds that a player, or anybody, may have.
    fn of(&self, who: Option<Who>, kinds: &[KindId], side: Side) -> Vec<Owned> {
        let owners = match who {
            Some(who) => vec![Some(who.side(side))],
            None => vec![Some(Side::First), Some(Side::Second), None],
        };
        let all = owners.into_iter().flat_map(|owner| kinds.iter().map(move |&kind| (owner, kind)));
        all.filter(|&piece| !self.standing.cells_of(piece).is_empty()).collect()
    }

    /// The kinds that a condition asks to be gone, where some of them are there from the start for good.
    fn never_lost<'t>(&self, part: &'t Truth) -> Option<&'t [KindId]> {
        let (who, kinds) = Self::gone(part)?;
        let kept = |&(owner, kind): &Owned| {
            let lost = Side::ALL.into_iter().any(|by| self.standing.loses(by, (owner, kind)));
            let there = self.rules.setup.pieces.iter().any(|piece| (piece.1, piece.2) == (owner, kind));
            there && (!lost || self.rules.is_out_of_reach(kind))
        };
        let stays = |side: Side| self.of(who, kinds, side).iter().any(kept);
        Side::ALL.into_iter().all(stays).then_some(kinds)
    }

    /// The player for whom alone a condition holds from the start, as such pieces never are there, and which.
    fn always_of_one<'t>(&self, part: &'t Truth) -> Option<(Side, &'t [KindId])> {
        let (Some(who @ (Who::Own | Who::Enemy)), kinds) = Self::gone(part)? else { return None };
        match [Side::First, Side::Second].map(|side| self.of(Some(who), kinds, side).is_empty()) {
            [true, false] => Some((Side::First, kinds)),
            [false, true] => Some((Side::Second, kinds)),
            _ => None,
        }
    }

    /// Whether another verdict asks for the like: then the delay may be meant, as where the other player may do the same yet.
    fn asked_elsewhere(&self, verdict: &Verdict) -> bool {
        let asks = |part: &&Truth| {
            let counted =
                if let Truth::Compare(_, Number::Count(region), _) = part { Some(&**region) } else { part.none_of() };
            matches!(counted, Some(Region::Pieces { who: Some(Who::Own | Who::Enemy), .. }))
                || visit::has(*part, |node| matches!(node, Node::Region(Region::Line { .. })))
        };
        let others = self.rules.verdicts.iter().filter(|other| other.span != verdict.span);
        others.flat_map(|other| conjuncts(&other.when)).any(|part| asks(&part))
    }

    /// Whether a condition asks of the pieces of who has just moved what only the other player's plies bring about, or the other way round:
    /// then it held a ply ago. Gives whether it asks of `own`.
    fn late(&self, part: &Truth) -> Option<bool> {
        let all: Vec<KindId> = (0..self.rules.kinds.len()).collect();
        let of = |who: Who, kinds: &Option<Vec<KindId>>, side: Side| {
            self.of(Some(who), kinds.as_ref().unwrap_or(&all), side)
        };
        let few = part.none_of().or_else(|| {
            let Truth::Compare(Compare::Less | Compare::LessEqual, Number::Count(region), Number::Const(_)) = part
            else {
                return None;
            };
            Some(region)
        });
        // With a further ply of the same player `own` is the other one.
        if self.rules.extra_turns() {
            return None;
        }
        if let Some(Region::Pieces { who: Some(Who::Own), kinds }) = few {
            // Who may get such a piece anew may make the loss good.
            let made = |kind: &KindId| self.rules.makes(*kind);
            if kinds.as_ref().unwrap_or(&all).iter().any(made) {
                return None;
            }
            let loses = |by: Side, side: Side| of(Who::Own, kinds, side).iter().any(|&p| self.standing.loses(by, p));
            let only_by_enemy = |side: Side| !loses(side, side) && loses(side.other(), side);
            return Side::ALL.into_iter().all(only_by_enemy).then_some(true);
        }
        let Truth::Some(Region::Line { of: line, .. }) = part else { return None };
        let Region::Pieces { who: Some(Who::Enemy), kinds } = &**line else { return None };
        let unchanged = |side: Side| {
            let changes = |&piece: &Owned| self.standing.loses(side, piece) || self.standing.brings(side, piece);
            !of(Who::Enemy, kinds, side).iter().any(changes)
        };
        Side::ALL.into_iter().all(unchanged).then_some(false)
    }
}

/// Links that lead most cells to themselves.
fn links(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    for (item, span) in &items.links {
        let Some(link) = rules.topology.direction(&item.name.text) else { continue };
        let next = rules.topology.directions[link].next.iter().enumerate();
        let all: Vec<bool> = next.filter_map(|(from, to)| Some(usize::from((*to)?) == from)).collect();
        if all.iter().filter(|&&same| same).count() * 2 > all.len() {
            analyzer.report(messages::leads_to_itself(&item.name.text, *span));
        }
    }
}

/// The conditions of effects, in order.
fn conditions<'e>(effects: &'e [Effect], all: &mut Vec<&'e Truth>) {
    for effect in effects {
        if let Effect::If(truth, ..) = effect {
            all.push(truth);
        }
        if !matches!(effect, Effect::Sow(_)) {
            effect.blocks().into_iter().for_each(|block| conditions(block, all));
        }
    }
}

/// The places of the conditions of effects, in order.
fn written_conditions(effects: &[ast::Effect], all: &mut Vec<Span>) {
    use ast::EffectKind::*;
    for effect in effects {
        match &effect.kind {
            If { condition, then, otherwise } => {
                all.push(condition.span);
                written_conditions(then, all);
                written_conditions(otherwise, all);
            }
            May(effect) => written_conditions(std::slice::from_ref(effect), all),
            While { effects, .. } | Each(_, effects) => written_conditions(effects, all),
            Either(branches) => branches.iter().for_each(|branch| written_conditions(&branch.effects, all)),
            Take(_) | Put { .. } | Drop { .. } | Flip(_) | Move { .. } | Swap { .. } | Promote { .. } | Set { .. } => {}
            Reset(_) | Tuck { .. } | Pile { .. } | Rotate { .. } | Pick { .. } | Do { .. } | Again { .. } => {}
            Sow { .. } | Relay { .. } | ExtraTurn | Require(_) => {}
        }
    }
}
