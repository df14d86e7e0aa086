//! What to expect against an opponent who errs: exactly, over the whole tree.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Mind;
use super::plain::Halt;
use crate::game::time::Instant;
use crate::game::{Game, Outcome, Position, Side};
use crate::{Limits, MAX_PLY};

/// More positions than these are not kept: half a GiB.
const MOST: usize = 2_000_000;

/// A number that is a fraction for as long as its parts are not too large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exact {
    /// As near as a floating-point number comes.
    pub value: f64,
    /// Numerator and denominator, in lowest terms.
    pub fraction: Option<(i128, i128)>,
}

impl Exact {
    /// A fraction.
    fn new(numerator: i128, denominator: i128) -> Exact {
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1) as i128;
        let (n, d) = (numerator / common, denominator / common);
        Exact { value: n as f64 / d as f64, fraction: Some((n, d)) }
    }

    fn plus(self, other: Exact) -> Exact {
        let fraction = self.fraction.zip(other.fraction).and_then(|((a, b), (c, d))| {
            // Over the least common denominator, so that it is exact for as long as it can be.
            let common = gcd(b.unsigned_abs(), d.unsigned_abs()).max(1) as i128;
            let top = a.checked_mul(d / common)?.checked_add(c.checked_mul(b / common)?)?;
            Some((top, b.checked_mul(d / common)?))
        });
        match fraction {
            Some((n, d)) => Exact::new(n, d),
            None => Exact { value: self.value + other.value, fraction: None },
        }
    }

    fn over(self, number: usize) -> Exact {
        match self.fraction.and_then(|(n, d)| Some((n, d.checked_mul(number as i128)?))) {
            Some((n, d)) => Exact::new(n, d),
            None => Exact { value: self.value / number as f64, fraction: None },
        }
    }

    fn mean(all: &[Exact]) -> Exact {
        all.iter().fold(Exact::new(0, 1), |sum, part| sum.plus(*part)).over(all.len().max(1))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What a player can expect of a game against an opponent who errs: 1 for a win, 0 for a draw, −1 for a loss; in scored games
/// the margin in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Expected {
    /// What the game is worth to the player if both play best.
    pub value: f64,
    /// Who plays best, with any move among those that are equal.
    pub any: Exact,
    /// Who plays best, with that move among those that are equal which the opponent answers worst.
    pub best: Exact,
    /// Who knows the opponent and plays whatever does best against it, even if that gives away what is proved.
    pub known: Exact,
    /// Where the player is to move, the moves of `best`: all that do as well.
    pub moves: Vec<Vec<u64>>,
    /// Positions that can be reached.
    pub positions: u64,
}

/// Why it can't be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// What has stood before counts.
    History,
    /// Positions can come back.
    ComesBack,
    /// More nodes or time than allowed, or a line too long to follow.
    TooLarge,
    /// The stop flag, or moves that can't be listed.
    Halted(Halt),
}

impl From<Halt> for Unknown {
    fn from(halt: Halt) -> Self {
        Unknown::Halted(halt)
    }
}

#[derive(Clone, Copy)]
struct Worth {
    /// For the first player, in units of the outcome.
    value: i64,
    /// For the player who is asked about.
    any: Exact,
    best: Exact,
    known: Exact,
}

struct Walk<'a, 'm, 'g, G: Game + ?Sized> {
    game: &'a G,
    mind: &'m mut Mind<'g, G>,
    us: Side,
    unit: i64,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    seen: HashMap<Vec<u64>, Worth>,
    under_way: HashSet<Vec<u64>>,
    nodes: u64,
}

/// What `us` can expect from the position on.
///
/// # Errors
/// Why it can't be told.
pub fn expected<'g, G: Game + ?Sized>(
    position: &Position<'g, G>,
    mind: &mut Mind<'g, G>,
    us: Side,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Expected, Unknown> {
    let game = position.game();
    if game.reads_history() || game.legal_by_history() {
        return Err(Unknown::History);
    }
    let unit = i64::from(game.score_scale().unwrap_or(1));
    let (seen, under_way) = (HashMap::new(), HashSet::new());
    let mut walk = Walk { game, mind, us, unit, limits, stop, seen, under_way, nodes: 0 };
    let worth = walk.worth(position.state(), 0)?;
    let sign = if us == Side::First { 1 } else { -1 };
    let mut moves = Vec::new();
    if position.mover() == us
        && let Ok(list) = position.clone().moves_or_ending().map_err(Halt::from)?
    {
        for record in list.iter() {
            let next = walk.behind(position.state(), record, 0)?;
            if next.value == worth.value && next.best == worth.best {
                moves.push(record.to_vec());
            }
        }
    }
    let value = (sign * worth.value) as f64 / unit as f64 + 0.0; // Never "-0".
    let (any, best, known) = (worth.any, worth.best, worth.known);
    Ok(Expected { value, any, best, known, moves, positions: walk.seen.len() as u64 })
}

