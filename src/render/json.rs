//! The JSON that the commands promise: field names are a contract, kept by `tests/program/cli.rs`.

use serde_json::{Map, Value, json};

use crate::compile::TermValue;
use crate::diag::{Diagnostic, Severity};
use crate::learn::Grounds;
use crate::search::match_play::{GameResult, Tally};
use crate::search::opponent::Exact;
use crate::search::textbook::Trace;
use crate::session::{
    Against, Basis, Compared, ContestGame, ContestResult, Error, Expectation, Fault, Figures, FileReport, PerftResult,
    Solution, Thought, ThoughtLine, Trial, Verdict,
};
use crate::source::{Source, Span};

/// One message with its place; lines and columns count from 1, the end is one past the last character.
pub fn diagnostic(source: &Source, diagnostic: &Diagnostic) -> Value {
    let (line, column) = source.line_column(diagnostic.span.start);
    let (end_line, end_column) = source.line_column(diagnostic.span.end);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let name = |span: Span| source.file_at(span.start).0.name.as_str();
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let (line, column) = source.line_column(label.span.start);
            let (end_line, end_column) = source.line_column(label.span.end);
            json!({ "text": label.text, "file": name(label.span), "line": line, "column": column, "end_line": end_line,
                "end_column": end_column })
        })
        .collect();
    json!({
        "severity": severity,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "file": name(diagnostic.span),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "labels": labels,
    })
}

/// A file with its messages.
pub fn file(report: &FileReport) -> Value {
    let list: Vec<Value> = report.diagnostics.iter().map(|d| diagnostic(&report.source, d)).collect();
    json!({ "file": report.source.name, "diagnostics": list })
}

/// A file that could not be read at all.
pub fn unreadable(name: &str, fault: &Fault) -> Value {
    json!({ "file": name, "diagnostics": [{
        "severity": "error", "code": "unreadable", "message": fault.message, "help": fault.help, "file": name,
        "line": 1, "column": 1, "end_line": 1, "end_column": 1, "labels": [],
    }] })
}

/// One message about a request, with its place in the text that it is about.
fn told(fault: &Fault) -> Value {
    let mut object = Map::new();
    object.insert("message".into(), json!(fault.message));
    object.insert("help".into(), json!(fault.help));
    if let Some(excerpt) = &fault.excerpt {
        let source = Source::new("", excerpt.text.clone());
        let (line, column) = source.line_column(excerpt.span.start);
        let (end_line, end_column) = source.line_column(excerpt.span.end);
        object.insert("text".into(), json!(excerpt.text));
        for (key, value) in [("line", line), ("column", column), ("end_line", end_line), ("end_column", end_column)] {
            object.insert(key.into(), json!(value));
        }
    }
    Value::Object(object)
}

/// An answer with `warnings`, if there are any about the request.
pub fn warned(mut answer: Value, notes: &[Fault]) -> Value {
    if !notes.is_empty() {
        answer["warnings"] = notes.iter().map(told).collect();
    }
    answer
}

/// An error in place of an answer.
pub fn error(error: &Error) -> Value {
    match error {
        Error::Request(fault) | Error::Environment(fault) => json!({ "error": told(fault) }),
        Error::File(report) => {
            let first = report.diagnostics.iter().find(|d| d.severity == Severity::Error);
            let help = first.and_then(|d| d.help.clone());
            json!({ "error": { "message": report.summary(), "help": help }, "files": [file(report)] })
        }
    }
}

/// A number without a needless `.0`.
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) }
}

/// Seconds, to the microsecond.
fn seconds(time: std::time::Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1e6)
}

/// How a game ended, or null.
pub fn ended(verdict: Option<&Verdict>) -> Value {
    verdict.map_or(Value::Null, |v| json!({ "winner": v.winner, "score": v.score.map(number), "reason": v.reason }))
}

