//! The facade: a game that is loaded, a position on its board, and everything one may ask of it.
//!
//! In: the texts of a user (files, options, positions, moves, queries). Out: plain data and plain errors. It never
//! prints, and a request that fails leaves the session as it was.

mod bench;
mod books;
mod contest;
mod costs;
mod displaced;
mod erring;
mod error;
mod game;
mod keep;
mod learning;
mod list;
mod open;
mod perft;
mod recall;
mod record;
mod shards;
mod shelf;
mod study;
mod think;
mod thinker;
mod trial;
mod tuning;
mod view;

pub use crate::search::TimeControl;
pub use crate::search::match_play::Way;
pub use bench::{BenchOptions, Figures, SIGNATURE, Signature, signature};
pub use contest::{Contest, ContestGame, ContestResult, Opening, word};
pub use erring::{Against, Expectation, Opponent};
pub use error::{Error, Excerpt, Fault, FileReport};
pub use game::{Loaded, Playable, parse_setting};
pub use keep::{Keeper, alone_with, refuse_kept};
pub use learning::Basis;
pub use open::{Files, Lines, MAX_BYTES, Origin, open, plain, read_file, read_named, with_bases};
pub use perft::{PerftResult, PerftWatch};
pub use recall::Recall;
pub use record::{Form, RecordedGame, Reloaded, games_of_record, refuse_rules, write_whole};
pub use shards::{Merged, merge_shards};
pub use shelf::{Entry, Telling, all_games, find_games, tell_game};
pub use study::{Compared, compare_tree, parse_tree, trace_tree};
pub use think::{Limits, Proved, Solution, Swindled, Thought, ThoughtLine, Watch};
pub use thinker::{ENGINE, MOST_PLAYOUT, MOST_SWINDLE, Thinker, fits, parse_clock, parse_duration, traced, way};
pub use trial::{Trial, TrialOptions};
pub use tuning::keep_in_files as keep_tuning_in_files;
pub use tuning::{
    Job, Made, Outcomes, Phase, TuneOptions, TunePart, TuneRound, TuneWatch, Tuned, play_all, refuse_unwritable,
};
pub use view::{BoardView, Verdict, points};

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::list::ReadMoves;
use crate::compile::{Answer, AnyExecutor, Compiled, Edit, Reading, Settings, TermValue};
use crate::diag::Diagnostic;
use crate::game::{Game, MoveList, Overflow, Position, Side, Walk};
use crate::notation;
use crate::source::Source;

/// The canonical text of a file.
///
/// # Errors
/// The syntax errors of the file: what can't be read can't be rewritten.
pub fn format(source: &Source) -> Result<String, Error> {
    crate::syntax::format(source).map_err(|diagnostics| Error::File(FileReport { source: source.clone(), diagnostics }))
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Played {
    record: Vec<u64>,
    text: String,
}

/// Where the game began.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Start {
    state: Vec<u64>,
    /// How often the turn had passed before it.
    ply: usize,
    /// The text it was set up with; none for the starting position of the rules.
    text: Option<String>,
}

/// A game, the moves played so far, and those taken back. A copy shares the game.
#[derive(Clone)]
pub struct Session {
    loaded: Arc<Loaded>,
    start: Start,
    /// From the start to the position now.
    walk: Walk<Playable>,
    played: Vec<Played>,
    /// Moves taken back, the next to redo last.
    undone: Vec<Played>,
    /// Moves that could not be played on when the rules were read again.
    lost: Vec<String>,
    /// The file that the game was loaded from or saved to, while it is the same game.
    paper: Option<PathBuf>,
    /// What is to be said of the record it comes from: that other rules made it, that a move seems to be missing.
    doubts: Vec<Fault>,
    /// The halves of a point that the first player got by the record it comes from.
    result: Option<u8>,
    /// What was to be said of the text of the position it began with.
    notes: Vec<Fault>,
    /// What the last search against time has found.
    recall: Recall,
}

impl Session {
    /// A session at the start of a game: a file, a shipped game's name, `-`, or a saved record of a game.
    ///
    /// # Errors
    /// What is wrong with the name, the file or the settings.
    pub fn open(name: &str, settings: &Settings) -> Result<Session, Error> {
        match Session::open_so_far(name, settings)? {
            (session, None) => Ok(session),
            (_, Some(error)) => Err(error),
        }
    }

