//! `tune`.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::{Format, FormatArg, SetupArgs, parse_duration, within};
use super::interrupt::stoppable;
use super::open;
use super::output::{Output, complain, print};
use super::study_args::parse_shard;
use crate::diag::counted;
use crate::render;
use crate::session::{self, Error, Phase, TuneOptions, TuneRound, TuneWatch};

/// How long it takes if nothing is said.
const TIME: Duration = Duration::from_secs(600);

/// The exit status where nothing better was found.
const NOTHING_BETTER: u8 = 3;

/// `tune`
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// How long (10m if neither this nor --games is given)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// So many games of the engine against itself, and at most as many in the last match; with one thread repeatable
    #[arg(long, value_name = "N", value_parser = within(20..=10_000_000_u32))]
    pub games: Option<u32>,
    /// Positions that may be entered for a move in the last match
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within(10..=100_000_000_u64))]
    pub nodes: u64,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    pub seed: u64,
    /// Games at the same time; as many as there are processors if nothing is said
    #[arg(long, value_name = "N", value_parser = within(1..=512_u32))]
    pub threads: Option<u32>,
    /// Begin anew, whatever an earlier run has left
    #[arg(long)]
    pub fresh: bool,
    /// Play only the first of four parts (1/4) of the games of a round, the second (2/4) …, and give lines of JSON for `--after`
    #[arg(long, value_name = "I/N", requires = "games", conflicts_with_all = ["time", "fresh", "write", "out"],
        allow_hyphen_values = true, value_parser = parse_shard)]
    pub shard: Option<[u32; 2]>,
    /// Go on after these parts, which `--shard` gave: all of the rounds so far
    #[arg(long, value_name = "PART", num_args = 1.., requires = "games", conflicts_with_all = ["time", "fresh"])]
    pub after: Vec<String>,
    /// Write the evaluation into the file, in place of the one that is there, if it is better
    #[arg(long, conflicts_with = "out")]
    pub write: bool,
    /// Write the file with the new evaluation here, if it is better
    #[arg(long, value_name = "FILE2")]
    pub out: Option<String>,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

struct Bar(Option<ProgressBar>);

impl TuneWatch for Bar {
    fn tuning(&mut self, phase: Phase, games: usize, part: f64) {
        let Some(bar) = &self.0 else { return };
        bar.set_message(match phase {
            Phase::Games(round, nodes) => format!("round {round}: {games} games, {nodes} positions a move"),
            Phase::Short(round) => format!("round {round}: match, {games} games"),
            Phase::Way(way) => format!("{way} % of the way to what was found: {games} games"),
            Phase::Last => format!("against what was there: {games} games"),
        });
        bar.set_position((part * 1000.0) as u64);
    }

    fn round(&mut self, round: &TuneRound) {
        if let Some(bar) = &self.0 {
            bar.suspend(|| complain(&render::tune_round(round)));
        }
    }
}

pub(super) fn tune(args: &TuneArgs, output: Output) -> Result<u8, Error> {
    let session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    if args.write {
        session::refuse_unwritable(&session)?;
    }
    if let Some(out) = &args.out {
        session::refuse_kept(Path::new(out), "give what is found another name")?;
    }
    let options = TuneOptions {
        time: args.time.or(args.games.is_none().then_some(TIME)),
        games: args.games.map(|games| games as usize),
        nodes: args.nodes,
        seed: args.seed,
        threads: args
            .threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |threads| threads as usize),
        fresh: args.fresh,
        after: args.after.clone(),
    };
    let live = output.format == Format::Text && std::io::stderr().is_terminal();
    let bar = live.then(|| {
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {elapsed}").ok();
        let bar = ProgressBar::new(1000);
        style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ")))
    });
    let mut watch = Bar(bar);
    if let Some([index, of]) = args.shard {
        let shard = (index as usize - 1, of as usize);
        let write = &mut |line: &str| print(&format!("{line}\n"));
        let part = stoppable(|stop| session.tune_part(&options, shard, stop, &mut watch, write));
        watch.0.iter().for_each(ProgressBar::finish_and_clear);
        let part = part?;
        let stopped = if part.stopped { ": stopped early" } else { "" };
        complain(&format!(
            "part {index} of {of} of round {} of {}: {}{stopped}\n",
            part.round,
            part.rounds,
            counted(part.games, "game", "games")
        ));
        return Ok(u8::from(part.stopped) * 2);
    }
    let tuned = stoppable(|stop| session.tune(&options, stop, &mut watch));
    watch.0.iter().for_each(ProgressBar::finish_and_clear);
    let tuned = tuned?;
    let mut written = None;
    let target = if args.write { Some(session.loaded().name()) } else { args.out.as_deref() };
    if let (Some(path), true) = (target, tuned.better) {
        session::write_whole(Path::new(path), &tuned.text)?;
        written = Some(path.to_string());
    }
    output.answer(
        |_| render::tuned(&tuned, session.compiled().players().pair(), written.as_deref()),
        || {
            let mut object = render::tuned_json(&tuned);
            object["written"] = json!(written);
            object
        },
    );
    Ok(if tuned.better {
        0
    } else if tuned.stopped {
        2
    } else {
        NOTHING_BETTER
    })
}
