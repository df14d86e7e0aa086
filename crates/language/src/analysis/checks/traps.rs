//! Rules that say something else than they look: chains that go on with another group, pieces put down on own ones, and
//! questions before a move about what is there behind it.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::cover::covers;
use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::asked;
use super::conditions::contradict;
use super::{conjuncts, names_enemy};
use crate::rules::visit::{self, Node};
use crate::rules::{Clause, Effect, FROM, Group, KindId, OVER, Placing, Region, Rules, TO, Truth, Verb, Who};
use crate::source::{Source, Span};
use crate::syntax::ast;

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules, source: &Source) {
    chains(analyzer, rules, source);
    let written: Vec<&ast::Clause> = items.moves.iter().flat_map(|item| item.0.all_clauses()).collect();
    let done_once = DoneOnce::of(items, source);
    let mut told: Vec<Span> = Vec::new();
    for (group, clause) in super::clauses(rules) {
        let Some(written) = written.iter().find(|written| written.span == clause.span) else { continue };
        // `for each` writes a clause several times.
        if told.contains(&clause.span) {
            continue;
        }
        told.push(clause.span);
        let whole = ast::Clause { effects: done_once.inside(&written.effects), ..(*written).clone() };
        let written = &whole;
        replaced(analyzer, rules, group, clause, written, source);
        on_what_was_left(analyzer, rules, clause, written);
        takes_itself(analyzer, clause, written);
        stays_as_it_is(analyzer, group, clause, written);
        was_anywhere(analyzer, clause, written, source);
        fills(analyzer, written, source);
        moves_on(analyzer, clause, written, source);
        asked_too_early(analyzer, clause, written, source);
        asked::too_late(analyzer, rules, group, clause, written, source);
    }
    if let Some((turn, _)) = &items.turn {
        asked::too_late_finally(analyzer, rules, &done_once.inside(&turn.finally));
    }
    // With a further ply of the same player they are kept.
    if !rules.extra_turns() {
        for span in std::mem::take(&mut analyzer.was_of_turn) {
            analyzer.report(messages::was_of_turn(span));
        }
    }
}

/// Definitions of effects that are done in one place alone, by their names: what they ask is asked there.
struct DoneOnce<'f>(Vec<(&'f str, &'f [ast::Effect])>);

