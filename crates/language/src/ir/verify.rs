//! The verifier: every index in range, every table whole, every record wide enough.
//!
//! Lowering and the optimiser only make programs that pass; executors rely on it.

use crate::rules::MOST_CLAUSES;

use super::{
    Block, Bool, Decision, Evaluation, HistoryTest, Int, MAX_WORDS, Program, Set, SideCode, Since, Stmt, Tag, Turn,
};

/// Checks a program.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn verify(program: &Program) -> Result<(), String> {
    let v = Verifier { p: program, shared: 0 };
    v.tables()?;
    below("the number of marks", program.marks.len(), Program::MOST_MARKS + 1)?;
    program.marks.iter().try_for_each(|mark| v.truth(&mark.holds))?;
    for code in &program.sides {
        v.side(code)?;
    }
    program.evaluations.iter().try_for_each(|evaluation| evaluated(program, evaluation))
}

/// Whether an evaluation is as it should be: what is shared reads only what is shared before it.
fn evaluated(p: &Program, evaluation: &Evaluation) -> Verdict {
    for (shared, set) in evaluation.shared.iter().enumerate() {
        Verifier { p, shared }.set(set)?;
    }
    let v = Verifier { p, shared: evaluation.shared.len() };
    evaluation.terms.iter().flatten().try_for_each(|(_, n)| v.int(n))
}

/// Whether a statement makes no choice, forbids nothing and shows nothing.
fn only_effects(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Pick { .. } | Stmt::Choose(_) | Stmt::Guard(_) | Stmt::Show(..) | Stmt::Again { .. } | Stmt::Decided => {
            false
        }
        Stmt::Let(..)
        | Stmt::LetInt(..)
        | Stmt::If(..)
        | Stmt::SetPlane(..)
        | Stmt::SetInt(..)
        | Stmt::SetLane(..)
        | Stmt::AddLane(..)
        | Stmt::Sow { .. }
        | Stmt::Loop { .. }
        | Stmt::MoveStack(..)
        | Stmt::SwapStacks(..)
        | Stmt::ClearStacks(_)
        | Stmt::Pile { .. }
        | Stmt::Tuck { .. } => stmt.blocks().flatten().all(only_effects),
    }
}

struct Verifier<'p> {
    p: &'p Program,
    /// How many shared sets may be read.
    shared: usize,
}

type Verdict = Result<(), String>;

fn below(what: &str, id: usize, limit: usize) -> Verdict {
    if id < limit { Ok(()) } else { Err(format!("{what} {id} is not below {limit}")) }
}

