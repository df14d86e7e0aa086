//! `bench`.

use std::io::IsTerminal;

use serde_json::json;

use super::args::BenchArgs;
use super::interrupt::stoppable;
use super::output::{Output, complain};
use crate::compile::{Backend, Settings};
use crate::library;
use crate::render;
use crate::session::{BenchOptions, Error, Loaded, Session, signature};

/// Measures; what was measured before Ctrl-C is still an answer.
pub(super) fn bench(args: &BenchArgs, output: Output) -> Result<u8, Error> {
    if args.signature {
        return count(output);
    }
    let options = BenchOptions { time_per_figure: args.time_per_figure };
    let shipped: Vec<String> = library::names().map(str::to_string).collect();
    let names = if args.files.is_empty() { &shipped } else { &args.files };
    // Everything is loaded before anything is measured: a mistake in the last file should not come after minutes.
    let sessions = names.iter().map(|n| both(n)).collect::<Result<Vec<_>, Error>>()?;
    let mut rows = Vec::new();
    let finished = stoppable(|stop| {
        for session in sessions.into_iter().flatten() {
            let name = session.loaded().name();
            if std::io::stderr().is_terminal() {
                complain(&format!("measuring {name}, {} ...\n", session.compiled().backend().backend.name()));
            }
            let figures = session.bench(options, stop)?;
            rows.push((name.to_string(), figures));
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(false);
            }
        }
        Ok::<bool, Error>(true)
    })?;
    output.answer(
        |_| render::bench(&rows) + if finished { "" } else { "stopped\n" },
        || {
            let games: Vec<_> = rows.iter().map(|(name, figures)| render::json::bench(name, figures)).collect();
            json!({ "games": games, "seconds_per_figure": args.time_per_figure.as_secs_f64(), "stopped": !finished })
        },
    );
    Ok(0)
}

/// A game under each back end; where there is no native code, it is measured once.
fn both(name: &str) -> Result<Vec<Session>, Error> {
    let native = Loaded::open(name, &Settings::default())?;
    let slow = native.with_settings(Settings { backend: Backend::Interpreter, ..Settings::default() })?;
    let is_native = native.compiled.backend().backend == Backend::Native;
    let fast = is_native.then(|| Session::new(native));
    Ok(fast.into_iter().chain([Session::new(slow)]).collect())
}

fn count(output: Output) -> Result<u8, Error> {
    let Some(counts) = stoppable(signature)? else { return Ok(2) };
    output.answer(
        |_| render::signature(&counts),
        || {
            let total: u64 = counts.iter().map(|c| c.1).sum();
            let games: Vec<_> = counts.iter().map(|(name, nodes)| json!({ "name": name, "nodes": nodes })).collect();
            json!({ "signature": total, "games": games })
        },
    );
    Ok(0)
}
