//! Choices for all cells at once: which cells can lead anywhere, and whether any does. What is given is never too little.

use crate::canary::Canary;
use crate::ir::walk::cost_of_set;
use crate::ir::{Bool, IntLocal, Local, Set, StepId, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, SetV, Truth, Word};

/// Sets that cost more are not worth asking.
const DEAR: usize = 40;

/// Locals that are not the same for all choices, or not known.
#[derive(Clone)]
struct Free {
    sets: Vec<Local>,
    numbers: Vec<IntLocal>,
}

impl Free {
    /// Whether a set depends on them.
    fn binds(&self, e: &Set) -> bool {
        e.reads(&|local| self.sets.contains(&local)) || e.reads_number(&|local| self.numbers.contains(&local))
    }
}

impl Emit<'_, '_> {
    /// At least the cells for a first choice after which the second has a cell; none if nothing is known.
    /// The second is among `target`, if that is given.
    pub fn useful(&mut self, env: &Env, first: Local, rest: &[Stmt], target: Option<SetV>) -> Res<Option<SetV>> {
        let (mut env, mut free) = (env.clone(), vec![first]);
        for stmt in rest {
            match stmt {
                Stmt::Let(local, e) if e.reads(&|local| free.contains(&local)) => free.push(*local),
                Stmt::Let(local, e) if !free.contains(local) => env.locals[*local] = self.set(&env, e)?,
                Stmt::Pick { from, .. } => {
                    let board = || SetV::new(self.board().into_iter().map(Word::Const).collect());
                    let target = target.unwrap_or_else(board);
                    return self.leading(&env, &free, from, target);
                }
                Stmt::Guard(_) | Stmt::Show(..) => {}
                Stmt::Let(..)
                | Stmt::LetInt(..)
                | Stmt::Choose(_)
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
                | Stmt::Again { .. }
                | Stmt::Decided => break,
            }
        }
        Ok(None)
    }

