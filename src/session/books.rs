//! Opening books: made from lines and from games that were played, kept in a file, asked for a move.

use std::path::Path;

use super::list::ReadMoves;
use super::record::{Form, no_records, papers};
use super::{Error, Fault, Session, read_file, refuse_rules, write_whole};
use crate::compile::{Settings, digest};
use crate::game::{PerSide, Position, Side};
use crate::search::Book;
use crate::source::Source;

/// What stands before the digest of the rules.
const DIGEST: &str = " rules:";

/// What a line of a book weighs, against a game that was merely played.
const LINE_WEIGHT: i64 = 4;

impl Session {
    /// The game and its options, as a book names them.
    fn book_name(&self) -> String {
        let options = self.compiled().options();
        let options: Vec<String> = options.iter().map(|o| format!("{}={}", o.name, o.value)).collect();
        [vec![self.compiled().name().to_string()], options].concat().join(" ")
    }

    /// What a book of this game is marked with, so that no other game and no other rules use it.
    fn book_mark(&self) -> String {
        format!("{}{DIGEST}{:016x}", self.book_name(), self.compiled().digest())
    }

    /// Whether a book of this game may learn from that one: a game of the same rules under the same options.
    ///
    /// # Errors
    /// That they are not the same.
    fn same_rules(&self, played: &Session) -> Result<(), Error> {
        if self.book_mark() == played.book_mark() {
            return Ok(());
        }
        let (ours, theirs) = (self.book_name(), played.book_name());
        Err(match ours == theirs {
            true => Error::request(format!("it is a game of {theirs} by other rules"))
                .help("the record names another file of rules than that of the book"),
            false => Error::request(format!("it is a game of {theirs}")).help(format!("the book is one of {ours}")),
        })
    }

    /// Teaches the games of a file of records, and tells how many of them were new to the book, and how many were not. A game
    /// that names no rules is one by this session's.
    ///
    /// # Errors
    /// What is wrong with the file, or with its first game that can't be learnt.
    pub fn learn_file(&self, book: &mut Book, file: &str, plies: usize) -> Result<[usize; 2], Error> {
        let source = Source::new(file, read_file(Path::new(file))?);
        let none = || {
            no_records(
                file,
                "`match --keep` writes one, and `save` in a conversation; PGN, PDN, SGF, KIF and CSA are others",
            )
        };
        let form = Form::of(file, &source.text).ok_or_else(none)?;
        // Rules are read again only where they change from one game to the next.
        let mut last: Option<(Option<String>, Settings, Session)> = None;
        let (mut learnt, mut all) = (0, 0);
        for paper in papers(&source, form) {
            all += 1;
            let of = |error: Error| match error {
                Error::Request(fault) => {
                    let message = format!("game {all} of `{file}`: {}", fault.message);
                    Error::Request(Fault { message, ..fault })
                }
                other => other,
            };
            let paper = paper?;
            if let (false, Some(other)) = (paper.has_rules(), paper.of_another(self)) {
                let error = Error::request(format!("it is a game of {other}"));
                return Err(of(error.help(format!("the book is one of {}", self.book_name()))));
            }
            let name = if paper.has_rules() { Some(paper.rules()?) } else { None };
            let settings = paper.settings(&self.loaded.settings);
            let mut game = match last.take() {
                Some((known, set, game)) if known == name && set == settings => game,
                _ => {
                    let loaded = match name {
                        Some(_) => paper.open(&self.loaded.settings)?,
                        None => self.loaded.with_settings(settings.clone()).map_err(|error| paper.blame(error))?,
                    };
                    let game = Session::new(loaded);
                    self.same_rules(&game).map_err(of)?;
                    game
                }
            };
            game.replay(&paper)?.map_or(Ok(()), Err)?;
            if let (true, Some(doubt)) = (paper.has_rules(), game.doubts().first()) {
                let help =
                    "learn games of the book's own rules; if its moves are still good, leave its line `rules …` out";
                return Err(of(Error::Request(doubt.clone().help(help))));
            }
            learnt += usize::from(game.learn_game(book, plies)?);
            last = Some((name, settings, game));
        }
        if all == 0 {
            return Err(none());
        }
        Ok([learnt, all - learnt])
    }

    /// An empty book for this game.
    pub fn new_book(&self) -> Book {
        Book::new(self.book_mark())
    }

