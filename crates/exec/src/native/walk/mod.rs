//! The enumeration: a choice compiles the rest of the ply inside its loop; what reaches the end goes to the sink.

pub mod allowed;
pub mod alone;
pub mod chains;
pub mod epilogue;
pub mod explored;
pub mod floods;
pub mod noisy;
pub mod pairs;
pub mod possible;
pub mod setwise;
pub mod sinks;
pub mod slides;
pub mod steps;
pub mod straight;
pub mod successors;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, StackSlot, Value};
use cranelift_frontend::Variable;

use self::chains::Legs;
use self::epilogue::Epilogue;
use self::successors::{Below, Rows};
use crate::ir::{Bool, ClauseId, Int, Local, RecordShape, SideCode, Stmt, Turn, choice_bits, decides};
use crate::native::emit::env::{Env, Reads, Record};
use crate::native::emit::{Emit, Res, SetV, Truth, Unsupported, Word, ZERO};
use crate::native::legal::allowed::Ask;
use crate::native::legal::pins::Filter;
use crate::native::legal::verdicts::conditions_hold;
use crate::proofs::turns::{Noise, has_else, most_comes_first, noise_of};

/// What becomes of the plies that are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sink {
    /// Their records are listed.
    List,
    /// They are counted.
    Count,
    /// The first one is enough.
    Any,
    /// That of a number is made.
    Nth,
    /// The states they lead to are listed, with what is decided there.
    States,
    /// The states they lead to are listed in the order of the moves.
    InOrder,
    /// The states they lead to are built one after another in one place, and counted.
    Built,
    /// The plies that follow them are counted.
    Below,
    /// They are counted, if the history allows them.
    Allowed,
}

impl Sink {
    /// Whether the whole ply is run, to its end.
    pub fn runs_all(self) -> bool {
        self == Sink::Nth || self.is_built()
    }

    /// Whether the state after each ply is built.
    pub fn is_built(self) -> bool {
        matches!(self, Sink::States | Sink::InOrder | Sink::Built | Sink::Below | Sink::Allowed)
    }

    /// Whether plies may be found in any order.
    pub fn is_unordered(self) -> bool {
        !matches!(self, Sink::List | Sink::Nth | Sink::InOrder)
    }
}

/// Inner loops that one call may begin.
pub const FUEL: u64 = 1 << 22;

/// As [`FUEL`], where plies are several steps: some hundred thousand ways to play them are common.
pub const FUEL_OF_STEPS: u64 = 1 << 26;

/// What an enumeration answers where there are plies of several legs: they come before all that it could list.
pub const OTHERS_FIRST: u64 = 2;

/// All plies have been found: goes on in `done`. Those who come from `others` or `spent` leave a word on it in `info[0]`.
pub fn leave(e: &mut Emit, (others, spent, done): (Block, Block, Block), info: Value) {
    e.jump(done, &[]);
    for (block, word) in [(others, OTHERS_FIRST), (spent, 1)] {
        e.enter(block);
        e.store(Word::Const(word), info, 0);
        e.jump(done, &[]);
    }
    e.enter(done);
}

/// What comes after a block.
#[derive(Clone, Copy)]
pub enum Cont<'c> {
    /// More statements.
    Block(&'c [Stmt], &'c Cont<'c>),
    /// A leg is done.
    Leg(&'c Cont<'c>),
    /// A step of several is done, which costs so much.
    Step {
        /// See [`self::steps::Steps`].
        cost: u32,
    },
    /// The ply is complete.
    End,
}

