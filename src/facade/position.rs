//! Places in a game, and the moves that lead on from there.

use std::sync::atomic::AtomicBool;

use super::Game;
use crate::compile::Answer;
use crate::game::{MoveList, Playout, Side, Walk};
use crate::rng::Rng;
use crate::session::{Error, Limits, Playable, Session, Thought, Verdict, Watch};

/// A position with the moves that led there: owned, sent about, and cheap to copy (a copy shares the game, and has words of
/// its own for each ply played).
///
/// ```
/// use rulesmith::{Game, Limits};
///
/// let mut position = Game::shipped("tic-tac-toe")?.start();
/// position.play("b2")?;
/// let before = position.clone();
/// let first = position.legal_moves()?.get(0).unwrap();
/// position.make(&first);
/// assert!(position.undo());
/// assert_eq!(position.text(), before.text());
///
/// let thought = position.search(Limits { depth: Some(4), ..Limits::default() }, &mut ())?;
/// position.play(&thought.best.unwrap())?;
/// assert!(position.outcome()?.is_none());
/// # Ok::<(), rulesmith::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    pub(super) walk: Walk<Playable>,
    pub(super) ply: usize,
}

/// A move of one position: of another one it means nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Box<[u64]>);

/// How games at random went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RandomGames {
    /// Won by the first player, and by the second.
    pub won: [usize; 2],
    /// Nobody won.
    pub drawn: usize,
    /// Broken off after the most plies.
    pub unfinished: usize,
    /// Plies of all of them.
    pub plies: u64,
}

/// The legal moves of a position, in the order of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves(MoveList);

impl Moves {
    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none: the game has ended.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The move at a place.
    pub fn get(&self, at: usize) -> Option<Move> {
        (at < self.len()).then(|| Move(self.0.get(at).into()))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.0.iter().map(|record| Move(record.into()))
    }
}

impl Position {
    /// The game.
    pub fn game(&self) -> Game {
        Game(self.walk.game().0)
    }

    /// Who is to move.
    pub fn to_move(&self) -> Side {
        self.walk.mover()
    }

    /// How many plies were played since it was set up.
    pub fn plies(&self) -> usize {
        self.walk.plies()
    }

    /// Its text, which [`Game::position`] reads again. The moves before are no part of it.
    pub fn text(&self) -> String {
        let at = self.ply + self.walk.turns_passed();
        self.walk.game().0.compiled.position_text(self.walk.state(), at)
    }

    /// The legal moves; none when the game has ended.
    ///
    /// # Errors
    /// If they are too many to list, as only odd rules have it.
    pub fn legal_moves(&mut self) -> Result<Moves, Error> {
        let moves = self.walk.moves_or_ending()?;
        Ok(Moves(moves.unwrap_or_else(|_| MoveList::new(self.walk.game().move_words()))))
    }

    /// The text of one of its legal moves.
    pub fn text_of(&self, m: &Move) -> String {
        self.walk.game().0.compiled.move_text(self.walk.state(), &m.0)
    }

    /// Makes one of its legal moves.
    pub fn make(&mut self, m: &Move) {
        self.walk.make(&m.0);
    }

    /// Reads a move (its text, or any shorter one that fits a single legal move) and makes it.
    ///
    /// # Errors
    /// Why it can't be played, with the legal moves that come near.
    ///
    /// ```
    /// let mut position = rulesmith::Game::shipped("chess")?.start();
    /// position.play("Nf3")?;
    /// let error = position.play("e7-e4").unwrap_err();
    /// assert!(error.to_string().contains("e7-e4"));
    /// # Ok::<(), rulesmith::Error>(())
    /// ```
    pub fn play(&mut self, text: &str) -> Result<Move, Error> {
        let record = self.session().read(text).map(Vec::into_boxed_slice)?;
        self.walk.make(&record);
        Ok(Move(record))
    }

    /// Takes the last move back; `false` where it was set up.
    pub fn undo(&mut self) -> bool {
        self.walk.undo()
    }

    /// Plays games at random from here, each legal move as likely as any other, and counts how they end. Nothing is listed where
    /// the rules let moves be drawn: far faster than to make one move after the other. What stood before is forgotten. The same
    /// seed gives the same games.
    ///
    /// # Errors
    /// As [`Position::legal_moves`].
    ///
    /// ```
    /// let start = rulesmith::Game::shipped("tic-tac-toe")?.start();
    /// let played = start.random_games(1_000, 400, 1)?;
    /// assert_eq!(played.won.iter().sum::<usize>() + played.drawn, 1_000);
    /// assert!(played.won[0] > played.won[1], "who begins wins more often");
    /// # Ok::<(), rulesmith::Error>(())
    /// ```
    pub fn random_games(&self, games: usize, most_plies: u32, seed: u64) -> Result<RandomGames, Error> {
        let mut found = RandomGames::default();
        let over = self.walk.clone().ending()?;
        let game = self.walk.game();
        game.eager();
        let (mut playout, mut rng) = (Playout::new(&*game), Rng::new(seed));
        for _ in 0..games {
            let ending = match over {
                Some(ending) => Some(ending),
                None => {
                    found.plies += u64::from(playout.play(self.walk.state(), most_plies, &mut rng)?);
                    playout.ending()?
                }
            };
            match ending.map(|ending| ending.outcome.winner()) {
                None => found.unfinished += 1,
                Some(None) => found.drawn += 1,
                Some(Some(side)) => found.won[side.index()] += 1,
            }
        }
        Ok(found)
    }

    /// How the game ended, if it has.
    ///
    /// # Errors
    /// As [`Position::legal_moves`].
    pub fn outcome(&mut self) -> Result<Option<Verdict>, Error> {
        let ending = self.walk.ending()?;
        Ok(ending.map(|ending| Verdict::new(&self.walk.game().0.compiled, ending)))
    }

    /// The value of the position for the player to move, in units of the evaluation. A game without an evaluation of its
    /// own learns one first, from some quick games.
    ///
    /// # Errors
    /// If it counts moves that can't be listed.
    pub fn evaluate(&self) -> Result<i32, Error> {
        let session = self.session();
        session.learn(&AtomicBool::new(false), &mut ());
        Ok(session.evaluation()?.0)
    }

    /// Looks for the best move. Without a limit (`Limits::default()`) it goes on until the value is certain, which in most games is
    /// for ever: give a depth (in plies, 1 at least), positions or a time.
    ///
    /// # Errors
    /// If the moves of a position can't be listed.
    pub fn search(&self, limits: Limits, observer: &mut dyn Watch) -> Result<Thought, Error> {
        self.search_until(limits, &AtomicBool::new(false), observer)
    }

    /// The same until another thread says to stop.
    ///
    /// # Errors
    /// As [`Position::search`].
    pub fn search_until(&self, limits: Limits, stop: &AtomicBool, observer: &mut dyn Watch) -> Result<Thought, Error> {
        self.session().think(limits, stop, observer)
    }

    /// The answer to an expression of the language, such as `count own`.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use rulesmith::{Answer, Game};
    ///
    /// let start = Game::shipped("chess")?.start();
    /// assert_eq!(start.query("count own Pawn")?, Answer::Number(8));
    /// # Ok::<(), rulesmith::Error>(())
    /// ```
    pub fn query(&self, question: &str) -> Result<Answer, Error> {
        self.session().query(question)
    }

    /// A session that begins to think here: for what this page has no word for.
    pub fn session(&self) -> Session {
        Session::at(self.walk.clone(), self.ply)
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Position").field(&self.text()).finish()
    }
}
