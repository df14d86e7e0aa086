//! What is proved of a program: pure functions over programs that give plain values. Fast paths of native code rest on them;
//! in doubt nothing is proved.
//!
//! [`print()`] shows what is proved of one: `rulesmith dump FILE --stage proofs`.

pub mod been;
pub mod bounds;
pub mod history;
pub mod legs;
pub mod plain;
mod print;
pub mod turns;

pub use print::print;
