//! IR in, better IR out: an ordered list of small pure passes, one file each, the verifier after each in debug builds.
//!
//! No pass changes what a program means: optimised equals unoptimised is a property test.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod around;
mod empty;
mod far;
mod hoist;
mod reverse;
mod share;
mod tables;

use crate::ir::{Program, verify};

/// A pass: its name in dumps, and what it does.
type Pass = (&'static str, fn(&mut Program));

/// The passes in the order they run.
const PASSES: &[Pass] = &[
    ("empty blocks", empty::run),
    ("table steps", tables::run),
    ("reverse lookup", reverse::run),
    ("hoisted guards", hoist::run),
    ("endings around the ply", around::run),
    ("endings that are far", far::run),
    ("common regions", share::run),
];

/// Runs all passes.
#[must_use]
pub fn optimize(mut program: Program) -> Program {
    for (name, pass) in PASSES {
        pass(&mut program);
        if cfg!(debug_assertions)
            && let Err(error) = verify(&program)
        {
            panic!("after the pass `{name}`: {error}");
        }
    }
    program
}
