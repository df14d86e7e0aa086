//! Position texts held to what they stand for: one is refused, or its position is like those that moves lead to.

use rulesmith::compile::Compiled;
use rulesmith::exec;
use rulesmith::game::{MoveList, Position};

use super::random::Rng;

/// Whether the rules themselves keep to what their states say they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    Sound,
    /// Nobody looked: a position that moves lead to may break its bounds.
    Any,
}

/// Reads texts of positions that random moves led to, most of them with one field changed: each that is read is written as it
/// was read, and both back ends play on from it alike. How many were read and refused; or the first fault.
pub fn texts(game: &Compiled, rules: Rules, rng: &mut Rng, rounds: usize) -> Result<[usize; 2], String> {
    let slow = exec::interpreter(game.game().program().clone(), 0);
    let [mut read, mut refused] = [0, 0];
    for round in 0..rounds {
        // What the rules led to is read as it is; then with one field changed.
        let plain = rules == Rules::Sound && round < 2;
        let told = reached(game, rng);
        let text = if plain { told.clone() } else { changed(game, &told, rng) };
        let reading = match game.read_position(&text) {
            Ok(reading) => reading,
            Err(error) if plain => return Err(format!("{text} is not read back: {error:?}")),
            Err(_) => {
                refused += 1;
                continue;
            }
        };
        read += 1;
        let again = game.position_text(&reading.state, reading.ply);
        let twice = game.read_position(&again).map_err(|e| format!("{text}, written {again}: {e:?}"))?;
        if (&twice.state, twice.ply) != (&reading.state, reading.ply) || plain && again != told {
            return Err(format!("{text} is written {again}, which is read as something else"));
        }
        let mut state = reading.state;
        for ply in 0..12 {
            if let Some(wrong) = game.unbounded(&state).filter(|_| ply == 0 || rules == Rules::Sound) {
                return Err(format!("{text}, {ply} plies on: {wrong:?}"));
            }
            let mut lists = [MoveList::new(slow.move_words()), MoveList::new(slow.move_words())];
            let given =
                [slow.generate(&state, &mut lists[0]).is_ok(), game.game().generate(&state, &mut lists[1]).is_ok()];
            let [moves, others] = lists;
            if given[0] != given[1] || given[0] && moves != others {
                return Err(format!("{text}, {ply} plies on: the lists of moves differ: {moves:?} and {others:?}"));
            }
            if !given[0] || moves.is_empty() {
                break;
            }
            let record = moves.get(rng.below(moves.len()));
            let mut next = [vec![0; state.len()], vec![0; state.len()]];
            let made = [slow.make(&state, record, &mut next[0]), game.game().make(&state, record, &mut next[1])];
            if made[0] != made[1] || next[0] != next[1] {
                return Err(format!("{text}, {ply} plies on: what {record:x?} makes differs"));
            }
            if made[0].ending.is_some() {
                break;
            }
            state.copy_from_slice(&next[0]);
        }
    }
    Ok([read, refused])
}

/// The text of a position a few random moves from the start.
fn reached(game: &Compiled, rng: &mut Rng) -> String {
    let mut position = Position::new(game.game(), &game.game().initial());
    for _ in 0..rng.below(24) {
        let Ok(moves) = position.moves() else { break };
        if moves.is_empty() || position.ending().is_ok_and(|ending| ending.is_some()) {
            break;
        }
        let record = moves.get(rng.below(moves.len())).to_vec();
        position.make(&record);
    }
    game.position_text(position.state(), position.turns_passed())
}

/// Rows of which two have changed their places: pieces stand where they may not.
fn with_rows_swapped(rows: &str, rng: &mut Rng) -> String {
    let mut rows: Vec<&str> = rows.split('/').collect();
    let [one, other] = [rng.below(rows.len()), rng.below(rows.len())];
    rows.swap(one, other);
    rows.join("/")
}

/// A text with one field of another kind, perhaps of the same, or with two rows swapped.
fn changed(game: &Compiled, text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
    let cells = &game.topology().cells;
    if rng.below(4) == 0 {
        words[0] = with_rows_swapped(&words[0], rng);
        return words.join(" ");
    }
    let at = 1 + rng.below(words.len() - 1);
    words[at] = match rng.below(4) {
        0 => "-".to_string(),
        1 => rng.below(6).to_string(),
        2 => cells[rng.below(cells.len())].name.clone(),
        _ => format!("{},{}", cells[rng.below(cells.len())].name, cells[rng.below(cells.len())].name),
    };
    words.join(" ")
}
