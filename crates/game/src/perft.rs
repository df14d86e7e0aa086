//! Perft: how many sequences of moves there are, ply by ply. The yardstick of a move generator.
//!
//! A walk without recursion over buffers that are reused: at each node the list of its successors. Endings that only
//! history decides are left out, as the published tables do; moves that history *forbids* are not counted.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Counted, Game, History, MoveList, Overflow, Position, Side, Successors};

/// What is done about the last ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaves {
    /// Its moves are counted.
    Counted,
    /// Each move is made: the position after it is written.
    Made,
    /// Each move is made, and it is found whether the game ends with it.
    Judged,
}

impl Leaves {
    /// From the least that is done to the most.
    pub const ALL: [Leaves; 3] = [Leaves::Counted, Leaves::Made, Leaves::Judged];
}

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftOptions {
    /// How many plies (or turns).
    pub depth: u32,
    /// What is done about the last ply; it changes no count.
    pub leaves: Leaves,
    /// A game that ends before the last ply counts as one leaf; otherwise it has no continuation and counts nothing.
    pub finished_is_leaf: bool,
    /// Count by turns: a turn is complete when the mover changes or the game ends.
    pub turns: bool,
}

impl PerftOptions {
    /// The usual count to this depth.
    pub fn plies(depth: u32) -> Self {
        PerftOptions { depth, leaves: Leaves::Counted, finished_is_leaf: false, turns: false }
    }
}

/// Is told how far the count has come.
pub trait PerftObserver {
    /// The count of this depth is complete.
    fn depth_done(&mut self, depth: u32, leaves: u64) {
        let _ = (depth, leaves);
    }
    /// At this depth, `done` of `all` first moves are counted, with so many leaves.
    fn progress(&mut self, depth: u32, done: usize, all: usize, leaves: u64) {
        let _ = (depth, done, all, leaves);
    }
}

/// Looks away.
impl PerftObserver for () {}

/// The counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PerftReport {
    /// The leaves at depth 1, 2, …; as many as were completed.
    pub counts: Vec<u64>,
    /// For each first move its record and its share of the deepest count; where the count was stopped, those that were
    /// completed at the depth it was stopped in.
    pub divide: Vec<(Vec<u64>, u64)>,
    /// Whether it was stopped before the last depth was complete.
    pub stopped: bool,
}

/// Counts to each depth from 1 to `options.depth`.
///
/// # Errors
/// The [`Overflow`] of a position whose moves can't be listed.
pub fn perft<G: Game + ?Sized>(
    position: &Position<'_, G>,
    options: PerftOptions,
    stop: &AtomicBool,
    observer: &mut dyn PerftObserver,
) -> Result<PerftReport, Overflow> {
    let game = position.game();
    let mut walk = Walk::new(position, game, options, stop);
    let mut report = PerftReport::default();
    let mut first = MoveList::new(game.move_words());
    if position.ending_by_position().is_none() {
        let mut root = position.clone();
        game.generate(position.state(), &mut first)?;
        root.reject_by_history(&mut first);
    }
    for depth in 1..=options.depth {
        let mut total = if first.is_empty() { u64::from(options.finished_is_leaf) } else { 0 };
        report.divide.clear();
        for (index, record) in first.iter().enumerate() {
            let Some(leaves) = walk.below(record, depth)? else {
                report.stopped = true;
                return Ok(report);
            };
            total += leaves;
            report.divide.push((record.to_vec(), leaves));
            observer.progress(depth, index + 1, first.len(), total);
        }
        report.counts.push(total);
        observer.depth_done(depth, total);
        // No line goes on from here.
        if total == 0 {
            report.counts.resize(options.depth as usize, 0);
            break;
        }
    }
    Ok(report)
}

/// The longest line that is followed.
const MOST_PLIES: usize = 100_000;

/// Where nodes on the way have no more successors, three plies are counted in one go: few enough not to be asked in
/// between whether to stop.
const NARROW: usize = 12;

/// A node whose successors are being walked.
struct Frame {
    /// The successors.
    rows: Successors,
    /// The next to go to.
    next: usize,
    /// How many plies (or turns) are left from the node.
    left: u32,
    /// Who moves in the node.
    mover: Side,
}

struct Walk<'a, G: Game + ?Sized> {
    game: &'a G,
    options: PerftOptions,
    stop: &'a AtomicBool,
    root: &'a [u64],
    /// The frames on the way to here; those from `open` on only keep their memory. The first holds one successor, that
    /// of the first move.
    frames: Vec<Frame>,
    open: usize,
    moves: MoveList,
    /// Kept only where history can forbid a move: with an entry for the node of each open frame.
    history: Option<History>,
    /// Whether a list's length is the number of leaves below a node with one ply left.
    bulk: bool,
}

impl<'a, G: Game + ?Sized> Walk<'a, G> {
    fn new(position: &'a Position<'_, G>, game: &'a G, options: PerftOptions, stop: &'a AtomicBool) -> Self {
        Walk {
            game,
            options,
            stop,
            root: position.state(),
            frames: Vec::new(),
            open: 0,
            moves: MoveList::new(game.move_words()),
            history: game.legal_by_history().then(|| position.history().clone()),
            bulk: options.leaves == Leaves::Counted && !(options.turns && game.traits().extra_turns),
        }
    }