    /// Reads a book of this game.
    ///
    /// # Errors
    /// If the file can't be read, is no book, or is the book of other rules.
    pub fn read_book(&self, path: &Path) -> Result<Book, Error> {
        let shown = path.display();
        let mut book = Book::from_text(&read_file(path)?).map_err(|(line, what)| {
            Error::request(format!("line {line} of `{shown}`: {what}")).help(match line {
                1 => "`rulesmith book` makes one of lines and of games that were played",
                _ => "leave this line out, or make the book again with `rulesmith book`",
            })
        })?;
        let (name, digest) = book.rules.split_once(DIGEST).unwrap_or((&book.rules, ""));
        if name != self.book_name() {
            let ours = self.book_name();
            let same_game = name.strip_prefix(self.compiled().name()).is_some_and(|rest| rest.starts_with(' '));
            let help = match same_game {
                true => format!("the game is {ours}: set its options as they were, or make another book"),
                false => format!("the game is {ours}: give it a book of its own"),
            };
            return Err(Error::request(format!("`{shown}` is a book of {name}")).help(help));
        }
        let mark = self.book_mark();
        // Older books don't tell their rules; they do when they are written again.
        if !digest.is_empty() && book.rules != mark {
            return Err(Error::request(format!("`{shown}` was made when {name} had other rules")).help(format!(
                "make it again; if its moves are still good, let its first line be `{}`",
                Book::new(mark).to_text().trim_end()
            )));
        }
        book.rules = mark;
        Ok(book)
    }

    /// Writes a book.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write_book(&self, path: &Path, book: &Book) -> Result<(), Error> {
        refuse_rules(path, "give the book another extension, such as `.book`")?;
        write_whole(path, &book.to_text())
    }

    /// Teaches the moves of a line from the position on: both players' moves are good ones.
    ///
    /// # Errors
    /// Which move can't be played.
    pub fn learn_line(&mut self, book: &mut Book, text: &str) -> Result<(), Error> {
        let ReadMoves { moves: line, wrong, notes, .. } = self.read_list(&mut self.position(), text);
        if let Some(fault) = wrong {
            let message = format!("move {} of the line: {}", line.len() + 1, fault.message);
            return Err(Error::Request(Fault { message, ..fault }));
        }
        if line.is_empty() {
            return Err(Error::request("the line has no moves").help("write them with spaces between"));
        }
        let moves: Vec<_> = self.played.iter().chain(&line).map(|p| p.record.clone()).collect();
        self.add_moves(book, &moves, moves.len(), PerSide::same(LINE_WEIGHT));
        self.notes.extend(notes);
        Ok(())
    }

    /// Teaches the first `plies` moves of the game so far: the winner's are good, the loser's bad. Whether it was new to
    /// the book: a game counts once.
    ///
    /// # Errors
    /// If the moves of the last position can't be listed.
    pub fn learn_game(&self, book: &mut Book, plies: usize) -> Result<bool, Error> {
        let moves: Vec<_> = self.played.iter().map(|p| p.record.clone()).collect();
        let words = self.start.state.iter().chain(moves.iter().flatten());
        if !book.note_game(digest(words.flat_map(|word| word.to_le_bytes()))) {
            return Ok(false);
        }
        let winner = match self.position().ending()? {
            Some(ending) => ending.outcome.winner(),
            // Games are given up before they are over: then the record tells.
            None => match self.result {
                Some(2) => Some(Side::First),
                Some(0) => Some(Side::Second),
                _ => None,
            },
        };
        let weights = winner.map_or(PerSide::same(1), |winner| PerSide::from_mover(winner, 2, -1));
        self.add_moves(book, &moves, plies, weights);
        Ok(true)
    }

    fn add_moves(&self, book: &mut Book, moves: &[Vec<u64>], plies: usize, weights: PerSide<i64>) {
        let start = Position::new(self.compiled().game(), &self.start.state);
        book.learn_from(&start, moves, plies, weights);
    }

    /// The moves that a book knows here, with their weights, the heaviest first.
    pub fn book_moves(&self, book: &Book) -> Vec<(String, i64)> {
        let position = self.position();
        let text = |(record, weight): (Vec<u64>, i64)| (self.compiled().move_text(position.state(), &record), weight);
        book.moves(&position).into_iter().map(text).collect()
    }
}
