//! Rulesmith: describe a two-player game in a short text file, get a checked rule book, a move generator and an
//! alpha-beta player.
//!
//! The pipeline, bottom to top; a module uses only those above it in this list:
//!
//! 1. [`source`], [`diag`]: text with places in it, and messages as plain values;
//! 2. [`syntax`]: text → syntax tree (pest, `grammar/game.pest`), and the tree → canonical text;
//! 3. [`game`]: the seam that a player sees: states, moves, endings, keys, evaluation;
//! 4. [`search`]: any game → best move, value and line; exact values; the textbook procedures, traced;
//! 5. [`session`]: the facade: open, play, think, count, solve, ask; plain data out, it never prints;
//! 6. [`render`], [`cli`], [`repl`]: the faces: diagnostics and boards as text and JSON, commands, a conversation.

pub mod source;

pub mod diag;

pub mod syntax;

pub mod game;

pub mod board;

pub mod exec;

pub mod compile;

pub mod rng;

pub mod search;

pub mod library;

pub mod session;

pub mod render;

pub mod cli;

pub mod repl;
