//! Successors and counts of many positions at once, from native code that is compiled when it is first worth it.

use std::ops::Range;

use crate::MOST_MOVES;
use crate::game::perft::Leaves;
use crate::game::time::Instant;
use crate::game::{Counted, History, Judged, MoveList, Overflow, Successors};
use crate::native::code::tiering::Question;
use crate::native::code::{StatesFn, typed};
use crate::native::game::Native;
use crate::native::game::buffer::with_buffer;
use crate::native::legal::allowed::Past;
use crate::native::walk::OTHERS_FIRST;
use crate::native::walk::successors::MOST_LEFT;

impl Native {
    /// See [`crate::game::Game::successors`].
    pub(super) fn list_states(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        let side = self.side(state);
        if self.code.tiering.is_over(Question::Successors) {
            if let Some(f) = self.code.function(typed::states(side)) {
                let before = out.len();
                if self.write_states(f, state, out.rows())?.is_some() {
                    return Ok(());
                }
                out.truncate(before);
            }
            if let Some(f) = self.code.function(typed::states_legs(side))
                && self.list_legs((f, self.row_words), state, out.rows())?
            {
                return Ok(());
            }
        }
        self.expand_plainly(Question::Successors, state, out)
    }

    /// Lists the successors move by move.
    fn expand_plainly(&self, question: Question, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        let began = Instant::now();
        let done = out.expand(self, state);
        self.code.tiering.spend(question, began.elapsed());
        done
    }

    /// See [`crate::game::Game::successors_in_order`].
    pub(super) fn list_in_order(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        let side = self.side(state);
        if self.code.tiering.is_over(Question::InOrder)
            && let Some(f) = self.code.function(typed::in_order(side))
        {
            if self.write_states(f, state, out.rows())?.is_some() {
                return Ok(());
            }
            // Only where there are moves of several legs are all others left to this.
            if self.program.facts.merge_results
                && let Some(f) = self.code.function(typed::states_legs(side))
                && self.list_legs((f, self.row_words), state, out.rows())?
            {
                return Ok(());
            }
        }
        self.expand_plainly(Question::InOrder, state, out)
    }

    /// See [`crate::game::Game::judge`] and, if `proof`, [`crate::game::Game::judge_for_proof`].
    pub(super) fn judge_native(&self, proof: bool, list: &Successors, range: Range<usize>, out: &mut Vec<Judged>) {
        let Some(f) =
            self.code.tiering.was_over(Question::InOrder).then(|| self.code.function(typed::judge(proof))).flatten()
        else {
            return Judged::each(self, proof, list, range, out);
        };
        out.clear();
        if range.is_empty() {
            return;
        }
        let (count, words) = (range.len(), list.rows_from(range.start));
        assert_eq!(list.stride(), self.row_words, "successors of another game");
        let rows = &words[..count * self.row_words];
        out.reserve(count);
        let range = rows.as_ptr_range();
        // SAFETY: the code was compiled for rows of this length, of which there is one; for each there is room.
        unsafe {
            f(range.start, range.end, out.as_mut_ptr());
            out.set_len(count);
        }
    }

    /// See [`crate::game::Game::build_each`].
    pub(super) fn build_states(&self, state: &[u64], judged: bool, scratch: &mut Successors) -> Result<u64, Overflow> {
        if self.code.tiering.is_over(Question::Successors)
            && let Some(f) = self.code.function(typed::built(self.side(state), judged))
        {
            self.check(state);
            Self::check_list(scratch.rows(), self.row_words);
            let (place, mut info) = (scratch.rows().spare(1), [0_u64; 2]);
            // SAFETY: there is room for a row at `place`, and the state has the right length.
            let found = unsafe { f(state.as_ptr(), place, info.as_mut_ptr()) };
            match info {
                [0, 0 | 1] if found <= MOST_MOVES as u64 => return Ok(found),
                [0, 0 | 1] => return Err(Overflow::Moves),
                [0 | OTHERS_FIRST, _] => return self.build_legs(state, scratch),
                _ => return Err(Overflow::Fuel),
            }
        }
        scratch.appended(|list| self.list_states(state, list))
    }

    /// As [`Native::build_states`], where the code for plies of one leg leaves it to that for plies of several.
    fn build_legs(&self, state: &[u64], scratch: &mut Successors) -> Result<u64, Overflow> {
        scratch.appended(|list| match self.code.function(typed::states_legs(self.side(state))) {
            Some(f) if self.list_legs((f, self.row_words), state, list.rows())? => Ok(()),
            _ => self.list_states(state, list),
        })
    }

