//! Whether clauses can be played at all, asked of all cells at once.
//!
//! A step, a slide, what lies beyond, the part within another set: each of these, taken of a union, is the union of what
//! it is of the parts. So where a clause is a chain of them from its first choice on, it has a ply exactly if the chain
//! taken of all first cells at once ends in a set that has a cell.

use super::Walk;
use crate::ir::{Bool, Set, Stmt, Turn, decides};
use crate::native::emit::env::Env;
use crate::native::emit::{Res, Truth, Unsupported, ZERO};

const NO_CHAIN: Unsupported = Unsupported("a clause is no chain of steps");

/// Sets that stand for all cells of the choices so far.
#[derive(Clone, Default)]
pub struct Chain {
    /// Each with the one that it is made of.
    sets: Vec<(usize, Option<usize>)>,
    /// Those that must have a cell.
    needed: Vec<usize>,
}

impl Chain {
    fn has(&self, local: usize) -> bool {
        self.sets.iter().any(|s| s.0 == local)
    }

    /// The one set that an expression is made of, if it is made of one as a chain allows.
    fn root(&self, e: &Set) -> Option<usize> {
        match e {
            Set::Local(l) if self.has(*l) => Some(*l),
            Set::And(a, b) => match (self.reads(a), self.reads(b)) {
                (true, false) => self.root(a),
                (false, true) => self.root(b),
                _ => None,
            },
            Set::Minus(a, b) if !self.reads(b) => self.root(a),
            Set::Or(a, b) => self.root(a).filter(|root| self.root(b) == Some(*root)),
            Set::Step(_, a) | Set::Image(_, a) | Set::Preimage(_, a) => self.root(a),
            Set::Slide { of, through, exactly: None, .. } | Set::Beyond { of, through, .. } if !self.reads(through) => {
                self.root(of)
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Steps(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => None,
        }
    }

    fn reads(&self, e: &Set) -> bool {
        e.reads(&|local| self.has(local))
    }

    /// The set that has a cell exactly if all that are needed have one.
    fn end(&self) -> Option<usize> {
        let above = |mut local: usize| {
            let mut all = vec![local];
            while let Some(from) = self.sets.iter().find(|s| s.0 == local).and_then(|s| s.1) {
                all.push(from);
                local = from;
            }
            all
        };
        self.needed.iter().copied().find(|&end| {
            let all = above(end);
            self.needed.iter().all(|n| all.contains(n))
        })
    }
}

impl Walk<'_, '_, '_> {
    /// Whether a turn has a ply, apart from passes.
    ///
    /// # Errors
    /// If that can't be told without trying.
    pub fn possible(&mut self, base: &Env, turn: &Turn) -> Res<Truth> {
        if decides(&self.code.finally) || self.code.legal.iter().any(|c| *c != Bool::Const(true)) {
            return Err(NO_CHAIN);
        }
        match turn {
            Turn::Groups(groups) => {
                let program = self.e.program;
                let mut any = Truth::Const(false);
                for &clause in groups.iter().flat_map(|&g| &program.groups[g]) {
                    let code = self.code;
                    let block = &code.clauses[clause][..];
                    // Without a piece that it could begin with, nothing else is asked.
                    let first = match block.first() {
                        Some(Stmt::Pick { from, .. }) => self.by_planes(base, from)?,
                        _ => None,
                    };
                    let holds = match first {
                        None => self.chain(base.clone(), block, Chain::default())?,
                        Some(some) => {
                            let found = self.e.variable(ZERO);
                            let (ask, after) = (self.e.block(), self.e.block());
                            self.e.branch(some, ask, after);
                            self.e.enter(ask);
                            let holds = self.chain(base.clone(), block, Chain::default());
                            let known = holds.as_ref().map_or(ZERO, |&holds| self.e.number(holds));
                            self.e.define(found, known);
                            self.e.jump(after, &[]);
                            self.e.enter(after);
                            holds?;
                            let found = self.e.read(found);
                            self.e.not_zero(found)
                        }
                    };
                    any = self.e.either(any, holds);
                }
                Ok(any)
            }
            Turn::Most(_, a) => self.possible(base, a),
            Turn::Or(a, b) => {
                let (a, b) = (self.possible(base, a)?, self.possible(base, b)?);
                Ok(self.e.either(a, b))
            }
            Turn::Pass(_) | Turn::Else(..) | Turn::Repeat(..) => Err(NO_CHAIN),
        }
    }

    /// Whether a set may have a cell as far as those say of its parts that are planes.
    fn by_planes(&mut self, env: &Env, e: &Set) -> Res<Option<Truth>> {
        let parts = e.conjuncts();
        let planes: Vec<&Set> = parts.iter().copied().filter(|e| matches!(e, Set::Plane(_))).collect();
        if planes.len() < 2 || planes.len() == parts.len() {
            return Ok(None);
        }
        let mut all = self.e.set(env, planes[0])?;
        for more in &planes[1..] {
            let more = self.e.set(env, more)?;
            all = self.e.set_and(&all, &more);
        }
        Ok(Some(self.e.any(&all)))
    }

    /// Whether a block can be run to its end, with the choices so far made in all ways at once.
    pub fn chain(&mut self, mut env: Env, block: &[Stmt], mut chain: Chain) -> Res<Truth> {
        let mut holds = Truth::Const(true);
        for (i, stmt) in block.iter().enumerate() {
            if !block[i..].iter().any(Stmt::may_drop) {
                break;
            }
            match stmt {
                Stmt::Pick { local, from, .. } | Stmt::Let(local, from) => {
                    if chain.has(*local) {
                        return Err(NO_CHAIN);
                    }
                    let picked = matches!(stmt, Stmt::Pick { .. });
                    env.locals[*local] = self.e.set(&env, from)?;
                    if chain.reads(from) || picked {
                        let root = chain.root(from);
                        if chain.reads(from) && root.is_none() {
                            return Err(NO_CHAIN);
                        }
                        env.locals[*local].site = None;
                        chain.sets.push((*local, root));
                    }
                    chain.needed.extend(picked.then_some(*local));
                }
                Stmt::Guard(Bool::Any(Set::Local(l))) if chain.has(*l) => chain.needed.push(*l),
                Stmt::Guard(c) if chain.sets.is_empty() => {
                    let c = self.e.truth(&env, c)?;
                    holds = self.e.both(holds, c);
                }
                Stmt::Choose(list) => {
                    let mut any = Truth::Const(false);
                    for alternative in list {
                        let rest: Vec<Stmt> = alternative.body.iter().chain(&block[i + 1..]).cloned().collect();
                        let one = self.chain(env.clone(), &rest, chain.clone())?;
                        any = self.e.either(any, one);
                    }
                    return Ok(self.e.both(holds, any));
                }
                Stmt::LetInt(..)
                | Stmt::Guard(_)
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
                | Stmt::Again { .. }
                | Stmt::Decided => return Err(NO_CHAIN),
            }
        }
        if chain.needed.is_empty() {
            return Ok(holds);
        }
        let end = chain.end().ok_or(NO_CHAIN)?;
        let any = self.e.any(&env.locals[end]);
        Ok(self.e.both(holds, any))
    }
}
