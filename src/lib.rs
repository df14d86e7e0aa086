//! Rulesmith: describe a two-player game in a short text file, get a checked rule book, a move generator and an
//! alpha-beta player.
//!
//! The pipeline, bottom to top; a module uses only those above it in this list:
//!
//! 1. [`source`], [`diag`]: text with places in it, and messages as plain values;
//! 2. [`syntax`]: text → syntax tree (pest, `grammar/game.pest`), and the tree → canonical text;
//! 3. [`game`]: the seam that a player sees: states, moves, endings, keys, evaluation.

pub mod source;

pub mod settings;

pub mod diag;

pub mod syntax;

pub mod game;

pub mod board;

pub mod rules;

pub mod analysis;

pub mod exec;

pub mod compile;
