//! A random ply made at once: no list, no record.
//!
//! The plies of a side are laid out in slots: each cell that a clause may choose first has as many slots as plies can
//! begin with it at most, whatever the position; each further choice divides its slots in the same way. A slot is drawn
//! at random; where it leads to no ply, or to one that is not legal, another is drawn. So each legal ply is as likely as
//! any other. After some misses, and where equal plies may be found in two ways, the caller lists the moves.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, StackSlot, Value};
use cranelift_frontend::Variable;

use super::bounds::Path;
use super::emit::{Emit, Res, SetV, Truth, Unsupported, Word, ZERO};
use super::env::{Env, Reads};
use super::functions::{answer, entry, give, simple_rest};
use super::straight::{decides, has_again};
use super::tail::{Answers, Tail};
use crate::board::SiteSet;
use crate::game::Side;
use crate::ir::{Bool, ClauseId, Local, RecordShape, SideCode, Stmt, Turn};

/// Misses before the moves are counted or listed.
const TRIES: u64 = 48;
/// The same where a first choice has more slots than [`FEW_SLOTS`]: nearly all may miss.
const FEW_TRIES: u64 = 8;
/// See [`FEW_TRIES`].
const FEW_SLOTS: u64 = 256;
/// The most slots for a first choice: more would mean that nearly all miss.
const MOST_SLOTS: u64 = 1 << 14;
/// Where one way has so many times the slots of another, draws on the other nearly always miss.
const UNEVEN: u64 = 6;

/// What comes after a block.
#[derive(Clone, Copy)]
enum Cont<'c, 'a> {
    Block(&'a [Stmt], &'c Cont<'c, 'a>),
    Leg(&'c Cont<'c, 'a>),
    End,
}

/// Plies that begin alike: those of a clause, or a pass.
struct Head<'a> {
    clause: Option<ClauseId>,
    /// Known after the statements before the first choice.
    env: Env,
    /// The first choice: its local and its cells.
    first: Option<(Local, SetV)>,
    /// What comes after it.
    rest: &'a [Stmt],
    /// The slots of each cell.
    slots: u64,
    /// All slots.
    mass: Word,
    path: Path<'a>,
}

struct Draw<'e, 'a, 'f> {
    e: &'e mut Emit<'a, 'f>,
    code: &'a SideCode,
    legal: Option<(FuncRef, Reads)>,
    heads: Vec<Head<'a>>,
    /// Whether the moves must be listed.
    listed: Truth,
    /// Where a slot without a legal ply leads.
    miss: Block,
    /// Parameters of the function.
    state: Value,
    next: Value,
    tail: Tail,
    /// Where the state is written for the conditions.
    spilled: Option<StackSlot>,
    /// Work that is left for counting slots.
    patience: usize,
}

/// `draw(state, next, random numbers) → answer`: makes a random ply of a side, unless it answers otherwise.
pub fn draw(e: &mut Emit, side: Side, legal: Option<(FuncRef, Reads)>) -> Res<()> {
    let code = &e.program.sides[side.index()];
    let params = entry(e);
    let (state, next, rng) = (params[0], params[1], params[2]);
    let base = Env::load(e, state);
    let tail = Tail::begin(e, &base, Answers::drawn(e.program));
    let miss = e.block();
    let mut d = Draw {
        e,
        code,
        legal,
        heads: Vec::new(),
        listed: Truth::Const(false),
        miss,
        state,
        next,
        tail,
        spilled: None,
        patience: 20_000,
    };
    // Plies with equal results are one move.
    let merged = d.e.program.facts.merge_results;
    d.turn(&base, &code.turn, Truth::Const(true), merged)?;
    let conflict = d.conflict();
    let Draw { heads, listed, .. } = &mut d;
    let heads = std::mem::take(heads);
    let listed = *listed;
    let listed = d.e.either(listed, conflict);
    if listed == Truth::Const(true) || heads.is_empty() {
        return Err(Unsupported("its moves must be compared"));
    }
    let (list, none, some) = (d.e.block(), d.e.block(), d.e.block());
    let on = d.e.block();
    d.e.branch(listed, list, on);
    d.e.enter(on);
    let total = heads.iter().fold(ZERO, |sum, head| d.e.add(sum, head.mass));
    let any = d.e.not_zero(total);
    d.e.branch(any, some, none);
    d.e.enter(some);
    let many = heads.iter().any(|h| h.slots > FEW_SLOTS);
    let tries = d.e.variable(Word::Const(if many { FEW_TRIES } else { TRIES }));
    let again = d.e.block();
    d.e.jump(again, &[]);
    d.e.b.switch_to_block(again);
    let bits = d.e.random(rng);
    let mut slot = d.e.mul_high(bits, total);
    let last = heads.len() - 1;
    for (index, head) in heads.into_iter().enumerate() {
        let after = d.e.block();
        if index < last {
            let here = d.e.block();
            let within = d.e.compare(IntCC::UnsignedLessThan, slot, head.mass);
            d.e.branch(within, here, after);
            d.e.enter(here);
        }
        d.head(&head, slot)?;
        if index < last {
            d.e.enter(after);
            slot = d.e.sub(slot, head.mass);
        }
    }
    d.missed(tries, again, list);
    for (block, out) in [(list, answer::LIST), (none, answer::NONE)] {
        d.e.enter(block);
        give(d.e, Word::Const(out));
    }
    let Draw { e, tail, .. } = d;
    let out = tail.finish(e, &base)?;
    give(e, out);
    Ok(())
}

