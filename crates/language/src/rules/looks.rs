//! How a file wants to be drawn: what it says after `look`. No rule asks for any of it.

use super::{DirId, KindId};
use crate::board::SiteSet;
use crate::game::{PerSide, Side};

/// What a file says of its looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looks {
    /// The symbols of kinds, for the first and the second player.
    pub symbols: Vec<(KindId, PerSide<String>)>,
    /// The colours of the players' pieces, one of [`COLOURS`].
    pub players: PerSide<Option<String>>,
    /// The forms of kinds whose pieces are not drawn as others are.
    pub forms: Vec<(KindId, Form)>,
    /// What is painted on the board.
    pub areas: Vec<Area>,
    /// The colours of states that hold cells, by name.
    pub colours: Vec<(String, String)>,
    /// Lines from each cell that a state holds to the next in some directions, by the state's name.
    pub links: Vec<(String, Vec<DirId>)>,
    /// Lines on the board, from each of these cells to the next in some directions.
    pub lines: Vec<(SiteSet, Vec<DirId>)>,
    /// The states and clocks that are not drawn, by name.
    pub hidden: Vec<String>,
    /// Cells that are not drawn while nothing stands on them.
    pub unseen: Option<SiteSet>,
    /// Cells with a dot.
    pub dots: Option<SiteSet>,
    /// What cells are called.
    pub titles: Vec<(usize, String)>,
    /// How the boards are drawn.
    pub board: BoardLook,
    /// How pieces are drawn.
    pub piece: PieceLook,
    /// Where cells are drawn: column and row, from the top left.
    pub places: Vec<(usize, (i32, i32))>,
    /// Cells that stand beside the board, at the right hand of each player.
    pub aside: Option<PerSide<SiteSet>>,
    /// Cells whose files and ranks are narrow.
    pub thin: Option<SiteSet>,
}

impl Looks {
    /// The symbol of a kind in a player's colours, if the file gives it one.
    pub fn symbol(&self, kind: KindId, side: Side) -> Option<&str> {
        self.symbols.iter().find(|(other, _)| *other == kind).map(|(_, both)| both[side].as_str())
    }

    /// The form of a kind.
    pub fn form(&self, kind: KindId) -> Form {
        self.forms.iter().find(|(other, _)| *other == kind).map(|(_, form)| form.clone()).unwrap_or_default()
    }

    /// The form of a kind, to be changed.
    pub fn form_mut(&mut self, kind: KindId) -> &mut Form {
        let at = self.forms.iter().position(|(other, _)| *other == kind).unwrap_or_else(|| {
            self.forms.push((kind, Form::default()));
            self.forms.len() - 1
        });
        &mut self.forms[at].1
    }

    /// What a cell is called, if the file says it.
    pub fn title(&self, site: usize) -> Option<&str> {
        self.titles.iter().find(|(other, _)| *other == site).map(|(_, title)| title.as_str())
    }

    /// The colour of a state, if the file gives it one.
    pub fn colour(&self, name: &str) -> Option<&str> {
        self.colours.iter().find(|(other, _)| other == name).map(|(_, colour)| colour.as_str())
    }
}

/// The form of a kind's pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// The colour of those that are nobody's, one of [`COLOURS`].
    pub colour: Option<String>,
    /// Their outline.
    pub shape: Option<Shape>,
    /// Whether they are smaller than others.
    pub small: bool,
}

/// The outline of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// As those of players are, where nothing else is said.
    Round,
    /// As those of nobody are, where nothing else is said.
    Square,
}

/// Cells that are painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// The name of the region, if it has one.
    pub name: String,
    /// The cells of each player.
    pub cells: PerSide<SiteSet>,
    /// One of [`COLOURS`]; none where those of each player have the colour of the player.
    pub colour: Option<String>,
}

/// How fields are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BoardLook {
    /// All alike.
    #[default]
    Plain,
    /// Dark and light ones in turn.
    Checkered,
    /// As the crossings of lines.
    Points,
}

/// How pieces are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PieceLook {
    /// Discs, with letters or symbols on them where there are several kinds.
    #[default]
    Discs,
    /// Symbols alone, where a kind has one.
    Bare,
    /// Wedges that point the way their player faces.
    Wedges,
}

/// The colours that a file may name.
pub const COLOURS: &[&str] = &[
    "white", "black", "grey", "silver", "red", "orange", "gold", "yellow", "green", "teal", "blue", "purple", "pink",
    "brown",
];

/// What boards and pieces may be: the words that stand alone.
pub const STYLES: &[&str] = &["checkered", "points", "stars", "bare", "wedges"];

/// What a region or a state may be beside a colour.
pub const PLACES: &[&str] = &["owners", "aside", "thin", "dots", "hidden"];

/// What a kind of pieces may be beside a colour.
pub const FORMS: &[&str] = &["round", "square", "small"];
