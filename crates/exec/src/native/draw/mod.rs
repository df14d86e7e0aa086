//! A random ply made at once: no list, no record.
//!
//! The plies of a side are laid out in slots: each cell that a clause may choose first has as many slots as plies can
//! begin with it at most; each further choice divides its slots in the same way. A slot is drawn at random; where it
//! leads to no ply, or to one that is not legal, another is drawn. So each legal ply is as likely as any other. After
//! some misses, and where equal plies may be found in two ways, the caller lists the moves.
//!
//! A slot is no number but a fraction of all: a choice among k takes the integer part of k times the fraction, and the
//! rest is the fraction for what follows.

pub mod beams;
pub mod heads;
pub mod overlap;
pub mod plies;
pub mod slots;
pub mod trail;
pub mod uneven;

use std::collections::HashMap;
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, StackSlot, Value};
use cranelift_frontend::Variable;

use self::beams::Beams;
use self::heads::{Found, Head};
use self::overlap::Rival;
use self::slots::{Cont, greater};
use self::uneven::Part;
use crate::game::Side;
use crate::ir::{Bool, Local, SideCode, Stmt, decides};
use crate::native::emit::env::{Env, Reads};
use crate::native::emit::function::{entry, give};
use crate::native::emit::select::SMALL;
use crate::native::emit::{Emit, Res, SetV, Truth, Unsupported, Word, ZERO};
use crate::native::legal::verdicts::{answer, conditions_hold};
use crate::native::walk::epilogue::{Answers, Epilogue};
use crate::proofs::bounds::Path;

/// Misses before the moves are counted or listed.
const TRIES: u64 = 48;
/// As [`TRIES`], where a first choice has more slots than [`FEW_SLOTS`]: nearly all may miss.
const FEW_TRIES: u64 = 8;
/// See [`FEW_TRIES`].
pub const FEW_SLOTS: u64 = 256;

/// A function that makes a random ply, as it is being built.
pub struct Draw<'e, 'a, 'f> {
    /// The function.
    pub e: &'e mut Emit<'a, 'f>,
    /// The rules.
    pub code: &'a SideCode,
    legal: Option<(FuncRef, Reads)>,
    /// How plies may begin.
    pub heads: Vec<Head<'a>>,
    /// Whether the moves must be listed.
    pub listed: Truth,
    /// Where a slot without a legal ply leads.
    pub miss: Block,
    /// Where the state, the next one and the random numbers are.
    pub place: Place,
    epilogue: Rc<Epilogue>,
    /// Where the state is written for the conditions.
    spilled: Option<StackSlot>,
    /// Work that is left for counting slots.
    pub work_left: usize,
    /// Bounds of choices that are known when the function runs, by choice; and the state that they are of.
    pub bounds: HashMap<*const Stmt, Word>,
    /// The state before the plies.
    pub base: Env,
    /// The part of the clause that is being compiled.
    pub part: Option<Part<'a>>,
    /// Earlier clauses that may offer the plies of the one that is being compiled.
    rivals: Vec<Rival<'a>>,
    /// How many draws are worth their time where nearly all may miss, besides [`FEW_TRIES`].
    pub tries: Word,
    /// Whether the first choice of the only head is tried among all cells of the board, before it is known whether it has any.
    probes: bool,
}

/// Where a random ply is made.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The state before it, in memory.
    pub state: Value,
    /// Where the state after it is written, if not to what comes after it only.
    pub next: Option<Value>,
    /// The generator of random numbers.
    pub rng: Value,
    /// Where it goes on if the moves must be listed.
    pub list: Block,
    /// Where it goes on if there is none.
    pub none: Block,
}

/// `draw(state, next, random numbers) → answer`: makes a random ply of a side, unless it answers otherwise.
pub fn draw(e: &mut Emit<'_, '_>, side: Side, legal: Option<(FuncRef, Reads)>) -> Res<()> {
    let [state, next, rng] = entry(e)?;
    let base = Env::load(e, state);
    let place = Place { state, next: Some(next), rng, list: e.block(), none: e.block() };
    let epilogue = ply(e, side, legal, &base, place)?;
    for (block, out) in [(place.list, answer::LIST), (place.none, answer::NONE)] {
        e.enter(block);
        give(e, Word::Const(out));
    }
    let (out, _) = epilogue.finish(e, &base)?;
    give(e, out);
    Ok(())
}

