//! `help`.

use super::command::{COMMANDS, names};
use crate::cli::args::NOTATION;
use crate::diag::nearest;
use crate::session::Fault;

const QUERIES: &str = "\
  ? EXPR    the value of any expression of the language in the current position:
            a region is shown on the board and listed, numbers and truth values are printed
  own is the player to move, enemy the other one

  ? own                        all pieces of the player to move
  ? count own - count enemy
  ? own Pawn on far rank
  ? no enemy
";

/// The topics that are not commands.
pub(super) const TOPICS: [(&str, &str); 2] = [("queries", QUERIES), ("notation", NOTATION)];

/// All commands, or more on one topic.
pub(super) fn help(topic: Option<&str>) -> Result<String, Fault> {
    let Some(topic) = topic else {
        let width = COMMANDS.iter().map(|c| c.usage.chars().count()).max().unwrap_or(0);
        let mut text: String = COMMANDS.iter().map(|c| format!("  {:width$}  {}\n", c.usage, c.what)).collect();
        text += &format!("  {:width$}  play it, or several, as `moves` lists them: `help notation`\n", "a move");
        text += &format!("  {:width$}  ask about the position: `help queries`\n", "? EXPR");
        return Ok(text);
    };
    if let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == topic || (topic == "?" && *name == "queries")) {
        return Ok((*text).to_string());
    }
    let word = topic.split_whitespace().next();
    if let Some(command) = COMMANDS.iter().find(|c| Some(c.name) == word) {
        return Ok(format!("  {}\n  {}\n", command.usage, command.what));
    }
    let fault = Fault::new(format!("there is no help on `{topic}`"));
    Err(match nearest(topic, names().chain(TOPICS.iter().map(|t| t.0))) {
        Some(near) => fault.help(format!("did you mean `help {near}`?")),
        None => fault.help("`help` lists the commands; `help queries` and `help notation` tell of the rest"),
    })
}
