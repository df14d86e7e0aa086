//! The command line as types. Its help teaches: every command comes with an example.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};

use super::draw::DrawArgs;
use super::serve::ServeArgs;
use super::study_args::{BookArgs, MatchArgs, MergeArgs, TraceArgs};
use super::tune::TuneArgs;
use crate::compile::{Backend, Stage};
use crate::search::Options;
use crate::search::opponent::LEVELS;
use crate::session::{Form, MOST_PLAYOUT, MOST_SWINDLE, TimeControl};

pub use crate::session::{parse_clock, parse_duration};

/// Describe a two-player game in a short text file; check it, play it, analyse it, solve it.
#[derive(Debug, Parser)]
#[command(name = "rulesmith", version, max_term_width = 110)]
#[command(
    after_help = "FILE is a .game file, the name of a shipped game (`rulesmith games`), a record of a game (our own, PGN,
PDN, SGF), or - for standard input. Without a command, a conversation begins (`repl`).

Exit status: 0, 1 (the file or the request is wrong), 2 (it could not be run, or was broken off before it
was done; `best` has an answer then, and 0) or 130 (ended by Ctrl-C while nothing ran, or by a second one).

Examples:
  rulesmith best chess --time 2s
  rulesmith check my.game --play 100
  rulesmith moves othello --set size=6 --moves \"c2 b2\"
  rulesmith repl breakthrough"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report everything that is wrong in game files
    #[command(
        after_help = "Examples:\n  rulesmith check my.game\n  rulesmith check my.game --play 200 --seed 7\n  rulesmith check games/*/*.game --deny-warnings --format json"
    )]
    Check(CheckArgs),
    /// List the legal moves
    #[command(after_help = moves_help())]
    Moves(MovesArgs),
    /// Count the sequences of moves, ply by ply
    #[command(
        after_help = "Verdicts that ask for the game so far (`repeats 3`) end no line: the counts are of rules and position.\n\nExamples:\n  rulesmith perft chess 4\n  rulesmith perft breakthrough 3 --set size=6 --divide"
    )]
    Perft(PerftArgs),
    /// Find the best move
    #[command(
        after_help = best_help()
    )]
    Best(BestArgs),
    /// Run a textbook procedure step by step, on a game or on a tree that you type in
    #[command(
        after_help = "Examples:\n  rulesmith trace --tree \"(max (min 3 12 8) (min 2 4 6) (min 14 5 2))\" --algorithm alphabeta\n  rulesmith trace tic-tac-toe --algorithm minimax-a-b --depth 2\n  rulesmith trace --compare tic-tac-toe --depth 4\n  rulesmith trace tic-tac-toe --algorithm pvs --depth 2 --format svg --out tree.svg"
    )]
    Trace(TraceArgs),
    /// Let two ways of playing a game meet
    #[command(
        after_help = "A and B are settings: depth, nodes, time, clock, eval, algorithm, level, seed, opponent, swindle, hash, threads, secondary,
quiescence, and the refinements (`rulesmith best --help`) with on or off.

Examples:
  rulesmith match tic-tac-toe \"depth=2,eval=open lines\" \"depth=2,eval=3X2+X1\" --games 100
  rulesmith match chess time=100ms time=100ms,null-move=off --sprt 0,20 --parallel 2
  rulesmith match othello clock=10s+100ms clock=10s+100ms,foresight=off --games 20
  rulesmith match breakthrough depth=4 algorithm=minimax,depth=2 --keep games.record"
    )]
    Match(MatchArgs),
    /// Put the parts of a match together that several machines have played
    #[command(
        after_help = "It gives what one run would have given, the sequential test included.\n\nExamples:\n  rulesmith match othello depth=4 depth=3 --shard 1/2 > 1.jsonl\n  rulesmith match othello depth=4 depth=3 --shard 2/2 > 2.jsonl\n  rulesmith merge 1.jsonl 2.jsonl"
    )]
    Merge(MergeArgs),
    /// Make and read opening books
    #[command(
        after_help = "Examples:\n  rulesmith book chess my.book --line \"e2e4 e7e5 g1f3\"\n  rulesmith book breakthrough my.book --from games.record --plies 8\n  rulesmith best chess --book my.book"
    )]
    Book(BookArgs),
    /// Make a game's evaluation better by games of the engine against itself
    #[command(
        after_help = "What the file's evaluation counts and what its rules suggest is fitted to the results, piece by piece and cell by
cell; a match against what was there decides. Ctrl-C prints what there is; the same command goes on where it was broken off.
Exit status: 0 better, 3 nothing better was found, 2 broken off.

