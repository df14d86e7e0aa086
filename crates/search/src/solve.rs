//! Exact values: the game searched to its end.

use std::sync::atomic::AtomicBool;

use super::boards::{self, BoardSearch, Proofs};
use super::exhaust::{Exhaustion, exhaust};
use super::node::Stop;
use super::path::can_loop;
use super::proof_number::{Estimates, ProofNumber};
use super::prove::Prover;
use super::value::{INFINITY, MATE, Proof, is_decisive, proof_of};
use super::{Ended, Limits, MAX_PLY};
use crate::game::time::Instant;
use crate::game::{EVAL_LIMIT, Game, MoveList, Position};

/// The exact result for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither can force a win.
    Draw,
    /// A scored game: the margin for the player to move, in units of 1/`score_scale` points.
    Margin(i32),
}

/// How a value is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The game was over.
    Rules,
    /// A forced win of few plies, by longer and longer lines.
    ShortWin,
    /// Every reachable state, backwards from the endings.
    Exhaustion,
    /// Alpha-beta with a table to the end of the game.
    AlphaBeta,
    /// Depth-first proof-number search.
    ProofNumber,
}

/// How much lies below a node (as the binary logarithm of the nodes searched below such nodes lately) that makes a
/// refinement worth its time there. None changes a value; 0 applies it everywhere, `u32::MAX` nowhere (`plain` the other
/// way round).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// From here on a position shares the table's entry with its images under the symmetries.
    pub folds: u32,
    /// From here on the table is used: what is left out is soon searched again.
    pub keeps: u32,
    /// From here on the table is asked about each successor.
    pub asks: u32,
    /// Below this, the table is left alone where positions hardly ever come up again.
    pub doubts: u32,
    /// From here on moves are ordered by evaluation and replies.
    pub weighs: u32,
    /// From here on moves are ordered by a search of the evaluation, where the margin counts.
    pub foresees: u32,
    /// Below this, moves are tried as they come, unless wins at once are frequent or quick to see.
    pub plain: u32,
    /// From here on a thread leaves alone what another is busy with.
    pub shares: u32,
}

impl Effort {
    /// One threshold for everything, to judge the refinements by.
    pub fn all_from(from: u32) -> Self {
        Effort {
            folds: from,
            keeps: from,
            asks: from,
            doubts: from,
            weighs: from,
            foresees: from,
            plain: from,
            shares: from,
        }
    }
}

impl Default for Effort {
    fn default() -> Self {
        Effort { folds: 8, keeps: 1, asks: 1, doubts: 6, weighs: 3, foresees: 8, plain: 3, shares: 10 }
    }
}

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveOptions {
    /// The greatest size of the transposition table in MiB; it begins small and grows.
    pub table_mib: usize,
    /// Games whose positions can come back are solved by exhaustion up to so many reachable states, else by
    /// alpha-beta; 0 never exhausts.
    pub exhaust_states: usize,
    /// The one method to use; without, what suits the game. (Proof-number search and exhaustion apply to games that don't
    /// end by score. Where positions can come back, proof-number search only finds wins, no draws.)
    pub method: Option<Method>,
    /// Also find out in how few plies the winner can force it.
    pub shortest: bool,
    /// How many threads share the work. With one, the search is repeatable.
    pub threads: usize,
    /// Where the search thinks about what it does.
    pub effort: Effort,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            table_mib: 256,
            exhaust_states: 2_000_000,
            method: None,
            shortest: false,
            threads: 1,
            effort: Effort::default(),
        }
    }
}

/// What solving found.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// The value for the player to move, if it was found.
    pub verdict: Option<Verdict>,
    /// What the player to move reaches at least; equal to `at_most` when solved. None if nothing is known yet.
    pub at_least: Option<Verdict>,
    /// What the player to move reaches at most.
    pub at_most: Option<Verdict>,
    /// Plies to the end under best play, if they were counted.
    pub distance: Option<u32>,
    /// A line of best play by both as far as it was worked out; the first record is a best move.
    pub line: Vec<Vec<u64>>,
    /// Nodes searched or states visited.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// How it was done.
    pub method: Method,
    /// Why it ended: `Decided` if the verdict is there.
    pub ended: Ended,
    /// Why the method gave up by itself, if it did.
    pub gave_up: Option<GaveUp>,
}

