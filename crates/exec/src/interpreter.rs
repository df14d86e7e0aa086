//! The reference interpreter as a [`Game`].

use std::sync::{Arc, OnceLock};

use super::ply::Ply;
use super::{Event, Executor, Way};
use crate::board::SiteSet;
use crate::game::{
    Decides, EVAL_LIMIT, Ending, Game, Hint, History, MOST_MARGIN, Made, MoveList, Outcome, Overflow, PerSide, Rep,
    Side, Traits,
};
use crate::ir::{
    Bool, ClauseId, Decision, Evaluation, HistoryTest, Int, Layout, Mark, PlaneClass, Program, RecordShape, Set,
    SiteMap, Verdict, Wins, promise, quiet_gain, remoteness, symmetries, wins,
};
use crate::ply::machine::Machine;
use crate::ply::sinks::{Allowed, Generate, Once, Ways};
use crate::proofs::history::late_marks;
use crate::state::bits::Bits;
use crate::state::hash::{board_words, drawing_clock, hash, more_time, other_words, right_words, stop_clocks};
use crate::state::history::Past;
use crate::state::record::{Reader, ends};

/// What a position costs is counted for no more statements and choices than these.
const MOST_WEIGHED: u64 = 1_000_000;

/// A program run by walking its trees.
pub struct Interpreter<const W: usize> {
    machine: Machine<W>,
    evaluation: usize,
    /// Looked for when first asked for: only solving does.
    symmetries: OnceLock<Vec<SiteMap>>,
    wins: Option<PerSide<Wins>>,
    /// See [`Game::promise`]; none where it is the evaluation.
    promise: Option<Evaluation>,
    late_marks: bool,
}

impl<const W: usize> Interpreter<W> {
    /// Takes a program whose sets fit W words.
    pub fn new(program: Arc<Program>, evaluation: usize) -> Self {
        let wins = wins(&program);
        let promise = wins.as_ref().and_then(promise);
        let late_marks = late_marks(&program);
        let machine = Machine::new(program);
        Interpreter { machine, evaluation, symmetries: OnceLock::new(), wins, promise, late_marks }
    }

    /// The same, but every way to play is tried.
    pub fn in_full(self) -> Self {
        Interpreter { machine: self.machine.in_full(), ..self }
    }

    fn layout(&self) -> &Layout {
        &self.machine.program.layout
    }

    fn symmetries(&self) -> &[SiteMap] {
        self.symmetries.get_or_init(|| symmetries(&self.machine.program))
    }

    /// Weight, own and enemy number of the terms of the sides, for the player to move.
    fn numbers(&self, state: &[u64], evaluation: &Evaluation) -> Vec<(i64, i64, i64)> {
        self.told(&mut Ply::new(&self.machine, self.mover(state), state), evaluation)
    }

    fn told(&self, ply: &mut Ply<'_, W>, evaluation: &Evaluation) -> Vec<(i64, i64, i64)> {
        let mover = ply.side;
        for shared in &evaluation.shared {
            let value = ply.set(shared);
            ply.shared.push(value);
        }
        let [own, enemy] = [mover, mover.other()].map(|side| &evaluation.terms[side]);
        own.iter().zip(enemy).map(|((weight, own), (_, enemy))| (*weight, ply.int(own), ply.int(enemy))).collect()
    }

    /// What tells one position from another, without its marks.
    fn hashes(&self, state: &[u64]) -> Rep {
        let board = hash(state, board_words(self.layout()));
        Rep { position: board ^ hash(state, right_words(self.layout())), board, marks: 0 }
    }

    /// See [`Rep::marks`].
    fn marks(&self, state: &[u64]) -> u64 {
        let mover = self.mover(state);
        let holds = |mark: &Mark| mark.of == mover || Ply::new(&self.machine, mark.of, state).truth(&mark.holds);
        let marks = self.machine.program.marks.iter().enumerate();
        marks.fold(0, |bits, (id, mark)| bits | u64::from(holds(mark)) << id)
    }

    /// Reads verdicts: as by the player who is not to move.
    fn judge<'s>(&'s self, state: &'s [u64]) -> Ply<'s, W> {
        Ply::new(&self.machine, self.mover(state).other(), state)
    }

    fn verdicts(&self, state: &[u64]) -> &[Verdict] {
        &self.machine.program.sides[self.mover(state).other()].verdicts
    }

