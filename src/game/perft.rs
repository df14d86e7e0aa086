//! Perft: how many sequences of moves there are, ply by ply. The yardstick of a move generator.
//!
//! A walk without recursion over buffers that are reused: one stack of states, one stack-like list of moves. Endings
//! that only history decides are left out, as the published tables do; moves that history *forbids* are not counted.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Ending, Game, History, MoveList, Overflow, Position};

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftOptions {
    /// How many plies (or turns).
    pub depth: u32,
    /// Make each last move instead of counting the list.
    pub every_leaf: bool,
    /// A game that ends before the last ply counts as one leaf; otherwise it has no continuation and counts nothing.
    pub finished_is_leaf: bool,
    /// Count by turns: a turn is complete when the mover changes or the game ends.
    pub turns: bool,
}

impl PerftOptions {
    /// The usual count to this depth.
    pub fn plies(depth: u32) -> Self {
        PerftOptions { depth, every_leaf: false, finished_is_leaf: false, turns: false }
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
    let mut walk = Walk::new(position, options, stop);
    let mut report = PerftReport::default();
    let mut first = MoveList::new(position.game().move_words());
    if position.ending_by_position().is_none() {
        let mut root = position.clone();
        position.game().generate(position.state(), &mut first)?;
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
    }
    Ok(report)
}

/// The longest line that is followed.
const MOST_PLIES: usize = 100_000;

/// A node whose moves are being tried.
struct Frame {
    /// Where its moves begin in the shared list; they end where the list ends when the frame is on top.
    start: usize,
    /// The next to try.
    next: usize,
    /// One past its last move.
    end: usize,
    /// How many plies (or turns) are left from here.
    left: u32,
}

struct Walk<'a, G: Game + ?Sized> {
    game: &'a G,
    options: PerftOptions,
    stop: &'a AtomicBool,
    words: usize,
    /// The states from the root to here; the frames hold one less (the root has none).
    states: Vec<u64>,
    moves: MoveList,
    frames: Vec<Frame>,
    /// The record being made: it can't be borrowed from the list while the list is.
    record: Vec<u64>,
    /// Kept only where history can forbid a move.
    history: Option<History>,
    /// Whether a list's length is the number of leaves below a node with one ply left.
    bulk: bool,
}

impl<'a, G: Game + ?Sized> Walk<'a, G> {
    fn new(position: &Position<'a, G>, options: PerftOptions, stop: &'a AtomicBool) -> Self {
        let game = position.game();
        Walk {
            game,
            options,
            stop,
            words: game.state_words(),
            states: position.state().to_vec(),
            moves: MoveList::new(game.move_words()),
            frames: Vec::new(),
            record: vec![0; game.move_words()],
            history: game.legal_by_history().then(|| position.history().clone()),
            bulk: !(options.every_leaf || options.turns && game.traits().extra_turns),
        }
    }

    /// The leaves below a first move; `None` if stopped.
    fn below(&mut self, record: &[u64], depth: u32) -> Result<Option<u64>, Overflow> {
        self.states.truncate(self.words);
        self.record.copy_from_slice(record);
        let mut total = 0;
        let ending = self.make();
        self.arrive(ending, depth, &mut total)?;
        // INVARIANT: above the root's there is one state per frame, that of the frame's node.
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == frame.end {
                self.moves.truncate(frame.start);
                self.frames.pop();
                self.unmake();
                continue;
            }
            let left = frame.left;
            self.record.copy_from_slice(self.moves.get(frame.next));
            frame.next += 1;
            if self.stop.load(Ordering::Relaxed) {
                self.abandon();
                return Ok(None);
            }
            let ending = self.make();
            self.arrive(ending, left, &mut total)?;
        }
        Ok(Some(total))
    }

    /// Takes in the state on top, reached with `left` to go before the ply that led here: counts it if it is a leaf and
    /// takes it back, or opens a frame for it.
    fn arrive(&mut self, ending: Option<Ending>, left: u32, total: &mut u64) -> Result<(), Overflow> {
        let top = self.states.len() - self.words;
        let turn_goes_on = self.options.turns && ending.is_none() && {
            let before = self.game.mover(&self.states[top - self.words..top]);
            before == self.game.mover(&self.states[top..])
        };
        let left = if turn_goes_on { left } else { left - 1 };
        if left == 0 {
            *total += 1;
            self.unmake();
            return Ok(());
        }
        let start = self.moves.len();
        if ending.is_none() && left == 1 && self.bulk && self.history.is_none() {
            let found = self.game.count(&self.states[top..], &mut self.moves)?;
            *total += if found > 0 { found } else { u64::from(self.options.finished_is_leaf) };
            self.unmake();
            return Ok(());
        }
        if ending.is_none() {
            self.game.generate(&self.states[top..], &mut self.moves)?;
            self.reject_by_history(start);
        }
        let end = self.moves.len();
        if start == end {
            // A turn that the game's end cuts short is complete.
            let last_turn = turn_goes_on && left == 1;
            *total += u64::from(last_turn || self.options.finished_is_leaf);
            self.unmake();
        } else if left == 1 && self.bulk {
            *total += (end - start) as u64;
            self.moves.truncate(start);
            self.unmake();
        } else if self.frames.len() >= MOST_PLIES {
            // Only a mover who goes on for ever comes here: depth is far below this.
            return Err(Overflow::Fuel);
        } else {
            self.frames.push(Frame { start, next: start, end, left });
        }
        Ok(())
    }

    fn make(&mut self) -> Option<Ending> {
        let old = self.states.len() - self.words;
        self.states.resize(old + 2 * self.words, 0);
        let (before, next) = self.states.split_at_mut(old + self.words);
        let made = self.game.make(&before[old..], &self.record, next);
        if let Some(history) = &mut self.history {
            history.push(self.game.rep(next), made.irreversible);
        }
        made.ending
    }

    fn unmake(&mut self) {
        self.states.truncate(self.states.len() - self.words);
        if let Some(history) = &mut self.history {
            history.pop();
        }
    }

    fn reject_by_history(&mut self, start: usize) {
        if self.history.is_none() {
            return;
        }
        let mut kept = start;
        for index in start..self.moves.len() {
            self.record.copy_from_slice(self.moves.get(index));
            self.make();
            let next = &self.states[self.states.len() - self.words..];
            let allowed = self.history.as_ref().is_none_or(|h| self.game.allowed_by_history(&self.record, next, h));
            self.unmake();
            if allowed {
                self.moves.swap(index, kept);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Back to the root.
    fn abandon(&mut self) {
        self.moves.clear();
        while self.frames.pop().is_some() {
            self.unmake();
        }
    }
}