impl<'f> DoneOnce<'f> {
    fn of(items: &Items<'f>, source: &Source) -> DoneOnce<'f> {
        let known = items.defines.iter().filter_map(|(define, _)| match &define.body {
            ast::DefineBody::Effects(effects) if define.params.is_empty() => Some((&*define.name.text, &**effects)),
            ast::DefineBody::Effects(_) | ast::DefineBody::Expr(_) => None,
        });
        // Of what another file does nothing is known here.
        let mut known: Vec<(&str, &[ast::Effect])> = known.filter(|_| items.extends.is_none()).collect();
        if !known.is_empty() {
            let word = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
            let words: Vec<&str> = source.text.split(word).filter(|word| !word.is_empty()).collect();
            let done = words.windows(2).filter(|pair| pair[0] == "do").map(|pair| pair[1]);
            known.retain(|(name, _)| done.clone().filter(|done| done == name).count() == 1);
        }
        DoneOnce(known)
    }

    /// Effects with those of these definitions in place of `do NAME`.
    fn inside(&self, effects: &[ast::Effect]) -> Vec<ast::Effect> {
        let done = |effect: &ast::Effect| {
            let ast::EffectKind::Do { name, .. } = &effect.kind else { return None };
            self.0.iter().find(|(known, _)| *known == name.text).map(|(_, effects)| effects.to_vec())
        };
        effects.iter().flat_map(|effect| done(effect).unwrap_or_else(|| vec![effect.clone()])).collect()
    }
}

/// Chains in groups without a label, which go on with every other such group.
fn chains(analyzer: &mut Analyzer<'_>, rules: &Rules, source: &Source) {
    for (index, group) in rules.groups.iter().enumerate().filter(|(_, group)| group.label.is_none()) {
        let Some(clause) = group.clauses.iter().find(|clause| Effect::any(&clause.effects, Effect::is_again)) else {
            continue;
        };
        let others = rules.groups.iter().enumerate().filter(|(other, g)| *other != index && g.label.is_none());
        let other = others
            .map(|(_, other)| other)
            .find(|other| other.clauses.iter().any(|c| follows(rules, group, clause, other, c)));
        if let Some(other) = other {
            let place = word_in(source, clause.span, "again");
            let head = Span::new(other.span.start, other.span.start + "move".len());
            let kinds = kinds_text(rules, group);
            analyzer.report(messages::again_elsewhere(&kinds, place, head));
        }
    }
}

/// Whether a clause of another group, which is no part of a chain itself, may be the leg behind one of this group.
fn follows(rules: &Rules, group: &Group, clause: &Clause, other: &Group, next: &Clause) -> bool {
    if Effect::any(&next.effects, Effect::is_again) {
        return false;
    }
    if !next.verb.moves() || !clause.verb.moves() {
        return true;
    }
    let mut kinds: Vec<KindId> = group.kinds.clone();
    for effect in Effect::below(&clause.effects) {
        if let Effect::Promote { to, .. } = effect {
            kinds.extend(to);
            kinds.extend(group.kinds.iter().filter_map(|&kind| rules.kinds[kind].promotes_to));
        }
    }
    kinds.iter().any(|kind| other.kinds.contains(kind))
}

/// The kinds of a group as its head may name them; nothing where it moves all.
fn kinds_text(rules: &Rules, group: &Group) -> String {
    if group.kinds.is_empty() || group.kinds.len() == rules.kinds.iter().filter(|kind| !kind.neutral).count() {
        return String::new();
    }
    let names: Vec<&str> = group.kinds.iter().map(|&kind| rules.kinds[kind].name.as_str()).collect();
    format!("{} ", names.join(", "))
}

/// The first place of a word within another place; all of that where the word is not in it.
fn word_in(source: &Source, place: Span, word: &str) -> Span {
    let text = source.part(place);
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let alone = |&(at, _): &(usize, &str)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part);
    match text.match_indices(word).find(alone) {
        Some((at, _)) => Span::new(place.start + at, place.start + at + word.len()),
        None => place,
    }
}

/// A piece that may come down on an own one where nothing says that this is meant.
fn replaced(
    analyzer: &mut Analyzer<'_>,
    rules: &Rules,
    group: &Group,
    clause: &Clause,
    written: &ast::Clause,
    source: &Source,
) {
    let (kinds, region, expr) = match (&written.verb, clause.verb.placing(), clause.verb.arrival()) {
        (ast::Verb::Place { on, .. } | ast::Verb::Drop { on, .. }, Some(Placing { kinds, on: region, .. }), _) => {
            (kinds, region, on)
        }
        // Whoever moves onto own pieces and does more may well mean it.
        (
            ast::Verb::Step { to, .. }
            | ast::Verb::Slide { to, .. }
            | ast::Verb::Leap { to, .. }
            | ast::Verb::Hop { to, .. },
            _,
            Some(region),
        ) if clause.effects.is_empty() && !region.at_most_one() => (&group.kinds[..], region, to),
        _ => return,
    };
    let owned = |kind: &&KindId| {
        let kind = &rules.kinds[**kind];
        !kind.neutral && !kind.counted && !kind.stacked
    };
    // What the choice or the guard asks about these cells may keep own pieces away.
    let asks =
        |truth: &Truth| visit::has(truth, |node| matches!(node, Node::Region(Region::Local(TO) | Region::Empty)));
    let asked = clause.when.iter().chain(&group.when).any(asks)
        || Effect::any(&clause.effects, |effect| matches!(effect, Effect::Require(_)));
    if asked || !kinds.iter().any(|kind| owned(&kind)) {
        return;
    }
    let own = Region::Pieces { who: Some(Who::Own), kinds: None };
    // Behind `when no occupied` there is none of them.
    let there = Truth::Some(Region::On(Box::new(own.clone()), Box::new(region.clone())));
    let guards = group.when.iter().chain(&clause.when).flat_map(conjuncts);
    if contradict(rules, &guards.chain([&there]).collect::<Vec<_>>()) {
        return;
    }
    if clause.verb.moves() && covers(&own, region, rules.topology.sites()) {
        return analyzer.report(messages::takes_only_own(expr.span));
    }
    if own_there(rules, region) != Own::Unsaid {
        return;
    }
    if clause.verb.moves() {
        // Where brackets are missing, they are the cause.
        if !analyzer.says("or-without-brackets", expr.span) {
            analyzer.report(messages::takes_own(source.part(expr.span), expr.span));
        }
        return;
    }
    let verb = clause.text.split_whitespace().next().unwrap_or("place");
    analyzer.report(messages::replaces_own(verb, source.part(expr.span), expr.span));
}

