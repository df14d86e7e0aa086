//! How much a quiet ply can add to an evaluation: the bound that futility pruning needs, read off the terms.
//!
//! A quiet ply takes one piece from a cell to an empty one: no piece appears, disappears or becomes another. So a count
//! of pieces stays as it is, a sum over cells changes by no more than two cells differ in, and what is near a piece changes
//! on a few cells; of the rest it is known how much it can be at all. (Where a rule moves two pieces at once, as castling
//! does, the bound may be passed: what is pruned by it is not exact anyway.) In doubt there is no bound.

use super::{Block, Bool, Int, IntClass, PlaneClass, Program, Set, Stmt};
use crate::game::{EVAL_LIMIT, Side};
use crate::rules::Arith;

/// The most that a quiet ply can add to an evaluation for the player who makes it; none if that is not known.
pub fn quiet_gain(program: &Program, evaluation: usize) -> Option<i32> {
    let facts = &program.facts;
    if !facts.null_move || facts.adds || !program.layout.lanes.is_empty() || program.layout.stacks > 0 {
        return None;
    }
    let gain = |mover: Side| {
        let evaluation = program.evaluations.get(evaluation)?;
        let relocation = Relocation { program, mover, shared: &evaluation.shared };
        let sum = |side: Side, sign: i64| {
            evaluation.terms[side].iter().try_fold(0_i64, |sum, (weight, int)| {
                let (down, up) = relocation.change(int)?;
                let weight = weight.checked_mul(sign)?;
                let most = if weight < 0 { weight.checked_mul(-down)? } else { weight.checked_mul(up)? };
                sum.checked_add(most)
            })
        };
        sum(mover, 1)?.checked_add(sum(mover.other(), -1)?)
    };
    // Values are cut off at a limit: nothing adds more than leads from one end to the other.
    Some(gain(Side::First)?.max(gain(Side::Second)?).min(2 * i64::from(EVAL_LIMIT)) as i32)
}

/// A piece of a player goes to an empty cell.
struct Relocation<'p> {
    program: &'p Program,
    mover: Side,
    shared: &'p [Set],
}