Examples:
  rulesmith tune my.game --time 10m
  rulesmith tune my.game --time 10m --write
  rulesmith tune breakthrough --games 400 --threads 1 --out my.game"
    )]
    Tune(TuneArgs),
    /// Find the exact value of the position
    #[command(
        after_help = "Examples:\n  rulesmith solve tic-tac-toe\n  rulesmith solve tic-tac-toe --against depth=1\n  rulesmith solve connect-four --set columns=4 --set rows=4\n  rulesmith solve chess --position \"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1\""
    )]
    Solve(SolveArgs),
    /// Show the evaluation of the position, term by term
    #[command(
        after_help = "Examples:\n  rulesmith eval chess --moves \"e2e4\"\n  rulesmith eval tic-tac-toe --eval \"open lines\""
    )]
    Eval(EvalArgs),
    /// Play a game on the terminal
    #[command(
        after_help = "Type a move as it is written, or help, moves, board, undo, best, quit.\n\nExamples:\n  rulesmith play breakthrough\n  rulesmith play chess --players engine,human --time 5s\n  rulesmith play othello --level 3"
    )]
    Play(PlayArgs),
    /// Rewrite game files in the one canonical form; comments are kept
    #[command(
        after_help = "Examples:\n  rulesmith fmt my.game\n  rulesmith fmt --check games/*/*.game\n  rulesmith fmt --stdout my.game"
    )]
    Fmt(FmtArgs),
    /// Print a stage between the text and the player
    #[command(after_help = "Examples:\n  rulesmith dump my.game --stage ir")]
    Dump(DumpArgs),
    /// Measure how fast games load, generate, play at random and search
    #[command(
        after_help = "Without FILE it measures all shipped games. Only ratios of figures from one run mean much.\n\nExamples:\n  rulesmith bench\n  rulesmith bench chess my.game --time-per-figure 3s\n  rulesmith bench othello --backend native\n  rulesmith bench --signature"
    )]
    Bench(BenchArgs),
    /// List the shipped games, find some of them by words, or tell the rules of one in words
    #[command(
        after_help = "A word is a part of a name, a family, a board (hexagon, 8x8) or what a game is made of (sow, stacks, hands); all
must fit. The name of a game, or a file, tells its rules.

Examples:\n  rulesmith games\n  rulesmith games hexagon\n  rulesmith games chess drop\n  rulesmith games amazons"
    )]
    Games(GamesArgs),
    /// Draw the position, or all shipped games
    #[command(
        after_help = "Examples:\n  rulesmith draw chess -o chess.svg\n  rulesmith draw chess --moves \"e2e4 e7e5\" --arrows \"g1f3\" --highlight \"e5\" -o chess.svg\n  rulesmith draw my.game --flip --coordinates=cells > board.svg\n  rulesmith draw --all -o games.html"
    )]
    Draw(DrawArgs),
    /// Show the games on a page in the browser: play, analyse, write rules
    #[command(
        after_help = "Only programs on this machine can reach the page.\n\nExamples:\n  rulesmith serve\n  rulesmith serve my.game --open\n  rulesmith serve games --port 8000"
    )]
    Serve(ServeArgs),
    /// Talk about a game: moves, best, eval, queries about the position
    #[command(after_help = "Examples:\n  rulesmith repl chess\n  echo '? count own Pawn' | rulesmith repl chess")]
    Repl(ReplArgs),
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object on standard output
    Json,
}

/// The form of the answer of a command that plays games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GameFormat {
    /// For people
    Text,
    /// One JSON object on standard output
    Json,
    /// The games alone, as records
    Record,
    /// The games alone, as chess programs keep them
    Pgn,
    /// The games alone, as draughts programs keep them
    Pdn,
    /// The games alone, as Go programs keep them
    Sgf,
}

impl GameFormat {
    /// The form of what is no game: messages.
    pub fn plain(self) -> Format {
        if self == GameFormat::Json { Format::Json } else { Format::Text }
    }

    /// The form of the games, where they alone are asked for.
    pub fn form(self) -> Option<Form> {
        match self {
            GameFormat::Text | GameFormat::Json => None,
            GameFormat::Record => Some(Form::Record),
            GameFormat::Pgn => Some(Form::Pgn),
            GameFormat::Pdn => Some(Form::Pdn),
            GameFormat::Sgf => Some(Form::Sgf),
        }
    }
}

/// `--format` of a command that plays games.
#[derive(Debug, Clone, Copy, Args)]
pub struct GameFormatArg {
    /// How to answer
    #[arg(long, value_enum, default_value_t = GameFormat::Text)]
    pub format: GameFormat,
}

/// What runs the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BackendArg {
    /// Machine code; the reference interpreter where there is none
    Native,
    /// The reference interpreter
    Interpreter,
}

