//! The contract of [`Game`], checked along seeded random games. One test for all games: compiled or written by hand.

use std::collections::HashMap;

use super::{EVAL_LIMIT, Game, Hint, History, MoveList, Outcome, Position, Rep, Repetition};
use crate::rng::Rng;

/// Games are followed so far.
const PLIES: usize = 300;
/// Of long lists so many moves are tried at each position.
const TRIED: usize = 40;

/// Plays `games` random games from the start and checks everything that the contract promises at every position.
///
/// # Errors
/// The first promise that is broken: what, at which ply of which game, after which moves.
pub fn check<G: Game + ?Sized>(game: &G, seed: u64, games: usize) -> Result<(), String> {
    if game.move_words() == 0 || game.piece_classes() == 0 {
        return Err("move_words and piece_classes are at least 1".into());
    }
    if game.initial().len() != game.state_words() {
        return Err("the starting position has another length than state_words".into());
    }
    if game.initial() != game.initial() {
        return Err("initial() differs from call to call".into());
    }
    let mut random = Rng::new(seed);
    let mut seen = Seen::default();
    for number in 0..games {
        let mut position = Position::initial(game);
        let mut played: Vec<Vec<u64>> = Vec::new();
        loop {
            let step = at_position(game, &mut position, &mut seen, &mut random);
            let next =
                step.map_err(|what| format!("game {number}, ply {}: {what}; moves {played:x?}", played.len()))?;
            match next {
                Some(record) if played.len() < PLIES => {
                    position.make(&record);
                    played.push(record);
                }
                _ => break,
            }
        }
        undone(game, &mut position, &played).map_err(|what| format!("game {number}: {what}; moves {played:x?}"))?;
    }
    Ok(())
}

/// What was seen of all games so far: by key and by repetition hash.
#[derive(Default)]
struct Seen {
    by_key: HashMap<u64, Vec<u64>>,
    by_rep: HashMap<u64, Vec<u64>>,
}

fn holds(condition: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(what()) }
}

fn listed<G: Game + ?Sized>(game: &G, state: &[u64]) -> Result<MoveList, String> {
    let mut list = MoveList::new(game.move_words());
    game.generate(state, &mut list).map_err(|overflow| overflow.to_string())?;
    Ok(list)
}

