//! What expressions mean: sets, numbers and truth values in a position.

use crate::board::as_few_steps;
use crate::ir::{Bool, Int, Set, StepId, arith};
use crate::ply::Ply;
use crate::rules::Compare;
use crate::state::bits::Bits;

/// What counts for more than an operation, as it takes that much longer in machine code (fitted to 2,400 terms of 120 games, 2026-11-29): a
/// step of a loop whose rounds wait for each other, for each word (in a flood for the square of them, which carry over); something done with each cell of a set, and with each
/// piece of stacks; the start of a group; the windows of a line, for each word of a set; a ray, for the square of them.
const WAITING: usize = 3;
const BY_CELL: usize = 10;
const BY_HEIGHT: usize = 10;
const OF_GROUP: usize = 40;
const OF_WINDOWS: usize = 200;
const OF_RAY: usize = 5;

impl<const W: usize> Ply<'_, W> {
    /// The value of a set expression.
    pub fn set(&mut self, e: &Set) -> Bits<W> {
        self.did(W);
        match e {
            Set::Const(id) => self.machine.consts[*id],
            Set::Plane(id) => {
                let at = self.machine.program.layout.plane_at(*id);
                Bits::from_words(&self.reading()[at..at + W])
            }
            Set::Local(id) => self.local(*id),
            Set::Shared(id) => self.shared[*id],
            Set::Or(a, b) => self.set(a).or(self.set(b)),
            Set::And(a, b) => {
                let a = self.set(a);
                if a.is_empty() { a } else { a.and(self.set(b)) }
            }
            Set::Minus(a, b) => {
                let a = self.set(a);
                if a.is_empty() { a } else { a.minus(self.set(b)) }
            }
            Set::Else(a, b) => {
                let a = self.set(a);
                if a.is_empty() { self.set(b) } else { a }
            }
            Set::When(c, a) => {
                if self.truth(c) {
                    self.set(a)
                } else {
                    Bits::EMPTY
                }
            }
            Set::Was(a) => {
                let before = std::mem::replace(&mut self.was, true);
                let value = self.set(a);
                self.was = before;
                value
            }
            Set::Step(d, a) => {
                let a = self.set(a);
                self.step(*d, a)
            }
            Set::Steps(d, n, a) => {
                let n = self.int(n);
                let mut at = self.set(a);
                for _ in 0..as_few_steps(&self.machine.program.steps[*d], n) {
                    at = self.step(*d, at);
                }
                at
            }
            Set::Preimage(d, a) => {
                let a = self.set(a);
                self.preimage(*d, a)
            }
            Set::Image(id, a) => {
                let machine = self.machine;
                let of = self.each(a);
                of.fold(Bits::EMPTY, |sum, site| sum.or(machine.images[*id][site]))
            }
            Set::Slide { dirs, of, through, exactly } => {
                let exactly = exactly.as_ref().map(|n| self.int(n));
                let (of, through) = (self.set(of), self.set(through));
                let mut out = Bits::EMPTY;
                for &d in dirs {
                    let exactly = exactly.map(|n| as_few_steps(&self.machine.program.steps[d], n));
                    out = out.or(self.slide(d, of, through, exactly));
                }
                out
            }
            Set::Ray { dirs, of, through, until, exactly } => {
                // A ray passes no cell twice.
                let more = self.machine.program.sites as i64 + 1;
                let exactly = exactly.as_ref().map(|n| self.int(n).clamp(0, more) as usize);
                let (of, through) = (self.set(of), self.set(through));
                let until = until.as_ref().map(|u| self.set(u));
                let mut out = Bits::EMPTY;
                for &d in dirs {
                    for site in of {
                        self.did(OF_RAY * W * W);
                        out = out.or(self.ray(d, site, through, until, exactly));
                    }
                }
                out
            }
            Set::Beyond { dirs, of, through } => {
                let (of, through) = (self.set(of), self.set(through));
                let mut out = Bits::EMPTY;
                for &d in dirs {
                    let mut at = self.step(d, of);
                    for _ in 0..self.machine.program.sites {
                        out = out.or(at.minus(through));
                        at = self.step(d, at.and(through));
                    }
                }
                out
            }
            Set::Flood { dirs, seed, within } => {
                let (seed, within) = (self.set(seed), self.set(within));
                self.flood(dirs, seed, within)
            }
            Set::Line { length, dirs, of } => {
                let of = self.set(of);
                let mut out = Bits::EMPTY;
                for &d in dirs {
                    // Cells from which `length` cells in a row lie in the set; then all cells of those runs.
                    let mut starts = of;
                    for _ in 1..*length {
                        starts = of.and(self.preimage(d, starts));
                    }
                    for _ in 0..*length {
                        out = out.or(starts);
                        starts = self.step(d, starts);
                    }
                }
                out
            }
            Set::Collect { local, over, body } => {
                let over = self.set(over);
                let mut out = Bits::EMPTY;
                for site in over {
                    self.bind(*local, Bits::single(site));
                    out = out.or(self.set(body));
                }
                out
            }
            Set::Touched => self.touched(),
            Set::Holding(lane, least, most) => {
                let (least, most) = (self.int(least), self.int(most));
                self.cells_where(|s| (least..=most).contains(&self.lane(*lane, s)))
            }
            Set::Stacked { occupied, least, most } => {
                let occupied = self.set(occupied);
                let (least, most) = (self.int(least), self.int(most));
                self.cells_where(|s| (least..=most).contains(&(self.below(s) + i64::from(occupied.has(s)))))
            }
            Set::Rotate { what, region, right } => {
                let (what, region) = (self.set(what), self.set(region));
                self.rotate(what, region, *right)
            }
        }
    }

    /// The cells of a set, each of which something is done with.
    fn each(&mut self, e: &Set) -> Bits<W> {
        let cells = self.set(e);
        self.did(BY_CELL * cells.size() as usize);
        cells
    }

    fn step(&self, step: StepId, of: Bits<W>) -> Bits<W> {
        self.did(self.machine.work_of_step(step, of));
        self.machine.step(step, of)
    }

    fn preimage(&self, step: StepId, of: Bits<W>) -> Bits<W> {
        self.did(self.machine.work_of_step(step, of));
        self.machine.preimage(step, of)
    }

    fn cells_where(&self, test: impl Fn(usize) -> bool) -> Bits<W> {
        self.did(self.machine.program.sites);
        let cells = (0..self.machine.program.sites).filter(|&site| test(site));
        cells.fold(Bits::EMPTY, |all, site| all.or(Bits::single(site)))
    }

    /// The value of a number expression.
    pub fn int(&mut self, e: &Int) -> i64 {
        self.did(1);
        match e {
            Int::Const(n) => *n,
            Int::Read(id) => self.reading()[self.machine.program.layout.int_at(*id)] as i64,
            Int::Local(id) => self.int_local(*id),
            Int::Count(a) => i64::from(self.set(a).size()),
            Int::SumTable(table, a) => {
                let machine = self.machine;
                let of = self.set(a);
                self.did(of.size() as usize);
                of.fold(0, |sum: i64, s| sum.wrapping_add(machine.program.numbers[*table][s]))
            }
            Int::SumLane(lane, a) => {
                let set = self.each(a);
                set.map(|s| self.lane(*lane, s)).sum()
            }
            Int::SumStacked { of, occupied } => {
                let of = self.each(of);
                self.did(BY_HEIGHT * of.size() as usize);
                i64::from(of.and(self.set(occupied)).size()) + of.map(|s| self.below(s)).sum::<i64>()
            }
            Int::CountBelow(piece, of) => {
                let of = self.each(of);
                self.did(BY_HEIGHT * of.size() as usize);
                of.map(|s| self.below_like(s, *piece)).sum()
            }
            Int::SumDistance { of, to, dirs } => {
                let (mut of, mut near) = (self.set(of), self.set(to));
                let sites = self.machine.program.sites as i64;
                let mut sum = 0;
                for steps in 0..sites {
                    sum += i64::from(of.and(near).size()) * steps;
                    of = of.minus(near);
                    if of.is_empty() {
                        return sum;
                    }
                    self.did(WAITING * W * dirs.len());
                    let from = near;
                    for &d in dirs {
                        near = near.or(self.step(d, from));
                    }
                }
                sum + i64::from(of.size()) * sites
            }
            Int::Connection { dirs, sets } => {
                let [from, to, own, open] = (**sets).each_ref().map(|s| self.set(s));
                self.connection(dirs, from, to, own, open)
            }
            Int::Groups(dirs, a) => {
                let mut groups = 0;
                self.each_group(dirs, a, |_| groups += 1);
                groups
            }
            Int::Largest(dirs, a) => {
                let mut most = 0;
                self.each_group(dirs, a, |group| most = most.max(group.size() as i64));
                most
            }
            Int::Windows(id, needs) => {
                let sets: Vec<_> = needs.iter().map(|(s, least, most)| (self.set(s), *least..=*most)).collect();
                self.did(OF_WINDOWS * W);
                let holds = |w: &&Bits<W>| sets.iter().all(|(s, range)| range.contains(&s.and(**w).size()));
                self.machine.windows[*id].iter().filter(holds).count() as i64
            }
            Int::Mobility(side, clauses) => self.mobility(*side, clauses.as_deref()),
            Int::Arith(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                arith(*op, a, b)
            }
            Int::If(c, a, b) => {
                if self.truth(c) {
                    self.int(a)
                } else {
                    self.int(b)
                }
            }
        }
    }

    /// The value of a truth expression.
    pub fn truth(&mut self, e: &Bool) -> bool {
        self.did(1);
        match e {
            Bool::Const(b) => *b,
            Bool::Any(a) => !self.set(a).is_empty(),
            Bool::Same(a, b) => self.set(a) == self.set(b),
            Bool::Compare(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                match op {
                    Compare::Equal => a == b,
                    Compare::NotEqual => a != b,
                    Compare::Less => a < b,
                    Compare::LessEqual => a <= b,
                }
            }
            Bool::Not(a) => !self.truth(a),
            Bool::And(a, b) => self.truth(a) && self.truth(b),
            Bool::Or(a, b) => self.truth(a) || self.truth(b),
            Bool::Stuck(side, conditions) => self.stuck(*side, *conditions),
            Bool::History(test) => self.past.is_some_and(|past| past.holds(*test)),
        }
    }

    fn slide(&self, d: usize, of: Bits<W>, through: Bits<W>, exactly: Option<usize>) -> Bits<W> {
        let mut at = of;
        let mut out = Bits::EMPTY;
        for n in 1..=exactly.unwrap_or(self.machine.program.sites) {
            at = self.step(d, if n == 1 { at } else { at.and(through) });
            if at.is_empty() {
                break;
            }
            match exactly {
                Some(last) if n < last => {}
                _ => out = out.or(at),
            }
        }
        out
    }

    fn ray(&self, d: usize, from: usize, through: Bits<W>, until: Option<Bits<W>>, exactly: Option<usize>) -> Bits<W> {
        let next = &self.machine.program.steps[d];
        let mut passed = Bits::EMPTY;
        let mut at = from;
        let mut cells = 0;
        let beyond = loop {
            if exactly == Some(cells) {
                break next[at].map(usize::from);
            }
            match next[at].map(usize::from) {
                Some(to) if through.has(to) && !passed.has(to) => {
                    self.did(1);
                    passed = passed.or(Bits::single(to));
                    at = to;
                    cells += 1;
                }
                other => break other,
            }
        };
        let long_enough = exactly.is_none_or(|n| n == cells);
        let ends_well = until.is_none_or(|u| beyond.is_some_and(|b| u.has(b)));
        if long_enough && ends_well { passed } else { Bits::EMPTY }
    }

    /// Calls `f` with each joined group.
    fn each_group(&mut self, dirs: &[usize], of: &Set, mut f: impl FnMut(Bits<W>)) {
        let mut left = self.set(of);
        while let Some(site) = left.first() {
            self.did(OF_GROUP);
            let group = self.flood(dirs, Bits::single(site), left);
            f(group);
            left = left.minus(group);
        }
    }

    fn flood(&self, dirs: &[usize], seed: Bits<W>, within: Bits<W>) -> Bits<W> {
        let grow = |set: Bits<W>| dirs.iter().fold(set, |sum, &d| sum.or(self.step(d, set)));
        let mut joined = seed.and(within);
        loop {
            self.did(WAITING * W * W * dirs.len());
            let more = grow(joined).and(within);
            if more == joined {
                return joined;
            }
            joined = more;
        }
    }

    /// By rounds: what a round has reached at a cost is joined with its own cells for nothing, then costs one more.
    fn connection(&self, dirs: &[usize], from: Bits<W>, to: Bits<W>, own: Bits<W>, open: Bits<W>) -> i64 {
        let sites = self.machine.program.sites as i64;
        let before = self.done();
        let reached = self.connection_by_rounds(dirs, [from, to, own, open], sites);
        // Machine code goes from cell to cell, each once.
        self.undo_work(before);
        self.did(BY_CELL * sites as usize);
        reached
    }

    fn connection_by_rounds(&self, dirs: &[usize], [from, to, own, open]: [Bits<W>; 4], sites: i64) -> i64 {
        let mut reached = self.flood(dirs, from.and(own), own);
        for cost in 0..sites {
            if !reached.and(to).is_empty() {
                return cost;
            }
            let beside = dirs.iter().fold(from, |sum, &d| sum.or(self.step(d, reached)));
            let paid = reached.or(beside.and(open));
            let more = self.flood(dirs, paid, own.or(paid));
            if more == reached {
                break;
            }
            reached = more;
        }
        sites
    }

    /// Turns the cells of `what` within the bounding square of `region`, by coordinates.
    fn rotate(&self, what: Bits<W>, region: Bits<W>, right: bool) -> Bits<W> {
        let places = &self.machine.program.places;
        let x = |s: usize| places[s].0;
        let y = |s: usize| places[s].1;
        let (Some(left), Some(bottom)) = (region.map(x).min(), region.map(y).min()) else { return what };
        let width = region.map(x).max().unwrap_or(left) - left;
        let height = region.map(y).max().unwrap_or(bottom) - bottom;
        // What is no square is not turned.
        if width != height || i64::from(region.size()) != i64::from(width + 1).pow(2) {
            return what;
        }
        let mut out = what.minus(region);
        for site in what.and(region) {
            let (dx, dy) = (x(site) - left, y(site) - bottom);
            let (nx, ny) = if right { (dy, width - dx) } else { (width - dy, dx) };
            let to = places.iter().position(|&p| p == (left + nx, bottom + ny));
            if let Some(to) = to {
                out = out.or(Bits::single(to));
            }
        }
        out
    }
}