impl Verifier<'_> {
    fn tables(&self) -> Verdict {
        let p = self.p;
        let n = p.sites;
        let whole =
            |what: &str, len: usize| if len == n { Ok(()) } else { Err(format!("{what} has {len} of {n} cells")) };
        if p.layout.set_words * 64 < n {
            return Err(format!("{n} cells do not fit {} words", p.layout.set_words));
        }
        if p.initial.len() != p.layout.words() {
            return Err("the starting state has another length than the layout".to_string());
        }
        whole("places", p.places.len())?;
        for table in &p.steps {
            whole("step", table.len())?;
            for to in table.iter().flatten() {
                below("target", usize::from(*to), n)?;
            }
        }
        if p.reverse.len() != p.steps.len() {
            return Err("a direction has no entry among the reverses".to_string());
        }
        p.images.iter().try_for_each(|i| whole("image", i.len()))?;
        p.numbers.iter().try_for_each(|t| whole("table", t.len()))?;
        if p.record.words == 0 || p.record.words > MAX_WORDS {
            return Err(format!("a record of {} words", p.record.words));
        }
        if p.clauses.len() > MOST_CLAUSES {
            return Err(format!("{} clauses do not fit a record", p.clauses.len()));
        }
        p.groups.iter().flatten().try_for_each(|&c| below("clause", c, p.clauses.len()))
    }

    fn side(&self, code: &SideCode) -> Verdict {
        let p = self.p;
        if code.clauses.len() != p.clauses.len() || code.next_legs.len() != p.groups.len() {
            return Err("a clause or group has no code".to_string());
        }
        self.turn(&code.turn)?;
        code.clauses.iter().chain(&code.next_legs).try_for_each(|b| self.block(b))?;
        self.block(&code.finally)?;
        self.block(&code.end_ply)?;
        if code.end_ply.iter().any(|s| matches!(s, Stmt::Pick { .. } | Stmt::Choose(_) | Stmt::Again { .. })) {
            return Err("passing the turn makes a choice".to_string());
        }
        code.legal.iter().chain(&code.by_history).try_for_each(|c| self.truth(c))?;
        for v in &code.verdicts {
            self.truth(&v.when)?;
            v.far.iter().try_for_each(|far| self.truth(far))?;
            if let Decision::Margin(n) = &v.decides {
                self.int(n)?;
            }
            match &v.since {
                Some(Since::Line { plane, near, .. }) => {
                    below("plane", *plane, p.layout.planes.len())?;
                    near.iter().try_for_each(|&id| below("image", id, p.images.len()))?;
                }
                Some(Since::Joined { chain, beside }) => {
                    below("plane", chain.plane, p.layout.planes.len())?;
                    below("image", *beside, p.images.len())?;
                    chain.dirs.iter().try_for_each(|&d| below("direction", d, p.steps.len()))?;
                    chain.joins.ends().iter().try_for_each(|&id| below("const", id, p.consts.len()))?;
                }
                None => {}
            }
        }
        Ok(())
    }

    fn turn(&self, turn: &Turn) -> Verdict {
        let group = |g: usize| below("group", g, self.p.groups.len());
        match turn {
            Turn::Groups(list) => list.iter().try_for_each(|&g| group(g)),
            Turn::Repeat(least, most, list) => {
                if least > most {
                    return Err(format!("from {least} to {most} steps"));
                }
                list.iter().try_for_each(|&(g, _)| group(g))
            }
            Turn::Pass(block) => self.block(block),
            Turn::Or(a, b) | Turn::Else(a, b) => self.turn(a).and_then(|()| self.turn(b)),
            Turn::Most(n, a) => self.int(n).and_then(|()| self.turn(a)),
        }
    }

    fn block(&self, block: &Block) -> Verdict {
        for (i, stmt) in block.iter().enumerate() {
            if matches!(stmt, Stmt::Again { .. }) && i + 1 < block.len() {
                return Err("statements follow `again`".to_string());
            }
            self.stmt(stmt)?;
        }
        Ok(())
    }

    fn stmt(&self, stmt: &Stmt) -> Verdict {
        let p = self.p;
        match stmt {
            Stmt::Let(local, e) | Stmt::Pick { local, from: e, .. } => self.local(*local).and_then(|()| self.set(e)),
            Stmt::LetInt(local, e) => below("number local", *local, p.int_locals).and_then(|()| self.int(e)),
            Stmt::Choose(list) => list.iter().try_for_each(|a| {
                match a.tag {
                    Tag::Silent => Ok(()),
                    Tag::Clause(c) => below("clause", c, p.clauses.len()),
                    Tag::Label(l) => below("label", l, p.labels.len()),
                    Tag::Promotion(k) | Tag::Dropped(k) => below("kind", k, p.kinds()),
                }?;
                self.block(&a.body)
            }),
            Stmt::Guard(c) => self.truth(c),
            Stmt::If(c, a, b) => {
                self.truth(c)?;
                self.block(a)?;
                self.block(b)
            }
            Stmt::SetPlane(id, e) => below("plane", *id, p.layout.planes.len()).and_then(|()| self.set(e)),
            Stmt::SetInt(id, e) => below("number", *id, p.layout.ints.len()).and_then(|()| self.int(e)),
            Stmt::SetLane(id, at, n) | Stmt::AddLane(id, at, n) => {
                self.lane(*id)?;
                self.set(at)?;
                self.int(n)
            }
            Stmt::Loop { body, goes_on, count, .. } => {
                below("number local", *goes_on, p.int_locals)?;
                below("number local", *count, p.int_locals)?;
                if !body.iter().all(only_effects) {
                    return Err("a loop makes a choice or forbids the move".to_string());
                }
                self.block(body)
            }
            Stmt::Sow { lane, from, seeds, step, except, last } => {
                self.lane(*lane)?;
                self.int(seeds)?;
                self.local(*from)?;
                self.local(*last)?;
                self.steps(&[*step])?;
                self.set(except)
            }
            Stmt::MoveStack(a, b) | Stmt::SwapStacks(a, b) | Stmt::Tuck { what: a, under: b } => {
                self.stacks()?;
                self.set(a)?;
                self.set(b)
            }
            Stmt::Pile { number, what, onto } => {
                self.stacks()?;
                self.int(number)?;
                self.set(what)?;
                self.set(onto)
            }
            Stmt::ClearStacks(at) => self.stacks().and_then(|()| self.set(at)),
            Stmt::Show(_, local) => self.local(*local),
            Stmt::Again { group, .. } => below("group", *group, p.groups.len()),
            Stmt::Decided => Ok(()),
        }
    }

    fn local(&self, local: usize) -> Verdict {
        below("local", local, self.p.locals)
    }

    fn lane(&self, lane: usize) -> Verdict {
        below("lane", lane, self.p.layout.lanes.len())
    }

    fn stacks(&self) -> Verdict {
        if self.p.layout.stacks == self.p.sites { Ok(()) } else { Err("this game has no stacks".to_string()) }
    }

    fn steps(&self, steps: &[usize]) -> Verdict {
        steps.iter().try_for_each(|&d| below("direction", d, self.p.steps.len()))
    }

    fn set(&self, e: &Set) -> Verdict {
        match e {
            Set::Const(id) => below("constant", *id, self.p.consts.len()),
            Set::Plane(id) => below("plane", *id, self.p.layout.planes.len()),
            Set::Local(id) => self.local(*id),
            Set::Shared(id) => below("shared set", *id, self.shared),
            Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) | Set::Else(a, b) => {
                self.set(a).and_then(|()| self.set(b))
            }
            Set::When(c, a) => self.truth(c).and_then(|()| self.set(a)),
            Set::Was(a) => self.set(a),
            Set::Step(d, a) | Set::Preimage(d, a) => self.steps(&[*d]).and_then(|()| self.set(a)),
            Set::Steps(d, n, a) => {
                self.steps(&[*d])?;
                self.int(n)?;
                self.set(a)
            }
            Set::Image(id, a) => below("image", *id, self.p.images.len()).and_then(|()| self.set(a)),
            Set::Slide { dirs, of, through, exactly } => {
                self.steps(dirs)?;
                exactly.iter().try_for_each(|n| self.int(n))?;
                self.set(of)?;
                self.set(through)
            }
            Set::Ray { dirs, of, through, until, exactly } => {
                self.steps(dirs)?;
                exactly.iter().try_for_each(|n| self.int(n))?;
                until.iter().try_for_each(|u| self.set(u))?;
                self.set(of)?;
                self.set(through)
            }
            Set::Beyond { dirs, of: a, through: b } | Set::Flood { dirs, seed: a, within: b } => {
                self.steps(dirs)?;
                self.set(a)?;
                self.set(b)
            }
            Set::Line { length, dirs, of } => {
                if *length == 0 {
                    return Err("a line of no cells".to_string());
                }
                self.steps(dirs).and_then(|()| self.set(of))
            }
            Set::Collect { local, over, body } => {
                self.local(*local)?;
                self.set(over)?;
                self.set(body)
            }
            Set::Touched => Ok(()),
            Set::Holding(lane, least, most) => {
                self.lane(*lane)?;
                self.int(least)?;
                self.int(most)
            }
            Set::Stacked { occupied, least, most } => {
                self.stacks()?;
                self.set(occupied)?;
                self.int(least)?;
                self.int(most)
            }
            Set::Rotate { what, region, .. } => self.set(what).and_then(|()| self.set(region)),
        }
    }

    fn int(&self, e: &Int) -> Verdict {
        match e {
            Int::Const(_) => Ok(()),
            Int::Read(id) => below("number", *id, self.p.layout.ints.len()),
            Int::Local(id) => below("number local", *id, self.p.int_locals),
            Int::Count(a) => self.set(a),
            Int::SumTable(id, a) => below("table", *id, self.p.numbers.len()).and_then(|()| self.set(a)),
            Int::SumLane(id, a) => self.lane(*id).and_then(|()| self.set(a)),
            Int::CountBelow(_, of) => self.stacks().and_then(|()| self.set(of)),
            Int::SumStacked { of, occupied } => {
                self.stacks()?;
                self.set(of)?;
                self.set(occupied)
            }
            Int::SumDistance { of, to, dirs } => {
                self.steps(dirs)?;
                self.set(of)?;
                self.set(to)
            }
            Int::Connection { dirs, sets } => {
                self.steps(dirs)?;
                sets.iter().try_for_each(|s| self.set(s))
            }
            Int::Groups(dirs, a) | Int::Largest(dirs, a) => self.steps(dirs).and_then(|()| self.set(a)),
            Int::Windows(id, needs) => {
                below("windows", *id, self.p.windows.len())?;
                needs.iter().try_for_each(|n| self.set(&n.0))
            }
            Int::Mobility(_, clauses) => {
                clauses.iter().flatten().try_for_each(|&c| below("clause", c, self.p.clauses.len()))
            }
            Int::Arith(_, a, b) => self.int(a).and_then(|()| self.int(b)),
            Int::If(c, a, b) => {
                self.truth(c)?;
                self.int(a)?;
                self.int(b)
            }
        }
    }

    fn truth(&self, e: &Bool) -> Verdict {
        match e {
            Bool::Const(_) | Bool::Stuck(..) => Ok(()),
            Bool::History(HistoryTest::Always(mark)) => below("mark", *mark, self.p.marks.len()),
            Bool::History(_) => Ok(()),
            Bool::Any(a) => self.set(a),
            Bool::Same(a, b) => self.set(a).and_then(|()| self.set(b)),
            Bool::Compare(_, a, b) => self.int(a).and_then(|()| self.int(b)),
            Bool::Not(a) => self.truth(a),
            Bool::And(a, b) | Bool::Or(a, b) => self.truth(a).and_then(|()| self.truth(b)),
        }
    }
}