    /// How the game has ended by what stands in a position, as the ply reads it.
    fn ended(&self, ply: &mut Ply<'_, W>, state: &[u64]) -> Option<Ending> {
        for (rank, v) in self.verdicts(state).iter().enumerate() {
            ply.known_stuck = v.spared.then_some((self.mover(state), false));
            if !v.history && !v.clock && !v.stuck && ply.truth(&v.when) {
                return Some(self.decide(ply, rank, v));
            }
        }
        None
    }

    fn decide(&self, ply: &mut Ply<'_, W>, rank: usize, verdict: &Verdict) -> Ending {
        let outcome = match &verdict.decides {
            Decision::Win(side) => Outcome::Win(*side),
            Decision::Draw => Outcome::Draw,
            Decision::Margin(n) => {
                let most = i64::from(MOST_MARGIN);
                Outcome::Margin(ply.int(n).clamp(-most, most) as i32)
            }
        };
        Ending { rank: rank as u16, outcome }
    }

    /// The pieces of a side in this state.
    fn pieces(&self, state: &[u64], side: Side) -> Bits<W> {
        let id = self.layout().plane(PlaneClass::Side(side));
        id.map_or(Bits::EMPTY, |id| Bits::from_words(&state[self.layout().plane_at(id)..]))
    }

    fn kind_at(&self, state: &[u64], site: usize) -> Option<usize> {
        let layout = self.layout();
        (0..layout.planes.len()).find_map(|id| match layout.planes[id].class {
            PlaneClass::Kind(k) if Bits::<W>::from_words(&state[layout.plane_at(id)..]).has(site) => Some(k),
            PlaneClass::Side(_)
            | PlaneClass::Neutral
            | PlaneClass::Kind(_)
            | PlaneClass::State(_)
            | PlaneClass::ThisTurn(_) => None,
        })
    }

    fn value_at(&self, state: &[u64], site: usize) -> i32 {
        self.machine.program.kind_value(self.evaluation, self.kind_at(state, site).unwrap_or(0))
    }

    fn occupied(&self, state: &[u64]) -> u32 {
        let layout = self.layout();
        let owners = layout
            .planes
            .iter()
            .enumerate()
            .filter(|(_, p)| matches!(p.class, PlaneClass::Side(_) | PlaneClass::Neutral));
        owners.map(|(id, _)| Bits::<W>::from_words(&state[layout.plane_at(id)..]).size()).sum()
    }

    fn once<'s>(&self, state: &'s [u64], record: &[u64], next: &'s mut [u64]) -> Once<'s> {
        next.copy_from_slice(state);
        let mut once = Once::new(next);
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.replay(Reader::new(record), &mut once);
        once
    }
}

/// A state with every cell's content on the cell's image.
pub fn permute(layout: &Layout, state: &[u64], map: &[u16], out: &mut [u64]) {
    out.copy_from_slice(state);
    out[..layout.int_at(0)].fill(0);
    for id in 0..layout.planes.len() {
        let at = layout.plane_at(id);
        for word in 0..layout.set_words {
            let mut bits = state[at + word];
            while bits != 0 {
                let to = usize::from(map[word * 64 + bits.trailing_zeros() as usize]);
                out[at + to / 64] |= 1 << (to % 64);
                bits &= bits - 1;
            }
        }
    }
    for id in 0..layout.lanes.len() {
        let at = layout.lane_at(id);
        for (site, &to) in map.iter().enumerate() {
            let to = usize::from(to);
            out[at + to / 8] |= (state[at + site / 8] >> (site % 8 * 8) & 0xFF) << (to % 8 * 8);
        }
    }
}

/// What terms come to, each a weight with an own and an enemy number.
fn value(terms: &[(i64, i64, i64)]) -> i32 {
    let sum = terms
        .iter()
        .fold(0_i64, |sum, &(weight, own, enemy)| sum.saturating_add(weight.saturating_mul(own.saturating_sub(enemy))));
    sum.clamp(1 - i64::from(EVAL_LIMIT), i64::from(EVAL_LIMIT) - 1) as i32
}

impl<const W: usize> Game for Interpreter<W> {
    fn state_words(&self) -> usize {
        self.layout().words()
    }

    fn move_words(&self) -> usize {
        self.machine.program.record.words
    }

