//! Plies of several legs: each further leg is a function, which finds the ply so far in a frame in memory.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, InstBuilder, Value, types};
use cranelift_frontend::Variable;

use super::successors::Rows;
use super::{Cont, FUEL, Needs, Sink, Tests, UNRANKED, Walk, explored};
use crate::ir::{ClauseId, LEGS, SideCode, Stmt, Turn, has_again};
use crate::native::emit::env::{Env, Frame, Reads};
use crate::native::emit::function::{entry, give};
use crate::native::emit::{Emit, Res, Truth, Unsupported, Word, ZERO};
use crate::proofs::turns::{most_comes_first, most_of, unranked_clauses};

/// What is noted of a record beside it: the number that ranks it, the state it leads to as a number, and how many parts its
/// text has.
pub const RANK_WORDS: usize = 3;

/// So many words of frames may lie on the stack: 48 KiB.
const MOST_FRAMES: usize = 6 << 10;

/// Memory and functions for plies of several legs.
#[derive(Clone)]
pub struct Legs {
    /// What all functions of one enumeration share; see [`shared`].
    pub shared: Value,
    /// Where the frame of the next leg goes.
    pub frame: Value,
    /// The functions of further legs, by group.
    pub functions: Vec<Option<FuncRef>>,
    /// The functions of what comes after a leg; see [`Legs::epilogue`].
    pub tails: Vec<Option<FuncRef>>,
    /// The function of what may follow a step.
    pub steps: Option<FuncRef>,
    /// The function of what comes after the last leg, where it is not repeated in every place.
    pub end: Option<FuncRef>,
    /// Set when this leg was possible.
    pub found: Option<Variable>,
    /// Whether what follows a leg is explored; see [`super::explored`].
    explored: bool,
}

impl Legs {
    /// Where the function stands of what comes after a leg that another of a group may, or must, follow.
    pub fn epilogue(group: usize, may: bool) -> usize {
        2 * group + usize::from(may)
    }
}

/// What the functions of one enumeration share, by word.
pub mod shared {
    /// Where the next record goes.
    pub const CURSOR: usize = 0;
    /// The last place for a record.
    pub const LIMIT: usize = 1;
    /// Where ranks, results and lengths of text go; see [`super::RANK_WORDS`].
    pub const RANKS: usize = 2;
    /// Where the list begins.
    pub const BASE: usize = 3;
    /// The state at the start of the ply.
    pub const STATE: usize = 4;
    /// Inner loops that may still begin.
    pub const FUEL: usize = 5;
    /// Set if the fuel is spent.
    pub const SPENT: usize = 6;
    /// Set if a ply has more legs than a record holds.
    pub const TOO_LONG: usize = 7;
    /// The function of what comes after the leg that is done, and which that is; see [`super::Legs::epilogue`].
    pub const TAIL: usize = 8;
    /// Its place.
    pub const PLACE: usize = 9;
    /// Who explores, where that is done; see [`super::super::explored`].
    pub const EXPLORER: usize = 10;
    /// How many words; the frames follow.
    pub const WORDS: usize = 11;
}

/// `list legs(state, shared)`: as [`crate::native::code::functions::enumerate`] for games whose plies may have several legs: those of a turn, which is
/// the side's or a part of it. Records go with their ranks and results; see [`shared`].
pub fn enumerate_legs<'a>(
    e: &mut Emit<'a, '_>,
    code: &'a SideCode,
    turn: &'a Turn,
    legal: Option<(FuncRef, Reads)>,
    callees: Callees,
    to: LegsTo,
) -> Res<()> {
    let unranked = unranked_clauses(turn, &e.program.groups);
    let mixed = most_of(turn).is_some() && unranked.iter().any(|&c| has_again(&code.clauses[c]));
    if !most_comes_first(turn) || mixed {
        return Err(Unsupported("only the greatest moves count"));
    }
    let [state, shared] = entry(e)?;
    let frame = e.address(shared, Word::Const(shared::WORDS as u64));
    let start = e.load(shared, shared::CURSOR);
    let fuel = e.load(shared, shared::FUEL);
    let (cursor, fuel) = (e.variable(start), e.variable(fuel));
    let legs = callees.legs(shared, frame, None);
    let env = Env::load(e, state);
    let exits = (e.block(), e.block());
    let mut walk = legs_walk(e, code, state, legal, (cursor, fuel), exits, (legs, to));
    walk.turn(&env, turn)?;
    legs_end(e, shared, (cursor, fuel), exits);
    give(e, ZERO);
    Ok(())
}

