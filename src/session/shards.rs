//! Matches in parts, as several machines play them: what each part says of itself, and the whole put together.

use serde_json::{Map, Value, json};

use super::{Contest, ContestResult, Error, Fault, Session, Thinker, read_named};
use crate::compile::digest;
use crate::search::match_play::{GameResult, MatchSettings, Sprt, Tally};

/// A match that was put together.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    /// How it went.
    pub result: ContestResult,
    /// What the two ways of playing are.
    pub names: [String; 2],
    /// What the players are called.
    pub players: [String; 2],
    /// The games in order, as `match` gives them.
    pub games: Vec<Value>,
}

/// What the parts of one match have in common, and how a difference is told.
const COMMON: [(&str, &str); 13] = [
    ("version", "version"),
    ("game", "game"),
    ("rules", "rules"),
    ("evaluations", "evaluations"),
    ("position", "position"),
    ("a", "player A"),
    ("b", "player B"),
    ("games", "number of games"),
    ("seed", "seed"),
    ("random", "number of random plies"),
    ("openings", "openings"),
    ("plies", "greatest length"),
    ("sprt", "sequential test"),
];

const AGAIN: &str = "play all parts with the same program, file and settings, but for `--shard`";

/// What a part of a match says of itself.
struct Head {
    file: String,
    head: Map<String, Value>,
    index: usize,
    of: usize,
    games: Vec<(usize, Value)>,
    repeated: usize,
}

impl Session {
    /// The first line of a part: all that decides what is played.
    pub fn shard_head(&self, thinkers: &[Thinker; 2], contest: &Contest, names: [&str; 2]) -> Value {
        let settings = &contest.settings;
        let (index, of) = settings.shard.map_or((1, 1), |(index, of)| (index + 1, of));
        let text = |text: &str| format!("{:016x}", digest(text.bytes()));
        let openings = (!contest.openings.is_empty()).then(|| text(&format!("{:?}", contest.openings)));
        // The file's own text, since evaluations are no part of the rules.
        let evaluations =
            text(&format!("{}{:?}", self.loaded().source.text, thinkers.each_ref().map(|t| &t.evaluation)));
        json!({
            "shard": index,
            "of": of,
            "version": env!("CARGO_PKG_VERSION"),
            "game": self.compiled().name(),
            "rules": format!("{:016x}", self.compiled().digest()),
            "evaluations": evaluations,
            "position": self.position_text(),
            "players": self.compiled().players().pair(),
            "a": names[0],
            "b": names[1],
            "games": settings.games,
            "seed": settings.seed,
            "random": settings.opening_plies,
            "openings": openings,
            "plies": settings.max_plies,
            "sprt": contest.sprt.map(|sprt| [sprt.elo0, sprt.elo1]),
        })
    }
}

/// Puts the parts of a match together: what one run would have given, games in the order of their numbers up to where the
/// sequential test is decided.
///
/// # Errors
/// Which part is missing, there twice, broken off, or of another match.
pub fn merge_shards(files: &[String]) -> Result<Merged, Error> {
    let parts = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let first = parts.first().ok_or_else(|| Error::request("there is nothing to merge"))?;
    for part in &parts {
        for (key, name) in COMMON {
            let (a, b) = (&first.head[key], &part.head[key]);
            if a != b {
                let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
                let what = format!(
                    "`{}` and `{}` are not of one match: the {name} is `{}` and `{}`",
                    first.file,
                    part.file,
                    shown(a),
                    shown(b)
                );
                return Err(Error::request(what).help(AGAIN));
            }
        }
        if part.of != first.of {
            let what = format!("`{}` is one of {} parts, `{}` one of {}", first.file, first.of, part.file, part.of);
            return Err(Error::request(what).help(AGAIN));
        }
    }
    let mut by_index: Vec<Option<&Head>> = vec![None; first.of];
    for part in &parts {
        if let Some(other) = by_index[part.index].replace(part) {
            let what = format!("`{}` and `{}` are both part {} of {}", other.file, part.file, part.index + 1, part.of);
            return Err(Error::request(what).help("give each part once"));
        }
    }
    let missing: Vec<String> =
        (0..first.of).filter(|&index| by_index[index].is_none()).map(|index| (index + 1).to_string()).collect();
    if !missing.is_empty() {
        let (parts, are) = if missing.len() == 1 { ("part", "is") } else { ("parts", "are") };
        let what = format!("{parts} {} of {} {are} missing", missing.join(", "), first.of);
        let help = format!("play it with `--shard {}/{}`, and give all files", missing[0], first.of);
        return Err(Error::request(what).help(help));
    }
    let mut games: Vec<(usize, &Value)> =
        parts.iter().flat_map(|part| part.games.iter().map(|(number, game)| (*number, game))).collect();
    games.sort_by_key(|(number, _)| *number);
    whole(first, &games)
}

