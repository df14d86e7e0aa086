//! A line as a command.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::cli::{parse_clock, parse_duration};
use crate::session::{Fault, Limits, parse_setting};

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Nothing,
    Moves(String),
    /// What no command begins with: a move, or several.
    Play(String),
    Undo(usize),
    Redo(usize),
    Board,
    Best(Limits),
    /// With a name: that evaluation from now on.
    Eval(Option<String>),
    Perft {
        depth: u32,
        divide: bool,
    },
    /// A procedure by name and its depth.
    Trace(Option<String>, Option<u32>),
    Solve(Option<Duration>),
    /// How the two play, and how many games.
    Match {
        a: String,
        b: String,
        games: usize,
    },
    Position(Option<String>),
    Load {
        file: String,
        options: BTreeMap<String, String>,
    },
    Reload,
    Save(String),
    Draw(String),
    Record(String),
    New,
    Options,
    Set(BTreeMap<String, String>),
    Games(Vec<String>),
    Help(Option<String>),
    Query(String),
    Quit,
}

/// A command in the words of its help.
pub(super) struct Entry {
    pub name: &'static str,
    pub usage: &'static str,
    pub what: &'static str,
}

const fn entry(name: &'static str, usage: &'static str, what: &'static str) -> Entry {
    Entry { name, usage, what }
}

/// All commands, as `help` lists them.
pub(super) const COMMANDS: &[Entry] = &[
    entry("moves", "moves [e2]", "list the legal moves, or those that begin so"),
    entry("undo", "undo [N]", "take the last move back, or the last N"),
    entry("redo", "redo [N]", "play it again"),
    entry("board", "board", "show the board and what its letters mean"),
    entry(
        "best",
        "best [DEPTH | TIME | CLOCK]",
        "find the best move: `best`, `best 6`, `best 5s`, `best 5m+3s` (a share of a clock), `best 100000 nodes`",
    ),
    entry("eval", "eval [NAME]", "show the evaluation term by term; with a name, use that one from now on"),
    entry("perft", "perft DEPTH [divide]", "count the sequences of moves, ply by ply"),
    entry("trace", "trace [PROCEDURE] [DEPTH]", "follow a textbook procedure step by step: `trace minimax 2`"),
    entry("solve", "solve [TIME]", "find the exact value of the position"),
    entry(
        "match",
        "match A B [GAMES]",
        "let two settings play from here: `match depth=4 depth=2,eval=\"open lines\" 10`",
    ),
    entry("position", "position [TEXT]", "show the position as text, or set one up"),
    entry("record", "record [pgn | pdn | sgf]", "show the game so far as it would be saved"),
    entry(
        "load",
        "load FILE [RECORD] [OPTION=VALUE …]",
        "load a game: a file, a shipped game's name or a record (`games.pgn#3`); `load my.game x.pgn`: a record by these rules",
    ),
    entry("reload", "reload", "read the file again and keep the game so far where it is still legal"),
    entry(
        "save",
        "save FILE",
        "save the game so far, as its name says (.record, .pgn, .pdn, .sgf); `load` reads it, and no other game is written over",
    ),
    entry("draw", "draw FILE.svg", "draw the position into a file, with the last move marked"),
    entry("new", "new", "begin again"),
    entry("options", "options", "show the options of the game"),
    entry("set", "set OPTION=VALUE …", "change options and keep the game so far where it is still legal"),
    entry("games", "games [WORD]", "list the shipped games, or those that words find"),
    entry("help", "help [TOPIC]", "help on a command, or on `queries` or `notation`"),
    entry("quit", "quit", "leave"),
];

/// How many games a match has if nothing is said, and at most.
const GAMES: usize = 10;
const MOST_GAMES: usize = 1_000_000;

