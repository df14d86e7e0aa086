//! Numbers, lines and tables for a terminal.

use std::time::Duration;

use crate::compile::TermValue;
use crate::diag::counted;
use crate::learn::Grounds;
use crate::search::opponent::Exact;
use crate::search::value::{Meaning, meaning};
use crate::session::{
    Against, Basis, Expectation, Fault, PerftResult, Proved, Solution, Swindled, Thought, ThoughtLine, Trial, Verdict,
};

/// A number with its thousands apart: `4,865,609`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time for a reader: `340 ms`, `2.5 s`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.01 => format!("{:.1} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}

/// A mean without needless places.
pub fn mean(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// A table: the first column to the left, the others to the right.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|w| w.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(c, word)| {
            let width = widths[c];
            if c == 0 { format!("{word:width$}") } else { format!("{word:>width$}") }
        });
        text += &format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

/// The counts of perft.
pub fn perft(result: &PerftResult, divide: bool) -> String {
    let mut text = String::new();
    if divide {
        let rows: Vec<_> = result.divide.iter().map(|(text, n)| vec![text.clone(), thousands(*n)]).collect();
        text += &table(&rows);
    }
    // One depth without leaves stands for all that are deeper.
    let end = result.counts.iter().position(|&n| n == 0);
    let shown = end.map_or(result.counts.len(), |end| end + 1);
    let rows: Vec<_> =
        result.counts[..shown].iter().enumerate().map(|(i, &n)| vec![format!("{}", i + 1), thousands(n)]).collect();
    text += &table(&rows);
    text += match end {
        Some(0) => "the game is over: there are no moves to count\n",
        Some(_) => "no game goes on longer\n",
        None => "",
    };
    if result.stopped {
        text += &format!("stopped at depth {}\n", result.counts.len() + 1);
    }
    text += &duration(result.elapsed);
    if result.rate() > 0.0 {
        text += &format!(", {} leaves a second at the last depth", thousands(result.rate() as u64));
    }
    text + &format!(" ({})\n", result.backend)
}

/// A score in words: `win in 5 plies`, `draw`, `+120`.
pub fn score(thought: &Thought) -> String {
    in_words(thought.score, thought.outcome, thought.plies_to_end, thought.margin)
}

fn in_words(score: i32, outcome: Option<Proved>, plies: Option<u32>, margin: Option<f64>) -> String {
    match (outcome, plies, margin) {
        (Some(result), _, Some(margin)) if margin != 0.0 => format!("{} by {}", result.word(), margin.abs()),
        (Some(result @ (Proved::Win | Proved::Loss)), Some(plies), _) => {
            format!("{} in {}", result.word(), counted(plies as usize, "ply", "plies"))
        }
        (Some(result), ..) => result.word().to_string(),
        (None, _, Some(margin)) => {
            format!("{} by {} on this line", if margin > 0.0 { "win" } else { "loss" }, margin.abs())
        }
        // A win at the end of the line, without a proof that the line can't be left.
        (None, ..) => match meaning(score) {
            Meaning::Win(plies) => format!("win in {plies} plies on this line"),
            Meaning::Loss(plies) => format!("loss in {plies} plies on this line"),
            Meaning::Estimate(_) | Meaning::Margin(_) => format!("{score:+}"),
        },
    }
}

