//! Loops: over the cells of a set, and until a condition holds.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, types};

use super::{Emit, Res, SetV, Truth, Word, ZERO};

/// A loop over cells, as it is being built.
#[derive(Debug)]
pub struct Each {
    /// The cell of this round.
    pub one: SetV,
    /// The loop over bits with the bit of this round, and the one over words; none where there is one cell.
    loops: Option<(Loop, Word, Option<Loop>)>,
}

/// A loop: where it begins, what it counts with, where it ends.
#[derive(Debug, Clone, Copy)]
struct Loop {
    begin: Block,
    word: Word,
    end: Block,
}

/// One round of [`Emit::repeat`]: from the words now to those of the next round, and whether it is enough.
type Round<'r, E> = dyn FnMut(&mut E, &[Word]) -> Res<(Vec<Word>, Truth)> + 'r;

impl Emit<'_, '_> {
    /// Runs `body` for every cell of a set, in order. Values that change from cell to cell are variables.
    pub fn for_each(&mut self, set: &SetV, body: &mut dyn FnMut(&mut Self, SetV) -> Res<()>) -> Res<()> {
        let Some(each) = self.begin_each(set) else { return Ok(()) };
        body(self, each.one.clone())?;
        self.end_each(each);
        Ok(())
    }

    /// Begins a loop over the cells of a set: what is emitted until [`Emit::end_each`] runs for each. None if the set
    /// is known to be empty.
    pub fn begin_each(&mut self, set: &SetV) -> Option<Each> {
        if set.is_nothing() {
            return None;
        }
        if set.site.is_some() && set.words.iter().all(|w| matches!(w, Word::Const(_))) {
            return Some(Each { one: set.clone(), loops: None });
        }
        let exit = self.block();
        if self.n == 1 {
            let (inside, left, bit, site) = self.begin_bits(set.words[0], exit);
            return Some(Each {
                one: self.single_of(ZERO, bit, site),
                loops: Some((Loop { begin: inside, word: left, end: exit }, bit, None)),
            });
        }
        let slot = self.slot(self.n);
        let at = self.slot_address(slot);
        for (i, &w) in set.words.iter().enumerate() {
            self.store(w, at, i);
        }
        let outer = self.block();
        let word = Word::Value(self.b.append_block_param(outer, types::I64));
        self.jump(outer, &[ZERO]);
        self.b.switch_to_block(outer);
        let at = self.slot_address(slot);
        let place = self.address(at, word);
        let bits = self.load(place, 0);
        let next = self.block();
        let (inside, left, bit, low) = self.begin_bits(bits, next);
        let base = self.shift(word, 6);
        let site = self.or(base, low);
        let one = self.single_of(word, bit, site);
        let (bits, words) = (Loop { begin: inside, word: left, end: next }, Loop { begin: outer, word, end: exit });
        Some(Each { one, loops: Some((bits, bit, Some(words))) })
    }

    /// Ends a loop.
    pub fn end_each(&mut self, each: Each) {
        let Some((bits, bit, words)) = each.loops else { return };
        let Loop { begin: inside, word: left, end: next } = bits;
        let less = self.sub(left, Word::Const(1));
        let rest = self.and(left, less);
        // To ask whether any are left would be to compute them twice.
        let more = self.compare(IntCC::NotEqual, left, bit);
        let back = self.block();
        self.branch(more, back, next);
        self.enter(back);
        self.jump(inside, &[rest]);
        self.b.seal_block(inside);
        self.enter(next);
        let Some(Loop { begin: outer, word, end: exit }) = words else { return };
        let following = self.add(word, Word::Const(1));
        let more = self.compare(IntCC::UnsignedLessThan, following, Word::Const(self.n as u64));
        let back = self.block();
        self.branch(more, back, exit);
        self.enter(back);
        self.jump(outer, &[following]);
        self.b.seal_block(outer);
        self.enter(exit);
    }

    /// Begins a loop over the bits of a word: its block, the bits left, this bit and its number.
    fn begin_bits(&mut self, bits: Word, exit: Block) -> (Block, Word, Word, Word) {
        let (first, inside) = (self.block(), self.block());
        let left = Word::Value(self.b.append_block_param(inside, types::I64));
        let some = self.not_zero(bits);
        self.branch(some, first, exit);
        self.enter(first);
        self.jump(inside, &[bits]);
        self.b.switch_to_block(inside);
        let negated = self.sub(ZERO, left);
        let bit = self.and(left, negated);
        let site = self.lowest(left);
        (inside, left, bit, site)
    }

    /// Repeats `body` on some words until it says that it is enough; gives the words then.
    pub fn repeat(&mut self, initial: &[Word], body: &mut Round<'_, Self>) -> Res<Vec<Word>> {
        let (head, exit) = (self.block(), self.block());
        let params: Vec<Word> =
            initial.iter().map(|_| Word::Value(self.b.append_block_param(head, types::I64))).collect();
        let results: Vec<Word> =
            initial.iter().map(|_| Word::Value(self.b.append_block_param(exit, types::I64))).collect();
        self.jump(head, initial);
        self.b.switch_to_block(head);
        let (next, done) = body(self, &params)?;
        let (leave, again) = (self.block(), self.block());
        self.branch(done, leave, again);
        self.enter(leave);
        self.jump(exit, &next);
        self.enter(again);
        self.jump(head, &next);
        self.b.seal_block(head);
        self.enter(exit);
        Ok(results)
    }
}
