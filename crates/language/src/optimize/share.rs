//! What the terms of an evaluation have in common is worked out once: `define`s that build on one another, each of them
//! twice, would make expressions that grow like powers of two.

use crate::ir::walk::operands_of_int;
use crate::ir::{Evaluation, Program, common};

/// Sets that cost less are left where they are: machine code shares those anyway, and some together with what stands around them
/// are a single operation there.
const MIN_COST: usize = 24;

/// Runs the pass.
pub fn run(program: &mut Program) {
    program.evaluations.iter_mut().for_each(share);
}

fn share(evaluation: &mut Evaluation) {
    let terms = &mut evaluation.terms;
    evaluation.shared = common(MIN_COST, &mut |f| {
        terms.iter_mut().flatten().for_each(|(_, number)| operands_of_int(number, f));
    });
}
