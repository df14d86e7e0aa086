//! What is strange rather than wrong, told where nothing else is: rules for one player in a game that begins alike for both, verdicts
//! about pieces of both or that one piece fulfils, promotions that a clause lacks, turns that never pass, clocks that never rise.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::cover::{covers, is_fixed};
use super::super::directions::relative_word;
use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::endings::passing;
use super::{NO_VERDICT_WHEN_STUCK, clauses, conjuncts, is_anything_told, names_player};
use crate::board::{SiteSet, Topology};
use crate::game::{PerSide, Side};
use crate::rules::visit::{self, Node};
use crate::rules::{
    By, Clause, DirId, Effect, KindId, Life, Number, Region, Rules, TO, Truth, Verdict, VerdictKind, Who,
};
use crate::source::{Source, Span};

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules, source: &Source) {
    of_both(analyzer, rules);
    if !is_anything_told(analyzer) {
        turn_stays(analyzer, rules);
        clocks_at_rest(analyzer, rules);
        facing(analyzer, items, rules);
    }
    for_one(analyzer, rules, source);
    connections(analyzer, rules, source);
    promotions(analyzer, rules);
    crowned(analyzer, rules);
    evaluations(analyzer, rules);
    if !is_anything_told(analyzer) {
        full_before_lines(analyzer, rules);
    }
}

/// Terms that are the more the farther a piece is from where it wins, or the more pieces there are that are to be taken.
fn evaluations(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let own = |region: &Region| matches!(region, Region::Pieces { who: Some(Who::Own), .. });
    let wins = || rules.verdicts.iter().filter(|verdict| verdict.kind == VerdictKind::Win(Who::Own));
    let arrives = |goal: &Region, of: &Region| {
        let there = |part: &&Truth| {
            let Truth::Some(region) = part else { return false };
            let parts = region.conjuncts();
            parts.len() == 2 && parts.contains(&of) && parts.contains(&goal)
        };
        wins().any(|verdict| conjuncts(&verdict.when).iter().any(there))
    };
    // Where pieces change sides, or lie on each other, fewer may well be better.
    let scored = rules.verdicts.iter().any(|verdict| matches!(verdict.kind, VerdictKind::Score(..)));
    let flipped = rules.effects().iter().any(|effect| matches!(effect, Effect::Flip(_)));
    let plain = !scored && !flipped && !rules.kinds.iter().any(|kind| kind.stacked);
    let loses_all = || {
        let none = Truth::Not(Box::new(Truth::Some(Region::Pieces { who: Some(Who::Enemy), kinds: None })));
        wins().any(|verdict| verdict.when == none)
    };
    for term in rules.evaluations.iter().flat_map(|evaluation| &evaluation.terms) {
        let goes_away = matches!(&term.number, Number::Sum(of, By::DistanceTo(goal)) if own(of) && arrives(goal, of));
        let all = |of: &Region| matches!(of, Region::Pieces { who: Some(Who::Own), kinds: None });
        let gives_away = matches!(&term.number, Number::Count(of) if all(of)) && plain && loses_all();
        let against = term.weight > 0 && goes_away || term.weight < 0 && gives_away;
        if against {
            analyzer.report(messages::counts_against(-term.weight, term.span));
        }
    }
}

/// `draw when no empty` in front of a line that the last piece may make.
fn full_before_lines(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let full = Truth::Not(Box::new(Truth::Some(Region::Empty)));
    let draws = |verdict: &Verdict| verdict.kind == VerdictKind::Draw && verdict.when == full;
    let Some(at) = rules.verdicts.iter().position(draws) else { return };
    // By pieces that are put down without end, so that they fill the board.
    let placed = |of: &Region| {
        let Region::Pieces { who, .. } = of else { return false };
        let makes = |kind: KindId| of.may_hold(kind) && (who.is_none() || !rules.kinds[kind].neutral);
        let placings = rules.clauses().filter_map(|clause| clause.verb.placing()).filter(|placing| !placing.from_hand);
        placings.flat_map(|placing| placing.kinds).any(|&kind| makes(kind))
    };
    let line = |verdict: &&Verdict| {
        matches!(verdict.kind, VerdictKind::Win(_))
            && matches!(&verdict.when, Truth::Some(Region::Line { of, .. }) if placed(of))
    };
    if let Some(line) = rules.verdicts[at..].iter().find(line) {
        analyzer.report(messages::full_before_line(&line.text, rules.verdicts[at].span, line.span));
    }
}