/// The names of the commands.
pub(super) fn names<'a>() -> impl Iterator<Item = &'a str> {
    COMMANDS.iter().map(|c| -> &'a str { c.name })
}

fn usage(name: &str) -> String {
    match COMMANDS.iter().find(|c| c.name == name) {
        Some(entry) => format!("write `{}`: {}", entry.usage, entry.what),
        None => format!("write `{name}`"),
    }
}

/// Reads a line.
pub(super) fn parse(line: &str) -> Result<Command, Fault> {
    let line = line.trim();
    if line.is_empty() || line.starts_with("//") {
        return Ok(Command::Nothing);
    }
    if let Some(query) = line.strip_prefix('?') {
        let query = query.trim();
        return Ok(if query.is_empty() { Command::Help(None) } else { Command::Query(query.to_string()) });
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let optional = || (!rest.is_empty()).then(|| rest.to_string());
    let plain = |command: Command| match rest {
        "" => Ok(command),
        _ => Err(Fault::new(format!("`{word}` takes nothing after it")).help(usage(word))),
    };
    match word {
        "moves" => Ok(Command::Moves(rest.to_string())),
        "undo" => Ok(Command::Undo(times(word, rest)?)),
        "redo" => Ok(Command::Redo(times(word, rest)?)),
        "board" => plain(Command::Board),
        "best" => Ok(Command::Best(limits(rest)?)),
        // A name may stand in quotes, as it does in the file.
        "eval" => Ok(Command::Eval(optional().map(|name| name.trim_matches('"').to_string()))),
        "perft" => perft(rest),
        "trace" => trace(rest),
        "solve" => {
            let time = (!rest.is_empty()).then(|| parse_duration(rest)).transpose();
            Ok(Command::Solve(time.map_err(|why| wrong(word, rest).help(why))?))
        }
        "match" => contest(rest),
        "position" => Ok(Command::Position(optional())),
        "load" => load(rest),
        "reload" => plain(Command::Reload),
        "save" => optional().map(Command::Save).ok_or_else(|| Fault::new("`save` needs a name").help(usage(word))),
        "draw" if rest.ends_with(".svg") => Ok(Command::Draw(rest.to_string())),
        "draw" if rest.is_empty() => Err(Fault::new("`draw` needs the name of a picture").help(usage(word))),
        "draw" => Err(Fault::new(format!("`{rest}` is no name of an SVG picture")).help("write `draw FILE.svg`")),
        "record" => Ok(Command::Record(rest.to_string())),
        "new" => plain(Command::New),
        "options" => plain(Command::Options),
        "set" if rest.is_empty() => Ok(Command::Options),
        "set" => {
            let close = rest.replace(" =", "=").replace("= ", "=");
            let mut options = BTreeMap::new();
            for word in close.split_whitespace() {
                setting(word, &mut options)?;
            }
            Ok(Command::Set(options))
        }
        "games" => Ok(Command::Games(rest.split_whitespace().map(str::to_string).collect())),
        "help" => Ok(Command::Help(optional())),
        "quit" | "exit" => plain(Command::Quit),
        _ => Ok(Command::Play(line.to_string())),
    }
}

fn wrong(word: &str, rest: &str) -> Fault {
    Fault::new(format!("`{word}` can't be followed by `{rest}`")).help(usage(word))
}

fn times(word: &str, rest: &str) -> Result<usize, Fault> {
    match rest {
        "" => Ok(1),
        "all" => Ok(usize::MAX),
        _ => rest.parse().ok().filter(|&n| n > 0).ok_or_else(|| wrong(word, rest)),
    }
}

/// `6`, `depth 6`, `5s`, `time 5s`, `5m+3s`, `clock 5m+3s`, `1000 nodes`, `nodes 1000`, or nothing.
fn limits(rest: &str) -> Result<Limits, Fault> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let depth = |w: &str| w.parse().ok().filter(|&d| d > 0).map(|d| Limits { depth: Some(d), ..Limits::default() });
    let nodes = |w: &str| w.parse().ok().filter(|&n| n > 0).map(|n| Limits { nodes: Some(n), ..Limits::default() });
    let time = |w: &str| parse_duration(w).ok().map(|t| Limits { time: Some(t), ..Limits::default() });
    let clock = |w: &str| {
        let clock = w.contains('+').then(|| parse_clock(w).ok()).flatten();
        clock.map(|c| Limits { clock: Some(c), ..Limits::default() })
    };
    match words[..] {
        [] => Some(Limits::default()),
        [n] | ["depth", n] if depth(n).is_some() => depth(n),
        ["nodes", n] | [n, "nodes"] => nodes(n),
        // A bare number is a depth, never seconds.
        [t] if t.bytes().all(|b| b.is_ascii_digit()) => None,
        [t] | ["clock", t] if clock(t).is_some() => clock(t),
        [t] | ["time", t] => time(t),
        _ => None,
    }
    .ok_or_else(|| wrong("best", rest))
}

fn perft(rest: &str) -> Result<Command, Fault> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let depth = |w: &str| {
        let depth = w.parse().ok().filter(|d| (1..=1000).contains(d));
        let number = w.bytes().all(|b| b.is_ascii_digit());
        depth.ok_or_else(|| match number {
            true => Fault::new(format!("`{w}` is no depth")).help("write a number of plies from 1 to 1000"),
            false => wrong("perft", rest),
        })
    };
    match words[..] {
        [] => Err(Fault::new("`perft` needs a depth").help(usage("perft"))),
        [n] => Ok(Command::Perft { depth: depth(n)?, divide: false }),
        [n, "divide"] | ["divide", n] => Ok(Command::Perft { depth: depth(n)?, divide: true }),
        _ => Err(wrong("perft", rest)),
    }
}

