//! From a syntax tree to checked rules: what they become, and what is said of mistakes.

#[path = "../support/mod.rs"]
mod support;

mod fixes;
mod guess;
mod hostile;
mod messages;
mod mutations;
mod rules;
mod typos;