impl<G: Game + ?Sized> Walk<'_, '_, '_, G> {
    fn behind(&mut self, state: &[u64], record: &[u64], ply: usize) -> Result<Worth, Unknown> {
        let mut next = vec![0; state.len()];
        self.game.make(state, record, &mut next);
        self.worth(&next, ply + 1)
    }

    fn worth(&mut self, state: &[u64], ply: usize) -> Result<Worth, Unknown> {
        if let Some(worth) = self.seen.get(state) {
            return Ok(*worth);
        }
        self.nodes += 1;
        let spent = self.nodes + self.mind.nodes;
        if self.stop.load(Relaxed) {
            return Err(Unknown::Halted(Halt::Interrupted));
        }
        let late =
            || self.limits.deadline.is_some_and(|deadline| self.nodes.is_multiple_of(64) && Instant::now() >= deadline);
        if ply > MAX_PLY || self.seen.len() >= MOST || self.limits.nodes.is_some_and(|most| spent > most) || late() {
            return Err(Unknown::TooLarge);
        }
        let mut position = Position::new(self.game, state);
        let worth = match position.moves_or_ending().map_err(Halt::from)? {
            Err(ending) => {
                let value = match ending.outcome {
                    Outcome::Draw => 0,
                    Outcome::Win(Side::First) => self.unit,
                    Outcome::Win(Side::Second) => -self.unit,
                    Outcome::Margin(margin) => i64::from(margin),
                };
                let ours = if self.us == Side::First { value } else { -value };
                let exact = Exact::new(i128::from(ours), i128::from(self.unit));
                Worth { value, any: exact, best: exact, known: exact }
            }
            Ok(moves) => {
                if !self.under_way.insert(state.to_vec()) {
                    return Err(Unknown::ComesBack);
                }
                let below: Vec<(&[u64], Worth)> = moves
                    .iter()
                    .map(|record| Ok((record, self.behind(state, record, ply)?)))
                    .collect::<Result<_, Unknown>>()?;
                self.under_way.remove(state);
                let sign = if position.mover() == Side::First { 1 } else { -1 };
                let value = below.iter().map(|(_, worth)| sign * worth.value).max().unwrap_or(0) * sign;
                if position.mover() == self.us {
                    ours(value, &below)
                } else {
                    let replies = self.mind.replies(&position, self.stop)?;
                    let answers: Vec<Worth> = below
                        .iter()
                        .filter(|(record, _)| replies.iter().any(|reply| reply == record))
                        .map(|(_, worth)| *worth)
                        .collect();
                    let mean = |part: fn(&Worth) -> Exact| Exact::mean(&answers.iter().map(part).collect::<Vec<_>>());
                    Worth { value, any: mean(|w| w.any), best: mean(|w| w.best), known: mean(|w| w.known) }
                }
            }
        };
        self.seen.insert(state.to_vec(), worth);
        Ok(worth)
    }
}

/// What our move makes of what lies below.
fn ours(value: i64, below: &[(&[u64], Worth)]) -> Worth {
    let greatest = |all: &mut dyn Iterator<Item = Exact>| {
        all.reduce(|a, b| if b.value > a.value { b } else { a }).unwrap_or(Exact::new(0, 1))
    };
    let keep: Vec<Worth> = below.iter().map(|(_, worth)| *worth).filter(|worth| worth.value == value).collect();
    Worth {
        value,
        any: Exact::mean(&keep.iter().map(|worth| worth.any).collect::<Vec<_>>()),
        best: greatest(&mut keep.iter().map(|worth| worth.best)),
        known: greatest(&mut below.iter().map(|(_, worth)| worth.known)),
    }
}
