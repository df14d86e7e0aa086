//! The textbook procedures, traced: on the position of a session or on a tree that was typed in.

use std::sync::atomic::AtomicBool;

use super::{Error, Fault, Session};
use crate::compile::TextError;
use crate::search::textbook::{
    Algorithm, Comparison, Explicit, GameTree, Order, Trace, TraceError, TraceOptions, Tree, arranged, compare, run,
};
use crate::search::{self, Options};
use crate::source::Span;

/// The most positions that are held in memory to be put in order or compared.
const CAP: usize = 2_000_000;

/// All procedures on one root.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// What each of them did.
    pub table: Comparison,
    /// What the engine made of it with all its exact refinements: value and nodes of all iterations. None on trees.
    pub engine: Option<(i32, u64)>,
}

/// Reads a tree such as `(max (min 3 12 8) (min 2 4 6))`.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_tree(text: &str) -> Result<Explicit, Error> {
    Explicit::parse(text).map_err(|error| {
        let span = Span::new(error.span.start.min(text.len()), error.span.end.min(text.len()));
        Error::Request(Fault::of_text(text, TextError { span, message: error.message, help: error.help }))
    })
}

/// Runs a procedure on a tree; without a depth to its leaves. So many events are kept, [`TraceOptions`]' own number if
/// none is given.
///
/// # Errors
/// If it was stopped or the tree has no values at that depth.
pub fn trace_tree<T: Tree>(
    tree: &T,
    algorithm: Algorithm,
    depth: Option<u32>,
    order: Order,
    keep: Option<usize>,
    stop: &AtomicBool,
) -> Result<Trace, Error> {
    let mut options = TraceOptions { depth, ..TraceOptions::default() };
    options.keep_events = keep.unwrap_or(options.keep_events);
    if order == Order::Generated {
        return run(tree, algorithm, &options, stop).map_err(refused);
    }
    if let Some(depth) = depth {
        tree.check_depth(depth).map_err(|why| refused(TraceError::Depth(why)))?;
    }
    let tree =
        arranged(tree, depth.unwrap_or(search::MAX_DEPTH), CAP, order, stop).map_err(refused)?.ok_or_else(too_large)?;
    run(&tree, algorithm, &TraceOptions { depth: None, ..options }, stop).map_err(refused)
}

/// Runs every procedure on a tree in every order.
///
/// # Errors
/// As [`trace_tree`], and if the tree is too large to be held.
pub fn compare_tree<T: Tree>(tree: &T, depth: Option<u32>, stop: &AtomicBool) -> Result<Compared, Error> {
    // A typed-in tree needs values only where a depth cuts it.
    let table = compare(tree, depth.unwrap_or(search::MAX_DEPTH), CAP, stop).map_err(refused)?.ok_or_else(too_large)?;
    Ok(Compared { table, engine: None })
}

fn too_large() -> Error {
    Error::request(format!("the tree has more than {CAP} positions")).help("take a smaller depth")
}

fn refused(error: TraceError) -> Error {
    match error {
        TraceError::Overflow(overflow) => overflow.into(),
        TraceError::Interrupted => {
            Error::Environment(Fault::new(error.to_string()).help("a smaller depth is done sooner"))
        }
        TraceError::Depth(why) => match why.split_once(": ") {
            Some((what, advice)) => Error::request(what).help(advice),
            None => Error::request(why),
        },
    }
}

impl Session {
    /// Runs a procedure on the position, `depth` plies deep.
    ///
    /// # Errors
    /// As [`trace_tree`].
    pub fn trace(
        &self,
        algorithm: Algorithm,
        depth: u32,
        order: Order,
        keep: Option<usize>,
        stop: &AtomicBool,
    ) -> Result<Trace, Error> {
        let name = |state: &[u64], record: &[u64]| self.compiled().move_text(state, record);
        let playing = self.loaded().playing(None, stop, &mut ());
        trace_tree(&GameTree::new(self.position_of(playing.game()), &name), algorithm, Some(depth), order, keep, stop)
    }

    /// Runs every procedure and the engine on the position.
    ///
    /// # Errors
    /// As [`compare_tree`].
    pub fn compare(&self, depth: u32, stop: &AtomicBool) -> Result<Compared, Error> {
        let name = |_: &[u64], _: &[u64]| String::new();
        let playing = self.loaded().playing(None, stop, &mut ());
        let position = self.position_of(playing.game());
        let compared = compare_tree(&GameTree::new(position.clone(), &name), Some(depth), stop)?;
        let report = search::search(&position, &search::Limits::depth(depth), &Options::exact(), stop, &mut ());
        let done = report.ended == search::Ended::Depth || report.ended == search::Ended::Decided;
        Ok(Compared { engine: done.then_some((report.score, report.nodes)), ..compared })
    }
}