fn trace(rest: &str) -> Result<Command, Fault> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let depth = |w: &str| w.parse().ok().filter(|d| (0..=200).contains(d)).ok_or_else(|| wrong("trace", rest));
    match words[..] {
        [] => Ok(Command::Trace(None, None)),
        [d] if d.parse::<i64>().is_ok() => Ok(Command::Trace(None, Some(depth(d)?))),
        [name] => Ok(Command::Trace(Some(name.to_string()), None)),
        [name, d] => Ok(Command::Trace(Some(name.to_string()), Some(depth(d)?))),
        _ => Err(wrong("trace", rest)),
    }
}

/// `A B [GAMES]`: settings with spaces stand in quotes.
fn contest(rest: &str) -> Result<Command, Fault> {
    let words = quoted(rest).ok_or_else(|| Fault::new("a quote is not closed").help(usage("match")))?;
    let (a, b, games) = match &words[..] {
        [a, b] => (a, b, Some(GAMES)),
        [a, b, games] => (a, b, games.parse().ok().filter(|n| (1..=MOST_GAMES).contains(n))),
        [] | [_] => return Err(Fault::new("`match` needs two settings").help(usage("match"))),
        _ => return Err(wrong("match", rest)),
    };
    let games = games.ok_or_else(|| wrong("match", rest))?;
    Ok(Command::Match { a: a.clone(), b: b.clone(), games })
}

/// Words, in which double quotes keep spaces (`""` is an empty word); none if a quote stays open.
fn quoted(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut inside) = (Vec::new(), None::<String>, false);
    for c in text.chars().chain([' ']) {
        match c {
            '"' => {
                inside = !inside;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !inside => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    (!inside).then_some(words)
}

/// `FILE [OPTION=VALUE …]`: a file's name may hold spaces, but not begin to look like a setting.
fn load(rest: &str) -> Result<Command, Fault> {
    let mut options = BTreeMap::new();
    let mut file = Vec::new();
    for word in rest.split_whitespace() {
        if word.starts_with("--") {
            return Err(Fault::new(format!("`{word}` belongs to the command line")).help(usage("load")));
        }
        if word.contains('=') {
            setting(word, &mut options)?;
        } else {
            file.push(word);
        }
    }
    if file.is_empty() {
        return Err(Fault::new("`load` needs the name of a game").help(usage("load")));
    }
    Ok(Command::Load { file: file.join(" "), options })
}

fn setting(text: &str, options: &mut BTreeMap<String, String>) -> Result<(), Fault> {
    parse_setting(text, options).map_err(|error| match error {
        crate::session::Error::Request(fault) | crate::session::Error::Environment(fault) => fault,
        other => Fault::new(other.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_commands() {
        let best = |limits| Ok(Command::Best(limits));
        assert_eq!(parse("best"), best(Limits::default()));
        assert_eq!(parse(" best 6 "), best(Limits { depth: Some(6), ..Limits::default() }));
        assert_eq!(parse("best 5s"), best(Limits { time: Some(Duration::from_secs(5)), ..Limits::default() }));
        assert_eq!(parse("best 900 nodes"), best(Limits { nodes: Some(900), ..Limits::default() }));
        assert_eq!(parse("e2e4"), Ok(Command::Play("e2e4".to_string())));
        assert_eq!(parse("?count own"), Ok(Command::Query("count own".to_string())));
        assert_eq!(parse("undo 3"), Ok(Command::Undo(3)));
        let settings = ("depth=4,eval=open lines".to_string(), "depth=2".to_string());
        let contest = |games| Ok(Command::Match { a: settings.0.clone(), b: settings.1.clone(), games });
        assert_eq!(parse("match depth=4,eval=\"open lines\" depth=2"), contest(GAMES));
        let engine = Command::Match { a: String::new(), b: "depth=2".to_string(), games: GAMES };
        assert_eq!(parse("match \"\" depth=2"), Ok(engine));
        assert_eq!(parse("match \"depth=4,eval=open lines\"  depth=2 6"), contest(6));
        assert_eq!(parse("perft 3 divide"), Ok(Command::Perft { depth: 3, divide: true }));
        let options = BTreeMap::from([("size".to_string(), "6".to_string())]);
        assert_eq!(parse("load my game.game size=6"), Ok(Command::Load { file: "my game.game".to_string(), options }));
    }

    #[test]
    fn what_is_wrong_is_said_with_the_usage() {
        for line in [
            "best -1",
            "trace minimax x",
            "best 0",
            "best soon",
            "perft",
            "perft x",
            "perft 0",
            "undo 0",
            "set size",
            "load",
            "load chess --set size=4",
            "draw x.png",
            "match a b c d",
            "save",
            "board now",
            "match",
            "match depth=2",
            "match depth=2 depth=1 none",
            "match depth=2 depth=1 0",
            "match depth=2 eval=\"open",
        ] {
            let fault = parse(line).unwrap_err();
            assert!(fault.help.is_some(), "{line}");
        }
    }
}
