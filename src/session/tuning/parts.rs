//! Tuning in parts, as several machines play them: each part is a share of the games of one round, in lines of JSON. What comes
//! of a round follows from all its games alone, so every machine finds it for itself before it plays on.

use serde_json::{Value, json};

use super::games::Outcomes;
use crate::compile::digest;
use crate::session::{Error, Fault, read_named};

/// A part that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct TunePart {
    /// Of which round, from 1, and how many rounds there are.
    pub round: u32,
    /// How many rounds there are.
    pub rounds: u32,
    /// Its games.
    pub games: usize,
    /// Whether it was broken off.
    pub stopped: bool,
}

/// Which share of a round is played, and where its lines go.
pub struct Share<'s> {
    /// Which part, from 0, of how many.
    pub shard: (usize, usize),
    /// Is given each line, without its end.
    pub write: &'s mut (dyn FnMut(&str) + Send + Sync),
    /// What is known of the lines so far.
    sum: u64,
    games: usize,
}

impl<'s> Share<'s> {
    /// Nothing is written yet.
    pub fn new(shard: (usize, usize), write: &'s mut (dyn FnMut(&str) + Send + Sync)) -> Self {
        Share { shard, write, sum: 0, games: 0 }
    }

    /// Whether a game is one of it.
    pub fn plays(&self, game: u64) -> bool {
        game as usize % self.shard.1 == self.shard.0
    }

    fn line(&mut self, value: &Value) {
        let text = value.to_string();
        self.sum = added(self.sum, &text);
        (self.write)(&text);
    }

    /// The first line: what is tuned, and which part of which round it is.
    pub fn begin(&mut self, tuning: &str, games: usize, round: u32) {
        let (part, of) = (self.shard.0 + 1, self.shard.1);
        self.line(&json!({ "tuning": tuning, "games": games, "round": round, "part": part, "of": of }));
    }

    /// A game.
    pub fn game(&mut self, game: &Outcomes) {
        self.games += 1;
        self.line(&json!({ "game": game }));
    }

    /// The last line: how many games it was, and what tells whether all lines are as they were written.
    pub fn end(&mut self) -> usize {
        let sum = format!("{:016x}", self.sum);
        self.line(&json!({ "played": self.games, "sum": sum }));
        self.games
    }
}

fn added(sum: u64, line: &str) -> u64 {
    sum.rotate_left(5) ^ digest(line.bytes())
}

/// What a tuning is called in its parts.
pub fn name(key: u64) -> String {
    format!("rulesmith {} {key:016x}", env!("CARGO_PKG_VERSION"))
}

const AGAIN: &str = "play this part again";
const WRITES: &str = "give what `rulesmith tune FILE --games N --shard I/N` wrote";

/// The games of the parts of a tuning of so many games, whose positions have so many words.
///
/// # Errors
/// Which file is none of it, and why.
pub fn read(files: &[String], tuning: &str, games: usize, words: usize) -> Result<Vec<Outcomes>, Error> {
    let mut all = Vec::new();
    for file in files {
        all.extend(read_part(file, tuning, games, words)?);
    }
    all.sort_by_key(|game| (game.job.round, game.job.game));
    Ok(all)
}

fn read_part(file: &str, tuning: &str, games: usize, words: usize) -> Result<Vec<Outcomes>, Error> {
    let wrong = |what: String, help: &str| Error::Request(Fault::new(what).help(help));
    let source = read_named(file, "play more parts, each of fewer games")?;
    let mut lines = source.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let value = |(at, line): (usize, &str)| match serde_json::from_str::<Value>(line) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Err(error) if error.is_eof() => Err(wrong(format!("`{file}` breaks off in line {}", at + 1), AGAIN)),
        _ => Err(wrong(format!("line {} of `{file}` is none of a part of a tuning", at + 1), WRITES)),
    };
    let no_part = || wrong(format!("`{file}` is no part of a tuning"), WRITES);
    let first = lines.next().ok_or_else(no_part)?;
    let head = value(first)?;
    if head["shard"].is_u64() {
        return Err(wrong(
            format!("`{file}` is a part of a match"),
            "`rulesmith merge` puts parts of matches together",
        ));
    }
    let of = head["tuning"].as_str().ok_or_else(no_part)?;
    if of != tuning {
        let help = "the same program, rules, evaluation, position and seed give parts that fit";
        return Err(wrong(format!("`{file}` is a part of another tuning"), help));
    }
    if head["games"].as_u64() != Some(games as u64) {
        let what = format!("`{file}` is a part of a tuning of {} games, not {games}", head["games"]);
        return Err(wrong(what, &format!("`--games {}` fits it", head["games"])));
    }
    let mut sum = added(0, first.1);
    let mut found = Vec::new();
    for (at, line) in lines.by_ref() {
        let mut value = value((at, line))?;
        if value["game"].is_null() {
            let (played, told) = (value["played"].as_u64(), value["sum"].as_str());
            if played != Some(found.len() as u64) || told != Some(&format!("{sum:016x}")) {
                return Err(wrong(format!("`{file}` is not as it was written"), AGAIN));
            }
            return match lines.next() {
                None => Ok(found),
                Some((at, _)) => {
                    let what = format!("line {} of `{file}` stands behind the last one of the part", at + 1);
                    Err(wrong(what, "give each part in a file of its own"))
                }
            };
        }
        sum = added(sum, line);
        let game = serde_json::from_value::<Outcomes>(value["game"].take()).ok();
        match game.filter(|game| game.positions.iter().all(|(state, _)| state.len() == words)) {
            Some(game) => found.push(game),
            None => return Err(wrong(format!("line {} of `{file}` is no game of this tuning", at + 1), WRITES)),
        }
    }
    Err(wrong(format!("`{file}` breaks off before its end"), AGAIN))
}
