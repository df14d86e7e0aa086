//! Walking through rules: every node below a node, itself first.

use super::{By, Clause, DirSet, Effect, Number, Region, Rules, Truth, Turn, TurnKind, Verb, VerdictKind};

/// A node of the rules.
#[derive(Debug, Clone, Copy)]
pub enum Node<'a> {
    /// A region.
    Region(&'a Region),
    /// A number.
    Number(&'a Number),
    /// A truth.
    Truth(&'a Truth),
    /// Directions.
    Dirs(&'a DirSet),
    /// An effect.
    Effect(&'a Effect),
}

/// Visits a region and all below it.
pub fn region<'a>(e: &'a Region, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Region(e));
    match e {
        Region::Const(_)
        | Region::PerSide(..)
        | Region::Pieces { .. }
        | Region::Empty
        | Region::State(_)
        | Region::Local(_)
        | Region::AttackedBy(_)
        | Region::Touched => {}
        Region::Or(a, b) | Region::On(a, b) | Region::Except(a, b) | Region::Else(a, b) => {
            region(a, f);
            region(b, f);
        }
        Region::Step { dirs, steps, of } => {
            f(Node::Dirs(dirs));
            steps.iter().for_each(|n| number(n, f));
            region(of, f);
        }
        Region::Preimage { of, .. } | Region::Table(_, of) => region(of, f),
        Region::Ray { dirs, exactly, of, through, until } => {
            f(Node::Dirs(dirs));
            exactly.iter().for_each(|n| number(n, f));
            region(of, f);
            region(through, f);
            until.iter().for_each(|u| region(u, f));
        }
        Region::Flood { dirs, seed, within } => {
            f(Node::Dirs(dirs));
            region(seed, f);
            region(within, f);
        }
        Region::Line { dirs, of, .. } => {
            f(Node::Dirs(dirs));
            region(of, f);
        }
        Region::Was(a) | Region::StrongerThan(a) | Region::WeakerThan(a) => region(a, f),
        Region::Holding(a, b) => {
            number(a, f);
            number(b, f);
        }
    }
}

/// Visits a number and all below it.
pub fn number<'a>(e: &'a Number, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Number(e));
    match e {
        Number::Const(_) | Number::State(_) | Number::Hand(..) | Number::Mobility(_) | Number::Legs => {}
        Number::Count(a) | Number::CountPieces(_, a) | Number::Sum(a, By::Table(_)) => region(a, f),
        Number::Sum(a, By::DistanceTo(b)) => {
            region(a, f);
            region(b, f);
        }
        Number::Groups(dirs, a) => {
            f(Node::Dirs(dirs));
            region(a, f);
        }
        Number::Connection(c) => {
            f(Node::Dirs(&c.dirs));
            [&c.from, &c.to, &c.own, &c.open].into_iter().for_each(|r| region(r, f));
        }
        Number::Lines { need, .. } => need.iter().for_each(|n| region(&n.region, f)),
        Number::Arith(_, a, b) => {
            number(a, f);
            number(b, f);
        }
        Number::If(c, a, b) => {
            truth(c, f);
            number(a, f);
            number(b, f);
        }
    }
}

/// Visits a truth and all below it.
pub fn truth<'a>(e: &'a Truth, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Truth(e));
    match e {
        Truth::Const(_) | Truth::Stuck(..) | Truth::BothPassed => {}
        Truth::Some(a) => region(a, f),
        Truth::SameRegion(a, b) => {
            region(a, f);
            region(b, f);
        }
        Truth::Compare(_, a, b) => {
            number(a, f);
            number(b, f);
        }
        Truth::And(a, b) | Truth::Or(a, b) => {
            truth(a, f);
            truth(b, f);
        }
        Truth::Not(a) => truth(a, f),
    }
}

