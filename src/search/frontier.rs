//! The frontier: nodes whose successors are leaves. These are built in one go and judged where they are; only those that
//! can't be judged at sight (something noisy may be played there, a win must be stopped) are searched as nodes, after the
//! others.
//!
//! Nothing here changes a value. Each leaf that is judged counts as a node.

use super::MAX_PLY;
use super::node::{Stop, Worker};
use super::order::Ranked;
use super::table::{move_tag, record_hash};
use super::value::{INDEPENDENT, MATE, Value, clamp_evaluation};
use crate::game::{Game, Judged, Successors};

/// So many leaves are judged at once, then twice as many, and so on: the first ones may be enough.
const FIRST_CHUNK: usize = 4;

/// What a leaf is at sight.
enum Leaf {
    /// Its value.
    Known(Value),
    /// It has to be searched; what it is worth at sight to the player to move there, where that was asked.
    Unknown(Option<i32>),
}

/// What came of a frontier node.
pub(super) struct Frontier {
    pub value: Value,
    /// The place of the best move in the list of moves.
    pub best: usize,
}

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    /// Whether a node of this depth is searched here. Off the principal line, whose moves are wanted; not where the
    /// history forbids moves; not where its only move or the answers to a threat are searched deeper.
    pub(super) fn is_frontier(&self, depth: i32, on_line: bool) -> bool {
        depth == 1
            && !on_line
            && self.options.frontier
            && !self.game.legal_by_history()
            && self.path.ply() + 1 < MAX_PLY
            && !(self.threats && self.game.threatened(self.path.state()))
    }

    /// Searches the node. None if it is not for here after all. Where the opponent would win at once if nothing were done
    /// (`pressed`), only a leaf where that is so is judged at sight, and an only other one is searched deeper.
    pub(super) fn frontier(&mut self, mut alpha: i32, beta: i32, pressed: bool) -> Result<Option<Frontier>, Stop> {
        let ply = self.path.ply();
        while self.successors.len() <= ply {
            self.successors.push(Successors::new(self.game));
        }
        self.successors[ply].clear();
        self.game.successors_in_order(self.path.state(), &mut self.successors[ply])?;
        let all = self.successors[ply].len();
        if all == 0 || all == 1 && self.options.selective.extend_forced {
            return Ok(None);
        }
        self.prepare(ply + 1);
        self.trail[ply + 1] = self.memory.no_slot();
        self.ranked[ply].clear();
        let mover = self.path.mover();
        let extra_turns = self.game.traits().extra_turns;
        let mut found = Frontier {
            value: Value { score: i32::MIN, least: false, most: true, dep: INDEPENDENT },
            best: 0,
        };
        // 1. What is known at sight. The others are left for later, with what they seem to be worth.
        let (mut from, mut chunk) = (0, if self.quiescence { all } else { FIRST_CHUNK });
        while from < all {
            let to = all.min(from + chunk);
            self.game.judge(&self.successors[ply], from..to, &mut self.judged);
            for index in from..to {
                let same = extra_turns && self.game.mover(self.successors[ply].state(index)) == mover;
                let judged = self.judged[index - from];
                match self.leaf(index, judged, if same { beta } else { -alpha }, pressed)? {
                    Leaf::Known(value) => {
                        self.poll()?;
                        if found.takes(value.for_parent(same), index, &mut alpha, beta) {
                            return Ok(Some(found));
                        }
                    }
                    Leaf::Unknown(worth) => {
                        let score = worth.map_or(i32::MAX, |worth| if same { worth } else { -worth });
                        self.ranked[ply].push(Ranked { score, index: index as u32, ..Ranked::default() });
                    }
                }
            }
            (from, chunk) = (to, 2 * chunk);
        }
        // 2. The others, best first.
        let worth = |r: &Ranked| (std::cmp::Reverse(r.score), r.index);
        self.ranked[ply].sort_unstable_by_key(worth);
        let forced = pressed && self.ranked[ply].len() == 1 && self.options.selective.extend_forced;
        let depth = self.extension(forced, 1);
        for at in 0..self.ranked[ply].len() {
            let index = self.ranked[ply][at].index as usize;
            self.enter(ply, index);
            let same = self.path.mover() == mover;
            let value = self.child(depth, alpha, beta, same)?;
            self.path.undo();
            if found.takes(value, index, &mut alpha, beta) {
                break;
            }
        }
        Ok(Some(found))
    }

    fn enter(&mut self, ply: usize, index: usize) {
        let list = &self.successors[ply];
        self.path.enter(list.state(index), list.made(index));
    }

    /// What the successor at `index` is as a leaf: as [`Worker::node`] judges it at depth 0.
    fn leaf(&mut self, index: usize, judged: Judged, beta: i32, pressed: bool) -> Result<Leaf, Stop> {
        let ply = self.path.ply();
        let is_over = self.successors[ply].is_over(index);
        let looks = self.wins && self.options.selective.leaf_wins;
        if pressed && (is_over || !judged.wins()) {
            return Ok(Leaf::Unknown(None));
        }
        // What may be decided by more than the position itself is asked as of a node.
        if is_over || self.path.asks() {
            self.enter(ply, index);
            let known = self.at_sight(looks, false);
            self.path.undo();
            if let Some(value) = known? {
                return Ok(Leaf::Known(value));
            }
        } else if looks && judged.wins() {
            return Ok(Leaf::Known(Value::proved(MATE - ply as i32 - 2, INDEPENDENT)));
        }
        if looks && judged.pressed() && self.extension(true, 0) > 0 {
            return Ok(Leaf::Unknown(None));
        }
        let estimate = Value::estimate(clamp_evaluation(judged.value()));
        let compulsory = || self.game.traits().forced_captures || self.must_answer(self.successors[ply].state(index), 0);
        let known = !self.quiescence || estimate.score >= beta && !compulsory();
        Ok(if known { Leaf::Known(estimate) } else { Leaf::Unknown(Some(estimate.score)) })
    }

    /// The tag of the move of the current node that leads to its successor at `index`.
    pub(super) fn tag_at(&mut self, index: usize) -> Result<u32, Stop> {
        let ply = self.path.ply();
        self.generate(ply)?;
        Ok(move_tag(record_hash(self.lists[ply].get(index))))
    }
}

impl Frontier {
    /// Takes in the value of a move; whether it is too good for the opponent to come here.
    fn takes(&mut self, value: Value, index: usize, alpha: &mut i32, beta: i32) -> bool {
        let best = &mut self.value;
        best.most &= value.most;
        best.dep = best.dep.min(value.dep);
        if value.score > best.score {
            *best = Value { score: value.score, least: value.least, ..*best };
            self.best = index;
        } else if value.score == best.score {
            best.least |= value.least;
        }
        *alpha = (*alpha).max(value.score);
        if *alpha < beta {
            return false;
        }
        best.most = false;
        best.dep = value.dep;
        true
    }
}
