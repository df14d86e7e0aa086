//! The pipeline on one screen: text → tree → rules → IR → a game that can be played.

mod compiled;

#[cfg(feature = "repairs")]
mod likely;

#[cfg(feature = "repairs")]
mod repairs;

mod start;
mod stuck;

use std::sync::OnceLock;

use crate::analysis;
use crate::diag::{Diagnostic, Diagnostics, Label, Severity};
use crate::exec::{self, Executor};
use crate::lower;
use crate::optimize::optimize;
use crate::rules::{self, Rules};
use crate::source::Source;
use crate::syntax::{self, ast};

pub use crate::exec::{Backend, Paths};
pub use crate::notation::{Content, Edit, Reading, Standing, Stands, TextError};
pub use crate::settings::Settings;
pub use compiled::{Answer, ClauseInfo, Compiled, Stage, TermValue};

/// What runs a compiled game.
pub type AnyExecutor = dyn Executor;

/// Compiles a file. Everything there is to say goes to `diagnostics`; `None` if there was an error.
pub fn compile(source: &Source, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<Compiled> {
    let compiled = trial(source, settings, diagnostics);
    #[cfg(feature = "repairs")]
    if compiled.is_none() {
        repairs::tell(source, settings, diagnostics);
    }
    compiled
}

/// The same, for whoever tries a text: what would mend it is not looked for.
pub fn trial(source: &Source, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<Compiled> {
    let Checked { file, rules, scope } = checked(source, settings, diagnostics)?;
    let lowered = lower::lower(&rules);
    let program = optimize(lowered.clone());
    let evaluation = chosen_evaluation(&rules, settings);
    let (game, backend) = exec::executor(program, evaluation, settings.backend);
    if let Some(message) = start::over(&rules, &*game, source, diagnostics) {
        diagnostics.push(message);
    }
    // What a file's words do not tell, a look at all positions of a small game may.
    if diagnostics.says(analysis::NO_VERDICT_WHEN_STUCK) && stuck::nobody_ever_is(&*game) {
        diagnostics.forget(|told| told.code == analysis::NO_VERDICT_WHEN_STUCK);
    }
    Some(Compiled { file, rules, scope, lowered, game, backend, evaluation, bounded: OnceLock::new() })
}

/// A file that was read and found right.
struct Checked {
    file: ast::File,
    rules: Rules,
    scope: analysis::Scope,
}

/// Reads a file and says everything that its text alone tells; `false` if there was an error. Nothing is played.
pub fn check(source: &Source, settings: &Settings, diagnostics: &mut Diagnostics) -> bool {
    let sound = checked(source, settings, diagnostics).is_some();
    #[cfg(feature = "repairs")]
    if !sound {
        repairs::tell(source, settings, diagnostics);
    }
    sound
}

fn checked(source: &Source, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<Checked> {
    let file = syntax::parse(source, diagnostics);
    if file.baseless {
        return None;
    }
    let asked = settings.evaluation.as_deref().filter(|name| [analysis::DERIVED, analysis::GUESSED].contains(name));
    let own = Settings { evaluation: settings.evaluation.clone().filter(|_| asked.is_none()), ..settings.clone() };
    let analyzed = analysis::analyze(&file, source, &own, diagnostics);
    for name in &file.left_out {
        let missed = |d: &Diagnostic| d.code.starts_with("unknown") && !source.is_own(d.span);
        if let Some(message) = diagnostics.gather(|d| missed(d) && source.part(d.span) == name.text) {
            message.labels.push(Label { span: name.span, text: "it is left out here".to_string() });
            message.help = Some("leave out what speaks of it as well, or say it anew".to_string());
        }
    }
    diagnostics.forget(|d| comes_to_nothing(d, source));
    let (mut rules, scope) = analyzed?;
    if diagnostics.has_errors() {
        return None;
    }
    // Without an evaluation of its own, or when asked for, a game gets one that is read off its rules.
    if rules.evaluations.is_empty() || asked.is_some() {
        let name = asked.unwrap_or(analysis::DERIVED).to_string();
        rules.evaluations.insert(0, rules::Evaluation { name: Some(name), ..analysis::derive(&rules) });
    }
    Some(Checked { file, rules, scope })
}

/// The index of the evaluation that the settings name.
fn chosen_evaluation(rules: &Rules, settings: &Settings) -> usize {
    let named = settings.evaluation.as_ref();
    let position = named.and_then(|name| rules.evaluations.iter().position(|e| e.name.as_ref() == Some(name)));
    position.unwrap_or(0)
}

/// What is said of rules without use.
const COMES_TO_NOTHING: &[&str] = &[
    "unused",
    "never-played",
    "never-appears",
    "without-effect",
    "always-false",
    "always-empty",
    "term-cancels",
    "shadowed-clause",
    "shadowed-verdict",
    "left-out-moves",
    "eval-of-other-aim",
];

/// Whether it is a warning about rules of a file that another one extends, which come to nothing in that.
pub fn comes_to_nothing(told: &Diagnostic, source: &Source) -> bool {
    told.severity == Severity::Warning && !source.is_own(told.span) && COMES_TO_NOTHING.contains(&told.code)
}

/// A number for what is kept in files (FNV-1a): it must be the same in every build, and nobody forges a book.
pub fn digest(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