/// The match of these games.
fn whole(first: &Head, games: &[(usize, &Value)]) -> Result<Merged, Error> {
    let text = |key: &str| first.head[key].as_str().unwrap_or_default().to_string();
    let players = first.head["players"].as_array().cloned().unwrap_or_default();
    let player = |index: usize| players.get(index).and_then(Value::as_str).unwrap_or_default().to_string();
    let players = [player(0), player(1)];
    let sprt = first.head["sprt"].as_array().and_then(|elo| Some((elo.first()?.as_f64()?, elo.get(1)?.as_f64()?)));
    let sprt = sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 });
    let random = first.head["random"].as_u64().unwrap_or(0);
    let (mut tally, mut by_side) = (Tally::default(), [Tally::default(); 2]);
    let (mut on_time, mut shortened, mut decided) = (0, 0, false);
    let mut half: Option<GameResult> = None;
    let mut told = Vec::new();
    for (number, game) in games {
        let result = match game["result"].as_str() {
            Some("win") => GameResult::Won,
            Some("draw") => GameResult::Drawn,
            _ => GameResult::Lost,
        };
        tally.add(result);
        by_side[(number - 1) % 2].add(result);
        half = match half {
            Some(other) => {
                tally.pair([other, result]);
                None
            }
            None => Some(result),
        };
        on_time += usize::from(game["on_time"] == true);
        let opening = game["opening"].as_u64().unwrap_or(random);
        shortened += usize::from(first.head["openings"].is_null() && opening < random);
        let mut shown = (*game).clone();
        if let Some(shown) = shown.as_object_mut() {
            shown.remove("opening");
            shown.remove("on_time");
        }
        told.push(shown);
        decided = half.is_none() && sprt.is_some_and(|sprt| sprt.decision(&tally).is_some());
        if decided {
            break;
        }
    }
    let _ = decided;
    let sprt = sprt.map(|sprt| (sprt.llr(&tally), sprt.bounds(), sprt.decision(&tally)));
    let (stopped, overflowed, repeated) = (false, false, first.repeated);
    let result = ContestResult { tally, by_side, sprt, stopped, overflowed, on_time, repeated, shortened };
    Ok(Merged { result, names: [text("a"), text("b")], players, games: told })
}

/// Reads a part.
fn read(file: &str) -> Result<Head, Error> {
    let source = read_named(file, "merge fewer games at once")?;
    let wrong = |what: String, help: &str| Error::Request(Fault::new(what).help(help));
    let again = "play this part again";
    let mut lines = source.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let object = |(number, line): (usize, &str)| match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(object)) => Ok(object),
        Err(error) if error.is_eof() => Err(wrong(format!("`{file}` breaks off in line {}", number + 1), again)),
        _ => Err(wrong(
            format!("line {} of `{file}` is none of a part of a match", number + 1),
            "give what `match --shard` wrote",
        )),
    };
    let no_part =
        || wrong(format!("`{file}` is no part of a match"), "`rulesmith match … --shard 1/4 > 1.jsonl` writes one");
    let head = object(lines.next().ok_or_else(no_part)?)?;
    if head.contains_key("tuning") {
        return Err(wrong(
            format!("`{file}` is a part of a tuning"),
            "`rulesmith tune FILE --games N --after PARTS…` puts those together",
        ));
    }
    let number = |object: &Map<String, Value>, key: &str| object.get(key).and_then(Value::as_u64).map(|n| n as usize);
    let (Some(index), Some(of), Some(games)) = (number(&head, "shard"), number(&head, "of"), number(&head, "games"))
    else {
        return Err(no_part());
    };
    if index < 1 || index > of || of > 100_000 || COMMON.iter().any(|(key, _)| !head.contains_key(*key)) {
        return Err(no_part());
    }
    let mut part = Head { file: file.to_string(), head, index: index - 1, of, games: Vec::new(), repeated: 0 };
    let mut end: Option<Map<String, Value>> = None;
    for line in lines {
        let at = line.0 + 1;
        let object = object(line)?;
        if end.is_some() {
            return Err(wrong(
                format!("line {at} of `{file}` stands behind the last one of the part"),
                "give each part in a file of its own",
            ));
        }
        let Some(game) = number(&object, "game") else {
            if !object.contains_key("games") {
                return Err(wrong(format!("line {at} of `{file}` is no game"), "give what `match --shard` wrote"));
            }
            end = Some(object);
            continue;
        };
        let settings = MatchSettings { games, shard: Some((part.index, of)), ..MatchSettings::default() };
        let known = part.games.iter().any(|(other, _)| *other == game);
        if game < 1 || game > games || !settings.plays(game - 1) || known {
            let why = if known { "there twice" } else { "none of this part" };
            return Err(wrong(format!("game {game} in line {at} of `{file}` is {why}"), again));
        }
        if !["win", "draw", "loss"].iter().any(|result| object.get("result").is_some_and(|told| told == result)) {
            return Err(wrong(format!("the game in line {at} of `{file}` has no result"), again));
        }
        part.games.push((game, Value::Object(object)));
    }
    let Some(end) = end else {
        return Err(wrong(format!("`{file}` breaks off before its end"), again));
    };
    if end.get("stopped").is_some_and(|stopped| stopped == true) {
        return Err(wrong(format!("part {index} of {of} in `{file}` was stopped early"), again));
    }
    part.repeated = number(&end, "repeated").unwrap_or(0);
    let settings = MatchSettings {
        games: games.saturating_sub(part.repeated),
        shard: Some((part.index, of)),
        ..MatchSettings::default()
    };
    if part.games.len() != settings.games_here() || number(&end, "games") != Some(part.games.len()) {
        let what = format!("`{file}` holds {} games, of {} in this part", part.games.len(), settings.games_here());
        return Err(wrong(what, again));
    }
    Ok(part)
}
