//! Arrows as a user writes them: `e2e4 g1-f3`.

use crate::board::Topology;
use crate::diag::nearest;
use crate::session::{Excerpt, Fault};
use crate::source::Span;

/// The pairs of cells that a text names: two names side by side or with a hyphen between them, with white space or commas
/// between the pairs.
///
/// # Errors
/// The first word that is no pair of cells.
pub fn read_arrows(topology: &Topology, text: &str) -> Result<Vec<(usize, usize)>, Fault> {
    let mut pairs = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
        let bare = word.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
        if !bare.is_empty() {
            pairs.push(pair(topology, bare).ok_or_else(|| unknown(topology, text, bare, at))?);
        }
        at += word.len();
    }
    Ok(pairs)
}

fn pair(topology: &Topology, word: &str) -> Option<(usize, usize)> {
    word.char_indices().skip(1).find_map(|(split, _)| {
        let (from, to) = word.split_at(split);
        let to = topology.cell(to).or_else(|| topology.cell(to.strip_prefix('-')?))?;
        Some((topology.cell(from)?, to))
    })
}

fn unknown(topology: &Topology, text: &str, word: &str, at: usize) -> Fault {
    let parts: Vec<&str> = word.split('-').collect();
    let names = || topology.cells.iter().map(|cell| cell.name.as_str());
    let wrong = parts.iter().find(|part| topology.cell(part).is_none());
    let example = match &topology.cells[..] {
        [first, .., last] => format!("{}-{}", first.name, last.name),
        _ => "a1-b2".to_string(),
    };
    let help = match wrong.filter(|_| parts.len() == 2).and_then(|wrong| nearest(wrong, names())) {
        Some(near) => format!("did you mean the cell `{near}`?"),
        None => format!("write the cells of each arrow with a hyphen between them: `{example}`"),
    };
    let excerpt = Some(Excerpt { text: text.to_string(), span: Span::new(at, at + word.len()) });
    Fault { message: format!("`{word}` is not a pair of cells"), help: Some(help), excerpt }
}
