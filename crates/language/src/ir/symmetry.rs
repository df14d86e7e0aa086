//! Symmetries of a game: permutations of the cells under which the rules stay what they are.
//!
//! Candidates are the turns and reflections of the board about its centre. Each is *proved*, not assumed: directions
//! must go over into directions, and the code of each side, with every constant, table and direction replaced by its
//! image, must be the same code. "The same" is judged on a normal form that knows which operands may change places. In
//! doubt a symmetry is given up: that costs time, never a value. (Evaluations don't count: they only order moves.)

use super::{Bool, Decision, HistoryTest, Int, Program, Set, SideCode, Stmt, Tag, Turn, Verdict};
use crate::board::SiteSet;

/// The image of every cell.
pub type SiteMap = Vec<u16>;

/// All symmetries of a program but the one that leaves everything where it is.
pub fn symmetries(program: &Program) -> Vec<SiteMap> {
    // What lies in stacks is not mapped.
    if program.layout.stacks > 0 {
        return Vec::new();
    }
    let identity: SiteMap = (0..program.sites as u16).collect();
    let Some(plain) = Norm::new(program, &identity).map(|n| n.program()) else { return Vec::new() };
    let holds = |map: &SiteMap| Norm::new(program, map).is_some_and(|n| n.program() == plain);
    candidates(program).into_iter().filter(|map| *map != identity && holds(map)).collect()
}

/// See [`crate::game::Game::remoteness`].
pub fn remoteness(program: &Program, symmetries: &[SiteMap]) -> Vec<i32> {
    if symmetries.is_empty() {
        return Vec::new();
    }
    let distance = |a: usize, b: usize| {
        let ((ax, ay), (bx, by)) = (program.places[a], program.places[b]);
        (ax - bx).abs().max((ay - by).abs())
    };
    let of_site = |site: usize| symmetries.iter().map(|map| distance(site, usize::from(map[site]))).sum();
    (0..program.sites).map(of_site).collect()
}

/// The linear maps of the plane that permute the cells.
fn candidates(program: &Program) -> Vec<SiteMap> {
    let n = program.sites as i32;
    let places = &program.places;
    // Twice the middle, times the number of cells, so that everything stays whole.
    let sum = places.iter().fold((0, 0), |s, p| (s.0 + p.0, s.1 + p.1));
    let mut found: Vec<SiteMap> = Vec::new();
    for number in 0..81_i32 {
        // The entries of the matrix, each −1, 0 or 1.
        let entry = |place: u32| number / 3_i32.pow(place) % 3 - 1;
        let (a, b, c, d) = (entry(0), entry(1), entry(2), entry(3));
        if (a * d - b * c).abs() != 1 {
            continue;
        }
        let image = |&(x, y): &(i32, i32)| {
            let (x, y) = (n * x - sum.0, n * y - sum.1);
            let (x, y) = (a * x + b * y + sum.0, c * x + d * y + sum.1);
            let whole = x.rem_euclid(n) == 0 && y.rem_euclid(n) == 0;
            let place = (x.div_euclid(n), y.div_euclid(n));
            whole.then(|| places.iter().position(|p| *p == place)).flatten().map(|site| site as u16)
        };
        let Some(map) = places.iter().map(image).collect::<Option<SiteMap>>() else { continue };
        let mut seen = vec![false; map.len()];
        map.iter().for_each(|&site| seen[usize::from(site)] = true);
        if seen.into_iter().all(|s| s) && !found.contains(&map) {
            found.push(map);
        }
    }
    found
}

/// The normal form of a program seen through a map.
struct Norm<'p> {
    program: &'p Program,
    map: &'p SiteMap,
    identity: bool,
    dirs: Vec<usize>,
    consts: Vec<String>,
    images: Vec<String>,
    numbers: Vec<String>,
    windows: Vec<String>,
    /// Where two ways of writing a move compete, the earlier one counts: then alternatives keep their order.
    ordered: bool,
}

