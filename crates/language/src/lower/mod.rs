//! Rules in, IR out: rules written from the mover's side become code for each side.
//!
//! Lowering never fails: what can be wrong with a file has been said before there are rules.

mod attack;
mod build;
mod clause;
mod clocks;
mod effect;
mod ending;
mod facts;
mod hints;
mod history;
mod layout;
mod number;
mod placing;
mod record;
mod region;
mod rounds;
mod sow;
mod states;
mod verb;

use std::collections::HashMap;

use crate::analysis::Query;
use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::ir::{
    Bool, Evaluation, Int, IntLocal, Layout, Local, Mark, Program, RecordShape, RuleTables, Set, SideCode, set_words,
};
use crate::rules::{DirId, FIRST_LOCAL, LocalId, Rules, StateId};

/// Lowers a rule book.
pub fn lower(rules: &Rules) -> Program {
    let mut lower = Lower::new(rules);
    let (sides, evaluations) = lower.code();
    lower.program(sides, evaluations)
}

/// A question to a position, lowered.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryCode {
    /// Cells.
    Set(Set),
    /// A number.
    Int(Int),
    /// True or false.
    Bool(Bool),
}

/// Lowers a question as `side` asks it, with a program that has all it needs.
pub fn lower_query(rules: &Rules, query: &Query, side: Side) -> (Program, QueryCode) {
    let mut lower = Lower::new(rules);
    let (sides, evaluations) = lower.code();
    let cx = Context::of(side);
    let code = match query {
        Query::Region(e) => QueryCode::Set(lower.region(e, &cx)),
        Query::Number(e) => QueryCode::Int(lower.number(e, &cx)),
        Query::Truth(e) => QueryCode::Bool(lower.truth(e, &cx)),
    };
    (lower.program(sides, evaluations), code)
}

/// What positions are held to, lowered.
#[derive(Debug, Clone, PartialEq)]
pub struct BoundsCode {
    /// What the states may hold, as far as anything is said of them, as each side asks it that is not to move.
    pub states: PerSide<Vec<StateCode>>,
    /// The cells of each of [`Rules::grounds`], for the pieces of each side.
    pub grounds: PerSide<Vec<Set>>,
}

/// What a state may hold, lowered: see [`crate::rules::Bounds`].
#[derive(Debug, Clone, PartialEq)]
pub struct StateCode {
    /// Which state.
    pub state: StateId,
    /// No cell outside of these.
    pub cells: Option<Set>,
    /// Other cells make no difference.
    pub counts: Option<Set>,
    /// What must hold.
    pub when: Option<Bool>,
}

/// Lowers what states may hold and where pieces may stand, with a program that has all it needs; none if nothing is said of
/// any.
pub fn lower_bounds(rules: &Rules) -> Option<(Program, BoundsCode)> {
    if rules.grounds.is_empty() && rules.states.iter().all(|state| state.bounds.is_none()) {
        return None;
    }
    let mut lower = Lower::new(rules);
    let (sides, evaluations) = lower.code();
    let states = PerSide::of(|side| {
        let cx = Context::of(side);
        let bounded = rules.states.iter().enumerate().filter(|(_, state)| !state.bounds.is_none());
        let code = bounded.map(|(id, state)| StateCode {
            state: id,
            cells: state.bounds.cells.as_ref().map(|r| lower.region(r, &cx)),
            counts: state.bounds.counts.as_ref().map(|r| lower.region(r, &cx)),
            when: state.bounds.when.as_ref().map(|c| lower.truth(c, &cx)),
        });
        code.collect()
    });
    let grounds = PerSide::of(|side| {
        let cx = Context::of(side);
        rules.grounds.iter().map(|ground| lower.region(&ground.cells, &cx)).collect()
    });
    Some((lower.program(sides, evaluations), BoundsCode { states, grounds }))
}

/// What is built up while a rule book is lowered.
struct Lower<'r> {
    rules: &'r Rules,
    /// See [`Rules::has_legs`] and [`Rules::leaves_first_cell`]: asked of every clause, and each time of all effects.
    has_legs: bool,
    leaves_first_cell: bool,
    layout: Layout,
    consts: Vec<SiteSet>,
    images: Vec<Vec<SiteSet>>,
    numbers: Vec<Vec<i64>>,
    windows: Vec<Vec<SiteSet>>,
    of_rules: RuleTables,
    window_lengths: Vec<u32>,
    labels: Vec<String>,
    locals: HashMap<LocalKey, Local>,
    int_locals: usize,
    marks: Vec<Mark>,
    int_shadows: HashMap<StateId, IntLocal>,
    /// The sowings that what is lowered stands in, the innermost last.
    sowings: Vec<sow::Laps>,
    /// How many questions for attacks what is lowered stands in.
    attacks: usize,
}

