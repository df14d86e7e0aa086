//! `bench`.

use std::io::IsTerminal;

use serde_json::json;

use super::args::{BackendArg, BenchArgs};
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
    let shipped: Vec<String> = library::MEASURED.iter().map(|name| name.to_string()).collect();
    let names = if args.files.is_empty() { &shipped } else { &args.files };
    // Everything is loaded before anything is measured: a mistake in the last file should not come after minutes.
    let sessions = names.iter().map(|n| under(n, args.backend)).collect::<Result<Vec<_>, Error>>()?;
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
    Ok(if finished { 0 } else { 2 })
}

/// A game under the back end asked for, else under each; where there is no native code, it is measured once.
fn under(name: &str, asked: Option<BackendArg>) -> Result<Vec<Session>, Error> {
    let interpreted = Settings { backend: Backend::Interpreter, ..Settings::default() };
    if asked == Some(BackendArg::Interpreter) {
        return Ok(vec![Session::new(Loaded::open(name, &interpreted)?)]);
    }
    let native = Loaded::open(name, &Settings::default())?;
    let running = native.compiled.backend();
    let is_native = running.backend == Backend::Native;
    if asked.is_some() && !is_native {
        let why = running.note.as_deref().unwrap_or("this program was built without it");
        return Err(Error::request(format!("there is no native code of `{name}`: {why}"))
            .help("`--backend interpreter` measures it"));
    }
    let slow = if asked.is_none() { Some(native.with_settings(interpreted)?) } else { None };
    Ok(is_native.then_some(native).into_iter().chain(slow).map(Session::new).collect())
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
