//! Games that can be played.

use std::sync::Arc;

use super::{Position, Rules};
use crate::compile::{Reading, Settings};
use crate::diag::Diagnostic;
use crate::game::Walk;
use crate::library;
use crate::session::{Error, Fault, Loaded, Origin, Playable};

/// A game that can be played. A copy shares it.
///
/// ```
/// use rulesmith::Game;
///
/// let chess = Game::shipped("chess")?;
/// assert_eq!(chess.players(), ["White", "Black"]);
/// assert_eq!(chess.start().legal_moves()?.len(), 20);
/// # Ok::<(), rulesmith::Error>(())
/// ```
#[derive(Clone)]
pub struct Game(pub(super) Arc<Loaded>);

impl Game {
    /// Compiles a text; it may extend shipped games.
    ///
    /// # Errors
    /// The messages of the compiler, if one of them is an error.
    pub fn new(text: &str) -> Result<Game, Error> {
        Game::of(&Rules::new(text), Settings::default())
    }

    /// Compiles rules with options, an evaluation or a back end.
    ///
    /// # Errors
    /// The messages of the compiler, and settings that the game does not offer.
    pub fn of(rules: &Rules, settings: Settings) -> Result<Game, Error> {
        Ok(Game(Arc::new(Loaded::compile(rules.source.clone(), Origin::Text, settings)?)))
    }

    /// A game that comes with the library, by its name: `chess`, `nine-mens-morris`.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn shipped(name: &str) -> Result<Game, Error> {
        let game = library::look_up(name, "`rulesmith::library::names` lists them")?;
        Ok(Game(Arc::new(Loaded::compile(game.source(), Origin::Shipped(game.name), Settings::default())?)))
    }

    /// Reads and compiles a file, or a shipped game.
    ///
    /// # Errors
    /// What is wrong with the name or the file.
    pub fn open(name: &str) -> Result<Game, Error> {
        Ok(Game(Arc::new(Loaded::open(name, &Settings::default())?)))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.0.compiled.name()
    }

    /// The players' names, the first to move first.
    pub fn players(&self) -> [&str; 2] {
        self.0.compiled.players().pair()
    }

    /// The names of the cells, in the order in which the rules have them.
    pub fn cells(&self) -> Vec<String> {
        let topology = self.0.compiled.topology();
        topology.cells.iter().map(|cell| cell.name.clone()).collect()
    }

    /// What the compiler had to say: warnings.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// The game with its file and settings: for what this page has no word for.
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.0
    }

    /// The starting position.
    pub fn start(&self) -> Position {
        Position { walk: Walk::initial(Playable(self.0.clone())), ply: 0 }
    }

    /// A position from its text, in the game's own form or in one that programs for such games write (FEN, SFEN, PDN and the
    /// like); see the guide to the language.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        let read = self.0.compiled.read_position(text);
        let Reading { state, ply, .. } = read.map_err(|e| Error::Request(Fault::of_text(text, e)))?;
        Ok(Position { walk: Walk::new(Playable(self.0.clone()), &state), ply })
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.name()).finish()
    }
}
