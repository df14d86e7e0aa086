//! Opponents who err: how they are written, and what to expect against them.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Error, Fault, Limits, Session};
use crate::diag::nearest;
use crate::game::Side;
use crate::game::time::Instant;
use crate::search::opponent::{Exact, Halt, Mind, Model, Unknown, expected};
use crate::search::{self};

/// An opponent as a user describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opponent {
    /// How it answers.
    pub model: Model,
    /// The evaluation of the file that it judges by; none: that of the player.
    pub evaluation: Option<String>,
}

const OPPONENTS: &str = "write `random`, `depth=2`, `nodes=500`, or `depth=2,eval=open lines`";

impl Opponent {
    /// Reads `random`, `depth=2`, `nodes=500`, `depth=2,eval=open lines` (in a player's settings with `+` for the comma).
    ///
    /// # Errors
    /// Which part is wrong, and what may be written.
    pub fn parse(text: &str) -> Result<Opponent, Fault> {
        let (mut model, mut evaluation) = (None, None);
        for part in text.split([',', '+']).map(str::trim) {
            let (key, value) = part.split_once('=').map_or((part, None), |(k, v)| (k.trim(), Some(v.trim())));
            let wrong = |wanted: &str| {
                Fault::new(format!("the opponent's `{key}` can't be `{}`", value.unwrap_or_default()))
                    .help(format!("write {wanted}"))
            };
            let number = |most: u64| value.and_then(|v| v.parse::<u64>().ok()).filter(|n| (1..=most).contains(n));
            let found = match (key, value) {
                ("random", None) => Model::Random,
                ("depth", _) => Model::Depth(
                    number(100).ok_or_else(|| wrong("a number of plies up to 100, such as `depth=2`"))? as u32,
                ),
                ("nodes", _) => {
                    Model::Nodes(number(u64::MAX).ok_or_else(|| wrong("a number of positions, such as `nodes=500`"))?)
                }
                ("eval", Some(name)) if !name.is_empty() && evaluation.is_none() => {
                    evaluation = Some(name.to_string());
                    continue;
                }
                ("eval", _) => return Err(wrong("one evaluation of the file, such as `eval=open lines`")),
                _ => {
                    let fault = Fault::new(format!("there is no opponent `{part}`"));
                    return Err(match nearest(key, ["random", "depth", "nodes", "eval"]) {
                        Some(near) if near != key => fault.help(format!("did you mean `{near}`? {OPPONENTS}")),
                        _ => fault.help(OPPONENTS),
                    });
                }
            };
            if model.replace(found).is_some() {
                return Err(Fault::new("an opponent plays in one way").help(OPPONENTS));
            }
        }
        match (model, evaluation) {
            (None, _) => Err(Fault::new("it is not said how the opponent plays").help(OPPONENTS)),
            (Some(Model::Random), Some(_)) => {
                Err(Fault::new("who plays at random does not evaluate").help("leave `eval` of the opponent out"))
            }
            (Some(model), evaluation) => Ok(Opponent { model, evaluation }),
        }
    }

    /// As it is written.
    pub fn text(&self) -> String {
        let model = match self.model {
            Model::Random => "random".to_string(),
            Model::Depth(depth) => format!("depth={depth}"),
            Model::Nodes(nodes) => format!("nodes={nodes}"),
        };
        self.evaluation.as_ref().map_or(model.clone(), |name| format!("{model},eval={name}"))
    }
}

/// What a player can expect: see [`crate::search::opponent::Expected`].
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The player.
    pub player: String,
    /// What the game is worth if both play best.
    pub value: f64,
    /// With any of the moves that are best by minimax.
    pub any: Exact,
    /// With those of them that the opponent answers worst.
    pub best: Exact,
    /// With whatever does best against this opponent.
    pub known: Exact,
    /// The moves of `best` where the player is to move.
    pub moves: Vec<String>,
}

/// What each player can expect against an opponent.
#[derive(Debug, Clone, PartialEq)]
pub struct Against {
    /// The opponent, as it is written.
    pub opponent: String,
    /// Of the first player and of the second.
    pub players: Vec<Expectation>,
    /// Positions that can be reached.
    pub positions: u64,
    /// Time used.
    pub elapsed: Duration,
    /// Whether the game ends by a score, so that what is expected is a margin in points.
    pub scored: bool,
}

impl Session {
    /// What each player can expect against an opponent who errs, exactly.
    ///
    /// # Errors
    /// Why that can't be told.
    pub fn against(&self, opponent: &Opponent, limits: Limits, stop: &AtomicBool) -> Result<Against, Error> {
        let start = Instant::now();
        let own = self.with_evaluation(opponent.evaluation.as_deref())?;
        // The player needs no evaluation: all is looked at to the end.
        let loaded = own.as_ref().unwrap_or(self.loaded());
        let judge = match opponent.model {
            Model::Random => loaded.compiled.game(),
            _ => loaded.playing(None, stop, &mut ()).game(),
        };
        let position = self.position_of(judge);
        let deadline = limits.time.and_then(|time| start.checked_add(time));
        let limits = search::Limits { deadline, nodes: limits.nodes, ..search::Limits::default() };
        let mut players = Vec::new();
        let mut positions = 0;
        for side in [Side::First, Side::Second] {
            let mut mind = Mind::new(opponent.model, judge);
            let found = expected(&position, &mut mind, side, &limits, stop).map_err(unknown)?;
            positions = positions.max(found.positions);
            let text = |record: &Vec<u64>| self.compiled().move_text(position.state(), record);
            players.push(Expectation {
                player: self.player(side),
                value: found.value,
                any: found.any,
                best: found.best,
                known: found.known,
                moves: found.moves.iter().map(text).collect(),
            });
        }
        let scored = judge_scored(&position);
        Ok(Against { opponent: opponent.text(), players, positions, elapsed: start.elapsed(), scored })
    }
}

fn judge_scored<G: crate::game::Game + ?Sized>(position: &crate::game::Position<'_, G>) -> bool {
    position.game().score_scale().is_some()
}

/// In a user's words.
fn unknown(why: Unknown) -> Error {
    let otherwise =
        "`best --opponent` estimates it for a move; a match against `algorithm=random` or `depth=2` measures it";
    match why {
        Unknown::History => Error::request("what to expect can't be told exactly: here what has stood before counts"),
        Unknown::ComesBack => Error::request("what to expect can't be told exactly: positions can come back"),
        Unknown::TooLarge => {
            let fault =
                Fault::new("what to expect can't be told exactly: more positions can be reached than may be looked at");
            return Error::Environment(fault.help(otherwise));
        }
        Unknown::Halted(Halt::Overflow(overflow)) => return Error::from(overflow),
        Unknown::Halted(Halt::Interrupted) => {
            return Error::Environment(Fault::new("stopped before it was known what to expect").help(otherwise));
        }
    }
    .help(otherwise)
}
