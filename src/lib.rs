//! Rulesmith: describe a two-player game in a short text file, get a checked rule book, a move generator and an
//! alpha-beta player.
//!
//! The pipeline, bottom to top; a module uses only those above it in this list:
//!
//! 1. [`source`], [`settings`], [`diag`], [`rng`]: text with places in it, what a user sets from outside, messages as
//!    values, seeded random numbers;
//! 2. [`syntax`]: text → syntax tree (pest, `grammar/game.pest`), and the tree → canonical text;
//! 3. [`game`]: the seam that a player sees: states, moves, endings, keys, evaluation;
//! 4. [`board`], [`rules`]: cells and directions; the checked rules, still written from the mover's side;
//! 5. [`analysis`]: syntax tree → rules, and everything there is to say about a file;
//! 6. [`ir`], [`lower`], [`optimize`]: rules → a small core language for each side → the same, better;
//! 7. [`exec`]: the core language → something that plays out, a [`game::Game`];
//! 8. [`notation`]: moves and positions as text, and back;
//! 9. [`compile`]: the whole pipeline on one screen;
//! 10. [`search`]: any game → best move, value and line; exact values; the textbook procedures, traced;
//! 11. [`learn`]: quick games → what the terms of an evaluation are worth;
//! 12. [`library`], [`tell`]: the games that come with it; a file in words;
//! 13. [`session`]: the facade: open, play, think, count, solve, ask; plain data out, it never prints;
//! 14. [`render`], [`cli`], [`repl`]: the faces: diagnostics and boards as text and JSON, commands, a conversation.

pub mod source;

pub mod settings;

pub mod diag;

pub mod rng;

pub mod syntax;

pub mod game;

pub mod board;

pub mod rules;

pub mod analysis;

pub mod ir;

pub mod lower;

pub mod optimize;

pub mod exec;

pub mod notation;

pub mod compile;

pub mod search;

pub mod learn;

pub mod library;

pub mod tell;

pub mod session;

pub mod render;

pub mod cli;

pub mod repl;