/// Makes a random ply from `base`, in registers; the epilogue is where it ends.
pub fn ply<'a>(
    e: &mut Emit<'a, '_>,
    side: Side,
    legal: Option<(FuncRef, Reads)>,
    base: &Env,
    place: Place,
) -> Res<Rc<Epilogue>> {
    if e.program.layout.stacks > 0 {
        return Err(Unsupported("a stack may have no room"));
    }
    let code = &e.program.sides[side];
    let mut base = base.clone();
    // What a plane has grown by is kept in mind.
    base.planes.iter_mut().for_each(|p| p.fixed = true);
    let answers = Answers { around: true, whole: place.next.is_none(), ..Answers::drawn(e.program) };
    let epilogue = Rc::new(Epilogue::begin(e, &base, side, answers));
    let miss = e.block();
    let draw = Draw {
        e,
        code,
        legal,
        heads: Vec::new(),
        listed: Truth::Const(false),
        miss,
        place,
        epilogue: epilogue.clone(),
        spilled: None,
        work_left: 20_000,
        bounds: HashMap::new(),
        base,
        part: None,
        rivals: Vec::new(),
        tries: ZERO,
        probes: false,
    };
    if draw.compile()? { Ok(epilogue) } else { Err(Unsupported("its moves must be compared")) }
}

impl<'a> Draw<'_, 'a, '_> {
    /// Compiles the plies; whether any can be drawn.
    fn compile(mut self) -> Res<bool> {
        // Plies with equal results are one move.
        let merged = self.e.program.facts.merge_results;
        let (base, code) = (self.base.clone(), self.code);
        self.turn(&base, &code.turn, Truth::Const(true), merged)?;
        let conflict = self.conflict();
        let listed = self.e.either(self.listed, conflict);
        let heads = std::mem::take(&mut self.heads);
        if listed == Truth::Const(true) || heads.is_empty() {
            self.e.branch(listed, self.place.list, self.place.none);
            return Ok(false);
        }
        let on = self.e.block();
        self.e.branch(listed, self.place.list, on);
        self.e.enter(on);
        let total = heads.iter().fold(ZERO, |sum, head| self.e.add(sum, head.mass));
        self.probes =
            matches!(&heads[..], [head] if head.sure && head.seconds.is_none()) && self.e.program.sites > SMALL;
        if !self.probes {
            let any = self.e.not_zero(total);
            let some = self.e.block();
            self.e.branch(any, some, self.place.none);
            self.e.enter(some);
        }
        let many = heads.iter().any(|h| matches!(h.slots, Word::Const(n) if n > FEW_SLOTS));
        let few = many || self.tries != ZERO;
        let tries = self.e.add(self.tries, Word::Const(if few { FEW_TRIES } else { TRIES }));
        let tries = self.e.variable(tries);
        let again = self.e.block();
        self.e.jump(again, &[]);
        self.e.b.switch_to_block(again);
        let bits = self.e.random(self.place.rng);
        let (mut slot, fraction) = if heads.len() == 1 { (ZERO, bits) } else { self.e.portion(bits, total) };
        let last = heads.len() - 1;
        for (index, head) in heads.into_iter().enumerate() {
            let after = self.e.block();
            if index < last {
                let here = self.e.block();
                let within = self.e.compare(IntCC::UnsignedLessThan, slot, head.mass);
                self.e.branch(within, here, after);
                self.e.enter(here);
            }
            let mass = head.mass;
            self.head(head, fraction)?;
            if index < last {
                self.e.enter(after);
                slot = self.e.sub(slot, mass);
            }
        }
        self.missed(tries, again);
        Ok(true)
    }