    /// The leaves below a first move; `None` if stopped.
    fn below(&mut self, record: &[u64], depth: u32) -> Result<Option<u64>, Overflow> {
        self.open = 0;
        let (game, root) = (self.game, self.root);
        let first = self.frame();
        first.rows.push(game, root, record);
        first.left = depth;
        first.mover = game.mover(root);
        self.open = 1;
        let mut total = 0;
        while self.open > 0 {
            let frame = &mut self.frames[self.open - 1];
            if frame.next == frame.rows.len() {
                self.close();
                continue;
            }
            frame.next += 1;
            if !self.arrive(&mut total)? {
                while self.open > 0 {
                    self.close();
                }
                return Ok(None);
            }
        }
        Ok(Some(total))
    }

    /// The frame after the open ones, empty.
    fn frame(&mut self) -> &mut Frame {
        if self.frames.len() == self.open {
            let rows = Successors::new(self.game);
            self.frames.push(Frame { rows, next: 0, left: 0, mover: Side::First });
        }
        let frame = &mut self.frames[self.open];
        frame.rows.clear();
        frame.next = 0;
        frame
    }

    fn close(&mut self) {
        self.open -= 1;
        if self.open > 0
            && let Some(history) = &mut self.history
        {
            history.pop();
        }
    }

    /// Goes to the successor before the `next` of the innermost frame: counts the leaves below it, or opens a frame for
    /// it. Whether to go on.
    fn arrive(&mut self, total: &mut u64) -> Result<bool, Overflow> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        self.frame();
        let (game, PerftOptions { leaves, turns, finished_is_leaf, .. }) = (self.game, self.options);
        let (open, rest) = self.frames.split_at_mut(self.open);
        let (parent, node) = (&open[self.open - 1], &mut rest[0]);
        let at = parent.next - 1;
        let (state, over) = (parent.rows.state(at), parent.rows.is_over(at));
        let mover = game.mover(state);
        let turn_goes_on = turns && !over && mover == parent.mover;
        let left = parent.left - u32::from(!turn_goes_on);
        if left == 0 {
            *total += 1;
            return Ok(true);
        }
        // A turn that the game's end cuts short is complete.
        let if_stuck = u64::from(finished_is_leaf || turn_goes_on && left == 1);
        if over {
            *total += if_stuck;
            return Ok(true);
        }
        let in_one_go = self.history.is_none() && (self.bulk || !turns);
        if left == 1 && in_one_go {
            let found = match self.bulk {
                true => game.count(state, &mut self.moves)?,
                false => game.build_each(state, leaves == Leaves::Judged, &mut node.rows)?,
            };
            *total += if found > 0 { found } else { if_stuck };
            return Ok(true);
        }
        let narrow = || open.len() > 2 && open[1..].iter().all(|frame| frame.rows.len() <= NARROW);
        if in_one_go
            && (left == 2 || left == 3 && narrow())
            && let Some(counted) = game.plies_below(state, left, leaves, &mut node.rows)
        {
            *total += number(counted?, u64::from(finished_is_leaf));
            return Ok(true);
        }
        if left == 1
            && self.bulk
            && let Some(history) = &mut self.history
        {
            history.push(game.rep(state), parent.rows.made(at).irreversible);
            let found = game.count_allowed(state, history, &mut node.rows);
            history.pop();
            *total += found?.max(if_stuck);
            return Ok(true);
        }
        game.successors(state, &mut node.rows)?;
        if let Some(history) = &mut self.history {
            history.push(game.rep(state), parent.rows.made(at).irreversible);
            node.rows.reject_by_history(game, state, history, 0);
        }
        let found = node.rows.len();
        node.left = left;
        node.mover = mover;
        if self.open >= MOST_PLIES {
            // Only a mover who goes on for ever comes here: depth is far below this.
            return Err(Overflow::Fuel);
        }
        self.open += 1;
        if left == 3 && found > 0 && in_one_go {
            return self.pairs_of_plies(total);
        }
        if found == 0 || left == 1 && (self.bulk || !turns) {
            *total += if found > 0 { found as u64 } else { if_stuck };
            self.close();
        }
        Ok(true)
    }

    /// Goes through the successors of the innermost frame two plies at a time, as far as that is offered; whether to go
    /// on. What [`Walk::arrive`] does, without asking each time what is the same for all.
    fn pairs_of_plies(&mut self, total: &mut u64) -> Result<bool, Overflow> {
        self.frame();
        let (open, rest) = self.frames.split_at_mut(self.open);
        let (frame, scratch) = (&mut open[self.open - 1], &mut rest[0].rows);
        let (if_over, leaves) = (u64::from(self.options.finished_is_leaf), self.options.leaves);
        while frame.next < frame.rows.len() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if frame.rows.is_over(frame.next) {
                *total += if_over;
            } else {
                let state = frame.rows.state(frame.next);
                let Some(counted) = self.game.plies_below(state, 2, leaves, scratch) else { break };
                *total += number(counted?, if_over);
            }
            frame.next += 1;
        }
        Ok(true)
    }
}

/// How many leaves are two plies below a node, where one that is over or has no move counts `if_over`.
fn number(counted: Counted, if_over: u64) -> u64 {
    let stuck = counted.moves == 0 && counted.without == 0;
    counted.moves + (counted.without + u64::from(stuck)) * if_over
}
