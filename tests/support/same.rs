//! Two executors of one game, held equal along seeded random games: every answer, in order, to the last bit.

use rulesmith::exec::Executor;
use rulesmith::game::{History, MoveList, Side, Traits};

use super::random::Rng;

/// How much is played.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub games: u64,
    pub plies: usize,
    /// Of the moves of a position so many are made on both sides.
    pub tried: usize,
}

/// Plays random games on `a` and asks `b` everything as well; the first difference, if any.
pub fn same(a: &dyn Executor, b: &dyn Executor, effort: Effort) -> Result<(), String> {
    // Native code is to be tested from the first position on.
    b.eager();
    let shape = |g: &dyn Executor| {
        // What is quick to tell may depend on the form that the rules have got.
        let traits = Traits { quick_wins: false, ..g.traits() };
        (g.state_words(), g.move_words(), g.reads_history(), g.legal_by_history(), g.has_noisy(), traits)
    };
    equal("the shape", "", shape(a), shape(b))?;
    equal("the start", "", a.initial(), b.initial())?;
    for seed in 0..effort.games {
        let mut rng = Rng(seed);
        let mut state = a.initial();
        let mut history = History::starting_at(a.rep(&state));
        for ply in 0..effort.plies {
            let at = format!("game {seed}, ply {ply}, state {state:x?}");
            let Some(moves) = position(a, b, &state, &history, &at)? else { break };
            let mut next = [vec![0; state.len()], vec![u64::MAX; state.len()]];
            for _ in 0..effort.tried.min(moves.len()) {
                let record = moves.get(rng.below(moves.len()));
                let made = [a.make(&state, record, &mut next[0]), b.make(&state, record, &mut next[1])];
                equal(&format!("the verdict after {record:x?}"), &at, made[0], made[1])?;
                equal(&format!("the position after {record:x?}"), &at, &next[0], &next[1])?;
                equal(&format!("the hint of {record:x?}"), &at, a.hint(&state, record), b.hint(&state, record))?;
            }
            // A record from elsewhere may make what it likes, but without harm.
            let forged: Vec<u64> = (0..a.move_words()).map(|_| rng.next()).collect();
            a.make(&state, &forged, &mut next[0]);
            b.make(&state, &forged, &mut next[1]);
            let made = a.make(&state, moves.get(rng.below(moves.len())), &mut next[0]);
            state.copy_from_slice(&next[0]);
            history.push(a.rep(&state), made.irreversible);
            if made.ending.is_some() {
                let _ = position(a, b, &state, &history, &at)?;
                break;
            }
        }
    }
    Ok(())
}

/// Everything that is asked of one position; its moves, none if there are none.
fn position(
    a: &dyn Executor,
    b: &dyn Executor,
    state: &[u64],
    history: &History,
    at: &str,
) -> Result<Option<MoveList>, String> {
    let mut lists = [MoveList::new(a.move_words()), MoveList::new(b.move_words())];
    let given = [a.generate(state, &mut lists[0]), b.generate(state, &mut lists[1])];
    // Which bound is met first is no part of the meaning.
    equal("whether there is a list", at, given[0].is_ok(), given[1].is_ok())?;
    if given[0].is_err() {
        return Ok(None);
    }
    let [moves, others] = lists;
    equal("the list of moves", at, &moves, &others)?;
    equal("the mover", at, a.mover(state), b.mover(state))?;
    equal("the status", at, a.status(state), b.status(state))?;
    equal("the ending for want of moves", at, a.ending_if_stuck(state), b.ending_if_stuck(state))?;
    let by_history = |g: &dyn Executor| g.ending_by_history(state, history);
    equal("the ending by history", at, by_history(a), by_history(b))?;
    equal("the hash for repetition", at, a.rep(state), b.rep(state))?;
    for horizon in [0, 10, u32::MAX] {
        equal("the key", at, a.key(state, horizon), b.key(state, horizon))?;
    }
    equal("the evaluation", at, a.evaluate(state), b.evaluate(state))?;
    for side in [Side::First, Side::Second] {
        let told = [a.wins_at_once(state, side), b.wins_at_once(state, side)];
        if let [Some(one), Some(other)] = told {
            equal("a win at once", at, one, other)?;
        }
    }
    let mut passed = [vec![0; state.len()], vec![0; state.len()]];
    let can = [a.pass(state, &mut passed[0]), b.pass(state, &mut passed[1])];
    equal("whether the turn can be given away", at, can[0], can[1])?;
    if can[0] {
        equal("the position after giving the turn away", at, &passed[0], &passed[1])?;
    }
    Ok((!moves.is_empty()).then_some(moves))
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, at: &str, a: T, b: T) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{at}: {what} differs: {a:?} and {b:?}")) }
}