/// The functions that those of an enumeration call.
#[derive(Clone)]
pub struct Callees {
    /// Further legs, by group.
    pub legs: Vec<Option<FuncRef>>,
    /// What comes after a leg; see [`Legs::epilogue`].
    pub tails: Vec<Option<FuncRef>>,
    /// What may follow a step.
    pub steps: Option<FuncRef>,
    /// What comes after the last leg.
    pub end: Option<FuncRef>,
    /// Whether what follows a leg is explored; see [`super::explored`].
    pub explored: bool,
}

impl Callees {
    fn legs(self, shared: Value, frame: Value, found: Option<Variable>) -> Legs {
        let Callees { legs, tails, steps, end, explored } = self;
        Legs { shared, frame, functions: legs, tails, steps, end, found, explored }
    }
}

/// `ask legs(state, info) → number`: how many plies a side has, of these clauses if some are given, as if there were
/// no conditions, no ranks and no equal results; or 1 if it has any.
pub fn ask_legs<'a>(
    e: &mut Emit<'a, '_>,
    code: &'a SideCode,
    only: Option<&[ClauseId]>,
    callees: Callees,
    to: LegsTo,
) -> Res<()> {
    let program = e.program;
    // A frame for each leg and one for what comes after it.
    let frames = Frame::of(program).words * (2 * program.record.legs as usize + 4);
    if frames > MOST_FRAMES {
        return Err(Unsupported("moves of several legs"));
    }
    let [state, _] = entry(e)?;
    let slot = e.slot(shared::WORDS + frames);
    let shared = e.slot_address(slot);
    let frame = e.address(shared, Word::Const(shared::WORDS as u64));
    e.store(Word::Value(state), shared, shared::STATE);
    let (cursor, fuel) = (e.variable(ZERO), e.variable(Word::Const(FUEL)));
    let exits = (e.block(), e.block());
    let legs = callees.legs(shared, frame, None);
    let env = Env::load(e, state);
    let mut walk = legs_walk(e, code, state, None, (cursor, fuel), exits, (legs, to));
    walk.only = only;
    walk.turn(&env, &code.turn)?;
    legs_end(e, shared, (cursor, fuel), exits);
    let number = e.read(cursor);
    give(e, number);
    Ok(())
}

/// What becomes of plies of several legs.
#[derive(Clone, Copy)]
pub enum LegsTo {
    /// Their records are listed.
    List,
    /// The states they lead to are listed.
    States(Rows),
    /// They are counted: see [`ask_legs`].
    Count,
    /// The first one that meets so many conditions is enough.
    Any(usize),
}

/// What a function that goes on with a ply does.
#[derive(Debug, Clone, Copy)]
pub enum Rest {
    /// A further leg of a group.
    Leg(usize),
    /// What comes after a leg where another of a group may, or must, follow; see [`Legs::epilogue`].
    AfterLeg { group: usize, may: bool },
    /// What may follow a step of several.
    AfterStep,
    /// What ends a ply, and whether it counts.
    AfterLast,
}

/// So many words go into a function that goes on with a ply: a frame, and what all share.
pub const PARAMS: usize = 2;

/// `rest(frame, shared) → 1 if there was one`: goes on with the ply of a frame.
pub fn rest<'a>(
    e: &mut Emit<'a, '_>,
    code: &'a SideCode,
    rest: Rest,
    legal: Option<(FuncRef, Reads)>,
    callees: Callees,
    to: LegsTo,
) -> Res<()> {
    // No function calls itself where it begins.
    let callees = match rest {
        Rest::AfterLeg { .. } => Callees { tails: Vec::new(), ..callees },
        Rest::AfterLast => Callees { end: None, ..callees },
        Rest::Leg(_) | Rest::AfterStep => callees,
    };
    let [frame, shared] = entry(e)?;
    let old = e.load_constant(shared, shared::STATE);
    let old = e.value(old);
    let mut env = Env::load_frame(e, frame, old);
    let next = e.address(frame, Word::Const(Frame::of(e.program).words as u64));
    let start = e.load(shared, shared::CURSOR);
    let fuel = e.load(shared, shared::FUEL);
    let (cursor, fuel) = (e.variable(start), e.variable(fuel));
    let found = e.variable(ZERO);
    let legs = callees.legs(shared, next, Some(found));
    let exits = (e.block(), e.block());
    env.record.identity = ZERO;
    let mut walk = legs_walk(e, code, old, legal, (cursor, fuel), exits, (legs, to));
    walk.ranking.most = if matches!(to, LegsTo::Count | LegsTo::Any(_)) { None } else { most_of(&code.turn) };
    match rest {
        Rest::Leg(group) => {
            walk.burn();
            walk.further_leg(env, &code.next_legs[group])?;
        }
        Rest::AfterLeg { group, may } => walk.after_leg(env, may, group)?,
        Rest::AfterStep => walk.more_steps(&env)?,
        Rest::AfterLast => {
            let finally = walk.finally();
            walk.run(env, finally, &Cont::End)?;
        }
    }
    legs_end(e, shared, (cursor, fuel), exits);
    let found = e.read(found);
    give(e, found);
    Ok(())
}

