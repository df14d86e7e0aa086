//! Walks over expressions: what they read, and about what they cost.

use super::{Bool, Int, Set, Stmt};

/// A node of an expression.
#[derive(Debug, Clone, Copy)]
pub enum Part<'e> {
    /// A set.
    Set(&'e Set),
    /// A number.
    Int(&'e Int),
    /// A truth value.
    Truth(&'e Bool),
}

/// Visits every node of a set expression.
pub fn walk_set<'e>(e: &'e Set, f: &mut dyn FnMut(Part<'e>)) {
    f(Part::Set(e));
    match e {
        Set::Const(_) | Set::Plane(_) | Set::Local(_) | Set::Shared(_) | Set::Touched => {}
        Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) | Set::Else(a, b) => {
            walk_set(a, f);
            walk_set(b, f);
        }
        Set::When(c, a) => {
            walk_truth(c, f);
            walk_set(a, f);
        }
        Set::Was(a) | Set::Step(_, a) | Set::Preimage(_, a) | Set::Image(_, a) => walk_set(a, f),
        Set::Line { of, .. } => walk_set(of, f),
        Set::Steps(_, n, a) => {
            walk_int(n, f);
            walk_set(a, f);
        }
        Set::Slide { of, through, exactly, .. } => {
            exactly.iter().for_each(|n| walk_int(n, f));
            walk_set(of, f);
            walk_set(through, f);
        }
        Set::Ray { of, through, until, exactly, .. } => {
            exactly.iter().for_each(|n| walk_int(n, f));
            until.iter().for_each(|u| walk_set(u, f));
            walk_set(of, f);
            walk_set(through, f);
        }
        Set::Beyond { of: a, through: b, .. } | Set::Flood { seed: a, within: b, .. } => {
            walk_set(a, f);
            walk_set(b, f);
        }
        Set::Collect { over, body, .. } => {
            walk_set(over, f);
            walk_set(body, f);
        }
        Set::Holding(_, a, b) => {
            walk_int(a, f);
            walk_int(b, f);
        }
        Set::Stacked { occupied, least, most } => {
            walk_set(occupied, f);
            walk_int(least, f);
            walk_int(most, f);
        }
        Set::Rotate { what, region, .. } => {
            walk_set(what, f);
            walk_set(region, f);
        }
    }
}

/// Visits every node of a number expression.
pub fn walk_int<'e>(e: &'e Int, f: &mut dyn FnMut(Part<'e>)) {
    f(Part::Int(e));
    match e {
        Int::Const(_) | Int::Read(_) | Int::Local(_) | Int::Mobility(..) => {}
        Int::Count(a) | Int::SumTable(_, a) | Int::SumLane(_, a) | Int::Groups(_, a) | Int::Largest(_, a) => {
            walk_set(a, f)
        }
        Int::Connection { sets, .. } => sets.iter().for_each(|s| walk_set(s, f)),
        Int::CountBelow(_, of) => walk_set(of, f),
        Int::SumDistance { of, to, .. } | Int::SumStacked { of, occupied: to } => {
            walk_set(of, f);
            walk_set(to, f);
        }
        Int::Windows(_, needs) => needs.iter().for_each(|n| walk_set(&n.0, f)),
        Int::Arith(_, a, b) => {
            walk_int(a, f);
            walk_int(b, f);
        }
        Int::If(c, a, b) => {
            walk_truth(c, f);
            walk_int(a, f);
            walk_int(b, f);
        }
    }
}

/// Visits every node of a truth expression.
pub fn walk_truth<'e>(e: &'e Bool, f: &mut dyn FnMut(Part<'e>)) {
    f(Part::Truth(e));
    match e {
        Bool::Const(_) | Bool::Stuck(..) | Bool::History(_) => {}
        Bool::Any(a) => walk_set(a, f),
        Bool::Same(a, b) => {
            walk_set(a, f);
            walk_set(b, f);
        }
        Bool::Compare(_, a, b) => {
            walk_int(a, f);
            walk_int(b, f);
        }
        Bool::Not(a) => walk_truth(a, f),
        Bool::And(a, b) | Bool::Or(a, b) => {
            walk_truth(a, f);
            walk_truth(b, f);
        }
    }
}

/// The sets that a set is made of directly, or by way of numbers and conditions.
pub fn each_operand(e: &mut Set, f: &mut dyn FnMut(&mut Set)) {
    match e {
        Set::Const(_) | Set::Plane(_) | Set::Local(_) | Set::Shared(_) | Set::Touched => {}
        Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) | Set::Else(a, b) => [a, b].into_iter().for_each(|a| f(a)),
        Set::When(c, a) => {
            operands_of_truth(c, f);
            f(a);
        }
        Set::Was(a) | Set::Step(_, a) | Set::Preimage(_, a) | Set::Image(_, a) | Set::Line { of: a, .. } => f(a),
        Set::Steps(_, n, a) => {
            operands_of_int(n, f);
            f(a);
        }
        Set::Slide { of, through, exactly, .. } => {
            exactly.iter_mut().for_each(|n| operands_of_int(n, f));
            [of, through].into_iter().for_each(|a| f(a));
        }
        Set::Ray { of, through, until, exactly, .. } => {
            exactly.iter_mut().for_each(|n| operands_of_int(n, f));
            [of, through].into_iter().chain(until).for_each(|a| f(a));
        }
        Set::Beyond { of: a, through: b, .. }
        | Set::Flood { seed: a, within: b, .. }
        | Set::Collect { over: a, body: b, .. }
        | Set::Rotate { what: a, region: b, .. } => [a, b].into_iter().for_each(|a| f(a)),
        Set::Holding(_, a, b) => [a, b].into_iter().for_each(|n| operands_of_int(n, f)),
        Set::Stacked { occupied, least, most } => {
            f(occupied);
            [least, most].into_iter().for_each(|n| operands_of_int(n, f));
        }
    }
}

