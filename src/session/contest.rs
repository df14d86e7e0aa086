//! Matches between two ways of playing the same game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::list::ReadMoves;
use super::record::{Form, Kept, Paper, papers};
use super::thinker::Thinker;
use super::{Error, Fault, Loaded, Session, Start, Verdict, read_named};
use crate::game::{Outcome, Position};
use crate::search::match_play::{self, GameResult, MatchSettings, Played, Seat, Sprt, Tally, play_match_from};
use crate::source::lines;

/// What is played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contest {
    /// Games, openings, seed, threads.
    pub settings: MatchSettings,
    /// What pairs of games begin with in turn; none: random moves from the position on.
    pub openings: Vec<Opening>,
    /// A test that ends the match as soon as it has an answer.
    pub sprt: Option<Sprt>,
    /// Where the records of the games will lie, if they are kept: they name the rules as seen from there.
    pub folder: Option<PathBuf>,
    /// The form of these records.
    pub form: Form,
    /// How many games are kept there already: the records are numbered on.
    pub before: usize,
    /// What the two ways of playing are called in records.
    pub names: [String; 2],
}

/// What a game begins with: moves that were read, from the position of the match or from one of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    start: Option<Start>,
    moves: Vec<Vec<u64>>,
}

/// A finished game of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct ContestGame {
    /// Which game, from 1.
    pub number: usize,
    /// The name of the player that the first of the two settings had.
    pub player: String,
    /// How it went for the first of the two settings.
    pub result: GameResult,
    /// How it ended, in words; none if it was too long.
    pub verdict: Option<Verdict>,
    /// The position that it began with, if not with that of the match.
    pub start: Option<String>,
    /// The moves from there on.
    pub moves: Vec<String>,
    /// The game as a record that can be loaded.
    pub record: String,
    /// How many of its first moves were the opening.
    pub opening: usize,
    /// Whether it ended because a player had no time left.
    pub on_time: bool,
}

/// How a match went.
#[derive(Debug, Clone, PartialEq)]
pub struct ContestResult {
    /// From the first one's point of view.
    pub tally: Tally,
    /// The same, when it had each colour.
    pub by_side: [Tally; 2],
    /// The test's log-likelihood ratio and its bounds, if there was a test, and its answer if it has one.
    pub sprt: Option<(f64, (f64, f64), Option<bool>)>,
    /// Whether it was stopped before all games were played or the test was decided.
    pub stopped: bool,
    /// Whether that was because the moves of a position could not be listed.
    pub overflowed: bool,
    /// How many games ended because a player had no time left.
    pub on_time: usize,
    /// Games that were left out since they would have been the same again: both players always answer alike, and there
    /// are no more openings.
    pub repeated: usize,
    /// How many games began with fewer random moves than were asked for: with more the game would have been over.
    pub shortened: usize,
}

impl ContestResult {
    /// What the player who moves first took, whoever of the two it was: how fair the game is between these players.
    pub fn first_player(&self) -> Tally {
        let [as_first, as_second] = self.by_side;
        Tally {
            wins: as_first.wins + as_second.losses,
            draws: as_first.draws + as_second.draws,
            losses: as_first.losses + as_second.wins,
            ..Tally::default()
        }
    }
}

