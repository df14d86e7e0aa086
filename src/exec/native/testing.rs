//! What the unit tests of native code share.

use std::sync::Arc;

use crate::analysis::analyze;
use crate::diag::Diagnostics;
use crate::ir::Program;
use crate::lower::lower;
use crate::optimize::optimize;
use crate::settings::Settings;
use crate::source::Source;
use crate::syntax::parse;

/// The optimized program of a rule file.
pub fn program(text: &str) -> Arc<Program> {
    let (source, mut diagnostics) = (Source::new("test", text), Diagnostics::new());
    let file = parse(&source, &mut diagnostics);
    let rules = analyze(&file, &source, &Settings::default(), &mut diagnostics);
    Arc::new(optimize(lower(&rules.expect("the rules are right").0)))
}