impl<'a> Draw<'_, 'a, '_> {
    /// Finds the heads of a turn; says whether any of them may have a ply. Those that `listed` holds for must be listed.
    fn turn(&mut self, base: &Env, turn: &'a Turn, gate: Truth, listed: bool) -> Res<Truth> {
        match turn {
            Turn::Groups(groups) => {
                let program = self.e.program;
                let mut any = Truth::Const(false);
                for &clause in groups.iter().flat_map(|&g| &program.groups[g]) {
                    let block = &self.code.clauses[clause];
                    let one = self.begin(base, Some(clause), block, gate, listed)?;
                    any = self.e.either(any, one);
                }
                Ok(any)
            }
            Turn::Pass(_) => match self.code.turn.pass() {
                Some(block) => self.begin(base, None, block, gate, listed),
                None => Ok(Truth::Const(false)),
            },
            Turn::Or(a, b) => {
                let a = self.turn(base, a, gate, listed)?;
                let b = self.turn(base, b, gate, listed)?;
                Ok(self.e.either(a, b))
            }
            Turn::Else(a, b) => {
                let a = self.turn(base, a, gate, listed)?;
                let none = self.e.not(a);
                let gate = self.e.both(gate, none);
                let b = self.turn(base, b, gate, listed && !self.is_simple_rest(b))?;
                Ok(self.e.either(a, b))
            }
            Turn::Most(_, a) => self.turn(base, a, gate, true),
            Turn::Repeat(..) => Err(Unsupported("moves of several steps")),
        }
    }

    /// Whether the plies of a part of the turn are proved to lead to different positions.
    fn is_simple_rest(&self, turn: &Turn) -> bool {
        simple_rest(self.e.program, self.code).is_some_and(|(_, rest)| std::ptr::eq(rest, turn))
    }

    /// Runs a clause up to its first choice.
    fn begin(
        &mut self,
        base: &Env,
        clause: Option<ClauseId>,
        block: &'a [Stmt],
        mut gate: Truth,
        listed: bool,
    ) -> Res<Truth> {
        let program = self.e.program;
        let listed = listed || has_again(block);
        let (mut env, mut path) = (base.clone(), Path::new(program));
        env.record.clause = Word::Const(clause.map_or(RecordShape::PASS, |c| c as u64));
        let (mut first, mut rest) = (None, &block[block.len()..]);
        for (index, stmt) in block.iter().enumerate() {
            match stmt {
                Stmt::Guard(c) => {
                    let holds = self.e.truth(&env, c)?;
                    gate = self.e.both(gate, holds);
                }
                Stmt::Pick { local, from, .. } => {
                    let mut cells = self.e.set(&env, from)?;
                    path.pass(stmt);
                    rest = &block[index + 1..];
                    if !listed && let Some(useful) = self.e.useful(&env, *local, rest)? {
                        cells = self.e.set_and(&cells, &useful);
                    }
                    first = Some((*local, cells));
                    break;
                }
                _ if decides(std::slice::from_ref(stmt)) => {
                    rest = &block[index..];
                    break;
                }
                _ => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
            }
            path.pass(stmt);
        }
        let mut possible = gate;
        if let Some((local, cells)) = &first {
            let some = self.e.any(cells);
            possible = self.e.both(possible, some);
            let on = self.e.lift(&env, (*local, cells), rest, listed)?;
            possible = self.e.both(possible, on);
        }
        let slots =
            if listed { 0 } else { self.slots(&path, rest, &Cont::Leg(&Cont::Block(&self.code.finally, &Cont::End)))? };
        if listed || slots > MOST_SLOTS {
            self.listed = self.e.either(self.listed, possible);
            return Ok(possible);
        }
        let cells = first.as_ref().map_or(Word::Const(1), |(_, cells)| self.e.size(cells));
        let mass = self.e.mul(cells, Word::Const(slots));
        let mass = self.e.select(possible, mass, ZERO);
        self.heads.push(Head { clause, env, first, rest, slots, mass, path });
        Ok(possible)
    }