    fn initial(&self) -> Vec<u64> {
        self.machine.program.initial.clone()
    }

    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(Side::of(state[self.layout().int_at(Layout::MOVER)] as usize))
    }

    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.play(&mut Generate::new(moves));
        ply.overflow.map_or(Ok(()), Err)
    }

    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        self.once(state, record, next);
        let facts = self.machine.program.facts;
        let counts = match (facts.adds, facts.removes) {
            (true, true) => false,
            (true, false) => self.occupied(next) > self.occupied(state),
            (false, _) => self.occupied(next) < self.occupied(state),
        };
        let falls = |id| (next[self.layout().int_at(id)] as i64) < state[self.layout().int_at(id)] as i64;
        let changes = |id| {
            let words = self.layout().plane_at(id)..self.layout().plane_at(id) + self.layout().set_words;
            next[words.clone()] != state[words]
        };
        let irreversible = counts || facts.falling().any(falls) || facts.advancing().any(changes);
        Made { ending: self.status(next), irreversible }
    }

    fn status(&self, state: &[u64]) -> Option<Ending> {
        self.ended(&mut self.judge(state), state)
    }

    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        let mut ply = self.judge(state);
        ply.known_stuck = Some((self.mover(state), true));
        for (rank, v) in self.verdicts(state).iter().enumerate() {
            if !v.history && !v.clock && ply.truth(&v.when) {
                return self.decide(&mut ply, rank, v);
            }
        }
        Ending { rank: Ending::NO_VERDICT, outcome: Outcome::Draw }
    }

    fn ending_by_history(&self, state: &[u64], history: &History) -> Option<Ending> {
        let mut ply = self.judge(state);
        ply.past = Some(Past { history, passed: false });
        for (rank, v) in self.verdicts(state).iter().enumerate() {
            if (v.clock || v.history) && ply.truth(&v.when) {
                return Some(self.decide(&mut ply, rank, v));
            }
        }
        None
    }

    fn legal_by_history(&self) -> bool {
        self.machine.program.forbids_by_history()
    }

    fn forbids_boards(&self) -> bool {
        let mut tests = self.machine.program.sides.iter().flat_map(|side| &side.by_history);
        self.legal_by_history() && tests.all(|test| *test == Bool::History(HistoryTest::NewBoard))
    }

    fn allowed_by_history(&self, state: &[u64], record: &[u64], history: &History) -> bool {
        let program = &self.machine.program;
        let passed = Reader::new(record).clause().is_none_or(|c| program.clauses.get(c).is_some_and(|c| c.passes));
        let (past, side) = (Past { history, passed }, self.mover(state));
        let mut told = true;
        for condition in &program.sides[side].by_history {
            match past.tells(condition, None) {
                Some(true) => {}
                Some(false) => return false,
                None => told = false,
            }
        }
        told || {
            let (mut ply, mut allowed) = (Ply::new(&self.machine, side, state), Allowed::default());
            ply.past = Some(past);
            ply.replay(Reader::new(record), &mut allowed);
            allowed.holds
        }
    }

    fn reads_history(&self) -> bool {
        let verdicts = self.machine.program.sides.iter().flat_map(|s| &s.verdicts);
        self.legal_by_history() || verdicts.into_iter().any(|v| v.clock || v.history)
    }

    fn rep(&self, state: &[u64]) -> Rep {
        Rep { marks: self.marks(state), ..self.hashes(state) }
    }

    fn unmarked(&self, state: &[u64]) -> Rep {
        self.hashes(state)
    }

    fn key(&self, state: &[u64], horizon: u32) -> u64 {
        let counts = |at: usize, limit: Option<i64>| limit.is_none_or(|l| state[at] as i64 + i64::from(horizon) >= l);
        let others = other_words(self.layout()).filter(|&(at, limit)| counts(at, limit)).map(|other| other.0);
        self.hashes(state).position ^ hash(state, others)
    }

    fn more_time(&self, before: &[u64], now: &[u64]) -> bool {
        more_time(self.layout(), before, now)
    }

    fn stop_clocks(&self, state: &mut [u64]) -> Option<u32> {
        stop_clocks(self.layout(), &self.program().facts, state)
    }

    fn drawing_clock(&self) -> Option<(usize, u64)> {
        drawing_clock(self.layout(), &self.program().facts)
    }

    fn remoteness(&self) -> Vec<i32> {
        remoteness(&self.machine.program, self.symmetries())
    }

    fn folded_key(&self, state: &[u64], horizon: u32) -> (u64, bool) {
        let own = self.key(state, horizon);
        let symmetries = self.symmetries();
        if symmetries.is_empty() {
            return (own, true);
        }
        let mut image = state.to_vec();
        let least = symmetries.iter().fold(own, |least, map| {
            permute(self.layout(), state, map, &mut image);
            least.min(self.key(&image, horizon))
        });
        (least, least == own)
    }

    fn evaluate(&self, state: &[u64]) -> i32 {
        value(&self.terms(state))
    }

    fn arrival(&self, _: &[u64], record: &[u64]) -> u16 {
        ends(record[0]).1.filter(|&s| s < self.machine.program.sites).map_or(Hint::NO_SITE, |s| s as u16)
    }

    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        let program = &self.machine.program;
        let (from, to) = ends(record[0]);
        let site = |s: Option<usize>| s.filter(|&s| s < program.sites);
        let (from, to) = (site(from), site(to));
        let mover = self.mover(state);
        let piece = from.and_then(|s| self.kind_at(state, s)).unwrap_or(0);
        let mut hint = Hint {
            piece: piece as u16,
            from: from.map_or(Hint::NO_SITE, |s| s as u16),
            to: to.map_or(Hint::NO_SITE, |s| s as u16),
            ..Hint::default()
        };
        let Some(clause) = Reader::new(record).clause().and_then(|c| program.clauses.get(c)) else { return hint };
        hint.risk = from.map_or(0, |s| self.value_at(state, s));
        if clause.replaces
            && let Some(to) = to
            && self.pieces(state, mover.other()).has(to)
        {
            hint.gain += self.value_at(state, to);
            hint.noisy = true;
        }
        if clause.gains_by_effects() {
            let mut next = vec![0; state.len()];
            self.once(state, record, &mut next);
            let worth =
                |state: &[u64], side: Side| -> i32 { self.pieces(state, side).map(|s| self.value_at(state, s)).sum() };
            let lost = worth(state, mover.other()) - worth(&next, mover.other());
            let won = worth(&next, mover) - worth(state, mover);
            hint.gain = lost.max(0) + won.max(0);
            hint.noisy = hint.gain > 0;
        }
        hint
    }

    fn piece_classes(&self) -> usize {
        self.machine.program.kinds().max(1)
    }

    fn sites(&self) -> usize {
        self.machine.program.sites
    }

    fn has_noisy(&self) -> bool {
        self.machine.program.clauses.iter().any(|c| c.moves && c.replaces || c.gains_by_effects())
    }

    fn pass(&self, state: &[u64], next: &mut [u64]) -> bool {
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.finish();
        next.copy_from_slice(ply.state());
        true
    }

    fn threatened(&self, state: &[u64]) -> bool {
        let side = self.mover(state);
        let legal = &self.machine.program.sides[side].legal;
        !legal.is_empty() && {
            let mut ply = Ply::new(&self.machine, side, state);
            legal.iter().any(|condition| !ply.truth(condition))
        }
    }

    fn wins_at_once(&self, state: &[u64], side: Side) -> Option<bool> {
        let wins = &self.wins.as_ref()?[side];
        let mut ply = Ply::new(&self.machine, side, state);
        (!ply.truth(&wins.before)).then(|| ply.truth(&wins.now))
    }

    fn promise(&self, state: &[u64]) -> i32 {
        let Some(promise) = &self.promise else { return self.evaluate(state) };
        value(&self.numbers(state, promise))
    }

    fn quiet_gain(&self) -> Option<i32> {
        quiet_gain(&self.machine.program, self.evaluation)
    }

    fn score_scale(&self) -> Option<i32> {
        self.machine.program.facts.score_scale
    }

    fn traits(&self) -> Traits {
        let facts = self.machine.program.facts;
        Traits {
            null_move: facts.null_move,
            forced_captures: facts.forced_captures,
            no_repetition: facts.no_repetition,
            extra_turns: facts.extra_turns,
            exchanges: facts.exchanges,
            quick_wins: self.wins.is_some(),
            threats: self.promise.is_some(),
            repetition: facts.repetition,
            late_marks: self.late_marks,
        }
    }
}