impl<'p> Norm<'p> {
    /// None if some direction has no image.
    fn new(program: &'p Program, map: &'p SiteMap) -> Option<Self> {
        let sites = program.sites;
        let at = |site: usize| usize::from(map[site]);
        let image = |set: &SiteSet| SiteSet::from_sites(sites, set.iter().map(at));
        let dir_image = |next: &Vec<Option<u16>>| {
            let mut wanted = vec![None; sites];
            for (site, to) in next.iter().enumerate() {
                wanted[at(site)] = to.map(|to| map[usize::from(to)]);
            }
            program.steps.iter().position(|other| *other == wanted)
        };
        let dirs = program.steps.iter().map(dir_image).collect::<Option<Vec<usize>>>()?;
        let cells = |set: &SiteSet| format!("{:?}", set.words());
        let relation = |rows: &Vec<SiteSet>| {
            let mut out = vec![String::new(); rows.len()];
            rows.iter().enumerate().for_each(|(site, row)| out[at(site)] = cells(&image(row)));
            out.join(";")
        };
        let table = |values: &Vec<i64>| {
            let mut out = vec![0; values.len()];
            values.iter().enumerate().for_each(|(site, &value)| out[at(site)] = value);
            format!("{out:?}")
        };
        let lines = |windows: &Vec<SiteSet>| {
            let mut out: Vec<String> = windows.iter().map(|w| cells(&image(w))).collect();
            out.sort();
            out.join(";")
        };
        Some(Norm {
            program,
            map,
            identity: map.iter().enumerate().all(|(i, &m)| i == usize::from(m)),
            dirs,
            consts: program.consts.iter().map(|c| cells(&image(c))).collect(),
            images: program.images.iter().map(relation).collect(),
            numbers: program.numbers.iter().map(table).collect(),
            windows: program.windows.iter().map(lines).collect(),
            ordered: program.clauses.iter().any(|c| c.may_repeat),
        })
    }

    fn program(&self) -> String {
        let p = self.program;
        let sides: Vec<String> = p.sides.iter().map(|code| self.side(code)).collect();
        format!("{:?} {}", p.groups, sides.join("\n"))
    }

    fn side(&self, code: &SideCode) -> String {
        let blocks = |list: &[Vec<Stmt>]| list.iter().map(|b| self.block(b)).collect::<Vec<_>>().join("|");
        let verdict = |v: &Verdict| {
            let decides = match &v.decides {
                Decision::Margin(n) => self.int(n),
                other @ (Decision::Win(_) | Decision::Draw) => format!("{other:?}"),
            };
            format!("{decides} {} {}", self.truth(&v.when), v.clock)
        };
        [
            self.turn(&code.turn),
            blocks(&code.clauses),
            blocks(&code.next_legs),
            self.block(&code.finally),
            code.legal.iter().chain(&code.by_history).map(|c| self.truth(c)).collect::<Vec<_>>().join("|"),
            self.block(&code.end_ply),
            code.verdicts.iter().map(verdict).collect::<Vec<_>>().join("|"),
        ]
        .join("\n")
    }

    fn turn(&self, turn: &Turn) -> String {
        match turn {
            Turn::Groups(list) => format!("groups {list:?}"),
            Turn::Pass(block) => format!("pass {}", self.block(block)),
            Turn::Or(a, b) => format!("or {} {}", self.turn(a), self.turn(b)),
            Turn::Else(a, b) => format!("else {} {}", self.turn(a), self.turn(b)),
            Turn::Most(n, a) => format!("most {} {}", self.int(n), self.turn(a)),
            Turn::Repeat(a, b, list) => format!("repeat {a} {b} {list:?}"),
        }
    }

