//! Who thinks and how: the engine or a textbook procedure, with limits, evaluation and switches; also as one line of text.

use std::sync::Arc;
use std::time::Duration;

use super::erring::Opponent;
use super::{Fault, Limits};
use crate::diag::nearest;
use crate::search::match_play::{Contestant, Swindle, Way};
use crate::search::mcts::PLAYOUT;
use crate::search::opponent::{LEVELS, Level};
use crate::search::textbook::Algorithm;
use crate::search::{Book, Options, Table, TimeControl};

/// The name of the engine among the procedures.
pub const ENGINE: &str = "engine";

/// The name of Monte Carlo tree search.
const MCTS: &str = "mcts";

/// The name of who plays at random.
const RANDOM: &str = "random";

/// How moves are found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thinker {
    /// Who finds them.
    pub way: Way,
    /// When to stop.
    pub limits: Limits,
    /// How long it may learn the evaluation at most, where it is learned first; none: as its limits say.
    pub learning: Option<Duration>,
    /// The engine's settings.
    pub options: Options,
    /// Plies of secondary search from the end of the chosen line.
    pub secondary: u32,
    /// The evaluation of the file to use; none: the game's.
    pub evaluation: Option<String>,
    /// The file of the opening book that is asked first.
    pub book: Option<String>,
    /// An opponent who errs: of moves that are about as good the one that it answers worst.
    pub opponent: Option<Opponent>,
    /// How much worse than the best such a move may be.
    pub swindle: i32,
    /// Of what is drawn by lot.
    pub seed: u64,
    /// Of Monte Carlo tree search: plies at random before a position is judged.
    pub playout: Option<u32>,
}

impl Thinker {
    /// The engine with these limits.
    pub fn limited(limits: Limits) -> Thinker {
        Thinker { limits, ..Thinker::default() }
    }

    /// Whether it makes the same move whenever a position comes up: no time and no other thread plays a part.
    pub fn answers_alike(&self) -> bool {
        self.way != Way::Random
            && self.limits.time.is_none()
            && self.limits.clock.is_none()
            && self.options.threads <= 1
    }

