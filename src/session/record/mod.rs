//! Games on paper, in our own form or those of others: saving, loading, and going on after the rules were edited.
//!
//! Whatever the form, a file is read into [`Paper`]s, one for each game: what it says of the rules, of the start, and the
//! places of its moves. [`write`](mod@write) is the way back.

mod form;
mod kifu;
mod kinds;
mod own;
mod paper;
mod pgn;
mod sgf;
mod write;

pub use form::Form;

pub(super) use kinds::{game_of_address, names_game};
pub(super) use paper::{Paper, papers};
pub(super) use sgf::{Rows, colour_of};
pub(super) use write::Kept;

use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::error::{Error, Fault};
use super::game::Loaded;
use super::keep::cannot_write;
use super::list::{Letters, ReadMoves};
use super::open::Origin;
use super::{Played, Session, Verdict};
use crate::compile::{AnyExecutor, Backend, Edit, Settings};
use crate::game::Position;
use crate::game::{PerSide, Side};
use crate::notation;
use crate::source::Source;
use paper::{Moves, paper};

/// What to do where a record leaves out from which of many starts it is played.
const SAY_THE_START: &str = "say the start by a tag `[FEN \"…\"]`";

/// What became of the game so far when the rules were read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reloaded {
    /// How many moves were kept.
    pub kept: usize,
    /// Whether the position it began with had to be given up.
    pub start_lost: Option<String>,
    /// The first move that is not legal any more, and why.
    pub stopped: Option<(String, String)>,
}

/// The moves of a record.
pub(super) struct ReadPaper {
    /// Those that can be played.
    pub(super) moves: Vec<Played>,
    /// What is wrong with the first that can't.
    pub(super) wrong: Option<Error>,
    /// That one seems to be missing, how the record was read, what else is strange in it.
    pub(super) doubts: Vec<Fault>,
}

/// That a file holds no games.
pub(super) fn no_records(name: &str, help: &str) -> Error {
    Error::request(format!("`{name}` is not a file of records")).help(help)
}

/// The file of a name and the number of a game in it: `games.record#3` is the third game of a file of several.
pub(super) fn numbered(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once('#').and_then(|(file, n)| Some((file, n.parse().ok()?))) {
        Some((file, number)) if !Path::new(name).exists() => (file.trim_end(), Some(number)),
        _ => (name, None),
    }
}

/// A file as seen from a folder: with `..` where that leads to it, unless they have nothing in common.
fn seen_from(folder: &Path, file: &str) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (folder.canonicalize().ok()?, Path::new(file).canonicalize().ok()?);
    let common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if common <= 1 {
        return Some(file.display().to_string());
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(file.components().skip(common)).collect();
    Some(path.display().to_string())
}

