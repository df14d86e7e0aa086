//! One ply, run on a working copy of the state: statements, choices, and what comes at its end.
//!
//! The enumeration is written once. [`Ply::play`] walks the turn; a [`Sink`] is told of every legal ply that is
//! completed, and may ask to stop. With a record to replay, choices are read instead of tried.

mod explore;
pub mod machine;
mod run;
pub mod sinks;
mod stack;
mod value;

use std::cell::Cell;
use std::ops::Range;

use crate::chains::Known;
use crate::game::{Overflow, Side};
use crate::ir::{ALLOWED, ClauseId, Int, Layout, Program, SideCode, Stmt, Turn};
use crate::ply::machine::Machine;
use crate::state::bits::Bits;
use crate::state::hash::mix;
use crate::state::history::Past;
use crate::state::record::{Reader, Record};
use crate::state::trail::Event;

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Try the next alternative.
    On,
    /// Enough.
    Stop,
}

/// What becomes of the plies that are found.
pub trait Sink<const W: usize> {
    /// A legal ply: its choices are in [`Ply::record`]. Its effects are done as far as [`Sink::whole`] asks for.
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow;

    /// Whether effects must be carried out after the last choice.
    fn whole(&self) -> bool {
        false
    }

    /// Whether the `legal` conditions count, and how many of them.
    fn conditions(&self) -> usize {
        usize::MAX
    }

    /// Whether of several ways to a result only the first of the shortest counts.
    fn merges(&self) -> bool {
        false
    }

    /// Starts to keep only plies with the greatest number.
    fn begin_most(&mut self) {}

    /// Whether a ply with this number is kept; smaller ones found before are dropped.
    fn most(&mut self, number: i64) -> bool {
        let _ = number;
        true
    }
}

/// The most statements and choices that listing the moves of one position may take.
const FUEL: u64 = 50_000_000;
/// How many operations it is to note a ply.
const OF_PLY: u64 = 4;
/// The deepest nesting of choices and legs.
const DEPTH: usize = 400;

/// A ply in progress.
pub struct Ply<'m, const W: usize> {
    /// The program and its tables.
    pub machine: &'m Machine<W>,
    /// Whose rules are run.
    pub side: Side,
    /// The state at the start of the ply.
    pub old: &'m [u64],
    /// The state as changed so far, then the set locals, then the number locals.
    work: Vec<u64>,
    /// Saved copies of `work`, one for each open choice.
    saved: Vec<u64>,
    /// What the terms of an evaluation have in common, while one is worked out.
    pub shared: Vec<Bits<W>>,
    /// Whether expressions read the state at the start of the ply.
    pub was: bool,
    /// The choices so far.
    pub record: Record,
    /// Where choices are read from instead of being tried.
    pub replay: Option<Reader>,
    /// What the choices look like in the move's text.
    pub trail: Vec<Event>,
    /// The game so far, where it may be asked.
    pub past: Option<Past<'m>>,
    /// A side that is known to be stuck or not: while verdicts are read.
    pub known_stuck: Option<(Side, bool)>,
    /// How many plies came to their end and met the conditions, whatever the sink made of them.
    plies: u64,
    /// The clauses of the legs so far, while a record is replayed.
    pub clauses: Vec<ClauseId>,
    /// Why the enumeration could not be finished.
    pub overflow: Option<Overflow>,
    /// The clause of the first leg of the ply that was being run then.
    pub unfinished: Option<ClauseId>,
    /// How much more may be done.
    fuel: u64,
    /// How many operations on sets and numbers were done.
    done: Cell<u64>,
    /// How many of them when something was chosen or asked last.
    decided: u64,
    depth: usize,
    /// For every open leg: whether it was possible.
    legs_found: Vec<bool>,
    /// What is done where another leg may follow.
    chains: Chains,
}

/// What is done where another leg may follow.
enum Chains {
    /// It is tried.
    Tried,
    /// It is tried if not too much was.
    Counted(u32),
    /// What follows the first leg is tried, and explored and known if that is much.
    Explored(Known),
    /// It is left to whoever explores.
    Left(Vec<explore::End>),
}

