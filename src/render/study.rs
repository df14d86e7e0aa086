//! Comparisons of procedures, matches and books as text.

use super::text::table;
use super::thousands;
use crate::diag::counted;
use crate::search::match_play::Tally;
use crate::search::textbook::render_table;
use crate::session::{Compared, ContestGame, ContestResult, word};

/// All procedures on one root.
pub fn compared(compared: &Compared) -> String {
    let mut text = render_table(&compared.table);
    if let Some((_, nodes)) = compared.engine {
        let nodes = thousands(nodes);
        text += &format!("\nthe engine with its exact refinements: {nodes} nodes, all iterations together\n");
    }
    text
}

/// One game as it ends.
pub fn contest_line(game: &ContestGame, tally: &Tally) -> String {
    let why = game.verdict.as_ref().map_or_else(|| "too long".to_string(), |v| v.sentence());
    let score = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    format!("game {}: A has {} and {} ({why})  {score}", game.number, game.player, word(game.result))
}

/// A difference on Elo's scale, with its sign.
fn elo(value: f64) -> String {
    if value.is_finite() {
        format!("{:+.0}", value.round() + 0.0) // Never "-0".
    } else if value > 0.0 {
        "+∞".to_string()
    } else {
        "-∞".to_string()
    }
}

/// How a match went.
pub fn contest(result: &ContestResult, names: [&str; 2], players: [&str; 2]) -> String {
    let row = |name: String, t: &Tally| {
        let share = if t.games() == 0 { "-".to_string() } else { format!("{:.1} %", t.share() * 100.0) };
        vec![name, t.games().to_string(), t.wins.to_string(), t.draws.to_string(), t.losses.to_string(), share]
    };
    let mut rows = vec![["", "games", "won", "drawn", "lost", "points"].map(str::to_string).to_vec()];
    for (player, tally) in players.iter().zip(&result.by_side) {
        rows.push(row(format!("A as {player}"), tally));
    }
    rows.push(row("A in all".to_string(), &result.tally));
    let mut text = format!("A: {}\nB: {}\n{}", shown(names[0]), shown(names[1]), table(&rows));
    if result.tally.games() == 0 {
        text += "no game has ended\n";
    } else {
        let e = result.tally.elo();
        let interval = format!("95 %: {} to {}", elo(e.low), elo(e.high));
        let superiority = result.tally.superiority() * 100.0;
        let (is, sure) = if e.difference < 0.0 { ("weaker", 100.0 - superiority) } else { ("stronger", superiority) };
        let by = elo(e.difference);
        text += &match (e.difference == 0.0, sure >= 99.95) {
            (true, _) => format!("A and B have as many points ({interval})\n"),
            (false, true) => format!("A is {is}: {by} Elo ({interval}), with a probability of over 99.9 %\n"),
            (false, false) => format!("A is {is}: {by} Elo ({interval}), with a probability of {sure:.1} %\n"),
        };
        let share = result.first_player().share() * 100.0;
        text += &format!("{}, the first player, took {share:.1} % of the points\n", players[0]);
    }
    if let Some((llr, (low, high), decision)) = result.sprt {
        let answer = match decision {
            Some(true) => "accepted: A is stronger",
            Some(false) => "rejected: A is not stronger",
            None => "not decided yet",
        };
        text += &format!("sequential test: {answer} (log-likelihood ratio {llr:.2} between {low:.2} and {high:.2})\n");
    }
    if result.on_time > 0 {
        text += &format!("{} ended because a player had no time left\n", counted(result.on_time, "game", "games"));
    }
    if result.repeated > 0 {
        text += &format!(
            "{} would have been the same again: take `--random`, or more openings\n",
            counted(result.repeated, "more game", "more games")
        );
    }
    if result.shortened > 0 {
        text += &format!(
            "{} of the games began with fewer random moves than asked for: more would have ended them\n",
            result.shortened
        );
    }
    if result.overflowed {
        text += "stopped early: a position has more moves than can be listed, or a move more choices\n";
    } else if result.stopped {
        text += "stopped early\n";
    }
    text
}

fn shown(settings: &str) -> &str {
    if settings.trim().is_empty() { "the engine as it is" } else { settings }
}

/// What a book holds.
pub fn book(positions: usize, [learnt, old]: [usize; 2], known: &[(String, i64)]) -> String {
    let games = |number| counted(number, "game", "games");
    let mut text = counted(positions, "position", "positions");
    if learnt + old > 0 {
        text += &format!(", {} learnt", games(learnt));
    }
    if old > 0 {
        text += &format!(", {} known already", games(old));
    }
    text.push('\n');
    if known.is_empty() {
        text += "it knows no move here\n";
    }
    text + &table(&known.iter().map(|(m, w)| vec![m.clone(), w.to_string()]).collect::<Vec<_>>())
}
