//! A thin layer over Cranelift's builder: words that fold constants, truth values, loops, tables.
//!
//! Operations without side effects are pure nodes to Cranelift: it merges equal ones, hoists them out of loops and drops
//! those that are never used. So callers may compute freely what only some paths need.

mod content;
pub mod edges;
pub mod env;
pub mod expr;
pub mod function;
pub mod geometry;
pub mod irregular;
pub mod known;
pub mod lanes;
pub mod loops;
pub mod numbers;
pub mod select;
pub mod shifts;
pub mod sown;
pub mod spread;
pub mod stacks;
pub mod tables;
pub mod turns;
pub mod windows;

use std::rc::Rc;

use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, FuncRef, InstBuilder, InstructionData, MemFlagsData, Signature, StackSlot,
    StackSlotData, StackSlotKind, Value, types,
};
use cranelift_frontend::{FunctionBuilder, Variable};

use self::tables::Tables;
use crate::game::Side;
use crate::ir::{Bool, ClauseId, Program};
use crate::native::emit::known::Join;
use crate::native::emit::known::{Assumed, Known};

/// Why a function can't be compiled: the interpreter runs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// A result of compiling.
pub type Res<T> = Result<T, Unsupported>;

/// The most operations that one function may take.
pub const MOST_NODES: usize = 60_000;
/// The most that all functions of a game may take together, those that were given up as well: some seconds of compiling.
/// The shipped games take a tenth of it at most.
pub const MOST_IN_ALL: usize = 4_000_000;

/// A word: known now, or when it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// Known now.
    Const(u64),
    /// Known when it runs.
    Value(Value),
}

/// No bit.
pub const ZERO: Word = Word::Const(0);

/// A truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// Known now.
    Const(bool),
    /// Known when it runs: 0 or 1 in a byte.
    Value(Value),
}

/// A set of cells: the words that the board needs, and its only cell where it is known to have just one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetV {
    /// The words.
    pub words: Rc<[Word]>,
    /// The number of its one cell.
    pub site: Option<Word>,
    /// What it was made of, where it is a set with a cell added: a fixed set, or one with a cell taken off.
    pub grown: Option<Rc<Grown>>,
    /// Whether it is the same for all plies of an enumeration, and as its expression was before them.
    pub fixed: bool,
    /// How else it differs from what its expression was before the ply.
    pub delta: Option<Delta>,
}

/// A cell more or less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delta {
    /// The words of the set of that one cell.
    pub cell: Rc<[Word]>,
    /// Whether it has been added, where it was not there before; or taken off, where it was.
    pub adds: bool,
}

/// A set and a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grown {
    /// The set.
    pub base: SetV,
    /// The cell.
    pub one: SetV,
}

impl SetV {
    /// A set of any number of cells.
    pub fn new(words: Vec<Word>) -> Self {
        SetV { words: words.into(), site: None, grown: None, fixed: false, delta: None }
    }

    /// A set whose one cell has this number.
    pub fn one(words: Vec<Word>, site: Word) -> Self {
        SetV { site: Some(site), ..SetV::new(words) }
    }

    /// Whether it is known to have no cell.
    pub fn is_nothing(&self) -> bool {
        self.words.iter().all(|&w| w == ZERO)
    }
}

/// A question that expressions ask of a function of its own.
#[derive(Debug, Clone, PartialEq)]
pub enum Helper {
    /// How many plies a side has, of these clauses.
    Mobility(Side, Option<Vec<ClauseId>>),
    /// Whether a side has a ply, by so many conditions.
    Any(Side, usize),
    /// Whether a costly part of a condition holds that is asked of many plies.
    Truth(Bool),
}

/// Where a function lies that is ready to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    /// Where.
    pub at: usize,
    /// How many words go in.
    pub params: usize,
}

/// Finds the function that answers a question of expressions, compiled if need be.
pub type Resolve<'r> = &'r dyn Fn(&Helper) -> Option<Address>;

/// A function being built.
pub struct Emit<'a, 'f> {
    /// Cranelift's builder.
    pub b: FunctionBuilder<'f>,
    /// The program.
    pub program: &'a Program,
    /// Tables that live as long as the code.
    pub tables: &'f Tables,
    /// The functions that expressions may ask.
    pub resolve: Resolve<'f>,
    /// Words of a set that can hold a cell.
    pub n: usize,
    /// Operations so far.
    pub nodes: usize,
    /// Operations that are left to the function.
    pub most_nodes: usize,
    /// Floods as they are before the plies of an enumeration.
    pub known: Vec<Known>,
    /// Joins that were looked at before the plies.
    pub joins: Vec<Join>,
    /// Endings that no ply can bring about, unless this holds; see [`crate::ir::Verdict::far`].
    pub near: Vec<(Bool, Truth)>,
    /// What is taken for granted of them.
    pub assumed: Option<Assumed>,
}

