//! Scores: what one player gains, the other must lose, whoever is asked. Evaluations: what is one player's is not the other's.

use super::super::messages;
use super::super::scope::Analyzer;
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{
    Arith, By, Connection, DirSet, HistoryTest, Number, Region, Rules, Term, Truth, VerdictKind, Who, WindowNeed,
};

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    for verdict in &rules.verdicts {
        if let VerdictKind::Score(Who::Own, number) = &verdict.kind
            && !is_opposite(number)
        {
            analyzer.report(messages::lopsided_score(&rules.players[Side::First], verdict.span));
        }
    }
    for term in rules.evaluations.iter().flat_map(|evaluation| &evaluation.terms) {
        // These are a player's own, without a word that says so.
        let unnamed = |node: Node<'_>| matches!(node, Node::Number(Number::Mobility(_)));
        if visit::has(&term.number, unnamed) {
            continue;
        }
        if swap_number(&term.number) == term.number {
            let nobodys = visit::has(&term.number, |node| is_nobodys(rules, node));
            let faces = analyzer.scope.facing.is_some();
            let player = nobodys.then_some(&rules.players[Side::First]).map(String::as_str);
            analyzer.report(messages::term_cancels(player, faces, term.span));
        } else if is_opposite(&term.number) {
            analyzer.report(messages::term_counts_double(term.span));
        }
    }
    for evaluation in &rules.evaluations {
        // `100 * count own Man - 100 * count enemy Man`: two terms that are the same.
        for (i, term) in evaluation.terms.iter().enumerate() {
            let enemys = |other: &&Term| other.weight == -term.weight && other.number == swap_number(&term.number);
            if let Some(own) = evaluation.terms[..i].iter().find(enemys).filter(|own| own.number != term.number) {
                analyzer.report(messages::terms_count_double(term.span, own.span));
            }
        }
    }
}

/// Whether a part of an expression is pieces that belong to nobody.
fn is_nobodys(rules: &Rules, node: Node<'_>) -> bool {
    let Node::Region(Region::Pieces { who: None, kinds: Some(kinds) }) = node else { return false };
    kinds.iter().all(|&kind| rules.kinds[kind].neutral)
}

/// Whether a number is the opposite for the other player.
fn is_opposite(number: &Number) -> bool {
    let mut terms = Vec::new();
    flatten(number, 1, &mut terms);
    let swapped: Vec<(i64, Number)> = terms.iter().map(|(k, n)| (*k, swap_number(n))).collect();
    let weight = |of: &[(i64, Number)], term: &Number| -> i64 {
        of.iter().filter(|(_, n)| n == term).fold(0, |sum, (k, _)| sum.saturating_add(*k))
    };
    let opposite = |(_, n): &(i64, Number)| weight(&terms, n) == -weight(&swapped, n);
    terms.iter().chain(&swapped).all(opposite)
}

/// A number as a sum of weighted terms.
fn flatten(number: &Number, weight: i64, terms: &mut Vec<(i64, Number)>) {
    match number {
        Number::Const(n) => terms.push((weight.saturating_mul(*n), Number::Const(1))),
        Number::Arith(Arith::Add, a, b) => {
            flatten(a, weight, terms);
            flatten(b, weight, terms);
        }
        Number::Arith(Arith::Subtract, a, b) => {
            flatten(a, weight, terms);
            flatten(b, weight.saturating_neg(), terms);
        }
        Number::Arith(Arith::Multiply, a, b) => match (&**a, &**b) {
            (Number::Const(k), other) | (other, Number::Const(k)) => flatten(other, weight.saturating_mul(*k), terms),
            _ => terms.push((weight, number.clone())),
        },
        other => terms.push((weight, other.clone())),
    }
}

fn swap_who(who: Who) -> Who {
    match who {
        Who::Own => Who::Enemy,
        Who::Enemy => Who::Own,
        side => side,
    }
}

fn swap_dirs(dirs: &DirSet) -> DirSet {
    DirSet { fixed: dirs.fixed.clone().swapped(), ..dirs.clone() }
}

