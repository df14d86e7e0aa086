//! How each entry is compiled.

use cranelift_module::FuncId;

use super::entry::Entry;
use super::{Code, lock};
use crate::game::perft::Leaves;
use crate::game::time::Instant;
use crate::game::{PerSide, Side};
use crate::ir::walk::{Part, cost, walk_int, walk_set, walk_truth};
use crate::ir::{Bool, Evaluation, Int, Program, SideCode, Since, Source, Stmt, Verdict, promise};
use crate::native::code::functions::{self, Enumeration};
use crate::native::code::unit::{Loaded, Shared, Unit};
use crate::native::draw;
use crate::native::draw::plies;
use crate::native::emit::env::Reads;
use crate::native::emit::{Address, Emit, Helper, Res, Unsupported};
use crate::native::legal::since;
use crate::native::walk::Sink;
use crate::native::walk::chains::LegsTo;
use crate::native::walk::successors::{self, Next, Rows};
use crate::proofs::legs::told_apart;
use crate::proofs::plain::names_a_choice;
use crate::proofs::turns::{by_position, simple_rest};

/// Verdicts that cost more than this are a function of their own where successors are built.
const COSTLY: usize = 60;

/// How a clause begins that can't be played.
const NEVER: Stmt = Stmt::Guard(Bool::Const(false));
/// Conditions that cost more than this are a function of their own: they are asked in many places.
const INLINE: usize = 30;

