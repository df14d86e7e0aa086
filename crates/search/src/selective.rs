//! Pruning, reductions and extensions by experience: they can change a value and are judged by matches.

use std::sync::LazyLock;

use super::node::{Stop, Worker};
use super::order::{PROMISING, Ranked};
use super::table::{Bound, Entry};
use super::value::{Value, from_table, is_decisive};
use crate::game::{Game, Traits};

/// Whether it is seldom that one quiet move decides: a player may bide his time, and nobody is a ply from winning out of
/// nothing.
#[inline]
pub(super) fn bides(traits: Traits) -> bool {
    traits.null_move && !traits.quick_wins
}

/// Nothing is reduced before so many nodes, fewer where quiet moves seldom decide: until then it costs little, and small games are
/// searched to their end. Nor where no more than so many plies are asked for: short wins are found at their depth.
const FULL_NODES: u64 = 10_000;
const FULL_NODES_BIDING: u64 = 2_000;
const FULL_DEPTH: i32 = 5;

/// A null move is searched a ply less deep for every so many average changes that the evaluation is above the window.
const NULL_LEAD: i32 = 10;

/// Futility is asked for so many plies above the leaves at most, before reductions begin and after, and not so near the root:
/// a short mate may begin quietly.
const FUTILITY_DEPTH: [i32; 2] = [3, 8];
const FUTILITY_PLY: usize = 2;

/// What a quiet move may add, in average changes of the evaluation: one move seldom more than the first, and hardly ever, where a
/// whole node hangs on it, more than the second.
pub(super) const UNUSUAL: i32 = 6;
const RARE: i32 = 10;

/// Quiet moves that can't make up for what is missing are left out so many plies above the leaves at most.
const FUTILE_DEPTH: i32 = 5;

/// Where wins at once are told a node may be left as too good so many plies above the leaves, if the evaluation is beyond the
/// window by so many average changes for every ply.
const LEAD_DEPTH: i32 = 9;
const LEAD_CHANGES: i32 = 2;

/// Moves are tried for being singular from so many plies above the leaves on.
const SINGULAR_DEPTH: i32 = 6;

/// A threat that leaves more replies than this forces nothing.
const FEW_REPLIES: usize = 3;

/// Nodes without a move to begin with are searched a ply less deep from so many plies above the leaves on.
const UNKNOWN_DEPTH: i32 = 4;

/// Late quiet moves are left out so many plies above the leaves at most.
const LATE_DEPTH: i32 = 8;

/// Plies that a late quiet move is reduced by, for each depth and number of moves before it: the product of both
/// logarithms, as is usual in engines for chess.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let ln = |n: usize| (n.max(1) as f64).ln();
    std::array::from_fn(|depth| std::array::from_fn(|before| (ln(depth) * ln(before) / 2.25 + 0.5) as u8))
});

impl<G: Game + ?Sized> Worker<'_, '_, G> {
    pub fn try_null_move(&mut self, depth: i32, beta: i32, on_line: bool) -> Result<Option<Value>, Stop> {
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
        // The better it looks, the less it takes to show.
        let lead = ((self.evaluate() - beta) / (NULL_LEAD * self.memory.swing())).clamp(0, 3);
        if !self.path.make_pass() {
            return Ok(None);
        }
        self.trail[ply + 1] = self.memory.no_slot();
        let same = self.path.mover() == mover;
        let value = self.child(depth - 4 - depth / 4 - lead, beta - 1, beta, same)?;
        self.path.undo();
        // A win behind a pass is no win: only the bound is taken, without any proof.
        Ok((value.score >= beta).then_some(Value { dep: value.dep, ..Value::estimate(beta) }))
    }

    /// The value of a node whose evaluation is so far outside the window that quiet moves hardly bring it back: so good that
    /// those of the opponent won't spoil it, or, a ply above the leaves, so bad that only captures and threats are worth a try.
    pub fn futility(&mut self, depth: i32, alpha: i32, beta: i32) -> Result<Option<Value>, Stop> {
        if !self.options.selective.futility {
            return Ok(None);
        }
        if self.wins {
            return Ok(self.lead(depth, beta));
        }
        let ply = self.path.ply();
        let near = depth <= FUTILITY_DEPTH[usize::from(self.selects())] && ply >= FUTILITY_PLY;
        let Some(gain) = self.quiet_gain.filter(|_| near) else {
            return Ok(None);
        };
        let gain = self.memory.most_usual(gain, RARE);
        let estimate = self.evaluate();
        let (least, most) = (estimate - depth * gain, estimate + gain);
        if least >= beta && !is_decisive(beta) {
            return Ok(Some(Value::estimate(least)));
        }
        if depth > 1 || !self.quiescence || most > alpha || is_decisive(alpha) {
            return Ok(None);
        }
        let noisy = self.quiesce(alpha, beta, 0)?;
        self.prepare(ply);
        let futile = noisy.score <= alpha && !self.may_threaten(ply)?;
        Ok(futile.then_some(Value { dep: noisy.dep, ..Value::estimate(noisy.score.max(most)) }))
    }

    /// The value of a node whose evaluation is so far above the window that the opponent hardly makes up for it: where the
    /// rules tell wins at once, for then none is overlooked. A ply less where the evaluation has been rising.
    #[inline]
    fn lead(&mut self, depth: i32, beta: i32) -> Option<Value> {
        if depth > LEAD_DEPTH || is_decisive(beta) {
            return None;
        }
        let change = self.memory.usual_change()?;
        let estimate = self.evaluate();
        let plies = depth - i32::from(self.path.rises(estimate));
        (estimate - LEAD_CHANGES * change * plies >= beta).then_some(Value::estimate(estimate))
    }

