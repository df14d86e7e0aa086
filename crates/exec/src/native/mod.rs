//! Native code: the IR compiled by Cranelift to functions of the same meaning as the interpreter's.
//!
//! Per side: *generate*, *count*, *any* and *make → status*; for both: *status* and *evaluate*. Each is compiled when it is
//! first asked for. What a game asks that native code can't do is left to the interpreter, function by function;
//! [`CodeInfo`](super::CodeInfo) says what.
//!
//! Generated code is pure and calls nothing but itself. Its loops run over the bits of sets, or until a set stops
//! growing; nested choices burn fuel. It reads the state, the record and its own tables, all by fixed offsets or by
//! indices below 64·W, for which every table has a row; it writes the lists and states that it is given.
//!
//! - `emit`: words, sets and numbers to code;
//! - `walk`: the plies of a position, by a choice inside of a choice, and what is done with them;
//! - `legal`: which of them need to be asked whether they are allowed;
//! - `draw`: random plies, without a list;
//! - `functions`, `unit`, `code`: what is compiled, into what, and when;
//! - `game`, `unfold`, `hint`: what is asked of it.

mod bounds;
mod canary;
mod code;
mod draw;
mod emit;
mod functions;
mod game;
mod hint;
mod legal;
mod patience;
mod room;
#[cfg(test)]
mod testing;
mod unfold;
mod unit;
mod walk;

pub use game::Native;
