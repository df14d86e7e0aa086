//! What the choices of a ply look like in its text.

use crate::ir::{Show, Tag};
use crate::rules::KindId;

/// One visible part of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The turn was passed.
    Pass,
    /// A cell.
    Site(Show, usize),
    /// A label, by index into [`crate::ir::Program::labels`].
    Label(usize),
    /// The kind that a piece becomes.
    Promotion(KindId),
    /// The kind that is dropped.
    Dropped(KindId),
}

impl Event {
    /// The visible part of an alternative.
    pub fn of_tag(tag: Tag) -> Option<Event> {
        match tag {
            Tag::Silent | Tag::Clause(_) => None,
            Tag::Label(l) => Some(Event::Label(l)),
            Tag::Promotion(k) => Some(Event::Promotion(k)),
            Tag::Dropped(k) => Some(Event::Dropped(k)),
        }
    }
}
