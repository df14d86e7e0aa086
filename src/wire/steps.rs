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
    let shorter: Vec<usize> =
        order.windows(2).filter(|pair| all[pair[1]].starts_with(&all[pair[0]])).map(|pair| pair[0]).collect();
    shorter.into_iter().for_each(|at| all[at].push(Step::Word(DONE.to_string())));
    all
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
            Event::Label(label) => Step::Word(labels[label].trim_start_matches('+').to_string()),
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
