//! The messages of the analysis: small constructors, by area of the language.
//!
//! The style: lower case, no full stop, the user's text in backticks, words of the language only; what to write instead
//! goes into the help.

mod checks;
mod exprs;
mod looks;
mod moves;
mod sections;
mod words;

pub use checks::*;
pub use exprs::*;
pub use looks::*;
pub use moves::*;
pub use sections::*;
pub use words::*;

/// A list of things as people write it, in backticks; long lists are cut.
pub fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(12).map(|n| format!("`{n}`")).collect();
    let more = if names.len() > 12 { format!(" and {} more", names.len() - 12) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
