//! How large and how deep checked expressions are.

use crate::rules::{By, Number, Region, Truth};

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
fn children<'a>(node: Node<'a>, visit: &mut dyn FnMut(Node<'a>)) {
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
