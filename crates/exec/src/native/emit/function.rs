//! The frame of a function: what it is called with, and what it gives.

use cranelift_codegen::ir::{InstBuilder, Value};

use super::{Emit, Res, Unsupported, Word};

/// A function is built for other parameters than it is called with. Tests compile every entry and never see it.
pub const MISCALLED: Unsupported = Unsupported("a function of other parameters");

/// Begins a function: what it is called with.
///
/// # Errors
/// [`MISCALLED`]
pub fn entry<const N: usize>(e: &mut Emit) -> Res<[Value; N]> {
    let block = e.block();
    e.b.append_block_params_for_function_params(block);
    e.enter(block);
    e.b.block_params(block).try_into().map_err(|_| MISCALLED)
}

/// Ends a function with what it gives.
pub fn give(e: &mut Emit, word: Word) {
    let value = e.value(word);
    e.b.ins().return_(&[value]);
}