/// `win when flood own rank 1 in own`, or where the flood is asked about the cells that it begins from.
fn connections(analyzer: &mut Analyzer<'_>, rules: &Rules, source: &Source) {
    let sites = rules.topology.sites();
    for verdict in rules.verdicts.iter().filter(|verdict| matches!(verdict.kind, VerdictKind::Win(_))) {
        let begins = |part: &&Truth| {
            let Truth::Some(region) = part else { return false };
            let parts = region.conjuncts();
            parts.iter().any(|flood| {
                let Region::Flood { seed, within, .. } = flood else { return false };
                let of_pieces = matches!(&**within, Region::Pieces { who: Some(_), .. });
                of_pieces && is_fixed(seed) && parts.iter().all(|part| part == flood || covers(part, seed, sites))
            })
        };
        let all = conjuncts(&verdict.when);
        if all.len() == 1 && all.iter().any(begins) && !analyzer.is_told_of_but(verdict.span, NO_VERDICT_WHEN_STUCK) {
            let text = source.part(verdict.span);
            let seed =
                text.split_once("flood ").and_then(|(_, rest)| rest.split_once(" in ")).map_or("…", |(seed, _)| seed);
            analyzer.report(messages::one_piece_is_enough(seed, verdict.span));
        }
    }
}

/// Players who both begin at the edge that they face.
fn facing(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let (Some((_, span)), Some(facing)) = (&items.facing, analyzer.scope.facing) else { return };
    let at_the_edge = |side: Side| {
        let ranks = &rules.advance[side];
        let far = ranks.iter().copied().max().unwrap_or(0);
        let own = rules.setup.pieces.iter().filter(|piece| piece.1 == Some(side)).map(|piece| ranks[piece.0]);
        let ranks: Vec<i64> = own.collect();
        ranks.contains(&far) && ranks.iter().all(|rank| 2 * rank > far)
    };
    if Side::ALL.into_iter().all(at_the_edge) {
        let names = facing.map(|dir| rules.topology.directions[dir].name.clone());
        let (player, way, back) = (&rules.players[Side::First], &names[Side::First], &names[Side::Second]);
        analyzer.report(messages::faces_own_edge(player, way, back, *span));
    }
}

