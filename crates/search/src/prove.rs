//! The solver's inner question: can the player to move reach at least `t`? Alpha-beta with a null window to the end of
//! the game, no evaluation but for order.
//!
//! Values are those of [`super::value`], for the player to move: margins, draws, and wins with their distance from the
//! root. So "at least a win in n plies" is a question like any other, and one that no line longer than n can answer.
//!
//! Loops: one side is the prover, and a position that comes back on the path counts as not proved. What the prover
//! reaches all the same holds on every path (a proof never needs to come back to where it was), so it is stored.
//! What it fails to reach is stored only if no earlier position was used: elsewhere that loop might be missing.

mod ahead;
mod moves;
mod team;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use self::ahead::Ahead;
use self::team::Team;
use super::clock::Clock;
use super::node::Stop;
use super::order::{Memory, Ordering, Ranked};
use super::path::{Path, can_loop};
use super::solve::{Effort, SolveOptions};
use super::table::{Bound, Entry, Table, effort};
use super::value::{INDEPENDENT, MATE, from_table, of_outcome, to_table};
use super::{Limits, MAX_PLY};
use crate::game::{Game, Hint, Judged, MoveList, Outcome, Position, Successors};

/// The size in MiB that a table begins with.
const SMALL_TABLE: usize = 1;

/// What is known of a node: a bound of its value and the oldest position on the path that it leans on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// At least `t`: a lower bound of the value. Below: an upper bound.
    pub score: i32,
    dep: u32,
}

impl Known {
    /// Of no move at all.
    const NONE: Known = Known { score: i32::MIN, dep: INDEPENDENT };

    /// For the parent: negated only if the mover changed.
    fn for_parent(self, same_mover: bool) -> Self {
        Known { score: if same_mover { self.score } else { -self.score }, ..self }
    }

    /// The better of two moves; a failure leans on what both lean on.
    fn or(self, other: Known) -> Known {
        Known { score: self.score.max(other.score), dep: self.dep.min(other.dep) }
    }
}

/// The score by which an entry for a node at `ply` answers `t`.
fn answer(entry: &Entry, t: i32, ply: usize) -> Option<i32> {
    let score = from_table(entry.score, ply);
    let answers = match entry.bound {
        Bound::Lower => score >= t,
        Bound::Upper => score < t,
        Bound::Exact => true,
        Bound::None => false,
    };
    answers.then_some(score)
}

/// The state of a proof search.
pub(crate) struct Prover<'a, 'g, G: Game + ?Sized> {
    pub game: &'g G,
    pub path: Path<'g, G>,
    pub table: Arc<Table>,
    /// The greatest size of the table.
    table_mib: usize,
    /// Entries stored since the table has its present size.
    stored: usize,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    /// The threads that answer the same question, where there are several.
    team: Option<Arc<Team>>,
    /// See [`can_loop`].
    pub loops: bool,
    /// Wins at once can be told without trying every ply.
    quick_wins: bool,
    /// Moves are ordered by threats to complete lines.
    threats: bool,
    pub nodes: u64,
    /// Stop when `nodes` is greater.
    pub budget: u64,
    clock: Clock,
    /// Some branch was longer than `MAX_PLY`: refutations are then not to be trusted.
    pub too_deep: bool,
    /// Some question was given up because no win could come soon enough.
    pub cut: bool,
    memory: Memory,
    /// For each ply the node's moves, what they lead to unless they are tried as they come, and those that are open.
    lists: Vec<MoveList>,
    successors: Vec<Successors>,
    ranked: Vec<Vec<Ranked>>,
    trail: Vec<u32>,
    /// To work with.
    looks: Vec<moves::Look>,
    hints: Vec<Hint>,
    judged: Vec<Judged>,
    scratch: MoveList,
    /// See [`Game::remoteness`]; empty where threats don't order moves.
    remoteness: Vec<i32>,
    ahead: Ahead,
    /// Whether it orders moves: where the margin counts. (Where somebody just wins, few replies tell more.)
    foresees: bool,
    effort: Effort,
    /// What it has been like at each ply.
    habits: Vec<Habit>,
}

/// What the nodes of a ply have been like lately: it tells what is worth doing at the next one.
#[derive(Debug, Clone, Copy)]
struct Habit {
    /// The mean of the binary logarithm of the nodes searched below, in 1/256.
    mean: u32,
    /// That logarithm, whole.
    size: u32,
    /// How often the player to move won at once, in 1/65536.
    wins: u32,
    /// How often the table had the answer, of those that it was asked about, in 1/65536.
    hits: u32,
    /// The node before has asked the table about all its successors.
    asked: bool,
}