impl<const W: usize> Executor for Interpreter<W> {
    fn program(&self) -> &Program {
        &self.machine.program
    }

    fn events(&self, state: &[u64], record: &[u64]) -> Vec<Event> {
        let mut next = vec![0; state.len()];
        self.once(state, record, &mut next).events
    }

    fn ways(&self, state: &[u64]) -> Result<Vec<Way>, Overflow> {
        let mut ways = Ways::default();
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.play(&mut ways);
        let way = |(events, _, record)| Way { events, record };
        ply.overflow.map_or(Ok(ways.found.into_iter().map(way).collect()), Err)
    }

    fn find(&self, state: &[u64], events: &[Event]) -> Result<Option<Vec<u64>>, Overflow> {
        let mut ways = Ways::default();
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.play(&mut ways);
        if let Some(overflow) = ply.overflow {
            return Err(overflow);
        }
        let Some(wanted) = ways.found.iter().position(|w| w.0 == events) else { return Ok(None) };
        // Where equal results are one move, the shortest way is its record, of several the one that is found first.
        let same = |w: &&(Vec<Event>, u64, Vec<u64>)| {
            if self.machine.program.facts.merge_results { w.1 == ways.found[wanted].1 } else { w.0 == events }
        };
        let shown = |w: &&(Vec<Event>, u64, Vec<u64>)| w.0.iter().filter(|&&part| part != Event::Pass).count();
        Ok(ways.found.iter().filter(same).min_by_key(shown).map(|w| w.2.clone()))
    }

