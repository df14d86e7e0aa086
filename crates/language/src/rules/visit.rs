//! Walking through rules: the parts of a node, and every node below a node, itself first.

use super::{By, Clause, DirSet, Effect, HistoryTest, Life, Number, Region, Rules, Truth, TurnKind, Verb, VerdictKind};

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

impl<'a> From<&'a Region> for Node<'a> {
    fn from(region: &'a Region) -> Self {
        Node::Region(region)
    }
}

impl<'a> From<&'a Number> for Node<'a> {
    fn from(number: &'a Number) -> Self {
        Node::Number(number)
    }
}

impl<'a> From<&'a Truth> for Node<'a> {
    fn from(truth: &'a Truth) -> Self {
        Node::Truth(truth)
    }
}

impl<'a> From<&'a Effect> for Node<'a> {
    fn from(effect: &'a Effect) -> Self {
        Node::Effect(effect)
    }
}

/// Visits a node and all below it.
pub fn node<'a>(of: impl Into<Node<'a>>, f: &mut dyn FnMut(Node<'a>)) {
    let of = of.into();
    f(of);
    parts(of, &mut |part| node(part, f));
}

/// Whether a node or any below it passes a test.
pub fn has<'a>(of: impl Into<Node<'a>>, test: impl Fn(Node<'a>) -> bool) -> bool {
    let mut found = false;
    node(of, &mut |node| found |= test(node));
    found
}

/// Calls `f` for the parts of a node, without theirs.
pub fn parts<'a>(of: Node<'a>, f: &mut dyn FnMut(Node<'a>)) {
    match of {
        Node::Region(region) => parts_of_region(region, f),
        Node::Number(number) => parts_of_number(number, f),
        Node::Truth(truth) => parts_of_truth(truth, f),
        Node::Dirs(_) => {}
        Node::Effect(effect) => parts_of_effect(effect, f),
    }
}

fn parts_of_region<'a>(region: &'a Region, f: &mut dyn FnMut(Node<'a>)) {
    match region {
        Region::Const(_)
        | Region::PerSide(..)
        | Region::Pieces { .. }
        | Region::Empty
        | Region::State(_)
        | Region::Local(_)
        | Region::AttackedBy(..)
        | Region::Touched => {}
        Region::Or(a, b) | Region::On(a, b) | Region::Except(a, b) | Region::Else(a, b) => {
            f(Node::Region(a));
            f(Node::Region(b));
        }
        Region::Step { dirs, steps, of } => {
            f(Node::Dirs(dirs));
            steps.iter().for_each(|n| f(Node::Number(n)));
            f(Node::Region(of));
        }
        Region::Ray { dirs, exactly, of, through, until } => {
            f(Node::Dirs(dirs));
            exactly.iter().for_each(|n| f(Node::Number(n)));
            f(Node::Region(of));
            f(Node::Region(through));
            until.iter().for_each(|u| f(Node::Region(u)));
        }
        Region::Beyond { dirs, of, through } => {
            f(Node::Dirs(dirs));
            f(Node::Region(of));
            f(Node::Region(through));
        }
        Region::Flood { dirs, seed, within } => {
            f(Node::Dirs(dirs));
            f(Node::Region(seed));
            f(Node::Region(within));
        }
        Region::Line { dirs, of, .. } => {
            f(Node::Dirs(dirs));
            f(Node::Region(of));
        }
        Region::Preimage { of, .. }
        | Region::Table(_, of)
        | Region::Was(of)
        | Region::StrongerThan(of)
        | Region::WeakerThan(of) => f(Node::Region(of)),
        Region::Holding(a, b) => {
            f(Node::Number(a));
            f(Node::Number(b));
        }
    }
}

fn parts_of_number<'a>(number: &'a Number, f: &mut dyn FnMut(Node<'a>)) {
    match number {
        Number::Const(_) | Number::State(_) | Number::Hand(..) | Number::Mobility(_) | Number::Legs | Number::Laps => {}
        Number::Count(a) | Number::CountPieces(_, a) | Number::Sum(a, By::Table(_) | By::Height) => f(Node::Region(a)),
        Number::Sum(a, By::DistanceTo(b)) => {
            f(Node::Region(a));
            f(Node::Region(b));
        }
        Number::Groups(dirs, a) | Number::Largest(dirs, a) => {
            f(Node::Dirs(dirs));
            f(Node::Region(a));
        }
        Number::Connection(c) => {
            f(Node::Dirs(&c.dirs));
            [&c.from, &c.to, &c.own, &c.open].into_iter().for_each(|r| f(Node::Region(r)));
        }
        Number::Lines { need, .. } => need.iter().for_each(|n| f(Node::Region(&n.region))),
        Number::Arith(_, a, b) => {
            f(Node::Number(a));
            f(Node::Number(b));
        }
        Number::If(c, a, b) => {
            f(Node::Truth(c));
            f(Node::Number(a));
            f(Node::Number(b));
        }
    }
}

