//! The printed form: one statement a line, expressions as s-expressions.

use super::{Block, Bool, Decision, HistoryTest, Int, Joins, Program, Set, Show, SideCode, Since, Stmt, Tag, Turn};
use std::fmt::Write;

/// A whole program as text.
pub fn print(program: &Program) -> String {
    Printer { program, out: String::new() }.program()
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", depth * 2);
    }

    fn program(mut self) -> String {
        let p = self.program;
        self.line(0, &format!("sites {} in {} words", p.sites, p.layout.set_words));
        for (id, plane) in p.layout.planes.iter().enumerate() {
            self.line(0, &format!("plane p{id} {} {:?}", plane.name, plane.class));
        }
        for (id, lane) in p.layout.lanes.iter().enumerate() {
            self.line(0, &format!("lane l{id} {}", lane.name));
        }
        if p.layout.stacks > 0 {
            self.line(0, "stacks");
        }
        for (id, int) in p.layout.ints.iter().enumerate() {
            self.line(0, &format!("int n{id} {} {:?}", int.name, int.class));
        }
        for (id, set) in p.consts.iter().enumerate() {
            let cells: Vec<String> = set.iter().map(|s| s.to_string()).collect();
            self.line(0, &format!("const c{id} {{{}}}", cells.join(" ")));
        }
        let r = p.record;
        self.line(0, &format!("record {} words, {} bits a cell, {} legs", r.words, r.site_bits, r.legs));
        self.line(0, &format!("facts {:?}", p.facts));
        for (id, mark) in p.marks.iter().enumerate() {
            self.line(0, &format!("mark m{id} of {} {}", mark.of.index(), truth(&mark.holds)));
        }
        for (side, code) in p.sides.by_side() {
            self.line(0, &format!("side {}", side.index()));
            self.side(code);
        }
        for (id, evaluation) in p.evaluations.iter().enumerate() {
            self.line(0, &format!("evaluation {id}"));
            for (id, shared) in evaluation.shared.iter().enumerate() {
                self.line(1, &format!("shared e{id} {}", set(shared)));
            }
            for (side, terms) in evaluation.terms.by_side() {
                self.line(1, &format!("side {}", side.index()));
                for (weight, number) in terms {
                    self.line(2, &format!("{weight} * {}", int(number)));
                }
            }
        }
        self.out
    }

    fn side(&mut self, code: &SideCode) {
        self.line(1, "turn");
        self.turn(2, &code.turn);
        for (id, block) in code.clauses.iter().enumerate() {
            self.line(1, &format!("clause {id} {:?}", self.program.clauses[id]));
            self.block(2, block);
        }
        for (id, block) in code.next_legs.iter().enumerate() {
            if !matches!(&block[..], [Stmt::Choose(list)] if list.is_empty()) {
                self.line(1, &format!("further legs of group {id}"));
                self.block(2, block);
            }
        }
        self.line(1, "finally");
        self.block(2, &code.finally);
        for condition in &code.legal {
            self.line(1, &format!("legal {}", truth(condition)));
        }
        for condition in &code.by_history {
            self.line(1, &format!("legal by history {}", truth(condition)));
        }
        self.line(1, "end ply");
        self.block(2, &code.end_ply);
        for v in &code.verdicts {
            let decides = match &v.decides {
                Decision::Win(side) => format!("win of {}", side.index()),
                Decision::Draw => "draw".to_string(),
                Decision::Margin(n) => format!("margin {}", int(n)),
            };
            self.line(1, &format!("verdict {decides} when {}", truth(&v.when)));
            match &v.since {
                Some(Since::Line { plane, near, least }) => {
                    self.line(2, &format!("since p{plane} grew by a cell with {least} others in an image of {near:?}"));
                }
                Some(Since::Joined { chain, beside }) => {
                    let (plane, joins) = (chain.plane, joins(&chain.joins));
                    self.line(2, &format!("since p{plane} grew by a cell that joins {joins} by image {beside}"));
                }
                None => {}
            }
            if let Some(far) = &v.far {
                self.line(2, &format!("far while {}", truth(far)));
            }
        }
    }

    fn turn(&mut self, depth: usize, turn: &Turn) {
        match turn {
            Turn::Groups(groups) => self.line(depth, &format!("groups {groups:?}")),
            Turn::Pass(block) => {
                self.line(depth, "pass");
                self.block(depth + 1, block);
            }
            Turn::Or(a, b) | Turn::Else(a, b) => {
                self.line(depth, if matches!(turn, Turn::Or(..)) { "or" } else { "else" });
                self.turn(depth + 1, a);
                self.turn(depth + 1, b);
            }
            Turn::Most(n, a) => {
                self.line(depth, &format!("most {}", int(n)));
                self.turn(depth + 1, a);
            }
            Turn::Repeat(least, most, groups) => self.line(depth, &format!("repeat {least}..{most} {groups:?}")),
        }
    }

    fn block(&mut self, depth: usize, block: &Block) {
        for stmt in block {
            self.stmt(depth, stmt);
        }
    }

    fn stmt(&mut self, depth: usize, stmt: &Stmt) {
        let text = match stmt {
            Stmt::Let(local, e) => format!("s{local} = {}", set(e)),
            Stmt::LetInt(local, e) => format!("i{local} = {}", int(e)),
            Stmt::Pick { local, from, show } => format!("pick s{local} in {} {}", set(from), shown(*show)),
            Stmt::Guard(c) => format!("guard {}", truth(c)),
            Stmt::SetPlane(id, e) => format!("p{id} := {}", set(e)),
            Stmt::SetInt(id, e) => format!("n{id} := {}", int(e)),
            Stmt::SetLane(id, at, n) => format!("l{id}[{}] := {}", set(at), int(n)),
            Stmt::AddLane(id, at, n) => format!("l{id}[{}] += {}", set(at), int(n)),
            Stmt::Sow { lane, from, seeds, step, except, last } => {
                let (seeds, except) = (int(seeds), set(except));
                format!("s{last} = sow {seeds} of l{lane} from s{from} along d{step} except {except}")
            }
            Stmt::Loop { body, goes_on, count, most } => {
                self.line(depth, &format!("as long as i{goes_on}, i{count} times, {most} at most"));
                self.block(depth + 1, body);
                return;
            }
            Stmt::MoveStack(from, to) => format!("stack of {} goes to {}", set(from), set(to)),
            Stmt::SwapStacks(a, b) => format!("stacks of {} and {} change places", set(a), set(b)),
            Stmt::ClearStacks(at) => format!("stacks of {} are gone", set(at)),
            Stmt::Pile { number, what, onto } => format!("pile {} of {} onto {}", int(number), set(what), set(onto)),
            Stmt::Tuck { what, under } => format!("tuck {} under {}", set(what), set(under)),
            Stmt::Show(show, local) => format!("show s{local} {}", shown(*show)),
            Stmt::Again { may, group } => format!("{}again {group}", if *may { "may " } else { "" }),
            Stmt::Decided => "decided".to_string(),
            Stmt::Choose(alternatives) => {
                self.line(depth, "choose");
                for a in alternatives {
                    self.line(depth + 1, &tag(a.tag));
                    self.block(depth + 2, &a.body);
                }
                return;
            }
            Stmt::If(c, then, otherwise) => {
                self.line(depth, &format!("if {}", truth(c)));
                self.block(depth + 1, then);
                if !otherwise.is_empty() {
                    self.line(depth, "else");
                    self.block(depth + 1, otherwise);
                }
                return;
            }
        };
        self.line(depth, &text);
    }
}