/// Checks one position; the move to play next, none at the end of the game.
fn at_position<G: Game + ?Sized>(
    game: &G,
    position: &mut Position<G>,
    seen: &mut Seen,
    random: &mut Rng,
) -> Result<Option<Vec<u64>>, String> {
    let state = position.state().to_vec();
    // 1. Questions have one answer.
    let list = listed(game, &state)?;
    holds(list == listed(game, &state)?, || "generate differs from call to call".into())?;
    let rep = game.rep(&state);
    holds(rep == game.rep(&state), || "rep differs from call to call".into())?;
    for horizon in [0, 8, u32::MAX] {
        let key = game.key(&state, horizon);
        holds(key == game.key(&state, horizon), || "key differs from call to call".into())?;
        holds(key == game.key_of(&state, rep, horizon), || "key_of differs from key".into())?;
    }
    let value = game.evaluate(&state);
    holds(value == game.evaluate(&state), || "evaluate differs from call to call".into())?;
    holds(value.abs() < EVAL_LIMIT, || format!("the evaluation {value} is beyond its limit"))?;

    // 2. Moves are listed once, and `generate` appends.
    let mut sorted: Vec<&[u64]> = list.iter().collect();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("move {:x?} is listed twice", twice[0]));
    }
    let mut appended = list.clone();
    game.generate(&state, &mut appended).map_err(|overflow| overflow.to_string())?;
    holds(appended.len() == 2 * list.len(), || "generate does not append to the list".into())?;

    // 3. A win at once is one that some move brings.
    if let Some(wins) = game.wins_at_once(&state, game.mover(&state)) {
        holds(wins == wins_by_trying(game, &state, &list), || format!("a win at once is {wins}, by trying it is not"))?;
        holds(game.traits().quick_wins, || "wins at once are told, but quick_wins is false".into())?;
    }

    // 4. Equal keys mean the same game from here on: same mover, same moves. Equal repetition hashes: same mover.
    same_future(game, &mut seen.by_key, game.key(&state, u32::MAX), &state, "key")?;
    same_future(game, &mut seen.by_rep, game.rep(&state).position, &state, "rep")?;

    // 5. The history is asked only where the game says so.
    let by_history = game.ending_by_history(&state, position.history());
    if !game.reads_history() {
        holds(by_history.is_none(), || "ends by history, but reads_history is false".into())?;
    }
    // Marks that come late are not missed, as long as nothing has come back.
    if game.traits().late_marks && position.history().repetitions() == 1 {
        for marks in [0, u64::MAX] {
            let mut history = position.history().clone();
            history.mark(history.len() - 1, marks);
            holds(game.ending_by_history(&state, &history) == by_history, || {
                format!("with marks {marks:x} the game ends otherwise, in spite of late_marks")
            })?;
        }
    }
    let unmarked = game.unmarked(&state);
    holds(unmarked == Rep { marks: 0, ..rep }, || "unmarked is not rep without its marks".into())?;
    holds(game.key_of(&state, unmarked, 8) == game.key(&state, 8), || "key_of asks for marks".into())?;
    if game.traits().no_repetition {
        holds(position.history().repetitions() == 1, || "a position came back in spite of no_repetition".into())?;
    }

    if let Some(outcome) = standing_still(game, &state) {
        let told = game.traits().repetition;
        holds(told == Repetition::Decides || (told == Repetition::Draws && outcome == Outcome::Draw), || {
            format!("a position that stands still ends as {outcome:?}, but repetition is {told:?}")
        })?;
    }

    // 6. Every move can be made (of long lists a sample), with whole and repeatable results.
    let tried: Vec<usize> = if list.len() <= TRIED {
        (0..list.len()).collect()
    } else {
        (0..TRIED).map(|_| random.below(list.len())).collect()
    };
    if position.ending_by_position().is_none() {
        for index in tried {
            playable(game, position, list.get(index))?;
        }
    }
    // 7. A record from elsewhere does no harm.
    let forged: Vec<u64> = (0..game.move_words()).map(|_| random.next_u64()).collect();
    let mut next = vec![0; game.state_words()];
    game.make(&state, &forged, &mut next);

    // 8. The ending, and scores only in scored games.
    let ending = position.ending().map_err(|overflow| overflow.to_string())?;
    if let Some(ending) = ending {
        let scored = matches!(ending.outcome, Outcome::Margin(_));
        holds(!scored || game.score_scale().is_some(), || "ends by a margin, but score_scale is none".into())?;
        return Ok(None);
    }
    let moves = position.moves().map_err(|overflow| overflow.to_string())?;
    holds(!moves.is_empty(), || "no move, and no ending either".into())?;
    Ok(Some(moves.get(random.below(moves.len())).to_vec()))
}

/// Whether one of the moves wins by the position that it leads to.
fn wins_by_trying<G: Game + ?Sized>(game: &G, state: &[u64], list: &MoveList) -> bool {
    let mut next = vec![0; state.len()];
    let win = Outcome::Win(game.mover(state));
    list.iter().any(|record| game.make(state, record, &mut next).ending.is_some_and(|ending| ending.outcome == win))
}

/// How a game ends in which this position comes back again and again; none if nothing comes of it, or if the position
/// ends the game by itself (a counter).
fn standing_still<G: Game + ?Sized>(game: &G, state: &[u64]) -> Option<Outcome> {
    let rep = game.rep(state);
    let mut history = History::starting_at(rep);
    if game.legal_by_history() || game.ending_by_history(state, &history).is_some() {
        return None;
    }
    (0..8).find_map(|_| {
        history.push(rep, false);
        game.ending_by_history(state, &history).map(|ending| ending.outcome)
    })
}

