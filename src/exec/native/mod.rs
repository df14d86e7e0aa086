//! Native code: the IR compiled by Cranelift to functions of the same meaning as the interpreter's.
//!
//! Per side: *generate*, *count*, *any* and *make → status*; for both: *status* and *evaluate*. Each is compiled when it is
//! first asked for. What a game asks that native code can't do is left to the interpreter, function by function;
//! [`CodeInfo`](super::CodeInfo) says what.
//!
//! Generated code is pure and calls nothing but itself. Its loops run over the bits of sets, or until a set stops
//! growing; nested choices burn fuel. It reads the state, the record and its own tables, all by fixed offsets or by
//! indices below 64·W, for which every table has a row; it writes the lists and states that it is given.

mod allowed;
mod alone;
mod beams;
mod bounds;
mod chains;
mod code;
mod cost;
mod draw;
mod edges;
mod emit;
mod env;
mod expr;
mod filter;
mod found;
mod functions;
mod game;
mod geometry;
mod heads;
mod hint;
mod irregular;
mod lanes;
mod liberties;
mod lift;
mod loops;
mod noisy;
mod numbers;
mod overlap;
mod pairs;
mod patience;
mod phases;
mod pins;
mod placements;
mod plies;
mod possible;
mod room;
mod select;
mod shifts;
mod since;
mod slides;
mod slots;
mod spread;
mod stacks;
mod steps;
mod straight;
mod successors;
mod tables;
mod tail;
#[cfg(test)]
mod testing;
mod trail;
mod turns;
mod uneven;
mod unfold;
mod unit;
mod walk;
mod windows;

pub use game::Native;