    /// Whether a quiet move puts the opponent under a threat (check): that may be worth more than it adds. Or there is no
    /// move at all.
    fn may_threaten(&mut self, ply: usize) -> Result<bool, Stop> {
        if !self.threats {
            return Ok(false);
        }
        self.generate(ply)?;
        let (game, state, list) = (self.game, self.path.state(), &self.lists[ply]);
        let next = &mut self.successors[ply];
        game.successors_of(state, list, next)?;
        let is_threat = |at: usize| game.threatened(next.state(at)) && !game.hint(state, list.get(at)).noisy;
        let found = list.is_empty() || (0..next.len()).any(is_threat);
        // What has been built would be entered.
        next.clear();
        Ok(found)
    }

    /// Whether what is not exact may be used at all: not at the beginning, nor in a short search.
    #[inline]
    pub fn selects(&self) -> bool {
        if self.limits.depth.is_some_and(|depth| depth as i32 <= FULL_DEPTH) {
            return false;
        }
        let soon = || self.nodes >= FULL_NODES_BIDING || self.root_depth > FULL_DEPTH;
        self.nodes >= FULL_NODES || soon() && bides(self.game.traits())
    }

    /// Whether a node without a move to begin with is searched a ply less deep.
    #[inline]
    pub fn reduces_unknown(&self, depth: i32) -> bool {
        self.options.selective.reduce_unknown && depth >= UNKNOWN_DEPTH && self.selects()
    }

    /// How many quiet moves of this node are tried, if not all: the deeper, the more, and half as many where things have not
    /// been getting better.
    #[inline]
    pub fn late(&mut self, depth: i32) -> Option<usize> {
        if !self.options.selective.late_moves || !self.selects() || depth > LATE_DEPTH || !bides(self.game.traits()) {
            return None;
        }
        let estimate = self.evaluate();
        let rising = self.path.rises(estimate);
        Some((2 + depth * depth * 3 / 4) as usize / if rising { 1 } else { 2 })
    }

    /// What a late quiet move is worth at most, by the evaluation, what a quiet move usually adds, and the plies that are left behind
    /// it; only where that is no more than `alpha`.
    #[inline]
    pub fn futile(&mut self, depth: i32, alpha: i32, searched: usize, ranked: &Ranked) -> Option<i32> {
        if !self.options.selective.futility || self.wins || ranked.score >= PROMISING || !self.selects() {
            return None;
        }
        let gain = self.memory.most_usual(self.quiet_gain?, UNUSUAL);
        let left = depth - 1 - self.reduction(depth, searched, ranked, false);
        if left > FUTILE_DEPTH || is_decisive(alpha) {
            return None;
        }
        let most = self.evaluate() + gain * (left + 2) * 3 / 4;
        (most <= alpha).then_some(most)
    }

    /// Whether a move of the list of `ply` puts the opponent under a threat (check).
    pub fn threatens(&mut self, ply: usize, index: usize) -> bool {
        if !self.threats {
            return false;
        }
        self.make(ply, index);
        let threatens = self.path.threatened();
        self.path.undo();
        threatens
    }

    /// Whether so many replies to a threat are few enough to be followed a ply further.
    #[inline]
    pub fn leaves_few(&self, replies: usize, depth: i32) -> bool {
        replies <= FEW_REPLIES && depth < self.root_depth + 1
    }

    #[inline]
    pub fn extension(&self, forced: bool, depth: i32) -> i32 {
        let room = (self.path.ply() as i32) < 2 * self.root_depth && depth < self.root_depth + 1;
        i32::from(forced && room)
    }

    /// Whether the table's move is better by far than all others: a search half as deep without it stays below what the
    /// table says of it by a margin.
    pub fn singular(&mut self, entry: Option<Entry>, depth: i32, ply: usize) -> Result<bool, Stop> {
        let Some(entry) = entry else { return Ok(false) };
        let score = from_table(entry.score, ply);
        if !self.options.selective.extend_singular
            || depth < SINGULAR_DEPTH
            || entry.tag == 0
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || i32::from(entry.depth) < depth - 3
            || is_decisive(score)
        {
            return Ok(false);
        }
        let bound = score - depth * self.memory.swing() / 2;
        self.skip = entry.tag;
        let value = self.node(depth / 2, bound - 1, bound)?;
        self.prepare(ply);
        Ok(value.score < bound)
    }

    /// How many plies less deep a late quiet move is searched first: the more, the later it comes and the deeper the search
    /// is. A ply more where a cutoff is expected, which the moves before it should have brought, and where the evaluation is
    /// known to have been falling; a ply less on the principal line, and for moves that cut off lately.
    #[inline]
    pub fn reduction(&self, depth: i32, searched: usize, ranked: &Ranked, on_line: bool) -> i32 {
        if !self.options.selective.late_move_reductions || !self.selects() || depth < 3 || searched < 2 || ranked.noisy
        {
            return 0;
        }
        let row = &REDUCTIONS[(depth as usize).min(REDUCTIONS.len() - 1)];
        let plies = i32::from(row[searched.min(row.len() - 1)]);
        let more = i32::from(!on_line && self.cuts[self.path.ply()]);
        let sinks = self.path.known().is_some_and(|estimate| !self.path.rises(estimate));
        let less = i32::from(on_line) + i32::from(ranked.score >= PROMISING);
        (plies + more + i32::from(sinks) - less).clamp(0, depth - 2)
    }
}