fn same_future<G: Game + ?Sized>(
    game: &G,
    seen: &mut HashMap<u64, Vec<u64>>,
    hash: u64,
    state: &[u64],
    which: &str,
) -> Result<(), String> {
    let Some(before) = seen.get(&hash) else {
        seen.insert(hash, state.to_vec());
        return Ok(());
    };
    if before == state {
        return Ok(());
    }
    // The words may differ in what nobody can read any more; what can be done may not. Of repetition less is promised:
    // steps or passes that are still due are no part of it.
    let same = game.mover(before) == game.mover(state)
        && (which == "rep"
            || (listed(game, before)? == listed(game, state)? && game.status(before) == game.status(state)));
    holds(same, || format!("two positions of different moves have the same {which}: {before:x?} and {state:x?}"))
}

fn playable<G: Game + ?Sized>(game: &G, position: &mut Position<G>, record: &[u64]) -> Result<(), String> {
    let state = position.state().to_vec();
    // Buffers with different rubbish: every word has to be written.
    let (mut next, mut again) = (vec![0; state.len()], vec![u64::MAX; state.len()]);
    let made = game.make(&state, record, &mut next);
    let made_again = game.make(&state, record, &mut again);
    holds(next == again && made == made_again, || {
        format!("move {record:x?} leads to different positions, or some word is not written")
    })?;
    let status = game.status(&next);
    holds(status == made.ending, || {
        format!("after move {record:x?} make says {:?}, status says {status:?}", made.ending)
    })?;
    if !game.traits().extra_turns {
        holds(game.mover(&next) != game.mover(&state), || {
            format!("the mover stays after move {record:x?}, but extra_turns is false")
        })?;
    }
    let hint = game.hint(&state, record);
    let on_board = |site: u16| site == Hint::NO_SITE || usize::from(site) < game.sites();
    holds(usize::from(hint.piece) < game.piece_classes() && on_board(hint.from) && on_board(hint.to), || {
        format!("the hint of move {record:x?} is out of range: {hint:?}")
    })?;
    holds(!hint.noisy || game.has_noisy(), || format!("move {record:x?} is noisy, but has_noisy is false"))?;

    // What was irreversible stays gone, what is made can be taken back.
    let plies = position.plies();
    let (ending, length) = (position.ending_by_position(), position.history().len());
    position.make(record);
    let rep = game.rep(position.state());
    holds(position.history().last() == Some(rep), || "the history does not end with the position".into())?;
    position.undo();
    let restored = position.state() == state
        && position.plies() == plies
        && position.ending_by_position() == ending
        && position.history().len() == length;
    holds(restored, || format!("undo after move {record:x?} does not restore the position"))
}

/// Takes a game back move by move; on the way, nothing that an irreversible ply left behind may have come back.
fn undone<G: Game + ?Sized>(game: &G, position: &mut Position<G>, played: &[Vec<u64>]) -> Result<(), String> {
    let last = position.state().to_vec();
    let mut replay = Position::initial(game);
    let (mut reps, mut floor) = (vec![game.rep(replay.state()).position], 0);
    for (ply, record) in played.iter().enumerate() {
        let mut next = vec![0; game.state_words()];
        let made = game.make(replay.state(), record, &mut next);
        replay.make(record);
        let rep = game.rep(&next).position;
        if made.irreversible {
            floor = ply + 1;
        }
        holds(!reps[..floor.min(reps.len())].contains(&rep), || {
            format!("the position after ply {} came back after an irreversible ply", ply + 1)
        })?;
        reps.push(rep);
    }
    holds(replay.state() == last, || "the same moves lead elsewhere".into())?;
    while position.undo() {}
    holds(position.state() == game.initial() && position.history().len() == 1, || {
        "taking all moves back does not lead to the start".into()
    })
}