fn shown(show: Show) -> &'static str {
    match show {
        Show::Origin => "origin",
        Show::Arrival => "arrival",
        Show::Hop => "hop",
        Show::Extra => "extra",
    }
}

fn tag(tag: Tag) -> String {
    match tag {
        Tag::Silent => "way".to_string(),
        Tag::Clause(id) => format!("clause {id}"),
        Tag::Label(id) => format!("label {id}"),
        Tag::Promotion(kind) => format!("promotion {kind}"),
        Tag::Dropped(kind) => format!("drop {kind}"),
    }
}

fn list(ids: &[usize]) -> String {
    ids.iter().map(|d| format!("d{d}")).collect::<Vec<_>>().join(" ")
}

fn optional(name: &str, value: Option<String>) -> String {
    value.map_or(String::new(), |v| format!(" {name} {v}"))
}

/// A set expression as text.
pub fn set(e: &Set) -> String {
    match e {
        Set::Const(id) => format!("c{id}"),
        Set::Plane(id) => format!("p{id}"),
        Set::Local(id) => format!("s{id}"),
        Set::Or(a, b) => format!("(or {} {})", set(a), set(b)),
        Set::And(a, b) => format!("(and {} {})", set(a), set(b)),
        Set::Minus(a, b) => format!("(minus {} {})", set(a), set(b)),
        Set::Else(a, b) => format!("(else {} {})", set(a), set(b)),
        Set::When(c, a) => format!("(when {} {})", truth(c), set(a)),
        Set::Was(a) => format!("(was {})", set(a)),
        Set::Step(d, a) => format!("(step d{d} {})", set(a)),
        Set::Steps(d, n, a) => format!("(steps d{d} {} {})", int(n), set(a)),
        Set::Preimage(d, a) => format!("(preimage d{d} {})", set(a)),
        Set::Image(id, a) => format!("(image {id} {})", set(a)),
        Set::Slide { dirs, of, through, exactly } => {
            let exactly = optional("exactly", exactly.as_ref().map(|n| int(n)));
            format!("(slide [{}] {} through {}{exactly})", list(dirs), set(of), set(through))
        }
        Set::Ray { dirs, of, through, until, exactly } => {
            let until = optional("until", until.as_ref().map(|u| set(u)));
            let exactly = optional("exactly", exactly.as_ref().map(|n| int(n)));
            format!("(ray [{}] {} through {}{until}{exactly})", list(dirs), set(of), set(through))
        }
        Set::Beyond { dirs, of, through } => format!("(beyond [{}] {} through {})", list(dirs), set(of), set(through)),
        Set::Flood { dirs, seed, within } => format!("(flood [{}] {} in {})", list(dirs), set(seed), set(within)),
        Set::Line { length, dirs, of } => format!("(line {length} [{}] {})", list(dirs), set(of)),
        Set::Collect { local, over, body } => format!("(collect s{local} in {} {})", set(over), set(body)),
        Set::Shared(id) => format!("e{id}"),
        Set::Touched => "touched".to_string(),
        Set::Stacked { occupied, least, most } => format!("(stacked {} {} {})", set(occupied), int(least), int(most)),
        Set::Holding(lane, least, most) => format!("(holding l{lane} {} {})", int(least), int(most)),
        Set::Rotate { what, region, right } => {
            format!("(rotate {} in {} {})", set(what), set(region), if *right { "right" } else { "left" })
        }
    }
}