/// What a set local is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum LocalKey {
    /// A name of the rules.
    Rule(LocalId),
    /// What a `for one ply` variable will be in the next ply.
    NextPly(StateId),
    /// The cell that the first leg left.
    FirstFrom,
    /// An operand that is evaluated once, by its number in the clause.
    Temp(usize),
}

/// Where something is lowered: for whom, and what is known there.
#[derive(Debug, Clone)]
struct Context {
    /// Who `own` is.
    side: Side,
    /// The direction of the clause, once chosen.
    dir: Option<DirId>,
    /// Locals that go by another name here.
    renamed: HashMap<LocalId, Local>,
    /// The next free temp.
    temp: usize,
}

impl Context {
    fn of(side: Side) -> Self {
        Context { side, dir: None, renamed: HashMap::new(), temp: 0 }
    }

    fn with_dir(&self, dir: DirId) -> Self {
        Context { dir: Some(dir), ..self.clone() }
    }
}

impl<'r> Lower<'r> {
    fn new(rules: &'r Rules) -> Self {
        let words = set_words(rules.topology.sites());
        Lower {
            rules,
            has_legs: rules.has_legs(),
            leaves_first_cell: rules.leaves_first_cell(),
            layout: layout::layout(rules, words),
            consts: Vec::new(),
            images: Vec::new(),
            numbers: Vec::new(),
            windows: Vec::new(),
            of_rules: RuleTables::default(),
            window_lengths: Vec::new(),
            labels: Vec::new(),
            locals: HashMap::new(),
            int_locals: crate::ir::FIRST_INT_LOCAL,
            marks: Vec::new(),
            int_shadows: HashMap::new(),
            sowings: Vec::new(),
            attacks: 0,
        }
    }

    /// The code of the rules, and the evaluations: theirs comes last, so that the tables of the rules are the same beside any.
    fn code(&mut self) -> (PerSide<SideCode>, Vec<Evaluation>) {
        let sides = PerSide::of(|side| self.side(side));
        self.of_rules =
            RuleTables { consts: self.consts.len(), numbers: self.numbers.len(), windows: self.windows.len() };
        (sides, self.evaluations())
    }

    /// Everything that was built up, as a program.
    fn program(self, sides: PerSide<SideCode>, evaluations: Vec<Evaluation>) -> Program {
        let (rules, live) = (self.rules, &*self.rules.live());
        let mut program = Program {
            sites: rules.topology.sites(),
            places: layout::places(&rules.topology),
            initial: layout::initial(rules, &self.layout),
            consts: self.consts,
            steps: rules.topology.directions.iter().map(|d| d.next.clone()).collect(),
            reverse: rules.topology.directions.iter().map(|d| d.reverse).collect(),
            images: self.images,
            numbers: self.numbers,
            windows: self.windows,
            of_rules: self.of_rules,
            sides,
            evaluations,
            locals: self.locals.len() + FIRST_LOCAL,
            int_locals: self.int_locals,
            record: RecordShape { words: 1, site_bits: 0, legs: 0 },
            clauses: hints::clauses(rules),
            promoting: hints::promoting(rules),
            groups: clause::groups(rules),
            labels: self.labels,
            kind_values: hints::kind_values(rules),
            marks: self.marks,
            facts: facts::facts(live),
            layout: self.layout,
        };
        program.facts.falling = facts::falling(&program, live);
        program.facts.advancing = facts::advancing(&program.layout, live);
        program.record = record::record(&program);
        program
    }

    /// The code of one side.
    fn side(&mut self, side: Side) -> SideCode {
        let cx = Context::of(side);
        let (mut legal, mut by_history) = (Vec::new(), Vec::new());
        for line in &self.rules.legal {
            let (position, history) = history::apart(self.truth(&line.condition, &cx));
            legal.push(position);
            by_history.extend(history);
        }
        SideCode {
            turn: self.turn(&self.rules.turn, &cx),
            clauses: self.first_legs(side),
            next_legs: self.next_legs(side),
            finally: self.finally(side),
            legal,
            by_history,
            end_ply: self.end_ply(side),
            verdicts: self.rules.verdicts.iter().map(|v| self.verdict(v, side)).collect(),
        }
    }

    /// The number of a set local.
    fn local(&mut self, key: LocalKey) -> Local {
        if let LocalKey::Rule(id) = key
            && id < FIRST_LOCAL
        {
            return id;
        }
        let next = self.locals.len() + FIRST_LOCAL;
        *self.locals.entry(key).or_insert(next)
    }

    /// A fresh set local for an operand.
    fn temp(&mut self, cx: &mut Context) -> Local {
        let key = LocalKey::Temp(cx.temp);
        cx.temp += 1;
        self.local(key)
    }
}