impl Session {
    /// Plays a match from the position; `after_game` is told each game as it ends.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn contest(
        &self,
        thinkers: [&Thinker; 2],
        contest: &Contest,
        stop: &AtomicBool,
        after_game: &mut (dyn FnMut(&ContestGame, &Tally) + Send),
    ) -> Result<ContestResult, Error> {
        if self.verdict()?.is_some() {
            return Err(Error::request("the game is over in this position: there is nothing to play"));
        }
        if contest.folder.is_some() {
            self.refuse_unnamed()?;
            // What can't be written is told before anything is played.
            self.write(contest.form, None, &Kept::default())?;
        }
        let opening = |Opening { start, moves }: &Opening| match_play::Opening {
            start: start.as_ref().map(|start| start.state.clone()),
            moves: moves.clone(),
        };
        let openings: Vec<match_play::Opening> = contest.openings.iter().map(opening).collect();
        // The same rules, seen with each player's own evaluation.
        let own = |thinker: &Thinker| self.with_evaluation(thinker.evaluation.as_deref());
        let own: [Option<Loaded>; 2] = [own(thinkers[0])?, own(thinkers[1])?];
        let games = own.each_ref().map(|own| own.as_ref().unwrap_or(&self.loaded).playing(None, stop, &mut ()));
        let others = thinkers.map(|thinker| thinker.opponent.as_ref().and_then(|o| o.evaluation.as_deref()));
        let others = [self.with_evaluation(others[0])?, self.with_evaluation(others[1])?];
        let others = others.each_ref().map(|other| other.as_ref().map(|loaded| loaded.playing(None, stop, &mut ())));
        let roots = [self.position_of(games[0].game()), self.position_of(games[1].game())];
        let book = |thinker: &Thinker| match &thinker.book {
            Some(file) => self.read_book(Path::new(file)).map(|book| Some(Arc::new(book))),
            None => Ok(None),
        };
        let contestants = [thinkers[0].contestant(book(thinkers[0])?), thinkers[1].contestant(book(thinkers[1])?)];
        let different = match openings.len() {
            0 if contest.settings.opening_plies > 0 => usize::MAX,
            n => 2 * n.max(1),
        };
        let alike = thinkers.iter().all(|thinker| thinker.answers_alike());
        let games_played = if alike { contest.settings.games.min(different) } else { contest.settings.games };
        let settings = MatchSettings { games: games_played, ..contest.settings.clone() };
        // A part of a match can't tell what all of it would.
        let test = contest.sprt.filter(|_| settings.shard.is_none());
        let seat = |index: usize| Seat {
            contestant: &contestants[index],
            root: &roots[index],
            other: others[index].map(|other| other.game()),
        };
        let mut by_side = [Tally::default(); 2];
        let (mut decided, mut shortened, mut on_time) = (false, 0, 0);
        let tally = {
            let (by_side, decided, shortened, on_time) = (&mut by_side, &mut decided, &mut shortened, &mut on_time);
            play_match_from(&[seat(0), seat(1)], &openings, &settings, stop, &mut |tally, played| {
                by_side[played.side.index()].add(played.result);
                *on_time += usize::from(played.on_time);
                *shortened += usize::from(openings.is_empty() && played.opening < settings.opening_plies);
                after_game(&self.contest_game(contest, played), tally);
                // Half a pair says more of the colour than of the player.
                let paired = tally.games() % 2 == 0;
                *decided = paired && test.is_some_and(|sprt| sprt.decision(tally).is_some());
                !*decided
            })
        };
        let sprt = test.map(|sprt| (sprt.llr(&tally), sprt.bounds(), sprt.decision(&tally)));
        let stopped = !decided && (tally.games() as usize) < settings.games_here();
        let overflowed = stopped && !stop.load(Relaxed);
        let repeated = contest.settings.games - settings.games;
        Ok(ContestResult { tally, by_side, sprt, stopped, overflowed, on_time, repeated, shortened })
    }

    /// The game with another evaluation, if another is asked for.
    pub(super) fn with_evaluation(&self, name: Option<&str>) -> Result<Option<Loaded>, Error> {
        let Some(name) = name else { return Ok(None) };
        let settings = crate::compile::Settings { evaluation: Some(name.to_string()), ..self.loaded.settings.clone() };
        self.loaded.with_settings(settings).map(Some)
    }

    /// The openings of a file: its games, or one on each line, moves or a position; lines that begin with `#` are notes.
    ///
    /// # Errors
    /// What is wrong with the file, or where a move can't be played.
    pub fn read_openings(&mut self, name: &str) -> Result<Vec<Opening>, Error> {
        let source = read_named(name, "put the openings into several files, one for each match")?;
        let mut openings = Vec::new();
        if let Some(form) = Form::of(name, &source.text) {
            for paper in papers(&source, form) {
                openings.push(self.opening_of(&paper?)?);
            }
        }
        let lines = if Form::of(name, &source.text).is_some() { Vec::new() } else { lines(&source.text) };
        for span in lines {
            let text = &source.text[span.start..span.end];
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            openings.push(self.opening(text).map_err(|error| match error {
                Error::Request(fault) => Error::in_file(&source, "bad-opening", span, fault),
                other => other,
            })?);
        }
        if openings.is_empty() {
            return Err(Error::request(format!("`{}` has no opening", source.name)).help(
                "write an opening on each line, moves or a position; `--random 0` begins each game with the position",
            ));
        }
        Ok(openings)
    }

    /// An opening, written as moves from the position on, or as a position.
    ///
    /// # Errors
    /// Where a move can't be played, or that nothing can be.
    pub fn opening(&mut self, text: &str) -> Result<Opening, Error> {
        let mut position = self.position();
        let ReadMoves { moves, wrong, notes, .. } = self.read_list(&mut position, text);
        if let Some(fault) = wrong {
            let mut game = Session::new(self.loaded.clone());
            if game.set_position(text).is_ok() {
                if game.verdict()?.is_some() {
                    let error = Error::request(format!("the game is over in the opening `{text}`"));
                    return Err(error.help("leave this position out"));
                }
                self.note_once(game.notes);
                let moves = game.played.into_iter().map(|played| played.record).collect();
                return Ok(Opening { start: game.start.text.is_some().then_some(game.start), moves });
            }
            let message = format!("in the opening `{text}`: {}", fault.message);
            return Err(Error::Request(Fault { message, ..fault }));
        }
        if position.ending()?.is_some() {
            return Err(Error::request(format!("the opening `{text}` ends the game")).help("leave its last moves out"));
        }
        self.note_once(notes);
        Ok(Opening { start: None, moves: moves.into_iter().map(|played| played.record).collect() })
    }

    /// Of many openings that are read in an odd way the first is told.
    fn note_once(&mut self, notes: Vec<Fault>) {
        if self.notes.is_empty() {
            self.notes = notes;
        }
    }

    /// A game of a file as an opening.
    fn opening_of(&self, paper: &Paper) -> Result<Opening, Error> {
        if let Some(other) = paper.of_another(self) {
            let error = Error::request(format!("it is a game of {other}"));
            return Err(paper.at_head(error.help(format!("the match is one of {}", self.compiled().name()))));
        }
        let mut game = Session::new(self.loaded.with_settings(self.loaded.settings.clone())?);
        let mut position = self.position();
        let mut start = None;
        let read = game.read_by_rows(paper, |game, rows| {
            game.restart();
            game.set_up(paper, rows)?;
            let other = game.start.text.is_some() && game.start.state != self.position().state();
            start = other.then(|| game.start.clone());
            position = match &start {
                Some(start) => Position::new(self.compiled().game(), &start.state),
                None => self.position(),
            };
            Ok(self.read_paper(&mut position, paper, rows))
        })?;
        read.wrong.map_or(Ok(()), Err)?;
        if position.ending()?.is_some() {
            let error = Error::request("this game is played to its end, and is no opening");
            return Err(paper.at_head(error.help("leave its last moves out")));
        }
        Ok(Opening { start, moves: read.moves.into_iter().map(|played| played.record).collect() })
    }

    fn contest_game(&self, contest: &Contest, played: &Played) -> ContestGame {
        // Only what begins elsewhere is another session's game.
        let opening = contest.openings.get(played.number / 2 % contest.openings.len().max(1));
        let elsewhere = opening.and_then(|opening| opening.start.clone()).map(|start| {
            let mut session = self.clone();
            session.begin(start);
            session
        });
        let session = elsewhere.as_ref().unwrap_or(self);
        let mut position = session.position();
        let moves = session.line_text(&position, &played.moves);
        let before = session.played.iter().map(|p| p.record.clone());
        let all: Vec<Vec<u64>> = before.chain(played.moves.clone()).collect();
        played.moves.iter().for_each(|record| position.make(record));
        let verdict = match played.outcome {
            None => None,
            Some(Outcome::Win(side)) if played.on_time => Some(Verdict::on_time(self.player(side))),
            Some(_) => position.ending().ok().flatten().map(|ending| Verdict::new(self.compiled(), ending)),
        };
        let player = self.player(played.side);
        let number = played.number + 1;
        let note = format!("game {}: A has {player}, and {}", contest.before + number, word(played.result));
        let [a, b] = &contest.names;
        let names = if played.side.index() == 0 { [a, b] } else { [b, a] };
        let kept = Kept {
            moves: &all,
            verdict: verdict.as_ref(),
            round: Some((contest.before + number, note)),
            names: Some(names.map(String::clone)),
        };
        ContestGame {
            number,
            player,
            result: played.result,
            record: session.write(contest.form, contest.folder.as_deref(), &kept).unwrap_or_default(),
            verdict,
            start: elsewhere.as_ref().map(Session::position_text),
            moves,
            opening: played.opening,
            on_time: played.on_time,
        }
    }
}

/// Of the first of the two.
pub fn word(result: GameResult) -> &'static str {
    match result {
        GameResult::Won => "wins",
        GameResult::Drawn => "draws",
        GameResult::Lost => "loses",
    }
}