    /// Reads settings such as `depth=4,eval=open lines` or `algorithm=minimax,depth=2`.
    ///
    /// # Errors
    /// Which part is wrong, and what may be written.
    pub fn parse(text: &str) -> Result<Thinker, Fault> {
        let mut thinker = Thinker::default();
        let mut keys: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=').map(|(k, v)| (k.trim(), v.trim())) else {
                // `random`, `mcts`
                let help = if way(part).is_ok() { &format!("write `algorithm={part}`") } else { HELP };
                return Err(Fault::new(format!("`{part}` is not a setting")).help(help));
            };
            thinker.set(key, value)?;
            if keys.contains(&key) {
                return Err(Fault::new(format!("`{key}` is set twice")).help("set each thing once"));
            }
            keys.push(key);
        }
        let anyone = [
            "algorithm",
            "depth",
            "nodes",
            "time",
            "clock",
            "eval",
            "book",
            "level",
            "seed",
            "opponent",
            "swindle",
            "playout",
        ];
        if keys.contains(&"level") && keys.contains(&"algorithm") {
            return Err(Fault::new("a level is a way of playing of its own").help("leave `algorithm` out, or `level`"));
        }
        thinker.grow()?;
        if keys.contains(&"swindle") && thinker.opponent.is_none() {
            return Err(Fault::new("`swindle` needs an opponent to swindle")
                .help("say how it plays, such as `opponent=random` or `opponent=depth=2`"));
        }
        let tree = matches!(thinker.way, Way::Mcts(_));
        let own = |key: &str| anyone.contains(&key) || tree && ["hash", "threads"].contains(&key);
        thinker.check(keys.into_iter().find(|key| !own(key)))?;
        Ok(thinker)
    }

    /// Sets one thing.
    ///
    /// # Errors
    /// If there is no such thing or it can't have that value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let wrong = |wanted: &str| Fault::new(format!("`{key}` can't be `{value}`")).help(format!("write {wanted}"));
        let count = |most: u64| value.parse::<u64>().ok().filter(|n| (1..=most).contains(n));
        match key {
            "algorithm" => self.way = way(value)?,
            "level" => {
                let number =
                    count(u64::from(LEVELS)).ok_or_else(|| wrong("a level from 1 to 10, such as `level=3`"))?;
                self.way = Way::Level(number as u8);
            }
            "playout" => {
                let plies = value.parse().ok().filter(|&plies: &u32| plies <= MOST_PLAYOUT);
                let plies = plies.ok_or_else(|| wrong("a number of plies up to 10000, such as `playout=4`"))?;
                self.playout = Some(plies);
            }
            "seed" => self.seed = value.parse().map_err(|_| wrong("a whole number, such as `seed=7`"))?,
            "opponent" => self.opponent = Some(Opponent::parse(value)?),
            "swindle" => {
                let within = value.parse().ok().filter(|n| (0..=MOST_SWINDLE).contains(n));
                self.swindle = within.ok_or_else(|| wrong("a number from 0 to 1000000, such as `swindle=20`"))?;
            }
            "depth" => {
                self.limits.depth =
                    Some(count(1000).ok_or_else(|| wrong("a number of plies up to 1000, such as `depth=4`"))? as u32);
            }
            "nodes" => {
                let nodes = count(u64::MAX).ok_or_else(|| wrong("a number of positions, such as `nodes=1000`"))?;
                self.limits.nodes = Some(nodes);
            }
            "time" => {
                self.limits.time = Some(parse_duration(value).map_err(|_| wrong("a time, such as `time=100ms`"))?)
            }
            "clock" => {
                self.limits.clock = Some(
                    parse_clock(value)
                        .map_err(|_| wrong("a time and what each move adds, such as `clock=10s+100ms`"))?,
                );
            }
            "eval" => self.evaluation = Some(value.to_string()),
            "book" => self.book = Some(value.to_string()),
            "hash" => {
                self.options.table_mib =
                    count(1 << 20).ok_or_else(|| wrong("a size in MiB up to 1048576, such as `hash=16`"))? as usize;
                fits(self.options.table_mib)?;
            }
            "threads" => {
                self.options.threads =
                    count(512).ok_or_else(|| wrong("a number up to 512, such as `threads=2`"))? as usize;
            }
            "quiescence" => {
                let plies = if value == "off" { Some(0) } else { value.parse().ok().filter(|&n: &u32| n <= 100) };
                self.options.quiescence_plies = plies.ok_or_else(|| wrong("a number of plies up to 100, or `off`"))?;
            }
            "secondary" => {
                self.secondary = value
                    .parse()
                    .ok()
                    .filter(|&n: &u32| n <= 100)
                    .ok_or_else(|| wrong("a number of plies up to 100"))?;
            }
            _ => {
                let on = match value {
                    "on" | "yes" => true,
                    "off" | "no" => false,
                    _ if self.options.switch(key).is_some() => return Err(wrong("`on` or `off`")),
                    _ => return Err(unknown(key)),
                };
                *self.options.switch(key).ok_or_else(|| unknown(key))? = on;
            }
        }
        Ok(())
    }

    /// Switches a refinement.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn switch(&mut self, name: &str, on: bool) -> Result<(), Fault> {
        if name == "quiescence" {
            self.options.quiescence_plies = if on { Options::default().quiescence_plies } else { 0 };
            return Ok(());
        }
        let place = self.options.switch(name).ok_or_else(|| {
            let fault = Fault::new(format!("there is no refinement `{name}`"));
            let all: Vec<String> = Options::switches().map(|(n, _)| format!("`{n}`")).collect();
            match nearest(name, Options::switches().map(|s| s.0)) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help(format!("there are `quiescence`, {}", all.join(", "))),
            }
        })?;
        *place = on;
        Ok(())
    }

    /// How many plies a tree plays at random, where that is said.
    ///
    /// # Errors
    /// If there is no tree.
    pub fn grow(&mut self) -> Result<(), Fault> {
        match (self.playout, &mut self.way) {
            (Some(plies), Way::Mcts(playout)) => *playout = plies,
            (Some(_), _) => {
                return Err(Fault::new("`playout` has no effect: nothing is played at random")
                    .help("leave `playout` out, or take `mcts` for the algorithm"));
            }
            (None, _) => {}
        }
        Ok(())
    }

    /// What does not go together; `engine` is a setting that was given and means something to the engine alone.
    ///
    /// # Errors
    /// Says so.
    pub fn check(&self, engine: Option<&str>) -> Result<(), Fault> {
        let timed = self.limits.time.is_some() || self.limits.nodes.is_some() || self.limits.clock.is_some();
        if let Way::Textbook(algorithm) = self.way
            && timed
        {
            return Err(Fault::new(format!("`{}` searches to a depth, not for a time", algorithm.name()))
                .help("give it a depth, such as 3"));
        }
        if matches!(self.way, Way::Mcts(_)) && self.limits.depth.is_some() {
            return Err(Fault::new("`mcts` grows a tree for a time or a number of positions, not to a depth")
                .help("give it time or nodes, such as `nodes=10000`"));
        }
        let bounded = timed || self.limits.depth.is_some();
        match self.way {
            Way::Random if bounded => {
                return Err(Fault::new("who plays at random does not think").help("leave its limits out"));
            }
            Way::Level(level) if level < LEVELS && bounded => {
                return Err(Fault::new(format!("level {level} has limits of its own"))
                    .help(format!("leave depth, nodes, time and clock out, or take level {LEVELS}")));
            }
            _ => {}
        }
        if let (true, Some(setting)) = (self.way != Way::Engine, engine) {
            let what =
                format!("`{setting}` has no effect on `{}`: it is a setting of the engine's search", named(self.way));
            return Err(Fault::new(what).help(format!("leave `{setting}` out, or the algorithm")));
        }
        if self.way != Way::Engine && self.opponent.is_some() {
            let what = format!("`opponent` has no effect on `{}`: the engine thinks of it", named(self.way));
            return Err(Fault::new(what).help("leave `opponent` out, or the algorithm or level"));
        }
        if self.secondary > 0 && self.opponent.is_some() {
            return Err(Fault::new("`secondary` and `opponent` don't go together").help("leave one of them out"));
        }
        if self.limits.time.is_some() && self.limits.clock.is_some() {
            return Err(Fault::new("a time for each move and a clock for all of them don't go together")
                .help("write `time=100ms` or `clock=10s+100ms`"));
        }
        Ok(())
    }

    /// The level, if it is one.
    pub fn level(&self) -> Option<Level> {
        if let Way::Level(number) = self.way { Some(Level { number, seed: self.seed }) } else { None }
    }

    /// As a player of a match, with its book.
    pub(super) fn contestant(&self, book: Option<Arc<Book>>) -> Contestant {
        Contestant {
            way: self.way,
            seed: self.seed,
            swindle: self.opponent.as_ref().map(|opponent| Swindle { model: opponent.model, within: self.swindle }),
            secondary: self.secondary,
            options: self.options.clone(),
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            time: self.limits.time,
            clock: self.limits.clock,
            book,
        }
    }
}

