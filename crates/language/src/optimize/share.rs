//! What the terms of an evaluation have in common is worked out once: `define`s that build on one another, each of them
//! twice, would make expressions that grow like powers of two.

use std::collections::HashMap;

use crate::ir::walk::{cost_of_set, each_operand, operands_of_int};
use crate::ir::{Evaluation, Program, Set};

/// Sets that cost less are left where they are: machine code shares those anyway, and some together with what stands around them
/// are a single operation there.
const MIN_COST: usize = 24;

/// Runs the pass.
pub fn run(program: &mut Program) {
    program.evaluations.iter_mut().for_each(share);
}

fn share(evaluation: &mut Evaluation) {
    let mut graph = Graph::default();
    for (_, number) in evaluation.terms.iter_mut().flatten() {
        operands_of_int(number, &mut |operand| {
            graph.take_apart(operand);
            graph.use_of(operand);
        });
    }
    // Operands come before what is made of them.
    let mut done: Vec<Done> = Vec::with_capacity(graph.nodes.len());
    for Node { mut set, uses, cost } in graph.nodes {
        each_operand(&mut set, &mut |operand| put_together(operand, &mut done));
        if uses > 1 && cost >= MIN_COST {
            evaluation.shared.push(set);
            set = Set::Shared(evaluation.shared.len() - 1);
        }
        done.push(Done { set, uses });
    }
    for (_, number) in evaluation.terms.iter_mut().flatten() {
        operands_of_int(number, &mut |operand| put_together(operand, &mut done));
    }
}

/// The different sets of an evaluation; [`Set::Shared`] names them where others are made of them.
#[derive(Default)]
struct Graph {
    numbers: HashMap<Set, usize>,
    nodes: Vec<Node>,
}

struct Node {
    set: Set,
    /// How often others, or terms, are made of it.
    uses: usize,
    /// About how many operations it takes.
    cost: usize,
}

impl Graph {
    /// Puts the name of a set in its place.
    fn take_apart(&mut self, set: &mut Set) {
        // Within these, sets may depend on a local, or read another state.
        if !matches!(set, Set::Collect { .. } | Set::Was(_)) {
            each_operand(set, &mut |operand| self.take_apart(operand));
        }
        let id = self.numbers.get(set).copied().unwrap_or_else(|| self.add(set));
        *set = Set::Shared(id);
    }

    /// A set that is new, its operands named.
    fn add(&mut self, set: &mut Set) -> usize {
        let mut cost = cost_of_set(set);
        each_operand(set, &mut |operand| cost = cost.saturating_add(self.use_of(operand)));
        let id = self.nodes.len();
        self.nodes.push(Node { set: set.clone(), uses: 0, cost });
        self.numbers.insert(set.clone(), id);
        id
    }

    /// Notes that something is made of a set. The cost of that set.
    fn use_of(&mut self, operand: &Set) -> usize {
        let Set::Shared(id) = *operand else { return 0 };
        self.nodes[id].uses += 1;
        self.nodes[id].cost
    }
}

/// A set with all its operands.
struct Done {
    set: Set,
    uses: usize,
}

/// Puts a set in the place of its name.
fn put_together(operand: &mut Set, done: &mut [Done]) {
    let Set::Shared(id) = *operand else { return };
    let Done { set, uses } = &mut done[id];
    // Nobody else asks for what is used once.
    *operand = if *uses == 1 { std::mem::replace(set, Set::Touched) } else { set.clone() };
}