/// `promote from`, where the piece has left that cell; of `take from` it is told elsewhere.
fn on_what_was_left(analyzer: &mut Analyzer<'_>, rules: &Rules, clause: &Clause, written: &ast::Clause) {
    if !clause.verb.moves() {
        return;
    }
    use ast::EffectKind::{Flip, Move, Pile, Promote, Require, Reset, Set, Swap, Take, Tuck};
    match written.effects.first().map(|effect| (&effect.kind, effect.span)) {
        // A stack moves whole.
        Some((Move { what, .. } | Pile { what, .. } | Tuck { what, .. }, _)) if what.is_name("from") => {
            return analyzer.report(messages::nothing_goes(what.span));
        }
        Some((Swap { what, with }, span))
            if what.is_name("from") && with.is_name("to") || what.is_name("to") && with.is_name("from") =>
        {
            return analyzer.report(messages::swaps_back(span));
        }
        _ => {}
    }
    if rules.kinds.iter().any(|kind| kind.stacked) {
        return;
    }
    for effect in &written.effects {
        if let Flip(what) | Promote { what, .. } = &effect.kind {
            // `promote from on far rank`
            let cell = if let ast::ExprKind::Binary(ast::BinaryOp::On, cell, _) = &what.kind { cell } else { what };
            if cell.is_name("from") {
                analyzer.report(messages::on_what_was_left(cell.span));
            }
        } else if !matches!(effect.kind, Set { .. } | Reset(_) | Require(_) | Take(_)) {
            // Something may come to that cell.
            return;
        }
    }
}

/// `if was enemy { … }`, where the cell is meant that the piece came to.
fn was_anywhere(analyzer: &mut Analyzer<'_>, clause: &Clause, written: &ast::Clause, source: &Source) {
    for (effect, written) in clause.effects.iter().zip(&written.effects) {
        if let Effect::If(Truth::Some(Region::Was(was)), ..) = effect
            && matches!(**was, Region::Pieces { who: Some(Who::Enemy), .. })
            && let ast::EffectKind::If { condition, .. } = &written.kind
        {
            let what = source.part(condition.span).trim_start_matches("was ");
            analyzer.report(messages::was_anywhere(what, condition.span));
        }
    }
}

/// `put Wall on empty`, which fills the board.
fn fills(analyzer: &mut Analyzer<'_>, written: &ast::Clause, source: &Source) {
    for effect in &written.effects {
        if let ast::EffectKind::Put { number: None, kind, on, .. } = &effect.kind
            && (on.is_name("empty") || on.is_name("all"))
        {
            analyzer.report(messages::put_everywhere(&kind.text, source.part(on.span), effect.span));
        }
    }
}

/// `move Man { step forward to far rank { promote to as Man } }`
fn stays_as_it_is(analyzer: &mut Analyzer<'_>, group: &Group, clause: &Clause, written: &ast::Clause) {
    let [kind] = group.kinds[..] else { return };
    let same = |effect: &Effect| matches!(effect, Effect::Promote { what: Region::Local(TO), to } if *to == [kind]);
    if let (true, [effect], [written]) = (clause.verb.moves(), &clause.effects[..], &written.effects[..])
        && same(effect)
        && let ast::EffectKind::Promote { to, .. } = &written.kind
        && let [name] = &to[..]
    {
        analyzer.report(messages::without_effect("the piece that moves is of this kind", name.span));
    }
}

