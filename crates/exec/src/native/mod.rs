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
//! The folders, each using only those before it, apart from tests:
//!
//! - `emit`: words, sets and numbers to code;
//! - `legal`: what `legal` and the endings ask, to code, and where it need not be asked;
//! - `walk`: the plies of a position, by a choice inside of a choice, and what is done with them;
//! - `draw`: random plies, without a list;
//! - `code`: which functions there are, what each is called with, when it is compiled and into what;
//! - `game`: what is asked of it.
//!
//! What is proved of a program stands in [`crate::proofs`].

mod emit;

mod legal;

mod walk;

mod draw;

mod code;

mod game;

#[cfg(test)]
pub mod testing;

pub use game::Native;