/// Visits effects and all below them.
pub fn effects<'a>(list: &'a [Effect], f: &mut dyn FnMut(Node<'a>)) {
    for e in list {
        f(Node::Effect(e));
        match e {
            Effect::Take(a) | Effect::Flip(a) | Effect::SetCells(_, a) | Effect::Pick(_, a) | Effect::Let(_, a) => {
                region(a, f);
            }
            Effect::Put { number: n, on, .. } => {
                number(n, f);
                region(on, f);
            }
            Effect::Move { what: a, onto: b }
            | Effect::Swap { what: a, with: b }
            | Effect::Tuck { what: a, under: b } => {
                region(a, f);
                region(b, f);
            }
            Effect::Promote { what, .. } | Effect::Rotate { what, .. } | Effect::Drop { on: what, .. } => {
                region(what, f)
            }
            Effect::SetNumber(_, n) => number(n, f),
            Effect::If(c, a, b) => {
                truth(c, f);
                effects(a, f);
                effects(b, f);
            }
            Effect::May(a) => effects(a, f),
            Effect::Either(branches) => branches.iter().for_each(|b| effects(&b.effects, f)),
            Effect::Again { dirs, .. } => dirs.iter().for_each(|d| f(Node::Dirs(d))),
            Effect::Reset(_) | Effect::ExtraTurn => {}
        }
    }
}

/// Visits what a verb names, the directions it goes along left out.
pub fn verb<'a>(v: &'a Verb, f: &mut dyn FnMut(Node<'a>)) {
    match v {
        Verb::Step { to, .. } | Verb::Fly { to } => region(to, f),
        Verb::Slide { exactly, through, to, .. } => {
            exactly.iter().for_each(|n| number(n, f));
            region(through, f);
            region(to, f);
        }
        Verb::Hop { before, over, after, to, .. } => {
            before.iter().for_each(|e| region(e, f));
            region(over, f);
            after.iter().for_each(|e| region(e, f));
            region(to, f);
        }
        Verb::Place { on, .. } | Verb::Drop { on, .. } => region(on, f),
        Verb::Sow { from, except, .. } => {
            region(from, f);
            except.iter().for_each(|e| region(e, f));
        }
        Verb::Pass => {}
        Verb::Pick(picks) => picks.iter().for_each(|(_, e)| region(e, f)),
    }
}

/// Visits a clause and all below it.
pub fn clause<'a>(c: &'a Clause, f: &mut dyn FnMut(Node<'a>)) {
    verb(&c.verb, f);
    c.when.iter().for_each(|t| truth(t, f));
    effects(&c.effects, f);
}

/// Visits all expressions and effects of the rules.
pub fn rules<'a>(rules: &'a Rules, f: &mut dyn FnMut(Node<'a>)) {
    for group in &rules.groups {
        group.when.iter().for_each(|t| truth(t, f));
        group.clauses.iter().for_each(|c| clause(c, f));
    }
    turn(&rules.turn, f);
    effects(&rules.finally, f);
    rules.legal.iter().for_each(|l| truth(&l.condition, f));
    for verdict in &rules.verdicts {
        truth(&verdict.when, f);
        if let VerdictKind::Score(_, score) = &verdict.kind {
            number(score, f);
        }
    }
    rules.evaluations.iter().flat_map(|e| &e.terms).for_each(|t| number(&t.number, f));
}

fn turn<'a>(of: &'a Turn, f: &mut dyn FnMut(Node<'a>)) {
    match &of.kind {
        TurnKind::Groups(_) | TurnKind::Pass => {}
        TurnKind::Or(a, b) | TurnKind::Else(a, b) => {
            turn(a, f);
            turn(b, f);
        }
        TurnKind::Most(n, inner) => {
            number(n, f);
            turn(inner, f);
        }
        TurnKind::Repeat(_, _, inner) => turn(inner, f),
    }
}

impl Clause {
    /// Whether anything in it follows the direction that was chosen.
    pub fn uses_direction(&self) -> bool {
        let mut found = false;
        clause(self, &mut |node| {
            if let Node::Dirs(dirs) = node {
                found |= !dirs.plus.is_empty() || !dirs.minus.is_empty();
            }
        });
        found
    }
}
