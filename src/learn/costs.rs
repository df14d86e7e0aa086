//! What it costs to list moves, to enter a position and to work out a number, in nanoseconds as they are estimated: from what the
//! reference interpreter does in some positions of random games, counted, so that they are the same on every machine.

use std::sync::atomic::AtomicBool;

use super::games::{Policy, Table};
use super::{MOST_PLIES, Stopped};
use crate::compile::Compiled;
use crate::game::MoveList;
use crate::game::time::Instant;
use crate::rules::Term;

/// So many positions are looked at, so many of them of one game, and in one of so many of them numbers are worked out.
const POSITIONS: usize = 36;
const OF_A_GAME: usize = 6;
const TOLD: usize = 3;
/// When so many moves were listed to find them, or the interpreter has done so much in them, fewer will do.
const MOST_LISTED: u64 = 50_000;
const MOST_DONE: u64 = 10_000_000;
/// So much of what is done to see whether the game is over counts, and so many nanoseconds a position costs more that has stacks.
const MOST_JUDGED: u64 = 1_200;
const STACKS: u64 = 1_200;

/// What things cost, in nanoseconds as they are estimated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Costs {
    /// To list the moves of a position.
    pub list: u64,
    /// To enter a position, beside its evaluation.
    pub node: u64,
    /// How many moves a position has.
    pub moves: u64,
    /// To work out each number, for both players.
    pub terms: Vec<u64>,
}

impl Costs {
    /// What the moves of a game and these terms cost, by games that follow from the seed.
    ///
    /// # Errors
    /// If the moves of a position can't be listed, or it is interrupted.
    pub(super) fn of(
        compiled: &Compiled,
        terms: &[Term],
        seed: u64,
        (deadline, stop): (Option<Instant>, &AtomicBool),
    ) -> Result<Costs, Stopped> {
        let game = compiled.game();
        let mut table = Table::new(game, seed, deadline, stop);
        let mut states = Vec::new();
        while states.len() < POSITIONS && table.moves < MOST_LISTED {
            let played = table.play(Policy::Random, MOST_PLIES, MOST_LISTED)?;
            let apart = played.states.len().div_ceil(OF_A_GAME).max(1);
            states.extend(played.states.into_iter().step_by(apart));
            // Of a game that is over before the first move there are no others.
            if states.is_empty() {
                break;
            }
        }
        states.truncate(POSITIONS);
        let (mut listed, mut moves, mut done, mut judged) = (0, 0, 0, 0);
        let mut list = MoveList::new(game.move_words());
        for state in &states {
            table.check()?;
            done += game.work_of_moves(state);
            judged += game.work_of_endings(state);
            list.clear();
            game.generate(state, &mut list)?;
            moves += list.len() as u64;
            listed += 1;
            if done >= MOST_DONE {
                break;
            }
        }
        let [moves, done, judged] = [moves, done, judged].map(|all| all / listed.max(1));
        let told: Vec<Vec<u64>> = states.into_iter().step_by(TOLD).collect();
        let outcomes = compiled.cost_of_outcomes() * moves;
        // Fitted to the lists of 120 games, and to the matches of 68 (2026-11-29): two thirds were right within a factor of two. What is
        // added for verdicts and stacks was chosen by the outliers among 73 matches. What it costs to see whether the game is over counts to
        // a limit, for machine code asks that around the move where it can.
        let list = 20 + done * 23 / 250 + moves * 5 / 2;
        let stacks = compiled.rules().kinds.iter().any(|kind| kind.stacked);
        let over = judged.min(MOST_JUDGED) * 11 / 10;
        let node = 530 + done * 13 / 200 + outcomes * 43 / 20 + over + if stacks { STACKS } else { 0 };
        let alone = compiled.each_alone(terms);
        let term = |at| -> Result<u64, Stopped> {
            table.check()?;
            let done: u64 = told.iter().map(|state| alone.work_of_evaluation(state, at)).sum();
            Ok(2 + done / told.len().max(1) as u64 / 10)
        };
        let terms = (0..terms.len()).map(term).collect::<Result<_, _>>()?;
        Ok(Costs { list, node, moves, terms })
    }
}

/// What terms cost, in nanoseconds as they are estimated; as nothing where the game can't be played.
pub fn costs_of(compiled: &Compiled, terms: &[Term]) -> Vec<u64> {
    let costs = Costs::of(compiled, terms, compiled.key(), (None, &AtomicBool::new(false)));
    costs.map_or_else(|_| vec![0; terms.len()], |costs| costs.terms)
}
