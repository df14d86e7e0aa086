//! Plies that the history may forbid, counted where they are found: the hash of a successor follows from its parent's
//! and the words that the ply has changed, and few successors are looked for in the history itself.

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::game::{History, Rep};
use crate::ir::Program;
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, Unsupported, Word, ZERO};
use crate::proofs::history::Forbids;
use crate::state::hash::Salt;

/// What generated code reads of the game so far; its words as in [`word`].
#[repr(C)]
pub struct Past {
    first: *const Rep,
    end: *const Rep,
    /// The hashes of the position whose plies are counted.
    here: Rep,
    /// For each hash in the history the bit that its highest [`FILTER_BITS`] bits name.
    filter: [u64; FILTER_WORDS],
}

/// The places in [`Past`].
pub mod word {
    pub const FIRST: usize = 0;
    pub const END: usize = 1;
    pub const POSITION: usize = 2;
    pub const BOARD: usize = 3;
    pub const FILTER: usize = 5;
}

/// Words of a [`Rep`], as they follow each other.
const REP_WORDS: usize = 3;
const FILTER_BITS: u32 = 12;
const FILTER_WORDS: usize = 1 << (FILTER_BITS - 6);

impl Past {
    /// Of a game whose last position is the one whose plies are counted; none if it has no position.
    pub fn of(history: &History) -> Option<Past> {
        let recent = history.recent();
        let range = recent.as_ptr_range();
        let here = *recent.last()?;
        let mut past = Past { first: range.start, end: range.end, here, filter: [0; FILTER_WORDS] };
        for hash in recent.iter().flat_map(|rep| [rep.board, rep.position]) {
            past.filter[(hash >> (64 - FILTER_BITS + 6)) as usize] |= 1 << (hash >> (64 - FILTER_BITS) & 63);
        }
        Some(past)
    }
}

/// What the history is asked of each ply.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The game so far.
    pub past: Value,
    /// What of it must be new.
    pub forbids: Forbids,
}

impl Ask {
    /// What the rules ask, of the past at this address.
    pub fn of(program: &Program, past: Value) -> Res<Ask> {
        if !program.layout.lanes.is_empty() || program.layout.stacks > 0 {
            return Err(Unsupported("the history is asked for numbers of cells"));
        }
        let forbids = Forbids::of(program).ok_or(Unsupported("the history is asked for more than what is new"))?;
        Ok(Ask { past, forbids })
    }
}

impl Emit<'_, '_> {
    /// A hash of the state after a ply: that before it, and what the words that differ are mixed to.
    pub fn moved_hash(&mut self, before: Word, env: &Env, places: impl Iterator<Item = usize>) -> Word {
        let layout = &self.program.layout;
        let mut hash = before;
        for at in places {
            let (old, new) = (env.old_word(layout, at), env.word(layout, at));
            if old != new {
                let (gone, come) = (self.salted(at, old), self.salted(at, new));
                hash = self.xor(hash, gone);
                hash = self.xor(hash, come);
            }
        }
        hash
    }

    /// A word's share of a hash, as [`Salt::mix`] says.
    pub fn salted(&mut self, at: usize, word: Word) -> Word {
        let salt = Salt::of(at);
        if let Word::Const(word) = word {
            return Word::Const(salt.mix(word));
        }
        let x = self.xor(word, Word::Const(salt.mask));
        let low = self.mul(x, Word::Const(salt.factor));
        let high = self.mul_high(x, Word::Const(salt.factor));
        self.xor(low, high)
    }

    /// 1 if a hash is among those of the history, by the word of [`Rep`] that it is compared with.
    pub fn has_stood(&mut self, past: Value, field: usize, hash: Word) -> Res<Word> {
        let index = self.shift(hash, -(64 - FILTER_BITS as i32 + 6));
        let bit = self.shift(hash, -(64 - FILTER_BITS as i32));
        let bit = self.and(bit, Word::Const(63));
        let at = self.address(past, index);
        let bits = self.load(at, word::FILTER);
        let bits = self.down(bits, bit);
        let bits = self.and(bits, Word::Const(1));
        let found = self.variable(bits);
        let (search, after) = (self.block(), self.block());
        let some = self.not_zero(bits);
        self.branch(some, search, after);
        self.enter(search);
        let (first, end) = (self.load_constant(past, word::FIRST), self.load_constant(past, word::END));
        let last = self.repeat(&[first, ZERO], &mut |e, words| {
            let at = e.value(words[0]);
            let theirs = e.load_constant(at, field);
            let same = e.compare(IntCC::Equal, theirs, hash);
            let next = e.add(words[0], Word::Const(REP_WORDS as u64 * 8));
            let over = e.compare(IntCC::Equal, next, end);
            let done = e.either(same, over);
            Ok((vec![next, e.number(same)], done))
        })?;
        self.define(found, last[1]);
        self.jump(after, &[]);
        self.enter(after);
        Ok(self.read(found))
    }
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    #[test]
    fn the_past_lies_where_code_reads_it() {
        let at = [
            (offset_of!(Past, first), word::FIRST),
            (offset_of!(Past, end), word::END),
            (offset_of!(Past, here) + offset_of!(Rep, position), word::POSITION),
            (offset_of!(Past, here) + offset_of!(Rep, board), word::BOARD),
            (offset_of!(Past, filter), word::FILTER),
            (size_of::<Rep>(), REP_WORDS),
        ];
        assert!(at.iter().all(|&(bytes, words)| bytes == words * 8), "{at:?}");
    }
}