/// As after a search that had much below it.
const AT_FIRST: Habit = Habit { mean: 20 * 256, size: 20, wins: 0, hits: 1 << 16, asked: false };

/// Where the table answers less often than this (in 1/65536), small nodes are sooner searched than looked up: it is too
/// large to be at hand.
const HITS: u32 = 1 << 11;
/// Of so many keys one is kept all the same, to see whether that changes.
const SAMPLE: u64 = 16;

impl Habit {
    fn saw(&mut self, nodes: u64, won: bool) {
        let bits = nodes.ilog2() * 256;
        self.mean = (self.mean * 63 + bits) / 64;
        self.size = (self.mean + 128) / 256;
        self.wins = (self.wins * 63 + (u32::from(won) << 16)) / 64;
    }

    fn saw_table(&mut self, hit: bool) {
        self.hits = (self.hits * 63 + (u32::from(hit) << 16)) / 64;
    }
}

impl<'a, 'g, G: Game + ?Sized> Prover<'a, 'g, G> {
    pub fn new(position: &Position<'g, G>, options: &SolveOptions, limits: &'a Limits, stop: &'a AtomicBool) -> Self {
        let game = position.game();
        let loops = can_loop(game);
        let traits = game.traits();
        let threats = traits.threats && !game.legal_by_history();
        // Where threats order moves, only history tells equal ones apart.
        let ordering =
            Ordering { killers: !threats, counters: !threats, gains: !threats, follow_ups: false, ..Ordering::ALL };
        let memory = Memory::new(game, ordering);
        Prover {
            game,
            path: Path::exact(position),
            table: Arc::new(Table::new(options.table_mib.min(SMALL_TABLE))),
            table_mib: options.table_mib,
            stored: 0,
            limits,
            stop,
            team: None,
            loops,
            quick_wins: traits.quick_wins && !game.legal_by_history(),
            threats,
            nodes: 0,
            budget: u64::MAX,
            clock: Clock::new(limits.deadline),
            too_deep: false,
            cut: false,
            trail: vec![memory.no_slot()],
            memory,
            lists: Vec::new(),
            successors: Vec::new(),
            ranked: Vec::new(),
            looks: Vec::new(),
            hints: Vec::new(),
            judged: Vec::new(),
            scratch: MoveList::new(game.move_words()),
            remoteness: if threats { game.remoteness() } else { Vec::new() },
            ahead: Ahead::new(game),
            foresees: game.score_scale().is_some(),
            effort: options.effort,
            habits: vec![AT_FIRST; MAX_PLY + 2],
        }
    }

    /// A result for the player to move.
    pub fn result(&self, outcome: Outcome) -> i32 {
        of_outcome(outcome, self.path.mover(), self.path.ply())
    }

    /// All positions visited, those of the look ahead included.
    pub fn positions(&self) -> u64 {
        self.nodes + self.ahead.visits
    }

