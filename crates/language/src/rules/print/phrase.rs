//! Numbers in the words of the language: what an evaluation that is read off the rules consists of.
//!
//! A file could say the same, but for tables that have no name and sets of cells that are too many to list.

use std::collections::BTreeSet;

use crate::board::{Cell, Drawing, SiteSet, Topology, file_name};
use crate::game::{PerSide, Side};
use crate::rules::{Arith, By, Compare, DirSet, HistoryTest, KindId, Number, Region, Rules, Truth, Who};

/// So many cells are named one by one.
const MOST_CELLS: usize = 6;

/// So many of a set that is no block and has no name.
const FIRST_CELLS: usize = 4;

/// A number in the words of the language.
pub fn phrase(rules: &Rules, number: &Number) -> String {
    Phrase { rules }.number(number)
}

/// A region in the words of the language.
pub fn phrase_of_region(rules: &Rules, region: &Region) -> String {
    Phrase { rules }.region(region)
}

struct Phrase<'r> {
    rules: &'r Rules,
}

impl Phrase<'_> {
    fn topology(&self) -> &Topology {
        &self.rules.topology
    }

    fn who(&self, who: Who) -> &str {
        match who {
            Who::Own => "own",
            Who::Enemy => "enemy",
            Who::Side(side) => &self.rules.players[side],
        }
    }

    fn kinds(&self, kinds: &[KindId], between: &str) -> String {
        let names: Vec<&str> = kinds.iter().map(|&k| self.rules.kinds[k].name.as_str()).collect();
        names.join(between)
    }

    fn dirs(&self, dirs: &DirSet) -> String {
        let t = self.topology();
        let sorted = |mut dirs: Vec<usize>| {
            dirs.sort_unstable();
            dirs
        };
        let here = sorted(dirs.fixed[Side::First].clone());
        if here == sorted(t.neighbours()) {
            return "neighbours".to_string();
        }
        if here == sorted(t.compass()) {
            return "any".to_string();
        }
        // A leap in all orientations is one word.
        let leap = |d: usize| t.directions[d].name.split_once(" #").map(|(leap, _)| leap);
        let leads = |d: usize| t.directions[d].next.iter().any(Option::is_some);
        let names = |list: &[usize]| {
            let whole =
                |of: &str| (0..t.directions.len()).all(|d| leap(d) != Some(of) || list.contains(&d) || !leads(d));
            let name = |&d: &usize| leap(d).filter(|of| whole(of)).unwrap_or(&t.directions[d].name);
            let mut names: Vec<&str> = list.iter().map(name).collect();
            names.dedup();
            names
        };
        let [first, second] = dirs.fixed.each_ref().map(|fixed| names(fixed)).pair();
        let single = first.len() == 1;
        let [first, second] = [first, second].map(|names| names.join(", "));
        let text = if first == second { first } else { format!("{first} / {second}") };
        if single { text } else { format!("({text})") }
    }

    fn cells(&self, cells: &SiteSet) -> String {
        let t = self.topology();
        let named = self.rules.regions.iter().find(|(_, sets)| sets.iter().all(|set| set == cells));
        if let Some((name, _)) = named {
            return name.clone();
        }
        if cells.len() == t.sites() {
            return "all".to_string();
        }
        let known = [("edge", t.edge()), ("center", t.center()), ("corners", t.corners())];
        if let Some((name, _)) = known.iter().find(|(_, set)| set == cells) {
            return (*name).to_string();
        }
        let rest = SiteSet::full(t.sites()).minus(cells);
        let all_but = self.rules.regions.iter().find(|(_, sets)| sets.iter().all(|set| *set == rest));
        if let (Some((name, _)), false) = (all_but, rest.is_empty()) {
            return format!("(all except {name})");
        }
        let names: Vec<&str> = cells.iter().map(|s| t.cells[s].name.as_str()).collect();
        match &names[..] {
            [] => "none".to_string(),
            [one] => (*one).to_string(),
            some => self.rows(cells).unwrap_or_else(|| match some.len() <= MOST_CELLS {
                true => format!("({})", some.join(" ")),
                false => self.colour(cells).or_else(|| self.block(cells)).unwrap_or_else(|| {
                    // The first ones tell it from other sets.
                    format!("({} cells: {} …)", some.len(), some[..FIRST_CELLS].join(" "))
                }),
            }),
        }
    }

    /// Whole ranks or whole files of the main board.
    fn rows(&self, cells: &SiteSet) -> Option<String> {
        let t = self.topology();
        let board = &t.boards[0];
        let rows = matches!(board.drawing, Drawing::Grid | Drawing::Slanted) && board.width > 1 && board.height > 1;
        ["rank", "file"].into_iter().filter(|_| rows).find_map(|word| {
            let of = |cell: &Cell| if word == "rank" { cell.y } else { cell.x };
            let name = |n: i32| if word == "rank" { (n + 1).to_string() } else { file_name(n) };
            let some: BTreeSet<i32> = cells.iter().map(|site| of(&t.cells[site])).collect();
            let whole = t.select(|cell| cell.board == 0 && some.contains(&of(cell)));
            let (first, last) = (*some.first()?, *some.last()?);
            let together = (last - first + 1) as usize == some.len();
            (whole == *cells && (together || some.len() <= MOST_CELLS)).then(|| match some.len() {
                1 => format!("{word} {}", name(first)),
                _ if together => format!("{word}s {}..{}", name(first), name(last)),
                _ => format!("{word}s {}", some.iter().map(|&row| name(row)).collect::<Vec<_>>().join(" ")),
            })
        })
    }

    /// All cells of one colour.
    fn colour(&self, cells: &SiteSet) -> Option<String> {
        let t = self.topology();
        let of = |odd: i32| t.select(|cell| cell.board == 0 && (cell.x + cell.y + cell.z) % 2 == odd);
        let colours = [("dark", 0), ("light", 1)].into_iter().filter(|_| t.boards[0].drawing == Drawing::Grid);
        colours.into_iter().find(|(_, odd)| of(*odd) == *cells).map(|(word, _)| word.to_string())
    }

    /// Cells that are a whole block between two corners of a board, by these.
    fn block(&self, cells: &SiteSet) -> Option<String> {
        let t = self.topology();
        let of = |site: usize| &t.cells[site];
        let first = of(cells.iter().next()?);
        let ends = cells.iter().fold([(first.x, first.y); 2], |[low, high], site| {
            let (x, y) = (of(site).x, of(site).y);
            [(low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))]
        });
        let [low, high] = ends.map(|(x, y)| t.at(first.board, x, y, first.z));
        let within = |x: i32, y: i32| (ends[0].0..=ends[1].0).contains(&x) && (ends[0].1..=ends[1].1).contains(&y);
        let whole = t.select(|cell| cell.board == first.board && cell.z == first.z && within(cell.x, cell.y));
        (whole == *cells).then_some(())?;
        Some(format!("{}..{}", of(low?).name, of(high?).name))
    }

    fn per_side(&self, who: Who, cells: &PerSide<SiteSet>) -> String {
        if let Some((name, _)) = self.rules.regions.iter().find(|(_, sets)| sets == cells) {
            return format!("{} {name}", self.who(who));
        }
        let swapped = cells.clone().swapped();
        if let (Some((name, _)), Who::Own) = (self.rules.regions.iter().find(|(_, sets)| *sets == swapped), who) {
            return format!("enemy {name}");
        }
        let t = self.topology();
        let rank_of = |side: Side| {
            let ranks: Vec<i64> = cells[side].iter().map(|s| self.rules.advance[side][s]).collect();
            let rank = *ranks.first()?;
            let whole = t.select(|_| true).iter().filter(|&s| self.rules.advance[side][s] == rank).count();
            (ranks.iter().all(|&r| r == rank) && whole == ranks.len()).then_some(rank)
        };
        if let (Some(a), Some(b)) = (rank_of(Side::First), rank_of(Side::Second))
            && a == b
        {
            let last = self.rules.advance[Side::First].iter().max().copied();
            if Some(a) == last && who == Who::Own {
                return "far rank".to_string();
            }
            return format!("{} rank {}", self.who(who), a + 1);
        }
        match who {
            Who::Side(side) => self.cells(&cells[side]),
            Who::Own | Who::Enemy => {
                let [first, second] = cells.each_ref().map(|cells| self.cells(cells)).pair();
                format!("{} ({first} / {second})", self.who(who))
            }
        }
    }

    /// In brackets if it is more than one word or two.
    fn operand(&self, region: &Region) -> String {
        let text = self.region(region);
        match region {
            Region::Or(..) | Region::On(..) | Region::Except(..) | Region::Else(..) | Region::Step { .. } => {
                format!("({text})")
            }
            Region::Pieces { kinds: Some(kinds), .. } if kinds.len() > 1 => format!("({text})"),
            _ => text,
        }
    }

    /// Behind `count`, which goes on to an `on`.
    fn counted(&self, region: &Region) -> String {
        match region {
            Region::On(..) | Region::Step { .. } => self.region(region),
            _ => self.operand(region),
        }
    }

    fn region(&self, region: &Region) -> String {
        let two = |a: &Region, word: &str, b: &Region| format!("{} {word} {}", self.operand(a), self.operand(b));
        match region {
            Region::Const(cells) => self.cells(cells),
            Region::PerSide(who, cells) => self.per_side(*who, cells),
            Region::Pieces { who, kinds } => match (who, kinds) {
                (Some(who), Some(kinds)) => {
                    let all = kinds.iter().map(|&kind| format!("{} {}", self.who(*who), self.rules.kinds[kind].name));
                    all.collect::<Vec<_>>().join(" or ")
                }
                (Some(who), None) => self.who(*who).to_string(),
                (None, Some(kinds)) => self.kinds(kinds, " or "),
                (None, None) => "occupied".to_string(),
            },
            Region::Empty => "empty".to_string(),
            Region::State(id) => self.rules.states[*id].name.clone(),
            Region::Local(_) => "to".to_string(),
            Region::Or(a, b) => two(a, "or", b),
            Region::On(a, b) => two(a, "on", b),
            Region::Except(a, b) => two(a, "except", b),
            Region::Else(a, b) => two(a, "else", b),
            Region::Step { dirs, steps, of } => {
                let steps = steps.as_ref().map_or(String::new(), |n| format!(" {}", self.number(n)));
                format!("{}{steps} of {}", self.dirs(dirs), self.operand(of))
            }
            Region::Preimage { dir, of } => {
                format!("inverse {} of {}", self.topology().directions[*dir].name, self.operand(of))
            }
            Region::Table(_, of) => format!("rows of {}", self.operand(of)),
            Region::Ray { dirs, of, through, .. } => {
                format!("(ray {} of {} through {})", self.dirs(dirs), self.operand(of), self.operand(through))
            }
            Region::Beyond { dirs, of, through } => {
                format!("(beyond {} of {} through {})", self.dirs(dirs), self.operand(of), self.operand(through))
            }
            Region::Flood { dirs, seed, within } => {
                let across = self.dirs(dirs);
                let dirs = if across == "neighbours" { String::new() } else { format!("{across} ") };
                format!("(flood {dirs}{} in {})", self.operand(seed), self.operand(within))
            }
            Region::Line { length, of, .. } => format!("line {length} of {}", self.operand(of)),
            Region::AttackedBy(who, None) => format!("attacked by {}", self.who(*who)),
            Region::AttackedBy(who, Some(kinds)) => {
                let by = |&kind: &KindId| format!("attacked by {} {}", self.who(*who), self.kinds(&[kind], ""));
                format!("({})", kinds.iter().map(by).collect::<Vec<_>>().join(" or "))
            }
            Region::Touched => "touched".to_string(),
            Region::Was(a) => format!("was {}", self.operand(a)),
            Region::StrongerThan(a) => format!("stronger than {}", self.operand(a)),
            Region::WeakerThan(a) => format!("weaker than {}", self.operand(a)),
            Region::Holding(a, b) if a == b => format!("(holding {})", self.number(a)),
            Region::Holding(a, b) => format!("(holding {}..{})", self.number(a), self.number(b)),
        }
    }

    fn number(&self, number: &Number) -> String {
        match number {
            Number::Const(n) => n.to_string(),
            Number::State(id) => self.rules.states[*id].name.clone(),
            Number::Hand(who, kinds) => {
                let kinds = kinds.as_ref().map_or(String::new(), |kinds| format!(" {}", self.kinds(kinds, " or ")));
                format!("{} hand{kinds}", self.who(*who))
            }
            Number::Count(of) => format!("count {}", self.counted(of)),
            Number::CountPieces(_, of) if is_counted(of, self.rules) => format!("count {}", self.counted(of)),
            Number::CountPieces(kinds, of) => format!("count {} on {}", self.kinds(kinds, " or "), self.operand(of)),
            Number::Sum(of, By::Table(table)) if **table == self.rules.advance => {
                format!("sum {} by advance", self.operand(of))
            }
            Number::Sum(of, By::Table(_)) => format!("sum {} by cell", self.operand(of)),
            Number::Sum(of, By::Height) => format!("sum {} by height", self.operand(of)),
            Number::Sum(of, By::DistanceTo(to)) => {
                format!("sum {} by distance to {}", self.operand(of), self.operand(to))
            }
            Number::Groups(dirs, of) | Number::Largest(dirs, of) => {
                let word = if matches!(number, Number::Groups(..)) { "groups" } else { "largest" };
                let across = self.dirs(dirs);
                let dirs = if across == "neighbours" { String::new() } else { format!("{across} ") };
                format!("{word} {dirs}{}", self.operand(of))
            }
            Number::Lines { length, need } => {
                let least = |n: &crate::rules::WindowNeed| n.most == 0;
                if let [only] = &need[..]
                    && least(only)
                {
                    return format!("lines {length} without {}", self.operand(&only.region));
                }
                let need: Vec<String> =
                    need.iter().map(|n| format!("{} {}", n.least, self.operand(&n.region))).collect();
                format!("lines {length} with {}", need.join(", "))
            }
            Number::Mobility(None) => "mobility".to_string(),
            Number::Mobility(Some(kinds)) => format!("mobility {}", self.kinds(kinds, ", ")),
            Number::Connection(c) => {
                let across = self.dirs(&c.dirs);
                let dirs = if across == "neighbours" { String::new() } else { format!("{across} ") };
                let through = match &c.own {
                    Region::Const(cells) if cells.is_empty() => String::new(),
                    own => format!(" through {}", self.operand(own)),
                };
                let ends = [&c.open, &c.from, &c.to].map(|end| self.operand(end));
                format!("fewest {dirs}{} from {} to {}{through}", ends[0], ends[1], ends[2])
            }
            Number::Legs => "legs".to_string(),
            Number::Laps => "laps".to_string(),
            Number::Arith(op @ (Arith::Least | Arith::Greatest), ..) => {
                let word = if *op == Arith::Least { "min" } else { "max" };
                let operands: Vec<String> = number.operands(*op).into_iter().map(|n| self.number(n)).collect();
                format!("{word}({})", operands.join(", "))
            }
            Number::Arith(Arith::Add | Arith::Subtract, ..) => format!("({})", self.sum(number)),
            Number::Arith(op, a, b) => {
                let sign = match op {
                    Arith::Multiply => "*",
                    Arith::Divide => "div",
                    _ => "mod",
                };
                format!("({} {sign} {})", self.number(a), self.number(b))
            }
            Number::If(condition, a, b) if **b == Number::Const(0) => match player(condition) {
                Some(side) => format!("{} of {}", self.number(a), self.rules.players[side]),
                None if **a == Number::Const(1) => self.truth(condition),
                None => format!("({} if {})", self.number(a), self.truth(condition)),
            },
            Number::If(condition, a, b) => match player(condition) {
                // What each player has to do.
                Some(_) => self.number(a),
                None => format!("({} if {} else {})", self.number(a), self.truth(condition), self.number(b)),
            },
        }
    }

    /// Without brackets: sums go on from the left.
    fn sum(&self, number: &Number) -> String {
        match number {
            Number::Arith(op @ (Arith::Add | Arith::Subtract), a, b) => {
                let sign = if *op == Arith::Add { "+" } else { "-" };
                format!("{} {sign} {}", self.sum(a), self.number(b))
            }
            other => self.number(other),
        }
    }

    fn truth(&self, truth: &Truth) -> String {
        match truth {
            Truth::Const(true) => "yes".to_string(),
            Truth::Const(false) => "no".to_string(),
            Truth::Some(a) => format!("some {}", self.operand(a)),
            Truth::SameRegion(a, b) => format!("{} = {}", self.operand(a), self.operand(b)),
            Truth::Compare(op, a, b) => {
                let sign = match op {
                    Compare::Equal => "=",
                    Compare::NotEqual => "!=",
                    Compare::Less => "<",
                    Compare::LessEqual => "<=",
                };
                format!("{} {sign} {}", self.number(a), self.number(b))
            }
            Truth::And(a, b) => format!("{} and {}", self.truth(a), self.truth(b)),
            Truth::Or(a, b) => format!("({} or {})", self.truth(a), self.truth(b)),
            Truth::Not(a) => match &**a {
                Truth::Some(a) => format!("no {}", self.operand(a)),
                other => format!("not {}", self.truth(other)),
            },
            Truth::Stuck(who, _) => format!("{} stuck", self.who(*who)),
            Truth::BothPassed => "both passed".to_string(),
            Truth::History(HistoryTest::NewBoard) => "new board".to_string(),
            Truth::History(HistoryTest::Repeats(n)) => format!("repeats {n}"),
            Truth::History(HistoryTest::Always(who, a)) => format!("{} always {}", self.who(*who), self.truth(a)),
        }
    }
}

/// Whether a region says itself that it is made of counted pieces.
fn is_counted(region: &Region, rules: &Rules) -> bool {
    match region {
        Region::Pieces { kinds: Some(kinds), .. } => kinds.iter().all(|&k| rules.kinds[k].counted),
        Region::On(a, b) => is_counted(a, rules) || is_counted(b, rules),
        Region::Except(a, _) => is_counted(a, rules),
        _ => false,
    }
}

/// The player who `own` is if a condition asks that alone.
fn player(condition: &Truth) -> Option<Side> {
    let Truth::Some(Region::PerSide(Who::Own, cells)) = condition else { return None };
    match cells.each_ref().map(SiteSet::is_empty).pair() {
        [false, true] => Some(Side::First),
        [true, false] => Some(Side::Second),
        _ => None,
    }
}