/// `perft`.
pub fn perft(result: &PerftResult, divide: bool) -> Value {
    let mut object = json!({
        "counts": result.counts,
        "seconds": seconds(result.elapsed),
        "leaves_per_second": result.rate().round() as u64,
        "backend": result.backend,
        "stopped": result.stopped,
    });
    if divide {
        let shares: Map<String, Value> = result.divide.iter().map(|(text, n)| (text.clone(), json!(n))).collect();
        object["divide"] = Value::Object(shares);
    }
    object
}

/// One game of `bench`.
pub fn bench(name: &str, figures: &Figures) -> Value {
    let rate = |figure: Option<f64>| figure.map(|f| f.round() as u64);
    json!({
        "name": name,
        "backend": figures.backend,
        "code_bytes": figures.code_bytes,
        "load_seconds": figures.load.map(seconds),
        "leaves_counted_per_second": rate(figures.counted),
        "leaves_made_per_second": rate(figures.made),
        "leaves_judged_per_second": rate(figures.judged),
        "evaluations_per_second": rate(figures.evaluations),
        "random_games_per_second": figures.random_games.map(|f| (f * 10.0).round() / 10.0),
        "random_plies_per_second": rate(figures.random_plies),
        "search_nodes_per_second": rate(figures.search),
    })
}

/// `best`.
pub fn best(thought: &Thought) -> Value {
    let mut object = json!({
        "move": thought.best,
        "score": thought.score,
        "outcome": thought.outcome.map(|o| o.word()),
        "plies_to_end": thought.plies_to_end,
        "margin": thought.margin.map(number),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": seconds(thought.elapsed),
        "line": thought.line,
        "stopped": thought.stopped,
    });
    if thought.from_book {
        object["from_book"] = json!(true);
    }
    if let Some(swindled) = &thought.swindled {
        let saving = swindled.saving.map(|(saving, all)| json!({ "replies": saving, "of": all }));
        object["against"] = json!({
            "opponent": swindled.opponent,
            "expected": swindled.expected,
            "exact": swindled.exact,
            "candidates": swindled.candidates,
            "saving": saving,
        });
    }
    match thought.basis {
        Basis::Known => {}
        Basis::Cut | Basis::GaveUp => object["evaluation"] = json!("learned in part"),
        Basis::Guess => object["evaluation"] = json!("guessed"),
    }
    if let Some(fault) = &thought.halted {
        object["halted"] = json!(fault.message);
        object["help"] = json!(fault.help);
    }
    if let Some((some, all)) = thought.looked_at {
        object["looked_at"] = json!({ "moves": some, "of": all });
    }
    if !thought.lines.is_empty() {
        let line = |l: &ThoughtLine| {
            json!({
                "move": l.line.first(),
                "score": l.score,
                "outcome": l.outcome.map(|o| o.word()),
                "plies_to_end": l.plies_to_end,
                "margin": l.margin.map(number),
                "line": l.line,
            })
        };
        object["lines"] = thought.lines.iter().map(line).collect();
    }
    object
}

/// `solve`.
pub fn solve(solution: &Solution) -> Value {
    json!({
        "value": solution.value.map(|v| v.word()),
        "score": solution.score.map(number),
        "line": solution.line,
        "plies_to_end": solution.plies_to_end,
        "at_least": solution.at_least.map(|v| v.word()),
        "at_most": solution.at_most.map(|v| v.word()),
        "gave_up": solution.gave_up.as_ref().map(|fault| &fault.message),
        "help": solution.gave_up.as_ref().and_then(|fault| fault.help.as_ref()),
        "method": solution.method,
        "stopped": solution.value.is_none() && solution.gave_up.is_none(),
        "nodes": solution.nodes,
        "seconds": seconds(solution.elapsed),
    })
}

