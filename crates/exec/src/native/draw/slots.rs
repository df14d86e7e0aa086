//! How many slots the plies of a clause need; see [`super`].

use cranelift_codegen::ir::condcodes::IntCC;

use super::Draw;
use super::beams::Beams;
use crate::ir::walk::cost_of_set;
use crate::ir::{Set, Stmt, decides};
use crate::native::emit::{Emit, Res, Unsupported, Word, ZERO};
use crate::proofs::bounds::Path;

/// Where one way has more than so many times the slots of another, draws on the other nearly always miss.
pub const UNEVEN: u64 = 6;
/// Choices of at most so many cells need no better bound.
const FEW_CELLS: u64 = 8;
/// Sets that cost more are not worth counting for a bound.
const DEAR: usize = 8;

/// What comes after a block.
#[derive(Clone, Copy)]
pub enum Cont<'c, 'a> {
    /// More statements.
    Block(&'a [Stmt], &'c Cont<'c, 'a>),
    /// A leg is done.
    Leg(&'c Cont<'c, 'a>),
    /// The ply is complete.
    End,
}

/// A number of slots.
#[derive(Debug, Clone, Copy)]
pub struct Slots {
    /// The most there can be, whatever the position.
    pub most: u64,
    /// How many there are in the position at hand; at most as many.
    pub now: Word,
}

impl Slots {
    const ONE: Slots = Slots { most: 1, now: Word::Const(1) };

    fn fixed(n: u64) -> Slots {
        Slots { most: n, now: Word::Const(n) }
    }
}

/// The greater one of two numbers.
pub fn greater(e: &mut Emit, a: Word, b: Word) -> Word {
    let less = e.compare(IntCC::UnsignedLessThan, a, b);
    e.select(less, b, a)
}

impl<'a> Draw<'_, 'a, '_> {
    /// How many slots what follows needs.
    pub fn slots(&mut self, path: &Path<'a>, block: &'a [Stmt], cont: &Cont<'_, 'a>) -> Res<Slots> {
        self.work_left = self.work_left.checked_sub(1).ok_or(Unsupported("it has too many ways"))?;
        let mut path = path.clone();
        for (index, stmt) in block.iter().enumerate() {
            let rest = &block[index + 1..];
            match stmt {
                Stmt::Pick { .. } => {
                    let here = self.most(&path, stmt);
                    path.pass(stmt);
                    let after = self.slots(&path, rest, cont)?;
                    return Ok(Slots {
                        most: here.most.saturating_mul(after.most),
                        now: self.e.mul(here.now, after.now),
                    });
                }
                Stmt::Choose(list) => {
                    let next = Cont::Block(rest, cont);
                    let mut sum = Slots::fixed(0);
                    for alternative in list {
                        let one = self.slots(&path, &alternative.body, &next)?;
                        sum = Slots { most: sum.most.saturating_add(one.most), now: self.e.add(sum.now, one.now) };
                    }
                    return Ok(sum);
                }
                Stmt::If(_, a, b) if decides(a) || decides(b) => {
                    let next = Cont::Block(rest, cont);
                    let part = self.part.as_ref().filter(|p| p.decides(stmt)).map(|p| p.may_hold);
                    if part == Some(false) {
                        return self.slots(&path, b, &next);
                    }
                    let (a, b) = (self.slots(&path, a, &next)?, self.slots(&path, b, &next)?);
                    if part.is_none() && a.most.min(b.most) * UNEVEN < a.most.max(b.most) {
                        return Err(Unsupported("most draws would miss"));
                    }
                    return Ok(Slots { most: a.most.max(b.most), now: greater(self.e, a.now, b.now) });
                }
                Stmt::Let(..)
                | Stmt::LetInt(..)
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
                | Stmt::Decided => path.pass(stmt),
            }
        }
        match *cont {
            Cont::Block(more, next) => self.slots(&path, more, next),
            Cont::Leg(next) => self.slots(&path, &[], next),
            Cont::End => Ok(Slots::ONE),
        }
    }

    /// At least as many as the cells of a choice.
    pub fn most(&mut self, path: &Path<'a>, pick: &'a Stmt) -> Slots {
        let Stmt::Pick { from, .. } = pick else { return Slots::ONE };
        if let Some(beams) = Beams::of(self.e.program, pick) {
            return Slots::fixed(beams.most);
        }
        // A choice without cells has a slot, too, that always misses.
        let most = path.most(from).max(1);
        if most <= FEW_CELLS {
            return Slots::fixed(most);
        }
        match self.bound(path, pick) {
            Some(now) => {
                let less = self.e.compare(IntCC::UnsignedLessThan, now, Word::Const(most));
                Slots { most, now: self.e.select(less, now, Word::Const(most)) }
            }
            None => Slots::fixed(most),
        }
    }

    /// The size of a set that the cells of a choice are among and that is known before the ply; none if there is no such
    /// set that costs little.
    fn bound(&mut self, path: &Path<'a>, pick: &'a Stmt) -> Option<Word> {
        let Stmt::Pick { from, .. } = pick else { return None };
        let set = known(path, from)?;
        if let Some(&size) = self.bounds.get(&std::ptr::from_ref(pick)) {
            return Some(size);
        }
        let base = self.base.clone();
        let set = self.e.set(&base, &set).ok()?;
        let size = self.e.size(&set);
        if size == ZERO || matches!(size, Word::Const(_)) {
            return None;
        }
        self.bounds.insert(pick, size);
        Some(size)
    }
}

/// A set that has at least the cells of another, and reads only what the path leaves as it was before the ply.
pub fn known(path: &Path<'_>, e: &Set) -> Option<Set> {
    if is_plain(path, e) {
        return Some(e.clone());
    }
    match e {
        Set::Minus(a, b) => {
            let (a, mut parts) = (known(path, a)?, Vec::new());
            plain_parts(path, b, &mut parts);
            Some(parts.into_iter().fold(a, |a, part| Set::Minus(Box::new(a), Box::new(part))))
        }
        Set::And(a, b) => known(path, a).or_else(|| known(path, b)),
        Set::Else(a, b) => {
            let (a, b) = (known(path, a)?, known(path, b)?);
            Some(if a == b { a } else { Set::Or(Box::new(a), Box::new(b)) })
        }
        Set::Const(_)
        | Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
        | Set::Or(..)
        | Set::When(..)
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
        | Set::Rotate { .. } => None,
    }
}

/// Whether a set costs little and reads only what the path leaves as it was.
fn is_plain(path: &Path<'_>, e: &Set) -> bool {
    let stays = |named: &Set| if let Set::Plane(id) = named { !path.writes(*id) } else { true };
    cost_of_set(e) <= DEAR && e.is_cellwise(&mut |named| stays(named))
}

/// Parts of a union that are plain.
fn plain_parts(path: &Path<'_>, e: &Set, parts: &mut Vec<Set>) {
    match e {
        _ if is_plain(path, e) => parts.push(e.clone()),
        Set::Or(a, b) => {
            plain_parts(path, a, parts);
            plain_parts(path, b, parts);
        }
        Set::Const(_)
        | Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
        | Set::And(..)
        | Set::Minus(..)
        | Set::Else(..)
        | Set::When(..)
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
        | Set::Rotate { .. } => {}
    }
}