    /// The same, but of a record with a move that can't be played the moves before it, with what is wrong.
    ///
    /// # Errors
    /// What is wrong with anything else.
    pub fn open_so_far(name: &str, settings: &Settings) -> Result<(Session, Option<Error>), Error> {
        let (file, number) = record::numbered(name);
        let (source, origin) = open(file)?;
        if number.is_some() || Form::of(file, &source.text).is_some() {
            return Session::from_record(&source, number, settings);
        }
        if Form::named(Path::new(file)) == Some(Form::Record) {
            let error = Error::request(format!("`{}` is named like a record of a game, and is none", source.name));
            let help =
                "a record begins with a line such as `record of Chess`; then come `file chess` and `moves e2e4 …`";
            return Err(error.help(help));
        }
        Ok((Session::new(Loaded::compile(source, origin, settings.clone())?), None))
    }

    /// A session at the start of a loaded game.
    pub fn new(loaded: impl Into<Arc<Loaded>>) -> Session {
        let loaded = loaded.into();
        let walk = Walk::initial(Playable(loaded.clone()));
        let start = Start { state: walk.state().to_vec(), ply: 0, text: None };
        let (played, undone, lost) = (Vec::new(), Vec::new(), Vec::new());
        let (doubts, notes, recall) = (Vec::new(), Vec::new(), Recall::default());
        Session { loaded, start, walk, played, undone, lost, paper: None, doubts, result: None, notes, recall }
    }

    /// A session at the end of a walk, which began so many turns after the start of a game. To think and to ask: the moves that
    /// led there are not known as text.
    pub fn at(walk: Walk<Playable>, ply: usize) -> Session {
        let loaded = walk.game().0;
        let start = Start { state: walk.start().to_vec(), ply, text: None };
        Session { start, walk, ..Session::new(loaded) }
    }

    /// With what searches of other sessions have found, as long as these are of the same game: see [`Recall`].
    #[must_use]
    pub fn recalling(self, recall: &Recall) -> Session {
        Session { recall: recall.shared(), ..self }
    }

    /// What is to be said of the record the game comes from: that it was made by other rules, that a move seems to be missing.
    pub fn doubts(&self) -> &[Fault] {
        &self.doubts
    }

    /// What was read of the text of the position in another way than the game's own, or left out: warnings.
    pub fn notes(&self) -> &[Fault] {
        &self.notes
    }

    /// The compiled game.
    pub fn compiled(&self) -> &Compiled {
        &self.loaded.compiled
    }

