//! `trace`, `match` and `book`.

use std::io::IsTerminal;
use std::path::Path;

use serde_json::{Value, json};

use super::args::Format;
use super::interrupt::stoppable;
use super::open;
use super::output::{Output, complain, print};
use super::study_args::{BookArgs, MatchArgs, MergeArgs, TraceArgs, TraceFormat};
use crate::render;
use crate::search::match_play::{MatchSettings, Sprt};
use crate::search::textbook::{render_svg, render_text};
use crate::session::{
    self, Contest, Error, Fault, Form, Keeper, Session, Thinker, compare_tree, parse_tree, trace_tree,
};

/// How deep a game is traced if nothing is said.
const DEPTH: u32 = 3;

/// How much of a trace is shown if nothing is said.
const SHOWN: u32 = 120;
/// To show more than this, more of a trace is kept than usual.
const MANY: u32 = 5000;

pub(super) fn trace(args: &TraceArgs, output: Output) -> Result<u8, Error> {
    if args.compare && args.format == TraceFormat::Svg {
        return Err(Error::request("a comparison is a table, not a picture").help("leave `--format svg` out"));
    }
    let tree = match (&args.tree, &args.tree_file) {
        (Some(text), _) => Some(parse_tree(text)?),
        (None, Some(file)) => {
            Some(parse_tree(&session::read_named(file, "a tree to be looked at has a few hundred positions")?.text)?)
        }
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
            (None, None) => Err(nothing_to_trace()),
        })?;
        let text = match output.format {
            Format::Text => render::compared(&compared),
            Format::Json => format!("{}\n", render::json::compared(&compared)),
        };
        return give(&text, args.out.as_deref());
    }
    let algorithm = session::traced(&args.algorithm).map_err(Error::Request)?;
    let order = args.order.into();
    // A text or a picture counts what it folds: it needs more than it shows.
    let keep = match args.format {
        TraceFormat::Json => args.show.map(|n| n as usize),
        _ => args.show.filter(|&n| n > MANY).map(|n| 2 * n as usize),
    };
    let trace = stoppable(|stop| match (&tree, &session) {
        (Some(tree), _) => trace_tree(tree, algorithm, args.depth, order, keep, stop),
        (None, Some(session)) => session.trace(algorithm, depth, order, keep, stop),
        (None, None) => Err(nothing_to_trace()),
    })?;
    let show = args.show.unwrap_or(SHOWN) as usize;
    let text = match args.format {
        TraceFormat::Text => {
            let verdict = session.as_ref().map_or(Ok(None), |session| session.verdict())?;
            verdict.as_ref().map_or_else(String::new, render::over) + &render_text(&trace, show)
        }
        TraceFormat::Json => format!("{}\n", render::json::trace(&trace)),
        TraceFormat::Svg => render_svg(&trace, show),
    };
    give(&text, args.out.as_deref())
}

fn nothing_to_trace() -> Error {
    Error::request("there is nothing to trace")
        .help("name a game, such as `trace tic-tac-toe`, or give a tree: `trace --tree \"(max (min 3 12) (min 2 4))\"`")
}

