//! Moves as text: cells of a displacement joined (`e2e4`), `x` before a landing after a hop, `/` before each further
//! choice or label, `=` before a new kind, `Kind@` before a drop, `,` between legs that don't continue.
//!
//! That is the text that every move has (`text`). What is read (`read`) may be any other that fits exactly one legal move,
//! and what is written for other programs (`write`) is the one that is customary: both rest on what a move is (`shape`)
//! and on how cells are called (`naming`).

mod houses;
mod naming;
mod read;
mod refusal;
mod relative;
mod shape;
mod signs;
mod spread;
mod write;

pub use naming::{beside_the_board, counts_from_zero, ranks_from_the_top};
pub(in crate::notation) use read::plain_kind;
pub use read::{is_pass, parse_move};
pub use refusal::suggestions;
pub(in crate::notation) use shape::letterless;
pub use shape::{knows_check, only_puts, takes};
pub(in crate::notation) use signs::{MOVERS, digit as digit_of, letter as letter_of, piece_by_code, piece_by_sign};
pub use signs::{SAME, came_to};
pub use write::{checks, customary_text};

use crate::exec::{Event, Executor};
use crate::ir::Show;
use crate::rules::Rules;
use crate::source::Span;

/// A text that is not a legal move, a position or a value, with what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The offending part of the text, in bytes.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl TextError {
    /// An error at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        TextError { span, message: message.into(), help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The text of a move's visible parts.
pub fn text(rules: &Rules, labels: &[String], events: &[Event]) -> String {
    let mut out = String::new();
    // Names such as `e4` can stand side by side; others are joined by a hyphen.
    let plain = rules.topology.cells.iter().all(|c| is_plain(&c.name));
    // Whether the next cell of arrival continues a displacement that is open, and whether a word stands before it.
    let (mut open, mut word) = (false, false);
    for (index, event) in events.iter().enumerate() {
        match *event {
            Event::Pass => out.push_str("pass"),
            Event::Label(label) if labels[label].starts_with('+') => out.push_str(&labels[label]),
            Event::Label(label) => {
                out.push('/');
                out.push_str(&labels[label]);
            }
            Event::Promotion(kind) => {
                out.push('=');
                out.push_str(&rules.kinds[kind].name);
            }
            Event::Dropped(kind) => {
                // A drop among the effects is a further choice, a drop by itself a leg.
                let further = matches!(events.get(index + 1), Some(Event::Site(Show::Extra, _)));
                if !out.is_empty() {
                    out.push(if further { '/' } else { ',' });
                }
                out.push_str(&rules.kinds[kind].name);
                out.push('@');
                open = false;
            }
            Event::Site(show, site) => {
                let name = &rules.topology.cells[site].name;
                let show = show.stands(out.is_empty());
                match show {
                    Show::Origin if !out.is_empty() => out.push(','),
                    Show::Hop => out.push_str(if word { "-x" } else { "x" }),
                    Show::Arrival if open && (word || !plain) => out.push('-'),
                    Show::Extra if !out.is_empty() && !out.ends_with('@') => out.push('/'),
                    Show::Origin | Show::Arrival | Show::Extra => {}
                }
                out.push_str(name);
                open |= matches!(show, Show::Origin | Show::Hop | Show::Arrival);
            }
        }
        word = match *event {
            Event::Label(label) => !labels[label].starts_with('+'),
            Event::Promotion(_) => true,
            _ => false,
        };
    }
    if out.is_empty() { "pass".to_string() } else { out }
}

fn is_plain(name: &str) -> bool {
    let letters = name.chars().take_while(char::is_ascii_lowercase).count();
    letters > 0 && letters < name.len() && name[letters..].chars().all(|c| c.is_ascii_digit())
}

/// The text of a legal move.
pub fn move_text(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> String {
    text(rules, &game.program().labels, &game.events(state, record))
}
