//! `play`: a game on the terminal.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::args::{GameFormat, LimitArgs, NOTATION, PlayArgs, Player};
use super::interrupt::stoppable;
use super::output::{Output, complain, print};
use super::position::{Thinking, limits};
use super::{open_so_far, so_far};
use crate::diag::nearest;
use crate::game::Side;
use crate::game::time::Instant;
use crate::render;
use crate::search::opponent::LEVELS;
use crate::session::{Error, Fault, Limits, Lines, Opponent, Session, Thinker, TimeControl, Verdict, Way};

const HELP: &str = "\
  a move as it is written plays it; besides:
  moves   the legal moves
  board   the board
  undo    take back your last move (and the answer)
  best    what the engine would play
  quit    leave
";

/// What a line of a human leads to.
enum Next {
    /// A move was made.
    Played,
    /// The board is to be drawn again and the player to move asked.
    Turn,
    /// Ask again.
    Again,
    Quit,
}

pub(super) fn play(args: &PlayArgs, output: Output) -> Result<u8, Error> {
    if args.players.contains(&Player::Human) {
        return game(args, output, &AtomicBool::new(false));
    }
    // With nobody at the board Ctrl-C ends the game, and not only the thinking about a move.
    stoppable(|stop| game(args, output, stop))
}

/// How the engine plays.
fn thinker(args: &PlayArgs) -> Result<Thinker, Error> {
    let way = args.level.map_or(Way::Engine, Way::Level);
    let opponent = args.erring.opponent.as_deref().map(Opponent::parse).transpose().map_err(Error::Request)?;
    let given = args.limits.depth.is_some() || args.limits.nodes.is_some() || args.limits.time.is_some();
    // A clock is everybody's, and a level takes as little of it as it needs.
    if let Some(level) = args.level.filter(|&level| level < LEVELS && given) {
        return Err(Error::request(format!("level {level} has limits of its own"))
            .help(format!("leave `--depth`, `--nodes` and `--time` out, or take `--level {LEVELS}`")));
    }
    if args.level.is_some() && opponent.is_some() {
        return Err(Error::request("`--opponent` has no effect with `--level`: the engine as it is thinks of it")
            .help("leave one of them out"));
    }
    if args.level.is_some() && !args.players.contains(&Player::Engine) {
        return Err(Error::request("`--level` has no effect: no engine plays").help("leave `--level` out"));
    }
    if given && !args.players.contains(&Player::Engine) {
        return Err(Error::request("`--depth`, `--nodes` and `--time` have no effect: no engine plays")
            .help("leave them out; `--clock` is for people, too"));
    }
    let seed = args.seed.unwrap_or(1);
    Ok(Thinker { way, opponent, swindle: args.erring.swindle, seed, ..Thinker::default() })
}

fn game(args: &PlayArgs, output: Output, stop: &AtomicBool) -> Result<u8, Error> {
    let thinker = thinker(args)?;
    let stopped = || stop.load(Ordering::SeqCst);
    let (mut session, wrong) = open_so_far(&args.file, &args.setup.start, args.setup.eval.as_deref())?;
    if let Some(error) = wrong {
        complain(&so_far(&session, &error, output.style()));
    }
    if args.players.contains(&Player::Engine) {
        session.learn(stop, &mut Thinking::new(output));
    }
    let book = args.book.as_ref().map(|path| session.read_book(Path::new(path))).transpose()?;
    let text = args.format.format == GameFormat::Text;
    let say = |line: &str| {
        if text {
            print(line);
        }
    };
    let prompt = std::io::stdin().is_terminal() && text;
    let mut lines = Lines::new(std::io::stdin().lock());
    let mut clocks = Clocks { show: args.limits.clock.map(|clock| [clock; 2]), over: None };
    say(&render::legend(&session.board(&[])));
    'game: while session.verdict()?.is_none() && !stopped() {
        let mover = session.position().mover().index();
        let name = session.to_move();
        say(&format!("\n{}", render::board(&session.board(&[]))));
        let start = Instant::now();
        if args.players[mover] == Player::Engine {
            let limits = clocks.limits(&args.limits, mover);
            let thinker = Thinker { limits, ..thinker.clone() };
            let thought = stoppable(|stop| session.think_with(&thinker, book.as_ref(), stop, &mut ()))?;
            let Some(best) = thought.best.clone().filter(|_| !stopped()) else { break };
            if !clocks.stop(mover, start) {
                break;
            }
            session.play(&best)?;
            let worth = match (thought.from_book, args.level) {
                (true, _) => "from the book".to_string(),
                (false, Some(level)) => format!("level {level}"),
                (false, None) => render::score(&thought),
            };
            say(&format!("{name}: {best}  ({worth}){}\n", clocks.text(mover)));
            continue;
        }
        loop {
            if prompt {
                print(&format!("{name}{}> ", clocks.text(mover)));
            }
            let line = match lines.next() {
                None => break 'game,
                Some(line) => line?,
            };
            match obey(&mut session, args, line.trim(), &say, output)? {
                Next::Played if !clocks.stop(mover, start) => {
                    // The move came too late.
                    session.undo();
                    break 'game;
                }
                Next::Played | Next::Turn => break,
                Next::Again => {}
                Next::Quit => break 'game,
            }
        }
    }
    let verdict = match clocks.over {
        Some(side) => Some(Verdict::on_time(session.player(Side::of(side).other()))),
        None => session.verdict()?,
    };
    let broken_off = verdict.is_none() && stopped();
    if let Some(verdict) = &verdict {
        say(&format!("\n{}{}\n", render::board(&session.board(&[])), verdict.sentence()));
    } else if broken_off {
        say(&format!("stopped before the end; `--position \"{}\"` goes on from here\n", session.position_text()));
    }
    if let Some(form) = args.format.format.form() {
        print(&session.record(form)?);
    } else if !text {
        let moves: Vec<&str> = session.played().collect();
        let ended = render::json::ended(verdict.as_ref());
        let object = json!({
            "moves": moves, "position": session.position_text(), "ended": ended, "stopped": broken_off,
        });
        print(&format!("{object}\n"));
    }
    Ok(u8::from(broken_off) * 2)
}

