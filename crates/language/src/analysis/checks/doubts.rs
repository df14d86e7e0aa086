//! What is strange rather than wrong, told where nothing else is: rules for one player in a game that begins alike for both, verdicts
//! about the wrong one, turns that never pass, clocks that never rise.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::endings::passing;
use super::{clauses, conjuncts};
use crate::board::{SiteSet, Topology};
use crate::game::{PerSide, Side};
use crate::rules::visit::{self, Node};
use crate::rules::{Effect, KindId, Life, Region, Rules, Truth, VerdictKind, Who};
use crate::source::{Source, Span};

/// What a way of the compass is called by who looks north; the same from the south.
const AHEAD: [(&str, &str, &str); 6] = [
    ("north", "south", "forward"),
    ("south", "north", "backward"),
    ("northeast", "southeast", "forward-right"),
    ("northwest", "southwest", "forward-left"),
    ("southeast", "northeast", "backward-right"),
    ("southwest", "northwest", "backward-left"),
];

/// Players who both begin at the edge that they face.
fn facing(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let (Some((_, span)), Some(facing)) = (&items.facing, analyzer.scope.facing) else { return };
    let at_the_edge = |side: Side| {
        let ranks = &rules.advance[side];
        let far = ranks.iter().copied().max().unwrap_or(0);
        let mut own =
            rules.setup.pieces.iter().filter(|piece| piece.1 == Some(side)).map(|piece| ranks[piece.0]).peekable();
        own.peek().is_some() && own.all(|rank| 2 * rank > far)
    };
    if Side::ALL.into_iter().all(at_the_edge) {
        let names = facing.map(|dir| rules.topology.directions[dir].name.clone());
        let (player, way, back) = (&rules.players[Side::First], &names[Side::First], &names[Side::Second]);
        analyzer.report(messages::faces_own_edge(player, way, back, *span));
    }
}

/// This is said of all games in which players may be stuck.
const OF_MOST: &str = "no-verdict-when-stuck";

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules, source: &Source) {
    stuck_by_name(analyzer, rules);
    of_both(analyzer, rules);
    if !analyzer.is_told_of_but(Span::new(0, usize::MAX), OF_MOST) {
        turn_stays(analyzer, rules);
        clocks_at_rest(analyzer, rules);
        facing(analyzer, items, rules);
    }
    for_one(analyzer, rules, source);
}

/// `from on rank 2`, `step north`, where both players begin alike.
fn for_one(analyzer: &mut Analyzer<'_>, rules: &Rules, source: &Source) {
    let topology = &rules.topology;
    // North and south, or south and north: whether the first player looks north.
    let ways = analyzer.scope.facing.map(|facing| facing.map(|dir| topology.directions[dir].name.clone()));
    let north = match ways.map(|ways| ways.pair()) {
        None => true,
        Some([first, second]) if first == "north" && second == "south" => true,
        Some([first, second]) if first == "south" && second == "north" => false,
        Some(_) => return,
    };
    if !is_mirrored(rules) || names_a_player(rules) {
        return;
    }
    let mut ranks = std::mem::take(&mut analyzer.ranks_of_both);
    ranks.sort_by_key(|(_, span)| span.start);
    ranks.dedup();
    let turned: Vec<SiteSet> = ranks.iter().map(|(cells, _)| upside_down(topology, cells)).collect();
    let faces = analyzer.scope.facing.is_some();
    for ((_, span), turned) in ranks.iter().zip(&turned) {
        if !ranks.iter().any(|(other, _)| other == turned) && !is_told(analyzer, rules, *span) {
            let seen = north.then(|| format!("own {}", source.part(*span)));
            analyzer.report(messages::rank_of_both(seen, faces, &rules.players, *span));
        }
    }
    let mut ways = std::mem::take(&mut analyzer.ways_of_both);
    ways.sort_by_key(|(_, span)| span.start);
    ways.dedup();
    for (word, span) in &ways {
        let Some((_, back, ahead)) = AHEAD.iter().find(|(way, ..)| way == word) else { continue };
        if !ways.iter().any(|(other, _)| other == back)
            && !analyzer.told("only-homeward")
            && !is_told(analyzer, rules, *span)
        {
            let seen = if north { *ahead } else { AHEAD.iter().find(|way| way.0 == *back).map_or(*ahead, |way| way.2) };
            analyzer.report(messages::way_of_both(word, seen, faces, &rules.players, *span));
        }
    }
}

/// Whether something else is said of the clause, verdict or condition in which a place is.
fn is_told(analyzer: &Analyzer<'_>, rules: &Rules, place: Span) -> bool {
    let clauses = rules.clauses().map(|clause| clause.span);
    let others = rules.verdicts.iter().map(|verdict| verdict.span).chain(rules.legal.iter().map(|legal| legal.span));
    let around = clauses.chain(others).find(|span| span.start <= place.start && place.end <= span.end);
    let told = |code: &str| analyzer.says(code, around.unwrap_or(place));
    !told("one-sided") && analyzer.is_told_of_but(around.unwrap_or(place), OF_MOST)
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
        named |= matches!(
            node,
            Node::Region(Region::Pieces { who: Some(Who::Side(_)), .. } | Region::PerSide(Who::Side(_), _))
                | Node::Truth(Truth::Stuck(Who::Side(_), _))
        );
    });
    named
}

/// `win when Black stuck`, where Black, having moved, would win by it as well.
fn stuck_by_name(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    for verdict in &rules.verdicts {
        let wins = match verdict.kind {
            VerdictKind::Win(Who::Own) => true,
            VerdictKind::Win(Who::Enemy) => false,
            VerdictKind::Win(Who::Side(_)) | VerdictKind::Draw | VerdictKind::Score(..) => continue,
        };
        if let Truth::Stuck(Who::Side(side), _) = verdict.when {
            let [player, other] = [side, side.other()].map(|side| &rules.players[side]);
            analyzer.report(messages::stuck_by_name(wins, player, other, verdict.span));
        }
    }
}

/// `win when line 4 of Man`, `win when no King`, which ask for pieces of both.
fn of_both(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let of_whoever = |region: &Region| {
        let Region::Pieces { who: None, kinds: Some(kinds) } = region else { return None };
        kinds.first().copied().filter(|_| kinds.iter().all(|&kind| !rules.kinds[kind].neutral))
    };
    let numbers = |kind: KindId| {
        let number = |side: Side| rules.setup.pieces.iter().filter(|p| (p.1, p.2) == (Some(side), kind)).count();
        PerSide::new(number(Side::First), number(Side::Second))
    };
    // Of what only one player has it is said whose it is.
    let of_both = |&kind: &KindId| numbers(kind).map(|number| number > 0).alike();
    for verdict in &rules.verdicts {
        let VerdictKind::Win(who) = verdict.kind else { continue };
        let of = if who == Who::Enemy { ["enemy", "own"] } else { ["own", "enemy"] };
        // A kind that belongs to nobody by mistake is told as that.
        if analyzer.is_told_of_but(verdict.span, OF_MOST) || analyzer.told("neutral-of-one") {
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
