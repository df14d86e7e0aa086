//! Text in, syntax tree out; and the tree back to canonical text.
//!
//! This layer knows shapes, not meanings: it never resolves a name.

pub mod ast;

mod tokens;

mod parser;

pub use parser::{parse, parse_expr};
