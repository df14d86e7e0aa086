//! What a game file means.
//!
//! Bottom to top; a module uses only those above it in this list, and of other crates the text of a file
//! (`rulesmith_syntax`) and what a game is (`rulesmith_game`):
//!
//! 1. [`settings`]: what a user sets from outside;
//! 2. [`board`], [`rules`]: cells and directions; the checked rules, still written from the mover's side;
//! 3. [`analysis`]: syntax tree → rules, and everything there is to say about a file;
//! 4. [`ir`], [`lower`], [`optimize`]: rules → a small core language for each side → the same, better.

use rulesmith_game as game;
use rulesmith_syntax::{self as syntax, diag, source};

pub mod settings;

pub mod board;

pub mod rules;

pub mod analysis;

pub mod ir;

pub mod lower;

pub mod optimize;