fn swap_number(number: &Number) -> Number {
    let region = |r: &Region| Box::new(swap_region(r));
    let inner = |n: &Number| Box::new(swap_number(n));
    match number {
        Number::Const(_) | Number::State(_) | Number::Mobility(_) | Number::Legs | Number::Laps => number.clone(),
        Number::Connection(c) => Number::Connection(Box::new(Connection {
            dirs: swap_dirs(&c.dirs),
            from: swap_region(&c.from),
            to: swap_region(&c.to),
            own: swap_region(&c.own),
            open: swap_region(&c.open),
        })),
        Number::Hand(who, kinds) => Number::Hand(swap_who(*who), kinds.clone()),
        Number::Count(r) => Number::Count(region(r)),
        Number::CountPieces(kinds, r) => Number::CountPieces(kinds.clone(), region(r)),
        Number::Sum(r, By::Table(table)) => Number::Sum(region(r), By::Table(Box::new((**table).clone().swapped()))),
        Number::Sum(r, By::Height) => Number::Sum(region(r), By::Height),
        Number::Sum(r, By::DistanceTo(to)) => Number::Sum(region(r), By::DistanceTo(region(to))),
        Number::Largest(dirs, r) => Number::Largest(swap_dirs(dirs), region(r)),
        Number::Groups(dirs, r) => Number::Groups(swap_dirs(dirs), region(r)),
        Number::Lines { length, need } => {
            let need = need.iter().map(|n| WindowNeed { region: swap_region(&n.region), ..n.clone() }).collect();
            Number::Lines { length: *length, need }
        }
        Number::Arith(op, a, b) => Number::Arith(*op, inner(a), inner(b)),
        Number::If(t, a, b) => Number::If(Box::new(swap_truth(t)), inner(a), inner(b)),
    }
}

fn swap_region(region: &Region) -> Region {
    let inner = |r: &Region| Box::new(swap_region(r));
    let number = |n: &Number| Box::new(swap_number(n));
    match region {
        Region::Const(_) | Region::Empty | Region::State(_) | Region::Local(_) | Region::Touched => region.clone(),
        Region::PerSide(Who::Own, sets) => Region::PerSide(Who::Own, Box::new((**sets).clone().swapped())),
        Region::PerSide(other, sets) => Region::PerSide(swap_who(*other), sets.clone()),
        Region::Pieces { who, kinds } => Region::Pieces { who: who.map(swap_who), kinds: kinds.clone() },
        Region::Or(a, b) => Region::Or(inner(a), inner(b)),
        Region::On(a, b) => Region::On(inner(a), inner(b)),
        Region::Except(a, b) => Region::Except(inner(a), inner(b)),
        Region::Else(a, b) => Region::Else(inner(a), inner(b)),
        Region::Step { dirs, steps, of } => {
            Region::Step { dirs: swap_dirs(dirs), steps: steps.as_deref().map(number), of: inner(of) }
        }
        Region::Preimage { dir, of } => Region::Preimage { dir: *dir, of: inner(of) },
        Region::Table(rows, of) => Region::Table(rows.clone(), inner(of)),
        Region::Ray { dirs, exactly, of, through, until } => Region::Ray {
            dirs: swap_dirs(dirs),
            exactly: exactly.as_deref().map(number),
            of: inner(of),
            through: inner(through),
            until: until.as_deref().map(inner),
        },
        Region::Beyond { dirs, of, through } => {
            Region::Beyond { dirs: swap_dirs(dirs), of: inner(of), through: inner(through) }
        }
        Region::Flood { dirs, seed, within } => {
            Region::Flood { dirs: swap_dirs(dirs), seed: inner(seed), within: inner(within) }
        }
        Region::Line { length, dirs, of } => Region::Line { length: *length, dirs: swap_dirs(dirs), of: inner(of) },
        Region::AttackedBy(who, kinds) => Region::AttackedBy(swap_who(*who), kinds.clone()),
        Region::Was(a) => Region::Was(inner(a)),
        Region::StrongerThan(a) => Region::StrongerThan(inner(a)),
        Region::WeakerThan(a) => Region::WeakerThan(inner(a)),
        Region::Holding(a, b) => Region::Holding(number(a), number(b)),
    }
}

fn swap_truth(truth: &Truth) -> Truth {
    let inner = |t: &Truth| Box::new(swap_truth(t));
    match truth {
        Truth::Const(_) | Truth::BothPassed => truth.clone(),
        Truth::Some(r) => Truth::Some(swap_region(r)),
        Truth::SameRegion(a, b) => Truth::SameRegion(swap_region(a), swap_region(b)),
        Truth::Compare(op, a, b) => Truth::Compare(*op, swap_number(a), swap_number(b)),
        Truth::And(a, b) => Truth::And(inner(a), inner(b)),
        Truth::Or(a, b) => Truth::Or(inner(a), inner(b)),
        Truth::Not(a) => Truth::Not(inner(a)),
        Truth::Stuck(who, n) => Truth::Stuck(swap_who(*who), *n),
        Truth::History(HistoryTest::Always(who, a)) => Truth::History(HistoryTest::Always(swap_who(*who), inner(a))),
        Truth::History(_) => truth.clone(),
    }
}
