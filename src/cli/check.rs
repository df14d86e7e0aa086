//! `check`: everything that is wrong in some files, and what random games show.

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::interrupt::stoppable;
use super::open;
use super::output::Output;
use crate::compile::comes_to_nothing;
use crate::diag::{Diagnostic, Severity};
use crate::game::Side;
use crate::render::{self, Style};
use crate::session::{Error, Fault, FileReport, Trial, TrialOptions};

/// What became of one file.
enum Checked {
    Report { report: FileReport, trial: Option<(Trial, [String; 2])> },
    Unreadable { name: String, fault: Fault, status: u8 },
}

impl Checked {
    fn count(&self, severity: Severity) -> usize {
        match self {
            Checked::Report { report, .. } => report.count(severity),
            Checked::Unreadable { .. } => usize::from(severity == Severity::Error),
        }
    }

    fn status(&self, deny_warnings: bool) -> u8 {
        match self {
            Checked::Unreadable { status, .. } => *status,
            Checked::Report { report, .. } => {
                u8::from(report.count(Severity::Error) > 0 || (deny_warnings && report.count(Severity::Warning) > 0))
            }
        }
    }

    fn text(&self, style: Style) -> String {
        match self {
            Checked::Unreadable { fault, .. } => render::fault(fault, style),
            Checked::Report { report, trial } => {
                let mut text = render::diagnostics(&report.source, &report.diagnostics, style);
                if let Some((trial, [first, second])) = trial {
                    text += &render::trial(trial, [first, second]);
                }
                let count = |n: usize, word: &str| match n {
                    0 => format!("no {word}s"),
                    1 => format!("1 {word}"),
                    n => format!("{n} {word}s"),
                };
                let errors = count(report.count(Severity::Error), "error");
                let warnings = count(report.count(Severity::Warning), "warning");
                text + &format!("{}: {errors}, {warnings}\n", report.source.name)
            }
        }
    }

    fn json(&self) -> Value {
        match self {
            Checked::Unreadable { name, fault, .. } => render::json::unreadable(name, fault),
            Checked::Report { report, trial } => {
                let mut object = render::json::file(report);
                if let Some((trial, _)) = trial {
                    object["play"] = render::json::trial(trial);
                }
                object
            }
        }
    }
}

pub(super) fn check(args: &CheckArgs, output: Output) -> u8 {
    let checked: Vec<Checked> = args.files.iter().map(|file| one(file, args)).collect();
    output.answer(
        |style| checked.iter().map(|c| c.text(style)).collect(),
        || {
            let sum = |severity| checked.iter().map(|c| c.count(severity)).sum::<usize>();
            let files: Vec<Value> = checked.iter().map(Checked::json).collect();
            let mut object =
                json!({ "errors": sum(Severity::Error), "warnings": sum(Severity::Warning), "files": files });
            // With one file, its games need not be looked for in the list.
            if let [Checked::Report { trial: Some((trial, _)), .. }] = &checked[..] {
                object["play"] = render::json::trial(trial);
            }
            object
        },
    );
    let stopped = |c: &Checked| matches!(c, Checked::Report { trial: Some((trial, _)), .. } if trial.stopped);
    let broken_off = if checked.iter().any(stopped) { 2 } else { 0 };
    checked.iter().map(|c| c.status(args.deny_warnings)).max().unwrap_or(0).max(broken_off)
}

fn one(file: &str, args: &CheckArgs) -> Checked {
    let unreadable = |fault: Fault, status: u8| Checked::Unreadable { name: file.to_string(), fault, status };
    match try_one(file, args) {
        Ok(checked) => checked,
        Err(Error::File(report)) => Checked::Report { report, trial: None },
        Err(Error::Request(fault)) => unreadable(fault, 1),
        Err(Error::Environment(fault)) => unreadable(fault, 2),
    }
}

fn try_one(file: &str, args: &CheckArgs) -> Result<Checked, Error> {
    let session = open(file, &args.setup.start, args.setup.eval.as_deref())?;
    let mut diagnostics = session.warnings().to_vec();
    let loaded = session.loaded();
    diagnostics.extend(loaded.compiled.bad_bounds(&loaded.source, &loaded.settings));
    let trial = match args.play {
        None => {
            let (compiled, position) = (session.compiled(), session.position());
            let left_out = compiled.left_out(position.state());
            let left_out = left_out.unwrap_or_else(|overflow| Some(compiled.unlisted(position.state(), overflow)));
            // Of a clause that makes nothing at all this was said.
            let told = |span| diagnostics.iter().any(|d| d.code == "shadowed-clause" && d.span == span);
            let idle = |message: &Diagnostic| comes_to_nothing(message, &loaded.source);
            diagnostics.extend(left_out.filter(|message| !told(message.span) && !idle(message)));
            diagnostics.extend(session.costs(&[]));
            None
        }
        Some(games) => {
            // Rules that are over at their start are told by a warning.
            let start = &args.setup.start;
            if (start.position.is_some() || start.moves.is_some())
                && let Some(verdict) = session.verdict()?
            {
                let fault = Fault::new(format!("there is nothing to play: {}", verdict.sentence()));
                return Err(Error::Request(fault.help("give a position in which somebody can move")));
            }
            let options = TrialOptions { games, seed: args.seed, most_plies: args.plies };
            let trial = stoppable(|stop| session.trial(options, stop));
            // What can never be played was told without playing.
            let known = |message: &Diagnostic| {
                diagnostics.iter().any(|d| match message.code {
                    "never-played" => d.span == message.span && matches!(d.code, "never-played" | "shadowed-clause"),
                    // Told at the word that is the same for both.
                    "one-sided" => {
                        let within = message.span.start <= d.span.start && d.span.end <= message.span.end;
                        within && matches!(d.code, "one-sided" | "only-homeward")
                    }
                    _ => false,
                })
            };
            let new: Vec<Diagnostic> = trial.diagnostics.iter().filter(|d| !known(d)).cloned().collect();
            diagnostics.extend(new);
            Some((trial, [session.player(Side::First), session.player(Side::Second)]))
        }
    };
    let source = session.loaded().source.clone();
    Ok(Checked::Report { report: FileReport { source, diagnostics }, trial })
}
