//! What came of tuning.

use serde_json::{Value, json};

use crate::search::match_play::Tally;
use crate::session::{TuneRound, Tuned};

fn score(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    format!("{:.1} % of {} games (+{wins} ={draws} -{losses})", tally.share() * 100.0, tally.games())
}

/// A round in one line.
pub fn tune_round(round: &TuneRound) -> String {
    let TuneRound { round: number, nodes, games, positions, tally, better } = round;
    let came = match tally {
        None => "nothing new".to_string(),
        Some(tally) if tally.games() == 0 => "no match".to_string(),
        Some(tally) => format!("{}, {}", score(tally), if *better { "taken" } else { "left" }),
    };
    format!("round {number}: {nodes} positions a move, {games} games and {positions} positions in all: {came}\n")
}

/// All of it.
pub fn tuned(tuned: &Tuned, players: [&str; 2], written: Option<&str>) -> String {
    let Tuned { games, ended, decided, by_first, resumed, positions, .. } = tuned;
    let before = if *resumed > 0 { format!(", {resumed} of them earlier") } else { String::new() };
    let mut text = format!(
        "{games} games{before}, {ended} to the end, {decided} won, {by_first} by {}; {positions} positions\n",
        players[0]
    );
    tuned.rounds.iter().for_each(|round| text += &tune_round(round));
    if tuned.made.is_some() {
        text += &format!("\n{}\n\n", tuned.block);
    }
    if tuned.tally.games() > 0 {
        let elo = tuned.tally.elo();
        let (llr, (low, high), decision) = tuned.sprt;
        let [new, old] = tuned.nodes;
        text += &format!("against what was there, at {new} and {old} positions a move: {}\n", score(&tuned.tally));
        text += &format!(
            "{:+.0} Elo (95 %: {:+.0} to {:+.0}); sequential test: {} (log-likelihood ratio {llr:.2} between {low:.2} and {high:.2})\n",
            elo.difference,
            elo.low,
            elo.high,
            match decision {
                Some(true) => "better",
                Some(false) => "no better",
                None => "not decided yet",
            }
        );
    }
    text += &match (tuned.better, written, tuned.stopped) {
        (true, Some(path), _) => format!("it is written to {path}\n"),
        (true, None, _) => "better: `--write` puts it into the file, `--out FILE` into another\n".to_string(),
        (false, _, true) if tuned.made.is_some() => {
            "broken off: it was not shown to be better, and no file was changed; the same command goes on\n".to_string()
        }
        (false, _, true) => "broken off: nothing better was found so far; the same command goes on\n".to_string(),
        (false, _, false) => "nothing better was found: no file was changed\n".to_string(),
    };
    text
}

fn tally(tally: &Tally) -> Value {
    json!({ "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "pairs": tally.pairs })
}

/// The same as data.
pub fn json(tuned: &Tuned) -> Value {
    let round = |round: &TuneRound| {
        json!({
            "round": round.round, "nodes": round.nodes, "games": round.games, "positions": round.positions,
            "match": round.tally.as_ref().map(tally), "taken": round.better,
        })
    };
    let term = |(weight, text): &(i64, String)| json!({ "weight": weight, "term": text });
    let (llr, (low, high), accepted) = tuned.sprt;
    let played = tuned.tally.games() > 0;
    json!({
        "games": tuned.games, "ended": tuned.ended, "decided": tuned.decided, "won_by_first": tuned.by_first,
        "resumed": tuned.resumed, "positions": tuned.positions,
        "rounds": tuned.rounds.iter().map(round).collect::<Vec<_>>(),
        "terms": tuned.made.as_ref().map(|made| made.terms.iter().map(term).collect::<Vec<_>>()),
        "tables": tuned.made.as_ref().map(|made| made.tables.iter().cloned().collect::<std::collections::BTreeMap<_, _>>()),
        "eval": tuned.made.as_ref().map(|_| &tuned.block),
        "match": played.then(|| tally(&tuned.tally)),
        "points": played.then(|| tuned.tally.share()),
        "sprt": played.then(|| json!({ "llr": llr, "low": low, "high": high, "accepted": accepted })),
        "nodes": tuned.nodes,
        "better": tuned.better, "stopped": tuned.stopped,
    })
}