/// One function that enumerates the plies of a side.
pub struct Walk<'w, 'a, 'f> {
    /// The function.
    pub e: &'w mut Emit<'a, 'f>,
    /// The rules.
    pub code: &'a SideCode,
    /// What becomes of plies.
    pub sink: Sink,
    /// What that takes, beside the plies.
    pub needs: Needs<'w>,
    /// Only plies of these clauses count.
    pub only: Option<&'w [ClauseId]>,
    /// The state at the start.
    pub state: Value,
    /// How plies are tested.
    pub tests: Tests,
    /// Where the next record goes, or how many plies there are.
    pub cursor: Variable,
    /// What room there is for records.
    pub room: Room,
    /// What plies are ranked by.
    pub ranking: Ranking<'a>,
    /// Inner loops that may still begin.
    pub fuel: Variable,
    /// Where to go when all is done, and when the fuel is spent.
    pub exits: (Block, Block),
    /// How many loops are open.
    pub depth: usize,
    /// What a ply of several legs needs.
    pub legs: Option<Legs>,
    /// Where to go when a ply has a second leg, if plies of one leg are all that is wanted.
    pub alone: Option<Block>,
    /// Only plies that may be noisy are listed.
    pub noisy: bool,
    /// How they are told in the clause that is being compiled.
    pub noise: Option<Noise>,
}

/// What an answer takes, beside the plies.
pub enum Needs<'w> {
    /// No more than them.
    Nothing,
    /// How successors are listed.
    Rows(Rows),
    /// How successors are listed, and the plies that follow counted.
    Below(Rows, Below),
    /// Where the ply of a number is made.
    Made(Making<'w>),
    /// What the history is asked.
    History(Ask),
}

impl Needs<'_> {
    /// How successors are listed, if they are.
    pub fn rows(&self) -> Option<Rows> {
        match self {
            Needs::Rows(rows) | Needs::Below(rows, _) => Some(*rows),
            Needs::Nothing | Needs::Made(_) | Needs::History(_) => None,
        }
    }

    /// How the plies that follow are counted, if they are.
    pub fn below(&self) -> Option<Below> {
        if let Needs::Below(_, below) = self { Some(*below) } else { None }
    }
}

/// How plies are tested: whether the conditions hold in the state after them.
pub struct Tests {
    /// How many of the `legal` conditions count.
    pub conditions: usize,
    /// A function that says whether the conditions hold in the state of its first argument.
    pub legal: Option<(FuncRef, Reads)>,
    /// Where the state is written for it.
    pub spill: Option<StackSlot>,
    /// Which plies need no test.
    pub filter: Option<Filter>,
    /// What the filter says of the clause that is being compiled; see [`Filter::doubtful`].
    pub doubtful: Option<(Local, SetV)>,
    /// Whether the ply needs no test, as far as its choices are made.
    pub spared: Truth,
}

impl Tests {
    /// Every ply is tested by so many conditions.
    pub fn all(conditions: usize) -> Self {
        let spared = Truth::Const(false);
        Tests { conditions, legal: None, spill: None, filter: None, doubtful: None, spared }
    }
}

/// What room there is for records.
#[derive(Default)]
pub struct Room {
    /// Records behind this address are not stored.
    pub limit: Option<Value>,
    /// Where the identities of records go, in step with the records.
    pub identities: Option<(Value, Value)>,
    /// How many clauses that may offer the same moves have found some; two mean that moves must be compared.
    pub flagged: Option<Variable>,
}

/// What the plies that are found are ranked by.
#[derive(Default)]
pub struct Ranking<'a> {
    /// The number.
    pub most: Option<&'a Int>,
    /// What is done with ranks where plies have one leg.
    pub greatest: Option<Greatest>,
    /// The rank of all plies that were found, where only plies of one leg are wanted.
    pub rank: Option<Word>,
}

/// How the plies of the greatest number are found: all are ranked, then all are looked at once more.
#[derive(Debug, Clone, Copy)]
pub struct Greatest {
    /// The greatest number so far.
    pub best: Variable,
    /// Whether they are ranked only.
    pub only_ranked: bool,
}

/// How the ply of a number is made.
pub struct Making<'w> {
    /// Where its state goes.
    pub next: Value,
    /// What comes after it.
    pub epilogue: &'w Epilogue,
    /// Whether the ply that is being built is the one.
    pub chosen: bool,
}

/// The rank of a ply that no number ranks.
pub const UNRANKED: i64 = i64::MIN;