    /// Whether two heads may offer the same move in this position.
    fn conflict(&mut self) -> Truth {
        let program = self.e.program;
        let mut conflict = Truth::Const(false);
        if program.facts.merge_results {
            // Those that are not listed have been proved distinct.
            return conflict;
        }
        let heads = std::mem::take(&mut self.heads);
        let hint = |h: &Head| h.clause.map(|c| program.clauses[c]).unwrap_or_default();
        for (index, a) in heads.iter().enumerate() {
            let some = self.e.not_zero(a.mass);
            if hint(a).repeats_itself {
                conflict = self.e.either(conflict, some);
            }
            for b in &heads[..index] {
                if !(hint(a).may_repeat && hint(b).may_repeat) || apart(a, b) {
                    continue;
                }
                let other = self.e.not_zero(b.mass);
                let mut meet = self.e.both(some, other);
                if let (Some(a), Some(b)) = (&a.first, &b.first) {
                    let common = self.e.set_and(&a.1, &b.1);
                    let common = self.e.any(&common);
                    meet = self.e.both(meet, common);
                }
                conflict = self.e.either(conflict, meet);
            }
        }
        self.heads = heads;
        conflict
    }

    /// How many slots what follows needs at most.
    fn slots(&mut self, path: &Path<'a>, block: &'a [Stmt], cont: &Cont<'_, 'a>) -> Res<u64> {
        self.patience = self.patience.checked_sub(1).ok_or(Unsupported("it has too many ways"))?;
        let mut path = path.clone();
        for (index, stmt) in block.iter().enumerate() {
            let rest = &block[index + 1..];
            match stmt {
                Stmt::Pick { from, .. } => {
                    let most = path.most(from);
                    path.pass(stmt);
                    return Ok(most.saturating_mul(self.slots(&path, rest, cont)?));
                }
                Stmt::Choose(list) => {
                    let next = Cont::Block(rest, cont);
                    let mut sum = 0_u64;
                    for alternative in list {
                        sum = sum.saturating_add(self.slots(&path, &alternative.body, &next)?);
                    }
                    return Ok(sum);
                }
                Stmt::If(_, a, b) if decides(a) || decides(b) => {
                    let next = Cont::Block(rest, cont);
                    let (a, b) = (self.slots(&path, a, &next)?, self.slots(&path, b, &next)?);
                    if a.min(b) * UNEVEN < a.max(b) {
                        return Err(Unsupported("most draws would miss"));
                    }
                    return Ok(a.max(b));
                }
                _ => path.pass(stmt),
            }
        }
        match *cont {
            Cont::Block(more, next) => self.slots(&path, more, next),
            Cont::Leg(next) => self.slots(&path, &[], next),
            Cont::End => Ok(1),
        }
    }

