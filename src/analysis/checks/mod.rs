//! Static checks of rules that are otherwise sound.

use super::items::Items;
use super::scope::Analyzer;
use crate::rules::Rules;

/// Runs all checks.
pub fn check(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) {
    let _ = (analyzer, items, rules);
}