/// `hop any over enemy to empty { take to }`, where nothing is done with what was jumped; `step forward to enemy { take to }`, where it
/// is all that is done.
fn takes_itself(analyzer: &mut Analyzer<'_>, clause: &Clause, written: &ast::Clause) {
    let arrives_on_pieces = matches!(clause.verb, Verb::Step { .. } | Verb::Slide { .. } | Verb::Fly { .. })
        && clause.verb.arrival().is_some_and(names_enemy);
    if arrives_on_pieces
        && let ([Effect::Take(Region::Local(TO))], [written]) = (&clause.effects[..], &written.effects[..])
    {
        // Or it is done by a definition.
        let place = if let ast::EffectKind::Take(what) = &written.kind { what.span } else { written.span };
        return analyzer.report(messages::takes_what_arrived(place));
    }
    let of_over = |node: Node<'_>| matches!(node, Node::Region(Region::Local(OVER)));
    if !matches!(clause.verb, Verb::Hop { .. }) || clause.effects.iter().any(|effect| visit::has(effect, of_over)) {
        return;
    }
    let takes = clause.effects.iter().zip(&written.effects).find_map(|(effect, written)| {
        let ast::EffectKind::Take(what) = &written.kind else { return None };
        let all = Effect::Take(Region::Pieces { who: Some(Who::Enemy), kinds: None });
        (*effect == Effect::Take(Region::Local(TO)) || *effect == all).then_some((what.span, *effect == all))
    });
    match takes {
        Some((span, true)) => analyzer.report(messages::takes_everything(span)),
        Some((span, false)) => analyzer.report(messages::takes_itself(span)),
        None => {}
    }
}

/// `step forward to Man { move to onto forward of to }`: what stood on `to` is taken by arriving, and the piece that has arrived
/// moves on, where a push was meant. Back to `from` is a shot.
fn moves_on(analyzer: &mut Analyzer<'_>, clause: &Clause, written: &ast::Clause, source: &Source) {
    if !clause.verb.arrival().is_some_and(is_pieces) {
        return;
    }
    let moved =
        clause.effects.iter().zip(&written.effects).find_map(|(effect, written)| match (effect, &written.kind) {
            (Effect::Move { what: Region::Local(TO), onto }, ast::EffectKind::Move { what, onto: way }) => {
                (*onto != Region::Local(FROM)).then_some((what.span, way.span))
            }
            _ => None,
        });
    if let Some((what, onto)) = moved {
        analyzer.report(messages::moves_on(what, source.part(onto)));
    }
}

/// Whether own pieces may be in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Own {
    /// None is, or it can't be told.
    Out,
    /// Some may be, though nothing says so.
    Unsaid,
    /// Its words name them.
    Named,
}