    /// A slot of a head.
    fn head(&mut self, head: &Head<'a>, slot: Word) -> Res<()> {
        let mut env = head.env.clone();
        let mut slot = slot;
        if let Some((local, cells)) = &head.first {
            let (index, rest) = self.e.divide_by(slot, head.slots.max(1));
            env.locals[*local] = self.e.nth_cell(cells, index);
            slot = rest;
        }
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        self.run(env, &head.path, head.rest, &Cont::Leg(&finally), slot)
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
                    let cells = self.e.set(&env, from)?;
                    path.pass(stmt);
                    let each = self.slots(&path, rest, cont)?.max(1);
                    let (number, slot) = self.e.divide_by(slot, each);
                    let size = self.e.size(&cells);
                    let there = self.e.compare(IntCC::UnsignedLessThan, number, size);
                    self.go_on_if(there);
                    env.locals[*local] = self.e.nth_cell(&cells, number);
                    return self.run(env, &path, rest, cont, slot);
                }
                Stmt::Choose(list) => {
                    let next = Cont::Block(rest, cont);
                    let mut slot = slot;
                    for alternative in list {
                        let slots = Word::Const(self.slots(&path, &alternative.body, &next)?);
                        let (here, other) = (self.e.block(), self.e.block());
                        let within = self.e.compare(IntCC::UnsignedLessThan, slot, slots);
                        self.e.branch(within, here, other);
                        self.e.enter(here);
                        self.run(env.clone(), &path, &alternative.body, &next, slot)?;
                        self.e.enter(other);
                        slot = self.e.sub(slot, slots);
                    }
                    let miss = self.miss;
                    self.e.jump(miss, &[]);
                    return Ok(());
                }
                Stmt::If(c, a, b) if decides(a) || decides(b) => {
                    let c = self.e.truth(&env, c)?;
                    let next = Cont::Block(rest, cont);
                    let (yes, no) = (self.e.block(), self.e.block());
                    self.e.branch(c, yes, no);
                    for (block, stmts) in [(yes, a), (no, b)] {
                        self.e.enter(block);
                        let slots = Word::Const(self.slots(&path, stmts, &next)?);
                        let within = self.e.compare(IntCC::UnsignedLessThan, slot, slots);
                        self.go_on_if(within);
                        self.run(env.clone(), &path, stmts, &next, slot)?;
                    }
                    return Ok(());
                }
                Stmt::Again { .. } => return Err(Unsupported("moves of several legs")),
                _ => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
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

    /// The ply is complete: the conditions, and it is made.
    fn end(&mut self, mut env: Env) -> Res<()> {
        let code = self.code;
        if !code.legal.iter().all(|c| *c == Bool::Const(true)) {
            let holds = match self.legal.clone() {
                Some((function, reads)) => {
                    let at = self.spill(&env, &reads);
                    let answer = self.e.call(function, &[at, self.state]);
                    self.e.not_zero(answer)
                }
                None => {
                    let mut holds = Truth::Const(true);
                    for c in &code.legal {
                        let one = self.e.truth(&env, c)?;
                        holds = self.e.both(holds, one);
                    }
                    holds
                }
            };
            self.go_on_if(holds);
        }
        self.e.straight(&mut env, &code.end_ply)?;
        let next = self.next;
        self.tail.leave(self.e, &env, next, env.record.clause);
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

    fn go_on_if(&mut self, holds: Truth) {
        let on = self.e.block();
        self.e.branch(holds, on, self.miss);
        self.e.enter(on);
    }

    /// Another slot, if there were few misses.
    fn missed(&mut self, tries: Variable, again: Block, list: Block) {
        let miss = self.miss;
        self.e.enter(miss);
        let left = self.e.read(tries);
        let left = self.e.sub(left, Word::Const(1));
        self.e.define(tries, left);
        let more = self.e.not_zero(left);
        self.e.branch(more, again, list);
        self.e.b.seal_block(again);
    }
}

/// Whether two heads can't choose the same two cells, whatever the position.
fn apart(a: &Head, b: &Head) -> bool {
    let (Some(a), Some(b)) = (second(a), second(b)) else { return false };
    !a.is_empty() && a.iter().zip(&b).all(|(x, y)| x.and(y).is_empty())
}

/// For every cell that a head may choose first, the cells that it may choose next.
fn second(head: &Head) -> Option<Vec<SiteSet>> {
    let mut path = head.path.clone();
    for stmt in head.rest {
        match stmt {
            Stmt::Pick { from, .. } => return Some(path.by_first(from)),
            Stmt::Guard(_) => {}
            _ if decides(std::slice::from_ref(stmt)) => return None,
            _ => path.pass(stmt),
        }
    }
    None
}
