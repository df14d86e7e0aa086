//! What comes after every ply, in one place of a function: the endings, and whether anything before can come back.

use crate::proofs::turns::since_planes;
use std::cell::Cell;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Value, types};

use crate::game::Side;
use crate::ir::{Decision, Layout, PlaneClass, PlaneId, Program};
use crate::native::emit::env::{Env, Reads};
use crate::native::emit::{Emit, Res, SetV, Truth, Word, ZERO};
use crate::native::legal::verdicts::{answer, verdicts};
use crate::proofs::turns::by_position;

/// What is answered of a ply.
#[derive(Debug, Clone, Copy)]
pub struct Answers {
    /// The ending.
    pub status: bool,
    /// The clause.
    pub clause: bool,
    /// Whether nothing before can come back.
    pub irreversible: bool,
    /// Whether endings may be asked around the ply: none of their conditions held before.
    pub around: bool,
    /// Whether the whole state is asked for, in registers.
    pub whole: bool,
}

impl Answers {
    /// What is asked of a ply in a random game: only what its rules ask.
    pub fn drawn(program: &Program) -> Answers {
        let forbids = program.forbids_by_history();
        let verdicts = program.sides.iter().flat_map(|s| &s.verdicts);
        let reads = forbids || verdicts.into_iter().any(|v| v.clock || v.history);
        Answers { status: true, clause: forbids, irreversible: reads, around: false, whole: false }
    }
}

/// The end of a function that makes plies: paths come here with the parts of the new state that the endings read.
pub struct Epilogue {
    block: Block,
    reads: Reads,
    after: Env,
    with_status: bool,
    /// The clause of the ply, where the answer tells it.
    clause: Option<Word>,
    /// Whether the answer tells that nothing before can come back.
    irreversible: bool,
    added: Option<Added>,
}

/// The cell that plies add to a plane, where endings are asked around it.
struct Added {
    plane: PlaneId,
    /// The plane before.
    base: SetV,
    /// The number of the cell.
    site: Word,
    /// Whether a path has come of which it is not known.
    unknown: Cell<bool>,
}

impl Epilogue {
    /// The end of plies of a side from `base`.
    pub fn begin(e: &mut Emit, base: &Env, side: Side, answers: Answers) -> Epilogue {
        let program = e.program;
        let mut reads = Reads::none(program);
        if answers.whole {
            reads.planes.fill(true);
            reads.ints.fill(true);
        }
        if answers.status {
            for side in &program.sides {
                for v in by_position(&side.verdicts) {
                    reads.truth(&v.1.when);
                    if let Decision::Margin(n) = &v.1.decides {
                        reads.int(n);
                    }
                }
            }
        }
        reads.ints[Layout::MOVER] = true;
        let irreversible = answers.irreversible && program.facts.tells_irreversible();
        for (id, plane) in program.layout.planes.iter().enumerate() {
            reads.planes[id] |= irreversible && program.facts.one_way() && is_owner(plane.class);
        }
        for id in program.facts.advancing().filter(|_| irreversible) {
            reads.planes[id] = true;
        }
        for id in program.facts.falling().filter(|_| irreversible) {
            reads.ints[id] = true;
        }
        let block = e.block();
        let mut after = base.clone();
        for (id, plane) in after.planes.iter_mut().enumerate() {
            if reads.planes[id] {
                let words = (0..e.n).map(|_| Word::Value(e.b.append_block_param(block, types::I64))).collect();
                *plane = SetV::new(words);
            }
        }
        if !program.facts.extra_turns {
            reads.ints[Layout::MOVER] = false;
            after.ints[Layout::MOVER] = Word::Const(side.other().index() as u64);
        }
        for (id, int) in after.ints.iter_mut().enumerate() {
            if reads.ints[id] {
                *int = Word::Value(e.b.append_block_param(block, types::I64));
            }
        }
        let clause = answers.clause.then(|| Word::Value(e.b.append_block_param(block, types::I64)));
        let added = match since_planes(program, side)[..] {
            [plane] if answers.around => Some(Added {
                plane,
                base: base.planes[plane].clone(),
                site: Word::Value(e.b.append_block_param(block, types::I64)),
                unknown: Cell::new(false),
            }),
            _ => None,
        };
        Epilogue { block, reads, after, with_status: answers.status, clause, irreversible, added }
    }