/// Men that go ahead alone, and are promoted by one of their clauses on the last rank and by another one not.
fn promotions(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    // Who arrives there may be forbidden to, or have won.
    let decides = |kind: KindId| {
        let there = |part: &&Truth| matches!(part, Truth::Some(region) if region.conjuncts().len() > 1 && region.may_hold(kind));
        let asked = |node: Node<'_>| matches!(node, Node::Region(Region::Pieces { kinds: Some(kinds), .. }) if kinds.contains(&kind));
        rules.verdicts.iter().any(|verdict| conjuncts(&verdict.when).iter().any(there))
            || rules.legal.iter().any(|legal| visit::has(&legal.condition, asked))
    };
    if Effect::any(&rules.finally, |effect| matches!(effect, Effect::Promote { .. })) {
        return;
    }
    for kind in 0..rules.kinds.len() {
        let of: Vec<&Clause> =
            clauses(rules).filter(|(group, _)| group.kinds == [kind]).map(|(_, clause)| clause).collect();
        let moved = clauses(rules).filter(|(group, _)| group.kinds.is_empty() || group.kinds.contains(&kind)).count();
        let ahead = |clause: &&Clause| clause.verb.dirs().is_some_and(|dirs| rules.only_advance(&[kind], dirs));
        if of.len() < 2 || moved != of.len() || !of.iter().all(ahead) || decides(kind) {
            continue;
        }
        let becomes = |effect: &Effect| matches!(effect, Effect::Promote { to, .. } if !to.contains(&kind));
        let promotes = |clause: &&&Clause| Effect::any(&clause.effects, becomes);
        let Some(one) = of.iter().find(promotes).filter(|one| reaches_far_rank(rules, one)) else { continue };
        // What is asked besides may keep it away from there.
        let anywhere = |clause: &Clause| {
            let plain = |part: &&Region| matches!(part, Region::Empty | Region::Pieces { .. });
            let takes =
                |effect: &Effect| matches!(effect, Effect::Take(of) if of.conjuncts().contains(&&Region::Local(TO)));
            let stays = clause.when.is_none() && !Effect::any(&clause.effects, takes);
            stays && clause.verb.arrival().is_some_and(|to| to.members().iter().all(plain))
        };
        for clause in of.iter().filter(|clause| !promotes(clause) && anywhere(clause)) {
            if !analyzer.is_told_of_but(clause.span, NO_VERDICT_WHEN_STUCK) {
                analyzer.report(messages::promotion_forgotten(&rules.kinds[kind].name, clause.span, one.span));
            }
        }
    }
}

/// `win when no enemy Man`, where players begin with men alone, and men become kings that no verdict asks for.
fn crowned(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let becomes = |kind: KindId| {
        // Whom the enemy changes is another matter.
        let of_enemy = |node: Node<'_>| matches!(node, Node::Region(Region::Pieces { who: Some(Who::Enemy), .. }));
        let made = |effect: &&Effect| {
            let own = matches!(effect, Effect::Promote { .. }) && !visit::has(*effect, of_enemy);
            effect.becomes().iter().copied().find(|&other| own && other != kind)
        };
        let of_kind = clauses(rules).filter(|(group, _)| group.kinds.contains(&kind));
        of_kind.flat_map(|(_, clause)| &clause.effects).find_map(|effect| made(&effect))
    };
    let asked = |kind: KindId| {
        let of_kind = |node: Node<'_>| matches!(node, Node::Region(Region::Pieces { kinds, .. }) if kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)));
        rules.verdicts.iter().any(|verdict| visit::has(&verdict.when, of_kind))
    };
    for verdict in rules.verdicts.iter().filter(|verdict| verdict.kind == VerdictKind::Win(Who::Own)) {
        if let Some(Region::Pieces { who: Some(Who::Enemy), kinds: Some(kinds) }) = verdict.when.none_of()
            && let [kind] = kinds[..]
            && rules.setup.pieces.iter().all(|piece| piece.2 == kind)
            && let Some(other) = becomes(kind)
            && !asked(other)
        {
            let [kind, other] = [kind, other].map(|kind| &*rules.kinds[kind].name);
            analyzer.report(messages::gone_by_promotion(&verdict.text, kind, other, verdict.span));
        }
    }
}

/// Whether a clause may bring pieces of both players to their last rank.
fn reaches_far_rank(rules: &Rules, clause: &Clause) -> bool {
    let reaches = |side: Side| {
        let far = rules.advance[side].iter().max();
        let onto = clause.verb.arrival().map(|to| to.at_most(side, rules.topology.sites()));
        onto.is_some_and(|onto| onto.iter().any(|site| Some(&rules.advance[side][site]) == far))
    };
    Side::ALL.into_iter().all(reaches)
}

