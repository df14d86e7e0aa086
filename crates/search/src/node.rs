//! The recursive part of the engine: one node of the principal variation search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::clock::Clock;
use super::exchange::Exchange;
use super::order::{Memory, PROMISING, Ranked};
use super::path::{Path, decides_by_repetition};
use super::selective::bides;
use super::stages::Stage;
use super::table::{Bound, Entry, Table, move_tag, record_hash};
use super::value::{INDEPENDENT, MATE, Value, clamp_evaluation, from_table, is_decisive, of_outcome, to_table};
use super::{Limits, MAX_PLY, Options};
use crate::game::time::Instant;
use crate::game::{Game, Hint, Judged, MoveList, Overflow, Position, Repetition, Successors};

/// Why a search did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    Interrupted,
    Overflow(Overflow),
}

impl From<Overflow> for Stop {
    fn from(overflow: Overflow) -> Self {
        Stop::Overflow(overflow)
    }
}

#[cfg(test)]
thread_local! {
    /// Store what leans on the path all the same: for the test that this does harm.
    pub(crate) static TRUSTING: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

#[cfg(test)]
fn trusting() -> bool {
    TRUSTING.get()
}

#[cfg(not(test))]
fn trusting() -> bool {
    false
}

/// One thread's search.
pub(crate) struct Worker<'a, 'g, G: Game + ?Sized> {
    pub game: &'g G,
    pub path: Path<'g, G>,
    pub table: &'a Table,
    pub options: &'a Options,
    pub limits: &'a Limits,
    pub stop: &'a AtomicBool,
    pub nodes: u64,
    clock: Clock,
    pub memory: Memory,
    /// For each ply the node's moves, their ranks and the line from there.
    pub lists: Vec<MoveList>,
    /// For each ply the node's successors, where they are built in one go.
    pub successors: Vec<Successors>,
    /// What is asked of some of them.
    pub judged: Vec<Judged>,
    /// What the moves of a node look like.
    pub hints: Vec<Hint>,
    /// For each ply whether some move of the node is expected to be too good for the opponent to come there.
    pub cuts: Vec<bool>,
    pub ranked: Vec<Vec<Ranked>>,
    pub lines: Vec<Vec<u64>>,
    /// The table's keys of the successors that are looked at, with their places and whether the mover stays.
    pub keys: Vec<(u64, usize, bool)>,
    /// For each ply the slot of the move that led there.
    pub trail: Vec<u32>,
    /// What the root found in this iteration: score and line of the best move so far.
    pub root_best: Option<(Value, Vec<u64>)>,
    /// How many moves of the root have been searched in this iteration.
    pub root_searched: usize,
    /// The tag of the move to try first at the root.
    pub root_tag: u32,
    /// Root moves left out, for the second and later lines.
    pub excluded: Vec<Vec<u64>>,
    /// The place of the best move of the node that was left last, if its value is whole and it has moves.
    reply: Option<usize>,
    /// The tag of a move that the next call of [`Worker::node`] leaves out, 0 for none.
    pub skip: u32,
    /// Buffers for playing out exchanges.
    pub exchange: Exchange,
    /// Whether exchanges can be weighed in this game.
    pub exchanges: bool,
    /// Captures are compulsory: nobody may stand pat.
    pub forced_captures: bool,
    /// A second occurrence of a position counts as a draw.
    two_fold: bool,
    /// What the table holds is proved wherever it is read: what stood before does not matter, or is part of the key.
    vouches: bool,
    /// Extra plies of the key's horizon: what quiescence and extensions may add.
    slack: u32,
    pub quiescence: bool,
    /// What quiescence finds at a leaf is kept in the table.
    leaf_table: bool,
    /// Wins at once are asked for.
    pub wins: bool,
    /// The most that a quiet move adds to the evaluation, if quiet moves may be judged by that.
    pub quiet_gain: Option<i32>,
    /// Threats are asked for: only where passing is a matter of course but for them.
    pub threats: bool,
    /// The iteration's depth.
    pub root_depth: i32,
}

/// What the first iteration may take where no time is left: enough to look at each move of most positions, so that a win at once is
/// not missed.
const LEAST: Duration = Duration::from_millis(50);

/// Until when the first iteration may go on: an answer that rests on no whole iteration is worth little, so that as much time
/// again may be taken for it, a second at most. Not on a clock, which must not run out.
fn first_deadline(deadline: Instant, limits: &Limits) -> Instant {
    let now = Instant::now();
    let again = deadline.saturating_duration_since(now).min(Duration::from_secs(1));
    if limits.soft_deadline.is_some() { deadline } else { (deadline + again).max(now + LEAST) }
}

impl<'a, 'g, G: Game + ?Sized> Worker<'a, 'g, G> {
    pub fn new(
        position: &Position<'g, G>,
        table: &'a Table,
        options: &'a Options,
        limits: &'a Limits,
        stop: &'a AtomicBool,
    ) -> Self {
        let game = position.game();
        let (memory, path) = (Memory::new(game, options.ordering), Path::new(position));
        let quiescence = options.quiescence_plies > 0 && game.has_noisy();
        let asks_gain = bides(game.traits()) && (options.selective.futility || options.selective.delta);
        Worker {
            game,
            table,
            options,
            limits,
            stop,
            nodes: 0,
            clock: Clock::new(limits.deadline.map(|deadline| first_deadline(deadline, limits))),
            trail: vec![memory.no_slot()],
            memory,
            lists: Vec::new(),
            successors: Vec::new(),
            judged: Vec::new(),
            hints: Vec::new(),
            cuts: Vec::new(),
            keys: Vec::new(),
            ranked: Vec::new(),
            lines: Vec::new(),
            root_best: None,
            root_searched: 0,
            root_tag: 0,
            excluded: Vec::new(),
            reply: None,
            skip: 0,
            exchange: Exchange::new(),
            exchanges: game.traits().exchanges,
            forced_captures: game.traits().forced_captures,
            two_fold: options.selective.two_fold_draw && game.traits().repetition == Repetition::Draws,
            vouches: !decides_by_repetition(game) || path.keyed(),
            path,
            slack: options.quiescence_plies,
            quiescence,
            leaf_table: quiescence && options.table && options.leaf_table,
            wins: options.wins && game.traits().quick_wins,
            threats: options.selective.extend_threats && game.traits().null_move,
            quiet_gain: if asks_gain { game.quiet_gain() } else { None },
            root_depth: 0,
        }
    }

    /// From now on the deadline is the one that was asked for.
    pub fn keep_deadline(&mut self) {
        self.clock = Clock::new(self.limits.deadline);
    }

    /// The slots of the move that led to `ply` and of the one before it.
    pub fn before(&self, ply: usize) -> (u32, u32) {
        let earlier = ply.checked_sub(1).map_or(self.memory.no_slot(), |ply| self.trail[ply]);
        (self.trail[ply], earlier)
    }

    pub fn poll(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stop::Interrupted);
        }
        self.nodes += 1;
        if self.stop.load(Relaxed) || self.clock.late() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Makes room for the moves and the line of `ply`.
    pub fn prepare(&mut self, ply: usize) {
        while self.lists.len() <= ply + 1 {
            self.lists.push(MoveList::new(self.game.move_words()));
            self.successors.push(Successors::new(self.game));
            self.ranked.push(Vec::new());
            self.lines.push(Vec::new());
            self.trail.push(self.memory.no_slot());
            self.cuts.push(false);
        }
        self.lines[ply].clear();
        self.successors[ply].clear();
    }

    /// Makes the move at `index` of the list of `ply`, or enters its successor if these have been built.
    pub fn make(&mut self, ply: usize, index: usize) {
        let built = &self.successors[ply];
        if built.is_empty() {
            self.path.make(self.lists[ply].get(index));
        } else {
            self.path.enter(built.state(index), built.made(index));
        }
    }

    /// Fills the list of `ply` with the moves of the current state.
    pub fn generate(&mut self, ply: usize) -> Result<(), Stop> {
        self.lists[ply].clear();
        self.game.generate(self.path.state(), &mut self.lists[ply])?;
        Ok(())
    }

    /// Whether the history forbids every move of the list of `ply`.
    pub fn all_forbidden(&mut self, ply: usize) -> bool {
        self.game.legal_by_history() && self.path.allows_none(&self.lists[ply])
    }

    pub fn stuck_value(&self) -> Value {
        let ending = self.game.ending_if_stuck(self.path.state());
        Value::proved(of_outcome(ending.outcome, self.path.mover(), self.path.ply()), INDEPENDENT)
    }

    /// The value of a node where the game is over by position or history, verdicts ranked as the rules rank them.
    pub fn ended(&mut self, ply: usize) -> Result<Option<Value>, Stop> {
        let Some((found, dep)) = self.path.decided() else { return Ok(None) };
        if found.rank > 0 && self.game.ending_if_stuck(self.path.state()).rank < found.rank {
            self.generate(ply)?;
            if self.lists[ply].is_empty() || self.all_forbidden(ply) {
                return Ok(Some(self.stuck_value()));
            }
        }
        Ok(Some(Value::proved(of_outcome(found.outcome, self.path.mover(), ply), dep)))
    }

    pub fn evaluate(&mut self) -> i32 {
        clamp_evaluation(self.path.evaluate())
    }

    /// Whether the current position counts as a draw because it stood on this path before.
    pub fn recurs(&self) -> bool {
        self.two_fold && self.path.recurrence().is_some()
    }

    /// How far a search of the current node, `depth` plies deep, may look, for the key of its positions: extensions
    /// end where [`Worker::extension`] says.
    pub fn horizon(&self, depth: i32) -> u32 {
        let extended = (2 * self.root_depth - self.path.ply() as i32).max(0);
        (depth + extended) as u32 + self.slack
    }

    /// The value of the current node if it is known without a look at its moves. Wins at once are asked for if `looks`.
    pub fn at_sight(&mut self, looks: bool, on_line: bool) -> Result<Option<Value>, Stop> {
        let ply = self.path.ply();
        // 1. The game may be over.
        if let Some(value) = self.ended(ply)? {
            return Ok(Some(Value { whole: true, ..value }));
        }
        // 2. A win at once, which a search of at least a ply would find. At a leaf it is more than the depth would show.
        if looks && let Some(value) = self.win_at_once(ply, on_line)? {
            return Ok(Some(value));
        }
        // 3. A position of this line comes back: whoever could gain by the loop could have gained the first time.
        //    Not the rules' own draw, hence no proof; and it leans on the earlier occurrence.
        let recurs = if self.two_fold { self.path.recurrence() } else { None };
        Ok(recurs.map(|dep| Value { dep, ..Value::estimate(0) }))
    }

    /// The value of the current node, searched `depth` plies deep; exact inside (alpha, beta), a bound outside.
    pub fn node(&mut self, depth: i32, mut alpha: i32, mut beta: i32) -> Result<Value, Stop> {
        let ply = self.path.ply();
        let root = ply == 0;
        let on_line = beta - alpha > 1;
        let skip = std::mem::take(&mut self.skip);
        self.reply = None;
        self.poll()?;
        self.prepare(ply);

        // The table's answer is on its way while other things are looked at.
        let mut key = 0;
        let tabled = if depth > 0 { self.options.table } else { self.leaf_table };
        if tabled {
            key = self.path.key(self.horizon(depth.max(0)));
            self.table.prefetch(key);
        }
        // 1. to 3. What needs no look at the moves. The root is asked before the search.
        let looks = self.wins && (depth > 0 || self.options.selective.leaf_wins);
        if !root && let Some(value) = self.at_sight(looks, on_line)? {
            return Ok(value);
        }
        // 4. Bounded recursion: the stack is as deep as MAX_PLY, whatever the rules do.
        if ply >= MAX_PLY {
            return Ok(Value::estimate(self.evaluate()));
        }
        // 5. The leaves. A threat to win at once has to be answered first.
        let mut depth = depth;
        let pressed = looks && ply + 1 < MAX_PLY && self.pressed();
        if depth <= 0 && pressed && self.extension(true, depth) > 0 {
            depth = 1;
            key = if self.options.table { self.path.key(self.horizon(depth)) } else { 0 };
        }
        if depth <= 0 {
            if !self.options.selective.blind_leaves {
                self.generate(ply)?;
                if self.lists[ply].is_empty() || self.all_forbidden(ply) {
                    return Ok(self.stuck_value());
                }
            }
            return match (self.quiescence, self.leaf_table) {
                (true, true) => self.quiesce_once(key, alpha, beta),
                (true, false) => self.quiesce(alpha, beta, 0),
                (false, _) => Ok(Value::of_leaf(self.evaluate())),
            };
        }
        // 6. Nothing here is better than having won or worse than having lost, for want of moves: where that already
        //    decides the window, its edge is a proved bound.
        if !root && self.options.mate_distance {
            let best = MATE - ply as i32;
            if best <= alpha {
                return Ok(Value::bound(best, false));
            }
            if -best >= beta {
                return Ok(Value::bound(-best, true));
            }
            alpha = alpha.max(-best);
            beta = beta.min(best);
        }
        // 7. The table. The key holds all that the future depends on; a score is used if it was searched as deep or is
        //    proved, and off the principal line only, so that the line stays whole.
        let entry = if self.options.table { self.table.probe(key) } else { None };
        let mut tag = if root { self.root_tag } else { 0 };
        if let Some(entry) = entry {
            if tag == 0 {
                tag = entry.tag;
            }
            if !on_line
                && !root
                && skip == 0
                && let Some(value) = self.usable(&entry, depth, ply, alpha, beta)
            {
                return Ok(value);
            }
        }
        // 8. Not exact: what no quiet move can spoil, or make up for.
        let threatened = self.threats && self.path.threatened();
        if !(on_line || root || pressed || threatened || skip != 0)
            && let Some(value) = self.futility(depth, alpha, beta)?
        {
            return Ok(value);
        }
        // 9. Not exact: giving the turn away still fails high, so some move should. Never where the rules don't vouch
        //    that passing is no advantage, never twice in a row, never to prove a win.
        if skip == 0
            && let Some(value) = self.try_null_move(depth, beta, on_line)?
        {
            return Ok(value);
        }
        // 10. Not exact: where no move is known to begin with, a ply less; the table knows one when the search comes back.
        if tag == 0 && !root && skip == 0 && (on_line || self.cuts[ply]) && self.reduces_unknown(depth) {
            depth -= 1;
            key = if self.options.table { self.path.key(self.horizon(depth)) } else { 0 };
        }
        //     Internal deepening: on the principal line a move to try first is worth a shallower search. Only order.
        if self.options.internal_deepening && on_line && !root && tag == 0 && depth >= 5 && self.options.table {
            self.node(depth - 2, alpha, beta)?;
            tag = self.table.probe(key).map_or(0, |entry| entry.tag);
            self.prepare(ply);
        }
        // 11. Not exact: without the table's move the node would be worth much less, so that move deserves a closer look.
        let singular = skip == 0 && !root && self.singular(entry, depth, ply)?;

        // 12. A ply above the leaves all is done in one go.
        if skip == 0
            && !pressed
            && self.is_frontier(depth, on_line)
            && let Some(found) = self.frontier(alpha, beta, tag)?
        {
            let value = found.value;
            self.reply = Some(found.best);
            if self.options.table {
                let lower = value.score >= beta;
                let bound = if lower { Bound::Lower } else { Bound::Upper };
                let tag = if lower { move_tag(record_hash(self.lists[ply].get(found.best))) } else { tag };
                self.remember(key, value, bound, depth, tag, ply);
            }
            return Ok(value);
        }
        // 13. The moves. An empty list ends the game.
        self.generate(ply)?;
        let replies = self.lists[ply].len();
        if root && !self.excluded.is_empty() {
            let excluded = &self.excluded;
            self.lists[ply].retain(|record| !excluded.iter().any(|e| e == record));
        }
        if self.lists[ply].is_empty() {
            return Ok(self.stuck_value());
        }
        // With a move to make, it takes this ply to win.
        if !root && self.options.mate_distance && !self.game.legal_by_history() {
            let best = MATE - ply as i32 - 1;
            if best <= alpha {
                return Ok(Value::bound(best, false));
            }
            beta = beta.min(best);
        }
        let forced =
            (self.options.selective.extend_forced && replies == 1) || (threatened && self.leaves_few(replies, depth));
        // 14. Moves that leave the opponent a win at once come last; without any other the node is lost. Elsewhere the
        //     table's move is searched before the others are looked at: it may be enough.
        let mut staged = false;
        if pressed && (depth > 1 || self.options.selective.leaf_wins) {
            self.ranked[ply].clear();
            self.rank(ply, tag);
            if !self.defences(ply) && !on_line && !root {
                return Ok(Self::lost_at_once(ply));
            }
        } else {
            staged = self.rank_first(ply, tag);
        }
        // 15. Each move in turn. `most` holds while every child so far has been proved no better than its score.
        let window_start = alpha;
        let mover = self.path.mover();
        let calm = !(root || forced || pressed || threatened || skip != 0);
        let most_quiet = if calm { self.late(depth) } else { None };
        let mut quiet = 0;
        let mut best = Value { whole: depth == 1 && !pressed && skip == 0, ..Value::worst() };
        let mut best_at = 0;
        let mut searched = 0;
        let mut ordered = false;
        for at in 0..self.lists[ply].len() {
            // 16. The order of the others: what is known of the moves, then a look at the successors. One that the table
            //     knows to be too good ends the node.
            if !ordered && (at > 0 || !staged) {
                ordered = true;
                let deeper = depth - 1 + self.extension(forced, depth);
                let stage = Stage { depth, deeper, alpha, beta, tag, may_end: !on_line && skip == 0 };
                if let Some((value, at)) = self.order(ply, at, &stage) {
                    let tag = move_tag(self.ranked[ply][at].hash);
                    self.remember(key, value, Bound::Lower, depth, tag, ply);
                    return Ok(value);
                }
            }
            self.bring_up(ply, at, depth);
            let ranked = self.ranked[ply][at];
            let Ranked { index, slot, hash, .. } = ranked;
            if skip != 0 && move_tag(hash) == skip {
                continue;
            }
            // Not exact: quiet moves that come late or can't make up for what is missing are left out, but where all before them
            // lose.
            if calm && !ranked.noisy && searched > 0 && !is_decisive(best.score) {
                if let Some(most) = self.futile(depth, alpha, searched, &ranked) {
                    (best.most, best.whole) = (false, false);
                    if most > best.score {
                        best = Value { score: most, least: false, ..best };
                    }
                    continue;
                }
                quiet += 1;
                let late = most_quiet.is_some_and(|most| quiet > most) && ranked.score < PROMISING;
                if late && !self.threatens(ply, index as usize) {
                    (best.most, best.whole) = (false, false);
                    continue;
                }
            }
            self.make(ply, index as usize);
            if !self.path.allowed(self.lists[ply].get(index as usize)) {
                self.path.undo();
                continue;
            }
            self.trail[ply + 1] = slot;
            self.cuts[ply + 1] = on_line || !self.cuts[ply];
            let same = self.path.mover() == mover;
            let extension = self.extension(forced || singular && move_tag(hash) == tag, depth);
            let deeper = depth - 1 + extension;
            let value = if searched == 0 || !self.options.null_windows {
                self.child(deeper, alpha, beta, same)?
            } else {
                // 17. The first move is taken to be the best: the others need only be shown not to beat it. A reduced
                //     search may show it too (not exact); if either fails, the move is searched again in full. A ply
                //     above the leaves all is known already where every leaf was judged (Reinefeld, 1983).
                let reduction = if forced || pressed { 0 } else { self.reduction(depth, searched, &ranked, on_line) };
                let mut value = self.child(deeper - reduction, alpha, alpha + 1, same)?;
                if value.score > alpha && reduction > 0 {
                    value = self.child(deeper, alpha, alpha + 1, same)?;
                }
                if value.score > alpha && value.score < beta {
                    if value.whole {
                        self.extend_by_reply(ply + 1)?;
                    } else {
                        value = self.child(deeper, alpha, beta, same)?;
                    }
                }
                value
            };
            self.path.undo();
            searched += 1;
            if root {
                self.root_searched = searched;
            }

            // 18. What is known of the node: it is worth at least each child, at most the best of all.
            best.most &= value.most;
            best.whole &= value.whole && deeper == 0;
            best.dep = best.dep.min(value.dep);
            if value.score > best.score {
                best.score = value.score;
                best.least = value.least;
                best_at = at;
            } else if value.score == best.score {
                best.least |= value.least;
            }
            if value.score > alpha {
                alpha = value.score;
                if on_line || root {
                    self.extend_line(ply, index as usize);
                }
                if root {
                    self.root_best = Some((Value { most: false, ..best }, self.lines[0].clone()));
                }
                if alpha >= beta {
                    // 19. The opponent would not come here: the bound is this child's alone.
                    (best.most, best.whole) = (false, false);
                    best.dep = value.dep;
                    self.memory.learn(&self.ranked[ply], at, ply, depth, self.before(ply));
                    break;
                }
            }
        }
        if searched == 0 {
            // Without the move that was left out there is nothing: as bad as can be.
            return Ok(if skip == 0 { self.stuck_value() } else { Value::estimate(window_start) });
        }
        let best_move = self.ranked[ply][best_at];
        self.reply = best.whole.then_some(best_move.index as usize);
        if on_line && !root && best.score > window_start && best.score < beta {
            self.memory.learn_best(best_move, ply, depth, self.before(ply));
        }
        // 20. Remember it, unless it holds only on this path: then the move alone.
        if self.options.table && skip == 0 && (!root || self.excluded.is_empty()) {
            let bound = Bound::of(best.score, window_start, beta);
            let tag = if bound == Bound::Upper { tag } else { move_tag(best_move.hash) };
            self.remember(key, best, bound, depth, tag, ply);
        }
        Ok(best)
    }

    /// As [`Worker::quiesce`] of a leaf, unless the table knows what comes of it.
    fn quiesce_once(&mut self, key: u64, alpha: i32, beta: i32) -> Result<Value, Stop> {
        let ply = self.path.ply();
        let entry = self.table.probe(key);
        if beta - alpha == 1
            && let Some(value) = entry.and_then(|entry| self.usable(&entry, 0, ply, alpha, beta))
        {
            return Ok(value);
        }
        let value = self.quiesce(alpha, beta, 0)?;
        // What a search has left here is worth more.
        if entry.is_none() {
            self.remember(key, value, Bound::of(value.score, alpha, beta), 0, 0, ply);
        }
        Ok(value)
    }

    /// A child's value for this node; the window is turned round only if the mover changed.
    pub fn child(&mut self, depth: i32, alpha: i32, beta: i32, same_mover: bool) -> Result<Value, Stop> {
        let value = if same_mover { self.node(depth, alpha, beta)? } else { self.node(depth, -beta, -alpha)? };
        Ok(value.for_parent(same_mover))
    }

    /// The value of a table entry where it decides the window.
    pub fn usable(&self, entry: &Entry, depth: i32, ply: usize, alpha: i32, beta: i32) -> Option<Value> {
        let score = from_table(entry.score, ply);
        let stored = i32::from(entry.depth);
        let lower = matches!(entry.bound, Bound::Lower | Bound::Exact) && score >= beta;
        let upper = matches!(entry.bound, Bound::Upper | Bound::Exact) && score <= alpha;
        let proved = (lower && entry.least) || (upper && entry.most);
        let deep_enough = if self.options.selective.deeper_entries {
            stored >= depth || proved
        } else {
            stored == depth || (proved && stored <= depth)
        };
        ((lower || upper) && deep_enough).then_some(Value {
            score,
            least: entry.least,
            most: entry.most,
            dep: INDEPENDENT,
            whole: false,
        })
    }

    fn remember(&mut self, key: u64, value: Value, bound: Bound, depth: i32, tag: u32, ply: usize) {
        let pathless = value.dep >= self.path.index() || self.path.keyed() || trusting();
        let entry = Entry {
            score: to_table(value.score, ply),
            depth: depth.clamp(0, 255) as u8,
            bound,
            least: value.least && bound != Bound::Upper && self.vouches,
            most: value.most && bound != Bound::Lower && self.vouches,
            tag,
        };
        if pathless {
            self.table.store(key, entry);
        } else if tag != 0 && self.table.probe(key).is_none() {
            self.table.store(key, Entry { score: 0, depth: 0, bound: Bound::None, least: false, most: false, ..entry });
        }
    }

    /// The line of the node that was left last, whose value is whole, becomes its best move, if it has moves.
    fn extend_by_reply(&mut self, ply: usize) -> Result<(), Stop> {
        self.lines[ply].clear();
        if let Some(index) = self.reply {
            self.generate(ply)?;
            self.memory.learn_refuter(record_hash(self.lists[ply].get(index)), ply);
            self.lines[ply + 1].clear();
            self.extend_line(ply, index);
        }
        Ok(())
    }

    /// The line of `ply` becomes the move at `index` and the line behind it.
    pub fn extend_line(&mut self, ply: usize, index: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].extend_from_slice(self.lists[ply].get(index));
        here[ply].extend_from_slice(&below[0]);
    }
}