    /// A path ends: its state goes to `next`, if that is given.
    pub fn leave(&self, e: &mut Emit, env: &Env, next: Option<Value>, clause: Word) {
        if let Some(next) = next {
            env.store(e, next);
        }
        let mut args = Vec::new();
        for (id, plane) in env.planes.iter().enumerate() {
            if self.reads.planes[id] {
                args.extend_from_slice(&plane.words);
            }
        }
        args.extend(env.ints.iter().enumerate().filter(|(id, _)| self.reads.ints[*id]).map(|(_, &w)| w));
        args.extend(self.clause.map(|_| clause));
        if let Some(added) = &self.added {
            let grown = env.planes[added.plane].grown.as_ref().filter(|g| g.base.words == added.base.words);
            let site = grown.and_then(|g| g.one.site);
            added.unknown.set(added.unknown.get() || site.is_none());
            args.push(site.unwrap_or(ZERO));
        }
        e.jump(self.block, &args);
    }

    /// All paths have come: the answer, and the new state as far as it is known here.
    pub fn finish(&self, e: &mut Emit, base: &Env) -> Res<(Word, Env)> {
        e.enter(self.block);
        let after = self.after.clone();
        let after = Env { old_planes: after.planes.clone().into(), old_ints: after.ints.clone().into(), ..after };
        let known = self.added.as_ref().filter(|a| !a.unknown.get());
        let added = known.map(|a| (a.plane, e.single(a.site)));
        let after = Env { added, ..after };
        let mut out = if self.with_status { verdicts(e, &after, false)? } else { ZERO };
        if let Some(clause) = self.clause {
            let clause = e.shift(clause, answer::CLAUSE as i32);
            out = e.or(out, clause);
        }
        if self.irreversible {
            let bit = irreversible(e, (&base.planes, &base.ints), &after);
            out = e.or(out, bit);
        }
        Ok((out, after))
    }
}

/// The answer's bit for a ply after which there are more or fewer pieces, where plies only add or only take off, or
/// fewer in a hand that they only take from, or men stand elsewhere that only advance.
pub fn irreversible(e: &mut Emit, (planes, ints): (&[SetV], &[Word]), after: &Env) -> Word {
    let program = e.program;
    let mut gone = match program.facts.one_way() {
        true => more_or_fewer(e, planes, &after.planes),
        false => Truth::Const(false),
    };
    for id in program.facts.falling() {
        let falls = e.compare(IntCC::SignedLessThan, after.ints[id], ints[id]);
        gone = e.either(gone, falls);
    }
    for id in program.facts.advancing() {
        let changed = e.zip(&planes[id], &after.planes[id], Emit::xor);
        let changed = e.any(&changed);
        gone = e.either(gone, changed);
    }
    e.select(gone, Word::Const(answer::IRREVERSIBLE), ZERO)
}

fn more_or_fewer(e: &mut Emit, before: &[SetV], after: &[SetV]) -> Truth {
    let program = e.program;
    let [before, now] = [before, after].map(|planes| {
        let owners = program.layout.planes.iter().zip(planes).filter(|(plane, _)| is_owner(plane.class));
        owners.fold(ZERO, |sum, (_, set)| {
            let size = e.size(set);
            e.add(sum, size)
        })
    });
    let (less, more) = if program.facts.adds { (before, now) } else { (now, before) };
    e.compare(IntCC::SignedLessThan, less, more)
}

fn is_owner(class: PlaneClass) -> bool {
    matches!(class, PlaneClass::Side(_) | PlaneClass::Neutral)
}
