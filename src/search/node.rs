//! The recursive part of the engine: one node of the principal variation search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::clock::Clock;
use super::order::{Memory, PROMISING, Ranked, select};
use super::path::{Path, Repetition, repetition};
use super::table::{Bound, Entry, Table, move_tag};
use super::value::{INDEPENDENT, MATE, Value, clamp_evaluation, from_table, is_decisive, of_outcome, to_table};
use super::{Limits, MAX_PLY, Options};
use crate::game::{Game, MoveList, Overflow, Position};

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

/// How many plies of quiescence answer threats with every move.
const THREAT_PLIES: u32 = 2;

/// How many plies of quiescence look at every noisy move.
const FREE_PLIES: u32 = 2;

/// How many compulsory captures may be looked at, so many plies deep in quiescence.
fn forced_width(deep: u32) -> usize {
    match deep {
        0 => usize::MAX,
        1..=3 => 3,
        _ => 1,
    }
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
    pub ranked: Vec<Vec<Ranked>>,
    pub lines: Vec<Vec<u64>>,
    /// For each ply the slot of the move that led there.
    pub trail: Vec<u32>,
    /// What the root found in this iteration: score and line of the best move so far.
    pub root_best: Option<(Value, Vec<u64>)>,
    /// The tag of the move to try first at the root.
    pub root_tag: u32,
    /// Root moves left out, for the second and later lines.
    pub excluded: Vec<Vec<u64>>,
    /// A second occurrence of a position counts as a draw.
    two_fold: bool,
    /// Extra plies of the key's horizon: what quiescence and extensions may add.
    slack: u32,
    quiescence: bool,
    /// Threats are asked for: only where passing is a matter of course but for them.
    threats: bool,
    /// The iteration's depth.
    pub root_depth: i32,
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
        let memory = Memory::new(game, options.ordering);
        Worker {
            game,
            path: Path::new(position, false),
            table,
            options,
            limits,
            stop,
            nodes: 0,
            clock: Clock::new(limits.deadline),
            trail: vec![memory.no_slot()],
            memory,
            lists: Vec::new(),
            ranked: Vec::new(),
            lines: Vec::new(),
            root_best: None,
            root_tag: 0,
            excluded: Vec::new(),
            two_fold: options.selective.two_fold_draw && repetition(position) == Repetition::Draws,
            slack: options.quiescence_plies,
            quiescence: options.quiescence_plies > 0 && game.has_noisy(),
            threats: options.selective.extend_threats && game.traits().null_move,
            root_depth: 0,
        }
    }

    pub fn poll(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.stop.load(Relaxed) || self.limits.nodes.is_some_and(|limit| self.nodes > limit) || self.clock.late() {
            return Err(Stop::Interrupted);
        }
        Ok(())
    }

    /// Makes room for the moves and the line of `ply`.
    fn prepare(&mut self, ply: usize) {
        while self.lists.len() <= ply + 1 {
            self.lists.push(MoveList::new(self.game.move_words()));
            self.ranked.push(Vec::new());
            self.lines.push(Vec::new());
            self.trail.push(self.memory.no_slot());
        }
        self.lines[ply].clear();
    }

    /// Fills the list of `ply` with the moves of the current state.
    fn generate(&mut self, ply: usize) -> Result<(), Stop> {
        self.lists[ply].clear();
        self.game.generate(self.path.state(), &mut self.lists[ply])?;
        Ok(())
    }

    /// Whether the history forbids every move of the list of `ply`.
    fn all_forbidden(&mut self, ply: usize) -> bool {
        self.game.legal_by_history()
            && (0..self.lists[ply].len()).all(|i| {
                let record = self.lists[ply].get(i);
                self.path.make(record);
                let allowed = self.path.allowed(record);
                self.path.undo();
                !allowed
            })
    }

    fn stuck_value(&self) -> Value {
        let ending = self.game.ending_if_stuck(self.path.state());
        Value::proved(of_outcome(ending.outcome, self.path.mover(), self.path.ply()), INDEPENDENT)
    }

    /// The value of a node where the game is over by position or history, verdicts ranked as the rules rank them.
    fn ended(&mut self, ply: usize) -> Result<Option<Value>, Stop> {
        let Some((found, dep)) = self.path.decided() else { return Ok(None) };
        if found.rank > 0 && self.game.ending_if_stuck(self.path.state()).rank < found.rank {
            self.generate(ply)?;
            if self.lists[ply].is_empty() || self.all_forbidden(ply) {
                return Ok(Some(self.stuck_value()));
            }
        }
        Ok(Some(Value::proved(of_outcome(found.outcome, self.path.mover(), ply), dep)))
    }

    fn evaluate(&self) -> i32 {
        clamp_evaluation(self.game.evaluate(self.path.state()))
    }

    /// Ranks the moves of `ply`.
    fn rank(&mut self, ply: usize, tag: u32) {
        let (side, before) = (self.path.mover(), self.trail[ply]);
        let ranked = &mut self.ranked[ply];
        ranked.clear();
        for (index, record) in self.lists[ply].iter().enumerate() {
            let hint = self.game.hint(self.path.state(), record);
            ranked.push(self.memory.rank(side, record, &hint, index, ply, tag, before));
        }
    }

    /// The value of the current node, searched `depth` plies deep; exact inside (alpha, beta), a bound outside.
    pub fn node(&mut self, depth: i32, mut alpha: i32, mut beta: i32) -> Result<Value, Stop> {
        let ply = self.path.ply();
        let root = ply == 0;
        let on_line = beta - alpha > 1;
        self.poll()?;
        self.prepare(ply);

        // 1. The game may be over. The root is asked before the search.
        if !root && let Some(value) = self.ended(ply)? {
            return Ok(value);
        }
        // 2. A position of this line comes back: whoever could gain by the loop could have gained the first time.
        //    Not the rules' own draw, hence no proof; and it leans on the earlier occurrence.
        if !root
            && self.two_fold
            && let Some(dep) = self.path.recurrence(false)
        {
            return Ok(Value { dep, ..Value::estimate(0) });
        }
        // 3. Bounded recursion: the stack is as deep as MAX_PLY, whatever the rules do.
        if ply >= MAX_PLY {
            return Ok(Value::estimate(self.evaluate()));
        }
        // 4. The leaves.
        if depth <= 0 {
            return if self.quiescence { self.quiesce(alpha, beta, 0) } else { Ok(Value::estimate(self.evaluate())) };
        }
        // 5. Nothing here is better than winning with this ply or worse than losing with it: where that already
        //    decides the window, its edge is a proved bound.
        if !root && self.options.mate_distance {
            let best = MATE - ply as i32 - 1;
            if best <= alpha {
                return Ok(Value { score: best, least: false, most: true, dep: INDEPENDENT });
            }
            if -best >= beta {
                return Ok(Value { score: -best, least: true, most: false, dep: INDEPENDENT });
            }
            alpha = alpha.max(-best);
            beta = beta.min(best);
        }
        // 6. The table. The key holds all that the future depends on; a score is used if it was searched as deep or is
        //    proved, and off the principal line only, so that the line stays whole.
        let horizon = depth as u32 + self.slack;
        let key = if self.options.table { self.path.key(horizon) } else { 0 };
        let mut tag = if root { self.root_tag } else { 0 };
        if self.options.table
            && let Some(entry) = self.table.probe(key)
        {
            if tag == 0 {
                tag = entry.tag;
            }
            if !on_line
                && !root
                && let Some(value) = self.usable(&entry, depth, ply, alpha, beta)
            {
                return Ok(value);
            }
        }
        // 7. Not exact: giving the turn away still fails high, so some move should. Never where the rules don't vouch
        //    that passing is no advantage, never twice in a row, never to prove a win.
        if let Some(value) = self.try_null_move(depth, beta, on_line)? {
            return Ok(value);
        }
        // 8. Internal deepening: on the principal line a move to try first is worth a shallower search. Only order.
        if self.options.internal_deepening && on_line && !root && tag == 0 && depth >= 5 && self.options.table {
            self.node(depth - 2, alpha, beta)?;
            tag = self.table.probe(key).map_or(0, |entry| entry.tag);
            self.prepare(ply);
        }

        // 9. The moves. An empty list ends the game.
        self.generate(ply)?;
        if root && !self.excluded.is_empty() {
            let excluded = &self.excluded;
            self.lists[ply].retain(|record| !excluded.iter().any(|e| e == record));
        }
        if self.lists[ply].is_empty() {
            return Ok(self.stuck_value());
        }
        let forced = (self.options.selective.extend_forced && self.lists[ply].len() == 1)
            || (self.threats && depth < self.root_depth + 1 && self.game.threatened(self.path.state()));
        self.rank(ply, tag);

        // 10. Each move in turn. `most` holds while every child so far has been proved no better than its score.
        let window_start = alpha;
        let mover = self.path.mover();
        let mut best = Value { score: i32::MIN, least: false, most: true, dep: INDEPENDENT };
        let mut best_at = 0;
        let mut searched = 0;
        for at in 0..self.ranked[ply].len() {
            select(&mut self.ranked[ply], at);
            let ranked = self.ranked[ply][at];
            let Ranked { index, slot, .. } = ranked;
            self.path.make(self.lists[ply].get(index as usize));
            if !self.path.allowed(self.lists[ply].get(index as usize)) {
                self.path.undo();
                continue;
            }
            self.trail[ply + 1] = slot;
            let same = self.path.mover() == mover;
            let deeper = depth - 1 + self.extension(forced, depth);
            let value = if searched == 0 || !self.options.null_windows {
                self.child(deeper, alpha, beta, same)?
            } else {
                // 11. The first move is taken to be the best: the others need only be shown not to beat it. A reduced
                //     search may show it too (not exact); if either fails, the move is searched again in full.
                let reduction = self.reduction(depth, searched, &ranked, on_line);
                let mut value = self.child(deeper - reduction, alpha, alpha + 1, same)?;
                if value.score > alpha && reduction > 0 {
                    value = self.child(deeper, alpha, alpha + 1, same)?;
                }
                if value.score > alpha && value.score < beta {
                    value = self.child(deeper, alpha, beta, same)?;
                }
                value
            };
            self.path.undo();
            searched += 1;

            // 12. What is known of the node: it is worth at least each child, at most the best of all.
            best.most &= value.most;
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
                    // 13. The opponent would not come here: the bound is this child's alone.
                    best.most = false;
                    best.dep = value.dep;
                    self.memory.learn(&self.ranked[ply], at, ply, depth, self.trail[ply]);
                    break;
                }
            }
        }
        if searched == 0 {
            return Ok(self.stuck_value());
        }
        // 14. Remember it, unless it holds only on this path: then the move alone.
        if self.options.table && (!root || self.excluded.is_empty()) {
            let bound = match best.score {
                score if score >= beta => Bound::Lower,
                score if score > window_start => Bound::Exact,
                _ => Bound::Upper,
            };
            let tag = if bound == Bound::Upper { tag } else { move_tag(self.ranked[ply][best_at].hash) };
            self.remember(key, best, bound, depth, tag, ply);
        }
        Ok(best)
    }

    /// A child's value for this node; the window is turned round only if the mover changed.
    fn child(&mut self, depth: i32, alpha: i32, beta: i32, same_mover: bool) -> Result<Value, Stop> {
        let value = if same_mover { self.node(depth, alpha, beta)? } else { self.node(depth, -beta, -alpha)? };
        Ok(value.for_parent(same_mover))
    }

    /// The value of a table entry where it decides the window.
    fn usable(&self, entry: &Entry, depth: i32, ply: usize, alpha: i32, beta: i32) -> Option<Value> {
        let score = from_table(entry.score, ply);
        let stored = i32::from(entry.depth);
        let lower = matches!(entry.bound, Bound::Lower | Bound::Exact) && score >= beta;
        let upper = matches!(entry.bound, Bound::Upper | Bound::Exact) && score <= alpha;
        let proved = (lower && entry.least) || (upper && entry.most);
        let deep_enough = if self.options.same_depth {
            stored == depth || (proved && stored <= depth)
        } else {
            stored >= depth || proved
        };
        ((lower || upper) && deep_enough).then_some(Value {
            score,
            least: entry.least,
            most: entry.most,
            dep: INDEPENDENT,
        })
    }

    fn remember(&mut self, key: u64, value: Value, bound: Bound, depth: i32, tag: u32, ply: usize) {
        let pathless = value.dep >= self.path.index() || self.game.legal_by_history();
        let entry = Entry {
            score: to_table(value.score, ply),
            depth: depth.clamp(0, 255) as u8,
            bound,
            least: value.least && bound != Bound::Upper,
            most: value.most && bound != Bound::Lower,
            tag,
        };
        if pathless {
            self.table.store(key, entry);
        } else if tag != 0 && self.table.probe(key).is_none() {
            self.table.store(key, Entry { score: 0, depth: 0, bound: Bound::None, least: false, most: false, ..entry });
        }
    }

    /// The line of `ply` becomes the move at `index` and the line behind it.
    fn extend_line(&mut self, ply: usize, index: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].extend_from_slice(self.lists[ply].get(index));
        here[ply].extend_from_slice(&below[0]);
    }

    fn try_null_move(&mut self, depth: i32, beta: i32, on_line: bool) -> Result<Option<Value>, Stop> {
        let ply = self.path.ply();
        if !self.options.selective.null_move
            || on_line
            || ply == 0
            || depth < 3
            || is_decisive(beta)
            || self.path.passed()
            || !self.game.traits().null_move
            || self.evaluate() < beta
        {
            return Ok(None);
        }
        let mover = self.path.mover();
        if !self.path.make_pass() {
            return Ok(None);
        }
        self.trail[ply + 1] = self.memory.no_slot();
        let same = self.path.mover() == mover;
        let value = self.child(depth - 3 - depth / 6, beta - 1, beta, same)?;
        self.path.undo();
        // A win behind a pass is no win: only the bound is taken, without any proof.
        Ok((value.score >= beta).then_some(Value { dep: value.dep, ..Value::estimate(beta) }))
    }

    fn extension(&self, forced: bool, depth: i32) -> i32 {
        let room = (self.path.ply() as i32) < 2 * self.root_depth && depth < self.root_depth + 1;
        i32::from(forced && room)
    }

    /// How many plies less deep a late quiet move is searched first. Careful: two at most, none for moves that cut off
    /// lately.
    fn reduction(&self, depth: i32, searched: usize, ranked: &Ranked, on_line: bool) -> i32 {
        if !self.options.selective.late_move_reductions
            || depth < 3
            || searched < 4
            || ranked.noisy
            || ranked.score >= PROMISING
        {
            return 0;
        }
        1 + i32::from(depth >= 6 && searched >= 12 && !on_line)
    }

    /// Searches on while moves are noisy, so that nothing is judged in the middle of an exchange. The first call
    /// has asked whether the game is over.
    fn quiesce(&mut self, mut alpha: i32, beta: i32, deep: u32) -> Result<Value, Stop> {
        let ply = self.path.ply();
        if deep > 0 {
            self.poll()?;
            self.prepare(ply);
            if let Some(value) = self.ended(ply)? {
                return Ok(value);
            }
        }
        // 1. Standing pat: where nothing is compulsory some quiet move is taken to be worth the evaluation.
        //    A threat must be answered first, by any move.
        let threatened = self.threats && deep < THREAT_PLIES && self.game.threatened(self.path.state());
        let compulsory = threatened || self.game.traits().forced_captures;
        let estimate = Value::estimate(self.evaluate());
        if deep >= self.options.quiescence_plies || ply >= MAX_PLY {
            return Ok(estimate);
        }
        if !compulsory && estimate.score >= beta {
            return Ok(estimate);
        }
        self.generate(ply)?;
        if self.lists[ply].is_empty() || self.all_forbidden(ply) {
            // Whoever may stand pat does not look for want of moves: the value must not depend on the window.
            return Ok(if compulsory { self.stuck_value() } else { estimate });
        }
        self.rank(ply, 0);
        let all = self.ranked[ply].len();
        self.ranked[ply].retain(|ranked| threatened || ranked.noisy);
        // 2. After the first plies only exchanges are played out: recaptures, and what takes more than it risks. A rule of
        //    the position alone, so the value does not depend on the window.
        if !compulsory && deep >= FREE_PLIES {
            let (memory, before) = (&self.memory, self.trail[ply]);
            self.ranked[ply].retain(|ranked| ranked.favourable || memory.same_arrival(ranked.slot, before));
        }
        // 3. Where captures are compulsory the position is unquiet only while all its moves are captures; then all are
        //    searched and nobody stands pat.
        //    Where there is much to choose from again and again, captures are simply how the game is played.
        let forced = compulsory && self.ranked[ply].len() == all;
        if compulsory && !forced || forced && !threatened && all > forced_width(deep) {
            return Ok(estimate);
        }
        let mut best =
            if forced { Value { score: i32::MIN, least: false, most: true, dep: INDEPENDENT } } else { estimate };
        alpha = alpha.max(best.score);
        let mover = self.path.mover();
        for at in 0..self.ranked[ply].len() {
            select(&mut self.ranked[ply], at);
            let Ranked { index, slot, .. } = self.ranked[ply][at];
            self.path.make(self.lists[ply].get(index as usize));
            if !self.path.allowed(self.lists[ply].get(index as usize)) {
                self.path.undo();
                continue;
            }
            self.trail[ply + 1] = slot;
            let same = self.path.mover() == mover;
            let value =
                if same { self.quiesce(alpha, beta, deep + 1)? } else { self.quiesce(-beta, -alpha, deep + 1)? };
            let value = value.for_parent(same);
            self.path.undo();
            best.most &= value.most;
            best.dep = best.dep.min(value.dep);
            if value.score > best.score {
                best = Value { score: value.score, least: value.least, ..best };
            }
            if value.score > alpha {
                alpha = value.score;
                self.extend_line(ply, index as usize);
            }
            if alpha >= beta {
                return Ok(Value { most: false, dep: value.dep, ..best });
            }
        }
        Ok(best)
    }
}
