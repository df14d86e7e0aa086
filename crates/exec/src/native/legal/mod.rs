//! What `legal` and the endings ask, asked as rarely as the rules allow: of the moves that can change the answer, of the
//! cells that a ply adds, of the neighbours of what a region loses.

pub mod allowed;
pub mod liberties;
pub mod near;
pub mod pins;
pub mod since;
pub mod verdicts;