impl Relocation<'_> {
    /// By how much a number falls and rises at most.
    fn change(&self, int: &Int) -> Option<(i64, i64)> {
        let both = |n: i64| (n, n);
        Some(match int {
            Int::Const(_) => both(0),
            Int::Read(id) if matches!(self.program.layout.ints[*id].class, IntClass::Hand(..)) => both(0),
            // What stands where is exchanged, not what stands there.
            Int::Count(set) if self.is_cellwise(set) && !names_cells(set) => both(0),
            Int::Count(set) => both(match self.content(set) {
                Some(Content::Others) => 0,
                Some(Content::Movers { somewhere }) => i64::from(somewhere),
                None => self.differing(set) as i64,
            }),
            Int::SumTable(table, set) => {
                let table = &self.program.numbers[*table];
                let (least, most) = (*table.iter().min()?, *table.iter().max()?);
                both(match self.content(set) {
                    Some(Content::Others) => 0,
                    Some(Content::Movers { somewhere: false }) => most.checked_sub(least)?,
                    Some(Content::Movers { somewhere: true }) => most.max(0).checked_sub(least.min(0))?,
                    None => (self.differing(set) as i64).checked_mul(most.max(-least))?,
                })
            }
            Int::Windows(windows, _) => {
                let windows = &self.program.windows[*windows];
                let through = |site: usize| windows.iter().filter(|w| w.contains(site)).count();
                both(2 * (0..self.program.sites).map(through).max().unwrap_or(0) as i64)
            }
            Int::Arith(Arith::Add, a, b) => {
                let (a, b) = (self.change(a)?, self.change(b)?);
                (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)
            }
            Int::Arith(Arith::Subtract, a, b) => {
                let (a, b) = (self.change(a)?, self.change(b)?);
                (a.0.checked_add(b.1)?, a.1.checked_add(b.0)?)
            }
            Int::Arith(Arith::Least | Arith::Greatest, a, b) => {
                let (a, b) = (self.change(a)?, self.change(b)?);
                (a.0.max(b.0), a.1.max(b.1))
            }
            Int::Arith(Arith::Multiply, a, b) => match (&**a, &**b) {
                (Int::Const(factor), other) | (other, Int::Const(factor)) => {
                    let (down, up) = self.change(other)?;
                    let (down, up) = if *factor < 0 { (up, down) } else { (down, up) };
                    let factor = factor.checked_abs()?;
                    (down.checked_mul(factor)?, up.checked_mul(factor)?)
                }
                // Either factor changes, times the most that the other one can be.
                (a, b) => {
                    let part = |changes: &Int, other: &Int| {
                        let (down, up) = self.change(changes)?;
                        let (least, most) = if (down, up) == (0, 0) { (0, 0) } else { self.range(other)? };
                        down.max(up).checked_mul(most.checked_abs()?.max(least.checked_abs()?))
                    };
                    both(part(a, b)?.checked_add(part(b, a)?)?)
                }
            },
            Int::Arith(Arith::Divide, a, by) => {
                let by = divisor(by)?;
                let (down, up) = self.change(a)?;
                let rounded_up = |n: i64| Some(n.checked_add(by - 1)?.div_euclid(by));
                (rounded_up(down)?, rounded_up(up)?)
            }
            Int::If(truth, a, b) if self.is_kept(truth) => {
                let (a, b) = (self.change(a)?, self.change(b)?);
                (a.0.max(b.0), a.1.max(b.1))
            }
            Int::Arith(Arith::Modulo, a, by) if self.is_fixed(a) && self.is_fixed(by) => both(0),
            Int::If(..) | Int::Arith(Arith::Modulo, ..) => {
                let (least, most) = self.range(int)?;
                both(most.checked_sub(least)?)
            }
            Int::Mobility(..) => both(self.moves()?),
            Int::SumDistance { .. } => both((self.program.sites as i64).pow(2)),
            Int::Connection { .. } | Int::Groups(..) | Int::Largest(..) => both(self.program.sites as i64),
            Int::Read(_) | Int::Local(_) | Int::SumLane(..) | Int::SumStacked { .. } | Int::CountBelow(..) => {
                return None;
            }
        })
    }

    /// Between which bounds a number lies in every position.
    fn range(&self, int: &Int) -> Option<(i64, i64)> {
        let sites = self.program.sites as i64;
        let hull = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        Some(match int {
            Int::Const(n) => (*n, *n),
            Int::Count(_) | Int::Connection { .. } | Int::Groups(..) | Int::Largest(..) => (0, sites),
            Int::SumTable(table, _) => {
                let table = &self.program.numbers[*table];
                let sum =
                    |sign: i64| table.iter().filter(|n| **n * sign > 0).try_fold(0_i64, |sum, n| sum.checked_add(*n));
                (sum(-1)?, sum(1)?)
            }
            Int::SumDistance { .. } => (0, sites.pow(2)),
            Int::Windows(windows, _) => (0, self.program.windows[*windows].len() as i64),
            Int::Mobility(..) => (0, self.moves()?),
            Int::If(_, a, b) => hull(self.range(a)?, self.range(b)?),
            Int::Arith(Arith::Modulo, _, by) => (0, divisor(by)? - 1),
            Int::Arith(Arith::Divide, a, by) => {
                let (by, (least, most)) = (divisor(by)?, self.range(a)?);
                (least.div_euclid(by), most.div_euclid(by))
            }
            Int::Arith(operation, a, b) => {
                let (a, b) = (self.range(a)?, self.range(b)?);
                match operation {
                    Arith::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
                    Arith::Subtract => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
                    Arith::Least => (a.0.min(b.0), a.1.min(b.1)),
                    Arith::Greatest => (a.0.max(b.0), a.1.max(b.1)),
                    Arith::Multiply => {
                        let times = |a: i64| Some((a.checked_mul(b.0)?, a.checked_mul(b.1)?));
                        let (low, high) = (times(a.0)?, times(a.1)?);
                        let corners = [low.0, low.1, high.0, high.1];
                        (*corners.iter().min()?, *corners.iter().max()?)
                    }
                    Arith::Divide | Arith::Modulo => return None,
                }
            }
            Int::Read(_) | Int::Local(_) | Int::SumLane(..) | Int::SumStacked { .. } | Int::CountBelow(..) => {
                return None;
            }
        })
    }

    /// Whether a number is surely the same afterwards.
    fn is_fixed(&self, int: &Int) -> bool {
        self.change(int) == Some((0, 0))
    }

    /// Whether a truth is surely the same afterwards.
    fn is_kept(&self, truth: &Bool) -> bool {
        match truth {
            Bool::Const(_) => true,
            Bool::Any(set) => self.is_cellwise(set) && !names_cells(set),
            Bool::Compare(_, a, b) => self.is_fixed(a) && self.is_fixed(b),
            Bool::Not(a) => self.is_kept(a),
            Bool::And(a, b) | Bool::Or(a, b) => self.is_kept(a) && self.is_kept(b),
            Bool::Same(..) | Bool::Stuck(..) | Bool::History(_) => false,
        }
    }

    /// How many moves there are at most, where a move chooses two cells.
    fn moves(&self) -> Option<i64> {
        let clauses = &self.program.sides[self.mover].clauses;
        let picks = |block: &Block| block.iter().filter(|stmt| matches!(stmt, Stmt::Pick { .. })).count();
        let few = clauses.iter().all(|clause| picks(clause) <= 2);
        few.then(|| (clauses.len() * self.program.sites * self.program.sites) as i64)
    }

    /// Whose pieces a set holds, if it says of each cell only what stands there.
    fn content(&self, set: &Set) -> Option<Content> {
        if !self.is_cellwise(set) {
            return None;
        }
        let planes = &self.program.layout.planes;
        let of = |side: Side| (0..planes.len()).find(|&id| planes[id].class == PlaneClass::Side(side));
        let lies_in = |plane: usize| set.is_part_of(&Set::Plane(plane));
        if lies_in(of(self.mover.other())?) {
            return Some(Content::Others);
        }
        lies_in(of(self.mover)?).then(|| Content::Movers { somewhere: names_cells(set) })
    }

    fn is_cellwise(&self, set: &Set) -> bool {
        let tells_placement = |id: usize| self.program.layout.planes[id].class.is_placement();
        set.is_cellwise(&mut |named| if let Set::Plane(id) = named { tells_placement(*id) } else { true })
    }

    /// In how many cells a set differs afterwards at most.
    fn differing(&self, set: &Set) -> usize {
        (2 * self.spread(set)).min(self.program.sites)
    }

    /// In how many cells a set may differ because one cell does.
    fn spread(&self, set: &Set) -> usize {
        let all = self.program.sites;
        let found = match set {
            _ if self.is_cellwise(set) => 1,
            Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) => self.spread(a) + self.spread(b),
            Set::Step(_, of) => self.spread(of),
            Set::Shared(id) => self.spread(&self.shared[*id]),
            Set::Image(relation, of) => {
                let widest = self.program.images[*relation].iter().map(|cells| cells.len()).max();
                widest.unwrap_or(0) * self.spread(of)
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
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
            | Set::Rotate { .. } => all,
        };
        found.min(all)
    }
}

/// What a number is divided by, if it is always the same and positive.
fn divisor(int: &Int) -> Option<i64> {
    if let Int::Const(by) = int { Some(*by).filter(|by| *by > 0) } else { None }
}

/// Whose pieces a set holds.
enum Content {
    /// Those of the other player.
    Others,
    /// Those of the player who moves; only where they stand on some cells, if `somewhere`.
    Movers { somewhere: bool },
}

/// Whether cells are named in a set.
fn names_cells(set: &Set) -> bool {
    match set {
        Set::Const(_) => true,
        Set::And(a, b) | Set::Or(a, b) | Set::Minus(a, b) => names_cells(a) || names_cells(b),
        Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
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
        | Set::Rotate { .. } => false,
    }
}
