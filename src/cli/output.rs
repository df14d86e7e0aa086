//! Where answers go: text or one JSON object on standard output, errors on standard error.

use std::io::{IsTerminal, Write};

use serde_json::Value;

use super::args::Format;
use crate::render::{self, Style};
use crate::session::Error;

/// The reader's wishes.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    /// Text or JSON.
    pub format: Format,
}

impl Output {
    /// How to write on standard output.
    pub fn style(self) -> Style {
        if std::io::stdout().is_terminal() { Style::terminal() } else { Style::PLAIN }
    }

    /// Gives the answer in the form asked for.
    pub fn answer(self, text: impl FnOnce(Style) -> String, json: impl FnOnce() -> Value) {
        match self.format {
            Format::Text => print(&text(self.style())),
            Format::Json => print(&format!("{}\n", json())),
        }
    }

    /// Reports an error and gives the exit status.
    pub fn error(self, error: &Error) -> u8 {
        match self.format {
            Format::Json => print(&format!("{}\n", render::json::error(error))),
            Format::Text => {
                let style = if std::io::stderr().is_terminal() { Style::terminal() } else { Style::PLAIN };
                complain(&render::error(error, style));
            }
        }
        error.status()
    }
}

/// Writes to standard output at once. Nobody reads it any more? Then there is nothing left to do.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(e) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let quietly = e.kind() == std::io::ErrorKind::BrokenPipe;
        if !quietly {
            complain(&format!("error: can't write to standard output: {}\n", crate::session::plain(&e)));
        }
        std::process::exit(if quietly { 0 } else { 2 });
    }
}

/// Writes to standard error; if that can't be done, nobody can be told.
pub fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
