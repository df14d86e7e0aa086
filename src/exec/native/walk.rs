//! The enumeration: a choice compiles the rest of the ply inside its loop; what reaches the end goes to the sink.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::Variable;

use super::emit::{Emit, Res, SetV, Truth, Unsupported, Word, ZERO};
use super::env::{Env, Reads};
use super::straight::decides;
use crate::ir::{Bool, ClauseId, RecordShape, SideCode, Stmt, Turn, choice_bits};

/// What becomes of the plies that are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sink {
    /// Their records are listed.
    List,
    /// They are counted.
    Count,
    /// The first one is enough.
    Any,
}

/// Inner loops that one call may begin.
pub const FUEL: u64 = 1 << 22;

/// What comes after a block.
#[derive(Clone, Copy)]
enum Cont<'c> {
    /// More statements.
    Block(&'c [Stmt], &'c Cont<'c>),
    /// A leg is done.
    Leg(&'c Cont<'c>),
    /// The ply is complete.
    End,
}

/// One function that enumerates the plies of a side.
pub struct Walk<'w, 'a, 'f> {
    /// The function.
    pub e: &'w mut Emit<'a, 'f>,
    /// The rules.
    pub code: &'a SideCode,
    /// What becomes of plies.
    pub sink: Sink,
    /// How many of the `legal` conditions count.
    pub conditions: usize,
    /// Only plies of these clauses count.
    pub only: Option<&'a [ClauseId]>,
    /// The state at the start.
    pub state: Value,
    /// A function that says whether the conditions hold in the state of its first argument.
    pub legal: Option<(FuncRef, Reads)>,
    /// Where the next record goes, or how many plies there are.
    pub cursor: Variable,
    /// Records behind this address are not stored.
    pub limit: Option<Value>,
    /// Where the identities of records go, in step with the records.
    pub identities: Option<(Value, Value)>,
    /// How many clauses that may offer the same moves have found some; two mean that moves must be compared.
    pub flagged: Option<Variable>,
    /// Inner loops that may still begin.
    pub fuel: Variable,
    /// Where to go when all is done, and when the fuel is spent.
    pub exits: (Block, Block),
    /// How many loops are open.
    pub depth: usize,
}

impl<'a> Walk<'_, 'a, '_> {
    /// Runs a turn.
    pub fn turn(&mut self, base: &Env, turn: &'a Turn) -> Res<()> {
        match turn {
            Turn::Groups(groups) => {
                let program = self.e.program;
                for &clause in groups.iter().flat_map(|&g| &program.groups[g]) {
                    self.clause(base, clause)?;
                }
                Ok(())
            }
            Turn::Pass(_) => {
                let Some(block) = self.code.turn.pass() else { return Ok(()) };
                if self.only.is_some() {
                    return Ok(());
                }
                let mut env = base.clone();
                env.record = super::env::Record::new(self.e.program.record, RecordShape::PASS);
                let end = Cont::End;
                self.run(env, block, &Cont::Block(&self.code.finally, &end))
            }
            Turn::Or(a, b) => {
                self.turn(base, a)?;
                self.turn(base, b)
            }
            Turn::Else(a, b) => {
                let before = self.e.read(self.cursor);
                self.turn(base, a)?;
                if self.sink == Sink::Any {
                    return self.turn(base, b);
                }
                let now = self.e.read(self.cursor);
                let same = self.e.compare(IntCC::Equal, before, now);
                let (none, after) = (self.e.block(), self.e.block());
                self.e.branch(same, none, after);
                self.e.enter(none);
                self.turn(base, b)?;
                self.e.jump(after, &[]);
                self.e.enter(after);
                Ok(())
            }
            Turn::Most(..) => Err(Unsupported("only the greatest moves count")),
            Turn::Repeat(..) => Err(Unsupported("moves of several steps")),
        }
    }

    fn clause(&mut self, base: &Env, clause: ClauseId) -> Res<()> {
        if self.only.is_some_and(|list| !list.contains(&clause)) {
            return Ok(());
        }
        let mut env = base.clone();
        env.record = super::env::Record::new(self.e.program.record, clause as u64);
        let end = Cont::End;
        let finally = Cont::Block(&self.code.finally, &end);
        let hint = self.e.program.clauses[clause];
        let before = self.e.read(self.cursor);
        self.run(env, &self.code.clauses[clause], &Cont::Leg(&finally))?;
        if let (Some(flagged), true) = (self.flagged, hint.may_repeat) {
            let now = self.e.read(self.cursor);
            let found = self.e.compare(IntCC::NotEqual, before, now);
            let weight = Word::Const(if hint.repeats_itself { 2 } else { 1 });
            let more = self.e.select(found, weight, ZERO);
            let so_far = self.e.read(flagged);
            let sum = self.e.add(so_far, more);
            self.e.define(flagged, sum);
        }
        Ok(())
    }