    /// A slot of a head.
    fn head(&mut self, head: Head<'a>, fraction: Word) -> Res<()> {
        self.part = head.part.clone();
        self.rivals = head.rivals.clone();
        let mut env = head.env.clone();
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        let cont = Cont::Leg(&finally);
        let first = head.first();
        if let (Some(first), true) = (first, self.probes) {
            let (cell, fraction) = self.e.probe(&head.cells, head.ways, fraction, self.place.none);
            env.locals[first] = cell;
            return self.run(env, &head.path, head.rest, &cont, fraction);
        }
        let (index, fraction) = self.e.portion(fraction, head.ways);
        let Some(first) = first else { return self.run(env, &head.path, head.rest, &cont, fraction) };
        let Some(seconds) = &head.seconds else {
            env.locals[first] = self.e.nth_cell(&head.cells, index);
            return self.run(env, &head.path, head.rest, &cont, fraction);
        };
        let (one, two) = match &seconds.found {
            &Found::Edges(relation, pairs) => {
                let [one, two] = self.e.nth_edge(relation, pairs, index);
                (one, two)
            }
            Found::Shifts(all) => {
                let distances = all.iter().map(|(by, cells)| (i64::from(*by) as u64, cells));
                let (distance, two) = self.among(distances, index);
                let site = self.e.sub(two.site.unwrap_or(ZERO), distance);
                (self.e.single(site), two)
            }
            Found::Slides(all, pieces) => {
                let places = all.iter().enumerate().map(|(place, (_, cells))| (place as u64, cells));
                let (place, two) = self.among(places, index);
                let dirs = all.iter().fold(0, |dirs, (back, _)| dirs | 1 << back);
                (self.e.nearest(dirs, place, two.site.unwrap_or(ZERO), pieces), two)
            }
        };
        env.locals[first] = one;
        self.e.straight(&mut env, seconds.between)?;
        env.locals[seconds.second] = two;
        self.not_a_rivals(&env)?;
        self.run(env, &seconds.path, seconds.rest, &cont, fraction)
    }

