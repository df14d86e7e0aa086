//! Pieces that never come to be or never move; chains that may never end.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::{clauses, conjuncts, has_word, may_hold_enemy, state_read};
use crate::diag::nearest;
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{
    Clause, DirId, DirSet, Effect, FROM, Life, Number, Region, Rules, StateId, TO, Truth, VarDir, Verb,
};
use crate::source::Span;

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let appears = appearing(analyzer, rules);
    let first = items.pieces.first().map(|piece| piece.1).filter(|_| items.setups.is_empty() && items.fen.is_none());
    if let (Some(first), false) = (first, appears.contains(&true)) {
        return analyzer.report(messages::no_setup(&rules.players, &rules.kinds, first));
    }
    for side in [Side::First, Side::Second] {
        if let (true, Some(&(_, setup))) = (has_nothing(rules, side), items.setups.first()) {
            let (player, other) = (&rules.players[side], &rules.players[side.other()]);
            analyzer.report(messages::player_without_pieces(player, other, setup));
        }
    }
    let some_move = rules.clauses().any(|c| c.verb.moves());
    let mut moving = vec![false; rules.kinds.len()];
    for (group, clause) in clauses(rules) {
        // Whatever is picked may be moved by the effects.
        let moves = |e: &Effect| {
            matches!(e, Effect::Move { .. } | Effect::Swap { .. } | Effect::Pile { .. } | Effect::Rotate { .. })
        };
        if Effect::any(&clause.effects, moves) {
            moving.iter_mut().for_each(|m| *m = true);
        } else if clause.verb.moves() {
            group.kinds.iter().for_each(|&k| moving[k] = true);
        }
    }
    // What plies put down may be meant to stay, and what pieces become where it begins on the board as well.
    let mut made = vec![false; rules.kinds.len()];
    for effect in rules.effects() {
        let kinds = if matches!(effect, Effect::Promote { .. }) { &mut made } else { &mut moving };
        effect.becomes().iter().for_each(|&k| kinds[k] = true);
    }
    rules.setup.pieces.iter().filter(|piece| made[piece.2]).for_each(|piece| moving[piece.2] = true);
    for placing in rules.clauses().filter_map(|clause| clause.verb.placing()) {
        placing.kinds.iter().for_each(|&k| moving[k] = true);
    }
    rules.dropped().into_iter().for_each(|k| moving[k] = true);
    for kind in 0..rules.kinds.len() {
        let Some((name, span)) = declared(analyzer, kind) else { continue };
        if !appears[kind] {
            analyzer.report(messages::never_appears(&name, span));
        } else if some_move && !moving[kind] && !rules.kinds[kind].neutral && !analyzer.told("without-moves") {
            if made[kind] {
                analyzer.report(messages::becomes_and_never_moves(&name, span));
                continue;
            }
            let others = rules.kinds.iter().map(|kind| kind.name.as_str()).filter(|other| *other != name);
            analyzer.report(messages::never_moves(&name, nearest(&name, others), span));
        }
    }
    nobodys(analyzer, items, rules);
    stacks(analyzer, rules);
    chains(analyzer, rules);
    plies(analyzer, rules);
}

/// Pieces that form stacks, as their author thinks: by going where others stand.
fn stacks(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let piles = |effect: &Effect| matches!(effect, Effect::Tuck { .. } | Effect::Pile { .. });
    let Some(kind) = rules.kinds.iter().position(|kind| kind.stacked) else { return };
    if rules.setup.under.is_empty()
        && !rules.effects().into_iter().any(piles)
        && let Some((name, span)) = declared(analyzer, kind)
    {
        analyzer.report(messages::never_stacked(&name, span));
    }
}

