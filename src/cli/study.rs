//! `trace`, `match` and `book`.

use std::io::IsTerminal;
use std::path::Path;

use serde_json::{Value, json};

use super::args::Format;
use super::interrupt::stoppable;
use super::open;
use super::output::{Output, complain, print};
use super::study_args::{BookArgs, MatchArgs, TraceArgs, TraceFormat};
use crate::render;
use crate::search::match_play::{MatchSettings, Sprt};
use crate::search::textbook::{Algorithm, render_svg, render_text};
use crate::session::{self, Contest, Error, Fault, Session, Thinker, compare_tree, parse_tree, trace_tree};

/// How deep a game is traced if nothing is said.
const DEPTH: u32 = 3;

/// How much of a trace is shown if nothing is said.
const SHOWN: u32 = 120;

pub(super) fn trace(args: &TraceArgs, output: Output) -> Result<u8, Error> {
    if args.compare && args.format == TraceFormat::Svg {
        return Err(Error::request("a comparison is a table, not a picture").help("leave `--format svg` out"));
    }
    if args.show.is_some() && args.format == TraceFormat::Json {
        return Err(Error::request("JSON is given whole: `--show` has no effect on it").help("leave `--show` out"));
    }
    let tree = match (&args.tree, &args.tree_file) {
        (Some(text), _) => Some(parse_tree(text)?),
        (None, Some(file)) => Some(parse_tree(&session::read_named(file)?.text)?),
        (None, None) => None,
    };
    let session = match &args.file {
        Some(file) => Some(open(file, &args.setup.start, args.setup.eval.as_deref())?),
        None => None,
    };
    let depth = args.depth.unwrap_or(DEPTH);
    if args.compare {
        let compared = stoppable(|stop| match (&tree, &session) {
            (Some(tree), _) => compare_tree(tree, args.depth, stop),
            (None, Some(session)) => session.compare(depth, stop),
            (None, None) => Err(Error::request("there is nothing to trace")),
        })?;
        let text = match output.format {
            Format::Text => render::compared(&compared),
            Format::Json => format!("{}\n", render::json::compared(&compared)),
        };
        return give(&text, args.out.as_deref());
    }
    let algorithm = procedure(&args.algorithm)?;
    let order = args.order.into();
    let trace = stoppable(|stop| match (&tree, &session) {
        (Some(tree), _) => trace_tree(tree, algorithm, args.depth, order, stop),
        (None, Some(session)) => session.trace(algorithm, depth, order, stop),
        (None, None) => Err(Error::request("there is nothing to trace")),
    })?;
    let show = args.show.unwrap_or(SHOWN) as usize;
    let text = match args.format {
        TraceFormat::Text => render_text(&trace, show),
        TraceFormat::Json => format!("{}\n", render::json::trace(&trace)),
        TraceFormat::Svg => render_svg(&trace, show),
    };
    give(&text, args.out.as_deref())
}

fn procedure(name: &str) -> Result<Algorithm, Error> {
    session::algorithm(name).map_err(Error::Request)?.ok_or_else(|| {
        Error::request("the engine's search is not traced step by step")
            .help("`pvs` is its procedure; `trace --compare` counts its positions")
    })
}

/// To a file or to standard output.
fn give(text: &str, out: Option<&str>) -> Result<u8, Error> {
    match out {
        Some(path) => {
            let advice = "give what is written another extension, such as `.txt`, `.json` or `.svg`";
            session::refuse_rules(Path::new(path), advice)?;
            session::write_whole(Path::new(path), text)?;
        }
        None => print(text),
    }
    Ok(0)
}