/// Rows of so many words are found by an address that is read from memory.
const WIDE: usize = 3;

fn memory() -> MemFlagsData {
    MemFlagsData::trusted()
}

fn constant() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly().with_can_move()
}

impl Emit<'_, '_> {
    /// Gives up on functions that grow too large.
    pub fn check_size(&self) -> Res<()> {
        if self.nodes >= self.most_nodes { Err(Unsupported("it would be too much code")) } else { Ok(()) }
    }

    /// A word as a value.
    pub fn value(&mut self, w: Word) -> Value {
        match w {
            Word::Const(c) => self.b.ins().iconst(types::I64, c as i64),
            Word::Value(v) => v,
        }
    }

    fn pair(&mut self, a: Word, b: Word) -> (Value, Value) {
        self.nodes += 1;
        (self.value(a), self.value(b))
    }

    pub fn and(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Const(x), Word::Const(y)) => Word::Const(x & y),
            (ZERO, _) | (_, ZERO) => ZERO,
            (Word::Const(u64::MAX), x) | (x, Word::Const(u64::MAX)) => x,
            _ if a == b => a,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().band(a, b))
            }
        }
    }

    pub fn or(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Const(x), Word::Const(y)) => Word::Const(x | y),
            (ZERO, x) | (x, ZERO) => x,
            _ if a == b => a,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().bor(a, b))
            }
        }
    }

    pub fn xor(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Const(x), Word::Const(y)) => Word::Const(x ^ y),
            (ZERO, x) | (x, ZERO) => x,
            _ if a == b => ZERO,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().bxor(a, b))
            }
        }
    }

    pub fn minus(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (_, Word::Const(y)) => self.and(a, Word::Const(!y)),
            (ZERO, _) => ZERO,
            _ if a == b => ZERO,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().band_not(a, b))
            }
        }
    }

    pub fn add(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Const(x), Word::Const(y)) => Word::Const(x.wrapping_add(y)),
            (ZERO, x) | (x, ZERO) => x,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().iadd(a, b))
            }
        }
    }

    pub fn sub(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Const(x), Word::Const(y)) => Word::Const(x.wrapping_sub(y)),
            (x, ZERO) => x,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().isub(a, b))
            }
        }
    }

    pub fn mul(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Const(x), Word::Const(y)) => Word::Const(x.wrapping_mul(y)),
            (Word::Const(1), x) | (x, Word::Const(1)) => x,
            (ZERO, _) | (_, ZERO) => ZERO,
            _ => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().imul(a, b))
            }
        }
    }

    /// The upper half of a product.
    pub fn mul_high(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = self.pair(a, b);
        Word::Value(self.b.ins().umulhi(a, b))
    }

    /// Shifts by a fixed number of bits; up if positive.
    pub fn shift(&mut self, a: Word, by: i32) -> Word {
        match (a, by) {
            (_, 0) => a,
            (_, by) if by.abs() > 63 => ZERO,
            (Word::Const(x), by) => Word::Const(if by > 0 { x << by } else { x >> -by }),
            (Word::Value(x), by) => {
                self.nodes += 1;
                let n = self.b.ins().iconst(types::I64, i64::from(by.abs()));
                Word::Value(if by > 0 { self.b.ins().ishl(x, n) } else { self.b.ins().ushr(x, n) })
            }
        }
    }

    /// `a` shifted up by a number below 64.
    pub fn up(&mut self, a: Word, by: Word) -> Word {
        if let (Word::Const(x), Word::Const(n)) = (a, by) {
            return Word::Const(x << (n & 63));
        }
        let (a, by) = self.pair(a, by);
        Word::Value(self.b.ins().ishl(a, by))
    }

    /// `a` shifted down by a number below 64.
    pub fn down(&mut self, a: Word, by: Word) -> Word {
        if let (Word::Const(x), Word::Const(n)) = (a, by) {
            return Word::Const(x >> (n & 63));
        }
        let (a, by) = self.pair(a, by);
        Word::Value(self.b.ins().ushr(a, by))
    }

    pub fn count(&mut self, a: Word) -> Word {
        match a {
            Word::Const(x) => Word::Const(u64::from(x.count_ones())),
            Word::Value(x) => {
                self.nodes += 1;
                Word::Value(self.b.ins().popcnt(x))
            }
        }
    }

    /// The number of the lowest bit; 64 if there is none.
    pub fn lowest(&mut self, a: Word) -> Word {
        match a {
            Word::Const(x) => Word::Const(u64::from(x.trailing_zeros())),
            Word::Value(x) => {
                self.nodes += 1;
                Word::Value(self.b.ins().ctz(x))
            }
        }
    }

    /// The number of zeros above the highest bit; 64 if there is none.
    pub fn leading_zeros(&mut self, a: Word) -> Word {
        match a {
            Word::Const(x) => Word::Const(u64::from(x.leading_zeros())),
            Word::Value(x) => {
                self.nodes += 1;
                Word::Value(self.b.ins().clz(x))
            }
        }
    }

    pub fn compare(&mut self, cc: IntCC, a: Word, b: Word) -> Truth {
        if let (Word::Const(x), Word::Const(y)) = (a, b) {
            let (i, j) = (x as i64, y as i64);
            return Truth::Const(match cc {
                IntCC::Equal => x == y,
                IntCC::NotEqual => x != y,
                IntCC::SignedLessThan => i < j,
                IntCC::SignedLessThanOrEqual => i <= j,
                IntCC::SignedGreaterThan => i > j,
                IntCC::UnsignedLessThan => x < y,
                IntCC::SignedGreaterThanOrEqual
                | IntCC::UnsignedGreaterThanOrEqual
                | IntCC::UnsignedGreaterThan
                | IntCC::UnsignedLessThanOrEqual => x > y,
            });
        }
        if a == b {
            let reflexive = matches!(cc, IntCC::Equal | IntCC::SignedLessThanOrEqual);
            return Truth::Const(reflexive);
        }
        let (a, b) = self.pair(a, b);
        Truth::Value(self.b.ins().icmp(cc, a, b))
    }

    pub fn is_zero(&mut self, a: Word) -> Truth {
        self.compare(IntCC::Equal, a, ZERO)
    }

    pub fn not_zero(&mut self, a: Word) -> Truth {
        self.compare(IntCC::NotEqual, a, ZERO)
    }

    pub fn not(&mut self, t: Truth) -> Truth {
        match t {
            Truth::Const(b) => Truth::Const(!b),
            Truth::Value(v) => {
                self.nodes += 1;
                // Cranelift does not turn comparisons round by itself.
                let dfg = &self.b.func.dfg;
                if let Some(InstructionData::IntCompare { cond, args, .. }) =
                    dfg.value_def(v).inst().map(|i| dfg.insts[i])
                {
                    return Truth::Value(self.b.ins().icmp(cond.complement(), args[0], args[1]));
                }
                let one = self.b.ins().iconst(types::I8, 1);
                Truth::Value(self.b.ins().bxor(v, one))
            }
        }
    }

    pub fn both(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Const(false), _) | (_, Truth::Const(false)) => Truth::Const(false),
            (Truth::Const(true), x) | (x, Truth::Const(true)) => x,
            (Truth::Value(x), Truth::Value(y)) => {
                self.nodes += 1;
                Truth::Value(self.b.ins().band(x, y))
            }
        }
    }

    pub fn either(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Const(true), _) | (_, Truth::Const(true)) => Truth::Const(true),
            (Truth::Const(false), x) | (x, Truth::Const(false)) => x,
            (Truth::Value(x), Truth::Value(y)) => {
                self.nodes += 1;
                Truth::Value(self.b.ins().bor(x, y))
            }
        }
    }

    /// One of two words.
    pub fn select(&mut self, t: Truth, a: Word, b: Word) -> Word {
        match t {
            Truth::Const(true) => a,
            Truth::Const(false) => b,
            _ if a == b => a,
            Truth::Value(t) => {
                let (a, b) = self.pair(a, b);
                Word::Value(self.b.ins().select(t, a, b))
            }
        }
    }

    /// A truth value as 0 or 1.
    pub fn number(&mut self, t: Truth) -> Word {
        match t {
            Truth::Const(b) => Word::Const(u64::from(b)),
            Truth::Value(v) => {
                self.nodes += 1;
                Word::Value(self.b.ins().uextend(types::I64, v))
            }
        }
    }

    /// Mixes a word into a hash, as [`crate::state::hash::mix`] does.
    pub fn mix(&mut self, hash: Word, word: Word) -> Word {
        let x = self.xor(hash, word);
        let a = self.xor(x, Word::Const(0x9E37_79B9_7F4A_7C15));
        let doubled = self.shift(hash, 1);
        let b = self.xor(doubled, Word::Const(0xD6E8_FEB8_6659_FD93));
        let low = self.mul(a, b);
        let high = self.mul_high(a, b);
        self.xor(low, high)
    }

    /// Reads a word that nothing writes while the function runs.
    pub fn load_constant(&mut self, at: Value, word: usize) -> Word {
        self.nodes += 1;
        Word::Value(self.b.ins().load(types::I64, constant(), at, (word * 8) as i32))
    }

    /// Reads a word.
    pub fn load(&mut self, at: Value, word: usize) -> Word {
        self.nodes += 1;
        Word::Value(self.b.ins().load(types::I64, memory(), at, (word * 8) as i32))
    }

    /// Writes a word.
    pub fn store(&mut self, value: Word, at: Value, word: usize) {
        self.nodes += 1;
        let value = self.value(value);
        self.b.ins().store(memory(), value, at, (word * 8) as i32);
    }

    /// The address `words` words behind another.
    pub fn address(&mut self, at: Value, words: Word) -> Value {
        let bytes = self.shift(words, 3);
        match bytes {
            ZERO => at,
            Word::Const(_) | Word::Value(_) => {
                let bytes = self.value(bytes);
                self.b.ins().iadd(at, bytes)
            }
        }
    }

    /// Room on the stack.
    pub fn slot(&mut self, words: usize) -> StackSlot {
        self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, (words * 8) as u32, 3))
    }

    /// Where it lies.
    pub fn slot_address(&mut self, slot: StackSlot) -> Value {
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// A row of a table of `width` words, as words.
    pub fn row(&mut self, table: *const u64, width: usize, row: Word) -> Vec<Word> {
        let mut base = self.b.ins().iconst(types::I64, table as usize as i64);
        if width >= WIDE {
            // Cranelift makes a constant anew for each word; an address that has been read is kept.
            base = self.b.ins().load(types::I64, constant(), base, -8);
        }
        let offset = self.mul(row, Word::Const(width as u64));
        let at = self.address(base, offset);
        (0..width).map(|i| self.load_constant(at, i)).collect()
    }

    /// A variable of one word.
    pub fn variable(&mut self, initial: Word) -> Variable {
        let var = self.b.declare_var(types::I64);
        self.define(var, initial);
        var
    }

    /// Gives a variable a value.
    pub fn define(&mut self, var: Variable, word: Word) {
        let v = self.value(word);
        self.b.def_var(var, v);
    }

    /// What a variable holds.
    pub fn read(&mut self, var: Variable) -> Word {
        Word::Value(self.b.use_var(var))
    }

    /// Goes to a block.
    pub fn jump(&mut self, to: Block, args: &[Word]) {
        let args: Vec<BlockArg> = args.iter().map(|&w| BlockArg::Value(self.value(w))).collect();
        self.b.ins().jump(to, &args);
    }

    /// Goes to one of two blocks.
    pub fn branch(&mut self, t: Truth, yes: Block, no: Block) {
        self.nodes += 1;
        match t {
            Truth::Const(true) => self.jump(yes, &[]),
            Truth::Const(false) => self.jump(no, &[]),
            Truth::Value(t) => {
                self.b.ins().brif(t, yes, &[], no, &[]);
            }
        }
    }

    /// A new block.
    pub fn block(&mut self) -> Block {
        self.b.create_block()
    }

    /// A new parameter of a block.
    pub fn parameter(&mut self, block: Block) -> Word {
        Word::Value(self.b.append_block_param(block, types::I64))
    }

    /// Goes on in a block whose predecessors are all known.
    pub fn enter(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    /// Calls a function that gives one word.
    pub fn call(&mut self, function: FuncRef, args: &[Value]) -> Word {
        self.nodes += 4;
        let call = self.b.ins().call(function, args);
        Word::Value(self.b.inst_results(call)[0])
    }

    /// Calls a function that gives one word and lies at a known address.
    pub fn call_at(&mut self, Address { at, params }: Address, args: &[Value]) -> Word {
        debug_assert_eq!(params, args.len(), "a function of other parameters");
        self.nodes += 4;
        let mut signature = Signature::new(self.b.func.signature.call_conv);
        signature.params = vec![AbiParam::new(types::I64); args.len()];
        signature.returns = vec![AbiParam::new(types::I64)];
        let signature = self.b.import_signature(signature);
        let at = self.b.ins().iconst(types::I64, at as i64);
        let call = self.b.ins().call_indirect(signature, at, args);
        Word::Value(self.b.inst_results(call)[0])
    }

    /// No cell.
    pub fn nothing(&self) -> SetV {
        SetV::new(vec![ZERO; self.n])
    }

    /// Combines two sets word by word.
    pub fn zip(&mut self, a: &SetV, b: &SetV, f: impl Fn(&mut Self, Word, Word) -> Word) -> SetV {
        let words = a.words.iter().zip(&*b.words).map(|(&x, &y)| f(self, x, y)).collect();
        SetV::new(words)
    }

    /// Intersection.
    pub fn set_and(&mut self, a: &SetV, b: &SetV) -> SetV {
        let delta = match (&a.delta, &b.delta) {
            (Some(delta), _) if b.fixed && !delta.adds => Some(delta.clone()),
            (_, Some(delta)) if a.fixed && !delta.adds => Some(delta.clone()),
            _ => None,
        };
        SetV { fixed: a.fixed && b.fixed, delta, ..self.zip(a, b, Self::and) }
    }

    /// Union.
    pub fn set_or(&mut self, a: &SetV, b: &SetV) -> SetV {
        let both = self.zip(a, b, Self::or);
        let known = a.fixed || a.delta.as_ref().is_some_and(|d| !d.adds);
        let grown = (known && b.site.is_some()).then(|| Rc::new(Grown { base: a.clone(), one: b.clone() }));
        let delta = match (&a.delta, &b.delta) {
            _ if a.fixed && grown.is_some() => Some(Delta { cell: b.words.clone(), adds: true }),
            (Some(delta), _) if b.fixed && delta.adds => Some(delta.clone()),
            (_, Some(delta)) if a.fixed && delta.adds => Some(delta.clone()),
            _ => None,
        };
        SetV { grown, fixed: a.fixed && b.fixed, delta, ..both }
    }

    /// Difference.
    pub fn set_minus(&mut self, a: &SetV, b: &SetV) -> SetV {
        let delta = match (&a.delta, &b.delta) {
            (Some(delta), _) if b.fixed && !delta.adds => Some(delta.clone()),
            (_, Some(delta)) if a.fixed && delta.adds => Some(Delta { adds: false, ..delta.clone() }),
            _ => None,
        };
        SetV { fixed: a.fixed && b.fixed, delta, ..self.zip(a, b, Self::minus) }
    }

    /// The set if a condition holds, else nothing.
    pub fn set_when(&mut self, t: Truth, a: &SetV) -> SetV {
        self.set_select(t, a, &self.nothing())
    }

    /// One of two sets.
    pub fn set_select(&mut self, t: Truth, a: &SetV, b: &SetV) -> SetV {
        self.zip(a, b, |e, x, y| e.select(t, x, y))
    }

    /// All bits of a set in one word that is 0 exactly if it is empty.
    pub fn any_word(&mut self, a: &SetV) -> Word {
        a.words.iter().fold(ZERO, |sum, &w| self.or(sum, w))
    }

    /// Whether a set has a cell.
    pub fn any(&mut self, a: &SetV) -> Truth {
        let word = self.any_word(a);
        self.not_zero(word)
    }

    /// How many cells.
    pub fn size(&mut self, a: &SetV) -> Word {
        let counts: Vec<Word> = a.words.iter().map(|&w| self.count(w)).collect();
        counts.into_iter().fold(ZERO, |sum, c| self.add(sum, c))
    }

    /// The set of one cell with this number; of none where no such cell is.
    pub fn single(&mut self, site: Word) -> SetV {
        let bit = self.up(Word::Const(1), site);
        let word = self.shift(site, -6);
        self.single_of(word, bit, site)
    }

    /// The set of one cell, from its word's number and its bit.
    pub fn single_of(&mut self, word: Word, bit: Word, site: Word) -> SetV {
        let words = if self.n == 1 {
            vec![bit]
        } else {
            (0..self.n)
                .map(|i| {
                    let here = self.compare(IntCC::Equal, word, Word::Const(i as u64));
                    self.select(here, bit, ZERO)
                })
                .collect()
        };
        SetV::one(words, site)
    }
}