/// To a file or to standard output.
fn give(text: &str, out: Option<&str>) -> Result<u8, Error> {
    match out {
        Some(path) => {
            let advice = "give what is written another extension, such as `.txt`, `.json` or `.svg`";
            session::refuse_rules(Path::new(path), advice)?;
            session::refuse_kept(Path::new(path), "give what is written another name")?;
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
    if args.random == 0 && args.seed.is_some() {
        return Err(Error::request("`--seed` has no effect with `--random 0`: each game begins with the position")
            .help("leave `--seed` out, or begin with some random moves: `--random 4`"));
    }
    let mut session = open(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    let mut openings = args.opening.iter().map(|text| session.opening(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(file) = &args.openings {
        openings.extend(session.read_openings(file)?);
    }
    let (printed, kept_as) =
        (args.format.format.form(), args.keep.as_ref().map(|keep| Form::to_write(Path::new(keep))));
    if let (Some(printed), Some(kept_as)) = (printed, kept_as)
        && printed != kept_as
    {
        return Err(Error::request(format!(
            "the games can't be printed as {} and kept as {}",
            printed.name(),
            kept_as.name()
        ))
        .help("leave `--format` or `--keep` out, or let them be of one form"));
    }
    if let Some(form) = printed.or(kept_as) {
        session.keeps_matches_as(form)?;
    }
    let mut keeper = args.keep.as_ref().map(|keep| Keeper::open(&session, Path::new(keep))).transpose()?;
    let before = keeper.as_ref().map_or(0, Keeper::before);
    if let (Some(keep), true) = (&args.keep, before > 0) {
        let games = if before == 1 { "a game" } else { "games" };
        complain(&format!(
            "note: `{keep}` holds {games} already: the first of this match is `{keep}#{}`\n",
            before + 1
        ));
    }
    let contest = Contest {
        settings: MatchSettings {
            games: args.games as usize,
            opening_plies: args.random as usize,
            seed: args.seed.unwrap_or(MatchSettings::default().seed),
            max_plies: args.plies as usize,
            threads: args.parallel as usize,
            shard: args.shard.map(|[index, of]| (index as usize - 1, of as usize)),
        },
        openings,
        sprt: args.sprt.map(|[elo0, elo1]| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        folder: match &args.keep {
            Some(keep) => Some(Path::new(keep).parent().unwrap_or(Path::new("")).to_path_buf()),
            None => printed.map(|_| Path::new("").to_path_buf()),
        },
        form: printed.or(kept_as).unwrap_or_default(),
        before,
        names: [named("A", &args.a), named("B", &args.b)],
    };
    if contest.settings.shard.is_some() {
        return shard(&session, &thinkers, &contest, [&args.a, &args.b]);
    }
    let live = output.format == Format::Text && std::io::stderr().is_terminal();
    let mut games: Vec<Value> = Vec::new();
    let mut records: Vec<(usize, String)> = Vec::new();
    let result = stoppable(|stop| {
        session.contest([&thinkers[0], &thinkers[1]], &contest, stop, &mut |game, tally| {
            if live {
                complain(&format!("{}\n", render::contest_line(game, tally)));
            }
            games.push(render::json::contest_game(game));
            if printed.is_some() {
                records.push((game.number, game.record.clone()));
            }
            // After every game, so that a match that is broken off leaves what it played.
            keeper.iter_mut().for_each(|keeper| keeper.add(game));
        })
    })?;
    let kept = keeper.map_or(Ok(()), Keeper::finish);
    games.sort_by_key(|game| game["game"].as_u64());
    let told = render::contest(&result, [&args.a, &args.b], session.compiled().players().pair());
    if printed.is_some() {
        records.sort();
        let records: Vec<String> = records.into_iter().map(|(_, record)| record).collect();
        print(&records.join("\n"));
        complain(&told);
    } else {
        output.answer(|_| told, || render::json::contest(&result, [&args.a, &args.b], &games));
    }
    // The match was played, whatever became of its file.
    if let Err(error) = &kept {
        complain(&render::error(error, output.style()));
    }
    Ok(u8::from(result.stopped || kept.is_err()) * 2)
}

/// A part of a match: a line of JSON for each game as it ends, between one that says what is played and one that says how many
/// games it was.
fn shard(session: &Session, thinkers: &[Thinker; 2], contest: &Contest, names: [&str; 2]) -> Result<u8, Error> {
    let head = session.shard_head(thinkers, contest, names);
    print(&format!("{head}\n"));
    let result = stoppable(|stop| {
        session.contest([&thinkers[0], &thinkers[1]], contest, stop, &mut |game, _| {
            let mut line = render::json::contest_game(game);
            line["opening"] = json!(game.opening);
            line["on_time"] = json!(game.on_time);
            print(&format!("{line}\n"));
        })
    })?;
    let (games, stopped) = (result.tally.games(), result.stopped);
    print(&format!("{}\n", json!({ "games": games, "repeated": result.repeated, "stopped": stopped })));
    Ok(u8::from(stopped) * 2)
}

pub(super) fn merge(args: &MergeArgs, output: Output) -> Result<u8, Error> {
    let merged = session::merge_shards(&args.files)?;
    let [a, b] = merged.names.each_ref().map(String::as_str);
    let players = merged.players.each_ref().map(String::as_str);
    output.answer(
        |_| render::contest(&merged.result, [a, b], players),
        || render::json::contest(&merged.result, [a, b], &merged.games),
    );
    Ok(0)
}

/// What a way of playing is called in records.
fn named(who: &str, settings: &str) -> String {
    if settings.is_empty() { who.to_string() } else { format!("{who}: {settings}") }
}

fn thinker(who: &str, text: &str) -> Result<Thinker, Error> {
    Thinker::parse(text)
        .map_err(|fault| Error::Request(Fault { message: format!("player {who}: {}", fault.message), ..fault }))
}

pub(super) fn book(args: &BookArgs, output: Output) -> Result<u8, Error> {
    let mut session = open(&args.file, &args.start, None)?;
    let path = Path::new(&args.book);
    let adds = !args.line.is_empty() || !args.from.is_empty();
    // Two that learn at the same time must not lose what the other learns.
    let _alone = adds.then(|| session::alone_with(path));
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
    let (mut games, mut known_games) = (0, 0);
    for file in &args.from {
        let [learnt, known] = session.learn_file(&mut book, file, args.plies as usize)?;
        (games, known_games) = (games + learnt, known_games + known);
    }
    if adds {
        session.write_book(path, &book)?;
    }
    let known = session.book_moves(&book);
    output.answer(
        |_| render::book(book.len(), [games, known_games], &known),
        || {
            let moves: Vec<Value> = known.iter().map(|(m, w)| json!({ "move": m, "weight": w })).collect();
            json!({ "positions": book.len(), "games": games, "known_games": known_games, "moves": moves })
        },
    );
    Ok(0)
}
