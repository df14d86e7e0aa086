//! The textbook procedures, the engine, the solver and matches.

#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod boards;
mod clocks;
mod frontier;
mod futility;
mod match_play;
mod mcts;
mod past;
mod refinements;
mod search;
mod solve;
mod solve_values;
mod symmetry;
mod tactics;
mod textbook;