/// What is said by people, fit for a line of a record.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Session {
    /// The game so far as a text that [`Session::open`] reads.
    ///
    /// # Errors
    /// If a game can't be written in this form.
    pub fn record(&self, form: Form) -> Result<String, Error> {
        self.record_in(form, None, None, None)
    }

    /// The same with what those say who play: `names` are White's and Black's, or the first and the second player's where nobody is
    /// called so; `ended` counts where the rules don't say how the game ended.
    ///
    /// # Errors
    /// If a game can't be written in this form.
    pub fn record_with(&self, form: Form, names: [Option<String>; 2], ended: Option<Verdict>) -> Result<String, Error> {
        let named = names.iter().any(Option::is_some);
        let mut names = names.map(|name| name.as_deref().map_or_else(|| "?".to_string(), one_line));
        if self.black_first() {
            names.reverse();
        }
        self.record_in(form, None, named.then_some(names), ended)
    }

    /// `names` are the first and the second player's.
    fn record_in(
        &self,
        form: Form,
        folder: Option<&Path>,
        names: Option<[String; 2]>,
        ended: Option<Verdict>,
    ) -> Result<String, Error> {
        let moves: Vec<Vec<u64>> = self.played.iter().map(|played| played.record.clone()).collect();
        let verdict = self.verdict().ok().flatten().or(ended);
        self.write(form, folder, &Kept { moves: &moves, verdict: verdict.as_ref(), names, ..Kept::default() })
    }

    /// How a game ended of which no more is known than its result, as records have it (`1-0`, `B+R`), for this reason.
    ///
    /// # Errors
    /// If it is no result.
    pub fn ended_by(&self, result: &str, reason: &str) -> Result<Verdict, Error> {
        let (halves, first_is_black) = match notation::pgn::result(result).flatten() {
            Some(halves) => (Some(halves), self.black_first()),
            None => (sgf::result(result), sgf::colours(self, None)[Side::First] != "W"),
        };
        let [white, black] = halves.ok_or_else(|| {
            Error::request(format!("`{result}` is no result")).help("write `1-0`, `0-1` or `1/2-1/2`")
        })?;
        let winner = (white != black).then(|| match (black > white) == first_is_black {
            true => self.player(Side::First),
            false => self.player(Side::Second),
        });
        Ok(Verdict::told(winner, &one_line(reason)))
    }

    /// Writes the game so far to a file, whole or not at all.
    ///
    /// # Errors
    /// If it can't be written, if another game would be lost, or there is no file of rules to refer to.
    pub fn save(&mut self, path: &Path) -> Result<(), Error> {
        self.refuse_unnamed()?;
        refuse_rules(path, "give the record another extension, such as `.record`")?;
        let text = self.record_in(Form::to_write(path), path.parent(), None, None)?;
        self.refuse_loss(path, &text)?;
        write_whole(path, &text)?;
        self.paper = path.canonicalize().ok();
        Ok(())
    }

    /// Rules without a name can't be referred to.
    pub(super) fn refuse_unnamed(&self) -> Result<(), Error> {
        if self.loaded.origin == Origin::Text {
            return Err(Error::request("a game read from standard input can't be saved")
                .help("a record names the file of its rules: save the rules first"));
        }
        Ok(())
    }

    /// The session that a record describes, up to the first move that can't be played, with what is wrong with that;
    /// `given` from outside goes before what the record says.
    ///
    /// # Errors
    /// What is wrong with the rest of the record or its rules.
    pub(super) fn from_record(
        source: &Source,
        number: Option<usize>,
        given: &Settings,
    ) -> Result<(Session, Option<Error>), Error> {
        let form = Form::of(&source.name, &source.text);
        let form = form.ok_or_else(|| {
            no_records(
                &source.name,
                "`#` and a number choose a game of a file that `match --keep` wrote, or of a PGN file",
            )
        })?;
        let (paper, games) = paper(source, form, number)?;
        let mut session = Session::new(paper.open(given)?);
        let wrong = session.replay(&paper)?;
        session.first_of_several(source, number, games);
        session.paper = Path::new(&source.name).canonicalize().ok().filter(|_| games == 1);
        Ok((session, wrong))
    }

    /// Plays what a record says by the rules of this session, from the start that it gives, up to the first move that can't
    /// be played, with what is wrong with that. `name` is a file, `-`, or one of several games: `games.pgn#3`.
    ///
    /// # Errors
    /// What is wrong with the rest of the record; the session is then as it was.
    pub fn replay_record(&mut self, name: &str) -> Result<Option<Error>, Error> {
        let (file, number) = numbered(name);
        let source = super::read_named(file, "it is no record of a game: our own, PGN, PDN, SGF, KIF or CSA")?;
        let form = Form::of(file, &source.text);
        let form = form.ok_or_else(|| no_records(&source.name, "records are our own, PGN, PDN, SGF, KIF or CSA"))?;
        let (paper, games) = paper(&source, form, number)?;
        let wishes = self.loaded.with_settings(paper.settings(&self.loaded.settings)).map_err(|e| paper.blame(e))?;
        let mut session = Session::new(paper.adapt(wishes)?);
        let wrong = session.replay(&paper)?;
        if let Some(other) = paper.of_another(self) {
            let message = format!("`{}` says to be a game of {other}", source.name);
            session.doubts.push(Fault::new(message).help(format!("it is read as one of {}", self.compiled().name())));
        }
        session.first_of_several(&source, number, games);
        *self = session;
        Ok(wrong)
    }

    /// Tells of the other games of a file of which the first was read.
    fn first_of_several(&mut self, source: &Source, number: Option<usize>, games: usize) {
        if number.is_none() && games > 1 {
            let name = &source.name;
            let message = format!("`{name}` holds {games} games, and this is the first");
            self.doubts.push(Fault::new(message).help(format!("`{name}#2` is the second")));
        }
    }

    /// Plays what a record of this game says, up to the first move that can't be played, with what is wrong with that.
    ///
    /// # Errors
    /// What is wrong with its position or the mark of its rules.
    pub(super) fn replay(&mut self, paper: &Paper) -> Result<Option<Error>, Error> {
        self.restart();
        self.doubts = self.other_rules(paper)?.into_iter().collect();
        if let Moves::Nodes(line) = &paper.moves {
            let doubts = sgf::doubts(self, paper.text(), line);
            self.doubts.extend(doubts.map_err(|(span, fault)| paper.wrong(span, Error::Request(fault)))?);
        }
        let begins = self.other_begins(paper);
        let read = self.read_by_rows(paper, |session, rows| {
            session.restart();
            session.set_up(paper, rows)?;
            Ok(session.read_paper(&mut session.position(), paper, rows))
        })?;
        self.doubts.extend(begins.map(|(side, _)| self.other_begun(paper, side)));
        if self.unsaid_array(paper).is_some() {
            let message =
                format!("`{}` does not say from which start it is played: the usual array is taken", paper.name());
            self.doubts.push(Fault::new(message).help(SAY_THE_START));
        }
        read.moves.into_iter().for_each(|played| self.push(played));
        self.result = paper.result.map(|halves| self.halves_of_first(paper, halves));
        self.doubts.extend(read.doubts);
        self.doubts.extend(paper.doubts.iter().cloned());
        self.doubts.extend(self.other_result(paper, read.wrong.is_none()));
        Ok(read.wrong)
    }

    /// That a record says another result than that with which its game ends by the rules.
    fn other_result(&self, paper: &Paper, whole: bool) -> Option<Fault> {
        let said = self.result.filter(|_| whole && matches!(paper.form, Form::Pgn | Form::Pdn))?;
        let verdict = self.verdict().ok().flatten().filter(|verdict| !verdict.without_verdict)?;
        let won = |winner: &String| 2 * u8::from(*winner == self.player(Side::First));
        let ended = verdict.winner.as_ref().map_or(1, won);
        (ended != said).then(|| {
            let who = match said {
                0 => format!("{} won", self.player(Side::Second)),
                1 => "the game was drawn".to_string(),
                _ => format!("{} won", self.player(Side::First)),
            };
            let message = format!("`{}` says that {who}; by the rules {}", paper.name(), verdict.sentence());
            Fault::new(message).help("is a move wrong, or the result?")
        })
    }

    /// Reads a record with its rows counted as is usual; the other way round if only so all of its moves can be played.
    ///
    /// # Errors
    /// What is wrong with its position.
    pub(super) fn read_by_rows(
        &mut self,
        paper: &Paper,
        mut read: impl FnMut(&mut Session, Rows) -> Result<ReadPaper, Error>,
    ) -> Result<ReadPaper, Error> {
        let rows = kinds::rows(self.loaded.origin.shipped());
        let usual = read(self, rows)?;
        if usual.wrong.is_none() || !matches!(paper.moves, Moves::Nodes(_)) {
            return Ok(usual);
        }
        match read(self, rows.turned()) {
            Ok(mut turned) if turned.wrong.is_none() => {
                let from = match rows.turned() {
                    Rows::Down => "top",
                    Rows::Up => "bottom",
                };
                let message = format!("the rows of `{}` are counted from the {from}", paper.name());
                turned.doubts.insert(0, Fault::new(message).help("only so can all of its moves be played"));
                Ok(turned)
            }
            _ => read(self, rows),
        }
    }

    /// Sets up the position that a record begins with.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn set_up(&mut self, paper: &Paper, rows: Rows) -> Result<(), Error> {
        if let Some((text, span)) = paper.only.get("position") {
            return self.set_position(text).map_err(|error| paper.wrong(*span, error));
        }
        if let Some(array) = self.unsaid_array(paper) {
            self.set_position(array).map_err(|error| paper.wrong(paper.head, error))?;
        }
        if let Some((_, text)) = self.other_begins(paper) {
            self.set_position(&text).map_err(|error| paper.wrong(paper.head, error))?;
            // Not all who write such a type mean it.
            let read = self.read_paper(&mut self.position(), paper, rows);
            if read.moves.is_empty() && read.wrong.is_some() {
                self.restart();
            }
        }
        if let Moves::Nodes(line) = &paper.moves {
            let text = sgf::set_up(self, paper.text(), line, rows)
                .map_err(|(span, fault)| paper.wrong(span, Error::Request(fault)))?;
            if let Some(text) = text {
                self.set_position(&text).map_err(|error| paper.wrong(paper.head, error))?;
            }
        }
        Ok(())
    }

    /// The usual array, where a record is of a game whose start is one of many and does not say which, as our own do.
    fn unsaid_array(&self, paper: &Paper) -> Option<&'static str> {
        let silent = !paper.has_rules() && !paper.only.contains_key("position");
        self.loaded.origin.shipped().and_then(kinds::shuffled).filter(|_| silent)
    }

    /// Who begins and the start with that player to move, if by the type of game of a record, or by the initials of its moves, it is
    /// the other one than by the rules; and it does not give a position or these rules.
    fn other_begins(&self, paper: &Paper) -> Option<(Side, String)> {
        if paper.has_rules() || paper.only.contains_key("position") {
            return None;
        }
        let start = self.compiled().game().initial();
        let (mover, unmoved) = (self.compiled().game().mover(&start), self.start.state == start);
        if let Moves::Nodes(line) = &paper.moves {
            let begins = sgf::begins(self, paper.text(), line).filter(|&begins| begins != mover && unmoved)?;
            return Some((begins, self.compiled().edited_text(&start, 0, &Edit::Mover(begins))));
        }
        let begins = paper.begins?;
        let text = self.pdn_position(false).filter(|_| unmoved)?;
        let letter = |side: Side| self.player(side).chars().next().map(|c| c.to_ascii_uppercase());
        let named = Side::ALL.into_iter().find(|&side| letter(side) == Some(begins))?;
        (named != mover).then(|| (named, format!("{begins}{}", &text[1..])))
    }

    /// What is said of a record that has been read, where the other player begins.
    fn other_begun(&self, paper: &Paper, begins: Side) -> Fault {
        let (other, own) = (self.player(begins), self.player(begins.other()));
        let what = if matches!(paper.moves, Moves::Nodes(_)) { "its first move" } else { "its type of game" };
        let message = format!("`{}`: by {what} {other} begins, and by these rules {own} does", paper.name());
        Fault::new(message).help(match self.start.text {
            Some(_) => format!("it is read from the start with {other} to move"),
            None => format!("its first move is {own}'s, who is taken to begin"),
        })
    }

    /// The moves of a record from a position on, which is then that behind them.
    pub(super) fn read_paper(&self, position: &mut Position<'_, AnyExecutor>, paper: &Paper, rows: Rows) -> ReadPaper {
        let (read, places, gap) = match &paper.moves {
            Moves::Text(spans) => {
                let texts: Vec<&str> = spans.iter().map(|&span| paper.part(span)).collect();
                let read = self.read_lists(position, &texts);
                let gap = read.gap.as_ref().map(|gap| {
                    let start = spans[gap.text].start;
                    let place = crate::source::Span::new(start + gap.span.start, start + gap.span.end);
                    let message = format!(
                        "`{}`, line {}: a move is numbered {}, and is move {} here",
                        paper.name(),
                        paper.line(place),
                        gap.said,
                        gap.counted
                    );
                    Fault::new(message).help("is a move missing before it, or one there twice?")
                });
                (read, spans.clone(), gap)
            }
            Moves::Nodes(line) => {
                let nodes = sgf::moves(self, paper.text(), line, rows);
                let named: Vec<&str> =
                    nodes.iter().filter(|node| !node.is_point).map(|node| node.text.as_str()).collect();
                let read =
                    self.with_letters(position, &named, |position, letters| self.read_nodes(position, &nodes, letters));
                (read, nodes.iter().map(|node| node.place).collect(), None)
            }
        };
        let doubts = gap.into_iter().chain(read.notes).collect();
        let wrong = read.wrong.map(|mut fault| {
            let span = places[read.text];
            if fault.message.starts_with("`#") && paper.form == Form::Record {
                fault.help = Some("a note stands on a line of its own".to_string());
            } else if let (Some(doubt), Form::Record) = (self.doubts.first(), paper.form) {
                fault.help = Some(doubt.message.clone());
            }
            if self.unsaid_array(paper).is_some() {
                let unsaid =
                    format!("the record does not say its start, and is read from the usual array: {SAY_THE_START}");
                fault.help = Some(unsaid);
            }
            if let Some(assumed) = paper.assumed(self) {
                fault.help = Some(fault.help.map_or(assumed.clone(), |help| format!("{help}; {assumed}")));
            }
            let number = (self.start.ply + position.turns_passed()) / 2 + 1;
            let player = self.player(position.mover());
            fault.message = format!("{}move {number} ({player}): {}", paper.of_several(), fault.message);
            paper.wrong(span, Error::Request(fault))
        });
        ReadPaper { moves: read.moves, wrong, doubts }
    }

    /// Reads the moves of nodes one after the other, from a position on that is then the one behind them.
    fn read_nodes(&self, position: &mut Position<'_, AnyExecutor>, nodes: &[sgf::Move], letters: Letters) -> ReadMoves {
        let mut read = ReadMoves::default();
        for (index, node) in nodes.iter().enumerate() {
            read.text = index;
            // Whose turn it is not has passed without a word, where that is a move.
            if position.mover() != node.side
                && let Ok(pass) = self.read_move(position, "pass")
            {
                position.make(&pass.record);
                read.moves.push(pass);
            }
            let played = match position.mover() == node.side {
                true => self.read_word(position, &node.text, if node.is_point { Letters::Own } else { letters }),
                false => Err(self.not_its_turn(node.side)),
            };
            match played {
                Ok(played) => {
                    position.make(&played.record);
                    read.moves.push(played);
                }
                Err(fault) => {
                    read.wrong = Some(Fault { excerpt: None, ..fault });
                    break;
                }
            }
        }
        read
    }

    /// Whether the players are called Black and White, and Black begins.
    fn black_first(&self) -> bool {
        self.compiled().players() == PerSide::new("Black", "White")
    }

    /// The halves of a point that the first player got, of those that White and Black got.
    fn halves_of_first(&self, paper: &Paper, [white, black]: [u8; 2]) -> u8 {
        if self.first_is_black(paper) { black } else { white }
    }

    /// Whether the first player is called black in a record.
    fn first_is_black(&self, paper: &Paper) -> bool {
        match &paper.moves {
            Moves::Nodes(line) => sgf::colours(self, Some((paper.text(), line)))[Side::First] != "W",
            Moves::Text(_) => self.black_first(),
        }
    }

    /// That a record was made by other rules than these, if it tells.
    fn other_rules(&self, paper: &Paper) -> Result<Option<Fault>, Error> {
        let Some((mark, span)) = paper.only.get("rules") else { return Ok(None) };
        let Ok(digest) = u64::from_str_radix(mark, 16) else {
            let fault = Fault::new("no mark of rules").help("it is a number in hexadecimal; leave the line out");
            return Err(paper.wrong(*span, Error::Request(fault)));
        };
        if digest == self.compiled().digest() {
            return Ok(None);
        }
        let these = match &self.loaded.origin {
            Origin::Shipped(name) => format!("the shipped game `{name}`"),
            Origin::File(name) => format!("`{name}`"),
            Origin::Text => "this game".to_string(),
        };
        let message = format!("`{}` was written by other rules than those of {these}", paper.name());
        let help = "its moves are read by these; put its own rules beside it, or leave its line `rules …` out";
        Ok(Some(Fault::new(message).help(help)))
    }

    /// Reads the file of the rules again and keeps the game so far where it is still legal.
    ///
    /// # Errors
    /// What is wrong with the file now; the session is then as it was.
    pub fn reload(&mut self) -> Result<Reloaded, Error> {
        if self.loaded.origin == Origin::Text {
            return Err(Error::request("rules read from standard input can't be read again"));
        }
        let loaded = Loaded::open(self.loaded.name(), &self.loaded.settings)?;
        Ok(self.continue_with(loaded))
    }

    /// The same game with other settings, kept where it is still legal.
    ///
    /// # Errors
    /// What is wrong with the settings; the session is then as it was.
    pub fn set(&mut self, settings: Settings) -> Result<Reloaded, Error> {
        let loaded = self.loaded.with_settings(settings)?;
        Ok(self.continue_with(loaded))
    }

    fn continue_with(&mut self, loaded: Loaded) -> Reloaded {
        let mut fresh = Session::new(loaded);
        let mut report = Reloaded { kept: 0, start_lost: None, stopped: None };
        if let Some(text) = &self.start.text
            && let Err(error) = fresh.set_position(text)
        {
            report.start_lost = Some(error.to_string());
        }
        // Moves that an earlier reading lost may be possible again.
        let texts: Vec<String> = self.played.iter().map(|p| p.text.clone()).chain(self.lost.drain(..)).collect();
        for text in &texts {
            match fresh.play(text) {
                Ok(_) => report.kept += 1,
                Err(error) => {
                    report.stopped = Some((text.clone(), error.to_string()));
                    break;
                }
            }
        }
        fresh.lost = texts[report.kept..].to_vec();
        if report.stopped.is_none() {
            // Moves taken back can be played again, as far as they are still legal.
            let again = self.undone.iter().rev().take_while(|played| fresh.play(&played.text).is_ok()).count();
            (0..again).for_each(|_| drop(fresh.undo()));
        }
        fresh.paper = self.paper.take();
        *self = fresh;
        report
    }
}

