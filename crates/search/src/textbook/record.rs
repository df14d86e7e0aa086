//! What a procedure did: events, counts, and the recorder that the procedures report to.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;

use super::{Algorithm, LARGE, TraceError, TraceOptions, Tree};
use crate::game::Overflow;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A position is entered, with the bounds that hold there.
    Enter,
    /// STATIC was asked (or the rules, at the end of the game).
    Static,
    /// A value came up and moved a bound or the best value so far.
    Raise,
    /// The rest of the successors is cut off.
    Cutoff,
    /// The position is left with its value.
    Exit,
}

/// Which bound cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cutoff {
    /// A MIN position fell to α or below.
    Alpha,
    /// A MAX position rose to β or above.
    Beta,
    /// Either of these, by a bound that does not come from the position just above but from higher up.
    Deep,
}

/// One step of a procedure. Values and bounds are from MAX's point of view; none where infinite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Event {
    /// What happened.
    pub kind: Kind,
    /// Which visit: numbered from 0 in the order of entering. A position that is searched again is a new visit.
    pub visit: usize,
    /// Plies below the root.
    pub ply: u32,
    /// The position's name, or else that of the move that leads there.
    pub name: String,
    /// Whether MAX is to move.
    pub max: bool,
    /// The lower bound.
    pub alpha: Option<i32>,
    /// The upper bound.
    pub beta: Option<i32>,
    /// The static, new best, or final value.
    pub value: Option<i32>,
    /// Which bound cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<Cutoff>,
    /// The successors that were cut off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pruned: Vec<String>,
}

/// What a procedure found and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The procedure's name.
    pub algorithm: &'static str,
    /// The root's value from MAX's point of view (in a game MAX is the player to move at the root).
    pub value: i32,
    /// The principal variation: names of moves.
    pub line: Vec<String>,
    /// Positions entered, the root included, repeated visits counted.
    pub nodes: u64,
    /// How often STATIC was asked.
    pub static_evaluations: u64,
    /// How often successors were cut off.
    pub cutoffs: u64,
    /// Of these, how many by a bound from higher up than the position just above.
    pub deep_cutoffs: u64,
    /// The steps, as many as were to be kept.
    pub events: Vec<Event>,
    /// Whether there were more.
    pub truncated: bool,
}

/// Counts and keeps; every procedure reports here.
pub(super) struct Recorder<'a, T: Tree> {
    pub tree: &'a T,
    pub depth: u32,
    options: &'a TraceOptions,
    stop: &'a AtomicBool,
    pub trace: Trace,
    visits: usize,
}

/// A visit in progress.
#[derive(Clone)]
pub(super) struct Visit {
    pub number: usize,
    pub ply: u32,
    pub name: String,
    pub max: bool,
}

fn finite(value: i32) -> Option<i32> {
    (value.abs() < LARGE).then_some(value)
}

impl<'a, T: Tree> Recorder<'a, T> {
    pub fn new(tree: &'a T, algorithm: Algorithm, depth: u32, options: &'a TraceOptions, stop: &'a AtomicBool) -> Self {
        let trace = Trace {
            algorithm: algorithm.name(),
            value: 0,
            line: Vec::new(),
            nodes: 0,
            static_evaluations: 0,
            cutoffs: 0,
            deep_cutoffs: 0,
            events: Vec::new(),
            truncated: false,
        };
        Recorder { tree, depth, options, stop, trace, visits: 0 }
    }

    fn keep(&mut self, event: Event) {
        // Whole visits only: what was entered is also left, so that pictures stay whole.
        if event.kind != Kind::Enter || self.trace.events.len() < self.options.keep_events {
            self.trace.events.push(event);
        }
    }

    fn event(&mut self, kind: Kind, visit: &Visit, window: (i32, i32), value: Option<i32>) -> Option<Event> {
        if visit.number == usize::MAX {
            self.trace.truncated = true;
            return None;
        }
        Some(Event {
            kind,
            visit: visit.number,
            ply: visit.ply,
            name: visit.name.clone(),
            max: visit.max,
            alpha: finite(window.0),
            beta: finite(window.1),
            value: value.and_then(finite),
            cutoff: None,
            pruned: Vec::new(),
        })
    }

    /// Enters a position by a move; the window is from MAX's point of view.
    pub fn enter(&mut self, node: &T::Node, by: &str, ply: u32, window: (i32, i32)) -> Result<Visit, TraceError> {
        self.trace.nodes += 1;
        if self.stop.load(Relaxed) || self.trace.nodes > self.options.node_limit {
            return Err(TraceError::Interrupted);
        }
        let kept = self.trace.events.len() < self.options.keep_events;
        let max = self.tree.maximizes(node);
        let name = match kept.then(|| self.tree.name(node)) {
            Some(name) if name.is_empty() => by.to_string(),
            Some(name) => name,
            None => String::new(),
        };
        let number = if kept { self.visits } else { usize::MAX };
        self.visits += 1;
        let visit = Visit { number, ply, name, max };
        if let Some(event) = self.event(Kind::Enter, &visit, window, None) {
            self.keep(event);
        }
        Ok(visit)
    }

    /// The static value of a position that is deep enough, from MAX's point of view.
    pub fn static_value(&mut self, node: &T::Node, visit: &Visit, window: (i32, i32)) -> Result<i32, Overflow> {
        let value = self.tree.static_value(node)?;
        Ok(self.valued(visit, window, value))
    }

    /// The value of a position without successors.
    pub fn final_value(&mut self, node: &T::Node, visit: &Visit, window: (i32, i32)) -> Result<i32, Overflow> {
        let value = self.tree.static_value(node)?;
        Ok(self.valued(visit, window, value))
    }

    fn valued(&mut self, visit: &Visit, window: (i32, i32), value: i32) -> i32 {
        self.trace.static_evaluations += 1;
        if let Some(event) = self.event(Kind::Static, visit, window, Some(value)) {
            self.keep(event);
        }
        self.exit(visit, window, value);
        value
    }

    /// A new best value.
    pub fn raise(&mut self, visit: &Visit, window: (i32, i32), value: i32) {
        if let Some(event) = self.event(Kind::Raise, visit, window, Some(value)) {
            self.keep(event);
        }
    }

    /// The successors from `rest` on are cut off. `deep` if the bound does not come from the position just above.
    pub fn cutoff(&mut self, visit: &Visit, window: (i32, i32), value: i32, deep: bool, rest: &[(String, T::Node)]) {
        if rest.is_empty() {
            return; // Nothing was saved.
        }
        self.trace.cutoffs += 1;
        self.trace.deep_cutoffs += u64::from(deep);
        let pruned = rest.iter().map(|(by, node)| {
            let name = self.tree.name(node);
            if name.is_empty() { by.clone() } else { name }
        });
        let pruned = if visit.number == usize::MAX { Vec::new() } else { pruned.collect() };
        if let Some(mut event) = self.event(Kind::Cutoff, visit, window, Some(value)) {
            event.cutoff = Some(match (deep, visit.max) {
                (true, _) => Cutoff::Deep,
                (false, true) => Cutoff::Beta,
                (false, false) => Cutoff::Alpha,
            });
            event.pruned = pruned;
            self.keep(event);
        }
    }

    /// The position is left with its value.
    pub fn exit(&mut self, visit: &Visit, window: (i32, i32), value: i32) {
        if let Some(event) = self.event(Kind::Exit, visit, window, Some(value)) {
            self.keep(event);
        }
    }
}
