//! An expression as another player says it.

use super::{By, Connection, DirSet, HistoryTest, Number, Region, Truth, Who, WindowNeed};
use crate::game::{PerSide, Side};

/// Who speaks from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The enemy of the one who has spoken: what was `own` is `enemy`.
    ByEnemy,
    /// The one who has spoken, who is this player: what is said by name is `own` or `enemy`.
    By(Side),
}

impl Seen {
    /// Whose something is.
    pub fn who(self, who: Who) -> Who {
        match (self, who) {
            (Seen::ByEnemy, Who::Own) => Who::Enemy,
            (Seen::ByEnemy, Who::Enemy) => Who::Own,
            (Seen::By(speaker), Who::Side(side)) if side == speaker => Who::Own,
            (Seen::By(_), Who::Side(_)) => Who::Enemy,
            _ => who,
        }
    }

    /// What is kept for each player who speaks.
    fn each<T: Clone>(self, sides: &PerSide<T>) -> PerSide<T> {
        let sides = sides.clone();
        if self == Seen::ByEnemy { sides.swapped() } else { sides }
    }

    fn dirs(self, dirs: &DirSet) -> DirSet {
        DirSet { fixed: self.each(&dirs.fixed), ..dirs.clone() }
    }

    fn boxed(self, region: &Region) -> Box<Region> {
        Box::new(self.region(region))
    }

    /// A region.
    pub fn region(self, region: &Region) -> Region {
        let of = |region: &Region| self.boxed(region);
        let number = |n: &Number| Box::new(self.number(n));
        match region {
            Region::Const(_) | Region::Empty | Region::State(_) | Region::Local(_) | Region::Touched => region.clone(),
            // What is the enemy's is the own of the other side.
            Region::PerSide(who, cells) => match self.who(*who) {
                Who::Own => Region::PerSide(Who::Own, cells.clone()),
                Who::Enemy => Region::PerSide(Who::Own, Box::new((**cells).clone().swapped())),
                Who::Side(side) => Region::Const(cells[side].clone()),
            },
            Region::Pieces { who, kinds } => Region::Pieces { who: who.map(|who| self.who(who)), kinds: kinds.clone() },
            Region::AttackedBy(who, kinds) => Region::AttackedBy(self.who(*who), kinds.clone()),
            Region::Or(a, b) => Region::Or(of(a), of(b)),
            Region::On(a, b) => Region::On(of(a), of(b)),
            Region::Except(a, b) => Region::Except(of(a), of(b)),
            Region::Else(a, b) => Region::Else(of(a), of(b)),
            Region::Step { dirs, steps, of: from } => {
                Region::Step { dirs: self.dirs(dirs), steps: steps.as_deref().map(number), of: of(from) }
            }
            Region::Preimage { dir, of: to } => Region::Preimage { dir: *dir, of: of(to) },
            Region::Table(rows, cells) => Region::Table(rows.clone(), of(cells)),
            Region::Ray { dirs, exactly, of: from, through, until } => Region::Ray {
                dirs: self.dirs(dirs),
                exactly: exactly.as_deref().map(number),
                of: of(from),
                through: of(through),
                until: until.as_deref().map(of),
            },
            Region::Beyond { dirs, of: from, through } => {
                Region::Beyond { dirs: self.dirs(dirs), of: of(from), through: of(through) }
            }
            Region::Flood { dirs, seed, within } => {
                Region::Flood { dirs: self.dirs(dirs), seed: of(seed), within: of(within) }
            }
            Region::Line { length, dirs, of: what } => {
                Region::Line { length: *length, dirs: self.dirs(dirs), of: of(what) }
            }
            Region::Was(a) => Region::Was(of(a)),
            Region::StrongerThan(a) => Region::StrongerThan(of(a)),
            Region::WeakerThan(a) => Region::WeakerThan(of(a)),
            Region::Holding(a, b) => Region::Holding(number(a), number(b)),
        }
    }

    /// A number. (How many moves there are is asked of the one who speaks, whoever that is.)
    pub fn number(self, number: &Number) -> Number {
        let of = |region: &Region| self.boxed(region);
        let part = |n: &Number| Box::new(self.number(n));
        match number {
            Number::Const(_) | Number::State(_) | Number::Mobility(_) | Number::Legs | Number::Laps => number.clone(),
            Number::Hand(who, kinds) => Number::Hand(self.who(*who), kinds.clone()),
            Number::Count(a) => Number::Count(of(a)),
            Number::CountPieces(kinds, a) => Number::CountPieces(kinds.clone(), of(a)),
            Number::Sum(a, by) => {
                let by = match by {
                    By::Table(tables) => By::Table(Box::new(self.each(tables))),
                    By::Height => By::Height,
                    By::DistanceTo(to) => By::DistanceTo(of(to)),
                };
                Number::Sum(of(a), by)
            }
            Number::Groups(dirs, a) => Number::Groups(self.dirs(dirs), of(a)),
            Number::Largest(dirs, a) => Number::Largest(self.dirs(dirs), of(a)),
            Number::Lines { length, need } => {
                let need = need.iter().map(|need| WindowNeed { region: self.region(&need.region), ..need.clone() });
                Number::Lines { length: *length, need: need.collect() }
            }
            Number::Connection(c) => Number::Connection(Box::new(Connection {
                dirs: self.dirs(&c.dirs),
                from: self.region(&c.from),
                to: self.region(&c.to),
                own: self.region(&c.own),
                open: self.region(&c.open),
            })),
            Number::Arith(op, a, b) => Number::Arith(*op, part(a), part(b)),
            Number::If(c, a, b) => Number::If(Box::new(self.truth(c)), part(a), part(b)),
        }
    }

    /// A condition.
    pub fn truth(self, truth: &Truth) -> Truth {
        let part = |t: &Truth| Box::new(self.truth(t));
        match truth {
            Truth::Const(_) | Truth::BothPassed => truth.clone(),
            Truth::History(HistoryTest::Always(who, a)) => Truth::History(HistoryTest::Always(self.who(*who), part(a))),
            Truth::History(HistoryTest::NewBoard | HistoryTest::Repeats(_)) => truth.clone(),
            Truth::Some(a) => Truth::Some(self.region(a)),
            Truth::SameRegion(a, b) => Truth::SameRegion(self.region(a), self.region(b)),
            Truth::Compare(op, a, b) => Truth::Compare(*op, self.number(a), self.number(b)),
            Truth::And(a, b) => Truth::And(part(a), part(b)),
            Truth::Or(a, b) => Truth::Or(part(a), part(b)),
            Truth::Not(a) => Truth::Not(part(a)),
            Truth::Stuck(who, conditions) => Truth::Stuck(self.who(*who), *conditions),
        }
    }
}