    fn work_of_moves(&self, state: &[u64]) -> u64 {
        let mut moves = MoveList::new(self.move_words());
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.limit(MOST_WEIGHED);
        ply.play(&mut Generate::new(&mut moves));
        ply.done()
    }

    fn work_of_endings(&self, state: &[u64]) -> u64 {
        let mut ply = self.judge(state);
        ply.limit(MOST_WEIGHED);
        self.ended(&mut ply, state);
        ply.done()
    }

    fn work_of_evaluation(&self, state: &[u64], evaluation: usize) -> u64 {
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        ply.limit(MOST_WEIGHED);
        self.told(&mut ply, &self.machine.program.evaluations[evaluation]);
        ply.done()
    }

    fn unfinished(&self, state: &[u64]) -> Option<ClauseId> {
        let mover = self.mover(state);
        let mut moves = MoveList::new(self.move_words());
        [mover, mover.other()].into_iter().find_map(|side| {
            moves.clear();
            let mut ply = Ply::new(&self.machine, side, state);
            ply.play(&mut Generate::new(&mut moves));
            ply.unfinished
        })
    }

    fn clauses_of(&self, state: &[u64], record: &[u64]) -> Vec<ClauseId> {
        let mut ply = Ply::new(&self.machine, self.mover(state), state);
        let mut next = vec![0; state.len()];
        ply.replay(Reader::new(record), &mut Once::new(&mut next));
        ply.clauses
    }

    fn ask_set(&self, state: &[u64], side: Side, e: &Set) -> SiteSet {
        let bits = Ply::new(&self.machine, side, state).set(e);
        SiteSet::from_words(self.machine.program.sites, &bits.0)
    }

    fn ask_int(&self, state: &[u64], side: Side, e: &Int) -> i64 {
        Ply::new(&self.machine, side, state).int(e)
    }

    fn ask_truth(&self, state: &[u64], side: Side, e: &Bool) -> bool {
        Ply::new(&self.machine, side, state).truth(e)
    }

    fn is_stuck(&self, state: &[u64]) -> bool {
        let side = self.mover(state);
        let mut ply = Ply::new(&self.machine, side, state);
        let stuck = ply.stuck(side, self.machine.program.sides[side].legal.len());
        // A search for moves that was not finished says nothing.
        stuck && ply.overflow.is_none()
    }

    fn terms(&self, state: &[u64]) -> Vec<(i64, i64, i64)> {
        let evaluation = self.machine.program.evaluations.get(self.evaluation);
        evaluation.map_or_else(Vec::new, |evaluation| self.numbers(state, evaluation))
    }
}

// A record's fields leave room for every cell.
const _: () = assert!(crate::board::MAX_SITES < RecordShape::NONE as usize);