fn nodes(number: u64) -> String {
    format!("{} node{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// One finished depth, as one line.
pub fn thought_line(thought: &Thought) -> String {
    format!(
        "depth {:<2}  {}  {}  {}  {}",
        thought.depth,
        score(thought),
        thought.line.join(" "),
        nodes(thought.nodes),
        duration(thought.elapsed)
    )
}

/// How the game ended.
pub fn over(verdict: &Verdict) -> String {
    format!("the game is over: {}\n", verdict.sentence())
}

/// The best move, or how the game ended.
pub fn thought(thought: &Thought, verdict: Option<&Verdict>) -> String {
    let Some(best) = &thought.best else { return verdict.map_or_else(String::new, over) };
    if thought.from_book {
        return format!("{best}  from the book\n");
    }
    let mut text = format!("{best}  {}\n", score(thought));
    if thought.line.len() > 1 && thought.lines.is_empty() {
        text += &format!("  line {}\n", thought.line.join(" "));
    }
    if !thought.lines.is_empty() {
        let score = |l: &ThoughtLine| in_words(l.score, l.outcome, l.plies_to_end, l.margin);
        let numbered = thought.lines.iter().enumerate();
        let rows: Vec<_> = numbered.map(|(i, l)| [format!("{}", i + 1), score(l), l.line.join(" ")]).collect();
        let widest = rows.iter().map(|r| r[1].chars().count()).max().unwrap_or(0);
        rows.iter().for_each(|[n, score, line]| text += &format!("  {n:>2}  {score:widest$}  {line}\n"));
    }
    let depth = match thought.looked_at {
        None => format!("depth {}", thought.depth),
        Some((0, 1)) => "no depth finished: the only move".to_string(),
        Some((0, all)) => format!("no depth finished: the first of {} moves, none looked at", thousands(all as u64)),
        Some((1, all)) => format!("no depth finished: the only one looked at, of {} moves", thousands(all as u64)),
        Some((some, all)) => {
            let [some, all] = [some, all].map(|number| thousands(number as u64));
            format!("no depth finished: the best of the {some} looked at, of {all} moves")
        }
    };
    if let Some(swindled) = &thought.swindled {
        text += &against_whom(swindled);
    }
    text += &format!("  {depth}, {}, {}\n", nodes(thought.nodes), duration(thought.elapsed));
    if let Some(Fault { message, help, .. }) = &thought.halted {
        let help = help.as_ref().map_or_else(String::new, |help| format!("  help: {help}\n"));
        text += &format!("  {message}\n{help}");
    }
    text += match thought.basis {
        // What is proved rests on no evaluation.
        _ if thought.outcome.is_some() => "",
        Basis::Known => "",
        Basis::GaveUp => "  by an evaluation that is not learned to the end: a game takes too long for it\n",
        Basis::Cut => {
            "  by an evaluation learned in part: the next move goes on with it (`eval` takes the time for all of it)\n"
        }
        Basis::Guess => {
            "  by a guessed evaluation: the next move goes on to learn one (`eval` takes the time for it)\n"
        }
    };
    text
}

/// What an opponent who errs makes of the move.
fn against_whom(swindled: &Swindled) -> String {
    let mut parts = Vec::new();
    if let Some(expected) = swindled.expected {
        let how = if swindled.exact { "exactly" } else { "about" };
        parts.push(format!("against {}: {how} {} to be expected", swindled.opponent, signed(expected)));
    }
    if swindled.candidates > 1 {
        parts.push(format!("chosen of {} moves", swindled.candidates));
    }
    if let Some((saving, all)) = swindled.saving {
        parts.push(format!("{} of {all}", counted(saving, "saving reply", "saving replies")));
    }
    if parts.is_empty() { String::new() } else { format!("  {}\n", parts.join(", ")) }
}

/// A number with its sign, to four places at most.
fn signed(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    if rounded == 0.0 { "0".to_string() } else { format!("{rounded:+}") }
}

/// What each player can expect against an opponent who errs.
pub fn against(known: &Against) -> String {
    let unit = if known.scored { "margin in points" } else { "win 1, draw 0, loss -1" };
    let mut text = format!("to be expected against {} ({unit}), exactly:\n", known.opponent);
    let exact = |exact: &Exact| match exact.fraction {
        Some((n, 1)) => n.to_string(),
        Some((n, d)) if d < 1_000_000_000 => format!("{:.6} ({n}/{d})", exact.value),
        _ => format!("{:.6}", exact.value),
    };
    let title = ["", "value", "any best move", "the best of them", "the opponent known"].map(str::to_string);
    let row = |e: &Expectation| {
        vec![format!("as {}", e.player), e.value.to_string(), exact(&e.any), exact(&e.best), exact(&e.known)]
    };
    let rows: Vec<Vec<String>> = std::iter::once(title.to_vec()).chain(known.players.iter().map(row)).collect();
    text += &table(&rows);
    for expectation in known.players.iter().filter(|e| !e.moves.is_empty()) {
        text += &format!("  the best of them: {}\n", expectation.moves.join(" "));
    }
    text + &format!("  {}, {}\n", counted_positions(known.positions), duration(known.elapsed))
}

fn counted_positions(number: u64) -> String {
    format!("{} position{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// An exact value.
pub fn solution(solution: &Solution, to_move: &str) -> String {
    let effort = format!("  by {}, {}, {}\n", solution.method, nodes(solution.nodes), duration(solution.elapsed));
    let Some(value) = solution.value else {
        let known = [("at least", solution.at_least), ("at most", solution.at_most)];
        let known: Vec<String> =
            known.iter().filter_map(|(word, v)| v.map(|v| format!(", {word} a {} for {to_move}", v.word()))).collect();
        let Some(fault) = &solution.gave_up else {
            return format!("not solved yet{}\n{effort}", known.concat());
        };
        let help = fault.help.as_ref().map_or_else(String::new, |help| format!("  help: {help}\n"));
        return format!("not solved{}: {}\n{help}{effort}", known.concat(), fault.message);
    };
    let mut text = match value {
        Proved::Draw => "a draw".to_string(),
        Proved::Win => format!("{to_move} wins"),
        Proved::Loss => format!("{to_move} loses"),
    };
    if let Some(plies) = solution.plies_to_end.filter(|_| value != Proved::Draw) {
        text += &format!(" in {}", counted(plies as usize, "ply", "plies"));
    }
    if let Some(score) = solution.score.filter(|s| *s != 0.0) {
        text += &format!(" by {}", score.abs());
    }
    text.push('\n');
    if !solution.line.is_empty() {
        text += &format!("  line {}\n", solution.line.join(" "));
    }
    text + &effort
}

/// The evaluation, term by term.
pub fn evaluation(score: i32, terms: &[TermValue], to_move: &str, grounds: Option<&Grounds>) -> String {
    let mut rows = vec![["term", "weight", "own", "enemy", "value"].map(str::to_string).to_vec()];
    rows.extend(terms.iter().map(|t| {
        vec![t.term.clone(), t.weight.to_string(), t.own.to_string(), t.enemy.to_string(), format!("{:+}", t.value)]
    }));
    let terms = if terms.is_empty() { String::new() } else { table(&rows) };
    let grounds = grounds.map_or_else(String::new, |g| {
        let games = format!("{} games, {} to the end, {} won, {} positions", g.games, g.ended, g.decided, g.positions);
        let found = match (g.guessed, g.cut) {
            (true, false) if g.matches == 0 => "guessed, without a match against what was learned from",
            (true, false) => "guessed, and found no worse than what was learned from",
            (true, true) => "guessed, for want of time to learn from more than",
            (false, false) => "learned from",
            (false, true) => "learned in part, for want of time, from",
        };
        if g.games == 0 {
            return "guessed: to play games to learn from would take too long\n".to_string();
        }
        format!("{found} {games}: it tells {:.0} % of who wins, where 100 % would be sure\n", g.told * 100.0)
    });
    format!("{terms}{score:+} for {to_move}\n{grounds}")
}

/// What random play showed.
pub fn trial(trial: &Trial, players: [&str; 2]) -> String {
    let games = f64::from(trial.games.max(1));
    let share = |n: u32| format!("{n} ({:.0} %)", f64::from(n) * 100.0 / games);
    let mut rows = vec![
        vec!["random games".to_string(), trial.games.to_string()],
        vec!["plies a game".to_string(), mean(trial.mean_plies)],
        vec!["moves to choose from".to_string(), mean(trial.mean_branching)],
        vec![format!("{} won", players[0]), share(trial.first_player_wins)],
        vec![format!("{} won", players[1]), share(trial.second_player_wins)],
        vec!["draws".to_string(), share(trial.draws)],
        vec!["cut off".to_string(), share(trial.cut_off)],
    ];
    rows.extend(trial.endings.iter().map(|(reason, n)| vec![format!("ended by `{reason}`"), n.to_string()]));
    let stopped = if trial.stopped { "stopped early\n" } else { "" };
    format!("{}{stopped}", table(&rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!([0, 999, 1000, 4_865_609].map(thousands), ["0", "999", "1,000", "4,865,609"]);
        assert_eq!(duration(Duration::from_millis(340)), "340 ms");
        assert_eq!(duration(Duration::from_millis(2540)), "2.5 s");
    }

    #[test]
    fn scores_in_words() {
        let mut thought = Thought { score: 120, depth: 1, nodes: 1, ..Thought::default() };
        assert_eq!(score(&thought), "+120");
        thought.outcome = Some(Proved::Win);
        thought.plies_to_end = Some(1);
        assert_eq!(score(&thought), "win in 1 ply");
        thought.margin = Some(-2.5);
        thought.outcome = Some(Proved::Loss);
        assert_eq!(score(&thought), "loss by 2.5");
    }
}
