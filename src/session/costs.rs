//! What a game costs: parts that are left to the interpreter, positions that are slow to list, an evaluation that takes
//! longer than the moves. It is asked by `check` alone: nobody who plays waits for it.

use std::time::Duration;

use super::Session;
use crate::analysis::DERIVED;
use crate::compile::Compiled;
use crate::diag::Diagnostic;
use crate::exec::Way;
use crate::exec::proofs::been::Been;
use crate::game::MoveList;
use crate::game::time::Instant;
use crate::source::Span;

/// So many positions are looked at.
pub(super) const LOOKED_AT: usize = 16;

/// From so many ways to play a position on it takes long to list.
const MANY_WAYS: usize = 2_000;

/// So many ways for a move are too many: most lead to positions that others have led to.
const MANY_FOR_ONE: usize = 8;

/// An evaluation that takes so many times as long as the list of moves …
const TIMES_THE_LIST: u32 = 10;

/// … and so long at least, is slow.
const SLOW: Duration = Duration::from_micros(50);

impl Session {
    /// What is said of rules that cost more than they need: whatever native code leaves to the interpreter, and, where
    /// positions of random games are given, what takes long in them. Native code is compiled for it.
    pub fn costs(&self, states: &[Vec<u64>]) -> Vec<Diagnostic> {
        let compiled = self.compiled();
        let mut found = Vec::new();
        if let (true, Some(note)) = (cfg!(feature = "jit"), &compiled.backend().note) {
            found.push(interpreted("the interpreter runs this game", note, compiled.needs_most()));
        }
        if states.is_empty() {
            return found;
        }
        compiled.eager();
        let times = times(compiled, states);
        if let Some(parts) = compiled.interpreted() {
            found.push(interpreted("the interpreter runs parts of this game", &parts, largest_clause(compiled)));
        }
        found.extend(ways(compiled, states));
        let game = compiled.game();
        if let Some((listed, evaluated)) = times
            && compiled.rules().evaluations.first().is_some_and(|e| e.name.as_deref() == Some(DERIVED))
            && evaluated > SLOW
            && evaluated > listed * TIMES_THE_LIST
        {
            let time = |term: &String| {
                let position = self.position_of(game);
                let start = Instant::now();
                drop(compiled.query(&position, term));
                start.elapsed()
            };
            let terms = compiled.evaluation(&states[0]);
            let slowest = terms.into_iter().map(|term| term.term).max_by_key(time).unwrap_or_default();
            let times = evaluated.as_nanos() / listed.as_nanos().max(1);
            let message =
                format!("the evaluation that is derived takes {times} times as long as the list of moves: `{slowest}`");
            let end = compiled.rules().verdicts.first().map_or(Span::default(), |verdict| verdict.span);
            found.push(Diagnostic::warning("slow-evaluation", end, message).help(
                "write an `eval { … }` of terms that are quick to count; `dump --stage rules` shows those that are derived",
            ));
        }
        found
    }
}

fn interpreted(what: &str, why: &str, place: Span) -> Diagnostic {
    Diagnostic::warning("interpreted", place, format!("{what}, many times as slow as native code: {why}"))
        .help("the rules are right as they are; what is said here keeps them from being compiled")
}

/// How long the moves of these positions take, and their evaluation, on average; none where they can't be listed.
fn times(compiled: &Compiled, states: &[Vec<u64>]) -> Option<(Duration, Duration)> {
    let game = compiled.game();
    let mut moves = MoveList::new(game.move_words());
    // What is asked first is compiled first.
    game.generate(&states[0], &mut moves).ok()?;
    game.evaluate(&states[0]);
    let (mut listed, mut evaluated) = (Duration::ZERO, Duration::ZERO);
    for state in states {
        let start = Instant::now();
        game.generate(state, &mut moves).ok()?;
        let middle = Instant::now();
        game.evaluate(state);
        listed += middle - start;
        evaluated += middle.elapsed();
    }
    let number = states.len() as u32;
    Some((listed / number, evaluated / number))
}

/// Positions with many more ways to play than moves, and the clause of which most legs are.
fn ways(compiled: &Compiled, states: &[Vec<u64>]) -> Option<Diagnostic> {
    let game = compiled.game();
    let program = game.program();
    // Where plies are explored, ways that come to what is known are not tried.
    if !program.facts.merge_results || program.sides.iter().all(|side| Been::of(program, side).is_some()) {
        return None;
    }
    let mut moves = MoveList::new(game.move_words());
    for state in states {
        game.generate(state, &mut moves).ok()?;
        let ways: Vec<Way> = game.ways(state).ok()?;
        if ways.len() < MANY_WAYS || ways.len() < MANY_FOR_ONE * moves.len() {
            continue;
        }
        let clauses = compiled.clauses();
        let mut legs = vec![0; clauses.len()];
        for way in ways.iter().step_by(ways.len() / 500 + 1) {
            compiled.clauses_of(state, &way.record).into_iter().for_each(|clause| legs[clause] += 1);
        }
        let most = (0..legs.len()).max_by_key(|&clause| legs[clause])?;
        let message = format!(
            "a position of random games has {} ways to play for {} moves: every way is tried",
            ways.len(),
            moves.len()
        );
        return Some(Diagnostic::warning("slow-moves", clauses[most].span, message).help(
            "chains that lead to the same position are one move: let a leg keep away from more cells, or bound the legs; \
             where only the cell of arrival counts, say which cells can be reached: `fly to …`",
        ));
    }
    None
}

/// The clause with the longest text.
fn largest_clause(compiled: &Compiled) -> Span {
    let spans = compiled.clauses().into_iter().map(|clause| clause.span);
    spans.max_by_key(|span| span.end - span.start).unwrap_or_default()
}
