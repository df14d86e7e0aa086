//! What expressions have in common.

use std::collections::HashMap;

use super::Set;
use super::walk::{cost_of_set, each_operand};

/// Goes through some sets, always the same, and does something with each.
type Each<'e> = dyn FnMut(&mut dyn FnMut(&mut Set)) + 'e;

/// Takes out of the sets that `each` goes through whatever they are made of more than once and costs so many
/// operations at least: there it is [`Set::Shared`]. Each may be made of those before it.
pub fn common(least: usize, each: &mut Each<'_>) -> Vec<Set> {
    let mut graph = Graph::default();
    each(&mut |set| {
        graph.take_apart(set);
        graph.use_of(set);
    });
    // Operands come before what is made of them.
    let (mut shared, mut done): (Vec<Set>, Vec<Done>) = (Vec::new(), Vec::with_capacity(graph.nodes.len()));
    for Node { mut set, uses, cost } in graph.nodes {
        each_operand(&mut set, &mut |operand| put_together(operand, &mut done));
        if uses > 1 && cost >= least {
            shared.push(set);
            set = Set::Shared(shared.len() - 1);
        }
        done.push(Done { set, uses });
    }
    each(&mut |set| put_together(set, &mut done));
    shared
}

/// The different sets of some expressions; [`Set::Shared`] names them where others are made of them.
#[derive(Default)]
struct Graph {
    numbers: HashMap<Set, usize>,
    nodes: Vec<Node>,
}

struct Node {
    set: Set,
    /// How often others, or the expressions themselves, are made of it.
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