    /// The game with its file and settings.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// What the compiler had to say about the file: warnings.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.loaded.warnings
    }

    /// The position with the game that led there.
    pub fn position(&self) -> Position<'_, AnyExecutor> {
        self.position_of(self.compiled().game())
    }

    /// The same as another game sees it, whose states and records are those of the session's.
    fn position_of<'g, G: Game + ?Sized>(&self, game: &'g G) -> Position<'g, G> {
        self.walk.seen_as(game)
    }

    /// The moves played since the start, as text.
    pub fn played(&self) -> impl Iterator<Item = &str> {
        self.played.iter().map(|p| p.text.as_str())
    }

    /// The text of the position now.
    pub fn position_text(&self) -> String {
        self.text_of(&self.walk)
    }

    /// The text of the position with a change; see [`Compiled::edited_text`].
    pub fn edited_text(&self, edit: &Edit) -> String {
        let ply = self.start.ply + self.walk.turns_passed();
        self.compiled().edited_text(self.walk.state(), ply, edit)
    }

    /// The text of the position it began with, if that is not the one of the rules.
    pub fn start_text(&self) -> Option<&str> {
        self.start.text.as_deref()
    }

    /// The text of a position that was come to from the session's start.
    fn text_of<G: Game + ?Sized, P: Deref<Target = G> + Clone>(&self, position: &Walk<P>) -> String {
        self.compiled().position_text(position.state(), self.start.ply + position.turns_passed())
    }

    /// The name of the player to move.
    pub fn to_move(&self) -> String {
        self.player(self.walk.mover())
    }

    /// The name of a player.
    pub fn player(&self, side: Side) -> String {
        self.compiled().players()[side].to_string()
    }

    /// Whether and how the game has ended.
    ///
    /// # Errors
    /// If the moves of the position can't be listed.
    pub fn verdict(&self) -> Result<Option<Verdict>, Error> {
        let mut position = self.position();
        let ending = position.ending().map_err(|e| Error::Request(self.unlisted(&position, e)))?;
        Ok(ending.map(|ending| Verdict::new(self.compiled(), ending)))
    }

    /// The legal moves; none when the game has ended.
    ///
    /// # Errors
    /// If they can't be listed.
    pub fn records(&self) -> Result<MoveList, Error> {
        let mut position = self.position();
        match position.ending().and_then(|ending| if ending.is_some() { Ok(None) } else { position.moves().map(Some) })
        {
            Ok(moves) => Ok(moves.unwrap_or_else(|| MoveList::new(position.game().move_words()))),
            Err(overflow) => Err(Error::Request(self.unlisted(&position, overflow))),
        }
    }

    /// What is said where the moves of a position can't be listed.
    fn unlisted(&self, position: &Position<'_, AnyExecutor>, overflow: Overflow) -> Fault {
        Fault::new(self.compiled().unlisted_text(position.state(), overflow)).help(overflow.advice())
    }

    /// The legal moves as text; none when the game has ended.
    ///
    /// # Errors
    /// If they can't be listed.
    pub fn moves(&self) -> Result<Vec<String>, Error> {
        let position = self.position();
        Ok(self.records()?.iter().map(|record| self.compiled().move_text(position.state(), record)).collect())
    }

    /// Sets up a position; the moves so far are forgotten.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn set_position(&mut self, text: &str) -> Result<(), Error> {
        if let Some((position, moves)) = of_protocol(text) {
            let mut behind = Session::new(self.loaded.clone());
            behind.set_position(position)?;
            behind.play_all(moves)?;
            self.begin(behind.start);
            behind.played.into_iter().for_each(|played| self.push(played));
            self.notes = behind.notes;
            return Ok(());
        }
        let read = self.compiled().read_position(text);
        let Reading { state, ply, notes } = read.map_err(|e| {
            let fault = Fault::of_text(text, e);
            let help = open::instead_of_a_record(text).or_else(|| self.instead_of_moves(text));
            Error::Request(if help.is_some() { Fault { help, ..fault } } else { fault })
        })?;
        // One line, as records have it.
        let words: Vec<&str> = text.split_whitespace().collect();
        // What a protocol's words stand for is kept, not the words.
        let kept = match words.first() {
            Some(&("startpos" | "position" | "fen" | "sfen")) => self.compiled().position_text(&state, ply),
            _ => words.join(" "),
        };
        let is_start = ply == 0 && state == self.compiled().game().initial();
        self.begin(Start { state, ply, text: (!is_start).then_some(kept) });
        self.notes = notes.into_iter().map(|note| Fault::of_text(text, note)).collect();
        self.notes.extend(self.of_another_game(text));
        Ok(())
    }

    /// What to say where a position stands in an address that names another game.
    fn of_another_game(&self, text: &str) -> Option<Fault> {
        let this = self.loaded.origin.shipped()?;
        let address = Some(text).filter(|text| notation::is_address(text))?;
        let other = record::game_of_address(address).filter(|other| *other != this)?;
        let fault = Fault::new(format!("the address is of a game of {other}, and this is {this}"));
        Some(fault.help(format!("if its rules are meant, take `{other}`")))
    }

    /// What to say where the text of a position is rather one of moves.
    fn instead_of_moves(&self, text: &str) -> Option<String> {
        let session = Session::new(self.loaded.clone());
        let read = session.read_list(&mut session.position(), text);
        let all = read.wrong.is_none() && !read.moves.is_empty();
        all.then(|| "these are moves: give them behind `--moves`, in a conversation on a line of their own".to_string())
    }

    /// Back to the starting position of the rules.
    pub fn restart(&mut self) {
        let state = self.compiled().game().initial();
        self.begin(Start { state, ply: 0, text: None });
    }

    /// Plays what was read.
    fn push(&mut self, played: Played) {
        self.walk.make(&played.record);
        self.played.push(played);
    }

    /// A new game.
    fn begin(&mut self, start: Start) {
        self.walk = Walk::new(Playable(self.loaded.clone()), &start.state);
        self.start = start;
        self.played.clear();
        self.undone.clear();
        self.lost.clear();
        self.paper = None;
        self.notes.clear();
        self.result = None;
    }

    /// The record of a move that could be played.
    ///
    /// # Errors
    /// As [`Session::play`].
    pub fn read(&self, text: &str) -> Result<Vec<u64>, Error> {
        self.read_move(&mut self.position(), text).map(|played| played.record).map_err(Error::Request)
    }

    /// Plays one move and gives its canonical text.
    ///
    /// # Errors
    /// Why it can't be played, with the legal moves that come near.
    pub fn play(&mut self, text: &str) -> Result<String, Error> {
        let played = self.read_move(&mut self.position(), text).map_err(Error::Request)?;
        let text = played.text.clone();
        self.push(played);
        self.undone.clear();
        self.lost.clear();
        Ok(text)
    }

    /// Plays several moves, separated by white space, with numbers and comments as in PGN: all of them or, if one is illegal,
    /// none. At the start of a game they may follow a position, as protocols send them to an engine.
    ///
    /// # Errors
    /// Which move can't be played, and why.
    pub fn play_all(&mut self, text: &str) -> Result<(), Error> {
        if self.played.is_empty() && self.start.text.is_none() && of_protocol(text).is_some() {
            return self.set_position(text);
        }
        let text = &*crate::notation::narrow(text);
        let read = self.read_list(&mut self.position(), text);
        self.play_read(text, read)
    }

    /// Plays what is typed: a list, or one word, a move or several, which is read by the game's own letters, for what follows it is read
    /// by itself. What is strange in it is told as in a list.
    ///
    /// # Errors
    /// As [`Session::play_all`].
    pub fn play_typed(&mut self, text: &str) -> Result<(), Error> {
        if text.contains(|c: char| c.is_whitespace() || c == notation::SAME) {
            return self.play_all(text);
        }
        let read = self.read_typed(&mut self.position(), text);
        self.play_read(text, read)
    }

    fn play_read(&mut self, text: &str, read: ReadMoves) -> Result<(), Error> {
        let ReadMoves { moves: fresh, wrong, notes, .. } = read;
        if let Some(fault) = wrong {
            let message = format!("move {} of the moves given: {}", fresh.len() + 1, fault.message);
            let help = open::instead_of_a_record(text).or(fault.help);
            return Err(Error::Request(Fault { message, help, ..fault }));
        }
        if !fresh.is_empty() {
            self.undone.clear();
        }
        fresh.into_iter().for_each(|played| self.push(played));
        self.notes.extend(notes);
        Ok(())
    }

    /// Takes the last move back and gives its text.
    pub fn undo(&mut self) -> Option<String> {
        let last = self.played.pop()?;
        self.walk.undo();
        self.lost.clear();
        let text = last.text.clone();
        self.undone.push(last);
        Some(text)
    }

    /// Plays the move last taken back again and gives its text.
    pub fn redo(&mut self) -> Option<String> {
        let next = self.undone.pop()?;
        let text = next.text.clone();
        self.push(next);
        Some(text)
    }

    /// The evaluation of the position for the player to move, in whole and term by term. A derived one is what was learned by now:
    /// [`Session::learn`] first.
    ///
    /// # Errors
    /// If it counts moves that can't be listed.
    pub fn evaluation(&self) -> Result<(i32, Vec<TermValue>), Error> {
        let playing = self.loaded.played();
        let position = self.position_of(playing.game());
        if playing.counts_moves()
            && let Err(why) = position.clone().moves()
        {
            let message = format!("`mobility` has no value here: {why}");
            return Err(
                Error::request(message).help("take another evaluation with `eval`, or bound the moves in the rules")
            );
        }
        Ok((playing.game().evaluate(position.state()), playing.evaluation(position.state())))
    }

    /// The value of an expression of the language in the position.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub fn query(&self, text: &str) -> Result<Answer, Error> {
        self.compiled()
            .query(&self.position(), text)
            .map_err(|diagnostics| Error::File(FileReport { source: Source::new("query", text), diagnostics }))
    }

    /// Whether a text that is no legal move was meant for one rather than for a command: it names a cell, castles as in
    /// chess books, or begins like a legal move.
    pub fn is_like_a_move(&self, text: &str) -> bool {
        let word = text.split_whitespace().next().unwrap_or_default();
        // Cells have digits. Where moves can't be listed that is what there is to say.
        text.bytes().any(|b| b.is_ascii_digit())
            || word.starts_with("O-O")
            || word.to_ascii_lowercase().starts_with("swap")
            || self.moves().map_or(true, |moves| moves.iter().any(|known| known.starts_with(word)))
    }
}

/// The position and the moves of a line that a protocol sends to an engine, such as `position startpos moves e2e4 e7e5`.
fn of_protocol(text: &str) -> Option<(&str, &str)> {
    let first = text.split_whitespace().next()?;
    if !matches!(first, "position" | "startpos" | "fen" | "sfen") {
        return None;
    }
    let (position, moves) = text.split_once(" moves")?;
    (moves.is_empty() || moves.starts_with(char::is_whitespace)).then_some((position, moves))
}
