//! Sowing. Where the cells that are left out are known beforehand, what comes of so many pieces from a cell is a row of a
//! table, and a lap takes as long whatever it sows; else the pieces go one by one.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types;

use super::env::Env;
use super::lanes::words_of;
use super::tables::TableKey;
use super::{Emit, Res, SetV, Unsupported, Word, ZERO};
use crate::canary::Canary;
use crate::ir::{Local, Program, Set, StepId, Stmt};

/// 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// All but the highest bit of every byte.
const LOWS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
/// What is before every row of [`TableKey::SownFrom`]: the most pieces that need no further round, how many a round
/// takes, the most pieces that have a row of their own, and the first of these rows.
const HEAD: usize = 4;

/// A way of sowing whose cells are known beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Way {
    step: StepId,
    /// The fixed set of cells that are left out.
    except: Option<usize>,
    /// Whether the cell behind which the pieces begin is left out.
    skips_start: bool,
}

impl Way {
    /// The way of a statement.
    fn of(step: StepId, except: &Set, from: Local) -> Option<Way> {
        let plain = Way { step, except: None, skips_start: false };
        let start = |e: &Set| *e == Set::Local(from);
        match except {
            Set::Const(id) => Some(Way { except: Some(*id), ..plain }),
            e if start(e) => Some(Way { skips_start: true, ..plain }),
            Set::Or(a, b) => match (&**a, &**b) {
                (Set::Const(id), e) | (e, Set::Const(id)) if start(e) => {
                    Some(Way { except: Some(*id), skips_start: true, ..plain })
                }
                _ => None,
            },
            Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::And(..)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => None,
        }
    }

    fn route(self, program: &Program, start: usize) -> Route {
        let except = self.except.map(|id| &program.consts[id]);
        let left_out = |at: usize| except.is_some_and(|cells| cells.contains(at)) || self.skips_start && at == start;
        Route::from(&program.steps[self.step], start, left_out)
    }
}

/// Where pieces fall that are sown from a cell.
struct Route {
    /// One cell after the other, each once.
    cells: Vec<usize>,
    /// The place of the one that follows the last.
    back: Option<usize>,
    /// Where the last piece is taken to fall if there are more, and no way back.
    end: usize,
}

impl Route {
    /// As [`crate::interpreter`] goes.
    fn from(next: &[Option<u16>], start: usize, left_out: impl Fn(usize) -> bool) -> Route {
        let (mut cells, mut at) = (Vec::new(), start);
        loop {
            let mut round = 0;
            loop {
                let Some(to) = next[at] else { return Route { cells, back: None, end: at } };
                at = usize::from(to);
                round += 1;
                if !left_out(at) {
                    break;
                }
                if round > next.len() {
                    return Route { cells, back: None, end: start };
                }
            }
            if let Some(back) = cells.iter().position(|&cell| cell == at) {
                return Route { cells, back: Some(back), end: at };
            }
            cells.push(at);
        }
    }

    /// The most pieces that have a row of their own.
    fn most(&self) -> usize {
        self.cells.len() + usize::from(self.back.is_none())
    }
}

/// 1 in the bytes of some cells.
fn bytes_of(cells: &[usize], words: usize) -> Vec<u64> {
    let mut all = vec![0; words];
    cells.iter().for_each(|cell| all[cell / 8] |= 1 << (cell % 8 * 8));
    all
}

/// For every cell of a board of `n` words how it is sown from: see [`HEAD`], and what a round adds.
pub fn starts(program: &Program, n: usize, way: Way) -> Box<[u64]> {
    let words = program.layout.lane_words;
    let mut first = 0;
    let row = |start: usize| {
        if start >= program.sites {
            return vec![0; HEAD + words];
        }
        let route = way.route(program, start);
        let most = route.most();
        let (limit, round) = match route.back {
            Some(back) => (most as u64, &route.cells[back..]),
            None => (i64::MAX as u64, &[][..]),
        };
        let head = [limit, round.len() as u64, most as u64, first];
        first += most as u64 + 1;
        head.into_iter().chain(bytes_of(round, words)).collect()
    };
    (0..n * 64).flat_map(row).collect()
}

/// For every cell and every number of pieces what they add, and where the last one falls.
pub fn rows(program: &Program, way: Way) -> Box<[u64]> {
    let words = program.layout.lane_words;
    let of_start = |start: usize| {
        let route = way.route(program, start);
        let row = |pieces: usize| {
            let cells = &route.cells[..pieces.min(route.cells.len())];
            let last = match pieces {
                0 => start,
                _ if pieces > route.cells.len() => route.end,
                _ => route.cells[pieces - 1],
            };
            let mut row = bytes_of(cells, words);
            row.push(last as u64);
            row
        };
        (0..=route.most()).flat_map(row).collect::<Vec<u64>>()
    };
    (0..program.sites).flat_map(of_start).collect()
}

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