/// Why a value was not found although no limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveUp {
    /// More states can be reached than exhaustion holds.
    TooMany,
    /// Neither side forces a win, and proof numbers prove no draw where positions can come back.
    NoWin,
    /// A line is longer than can be followed.
    TooLong,
}

/// Is told how far solving has come.
pub trait SolveObserver {
    /// The bounds have moved: the value for the player to move lies between them.
    fn bounds(&mut self, at_least: Option<Verdict>, at_most: Option<Verdict>, nodes: u64);
}

impl SolveObserver for () {
    fn bounds(&mut self, _: Option<Verdict>, _: Option<Verdict>, _: u64) {}
}

/// The exact value of a position, or bounds as far as limits allow (of `limits`, depth plays no part).
pub fn solve<G: Game + ?Sized>(
    position: &Position<G>,
    limits: &Limits,
    options: &SolveOptions,
    stop: &AtomicBool,
    observer: &mut dyn SolveObserver,
) -> Solved {
    let start = Instant::now();
    let game = position.game();
    let scored = game.score_scale().is_some();
    let mut solved = Solved {
        verdict: None,
        at_least: None,
        at_most: None,
        distance: None,
        line: Vec::new(),
        nodes: 0,
        seconds: 0.0,
        method: Method::AlphaBeta,
        ended: Ended::Decided,
        gave_up: None,
    };
    let mut prover = Prover::new(position, options, limits, stop);
    let outcome = match position.clone().ending() {
        Err(overflow) => Err(Stop::Overflow(overflow)),
        Ok(Some(ending)) => {
            solved.method = Method::Rules;
            solved.distance = Some(0);
            let value = verdict(prover.result(ending.outcome), scored);
            settle(&mut solved, value);
            Ok(())
        }
        Ok(None) => {
            let (prover, solved, low, high) = (&mut prover, &mut solved, -INFINITY, INFINITY);
            let (estimates, proofs, spent) = (None, None, false);
            Search { position, limits, options, stop, observer, prover, solved, low, high, estimates, proofs, spent }
                .run()
        }
    };
    solved.ended = match outcome {
        Err(Stop::Overflow(overflow)) => Ended::Overflow(overflow),
        // A value that was only to be given its distance stays.
        _ if solved.verdict.is_some() => Ended::Decided,
        Err(Stop::Interrupted) => Ended::Interrupted,
        Ok(()) => {
            if options.method.is_none_or(|method| applies(game, method).is_ok()) {
                solved.gave_up.get_or_insert(GaveUp::TooLong);
            }
            Ended::Depth
        }
    };
    solved.nodes += prover.positions();
    solved.seconds = start.elapsed().as_secs_f64();
    solved
}

/// Whether a method can solve positions of a game.
///
/// # Errors
/// Why it can't.
pub fn applies<G: Game + ?Sized>(game: &G, method: Method) -> Result<(), &'static str> {
    let traits = game.traits();
    match method {
        Method::Exhaustion | Method::ProofNumber if game.score_scale().is_some() => {
            Err("this game ends by a score, not by a win alone")
        }
        Method::Exhaustion if !can_loop(game) && (!traits.no_repetition || game.legal_by_history()) => {
            Err("the rules ask what stood before: a position alone has no value")
        }
        _ => Ok(()),
    }
}

/// What a value says.
fn verdict(value: i32, scored: bool) -> Verdict {
    match proof_of(value, scored) {
        Proof::Margin(margin) => Verdict::Margin(margin),
        // Beyond a draw there are only wins, whatever a bound says.
        _ if value > 0 => Verdict::Win,
        _ if value < 0 => Verdict::Loss,
        _ => Verdict::Draw,
    }
}

fn settle(solved: &mut Solved, found: Verdict) {
    (solved.verdict, solved.at_least, solved.at_most) = (Some(found), Some(found), Some(found));
}

/// Nodes that looking for short wins may take at first.
const SPRINT: u64 = 20_000;

/// So many positions are exhausted before anything else is tried: that tells how long a win takes, too.
const FEWEST: usize = 5_000;

/// So many positions are exhausted before much else is tried.
const FEW: usize = 100_000;

/// A node of proof-number search costs as much as so many others: all its successors are looked at.
const NUMBER_COST: u64 = 8;

