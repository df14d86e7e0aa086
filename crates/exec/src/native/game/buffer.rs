//! Lists of machine code: it writes as far as there is room and goes on counting, so the caller knows what it takes.

use crate::MOST_MOVES;
use crate::game::Overflow;

/// Calls `write` with so much room at first, then with as much as it asked for, until all that it found was written; gives
/// the number found behind the `before` that were there. `write` answers none if something else has to list them.
///
/// # Errors
/// [`Overflow::Moves`] where there are more than [`MOST_MOVES`], and what `write` says.
pub fn with_buffer(
    first: usize,
    before: usize,
    mut write: impl FnMut(usize) -> Result<Option<usize>, Overflow>,
) -> Result<Option<usize>, Overflow> {
    let mut room = first;
    loop {
        let Some(found) = write(room)? else { return Ok(None) };
        if before + found > MOST_MOVES {
            return Err(Overflow::Moves);
        }
        if found <= room {
            return Ok(Some(found));
        }
        room = found;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, MoveList, Successors};
    use crate::native::Native;
    use crate::native::testing::{native, program};
    use crate::rng::Rng;

    const GAMES: [&str; 6] = [
        include_str!("../../../../../games/blocking/amazons.game"),
        include_str!("../../../../../games/chess/chess.game"),
        include_str!("../../../../../games/draughts/english-draughts.game"),
        include_str!("../../../../../games/draughts/international-draughts.game"),
        include_str!("../../../../../games/lines/nine-mens-morris.game"),
        include_str!("../../../../../games/territory/go.game"),
    ];

    /// Moves and successors of a position.
    fn lists(game: &Native, state: &[u64]) -> [Vec<Vec<u64>>; 2] {
        let mut moves = MoveList::new(game.move_words());
        game.generate(state, &mut moves).expect("it has an end");
        let mut successors = Successors::new(game);
        game.successors(state, &mut successors).expect("it has an end");
        let next = (0..successors.len()).map(|index| successors.state(index).to_vec());
        [moves.iter().map(<[u64]>::to_vec).collect(), next.collect()]
    }

    /// Trap 10: a buffer that is too small must not cut anything off.
    #[test]
    fn a_small_first_room_gives_the_same_lists() {
        for text in GAMES {
            let program = program(text);
            let wide = native(&program);
            let narrow = [1, 8].map(|first_size| {
                let mut game = native(&program);
                game.first_size = first_size;
                game
            });
            let mut rng = Rng::new(11);
            let mut state = wide.initial();
            for _ in 0..100 {
                let wanted = lists(&wide, &state);
                for game in &narrow {
                    assert!(lists(game, &state) == wanted, "room for {} at first: {state:x?}", game.first_size);
                }
                let [_, next] = wanted;
                state = if next.is_empty() { wide.initial() } else { next[rng.below(next.len())].clone() };
            }
        }
    }

    #[test]
    fn more_than_the_most_is_an_answer() {
        let mut asked = Vec::new();
        let mut write = |found: usize| {
            with_buffer(8, 0, |room| {
                asked.push(room);
                Ok(Some(found))
            })
        };
        assert_eq!(write(8), Ok(Some(8)));
        assert_eq!(write(9), Ok(Some(9)));
        assert_eq!(write(MOST_MOVES + 1), Err(Overflow::Moves));
        assert_eq!(asked, [8, 8, 9, 8]);
    }
}
