//! Strengths for people: players that see less of a game the lower they are, rather than strong ones that blunder at random.
//!
//! A low level looks at few positions, not far ahead; its judgement is blurred by a noise that is the same whenever the
//! position comes up; and there are quiet moves that it does not think of, its own as well as those of the opponent. What
//! takes something, and what wins at once, it overlooks more seldom.

use std::sync::atomic::AtomicBool;

use super::plain::{Plain, Sight};
use crate::game::{Game, Hint, Position, Side};
use crate::rng::Rng;
use crate::value::clamp_evaluation;
use crate::{Limits, Options, Table, record_hash, search_with};

/// The highest level.
pub const LEVELS: u8 = 10;

/// A strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// From 1 to [`LEVELS`]; the highest is the engine as it is.
    pub number: u8,
    /// The same seed overlooks the same.
    pub seed: u64,
}

/// What a level below the engine's is like.
struct Weakness {
    depth: u32,
    nodes: u64,
    /// Of 1000 quiet moves so many are not thought of.
    overlooks: u64,
    /// How far judgement is off, in thousandths of how much an evaluation changes by two plies.
    blur: i64,
}

const WEAK: [Weakness; 7] = [
    Weakness { depth: 1, nodes: 16, overlooks: 600, blur: 4000 },
    Weakness { depth: 1, nodes: 60, overlooks: 350, blur: 1200 },
    Weakness { depth: 2, nodes: 200, overlooks: 300, blur: 1000 },
    Weakness { depth: 2, nodes: 700, overlooks: 150, blur: 500 },
    Weakness { depth: 3, nodes: 1500, overlooks: 120, blur: 400 },
    Weakness { depth: 4, nodes: 5000, overlooks: 50, blur: 150 },
    Weakness { depth: 5, nodes: 12_000, overlooks: 20, blur: 70 },
];

/// The positions of the engine at the levels between.
const STRONG: [u64; 2] = [3_000, 15_000];

/// What captures and wins at once are overlooked less often than quiet moves.
const SEEN: u64 = 4;

struct Blurred<'a> {
    weak: &'a Weakness,
    seed: u64,
    scale: i64,
}

impl Blurred<'_> {
    fn draw(&self, state: &[u64], more: u64) -> Rng {
        Rng::new(record_hash(state) ^ more.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.seed.rotate_left(32))
    }
}

impl<G: Game + ?Sized> Sight<G> for Blurred<'_> {
    fn overlooks(&self, state: &[u64], record: &[u64], hint: &Hint, wins: bool) -> bool {
        let often = if wins || hint.noisy { self.weak.overlooks / SEEN } else { self.weak.overlooks };
        (self.draw(state, record_hash(record)).below(1000) as u64) < often
    }

    fn judge(&self, game: &G, state: &[u64]) -> i32 {
        // Three even draws make a bell, with a deviation of one half.
        let mut rng = self.draw(state, 1);
        let bell: i64 = (0..3).map(|_| rng.below(2001) as i64 - 1000).sum();
        let noise = bell * self.weak.blur * self.scale / 1_000_000;
        // The same error whoever is to move.
        let noise = if game.mover(state) == Side::First { noise } else { -noise };
        clamp_evaluation((i64::from(game.evaluate(state)) + noise).clamp(-900_000, 900_000) as i32)
    }
}

/// How much the evaluation changes by two plies, as games at random from here tell.
pub(crate) fn swing<G: Game + ?Sized>(position: &Position<G>, seed: u64) -> i64 {
    let mut rng = Rng::new(seed);
    let (mut sum, mut number) = (0, 0);
    for _ in 0..4 {
        let mut walk = position.clone();
        let mut values: Vec<i64> = Vec::new();
        while values.len() < 24 {
            let Ok(Ok(moves)) = walk.moves_or_ending() else { break };
            let value = i64::from(walk.game().evaluate(walk.state()));
            values.push(if walk.mover() == Side::First { value } else { -value });
            let record = moves.get(rng.below(moves.len())).to_vec();
            walk.make(&record);
        }
        for pair in values.windows(3) {
            sum += (pair[2] - pair[0]).abs();
            number += 1;
        }
    }
    if number == 0 { 1 } else { (sum / number).max(1) }
}

impl Level {
    /// What the engine may spend at this level; none for those that are not the engine, or are bounded by nothing of their own.
    pub fn nodes(self) -> Option<u64> {
        STRONG.get((self.number as usize).checked_sub(WEAK.len() + 1)?).copied()
    }

    /// The move that it makes, and how many positions it looked at; none if the game is over, it was stopped, or moves can't be
    /// listed. The highest level has the limits that are given.
    pub fn play<G: Game + ?Sized>(
        self,
        position: &Position<G>,
        limits: &Limits,
        options: &Options,
        stop: &AtomicBool,
    ) -> Option<(Vec<u64>, i32, u64)> {
        let Some(weak) = WEAK.get((self.number as usize).max(1) - 1) else {
            let limits = self.nodes().map_or(*limits, |nodes| Limits { nodes: Some(nodes), ..Limits::default() });
            let report = search_with(&Table::new(options.table_mib), position, &limits, options, stop, &mut ());
            return Some((report.best?, report.score, report.nodes));
        };
        let scale = swing(position, self.seed);
        let sight = Blurred { weak, seed: self.seed, scale };
        let position = position.clone();
        let mut plain = Plain { position, sight, nodes: 0, limit: weak.nodes, distances: true, stop };
        let mut chosen: Vec<(Vec<u64>, i32)> = Vec::new();
        for depth in 1..=weak.depth {
            let (values, whole) = plain.values(depth, &chosen).ok()?;
            // The best so far comes first, so what is left off by the way is no worse than what was known before.
            if !values.is_empty() {
                chosen = values;
            }
            if !whole {
                break;
            }
        }
        let best = chosen.iter().map(|(_, value)| *value).max()?;
        chosen.retain(|(_, value)| *value == best);
        let mut rng = Rng::new(record_hash(plain.position.state()) ^ self.seed);
        let pick = rng.below(chosen.len());
        Some((chosen.swap_remove(pick).0, best, plain.nodes))
    }
}