impl From<BackendArg> for Backend {
    fn from(backend: BackendArg) -> Backend {
        match backend {
            BackendArg::Native => Backend::Native,
            BackendArg::Interpreter => Backend::Interpreter,
        }
    }
}

/// `--format`
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArg {
    /// How to answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What every command on a game takes besides the file.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// Set an option of the game (may be repeated)
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// What runs the game
    #[arg(long, value_enum, default_value_t = BackendArg::Native)]
    pub backend: BackendArg,
}

/// What every command on a position takes.
#[derive(Debug, Args)]
pub struct StartArgs {
    /// The game.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Begin from this position instead of the start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Go on from the end of this record: our own, PGN, PDN, SGF, KIF or CSA; `games.pgn#3` is the third game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub record: Option<String>,
    /// Play these moves first, after the position
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

/// What every command takes that judges positions.
#[derive(Debug, Args)]
pub struct SetupArgs {
    /// The position.
    #[command(flatten)]
    pub start: StartArgs,
    /// Use this evaluation of the file
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
}

/// `moves`
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// The position.
    #[command(flatten)]
    pub start: StartArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `eval`
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// The position.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Game files, shipped games' names, or -
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Play so many random games and report rules that never fire and games that do not end [100 if no number is given]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", value_parser = within(1..=1_000_000_u32))]
    pub play: Option<u32>,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1, requires = "play", value_parser = within(0..=u64::MAX))]
    pub seed: u64,
    /// Cut random games off after so many plies
    #[arg(long, value_name = "N", default_value_t = 2_000, requires = "play", value_parser = within(1..=1_000_000_u32))]
    pub plies: u32,
    /// Take warnings for errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `perft`
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// How many plies.
    #[command(flatten)]
    pub depth: PerftDepth,
    /// Show each first move's share
    #[arg(long)]
    pub divide: bool,
    /// Make each last move instead of counting the list
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "made")]
    pub every_leaf: Option<EveryLeaf>,
    /// A game that ends before DEPTH counts nothing, or one leaf
    #[arg(long, value_enum, default_value_t = Finished::None)]
    pub finished: Finished,
    /// Captures that lead to equal positions on different paths are one move, or each of its own
    #[arg(long, value_enum, default_value_t = Equal::Drop)]
    pub equal: Equal,
    /// Count turns instead of plies where a player may go on
    #[arg(long)]
    pub turns: bool,
    /// The rest.
    #[command(flatten)]
    pub start: StartArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// How many plies `perft` counts: a word of its own, or as the other commands say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftDepth(pub u32);

impl Args for PerftDepth {
    fn augment_args(command: clap::Command) -> clap::Command {
        let plies = within(1..=1000_u32);
        let word = Arg::new("depth").value_name("DEPTH").help("How many plies").allow_negative_numbers(true);
        let word = word.required_unless_present("plies").value_parser(plies.clone());
        let option = Arg::new("plies").long("depth").value_name("N").conflicts_with("depth");
        let option = option.help("DEPTH, said as the other commands say it").value_parser(plies);
        command.arg(word).arg(option)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        PerftDepth::augment_args(command)
    }
}

impl FromArgMatches for PerftDepth {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PerftDepth, clap::Error> {
        let depth = ["depth", "plies"].into_iter().find_map(|name| matches.get_one(name));
        depth.map(|&plies| PerftDepth(plies)).ok_or_else(|| clap::Error::new(ErrorKind::MissingRequiredArgument))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = PerftDepth::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What moves with equal results count, in games whose moves have several legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Equal {
    /// They are one move, as the rules say
    Drop,
    /// Each path counts
    Keep,
}

/// What is done with the last moves of perft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EveryLeaf {
    /// The position after each is written
    Made,
    /// And whether the game ends there is found
    Judged,
}

/// What a game that ends early counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Finished {
    /// Nothing
    None,
    /// One leaf
    Leaf,
}

/// When a search stops.
#[derive(Debug, Clone, Copy, Args)]
pub struct LimitArgs {
    /// Stop after so many plies
    #[arg(long, value_name = "N", value_parser = within(1..=u32::MAX))]
    pub depth: Option<u32>,
    /// Stop after so many positions
    #[arg(long, value_name = "N", value_parser = within(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Stop after this time: 500ms, 2s, 1m (a number alone is seconds)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Share out a clock: 5m for all moves to come, 5m+3s with what each move adds
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock, conflicts_with = "time")]
    pub clock: Option<TimeControl>,
}