fn own_there(rules: &Rules, region: &Region) -> Own {
    let own_there = |region: &Region| own_there(rules, region);
    match region {
        Region::Const(cells) if cells.is_empty() => Own::Out,
        Region::Const(_) | Region::PerSide(..) | Region::Step { .. } | Region::Table(..) | Region::Preimage { .. } => {
            Own::Unsaid
        }
        Region::Pieces { who: Some(Who::Enemy), .. } | Region::Empty => Own::Out,
        // `to empty or Man`, `to empty or Black`: they are of both players, and of whoever moves.
        Region::Pieces { who: None, kinds: Some(kinds) } => match kinds.iter().all(|&kind| rules.kinds[kind].neutral) {
            true => Own::Out,
            false => Own::Unsaid,
        },
        Region::Pieces { who: Some(Who::Side(_)), .. } => Own::Unsaid,
        Region::Pieces { .. } => Own::Named,
        Region::Or(a, b) | Region::Else(a, b) => match (own_there(a), own_there(b)) {
            (Own::Named, _) | (_, Own::Named) => Own::Named,
            (Own::Unsaid, _) | (_, Own::Unsaid) => Own::Unsaid,
            _ => Own::Out,
        },
        Region::On(a, b) => match (own_there(a), own_there(b)) {
            (Own::Out, _) | (_, Own::Out) => Own::Out,
            (Own::Named, _) | (_, Own::Named) => Own::Named,
            _ => Own::Unsaid,
        },
        Region::Except(a, b) => {
            let own = |part: &&Region| matches!(part, Region::Pieces { who: None | Some(Who::Own), kinds: None });
            if b.members().iter().any(own) { Own::Out } else { own_there(a) }
        }
        Region::Ray { through, .. } => own_there(through),
        Region::Flood { within, .. } => own_there(within),
        Region::Line { of, .. } => own_there(of),
        Region::State(_) | Region::Local(_) | Region::Beyond { .. } | Region::AttackedBy(..) => Own::Out,
        Region::Touched | Region::Was(_) | Region::StrongerThan(_) | Region::WeakerThan(_) => Own::Out,
        Region::Holding(..) => Own::Out,
    }
}

/// A question before a move about the piece that is on `to` only behind it.
fn asked_too_early(analyzer: &mut Analyzer<'_>, clause: &Clause, written: &ast::Clause, source: &Source) {
    let Some(onto) = clause.verb.destination() else { return };
    let (Some(when), Some(expr)) = (&clause.when, &written.when) else { return };
    if !is_empty(onto) {
        return;
    }
    let never = |node: Node<'_>| match node {
        Node::Region(region @ Region::On(..)) => {
            let parts = region.conjuncts();
            parts.contains(&&Region::Local(TO)) && parts.iter().any(|part| is_pieces(part))
        }
        Node::Region(Region::Flood { seed, within, .. }) => {
            seed.conjuncts().contains(&&Region::Local(TO)) && is_pieces(within)
        }
        Node::Region(_) | Node::Number(_) | Node::Truth(_) | Node::Dirs(_) | Node::Effect(_) => false,
    };
    if visit::has(when, never) {
        let all = conjuncts(when).len() == 1;
        analyzer.report(messages::asked_too_early(source.part(expr.span), all, expr.span));
    }
}

/// Whether all cells of a region are empty, as its words tell.
fn is_empty(region: &Region) -> bool {
    match region {
        Region::Empty => true,
        Region::On(a, b) => is_empty(a) || is_empty(b),
        Region::Except(a, _) => is_empty(a),
        Region::Or(a, b) | Region::Else(a, b) => is_empty(a) && is_empty(b),
        Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::State(_) | Region::Local(_) => false,
        Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) | Region::Ray { .. } => false,
        Region::Beyond { .. } | Region::Flood { .. } | Region::Line { .. } | Region::AttackedBy(..) => false,
        Region::Touched | Region::Was(_) | Region::StrongerThan(_) | Region::WeakerThan(_) => false,
        Region::Holding(..) => false,
    }
}

/// Whether there are pieces on all cells of a region, as its words tell.
fn is_pieces(region: &Region) -> bool {
    match region {
        Region::Pieces { .. } => true,
        Region::On(a, b) => is_pieces(a) || is_pieces(b),
        Region::Or(a, b) | Region::Else(a, b) => is_pieces(a) && is_pieces(b),
        Region::Except(of, _) | Region::Line { of, .. } => is_pieces(of),
        Region::Ray { through, .. } => is_pieces(through),
        Region::Flood { within, .. } => is_pieces(within),
        Region::Const(_) | Region::PerSide(..) | Region::Empty | Region::State(_) | Region::Local(_) => false,
        Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) | Region::Beyond { .. } => false,
        Region::AttackedBy(..) | Region::Touched | Region::Was(_) | Region::StrongerThan(_) => false,
        Region::WeakerThan(_) | Region::Holding(..) => false,
    }
}