    /// The cell of a number among all cells of some sets, and what goes with its set.
    fn among<'s>(&mut self, all: impl Iterator<Item = (u64, &'s SetV)>, index: Word) -> (Word, SetV) {
        let (mut cells, mut label, mut before, mut sum) = (self.e.nothing(), ZERO, ZERO, ZERO);
        for (here, set) in all {
            let within = self.e.compare(IntCC::UnsignedLessThan, index, sum);
            cells = self.e.set_select(within, &cells, set);
            label = self.e.select(within, label, Word::Const(here));
            before = self.e.select(within, before, sum);
            let size = self.e.size(set);
            sum = self.e.add(sum, size);
        }
        let index = self.e.sub(index, before);
        (label, self.e.nth_cell(&cells, index))
    }

    /// Runs the ply of a slot to its end; every path ends in a jump.
    fn run(&mut self, mut env: Env, path: &Path<'a>, block: &'a [Stmt], cont: &Cont<'_, 'a>, slot: Word) -> Res<()> {
        let mut path = path.clone();
        for (index, stmt) in block.iter().enumerate() {
            self.e.check_size()?;
            let rest = &block[index + 1..];
            match stmt {
                Stmt::Guard(c) => {
                    let holds = self.e.truth(&env, c)?;
                    self.go_on_if(holds);
                }
                Stmt::Pick { local, from, .. } => {
                    let most = self.most(&path, stmt).now;
                    let (number, slot) = self.e.portion(slot, most);
                    let beams = Beams::of(self.e.program, stmt)
                        .filter(|_| !self.part.as_ref().is_some_and(|p| p.is_second(stmt)));
                    if let Some(beams) = beams {
                        env.locals[*local] = self.on_beams(&env, &path, &beams, number)?;
                        path.pass(stmt);
                        self.not_a_rivals_at(*local, &env)?;
                        return self.run(env, &path, rest, cont, slot);
                    }
                    path.pass(stmt);
                    let mut cells = self.e.set(&env, from)?;
                    if let Some(part) = self.part.clone().filter(|p| p.is_second(stmt)) {
                        cells = self.e.within(&cells, &part);
                    }
                    let size = self.e.size(&cells);
                    let there = self.e.compare(IntCC::UnsignedLessThan, number, size);
                    self.go_on_if(there);
                    env.locals[*local] = self.e.nth_cell(&cells, number);
                    self.not_a_rivals_at(*local, &env)?;
                    return self.run(env, &path, rest, cont, slot);
                }
                Stmt::Choose(list) => {
                    let next = Cont::Block(rest, cont);
                    let mut slots = Vec::new();
                    for alternative in list {
                        slots.push(self.slots(&path, &alternative.body, &next)?.now);
                    }
                    let total = slots.iter().fold(ZERO, |sum, &n| self.e.add(sum, n));
                    let (mut number, slot) = self.e.portion(slot, total);
                    for (alternative, slots) in list.iter().zip(slots) {
                        let (here, other) = (self.e.block(), self.e.block());
                        let within = self.e.compare(IntCC::UnsignedLessThan, number, slots);
                        self.e.branch(within, here, other);
                        self.e.enter(here);
                        self.run(env.clone(), &path, &alternative.body, &next, slot)?;
                        self.e.enter(other);
                        number = self.e.sub(number, slots);
                    }
                    let miss = self.miss;
                    self.e.jump(miss, &[]);
                    return Ok(());
                }
                Stmt::If(c, a, b) if decides(a) || decides(b) => {
                    let next = Cont::Block(rest, cont);
                    if self.part.as_ref().is_some_and(|p| p.decides(stmt) && !p.may_hold) {
                        return self.run(env, &path, b, &next, slot);
                    }
                    let c = self.e.truth(&env, c)?;
                    let (of_a, of_b) = (self.slots(&path, a, &next)?, self.slots(&path, b, &next)?);
                    let most = greater(self.e, of_a.now, of_b.now);
                    let (yes, no) = (self.e.block(), self.e.block());
                    self.e.branch(c, yes, no);
                    for (block, stmts, slots) in [(yes, a, of_a.now), (no, b, of_b.now)] {
                        self.e.enter(block);
                        let mut slot = slot;
                        if slots != most {
                            let (number, rest) = self.e.portion(slot, most);
                            let within = self.e.compare(IntCC::UnsignedLessThan, number, slots);
                            self.go_on_if(within);
                            slot = rest;
                        }
                        self.run(env.clone(), &path, stmts, &next, slot)?;
                    }
                    return Ok(());
                }
                Stmt::Again { .. } => return Err(Unsupported("moves of several legs")),
                Stmt::Let(..)
                | Stmt::LetInt(..)
                | Stmt::If(..)
                | Stmt::SetPlane(..)
                | Stmt::SetInt(..)
                | Stmt::SetLane(..)
                | Stmt::AddLane(..)
                | Stmt::Sow { .. }
                | Stmt::Loop { .. }
                | Stmt::MoveStack(..)
                | Stmt::SwapStacks(..)
                | Stmt::ClearStacks(_)
                | Stmt::Pile { .. }
                | Stmt::Tuck { .. }
                | Stmt::Show(..)
                | Stmt::Decided => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
            }
            path.pass(stmt);
        }
        match *cont {
            Cont::Block(more, next) => self.run(env, &path, more, next, slot),
            Cont::Leg(next) => {
                self.e.count_leg(&mut env);
                self.run(env, &path, &[], next, slot)
            }
            Cont::End => self.end(env),
        }
    }

    /// [`Self::not_a_rivals`], if this local is the second choice.
    fn not_a_rivals_at(&mut self, local: Local, env: &Env) -> Res<()> {
        if self.rivals.first().is_some_and(|r| r.second == local) { self.not_a_rivals(env) } else { Ok(()) }
    }

    /// Misses if the first two choices are those of an earlier clause as well.
    fn not_a_rivals(&mut self, env: &Env) -> Res<()> {
        for rival in self.rivals.clone() {
            let theirs = rival.offers(self.e, env)?;
            let ours = self.e.not(theirs);
            self.go_on_if(ours);
        }
        Ok(())
    }

    /// The ply is complete: the conditions, and it is made.
    fn end(&mut self, mut env: Env) -> Res<()> {
        let code = self.code;
        if !code.legal.iter().all(|c| *c == Bool::Const(true)) {
            let answer = self.legal.clone().map(|(function, reads)| {
                let at = self.spill(&env, &reads);
                let answer = self.e.call(function, &[at, self.place.state]);
                self.e.not_zero(answer)
            });
            let holds = conditions_hold(self.e, &env, &code.legal, answer)?;
            self.go_on_if(holds);
        }
        self.e.straight(&mut env, &code.end_ply)?;
        self.epilogue.leave(self.e, &env, self.place.next, env.record.clause);
        Ok(())
    }

    /// Writes what a function reads of the state to the stack.
    fn spill(&mut self, env: &Env, reads: &Reads) -> Value {
        let layout = &self.e.program.layout;
        let slot = *self.spilled.get_or_insert_with(|| self.e.slot(layout.words()));
        let at = self.e.slot_address(slot);
        env.store_some(self.e, at, reads);
        at
    }

    /// Misses unless a condition holds.
    pub fn go_on_if(&mut self, holds: Truth) {
        if holds == Truth::Const(true) {
            return;
        }
        let on = self.e.block();
        self.e.branch(holds, on, self.miss);
        self.e.enter(on);
    }

    /// Another slot, if there were few misses.
    fn missed(&mut self, tries: Variable, again: Block) {
        let miss = self.miss;
        self.e.enter(miss);
        let left = self.e.read(tries);
        let left = self.e.sub(left, Word::Const(1));
        self.e.define(tries, left);
        let more = self.e.not_zero(left);
        self.e.branch(more, again, self.place.list);
        self.e.b.seal_block(again);
    }
}