/// The greatest difference that a swindle may make up for.
pub const MOST_SWINDLE: i32 = 1_000_000;

/// Who is called by this name.
///
/// # Errors
/// Which names there are.
pub fn way(name: &str) -> Result<Way, Fault> {
    match name {
        ENGINE => Ok(Way::Engine),
        RANDOM => Ok(Way::Random),
        MCTS => Ok(Way::Mcts(PLAYOUT)),
        _ => procedure(name, &[ENGINE, MCTS, RANDOM]).map(Way::Textbook),
    }
}

/// The most plies that are played at random.
pub const MOST_PLAYOUT: u32 = 10_000;

/// What a way of playing is called.
fn named(way: Way) -> String {
    match way {
        Way::Engine => ENGINE.to_string(),
        Way::Textbook(algorithm) => algorithm.name().to_string(),
        Way::Level(level) => format!("level {level}"),
        Way::Random => RANDOM.to_string(),
        Way::Mcts(_) => MCTS.to_string(),
    }
}

/// The procedure of this name, where a step by step account is wanted: the engine gives none.
///
/// # Errors
/// Which names there are.
pub fn traced(name: &str) -> Result<Algorithm, Fault> {
    if name == ENGINE {
        return Err(Fault::new("the engine's search is not traced step by step")
            .help("`pvs` is its procedure; `rulesmith trace --compare` counts its positions"));
    }
    procedure(name, &[])
}

