//! Text in, syntax tree out; and the tree back to canonical text.
//!
//! This layer knows shapes, not meanings: it never resolves a name.

pub mod diag;
pub mod source;

pub mod ast;

pub mod tokens;

pub mod vocabulary;

pub mod words;

mod parser;

mod bases;
mod extend;

mod format;

mod print;

pub use bases::{Base, Bases, with_bases};
pub use extend::{extended, parse, reader};
pub use format::format;
pub use parser::mend::{laid_over, phrases};
pub use parser::named::names_of;
pub use parser::parse_expr;
pub use parser::sound::Reader;
pub use parser::wanted::{Wanted, wanted};
pub use print::print;
