//! Games that begin the same for both players, one of whom is forgotten by the moves: `from on rank 2`, `step north`.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::messages;
use super::super::scope::Analyzer;
use crate::board::{SiteSet, Topology};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{KindId, Region, Rules, Truth, VerdictKind, Who};
use crate::source::Source;

/// What a way of the compass is called by who looks north; the same from the south.
const AHEAD: [(&str, &str, &str); 6] = [
    ("north", "south", "forward"),
    ("south", "north", "backward"),
    ("northeast", "southeast", "forward-right"),
    ("northwest", "southwest", "forward-left"),
    ("southeast", "northeast", "backward-right"),
    ("southwest", "northwest", "backward-left"),
];

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules, source: &Source) {
    let topology = &rules.topology;
    // North and south, or south and north: whether the first player looks north.
    let ways = analyzer.scope.facing.map(|facing| facing.map(|dir| topology.directions[dir].name.clone()));
    let north = match ways.map(|ways| ways.pair()) {
        None => true,
        Some([first, second]) if first == "north" && second == "south" => true,
        Some([first, second]) if first == "south" && second == "north" => false,
        Some(_) => return,
    };
    if !begins_alike(rules) || names_a_player(rules) {
        return;
    }
    let mut ranks = std::mem::take(&mut analyzer.ranks_of_both);
    ranks.sort_by_key(|(_, span)| span.start);
    ranks.dedup();
    let turned: Vec<SiteSet> = ranks.iter().map(|(cells, _)| upside_down(topology, cells)).collect();
    let faces = analyzer.scope.facing.is_some();
    for ((_, span), turned) in ranks.iter().zip(&turned) {
        if !ranks.iter().any(|(other, _)| other == turned) {
            let seen = north.then(|| format!("own {}", source.part(*span)));
            analyzer.report(messages::rank_of_both(seen, faces, &rules.players, *span));
        }
    }
    let mut ways = std::mem::take(&mut analyzer.ways_of_both);
    ways.sort_by_key(|(_, span)| span.start);
    ways.dedup();
    for (word, span) in &ways {
        let Some((_, back, ahead)) = AHEAD.iter().find(|(way, ..)| way == word) else { continue };
        if !ways.iter().any(|(other, _)| other == back) {
            let seen = if north { *ahead } else { AHEAD.iter().find(|way| way.0 == *back).map_or(*ahead, |way| way.2) };
            analyzer.report(messages::way_of_both(word, seen, faces, &rules.players, *span));
        }
    }
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
    let y = board.height as i32 - 1 - cell.y;
    let x = if turned { board.width as i32 - 1 - cell.x } else { cell.x };
    topology.cells.iter().position(|other| (other.board, other.x, other.y, other.z) == (cell.board, x, y, cell.z))
}

/// Whether each player has the pieces that the other has, at the other end of the board.
fn begins_alike(rules: &Rules) -> bool {
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