    fn block(&self, block: &[Stmt]) -> String {
        let list: Vec<String> = block.iter().map(|s| self.stmt(s)).collect();
        format!("{{{}}}", list.join(";"))
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Let(local, e) => format!("s{local}={}", self.set(e)),
            Stmt::LetInt(local, e) => format!("i{local}={}", self.int(e)),
            Stmt::Pick { local, from, show } => format!("pick s{local} {} {show:?}", self.set(from)),
            Stmt::Choose(list) => {
                let way = |a: &super::Alternative| {
                    let tag =
                        if matches!(a.tag, Tag::Clause(_)) { "clause".to_string() } else { format!("{:?}", a.tag) };
                    format!("{tag}{}", self.block(&a.body))
                };
                let mut ways: Vec<String> = list.iter().map(way).collect();
                if !self.ordered {
                    ways.sort();
                }
                format!("choose[{}]", ways.join("|"))
            }
            Stmt::Guard(c) => format!("guard {}", self.truth(c)),
            Stmt::If(c, a, b) => format!("if {} {} {}", self.truth(c), self.block(a), self.block(b)),
            Stmt::SetPlane(id, e) => format!("p{id}={}", self.set(e)),
            Stmt::SetInt(id, e) => format!("n{id}={}", self.int(e)),
            Stmt::SetLane(id, at, n) => format!("l{id}[{}]={}", self.set(at), self.int(n)),
            Stmt::AddLane(id, at, n) => format!("l{id}[{}]+={}", self.set(at), self.int(n)),
            Stmt::Sow { lane, from, seeds, step, except, last } => {
                let (seeds, step, except) = (self.int(seeds), self.dirs[*step], self.set(except));
                format!("s{last}=sow l{lane} s{from} {seeds} d{step} {except}")
            }
            Stmt::Loop { body, goes_on, count, most } => {
                format!("loop i{goes_on} i{count} {most} {}", self.block(body))
            }
            Stmt::MoveStack(from, to) => format!("stack {} {}", self.set(from), self.set(to)),
            Stmt::SwapStacks(a, b) => format!("swap stacks {} {}", self.set(a), self.set(b)),
            Stmt::ClearStacks(at) => format!("unstack {}", self.set(at)),
            Stmt::Pile { number, what, onto } => {
                format!("pile {} {} {}", self.int(number), self.set(what), self.set(onto))
            }
            Stmt::Tuck { what, under } => format!("tuck {} {}", self.set(what), self.set(under)),
            Stmt::Show(..) | Stmt::Again { .. } | Stmt::Decided => format!("{stmt:?}"),
        }
    }

    /// The operands of a union or an intersection, in an order of their own.
    fn operands(&self, a: &Set, b: &Set, union: bool) -> String {
        let mut open = vec![a, b];
        let mut list = Vec::new();
        while let Some(e) = open.pop() {
            match e {
                Set::Or(a, b) if union => open.extend([&**a, &**b]),
                Set::And(a, b) if !union => open.extend([&**a, &**b]),
                Set::Const(_)
                | Set::Plane(_)
                | Set::Local(_)
                | Set::Shared(_)
                | Set::Or(..)
                | Set::And(..)
                | Set::Minus(..)
                | Set::Else(..)
                | Set::When(..)
                | Set::Was(_)
                | Set::Step(..)
                | Set::Steps(..)
                | Set::Preimage(..)
                | Set::Image(..)
                | Set::Slide { .. }
                | Set::Ray { .. }
                | Set::Beyond { .. }
                | Set::Flood { .. }
                | Set::Line { .. }
                | Set::Collect { .. }
                | Set::Touched
                | Set::Holding(..)
                | Set::Stacked { .. }
                | Set::Rotate { .. } => list.push(self.set(e)),
            }
        }
        list.sort();
        list.join(" ")
    }

    /// Whether every step of these directions has its way back among them.
    fn both_ways(&self, dirs: &[usize]) -> bool {
        dirs.iter().all(|&d| self.program.reverse[d].is_some_and(|r| dirs.contains(&r)))
    }

    /// Directions whose order does not matter.
    fn all(&self, dirs: &[usize]) -> String {
        let mut list: Vec<usize> = dirs.iter().map(|&d| self.dirs[d]).collect();
        list.sort_unstable();
        format!("{list:?}")
    }

    fn set(&self, e: &Set) -> String {
        let maybe = |n: &Option<Box<Int>>| n.as_ref().map_or(String::new(), |n| self.int(n));
        match e {
            Set::Const(id) => self.consts[*id].clone(),
            Set::Plane(id) => format!("p{id}"),
            Set::Local(id) => format!("s{id}"),
            Set::Or(a, b) => format!("(or {})", self.operands(a, b, true)),
            Set::And(a, b) => format!("(and {})", self.operands(a, b, false)),
            Set::Minus(a, b) => format!("(minus {} {})", self.set(a), self.set(b)),
            Set::Else(a, b) => format!("(else {} {})", self.set(a), self.set(b)),
            Set::When(c, a) => format!("(when {} {})", self.truth(c), self.set(a)),
            Set::Was(a) => format!("(was {})", self.set(a)),
            Set::Step(d, a) => format!("(step {} {})", self.dirs[*d], self.set(a)),
            Set::Steps(d, n, a) => format!("(steps {} {} {})", self.dirs[*d], self.int(n), self.set(a)),
            Set::Preimage(d, a) => format!("(preimage {} {})", self.dirs[*d], self.set(a)),
            Set::Image(id, a) => format!("(image {} {})", self.images[*id], self.set(a)),
            Set::Slide { dirs, of, through, exactly } => {
                format!("(slide {} {} {} {})", self.all(dirs), self.set(of), self.set(through), maybe(exactly))
            }
            Set::Ray { dirs, of, through, until, exactly } => {
                let until = until.as_ref().map_or(String::new(), |u| self.set(u));
                let (of, through) = (self.set(of), self.set(through));
                format!("(ray {} {of} {through} {until} {})", self.all(dirs), maybe(exactly))
            }
            Set::Beyond { dirs, of, through } => {
                format!("(beyond {} {} {})", self.all(dirs), self.set(of), self.set(through))
            }
            Set::Flood { dirs, seed, within } => {
                format!("(flood {} {} {})", self.all(dirs), self.set(seed), self.set(within))
            }
            Set::Line { length, dirs, of } => {
                // One direction of each axis: which of the two is all the same.
                let axis = |&d: &usize| {
                    let d = self.dirs[d];
                    self.program.reverse[d].map_or(d, |r| r.min(d))
                };
                let mut axes: Vec<usize> = dirs.iter().map(axis).collect();
                axes.sort_unstable();
                format!("(line {length} {axes:?} {})", self.set(of))
            }
            Set::Collect { local, over, body } => {
                format!("(collect s{local} {} {})", self.set(over), self.set(body))
            }
            Set::Shared(id) => format!("(shared {id})"),
            Set::Touched => "touched".to_string(),
            Set::Stacked { occupied, least, most } => {
                format!("(stacked {} {} {})", self.set(occupied), self.int(least), self.int(most))
            }
            Set::Holding(id, a, b) => format!("(holding {id} {} {})", self.int(a), self.int(b)),
            // A reflection turns a turn round: no two programs with it are taken for the same.
            Set::Rotate { .. } if !self.identity => format!("(other {:?})", self.map),
            Set::Rotate { .. } => format!("{e:?}"),
        }
    }

    fn int(&self, e: &Int) -> String {
        match e {
            Int::Const(_) | Int::Read(_) | Int::Local(_) | Int::Mobility(..) => format!("{e:?}"),
            Int::Count(a) => format!("(count {})", self.set(a)),
            Int::SumTable(id, a) => format!("(sum {} {})", self.numbers[*id], self.set(a)),
            Int::SumStacked { of, occupied } => format!("(sum-stacked {} {})", self.set(of), self.set(occupied)),
            Int::CountBelow(piece, a) => format!("(below {piece} {})", self.set(a)),
            Int::SumLane(id, a) => format!("(lane {id} {})", self.set(a)),
            Int::SumDistance { of, to, dirs } => {
                format!("(distance {} {} {})", self.all(dirs), self.set(of), self.set(to))
            }
            Int::Connection { dirs, sets } => {
                let sets: Vec<String> = sets.iter().map(|s| self.set(s)).collect();
                format!("(connection {} {})", self.all(dirs), sets.join(" "))
            }
            Int::Largest(dirs, a) => format!("(largest {} {})", self.all(dirs), self.set(a)),
            Int::Groups(dirs, a) => format!("(groups {} {})", self.all(dirs), self.set(a)),
            Int::Windows(id, needs) => {
                let needs: Vec<String> = needs.iter().map(|(s, a, b)| format!("{} {a} {b}", self.set(s))).collect();
                format!("(windows {} {})", self.windows[*id], needs.join(" "))
            }
            Int::Arith(op, a, b) => format!("({op:?} {} {})", self.int(a), self.int(b)),
            Int::If(c, a, b) => format!("(if {} {} {})", self.truth(c), self.int(a), self.int(b)),
        }
    }

    fn truth(&self, e: &Bool) -> String {
        match e {
            Bool::History(HistoryTest::Always(mark)) => {
                let mark = &self.program.marks[*mark];
                format!("always {:?} {}", mark.of, self.truth(&mark.holds))
            }
            Bool::Const(_) | Bool::Stuck(..) | Bool::History(_) => format!("{e:?}"),
            Bool::Any(Set::And(a, b)) => match (&**a, &**b) {
                // Whether two sets are joined is asked of both alike, where every step has its way back.
                (Set::Flood { dirs, seed, within }, end) | (end, Set::Flood { dirs, seed, within })
                    if self.both_ways(dirs) =>
                {
                    let mut ends = [self.set(seed), self.set(end)];
                    ends.sort();
                    format!("(joined {} {} {})", self.all(dirs), ends.join(" "), self.set(within))
                }
                _ => format!("(any (and {}))", self.operands(a, b, false)),
            },
            Bool::Any(a) => format!("(any {})", self.set(a)),
            Bool::Same(a, b) => format!("(same {} {})", self.set(a), self.set(b)),
            Bool::Compare(op, a, b) => format!("({op:?} {} {})", self.int(a), self.int(b)),
            Bool::Not(a) => format!("(not {})", self.truth(a)),
            Bool::And(a, b) | Bool::Or(a, b) => {
                let name = if matches!(e, Bool::And(..)) { "both" } else { "either" };
                let mut list = [self.truth(a), self.truth(b)];
                list.sort();
                format!("({name} {})", list.join(" "))
            }
        }
    }
}