/// `from on rank 2`, `step north`, where both players begin alike.
fn for_one(analyzer: &mut Analyzer<'_>, rules: &Rules, source: &Source) {
    let topology = &rules.topology;
    // Who faces nothing looks north.
    let faces = analyzer.scope.facing.is_some();
    let Some(ahead) =
        analyzer.scope.facing.map_or_else(|| topology.direction("north"), |facing| Some(facing[Side::First]))
    else {
        return;
    };
    if analyzer.scope.facing.is_some_and(|facing| across(topology, ahead) != Some(facing[Side::Second])) {
        return;
    }
    if !is_mirrored(rules) || names_a_player(rules) {
        return;
    }
    let mut ranks = std::mem::take(&mut analyzer.ranks_of_both);
    ranks.sort_by_key(|(_, span)| span.start);
    ranks.dedup();
    let turned: Vec<SiteSet> = ranks.iter().map(|(cells, _)| upside_down(topology, cells)).collect();
    let north = topology.directions[ahead].vector.1 > 0;
    for ((_, span), turned) in ranks.iter().zip(&turned) {
        if !ranks.iter().any(|(other, _)| other == turned) && !is_told(analyzer, rules, *span) {
            let seen = north.then(|| format!("own {}", source.part(*span)));
            analyzer.report(messages::rank_of_both(seen, faces, &rules.players, *span));
        }
    }
    let mut ways = std::mem::take(&mut analyzer.ways_of_both);
    ways.sort_by_key(|(_, span)| span.start);
    ways.dedup();
    for &(way, span) in &ways {
        // East and west are the same for both.
        let Some(back) = across(topology, way).filter(|&back| back != way) else { continue };
        if !ways.iter().any(|&(other, _)| other == back)
            && !analyzer.told("only-homeward")
            && !is_told(analyzer, rules, span)
            && let Some(seen) = relative_word(topology, ahead, way)
        {
            let way = &topology.directions[way].name;
            analyzer.report(messages::way_of_both(way, seen, faces, &rules.players, span));
        }
    }
}

/// The direction that is this one on a board seen from its other end.
fn across(topology: &Topology, dir: DirId) -> Option<DirId> {
    let (x, y, z) = topology.directions[dir].vector;
    (0..topology.directions.len())
        .find(|&other| !topology.is_link(other) && topology.directions[other].vector == (x, -y, z))
}

/// Whether something else is said of the clause, verdict or condition in which a place is.
fn is_told(analyzer: &Analyzer<'_>, rules: &Rules, place: Span) -> bool {
    let clauses = rules.clauses().map(|clause| clause.span);
    let others = rules.verdicts.iter().map(|verdict| verdict.span).chain(rules.legal.iter().map(|legal| legal.span));
    let around = clauses.chain(others).find(|span| span.start <= place.start && place.end <= span.end);
    let told = |code: &str| analyzer.says(code, around.unwrap_or(place));
    !told("one-sided") && analyzer.is_told_of_but(around.unwrap_or(place), NO_VERDICT_WHEN_STUCK)
}

/// The cells in which a board, seen from its other end, has these.
fn upside_down(topology: &Topology, cells: &SiteSet) -> SiteSet {
    SiteSet::from_sites(topology.sites(), cells.iter().filter_map(|site| opposite(topology, site, false)))
}

/// The cell of the same file, or of the file that lies as far from the other edge, that is as far from the last rank as this one is from
/// the first.
fn opposite(topology: &Topology, site: usize, turned: bool) -> Option<usize> {
    let cell = &topology.cells[site];
    let board = &topology.boards[cell.board];
    let y = board.height - 1 - cell.y;
    let x = if turned { board.width - 1 - cell.x } else { cell.x };
    topology.cells.iter().position(|other| (other.board, other.x, other.y, other.z) == (cell.board, x, y, cell.z))
}

