//! The commands on a position: moves, perft, best, solve, eval.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::{
    BestArgs, Equal, EvalArgs, EveryLeaf, Finished, Format, LimitArgs, MethodArg, MovesArgs, PerftArgs, SolveArgs,
};
use super::interrupt::stoppable;
use super::open;
use super::output::{Output, complain};
use crate::diag::counted;
use crate::game::perft::{Leaves, PerftOptions};
use crate::render::{self, json::warned};
use crate::search::{Method, SolveObserver, SolveOptions, Verdict};
use crate::session::{Error, Fault, Limits, Opponent, PerftWatch, Thinker, Thought, Watch, Way, way};

/// How long to think where nothing else is asked for.
pub const DEFAULT_TIME: Duration = Duration::from_secs(2);

pub(super) fn moves(args: &MovesArgs, output: Output) -> Result<u8, Error> {
    let session = open(&args.file, &args.start, None)?;
    let (moves, verdict) = (session.moves()?, session.verdict()?);
    let to_move = session.to_move();
    output.answer(
        |style| match &verdict {
            Some(verdict) => render::over(verdict),
            None => {
                let number = counted(moves.len(), "move", "moves");
                format!("{to_move} to move, {number}\n{}", render::columns(&moves, style.width))
            }
        },
        || {
            let answer = json!({
                "to_move": to_move,
                "moves": moves,
                "position": session.position_text(),
                "ended": render::json::ended(verdict.as_ref()),
            });
            warned(answer, session.notes())
        },
    );
    Ok(0)
}

/// A bar on a terminal's standard error.
struct Bar(Option<ProgressBar>);

impl Bar {
    fn new() -> Bar {
        Bar(std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {elapsed}").ok();
            let bar = ProgressBar::new(0);
            style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ")))
        }))
    }

    fn clear(&self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl PerftWatch for Bar {
    fn progress(&mut self, depth: u32, done: usize, all: usize, leaves: u64) {
        if let Some(bar) = &self.0 {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(format!("depth {depth}: {} leaves", render::thousands(leaves)));
        }
    }
}

pub(super) fn perft(args: &PerftArgs, output: Output) -> Result<u8, Error> {
    let session = open(&args.file, &args.start, None)?;
    let options = PerftOptions {
        depth: args.depth.0,
        leaves: match args.every_leaf {
            None => Leaves::Counted,
            Some(EveryLeaf::Made) => Leaves::Made,
            Some(EveryLeaf::Judged) => Leaves::Judged,
        },
        finished_is_leaf: args.finished == Finished::Leaf,
        turns: args.turns,
    };
    let mut bar = Bar::new();
    let result = stoppable(|stop| match args.equal {
        Equal::Drop => session.perft(options, stop, &mut bar),
        Equal::Keep => session.perft_of_paths(options, stop, &mut bar),
    });
    bar.clear();
    let result = result?;
    output.answer(
        |_| render::perft(&result, args.divide),
        || warned(render::json::perft(&result, args.divide), session.notes()),
    );
    Ok(if result.stopped { 2 } else { 0 })
}

fn given(args: &LimitArgs) -> Limits {
    Limits { depth: args.depth, nodes: args.nodes, time: args.time, clock: args.clock }
}

/// The limits asked for, or a time that a person will wait.
pub(super) fn limits(args: &LimitArgs) -> Limits {
    let limits = given(args);
    if limits == Limits::default() { Limits { time: Some(DEFAULT_TIME), ..limits } } else { limits }
}

/// Finished depths on a terminal's standard error, and how far learning has come.
pub(super) struct Thinking {
    live: bool,
    learning: Option<ProgressBar>,
}

impl Thinking {
    /// Tells something only at a terminal.
    pub(super) fn new(output: Output) -> Thinking {
        Thinking { live: output.format == Format::Text && std::io::stderr().is_terminal(), learning: None }
    }
}

impl Watch for Thinking {
    fn thought(&mut self, thought: &Thought) {
        if self.live {
            complain(&format!("{}\n", render::thought_line(thought)));
        }
    }

    fn learning(&mut self, played: usize, all: usize) {
        if !self.live {
            return;
        }
        let bar = self.learning.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}").ok();
            let bar = ProgressBar::new(all as u64).with_message("learning an evaluation from quick games");
            style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ")))
        });
        bar.set_position(played as u64);
        if played >= all {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.learning.iter().for_each(ProgressBar::finish_and_clear);
    }
}

pub(super) fn best(args: &BestArgs, output: Output) -> Result<u8, Error> {
    let thinker = thinker(args).map_err(Error::Request)?;
    let session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    let book = args.book.as_ref().map(|path| session.read_book(Path::new(path))).transpose()?;
    let mut watch = Thinking::new(output);
    let thought = stoppable(|stop| session.think_with(&thinker, book.as_ref(), stop, &mut watch))?;
    let verdict = session.verdict()?;
    output.answer(
        |_| render::thought(&thought, verdict.as_ref()),
        || warned(render::json::best(&thought), session.notes()),
    );
    Ok(0)
}

