//! Numbers.

use super::build::{add, subtract};
use super::{Context, Lower};
use crate::board::SiteSet;
use crate::ir::{Block, Bool, Int, IntClass, LEGS, Set, Stmt, intern};
use crate::rules::{Arith, By, Number};

impl Lower<'_> {
    /// A number of the rules.
    pub(super) fn number(&mut self, e: &Number, cx: &Context) -> Int {
        match e {
            Number::Const(n) => Int::Const(*n),
            Number::State(id) => Int::Read(self.layout.state_int(*id)),
            Number::Hand(who, kinds) => {
                let side = who.side(cx.side);
                let all = self.layout.ints.iter().enumerate().filter(|(_, v)| match v.class {
                    IntClass::Hand(s, k) => s == side && kinds.as_ref().is_none_or(|list| list.contains(&k)),
                    _ => false,
                });
                all.map(|(id, _)| Int::Read(id)).fold(Int::Const(0), add)
            }
            Number::Count(of) => Int::Count(Box::new(self.region(of, cx))),
            Number::CountPieces(kinds, of) => {
                let of = self.region(of, cx);
                let lanes: Vec<usize> = kinds.iter().filter_map(|&k| self.layout.lane(k)).collect();
                lanes.into_iter().map(|l| Int::SumLane(l, Box::new(of.clone()))).fold(Int::Const(0), add)
            }
            Number::Sum(of, By::Table(tables)) => {
                let of = Box::new(self.region(of, cx));
                Int::SumTable(self.table(&tables[cx.side]), of)
            }
            Number::Sum(of, By::Height) => {
                let of = self.region(of, cx);
                self.height(of)
            }
            Number::Sum(of, By::DistanceTo(to)) => Int::SumDistance {
                of: Box::new(self.region(of, cx)),
                to: Box::new(self.region(to, cx)),
                dirs: self.rules.topology.compass(),
            },
            Number::Connection(c) => Int::Connection {
                dirs: self.dirs(&c.dirs, cx),
                sets: Box::new([&c.from, &c.to, &c.own, &c.open].map(|r| self.region(r, cx))),
            },
            Number::Largest(dirs, of) => Int::Largest(self.dirs(dirs, cx), Box::new(self.region(of, cx))),
            Number::Groups(dirs, of) => Int::Groups(self.dirs(dirs, cx), Box::new(self.region(of, cx))),
            Number::Lines { length, need } => {
                let needs = need.iter().map(|n| (self.region(&n.region, cx), n.least, n.most)).collect();
                Int::Windows(self.windows_of(*length), needs)
            }
            Number::Mobility(kinds) => {
                let clauses = kinds.as_ref().map(|kinds| {
                    let groups = self.rules.groups.iter().flat_map(|g| g.clauses.iter().map(move |_| g));
                    let of = |g: &crate::rules::Group| g.kinds.iter().any(|k| kinds.contains(k));
                    groups.enumerate().filter(|(_, g)| of(g)).map(|(id, _)| id).collect()
                });
                Int::Mobility(cx.side, clauses)
            }
            Number::Legs => Int::Local(LEGS),
            Number::Laps => self.laps(),
            Number::Arith(op, a, b) => match (op, self.number(a, cx), self.number(b, cx)) {
                (Arith::Add, a, b) => add(a, b),
                (Arith::Subtract, a, b) => subtract(a, b),
                (op, Int::Const(a), Int::Const(b)) => Int::Const(crate::ir::arith(*op, a, b)),
                (op, a, b) => Int::Arith(*op, Box::new(a), Box::new(b)),
            },
            Number::If(c, a, b) => {
                let c = self.truth(c, cx);
                if let Bool::Const(holds) = c {
                    return self.number(if holds { a } else { b }, cx);
                }
                let (a, b) = (self.number(a, cx), self.number(b, cx));
                Int::If(Box::new(c), Box::new(a), Box::new(b))
            }
        }
    }

    /// The pieces on some cells, those below others included.
    pub(super) fn height(&mut self, of: Set) -> Int {
        Int::SumStacked { of: Box::new(of), occupied: Box::new(self.occupied()) }
    }

    /// A number that is worked out once for all that follows.
    pub(super) fn once_number(&mut self, number: Int, block: &mut Block) -> Int {
        if let Int::Const(_) = number {
            return number;
        }
        let local = self.int_locals;
        self.int_locals += 1;
        block.push(Stmt::LetInt(local, number));
        Int::Local(local)
    }

    fn table(&mut self, values: &[i64]) -> usize {
        intern(&mut self.numbers, values.to_vec())
    }

    /// All windows of so many cells in line.
    fn windows_of(&mut self, length: u32) -> usize {
        if let Some(id) = self.window_lengths.iter().position(|&l| l == length) {
            return id;
        }
        let topology = &self.rules.topology;
        let sites = topology.sites();
        let mut windows = Vec::new();
        for d in self.axes(&topology.compass()) {
            for start in 0..sites {
                let step = |s: &usize| topology.directions[d].next[*s].map(usize::from);
                let cells: Vec<usize> = std::iter::successors(Some(start), step).take(length as usize).collect();
                let window = SiteSet::from_sites(sites, cells.iter().copied());
                if window.len() == length as usize && !windows.contains(&window) {
                    windows.push(window);
                }
            }
        }
        self.window_lengths.push(length);
        self.windows.push(windows);
        self.windows.len() - 1
    }
}
