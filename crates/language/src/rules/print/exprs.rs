//! Expressions as text.

use super::Printer;
use crate::rules::{Arith, By, Compare, DirSet, FROM, HistoryTest, LocalId, Number, OVER, Region, TO, Truth, VarDir};

impl Printer<'_> {
    pub(super) fn local(&self, id: LocalId) -> String {
        match id {
            FROM => "from".into(),
            TO => "to".into(),
            OVER => "over".into(),
            other => format!("${other}"),
        }
    }

    pub(super) fn kinds(&self, kinds: &[usize]) -> String {
        let names: Vec<&str> = kinds.iter().map(|&k| self.rules.kinds[k].name.as_str()).collect();
        names.join("|")
    }

    pub(super) fn dirs(&self, dirs: &DirSet) -> String {
        let names = |list: &Vec<usize>| {
            list.iter().map(|&d| self.rules.topology.directions[d].name.clone()).collect::<Vec<_>>().join(",")
        };
        let var = |v: &VarDir| match v {
            VarDir::Dir => "dir",
            VarDir::Reverse => "reverse dir",
        };
        let mut text = self.sides(&dirs.fixed, names);
        for v in &dirs.plus {
            text += &format!("+{}", var(v));
        }
        for v in &dirs.minus {
            text += &format!("-{}", var(v));
        }
        text
    }

    pub(super) fn region(&self, region: &Region) -> String {
        match region {
            Region::Const(set) => self.sites(set),
            Region::PerSide(who, sets) => {
                let [first, second] = sets.each_ref().map(|set| self.sites(set)).pair();
                format!("{} <{first} | {second}>", self.who(*who))
            }
            Region::Pieces { who, kinds } => {
                let who = who.map_or("any", |w| self.who(w));
                match kinds {
                    Some(kinds) => format!("{who} {}", self.kinds(kinds)),
                    None => format!("{who} piece"),
                }
            }
            Region::Empty => "empty".into(),
            Region::State(id) => self.rules.states[*id].name.clone(),
            Region::Local(id) => self.local(*id),
            Region::Or(a, b) => format!("({} or {})", self.region(a), self.region(b)),
            Region::On(a, b) => format!("({} on {})", self.region(a), self.region(b)),
            Region::Except(a, b) => format!("({} except {})", self.region(a), self.region(b)),
            Region::Else(a, b) => format!("({} else {})", self.region(a), self.region(b)),
            Region::Step { dirs, steps, of } => {
                let steps = steps.as_ref().map_or(String::new(), |n| format!(" {}", self.number(n)));
                format!("{}{steps} of {}", self.dirs(dirs), self.region(of))
            }
            Region::Preimage { dir, of } => {
                format!("inverse {} of {}", self.rules.topology.directions[*dir].name, self.region(of))
            }
            Region::Table(_, of) => format!("rows of {}", self.region(of)),
            Region::Ray { dirs, exactly, of, through, until } => {
                let exactly = exactly.as_ref().map_or(String::new(), |n| format!(" {}", self.number(n)));
                let until = until.as_ref().map_or(String::new(), |u| format!(" until {}", self.region(u)));
                let (of, through) = (self.region(of), self.region(through));
                format!("(ray {}{exactly} of {of} through {through}{until})", self.dirs(dirs))
            }
            Region::Beyond { dirs, of, through } => {
                format!("(beyond {} of {} through {})", self.dirs(dirs), self.region(of), self.region(through))
            }
            Region::Flood { dirs, seed, within } => {
                format!("(flood {} {} in {})", self.dirs(dirs), self.region(seed), self.region(within))
            }
            Region::Line { length, dirs, of } => {
                format!("(line {length} {} of {})", self.dirs(dirs), self.region(of))
            }
            Region::AttackedBy(who, None) => format!("attacked by {}", self.who(*who)),
            Region::AttackedBy(who, Some(kinds)) => format!("attacked by {} {}", self.who(*who), self.kinds(kinds)),
            Region::Touched => "touched".into(),
            Region::Was(a) => format!("was {}", self.region(a)),
            Region::StrongerThan(a) => format!("stronger than {}", self.region(a)),
            Region::WeakerThan(a) => format!("weaker than {}", self.region(a)),
            Region::Holding(a, b) => format!("holding {}..{}", self.number(a), self.number(b)),
        }
    }

    pub(super) fn number(&self, number: &Number) -> String {
        match number {
            Number::Const(n) => n.to_string(),
            Number::State(id) => self.rules.states[*id].name.clone(),
            Number::Hand(who, kinds) => {
                let kinds = kinds.as_ref().map_or(String::new(), |k| format!(" {}", self.kinds(k)));
                format!("{} hand{kinds}", self.who(*who))
            }
            Number::Count(r) => format!("count {}", self.region(r)),
            Number::CountPieces(kinds, r) => format!("count pieces {} on {}", self.kinds(kinds), self.region(r)),
            Number::Sum(r, By::Table(table)) => {
                let table = self.sides(table, |t| format!("{t:?}"));
                format!("sum {} by {table}", self.region(r))
            }
            Number::Sum(r, By::Height) => format!("sum {} by height", self.region(r)),
            Number::Sum(r, By::DistanceTo(to)) => {
                format!("sum {} by distance to {}", self.region(r), self.region(to))
            }
            Number::Largest(dirs, r) => format!("largest {} {}", self.dirs(dirs), self.region(r)),
            Number::Groups(dirs, r) => format!("groups {} {}", self.dirs(dirs), self.region(r)),
            Number::Connection(c) => format!(
                "connection {} of {} to {} in {} over {}",
                self.dirs(&c.dirs),
                self.region(&c.from),
                self.region(&c.to),
                self.region(&c.own),
                self.region(&c.open)
            ),
            Number::Lines { length, need } => {
                let need: Vec<String> =
                    need.iter().map(|n| format!("{}..{} {}", n.least, n.most, self.region(&n.region))).collect();
                format!("lines {length} with {}", need.join(", "))
            }
            Number::Mobility(kinds) => {
                format!("mobility{}", kinds.as_ref().map_or(String::new(), |k| format!(" {}", self.kinds(k))))
            }
            Number::Legs => "legs".into(),
            Number::Laps => "laps".into(),
            Number::Arith(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                let op = match op {
                    Arith::Least => return format!("min({a}, {b})"),
                    Arith::Greatest => return format!("max({a}, {b})"),
                    Arith::Add => "+",
                    Arith::Subtract => "-",
                    Arith::Multiply => "*",
                    Arith::Divide => "div",
                    Arith::Modulo => "mod",
                };
                format!("({a} {op} {b})")
            }
            Number::If(t, a, b) => format!("(if {} then {} else {})", self.truth(t), self.number(a), self.number(b)),
        }
    }

    pub(super) fn truth(&self, truth: &Truth) -> String {
        match truth {
            Truth::Const(true) => "yes".into(),
            Truth::Const(false) => "no".into(),
            Truth::Some(r) => format!("some {}", self.region(r)),
            Truth::SameRegion(a, b) => format!("({} = {})", self.region(a), self.region(b)),
            Truth::Compare(op, a, b) => {
                let op = match op {
                    Compare::Equal => "=",
                    Compare::NotEqual => "!=",
                    Compare::Less => "<",
                    Compare::LessEqual => "<=",
                };
                format!("({} {op} {})", self.number(a), self.number(b))
            }
            Truth::And(a, b) => format!("({} and {})", self.truth(a), self.truth(b)),
            Truth::Or(a, b) => format!("({} or {})", self.truth(a), self.truth(b)),
            Truth::Not(a) => format!("not {}", self.truth(a)),
            Truth::Stuck(who, lines) => format!("{} stuck (with {lines} legal lines)", self.who(*who)),
            Truth::BothPassed => "both passed".into(),
            Truth::History(HistoryTest::NewBoard) => "new board".into(),
            Truth::History(HistoryTest::Repeats(n)) => format!("repeats {n}"),
            Truth::History(HistoryTest::Always(who, a)) => format!("{} always {}", self.who(*who), self.truth(a)),
        }
    }
}