    pub fn poll(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| self.positions() >= limit) {
            return Err(Stop::Interrupted);
        }
        self.nodes += 1;
        if self.nodes > self.budget || self.team.as_ref().is_some_and(|team| team.is_done()) {
            return Err(Stop::Interrupted);
        }
        self.in_time()
    }

    /// Asked between positions that are looked at and not searched: to count the moves of one may take long.
    pub fn in_time(&mut self) -> Result<(), Stop> {
        if self.stop.load(Relaxed) || self.clock.late() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn prepare(&mut self, ply: usize) {
        while self.lists.len() <= ply + 1 {
            self.lists.push(MoveList::new(self.game.move_words()));
            self.successors.push(Successors::new(self.game));
            self.ranked.push(Vec::new());
            self.trail.push(self.memory.no_slot());
        }
        self.lists[ply].clear();
        self.successors[ply].clear();
        self.ranked[ply].clear();
    }

    /// How the game has ended here by position or history, if it has: for the player to move.
    pub fn ended(&mut self, ply: usize) -> Result<Option<Known>, Stop> {
        let Some((mut ending, mut dep)) = self.path.decided() else { return Ok(None) };
        let stuck = self.game.ending_if_stuck(self.path.state());
        if stuck.rank < ending.rank {
            self.prepare(ply);
            self.game.generate(self.path.state(), &mut self.lists[ply])?;
            if self.path.allows_none(&self.lists[ply]) {
                (ending, dep) = (stuck, INDEPENDENT);
            }
        }
        Ok(Some(Known { score: self.result(ending.outcome), dep }))
    }

    /// The score by which the table already answers `t` for the node of a key at `ply`, and the place of its move.
    pub fn recall(&self, key: u64, t: i32, ply: usize) -> (Option<i32>, Option<u32>) {
        let Some(entry) = self.table.probe(key) else { return (None, None) };
        (answer(&entry, t, ply), entry.tag.checked_sub(1))
    }

    /// What the table knows of the current node, whichever search has found it: proof numbers look for symmetries everywhere.
    fn known(&self, t: i32) -> (Option<i32>, Option<u32>) {
        let ply = self.path.ply();
        let told = |(key, own)| {
            let (score, index) = self.recall(key, t, ply);
            (score, index.filter(|_| own))
        };
        let plain = told(self.key());
        let folded = if plain.0.is_none() { told(self.path.folded_key()) } else { (None, None) };
        (plain.0.or(folded.0), plain.1.or(folded.1))
    }

    /// The key of the current node in the table, and whether a move found with it is a move of this position. Symmetries
    /// are looked for where much lies below.
    fn key(&self) -> (u64, bool) {
        if self.folds(self.path.ply()) { self.path.folded_key() } else { (self.path.key(u32::MAX), true) }
    }

    /// Whether images under symmetries are looked for at a ply.
    fn folds(&self, ply: usize) -> bool {
        self.habits[ply].size >= self.effort.folds
    }

    /// Whether the table is used for a node of this key at a ply: what is small only where such nodes come up again.
    fn uses(&self, ply: usize, key: u64) -> bool {
        let Habit { size, hits, .. } = self.habits[ply];
        size >= self.effort.doubts || hits >= HITS || key.is_multiple_of(SAMPLE)
    }

    /// Stores an entry, in a larger table when this one is getting full.
    pub fn remember(&mut self, key: u64, entry: Entry) {
        self.table.store(key, entry);
        self.stored += 1;
        let times = (self.table_mib / self.table.mib().max(1)).min(4);
        if self.stored > self.table.entries() && times > 1 {
            self.grow_table(times);
            self.stored = 0;
        }
    }

    /// Takes a table so many times as large; without memory for it this one goes on.
    fn grow_table(&mut self, times: usize) {
        if times > 1 {
            match self.table.grown(times) {
                Some(table) => self.table = Arc::new(table),
                None => self.table_mib = self.table.mib(),
            }
        }
    }

    /// Whether the player to move reaches `t`: a score of at least `t` if so, below if not. `proves` tells whether
    /// that player is the prover, against whom loops count.
    pub fn reach(&mut self, t: i32, proves: bool) -> Result<Known, Stop> {
        self.poll()?;
        let ply = self.path.ply();
        let against_prover = |dep| Known { score: if proves { t - 1 } else { t }, dep };
        // 1. The end of the game, or of the path.
        if ply > 0
            && let Some(known) = self.ended(ply)?
        {
            return Ok(known);
        }
        if ply > 0
            && self.loops
            && let Some(dep) = self.path.came_back()
        {
            return Ok(against_prover(dep));
        }
        // No win comes sooner than now, for want of moves, or at the next ply.
        let too_soon = |soonest: i32| {
            let score = if t > soonest { soonest } else { -soonest };
            (t > soonest || t <= -soonest).then_some(Known { score, dep: INDEPENDENT })
        };
        if let Some(known) = too_soon(MATE - ply as i32) {
            self.cut = true;
            return Ok(known);
        }
        if ply >= MAX_PLY {
            self.too_deep = true;
            return Ok(against_prover(0));
        }
        self.prepare(ply);
        // 2. Facts known already, unless finding out anew is as cheap. The horizon is the whole game: counters are part
        //    of the key.
        let plain = ply > 0 && self.is_plain(ply);
        let keeps = self.habits[ply].size >= self.effort.keeps;
        let (key, own) = if keeps { self.key() } else { (0, false) };
        let keeps = keeps && self.uses(ply, key);
        let entry = if keeps { self.table.probe(key) } else { None };
        let first = entry.filter(|_| own).and_then(|entry| entry.tag.checked_sub(1));
        let known = entry.and_then(|entry| answer(&entry, t, ply));
        if keeps && !self.habits[ply].asked {
            self.habits[ply].saw_table(known.is_some());
        }
        if let Some(score) = known
            && ply > 0
        {
            return Ok(Known { score, dep: INDEPENDENT });
        }
        // 3. The moves.
        let moves = if plain {
            self.game.generate(self.path.state(), &mut self.lists[ply])?;
            self.lists[ply].len()
        } else {
            self.game.successors_in_order(self.path.state(), &mut self.successors[ply])?;
            self.successors[ply].len()
        };
        if moves == 0 {
            let outcome = self.game.ending_if_stuck(self.path.state()).outcome;
            return Ok(Known { score: self.result(outcome), dep: INDEPENDENT });
        }
        if !self.game.legal_by_history()
            && let Some(known) = too_soon(MATE - ply as i32 - 1)
        {
            self.cut = true;
            return Ok(known);
        }
        let start = self.nodes;
        let answer = if plain {
            self.try_plainly(ply, t, proves)?
        } else {
            match self.glance(ply, t, first)? {
                (known, true) => known,
                (known, false) => self.try_moves(ply, t, proves, known)?,
            }
        };
        self.habits[ply].saw(self.nodes - start + 1, answer.score == MATE - ply as i32 - 1);
        // 4. Remember it, if it holds beyond this path. A proved threshold of 1 or more needs no loop (a draw or less
        //    may be reached by one).
        let reached = answer.score >= t;
        let prover_did = self.loops && reached == proves && if proves { t >= 1 } else { t <= 0 };
        let path_free = !self.too_deep && answer.dep >= self.path.index();
        if keeps && (prover_did || path_free || self.path.keyed()) {
            let effort = effort(self.nodes - start + 1);
            let first = self.ranked[ply].first().map(|ranked| ranked.index).or(first);
            let tag = first.filter(|_| own).map_or(0, |index| index + 1);
            let score = to_table(answer.score, ply);
            // With the other bound, known from before, the value is exact.
            let (bound, other) = if reached { (Bound::Lower, Bound::Upper) } else { (Bound::Upper, Bound::Lower) };
            let meets = entry.is_some_and(|entry| entry.bound == other && entry.score == score);
            let bound = if meets { Bound::Exact } else { bound };
            let (least, most) = (bound != Bound::Upper, bound != Bound::Lower);
            self.remember(key, Entry { score, depth: effort, bound, least, most, tag });
        }
        Ok(answer)
    }

    /// A move of the current node by which its mover reaches `t` as well, and whether the mover changes with it; none at
    /// an ending. `any` says that every move does.
    pub fn keeping(&mut self, t: i32, any: bool) -> Result<Option<(Vec<u64>, bool)>, Stop> {
        let ply = self.path.ply();
        if ply > 0 && (self.ended(ply)?.is_some() || (self.loops && self.path.came_back().is_some())) {
            return Ok(None);
        }
        let mut list = MoveList::new(self.game.move_words());
        self.game.generate(self.path.state(), &mut list)?;
        let mover = self.path.mover();
        let first = self.known(t).1.map(|index| index as usize).filter(|&i| i < list.len());
        let order = || first.into_iter().chain((0..list.len()).filter(|i| Some(*i) != first));
        // What the table knows comes first: the wrong move may take as long as all that went before.
        for (i, asks) in order().map(|i| (i, false)).chain(order().map(|i| (i, true))) {
            let record = list.get(i);
            self.path.make(record);
            let allowed = self.path.allowed(record);
            let changed = self.path.mover() != mover;
            let wanted = if changed { 1 - t } else { t };
            // Asked so that the prover is whoever wants more than a draw.
            let answer = match (allowed, asks) {
                (false, _) => Ok(None),
                (true, _) if any => Ok(Some(if changed { wanted - 1 } else { wanted })),
                (true, true) => self.reach(wanted, (t >= 1) != changed).map(|known| Some(known.score)),
                (true, false) if self.loops && self.path.came_back().is_some() => Ok(None),
                (true, false) => Ok(self.known(wanted).0),
            };
            while self.path.ply() > ply {
                self.path.undo();
            }
            if answer?.is_some_and(|score| (score >= wanted) != changed) {
                return Ok(Some((record.to_vec(), changed)));
            }
        }
        Ok(None)
    }
}