/// A game of a file of records.
pub struct RecordedGame {
    /// The game up to its end, or to the first move that can't be played.
    pub session: Session,
    /// What is wrong with that move.
    pub wrong: Option<Error>,
    /// Who plays, White and Black, or the first and the second player where nobody is called so.
    pub names: [Option<String>; 2],
    /// How it ended, as the record says.
    pub ended: Option<String>,
}

/// The games of a text of records, `most` of them at most. No file is opened: a record's rules are those of the shipped game that
/// it names, or the current ones.
///
/// # Errors
/// If it is no text of records, and in the place of each game what is wrong with it.
pub fn games_of_record(
    source: &Source,
    current: Option<Arc<Loaded>>,
    most: usize,
) -> Result<Vec<Result<RecordedGame, Error>>, Error> {
    let form = Form::of(&source.name, &source.text);
    let form = form.ok_or_else(|| no_records(&source.name, "records are our own, PGN, PDN, SGF, KIF or CSA"))?;
    let game = |paper: Result<Paper<'_>, Error>| {
        let mut paper = paper?;
        let (mut names, ended) = (std::mem::take(&mut paper.names), paper.ended.take());
        let loaded = match (paper.shipped(), &current) {
            (Some(game), Some(current)) if current.origin == Origin::Shipped(game.name) => current.clone(),
            (Some(game), _) => {
                let settings = Settings {
                    backend: current.as_ref().map_or(Backend::default(), |c| c.settings.backend),
                    ..paper.settings(&Settings::default())
                };
                let loaded = Loaded::compile(game.source(), Origin::Shipped(game.name), settings)?;
                Arc::new(paper.adapt(loaded)?)
            }
            (None, Some(current)) => current.clone(),
            (None, None) => {
                let error = Error::request("the record does not name a shipped game");
                return Err(error.help("open its rules first, and the record then"));
            }
        };
        let mut session = Session::new(loaded);
        let wrong = session.replay(&paper)?;
        if session.first_is_black(&paper) != session.black_first() {
            names.reverse();
        }
        Ok(RecordedGame { session, wrong, names, ended })
    };
    Ok(papers(source, form).take(most).map(game).collect())
}