/// `solve --against`.
pub fn against(known: &Against) -> Value {
    let exact = |exact: &Exact| {
        let fraction = exact.fraction.map(|(n, d)| format!("{n}/{d}"));
        json!({ "value": exact.value, "fraction": fraction })
    };
    let player = |e: &Expectation| {
        json!({
            "as": e.player,
            "value": e.value,
            "any_best_move": exact(&e.any),
            "best_of_them": exact(&e.best),
            "opponent_known": exact(&e.known),
            "moves": e.moves,
        })
    };
    json!({
        "against": known.opponent,
        "in_points": known.scored,
        "players": known.players.iter().map(player).collect::<Vec<_>>(),
        "positions": known.positions,
        "seconds": seconds(known.elapsed),
    })
}

/// `eval`.
pub fn eval(score: i32, terms: &[TermValue], grounds: Option<&Grounds>) -> Value {
    let terms: Vec<Value> = terms
        .iter()
        .map(|t| json!({ "term": t.term, "weight": t.weight, "own": t.own, "enemy": t.enemy, "value": t.value }))
        .collect();
    let grounds = grounds.map(|g| {
        json!({
            "games": g.games,
            "ended": g.ended,
            "won": g.decided,
            "positions": g.positions,
            "bits": g.told,
            "guessed": g.guessed,
            "cut": g.cut,
        })
    });
    json!({ "score": score, "terms": terms, "learned": grounds })
}

/// `trace`.
pub fn trace(trace: &Trace) -> Value {
    // The fields are those of the trace itself: value, line, nodes, static_evaluations, cutoffs, events …
    json!(trace)
}

/// `trace --compare`.
pub fn compared(compared: &Compared) -> Value {
    let mut object = json!(compared.table);
    if let Some((value, nodes)) = compared.engine {
        object["engine"] = json!({ "value": value, "nodes": nodes });
    }
    object
}

fn tally(tally: &Tally) -> Value {
    json!({ "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

/// A game of `match`.
pub fn contest_game(game: &ContestGame) -> Value {
    let result = match game.result {
        GameResult::Won => "win",
        GameResult::Drawn => "draw",
        GameResult::Lost => "loss",
    };
    json!({
        "game": game.number,
        "a_plays": game.player,
        "result": result,
        "ended": ended(game.verdict.as_ref()),
        "position": game.start,
        "moves": game.moves,
    })
}

/// `match`, from A's point of view; infinite differences are null.
pub fn contest(result: &ContestResult, names: [&str; 2], games: &[Value]) -> Value {
    let elo = result.tally.elo();
    let finite = |n: f64| if n.is_finite() { json!((n * 10.0).round() / 10.0 + 0.0) } else { Value::Null };
    let mut object = tally(&result.tally);
    object["a"] = json!(names[0]);
    object["b"] = json!(names[1]);
    let played = result.tally.games() > 0;
    object["points"] = json!(played.then(|| result.tally.share()));
    object["by_side"] = result.by_side.iter().map(tally).collect();
    object["first_player"] = tally(&result.first_player());
    object["elo"] = if !played {
        Value::Null
    } else {
        json!({ "difference": finite(elo.difference), "low": finite(elo.low), "high": finite(elo.high) })
    };
    object["sprt"] = result.sprt.map_or(
        Value::Null,
        |(llr, (low, high), accepted)| json!({ "llr": llr, "low": low, "high": high, "accepted": accepted }),
    );
    object["stopped"] = json!(result.stopped);
    object["pairs"] = json!(result.tally.pairs);
    object["on_time"] = json!(result.on_time);
    object["repeated"] = json!(result.repeated);
    object["shortened"] = json!(result.shortened);
    object["played"] = json!(games);
    object
}

/// The `play` part of `check`.
pub fn trial(trial: &Trial) -> Value {
    let endings: Map<String, Value> = trial.endings.iter().map(|(reason, n)| (reason.clone(), json!(n))).collect();
    json!({
        "games": trial.games,
        "mean_plies": trial.mean_plies,
        "mean_branching": trial.mean_branching,
        "first_player_wins": trial.first_player_wins,
        "second_player_wins": trial.second_player_wins,
        "draws": trial.draws,
        "cut_off": trial.cut_off,
        "endings": endings,
        "unused_rules": trial.unused_rules,
    })
}
