//! Hand-written games that the tests of the search share: the search is tested without any compiler.
#![allow(dead_code, unused_imports)]

pub mod breakthrough;
pub mod connect;
pub mod games;
pub mod graph;
pub mod hostile;
pub mod kalah;
pub mod ko;
pub mod plain;
pub mod random;
pub mod rulegen;
pub mod same;
pub mod side_by_side;
pub mod texts;
pub mod timed;

pub use breakthrough::Breakthrough;
pub use connect::Connect;
pub use graph::Graph;
pub use kalah::Kalah;
pub use ko::Ko;
pub use random::Rng;
pub use side_by_side::side_by_side;
pub use timed::Timed;