/// A number expression as text.
pub fn int(e: &Int) -> String {
    match e {
        Int::Const(n) => n.to_string(),
        Int::Read(id) => format!("n{id}"),
        Int::Local(id) => format!("i{id}"),
        Int::Count(a) => format!("(count {})", set(a)),
        Int::SumTable(id, a) => format!("(sum t{id} {})", set(a)),
        Int::SumStacked { of, occupied } => format!("(sum-stacked {} {})", set(of), set(occupied)),
        Int::CountBelow(piece, a) => format!("(below {piece} {})", set(a)),
        Int::SumLane(id, a) => format!("(sum l{id} {})", set(a)),
        Int::SumDistance { of, to, dirs } => format!("(distance [{}] {} to {})", list(dirs), set(of), set(to)),
        Int::Connection { dirs, sets } => {
            let sets: Vec<String> = sets.iter().map(set).collect();
            format!("(connection [{}] {})", list(dirs), sets.join(" "))
        }
        Int::Largest(dirs, a) => format!("(largest [{}] {})", list(dirs), set(a)),
        Int::Groups(dirs, a) => format!("(groups [{}] {})", list(dirs), set(a)),
        Int::Windows(id, needs) => {
            let needs: Vec<String> = needs.iter().map(|(s, a, b)| format!("{} {a}..{b}", set(s))).collect();
            format!("(windows {id} {})", needs.join(" "))
        }
        Int::Mobility(side, None) => format!("(mobility {})", side.index()),
        Int::Mobility(side, Some(clauses)) => format!("(mobility {} {clauses:?})", side.index()),
        Int::Arith(op, a, b) => format!("({} {} {})", format!("{op:?}").to_lowercase(), int(a), int(b)),
        Int::If(c, a, b) => format!("(if {} {} {})", truth(c), int(a), int(b)),
    }
}

/// A truth expression as text.
pub fn truth(e: &Bool) -> String {
    match e {
        Bool::Const(b) => b.to_string(),
        Bool::Any(a) => format!("(any {})", set(a)),
        Bool::Same(a, b) => format!("(same {} {})", set(a), set(b)),
        Bool::Compare(op, a, b) => format!("({} {} {})", format!("{op:?}").to_lowercase(), int(a), int(b)),
        Bool::Not(a) => format!("(not {})", truth(a)),
        Bool::And(a, b) => format!("(and {} {})", truth(a), truth(b)),
        Bool::Or(a, b) => format!("(or {} {})", truth(a), truth(b)),
        Bool::History(HistoryTest::NewBoard) => "(new board)".to_string(),
        Bool::History(HistoryTest::Repeats(n)) => format!("(repeats {n})"),
        Bool::History(HistoryTest::Always(mark)) => format!("(always m{mark})"),
        Bool::Stuck(side, usize::MAX) => format!("(stuck {})", side.index()),
        Bool::Stuck(side, conditions) => format!("(stuck {} by {conditions})", side.index()),
    }
}

fn joins(e: &Joins) -> String {
    match e {
        Joins::Reach(end) => format!("c{end}"),
        Joins::Both(a, b) => format!("(and {} {})", joins(a), joins(b)),
        Joins::Either(a, b) => format!("(or {} {})", joins(a), joins(b)),
    }
}
