//! Rulesmith: describe a two-player game in a short text file, get a checked rule book, a move generator and an
//! alpha-beta player.
//!
//! The floors, bottom to top; one uses only those below it. Each of the first five is a crate of its own under `crates/`:
//!
//! 1. [`game`], [`rng`]: the seam that a player sees: states, moves, endings, keys, evaluation; seeded random numbers;
//! 2. [`source`], [`diag`], [`syntax`]: text with places in it, messages as values; text → syntax tree (pest,
//!    `grammar/game.pest`), and the tree → canonical text;
//! 3. [`settings`], [`board`], [`rules`], [`analysis`], [`ir`], [`lower`], [`optimize`]: what a file means: syntax tree →
//!    checked rules, with everything there is to say about a file, → a small core language for each side → the same,
//!    better;
//! 4. [`exec`]: the core language → something that plays out, a [`game::Game`];
//! 5. [`search`]: any game → best move, value and line; exact values; the textbook procedures, traced. It knows the first
//!    floor alone;
//! 6. here, in this order: [`notation`]: moves and positions as text, and back; [`compile`]: the whole pipeline on one
//!    screen; [`learn`]: quick games → what the terms of an evaluation are worth; [`library`], [`tell`]: the games that
//!    come with it, a file in words; [`session`]: open, play, think, count, solve, ask: plain data out, it never
//!    prints; [`draw`]: boards and positions as pictures; [`render`], [`cli`], [`repl`]: the faces: diagnostics and
//!    boards as text and JSON, commands, a conversation.

pub use rulesmith_exec as exec;
pub use rulesmith_game::{self as game, rng};
pub use rulesmith_language::{analysis, board, ir, lower, optimize, rules, settings};
pub use rulesmith_search as search;
pub use rulesmith_syntax::{self as syntax, diag, source};

pub mod notation;

pub mod compile;

pub mod learn;

pub mod library;

pub mod tell;

pub mod session;

pub mod draw;

pub mod render;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "cli")]
pub mod repl;