    fn run(&mut self, mut env: Env, block: &[Stmt], cont: &Cont<'_>) -> Res<()> {
        for (i, stmt) in block.iter().enumerate() {
            self.e.check_size()?;
            let rest = &block[i + 1..];
            match stmt {
                Stmt::Guard(c) => {
                    let c = self.e.truth(&env, c)?;
                    match c {
                        Truth::Const(true) => {}
                        Truth::Const(false) => return Ok(()),
                        Truth::Value(_) => {
                            let (yes, after) = (self.e.block(), self.e.block());
                            self.e.branch(c, yes, after);
                            self.e.enter(yes);
                            self.run(env, rest, cont)?;
                            self.e.jump(after, &[]);
                            self.e.enter(after);
                            return Ok(());
                        }
                    }
                }
                Stmt::Pick { local, from, show } => {
                    let from = self.e.set(&env, from)?;
                    return self.pick(&env, *local, &from, *show, rest, cont);
                }
                Stmt::Choose(list) => {
                    let bits = choice_bits(list.len());
                    let next = Cont::Block(rest, cont);
                    for (n, alternative) in list.iter().enumerate() {
                        let mut inside = env.clone();
                        inside.push(self.e, Word::Const(n as u64), bits)?;
                        inside.tag(self.e, alternative.tag);
                        self.run(inside, &alternative.body, &next)?;
                    }
                    return Ok(());
                }
                Stmt::If(c, a, b) if decides(a) || decides(b) => {
                    let c = self.e.truth(&env, c)?;
                    let next = Cont::Block(rest, cont);
                    let (yes, no, after) = (self.e.block(), self.e.block(), self.e.block());
                    self.e.branch(c, yes, no);
                    for (block, stmts) in [(yes, a), (no, b)] {
                        self.e.enter(block);
                        self.run(env.clone(), stmts, &next)?;
                        self.e.jump(after, &[]);
                    }
                    self.e.enter(after);
                    return Ok(());
                }
                Stmt::Decided => return self.found(&env),
                Stmt::Again { .. } => return Err(Unsupported("moves of several legs")),
                _ => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
            }
            if self.is_decided(rest, cont) {
                return self.found(&env);
            }
        }
        match cont {
            Cont::Block(more, next) => self.run(env, more, next),
            Cont::Leg(next) => {
                self.e.count_leg(&mut env);
                self.run(env, &[], next)
            }
            Cont::End => self.end(&env),
        }
    }

    /// Whether nothing that follows is a choice or can drop the ply.
    fn is_decided(&self, rest: &[Stmt], cont: &Cont<'_>) -> bool {
        if matches!(rest.first(), Some(Stmt::Decided)) {
            return true;
        }
        !decides(rest)
            && match cont {
                Cont::Block(more, next) => self.is_decided(more, next),
                Cont::Leg(next) => self.is_decided(&[], next),
                Cont::End => self.conditions().iter().all(|c| *c == Bool::Const(true)),
            }
    }

