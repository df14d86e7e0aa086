//! Labels and players that look like a slip. Any word may be one, so that nothing else would tell of `as rightt` or of
//! `players White, Blcak`.

use super::super::directions::WORDS;
use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use crate::diag::is_slip;
use crate::rules::COLOURS;
use crate::source::Span;

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>) {
    let behind_as: Vec<(Span, String)> = analyzer.labels.iter().cloned().collect();
    let directions = analyzer.scope.topology.directions.iter().map(|direction| direction.name.clone());
    let mut known: Vec<String> = WORDS.iter().map(|word| (*word).to_string()).chain(directions).collect();
    known.extend(analyzer.scope.kind_names.iter().map(|kind| kind.name.to_lowercase()));
    alike(analyzer, &behind_as, &known, false);
    // Those that the turn does not name are told as never played, where it names any.
    let choice = items.turn.and_then(|turn| turn.0.choice.as_ref());
    let heads = items.moves.iter().filter_map(|(item, _)| item.label.as_ref());
    let heads = heads.filter(|label| !choice.is_some_and(|choice| choice.names(&label.text)));
    let heads: Vec<(Span, String)> = heads.map(|label| (label.span, label.text.clone())).collect();
    alike(analyzer, &heads, &[], true);
    // A player's name is the colour of the pieces, if it is one.
    for player in items.players.iter().flat_map(|(names, _)| names.iter()) {
        let small = player.text.to_lowercase();
        if let Some(colour) = COLOURS.iter().find(|colour| is_slip(&small, colour)) {
            let meant: String = colour[..1].to_uppercase() + &colour[1..];
            analyzer.report(messages::player_like_colour(&player.text, &meant, player.span));
        }
    }
}

/// Labels that stand once and are a slip away from a known name, or from a label that stands more often; `also_once`: or from
/// one before them.
fn alike(analyzer: &mut Analyzer<'_>, labels: &[(Span, String)], known: &[String], also_once: bool) {
    let uses = |word: &String| labels.iter().filter(|(_, other)| other == word).count();
    for (at, (span, label)) in labels.iter().enumerate() {
        if uses(label) > 1 || known.contains(label) {
            continue;
        }
        let before = |&i: &usize| uses(&labels[i].1) > 1 || also_once && i < at;
        let others = (0..labels.len()).filter(before).map(|i| &labels[i].1);
        if let Some(meant) = known.iter().chain(others).find(|name| is_slip(label, name)) {
            analyzer.report(messages::label_like_name(label, meant, *span));
        }
    }
}
