//! Sowing. Where the cells that are left out are known beforehand, what comes of so many pieces from a cell is a row of a
//! table, and a lap takes as long whatever it sows; else the pieces go one by one.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types;

use super::content::{HEAD, Way};
use super::env::Env;
use super::lanes::words_of;
use super::tables::TableKey;
use super::{Emit, Res, SetV, Unsupported, Word, ZERO};
use crate::canary::Canary;
use crate::ir::{StepId, Stmt};

/// 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// All but the highest bit of every byte.
const LOWS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
impl Emit<'_, '_> {
    /// Adds one piece each to the cells that follow a cell along a link, some left out; gives the last cell. See
    /// [`Stmt::Sow`].
    pub fn sow(&mut self, env: &mut Env, stmt: &Stmt) -> Res<SetV> {
        let Stmt::Sow { lane, from, seeds, step, except, .. } = stmt else { return Err(Unsupported("")) };
        let seeds = self.int(env, seeds)?;
        let seeds = if Canary::SownThree.sings() { self.limited(seeds, 0, 3) } else { seeds };
        let start = env.locals[*from].clone();
        let (site, _) = self.first_cell(&start);
        let lane = words_of(&self.program.layout, *lane);
        if let Some(way) = Way::of(*step, except, *from) {
            return Ok(self.sow_at_once(&mut env.ints[lane], way, site, seeds));
        }
        let except = self.set(env, except)?;
        self.sow_one_by_one(&mut env.ints[lane], *step, site, seeds, &except)
    }

    fn sow_at_once(&mut self, lane: &mut [Word], way: Way, site: Word, seeds: Word) -> SetV {
        let (program, n) = (self.program, self.n);
        let starts = self.tables.get(program, n, TableKey::SownFrom(way));
        let rows = self.tables.get(program, n, TableKey::Sown(way));
        let start = self.row(starts, HEAD + lane.len(), site);
        let (limit, round) = (start[0], start[1]);
        // Whole rounds first: there are seldom any.
        let (head, again, end) = (self.block(), self.block(), self.block());
        let held: Vec<Word> =
            (0..=lane.len()).map(|_| Word::Value(self.b.append_block_param(head, types::I64))).collect();
        let mut words = lane.to_vec();
        words.push(seeds);
        self.jump(head, &words);
        self.b.switch_to_block(head);
        let left = held[lane.len()];
        let more = self.compare(IntCC::SignedGreaterThan, left, limit);
        self.branch(more, again, end);
        self.enter(again);
        let mut words: Vec<Word> =
            held[..lane.len()].iter().zip(&start[HEAD..]).map(|(&w, &one)| self.one_more(w, one)).collect();
        words.push(self.sub(left, round));
        self.jump(head, &words);
        self.b.seal_block(head);
        self.enter(end);
        let most = start[2];
        let many = self.compare(IntCC::SignedGreaterThan, left, most);
        let number = self.select(many, most, left);
        let at = self.add(start[3], number);
        let row = self.row(rows, lane.len() + 1, at);
        for (index, word) in lane.iter_mut().enumerate() {
            *word = self.one_more(held[index], row[index]);
        }
        self.single(row[lane.len()])
    }

    /// One more in the bytes of a word where `ones` has a 1, but no more than 255.
    fn one_more(&mut self, word: Word, ones: Word) -> Word {
        // The highest bit of every byte that is full.
        let low = self.and(word, Word::Const(LOWS));
        let low = self.add(low, Word::Const(ONES));
        let full = self.and(low, word);
        let full = self.and(full, Word::Const(!LOWS));
        let full = self.shift(full, -7);
        let ones = self.minus(ones, full);
        self.add(word, ones)
    }

    fn sow_one_by_one(&mut self, lane: &mut [Word], step: StepId, site: Word, seeds: Word, except: &SetV) -> Res<SetV> {
        let (program, n) = (self.program, self.n);
        let ways = self.tables.get(program, n, TableKey::Way(step));
        let end = self.block();
        let results: Vec<Word> = (0..=lane.len()).map(|_| self.parameter(end)).collect();
        let mut words: Vec<Word> = lane.to_vec();
        words.push(site);
        let (some, none) = (self.block(), self.block());
        let any = self.not_zero(seeds);
        self.branch(any, some, none);
        self.enter(none);
        self.jump(end, &words);
        self.enter(some);
        // One step a round: the lane, the cell, the pieces left, the steps since one was sown.
        words.extend([seeds, ZERO]);
        let sites = Word::Const(program.sites as u64);
        let lane_words = lane.len();
        let last = self.repeat(&words, &mut |e, words| {
            let (at, left, round) = (words[lane_words], words[lane_words + 1], words[lane_words + 2]);
            let way = e.row(ways, 1, at)[0];
            let goes_on = e.not_zero(way);
            let to = e.sub(way, Word::Const(1));
            let next = e.select(goes_on, to, at);
            let round = e.add(round, Word::Const(1));
            let one = e.single(next);
            let passed = e.set_and(&one, except);
            let passed = e.any(&passed);
            // A way that only leads through cells left out has no end: one round is enough to know.
            let far = e.compare(IntCC::UnsignedGreaterThan, round, sites);
            let endless = e.both(passed, far);
            let endless = e.both(goes_on, endless);
            let not_passed = e.not(passed);
            let sows = e.both(goes_on, not_passed);
            let (index, place) = (e.shift(next, -3), e.shift(next, 3));
            let place = e.and(place, Word::Const(63));
            let unit = e.up(Word::Const(1), place);
            let mut out = Vec::new();
            for (number, &word) in words[..lane_words].iter().enumerate() {
                let here = e.compare(IntCC::Equal, index, Word::Const(number as u64));
                let here = e.both(here, sows);
                let byte = e.down(word, place);
                let byte = e.and(byte, Word::Const(255));
                let full = e.compare(IntCC::Equal, byte, Word::Const(255));
                let room = e.not(full);
                let here = e.both(here, room);
                let more = e.select(here, unit, ZERO);
                out.push(e.add(word, more));
            }
            let less = e.sub(left, Word::Const(1));
            let left = e.select(sows, less, left);
            let round = e.select(sows, ZERO, round);
            let next = e.select(endless, site, next);
            out.extend([next, left, round]);
            let all = e.is_zero(left);
            let stops = e.not(goes_on);
            let stops = e.either(stops, endless);
            Ok((out, e.either(all, stops)))
        })?;
        self.jump(end, &last[..=lane_words]);
        self.enter(end);
        lane.copy_from_slice(&results[..lane_words]);
        Ok(self.single(results[lane_words]))
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::successors_differ;

    #[test]
    fn a_piece_that_is_not_sown_is_found() {
        let text = include_str!("../../../../../games/mancala/kalah.game");
        assert!(!successors_differ(text, 3, 60));
        let found = Canary::SownThree.during(|| successors_differ(text, 3, 60));
        assert!(found, "four pieces are sown as three, and nobody notices");
    }
}
