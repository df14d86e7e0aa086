//! Our own form of records:
//!
//! ```text
//! record of Breakthrough
//! file breakthrough
//! rules 0123456789abcdef
//! set size = 6
//! eval material
//! position ………/… w 0
//! moves a2a3 b5b4
//! ```
//!
//! Lines that begin with `#` are notes. A file of rules is named as it is seen from the record; `rules` is the digest of what
//! it said.

use super::form::Form;
use super::paper::{Moves, Paper};
use crate::session::error::{Error, Fault};
use crate::session::parse_setting;
use crate::source::{Source, Span, lines};

/// What a game begins with.
pub(super) const HEAD: &str = "record of ";

const LINES: &str = "a record has lines that begin with `file`, `rules`, `set`, `eval`, `position`, `moves` or `#`";

/// Whether a text is a record of this form.
pub(super) fn is_record(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with(HEAD))
}

/// The games of a file; what stands before the first belongs to it.
pub(super) fn games(source: &Source) -> impl Iterator<Item = Result<Paper<'_>, Error>> {
    let mut games: Vec<Vec<Span>> = Vec::new();
    let mut before = Vec::new();
    for line in lines(&source.text) {
        if source.text[line.start..line.end].starts_with(HEAD) {
            games.push(std::mem::take(&mut before));
        }
        games.last_mut().unwrap_or(&mut before).push(line);
    }
    games.into_iter().map(|lines| of(source, &lines))
}

/// The game of these lines.
fn of<'s>(source: &'s Source, lines: &[Span]) -> Result<Paper<'s>, Error> {
    let mut paper = Paper::new(source, Form::Record);
    lines.iter().try_for_each(|&span| line(&mut paper, span))?;
    Ok(paper)
}

fn line(paper: &mut Paper<'_>, line: Span) -> Result<(), Error> {
    let text = paper.part(line);
    let word = text.split_whitespace().next().unwrap_or_default();
    let rest = Span::new(line.end - text[word.len()..].trim_start().len(), line.end);
    match word {
        "" => {}
        _ if word.starts_with('#') => {}
        "record" => {
            paper.head = line;
            paper.title = text.strip_prefix(HEAD).map(|title| title.trim().to_string());
        }
        "set" => {
            parse_setting(paper.part(rest), &mut paper.options).map_err(|error| paper.wrong(line, error))?;
            paper.set.push(rest);
        }
        "moves" => match &mut paper.moves {
            Moves::Text(spans) => spans.push(rest),
            Moves::Nodes(_) => unreachable!("the moves of our own records are text"),
        },
        _ => {
            let Some(only) = ["file", "rules", "eval", "position"].into_iter().find(|known| *known == word) else {
                let fault = Fault::new(format!("`{word}` means nothing in a record"));
                let place = Span::new(line.start, line.start + word.len());
                return Err(paper.wrong(place, Error::Request(fault.help(LINES))));
            };
            if rest.start == rest.end {
                let fault = Fault::new(format!("`{word}` says nothing")).help(format!("write `{word} …`"));
                return Err(paper.wrong(line, Error::Request(fault)));
            }
            let text = paper.part(rest).to_string();
            if paper.only.insert(only, (text, rest)).is_some() {
                let fault = Fault::new(format!("a second `{word}`")).help("leave one of them out");
                return Err(paper.wrong(line, Error::Request(fault)));
            }
        }
    }
    Ok(())
}