/// Against whom.
#[derive(Debug, Clone, Args)]
pub struct ErringArgs {
    /// Of moves as good as the best take that which this opponent answers worst: random, depth=2, nodes=500, or
    /// depth=2,eval=NAME
    #[arg(long, value_name = "HOW")]
    pub opponent: Option<String>,
    /// … and of moves that are worse by no more than N, in units of the evaluation; what is proved is never given away
    #[arg(long, value_name = "N", default_value_t = 0, requires = "opponent", allow_hyphen_values = true, value_parser = within(0..=MOST_SWINDLE))]
    pub swindle: i32,
}

/// How moves are written.
pub const NOTATION: &str = "\
  A move is typed as `moves` lists it:
  e2e4  from and to         a3xc5xe7  hops over what is taken
  d1d7/g7  a further choice   e7e8=Queen  a promotion   Knight@c3  a drop   pass
  or in any other way that fits one legal move: e4  Nbd7  exd5  e8=Q+  O-O  N@c3
  32-28  19x30 (numbers of draughts)  P-7f  P*5e (shogi); several as in PGN: 1. e4 e5 2. Nf3
";

/// What `moves --help` ends with: how moves are written, and examples.
fn moves_help() -> String {
    format!(
        "How moves are written:\n{NOTATION}\nExamples:
  rulesmith moves chess
  rulesmith moves chess --moves \"e2e4 e7e5\" --format json
  rulesmith moves games.pgn#3
  rulesmith moves my.game --record game.pgn"
    )
}

/// What `best --help` ends with: all refinements, and examples.
fn best_help() -> String {
    let names: Vec<&str> = std::iter::once("quiescence").chain(Options::switches().map(|(name, _)| name)).collect();
    let lines: Vec<String> = names.chunks(8).map(|line| line.join(", ")).collect();
    format!(
        "Refinements: {}.\ndocs/search.md says what each does.\n\nExamples:
  rulesmith best chess --time 2s
  rulesmith best othello --depth 8 --multi 3 --format json
  rulesmith best tic-tac-toe --algorithm minimax --depth 3
  rulesmith best chess --clock 5m+3s
  rulesmith best tic-tac-toe --opponent random --swindle 0
  rulesmith best chess --depth 5 --without null-move,killers",
        lines.join(",\n")
    )
}

/// `best`
#[derive(Debug, Args)]
pub struct BestArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// When to stop.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Find it with a textbook procedure: minimax, minimax-list, minimax-a-b, alphabeta, negamax, pvs; or the engine;
    /// `mcts` (Monte Carlo tree search), or `random`
    #[arg(long, value_name = "NAME", default_value = "engine")]
    pub algorithm: String,
    /// Of mcts: so many plies at random before a position is judged; 0 for none
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = within(0..=MOST_PLAYOUT))]
    pub playout: Option<u32>,
    /// Show the best N moves, each with its line
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=500_u32))]
    pub multi: u32,
    /// Search with so many threads; with one the search is repeatable
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=512_u32))]
    pub threads: u32,
    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = within(1..=1_048_576_u32))]
    pub hash: Option<u32>,
    /// Ask this opening book first
    #[arg(long, value_name = "FILE", conflicts_with = "multi")]
    pub book: Option<String>,
    /// Look so many plies behind the end of the chosen line before the move is believed
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = within(0..=100_u32))]
    pub secondary: u32,
    /// Against whom.
    #[command(flatten)]
    pub erring: ErringArgs,
    /// Refinements to switch on
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Refinements to switch off
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub without: Vec<String>,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `solve`
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// Give up after this time: 500ms, 2s, 1m (a number alone is seconds)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Give up after this many positions
    #[arg(long, value_name = "N", value_parser = within(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Rather what each player can expect, exactly, against an opponent who errs: random, depth=2, nodes=500, depth=2,eval=NAME
    #[arg(long, value_name = "HOW")]
    pub against: Option<String>,
    /// Also find out in how few plies the winner can force it
    #[arg(long)]
    pub shortest: bool,
    /// How to go about it, if not as suits the game
    #[arg(long, value_enum)]
    pub method: Option<MethodArg>,
    /// The greatest size of the transposition table in MiB (256 if nothing is said)
    #[arg(long, value_name = "MIB", value_parser = within(1..=1_048_576_u32))]
    pub hash: Option<u32>,
    /// Solve with so many threads; with one it is repeatable
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=512_u32))]
    pub threads: u32,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodArg {
    /// Alpha-beta with a table to the end of the game
    AlphaBeta,
    /// Proof-number search (finds wins, no draws, where positions can come back; not for scores)
    ProofNumbers,
    /// All reachable positions backwards from the endings (not for scores)
    Exhaustion,
}

