//! Moves as things to click on, one after the other.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::compile::Compiled;
use crate::exec::Event;

/// A thing to click on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A cell, by its name.
    Cell(String),
    /// A kind of piece in the mover's hand.
    Hand(String),
    /// A choice.
    Word(String),
}

impl Step {
    /// As the wire has it.
    pub fn value(&self) -> Value {
        match self {
            Step::Cell(name) => json!({ "cell": name }),
            Step::Hand(name) => json!({ "hand": name }),
            Step::Word(word) => json!({ "word": word }),
        }
    }
}

/// What ends a move where another one goes on.
const DONE: &str = "done";

/// What `may` leaves to the mover, where it makes another piece of the one that was moved, and what it is not to do so.
const PROMOTE: [&str; 2] = ["promote", "don't promote"];
/// Where it does something else.
const MORE: [&str; 2] = ["do more", "no more"];

/// The steps of each of some moves: no two have the same, and none begins another.
pub fn steps(compiled: &Compiled, state: &[u64], moves: &[(Vec<u64>, String)]) -> Vec<Vec<Step>> {
    let mut all: Vec<Vec<Step>> = moves.iter().map(|(record, _)| of_move(compiled, state, record)).collect();
    let mut alike: HashMap<Vec<Step>, usize> = HashMap::new();
    all.iter().for_each(|steps| *alike.entry(steps.clone()).or_default() += 1);
    for (steps, (_, text)) in all.iter_mut().zip(moves) {
        if steps.is_empty() || alike.get(steps).is_some_and(|&number| number > 1) {
            steps.push(Step::Word(text.clone()));
        }
    }
    // In order, what begins with others comes right behind the first of them.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| all[a].cmp(&all[b]));
    let ended = |pair: &[usize]| {
        let further = all[pair[1]].strip_prefix(all[pair[0]].as_slice())?.first()?;
        Some((pair[0], without(compiled, further)))
    };
    let shorter: Vec<(usize, &str)> = order.windows(2).filter_map(ended).collect();
    shorter.into_iter().for_each(|(at, word)| all[at].push(Step::Word(word.to_string())));
    all
}

/// What a move is called that ends where others take this step.
fn without(compiled: &Compiled, further: &Step) -> &'static str {
    let Step::Word(word) = further else { return DONE };
    let [promote, dont] = PROMOTE;
    match () {
        () if word.starts_with(promote) || compiled.rules().kinds.iter().any(|kind| kind.name == *word) => dont,
        () if word.starts_with(MORE[0]) => MORE[1],
        () => DONE,
    }
}

/// What the label of a `may` says, `+`, or `+2` for the second one of a move.
fn may(compiled: &Compiled, state: &[u64], record: &[u64], number: &str) -> String {
    let mut next = vec![0; state.len()];
    compiled.game().make(state, record, &mut next);
    let top = |state: &[u64], site: usize| compiled.contents(state, site).last().map(|content| content.kind.clone());
    let dropped = compiled.game().events(state, record).into_iter().find_map(|event| match event {
        Event::Dropped(kind) => Some(compiled.rules().kinds[kind].name.clone()),
        Event::Pass | Event::Label(_) | Event::Promotion(_) | Event::Site(..) => None,
    });
    let cells = compiled.cells_of(state, record);
    let before = dropped.or_else(|| top(state, *cells.first()?));
    let after = cells.last().and_then(|&site| top(&next, site));
    let promotes = before.is_some() && after.is_some() && before != after;
    format!("{} {number}", if promotes { PROMOTE[0] } else { MORE[0] }).trim_end().to_string()
}

fn of_move(compiled: &Compiled, state: &[u64], record: &[u64]) -> Vec<Step> {
    let rules = compiled.rules();
    let labels = &compiled.game().program().labels;
    let hand = |kind: usize| match rules.hands {
        true => Step::Hand(rules.kinds[kind].name.clone()),
        false => Step::Word(rules.kinds[kind].name.clone()),
    };
    let mut steps: Vec<Step> = Vec::new();
    for event in compiled.game().events(state, record) {
        let step = match event {
            Event::Pass => Step::Word("pass".to_string()),
            Event::Site(_, site) => Step::Cell(rules.topology.cells[site].name.clone()),
            Event::Label(label) => Step::Word(match labels[label].strip_prefix('+') {
                Some(number) => may(compiled, state, record, number),
                None => labels[label].clone(),
            }),
            Event::Promotion(kind) => Step::Word(rules.kinds[kind].name.clone()),
            Event::Dropped(kind) => hand(kind),
        };
        // A leg that begins where the last one ended needs no second click.
        if !(matches!(step, Step::Cell(_)) && steps.last() == Some(&step)) {
            steps.push(step);
        }
    }
    steps
}