fn parts_of_truth<'a>(truth: &'a Truth, f: &mut dyn FnMut(Node<'a>)) {
    match truth {
        Truth::Const(_) | Truth::Stuck(..) | Truth::BothPassed => {}
        Truth::Some(a) => f(Node::Region(a)),
        Truth::SameRegion(a, b) => {
            f(Node::Region(a));
            f(Node::Region(b));
        }
        Truth::Compare(_, a, b) => {
            f(Node::Number(a));
            f(Node::Number(b));
        }
        Truth::And(a, b) | Truth::Or(a, b) => {
            f(Node::Truth(a));
            f(Node::Truth(b));
        }
        Truth::Not(a) => f(Node::Truth(a)),
        Truth::History(HistoryTest::Always(_, a)) => f(Node::Truth(a)),
        Truth::History(_) => {}
    }
}

fn parts_of_effect<'a>(effect: &'a Effect, f: &mut dyn FnMut(Node<'a>)) {
    match effect {
        Effect::Take(a)
        | Effect::Flip(a)
        | Effect::SetCells(_, a)
        | Effect::Pick(_, a)
        | Effect::Let(_, a)
        | Effect::Promote { what: a, .. }
        | Effect::Rotate { what: a, .. }
        | Effect::Drop { on: a, .. } => f(Node::Region(a)),
        Effect::Put { number, on, .. } => {
            f(Node::Number(number));
            f(Node::Region(on));
        }
        Effect::Move { what: a, onto: b } | Effect::Swap { what: a, with: b } | Effect::Tuck { what: a, under: b } => {
            f(Node::Region(a));
            f(Node::Region(b));
        }
        Effect::Pile { number, what, onto } => {
            f(Node::Number(number));
            f(Node::Region(what));
            f(Node::Region(onto));
        }
        Effect::SetNumber(_, n) => f(Node::Number(n)),
        Effect::If(c, a, b) => {
            f(Node::Truth(c));
            a.iter().chain(b).for_each(|e| f(Node::Effect(e)));
        }
        Effect::While(c, effects) => {
            f(Node::Truth(c));
            effects.iter().for_each(|e| f(Node::Effect(e)));
        }
        Effect::May(..) | Effect::Either(_) => {
            effect.blocks().into_iter().flatten().for_each(|e| f(Node::Effect(e)));
        }
        Effect::Sow(sowing) => {
            f(Node::Region(&sowing.seeds));
            f(Node::Region(&sowing.from));
            f(Node::Dirs(&sowing.along));
            sowing.except.iter().for_each(|r| f(Node::Region(r)));
            sowing.each.iter().chain(&sowing.effects).for_each(|e| f(Node::Effect(e)));
        }
        Effect::Relay { seeds, from, along } => {
            f(Node::Region(seeds));
            f(Node::Region(from));
            along.iter().for_each(|d| f(Node::Dirs(d)));
        }
        Effect::Again { dirs, .. } => dirs.iter().for_each(|d| f(Node::Dirs(d))),
        Effect::Require(c) => f(Node::Truth(c)),
        Effect::Reset(_) | Effect::ExtraTurn => {}
    }
}

/// Visits what a verb names, the directions it goes along left out.
pub fn verb<'a>(v: &'a Verb, f: &mut dyn FnMut(Node<'a>)) {
    match v {
        Verb::Step { to, .. } | Verb::Fly { to } => node(to, f),
        Verb::Slide { exactly, through, to, .. } => {
            exactly.iter().for_each(|n| node(n, f));
            node(through, f);
            node(to, f);
        }
        Verb::Hop { before, over, after, to, .. } => {
            before.iter().for_each(|e| node(e, f));
            node(over, f);
            after.iter().for_each(|e| node(e, f));
            node(to, f);
        }
        Verb::Place { on, .. } | Verb::Drop { on, .. } => node(on, f),
        Verb::Sow { from } => node(from, f),
        Verb::Pass => {}
        Verb::Pick(picks) => picks.iter().for_each(|(_, e)| node(e, f)),
    }
}

/// Visits a clause and all below it.
pub fn clause<'a>(c: &'a Clause, f: &mut dyn FnMut(Node<'a>)) {
    verb(&c.verb, f);
    c.when.iter().for_each(|t| node(t, f));
    c.effects.iter().for_each(|e| node(e, f));
}

/// Visits all expressions and effects of the rules.
pub fn rules<'a>(rules: &'a Rules, f: &mut dyn FnMut(Node<'a>)) {
    for group in &rules.groups {
        group.when.iter().for_each(|t| node(t, f));
        group.clauses.iter().for_each(|c| clause(c, f));
    }
    for part in rules.turn.parts() {
        if let TurnKind::Most(number, _) = &part.kind {
            node(number, f);
        }
    }
    rules.finally.iter().for_each(|e| node(e, f));
    rules.legal.iter().for_each(|l| node(&l.condition, f));
    for verdict in &rules.verdicts {
        node(&verdict.when, f);
        if let VerdictKind::Score(_, score) = &verdict.kind {
            node(score, f);
        }
    }
    rules.evaluations.iter().flat_map(|e| &e.terms).for_each(|t| node(&t.number, f));
}

impl Rules {
    /// Whether a part of a condition asks of the ply being made, or of what is over or another when the next one begins.
    pub fn asks_ply(&self, node: Node<'_>) -> bool {
        match node {
            Node::Region(Region::Local(_) | Region::Touched | Region::Was(_)) => true,
            Node::Truth(Truth::Stuck(..)) | Node::Number(Number::Legs | Number::Laps) => true,
            Node::Region(Region::State(id)) | Node::Number(Number::State(id)) => self.states[*id].life != Life::Game,
            _ => false,
        }
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
