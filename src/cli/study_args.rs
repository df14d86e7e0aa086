//! The arguments of `trace`, `match` and `book`.

use clap::{Arg, Args, ValueEnum};

use super::args::{Format, FormatArg, GameFormatArg, SetupArgs, StartArgs, within};
use crate::search::textbook::Order;

/// `trace`
#[derive(Debug, Args)]
#[command(mut_args(of_a_game))]
pub struct TraceArgs {
    /// A .game file, a shipped game's name, or -
    #[arg(conflicts_with_all = TREES)]
    pub file: Option<String>,
    /// A tree in place of a game: (max (min 3 12 8) (A min 2 4 6) (min a=14 5 2))
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub tree: Option<String>,
    /// A file with such a tree, or -
    #[arg(long, value_name = "FILE", conflicts_with = "tree")]
    pub tree_file: Option<String>,
    /// minimax, minimax-list, minimax-a-b, alphabeta, negamax or pvs
    #[arg(long, value_name = "NAME", default_value = "alphabeta", conflicts_with = "compare")]
    pub algorithm: String,
    /// How many plies; a tree is followed to its leaves if nothing is said, a game three plies
    #[arg(long, value_name = "N", value_parser = within(0..=200_u32))]
    pub depth: Option<u32>,
    /// In which order successors are looked at
    #[arg(long, value_enum, default_value_t = OrderArg::Generated, conflicts_with = "compare")]
    pub order: OrderArg,
    /// Set all procedures beside each other, in every order, and beside the least possible
    #[arg(long)]
    pub compare: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// How much to show: lines of text, or places in a picture (120 if nothing is said), and what does not fit is folded;
    /// or events in JSON (20,000 if nothing is said), and those after them are left out
    #[arg(long, value_name = "N", value_parser = within(1..=10_000_000_u32), conflicts_with = "compare")]
    pub show: Option<u32>,
    /// The position.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How to answer
    #[arg(long, value_enum, default_value_t = TraceFormat::Text)]
    pub format: TraceFormat,
}

/// What takes the place of a game.
const TREES: [&str; 2] = ["tree", "tree_file"];

/// A tree has no options, no positions and no evaluation.
fn of_a_game(arg: Arg) -> Arg {
    let of_a_game = ["set", "position", "record", "moves", "eval", "backend"].contains(&arg.get_id().as_str());
    if of_a_game { arg.conflicts_with_all(TREES) } else { arg }
}

/// The form of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// An indented tree
    Text,
    /// One JSON object
    Json,
    /// A picture
    Svg,
}

impl TraceFormat {
    /// The form of what is not the trace itself.
    pub fn plain(self) -> Format {
        if self == TraceFormat::Json { Format::Json } else { Format::Text }
    }
}

/// The orders of `--order`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// As the rules or the tree give them
    Generated,
    /// The best for the player to move first
    Best,
    /// The worst for the player to move first
    Worst,
}

impl From<OrderArg> for Order {
    fn from(order: OrderArg) -> Order {
        match order {
            OrderArg::Generated => Order::Generated,
            OrderArg::Best => Order::BestFirst,
            OrderArg::Worst => Order::WorstFirst,
        }
    }
}

/// `match`
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// How the one plays: depth=4,eval=open lines
    pub a: String,
    /// How the other plays: algorithm=minimax,depth=2 or time=100ms,book=my.book
    pub b: String,
    /// How many games; each opening is played twice, colours exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within(1..=1_000_000_u32))]
    pub games: u32,
    /// Begin each pair of games with so many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = within(0..=100_u32))]
    pub random: u32,
    /// The seed of the random openings (1 if nothing is said)
    #[arg(long, value_name = "S", value_parser = within(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Begin with these moves, or this position, instead (may be repeated: the openings are taken in turn)
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["random", "seed"])]
    pub opening: Vec<String>,
    /// The same from a file, or -: an opening on each line, moves or a position (EPD), or games as PGN, PDN, SGF, KIF or CSA
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random", "seed"])]
    pub openings: Option<String>,
    /// Longer games are drawn
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = within(1..=100_000_u32))]
    pub plies: u32,
    /// Play so many games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=512_u32))]
    pub parallel: u32,
    /// Stop as soon as it is clear whether A is stronger by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_sprt)]
    pub sprt: Option<[f64; 2]>,
    /// Play only the first of four parts (1/4), the second (2/4) …, and give lines of JSON that `merge` puts together
    #[arg(long, value_name = "I/N", conflicts_with = "keep", allow_hyphen_values = true, value_parser = parse_shard)]
    pub shard: Option<[u32; 2]>,
    /// Keep the games in this file (.record, .pgn, .pdn, .sgf), behind those that it holds; `play FILE#3` loads the third
    #[arg(long, value_name = "FILE")]
    pub keep: Option<String>,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: GameFormatArg,
}

/// `merge`
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// What `match --shard` gave, all parts of one match; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// The most parts of a match.
const MOST_SHARDS: u32 = 100_000;

/// Reads `2/4`.
///
/// # Errors
/// What to write.
pub fn parse_shard(text: &str) -> Result<[u32; 2], String> {
    let parts =
        text.split_once('/').and_then(|(index, of)| Some([index.trim().parse().ok()?, of.trim().parse().ok()?]));
    match parts {
        Some([index, of]) if index >= 1 && index <= of && of <= MOST_SHARDS => Ok([index, of]),
        Some([0, _]) => Err("the first part is 1, such as 1/4".to_string()),
        Some([index, of]) if index > of => Err(format!("there is no part {index} of {of}")),
        _ => Err(format!("write which part of how many (up to {MOST_SHARDS}), such as 2/4")),
    }
}

/// `book`
#[derive(Debug, Args)]
pub struct BookArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// The book; made if it is not there
    pub book: String,
    /// Add this line, moves from the position on (may be repeated)
    #[arg(long, value_name = "MOVES")]
    pub line: Vec<String>,
    /// Add the games of this file of records (our own, PGN, PDN, SGF): the winner's moves are good, the loser's bad; a game counts once
    #[arg(long, value_name = "FILE")]
    pub from: Vec<String>,
    /// Of games only so many plies
    #[arg(long, value_name = "N", default_value_t = 12, requires = "from", value_parser = within(1..=1000_u32))]
    pub plies: u32,
    /// The rest.
    #[command(flatten)]
    pub start: StartArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// The greatest difference in Elo that a test may ask about.
const MOST_ELO: f64 = 1000.0;

/// Reads `0,20`.
///
/// # Errors
/// What to write.
pub fn parse_sprt(text: &str) -> Result<[f64; 2], String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|n| n.trim().parse().ok()).collect();
    match numbers[..] {
        [low, high] if low < high && low >= -MOST_ELO && high <= MOST_ELO => Ok([low, high]),
        [low, high] if low < high => Err(format!("a difference is {MOST_ELO} Elo at most: 99.7 % of the points")),
        _ => Err("write two Elo differences, the smaller first, such as 0,20".to_string()),
    }
}