/// One run of the solver.
struct Search<'r, 'a, 'g, G: Game + ?Sized> {
    position: &'r Position<'g, G>,
    limits: &'a Limits,
    options: &'r SolveOptions,
    stop: &'a AtomicBool,
    observer: &'r mut dyn SolveObserver,
    prover: &'r mut Prover<'a, 'g, G>,
    solved: &'r mut Solved,
    /// What the value is at least and at most.
    low: i32,
    high: i32,
    /// Numbers of positions that are not settled yet.
    estimates: Option<Estimates>,
    /// What is proved where boards are forbidden that have stood before.
    proofs: Option<Proofs>,
    /// Whether the last part ran out of nodes.
    spent: bool,
}

impl<G: Game + ?Sized> Search<'_, '_, '_, G> {
    fn run(&mut self) -> Result<(), Stop> {
        let scored = self.position.game().score_scale().is_some();
        let loops = can_loop(self.position.game());
        let free = self.options.method.is_none();
        if let Some(method) = self.options.method {
            self.solved.method = method;
            if applies(self.position.game(), method).is_err() {
                return Ok(());
            }
        }
        // A forced win, however long, is found by proof numbers; but one whose length is asked for.
        let forces = loops && free && !scored && !self.options.shortest;
        if forces && self.exhaust(FEWEST.min(self.options.exhaust_states))? {
            return Ok(());
        }
        // 1. A short win is found soonest by asking for it.
        let (mut plies, mut budget) = (1, SPRINT);
        if free && !scored && self.sprint(&mut plies, budget)? {
            return Ok(());
        }
        // Then more is spent on the shortest.
        if forces && let Some(reached) = self.win_by_numbers(SPRINT / NUMBER_COST)? {
            // The line is worked out while its facts are in the table.
            self.conclude_by_numbers(reached);
            self.sprint(&mut plies, 8 * SPRINT)?;
            return Ok(());
        }
        // 2. Where positions can come back and nothing forbids it, exhaustion has no trouble with loops.
        let alone = self.options.method == Some(Method::Exhaustion);
        let exhausts = alone || loops && free && !scored;
        if forces {
            // Few positions are soon exhausted; where there are many, numbers are given more before that.
            if self.exhaust(FEW.min(self.options.exhaust_states))? {
                return Ok(());
            }
            if let Some(reached) = self.win_by_numbers(8 * SPRINT / NUMBER_COST)? {
                self.conclude_by_numbers(reached);
                return Ok(());
            }
            // Some rules let no position come back, though nothing here can tell.
            if self.search(8 * SPRINT)? {
                return Ok(());
            }
        }
        let cap = self.options.exhaust_states;
        if exhausts && (!forces || cap > FEW) && self.exhaust(cap)? || alone {
            return Ok(());
        }
        if loops && !scored && self.options.method == Some(Method::ProofNumber) {
            loop {
                if let Some(reached) = self.win_by_numbers(budget)? {
                    self.conclude_by_numbers(reached);
                } else if self.spent {
                    budget = budget.saturating_mul(4);
                    continue;
                } else if !self.prover.too_deep {
                    self.solved.gave_up = Some(GaveUp::NoWin);
                }
                return Ok(());
            }
        }
        // 3. The whole tree, by turns with longer wins; these first where the tree has no bottom, and there also wins
        //    by force, however long.
        let patient = !free || scored;
        budget *= if loops { 1 } else { 8 };
        loop {
            budget = budget.saturating_mul(8);
            let (long, short) = if loops { (budget / 4, budget) } else { (budget, budget / 4) };
            if self.search(if patient { u64::MAX } else { long })? || patient {
                return Ok(()); // Solved, or some line was too long.
            }
            if self.sprint(&mut plies, short)? || plies as usize >= MAX_PLY {
                return Ok(());
            }
            if forces && let Some(reached) = self.win_by_numbers(short / NUMBER_COST)? {
                self.conclude_by_numbers(reached);
                return Ok(());
            }
        }
    }

    /// Whether proofs hold behind other games only with the boards that they make. (They don't tell how long a win takes.)
    fn minds_boards(&self) -> bool {
        let game = self.position.game();
        boards::applies(game) && (game.score_scale().is_some() || !self.options.shortest)
    }

    /// A search by boards from the present node of the prover's path on.
    fn ask_boards(&mut self, t: i32) -> Result<Option<(i32, Option<u32>)>, Stop> {
        let bytes = self.options.table_mib << 20;
        BoardSearch::new(self.prover, self.proofs.get_or_insert_with(|| Proofs::new(bytes))).ask(t)
    }

    /// Asks the prover within so many nodes: none if they did not suffice.
    fn ask(&mut self, t: i32, budget: u64) -> Result<Option<i32>, Stop> {
        let scored = self.position.game().score_scale().is_some();
        if self.minds_boards() && (scored || (0..=1).contains(&t)) && !is_decisive(t) {
            match self.within(budget, |search| search.ask_boards(t))? {
                None => return Ok(None),
                Some(Some((score, _))) => return Ok(Some(score)),
                Some(None) => {}
            }
        }
        let threads = self.options.threads;
        if threads > 1 {
            // A question that is answered soon is not worth the company.
            let alone = 1_u64.checked_shl(2 * self.options.effort.shares).unwrap_or(u64::MAX);
            let known = self.within(alone.min(budget), |search| search.prover.reach(t, t >= 1))?;
            if known.is_some() || alone >= budget {
                return Ok(known.map(|known| known.score));
            }
            let ask = |search: &mut Self| search.prover.reach_together(search.position, search.options, t);
            return Ok(self.within(budget - alone, ask)?.map(|known| known.score));
        }
        self.within(budget, |search| search.prover.reach(t, t >= 1).map(|known| known.score))
    }

    /// Runs a part of the search within so many nodes: none if they did not suffice.
    fn within<T>(&mut self, budget: u64, part: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<Option<T>, Stop> {
        self.prover.budget = self.prover.nodes.saturating_add(budget);
        self.prover.too_deep = false;
        let answer = part(self);
        self.spent = self.prover.nodes > self.prover.budget;
        self.prover.budget = u64::MAX;
        if answer.is_err() {
            self.prover.path.rewind();
        }
        match answer {
            Err(Stop::Interrupted) if self.spent => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Asks proof-number search whether the player to move reaches `t`: none if that is not settled within so many nodes.
    fn number(&mut self, t: i32, budget: u64) -> Result<Option<bool>, Stop> {
        let bytes = (self.options.table_mib << 20) / 2;
        let answer = self.within(budget, |search| {
            let estimates = search.estimates.get_or_insert_with(|| Estimates::new(bytes));
            ProofNumber::new(search.prover, estimates).reaches(t)
        });
        answer.map(Option::flatten)
    }

    /// Looks for a win of either side by proof numbers, half of the nodes for each: whether it is the player to move who
    /// wins.
    fn win_by_numbers(&mut self, budget: u64) -> Result<Option<bool>, Stop> {
        let mut spent = false;
        for t in [1, 0] {
            let found = self.number(t, budget / 2)?;
            if found.is_some() {
                return Ok(found);
            }
            spent |= self.spent;
        }
        self.spent = spent;
        Ok(None)
    }

    fn conclude_by_numbers(&mut self, wins: bool) {
        self.solved.method = Method::ProofNumber;
        self.conclude(if wins { 1 } else { -1 }, false);
    }

    /// Looks for wins of either side in 1, 2, 3 … plies, `plies` being the first not asked for yet.
    fn sprint(&mut self, plies: &mut i32, budget: u64) -> Result<bool, Stop> {
        let end = self.prover.nodes.saturating_add(budget);
        while (*plies as usize) < MAX_PLY && self.prover.nodes < end {
            self.prover.cut = false;
            for t in [MATE - *plies, *plies - MATE + 1] {
                let left = end.saturating_sub(self.prover.nodes);
                let Some(score) = self.ask(t, left)? else { return Ok(false) };
                if (score >= t) == (t >= 1) {
                    self.solved.method = Method::ShortWin;
                    self.solved.distance = Some(*plies as u32);
                    self.conclude(score, true);
                    return Ok(true);
                }
            }
            *plies += 1;
            if !self.prover.cut {
                break; // No line was longer: what there is to find, the whole tree tells.
            }
        }
        Ok(false)
    }

    fn exhaust(&mut self, cap: usize) -> Result<bool, Stop> {
        let before = std::mem::replace(&mut self.solved.method, Method::Exhaustion);
        let found = match exhaust(self.position, cap, self.limits, self.stop, &mut self.solved.nodes)? {
            Exhaustion::Solved(found) => found,
            Exhaustion::TooMany(states) => {
                (self.solved.method, self.solved.nodes) = (before, 0);
                if before == Method::Exhaustion {
                    self.solved.nodes = states as u64;
                    self.solved.gave_up = Some(GaveUp::TooMany);
                }
                return Ok(false);
            }
        };
        let win = found.win();
        self.solved.distance = win.map(|(_, plies)| plies);
        self.solved.line = found.line(self.position)?;
        let mover = self.position.game().mover(self.position.state());
        settle(self.solved, verdict(win.map_or(0, |(side, _)| if side == mover { 1 } else { -1 }), false));
        Ok(true)
    }

    /// Questions of the form "at least t?", each answer a bound, until the bounds meet. Loops count against whoever wants
    /// more than a draw. `false` if the budget did not suffice, or some line was too long. Goes on where it was left.
    fn search(&mut self, budget: u64) -> Result<bool, Stop> {
        let scored = self.position.game().score_scale().is_some();
        let by_numbers = self.options.method == Some(Method::ProofNumber) && !scored && !can_loop(self.position.game());
        self.solved.method = if by_numbers { Method::ProofNumber } else { Method::AlphaBeta };
        let end = self.prover.nodes.saturating_add(budget);
        loop {
            let (low, high) = (self.low, self.high);
            let t = if low > -INFINITY {
                low + 1
            } else if high < INFINITY {
                high
            } else {
                1
            };
            let left = end.saturating_sub(self.prover.nodes);
            let score = if by_numbers && t.abs() <= 1 {
                if self.number(t, left)? == Some(true) { t } else { t - 1 }
            } else {
                let Some(score) = self.ask(t, left)? else { return Ok(false) };
                score
            };
            let reached = score >= t;
            if self.prover.too_deep && (by_numbers || reached != (t >= 1)) {
                return Ok(false); // Only that the prover failed within MAX_PLY: no bound.
            }
            if reached {
                // Nothing lies between a draw and the least margin.
                self.low = if scored && (1 - EVAL_LIMIT..0).contains(&score) { 0 } else { score };
                self.solved.at_least = Some(verdict(self.low, scored));
            } else {
                self.high = if scored && (1..=EVAL_LIMIT).contains(&score) { 0 } else { score };
                self.solved.at_most = Some(verdict(self.high, scored));
            }
            self.observer.bounds(self.solved.at_least, self.solved.at_most, self.prover.positions());
            // A win is a win, unless its length is asked for.
            let enough = !scored && !self.options.shortest && (self.low > 0 || self.high < 0);
            if self.low >= self.high || enough {
                break;
            }
        }
        let (low, high) = (self.low, self.high);
        let exact = low == high;
        if exact && is_decisive(low) {
            self.solved.distance = Some((MATE - low.abs()) as u32);
        }
        self.conclude(if high < 0 { high } else { low }, exact);
        Ok(true)
    }

    /// Sets the value, and works out a line: of each node a move that keeps the value, asked of the table that is full
    /// of facts by now. Unless the value is exact it is a win or a loss of some length.
    fn conclude(&mut self, value: i32, exact: bool) {
        let scored = self.position.game().score_scale().is_some();
        settle(self.solved, verdict(value, scored));
        self.observer.bounds(self.solved.at_least, self.solved.at_most, self.prover.positions());
        self.prover.budget = self.prover.nodes + self.prover.nodes / 2 + 100_000;
        self.solved.line.clear();
        let mut value = if exact { value } else { value.signum() };
        while self.solved.line.len() < MAX_PLY {
            let any = !exact && value < 0;
            let kept = if self.minds_boards() && !any && !is_decisive(value) {
                self.keeping_by_boards(value)
            } else {
                self.prover.keeping(value, any)
            };
            let Ok(Some((record, changed))) = kept else { break };
            self.prover.path.make(&record);
            self.solved.line.push(record);
            value = if changed { -value } else { value };
        }
        self.prover.path.rewind();
        self.prover.budget = u64::MAX;
    }

    /// As [`Prover::keeping`], where boards are forbidden.
    fn keeping_by_boards(&mut self, t: i32) -> Result<Option<(Vec<u64>, bool)>, Stop> {
        let ply = self.prover.path.ply();
        if ply > 0 && self.prover.ended(ply)?.is_some() {
            return Ok(None);
        }
        let Some((_, Some(index))) = self.ask_boards(t)? else { return Ok(None) };
        let game = self.position.game();
        let mut list = MoveList::new(game.move_words());
        game.generate(self.prover.path.state(), &mut list)?;
        let record = list.get(index as usize).to_vec();
        let mover = self.prover.path.mover();
        self.prover.path.make(&record);
        let changed = self.prover.path.mover() != mover;
        self.prover.path.undo();
        Ok(Some((record, changed)))
    }
}
