//! Labels that look like a slip. Any word may be one, so that nothing else would tell of `as rightt`.

use super::super::directions::WORDS;
use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use crate::diag::is_slip;
use crate::source::Span;

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>) {
    let behind_as: Vec<(Span, String)> = analyzer.labels.iter().cloned().collect();
    let directions = analyzer.scope.topology.directions.iter().map(|direction| direction.name.clone());
    let mut names: Vec<String> = WORDS.iter().map(|word| (*word).to_string()).chain(directions).collect();
    names.extend(analyzer.scope.kind_names.iter().map(|kind| kind.name.clone()));
    alike(analyzer, &behind_as, &names);
    // Those that the turn does not name are told as never played, where it names any.
    let choice = items.turn.and_then(|turn| turn.0.choice.as_ref());
    let heads = items.moves.iter().filter_map(|(item, _)| item.label.as_ref());
    let heads = heads.filter(|label| !choice.is_some_and(|choice| choice.names(&label.text)));
    let heads: Vec<(Span, String)> = heads.map(|label| (label.span, label.text.clone())).collect();
    alike(analyzer, &heads, &[]);
}

/// Labels that stand once and are a slip away from a name, or from a label that stands more than once.
fn alike(analyzer: &mut Analyzer<'_>, labels: &[(Span, String)], names: &[String]) {
    for (span, label) in labels {
        let uses = |word: &str| labels.iter().filter(|(_, other)| other == word).count();
        if uses(label) > 1 || names.iter().any(|name| name.to_lowercase() == *label) {
            continue;
        }
        let often = labels.iter().map(|(_, other)| other).filter(|other| uses(other) > 1);
        if let Some(meant) = names.iter().chain(often).find(|name| is_slip(label, name)) {
            analyzer.report(messages::label_like_name(label, &meant.to_lowercase(), *span));
        }
    }
}