impl Code {
    /// The machine code of an entry.
    pub(super) fn compile(&self, entry: Entry) -> Res<Loaded> {
        let (program, params) = (&*self.program, entry.params());
        let all = |sink| Enumeration::of(sink, usize::MAX);
        let with_rows = |sink, told| Ok::<_, Unsupported>(Enumeration { rows: Some(self.rows(told)?), ..all(sink) });
        match entry {
            Entry::List(side) => self.enumeration(side, params, &all(Sink::List)),
            Entry::Noisy(side) => self.enumeration(side, params, &Enumeration { noisy: true, ..all(Sink::List) }),
            Entry::Count(side) => self.enumeration(side, params, &all(Sink::Count)),
            Entry::Allowed(side) => self.enumeration(side, params, &all(Sink::Allowed)),
            Entry::States(side) => self.enumeration(side, params, &with_rows(Sink::States, true)?),
            Entry::InOrder(side) => self.enumeration(side, params, &with_rows(Sink::InOrder, true)?),
            Entry::Built(side, false) => self.enumeration(side, params, &all(Sink::Built)),
            Entry::Built(side, true) => self.enumeration(side, params, &with_rows(Sink::Built, false)?),
            Entry::Below(side, Leaves::Counted) => {
                // Where the counts are too large to be repeated in place, they are called.
                self.going_below((side, params), Next::Inline).or_else(|_| {
                    let count = |side| self.now(Entry::Count(side)).ok_or(Unsupported(""));
                    self.going_below((side, params), Next::Count(PerSide::try_of(count)?))
                })
            }
            Entry::Below(side, leaves) => {
                let judged = leaves == Leaves::Judged;
                let built = |side| self.now(Entry::Built(side, judged)).ok_or(Unsupported(""));
                self.going_below((side, params), Next::Build(PerSide::try_of(built)?))
            }
            Entry::Deeper(side, leaves) => {
                let below = |side| self.now(Entry::Below(side, leaves)).ok_or(Unsupported(""));
                self.going_below((side, params), Next::Below(PerSide::try_of(below)?))
            }
            Entry::Legs(side) | Entry::StatesLegs(side) => {
                // Only plies of several legs need more than a list.
                if !program.facts.merge_results {
                    return Err(Unsupported(""));
                }
                let code = &program.sides[side];
                let (to, listed) = if let Entry::StatesLegs(_) = entry {
                    (LegsTo::States(self.rows(true)?), self.now(Entry::States(side)).is_some())
                } else {
                    (LegsTo::List, self.now(Entry::List(side)).is_some())
                };
                // Where something else lists the simple plies, it asks first.
                let turn = match simple_rest(program, code) {
                    Some((first, _)) if listed => first,
                    _ => &code.turn,
                };
                self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                    u.legs(params, code, turn, &self.reads(side), to)
                })
            }
            Entry::Legal(side) => self.simple(params, &mut |e| functions::legal(e, &program.sides[side])),
            Entry::Make(side) => self.simple(params, &mut |e| functions::make(e, side, true)),
            Entry::PlainMake(side) => self.simple(params, &mut |e| functions::make(e, side, false)),
            Entry::Draw(side) => self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(params, &mut |e, legal| draw::draw(e, side, legal.map(|f| (f, self.reads(side)))))
            }),
            Entry::Plies => {
                // Conditions that are functions of their own read the position from memory.
                if self.conditions(Side::First)?.is_some() || self.conditions(Side::Second)?.is_some() {
                    return Err(Unsupported(""));
                }
                self.simple(params, &mut plies::plies)
            }
            Entry::Nth(side) => self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(params, &mut |e, legal| functions::nth(e, side, legal.map(|f| (f, self.reads(side)))))
            }),
            Entry::Wins(side) => {
                let wins = self.wins.as_ref().ok_or(Unsupported(""))?;
                self.simple(params, &mut |e| functions::wins(e, &wins[side]))
            }
            Entry::Stuck => self.simple(params, &mut |e| functions::status(e, true)),
            Entry::Open => self.simple(params, &mut since::open),
            Entry::Status => self.simple(params, &mut |e| functions::status(e, false)),
            Entry::Marks => self.simple(params, &mut functions::marks),
            Entry::Evaluate => self.simple(params, &mut |e| functions::evaluate(e, self.evaluation()?)),
            Entry::Terms => self.simple(params, &mut |e| functions::terms(e, self.evaluation()?)),
            Entry::Judge(proof) => {
                let words = Rows::new(program, None, true).words;
                let promise = self.wins.as_ref().filter(|_| proof).and_then(promise);
                let evaluation = promise.as_ref().map_or_else(|| self.evaluation(), Ok)?;
                self.simple(params, &mut |e| functions::judge(e, evaluation, self.wins.as_ref(), words))
            }
            Entry::Helper(index) => match self.helpers[index] {
                Helper::Truth(ref part) => {
                    self.unit(None, index, &mut |u| u.function(params, &mut |e, _| functions::truth(e, part)))
                }
                Helper::Mobility(side, ref only) => {
                    let (code, only) = (&program.sides[side], only.as_deref());
                    let one_leg = self.unit(None, index, &mut |u| {
                        u.function(params, &mut |e, _| {
                            let what = Enumeration { only, ..Enumeration::of(Sink::Count, 0) };
                            functions::enumerate(e, code, what)
                        })
                    });
                    if !program.facts.merge_results {
                        return one_leg;
                    }
                    one_leg.or_else(|_| self.unit(None, index, &mut |u| u.ask_legs(params, code, only, LegsTo::Count)))
                }
                Helper::Any(side, conditions) => {
                    let code = &program.sides[side];
                    if code.turn.repeats() {
                        let any = LegsTo::Any(conditions);
                        return self.unit(None, index, &mut |u| u.ask_legs(params, code, None, any));
                    }
                    let legal = self.conditions_before(side, conditions)?;
                    self.unit(legal, index, &mut |u| {
                        u.function(params, &mut |e, legal| {
                            let legal = legal.map(|f| (f, self.reads(side)));
                            functions::enumerate(
                                e,
                                code,
                                Enumeration { legal, ..Enumeration::of(Sink::Any, conditions) },
                            )
                        })
                    })
                }
            },
        }
    }

    fn evaluation(&self) -> Res<&Evaluation> {
        self.program.evaluations.get(self.evaluation).ok_or(Unsupported("no evaluation"))
    }

    /// A unit of one function that enumerates nothing.
    fn simple<'s>(&'s self, params: usize, body: &mut dyn FnMut(&mut Emit<'s, '_>) -> Res<()>) -> Res<Loaded> {
        self.unit(None, self.helpers.len(), &mut |u| u.function(params, &mut |e, _| body(e)))
    }

    fn enumeration(&self, side: Side, params: usize, what: &Enumeration<'_>) -> Res<Loaded> {
        let code = &self.program.sides[side];
        self.alone_or_not(side, &|alone| {
            // What is alone is not found in order.
            let alone = alone && what.sink.is_unordered();
            self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(params, &mut |e, legal| {
                    let legal = legal.map(|f| (f, self.reads(side)));
                    functions::enumerate(e, code, Enumeration { legal, alone, ..what.clone() })
                })
            })
        })
    }

    /// Compiles with what is special for compulsory plies of one leg if that can be done, else without.
    fn alone_or_not(&self, side: Side, compiled: &dyn Fn(bool) -> Res<Loaded>) -> Res<Loaded> {
        let code = &self.program.sides[side];
        match simple_rest(&self.program, code) {
            Some((first, _)) if told_apart(&self.program, code, side, first) => {
                compiled(true).or_else(|_| compiled(false))
            }
            _ => compiled(false),
        }
    }

    fn going_below(&self, (side, params): (Side, usize), next: Next) -> Res<Loaded> {
        let program = &*self.program;
        let merges = program.facts.merge_results;
        let one_leg = next != Next::Inline && simple_rest(program, &program.sides[side]).is_some();
        if merges && !one_leg || program.layout.stacks > 0 {
            return Err(Unsupported(""));
        }
        let repeats = program.clauses.iter().any(|c| c.may_repeat);
        let is_simple = match next {
            // A count in place asks its conditions in place.
            Next::Inline => !repeats && self.conditions(side.other())?.is_none(),
            // What is left to the caller is not handed on.
            Next::Below(_) => !repeats && !merges,
            Next::Count(_) | Next::Build(_) => true,
        };
        if !is_simple {
            return Err(Unsupported(""));
        }
        let rows = self.rows(false)?;
        self.alone_or_not(side, &|alone| {
            self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(params, &mut |e, legal| {
                    let legal = legal.map(|f| (f, self.reads(side)));
                    successors::below(e, &program.sides[side], legal, rows, next, alone)
                })
            })
        })
    }

    /// How successors are listed, and whether it is told which plies are irreversible. Verdicts that cost much are a
    /// function of their own.
    fn rows(&self, told: bool) -> Res<Rows> {
        // A join is looked at once for all successors.
        let dear = |v: &&Verdict| !matches!(v.since, Some(Since::Joined { .. }));
        let costs = |side: &SideCode| {
            by_position(&side.verdicts).map(|v| v.1).filter(dear).map(|v| cost(&v.when)).sum::<usize>()
        };
        // Where plies end in one place there is nothing to repeat.
        let ends = |side: &SideCode| side.clauses.iter().filter(|clause| clause.first() != Some(&NEVER)).count();
        let costly = self.program.sides.iter().any(|side| costs(side) > COSTLY && ends(side) > 1);
        // So are those that are asked in few positions only: what they compute would be in the way of what is done in all.
        let mut all = self.program.sides.iter().flat_map(|side| by_position(&side.verdicts)).peekable();
        let rare = all.peek().is_some() && all.all(|(_, v)| v.far.is_some());
        let status = if costly || rare { Some(self.now(Entry::Status).ok_or(Unsupported(""))?) } else { None };
        Ok(Rows::new(&self.program, status, told))
    }

    /// The function of the conditions, if they are one.
    fn conditions(&self, side: Side) -> Res<Option<Address>> {
        let total: usize = self.general(side).map(cost).sum();
        if total <= INLINE {
            return Ok(None);
        }
        // The reason is in the report.
        self.now(Entry::Legal(side)).map(Some).ok_or(Unsupported(""))
    }

    /// The function of the conditions, if none of them comes after the first so many: what such a function asks whether there is a
    /// ply knows fewer conditions than that, so it does not ask itself.
    fn conditions_before(&self, side: Side, first: usize) -> Res<Option<Address>> {
        let later = self.program.sides[side].legal.iter().skip(first);
        if later.into_iter().any(|c| !names_a_choice(c)) { Ok(None) } else { self.conditions(side) }
    }

    /// The conditions that a state answers: they ask for no choice of the ply.
    fn general(&self, side: Side) -> impl Iterator<Item = &Bool> {
        self.program.sides[side].legal.iter().filter(|c| !names_a_choice(c))
    }

    /// What the function of the conditions reads.
    fn reads(&self, side: Side) -> Reads {
        let mut reads = Reads::none(&self.program);
        self.general(side).for_each(|c| reads.truth(c));
        reads
    }

    /// A unit whose expressions may ask the first so many helpers.
    fn unit<'s>(
        &'s self,
        legal: Option<Address>,
        helpers: usize,
        build: &mut dyn FnMut(&mut Unit<'s, '_>) -> Res<FuncId>,
    ) -> Res<Loaded> {
        let started = Instant::now();
        let resolve = |asked: &Helper| -> Option<Address> {
            let index = self.helpers[..helpers].iter().position(|h| h == asked)?;
            self.now(Entry::Helper(index))
        };
        let shared = Shared { program: &self.program, tables: &self.tables, resolve: &resolve, left: &self.left };
        let mut unit = Unit::new(self.isa.clone(), shared, legal)?;
        let entry = build(&mut unit)?;
        let loaded = unit.finish(entry)?;
        lock(&self.report).time += started.elapsed();
        Ok(loaded)
    }
}