/// Keeps rule files from being written over by what is none.
///
/// # Errors
/// If the name is that of a rule file; `advice` says what to call it.
pub fn refuse_rules(path: &Path, advice: &str) -> Result<(), Error> {
    if path.extension().is_some_and(|e| e == "game") {
        return Err(Error::request(format!("`{}` would be taken for rules", path.display())).help(advice));
    }
    Ok(())
}

/// Writes a file so that it is never seen half written. What is no ordinary file (a pipe, a device) is written to; of a
/// link, what it leads to.
///
/// # Errors
/// If it can't be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let cannot = |e: std::io::Error| cannot_write(path, &e);
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let open = std::fs::OpenOptions::new().write(true).open(path);
        return open.and_then(|mut file| file.write_all(text.as_bytes())).map_err(cannot);
    }
    // A link that leads nowhere yet can't be followed by its name: the system makes the file it leads to.
    if path.is_symlink() && !path.exists() {
        return std::fs::write(path, text).map_err(cannot);
    }
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let path = target.as_path();
    // It is replaced, which its own permissions would not forbid.
    if std::fs::metadata(path).is_ok_and(|known| known.is_file() && known.permissions().readonly()) {
        return Err(cannot(std::io::Error::from(std::io::ErrorKind::PermissionDenied)));
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    // Cut, since the name may be as long as names can be.
    let beside = path.with_file_name(format!(".{name:.40}.{}.tmp", std::process::id()));
    let write = || {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        // Before it takes the other's name: what the name stands for is whole even if the power fails.
        file.sync_all()
    };
    let written = write().and_then(|()| {
        // The new file keeps the old one's permissions.
        if let Ok(old) = std::fs::metadata(path) {
            std::fs::set_permissions(&beside, old.permissions())?;
        }
        std::fs::rename(&beside, path)
    });
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        cannot(e)
    })
}
