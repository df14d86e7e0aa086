//! Successors built where they are found: the effects of a ply run inside of its enumeration, on values that are at
//! hand; no record is written and read again. They are listed, or the plies that follow them are counted in place.

use crate::game::{PerSide, Side};
use crate::proofs::turns::needs;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, Value, types};
use cranelift_frontend::Variable;

use super::epilogue::{Answers, irreversible};
use super::{FUEL, Needs, Room, Sink, Tests, Walk};
use crate::ir::{Bool, Layout, Program, SideCode};
use crate::native::emit::env::{Env, Reads};
use crate::native::emit::function::{entry, give};
use crate::native::emit::{Address, Emit, Res, Unsupported, Word, ZERO};
use crate::native::legal::pins::filter;
use crate::native::legal::verdicts::{holds, verdicts};
use crate::native::walk::leave;
use crate::proofs::turns::{by_position, simple_rest};

/// A row of a list of successors: the state, what is decided there, and the record where the history may forbid the
/// move.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// How many words.
    pub words: usize,
    /// Whether the record is in it.
    recorded: bool,
    /// Whether the answer tells if the ply is irreversible.
    told: bool,
    /// A function that says what is decided, where that is not judged in place.
    status: Option<Address>,
}

impl Rows {
    /// The rows of a program's successors; `told` where the game so far may be asked about them.
    pub fn new(program: &Program, status: Option<Address>, told: bool) -> Self {
        let recorded = program.forbids_by_history();
        let record = if recorded { program.record.words } else { 0 };
        let told = recorded || told && Answers::drawn(program).irreversible;
        Rows { words: program.layout.words() + 1 + record, recorded, told, status }
    }
}

/// What counts the plies that follow a successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Code in place.
    Inline,
    /// The *count* function of each side.
    Count(PerSide<Address>),
    /// The functions of each side that build their successors, all in one place.
    Build(PerSide<Address>),
    /// The functions of each side that count a ply further on; they leave nothing to the caller.
    Below(PerSide<Address>),
}

/// How the plies that follow the successors are counted.
#[derive(Debug, Clone, Copy)]
pub struct Below {
    next: Next,
    /// Where the next successor goes, with room for another; behind the successors that are left to the caller.
    place: Variable,
    /// The last place.
    last: Value,
    /// Where to go when there is no room for what is left to the caller.
    full: Block,
    info: Value,
    /// How many successors are over or have no ply, and those behind them that are.
    pub without: Variable,
}

/// Counts of more operations are called, not repeated in place.
const MOST_INLINE: usize = 400;

/// Successors that may be left to the caller.
pub const MOST_LEFT: usize = 30;

/// `below(state, scratch, info) → number`: how many plies follow the plies of a side, or those that follow these.
/// `info[0]` is 1 if the fuel ran out and 2 if only the caller can say (equal moves may be among them); `info[1]` is the
/// number of positions on the way that none follows. Of `info[2]` bytes of successors, which are at `scratch`, nothing is
/// counted: plies of several legs follow them. `scratch` has room for two rows more than [`MOST_LEFT`].
pub fn below<'a>(
    e: &mut Emit<'a, '_>,
    code: &'a SideCode,
    legal: Option<(FuncRef, Reads)>,
    rows: Rows,
    next: Next,
    alone: bool,
) -> Res<()> {
    let split = if e.program.facts.merge_results { simple_rest(e.program, code) } else { None };
    let [state, scratch, info] = entry(e)?;
    let place = e.variable(Word::Value(scratch));
    let last = e.address(scratch, Word::Const((MOST_LEFT * rows.words) as u64));
    let (cursor, without) = (e.variable(ZERO), e.variable(ZERO));
    let fuel = e.variable(Word::Const(FUEL));
    let repeats = split.is_none() && e.program.clauses.iter().any(|c| c.may_repeat);
    let flagged = repeats.then(|| e.variable(ZERO));
    let (done, spent, full) = (e.block(), e.block(), e.block());
    let mut env = Env::load(e, state);
    env.planes.iter_mut().for_each(|p| p.fixed = true);
    e.learn_floods(&env, code)?;
    e.learn_joins(&env, code)?;
    e.learn_near(&env, code)?;
    let filter = filter(e, &env, code, usize::MAX)?;
    let mut walk = Walk {
        needs: Needs::Below(rows, Below { next, place, last, full, info, without }),
        tests: Tests { filter, legal, ..Tests::all(usize::MAX) },
        room: Room { flagged, ..Room::default() },
        ..Walk::new(e, code, Sink::Below, state, (cursor, fuel), (done, spent))
    };
    match split {
        None => walk.turn(&env, &code.turn)?,
        Some((first, rest)) => {
            walk.unless_first(&env, first, full, alone)?;
            walk.turn(&env, rest)?;
        }
    }
    if let Some(flagged) = flagged {
        // What the plies that follow had to say of themselves has been put in its upper bits.
        let n = e.read(flagged);
        let twice = e.compare(IntCC::SignedGreaterThan, n, Word::Const(1));
        let (note, on) = (e.block(), e.block());
        e.branch(twice, note, on);
        e.enter(note);
        e.store(Word::Const(2), info, 0);
        e.jump(on, &[]);
        e.enter(on);
    }
    leave(e, (full, spent, done), info);
    let without = e.read(without);
    e.store(without, info, 1);
    let left = e.read(place);
    let left = e.sub(left, Word::Value(scratch));
    e.store(left, info, 2);
    let end = e.read(cursor);
    give(e, end);
    Ok(())
}

