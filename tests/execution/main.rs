//! From rules to moves: published counts, games written by hand, and both back ends held equal.

#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../support/mod.rs"]
mod support;

mod attackers;
mod by_hand;
mod contract;
#[cfg(feature = "jit")]
mod draw;
#[cfg(feature = "jit")]
mod expand;
mod expressions;
mod figures;
mod generated;
mod length;
mod meanings;
mod merging;
#[cfg(feature = "jit")]
mod native;
#[cfg(feature = "jit")]
mod others;
mod perft;
mod sources;
mod stacks;
mod standing;
mod traps;
mod work;
