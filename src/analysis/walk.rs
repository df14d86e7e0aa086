//! Walks over checked expressions and rules.

use crate::rules::{By, Effect, Number, Region, Rules, Truth, Turn, TurnKind, Verb, VerdictKind};

/// A node of a checked expression.
#[derive(Clone, Copy)]
pub enum Node<'a> {
    /// A region.
    Region(&'a Region),
    /// A number.
    Number(&'a Number),
    /// A truth value.
    Truth(&'a Truth),
}

impl<'a> From<&'a Region> for Node<'a> {
    fn from(node: &'a Region) -> Self {
        Node::Region(node)
    }
}

impl<'a> From<&'a Number> for Node<'a> {
    fn from(node: &'a Number) -> Self {
        Node::Number(node)
    }
}

impl<'a> From<&'a Truth> for Node<'a> {
    fn from(node: &'a Truth) -> Self {
        Node::Truth(node)
    }
}

/// Calls `visit` for every part of a node, the node itself left out.
pub fn children<'a>(node: Node<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match node {
        Node::Region(region) => region_children(region, visit),
        Node::Number(number) => number_children(number, visit),
        Node::Truth(truth) => truth_children(truth, visit),
    }
}

fn region_children<'a>(region: &'a Region, visit: &mut dyn FnMut(Node<'a>)) {
    match region {
        Region::Const(_)
        | Region::PerSide(..)
        | Region::Pieces { .. }
        | Region::Empty
        | Region::State(_)
        | Region::Local(_)
        | Region::AttackedBy(_)
        | Region::Touched => {}
        Region::Or(a, b) | Region::On(a, b) | Region::Except(a, b) | Region::Else(a, b) => {
            visit((&**a).into());
            visit((&**b).into());
        }
        Region::Step { steps, of, .. } => {
            if let Some(n) = steps {
                visit((&**n).into());
            }
            visit((&**of).into());
        }
        Region::Preimage { of, .. } | Region::Table(_, of) | Region::Line { of, .. } => visit((&**of).into()),
        Region::Ray { exactly, of, through, until, .. } => {
            if let Some(n) = exactly {
                visit((&**n).into());
            }
            visit((&**of).into());
            visit((&**through).into());
            if let Some(u) = until {
                visit((&**u).into());
            }
        }
        Region::Flood { seed, within, .. } => {
            visit((&**seed).into());
            visit((&**within).into());
        }
        Region::Was(a) | Region::StrongerThan(a) | Region::WeakerThan(a) => visit((&**a).into()),
        Region::Holding(a, b) => {
            visit((&**a).into());
            visit((&**b).into());
        }
    }
}

fn number_children<'a>(number: &'a Number, visit: &mut dyn FnMut(Node<'a>)) {
    match number {
        Number::Const(_)
        | Number::State(_)
        | Number::Hand(..)
        | Number::Mobility(_)
        | Number::Legs
        | Number::Connection(_) => {}
        Number::Count(r) | Number::CountPieces(_, r) | Number::Groups(_, r) => visit((&**r).into()),
        Number::Sum(r, by) => {
            visit((&**r).into());
            if let By::DistanceTo(to) = by {
                visit((&**to).into());
            }
        }
        Number::Lines { need, .. } => need.iter().for_each(|n| visit((&n.region).into())),
        Number::Arith(_, a, b) => {
            visit((&**a).into());
            visit((&**b).into());
        }
        Number::If(t, a, b) => {
            visit((&**t).into());
            visit((&**a).into());
            visit((&**b).into());
        }
    }
}

fn truth_children<'a>(truth: &'a Truth, visit: &mut dyn FnMut(Node<'a>)) {
    match truth {
        Truth::Const(_) | Truth::Stuck(..) | Truth::BothPassed => {}
        Truth::Some(r) => visit(r.into()),
        Truth::SameRegion(a, b) => {
            visit(a.into());
            visit(b.into());
        }
        Truth::Compare(_, a, b) => {
            visit(a.into());
            visit(b.into());
        }
        Truth::And(a, b) | Truth::Or(a, b) => {
            visit((&**a).into());
            visit((&**b).into());
        }
        Truth::Not(a) => visit((&**a).into()),
    }
}

/// Whether `test` holds for the node or any part of it.
pub fn any(node: Node<'_>, test: &mut dyn FnMut(Node<'_>) -> bool) -> bool {
    if test(node) {
        return true;
    }
    let mut found = false;
    children(node, &mut |child| found = found || any(child, test));
    found
}

