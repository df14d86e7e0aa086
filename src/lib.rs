//! Rulesmith: describe a two-player game in a short text file, get a checked rule book, a move generator and an
//! alpha-beta player.
//!
//! A program that plays a game to its end:
//!
//! ```
//! use rulesmith::{Game, Limits};
//!
//! let rules = r#"
//! game "Race"
//! players White, Black
//! facing White north, Black south
//! board square 3 x 4
//! piece Runner "Rr"
//! setup { White Runner on rank 1  Black Runner on rank 4 }
//! move Runner { step forward to empty  step forward-diagonal to enemy }
//! end { win when own on far rank }
//! "#;
//! let mut position = Game::new(rules)?.start();
//! while position.outcome()?.is_none() {
//!     let moves = position.legal_moves()?;
//!     let texts: Vec<String> = moves.iter().map(|m| position.text_of(&m)).collect();
//!     let thought = position.search(Limits { depth: Some(3), ..Limits::default() }, &mut ())?;
//!     let best = thought.best.expect("the game goes on");
//!     assert!(texts.contains(&best));
//!     position.play(&best)?;
//! }
//! println!("{}", position.outcome()?.expect("it has ended").sentence());
//! # Ok::<(), rulesmith::Error>(())
//! ```
//!
//! For programs: [`Rules`], [`Game`], [`Position`] and what they give ([`facade`]). Behind them
//! the floors, bottom to top; one uses only those below it. Each of the first five is a crate of its own under `crates/`:
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
//!    prints; [`ide`]: what an editor asks about a text;
//!    [`draw`]: boards and positions as pictures; [`render`], [`wire`], [`serve`], [`cli`],
//!    [`repl`]: the faces: diagnostics and boards as text and JSON, what a page asks and its server, commands, a conversation.

// The floors below are for whoever works on them: a program needs none of their names.
#[doc(hidden)]
pub use rulesmith_exec as exec;
#[doc(hidden)]
pub use rulesmith_game::{self as game, rng};
#[doc(hidden)]
pub use rulesmith_language::{analysis, board, ir, lower, optimize, rules, settings};
#[doc(hidden)]
pub use rulesmith_search as search;
#[doc(hidden)]
pub use rulesmith_syntax::{self as syntax, diag, source};

#[doc(hidden)]
pub mod notation;

#[doc(hidden)]
pub mod compile;

#[doc(hidden)]
pub mod learn;

pub mod library;

#[doc(hidden)]
pub mod tell;

pub mod session;

pub mod facade;
pub use compile::{Answer, Backend, Settings};
pub use diag::Diagnostic;
pub use facade::{Game, Move, Moves, Position, RandomGames, Rules};
pub use game::Side;
pub use session::{Error, Limits, Thought, Verdict, Watch};

pub mod ide;

pub mod draw;

#[doc(hidden)]
pub mod render;

#[doc(hidden)]
pub mod wire;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod serve;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "cli")]
pub mod repl;
