//! The grammar of `.game` files, `game.pest`, and the parser that pest makes from it.
//!
//! A package of its own because the parser takes a quarter of the whole build and hardly ever changes.
#![allow(missing_docs)]

/// The parser that pest makes from the grammar; [`Rule`] is one for each rule.
#[derive(pest_derive::Parser)]
#[grammar = "game.pest"]
pub struct GameParser;