/// What expressions of a program ask of functions of their own: enumerations (the conditions of the stuck side to move
/// apart, which no state is asked for), and what costs much in conditions that are looked at in every ply.
pub(super) fn asked(program: &Program) -> Vec<Helper> {
    let mut out: Vec<Helper> = Vec::new();
    let mut note = |part: Part<'_>| {
        let helper = match part {
            Part::Int(Int::Mobility(side, only)) => Helper::Mobility(*side, only.clone()),
            Part::Truth(Bool::Stuck(side, conditions)) => Helper::Any(*side, *conditions),
            Part::Set(_) | Part::Int(_) | Part::Truth(_) => return,
        };
        if !out.contains(&helper) {
            out.push(helper);
        }
    };
    for evaluation in &program.evaluations {
        evaluation.shared.iter().for_each(|set| walk_set(set, &mut note));
        evaluation.terms.iter().flatten().for_each(|t| walk_int(&t.1, &mut note));
    }
    program.marks.iter().for_each(|mark| walk_truth(&mark.holds, &mut note));
    for (side, code) in program.sides.by_side() {
        let mover = side.other();
        code.legal.iter().for_each(|c| walk_truth(c, &mut note));
        for v in code.verdicts.iter().filter(|v| !v.history && !v.clock && !v.stuck) {
            // Where the player to move is taken not to be stuck, nobody asks.
            let is_known = |part| v.spared && matches!(part, Part::Truth(Bool::Stuck(side, _)) if *side == mover);
            walk_truth(&v.when, &mut |part| {
                if !is_known(part) {
                    note(part)
                }
            });
        }
    }
    for c in program.sides.iter().flat_map(|code| &code.legal).filter(|c| names_a_choice(c)) {
        costly_parts(c, &mut out);
    }
    out
}

