//! Static checks of rules that are otherwise sound: what can be told from the rules alone, without playing.

mod asked;
mod attacks;
mod conditions;
mod doubts;
mod endings;
mod homeward;
mod labels;
mod never;
mod pieces;
mod room;
mod shadow;
mod symmetry;
mod traps;
mod unused;

pub use attacks::check_query;
pub use conditions::Decided;

use super::items::Items;
use super::scope::Analyzer;
use crate::rules::visit::Node;
use crate::rules::{Clause, Group, Number, Region, Rules, StateId, Truth, Who};
use crate::source::{Source, Span};

/// This is said of all games in which players may be stuck, and is no cause of anything else.
pub const NO_VERDICT_WHEN_STUCK: &str = "no-verdict-when-stuck";

/// Runs all checks.
pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules, source: &Source) {
    // Without moves all else would be a consequence.
    if !endings::moves_and_ends(analyzer, items, rules) {
        return;
    }
    unused::check(analyzer, items, rules, source);
    labels::check(analyzer, items);
    pieces::check(analyzer, items, rules);
    homeward::check(analyzer, rules);
    shadow::check(analyzer, rules);
    traps::check(analyzer, items, rules, source);
    attacks::check(analyzer, rules);
    endings::check(analyzer, rules);
    conditions::check(analyzer, items, rules, source);
    symmetry::check(analyzer, rules);
    doubts::check(analyzer, items, rules, source);
    never::check(analyzer, items, rules);
}

/// Whether anything is said of the file, from which what a later check finds may follow.
fn is_anything_told(analyzer: &Analyzer<'_>) -> bool {
    analyzer.is_told_of_but(Span::new(0, usize::MAX), NO_VERDICT_WHEN_STUCK)
}

/// All clauses with their groups.
fn clauses(rules: &Rules) -> impl Iterator<Item = (&Group, &Clause)> {
    rules.groups.iter().flat_map(|g| g.clauses.iter().map(move |c| (g, c)))
}

/// Whether enemy pieces may be in a region, as far as its words tell.
fn may_hold_enemy(region: &Region) -> bool {
    match region {
        Region::Pieces { who, .. } => !matches!(who, Some(Who::Own)),
        Region::Const(set) => !set.is_empty(),
        Region::PerSide(..) => true,
        Region::Empty => false,
        Region::Or(a, b) | Region::Else(a, b) => may_hold_enemy(a) || may_hold_enemy(b),
        Region::On(a, b) => may_hold_enemy(a) && may_hold_enemy(b),
        Region::Except(a, _) => may_hold_enemy(a),
        _ => true,
    }
}

/// Whether a region is meant to have enemy pieces in it: its words say so.
fn names_enemy(region: &Region) -> bool {
    match region {
        Region::Pieces { who, .. } => !matches!(who, Some(Who::Own)),
        Region::Or(a, b) | Region::Else(a, b) | Region::On(a, b) => names_enemy(a) || names_enemy(b),
        Region::Except(a, _) => names_enemy(a),
        _ => false,
    }
}

/// Whether a part of an expression names a player.
fn names_player(node: Node<'_>) -> bool {
    matches!(node, Node::Region(Region::Pieces { who: Some(Who::Side(_)), .. } | Region::PerSide(Who::Side(_), _)))
}

/// The state that a part of an expression is, if it is one.
fn state_read(node: Node<'_>) -> Option<StateId> {
    match node {
        Node::Region(Region::State(id)) | Node::Number(Number::State(id)) => Some(*id),
        _ => None,
    }
}

/// The operands of a chain of `and` that say something.
fn conjuncts(truth: &Truth) -> Vec<&Truth> {
    truth.conjuncts().into_iter().filter(|part| **part != Truth::Const(true)).collect()
}

/// Whether a name is one of the words of a text.
fn has_word(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == name)
}