/// The sets that a number is made of, not those that these are made of.
pub fn operands_of_int(e: &mut Int, f: &mut dyn FnMut(&mut Set)) {
    match e {
        Int::Const(_) | Int::Read(_) | Int::Local(_) | Int::Mobility(..) => {}
        Int::Count(a)
        | Int::SumTable(_, a)
        | Int::SumLane(_, a)
        | Int::Groups(_, a)
        | Int::Largest(_, a)
        | Int::CountBelow(_, a) => f(a),
        Int::Connection { sets, .. } => sets.iter_mut().for_each(f),
        Int::SumDistance { of: a, to: b, .. } | Int::SumStacked { of: a, occupied: b } => {
            [a, b].into_iter().for_each(|a| f(a));
        }
        Int::Windows(_, needs) => needs.iter_mut().for_each(|n| f(&mut n.0)),
        Int::Arith(_, a, b) => [a, b].into_iter().for_each(|n| operands_of_int(n, f)),
        Int::If(c, a, b) => {
            operands_of_truth(c, f);
            [a, b].into_iter().for_each(|n| operands_of_int(n, f));
        }
    }
}

/// The sets that a condition is made of, not those that these are made of.
pub fn operands_of_truth(e: &mut Bool, f: &mut dyn FnMut(&mut Set)) {
    match e {
        Bool::Const(_) | Bool::Stuck(..) | Bool::History(_) => {}
        Bool::Any(a) => f(a),
        Bool::Same(a, b) => [a, b].into_iter().for_each(f),
        Bool::Compare(_, a, b) => [a, b].into_iter().for_each(|n| operands_of_int(n, f)),
        Bool::Not(a) => operands_of_truth(a, f),
        Bool::And(a, b) | Bool::Or(a, b) => [a, b].into_iter().for_each(|c| operands_of_truth(c, f)),
    }
}

fn weight(part: Part<'_>) -> usize {
    match part {
        Part::Set(Set::Flood { .. } | Set::Collect { .. } | Set::Rotate { .. }) => 100,
        Part::Set(Set::Slide { dirs, .. } | Set::Ray { dirs, .. } | Set::Beyond { dirs, .. }) => 10 * dirs.len(),
        Part::Set(Set::Line { dirs, .. }) => 10 * dirs.len(),
        Part::Int(
            Int::Mobility(..) | Int::Groups(..) | Int::Largest(..) | Int::SumDistance { .. } | Int::Windows(..),
        ) => 200,
        Part::Truth(Bool::Stuck(..)) => 200,
        Part::Set(_) | Part::Int(_) | Part::Truth(_) => 1,
    }
}

/// About how many operations a truth expression takes.
pub fn cost(e: &Bool) -> usize {
    let mut sum = 0;
    walk_truth(e, &mut |part| sum += weight(part));
    sum
}

/// About how many operations a set expression takes.
pub fn cost_of_set(e: &Set) -> usize {
    let mut sum = 0;
    walk_set(e, &mut |part| sum += weight(part));
    sum
}

/// About how many operations the statements of a block are, those inside of others included.
pub fn cost_of_block(block: &[Stmt]) -> usize {
    block.iter().map(|stmt| cost_of_stmt(stmt) + stmt.blocks().map(|block| cost_of_block(block)).sum::<usize>()).sum()
}

/// About how many of them are carried out each time: what stands under a condition now and then.
pub fn cost_of_run(block: &[Stmt]) -> usize {
    /// How often a condition does not hold.
    const SELDOM: usize = 4;
    let inside = |stmt: &Stmt| {
        let sum: usize = stmt.blocks().map(|block| cost_of_run(block)).sum();
        if matches!(stmt, Stmt::If(..)) { sum / SELDOM } else { sum }
    };
    block.iter().map(|stmt| cost_of_stmt(stmt) + inside(stmt)).sum()
}

/// About how many operations a statement takes without those inside of it.
fn cost_of_stmt(stmt: &Stmt) -> usize {
    let account = stmt.account();
    let mut sum = account.sets.into_iter().flatten().map(cost_of_set).sum::<usize>();
    sum += account.condition.map_or(0, cost);
    account.number.into_iter().for_each(|number| walk_int(number, &mut |part| sum += weight(part)));
    sum
}