/// The clocks of a game, if it is played with clocks.
struct Clocks {
    show: Option<[TimeControl; 2]>,
    /// Whose time is over.
    over: Option<usize>,
}

impl Clocks {
    /// What the engine may spend on the next move.
    fn limits(&self, args: &LimitArgs, mover: usize) -> Limits {
        Limits { clock: self.show.map(|clocks| clocks[mover]), ..limits(args) }
    }

    /// Stops the clock of the player who has moved; `false` if the time is over.
    fn stop(&mut self, mover: usize, start: Instant) -> bool {
        let in_time = self.show.as_mut().is_none_or(|clocks| clocks[mover].spend(start.elapsed()));
        if !in_time {
            self.over = Some(mover);
        }
        in_time
    }

    fn text(&self, mover: usize) -> String {
        self.show.map_or_else(String::new, |clocks| format!(" [{}]", render::duration(clocks[mover].left)))
    }
}

fn obey(session: &mut Session, args: &PlayArgs, line: &str, say: &dyn Fn(&str), output: Output) -> Result<Next, Error> {
    match line {
        "" => return Ok(Next::Again),
        "quit" | "exit" => return Ok(Next::Quit),
        "help" | "help notation" => say(&format!("{HELP}\n{NOTATION}")),
        "board" => say(&render::board(&session.board(&[]))),
        "moves" => say(&render::columns(&session.moves()?, output.style().width)),
        "best" => {
            let thought = stoppable(|stop| session.think(limits(&args.limits), stop, &mut ()))?;
            say(&render::thought(&thought, session.verdict()?.as_ref()));
        }
        "undo" => {
            if take_back(session, args) {
                return Ok(Next::Turn);
            }
            say("there is no move of yours to take back\n");
        }
        _ => match moves_of(session, args, line) {
            Ok((text, notes)) => {
                notes.iter().for_each(|note| complain(&render::warning(note, output.style())));
                say(&format!("{text}\n"));
                return Ok(Next::Played);
            }
            Err(error) => complain(&render::error(&meant(session, line, error), output.style())),
        },
    }
    Ok(Next::Again)
}

/// Plays what a human typed, one move or, where no engine answers, several; their texts, and what is to be said of how they were read.
fn moves_of(session: &mut Session, args: &PlayArgs, line: &str) -> Result<(String, Vec<Fault>), Error> {
    let (before, noted) = (session.played().count(), session.notes().len());
    if session.play_typed(line).is_err() {
        // What is wrong with it as a move.
        return session.play(line).map(|text| (text, Vec::new()));
    }
    let texts: Vec<String> = session.played().skip(before).map(str::to_string).collect();
    if texts.len() > 1 && args.players.contains(&Player::Engine) {
        texts.iter().for_each(|_| drop(session.undo()));
        return Err(Error::request("these are several moves, and the engine makes every other one")
            .help(format!("write one: `{}`", texts[0])));
    }
    Ok((texts.join(" "), session.notes().get(noted..).unwrap_or_default().to_vec()))
}

/// What may be typed beside moves.
const COMMANDS: [&str; 6] = ["moves", "board", "undo", "best", "quit", "help"];

/// What is said of a line that is no legal move: most likely of a command, if no move begins like that.
fn meant(session: &Session, line: &str, error: Error) -> Error {
    let word = line.split_whitespace().next().unwrap_or_default();
    if COMMANDS.contains(&word) {
        return Error::request(format!("`{word}` stands alone here")).help(format!("write `{word}`"));
    }
    if session.is_like_a_move(line) {
        return error;
    }
    let what = Error::request(format!("`{word}` is neither a command nor a legal move"));
    match nearest(word, COMMANDS) {
        Some(near) => what.help(format!("did you mean `{near}`?")),
        None => what.help("`help` lists what may be typed here; `rulesmith repl` knows more commands"),
    }
}

/// Takes moves back until a human is to move again; if there is no such place, nothing.
fn take_back(session: &mut Session, args: &PlayArgs) -> bool {
    let mut taken = 0;
    while session.undo().is_some() {
        taken += 1;
        if args.players[session.position().mover().index()] == Player::Human {
            return true;
        }
    }
    for _ in 0..taken {
        session.redo();
    }
    false
}