impl<'w, 'a, 'f> Walk<'w, 'a, 'f> {
    /// A walk that tests every ply by all conditions, and has nowhere to write to.
    pub fn new(
        e: &'w mut Emit<'a, 'f>,
        code: &'a SideCode,
        sink: Sink,
        state: Value,
        (cursor, fuel): (Variable, Variable),
        exits: (Block, Block),
    ) -> Self {
        Walk {
            e,
            code,
            sink,
            needs: Needs::Nothing,
            only: None,
            state,
            tests: Tests::all(usize::MAX),
            cursor,
            room: Room::default(),
            ranking: Ranking::default(),
            fuel,
            exits,
            depth: 0,
            legs: None,
            alone: None,
            noisy: false,
            noise: None,
        }
    }
}

impl<'a> Walk<'_, 'a, '_> {
    /// Runs a turn.
    pub fn turn(&mut self, base: &Env, turn: &'a Turn) -> Res<()> {
        match turn {
            Turn::Groups(groups) => {
                let program = self.e.program;
                for &clause in groups.iter().flat_map(|&g| &program.groups[g]) {
                    self.clause(base, clause)?;
                }
                Ok(())
            }
            Turn::Pass(_) => {
                let Some(block) = self.code.turn.pass() else { return Ok(()) };
                if self.only.is_some() || self.noisy {
                    return Ok(());
                }
                let mut env = base.clone();
                env.record = Record::new(self.e.program.record, RecordShape::PASS);
                let end = Cont::End;
                self.run(env, block, &Cont::Block(self.finally(), &end))
            }
            Turn::Or(a, b) => {
                self.turn(base, a)?;
                self.turn(base, b)
            }
            Turn::Else(a, b) => {
                let before = self.found_so_far();
                if let Some(only) = self.only.take() {
                    // Whether there is any ply in `a`, and only then which of them are counted.
                    self.turn(base, a)?;
                    let all = self.found_so_far();
                    self.e.define(self.cursor, before);
                    self.only = Some(only);
                    self.turn(base, a)?;
                    let same = self.e.compare(IntCC::Equal, before, all);
                    return self.rest_if(base, same, b);
                }
                self.turn(base, a)?;
                if self.sink == Sink::Any {
                    return self.turn(base, b);
                }
                let now = self.found_so_far();
                let same = self.e.compare(IntCC::Equal, before, now);
                self.rest_if(base, same, b)
            }
            Turn::Most(_, a) if self.sink == Sink::Any || self.is_mobility() => self.turn(base, a),
            Turn::Most(number, a) => {
                if self.ranking.most.is_some() {
                    return Err(Unsupported("the greatest of the greatest moves"));
                }
                if has_else(a) {
                    return Err(Unsupported("`else` among the greatest moves"));
                }
                self.ranking.most = Some(number);
                match self.legs.is_none() && self.alone.is_none() {
                    // Twice: which number is the greatest, and which plies have it.
                    true => {
                        if !most_comes_first(&self.code.turn) || !matches!(**a, Turn::Groups(_)) {
                            return Err(Unsupported("only the greatest moves count"));
                        }
                        let best = self.e.variable(Word::Const(UNRANKED as u64));
                        for only_ranked in [true, false] {
                            self.ranking.greatest = Some(Greatest { best, only_ranked });
                            self.turn(base, a)?;
                        }
                        self.ranking.greatest = None;
                    }
                    false => self.turn(base, a)?,
                }
                self.ranking.most = None;
                Ok(())
            }
            Turn::Repeat(..) => self.steps(base, turn),
        }
    }