#[allow(clippy::too_many_arguments)]
fn legs_walk<'w, 'a, 'f>(
    e: &'w mut Emit<'a, 'f>,
    code: &'a SideCode,
    state: Value,
    legal: Option<(FuncRef, Reads)>,
    (cursor, fuel): (Variable, Variable),
    exits: (Block, Block),
    (legs, to): (Legs, LegsTo),
) -> Walk<'w, 'a, 'f> {
    let (sink, needs) = match to {
        LegsTo::List => (Sink::List, Needs::Nothing),
        LegsTo::States(rows) => (Sink::States, Needs::Rows(rows)),
        LegsTo::Count => (Sink::Count, Needs::Nothing),
        LegsTo::Any(_) => (Sink::Any, Needs::Nothing),
    };
    let conditions = match to {
        LegsTo::Count => 0,
        LegsTo::Any(conditions) => conditions,
        LegsTo::List | LegsTo::States(_) => usize::MAX,
    };
    let walk = Walk::new(e, code, sink, state, (cursor, fuel), exits);
    Walk { needs, tests: Tests { legal, ..Tests::all(conditions) }, legs: Some(legs), ..walk }
}

/// Writes back what the functions of an enumeration share.
fn legs_end(e: &mut Emit, shared: Value, (cursor, fuel): (Variable, Variable), (done, spent): (Block, Block)) {
    e.jump(done, &[]);
    e.enter(spent);
    e.store(Word::Const(1), shared, shared::SPENT);
    // Whoever comes next has one left, and stops as well.
    e.define(fuel, Word::Const(1));
    e.jump(done, &[]);
    e.enter(done);
    for (word, var) in [(shared::CURSOR, cursor), (shared::FUEL, fuel)] {
        let value = e.read(var);
        e.store(value, shared, word);
    }
}