/// The parts of a condition that cost much and that a state answers alone.
fn costly_parts(e: &Bool, out: &mut Vec<Helper>) {
    let mut tells_of_ply = names_a_choice(e);
    walk_truth(e, &mut |part| tells_of_ply |= matches!(part.source(), Source::Start | Source::Changes));
    match e {
        Bool::Stuck(..) => {}
        _ if !tells_of_ply => {
            let helper = Helper::Truth(e.clone());
            if cost(e) > INLINE && !out.contains(&helper) {
                out.push(helper);
            }
        }
        Bool::Not(a) => costly_parts(a, out),
        Bool::And(a, b) | Bool::Or(a, b) => {
            costly_parts(a, out);
            costly_parts(b, out);
        }
        Bool::Const(_) | Bool::Any(_) | Bool::Same(..) | Bool::Compare(..) | Bool::History(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use crate::native::code::Code;
    use crate::native::code::entry::{Entry, all};
    use crate::native::emit::function::MISCALLED;
    use crate::native::testing::program;

    /// Every function is built for as many parameters as it is called with, in games that use them all.
    #[test]
    fn every_function_takes_what_its_type_says() {
        let mut seen = BTreeSet::new();
        for text in [
            include_str!("../../../../../games/chess/chess.game"),
            include_str!("../../../../../games/draughts/english-draughts.game"),
            include_str!("../../../../../games/connection/hex.game"),
            include_str!("../../../../../games/lines/nine-mens-morris.game"),
            include_str!("../../../../../games/territory/go.game"),
            include_str!("../../../../../games/race/breakthrough.game"),
            include_str!("../../../../../games/territory/othello.game"),
        ] {
            let program = Arc::new(program(text));
            let code = Code::new(&program, 0).expect("native code");
            for entry in all(code.helpers.len()) {
                match code.compile(entry) {
                    Ok(unit) => {
                        assert_eq!(unit.entry.params, entry.params(), "{entry:?}");
                        seen.insert(entry.kind());
                    }
                    Err(why) => assert_ne!(why.0, MISCALLED.0, "{entry:?}"),
                }
            }
        }
        let missing: Vec<_> = Entry::KINDS.iter().filter(|kind| !seen.contains(*kind)).collect();
        assert!(missing.is_empty(), "no game here has {missing:?}");
    }
}