    /// What is behind `else`, if there was nothing before it.
    fn rest_if(&mut self, base: &Env, nothing: Truth, rest: &'a Turn) -> Res<()> {
        let (none, after) = (self.e.block(), self.e.block());
        self.e.branch(nothing, none, after);
        self.e.enter(none);
        self.turn(base, rest)?;
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// Whether all plies are counted as if there were no conditions, no ranks and no equal results.
    fn is_mobility(&self) -> bool {
        self.sink == Sink::Count && self.tests.conditions == 0
    }

    /// A number that grows with each ply that is found.
    fn found_so_far(&mut self) -> Word {
        let cursor = self.e.read(self.cursor);
        match self.needs.below() {
            None => cursor,
            Some(below) => {
                let without = self.e.read(below.without);
                self.e.add(cursor, without)
            }
        }
    }

    fn clause(&mut self, base: &Env, clause: ClauseId) -> Res<()> {
        if self.only.is_some_and(|list| !list.contains(&clause)) {
            return Ok(());
        }
        if self.left_to_others(base, clause)? {
            return Ok(());
        }
        let hint = self.e.program.clauses[clause];
        // Of plies that may be the same the first counts, whatever it does: they are all listed.
        let is_cut = self.noisy && !hint.may_repeat;
        self.noise = if is_cut { noise_of(self.e.program, clause) } else { None };
        if is_cut && self.noise.is_none() {
            return Ok(());
        }
        let mut env = base.clone();
        env.record = Record::new(self.e.program.record, clause as u64);
        let end = Cont::End;
        let finally = Cont::Block(self.finally(), &end);
        let before = self.found_so_far();
        self.tests.doubtful = self.tests.filter.as_ref().and_then(|f| f.doubtful(clause));
        self.run(env, &self.code.clauses[clause], &Cont::Leg(&finally))?;
        self.tests.doubtful = None;
        if let (Some(flagged), true) = (self.room.flagged, hint.may_repeat) {
            let now = self.found_so_far();
            let found = self.e.compare(IntCC::NotEqual, before, now);
            let weight = Word::Const(if hint.repeats_itself { 2 } else { 1 });
            let more = self.e.select(found, weight, ZERO);
            let so_far = self.e.read(flagged);
            let sum = self.e.add(so_far, more);
            self.e.define(flagged, sum);
        }
        Ok(())
    }

    pub fn run(&mut self, mut env: Env, block: &[Stmt], cont: &Cont<'_>) -> Res<()> {
        for (i, stmt) in block.iter().enumerate() {
            self.e.check_size()?;
            let rest = &block[i + 1..];
            if self.in_either_case(&env, stmt, &mut |walk| walk.run(env.clone(), &block[i..], cont))? {
                return Ok(());
            }
            match stmt {
                Stmt::Guard(c) => {
                    let c = self.e.truth(&env, c)?;
                    match c {
                        Truth::Const(true) => {}
                        Truth::Const(false) => return Ok(()),
                        Truth::Value(_) => {
                            let (yes, after) = (self.e.block(), self.e.block());
                            self.e.branch(c, yes, after);
                            self.e.enter(yes);
                            self.run(env, rest, cont)?;
                            self.e.jump(after, &[]);
                            self.e.enter(after);
                            return Ok(());
                        }
                    }
                }
                Stmt::Pick { local, from, show } => {
                    let from = self.e.set(&env, from)?;
                    return self.pick(&env, *local, &from, *show, rest, cont);
                }
                Stmt::Choose(list) => {
                    let bits = choice_bits(list.len());
                    let next = Cont::Block(rest, cont);
                    for (n, alternative) in list.iter().enumerate() {
                        let mut inside = env.clone();
                        inside.push(self.e, Word::Const(n as u64), bits)?;
                        inside.tag(self.e, alternative.tag);
                        self.run(inside, &alternative.body, &next)?;
                    }
                    return Ok(());
                }
                Stmt::If(c, a, b) if decides(a) || decides(b) => {
                    let c = self.e.truth(&env, c)?;
                    let next = Cont::Block(rest, cont);
                    let (yes, no, after) = (self.e.block(), self.e.block(), self.e.block());
                    self.e.branch(c, yes, no);
                    for (block, stmts) in [(yes, a), (no, b)] {
                        self.e.enter(block);
                        self.run(env.clone(), stmts, &next)?;
                        self.e.jump(after, &[]);
                    }
                    self.e.enter(after);
                    return Ok(());
                }
                Stmt::Decided if self.sink.runs_all() || self.ranking.most.is_some() || self.tells_by_effects() => {}
                Stmt::Decided => return self.found(&env),
                // Whether it goes on or not, there is a ply.
                Stmt::Again { .. } if self.sink == Sink::Any && self.legs.is_none() && self.is_decided(rest, cont) => {
                    return self.found(&env);
                }
                Stmt::Again { may, group } => return self.again(env, *may, *group, cont),
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
                | Stmt::Tuck { .. }
                | Stmt::Show(..) => self.e.straight(&mut env, std::slice::from_ref(stmt))?,
            }
            if self.sink != Sink::Nth && self.is_decided(rest, cont) {
                return self.found(&env);
            }
        }
        match cont {
            Cont::Block(more, next) => self.run(env, more, next),
            Cont::Leg(next) => {
                self.e.count_leg(&mut env);
                self.mark_found();
                if self.ends_elsewhere(&env, next)? {
                    return Ok(());
                }
                self.run(env, &[], next)
            }
            Cont::Step { cost } => self.after_step(env, *cost),
            Cont::End => self.end(&env),
        }
    }

    /// Whether nothing that follows is a choice or can drop the ply.
    pub fn is_decided(&self, rest: &[Stmt], cont: &Cont<'_>) -> bool {
        let no_conditions = self.conditions().iter().all(|c| *c == Bool::Const(true));
        self.has_chosen(rest, cont, no_conditions)
    }

    /// As [`Walk::is_decided`], if the conditions count as `met`.
    pub fn has_chosen(&self, rest: &[Stmt], cont: &Cont<'_>, met: bool) -> bool {
        // Ranks, results and successors are those of the end of the ply.
        if self.legs.is_some() || self.sink.is_built() || self.ranking.most.is_some() || self.tells_by_effects() {
            return false;
        }
        self.comes_to_end(rest, cont, met)
    }

    /// Whether noisy plies are told by what they did.
    fn tells_by_effects(&self) -> bool {
        matches!(self.noise, Some(Noise::Arrival { cut: false } | Noise::Effects { .. }))
    }

    /// Whether nothing that follows is a choice.
    pub fn is_last_choice(&self, rest: &[Stmt], cont: &Cont<'_>) -> bool {
        self.legs.is_none() && self.comes_to_end(rest, cont, true)
    }

    fn comes_to_end(&self, rest: &[Stmt], cont: &Cont<'_>, met: bool) -> bool {
        if matches!(rest.first(), Some(Stmt::Decided)) {
            return true;
        }
        !decides(rest)
            && match cont {
                Cont::Block(more, next) => self.comes_to_end(more, next, met),
                Cont::Leg(next) => self.comes_to_end(&[], next, met),
                Cont::Step { .. } => false,
                Cont::End => met,
            }
    }

    /// What is done at the end of a ply, as far as it matters here: the conditions may read none of it.
    pub fn finally(&self) -> &'a [Stmt] {
        let (finally, conditions) = (&self.code.finally, self.conditions());
        let mut reads = Reads::none(self.e.program);
        conditions.iter().for_each(|c| reads.truth(c));
        let idle = self.legs.is_none()
            && self.ranking.most.is_none()
            && !self.sink.runs_all()
            && !self.noisy
            && !decides(finally)
            && !self::straight::writes(finally, &reads);
        if idle { &[] } else { finally }
    }