impl Walk<'_, '_, '_> {
    /// The state after a ply.
    pub fn after(&mut self, env: &Env) -> Res<Env> {
        let mut after = env.clone();
        self.e.straight(&mut after, &self.code.end_ply)?;
        Ok(after)
    }

    /// The end of a ply: the state after it, which is written to `place` if it must be.
    fn built(&mut self, env: &Env, place: Value, written: bool) -> Res<Env> {
        let after = self.after(env)?;
        if written || self.needs.rows().is_some_and(|r| r.status.is_some()) {
            after.store(self.e, place);
        }
        Ok(Env { old_planes: after.planes.clone().into(), old_ints: after.ints.clone().into(), ..after })
    }

    /// Goes to `over` if the game ends in the state after a ply, which is at `place` if that is needed, or if it follows from
    /// what ends it that the mover has no ply: such states count alike.
    fn unless_over(&mut self, after: &Env, place: Value, mover: Side, over: Block) -> Res<()> {
        if let Some(status) = self.needs.rows().and_then(|r| r.status) {
            let (near, on) = (self.e.any_may_hold(self.code), self.e.block());
            self.e.unless(near, on);
            let decided = self.e.call_at(status, &[place]);
            let is_over = self.e.not_zero(decided);
            self.e.branch(is_over, over, on);
            self.e.enter(on);
            return Ok(());
        }
        let program = self.e.program;
        let code = &program.sides[mover];
        for (_, v) in by_position(&program.sides[mover.other()].verdicts) {
            if !matches!(&v.when, Bool::Not(c) if matches!(&**c, Bool::Any(set) if needs(program, code, set))) {
                let on = self.e.block();
                let near = self.e.is_near(v);
                self.e.unless(near, on);
                let holds = holds(self.e, after, v)?;
                self.e.branch(holds, over, on);
                self.e.enter(on);
            }
        }
        Ok(())
    }

    /// Writes the row of a ply to `place`; only the state after it where no rows are asked for.
    pub fn write_successor(&mut self, env: &Env, place: Value) -> Res<()> {
        let Some(rows) = self.needs.rows() else {
            self.after(env)?.store(self.e, place);
            return Ok(());
        };
        let after = self.built(env, place, true)?;
        let mut out = match rows.status {
            Some(status) => {
                let near = self.e.any_may_hold(self.code);
                self.e.word_if(near, &mut |e| e.call_at(status, &[place]))
            }
            None => verdicts(self.e, &after, false)?,
        };
        let words = self.e.program.layout.words();
        if rows.told {
            let bit = irreversible(self.e, (&env.old_planes, &env.old_ints), &after);
            out = self.e.or(out, bit);
        }
        if rows.recorded {
            for (i, word) in env.finished(self.e).into_iter().enumerate() {
                self.e.store(word, place, words + 1 + i);
            }
        }
        self.e.store(out, place, words);
        Ok(())
    }

    /// Counts the plies that follow a ply.
    pub fn go_below(&mut self, env: &Env) -> Res<()> {
        let Needs::Below(rows, below) = self.needs else { return Ok(()) };
        let written = !matches!(below.next, Next::Inline);
        let place = self.e.read(below.place);
        let place = self.e.value(place);
        let after = self.built(env, place, written)?;
        let mover = match after.ints[Layout::MOVER] {
            Word::Const(mover) => return self.go_below_of(Side::of(mover as usize), (below, rows), place, &after),
            mover @ Word::Value(_) => mover,
        };
        // The same player may move again.
        let (sides, join) = (PerSide::of(|_| self.e.block()), self.e.block());
        let second = self.e.not_zero(mover);
        self.e.branch(second, sides[Side::Second], sides[Side::First]);
        for side in Side::ALL {
            self.e.enter(sides[side]);
            let mut after = after.clone();
            after.ints[Layout::MOVER] = Word::Const(side.index() as u64);
            self.go_below_of(side, (below, rows), place, &after)?;
            self.e.jump(join, &[]);
        }
        self.e.enter(join);
        Ok(())
    }

    /// Counts the plies that follow a ply, of the state after it, where it is known who moves there.
    fn go_below_of(&mut self, side: Side, (below, rows): (Below, Rows), place: Value, after: &Env) -> Res<()> {
        let written = !matches!(below.next, Next::Inline);
        let (over, found) = (self.e.block(), self.e.block());
        self.unless_over(after, place, side, over)?;
        let number = match below.next {
            Next::Inline => self.count_inline(after, side)?,
            Next::Count(functions) => self.e.call_at(functions[side], &[place, below.info]),
            Next::Build(functions) | Next::Below(functions) => {
                let spare = self.e.address(place, Word::Const(rows.words as u64));
                self.e.call_at(functions[side], &[place, spare, below.info])
            }
        };
        let behind = match below.next {
            Next::Below(_) => self.e.load(below.info, 1),
            Next::Inline | Next::Count(_) | Next::Build(_) => ZERO,
        };
        if let (Some(flagged), true) = (self.room.flagged, written) {
            let theirs = self.e.load(below.info, 1);
            let many = self.e.shift(theirs, -1);
            let many = self.e.shift(many, 8);
            let ours = self.e.read(flagged);
            let both = self.e.or(ours, many);
            self.e.define(flagged, both);
        }
        let after = self.e.block();
        if self.e.program.facts.merge_results {
            self.leave_to_caller(below, place, rows, after);
        }
        let any = self.e.or(number, behind);
        let stuck = self.e.is_zero(any);
        let stuck = self.e.number(stuck);
        let ended = self.e.add(behind, stuck);
        let [plies, without] = [(); 2].map(|()| Word::Value(self.e.b.append_block_param(found, types::I64)));
        self.e.jump(found, &[number, ended]);
        self.e.enter(over);
        self.e.jump(found, &[ZERO, Word::Const(1)]);
        self.e.enter(found);
        for (sum, more) in [(self.cursor, plies), (below.without, without)] {
            let so_far = self.e.read(sum);
            let now = self.e.add(so_far, more);
            self.e.define(sum, now);
        }
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// If what follows the successor at `place` could not be counted: keeps it there and goes to `after`.
    fn leave_to_caller(&mut self, below: Below, place: Value, rows: Rows, after: Block) {
        let (left, room, counted) = (self.e.block(), self.e.block(), self.e.block());
        let status = self.e.load(below.info, 0);
        let status = self.e.not_zero(status);
        self.e.branch(status, left, counted);
        self.e.enter(left);
        self.e.store(ZERO, below.info, 0);
        let is_last = self.e.compare(IntCC::Equal, Word::Value(place), Word::Value(below.last));
        self.e.branch(is_last, below.full, room);
        self.e.enter(room);
        let next = self.e.address(place, Word::Const(rows.words as u64));
        self.e.define(below.place, Word::Value(next));
        self.e.jump(after, &[]);
        self.e.enter(counted);
    }

    /// The number of plies of a side in a state that is at hand.
    fn count_inline(&mut self, state: &Env, side: Side) -> Res<Word> {
        let code = &self.e.program.sides[side];
        let base = Env::of(self.e, state.planes.clone(), state.ints.clone());
        let cursor = self.e.variable(ZERO);
        let mut walk = Walk {
            depth: self.depth,
            ..Walk::new(self.e, code, Sink::Count, self.state, (cursor, self.fuel), self.exits)
        };
        let before = walk.e.nodes;
        walk.turn(&base, &code.turn)?;
        if walk.e.nodes - before > MOST_INLINE {
            return Err(Unsupported("a count that is too large to be repeated"));
        }
        Ok(self.e.read(cursor))
    }
}