/// How many nodes there are, tables weighed by their length, and how deep they are nested.
pub fn measure(node: Node<'_>) -> (usize, usize) {
    let own = match node {
        Node::Number(Number::Sum(_, By::Table(table))) => 1 + table[0].len() / 16,
        _ => 1,
    };
    let (mut size, mut depth) = (own, 0);
    children(node, &mut |child| {
        let (s, d) = measure(child);
        size += s;
        depth = depth.max(d);
    });
    (size, depth + 1)
}

/// Calls `visit` for every node of every expression of the rules.
pub fn rules(rules: &Rules, visit: &mut dyn FnMut(Node<'_>)) {
    for group in &rules.groups {
        if let Some(when) = &group.when {
            all(when.into(), visit);
        }
        for clause in &group.clauses {
            verb(&clause.verb, &mut |node| all(node, visit));
            if let Some(when) = &clause.when {
                all(when.into(), visit);
            }
            effects(&clause.effects, &mut |e| operands(e, &mut |node| all(node, visit)));
        }
    }
    turn(&rules.turn, visit);
    effects(&rules.finally, &mut |e| operands(e, &mut |node| all(node, visit)));
    rules.legal.iter().for_each(|l| all((&l.condition).into(), visit));
    for verdict in &rules.verdicts {
        all((&verdict.when).into(), visit);
        if let VerdictKind::Score(_, number) = &verdict.kind {
            all(number.into(), visit);
        }
    }
    rules.evaluations.iter().flat_map(|e| &e.terms).for_each(|t| all((&t.number).into(), visit));
}

/// Calls `visit` for a node and all its parts.
pub fn all<'a>(node: Node<'a>, visit: &mut dyn FnMut(Node<'_>)) {
    visit(node);
    children(node, &mut |child| all(child, visit));
}

fn turn(of: &Turn, visit: &mut dyn FnMut(Node<'_>)) {
    match &of.kind {
        TurnKind::Groups(_) | TurnKind::Pass => {}
        TurnKind::Or(a, b) | TurnKind::Else(a, b) => {
            turn(a, visit);
            turn(b, visit);
        }
        TurnKind::Most(number, inner) => {
            all(number.into(), visit);
            turn(inner, visit);
        }
        TurnKind::Repeat(_, _, inner) => turn(inner, visit),
    }
}

/// Calls `visit` for the slots of a verb.
pub fn verb<'a>(verb: &'a Verb, visit: &mut dyn FnMut(Node<'a>)) {
    match verb {
        Verb::Step { to, .. } | Verb::Fly { to } => visit(to.into()),
        Verb::Slide { exactly, through, to, .. } => {
            if let Some(n) = exactly {
                visit(n.into());
            }
            visit(through.into());
            visit(to.into());
        }
        Verb::Hop { before, over, after, to, .. } => {
            before.iter().chain([over]).chain(after).chain([to]).for_each(|r| visit(r.into()));
        }
        Verb::Place { on, .. } | Verb::Drop { on, .. } => visit(on.into()),
        Verb::Sow { from, except, .. } => {
            visit(from.into());
            except.iter().for_each(|r| visit(r.into()));
        }
        Verb::Pass => {}
        Verb::Pick(picks) => picks.iter().for_each(|p| visit((&p.1).into())),
    }
}

/// Calls `visit` for every effect, those inside of others included.
pub fn effects<'a>(list: &'a [Effect], visit: &mut dyn FnMut(&'a Effect)) {
    for effect in list {
        visit(effect);
        match effect {
            Effect::If(_, then, otherwise) => {
                effects(then, visit);
                effects(otherwise, visit);
            }
            Effect::May(inner) => effects(inner, visit),
            Effect::Either(branches) => branches.iter().for_each(|b| effects(&b.effects, visit)),
            _ => {}
        }
    }
}

/// Calls `visit` for the operands of an effect, those of effects inside of it left out.
pub fn operands<'a>(effect: &'a Effect, visit: &mut dyn FnMut(Node<'a>)) {
    match effect {
        Effect::Take(r)
        | Effect::Flip(r)
        | Effect::Promote { what: r, .. }
        | Effect::SetCells(_, r)
        | Effect::Rotate { what: r, .. }
        | Effect::Pick(_, r)
        | Effect::Let(_, r) => visit(r.into()),
        Effect::Put { number, on, .. } => {
            visit(number.into());
            visit(on.into());
        }
        Effect::Move { what: a, onto: b } | Effect::Swap { what: a, with: b } | Effect::Tuck { what: a, under: b } => {
            visit(a.into());
            visit(b.into());
        }
        Effect::SetNumber(_, n) => visit(n.into()),
        Effect::If(t, ..) => visit(t.into()),
        Effect::Reset(_) | Effect::May(_) | Effect::Either(_) | Effect::Again { .. } | Effect::ExtraTurn => {}
    }
}