    /// At least the cells for the first choice with which a set meets `target`; none if nothing is known.
    fn leading(&mut self, env: &Env, free: &[Local], e: &Set, target: SetV) -> Res<Option<SetV>> {
        let fixed = |e: &Set| !e.reads(&|local| free.contains(&local)) && cost_of_set(e) <= DEAR;
        match e {
            Set::Local(l) if *l == free[0] => Ok(Some(target)),
            Set::And(a, b) | Set::And(b, a) if fixed(b) && !fixed(a) => {
                let b = self.set(env, b)?;
                let target = self.set_and(&target, &b);
                self.leading(env, free, a, target)
            }
            Set::Minus(a, b) if fixed(b) => {
                let b = self.set(env, b)?;
                let target = self.set_minus(&target, &b);
                self.leading(env, free, a, target)
            }
            Set::Step(d, a) => self.leading_steps(env, free, &[*d], a, target),
            Set::Image(id, a) => match self.as_steps(*id) {
                Some(dirs) => self.leading_steps(env, free, &dirs, a, target),
                None => Ok(None),
            },
            // The first step of a slide leads into the target or to where it goes on.
            Set::Slide { dirs, of, through, exactly: None } if fixed(through) => {
                let through = self.set(env, through)?;
                let target = self.set_or(&target, &through);
                self.leading_steps(env, free, dirs, of, target)
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Or(..)
            | Set::And(..)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => Ok(None),
        }
    }

    fn leading_steps(
        &mut self,
        env: &Env,
        free: &[Local],
        dirs: &[StepId],
        of: &Set,
        target: SetV,
    ) -> Res<Option<SetV>> {
        if !self.few_steps(dirs) {
            return Ok(None);
        }
        let mut before = self.nothing();
        for &d in dirs {
            let one = self.preimage(d, &target)?;
            before = self.set_or(&before, &one);
        }
        self.leading(env, free, of, before)
    }

    /// Whether there may be a ply at all: the choices made for all cells at once, up to the first effect.
    pub fn lift(&mut self, env: &Env, first: (Local, &SetV), block: &[Stmt], deep: bool) -> Res<Truth> {
        let mut env = env.clone();
        env.locals[first.0] = SetV::new(first.1.words.to_vec());
        self.lift_on(env, Free { sets: vec![first.0], numbers: Vec::new() }, block, deep)
    }

    fn lift_on(&mut self, mut env: Env, mut free: Free, block: &[Stmt], deep: bool) -> Res<Truth> {
        let mut possible = Truth::Const(true);
        for stmt in block {
            match stmt {
                Stmt::Let(local, e) | Stmt::Pick { local, from: e, .. } => {
                    let picked = matches!(stmt, Stmt::Pick { .. });
                    let bound = free.binds(e);
                    let cells = self.lifted(&env, &free, e, deep)?;
                    if picked {
                        let some = self.any(&cells);
                        possible = self.both(possible, some);
                    }
                    free.sets.retain(|l| l != local);
                    if bound || picked {
                        free.sets.push(*local);
                    }
                    env.locals[*local] = SetV::new(cells.words.to_vec());
                }
                Stmt::Guard(Bool::Any(e)) => {
                    let cells = self.lifted(&env, &free, e, deep)?;
                    let some = self.any(&cells);
                    possible = self.both(possible, some);
                }
                Stmt::Choose(list) if deep => {
                    let mut any = Truth::Const(false);
                    for alternative in list {
                        let one = self.lift_on(env.clone(), free.clone(), &alternative.body, deep)?;
                        any = self.either(any, one);
                    }
                    return Ok(self.both(possible, any));
                }
                Stmt::LetInt(local, _) if !Canary::NumberForgotten.sings() => free.numbers.push(*local),
                Stmt::LetInt(..) => {}
                Stmt::Guard(_) | Stmt::Show(..) | Stmt::Decided => {}
                Stmt::Choose(_)
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
                | Stmt::Again { .. } => break,
            }
        }
        Ok(possible)
    }

    /// At least the cells that a set has for any of the choices.
    fn lifted(&mut self, env: &Env, free: &Free, e: &Set, deep: bool) -> Res<SetV> {
        let board = SetV::new(self.board().into_iter().map(Word::Const).collect());
        let bound = |e: &Set| free.binds(e);
        if !bound(e) {
            return if cost_of_set(e) > DEAR { Ok(board) } else { self.set(env, e) };
        }
        Ok(match e {
            Set::Local(l) => env.locals[*l].clone(),
            Set::And(a, b) => {
                let (a, b) = (self.lifted(env, free, a, deep)?, self.lifted(env, free, b, deep)?);
                self.set_and(&a, &b)
            }
            Set::Or(a, b) => {
                let (a, b) = (self.lifted(env, free, a, deep)?, self.lifted(env, free, b, deep)?);
                self.set_or(&a, &b)
            }
            // Only what is exact may be taken away.
            Set::Minus(a, b) if !bound(b) && cost_of_set(b) <= DEAR => {
                let (a, b) = (self.lifted(env, free, a, deep)?, self.set(env, b)?);
                self.set_minus(&a, &b)
            }
            Set::Minus(a, _) | Set::When(_, a) => self.lifted(env, free, a, deep)?,
            Set::Step(d, a) if self.distances(*d).len() <= 10 => {
                let a = self.lifted(env, free, a, deep)?;
                self.step(*d, &a)?
            }
            Set::Slide { dirs, of, through, exactly: None } | Set::Beyond { dirs, of, through }
                if deep && !bound(through) && cost_of_set(through) <= DEAR =>
            {
                let (of, through) = (self.lifted(env, free, of, deep)?, self.set(env, through)?);
                let mut out = self.nothing();
                for &d in dirs {
                    let one = self.slide(d, &of, &through)?;
                    out = self.set_or(&out, &one);
                }
                out
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Shared(_)
            | Set::Else(..)
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
            | Set::Rotate { .. } => board,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::canary::Canary;
    use crate::game::{Drawn, Game, Successors};
    use crate::interpreter;
    use crate::ir::{Bool, Int, Program, Set, Stmt};
    use crate::native::testing::{native, program};
    use crate::rng::Rng;
    use crate::rules::Compare;

    const TWO_CHOICES: &str = "game \"two choices\"\nplayers White, Black\nboard square 3x3\npiece Man\n\
        setup { White Man on a1  Black Man on c3 }\n\
        move first { pick a in own  pick b in empty as go { move a onto b } }\n\
        move second { place Man on empty }\nturn { first else second }\nend { draw when no empty }\n";

    /// The second choice asks for a number that is bound just before it.
    fn with_a_number(program: &Program) -> Program {
        let mut program = program.clone();
        let number = program.int_locals;
        program.int_locals += 1;
        for block in program.sides.iter_mut().flat_map(|s| &mut s.clauses) {
            let picks: Vec<usize> = (0..block.len()).filter(|&i| matches!(block[i], Stmt::Pick { .. })).collect();
            let [_, second] = picks[..] else { continue };
            if let Stmt::Pick { from, .. } = &mut block[second] {
                let asked = Bool::Compare(Compare::LessEqual, Int::Const(1), Int::Local(number));
                *from = Set::When(Box::new(asked), Box::new(from.clone()));
            }
            block.insert(second, Stmt::LetInt(number, Int::Const(1)));
        }
        let bound = |block: &Vec<Stmt>| block.iter().any(|s| matches!(s, Stmt::LetInt(..)));
        assert!(program.sides.iter().all(|s| s.clauses.iter().any(bound)));
        program
    }

    /// Whether random plies are drawn that are no moves.
    fn draws_what_is_no_move() -> bool {
        let program = Arc::new(with_a_number(&program(TWO_CHOICES)));
        let slow = interpreter(program.clone(), 0);
        let game = native(&program);
        let (mut rng, mut state) = (Rng::new(2), game.initial());
        let mut next = state.clone();
        (0..100).any(|_| {
            let mut successors = Successors::new(&*slow);
            slow.successors(&state, &mut successors).expect("few moves");
            let drawn = game.draw(&state, &mut next, &mut rng);
            let is_move = (0..successors.len()).any(|index| successors.state(index) == &next[..]);
            assert!(matches!(drawn, Drawn::Made(..)), "{drawn:?}");
            std::mem::swap(&mut state, &mut next);
            !is_move
        })
    }

    #[test]
    fn a_number_bound_on_the_way_is_not_taken_for_another() {
        assert!(!draws_what_is_no_move());
        let found = Canary::NumberForgotten.during(draws_what_is_no_move);
        assert!(found, "the first group has plies, and those of the second are drawn");
    }
}
