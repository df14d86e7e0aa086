//! The tree of visits that a trace's events tell of; what the pictures draw.

use super::record::{Cutoff, Kind, Trace};

/// One visit of a position.
#[derive(Debug, Clone, Default)]
pub(super) struct Visit {
    pub name: String,
    pub max: bool,
    /// The window on entry, from MAX's point of view.
    pub window: (Option<i32>, Option<i32>),
    /// None if the trace ends before the visit does.
    pub value: Option<i32>,
    pub leaf: bool,
    pub cutoff: Option<Cutoff>,
    pub pruned: Vec<String>,
    pub children: Vec<usize>,
    /// Visits in this subtree, this one included.
    pub size: usize,
    pub on_line: bool,
}

/// The visits by number; 0 is the root. Empty if nothing was kept.
pub(super) fn shape(trace: &Trace) -> Vec<Visit> {
    let mut visits: Vec<Visit> = Vec::new();
    let mut index = std::collections::BTreeMap::new();
    let mut path: Vec<usize> = Vec::new();
    for event in &trace.events {
        if event.kind == Kind::Enter {
            let number = visits.len();
            index.insert(event.visit, number);
            path.truncate(event.ply as usize);
            if let Some(&parent) = path.last() {
                visits[parent].children.push(number);
            }
            path.push(number);
            visits.push(Visit {
                name: event.name.clone(),
                max: event.max,
                window: (event.alpha, event.beta),
                size: 1,
                ..Visit::default()
            });
            continue;
        }
        let Some(&number) = index.get(&event.visit) else { continue };
        let visit = &mut visits[number];
        match event.kind {
            Kind::Static => visit.leaf = true,
            Kind::Cutoff => (visit.cutoff, visit.pruned) = (event.cutoff, event.pruned.clone()),
            Kind::Exit => visit.value = event.value,
            Kind::Enter | Kind::Raise => {}
        }
    }
    for number in (0..visits.len()).rev() {
        visits[number].size += visits[number].children.iter().map(|&child| visits[child].size).sum::<usize>();
    }
    let mut at = (!visits.is_empty()).then_some(0);
    let mut line = trace.line.iter();
    while let Some(number) = at {
        visits[number].on_line = true;
        let wanted = line.next();
        let value = visits[number].value;
        // Siblings may share a name, and a position may be searched twice: the value comes from the first visit that has it
        // for sure, not as a bound.
        let exact = |visit: &Visit| {
            let (low, high) = visit.window;
            visit.value == value
                && value.is_none_or(|v| low.is_none_or(|low| low < v) && high.is_none_or(|high| v < high))
        };
        let named = || visits[number].children.iter().copied().filter(|&child| Some(&visits[child].name) == wanted);
        at = named().find(|&child| exact(&visits[child])).or_else(|| named().next_back());
    }
    visits
}

/// A bound or value in words; `infinite` where there is none.
pub(super) fn number(value: Option<i32>, infinite: &str) -> String {
    use crate::value::{MATE, is_decisive};
    match value {
        None => infinite.to_string(),
        Some(value) if is_decisive(value) && value > 0 => format!("win in {}", MATE - value),
        Some(value) if is_decisive(value) => format!("loss in {}", MATE + value),
        Some(value) => value.to_string(),
    }
}
