//! `draw`: boards and positions as pictures.

use std::path::Path;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::args::StartArgs;
use super::output::print;
use super::{open, settings};
use crate::compile::Answer;
use crate::draw::{self, Card, Coordinates, Options, Theme};
use crate::library;
use crate::session::{Error, Fault, Session, refuse_rules, write_whole};

/// `draw`
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// A .game file, a shipped game's name, a record, or -
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub file: Option<String>,
    /// Draw all shipped games on one sheet: a page if FILE ends in .html, in a folder a picture of each and a page
    #[arg(long, conflicts_with_all = ["position", "record", "moves", "set", "arrows", "highlight"])]
    pub all: bool,
    /// The position.
    #[command(flatten)]
    pub start: StartArgs,
    /// Draw arrows between cells, such as `e2-e4 g1-f3`
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    pub arrows: Option<String>,
    /// Mark the cells of a region, such as `e4 d5` or `attacked by enemy on own`
    #[arg(long, value_name = "REGION", allow_hyphen_values = true)]
    pub highlight: Option<String>,
    /// From the second player's side
    #[arg(long)]
    pub flip: bool,
    /// Which names to write
    #[arg(long, value_enum, value_name = "WHERE", num_args = 0..=1, require_equals = true, default_value_t = Names::Edges, default_missing_value = "cells")]
    pub coordinates: Names,
    /// For which screens
    #[arg(long, value_enum, default_value_t = ThemeArg::Auto)]
    pub theme: ThemeArg,
    /// The board alone, without the lines below it
    #[arg(long)]
    pub bare: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<String>,
    /// The form of the picture
    #[arg(long, value_enum, default_value_t = PictureFormat::Svg)]
    pub format: PictureFormat,
}

/// `--coordinates`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// Files and ranks at the edges
    Edges,
    /// The name of each cell on it
    Cells,
    /// None
    None,
}

/// `--theme`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ThemeArg {
    /// As the reader's screen is
    Auto,
    /// Light ones
    Light,
    /// Dark ones
    Dark,
}

/// `--format` of `draw`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// A picture that is sharp at any size
    Svg,
    /// Says how an SVG picture is made into pixels
    Png,
    /// Where each cell lies and what stands there, for programs that draw by themselves
    Json,
}

/// Forms of pictures that are not written.
const PICTURES: [&str; 9] = ["bmp", "eps", "gif", "jpeg", "jpg", "pdf", "ps", "tiff", "webp"];

pub(super) fn draw(args: &DrawArgs) -> Result<u8, Error> {
    let path = args.out.as_deref().map(Path::new);
    let ends = |extension: &str| path.and_then(Path::extension).is_some_and(|e| e.eq_ignore_ascii_case(extension));
    if args.format == PictureFormat::Png || ends("png") {
        return Err(no_pixels(args));
    }
    if let Some(form) = path.and_then(Path::extension).and_then(|e| e.to_str())
        && PICTURES.iter().any(|other| form.eq_ignore_ascii_case(other))
    {
        let error = Error::request(format!("`draw` writes no pictures of the form `.{form}`"));
        return Err(error.help("it writes SVG, of which other programs make them: `--out board.svg`"));
    }
    let mut options = Options {
        flip: args.flip,
        coordinates: match args.coordinates {
            Names::Edges => Coordinates::Edges,
            Names::Cells => Coordinates::Cells,
            Names::None => Coordinates::None,
        },
        theme: match args.theme {
            ThemeArg::Auto => Theme::Auto,
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
        },
        bare: args.bare,
        ..Options::default()
    };
    if args.all {
        return all(args, &options, path, ends("html"));
    }
    let session = open(args.file.as_deref().unwrap_or("-"), &args.start, None)?;
    options.arrows = match &args.arrows {
        Some(text) => draw::read_arrows(session.compiled().topology(), text).map_err(Error::Request)?,
        None => Vec::new(),
    };
    options.highlight = args.highlight.as_deref().map_or(Ok(Vec::new()), |text| region(&session, text))?;
    let text = match args.format {
        PictureFormat::Json => {
            let layout = draw::layout(&session, options.flip, options.coordinates);
            format!("{}\n", json!({ "layout": layout, "scene": draw::scene(&session) }))
        }
        _ => draw::draw(&session, &options),
    };
    give(path, &text)?;
    Ok(0)
}

/// The cells of a region that a user wrote.
fn region(session: &Session, text: &str) -> Result<Vec<usize>, Error> {
    match session.query(text)? {
        Answer::Region(cells) => Ok(cells),
        Answer::Number(_) | Answer::Truth(_) => {
            let what = format!("`{text}` is no region: there are no cells to mark");
            let rules = session.compiled().rules();
            let cell = rules.topology.cells.first().map_or("a1", |cell| cell.name.as_str());
            let kind = rules.kinds.first().map_or("Man", |kind| kind.name.as_str());
            Err(Error::request(what).help(format!("write cells, such as `{cell}`, or a region, such as `{kind}`")))
        }
    }
}

/// On standard output, or into a file.
fn give(path: Option<&Path>, text: &str) -> Result<(), Error> {
    let Some(path) = path else {
        print(text);
        return Ok(());
    };
    refuse_rules(path, "give the picture another extension, `.svg`")?;
    write_whole(path, text)
}

/// What is said where pixels are asked for: a library that makes them is larger than all of this program.
fn no_pixels(args: &DrawArgs) -> Error {
    let name = args.file.as_deref().filter(|name| *name != "-").unwrap_or("board");
    let stem = Path::new(name).file_stem().map_or("board".into(), |stem| stem.to_string_lossy().into_owned());
    let help = format!("write SVG, `-o {stem}.svg`, and convert it: `rsvg-convert -w 800 {stem}.svg -o {stem}.png`");
    Error::Request(Fault::new("`draw` writes no PNG").help(help))
}

/// All shipped games.
fn all(args: &DrawArgs, options: &Options, path: Option<&Path>, page: bool) -> Result<u8, Error> {
    if args.format == PictureFormat::Json {
        return Err(Error::request("`--all` has no JSON").help("name a game: `rulesmith draw chess --format json`"));
    }
    let settings = settings(&args.start.rules, None)?;
    let mut cards = Vec::new();
    for game in library::GAMES {
        let session = Session::open(game.name, &settings)?;
        let svg = draw::draw(&session, options);
        cards.push(Card { name: session.compiled().name().to_string(), group: game.family.to_string(), svg });
        if let Some(folder) = path.filter(|path| path.is_dir()) {
            write_whole(&folder.join(format!("{}.svg", game.name)), &cards[cards.len() - 1].svg)?;
        }
    }
    let title = "Rulesmith: the games";
    match path {
        Some(folder) if folder.is_dir() => write_whole(&folder.join("index.html"), &draw::page(&cards, title))?,
        _ if page => give(path, &draw::page(&cards, title))?,
        _ => give(path, &draw::sheet(&cards))?,
    }
    Ok(0)
}