    fn conditions(&self) -> &'a [Bool] {
        &self.code.legal[..self.conditions.min(self.code.legal.len())]
    }

    fn pick(
        &mut self,
        env: &Env,
        local: usize,
        from: &SetV,
        show: crate::ir::Show,
        rest: &[Stmt],
        cont: &Cont<'_>,
    ) -> Res<()> {
        let bits = self.e.program.record.site_bits;
        if self.sink != Sink::List && self.is_decided(rest, cont) {
            if self.sink == Sink::Any {
                let any = self.e.any(from);
                return self.stop_if(any);
            }
            let more = self.e.size(from);
            let so_far = self.e.read(self.cursor);
            let sum = self.e.add(so_far, more);
            self.e.define(self.cursor, sum);
            return Ok(());
        }
        if self.depth > 0 {
            self.burn();
        }
        self.depth += 1;
        if let Some(each) = self.e.begin_each(from) {
            let mut inside = env.clone();
            let site = each.one.site.unwrap_or(ZERO);
            inside.push(self.e, site, bits)?;
            inside.site(self.e, show, site);
            inside.locals[local] = each.one.clone();
            if self.is_decided(rest, cont) {
                self.found(&inside)?;
            } else {
                self.run(inside, rest, cont)?;
            }
            self.e.end_each(each);
        }
        self.depth -= 1;
        Ok(())
    }

    /// One inner loop begins; when there were too many, all ends.
    fn burn(&mut self) {
        let left = self.e.read(self.fuel);
        let left = self.e.sub(left, Word::Const(1));
        self.e.define(self.fuel, left);
        let some = self.e.not_zero(left);
        let on = self.e.block();
        self.e.branch(some, on, self.exits.1);
        self.e.enter(on);
    }

    fn stop_if(&mut self, t: Truth) -> Res<()> {
        let on = self.e.block();
        let stop = self.e.block();
        self.e.branch(t, stop, on);
        self.e.enter(stop);
        self.e.define(self.cursor, Word::Const(1));
        self.e.jump(self.exits.0, &[]);
        self.e.enter(on);
        Ok(())
    }

    /// The ply is complete: the conditions, and it is found.
    fn end(&mut self, env: &Env) -> Res<()> {
        let conditions = self.conditions();
        if conditions.iter().all(|c| *c == Bool::Const(true)) {
            return self.found(env);
        }
        let holds = match self.legal.clone() {
            Some((function, reads)) => {
                let at = self.spill(env, &reads);
                let answer = self.e.call(function, &[at, self.state]);
                self.e.not_zero(answer)
            }
            None => {
                let mut holds = Truth::Const(true);
                for c in conditions {
                    let one = self.e.truth(env, c)?;
                    holds = self.e.both(holds, one);
                }
                holds
            }
        };
        let (yes, after) = (self.e.block(), self.e.block());
        self.e.branch(holds, yes, after);
        self.e.enter(yes);
        self.found(env)?;
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// Writes what a function reads of the state to the stack.
    fn spill(&mut self, env: &Env, reads: &Reads) -> Value {
        let layout = &self.e.program.layout;
        let slot = self.e.slot(layout.words());
        let at = self.e.slot_address(slot);
        for (id, plane) in env.planes.iter().enumerate() {
            if reads.planes[id] {
                for i in 0..self.e.n {
                    self.e.store(plane.words[i], at, layout.plane_at(id) + i);
                }
            }
        }
        for (id, &int) in env.ints.iter().enumerate() {
            if reads.ints[id] {
                self.e.store(int, at, layout.int_at(id));
            }
        }
        at
    }

    /// A legal ply.
    fn found(&mut self, env: &Env) -> Res<()> {
        match self.sink {
            Sink::Any => {
                self.e.define(self.cursor, Word::Const(1));
                self.e.jump(self.exits.0, &[]);
                // What follows can't be reached; Cranelift drops it.
                let dead = self.e.block();
                self.e.enter(dead);
            }
            Sink::Count => {
                let so_far = self.e.read(self.cursor);
                let sum = self.e.add(so_far, Word::Const(1));
                self.e.define(self.cursor, sum);
            }
            Sink::List => {
                let record = env.finished(self.e);
                let at = self.e.read(self.cursor);
                let at = self.e.value(at);
                // Behind the limit all records go to one spare place; the cursor counts on.
                let place = match self.limit {
                    Some(limit) => self.e.b.ins().umin(at, limit),
                    None => at,
                };
                for (i, &word) in record.iter().enumerate() {
                    self.e.store(word, place, i);
                }
                if let Some((list, base)) = self.identities {
                    self.note_identity(env, place, list, base);
                }
                let next = self.e.add(Word::Value(at), Word::Const(record.len() as u64 * 8));
                self.e.define(self.cursor, next);
            }
        }
        Ok(())
    }

    /// Writes the identity of a record where another clause may offer the same.
    fn note_identity(&mut self, env: &Env, place: Value, list: Value, base: Value) {
        let program = self.e.program;
        if !program.clauses.get(env.record.clause as usize).is_some_and(|c| c.may_repeat) {
            return;
        }
        let offset = self.e.sub(Word::Value(place), Word::Value(base));
        let words = program.record.words as u64;
        let offset = match words.is_power_of_two() {
            true => self.e.shift(offset, -(words.trailing_zeros() as i32)),
            false => {
                let (a, b) = (self.e.value(offset), self.e.value(Word::Const(words)));
                Word::Value(self.e.b.ins().udiv(a, b))
            }
        };
        let offset = self.e.value(offset);
        let at = self.e.b.ins().iadd(list, offset);
        let identity = self.e.value(env.record.identity);
        self.e.b.ins().store(MemFlagsData::trusted(), identity, at, 0);
    }
}
