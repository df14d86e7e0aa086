//! How a file wants to be drawn: what it says after `look`. No rule asks for any of it.

use super::KindId;
use crate::board::SiteSet;
use crate::game::{PerSide, Side};

/// What a file says of its looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looks {
    /// The symbols of kinds, for the first and the second player.
    pub symbols: Vec<(KindId, PerSide<String>)>,
    /// The colours of the players' pieces, one of [`COLOURS`].
    pub players: PerSide<Option<String>>,
    /// The colours of regions and of states that hold cells, by name.
    pub colours: Vec<(String, String)>,
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

    /// The colour of a region or state, if the file gives it one.
    pub fn colour(&self, name: &str) -> Option<&str> {
        self.colours.iter().find(|(other, _)| other == name).map(|(_, colour)| colour.as_str())
    }
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
