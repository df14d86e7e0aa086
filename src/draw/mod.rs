//! Boards and positions as pictures.
//!
//! In: a session. Out: plain data, and SVG made of it. Three steps, each of its own use to a face that draws by itself:
//!
//! 1. [`layout`]: where each cell lies, the same for all positions of a game;
//! 2. [`scene`]: who stands where, what was moved last, what a player should know besides;
//! 3. [`picture`]: both as SVG with classes and `data-cell`, for light and dark screens.
//!
//! It never reads a clock, draws nothing by chance, and knows no game by name.

mod arrows;
mod figures;
mod layout;
mod paint;
mod picture;
mod scene;
mod sheet;
mod style;
mod svg;

pub use arrows::read_arrows;
pub use layout::{CELL, Coordinates, Label, LabelKind, Layout, Line, LineKind, Outline, Place, Point, Slot, layout};
pub use picture::{Options, Theme, draw, picture};
pub use scene::{Figure, KindLook, Link, Mark, Painted, Scene, scene};
pub use sheet::{Card, page, sheet};