impl Walk<'_, '_, '_> {
    pub fn mark_found(&mut self) {
        if let Some(found) = self.legs.as_ref().and_then(|l| l.found) {
            self.e.define(found, Word::Const(1));
        }
    }

    /// Runs a further leg as a function over frames in memory.
    pub fn further_leg(&mut self, env: Env, block: &[Stmt]) -> Res<()> {
        let end = Cont::End;
        let finally = Cont::Block(self.finally(), &end);
        self.run(env, block, &Cont::Leg(&finally))
    }

    /// The next leg where there is one; else, or if the mover may stop, what comes after the legs.
    pub fn again(&mut self, env: Env, may: bool, group: usize, cont: &Cont<'_>) -> Res<()> {
        if self.alone.is_some() && ends_leg(cont) {
            return self.again_alone(env, group, cont);
        }
        let (Some(legs), true) = (self.legs.clone(), ends_leg(cont)) else {
            return Err(Unsupported("moves of several legs"));
        };
        self.mark_found();
        // What follows is the same for all ways to get here.
        if let Some(epilogue) = legs.tails.get(Legs::epilogue(group, may)).copied().flatten() {
            env.store_frame(self.e, legs.frame);
            if !legs.explored {
                self.call_sharing(&legs, epilogue)?;
                return Ok(());
            }
            let tail = self.e.b.ins().func_addr(types::I64, epilogue);
            self.e.store(Word::Value(tail), legs.shared, shared::TAIL);
            self.e.store(Word::Const(Legs::epilogue(group, may) as u64), legs.shared, shared::PLACE);
            self.share(&legs, &mut |e| e.call_at(explored::done(), &[legs.frame, legs.shared]))?;
            return Ok(());
        }
        let most = Word::Const(u64::from(self.e.program.record.legs));
        let room = self.e.compare(IntCC::SignedLessThan, env.int_locals[LEGS], most);
        let (on, full, after) = (self.e.block(), self.e.block(), self.e.block());
        self.e.branch(room, on, full);
        self.e.enter(full);
        self.e.store(Word::Const(1), legs.shared, shared::TOO_LONG);
        self.e.jump(after, &[]);
        self.e.enter(on);
        let goes_on = match legs.functions.get(group).copied().flatten() {
            None => Truth::Const(false),
            Some(function) => {
                let mut next = env.clone();
                next.push(self.e, Word::Const(1), 1)?;
                self.e.count_leg(&mut next);
                next.store_frame(self.e, legs.frame);
                let answer = self.call_sharing(&legs, function)?;
                self.e.not_zero(answer)
            }
        };
        let stop = self.e.block();
        if may {
            self.e.jump(stop, &[]);
        } else {
            self.e.branch(goes_on, after, stop);
        }
        self.e.enter(stop);
        let mut last = env;
        last.push(self.e, ZERO, 1)?;
        // The leg that asked has been counted as possible.
        self.after_legs(last, cont)?;
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// Calls another function of the enumeration on the frame that has been written.
    pub fn call_sharing(&mut self, legs: &Legs, function: FuncRef) -> Res<Word> {
        self.share(legs, &mut |e| e.call(function, &[legs.frame, legs.shared]))
    }

    /// Does something that reads and writes what the functions of an enumeration share.
    fn share(&mut self, legs: &Legs, call: &mut dyn FnMut(&mut Emit) -> Word) -> Res<Word> {
        for (word, var) in [(shared::CURSOR, self.cursor), (shared::FUEL, self.fuel)] {
            let value = self.e.read(var);
            self.e.store(value, legs.shared, word);
        }
        let answer = call(self.e);
        for (word, var) in [(shared::CURSOR, self.cursor), (shared::FUEL, self.fuel)] {
            let value = self.e.load(legs.shared, word);
            self.e.define(var, value);
        }
        if self.sink == Sink::Any {
            let number = self.e.read(self.cursor);
            let found = self.e.not_zero(number);
            self.stop_if(found)?;
        }
        Ok(answer)
    }

    /// What comes after the last leg, as a function over frames in memory if that is what is done in this enumeration; whether it is.
    pub fn ends_elsewhere(&mut self, env: &Env, next: &Cont<'_>) -> Res<bool> {
        let Some((legs, end)) = self.legs.clone().and_then(|legs| legs.end.map(|end| (legs, end))) else {
            return Ok(false);
        };
        // That function ranks plies as the turn does; those that come beside the ranked ones end where they are.
        let ranks = !matches!(self.sink, Sink::Count | Sink::Any) && most_of(&self.code.turn).is_some();
        if !matches!(next, Cont::Block(_, Cont::End)) || self.ranking.most.is_some() != ranks {
            return Ok(false);
        }
        env.store_frame(self.e, legs.frame);
        self.call_sharing(&legs, end)?;
        Ok(true)
    }

    /// Runs what comes after a leg that another of a group may, or must, follow, as a function over frames in memory.
    pub fn after_leg(&mut self, env: Env, may: bool, group: usize) -> Res<()> {
        let end = Cont::End;
        let finally = Cont::Block(self.finally(), &end);
        self.again(env, may, group, &Cont::Leg(&finally))
    }

    pub fn after_legs(&mut self, env: Env, cont: &Cont<'_>) -> Res<()> {
        match cont {
            Cont::Block(_, next) => self.after_legs(env, next),
            other @ (Cont::Leg(_) | Cont::Step { .. } | Cont::End) => self.run(env, &[], other),
        }
    }

    /// Lists a ply with its rank and its result: the caller keeps the greatest, and of equal results the shortest.
    pub fn list_ranked(&mut self, env: &Env) -> Res<()> {
        let Some(legs) = self.legs.clone() else { return Ok(()) };
        let rank = match self.ranking.most {
            Some(number) => self.e.int(env, number)?,
            None => Word::Const(UNRANKED as u64),
        };
        let result = self.after(env)?.result(self.e);
        let at = self.read_cursor();
        let limit = self.e.load(legs.shared, shared::LIMIT);
        let limit = self.e.value(limit);
        let place = self.e.b.ins().umin(at, limit);
        let base = self.e.load(legs.shared, shared::BASE);
        let offset = self.e.sub(Word::Value(place), base);
        let words = self.needs.rows().map_or(self.e.program.record.words, |r| r.words);
        let (offset, stride) = (self.e.value(offset), self.e.value(Word::Const(words as u64)));
        let index = Word::Value(self.e.b.ins().udiv(offset, stride));
        let ranks = self.e.load(legs.shared, shared::RANKS);
        // The place of a record in words is its number in bytes of one word.
        let words = self.e.value(Word::Const(RANK_WORDS as u64));
        let (index, ranks) = (self.e.value(index), self.e.value(ranks));
        let offset = self.e.b.ins().imul(index, words);
        let row = self.e.b.ins().iadd(ranks, offset);
        for (at, word) in [rank, result, env.record.shown].into_iter().enumerate() {
            self.e.store(word, row, at);
        }
        self.put(env, at, place)
    }
}

/// Whether nothing but the end of the leg comes next.
fn ends_leg(cont: &Cont<'_>) -> bool {
    match cont {
        Cont::Block(rest, next) => rest.is_empty() && ends_leg(next),
        Cont::Leg(next) => !matches!(next, Cont::Step { .. }),
        Cont::Step { .. } | Cont::End => false,
    }
}