/// What comes after a block.
enum Cont<'c> {
    /// More statements.
    Block(&'c [Stmt], &'c Cont<'c>),
    /// A leg is done.
    Leg(&'c Cont<'c>),
    /// Another step of `1..4 group` may follow.
    Repeat { least: u32, most: u32, clauses: &'c [(ClauseId, u32)], cost: u32, next: &'c Cont<'c> },
    /// The ply is complete: `finally` has run.
    End { most: Option<&'c Int> },
    /// Nothing.
    Finished,
}

impl<'m, const W: usize> Ply<'m, W> {
    /// A ply of `side` from a state.
    pub fn new(machine: &'m Machine<W>, side: Side, old: &'m [u64]) -> Self {
        let p = &machine.program;
        let mut work = Vec::with_capacity(p.layout.words() + p.locals * W + p.int_locals);
        work.extend_from_slice(old);
        work.resize(old.len() + p.locals * W + p.int_locals, 0);
        Ply {
            machine,
            side,
            old,
            work,
            saved: Vec::new(),
            shared: Vec::new(),
            was: false,
            record: Record::new(p.record),
            replay: None,
            trail: Vec::new(),
            past: None,
            known_stuck: None,
            plies: 0,
            clauses: Vec::new(),
            overflow: None,
            unfinished: None,
            fuel: FUEL,
            done: Cell::new(0),
            decided: 0,
            depth: 0,
            legs_found: Vec::new(),
            chains: Chains::Tried,
        }
    }

    fn program(&self) -> &'m Program {
        &self.machine.program
    }

    fn code(&self) -> &'m SideCode {
        &self.program().sides[self.side]
    }

    /// The state as changed so far.
    pub fn state(&self) -> &[u64] {
        &self.work[..self.old.len()]
    }

    /// The state as changed so far, to change it further.
    pub fn state_mut(&mut self) -> &mut [u64] {
        let n = self.old.len();
        &mut self.work[..n]
    }

    /// The state that expressions read.
    pub fn reading(&self) -> &[u64] {
        if self.was { self.old } else { self.state() }
    }

    /// Where the words of a set local are.
    fn local_at(&self, id: usize) -> Range<usize> {
        let at = self.old.len() + id * W;
        at..at + W
    }

    /// Where a number local is.
    fn int_local_at(&self, id: usize) -> usize {
        self.old.len() + self.program().locals * W + id
    }

    /// A set local.
    pub fn local(&self, id: usize) -> Bits<W> {
        Bits::from_words(&self.work[self.local_at(id)])
    }

    /// Binds a set local.
    pub fn bind(&mut self, id: usize, value: Bits<W>) {
        let at = self.local_at(id);
        self.work[at].copy_from_slice(&value.0);
    }

    /// A number local.
    pub fn int_local(&self, id: usize) -> i64 {
        self.work[self.int_local_at(id)] as i64
    }

    fn bind_int(&mut self, id: usize, value: i64) {
        let at = self.int_local_at(id);
        self.work[at] = value as u64;
    }

    /// The number of a cell in a lane.
    pub fn lane(&self, lane: usize, site: usize) -> i64 {
        let at = self.program().layout.lane_at(lane) + site / 8;
        (self.reading()[at] >> (site % 8 * 8) & 0xFF) as i64
    }

    /// Writes the number of a cell in a lane; it stays between 0 and 255.
    fn set_lane(&mut self, lane: usize, site: usize, value: i64) {
        let at = self.program().layout.lane_at(lane) + site / 8;
        let shift = site % 8 * 8;
        self.work[at] = self.work[at] & !(0xFF << shift) | (value.clamp(0, 255) as u64) << shift;
    }

    /// The cells whose content differs from the start of the ply.
    pub fn touched(&self) -> Bits<W> {
        let layout = &self.program().layout;
        let mut out = Bits::EMPTY;
        for (id, plane) in layout.planes.iter().enumerate() {
            if plane.class.is_placement() {
                let at = layout.plane_at(id);
                out = out.or(Bits::from_words(&self.work[at..at + W]).xor(Bits::from_words(&self.old[at..at + W])));
            }
        }
        for lane in 0..layout.lanes.len() {
            for site in 0..self.program().sites {
                let at = layout.lane_at(lane) + site / 8;
                if (self.work[at] ^ self.old[at]) >> (site % 8 * 8) & 0xFF != 0 {
                    out = out.or(Bits::single(site));
                }
            }
        }
        for site in 0..layout.stacks {
            let at = layout.stack_at(site);
            if self.work[at] != self.old[at] {
                out = out.or(Bits::single(site));
            }
        }
        out
    }

    /// Runs the turn of this side.
    pub fn play(&mut self, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        if sink.merges() && self.machine.been[self.side].is_some() {
            self.chains = Chains::Explored(Known::default());
        }
        self.turn(&code.turn, None, sink)
    }

    fn turn(&mut self, turn: &'m Turn, most: Option<&'m Int>, sink: &mut dyn Sink<W>) -> Flow {
        match turn {
            Turn::Groups(groups) => {
                let program = self.program();
                for &clause in groups.iter().flat_map(|&g| &program.groups[g]) {
                    if self.first_leg(clause, most, sink) == Flow::Stop {
                        return Flow::Stop;
                    }
                }
                Flow::On
            }
            Turn::Pass(_) => self.pass(most, sink),
            Turn::Or(a, b) => match self.turn(a, most, sink) {
                Flow::Stop => Flow::Stop,
                Flow::On => self.turn(b, most, sink),
            },
            Turn::Else(a, b) => {
                let before = self.plies;
                match self.turn(a, most, sink) {
                    Flow::On if self.plies == before => self.turn(b, most, sink),
                    flow @ (Flow::On | Flow::Stop) => flow,
                }
            }
            Turn::Most(number, a) => {
                sink.begin_most();
                self.turn(a, Some(number), sink)
            }
            Turn::Repeat(..) => {
                for clause in turn.clauses(&self.program().groups) {
                    if self.repeated_leg(turn, clause, most, sink) == Flow::Stop {
                        return Flow::Stop;
                    }
                }
                Flow::On
            }
        }
    }

    /// Runs what a record names: its clause or the pass, and its choices. The `else` and `most` of the turn were
    /// settled when the record was made.
    pub fn replay(&mut self, reader: Reader, sink: &mut dyn Sink<W>) {
        let clause = reader.clause();
        self.replay = Some(reader);
        match clause {
            None => {
                self.pass(None, sink);
            }
            Some(clause) if clause < self.code().clauses.len() => {
                self.clauses.push(clause);
                let code = self.code();
                match code.turn.repeat_with(clause, &self.program().groups) {
                    Some(turn) => self.repeated_leg(turn, clause, None, sink),
                    None => self.first_leg(clause, None, sink),
                };
            }
            Some(_) => {}
        }
    }

    fn first_leg(&mut self, clause: ClauseId, most: Option<&'m Int>, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        let end = Cont::End { most };
        let finally = Cont::Block(&code.finally, &end);
        self.leg(clause, &finally, sink)
    }

    fn repeated_leg(
        &mut self,
        turn: &'m Turn,
        clause: ClauseId,
        most: Option<&'m Int>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        let Turn::Repeat(least, greatest, groups) = turn else { return Flow::On };
        let program = self.program();
        let code = self.code();
        let clauses: Vec<(ClauseId, u32)> =
            groups.iter().flat_map(|&(g, cost)| program.groups[g].iter().map(move |&c| (c, cost))).collect();
        let cost = clauses.iter().find(|c| c.0 == clause).map_or(1, |c| c.1);
        let end = Cont::End { most };
        let finally = Cont::Block(&code.finally, &end);
        let repeat = Cont::Repeat { least: *least, most: *greatest, clauses: &clauses, cost, next: &finally };
        self.leg(clause, &repeat, sink)
    }

    fn leg(&mut self, clause: ClauseId, after: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        self.save();
        let mark = self.record.mark();
        self.record.begin(Some(clause));
        self.bind_int(ALLOWED, -1);
        self.legs_found.push(false);
        let flow = self.run(&code.clauses[clause], &Cont::Leg(after), sink);
        self.legs_found.pop();
        self.record.reset(mark);
        self.restore();
        flow
    }

    fn pass(&mut self, most: Option<&'m Int>, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        let Some(block) = code.turn.pass() else { return Flow::On };
        self.save();
        let mark = self.record.mark();
        self.record.begin(None);
        self.trail.push(Event::Pass);
        let end = Cont::End { most };
        let flow = self.run(block, &Cont::Block(&code.finally, &end), sink);
        self.trail.pop();
        self.record.reset(mark);
        self.restore();
        flow
    }

    fn save(&mut self) {
        self.saved.extend_from_slice(&self.work);
    }

    /// Back to the last saved copy, which stays.
    fn rewind(&mut self) {
        let n = self.work.len();
        let at = self.saved.len() - n;
        self.work.copy_from_slice(&self.saved[at..]);
    }

    /// Back to the last saved copy, which goes.
    fn restore(&mut self) {
        self.rewind();
        let n = self.work.len();
        self.saved.truncate(self.saved.len() - n);
    }

    /// `finally` has run: the conditions, and the ply is found.
    fn end(&mut self, most: Option<&Int>, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        // INVARIANT: a record that is replayed was legal when it was made.
        if self.replay.is_none() {
            let conditions = sink.conditions().min(code.legal.len());
            for condition in &code.legal[..conditions] {
                if !self.truth(condition) {
                    return Flow::On;
                }
                self.decide();
            }
            if let Some(number) = most {
                let number = self.int(number);
                self.decide();
                if !sink.most(number) {
                    self.plies += 1;
                    return Flow::On;
                }
            }
        }
        self.emit(sink)
    }

    /// Stops the enumeration, which can't be finished.
    pub fn give_up(&mut self, why: Overflow) -> Flow {
        self.overflow = Some(why);
        self.unfinished = self.record.clause();
        Flow::Stop
    }

    fn emit(&mut self, sink: &mut dyn Sink<W>) -> Flow {
        if self.record.is_full() {
            return self.give_up(Overflow::Chain(self.program().record.legs));
        }
        self.plies += 1;
        // What is changed after the last choice is done by whoever makes the move; a list holds the choices, but where results are compared.
        if !self.program().facts.merge_results {
            self.undo_work(self.decided + OF_PLY);
        }
        sink.found(self)
    }

    /// Whether `side` would have no legal move, by the first so many conditions.
    pub fn stuck(&mut self, side: Side, conditions: usize) -> bool {
        if let Some((known, stuck)) = self.known_stuck
            && known == side
        {
            return stuck;
        }
        let mut any = Any { conditions, found: false };
        let overflow = self.suppose_mover(side, &mut any);
        self.overflow = self.overflow.or(overflow);
        !any.found
    }

    /// How many plies a side has, the `legal` conditions apart; of these clauses, if given.
    pub fn mobility(&mut self, side: Side, clauses: Option<&[ClauseId]>) -> i64 {
        let mut tally = Tally { clauses, count: 0 };
        self.suppose_mover(side, &mut tally);
        tally.count as i64
    }

    /// So many operations were done.
    fn did(&self, operations: usize) {
        self.done.set(self.done.get() + operations as u64);
    }

    /// How many operations on sets and numbers were done so far.
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    fn undo_work(&self, done: u64) {
        self.done.set(done);
    }

    /// What was done is needed to know what there is to play.
    fn decide(&mut self) {
        self.decided = self.done();
    }

    /// From now on no more is done than so many statements and choices.
    pub fn limit(&mut self, most: u64) {
        self.fuel = most;
    }

    /// Runs the turn that a side would have if it were to move now, at the cost of this ply's fuel. Returns why that could
    /// not be finished, if it could not.
    fn suppose_mover(&mut self, side: Side, sink: &mut dyn Sink<W>) -> Option<Overflow> {
        let mut state = self.state().to_vec();
        state[self.program().layout.int_at(Layout::MOVER)] = side.index() as u64;
        let mut ply = Ply::new(self.machine, side, &state);
        ply.fuel = self.fuel;
        ply.play(sink);
        self.fuel = ply.fuel;
        self.did(ply.done() as usize);
        ply.overflow
    }

    /// The state that this ply leads to, as a number.
    pub fn result(&mut self) -> u64 {
        self.save();
        self.finish();
        let result = self.state().iter().fold(0, |hash, &word| mix(hash, word));
        self.restore();
        result
    }

    /// Passes the turn: runs `end_ply`, which makes no choice.
    pub fn finish(&mut self) {
        let code = self.code();
        let mut nothing = Any { conditions: 0, found: false };
        self.run(&code.end_ply, &Cont::Finished, &mut nothing);
    }
}

/// Is there a ply at all?
struct Any {
    conditions: usize,
    found: bool,
}

impl<const W: usize> Sink<W> for Any {
    fn found(&mut self, _: &mut Ply<'_, W>) -> Flow {
        self.found = true;
        Flow::Stop
    }
    fn conditions(&self) -> usize {
        self.conditions
    }
}

/// How many plies, without the conditions.
struct Tally<'a> {
    clauses: Option<&'a [ClauseId]>,
    count: usize,
}

impl<const W: usize> Sink<W> for Tally<'_> {
    fn found(&mut self, ply: &mut Ply<'_, W>) -> Flow {
        let counts = match (self.clauses, ply.record.clause()) {
            (None, _) => true,
            (Some(list), Some(clause)) => list.contains(&clause),
            (Some(_), None) => false,
        };
        self.count += usize::from(counts);
        Flow::On
    }
    fn conditions(&self) -> usize {
        0
    }
}