/// `piece Wall, Rock neutral`, where a `Wall` belongs to who puts it down, and nothing asks who that was.
fn nobodys(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    for kind in (0..rules.kinds.len()).filter(|&kind| !rules.kinds[kind].neutral) {
        let Some((at, other)) = items.before_neutral(&rules.kinds[kind].name) else { continue };
        let of_kind = |kinds: &Option<Vec<usize>>| kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
        let placed = rules.setup.pieces.iter().any(|piece| piece.2 == kind)
            || rules.setup.under.iter().flat_map(|stack| &stack.1).any(|piece| piece.1 == kind)
            || rules.setup.hands.iter().any(|hand| hand[kind] > 0);
        let moved = clauses(rules).any(|(group, clause)| clause.verb.moves() && group.kinds.contains(&kind));
        let mut asked = false;
        visit::rules(rules, &mut |node| match node {
            Node::Region(Region::Pieces { who: Some(_), kinds }) => asked |= of_kind(kinds),
            Node::Region(Region::AttackedBy(..)) | Node::Effect(Effect::Flip(_) | Effect::Drop { .. }) => asked = true,
            Node::Region(_) | Node::Number(_) | Node::Truth(_) | Node::Dirs(_) | Node::Effect(_) => {}
        });
        if let (false, Some((name, span))) = (placed || moved || asked, declared(analyzer, kind)) {
            analyzer.report(messages::neutral_of_one(&name, &other.text, span, at));
        }
    }
}

/// Whether a player never has a piece in a game where all clauses move pieces of the player's own, and the other has some.
fn has_nothing(rules: &Rules, side: Side) -> bool {
    let has = |side: Side| {
        let on_board = rules.setup.pieces.iter().any(|piece| piece.1 == Some(side));
        let below = rules.setup.under.iter().flat_map(|stack| &stack.1).any(|piece| piece.0 == Some(side));
        on_board || below || rules.setup.hands[side].iter().any(|&n| n > 0)
    };
    let given = |effect: &&Effect| {
        matches!(effect, Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) | Effect::Pile { .. })
    };
    let own = rules.groups.iter().all(|group| {
        let owned = !group.kinds.is_empty() && group.kinds.iter().all(|&kind| !rules.kinds[kind].neutral);
        owned && group.clauses.iter().all(|clause| clause.verb.moves())
    });
    own && !has(side) && has(side.other()) && !rules.effects().iter().any(given)
}

/// The name that stands for this kind alone.
fn declared(analyzer: &Analyzer<'_>, kind: usize) -> Option<(String, Span)> {
    let name = analyzer.scope.kind_names.iter().find(|k| k.kinds == [kind])?;
    Some((name.name.clone(), name.span))
}

fn appearing(analyzer: &Analyzer<'_>, rules: &Rules) -> Vec<bool> {
    let mut appears = vec![false; rules.kinds.len()];
    rules.setup.pieces.iter().for_each(|p| appears[p.2] = true);
    rules.setup.under.iter().flat_map(|u| &u.1).for_each(|p| appears[p.1] = true);
    rules.setup.counts.iter().for_each(|c| appears[c.1] = true);
    let placings = rules.clauses().filter_map(|clause| clause.verb.placing());
    for placing in placings.filter(|placing| !placing.from_hand) {
        placing.kinds.iter().for_each(|&k| appears[k] = true);
    }
    let dropped = rules.dropped();
    let given = |k: &&usize| rules.setup.hands.iter().any(|h| h[**k] > 0);
    dropped.iter().filter(given).for_each(|&k| appears[k] = true);
    // Promotions in a chain, and hands that they fill, need a few rounds.
    for _ in 0..rules.kinds.len() {
        for effect in rules.effects() {
            effect.becomes().iter().for_each(|&k| appears[k] = true);
            if matches!(effect, Effect::Promote { to, .. } if to.is_empty()) {
                for kind in 0..rules.kinds.len() {
                    if let (true, Some(to)) = (appears[kind], rules.kinds[kind].promotes_to) {
                        appears[to] = true;
                    }
                }
            }
        }
        let captured = |k: &&usize| {
            let of = |other: usize| appears[other] && rules.kinds[other].base == **k;
            analyzer.droppable.contains(*k) && (0..appears.len()).any(of)
        };
        let new: Vec<usize> = dropped.iter().filter(captured).copied().collect();
        new.iter().for_each(|&k| appears[k] = true);
    }
    appears
}

/// A chain of legs ends if each leg takes something off, or adds to a region of this turn that it keeps away from, or if
/// the rules count its legs.
fn chains(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    for (group, clause) in clauses(rules) {
        let takes = clause.verb.arrival().is_some_and(may_hold_enemy);
        let guards = group.when.iter().chain(&clause.when).flat_map(|when| conjuncts(when));
        let first_alone = guards.into_iter().any(|guard| ends_with_first(rules, guard, &clause.effects));
        if !takes && !first_alone && !only_advances(rules, clause) && goes_on(rules, &clause.effects) {
            analyzer.report(messages::endless_chain(clause.span));
        }
    }
}

