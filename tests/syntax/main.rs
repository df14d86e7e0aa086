//! From a text to its syntax tree: reading, messages, formatting, hostile texts.

#[path = "../support/mod.rs"]
mod support;

mod extend;
mod format;
mod hostile;
mod messages;
mod reading;
