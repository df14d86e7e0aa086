//! What is declared and never used.

use super::super::items::Items;
use super::super::messages;
use super::super::scope::{Analyzer, Thing};
use super::{has_word, state_read};
use crate::diag::nearest;
use crate::rules::visit::{self, Node};
use crate::rules::{Effect, Life, Number, Rules, StateId, Turn, TurnKind};
use crate::source::{Source, Span};

/// Of so many unused names at most it is looked which other one may be meant.
const MOST_SLIPS: usize = 20;

pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules, source: &Source) {
    let lists = [
        (Thing::Option, "option", items.options.iter().map(|i| (&i.0.name, i.1)).collect::<Vec<_>>()),
        (Thing::Region, "region", items.regions.iter().map(|i| (&i.0.name, i.1)).collect()),
        (Thing::Table, "table", items.tables.iter().map(|i| (&i.0.name, i.1)).collect()),
        (Thing::Define, "definition", items.defines.iter().map(|i| (&i.0.name, i.1)).collect()),
        (Thing::Link, "link", items.links.iter().map(|i| (&i.0.name, i.1)).collect()),
    ];
    let mut unused = Vec::new();
    for (thing, word, names) in &lists {
        let names = names.iter().filter(|(name, _)| !analyzer.used.contains(&(*thing, name.text.clone())));
        unused.extend(names.map(|&(name, item)| (*word, name, item)));
    }
    // Where there are many none is a slip.
    let few = unused.iter().filter(|(_, name, _)| source.is_own(name.span)).count() <= MOST_SLIPS;
    for &(word, name, item) in &unused {
        // What only something unused speaks of is told with that.
        if !unused.iter().any(|other| other.2 != item && mentions(source, other.2, &name.text)) {
            let others = lists.iter().flat_map(|(_, _, names)| names).map(|(name, _)| name.text.as_str());
            let states = items.states.iter().map(|i| &i.0.name).chain(items.clocks.iter().map(|c| c.0));
            let others = others.chain(states.map(|name| name.text.as_str()));
            let others = others.filter(|other| few && *other != name.text);
            let near = nearest(&name.text, others);
            analyzer.report(messages::unused(word, &name.text, near, name.span));
        }
    }
    let states = items.states.iter().map(|i| &i.0.name).chain(items.clocks.iter().map(|c| c.0));
    for name in states {
        let Some(id) = rules.states.iter().position(|state| state.name == name.text) else { continue };
        // What options leave out may ask for it, and change it.
        let fixed = items.options.is_empty();
        if !analyzer.read.contains(&name.text) || fixed && only_asks_itself(rules, id) {
            let set = analyzer.used.contains(&(Thing::State, name.text.clone()));
            analyzer.report(messages::never_read(&name.text, set, name.span));
        } else if fixed
            && rules.states[id].life != Life::Clock
            && !changes(rules, id)
            && !unused.iter().any(|other| mentions(source, other.2, &name.text))
        {
            analyzer.report(messages::never_set(&name.text, name.span));
        }
    }
    let strengths = items.pieces.iter().flat_map(|item| &item.0.pieces).filter_map(|piece| piece.strength.as_ref());
    if let Some(strength) = strengths.into_iter().next().filter(|_| !analyzer.compares_strengths) {
        analyzer.report(messages::unused_strength(strength.span));
    }
    labels(analyzer, items, rules);
    hands(analyzer, items, rules);
    costs(analyzer, items, rules);
}

/// Whether anything sets a state, or sets it back.
fn changes(rules: &Rules, id: StateId) -> bool {
    rules.effects().into_iter().any(|effect| match effect {
        Effect::SetCells(set, _) | Effect::SetNumber(set, _) | Effect::Reset(set) => *set == id,
        _ => false,
    })
}

/// Whether a state is asked for where its own new value is worked out, and nowhere else: `set n = n + 1`.
fn only_asks_itself(rules: &Rules, id: StateId) -> bool {
    let name = &rules.states[id].name;
    // A chain that may never end is told so, and why.
    let elsewhere = rules.states[id].life == Life::ThisTurn
        || rules.looks.colour(name).is_some()
        || rules.states.iter().any(|s| has_word(&s.bounds.text, name))
        || rules.grounds.iter().any(|ground| has_word(&ground.text, name));
    let (mut asked, mut by_itself) = (0, 0);
    let count = |node: Node<'_>| usize::from(state_read(node) == Some(id));
    visit::rules(rules, &mut |node| {
        asked += count(node);
        match node {
            Node::Effect(Effect::SetNumber(set, value)) if *set == id => {
                visit::node(value, &mut |part| by_itself += count(part))
            }
            Node::Effect(Effect::SetCells(set, value)) if *set == id => {
                visit::node(value, &mut |part| by_itself += count(part))
            }
            _ => {}
        }
    });
    !elsewhere && asked > 0 && asked == by_itself
}

/// Whether a name is one of the words of a place.
fn mentions(source: &Source, place: Span, name: &str) -> bool {
    has_word(source.part(place), name)
}

/// Groups that the turn leaves out.
fn labels(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let played = rules.turn.groups();
    let span = |index: usize| {
        let name = items.moves.get(index).and_then(|m| m.0.label.as_ref());
        name.map_or(rules.groups[index].span, |n| n.span)
    };
    let left: Vec<usize> = (0..rules.groups.len()).filter(|index| !played.contains(index)).collect();
    for (i, &index) in left.iter().enumerate() {
        let label = rules.groups[index].label.as_deref();
        let same = |other: &&usize| label.is_some() && rules.groups[**other].label.as_deref() == label;
        // A label that heads several groups is said once.
        if !left[..i].iter().any(|other| same(&other)) {
            let others = left[i + 1..].iter().filter(same).map(|&other| span(other));
            let played = rules.groups.iter().enumerate().filter(|(index, _)| played.contains(index));
            let near = label.and_then(|label| nearest(label, played.filter_map(|(_, group)| group.label.as_deref())));
            analyzer.report(messages::group_never_played(label, near, span(index), others));
        }
    }
}

/// Hands that nothing asks about.
fn hands(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let dropped = !rules.dropped().is_empty();
    let mut counted = false;
    visit::rules(rules, &mut |node| counted |= matches!(node, Node::Number(Number::Hand(..))));
    if rules.hands && !dropped && !counted {
        let span = items.captives.or(items.hands.first().map(|h| h.1)).unwrap_or_default();
        analyzer.report(messages::unused_hands(span));
    } else if let (false, None, Some((_, span))) = (dropped, items.captives, items.hands.first()) {
        analyzer.report(messages::hand_stays(*span));
    }
}

/// Costs that nothing counts.
fn costs(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let repeats = rules.turn.parts().into_iter().filter(|part| matches!(part.kind, TurnKind::Repeat(..)));
    let repeated: Vec<usize> = repeats.flat_map(Turn::groups).collect();
    for (index, (item, _)) in items.moves.iter().enumerate() {
        if let Some(costs) = &item.costs
            && !repeated.contains(&index)
        {
            analyzer.report(messages::costs_nothing(costs.span));
        }
    }
}