/// Whether a condition is `no STATE` of this turn, to which these effects give the cell where the leg begins or ends: it holds for no
/// second leg, unless another effect sets the state back.
fn ends_with_first(rules: &Rules, guard: &Truth, effects: &[Effect]) -> bool {
    let Truth::Not(inner) = guard else { return false };
    let Truth::Some(Region::State(id)) = &**inner else { return false };
    let fills = |effect: &Effect| matches!(effect, Effect::SetCells(set, Region::Local(FROM | TO)) if set == id);
    let empties =
        |effect: &&Effect| matches!(effect, Effect::Reset(of) | Effect::SetCells(of, _) if of == id) && !fills(effect);
    rules.states[*id].life == Life::ThisTurn && effects.iter().any(fills) && !rules.effects().iter().any(empties)
}

/// Whether there may be another leg without anything that brings the chain nearer to its end.
fn goes_on(rules: &Rules, effects: &[Effect]) -> bool {
    let leads_on = |effect: &Effect| match effect {
        // The same way on and on, where none leads round, comes to the edge.
        Effect::Again { dirs: Some(dirs), .. } if dirs.plus == [VarDir::Dir] => {
            dirs.fixed.iter().any(|fixed| !fixed.is_empty()) || comes_back(rules)
        }
        Effect::Again { .. } => true,
        Effect::If(truth, then, otherwise) => {
            !counts_legs(truth) && (goes_on(rules, then) || goes_on(rules, otherwise))
        }
        Effect::May(effects, _) | Effect::While(_, effects) => goes_on(rules, effects),
        Effect::Sow(sowing) => goes_on(rules, &sowing.effects),
        Effect::Either(branches) => branches.iter().any(|branch| goes_on(rules, &branch.effects)),
        Effect::Take(_) | Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) | Effect::Move { .. } => false,
        Effect::Swap { .. } | Effect::Promote { .. } | Effect::SetCells(..) | Effect::SetNumber(..) => false,
        Effect::Reset(_) | Effect::Tuck { .. } | Effect::Pile { .. } | Effect::Rotate { .. } => false,
        Effect::Pick(..) | Effect::Let(..) | Effect::Relay { .. } | Effect::ExtraTurn | Effect::Require(_) => false,
    };
    // What stands in another branch than `again` is not done with it.
    let bounds = |effect: &Effect| Effect::any(std::slice::from_ref(effect), |effect| shortens(rules, effect));
    let others = |at: usize| effects.iter().enumerate().filter(move |(other, _)| *other != at);
    let ends = |at: usize| others(at).any(|(_, effect)| bounds(effect));
    effects.iter().enumerate().any(|(at, effect)| leads_on(effect) && !ends(at))
}

/// Whether who goes on in one direction may come back to where he began: by a way that leads round, or moved by an effect.
fn comes_back(rules: &Rules) -> bool {
    let moves = |effect: &&Effect| matches!(effect, Effect::Move { .. } | Effect::Swap { .. } | Effect::Rotate { .. });
    (0..rules.topology.directions.len()).any(|dir| is_long(rules, dir, i64::MAX)) || rules.effects().iter().any(moves)
}

fn counts_legs(truth: &Truth) -> bool {
    visit::has(truth, |node| matches!(node, Node::Number(Number::Legs)))
}

fn shortens(rules: &Rules, effect: &Effect) -> bool {
    match effect {
        Effect::Take(_) | Effect::Tuck { .. } | Effect::Flip(_) | Effect::Promote { .. } => true,
        // What is set anew forgets where the chain has been.
        Effect::SetCells(id, cells) => {
            let kept = visit::has(cells, |node| state_read(node) == Some(*id));
            kept && rules.states[*id].life == Life::ThisTurn && is_asked(rules, *id)
        }
        Effect::SetNumber(id, _) => rules.states[*id].life == Life::ThisTurn && is_asked(rules, *id),
        Effect::Put { .. } | Effect::Drop { .. } | Effect::Move { .. } | Effect::Swap { .. } => false,
        Effect::Reset(_) | Effect::Pile { .. } | Effect::Rotate { .. } | Effect::If(..) | Effect::May(..) => false,
        Effect::Either(_) | Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) => false,
        Effect::Relay { .. } | Effect::While(..) | Effect::ExtraTurn | Effect::Require(_) => false,
    }
}