pub(super) fn contest(args: &MatchArgs, output: Output) -> Result<u8, Error> {
    let thinkers = [thinker("A", &args.a)?, thinker("B", &args.b)?];
    if args.setup.eval.is_some() && thinkers.iter().all(|thinker| thinker.evaluation.is_some()) {
        return Err(Error::request("`--eval` has no effect: both players have an evaluation of their own")
            .help("leave it out, or `eval` of a player's settings"));
    }
    let session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    let mut openings = args.opening.clone();
    if let Some(file) = &args.openings {
        openings.extend(session.read_openings(file)?);
    }
    let contest = Contest {
        settings: MatchSettings {
            games: args.games as usize,
            opening_plies: args.random as usize,
            seed: args.seed,
            max_plies: args.plies as usize,
            threads: args.parallel as usize,
        },
        openings,
        sprt: args.sprt.map(|[elo0, elo1]| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        folder: args.keep.as_ref().map(|keep| Path::new(keep).parent().unwrap_or(Path::new("")).to_path_buf()),
    };
    if let Some(keep) = &args.keep {
        session::refuse_rules(Path::new(keep), "keep games in a `.record` file")?;
        // What is no record is not lost for one, nor are games of another kind.
        if std::fs::metadata(keep).is_ok_and(|known| known.is_file() && known.len() > 0) {
            let text = session::read_file(Path::new(keep)).ok();
            let holds = match text.as_deref().and_then(session::game_of) {
                Some(game) if game == session.compiled().name() => None,
                Some(game) => Some(format!("it holds games of {game}")),
                None => Some("it is no record of games".to_string()),
            };
            if let Some(holds) = holds {
                return Err(
                    Error::request(format!("`{keep}` is there, and {holds}")).help("keep the games in another file")
                );
            }
        }
    }
    let live = output.format == Format::Text && std::io::stderr().is_terminal();
    let mut records = Vec::new();
    let mut games: Vec<Value> = Vec::new();
    let mut unwritten = None;
    let result = stoppable(|stop| {
        session.contest([&thinkers[0], &thinkers[1]], &contest, stop, &mut |game, tally| {
            if live {
                complain(&format!("{}\n", render::contest_line(game, tally)));
            }
            records.push((game.number, game.record.clone()));
            games.push(render::json::contest_game(game));
            // After every game, so that a match that is broken off leaves what it played.
            if let Some(keep) = &args.keep
                && let Err(error) = session::write_whole(Path::new(keep), &in_order(&mut records))
            {
                unwritten.get_or_insert(error);
            }
        })
    })?;
    if let Some(error) = unwritten {
        return Err(error);
    }
    games.sort_by_key(|game| game["game"].as_u64());
    output.answer(
        |_| render::contest(&result, [&args.a, &args.b], session.compiled().players()),
        || render::json::contest(&result, [&args.a, &args.b], &games),
    );
    Ok(u8::from(result.stopped) * 2)
}

/// The records of games that may have ended in another order than they began.
fn in_order(records: &mut [(usize, String)]) -> String {
    records.sort_by_key(|r| r.0);
    records.iter().map(|r| r.1.as_str()).collect::<Vec<_>>().join("\n")
}

fn thinker(who: &str, text: &str) -> Result<Thinker, Error> {
    Thinker::parse(text)
        .map_err(|fault| Error::Request(Fault { message: format!("player {who}: {}", fault.message), ..fault }))
}

pub(super) fn book(args: &BookArgs, output: Output) -> Result<u8, Error> {
    let session = open(&args.file, &args.start, None)?;
    let path = Path::new(&args.book);
    let adds = !args.line.is_empty() || !args.from.is_empty();
    let mut book = match path.exists() {
        true => session.read_book(path)?,
        false if adds => session.new_book(),
        false => {
            return Err(Error::request(format!("there is no book `{}`", args.book))
                .help("`--line` or `--from` makes it, of a line of moves or of games that were played"));
        }
    };
    for line in &args.line {
        session.learn_line(&mut book, line)?;
    }
    let mut games = 0;
    for file in &args.from {
        for number in 1..=session::count_records(Path::new(file))? {
            let game = Session::open(&format!("{file}#{number}"), &session.loaded().settings)?;
            session.same_rules(&game).map_err(|error| match error {
                Error::Request(fault) => {
                    Error::Request(Fault { message: format!("game {number} of `{file}`: {}", fault.message), ..fault })
                }
                other => other,
            })?;
            game.learn_game(&mut book, args.plies as usize)?;
            games += 1;
        }
    }
    if adds {
        session.write_book(path, &book)?;
    }
    let known = session.book_moves(&book);
    output.answer(
        |_| render::book(book.len(), games, &known),
        || {
            let moves: Vec<Value> = known.iter().map(|(m, w)| json!({ "move": m, "weight": w })).collect();
            json!({ "positions": book.len(), "games": games, "moves": moves })
        },
    );
    Ok(0)
}