/// The procedure of this name; a message names the `others` as well.
fn procedure(name: &str, others: &[&'static str]) -> Result<Algorithm, Fault> {
    Algorithm::of_name(name).ok_or_else(|| {
        let names = || Algorithm::ALL.into_iter().map(Algorithm::name).chain(others.iter().copied());
        let fault = Fault::new(format!("there is no procedure `{name}`"));
        match nearest(name, names()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => {
                fault.help(format!("there are {}", names().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")))
            }
        }
    })
}

/// Whether there is memory for a table of so many MiB.
///
/// # Errors
/// That there is not.
pub fn fits(mib: usize) -> Result<(), Fault> {
    if Table::fits(mib) {
        return Ok(());
    }
    Err(Fault::new(format!("there is no memory for a table of {mib} MiB")).help("give it less with `hash`"))
}

const KEYS: [&str; 16] = [
    "algorithm",
    "depth",
    "nodes",
    "time",
    "clock",
    "eval",
    "book",
    "hash",
    "threads",
    "quiescence",
    "secondary",
    "level",
    "seed",
    "opponent",
    "swindle",
    "playout",
];
const HELP: &str = "write settings as `depth=4,eval=open lines`, `algorithm=minimax,depth=2`, `time=100ms`";

fn unknown(key: &str) -> Fault {
    let names = || KEYS.into_iter().chain(Options::switches().map(|s| s.0));
    let fault = Fault::new(format!("there is no setting `{key}`"));
    match nearest(key, names()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(format!("there are {}", names().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "))),
    }
}

/// What is said of a time that is read, and too long.
const TOO_LONG: &str = "that is longer than thirty days";

/// Reads a time: `500ms`, `2s`, `1.5m`, `1h`; a bare number is seconds.
///
/// # Errors
/// What to write.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match &text[digits.len()..] {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a time such as 500ms, 2s or 1m".to_string()),
    };
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let value: f64 = digits.parse().ok().filter(|_| plain).ok_or("write a time such as 500ms, 2s or 1m")?;
    Duration::try_from_secs_f64(value * scale)
        .ok()
        .filter(|d| d.as_secs() <= 30 * 24 * 3600)
        .ok_or_else(|| TOO_LONG.to_string())
}

/// Reads a clock: `5m` for all moves, `5m+3s` with what each move adds.
///
/// # Errors
/// What to write.
pub fn parse_clock(text: &str) -> Result<TimeControl, String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    let part = |text: &str| {
        parse_duration(text.trim()).map_err(|why| match why == TOO_LONG {
            true => why,
            false => "write a clock such as 5m+3s: for all moves, and more after each".to_string(),
        })
    };
    let control = TimeControl { left: part(left)?, increment: part(increment)? };
    if control.left.is_zero() { Err("a clock needs some time to begin with".to_string()) } else { Ok(control) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        let seconds = |left, increment| TimeControl {
            left: Duration::from_secs(left),
            increment: Duration::from_secs(increment),
        };
        assert_eq!(parse_clock("5m+3s"), Ok(seconds(300, 3)));
        assert_eq!(parse_clock("90"), Ok(seconds(90, 0)));
        for bad in ["", "+", "5m+", "+3s", "5m-3s", "5x+3s", "0s+1s", "5m+3s+1s", "99999h"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn settings_in_one_line() {
        let thinker = Thinker::parse("depth=4, eval=open lines,null-move=off").unwrap();
        assert_eq!((thinker.limits.depth, thinker.evaluation.as_deref()), (Some(4), Some("open lines")));
        assert!(!thinker.options.selective.null_move);
        assert_eq!(Thinker::parse("algorithm=minimax,depth=2").unwrap().way, Way::Textbook(Algorithm::Minimax));
        assert_eq!(Thinker::parse("").unwrap(), Thinker::default());
    }

    #[test]
    fn what_is_wrong_is_said_with_advice() {
        for bad in [
            "depht=4",
            "depth",
            "depth=0",
            "time=soon",
            "algorithm=mininax",
            "random",
            "killers=maybe",
            "x=on",
            "algorithm=minimax,time=1s",
            "algorithm=minimax,hash=8",
            "killers=on,algorithm=pvs",
            "depth=1,depth=2",
            "algorithm=minimax,clock=1m",
            "clock=soon",
            "time=1s,clock=1m+1s",
            "level=0",
            "level=11",
            "level=-1",
            "level=3,depth=2",
            "level=3,algorithm=minimax",
            "algorithm=random,depth=2",
            "seed=x",
            "swindle=3",
            "opponent=random,swindle=-1",
            "opponent=depht=2",
            "opponent=depth",
            "opponent=depth=0",
            "opponent=nodes=0",
            "opponent=human",
            "opponent=random+eval=x",
            "opponent=depth=2+nodes=3",
            "opponent=",
            "opponent=random,level=2",
            "opponent=random,secondary=2",
            "algorithm=mcts,depth=3",
            "algorithm=mcts,killers=off",
            "algorithm=mcts,playout=-1",
            "algorithm=mcts,playout=x",
            "playout=4",
            "algorithm=mctc,nodes=5",
        ] {
            assert!(Thinker::parse(bad).unwrap_err().help.is_some(), "{bad}");
        }
        assert_eq!(Thinker::parse("depht=4").unwrap_err().help.unwrap(), "did you mean `depth`?");
    }
}
