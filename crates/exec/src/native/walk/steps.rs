//! Turns of several steps: what may follow a step is one function, which finds the ply so far in a frame in memory.

use cranelift_codegen::ir::condcodes::IntCC;

use super::{Cont, Walk};
use crate::ir::{ClauseId, LEGS, Program, SideCode, Turn, choice_bits};
use crate::native::emit::env::{Env, Record};
use crate::native::emit::{Emit, Res, Truth, Unsupported, Word, ZERO};

/// The steps that a turn is made of. [`LEGS`] counts what those of a ply have cost.
#[derive(Debug, Clone)]
pub struct Steps {
    /// What they must cost at least before the mover may stop.
    least: u32,
    /// What they may cost.
    most: u32,
    /// The clauses and what a step of each costs.
    pub clauses: Vec<(ClauseId, u32)>,
}

impl Steps {
    /// Those of a turn, if it has any. None of a turn that may go on in several ways, since what follows a step is one function;
    /// none where a number ranks plies, since that function would rank these, too.
    pub fn of(program: &Program, turn: &Turn) -> Option<Steps> {
        let (mut all, mut ranks) = (Vec::new(), false);
        turn.each(&mut |part| match part {
            &Turn::Repeat(least, most, ref groups) => all.push((least, most, groups)),
            part @ (Turn::Groups(_) | Turn::Pass(_) | Turn::Or(..) | Turn::Else(..) | Turn::Most(..)) => {
                ranks |= matches!(part, Turn::Most(..))
            }
        });
        let &[(least, most, groups)] = &all[..] else { return None };
        let of = |&(group, cost): &(usize, u32)| program.groups[group].iter().map(move |&c| (c, cost));
        (!ranks).then(|| Steps { least, most, clauses: groups.iter().flat_map(of).collect() })
    }

    /// Which of the steps a clause is.
    pub fn place(&self, clause: ClauseId) -> Option<usize> {
        self.clauses.iter().position(|step| step.0 == clause)
    }

    /// The bits of the choice of what follows a step: to stop, or the next one.
    fn bits(&self) -> u32 {
        choice_bits(1 + self.clauses.len())
    }

    /// Whether another step may follow after so many.
    fn room(&self, e: &mut Emit, taken: Word) -> Truth {
        e.compare(IntCC::UnsignedLessThan, taken, Word::Const(u64::from(self.most)))
    }
}

impl<'a> Walk<'_, 'a, '_> {
    /// The plies that begin with each of the steps of a turn.
    pub fn steps(&mut self, base: &Env, turn: &'a Turn) -> Res<()> {
        let steps = Steps::of(self.e.program, turn).filter(|_| self.follows_steps());
        for (clause, cost) in steps.ok_or(Unsupported("moves of several steps"))?.clauses {
            if self.only.is_none_or(|list| list.contains(&clause)) {
                let record = Record::new(self.e.program.record, clause as u64);
                self.step(Env { record, ..base.clone() }, (clause, cost))?;
            }
        }
        Ok(())
    }

    fn follows_steps(&self) -> bool {
        self.legs.as_ref().is_some_and(|legs| legs.steps.is_some())
    }

    fn step(&mut self, env: Env, (clause, cost): (ClauseId, u32)) -> Res<()> {
        self.run(env, &self.code.clauses[clause], &Cont::Leg(&Cont::Step { cost }))
    }

    /// A step is done, and counted as one leg: goes on with the function of what may follow.
    pub fn after_step(&mut self, mut env: Env, cost: u32) -> Res<()> {
        let Some((legs, function)) = self.legs.clone().and_then(|legs| legs.steps.map(|f| (legs, f))) else {
            return Err(Unsupported("moves of several steps"));
        };
        let more = Word::Const(u64::from(cost).wrapping_sub(1));
        env.int_locals[LEGS] = self.e.add(env.int_locals[LEGS], more);
        env.store_frame(self.e, legs.frame);
        self.call_sharing(&legs, function)?;
        Ok(())
    }

    /// What may follow a step: the end of the ply, and each further step.
    pub fn more_steps(&mut self, env: &Env) -> Res<()> {
        let Some(steps) = Steps::of(self.e.program, &self.code.turn) else { return Ok(()) };
        let taken = env.int_locals[LEGS];
        let out = self.e.block();
        // The last of them may have cost too much.
        let affordable = self.e.compare(IntCC::UnsignedLessThan, Word::Const(u64::from(steps.most)), taken);
        let affordable = self.e.not(affordable);
        let on = self.e.block();
        self.e.branch(affordable, on, out);
        self.e.enter(on);
        self.burn();
        let room = steps.room(self.e, taken);
        let (stop, stopped) = (self.e.block(), self.e.block());
        let short = self.e.compare(IntCC::UnsignedLessThan, taken, Word::Const(u64::from(steps.least)));
        self.e.branch(short, stopped, stop);
        self.e.enter(stop);
        let mut last = env.clone();
        // To stop is choice 0; where there is no other, it takes no bits.
        let place = last.record.place.unwrap_or(Word::Const(u64::from(last.record.bit)));
        let behind = self.e.add(place, Word::Const(u64::from(steps.bits())));
        last.record.place = Some(self.e.select(room, behind, place));
        self.run(last, &[], &Cont::Block(self.finally(), &Cont::End))?;
        self.e.jump(stopped, &[]);
        self.e.enter(stopped);
        let more = self.e.block();
        self.e.branch(room, more, out);
        self.e.enter(more);
        for (index, &step) in steps.clauses.iter().enumerate() {
            let mut next = env.clone();
            next.push(self.e, Word::Const(index as u64 + 1), steps.bits())?;
            self.step(next, step)?;
        }
        self.e.jump(out, &[]);
        self.e.enter(out);
        Ok(())
    }
}

impl Emit<'_, '_> {
    /// Runs the steps of a ply that is read from a record; `first` is the place of the first one.
    pub fn steps(&mut self, env: &mut Env, code: &SideCode, steps: &Steps, first: Word) -> Res<()> {
        self.repeat_ply(env, first, &mut |e, inside, number| {
            let mut ends = Vec::new();
            for (index, &(clause, cost)) in steps.clauses.iter().enumerate() {
                let (this, other) = (e.block(), e.block());
                // The last one takes whatever a forged record says.
                match index + 1 < steps.clauses.len() {
                    true => {
                        let here = e.compare(IntCC::Equal, number, Word::Const(index as u64));
                        e.branch(here, this, other);
                    }
                    false => e.jump(this, &[]),
                }
                e.enter(this);
                let mut ply = inside.clone();
                e.straight(&mut ply, &code.clauses[clause])?;
                ply.int_locals[LEGS] = e.add(ply.int_locals[LEGS], Word::Const(u64::from(cost)));
                let end = e.block();
                e.jump(end, &[]);
                ends.push((end, ply));
                if index + 1 < steps.clauses.len() {
                    e.enter(other);
                }
            }
            let mut out = e.merge(ends)?;
            let room = steps.room(e, out.int_locals[LEGS]);
            let mut peek = out.clone();
            let choice = e.read_choice(&mut peek, steps.bits())?;
            let choice = e.select(room, choice, ZERO);
            let place = e.select(room, peek.record.place.unwrap_or(ZERO), out.record.place.unwrap_or(ZERO));
            out.record.place = Some(place);
            let done = e.is_zero(choice);
            let next = e.sub(choice, Word::Const(1));
            Ok((out, next, done))
        })
    }
}