/// Whether each player has the pieces that the other has, at the other end of the board.
fn is_mirrored(rules: &Rules) -> bool {
    let of = |side: Side| -> Vec<(usize, KindId)> {
        let pieces = rules.setup.pieces.iter().filter(|piece| piece.1 == Some(side));
        let mut pieces: Vec<(usize, KindId)> = pieces.map(|piece| (piece.0, piece.2)).collect();
        pieces.sort_unstable();
        pieces
    };
    let [first, second] = [Side::First, Side::Second].map(of);
    let alike = |turned: bool| {
        let seen = first.iter().map(|&(site, kind)| Some((opposite(&rules.topology, site, turned)?, kind)));
        let seen: Option<Vec<(usize, KindId)>> = seen.collect();
        seen.is_some_and(|mut seen| {
            seen.sort_unstable();
            seen == second
        })
    };
    !first.is_empty() && (alike(false) || alike(true))
}

/// Whether the rules speak of a player by name.
fn names_a_player(rules: &Rules) -> bool {
    let wins =
        |kind: &VerdictKind| matches!(kind, VerdictKind::Win(Who::Side(_)) | VerdictKind::Score(Who::Side(_), _));
    let mut named = rules.verdicts.iter().any(|verdict| wins(&verdict.kind));
    visit::rules(rules, &mut |node| {
        named |= names_player(node) || matches!(node, Node::Truth(Truth::Stuck(Who::Side(_), _)));
    });
    named
}

/// `win when line 4 of Man`, `win when no King`, which ask for pieces of both.
fn of_both(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let of_whoever = |region: &Region| {
        let Region::Pieces { who: None, kinds: Some(kinds) } = region else { return None };
        kinds.first().copied().filter(|_| kinds.iter().all(|&kind| !rules.kinds[kind].neutral))
    };
    let numbers = |kind: KindId| Side::ALL.map(|side| rules.setup.number(side, kind));
    // Of what only one player has it is said whose it is.
    let of_both = |&kind: &KindId| numbers(kind).map(|number| number > 0).alike();
    for verdict in &rules.verdicts {
        let VerdictKind::Win(who) = verdict.kind else { continue };
        let of = if who == Who::Enemy { ["enemy", "own"] } else { ["own", "enemy"] };
        // A kind that belongs to nobody by mistake is told as that.
        if analyzer.is_told_of_but(verdict.span, NO_VERDICT_WHEN_STUCK) || analyzer.told("neutral-of-one") {
            continue;
        }
        for condition in conjuncts(&verdict.when) {
            if let Truth::Some(Region::Line { of: line, .. }) = condition
                && let Some(kind) = of_whoever(line).filter(of_both)
            {
                analyzer.report(messages::line_of_both(&rules.kinds[kind].name, of[0], verdict.span));
            } else if let Truth::Not(inner) = condition
                && let Truth::Some(region) = &**inner
                && let Some(kind) = of_whoever(region).filter(|&kind| numbers(kind) == PerSide::same(1))
            {
                analyzer.report(messages::none_of_both(&rules.kinds[kind].name, of[1], verdict.span));
            }
        }
    }
}

/// `extra turn` behind every move: the other player never has one.
fn turn_stays(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let stays = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::ExtraTurn));
    if !passing(rules)
        && (stays(&rules.finally) || clauses(rules).all(|(_, clause)| stays(&clause.effects)))
        && let Some((_, clause)) = clauses(rules).next()
    {
        analyzer.report(messages::turn_stays(&rules.players, clause.span));
    }
}

/// Clocks that every move sets back.
fn clocks_at_rest(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    if passing(rules) || clauses(rules).next().is_none() {
        return;
    }
    for id in (0..rules.states.len()).filter(|&id| rules.states[id].life == Life::Clock) {
        let resets = |effects: &[Effect]| effects.contains(&Effect::Reset(id));
        if resets(&rules.finally) || clauses(rules).all(|(_, clause)| resets(&clause.effects)) {
            let (name, span) = (rules.states[id].name.clone(), analyzer.scope.states[id].span);
            analyzer.report(messages::clock_never_rises(&name, span));
        }
    }
}
