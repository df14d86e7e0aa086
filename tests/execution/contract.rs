//! The contract of `Game` holds for the games that the tests use, and its check can fail.

use std::path::Path;

use crate::support::random::{HashEval, forward, forward_usual};
use crate::support::{Breakthrough, Connect, Graph, Kalah, Rng, games};
use rulesmith::compile::{Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::contract::check;
use rulesmith::game::{Ending, Game, Hint, MoveList, Overflow, Rep, Side, Traits};
use rulesmith::session::with_bases;
use rulesmith::source::Source;

#[test]
fn test_games_keep_the_contract() {
    check(&Connect::tic_tac_toe(), 1, 50).unwrap();
    check(&Connect::four(7, 6), 2, 20).unwrap();
    check(&HashEval(Connect::four(5, 4), 300), 2, 20).unwrap();
    check(&Breakthrough::new(6, 6), 3, 20).unwrap();
    check(&Breakthrough { hexapawn: true, ..Breakthrough::new(3, 3) }, 4, 50).unwrap();
    check(&Kalah::new(4, 3), 5, 50).unwrap();
    for seed in 0..40 {
        check(&Graph::random(&mut Rng(seed), 10, 3), seed, 5).unwrap();
        check(&Graph { ply_limit: Some(20), ..Graph::random(&mut Rng(seed), 10, 3) }, seed, 5).unwrap();
        check(&Graph { superko: true, draw_at: 0, ..Graph::random(&mut Rng(seed), 10, 3) }, seed, 5).unwrap();
    }
}

/// Wins at once are derived from the rules: here they are held equal to trying every move.
#[test]
fn games_that_tell_wins_at_once_keep_the_contract() {
    let mut told = 0;
    for (_, text) in games::all() {
        let source = with_bases(Source::new("game", text), Path::new(""));
        let Some(game) = compile(&source, &Settings::default(), &mut Diagnostics::new()) else { continue };
        if game.game().traits().quick_wins {
            check(game.game(), 9, 30).unwrap_or_else(|message| panic!("{message}\n{}", source.text));
            told += 1;
        }
    }
    assert!(told >= 5, "{told} games tell them");
}

/// What is wrong with a spoilt game.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Spoilt {
    MoveTwice,
    NoRepetition,
    KeyWithoutMover,
    StatusDiffers,
    ExtraTurnsDenied,
    SiteOutOfRange,
    WinsAtOnce,
}

/// Kalah with one promise broken.
struct Bad(Kalah, Spoilt);

impl Game for Bad {
    forward_usual!();
    forward! {
        ending_if_stuck(state: &[u64]) -> Ending;
        evaluate(state: &[u64]) -> i32;
    }

    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        let before = moves.len();
        self.0.generate(state, moves)?;
        if self.1 == Spoilt::MoveTwice && moves.len() > before + 1 {
            let record = moves.get(before).to_vec();
            moves.push(&record);
        }
        Ok(())
    }
    fn status(&self, state: &[u64]) -> Option<Ending> {
        self.0.status(state).filter(|_| self.1 != Spoilt::StatusDiffers)
    }
    fn rep(&self, state: &[u64]) -> Rep {
        if self.1 == Spoilt::NoRepetition { Rep::default() } else { self.0.rep(state) }
    }
    fn key(&self, state: &[u64], horizon: u32) -> u64 {
        if self.1 == Spoilt::KeyWithoutMover {
            crate::support::random::fold(&state[..1])
        } else {
            self.0.key(state, horizon)
        }
    }
    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        let hint = self.0.hint(state, record);
        if self.1 == Spoilt::SiteOutOfRange { Hint { to: 1000, ..hint } } else { hint }
    }
    fn traits(&self) -> Traits {
        let quick_wins = self.1 == Spoilt::WinsAtOnce;
        Traits { extra_turns: self.1 != Spoilt::ExtraTurnsDenied, quick_wins, ..self.0.traits() }
    }
    fn wins_at_once(&self, _: &[u64], _: Side) -> Option<bool> {
        (self.1 == Spoilt::WinsAtOnce).then_some(true)
    }
}

#[test]
fn a_broken_promise_is_found() {
    for (spoilt, words) in [
        (Spoilt::MoveTwice, "listed twice"),
        (Spoilt::NoRepetition, "same rep"),
        (Spoilt::KeyWithoutMover, "same key"),
        (Spoilt::StatusDiffers, "status says"),
        (Spoilt::ExtraTurnsDenied, "the mover stays"),
        (Spoilt::SiteOutOfRange, "out of range"),
        (Spoilt::WinsAtOnce, "a win at once is"),
    ] {
        let message = check(&Bad(Kalah::new(4, 3), spoilt), 7, 50).expect_err(&format!("{spoilt:?}"));
        assert!(message.contains(words), "{spoilt:?}: {message}");
    }
}