    /// See [`crate::game::Game::plies_below`].
    pub(super) fn plies_below_native(
        &self,
        state: &[u64],
        plies: u32,
        leaves: Leaves,
        scratch: &mut Successors,
    ) -> Option<Result<Counted, Overflow>> {
        let f = self
            .code
            .tiering
            .is_over(Question::Successors)
            .then(|| self.code.below(self.side(state), plies, leaves))??;
        self.check(state);
        let (rows, moves) = scratch.parts();
        let stride = Self::check_list(rows, self.row_words);
        let base = rows.spare(MOST_LEFT + 2);
        let mut info = [0_u64; 3];
        // SAFETY: there is room for so many rows at `base`, and the state has the right length.
        let found = unsafe { f(state.as_ptr(), base, info.as_mut_ptr()) };
        let mut counted = Counted { moves: found, without: info[1] };
        match info[0] {
            0 => {}
            1 => return Some(Err(Overflow::Fuel)),
            _ => return None,
        }
        if info[2] == 0 {
            return Some(Ok(counted));
        }
        // SAFETY: that many rows were written.
        let left = unsafe { std::slice::from_raw_parts(base, info[2] as usize / 8) };
        let mut add = |found: u64| {
            counted.moves += found;
            counted.without += u64::from(found == 0);
        };
        let done = if leaves != Leaves::Counted {
            // What is built goes to the same memory.
            let kept = left.to_vec();
            kept.chunks_exact(stride).try_for_each(|row| self.build_legs(&row[..state.len()], scratch).map(&mut add))
        } else {
            left.chunks_exact(stride).try_for_each(|row| self.count_legs(&row[..state.len()], moves).map(&mut add))
        };
        Some(done.map(|()| counted))
    }

    /// See [`crate::game::Game::count_allowed`].
    pub(super) fn count_allowed_native(
        &self,
        state: &[u64],
        history: &mut History,
        scratch: &mut Successors,
    ) -> Result<u64, Overflow> {
        if self.code.tiering.is_over(Question::Successors)
            && let Some(f) = self.code.function(typed::allowed(self.side(state)))
            && let Some(past) = Past::of(history)
        {
            self.check(state);
            let mut info = [0_u64; 2];
            // SAFETY: the state has the right length; `past` points to the history, which nothing changes meanwhile.
            let found = unsafe { f(state.as_ptr(), &past, info.as_mut_ptr()) };
            match info {
                [0, 0 | 1] if found <= MOST_MOVES as u64 => return Ok(found),
                [0 | OTHERS_FIRST, _] => {}
                _ => return Err(Overflow::Fuel),
            }
        }
        scratch.appended(|list| {
            let before = list.len();
            self.list_states(state, list)?;
            list.reject_by_history(self, state, history, before);
            Ok(())
        })
    }

    /// Appends the successors; none if moves are among them that are the same and must be told apart by their records,
    /// or that have several legs.
    fn write_states(&self, f: StatesFn, state: &[u64], rows: &mut MoveList) -> Result<Option<()>, Overflow> {
        let before = rows.len();
        let first = rows.room().saturating_sub(1).max(self.first_size);
        self.check(state);
        let stride = Self::check_list(rows, self.row_words);
        let found = with_buffer(first, before, |room| {
            let base = rows.spare(room + 1);
            let mut info = [0_u64; 2];
            // SAFETY: there is room for `room` rows and a spare one at `base`, and the state has the right length.
            let found = unsafe {
                let end = f(state.as_ptr(), base, base.add(room * stride), info.as_mut_ptr());
                (end as usize).wrapping_sub(base as usize) / 8 / stride
            };
            match info {
                // Where some must be told apart, it is no matter how many there are.
                [0, 0 | 1] => Ok(Some(found)),
                [0 | OTHERS_FIRST, _] => Ok(None),
                _ => Err(Overflow::Fuel),
            }
        })?;
        // SAFETY: that many rows were written.
        Ok(found.map(|found| unsafe { rows.grow(found) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter;
    use crate::native::testing;
    use crate::rng::Rng;

    /// What is built in one place is written there, though no count depends on it: the last one is a successor.
    #[test]
    fn what_is_built_is_a_successor() {
        let files = [
            include_str!("../../../../../games/chess/chess.game"),
            include_str!("../../../../../games/lines/connect-four.game"),
            include_str!("../../../../../games/lines/gomoku.game"),
            include_str!("../../../../../games/connection/hex.game"),
            include_str!("../../../../../games/lines/nine-mens-morris.game"),
            include_str!("../../../../../games/territory/othello.game"),
        ];
        for text in files {
            let program = testing::program(text);
            let (plain, native) = (interpreter(program.clone(), 0), testing::native(&program));
            let mut expected = Successors::new(&*plain);
            let (mut rng, mut state) = (Rng::new(5), plain.initial());
            for _ in 0..40 {
                expected.clear();
                plain.successors(&state, &mut expected).expect("few moves");
                if expected.is_empty() {
                    break;
                }
                for judged in [false, true] {
                    let f = native.code.function(typed::built(native.side(&state), judged)).expect("it is native");
                    let mut place = vec![0; expected.stride()];
                    let mut info = [0; 2];
                    // SAFETY: there is room for a row, and the state has the right length.
                    let found = unsafe { f(state.as_ptr(), place.as_mut_ptr(), info.as_mut_ptr()) };
                    assert_eq!(found, expected.len() as u64);
                    let built = &place[..state.len()];
                    assert!((0..expected.len()).any(|i| expected.state(i) == built), "{built:x?} after {state:x?}");
                }
                state = expected.state(rng.below(expected.len())).to_vec();
            }
        }
    }
}