/// Whether anything but what sets a state anew depends on it.
fn is_asked(rules: &Rules, state: StateId) -> bool {
    let reads = |node: Node<'_>| usize::from(state_read(node) == Some(state));
    let (mut all, mut own) = (0, 0);
    visit::rules(rules, &mut |node| {
        all += reads(node);
        if let Node::Effect(effect @ (Effect::SetCells(id, _) | Effect::SetNumber(id, _))) = node
            && *id == state
        {
            visit::node(effect, &mut |part| own += reads(part));
        }
    });
    all > own
}

/// Clauses whose plies can't be, lose seeds, or do nothing.
fn plies(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let mut last = None;
    for (_, clause) in clauses(rules) {
        let span = clause.span;
        // Of a clause with slides of several lengths the shortest comes first: if that is too long, all are.
        if last.replace(span) == Some(span) {
            continue;
        }
        match &clause.verb {
            Verb::Slide { dirs, exactly: Some(Number::Const(n)), .. } if dirs.plus.is_empty() => {
                let mut all = dirs.fixed.iter().flatten();
                if *n > 0 && !all.any(|&d| is_long(rules, d, *n)) {
                    let option = rules.options.iter().find(|option| has_word(&clause.text, &option.name));
                    analyzer.report(messages::slide_off_board(*n, option, span));
                }
            }
            Verb::Sow { from } => {
                if let [Effect::Sow(sowing)] = &clause.effects[..]
                    && let Some((cell, link)) = dead_end(rules, from, &sowing.along, sowing.except.as_ref())
                {
                    let board = &rules.topology.boards[0];
                    let ring = (board.height == 1).then_some(board.width).filter(|_| rules.topology.boards.len() == 1);
                    analyzer.report(messages::sown_away(&cell, &link, ring.map(|n| n as usize), span));
                }
            }
            Verb::Pick(_) if clause.effects.is_empty() && rules.finally.is_empty() => {
                analyzer.report(messages::without_effect("a choice of cells, and no effects", span));
            }
            Verb::Slide { .. } | Verb::Step { .. } | Verb::Hop { .. } | Verb::Fly { .. } | Verb::Pick(_) => {}
            Verb::Place { .. } | Verb::Drop { .. } | Verb::Pass => {}
        }
        // What comes before may put another piece there.
        if let (true, Some(Effect::Take(Region::Local(FROM)))) = (clause.verb.moves(), clause.effects.first()) {
            analyzer.report(messages::take_from(matches!(clause.verb, Verb::Hop { .. }), span));
        }
    }
}

/// Whether so many steps in a direction stay on the board from anywhere.
pub(super) fn is_long(rules: &Rules, dir: DirId, steps: i64) -> bool {
    let next = &rules.topology.directions[dir].next;
    // A way of as many steps as there are cells leads round, and never ends.
    let steps = steps.min(next.len() as i64);
    (0..next.len()).any(|start| (0..steps).try_fold(start, |at, _| next[at].map(usize::from)).is_some())
}

/// A cell from which a way of sowing that comes from somewhere leads nowhere, and the way.
fn dead_end(rules: &Rules, from: &Region, along: &DirSet, except: Option<&Region>) -> Option<(String, String)> {
    if !along.plus.is_empty() {
        return None;
    }
    let topology = &rules.topology;
    let skipped = |site: usize| matches!(except, Some(Region::Const(cells)) if cells.contains(site));
    along.fixed.iter().flatten().find_map(|&d| {
        let direction = &topology.directions[d];
        let next = |site: usize| direction.next[site].map(usize::from);
        let [first, second] = [Side::First, Side::Second].map(|side| from.at_most(side, topology.sites()));
        let mut reached: Vec<usize> = first.or(&second).iter().collect();
        let mut seen = vec![false; topology.sites()];
        while let Some(site) = reached.pop() {
            match next(site) {
                Some(on) if !std::mem::replace(&mut seen[on], true) => reached.push(on),
                _ => {}
            }
        }
        let site = (0..topology.sites()).find(|&s| next(s).is_none() && seen[s] && !skipped(s))?;
        Some((topology.cells[site].name.clone(), direction.name.clone()))
    })
}

/// Whether every step or slide of a clause brings the piece nearer to the far side.
fn only_advances(rules: &Rules, clause: &Clause) -> bool {
    let (Verb::Step { dirs, .. } | Verb::Slide { dirs, .. }) = &clause.verb else { return false };
    rules.only_advances(dirs)
}