/// How `best` is to look.
fn thinker(args: &BestArgs) -> Result<Thinker, Fault> {
    let mut thinker = Thinker { way: way(&args.algorithm)?, ..Thinker::default() };
    let timed = matches!(thinker.way, Way::Engine | Way::Mcts(_));
    thinker.playout = args.playout;
    thinker.grow()?;
    thinker.seed = 1;
    thinker.limits = if timed { limits(&args.limits) } else { given(&args.limits) };
    thinker.opponent = args.erring.opponent.as_deref().map(Opponent::parse).transpose()?;
    thinker.swindle = args.erring.swindle;
    let tree = matches!(thinker.way, Way::Mcts(_));
    let for_the_engine = [
        ("--multi", args.multi > 1 && !tree),
        ("--threads", args.threads > 1 && !tree),
        ("--hash", args.hash.is_some() && !tree),
        ("--secondary", args.secondary > 0),
        ("--with", !args.with.is_empty()),
        ("--without", !args.without.is_empty()),
    ];
    thinker.secondary = args.secondary;
    thinker.check(for_the_engine.into_iter().find(|(_, given)| *given).map(|(option, _)| option))?;
    thinker.options.multi_pv = args.multi as usize;
    thinker.options.threads = args.threads as usize;
    if let Some(hash) = args.hash {
        thinker.options.table_mib = hash as usize;
        crate::session::fits(hash as usize)?;
    }
    if let Some(name) = args.with.iter().find(|name| args.without.contains(name)) {
        return Err(
            Fault::new(format!("`{name}` is switched on and off")).help("give it to one of `--with` and `--without`")
        );
    }
    for (names, on) in [(&args.with, true), (&args.without, false)] {
        for name in names {
            thinker.switch(name.trim(), on)?;
        }
    }
    Ok(thinker)
}

/// What is known so far on a terminal's standard error, with the time.
struct Solving(Option<ProgressBar>, String);

impl SolveObserver for Solving {
    fn bounds(&mut self, at_least: Option<Verdict>, at_most: Option<Verdict>, nodes: u64) {
        if let Some(bar) = &self.0 {
            let words = |word: &str, verdict: Option<Verdict>| match verdict {
                None => String::new(),
                Some(Verdict::Win) => format!(", {word} a win"),
                Some(Verdict::Loss) => format!(", {word} a loss"),
                Some(Verdict::Draw) => format!(", {word} a draw"),
                Some(Verdict::Margin(margin)) => format!(", {word} {margin:+} by the score"),
            };
            let known = words("at least", at_least) + &words("at most", at_most);
            bar.set_message(format!("{} to move{known}, {} nodes", self.1, render::thousands(nodes)));
        }
    }
}

/// `solve --against`.
fn against(args: &SolveArgs, opponent: &str, output: Output) -> Result<u8, Error> {
    let of_the_value = [
        ("--method", args.method.is_some()),
        ("--shortest", args.shortest),
        ("--hash", args.hash.is_some()),
        ("--threads", args.threads > 1),
    ];
    if let Some((option, _)) = of_the_value.into_iter().find(|(_, given)| *given) {
        let what = format!("`{option}` has no effect with `--against`: all that can be reached is looked at");
        return Err(Error::request(what).help(format!("leave `{option}` out")));
    }
    let opponent = Opponent::parse(opponent).map_err(Error::Request)?;
    let session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    let limits = Limits { time: args.time, nodes: args.nodes, ..Limits::default() };
    let known = stoppable(|stop| session.against(&opponent, limits, stop))?;
    output.answer(|_| render::against(&known), || warned(render::json::against(&known), session.notes()));
    Ok(0)
}

pub(super) fn solve(args: &SolveArgs, output: Output) -> Result<u8, Error> {
    if let Some(opponent) = &args.against {
        return against(args, opponent, output);
    }
    let alone = [
        ("--threads", args.threads > 1, "shares no work among threads"),
        (
            "--shortest",
            args.shortest && args.method == Some(MethodArg::ProofNumbers),
            "finds any win, not the shortest",
        ),
        ("--hash", args.hash.is_some() && args.method == Some(MethodArg::Exhaustion), "has no table"),
    ];
    if let Some(method) = args.method.filter(|method| *method != MethodArg::AlphaBeta)
        && let Some((option, _, why)) = alone.into_iter().find(|(_, given, _)| *given)
    {
        let name = method.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
        return Err(Error::request(format!("`{option}` has no effect with `--method {name}`, which {why}"))
            .help(format!("leave `{option}` out, or take `--method alpha-beta`")));
    }
    let session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    let defaults = SolveOptions::default();
    let options = SolveOptions {
        table_mib: args.hash.map_or(defaults.table_mib, |mib| mib as usize),
        shortest: args.shortest,
        threads: args.threads as usize,
        method: args.method.map(|method| match method {
            MethodArg::AlphaBeta => Method::AlphaBeta,
            MethodArg::ProofNumbers => Method::ProofNumber,
            MethodArg::Exhaustion => Method::Exhaustion,
        }),
        ..defaults
    };
    let limits = Limits { time: args.time, nodes: args.nodes, ..Limits::default() };
    let live = output.format == Format::Text && std::io::stderr().is_terminal();
    let bar = live.then(|| {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").ok();
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        style.map_or(bar.clone(), |style| bar.with_style(style))
    });
    let mut solving = Solving(bar, session.to_move().to_string());
    let solution = stoppable(|stop| session.solve_with(limits, &options, stop, &mut solving));
    solving.0.iter().for_each(ProgressBar::finish_and_clear);
    let solution = solution?;
    output.answer(
        |_| render::solution(&solution, &session.to_move()),
        || warned(render::json::solve(&solution), session.notes()),
    );
    // Without a value it has not done what was asked for.
    Ok(if solution.value.is_some() { 0 } else { 2 })
}

pub(super) fn eval(args: &EvalArgs, output: Output) -> Result<u8, Error> {
    let session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    stoppable(|stop| session.learn(stop, &mut Thinking::new(output)));
    let (score, terms) = session.evaluation()?;
    let learned = session.loaded().grounds();
    let grounds = learned.as_ref();
    output.answer(
        |_| render::evaluation(score, &terms, &session.to_move(), grounds),
        || warned(render::json::eval(score, &terms, grounds), session.notes()),
    );
    Ok(0)
}