    fn conditions(&self) -> &'a [Bool] {
        &self.code.legal[..self.tests.conditions.min(self.code.legal.len())]
    }

    fn pick(
        &mut self,
        env: &Env,
        local: usize,
        from: &SetV,
        show: crate::ir::Show,
        rest: &[Stmt],
        cont: &Cont<'_>,
    ) -> Res<()> {
        if self.sink != Sink::List && self.is_decided(rest, cont) {
            if self.sink == Sink::Nth {
                return self.choose(env, local, from, rest, cont);
            }
            return self.take_all(from);
        }
        if let Some((first, doubtful)) = self.tests.doubtful.clone()
            && first == local
            && matches!(self.sink, Sink::Any | Sink::Count)
            && self.has_chosen(rest, cont, true)
        {
            let sure = self.e.set_minus(from, &doubtful);
            self.take_all(&sure)?;
            let others = self.e.set_and(from, &doubtful);
            return self.pick_each(env, local, &others, show, rest, cont);
        }
        if self.depth == 0
            && self.legs.is_none()
            && let Some(useful) = self.e.useful(env, local, rest, None)?
        {
            let from = self.e.set_and(from, &useful);
            return self.pick_on(env, local, &from, show, rest, cont);
        }
        self.pick_on(env, local, from, show, rest, cont)
    }

    fn pick_on(
        &mut self,
        env: &Env,
        local: usize,
        from: &SetV,
        show: crate::ir::Show,
        rest: &[Stmt],
        cont: &Cont<'_>,
    ) -> Res<()> {
        if self.pair(env, (local, from, show), rest, cont)? {
            return Ok(());
        }
        let spared = self.tests.spared;
        if matches!(self.sink, Sink::Any | Sink::Count)
            && spared != Truth::Const(false)
            && self.has_chosen(rest, cont, true)
        {
            let (all, each, after) = (self.e.block(), self.e.block(), self.e.block());
            self.e.branch(spared, all, each);
            self.e.enter(all);
            self.take_all(from)?;
            self.e.jump(after, &[]);
            self.e.enter(each);
            // The others are tested one by one.
            self.tests.spared = Truth::Const(false);
            self.pick_each(env, local, from, show, rest, cont)?;
            self.tests.spared = spared;
            self.e.jump(after, &[]);
            self.e.enter(after);
            return Ok(());
        }
        self.pick_each(env, local, from, show, rest, cont)
    }

    /// All cells of a set are plies.
    pub fn take_all(&mut self, from: &SetV) -> Res<()> {
        if self.sink == Sink::Any {
            let any = self.e.any(from);
            return self.stop_if(any);
        }
        let more = self.e.size(from);
        let so_far = self.e.read(self.cursor);
        let sum = self.e.add(so_far, more);
        self.e.define(self.cursor, sum);
        Ok(())
    }

    pub fn pick_each(
        &mut self,
        env: &Env,
        local: usize,
        from: &SetV,
        show: crate::ir::Show,
        rest: &[Stmt],
        cont: &Cont<'_>,
    ) -> Res<()> {
        let bits = self.e.program.record.site_bits;
        let noise = self.noise;
        let from = &self.noisy_part(env, from, show, rest, cont);
        self.each(from, &mut |walk, one| {
            let mut inside = env.clone();
            let site = one.site.unwrap_or(ZERO);
            inside.push(walk.e, site, bits)?;
            inside.site(walk.e, show, site);
            let doubtful = walk.tests.doubtful.clone().filter(|d| d.0 == local);
            if let Some((_, cells)) = &doubtful {
                let tested = walk.e.set_and(&one, cells);
                let tested = walk.e.any(&tested);
                walk.tests.spared = walk.e.not(tested);
            }
            inside.locals[local] = one;
            let spared = walk.tests.spared;
            if walk.sink != Sink::Nth && walk.is_decided(rest, cont) {
                walk.found(&inside)?;
            } else if spared != Truth::Const(false) && walk.sink == Sink::List && walk.has_chosen(rest, cont, true) {
                // Its effects are not worked out.
                let (sure, test, after) = (walk.e.block(), walk.e.block(), walk.e.block());
                walk.e.branch(spared, sure, test);
                walk.e.enter(sure);
                walk.found(&inside)?;
                walk.e.jump(after, &[]);
                walk.e.enter(test);
                walk.tests.spared = Truth::Const(false);
                walk.run(inside, rest, cont)?;
                walk.e.jump(after, &[]);
                walk.e.enter(after);
                walk.tests.spared = spared;
            } else {
                walk.run(inside, rest, cont)?;
            }
            if doubtful.is_some() {
                walk.tests.spared = Truth::Const(false);
            }
            Ok(())
        })?;
        self.noise = noise;
        Ok(())
    }

    /// A loop over the alternatives of a choice.
    pub fn each(&mut self, cells: &SetV, body: &mut dyn FnMut(&mut Self, SetV) -> Res<()>) -> Res<()> {
        if self.depth > 0 {
            self.burn();
        }
        self.depth += 1;
        if let Some(each) = self.e.begin_each(cells) {
            body(self, each.one.clone())?;
            self.e.end_each(each);
        }
        self.depth -= 1;
        Ok(())
    }

    /// Of plies that only one choice is left to, makes that of the number, if it is one of them.
    fn choose(&mut self, env: &Env, local: usize, from: &SetV, rest: &[Stmt], cont: &Cont<'_>) -> Res<()> {
        let number = self.e.read(self.cursor);
        let size = self.e.size(from);
        let within = self.e.compare(IntCC::UnsignedLessThan, number, size);
        let (here, after) = (self.e.block(), self.e.block());
        self.e.branch(within, here, after);
        self.e.enter(here);
        let mut inside = env.clone();
        inside.locals[local] = self.e.nth_cell(from, number);
        self.chosen(true);
        self.run(inside, rest, cont)?;
        self.chosen(false);
        self.e.jump(after, &[]);
        self.e.enter(after);
        let left = self.e.sub(number, size);
        self.e.define(self.cursor, left);
        Ok(())
    }

    fn chosen(&mut self, chosen: bool) {
        if let Needs::Made(made) = &mut self.needs {
            made.chosen = chosen;
        }
    }

    /// One inner loop begins; when there were too many, all ends.
    pub fn burn(&mut self) {
        let left = self.e.read(self.fuel);
        let left = self.e.sub(left, Word::Const(1));
        self.e.define(self.fuel, left);
        let some = self.e.not_zero(left);
        let on = self.e.block();
        self.e.branch(some, on, self.exits.1);
        self.e.enter(on);
    }

    pub fn stop_if(&mut self, t: Truth) -> Res<()> {
        let on = self.e.block();
        let stop = self.e.block();
        self.e.branch(t, stop, on);
        self.e.enter(stop);
        self.e.define(self.cursor, Word::Const(1));
        self.e.jump(self.exits.0, &[]);
        self.e.enter(on);
        Ok(())
    }

    /// The ply is complete: the conditions, and it is found.
    fn end(&mut self, env: &Env) -> Res<()> {
        if !self.tells_by_effects() {
            return self.end_of_any(env);
        }
        let (noisy, after) = (self.e.block(), self.e.block());
        let is_noisy = self.was_noisy(env)?;
        self.e.branch(is_noisy, noisy, after);
        self.e.enter(noisy);
        self.end_of_any(env)?;
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// As [`Walk::end`], whether or not the ply is noisy.
    fn end_of_any(&mut self, env: &Env) -> Res<()> {
        let conditions = self.conditions();
        if conditions.iter().all(|c| *c == Bool::Const(true)) {
            return self.found(env);
        }
        let (yes, after) = (self.e.block(), self.e.block());
        if self.tests.spared == Truth::Const(true) {
            return self.found(env);
        }
        if self.tests.spared != Truth::Const(false) {
            let test = self.e.block();
            self.e.branch(self.tests.spared, yes, test);
            self.e.enter(test);
        }
        let answer = self.tests.legal.clone().map(|(function, reads)| {
            let at = self.spill(env, &reads);
            let answer = self.e.call(function, &[at, self.state]);
            self.e.not_zero(answer)
        });
        let holds = conditions_hold(self.e, env, conditions, answer)?;
        self.e.branch(holds, yes, after);
        self.e.enter(yes);
        self.found(env)?;
        self.e.jump(after, &[]);
        self.e.enter(after);
        Ok(())
    }

    /// Writes what a function reads of the state to the stack.
    fn spill(&mut self, env: &Env, reads: &Reads) -> Value {
        let layout = &self.e.program.layout;
        let slot = *self.tests.spill.get_or_insert_with(|| self.e.slot(layout.words()));
        let at = self.e.slot_address(slot);
        env.store_some(self.e, at, reads);
        at
    }
}