/// `play`
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// Who plays first and second: human or engine
    #[arg(long, value_name = "FIRST,SECOND", default_value = "human,engine", value_parser = parse_players)]
    pub players: [Player; 2],
    /// When the engine stops thinking about a move.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Let the engine ask this opening book first
    #[arg(long, value_name = "FILE")]
    pub book: Option<String>,
    /// Play as strong as people do: from 1, a beginner, to 10, the engine as it is
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = within(1..=LEVELS))]
    pub level: Option<u8>,
    /// Of a level: the same seed overlooks the same (1 if nothing is said)
    #[arg(long, value_name = "S", requires = "level", value_parser = within(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Against whom.
    #[command(flatten)]
    pub erring: ErringArgs,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The form of the answer.
    #[command(flatten)]
    pub format: GameFormatArg,
}

/// A player of `play`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Types moves.
    Human,
    /// Thinks.
    Engine,
}

/// `games`
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// What to look for; or a shipped game's name, or a .game file, to be told its rules
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `fmt`
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Game files, or - (then the result goes to standard output)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Change nothing; status 1 if a file is not in canonical form
    #[arg(long, conflicts_with = "stdout")]
    pub check: bool,
    /// Print the result instead of writing the file
    #[arg(long)]
    pub stdout: bool,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `dump`
#[derive(Debug, Args)]
pub struct DumpArgs {
    /// A .game file, a shipped game's name, or -
    pub file: String,
    /// Which stage
    #[arg(long, value_enum, default_value_t = StageArg::Rules)]
    pub stage: StageArg,
    /// The rest.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Use this evaluation of the file
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// The stages of `dump`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StageArg {
    /// The syntax tree
    Ast,
    /// The checked rules
    Rules,
    /// The lowered program
    Ir,
    /// The program after the optimiser
    Optimized,
    /// What is proved of that program, for native code to rest on
    Proofs,
}

impl From<StageArg> for Stage {
    fn from(stage: StageArg) -> Stage {
        match stage {
            StageArg::Ast => Stage::Ast,
            StageArg::Rules => Stage::Rules,
            StageArg::Ir => Stage::Ir,
            StageArg::Optimized => Stage::Optimized,
            StageArg::Proofs => Stage::Proofs,
        }
    }
}

/// `bench`
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Game files, shipped games' names, or -
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// How long to measure each figure: 500ms, 2s, 1m
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_duration)]
    pub time_per_figure: Duration,
    /// Measure this back end alone; both if nothing is said
    #[arg(long, value_enum)]
    pub backend: Option<BackendArg>,
    /// Count the nodes of fixed searches instead: the number changes only with the rules or the search
    #[arg(long, conflicts_with_all = ["files", "time_per_figure", "backend"])]
    pub signature: bool,
    /// The form of the answer.
    #[command(flatten)]
    pub format: FormatArg,
}

/// `repl`
#[derive(Debug, Args)]
pub struct ReplArgs {
    /// A .game file, a shipped game's name or a saved record
    pub file: Option<String>,
    /// The rest.
    #[command(flatten)]
    pub setup: SetupArgs,
}

/// Reads a whole number in a range.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    let (least, most) = (range.start().to_string(), range.end().to_string());
    let unbounded = [u64::MAX.to_string(), u32::MAX.to_string()].contains(&most);
    let wanted = match unbounded {
        true => format!("write a whole number, {least} or more"),
        false => format!("write a whole number from {least} to {most}"),
    };
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match unbounded && text.len() > 1 && text.bytes().all(|b| b.is_ascii_digit()) {
            true => format!("write a number up to {most}"),
            false if text.ends_with(".game") => {
                format!("{wanted}, and the file before this option or behind the number")
            }
            false => wanted.clone(),
        })
    }
}

/// Reads `human,engine`.
///
/// # Errors
/// What to write.
pub fn parse_players(text: &str) -> Result<[Player; 2], String> {
    let player = |word: &str| match word.trim() {
        "human" => Ok(Player::Human),
        "engine" => Ok(Player::Engine),
        _ => Err("write two of `human` and `engine`, such as human,engine".to_string()),
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok([player(first)?, player(second)?]),
        _ => player("").map(|p| [p, p]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("3"), Ok(Duration::from_secs(3)));
        for bad in ["", "s", "-1s", "2 s", "1e9s", "1x", "nan", "inf", "1..2s", "99999h", "é"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn players() {
        assert_eq!(parse_players("engine, human"), Ok([Player::Engine, Player::Human]));
        for bad in ["", "human", "human,engine,human", "human,robot"] {
            assert!(parse_players(bad).is_err(), "{bad}");
        }
    }
}
