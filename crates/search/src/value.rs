//! The scale of values: evaluations in the middle, proved margins outside them, proved wins outside these.
//!
//! ```text
//!  −MATE+ply … | −EVAL_LIMIT−margin … | −EVAL_LIMIT < evaluation < EVAL_LIMIT | … EVAL_LIMIT+margin | … MATE−ply
//! ```
//!
//! So a proved win by one point is preferred to any estimate, and no estimate, however large, is taken for a proof.
//! A draw and a margin of 0 are 0; whether a 0 is proved is told by the
//! [`Proof`] that comes with it.

use crate::game::{EVAL_LIMIT, Outcome, Side};

/// The score of a win at the root itself; a win `n` plies away scores `MATE − n`.
pub const MATE: i32 = 4_000_000;

/// Margins are held within ±this.
pub const MARGIN_LIMIT: i32 = 2_000_000;

/// Scores beyond ±this are wins and losses with their distance.
const WIN_FLOOR: i32 = MATE - 100_000;

/// A window that contains every score.
pub const INFINITY: i32 = MATE + 1;

/// A proved result, for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The player to move wins, in at most this many plies.
    Win(u32),
    /// The player to move loses, in at most this many plies.
    Loss(u32),
    /// Neither can do better than a draw.
    Draw,
    /// A scored game: the margin for the player to move, in units of 1/`score_scale` points.
    Margin(i32),
}

/// The score of an ending at `ply`, for `mover`.
#[inline]
pub fn of_outcome(outcome: Outcome, mover: Side, ply: usize) -> i32 {
    match outcome {
        Outcome::Win(side) if side == mover => MATE - ply as i32,
        Outcome::Win(_) => ply as i32 - MATE,
        Outcome::Draw => 0,
        Outcome::Margin(margin) => {
            let margin = margin.clamp(-MARGIN_LIMIT, MARGIN_LIMIT);
            of_margin(if mover == Side::First { margin } else { -margin })
        }
    }
}

/// The score of a proved margin for the player to move.
#[inline]
pub fn of_margin(margin: i32) -> i32 {
    margin + margin.signum() * EVAL_LIMIT
}

/// Whether the score is a win or loss with a distance.
#[inline]
pub fn is_decisive(score: i32) -> bool {
    score.abs() > WIN_FLOOR
}

/// What a proved score says; `scored` if the game ends by margins.
pub fn proof_of(score: i32, scored: bool) -> Proof {
    if score > WIN_FLOOR {
        Proof::Win((MATE - score) as u32)
    } else if score < -WIN_FLOOR {
        Proof::Loss((MATE + score) as u32)
    } else if scored {
        Proof::Margin(score - score.signum() * EVAL_LIMIT)
    } else {
        Proof::Draw
    }
}

/// What a score says, whether or not a [`Proof`] comes with it. Without one, a win's distance or a margin is only what
/// one side is known to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A static evaluation (a 0 may also be a draw).
    Estimate(i32),
    /// A win for the player to move in so many plies.
    Win(u32),
    /// A loss for the player to move in so many plies.
    Loss(u32),
    /// A margin for the player to move, not 0, in units of 1/`score_scale` points.
    Margin(i32),
}

/// What a score says.
pub fn meaning(score: i32) -> Meaning {
    match proof_of(score, score.abs() > EVAL_LIMIT) {
        Proof::Win(plies) => Meaning::Win(plies),
        Proof::Loss(plies) => Meaning::Loss(plies),
        Proof::Margin(margin) => Meaning::Margin(margin),
        Proof::Draw => Meaning::Estimate(score),
    }
}

/// An evaluation held inside its limits, whatever the game says.
#[inline]
pub fn clamp_evaluation(value: i32) -> i32 {
    value.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}

/// A score at `ply` as the table stores it: distances count from the node.
#[inline]
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score > WIN_FLOOR {
        score + ply as i32
    } else if score < -WIN_FLOOR {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`to_table`].
#[inline]
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score > WIN_FLOOR {
        score - ply as i32
    } else if score < -WIN_FLOOR {
        score + ply as i32
    } else {
        score
    }
}

/// What a node returns: a score with how far it is proved and which part of the path it leans on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value {
    /// For the player to move; a bound where it is outside the window.
    pub score: i32,
    /// "The game's true value is at least `score`" follows from endings alone.
    pub least: bool,
    /// "The game's true value is at most `score`" follows from endings alone.
    pub most: bool,
    /// The index in the history of the oldest position whose presence was used.
    pub dep: u32,
    /// All that lies below was judged: the score holds outside of the window, too. Told of leaves and of nodes just
    /// above them.
    pub whole: bool,
}

/// The value of [`Value::dep`] where no part of the path was used.
pub(crate) const INDEPENDENT: u32 = u32::MAX;

impl Value {
    /// A static evaluation.
    #[inline]
    pub fn estimate(score: i32) -> Self {
        Value { score, least: false, most: false, dep: INDEPENDENT, whole: false }
    }

    /// What a leaf is worth.
    #[inline]
    pub fn of_leaf(evaluation: i32) -> Self {
        Value { whole: true, ..Value::estimate(evaluation) }
    }

    /// The worst that there is, before a move has been tried.
    #[inline]
    pub fn worst() -> Self {
        Value { score: i32::MIN, least: false, most: true, dep: INDEPENDENT, whole: true }
    }

    /// A bound of what the node is worth, by how soon the game can end.
    #[inline]
    pub fn bound(score: i32, least: bool) -> Self {
        Value { score, least, most: !least, dep: INDEPENDENT, whole: false }
    }

    /// The score of an ending.
    #[inline]
    pub fn proved(score: i32, dep: u32) -> Self {
        Value { score, least: true, most: true, dep, whole: false }
    }

    /// What it is to the parent: negated only if the mover changed.
    #[inline]
    pub fn for_parent(self, same_mover: bool) -> Self {
        if same_mover { self } else { Value { score: -self.score, least: self.most, most: self.least, ..self } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_keeps_its_parts_apart() {
        let win = of_outcome(Outcome::Win(Side::First), Side::First, 7);
        let margin = of_outcome(Outcome::Margin(-3), Side::Second, 7);
        assert!(win > margin && margin > clamp_evaluation(i32::MAX));
        assert_eq!((meaning(win), meaning(-win)), (Meaning::Win(7), Meaning::Loss(7)));
        assert_eq!((meaning(margin), meaning(-margin)), (Meaning::Margin(3), Meaning::Margin(-3)));
        assert_eq!(meaning(clamp_evaluation(i32::MIN)), Meaning::Estimate(1 - EVAL_LIMIT));
        assert_eq!(of_outcome(Outcome::Margin(0), Side::First, 1), 0);
    }

    #[test]
    fn the_table_counts_distances_from_the_node() {
        for score in [0, 17, EVAL_LIMIT + 5, MATE - 9, 9 - MATE] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(to_table(MATE - 9, 4), MATE - 5, "nine plies from the root, five from the node");
    }
}
